//! Games that end without a fault, by the rules of the game or of the match.

use super::{Finished, Match, NORMAL, drawn, lost, won};

/// Silver hits Red's Pharaoh with the move i4j5.
const SILVER_HITS_RED: &str = "4K5///4k5/8P31/// s khet1";
/// Silver hits its own Pharaoh with the move i4j5.
const SILVER_HITS_SILVER: &str = "4k5///4K5/8P31/// s khet1";
/// Red can occupy the last free square beside Silver's Pharaoh, which is Silver's only piece.
const LAST_SQUARE: &str = "///4k5///1op27/1K1o6 r khet1";
/// Moves to and fro that hit nothing, for Silver and for Red.
const SHUFFLE: &str = "h2g2 g2h2 h2g2 g2h2 h2g2 g2h2 / c7d7 d7c7 c7d7 d7c7 c7d7 d7c7";

/// Returns a match in which both engines play these moves.
fn scripted<'a>(script: &'a [&'a str], openings: &'a str, arguments: &'a [&'a str]) -> Match<'a> {
    Match { bad: script, good: script, openings, arguments, ..Match::default() }
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw_at_once() {
    let script = ["--moves", SHUFFLE];
    let shuffled = scripted(&script, "khet2 classic", &["--max-plies", "12"]);
    shuffled.ends(&[drawn("threefold repetition", 8); 2]);
    // Positions of the opening count too.
    let opening = "khet2 classic moves h2g2 c7d7 g2h2 d7c7";
    let script = ["--moves", "h2g2 g2h2 / c7d7 d7c7"];
    scripted(&script, opening, &["--max-plies", "12"]).ends(&[drawn("threefold repetition", 8); 2]);
}

#[test]
fn a_hit_on_the_opponents_pharaoh_wins() {
    let script = ["--moves", "i4j5"];
    scripted(&script, SILVER_HITS_RED, &[]).ends(&[won("pharaoh hit", 1), lost("pharaoh hit", 1)]);
}

#[test]
fn a_hit_on_the_own_pharaoh_loses() {
    let script = ["--moves", "i4j5"];
    scripted(&script, SILVER_HITS_SILVER, &[]).ends(&[lost("pharaoh hit", 1), won("pharaoh hit", 1)]);
}

#[test]
fn a_hit_has_precedence_over_the_rules_of_the_match() {
    let script = ["--moves", "i4j5", "--resigning-score", "-900"];
    let arguments = ["--max-plies", "1", "--draw", "plies=1", "--resign", "moves=1", "score=1"];
    scripted(&script, SILVER_HITS_RED, &arguments).ends(&[won("pharaoh hit", 1), lost("pharaoh hit", 1)]);
}

#[test]
fn a_player_without_a_legal_move_draws() {
    let script = ["--moves", "d1c1"];
    scripted(&script, LAST_SQUARE, &[]).ends(&[drawn("no legal move", 1); 2]);
}

#[test]
fn games_without_a_capture_are_drawn() {
    let script = ["--moves", SHUFFLE];
    scripted(&script, "khet2 classic", &["--draw", "plies=5"]).ends(&[drawn("no capture", 5); 2]);
    // The counter of the opening counts too.
    let kfen = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 3 9";
    scripted(&script, kfen, &["--draw", "plies=5"]).ends(&[drawn("no capture", 2); 2]);
}

#[test]
fn draw_plies_is_sent_as_an_option_unless_the_user_sets_it() {
    let received = |arguments: &[&str], words: &[&str]| {
        let finished = Match { arguments, bad_words: words, ..Match::default() }.play(2);
        ["Bad", "Good"].map(|name| {
            let received = finished.received(name);
            let is_option = |line: &&str| line.to_lowercase().contains("draw plies");
            let lines = received.lines().filter(is_option).map(str::to_owned);
            lines.collect::<Vec<String>>()
        })
    };
    let nothing = [Vec::<String>::new(), Vec::new()];
    let set = |plies: u32| vec![format!("setoption name Draw Plies value {plies}")];
    assert_eq!(received(&["--max-plies", "2", "--draw", "plies=150"], &["depth=1"]), [set(150), set(150)]);
    let own = ["depth=1", "option.draw plies=7"];
    let as_written = vec!["setoption name draw plies value 7".to_owned()];
    assert_eq!(received(&["--max-plies", "2", "--draw", "plies=150"], &own), [as_written, set(150)]);
    assert_eq!(received(&["--max-plies", "2"], &["depth=1"]), nothing);
    // The value exceeds the maximum of the option.
    assert_eq!(received(&["--max-plies", "2", "--draw", "plies=1001"], &["depth=1"]), nothing);
}

#[test]
fn long_games_are_drawn() {
    // The three plies of the opening count.
    let opening = "khet2 classic moves h2g2 c7d7 g2h2";
    Match { openings: opening, arguments: &["--max-plies", "6"], ..Match::default() }.ends(&[NORMAL, NORMAL]);
    Match { arguments: &["--max-plies", "1"], ..Match::default() }.ends(&[drawn("max plies", 1); 2]);
}

/// Plays a match in which `Bad` resigns after these numbers of plies. `Good` scores its positions as won.
fn resigns(bad: &[&str], after: [u64; 2]) -> Finished {
    let arguments = ["--max-plies", "20", "--resign", "moves=3", "score=800"];
    let good = ["--resigning-score", "900"];
    let match_ = Match { bad, good: &good, arguments: &arguments, ..Match::default() };
    match_.ends(&after.map(|plies| lost("resignation", plies)))
}

#[test]
fn an_engine_resigns_after_consecutive_losing_scores() {
    let finished = resigns(&["--resigning-score", "-800"], [5, 6]);
    assert_eq!(finished.records[0]["moves"][4]["score"], "-8.00");
    resigns(&["--mate-score", "-2"], [5, 6]);
}

#[test]
fn a_better_score_restarts_the_count_of_losing_scores() {
    resigns(&["--score-list", "-900 -900 -799 -900 m-4 -900"], [11, 12]);
}

#[test]
fn an_engine_does_not_resign_with_a_small_loss_or_a_win() {
    let arguments = ["--max-plies", "6", "--resign", "moves=1", "score=800"];
    for flags in [["--resigning-score", "-799"], ["--resigning-score", "9999"], ["--mate-score", "2"]] {
        Match { bad: &flags, arguments: &arguments, ..Match::default() }.ends(&[NORMAL, NORMAL]);
    }
}

#[test]
fn with_twosided_the_opponent_has_to_score_a_win() {
    // `Bad` scores a loss from its first move on, `Good` a win from its second.
    let arguments = ["--max-plies", "20", "--resign", "movecount=2", "score=800", "twosided=true"];
    let good = ["--score-list", "0 800"];
    let match_ = Match { bad: &["--resigning-score", "-900"], good: &good, arguments: &arguments, ..Match::default() };
    match_.ends(&[lost("resignation", 6), lost("resignation", 5)]);
    let good = ["--resigning-score", "799"];
    let arguments = ["--max-plies", "6", "--resign", "moves=1", "score=800", "twosided=true"];
    let match_ = Match { bad: &["--resigning-score", "-900"], good: &good, arguments: &arguments, ..Match::default() };
    match_.ends(&[NORMAL, NORMAL]);
}

#[test]
fn scores_near_zero_make_a_draw() {
    let bad = ["--score-list", "10 -31 -30 30"];
    let good = ["--resigning-score", "30"];
    let drawn_after = |words: &[&str], after: [u64; 2]| {
        let arguments = [&["--max-plies", "20", "--draw"], words].concat();
        let match_ = Match { bad: &bad, good: &good, arguments: &arguments, ..Match::default() };
        match_.ends(&after.map(|plies| drawn("draw by score", plies)));
    };
    // The second move of `Bad` restarts its count: it is the third ply of the first game and the fourth of the other.
    drawn_after(&["movecount=2", "score=30"], [7, 8]);
    drawn_after(&["movenumber=5", "movecount=2", "score=30"], [10, 10]);
    drawn_after(&["plies=1000", "movecount=1", "score=31"], [2, 2]);
    let arguments = ["--max-plies", "6", "--draw", "movecount=1", "score=29"];
    let match_ = Match { bad: &bad, good: &good, arguments: &arguments, ..Match::default() };
    match_.ends(&[NORMAL, NORMAL]);
}
