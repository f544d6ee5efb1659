//! Tests of whole trainings: losses fall, and the same settings give the same network.

use super::{GAMES, finish, samples, settings};
use crate::datagen::record::{Flags, Ply, Record};
use crate::train::net::samples::{Loader, PositionFilter};
use crate::train::net::{Trainer, TrainingSettings};

fn with_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(run)
}

#[test]
fn the_network_depends_on_the_settings_and_not_on_the_number_of_threads() {
    let samples = samples();
    let train = |settings: &TrainingSettings| finish(Trainer::new(&samples, settings)).to_bytes();
    let one = with_threads(1, || train(&settings()));
    assert!(one == with_threads(3, || train(&settings())));
    for other in [
        TrainingSettings { seed: 2, ..settings() },
        TrainingSettings { lambda: 0.4, ..settings() },
        TrainingSettings { decay: 1.0, ..settings() },
    ] {
        assert!(one != train(&other), "{other:?}");
    }
}

#[test]
fn the_training_loss_falls() {
    let samples = samples();
    let mut trainer =
        Trainer::new(&samples, &TrainingSettings { epochs: 8, patience: 8, lambda: 1.0, validation: 0, ..settings() });
    while !trainer.is_over() {
        trainer.train_batch().expect("numbers");
    }
    let losses: Vec<f64> = trainer.epochs().iter().map(|epoch| epoch.training).collect();
    assert_eq!(losses.len(), 8);
    assert!(losses.is_sorted_by(|before, after| after < before), "{losses:?}");
    // The smallest possible loss is reached if the prediction is the target: ln 2 for a draw, and 0 for a won or lost game.
    let draws = (0..samples.len()).filter(|&number| samples.result(number) == 0.5).count();
    let least = draws as f64 / samples.len() as f64 * std::f64::consts::LN_2;
    assert!(losses[7] - least < 0.5 * (losses[0] - least), "{losses:?}, at least {least}");
}

#[test]
fn training_ends_when_the_validation_loss_stops_falling() {
    let samples = samples();
    let mut trainer =
        Trainer::new(&samples, &TrainingSettings { epochs: 60, patience: 2, rate: 0.01, lambda: 1.0, ..settings() });
    while !trainer.is_over() {
        trainer.train_batch().expect("numbers");
    }
    let losses: Vec<f64> = trainer.epochs().iter().map(|epoch| epoch.validation.targets).collect();
    assert!(losses.len() < 60, "{losses:?}");
    let least = (0..losses.len()).min_by(|&one, &other| losses[one].total_cmp(&losses[other])).expect("an epoch");
    assert_eq!(losses.len(), least + 3, "{losses:?}");
    assert_eq!(trainer.best().map(|(epoch, _)| *epoch), Some(least));
}

#[test]
fn the_filter_is_applied_and_repeated_positions_are_left_out() {
    let mut loader = Loader::new(PositionFilter::Quiet);
    assert_eq!(loader.add(&GAMES), []);
    assert_eq!(loader.add(&GAMES), []);
    let (twice, repeated) = loader.finish();
    assert_eq!(twice.len(), samples().len());
    assert!(repeated >= twice.len());
    let plies = GAMES.iter().flat_map(|record| &record.plies);
    let quiet = plies.filter(|ply| ply.flags.to_string() == "-").count();
    assert_eq!(twice.len() + repeated, 2 * quiet);
    let mut all = Loader::new(PositionFilter::Unforced);
    assert_eq!(all.add(&GAMES), []);
    assert!(all.finish().0.len() > twice.len());
}

#[test]
fn relabelled_positions_are_selected_and_excluded_ones_never_used() {
    let with = |flag: Flags, every: usize| -> Vec<Record> {
        let mut games = GAMES.clone();
        // Only quiet positions can be relabelled.
        let may_have = |ply: &&mut Ply| flag != Flags::RELABELLED || ply.flags.is_quiet();
        let plies = games.iter_mut().flat_map(|game| &mut game.plies).filter(may_have);
        plies.step_by(every).for_each(|ply| ply.flags = ply.flags.with(flag, true));
        games
    };
    let samples = |filter, games: &[Record]| {
        let mut loader = Loader::new(filter);
        assert_eq!(loader.add(games), []);
        loader.finish().0
    };
    let quiet = samples(PositionFilter::Quiet, &GAMES);
    assert!(samples(PositionFilter::Relabelled, &GAMES).is_empty());
    assert_eq!(samples(PositionFilter::Relabelled, &with(Flags::RELABELLED, 1)).len(), quiet.len());
    let third = samples(PositionFilter::Relabelled, &with(Flags::RELABELLED, 3)).len();
    assert!((quiet.len() / 4..quiet.len() / 2).contains(&third), "{third} of {}", quiet.len());
    for filter in [PositionFilter::Quiet, PositionFilter::Unforced] {
        assert_eq!(samples(filter, &with(Flags::RELABELLED, 1)).len(), samples(filter, &GAMES).len());
        assert!(samples(filter, &with(Flags::EXCLUDED, 1)).is_empty());
    }
}

#[test]
fn a_game_against_the_rules_is_left_out_and_reported() {
    let [good, other] = [&GAMES[0], &GAMES[1]];
    let wrong = Record { plies: other.plies.clone(), ..good.clone() };
    let mut loader = Loader::new(PositionFilter::Quiet);
    let broken = loader.add(&[wrong.clone(), other.clone()]);
    assert_eq!(broken.len(), 1);
    assert!(broken[0].to_string().starts_with(&format!("game {}: ", wrong.number)), "{}", broken[0]);
    assert_eq!(loader.finish().0.games(), 1);
}
