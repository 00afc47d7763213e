"""A backtracking engine: state a problem once, as slots, choices and marks; then solve it, count it, list it, watch it.

>>> import tremaux
>>> tremaux.queens(8).count()
92
"""

from ._errors import Fault, InternalError, Interrupted, InvalidInput, OutOfReach, Stopped, UnitsFailed, WrongJob
from ._own import Problem, check_undo, place_and_check, search
from ._puzzles import Sudokus, maze, parens, paths, permutations, queens, sudoku, sudokus, words
from ._search import Estimate, Interval, Review, Search, Solutions, Stats
from ._show import Page, Picture, watch
from ._spread import Spread, spread

__all__ = [
    "Estimate",
    "Fault",
    "InternalError",
    "Interrupted",
    "Interval",
    "InvalidInput",
    "OutOfReach",
    "Page",
    "Picture",
    "Problem",
    "Review",
    "Search",
    "Solutions",
    "Spread",
    "Stats",
    "Stopped",
    "Sudokus",
    "UnitsFailed",
    "WrongJob",
    "check_undo",
    "maze",
    "paths",
    "parens",
    "permutations",
    "place_and_check",
    "queens",
    "search",
    "spread",
    "sudoku",
    "sudokus",
    "watch",
    "words",
]
