"""The search of a problem whose methods are Python's.

The engine's own loop (`crates/tremaux/src/driver.rs`), in Python: a stack of its own, the limits looked at before a node,
and whatever is placed taken back at the end. Python calls its own functions faster than anything else does, so this is as
fast as the recursion that it stands for. The tests hold its solutions and their order to that, and to the quantities that
the engine counts.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import Any

from ._errors import Interrupted, Stopped

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

    def take_back(self, placed: list[Any], standing: Any) -> None:
        """Takes back what is `placed` and, before that, `standing` if it is anything; unless nobody knows what is."""
        path = placed if standing is NOTHING else [*placed, standing]
        while path and not self.broken:
            choice = path.pop()
            self.unplace(*(() if self.slots is None else (len(path),)), choice)

    def walk(self, record: bool, timeout: float | None, max_nodes: int | None) -> Generator[Any, None, None]:
        """The solutions in order, or None for each unless `record`.

        Raises `Stopped` at a limit and `Interrupted` at Ctrl-C, after so many solutions.
        """
        given = 0
        with self:
            try:
                budget = _Budget(timeout, max_nodes)
                steps = _steps(self, budget) if self.slots is None else _slots(self, budget, self.slots)
                with closing(steps):
                    for _ in steps:
                        given += 1
                        yield self.solution() if record else None
            except _Enough as enough:
                raise Stopped(enough.reason, given) from None
            except KeyboardInterrupt as pressed:
                raise Interrupted(given) from pressed

    def unit(self, name: list[int], record: bool) -> list[Any]:
        """The solutions of the unit of this name, or None for each unless `record`."""
        placed: list[Any] = []
        try:
            for number in name:
                choice = next(islice(self.choices() or (), number, None), NOTHING)
                if choice is NOTHING:
                    raise ValueError(f"there is no unit {name}")
                self.place(choice)
                placed.append(choice)
            return [self.solution() if record else None for _ in _steps(self, _Budget(None, None))]
        finally:
            self.take_back(placed, NOTHING)


NOTHING = object()
"""No choice."""


def _steps(own: Own, budget: _Budget) -> Generator[None, None, None]:
    """Stops at every solution.

    `placed` and `branches` hold, for every node above the current one, the choice placed there and what is left beside it,
    down to `depth`; `standing` is a choice placed at the current node and not yet looked at. A handler that nothing is
    raised to costs nothing (from Python 3.11 on), unlike a flag.
    """
    choices, place, unplace = own.choices, own._place, own._unplace
    limited = budget.limited
    placed: list[Any] = []
    branches: list[Iterator[Any]] = []
    depth, standing = 0, NOTHING
    try:
        budget.spend()
        root = choices()
        if root is None:
            yield
            return
        branch = iter(root)
        while True:
            for choice in branch:
                if limited:
                    budget.spend()
                try:
                    place(choice)
                except BaseException:
                    own.broken = True
                    raise
                standing = choice
                child = choices()
                if child is not None:
                    if depth == len(placed):
                        placed.append(choice)
                        branches.append(branch)
                    else:
                        placed[depth] = choice
                        branches[depth] = branch
                    depth += 1
                    standing = NOTHING
                    branch = iter(child)
                    break
                yield
                standing = NOTHING
                try:
                    unplace(choice)
                except BaseException:
                    own.broken = True
                    raise
            else:
                if depth == 0:
                    return
                depth -= 1
                branch = branches[depth]
                try:
                    unplace(placed[depth])
                except BaseException:
                    own.broken = True
                    raise
    finally:
        own.take_back(placed[:depth], standing)


def _slots(own: Own, budget: _Budget, slots: int) -> Generator[None, None, None]:
    """The same where the slots are numbered, the number being the depth, and options are tested one by one."""
    options, place, unplace, is_valid = own.choices, own._place, own._unplace, own.is_valid
    assert is_valid is not None
    limited = budget.limited
    placed: list[Any] = [NOTHING] * slots
    branches: list[Iterator[Any]] = [iter(())] * slots
    slot, last, standing = 0, slots - 1, NOTHING
    try:
        budget.spend()
        if slots == 0:
            yield
            return
        branch = iter(options(0))
        while True:
            for option in branch:
                if is_valid(slot, option):
                    if limited:
                        budget.spend()
                    try:
                        place(slot, option)
                    except BaseException:
                        own.broken = True
                        raise
                    if slot != last:
                        placed[slot] = option
                        branches[slot] = branch
                        slot += 1
                        branch = iter(options(slot))
                        break
                    standing = option
                    yield
                    standing = NOTHING
                    try:
                        unplace(slot, option)
                    except BaseException:
                        own.broken = True
                        raise
            else:
                if slot == 0:
                    return
                slot -= 1
                branch = branches[slot]
                try:
                    unplace(slot, placed[slot])
                except BaseException:
                    own.broken = True
                    raise
    finally:
        own.take_back(placed[:slot], standing)


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
