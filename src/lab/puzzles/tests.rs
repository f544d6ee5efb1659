//! Tests of the reader of the suite.

use super::*;
use khepri_rules::RuleSet;

const LINE: &str = "////4k4P3///4K5 s khet1 0 1";

#[test]
fn lines_are_read_and_written_back_unchanged() {
    let text = format!("# a comment\r\n\n{LINE} ; mate 1\n  {LINE};mate 5  \n");
    let cases = read(&text).expect("a suite");
    let found: Vec<_> = cases.iter().map(|case| (case.line, case.moves, case.position.rule_set())).collect();
    assert_eq!(found, [(3, 1, RuleSet::Khet1), (4, 5, RuleSet::Khet1)]);
    assert_eq!(cases[0].to_string(), format!("{LINE} ; mate 1"));
}

#[test]
fn the_error_of_a_bad_line_has_its_number() {
    for (bad, named) in [
        (LINE.to_owned(), "; mate N"),
        (format!("{LINE} ;"), "mate 1"),
        (format!("{LINE} ; mate"), "mate 1"),
        (format!("{LINE} ; mate 0"), "mate 0"),
        (format!("{LINE} ; mate 6"), "mate 6"),
        (format!("{LINE} ; mate -1"), "mate -1"),
        (format!("{LINE} ; mate one"), "mate one"),
        (format!("{LINE} ; mate 1 ; mate 2"), "mate 1 ; mate 2"),
        (format!("{LINE} ; cp 30"), "cp 30"),
        ("8 s ; mate 1".to_owned(), "8"),
    ] {
        let error = read(&format!("# a comment\n{LINE} ; mate 1\n{bad}\n")).expect_err(&bad);
        assert_eq!(error.line, 3, "{bad}");
        assert!(error.fault.to_string().contains(named), "{bad}: {error}");
    }
}
