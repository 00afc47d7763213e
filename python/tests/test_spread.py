"""A search spread over workers, some of which are lost."""

from __future__ import annotations

import multiprocessing
import pathlib
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import naive
import pytest
import tremaux
import troubled
from tremaux import _run


def processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


@pytest.fixture(scope="module")
def workers() -> Iterator[Executor]:
    with processes() as executor:
        yield executor


SEARCHES: list[tremaux.Search[Any]] = [
    tremaux.queens(9),
    tremaux.queens(6, blocked=[(0, 0)]),
    tremaux.queens(6, fundamental=True),
    tremaux.queens(3),
    tremaux.maze([[1] * 5] * 4),
    tremaux.maze([[1] * 6] * 6, moves="right-down"),
    tremaux.paths(4, 5),
    tremaux.parens(6),
    tremaux.parens(0),
    tremaux.permutations("aabcd"),
    tremaux.sudoku("1..............." * 1),
    tremaux.words(["TRAP", "ENIL"], ["TEN", "TRAP", "NIL"]),
    tremaux.queens(5).as_text(),
    tremaux.search(naive.Queens(7)),
    tremaux.search(naive.Queens(3)),
]


@pytest.mark.parametrize("search", SEARCHES, ids=repr)
@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_units_are_the_search(search: tremaux.Search[Any], engine: str) -> None:
    with ThreadPoolExecutor(1) as one:
        for units in (1, 7, 100):
            spread = tremaux.spread(search, executor=one, units=units, engine=engine)
            assert list(spread.all()) == list(search)
            assert spread.count() == search.count()
    again = pickle.loads(pickle.dumps(search))
    assert list(again) == list(search)


def test_processes(workers: Executor) -> None:
    seen: list[tuple[int, int]] = []
    spread = tremaux.spread(tremaux.queens(11), executor=workers, units=200)
    assert spread.count(progress=lambda done, total: seen.append((done, total))) == 2680
    assert [done for done, _ in seen] == list(range(1, seen[-1][1] + 1)) and seen[-1][1] > 100
    assert list(spread.all()) == list(tremaux.queens(11))
    own = tremaux.spread(tremaux.search(naive.Queens(7)), executor=workers, units=30)
    assert own.count() == 40
    first = tremaux.spread(tremaux.queens(12), executor=workers, units=200).all()
    assert next(first) == tremaux.queens(12).solve()
    first.close()  # type: ignore[attr-defined]


WORDS = list(tremaux.search(troubled.Words()))


def test_a_unit_that_fails(workers: Executor, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def spread(problem: Any, **how: Any) -> tremaux.Spread[Any]:
        # Every unit is a message of its own.
        return tremaux.spread(tremaux.search(problem), executor=workers, units=6, **{"ahead": 6, **how})

    assert tremaux.search(troubled.Words())._cut(solutions=False, engine=None, units=6, lasting=1.0) == troubled.UNITS
    once = troubled.Failing(tmp_path / "once", times=1)
    assert spread(once).count() == 36 and once.came() == 2
    twice = troubled.Failing(tmp_path / "twice", times=2)
    assert list(spread(twice).all()) == WORDS and twice.came() == 3
    with pytest.raises(KeyError, match="always"):
        spread(troubled.AlwaysFailing()).count()

    def fails(spread: tremaux.Spread[Any]) -> int:
        with pytest.raises(tremaux.UnitsFailed, match="not yet") as failed:
            spread.count()
        [(name, error)] = failed.value.failed.items()
        assert name == (4,) and isinstance(error, KeyError)
        assert failed.value.found == 30
        return never.came()

    never = troubled.Failing(tmp_path / "never", times=1000)
    assert fails(spread(never)) == 3
    assert fails(spread(never, attempts=1)) == 4
    came = []
    with pytest.raises(tremaux.UnitsFailed, match="not yet") as failed:
        for word in spread(never).all():
            came.append(word)
    assert came == WORDS[:24] and failed.value.found == 24, "those before the unit that failed"
    assert never.came() == 7
    # One unit, then two in a message, then the three that are left: they are then done each alone.
    monkeypatch.setattr(_run, "BATCH", 1e9)
    assert fails(spread(never, ahead=1)) == 11


def test_a_worker_that_is_lost(tmp_path: pathlib.Path) -> None:
    questions: dict[str, Callable[[tremaux.Spread[Any]], object]] = {"count": lambda spread: spread.count() == 36}
    questions["all"] = lambda spread: list(spread.all()) == WORDS
    for name, is_right in questions.items():
        deadly = troubled.Failing(tmp_path / name, times=1, deadly=True)
        assert is_right(tremaux.spread(tremaux.search(deadly), executor=processes, units=6))
        assert deadly.came() == 2


def test_wrong(workers: Executor) -> None:
    for executor in (None, 5, "two"):
        with pytest.raises(TypeError, match="executor"):
            tremaux.spread(tremaux.queens(4), executor=executor)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="search"):
        tremaux.spread(5, executor=workers)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="units"):
        tremaux.spread(tremaux.queens(4), executor=workers, units=0)
    template: tremaux.Search[Any] = tremaux.place_and_check(1, lambda _: [0], lambda *_: True, lambda *_: 0, lambda *_: 0, list)
    with pytest.raises(TypeError, match="functions"):
        tremaux.spread(template, executor=workers).count()
    once = tremaux.words(["AB"], ["A"], once=True)
    with pytest.raises(ValueError, match="memory"):
        tremaux.spread(once, executor=workers).count()
    closed = ThreadPoolExecutor(1)
    closed.shutdown()
    with pytest.raises(RuntimeError):
        tremaux.spread(tremaux.queens(6), executor=closed).count()


HERE = pathlib.Path(__file__).parent.parent


@pytest.mark.parametrize("document", ["README.md", "../docs/when-one-machine-is-not-enough.md"])
def test_what_documents_show(document: str, tmp_path: pathlib.Path) -> None:
    """Programs print what they say; a block that begins with the name of a file is that file."""
    ran = 0
    for block in (HERE / document).read_text().split("```python\n")[1:]:
        program = block.split("```")[0]
        named = re.match(r"# (\w+\.py)\n", program)
        file = tmp_path / (named[1] if named else "example.py")
        file.write_text(program)
        said = re.search(r"print\(.*\)  # (.*)", program)
        if said:
            ran += 1
            run = subprocess.run([sys.executable, file], capture_output=True, text=True, cwd=tmp_path)
            assert (run.stdout, run.returncode) == (said[1] + "\n", 0), run.stderr
            assert "progress=True" not in program or re.search(r"(\d+) of \1\n$", run.stderr)
    assert ran
