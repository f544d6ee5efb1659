//! Tests that the sessions of the README and of `docs/protocol.md` are those of the engine, and that the random mover of
//! `docs/matches.md` plays a match.

use super::data_files::end;
use crate::support::in_process::InProcess;
use crate::support::{PROGRAM, is_missing, is_move_text, without_progress};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn path_of(page: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(page)
}

/// Returns the text of a page, and the first block of it that begins with these characters.
fn page_with_block(page: &str, begin: &str) -> (String, String) {
    let text = fs::read_to_string(path_of(page)).expect(page);
    let (_, rest) = text.split_once(&format!("\n```{begin}")).unwrap_or_else(|| panic!("{page} has such a block"));
    let (block, _) = rest.split_once("\n```").expect("the end of the block");
    let (_, first) = begin.split_once('\n').expect("a language and the first characters");
    let block = format!("{first}{block}");
    (text, block)
}

/// Returns the words of a line that the rules and the protocol fix: of a report its fields and depth, but not other numbers or
/// moves. The rest of a line after `…` is free.
fn fixed(line: &str) -> String {
    let words = line.split('…').next().unwrap_or_default().split_inclusive(' ');
    if line.starts_with("info depth ") {
        let is_fixed = |(place, word): &(usize, &str)| *place == 2 || word.trim_end().parse::<i64>().is_err();
        let until_line = words.take_while(|word| !is_move_text(word.trim_end()));
        return until_line.enumerate().filter(is_fixed).map(|(_, word)| word).collect();
    }
    let words = words.take_while(|word| word.trim_end() != "ponder");
    words.map(|word| if is_move_text(word.trim_end()) { "M" } else { word }).collect()
}

/// Runs a session. Each line after `> ` is input, and `…` stands for any lines. Checks that the answers have the form of those
/// that the session shows, and that its own moves are legal. Returns the session with the answers of this engine.
fn run_session(session: &str) -> String {
    let mut engine = InProcess::start();
    let mut written = String::new();
    let mut position = "position startpos";
    for exchange in format!("\n{session}").split("\n> ").skip(1) {
        let mut shown: Vec<&str> = exchange.lines().collect();
        let command = shown.remove(0);
        position = if command.starts_with("position") { command } else { position };
        engine.send(command);
        let mut answer = match command.split(' ').next() {
            Some("go") => engine.lines_until("bestmove", |line| line.starts_with("bestmove ")),
            Some("isready") => engine.lines_until("readyok", |line| line == "readyok"),
            Some("quit") => Vec::new(),
            _ => engine.sync(),
        };
        if let Some(at) = shown.iter().position(|&line| line == "…") {
            let after = shown.len() - at - 1;
            assert!(answer.len() >= at + after, "`{command}`: {answer:#?}");
            let end = answer.len() - after;
            answer.splice(at..end, ["…".to_owned()]);
        }
        let forms = |lines: &[String]| lines.iter().map(|line| fixed(line)).collect::<Vec<_>>();
        let shown: Vec<String> = shown.into_iter().map(str::to_owned).collect();
        let fits = |(form, shown): (&String, &String)| form.starts_with(&fixed(shown)) || shown == "…";
        let fit = answer.len() == shown.len() && forms(&answer).iter().zip(&shown).all(fits);
        assert!(fit, "`{command}`: the page shows {shown:#?}, the engine answers {answer:#?}");
        let join = if position.contains(" moves ") { "" } else { " moves" };
        for line in shown.iter().filter_map(|line| line.split_once(" pv ")).filter(|(_, line)| *line != "…") {
            engine.accept(&format!("{position}{join} {}", line.1));
            engine.accept(position);
        }
        written += &format!("> {command}\n{}", answer.iter().map(|line| format!("{line}\n")).collect::<String>());
    }
    written
}

/// With `README_SESSION=write`, the README gets the answers of this engine.
#[test]
fn the_session_of_the_readme_is_that_of_the_engine() {
    let (readme, session) = page_with_block("README.md", "text\n> uci");
    let written = run_session(&session);
    if std::env::var("README_SESSION").is_ok_and(|value| value == "write") {
        let readme = readme.replace(&session, written.trim_end());
        fs::write(path_of("README.md"), readme).expect("the README can be written");
    }
}

#[test]
fn the_session_of_the_protocol_page_is_that_of_the_engine() {
    run_session(&page_with_block("docs/protocol.md", "\n> uci").1);
}

#[test]
fn the_random_mover_of_the_page_needs_only_the_listed_commands() {
    let (page, code) = page_with_block("docs/matches.md", "python\nimport ");
    assert!(code.lines().count() <= 40, "{code}");
    let (_, table) = page.split_once("\n| command |").expect("a table of commands");
    let rows = table.lines().skip(2).map_while(|line| line.strip_prefix("| `"));
    let commands: Vec<&str> = rows.filter_map(|row| row.split(['`', ' ']).next()).collect();
    assert_eq!(commands.len(), 6, "{commands:?}");
    if is_missing("python3", "--version") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let [mover, log, records] = ["mover.py", "log.txt", "games.json"].map(|name| folder.path().join(name));
    fs::write(&mover, code).expect("a file");
    let mut program = Command::new(PROGRAM);
    program.args(["match", "--engine", "cmd=python3", "name=random"]).arg(format!("arg={}", mover.display()));
    program.args(["--engine", &format!("cmd={PROGRAM}"), "name=khepri", "--nodes", "100", "--games", "4"]);
    program.args(["--openings", &path_of("positions/openings/khet1-eye.txt").display().to_string()]);
    program.arg("--log").arg(&log).arg("--json").arg(&records).env("KHEPRI", PROGRAM);
    let child = program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let (status, [printed, errors]) = end(child.expect("the program starts"));
    assert_eq!((status, without_progress(&errors)), (Some(0), String::new()), "{printed}");
    let records = fs::read_to_string(records).expect("records");
    assert_eq!(records.lines().count(), 4);
    let log = fs::read_to_string(log).expect("a log");
    let received = log.lines().filter_map(|line| line.split_once(" random > ")).map(|(_, command)| command);
    let words: Vec<&str> = received.filter_map(|command| command.split(' ').next()).collect();
    assert!(words.len() > 8 && words.iter().all(|word| commands.contains(word)), "{words:?} of {commands:?}");
}
