//! Positions made from numbers that the caller draws, so that a test can shrink or repeat them.

use super::state::State;
use khepri_rules::internal::ruleset::{corner, facings};
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Colour, Direction, Kind, Move, Orientation, Piece, Position, RuleSet, Setup, Square, setups};

/// Plays a game from a set-up, in which each number chooses one of the legal moves, until there are no more numbers or moves.
/// Returns the moves, each with the position before it, and the last position.
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

/// Returns the last position with both Pharaohs of a random game.
pub fn unfinished(random: &mut Random, plies: usize) -> Position {
    let (mut played, last) = random_game(random, plies);
    if last.pharaohs_stand() { last } else { played.pop().expect("a move ended the game").0 }
}

/// A piece to place if the rules allow it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub square: usize,
    pub kind: usize,
    pub digit: u8,
    pub red: bool,
    /// Whether to place it on the beam of the side to move, with a Pyramid rotated so that it reflects the beam.
    pub on_beam: bool,
}

/// A plan of a random arrangement.
#[derive(Clone, Debug)]
pub struct Plan {
    pub rule_set: usize,
    pub red_moves: bool,
    pub pharaohs: [usize; 2],
    /// Whether each Sphinx faces the second of its two directions.
    pub turned: [bool; 2],
    /// The pieces, placed in this order.
    pub candidates: Vec<Candidate>,
    pub plies_since_capture: u32,
    pub move_number: u32,
}

impl Candidate {
    /// Returns a random candidate of the kind with an index.
    pub fn random(random: &mut Random, kind: usize, on_beam: bool) -> Candidate {
        let (square, digit) = (random.below(80), 1 + random.below(4) as u8);
        Candidate { square, kind, digit, red: random.below(2) == 0, on_beam }
    }
}

impl Plan {
    /// Returns a random plan with these candidates.
    pub fn random(random: &mut Random, candidates: Vec<Candidate>) -> Plan {
        let end = [200, u32::MAX as usize][random.below(2)];
        Plan {
            rule_set: random.below(3),
            red_moves: random.below(2) == 0,
            pharaohs: [random.below(80), random.below(80)],
            turned: [random.below(2) == 0, random.below(2) == 0],
            candidates,
            plies_since_capture: random.below(end) as u32,
            move_number: 1 + random.below(end) as u32,
        }
    }
}

/// Returns a random arrangement from few pieces to a full set: first Eyes and mirrors, most of them on the beam, then others.
pub fn arrangement(random: &mut Random) -> Position {
    let mirrors = [Kind::Eye, Kind::Eye, Kind::Scarab, Kind::Pyramid, Kind::Pyramid];
    let mut candidates = Vec::new();
    for _ in 0..random.below(40) {
        let (kind, on_beam) = (mirrors[random.below(mirrors.len())].index(), random.below(5) > 0);
        candidates.push(Candidate::random(random, kind, on_beam));
    }
    for _ in 0..random.below(40) {
        let (kind, on_beam) = (random.below(8), random.below(10) == 0);
        candidates.push(Candidate::random(random, kind, on_beam));
    }
    arrange(&Plan::random(random, candidates))
}

/// Returns the moves of a random game of at most `plies`, each with the position before it, and the last position.
pub fn random_game(random: &mut Random, plies: usize) -> (Vec<(Position, Move)>, Position) {
    let choices: Vec<usize> = (0..random.below(plies)).map(|_| random.below(1 << 20)).collect();
    game(random.below(1 << 10), &choices)
}

fn piece(colour: Colour, kind: Kind, digit: u8) -> Piece {
    Piece::new(colour, kind, Orientation::from_digit(digit).expect("1 to 4"))
}

/// Returns the position of a plan, without pieces that would make it invalid.
pub fn arrange(plan: &Plan) -> Position {
    let rule_set = RuleSet::ALL[plan.rule_set % 3];
    let mut setup = Setup::empty(rule_set);
    setup.side_to_move = Colour::ALL[usize::from(plan.red_moves)];
    setup.plies_since_capture = plan.plies_since_capture;
    setup.move_number = plan.move_number;
    for (index, colour) in Colour::ALL.into_iter().enumerate() {
        if rule_set == RuleSet::Khet2 {
            let facing = facings(colour)[usize::from(plan.turned[index])];
            let digit =
                1 + Direction::ALL.iter().position(|&direction| direction == facing).expect("a direction") as u8;
            setup.squares[corner(colour).index()] = Some(piece(colour, Kind::Sphinx, digit));
        }
    }
    for (colour, first) in Colour::ALL.into_iter().zip(plan.pharaohs) {
        let square = (0..80)
            .map(|offset| Square::ALL[(first + offset) % 80])
            .find(|&square| setup.squares[square.index()].is_none() && !rule_set.forbidden(colour).has(square))
            .expect("there is room for a Pharaoh");
        setup.squares[square.index()] = Some(piece(colour, Kind::Pharaoh, 1));
    }
    for candidate in &plan.candidates {
        let path = candidate.on_beam.then(|| State::from(&setup).beams(setup.side_to_move).path);
        let free: Vec<Square> = Square::ALL
            .into_iter()
            .filter(|&square| setup.squares[square.index()].is_none() && path.is_none_or(|path| path.has(square)))
            .collect();
        let Some(&square) = free.get(candidate.square % free.len().max(1)) else { continue };
        let kind = Kind::ALL[candidate.kind % Kind::ALL.len()];
        let colour = Colour::ALL[usize::from(candidate.red)];
        for turns in 0..4 {
            let digit = (candidate.digit + turns - 1) % 4 + 1;
            setup.squares[square.index()] = Some(piece(colour, kind, digit));
            let is_hit = || State::from(&setup).beams(setup.side_to_move).hits.has(square);
            if !(candidate.on_beam && kind == Kind::Pyramid && is_hit()) {
                break;
            }
        }
        if !setup.faults().is_empty() {
            setup.squares[square.index()] = None;
        }
    }
    Position::try_from(setup).expect("pieces with faults were removed")
}
