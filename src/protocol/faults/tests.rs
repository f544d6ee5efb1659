//! Every code has a case, words on the page, and a place in the list of the documentation.

use super::*;
use crate::fault_question::answer_faults;
use crate::kgn_json::faults_of_games;
use khepri_rules::{Move, Turn};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The codes without words on the page, which leaves these faults out or shows their message.
const WITHOUT_WORDS: [&str; 1] = [MORE];

const START: &str = "x39/4k5/////4K5/9X1 s khet2";

fn faults(question: &Value) -> Vec<Value> {
    let mut answer = Vec::new();
    answer_faults(question.to_string().as_bytes(), &mut answer).expect("an answer");
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    answer["faults"].as_array().expect("a list").clone()
}

/// Returns positions, moves and games with faults, each with the code of its last fault.
fn cases() -> Vec<(&'static str, Value)> {
    let kfen = |text: &str| json!({ "kfen": text });
    let played = |kfen: &str, words: &[&str]| json!({"kfen": kfen, "moves": words});
    let kgn = |text: &str| json!({ "kgn": text });
    let long = "x".repeat((1 << 20) + 1);
    let tags = (0..=1000).map(|index| format!("[A{index} \"\"]\n")).collect::<String>();
    vec![
        ("fields", kfen("x39/4k5/////4K5/9X1")),
        ("fields", kfen("x39/4k5/////4K5/9X1 s khet2 0 1 2")),
        ("ranks", kfen("x39/4k5////4K5/9X1 s khet2")),
        ("rank-squares", kfen("x38/4k5/////4K5/9X1 s khet2")),
        ("not-a-piece", kfen("x39/4k4?/////4K5/9X1 s khet2")),
        ("no-orientation", kfen("x9/4k5/////4K5/9X1 s khet2")),
        ("not-a-side", kfen("x39/4k5/////4K5/9X1 w khet2")),
        ("not-a-rule-set", kfen("x39/4k5/////4K5/9X1 s chess")),
        ("not-a-number", kfen("x39/4k5/////4K5/9X1 s khet2 x 1")),
        ("pharaohs", kfen("x39/4k4k/////4K5/9X1 s khet2")),
        ("pharaohs", kfen("x39/4k5//////9X1 s khet2")),
        ("piece-not-in-rule-set", kfen("x39/4k4o/////4K5/9X1 s khet2")),
        ("sphinx-off-corner", kfen("9x3/4k5/////4K5/9X1 s khet2")),
        ("sphinx-faces-frame", kfen("x19/4k5/////4K5/9X1 s khet2")),
        ("sphinx-missing", kfen("/4k5/////4K5/9X1 s khet2")),
        ("too-many-pieces", kfen("x39/4k1s1s1s11/////4K5/9X1 s khet2")),
        ("piece-on-reserved-square", kfen("x39/4k5/////K9/9X1 s khet2")),
        ("more", kfen(&format!("{}/4k5/////4K5/9X1 s khet2", "?".repeat(20)))),
        ("not-a-move", played(START, &["h2g9"])),
        ("empty-square", played(START, &["e2e3", "e7e6", "d4d5"])),
        ("not-own-piece", played(START, &["e7e6"])),
        ("too-far", played(START, &["e2e4"])),
        ("move-to-reserved-square", played("x39/4k5/////1K8/9X1 s khet2", &["b2a2"])),
        ("occupied-square", played("x39/4k5/////4KP14/9X1 s khet2", &["e2f2"])),
        ("sphinx-moves", played(START, &["j1j2"])),
        ("no-rotation", played(START, &["e2+"])),
        ("faces-frame", played(START, &["j1+"])),
        ("no-stack", played(START, &["e2f2t"])),
        ("game-over", played("x39/////4K5//4k4X1 s khet2", &["j1-", "a8-"])),
        ("no-game", kgn("?")),
        ("no-move", kgn("1. h2g2 ]")),
        ("no-move-in-variation", kgn("1. h2g2 (h2h3 ])")),
        ("no-tag-name", kgn("[ \"x\"]")),
        ("no-tag-value", kgn("[Site x]")),
        ("open-tag-value", kgn("[Site \"x")),
        ("open-tag", kgn("[Site \"x\" y]")),
        ("long-tag-name", kgn(&format!("[{} \"\"]", "a".repeat(1000)))),
        ("long-tag-value", kgn(&format!("[Site \"{long}\"]"))),
        ("long-comment", kgn(&format!("1. h2g2 {{{long}}} *"))),
        ("too-large", kgn(&format!("{tags}\n*"))),
        ("repeated-tag", kgn("[Site \"a\"]\n[Site \"b\"]\n\n*")),
        ("open-comment", kgn("1. h2g2 {x")),
        ("open-variation", kgn("1. h2g2 (h2h3")),
        ("lone-result", kgn("*")),
        ("no-move-before-variation", kgn("[Site \"\"]\n\n(h2h3) *")),
        ("empty-variation", kgn("1. h2g2 () *")),
        ("deep-variation", kgn(&format!("1. h2g2 {}", "(h2h3 ".repeat(33)))),
        ("result-in-variation", kgn("1. h2g2 (h2h3 1-0)")),
        ("move-number", kgn("2. h2g2 *")),
        ("not-a-move", kgn("1. h2g9 *")),
        ("empty-square", kgn("1. d4d5 *")),
        ("result-of-last-move", kgn("[KFEN \"x39/////4K5//4k4X1 s khet2\"]\n\nj1- 0-1")),
        ("result-of-tag", kgn("[Result \"1-0\"]\n\nh2g2 0-1")),
        ("result-tag", kgn("[Result \"2-0\"]\n\n*")),
        ("rule-set-tag", kgn("[RuleSet \"chess\"]\n\n*")),
        ("set-up-tag", kgn("[SetUp \"x\"]\n\n*")),
        ("kfen-tag", kgn("[KFEN \"8 s\"]\n\n*")),
        ("kfen-of-rule-set", kgn(&format!("[RuleSet \"khet1\"]\n[KFEN \"{START}\"]\n\n*"))),
        ("kfen-of-set-up", kgn(&format!("[SetUp \"classic\"]\n[KFEN \"{START}\"]\n\n*"))),
        ("ply-count-tag", kgn("[PlyCount \"x\"]\n\n*")),
        ("ply-count", kgn("[PlyCount \"3\"]\n\nh2g2 *")),
        ("empty-file", kgn("")),
        ("no-games", kgn(&" ".repeat((16 << 20) + 1))),
        ("more", kgn(&"[A \"\"]\nx\n\n".repeat(1002))),
    ]
}

/// Returns the part of a file of the repository between two texts, or `None` in a package of its own.
fn part_of(file: &str, start: &str, end: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let text = fs::read_to_string(path).ok()?;
    let (_, part) = text.split_once(start).unwrap_or_else(|| panic!("{file} lacks {start}"));
    Some(part.split(end).next().unwrap_or_default().to_owned())
}

/// Returns the codes of this crate and those in the functions of the rules that return them, or `None` in a package of its own.
fn codes_of_program() -> Option<BTreeSet<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules");
    let mut codes = BTreeSet::from([MORE, EMPTY_FILE, NO_GAMES].map(str::to_owned));
    for file in ["setup.rs", "legality.rs", "notation/movetext.rs", "notation/kfen.rs", "notation/kgn/fault.rs"] {
        let text = fs::read_to_string(folder.join(file)).ok()?;
        for function in text.split("pub fn code(&self) -> &'static str {").skip(1) {
            let body = function.split("\n    }\n").next().unwrap_or_default();
            let words = body.split('"').skip(1).step_by(2);
            codes.extend(words.map(str::to_owned));
        }
    }
    Some(codes)
}

#[test]
fn every_code_has_a_case_and_is_documented() {
    let mut codes = BTreeSet::new();
    for (code, question) in cases() {
        let faults = faults(&question);
        let last = faults.last().unwrap_or_else(|| panic!("{code}: {question:.100}"));
        assert!(faults.iter().any(|fault| fault["code"] == code), "{code}: {faults:?}");
        assert!(code != "more" || last["code"] == code, "{last}");
        for fault in &faults {
            assert!(fault["values"].is_object() && fault["message"].is_string(), "{fault}");
            let reasons = fault["reasons"].as_array().into_iter().flatten();
            for fault in reasons.chain([fault]) {
                codes.insert(fault["code"].as_str().expect("a code").to_owned());
            }
        }
    }
    // These cannot be in a text of JSON, and no word is read as the move of the second.
    let not_text = &faults_of_games(&b"\xff"[..]).expect("faults")[0];
    let swapped = "x39/4k5/////4KS14/9X1 s khet2".parse::<Position>().expect("a position");
    let sense = swapped.legality(Move::rotate(Square::F2, Turn::Anticlockwise)).expect_err("it is written with +");
    assert_eq!((not_text.code, &not_text.values), ("not-utf-8", &Values::of([("byte", 255_u32.into())])));
    codes.extend([not_text.code.to_owned(), sense.code().to_owned()]);
    if let Some(expected) = codes_of_program() {
        assert!(expected.len() > 50, "{expected:?}");
        assert_eq!(codes, expected);
    }
    if let Some(table) = part_of("docs/protocol.md", "The codes are:\n", "\n\nAnswers are") {
        let rows = table.lines().filter_map(|row| row.strip_prefix("| ")?.split_once(" | `"));
        let listed: Vec<&str> = rows.flat_map(|(_, row)| row.trim_end_matches("` |").split("`, `")).collect();
        let own = codes.iter().map(String::as_str).filter(|code| *code != MORE);
        assert_eq!(own.collect::<BTreeSet<_>>(), listed.into_iter().collect());
    }
}

#[test]
fn every_code_has_words_on_the_page() {
    let words = part_of("src/page/texts/en.js", "export const faults = {", "\n};");
    let (Some(mut expected), Some(words)) = (codes_of_program(), words) else { return };
    expected.retain(|code| !WITHOUT_WORDS.contains(&code.as_str()));
    let parts: Vec<&str> = words.split('\'').collect();
    let keys = parts.windows(2).filter(|pair| pair[1].starts_with(": (")).map(|pair| pair[0].to_owned());
    assert_eq!(keys.collect::<BTreeSet<_>>(), expected);
}

#[test]
fn a_fault_has_its_place_and_its_values() {
    let of = |question: Value| faults(&question).swap_remove(0);
    assert_eq!(
        of(json!({"kfen": "x39/4k5/////4K5/9X1 w khet2"})),
        json!({
            "column": 21, "field": "side", "code": "not-a-side", "values": {"found": "`w`"},
            "message": "side, column 21: expected `s` or `r` (or `0`, `1`), found `w`",
        })
    );
    let values = |kfen: &str| of(json!({ "kfen": kfen }))["values"].clone();
    assert_eq!(
        values("x39/4k1s1s1s11/////4K5/9X1 s khet2"),
        json!({"colour": "red", "kinds": ["Scarab"], "count": 3, "limit": 2})
    );
    assert_eq!(values("x39/4k4k/////4K5/9X1 s khet2"), json!({"colour": "red", "count": 2, "limit": 1}));
    assert_eq!(values("9x3/4k5/////4K5/9X1 s khet2"), json!({"colour": "red", "squares": ["j8"], "expected": "a8"}));
    assert_eq!(
        values("x19/4k5/////4K5/9X1 s khet2"),
        json!({"colour": "red", "squares": ["a8"], "expected": ["south", "east"]})
    );
    assert_eq!(values("/4k5/////4K5/9X1 s khet2"), json!({"colour": "red", "squares": ["a8"]}));
    assert_eq!(
        values("x39/4k5/////K9/9X1 s khet2"),
        json!({"colour": "silver", "kind": "Pharaoh", "squares": ["a2"], "owner": "red"})
    );
    assert_eq!(values("x39/4k4o/////4K5/9X1 s khet2"), json!({"squares": ["j7"], "kind": "Obelisk", "name": "khet2"}));
    let squares = ["a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "i8", "j8"];
    assert_eq!(
        values("x38/4k5/////4K5/9X1 s khet2"),
        json!({"rank": 8, "found": 9, "least": false, "squares": squares})
    );
    assert_eq!(
        of(json!({"kgn": "[Site \"\"]\n\n1. h2g2 *\n\n[Site \"\"]\n1. h2g9 *"})),
        json!({
            "line": 6, "column": 7, "game": 2, "move": {"number": 1, "second": false, "word": "h2g9"},
            "code": "not-a-move", "values": {"expected": "a rank 1 to 8", "found": "`9`"},
            "message": "6:7: game 2, move 1. `h2g9`: expected a rank 1 to 8, found `9`",
        })
    );
    assert_eq!(
        of(json!({"kfen": START, "moves": ["e2e3", "e7e9"]})),
        json!({
            "column": 4, "move": {"number": 1, "second": true, "word": "e7e9"}, "code": "not-a-move",
            "values": {"expected": "a rank 1 to 8", "found": "`9`"},
            "message": "column 4: expected a rank 1 to 8, found `9`",
        })
    );
    let kfen = of(json!({"kgn": "[KFEN \"x39/4k5/////4K5/9X1 w khet2\"]\n\n*"}));
    assert_eq!((&kfen["column"], &kfen["reasons"][0]["code"]), (&json!(28), &json!("not-a-side")));
    assert_eq!(of(json!({"kgn": "2. h2g2 *"}))["values"], json!({"expected": "1.", "found": "`2.`"}));
}

#[test]
fn a_text_without_faults_has_none_and_other_questions_are_refused() {
    assert!(faults(&json!({"kfen": START, "moves": ["e2e3", "e7e6"]})).is_empty());
    assert!(faults(&json!({"kgn": "1. h2g2 *"})).is_empty());
    for question in [
        json!({}),
        json!([]),
        json!({"kfen": 1}),
        json!({"kfen": START, "kgn": ""}),
        json!({"kgn": "", "moves": ["e2e3"]}),
        json!({"moves": [{}]}),
    ] {
        let error = answer_faults(question.to_string().as_bytes(), &mut std::io::sink()).expect_err("no question");
        assert!(error.to_string().starts_with("expected {\"kfen\": TEXT, \"moves\": [TEXT, …]}"), "{error}");
    }
    let many = json!({"kfen": START, "moves": vec![""; 50_001]}).to_string();
    let error = answer_faults(many.as_bytes(), &mut std::io::sink()).expect_err("too many moves");
    assert_eq!(error.to_string(), "expected a game of at most 50000 plies");
}
