//! What the recursion in `engine-tests/search/tactics.rs` cannot show: small positions whose wins are clear, and limits.

use super::*;
use crate::notation::kfen;
use crate::rules::Outcome;

fn prove(kfen: &str, most: usize) -> Verdict {
    let position = kfen::position(kfen).unwrap_or_else(|rejection| panic!("{kfen}: {rejection}"));
    Prover::new().shortest_win(&position, most, 1_000_000)
}

#[test]
fn a_shot_that_hits_wins_in_one_move() {
    // The light comes up the file j and west along rank 4.
    assert_eq!(prove("////4k4P3///4K5 s khet1", 1), Verdict::Win { plies: 1 });
    // The Pyramid has to be turned first.
    assert_eq!(prove("////4k4P2///4K5 s khet1", 1), Verdict::Win { plies: 1 });
    assert_eq!(prove("////4k4P1///4K5 s khet1", 1), Verdict::NoWin);
    // The own Pharaoh stands in the light and has to step aside.
    assert_eq!(prove("////2k1K4P3/// s khet1", 1), Verdict::Win { plies: 1 });
}

#[test]
fn a_defender_whose_every_move_hits_himself_has_lost() {
    // Red's light comes down the file a, on which his Pharaoh stands. An Obelisk goes to b6, the last square beside it.
    for rule_set in ["khet1", "deflexion"] {
        assert_eq!(prove(&format!("/2O7//kP18/1P18///4K5 s {rule_set}"), 4), Verdict::Win { plies: 2 });
        assert_eq!(prove(&format!("/2O7//kP18/1P18///4K5 s {rule_set}"), 1), Verdict::NoWin);
        // With a Pyramid he can catch the light.
        assert_eq!(prove(&format!("/p21O7//kP18/1P18///4K5 s {rule_set}"), 2), Verdict::NoWin);
    }
}

#[test]
fn a_defender_who_cannot_move_has_not_lost() {
    // On a8 he stands in his own light, and b8 is reserved for Silver. He has to go to a7, where it hits him as well.
    assert_eq!(prove("k9/1O8//////4K5 s khet1", 4), Verdict::Win { plies: 2 });
    // Far from all light, with f7 as his last square: an Obelisk that goes there leaves him no move, which is a draw.
    let walled = "3P1kP14/3P1P15/6O3/////4K5 s khet1";
    assert_eq!(prove(walled, 2), Verdict::NoWin);
    let mut drawn = kfen::position(walled).expect("a position");
    drawn.play(drawn.legal_moves().into_iter().find(|mv| mv.to_string() == "g6f7").expect("legal")).expect("legal");
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
}

#[test]
fn nothing_is_asked_of_no_plies_and_a_finished_game_is_not_won() {
    assert_eq!(prove("////4k4P3///4K5 s khet1", 0), Verdict::NoWin);
    let mut over = kfen::position("////4k4P3///4K5 s khet1").expect("a position");
    over.play(over.legal_moves().into_iter().find(|mv| mv.to_string() == "e1d1").expect("legal")).expect("legal");
    assert!(!over.pharaohs_stand());
    assert_eq!(Prover::new().shortest_win(&over, 5, 1000), Verdict::NoWin);
}

#[test]
fn a_proof_that_needs_more_nodes_than_it_has_is_unknown() {
    let kfen = "x34p32kS2/6p13/4s21P33/1p22P15/1p27P3/5p14/3P36/s22S1K1P12X1 s khet2 1 21";
    let position = kfen::position(kfen).expect("a position");
    let mut prover = Prover::new();
    assert_eq!(prover.shortest_win(&position, 9, 1_000_000), Verdict::Win { plies: 5 });
    let needed = prover.nodes();
    assert!(needed > 100, "{needed}");
    assert_eq!(prover.shortest_win(&position, 9, needed - 1), Verdict::Unknown);
    assert_eq!(prover.nodes(), needed - 1);
    assert_eq!(
        prover.shortest_win(&position, 9, needed),
        Verdict::Win { plies: 5 },
        "what was asked before changes nothing"
    );
    assert_eq!(prover.nodes(), needed);
    assert_eq!(Verdict::Win { plies: 5 }.moves(), Some(3));
    assert_eq!(Verdict::Win { plies: 4 }.moves(), Some(2));
    assert_eq!(Verdict::Unknown.moves(), None);
}
