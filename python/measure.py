"""Measures what the package promises; run it with the installed wheel, on a machine that does nothing else.

`python measure.py`: import, counts, solutions one by one, problems of one's own. `TREMAUX` is the path of the command, which is measured
beside the package. `python measure.py batch PUZZLES`: a file of Sudokus, one a line of 81. `python measure.py dask SIZE ROUNDS`: one
worker and two, counting queens by the bit engine. `python measure.py messages TASKS`: what a task of Dask's costs that does nothing.

What is compared takes turns, a round of each. A line has the median, and then every run.
"""

from __future__ import annotations

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

# Not the package beside this file: what is installed is what is measured.
sys.path[0] = str(pathlib.Path(__file__).parent / "tests")

import naive
import tremaux

COMMAND = os.environ.get("TREMAUX", "tremaux")
Questions = dict[str, Callable[[], Any]]


def seconds(question: Callable[[], Any]) -> float:
    """How long it takes."""
    began = time.perf_counter()
    question()
    return time.perf_counter() - began


def in_turn(questions: Questions, rounds: int, took: Callable[[Callable[[], Any]], float] = seconds) -> dict[str, list[float]]:
    """What each took, round by round."""
    runs: dict[str, list[float]] = {name: [] for name in questions}
    for _ in range(rounds):
        for name, question in questions.items():
            runs[name].append(took(question))
    return runs


def show(name: str, runs: list[float], scale: float, unit: str) -> None:
    """A line of the report."""
    every = " ".join(f"{run * scale:.2f}" for run in runs)
    print(f"{name:<34} {statistics.median(runs) * scale:9.2f} {unit}   ({every})", flush=True)


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


def recursion_of(problem: Any) -> list[Any]:
    """The recursion over the methods of a class."""
    found = []

    def solve() -> None:
        choices = problem.choices()
        if choices is None:
            found.append(problem.solution())
            return
        for choice in choices:
            problem.place(choice)
            solve()
            problem.unplace(choice)

    solve()
    return found


def main() -> None:
    """Whatever needs no file."""
    code = "import time; t = time.perf_counter(); import tremaux; print(time.perf_counter() - t)"
    show("import", [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(9)], 1e3, "ms")
    line = [COMMAND, "count", "queens", "14", "--format", "json"]
    counts: Questions = {
        "queens(14).count()": lambda: seconds(tremaux.queens(14).count),
        "the same, in the command": lambda: json.loads(subprocess.check_output(line))["seconds"],
    }
    for name, runs in in_turn(counts, 9, lambda question: float(question())).items():
        show(name, runs, 1e3, "ms")
    for name, search, k in [
        ("parens(6)", tremaux.parens(6), 132),
        ("parens(14)", tremaux.parens(14), 2_000_000),
        ("permutations(range(9))", tremaux.permutations(range(9)), 362_880),
        ("paths(8, 8)", tremaux.paths(8, 8), 265_729),
    ]:
        rates = [k / seconds(lambda search=search, k=k: search.take(k)) for _ in range(5)]
        show(f"take from {name}", rates, 1e-6, "M a second")
    strings = ["(" * 14 + ")" * 14] * 2_000_000
    show("copying as many such strings", [2e6 / seconds(lambda: [text[:14] + text[14:] for text in strings]) for _ in range(5)], 1e-6, "M a second")
    own()


def own() -> None:
    """Problems of one's own beside the recursions that they replace."""
    questions: Questions = {
        "place_and_check": lambda: list(tremaux.place_and_check(*template(9))),
        "its recursion": lambda: recursion(*template(9)),
        "its recursion, lazily": lambda: list(lazy_recursion(*template(9))),
        "search": lambda: list(tremaux.search(naive.Queens(9))),
        "the recursion over its class": lambda: recursion_of(naive.Queens(9)),
    }
    runs = in_turn(questions, 31)
    for name, others in {"place_and_check": ["its recursion", "its recursion, lazily"], "search": ["the recursion over its class"]}.items():
        for other in others:
            ratios = [ours / theirs for ours, theirs in zip(runs[name], runs[other])]
            show(f"{name} / {other}", ratios, 1.0, "")


def batch(file: pathlib.Path) -> None:
    """Many puzzles at once."""
    import numpy

    lines = [line for line in file.read_text().split() if len(line) == 81]
    lines = (lines * (100_000 // len(lines) + 1))[:100_000]
    digits = numpy.array([[int(cell) if cell.isdigit() else 0 for cell in line] for line in lines], dtype=numpy.uint8)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "puzzles.txt"
        path.write_text("\n".join(lines) + "\n")
        command = [COMMAND, "count", "sudoku", str(path), "--limit", "2", "--quiet"]
        questions: Questions = {
            "the command": lambda: subprocess.check_output(command),
            "a file": tremaux.sudokus(path).count,
            "a list of texts": tremaux.sudokus(lines).count,
            "an array": tremaux.sudokus(digits).count,
        }
        runs = in_turn(questions, 9)
    for name, took in runs.items():
        show(f"100,000 Sudokus of {name}", took, 1e3, "ms")
    for name in list(runs)[1:]:
        show(f"{name} / the command", [ours / its for ours, its in zip(runs[name], runs["the command"])], 1.0, "")


def dask(size: int, rounds: int) -> None:
    """One worker and two."""
    from distributed import Client, LocalCluster

    def count(workers: int) -> float:
        with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            spread = tremaux.spread(tremaux.queens(size), executor=client.get_executor(), engine="bits", units=1000, ahead=2 * workers)
            # The first message to a worker has it import what it needs.
            tremaux.spread(tremaux.queens(10), executor=client.get_executor(), engine="bits", units=20).count()
            return seconds(spread.count)

    runs = in_turn({"1 worker": lambda: count(1), "2 workers": lambda: count(2)}, rounds, lambda question: float(question()))
    for name, took in runs.items():
        show(f"queens {size}, bits, {name}", took, 1.0, "s")
    show("one / two", [one / two for one, two in zip(runs["1 worker"], runs["2 workers"])], 1.0, "")


def messages(tasks: int) -> None:
    """Tasks that do nothing, for two workers: one after the other, and all at once."""
    from concurrent.futures import wait

    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        executor = client.get_executor(pure=False)

        def one_by_one() -> None:
            for _ in range(tasks):
                executor.submit(int).result()

        def all_at_once() -> None:
            wait([executor.submit(int) for _ in range(tasks)])

        questions: Questions = {"one after the other": one_by_one, "all at once": all_at_once}
        one_by_one()
        for name, took in in_turn(questions, 5).items():
            show(f"a task of Dask's, {name}", took, 1e3 / tasks, "ms")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        main()
    elif sys.argv[1] == "dask":
        dask(int(sys.argv[2]), int(sys.argv[3]))
    elif sys.argv[1] == "messages":
        messages(int(sys.argv[2]))
    else:
        batch(pathlib.Path(sys.argv[2]))
