//! The beam of one laser leg by leg, as the protocol's `beam` prints it. A user interface can draw it without an
//! implementation of the optics.

use super::scene::{Leg, Point, Scene, TOP};
use khepri_rules::internal::optics::Effect;
use khepri_rules::internal::util::sort::sort_few;
use khepri_rules::{Bitboard, Colour, Direction, EndReason, Game, IllegalMove, Move, Outcome, Position};
use std::fmt;

/// The beam of one laser on one board, and its effect on the game.
#[derive(Clone, Debug)]
pub struct BeamReport {
    scene: Scene,
    outcome: Option<Outcome>,
    reason: Option<EndReason>,
}

impl BeamReport {
    /// Traces the laser of a colour on the current board. Reports the outcome of the game if it is over, otherwise the
    /// outcome of hits on Pharaohs.
    pub fn of_laser(game: &Game, laser: Colour) -> BeamReport {
        let position = game.position();
        let scene = Scene::with_lasers(position, &[laser]);
        let (outcome, reason) = match position.outcome() {
            Some(outcome) => (Some(outcome), game.end_reason()),
            None => outcome_of_hits(position, scene.hits),
        };
        BeamReport { scene, outcome, reason }
    }

    /// Traces the shot at the end of a move, on the board after the move and before pieces are removed.
    ///
    /// # Errors
    /// The reason why the move is not legal.
    pub fn of_move(game: &Game, mv: Move) -> Result<BeamReport, IllegalMove> {
        let scene = Scene::of_move(game.position(), mv)?;
        let mut after = game.clone();
        after.push(game.position().normalised(mv))?;
        Ok(BeamReport { scene, outcome: after.position().outcome(), reason: after.end_reason() })
    }
}

/// Sorts legs breadth first, starting at the laser.
fn in_order(legs: &[Leg]) -> Vec<Leg> {
    let mut unsorted = legs.to_vec();
    let mut sorted: Vec<Leg> = unsorted.drain(..unsorted.len().min(1)).collect();
    let mut next = 0;
    while let Some(&Leg { direction, to, end, .. }) = sorted.get(next) {
        let exits = match end {
            Effect::Turn(turned) => [Some(turned), None],
            Effect::Split(turned) => [Some(direction), Some(turned)],
            Effect::Pass | Effect::Absorb | Effect::Hit => [None, None],
        };
        for exit in exits.into_iter().flatten() {
            sorted.extend(unsorted.extract_if(.., |leg| leg.direction == exit && leg.from == to));
        }
        next += 1;
    }
    sorted
}

/// Returns the outcome and its reason if a Pharaoh is hit.
fn outcome_of_hits(position: &Position, hits: Bitboard) -> (Option<Outcome>, Option<EndReason>) {
    let is_hit = |colour| position.pharaoh(colour).is_some_and(|square| hits.has(square));
    match (is_hit(Colour::Silver), is_hit(Colour::Red)) {
        (false, false) => (None, None),
        (true, true) => (Some(Outcome::Draw), Some(EndReason::BothPharaohs)),
        (true, false) => (Some(Outcome::Win(Colour::Red)), Some(EndReason::Pharaoh)),
        (false, true) => (Some(Outcome::Win(Colour::Silver)), Some(EndReason::Pharaoh)),
    }
}

impl fmt::Display for BeamReport {
    /// Writes the lines `board`, `leg FROM DIR TO END`, `hits` (if any) and `result` of the answer to `beam`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kfen = self.scene.setup.to_string();
        writeln!(f, "board {}", kfen.split(' ').next().unwrap_or_default())?;
        for Leg { from, to, direction, end, .. } in in_order(&self.scene.legs) {
            let (to, end) = match end {
                // The last square before the frame.
                Effect::Pass => (to.towards(direction.opposite(), 1), "edge"),
                Effect::Turn(_) => (to, "turn"),
                Effect::Split(_) => (to, "split"),
                Effect::Absorb => (to, "stop"),
                Effect::Hit => (to, "hit"),
            };
            let direction = match direction {
                Direction::North => 'n',
                Direction::East => 'e',
                Direction::South => 's',
                Direction::West => 'w',
            };
            writeln!(f, "leg {} {direction} {} {end}", name(from), name(to))?;
        }
        if !self.scene.hits.is_empty() {
            writeln!(f, "hits {}", names(self.scene.hits))?;
        }
        let result = self.outcome.map_or("*".to_owned(), |outcome| outcome.to_string());
        let reason = self.reason.map_or("-".to_owned(), |reason| reason.to_string());
        write!(f, "result {result} {reason}")
    }
}

/// Returns the name of a square, or of a laser in the frame: `j0` or `a9`.
fn name(point: Point) -> String {
    let rank = if point.y == TOP { 9 } else { (point.y + 1) / 2 };
    format!("{}{rank}", char::from(b'a' + point.x as u8 / 2))
}

/// Returns the names of squares, sorted by bytes and separated by blanks.
pub fn names(squares: Bitboard) -> String {
    let mut names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    sort_few(&mut names, |one, other| one < other);
    names.join(" ")
}
