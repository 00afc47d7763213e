"""A cluster: a scheduler and worker processes over TCP, one of which is killed while another joins."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import naive
import pytest
import tremaux
from tremaux import _run

distributed = pytest.importorskip("distributed")


class Cluster:
    """A scheduler, and workers that come and go: each a process that was started for it."""

    def __init__(self, folder: pathlib.Path, stack: ExitStack) -> None:
        self.file = folder / "scheduler.json"
        self.stack = stack
        self.workers: dict[str, subprocess.Popen[bytes]] = {}
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-show")
        # They wait for the scheduler to be there.
        self.join("first")
        self.join("second")
        self.client = stack.enter_context(distributed.Client(scheduler_file=str(self.file), timeout=30))
        self.client.wait_for_workers(2, timeout=30)

    def start(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        line = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--scheduler-file", str(self.file), "--no-dashboard"]
        environment = {**os.environ, "PYTHONPATH": os.path.dirname(__file__)}
        process = subprocess.Popen([*line, *arguments], env=environment, stderr=subprocess.DEVNULL)
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process

    def join(self, name: str) -> None:
        """Another worker joins."""
        self.workers[name] = self.start("worker", "--name", name, "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1")

    def names(self) -> set[str]:
        """The workers that the scheduler knows."""
        return {worker["name"] for worker in self.client.scheduler_info(n_workers=-1)["workers"].values()}


def messages() -> int:
    """How many messages this worker has had."""
    known = _run._search.cache_info()
    return known.hits + known.misses


@pytest.fixture
def cluster(tmp_path: pathlib.Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)


def test_a_worker_is_killed_and_another_joins(
    cluster: Cluster, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = cluster.client
    # There is something for everyone, although all of it takes a second.
    monkeypatch.setattr(_run, "LARGEST", 4)
    processes = {client.submit(os.getpid, pure=False, workers=[name]).result() for name in ("first", "second")}
    assert processes == {cluster.workers[name].pid for name in ("first", "second")}
    happened: list[int] = []

    def trouble(done: int, total: int) -> None:
        """In the middle, one is killed, and nothing is handed out before another is there."""
        if done > total // 4 and not happened:
            happened.append(done)
            cluster.join("third")
            cluster.workers["first"].send_signal(signal.SIGKILL)
            client.wait_for_workers(2, timeout=30)
            while cluster.names() != {"second", "third"}:
                time.sleep(0.05)

    job = tmp_path / "q16.db"
    spread = tremaux.spread(tremaux.queens(16), executor=client.get_executor(), job=job, units=600, ahead=4)
    assert spread.count(progress=trouble) == 14_772_512
    assert happened and happened[0] < 400
    assert len(client.run(messages)) == 2 and all(client.run(messages).values()), "who joined has worked"
    command = os.environ.get("TREMAUX")
    if command:
        said = subprocess.run([command, "job", "status", job, "--format", "json"], capture_output=True, check=True)
        status = json.loads(said.stdout)
        assert (status["count"], status["complete"], status["at_work"]) == (14_772_512, True, [])

    script = pathlib.Path(__file__).parent.parent.parent / "examples" / "cluster" / "dask_count.py"
    line = [sys.executable, script, "12", client.scheduler.address]
    run = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path)
    assert run.stdout == "14200\n", run.stderr

    happened.clear()
    own: tremaux.Search[Any] = tremaux.search(naive.Queens(8))

    def more(done: int, total: int) -> None:
        if done > total // 4 and not happened:
            happened.append(done)
            cluster.join("fourth")
            cluster.workers["third"].send_signal(signal.SIGKILL)

    spread = tremaux.spread(own, executor=client.get_executor(), units=100, ahead=4)
    assert spread.count(progress=more) == 92
    assert happened
    assert list(tremaux.spread(own, executor=client.get_executor(), units=20).all()) == list(own)
