//! The settings that determine a network, together with the data.

/// The settings of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingSettings {
    /// The neurons of a view, a number that a [`Network`](crate::eval::network::Network) may have.
    pub neurons: usize,
    /// Number of passes over all positions.
    pub epochs: u32,
    /// Weight of the result in the target; the rest is the expectation of the reported score.
    pub lambda: f32,
    /// The greatest step size.
    pub rate: f32,
    /// The decay of the weights, as a multiple of the step size.
    pub decay: f32,
    /// Positions of a batch, after which the weights change.
    pub batch: usize,
    /// Seed of the first weights, of the split of the games and of the order of the positions.
    pub seed: u64,
    /// Percentage of the games used for validation only.
    pub validation: u32,
    /// Epochs without a lower validation loss after which the training ends.
    pub patience: u32,
}

impl TrainingSettings {
    /// Returns the options of the command line with their values.
    pub(super) fn options(&self) -> [(&'static str, String); 9] {
        [
            ("--hidden", self.neurons.to_string()),
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
