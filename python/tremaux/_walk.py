"""The search of a problem whose methods are Python's.

Python calls its own functions faster than anything else does, and a loop in a loop is faster than a function that calls itself.
So the search is some loops, one in the other, as one would write them for a known number of slots; where it goes deeper, more of
the same are put on a stack. The tests hold its solutions and their order to the recursion that it stands for, and to the quantities
that the engine counts.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import lru_cache
from itertools import islice
from types import MethodType
from typing import Any, Optional

from ._errors import Interrupted, Stopped

Name = tuple[list[int], Optional[list[int]]]
"""A unit's: the numbers of the choices that lead to where it begins, and to where it ends; None: it is all below the first."""

ALL: Name = ([], None)
"""The unit that is all of it."""

GLANCE = 64
"""How many nodes are entered between two looks at the clock."""


class Own:
    """A problem of one's own: its methods, and whether its state is what it was."""

    def __init__(
        self,
        choices: Callable[..., Any],
        place: Callable[..., object],
        unplace: Callable[..., object],
        solution: Callable[[], Any],
        state: Callable[[], Any],
        slots: int | None = None,
        is_valid: Callable[[int, Any], bool] | None = None,
    ) -> None:
        """`choices()`, `place(choice)` and `unplace(choice)`; or, with `slots` and `is_valid`, `choices(slot)` which
        `is_valid(slot, choice)` sifts, `place(slot, choice)` and `unplace(slot, choice)`. `state()` is all that changes.
        """
        self.choices = choices
        self._place = place
        self._unplace = unplace
        self.solution = solution
        self.state = state
        self.slots = slots
        self.is_valid = is_valid
        self.taken = False
        self.broken = False

    def place(self, *arguments: Any) -> None:
        """Places, and notes if that raises: then nobody knows what the state is."""
        try:
            self._place(*arguments)
        except BaseException:
            self.broken = True
            raise

    def unplace(self, *arguments: Any) -> None:
        """Takes back, and notes if that raises."""
        try:
            self._unplace(*arguments)
        except BaseException:
            self.broken = True
            raise

    def __enter__(self) -> None:
        if self.broken:
            raise RuntimeError("place or unplace raised in an earlier search: the state is unknown, make the problem anew")
        if self.taken:
            raise RuntimeError("this problem is being searched: come to the end of its solutions, or close() them, first")
        self.taken = True

    def __exit__(self, *_: object) -> None:
        self.taken = False

    def owner(self) -> object:
        """The object whose methods `choices`, `place` and `unplace` are; None if they are others, or slots are numbered."""
        me: object = getattr(self.choices, "__self__", None)
        methods = (self.choices, self._place, self._unplace)
        owned = all(isinstance(method, MethodType) and method.__self__ is me for method in methods)
        return me if owned and self.slots is None else None

    def take_back(self, placed: list[Any], first: int = 0) -> None:
        """Takes back what is `placed`, from slot `first` on; unless nobody knows what is."""
        while placed and not self.broken:
            choice = placed.pop()
            self.unplace(*(() if self.slots is None else (first + len(placed),)), choice)

    def walk(
        self, record: bool, timeout: float | None, max_nodes: int | None, units: Iterable[Name] = (ALL,)
    ) -> Generator[Any, None, None]:
        """The solutions of `units` in order, or 1 for each unless `record`.

        Raises `Stopped` at a limit and `Interrupted` at Ctrl-C, after so many solutions.
        """
        given = 0
        try:
            budget = _Budget(timeout, max_nodes)
            with self:
                for unit in units:
                    with closing(self._steps(unit, budget)) as steps:
                        for _ in steps:
                            solution = self.solution() if record else 1
                            given += 1
                            yield solution
        except _Enough as enough:
            raise Stopped(enough.reason, given) from None
        except KeyboardInterrupt as pressed:
            raise Interrupted(given) from pressed

    def unit(self, name: Name, record: bool) -> list[Any]:
        """The solutions of the unit of this name, or None for each unless `record`. Raises `ValueError` if there is no such unit."""
        with closing(self._steps(name, _Budget(None, None))) as steps:
            return [self.solution() if record else None for _ in steps]

    def _steps(self, name: Name, budget: _Budget) -> Generator[None, None, None]:
        """Stops at every solution of a unit."""
        with closing(self._subtrees(name)) as subtrees:
            for _ in subtrees:
                with closing(_steps(self, budget)) as steps:
                    yield from steps

    def _subtrees(self, name: Name) -> Generator[None, None, None]:
        """Stops at the top of every subtree of a unit. The engine's `subtrees` does the same for its own problems."""
        begin, until = name
        placed: list[Any] = []

        def place(choice: Any) -> None:
            self.place(choice)
            placed.append(choice)

        def go_down(number: int) -> None:
            try:
                choice = next(islice(self.choices() or (), number, None))
            except StopIteration:
                raise ValueError(f"there is no unit {name}") from None
            place(choice)

        def take_back() -> None:
            self.unplace(placed.pop())

        def children(first: int, end: int | None) -> Generator[None, None, None]:
            for choice in list(islice(self.choices() or (), first, end)):
                place(choice)
                yield
                take_back()

        try:
            for number in begin:
                go_down(number)
            if until is None:
                yield
                return
            shared = next((level for level, (one, other) in enumerate(zip(begin, until)) if one != other), len(begin))
            if not begin[shared:] < until[shared:]:
                raise ValueError(f"there is no unit {name}: it ends before it begins")
            first = 0
            if shared < len(begin):
                yield
                for level in reversed(range(shared, len(begin))):
                    take_back()
                    first = begin[level] + 1
                    if level > shared:
                        yield from children(first, None)
            for level in range(shared, len(until)):
                yield from children(first, until[level])
                if level + 1 < len(until):
                    go_down(until[level])
                first = 0
        finally:
            self.take_back(placed)


LEVELS = 12
"""How many loops are one in the other. Python takes 20 at most."""


def _steps(own: Own, budget: _Budget) -> Generator[None, None, None]:
    """Stops at every solution."""
    numbered, me = own.slots is not None, own.owner()
    loops, placed_at = _loops(numbered, me is not None, budget.limited)
    methods: list[Any] = [own.choices, own._place, own._unplace]
    if me is not None:
        methods = [method.__func__ for method in methods]
    stack: list[Generator[bool, None, None]] = []

    def begin() -> None:
        """Puts loops on the stack, for the slots that are open."""
        first = LEVELS * len(stack)

        def raised(error: BaseException, options: list[Any]) -> None:
            """Takes back what the loops had placed when something was raised, which the line tells."""
            placed = placed_at[error.__traceback__.tb_lineno]  # type: ignore[union-attr]
            if placed is None:
                own.broken = True
            else:
                own.take_back(options[:placed], first)

        stack.append(loops(me, *methods, own.is_valid, budget.spend, own.slots, first, raised))

    try:
        begin()
        while stack:
            for goes_deeper in stack[-1]:
                if goes_deeper:
                    begin()
                    break
                yield
            else:
                stack.pop()
    finally:
        while stack:
            stack.pop().close()


@lru_cache(maxsize=None)
def _loops(numbered: bool, owned: bool, limited: bool) -> tuple[Callable[..., Generator[bool, None, None]], list[int | None]]:
    """A generator of loops, one in the other, which stops at every solution and, with True, where it would go deeper; and for
    every line of it how many of the loops have a choice placed while it runs, None where that is just changing.

    `numbered`: slots are numbered, and options are sifted by `is_valid`. `owned`: the other functions are given their object, which costs
    less than to call methods. `limited`: nodes are counted. Nothing is noted as it goes: when something is raised, the line of it
    tells what is placed.
    """
    lines: list[str] = []
    placed_at: list[int | None] = [0]

    def write(depth: int, placed: int | None, text: str) -> None:
        lines.append("\t" * depth + text)
        placed_at.append(placed)

    options = [f"option{level}" for level in range(LEVELS)]
    write(0, 0, "def loops(me, choices, place, unplace, is_valid, spend, slots, first, raised):")
    write(1, 0, f"{' = '.join(options)} = None")
    if numbered:
        write(1, 0, "; ".join(f"slot{level} = first + {level}" for level in range(LEVELS)))
    write(1, 0, "try:")
    changes: list[tuple[int, str]] = []
    depth = 2
    for level, option in enumerate(options):
        slot = f"slot{level}"
        arguments = f"{slot}, {option}" if numbered else f"me, {option}" if owned else option
        if limited:
            write(depth, level, "spend()")
        if numbered:
            write(depth, level, f"if {slot} == slots:")
        else:
            write(depth, level, f"branch = choices({'me' if owned else ''})")
            write(depth, level, "if branch is None:")
        write(depth + 1, level, "yield False")
        write(depth, level, "else:")
        write(depth + 1, level, f"for {option} in {f'choices({slot})' if numbered else 'branch'}:")
        depth += 2
        if numbered:
            write(depth, level, f"if is_valid({arguments}):")
            depth += 1
        write(depth, None, f"place({arguments})")
        changes.append((depth, f"unplace({arguments})"))
    write(depth, LEVELS, "yield True")
    for depth, unplace in reversed(changes):
        write(depth, None, unplace)
    write(1, 0, "except BaseException as error:")
    write(2, 0, f"raised(error, [{', '.join(options)}])")
    write(2, 0, "raise")
    made: dict[str, Any] = {}
    exec("\n".join(lines), made)
    return made["loops"], placed_at


class _Enough(Exception):
    """A limit was reached."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class _Budget:
    """The nodes that may be entered, while there is time."""

    def __init__(self, timeout: float | None, max_nodes: int | None) -> None:
        if timeout is not None and not timeout >= 0:
            raise ValueError(f"timeout: expected a number of seconds from 0, found {timeout}")
        if max_nodes is not None and max_nodes < 0:
            raise ValueError(f"max_nodes: expected a number from 0, found {max_nodes}")
        self.limited = timeout is not None or max_nodes is not None
        self.deadline = math.inf if timeout is None else time.monotonic() + timeout
        self.left = math.inf if max_nodes is None else max_nodes
        self.unseen = 0

    def spend(self) -> None:
        """One more node."""
        if self.left <= 0:
            raise _Enough("max_nodes")
        self.left -= 1
        self.unseen -= 1
        if self.unseen < 0:
            self.unseen = GLANCE
            if time.monotonic() >= self.deadline:
                raise _Enough("timeout")
