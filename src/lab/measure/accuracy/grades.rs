//! The sums of an accuracy test: means and shares over all positions, and over those of each kind.

use super::Case;
use khepri_engine::internal::eval::pieces::PieceBand;
use khepri_protocol::bench::Group;
use std::collections::BTreeMap;
use std::fmt;

/// The kind of the positions in a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Row {
    All,
    Group(Group),
    Pieces(PieceBand),
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Row::All => f.pad("all"),
            Row::Group(group) => f.pad(&group.to_string()),
            Row::Pieces(band) => f.pad(&format!("{band} pieces")),
        }
    }
}

/// The values of the positions of one kind.
#[derive(Clone, Default, Debug)]
struct Values {
    count: u64,
    sum: f64,
    /// The numbers of values that reach each limit.
    reach: Vec<u64>,
}

/// A table of values in points, by kind of position. Displayed, the values are in hundredths of a point.
#[derive(Clone, Debug)]
pub struct Grades {
    /// What the values are.
    title: String,
    /// The limits, in points. A column of the table has the share of the values that reach it.
    limits: &'static [f64],
    rows: BTreeMap<Row, Values>,
}

impl Grades {
    /// Returns a table without values for the points that searches lose.
    pub fn losses(title: String) -> Grades {
        Grades { title, limits: &[0.05, 0.1], rows: BTreeMap::new() }
    }

    /// Returns a table without values for the distances of static evaluations from the reference.
    pub fn distances(title: String) -> Grades {
        Grades { title, limits: &[0.06], rows: BTreeMap::new() }
    }

    /// Adds the value of a position, in points.
    pub fn add(&mut self, case: &Case, value: f64) {
        let rows = [Row::All, Row::Group(case.group()), Row::Pieces(PieceBand::of(case.position.board()))];
        for row in rows {
            let values = self.rows.entry(row).or_default();
            values.count += 1;
            values.sum += value;
            values.reach.resize(self.limits.len(), 0);
            for (reach, &limit) in values.reach.iter_mut().zip(self.limits) {
                *reach += u64::from(value >= limit - ROUNDING);
            }
        }
    }
}

/// The points in a file are rounded to four digits, and their differences are not exact.
const ROUNDING: f64 = 1e-9;

impl fmt::Display for Grades {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<24} {:>9} {:>7}", self.title, "positions", "mean")?;
        self.limits.iter().try_for_each(|limit| write!(f, " {:>8}", format!(">= {:.0}", 100.0 * limit)))?;
        for (row, Values { count, sum, reach }) in &self.rows {
            let of_count = |sum: f64| 100.0 * sum / *count as f64;
            write!(f, "\n{row:<24} {count:>9} {:>7.2}", of_count(*sum))?;
            reach.iter().try_for_each(|&reach| write!(f, " {:>6.1} %", of_count(reach as f64)))?;
        }
        Ok(())
    }
}
