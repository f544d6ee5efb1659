//! Faults of positions, moves and games as JSON. Each has a code, which stays the same when its message changes, and the values that
//! the message states, so that a program can put them into words of its own.

use khepri_rules::internal::notation::excerpt;
use khepri_rules::internal::ruleset::{corner, facings};
use khepri_rules::internal::square::FILES;
use khepri_rules::kfen::{self, Field, Reason, Rejection};
use khepri_rules::kgn::{self, GameResult, MoveAt};
use khepri_rules::movetext::{MoveError, MoveTextError};
use khepri_rules::{IllegalMove, Kind, Position, RuleSet, SetupFault, Square, setups};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

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
    pub values: Values,
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
            _ => (None, Values::default()),
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
        Fault { code: MORE, values: Values::of([("count", count.into())]), message, ..Fault::default() }
    }
}

/// The values of a fault, by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values(Vec<(&'static str, Value)>);

/// A value of a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(u64),
    /// An answer to a question.
    Flag(bool),
    /// A word.
    Text(String),
    /// Several words.
    Texts(Vec<String>),
}

impl Values {
    /// Returns values with their names.
    pub fn of<const N: usize>(pairs: [(&'static str, Value); N]) -> Values {
        Values(Vec::from(pairs))
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Number(number.into())
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Value {
        Value::Number(number as u64)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

fn texts<T: ToString>(words: impl IntoIterator<Item = T>) -> Value {
    Value::Texts(words.into_iter().map(|word| word.to_string()).collect())
}

fn found(text: &str) -> Values {
    Values::of([("found", text.into())])
}

fn of_result(result: GameResult) -> Value {
    result.name().into()
}

fn rule_sets() -> Value {
    texts(RuleSet::ALL.map(RuleSet::name))
}

fn of_kfen(problem: &kfen::Problem) -> Values {
    match problem {
        kfen::Problem::Fields(found) => Values::of([("found", (*found).into())]),
        kfen::Problem::Ranks(found) => Values::of([("found", (*found).into())]),
        kfen::Problem::Squares { rank, found, is_least } => {
            let row = u8::try_from(*rank).ok().and_then(|rank| rank.checked_sub(1));
            let squares = row.map(|row| (0..FILES).filter_map(|file| Square::new(file, row)).collect::<Vec<_>>());
            Values::of([
                ("rank", (*rank).into()),
                ("found", (*found).into()),
                ("least", Value::Flag(*is_least)),
                ("squares", texts(squares.unwrap_or_default())),
            ])
        }
        kfen::Problem::Orientation { letter, found } => {
            let kind = Kind::from_letter(letter.to_ascii_lowercase()).map(Kind::name);
            Values::of([
                ("letter", Value::Text(letter.to_string())),
                ("kind", kind.unwrap_or_default().into()),
                ("found", found.as_str().into()),
            ])
        }
        kfen::Problem::Piece { found: text } | kfen::Problem::Side { found: text } => found(text),
        kfen::Problem::RuleSet { found } => Values::of([("found", found.as_str().into()), ("names", rule_sets())]),
        kfen::Problem::Number { least, found } => {
            Values::of([("least", (*least).into()), ("most", u32::MAX.into()), ("found", found.as_str().into())])
        }
        kfen::Problem::Setup(fault) => of_setup(*fault),
        _ => Values::default(),
    }
}

fn of_setup(fault: SetupFault) -> Values {
    let square = |square: Square| texts([square]);
    match fault {
        SetupFault::Pharaohs(colour, count) => {
            Values::of([("colour", colour.name().into()), ("count", count.into()), ("limit", Value::Number(1))])
        }
        SetupFault::NotInRuleSet(at, kind, rule_set) => {
            Values::of([("squares", square(at)), ("kind", kind.name().into()), ("name", rule_set.name().into())])
        }
        SetupFault::SphinxOffCorner(at, colour) => Values::of([
            ("colour", colour.name().into()),
            ("squares", square(at)),
            ("expected", Value::Text(corner(colour).to_string())),
        ]),
        SetupFault::SphinxFacesFrame(at, colour) => {
            let facings = facings(colour).map(|facing| format!("{facing:?}").to_lowercase());
            Values::of([("colour", colour.name().into()), ("squares", square(at)), ("expected", texts(facings))])
        }
        SetupFault::SphinxMissing(colour) => {
            Values::of([("colour", colour.name().into()), ("squares", square(corner(colour)))])
        }
        SetupFault::TooMany { colour, what, count, limit } => Values::of([
            ("colour", colour.name().into()),
            ("kinds", texts(what.kinds().iter().map(|kind| kind.name()))),
            ("count", count.into()),
            ("limit", limit.into()),
        ]),
        SetupFault::Reserved(at, kind, colour) => Values::of([
            ("colour", colour.name().into()),
            ("kind", kind.name().into()),
            ("squares", square(at)),
            ("owner", colour.other().name().into()),
        ]),
        _ => Values::default(),
    }
}

fn of_text(error: &MoveTextError) -> Values {
    Values::of([("expected", error.expected.into()), ("found", error.found.as_str().into())])
}

fn of_illegal(illegal: IllegalMove) -> Values {
    match illegal {
        IllegalMove::Empty(square)
        | IllegalMove::NotOwn(square)
        | IllegalMove::Reserved(square)
        | IllegalMove::Occupied(square)
        | IllegalMove::NoStack(square) => Values::of([("squares", texts([square]))]),
        IllegalMove::TooFar(from, to) => Values::of([("squares", texts([from, to]))]),
        IllegalMove::NoRotation(kind) => Values::of([("kind", kind.name().into())]),
        _ => Values::default(),
    }
}

fn of_kgn(problem: &kgn::Problem) -> Values {
    use kgn::Problem;
    let expected = |expected: Value, found: Value| Values::of([("expected", expected), ("found", found)]);
    let limit = |most: usize| Values::of([("limit", most.into())]);
    match problem {
        Problem::Expected { wanted, found } => expected(Value::Text(wanted.to_string()), found.as_str().into()),
        Problem::NotText(byte) => Values::of([("byte", Value::Number((*byte).into()))]),
        Problem::TooMany { most, unit } => Values::of([("limit", Value::Number(*most)), ("unit", (*unit).into())]),
        Problem::LongTagName(most)
        | Problem::LongTagValue(most)
        | Problem::LongComment(most)
        | Problem::DeepVariation(most) => limit(*most),
        Problem::RepeatedTag(name) => Values::of([("name", name.as_str().into())]),
        Problem::OpenComment(text) | Problem::OpenVariation(text) | Problem::PlyCountTag(text) => found(text),
        Problem::ResultInVariation(result) => found(result.name()),
        Problem::MoveNumber { expected: next, found } => expected(next.as_str().into(), found.as_str().into()),
        Problem::MoveText(error) => of_text(error),
        Problem::IllegalMove(illegal) => of_illegal(*illegal),
        Problem::ResultOfLastMove { expected: by_rules, found } => expected(of_result(*by_rules), of_result(*found)),
        Problem::ResultOfTag { expected: in_tag, found } => expected(of_result(*in_tag), of_result(*found)),
        Problem::ResultTag(found) => {
            let results = GameResult::ALL.map(GameResult::name);
            Values::of([("found", found.as_str().into()), ("names", texts(results))])
        }
        Problem::RuleSetTag(found) => Values::of([("found", found.as_str().into()), ("names", rule_sets())]),
        Problem::SetUpTag(unknown) => Values::of([
            ("ruleSet", unknown.rule_set.name().into()),
            ("found", Value::Text(excerpt(&unknown.name))),
            ("names", texts(setups::names(unknown.rule_set))),
        ]),
        Problem::KfenOfRuleSet { expected: in_tag, found } => expected(in_tag.name().into(), found.name().into()),
        Problem::KfenOfSetUp { rule_set, name } => {
            Values::of([("ruleSet", rule_set.name().into()), ("name", (*name).into())])
        }
        Problem::PlyCount { expected: plies, found } => expected((*plies).into(), (*found).into()),
        _ => Values::default(),
    }
}

#[cfg(test)]
mod tests;
