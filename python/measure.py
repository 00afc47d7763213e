"""Measures what the package promises; run it with the installed wheel, on a machine that does nothing else.

`python measure.py [PUZZLES]`: a file of Sudokus, one a line of 81; without it, batches are not measured.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parent / "tests"))

import naive
import tremaux


def best(question: Callable[[], Any], times: int = 7) -> float:
    """The least of some times, in seconds."""
    least = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        question()
        least = min(least, time.perf_counter() - began)
    return least


def template(size: int) -> tuple[Any, ...]:
    """Queens by functions around sets: slots, options, is_valid, place, unplace, record."""
    queens = naive.Queens(size)
    columns, cols, diag, anti = queens.columns, queens.cols, queens.diag, queens.anti

    def is_valid(row: int, column: int) -> bool:
        return column not in cols and row - column not in diag and row + column not in anti

    def place(row: int, column: int) -> None:
        columns.append(column), cols.add(column), diag.add(row - column), anti.add(row + column)

    def unplace(row: int, column: int) -> None:
        columns.pop(), cols.remove(column), diag.remove(row - column), anti.remove(row + column)

    return size, lambda row: range(size), is_valid, place, unplace, columns.copy


def recursion(slots: int, options: Any, is_valid: Any, place: Any, unplace: Any, record: Any) -> list[Any]:
    """The textbook's recursion over the same functions."""
    found = []

    def solve(slot: int) -> None:
        if slot == slots:
            found.append(record())
            return
        for option in options(slot):
            if is_valid(slot, option):
                place(slot, option)
                solve(slot + 1)
                unplace(slot, option)

    solve(0)
    return found


def lazy_recursion(slots: int, options: Any, is_valid: Any, place: Any, unplace: Any, record: Any) -> Any:
    """The same as a generator."""

    def solve(slot: int) -> Any:
        if slot == slots:
            yield record()
            return
        for option in options(slot):
            if is_valid(slot, option):
                place(slot, option)
                yield from solve(slot + 1)
                unplace(slot, option)

    return solve(0)


def main() -> None:
    """Prints a line a figure."""
    code = "import time; t = time.perf_counter(); import tremaux; print(time.perf_counter() - t)"
    took = min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(7))
    print(f"import                              {took * 1e3:8.1f} ms")
    print(f"queens(14).count()                  {best(tremaux.queens(14).count) * 1e3:8.2f} ms")
    print(f"queens(6).count()                   {best(tremaux.queens(6).count, 50) * 1e6:8.1f} us")
    for name, search, k in [
        ("parens(14)", tremaux.parens(14), 2_000_000),
        ("permutations(range(9))", tremaux.permutations(range(9)), 362_880),
        ("paths(8, 8)", tremaux.paths(8, 8), 265_729),
    ]:
        rate = k / best(lambda search=search, k=k: search.take(k), 3)
        print(f"take from {name:<25} {rate / 1e6:8.2f} M a second")
    ours = best(lambda: list(tremaux.place_and_check(*template(9))))
    for name, other in [("recursion", recursion), ("recursion, lazily", lazy_recursion)]:
        theirs = best(lambda other=other: list(other(*template(9))))
        print(f"own problem / {name:<21} {ours / theirs:8.2f}")
    if len(sys.argv) > 1:
        batch(pathlib.Path(sys.argv[1]))


def batch(file: pathlib.Path) -> None:
    """Many puzzles at once."""
    import numpy

    lines = [line for line in file.read_text().split() if len(line) == 81]
    lines = (lines * (100_000 // len(lines) + 1))[:100_000]
    digits = numpy.array([[int(cell) if cell.isdigit() else 0 for cell in line] for line in lines], dtype=numpy.uint8)
    for name, puzzles in [("texts", lines), ("an array", digits)]:
        took = best(lambda puzzles=puzzles: tremaux.sudokus(puzzles).count(), 3)
        print(f"count 100,000 Sudokus of {name:<10} {took * 1e3:8.1f} ms")
        took = best(lambda puzzles=puzzles: tremaux.sudokus(puzzles).solve(), 3)
        print(f"solve 100,000 Sudokus of {name:<10} {took * 1e3:8.1f} ms")


if __name__ == "__main__":
    main()
