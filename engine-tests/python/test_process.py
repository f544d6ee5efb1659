"""Engines that run as processes: the program itself, and an engine that misbehaves on command."""

import _thread
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import khepri


def play(process: khepri.Process, plies: int) -> khepri.Game:
    game = khepri.Game()
    while game.ply < plies and not game.is_over:
        game.push(process.play(game, nodes=50))
    return game


def test_the_program_plays(program: str) -> None:
    with khepri.Process([program], options={"Hash": 1, "Ponder": True, "UCI_LimitStrength": "false"}) as process:
        game = play(process, 6)
        assert game.ply == 6
        assert ("Hash", "spin") in process.options and process.name == "khepri"
        assert process.last_score is not None and process.last_depth and process.last_nodes and process.last_time
        # Another game, a position, a clock, and another rule set.
        assert process.play(khepri.setup("imhotep", rules="khet1"), clock=(1, 1), increment=0.1)
        assert process.play(khepri.Game("x39/////4K5//4k4X1 s khet2"), depth=2) == khepri.Move("j1-")
        with pytest.raises(ValueError, match="expected a limit"):
            process.play(game)
    with pytest.raises(ValueError, match="the engine is closed"):
        process.play(game, nodes=5)
    with pytest.raises(ValueError, match="the engine is closed"):
        process.close()


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--answer", "nonsense"], "bestmove `nonsense`: column 1: expected a file"),
        (["--answer", "a1a2"], "bestmove `a1a2`: a1 is empty"),
        (["--answer", "(none)"], "no move"),
        (["--crash-on-go"], "crash on go: exit status: 3"),
        (["--crash-after-bestmove"], "crash after bestmove"),
        (["--two-bestmoves"], "two bestmoves"),
    ],
)
def test_an_engine_that_fails_raises_an_error_and_plays_again(mock: str, tmp_path: Path, flags: list[str], message: str) -> None:
    with khepri.Process([mock, *flags, "--once", str(tmp_path / "once"), "--at", "1"], ready_timeout=60) as process:
        game = khepri.Game()
        errors = []
        while game.ply < 6:
            try:
                game.push(process.play(game, nodes=50))
            except khepri.EngineError as error:
                errors.append(str(error))
                assert isinstance(error, ValueError)
        assert len(errors) == 1 and message in errors[0] and errors[0].startswith("mock: ")


@pytest.mark.parametrize(
    ("flags", "times", "message"),
    [
        (["--crash-at-start"], {}, "crash at start"),
        (["--crash-after-uci"], {}, "crash at start"),
        (["--no-uciok"], {"start_timeout": 0.2}, "no uciok within 0.2 s of its start"),
        (["--no-readyok"], {"ready_timeout": 0.2}, "no readyok within 0.2 s of isready"),
    ],
)
def test_an_engine_that_does_not_start_raises_an_error(mock: str, flags: list[str], times: Any, message: str) -> None:
    with pytest.raises(khepri.EngineError, match=message) as raised:
        khepri.Process([mock, *flags], **times)
    assert "--deadline" not in str(raised.value)


def test_an_engine_that_thinks_too_long_is_too_late(mock: str) -> None:
    with khepri.Process([mock, "--sleep", "600000"], timeout=0.2, margin=0.1) as process:
        for limits in ({"nodes": 5}, {"movetime": 0.1}):
            with pytest.raises(khepri.EngineError, match="time forfeit: .* s too many"):
                process.play(khepri.Game(), **limits)


def test_wrong_programs_and_options_are_refused(mock: str) -> None:
    for command in ("no-such-program", ["./no-such-program", "x"], []):
        with pytest.raises(ValueError, match="command: "):
            khepri.Process(command)
    with pytest.raises(TypeError, match="command: expected a list .*, found bytes"):
        khepri.Process(b"./no-such-program")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="folder: no such folder: /no/such/folder"):
        khepri.Process([mock], folder="/no/such/folder")
    with pytest.raises(ValueError, match=r"options\[`Hash`\]: expected an int of at most 64 bits"):
        khepri.Process([mock], options={"Hash": 10**30})
    for value in (None, 1.5, int, b"5", [5]):
        with pytest.raises(TypeError, match=r"options\[`Hash`\]: expected a str, int or bool"):
            khepri.Process([mock], options={"Hash": value})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="options: expected a name without =, found nothing"):
        khepri.Process([mock], options={"": 5})
    with pytest.raises(ValueError, match="options: the protocol khet2ai has no options"):
        khepri.Process([mock], options={"Hash": 5}, protocol="khet2ai")
    with pytest.raises(ValueError, match="options: mock offers no option Size"):
        khepri.Process([mock], options={"Size": 5})
    with pytest.raises(ValueError, match="options: .*expected an option on one line"):
        khepri.Process([mock], options={"a\nquit": 5})
    with pytest.raises(ValueError, match="protocol: expected uci or khet2ai"):
        khepri.Process([mock], protocol="xboard")  # type: ignore[arg-type]


def test_the_protocol_of_khet2_ai(mock: str) -> None:
    with khepri.Process([mock, "--protocol", "khet2ai"], protocol="khet2ai") as process:
        assert process.play(khepri.Game(), movetime=5) in khepri.setup().legal_moves
        with pytest.raises(ValueError, match="game: the protocol khet2ai has only khet2"):
            process.play(khepri.setup("classic", rules="khet1"), movetime=5)


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_ends_the_wait_and_the_engine_plays_again(mock: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with khepri.Process([mock, "--option-log", str(log), "--sleep", "600000", "--at", "1"], options={}) as process:

        def interrupt() -> None:
            while "go" not in (log.read_text() if log.exists() else ""):
                time.sleep(0.01)
            _thread.interrupt_main(signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            process.play(khepri.Game(), nodes=5)
        thread.join()
        with pytest.raises(khepri.EngineError, match="time forfeit"):
            process.play(khepri.Game(), movetime=0.01)


def test_an_engine_is_ended_with_its_object(program: str) -> None:
    process = khepri.Process(program)
    assert process.play(khepri.Game(), nodes=5)
    del process


# An engine that ends when another thread of the caller has seen that it got `quit`.
SLOW_TO_END = """
import sys
for line in sys.stdin:
    print({"uci": "uciok", "isready": "readyok", "go nodes 5": "bestmove h2g2"}.get(line.strip(), ""), flush=True)
    if line.strip() == "quit":
        open("quits", "w").close()
        open("seen").read(1)
        open("ended", "w").close()
        break
"""


@pytest.mark.parametrize("way", ["close", "exit", "delete"])
def test_other_threads_run_while_an_engine_ends(way: str, tmp_path: Path) -> None:
    for pipe in ("quits", "seen"):
        os.mkfifo(tmp_path / pipe)
    # Opened for both, it waits for no reader.
    seen = os.open(tmp_path / "seen", os.O_RDWR)
    process = khepri.Process([sys.executable, "-c", SLOW_TO_END], folder=tmp_path, start_timeout=60, ready_timeout=60)
    assert process.play(khepri.Game(), nodes=5) == khepri.Move("h2g2")

    def see() -> None:
        (tmp_path / "quits").read_text()
        os.write(seen, b".")

    thread = threading.Thread(target=see)
    thread.start()
    if way == "close":
        process.close()
    elif way == "exit":
        process.__exit__()
    else:
        del process
    thread.join()
    os.close(seen)
    assert (tmp_path / "ended").exists()
