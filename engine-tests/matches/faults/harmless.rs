//! Unusual behaviour that is not a fault.

use super::{Match, NORMAL};

#[test]
fn unusual_behaviour_is_no_fault() {
    for bad in [
        "--odd-lines --at 0",
        "--chatter 5000 --at 0",
        "--slow-start 300",
        "--slow-quit 300",
        // The engine would take ten minutes to quit, and is killed.
        "--slow-quit 600000",
    ] {
        Match { bad, ..Match::default() }.ends(&[NORMAL; 2]);
    }
}

#[test]
fn a_flood_on_stderr_is_written_to_its_file() {
    let words = "depth=1 stderr={folder}/errors";
    let finished = Match { bad: "--stderr-flood --at 0", bad_words: words, ..Match::default() }.ends(&[NORMAL; 2]);
    assert!(finished.read("errors").len() >= 10 << 20);
    Match { bad: "--stderr-flood --at 0", ..Match::default() }.ends(&[NORMAL]);
}

#[test]
fn options_that_an_engine_does_not_offer_are_sent_with_a_warning() {
    let words = "depth=1 option.Contempt=5 option.Hash=2 option.Clear=";
    let finished = Match { bad_words: words, ..Match::default() }.ends(&[NORMAL; 2]);
    let received = finished.read("Bad");
    let options: Vec<&str> = received.lines().filter(|line| line.starts_with("setoption")).collect();
    let expected = ["setoption name Contempt value 5", "setoption name Hash value 2", "setoption name Clear"];
    assert_eq!(options, expected, "each option is sent once and in order to the process of both games");
    assert_eq!(finished.errors.matches("khepri: match: Bad offers no option Contempt\n").count(), 1);
    assert!(!finished.errors.contains("Hash"), "{}", finished.errors);
}

#[test]
fn values_that_an_engine_does_not_offer_are_sent_with_one_warning_each() {
    let outside = [
        ("Hash=0", "expected a whole number from 1 to 65536, found `0`"),
        ("Threads=2.5", "expected a whole number from 1 to 512, found `2.5`"),
        ("Move Overhead=", "expected a whole number from 0 to 10000, found nothing"),
        ("Ponder=1", "expected true or false, found `1`"),
        ("UCI_Variant=chess", "expected one of `khet2`, `khet1`, `deflexion`, found `chess`"),
        ("Clear Table=true", "expected no value, found `true`"),
    ];
    let inside = [
        "hash=65536",
        "Threads=1",
        "Ponder=TRUE",
        "Style=default",
        "style=solid PLAY",
        "Book File=a b",
        "Clear Table=",
    ];
    let outside_words: String = outside.iter().map(|(option, _)| format!(" 'option.{option}'")).collect();
    let inside_words: String = inside.iter().map(|option| format!(" 'option.{option}'")).collect();
    for (words, warned) in [(outside_words, &outside[..]), (inside_words, &[])] {
        // The process of the second game gets the options again.
        let words = format!("depth=1 restart=on{words}");
        let finished = Match { bad_words: &words, ..Match::default() }.ends(&[NORMAL; 2]);
        for (option, expected) in warned {
            let (name, value) = option.split_once('=').expect("a value");
            let line = format!("khepri: match: Bad: option {name}: {expected}\n");
            assert_eq!(finished.errors.matches(&line).count(), 1, "{}", finished.errors);
            assert_eq!(finished.read("Bad").matches(&format!("setoption name {name}")).count(), 2, "{value} is sent");
        }
        assert_eq!(finished.errors.matches(": option ").count(), warned.len(), "{}", finished.errors);
    }
}

#[test]
fn an_engine_can_be_restarted_for_each_game() {
    let finished = Match { bad_words: "depth=1 restart=on option.Hash=2", ..Match::default() }.ends(&[NORMAL; 2]);
    assert_eq!(finished.read("Bad").matches("setoption name Hash value 2").count(), 2);
}
