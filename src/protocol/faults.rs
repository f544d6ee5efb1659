//! Faults of positions, moves and games as JSON. Each has a code, which stays the same when its message changes, and the values that
//! the message states, so that a program can put them into words of its own.

use khepri_rules::internal::notation::excerpt;
use khepri_rules::internal::ruleset::{corner, facings};
use khepri_rules::internal::square::FILES;
use khepri_rules::kfen::{self, Field, Reason, Rejection};
use khepri_rules::kgn::{self, GameResult, MoveAt};
use khepri_rules::movetext::{MoveError, MoveTextError};
use khepri_rules::{Colour, IllegalMove, Kind, Position, RuleSet, SetupFault, Square, setups};
use serde::Serialize;
use serde_json::{Map, Value};

/// The code of the reasons or games that are only counted.
pub const MORE: &str = "more";

/// The code of a file without games.
pub const EMPTY_FILE: &str = "empty-file";

/// The code of a file whose beginning has no games.
pub const NO_GAMES: &str = "no-games";

/// A fault. A part without a value is left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Fault {
    /// The line of the text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column of the line, the KFEN or the move, in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// The number of the game, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The move at fault.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<FaultyMove>,
    /// The field of the KFEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
    /// The code.
    pub code: &'static str,
    /// The values, by their names.
    pub values: Map<String, Value>,
    /// The faults of the KFEN in a tag.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Fault>,
    /// The message in English.
    pub message: String,
}

/// The move at fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaultyMove {
    /// The number of the move.
    pub number: u32,
    /// Whether it is a move of the second player.
    pub second: bool,
    /// The move as written.
    pub word: String,
}

/// Returns the reasons why a text is not a KFEN.
pub fn of_rejection(rejection: &Rejection) -> Vec<Fault> {
    let mut faults: Vec<Fault> = rejection.reasons().iter().map(of_reason).collect();
    faults.extend(
        (rejection.unlisted() > 0)
            .then(|| Fault::more(rejection.unlisted(), format!("and {} more", rejection.unlisted()))),
    );
    faults
}

fn of_reason(reason: &Reason) -> Fault {
    Fault {
        column: Some(reason.column as u64),
        field: Some(match reason.field {
            Field::Board => "board",
            Field::Side => "side",
            Field::RuleSet => "rule-set",
            Field::PliesSinceCapture => "plies-since-capture",
            Field::MoveNumber => "move-number",
            _ => "line",
        }),
        code: reason.what.code(),
        values: of_kfen(&reason.what),
        message: reason.to_string(),
        ..Fault::default()
    }
}

impl From<kgn::Fault> for Fault {
    fn from(fault: kgn::Fault) -> Fault {
        let message = fault.to_string();
        let reasons = match &fault.what {
            kgn::Problem::KfenTag(rejection) => of_rejection(rejection),
            _ => Vec::new(),
        };
        Fault {
            line: Some(fault.place.line),
            column: Some(fault.place.column),
            game: Some(fault.game),
            mv: fault.mv.map(|MoveAt { number, second, word, .. }| FaultyMove { number, second, word }),
            field: None,
            code: fault.what.code(),
            values: of_kgn(&fault.what),
            reasons,
            message,
        }
    }
}

impl Fault {
    /// Returns the fault of a word that is not a legal move of a position.
    pub fn of_move(position: &Position, word: &str, error: &MoveError) -> Fault {
        let second = position.side_to_move() != position.rule_set().rules().first;
        let (column, values) = match error {
            MoveError::Text(text) => (Some(text.column as u64), of_text(text)),
            MoveError::Illegal(illegal) => (None, of_illegal(*illegal)),
            _ => (None, Map::new()),
        };
        Fault {
            column,
            mv: Some(FaultyMove { number: position.move_number(), second, word: word.to_owned() }),
            code: error.code(),
            values,
            message: error.to_string(),
            ..Fault::default()
        }
    }

    /// Returns an entry for the faults beyond those that are listed.
    pub fn more(count: usize, message: String) -> Fault {
        Fault { code: MORE, values: values([("count", count.into())]), message, ..Fault::default() }
    }
}

fn values<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn found(text: &str) -> Map<String, Value> {
    values([("found", text.into())])
}

fn of_colour(colour: Colour) -> Value {
    colour.name().into()
}

fn of_kind(kind: Kind) -> Value {
    kind.name().into()
}

fn of_squares(squares: &[Square]) -> Value {
    squares.iter().map(|square| Value::from(square.to_string())).collect()
}

fn of_result(result: GameResult) -> Value {
    result.name().into()
}

fn rule_sets() -> Value {
    RuleSet::ALL.map(RuleSet::name).into_iter().collect()
}

fn of_kfen(problem: &kfen::Problem) -> Map<String, Value> {
    match problem {
        kfen::Problem::Fields(found) => values([("found", (*found).into())]),
        kfen::Problem::Ranks(found) => values([("found", (*found).into())]),
        kfen::Problem::Squares { rank, found, is_least } => {
            let row = u8::try_from(*rank).ok().and_then(|rank| rank.checked_sub(1));
            let squares = row.map(|row| (0..FILES).filter_map(|file| Square::new(file, row)).collect::<Vec<_>>());
            values([
                ("rank", (*rank).into()),
                ("found", (*found).into()),
                ("least", (*is_least).into()),
                ("squares", of_squares(&squares.unwrap_or_default())),
            ])
        }
        kfen::Problem::Orientation { letter, found } => {
            let kind = Kind::from_letter(letter.to_ascii_lowercase()).map(of_kind);
            values([
                ("letter", letter.to_string().into()),
                ("kind", kind.unwrap_or_default()),
                ("found", found.as_str().into()),
            ])
        }
        kfen::Problem::Piece { found: text } | kfen::Problem::Side { found: text } => found(text),
        kfen::Problem::RuleSet { found } => values([("found", found.as_str().into()), ("names", rule_sets())]),
        kfen::Problem::Number { least, found } => {
            values([("least", (*least).into()), ("most", u32::MAX.into()), ("found", found.as_str().into())])
        }
        kfen::Problem::Setup(fault) => of_setup(*fault),
        _ => Map::new(),
    }
}

fn of_setup(fault: SetupFault) -> Map<String, Value> {
    let square = |square: Square| of_squares(&[square]);
    match fault {
        SetupFault::Pharaohs(colour, count) => {
            values([("colour", of_colour(colour)), ("count", count.into()), ("limit", 1.into())])
        }
        SetupFault::NotInRuleSet(at, kind, rule_set) => {
            values([("squares", square(at)), ("kind", of_kind(kind)), ("name", rule_set.name().into())])
        }
        SetupFault::SphinxOffCorner(at, colour) => values([
            ("colour", of_colour(colour)),
            ("squares", square(at)),
            ("expected", corner(colour).to_string().into()),
        ]),
        SetupFault::SphinxFacesFrame(at, colour) => {
            let facings = facings(colour).map(|facing| Value::from(format!("{facing:?}").to_lowercase()));
            values([
                ("colour", of_colour(colour)),
                ("squares", square(at)),
                ("expected", facings.into_iter().collect()),
            ])
        }
        SetupFault::SphinxMissing(colour) => {
            values([("colour", of_colour(colour)), ("squares", square(corner(colour)))])
        }
        SetupFault::TooMany { colour, what, count, limit } => values([
            ("colour", of_colour(colour)),
            ("kinds", what.kinds().iter().copied().map(of_kind).collect()),
            ("count", count.into()),
            ("limit", limit.into()),
        ]),
        SetupFault::Reserved(at, kind, colour) => values([
            ("colour", of_colour(colour)),
            ("kind", of_kind(kind)),
            ("squares", square(at)),
            ("owner", of_colour(colour.other())),
        ]),
        _ => Map::new(),
    }
}

fn of_text(error: &MoveTextError) -> Map<String, Value> {
    values([("expected", error.expected.into()), ("found", error.found.as_str().into())])
}

fn of_illegal(illegal: IllegalMove) -> Map<String, Value> {
    match illegal {
        IllegalMove::Empty(square)
        | IllegalMove::NotOwn(square)
        | IllegalMove::Reserved(square)
        | IllegalMove::Occupied(square)
        | IllegalMove::NoStack(square) => values([("squares", of_squares(&[square]))]),
        IllegalMove::TooFar(from, to) => values([("squares", of_squares(&[from, to]))]),
        IllegalMove::NoRotation(kind) => values([("kind", of_kind(kind))]),
        _ => Map::new(),
    }
}

fn of_kgn(problem: &kgn::Problem) -> Map<String, Value> {
    use kgn::Problem;
    let expected = |expected: Value, found: Value| values([("expected", expected), ("found", found)]);
    let limit = |most: usize| values([("limit", most.into())]);
    match problem {
        Problem::Expected { wanted, found } => expected(wanted.to_string().into(), found.as_str().into()),
        Problem::NotText(byte) => values([("byte", (*byte).into())]),
        Problem::TooMany { most, unit } => values([("limit", (*most).into()), ("unit", (*unit).into())]),
        Problem::LongTagName(most)
        | Problem::LongTagValue(most)
        | Problem::LongComment(most)
        | Problem::DeepVariation(most) => limit(*most),
        Problem::RepeatedTag(name) => values([("name", name.as_str().into())]),
        Problem::OpenComment(text) | Problem::OpenVariation(text) | Problem::PlyCountTag(text) => found(text),
        Problem::ResultInVariation(result) => found(result.name()),
        Problem::MoveNumber { expected: next, found } => expected(next.as_str().into(), found.as_str().into()),
        Problem::MoveText(error) => of_text(error),
        Problem::IllegalMove(illegal) => of_illegal(*illegal),
        Problem::ResultOfLastMove { expected: by_rules, found } => expected(of_result(*by_rules), of_result(*found)),
        Problem::ResultOfTag { expected: in_tag, found } => expected(of_result(*in_tag), of_result(*found)),
        Problem::ResultTag(found) => {
            let results = GameResult::ALL.map(GameResult::name);
            values([("found", found.as_str().into()), ("names", results.into_iter().collect())])
        }
        Problem::RuleSetTag(found) => values([("found", found.as_str().into()), ("names", rule_sets())]),
        Problem::SetUpTag(unknown) => values([
            ("ruleSet", unknown.rule_set.name().into()),
            ("found", excerpt(&unknown.name).into()),
            ("names", setups::names(unknown.rule_set).collect()),
        ]),
        Problem::KfenOfRuleSet { expected: in_tag, found } => expected(in_tag.name().into(), found.name().into()),
        Problem::KfenOfSetUp { rule_set, name } => {
            values([("ruleSet", rule_set.name().into()), ("name", (*name).into())])
        }
        Problem::PlyCount { expected: plies, found } => expected((*plies).into(), (*found).into()),
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests;
