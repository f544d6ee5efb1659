//! Tests of games in a terminal: line editing, history, colours, Ctrl-C and Ctrl-D.

use crate::play::session::{Session, arguments, play_a_game};
use crate::support::{PATIENCE, PROGRAM, default_signals, is_missing, set_up_kfen, statistic, wait, wait_for};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::spawn;

/// The environment variable that disables colours.
const NO_COLOR: (&str, Option<&str>) = ("NO_COLOR", Some("1"));

/// A terminal of 80 columns in which the program runs.
struct Terminal {
    child: Child,
    keys: File,
    bytes: Receiver<Vec<u8>>,
    /// The text that was shown and not yet read.
    shown: String,
}

impl Terminal {
    /// Starts the program in its own terminal, with changes to the environment. Returns `None` if `setsid` is missing.
    fn start(arguments: &[String], changes: &[(&str, Option<&str>)]) -> Option<Terminal> {
        if is_missing("setsid", "--version") {
            return None;
        }
        default_signals();
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
        grantpt(&master).and_then(|()| unlockpt(&master)).expect("a terminal");
        tcsetwinsize(&master, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).expect("a size");
        let name = ptsname(&master, Vec::new()).expect("a name").into_string().expect("text");
        let open = || OpenOptions::new().read(true).write(true).open(&name).expect("the terminal");
        let mut command = Command::new("setsid");
        // A terminal sends the signal of Ctrl-C only to processes of which it is the controlling terminal.
        command.args(["--ctty", PROGRAM]).args(arguments).env("TERM", "xterm-256color").env_remove("NO_COLOR");
        for (name, value) in changes {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.stdin(Stdio::from(open())).stdout(Stdio::from(open())).stderr(Stdio::from(open()));
        let child = command.spawn().expect("the program starts");
        let keys = File::from(master);
        let mut screen = keys.try_clone().expect("a descriptor");
        let (sender, bytes) = channel();
        spawn(move || {
            let mut buffer = [0; 4096];
            // Reading fails when the program has ended.
            while let Ok(length @ 1..) = screen.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Some(Terminal { child, keys, bytes, shown: String::new() })
    }

    fn press(&mut self, keys: &str) {
        self.press_bytes(keys.as_bytes());
    }

    fn press_bytes(&mut self, keys: &[u8]) {
        self.keys.write_all(keys).expect("a write to the terminal");
    }

    /// Waits until the text is shown, and returns everything up to its end.
    fn expect(&mut self, text: &str) -> String {
        loop {
            if let Some(at) = self.shown.find(text) {
                let rest = self.shown.split_off(at + text.len());
                return std::mem::replace(&mut self.shown, rest);
            }
            self.read_more().unwrap_or_else(|| panic!("waited for `{text}`, found {:?}", self.shown));
        }
    }

    /// Waits for the prompt. Before it, line editing is off, and the terminal itself handles Ctrl-C and Ctrl-D.
    fn expect_prompt(&mut self) {
        self.expect("\u{1b}[K> ");
    }

    /// Reads more text. Returns `None` if none is shown for a long time, or if the program has ended.
    fn read_more(&mut self) -> Option<()> {
        let bytes = self.bytes.recv_timeout(PATIENCE).ok()?;
        // The bytes may end within a character. No test depends on such a character.
        self.shown.push_str(&String::from_utf8_lossy(&bytes));
        Some(())
    }

    /// Waits for the end of the program, and returns what was shown until then.
    fn end(mut self) -> String {
        while self.read_more().is_some() {}
        assert_eq!(wait(&mut self.child).code(), Some(0), "{:?}", self.shown);
        std::mem::take(&mut self.shown)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Session for Terminal {
    fn send(&mut self, line: &str) {
        self.press(&format!("{line}\r"));
    }

    fn next_line(&mut self, waited_for: &str) -> String {
        let line = loop {
            if let Some((line, rest)) = self.shown.split_once('\n') {
                let line = without_escapes(line);
                self.shown = rest.to_owned();
                break line;
            }
            self.read_more().unwrap_or_else(|| panic!("no line: waited for {waited_for}"));
        };
        let line = line.trim_end_matches('\r');
        // Text after a carriage return overwrites the line.
        line.rsplit('\r').next().unwrap_or_default().to_owned()
    }
}

/// Returns a text without escape sequences.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.strip_prefix('[').unwrap_or(part);
        let end = rest.find(|letter: char| letter.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
        plain.push_str(&rest[end..]);
    }
    plain
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

#[test]
fn a_whole_game_of_deflexion_as_red_who_moves_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = arguments("deflexion", "imhotep", "red");
    let Some(mut terminal) = Terminal::start(&arguments, &[NO_COLOR]) else { return };
    let plies = play_a_game(&mut terminal, set_up_kfen("deflexion", "imhotep"), &folder.path().join("game.kgn"));
    assert!(plies > 0);
    terminal.end();
}

#[test]
fn lines_can_be_edited_repeated_and_completed() {
    let Some(mut terminal) = Terminal::start(&words("play --level 600"), &[]) else { return };
    let board = terminal.expect("Move 1: your turn, silver.");
    assert!(board.contains("\u{1b}[0;1m"), "the board is coloured: {board:?}");
    terminal.expect_prompt();
    // A backspace deletes a wrong digit.
    terminal.press("moves h3\u{7f}2\r");
    terminal.expect("h2+   h2-   h2g1");
    terminal.expect_prompt();
    terminal.press("\u{1b}[A\r");
    terminal.expect("h2+   h2-   h2g1");
    terminal.expect_prompt();
    // Tab completes unique words, and lists the words if there are several.
    terminal.press("mov\t j\t1\r");
    terminal.expect("j1- x f1");
    terminal.expect_prompt();
    // The cursor moves left twice, where a missing digit is inserted.
    terminal.press("hg2\u{1b}[D\u{1b}[D2\r");
    terminal.expect("You: h2g2.");
    terminal.expect("Move 2: your turn, silver.");
    terminal.expect_prompt();
    terminal.press("half a line\u{3}");
    terminal.expect("`quit` ends the game, and so does Ctrl-D.");
    terminal.expect_prompt();
    terminal.press("\u{4}");
    terminal.expect("To go on with it:");
    let rest = terminal.end();
    assert!(rest.contains("khepri play ") && rest.contains("--moves 'h2g2 "), "{rest:?}");
}

#[test]
fn a_terminal_without_colours_and_no_color_show_none() {
    for change in [NO_COLOR, ("TERM", Some("dumb")), ("TERM", None)] {
        let Some(mut terminal) = Terminal::start(&words("play --level 600"), &[change]) else { return };
        let board = terminal.expect("Move 1: your turn, silver.");
        assert!(!board.contains('\u{1b}'), "{change:?}: {board:?}");
        terminal.press("moves h2\rquit\r");
        terminal.expect("h2+   h2-   h2g1");
        terminal.end();
    }
}

#[test]
fn bytes_that_are_not_utf_8_refuse_only_their_line() {
    for name in ["xterm-256color", "dumb"] {
        let Some(mut terminal) = Terminal::start(&words("play --level 600"), &[("TERM", Some(name))]) else { return };
        terminal.expect("Move 1: your turn, silver.");
        for line in [&b"\xff\r"[..], b"h2\xe9g2\r", b"\xc3(\r"] {
            terminal.expect("> ");
            terminal.press_bytes(line);
            terminal.expect("expected a move like h2g2");
        }
        terminal.press("h2g2\r");
        terminal.expect("You: h2g2.");
        terminal.press("quit\r");
        terminal.end();
    }
}

#[test]
fn all_lines_of_a_pasted_text_are_executed() {
    let Some(mut terminal) = Terminal::start(&words("play --level 600"), &[]) else { return };
    terminal.expect("Move 1: your turn, silver.");
    terminal.expect_prompt();
    terminal.press("moves h2\rmoves j1\rh2g2\rdraw\r");
    for answer in ["h2+   h2-   h2g1", "j1- x f1", "You: h2g2.", "no draw to claim"] {
        terminal.expect(answer);
    }
    terminal.expect_prompt();
    // A bracketed paste.
    terminal.press("\u{1b}[200~foo\rdraw\rresign\u{1b}[201~\r");
    for answer in ["`foo`: expected a move", "no draw to claim", "The game is over. Khepri wins as red"] {
        terminal.expect(answer);
    }
    terminal.press("quit\r");
    terminal.end();
}

#[test]
fn an_interrupt_makes_the_engine_move() {
    let Some(mut terminal) = Terminal::start(&words("play --level full --movetime 100000000"), &[NO_COLOR]) else {
        return;
    };
    terminal.expect("Move 1: your turn, silver.");
    terminal.press("h2g2\r");
    terminal.expect("You: h2g2.");
    // The board is drawn before the search, with the letters of the files below it.
    terminal.expect("    a   b   c");
    // Ctrl-C has no effect before the search. Only the search uses a fifth of a second of processor time after the board is
    // shown.
    let id = terminal.child.id();
    let ticks = || statistic(id, 14) + statistic(id, 15);
    let before = ticks();
    wait_for(ticks, |now| *now >= before + 20);
    terminal.press("\u{3}");
    terminal.expect("Khepri: ");
    terminal.expect("Move 2: your turn, silver.");
    terminal.press("quit\r");
    terminal.end();
}
