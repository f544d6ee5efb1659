//! Writes a review into the record of its game: scores and comments after the moves, and accuracies as tags.

use super::formula::Mark;
use super::judge::{Review, ReviewedMove};
use super::score::{ReportedScore, Value};
use khepri_rules::Colour;
use khepri_rules::kgn::{Comment, Evaluation, Note, PlayedMove, Record};

/// The tag of the program that made the review.
const ANNOTATOR: &str = "Annotator";
/// The tags of the accuracies, by [`Colour::index`].
const ACCURACIES: [&str; 2] = ["SilverAccuracy", "RedAccuracy"];

/// Returns the record of a game with its review. Each move gets the score and depth of its search. An inaccuracy, mistake or
/// blunder also gets its mark, the winning chance that it loses, and the better move. Times, clocks, texts, marks and variations
/// stay, and words after the figures that are not those of a review become text. Book moves do not change.
pub fn annotate(record: &Record, review: &Review, nodes: u64) -> Record {
    let mut record = record.clone();
    for (played, reviewed) in record.moves.iter_mut().zip(&review.moves) {
        if played.note != Note::Book {
            annotate_move(played, reviewed);
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

fn annotate_move(played: &mut PlayedMove, reviewed: &ReviewedMove) {
    let old = played.note.comment().unwrap_or_default();
    played.note = Note::Engine(Comment {
        evaluation: Some(evaluation(reviewed.score)),
        depth: (reviewed.depth > 0).then_some(reviewed.depth),
        time: old.time,
        nodes: None,
        clock: old.clock,
    });
    // Earlier versions wrote a review without figures.
    if is_review(&played.remark.text) {
        let text = std::mem::take(&mut played.remark.text);
        played.remark.text = text.split_once("; ").map_or_else(String::new, |(_, text)| text.to_owned());
    }
    let words = std::mem::replace(&mut played.review, correction(reviewed).unwrap_or_default());
    if !words.is_empty() && !is_review(&words) {
        let text = std::mem::take(&mut played.remark.text);
        played.remark.text = [words, text].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
    }
}

/// Returns the comment on an inaccuracy, mistake or blunder: `mistake, 23.4 % lost: better h2g2 +0.35`.
fn correction(reviewed: &ReviewedMove) -> Option<String> {
    let (mark, (better, score)) = (reviewed.mark?, reviewed.better()?);
    Some(format!("{mark}, {:.1} % lost: better {better} {}", reviewed.loss.percent(), score.in_pyramids()))
}

/// Returns whether words are those of a review.
fn is_review(words: &str) -> bool {
    words.split_once(", ").is_some_and(|(mark, _)| Mark::from_name(mark).is_some_and(Mark::is_error))
}

/// Returns a score in the form that KGN stores.
pub fn evaluation(score: ReportedScore) -> Evaluation {
    match (score.value, score.mate()) {
        (Value::Centipawns(value), _) => Evaluation::Centipawns(value),
        (_, moves) => Evaluation::Mate(moves.unwrap_or(0)),
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
    use khepri_rules::kgn;

    const GAME: &str = "[Silver \"Anna\"]\n[SilverAccuracy \"1.0\"]\n[KFEN \"x39/4K5//7k2////9X1 s khet2 0 1\"]\n\n\
                        1. e7e8 {+0.35/12 0.103s n=7 tl=9.897s in haste} a8- 0-1\n";

    #[test]
    fn the_review_is_written_and_read_back() {
        let record = read(GAME);
        let annotated = annotate(&record, &review_of(&record), 2000);
        let text = kgn::write(&annotated);
        let again = read(&text);
        assert_eq!(kgn::write(&again), text);
        let first = &again.moves[0];
        let comment = first.note.comment().expect("a comment");
        assert_eq!(comment.evaluation, Some(Evaluation::Mate(-1)));
        assert_eq!((comment.time.map(|time| time.as_millis()), comment.nodes), (Some(103), None));
        assert!(first.review.starts_with("blunder, "), "{}", first.review);
        assert_eq!(first.remark.text, "in haste");
        let last = again.moves[1].note.comment();
        assert_eq!(last.and_then(|comment| comment.evaluation), Some(Evaluation::Mate(1)));
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
    fn the_words_of_a_review_begin_with_a_mark() {
        for words in ["good, he said", "a mistake, 5", "blunder", ""] {
            assert!(!is_review(words), "{words}");
        }
        assert!(is_review("mistake, 23.4 % lost: better h2g2 +0.35"));
    }

    #[test]
    fn marks_texts_and_variations_stay() {
        let record =
            read("[KFEN \"x39/4K5//7k2////9X1 s khet2 0 1\"]\n\n1. e7e8 $4 {[%csl Ge8] a pity} (1. e7d7 $1) a8- 0-1\n");
        let text = kgn::write(&annotate(&record, &review_of(&record), 2000)).replace('\n', " ");
        assert!(text.contains("; [%csl Ge8] a pity} (1. e7d7 $1) 1... a8-"), "{text}");
        assert!(text.contains("1. e7e8 $4 {-M1"), "{text}");
    }

    #[test]
    fn the_name_of_an_unknown_player_is_none() {
        let record = read(GAME);
        assert_eq!([player(&record, Colour::Silver), player(&record, Colour::Red)], [Some("Anna"), None]);
    }
}
