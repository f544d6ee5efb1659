"""KFEN, moves and KGN: what is read is written as it was, and faults name their place."""

import io
import random
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import khepri

# Everything that docs/notation.md describes, as a writer writes it.
TAGS = """[Event "A \\"quoted\\" name"]
[Site "back\\\\slash"]
[Date "2026.11.28"]
[Round "1"]
[Silver "Ada"]
[Red "Bob"]
[Result "0-1"]
[RuleSet "khet2"]
[SetUp "classic"]
[KFEN "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1"]
[TimeControl "10+0.1"]
[Termination "resignation"]
[PlyCount "3"]
[Opening "2"]
"""
MOVES = """{[%csl Ga4,Rb5][%cal Ya4b5] Before the first move.} 1. h2g2 $5
{+0.35/12 0.103s n=45210 tl=9.897s blunder, 59.8 % lost; [%csl Bj1] fine}
({or} 1. h2h3 $1 c7d7 (1... c7c6 {-M3/9} 2. h3h2 ({deeper} 2. h3g2)) 2. h3h2)
1... c7d7 {book} 2. f4+ $4 $6 {; +0.35 is no score} 0-1"""
# Lines of the moves have at most 80 columns.
FULL = TAGS + "\n" + textwrap.fill(" ".join(MOVES.split()), 80, break_on_hyphens=False) + "\n\n"


def test_a_game_with_everything_is_written_as_it_was() -> None:
    game = khepri.Game.from_kgn(FULL)
    assert game.kgn() == FULL
    assert str(game) == FULL
    assert dict(game.tags)["Event"] == 'A "quoted" name' and game.tags["Site"] == "back\\slash"
    assert game.result == "0-1" and game.outcome is None
    assert game.comment == "Before the first move."
    first, second, third = game.played
    assert (first.marks, first.score, first.depth) == (["!?"], khepri.Score(35), 12)
    assert (first.time, first.nodes, first.clock) == (0.103, 45210, 9.897)
    assert (first.review, first.comment, first.squares, first.arrows) == ("blunder, 59.8 % lost", "fine", ["Bj1"], [])
    assert second.is_book and second.score is None
    assert (third.marks, third.comment) == (["??", "?!"], "+0.35 is no score")
    (variation,) = first.variations
    assert variation.comment == "or" and [str(played.move) for played in variation.moves] == ["h2h3", "c7d7", "h3h2"]
    (inner,) = variation.moves[1].variations
    assert inner.moves[0].score == khepri.Score(mate=-3) and inner.moves[1].variations[0].comment == "deeper"


def test_files_are_read_game_by_game_and_after_a_fault(tmp_path: Path) -> None:
    faulty = FULL.replace("1... c7d7 {book}", "1... c7d4 {book}")
    path = tmp_path / "games.kgn"
    path.write_text(FULL + faulty + FULL)
    for source in (path, str(path), io.StringIO(path.read_text()), io.BytesIO(path.read_bytes()), path.open("rb")):
        games = khepri.read_kgn(source)
        assert next(games).kgn() == FULL
        with pytest.raises(ValueError, match=r"(games\.kgn|source): 38:62: game 2, move 1\.\.\. `c7d4`: d4 is not next to c7"):
            next(games)
        assert [game.kgn() for game in games] == [FULL]
        with pytest.raises(StopIteration):
            next(games)
    alone = next(khepri.read_kgn(path, variations=False))
    assert [played.variations for played in alone.played] == [[], [], []]
    with pytest.raises(FileNotFoundError, match="missing.kgn"):
        khepri.read_kgn(tmp_path / "missing.kgn")
    assert len(khepri.parse_kgn(FULL * 3)) == 3
    with pytest.raises(ValueError, match="text: expected one game, found 2"):
        khepri.Game.from_kgn(FULL * 2)
    with pytest.raises(ValueError, match="text: expected one game, found 0"):
        khepri.Game.from_kgn("")


def test_a_file_is_not_read_to_its_end_if_no_one_asks(tmp_path: Path) -> None:
    path = tmp_path / "many.kgn"
    path.write_text(FULL * 200)
    games = khepri.read_kgn(path)
    assert next(games).kgn() == FULL
    del games


def test_games_are_annotated() -> None:
    game = khepri.Game()
    for move in ("h2g2", "c7d7"):
        game.push(move)
    game.comment = "Before {the} start"
    game.annotate(0, comment="[%csl Ga4] a  text\nwith } in it", marks=["!", "?!"], arrows=["Rh2g2"])
    game.annotate(-1, score=khepri.Score(mate=3), depth=9, time=0.1234567, nodes=10)
    game.add_variation(1, ["c7b6", khepri.Move("g2h2")], comment="or")
    game.add_variation(1, ["c7b6", "g2h3"])
    game.result = "1/2-1/2"
    game.tags["Silver"], game.tags["ECO"] = "Ada", "x"
    assert game.kgn().endswith(
        "{Before {the) start} 1. h2g2 $1 $6 {[%csl Ga4][%cal Rh2g2] a text with ) in it}\n"
        "c7d7 {+M3/9 0.123s n=10} ({or} 1... c7b6 2. g2h2 (2. g2h3)) 1/2-1/2\n\n"
    )
    assert khepri.Game.from_kgn(game.kgn()) == game
    game.annotate(0, comment="", marks=[], arrows=[], squares=[])
    assert game.played[0].comment == "" and game.played[0].marks == []
    del game.tags["ECO"]
    assert "ECO" not in game.tags and game.tags.get("ECO", "none") == "none"
    assert list(game.tags) == ["Silver", "Result", "RuleSet", "SetUp", "KFEN", "PlyCount"]
    for name in ("KFEN", "Result", "two words", "", "é"):
        with pytest.raises(ValueError, match="name: "):
            game.tags[name] = "x"
    with pytest.raises(KeyError):
        game.tags["Event"]
    with pytest.raises(ValueError, match="value: expected text on one line"):
        game.tags["Event"] = "a\nb"
    game.pop()
    assert game.result == "*" and game.ply == 1


def test_faults_name_the_place_and_what_was_expected() -> None:
    for read, text, message in [
        (khepri.Position, "x39/4k5/////4K5/9X1 q", "kfen: side, column 21: expected"),
        (khepri.Move, "k2g2", "text: column 1: expected a file a to j, found `k2g2`"),
        (khepri.setup().parse_move, "h2h5", "move: `h2h5`: h5 is not next to h2"),
        (khepri.Piece, "q1", "text: expected a piece"),
        (khepri.setup, "nowhere", "name: khet2 has no set-up `nowhere`, expected one of classic"),
    ]:
        with pytest.raises(ValueError) as raised:
            read(text)
        assert message in str(raised.value)


def walk(seed: int, plies: int) -> khepri.Game:
    """Returns a random game."""
    dice = random.Random(seed)
    rules = dice.choice(["khet2", "khet1", "deflexion"])
    game = khepri.Game(khepri.setup(dice.choice(khepri.setups(rules)), rules=rules))
    while game.ply < plies and game.position.outcome is None:
        game.push(dice.choice(game.position.legal_moves))
    return game


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 80), st.text(max_size=30), st.text(max_size=30))
def test_any_text_survives_in_a_game(seed: int, plies: int, comment: str, tag: str) -> None:
    game = walk(seed, plies)
    try:
        game.comment = comment
    except ValueError:
        assert any("\ud800" <= character <= "\udfff" for character in comment)
    if game.ply:
        game.annotate(-1, comment=game.comment)
    try:
        game.tags["Event"] = tag
    except ValueError:
        assert not tag.isprintable()
    again = khepri.Game.from_kgn(game.kgn())
    assert again == game and again.kgn() == game.kgn()
    assert khepri.Position(str(game.start)) == game.start


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_no_text_breaks_a_reader(text: str) -> None:
    for read in (khepri.Position, khepri.Move, khepri.Piece, khepri.Game.from_kgn, khepri.setup().parse_move):
        try:
            read(text)
        except ValueError as error:
            assert str(error)


def test_moves_of_a_variation_may_come_from_code_that_uses_the_game() -> None:
    # A game that stayed locked would stop the interpreter, so this runs in another one.
    code = """
import khepri
game = khepri.Game.from_kgn("1. h2g2 c7d7 *")
def line():
    position = game.start
    for text in ("h2h3", "c7d7"):
        game.annotate(0, comment=str(game.ply))
        yield text
        position = position.after(text)
game.add_variation(0, line())
print(game.played[0].comment, *(played.move for played in game.played[0].variations[0].moves))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("2 h2h3 c7d7\n", "")


def test_texts_are_written_and_read_whole_or_refused() -> None:
    longest = "v" * 2**20

    def comment(game: khepri.Game, text: str) -> None:
        game.comment = text

    places: list[Callable[[khepri.Game, str], None]] = [
        comment,
        lambda game, text: game.annotate(0, comment=text),
        lambda game, text: game.add_variation(0, ["h2h3"], comment=text),
        lambda game, text: game.tags.__setitem__("Event", text),
        lambda game, text: game.tags.__setitem__("Opening", text),
    ]
    for put in places:
        game = khepri.Game.from_kgn("1. h2g2 *")
        put(game, longest)
        assert longest in game.kgn().replace("\n", "") and khepri.Game.from_kgn(game.kgn()) == game
        with pytest.raises(ValueError, match="(comment|value): expected at most 1048576 bytes, found 1048577"):
            put(game, longest + "v")
