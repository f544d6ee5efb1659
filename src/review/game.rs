//! The review of one game: a search of each of its positions, and what follows for the moves and the players.

use super::formula::{self, Chance, Mark};
use crate::arena::engine::Stop;
use crate::engine::Engine;
use crate::eval::Score;
use crate::notation::kgn::{Note, Record};
use crate::rules::{Colour, Game, Move, Outcome, Position};
use crate::search::limits::Limits;
use crate::search::observer::Info;

/// The default number of nodes for a position.
pub const NODES: u64 = 20_000;

/// A game of a file and what the engine says of it.
#[derive(Clone, Debug)]
pub struct Review {
    /// The moves in their order.
    pub moves: Vec<ReviewedMove>,
    /// Silver's chance before the first move and after each move, for a graph.
    pub silver_chances: Vec<Chance>,
    /// The accuracies in percent by [`Colour::index`]; `None` for a player without a marked move.
    pub accuracies: [Option<f64>; 2],
}

/// A move and what the engine says of it. Scores and chances are those of the player who moved.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// The position before the move.
    pub before: Position,
    /// The move that was played.
    pub mv: Move,
    /// The score of the position after it.
    pub score: Score,
    /// The depth of the search of the position after it; 0 if that is the end of the game.
    pub depth: u32,
    /// The engine's move.
    pub best: Move,
    /// The score of the engine's move.
    pub best_score: Score,
    /// The chance after the move.
    pub chance: Chance,
    /// The chance that the move gives away.
    pub loss: Chance,
    /// The mark; `None` for a move of the opening book, which the player did not choose.
    pub mark: Option<Mark>,
}

impl ReviewedMove {
    /// Returns the player who moved.
    pub fn mover(&self) -> Colour {
        self.before.side_to_move()
    }

    /// Returns the number of the move as in a file of games: `12.` or `12...`.
    pub fn number(&self) -> String {
        let second = self.mover() != self.before.rule_set().rules().first;
        format!("{}{}", self.before.move_number(), if second { "..." } else { "." })
    }

    /// Returns the move that would have been better and its score, if the move was a fault.
    pub fn better(&self) -> Option<(Move, Score)> {
        self.mark.filter(|mark| mark.is_fault()).map(|_| (self.best, self.best_score))
    }
}

impl Review {
    /// Returns how many moves of a player have a mark.
    pub fn count(&self, player: Colour, mark: Mark) -> usize {
        self.moves.iter().filter(|reviewed| reviewed.mover() == player && reviewed.mark == Some(mark)).count()
    }
}

/// The verdict on a position, from the view of its side to move.
#[derive(Clone, Copy)]
struct Verdict {
    score: Score,
    depth: u32,
    /// The engine's move; `None` in a finished game.
    best: Option<Move>,
}

/// Searches every position of a game with a number of nodes each, and reviews the moves. Returns `None` if `stop`
/// was raised. `searched` is called after each position.
///
/// The positions are searched from the last to the first, so that the table already holds what happened. The engine's table is
/// cleared before, so that the same game has the same review.
pub fn review(record: &Record, engine: &mut Engine, nodes: u64, stop: &Stop, searched: &dyn Fn()) -> Option<Review> {
    let mut game = Game::new(record.start.clone());
    for played in &record.moves {
        // A reader has played all moves; a record from elsewhere is reviewed up to its first illegal move.
        if game.push(played.mv).is_err() {
            break;
        }
    }
    engine.forget();
    let mut after = verdict(&game, record, engine, nodes, stop)?;
    searched();
    let mut moves = Vec::new();
    let mut silver_chances = vec![silver(Chance::of(after.score), game.position().side_to_move())];
    while let Some(mv) = game.pop() {
        let before = verdict(&game, record, engine, nodes, stop)?;
        searched();
        silver_chances.push(silver(Chance::of(before.score), game.position().side_to_move()));
        let book = record.moves.get(game.moves().len()).is_some_and(|played| played.note == Note::Book);
        moves.push(reviewed(game.position(), mv, before, after, book));
        after = before;
    }
    moves.reverse();
    silver_chances.reverse();
    let accuracies = Colour::ALL.map(|player| accuracy(&moves, player));
    Some(Review { moves, silver_chances, accuracies })
}

fn reviewed(position: &Position, mv: Move, before: Verdict, after: Verdict, book: bool) -> ReviewedMove {
    let score = of_move_before(after.score);
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
        mark: (!book).then_some(mark),
    }
}

/// Returns the score of a move for its player, from the score of the position after it for the other one.
fn of_move_before(score: Score) -> Score {
    match score.mate_plies() {
        Some(plies) if score.is_loss() => Score::win_in(plies as usize + 1),
        Some(plies) => Score::loss_in(plies as usize + 1),
        None => -score,
    }
}

fn silver(chance: Chance, side_to_move: Colour) -> Chance {
    if side_to_move == Colour::Silver { chance } else { chance.other() }
}

fn accuracy(moves: &[ReviewedMove], player: Colour) -> Option<f64> {
    let marked = moves.iter().filter(|reviewed| reviewed.mover() == player && reviewed.mark.is_some());
    formula::accuracy_of_player(&marked.map(|reviewed| formula::accuracy_of_move(reviewed.loss)).collect::<Vec<_>>())
}

/// Returns the outcome at the present position of a game. A repetition counts where the record ends with a draw.
fn outcome(game: &Game, record: &Record) -> Option<Outcome> {
    let claimed = game.moves().len() == record.moves.len() && record.result == Some(Outcome::Draw);
    if claimed { game.outcome() } else { game.position().outcome() }
}

fn verdict(game: &Game, record: &Record, engine: &mut Engine, nodes: u64, stop: &Stop) -> Option<Verdict> {
    if let Some(outcome) = outcome(game, record) {
        let score = match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if winner == game.position().side_to_move() => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
        };
        return Some(Verdict { score, depth: 0, best: None });
    }
    engine.set_game(game.clone());
    let search = engine.search(Limits::nodes(nodes));
    let signals = search.signals();
    let mut verdict = Verdict { score: Score::DRAW, depth: 0, best: None };
    let found = search.run(&mut |info: &Info| {
        if info.multipv == 1 {
            (verdict.score, verdict.depth) = (info.score, u32::try_from(info.depth.plies()).unwrap_or(0));
        }
        if stop.is_raised() {
            signals.stop();
        }
    });
    verdict.best = found.best;
    (!stop.is_raised()).then_some(verdict)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::notation::kgn::Reader;

    /// Returns the game of a text.
    pub fn read(text: &str) -> Record {
        Reader::new(text.as_bytes()).next().expect("a game").expect("no fault")
    }

    /// Reviews a game with few nodes.
    pub fn review_of(record: &Record) -> Review {
        let mut engine = Engine::new(Game::new(record.start.clone()), 1).expect("memory");
        review(record, &mut engine, 2000, &Stop::default(), &|| {}).expect("it is not stopped")
    }

    /// Silver steps with the Pharaoh onto the empty rank 8, Red rotates the Sphinx on a8 to shoot along it, and
    /// hits the Pharaoh. Every step to another rank holds.
    const BLUNDER: &str = "[KFEN \"x39/4K5//7k2////9X1 s khet2 0 1\"]\n\n1. e7e8 a8- 0-1\n";

    #[test]
    fn a_step_into_the_beam_is_a_blunder() {
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
        let mut engine = Engine::new(Game::new(record.start.clone()), 1).expect("memory");
        let stop = Stop::default();
        stop.raise();
        assert!(review(&record, &mut engine, 2000, &stop, &|| {}).is_none());
    }
}
