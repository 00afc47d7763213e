"""Problems of one's own."""

from __future__ import annotations

import operator
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import Any, Protocol, TypeVar

from . import _tremaux
from ._errors import Fault, Interrupted, Stopped
from ._search import Search, Solutions
from ._walk import ALL, Name, Own

__all__ = ["Problem", "check_undo", "place_and_check", "search"]

C = TypeVar("C")
S_co = TypeVar("S_co", covariant=True)
O = TypeVar("O")
R = TypeVar("R")
T = TypeVar("T")

LASTING = 1.0
"""How many seconds the parts are to take of which `progress` is told."""


class Problem(Protocol[C, S_co]):
    """What a problem of one's own says of itself. A class need not be derived from this one.

    The object holds the state: what is placed so far, and the marks of it. A choice is any hashable value.

    `options()`, which may be missing, lists everything there is for the open slot, whatever the marks say of it; then
    `Search.stats` and the pictures tell what was rejected.
    """

    def choices(self) -> Iterable[C] | None:
        """What the marks allow for the next open slot, in order, each choice once; None where no slot is open."""

    def place(self, choice: C, /) -> object:
        """Fills the open slot: the board and every mark."""

    def unplace(self, choice: C, /) -> object:
        """Takes back the last placement: the board and every mark go back exactly."""

    def solution(self) -> S_co:
        """A copy of the complete filling."""


def search(problem: Problem[Any, S_co]) -> Search[S_co]:
    """A problem of one's own, to be asked everything that a puzzle can be asked.

    One question is asked at a time, since the state is one: before another, come to the end of the solutions, or `close`
    them. Once the answer is there, the state is as it was before. Whatever a method raises comes out as it is; if `place`
    or `unplace` raised, the state is unknown, and no more questions are answered.

    Raises `TypeError` for an object that lacks one of the methods.

    >>> class Coins:  # in a row of three, no two heads side by side
    ...     def __init__(self): self.row = ""
    ...     def choices(self): return ("T" if self.row[-1:] == "H" else "HT") if len(self.row) < 3 else None
    ...     def place(self, coin): self.row += coin
    ...     def unplace(self, coin): self.row = self.row[:-1]
    ...     def solution(self): return self.row
    >>> search(Coins()).count()
    5
    """
    for method in ("choices", "place", "unplace", "solution"):
        if not callable(getattr(problem, method, None)):
            raise TypeError(f"expected a method {method} of {type(problem).__name__}")
    name = type(problem).__name__
    own = Own(problem.choices, problem.place, problem.unplace, problem.solution, lambda: vars(problem))
    options = getattr(problem, "options", None)
    instance = _tremaux.problem(name, own.choices, own.place, own.unplace, own.solution, options)
    return OwnSearch(instance, name, own, made=(search, (problem,), {}))


def place_and_check(
    slots: int,
    options: Callable[[int], Iterable[O]],
    is_valid: Callable[[int, O], bool],
    place: Callable[[int, O], object],
    unplace: Callable[[int, O], object],
    record: Callable[[], R],
) -> Search[R]:
    """The textbook's template: a problem of so many `slots`, given as functions around a board of one's own.

    `options(slot)` gives what may go into a slot, in the order to be tried; `is_valid(slot, option)` tests one against the
    marks before it is placed; `place(slot, option)` and `unplace(slot, option)` fill the slot and take that back, board
    and marks; `record()` gives a copy of the board. Slots are numbered from 0. Options are hashable.

    What `search` says of questions holds here too. Raises `ValueError` for a negative number of slots, `TypeError` for
    what is no function.

    >>> board = []
    >>> def is_valid(row, column):
    ...     return all(c != column and abs(c - column) != row - r for r, c in enumerate(board))
    >>> queens = place_and_check(4, lambda row: range(4), is_valid,
    ...     lambda row, column: board.append(column), lambda row, column: board.pop(), board.copy)
    >>> list(queens)
    [[1, 3, 0, 2], [2, 0, 3, 1]]
    >>> queens.stats().tried
    60
    """
    given: dict[str, Callable[..., Any]] = {"options": options, "is_valid": is_valid}
    given.update({"place": place, "unplace": unplace, "record": record})
    for name, function in given.items():
        if not callable(function):
            raise TypeError(f"{name}: expected a function, found {type(function).__name__}")

    slots = operator.index(slots)

    def branch(slot: int) -> Iterator[O]:
        return (option for option in options(slot) if is_valid(slot, option))

    own = Own(options, place, unplace, record, lambda: _reached_by(given.values()), slots, is_valid)
    instance = _tremaux.template("place_and_check", slots, branch, options, own.place, own.unplace, record)
    return OwnSearch(instance, "a problem given as functions", own)


class OwnSearch(Search[R]):
    """A search of a problem of one's own, whose solutions are searched for in Python."""

    def __init__(
        self,
        instance: _tremaux.Instance,
        name: str,
        own: Own,
        text: bool = False,
        made: tuple[Any, ...] | None = None,
    ) -> None:
        """Not for users: see `search` and `place_and_check`."""
        super().__init__(instance, name, text, made)
        self._own = own

    def as_text(self) -> Search[str]:
        return OwnSearch(self._instance, self._name, self._own, text=True, made=self._made)

    def _count(self, limit: int | None, progress: Callable[[int, int], object] | None, **how: Any) -> int:
        if limit is not None and limit < 0:
            raise ValueError(f"limit: expected a number from 0, found {limit}")
        units: Iterable[Name] = [ALL]
        if progress:
            cut = self._cut(solutions=False, engine=None, units=None, lasting=LASTING)
            units = _counted(cut, progress)
        found = 0
        try:
            with closing(self._own.walk(False, how["timeout"], how["max_nodes"], units)) as walk:
                # Nothing of Python's between the two: while it counts, Ctrl-C comes to nobody but the walk, who knows how far it is.
                found = sum(islice(walk, limit))
        except Interrupted:
            raise
        except KeyboardInterrupt as pressed:
            raise Interrupted(found) from pressed
        return found

    def _solve(self, any: bool, **how: Any) -> R | None:
        try:
            with closing(self._solutions(1, **how)) as solutions:
                return next(solutions, None)
        except Stopped as stop:
            stop.found = None
            raise
        except KeyboardInterrupt as pressed:
            raise Interrupted(None) from pressed

    def _solutions(self, most: int | None, **how: Any) -> Solutions[R]:
        if most is not None and most < 0:
            raise ValueError(f"k: expected a number from 0, found {most}")
        walk: Any = self._own.walk(True, how["timeout"], how["max_nodes"])
        solutions: Solutions[R] = _first(walk, most, self._text) if self._text or most is not None else walk
        return solutions

    def _cut(self, **how: Any) -> list[Name]:
        return self._ask(super()._cut, **how)

    def _job(self, file: str | os.PathLike[str], **how: Any) -> _tremaux.Job:
        from ._about import about

        problem = self._problem()
        return self._ask(_tremaux.job, instance=self._instance, file=file, about=about(problem), **how)

    def _units(self, names: list[Name], solutions: bool, engine: str | None) -> list[_tremaux.Found]:
        import json

        found: list[_tremaux.Found] = []
        for name in names:
            began = time.perf_counter()
            with self._own:
                unit = self._own.unit(name, solutions)
            lines = "".join(json.dumps(solution) + "\n" for solution in unit) if solutions else ""
            found.append((len(unit), 0, time.perf_counter() - began, lines.encode()))
        return found

    def _values(self, name: Name, engine: str | None) -> list[R]:
        with self._own:
            found = self._own.unit(name, True)
        return list(map(str, found)) if self._text else found  # type: ignore[arg-type]

    def _problem(self) -> Any:
        """The object that it was made of."""
        _, (made, _) = self.__reduce__()
        return made[1][0]

    def _ask(self, question: Callable[..., T], **how: Any) -> T:
        with self._own:
            return question(**how)


def _counted(units: list[Name], progress: Callable[[int, int], object]) -> Iterator[Name]:
    """The units, of which `progress` is told."""
    for done, unit in enumerate(units, 1):
        yield unit
        progress(done, len(units))


def _first(walk: Any, most: int | None, text: bool) -> Any:
    with closing(walk):
        for solution in islice(walk, most):
            yield str(solution) if text else solution


def check_undo(search: Search[Any], nodes: int = 1000, *, state: Callable[[], Any] | None = None) -> int:
    """Checks at up to so many nodes that `unplace` takes back exactly what `place` did, and that no choice is there
    twice. Returns how many nodes were checked.

    Compared are deep copies of the state, by `==`: the attributes of the object; for functions, the variables around
    them that they use, and the attributes of the objects whose methods they are. `state` gives what is to be compared
    where that is not enough.

    Raises `Fault` at the first promise that is broken, and `TypeError` for a puzzle of tremaux's.
    """
    if not isinstance(search, OwnSearch):
        raise TypeError("expected a problem of your own, made by tremaux.search or tremaux.place_and_check")
    with search._own:
        return _check(search._own, nodes, state or search._own.state)


def _check(own: Own, nodes: int, state: Callable[[], Any]) -> int:
    import copy

    slots, is_valid = own.slots, own.is_valid
    above: list[tuple[Any, Iterator[Any], Any]] = []

    def choices() -> list[Any]:
        slot = len(above)
        if slots is None or is_valid is None:
            listed = own.choices()
            return [] if listed is None else list(listed)
        return [option for option in own.choices(slot) or () if is_valid(slot, option)] if slot < slots else []

    def at() -> tuple[int, ...]:
        return () if slots is None else (len(above),)

    for entered in range(1, nodes + 1):
        listed = choices()
        twice = next((choice for index, choice in enumerate(listed) if choice in listed[:index]), None)
        if twice is not None:
            raise Fault(f"at {[placed for _, _, placed in above]} {twice!r} is a choice twice")
        left = iter(listed)
        while (choice := next(left, _END)) is _END:
            if not above:
                return entered
            path = [placed for _, _, placed in above]
            before, left, choice = above.pop()
            own.unplace(*at(), choice)
            after = state()
            if after != before:
                own.broken = True
                raise Fault(f"unplace did not undo place after {path}\n{_difference(before, after)}")
        before = copy.deepcopy(state())
        own.place(*at(), choice)
        above.append((before, left, choice))
    while above:
        _, _, choice = above.pop()
        own.unplace(*at(), choice)
    return nodes


_END = object()


def _difference(before: Any, after: Any) -> str:
    """What is not the same, as far as it can be told."""
    if isinstance(before, dict) and isinstance(after, dict):
        names = [name for name in {**before, **after} if before.get(name, _END) != after.get(name, _END)]
        lines = [f"  {name}: {before.get(name)!r} before, {after.get(name)!r} after" for name in names]
        return "\n".join(lines)
    return f"  before: {before!r}\n   after: {after!r}"


def _reached_by(functions: Iterable[Callable[..., Any]]) -> dict[str, Any]:
    """The data that functions use and did not make: variables around them, and what their methods belong to."""
    import inspect

    data: dict[str, Any] = {}
    for function in functions:
        owner = getattr(function, "__self__", None)
        if owner is not None and not inspect.ismodule(owner):
            data[f"of {getattr(function, '__name__', 'a method')}"] = getattr(owner, "__dict__", owner)
        if inspect.isfunction(function):
            used = inspect.getclosurevars(function)
            for name, value in {**used.globals, **used.nonlocals}.items():
                if not (callable(value) or inspect.ismodule(value)):
                    data[name] = value
    return data
