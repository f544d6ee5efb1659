//! Reads the arguments of functions. Every error names the argument, and says what was expected and what was found.

use khepri_rules::internal::notation::excerpt;
use khepri_rules::{Colour, RuleSet, Square};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyString};
use std::fmt::Display;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// An argument that has not been read.
pub type Argument<'py> = Bound<'py, PyAny>;

/// The longest time, in seconds: a leap year.
const LONGEST: f64 = 366.0 * 86_400.0;

/// Returns a `ValueError` about an argument.
pub fn invalid(name: &str, why: impl Display) -> PyErr {
    PyValueError::new_err(format!("{name}: {why}"))
}

/// Returns the `OSError` of a file, with its path.
pub fn located(file: &Path, error: &io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("{}: {error}", file.display())).into()
}

/// Returns the `TypeError` of an argument of another type.
pub fn mistyped(name: &str, expected: &str, found: &Argument<'_>) -> PyErr {
    let kind = found.get_type().name().map_or_else(|_| "another type".to_owned(), |kind| kind.to_string());
    PyTypeError::new_err(format!("{name}: expected {expected}, found {kind}"))
}

/// Reads a text.
pub fn text(value: &Argument<'_>, name: &str) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| mistyped(name, "a str", value))?;
    text.to_cow().map(|text| text.into_owned()).map_err(|_| invalid(name, "expected text without lone surrogates"))
}

/// Reads the path of a file.
pub fn path(value: &Argument<'_>, name: &str) -> PyResult<PathBuf> {
    let path = value.extract::<PathBuf>().map_err(|_| mistyped(name, "a path", value))?;
    if path.as_os_str().as_encoded_bytes().contains(&0) {
        return Err(invalid(name, "expected a path without null characters"));
    }
    Ok(path)
}

/// Reads a whole number within a range.
pub fn whole(value: &Argument<'_>, name: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
    if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyFloat>() {
        return Err(mistyped(name, "an int", value));
    }
    let number = match value.extract::<u64>() {
        Ok(number) if range.contains(&number) => return Ok(number),
        Ok(number) => number.to_string(),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => return Err(mistyped(name, "an int", value)),
        Err(_) => {
            value.extract::<i64>().map_or_else(|_| "a larger or smaller one".to_owned(), |found| found.to_string())
        }
    };
    let (least, most) = (range.start(), range.end());
    Err(invalid(name, format_args!("expected a whole number from {least} to {most}, found {number}")))
}

/// Reads a number of seconds, more than 0.
pub fn seconds(value: &Argument<'_>, name: &str) -> PyResult<Duration> {
    let time = duration(value, name)?;
    if time.is_zero() { Err(invalid(name, "expected more than 0 seconds")) } else { Ok(time) }
}

/// Reads a number of seconds, 0 or more.
pub fn duration(value: &Argument<'_>, name: &str) -> PyResult<Duration> {
    let is_number = value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>();
    if value.is_instance_of::<PyBool>() || (!is_number && value.hasattr("__float__").is_ok_and(|has| !has)) {
        return Err(mistyped(name, "a number of seconds", value));
    }
    let expected = || invalid(name, format_args!("expected seconds from 0 to {LONGEST}"));
    let seconds = value.extract::<f64>().map_err(|_| expected())?;
    if (0.0..=LONGEST).contains(&seconds) { Ok(Duration::from_secs_f64(seconds)) } else { Err(expected()) }
}

/// Reads a truth value.
pub fn truth(value: &Argument<'_>, name: &str) -> PyResult<bool> {
    value.extract().map_err(|_| mistyped(name, "a bool", value))
}

/// Reads the name of a colour.
pub fn colour(value: &Argument<'_>, name: &str) -> PyResult<Colour> {
    let text = text(value, name)?;
    let colour = Colour::ALL.into_iter().find(|colour| colour.name() == text);
    colour.ok_or_else(|| invalid(name, format_args!("expected silver or red, found {}", excerpt(&text))))
}

/// Reads the name of a rule set.
pub fn rule_set(value: &Argument<'_>, name: &str) -> PyResult<RuleSet> {
    let text = text(value, name)?;
    text.parse().map_err(|error| invalid(name, format_args!("{error}, found {}", excerpt(&text))))
}

/// Reads a square.
pub fn square(value: &Argument<'_>, name: &str) -> PyResult<Square> {
    let text = text(value, name)?;
    text.parse().map_err(|error| invalid(name, format_args!("{error}, found {}", excerpt(&text))))
}

/// Reads an argument that may be left out.
pub fn optional<T>(
    value: Option<&Argument<'_>>,
    name: &str,
    read: impl FnOnce(&Argument<'_>, &str) -> PyResult<T>,
) -> PyResult<Option<T>> {
    value.map(|value| read(value, name)).transpose()
}

/// Reads the items of an argument that is a sequence or another iterable, but neither text nor bytes.
pub fn items<'py, T>(
    value: &Argument<'py>,
    name: &str,
    expected: &str,
    mut read: impl FnMut(&Argument<'py>, &str) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>() {
        return Err(mistyped(name, expected, value));
    }
    let iterator = value.try_iter().map_err(|_| mistyped(name, expected, value))?;
    iterator.enumerate().map(|(index, item)| read(&item?, &format!("{name}[{index}]"))).collect()
}

/// Locks a mutex, even after a thread has panicked while holding it: the data are usable all the same.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The process in which an object was made. Its threads do not exist in a process that was forked from it.
pub struct Home(u32);

impl Home {
    /// Returns this process.
    pub fn here() -> Home {
        Home(std::process::id())
    }

    /// Checks that this is still the same process.
    pub fn check(&self, what: &str) -> PyResult<()> {
        if self.0 == std::process::id() {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("the {what} belongs to another process: create it after the fork")))
    }

    /// Returns whether this is still the same process.
    pub fn is_here(&self) -> bool {
        self.0 == std::process::id()
    }
}
