//! The tags of a game as a mapping.

use super::arguments::{Argument, invalid, lock, text};
use super::kgn::check_length;
use super::shared::{Shared, State};
use khepri_rules::internal::notation::excerpt;
use khepri_rules::kgn::{self, GameResult, Record};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The tags of a game, such as `Event` and `Silver`. What follows from the moves cannot be set.
#[pyclass(frozen, mapping, module = "khepri")]
pub struct Tags {
    state: Shared,
}

/// The tags with a text that people choose.
const TEXTS: [&str; 8] = ["Event", "Site", "Date", "Round", "Silver", "Red", "TimeControl", "Termination"];
/// The tags that follow from the game.
const DERIVED: [&str; 5] = ["Result", "RuleSet", "SetUp", "KFEN", "PlyCount"];

/// Returns the field of a tag with a text that people choose.
fn field<'a>(record: &'a mut Record, name: &str) -> Option<&'a mut String> {
    Some(match name {
        "Event" => &mut record.event,
        "Site" => &mut record.site,
        "Date" => &mut record.date,
        "Round" => &mut record.round,
        "Silver" => &mut record.silver,
        "Red" => &mut record.red,
        "TimeControl" => &mut record.time_control,
        "Termination" => &mut record.termination,
        _ => return None,
    })
}

/// Forgets the texts that KGN writes for what is unknown.
pub fn forget_unknown(record: &mut Record) {
    for name in TEXTS {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        if let Some(field) = field(record, name).filter(|field| *field == unknown) {
            field.clear();
        }
    }
}

/// Returns all tags that are known, in the order of writing.
fn all(state: &State) -> Vec<(String, String)> {
    let record = &state.record;
    let start = &record.start;
    let tags = [
        ("Event", record.event.clone()),
        ("Site", record.site.clone()),
        ("Date", record.date.clone()),
        ("Round", record.round.clone()),
        ("Silver", record.silver.clone()),
        ("Red", record.red.clone()),
        ("Result", GameResult(record.result).to_string()),
        ("RuleSet", start.rule_set().to_string()),
        ("SetUp", record.set_up().unwrap_or_default().to_owned()),
        ("KFEN", start.to_string()),
        ("TimeControl", record.time_control.clone()),
        ("Termination", record.termination.clone()),
        ("PlyCount", record.moves.len().to_string()),
    ];
    let tags = tags.into_iter().map(|(name, value)| (name.to_owned(), value));
    tags.filter(|(_, value)| !value.is_empty()).chain(record.other_tags.iter().cloned()).collect()
}

impl Tags {
    /// Returns the tags of a game.
    pub fn of(state: Shared) -> Tags {
        Tags { state }
    }

    fn read<T>(&self, read: impl FnOnce(&State) -> T) -> T {
        read(&lock(&self.state))
    }

    fn find(&self, name: &str) -> Option<String> {
        self.read(all).into_iter().find_map(|(found, value)| (found == name).then_some(value))
    }

    fn set(&self, name: &str, value: String) -> PyResult<()> {
        if DERIVED.contains(&name) {
            return Err(invalid("name", format_args!("{name} follows from the game and cannot be set")));
        }
        let mut state = lock(&self.state);
        if let Some(field) = field(&mut state.record, name) {
            *field = value;
            forget_unknown(&mut state.record);
            return Ok(());
        }
        if !kgn::is_other_tag(name) {
            let expected = "expected a name of letters, digits and _ + # = : -";
            return Err(invalid("name", format_args!("{expected}, found {}", excerpt(name))));
        }
        let others = &mut state.record.other_tags;
        match others.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => others.push((name.to_owned(), value)),
        }
        Ok(())
    }
}

#[pymethods]
impl Tags {
    fn __len__(&self) -> usize {
        self.read(all).len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let names: Vec<String> = self.read(all).into_iter().map(|(name, _)| name).collect();
        Ok(names.into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __contains__(&self, name: &Argument<'_>) -> bool {
        name.cast::<PyString>().ok().and_then(|name| name.to_cow().ok()).is_some_and(|name| self.find(&name).is_some())
    }

    fn __getitem__(&self, name: &Argument<'_>) -> PyResult<String> {
        let name = text(name, "name")?;
        self.find(&name).ok_or_else(|| PyKeyError::new_err(name))
    }

    fn __setitem__(&self, name: &Argument<'_>, value: &Argument<'_>) -> PyResult<()> {
        let value = text(value, "value")?;
        if value.chars().any(char::is_control) {
            return Err(invalid("value", "expected text on one line"));
        }
        check_length(&value, "value")?;
        self.set(&text(name, "name")?, value)
    }

    fn __delitem__(&self, name: &Argument<'_>) -> PyResult<()> {
        let name = text(name, "name")?;
        if self.find(&name).is_none() {
            return Err(PyKeyError::new_err(name));
        }
        self.set(&name, String::new())?;
        lock(&self.state).record.other_tags.retain(|(other, _)| *other != name);
        Ok(())
    }

    fn __repr__(&self) -> String {
        let tags: Vec<String> =
            self.read(all).iter().map(|(name, value)| format!("{name}: {}", excerpt(value))).collect();
        format!("<Tags {}>", tags.join(", "))
    }
}
