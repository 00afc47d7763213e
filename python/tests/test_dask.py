"""A cluster: a scheduler and separate worker processes over TCP, one of which is killed while another joins."""

from __future__ import annotations

import os
import signal
from typing import Any

import naive
import pytest
import tremaux

distributed = pytest.importorskip("distributed")


def test_a_worker_is_killed_and_another_joins() -> None:
    with distributed.LocalCluster(
        n_workers=2, processes=True, threads_per_worker=1, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        workers = list(client.run(os.getpid).values())
        assert len({*workers, os.getpid()}) == 3
        events: list[int] = []

        def trouble(done: int, total: int) -> None:
            if done > total // 10 and not events:
                os.kill(workers[0], signal.SIGKILL)
                cluster.scale(3)
                events.append(done)

        search = tremaux.queens(10)
        spread = tremaux.spread(search, executor=client.get_executor(), units=400, ahead=4)
        assert spread.count(progress=trouble) == 724
        assert events and events[0] < 400
        assert workers[0] not in client.run(os.getpid).values()
        own: tremaux.Search[Any] = tremaux.search(naive.Queens(6))
        client.run(_import_from, os.path.dirname(__file__))
        assert list(tremaux.spread(own, executor=client.get_executor(), units=20).all()) == list(own)


def _import_from(folder: str) -> None:
    import sys

    if folder not in sys.path:
        sys.path.insert(0, folder)
