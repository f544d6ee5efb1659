//! Tests of reading and writing openings.

use super::super::repository_file;
use super::*;
use crate::Square;

const CLASSIC: &str = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1";
/// Silver's Pharaoh is on e1, Red's on e8. Silver's laser in the frame fires up the j file, Red's down the a file.
const BARE: &str = "4k5///////4K5 s khet1 3 9";

fn read(line: &str) -> Opening {
    line.parse::<Opening>().unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn refusal(line: &str) -> String {
    line.parse::<Opening>().expect_err(line).to_string()
}

#[test]
fn a_named_start_and_a_kfen_give_the_game_after_the_moves() {
    let after = "x33a3ka3p22/3p36/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/6P13/2P4A1KA13X1 s khet2 2 2";
    for start in ["khet2 classic", CLASSIC] {
        let opening = read(&format!("{start} moves h2g2 c7d7"));
        assert_eq!(opening.game().position().to_string(), after);
        assert_eq!(opening.game().keys().len(), 3);
        assert_eq!(opening.start().to_string(), CLASSIC);
        assert_eq!(opening.setup(), Some("classic"));
        let moves: Vec<String> = opening.moves().iter().map(Move::to_string).collect();
        assert_eq!(moves, ["h2g2", "c7d7"]);
        assert_eq!(opening.to_string(), "khet2 classic moves h2g2 c7d7");
    }
}

#[test]
fn the_written_form_is_canonical() {
    for (line, written) in [
        ("khet1 classic", "khet1 classic"),
        ("deflexion imhotep-eye moves", "deflexion imhotep-eye"),
        ("  khet2\tclassic   moves  h2g2\tc7d7 \r", "khet2 classic moves h2g2 c7d7"),
        ("khet2 classic moves f4- a8-", "khet2 classic moves f4+ a8-"),
        ("khet2 classic ; moves h2g2", "khet2 classic"),
        ("khet2 classic moves h2g2 ; -0.12 ; é", "khet2 classic moves h2g2"),
        ("khet2 classic moves h2g2;", "khet2 classic moves h2g2"),
        (BARE, BARE),
        ("22k5///////4K5 1 khet1 ; two fields and a number for the side", "4k5///////4K5 r khet1 0 1"),
        ("4k5///////4K5 s khet1 3 9 moves e1d2", "4k5///////4K5 s khet1 3 9 moves e1d2"),
    ] {
        let opening = read(line);
        assert_eq!(opening.to_string(), written);
        assert_eq!(read(written).to_string(), written);
        assert_eq!(opening.setup().is_some(), !written.contains('/'), "{line}");
    }
}

#[test]
fn a_start_that_only_resembles_a_set_up_has_no_name() {
    for end in ["r khet2 0 1", "s khet2 0 2", "s khet2 1 1"] {
        assert_eq!(read(&CLASSIC.replace("s khet2 0 1", end)).setup(), None, "{end}");
    }
}

#[test]
fn a_line_that_is_wrong_is_refused_with_the_place() {
    for (line, message) in [
        ("", "column 1: expected a KFEN or one of khet2, khet1, deflexion, found nothing"),
        ("; +0.12", "column 1: expected a KFEN or one of khet2, khet1, deflexion, found nothing"),
        (" khet3 classic", "column 2: expected a KFEN or one of khet2, khet1, deflexion, found `khet3`"),
        ("moves h2g2", "column 1: expected a KFEN or one of khet2, khet1, deflexion, found `moves`"),
        ("khet2", "column 6: expected the name of a set-up of khet2, found nothing"),
        ("khet2 moves h2g2", "column 7: expected the name of a set-up of khet2, found nothing"),
        (
            "deflexion  dynasty",
            "column 12: deflexion has no set-up `dynasty`, expected one of classic, imhotep, \
                                classic-eye, imhotep-eye",
        ),
        ("khet2 classic h2g2", "column 15: expected `moves`, `;` or the end of the line, found `h2g2`"),
        ("khet2 classic Moves h2g2", "column 15: expected `moves`, `;` or the end of the line, found `Moves`"),
        (
            "khet2 classic moves h2g2 c7c7",
            "move 2 `c7c7`: column 3: expected a square other than the first, found `c7`",
        ),
        ("khet2 classic moves h2g2 moves", "move 2 `moves`: column 1: expected a file a to j, found `moves`"),
    ] {
        assert_eq!(refusal(line), message);
    }
    for (line, start) in [
        ("  4k5///////4K5 x khet1", "side, column 17: "),
        ("4k5///////4K5 s khet1 3 moves e1d2", "move number, column 25: "),
        ("x34k4///////4K4X1", "side, column 18: "),
        ("khet2 classic moves h2+ h2+", "move 2 `h2+`: "),
        ("khet2 classic moves c7d7", "move 1 `c7d7`: "),
    ] {
        let refusal = refusal(line);
        assert!(refusal.starts_with(start) && !refusal.contains('\n'), "{line}: {refusal}");
    }
}

#[test]
fn a_game_that_is_over_is_no_opening() {
    // Silver's beam runs up the j file, and the Pyramid on j4 turns it to Red's Pharaoh on e4.
    let shot = "////4k4P3///4K5 s khet1";
    assert_eq!(refusal(&format!("{shot} moves e1d1")), "the game is over after move 1");
    assert_eq!(refusal(&format!("{shot} moves e1d1 e4e5")), "move 2 `e4e5`: the game is over");
    assert!(shot.parse::<Opening>().is_ok());
    let mut over = read(shot).game();
    over.push(Move::step(Square::E1, Square::D1)).expect("it is legal");
    assert_eq!(Opening::new(over.position().clone(), []).err(), Some(OpeningError::Over { moves: 0 }));
}

#[test]
fn an_opening_made_of_moves_is_as_strict_as_one_that_is_read() {
    let start = read("khet2 classic").start().clone();
    let moves = |words: &[&str]| -> Vec<Move> { words.iter().map(|word| word.parse().expect(word)).collect() };
    let opening = Opening::new(start.clone(), moves(&["f4-", "c7d7"])).expect("both are legal");
    assert_eq!(opening.to_string(), "khet2 classic moves f4+ c7d7");
    let refused = Opening::new(start, moves(&["h2g2", "h2g2"])).expect_err("the second is not");
    assert!(refused.to_string().starts_with("move 2 `h2g2`: "), "{refused}");
}

#[test]
fn a_text_gives_its_openings_and_names_the_first_bad_line() {
    let text = format!("# openings\r\n\r\nkhet2 classic ; +0.00\r\n  # more\n   \n{BARE} moves e1d2\nkhet1 dynasty");
    let lines: Vec<String> = super::read(text.as_bytes()).expect("a text").iter().map(Opening::to_string).collect();
    assert_eq!(lines, ["khet2 classic".to_owned(), format!("{BARE} moves e1d2"), "khet1 dynasty".to_owned()]);
    assert_eq!(super::read("\n# nothing\n".as_bytes()).map(|openings| openings.len()), Ok(0));
    let error =
        super::read("khet2 classic\r\n\nkhet2 classic moves h2g2 h2g2\nkhet9\n".as_bytes()).expect_err("line 3");
    assert!(error.line == 3 && error.to_string().starts_with("line 3: move 2 `h2g2`: "), "{error}");
}

#[test]
fn the_examples_of_the_notation_are_openings() {
    let Some(page) = repository_file("docs/notation.md") else { return };
    let notation = std::fs::read_to_string(page).expect("a page");
    let section = notation.split_once("\n## Openings\n").and_then(|(_, section)| section.split("\n## ").next());
    let block = section.and_then(|section| section.split("```").nth(1)).and_then(|block| block.strip_prefix("text"));
    let openings = super::read(block.expect("a block").as_bytes()).expect("openings");
    assert_eq!(openings.len(), 2);
}

#[test]
fn no_text_makes_the_reader_panic() {
    let parts = ["khet2", "classic", "moves", "h2g2", ";", "#", "é", "/", "4k5///////4K5", "s", "\0", "\u{a0}", ""];
    for first in parts {
        for second in parts {
            for third in parts {
                for blank in ["", " ", "\t"] {
                    let line = [first, second, third].join(blank);
                    if let Err(error) = line.parse::<Opening>() {
                        assert!(!error.to_string().contains(char::is_control), "{line:?}: {error}");
                    }
                }
            }
        }
    }
}
