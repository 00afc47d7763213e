"""Problems that fail on workers."""

from __future__ import annotations

import os
import pathlib

import naive


class Failing(naive.Queens):
    """Raises in one unit, every time."""

    def place(self, column: int) -> None:
        super().place(column)
        if self.columns == [2, 0]:
            raise KeyError("never")


class FailingOnce(naive.Queens):
    """Raises the first time that a place is reached; a file remembers."""

    def __init__(self, size: int, file: str, deadly: bool) -> None:
        super().__init__(size)
        self.file = file
        self.deadly = deadly

    def place(self, column: int) -> None:
        super().place(column)
        if self.columns == [2, 0, 3] and not pathlib.Path(self.file).exists():
            pathlib.Path(self.file).touch()
            if self.deadly:
                os._exit(1)
            raise KeyError("once")
