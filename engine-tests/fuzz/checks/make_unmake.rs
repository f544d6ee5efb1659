//! Walks of moves, null moves and steps back, chosen by bytes. A move that is taken back restores the whole position, every
//! position equals one built from scratch, a retraced beam equals one traced from the laser, and everything agrees with the naive
//! rules.

use super::twin::compare;
use super::twin::random_positions::{Candidate, Plan, arrange};
use super::twin::state::State;
use khepri_engine::perft::{self, Options, Stats};
use khepri_rules::internal::retrace;
use khepri_rules::internal::ruleset::corner;
use khepri_rules::{Beam, Bitboard, Kind, Laser, Leg, Move, Position, Square, setups};

/// The largest number of steps of a walk.
const MAX_STEPS: usize = 250;

/// The largest number of full checks during a walk, because they are slow.
const FULL_CHECKS: usize = 2;

/// Makes the moves that the input chooses, steps back where it says so, and checks each position.
pub fn check(input: &[u8]) {
    let mut bytes = Bytes(input);
    let mut walk = Walk::new(start(&mut bytes));
    let mut full_checks = 0;
    for _ in 0..MAX_STEPS {
        let Some(step) = bytes.next() else { break };
        match step % 16 {
            0..=2 => walk.step_back(),
            3 => walk.make_null(),
            4 if full_checks < FULL_CHECKS => {
                full_checks += 1;
                check_fully(&walk.position);
            }
            _ => walk.make(bytes.next_or_zero()),
        }
    }
    check_fully(&walk.position);
}

/// The bytes of an input as numbers.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<usize> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(usize::from(first))
    }

    fn next_or_zero(&mut self) -> usize {
        self.next().unwrap_or(0)
    }
}

/// Returns a named set-up or an arrangement.
fn start(bytes: &mut Bytes) -> Position {
    const COUNTERS: [u32; 4] = [0, 49, u32::MAX - 1, u32::MAX];
    let named = bytes.next_or_zero() % 64;
    if let Some(named) = setups::all().get(named) {
        return named.position.clone();
    }
    let form = bytes.next_or_zero();
    let counters = bytes.next_or_zero();
    let pharaohs = [bytes.next_or_zero(), bytes.next_or_zero()];
    let candidates = (0..bytes.next_or_zero() % 48).map(|_| {
        let (square, form) = (bytes.next_or_zero(), bytes.next_or_zero());
        // A number from 80 on places the piece on the beam.
        let on_beam = square >= 80;
        Candidate {
            square: square % 80,
            kind: form & 7,
            digit: 1 + (form >> 3 & 3) as u8,
            red: form >> 5 & 1 != 0,
            on_beam,
        }
    });
    arrange(&Plan {
        candidates: candidates.collect(),
        rule_set: form % 3,
        red_moves: form >> 2 & 1 != 0,
        pharaohs,
        turned: [form >> 3 & 1 != 0, form >> 4 & 1 != 0],
        plies_since_capture: COUNTERS[counters & 3],
        move_number: COUNTERS[counters >> 2 & 3].max(1),
    })
}

struct Walk {
    position: Position,
    /// The position before each move.
    before: Vec<Position>,
    beam: Beam,
    /// Reused for every retraced beam, as in the search.
    spare: Beam,
}

impl Walk {
    fn new(position: Position) -> Walk {
        Walk { position, before: Vec::new(), beam: Beam::new(), spare: Beam::new() }
    }

    fn trace(&mut self) {
        self.position.trace(self.position.side_to_move(), &mut self.beam);
    }

    /// Makes a legal move, if there is one.
    fn make(&mut self, choice: usize) {
        let moves = self.position.legal_moves();
        let Some(&mv) = moves.get(choice % moves.len().max(1)) else { return };
        self.trace();
        let before = self.position.clone();
        let hits = before.shot(&self.beam, mv);
        check_beam(&before, &self.beam, &mut self.spare, mv, hits);
        let (expected, expected_hits) = State::from(&before.setup()).played(mv);
        assert_eq!(hits, expected_hits, "{mv} in {}", text(&before));
        self.position.make(mv, hits);
        assert_eq!(text(&self.position), expected.kfen(), "{mv} in {}", text(&before));
        let mut position = before.clone();
        let played = position.play(mv).expect("a generated move is legal");
        assert_eq!((&position, played.hits()), (&self.position, hits), "{mv} in {}", text(&before));
        position.undo(played);
        assert_eq!((&position, position.key()), (&before, before.key()), "{mv} taken back");
        compare::check_keys(&self.position, &compare::rebuilt(&self.position));
        self.before.push(before);
    }

    /// Makes the null move if its shot hits no Pharaoh.
    fn make_null(&mut self) {
        self.trace();
        let hits = self.beam.hits();
        if !self.position.pharaohs_stand() || !hits.is_disjoint(self.position.board().kind(Kind::Pharaoh)) {
            return;
        }
        let before = self.position.clone();
        self.position.make_null(hits);
        assert_eq!(self.position.side_to_move(), before.side_to_move().other());
        let unchanged = |square: &Square| self.position.piece_at(*square) == before.piece_at(*square);
        let changed: Bitboard = Square::ALL.into_iter().filter(|square| !unchanged(square)).collect();
        assert_eq!(changed, hits, "a null move in {}", text(&before));
        compare::check_keys(&self.position, &compare::rebuilt(&self.position));
        self.before.push(before);
    }

    /// Returns to the position before the last move or null move, if there is one.
    fn step_back(&mut self) {
        if let Some(before) = self.before.pop() {
            self.position = before;
        }
    }
}

fn text(position: &Position) -> String {
    position.to_string()
}

/// Checks that the beam before the move, retraced where the move touches it, equals the beam traced after the move.
fn check_beam(before: &Position, beam: &Beam, spare: &mut Beam, mv: Move, hits: Bitboard) {
    let changed = [mv.from(), mv.to()].map(|square| (square, before.piece_after(mv, square)));
    let mut moved = before.setup();
    changed.iter().for_each(|&(square, piece)| moved.squares[square.index()] = piece);
    let side = before.side_to_move();
    let turns_laser = before.rule_set().rules().laser == Laser::Sphinx && mv.from() == corner(side);
    let traced = Position::try_from(moved).expect("a legal move leaves a position").beam(side);
    assert_eq!(traced.hits(), hits, "{mv} in {}", text(before));
    let touches = !beam.path().is_disjoint(mv.touched());
    if touches && !turns_laser {
        let first_touched = retrace(before, beam, mv, spare);
        assert_eq!(summary(spare), summary(&traced), "{mv} in {}", text(before));
        assert_eq!(first_touched, hits, "{mv} in {}", text(before));
    } else if !touches && !turns_laser {
        assert_eq!(summary(beam), summary(&traced), "{mv} in {}", text(before));
    }
}

/// Returns the path and the hits of a beam, and each leg as its squares, origin and direction.
fn summary(beam: &Beam) -> impl PartialEq + std::fmt::Debug {
    let leg = |leg: &Leg| (leg.squares(), leg.origin(), leg.direction());
    (beam.path(), beam.hits(), beam.legs().iter().map(leg).collect::<Vec<_>>())
}

/// Checks the position, the shots of all its moves in all stages, and perft of one ply.
fn check_fully(position: &Position) {
    let read = text(position).parse::<Position>();
    assert_eq!(read.ok().as_ref(), Some(position).filter(|position| position.pharaohs_stand()), "{}", text(position));
    let state = State::from(&position.setup());
    compare::check(position, &state);
    compare::check_shots(position, &state);
    let mut expected = Stats::default();
    for mv in position.legal_moves() {
        let mut after = position.clone();
        let hits = after.play(mv).expect("a generated move is legal").hits();
        expected.nodes += 1;
        expected.hits += u64::from(hits.len());
        expected.ends += u64::from(!hits.is_empty() && !after.pharaohs_stand());
        expected.keys = expected.keys.wrapping_add(after.key());
    }
    let plain = Options::default();
    assert_eq!(perft::perft(position, 1, &plain), Ok(expected), "{}", text(position));
    let bulk = Options { bulk: true, ..plain };
    let nodes = perft::perft(position, 1, &bulk).map(|stats| stats.nodes);
    assert_eq!(nodes, Ok(expected.nodes), "{}", text(position));
}
