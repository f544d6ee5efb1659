//! Comparisons of everything that the library computes for a position with the slow twins.

use super::network::EMBEDDED;
use super::state::State;
use khepri::internal::eval::accumulator::evaluate;
use khepri::internal::eval::network;
use khepri::internal::rules::{Beam, Bitboard, Colour, Move, Piece, Position, Square, Turn, unchecked};
use khepri::internal::shots::all::{self, Group, Visitor};

/// A move as its two bytes, for sorting, and what its shot hits.
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

fn visited<const QUIET: bool, const HITTING: bool>(position: &Position, beam: &Beam) -> Shots {
    let mut collected = Collected::<QUIET, HITTING>(Vec::new());
    all::shots(position, beam, &mut Beam::new(), &mut collected);
    collected.0.sort_by_key(|&(bits, _)| bits);
    collected.0
}

/// Moves as their two bytes, sorted; none may be there twice.
pub fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
    let mut bits: Vec<u16> = moves.into_iter().map(Move::bits).collect();
    bits.sort_unstable();
    assert!(bits.windows(2).all(|pair| pair[0] != pair[1]), "a move is there twice");
    bits
}

fn text(bits: u16) -> String {
    Move::from_bits(bits).map_or_else(|| format!("{bits:#x}"), |mv| mv.to_string())
}

/// The position itself: what it holds, its key, its beams, its evaluation, its moves and its outcome.
pub fn check(position: &Position, state: &State) {
    let at = || state.setup().to_string();
    assert_eq!(position.setup(), state.setup(), "{}", at());
    let finished = !position.pharaohs_stand();
    let afresh = if finished {
        // A finished game is no position that could be set up; turned twice it is put together piece by piece again.
        position.half_turn().half_turn()
    } else {
        Position::try_from(state.setup()).unwrap_or_else(|faults| panic!("{}: {faults:?}", at()))
    };
    assert_eq!(position, &afresh, "{}", at());
    assert_eq!(position.key(), afresh.key(), "{}", at());
    assert_eq!(position.repetition_key(), afresh.repetition_key(), "{}", at());
    let mut beam = Beam::new();
    for colour in Colour::ALL {
        assert_eq!(position.pharaoh(colour), state.pharaoh(colour), "{}", at());
        position.trace(colour, &mut beam);
        let light = state.light(colour);
        assert_eq!(beam.path(), light.path, "path of {} in {}", colour.name(), at());
        assert_eq!(beam.hits(), light.hits, "hits of {} in {}", colour.name(), at());
        let legs = beam.legs().iter().fold(Bitboard::EMPTY, |legs, leg| legs | leg.squares());
        assert_eq!(legs, light.path, "legs of {} in {}", colour.name(), at());
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

/// The shot of every move: before it is made, and from the stages of the generator.
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
    for (name, visited, expected) in [
        ("both", visited::<true, true>(position, &beam), expected),
        ("quiet", visited::<true, false>(position, &beam), quiet),
        ("hitting", visited::<false, true>(position, &beam), hitting),
    ] {
        let only = |these: &Shots, those: &Shots| {
            these.iter().filter(|shot| !those.contains(shot)).map(|&(bits, _)| text(bits)).collect::<Vec<_>>()
        };
        assert!(
            visited == expected,
            "{name} stage of {}: {} moves for {}; only visited: {:?}; missing: {:?}",
            at(),
            visited.len(),
            expected.len(),
            only(&visited, &expected),
            only(&expected, &visited)
        );
    }
}

/// The shots of all moves are compared in every inner position of the walk, and in one of this number of leaves.
const LEAVES_SAMPLED: u64 = 16;

/// Walks over all legal moves to `depth` and checks everything at every position; returns how many leaves there were.
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
