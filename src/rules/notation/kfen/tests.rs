//! Tests that the reader accepts valid texts and reports each fault, and that the writer reproduces the texts.

use super::super::repository_file;
use super::*;
use std::io::{BufRead, BufReader};

const CLASSIC: &str = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1";

fn piece(colour: Colour, kind: Kind, digit: u8) -> Option<Piece> {
    Orientation::from_digit(digit).map(|orientation| Piece::new(colour, kind, orientation))
}

fn at(setup: &Setup, square: Square) -> Option<Piece> {
    setup.squares[square.index()]
}

fn message(text: &str) -> String {
    match read(text) {
        Ok(_) => format!("{text} was read"),
        Err(rejection) => rejection.to_string(),
    }
}

#[test]
fn a_digit_is_the_orientation_of_a_piece_that_rotates_or_else_a_run() {
    use Colour::{Red, Silver};
    let setup = read(CLASSIC).expect("the classic set-up");
    // Rank 5 is `p11P31s1s21p21P4`: p1, a run of 1, P3, a run of 1, s1, s2, a run of 1, p2, a run of 1, P4.
    let rank = [
        (Square::A5, piece(Red, Kind::Pyramid, 1)),
        (Square::B5, None),
        (Square::C5, piece(Silver, Kind::Pyramid, 3)),
        (Square::D5, None),
        (Square::E5, piece(Red, Kind::Scarab, 1)),
        (Square::F5, piece(Red, Kind::Scarab, 2)),
        (Square::G5, None),
        (Square::H5, piece(Red, Kind::Pyramid, 2)),
        (Square::I5, None),
        (Square::J5, piece(Silver, Kind::Pyramid, 4)),
    ];
    for (square, expected) in rank {
        assert_eq!(at(&setup, square), expected, "{square}");
    }
    assert_eq!(at(&setup, Square::A8), piece(Red, Kind::Sphinx, 3));
    assert_eq!(at(&setup, Square::J1), piece(Silver, Kind::Sphinx, 1));
    assert_eq!(at(&setup, Square::F8), piece(Red, Kind::Pharaoh, 1));
    assert_eq!(setup.pieces().count(), 26);
}

#[test]
fn obelisks_stacks_and_pharaohs_are_followed_by_runs_only() {
    let setup = read("k1o1t1o3///////9K r khet1 12 34").expect("a position");
    let red = |kind| piece(Colour::Red, kind, 1);
    assert_eq!(at(&setup, Square::A8), red(Kind::Pharaoh));
    assert_eq!(at(&setup, Square::C8), red(Kind::Obelisk));
    assert_eq!(at(&setup, Square::E8), red(Kind::Stack));
    assert_eq!(at(&setup, Square::G8), red(Kind::Obelisk));
    assert_eq!(at(&setup, Square::J1), piece(Colour::Silver, Kind::Pharaoh, 1));
    assert_eq!(setup.pieces().count(), 5);
    assert_eq!((setup.side_to_move, setup.rule_set), (Colour::Red, RuleSet::Khet1));
    assert_eq!((setup.plies_since_capture, setup.move_number), (12, 34));
}

#[test]
fn all_spellings_are_read_and_the_canonical_one_is_written() {
    for (text, canonical) in [
        // Missing fields are `khet2 0 1`, whichever player is to move.
        ("x34k4///////4K4X1 s", "x34k4///////4K4X1 s khet2 0 1"),
        ("x34k4///////4K4X1 r", "x34k4///////4K4X1 r khet2 0 1"),
        ("5k4///////4K5 s deflexion", "5k4///////4K5 s deflexion 0 1"),
        // Khet2-AI writes the sides as digits.
        ("x34k4///////4K4X1 0", "x34k4///////4K4X1 s khet2 0 1"),
        ("x34k4///////4K4X1 1", "x34k4///////4K4X1 r khet2 0 1"),
        // Runs add up, and a rank without characters is ten empty squares.
        ("x3211k1111/91/55/19/1111111111///13K31X1 s", "x34k4///////4K4X1 s khet2 0 1"),
        // A Scarab or Eye looks the same after half a turn.
        ("x34k4/2s37//2E47///2S4e36/4K4X1 s", "x34k4/2s17//2E27///2S2e16/4K4X1 s khet2 0 1"),
        // Blanks surround the fields.
        ("  x34k4///////4K4X1\t s   khet2 4294967295 4294967295 ", "x34k4///////4K4X1 s khet2 4294967295 4294967295"),
    ] {
        assert_eq!(read(text).map(|setup| write(&setup)), Ok(canonical.to_owned()), "{text}");
    }
}

#[test]
fn fields() {
    const BOARD: &str = "x34k4///////4K4X1";
    let with = |rest: &str| message(&format!("{BOARD}{rest}"));
    assert_eq!(message(""), "board, column 1: missing: expected 2, 3 or 5 fields, found none");
    assert_eq!(message("  "), "board, column 3: missing: expected 2, 3 or 5 fields, found none");
    assert_eq!(with(""), "side, column 18: missing: expected 2, 3 or 5 fields, found 1");
    assert_eq!(with(" s khet2 0"), "move number, column 28: missing: expected 2, 3 or 5 fields, found 4");
    assert_eq!(with(" s khet2 0 1 x"), "line, column 31: expected 2, 3 or 5 fields, found 6");
    assert_eq!(with(" s khet2 0 1 x y z"), "line, column 31: expected 2, 3 or 5 fields, found 8");

    for side in ["S", "R", "w", "2", "00", "sr"] {
        let expected = format!("side, column 19: expected `s` or `r` (or `0`, `1`), found `{side}`");
        assert_eq!(with(&format!(" {side}")), expected);
    }
    for rule_set in ["khet", "Khet2", "khet3", "-"] {
        let expected = format!("rule set, column 21: expected one of khet2, khet1, deflexion, found `{rule_set}`");
        assert_eq!(with(&format!(" s {rule_set}")), expected);
    }
    for number in ["-1", "+1", "01", "00", "1.0", "1e3", "4294967296", "0x1", "-", "99999999999999999999"] {
        let expected = "to 4294967295 without sign or leading zero, found";
        assert_eq!(
            with(&format!(" s khet2 {number} {number}")),
            format!(
                "plies since a capture, column 27: expected 0 {expected} `{number}`; \
                 move number, column {}: expected 1 {expected} `{number}`",
                28 + number.len()
            )
        );
    }
    assert_eq!(
        with(" s khet2 0 0"),
        "move number, column 29: expected 1 to 4294967295 without sign or leading zero, found `0`"
    );
    assert_eq!(
        with(" s khet2 \u{0663} 1"),
        r"plies since a capture, column 27: expected 0 to 4294967295 without sign or leading zero, found `\u{663}`"
    );
}

#[test]
fn letters_digits_and_orientations() {
    const LETTER: &str = "expected a piece (k p s a x o t e), a run 1 to 9 or `/`, found";
    const DIGIT: &str = "expected an orientation 1 to 4 after";
    for (rank, expected) in [
        ("q9", format!("board, column 7: {LETTER} `q`")),
        ("9Q", format!("board, column 8: {LETTER} `Q`")),
        ("\u{e9}9", format!(r"board, column 7: {LETTER} `\u{{e9}}`")),
        ("\u{7}9", format!(r"board, column 7: {LETTER} `\u{{7}}`")),
        ("-9", format!("board, column 7: {LETTER} `-`")),
        ("10", format!("board, column 8: {LETTER} `0`")),
        ("q8q", format!("board, column 7: {LETTER} `q`; board, column 9: {LETTER} `q`")),
        // The digit may be an orientation or a run, so the width of the rank is unknown.
        ("q19", format!("board, column 7: {LETTER} `q`")),
        ("q18", format!("board, column 7: {LETTER} `q`")),
        ("9P", format!("board, column 9: {DIGIT} `P`, found the end of the rank")),
        ("Ap18", format!("board, column 8: {DIGIT} `A`, found `p`")),
        ("s59", format!("board, column 8: {DIGIT} `s`, found `5`")),
        ("e09", format!("board, column 8: {DIGIT} `e`, found `0`")),
        (
            "a\u{ff11}8",
            format!(r"board, column 8: {DIGIT} `a`, found `\u{{ff11}}`; board, column 8: {LETTER} `\u{{ff11}}`"),
        ),
    ] {
        assert_eq!(message(&format!("x34k4/{rank}//////4K4X1 s")), expected, "{rank}");
    }
    // A Sphinx without a digit counts as a Sphinx, but its facing is not checked.
    assert_eq!(
        message("x/4k5//////4K4X1 s"),
        "\
        board, column 1: expected 10 squares on rank 8, found 1; \
        board, column 2: expected an orientation 1 to 4 after `x`, found the end of the rank"
    );
    assert_eq!(message("xp13k4///////4K4X1 s"), "board, column 2: expected an orientation 1 to 4 after `x`, found `p`");
}

#[test]
fn ranks() {
    for (board, expected) in [
        ("x34k5///////4K4X1", "column 1: expected 10 squares on rank 8, found 11"),
        ("x34k4/9//////4K4X1", "column 7: expected 10 squares on rank 7, found 9"),
        ("x34k4///////4K3X1", "column 13: expected 10 squares on rank 1, found 9"),
        (
            "x34k4/s59991//////4K4X1",
            "column 7: expected 10 squares on rank 7, found at least 29; \
            board, column 8: expected an orientation 1 to 4 after `s`, found `5`",
        ),
        ("x34k4//////4K4X1", "column 1: expected 8 ranks, found 7"),
        ("x34k4////////4K4X1", "column 1: expected 8 ranks, found 9"),
        ("x34k4///////4K4X1/", "column 1: expected 8 ranks, found 9"),
        // Pieces beyond the edge count as present, although they are on no square.
        (
            "9xx35k///////4K4X1",
            "column 1: expected 10 squares on rank 8, found 17; \
            board, column 3: expected an orientation 1 to 4 after `x`, found `x`",
        ),
        ("////////x34k4/4K4X1", "column 1: expected 8 ranks, found 10"),
    ] {
        assert_eq!(message(&format!("{board} s")), format!("board, {expected}"), "{board}");
    }
}

#[test]
fn positions_that_the_rule_set_forbids_are_refused() {
    for (text, expected) in [
        ("x39///////4K4X1 s", "column 1: red has 0 Pharaohs, expected exactly 1"),
        ("x34k4///////9X1 s", "column 1: silver has 0 Pharaohs, expected exactly 1"),
        ("  x34k4///////3KK4X1 s", "column 3: silver has 2 Pharaohs, expected exactly 1"),
        ("5k4///////4K4X1 s", "column 1: red has no Sphinx, expected one on a8"),
        ("x34k4///////4K5 s", "column 1: silver has no Sphinx, expected one on j1"),
        ("1x33k4///////4K4X1 s", "column 2: red Sphinx on b8, expected on a8"),
        ("x34k4///////4K3X11 s", "column 16: silver Sphinx on i1, expected on j1"),
        ("x14k4///////4K4X1 s", "column 1: red Sphinx on a8 faces the frame, expected south (3) or east (2)"),
        ("x34k4///////4K4X2 s", "column 16: silver Sphinx on j1 faces the frame, expected north (1) or west (4)"),
        ("x34k4/4o5//////4K4X1 s", "column 8: Obelisk on e7: khet2 does not have this piece"),
        ("x34k4/4T5//////4K4X1 s", "column 8: stacked Obelisks on e7: khet2 does not have this piece"),
        ("5k4/4a15//////4K5 s khet1", "column 6: Anubis on e7: khet1 does not have this piece"),
        ("5k4///////4K4X1 s khet1", "column 14: Sphinx on j1: khet1 does not have this piece"),
        ("5k4/4t5//////4K5 s deflexion", "column 6: stacked Obelisks on e7: deflexion does not have this piece"),
        ("5k4/p1p1p1p1p1p1p1p12//////4K5 s khet1", "column 1: red has 8 Pyramids, expected at most 7"),
        ("5k4/1S1S1S16//////4K5 s khet1", "column 1: silver has 3 Scarabs, expected at most 2"),
        ("5k4/1E1E1E16//////4K5 s khet1", "column 1: silver has 3 Eyes, expected at most 2"),
        ("5k4/1E1E1S1S15//////4K5 s khet1", "column 1: silver has 4 Scarabs and Eyes together, expected at most 3"),
        ("x34k4/1a1a1a16//////4K4X1 s", "column 1: red has 3 Anubis, expected at most 2"),
        ("5k4/1tto6//////4K5 s khet1", "column 1: red has 5 Obelisks, expected at most 4"),
        ("5k4/1ooo6//////4K5 s deflexion", "column 1: red has 3 Obelisks, expected at most 2"),
        ("x34k4/K9//////9X1 s", "column 7: silver Pharaoh on a7, which is reserved for red"),
        ("x34k4/9s1//////4K4X1 s", "column 8: red Scarab on j7, which is reserved for silver"),
        ("5k4///////1e12K5 s khet1", "column 12: red Eye of Horus on b1, which is reserved for silver"),
    ] {
        assert_eq!(message(text), format!("board, {expected}"), "{text}");
    }
    // `deflexion` reserves only two files, and a swap can put the displaced piece on any square.
    for text in ["5k4///////1e12K5 s deflexion", "o4k4/P19/O9////o9/p11o1K4o s khet1", "x34k3a1/A29//////4K4X1 s"] {
        assert_eq!(read(text).map(drop), Ok(()), "{text}");
    }
}

#[test]
fn all_reasons_are_given_in_the_order_of_their_columns() {
    assert_eq!(
        message("x34k4/q9/o9//9K//K9/4K4X1 w khet3 -1 0"),
        "board, column 1: silver has 3 Pharaohs, expected exactly 1; \
         board, column 7: expected a piece (k p s a x o t e), a run 1 to 9 or `/`, found `q`; \
         board, column 18: silver Pharaoh on a2, which is reserved for red; \
         side, column 27: expected `s` or `r` (or `0`, `1`), found `w`; \
         rule set, column 29: expected one of khet2, khet1, deflexion, found `khet3`; \
         plies since a capture, column 35: expected 0 to 4294967295 without sign or leading zero, found `-1`; \
         move number, column 38: expected 1 to 4294967295 without sign or leading zero, found `0`"
    );
    let fields: Vec<Field> = match read("x34k4///////9 s khet2 0") {
        Err(rejection) => rejection.reasons().iter().map(|reason| reason.field).collect(),
        Ok(_) => Vec::new(),
    };
    assert_eq!(fields, [Field::Board, Field::Board, Field::Board, Field::MoveNumber]);
}

#[test]
fn megabytes_of_nonsense_are_refused_on_one_short_printable_line() {
    let megabyte = 1 << 20;
    for (unit, count) in [
        ("", 0),
        ("/", megabyte),
        ("9", megabyte),
        ("0", megabyte),
        ("p", megabyte),
        ("K", megabyte),
        ("p5", megabyte / 2),
        ("a ", megabyte / 2),
        (" ", megabyte),
        ("\u{0}", megabyte),
        ("\u{10ffff}", megabyte / 4),
        ("\u{fffd}/\r\n", megabyte / 6),
        (CLASSIC, 10_000),
    ] {
        for prefix in ["", "x34k4///////4K4X1 ", "x34k4///////4K4X1 s ", "x34k4///////4K4X1 s khet2 "] {
            let text = prefix.to_owned() + &unit.repeat(count);
            // A KFEN may end after its side or rule set, so blanks there are valid.
            let Err(rejection) = read(&text) else {
                assert!(text.trim_end().ends_with(['s', '2']), "{prefix}{unit}");
                continue;
            };
            let line = rejection.to_string();
            assert!(line.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' '), "{prefix}{unit}: {line}");
            assert!(line.len() < 2500, "{prefix}{unit}: {line}");
            assert!((1..=LISTED).contains(&rejection.reasons().len()));
        }
    }
    let Err(rejection) = read(&format!("{} s", "q".repeat(30))) else { panic!("no position") };
    // One reason for each letter, one for the number of ranks, one for the width of the rank, and four for the missing
    // Pharaohs and Sphinxes.
    assert_eq!(rejection.reasons().len() + rejection.unlisted(), 30 + 1 + 1 + 4);
    assert!(rejection.to_string().ends_with("; and 20 more"));
}

/// Returns a text of the repository, or `None` in a package of its own.
fn repository_text(path: &str) -> Option<String> {
    repository_file(path).map(|file| std::fs::read_to_string(file).expect("a file of the repository"))
}

/// Returns the lines of the reference corpus: a position, and the positions and results after its moves. Outside the repository
/// there are none.
fn corpus() -> impl Iterator<Item = serde_json::Value> {
    let file = repository_file("positions/reference/corpus.jsonl.gz");
    let file = file.map(|file| std::fs::File::open(file).expect("the corpus is in the repository"));
    file.into_iter()
        .flat_map(|file| BufReader::new(flate2::read::GzDecoder::new(file)).lines())
        .map(|line| serde_json::from_str(&line.expect("gzip")).expect("JSON"))
}

#[test]
fn the_reference_corpus_reads_and_writes_back_byte_for_byte() {
    let (mut positions, mut finished) = (0, 0);
    for line in corpus() {
        let kfen = line["kfen"].as_str().expect("a string");
        assert_eq!(read(kfen).map(|setup| write(&setup)).as_deref(), Ok(kfen));
        positions += 1;
        for mv in line["moves"].as_array().expect("an array") {
            let (after, result) = (mv["after"].as_str().expect("a string"), mv["result"].as_str().expect("a string"));
            let losers: &[&str] = match result {
                "1-0" => &["red"],
                "0-1" => &["silver"],
                "1/2-1/2" => &["silver", "red"],
                _ => &[],
            };
            match read(after) {
                Ok(setup) => {
                    assert_eq!(write(&setup), after);
                    assert_eq!(result, "*", "{after}");
                }
                Err(rejection) => {
                    let missing = losers.iter().map(|loser| format!("{loser} has 0 Pharaohs, expected exactly 1"));
                    assert!(missing.eq(rejection.reasons().iter().map(|reason| reason.what.to_string())), "{after}");
                    finished += 1;
                }
            }
        }
    }
    if repository_file("positions").is_some() {
        assert_eq!((positions, finished), (580, 787 + 706 + 1));
    }
}

#[test]
fn the_perft_suites_hold_positions_of_their_rule_set() {
    for (rule_set, expected) in [(RuleSet::Khet2, 15), (RuleSet::Khet1, 11), (RuleSet::Deflexion, 9)] {
        let Some(suite) = repository_text(&format!("positions/perft/{}.perft", rule_set.name())) else { return };
        let lines = suite.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let kfens: Vec<&str> = lines.filter_map(|line| line.split(" ;").next()).collect();
        assert_eq!(kfens.len(), expected);
        for kfen in kfens {
            let setup = read(kfen).expect("a position");
            assert_eq!(write(&setup), kfen);
            assert_eq!(setup.rule_set, rule_set, "{kfen}");
        }
    }
}

#[test]
fn the_positions_of_the_documentation_are_canonical_and_its_error_message_is_correct() {
    let Some(notation) = repository_text("docs/notation.md") else { return };
    let rules = repository_text("docs/rules.md").expect("a page");
    let fenced = notation.split("```kfen\n").skip(1).chain(rules.split("```kfen\n").skip(1));
    let kfens: Vec<&str> = fenced.filter_map(|text| text.lines().next()).collect();
    assert_eq!(kfens.len(), 8);
    for kfen in kfens {
        assert_eq!(read(kfen).map(|setup| write(&setup)).as_deref(), Ok(kfen));
    }
    assert!(notation.contains(&format!("\n{}\n", message("x34k4///////4K3X1 w khet3"))));
}

#[test]
fn a_position_after_half_a_turn_with_colours_exchanged_is_a_position() {
    for line in corpus() {
        let setup = read(line["kfen"].as_str().expect("a string")).expect("a position");
        let mut turned = Setup { side_to_move: setup.side_to_move.other(), ..setup.clone() };
        for square in Square::ALL {
            turned.squares[square.half_turn().index()] = at(&setup, square).map(Piece::half_turn);
        }
        assert_eq!(read(&write(&turned)), Ok(turned));
    }
}

#[test]
fn a_text_with_one_wrong_character_is_refused_or_read_as_a_valid_position() {
    let spoilers = ['0', '1', '4', '9', '/', ' ', 'k', 'P', 'x', 't', 'q', '-', '\u{0}', '\u{e9}', '\u{1f4a5}'];
    for line in corpus().step_by(10) {
        let kfen = line["kfen"].as_str().expect("a string");
        for (index, character) in kfen.char_indices() {
            let (before, after) = (&kfen[..index], &kfen[index + character.len_utf8()..]);
            let mut spoilt = vec![format!("{before}{after}")];
            for spoiler in spoilers {
                spoilt.push(format!("{before}{spoiler}{after}"));
                spoilt.push(format!("{before}{spoiler}{character}{after}"));
            }
            for text in spoilt {
                match read(&text) {
                    Ok(setup) => {
                        assert!(setup.faults().is_empty(), "{text}");
                        assert_eq!(read(&write(&setup)), Ok(setup), "{text}");
                    }
                    Err(rejection) => {
                        let end = text.chars().count() + 1;
                        assert!(!rejection.reasons().is_empty(), "{text}");
                        assert!(rejection.reasons().is_sorted_by_key(|reason| reason.column), "{text}");
                        assert!(rejection.reasons().iter().all(|reason| (1..=end).contains(&reason.column)), "{text}");
                    }
                }
            }
        }
    }
}
