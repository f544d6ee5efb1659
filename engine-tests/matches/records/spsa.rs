//! `khepri spsa`: its records, and runs that are killed, interrupted, continued and refused.

use super::kill::more_time;
use super::{Folder, finish, run_program, start};
use crate::support::mock::mock;
use crate::support::{PROGRAM, wait, wait_for};
use khepri_rules::internal::util::random::Random;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// Parameters of the mock. The first one changes its moves.
const PARAMETERS: &str =
    "# of the mock\nTuned, int, 500, 0, 1000, 60, 0.02\nMove Overhead, float, 100, 0, 10000, 20, 0.01\n";

impl Folder {
    /// Returns the arguments of a run of the mock with short games, whose parameters are in the file `params`. `engine` has more
    /// words for the mock.
    pub(super) fn tuning(&self, engine: &str, more: &str) -> Vec<String> {
        let mark = &self.mark;
        let mock = format!(
            "spsa --engine cmd={} name=mock arg=--seed arg=1 arg=--seed-option arg=Tuned arg=--name arg={mark} {engine}",
            mock().display()
        );
        let plies = if more.contains("--max-plies") { "" } else { "--max-plies 30" };
        self.words(&format!("{mock} --params {{}}/params --st 20 {plies} {more}"))
    }

    fn write_parameters(&self, text: &str) {
        fs::write(self.path("params"), text).expect("a file");
    }

    /// Plays a run, checks that it ends with status 0, and returns its table.
    fn tune(&self, more: &str) -> String {
        let output = run_program(&self.tuning("", more));
        assert_eq!(output.status, Some(0), "{more}: {}", output.errors);
        output.table
    }

    /// Returns the numbers of the pairs on record, in order.
    fn pairs(&self, name: &str) -> Vec<u64> {
        let record = |line: &str| serde_json::from_str::<Value>(line).expect("a line is a JSON object");
        self.read(name).lines().map(|line| record(line)["pair"].as_u64().expect("a number")).collect()
    }
}

#[test]
fn a_run_moves_the_values_and_records_each_pair() {
    let folder = Folder::new();
    folder.write_parameters(PARAMETERS);
    let files = "--games 46 --pairs 4 --resume {}/run.json --csv {}/run.csv --svg {}/run.svg";
    let table = folder.tune(files);
    assert_eq!(folder.pairs("run.json"), (1..=23).collect::<Vec<_>>());
    let csv = folder.read("run.csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["iteration", "games", "result", "Tuned", "Move Overhead"]);
    assert_eq!(rows[1], ["0", "0", "0", "500", "100"]);
    // Six iterations: the last one has the rest of the pairs.
    let games: Vec<&str> = rows.iter().skip(1).map(|row| row[1]).collect();
    assert_eq!(games, ["0", "8", "16", "24", "32", "40", "46"]);
    let sums: Vec<i64> = folder
        .read("run.json")
        .lines()
        .map(|line| {
            let record: Value = serde_json::from_str(line).expect("a record");
            record["wins"].as_i64().expect("a number") - record["losses"].as_i64().expect("a number")
        })
        .collect();
    let results: Vec<String> = sums.chunks(4).map(|pairs| pairs.iter().sum::<i64>().to_string()).collect();
    assert_eq!(rows.iter().skip(2).map(|row| row[2]).collect::<Vec<_>>(), results);
    assert!(results.iter().any(|result| result != "0"), "the values move: {results:?}");
    let end = rows[7][3].parse::<f64>().expect("a number");
    assert!(table.starts_with("games 46 of 46\niterations 6 of 6\n\nname "), "{table}");
    assert!(table.contains(&format!("\noption.Tuned={:.0}\n'option.Move Overhead={}'\n", end, rows[7][4])), "{table}");
    let picture = folder.read("run.svg");
    assert!(picture.starts_with("<svg ") && picture.contains("Generator: Khepri"), "{picture}");
    // The run is over: nothing is played again.
    assert_eq!(folder.tune(files), table);
    assert_eq!((folder.pairs("run.json").len(), folder.read("run.csv")), (23, csv));
}

#[test]
fn a_run_does_not_depend_on_the_number_of_concurrent_games() {
    let folder = Folder::new();
    folder.write_parameters(PARAMETERS);
    let run = |concurrency: u32| {
        folder.tune(&format!("--games 40 --pairs 5 --concurrency {concurrency} --csv {{}}/{concurrency}.csv"));
        folder.read(&format!("{concurrency}.csv"))
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn a_run_has_the_same_course_if_it_is_killed_at_any_moment() {
    let folder = Folder::new();
    folder.write_parameters(PARAMETERS);
    let (slow, words) = ("arg=--sleep arg=2", "--games 40 --pairs 3 --concurrency 2");
    let expected = run_program(&folder.tuning(slow, &format!("{words} --csv {{}}/one.csv")));
    assert_eq!(expected.status, Some(0), "{}", expected.errors);
    let more = format!("{words} --resume {{}}/run.json --csv {{}}/run.csv");
    let mut random = Random::seed_from_u64(3);
    let mut kills = 0;
    let output = loop {
        let mut runner = start(Command::new(PROGRAM).args(folder.tuning(slow, &more)));
        sleep(Duration::from_millis(100 + random.below(250) as u64) + more_time(kills));
        if runner.try_wait().expect("a process").is_some() {
            break finish(runner);
        }
        runner.kill().expect("it runs");
        wait(&mut runner);
        folder.expect_no_engines();
        kills += 1;
        assert!(kills < 1_000, "the run does not end");
    };
    assert_eq!(output.status, Some(0), "{}", output.errors);
    assert!(kills >= 2, "{kills} kills");
    assert_eq!((folder.read("run.csv"), output.table), (folder.read("one.csv"), expected.table));
}

#[test]
fn an_interrupted_run_prints_its_values_and_can_be_continued() {
    let folder = Folder::new();
    folder.write_parameters(PARAMETERS);
    let more = "--games 100000 --resume {}/run.json --csv {}/run.csv";
    for signal in [Signal::INT, Signal::TERM] {
        let before = folder.pairs("run.json").len();
        let runner = start(Command::new(PROGRAM).args(folder.tuning("", more)));
        wait_for(|| folder.read("run.json").lines().count(), |&pairs| pairs >= before + 10);
        kill_process(Pid::from_child(&runner), signal).expect("it runs");
        let output = finish(runner);
        assert_eq!(output.status, Some(130), "{}", output.errors);
        assert!(output.errors.contains("spsa: interrupted; --resume FILE continues"), "{}", output.errors);
        assert!(folder.engines().is_empty(), "the run waits for its engines");
        let pairs = folder.pairs("run.json");
        assert_eq!(pairs, (1..=pairs.len() as u64).collect::<Vec<_>>());
        assert!(output.table.starts_with(&format!("games {} of 100000\n", 2 * pairs.len())), "{}", output.table);
        assert_eq!(folder.read("run.csv").lines().count(), 2 + pairs.len() / 8);
    }
}

#[test]
fn faults_of_the_engine_are_losses_and_are_reported() {
    let folder = Folder::new();
    folder.write_parameters(PARAMETERS);
    let output = run_program(&folder.tuning("arg=--crash-on-go arg=--game arg=1", "--games 4 --pairs 1"));
    assert_eq!(output.status, Some(0), "{}", output.errors);
    assert!(output.errors.contains("spsa: iteration 1: game 1: "), "{}", output.errors);
    assert!(output.errors.contains("crash on go"), "{}", output.errors);
}

#[test]
fn a_run_that_cannot_be_played_is_refused_before_the_first_game() {
    let folder = Folder::new();
    folder.write_parameters(PARAMETERS);
    folder.tune("--games 8 --pairs 2 --resume {}/run.json");
    fs::write(folder.path("precious"), "precious").expect("a file");
    for (more, named) in [
        ("--games 7", "--games: expected an even number, two games for each pair, found 7"),
        ("--games 8 --engine cmd=other", "--engine: expected one, found 2"),
        ("--games 8 --csv {}/precious", "precious: it is there already"),
        ("--games 8 --svg {}/precious", "precious: it is there already, and not made by this program"),
        ("--games 8 --resume {}/precious", "--resume: "),
        ("--games 8 --resume {}/params", "--params reads this file; expected another"),
        ("--games 8 --csv {}/a --svg {}/a", "--csv writes this file; expected another"),
        ("--games 8 --pairs 2 --seed 6 --resume {}/run.json", "line 1: pair 1 belongs to another run: parameters"),
        ("--games 10 --pairs 2 --resume {}/run.json", "line 1: pair 1 belongs to another run"),
        ("--games 8 --pairs 2 --max-plies 31 --resume {}/run.json", "line 1: pair 1 belongs to another run"),
    ] {
        folder.assert_refused(&folder.tuning("", more), &[named]);
    }
    for (text, named) in [
        ("Tuned, int, 500, 0, 1000, 60\n", "params: line 1: expected 7 fields"),
        ("# empty\n", "params: no parameter is in it"),
        ("Tuned, int, 1001, 0, 1000, 60, 1\n", "params: line 1: start: expected a number from 0 to 1000, found `1001`"),
        ("Absent, int, 5, 0, 10, 1, 1\n", "--engine: mock offers no option Absent"),
        ("Ponder, int, 0, 0, 1, 1, 1\n", "--engine: mock: option Ponder is a check; expected a spin"),
        ("Style, int, 0, 0, 1, 1, 1\n", "--engine: mock: option Style is a combo; expected a spin"),
        ("Book File, float, 0, 0, 1, 1, 1\n", "--engine: mock: option Book_File is a string; expected a spin"),
        ("Clear Table, int, 0, 0, 1, 1, 1\n", "--engine: mock: option Clear_Table is a button; expected a spin"),
        (
            "Tuned, int, 5, -1, 10, 1, 1\n",
            "--engine: mock: option Tuned takes 0 to 1000, and the parameter may have -1 to 10",
        ),
        ("Tuned, int, 500, 0, 1000, 61, 0.02\n", "line 1: pair 1 belongs to another run"),
    ] {
        folder.write_parameters(text);
        folder.assert_refused(&folder.tuning("", "--games 8 --pairs 2 --resume {}/run.json"), &[named]);
    }
    folder.write_parameters("Tuned, int, 500, 0, 1000, 60, 0.02\n");
    for (word, named) in [
        ("option.tuned=3", "option `tuned`: --params sets it"),
        ("protocol=khet2ai", "protocol khet2ai has no options"),
    ] {
        folder.assert_refused(&folder.tuning(word, "--games 8"), &["--engine: ", named]);
    }
}

#[test]
fn records_that_contradict_the_run_are_refused_and_an_incomplete_one_is_cut() {
    let folder = Folder::new();
    folder.write_parameters(PARAMETERS);
    let more = "--games 8 --pairs 2 --resume {}/run.json";
    let table = folder.tune(more);
    let whole = folder.read("run.json");
    let lines: Vec<&str> = whole.lines().collect();
    let without_second = [lines[0], lines[2], lines[3]].join("\n") + "\n";
    for (text, named) in [
        (without_second, "line 2: pair 3 is out of order: expected one of the pairs 1 to 2"),
        (format!("{0}\n{0}\n", lines[0]), "line 2: pair 1 is recorded twice"),
        (format!("{whole}{}\n", lines[3].replace("\"pair\":4", "\"pair\":5")), "line 5: pair 5 is beyond the last one"),
        (
            whole.replacen("\"draws\":", "\"draws\":1", 1),
            "line 1: pair 1: wins, draws, losses: expected results of 2 games",
        ),
        ("precious\n".to_owned(), "line 1: no record of a pair: "),
        ("precious".to_owned(), "line 1: it has no end, and is not the beginning of a record of this run"),
    ] {
        fs::write(folder.path("run.json"), text).expect("a file");
        folder.assert_refused(&folder.tuning("", more), &["--resume: ", named]);
    }
    let cut = whole.len() - 5;
    fs::write(folder.path("run.json"), &whole[..cut]).expect("a file");
    assert_eq!(folder.tune(more), table);
    assert_eq!(folder.read("run.json"), whole);
}

#[test]
fn parts_of_matches_that_are_gathered_give_the_course_of_one_run() {
    let folder = Folder::new();
    folder.write_parameters(PARAMETERS);
    fs::write(folder.path("openings"), "khet2 classic\nkhet2 imhotep\nkhet2 dynasty\n").expect("a file");
    let rules = "--games 10 --pairs 2 --openings {}/openings --draw plies=25 --resign moves=3 score=900 --margin 500";
    let table = folder.tune(&format!("{rules} --csv {{}}/one.csv"));
    let run = |more: &str| run_program(&folder.tuning("", &format!("{rules} --resume {{}}/run.json {more}")));
    let gather = |files: &str| run(&format!("--csv {{}}/run.csv --gather {files}"));
    for iteration in 1..=3 {
        let next = run("--next");
        assert_eq!(next.status, Some(0), "{}", next.errors);
        let words = shlex::split(next.table.trim_end()).expect("words with the quoting of a shell");
        let play_part = |part: u32| {
            let part = folder.words(&format!("--shard {part}/2 --resume {{}}/part{iteration}-{part}.json"));
            let played = run_program(&[vec!["match".to_owned()], words.clone(), part].concat());
            assert_eq!(played.status, Some(0), "{}", played.errors);
        };
        play_part(1);
        if iteration < 3 {
            let lacking = gather(&format!("{{}}/part{iteration}-1.json"));
            assert_eq!(lacking.status, Some(1));
            let named = format!("spsa: iteration {iteration} lacks 1 of its 2 pairs");
            assert!(lacking.errors.contains(&named), "{}", lacking.errors);
            // The rest of the iteration is the same match.
            assert_eq!(run("--next").table, next.table);
            play_part(2);
        }
        let files: Vec<String> = (1..=2).map(|part| format!("{{}}/part{iteration}-{part}.json")).collect();
        let gathered = gather(&files[..if iteration < 3 { 2 } else { 1 }].join(" "));
        assert_eq!(gathered.status, Some(0), "{}", gathered.errors);
        if iteration < 3 {
            let again = folder.tuning("", &format!("{rules} --resume {{}}/run.json --gather {}", files.join(" ")));
            folder.assert_refused(&again, &["--gather: ", "line 1: game 1 belongs to another match"]);
        }
    }
    let over = run("--next");
    assert_eq!((over.status, over.table.as_str()), (Some(1), ""));
    assert!(over.errors.contains("spsa: all iterations are played"), "{}", over.errors);
    assert_eq!(run("").table, table);
    assert_eq!(folder.read("run.csv"), folder.read("one.csv"));
}

#[test]
fn options_that_the_engine_does_not_take_are_reported_once() {
    let folder = Folder::new();
    folder.write_parameters(PARAMETERS);
    let output = run_program(&folder.tuning("option.Hash=0 option.Contempt=5", "--games 8 --pairs 1"));
    assert_eq!(output.status, Some(0), "{}", output.errors);
    let warnings: Vec<&str> = output.errors.lines().filter(|line| line.contains(" option ")).collect();
    let expected = [
        "khepri: spsa: mock: option Hash: expected a whole number from 1 to 65536, found `0`",
        "khepri: spsa: mock offers no option Contempt",
        "khepri: spsa: mock: option Move_Overhead takes whole numbers, and the parameter is a float",
    ];
    assert_eq!(warnings, expected);
}

#[test]
fn a_full_disk_ends_the_run() {
    let folder = Folder::new();
    folder.write_parameters(PARAMETERS);
    let output = run_program(&folder.tuning("", "--games 8 --resume /dev/full"));
    assert_eq!(output.status, Some(1), "{}", output.errors);
    assert!(output.errors.contains("/dev/full: No space left"), "{}", output.errors);
    assert!(output.table.starts_with("games 0 of 8\n"), "{}", output.table);
}
