//! Merging the records of a match that was played in parts.

use super::table::{pairs, statistics};
use super::{Folder, Output, comparable, line, run_program};
use std::fs;

impl Folder {
    fn merge_words(&self, files: &str) -> Vec<String> {
        let files: String = files.split(' ').map(|file| format!(" {{}}/{file}")).collect();
        self.words(&format!("match --merge{files}"))
    }

    fn merge(&self, files: &str) -> Output {
        let output = run_program(&self.merge_words(files));
        assert_eq!(output.status, Some(0), "{files}: {}", output.errors);
        output
    }

    /// Plays a match in parts and returns the names of their files.
    fn shards(&self, match_words: &str, count: usize) -> String {
        let file = |number: usize| format!("{number}-of-{count}.json");
        for number in 1..=count {
            let _ = fs::remove_file(self.path(&file(number)));
            self.play_to_end(&format!("{match_words} --shard {number}/{count} --json {{}}/{}", file(number)));
        }
        (1..=count).rev().map(file).collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn merged_parts_have_the_table_of_the_whole() {
    let folder = Folder::new();
    for (index, test) in ["elo0=0 elo1=5", "elo0=0 elo1=150 alpha=0.2 beta=0.2"].iter().enumerate() {
        let match_words = format!("--games 61 --seed 3 --sprt {test}");
        let file = format!("whole-{index}.json");
        let whole = folder.play_to_end(&format!("{match_words} --json {{}}/{file}"));
        assert_eq!(index == 1, whole.contains("H0") || whole.contains("H1"), "{whole}");
        for files in [file, folder.shards(&match_words, 3)] {
            let merged = folder.merge(&files);
            assert_eq!((comparable(&merged.table), merged.errors.as_str()), (comparable(&whole), ""), "{files}");
        }
    }
}

#[test]
fn a_test_counts_pairs_up_to_the_first_gap() {
    let folder = Folder::new();
    let files = folder.shards("--games 60 --sprt elo0=0 elo1=5", 3);
    // The second part has every third pair from the second on. Its first seven games end within pair 11 of the match.
    let part = folder.read("2-of-3.json");
    let kept: String = part.split_inclusive('\n').take(7).collect();
    fs::write(folder.path("2-of-3.json"), &kept).expect("a file");
    let table = folder.merge(&files).table;
    let mut games = files.split(' ').flat_map(|file| folder.games(file)).collect();
    assert!(table.starts_with("games 47 of 60\n"), "{table}");
    let row: Vec<&str> = line(&table, "pairs  A").split_whitespace().skip(2).collect();
    assert_eq!(row, pairs(&games, "A").map(|count| count.to_string()));
    games.retain(|&number, _| number <= 20);
    let statistics = statistics(pairs(&games, "A"), "elo0=0 elo1=5");
    let shown = line(&table, "SPRT");
    assert!(shown.contains(&format!("LLR {} ", statistics["LLR"])) && shown.contains(" of 10 pairs, "), "{shown}");
    // An incomplete line is skipped with a warning.
    fs::write(folder.path("2-of-3.json"), format!("{kept}{{\"tournament")).expect("a file");
    let truncated = folder.merge(&files);
    assert_eq!(truncated.table, table);
    assert!(truncated.errors.contains("line 8"), "{}", truncated.errors);
}

#[test]
fn a_repeated_game_is_counted_once() {
    let folder = Folder::new();
    let whole = comparable(&folder.play_to_end("--games 12 --json {}/whole.json"));
    folder.play_to_end("--games 12 --shard 1/2 --json {}/half.json");
    let games = folder.games("whole.json");
    let merged = folder.merge("half.json whole.json");
    assert_eq!(comparable(&merged.table), whole);
    assert!(
        merged.errors.contains("6 games are recorded twice and counted once; 6 of them differ"),
        "{}",
        merged.errors
    );
    // A match resumes from a file with repeated games and reports them.
    let text = folder.read("whole.json");
    fs::write(folder.path("whole.json"), format!("{text}{text}")).expect("a file");
    let output = folder.play("--games 12 --resume {}/whole.json --kgn {}/whole.kgn");
    assert_eq!((output.status, comparable(&output.table)), (Some(0), whole));
    assert!(output.errors.contains("12 games are recorded twice"), "{}", output.errors);
    assert!(!output.errors.contains("of them"), "{}", output.errors);
    folder.expect_same_games("whole.kgn", &games);
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
    for (files, why) in [
        ("one.json other.json", "other.json: line 1: game 1 belongs to another match"),
        ("one.json names.json", "names.json: line 1: game 1: seats"),
        ("five.json six.json", "six.json: line 1: game 1 was played for another test"),
        ("one.json none.json", "none.json"),
    ] {
        folder.assert_refused(&folder.merge_words(files), &[why]);
    }
    let words = [folder.merge_words("five.json six.json"), folder.words("--sprt elo0=0 elo1=7")].concat();
    let requested = run_program(&words);
    assert_eq!(requested.status, Some(0));
    assert!(line(&requested.table, "SPRT").starts_with("SPRT [0, 7]"));
}

#[test]
fn a_record_that_contradicts_its_moves_is_refused_with_its_line() {
    let folder = Folder::new();
    folder.play_to_end("--games 12 --json {}/games.json");
    let text = folder.read("games.json");
    for (from, to, why) in [
        ("\"plies\":30", "\"plies\":31", ": plies: expected 30, "),
        ("\"result\":\"1/2-1/2\"", "\"result\":\"1-0\"", ": result: expected 1/2-1/2 by "),
        ("\"move\":\"", "\"move\":\"@", ": moves: move 1 "),
    ] {
        let index = text.lines().position(|line| line.contains(from)).expect("a fitting game");
        fs::write(folder.path("edited.json"), text.replacen(from, to, 1)).expect("a file");
        let named = format!("edited.json: line {0}: game {0}{why}", index + 1);
        folder.assert_refused(&folder.merge_words("edited.json"), &["--merge: ", &named]);
        let resumed = folder.arguments("--games 12 --resume {}/edited.json --kgn {}/new.kgn");
        folder.assert_refused(&resumed, &["--resume: ", &named]);
    }
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
        ("\"game\":1,", format!("\"game\":{huge},")),
        ("\"game\":1,", "\"game\":0,".to_owned()),
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
        ("{", "[".repeat(200_000)),
        ("{", "\0{".to_owned()),
    ] {
        let hostile = text.replace(from, &to);
        assert_ne!(hostile, text, "{from}");
        fs::write(folder.path("hostile.json"), &hostile).expect("a file");
        let shown: String = to.chars().take(40).collect();
        let merged = run_program(&folder.merge_words("hostile.json"));
        assert!(matches!(merged.status, Some(0 | 2)), "{shown}: {}", merged.errors);
        let resumed = folder.play("--games 2 --resume {}/hostile.json --kgn {}/hostile.kgn");
        assert!(matches!(resumed.status, Some(0 | 2)), "{shown}: {}", resumed.errors);
        assert!(resumed.status == Some(0) || folder.read("hostile.json") == hostile, "{shown}");
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
    assert_eq!(folder.merge("1.json 2.json").errors, "");
    let text = folder.read("2.json");
    fs::write(folder.path("2.json"), text.replace("--seed 1", "--seed 9")).expect("a file");
    let resumed = folder.play("--games 4 --shard 2/2 --resume {}/2.json");
    assert_eq!(resumed.status, Some(0), "{}", resumed.errors);
    for errors in [folder.merge("1.json 2.json").errors, resumed.errors] {
        assert!(errors.lines().count() == 1 && errors.contains("A was"), "{errors}");
    }
}
