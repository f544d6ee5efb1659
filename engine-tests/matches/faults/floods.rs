//! Engines that print more than the limits of a match allow.

use super::{Match, NORMAL, lost};

/// Checks that `Bad` loses only the first game, with this termination, and returns the recorded detail.
fn first_game_ends(flag: &str, good: &[&str], termination: &'static str, plies: u64) -> String {
    let bad = [flag, "--once", "{folder}/once"];
    let finished = Match { bad: &bad, good, ..Match::default() }.ends(&[lost(termination, plies), NORMAL, NORMAL]);
    finished.records[0]["detail"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn endless_lines_are_a_flood() {
    let detail = first_game_ends("--flood", &[], "output flood", 2);
    assert_eq!(detail, "more than 16 MiB since the last command");
}

#[test]
fn an_endless_line_is_a_flood() {
    let detail = first_game_ends("--flood-line", &[], "output flood", 2);
    assert_eq!(detail, "a line longer than 1 MiB");
}

#[test]
fn endless_lines_after_the_time_is_up_are_a_flood() {
    let bad = ["--flood", "--once", "{folder}/once"];
    let arguments = ["--margin", "500", "--max-plies", "6"];
    let flood = Match { bad: &bad, bad_words: &["st=0.01"], arguments: &arguments, ..Match::default() };
    flood.ends(&[lost("output flood", 2), NORMAL]);
}

#[test]
fn endless_lines_while_the_opponent_thinks_are_a_flood() {
    // On a busy machine the flood may pause while the runner sends a `go`. A game has nineteen of them.
    let (bad, good) = (["--flood-idle", "--at", "0"], ["--sleep", "50"]);
    let games = Match { bad: &bad, good: &good, arguments: &["--max-plies", "40"], ..Match::default() };
    for (record, result) in games.play(2).records.iter().zip(["0-1", "1-0"]) {
        assert_eq!(record["termination"], "output flood", "{record}");
        assert_eq!(record["result"], result, "{record}");
    }
}

#[test]
fn a_flood_after_the_end_of_a_game_is_no_fault() {
    let bad = ["--flood-idle", "--at", "3"];
    Match { bad: &bad, arguments: &["--max-plies", "6"], ..Match::default() }.ends(&[NORMAL, NORMAL, NORMAL, NORMAL]);
}

#[test]
fn a_flood_at_the_first_go_of_a_game_is_no_fault_if_a_new_process_answers() {
    // The flood may answer the first `go` of the next game or be left over from the last game. So the runner sends the same
    // `go` to a new process.
    let bad = ["--flood", "--at", "1", "--game", "2"];
    Match { bad: &bad, ..Match::default() }.ends(&[NORMAL, NORMAL, NORMAL, NORMAL]);
}

#[test]
fn a_flood_at_every_first_move_loses_every_game() {
    let expected = [lost("output flood", 0), lost("output flood", 1)];
    Match { bad: &["--flood", "--at", "1"], ..Match::default() }.ends(&expected);
}

#[test]
fn a_flood_on_stderr_changes_nothing() {
    Match { bad: &["--stderr-flood", "--at", "0"], ..Match::default() }.ends(&[NORMAL, NORMAL]);
}

#[test]
fn a_flood_on_stderr_is_written_to_its_file() {
    let words = ["depth=1", "stderr={folder}/errors"];
    let finished =
        Match { bad: &["--stderr-flood", "--at", "1"], bad_words: &words, ..Match::default() }.ends(&[NORMAL]);
    let errors = finished.folder.path().join("errors").metadata().expect("a file");
    assert!(errors.len() >= 10 << 20, "{} bytes", errors.len());
}
