"""What goes wrong, beside Python's own `TypeError`, `ValueError` and `OSError`."""

from __future__ import annotations

from typing import Any

__all__ = ["Fault", "InternalError", "Interrupted", "InvalidInput", "OutOfReach", "Stopped", "UnitsFailed", "WrongJob"]


class InvalidInput(ValueError):
    """A text that is no puzzle. Its parts say where and why."""

    def __init__(self, message: str, line: int, column: int, text: str) -> None:
        """Of `message` at a place of `text`, a line without its end."""
        super().__init__(message, line, column, text)
        self.message = message
        """What is wrong and what was expected instead."""
        self.line = line
        """The line, from 1."""
        self.column = column
        """The column in characters, from 1."""
        self.text = text
        """The line as it stands there."""

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class OutOfReach(ValueError):
    """An instance of which nobody can have the answer: it would take too long, or too much memory."""


class Stopped(Exception):
    """A limit stopped the search before its end: the answer would not be the whole one."""

    def __init__(self, reason: str, found: Any) -> None:
        """Of a search that found so much."""
        super().__init__(reason, found)
        self.reason = reason
        """The argument that set the limit: `timeout` or `max_nodes`."""
        self.found = found
        """What was found until then: of a count, the number so far; of `take` and of a batch, a list; of solutions
        that were asked for one by one, how many came; of `stats`, a `Stats`; else None."""

    def __str__(self) -> str:
        return f"stopped by {self.reason}: the search did not come to its end"


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped the search. Nothing that was found is lost."""

    def __init__(self, found: Any) -> None:
        """Of a search that found so much."""
        super().__init__(found)
        self.found = found
        """What was found until then, as in `Stopped.found`."""

    def __str__(self) -> str:
        return "interrupted: the search did not come to its end"


class Fault(Exception):
    """A problem of one's own that breaks a promise: the message says which and where."""


class UnitsFailed(Exception):
    """Units of a search that was spread were given up; all others are done."""

    def __init__(self, failed: dict[tuple[int, ...], Exception], found: Any) -> None:
        """Of a search that found so much without them."""
        super().__init__(failed, found)
        self.failed = failed
        """What each unit raised last, by where it begins: which choice of each node is taken from the root down, from 0."""
        self.found = found
        """What the others found: of a count, the number; of solutions, how many came."""

    def __str__(self) -> str:
        listed = "; ".join(f"{list(unit)}: {error!r}" for unit, error in list(self.failed.items())[:10])
        return f"{len(self.failed)} units failed: {listed}"


class WrongJob(ValueError):
    """A job file that is another job's, no job's, or damaged: the message says which, and in what they differ."""


class InternalError(RuntimeError):
    """A mistake in tremaux, and not in what it was asked. Please report it."""

    def __str__(self) -> str:
        return "tremaux made a mistake; please report it with what you asked"
