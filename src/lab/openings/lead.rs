//! Openings with a lead: the side ahead scores five and a half or six of eight games of the engine with itself.
//!
//! Such a lead is often, but not always, enough to win. So these openings tell engines apart that draw from balanced ones.

use super::{Judge, walk};
use crate::last_score::LastScore;
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Limits, NoMemory, Score, Signals};
use khepri_rules::internal::util::random::Random;
use khepri_rules::opening::Opening;
use khepri_rules::{Colour, Game, Move, Outcome};
use std::ops::RangeInclusive;

/// The number of games from an opening.
pub const GAMES: u32 = 8;

/// The points of the side ahead, in half points: a draw is one and a win is two.
const HALF_POINTS: RangeInclusive<u32> = 11..=12;

/// The range of nodes per move. Each game has its own number in it, for all moves of both sides.
const NODES: RangeInclusive<u64> = 1_000..=2_000;

/// The score of the side ahead in centipawns, by a search of an opening before its games. With a lower or a higher score, the
/// points are more often outside of their range.
const LEAD: RangeInclusive<i32> = 200..=400;

/// The number of nodes of the search before the games.
const LEAD_NODES: u64 = 5_000;

/// A side wins after [`WIN_PLIES`] plies in a row with at least this score in centipawns for it.
const WIN_SCORE: i32 = 800;

/// The number of plies in a row with a winning score after which a side wins.
const WIN_PLIES: u32 = 4;

/// The number of plies without a capture after which a game is drawn.
const DRAW_PLIES: u32 = 50;

/// The number of plies after the opening after which a game is drawn.
const MOST_PLIES: u32 = 200;

/// Size of the table in MiB. It is fixed, since the games depend on it, and small, since it is cleared before every game.
const TABLE_MIB: usize = 2;

/// The judge of openings with a lead.
pub struct Lead(Searcher);

impl Lead {
    /// Returns a judge.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new() -> Result<Lead, NoMemory> {
        Ok(Lead(Searcher::new(TABLE_MIB, 1)?))
    }

    /// Plays a game from the opening with this number of nodes per move, and returns its outcome. Earlier games do not
    /// influence it.
    fn play(&mut self, opening: &Opening, nodes: u64) -> Option<Outcome> {
        self.0.clear();
        let mut game = opening.game();
        let (mut winner, mut winning_plies) = (Colour::Silver, 0);
        for _ in 0..MOST_PLIES {
            let (mv, score) = self.search(&game, nodes)?;
            let ahead = side_ahead(&game, score);
            winning_plies = match score.value().abs() >= WIN_SCORE {
                true if ahead == winner => winning_plies + 1,
                is_winning => u32::from(is_winning),
            };
            winner = ahead;
            if winning_plies == WIN_PLIES {
                return Some(Outcome::Win(winner));
            }
            game.push(mv).ok()?;
            if let Some(outcome) = game.outcome() {
                return Some(outcome);
            }
            if game.position().plies_since_capture() >= DRAW_PLIES {
                break;
            }
        }
        Some(Outcome::Draw)
    }

    /// Returns the best move, and the last score that is not a bound.
    fn search(&mut self, game: &Game, nodes: u64) -> Option<(Move, Score)> {
        let mut last = LastScore::default();
        let limits = Limits::nodes_or_one(nodes);
        let found = self.0.search(game, &limits, &SearchSettings::default(), &Signals::default(), &mut last);
        Some((found.best?, last.score().unwrap_or(Score::DRAW)))
    }
}

impl Judge for Lead {
    /// Returns the game after any move that does not end it. Most leads are made by hits.
    fn ply(game: &Game, mv: Move) -> Option<Game> {
        walk::unfinished(game, mv).map(|(after, _)| after)
    }

    /// Returns the side ahead and its points.
    fn remark(&mut self, opening: &Opening, random: &mut Random) -> Option<String> {
        self.0.clear();
        let game = opening.game();
        let (_, score) = self.search(&game, LEAD_NODES)?;
        if !LEAD.contains(&score.value().abs()) {
            return None;
        }
        let ahead = side_ahead(&game, score);
        let mut half_points = 0;
        for (number, nodes) in (1..).zip(node_counts(random)) {
            half_points += match self.play(opening, nodes)? {
                Outcome::Win(winner) => 2 * u32::from(winner == ahead),
                Outcome::Draw => 1,
            };
            if half_points > *HALF_POINTS.end() || half_points + 2 * (GAMES - number) < *HALF_POINTS.start() {
                return None;
            }
        }
        Some(format!("{} {}/{GAMES}", ahead.name(), f64::from(half_points) / 2.0))
    }
}

/// Returns the side with a positive score. `score` is from the view of the side to move.
fn side_ahead(game: &Game, score: Score) -> Colour {
    let mover = game.position().side_to_move();
    if score > Score::DRAW { mover } else { mover.other() }
}

/// Returns a random number of nodes for each game. No two are the same, since the games would be the same.
fn node_counts(random: &mut Random) -> Vec<u64> {
    let mut all: Vec<u64> = NODES.collect();
    random.shuffle(&mut all);
    all.truncate(GAMES as usize);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn games_end_by_the_rules_or_as_a_draw() {
        let mut lead = Lead::new().expect("memory");
        for (line, expected) in [
            // The Pyramid is rotated, and the beam hits the Pharaoh.
            ("////4k4P2///4K5 s khet1", Outcome::Win(Colour::Silver)),
            ("5k4///2p27////4K5 r khet1", Outcome::Win(Colour::Red)),
            // Nothing can be hit but the Pharaohs, and no mirror is left.
            ("4k5///////4K5 s khet1", Outcome::Draw),
        ] {
            let opening = line.parse::<Opening>().expect(line);
            assert_eq!(lead.play(&opening, 1_000), Some(expected), "{line}");
            // A forced win is too high a lead, and a draw is none.
            assert_eq!(lead.remark(&opening, &mut Random::seed_from_u64(1)), None, "{line}");
        }
    }

    #[test]
    fn each_game_has_its_own_number_of_nodes() {
        let counts = node_counts(&mut Random::seed_from_u64(1));
        assert!(counts.iter().all(|count| (1_000..=2_000).contains(count)), "{counts:?}");
        assert_eq!(counts.iter().collect::<HashSet<_>>().len(), 8, "{counts:?}");
        assert_ne!(counts, node_counts(&mut Random::seed_from_u64(2)));
    }

    #[test]
    fn the_side_ahead_has_a_positive_score() {
        for (line, score, expected) in [
            ("4k5///////4K5 s khet1", 1, Colour::Silver),
            ("4k5///////4K5 s khet1", -1, Colour::Red),
            ("4k5///////4K5 r khet1", 1, Colour::Red),
            ("4k5///////4K5 r khet1", -1, Colour::Silver),
        ] {
            let game = line.parse::<Opening>().expect(line).game();
            assert_eq!(side_ahead(&game, Score::centipawns(score)), expected, "{line} {score}");
        }
    }
}
