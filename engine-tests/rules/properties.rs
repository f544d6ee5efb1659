//! Properties of every position: of random games from all set-ups, and of random arrangements with Eyes, stacks and enough
//! mirrors for beams in rings.

use crate::twin::compare::{self, sorted};
use crate::twin::random_positions::{arrangement, random_game, unfinished};
use crate::twin::state::State;
use khepri_engine::internal::eval::accumulator::evaluate;
use khepri_engine::internal::eval::network;
use khepri_engine::perft::{Options, perft};
use khepri_rules::internal::shots::approaches::Approaches;
use khepri_rules::internal::shots::gaining::{self, Scratch};
use khepri_rules::internal::shots::lethal;
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Bitboard, Colour, Kind, Move, Orientation, Outcome, Piece, Position, RuleSet, Setup, Square};
use std::collections::HashSet;

/// Returns all encodable moves.
fn encodings() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).filter_map(Move::from_bits)
}

/// Calls a check with random positions of games and arrangements, and prints each before it.
fn for_positions(count: usize, mut check: impl FnMut(Position)) {
    let mut random = Random::seed_from_u64(1);
    for number in 0..count {
        let position = if number % 2 == 0 { unfinished(&mut random, 120) } else { arrangement(&mut random) };
        println!("{position}");
        check(position);
    }
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

#[test]
fn gaining_shots_are_the_changed_shots_that_hit_an_opponents_piece() {
    for_positions(3000, |position| {
        let beam = position.beam(position.side_to_move());
        if !beam.is_single() {
            return;
        }
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
        assert_eq!(found.len(), listed, "no move occurs twice");
        assert_eq!(found, expected);
    });
}

#[test]
fn a_lethal_move_is_found_exactly_if_one_exists() {
    for_positions(3000, |mut position| {
        for _ in 0..2 {
            let colour = position.side_to_move();
            let beam = position.beam(colour);
            let target = position.pharaoh(colour.other()).expect("a Pharaoh");
            if beam.hits().has(target) {
                position.make_null(Bitboard::EMPTY);
                continue;
            }
            let is_lethal = |mv: &Move| {
                let hits = position.shot(&beam, *mv);
                let of = |hit: Square| position.piece_after(*mv, hit).filter(|piece| piece.kind() == Kind::Pharaoh);
                hits.has(target) && !hits.into_iter().filter_map(of).any(|pharaoh| pharaoh.colour() == colour)
            };
            let approaches = Approaches::of(position.board(), target);
            let found = lethal::lethal_move(&position, colour, &beam, &approaches);
            assert_eq!(found.is_some(), position.legal_moves().iter().any(is_lethal));
            assert!(found.is_none_or(|mv| position.is_legal(mv) && is_lethal(&mv)), "{found:?}");
            position.make_null(Bitboard::EMPTY);
            let other_turn = lethal::lethal_move(&position, colour, &beam, &approaches);
            assert_eq!(other_turn, found, "the result does not depend on the side to move");
        }
    });
}

#[test]
fn a_written_set_up_is_read_exactly_if_it_is_a_valid_position() {
    let mut random = Random::seed_from_u64(2);
    for _ in 0..3000 {
        let mut setup = Setup::empty(RuleSet::ALL[random.below(3)]);
        for _ in 0..random.below(40) {
            let orientation = Orientation::from_digit(1 + random.below(4) as u8).expect("1 to 4");
            let piece = Piece::new(Colour::ALL[random.below(2)], Kind::ALL[random.below(8)], orientation);
            setup.squares[random.below(80)] = Some(piece);
        }
        let faults = setup.faults().len();
        match setup.to_string().parse::<Setup>() {
            Ok(read) => assert_eq!((read, faults), (setup, 0)),
            Err(rejection) => assert_eq!(rejection.reasons().len() + rejection.unlisted(), faults, "{setup}"),
        }
    }
}

#[test]
fn an_arrangement_and_its_moves_agree_with_the_naive_rules() {
    let mut random = Random::seed_from_u64(3);
    for number in 0..3000 {
        let mut position = arrangement(&mut random);
        let state = State::from(&position.setup());
        compare::check_shots(&position, &state);
        compare::checking_perft(&mut position, &state, u32::from(number % 10 == 0));
    }
}

#[test]
fn an_arbitrary_move_is_refused_without_a_change_or_played_by_the_rules() {
    for_positions(500, |position| {
        let state = State::from(&position.setup());
        let mut played = Vec::new();
        let mut after = position.clone();
        for mv in encodings() {
            let result = after.play(mv);
            assert_eq!(position.is_legal(mv), result.is_ok(), "{mv}");
            match result {
                Err(_) => assert_eq!(after, position, "{mv}"),
                Ok(shot) => {
                    let (expected, hits) = state.played(mv);
                    assert_eq!(shot.hits(), hits, "{mv}");
                    compare::check(&after, &expected);
                    played.push(mv);
                    after = position.clone();
                }
            }
        }
        assert_eq!(sorted(played), sorted(state.moves()));
    });
}

#[test]
fn a_finished_game_has_no_moves() {
    let mut random = Random::seed_from_u64(4);
    for _ in 0..500 {
        let last = random_game(&mut random, 400).1;
        assert_eq!(last.legal_moves().is_empty(), last.outcome().is_some(), "{last}");
        if !last.pharaohs_stand() {
            assert!(encodings().all(|mv| !last.is_legal(mv)), "{last}");
            assert!(last.to_string().parse::<Setup>().is_err(), "{last}");
        }
    }
}

#[test]
fn the_rules_are_symmetric_under_half_a_turn_with_the_colours_exchanged() {
    let network = network::embedded();
    for_positions(500, |position| {
        let turned = position.half_turn();
        assert_eq!(turned.half_turn(), position);
        assert_eq!(turned.setup().faults(), vec![]);
        assert_eq!(evaluate(&network, &turned), evaluate(&network, &position));
        assert_eq!(turned.outcome(), exchanged(position.outcome()));
        let moves = position.legal_moves();
        assert_eq!(sorted(moves.iter().map(|mv| mv.half_turn())), sorted(turned.legal_moves()));
        for mv in moves {
            let (mut after, mut turned_after) = (position.clone(), turned.clone());
            let hits = after.play(mv).expect("legal").hits();
            let turned_hits = turned_after.play(mv.half_turn()).expect("legal").hits();
            assert_eq!(turned_hits, hits.into_iter().map(Square::half_turn).collect(), "{mv}");
            assert!(is_half_turn_of(&turned_after, &after), "{mv}");
            assert_eq!(turned_after.outcome(), exchanged(after.outcome()));
        }
        let options = Options { bulk: true, ..Options::default() };
        assert_eq!(perft(&turned, 2, &options), perft(&position, 2, &options));
    });
}

#[test]
fn random_arrangements_have_rings_shots_with_many_hits_and_stacks() {
    let mut random = Random::seed_from_u64(5);
    let [mut rings, mut many_hits, mut stacks] = [0; 3];
    for _ in 0..3000 {
        let position = arrangement(&mut random);
        let beams = State::from(&position.setup()).beams(position.side_to_move());
        rings += u32::from(beams.merges);
        many_hits += u32::from(beams.hits.len() >= 3);
        stacks += u32::from(!position.board().kind(Kind::Stack).is_empty());
    }
    assert!(
        rings >= 15 && many_hits >= 15 && stacks >= 150,
        "{rings} rings, {many_hits} of many hits, {stacks} stacks"
    );
}
