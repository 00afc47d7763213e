"""The numbers that everything is held to, asked from Python."""

from __future__ import annotations

from typing import Any

import naive
import pytest
import tremaux

QUANTITIES = [
    (4, False, (17, 60, 16, 16, 4, 2)),
    (4, True, (9, 26, 8, 4, 2, 1)),
    (5, False, (54, 220, 53, 53, 4, 10)),
    (6, False, (153, 894, 152, 152, 46, 4)),
    (8, False, (2057, 15720, 2056, 2056, 644, 92)),
    (8, True, (114, 876, 113, 105, 42, 1)),
    (10, False, (35539, 348150, 35538, 35538, 12050, 724)),
]


def template(size: int) -> tremaux.Search[list[int]]:
    queens = naive.Queens(size)

    def place(row: int, column: int) -> None:
        queens.place(column)

    def unplace(row: int, column: int) -> None:
        queens.unplace(column)

    return tremaux.place_and_check(
        size, lambda row: range(size), queens.is_valid, place, unplace, queens.solution
    )


def shown(stats: tremaux.Stats) -> tuple[int, ...]:
    assert stats.rejected == stats.tried - stats.placed
    return (stats.calls, stats.tried, stats.placed, stats.unplaced, stats.dead_ends, stats.solutions)


@pytest.mark.parametrize(("size", "first", "expected"), QUANTITIES)
def test_quantities(size: int, first: bool, expected: tuple[int, ...]) -> None:
    searches: list[tremaux.Search[Any]] = [tremaux.queens(size), template(size), tremaux.search(naive.Queens(size))]
    for search in searches:
        assert shown(search.stats(first=first)) == expected
    assert shown(tremaux.queens(size).stats(first=first, engine="bits", threads=2)) == expected


def test_queens() -> None:
    assert list(tremaux.queens(4)) == [[1, 3, 0, 2], [2, 0, 3, 1]]
    assert tremaux.queens(3).solve() is None
    assert tremaux.queens(4).as_text().solve() == ".Q..\n...Q\nQ...\n..Q."
    counts = [tremaux.queens(size).count() for size in range(1, 16)]
    assert counts == [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184]
    fundamental = [tremaux.queens(size, fundamental=True).count() for size in range(1, 10)]
    assert fundamental == [1, 0, 0, 1, 2, 1, 6, 12, 46]
    assert tremaux.queens(8).count(limit=7) == 7
    assert tremaux.queens(8).take(2) == [[0, 4, 7, 5, 2, 6, 1, 3], [0, 5, 7, 2, 6, 3, 1, 4]]


def test_the_other_rows() -> None:
    text = "4\n1 0 0 0\n1 1 0 1\n0 1 0 0\n1 1 1 1\n"
    path = [(0, 0), (1, 0), (1, 1), (2, 1), (3, 1), (3, 2), (3, 3)]
    assert tremaux.maze(text, moves="right-down").solve() == path
    assert tremaux.maze(text).count() == 1
    puzzle = "306508400520000000087000031003010080900863005050090600130000250000000074005206300"
    solved = tremaux.sudoku(puzzle).solve()
    assert solved is not None and solved.startswith("316578492")
    assert tremaux.sudoku(puzzle).count(limit=2) == 1
    assert [" ".join(path) for path in tremaux.paths(1, 2)] == ["N N E", "N NE", "N E N", "NE N", "E N N"]
    assert len(list(tremaux.parens(3))) == 5
    assert tremaux.parens(1000).count() % 10**9 == _catalan(1000) % 10**9
    assert list(tremaux.permutations("abc"))[:2] == [["a", "b", "c"], ["a", "c", "b"]]
    assert tremaux.permutations(range(8)).count() == 40320
    assert tremaux.words(["SEE", "SET"], "set").solve() is None
    assert tremaux.words(["SEE", "SET"], ["set", "tees"], ignore_case=True, once=True).count() == 2


def _catalan(n: int) -> int:
    count = 1
    for k in range(n):
        count = count * 2 * (2 * k + 1) // (k + 2)
    return count


def test_large_counts_are_whole() -> None:
    assert tremaux.parens(1000).count() == _catalan(1000)
    assert tremaux.permutations(range(30)).count() == 265252859812191058636308480000000


def test_estimates() -> None:
    exact = tremaux.queens(6).estimate()
    assert exact.exact and exact.nodes.mean == 153 and exact.solutions.mean == 4
    rough = tremaux.queens(20).estimate(seconds=0.2, engine="bits")
    assert not rough.exact and rough.nodes.low < rough.nodes.mean < rough.nodes.high
    own = template(7).estimate(seconds=0.2)
    assert own.nodes.low <= tremaux.queens(7).stats().calls <= own.nodes.high * 1.5


def test_answers_are_checked() -> None:
    queens = tremaux.queens(4)
    assert queens.check([1, 3, 0, 2]) and queens.check([1, 3, 0, 2]).complete
    assert not queens.check([0, 1])
    assert queens.check([0, 1]).breaches[0][0] in ("diag", "anti")
    assert tremaux.paths(1, 2).check(["N", "NE"]).complete
    assert tremaux.maze([[1, 0], [1, 1]]).check([(0, 0), (1, 0)]).open is None
