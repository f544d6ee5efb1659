//! Tests of reviews of files of games: marks, written files, faulty games, and files of another format.

use crate::clean_room::actions::Action;
use crate::clean_room::game::Game;
use crate::clean_room::position::Outcome;
use crate::support::{PROGRAM, run};
use khepri_rules::kgn::{self, Evaluation, Record};
use std::fs::{self, File};
use std::process::Command;
use tempfile::TempDir;

/// A temporary folder for the files of a test.
struct Files(TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    /// Writes a file and returns its path.
    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), text).expect("a file");
        self.path(name)
    }

    /// Returns the number of files.
    fn count(&self) -> usize {
        fs::read_dir(&self.0).expect("a folder").count()
    }
}

/// Reviews the games of a file with few nodes. Returns the table, stderr and the status.
fn review(file: &str, more: &[&str]) -> (String, String, Option<i32>) {
    let output = run(&[&["analyse", file, "--nodes", "1500"], more].concat());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn read(file: &str) -> Vec<Record> {
    let text = fs::read_to_string(file).expect("a file");
    kgn::Reader::new(text.as_bytes()).map(|game| game.expect("no fault")).collect()
}

/// Positions with more than 40 moves that do not lose at once, each with a move that does, and the opponent's move that hits the
/// Pharaoh then. All of this follows from the rules.
const BLUNDERS: [(&str, &str, &str); 6] = [
    ("x34ka3p22/2p32a34/p12P46/2P31s1s21p21P4/p21P31S2S11p11P3/6p23/7P12/1P41A1KA13X1 s khet2 4 3", "e1d2", "e5d6"),
    ("x33a3ka3s22//p11P3P42p11p21/4P2e23P4/p2P42E2p42p1P3/6p23/3P36/2S2A1KA13X1 s khet2 4 3", "e5+", "a6a5"),
    ("5ktp22/2p32o4/3P41o4/p11P3S2s1s21p21P4/p21P42S11p11P3/8P11/2O2p34/2P3OKT4 s khet1 8 5", "c4+", "e5e4"),
    ("4tk1s22/2P44t2/6p13/p4P32P2e22p2P4/p2P32E2p42p1P3/3P31K1p22//2S2T1T4 r khet1 7 4", "i5+", "e4+"),
    ("4okop12/2p37/3P43p21P4/p11P41s1s24/1p2P41S2S11p11P3/6p23//2P4OKO2P11 r deflexion 6 4", "f5+", "j4j5"),
    ("4oko3/8s21/3P42p12P4/p1P32P2e1p23/p23E2p42p2P3/2P4P32p23/3O1O4/2S21K5 s deflexion 9 5", "b5b6", "f5e5"),
];

#[test]
fn a_blunder_is_marked_in_every_rule_set_and_a_safe_move_is_shown() {
    let files = Files::new();
    let text = |(start, blunder, hit): (&str, &str, &str)| {
        let result = if start.contains(" s ") { "0-1" } else { "1-0" };
        format!("[KFEN \"{start}\"]\n\n{blunder} {hit} {result}\n\n")
    };
    let games = files.write("games.kgn", BLUNDERS.map(text).concat());
    let (table, errors, status) = review(&games, &["--output", &files.path("reviewed.kgn")]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let row = |mv: &str| table.lines().find(|line| line.contains(&format!(" {mv} "))).expect("a row").to_owned();
    let reviewed = read(&files.path("reviewed.kgn"));
    assert_eq!(reviewed.len(), BLUNDERS.len());
    for ((start, blunder, hit), record) in BLUNDERS.into_iter().zip(reviewed) {
        let [played, shot] = &record.moves[..] else { panic!("two moves") };
        let (comment, words) = (played.note.comment(), &played.review);
        assert_eq!(comment.and_then(|comment| comment.evaluation), Some(Evaluation::Mate(-1)), "{start}");
        let better = words.strip_prefix("blunder, ").and_then(|words| words.split_once("better "));
        let better = better.unwrap_or_else(|| panic!("{start}: {words}\n{table}")).1;
        let mut game = Game::from_kfen(start).expect("a position");
        game.apply(&game.action(better.split(' ').next().expect("a move")).expect("a legal move"));
        let lost = |action: &Action| game.preview(action).0.outcome() == Some(Outcome::Won(game.position().side));
        assert!(game.outcome().is_none() && !game.actions().iter().any(lost), "{start}: {better} is safe");
        let evaluation = shot.note.comment().and_then(|comment| comment.evaluation);
        assert_eq!((evaluation, shot.review.as_str()), (Some(Evaluation::Mate(1)), ""));
        assert!(row(blunder).contains(" blunder ") && row(hit).ends_with(" best"), "{table}");
    }
}

/// Four games: one with markup and control characters in names and comments, two with a fault, and an unfinished one without moves.
const GAMES: &str = "[Silver \"<script>alert(1)</script>\"]\n[Red \"A\u{1}\u{202e}&amp;'\"]\n[SetUp \"classic\"]\n\n\
    1. h2g2 {a <b>word</b>} c7d7 {book} 2. g2h2 *\n\n\
    [Silver \"x\"]\n[SetUp \"classic\"]\n\n1. h2g2 h2g2 *\n\n\
    [RuleSet \"chess\"]\n\n1. e4 e5 *\n\n\
    [RuleSet \"deflexion\"]\n[SetUp \"imhotep\"]\n\n*\n";

#[test]
fn faults_are_reported_and_the_other_games_are_reviewed() {
    let files = Files::new();
    let file = files.write("games.kgn", GAMES);
    let (output, html) = (files.path("out.kgn"), files.path("out.html"));
    let (table, errors, status) = review(&file, &["--output", &output, "--html", &html]);
    assert_eq!(status, Some(1), "{errors}");
    let faults: Vec<&str> = errors.lines().collect();
    assert_eq!(faults.len(), 2, "{errors}");
    assert!(faults[0].contains("games.kgn:10:9: game 2, move 1... `h2g2`"), "{errors}");
    assert!(faults[1].contains("games.kgn:12:") && faults[1].contains("game 3"), "{errors}");
    assert!(table.contains("game 1: ") && table.contains("game 4: deflexion imhotep, 0 plies, *"), "{table}");
    let controls = |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
    assert!(!table.contains(controls) && !errors.contains(controls), "{table}");
    let records = read(&output);
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].moves[1].note, kgn::Note::Book);
    assert_eq!(records[0].moves[0].remark.text, "a <b>word</b>");
    let games = run(&["games", &output]);
    assert_eq!(games.status.code(), Some(0), "{}", String::from_utf8_lossy(&games.stdout));
    let page = fs::read_to_string(html).expect("the page");
    check_page(&page);
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !page.contains("<script"), "{page}");
}

/// Checks that a page is well-formed, loads no resources and runs no scripts.
fn check_page(page: &str) {
    let mut open = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a page");
    while let Some((text, tail)) = rest.split_once('<') {
        check_text(text);
        let (tag, tail) = tail.split_once('>').expect("an end of the tag");
        rest = tail;
        assert!(tag.matches('"').count() % 2 == 0 && !tag.contains('<'), "tag {tag:?}");
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed));
            continue;
        }
        let name = tag.split([' ', '/']).next().expect("a name");
        assert!(!["script", "link", "iframe", "object", "base", "form", "a"].contains(&name), "{tag}");
        for pair in tag.split('"').collect::<Vec<_>>().chunks_exact(2) {
            let attribute = pair[0].trim().trim_end_matches('=').rsplit(' ').next().expect("a name");
            assert!(!attribute.starts_with("on"), "{tag}");
            if ["src", "href"].contains(&attribute) {
                assert!(pair[1].starts_with("data:image/svg+xml,"), "{tag}");
            }
            check_text(pair[1]);
        }
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?}");
    assert!(!page.contains("url(") && !page.contains("@import"));
}

/// Checks that every `&` begins an entity, and that a text has no control characters.
fn check_text(text: &str) {
    for after in text.split('&').skip(1) {
        assert!(["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|entity| after.starts_with(entity)), "{text:?}");
    }
    assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "{text:?}");
}

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    let files = Files::new();
    let file = files.write("games.kgn", GAMES.repeat(3));
    let once = review(&file, &["--threads", "1"]);
    assert_eq!(once, review(&file, &["--threads", "5"]));
    assert_eq!(once.0.matches("game ").count(), 6);
}

/// Checks that a command fails with status 2 and one line on stderr that contains `named`.
fn assert_refused(arguments: &[&str], named: &str) {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(errors.lines().count() == 1 && errors.contains(named), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

#[test]
fn errors_in_arguments_name_the_argument() {
    let files = Files::new();
    let game = files.write("game.kgn", "[SetUp \"classic\"]\n\n1. h2g2 *\n");
    for argument in ["--kfen", "--setup", "--variant", "--moves", "--depth", "--movetime"] {
        assert_refused(&["analyse", &game, argument, "3"], argument);
    }
    assert_refused(&["analyse", "--output", &files.path("a.kgn")], "GAME.kgn");
    assert_refused(&["analyse", &files.path("missing.kgn")], "missing.kgn");
    assert_refused(&["analyse", &files.path("")], "<GAME.kgn>");
    assert_refused(&["analyse", &game, "--nodes", "0"], "--nodes");
    for argument in ["--output", "--html"] {
        assert_refused(&["analyse", &game, argument, &game], argument);
        assert_refused(&["analyse", &game, argument, &files.path("no/folder/x")], argument);
    }
    assert!(fs::read_to_string(&game).is_ok_and(|text| text.ends_with("1. h2g2 *\n")), "the file is unchanged");
    assert_eq!(files.count(), 1, "no other file is left");
}

#[test]
fn a_file_without_a_valid_game_is_refused() {
    let files = Files::new();
    for text in ["", "\n\n", "\u{feff}", "; nothing\n"] {
        assert_refused(&["analyse", &files.write("empty.kgn", text)], "expected games in KGN, found no game");
    }
    // For a game of chess, noise, a picture and zeros, each fault has a line on stderr, and the last line is the error.
    let noise: Vec<u8> = (0..4096_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let chess = b"[Event \"x\"]\n[White \"a\"]\n\n1. e4 e5 2. Nf3 1-0\n".to_vec();
    for bytes in [chess, noise, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(), vec![0; 9]] {
        let (table, errors, status) = review(&files.write("other.kgn", bytes), &[]);
        assert_eq!((table.as_str(), status), ("", Some(2)), "{errors}");
        assert!(errors.lines().last().is_some_and(|line| line.contains("no game without a fault")), "{errors}");
        assert!(!errors.contains(|letter: char| letter.is_control() && letter != '\n'), "{errors:?}");
    }
}

#[test]
fn a_game_after_20_megabytes_of_a_faulty_game_is_reviewed() {
    let files = Files::new();
    let mut text = String::from("[SetUp \"classic\"]\n\n1. h2g2 nonsense\n");
    text.push_str(&"h2g2 c7d7 ".repeat(2 << 20));
    text.push_str("\n\n[SetUp \"classic\"]\n\n1. h2g2 *\n");
    let (table, errors, status) = review(&files.write("large.kgn", text), &[]);
    assert_eq!((status, errors.lines().count()), (Some(1), 1), "{errors}");
    assert!(table.starts_with("game 2: khet2 classic, 1 ply, *"), "{table}");
}

#[test]
fn the_documentation_has_the_constants_of_the_formula() {
    use khepri_engine::Wdl;
    use khepri_protocol::review::{Chance, Mark, formula, game};
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/playing.md");
    let document = fs::read_to_string(file).expect("docs/playing.md");
    let mut stated = vec![
        "W = 1 / (1 + e^((even − *s*) / slope))".to_owned(),
        format!("{},{:03} nodes", game::NODES / 1000, game::NODES % 1000),
    ];
    for mark in Mark::ALL {
        let loss = mark.least_loss();
        let costs = if loss == 0 { format!("| {mark} |") } else { format!("| {mark} | costs {loss} % or more |") };
        stated.push(costs);
    }
    for part in stated {
        assert!(document.contains(&part), "expected `{part}` in docs/playing.md");
    }
    // The constants of the document, for a loss from a chance of 100 % to one of 50 %.
    let [won, even] = [(1000, 0), (0, 1000)].map(|(win, draw)| Chance::of(Wdl { win, draw, loss: 0 }));
    let accuracy = formula::accuracy_of_move(won.loss_to(even));
    assert!((accuracy - (103.1668 * (-0.04354_f64 * 50.0).exp() - 3.1669)).abs() < 1e-9, "{accuracy}");
    assert!(document.contains("103.1668 e^(−0.04354 *c*) − 3.1669"));
}

#[test]
#[cfg(unix)]
fn an_interrupt_leaves_no_file() {
    use crate::support::{PROGRAM, default_signals, wait};
    use std::process::{Command, Stdio};
    default_signals();
    let files = Files::new();
    let game = files.write("game.kgn", "[SetUp \"classic\"]\n\n1. h2g2 *\n");
    let words = ["analyse", &game, "--nodes", "1000000000000", "--output", &files.path("a.kgn")];
    let mut command = Command::new(PROGRAM);
    command.args(words).args(["--html", &files.path("a.html")]).stdout(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    // Before the search starts, signals are handled and both files exist under temporary names.
    crate::support::wait_for(|| files.count(), |&files| files == 3);
    let process = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(process, rustix::process::Signal::INT).expect("a signal");
    assert_eq!(wait(&mut child).code(), Some(130));
    assert_eq!(files.count(), 1, "only the file of the game is left");
}

#[test]
fn a_dash_reviews_the_games_of_stdin() {
    let files = Files::new();
    let file = files.write("games.kgn", GAMES);
    let review = |name: &str| {
        let mut command = Command::new(PROGRAM);
        command.args(["analyse", name, "--nodes", "100"]).stdin(File::open(&file).expect("a file"));
        let output = command.output().expect("the program starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text").replace(&file, "-");
        (text(output.stdout), text(output.stderr), output.status.code())
    };
    let (table, errors, status) = review("-");
    assert!(table.contains("game 4: ") && errors.starts_with("khepri: -:10:9: "), "{table}{errors}");
    assert_eq!((table, errors, status), review(&file));
}
