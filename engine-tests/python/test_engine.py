"""The engine in this process: limits, reports, other threads, Ctrl-C, and its end."""

import _thread
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import khepri

MATE = "x39/////4K5//4k4X1 s khet2"


@pytest.fixture
def engine() -> Iterator[khepri.Engine]:
    with khepri.Engine(hash_mib=1) as engine:
        yield engine


def test_it_finds_a_win_and_reports_it(engine: khepri.Engine) -> None:
    game = khepri.Game(MATE)
    assert engine.play(game, depth=3) == khepri.Move("j1-")
    with engine.analyse(game, depth=3) as analysis:
        infos = list(analysis)
    assert (infos[-1].score, infos[-1].pv, infos[-1].bound) == (khepri.Score(mate=1), [khepri.Move("j1-")], "exact")
    assert analysis.best_move == khepri.Move("j1-")
    assert engine.play(game, depth=1, searchmoves=["e3e4"]) == khepri.Move("e3e4")


def test_limits_are_kept(engine: khepri.Engine) -> None:
    game = khepri.Game()
    infos = list(engine.analyse(game, nodes=3000, multipv=3))
    assert max(info.nodes for info in infos) <= 3000 and {info.multipv for info in infos} == {1, 2, 3}
    assert all(first.depth <= second.depth for first, second in zip(infos, infos[1:]) if second.multipv == 1)
    assert max(info.depth for info in engine.analyse(game, depth=2)) == 2
    assert engine.play(game, clock=(1, 1), increment=0.01, moves_to_go=50) in game.position.legal_moves
    assert engine.play(game, movetime=0.001) in game.position.legal_moves
    with pytest.raises(ValueError, match="expected a limit: movetime, nodes, depth, mate or clock"):
        engine.play(game)


def test_the_same_search_gives_the_same_reports() -> None:
    def reports() -> list[str]:
        with khepri.Engine(hash_mib=1) as engine:
            return [repr(info) for info in engine.analyse(khepri.setup("osiris"), nodes=2000)]

    assert reports() == reports()
    with khepri.Engine(hash_mib=1, level=600, level_seed=5) as weak:
        assert weak.play(khepri.Game(), nodes=2000) == weak.play(khepri.Game(), nodes=2000)


def test_other_threads_run_during_a_search(engine: khepri.Engine) -> None:
    seen = threading.Event()
    analysis = engine.analyse(khepri.Game())
    threading.Thread(target=lambda: (list(analysis), seen.set())).start()
    # This thread goes on, and its stop ends the other's wait.
    analysis.stop()
    assert seen.wait(60)
    assert analysis.best_move is not None


def test_an_engine_in_use_refuses_and_goes_on_afterwards(engine: khepri.Engine) -> None:
    analysis = engine.analyse(khepri.Game())
    next(analysis)
    for call in (lambda: engine.play(khepri.Game(), nodes=5), lambda: engine.analyse(khepri.Game()), engine.forget):
        with pytest.raises(ValueError, match="the engine is searching"):
            call()
    analysis.close()
    assert engine.play(khepri.Game(), nodes=5)
    # An analysis that is deleted ends too.
    forgotten = engine.analyse(khepri.Game())
    del forgotten
    assert engine.play(khepri.Game(), nodes=5)
    engine.forget()


def test_a_closed_engine_raises_errors() -> None:
    engine = khepri.Engine(hash_mib=1)
    engine.close()
    for call in (engine.close, lambda: engine.play(khepri.Game(), nodes=5), engine.forget):
        with pytest.raises(ValueError, match="the engine is closed"):
            call()
    with khepri.Engine(hash_mib=1) as other:
        other.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_stops_play_and_analysis(engine: khepri.Engine) -> None:
    def interrupt() -> None:
        # The search has begun when its engine is in use.
        while "searching" not in repr(engine):
            time.sleep(0.001)
        _thread.interrupt_main(signal.SIGINT)

    for search in (
        lambda: engine.play(khepri.Game(), movetime=600),
        lambda: list(engine.analyse(khepri.Game())),
    ):
        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            search()
        thread.join()
        assert "idle" in repr(engine)


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
@pytest.mark.parametrize(
    "work",
    [
        "khepri.setup().perft(12)",
        # No one writes to the pipe.
        "khepri.read_kgn('pipe')",
        "next(khepri.read_kgn('/dev/stdin'))",
    ],
)
def test_ctrl_c_ends_other_work(work: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    code = f"import khepri; print('begun', flush=True); {work}"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    child = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, text=True, **pipes)
    assert child.stdout is not None and child.stdout.readline() == "begun\n"
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors and child.returncode != 0


def test_a_process_that_ends_during_an_analysis_ends() -> None:
    code = "import khepri; engine = khepri.Engine(); analysis = engine.analyse(khepri.Game()); next(analysis)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
