"""Problems of one's own."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from . import _tremaux
from ._errors import Fault
from ._search import Search

__all__ = ["Problem", "check_undo", "place_and_check", "search"]

C = TypeVar("C")
S_co = TypeVar("S_co", covariant=True)
O = TypeVar("O")
R = TypeVar("R")


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
    options = getattr(problem, "options", None)
    instance = _tremaux.problem(
        name, problem.choices, problem.place, problem.unplace, problem.solution, options
    )
    made: Search[S_co] = Search(instance, name)
    made._undoing = _Undoing(problem.choices, problem.place, problem.unplace, lambda: vars(problem))
    return made


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
    given: dict[str, Callable[..., Any]] = {"options": options, "is_valid": is_valid, "place": place, "unplace": unplace, "record": record}
    for name, function in given.items():
        if not callable(function):
            raise TypeError(f"{name}: expected a function, found {type(function).__name__}")

    def branch(slot: int) -> Iterator[O]:
        return (option for option in options(slot) if is_valid(slot, option))

    instance = _tremaux.template("place_and_check", slots, branch, options, place, unplace, record)
    made: Search[R] = Search(instance, "a problem given as functions")
    depth: list[O] = []

    def choices() -> Iterable[O] | None:
        return branch(len(depth)) if len(depth) < slots else None

    def down(option: O) -> None:
        place(len(depth), option)
        depth.append(option)

    def up(option: O) -> None:
        depth.pop()
        unplace(len(depth), option)

    made._undoing = _Undoing(choices, down, up, lambda: _reached_by(given.values()))
    return made


class _Undoing:
    """What `check_undo` walks through."""

    def __init__(
        self,
        choices: Callable[[], Iterable[Any] | None],
        place: Callable[[Any], object],
        unplace: Callable[[Any], object],
        state: Callable[[], Any],
    ) -> None:
        self.choices = choices
        self.place = place
        self.unplace = unplace
        self.state = state


def check_undo(search: Search[Any], nodes: int = 1000, *, state: Callable[[], Any] | None = None) -> int:
    """Checks at up to so many nodes that `unplace` takes back exactly what `place` did, and that no choice is there
    twice. Returns how many nodes were checked.

    Compared are deep copies of the state, by `==`: the attributes of the object; for functions, the variables around
    them that they use, and the attributes of the objects whose methods they are. `state` gives what is to be compared
    where that is not enough.

    Raises `Fault` at the first promise that is broken, and `TypeError` for a puzzle of tremaux's.
    """
    undoing: _Undoing | None = getattr(search, "_undoing", None)
    if undoing is None:
        raise TypeError("expected a problem of your own, made by tremaux.search or tremaux.place_and_check")
    look = state or undoing.state
    above: list[tuple[Any, Iterator[Any], Any]] = []
    entered = 0
    while entered < nodes:
        entered += 1
        choices = undoing.choices()
        listed = [] if choices is None else list(choices)
        path = [placed for _, _, placed in above]
        twice = next((choice for index, choice in enumerate(listed) if choice in listed[:index]), None)
        if twice is not None:
            raise Fault(f"at {path} {twice!r} is a choice twice")
        left = iter(listed)
        while (choice := next(left, _END)) is _END:
            if not above:
                return entered
            before, left, choice = above.pop()
            undoing.unplace(choice)
            after = look()
            if after != before:
                path = [placed for _, _, placed in above] + [choice]
                told = _difference(before, after)
                raise Fault(f"unplace did not undo place after {path}\n{told}")
        above.append((copy.deepcopy(look()), left, choice))
        undoing.place(choice)
    while above:
        _, _, choice = above.pop()
        undoing.unplace(choice)
    return entered


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
