//! The tags of a game: their names, their order, and the start of the game that they describe.

use super::fault::{Fault, Place, Problem};
use super::{GameResult, NotAResult, Record, text};
use crate::notation::{excerpt, setups};
use crate::{NotARuleSet, Outcome, Position, RuleSet};

/// A tag that every record has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    Event,
    Site,
    Date,
    Round,
    Silver,
    Red,
    Result,
    RuleSet,
    SetUp,
    Kfen,
    TimeControl,
    Termination,
    PlyCount,
}

impl Tag {
    /// All tags in the order of writing.
    pub(super) const ALL: [Tag; 13] = [
        Tag::Event,
        Tag::Site,
        Tag::Date,
        Tag::Round,
        Tag::Silver,
        Tag::Red,
        Tag::Result,
        Tag::RuleSet,
        Tag::SetUp,
        Tag::Kfen,
        Tag::TimeControl,
        Tag::Termination,
        Tag::PlyCount,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Tag::Event => "Event",
            Tag::Site => "Site",
            Tag::Date => "Date",
            Tag::Round => "Round",
            Tag::Silver => "Silver",
            Tag::Red => "Red",
            Tag::Result => "Result",
            Tag::RuleSet => "RuleSet",
            Tag::SetUp => "SetUp",
            Tag::Kfen => "KFEN",
            Tag::TimeControl => "TimeControl",
            Tag::Termination => "Termination",
            Tag::PlyCount => "PlyCount",
        }
    }

    fn from_name(name: &str) -> Option<Tag> {
        Tag::ALL.into_iter().find(|tag| tag.name() == name)
    }
}

/// Returns whether a further tag can have this name.
pub(super) fn is_other_tag(name: &str) -> bool {
    text::is_tag_name(name) && Tag::from_name(name).is_none()
}

/// The value of a tag, and its place.
struct Value {
    text: String,
    place: Place,
}

/// The tags of a game.
#[derive(Default)]
pub(super) struct Header {
    values: [Option<Value>; Tag::ALL.len()],
    others: Vec<(String, String)>,
    /// The comments among the tags and before the first move.
    pub(super) foreword: String,
}

/// The statements of the tags about the end of the game.
pub(super) struct Promises {
    pub(super) result: Option<Option<Outcome>>,
    /// The number of plies, and the place of the tag.
    pub(super) plies: Option<(usize, Place)>,
}

/// Values of `SetUp` that name no set-up. In PGN the value of this tag is `0` or `1`.
const SILENT: [&str; 5] = ["", "?", "-", "0", "1"];

impl Header {
    /// Returns whether there is no tag.
    pub(super) fn is_empty(&self) -> bool {
        self.others.is_empty() && self.values.iter().all(Option::is_none)
    }

    /// Returns whether both have a tag that a record may have only once.
    pub(super) fn repeats(&self, other: &Header) -> bool {
        self.values.iter().zip(&other.values).any(|(one, other)| one.is_some() && other.is_some())
    }

    /// Adds the tag that begins at `start` and whose value begins at `place`.
    ///
    /// # Errors
    /// The tag occurs for the second time, and a record may have it only once.
    pub(super) fn add(&mut self, start: Place, name: String, text: String, place: Place) -> Result<(), Fault> {
        let Some(tag) = Tag::from_name(&name) else {
            self.others.push((name, text));
            return Ok(());
        };
        match self.values.get_mut(tag as usize) {
            Some(value @ None) => *value = Some(Value { text, place }),
            _ => return Err(Fault::new(start, Problem::RepeatedTag(name))),
        }
        Ok(())
    }

    fn value(&self, tag: Tag) -> Option<&Value> {
        self.values.get(tag as usize).and_then(Option::as_ref)
    }

    fn text(&mut self, tag: Tag) -> String {
        self.values.get_mut(tag as usize).and_then(Option::take).map(|value| value.text).unwrap_or_default()
    }

    /// Returns the record before its first move, and what the tags say about its end. `after` is the place after the tags.
    ///
    /// # Errors
    /// A tag has an invalid value, or two tags contradict each other.
    pub(super) fn record(mut self, after: Place) -> Result<(Record, Promises), Fault> {
        let start = self.start(after)?;
        let promises = Promises { result: self.result()?, plies: self.plies()? };
        let record = Record {
            event: self.text(Tag::Event),
            site: self.text(Tag::Site),
            date: self.text(Tag::Date),
            round: self.text(Tag::Round),
            silver: self.text(Tag::Silver),
            red: self.text(Tag::Red),
            time_control: self.text(Tag::TimeControl),
            termination: self.text(Tag::Termination),
            other_tags: self.others,
            ..Record::new(start)
        };
        Ok((record, promises))
    }

    fn result(&self) -> Result<Option<Option<Outcome>>, Fault> {
        let Some(value) = self.value(Tag::Result) else { return Ok(None) };
        let fault = |NotAResult| Fault::new(value.place, Problem::ResultTag(excerpt(&value.text)));
        let GameResult(result) = value.text.parse().map_err(fault)?;
        Ok(Some(result))
    }

    fn plies(&self) -> Result<Option<(usize, Place)>, Fault> {
        let promised = self.value(Tag::PlyCount).filter(|value| !["", "?", "-"].contains(&value.text.as_str()));
        let Some(value) = promised else { return Ok(None) };
        let digits_only = value.text.bytes().all(|byte| byte.is_ascii_digit());
        match value.text.parse() {
            Ok(plies) if digits_only => Ok(Some((plies, value.place))),
            _ => Err(Fault::new(value.place, Problem::PlyCountTag(excerpt(&value.text)))),
        }
    }

    /// Returns the start of the game: from `KFEN`, else from `SetUp`, else the classic set-up.
    fn start(&self, after: Place) -> Result<Position, Fault> {
        let rule_set = self.value(Tag::RuleSet).map(rule_set).transpose()?;
        let set_up = self.value(Tag::SetUp).filter(|value| !SILENT.contains(&value.text.as_str()));
        let Some(written) = self.value(Tag::Kfen) else {
            return named(rule_set.unwrap_or(RuleSet::Khet2), set_up, after);
        };
        let start = written.text.parse::<Position>().map_err(|rejection| {
            let column = rejection.reasons().first().map_or(1, |reason| reason.column);
            Fault::new(written.place.after(column.saturating_sub(1)), Problem::KfenTag(rejection))
        })?;
        if let Some(expected) = rule_set.filter(|&expected| expected != start.rule_set()) {
            let found = start.rule_set();
            return Err(Fault::new(written.place, Problem::KfenOfRuleSet { expected, found }));
        }
        let contradicted = set_up.and_then(|value| Some((value, setups::named(start.rule_set(), &value.text).ok()?)));
        match contradicted.filter(|(_, named)| named.position != start) {
            Some((value, named)) => {
                let what = Problem::KfenOfSetUp { rule_set: named.rule_set, name: named.name };
                Err(Fault::new(value.place, what))
            }
            None => Ok(start),
        }
    }
}

fn rule_set(value: &Value) -> Result<RuleSet, Fault> {
    let fault = |NotARuleSet| Fault::new(value.place, Problem::RuleSetTag(excerpt(&value.text)));
    value.text.parse().map_err(fault)
}

/// Returns the named set-up, or the classic one if there is no name.
fn named(rule_set: RuleSet, set_up: Option<&Value>, after: Place) -> Result<Position, Fault> {
    let (name, place) = set_up.map_or((setups::CLASSIC, after), |value| (value.text.as_str(), value.place));
    match setups::named(rule_set, name) {
        Ok(named) => Ok(named.position.clone()),
        Err(unknown) => Err(Fault::new(place, Problem::SetUpTag(unknown))),
    }
}
