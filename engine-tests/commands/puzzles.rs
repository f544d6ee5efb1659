//! Tests of `khepri puzzles`: the files that it makes from games, interruptions, the check, the rating and the themes of a file, and the
//! daily lasers.

use super::data_files::Workspace;
use crate::support::{wait, wait_for};
use khepri_arena::shard::Shard;
use khepri_engine::Score;
use khepri_lab::datagen::extension::Extension;
use khepri_lab::datagen::header::Combined;
use khepri_lab::datagen::recipe::{self, EngineId, Recipe, RuleSets};
use khepri_lab::datagen::record::{Flags, GameEnd, Ply, Record, Start};
use khepri_lab::puzzles::puzzle::Puzzle;
use khepri_rules::{Colour, Outcome, RuleSet};
use std::fs;

/// Wins of Khet 1.0 in two moves, as lines of a file. After any other first move the Pharaoh is hit at once, by its own player or by
/// the opponent, and so is the other Pharaoh after any reply to the solution. So the rules alone decide them.
const WINS: [&str; 3] = [
    "///2k5P31/p19/9K// s khet1 0 1 ; best j3i2 ; line j3i2 a4- i5j5 ; rating 600 ; kind win ; themes defence,flight ; mate 2",
    "5P24/1P17S1//k9//s13p44P4//9K s khet1 0 1 ; best j1i2 ; line j1i2 a5b4 b7+ ; rating 600 ; kind win ; \
     themes sacrifice,hunt ; mate 2",
    WIN,
];

const WIN: &str = "4p25/5k2P31//8P41/5S14//6p43/9K s khet1 0 1 ; best j1i2 ; line j1i2 e8- i7j7 ; rating 600 ; kind win ; \
                   themes - ; mate 2";

/// Returns the puzzle of a line.
fn puzzle(line: &str) -> Puzzle {
    line.parse().expect("a puzzle")
}

/// Returns a file with a game for each win, which ends after the first move of the solution.
fn games() -> Vec<u8> {
    let engine = EngineId { version: "0.1.0".to_owned(), signature: 1 };
    let recipe = Recipe {
        engine,
        seed: 1,
        shard: Shard::WHOLE,
        nodes: 100,
        rule_sets: RuleSets::only(RuleSet::Khet1),
        eyes: recipe::EYES,
        opening_plies: recipe::OPENING_PLIES,
        arrangements: recipe::ARRANGEMENTS,
        opening_bound: recipe::OPENING_BOUND,
        opening_nodes: recipe::OPENING_NODES,
        hash_mib: recipe::HASH_MIB,
        adjudication: recipe::ADJUDICATION,
        extension: Extension::default(),
    };
    let mut combined = Combined::default();
    combined.add(std::slice::from_ref(&recipe)).expect("a recipe");
    let mut bytes = combined.header();
    for (number, win) in (0..).zip(WINS.map(puzzle)) {
        // In the other games the Pharaoh stands in the beam of its own player.
        let flags = Flags::MATE.with(Flags::THREAT, number == 0);
        let record = Record {
            source: 0,
            number,
            start: Start::Arrangement(Box::new(win.position)),
            opening: vec![],
            plies: vec![Ply { mv: win.line[0], score: Score::win_in(3), played: Score::win_in(3), flags }],
            outcome: Outcome::Win(Colour::Silver),
            end: GameEnd::Score,
            is_adjudicated: true,
            is_lead: false,
        };
        bytes.extend(record.to_block().expect("a block"));
    }
    bytes
}

/// Returns the lines of a file that are not comments.
fn lines(workspace: &Workspace, file: &str) -> Vec<String> {
    let text = fs::read_to_string(workspace.path(file)).expect("a file");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn threads_and_interruptions_do_not_change_the_puzzles() {
    let workspace = Workspace::new();
    fs::write(workspace.path("games"), games()).expect("a file");
    let command = |file: &str, options: &str| format!("puzzles {{}}/games --output {{}}/{file} {options}");
    let result = workspace.run_ok(&command("one.txt", "--threads 1"));
    assert_eq!(result.last_line(), "3 games, 3 puzzles");
    let one = lines(&workspace, "one.txt");
    let mut found: Vec<Puzzle> = one.iter().map(|line| puzzle(line)).collect();
    found.sort_by_key(|found| WINS.map(puzzle).iter().position(|win| win.position == found.position));
    for (found, win) in found.iter().zip(WINS.map(puzzle)) {
        // The reply in the line and the rating are those of the search.
        let solution = |puzzle: &Puzzle| (puzzle.position.clone(), puzzle.best(), puzzle.goal, puzzle.mate);
        assert_eq!(solution(found), solution(&win));
    }
    let head = fs::read_to_string(workspace.path("one.txt")).expect("a file");
    let engine = concat!("# khepri ", env!("CARGO_PKG_VERSION"), " (");
    let made = head.lines().find(|line| line.starts_with(engine)).unwrap_or_default();
    assert!(made.contains("): khepri puzzles ") && made.ends_with("/one.txt --seed 1"), "{head}");

    // The journal of a process that was killed after a game, while it wrote the next one.
    let journal = workspace.path("two.txt.journal");
    fs::write(&journal, "# khepri puzzles, unfinished: another seed\n").expect("a file");
    let refused = workspace.run(&command("two.txt", ""));
    assert!(refused.status == Some(2) && refused.stderr.contains("other work (another seed)"), "{}", refused.stderr);
    let (_, work) = refused.stderr.split_once(" expected ").expect("the work");
    let (work, _) = work.split_once("; --force replaces it").expect("the work");
    let kept = one[0].replace("; rating ", "; rating 1");
    let head = "# khepri puzzles, unfinished: ";
    fs::write(&journal, format!("{head}{work}\n{kept}\n# games 1\n{}", &one[1][..9])).expect("a file");
    workspace
        .assert_refused(&command("two.txt", "--seed 2"), &["--output", "two.txt.journal", "other work", "--force"]);
    workspace.run_ok(&command("two.txt", "--threads 2"));
    assert_eq!(lines(&workspace, "two.txt"), [&[kept], &one[1..]].concat());
    assert!(!fs::exists(&journal).expect("a folder"), "the journal is removed at the end");

    // A kill while the journal was begun.
    for cut in ["", &head[..9]] {
        fs::write(workspace.path("cut.txt.journal"), cut).expect("a file");
        workspace.run_ok(&command("cut.txt", "--threads 1"));
        assert_eq!(lines(&workspace, "cut.txt"), one);
        fs::remove_file(workspace.path("cut.txt")).expect("a file");
    }

    // A kill at any moment, at the end too.
    let (three, journal) = (workspace.path("three.txt"), workspace.path("three.txt.journal"));
    let mut run = workspace.start(&command("three.txt", "--threads 2"));
    let has_begun = || [&three, &journal].iter().any(|file| fs::exists(file).expect("a folder"));
    wait_for(has_begun, |&has_begun| has_begun);
    run.kill().expect("a command");
    wait(&mut run);
    if !fs::exists(&three).expect("a folder") {
        workspace.run_ok(&command("three.txt", "--threads 1"));
    }
    assert_eq!(lines(&workspace, "three.txt"), one);

    let result = workspace.run("puzzles {}/games --output - --games 1 --seed 2");
    assert!(result.status == Some(0) && result.stdout.starts_with("# Puzzles, one a line"), "{}", result.stdout);
    assert_eq!(result.stderr, "1 games, 1 puzzles\n");
    // Games that stand twice count once.
    fs::write(workspace.path("doubled"), games().repeat(2)).expect("a file");
    let result = workspace.run("puzzles {}/doubled --output {}/four.txt");
    assert_eq!((result.status, result.last_line()), (Some(0), "3 games, 3 puzzles"), "{}", result.stderr);
    assert_eq!(lines(&workspace, "four.txt"), one);
    workspace.assert_refused(&command("one.txt", ""), &["--output", "one.txt", "--force replaces it"]);
    workspace.assert_refused("puzzles {}/games --output {}/games", &["--output", "<FILE> reads this file"]);
    workspace.assert_refused("puzzles {}/missing --output {}/new.txt", &["missing"]);
}

#[test]
fn a_check_names_each_fault_with_its_line() {
    let workspace = Workspace::new();
    let puzzle = puzzle(WIN);
    assert_eq!(puzzle.to_string(), WIN);
    let turned = Puzzle {
        position: puzzle.position.half_turn(),
        line: puzzle.line.iter().map(|mv| mv.half_turn()).collect(),
        ..puzzle.clone()
    };
    let wrong = WIN
        .replace("s khet1 0 1", "s khet1 4 9")
        .replace("kind win ; themes - ; mate 2", "kind save ; themes swap ; mate 1");
    // The beam already hits the Pharaoh on e4.
    let standing = "////4k4P3///4K5 s khet1 0 1 ; best e1d1 ; line e1d1 ; rating 600 ; kind win ; themes - ; mate 1";
    let text =
        format!("# a comment\n{WIN}\n{turned}\n\n{wrong}\n{standing}\n{}\n", WIN.replace("rating 600", "rating x"));
    fs::write(workspace.path("faults.txt"), text).expect("a file");
    let result = workspace.run("puzzles --check {}/faults.txt --threads 2");
    let found: Vec<&str> = result.stdout.lines().collect();
    let expected = [
        "line 3: the position of line 2 again",
        "line 5: themes: expected none, found swap",
        "line 5: line: expected a win in 1 moves, found 3 plies",
        "line 5: kind: expected win, found save",
        "line 5: mate: expected 2, found 1",
        "line 5: the position of line 3 again",
        "line 6: best: the standing beam already hits the opponent's Pharaoh",
    ];
    assert_eq!((result.status, &found[..7]), (Some(1), &expected[..]), "{}{}", result.stdout, result.stderr);
    assert!(found[7].starts_with("line 7: column ") && found[7].contains(": rating: "), "{}", found[7]);
    assert_eq!(found[8..], ["4 puzzles, 8 faults"]);

    fs::write(workspace.path("good.txt"), format!("# a comment\n{WIN}\n")).expect("a file");
    assert_eq!(workspace.run_ok("puzzles --check {}/good.txt").stdout, "1 puzzles, 0 faults\n");
    workspace.assert_refused("puzzles --check {}/missing.txt", &["--check", "missing.txt"]);
}

#[test]
fn a_rated_file_differs_only_in_the_ratings_and_one_line_of_the_head() {
    let workspace = Workspace::new();
    let start = "# Rated by 12 levels from 600 to 2800, 12 searches each: ";
    let other = WIN.replace("s khet1 0 1", "s khet1 4 9").replace("rating 600", "rating 2999");
    fs::write(workspace.path("old.txt"), format!("# a comment\n{WIN}\n\n# another\n{other}\n")).expect("a file");
    let result = workspace.run_ok("puzzles --rate {}/old.txt --output {}/new.txt --threads 2");
    assert!(result.last_line().starts_with("2 puzzles, "), "{}", result.stdout);
    let text = fs::read_to_string(workspace.path("new.txt")).expect("a file");
    let new: Vec<&str> = text.lines().collect();
    assert_eq!((new[0], new[3], new[4], new.len()), ("# a comment", "", "# another", 6));
    // The counters of a position do not change what a level sees.
    let rating = puzzle(new[2]).rating;
    let at_bounds = if (401..3000).contains(&rating) { "0 of 2 ratings (0.0 %)" } else { "2 of 2 ratings (100.0 %)" };
    let end = format!(", {at_bounds} at the bounds 400 and 3000.");
    assert!(rating < 2999 && new[1].starts_with(start) && new[1].ends_with(&end), "{text}");
    assert_eq!(new[2], WIN.replace("rating 600", &format!("rating {rating}")));
    assert_eq!(new[5], other.replace("rating 2999", &format!("rating {rating}")));

    workspace.run_ok("puzzles --rate {}/new.txt --output {}/again.txt --threads 1");
    assert_eq!(fs::read_to_string(workspace.path("again.txt")).expect("a file"), text);
    workspace.assert_refused(
        "puzzles --rate {}/old.txt --output {}/old.txt --force",
        &["--output", "--rate reads this file"],
    );
    workspace.assert_refused("puzzles --rate {}/old.txt --output {}/new.txt", &["--output", "--force replaces it"]);
    workspace.assert_refused("puzzles --rate {}/missing.txt --output {}/x.txt", &["--rate", "missing.txt"]);
    fs::write(workspace.path("bad.txt"), format!("{WIN}\n{}\n", WIN.replace("kind win", "kind lose"))).expect("a file");
    workspace.assert_refused("puzzles --rate {}/bad.txt --output {}/x.txt", &["--rate", "bad.txt: line 2: ", "kind: "]);
    assert!(!fs::exists(workspace.path("x.txt")).expect("a folder"));
}

#[test]
fn a_file_with_other_themes_gets_those_of_this_version() {
    let workspace = Workspace::new();
    let other = |line: &str| line.replace("themes defence,flight", "themes quiet,of another version");
    let file = |lines: [&str; 3]| format!("# a comment on themes\n{}\n\n{}\n{}\n", lines[0], lines[1], lines[2]);
    let [first, second, third] = WINS;
    fs::write(workspace.path("old.txt"), file([&other(first), second, third])).expect("a file");
    let result = workspace.run_ok("puzzles --themes {}/old.txt --output {}/new.txt");
    assert_eq!(result.stdout, "3 puzzles, 1 changed\n");
    assert_eq!(fs::read_to_string(workspace.path("new.txt")).expect("a file"), file(WINS));
    workspace.assert_refused("puzzles --themes {}/old.txt --output {}/new.txt", &["--output", "--force replaces it"]);
    workspace.assert_refused("puzzles --themes {}/missing.txt --output {}/x.txt", &["--themes", "missing.txt"]);
    fs::write(workspace.path("bad.txt"), "# a comment\nno puzzle\n").expect("a file");
    workspace.assert_refused("puzzles --themes {}/bad.txt --output {}/x.txt", &["--themes", "bad.txt: line 2: "]);
    assert!(!fs::exists(workspace.path("x.txt")).expect("a folder"));
}

/// Returns the lines of a file that are not comments, without their themes.
fn plain_lines(workspace: &Workspace, file: &str) -> Vec<String> {
    lines(workspace, file)
        .into_iter()
        .map(|line| puzzle(&line))
        .map(|puzzle| Puzzle { themes: vec![], ..puzzle }.to_string())
        .collect()
}

#[test]
fn daily_lasers_are_appended_and_never_moved() {
    let workspace = Workspace::new();
    let unproven = WINS[1].replace(" ; mate 2", "");
    fs::write(workspace.path("one.txt"), format!("{}\n{unproven}\n", WINS[0])).expect("a file");
    fs::write(workspace.path("two.txt"), format!("# a comment\n{}\n{}\n{}\n", WINS[0], WINS[1], WINS[2]))
        .expect("a file");
    let command = |files: &str, options: &str| format!("puzzles --daily 2026-01-31 {files} --output {{}}/{options}");
    let result = workspace.run_ok(&command("{}/one.txt", "daily.txt"));
    assert_eq!(result.stdout, "1 daily lasers, 1 new\n");
    let first = fs::read_to_string(workspace.path("daily.txt")).expect("a file");
    assert!(first.starts_with("# Daily lasers from 2026-01-31"), "{first}");
    assert_eq!(lines(&workspace, "daily.txt"), [WINS[0].replace("themes defence,flight", "themes -")]);

    // The same command appends what is new, and nothing the next time.
    let result = workspace.run_ok(&command("{}/two.txt {}/one.txt", "daily.txt"));
    assert_eq!(result.stdout, "3 daily lasers, 2 new\n");
    let second = fs::read_to_string(workspace.path("daily.txt")).expect("a file");
    assert!(second.starts_with(&first), "{second}");
    let mut found = plain_lines(&workspace, "daily.txt");
    found.sort();
    let mut all = plain_lines(&workspace, "two.txt");
    all.sort();
    assert_eq!(found, all);
    assert_eq!(workspace.run_ok(&command("{}/two.txt", "daily.txt")).stdout, "3 daily lasers, 0 new\n");
    assert_eq!(fs::read_to_string(workspace.path("daily.txt")).expect("a file"), second);

    // The order depends on the seed and not on the order of the files.
    workspace.run_ok(&command("{}/one.txt {}/two.txt", "other.txt"));
    workspace.run_ok(&command("{}/two.txt {}/one.txt", "again.txt"));
    assert_eq!(lines(&workspace, "other.txt"), lines(&workspace, "again.txt"));
    let orders: std::collections::HashSet<_> = (1..=20)
        .map(|seed| {
            workspace.run_ok(&command("{}/two.txt", &format!("seeded.txt --force --seed {seed}")));
            lines(&workspace, "seeded.txt")
        })
        .collect();
    assert_eq!(orders.len(), 6, "all orders of three puzzles");

    let later = command("{}/two.txt", "daily.txt").replace("2026-01-31", "2026-02-01");
    workspace.assert_refused(&later, &["--output", "it begins on 2026-01-31, expected 2026-02-01"]);
    workspace.assert_refused(&command("{}/two.txt", "one.txt"), &["--output", "--force replaces it"]);
    workspace.assert_refused(&command("{}/missing.txt", "daily.txt"), &["missing.txt"]);
    workspace.assert_refused("puzzles --daily 2026-02-30 {}/two.txt --output {}/x.txt", &["--daily"]);
    assert_eq!(fs::read_to_string(workspace.path("daily.txt")).expect("a file"), second);
}
