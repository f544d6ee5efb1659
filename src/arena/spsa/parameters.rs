//! The parameters to tune, and the file that lists them: one line each, `name, int, start, min, max, C_end, R_end`, the format
//! of OpenBench. `#` begins a comment.

use khepri_rules::internal::notation::excerpt;
use khepri_rules::internal::notation::lines::{Lines, Unreadable};
use std::fmt::{self, Display};
use std::io::BufRead;
use thiserror::Error;

/// The largest magnitude of a number. Up to it, the whole numbers of an `f64` are exact.
const LARGEST: f64 = 1e15;

/// The names of the fields, in order.
const FIELDS: [&str; 7] = ["name", "type", "start", "min", "max", "C_end", "R_end"];

/// The type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number.
    Int,
    /// A real number.
    Float,
}

/// A parameter to tune.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The name of the engine's option.
    pub name: String,
    /// The type.
    pub kind: Kind,
    /// The value before the first iteration.
    pub start: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The perturbation in the last iteration.
    pub c_end: f64,
    /// The learning rate in the last iteration: the step for each game won more than lost, divided by the perturbation.
    pub r_end: f64,
}

impl Parameter {
    /// Returns a value as the engine receives it. A whole number is rounded, a real one has seven significant digits.
    pub fn text(&self, value: f64) -> String {
        match self.kind {
            // The sum turns -0 into 0.
            Kind::Int => format!("{:.0}", value.round() + 0.0),
            Kind::Float => (value as f32).to_string(),
        }
    }

    /// Returns a value for people: about a hundredth of the last perturbation is the last digit.
    pub fn shown(&self, value: f64) -> String {
        /// The digits after that of the perturbation.
        const DIGITS: f64 = 2.0;
        let decimals = (DIGITS - libm::log10(self.c_end).floor()).clamp(0.0, 17.0) as usize;
        format!("{value:.decimals$}")
    }
}

impl Display for Parameter {
    /// Writes the line of the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parameter { name, start, min, max, c_end, r_end, .. } = self;
        let kind = if self.kind == Kind::Int { "int" } else { "float" };
        write!(f, "{name}, {kind}, {start}, {min}, {max}, {c_end}, {r_end}")
    }
}

/// The reason why a file of parameters cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParameterError {
    /// A line cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// A line has a wrong number of fields.
    #[error("line {0}: expected 7 fields, `name, int, start, min, max, C_end, R_end`, found {1}")]
    Fields(usize, usize),
    /// The value of a field is not allowed.
    #[error("line {line}: {field}: expected {expected}, found {found}")]
    Value {
        /// The number of the line, from 1.
        line: usize,
        /// The name of the field.
        field: &'static str,
        /// The values that are allowed, in words.
        expected: String,
        /// An excerpt of the value.
        found: String,
    },
    /// There is no parameter.
    #[error("no parameter is in it, expected one a line")]
    Empty,
}

/// Reads the parameters.
///
/// # Errors
/// A line is invalid, two parameters have the same name, or there is none.
pub fn read(input: impl BufRead) -> Result<Vec<Parameter>, ParameterError> {
    let mut parameters: Vec<(usize, Parameter)> = Vec::new();
    let mut lines = Lines::of(input, "parameters");
    while let Some(line) = lines.next() {
        let (line, content) = line?;
        let content = content.split('#').next().unwrap_or_default().trim();
        if content.is_empty() {
            continue;
        }
        let parameter = Fields::new(line, content)?.parameter()?;
        let is_same = |(_, other): &&(usize, Parameter)| other.name.eq_ignore_ascii_case(&parameter.name);
        if let Some((other, _)) = parameters.iter().find(is_same) {
            let expected = format!("another name than on line {other}");
            return Err(ParameterError::Value { line, field: "name", expected, found: excerpt(&parameter.name) });
        }
        parameters.push((line, parameter));
        lines.recognise();
    }
    if parameters.is_empty() {
        return Err(ParameterError::Empty);
    }
    Ok(parameters.into_iter().map(|(_, parameter)| parameter).collect())
}

/// The fields of a line.
struct Fields<'a> {
    line: usize,
    words: [&'a str; FIELDS.len()],
}

impl<'a> Fields<'a> {
    fn new(line: usize, content: &'a str) -> Result<Fields<'a>, ParameterError> {
        let words: Vec<&str> = content.split(',').map(str::trim).collect();
        let count = words.len();
        let words = words.try_into().map_err(|_| ParameterError::Fields(line, count))?;
        Ok(Fields { line, words })
    }

    fn parameter(&self) -> Result<Parameter, ParameterError> {
        let [name, kind, ..] = self.words;
        if name.is_empty() || name.contains(char::is_control) {
            return Err(self.error(0, "the name of an option"));
        }
        let kind = match kind {
            "int" => Kind::Int,
            "float" => Kind::Float,
            _ => return Err(self.error(1, "int or float")),
        };
        let what = if kind == Kind::Int { "a whole number" } else { "a number" };
        let is_of_kind = |value: &f64| kind == Kind::Float || value.fract() == 0.0;
        let min = self.number(3).filter(is_of_kind).ok_or_else(|| self.error(3, what))?;
        let max = self.number(4).filter(is_of_kind).filter(|&max| max > min);
        let max = max.ok_or_else(|| self.error(4, format_args!("{what} above min, {min}")))?;
        let start = self.number(2).filter(|start| (min..=max).contains(start));
        let start = start.ok_or_else(|| self.error(2, format_args!("a number from {min} to {max}")))?;
        let positive = |field| self.number(field).filter(|&value| value > 0.0);
        let c_end = positive(5).ok_or_else(|| self.error(5, "a number above 0"))?;
        let r_end = positive(6).ok_or_else(|| self.error(6, "a number above 0"))?;
        Ok(Parameter { name: name.to_owned(), kind, start, min, max, c_end, r_end })
    }

    /// Returns the number in a field, if it is one of a usable size.
    fn number(&self, field: usize) -> Option<f64> {
        self.words.get(field)?.parse().ok().filter(|value: &f64| value.abs() <= LARGEST)
    }

    fn error(&self, field: usize, expected: impl Display) -> ParameterError {
        let (field, found) = (FIELDS.get(field), self.words.get(field));
        ParameterError::Value {
            line: self.line,
            field: field.copied().unwrap_or_default(),
            expected: expected.to_string(),
            found: excerpt(found.copied().unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_lines_are_skipped() {
        let text = "# margins\n\nfutility_base, int, 100, 0, 300, 20, 0.002 # of depth 0\n Move Scale ,float,1.5,-1,2.25,.5,1e-2\n";
        let parameters = read(text.as_bytes()).expect("parameters");
        let int = Parameter {
            name: "futility_base".to_owned(),
            kind: Kind::Int,
            start: 100.0,
            min: 0.0,
            max: 300.0,
            c_end: 20.0,
            r_end: 0.002,
        };
        let float = Parameter {
            name: "Move Scale".to_owned(),
            kind: Kind::Float,
            start: 1.5,
            min: -1.0,
            max: 2.25,
            c_end: 0.5,
            r_end: 0.01,
        };
        assert_eq!(parameters, [int, float]);
        let written: Vec<String> = parameters.iter().map(ToString::to_string).collect();
        assert_eq!(written[0], "futility_base, int, 100, 0, 300, 20, 0.002");
        assert_eq!(read(written.join("\n").as_bytes()), Ok(parameters));
    }

    #[test]
    fn an_error_names_the_line_and_the_field() {
        for (text, message) in [
            ("a, int, 1, 0, 2, 1", "line 1: expected 7 fields, `name, int, start, min, max, C_end, R_end`, found 6"),
            ("#\n, int, 1, 0, 2, 1, 1", "line 2: name: expected the name of an option, found nothing"),
            ("a, Int, 1, 0, 2, 1, 1", "line 1: type: expected int or float, found `Int`"),
            ("a, int, 3, 0, 2, 1, 1", "line 1: start: expected a number from 0 to 2, found `3`"),
            ("a, int, x, 0, 2, 1, 1", "line 1: start: expected a number from 0 to 2, found `x`"),
            ("a, int, 1, 0.5, 2, 1, 1", "line 1: min: expected a whole number, found `0.5`"),
            ("a, float, 1, nan, 2, 1, 1", "line 1: min: expected a number, found `nan`"),
            ("a, int, 1, 0, 1e16, 1, 1", "line 1: max: expected a whole number above min, 0, found `1e16`"),
            ("a, float, 1, 2, 2, 1, 1", "line 1: max: expected a number above min, 2, found `2`"),
            ("a, int, 1, 0, 2, 0, 1", "line 1: C_end: expected a number above 0, found `0`"),
            ("a, int, 1, 0, 2, 1, -1", "line 1: R_end: expected a number above 0, found `-1`"),
            (
                "a, int, 1, 0, 2, 1, 1\nA, int, 1, 0, 2, 1, 1",
                "line 2: name: expected another name than on line 1, found `A`",
            ),
            ("# none\n", "no parameter is in it, expected one a line"),
        ] {
            assert_eq!(read(text.as_bytes()).expect_err(text).to_string(), message);
        }
    }

    #[test]
    fn values_are_written_as_engines_read_them() {
        let [int, float] = ["a, int, 1, -9, 9, 1, 1", "a, float, 1, -9, 9, 1, 1"]
            .map(|line| read(line.as_bytes()).expect("a parameter").remove(0));
        assert_eq!([-0.4, 2.5, -3.0].map(|value| int.text(value)), ["0", "3", "-3"]);
        assert_eq!([0.1 + 0.2, -3.0].map(|value| float.text(value)), ["0.3", "-3"]);
        let with_c = |c_end| Parameter { c_end, ..float.clone() }.shown(2.0 / 3.0);
        assert_eq!([0.05, 1.0, 20.0, 500.0].map(with_c), ["0.6667", "0.67", "0.7", "1"]);
    }
}
