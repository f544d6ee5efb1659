"""Khet's board and moves with the interface that the package `chess` expects, so that its UCI client plays Khet.

The rules are not written here again. They come from a process of the engine, the referee, by its commands `d` and `moves`.

What does not fit, and all that is done about it:
- `chess.Board` and `chess.Move` are chess: `Board` and `Move` below stand in their place. The client asks a board for
  `fen`, `root`, `copy`, `move_stack`, `push`, `pop`, `push_uci`, `parse_uci`, `turn`, `chess960`, `uci_variant` and
  whether two are equal, and a move for `uci`.
- The client writes `position fen` with the start of every game, never `startpos`, `setup` or `kfen`: the engine reads
  `fen` too.
- `UCI_REGEX`, which finds the end of a line of moves, has eight files and no quarter-turns: `read_moves_as` changes
  this one constant. Otherwise lines end at the first move that does not look like a chess move; nothing else is different.
- `currmove` is read by `chess.Move.from_uci`: a move that does not look like a chess move is logged as an error and left out.
- White is Silver and Black is Red, also where Red begins.
- Named set-ups, `go perft`, `d`, `eval`, `moves` and `flip` are no part of UCI, and the client has no words for them.
"""

import re
import subprocess
import threading

import chess.engine

# The pattern of a move, by which the client finds the end of a line of moves. In the package it is a constant.
KHET_MOVE = re.compile(r"(?:[a-j][1-8][a-j][1-8]t?|[a-j][1-8][+-])\Z")
CHESS_MOVE = chess.engine.UCI_REGEX


def read_moves_as(pattern):
    """Sets the pattern by which the client finds moves."""
    chess.engine.UCI_REGEX = pattern


class Referee:
    """A process of the engine that answers questions about positions. Threads may share it."""

    def __init__(self, program):
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._lock = threading.Lock()
        self._known = {}

    def ask(self, *commands):
        """Returns the lines that the engine prints in answer to the commands."""
        with self._lock:
            self._process.stdin.write("".join(command + "\n" for command in (*commands, "isready")))
            self._process.stdin.flush()
            lines = []
            for line in self._process.stdout:
                if line.strip() == "readyok":
                    return lines
                lines.append(line.rstrip("\n"))
        raise RuntimeError(f"the referee has ended; its last lines: {lines}")

    def setup(self, rule_set, name):
        """Returns the KFEN of a named set-up."""
        lines = self.ask(f"setoption name UCI_Variant value {rule_set}", f"position setup {name}", "d")
        return _fields(lines)["kfen"]

    def look(self, start, moves):
        """Returns the position after these moves."""
        key = (start, moves)
        if key not in self._known:
            words = f"position kfen {start}" + (" moves " + " ".join(moves) if moves else "")
            lines = self.ask(words, "d", "moves")
            refused = [line for line in lines if line.startswith("info string")]
            if refused:
                raise ValueError("; ".join(refused))
            self._known[key] = Node(lines)
        return self._known[key]

    def close(self):
        """Ends the process and returns its status."""
        self._process.stdin.close()
        self._process.stdout.close()
        return self._process.wait(30)


def _fields(lines):
    """Returns lines `name: value` as a dictionary."""
    return dict(line.split(": ", 1) for line in lines if ": " in line)


class Node:
    """A position as the referee prints it."""

    def __init__(self, lines):
        fields = _fields(lines)
        self.kfen = fields["kfen"]
        self.turn = {"silver": chess.WHITE, "red": chess.BLACK}[fields["to move"]]
        self.occurred = int(fields["occurred"])
        self.result = fields["result"]
        end = next(index for index, line in enumerate(lines) if line.startswith("result: "))
        *listed, total = lines[end + 1:]
        self.legal = {line.split()[0] for line in listed}
        if total != f"total {len(self.legal)}":
            raise RuntimeError(f"{len(self.legal)} moves, but `{total}`")


class Move:
    """A move as the notation writes it. It is never the null move, so it is always true."""

    def __init__(self, text):
        self._text = text

    def uci(self):
        return self._text

    def __eq__(self, other):
        return isinstance(other, Move) and self._text == other._text

    def __hash__(self):
        return hash(self._text)

    def __repr__(self):
        return self._text


class Board:
    """A game of Khet. The names are those of `chess.Board`; Silver is white."""

    chess960 = False
    uci_variant = None
    referee = None

    def __init__(self, start, before=()):
        self._start = start
        self._before = tuple(before)
        self.move_stack = []

    @property
    def _node(self):
        return self.referee.look(self._start, self._before + tuple(move.uci() for move in self.move_stack))

    @property
    def turn(self):
        return self._node.turn

    @property
    def legal_moves(self):
        return [Move(text) for text in sorted(self._node.legal)]

    @property
    def occurred(self):
        return self._node.occurred

    def result(self):
        return self._node.result

    def is_game_over(self):
        return self.result() != "*"

    def fen(self, *, shredder=False, en_passant="legal"):
        return self._node.kfen

    def root(self):
        return type(self)(self._start, self._before)

    def copy(self, *, stack=True):
        if stack:
            board = self.root()
            board.move_stack = list(self.move_stack)
            return board
        return type(self)(self._start, self._before + tuple(move.uci() for move in self.move_stack))

    def push(self, move):
        self.move_stack.append(move)

    def pop(self):
        return self.move_stack.pop()

    def parse_uci(self, text):
        if text not in self._node.legal:
            raise ValueError(f"{text!r} is not legal in {self.fen()}")
        return Move(text)

    def push_uci(self, text):
        move = self.parse_uci(text)
        self.push(move)
        return move

    def __eq__(self, other):
        return isinstance(other, Board) and self.uci_variant == other.uci_variant and self.fen() == other.fen()


class Khet2(Board):
    uci_variant = "khet2"


class Khet1(Board):
    uci_variant = "khet1"


class Deflexion(Board):
    uci_variant = "deflexion"


RULE_SETS = {board.uci_variant: board for board in (Khet2, Khet1, Deflexion)}


def board_of(kfen, moves=()):
    """Returns the board of a KFEN, in its rule set, after these moves."""
    board = RULE_SETS[kfen.split()[2]](kfen)
    for text in moves:
        board.push_uci(text)
    return board


def set_up(rule_set, name="classic"):
    """Returns the board of a named set-up."""
    return RULE_SETS[rule_set](Board.referee.setup(rule_set, name))
