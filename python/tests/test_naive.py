"""Everything held to naive searches, on many random inputs."""

from __future__ import annotations

import array
from typing import Any

import naive
import numpy
import pytest
import tremaux
from hypothesis import given, settings
from hypothesis import strategies as st

settings.register_profile("quick", max_examples=60, deadline=None)
settings.load_profile("quick")


@st.composite
def boards(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    size = draw(st.integers(1, 6))
    square = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    how: dict[str, Any] = {"blocked": draw(st.lists(square, max_size=4)), "torus": draw(st.booleans())}
    if draw(st.booleans()):
        how["given"] = [draw(square)]
    if draw(st.booleans()):
        cells = list(range(size)) + [draw(st.integers(0, size - 1)) for _ in range(size * size - size)]
        cells = draw(st.permutations(cells))
        how["regions"] = [cells[row * size : (row + 1) * size] for row in range(size)]
        how["no_touch"] = draw(st.booleans())
    return size, how


@given(boards())
def test_boards(board: tuple[int, dict[str, Any]]) -> None:
    size, how = board
    expected = naive.queens(size, **how)
    try:
        search = tremaux.queens(size, **how)
    except ValueError:  # a given queen on a blocked square
        assert expected == []
        return
    assert list(search) == expected
    assert search.count() == len(expected) == search.count(engine="plain")
    assert search.solve() == (expected[0] if expected else None)
    assert search.take(2, threads=2) == expected[:2]


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_mazes(rows: int, columns: int, data: st.DataObject) -> None:
    row = st.lists(st.sampled_from([0, 1, 1]), min_size=columns, max_size=columns)
    cells = data.draw(st.lists(row, min_size=rows, max_size=rows))
    moves = data.draw(st.sampled_from(["right-down", "four"]))
    expected = list(naive.maze(cells, moves))
    for given_as in (cells, numpy.array(cells), numpy.array(cells, dtype=bool), numpy.asfortranarray(cells)):
        search = tremaux.maze(given_as, moves=moves)
        assert list(search) == expected
    assert search.count() == len(expected)
    if expected:
        shortest = list(tremaux.maze(cells, moves=moves, shortest=True))
        length = min(map(len, expected))
        assert shortest == [path for path in expected if len(path) == length]


@given(st.lists(st.integers(0, 4), min_size=16, max_size=16).map(lambda cells: [c if i % 3 == 0 else 0 for i, c in enumerate(cells)]))
def test_small_sudokus(cells: list[int]) -> None:
    expected = list(naive.sudoku(list(cells)))
    ways: list[Any] = [cells, [cells[at : at + 4] for at in range(0, 16, 4)], numpy.array(cells).reshape(4, 4)]
    for puzzle in ways:
        try:
            search = tremaux.sudoku(puzzle)
        except ValueError:
            assert expected == []
            continue
        assert list(search) == ["".join(map(str, solution)) for solution in expected]
    text = "".join(map(str, cells))
    assert tremaux.sudokus([text, text]).count(limit=None) == [len(expected)] * 2


SOLVED = "316578492529134768487629531263415987974863125851792643138947256692351874745286319"


@settings(max_examples=25)
@given(st.lists(st.lists(st.booleans(), min_size=81, max_size=81), min_size=1, max_size=150))
def test_batches(kept: list[list[bool]]) -> None:
    puzzles = [[int(digit) if keep else 0 for digit, keep in zip(SOLVED, keeps)] for keeps in kept]
    texts = ["".join(map(str, cells)) for cells in puzzles]
    expected = [tremaux.sudoku(text).count(limit=2) for text in texts]
    assert tremaux.sudokus(texts).count() == expected
    wide = numpy.array(puzzles)
    for cells in (wide.astype(numpy.uint8), wide, wide.astype(numpy.int16), wide.reshape(-1, 9, 9), numpy.asfortranarray(wide)):
        batch = tremaux.sudokus(cells)
        assert batch.count(threads=2).tolist() == expected
        solved = batch.solve()
        assert solved.shape == cells.shape and solved.dtype == numpy.uint8
        assert (numpy.where(wide > 0, wide, solved.reshape(-1, 81)) == solved.reshape(-1, 81)).all()
    for text, line in zip(texts, tremaux.sudokus(texts).solve()):
        assert tremaux.sudoku(text).check(line).complete


@given(st.integers(1, 6), st.sampled_from([None, 0, 1, 3]))
def test_own_problems(size: int, k: Any) -> None:
    found: list[list[int]] = []
    naive.recursion(naive.Queens(size), found)
    problem = naive.Queens(size)
    search = tremaux.search(problem)
    assert list(search) == found
    assert search.count() == len(found)
    assert search.count(limit=2) == min(len(found), 2)
    if k is not None:
        assert search.take(k) == found[:k]
    iterator = iter(search)
    for expected in found[:1]:
        assert next(iterator) == expected
    iterator.close()
    assert vars(problem) == vars(naive.Queens(size)), "the state is as it was"


def places(size: int) -> st.SearchStrategy[list[int]]:
    """Numbers of choices, most of which lead somewhere on a board of this size."""
    return st.lists(st.integers(0, max(1, size - 2)), max_size=size)


@given(st.integers(1, 6), st.data())
def test_parts_of_own_problems_are_those_of_the_engine(size: int, data: st.DataObject) -> None:
    square = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    blocked = data.draw(st.lists(square, max_size=size))
    engine, own = tremaux.queens(size, blocked=blocked), tremaux.search(naive.BlockedQueens(size, blocked))
    # Random places, and what lies between one and the next where they are in order.
    cuts = sorted(data.draw(st.lists(places(size), max_size=6)))
    names: list[tuple[list[int], Any]] = list(zip([[], *cuts], [*cuts, [size]]))
    names.append((data.draw(places(size)), data.draw(st.none() | places(size))))
    for name in names:
        try:
            expected = engine._values(name, "plain")
        except ValueError:
            with pytest.raises(ValueError, match="unit"):
                own._values(name, None)
        else:
            assert own._values(name, None) == expected


@given(st.lists(st.one_of(st.integers(0, 3), st.sampled_from(["1", "a", None, (1, 2)])), min_size=1, max_size=6))
def test_permutations(items: list[Any]) -> None:
    import itertools

    expected = list(dict.fromkeys(itertools.permutations(items)))
    found = [tuple(ordering) for ordering in tremaux.permutations(items)]
    assert sorted(map(repr, found)) == sorted(map(repr, expected))
    assert tremaux.permutations(items).count() == len(expected)


def test_arrays_without_numpy() -> None:
    digits = array.array("B", map(int, SOLVED))
    assert tremaux.sudoku(digits).solve() == SOLVED
