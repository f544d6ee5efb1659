//! Variations, and the form in which each is written once: at one place no two begin with the same move, and none with the move of
//! the line itself.

use super::{PlayedMove, Remark};

/// The largest depth of variations within variations.
pub const MAX_DEPTH: usize = 32;

/// A line that replaces a move and those after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The comment before its first move.
    pub foreword: Remark,
    /// The moves, at least one. The variations of the first move are read as further variations of the same place.
    pub moves: Vec<PlayedMove>,
}

/// Merges the variations of a line and of its variations. `depth` is 0 for the game itself.
pub(super) fn merge(line: &mut Vec<PlayedMove>, depth: usize) {
    let mut at = 0;
    while at < line.len() {
        let mut found = line.get_mut(at).map(|played| std::mem::take(&mut played.variations)).unwrap_or_default();
        found.reverse();
        // The variations of the first move of a variation are at the same place.
        while let Some(mut variation) = found.pop() {
            if let Some(first) = variation.moves.first_mut() {
                found.extend(std::mem::take(&mut first.variations).into_iter().rev());
                place(line, at, variation, depth);
            }
        }
        for variation in line.get_mut(at).into_iter().flat_map(|played| &mut played.variations) {
            merge(&mut variation.moves, depth + 1);
        }
        at += 1;
    }
}

/// Adds a variation of a move of a line.
fn place(line: &mut Vec<PlayedMove>, at: usize, mut variation: Variation, depth: usize) {
    let first = |moves: &[PlayedMove]| moves.first().map(|played| played.mv);
    let begins = first(&variation.moves);
    let common = shared(line, at, &variation.moves);
    // The game itself has no moves after its end. A variation that goes on there stays, from the last move on.
    let is_beyond = depth == 0 && line.len() == at + common && variation.moves.len() > common;
    let shares = if is_beyond { common.saturating_sub(1) } else { common };
    if shares > 0 {
        let rest = if is_beyond { variation.moves.split_off(shares) } else { Vec::new() };
        if let Some(last) = line.get_mut(at + shares).filter(|_| is_beyond) {
            last.variations.push(Variation { foreword: Remark::default(), moves: rest });
        }
        if let Some(played) = line.get_mut(at) {
            played.remark.join(variation.foreword);
        }
        return join(line, at, variation.moves);
    }
    let Some(played) = line.get_mut(at) else { return };
    let Some(same) = played.variations.iter_mut().find(|other| first(&other.moves) == begins) else {
        return played.variations.push(variation);
    };
    let common = shared(&same.moves, 0, &variation.moves);
    let rest = variation.moves.get(common..).unwrap_or_default();
    let is_deeper = same.moves.len() > common && !rest.is_empty();
    if is_deeper && depth + 2 + height(rest) > MAX_DEPTH {
        return played.variations.push(variation);
    }
    same.foreword.join(variation.foreword);
    join(&mut same.moves, 0, variation.moves);
}

/// Returns the number of moves that a line from an index on and another line have in common at their start.
fn shared(line: &[PlayedMove], at: usize, other: &[PlayedMove]) -> usize {
    let line = line.get(at..).unwrap_or_default();
    line.iter().zip(other).take_while(|(one, other)| one.mv == other.mv).count()
}

/// Merges moves into a line from an index on. Their rest becomes a variation where the lines part, or the end of the line.
fn join(line: &mut Vec<PlayedMove>, at: usize, moves: Vec<PlayedMove>) {
    let mut index = at;
    let mut moves = moves.into_iter().peekable();
    while let Some(next) = moves.peek() {
        let Some(played) = line.get_mut(index) else { break };
        if played.mv != next.mv {
            let variation = Variation { foreword: Remark::default(), moves: moves.collect() };
            return played.variations.push(variation);
        }
        if let Some(same) = moves.next() {
            played.unite(same);
        }
        index += 1;
    }
    line.extend(moves);
}

/// Returns the depth of the variations of a line, or 0 without any.
fn height(line: &[PlayedMove]) -> usize {
    let heights = line.iter().flat_map(|played| &played.variations).map(|variation| 1 + height(&variation.moves));
    heights.max().unwrap_or(0)
}

impl PlayedMove {
    /// Adds the marks, the comment and the variations of the same move.
    fn unite(&mut self, other: PlayedMove) {
        for mark in other.marks {
            self.mark(mark);
        }
        self.add_comment(other.note, other.review, other.remark);
        self.variations.extend(other.variations);
    }

    /// Adds a mark, unless the move has it.
    ///
    /// ```
    /// use khepri_rules::kgn::{Mark, Note, PlayedMove};
    ///
    /// let mut played = PlayedMove::new("h2g2".parse()?, Note::None);
    /// played.mark(Mark::Good);
    /// played.mark(Mark::Good);
    /// assert_eq!(played.marks, [Mark::Good]);
    /// # Ok::<(), khepri_rules::movetext::MoveTextError>(())
    /// ```
    pub fn mark(&mut self, mark: super::Mark) {
        if !self.marks.contains(&mark) {
            self.marks.push(mark);
        }
    }
}
