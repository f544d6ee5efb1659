//! Tests of the reader and of the files of the suite.

use super::*;
use crate::openings::walk::Arrangement;
use crate::rules::{Kind, RuleSet};
use std::collections::HashSet;

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

#[test]
fn the_suite_has_300_distinct_positions_of_all_rule_sets() {
    let mut seen = HashSet::new();
    for (name, text) in FILES {
        let cases = read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(cases.len(), 50, "{name}");
        assert!(cases.is_sorted_by_key(|case| case.moves), "{name}");
        for moves in 1..=3 {
            assert!(cases.iter().filter(|case| case.moves == moves).count() >= 10, "{name} has 10 of each length");
        }
        let (rule_set, eye) = name.split_once('-').map_or((name, false), |(rule_set, _)| (rule_set, true));
        for case in cases {
            assert_eq!(case.position.rule_set().name(), rule_set, "{case}");
            assert_eq!(case.position.outcome(), None, "{case}");
            // In a game that started with Eyes, they may have been hit.
            assert!(eye || case.position.board().kind(Kind::Eye).is_empty(), "{case}");
            assert!(seen.insert(Arrangement::of(&case.position)), "{case} is there twice");
            assert!(text.lines().any(|line| line == case.to_string()), "{case} is not a line of the file");
        }
    }
}
