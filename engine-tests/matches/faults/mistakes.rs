//! Invalid command lines: one line on stderr that names the argument, status 2, and no game.

use crate::support::mock::mock;
use crate::support::run;
use std::fs;
use tempfile::tempdir;

/// Two engines.
const TWO: &str = "--engine cmd={mock} name=A --engine cmd={mock} name=B";

/// Checks that each command line is refused with a message that contains the argument and the reason. Every command line begins
/// with `start`, and its words are separated by blanks. `{mock}` stands for the path of the mock, `{folder}` for a folder of files.
fn all_refused(start: &str, cases: &[(&str, &str, &str)]) {
    let folder = tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    fs::write(file("bad.txt"), "# openings\nkhet2 classic\n\nkhet2 classic moves h2g2 h2g2\n").expect("a file");
    fs::write(file("bytes.txt"), b"# \xe4ltere\nkhet2 cl\xe4ssic\n").expect("a file");
    fs::write(file("two.txt"), "khet2 classic\ndeflexion classic\n").expect("a file");
    fs::write(file("empty.txt"), "# openings\n").expect("a file");
    fs::write(file("games.json"), "{}\n").expect("a file");
    for (words, argument, why) in cases {
        let place = |text: &str| {
            let text = text.replace("{folder}", &folder.path().display().to_string());
            text.replace("{mock}", &mock().display().to_string())
        };
        let line = place(&format!("match {start} {words}"));
        let output = run(&line.split_whitespace().collect::<Vec<_>>());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{line}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{line}: {errors}");
        assert!(
            errors.starts_with("khepri: ") && errors.contains(argument) && errors.contains(why),
            "{line}: {errors}"
        );
    }
    assert_eq!(fs::read_to_string(file("games.json")).expect("a file"), "{}\n", "the file is unchanged");
}

#[test]
fn invalid_engines() {
    all_refused(
        "",
        &[("", "--engine: ", "two engines"), ("--depth 1 --engine cmd={mock}", "--engine: ", "two engines")],
    );
    all_refused(TWO, &[("", "--engine: ", "A: no limit")]);
    let cases = [
        ("cmd={mock} speed=1", "`speed=1`"),
        ("cmd={mock} name=A", "`A`: two engines have this name"),
        ("cmd=/no/such/program", "no such program: /no/such/program"),
        ("cmd=no-such-program-anywhere", "no such program: no-such-program-anywhere"),
        ("cmd={folder}", "no such program"),
        ("name=B", "cmd=PROGRAM"),
        ("cmd={mock} tc=inf", "no limit"),
        ("cmd={mock} protocol=khet2ai ponder=on", "khet2ai cannot ponder"),
        ("cmd={mock} margin=86400001", "expected whole milliseconds up to a day"),
        ("cmd={mock} dir={folder}/nowhere", "no such folder: "),
        ("cmd={mock} stderr={folder}/nowhere/errors", "no such folder: "),
        ("cmd={mock} protocol=khet2ai nodes=100", "khet2ai has no node limit"),
        ("cmd={mock} protocol=khet2ai option.Hash=1", "khet2ai has no options"),
    ];
    let cases = cases.map(|(words, why)| (words, "--engine: ", why));
    all_refused("--engine cmd={mock} name=A --depth 1 --engine", &cases);
}

#[test]
fn invalid_options_of_the_match() {
    let cases = [
        ("--tc 1/0", "--tc: ", "`1/0`"),
        ("--st x", "--st: ", "`x`"),
        ("--nodes 0", "--nodes: ", "`0`"),
        ("--each st=never", "--each: ", "`st=never`"),
        ("--games 4 --rounds 1", "--games: ", "--rounds"),
        ("--st 1 --tc st=2", "--tc: ", "st is given twice"),
        ("--format swiss", "--format", "swiss"),
        ("--concurrency 0", "--concurrency", "0"),
        ("--shard 3/2", "--shard", "3/2"),
        ("--sprt elo1=5 --shard 1/2", "--shard", "--games or --rounds"),
        ("--max-plies 0", "--max-plies", "0"),
        ("--draw plies=0", "--draw: ", "'0'"),
        ("--draw moves=5", "--draw: ", "'moves'"),
        ("--draw movecount=5", "--draw: ", "not provided: score=<CP>"),
        ("--draw plies=9 movenumber=30", "--draw: ", "not provided: movecount=<N> score=<CP>"),
        ("--draw movecount=0 score=5", "--draw: ", "'0'"),
        ("--draw movecount=3 score=-5", "--draw: ", "'-5'"),
        ("--resign moves=3", "--resign: ", "not provided: score=<CP>"),
        ("--resign twosided=true", "--resign: ", "not provided: moves=<N> score=<CP>"),
        ("--resign moves=3 score=5 twosided=maybe", "--resign: ", "'maybe'"),
        ("--resign moves=3 score=-5", "--resign: ", "'-5'"),
        ("--deadline start=0", "--deadline: ", "'0'"),
        ("--deadline lunch=1", "--deadline: ", "'lunch'"),
        ("--sprt elo0=5 elo1=0", "--sprt: ", "elo"),
        ("--variant chess", "--variant", "chess"),
        ("--engine cmd={mock} name=C --sprt", "--sprt: ", "two engines"),
        ("--openings {folder}/bad.txt", "--openings: ", "bad.txt: line 4: move 2 `h2g2`"),
        ("--openings {folder}/bytes.txt", "--openings: ", "bytes.txt: line 2: column 7: "),
        ("--openings {folder}/empty.txt", "--openings: ", "empty.txt: no opening"),
        ("--openings {folder}/missing.txt", "--openings: ", "missing.txt"),
        ("--openings {folder}/bad.txt --variant khet2", "--openings", "--variant"),
        ("--resume {folder}/games.json", "--resume: ", "games.json: line 1: no record of a game"),
        ("--json {folder}/a --resume {folder}/b", "--json: ", "--resume"),
    ];
    all_refused(&format!("{TWO} --depth 1"), &cases);
    let cases = [
        ("--variant khet1", "--variant", "B does not support khet1"),
        ("--openings {folder}/two.txt", "--openings: ", "B does not support deflexion"),
    ];
    all_refused(&format!("{TWO} protocol=khet2ai --depth 1"), &cases);
    let cases = [
        ("{folder}/missing.json", "--merge: ", "missing.json"),
        ("{folder}/games.json", "--merge: ", "games.json: line 1: no record of a game"),
        ("{folder}", "--merge: ", "irectory"),
        ("{folder}/games.json --log x", "--log", ""),
    ];
    all_refused("--merge", &cases);
}
