//! Commands, read from lines. Every line gives a command. A faulty line gives [`Command::Unknown`] or [`Command::Unreadable`],
//! but a `go` with faulty limits gives [`Command::Go`] with messages about them.

use super::position::{self, Start};
use khepri_engine::{Depth, Limits};
use khepri_rules::internal::notation::excerpt;
use khepri_rules::internal::shots;
use khepri_rules::{Colour, Move, NotASquare, Square};
use std::num::NonZero;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// A command of the protocol.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// An empty line.
    Empty,
    /// An excerpt of a first word that is not a command.
    Unknown(String),
    /// The message about a command whose arguments cannot be read.
    Unreadable(String),
    /// `uci`
    Uci,
    /// `debug on|off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name … [value …]`
    SetOption {
        /// The name as it was written.
        name: String,
        /// The value as it was written. A button has none.
        value: Option<String>,
    },
    /// `position …`
    Position(position::Line),
    /// `go …`
    Go(Go),
    /// `go perft N`
    Perft(u32),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `d`
    Display,
    /// `d last`
    LastShot,
    /// `beam …`
    Beam(Source),
    /// `reach [silver|red] [SQ]`
    Reach {
        /// The player who fires; the side to move without it.
        player: Option<Colour>,
        /// The square whose moves are listed; all squares are counted without it.
        square: Option<Square>,
    },
    /// `setups`
    Setups,
    /// `eval`
    Evaluate,
    /// `moves`
    Moves,
    /// `history`
    History,
    /// `bench [depth]`
    Bench(Option<Depth>),
    /// `flip`
    Flip,
    /// `help`
    Help,
    /// `version`
    Version,
}

/// The argument of `beam`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The laser of the side to move.
    SideToMove,
    /// The laser of this colour.
    Laser(Colour),
    /// The shot at the end of this move.
    Shot(Move),
}

/// The arguments of `go`.
#[derive(Clone, PartialEq, Debug)]
pub struct Go {
    /// The limits. If one could not be read, the depth is 1, and of the others only `infinite`, `ponder` and `searchmoves`
    /// apply.
    pub limits: Limits,
    /// A message about each fault.
    pub unreadable: Vec<String>,
    /// Whether its `ponderhit` came before it was executed. It then no longer ponders.
    pub hit: bool,
}

/// The reason why a number is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NumberError {
    /// The word is not a number.
    #[error("expected a number, found {0}")]
    NoNumber(String),
    /// The number does not fit into its type.
    #[error("{0} is too large")]
    TooLarge(String),
    /// The number is zero.
    #[error("expected a number above 0, found `0`")]
    Zero,
}

/// The commands with their arguments and meanings, as `help` prints them.
pub const HELP: [(&str, &str, &str); 24] = [
    ("uci", "", "name, options, uciok"),
    ("debug", "on|off", "print more info strings"),
    ("isready", "", "readyok when ready, also during a search"),
    ("setoption", "name N [value V]", "set an option"),
    ("ucinewgame", "", "clear the table for a new game"),
    ("position", "startpos | setup NAME | kfen KFEN [moves M1 M2 ...]", "set the position"),
    ("go", "[depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]", "search"),
    ("", "[movestogo N] [mate N] [infinite] [ponder] [searchmoves M1 M2 ...]", ""),
    ("go", "perft N", "count the move sequences of N plies"),
    ("stop", "", "stop the search and print bestmove"),
    ("ponderhit", "", "the expected move was played"),
    ("d", "", "the board with the beam"),
    ("d", "last", "the board with the shot of the last move"),
    ("beam", "[silver|red|MOVE]", "the beam of a laser, leg by leg"),
    ("reach", "[silver|red] [SQUARE]", "where a player's beam can get with one move"),
    ("eval", "", "the static evaluation"),
    ("moves", "", "the legal moves and what they hit"),
    ("history", "", "the positions of the game so far"),
    ("setups", "", "the named set-ups"),
    ("flip", "", "rotate the board by half a turn and exchange the colours"),
    ("bench", "[depth]", "speed and checksum of the search"),
    ("help", "", "this list"),
    ("version", "", "the version and the instruction set"),
    ("quit", "", "exit"),
];

impl Command {
    /// Reads a line, which need not be UTF-8 and may end in CRLF.
    pub fn read(line: &[u8]) -> Command {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_ascii_whitespace();
        let Some(first) = words.next() else { return Command::Empty };
        match first {
            "uci" => Command::Uci,
            "debug" => debug(words.next()),
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => set_option(words),
            "position" => position(words),
            "go" => go(words),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "d" => display(words.next()),
            "beam" => beam(words.next(), words.next()),
            "reach" => reach(words),
            "setups" => Command::Setups,
            "eval" => Command::Evaluate,
            "moves" => Command::Moves,
            "history" => Command::History,
            "bench" => bench(words.next()),
            "flip" => Command::Flip,
            "help" => Command::Help,
            "version" => Command::Version,
            _ => Command::Unknown(excerpt(first)),
        }
    }
}

fn debug(word: Option<&str>) -> Command {
    match word {
        Some("on") => Command::Debug(true),
        Some("off") => Command::Debug(false),
        other => {
            Command::Unreadable(format!("debug: expected on or off, found {}", excerpt(other.unwrap_or_default())))
        }
    }
}

fn set_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Command {
    let first = words.next();
    if first != Some("name") {
        let found = excerpt(first.unwrap_or_default());
        return Command::Unreadable(format!("setoption: expected name, found {found}"));
    }
    let name: Vec<&str> = words.by_ref().take_while(|&word| word != "value").collect();
    if name.is_empty() {
        return Command::Unreadable("setoption: the name is missing".to_owned());
    }
    let value: Vec<&str> = words.collect();
    let value = if value.is_empty() { None } else { Some(value.join(" ")) };
    Command::SetOption { name: name.join(" "), value }
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Command {
    let refused = |why: String| Command::Unreadable(format!("position refused: {why}"));
    let kind = words.next().unwrap_or_default();
    let fields: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let moves = words.collect::<Vec<&str>>().join(" ");
    let start = match (kind, fields.as_slice()) {
        ("startpos", []) => Start::Classic,
        ("startpos", [word, ..]) => return refused(format!("expected moves after startpos, found {}", excerpt(word))),
        ("setup", [name]) => Start::Named((*name).to_owned()),
        ("setup", []) => return refused("the name of the set-up is missing".to_owned()),
        ("setup", [_, word, ..]) => return refused(format!("expected moves after the name, found {}", excerpt(word))),
        ("kfen" | "fen", fields) => Start::Kfen(fields.join(" ")),
        _ => return refused(format!("expected startpos, setup or kfen, found {}", excerpt(kind))),
    };
    Command::Position(position::Line { start, moves })
}

fn display(word: Option<&str>) -> Command {
    match word {
        None => Command::Display,
        Some("last") => Command::LastShot,
        Some(other) => Command::Unreadable(format!("d: expected last or nothing, found {}", excerpt(other))),
    }
}

fn beam(word: Option<&str>, more: Option<&str>) -> Command {
    let refused = |why: String| Command::Unreadable(format!("beam: {why}"));
    if let Some(more) = more {
        return refused(format!("expected one colour or one move, found {} after it", excerpt(more)));
    }
    match word {
        None => Command::Beam(Source::SideToMove),
        Some("silver") => Command::Beam(Source::Laser(Colour::Silver)),
        Some("red") => Command::Beam(Source::Laser(Colour::Red)),
        Some(word) => match word.parse::<Move>() {
            Ok(mv) => Command::Beam(Source::Shot(mv)),
            Err(error) => refused(format!("expected silver, red or a move, found {}: {error}", excerpt(word))),
        },
    }
}

fn reach<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let words: Vec<&str> = words.collect();
    let (player, rest) = match words.as_slice() {
        ["silver", rest @ ..] => (Some(Colour::Silver), rest),
        ["red", rest @ ..] => (Some(Colour::Red), rest),
        all => (None, all),
    };
    let Some((word, more)) = rest.split_first() else { return Command::Reach { player, square: None } };
    let place = words.len() - more.len();
    match (word.parse(), more.first()) {
        (Ok(square), None) => Command::Reach { player, square: Some(square) },
        (Ok(_), Some(word)) => {
            let (place, found) = (place + 1, excerpt(word));
            Command::Unreadable(format!("reach: word {place}: expected nothing after the square, found {found}"))
        }
        (Err(NotASquare), _) => {
            let expected = match player {
                Some(_) => "(square): expected a1 to j8",
                None => "(colour or square): expected silver, red or a1 to j8",
            };
            Command::Unreadable(format!("reach: word {place} {expected}, found {}", excerpt(word)))
        }
    }
}

fn bench(word: Option<&str>) -> Command {
    match word.map(depth) {
        None => Command::Bench(None),
        Some(Ok(depth)) => Command::Bench(Some(depth)),
        Some(Err(why)) => Command::Unreadable(format!("bench: depth: {why}")),
    }
}

/// Reads the words of a `go`, limit by limit.
fn go<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let mut words = words.peekable();
    if words.peek() == Some(&"perft") {
        words.next();
        return match number::<u32>(words.next()) {
            Ok(depth @ 0..=shots::DEEPEST) => Command::Perft(depth),
            Ok(_) => Command::Unreadable(format!("go perft: expected a depth up to {}", shots::DEEPEST)),
            Err(why) => Command::Unreadable(format!("go perft: {why}")),
        };
    }
    let mut limits = Limits::default();
    let mut unreadable = Vec::new();
    while let Some(word) = words.next() {
        let mut argument = || words.next_if(|word| !is_limit(word));
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => search_moves(std::iter::from_fn(argument), &mut limits, &mut unreadable),
            _ if is_limit(word) => {
                if let Err(why) = limit(word, argument(), &mut limits) {
                    unreadable.push(format!("{word}: {why}"));
                }
            }
            _ => unreadable.push(format!("{}: no such limit", excerpt(word))),
        }
    }
    if !unreadable.is_empty() {
        let Limits { infinite, ponder, searchmoves, .. } = limits;
        limits = Limits { depth: Some(Depth::ONE), infinite, ponder, searchmoves, ..Limits::default() };
    }
    Command::Go(Go { limits, unreadable, hit: false })
}

fn is_limit(word: &str) -> bool {
    let limits = "depth nodes movetime wtime btime winc binc movestogo mate infinite ponder searchmoves";
    limits.split(' ').any(|limit| limit == word)
}

/// Reads a limit with a number.
fn limit(name: &str, value: Option<&str>, limits: &mut Limits) -> Result<(), NumberError> {
    let mut clock = limits.clock.clone().unwrap_or_default();
    let colour = if name.starts_with('w') { Colour::Silver } else { Colour::Red }.index();
    match name {
        "depth" => limits.depth = Some(depth(value.unwrap_or_default())?),
        "nodes" => limits.nodes = NonZero::new(positive(value)?),
        "movetime" => limits.movetime = Some(milliseconds(value)?),
        "mate" => limits.mate = Some(positive(value)?),
        "wtime" | "btime" => clock.remaining[colour] = Some(milliseconds(value)?),
        "winc" | "binc" => clock.increment[colour] = milliseconds(value)?,
        // Some clients send 0 if the time is for the rest of the game.
        _ => clock.moves_to_go = Some(number(value)?).filter(|&moves| moves > 0),
    }
    if matches!(name, "wtime" | "btime" | "winc" | "binc" | "movestogo") {
        limits.clock = Some(clock);
    }
    Ok(())
}

fn search_moves<'a>(moves: impl Iterator<Item = &'a str>, limits: &mut Limits, unreadable: &mut Vec<String>) {
    let mut moves = moves.peekable();
    if moves.peek().is_none() {
        unreadable.push("searchmoves: no move follows".to_owned());
    }
    for word in moves {
        match word.parse::<Move>() {
            Ok(mv) => limits.searchmoves.push(mv),
            Err(error) => unreadable.push(format!("searchmoves {}: {error}", excerpt(word))),
        }
    }
}

/// Reads a depth in plies, clamped to [`Depth::MAX`].
///
/// # Errors
/// The word is not a number from 1 to 4294967295.
pub fn depth(word: &str) -> Result<Depth, NumberError> {
    let plies: u32 = positive(Some(word))?;
    Ok(u8::try_from(plies).ok().and_then(NonZero::new).map_or(Depth::MAX, Depth::new))
}

fn milliseconds(word: Option<&str>) -> Result<Duration, NumberError> {
    number(word).map(Duration::from_millis)
}

fn positive<N: FromStr + Default + PartialEq>(word: Option<&str>) -> Result<N, NumberError> {
    number(word).and_then(|number| if number == N::default() { Err(NumberError::Zero) } else { Ok(number) })
}

fn number<N: FromStr>(word: Option<&str>) -> Result<N, NumberError> {
    let word = word.unwrap_or_default();
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    match word.parse() {
        Ok(number) if digits => Ok(number),
        _ if digits => Err(NumberError::TooLarge(excerpt(word))),
        _ => Err(NumberError::NoNumber(excerpt(word))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_engine::internal::search::window;
    use khepri_rules::{Move, Square, Turn};

    fn read(line: &str) -> Command {
        Command::read(line.as_bytes())
    }

    fn go(line: &str) -> Go {
        match read(line) {
            Command::Go(go) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn words_are_found_in_any_white_space() {
        assert_eq!(read(""), Command::Empty);
        assert_eq!(read(" \t \r\n"), Command::Empty);
        assert_eq!(read("uci\r\n"), Command::Uci);
        assert_eq!(read("\t isready  now"), Command::IsReady);
        assert_eq!(read("debug on"), Command::Debug(true));
        assert_eq!(Command::read(b"\xff\xfe"), Command::Unknown(r"`\u{fffd}\u{fffd}`".to_owned()));
        assert!(matches!(Command::read(&vec![b'x'; 1 << 20]), Command::Unknown(name) if name.len() < 80));
    }

    #[test]
    fn every_word_of_the_help_is_known() {
        for (word, ..) in HELP.iter().filter(|(word, ..)| !word.is_empty()) {
            assert!(!matches!(read(word), Command::Unknown(_)), "{word}");
        }
    }

    #[test]
    fn options_have_names_and_values_of_several_words() {
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(read("setoption name Clear  Hash"), option("Clear Hash", None));
        assert_eq!(read("setoption name Move Overhead value 30"), option("Move Overhead", Some("30")));
        assert_eq!(read("setoption name X value a  b"), option("X", Some("a b")));
        for line in ["setoption", "setoption Hash value 3", "setoption name", "setoption name value 3"] {
            assert!(matches!(read(line), Command::Unreadable(_)), "{line}");
        }
    }

    #[test]
    fn a_position_is_a_start_and_moves() {
        let line = |start, moves: &[&str]| Command::Position(position::Line { start, moves: moves.join(" ") });
        assert_eq!(read("position startpos"), line(Start::Classic, &[]));
        assert_eq!(read("position startpos moves"), line(Start::Classic, &[]));
        assert_eq!(read("position setup isis moves a8- b1"), line(Start::Named("isis".to_owned()), &["a8-", "b1"]));
        assert_eq!(read("position fen a b c moves d"), line(Start::Kfen("a b c".to_owned()), &["d"]));
        for line in ["position", "position setup", "position setup a b", "position startpos h2+", "position moves"] {
            assert!(matches!(read(line), Command::Unreadable(_)), "{line}");
        }
    }

    #[test]
    fn limits_combine() {
        let line =
            "go depth 7 nodes 5 movetime 9 wtime 100 binc 2 movestogo 4 mate 2 infinite ponder searchmoves h2+ a1b2";
        let limits = go(line).limits;
        assert_eq!(limits.depth, Some(window::depth(7)));
        assert_eq!((limits.nodes, limits.movetime), (NonZero::new(5), Some(Duration::from_millis(9))));
        assert_eq!(limits.mate, Some(2));
        let clock = limits.clock.expect("a clock was given");
        assert_eq!(clock.remaining, [Some(Duration::from_millis(100)), None]);
        assert_eq!(clock.increment, [Duration::ZERO, Duration::from_millis(2)]);
        assert_eq!(clock.moves_to_go, Some(4));
        assert!(limits.infinite && limits.ponder);
        let moves = [Move::rotate(Square::H2, Turn::Clockwise), Move::step(Square::A1, Square::B2)];
        assert_eq!(limits.searchmoves, moves);
        assert_eq!(go("go searchmoves h2+ depth 3").limits.depth, Some(window::depth(3)));
        assert_eq!(go("go depth 4294967295").limits.depth, Some(Depth::MAX));
    }

    #[test]
    fn unreadable_words_are_named_and_depth_1_is_searched() {
        let lines = [
            ("go depth -1", "depth: expected a number, found `-1`"),
            ("go depth 0", "depth: expected a number above 0, found `0`"),
            ("go nodes 0", "nodes: expected a number above 0, found `0`"),
            ("go movetime", "movetime: expected a number, found nothing"),
            ("go wtime +5", "wtime: expected a number, found `+5`"),
            ("go nodes 99999999999999999999", "nodes: `99999999999999999999` is too large"),
            ("go deep 5 nodes 3", "`deep`: no such limit"),
            ("go searchmoves depth 3", "searchmoves: no move follows"),
            ("go depth 5 searchmoves z9", "searchmoves `z9`: "),
            ("go depth movetime 100", "depth: expected a number, found nothing"),
        ];
        for (line, reason) in lines {
            let go = go(line);
            assert!(go.unreadable.iter().any(|found| found.starts_with(reason)), "{line}: {:?}", go.unreadable);
            assert_eq!(go.limits, Limits { depth: Some(Depth::ONE), ..Limits::default() }, "{line}");
        }
    }

    #[test]
    fn a_reach_has_a_player_and_a_square_in_this_order() {
        let reach = |player, square| Command::Reach { player, square };
        assert_eq!(read("reach"), reach(None, None));
        assert_eq!(read("reach silver"), reach(Some(Colour::Silver), None));
        assert_eq!(read("reach  j8\r"), reach(None, Some(Square::J8)));
        assert_eq!(read("reach red\ta1"), reach(Some(Colour::Red), Some(Square::A1)));
        for (line, message) in [
            ("reach z9", "word 1 (colour or square): expected silver, red or a1 to j8, found `z9`"),
            ("reach Silver", "word 1 (colour or square): expected silver, red or a1 to j8, found `Silver`"),
            ("reach j1- e4", "word 1 (colour or square): expected silver, red or a1 to j8, found `j1-`"),
            ("reach red silver", "word 2 (square): expected a1 to j8, found `silver`"),
            ("reach silver J1", "word 2 (square): expected a1 to j8, found `J1`"),
            ("reach silver a9 b1", "word 2 (square): expected a1 to j8, found `a9`"),
            ("reach j1 red", "word 2: expected nothing after the square, found `red`"),
            ("reach red j1 \x1b[2J now", r"word 3: expected nothing after the square, found `\u{1b}[2J`"),
        ] {
            assert_eq!(read(line), Command::Unreadable(format!("reach: {message}")));
        }
    }

    #[test]
    fn perft_and_bench_have_their_own_numbers() {
        assert_eq!(read("go perft 0"), Command::Perft(0));
        assert_eq!(read("go perft 5"), Command::Perft(5));
        assert_eq!(read("bench"), Command::Bench(None));
        assert_eq!(read("bench 3"), Command::Bench(Some(window::depth(3))));
        for line in ["go perft", "go perft x", "go perft -1", "go perft 4000000000", "bench x", "bench 0"] {
            assert!(matches!(read(line), Command::Unreadable(_)), "{line}");
        }
    }
}
