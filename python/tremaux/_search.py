"""A search, and the questions that can be asked of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from . import _tremaux
from ._errors import Interrupted, Stopped
from ._progress import Progress, told
from ._show import Page, Picture

__all__ = ["Estimate", "Interval", "Review", "Search", "Solutions", "Stats"]

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
T = TypeVar("T")

EVENTS = 100_000
"""How many steps of a search are kept to be shown, unless others are asked for."""


class Solutions(Protocol[S_co]):
    """The solutions of a search, an iterator: each is searched for when it is asked for."""

    def __iter__(self) -> Iterator[S_co]: ...
    def __next__(self) -> S_co: ...
    def close(self) -> None:
        """Ends the search; a problem of one's own is then as it was before."""


class Stats(NamedTuple):
    """The quantities of a search."""

    calls: int
    """Times the search entered a node, the root and complete nodes included."""
    tried: int
    """Options looked at, valid or not."""
    rejected: int
    """Options that a mark ruled out."""
    placed: int
    """Options placed."""
    unplaced: int
    """Options taken back."""
    dead_ends: int
    """Entered nodes with an open slot and no valid option."""
    solutions: int
    """Complete fillings recorded."""


class Interval(NamedTuple):
    """A number that is estimated: what is expected of it, and between what it lies 95 times out of 100."""

    mean: float
    low: float
    high: float


class Estimate(NamedTuple):
    """How large a search is."""

    nodes: Interval
    """Nodes, the root and complete nodes included."""
    solutions: Interval
    """Solutions."""
    seconds: Interval
    """How long a search of all of it would take on the threads asked for."""
    rounds: int
    """How many independent rounds of probes the intervals come from; 0 where all was searched and they are exact."""
    nodes_per_second: float
    """How many nodes a second one thread enters."""

    @property
    def exact(self) -> bool:
        """Whether all was searched, so that the numbers are no estimates."""
        return self.rounds == 0


class Review(NamedTuple):
    """Whether an answer is right so far. It is true where nothing is broken."""

    complete: bool
    """Whether it is a complete answer."""
    open: int | None
    """How many slots are still open; None where that cannot be told before they are filled."""
    breaches: list[tuple[str, str]]
    """Every rule that is broken, and where."""

    def __bool__(self) -> bool:
        return not self.breaches


class Search(Generic[S]):
    """A problem with everything that can be asked of it.

    Made by `queens`, `sudoku`, `maze` and the like, and by `search` and `place_and_check` for problems of one's own.
    Every question begins from the beginning. Questions take:

    - `timeout`: seconds after which the search stops; it raises `Stopped`, which carries what was found.
    - `max_nodes`: the most nodes that are entered; the same.
    - `threads`: how many threads search, all cores by default. No answer depends on it. A problem of one's own is
      searched by one.
    - `engine`: `"plain"`, the template to the letter; `"bits"`, the same calls with marks as bits; `"fast"`, the best
      there is, which is the default where no quantities or pictures are asked for.

    Without the interpreter's lock, other threads go on meanwhile. Ctrl-C stops a search at once: `Interrupted` carries
    what was found.
    """

    def __init__(
        self,
        instance: _tremaux.Instance,
        name: str,
        text: bool = False,
        made: tuple[Any, ...] | None = None,
        read: Callable[[Any], Any] | None = None,
    ) -> None:
        """Not for users: see the functions that make one."""
        self._instance = instance
        self._name = name
        self._text = text
        self._made = made
        """The function that made it, and its arguments."""
        self._read = read
        """Makes a solution of its JSON, where they differ."""

    def __repr__(self) -> str:
        return f"<tremaux.Search of {self._name}>"

    def as_text(self) -> Search[str]:
        """The same search, its solutions as the text that the command prints.

        >>> import tremaux
        >>> print(tremaux.queens(4).as_text().solve())
        .Q..
        ...Q
        Q...
        ..Q.
        """
        return Search(self._instance, self._name, True, self._made, self._read)

    def count(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        max_nodes: int | None = None,
        threads: int | None = None,
        engine: str | None = None,
        progress: Progress = False,
    ) -> int:
        """The number of solutions, exact at any size; with `limit`, no more than that are looked for.

        `progress` is called with how many parts of the search are done and how many there are, some times a second; True shows a
        line on standard error, with the time left. Parts are of the tree, and differ in size. A problem of one's own is first cut into
        parts that take about a second each, where that is asked for.

        Raises `Stopped` where a limit of time or nodes came first, and `OutOfReach` where nobody can tell.
        """
        how: dict[str, Any] = {"timeout": timeout, "max_nodes": max_nodes, "threads": threads, "engine": engine}
        return self._count(limit, told(progress), **how)

    def solve(
        self,
        *,
        any: bool = False,
        timeout: float | None = None,
        max_nodes: int | None = None,
        threads: int | None = None,
        engine: str | None = None,
    ) -> S | None:
        """The first solution in the order of the search, or None; with `any`, whichever is found soonest.

        Raises `Stopped` where a limit came before a solution.
        """
        return self._solve(any, timeout=timeout, max_nodes=max_nodes, threads=threads, engine=engine)

    def all(
        self,
        *,
        timeout: float | None = None,
        max_nodes: int | None = None,
        threads: int | None = None,
        engine: str | None = None,
    ) -> Solutions[S]:
        """The solutions in order, an iterator: each is searched for when it is asked for.

        Where a limit comes before the end, it raises `Stopped` after the last one found.
        """
        return self._solutions(None, timeout=timeout, max_nodes=max_nodes, threads=threads, engine=engine)

    def __iter__(self) -> Solutions[S]:
        return self.all()

    def take(
        self,
        k: int,
        *,
        timeout: float | None = None,
        max_nodes: int | None = None,
        threads: int | None = None,
        engine: str | None = None,
    ) -> list[S]:
        """The first `k` solutions in order, or as many as there are.

        Raises `Stopped` where a limit came first; its `found` are those before it.
        """
        taken: list[S] = []
        how: dict[str, Any] = {"timeout": timeout, "max_nodes": max_nodes, "threads": threads, "engine": engine}
        try:
            with closing(self._solutions(k, **how)) as solutions:
                taken.extend(solutions)
        except Stopped as stop:
            stop.found = taken
            raise
        except KeyboardInterrupt as pressed:
            raise Interrupted(taken) from pressed
        return taken

    def stats(
        self,
        *,
        first: bool = False,
        timeout: float | None = None,
        max_nodes: int | None = None,
        threads: int | None = None,
        engine: str | None = None,
    ) -> Stats:
        """What a search for all solutions does, or one that ends with the `first`.

        It is the search of `engine="plain"` unless another is asked for.
        """
        try:
            quantities = self._ask(
                self._instance.stats, first=first, timeout=timeout, max_nodes=max_nodes, threads=threads, engine=engine
            )
        except (Stopped, Interrupted) as stop:
            stop.found = Stats(*stop.found)
            raise
        return Stats(*quantities)

    def estimate(
        self,
        *,
        seconds: float = 1.0,
        seed: int = 1,
        rounds: int | None = None,
        threads: int | None = None,
        engine: str | None = None,
    ) -> Estimate:
        """How large the search is, by random probes for so many seconds (Knuth 1975), before anyone starts it.

        The same `seed` and a number of `rounds` that the time suffices for give the same numbers on every machine.
        """
        nodes, solutions, time, made, speed = self._ask(
            self._instance.estimate, time=seconds, seed=seed, rounds=rounds, threads=threads, engine=engine
        )
        return Estimate(Interval(*nodes), Interval(*solutions), Interval(*time), made, speed)

    def check(self, answer: Any = None) -> Review:
        """Whether an answer, full or partial, is right so far; without one, what is given.

        An answer is what a solution looks like, or its text. Raises `InvalidInput` when it can't be read, and
        `TypeError` for a problem of one's own: what is right there, tremaux does not know.
        """
        if answer is not None and not isinstance(answer, str):
            items = list(answer)
            answer = " ".join(map(str, items)) if items and isinstance(items[0], str) else str(items)
        return Review(*self._instance.review(answer))

    def picture(
        self, step: int | None = None, *, first: bool = True, events: int = EVENTS, engine: str | None = None
    ) -> Picture:
        """The state after a step of the search, from 1, as SVG: of the last one by default.

        `first`: the search ends with the first solution. No more than `events` steps are looked at.
        """
        return Picture(self._ask(self._instance.picture, step=step, events=events, first=first, engine=engine))

    def tree(
        self,
        *,
        first: bool = False,
        hide_failed: bool = False,
        events: int = EVENTS,
        engine: str | None = None,
    ) -> Picture:
        """The decision tree as SVG; with `hide_failed`, a subtree without a solution is one triangle."""
        return Picture(
            self._ask(self._instance.tree, hide_failed=hide_failed, events=events, first=first, engine=engine)
        )

    def watch(self, *, first: bool = False, events: int = EVENTS, engine: str | None = None) -> Page:
        """The search as a page that plays it, step by step, forwards and backwards."""
        return Page(self._ask(self._instance.page, events=events, first=first, engine=engine))

    def _count(self, limit: int | None, progress: Callable[[int, int], object] | None, **how: Any) -> int:
        return self._instance.count(limit=limit, progress=progress, **how)

    def _solve(self, any: bool, **how: Any) -> S | None:
        found: S | None = self._instance.solve(any=any, text=self._text, **how)
        return found

    def _solutions(self, most: int | None, **how: Any) -> Solutions[S]:
        return self._instance.solutions(most=most, text=self._text, **how)

    def _cut(self, **how: Any) -> list[_tremaux.Name]:
        """The names of the units of the search, in order."""
        return _tremaux.cut(self._instance, **how)

    def _job(self, file: str | os.PathLike[str], **how: Any) -> _tremaux.Job:
        """The job of the search in a file."""
        return _tremaux.job(self._instance, file, about=None, **how)

    def _units(self, names: list[_tremaux.Name], solutions: bool, engine: str | None) -> list[_tremaux.Found]:
        """What comes of units: solutions are listed as lines of JSON."""
        return _tremaux.units(self._instance, names, solutions=solutions, engine=engine)

    def _values(self, name: _tremaux.Name, engine: str | None) -> list[S]:
        """The solutions of a unit."""
        return _tremaux.values(self._instance, name, engine=engine, text=self._text)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._made is None:
            raise TypeError("functions cannot be sent to others: give tremaux.search an object whose class they can import")
        return remake, (self._made, self._text)

    def _ask(self, question: Callable[..., T], **how: Any) -> T:
        return question(**how)

    def _repr_svg_(self) -> str:
        return self.picture()._repr_svg_()


def remake(made: tuple[Any, ...], text: bool) -> Search[Any]:
    """A search again, from the function that made it and its arguments."""
    function, arguments, options = made
    search: Search[Any] = function(*arguments, **options)
    return search.as_text() if text else search
