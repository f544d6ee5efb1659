//! The engine protocols: UCI adapted to Khet, and the protocol of Khet2-AI.

use super::offered::OfferedOption;
use crate::time_control::PlayerClock;
use khepri_rules::internal::notation::excerpt;
use khepri_rules::kgn::Evaluation;
use khepri_rules::{Colour, Move, Position, RuleSet};
use std::fmt::Write;
use std::time::Duration;

/// An engine protocol.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Protocol {
    /// UCI adapted to Khet; see `docs/protocol.md`.
    #[default]
    Uci,
    /// The protocol of the engine Khet2-AI: no handshake, `khet2` only, no options.
    Khet2Ai,
}

/// A line that an engine printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove`, the word after it, and the expected reply of the opponent, after `ponder`.
    BestMove(String, Option<String>),
    /// `option name …`
    Option(OfferedOption),
    /// `info …`, with the values that the runner uses.
    Info(Info),
    /// Anything else.
    Other,
}

/// A report of an engine about its search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Info {
    /// Depth, in plies.
    pub depth: Option<u32>,
    /// The score, from the side that the protocol defines; see [`Protocol::for_mover`].
    pub evaluation: Option<Evaluation>,
    /// Nodes searched so far.
    pub nodes: Option<u64>,
}

impl Info {
    /// Replaces each value that a later line reports.
    pub fn update(&mut self, later: Info) {
        self.depth = later.depth.or(self.depth);
        self.evaluation = later.evaluation.or(self.evaluation);
        self.nodes = later.nodes.or(self.nodes);
    }
}

/// Number of moves among which the rest of a clock is divided for Khet2-AI, whose protocol has no clocks.
const MOVES_LEFT: u32 = 30;
/// Shortest time that a command contains.
const SHORTEST: Duration = Duration::from_millis(1);

impl Protocol {
    /// Returns the protocol with a name.
    pub fn from_name(name: &str) -> Option<Protocol> {
        [Protocol::Uci, Protocol::Khet2Ai].into_iter().find(|protocol| protocol.name() == name)
    }

    /// Returns the name: `uci` or `khet2ai`.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Khet2Ai => "khet2ai",
        }
    }

    /// Returns whether it is [`Protocol::Uci`]. Only UCI engines answer `uci` and `isready`, have options and can ponder.
    pub fn is_uci(self) -> bool {
        self == Protocol::Uci
    }

    /// Returns whether games under a rule set can be played.
    pub fn supports(self, rule_set: RuleSet) -> bool {
        self == Protocol::Uci || rule_set == RuleSet::Khet2
    }

    /// Returns the command that announces a new game.
    pub fn new_game(self) -> &'static str {
        match self {
            Protocol::Uci => "ucinewgame",
            Protocol::Khet2Ai => "newgame",
        }
    }

    /// Returns the command that sets an option.
    pub fn option(self, name: &str, value: &str) -> String {
        if value.is_empty() { format!("setoption name {name}") } else { format!("setoption name {name} value {value}") }
    }

    /// Returns the command that sets up a position: the start of the game and the moves since.
    pub fn position(self, start: &Position, moves: &[Move]) -> String {
        let mut line = String::from("position ");
        let _ = match self {
            Protocol::Uci => write!(line, "kfen {start}"),
            Protocol::Khet2Ai => write!(line, "{}", khet2ai_start(start)),
        };
        if self == Protocol::Uci && !moves.is_empty() {
            line.push_str(" moves");
        }
        for mv in moves {
            let _ = write!(line, " {mv}");
        }
        line
    }

    /// Returns the command that requests a move.
    pub fn go(self, clocks: &[PlayerClock; 2], mover: Colour) -> String {
        match self {
            Protocol::Uci => uci_go(clocks, mover),
            Protocol::Khet2Ai => khet2ai_go(&clocks[mover.index()]),
        }
    }

    /// Returns the command that starts pondering. Its limits apply after `ponderhit`.
    pub fn go_ponder(self, clocks: &[PlayerClock; 2], mover: Colour) -> String {
        self.go(clocks, mover).replacen("go", "go ponder", 1)
    }

    /// Parses a line that an engine printed.
    pub fn parse(self, line: &str) -> Reply {
        let mut words = line.split_whitespace();
        match (words.next(), self) {
            (Some("uciok"), Protocol::Uci) => Reply::UciOk,
            (Some("readyok"), Protocol::Uci) => Reply::ReadyOk,
            (Some("bestmove"), _) => {
                let word = words.next().unwrap_or_default().to_owned();
                let expected = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
                Reply::BestMove(word, expected.map(str::to_owned))
            }
            (Some("option"), Protocol::Uci) => Reply::Option(OfferedOption::read(words)),
            (Some("info"), Protocol::Uci) => info(words),
            (Some("info"), Protocol::Khet2Ai) => khet2ai_info(words),
            _ => Reply::Other,
        }
    }

    /// Returns the report with its score from the side of the player to move. Khet2-AI reports it from Silver's side.
    pub fn for_mover(self, info: Info, mover: Colour) -> Info {
        match (self, mover) {
            (Protocol::Khet2Ai, Colour::Red) => Info { evaluation: info.evaluation.map(negated), ..info },
            _ => info,
        }
    }

    /// Returns whether a word after `bestmove` means that there is no move.
    pub fn is_no_move(self, word: &str) -> bool {
        match self {
            Protocol::Uci => ["(none)", "none", "0000"].contains(&word),
            Protocol::Khet2Ai => word == "none",
        }
    }
}

/// Returns the board field of the KFEN and the side to move, as `0` or `1`.
fn khet2ai_start(start: &Position) -> String {
    let kfen = start.to_string();
    format!("{} {}", kfen.split(' ').next().unwrap_or_default(), start.side_to_move().index())
}

fn milliseconds(time: Duration) -> u128 {
    time.max(SHORTEST).as_millis()
}

fn uci_go(clocks: &[PlayerClock; 2], mover: Colour) -> String {
    let own = &clocks[mover.index()];
    let control = own.control();
    let mut line = String::from("go");
    if control.clock.is_some() {
        for (side, letter) in Colour::ALL.into_iter().zip(['w', 'b']) {
            // If the opponent has no clock, its values are those of the engine's own clock.
            let clock = Some(&clocks[side.index()]).filter(|clock| clock.control().clock.is_some()).unwrap_or(own);
            let _ = write!(line, " {letter}time {}", milliseconds(clock.remaining().unwrap_or_default()));
            if let Some(increment) = clock.control().clock.map(|clock| clock.increment) {
                let _ = write!(line, " {letter}inc {}", increment.as_millis());
            }
        }
        if let Some(moves) = own.moves_to_go() {
            let _ = write!(line, " movestogo {moves}");
        }
    }
    if let Some(time) = control.per_move {
        let _ = write!(line, " movetime {}", milliseconds(time));
    }
    if let Some(nodes) = control.nodes {
        let _ = write!(line, " nodes {nodes}");
    }
    if let Some(depth) = control.depth {
        let _ = write!(line, " depth {depth}");
    }
    line
}

fn khet2ai_go(own: &PlayerClock) -> String {
    let share = own.remaining().zip(own.control().clock).map(|(remaining, clock)| {
        let moves = own.moves_to_go().map_or(MOVES_LEFT, |moves| moves.clamp(1, MOVES_LEFT));
        // At most half of the remaining time, since the overhead of the engine is unknown.
        (remaining / moves + clock.increment / 2).min(remaining / 2)
    });
    match (share.into_iter().chain(own.control().per_move).min(), own.control().depth) {
        (Some(time), _) => format!("go movetime {}", milliseconds(time)),
        (None, Some(depth)) => format!("go depth {depth}"),
        (None, None) => "go infinite".to_owned(),
    }
}

/// Reads depth, score and nodes of an `info` line. Ignores all but the first line of a multi-PV search, and scores that are
/// bounds, since they are not final.
fn info<'a>(words: impl Iterator<Item = &'a str>) -> Reply {
    let mut info = Info::default();
    let mut is_bound = false;
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let number = |word: Option<&&str>| word.and_then(|word| word.parse::<i32>().ok());
        match word {
            "string" | "error" if info == Info::default() => return Reply::Other,
            // The rest is text.
            "string" | "error" => break,
            "lowerbound" | "upperbound" => is_bound = true,
            "multipv" if number(words.peek()).is_some_and(|line| line > 1) => return Reply::Other,
            "nodes" => info.nodes = words.peek().and_then(|nodes| nodes.parse().ok()),
            "depth" => info.depth = number(words.peek()).and_then(|depth| u32::try_from(depth).ok()),
            "score" if info.evaluation.is_none() => {
                is_bound |= words.next_if(|word| ["lowerbound", "upperbound"].contains(word)).is_some();
                let kind = words.next_if(|word| ["cp", "mate"].contains(word));
                info.evaluation = number(words.peek()).map(|value| match kind {
                    Some("mate") => Evaluation::Mate(value),
                    _ => Evaluation::Centipawns(value),
                });
            }
            // Moves after `pv` match none of these words.
            _ => {}
        }
    }
    info.evaluation = info.evaluation.filter(|_| !is_bound);
    Reply::Info(info)
}

/// Reads an `info` line of Khet2-AI: `time T depth D score S`, or `time T mate N` once the game is decided.
fn khet2ai_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Reply {
    let mut info = Info::default();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<i32>().ok());
        match word {
            // The rest is text.
            "string" => break,
            "time" => _ = number(),
            "depth" => info.depth = number().and_then(|depth| u32::try_from(depth).ok()),
            "score" => info.evaluation = number().map(|score| Evaluation::Centipawns(khet2ai_centipawns(score))),
            "mate" => info.evaluation = number().map(|plies| Evaluation::Mate(khet2ai_moves(plies))),
            _ => {}
        }
    }
    if info == Info::default() { Reply::Other } else { Reply::Info(info) }
}

/// Converts thousandths of a Pyramid to centipawns, rounded to the nearest.
fn khet2ai_centipawns(thousandths: i32) -> i32 {
    thousandths / 10 + thousandths % 10 / 5
}

/// Converts plies until a Pharaoh is hit to moves, rounded up; keeps the sign.
fn khet2ai_moves(plies: i32) -> i32 {
    plies / 2 + plies % 2
}

fn negated(evaluation: Evaluation) -> Evaluation {
    match evaluation {
        Evaluation::Centipawns(value) => Evaluation::Centipawns(value.saturating_neg()),
        Evaluation::Mate(moves) => Evaluation::Mate(moves.saturating_neg()),
    }
}

/// Describes an unreadable word after `bestmove`.
pub fn unreadable(word: &str, error: &dyn std::fmt::Display) -> String {
    if word.is_empty() { "bestmove without a move".to_owned() } else { format!("bestmove {}: {error}", excerpt(word)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::offered::OptionKind;
    use crate::time_control::TimeControl;
    use khepri_rules::setups;

    fn clocks(silver: &str, red: &str) -> [PlayerClock; 2] {
        [silver, red].map(|words| {
            let mut control = TimeControl::default();
            for word in words.split(' ') {
                let (key, value) = word.split_once('=').expect("a pair");
                control.set(key, value).expect("a control");
            }
            PlayerClock::new(control)
        })
    }

    #[test]
    fn go_contains_all_limits() {
        let go = |silver, red| Protocol::Uci.go(&clocks(silver, red), Colour::Silver);
        assert_eq!(go("tc=10+0.1", "tc=5"), "go wtime 10000 winc 100 btime 5000 binc 0");
        assert_eq!(go("tc=40/60", "st=1"), "go wtime 60000 winc 0 btime 60000 binc 0 movestogo 40");
        assert_eq!(go("st=0.0085", "tc=5"), "go movetime 8");
        assert_eq!(go("nodes=100 depth=3", "tc=5"), "go nodes 100 depth 3");
        let ponder = Protocol::Uci.go_ponder(&clocks("tc=10+0.1", "tc=5"), Colour::Red);
        assert_eq!(ponder, "go ponder wtime 10000 winc 100 btime 5000 binc 0");
    }

    #[test]
    fn khet2_ai_gets_a_share_of_its_clock() {
        let go = |own| Protocol::Khet2Ai.go(&clocks(own, own), Colour::Red);
        assert_eq!(go("tc=30+1"), "go movetime 1500");
        assert_eq!(go("tc=2/30"), "go movetime 15000");
        assert_eq!(go("st=0.5"), "go movetime 500");
        assert_eq!(go("depth=4"), "go depth 4");
    }

    #[test]
    fn positions_are_written_for_each_protocol() {
        let classic = &setups::named(RuleSet::Khet2, "classic").expect("a set-up").position;
        let moves = ["h2g2", "c7d7"].map(|text| text.parse::<Move>().expect("a move"));
        let kfen = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1";
        assert_eq!(Protocol::Uci.position(classic, &[]), format!("position kfen {kfen}"));
        assert_eq!(Protocol::Uci.position(classic, &moves), format!("position kfen {kfen} moves h2g2 c7d7"));
        assert_eq!(
            Protocol::Khet2Ai.position(classic, &moves),
            format!("position {} 0 h2g2 c7d7", &kfen[..kfen.find(' ').expect("fields")])
        );
        let other = "x33k5/5a14///2p36P3///4K4X1 r khet2 3 9".parse::<Position>().expect("a position");
        assert_eq!(Protocol::Khet2Ai.position(&other, &moves[..1]), "position x33k5/5a14///2p36P3///4K4X1 1 h2g2");
    }

    #[test]
    fn uci_lines_are_parsed() {
        let parse = |line: &str| Protocol::Uci.parse(line);
        assert_eq!(parse("  uciok\r"), Reply::UciOk);
        assert_eq!(parse("readyok"), Reply::ReadyOk);
        let best = |word: &str, ponder: Option<&str>| Reply::BestMove(word.to_owned(), ponder.map(str::to_owned));
        assert_eq!(parse("bestmove h2g2 ponder c7d7"), best("h2g2", Some("c7d7")));
        for line in ["bestmove h2g2", "bestmove h2g2 ponder", "bestmove h2g2 c7d7", "bestmove h2g2 x ponder c7d7"] {
            assert_eq!(parse(line), best("h2g2", None), "{line}");
        }
        assert_eq!(parse("bestmove"), best("", None));
        let option = OfferedOption { name: "Move Overhead".to_owned(), kind: OptionKind::Spin(Some((0, 7))) };
        assert_eq!(parse("option name Move Overhead type spin default 3 min 0 max 7"), Reply::Option(option));
        for line in ["", "Readyok", "info string score cp 5", "info depth 3 multipv 2 score cp 5", "nonsense"] {
            assert_eq!(parse(line), Reply::Other, "{line}");
        }
        let info = |line: &str| match parse(line) {
            Reply::Info(info) => info,
            other => panic!("{line}: {other:?}"),
        };
        let reported = info("info depth 12 seldepth 20 multipv 1 score cp -35 nodes 5 pv a1+ score cp 9");
        assert_eq!(reported, Info { depth: Some(12), evaluation: Some(Evaluation::Centipawns(-35)), nodes: Some(5) });
        let reported = info("info depth 9 nodes 5 pv a1+ h2g2 score cp 7 string score cp 9 upperbound");
        assert_eq!(reported, Info { depth: Some(9), evaluation: Some(Evaluation::Centipawns(7)), nodes: Some(5) });
        let mut last = reported;
        for bound in ["score cp -900 upperbound", "score upperbound cp -900", "score mate -2 lowerbound pv a1+"] {
            last.update(info(&format!("info depth 10 {bound}")));
        }
        assert_eq!(last, Info { depth: Some(10), ..reported }, "the last exact score");
        assert_eq!(info("info score mate -3").evaluation, Some(Evaluation::Mate(-3)));
        assert_eq!(info("info depth x score cp").evaluation, None);
    }

    #[test]
    fn khet2_ai_scores_for_silver_in_thousandths_and_plies() {
        let parse = |line: &str| Protocol::Khet2Ai.parse(line);
        for line in ["uciok", "readyok", "info", "info time 5", "info string depth 3 score 5", "info time x score x"] {
            assert_eq!(parse(line), Reply::Other, "{line}");
        }
        assert_eq!(parse("bestmove none"), Reply::BestMove("none".to_owned(), None));
        for (line, depth, for_silver, for_red) in [
            ("info time 12 depth 3 score 1680", Some(3), "+1.68", "-1.68"),
            ("info time 12 depth 3 score -84", Some(3), "-0.08", "+0.08"),
            ("info time 12 depth 3 score -85", Some(3), "-0.09", "+0.09"),
            ("info time 12 depth 3 score -2147483648", Some(3), "-2147483.65", "+2147483.65"),
            ("info time 12 mate 1", None, "+M1", "-M1"),
            ("info time 12 mate 4", None, "+M2", "-M2"),
            ("info time 12 mate -5", None, "-M3", "+M3"),
        ] {
            let Reply::Info(info) = parse(line) else { panic!("{line}") };
            let reported = |mover| Protocol::Khet2Ai.for_mover(info, mover).evaluation.map(|score| score.to_string());
            let expected = [for_silver, for_red].map(|score| Some(score.to_owned()));
            assert_eq!((info.depth, Colour::ALL.map(reported)), (depth, expected), "{line}");
        }
        let own = Info { evaluation: Some(Evaluation::Mate(-1)), ..Info::default() };
        assert_eq!(Protocol::Uci.for_mover(own, Colour::Red), own);
    }
}
