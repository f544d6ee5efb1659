//! Plays a game of the engine against itself and prints its moves and outcome.
//!
//! `cargo run --example selfplay [NODES]`

use khepri::{Engine, Game, Limits, RuleSet, Silent, setups};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let nodes = std::env::args().nth(1).map_or(Ok(2000), |nodes| nodes.parse())?;
    let start = setups::named(RuleSet::Khet2, "imhotep")?.position.clone();
    let mut game = Game::new(start.clone());
    let mut engine = Engine::new(game.clone(), 16)?;
    while game.outcome().is_none() && game.moves().len() < 300 {
        engine.set_game(game.clone());
        let Some(best) = engine.search(Limits::nodes(nodes)).run(&mut Silent).best else { break };
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
