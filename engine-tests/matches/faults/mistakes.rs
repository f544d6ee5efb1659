//! Invalid command lines: one line on stderr that names the argument, status 2, and no game.

use crate::support::mock::mock;
use crate::support::run;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// Two engines. `{mock}` stands for the path of the mock.
const TWO: [&str; 6] = ["--engine", "cmd={mock}", "name=A", "--engine", "cmd={mock}", "name=B"];

/// Runs a match that has to be refused. Returns the message without the name of the program.
fn refused(folder: &Path, words: &[&str]) -> String {
    let place = |word: &&str| {
        word.replace("{mock}", &mock().display().to_string()).replace("{folder}", &folder.display().to_string())
    };
    let words: Vec<String> = ["match"].iter().chain(words).map(place).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = run(&words);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words:?}: {errors}");
    assert!(output.stdout.is_empty(), "{words:?}: nothing is printed");
    assert_eq!(errors.lines().count(), 1, "{words:?}: {errors}");
    errors.strip_prefix("khepri: ").unwrap_or_else(|| panic!("{words:?}: {errors}")).trim_end().to_owned()
}

/// Checks that each command line is refused with a message that contains the argument and the reason.
fn all_refused(cases: &[(&[&str], &str, &str)]) {
    let folder = tempdir().expect("a folder");
    for (words, argument, why) in cases {
        let line = refused(folder.path(), words);
        assert!(line.contains(argument) && line.contains(why), "{words:?}: `{line}` lacks {argument} or {why}");
    }
}

/// Returns the words of two engines and more words.
fn with_two(more: &[&'static str]) -> Vec<&'static str> {
    [TWO.as_slice(), more].concat()
}

#[test]
fn too_few_engines() {
    all_refused(&[
        (&[], "--engine: ", "two engines"),
        (&["--depth", "1", "--engine", "cmd={mock}"], "--engine: ", "two engines"),
    ]);
}

#[test]
fn invalid_engines() {
    let a = ["--engine", "cmd={mock}", "name=A", "--depth", "1", "--engine"];
    for (words, why) in [
        (["cmd={mock}", "speed=1"].as_slice(), "`speed=1`"),
        (&["cmd={mock}", "fast"], "`fast`"),
        (&["cmd={mock}", "name=A"], "`A`: two engines have this name"),
        (&["cmd=/no/such/program"], "no such program: /no/such/program"),
        (&["cmd=no-such-program-anywhere"], "no such program: no-such-program-anywhere"),
        (&["cmd={folder}"], "no such program"),
        (&["name=B"], "cmd=PROGRAM"),
        (&["cmd={mock}", "tc=soon"], "`tc=soon`"),
        (&["cmd={mock}", "st=0"], "`st=0`"),
        (&["cmd={mock}", "protocol=morse"], "`protocol=morse`"),
        (&["cmd={mock}", "tc=inf"], "no limit"),
        (&["cmd={mock}", "ponder=1"], "`ponder=1`"),
        (&["cmd={mock}", "protocol=khet2ai", "ponder=on"], "khet2ai cannot ponder"),
        (&["cmd={mock}", "margin=-1"], "`margin=-1`"),
        (&["cmd={mock}", "margin=86400001"], "expected whole milliseconds up to a day"),
        (&["cmd={mock}", "dir={folder}/nowhere"], "no such folder: "),
        (&["cmd={mock}", "stderr={folder}/nowhere/errors"], "no such folder: "),
        (&["cmd={mock}", "protocol=khet2ai", "nodes=100"], "khet2ai has no node limit"),
        (&["cmd={mock}", "protocol=khet2ai", "option.Hash=1"], "khet2ai has no options"),
    ] {
        all_refused(&[(&[a.as_slice(), words].concat(), "--engine: ", why)]);
    }
}

#[test]
fn invalid_limits() {
    all_refused(&[
        (&TWO, "--engine: ", "A: no limit"),
        (&with_two(&["--tc", "1/0"]), "--tc: ", "`1/0`"),
        (&with_two(&["--tc=-1"]), "--tc: ", "`-1`"),
        (&with_two(&["--st", "x"]), "--st: ", "`x`"),
        (&with_two(&["--nodes", "0"]), "--nodes: ", "`0`"),
        (&with_two(&["--depth", "1.5"]), "--depth: ", "`1.5`"),
        (&with_two(&["--each", "st=never"]), "--each: ", "`st=never`"),
    ]);
}

#[test]
fn invalid_options_of_the_match() {
    let mut cases: Vec<(Vec<&str>, &str, &str)> = Vec::new();
    for (more, argument, why) in [
        (["--games", "0"].as_slice(), "--games", "0"),
        (&["--games", "4", "--rounds", "1"], "--games: ", "--rounds"),
        (&["--st", "1", "--tc", "st=2"], "--tc: ", "st is given twice"),
        (&["--format", "swiss"], "--format", "swiss"),
        (&["--concurrency", "0"], "--concurrency", "0"),
        (&["--shard", "3/2"], "--shard", "3/2"),
        (&["--shard", "0/2"], "--shard", "0/2"),
        (&["--shard", "half"], "--shard", "half"),
        (&["--sprt", "elo1=5", "--shard", "1/2"], "--shard", "--games or --rounds"),
        (&["--margin=-1"], "--margin", "-1"),
        (&["--max-plies", "0"], "--max-plies", "0"),
        (&["--draw", "plies=0"], "--draw: ", "'0'"),
        (&["--draw", "moves=5"], "--draw: ", "'moves'"),
        (&["--draw", "movecount=5"], "--draw: ", "not provided: score=<CP>"),
        (&["--draw", "plies=9", "movenumber=30"], "--draw: ", "not provided: movecount=<N> score=<CP>"),
        (&["--draw", "movecount=0", "score=5"], "--draw: ", "'0'"),
        (&["--draw", "movecount=3", "score=-5"], "--draw: ", "'-5'"),
        (&["--resign", "moves=3"], "--resign: ", "not provided: score=<CP>"),
        (&["--resign", "twosided=true"], "--resign: ", "not provided: moves=<N> score=<CP>"),
        (&["--resign", "moves=3", "score=5", "twosided=maybe"], "--resign: ", "'maybe'"),
        (&["--resign", "moves=3", "score=-5"], "--resign: ", "'-5'"),
        (&["--deadline", "start=0"], "--deadline: ", "'0'"),
        (&["--deadline", "lunch=1"], "--deadline: ", "'lunch'"),
        (&["--sprt", "elo0=5", "elo1=0"], "--sprt: ", "elo"),
        (&["--sprt", "elo0=x"], "--sprt: ", "'x'"),
        (&["--sprt", "alpha=1"], "--sprt: ", "alpha"),
        (&["--variant", "chess"], "--variant", "chess"),
        (&["--colour", "red"], "--colour", ""),
    ] {
        cases.push((with_two(&[&["--depth", "1"], more].concat()), argument, why));
    }
    let cases: Vec<(&[&str], &str, &str)> =
        cases.iter().map(|(words, arg, why)| (words.as_slice(), *arg, *why)).collect();
    all_refused(&cases);
}

#[test]
fn an_sprt_needs_exactly_two_engines() {
    let words = with_two(&["--engine", "cmd={mock}", "name=C", "--depth", "1", "--sprt", "elo0=0", "elo1=5"]);
    all_refused(&[(&words, "--sprt: ", "two engines")]);
}

#[test]
fn rule_sets_that_an_engine_does_not_support() {
    let words = with_two(&["protocol=khet2ai", "--depth", "1", "--variant", "khet1"]);
    all_refused(&[(&words, "--variant", "B does not support khet1")]);
    let folder = tempdir().expect("a folder");
    fs::write(folder.path().join("o.txt"), "khet2 classic\ndeflexion classic\n").expect("a file");
    let words = with_two(&["protocol=khet2ai", "--depth", "1", "--openings", "{folder}/o.txt"]);
    let line = refused(folder.path(), &words);
    assert!(line.starts_with("--openings: B does not support deflexion"), "{line}");
}

#[test]
fn invalid_files() {
    let folder = tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("bad.txt", "# openings\nkhet2 classic\n\nkhet2 classic moves h2g2 h2g2\n");
    write("empty.txt", "# openings\n");
    write("games.json", "{}\n");
    for (words, argument, why) in [
        (["--openings", "{folder}/bad.txt"].as_slice(), "--openings: ", "bad.txt: line 4: move 2 `h2g2`"),
        (&["--openings", "{folder}/empty.txt"], "--openings: ", "empty.txt: no opening"),
        (&["--openings", "{folder}/missing.txt"], "--openings: ", "missing.txt"),
        (&["--openings", "{folder}/bad.txt", "--variant", "khet2"], "--openings", "--variant"),
        (&["--json", "{folder}/games.json"], "--json: ", "games.json: it is there already"),
        (&["--json", "{folder}/no/games.json"], "--json: ", "no/games.json"),
        (&["--kgn", "{folder}/no/games.kgn"], "--kgn: ", "no/games.kgn"),
        (&["--resume", "{folder}/games.json"], "--resume: ", "games.json: line 1: no record of a game"),
        (&["--json", "{folder}/a", "--resume", "{folder}/b"], "--json: ", "--resume"),
    ] {
        let line = refused(folder.path(), &with_two(&[&["--depth", "1"], words].concat()));
        assert!(line.contains(argument) && line.contains(why), "{words:?}: {line}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("games.json")).expect("a file"), "{}\n", "the file is unchanged");
    for (words, why) in [
        (["--merge", "{folder}/missing.json"], "missing.json"),
        (["--merge", "{folder}/games.json"], "games.json: line 1: no record of a game"),
        (["--merge", "{folder}"], "irectory"),
    ] {
        let line = refused(folder.path(), &words);
        assert!(line.starts_with("--merge: ") && line.contains(why), "{words:?}: {line}");
    }
}
