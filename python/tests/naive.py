"""Searches as anyone would write them, to hold the engine's to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any


def queens(size: int, given: Any = (), blocked: Any = (), regions: Any = None, **rules: bool) -> list[list[int]]:
    """Every board, by trying all orderings of the columns."""
    return [list(columns) for columns in permutations(range(size)) if _peaceful(columns, given, blocked, regions, **rules)]


def _peaceful(
    columns: tuple[int, ...],
    given: Any,
    blocked: Any,
    regions: Any,
    torus: bool = False,
    no_touch: bool = False,
) -> bool:
    size = len(columns)
    if any(columns[row] != column for row, column in given):
        return False
    if any(columns[row] == column for row, column in blocked):
        return False
    if regions is not None and len({regions[row][column] for row, column in enumerate(columns)}) < size:
        return False
    diagonals = not (no_touch and regions is not None)
    for row in range(size):
        for other in range(row):
            down, across = row - other, abs(columns[row] - columns[other])
            if torus:
                near = min(down, size - down) <= 1 and min(across, size - across) <= 1
            else:
                near = down <= 1 and across <= 1
            if no_touch and near:
                return False
            if diagonals and _on_diagonal(size, row, other, columns, torus):
                return False
    return True


def _on_diagonal(size: int, row: int, other: int, columns: tuple[int, ...], torus: bool) -> bool:
    down, across = row - other, columns[row] - columns[other]
    if torus:
        return (down - across) % size == 0 or (down + across) % size == 0
    return down == abs(across)


def sudoku(cells: list[int]) -> Iterator[list[int]]:
    """Every way to fill 81 or 16 cells, blank cell by blank cell."""
    side = int(len(cells) ** 0.5)
    root = int(side**0.5)
    if 0 not in cells:
        if all(_fits(cells, side, root, at) for at in range(len(cells))):
            yield list(cells)
        return
    at = cells.index(0)
    for digit in range(1, side + 1):
        cells[at] = digit
        if _fits(cells, side, root, at):
            yield from sudoku(cells)
    cells[at] = 0


def _fits(cells: list[int], side: int, root: int, at: int) -> bool:
    row, column = divmod(at, side)
    for other, digit in enumerate(cells):
        r, c = divmod(other, side)
        seen = r == row or c == column or (r // root, c // root) == (row // root, column // root)
        if other != at and seen and digit == cells[at]:
            return False
    return True


MOVES = {"right-down": [(1, 0), (0, 1)], "four": [(1, 0), (0, -1), (0, 1), (-1, 0)]}


def maze(rows: list[list[int]], moves: str) -> Iterator[list[tuple[int, int]]]:
    """Every path through a maze, from the top left to the bottom right, moves tried in the order D, L, R, U."""
    end = (len(rows) - 1, len(rows[0]) - 1)

    def on(path: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
        row, column = path[-1]
        if (row, column) == end:
            yield list(path)
            return
        for down, right in MOVES[moves]:
            cell = (row + down, column + right)
            if 0 <= cell[0] <= end[0] and 0 <= cell[1] <= end[1] and rows[cell[0]][cell[1]] and cell not in path:
                yield from on([*path, cell])

    if rows[0][0] and rows[end[0]][end[1]]:
        yield from on([(0, 0)])


class Queens:
    """The textbook's queens with marks, as a problem of one's own."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.columns: list[int] = []
        self.cols: set[int] = set()
        self.diag: set[int] = set()
        self.anti: set[int] = set()

    def is_valid(self, row: int, column: int) -> bool:
        return column not in self.cols and row - column not in self.diag and row + column not in self.anti

    def options(self) -> range:
        return range(self.size)

    def choices(self) -> list[int] | None:
        row = len(self.columns)
        if row == self.size:
            return None
        return [column for column in range(self.size) if self.is_valid(row, column)]

    def place(self, column: int) -> None:
        row = len(self.columns)
        self.columns.append(column)
        self.cols.add(column)
        self.diag.add(row - column)
        self.anti.add(row + column)

    def unplace(self, column: int) -> None:
        self.columns.pop()
        row = len(self.columns)
        self.cols.remove(column)
        self.diag.remove(row - column)
        self.anti.remove(row + column)

    def solution(self) -> list[int]:
        return list(self.columns)


class BlockedQueens(Queens):
    """The same on a board with blocked squares."""

    def __init__(self, size: int, blocked: Any) -> None:
        super().__init__(size)
        self.blocked = frozenset(blocked)

    def is_valid(self, row: int, column: int) -> bool:
        return (row, column) not in self.blocked and super().is_valid(row, column)


def recursion(queens: Queens, found: list[list[int]]) -> None:
    """The textbook's search."""
    row = len(queens.columns)
    if row == queens.size:
        found.append(queens.solution())
        return
    for column in queens.options():
        if queens.is_valid(row, column):
            queens.place(column)
            recursion(queens, found)
            queens.unplace(column)
