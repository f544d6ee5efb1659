//! Tests of the prover in small positions with obvious wins, and of its node limit.

use super::*;
use khepri_rules::Outcome;

fn prove(kfen: &str, most: usize) -> Verdict {
    let position = kfen.parse::<Position>().unwrap_or_else(|rejection| panic!("{kfen}: {rejection}"));
    Prover::default().shortest_win(&position, most, 1_000_000)
}

#[test]
fn a_shot_that_hits_wins_in_one_move() {
    // The beam runs up the j file and west along rank 4.
    assert_eq!(prove("////4k4P3///4K5 s khet1", 1), Verdict::Win { plies: 1 });
    // The Pyramid has to be rotated first.
    assert_eq!(prove("////4k4P2///4K5 s khet1", 1), Verdict::Win { plies: 1 });
    assert_eq!(prove("////4k4P1///4K5 s khet1", 1), Verdict::NoWin);
    // Silver's own Pharaoh is on the path of the beam and has to leave it.
    assert_eq!(prove("////2k1K4P3/// s khet1", 1), Verdict::Win { plies: 1 });
}

#[test]
fn a_defender_loses_if_every_move_hits_its_own_pharaoh() {
    // Red's beam runs down the a file and hits Red's Pharaoh. An Obelisk moves to b6, the Pharaoh's only free square off the beam.
    for rule_set in ["khet1", "deflexion"] {
        assert_eq!(prove(&format!("/2O7//kP18/1P18///4K5 s {rule_set}"), 4), Verdict::Win { plies: 2 });
        assert_eq!(prove(&format!("/2O7//kP18/1P18///4K5 s {rule_set}"), 1), Verdict::NoWin);
        // A Pyramid can deflect the beam.
        assert_eq!(prove(&format!("/p21O7//kP18/1P18///4K5 s {rule_set}"), 2), Verdict::NoWin);
    }
}

#[test]
fn a_defender_without_legal_moves_does_not_lose() {
    // Red's own beam hits the Pharaoh on a8. b7 is occupied and b8 is reserved for Silver, so the Pharaoh has to move to a7.
    // The beam hits it there too.
    assert_eq!(prove("k9/1O8//////4K5 s khet1", 4), Verdict::Win { plies: 2 });
    // No beam hits the Pharaoh on e8. An Obelisk on f7, its last free square, leaves no legal move, which is a draw.
    let enclosed = "3P1kP14/3P1P15/6O3/////4K5 s khet1";
    assert_eq!(prove(enclosed, 2), Verdict::NoWin);
    let mut drawn = enclosed.parse::<Position>().expect("a position");
    drawn.play(drawn.legal_moves().into_iter().find(|mv| mv.to_string() == "g6f7").expect("legal")).expect("legal");
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
}

#[test]
fn zero_plies_and_a_finished_game_give_no_win() {
    assert_eq!(prove("////4k4P3///4K5 s khet1", 0), Verdict::NoWin);
    let mut over = "////4k4P3///4K5 s khet1".parse::<Position>().expect("a position");
    over.play(over.legal_moves().into_iter().find(|mv| mv.to_string() == "e1d1").expect("legal")).expect("legal");
    assert!(!over.pharaohs_stand());
    assert_eq!(Prover::default().shortest_win(&over, 5, 1000), Verdict::NoWin);
}

#[test]
fn a_proof_with_too_few_nodes_is_unknown() {
    let kfen = "x34p32kS2/6p13/4s21P33/1p22P15/1p27P3/5p14/3P36/s22S1K1P12X1 s khet2 1 21";
    let position = kfen.parse::<Position>().expect("a position");
    let mut prover = Prover::default();
    assert_eq!(prover.shortest_win(&position, 9, 1_000_000), Verdict::Win { plies: 5 });
    let needed = prover.nodes();
    assert!(needed > 100, "{needed}");
    assert_eq!(prover.shortest_win(&position, 9, needed - 1), Verdict::Unknown);
    assert_eq!(prover.nodes(), needed - 1);
    assert_eq!(prover.shortest_win(&position, 9, needed), Verdict::Win { plies: 5 }, "earlier proofs change nothing");
    assert_eq!(prover.nodes(), needed);
    assert_eq!(Verdict::Win { plies: 5 }.moves(), Some(3));
    assert_eq!(Verdict::Win { plies: 4 }.moves(), Some(2));
    assert_eq!(Verdict::Unknown.moves(), None);
}
