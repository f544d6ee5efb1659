//! Translation for other engines, so that the page can use them like this program. Positions are checked and sent as KFEN with
//! moves. The protocol of Khet2-AI is translated both ways.

use super::allowed::Allowed;
use khepri_arena::engine::protocol::{Info, Protocol, Reply};
use khepri_arena::engine::spec::EngineSpec;
use khepri_arena::time_control::{Clock, PlayerClock, TimeControl};
use khepri_engine::Limits;
use khepri_protocol::command::Command;
use khepri_protocol::position::Line;
use khepri_rules::kgn::Evaluation;
use khepri_rules::{Colour, RuleSet};
use std::fmt::Write;

/// The translation of a line of the page.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Translated {
    /// The line to send to the engine.
    pub to_engine: Option<String>,
    /// The lines that answer the page in place of the engine.
    pub to_page: Vec<String>,
}

impl Translated {
    fn engine(line: impl Into<String>) -> Translated {
        Translated { to_engine: Some(line.into()), to_page: Vec::new() }
    }

    fn page(line: impl Into<String>) -> Translated {
        Translated { to_engine: None, to_page: vec![line.into()] }
    }

    fn refused(why: impl std::fmt::Display) -> Translated {
        Translated::page(format!("info string {why}"))
    }
}

/// The translator between a page and another engine.
#[derive(Clone, Debug)]
pub struct Translator {
    name: String,
    protocol: Protocol,
    variant: RuleSet,
    /// The side to move in the last position.
    mover: Colour,
}

impl Translator {
    /// Returns the translator for an engine.
    pub fn new(spec: &EngineSpec) -> Translator {
        let variant = RuleSet::Khet2;
        Translator { name: spec.name.clone(), protocol: spec.protocol, variant, mover: variant.rules().first }
    }

    /// Translates a line of the page.
    pub fn for_engine(&mut self, allowed: &Allowed) -> Translated {
        match &allowed.command {
            Command::Position(line) => self.position(line),
            Command::Unreadable(why) => Translated::refused(why),
            Command::SetOption { name, value } => self.option(name, value.as_deref(), &allowed.line),
            _ if self.protocol.is_uci() => Translated::engine(allowed.line.as_str()),
            Command::Uci => Translated {
                to_page: vec![
                    format!("id name {}", self.name),
                    "option name UCI_Variant type combo default khet2 var khet2".to_owned(),
                    "uciok".to_owned(),
                ],
                ..Translated::default()
            },
            Command::IsReady => Translated::page("readyok"),
            Command::NewGame => Translated::engine(self.protocol.new_game()),
            Command::Stop => Translated::engine("stop"),
            Command::Go(go) => self.go(&go.limits),
            _ => Translated::refused(format_args!("{} has no such command: ask the rules session", self.name)),
        }
    }

    /// Translates a position into KFEN and moves. Then the engine needs no names of set-ups, and gets only legal moves.
    fn position(&mut self, line: &Line) -> Translated {
        let refused = |error: &dyn std::fmt::Display| Translated::refused(format_args!("position refused: {error}"));
        let start = match line.start.read(self.variant) {
            Ok(start) => start.position().clone(),
            Err(error) => return refused(&error),
        };
        let game = match line.read(self.variant) {
            Ok(game) => game,
            Err(error) => return refused(&error),
        };
        if !self.protocol.supports(start.rule_set()) {
            let rule_set = start.rule_set().name();
            return refused(&format_args!("{} does not support {rule_set}", self.name));
        }
        self.mover = game.position().side_to_move();
        let moves: Vec<_> = game.moves().collect();
        Translated::engine(self.protocol.position(&start, &moves))
    }

    fn option(&mut self, name: &str, value: Option<&str>, line: &str) -> Translated {
        if name.eq_ignore_ascii_case("UCI_Variant")
            && let Some(variant) = value.and_then(|value| value.parse().ok())
        {
            if !self.protocol.supports(variant) {
                return Translated::refused(format_args!("{} does not support {}", self.name, variant.name()));
            }
            self.variant = variant;
        } else if !self.protocol.is_uci() {
            return Translated::refused(format_args!("{} has no options", self.name));
        }
        if self.protocol.is_uci() { Translated::engine(line) } else { Translated::default() }
    }

    fn go(&self, limits: &Limits) -> Translated {
        if limits.nodes.is_some() || limits.mate.is_some() || limits.ponder || !limits.searchmoves.is_empty() {
            let expected = "expected movetime, depth, a clock or infinite";
            return Translated {
                to_page: vec![format!("info string {}: {expected}", self.name), "bestmove (none)".to_owned()],
                ..Translated::default()
            };
        }
        let clock = limits.clock.as_ref().and_then(|clock| {
            let index = self.mover.index();
            let base = clock.remaining[index].or(clock.remaining[self.mover.other().index()])?;
            Some(Clock { moves: clock.moves_to_go, base, increment: clock.increment[index] })
        });
        let depth = limits.depth.and_then(|depth| u32::try_from(depth.plies()).ok());
        let control = TimeControl { clock, per_move: limits.movetime, depth, ..TimeControl::default() };
        let control = if limits.infinite { TimeControl::default() } else { control };
        let clocks = [control, control].map(PlayerClock::new);
        Translated::engine(self.protocol.go(&clocks, self.mover))
    }

    /// Translates a line of the engine; `None` if the page does not need it.
    pub fn for_page(&self, line: String) -> Option<String> {
        if self.protocol.is_uci() {
            return Some(line);
        }
        match self.protocol.parse(&line) {
            Reply::BestMove(word, _) if self.protocol.is_no_move(&word) => Some("bestmove (none)".to_owned()),
            Reply::BestMove(..) => Some(line),
            Reply::Info(info) => Some(info_line(self.protocol.for_mover(info, self.mover), &line)),
            _ if line.is_empty() => None,
            _ => Some(format!("info string {line}")),
        }
    }
}

/// Returns an `info` line as this program writes it, with the time of the engine's line.
fn info_line(info: Info, line: &str) -> String {
    let mut written = "info".to_owned();
    if let Some(depth) = info.depth {
        let _ = write!(written, " depth {depth}");
    }
    match info.evaluation {
        Some(Evaluation::Centipawns(value)) => _ = write!(written, " score cp {value}"),
        Some(Evaluation::Mate(moves)) => _ = write!(written, " score mate {moves}"),
        None => {}
    }
    let mut words = line.split_ascii_whitespace().skip_while(|word| *word != "time").skip(1);
    if let Some(time) = words.next().and_then(|time| time.parse::<u64>().ok()) {
        let _ = write!(written, " time {time}");
    }
    written
}

#[cfg(test)]
mod tests {
    use super::super::allowed::check;
    use super::super::settings::{Caps, Kind};
    use super::*;

    fn translator(protocol: Protocol) -> Translator {
        Translator::new(&EngineSpec { name: "other".to_owned(), protocol, ..EngineSpec::default() })
    }

    fn translated(translator: &mut Translator, line: &str) -> Translated {
        let allowed = check(line, Kind::Foreign, Caps { hash: 64, threads: 1 }).expect("it may pass");
        translator.for_engine(&allowed.expect("a command"))
    }

    #[test]
    fn positions_are_checked_and_sent_as_kfen() {
        let mut uci = translator(Protocol::Uci);
        let start = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1";
        let line = translated(&mut uci, "position startpos moves h2g2 c7d7").to_engine.expect("a position");
        assert_eq!(line, format!("position kfen {start} moves h2g2 c7d7"));
        for line in ["position startpos moves h2g9", "position kfen ///", "position setup x", "position x"] {
            let Translated { to_engine, to_page } = translated(&mut uci, line);
            assert!(to_engine.is_none() && to_page[0].starts_with("info string position refused"), "{to_page:?}");
        }
        translated(&mut uci, "setoption name UCI_Variant value khet1");
        let line = translated(&mut uci, "position startpos").to_engine.expect("a position");
        assert!(line.contains(" khet1 "), "{line}");
    }

    #[test]
    fn khet2_ai_answers_like_this_program() {
        let mut other = translator(Protocol::Khet2Ai);
        let mut engine = |line: &str| translated(&mut other, line);
        assert_eq!(engine("uci").to_page.last().map(String::as_str), Some("uciok"));
        assert_eq!(engine("isready").to_page, ["readyok"]);
        assert_eq!(engine("ucinewgame").to_engine.as_deref(), Some("newgame"));
        let position = engine("position startpos moves h2g2").to_engine.expect("a position");
        assert!(position.starts_with("position x33a3ka3p22/") && position.ends_with(" 0 h2g2"), "{position}");
        for (go, sent) in [
            ("go movetime 300", "go movetime 300"),
            ("go depth 4", "go depth 4"),
            ("go infinite", "go infinite"),
            ("go wtime 60000 btime 30000 binc 1000", "go movetime 1500"),
        ] {
            assert_eq!(engine(go).to_engine.as_deref(), Some(sent), "{go}");
        }
        for line in ["moves", "d", "eval", "setoption name Hash value 1", "setoption name UCI_Variant value khet1"] {
            let Translated { to_engine, to_page } = engine(line);
            assert!(to_engine.is_none() && to_page[0].starts_with("info string other "), "{line}: {to_page:?}");
        }
        assert_eq!(engine("go nodes 5").to_page.last().map(String::as_str), Some("bestmove (none)"));
        assert!(engine("position setup classic").to_engine.is_some());
        let khet1 =
            engine("position kfen 4tktp22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4TKT4 s khet1");
        assert!(khet1.to_page[0].contains("does not support khet1"), "{khet1:?}");
        engine("position startpos moves h2g2");
        for (printed, page) in [
            ("info time 12 depth 3 score 1680", "info depth 3 score cp -168 time 12"),
            ("info time 12 mate -4", "info score mate 2 time 12"),
            ("bestmove c7c8", "bestmove c7c8"),
            ("bestmove none", "bestmove (none)"),
            ("anything", "info string anything"),
        ] {
            assert_eq!(other.for_page(printed.to_owned()).as_deref(), Some(page));
        }
    }
}
