"""The rules: perft counts of the suites, and random games against the session of the program."""

import random
import subprocess
import sys
from collections import Counter

import pytest
from conftest import ROOT

import khepri

RULES = ("khet2", "khet1", "deflexion")
SETUPS = [(rules, name) for rules in RULES for name in khepri.setups(rules)]


def suite(rules: str) -> list[tuple[str, dict[int, int]]]:
    """Returns the positions of a perft suite with their counts by depth."""
    lines = (ROOT / f"positions/perft/{rules}.perft").read_text().splitlines()
    rows = [line.split(" ;") for line in lines if line and not line.startswith("#")]
    return [(kfen, {int(count.split()[0][1:]): int(count.split()[1]) for count in counts}) for kfen, *counts in rows]


@pytest.mark.parametrize("rules", RULES)
def test_perft_agrees_with_the_suites(rules: str, request: pytest.FixtureRequest) -> None:
    largest = 10**9 if request.config.getoption("--long") else 200_000
    checked = 0
    for kfen, counts in suite(rules):
        position = khepri.Position(kfen)
        assert position.perft(0) == 1
        for depth, count in counts.items():
            if count <= largest:
                divided = position.divide(depth, threads=2)
                assert (position.perft(depth), sum(divided.values())) == (count, count), (kfen, depth)
                assert list(divided) == position.legal_moves
                checked += 1
    assert checked > 20


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems limit no memory")
def test_perft_does_without_threads_that_the_system_refuses() -> None:
    # The stacks of 64 threads do not fit into what is left.
    code = """
import khepri, resource
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (32 << 20),) * 2)
print(khepri.setup().perft(2, threads=64))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    expected = suite("khet2")[0][1][2]
    assert (done.stdout, done.stderr) == (f"{expected}\n", "")


def test_set_ups_are_those_of_the_file() -> None:
    expected = {}
    for line in (ROOT / "positions/setups.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            rules, name, kfen = line.split(maxsplit=2)
            expected[rules, name] = kfen
    found = {(rules, name): khepri.setup(name, rules=rules) for rules, name in SETUPS}
    assert {key: str(position) for key, position in found.items()} == {
        key: str(khepri.Position(kfen)) for key, kfen in expected.items()
    }
    assert all(position.setup_name == name and position.rules == rules for (rules, name), position in found.items())


def described(position: khepri.Position, move: khepri.Move, hits: list[str], occurred: int, result: str, reason: str) -> str:
    """Returns the line of `history` for a ply, after its number."""
    shot = f" hits {' '.join(sorted(hits))}" if hits else ""
    return f"{position} move {move}{shot} occurred {occurred} result {result} {reason}"


def test_random_games_agree_with_the_session(program: str, request: pytest.FixtureRequest) -> None:
    games = 5000 if request.config.getoption("--long") else 300
    dice = random.Random(61)
    commands, expected = [], []
    reasons = Counter[str]()
    for number in range(games):
        rules, name = SETUPS[number % len(SETUPS)]
        game = khepri.Game(khepri.setup(name, rules=rules))
        lines = []
        limit = dice.randrange(1, 120)
        while game.position.outcome is None and game.ply < limit:
            before = game.position
            # Moving to and fro makes arrangements occur again.
            move = dice.choice(before.legal_moves)
            hits = before.hits(move)
            assert game.push(str(move)) == move
            assert game.position == before.after(move) and game.last_hits == hits
            assert before.shot(move).hits == hits
            result = game.position.outcome or "*"
            reason = game.position.end_reason or ("repetition" if game.occurrences >= 3 else "-")
            lines.append(described(game.position, move, hits, game.occurrences, result, reason))
        reasons[str(game.end_reason)] += 1
        assert game.positions[0] == game.start and game.positions[-1] == game.position
        commands.append(f"position kfen {game.start} moves {' '.join(map(str, game.moves))}\nhistory\n")
        expected.append(lines)
    session = subprocess.run([program], input="".join(commands) + "quit\n", capture_output=True, text=True, timeout=300)
    found: list[list[str]] = []
    for line in session.stdout.splitlines():
        if line.startswith("ply 0 "):
            found.append([])
        elif line.startswith("ply "):
            found[-1].append(line.split(" kfen ", 1)[1])
    assert found == expected
    assert reasons["pharaoh"] > games / 10


def reached(position: khepri.Position, colour: str, square: str) -> list[str]:
    """Returns the lines of `reach COLOUR` and of `reach COLOUR SQUARE`."""
    reach = position.reach("red" if colour == "red" else "silver")
    assert reach.colour == colour
    lines = []
    for name in sorted(reach.squares):
        shots = reach.at(name)
        own = sum(name in shot.own_hits for shot in shots)
        line = f"square {name} moves {len(shots)} hits {sum(name in shot.hits for shot in shots)}"
        lines.append(line + (f" own {own}" if own else "") + (" now" if name in reach.now else ""))
    lines.append(f"total {len(reach.shots)}")
    for shot in reach.at(square):
        lines.append(f"move {shot.move}" + (f" x {' '.join(sorted(shot.hits))}" if shot.hits else ""))
    return [*lines, f"total {len(reach.at(square))}"]


def test_reach_agrees_with_the_session(program: str) -> None:
    dice = random.Random(62)
    commands, expected = [], []
    for rules, name in SETUPS:
        game = khepri.Game(khepri.setup(name, rules=rules))
        for _ in range(dice.randrange(40)):
            if game.is_over:
                game.pop()
                break
            game.push(dice.choice(game.position.legal_moves))
        for colour in ("silver", "red"):
            square = dice.choice(game.position.reach().squares)
            commands.append(f"position kfen {game.position}\nreach {colour}\nreach {colour} {square}\n")
            expected += reached(game.position, colour, square)
            if colour == game.position.side_to_move:
                shots = game.position.reach().shots
                assert [shot.move for shot in shots] == game.position.legal_moves
                assert all(shot.path == game.position.shot(shot.move).path for shot in shots)
    session = subprocess.run([program], input="".join(commands) + "quit\n", capture_output=True, text=True, timeout=300)
    found = [line for line in session.stdout.splitlines() if line.startswith(("square ", "move ", "total "))]
    assert found == expected


def test_beams_and_games_end_as_the_rules_say() -> None:
    position = khepri.Position("x33k5/5a14///2p32E13P3///4K4X1 s khet2 0 1")
    beam = position.beam()
    assert beam.colour == "silver" and beam.hits == ["c4", "f7"]
    assert [(leg.origin, leg.direction, leg.end) for leg in beam.legs] == [
        ("j1", "north", "j4"),
        ("j4", "west", "f4"),
        ("f4", "west", "c4"),
        ("f4", "north", "f7"),
    ]
    assert position.beam("red").legs[0].squares[-1] == "a1"
    frame = khepri.setup("classic", rules="khet1").beam("red").legs[0]
    assert frame.origin is None and frame.direction == "south"
    won = khepri.Game("x39/////4K5//4k4X1 s khet2")
    won.push("j1-")
    assert (won.outcome, won.end_reason, won.result, won.is_over) == ("1-0", "pharaoh", "1-0", True)
    assert won.position.legal_moves == [] and won.last_hits == ["e1"]
    with pytest.raises(ValueError, match="move: `j1-`: the game is over"):
        won.push("j1-")
    assert won.pop() == khepri.Move("j1-") and not won.is_over and won.result == "*"
    drawn = khepri.Game("x39/4k5/////4K5/9X1 s khet2")
    for move in ["j1-", "a8-", "j1+", "a8+"] * 2:
        assert drawn.outcome is None
        drawn.push(move)
    assert (drawn.outcome, drawn.end_reason, drawn.occurrences) == ("1/2-1/2", "repetition", 3)


def test_a_scarab_has_one_rotation_and_half_a_turn_changes_sides() -> None:
    position = khepri.Position("x39/4k5///4S15//4K5/9X1 s khet2")
    assert position.parse_move("e4-") == khepri.Move("e4+") and position.is_legal(khepri.Move("e4-"))
    assert khepri.Move("e4-") not in position.legal_moves
    turned = position.half_turn()
    assert turned.side_to_move == "red" and turned.half_turn() == position
    assert turned.piece_at("f5") == khepri.Piece("s1") and turned.piece_at("a1") is None
    assert khepri.Move("h2g2").half_turn() == khepri.Move("c7d7")


def test_positions_are_made_of_pieces() -> None:
    start = khepri.setup("osiris")
    assert khepri.Position.from_pieces(start.pieces) == start
    texts = {square: str(piece) for square, piece in start.pieces.items()}
    assert khepri.Position.from_pieces(texts, "silver", "khet2") == start
    with pytest.raises(ValueError, match="silver has 0 Pharaohs.*red has 0 Pharaohs"):
        khepri.Position.from_pieces({}, rules="khet1")
