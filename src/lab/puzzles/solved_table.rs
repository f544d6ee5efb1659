//! The table of solved positions, by the length of the win and by file.

use super::MOST_MOVES;
use super::solver::{NODES, Solved};
use std::fmt;

/// A row of the table.
#[derive(Clone, Default, Debug)]
struct Row {
    name: String,
    positions: u32,
    /// The number of positions whose shortest win was found, for each node limit in [`NODES`].
    shortest: [u32; NODES.len()],
    /// The number of positions in which any win was found, for each node limit in [`NODES`].
    any: [u32; NODES.len()],
}

impl Row {
    fn named(name: impl Into<String>) -> Row {
        Row { name: name.into(), ..Row::default() }
    }

    fn add(&mut self, solved: &Solved) {
        self.positions += 1;
        for (index, nodes) in NODES.into_iter().enumerate() {
            self.shortest[index] += u32::from(solved.shortest.is_some_and(|needed| needed <= nodes));
            self.any[index] += u32::from(solved.any.is_some_and(|needed| needed <= nodes));
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<15}{:>9}", self.name, self.positions)?;
        for (shortest, any) in self.shortest.iter().zip(self.any) {
            write!(f, "{shortest:>11}{any:>8}")?;
        }
        Ok(())
    }
}

/// The table: a row for each length of a win, one for each file, and one for all positions.
#[derive(Clone, Debug)]
pub struct SolvedTable(Vec<Row>);

/// The name of the last row.
const ALL: &str = "all";

/// Returns the name of the row for wins of this length, in moves.
fn length(moves: u32) -> String {
    format!("mate {moves}")
}

impl Default for SolvedTable {
    fn default() -> SolvedTable {
        SolvedTable((1..=MOST_MOVES).map(length).chain([ALL.to_owned()]).map(Row::named).collect())
    }
}

impl SolvedTable {
    /// Adds a position of a file. `moves` is the length of its shortest win.
    pub fn add(&mut self, file: &str, moves: u32, solved: &Solved) {
        if !self.0.iter().any(|row| row.name == file) {
            self.0.insert(self.0.len() - 1, Row::named(file));
        }
        let names = [&length(moves), file, ALL];
        self.0.iter_mut().filter(|row| names.contains(&row.name.as_str())).for_each(|row| row.add(solved));
    }
}

impl fmt::Display for SolvedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<15}{:>9}", "nodes", "")?;
        for nodes in NODES {
            write!(f, "{nodes:>11}{:>8}", "")?;
        }
        write!(f, "\n{:<15}{:>9}", "", "positions")?;
        for _ in NODES {
            write!(f, "{:>11}{:>8}", "shortest", "any win")?;
        }
        for row in &self.0 {
            write!(f, "\n{row}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_engine::Score;

    #[test]
    fn a_solved_position_counts_for_all_larger_node_limits() {
        let solved = |shortest, any| Solved { shortest, any, score: Score::DRAW, nodes: 0 };
        let mut table = SolvedTable::default();
        table.add("khet1", 1, &solved(Some(10_000), Some(10_000)));
        table.add("khet1", 2, &solved(Some(1_000_000), Some(100_000)));
        table.add("khet2", 2, &solved(None, None));
        let text = table.to_string();
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        let columns = ["positions", "shortest", "any", "win", "shortest", "any", "win", "shortest", "any", "win"];
        let expected: [&[&str]; 10] = [
            &["nodes", "10000", "100000", "1000000"],
            &columns,
            &["mate", "1", "1", "1", "1", "1", "1", "1", "1"],
            &["mate", "2", "2", "0", "0", "0", "1", "1", "1"],
            &["mate", "3", "0", "0", "0", "0", "0", "0", "0"],
            &["mate", "4", "0", "0", "0", "0", "0", "0", "0"],
            &["mate", "5", "0", "0", "0", "0", "0", "0", "0"],
            &["khet1", "2", "1", "1", "1", "2", "2", "2"],
            &["khet2", "1", "0", "0", "0", "0", "0", "0"],
            &["all", "3", "1", "1", "1", "2", "2", "2"],
        ];
        assert_eq!(rows, expected, "{text}");
        assert!(text.lines().skip(1).all(|line| line.len() == text.lines().nth(1).map_or(0, str::len)), "{text}");
    }
}
