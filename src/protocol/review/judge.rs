//! Judges a game from the scores of its positions: the marks of the moves, and the accuracies of the players. Any engine may have
//! found the scores.

use super::formula::{self, Chance, Mark};
use super::score::{ReportedScore, Value};
use khepri_engine::internal::eval::wdl::Model;
use khepri_engine::{Score, Wdl};
use khepri_rules::{Colour, Game, Move, Outcome, Position};

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
    pub score: ReportedScore,
    /// The depth of the search of the position after the move, or 0 if the game is over there.
    pub depth: u32,
    /// The engine's move.
    pub best: Move,
    /// The score of the engine's move.
    pub best_score: ReportedScore,
    /// The winning chance after the move, by the model of the position before it.
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
    pub fn better(&self) -> Option<(Move, ReportedScore)> {
        self.mark.filter(|mark| mark.is_error()).map(|_| (self.best, self.best_score))
    }
}

impl Review {
    /// Returns the number of a player's moves with this mark.
    pub fn count(&self, player: Colour, mark: Mark) -> usize {
        self.moves.iter().filter(|reviewed| reviewed.mover() == player && reviewed.mark == Some(mark)).count()
    }
}

/// A move of a game that is judged.
#[derive(Clone, Copy, Debug)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// Whether it is from the opening, so that it gets no mark.
    pub is_book: bool,
}

/// The result of the search of a position, for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct SearchedPosition {
    /// The score.
    pub score: ReportedScore,
    /// The depth of the search, or 0 if the game is over.
    pub depth: u32,
    /// The engine's move, or `None` if the game is over.
    pub best: Option<Move>,
}

impl SearchedPosition {
    /// Returns the result at the end of a game, which needs no search; `None` if the game goes on. A repetition counts only at a
    /// drawn end: in the last position of a record whose result is a draw.
    pub fn at_end(game: &Game, is_drawn_end: bool) -> Option<SearchedPosition> {
        let outcome = if is_drawn_end { game.outcome() } else { game.position().outcome() }?;
        let score = match outcome {
            Outcome::Draw => {
                ReportedScore { value: Value::Centipawns(0), wdl: Some(Wdl { win: 0, draw: 1000, loss: 0 }) }
            }
            Outcome::Win(winner) if winner == game.position().side_to_move() => Score::win_in(0).into(),
            Outcome::Win(_) => Score::loss_in(0).into(),
        };
        Some(SearchedPosition { score, depth: 0, best: None })
    }
}

/// Judges a game from its start, its moves and its searched positions, of which the first is the start. Ends before the first move
/// that is illegal or whose position was not searched.
pub fn judge(start: &Position, moves: &[JudgedMove], searched: &[SearchedPosition]) -> Review {
    let mut position = start.clone();
    let mut judged = Vec::new();
    let mut silver_chances = Vec::new();
    silver_chances.extend(searched.first().map(|searched| silver_chance(searched, &position)));
    for (&JudgedMove { mv, is_book }, pair) in moves.iter().zip(searched.windows(2)) {
        let [before, after] = pair else { break };
        let reviewed = reviewed_move(&position, mv, before, after, is_book);
        if position.play(mv).is_err() {
            break;
        }
        judged.push(reviewed);
        silver_chances.push(silver_chance(after, &position));
    }
    let accuracies = Colour::ALL.map(|player| accuracy(&judged, player));
    Review { moves: judged, silver_chances, accuracies }
}

fn reviewed_move(
    position: &Position,
    mv: Move,
    before: &SearchedPosition,
    after: &SearchedPosition,
    is_book: bool,
) -> ReviewedMove {
    let score = after.score.before_move();
    let best = before.best.unwrap_or(mv);
    // Both chances are by one model: a move that changes the model by a capture costs nothing by that.
    let model = Model::of(position);
    let chance_with = |score: ReportedScore| Chance::of(score.chances(model));
    let chance = chance_with(score);
    let is_best = mv == best || score.value >= before.score.value;
    let loss = if is_best { chance.loss_to(chance) } else { chance_with(before.score).loss_to(chance) };
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

/// Returns Silver's chance in a position.
fn silver_chance(searched: &SearchedPosition, position: &Position) -> Chance {
    let chance = Chance::of(searched.score.chances(Model::of(position)));
    if position.side_to_move() == Colour::Silver { chance } else { chance.other() }
}

fn accuracy(moves: &[ReviewedMove], player: Colour) -> Option<f64> {
    let marked = moves.iter().filter(|reviewed| reviewed.mover() == player && reviewed.mark.is_some());
    formula::accuracy_of_player(&marked.map(|reviewed| formula::accuracy_of_move(reviewed.loss)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searched(value: Value, wdl: Option<[u32; 3]>, best: &str) -> SearchedPosition {
        let wdl = wdl.map(|[win, draw, loss]| Wdl { win, draw, loss });
        SearchedPosition { score: ReportedScore { value, wdl }, depth: 3, best: best.parse().ok() }
    }

    fn moves(words: &[(&str, bool)]) -> Vec<JudgedMove> {
        words.iter().map(|&(word, is_book)| JudgedMove { mv: word.parse().expect("a move"), is_book }).collect()
    }

    #[test]
    fn marks_follow_from_the_reported_chances() {
        let start: Position = "x39/4k5/////4K5/9X1 s khet2".parse().expect("a position");
        let played = moves(&[("e2e3", false), ("e7e6", true), ("e3e2", false), ("e6e7", false)]);
        // For Silver 60 %, for Red 75 %, for Silver 50 %, for Red a loss in two moves, for Silver a win in one.
        let found = [
            searched(Value::Centipawns(50), Some([400, 400, 200]), "j1-"),
            searched(Value::Centipawns(90), Some([700, 100, 200]), "a8-"),
            searched(Value::Centipawns(0), Some([300, 400, 300]), "e3e2"),
            searched(Value::Loss(4), None, "a8-"),
            searched(Value::Win(3), None, "j1-"),
        ];
        let review = judge(&start, &played, &found);
        let percents = review.silver_chances.iter().map(|chance| chance.percent()).collect::<Vec<_>>();
        assert_eq!(percents, [60.0, 25.0, 50.0, 100.0, 100.0]);
        let marks = review.moves.iter().map(|one| (one.mark, one.loss.percent())).collect::<Vec<_>>();
        // 60 % become 25 %. The book move loses 25 %. The third is the engine's move, and the fourth loses as late as its best one.
        assert_eq!(
            marks,
            [(Some(Mark::Blunder), 35.0), (None, 25.0), (Some(Mark::Best), 0.0), (Some(Mark::Best), 0.0)]
        );
        assert_eq!(review.moves[0].score.wdl, Some(Wdl { win: 200, draw: 100, loss: 700 }));
        assert_eq!(review.moves[0].better().map(|(best, score)| (best.to_string(), score.in_pyramids())), {
            Some(("j1-".to_owned(), "+0.50".to_owned()))
        });
        assert_eq!(
            review.moves.iter().map(|one| one.score.in_pyramids()).collect::<Vec<_>>(),
            ["-0.90", "+0.00", "+M3", "-M2"]
        );
        // Silver: the accuracies 19.31 and 99.9999, whose means are 59.65 and 32.37. Red has one marked move.
        let [silver, red] = review.accuracies.map(|accuracy| accuracy.expect("a marked move"));
        assert!((silver - 46.01).abs() < 0.01 && (red - 99.9999).abs() < 0.001, "{silver} {red}");
    }

    #[test]
    fn a_game_is_judged_as_far_as_it_is_legal_and_searched() {
        let start: Position = "x39/4k5/////4K5/9X1 s khet2".parse().expect("a position");
        let found = vec![searched(Value::Centipawns(0), None, "j1-"); 3];
        let counts = |review: Review| (review.moves.len(), review.silver_chances.len());
        assert_eq!(counts(judge(&start, &moves(&[("e2e3", false), ("e2e3", false)]), &found)), (1, 2));
        assert_eq!(counts(judge(&start, &moves(&[("e2e3", false), ("e7e6", false)]), &found[..2])), (1, 2));
        assert_eq!(counts(judge(&start, &[], &found)), (0, 1));
        assert_eq!(counts(judge(&start, &[], &[])), (0, 0));
    }

    #[test]
    fn the_end_of_a_game_needs_no_search() {
        let mut game = Game::new("x39/////4K5//4k4X1 s khet2".parse().expect("a position"));
        assert!(SearchedPosition::at_end(&game, false).is_none());
        game.push("j1-".parse().expect("a move")).expect("a legal move");
        let end = SearchedPosition::at_end(&game, false).expect("Red's Pharaoh is hit");
        assert_eq!((end.score.value, end.best), (Value::Loss(0), None));
        let mut game = Game::new("x39/4k5/////4K5/9X1 s khet2".parse().expect("a position"));
        for word in ["j1-", "a8-", "j1+", "a8+", "j1-", "a8-", "j1+", "a8+"] {
            assert!(SearchedPosition::at_end(&game, true).is_none());
            game.push(word.parse().expect("a move")).expect("a legal move");
        }
        assert!(SearchedPosition::at_end(&game, false).is_none(), "a repetition ends no game by itself");
        let end = SearchedPosition::at_end(&game, true).expect("a repetition");
        assert_eq!(end.score.chances(Model::of(game.position())), Wdl { win: 0, draw: 1000, loss: 0 });
    }

    #[test]
    fn a_capture_costs_nothing_by_the_model_after_it() {
        // Silver's move hits one of ten pieces that can be hit, and nine have another model.
        let start: Position = "x39/4k5//1p3p3P1P15/1p3P1P16//4K5/4p44X1 s khet2".parse().expect("a position");
        let mut after = start.clone();
        after.play("j1-".parse().expect("a move")).expect("a legal move");
        assert_eq!([&start, &after].map(|position| position.board().vulnerable().len()), [10, 9]);
        for score in [-300, 0, 150, 300, 900] {
            let found = [
                searched(Value::Centipawns(score + 1), None, "e2e3"),
                searched(Value::Centipawns(-score), None, "e7e6"),
            ];
            let review = judge(&start, &moves(&[("j1-", false)]), &found);
            let chance = |position, score| Chance::of(Wdl::of(Score::centipawns(score), position));
            let [before, later] = [score + 1, score].map(|score| chance(&start, score));
            let reviewed = &review.moves[0];
            assert_eq!((reviewed.chance, reviewed.loss), (later, before.loss_to(later)), "{score}");
            // The graph has the chance in the position that follows, by its own model.
            assert_eq!(review.silver_chances, [before, chance(&after, -score).other()], "{score}");
        }
    }
}
