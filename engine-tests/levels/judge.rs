//! What a player overlooks, counted move by move. docs/levels.md has the definitions.

use khepri_engine::internal::eval::wdl::Wdl;
use khepri_engine::{Engine, Info, Limits, Score};
use khepri_rules::{Bitboard, Game, Move, Position};
use std::fmt;
use std::num::NonZero;

/// The number of nodes of the searches at full strength that find gifts.
const NODES: NonZero<u64> = NonZero::new(50_000).unwrap();

/// The loss in winning chance, in thousandths, from which a shot at own pieces only is a gift.
const GIFT: i64 = 100;

/// Counts of chances and of what was made of them.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    pub games: u64,
    moves: u64,
    own_pharaoh: u64,
    gifts: u64,
    wins: [u64; 2],
    threats: [u64; 2],
}

impl Tally {
    /// Adds other counts.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.moves += other.moves;
        self.own_pharaoh += other.own_pharaoh;
        self.gifts += other.gifts;
        for index in 0..2 {
            self.wins[index] += other.wins[index];
            self.threats[index] += other.threats[index];
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let Tally { games, moves, own_pharaoh, gifts, wins, threats } = *self;
        write!(
            f,
            "{games} | {own_pharaoh} | {gifts} of {moves}, {:.2} % | {} of {}, {:.1} % | {} of {}, {:.1} %",
            percent(gifts, moves),
            wins[1],
            wins[0],
            percent(wins[1], wins[0]),
            threats[1],
            threats[0],
            percent(threats[1], threats[0]),
        )
    }
}

/// Judges the moves of one player.
pub struct Judge {
    engine: Option<Engine>,
}

impl Judge {
    /// Returns a judge, who also finds gifts if `gifts` is set.
    pub fn new(gifts: bool) -> Judge {
        let start =
            khepri_rules::setups::named(khepri_rules::RuleSet::Khet2, "classic").expect("a set-up").position.clone();
        Judge { engine: gifts.then(|| Engine::new(Game::new(start), 8).expect("8 MiB")) }
    }

    /// Counts a move of the player to move.
    pub fn judge(&mut self, game: &Game, mv: Move, tally: &mut Tally) {
        let position = game.position();
        let own = position.side_to_move();
        let hits = position.shot(&position.beam(own), mv);
        tally.moves += 1;
        tally.own_pharaoh += u64::from(position.pharaoh(own).is_some_and(|square| hits.has(square)));
        let wins = own_wins(position);
        if !wins.is_empty() {
            tally.wins[0] += 1;
            tally.wins[1] += u64::from(wins.contains(&mv));
        } else if passed(position).is_some_and(|passed| !own_wins(&passed).is_empty()) {
            let met = |mv: Move| {
                let mut after = position.clone();
                after.play(mv).expect("a legal move");
                after.outcome().is_none() && own_wins(&after).is_empty()
            };
            if position.legal_moves().into_iter().any(met) {
                tally.threats[0] += 1;
                tally.threats[1] += u64::from(met(mv));
            }
        }
        let only_own = !hits.is_empty() && (hits & !position.board().colour(own)).is_empty();
        if only_own && self.is_gift(game, mv) {
            tally.gifts += 1;
        }
    }

    fn is_gift(&mut self, game: &Game, mv: Move) -> bool {
        let Some(engine) = &mut self.engine else { return false };
        engine.set_game(game.clone());
        let mut chance = |only: Vec<Move>| {
            engine.forget();
            let mut score = Score::DRAW;
            let limits = Limits { searchmoves: only, ..Limits::nodes(NODES) };
            let best = engine.search(limits).expect("legal moves").run(&mut |info: &Info| score = info.score).best;
            let wdl = Wdl::of(score, game.position());
            (i64::from(wdl.win) + i64::from(wdl.draw) / 2, best)
        };
        let (best, found) = chance(Vec::new());
        found != Some(mv) && best - chance(vec![mv]).0 >= GIFT
    }
}

/// Returns the moves whose shot hits the opponent's Pharaoh and not the player's own.
fn own_wins(position: &Position) -> Vec<Move> {
    let own = position.side_to_move();
    let beam = position.beam(own);
    let on = |colour, hits: Bitboard| position.pharaoh(colour).is_some_and(|square| hits.has(square));
    let wins = |mv: &Move| {
        let hits = position.shot(&beam, *mv);
        on(own.other(), hits) && !on(own, hits)
    };
    position.legal_moves().into_iter().filter(wins).collect()
}

/// Returns the position with the opponent to move, without a shot.
fn passed(position: &Position) -> Option<Position> {
    let mut setup = position.setup();
    setup.side_to_move = setup.side_to_move.other();
    Position::try_from(setup).ok()
}
