//! Measures the levels of `UCI_Elo`: how often each overlooks what, and how far the levels are apart. `engine-tests/levels.sh`
//! runs it, and docs/levels.md explains the tables.

mod judge;
mod players;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use judge::{Judge, Tally};
use khepri_arena::stats::{GameResult, Pairs, Sample};
use khepri_engine::Elo;
use khepri_rules::{Colour, Game, Outcome, opening};
use players::Player;
use rayon::prelude::*;
use std::error::Error;

/// The number of plies after which a game is a draw.
const MOST_PLIES: usize = 200;

/// Measure the levels of UCI_Elo
#[derive(Parser)]
struct Arguments {
    /// Games a row of the table of errors
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u64,
    /// Games a row of the table of strengths
    #[arg(long, value_name = "N", default_value_t = 400)]
    strength_games: u64,
    /// Seed of all games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Levels of the table of errors
    #[arg(long, value_name = "ELO", value_delimiter = ',', default_values_t = [500, 900, 1300, 1700, 2100, 2500])]
    errors: Vec<u32>,
    /// Levels of the table of strengths; each plays the level before it. 600 is the greedy player
    #[arg(long, value_name = "ELO", value_delimiter = ',',
        default_values_t = [500, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600, 2800])]
    strengths: Vec<u32>,
    /// Leave out the gifts, which take most of the time
    #[arg(long)]
    no_gifts: bool,
}

/// A match of games with colours exchanged in pairs.
struct Match<'a> {
    first: Player,
    second: Player,
    games: u64,
    seed: u64,
    openings: &'a [opening::Opening],
    /// Whether the moves of the first player are judged, and whether gifts are looked for.
    judges: bool,
    gifts: bool,
}

impl Match<'_> {
    /// Plays the games. Returns the results and the errors of the first player.
    fn play(&self) -> (Pairs, Tally) {
        let bar = ProgressBar::new(self.games.div_ceil(2)).with_message(format!("{} - {}", self.first, self.second));
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}") {
            bar.set_style(style);
        }
        let played: Vec<([GameResult; 2], Tally)> =
            (0..self.games.div_ceil(2)).into_par_iter().map(|pair| self.pair(pair)).inspect(|_| bar.inc(1)).collect();
        bar.finish_and_clear();
        let (mut pairs, mut tally) = (Pairs::default(), Tally::default());
        for ([one, other], found) in played {
            pairs.record(one, other);
            tally.add(&found);
        }
        (pairs, tally)
    }

    fn pair(&self, pair: u64) -> ([GameResult; 2], Tally) {
        let mut tally = Tally::default();
        let results = [Colour::Silver, Colour::Red].map(|first| self.game(pair, first, &mut tally));
        (results, tally)
    }

    fn game(&self, pair: u64, first: Colour, tally: &mut Tally) -> GameResult {
        let number = 2 * pair + u64::from(first == Colour::Red);
        let seed = self.seed << 32 | number << 1;
        let mut game = self.openings[(pair as usize).wrapping_mul(7) % self.openings.len()].game();
        let (mut one, mut other) = (self.first.start(seed + 1), self.second.start(seed + 2));
        let mut judge = self.judges.then(|| Judge::new(self.gifts));
        tally.games += u64::from(self.judges);
        let from = game.moves().len();
        while game.outcome().is_none() && game.occurrences() < 3 && game.moves().len() < from + MOST_PLIES {
            let is_first = game.position().side_to_move() == first;
            let mv = if is_first { one.choose(&game) } else { other.choose(&game) };
            if let (true, Some(judge)) = (is_first, &mut judge) {
                judge.judge(&game, mv, tally);
            }
            game.push(mv).expect("players choose legal moves");
        }
        result(&game, first)
    }
}

/// Returns the result for a player.
fn result(game: &Game, player: Colour) -> GameResult {
    match game.outcome() {
        Some(Outcome::Win(winner)) if winner == player => GameResult::Win,
        Some(Outcome::Win(_)) => GameResult::Loss,
        _ => GameResult::Draw,
    }
}

fn player(elo: u32) -> Player {
    if elo == 600 { Player::Greedy } else { Player::Level(Elo::new(elo)) }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let openings = opening::read(include_str!("../../positions/openings/khet2.txt").as_bytes())?;
    let play = |first, second, games, judges| {
        Match { first, second, games, seed: arguments.seed, openings: &openings, judges, gifts: !arguments.no_gifts }
            .play()
    };
    if !arguments.errors.is_empty() && arguments.games > 0 {
        println!("| level | games | shot its own Pharaoh | gifts, of its moves | own win played | threats met |");
        println!("| --: | --: | --: | --: | --: | --: |");
    }
    for (index, &elo) in arguments.errors.iter().enumerate() {
        if arguments.games == 0 {
            break;
        }
        let level = player(elo);
        let mut tally = Tally::default();
        let lower = if index == 0 { Player::Greedy } else { player(arguments.errors[index - 1]) };
        for opponent in [lower, Player::Greedy] {
            tally.add(&play(level, opponent, arguments.games / 2, true).1);
        }
        println!("| {elo} | {tally} |");
    }
    if arguments.strengths.len() > 1 && arguments.strength_games > 0 {
        println!("\n| level | against | score | scale | measured |");
        println!("| --: | --: | --: | --: | --: |");
        for pair in arguments.strengths.windows(2) {
            let (high, low) = (pair[1], pair[0]);
            let (pairs, _) = play(player(high), player(low), arguments.strength_games, false);
            let sample = Sample::of_pentanomial(pairs.pentanomial());
            let score = sample.score().unwrap_or(0.5) * 100.0;
            let measured = sample
                .elo()
                .map_or("-".to_owned(), |elo| format!("{:+.0} ± {:.0}", elo.value, (elo.high - elo.low) / 2.0));
            println!("| {high} | {low} | {score:.1} % | +{} | {measured} |", high - low);
        }
    }
    Ok(())
}
