"""What the package is made with. The package says what it means."""

from collections.abc import Callable, Iterable
from os import PathLike
from typing import Any, Generic, Optional, TypeVar, final

S_co = TypeVar("S_co", covariant=True)

Found = tuple[int, int, float, bytes]
Name = tuple[list[int], Optional[list[int]]]
_Square = tuple[int, int]
_Three = tuple[float, float, float]

@final
class Solutions(Generic[S_co]):
    """The solutions of a search, one at a time."""

    def __iter__(self) -> Solutions[S_co]: ...
    def __next__(self) -> S_co: ...
    def close(self) -> None: ...

@final
class Instance:
    """Something to be searched. `tremaux.Search` says what the methods mean."""

    def count(
        self,
        *,
        limit: int | None,
        timeout: float | None,
        max_nodes: int | None,
        threads: int | None,
        engine: str | None,
        progress: Callable[[int, int], object] | None,
    ) -> int: ...
    def solve(
        self,
        *,
        any: bool,
        text: bool,
        timeout: float | None,
        max_nodes: int | None,
        threads: int | None,
        engine: str | None,
    ) -> Any: ...
    def solutions(
        self,
        *,
        most: int | None,
        text: bool,
        timeout: float | None,
        max_nodes: int | None,
        threads: int | None,
        engine: str | None,
    ) -> Solutions[Any]: ...
    def stats(
        self,
        *,
        first: bool,
        timeout: float | None,
        max_nodes: int | None,
        threads: int | None,
        engine: str | None,
    ) -> list[int]: ...
    def estimate(
        self, *, time: float, seed: int, rounds: int | None, threads: int | None, engine: str | None
    ) -> tuple[_Three, _Three, _Three, int, float]: ...
    def page(self, *, events: int, first: bool, engine: str | None) -> str: ...
    def picture(self, *, step: int | None, events: int, first: bool, engine: str | None) -> str: ...
    def tree(self, *, hide_failed: bool, events: int, first: bool, engine: str | None) -> str: ...
    def review(self, answer: str | None) -> tuple[bool, int | None, list[tuple[str, str]]]: ...

@final
class Job:
    """A job in its file, whose units are handed out."""

    def names(self) -> list[Name]: ...
    def exchange(self, done: list[tuple[int, int, int, float, bytes]], most: int) -> list[int]: ...
    def status(self) -> tuple[int, int]: ...
    def listed(self) -> int: ...
    def close(self) -> None: ...

def job(
    instance: Instance,
    file: str | PathLike[str],
    *,
    solutions: bool,
    engine: str | None,
    units: int | None,
    lasting: float,
    about: tuple[str, str] | None,
    workers: int,
) -> Job: ...
def cut(
    instance: Instance, *, solutions: bool, engine: str | None, units: int | None, lasting: float
) -> list[Name]: ...
def units(instance: Instance, names: list[Name], *, solutions: bool, engine: str | None) -> list[Found]: ...
def values(instance: Instance, name: Name, *, engine: str | None, text: bool) -> list[Any]: ...
def total(instance: Instance, sum: int, *, engine: str | None) -> int: ...
def queens(
    size: int,
    *,
    given: list[_Square],
    blocked: list[_Square],
    regions: Any,
    torus: bool,
    no_touch: bool,
    shield: bool,
    fundamental: bool,
) -> Instance: ...
def sudoku(cells: Any, *, boxes: str | None, variant: list[bool]) -> Instance: ...
def sudoku_text(text: str, *, boxes: str | None, variant: list[bool]) -> Instance: ...
def sudokus(
    source: Iterable[str] | PathLike[str] | Any,
    *,
    file: bool,
    boxes: str | None,
    variant: list[bool],
    limit: int | None,
    solve: bool,
    arrays: bool,
    threads: int | None,
    timeout: float | None,
    progress: Callable[[int, int], object] | None,
) -> Any: ...
def maze(
    rows: Any, *, start: _Square | None, end: _Square | None, moves: str, shortest: bool
) -> Instance: ...
def maze_text(text: str, *, moves: str, shortest: bool) -> Instance: ...
def words(
    rows: list[str], sought: list[str], *, dictionary: bool, once: bool, moves: str, ignore_case: bool
) -> Instance: ...
def paths(x: int, y: int, steps: str) -> Instance: ...
def parens(pairs: int) -> Instance: ...
def permutations(names: list[str], items: list[Any]) -> Instance: ...
def problem(
    name: str,
    choices: Callable[[], Any],
    place: Callable[[Any], object],
    unplace: Callable[[Any], object],
    solution: Callable[[], Any],
    options: Callable[[], Any] | None,
) -> Instance: ...
def template(
    name: str,
    slots: int,
    branch: Callable[[int], Any],
    options: Callable[[int], Any],
    place: Callable[[int, Any], object],
    unplace: Callable[[int, Any], object],
    record: Callable[[], Any],
) -> Instance: ...
