"""Limits, Ctrl-C, threads: what stops a search, and what is kept."""

from __future__ import annotations

import itertools
import os
import pathlib
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import naive
import pytest
import tremaux


def test_limits() -> None:
    with pytest.raises(tremaux.Stopped) as stopped:
        tremaux.queens(20).count(engine="bits", timeout=0.05)
    assert stopped.value.reason == "timeout" and stopped.value.found >= 0
    with pytest.raises(tremaux.Stopped) as stopped:
        tremaux.queens(8).count(max_nodes=200)
    assert stopped.value.reason == "max_nodes" and 0 < stopped.value.found < 92
    with pytest.raises(tremaux.Stopped) as stopped:
        tremaux.queens(8).take(90, max_nodes=200)
    assert stopped.value.found == tremaux.queens(8).take(len(stopped.value.found))
    with pytest.raises(tremaux.Stopped) as stopped:
        tremaux.search(naive.Queens(8)).count(max_nodes=200)
    assert 0 < stopped.value.found < 92
    with pytest.raises(tremaux.Stopped):
        tremaux.queens(20).count(timeout=0.05)
    with pytest.raises(tremaux.Stopped):
        list(tremaux.search(naive.Queens(12)).all(timeout=0.05))
    began = time.monotonic()
    iterator = iter(tremaux.queens(14))
    assert len(next(iterator)) == 14
    iterator.close()
    assert list(iterator) == []
    assert time.monotonic() - began < 2


def interrupted(question: Callable[[], Any], after: float = 0.3) -> tuple[tremaux.Interrupted, float]:
    """What the question raises when Ctrl-C comes, and how much later.

    In seconds of this process: so the search has found something, however busy the machine is with others.
    """
    # What is started in the background of a shell ignores Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    over = threading.Event()
    began = time.process_time()
    pressed: list[float] = []

    def press() -> None:
        while time.process_time() < began + after:
            if over.wait(0.01):
                return
        pressed.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    presses = threading.Thread(target=press)
    presses.start()
    try:
        with pytest.raises(tremaux.Interrupted) as raised:
            question()
        return raised.value, time.process_time() - pressed[0]
    finally:
        over.set()
        presses.join()
        signal.signal(signal.SIGINT, before)


QUESTIONS: list[Callable[[], Any]] = [
    lambda: tremaux.queens(22).count(),
    lambda: tremaux.queens(22).count(engine="bits"),
    lambda: tremaux.queens(28, blocked=[(0, c) for c in range(14)], given=[(1, 0), (2, 2)]).count(),
    lambda: tremaux.queens(20).stats(),
    lambda: tremaux.sudokus(["." * 81] * 50).count(limit=None),
    lambda: tremaux.search(naive.Queens(14)).count(),
    lambda: tremaux.queens(28).estimate(seconds=300),
    lambda: tremaux.search(naive.Queens(14)).estimate(seconds=300),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=range(len(QUESTIONS)))
def test_ctrl_c(question: Callable[[], Any]) -> None:
    _, late = interrupted(question)
    assert late < 1.0


def test_what_is_found_before_ctrl_c_is_kept() -> None:
    error, _ = interrupted(lambda: tremaux.search(naive.Queens(14)).take(10**9))
    assert error.found == tremaux.queens(14).take(len(error.found)) and error.found
    error, _ = interrupted(lambda: tremaux.queens(21).count(engine="bits"))
    assert error.found > 0
    error, _ = interrupted(lambda: tremaux.queens(17).take(10**9))
    assert error.found[:3] == tremaux.queens(17).take(3)
    # Thousands of these are found in less time than it takes to look for a signal once.
    error, late = interrupted(lambda: tremaux.parens(15).take(10**9))
    assert error.found[:3] == tremaux.parens(15).take(3) and late < 1.0


def interrupted_at(line: int, question: Callable[[], Any]) -> KeyboardInterrupt | None:
    """What comes of Ctrl-C at a line of the package, counted as it goes; None if the answer is there before."""
    left = line

    def trace(frame: Any, event: str, _: Any) -> Any:
        nonlocal left
        ours = frame.f_globals.get("__name__", "").startswith("tremaux.") or frame.f_code.co_name == "loops"
        left -= ours and event == "line"
        if left == 0:
            raise KeyboardInterrupt
        return trace if ours else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        question()
    except KeyboardInterrupt as pressed:
        return pressed
    finally:
        sys.settrace(before)
    return None


OWN: dict[str, Callable[[], Any]] = {
    "take": lambda: tremaux.search(naive.Queens(4)).take(9),
    "take some": lambda: tremaux.search(naive.Queens(4)).take(1),
    "count": lambda: tremaux.search(naive.Queens(4)).count(),
    "count some": lambda: tremaux.search(naive.Queens(4)).count(limit=1),
}


@pytest.mark.parametrize("question", OWN.values(), ids=OWN)
def test_ctrl_c_at_any_line_keeps_what_is_found(question: Callable[[], Any]) -> None:
    answer = question()
    found: list[Any] = []
    for line in itertools.count(1):
        pressed = interrupted_at(line, question)
        if pressed is None:
            break
        found.append(pressed.found if isinstance(pressed, tremaux.Interrupted) else None)
    # Before the search has begun, and when it is over, there is nobody to say what was found.
    while found[-1] is None:
        found.pop()
    known = list(itertools.dropwhile(lambda found: found is None, found))
    if isinstance(answer, list):
        assert all(some == answer[: len(some)] for some in known)
        known = [len(some) for some in known]
        answer = len(answer)
    assert known == sorted(known) and known[0] == 0 and answer - 1 <= known[-1] <= answer


def test_ctrl_c_when_an_estimate_has_measured_the_speed() -> None:
    for search in (tremaux.queens(28), tremaux.search(naive.Queens(14))):
        error, late = interrupted(lambda search=search: search.estimate(seconds=3), after=1.2)  # type: ignore[misc]
        assert error.found is None and late < 1.0


def test_ctrl_c_of_what_is_spread(tmp_path: pathlib.Path) -> None:
    with ThreadPoolExecutor(1) as one:
        spread = tremaux.spread(tremaux.queens(20), executor=one, job=tmp_path / "q20.db", units=20_000, ahead=2)
        error, late = interrupted(spread.count, after=1.5)
        assert error.found > 0 and late < 1.0
        kept: list[int] = []

        def look(done: int, total: int) -> None:
            kept.append(done)
            raise TimeoutError("enough")

        with pytest.raises(TimeoutError, match="enough"):
            spread.count(progress=look)
        assert kept[0] > 0


def test_another_handler_raises_what_it_raises() -> None:
    def handler(number: int, frame: Any) -> None:
        raise TimeoutError("mine")

    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(TimeoutError, match="mine"):
            tremaux.queens(22).count()
    finally:
        signal.signal(signal.SIGALRM, before)


def test_other_threads_go_on() -> None:
    ticks = 0
    over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not over.wait(0.005):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(tremaux.Stopped):
        tremaux.queens(22).count(timeout=0.5)
    over.set()
    thread.join()
    assert ticks > 10


@pytest.mark.parametrize(
    "search",
    [tremaux.queens(12), tremaux.queens(11, blocked=[(0, 0)]), tremaux.parens(11), tremaux.search(naive.Queens(7)),
     tremaux.place_and_check(10, lambda _: [0, 1], lambda *_: True, lambda *_: 0, lambda *_: 0, list)],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize("engine", ["fast", "bits"])
def test_progress_of_a_count(search: tremaux.Search[Any], engine: str) -> None:
    seen: list[tuple[int, int]] = []
    counted = search.count(engine=engine, progress=lambda *how_far: seen.append(how_far))
    assert counted == search.count(engine=engine)
    assert seen == sorted(seen) and len({total for _, total in seen}) == 1 and seen[-1][0] == seen[-1][1]
    assert len(set(seen)) == len(seen)

    def raising(done: int, total: int) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        search.count(engine=engine, progress=raising)
    assert search.count(engine=engine) == counted
    if counted > 2:
        assert search.count(engine=engine, limit=2, progress=lambda *_: None) == 2


def test_progress_of_a_long_count() -> None:
    seen: list[int] = []
    with pytest.raises(tremaux.Stopped):
        tremaux.queens(15).count(engine="bits", timeout=0.6, progress=lambda done, total: seen.append(done))
    assert len(seen) > 1 and 0 < seen[0] < seen[-1] < 1_000_000

    def enough(done: int, total: int) -> None:
        raise TimeoutError("enough")

    with pytest.raises(TimeoutError, match="enough"):
        tremaux.queens(20).count(progress=enough)


def test_progress() -> None:
    seen: list[tuple[int, int]] = []
    puzzles = ["." * 81] * 400
    tremaux.sudokus(puzzles).count(limit=100, progress=lambda done, total: seen.append((done, total)))
    assert seen and seen[-1] == (400, 400)

    def raising(done: int, total: int) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError):
        tremaux.sudokus(puzzles).count(progress=raising)
    with pytest.raises(tremaux.Stopped) as stopped:
        tremaux.sudokus(puzzles).count(limit=None, timeout=0.1)
    assert stopped.value.found == []
