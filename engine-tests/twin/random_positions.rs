//! Random positions, from numbers that the caller draws: so a test can draw them at random and shrink them, and
//! another can draw the same ones again.

use super::state::State;
use khepri::internal::notation::setups;
use khepri::internal::rules::ruleset::{corner, facings};
use khepri::internal::rules::{Colour, Direction, Kind, Move, Orientation, Piece, Position, RuleSet, Setup, Square};

/// The game that begins at a named set-up and chooses by these numbers among the legal moves, until they or the moves
/// come to an end: its moves and the position before each, and the last position, in which the game may be over.
pub fn game(set_up: usize, choices: &[usize]) -> (Vec<(Position, Move)>, Position) {
    let set_up = &setups::all()[set_up % setups::all().len()];
    let mut position = set_up.position.clone();
    let mut played = Vec::new();
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice % moves.len()];
        played.push((position.clone(), mv));
        position.play(mv).expect("a generated move is legal");
    }
    (played, position)
}

/// Returns the last position of the game with both Pharaohs.
pub fn unfinished(set_up: usize, choices: &[usize]) -> Position {
    let (mut played, last) = game(set_up, choices);
    if last.pharaohs_stand() { last } else { played.pop().expect("a game ends by a move").0 }
}

/// A piece to place, if its square allows it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub square: usize,
    pub kind: usize,
    pub digit: u8,
    pub red: bool,
    /// Whether to place it on the beam of the player to move, and to turn a Pyramid so that it reflects.
    pub lit: bool,
}

/// What an arrangement is made of.
#[derive(Clone, Debug)]
pub struct Plan {
    pub rule_set: usize,
    pub red_moves: bool,
    pub pharaohs: [usize; 2],
    /// Whether a Sphinx faces the second of its two ways.
    pub turned: [bool; 2],
    /// The most important first.
    pub candidates: Vec<Candidate>,
    pub plies_since_capture: u32,
    pub move_number: u32,
}

fn piece(colour: Colour, kind: Kind, digit: u8) -> Piece {
    Piece::new(colour, kind, Orientation::from_digit(digit).expect("1 to 4"))
}

/// Returns the arrangement of a plan. Leaves out pieces beyond the numbers of a set and pieces that their square forbids.
pub fn arrange(plan: &Plan) -> Position {
    let rule_set = RuleSet::ALL[plan.rule_set % 3];
    let mut setup = Setup::empty(rule_set);
    setup.side_to_move = Colour::ALL[usize::from(plan.red_moves)];
    setup.plies_since_capture = plan.plies_since_capture;
    setup.move_number = plan.move_number;
    for (index, colour) in Colour::ALL.into_iter().enumerate() {
        if rule_set == RuleSet::Khet2 {
            let facing = facings(colour)[usize::from(plan.turned[index])];
            let digit = 1 + Direction::ALL.iter().position(|&way| way == facing).expect("a direction") as u8;
            setup.squares[corner(colour).index()] = Some(piece(colour, Kind::Sphinx, digit));
        }
    }
    for (colour, first) in Colour::ALL.into_iter().zip(plan.pharaohs) {
        let square = (0..80)
            .map(|beyond| Square::ALL[(first + beyond) % 80])
            .find(|&square| setup.squares[square.index()].is_none() && !rule_set.forbidden(colour).has(square))
            .expect("there is room for a Pharaoh");
        setup.squares[square.index()] = Some(piece(colour, Kind::Pharaoh, 1));
    }
    for candidate in &plan.candidates {
        let state = State::from(&setup);
        let light = state.light(setup.side_to_move).path;
        let free: Vec<Square> = Square::ALL
            .into_iter()
            .filter(|&square| state.at(square).is_none() && (!candidate.lit || light.has(square)))
            .collect();
        let Some(&square) = free.get(candidate.square % free.len().max(1)) else { continue };
        let kind = Kind::ALL[candidate.kind % Kind::ALL.len()];
        let colour = Colour::ALL[usize::from(candidate.red)];
        for turns in 0..4 {
            let digit = (candidate.digit + turns - 1) % 4 + 1;
            setup.squares[square.index()] = Some(piece(colour, kind, digit));
            let hit = State::from(&setup).light(setup.side_to_move).hits.has(square);
            if !(candidate.lit && kind == Kind::Pyramid && hit) {
                break;
            }
        }
        if !setup.faults().is_empty() {
            setup.squares[square.index()] = None;
        }
    }
    Position::try_from(setup).expect("faults were left out")
}
