//! Comparison of what the library computes for a position with the slow twin.

use super::network::EMBEDDED;
use super::state::State;
use khepri_engine::internal::eval::accumulator::evaluate;
use khepri_engine::internal::eval::network;
use khepri_rules::internal::shots::all::{self, Group, Visitor};
use khepri_rules::{Beam, Bitboard, Colour, Move, Piece, Position, Square, Turn};

/// Moves, each with the hits of its shot.
type Shots = Vec<(Move, Bitboard)>;

/// Collects the moves of the stages chosen by the parameters.
struct Collected<const QUIET: bool, const HITTING: bool>(Shots);

impl<const QUIET: bool, const HITTING: bool> Visitor for Collected<QUIET, HITTING> {
    fn wants(&self, hits: Bitboard) -> bool {
        if hits.is_empty() { QUIET } else { HITTING }
    }

    fn steps(&mut self, group: Group) {
        self.0.extend(group.moves().map(|mv| (mv, group.hits)));
    }

    fn rotations(&mut self, from: Square, _: Piece, turns: &'static [Turn], hits: Bitboard) {
        self.0.extend(turns.iter().map(|&turn| (Move::rotate(from, turn), hits)));
    }

    fn single(&mut self, mv: Move, hits: Bitboard) {
        self.0.push((mv, hits));
    }
}

/// Returns the moves that the staged generator finds in the chosen stages, sorted.
fn generated<const QUIET: bool, const HITTING: bool>(position: &Position, beam: &Beam) -> Shots {
    let mut collected = Collected::<QUIET, HITTING>(Vec::new());
    all::shots(position, beam, &mut Beam::new(), &mut collected);
    collected.0.sort_by_key(|&(mv, _)| mv);
    collected.0
}

/// Returns sorted moves. Checks that there are no duplicates.
pub fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable();
    assert!(moves.windows(2).all(|pair| pair[0] != pair[1]), "a move occurs twice");
    moves
}

/// Checks that a position and its keys equal those of one built piece by piece.
pub fn check_keys(position: &Position, rebuilt: &Position) {
    assert_eq!(position, rebuilt);
    assert_eq!(position.key(), rebuilt.key(), "{position}");
    assert_eq!(position.repetition_key(), rebuilt.repetition_key(), "{position}");
}

/// Returns the position rebuilt piece by piece by two half turns. A finished one cannot be set up from KFEN.
pub fn rebuilt(position: &Position) -> Position {
    position.half_turn().half_turn()
}

/// Checks a position: its fields, keys, beams, moves, outcome and evaluation.
pub fn check(position: &Position, state: &State) {
    let at = || state.kfen();
    let finished = !position.pharaohs_stand();
    assert_eq!(position.to_string(), at());
    check_keys(position, &if finished { rebuilt(position) } else { super::position(&at()) });
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
    assert_eq!(sorted(position.legal_moves()), sorted(state.moves()), "{}", at());
    assert_eq!(position.outcome(), state.outcome(), "{}", at());
    if !finished {
        let score = evaluate(&network::embedded(), position).value();
        assert_eq!(i64::from(score), EMBEDDED.evaluate(state), "{}", at());
    }
}

/// Checks the hits of every legal move: predicted from the beam, and found by the staged generator.
pub fn check_shots(position: &Position, state: &State) {
    let at = || state.kfen();
    let mut beam = Beam::new();
    position.trace(position.side_to_move(), &mut beam);
    let mut expected: Shots = state.moves().into_iter().map(|mv| (mv, state.shot(mv))).collect();
    expected.sort_by_key(|&(mv, _)| mv);
    for &(mv, hits) in &expected {
        assert_eq!(position.shot(&beam, mv), hits, "{mv} in {}", at());
    }
    if position.pharaohs_stand() {
        let (quiet, hitting): (Shots, Shots) = expected.iter().copied().partition(|(_, hits)| hits.is_empty());
        assert_eq!(generated::<true, true>(position, &beam), expected, "both stages of {}", at());
        assert_eq!(generated::<true, false>(position, &beam), quiet, "quiet stage of {}", at());
        assert_eq!(generated::<false, true>(position, &beam), hitting, "hitting stage of {}", at());
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
        position.make(mv, hits);
        leaves += checking_perft(position, &after, depth - 1);
        *position = before;
    }
    leaves
}
