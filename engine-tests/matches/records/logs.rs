//! The log of a match: every line to and from every engine, with its time and its game.

use super::Folder;

#[test]
fn every_line_is_logged_with_its_time_its_game_and_its_engine() {
    let folder = Folder::new();
    folder.play_to_end("--games 6 --concurrency 2 --json {}/games.json --log {}/log");
    let log = folder.read("log");
    let lines: Vec<[&str; 5]> = log
        .lines()
        .map(|line| {
            let words: Vec<&str> = line.splitn(6, ' ').collect();
            let &[time, "game", game, engine, mark, text] = words.as_slice() else { panic!("not of a log: {line}") };
            [time, game, engine, mark, text]
        })
        .collect();
    for [time, _, engine, mark, text] in &lines {
        assert!(time.len() == 27 && time.starts_with("20") && time.ends_with('Z'), "{time}");
        assert!(["A", "B"].contains(engine) && [">", "<", "*"].contains(mark), "{text}");
    }
    // The log has a `go` and then a `bestmove` for each move of the records.
    for (number, game) in folder.games("games.json") {
        let number = number.to_string();
        let moves = game["moves"].as_array().expect("moves");
        let first = game["first_mover"].as_str().expect("a colour");
        let second = if first == "silver" { "red" } else { "silver" };
        for (index, colour) in [first, second].into_iter().enumerate() {
            let own = lines.iter().filter(|[_, game_of, engine, ..]| *game_of == number && game[colour] == *engine);
            let own = own.map(|[.., mark, text]| format!("{mark} {text}"));
            let own: Vec<String> = own.filter(|line| line.starts_with("> go") || line.contains("< bestmove")).collect();
            let played = moves.iter().skip(index).step_by(2).map(|played| played["move"].as_str().expect("a move"));
            let expected = played.flat_map(|mv| ["> go movetime 20000".to_owned(), format!("< bestmove {mv}")]);
            assert_eq!(own, expected.collect::<Vec<_>>(), "game {number}");
        }
    }
    let count = |line: &str| log.matches(&format!(" {line}\n")).count();
    // Two workers, each with two engines that play all its games.
    for line in ["> uci", "< uciok", "> quit"] {
        assert!((2..=4).contains(&count(line)), "{line}: {}", count(line));
    }
    assert_eq!(count("> ucinewgame"), 2 * 6);
    // Another match is appended.
    folder.play_to_end("--games 1 --log {}/log");
    assert!(folder.read("log").starts_with(&log) && folder.read("log").len() > log.len());
}

#[test]
fn a_log_that_cannot_be_written_does_not_end_the_match() {
    let folder = Folder::new();
    let output = folder.play("--games 4 --log /dev/full --json {}/games.json");
    assert_eq!(output.status, Some(1), "{}", output.errors);
    assert!(output.errors.lines().count() == 1 && output.errors.contains("log"), "{}", output.errors);
    assert!(output.table.starts_with("games 4 of 4\n"), "{}", output.table);
    assert_eq!(folder.games("games.json").len(), 4);
}
