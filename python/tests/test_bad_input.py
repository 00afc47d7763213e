"""Bad input: one exception of a documented class, and the interpreter lives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import naive
import numpy
import pytest
import tremaux

LINE = "306508400520000000087000031003010080900863005050090600130000250000000074005206300"
WRONG: list[tuple[type[Exception], str, Callable[[], Any]]] = [
    (ValueError, "size", lambda: tremaux.queens(-1)),
    (ValueError, "size", lambda: tremaux.queens(0)),
    (ValueError, "size", lambda: tremaux.queens(10**9)),
    (OverflowError, "", lambda: tremaux.queens(10**30)),
    (TypeError, "", lambda: tremaux.queens("8")),  # type: ignore[arg-type]
    (TypeError, "", lambda: tremaux.queens(8.0)),  # type: ignore[arg-type]
    (TypeError, "", lambda: tremaux.queens(None)),  # type: ignore[arg-type]
    (ValueError, "not on a board", lambda: tremaux.queens(4, given=[(4, 0)])),
    (ValueError, "(-1, 0) is on no board", lambda: tremaux.queens(4, blocked=[(-1, 0)])),
    (ValueError, "given", lambda: tremaux.queens(4, given=[(0, 0), (1, 1)])),
    (TypeError, "", lambda: tremaux.queens(4, given=[1, 2])),  # type: ignore[list-item]
    (ValueError, "regions", lambda: tremaux.queens(2, regions=[[0, 0], [0, 0]])),
    (ValueError, "row", lambda: tremaux.queens(2, regions=[[0, 1], [0]])),
    (TypeError, "regions", lambda: tremaux.queens(2, regions=7)),
    (ValueError, "fundamental", lambda: tremaux.queens(4, torus=True, fundamental=True)),
    (ValueError, "engine", lambda: tremaux.queens(4).count(engine="quick")),
    (ValueError, "timeout", lambda: tremaux.queens(4).count(timeout=-1)),
    (ValueError, "timeout", lambda: tremaux.queens(4).count(timeout=float("nan"))),
    (ValueError, "max_nodes", lambda: tremaux.queens(4).count(max_nodes=-1)),
    (ValueError, "threads", lambda: tremaux.queens(4).count(threads=0)),
    (ValueError, "k", lambda: tremaux.queens(4).take(-1)),
    (ValueError, "limit", lambda: tremaux.queens(4).count(limit=-1)),
    (tremaux.InvalidInput, "81", lambda: tremaux.sudoku("1" * 80)),
    (tremaux.InvalidInput, "twice", lambda: tremaux.sudoku("99" + "." * 79)),
    (ValueError, "twice", lambda: tremaux.sudoku([9, 9] + [0] * 79)),
    (ValueError, "digits", lambda: tremaux.sudoku([10] + [0] * 80)),
    (ValueError, "digits", lambda: tremaux.sudoku(numpy.full((9, 9), -1))),
    (ValueError, "cells of a grid", lambda: tremaux.sudoku([0] * 80)),
    (ValueError, "rows", lambda: tremaux.sudoku(numpy.zeros((3, 27), dtype=int))),
    (ValueError, "dimensions", lambda: tremaux.sudoku(numpy.zeros((3, 3, 9), dtype=int))),
    (TypeError, "whole numbers", lambda: tremaux.sudoku(numpy.zeros((9, 9)))),
    (TypeError, "whole numbers", lambda: tremaux.sudoku(numpy.zeros((9, 9), dtype=complex))),
    (TypeError, "puzzle", lambda: tremaux.sudoku([[None] * 9] * 9)),
    (TypeError, "puzzle", lambda: tremaux.sudoku(5)),
    (ValueError, "sudokus", lambda: tremaux.sudoku([LINE, LINE])),
    (tremaux.InvalidInput, "2x3", lambda: tremaux.sudoku(LINE, box="7x9")),
    (tremaux.InvalidInput, "puzzle 1", lambda: tremaux.sudokus([LINE, "no"]).count()),
    (TypeError, "texts", lambda: tremaux.sudokus([LINE, 5]).count()),
    (TypeError, "list", lambda: tremaux.sudokus(LINE)),
    (ValueError, "n x 81", lambda: tremaux.sudokus(numpy.zeros((2, 80), dtype=int)).count()),
    (ValueError, "puzzle 1", lambda: tremaux.sudokus(numpy.full((2, 81), [[0], [10]])).count()),
    (TypeError, "whole numbers", lambda: tremaux.sudokus(numpy.zeros((2, 81), dtype=numpy.float32)).count()),
    (tremaux.InvalidInput, "0", lambda: tremaux.maze("1 1\n1 2\n")),
    (ValueError, "row", lambda: tremaux.maze([[1, 1], [1]])),
    (ValueError, "0 or 1", lambda: tremaux.maze([[1, 3]])),
    (ValueError, "cells", lambda: tremaux.maze([])),
    (ValueError, "cells", lambda: tremaux.maze(numpy.zeros((0, 5), dtype=int))),
    (ValueError, "start", lambda: tremaux.maze([[1, 1]], start=(1, 0))),
    (ValueError, "moves", lambda: tremaux.maze([[1, 1]], moves="up")),
    (ValueError, "dimensions", lambda: tremaux.maze(numpy.ones(4, dtype=int))),
    (ValueError, "grid", lambda: tremaux.words(["AB", "C"], "A")),
    (ValueError, "word", lambda: tremaux.words(["AB"], "ABC")),
    (ValueError, "word", lambda: tremaux.words(["AB"], "")),
    (ValueError, "x", lambda: tremaux.paths(-1, 2)),
    (tremaux.InvalidInput, "NW", lambda: tremaux.paths(1, 2, steps="N,NW")),
    (ValueError, "pairs", lambda: tremaux.parens(-1)),
    (ValueError, "items", lambda: tremaux.permutations([])),
    (TypeError, "hash", lambda: tremaux.permutations([[]])),
    (ValueError, "slots", lambda: tremaux.place_and_check(-1, list, bool, bool, bool, list)),  # type: ignore[arg-type]
    (TypeError, "is_valid", lambda: tremaux.place_and_check(1, list, None, bool, bool, list)),  # type: ignore[arg-type]
    (TypeError, "limt", lambda: tremaux.search(naive.Queens(4)).count(limt=2)),  # type: ignore[call-arg]
    (ValueError, "k", lambda: tremaux.search(naive.Queens(4)).take(-1)),
    (ValueError, "timeout", lambda: tremaux.search(naive.Queens(4)).count(timeout=-1)),
    (TypeError, "choices", lambda: tremaux.search(object())),  # type: ignore[arg-type]
    (TypeError, "your own", lambda: tremaux.check_undo(tremaux.queens(4))),
    (TypeError, "search", lambda: tremaux.watch(5)),  # type: ignore[arg-type]
    (tremaux.OutOfReach, "engine", lambda: tremaux.queens(200).count()),
    (tremaux.InvalidInput, "column", lambda: tremaux.queens(4).check("x")),
]


@pytest.mark.parametrize(("error", "message", "asked"), WRONG, ids=range(len(WRONG)))
def test_wrong(error: type[Exception], message: str, asked: Callable[[], Any], capfd: Any) -> None:
    with pytest.raises(error) as raised:
        asked()
    assert message in str(raised.value)
    assert "panic" not in capfd.readouterr().err


def test_the_place_of_an_error() -> None:
    with pytest.raises(tremaux.InvalidInput) as raised:
        tremaux.maze("1 1\n1 2\n")
    assert (raised.value.line, raised.value.column, raised.value.text) == (2, 3, "1 2")


def test_files(tmp_path: Any) -> None:
    file = tmp_path / "puzzles.txt"
    with pytest.raises(OSError):
        tremaux.sudokus(file).count()
    file.write_text(f"{LINE}\n{LINE[:-1]}\n")
    with pytest.raises(tremaux.InvalidInput) as raised:
        tremaux.sudokus(file).count()
    assert raised.value.line == 2
    file.write_text(f"# two\n{LINE}\n\n{LINE}\n")
    assert tremaux.sudokus(file).count() == [1, 1]


class Mistake(Exception):
    """Raised by the problems below."""


@pytest.mark.parametrize("method", ["choices", "place", "unplace", "solution"])
def test_what_a_method_raises_comes_out(method: str) -> None:
    calls = 0

    class Raising(naive.Queens):
        pass

    def raising(self: Any, *arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise Mistake(method)
        return getattr(naive.Queens, method)(self, *arguments)

    setattr(Raising, method, raising)
    questions: list[Callable[[tremaux.Search[Any]], Any]] = [
        lambda search: list(search),
        lambda search: search.take(3),
        lambda search: search.stats(),
        lambda search: search.estimate(seconds=0.01),
        lambda search: search.watch(),
    ]
    if method != "solution":
        questions += [lambda search: search.count(), lambda search: search.as_text().solve()]
    else:
        questions = questions[:2]
    for question in questions:
        calls = 0
        problem = Raising(6)
        search = tremaux.search(problem)
        with pytest.raises(Mistake) as raised:
            question(search)
        assert raised.value.args == (method,)
        if method in ("choices", "solution"):
            assert vars(problem) == vars(naive.Queens(6)), "the state is as it was"
            assert search.count() == 4
        else:
            with pytest.raises(RuntimeError, match="state is unknown"):
                search.count()


def test_a_generator_that_raises() -> None:
    def options(slot: int) -> Iterator[int]:
        yield 0
        raise Mistake("after one")

    search = tremaux.place_and_check(
        2, options, lambda slot, option: True, lambda slot, option: None, lambda slot, option: None, lambda: 0
    )
    iterator = iter(search)
    assert next(iterator) == 0
    with pytest.raises(Mistake):
        next(iterator)
    with pytest.raises(StopIteration):
        next(iterator)


def test_what_methods_return_wrongly() -> None:
    class Wrong(naive.Queens):
        def choices(self) -> Any:
            return 5

    with pytest.raises(TypeError, match="iterable"):
        tremaux.search(Wrong(4)).count()

    class Unhashable(naive.Queens):
        def choices(self) -> Any:
            return [[1]]

    with pytest.raises(TypeError, match="hash"):
        tremaux.search(Unhashable(4)).stats()


def test_an_undo_that_does_not() -> None:
    class Forgetful(naive.Queens):
        def unplace(self, column: int) -> None:
            self.columns.pop()

    with pytest.raises(tremaux.Fault, match="cols"):
        tremaux.check_undo(tremaux.search(Forgetful(4)))
    assert tremaux.check_undo(tremaux.search(naive.Queens(4))) == 17

    board: list[int] = []
    marks: set[int] = set()

    def place(slot: int, option: int) -> None:
        board.append(option)
        marks.add(option)

    def template(unplace: Callable[[int, int], Any]) -> tremaux.Search[list[int]]:
        return tremaux.place_and_check(
            3, lambda slot: range(3), lambda slot, option: option not in marks, place, unplace, board.copy
        )

    def undo(slot: int, option: int) -> None:
        board.pop()
        marks.discard(option)

    assert tremaux.check_undo(template(undo)) == 16
    with pytest.raises(tremaux.Fault, match="marks"):
        tremaux.check_undo(template(lambda slot, option: board.pop()))

    class Twice(naive.Queens):
        def choices(self) -> Any:
            return [1, 1] if len(self.columns) < 2 else None

    with pytest.raises(tremaux.Fault, match="twice"):
        tremaux.check_undo(tremaux.search(Twice(4)))


def test_one_question_at_a_time() -> None:
    search = tremaux.search(naive.Queens(6))
    first = iter(search)
    next(first)
    with pytest.raises(RuntimeError, match="being searched"):
        search.count()
    del first
    assert search.count() == 4


def test_arrays_of_any_layout_and_type() -> None:
    """Not contiguous, backwards, the wrong way round, of the other byte order: read as they are, or refused by name."""
    rows = numpy.array([int(digit) for digit in LINE], dtype=numpy.uint8).reshape(9, 9)
    solution = tremaux.sudoku(LINE).solve()
    sparse = numpy.zeros((18, 27), dtype=numpy.int64)
    sparse[::2, ::3] = rows
    for array in (sparse[::2, ::3], rows[::-1][::-1], numpy.asfortranarray(rows), rows.T.copy().T, rows.astype(">u8").astype("<u8")):
        assert tremaux.sudoku(array).solve() == solution
        assert tremaux.sudokus(numpy.stack([array, array])[::-1]).count().tolist() == [1, 1]
    many = numpy.zeros((4, 162), dtype=numpy.int32)
    many[:, ::2] = rows.reshape(81)
    assert tremaux.sudokus(many[::2, ::2]).count().tolist() == [1, 1]
    read_only = rows.copy()
    read_only.setflags(write=False)
    assert tremaux.sudoku(read_only).solve() == solution
    opened = numpy.ones((6, 8), dtype=numpy.uint8)[::2, ::2]
    assert tremaux.maze(opened).count() == tremaux.maze([[1] * 4] * 3).count()
    regions = numpy.array([[0, 0, 1, 1], [2, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]])
    assert tremaux.queens(4, regions=numpy.asfortranarray(regions)).count() == tremaux.queens(4, regions=regions.tolist()).count()
    for wrong in (rows.astype(object), rows.astype("U1"), rows.astype(">u8"), rows.astype("datetime64[s]"), rows.astype([("digit", "u1")])):
        with pytest.raises((TypeError, ValueError)) as raised:
            tremaux.sudoku(wrong)
        assert "panic" not in str(raised.value)
