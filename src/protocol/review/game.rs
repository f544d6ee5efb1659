//! The review of one game: searches each position, and derives the marks of the moves and the accuracies of the players.

use super::formula::{self, Chance, Mark};
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Info, Limits, Score, Signals};
use khepri_rules::kgn::{Note, Record};
use khepri_rules::{Colour, Game, Move, Outcome, Position};

/// The default number of nodes per position.
pub const NODES: u64 = 20_000;

/// The review of a game.
#[derive(Clone, Debug)]
pub struct Review {
    /// The reviewed moves in order.
    pub moves: Vec<ReviewedMove>,
    /// Silver's chance before the first move and after each move.
    pub silver_chances: Vec<Chance>,
    /// The accuracies in percent by [`Colour::index`]; `None` for a player without a marked move.
    pub accuracies: [Option<f64>; 2],
}

/// A move and its review. Scores and chances are those of the player who moved.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// The position before the move.
    pub before: Position,
    /// The move that was played.
    pub mv: Move,
    /// The score of the position after the move.
    pub score: Score,
    /// The depth of the search of the position after the move, or 0 if the game is over there.
    pub depth: u32,
    /// The engine's move.
    pub best: Move,
    /// The score of the engine's move.
    pub best_score: Score,
    /// The winning chance after the move.
    pub chance: Chance,
    /// The winning chance that the move loses.
    pub loss: Chance,
    /// The mark, or `None` for a book move, which the player did not choose.
    pub mark: Option<Mark>,
}

impl ReviewedMove {
    /// Returns the player who moved.
    pub fn mover(&self) -> Colour {
        self.before.side_to_move()
    }

    /// Returns the number of the move as files of games write it: `12.` or `12...`.
    pub fn number(&self) -> String {
        let second = self.mover() != self.before.rule_set().rules().first;
        format!("{}{}", self.before.move_number(), if second { "..." } else { "." })
    }

    /// Returns the engine's move and its score if the move was an inaccuracy, a mistake or a blunder.
    pub fn better(&self) -> Option<(Move, Score)> {
        self.mark.filter(|mark| mark.is_error()).map(|_| (self.best, self.best_score))
    }
}

impl Review {
    /// Returns the number of a player's moves with this mark.
    pub fn count(&self, player: Colour, mark: Mark) -> usize {
        self.moves.iter().filter(|reviewed| reviewed.mover() == player && reviewed.mark == Some(mark)).count()
    }
}

/// The result of the search of a position, for the side to move.
#[derive(Clone, Copy)]
struct SearchedPosition {
    score: Score,
    depth: u32,
    /// The engine's move, or `None` if the game is over.
    best: Option<Move>,
}

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
    let mut after = search_position(&game, record, searcher, nodes, signals)?;
    on_position();
    let mut moves = Vec::new();
    let mut silver_chances = vec![silver(Chance::of(after.score), game.position().side_to_move())];
    while let Some(mv) = game.pop() {
        let before = search_position(&game, record, searcher, nodes, signals)?;
        on_position();
        silver_chances.push(silver(Chance::of(before.score), game.position().side_to_move()));
        let is_book = record.moves.get(game.moves().len()).is_some_and(|played| played.note == Note::Book);
        moves.push(reviewed_move(game.position(), mv, before, after, is_book));
        after = before;
    }
    moves.reverse();
    silver_chances.reverse();
    let accuracies = Colour::ALL.map(|player| accuracy(&moves, player));
    Some(Review { moves, silver_chances, accuracies })
}

fn reviewed_move(
    position: &Position,
    mv: Move,
    before: SearchedPosition,
    after: SearchedPosition,
    is_book: bool,
) -> ReviewedMove {
    let score = score_of_move(after.score);
    let best = before.best.unwrap_or(mv);
    let chance = Chance::of(score);
    let is_best = mv == best || score >= before.score;
    let loss = if is_best { chance.loss_to(chance) } else { Chance::of(before.score).loss_to(chance) };
    let mark = if is_best { Mark::Best } else { Mark::of_loss(loss) };
    ReviewedMove {
        before: position.clone(),
        mv,
        score,
        depth: after.depth,
        best,
        best_score: before.score,
        chance,
        loss,
        mark: (!is_book).then_some(mark),
    }
}

/// Returns the score of a move for the player who moved, from the score of the position after it for the opponent.
fn score_of_move(score: Score) -> Score {
    match score.mate_plies() {
        Some(plies) if score.is_loss() => Score::win_in(plies as usize + 1),
        Some(plies) => Score::loss_in(plies as usize + 1),
        None => -score,
    }
}

/// Converts the chance of the side to move to Silver's chance.
fn silver(chance: Chance, side_to_move: Colour) -> Chance {
    if side_to_move == Colour::Silver { chance } else { chance.other() }
}

fn accuracy(moves: &[ReviewedMove], player: Colour) -> Option<f64> {
    let marked = moves.iter().filter(|reviewed| reviewed.mover() == player && reviewed.mark.is_some());
    formula::accuracy_of_player(&marked.map(|reviewed| formula::accuracy_of_move(reviewed.loss)).collect::<Vec<_>>())
}

/// Returns the outcome at the current position of a game. A repetition counts only at the end of a record whose result is a
/// draw.
fn outcome(game: &Game, record: &Record) -> Option<Outcome> {
    let is_drawn_end = game.moves().len() == record.moves.len() && record.result == Some(Outcome::Draw);
    if is_drawn_end { game.outcome() } else { game.position().outcome() }
}

fn search_position(
    game: &Game,
    record: &Record,
    searcher: &mut Searcher,
    nodes: u64,
    signals: &Signals,
) -> Option<SearchedPosition> {
    if let Some(outcome) = outcome(game, record) {
        let score = match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if winner == game.position().side_to_move() => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
        };
        return Some(SearchedPosition { score, depth: 0, best: None });
    }
    let mut searched = SearchedPosition { score: Score::DRAW, depth: 0, best: None };
    let mut observer = |info: &Info| {
        if info.multipv == 1 {
            (searched.score, searched.depth) = (info.score, u32::try_from(info.depth.plies()).unwrap_or(0));
        }
    };
    let limits = Limits::nodes_or_one(nodes);
    searched.best = searcher.search(game, &limits, &SearchSettings::default(), signals, &mut observer).best;
    (!signals.is_stopped()).then_some(searched)
}

#[cfg(test)]
pub(super) mod tests {
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
        assert_eq!((step.mark, step.score), (Some(Mark::Blunder), Score::loss_in(2)));
        assert!(step.better().is_some_and(|(better, score)| better != step.mv && !score.is_loss()));
        assert_eq!((shot.mark, shot.score), (Some(Mark::Best), Score::win_in(1)));
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
