//! A review as text: the players with their accuracies, then a row for each move.

use khepri_protocol::review::annotate::player;
use khepri_protocol::review::formula::Mark;
use khepri_protocol::review::{Review, ReviewedMove};
use khepri_rules::Colour;
use khepri_rules::internal::notation::excerpt::is_control;
use khepri_rules::kgn::{GameResult, Record};
use std::fmt::Write;

/// The largest number of characters of a name.
const LONGEST_NAME: usize = 60;

/// Returns the table of a game. `number` is the number of the game in its file.
pub fn render(number: usize, record: &Record, review: &Review) -> String {
    let plies = plies(review);
    let (rule_set, set_up) = (record.start.rule_set().name(), record.set_up().unwrap_or("from a KFEN"));
    let mut text = format!("game {number}: {rule_set} {set_up}, {plies}, {}\n", GameResult(record.result));
    for colour in Colour::ALL {
        let _ = writeln!(text, "{}: {}", colour.name(), printable(player(record, colour).unwrap_or("?")));
    }
    let _ = writeln!(text, "\n       accuracy{}", Mark::ALL.map(|mark| format!("{mark:>12}")).concat());
    for colour in Colour::ALL {
        let accuracy = review.accuracies[colour.index()].map_or("-".to_owned(), |value| format!("{value:.1} %"));
        let counts = Mark::ALL.map(|mark| format!("{:>12}", review.count(colour, mark)));
        let _ = writeln!(text, "{:<6} {accuracy:>8}{}", colour.name(), counts.concat());
    }
    if review.moves.is_empty() {
        return text;
    }
    text.push('\n');
    text.push_str(&columns(["move", "", "score", "chance", "lost", "mark", "better"]));
    for reviewed in &review.moves {
        text.push_str(&row(reviewed));
    }
    text
}

/// Returns the number of plies of a game in words.
pub(super) fn plies(review: &Review) -> String {
    match review.moves.len() {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    }
}

/// Returns a name without control characters, and cut to [`LONGEST_NAME`].
fn printable(name: &str) -> String {
    name.chars().map(|character| if is_control(character) { ' ' } else { character }).take(LONGEST_NAME).collect()
}

fn row(reviewed: &ReviewedMove) -> String {
    let percent = |value: f64| format!("{value:.1}");
    let better = reviewed.better().map(|(mv, score)| format!("{mv} {}", score.in_pyramids()));
    columns([
        &reviewed.number(),
        &reviewed.mv.to_string(),
        &reviewed.score.in_pyramids(),
        &percent(reviewed.chance.percent()),
        &percent(reviewed.loss.percent()),
        reviewed.mark.map_or("book", Mark::name),
        &better.unwrap_or_default(),
    ])
}

fn columns([number, mv, score, chance, lost, mark, better]: [&str; 7]) -> String {
    let line = format!("{number:>6} {mv:<6} {score:>7} {chance:>7} {lost:>6}  {mark:<10}  {better}");
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::tests::{read, review_of};

    #[test]
    fn a_row_names_the_better_move_if_there_is_one() {
        let record = read("[Silver \"A\u{202e}nna\"]\n[KFEN \"x39/4K5//7k2////9X1 s khet2 0 1\"]\n\n1. e7e8 a8- 0-1\n");
        let text = render(3, &record, &review_of(&record));
        assert!(text.starts_with("game 3: khet2 from a KFEN, 2 plies, 0-1\nsilver: A nna\nred: ?\n"), "{text}");
        let row = |start: &str| text.lines().find(|line| line.trim_start().starts_with(start)).expect("a row");
        assert!(row("1. e7e8").contains(" blunder ") && row("1. e7e8").split_whitespace().count() == 8, "{text}");
        assert!(row("1... a8-").ends_with(" best"), "{text}");
        assert!(!text.contains('\u{202e}') && text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }

    #[test]
    fn a_game_without_moves_has_no_rows() {
        let record = read("[SetUp \"classic\"]\n\n*\n");
        let text = render(1, &record, &review_of(&record));
        assert!(text.contains("accuracy") && text.contains("silver        -"), "{text}");
        assert!(!text.contains("better"), "{text}");
    }
}
