"""Values behave as Python's do: equality, order, hashes, copies, pickles, and memory that does not grow."""

import copy
import gc
import os
import pickle
import random
import resource
from pathlib import Path

import pytest

import khepri


def values() -> list[object]:
    game = khepri.Game(khepri.setup("osiris"))
    game.push(game.position.legal_moves[0])
    over = khepri.Position("x39/////4K5//4k4X1 s khet2").after("j1-")
    return [
        khepri.Move("h2g2"),
        khepri.Move("e1d2t"),
        khepri.Piece("P4"),
        khepri.Piece("k"),
        khepri.setup("imhotep", rules="khet1"),
        over,
        game.position,
        game.position.beam(),
        game.position.shot(game.position.legal_moves[0]),
        game.position.beam().legs[0],
        khepri.setup("classic", rules="khet1").beam().legs[0],
        game.position.reach("red"),
        game.position.reach().shots[0],
        khepri.Score(35),
        khepri.Score(mate=-2),
    ]


@pytest.mark.parametrize("value", values(), ids=repr)
def test_values_are_equal_after_a_copy_and_a_pickle(value: object) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value and hash(again) == hash(value) and repr(again) == repr(value)
    assert copy.copy(value) == value == copy.deepcopy(value)
    assert value != "a text" and value != 5 and value is not None
    assert len({value, copy.copy(value)}) == 1


def test_a_game_that_ends_with_both_pharaohs_survives_a_pickle() -> None:
    # Silver's beam runs up file j, west along rank 4 and splits on f4.
    position = khepri.Position("/5k4///2K2E13P2/// s khet1")
    over = position.after("j4+")
    assert (over.outcome, over.end_reason, over.pieces.keys()) == ("1/2-1/2", "both-pharaohs", {"f4", "j4"})
    assert pickle.loads(pickle.dumps(over)) == over


def test_reports_of_a_search_survive_a_copy_and_a_pickle() -> None:
    with khepri.Engine(hash_mib=1) as engine:
        infos = list(engine.analyse(khepri.Game(), depth=3))
    assert pickle.loads(pickle.dumps(infos)) == infos == copy.deepcopy(infos)
    assert infos[0] != infos[-1] and repr(pickle.loads(pickle.dumps(infos))) == repr(infos)


def test_games_are_copied_and_have_no_hash() -> None:
    game = khepri.Game()
    game.push("h2g2")
    game.annotate(0, comment="a", marks=["!"])
    for again in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again == game and again is not game
        again.push("c7d7")
        assert again != game and game.ply == 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_scores_are_ordered() -> None:
    scores = [khepri.Score(mate=-1), khepri.Score(mate=-4), khepri.Score(-20), khepri.Score(0)]
    scores += [-score for score in reversed(scores[:3])]
    assert scores == sorted(random.Random(1).sample(scores, len(scores)))
    assert [str(score) for score in scores] == ["-M1", "-M4", "-0.20", "+0.00", "+0.20", "+M4", "+M1"]
    position = khepri.Position("x39/4k5/////4K5/9X1 s khet2")
    assert scores[0].wdl(position) == (0, 0, 1000) and sum(scores[2].wdl(position)) == 1000
    assert sorted(khepri.Move(text) for text in ("h2+", "h2-", "a1a2"))[0] == khepri.Move("a1a2")


def pages() -> int:
    """Returns the pages of memory that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system has no /proc")
def test_a_hundred_thousand_positions_leave_the_memory_as_it_was() -> None:
    def work(count: int) -> None:
        start = position = khepri.Position("x39/4k5/////4K5/9X1 s khet2")
        for index in range(count):
            moves = position.legal_moves
            position = position.after(moves[index % len(moves)]) if moves else start
            assert position.beam().legs

    work(5_000)
    gc.collect()
    before = pages()
    work(100_000)
    gc.collect()
    assert (pages() - before) * resource.getpagesize() < 4 << 20


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_objects_with_threads_refuse_to_work_in_a_forked_process() -> None:
    engine = khepri.Engine(hash_mib=1)
    child = os.fork()
    if child == 0:
        try:
            engine.play(khepri.Game(), nodes=10)
        except ValueError as error:
            os._exit(0 if "another process" in str(error) else 2)
        os._exit(3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert engine.play(khepri.Game(), nodes=10) in khepri.setup().legal_moves
