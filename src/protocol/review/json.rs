//! The review of a game as JSON: a program sends a game with the scores of its positions, and gets the marks of the moves, the
//! accuracies of the players and the chances of Silver. Any engine may have found the scores.

use super::formula::{Chance, Mark};
use super::judge::{JudgedMove, Review, ReviewedMove, SearchedPosition, judge};
use super::score::{ReportedScore, Value};
use crate::json::{Object, bounded_list};
use crate::kgn_json::{ConversionError, MAX_MOVES};
use khepri_engine::Wdl;
use khepri_rules::internal::notation::excerpt;
use khepri_rules::kgn::GameResult;
use khepri_rules::{Colour, Game, Outcome, Position};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt::Display;
use std::io::{self, Read, Write};

/// The largest number of bytes of a game with its positions.
pub const MAX_REVIEW: u64 = 32 << 20;

/// The largest number of moves to a forced hit in a score.
const LONGEST_MATE: f64 = 1e6;

/// The largest distance of the sum of a reported win, draw and loss from 1000, which rounding may cause.
const ROUNDING: f64 = 2.0;

/// A game with its searched positions.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SearchedGame {
    /// The start.
    kfen: String,
    #[serde(deserialize_with = "moves")]
    moves: Vec<MoveEntry>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`. A repetition in the last position is a draw only if this is one.
    result: String,
    /// The start and the position after each move.
    #[serde(deserialize_with = "positions")]
    positions: Vec<PositionEntry>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct MoveEntry {
    #[serde(rename = "move")]
    text: String,
    /// Whether the move is from the opening, so that it gets no mark.
    book: bool,
}

/// The result of the search of a position, for the side to move. At the end of a game it is ignored.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct PositionEntry {
    score: Option<ScoreEntry>,
    depth: u32,
    /// The engine's move.
    best: String,
    /// The rest of its line, which is ignored.
    #[serde(rename = "pv")]
    _pv: Option<IgnoredAny>,
}

/// A score as an engine prints it: `cp` or `mate`, and perhaps `wdl`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ScoreEntry {
    cp: Option<f64>,
    /// The number of moves to a forced hit, negative for a loss.
    mate: Option<f64>,
    /// The chances in thousandths.
    wdl: Option<[f64; 3]>,
}

fn moves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<MoveEntry>, D::Error> {
    bounded_list(deserializer, "moves", MAX_MOVES, |Object(entry)| entry)
}

fn positions<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PositionEntry>, D::Error> {
    bounded_list(deserializer, "positions", MAX_MOVES + 1, |Object(entry)| entry)
}

/// Reviews a game. Reads `{"kfen", "moves", "result", "positions"}`, and writes `{"moves", "silver", "accuracies"}`.
///
/// # Errors
/// The first field that is wrong, or the game is too large.
pub fn review_game(mut json: impl Read, answer: &mut dyn Write) -> Result<(), ConversionError> {
    let mut text = Vec::new();
    json.read_to_end(&mut text)?;
    let game: Result<Object<SearchedGame>, _> = serde_json::from_slice(&text);
    let Object(game) =
        game.map_err(|error| ConversionError::Unreadable(format!("expected a game with its positions: {error}")))?;
    if game.moves.len() > MAX_MOVES || game.positions.len() > MAX_MOVES + 1 {
        return Err(ConversionError::too_many(MAX_MOVES, "plies"));
    }
    let review = game.review().map_err(ConversionError::Unreadable)?;
    Ok(serde_json::to_writer(answer, &GameReview::of(&review)).map_err(io::Error::from)?)
}

impl SearchedGame {
    fn review(&self) -> Result<Review, String> {
        let start = self.kfen.parse::<Position>().map_err(|why| format!("kfen: {why}"))?;
        let result = match self.result.as_str() {
            "" => None,
            word => {
                let wrong = |why| format!("result: {why}, found {}", excerpt(word));
                word.parse().map(|GameResult(result)| result).map_err(wrong)?
            }
        };
        let (expected, found) = (self.moves.len() + 1, self.positions.len());
        if expected != found {
            return Err(format!("positions: expected {expected}, one more than moves, found {found}"));
        }
        let (mut moves, mut searched) = (Vec::with_capacity(found), Vec::with_capacity(found));
        let mut game = Game::new(start.clone());
        for (index, entry) in self.positions.iter().enumerate() {
            let is_drawn_end = index == self.moves.len() && result == Some(Outcome::Draw);
            searched.push(match SearchedPosition::at_end(&game, is_drawn_end) {
                Some(end) => end,
                None => entry.searched(game.position()).map_err(|why| format!("positions[{index}].{why}"))?,
            });
            let Some(entry) = self.moves.get(index) else { break };
            let wrong = |why: &dyn Display| format!("moves[{index}]: {}: {why}", excerpt(&entry.text));
            let mv = game.position().read_move(&entry.text).map_err(|why| wrong(&why))?;
            game.push(mv).map_err(|why| wrong(&why))?;
            moves.push(JudgedMove { mv, is_book: entry.book });
        }
        Ok(judge(&start, &moves, &searched))
    }
}

impl PositionEntry {
    fn searched(&self, position: &Position) -> Result<SearchedPosition, String> {
        let score = self.score.as_ref().ok_or("score: expected one, since the game goes on")?;
        let best = match self.best.as_str() {
            "" => None,
            word => Some(position.read_move(word).map_err(|why| format!("best: {}: {why}", excerpt(word)))?),
        };
        Ok(SearchedPosition { score: score.reported()?, depth: self.depth, best })
    }
}

impl ScoreEntry {
    fn reported(&self) -> Result<ReportedScore, String> {
        let whole = |name: &str, number: f64, most: f64| match number {
            number if number.fract() == 0.0 && number.abs() <= most => Ok(number),
            number => Err(format!("score.{name}: expected a whole number from -{most} to {most}, found {number}")),
        };
        let value = match (self.mate, self.cp) {
            (Some(mate), _) => {
                let moves = whole("mate", mate, LONGEST_MATE)?;
                let moves_of_winner = moves.abs() as u32;
                if moves > 0.0 { Value::Win(2 * moves_of_winner - 1) } else { Value::Loss(2 * moves_of_winner) }
            }
            (None, Some(cp)) => Value::Centipawns(whole("cp", cp, i32::MAX.into())? as i32),
            (None, None) => return Err("score: expected cp or mate".to_owned()),
        };
        Ok(ReportedScore { value, wdl: self.wdl.map(wdl).transpose()? })
    }
}

fn wdl(shares: [f64; 3]) -> Result<Wdl, String> {
    let is_share = |share: f64| share.fract() == 0.0 && (0.0..=1000.0).contains(&share);
    if !shares.into_iter().all(is_share) || (shares.iter().sum::<f64>() - 1000.0).abs() > ROUNDING {
        let [win, draw, loss] = shares;
        return Err(format!("score.wdl: expected thousandths that add up to 1000, found {win}, {draw}, {loss}"));
    }
    let [win, draw, loss] = shares.map(|share| share as u32);
    Ok(Wdl { win, draw, loss })
}

/// The review of a game. Chances and accuracies are in percent.
#[derive(Serialize)]
struct GameReview {
    moves: Vec<MoveReview>,
    /// Silver's chance before the first move and after each move.
    silver: Vec<f64>,
    accuracies: Accuracies,
}

/// The accuracies of the players; `None` without a marked move.
#[derive(Serialize)]
struct Accuracies {
    silver: Option<f64>,
    red: Option<f64>,
}

/// The review of a move. Scores and chances are those of the player who moved.
#[derive(Serialize)]
struct MoveReview {
    #[serde(rename = "move")]
    mv: String,
    score: ScoreReport,
    depth: u32,
    best: String,
    #[serde(rename = "bestScore")]
    best_score: ScoreReport,
    chance: f64,
    loss: f64,
    /// The word of the mark; `None` for a book move.
    mark: Option<&'static str>,
}

#[derive(Serialize)]
struct ScoreReport {
    cp: Option<i32>,
    mate: Option<i32>,
    wdl: Option<[u32; 3]>,
    /// The score as KGN has it.
    text: String,
}

impl GameReview {
    fn of(review: &Review) -> GameReview {
        let [silver, red] = [Colour::Silver, Colour::Red].map(|player| review.accuracies[player.index()]);
        GameReview {
            moves: review.moves.iter().map(MoveReview::of).collect(),
            silver: review.silver_chances.iter().copied().map(Chance::percent).collect(),
            accuracies: Accuracies { silver, red },
        }
    }
}

impl MoveReview {
    fn of(reviewed: &ReviewedMove) -> MoveReview {
        MoveReview {
            mv: reviewed.mv.to_string(),
            score: ScoreReport::of(reviewed.score),
            depth: reviewed.depth,
            best: reviewed.best.to_string(),
            best_score: ScoreReport::of(reviewed.best_score),
            chance: reviewed.chance.percent(),
            loss: reviewed.loss.percent(),
            mark: reviewed.mark.map(Mark::name),
        }
    }
}

impl ScoreReport {
    fn of(score: ReportedScore) -> ScoreReport {
        let cp = match score.value {
            Value::Centipawns(value) => Some(value),
            Value::Loss(_) | Value::Win(_) => None,
        };
        let wdl = score.wdl.filter(|_| cp.is_some()).map(|Wdl { win, draw, loss }| [win, draw, loss]);
        ScoreReport { cp, mate: score.mate(), wdl, text: score.in_pyramids() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    fn reviewed(json: &Json) -> Result<Json, String> {
        let mut answer = Vec::new();
        review_game(json.to_string().as_bytes(), &mut answer).map_err(|error| error.to_string())?;
        Ok(serde_json::from_slice(&answer).expect("JSON"))
    }

    const START: &str = "x39/4k5/////4K5/9X1 s khet2 0 1";

    fn game() -> Json {
        json!({
            "kfen": START,
            "moves": [{"move": "e2e3"}, {"move": "e7e6", "book": true}, {"move": "e3e2"}],
            "result": "*",
            "positions": [
                {"score": {"cp": 50, "mate": null, "wdl": [400, 400, 200]}, "depth": 9, "best": "j1-", "pv": ["j1-"]},
                {"score": {"cp": 90, "wdl": [700, 100, 200]}, "depth": 8, "best": "a8-"},
                {"score": {"cp": -20, "wdl": [300, 400, 300]}, "depth": 7, "best": "j1-"},
                {"score": {"mate": 2}, "depth": 6, "best": ""},
            ],
        })
    }

    #[test]
    fn a_game_is_reviewed() {
        // 60 % become 25 % for Silver, who is then at 50 % and loses by force.
        let review = reviewed(&game()).expect("a review");
        assert_eq!(review["silver"], json!([60.0, 25.0, 50.0, 0.0]));
        assert_eq!(
            review["moves"][0],
            json!({
                "move": "e2e3", "depth": 8, "best": "j1-", "chance": 25.0, "loss": 35.0, "mark": "blunder",
                "score": {"cp": -90, "mate": null, "wdl": [200, 100, 700], "text": "-0.90"},
                "bestScore": {"cp": 50, "mate": null, "wdl": [400, 400, 200], "text": "+0.50"},
            })
        );
        let fields = |index: usize| {
            let one = &review["moves"][index];
            (one["mark"].clone(), one["loss"].clone(), one["score"]["text"].clone(), one["score"]["mate"].clone())
        };
        assert_eq!(fields(1), (json!(null), json!(25.0), json!("+0.20"), json!(null)));
        assert_eq!(fields(2), (json!("blunder"), json!(50.0), json!("-M2"), json!(-2)));
        // 103.1668 e^(-0.04354 · 35) - 3.1669 = 19.31, and 8.53 for 50 %: the means are 13.92 and 11.83.
        let silver = review["accuracies"]["silver"].as_f64().expect("marked moves");
        assert!((silver - 12.88).abs() < 0.01 && review["accuracies"]["red"].is_null(), "{silver}");
    }

    #[test]
    fn the_end_of_a_game_needs_no_score() {
        let mut game = json!({
            "kfen": "x39/////4K5//4k4X1 s khet2", "moves": [{"move": "j1-"}],
            "positions": [{"score": {"mate": 1}, "best": "j1-"}, {}],
        });
        let review = reviewed(&game).expect("a review");
        assert_eq!((&review["silver"], &review["moves"][0]["mark"]), (&json!([100.0, 100.0]), &json!("best")));
        assert_eq!(review["moves"][0]["score"]["text"], "+M1");
        game["positions"][1] = json!({"score": {"cp": null, "mate": 0.5}, "best": "", "pv": []});
        assert_eq!(reviewed(&game), Ok(review), "its score is ignored");

        let words = ["j1-", "a8-", "j1+", "a8+", "j1-", "a8-", "j1+", "a8+"];
        let mut positions = vec![json!({"score": {"cp": 500}}); 8];
        positions.push(json!({}));
        let moves: Vec<Json> = words.iter().map(|word| json!({"move": word})).collect();
        let mut game = json!({"kfen": START, "moves": moves, "result": "1/2-1/2", "positions": positions});
        assert_eq!(reviewed(&game).expect("a draw")["silver"][8], 50.0);
        game["result"] = json!("*");
        let why = reviewed(&game).expect_err("no draw was agreed");
        assert_eq!(why, "positions[8].score: expected one, since the game goes on");
    }

    #[test]
    fn a_fault_names_its_field_and_its_place() {
        let changed = |pointer: &str, value: Json| {
            let mut game = game();
            *game.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
            reviewed(&game).expect_err(pointer)
        };
        for (pointer, value, why) in [
            ("/kfen", json!("x"), "kfen: board, column 1: "),
            ("/result", json!("2-0"), "result: expected one of 1-0, 0-1, 1/2-1/2, *, found `2-0`"),
            ("/moves/1/move", json!("e7e9"), "moves[1]: `e7e9`: column 4: expected a rank 1 to 8, found `9`"),
            ("/moves/2/move", json!("e7e6"), "moves[2]: `e7e6`: e7 is empty"),
            ("/moves", json!([]), "positions: expected 1, one more than moves, found 4"),
            ("/positions", json!([]), "positions: expected 4, one more than moves, found 0"),
            ("/positions/1/best", json!("h2g2"), "positions[1].best: `h2g2`: h2 is empty"),
            ("/positions/2/score", json!({}), "positions[2].score: expected cp or mate"),
            ("/positions/2/score", json!(null), "positions[2].score: expected one, since the game goes on"),
            (
                "/positions/2/score/cp",
                json!(3.5),
                "positions[2].score.cp: expected a whole number from -2147483647 to 2147483647, found 3.5",
            ),
            (
                "/positions/3/score/mate",
                json!(1e300),
                "positions[3].score.mate: expected a whole number from -1000000 to 1000000, found 1000",
            ),
            (
                "/positions/0/score/wdl",
                json!([500, 400, 200]),
                "positions[0].score.wdl: expected thousandths that add up to 1000, found 500, 400, 200",
            ),
            ("/moves/0", json!([]), "expected a game with its positions: moves[0]: invalid type: sequence"),
            ("/moves/1/book", json!(1), "expected a game with its positions: moves[1]: invalid type: integer `1`"),
            ("/positions/1/depth", json!(-1), "expected a game with its positions: positions[1]: invalid value"),
            ("/positions/0", json!({"x": 1}), "expected a game with its positions: positions[0]: unknown field `x`"),
        ] {
            let found = changed(pointer, value);
            assert!(found.starts_with(why), "{pointer}: {found}");
        }
        for other in [json!([]), json!(5), json!({"game": 1})] {
            assert!(
                reviewed(&other).is_err_and(|why| why.starts_with("expected a game with its positions")),
                "{other}"
            );
        }
    }

    #[test]
    fn a_game_beyond_the_limit_is_refused() {
        let list = |entry: &str, number: usize| vec![entry; number].join(",");
        let text = format!("{{\"moves\":[{}],\"positions\":[]}}", list("{}", MAX_MOVES + 2));
        let refusal = review_game(text.as_bytes(), &mut io::sink()).expect_err("too many plies");
        assert!(matches!(&refusal, ConversionError::TooLarge(why) if why.contains("50000 plies")), "{refusal}");
    }
}
