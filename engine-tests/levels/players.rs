//! The players of the measurements: the levels, and a greedy player.

use khepri_engine::internal::eval::hit_value;
use khepri_engine::{Elo, Engine, Limits, Silent};
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Bitboard, Game, Move, Position};
use std::fmt;

/// A kind of player.
#[derive(Clone, Copy)]
pub enum Player {
    /// The engine at a strength.
    Level(Elo),
    /// Takes the most valuable hit, else plays a random move that hits nothing of its own.
    Greedy,
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Level(elo) => write!(f, "{}", elo.value()),
            Player::Greedy => write!(f, "greedy"),
        }
    }
}

/// A player in one game.
pub enum Playing {
    /// An engine with a level and a seed.
    Level(Box<Engine>),
    /// The greedy player.
    Greedy(Random),
}

impl Player {
    /// Returns the player for a game with a seed.
    pub fn start(self, seed: u64) -> Playing {
        match self {
            Player::Level(elo) => {
                let start = khepri_rules::setups::named(khepri_rules::RuleSet::Khet2, "classic")
                    .expect("a set-up")
                    .position
                    .clone();
                let mut engine = Engine::new(Game::new(start), 1).expect("1 MiB");
                engine.set_strength(Some(elo));
                engine.set_level_seed(seed);
                Playing::Level(Box::new(engine))
            }
            Player::Greedy => Playing::Greedy(Random::seed_from_u64(seed)),
        }
    }
}

impl Playing {
    /// Returns the move that the player chooses. The game is not over.
    pub fn choose(&mut self, game: &Game) -> Move {
        match self {
            Playing::Level(engine) => {
                engine.set_game(game.clone());
                engine.search(Limits::default()).expect("no moves").run(&mut Silent).best.expect("the game is not over")
            }
            Playing::Greedy(random) => greedy(game.position(), random),
        }
    }
}

fn greedy(position: &Position, random: &mut Random) -> Move {
    let own = position.side_to_move();
    let beam = position.beam(own);
    let pieces = |colour| position.board().colour(colour);
    let value = |squares: Bitboard| -> i32 {
        squares
            .into_iter()
            .filter_map(|square| position.piece_at(square))
            .map(|piece| hit_value(position.rule_set(), piece.kind()))
            .sum()
    };
    let pharaoh = |colour, hits: Bitboard| position.pharaoh(colour).is_some_and(|square| hits.has(square));
    let mut moves: Vec<(Move, Bitboard)> =
        position.legal_moves().into_iter().map(|mv| (mv, position.shot(&beam, mv))).collect();
    random.shuffle(&mut moves);
    let worth = |hits: Bitboard| {
        let own_loss = if pharaoh(own, hits) { 100_000 } else { value(hits & pieces(own)) };
        let gain = if pharaoh(own.other(), hits) { 100_000 } else { value(hits & pieces(own.other())) };
        gain - own_loss
    };
    // The first of the best is a random one. Without a gain, a move that hits nothing is the best.
    let best = moves.into_iter().rev().max_by_key(|&(_, hits)| (worth(hits), hits.is_empty()));
    best.expect("the game is not over").0
}
