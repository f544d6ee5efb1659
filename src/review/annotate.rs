//! Writes a review into the record of its game: scores and comments after the moves, and accuracies as tags.

use super::formula::Mark;
use super::game::{Review, ReviewedMove};
use crate::eval::Score;
use crate::notation::kgn::{Comment, Evaluation, Note, Record};
use crate::rules::Colour;

/// The tag of the program that made the review.
const ANNOTATOR: &str = "Annotator";
/// The tags of the accuracies, by [`Colour::index`].
const ACCURACIES: [&str; 2] = ["SilverAccuracy", "RedAccuracy"];

/// The separator between the comment of the review and an earlier comment.
const SEPARATOR: &str = "; ";

/// Returns the record of a game with its review. Each move gets the score and depth of its search. An inaccuracy, mistake or
/// blunder also gets its mark, the winning chance that it loses, and the better move. Times, clocks and other words in notes
/// stay. The notes of book moves do not change.
pub fn annotate(record: &Record, review: &Review, nodes: u64) -> Record {
    let mut record = record.clone();
    for (played, reviewed) in record.moves.iter_mut().zip(&review.moves) {
        if played.note != Note::Book {
            played.note = note(&played.note, reviewed);
        }
    }
    record.other_tags.retain(|(name, _)| name != ANNOTATOR && !ACCURACIES.contains(&name.as_str()));
    let annotator = format!("Khepri {}, {nodes} nodes a position", env!("CARGO_PKG_VERSION"));
    record.other_tags.push((ANNOTATOR.to_owned(), annotator));
    for (name, accuracy) in ACCURACIES.into_iter().zip(review.accuracies) {
        record.other_tags.extend(accuracy.map(|accuracy| (name.to_owned(), format!("{accuracy:.1}"))));
    }
    record
}

fn note(old: &Note, reviewed: &ReviewedMove) -> Note {
    let (old, words) = old.parts();
    let old = old.unwrap_or_default();
    let comment = Comment {
        evaluation: Some(evaluation(reviewed.score)),
        depth: (reviewed.depth > 0).then_some(reviewed.depth),
        time: old.time,
        nodes: None,
        clock: old.clock,
    };
    let texts = [correction(reviewed), Some(without_review(words).to_owned())];
    let texts: Vec<String> = texts.into_iter().flatten().filter(|text| !text.is_empty()).collect();
    if texts.is_empty() {
        return Note::Engine(comment);
    }
    Note::Text(format!("{comment} {}", texts.join(SEPARATOR)))
}

/// Returns the comment on an inaccuracy, mistake or blunder: `mistake, 23.4 % lost: better h2g2 +0.35`.
fn correction(reviewed: &ReviewedMove) -> Option<String> {
    let (mark, (better, score)) = (reviewed.mark?, reviewed.better()?);
    Some(format!("{mark}, {:.1} % lost: better {better} {}", reviewed.loss.percent(), score.in_pyramids()))
}

/// Returns the words of a note without the comment of an earlier review.
fn without_review(words: &str) -> &str {
    let is_review = words.split_once(", ").is_some_and(|(mark, _)| Mark::from_name(mark).is_some_and(Mark::is_error));
    if !is_review {
        return words;
    }
    words.split_once(SEPARATOR).map_or("", |(_, rest)| rest)
}

/// Returns a score in the form that KGN stores.
pub fn evaluation(score: Score) -> Evaluation {
    let signed = |size: u32| i32::try_from(size).unwrap_or(i32::MAX) * score.value().signum();
    match score.mate_plies() {
        Some(plies) => Evaluation::Mate(signed(plies.div_ceil(2))),
        None => Evaluation::Centipawns(score.value()),
    }
}

/// Returns the name of a player, if it is known.
pub fn player(record: &Record, colour: Colour) -> Option<&str> {
    let name = match colour {
        Colour::Silver => &record.silver,
        Colour::Red => &record.red,
    };
    Some(name.as_str()).filter(|name| !["", "?"].contains(name))
}

#[cfg(test)]
mod tests {
    use super::super::game::tests::{read, review_of};
    use super::*;
    use crate::notation::kgn;

    const GAME: &str = "[Silver \"Anna\"]\n[SilverAccuracy \"1.0\"]\n[KFEN \"x39/4K5//7k2////9X1 s khet2 0 1\"]\n\n\
                        1. e7e8 {+0.35/12 0.103s n=7 tl=9.897s in haste} a8- 0-1\n";

    #[test]
    fn the_review_is_written_and_read_back() {
        let record = read(GAME);
        let annotated = annotate(&record, &review_of(&record), 2000);
        let text = kgn::write(&annotated);
        let again = read(&text);
        assert_eq!(kgn::write(&again), text);
        let (comment, words) = again.moves[0].note.parts();
        let comment = comment.expect("a comment");
        assert_eq!(comment.evaluation, Some(Evaluation::Mate(-1)));
        assert_eq!((comment.time.map(|time| time.as_millis()), comment.nodes), (Some(103), None));
        assert!(words.starts_with("blunder, ") && words.ends_with("; in haste"), "{words}");
        let last = again.moves[1].note.parts();
        assert_eq!((last.0.and_then(|comment| comment.evaluation), last.1), (Some(Evaluation::Mate(1)), ""));
        let tags: Vec<&str> = again.other_tags.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(tags, ["Annotator", "SilverAccuracy", "RedAccuracy"]);
        assert_ne!(again.other_tags[1].1, "1.0");
    }

    #[test]
    fn a_second_review_replaces_the_first() {
        let record = read(GAME);
        let once = annotate(&record, &review_of(&record), 2000);
        assert_eq!(annotate(&once, &review_of(&once), 2000), once);
    }

    #[test]
    fn moves_of_the_book_stay_as_they_are() {
        let record = read("[KFEN \"x39/4K5//7k2////9X1 s khet2 0 1\"]\n\n1. e7e6 {book} *\n");
        assert_eq!(annotate(&record, &review_of(&record), 2000).moves, record.moves);
    }

    #[test]
    fn words_that_resemble_a_mark_are_kept() {
        for words in ["good, he said; no", "a mistake, 5", "blunder", "", "; x"] {
            assert_eq!(without_review(words), words);
        }
        assert_eq!(without_review("mistake, 23.4 % lost: better h2g2 +0.35"), "");
        assert_eq!(without_review("mistake, 23.4 % lost: better h2g2 +0.35; a; b"), "a; b");
    }

    #[test]
    fn the_name_of_an_unknown_player_is_none() {
        let record = read(GAME);
        assert_eq!([player(&record, Colour::Silver), player(&record, Colour::Red)], [Some("Anna"), None]);
    }
}
