//! Properties of every position: of random games from all set-ups, and of random arrangements with Eyes, stacks and enough
//! mirrors for beams in rings.

use crate::twin::compare::{self, sorted};
use crate::twin::random_positions::{Candidate, Plan, arrange, game, unfinished};
use crate::twin::state::State;
use khepri::internal::eval::accumulator::evaluate;
use khepri::internal::eval::network;
use khepri::internal::rules::{
    Beam, Bitboard, Colour, Kind, Move, Orientation, Outcome, Piece, Position, RuleSet, Setup, Square, unchecked,
};
use khepri::internal::shots::approaches::Approaches;
use khepri::internal::shots::gaining::{self, Scratch};
use khepri::internal::shots::lethal;
use khepri::internal::shots::perft::{Options, perft};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::collections::HashSet;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 2000, ..ProptestConfig::default() }
}

/// Generates the number of a set-up, and the choices of moves in a game from it.
fn games(plies: usize) -> impl Strategy<Value = (usize, Vec<usize>)> {
    (0..20usize, prop::collection::vec(0..1000usize, 0..plies))
}

fn candidate(kinds: impl Strategy<Value = usize>, on_beam: f64) -> impl Strategy<Value = Candidate> {
    (0..80usize, kinds, 1..=4u8, any::<bool>(), prop::bool::weighted(on_beam))
        .prop_map(|(square, kind, digit, red, on_beam)| Candidate { square, kind, digit, red, on_beam })
}

/// Generates plans of arrangements: first Eyes and mirrors, most of them on the beam, then other pieces; from few to a full set.
fn plans() -> impl Strategy<Value = Plan> {
    let mirrors = prop::sample::select(vec![Kind::Eye, Kind::Eye, Kind::Scarab, Kind::Pyramid, Kind::Pyramid]);
    let mirrors = prop::collection::vec(candidate(mirrors.prop_map(Kind::index), 0.8), 0..40);
    let others = prop::collection::vec(candidate(0..8usize, 0.1), 0..40);
    let counters = prop_oneof![(0..200u32, 1..200u32), (any::<u32>(), 1..=u32::MAX)];
    let pharaohs = prop::array::uniform2(0..80usize);
    let turned = prop::array::uniform2(any::<bool>());
    (0..3usize, any::<bool>(), pharaohs, turned, mirrors, others, counters).prop_map(
        |(rule_set, red_moves, pharaohs, turned, mut candidates, others, (plies_since_capture, move_number))| {
            candidates.extend(others);
            Plan { rule_set, red_moves, pharaohs, turned, candidates, plies_since_capture, move_number }
        },
    )
}

/// Generates positions of games and of arrangements.
fn positions() -> impl Strategy<Value = Position> {
    prop_oneof![
        games(120).prop_map(|(set_up, choices)| unfinished(set_up, &choices)),
        plans().prop_map(|plan| arrange(&plan)),
    ]
}

/// Returns all encodable moves.
fn encodings() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).filter_map(Move::from_bits)
}

/// Generates arbitrary set-ups, most of them not valid positions.
fn set_ups() -> impl Strategy<Value = Setup> {
    let pieces = prop::collection::vec(candidate(0..8usize, 0.0), 0..40);
    (0..3usize, any::<bool>(), pieces, any::<u32>(), 1..=u32::MAX).prop_map(
        |(rule_set, red, pieces, plies_since_capture, move_number)| {
            let mut setup = Setup::empty(RuleSet::ALL[rule_set]);
            for Candidate { square, kind, digit, red, .. } in pieces {
                let orientation = Orientation::from_digit(digit).expect("1 to 4");
                let piece = Piece::new(Colour::ALL[usize::from(red)], Kind::ALL[kind], orientation);
                setup.squares[square] = Some(piece);
            }
            Setup { side_to_move: Colour::ALL[usize::from(red)], plies_since_capture, move_number, ..setup }
        },
    )
}

/// Returns an outcome with the colours exchanged.
fn exchanged(outcome: Option<Outcome>) -> Option<Outcome> {
    outcome.map(|outcome| match outcome {
        Outcome::Win(colour) => Outcome::Win(colour.other()),
        Outcome::Draw => Outcome::Draw,
    })
}

/// Returns whether a position is the other one after half a turn with the colours exchanged. The move number may differ, because
/// it depends on the colour of the second player.
fn is_half_turn_of(turned: &Position, original: &Position) -> bool {
    let mut back = turned.half_turn().setup();
    back.move_number = original.move_number();
    back == original.setup()
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn making_and_playing_a_move_agree_and_unmaking_restores_the_arrangement(plan in plans()) {
        let mut position = arrange(&plan);
        let before = position.clone();
        let mut beam = Beam::new();
        position.trace(position.side_to_move(), &mut beam);
        for mv in before.legal_moves() {
            let hits = position.shot(&beam, mv);
            let undo = unchecked::make(&mut position, mv, hits);
            let mut played = before.clone();
            prop_assert_eq!(played.play(mv).map(|played| played.hits()), Ok(hits));
            prop_assert_eq!(&position, &played, "{}", mv);
            unchecked::unmake(&mut position, mv, &undo);
            prop_assert_eq!(&position, &before, "{} unmade", mv);
            prop_assert_eq!(position.key(), before.key());
        }
    }

    #[test]
    fn gaining_shots_are_the_changed_shots_that_hit_an_opponents_piece(position in positions()) {
        let mut beam = Beam::new();
        position.trace(position.side_to_move(), &mut beam);
        if beam.is_single() {
            let opponent = position.side_to_move().other();
            let gains = |mv: Move, hits: Bitboard| {
                hits.into_iter().any(|square| position.piece_after(mv, square).is_some_and(|hit| hit.colour() == opponent))
            };
            let changes = |mv: Move| {
                let turns_laser = position.piece_at(mv.from()).is_some_and(|piece| piece.kind() == Kind::Sphinx);
                turns_laser || !beam.path().is_disjoint(Bitboard::of(mv.from()) | Bitboard::of(mv.to()))
            };
            let legal = position.legal_moves();
            let shots = legal.iter().map(|&mv| (mv, position.shot(&beam, mv)));
            let expected: HashSet<_> = shots.filter(|&(mv, hits)| changes(mv) && gains(mv, hits)).collect();
            let mut found = Vec::new();
            gaining::shots(&position, &beam, &mut Scratch::default(), |mv, hits| found.push((mv, hits)));
            found.retain(|&(mv, hits)| gains(mv, hits));
            let listed = found.len();
            let found: HashSet<_> = found.into_iter().collect();
            prop_assert_eq!(found.len(), listed, "no move occurs twice");
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_lethal_move_is_found_exactly_if_one_exists(position in positions()) {
        let mut position = position;
        for _ in 0..2 {
            let colour = position.side_to_move();
            let beam = position.beam(colour);
            let target = position.pharaoh(colour.other()).expect("a Pharaoh");
            if !beam.hits().has(target) {
                let is_lethal = |mv: &Move| {
                    let hits = position.shot(&beam, *mv);
                    let of = |hit: Square| position.piece_after(*mv, hit).filter(|piece| piece.kind() == Kind::Pharaoh);
                    hits.has(target) && !hits.into_iter().filter_map(of).any(|pharaoh| pharaoh.colour() == colour)
                };
                let approaches = Approaches::of(position.board(), target);
                let found = lethal::lethal_move(&position, colour, &beam, &approaches);
                prop_assert_eq!(found.is_some(), position.legal_moves().iter().any(is_lethal));
                if let Some(mv) = found {
                    prop_assert!(position.is_legal(mv) && is_lethal(&mv), "{}", mv);
                }
                unchecked::make_null(&mut position, Bitboard::EMPTY);
                let other_turn = lethal::lethal_move(&position, colour, &beam, &approaches);
                prop_assert_eq!(other_turn, found, "the result does not depend on the side to move");
            } else {
                unchecked::make_null(&mut position, Bitboard::EMPTY);
            }
        }
    }

    #[test]
    fn a_written_set_up_is_read_exactly_if_it_is_a_valid_position(setup in set_ups()) {
        let text = setup.to_string();
        match text.parse::<Setup>() {
            Ok(read) => {
                prop_assert_eq!(&read, &setup);
                prop_assert!(setup.faults().is_empty());
            }
            Err(rejection) => {
                prop_assert_eq!(rejection.reasons().len() + rejection.unlisted(), setup.faults().len());
                prop_assert!(!setup.faults().is_empty());
            }
        }
    }

    #[test]
    fn an_arrangement_and_its_shots_agree_with_the_naive_rules(plan in plans()) {
        let position = arrange(&plan);
        let state = State::from(&position.setup());
        compare::check(&position, &state);
        compare::check_shots(&position, &state);
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn an_arbitrary_move_is_refused_without_a_change_or_played_by_the_rules(position in positions()) {
        let state = State::from(&position.setup());
        let mut played = Vec::new();
        let mut after = position.clone();
        for mv in encodings() {
            let result = after.play(mv);
            prop_assert_eq!(position.is_legal(mv), result.is_ok(), "{}", mv);
            match result {
                Err(_) => prop_assert_eq!(&after, &position, "{}", mv),
                Ok(shot) => {
                    let (expected, hits) = state.played(mv);
                    prop_assert_eq!(shot.hits(), hits);
                    compare::check(&after, &expected);
                    played.push(mv);
                    after = position.clone();
                }
            }
        }
        prop_assert_eq!(sorted(played), sorted(state.moves()));
    }

    #[test]
    fn a_finished_game_has_no_moves((set_up, choices) in games(400)) {
        let (_, last) = game(set_up, &choices);
        prop_assert_eq!(last.legal_moves().is_empty(), last.outcome().is_some());
        if !last.pharaohs_stand() {
            prop_assert!(encodings().all(|mv| !last.is_legal(mv)));
            prop_assert!(last.to_string().parse::<Setup>().is_err());
        }
    }

    #[test]
    fn the_rules_are_symmetric_under_half_a_turn_with_the_colours_exchanged(position in positions()) {
        let turned = position.half_turn();
        prop_assert_eq!(&turned.half_turn(), &position);
        prop_assert_eq!(turned.setup().faults(), vec![]);
        let network = network::embedded();
        prop_assert_eq!(evaluate(&network, &turned), evaluate(&network, &position));
        prop_assert_eq!(turned.outcome(), exchanged(position.outcome()));
        let moves = position.legal_moves();
        prop_assert_eq!(sorted(moves.iter().map(|mv| mv.half_turn())), sorted(turned.legal_moves()));
        for mv in moves {
            let (mut after, mut turned_after) = (position.clone(), turned.clone());
            let hits = after.play(mv).expect("legal").hits();
            let turned_hits = turned_after.play(mv.half_turn()).expect("legal").hits();
            let squares: Vec<Square> = hits.into_iter().map(Square::half_turn).collect();
            prop_assert_eq!(turned_hits, squares.into_iter().collect());
            prop_assert!(is_half_turn_of(&turned_after, &after), "{}", mv);
            prop_assert_eq!(turned_after.outcome(), exchanged(after.outcome()));
        }
        let options = Options { bulk: true, ..Options::default() };
        prop_assert_eq!(perft(&turned, 2, &options), perft(&position, 2, &options));
    }
}

#[test]
fn random_arrangements_have_rings_shots_with_many_hits_and_stacks() {
    let mut runner = TestRunner::deterministic();
    let (mut rings, mut many_hits, mut stacks) = (0, 0, 0);
    for _ in 0..3000 {
        let plan = plans().new_tree(&mut runner).expect("nothing is rejected").current();
        let position = arrange(&plan);
        let beams = State::from(&position.setup()).beams(position.side_to_move());
        rings += u32::from(beams.merges);
        many_hits += u32::from(beams.hits.len() >= 3);
        stacks += u32::from(!position.board().kind(Kind::Stack).is_empty());
    }
    assert!(
        rings >= 30 && many_hits >= 30 && stacks >= 300,
        "{rings} rings, {many_hits} of many hits, {stacks} stacks"
    );
}
