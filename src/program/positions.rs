//! The files of positions that the program holds, by their names.

/// The files of the tactics suite.
pub const TACTICS: [(&str, &str); 6] = [
    ("khet2", include_str!("../../positions/tactics/khet2.txt")),
    ("khet2-eye", include_str!("../../positions/tactics/khet2-eye.txt")),
    ("khet1", include_str!("../../positions/tactics/khet1.txt")),
    ("khet1-eye", include_str!("../../positions/tactics/khet1-eye.txt")),
    ("deflexion", include_str!("../../positions/tactics/deflexion.txt")),
    ("deflexion-eye", include_str!("../../positions/tactics/deflexion-eye.txt")),
];

/// The files of `bench --accuracy`. Each names the search that made it.
pub const ACCURACY: [(&str, &str); 2] = [
    ("khepri-2378792", include_str!("../../positions/accuracy/khepri-2378792.txt")),
    ("khepri-1955006", include_str!("../../positions/accuracy/khepri-1955006.txt")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_lab::openings::walk::Arrangement;
    use khepri_lab::puzzles;
    use khepri_rules::Kind;
    use std::collections::HashSet;

    #[test]
    fn the_suite_has_300_distinct_positions_of_all_rule_sets() {
        let mut seen = HashSet::new();
        for (name, text) in TACTICS {
            let cases = puzzles::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
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
}
