//! The languages in which engines are spoken to: the UCI-like protocol, and that of Khet2-AI.

use super::time_control::PlayerClock;
use crate::notation::kgn::Evaluation;
use crate::notation::{excerpt, kfen};
use crate::rules::{Colour, Move, Position, RuleSet};
use std::fmt::Write;
use std::time::Duration;

/// A protocol.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dialect {
    /// UCI with Khet's words; see `docs/protocol.md`.
    #[default]
    Uci,
    /// The protocol of the engine Khet2-AI: no handshake, `khet2` only, no options.
    Khet2Ai,
}

/// What an engine has said in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove`, the word after it, and the move that is expected of the opponent, after `ponder`.
    BestMove(String, Option<String>),
    /// `option name …`
    Option(String),
    /// `info …`, as far as it counts.
    Info(Info),
    /// Anything else.
    Nothing,
}

/// What an engine thinks of its position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Info {
    /// Plies.
    pub depth: Option<u32>,
    /// From the side that the protocol counts for: see [`Dialect::from_mover`].
    pub evaluation: Option<Evaluation>,
    /// Nodes searched so far.
    pub nodes: Option<u64>,
}

impl Info {
    /// Takes over what a later line says.
    pub fn update(&mut self, later: Info) {
        self.depth = later.depth.or(self.depth);
        self.evaluation = later.evaluation.or(self.evaluation);
        self.nodes = later.nodes.or(self.nodes);
    }
}

/// Under Khet2-AI's protocol a clock has to be cut into moves: so many are taken to be still to come …
const MOVES_TO_COME: u32 = 30;
/// … and nothing shorter than this is asked for.
const SHORTEST: Duration = Duration::from_millis(1);

impl Dialect {
    /// By its name: `uci` or `khet2ai`.
    ///
    /// # Errors
    /// What was expected.
    pub fn from_name(name: &str) -> Result<Dialect, String> {
        match name {
            "uci" => Ok(Dialect::Uci),
            "khet2ai" => Ok(Dialect::Khet2Ai),
            _ => Err("expected uci or khet2ai".to_owned()),
        }
    }

    /// Whether there is a handshake, and a word that asks whether all was heard.
    pub fn has_handshake(self) -> bool {
        self == Dialect::Uci
    }

    /// Whether engines have options that can be set.
    pub fn has_options(self) -> bool {
        self == Dialect::Uci
    }

    /// Whether engines can be asked to think on the opponent's time.
    pub fn can_ponder(self) -> bool {
        self == Dialect::Uci
    }

    /// Whether games under a rule set can be played.
    pub fn knows(self, rule_set: RuleSet) -> bool {
        self == Dialect::Uci || rule_set == RuleSet::Khet2
    }

    /// The word before each game.
    pub fn new_game(self) -> &'static str {
        match self {
            Dialect::Uci => "ucinewgame",
            Dialect::Khet2Ai => "newgame",
        }
    }

    /// The word that sets an option.
    pub fn option(self, name: &str, value: &str) -> String {
        if value.is_empty() { format!("setoption name {name}") } else { format!("setoption name {name} value {value}") }
    }

    /// The line that sets up a game: where it started and what was played since.
    pub fn position(self, start: &Position, moves: &[Move]) -> String {
        let mut line = String::from("position ");
        let _ = match self {
            Dialect::Uci => write!(line, "kfen {}", kfen::write(&start.setup())),
            Dialect::Khet2Ai => write!(line, "{}", khet2ai_start(start)),
        };
        if self == Dialect::Uci && !moves.is_empty() {
            line.push_str(" moves");
        }
        for mv in moves {
            let _ = write!(line, " {mv}");
        }
        line
    }

    /// The line that asks for a move.
    pub fn go(self, clocks: &[PlayerClock; 2], mover: Colour) -> String {
        match self {
            Dialect::Uci => uci_go(clocks, mover),
            Dialect::Khet2Ai => khet2ai_go(&clocks[mover.index()]),
        }
    }

    /// Returns the line that asks for thought on the opponent's time: it counts as `go` from `ponderhit` on.
    pub fn go_ponder(self, clocks: &[PlayerClock; 2], mover: Colour) -> String {
        self.go(clocks, mover).replacen("go", "go ponder", 1)
    }

    /// What a line says.
    pub fn understand(self, line: &str) -> Said {
        let mut words = line.split_whitespace();
        match (words.next(), self) {
            (Some("uciok"), Dialect::Uci) => Said::UciOk,
            (Some("readyok"), Dialect::Uci) => Said::ReadyOk,
            (Some("bestmove"), _) => {
                let word = words.next().unwrap_or_default().to_owned();
                let expected = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
                Said::BestMove(word, expected.map(str::to_owned))
            }
            (Some("option"), Dialect::Uci) => {
                let name = words.skip_while(|&word| word != "name").skip(1).take_while(|&word| word != "type");
                Said::Option(name.collect::<Vec<_>>().join(" "))
            }
            (Some("info"), Dialect::Uci) => info(words),
            (Some("info"), Dialect::Khet2Ai) => khet2ai_info(words),
            _ => Said::Nothing,
        }
    }

    /// Returns what an engine thinks from the side of the player who is to move. Khet2-AI counts for Silver.
    pub fn from_mover(self, info: Info, mover: Colour) -> Info {
        match (self, mover) {
            (Dialect::Khet2Ai, Colour::Red) => Info { evaluation: info.evaluation.map(negated), ..info },
            _ => info,
        }
    }

    /// Whether a word behind `bestmove` says that there is no move.
    pub fn is_no_move(self, word: &str) -> bool {
        match self {
            Dialect::Uci => ["(none)", "none", "0000"].contains(&word),
            Dialect::Khet2Ai => word == "none",
        }
    }
}

/// The board field of the KFEN and the side, which say all of a `khet2` position that counts for the rules.
fn khet2ai_start(start: &Position) -> String {
    let kfen = kfen::write(&start.setup());
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
            // An opponent without a clock is shown with ours.
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
        let moves = own.moves_to_go().map_or(MOVES_TO_COME, |moves| moves.clamp(1, MOVES_TO_COME));
        // Half of a short remainder is kept, since nothing is known of what the engine loses on the way.
        (remaining / moves + clock.increment / 2).min(remaining / 2)
    });
    match (share.into_iter().chain(own.control().per_move).min(), own.control().depth) {
        (Some(time), _) => format!("go movetime {}", milliseconds(time)),
        (None, Some(depth)) => format!("go depth {depth}"),
        (None, None) => "go infinite".to_owned(),
    }
}

/// Depth and score of a line; of several lines the first counts. A bound is no score: a search that is about to correct
/// itself says any number below or above.
fn info<'a>(words: impl Iterator<Item = &'a str>) -> Said {
    let mut info = Info::default();
    let mut is_bound = false;
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let number = |word: Option<&&str>| word.and_then(|word| word.parse::<i32>().ok());
        match word {
            "string" | "error" if info == Info::default() => return Said::Nothing,
            // The rest is for people.
            "string" | "error" => break,
            "lowerbound" | "upperbound" => is_bound = true,
            "multipv" if number(words.peek()).is_some_and(|line| line > 1) => return Said::Nothing,
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
            // Moves behind `pv` too, which are none of these words.
            _ => {}
        }
    }
    info.evaluation = info.evaluation.filter(|_| !is_bound);
    Said::Info(info)
}

/// Reads what Khet2-AI reports about a search: `time T depth D score S`, or `time T mate N` when the game is decided.
fn khet2ai_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Said {
    let mut info = Info::default();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<i32>().ok());
        match word {
            // The rest is for people.
            "string" => break,
            "time" => _ = number(),
            "depth" => info.depth = number().and_then(|depth| u32::try_from(depth).ok()),
            "score" => info.evaluation = number().map(|score| Evaluation::Centipawns(khet2ai_centipawns(score))),
            "mate" => info.evaluation = number().map(|plies| Evaluation::Mate(khet2ai_moves(plies))),
            _ => {}
        }
    }
    if info == Info::default() { Said::Nothing } else { Said::Info(info) }
}

/// Converts thousandths of a Pyramid to hundredths, to the nearest.
fn khet2ai_centipawns(thousandths: i32) -> i32 {
    thousandths / 10 + thousandths % 10 / 5
}

/// Converts plies to a hit on a Pharaoh to moves, rounded up; the sign says who wins.
fn khet2ai_moves(plies: i32) -> i32 {
    plies / 2 + plies % 2
}

fn negated(evaluation: Evaluation) -> Evaluation {
    match evaluation {
        Evaluation::Centipawns(value) => Evaluation::Centipawns(value.saturating_neg()),
        Evaluation::Mate(moves) => Evaluation::Mate(moves.saturating_neg()),
    }
}

/// What is wrong with the word behind `bestmove`, for people.
pub fn unreadable(word: &str, why: &dyn std::fmt::Display) -> String {
    if word.is_empty() { "bestmove without a move".to_owned() } else { format!("bestmove {}: {why}", excerpt(word)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::time_control::TimeControl;
    use crate::notation::{movetext, setups};

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
    fn go_says_all_limits() {
        let go = |silver, red| Dialect::Uci.go(&clocks(silver, red), Colour::Silver);
        assert_eq!(go("tc=10+0.1", "tc=5"), "go wtime 10000 winc 100 btime 5000 binc 0");
        assert_eq!(go("tc=40/60", "st=1"), "go wtime 60000 winc 0 btime 60000 binc 0 movestogo 40");
        assert_eq!(go("st=0.0085", "tc=5"), "go movetime 8");
        assert_eq!(go("nodes=100 depth=3", "tc=5"), "go nodes 100 depth 3");
        let ponder = Dialect::Uci.go_ponder(&clocks("tc=10+0.1", "tc=5"), Colour::Red);
        assert_eq!(ponder, "go ponder wtime 10000 winc 100 btime 5000 binc 0");
    }

    #[test]
    fn khet2_ai_is_given_a_share_of_its_clock() {
        let go = |own| Dialect::Khet2Ai.go(&clocks(own, own), Colour::Red);
        assert_eq!(go("tc=30+1"), "go movetime 1500");
        assert_eq!(go("tc=2/30"), "go movetime 15000");
        assert_eq!(go("st=0.5"), "go movetime 500");
        assert_eq!(go("depth=4"), "go depth 4");
    }

    #[test]
    fn positions_are_told_in_either_way() {
        let classic = &setups::find(RuleSet::Khet2, "classic").expect("a set-up").position;
        let moves = ["h2g2", "c7d7"].map(|text| movetext::read(text).expect("a move"));
        let kfen = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1";
        assert_eq!(Dialect::Uci.position(classic, &[]), format!("position kfen {kfen}"));
        assert_eq!(Dialect::Uci.position(classic, &moves), format!("position kfen {kfen} moves h2g2 c7d7"));
        assert_eq!(
            Dialect::Khet2Ai.position(classic, &moves),
            format!("position {} 0 h2g2 c7d7", &kfen[..kfen.find(' ').expect("fields")])
        );
        let other = kfen::position("x33k5/5a14///2p36P3///4K4X1 r khet2 3 9").expect("a position");
        assert_eq!(Dialect::Khet2Ai.position(&other, &moves[..1]), "position x33k5/5a14///2p36P3///4K4X1 1 h2g2");
    }

    #[test]
    fn lines_are_understood() {
        let understand = |line: &str| Dialect::Uci.understand(line);
        assert_eq!(understand("  uciok\r"), Said::UciOk);
        assert_eq!(understand("readyok"), Said::ReadyOk);
        let best = |word: &str, ponder: Option<&str>| Said::BestMove(word.to_owned(), ponder.map(str::to_owned));
        assert_eq!(understand("bestmove h2g2 ponder c7d7"), best("h2g2", Some("c7d7")));
        for line in ["bestmove h2g2", "bestmove h2g2 ponder", "bestmove h2g2 c7d7", "bestmove h2g2 x ponder c7d7"] {
            assert_eq!(understand(line), best("h2g2", None), "{line}");
        }
        assert_eq!(understand("bestmove"), best("", None));
        assert_eq!(understand("option name Move Overhead type spin"), Said::Option("Move Overhead".to_owned()));
        for line in ["", "Readyok", "info string score cp 5", "info depth 3 multipv 2 score cp 5", "nonsense"] {
            assert_eq!(understand(line), Said::Nothing, "{line}");
        }
        let info = |line: &str| match understand(line) {
            Said::Info(info) => info,
            other => panic!("{line}: {other:?}"),
        };
        let told = info("info depth 12 seldepth 20 multipv 1 score cp -35 nodes 5 pv a1+ score cp 9");
        assert_eq!(told, Info { depth: Some(12), evaluation: Some(Evaluation::Centipawns(-35)), nodes: Some(5) });
        let told = info("info depth 9 nodes 5 pv a1+ h2g2 score cp 7 string score cp 9 upperbound");
        assert_eq!(told, Info { depth: Some(9), evaluation: Some(Evaluation::Centipawns(7)), nodes: Some(5) });
        let mut last = told;
        for bound in ["score cp -900 upperbound", "score upperbound cp -900", "score mate -2 lowerbound pv a1+"] {
            last.update(info(&format!("info depth 10 {bound}")));
        }
        assert_eq!(last, Info { depth: Some(10), ..told }, "the last score that is exact");
        assert_eq!(info("info score mate -3").evaluation, Some(Evaluation::Mate(-3)));
        assert_eq!(info("info depth x score cp").evaluation, None);
    }

    #[test]
    fn khet2_ai_counts_for_silver_in_thousandths_and_plies() {
        let understand = |line: &str| Dialect::Khet2Ai.understand(line);
        for line in ["uciok", "readyok", "info", "info time 5", "info string depth 3 score 5", "info time x score x"] {
            assert_eq!(understand(line), Said::Nothing, "{line}");
        }
        assert_eq!(understand("bestmove none"), Said::BestMove("none".to_owned(), None));
        for (line, depth, for_silver, for_red) in [
            ("info time 12 depth 3 score 1680", Some(3), "+1.68", "-1.68"),
            ("info time 12 depth 3 score -84", Some(3), "-0.08", "+0.08"),
            ("info time 12 depth 3 score -85", Some(3), "-0.09", "+0.09"),
            ("info time 12 depth 3 score -2147483648", Some(3), "-2147483.65", "+2147483.65"),
            ("info time 12 mate 1", None, "+M1", "-M1"),
            ("info time 12 mate 4", None, "+M2", "-M2"),
            ("info time 12 mate -5", None, "-M3", "+M3"),
        ] {
            let Said::Info(info) = understand(line) else { panic!("{line}") };
            let told = |mover| Dialect::Khet2Ai.from_mover(info, mover).evaluation.map(|score| score.to_string());
            let expected = [for_silver, for_red].map(|score| Some(score.to_owned()));
            assert_eq!((info.depth, Colour::ALL.map(told)), (depth, expected), "{line}");
        }
        let own = Info { evaluation: Some(Evaluation::Mate(-1)), ..Info::default() };
        assert_eq!(Dialect::Uci.from_mover(own, Colour::Red), own);
    }
}
