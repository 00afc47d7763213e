"""What general solvers make of the boards of `boards`: a SAT solver and a constraint solver, on one thread each.

    pip install python-sat==1.9.dev24 ortools==9.15.6755
    python3 bench/boards/peers.py cadical|cpsat SECONDS FILE...

A file is a drawing, as `boards draw KIND SIZE AMOUNT SEED` prints it: `.` where a queen may stand, `#` where none may.
Both solvers are told the same: a queen on every row and column, at most one on every diagonal.
"""

import multiprocessing
import sys
import time
from collections import defaultdict


def lines(path):
    """The squares on which a queen may stand, numbered from 1, by line: ('row', 3), ('sum', 7), ..."""
    found = defaultdict(list)
    number = 0
    with open(path, encoding="utf-8") as drawing:
        for row, text in enumerate(drawing):
            for column, square in enumerate(text.strip()):
                if square == ".":
                    number += 1
                    ways = {"row": row, "column": column, "sum": row + column, "difference": row - column}
                    for way, index in ways.items():
                        found[way, index].append(number)
    return number, found


def cadical(path):
    """Whether the board has a solution, by CaDiCaL 1.9.5; at most one queen by a sequential counter on long lines."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver

    top, found = lines(path)
    with Solver(name="cadical195") as solver:
        for (way, _), squares in found.items():
            if way in ("row", "column"):
                solver.add_clause(squares)
            encoding = EncType.pairwise if len(squares) <= 6 else EncType.seqcounter
            at_most = CardEnc.atmost(squares, 1, top_id=top, encoding=encoding)
            top = max(top, at_most.nv)
            solver.append_formula(at_most.clauses)
        return solver.solve()


def cpsat(path):
    """The same, by CP-SAT."""
    from ortools.sat.python import cp_model

    count, found = lines(path)
    model = cp_model.CpModel()
    queens = [model.new_bool_var("") for _ in range(count)]
    for (way, _), squares in found.items():
        on_line = [queens[square - 1] for square in squares]
        (model.add_exactly_one if way in ("row", "column") else model.add_at_most_one)(on_line)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def main():
    """Asks the solver of every file, each in a process of its own that is stopped when its time is up."""
    solve, seconds = {"cadical": cadical, "cpsat": cpsat}[sys.argv[1]], float(sys.argv[2])
    for path in sys.argv[3:]:
        began = time.monotonic()
        with multiprocessing.Pool(1) as pool:
            try:
                answer = "a solution" if pool.apply_async(solve, (path,)).get(seconds) else "none"
            except multiprocessing.TimeoutError:
                answer = "unfinished"
        print(f"{path}: {answer}, {time.monotonic() - began:.2f} s", flush=True)


if __name__ == "__main__":
    main()
