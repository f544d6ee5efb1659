//! Analyses a position on another thread and stops the search from this one.
//!
//! `cargo run --example analysis [SECONDS]`

use khepri_engine::{Engine, Info, Limits};
use khepri_rules::{Game, RuleSet, setups};
use std::error::Error;
use std::thread;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let seconds = std::env::args().nth(1).map_or(Ok(1.0), |seconds| seconds.parse())?;
    let game = Game::new(setups::named(RuleSet::Khet2, "dynasty")?.position.clone());
    let engine = Engine::new(game, 16)?;

    let search = engine.search(Limits::infinite())?;
    let signals = search.signals();
    let analysis = thread::spawn(move || {
        search.run(&mut |info: &Info| {
            let line: Vec<String> = info.pv.iter().map(|mv| mv.to_string()).collect();
            println!("depth {} score {} nodes {}: {}", info.depth.plies(), info.score, info.nodes, line.join(" "));
        })
    });
    thread::sleep(Duration::try_from_secs_f64(seconds)?);
    signals.stop();

    let found = analysis.join().map_err(|_| "the search panicked")?;
    println!("best {}", found.best.ok_or("the game is over")?);
    Ok(())
}
