//! Comparison of what the library computes for a position with the slow twin.

use super::network::EMBEDDED;
use super::state::State;
use khepri::internal::eval::accumulator::evaluate;
use khepri::internal::eval::network;
use khepri::internal::rules::{Beam, Bitboard, Colour, Move, Piece, Position, Square, Turn, unchecked};
use khepri::internal::shots::all::{self, Group, Visitor};

/// Moves as their two bytes, for sorting, each with the hits of its shot.
type Shots = Vec<(u16, Bitboard)>;

/// Collects the moves of the stages chosen by the parameters.
struct Collected<const QUIET: bool, const HITTING: bool>(Shots);

impl<const QUIET: bool, const HITTING: bool> Visitor for Collected<QUIET, HITTING> {
    fn wants(&self, hits: Bitboard) -> bool {
        if hits.is_empty() { QUIET } else { HITTING }
    }

    fn steps(&mut self, group: Group) {
        self.0.extend(group.moves().map(|mv| (mv.bits(), group.hits)));
    }

    fn rotations(&mut self, from: Square, _: Piece, turns: &'static [Turn], hits: Bitboard) {
        self.0.extend(turns.iter().map(|&turn| (Move::rotate(from, turn).bits(), hits)));
    }

    fn single(&mut self, mv: Move, hits: Bitboard) {
        self.0.push((mv.bits(), hits));
    }
}

/// Returns the moves that the staged generator finds in the chosen stages, sorted.
fn generated<const QUIET: bool, const HITTING: bool>(position: &Position, beam: &Beam) -> Shots {
    let mut collected = Collected::<QUIET, HITTING>(Vec::new());
    all::shots(position, beam, &mut Beam::new(), &mut collected);
    collected.0.sort_by_key(|&(bits, _)| bits);
    collected.0
}

/// Returns moves as their two bytes, sorted. Checks that there are no duplicates.
pub fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
    let mut bits: Vec<u16> = moves.into_iter().map(Move::bits).collect();
    bits.sort_unstable();
    assert!(bits.windows(2).all(|pair| pair[0] != pair[1]), "a move occurs twice");
    bits
}

fn text(bits: u16) -> String {
    Move::from_bits(bits).map_or_else(|| format!("{bits:#x}"), |mv| mv.to_string())
}

/// Checks a position: its fields, keys, beams, moves, outcome and evaluation.
pub fn check(position: &Position, state: &State) {
    let at = || state.setup().to_string();
    assert_eq!(position.setup(), state.setup(), "{}", at());
    let finished = !position.pharaohs_stand();
    let rebuilt = if finished {
        // A finished position cannot be set up. Two half turns rebuild it piece by piece.
        position.half_turn().half_turn()
    } else {
        Position::try_from(state.setup()).unwrap_or_else(|faults| panic!("{}: {faults:?}", at()))
    };
    assert_eq!(position, &rebuilt, "{}", at());
    assert_eq!(position.key(), rebuilt.key(), "{}", at());
    assert_eq!(position.repetition_key(), rebuilt.repetition_key(), "{}", at());
    let mut beam = Beam::new();
    for colour in Colour::ALL {
        assert_eq!(position.pharaoh(colour), state.pharaoh(colour), "{}", at());
        position.trace(colour, &mut beam);
        let expected = state.beams(colour);
        assert_eq!(beam.path(), expected.path, "path of {} in {}", colour.name(), at());
        assert_eq!(beam.hits(), expected.hits, "hits of {} in {}", colour.name(), at());
        let legs = beam.legs().iter().fold(Bitboard::EMPTY, |legs, leg| legs | leg.squares());
        assert_eq!(legs, expected.path, "legs of {} in {}", colour.name(), at());
    }
    let moves = sorted(state.moves());
    let generated = sorted(position.legal_moves());
    assert!(
        moves == generated,
        "{}: expected {:?}, generated {:?}",
        at(),
        moves.iter().copied().map(text).collect::<Vec<_>>(),
        generated.iter().copied().map(text).collect::<Vec<_>>()
    );
    assert_eq!(position.outcome(), state.outcome(), "{}", at());
    if !finished {
        let score = evaluate(&network::embedded(), position).value();
        assert_eq!(i64::from(score), EMBEDDED.evaluate(state), "{}", at());
    }
}

/// Checks the hits of every legal move: predicted from the beam, and found by the staged generator.
pub fn check_shots(position: &Position, state: &State) {
    let at = || state.setup().to_string();
    let mut beam = Beam::new();
    position.trace(position.side_to_move(), &mut beam);
    let mut expected: Shots = state.moves().into_iter().map(|mv| (mv.bits(), state.shot(mv))).collect();
    expected.sort_by_key(|&(bits, _)| bits);
    for &(bits, hits) in &expected {
        let mv = Move::from_bits(bits).expect("the bits of a move");
        assert_eq!(position.shot(&beam, mv), hits, "{mv} in {}", at());
    }
    if !position.pharaohs_stand() {
        return;
    }
    let (quiet, hitting): (Shots, Shots) = expected.iter().copied().partition(|(_, hits)| hits.is_empty());
    for (name, found, expected) in [
        ("both", generated::<true, true>(position, &beam), expected),
        ("quiet", generated::<true, false>(position, &beam), quiet),
        ("hitting", generated::<false, true>(position, &beam), hitting),
    ] {
        let only = |these: &Shots, those: &Shots| {
            these.iter().filter(|shot| !those.contains(shot)).map(|&(bits, _)| text(bits)).collect::<Vec<_>>()
        };
        assert!(
            found == expected,
            "{name} stage of {}: {} moves for {}; only generated: {:?}; missing: {:?}",
            at(),
            found.len(),
            expected.len(),
            only(&found, &expected),
            only(&expected, &found)
        );
    }
}

/// Shots are checked in every inner node, and in one leaf of this number.
const LEAVES_SAMPLED: u64 = 16;

/// Walks over all legal moves to `depth`, checks every position, and returns the number of leaves.
pub fn checking_perft(position: &mut Position, state: &State, depth: u32) -> u64 {
    check(position, state);
    if depth == 0 {
        if position.key().is_multiple_of(LEAVES_SAMPLED) {
            check_shots(position, state);
        }
        return 1;
    }
    check_shots(position, state);
    let mut leaves = 0;
    for mv in state.moves() {
        let (after, hits) = state.played(mv);
        let before = position.clone();
        let undo = unchecked::make(position, mv, hits);
        leaves += checking_perft(position, &after, depth - 1);
        unchecked::unmake(position, mv, &undo);
        assert_eq!(position, &before, "{mv} taken back");
    }
    leaves
}
