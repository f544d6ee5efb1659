//! The review of one game by Khepri: searches each position, and judges the game from the scores.

use super::judge::{JudgedMove, Review, SearchedPosition, judge};
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Info, Limits, Score, Signals};
use khepri_rules::kgn::{Note, Record};
use khepri_rules::{Game, Outcome};

/// The default number of nodes per position.
pub const NODES: u64 = 20_000;

/// Searches every position of a game with a number of nodes, and reviews the moves. Calls `on_position` after each position.
/// Returns `None` if `signals` stopped it.
///
/// The positions are searched from the last to the first, so that the hash table has entries for the positions that follow. The
/// table is cleared before the first search, so that the same game always has the same review.
pub fn review(
    record: &Record,
    searcher: &mut Searcher,
    nodes: u64,
    signals: &Signals,
    on_position: &dyn Fn(),
) -> Option<Review> {
    let mut game = Game::new(record.start.clone());
    for played in &record.moves {
        // Records that were read from files have only legal moves. Other records are reviewed up to the first illegal move.
        if game.push(played.mv).is_err() {
            break;
        }
    }
    searcher.clear();
    let mut searched = vec![search_position(&game, record, searcher, nodes, signals)?];
    on_position();
    let mut moves = Vec::new();
    while let Some(mv) = game.pop() {
        searched.push(search_position(&game, record, searcher, nodes, signals)?);
        on_position();
        let is_book = record.moves.get(game.moves().len()).is_some_and(|played| played.note == Note::Book);
        moves.push(JudgedMove { mv, is_book });
    }
    moves.reverse();
    searched.reverse();
    Some(judge(&record.start, &moves, &searched))
}

fn search_position(
    game: &Game,
    record: &Record,
    searcher: &mut Searcher,
    nodes: u64,
    signals: &Signals,
) -> Option<SearchedPosition> {
    let is_drawn_end = game.moves().len() == record.moves.len() && record.result == Some(Outcome::Draw);
    if let Some(end) = SearchedPosition::at_end(game, is_drawn_end) {
        return Some(end);
    }
    let mut searched = SearchedPosition { score: Score::DRAW.into(), depth: 0, best: None };
    let mut observer = |info: &Info| {
        if info.multipv == 1 {
            (searched.score, searched.depth) = (info.score.into(), u32::try_from(info.depth.plies()).unwrap_or(0));
        }
    };
    let limits = Limits::nodes_or_one(nodes);
    searched.best = searcher.search(game, &limits, &SearchSettings::default(), signals, &mut observer).best;
    (!signals.is_stopped()).then_some(searched)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::formula::Mark;
    use super::super::score::Value;
    use super::*;
    use khepri_rules::kgn::Reader;

    /// Reads the game of a text.
    pub fn read(text: &str) -> Record {
        Reader::new(text.as_bytes()).next().expect("a game").expect("no fault")
    }

    /// Reviews a game with few nodes.
    pub fn review_of(record: &Record) -> Review {
        review(record, &mut searcher(), 2000, &Signals::default(), &|| {}).expect("it is not stopped")
    }

    fn searcher() -> Searcher {
        Searcher::new(1, 1).expect("memory")
    }

    /// Silver moves the Pharaoh to the empty rank 8. Red rotates the Sphinx on a8 to shoot along that rank, and hits the
    /// Pharaoh. Moves of the Pharaoh to other ranks do not lose.
    const BLUNDER: &str = "[KFEN \"x39/4K5//7k2////9X1 s khet2 0 1\"]\n\n1. e7e8 a8- 0-1\n";

    #[test]
    fn a_move_into_the_line_of_fire_is_a_blunder() {
        let record = read(BLUNDER);
        let review = review_of(&record);
        let [step, shot] = &review.moves[..] else { panic!("two moves") };
        assert_eq!((step.mark, step.score.value), (Some(Mark::Blunder), Value::Loss(2)));
        assert!(
            step.better().is_some_and(|(better, score)| better != step.mv && !matches!(score.value, Value::Loss(_)))
        );
        assert_eq!((shot.mark, shot.score.value), (Some(Mark::Best), Value::Win(1)));
        assert_eq!(review.silver_chances.iter().map(|chance| chance.percent()).collect::<Vec<_>>()[1..], [0.0, 0.0]);
        assert!(review.accuracies[0] < Some(20.0) && review.accuracies[1] > Some(99.0), "{:?}", review.accuracies);
    }

    #[test]
    fn moves_of_the_book_are_not_marked() {
        let review = review_of(&read(&BLUNDER.replace("e7e8", "e7e8 {book}")));
        assert_eq!((review.moves[0].mark, review.accuracies[0]), (None, None));
        assert_eq!(review.moves[1].mark, Some(Mark::Best));
    }

    #[test]
    fn the_same_game_has_the_same_review() {
        let record = read("[SetUp \"classic\"]\n\n1. h2g2 c7d7 2. h2+ *\n".replace("h2+", "g2+").as_str());
        let marks = |review: &Review| review.moves.iter().map(|one| (one.score, one.best)).collect::<Vec<_>>();
        assert_eq!(marks(&review_of(&record)), marks(&review_of(&record)));
        assert_eq!(review_of(&record).silver_chances.len(), 4);
    }

    #[test]
    fn a_stopped_review_is_none() {
        let record = read(BLUNDER);
        let signals = Signals::default();
        signals.stop();
        assert!(review(&record, &mut searcher(), 2000, &signals, &|| {}).is_none());
    }
}
