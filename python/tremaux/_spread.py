"""A search spread over the workers of an executor: of this machine, or of a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union

from . import _tremaux
from ._errors import Interrupted, UnitsFailed
from ._progress import Progress, told
from ._search import Search

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ._run import Run, Task, Units

    Executors = Union[Executor, Callable[[], Executor]]

__all__ = ["Spread", "spread"]

S = TypeVar("S")

LASTING = 1.0
"""How many seconds a unit is to take, unless their number is asked for: as in a job on one machine."""


def spread(
    search: Search[S],
    *,
    executor: Executors,
    job: str | os.PathLike[str] | None = None,
    units: int | None = None,
    attempts: int = 3,
    ahead: int | None = None,
    engine: str | None = None,
) -> Spread[S]:
    """A search cut into units, which the workers of an executor do: subtrees, each named by the choices that lead to it.

    `executor` is anything that is a `concurrent.futures.Executor`: a `ProcessPoolExecutor`, Dask's
    `client.get_executor()`, `mpi4py.futures.MPIPoolExecutor`. Given a function that makes one, a new one is made when one
    breaks, which a `ProcessPoolExecutor` does when a worker is lost; what makes an executor also ends it.

    - `job`: a file that keeps what is done, the same as that of `tremaux count --job` and `tremaux all --job`: whoever is
      asked again, here or there, goes on with it. It is on a disk of this machine; workers need not see it.
    - `units`: into about how many it is cut; as many as take a second each by default. A job that is begun stays as it is cut.
    - `attempts`: a unit that failed so often is given up; the others go on, and at the end `UnitsFailed` names it.
    - `ahead`: how many messages are under way at once. By default twice as many as the executor has workers, where it
      tells, or this machine has cores: say twice as many as the cluster has.

    Puzzles go to the workers as they are. A problem of one's own must be made by `tremaux.search` of an object that can be
    pickled, so its class must be one that the workers can import.

    Raises `TypeError` for what is no search or no executor, and for a problem of one's own that cannot be sent to others or
    told in a job file; `ValueError` for numbers below 1, and for a problem with a memory (words of a dictionary, each once), which
    cannot be cut.
    """
    from concurrent.futures import Executor

    if not isinstance(search, Search):
        raise TypeError(f"expected a search, like tremaux.queens(16), found {type(search).__name__}")
    if not (isinstance(executor, Executor) or callable(executor)):
        raise TypeError(f"expected an executor, or a function that makes one, found {type(executor).__name__}")
    for name, number in {"units": units, "attempts": attempts, "ahead": ahead}.items():
        if number is not None and number < 1:
            raise ValueError(f"{name}: expected a number from 1, found {number}")
    if job is not None:
        job = os.fspath(job)

    def begin() -> Run:
        from ._run import Run

        return Run(executor, attempts, ahead)

    return Spread(search, begin, job, {"units": units, "engine": engine})


class Spread(Generic[S]):
    """A search spread over workers: see `spread`. It has the questions that a search has.

    Questions raise `WrongJob` for a file that holds another job, none, or a damaged one, and `OSError` for one that cannot be read
    or written; whatever the executor raises, as when it was shut down. Ctrl-C raises `Interrupted`: units under way are
    cancelled where the executor can, and what a job file has, it keeps.
    """

    def __init__(
        self, search: Search[S], begin: Callable[[], Run], file: str | None, how: dict[str, Any]
    ) -> None:
        """Not for users: see `spread`."""
        self._search = search
        self._begin = begin
        self._file = file
        self._how = how

    def count(self, *, progress: Progress = False) -> int:
        """The number of solutions.

        `progress` is called with how many units are done and how many there are; True shows a line on standard error, with the
        time left. Raises `UnitsFailed`, whose `found` is the number without the units that were given up.
        """
        with closing(self._run("count")) as run:
            try:
                for _ in run.results(told(progress)):
                    pass
            except UnitsFailed as failed:
                failed.found = run.units.solutions()
                raise
            except KeyboardInterrupt as pressed:
                raise Interrupted(run.units.solutions()) from pressed
            return _tremaux.total(self._search._instance, run.units.solutions(), engine=self._how["engine"])

    def all(self, *, progress: Progress = False) -> Iterator[S]:
        """The solutions, in the order of the search on one machine. With a job, they are in a file beside it, too.

        Raises `UnitsFailed` where it comes to a unit that was given up, once the others are done: its `found` is how many
        solutions came before. Workers that are ahead wait, so that not too many solutions do; unless there is a job, in
        whose file solutions wait. Those that are read from there are as JSON has them where the problem is one's own: a tuple
        is a list.
        """
        given = 0
        with closing(self._run("lines" if self._file else "values")) as run:
            ordered: Iterator[S] = self._listed(run, told(progress)) if self._file else _ordered(run, told(progress))
            try:
                for solution in ordered:
                    yield solution
                    given += 1
            except UnitsFailed as failed:
                failed.found = given
                raise
            except KeyboardInterrupt as pressed:
                raise Interrupted(given) from pressed

    def _run(self, kind: str) -> Run:
        """Hands the units out."""
        import pickle

        from ._run import InMemory, OnFile

        run = self._begin()
        try:
            how = {**self._how, "solutions": kind != "count", "lasting": LASTING}
            task: Task = (pickle.dumps(self._search), kind, self._how["engine"])
            units: Units
            if self._file is None:
                units = InMemory(self._search._cut(**how))
            else:
                if kind == "lines" and self._search._text:
                    raise ValueError("a job lists solutions as JSON: ask for them without as_text()")
                units = OnFile(self._search._job(self._file, workers=run.workers, **how))
            return run.of(units, task)
        except BaseException:
            run.close()
            raise

    def _listed(self, run: Run, progress: Callable[[int, int], object] | None) -> Iterator[S]:
        """The solutions in the file beside the job's, which grows."""
        import json

        read = self._search._read or (lambda solution: solution)
        results = run.results(progress)
        with open(f"{self._file}.solutions", "rb") as file:
            goes_on = True
            while goes_on:
                goes_on = next(results, None) is not None
                there = run.units.listed()
                while file.tell() < there:
                    yield read(json.loads(file.readline()))


def _ordered(run: Run, progress: Callable[[int, int], object] | None) -> Iterator[Any]:
    """The solutions that come from workers, in order."""
    waiting: dict[int, list[Any]] = {}
    next_unit = 0
    for unit, solutions in run.results(progress, waiting):
        waiting[unit] = solutions
        while next_unit in waiting:
            yield from waiting.pop(next_unit)
            next_unit += 1
