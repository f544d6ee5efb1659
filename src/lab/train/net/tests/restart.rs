//! Tests of training that stops and continues from a checkpoint.

use super::{GAMES, finish, samples, settings};
use crate::train::net::{CheckpointError, Loader, PositionFilter, Start, Trainer, TrainingSettings};

#[test]
fn training_continued_from_any_batch_gives_the_same_network() {
    let samples = samples();
    let whole = finish(Trainer::new(&samples, &settings())).to_bytes();
    let batches = Trainer::new(&samples, &settings()).position_counts()[0].div_ceil(settings().batch);
    assert!(batches > 2);
    for stop in [0, 1, batches - 1, batches, batches + 2] {
        let mut first = Trainer::new(&samples, &settings());
        (0..stop).for_each(|_| assert!(first.train_batch().is_ok()));
        let mut second = Trainer::new(&samples, &settings());
        assert_eq!(second.resume(&first.checkpoint()), Ok(()));
        assert_eq!((second.epochs(), second.learned_positions()), (first.epochs(), first.learned_positions()));
        assert!(finish(second).to_bytes() == whole, "stopped after {stop} batches");
    }
}

#[test]
fn a_checkpoint_with_other_settings_or_data_is_refused() {
    let samples = samples();
    let checkpoint = Trainer::new(&samples, &settings()).checkpoint();
    let refused = |settings: TrainingSettings| Trainer::new(&samples, &settings).resume(&checkpoint);
    for (settings, option, here) in [
        (TrainingSettings { start: Start::Random(256), ..settings() }, "--hidden", "256"),
        (TrainingSettings { epochs: 4, ..settings() }, "--epochs", "4"),
        (TrainingSettings { lambda: 0.25, ..settings() }, "--lambda", "0.25"),
        (TrainingSettings { rate: 0.5, ..settings() }, "--lr", "0.5"),
        (TrainingSettings { decay: 2.0, ..settings() }, "--decay", "2"),
        (TrainingSettings { batch: 100, ..settings() }, "--batch", "100"),
        (TrainingSettings { seed: 7, ..settings() }, "--seed", "7"),
        (TrainingSettings { validation: 9, ..settings() }, "--validation", "9"),
        (TrainingSettings { patience: 9, ..settings() }, "--patience", "9"),
    ] {
        match refused(settings) {
            Err(CheckpointError::Setting { option: found, here: value, .. }) => {
                assert_eq!((&*found, &*value), (option, here))
            }
            other => panic!("{option}: {other:?}"),
        }
    }
    let mut fewer = Loader::new(PositionFilter::Quiet);
    assert_eq!(fewer.add(&GAMES[1..]), []);
    let fewer = fewer.finish().0;
    let refusal = Trainer::new(&fewer, &settings()).resume(&checkpoint);
    assert!(matches!(refusal, Err(CheckpointError::Setting { option, .. }) if option == "data"));
}

#[test]
fn other_files_and_damaged_checkpoints_are_refused() {
    let samples = samples();
    let mut trainer = Trainer::new(&samples, &settings());
    let checkpoint = trainer.checkpoint();
    assert_eq!(trainer.resume(b""), Err(CheckpointError::NotACheckpoint));
    assert_eq!(trainer.resume(b"KHEPGAME and more"), Err(CheckpointError::NotACheckpoint));
    for at in (8..checkpoint.len()).step_by(checkpoint.len() / 16).chain((8..60).step_by(3)) {
        assert_eq!(trainer.resume(&checkpoint[..at]), Err(CheckpointError::Damaged), "cut at {at}");
        let mut changed = checkpoint.clone();
        changed[at] ^= 4;
        assert_eq!(trainer.resume(&changed), Err(CheckpointError::Damaged), "changed at {at}");
    }
    assert_eq!(trainer.resume(&checkpoint), Ok(()));
}
