//! Trainings that stop and continue.

use super::{GAMES, finish, recipe, samples};
use crate::train::net::{Loader, Recipe, Selection, Trainer, Unfit};

#[test]
fn a_training_that_stopped_anywhere_ends_with_the_same_network() {
    let samples = samples();
    let whole = finish(Trainer::new(&samples, &recipe())).to_bytes();
    let batches = Trainer::new(&samples, &recipe()).positions()[0].div_ceil(recipe().batch);
    assert!(batches > 2);
    for stop in [0, 1, batches - 1, batches, batches + 2] {
        let mut first = Trainer::new(&samples, &recipe());
        (0..stop).for_each(|_| assert!(first.batch().is_ok()));
        let mut second = Trainer::new(&samples, &recipe());
        assert_eq!(second.resume(&first.checkpoint()), Ok(()));
        assert_eq!((second.epochs(), second.learned()), (first.epochs(), first.learned()));
        assert!(finish(second).to_bytes() == whole, "stopped after {stop} batches");
    }
}

#[test]
fn a_checkpoint_of_another_training_is_refused() {
    let samples = samples();
    let checkpoint = Trainer::new(&samples, &recipe()).checkpoint();
    let refused = |recipe: Recipe| Trainer::new(&samples, &recipe).resume(&checkpoint);
    for (recipe, option, here) in [
        (Recipe { neurons: 256, ..recipe() }, "--hidden", "256"),
        (Recipe { epochs: 4, ..recipe() }, "--epochs", "4"),
        (Recipe { lambda: 0.25, ..recipe() }, "--lambda", "0.25"),
        (Recipe { rate: 0.5, ..recipe() }, "--lr", "0.5"),
        (Recipe { decay: 2.0, ..recipe() }, "--decay", "2"),
        (Recipe { batch: 100, ..recipe() }, "--batch", "100"),
        (Recipe { seed: 7, ..recipe() }, "--seed", "7"),
        (Recipe { validation: 9, ..recipe() }, "--validation", "9"),
        (Recipe { patience: 9, ..recipe() }, "--patience", "9"),
    ] {
        match refused(recipe) {
            Err(Unfit::Setting { option: found, here: value, .. }) => assert_eq!((&*found, &*value), (option, here)),
            other => panic!("{option}: {other:?}"),
        }
    }
    let mut fewer = Loader::new(Selection::Quiet);
    assert_eq!(fewer.add(&GAMES[1..]), []);
    let fewer = fewer.finish().0;
    let refusal = Trainer::new(&fewer, &recipe()).resume(&checkpoint);
    assert!(matches!(refusal, Err(Unfit::Setting { option, .. }) if option == "data"));
}

#[test]
fn bytes_that_are_no_checkpoint_are_refused() {
    let samples = samples();
    let mut trainer = Trainer::new(&samples, &recipe());
    let checkpoint = trainer.checkpoint();
    assert_eq!(trainer.resume(b""), Err(Unfit::Foreign));
    assert_eq!(trainer.resume(b"KHEPGAME and more"), Err(Unfit::Foreign));
    for at in (8..checkpoint.len()).step_by(checkpoint.len() / 50).chain(8..60) {
        assert_eq!(trainer.resume(&checkpoint[..at]), Err(Unfit::Damaged), "cut at {at}");
        let mut changed = checkpoint.clone();
        changed[at] ^= 4;
        assert_eq!(trainer.resume(&changed), Err(Unfit::Damaged), "changed at {at}");
    }
    assert_eq!(trainer.resume(&checkpoint), Ok(()));
}
