//! Plays a game of the engine against itself and prints its moves and outcome.
//!
//! `cargo run --example selfplay [NODES]`

use khepri_engine::{Engine, Limits, Silent};
use khepri_rules::{Game, RuleSet, setups};
use std::error::Error;
use std::num::NonZero;

fn main() -> Result<(), Box<dyn Error>> {
    let nodes: NonZero<u64> = std::env::args().nth(1).as_deref().unwrap_or("2000").parse()?;
    let start = setups::named(RuleSet::Khet2, "imhotep")?.position.clone();
    let mut game = Game::new(start.clone());
    let mut engine = Engine::new(game.clone(), 16)?;
    while game.outcome().is_none() && game.moves().len() < 300 {
        engine.set_game(game.clone());
        let Some(best) = engine.search(Limits::nodes(nodes))?.run(&mut Silent).best else { break };
        let played = game.push(best)?;
        let capture = if played.hits().is_empty() { String::new() } else { format!(" x {}", played.hits()) };
        println!("{:3} {best}{capture}", game.moves().len());
    }
    match (game.outcome(), game.end_reason()) {
        (Some(outcome), Some(reason)) => println!("{outcome} by {reason}"),
        _ => println!("no outcome after {} plies", game.moves().len()),
    }
    Ok(())
}
