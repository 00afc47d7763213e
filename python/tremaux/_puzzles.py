"""The puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from os import PathLike, fspath
from typing import Any, TypeVar, cast

from . import _errors, _tremaux
from ._progress import Progress, told
from ._search import Search

__all__ = ["Sudokus", "maze", "paths", "parens", "permutations", "queens", "sudoku", "sudokus", "words"]

T = TypeVar("T")
Square = tuple[int, int]


F = TypeVar("F", bound=Callable[..., Search[Any]])


def _kept(function: F) -> F:
    """The same function; what it makes can be pickled, since it keeps what it was made of."""

    @wraps(function)
    def making(*arguments: Any, **options: Any) -> Any:
        made = function(*arguments, **options)
        made._made = (making, arguments, options)
        return made

    return cast(F, making)


@_kept
def queens(
    size: int,
    *,
    given: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
    regions: Any = None,
    torus: bool = False,
    no_touch: bool = False,
    shield: bool = False,
    fundamental: bool = False,
) -> Search[list[int]]:
    """Queens on a board of `size` x `size`, one a row and column, none attacking another.

    A solution is the list of their columns, row by row from 0.

    - `given`, `blocked`: squares (row, column) from 0 with a queen, and where none may stand.
    - `regions`: `size` rows of `size` whole numbers, a list or an array; each of the regions holds one queen.
    - `torus`: the board wraps around. `no_touch`: no two queens are neighbours; on a board with regions this replaces
      the attack along diagonals. `shield`: a blocked square stops the attack along a diagonal.
    - `fundamental`: solutions up to turning and flipping the board, which must be an empty one.

    Raises `ValueError` for a size that is not from 1 to 10,000,000 (1,000 for a board that isn't plain), squares off the
    board, given queens that attack each other, and regions that are not as many as rows.

    >>> queens(8).count()
    92
    >>> queens(4).solve()
    [1, 3, 0, 2]
    """
    rules = {"torus": torus, "no_touch": no_touch, "shield": shield, "fundamental": fundamental}
    instance = _tremaux.queens(size, given=list(given), blocked=list(blocked), regions=regions, **rules)
    return Search(instance, f"queens {size}")


@_kept
def sudoku(
    puzzle: Any,
    *,
    box: str | None = None,
    diagonal: bool = False,
    windoku: bool = False,
    anti_knight: bool = False,
    anti_king: bool = False,
    non_consecutive: bool = False,
) -> Search[str]:
    """One Sudoku, of any size from 4 x 4 to 25 x 25. A solution is the line of its cells.

    `puzzle` is a text in almost any format – 81 symbols, a grid, pencil marks, with rules –, a list of such rows, or
    digits, 0 for a blank: a list or an array of 81, or of 9 x 9. `box` says how large the boxes are, like `"2x3"`;
    the other arguments add rules.

    Raises `InvalidInput` for a text that is no puzzle, or whose givens clash; `ValueError` for digits that are none or
    clash and for another shape; `TypeError` for other things than texts and whole numbers.

    >>> sudoku("2..4|...2|...1|1..3".replace("|", "")).solve()
    '2134341243211243'
    """
    variant = [diagonal, windoku, anti_knight, anti_king, non_consecutive]
    if isinstance(puzzle, (list, tuple)) and puzzle and all(isinstance(row, str) for row in puzzle):
        if len(puzzle) != max(map(len, puzzle)):
            raise ValueError("expected the rows of one puzzle; for many puzzles there is tremaux.sudokus")
        puzzle = "\n".join(puzzle)
    if isinstance(puzzle, str):
        return Search(_tremaux.sudoku_text(puzzle, boxes=box, variant=variant), "a Sudoku")
    return Search(_tremaux.sudoku(puzzle, boxes=box, variant=variant), "a Sudoku")


class Sudokus:
    """Very many Sudokus: see `sudokus`."""

    def __init__(self, source: Any, file: bool, array: bool, box: str | None, variant: list[bool]) -> None:
        """Not for users: see `sudokus`."""
        self._source = source
        self._array = array
        self._how: dict[str, Any] = {"file": file, "arrays": array, "boxes": box, "variant": variant}

    def count(
        self,
        *,
        limit: int | None = 2,
        threads: int | None = None,
        timeout: float | None = None,
        progress: Progress = False,
    ) -> Any:
        """How many solutions each puzzle has, up to `limit` (None: all of them), in the order of the puzzles.

        A list; or, where the puzzles came as an array, an array of int64 (a memoryview without numpy). Givens that clash
        have none.

        `progress` is called with how many are done and how many there are, some times a second; True shows a line on
        standard error. Raises `Stopped` at the timeout; its `found` are the answers so far.
        """
        return self._ask(limit, False, threads, timeout, progress)

    def solve(
        self, *, threads: int | None = None, timeout: float | None = None, progress: Progress = False
    ) -> Any:
        """A solution of each puzzle, in their order; which one, where there are several, is not promised.

        A list of lines, None where there is no solution; or an array of uint8 in the shape of the puzzles, all 0 there,
        where the puzzles came as an array. `progress`, `timeout`: as in `count`.
        """
        return self._ask(1, True, threads, timeout, progress)

    def _ask(
        self, limit: int | None, solve: bool, threads: int | None, timeout: float | None, progress: Progress
    ) -> Any:
        asked: dict[str, Any] = {"limit": limit, "solve": solve, "threads": threads, "timeout": timeout}
        try:
            found = _tremaux.sudokus(self._source, progress=told(progress), **self._how, **asked)
        except (_errors.Stopped, _errors.Interrupted) as stop:
            stop.found = self._shaped(stop.found, solve)
            raise
        return self._shaped(found, solve)

    def _shaped(self, found: Any, solve: bool) -> Any:
        if not self._array:
            return found
        # An array need not be one of numpy's: without it, the answer is one of Python's own.
        shape = memoryview(self._source).shape or ()
        try:
            import numpy
        except ModuleNotFoundError:
            return memoryview(found) if solve else memoryview(found).cast("q")
        if not solve:
            return numpy.frombuffer(found, dtype=numpy.int64)
        return numpy.frombuffer(found, dtype=numpy.uint8).reshape((-1, *shape[1:]))


def sudokus(
    puzzles: Any,
    *,
    box: str | None = None,
    diagonal: bool = False,
    windoku: bool = False,
    anti_knight: bool = False,
    anti_king: bool = False,
    non_consecutive: bool = False,
) -> Sudokus:
    """Very many Sudokus at once: hundreds are searched together, on all cores.

    `puzzles` is a list of texts, each of a puzzle in any format that `sudoku` reads; an array of n x 81 or n x 9 x 9
    digits of any whole type, 0 for a blank; or a `pathlib.Path` to a file of puzzles.

    Asked a question, it raises `InvalidInput` for a text that is no puzzle, `ValueError` for an array of another shape
    and digits above 9, `TypeError` for other things, `OSError` for a file that can't be read.

    >>> sudokus(["." * 81, "55" + "." * 79]).count(limit=2)
    [2, 0]
    """
    variant = [diagonal, windoku, anti_knight, anti_king, non_consecutive]
    if isinstance(puzzles, str):
        raise TypeError("expected a list of texts, an array or a pathlib.Path; for one puzzle there is tremaux.sudoku")
    if isinstance(puzzles, PathLike):
        return Sudokus(fspath(puzzles), True, False, box, variant)
    try:
        memoryview(puzzles)
    except TypeError:
        return Sudokus(list(puzzles), False, False, box, variant)
    return Sudokus(puzzles, False, True, box, variant)


@_kept
def maze(
    maze: Any,
    *,
    start: Square | None = None,
    end: Square | None = None,
    moves: str = "four",
    shortest: bool = False,
) -> Search[list[Square]]:
    """Paths through a maze, no cell twice. A solution is the list of the cells (row, column) on the way.

    `maze` is a text, a matrix or a drawing with `#` for walls, or rows of whole numbers, a list or an array: 1 for an
    open cell and 0 for a wall. `start` and `end` are the top left and the bottom right unless they are given, or
    drawn. `moves` are `"four"`, `"right-down"` or `"eight"`; `shortest` asks for shortest paths alone.

    Raises `InvalidInput` for a text that is no maze, `ValueError` for rows of unlike lengths, other numbers and cells
    outside, `TypeError` for other things.

    >>> maze([[1, 0], [1, 1]]).solve()
    [(0, 0), (1, 0), (1, 1)]
    """
    if isinstance(maze, str):
        if start is not None or end is not None:
            raise ValueError("start and end are for rows of numbers: a drawing shows its own")
        instance = _tremaux.maze_text(maze, moves=moves, shortest=shortest)
    else:
        instance = _tremaux.maze(maze, start=start, end=end, moves=moves, shortest=shortest)
    return Search(instance, "a maze", read=_squares)


def _squares(path: list[list[int]]) -> list[Square]:
    """Squares out of JSON."""
    return [(row, column) for row, column in path]


@_kept
def words(
    grid: str | Sequence[str],
    sought: str | Iterable[str],
    *,
    once: bool = False,
    moves: str = "four",
    ignore_case: bool = False,
) -> Search[tuple[str, list[Square]]]:
    """Words in a grid of letters. A solution is the word and the cells (row, column) of its letters, none twice.

    `grid` is a list of rows of equal length, or a text of lines. `sought` is a word, or a collection of words that are
    looked for all at once; with `once`, one path of each is enough.

    Raises `ValueError` for a grid whose rows differ in length or hold other things than letters and digits, and for a
    word that has no letters or more than the grid has cells.

    >>> words(["TRAP", "ENIL"], "rain").solve()
    >>> words(["TRAP", "ENIL"], "rain", ignore_case=True).solve()
    ('rain', [(0, 1), (0, 2), (1, 2), (1, 1)])
    """
    rows = grid.split() if isinstance(grid, str) else list(grid)
    dictionary = not isinstance(sought, str)
    listed = [sought] if isinstance(sought, str) else list(sought)
    instance = _tremaux.words(
        rows, listed, dictionary=dictionary, once=once, moves=moves, ignore_case=ignore_case
    )
    return Search(instance, "words in a grid", read=lambda found: (found["word"], _squares(found["path"])))


@_kept
def paths(x: int, y: int, *, steps: str | Iterable[str] = "N,NE,E") -> Search[list[str]]:
    """Lattice paths from (0, 0) to (x, y) by the steps N (0, +1), NE (+1, +1) and E (+1, 0), tried in the order given.

    A solution is the list of its steps. Raises `ValueError` for a goal that is not from 0 to 100,000, `InvalidInput` for
    other steps.

    >>> [" ".join(path) for path in paths(1, 2)]
    ['N N E', 'N NE', 'N E N', 'NE N', 'E N N']
    """
    named = steps if isinstance(steps, str) else ",".join(steps)
    return Search(_tremaux.paths(x, y, named), f"lattice paths to ({x}, {y})")


@_kept
def parens(pairs: int) -> Search[str]:
    """Balanced strings of so many pairs of parentheses, in order.

    Raises `ValueError` for a number that is not from 0 to 100,000.

    >>> list(parens(3))
    ['((()))', '(()())', '(())()', '()(())', '()()()']
    """
    return Search(_tremaux.parens(pairs), f"{pairs} pairs of parentheses")


@_kept
def permutations(items: Iterable[T]) -> Search[list[T]]:
    """Orderings of some items, in the order of these; where items are equal, each ordering once.

    A solution is the list of the items. They must be hashable. Raises `ValueError` for none and for more than 10,000.

    >>> ["".join(word) for word in permutations("abb")]
    ['abb', 'bab', 'bba']
    """
    listed = list(items)
    distinct = {item: number for number, item in enumerate(dict.fromkeys(listed))}
    names = [str(item) for item in distinct]
    if len(set(names)) < len(names):
        names = [f"{item!r} #{number}" for item, number in distinct.items()]
    named = [names[distinct[item]] for item in listed]
    by_name = dict(zip(names, distinct))
    instance = _tremaux.permutations(named, list(distinct))
    name = f"orderings of {len(listed)} items"
    return Search(instance, name, read=lambda ordering: [by_name[item] for item in ordering])
