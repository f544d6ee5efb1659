//! Merging the records of a match that was played in parts.

use super::table::{pairs, statistics};
use super::{Folder, Output, comparable, line, run_program};
use crate::support::PROGRAM;
use std::fs;

impl Folder {
    fn merge(&self, files: &[&str], more: &str) -> Output {
        let mut words = vec!["match".to_owned(), "--merge".to_owned()];
        words.extend(files.iter().map(|file| self.path(file)));
        words.extend(self.words(more));
        run_program(&words)
    }

    /// Merges files, checks that there is no error or warning, and returns the table.
    fn merge_cleanly(&self, files: &[&str]) -> String {
        let Output { status, table, errors } = self.merge(files, "");
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        table
    }

    /// Plays a match in parts and returns the names of their files.
    fn shards(&self, match_words: &str, count: usize) -> Vec<String> {
        let file = |number| format!("{number}-of-{count}.json");
        for number in 1..=count {
            let _ = fs::remove_file(self.path(&file(number)));
            self.play_to_end(&format!("{match_words} --shard {number}/{count} --json {{}}/{}", file(number)));
        }
        (1..=count).map(file).collect()
    }
}

#[test]
fn merged_parts_have_the_table_of_the_whole() {
    let folder = Folder::new();
    for (index, test) in ["", "--sprt elo0=0 elo1=5", "--sprt elo0=0 elo1=150 alpha=0.2 beta=0.2"].iter().enumerate() {
        let match_words = format!("--games 61 --seed 3 {test}");
        let whole = folder.play_to_end(&format!("{match_words} --json {{}}/whole-{index}.json"));
        assert_eq!(comparable(&folder.merge_cleanly(&[&format!("whole-{index}.json")])), comparable(&whole));
        assert_eq!(index == 2, whole.contains("H0") || whole.contains("H1"), "{whole}");
        for count in [1, 2, 3, 5] {
            let files = folder.shards(&match_words, count);
            let mut files: Vec<&str> = files.iter().map(String::as_str).collect();
            assert_eq!(comparable(&folder.merge_cleanly(&files)), comparable(&whole), "{count} parts");
            files.reverse();
            assert_eq!(comparable(&folder.merge_cleanly(&files)), comparable(&whole), "{count} parts in reverse order");
        }
    }
}

#[test]
fn engines_limited_by_nodes_or_depth_play_the_same_games_in_parts() {
    let folder = Folder::new();
    let cmd = format!("cmd={PROGRAM}");
    let play = |more: &str| {
        let words = ["match", "--engine", &cmd, "name=A", "depth=2", "--engine", &cmd, "name=B", "nodes=300"];
        let mut words = words.map(str::to_owned).to_vec();
        words.extend(folder.words("--each option.Hash=1 --games 8 --max-plies 24"));
        words.extend(folder.words(more));
        let output = run_program(&words);
        assert_eq!(output.status, Some(0), "{}", output.errors);
        output.table
    };
    let whole = play("--json {}/whole.json");
    let files = [1, 2].map(|number| format!("{number}.json"));
    for (number, file) in (1..).zip(&files) {
        play(&format!("--shard {number}/2 --json {{}}/{file}"));
    }
    let merged = folder.merge_cleanly(&files.each_ref().map(String::as_str));
    assert_eq!(comparable(&merged), comparable(&whole));
}

#[test]
fn a_test_counts_pairs_up_to_the_first_gap() {
    let folder = Folder::new();
    let files = folder.shards("--games 60 --sprt elo0=0 elo1=5", 3);
    // The second part has every third pair from the second on. Its first seven games end within pair 11 of the match.
    let part = folder.read(&files[1]);
    let kept: Vec<&str> = part.split_inclusive('\n').take(7).collect();
    fs::write(folder.path(&files[1]), kept.concat()).expect("a file");
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let table = folder.merge_cleanly(&files);
    let mut games = files.iter().flat_map(|file| folder.games(file)).collect();
    assert!(table.starts_with("games 47 of 60\n"), "{table}");
    assert_eq!(
        line(&table, "pairs  A").split_whitespace().skip(2).collect::<Vec<_>>(),
        pairs(&games, "A").map(|n| n.to_string())
    );
    games.retain(|&number, _| number <= 20);
    let statistics = statistics(pairs(&games, "A"), "elo0=0 elo1=5");
    let shown = line(&table, "SPRT");
    assert!(shown.contains(&format!("LLR {} ", statistics["LLR"])) && shown.contains(" of 10 pairs, "), "{shown}");
    // An incomplete line is skipped with a warning.
    fs::write(folder.path(files[1]), format!("{}{{\"tournament", kept.concat())).expect("a file");
    let truncated = folder.merge(&files, "");
    assert_eq!((truncated.status, truncated.table), (Some(0), table));
    assert!(truncated.errors.contains("line 8"), "{}", truncated.errors);
}

#[test]
fn a_repeated_game_is_counted_once() {
    let folder = Folder::new();
    let whole = folder.play_to_end("--games 12 --json {}/whole.json");
    folder.play_to_end("--games 12 --shard 1/2 --json {}/half.json");
    fs::copy(folder.path("whole.json"), folder.path("copy.json")).expect("a copy");
    for (files, words) in [
        (["whole.json", "copy.json"], vec!["12 games are recorded twice"]),
        (["copy.json", "half.json"], vec!["6 games are recorded twice", "6 of them"]),
        (["half.json", "whole.json"], vec!["6 games are recorded twice", "6 of them"]),
    ] {
        let merged = folder.merge(&files, "");
        assert_eq!(comparable(&merged.table), comparable(&whole));
        for word in &words {
            assert!(merged.errors.contains(word), "{}", merged.errors);
        }
        assert_eq!(merged.errors.contains("of them"), words.len() == 2);
    }
    // A match resumes from a file with repeated games and reports them.
    let text = folder.read("whole.json");
    fs::write(folder.path("whole.json"), format!("{text}{text}")).expect("a file");
    let output = folder.play("--games 12 --resume {}/whole.json --kgn {}/whole.kgn");
    assert_eq!((output.status, comparable(&output.table)), (Some(0), comparable(&whole)));
    assert!(output.errors.contains("12 games are recorded twice"), "{}", output.errors);
    folder.expect_same_games("whole.kgn", &folder.games("copy.json"));
}

#[test]
fn records_of_different_matches_are_refused() {
    let folder = Folder::new();
    folder.play_to_end("--games 2 --json {}/one.json");
    folder.play_to_end("--games 2 --margin 51 --json {}/other.json");
    folder.play_to_end("--games 2 --sprt elo0=0 elo1=5 --json {}/five.json");
    folder.play_to_end("--games 2 --sprt elo0=0 elo1=6 --json {}/six.json");
    let one = folder.read("one.json");
    fs::write(folder.path("names.json"), one.replace("\"A\"", "\"Z\"")).expect("a file");
    for (files, word) in [
        (["one.json", "other.json"], "other.json: line 1: game 1 belongs to another match"),
        (["one.json", "names.json"], "names.json: line 1: game 1: seats"),
        (["five.json", "six.json"], "six.json: line 1: game 1 was played for another test"),
        (["one.json", "none.json"], "none.json"),
    ] {
        for files in [files, [files[1], files[0]]] {
            let output = folder.merge(&files, "");
            assert_eq!((output.status, output.table.as_str()), (Some(2), ""));
            assert!(output.errors.lines().count() == 1, "{}", output.errors);
        }
        assert!(folder.merge(&files, "").errors.contains(word), "{word}");
    }
    let requested = folder.merge(&["five.json", "six.json"], "--sprt elo0=0 elo1=7");
    assert_eq!(requested.status, Some(0));
    assert!(line(&requested.table, "SPRT").starts_with("SPRT [0, 7]"));
}

#[test]
fn a_record_that_contradicts_its_moves_is_refused_with_its_line() {
    let folder = Folder::new();
    folder.play_to_end("--games 12 --json {}/games.json");
    let lines: Vec<String> = folder.read("games.json").lines().map(str::to_owned).collect();
    let edits: [(&str, &str, &str); 4] = [
        ("\"result\":\"1-0\"", "\"result\":\"0-1\"", "result: expected 1-0 by "),
        ("\"result\":\"0-1\"", "\"result\":\"1/2-1/2\"", "result: expected 0-1 by "),
        ("\"result\":\"1/2-1/2\"", "\"result\":\"1-0\"", "result: expected 1/2-1/2 by "),
        ("\"plies\":30", "\"plies\":31", "plies: expected 30, "),
    ];
    let mut found = 0;
    for (from, to, why) in edits {
        let Some(index) = lines.iter().position(|line| line.contains(from)) else { continue };
        found += 1;
        let mut edited = lines.clone();
        edited[index] = edited[index].replace(from, to);
        let text = edited.join("\n") + "\n";
        fs::write(folder.path("edited.json"), &text).expect("a file");
        let named = format!("edited.json: line {}: game {}: {why}", index + 1, index + 1);
        let merged = folder.merge(&["edited.json"], "");
        let resumed = folder.play("--games 12 --resume {}/edited.json");
        for output in [merged, resumed] {
            assert_eq!((output.status, output.table.as_str()), (Some(2), ""), "{from}");
            assert!(output.errors.contains(&named), "{named} is not in {}", output.errors);
        }
        assert_eq!(folder.read("edited.json"), text);
    }
    assert!(found >= 3, "the games do not end in several ways");
}

#[test]
fn no_file_causes_a_panic_or_fills_the_memory() {
    let folder = Folder::new();
    folder.play_to_end("--games 2 --json {}/games.json");
    let text = folder.read("games.json");
    let huge = u64::MAX.to_string();
    for (from, to) in [
        ("\"seats\":[0,1]", format!("\"seats\":[0,{huge}]")),
        ("\"seats\":[0,1]", "\"seats\":[7,7]".to_owned()),
        ("\"seats\":[0,1]", "\"seats\":[-1,1]".to_owned()),
        ("\"game\":1,", format!("\"game\":{huge},")),
        ("\"game\":1,", "\"game\":0,".to_owned()),
        ("\"game\":1,", format!("\"game\":{huge}0,")),
        ("\"games\":2,", format!("\"games\":{huge},")),
        ("\"time_us\":", format!("\"time_us\":{huge},\"x\":")),
        ("\"depth\":1", "\"depth\":4294967295".to_owned()),
        ("\"plies\":", "\"plies\":4294967295,\"x\":".to_owned()),
        ("\"result\":\"", "\"overrun_us\":18446744073709551615,\"result\":\"".to_owned()),
        ("\"opening\":\"", "\"opening\":\"\\u0000\\n[x ".to_owned()),
        ("\"started\":\"", "\"started\":\"ä".to_owned()),
        (
            "\"round\":1,",
            "\"round\":1,\"sprt\":{\"elo0\":1,\"elo1\":1,\"alpha\":9,\"beta\":0,\"model\":\"x\"},".to_owned(),
        ),
        ("\"move\":\"", "\"move\":\"z9z9".to_owned()),
        ("{", "[".repeat(200_000)),
        ("{", "\0{".to_owned()),
    ] {
        let hostile = text.replace(from, &to);
        assert_ne!(hostile, text, "{from}");
        fs::write(folder.path("hostile.json"), &hostile).expect("a file");
        let shown: String = to.chars().take(40).collect();
        let merged = folder.merge(&["hostile.json"], "");
        assert!(matches!(merged.status, Some(0 | 2)), "{shown}: {}", merged.errors);
        let resumed = folder.play("--games 2 --resume {}/hostile.json --kgn {}/hostile.kgn");
        assert!(matches!(resumed.status, Some(0 | 2)), "{shown}: {}", resumed.errors);
        if resumed.status == Some(2) {
            assert_eq!(folder.read("hostile.json"), hostile, "{shown}");
        }
        let _ = fs::remove_file(folder.path("hostile.kgn"));
    }
    let zeros = run_program(&["match", "--merge", "/dev/zero"].map(str::to_owned));
    assert_eq!(zeros.status, Some(2), "{}", zeros.errors);
}

#[test]
fn another_program_under_the_same_name_is_reported() {
    let folder = Folder::new();
    folder.play_to_end("--games 2 --shard 1/2 --json {}/1.json");
    folder.play_to_end("--games 4 --shard 2/2 --json {}/2.json");
    folder.merge_cleanly(&["1.json", "2.json"]);
    let text = folder.read("2.json");
    fs::write(folder.path("2.json"), text.replace("--seed 1", "--seed 9")).expect("a file");
    let merged = folder.merge(&["1.json", "2.json"], "");
    assert_eq!(merged.status, Some(0), "{}", merged.errors);
    assert!(merged.errors.lines().count() == 1 && merged.errors.contains("A was"), "{}", merged.errors);
    let resumed = folder.play("--games 4 --shard 2/2 --resume {}/2.json");
    assert_eq!(resumed.status, Some(0), "{}", resumed.errors);
    assert!(resumed.errors.lines().count() == 1 && resumed.errors.contains("A was"), "{}", resumed.errors);
}
