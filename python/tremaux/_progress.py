"""How far a long call is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Union

__all__ = ["Progress", "told"]

Progress = Union[bool, Callable[[int, int], object]]
"""A function of how much is done and how much there is; True, which shows a line on standard error; or False."""


def told(progress: Progress) -> Callable[[int, int], object] | None:
    """What is to be called, if anything is."""
    return _Line() if progress is True else (progress or None)


class _Line:
    """A line on standard error, with the time left at the speed so far."""

    OFTEN = 0.1

    def __init__(self) -> None:
        self.began = self.shown = time.monotonic()
        self.first: int | None = None
        self.width = 0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if self.first is None:
            # What was done before this call says nothing about its speed.
            self.first = done
        if done < total and now < self.shown + self.OFTEN:
            return
        line = f"{done:,} of {total:,}"
        if self.first < done < total:
            line += f", {_duration((now - self.began) * (total - done) / (done - self.first))} left"
        end = "\n" if done == total else ""
        print(f"\r{' ' * self.width}\r{line}", end=end, file=sys.stderr, flush=True)
        self.shown, self.width = now, len(line)


def _duration(seconds: float) -> str:
    for unit, size in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} s"
