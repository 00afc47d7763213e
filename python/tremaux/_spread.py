"""A search spread over the workers of an executor: of this machine, or of a cluster."""

from __future__ import annotations

import os
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from functools import lru_cache
from typing import Any, Generic, TypeVar, Union

from ._errors import UnitsFailed
from ._search import Search, progress_bar

__all__ = ["Spread", "spread"]

S = TypeVar("S")

BATCH = 0.5
"""How many seconds the units of one message should take together: messages are then few, and no worker has long to go
when the others are done."""
LARGEST = 256
"""The most units of one message."""

Progress = Union[bool, Callable[[int, int], object]]


def spread(
    search: Search[S],
    *,
    executor: Executor | Callable[[], Executor],
    units: int = 1000,
    attempts: int = 3,
    ahead: int | None = None,
    engine: str | None = None,
) -> Spread[S]:
    """A search cut into units, which the workers of an executor do: subtrees, each named by the choices that lead to it.

    `executor` is anything that is a `concurrent.futures.Executor`: a `ProcessPoolExecutor`, Dask's
    `client.get_executor()`, `mpi4py.futures.MPIPoolExecutor`. Given a function that makes one, a new one is made when one
    breaks, which a `ProcessPoolExecutor` does when a worker is lost; what makes an executor also ends it.

    - `units`: into how many it is cut at least; some hundred a worker even out.
    - `attempts`: a unit that failed so often is given up; the others go on, and at the end `UnitsFailed` names it.
    - `ahead`: how many messages are under way at once. By default twice as many as the executor has workers, where it
      tells, or this machine has cores: say twice as many as the cluster has.

    Puzzles go to the workers as they are. A problem of one's own must be made by `tremaux.search` of an object that can be
    pickled, so its class must be one that the workers can import.

    Raises `TypeError` for what is no search or no executor, `ValueError` for numbers below 1, and for a problem with a
    memory (words of a dictionary, each once), which cannot be cut.
    """
    if not isinstance(search, Search):
        raise TypeError(f"expected a search, like tremaux.queens(16), found {type(search).__name__}")
    if not (isinstance(executor, Executor) or callable(executor)):
        raise TypeError(f"expected an executor, or a function that makes one, found {type(executor).__name__}")
    for name, number in {"units": units, "attempts": attempts, "ahead": ahead}.items():
        if number is not None and number < 1:
            raise ValueError(f"{name}: expected a number from 1, found {number}")
    return Spread(search, executor, units, attempts, ahead, engine)


class Spread(Generic[S]):
    """A search spread over workers: see `spread`. It has the questions that a search has."""

    def __init__(
        self,
        search: Search[S],
        executor: Executor | Callable[[], Executor],
        units: int,
        attempts: int,
        ahead: int | None,
        engine: str | None,
    ) -> None:
        """Not for users: see `spread`."""
        self._search = search
        self._executor = executor
        self._units = units
        self._attempts = attempts
        self._ahead = ahead
        self._engine = engine

    def count(self, *, progress: Progress = False) -> int:
        """The number of solutions.

        `progress` is called with how many units are done and how many there are; True shows a line on standard error.
        Raises `UnitsFailed`, whose `found` is the number without the units that were given up.
        """
        results: dict[int, int] = {}
        try:
            for unit, count in self._run(False, progress):
                results[unit] = count
        except UnitsFailed as failed:
            failed.found = sum(results.values())
            raise
        return sum(results.values())

    def all(self, *, progress: Progress = False) -> Iterator[S]:
        """The solutions, in the order of the search on one machine.

        Raises `UnitsFailed` where it comes to a unit that was given up, once the others are done: its `found` is how many
        solutions came before. Workers that are ahead wait, so that not too many solutions do.
        """
        waiting: dict[int, list[S]] = {}
        next_unit, given = 0, 0
        try:
            for unit, solutions in self._run(True, progress, waiting):
                waiting[unit] = solutions
                while next_unit in waiting:
                    for solution in waiting.pop(next_unit):
                        given += 1
                        yield solution
                    next_unit += 1
        except UnitsFailed as failed:
            failed.found = given
            raise

    def _run(self, solutions: bool, progress: Progress, waiting: Sized = ()) -> Iterator[tuple[int, Any]]:
        """The units' numbers and results, as they come. Of those that came, so many wait."""
        task = (pickle.dumps(self._search), solutions, self._engine)
        names = self._search._units(self._units, solutions, self._engine)
        told = progress_bar if progress is True else (progress or None)
        run = _Run(names, task, self._executor, self._attempts, self._ahead)
        for done, (unit, result) in enumerate(run.results(waiting), 1):
            if told:
                told(done, len(names))
            yield unit, result
        if run.given_up:
            raise UnitsFailed({tuple(names[unit]): error for unit, error in sorted(run.given_up.items())}, None)


Task = tuple[bytes, bool, Union[str, None]]
"""The search, pickled; whether its solutions are asked for; the engine."""


class _Run:
    """Hands units out until all are done or given up."""

    def __init__(
        self,
        names: list[list[int]],
        task: Task,
        executor: Executor | Callable[[], Executor],
        attempts: int,
        ahead: int | None,
    ) -> None:
        self.names = names
        self.task = task
        self.make = None if isinstance(executor, Executor) else executor
        self.executor = executor if isinstance(executor, Executor) else executor()
        self.attempts = attempts
        self.ahead = ahead
        self.left = deque(range(len(names)))
        """Not handed out yet."""
        self.suspects: deque[int] = deque()
        """Were handed out with one that failed: they go one at a time, so that it shows which."""
        self.failures: dict[int, int] = {}
        self.given_up: dict[int, Exception] = {}
        self.under_way: dict[Future[Any], list[int]] = {}
        self.size = 1
        """How many units make a message."""

    def results(self, waiting: Sized) -> Iterator[tuple[int, Any]]:
        """The units' numbers and results, as they come; no more are handed out while too many wait."""
        try:
            while self.left or self.suspects or self.under_way:
                self.hand_out(waiting)
                done, _ = wait(self.under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    units = self.under_way.pop(future)
                    try:
                        results, seconds = future.result()
                    except BrokenExecutor as error:
                        self.broke(units, error)
                        break
                    except Exception as error:
                        self.failed(units, error)
                    else:
                        self.size = max(1, min(LARGEST, int(len(units) * BATCH / max(seconds, 1e-6)), 2 * self.size))
                        yield from zip(units, results)
        finally:
            for future in self.under_way:
                future.cancel()
            if self.make is not None:
                self.executor.shutdown(wait=False)

    def hand_out(self, waiting: Sized) -> None:
        """Keeps the workers busy."""
        ahead = self.ahead or 2 * (getattr(self.executor, "_max_workers", None) or os.cpu_count() or 1)
        if self.suspects:
            if not self.under_way:
                self.submit([self.suspects.popleft()])
            return
        while self.left and len(self.under_way) < ahead:
            if self.under_way and len(waiting) > 4 * ahead * self.size:
                return
            self.submit([self.left.popleft() for _ in range(min(self.size, len(self.left)))])

    def submit(self, units: list[int]) -> None:
        try:
            future = self.executor.submit(_do, self.task, [self.names[unit] for unit in units])
        except BrokenExecutor as error:
            self.broke(units, error)
        else:
            self.under_way[future] = units

    def failed(self, units: Iterable[int], error: Exception) -> None:
        """Something among these failed: a unit alone has one attempt less."""
        units = list(units)
        if len(units) > 1:
            self.suspects.extend(units)
            return
        for unit in units:
            self.failures[unit] = self.failures.get(unit, 0) + 1
            if self.failures[unit] < self.attempts:
                self.suspects.append(unit)
            else:
                self.given_up[unit] = error

    def broke(self, units: list[int], error: Exception) -> None:
        """The executor is of no use any more, and so is all that was under way: which unit it was, is not known, unless
        there was but one."""
        if self.make is None:
            raise error
        lost = [unit for others in self.under_way.values() for unit in others]
        self.under_way.clear()
        self.executor.shutdown(wait=False)
        self.executor = self.make()
        if lost:
            self.suspects.extend(units + lost)
        else:
            self.failed(units, error)


@lru_cache(maxsize=4)
def _search(pickled: bytes) -> Search[Any]:
    search: Search[Any] = pickle.loads(pickled)
    return search


def _do(task: Task, names: list[list[int]]) -> tuple[list[Any], float]:
    """Does units on a worker: their results, and how many seconds they took."""
    pickled, solutions, engine = task
    search, began = _search(pickled), time.perf_counter()
    try:
        results = [search._unit(name, solutions, engine) for name in names]
    except BaseException:
        # Nobody knows what the state of a problem is whose methods raised.
        _search.cache_clear()
        raise
    return results, time.perf_counter() - began
