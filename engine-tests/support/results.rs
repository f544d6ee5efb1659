//! The models of results as docs/wdl.md states them, and a position of each group that has a model.

use std::fs;

/// The number of pieces that can be hit in a position of each group of docs/wdl.md, in the order of its table: an end of its range.
const PIECES: [usize; 8] = [14, 10, 9, 6, 16, 13, 7, 2];

/// A group of positions with a model of its own.
pub struct Group {
    /// A position in the group, with Silver to move. No move hits anything.
    pub kfen: String,
    /// The score with an even chance of a win, in centipawns.
    pub even: f64,
    /// The scale of the curve, in centipawns.
    pub slope: f64,
}

impl Group {
    /// Returns the chances of a win, a draw and a loss for a score in centipawns, in thousandths.
    pub fn wdl(&self, score: i32) -> [u32; 3] {
        let share = |score: f64| (1000.0 / (1.0 + ((self.even - score) / self.slope).exp())).round() as u32;
        let (win, loss) = (share(score.into()), share((-score).into()));
        [win, 1000 - win - loss, loss]
    }

    /// Returns the winning chance for a score in centipawns, in percent.
    pub fn chance(&self, score: i32) -> f64 {
        let [win, draw, _] = self.wdl(score);
        f64::from(2 * win + draw) / 20.0
    }
}

/// Returns the groups in the order of docs/wdl.md, the models from its table.
pub fn groups() -> Vec<Group> {
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/wdl.md")).expect("docs/wdl.md");
    let table = document.split_once("| even | slope |\n").expect("the table of the models").1;
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map_while(|line| line.strip_prefix("| ")).map(cells).collect();
    assert_eq!(rows.len(), PIECES.len(), "{rows:?}");
    let group = |(row, pieces): (&Vec<&str>, usize)| {
        let number = |cell: &str| cell.parse().unwrap_or_else(|_| panic!("expected a number, found {cell} in {row:?}"));
        let (has_eyes, least) = (row[0] == "with Eyes", row[1].split(' ').next().expect("a number"));
        let is_end = if row[1].contains("fewer") { pieces <= 6 } else { pieces >= number(least) as usize };
        assert!(is_end && (has_eyes || row[0] == "without Eyes"), "{row:?}");
        Group { kfen: position(pieces, has_eyes), even: number(row[2]), slope: number(row[3]) }
    };
    rows.iter().zip(PIECES).map(group).collect()
}

fn cells(row: &str) -> Vec<&str> {
    row.trim_end_matches(" |").split(" | ").collect()
}

/// Returns a position with this number of pieces that can be hit: Pharaohs and Pyramids. The Sphinxes, two Scarabs and an Eye
/// cannot be hit.
fn position(pieces: usize, has_eye: bool) -> String {
    let rank = |piece: &str, count: usize| match count {
        0 => String::new(),
        _ => format!("1{}{}", piece.repeat(count), 9 - count),
    };
    let (red, silver) = ((pieces - 2).div_ceil(2), (pieces - 2) / 2);
    let eye = if has_eye { "7E12" } else { "" };
    format!("x39/4k2s12/{}/{eye}//{}/4K2S12/9X1 s khet2 0 1", rank("p3", red), rank("P1", silver))
}
