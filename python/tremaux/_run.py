"""Units handed out to the workers of an executor, until all are done or given up."""

from __future__ import annotations

import os
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence, Sized
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from functools import lru_cache
from typing import Any, Protocol, Union

from ._errors import UnitsFailed
from ._search import Search
from ._tremaux import Job
from ._walk import Name

__all__ = ["InMemory", "OnFile", "Run", "Task", "Units"]

BATCH = 0.5
"""How many seconds the units of one message should take together: messages are then few, and no worker has long to go
when the others are done."""
MESSAGES = 400
"""How many messages a second there should be at most, whatever the number of workers: a scheduler takes about a millisecond for
one."""
LARGEST = 256
"""The most units of one message."""
LOOK = 0.2
"""Every how many seconds it is seen whether others at a job are done, or have left something to do."""

Task = tuple[bytes, str, Union[str, None]]
"""The search, pickled; what is asked of a unit: `count`, the number of solutions, `values`, which they are, `lines`, the same as lines
of JSON; the engine."""
Found = tuple[int, int, float, Any]
"""What comes of a unit: the number of solutions, of nodes, the seconds that it took, and what is asked for beside that."""


class Units(Protocol):
    """The units of a search: which are to be done, and what came of the others."""

    names: list[Name]

    def exchange(self, done: Sequence[tuple[int, Found]], most: int) -> list[int]:
        """Notes what came of units, and gives up to so many more to be done."""

    def done(self) -> int:
        """How many are done, by whomever."""

    def solutions(self) -> int:
        """The sum of what the units done found."""

    def listed(self) -> int:
        """How long the file of solutions is."""

    def close(self) -> None:
        """What was given and not brought back is for others to do."""


class InMemory:
    """Units of which only this process knows."""

    def __init__(self, names: list[Name]) -> None:
        self.names = names
        self._left = deque(range(len(names)))
        self._done = 0
        self._solutions = 0

    def exchange(self, done: Sequence[tuple[int, Found]], most: int) -> list[int]:
        self._done += len(done)
        self._solutions += sum(found[0] for _, found in done)
        return [self._left.popleft() for _ in range(min(most, len(self._left)))]

    def done(self) -> int:
        return self._done

    def solutions(self) -> int:
        return self._solutions

    def listed(self) -> int:
        return 0

    def close(self) -> None:
        pass


class OnFile:
    """Units of a job, which others may be at, too."""

    def __init__(self, job: Job) -> None:
        self.names = job.names()
        self._job = job
        self.listed = job.listed
        self.close = job.close

    def exchange(self, done: Sequence[tuple[int, Found]], most: int) -> list[int]:
        return self._job.exchange([(unit, *found) for unit, found in done], most)

    def done(self) -> int:
        return self._job.status()[0]

    def solutions(self) -> int:
        return self._job.status()[1]


class Run:
    """Hands units out."""

    units: Units
    task: Task

    def __init__(self, executor: Executor | Callable[[], Executor], attempts: int, ahead: int | None) -> None:
        self.make = None if isinstance(executor, Executor) else executor
        self.executor = executor if isinstance(executor, Executor) else executor()
        self.attempts = attempts
        self.workers = (ahead + 1) // 2 if ahead else getattr(self.executor, "_max_workers", None) or os.cpu_count() or 1
        self.ahead = ahead or 2 * self.workers
        self.alone: deque[int] = deque()
        """Were in a message that failed: each goes in one of its own, so that it shows which it was."""
        self.suspects: deque[int] = deque()
        """Were under way when the executor broke: they go one after the other."""
        self.failures: dict[int, int] = {}
        self.given_up: dict[int, Exception] = {}
        self.under_way: dict[Future[Any], list[int]] = {}
        self.size = 1
        """How many units make a message."""

    def of(self, units: Units, task: Task) -> Run:
        """These are the units, and what is to be done with them."""
        self.units = units
        self.task = task
        return self

    def close(self) -> None:
        """Cancels what is under way, and leaves the units."""
        for future in self.under_way:
            future.cancel()
        self.under_way.clear()
        if self.make is not None:
            self.executor.shutdown(wait=False)
        if hasattr(self, "units"):
            self.units.close()

    def results(
        self, progress: Callable[[int, int], object] | None, waiting: Sized = ()
    ) -> Iterator[tuple[int, Any]]:
        """The units' numbers and what was asked for beside their numbers of solutions, as they come, once they are noted.

        No more units are handed out while too many are `waiting`. Raises `UnitsFailed` at the end if some were given up.
        """
        total = len(self.units.names)
        done = self.units.done()
        if progress and done:
            progress(done, total)
        self.hand_out([], waiting)
        while self.goes_on():
            came = self.come()
            self.hand_out(came, waiting)
            for unit, found in came:
                done += 1
                if progress:
                    progress(done, total)
                yield unit, found[3]
        if progress and done + len(self.given_up) < total:
            # Others at the job did the rest.
            progress(total - len(self.given_up), total)
        if self.given_up:
            names = self.units.names
            raise UnitsFailed({tuple(names[unit][0]): error for unit, error in sorted(self.given_up.items())}, None)

    def goes_on(self) -> bool:
        """Whether something is still to come."""
        if self.under_way or self.alone or self.suspects:
            return True
        return self.units.done() + len(self.given_up) < len(self.units.names)

    def come(self) -> list[tuple[int, Found]]:
        """Waits for messages, and gives what came of their units."""
        if not self.under_way:
            # Others are at what is left of the job.
            time.sleep(LOOK)
            return []
        came: list[tuple[int, Found]] = []
        for future in wait(self.under_way, return_when=FIRST_COMPLETED).done:
            units = self.under_way.pop(future)
            try:
                found, seconds = future.result()
            except BrokenExecutor as error:
                self.broke(units, error)
                break
            except Exception as error:
                self.failed(units, error)
            else:
                lasting = max(BATCH, self.ahead / MESSAGES)
                self.size = max(1, min(LARGEST, int(len(units) * lasting / max(seconds, 1e-6)), 2 * self.size))
                came += zip(units, found)
        return came

    def hand_out(self, came: Sequence[tuple[int, Found]], waiting: Sized) -> None:
        """Notes what came, and keeps the workers busy."""
        room = self.ahead - len(self.under_way)
        if self.suspects:
            self.units.exchange(came, 0)
            if not self.under_way:
                self.submit([self.suspects.popleft()])
            return
        while self.alone and room > 0:
            self.submit([self.alone.popleft()])
            room -= 1
        if self.under_way and len(waiting) > 4 * self.ahead * self.size:
            room = 0
        taken = self.units.exchange(came, max(room, 0) * self.size)
        for first in range(0, len(taken), self.size):
            self.submit(taken[first : first + self.size])

    def submit(self, units: list[int]) -> None:
        try:
            future = self.executor.submit(_do, self.task, [self.units.names[unit] for unit in units])
        except BrokenExecutor as error:
            self.broke(units, error)
        else:
            self.under_way[future] = units

    def failed(self, units: list[int], error: Exception) -> None:
        """Something among these failed: a unit alone has one attempt less."""
        if len(units) == 1:
            (unit,) = units
            self.failures[unit] = self.failures.get(unit, 0) + 1
            if self.failures[unit] == self.attempts:
                self.given_up[unit] = error
                return
        self.alone.extend(units)

    def broke(self, units: list[int], error: Exception) -> None:
        """The executor is of no use any more, and so is all that was under way: which unit it was, is not known, unless
        there was but one."""
        if self.make is None:
            raise error
        lost = [unit for others in self.under_way.values() for unit in others]
        self.under_way.clear()
        self.executor.shutdown(wait=False)
        self.executor = self.make()
        if lost or len(units) > 1:
            self.suspects.extend(units + lost)
        else:
            self.failed(units, error)
            self.suspects.extend(self.alone)
            self.alone.clear()


@lru_cache(maxsize=4)
def _search(pickled: bytes) -> Search[Any]:
    search: Search[Any] = pickle.loads(pickled)
    return search


def _do(task: Task, names: list[Name]) -> tuple[list[Found], float]:
    """Does units on a worker: what comes of them, and how many seconds they took."""
    pickled, kind, engine = task
    search, began = _search(pickled), time.perf_counter()
    found: list[Any]
    try:
        if kind == "values":
            found = [(len(values), 0, 0.0, values) for values in (search._values(name, engine) for name in names)]
        else:
            found = search._units(names, kind == "lines", engine)
    except BaseException:
        # Nobody knows what the state of a problem is whose methods raised.
        _search.cache_clear()
        raise
    return found, time.perf_counter() - began
