//! Answers that cannot be written: a reader that has gone, and a full disk.

use super::{answering_to, end_of};
use crate::support::{PROGRAM, wait, wait_for, wait_until_idle, without_progress};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::ioctl_fionread;
use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write, pipe};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A disk without room.
fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").expect("a disk without room").into()
}

/// A pipe whose reader has gone.
fn unread() -> Stdio {
    let (reader, writer) = pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

/// Starts an engine whose input stays open.
fn engine(log: &str, stdout: Stdio) -> Child {
    let mut command = Command::new(PROGRAM);
    command.env("RUST_LOG", log).stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn say(child: &mut Child, lines: &str) {
    child.stdin.as_mut().expect("stdin is a pipe").write_all(lines.as_bytes()).expect("it listens");
}

/// Short commands that print.
const COMMANDS: [&[&str]; 14] = [
    &["perft", "2"],
    &["perft", "2", "--divide"],
    &["perft", "2", "--divide", "--threads", "2"],
    &["perft", "--suite", "positions/perft/khet1.perft", "--max-depth", "1"],
    &["bench", "1"],
    &["show"],
    &["play", "--level", "600"],
    &["analyse", "--depth", "2"],
    &["analyse", "--depth", "2", "--threads", "2"],
    &["sprt", "W=1", "L=2", "D=3"],
    &["openings", "--count", "1", "--depth", "1"],
    &["speedup", "1", "--runs", "1"],
    &["--help"],
    &["--version"],
];

#[test]
fn a_command_that_cannot_print_fails_with_a_message_unless_nothing_reads_its_output() {
    for arguments in COMMANDS {
        let (status, errors) = end_of(answering_to(arguments, full()).spawn().expect("the program starts"));
        assert_eq!(status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(errors.starts_with("khepri: stdout: ") && errors.lines().count() == 1, "{arguments:?}: {errors}");
        let (status, errors) = end_of(answering_to(arguments, unread()).spawn().expect("the program starts"));
        // The status that a shell reports for a command ended by SIGPIPE.
        assert_eq!((status.code(), errors.as_str()), (Some(141), ""), "{arguments:?}");
    }
}

#[test]
fn a_command_ends_when_its_reader_closes_the_pipe() {
    // The whole output would take more than half a minute.
    let mut child = answering_to(&["perft", "5", "--divide"], Stdio::piped()).spawn().expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    assert!(line.contains(": "), "{line}");
    drop(reader);
    let (status, errors) = end_of(child);
    assert_eq!((status.code(), errors.as_str()), (Some(141), ""));
}

#[test]
fn a_copy_of_games_is_removed_if_its_faults_cannot_be_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [source, copy] = ["games.kgn", "copy.kgn"].map(|name| folder.path().join(name));
    fs::write(&source, "[Event \"x\"]\n\nh2g2 c7d7 *\n\n[Event \"y\"]\n\nh2g2 h2g2 *\n").expect("a file");
    let (source, copied) = (source.display().to_string(), copy.display().to_string());
    for (stdout, expected) in [(unread(), 141), (full(), 1)] {
        let command = ["games", &source, "--output", &copied];
        let (status, errors) = end_of(answering_to(&command, stdout).spawn().expect("the program starts"));
        assert_eq!((status.code(), errors.lines().count()), (Some(expected), usize::from(expected == 1)), "{errors}");
        assert!(!copy.exists(), "a part of the games would look like all");
    }
}

#[test]
fn a_match_whose_table_cannot_be_printed_has_its_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("games.json").display().to_string();
    let engine = format!("cmd={PROGRAM}");
    let play = |stdout| {
        let words = ["match", "--engine", &engine, "name=A", "--engine", &engine, "name=B", "--depth", "1"];
        let words = [&words[..], &["--max-plies", "8", "--resume", &records]].concat();
        end_of(answering_to(&words, stdout).spawn().expect("the program starts"))
    };
    let (status, errors) = play(full());
    let errors = without_progress(&errors);
    assert_eq!(status.code(), Some(1), "{errors}");
    assert!(errors.starts_with("khepri: stdout: ") && errors.lines().count() == 1, "{errors}");
    let recorded = fs::read_to_string(&records).expect("records");
    assert_eq!(recorded.lines().count(), 2);
    assert_eq!(play(unread()).0.code(), Some(141));
    assert_eq!(play(Stdio::null()).0.code(), Some(0));
    assert_eq!(fs::read_to_string(&records).expect("records"), recorded);
}

#[test]
fn errors_that_cannot_be_written_are_no_panic() {
    for arguments in [&["perft", "x"][..], &["games", "/no/such/file"], &["perft", "2", "--kfen", "x"]] {
        let status = Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).stderr(full()).status();
        assert_eq!(status.expect("the program starts").code(), Some(2), "{arguments:?}");
    }
    let status = Command::new(PROGRAM).args(["perft", "2"]).stdout(full()).stderr(full()).status();
    assert_eq!(status.expect("the program starts").code(), Some(1));
}

#[test]
fn an_engine_whose_client_has_closed_the_pipe_ends_at_its_next_answer() {
    for (before, lines) in [
        ("", "isready\n"),
        ("", "go infinite\n"),
        ("", "setoption name Threads value 2\ngo depth 60\n"),
        ("", "go ponder wtime 100 btime 100\n"),
        ("", "go perft 2\nisready\ngo infinite\n"),
        ("", "bench 2\n"),
        // The client closes the pipe during the search.
        ("setoption name Threads value 2\ngo infinite\n", ""),
    ] {
        let mut child = engine("warn", Stdio::piped());
        say(&mut child, &format!("{before}isready\n"));
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        assert!(answers.lines().map_while(Result::ok).any(|line| line == "readyok"));
        say(&mut child, lines);
        let input = child.stdin.take();
        let (status, errors) = end_of(child);
        drop(input);
        assert_eq!(status.code(), Some(0), "{lines:?}: {errors}");
        assert!(errors.contains("stdout was closed"), "{lines:?}: the log is {errors}");
    }
}

#[test]
fn an_engine_that_cannot_print_its_answers_fails_with_a_message() {
    for lines in ["isready\n", "go infinite\n", "go perft 3\n"] {
        let mut child = engine("off", full());
        say(&mut child, lines);
        let input = child.stdin.take();
        let (status, errors) = end_of(child);
        drop(input);
        assert_eq!(status.code(), Some(1), "{lines:?}: {errors}");
        assert!(errors.starts_with("khepri: stdout: ") && errors.lines().count() == 1, "{lines:?}: {errors}");
    }
}

#[test]
fn a_picture_that_finds_no_room_leaves_the_one_that_was_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.svg");
    let draw = |limit: &str, position: &str, file: &Path| {
        let mut command = Command::new("sh");
        let script = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" \"$@\"");
        command.args(["-c", &script, PROGRAM, "show", "--setup", position, "--svg"]).arg(file);
        end_of(command.stderr(Stdio::piped()).spawn().expect("a shell"))
    };
    assert_eq!(draw("unlimited", "osiris", &path).0.code(), Some(0));
    let earlier = fs::read_to_string(&path).expect("a file");
    for file in [&path, Path::new("/dev/full")] {
        let (status, errors) = draw("1", "classic", file);
        assert_eq!(status.code(), Some(1), "{errors}");
        assert!(errors.starts_with("khepri: --svg: ") && errors.lines().count() == 1, "{errors}");
    }
    assert_eq!(fs::read_to_string(&path).expect("a file"), earlier);
    let link = folder.path().join("link.svg");
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    assert_eq!(draw("unlimited", "classic", &link).0.code(), Some(0));
    let picture = fs::read_to_string(&path).expect("a file");
    assert!(picture.ends_with("</svg>\n") && picture != earlier);
    assert!(link.is_symlink());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing else is left");
}

#[test]
fn a_wrong_log_filter_is_reported_unless_stderr_is_closed() {
    for (stderr, is_reported) in [(Stdio::piped(), true), (unread(), false)] {
        let mut command = Command::new(PROGRAM);
        command.env("RUST_LOG", "khepri=loud").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        let mut child = command.spawn().expect("the program starts");
        say(&mut child, "isready\nquit\n");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"readyok\n"[..]));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!is_reported || (errors.starts_with("khepri: RUST_LOG: ") && errors.lines().count() == 1), "{errors}");
    }
}

#[test]
fn a_log_shows_received_lines_escaped_and_cut() {
    let mut child = engine("debug", Stdio::piped());
    let long = format!("position startpos moves {}", "h2+ ".repeat(75_000));
    say(&mut child, &format!("debug \u{1b}]0;title\u{7}\u{1b}[31m on\nhello \u{202e}dlrow \u{9b}31m\n{long}\nquit\n"));
    let output = child.wait_with_output().expect("it ends");
    let log = String::from_utf8(output.stderr).expect("text");
    assert!(log.bytes().all(|byte| byte == b'\n' || byte.is_ascii_graphic() || byte == b' '), "{log}");
    let longest = log.lines().map(str::len).max().expect("lines");
    assert!(longest < 2000, "a line of {longest} bytes");
    let (first, second) = (r"< debug \x1b]0;title\x07\x1b[31m on", r"< hello \xe2\x80\xaedlrow \xc2\x9b31m");
    for part in
        [first, second, "< position startpos moves h2+ h2+ ", &format!("({} bytes in all)", long.trim_end().len())]
    {
        assert!(log.contains(part), "`{part}` in {log}");
    }
}

#[test]
fn an_input_that_does_not_wait_is_waited_for() {
    let (reader, mut writer) = pipe().expect("a pipe");
    do_not_wait(&reader);
    let mut command = Command::new(PROGRAM);
    let mut child = command.stdin(reader).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    for _ in 0..3 {
        wait_until_idle(child.id());
        writer.write_all(b"isready\n").expect("it listens");
        let mut line = String::new();
        answers.read_line(&mut line).expect("a line");
        assert_eq!(line, "readyok\n");
    }
    drop(writer);
    assert_eq!(wait(&mut child).code(), Some(0));
}

/// Makes reads and writes at this end fail instead of waiting.
fn do_not_wait(end: impl AsFd) {
    let flags = fcntl_getfl(&end).expect("flags");
    fcntl_setfl(&end, flags | OFlags::NONBLOCK).expect("flags are set");
}

#[test]
fn a_pipe_that_does_not_wait_loses_no_line() {
    let (mut reader, writer) = pipe().expect("a pipe");
    do_not_wait(&writer);
    let mut child = engine("off", writer.into());
    let times = 200;
    say(&mut child, &"moves\n".repeat(times));
    say(&mut child, "quit\n");
    // The answers are many times as large as a pipe.
    wait_for(|| ioctl_fionread(&reader).expect("a pipe"), |&held| held > 0);
    wait_until_idle(child.id());
    let mut answers = String::new();
    reader.read_to_string(&mut answers).expect("text");
    assert_eq!(wait(&mut child).code(), Some(0));
    assert_eq!(answers.lines().filter(|line| *line == "total 77").count(), times);
    assert_eq!(answers.lines().count(), 78 * times);
}
