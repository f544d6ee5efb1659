"""Games for learning machines: the numbers of actions and planes, batches, and PettingZoo's own tests."""

import warnings
from typing import Any

import numpy as np
import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

import khepri
from khepri.pettingzoo import env, raw_env

SETUPS = [(rules, name) for rules in ("khet2", "khet1", "deflexion") for name in khepri.setups(rules)]
FILES, STEPS = "abcdefghij", [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
KINDS = ["pharaoh", "pyramid", "scarab", "anubis", "sphinx", "obelisk", "stack", "eye"]


def first(position: khepri.Position) -> str:
    return "red" if position.rules == "deflexion" else "silver"


def number(move: khepri.Move, turned: bool) -> int:
    """Returns the number of a move, worked out from its text."""
    move = move.half_turn() if turned else move
    square = FILES.index(move.origin[0]) + 10 * (int(move.origin[1]) - 1)
    if move.action in "+-":
        return 18 * square + 8 + "+-".index(move.action)
    step = FILES.index(move.target[0]) - FILES.index(move.origin[0]), int(move.target[1]) - int(move.origin[1])
    return 18 * square + STEPS.index(step) + (10 if move.action == "top" else 0)


def planes(position: khepri.Position, repeated: bool) -> Any:
    """Returns what the player to move sees, drawn from the pieces and beams of the position."""
    own = position.side_to_move
    turned = own != first(position)
    view = position.half_turn() if turned else position
    side = first(position)
    drawn = np.zeros((len(khepri.PLANES), 80), np.uint8)

    def index(square: str) -> int:
        return FILES.index(square[0]) + 10 * (int(square[1]) - 1)

    for square, piece in view.pieces.items():
        name = f"{piece.kind} {piece.orientation}"
        if piece.kind in ("pharaoh", "obelisk", "stack"):
            name = piece.kind
        elif piece.kind == "sphinx":
            name = "sphinx along " + ("file" if piece.orientation in (1, 3) else "rank")
        drawn[khepri.PLANES.index(f"{'own' if piece.colour == side else 'other'} {name}")][index(square)] = 1
    # File a and, but for Deflexion, i1 and i8 are reserved for Red; the board turned, the same for Silver.
    closed = {f"a{rank}" for rank in range(1, 9)} | (set() if position.rules == "deflexion" else {"i1", "i8"})
    if side == "red":
        closed = {f"j{rank}" for rank in range(1, 9)}
    for square in closed:
        drawn[khepri.PLANES.index("closed squares")][index(square)] = 1
    drawn[khepri.PLANES.index("repeated")] = repeated
    for name, colour in (("own beam", side), ("other beam", "red" if side == "silver" else "silver")):
        for square in view.beam("red" if colour == "red" else "silver").path:
            drawn[khepri.PLANES.index(name)][index(square)] = 1
    return drawn.reshape(-1, 8, 10)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_plays_as_single_games_do(threads: int) -> None:
    starts = [khepri.setup(name, rules=rules) for rules, name in SETUPS]
    count = 4 * len(starts)
    batch = khepri.Batch(count, starts, max_plies=30, seed=7, threads=threads, restart=False)
    games = [khepri.Game(starts[index % len(starts)]) for index in range(count)]
    masks, seen = batch.legal_mask(), batch.observe()
    for ply in range(30):
        assert batch.legal_mask(masks) is masks and batch.observe(seen) is seen
        actions = batch.random_actions()
        to_move = batch.to_move()
        movers = [game.position.side_to_move for game in games]
        for index, game in enumerate(games):
            position = batch.position(index)
            assert position == game.position
            if game.is_over:
                continue
            turned = position.side_to_move != first(position)
            legal = {number(move, turned): move for move in position.legal_moves}
            assert set(np.flatnonzero(masks[index])) == set(legal)
            assert to_move[index] == (position.side_to_move == "red")
            if ply % 10 == 0:
                assert (seen[index] == planes(position, game.occurrences > 1)).all()
                assert (position.observe(occurrences=game.occurrences) == seen[index]).all()
                assert (position.legal_mask() == masks[index]).all()
            move = legal[int(actions[index])]
            assert position.encode_move(move) == actions[index] and position.decode_action(int(actions[index])) == move
            game.push(move)
        rewards, terminated, truncated = batch.step(actions)
        assert terminated.tolist() == [game.is_over for game in games]
        assert truncated.tolist() == [not game.is_over and ply == 29 for game in games]
        for index, game in enumerate(games):
            won = {"1-0": "silver", "0-1": "red"}.get(str(game.outcome))
            just_ended = game.ply == ply + 1 and won is not None
            assert rewards[index] == ((1 if won == movers[index] else -1) if just_ended else 0)
    results = [game.outcome for game in games]
    assert batch.totals == tuple(results.count(outcome) for outcome in ("1-0", "0-1", "1/2-1/2", None))
    assert results.count("1-0") > 0


def test_a_third_occurrence_ends_a_game_of_a_batch() -> None:
    start = khepri.Position("x39/4k5/////4K5/9X1 s khet2")
    batch = khepri.Batch(1, start)
    game = khepri.Game(start)
    for move in ["j1-", "a8-", "j1+", "a8+"] * 2:
        action = np.array([game.position.encode_move(move)])
        assert (batch.observe()[0][khepri.PLANES.index("repeated")] == (game.occurrences > 1)).all()
        game.push(move)
        _, terminated, _ = batch.step(action)
        assert terminated[0] == game.is_over
    assert batch.totals == (0, 0, 1, 0) and batch.position(0) == start


def test_random_games_depend_on_the_seed_alone() -> None:
    def course(threads: int, seed: int) -> Any:
        batch = khepri.Batch(200, seed=seed, threads=threads)
        courses = []
        for _ in range(60):
            actions = batch.random_actions()
            courses.append(actions.copy())
            batch.step(actions)
        return np.stack(courses), batch.totals

    first, totals = course(1, 5)
    again, totals_again = course(3, 5)
    assert (first == again).all() and totals == totals_again and sum(totals) > 50
    assert not (first == course(1, 6)[0]).all()
    batch = khepri.Batch(200, seed=6)
    batch.step(batch.random_actions())
    batch.reset(seed=5)
    assert (batch.random_actions() == first[0]).all() and batch.totals == (0, 0, 0, 0)


def test_arrays_are_filled_in_place_and_others_are_refused() -> None:
    batch = khepri.Batch(3)
    out = (np.zeros(3, np.int8), np.zeros(3, bool), np.zeros(3, bool))
    results = batch.step(batch.random_actions(), out)
    assert all(one is other for one, other in zip(out, results))
    assert batch.step(batch.random_actions().astype(np.int64))[0].dtype == np.int8
    readonly = np.zeros((3, 1440), np.int8)
    readonly.flags.writeable = False
    for bad in (readonly, np.zeros((3, 1440)), np.zeros((4, 1440), np.int8), np.zeros((1440, 3), np.int8).T, "x", []):
        with pytest.raises(TypeError, match=r"out: expected a writable, contiguous array of int8 with the shape \(3, 1440\)"):
            batch.legal_mask(bad)  # type: ignore[arg-type]
    before = [batch.position(index) for index in range(3)]
    actions = batch.random_actions()
    actions[1] = 1439
    with pytest.raises(ValueError, match=r"actions\[1\]: 1439: the step leaves the board"):
        batch.step(actions)
    for action, message in [(-1, "expected a number from 0 to 1439"), (0, "a1a2: a1 is empty")]:
        actions[1] = action
        with pytest.raises(ValueError, match=message):
            batch.step(actions)
    assert [batch.position(index) for index in range(3)] == before


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(0, 2**64 - 1), st.integers(1, 60))
def test_masks_and_moves_agree(setup: tuple[Any, str], seed: int, plies: int) -> None:
    batch = khepri.Batch(1, khepri.setup(setup[1], rules=setup[0]), seed=seed)
    for _ in range(plies):
        batch.step(batch.random_actions())
    position = batch.position(0)
    assert [position.decode_action(int(action)) for action in np.flatnonzero(batch.legal_mask()[0])] == sorted(
        position.legal_moves, key=position.encode_move
    )
    for action in range(khepri.ACTIONS):
        if not batch.legal_mask()[0][action]:
            with pytest.raises(ValueError, match=f"action: {action}: "):
                position.decode_action(action)
            break


# The warnings of api_test about Khet. The first two are about every game with a mask.
KNOWN = {
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Observation is not a NumPy array",
    'We recommend agents to be named in the format <descriptor>_<number>, like "player_0"',
}


@pytest.mark.parametrize(("rules", "eyes"), [("khet2", False), ("khet1", True), ("deflexion", False)])
def test_pettingzoo_s_own_tests_pass(rules: Any, eyes: bool) -> None:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        api_test(env(rules, eyes=eyes, max_plies=60), num_cycles=300, verbose_progress=False)
        seed_test(lambda: env(rules, eyes=eyes), num_cycles=100)
    assert {str(warning.message) for warning in found} <= KNOWN


def test_an_environment_ends_as_the_game_does() -> None:
    khet = raw_env(start=khepri.Position("x39/////4K5//4k4X1 s khet2"))
    khet.reset()
    assert khet.possible_agents == ["silver", "red"]
    assert khet.observe("red")["action_mask"].sum() == 0
    own = khet.observe("red")["observation"]
    assert (own == khet.game.position.observe(colour="red")).all()
    khet.step(khet.game.position.encode_move("j1-"))
    assert khet.terminations == {"silver": True, "red": True} and khet.rewards == {"silver": 1, "red": -1}
    drawn = raw_env(start=khepri.Position("x39/4k5/////4K5/9X1 s khet2"))
    drawn.reset()
    for move in ["j1-", "a8-", "j1+", "a8+"] * 2:
        assert not any(drawn.terminations.values())
        drawn.step(drawn.game.position.encode_move(move))
    assert all(drawn.terminations.values()) and set(drawn.rewards.values()) == {0}
    short = raw_env("deflexion", max_plies=1)
    short.reset()
    assert short.agent_selection == "red"
    short.step(int(np.flatnonzero(short.observe("red")["action_mask"])[0]))
    assert all(short.truncations.values()) and not any(short.terminations.values())
    begun = raw_env()
    begun.reset()
    for wrong in (5.0, "5", b"5", None, -1, khepri.ACTIONS, 10**30, np.array([5])):
        with pytest.raises((ValueError, TypeError), match="^action: "):
            begun.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected silver or red, found `player_0`"):
        begun.observe("player_0")
    for plies in (True, "5", 5.0, None):
        with pytest.raises(TypeError, match="max_plies: expected an int"):
            env(max_plies=plies)  # type: ignore[arg-type]
    assert raw_env(max_plies=np.int64(5)).max_plies == 5  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="render_mode: expected a str, found int"):
        env(render_mode=5)  # type: ignore[arg-type]
    illegal = env()
    illegal.reset()
    illegal.step(0)
    assert illegal.terminations["silver"]


def test_environments_are_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    for mode in ("ansi", "svg", "human"):
        khet: Any = raw_env(render_mode=mode)
        khet.reset()
        khet.step(khet.game.position.encode_move("h2g2"))
        drawn = khet.render()
        assert drawn is None if mode == "human" else drawn.startswith("<svg" if mode == "svg" else "  ")
    assert "X" in capsys.readouterr().out


@pytest.mark.long
def test_the_example_learns(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"__name__": "learn"}
    exec(compile((ROOT / "docs/examples/learn.py").read_text(), "learn.py", "exec"), names)
    assert names["play"](names["train"]()) >= 0.6
