"""Jobs that were begun here go on in the command, and the other way round."""

from __future__ import annotations

import json
import multiprocessing
import os
import pathlib
import pickle
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from typing import Any

import naive
import pytest
import tremaux
import troubled

COMMAND = os.environ.get("TREMAUX") or shutil.which("tremaux")
needs_command = pytest.mark.skipif(
    COMMAND is None and "CI" not in os.environ, reason="the command is not there: set TREMAUX to its path"
)


@pytest.fixture(scope="module")
def workers() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


@pytest.fixture
def file(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "job.db"


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(COMMAND), *arguments], capture_output=True, text=True, timeout=60)


def answer(*arguments: str) -> str:
    said = command(*arguments, "--quiet")
    assert said.returncode in (0, 1), said.stderr
    return said.stdout


class Enough(Exception):
    """Stops a search that is spread."""


def stop_after(number: int) -> Callable[[int, int], None]:
    def stop(done: int, total: int) -> None:
        if done >= number:
            raise Enough

    return stop


MAZE = "1 1 1 1\n1 1 0 1\n1 1 1 1\n"
DRAWN = "S..\n...\n#.E\n"
BOARD = "......\n..#...\n......\n......\n......\n.....#\n"
REGIONS = "AABB\nCABB\nCCDD\nCCDD\n"
LETTERS = "TRAP\nENIL\nEMAZ\n"
FOUR = "1..." + "." * 12
"""What the command is given, where FILE is a file of such a text and name, or, of a Sudoku, the text itself; and the same here."""
SAME: list[tuple[str, str, str, Callable[[], tremaux.Search[Any]]]] = [
    ("queens 9", "", "", lambda: tremaux.queens(9)),
    ("queens 9 --engine bits", "", "", lambda: tremaux.queens(9)),
    ("queens 7 --engine plain", "", "", lambda: tremaux.queens(7)),
    ("queens 12 --fundamental", "", "", lambda: tremaux.queens(12, fundamental=True)),
    ("queens 5 --torus", "", "", lambda: tremaux.queens(5, torus=True)),
    ("queens FILE", "board.txt", BOARD, lambda: tremaux.queens(6, blocked=[(1, 2), (5, 5)])),
    ("queens FILE --no-touch", "board.txt", REGIONS, lambda: tremaux.queens(
        4, regions=[[1, 1, 2, 2], [3, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]], no_touch=True)),
    ("parens 7", "", "", lambda: tremaux.parens(7)),
    ("paths 4 4", "", "", lambda: tremaux.paths(4, 4)),
    ("paths 3 3 --steps N,E", "", "", lambda: tremaux.paths(3, 3, steps=["N", "E"])),
    ("permutations 1 2 3 4 4", "", "", lambda: tremaux.permutations([1, 2, 3, 4, 4])),
    ("maze FILE", "maze.txt", MAZE, lambda: tremaux.maze(MAZE)),
    ("maze FILE --moves eight", "maze.txt", MAZE, lambda: tremaux.maze(
        [[1, 1, 1, 1], [1, 1, 0, 1], [1, 1, 1, 1]], moves="eight")),
    ("maze FILE --shortest", "maze.txt", DRAWN, lambda: tremaux.maze(DRAWN, shortest=True)),
    ("maze FILE", "maze.txt", ".S\n#.\nE.\n", lambda: tremaux.maze([[1, 1], [0, 1], [1, 1]], start=(0, 1), end=(2, 0))),
    ("words FILE TRAP --moves eight", "letters.txt", LETTERS, lambda: tremaux.words(LETTERS, "TRAP", moves="eight")),
    ("words FILE --dictionary words.txt", "letters.txt", LETTERS, lambda: tremaux.words(
        LETTERS, ["TEN", "trap"], ignore_case=False)),
    ("sudoku FILE", FOUR, FOUR, lambda: tremaux.sudoku([1] + [0] * 15)),
    ("sudoku FILE --box 2x2 --diagonal", FOUR, FOUR, lambda: tremaux.sudoku(FOUR, box="2x2", diagonal=True)),
]  # fmt: skip


@needs_command
@pytest.mark.parametrize(("line", "name", "text", "made"), SAME, ids=[f"{case[0]}-{case[2][:4]}" for case in SAME])
def test_either_goes_on(
    line: str, name: str, text: str, made: Any, file: pathlib.Path, workers: ThreadPoolExecutor
) -> None:
    pathlib.Path("elsewhere.txt").write_text(text)
    pathlib.Path("words.txt").write_text("TEN\ntrap\n")
    if name.endswith(".txt"):
        pathlib.Path(name).write_text(text)
    words = line.replace("FILE", name).split()
    begun_by_command = line.replace("FILE", "elsewhere.txt").split()
    engine = words[words.index("--engine") + 1] if "--engine" in words else None
    search = made()
    expected = search.count()
    assert expected == int(answer("count", *words))
    begun = tremaux.spread(search, executor=workers, job=file, units=30, engine=engine, ahead=1)
    try:
        begun.count(progress=stop_after(2))
    except Enough:
        assert json.loads(answer("job", "status", str(file), "--format", "json"))["units_done"] >= 2
    assert int(answer("count", *words, "--job", str(file))) == expected
    assert begun.count() == expected
    assert "0 differ" in answer("job", "audit", str(file))

    other = file.with_name("other.db")
    assert command("count", *begun_by_command, "--job", str(other), "--units", "30", "--timeout", "0s").returncode == 3
    seen: list[tuple[int, int]] = []
    spread = tremaux.spread(search, executor=workers, job=other, engine=engine)
    assert spread.count(progress=lambda *how_far: seen.append(how_far)) == expected
    assert json.loads(answer("job", "status", str(other), "--format", "json"))["complete"]
    assert len(set(seen)) == len(seen)

    listing = file.with_name("all.db")
    spread = tremaux.spread(search, executor=workers, job=listing, units=30, engine=engine)
    with closing(spread.all()) as some:  # type: ignore[type-var]
        next(some, None)
    answer("all", *words, "--job", str(listing))
    lines = pathlib.Path(f"{listing}.solutions").read_text()
    answer("all", *words, "--job", "alone.db")
    assert lines == pathlib.Path("alone.db.solutions").read_text()
    assert list(spread.all()) == list(search.all(engine=engine))


def test_the_same_units_are_done_once(file: pathlib.Path, workers: ThreadPoolExecutor) -> None:
    spread = tremaux.spread(tremaux.queens(9), executor=workers, job=str(file), units=300, engine="bits")
    seen: list[int] = []
    with pytest.raises(Enough):
        spread.count(progress=stop_after(5))
    assert spread.count(progress=lambda done, total: seen.append(done)) == 352
    assert 5 <= seen[0] < seen[-1] and seen == list(range(seen[0], seen[-1] + 1))
    assert spread.count(progress=lambda done, total: seen.append(done)) == 352
    assert seen[-1] == seen[-2], "nothing is left to be done"
    listing = tremaux.spread(tremaux.queens(8), executor=workers, job=file.with_name("all.db"), units=40)
    with closing(listing.all()) as some:  # type: ignore[type-var]
        assert [next(some) for _ in range(3)] == tremaux.queens(8).take(3)
    assert list(listing.all()) == list(tremaux.queens(8)) == list(listing.all())


KILLED = """
import sys, tremaux
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
spread = tremaux.spread(tremaux.queens(11), executor=ThreadPoolExecutor(2), job=sys.argv[1], units=800, engine="bits", ahead=4)
spread.count(progress=lambda done, total: print(done, flush=True))
"""


def test_a_process_that_is_killed(file: pathlib.Path, workers: ThreadPoolExecutor) -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED, file], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        next(line for line in process.stdout if int(line) >= 20)
        process.send_signal(signal.SIGKILL)
    seen: list[int] = []
    spread = tremaux.spread(tremaux.queens(11), executor=workers, job=file, engine="bits")
    assert spread.count(progress=lambda done, total: seen.append(done)) == 2680
    assert 20 <= seen[0] < seen[-1]
    assert [path.name for path in file.parent.iterdir()] == ["job.db"], "nothing of the dead is left"


@needs_command
def test_two_at_once(file: pathlib.Path, workers: ThreadPoolExecutor) -> None:
    line = [str(COMMAND), "count", "queens", "9", "--engine", "bits", "--job", str(file), "--units", "150"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process:
        spread = tremaux.spread(tremaux.queens(9), executor=workers, job=file, units=150, engine="bits")
        assert spread.count() == 352
        assert process.communicate()[0] == "352\n"
    assert "0 differ" in answer("job", "audit", str(file), "--sample", "1000")


def test_a_problem_of_ones_own(file: pathlib.Path, workers: ThreadPoolExecutor) -> None:
    # Units are done one at a time where workers share the problem, as threads do.
    one = ThreadPoolExecutor(1)
    spread = tremaux.spread(tremaux.search(naive.Queens(7)), executor=one, job=file, units=40)
    with pytest.raises(Enough):
        spread.count(progress=stop_after(4))
    seen: list[int] = []
    assert spread.count(progress=lambda done, total: seen.append(done)) == 40
    assert seen[0] >= 4
    if COMMAND:
        status = answer("job", "status", str(file))
        assert "count naive.Queens" in status and "solutions  40" in status
        assert command("job", "audit", str(file)).returncode == 2
    listing = tremaux.spread(tremaux.search(naive.Queens(6)), executor=one, job=file.with_name("all.db"), units=10)
    assert list(listing.all()) == list(tremaux.queens(6))
    for other in (naive.Queens(8), troubled.Words()):
        with pytest.raises(tremaux.WrongJob, match="holds another job"):
            tremaux.spread(tremaux.search(other), executor=one, job=file).count()

    class Local(naive.Queens):
        """No worker could import it."""

    with pytest.raises((pickle.PicklingError, AttributeError)):
        tremaux.spread(tremaux.search(Local(4)), executor=one, job=file.with_name("local.db")).count()


def test_a_unit_that_fails_is_named_and_done_when_it_can_be(file: pathlib.Path) -> None:
    words = list(tremaux.search(troubled.Words()))
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as worker:

        def spread(problem: troubled.Failing, job: pathlib.Path) -> tremaux.Spread[Any]:
            # Every unit is a message of its own.
            return tremaux.spread(tremaux.search(problem), executor=worker, job=job, units=6, ahead=6)

        counted = troubled.Failing(file.with_name("counted"), times=6)
        for tries in (3, 6):
            with pytest.raises(tremaux.UnitsFailed) as failed:
                spread(counted, file).count()
            [(name, error)] = failed.value.failed.items()
            assert name == (4,) and isinstance(error, KeyError)
            assert failed.value.found == 30 and counted.came() == tries
        seen: list[tuple[int, int]] = []
        assert spread(counted, file).count(progress=lambda *how_far: seen.append(how_far)) == 36
        assert seen == [(5, 6), (6, 6)] and counted.came() == 7

        listed = troubled.Failing(file.with_name("listed"), times=3)
        came = []
        with pytest.raises(tremaux.UnitsFailed) as failed:
            for word in spread(listed, file.with_name("all.db")).all():
                came.append(word)
        assert came == words[:24] and failed.value.found == 24, "those before the unit that failed"
        assert list(spread(listed, file.with_name("all.db")).all()) == words and listed.came() == 4


def test_wrong_files(file: pathlib.Path, workers: ThreadPoolExecutor) -> None:
    def count(search: tremaux.Search[Any], job: pathlib.Path, **how: Any) -> Any:
        return tremaux.spread(search, executor=workers, job=job, **how).count()

    assert count(tremaux.queens(6), file) == 4
    others: list[tuple[tremaux.Search[Any], str]] = [(tremaux.queens(7), "input is"), (tremaux.parens(6), "not parens")]
    for other, why in others:
        with pytest.raises(tremaux.WrongJob, match=why):
            count(other, file)
    with pytest.raises(tremaux.WrongJob, match="engine is fast, not bits"):
        count(tremaux.queens(6), file, engine="bits")
    with pytest.raises(tremaux.WrongJob, match="verb is count, not all"):
        list(tremaux.spread(tremaux.queens(6), executor=workers, job=file).all())
    text = file.with_name("text.txt")
    text.write_text("no database, but a text that is long enough to be one" * 20)
    with pytest.raises(tremaux.WrongJob, match="not a database"):
        count(tremaux.queens(6), text)
    with pytest.raises(tremaux.WrongJob, match="folder"):
        count(tremaux.queens(6), file.parent)
    with pytest.raises(OSError, match="nowhere"):
        count(tremaux.queens(6), file.parent / "nowhere" / "job.db")
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(tremaux.WrongJob, match="damaged"):
        count(tremaux.queens(6), file)
    file.write_bytes(whole)
    assert count(tremaux.queens(6), file) == 4
    with pytest.raises(ValueError, match="as_text"):
        list(tremaux.spread(tremaux.queens(6).as_text(), executor=workers, job=file.with_name("t.db")).all())
    with pytest.raises(ValueError, match="start is its end"):
        count(tremaux.maze([[1, 1]], start=(0, 0), end=(0, 0)), file.with_name("m.db"))
    with pytest.raises(ValueError, match="memory"):
        count(tremaux.words(["AB"], ["A"], once=True), file.with_name("w.db"))
    with pytest.raises(TypeError):
        tremaux.spread(tremaux.queens(6), executor=workers, job=5)  # type: ignore[arg-type]
    closed = ThreadPoolExecutor(1)
    closed.shutdown()
    job = file.with_name("closed.db")
    with pytest.raises(RuntimeError, match="shutdown"):
        tremaux.spread(tremaux.queens(6), executor=closed, job=job).count()
    assert count(tremaux.queens(6), job) == 4
