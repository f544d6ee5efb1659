//! The settings of the training. Together with the data they determine the network.

use khepri_engine::Network;
use std::sync::Arc;

/// The weights with which the training begins.
#[derive(Clone, PartialEq, Debug)]
pub enum Start {
    /// Small random weights for this number of neurons of a view. The number has to be valid for a [`Network`].
    Random(usize),
    /// The weights of a network.
    Network(Arc<Network>),
}

/// The settings of the training.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingSettings {
    /// The weights with which the training begins.
    pub start: Start,
    /// The number of passes over all positions.
    pub epochs: u32,
    /// The weight of the game's result in the target. The rest to 1 is the weight of the result that the search's score predicts.
    pub lambda: f32,
    /// The largest step size.
    pub rate: f32,
    /// The decay of the weights at each step, as a multiple of the step size.
    pub decay: f32,
    /// The number of positions of a batch, after which the weights change.
    pub batch: usize,
    /// The seed of random initial weights, of the split of the games and of the order of the positions.
    pub seed: u64,
    /// The percentage of the games used for validation only.
    pub validation: u32,
    /// The training ends after this number of epochs without a lower validation loss.
    pub patience: u32,
}

impl TrainingSettings {
    /// Returns the number of neurons of a view.
    pub(super) fn neurons(&self) -> usize {
        match &self.start {
            Start::Random(neurons) => *neurons,
            Start::Network(network) => network.neurons(),
        }
    }

    /// Returns the options of the command line with their values. A network is represented by its hash.
    pub(super) fn options(&self) -> [(&'static str, String); 10] {
        let start = match &self.start {
            Start::Random(_) => "none".to_owned(),
            Start::Network(network) => format!("{:016x}", network.hash()),
        };
        [
            ("--start", start),
            ("--hidden", self.neurons().to_string()),
            ("--epochs", self.epochs.to_string()),
            ("--lambda", self.lambda.to_string()),
            ("--lr", self.rate.to_string()),
            ("--decay", self.decay.to_string()),
            ("--batch", self.batch.to_string()),
            ("--seed", self.seed.to_string()),
            ("--validation", self.validation.to_string()),
            ("--patience", self.patience.to_string()),
        ]
    }
}
