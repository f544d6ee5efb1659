//! Tests with games written by hand: the reader, the writer, and the place of each fault.

use super::*;
use crate::{Colour, RuleSet};
use std::io::BufRead;
use std::time::Duration;

const CLASSIC: &str = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1";

/// Silver's Pyramid can move to j5 and turn the beam to the Pharaoh on e5, or move to j4 and turn the beam along rank 4.
const MATE: &str = "4K5///4k5/8P31/// s khet1 3 7";

const FULL: &str = r#"[Event "A match"]
[Site "here"]
[Date "2024.05.06"]
[Round "3"]
[Silver "A \"quoted\" name"]
[Red "back\\slash"]
[Result "*"]
[RuleSet "khet2"]
[SetUp "classic"]
[KFEN "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1"]
[TimeControl "10+0.1"]
[Termination "broken off"]
[PlyCount "3"]
[Opening "2"]

{Before the first move.} 1. h2g2 {+0.35/12 0.103s} c7d7 {book} 2. f4+ {a comment
that is longer than the line and so goes on on the next} *

"#;

fn all(text: impl AsRef<[u8]>) -> Vec<Result<Record, String>> {
    let told = |error: ReadError| error.to_string();
    Reader::new(text.as_ref()).map(|game| game.map_err(told)).collect()
}

fn one(text: impl AsRef<[u8]>) -> Record {
    match all(&text).as_slice() {
        [Ok(record)] => record.clone(),
        games => panic!("{}: {games:?}", String::from_utf8_lossy(text.as_ref())),
    }
}

fn fault(text: impl AsRef<[u8]>) -> String {
    match all(&text).as_slice() {
        [Err(fault)] => fault.clone(),
        games => panic!("{}: {games:?}", String::from_utf8_lossy(text.as_ref())),
    }
}

fn moves(record: &Record) -> Vec<String> {
    record.moves.iter().map(|played| played.mv.to_string()).collect()
}

#[test]
fn a_game_is_read_and_written_byte_for_byte() {
    let record = one(FULL);
    assert_eq!(record.event, "A match");
    assert_eq!((record.silver.as_str(), record.red.as_str()), ("A \"quoted\" name", r"back\slash"));
    assert_eq!((record.result, record.set_up()), (None, Some("classic")));
    assert_eq!(record.start.to_string(), CLASSIC);
    assert_eq!((record.time_control.as_str(), record.termination.as_str()), ("10+0.1", "broken off"));
    assert_eq!(record.other_tags, [("Opening".to_owned(), "2".to_owned())]);
    assert_eq!(record.foreword.text, "Before the first move.");
    assert_eq!(moves(&record), ["h2g2", "c7d7", "f4+"]);
    let comment = Comment {
        evaluation: Some(Evaluation::Centipawns(35)),
        depth: Some(12),
        time: Some(Duration::from_millis(103)),
        ..Comment::default()
    };
    let words = "a comment that is longer than the line and so goes on on the next".to_owned();
    let notes: Vec<&Note> = record.moves.iter().map(|played| &played.note).collect();
    assert_eq!(notes, [&Note::Engine(comment), &Note::Book, &Note::None]);
    assert_eq!(record.moves[2].remark.text, words);
    assert_eq!(write(&record), FULL);
}

#[test]
fn a_record_without_any_information_is_a_game() {
    let start = MATE.parse::<Position>().expect("a position");
    let written = write(&Record::new(start.clone()));
    let expected = format!(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Silver \"?\"]\n[Red \"?\"]\n\
         [Result \"*\"]\n[RuleSet \"khet1\"]\n[SetUp \"-\"]\n[KFEN \"{MATE}\"]\n[TimeControl \"?\"]\n\
         [Termination \"?\"]\n[PlyCount \"0\"]\n\n*\n\n"
    );
    assert_eq!(written, expected);
    assert_eq!(one(&written).start, start);
    assert_eq!(write(&one(&written)), written);
}

#[test]
fn text_that_a_tag_or_a_comment_cannot_hold_is_changed() {
    let mut record = one(FULL);
    record.event = "two\nlines\tand \"\\".to_owned();
    record.foreword = Remark::of("  {braces}\n\n[at the start] ");
    record.other_tags = ["no name", "", "Result", "é", "A", "A"].map(|name| (name.to_owned(), String::new())).to_vec();
    record.moves[0].note = Note::None;
    record.moves[0].remark = Remark::of(" \n ");
    record.moves[1].note = Note::None;
    record.moves[1].remark = Remark::of("-0.5/3");
    let written = write(&record);
    let read = one(&written);
    assert_eq!(write(&read), written);
    assert_eq!((read.event.as_str(), read.foreword.text.as_str()), ("two lines and \"\\", "{braces) [at the start]"));
    assert_eq!(read.other_tags.len(), 2, "two tags called A");
    assert!(read.moves[0].remark.is_empty());
    assert!(written.contains("c7d7 {; -0.5/3} 2."), "{written}");
}

#[test]
fn no_line_of_a_comment_begins_like_a_tag_or_an_escaped_line() {
    let mut record = one(FULL);
    for word in ["[Event", "%", "word"] {
        record.foreword = Remark::of(format!("{} {word}", "x".repeat(78)));
        let written = write(&record);
        let starts_a_line = written.lines().any(|line| line.starts_with(&format!("{word}}} 1. h2g2 ")));
        assert_eq!(starts_a_line, word == "word", "{written}");
        assert_eq!(one(&written).foreword, record.foreword);
    }
}

#[test]
fn games_are_numbered_as_in_kfen() {
    let text = |kfen: &str, moves: &str| write(&one(format!("[KFEN \"{kfen}\"]\n{moves} *")));
    let last = |written: String| written.lines().rev().nth(1).unwrap_or_default().to_owned();
    let red = MATE.replace(" s ", " r ");
    assert_eq!(last(text(MATE, "i4j4 e5d5 e8d8")), "7. i4j4 e5d5 8. e8d8 *");
    assert_eq!(last(text(&red, "e5d5 i4j4 d5c5")), "7... e5d5 8. i4j4 d5c5 *");
    let deflexion = MATE.replace("khet1", "deflexion");
    assert_eq!(last(text(&deflexion, "i4j4 e5d5 e8d8")), "7... i4j4 8. e5d5 e8d8 *");
    let deflexion = red.replace("khet1 3 7", "deflexion 3 4294967295");
    assert_eq!(last(text(&deflexion, "e5d5 i4j4 d5c5")), "4294967295. e5d5 i4j4 4294967295. d5c5 *");
    let named = |set: RuleSet| one(format!("[RuleSet \"{}\"]\n*", set.name())).start.side_to_move();
    assert_eq!(RuleSet::ALL.map(named), [Colour::Silver, Colour::Silver, Colour::Red]);
}

#[test]
fn the_start_is_given_by_kfen_or_else_by_the_set_up_or_else_is_classic() {
    let start = |tags: &str| {
        let record = one(format!("[Event \"x\"]\n{tags}\n*\n"));
        (record.start.rule_set().name(), record.set_up())
    };
    let kfen = format!("[KFEN \"{MATE}\"]");
    assert_eq!(start(""), ("khet2", Some("classic")));
    assert_eq!(start("[RuleSet \"khet1\"]"), ("khet1", Some("classic")));
    assert_eq!(start("[SetUp \"isis\"]"), ("khet2", Some("isis")));
    assert_eq!(start("[RuleSet \"deflexion\"][SetUp \"imhotep\"]"), ("deflexion", Some("imhotep")));
    for silent in ["0", "1", "-", "?", ""] {
        assert_eq!(start(&format!("[SetUp \"{silent}\"]")), ("khet2", Some("classic")));
        assert_eq!(start(&format!("[SetUp \"{silent}\"]{kfen}")), ("khet1", None));
    }
    assert_eq!(start(&format!("{kfen}[SetUp \"my own\"]")), ("khet1", None));
    assert_eq!(start(&format!("[KFEN \"{CLASSIC}\"]\n[SetUp \"classic\"]")), ("khet2", Some("classic")));
}

#[test]
fn other_ways_to_write_a_game_are_read() {
    let expected = ["h2g2", "c7d7", "f4+"];
    for text in [
        "1. h2g2 c7d7 2. f4+ *",
        "1.h2g2 c7d7 2.f4- *",
        "h2g2 c7d7 f4- *",
        "1 h2g2 1... c7d7 2 f4+*".trim_end_matches('*').trim_end(),
        "1. h2g2! $14 1...c7d7?? $2$3 2. f4+!? *",
        "1.\r\nh2g2\t\u{a0}c7d7\r\n\r\n2. f4+ *\r\n",
        "; one (\n1. h2g2 ; two )\n% 1. c7d7 e1e2\nc7d7{three\n%four}2. f4+;five\n*",
        "... 001. h2g2 ..c7d7 .f4+ *",
        "1. h2g2 1. ... c7d7 2. f4+*",
        "1.h2g2 1.c7d7 2.f4-*",
        "1 h2g2 1 ...c7d7 f4+!?*",
        "1. h2g2\n\u{feff}1... c7d7\n\u{feff}\u{feff}% h2g2\n\u{feff}; x\n2. f4+ * ; end\n\u{1a}",
    ] {
        let text = if text.contains('*') { text.to_owned() } else { format!("{text} *") };
        for tags in ["", "[Event \"x\"]\n\n", "\u{feff}\r\n [ Event\t\"x\" ] ", "\u{feff}{x}\n\u{feff}[Event \"x\"]\n"]
        {
            assert_eq!(moves(&one(format!("{tags}{text}"))), expected, "{tags}{text}");
        }
    }
}

#[test]
fn a_result_may_follow_a_move_without_a_blank() {
    for result in GameResult::ALL {
        for last in ["c7d7", "h8+", "h8-", "1... c7d7?!", "1."] {
            for marks in ["", "$1", " $2 $99", "$1{x}$3"] {
                let record = one(format!("[Silver \"a\"]\n\nh2g2 {last}{marks}{result}"));
                let found = (record.moves.len(), record.result);
                assert_eq!(found, (if last == "1." { 1 } else { 2 }, result.0), "{last}{marks}{result}");
                let marked = record.moves.last().expect("a move").marks.iter().any(|&mark| mark != Mark::Dubious);
                assert_eq!(marked, !marks.is_empty(), "{last}{marks}{result}");
            }
        }
    }
    assert_eq!(moves(&one("[Silver \"a\"]\n\nh2g2 $1c7d7 $x *")), ["h2g2", "c7d7"]);
    assert_eq!(
        fault("[Event \"x\"]\nh2g2 c7d71-00"),
        "2:10: game 1, move 1... `c7d71-00`: expected the end of the move, found `1-00`"
    );
    assert_eq!(fault("[Event \"x\"]\nh2g2 (h2h3*) *"), "2:11: game 1: expected no result in a variation, found `*`");
}

#[test]
fn games_without_tags_are_divided_by_their_results() {
    let text =
        "{one} 1. h2g2 c7d7* {after}\n{two}\n; three\nh2h3 0-1 1. h2+ 1/2-1/2\n\n[SetUp \"imhotep\"]\n*\nh2g2 1-0";
    let games: Vec<Record> = all(text).into_iter().map(|game| game.expect("no fault")).collect();
    let found: Vec<(usize, &str, &str)> = games
        .iter()
        .map(|game| (game.moves.len(), GameResult(game.result).name(), game.foreword.text.as_str()))
        .collect();
    assert_eq!(games[0].moves[1].remark.text, "after");
    assert_eq!(found, [(2, "*", "one"), (1, "0-1", "two three"), (1, "1/2-1/2", ""), (0, "*", ""), (1, "1-0", "")]);
    let starts: Vec<Option<&str>> = games.iter().map(Record::set_up).collect();
    assert_eq!(starts, [Some("classic"), Some("classic"), Some("classic"), Some("imhotep"), Some("classic")]);
    // `*` ends a word.
    assert_eq!(
        all("c1b2*c1b2*").into_iter().map(|game| moves(&game.expect("a game"))).collect::<Vec<_>>(),
        [["c1b2"]; 2]
    );
    // What has neither a tag nor a move is no game.
    assert_eq!(fault("\n * x"), "2:2: game 1: expected a tag or a move before the result");
}

#[test]
fn files_that_were_joined_are_read_as_one() {
    for end in ["", "\n", "\u{1a}", "\r\n\u{1a}", "\u{1a}\u{1a}\n"] {
        for mark in ["", "\u{feff}", "\u{feff}\u{feff}"] {
            let text = format!("{mark}{}{end}", FULL.trim_end()).repeat(3);
            let games = all(&text);
            assert_eq!(games.len(), 3, "{end:?} {mark:?}: {games:?}");
            assert!(games.iter().flatten().all(|record| write(record) == FULL));
        }
    }
    // In comments and values, a mark is a character.
    let record = one("[Event \"\u{feff}x\"]\n\n{a\n\u{feff}b} *");
    assert_eq!((record.event.as_str(), record.foreword.text.as_str()), ("\u{feff}x", "a \u{feff}b"));
    let before = "[Event \"x\"]\n\n1. h2g2 {";
    for mark in ["", "\u{feff}"] {
        let games = all(format!("{before}\n{mark}{FULL}"));
        assert!(matches!(&games[..], [Err(_), Ok(record)] if write(record) == FULL), "{games:?}");
    }
}

#[test]
fn an_open_comment_ends_its_own_game_only() {
    let tags = "[Event \"x\"]\n\n";
    for (bad, place) in [
        ("1. h2g2 {a c7d7 *\n\n", "3:9"),
        ("1. h2g2 {\n\nc7d7 {b *\n", "3:9"),
        ("1. h2g2 (1. h2h3 {a) 1... c7d7 *\n", "3:18"),
        ("1. h2g2 {a\n \t[ Odd \"\\\"}\" ] \r\nb} c7d7 *\n", "3:9"),
        ("{a\n*\n", "3:1"),
        ("1. h2g2 * {after\n", "3:11"),
    ] {
        for text in [format!("{FULL}{tags}{bad}{FULL}{FULL}"), format!("{FULL}{tags}{bad}{FULL}}} c7d7 *\n\n{FULL}")] {
            for games in
                [Reader::new(text.as_bytes()).collect::<Vec<_>>(), Reader::new(text.as_bytes()).alone().collect()]
            {
                let sound: Vec<_> = games.iter().flatten().filter(|record| write(record) == FULL).collect();
                assert!(sound.len() >= 3, "{text}: {games:?}");
                let faults: Vec<String> =
                    games.iter().filter_map(|game| Some(game.as_ref().err()?.to_string())).collect();
                let line = FULL.lines().count() as u64;
                let (row, column) = place.split_once(':').expect("a place");
                let start = format!("{}:{column}: game ", line + row.parse::<u64>().expect("a number"));
                assert!(faults[0].starts_with(&start), "{text}: {faults:?}");
                assert!(faults[0].contains("expected `}` after the comment, found a tag on line "), "{faults:?}");
            }
        }
    }
    // A tag that is not the whole line is text.
    for text in
        ["[Event \"x\"] y", "x [Event \"x\"]", "\u{a0}[Event \"x\"]", "[Event x]", "[Event \"x\"][A \"\"]", "[\"x\"]"]
    {
        assert_eq!(one(format!("{tags}1. h2g2 {{a\n{text}\nb}} *")).moves[0].remark.text, format!("a {text} b"));
    }
}

#[test]
fn reading_resumes_at_a_whole_tag_after_a_line_without_one() {
    let faulty = "[Event \"a\"]\n[Site a]\n";
    for (text, expected) in [
        // Tags of the faulty game.
        ("[Date \"a\"]\n\n*\n[Event \"b\"]\n*", vec!["b"]),
        (" [Date \"a\"]\n*\n [Event \"b\"] \n*", vec!["b"]),
        // After a blank line, tags are those of a new game.
        ("\n[Event \"b\"]\n*\n[Event \"c\"]\n*", vec!["b", "c"]),
        // No whole tag.
        ("\n[Event \"b\"] *\n[Event \"c\"\n[Event \"d\"]\n\n[Event \"e\"]\n*", vec!["e"]),
        ("\nh2g2 *\nh2g2 *\n% [Event \"b\"]\n; [Event \"c\"]\n\u{feff}[Event \"d\"]\n*", vec!["d"]),
        ("\n{\n[Event \"b\"]\n*}\n[Event \"c\"]\n*", vec!["b", "c"]),
    ] {
        let games = all(format!("{faulty}{text}"));
        let events: Vec<&str> = games.iter().flatten().map(|record| record.event.as_str()).collect();
        assert_eq!(events, expected, "{text}: {games:?}");
        assert!(games[0].is_err());
    }
    // A fault at the end of a game, too.
    let games = all("[Result \"1-0\"]\n* h2g2 *\nh2g2 *\n[Event \"b\"]\n*");
    assert!(matches!(&games[..], [Err(_), Ok(record)] if record.event == "b"), "{games:?}");
}

#[test]
fn comments_belong_to_the_move_before_them() {
    let text = "{ a } [Event \"x\"] {b} ; c}\n[Site \"y\"] 1. {d} {e} h2g2 {book} ; it\tis\n$1 {said} c7d7{}{}{0.1s}* {f} ; g\n";
    let record = one(text);
    assert_eq!((record.site.as_str(), record.foreword.text.as_str()), ("y", "a b c) d e"));
    assert_eq!((&record.moves[0].note, record.moves[0].remark.text.as_str()), (&Note::Book, "it is said"));
    assert_eq!(record.moves[0].marks, [Mark::Good]);
    assert!(write(&record).contains("1. h2g2 $1 {book; it is said} c7d7 {0.100s; f g} *"));
}

#[test]
fn comments_between_two_games_belong_to_one_of_them() {
    let next = "\n[Event \"x\"]\n\n{own} h2g2 *\n\n";
    for (between, before, after) in [
        // On the line of the result, and up to a blank line.
        ("{one} ; two", "one two", "own"),
        ("\n{one}\n; two\n{three\n\nfour}\n{five}\n", "one two three four five", "own"),
        ("{one}\n\n{two\n} {three}\n", "one", "two three own"),
        ("\n; one\n \n% two\n; three\n\n{four}\n\n", "one", "three four own"),
    ] {
        let games = all(format!("[Event \"x\"]\n\n1. h2g2 {{+0.35/12}} * {between}{next}"));
        let [Ok(first), Ok(second)] = &games[..] else { panic!("{between}: {games:?}") };
        assert_eq!((first.moves[0].remark.text.as_str(), second.foreword.text.as_str()), (before, after), "{between}");
        for game in [first, second] {
            assert_eq!(write(&one(write(game))), write(game), "{between}");
        }
    }
    // Before a game without tags, only the line of the result belongs to the game before.
    let games = all("{one} h2g2 1-0 {two}\n{three} h2g2 0-1\n\n; four\nh2g2 *\n\n{five}\n\n{six}");
    let found: Vec<(&str, &str)> =
        games.iter().flatten().map(|game| (game.foreword.text.as_str(), game.moves[0].remark.text.as_str())).collect();
    assert_eq!(found, [("one", "two"), ("three", ""), ("four", "five six")]);
    // A game without moves keeps them before its result.
    assert_eq!(one("[Event \"x\"]\n\n{one} * {two}").foreword.text, "one two");
    // A comment that is never closed spoils no game before it.
    let games = all(format!("h2g2 * {{one\n{next}"));
    let expected = "1:8: game 2: expected `}` after the comment, found a tag on line 3";
    assert_eq!(games[1].as_ref().err().map(String::as_str), Some(expected));
    assert!(games.len() == 3 && games[0].is_ok() && games[2].is_ok());
}

#[test]
fn a_game_that_ended_by_the_rules_has_the_result_of_the_rules() {
    let won = |tail: &str| format!("[KFEN \"{MATE}\"]\n\n7. i4j5 {tail}");
    assert_eq!(one(won("1-0")).result, Some(Outcome::Win(Colour::Silver)));
    for token in ["0-1", "1/2-1/2", "*"] {
        let expected = format!("3:9: game 1: expected the result `1-0` of the last move, found `{token}`");
        assert_eq!(fault(won(token)), expected);
        // A player who resigns or oversteps the time loses in any position.
        let result = token.parse::<GameResult>().expect("a result").0;
        assert_eq!(one(format!("[Result \"{token}\"]\n1. h2g2 {token}")).result, result);
    }
    assert_eq!(fault(won("e5d5 1-0")), "3:9: game 1, move 7... `e5d5`: the game is over");
}

#[test]
fn each_fault_is_found_at_its_place() {
    let long = "a".repeat(256);
    for (text, expected) in [
        ("x", "1:1: game 1: expected `[` of a tag or a move, found `x`"),
        ("1. h2g9 *", "1:7: game 1, move 1. `h2g9`: expected a rank 1 to 8, found `9`"),
        ("(h2g2) *", "1:1: game 1: expected `[` of a tag or a move, found `(`"),
        ("[", "1:2: game 1: expected the name of a tag, found the end of the text"),
        ("[\"x\"]", "1:2: game 1: expected the name of a tag, found `\"`"),
        ("[Event x]", "1:8: game 1: expected `\"` before the tag's value, found `x`"),
        ("[Event \"x]\n*", "1:11: game 1: expected `\"` after the tag's value, found the end of the line"),
        ("[Event \"x\\\"]", "1:13: game 1: expected `\"` after the tag's value, found the end of the text"),
        ("[Event \"é\"\n[Site \"x\"]\n\n*", "1:11: game 1: expected `]` after the tag, found the end of the line"),
        ("[Event \"x\"]\n[Event \"x\"]\n\n*", "2:2: game 1: expected the tag Event once, found it twice"),
        (&format!("[{long} \"x\"] *"), "1:2: game 1: expected a tag's name of at most 255 letters"),
        ("[Result \"2-0\"]\n*", "1:10: game 1: Result: expected one of 1-0, 0-1, 1/2-1/2, *, found `2-0`"),
        ("[RuleSet \"chess\"]\n*", "1:11: game 1: RuleSet: expected one of khet2, khet1, deflexion, found `chess`"),
        (
            "[SetUp \"osiris\"]\n[RuleSet \"deflexion\"]\n*",
            "1:9: game 1: SetUp: deflexion has no set-up `osiris`, expected one of classic, imhotep, classic-eye, \
             imhotep-eye, or a KFEN",
        ),
        (
            "[KFEN \"4K5///4k5/8P31/// w khet1\"]\n*",
            "1:26: game 1: KFEN: side, column 19: expected `s` or `r` (or `0`, `1`), found `w`",
        ),
        (
            "[KFEN \"4K5///4k5/8P31/// s khet1\"]\n[RuleSet \"deflexion\"]\n*",
            "1:8: game 1: KFEN: expected deflexion as in RuleSet, found khet1",
        ),
        (
            "[KFEN \"4K5///4k5/8P31/// s khet1\"]\n[SetUp \"dynasty\"]\n*",
            "2:9: game 1: SetUp: the KFEN is not that of khet1 dynasty",
        ),
        ("[PlyCount \"two\"]\n*", "1:12: game 1: PlyCount: expected a number, found `two`"),
        ("[PlyCount \"+2\"]\n*", "1:12: game 1: PlyCount: expected a number, found `+2`"),
        ("[PlyCount \"2\"]\nh2g2 *", "1:12: game 1: PlyCount: expected 1, the plies of the game, found 2"),
        ("[Event \"x\"]\n", "2:1: game 1: expected a move or the result, found the end of the text"),
        (
            "[A \"\"]\n\n[Event \"x\"]\n\n[A \"\"]\n[Event \"x\"]\n*",
            "6:2: game 1: expected the tag Event once, found it twice",
        ),
        ("[Event \"x\"]\nh2g2 ]", "2:6: game 1: expected a move or the result, found `]`"),
        ("[Event \"x\"]\n(h2g2) *", "2:1: game 1: expected a move before the variation"),
        ("[Event \"x\"]\nh2g2 () *", "2:6: game 1: expected a move in the variation"),
        ("[Event \"x\"]\nh2g2 ({x}) *", "2:6: game 1: expected a move in the variation"),
        ("[Event \"x\"]\nh2g2 ((h2h3) h2h1) *", "2:7: game 1: expected a move before the variation"),
        (
            "[Event \"x\"]\nh2g2 (h2h3 (h2h1",
            "2:12: game 1: expected `)` after the variation, found the end of the text",
        ),
        ("[Event \"x\"]\nh2g2 (h2h3 *", "2:12: game 1: expected no result in a variation, found `*`"),
        ("[Event \"x\"]\nh2g2 (h2h3", "2:6: game 1: expected `)` after the variation, found the end of the text"),
        ("[Event \"x\"]\nh2g2 ) *", "2:6: game 1: expected a move or the result, found `)`"),
        ("[Event \"x\"]\nh2g2 (h2h3 ]", "2:12: game 1: expected a move or `)`, found `]`"),
        ("[Event \"x\"]\nh2g2 (h2h3 c7c8 h2h4) *", "2:17: game 1, move 2. `h2h4`: h2 is empty"),
        ("[Event \"x\"]\nh2g2 (1... h2h3) *", "2:7: game 1: expected the move number `1.`, found `1...`"),
        ("[Event \"x\"]\nh2g2 {open *", "2:6: game 1: expected `}` after the comment, found the end of the text"),
        ("[Result \"1-0\"]\nh2g2 0-1", "2:6: game 1: expected the result `1-0` as in the tag Result, found `0-1`"),
        ("[Event \"x\"]\n1. h2g2 c7d7 2. h2h1 *", "2:17: game 1, move 2. `h2h1`: h2 is empty"),
        ("[Event \"x\"]\n1. h2g2 c7d7\n2. h2g9 *", "3:7: game 1, move 2. `h2g9`: expected a rank 1 to 8, found `9`"),
        ("[Event \"x\"]\n1. h2g2 1... c2d2 *", "2:14: game 1, move 1... `c2d2`: c2 is empty"),
        ("[Event \"x\"]\n1. 1-0x", "2:4: game 1, move 1. `1-0x`: expected a file a to j, found `1-0x`"),
        ("[Event \"x\"]\n2. h2g2", "2:1: game 1: expected the move number `1.`, found `2.`"),
        ("[Event \"x\"]\n1... h2g2", "2:1: game 1: expected the move number `1.`, found `1...`"),
        ("[Event \"x\"]\nh2g2 2. c7d7", "2:6: game 1: expected the move number `1...`, found `2.`"),
        ("[Event \"x\"]\n99999999999. h2g2", "2:1: game 1: expected the move number `1.`, found `99999999999.`"),
    ] {
        assert_eq!(fault(text), expected, "{text}");
    }
}

#[test]
fn a_variation_that_is_never_closed_ends_before_the_next_game() {
    let games = all("[Event \"x\"]\nh2g2 (h2h3 (h2h1\n\n[Event \"y\"]\n\n*");
    let place = "2:12: game 1: expected `)` after the variation, found a tag on line 4";
    assert_eq!(games[0].as_ref().err().map(String::as_str), Some(place));
    assert!(games.len() == 2 && games[1].is_ok());
}

#[test]
fn bytes_that_are_not_text_are_a_fault_at_their_place() {
    let what = "game 1: expected UTF-8, found the byte 0xff";
    for (text, place) in [
        (&b"\xff"[..], "1:1"),
        (b"[Event \"\xc3\xa9\xff\"]\n*", "1:10"),
        (b"[Event \"x\"]\n{\xff} *", "2:2"),
        (b"[Event \"x\"]\nh2g2\xff *", "2:5"),
    ] {
        assert_eq!(fault(text), format!("{place}: {what}"));
    }
    assert_eq!(all(b"\n\n* [Event \"x\"]\n*\n[Event \"x\"]\n*\n\xff").len(), 3);
}

#[test]
fn a_comment_or_a_value_without_an_end_does_not_fill_the_memory() {
    let endless = || std::io::repeat(b'x');
    let read = |start: &'static str| {
        let input =
            std::io::BufReader::new(std::io::Read::chain(start.as_bytes(), std::io::Read::take(endless(), 3 << 20)));
        Reader::new(input).map(|game| game.expect_err("a fault").to_string()).collect::<Vec<_>>()
    };
    assert_eq!(read("[A \""), ["1:5: game 1: expected a value of at most 1048576 bytes"]);
    assert_eq!(read("[A \"\"]\n{"), ["2:1: game 1: expected comments of at most 1048576 bytes"]);
    assert_eq!(read("[A \"\"]\n")[0][..37], *"2:1: game 1, move 1. `xxxxxxxxxxxxxxx");
}

#[test]
fn after_a_fault_the_next_game_is_read() {
    let bad = [
        "[Event \"x\"]\n[Site x]\n[Date \"x\"]\n\n1. h2g2 *\n",
        "[Event \"x\"\n\n[Date \"x\"]\n1. h2g2 *\n",
        "[Event \"x\"]\n[KFEN \"x\"]\n\n1. h2g2\nc7d7 *\n",
        "[Event \"x\"]\n\n1. h2g2 h2g2 {\n} c7d7 1-0\n\n",
        "[Event \"x\"]\n\n1. h2g2\n",
        "[Event \"x\"]\n\n\n\n",
        "[Result \"1-0\"]\n*\n",
        "[PlyCount \"1\"]\n* \n",
        "nonsense\n\n\n more\n",
    ];
    for (index, bad) in bad.into_iter().enumerate() {
        let games = all(format!("{FULL}{bad}{FULL}{bad}{bad}{FULL}"));
        let sound: Vec<bool> = games.iter().map(Result::is_ok).collect();
        match index {
            // After a blank line, a tag begins a new game.
            1 => assert_eq!(sound, [true, false, true, true, false, true, false, true, true]),
            // Nonsense up to the next tag is one fault.
            8 => assert_eq!(sound, [true, false, true, false, true]),
            _ => assert_eq!(sound, [true, false, true, false, false, true], "{bad}: {games:?}"),
        }
        assert!(games.iter().flatten().all(|record| write(record) == FULL || record.event.is_empty()));
    }
}

#[test]
fn a_text_that_cannot_be_read_ends_the_games() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    impl BufRead for Broken {
        fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
            Err(std::io::Error::other("broken"))
        }
        fn consume(&mut self, _: usize) {}
    }
    for start in ["", FULL, "[Event", "[Event x"] {
        let mut reader = Reader::new(std::io::Read::chain(start.as_bytes(), Broken));
        let mut last = reader.next();
        while let Some(Ok(_) | Err(ReadError::Fault(_))) = last {
            last = reader.next();
        }
        assert!(matches!(last, Some(Err(ReadError::Input(_)))), "{start}");
        assert!(reader.next().is_none());
    }
}

#[test]
fn results_have_one_spelling() {
    for result in GameResult::ALL {
        assert_eq!(result.to_string().parse(), Ok(result));
    }
    for wrong in ["", "1", "1-1", "1/2", "½-½", "1-0 "] {
        assert_eq!(wrong.parse::<GameResult>(), Err(NotAResult));
    }
    let mv = "i4j5".parse::<Move>().expect("a move");
    let mut position = MATE.parse::<Position>().expect("a position");
    assert_eq!(position.outcome(), None);
    position.play(mv).expect("a legal move");
    assert_eq!(position.outcome(), Some(Outcome::Win(Colour::Silver)));
}

/// Returns the moves of a game from the classic set-up as they are written again.
fn rewritten(moves: &str) -> String {
    let written = write(&one(format!("[RuleSet \"khet2\"]\n\n{moves} *\n")));
    let (_, moves) = written.split_once("\n\n").expect("moves");
    moves.trim_end().trim_end_matches(" *").replace('\n', " ")
}

#[test]
fn marks_comments_and_variations_stand_in_their_order() {
    for unchanged in [
        "1. h2g2 $1 c7d7",
        "1. h2g2 $4 $1 {a comment} (1. h2h3 c7d7) 1... c7d7 2. g2h2",
        "1. h2g2 c7d7 (1... c7c6 2. g2h2) 2. g2h2",
        "1. h2g2 (1. h2h3) (1. h2+ c7c6 (1... c7d7 2. h2-) 2. h2-) 1... c7d7",
        "1. h2g2 ({why not} 1. h2h3 $5 {so} c7d7) 1... c7d7 {+0.35/12 0.103s; good}",
        "{[%csl Ga4] before} 1. h2g2 {-M1/33 blunder, 59.8 % lost; [%csl Ga4,Rb5][%cal Ga4b5] look}",
        "1. h2g2 {; +0.35 is too little} c7d7 {book; a line}",
        "1. h2g2 {[%clk 0:01:00] x}",
    ] {
        assert_eq!(rewritten(unchanged), unchanged);
    }
    for (read, written) in [
        ("h2g2! c7d7?! g2h2 ! ??", "1. h2g2 $1 c7d7 $6 2. g2h2 $1 $4"),
        ("h2g2 $7 $0 $255 $256 $x c7d7 $2", "1. h2g2 c7d7 $2"),
        ("h2g2 {a} $1 (h2h3) {b} $2 c7d7", "1. h2g2 $1 $2 {a b} (1. h2h3) 1... c7d7"),
        ("h2g2 {nice}  {+0.35/12}", "1. h2g2 {+0.35/12; nice}"),
        ("h2g2 {one } ; two\n{three}", "1. h2g2 {one two three}"),
    ] {
        assert_eq!(rewritten(read), written, "{read}");
    }
}

#[test]
fn variations_that_begin_alike_are_merged() {
    for (read, written) in [
        // Two variations of one place.
        ("h2g2 (h2h3 c7d7) (h2h3 c7c6) c7d7", "1. h2g2 (1. h2h3 c7d7 (1... c7c6)) 1... c7d7"),
        ("h2g2 (h2h3 {a} $1) (h2h3 {b} $2 c7c6) c7d7", "1. h2g2 (1. h2h3 $1 $2 {a b} c7c6) 1... c7d7"),
        ("h2g2 ({x} h2h3) (h2+) ({y} h2h3 c7c6)", "1. h2g2 ({x y} 1. h2h3 c7c6) (1. h2+)"),
        // One that begins with the game's own move.
        ("h2g2 {a} (h2g2 {b} c7c6 g2h2) c7d7", "1. h2g2 {a b} c7d7 (1... c7c6 2. g2h2)"),
        ("h2g2 (h2g2 $3 c7d7 {c} g2h2) c7d7 g2f2", "1. h2g2 $3 c7d7 {c} 2. g2f2 (2. g2h2)"),
        ("h2g2 (h2g2)", "1. h2g2"),
        // A variation of the first move of a variation stands at the same place.
        ("h2g2 (h2h3 (h2+) c7d7) c7d7", "1. h2g2 (1. h2h3 c7d7) (1. h2+) 1... c7d7"),
        ("h2g2 (h2h3 (h2g2 c7c6)) c7d7", "1. h2g2 (1. h2h3) 1... c7d7 (1... c7c6)"),
        // The game itself does not become longer.
        ("h2g2 (h2g2 c7d7)", "1. h2g2 (1. h2g2 c7d7)"),
        ("h2g2 (h2g2 c7d7) (h2g2 c7c6)", "1. h2g2 (1. h2g2 c7d7 (1... c7c6))"),
        ("h2g2 (h2g2 {a} c7d7 g2h2) c7d7", "1. h2g2 {a} c7d7 (1... c7d7 2. g2h2)"),
        ("h2g2 (h2g2 c7d7 g2h2) (h2g2 c7d7 g2h2 d7c7) c7d7", "1. h2g2 c7d7 (1... c7d7 2. g2h2 d7c7)"),
    ] {
        assert_eq!(rewritten(read), written, "{read}");
        assert_eq!(rewritten(written), written);
    }
}

#[test]
fn deep_variations_need_little_stack() {
    let read_and_write = || {
        // Each variation replaces the last move of the line around it.
        let moves: Vec<String> = (0..32)
            .map(|depth| {
                format!("{} {} (", ["h2g2", "c7d7", "g2h2", "d7c7"][depth % 4], ["j1-", "a8-"][(depth + 1) % 2])
            })
            .collect();
        let text = format!("[RuleSet \"khet2\"]\n\n{}j1+{} *", moves.concat(), ")".repeat(32));
        all(&text).len()
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(read_and_write).expect("a thread");
    assert_eq!(thread.join().expect("no overflow"), 1);
}

#[test]
fn variations_are_at_most_32_deep() {
    let open = |depth: usize| format!("[RuleSet \"khet2\"]\n\nh2g2 {}", "(h2h3 ".repeat(depth));
    for (depth, allowed) in [(32, true), (33, false)] {
        let game = all(format!("{}{} *", open(depth), ")".repeat(depth)));
        assert_eq!(game[0].is_ok(), allowed, "{game:?}");
    }
    let column = 6 + 6 * 32;
    let expected = format!("3:{column}: game 1: expected variations at most 32 deep");
    assert_eq!(fault(format!("{}{} *", open(33), ")".repeat(33))), expected);
    let alone: Vec<_> = Reader::new(format!("{}{} *", open(33), ")".repeat(33)).as_bytes()).alone().collect();
    assert_eq!(alone[0].as_ref().expect_err("too deep").to_string(), expected);
    // Many brackets, and many variations at one place, take neither much memory nor much time.
    assert!(all(format!("[RuleSet \"khet2\"]\n\nh2g2 {}", "(".repeat(3 << 20)))[0].is_err());
    let many = format!("[RuleSet \"khet2\"]\n\nh2g2 {} *", "(h2h3) (h2+ c7d7) ".repeat(20_000));
    assert_eq!(rewritten_record(&many), "1. h2g2 (1. h2h3) (1. h2+ c7d7) *");
}

fn rewritten_record(text: &str) -> String {
    let written = write(&one(text));
    written.split_once("\n\n").expect("moves").1.trim_end().to_owned()
}

#[test]
fn a_game_that_is_read_alone_has_no_variations() {
    let text = "[RuleSet \"khet2\"]\n\nh2g2 {a} (h2h3 (x {)} y) $1 1... z) {b} c7d7 *\n";
    let mut reader = Reader::new(text.as_bytes()).alone();
    let record = reader.next().expect("a game").expect("variations are not played");
    assert_eq!(write(&record).split_once("\n\n").expect("moves").1, "1. h2g2 {a b} c7d7 *\n\n");
    for (moves, expected) in [
        ("h2g2 ()", "3:6: game 1: expected a move in the variation"),
        ("h2g2 (x *)", "3:9: game 1: expected no result in a variation, found `*`"),
        ("h2g2 (x", "3:6: game 1: expected `)` after the variation, found the end of the text"),
        ("(x) *", "3:1: game 1: expected a move before the variation"),
        ("h2g2 ((x) y) *", "3:7: game 1: expected a move before the variation"),
    ] {
        let text = format!("[RuleSet \"khet2\"]\n\n{moves}");
        let found: Vec<String> =
            Reader::new(text.as_bytes()).alone().map(|game| game.expect_err(moves).to_string()).collect();
        assert_eq!(found, [expected]);
    }
}

#[test]
fn lines_break_between_words_only() {
    let mut record = one(FULL);
    record.moves[0].remark = Remark { text: "x ".repeat(40), ..Remark::read("[%csl Ga4,Rb5] [%cal Ga4b5]") };
    let variation = Variation {
        foreword: Remark::of("why"),
        moves: vec![PlayedMove::new("h2h3".parse().expect("a move"), Note::None)],
    };
    record.moves[0].variations = vec![variation];
    let written = write(&record);
    assert!(
        written.lines().skip(14).all(|line| line.chars().count() <= 80 && !line.starts_with(['[', '%'])),
        "{written}"
    );
    assert!(written.replace('\n', " ").contains("x x} ({why} 1. h2h3) 1... c7d7 {book}"), "{written}");
    assert_eq!(write(&one(&written)), written);
}

#[test]
fn a_word_that_must_not_begin_a_line_follows_the_word_before_it() {
    let (most, long) = ("x".repeat(72), "x".repeat(79));
    for (words, expected) in [
        (format!("{most} [tag]"), vec![format!("{{{most} [tag]}}"), "1. h2g2 ".to_owned()]),
        (format!("{most} yes [tag]"), vec![format!("{{{most}"), "yes [tag]} 1. h2g2 ".to_owned()]),
        (format!("{most} yes [a %b]"), vec![format!("{{{most}"), "yes [a %b]} 1. h2g2 ".to_owned()]),
        (format!("a {long} [tag %1 b"), vec!["{a".to_owned(), format!("{long} [tag %1"), "b} 1. h2g2 ".to_owned()]),
        (format!("{long} [tag"), vec![format!("{{{long} [tag}}"), "1. h2g2 ".to_owned()]),
    ] {
        let mut record = one(FULL);
        record.foreword = Remark::of(words.clone());
        let written = write(&record);
        assert!(written.contains(&format!("\n\n{}", expected.join("\n"))), "{written}");
        assert_eq!(write(&one(&written)), written, "{words}");
    }
}
