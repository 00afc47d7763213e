"""Problems that fail on workers, and not where they are made and cut."""

from __future__ import annotations

import os
import pathlib

import naive


class Failing(naive.Queens):
    """Raises in one unit, every time, unless there is a file `mended`."""

    def __init__(self, size: int, mended: str = "") -> None:
        super().__init__(size)
        self.home = os.getpid()
        self.mended = mended

    def place(self, column: int) -> None:
        super().place(column)
        if self.columns == [4, 0] and os.getpid() != self.home and not os.path.exists(self.mended):
            raise KeyError("never")


class FailingOnce(naive.Queens):
    """Raises the first time that a place is reached; a file remembers."""

    def __init__(self, size: int, file: str, deadly: bool) -> None:
        super().__init__(size)
        self.home = os.getpid()
        self.file = file
        self.deadly = deadly

    def place(self, column: int) -> None:
        super().place(column)
        if self.columns == [2, 0, 3] and os.getpid() != self.home and not pathlib.Path(self.file).exists():
            pathlib.Path(self.file).touch()
            if self.deadly:
                os._exit(1)
            raise KeyError("once")


class AlwaysFailing(naive.Queens):
    """Raises wherever it is."""

    def place(self, column: int) -> None:
        raise KeyError("always")
