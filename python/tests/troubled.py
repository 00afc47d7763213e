"""Problems that fail on workers, and not where they are made and cut."""

from __future__ import annotations

import os
import pathlib

UNITS = [([], [1]), ([1], None), ([2], None), ([3], None), ([4], None), ([5], None)]
"""What `Words` is cut into where six units are asked for: the words that begin with the same letter."""


class Words:
    """Words of two letters out of six. All its subtrees are alike: so, unlike most, it is cut in the same way every time."""

    def __init__(self) -> None:
        self.word = ""

    def choices(self) -> str | None:
        return "abcdef" if len(self.word) < 2 else None

    def place(self, letter: str) -> None:
        self.word += letter

    def unplace(self, letter: str) -> None:
        self.word = self.word[:-1]

    def solution(self) -> str:
        return self.word


class Failing(Words):
    """Raises on workers, in the unit of `e`, the first so many `times` that it comes there; or ends the worker, if `deadly`.
    A `file` has a byte for every time."""

    def __init__(self, file: pathlib.Path, times: int, deadly: bool = False) -> None:
        super().__init__()
        self.home = os.getpid()
        self.file = str(file)
        self.times = times
        self.deadly = deadly

    def place(self, letter: str) -> None:
        super().place(letter)
        if self.word == "eb" and os.getpid() != self.home:
            with open(self.file, "ab", buffering=0) as file:
                file.write(b".")
            if self.came() <= self.times:
                if self.deadly:
                    os._exit(1)
                raise KeyError("not yet")

    def came(self) -> int:
        """How many times it came there."""
        return os.path.getsize(self.file)


class AlwaysFailing(Words):
    """Raises wherever it is."""

    def place(self, letter: str) -> None:
        raise KeyError("always")
