//! The report of reviews as one self-contained HTML page: style and graphs are inline, and pictures are data URLs.
//!
//! The page is also valid XML. All text from the file of games is escaped.

mod escape;
mod graph;

use super::table::plies;
use escape::{data_url, escape};
use khepri_protocol::draw::board_svg::{self, PieceSet};
use khepri_protocol::draw::{Scene, mark};
use khepri_protocol::review::annotate::player;
use khepri_protocol::review::formula::Mark;
use khepri_protocol::review::{Review, ReviewedMove};
use khepri_rules::kgn::{GameResult, Record};
use khepri_rules::{Colour, Move};
use std::fmt::Write;

/// The content security policy, which allows only the inline style and the pictures in data URLs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const STYLE: &str = include_str!("style.css");

/// Returns the beginning of the page, before the first game.
pub fn begin(nodes: u64) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\"/>\n{}\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>Khet: review</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>Review</h1>\n\
         <p>By Khepri {}, {nodes} nodes a position. A winning chance is the expected result in percent; a draw counts half. \
         Scores are in Pyramids. Score and chance are those of the player who moved.</p>\n",
        mark::PAGE,
        env!("CARGO_PKG_VERSION"),
    )
}

/// Returns the end of the page.
pub fn end() -> &'static str {
    "</body>\n</html>\n"
}

/// Returns the section of a game. `number` is the number of the game in its file.
pub fn game(number: usize, record: &Record, review: &Review) -> String {
    let mut text = String::new();
    let names = Colour::ALL.map(|colour| escape(player(record, colour).unwrap_or("?")));
    let _ = writeln!(text, "<section id=\"game-{number}\">");
    let _ = writeln!(text, "<h2>Game {number}: {} (Silver) – {} (Red)</h2>", names[0], names[1]);
    let _ = writeln!(
        text,
        "<p>{}, {} {}, {}{}</p>",
        GameResult(record.result),
        record.start.rule_set().name(),
        record.set_up().unwrap_or("from a KFEN"),
        plies(review),
        about(record),
    );
    accuracies(&mut text, review);
    graph::draw(&mut text, review);
    moves(&mut text, review);
    text.push_str("</section>\n");
    text
}

/// Returns the event, the date and the termination, without those that are unknown.
fn about(record: &Record) -> String {
    let all = [&record.event, &record.date, &record.termination];
    let known = all.into_iter().filter(|text| text.chars().any(|character| !"?. ".contains(character)));
    known.map(|text| format!(", {}", escape(text))).collect()
}

fn accuracies(text: &mut String, review: &Review) {
    text.push_str("<div><table class=\"players\">\n<tr><th></th><th>Accuracy</th>");
    Mark::ALL.iter().for_each(|mark| text.push_str(&format!("<th>{mark}</th>")));
    text.push_str("</tr>\n");
    for colour in Colour::ALL {
        let accuracy = review.accuracies[colour.index()].map_or("–".to_owned(), |value| format!("{value:.1} %"));
        let _ = write!(text, "<tr><th>{}</th><td>{accuracy}</td>", colour.name());
        for mark in Mark::ALL {
            let _ = write!(text, "<td>{}</td>", review.count(colour, mark));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</table></div>\n");
}

fn moves(text: &mut String, review: &Review) {
    text.push_str(
        "<div><table class=\"moves\">\n<tr><th>Move</th><th>Score</th><th>Chance</th><th>Lost</th><th>Mark</th><th>Better</th></tr>\n",
    );
    for reviewed in &review.moves {
        row(text, reviewed);
    }
    text.push_str("</table></div>\n");
}

fn row(text: &mut String, reviewed: &ReviewedMove) {
    let mark = reviewed.mark.map_or("book", Mark::name);
    let _ = write!(
        text,
        "<tr class=\"{mark}\"><td>{} {}</td><td>{}</td><td>{:.1} %</td><td>{:.1} %</td><td>{mark}</td><td>",
        reviewed.number(),
        reviewed.mv,
        reviewed.score.in_pyramids(),
        reviewed.chance.percent(),
        reviewed.loss.percent(),
    );
    let Some((better, score)) = reviewed.better() else { return text.push_str("</td></tr>\n") };
    let _ = writeln!(text, "{better} {}</td></tr>", score.in_pyramids());
    text.push_str("<tr><td colspan=\"6\"><details><summary>both shots</summary>");
    picture(text, reviewed, reviewed.mv, "Played");
    picture(text, reviewed, better, "Better");
    text.push_str("</details></td></tr>\n");
}

/// Appends a picture of the shot of a move.
fn picture(text: &mut String, reviewed: &ReviewedMove, mv: Move, title: &str) {
    if let Ok(scene) = Scene::of_move(&reviewed.before, mv) {
        let (mover, data) = (reviewed.mover().name(), data_url(&board_svg::render(&scene, PieceSet::Khet)));
        let _ = write!(
            text,
            "<figure><img alt=\"the shot of {mover} after {mv}\" src=\"{data}\"/><figcaption>{title}: {mv}</figcaption></figure>"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::tests::{read, review_of};

    #[test]
    fn a_page_shows_both_shots_of_a_blunder() {
        let record = read("[KFEN \"x39/4K5//7k2////9X1 s khet2 0 1\"]\n\n1. e7e8 a8- 0-1\n");
        let page = begin(2000) + &game(1, &record, &review_of(&record)) + end();
        for part in ["<tr class=\"blunder\"><td>1. e7e8</td>", "<tr class=\"best\"><td>1... a8-</td>", "Played: e7e8"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert_eq!(page.matches("<img ").count(), 2);
    }

    #[test]
    fn text_of_the_file_is_escaped() {
        let hostile = "\"><script>alert(1)</script>&amp;'\u{1}\u{202e}";
        let mut record = read("[SetUp \"classic\"]\n\n1. h2g2 *\n");
        (record.silver, record.red) = (hostile.to_owned(), hostile.to_owned());
        (record.event, record.date, record.termination) = (hostile.to_owned(), hostile.to_owned(), hostile.to_owned());
        let page = game(1, &record, &review_of(&record));
        assert!(!page.contains("<script") && !page.contains(['\u{1}', '\u{202e}']), "{page}");
        assert_eq!(page.matches("&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&#39;").count(), 5);
    }
}
