"""Drives the engine with the UCI client of the package `chess`. Only its boards, moves and pattern of moves are replaced (khet.py).

Usage: client.py PROGRAM REPOSITORY [SCENARIO …]   (engine-tests/real_client/run.sh gets everything ready and calls it)
"""

import asyncio
import faulthandler
import logging
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
import traceback

import chess
import chess.engine
from chess.engine import INFO_ALL, EngineError, EngineTerminatedError, Limit, Mate, SimpleEngine

import khet

PROGRAM, REPOSITORY = sys.argv[1], pathlib.Path(sys.argv[2])

# The time limit of an answer in seconds, enough for a busy machine.
TIMEOUT = 60

SCENARIOS = []


def scenario(function):
    SCENARIOS.append(function)
    return function


class Recorded(chess.engine.UciProtocol):
    """The client, unchanged, with a record of the lines that it sends and receives."""

    def __init__(self):
        super().__init__()
        self.sent, self.heard = [], []

    def send_line(self, line):
        self.sent.append(line)
        super().send_line(line)

    def line_received(self, line):
        self.heard.append(line)
        super().line_received(line)


def start(**popen_args):
    """Starts an engine whose client has blocking calls."""
    return SimpleEngine.popen(Recorded, [PROGRAM], timeout=TIMEOUT, **popen_args)


def refusals(engine):
    """Returns the `info string` lines, which report refusals."""
    return [line for line in engine.protocol.heard if line.startswith("info string")]


class Complaints(logging.Handler):
    """Collects what the client logs about lines that it cannot read."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.heard = []

    def emit(self, record):
        self.heard.append(record.getMessage())

    def take(self):
        heard, self.heard = self.heard, []
        return heard


COMPLAINTS = Complaints()
logging.getLogger("chess.engine").addHandler(COMPLAINTS)
logging.getLogger("chess.engine").propagate = False


def same(found, expected, what=""):
    assert found == expected, f"{what}: found {found!r}, expected {expected!r}"


def raises(error, function, *words):
    """Checks that a function raises such an error with these words in its text, and returns the error."""
    try:
        function()
    except error as found:
        assert all(word in str(found) for word in words), f"{found!r} without {words}"
        return found
    raise AssertionError(f"{error.__name__} expected, and nothing happened")


def check_line(board, line):
    """Checks that every move of a line is legal, and returns the position after it."""
    board = board.copy()
    for move in line:
        board.push_uci(move.uci())
    return board


# ---- The beginning and the options ----------------------------------------------------------------

OPTIONS = [
    ("Hash", "spin", 64, 1, 65536, []),
    ("Threads", "spin", 1, 1, 512, []),
    ("MultiPV", "spin", 1, 1, 256, []),
    ("Ponder", "check", False, None, None, []),
    ("Clear Hash", "button", None, None, None, []),
    ("Move Overhead", "spin", 10, 0, 5000, []),
    ("UCI_LimitStrength", "check", False, None, None, []),
    ("UCI_Elo", "spin", 1500, 500, 2800, []),
    ("UCI_ShowWDL", "check", False, None, None, []),
    ("UCI_Variant", "combo", "khet2", None, None, ["khet2", "khet1", "deflexion"]),
]


@scenario
def handshake():
    with start() as engine:
        assert engine.id["name"].startswith("Khepri "), engine.id
        same(engine.id["author"], "the Khepri authors")
        found = [(row.name, row.type, row.default, row.min, row.max, row.var) for row in engine.options.values()]
        same(found, OPTIONS, "the options")
        same([name for name, row in engine.options.items() if row.is_managed()], ["MultiPV", "Ponder", "UCI_Variant"])
        same(len(engine.protocol.heard), len(OPTIONS) + 3, "id name, id author, the options, uciok")
        again = asyncio.run_coroutine_threadsafe(engine.protocol.initialize(), engine.protocol.loop)
        raises(EngineError, again.result, "already initialized")
    types = ", ".join(f"{name} {kind}" for name, kind, *_ in OPTIONS)
    return f"id and {len(OPTIONS)} options with types, defaults and ranges as documented: {types}"


@scenario
def configure():
    values = {"Hash": 2, "Threads": 2, "Clear Hash": None, "Move Overhead": 0, "UCI_LimitStrength": True,
              "UCI_Elo": 2000, "UCI_ShowWDL": True}
    with start() as engine:
        engine.configure(values)
        engine.ping()
        same(len([line for line in engine.protocol.sent if line.startswith("setoption")]), len(values), "what was sent")
        for name in ("Hash", "Threads", "Move Overhead", "UCI_Elo"):
            row = engine.options[name]
            for value in (row.min, row.max if name in ("Move Overhead", "UCI_Elo") else row.min + 1, row.default):
                engine.configure({name: value})
        engine.configure({"hash": "3"})
        engine.ping()
        same(refusals(engine), [], "every value of the ranges is taken")
        # The client refuses these values by the ranges of the options.
        sent = len(engine.protocol.sent)
        raises(EngineError, lambda: engine.configure({"Hash": 0}), "at least 1")
        raises(EngineError, lambda: engine.configure({"Threads": 513}), "at most 512")
        raises(EngineError, lambda: engine.configure({"Hash": "much"}), "expected integer")
        raises(EngineError, lambda: engine.configure({"Contempt": 1}), "does not support option Contempt")
        raises(EngineError, lambda: engine.configure({"MultiPV": 2}), "automatically managed")
        board = khet.set_up("khet2")
        raises(EngineError, lambda: engine.play(board, Limit(depth=1), options={"UCI_Elo": 499}), "at least 500")
        same(len(engine.protocol.sent), sent, "nothing of it was sent")
    return f"{len(values)} options set in one call, the ends of 4 ranges, 6 mistakes that the client finds itself"


@scenario
def an_option_refused_by_the_engine():
    limit = 2 << 30
    with start(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))) as engine:
        board = khet.set_up("khet2")
        engine.configure({"Hash": 65536})
        engine.ping()
        same(refusals(engine), ["info string no memory for a table of 65536 MiB; the old value stays"])
        # The client logs what comes while it waits for something else.
        assert all(refusals(engine)[0] in line for line in COMPLAINTS.take())
        assert engine.play(board, Limit(depth=4)).move in board.legal_moves
        engine.configure({"Hash": 8})
        assert engine.play(board, Limit(depth=4)).move in board.legal_moves
        same(len(refusals(engine)), 1, "a size for which there is memory is taken")
    return "Hash 65536 with 2 GiB of memory is refused in an `info string`; the engine plays on, and takes another size"


@scenario
def ping():
    with start() as engine:
        for _ in range(200):
            engine.ping()
        same(engine.protocol.heard.count("readyok"), 200)
        analysis = engine.analysis(khet.set_up("khet1"))
        assert analysis.next()
        engine.ping()
        assert analysis.wait().move, "a ping ends the analysis that runs, and then is answered"
        same(engine.protocol.heard[-1], "readyok")
    return "200 in a row, and one that ends an analysis"


# ---- Games ----------------------------------------------------------------------------------------

MAX_PLIES = 160


def play_game(engines, board, game, seconds, increment, plies=MAX_PLIES, **play_args):
    """Plays until the rules or a third occurrence end the game, at most `plies`. Returns how many moves came too late."""
    clock = {chess.WHITE: seconds, chess.BLACK: seconds}
    late = 0
    while len(board.move_stack) < plies and not board.is_game_over() and board.occurred < 3:
        turn = board.turn
        left = {"white_clock": clock[chess.WHITE], "black_clock": clock[chess.BLACK]}
        limit = Limit(**left, white_inc=increment, black_inc=increment)
        begun = time.perf_counter()
        answer = engines[turn].play(board, limit, game=game, info=INFO_ALL, **play_args)
        clock[turn] -= time.perf_counter() - begun
        late += clock[turn] <= 0
        clock[turn] = max(clock[turn], 0) + increment
        assert answer.move in board.legal_moves, f"{answer} in {board.fen()}"
        # After a ponderhit there may be no new report, and at low strength the engine may not play the best move.
        line = answer.info.get("pv", [])
        if not (play_args.get("options") or play_args.get("ponder") and not line):
            same(line[0], answer.move, "the line begins with the move")
            same(answer.info["score"].turn, turn, "who the score is for")
        check_line(board, line)
        board.push(answer.move)
        if answer.ponder and line and line[0] == answer.move:
            same(line[1], answer.ponder, "the move that is expected is the second of the line")
    return late


@scenario
def whole_games_in_all_rule_sets():
    played, plies, late, ends = 0, 0, 0, []
    with start() as silver, start() as red:
        for rule_set in khet.RULE_SETS:
            for name in ("classic", "imhotep-eye"):
                board = khet.set_up(rule_set, name)
                same(board.turn, chess.BLACK if rule_set == "deflexion" else chess.WHITE, "who begins")
                late += play_game({chess.WHITE: silver, chess.BLACK: red}, board, (rule_set, name), 1.0, 0.05)
                played, plies = played + 1, plies + len(board.move_stack)
                ends.append(board.result() if board.is_game_over() else "third" if board.occurred >= 3 else "long")
        for engine in (silver, red):
            same(engine.protocol.sent.count("ucinewgame"), played, "a game is announced once")
            same(refusals(engine), [])
    return f"{played} games of 1 s + 50 ms, {plies} plies, {late} of them late; ends: {' '.join(ends)}"


@scenario
def weaker_play():
    board = khet.set_up("khet2")
    with start() as engine:
        options = {"UCI_LimitStrength": True, "UCI_Elo": 800}
        late = play_game({chess.WHITE: engine, chess.BLACK: engine}, board, 1, 60, 0, plies=60, options=options)
        same(late, 0, "moves of 60 s a game")
        same(refusals(engine), [])
        engine.ping()
        assert "setoption name UCI_LimitStrength value true" in engine.protocol.sent
    return f"{len(board.move_stack)} plies at 800 by options of `play`"


@scenario
def limits():
    board = khet.set_up("khet2", "imhotep")
    with start() as engine:
        def play(limit, **args):
            answer = engine.play(board, limit, info=INFO_ALL, game=0, **args)
            assert answer.move in board.legal_moves
            return answer

        same(play(Limit(depth=5)).info["depth"], 5)
        assert play(Limit(nodes=5000)).info["nodes"] <= 5000
        assert play(Limit(nodes=1)).move
        assert play(Limit(time=0.05)).move
        assert play(Limit(white_clock=0.3, black_clock=0.3, remaining_moves=3)).move
        # The client sends 1 ms for no time, and for a clock that has run out; the move has a score nevertheless.
        for late in (Limit(time=0), Limit(white_clock=0, black_clock=0), Limit(white_clock=-1.0, black_clock=5)):
            assert {"score", "pv", "depth"} <= play(late).info.keys()
        same(play(Limit(depth=3, nodes=10 ** 12, time=3600)).info["depth"], 3, "the first one reached counts")
        roots = board.legal_moves[7:10]
        for root in roots:
            same(play(Limit(depth=3), root_moves=[root]).move, root)
        assert play(Limit(depth=4), root_moves=roots).move in roots
        same(refusals(engine), [])
        play(Limit(depth=3), root_moves=[])
        refused = refusals(engine)
        assert len(refused) == 1 and "0000" in refused[0], refused
        engine.ping()
    return "depth, nodes, time, clocks with moves to go, a clock below zero, several at once, root moves, 0000 for none"


# ---- Analysis -------------------------------------------------------------------------------------

@scenario
def analysis_with_several_lines_and_stop():
    reports = 0
    for rule_set in khet.RULE_SETS:
        board = khet.set_up(rule_set)
        board.push(board.legal_moves[0])
        with start() as engine:
            engine.configure({"UCI_ShowWDL": True})
            with engine.analysis(board, multipv=5) as analysis:
                for info in analysis:
                    reports += 1
                    check_line(board, info["pv"])
                    same(info["score"].turn, board.turn)
                    chances = info["wdl"].relative
                    same(chances.wins + chances.draws + chances.losses, 1000)
                    assert {"nodes", "nps", "time", "hashfull", "seldepth"} <= info.keys(), info
                    if info["depth"] >= 6 and info["multipv"] == 5:
                        break
                assert not analysis.empty() or analysis.would_block()
            best = analysis.wait()
            first = [line["pv"][0] for line in analysis.multipv]
            same(len(set(first)), 5, "five lines, five moves")
            same(best.move, first[0], "the best move is the first line's")
            same(engine.protocol.sent[-1], "stop")
            same(engine.protocol.heard[-1].split()[0], "bestmove", "nothing follows it")
            raises(chess.engine.AnalysisComplete, lambda: [analysis.get() for _ in range(10 ** 6)])
            # The number of lines is set back by the client itself.
            one = engine.analyse(board, Limit(depth=4))
            assert "pv" in one and "setoption name MultiPV value 1" in engine.protocol.sent
            lines = engine.analyse(board, Limit(depth=4), multipv=3)
            scores = [line["score"].relative for line in lines]
            assert len(lines) == 3 and scores == sorted(scores, reverse=True), lines
            same(refusals(engine), [])
    return f"5, 3 and 1 lines in 3 rule sets; {reports} reports with scores, chances, legal lines; stopped by `with`"


@scenario
def more_lines_than_moves():
    board = khet.set_up("khet2")
    with start() as engine:
        lines = engine.analyse(board, Limit(depth=2), multipv=256)
        moves = {line["pv"][0] for line in lines}
        same(moves, set(board.legal_moves), "one line a legal move")
    return f"MultiPV 256: {len(moves)} lines, one for each legal move"


@scenario
def mate_search():
    proven = 0
    with start() as engine:
        for path in sorted((REPOSITORY / "positions" / "tactics").glob("*.txt")):
            suite = [line.strip().split(" ; mate ") for line in path.read_text().splitlines() if " ; mate " in line]
            for length in ("1", "2", "3"):
                kfen = next(kfen for kfen, moves in suite if moves == length)
                board, moves = khet.board_of(kfen), int(length)
                info = engine.analyse(board, Limit(mate=moves), game=kfen)
                same(info["score"], chess.engine.PovScore(Mate(moves), board.turn), kfen)
                same(len(info["pv"]), 2 * moves - 1, kfen)
                end = check_line(board, info["pv"])
                same(end.result(), "1-0" if board.turn == chess.WHITE else "0-1", kfen)
                after = engine.play(end, Limit(time=5), game=kfen)
                same((after.move, after.ponder), (None, None), "no move is left")
                same(engine.protocol.heard[-1], "bestmove (none)")
                # The other side reports the mate too.
                board.push(info["pv"][0])
                if moves > 1:
                    answer = engine.play(board, Limit(depth=2 * moves), info=INFO_ALL, game=kfen)
                    same(answer.info["score"].pov(not board.turn), Mate(moves - 1), kfen)
                proven += 1
    return f"{proven} wins in 1 to 3 moves, all rule sets, with and without Eyes, as `Mate`; each line played out"


# ---- Pondering ------------------------------------------------------------------------------------

@scenario
def pondering():
    hits = misses = 0
    with start() as engine:
        board = khet.set_up("khet2")
        expected = None
        for turn in range(8):
            limit = Limit(white_clock=10, black_clock=10, white_inc=0.05, black_inc=0.05)
            before = len(engine.protocol.sent)
            answer = engine.play(board, limit, game="pondered", ponder=True, info=INFO_ALL)
            assert answer.move in board.legal_moves, f"{answer} in {board.fen()}"
            said = engine.protocol.sent[before:]
            if expected is not None:
                if board.move_stack[-1] == expected:
                    same(said[0], "ponderhit")
                    hits += 1
                else:
                    same(said[0], "stop")
                    misses += 1
            board.push(answer.move)
            expected = answer.ponder
            # The opponent plays what is expected every other time.
            replies = [move for move in board.legal_moves if (move == expected) == bool(turn % 2 and expected)]
            ends = [check_line(board, [move]).is_game_over() for move in replies]
            if all(ends):
                break
            board.push(replies[ends.index(False)])
        engine.ping()
        same(engine.protocol.heard[-1], "readyok")
        said = [line.split()[0] for line in engine.protocol.heard]
        searches = sum(line.startswith("go") for line in engine.protocol.sent)
        same(said.count("bestmove"), searches, "one answer for each search")
        assert hits and misses
        same(refusals(engine), [])
    return f"{hits} hits, {misses} misses, {searches} searches and as many answers"


# ---- Ends and accidents ---------------------------------------------------------------------------

def status_of(engine):
    return engine.returncode.result(TIMEOUT)


@scenario
def quit():
    board = khet.set_up("deflexion")
    engine = start()
    engine.quit()
    same(status_of(engine), 0)
    raises(EngineTerminatedError, engine.ping)
    engine.close()
    # In the midst of a search.
    engine = start()
    analysis = engine.analysis(board)
    assert analysis.next()
    engine.quit()
    same(status_of(engine), 0)
    engine.close()
    # While it ponders.
    engine = start()
    answer = engine.play(board, Limit(time=0.1), ponder=True)
    assert answer.ponder
    engine.quit()
    same(status_of(engine), 0)
    engine.close()
    # The end of the input instead of `quit`.
    engine = start()
    assert engine.analysis(board).next()
    engine.protocol.loop.call_soon_threadsafe(engine.transport.get_pipe_transport(0).close)
    same(status_of(engine), 0)
    same(engine.protocol.heard[-1].split()[0], "bestmove")
    engine.close()
    return "status 0 when idle, in a search, while pondering, and at the end of the input"


@scenario
def killed_in_mid_search():
    board = khet.set_up("khet2")
    with start() as engine:
        analysis = engine.analysis(board)
        assert analysis.next()
        os.kill(engine.transport.get_pid(), signal.SIGKILL)
        raises(EngineTerminatedError, analysis.wait, "died unexpectedly")
        same(status_of(engine), -signal.SIGKILL)
        raises(EngineTerminatedError, engine.ping)
        raises(EngineTerminatedError, lambda: engine.play(board, Limit(depth=1)))
    with start() as engine:
        engine.protocol.loop.call_later(0.3, os.kill, engine.transport.get_pid(), signal.SIGKILL)
        raises(EngineTerminatedError, lambda: engine.play(board, Limit(depth=100)), "died unexpectedly")
    return "the client reports it to every pending and every later call"


@scenario
def time_outs_and_cancelled_searches():
    board = khet.set_up("khet2")
    with start() as engine:
        # Such a depth takes for ever: the client gives up, and the engine has to be usable afterwards.
        endless = asyncio.wait_for(engine.protocol.play(board, Limit(depth=200), game=1), 0.3)
        future = asyncio.run_coroutine_threadsafe(endless, engine.protocol.loop)
        raises(asyncio.TimeoutError, lambda: future.result(TIMEOUT))
        same(engine.play(board, Limit(depth=3), game=1, info=INFO_ALL).info["depth"], 3)
        same(engine.protocol.sent.count("stop"), 1)

    async def overtaken():
        transport, engine = await Recorded.popen([PROGRAM])
        await engine.initialize()
        slow = asyncio.ensure_future(engine.play(board, Limit(depth=200)))
        await asyncio.sleep(0.2)
        quick = await engine.play(board, Limit(depth=2))
        assert quick.move in board.legal_moves and slow.cancelled()
        for _ in range(20):
            analysis = await engine.analysis(board, multipv=2)
            analysis.stop()
            assert (await analysis.wait()).move in board.legal_moves
        searches = sum(line.startswith("go") for line in engine.sent)
        same(sum(line.startswith("bestmove") for line in engine.heard), searches, "one answer for each search")
        await engine.quit()
        return searches

    searches = asyncio.run(overtaken())
    return f"a search given up, one overtaken by the next, 20 stopped at once; {searches} searches, as many answers"


@scenario
def a_position_that_is_refused():
    with start() as engine:
        board = khet.set_up("khet2")
        good = engine.play(board, Limit(depth=2), game=1)
        board.push(khet.Move("a1a2"))
        heard = len(engine.protocol.heard)
        engine.protocol.send_line(f"position fen {board.root().fen()} moves a1a2")
        engine.ping()
        said = [line for line in engine.protocol.heard[heard:] if line != "readyok"]
        assert len(said) == 1 and said[0].startswith("info string") and "a1a2" in said[0], said
        engine.protocol.send_line("frobnicate")
        engine.ping()
        assert "frobnicate" in refusals(engine)[-1]
        # The client logs what comes while it waits for something else.
        assert all("Unexpected engine output" in line for line in COMPLAINTS.take())
        same(engine.play(khet.set_up("khet2"), Limit(depth=2), game=1).move, good.move)
    return "an illegal move, a word that is unknown: each named in one line, and all goes on"


@scenario
def debug_mode():
    with start() as engine:
        engine.protocol.debug(True)
        analysis = engine.analysis(khet.set_up("khet2"), Limit(depth=5))
        best = analysis.wait()
        assert best.move
        engine.protocol.debug(False)
        engine.ping()
        COMPLAINTS.take()
    return "switched on and off around an analysis"


@scenario
def the_current_move():
    with start() as engine:
        engine.configure({"Hash": 16})
        board = khet.set_up("khet2")
        turns = [move for move in board.legal_moves if move.uci()[-1] in "+-"]
        info = engine.analyse(board, Limit(time=6), root_moves=turns)
        complaints = COMPLAINTS.take()
        assert all(line.startswith("Exception parsing currmove") for line in complaints), complaints
        printed = [line for line in engine.protocol.heard if " currmove " in line]
        assert printed and "currmovenumber" in info, info
    return f"{len(printed)} lines; {len(complaints)} are no moves to the client, which logs and leaves them out"


@scenario
def lines_as_chess_moves():
    """The client's own pattern ends a line of moves where no chess move follows."""
    board = khet.set_up("khet2")
    khet.read_moves_as(khet.CHESS_MOVE)
    try:
        with start() as engine:
            for ply in range(12):
                info = engine.analyse(board, Limit(depth=4))
                full = next(line for line in reversed(engine.protocol.heard) if " pv " in line).split(" pv ")[1].split()
                head = []
                for word in full:
                    if not khet.CHESS_MOVE.match(word):
                        break
                    head.append(word)
                same([move.uci() for move in info["pv"]], head, "the line as far as it looks like chess")
                assert "score" in info and "nodes" in info
                answer = engine.play(board, Limit(depth=4))
                assert answer.move in board.legal_moves
                board.push(answer.move)
    finally:
        khet.read_moves_as(khet.KHET_MOVE)
    return "with the client's own pattern of moves, 12 positions are played too, with shorter lines"


# ---- Several engines ------------------------------------------------------------------------------

@scenario
def two_engines_at_once():
    async def analyse(rule_set, threads):
        board = khet.set_up(rule_set)
        transport, engine = await Recorded.popen([PROGRAM])
        await engine.initialize()
        await engine.configure({"Threads": threads, "Hash": 16})
        depths = []
        with await engine.analysis(board, multipv=2) as analysis:
            async for info in analysis:
                check_line(board, info["pv"])
                depths.append(info["depth"])
                if info["depth"] >= 5:
                    break
        best = await analysis.wait()
        assert best.move in board.legal_moves
        await engine.quit()
        same(await engine.returncode, 0)
        return len(depths)

    async def both():
        asked = [("khet2", 2), ("deflexion", 2), ("khet1", 1), ("khet2", 1)]
        return await asyncio.gather(*(analyse(rule_set, threads) for rule_set, threads in asked))

    reports = asyncio.run(both())
    return f"4 processes analyse beside each other, of several rule sets and threads; {sum(reports)} reports"


@scenario
def a_game_between_threads():
    with start() as silver, start() as red:
        for engine in (silver, red):
            engine.configure({"Threads": 4, "Hash": 1})
        board = khet.set_up("khet1", "dynasty-eye")
        late = play_game({chess.WHITE: silver, chess.BLACK: red}, board, 1, 1.0, 0.02, ponder=True)
        for engine in (silver, red):
            same(refusals(engine), [])
            hits = engine.protocol.sent.count("ponderhit")
        silver.quit()
        red.quit()
    return f"4 threads each, 1 MiB, both ponder: {len(board.move_stack)} plies, {late} late, {hits} ponder hits of Red"


# ---- Another client -------------------------------------------------------------------------------

ADAPTER = shutil.which("uci2wb", path=os.environ.get("PATH", "") + ":/usr/games")


@scenario
def an_adapter_for_xboard():
    """uci2wb lets GUIs with XBoard's protocol use UCI engines. It sends `startpos` and supports variants."""
    if ADAPTER is None:
        return "skipped, there is no uci2wb here (a package of Debian)"
    chance, plies = random.Random(1), []
    for rule_set in khet.RULE_SETS:
        adapter = subprocess.Popen([ADAPTER, PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def say(*lines):
            adapter.stdin.write("".join(line + "\n" for line in lines))
            adapter.stdin.flush()

        def until(beginning):
            heard = []
            for line in adapter.stdout:
                heard.append(line.strip())
                if line.startswith(beginning):
                    return heard
            raise AssertionError(f"no `{beginning}`: {heard}")

        say("xboard", "protover 2")
        features = until("feature smp")
        assert 'feature variants="khet2,khet1,deflexion"' in features, features
        assert any(line.startswith('feature myname="Khepri ') for line in features), features
        say("new", f"variant {rule_set}", "level 0 1:00 0", "post", "ping 7")
        same(until("pong")[-1], "pong 7")
        board = khet.set_up(rule_set)
        while not board.is_game_over() and len(board.move_stack) < 30:
            board.push(chance.choice(board.legal_moves))
            if not board.is_game_over():
                say("time 500", "otim 500", f"usermove {board.move_stack[-1].uci()}")
                *thoughts, answer = until("move ")
                board.push_uci(answer.split()[1])
                assert any(len(line.split()) > 4 for line in thoughts), thoughts
        say("quit")
        adapter.stdin.close()
        same(adapter.wait(TIMEOUT), 0)
        adapter.stdout.close()
        plies.append(str(len(board.move_stack)))
    return f"uci2wb of Debian lets XBoard's commands play all rule sets: {', '.join(plies)} plies against random moves"


def main():
    # Ends the script if it hangs.
    faulthandler.dump_traceback_later(900, exit=True)
    khet.read_moves_as(khet.KHET_MOVE)
    khet.Board.referee = khet.Referee(PROGRAM)
    failed = 0
    scenarios = [run for run in SCENARIOS if not sys.argv[3:] or run.__name__ in sys.argv[3:]]
    for run in scenarios:
        name, begun = run.__name__.replace("_", " "), time.perf_counter()
        try:
            checked = run()
            same(COMPLAINTS.take(), [], "the client makes sense of every line")
            print(f"ok      {name}: {checked} ({time.perf_counter() - begun:.1f} s)", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED  {name}\n{traceback.format_exc()}", flush=True)
            COMPLAINTS.take()
    same(khet.Board.referee.close(), 0, "the referee's status")
    print(f"{len(scenarios) - failed} passed, {failed} failed; chess {chess.__version__}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
