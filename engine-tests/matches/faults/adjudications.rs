//! Games that end without a fault, by the rules of the game or of the match.

use super::{Ending, Match, NORMAL, drawn, lost, won};

/// Silver hits Red's Pharaoh with the move i4j5.
const SILVER_HITS_RED: &str = "4K5///4k5/8P31/// s khet1";
/// Silver hits its own Pharaoh with the move i4j5.
const SILVER_HITS_SILVER: &str = "4k5///4K5/8P31/// s khet1";
/// Red can occupy the last free square beside Silver's Pharaoh, which is Silver's only piece.
const LAST_SQUARE: &str = "///4k5///1op27/1K1o6 r khet1";
/// Moves to and fro that hit nothing, for Silver and for Red.
const SHUFFLE: &str = "h2g2 g2h2 h2g2 g2h2 h2g2 g2h2 / c7d7 d7c7 c7d7 d7c7 c7d7 d7c7";

/// Plays a match in which both engines play these moves.
fn scripted(moves: &str, openings: &str, arguments: &str, expected: [Ending; 2]) {
    let script = format!("--moves '{moves}' --scores -900");
    Match { bad: &script, good: &script, openings, arguments, ..Match::default() }.ends(&expected);
}

#[test]
fn the_rules_end_a_game_at_once() {
    scripted(SHUFFLE, "khet2 classic", "--max-plies 12", [drawn("threefold repetition", 8); 2]);
    // Positions of the opening count too.
    let opening = "khet2 classic moves h2g2 c7d7 g2h2 d7c7";
    scripted("h2g2 g2h2 / c7d7 d7c7", opening, "--max-plies 12", [drawn("threefold repetition", 8); 2]);
    scripted("d1c1", LAST_SQUARE, "", [drawn("no legal move", 1); 2]);
    let own_hit = [lost("pharaoh hit", 1), won("pharaoh hit", 1)];
    scripted("i4j5", SILVER_HITS_SILVER, "", own_hit);
    // A hit has precedence over the rules of the match.
    let arguments = "--max-plies 1 --draw plies=1 --resign moves=1 score=1";
    scripted("i4j5", SILVER_HITS_RED, arguments, [won("pharaoh hit", 1), lost("pharaoh hit", 1)]);
}

#[test]
fn games_without_a_capture_and_long_games_are_drawn() {
    scripted(SHUFFLE, "khet2 classic", "--draw plies=5", [drawn("no capture", 5); 2]);
    // The counter of the opening counts too.
    let kfen = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 3 9";
    scripted(SHUFFLE, kfen, "--draw plies=5", [drawn("no capture", 2); 2]);
    // The plies of the opening count too.
    scripted("", "khet2 classic moves h2g2 c7d7 g2h2", "--max-plies 6", [NORMAL; 2]);
    scripted("", "khet2 classic", "--max-plies 1", [drawn("max plies", 1); 2]);
}

#[test]
fn draw_plies_is_sent_as_an_option_unless_the_user_sets_it() {
    let received = |arguments: &str, bad_words: &str| {
        let finished = Match { arguments, bad_words, ..Match::default() }.play(1);
        ["Bad", "Good"].map(|name| {
            let received = finished.read(name);
            let is_option = |line: &&str| line.to_lowercase().contains("draw plies");
            received.lines().filter(is_option).map(str::to_owned).collect::<Vec<_>>()
        })
    };
    let nothing = || [Vec::<String>::new(), Vec::new()];
    let set = vec!["setoption name Draw Plies value 150".to_owned()];
    assert_eq!(received("--max-plies 2 --draw plies=150", "depth=1"), [set.clone(), set.clone()]);
    let as_written = vec!["setoption name draw plies value 7".to_owned()];
    assert_eq!(received("--max-plies 2 --draw plies=150", "depth=1 'option.draw plies=7'"), [as_written, set]);
    assert_eq!(received("--max-plies 2", "depth=1"), nothing());
    // The value exceeds the maximum of the option.
    assert_eq!(received("--max-plies 2 --draw plies=1001", "depth=1"), nothing());
}

/// Plays a match in which the engines report these scores.
fn scored(scores: [&str; 2], arguments: &str, expected: [Ending; 2]) -> super::Finished {
    let [bad, good] = scores.map(|scores| format!("--scores '{scores}'"));
    Match { bad: &bad, good: &good, arguments, ..Match::default() }.ends(&expected)
}

#[test]
fn an_engine_resigns_after_consecutive_losing_scores() {
    let resign = "--max-plies 20 --resign moves=3 score=800";
    let after = |plies: [u64; 2]| plies.map(|plies| lost("resignation", plies));
    let finished = scored(["-800", "900"], resign, after([5, 6]));
    assert_eq!(finished.records[0]["moves"][4]["score"], "-8.00");
    scored(["-900 -900 -799 -900 m-4 -900", "900"], resign, after([11, 12]));
    // `Bad` scores a loss from its first move on, `Good` a win from its second.
    let two_sided = "--resign movecount=2 score=800 twosided=true";
    scored(["-900", "0 800"], two_sided, after([6, 5]));
    scored(["-900", "799"], &format!("--max-plies 6 {two_sided}"), [NORMAL; 2]);
}

#[test]
fn scores_near_zero_make_a_draw() {
    // The second move of `Bad` restarts its count: it is the third ply of the first game and the fourth of the other.
    let scores = ["10 -31 -30 30", "30"];
    let after = |plies: [u64; 2]| plies.map(|plies| drawn("draw by score", plies));
    scored(scores, "--max-plies 20 --draw movecount=2 score=30", after([7, 8]));
    scored(scores, "--max-plies 20 --draw movenumber=5 movecount=2 score=30", after([10, 10]));
    scored(scores, "--max-plies 6 --draw movecount=1 score=29", [NORMAL; 2]);
}
