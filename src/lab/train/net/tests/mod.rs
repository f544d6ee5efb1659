//! Tests of the training on a few self-play games.

mod descent;
mod gradient;
mod measure;
mod restart;
mod rounding;
mod start;

use super::samples::{Loader, PositionFilter, Samples};
use super::{Start, Trainer, TrainingSettings};
use crate::datagen::extension::Extension;
use crate::datagen::lead::Leads;
use crate::datagen::recipe;
use crate::datagen::record::{Ply, Record};
use crate::datagen::replay::replay;
use crate::datagen::selfplay::{self, Task};
use khepri_arena::shard::Shard;
use khepri_engine::internal::eval::accumulator::evaluate;
use khepri_engine::{Network, Signals};
use khepri_rules::Position;
use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::LazyLock;

/// Games of all rule sets with few nodes per move.
static GAMES: LazyLock<Vec<Record>> = LazyLock::new(|| {
    let recipe = recipe::Recipe {
        engine: recipe::EngineId { version: "test".to_owned(), signature: 0 },
        seed: 5,
        shard: Shard::new(1, 1).expect("a shard"),
        nodes: 50,
        rule_sets: recipe::RuleSets::ALL,
        eyes: recipe::EYES,
        opening_plies: recipe::OPENING_PLIES,
        arrangements: recipe::ARRANGEMENTS,
        opening_bound: recipe::OPENING_BOUND,
        opening_nodes: 100,
        hash_mib: 1,
        adjudication: recipe::ADJUDICATION,
        extension: Extension::default(),
    };
    let (leads, done) = (Leads::default(), HashSet::new());
    let task = Task { recipe: &recipe, leads: &leads, games: Some(20), done: &done, threads: 1 };
    let mut games = Vec::new();
    let played = selfplay::run::<Infallible>(&task, &Signals::default(), &mut |record| {
        games.push(record.clone());
        Ok(())
    });
    played.expect("games");
    games
});

/// Returns the quiet positions of the games.
fn samples() -> Samples {
    let mut loader = Loader::new(PositionFilter::Quiet);
    assert_eq!(loader.add(&GAMES), []);
    loader.finish().0
}

/// Returns a network's scores of the positions of [`samples`], in centipawns.
fn scores(network: &Network) -> Vec<f32> {
    let (mut scores, mut seen) = (Vec::new(), HashSet::new());
    for record in GAMES.iter() {
        let each = &mut |position: &Position, ply: &Ply| {
            let key = (position.side_to_move(), position.rule_set(), position.key());
            if PositionFilter::Quiet.accepts(ply.flags) && seen.insert(key) {
                scores.push(evaluate(network, position).value() as f32);
            }
        };
        replay(record, None, each).expect("a game");
    }
    scores
}

/// Returns the settings of a short training.
fn settings() -> TrainingSettings {
    TrainingSettings {
        start: Start::Random(128),
        epochs: 3,
        lambda: 0.5,
        rate: 0.003,
        decay: 0.01,
        batch: 200,
        seed: 1,
        validation: 20,
        patience: 3,
    }
}

/// Trains to the end and returns the best network.
fn finish(mut trainer: Trainer<'_>) -> Network {
    while !trainer.is_over() {
        trainer.train_batch().expect("numbers");
    }
    trainer.best().expect("a network").1.clone()
}
