"""Every function, called with arguments of all kinds, returns or raises an exception that names the argument. It never panics."""

import inspect
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import khepri
from khepri.pettingzoo import env

BAD: list[Any] = [
    None,
    -1,
    0,
    2**31,
    2**63,
    -(2**200),
    10**5000,
    1.5,
    float("nan"),
    float("-inf"),
    True,
    "",
    "x",
    "\ud800",
    "h2g2\0",
    "x" * 100_000,
    b"h2g2",
    [],
    [None],
    ["\udfff"],
    {},
    {"a1": 5},
    {5: "K"},
    (),
    object(),
    int,
    khepri.Move("a1j8"),
    khepri.Position("x39/////4K5//4k4X1 s khet2").after("j1-"),
    np.zeros(3),
    np.zeros((2, 1440), np.int8)[:, ::2],
    np.full(2, -1),
    memoryview(b"123"),
]

KGN = "1. h2g2 *"
GAME = khepri.Game.from_kgn(KGN)
ENGINE = khepri.Engine(hash_mib=1)
SCORE = khepri.Score(5)
POSITION = khepri.setup()
BATCH = khepri.Batch(2)
# A function with arguments that are in order.
CALLS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (khepri.Move, {"text": "h2g2"}),
    (khepri.Piece, {"text": "P1"}),
    (khepri.Position, {"kfen": str(POSITION)}),
    (khepri.Position.from_pieces, {"pieces": POSITION.pieces, "side_to_move": "silver", "rules": "khet2"}),
    (POSITION.piece_at, {"square": "a1"}),
    (POSITION.is_legal, {"move": "h2g2"}),
    (POSITION.parse_move, {"move": "h2g2"}),
    (POSITION.hits, {"move": "h2g2"}),
    (POSITION.beam, {"colour": "red"}),
    (POSITION.reach, {"colour": "red"}),
    (POSITION.reach().at, {"square": "a1"}),
    (POSITION.shot, {"move": "h2g2"}),
    (POSITION.after, {"move": "h2g2"}),
    (POSITION.perft, {"depth": 1, "threads": 1}),
    (POSITION.divide, {"depth": 1, "threads": 1}),
    (POSITION.text, {"colours": True}),
    (POSITION.svg, {"move": "h2g2", "pieces": "laser"}),
    (POSITION.encode_move, {"move": "h2g2"}),
    (POSITION.decode_action, {"action": POSITION.encode_move("h2g2")}),
    (POSITION.legal_mask, {"out": np.zeros(1440, np.int8)}),
    (POSITION.observe, {"out": np.zeros((38, 8, 10), np.uint8), "colour": "red", "occurrences": 2}),
    (khepri.setup, {"name": "classic", "rules": "khet2"}),
    (khepri.setups, {"rules": "khet2"}),
    (khepri.Score, {"centipawns": 5}),
    (khepri.Score, {"mate": 5}),
    (SCORE.wdl, {"position": POSITION}),
    (khepri.Game, {"start": POSITION}),
    (khepri.Game.from_kgn, {"text": GAME.kgn()}),
    (khepri.parse_kgn, {"text": GAME.kgn()}),
    (khepri.read_kgn, {"source": __file__, "variations": False}),
    (lambda move: GAME.copy().push(move), {"move": "c7d7"}),
    (lambda result: setattr(GAME.copy(), "result", result), {"result": "1-0"}),
    (lambda comment: setattr(GAME.copy(), "comment", comment), {"comment": "a"}),
    (lambda name, value: GAME.copy().tags.__setitem__(name, value), {"name": "Event", "value": "a"}),
    (
        GAME.annotate,
        {
            "ply": 0,
            "comment": "a",
            "marks": ["!"],
            "squares": ["Ga4"],
            "arrows": ["Ga4b5"],
            "score": SCORE,
            "depth": 3,
            "time": 0.5,
            "nodes": 5,
        },
    ),
    (khepri.Game.from_kgn(KGN).add_variation, {"ply": 0, "moves": ["h2h3"], "comment": "a"}),
    (GAME.svg, {"last_shot": True, "pieces": "plain"}),
    (khepri.Engine, {"hash_mib": 1, "threads": 1, "level": 900, "level_seed": 5, "draw_plies": 100, "network": None}),
    (
        ENGINE.play,
        {"game": GAME, "nodes": 20, "movetime": 0.01, "depth": 1, "mate": 1, "searchmoves": None}
        | {"clock": (1, 1.5), "increment": 0.1, "moves_to_go": 5},
    ),
    (
        lambda **limits: list(ENGINE.analyse(**limits)),
        {"game": GAME, "multipv": 2, "nodes": 20, "movetime": 0.01, "depth": 1, "mate": 1, "searchmoves": None}
        | {"clock": (1, 1.5), "increment": 0.1, "moves_to_go": 5},
    ),
    (ENGINE.evaluate, {"position": POSITION}),
    (
        khepri.Process,
        {"command": ["/no/such/program"], "options": {"a": 5}, "folder": "/", "protocol": "uci"}
        | dict.fromkeys(["start_timeout", "ready_timeout", "timeout", "margin"], 0.5),
    ),
    (khepri.Batch, {"n": 2, "start": [POSITION], "max_plies": 5, "seed": 5, "threads": 2, "restart": True}),
    (BATCH.legal_mask, {"out": np.zeros((2, 1440), np.int8)}),
    (BATCH.observe, {"out": np.zeros((2, 38, 8, 10), np.uint8)}),
    (BATCH.random_actions, {"out": np.zeros(2, np.int32)}),
    (BATCH.to_move, {"out": np.zeros(2, np.int8)}),
    (BATCH.step, {"actions": BATCH.random_actions(), "out": None}),
    (BATCH.position, {"index": 1}),
    (BATCH.reset, {"seed": 5}),
    (env, {"rules": "khet2", "name": "classic", "start": None, "max_plies": 5, "render_mode": None}),
]


def named(function: Callable[..., Any]) -> str:
    return getattr(function, "__qualname__", repr(function))


@pytest.mark.parametrize(("function", "good"), CALLS, ids=[named(function) for function, _ in CALLS])
def test_bad_arguments_raise_exceptions_that_name_them(function: Callable[..., Any], good: dict[str, Any]) -> None:
    for name in good:
        for value in BAD:
            try:
                function(**{**good, name: value})
            except (ValueError, TypeError, OSError) as error:
                # `centipawns` and `mate`, and the limits of a clock, are checked together.
                # The program of `Process` does not exist.
                others = {"mate": "centipawns", "clock": "increment", "name": "value"}
                wanted = {name, others.get(name, name)} | ({"command"} if function is khepri.Process else set())
                assert any(word in str(error) for word in wanted) or isinstance(error, OSError), (name, value, error)
    with pytest.raises(TypeError):
        function(**good, no_such_argument=5)


def test_every_public_function_is_called() -> None:
    called = {named(function) for function, _ in CALLS}
    called |= {"Game.push", "Engine.analyse", "Process.play"}
    for name in khepri.__all__:
        item = getattr(khepri, name)
        functions = [item] if inspect.isbuiltin(item) else []
        if inspect.isclass(item):
            functions = [getattr(item, key) for key in vars(item) if not key.startswith("_")]
        for function in functions:
            if callable(function) and set(inspect.signature(function).parameters) - {"self"} and item is not khepri.Tags:
                assert named(function) in called, function


def test_operators_and_methods_take_anything() -> None:
    reach = POSITION.reach()
    for value in [POSITION, GAME, SCORE, khepri.Move("h2g2"), khepri.Piece("k"), POSITION.beam(), reach, reach.shots[0], GAME.played[0], BATCH]:
        for bad in BAD:
            if not isinstance(bad, np.ndarray):
                assert (value == bad) is (value is bad) or isinstance(bad, (khepri.Position, khepri.Move))
        with pytest.raises((TypeError, AttributeError)):
            value.no_such_attribute = 5  # type: ignore[attr-defined]
    for bad in BAD:
        assert (bad in GAME.tags) is False if isinstance(bad, str) or bad is None else True
        with pytest.raises((KeyError, TypeError, ValueError)):
            GAME.tags[bad]
        with pytest.raises((KeyError, TypeError, ValueError)):
            del GAME.tags[bad]


def test_a_finished_game_is_refused_everywhere() -> None:
    over = khepri.Game("x39/////4K5//4k4X1 s khet2")
    over.push("j1-")
    for call in (
        lambda: over.push("j1-"),
        lambda: ENGINE.play(over, nodes=10),
        lambda: ENGINE.analyse(over, nodes=10),
        lambda: ENGINE.evaluate(over.position),
        lambda: over.position.after("j1-"),
        lambda: khepri.Game(over.position),
        lambda: setattr(over, "result", "0-1"),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(ValueError, match="expected a game with a move"):
        khepri.Game().pop()
    batch = khepri.Batch(2, [over.position, POSITION], restart=False)
    assert batch.legal_mask().sum(1).tolist() == [0, len(POSITION.legal_moves)]
    assert batch.step(batch.random_actions())[1].tolist() == [True, False]


def test_two_threads_change_one_game_by_turns() -> None:
    game = khepri.Game("x39/4k5/////4K5/9X1 s khet2")
    rounds, errors = 500, []

    def work() -> None:
        for _ in range(rounds):
            try:
                game.push(game.position.legal_moves[0])
                game.pop()
            except ValueError as error:
                errors.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(game.moves) == game.ply == len(game.played) and game.positions[-1] == game.position
    assert all(error.startswith(("move: ", "expected a game with a move")) for error in errors)


def test_paths_of_all_kinds(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        khepri.read_kgn(tmp_path / ("x" * 5000))
    with pytest.raises(ValueError, match="source: expected a path without null"):
        khepri.read_kgn("a\0b")
    # A folder can be opened, but not read.
    with pytest.raises(OSError):
        next(khepri.read_kgn(tmp_path))
    for missing in (khepri.read_kgn, lambda path: khepri.Engine(network=path)):
        with pytest.raises(FileNotFoundError, match="missing"):
            missing(tmp_path / "missing")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_network_is_a_file_and_no_endless_one(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", "/dev/zero"):
        with pytest.raises(ValueError, match="network: expected a file"):
            khepri.Engine(network=path)
