//! The training loop: batches, epochs, and the best network so far.

use super::batch::{CHUNK, ChunkBuilder};
use super::losses::{Losses, scale};
use super::model::Model;
use super::optimiser::Step;
use super::samples::Samples;
use super::schedule::rate;
use super::settings::{Start, TrainingSettings};
use crate::train::logistic::{cross_entropy, expectation};
use khepri_engine::{InvalidNetwork, Network};
use khepri_rules::internal::util::random::Random;

/// The largest number of positions that are computed at once. Their neurons stay in the cache.
const POSITIONS_AT_ONCE: usize = 4 * CHUNK;

/// The numbers of the random streams, by use. Epoch `n` has the stream `EPOCHS + n`.
const SPLIT: u64 = 0;
const WEIGHTS: u64 = 1;
const EPOCHS: u64 = 2;

/// The losses of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// The mean loss of the training positions against their targets. Each loss is computed before the step of its own batch.
    pub training: f64,
    /// The losses of the validation positions.
    pub validation: Losses,
    /// The number of neurons whose weights were reduced so that no sum can overflow.
    pub reduced: usize,
}

/// The training of a network.
pub struct Trainer<'a> {
    pub(super) samples: &'a Samples,
    pub(super) settings: TrainingSettings,
    targets: Vec<f32>,
    validation: Vec<u32>,
    /// The training positions in the order of the current epoch.
    order: Vec<u32>,
    /// The score in centipawns that means log-odds of 1.
    scale: f32,
    chunk_builder: ChunkBuilder,
    pub(super) model: Model,
    /// The number of batches so far.
    pub(super) step: u64,
    /// The sum of the losses in the current epoch.
    pub(super) loss: f64,
    pub(super) epochs: Vec<Epoch>,
    /// The best network and the index of its epoch.
    pub(super) best: Option<(usize, Network)>,
}

impl<'a> Trainer<'a> {
    /// Prepares the training.
    pub fn new(samples: &'a Samples, settings: &TrainingSettings) -> Trainer<'a> {
        let random = Random::seed_from_u64(settings.seed);
        let [training, validation] = samples.split(settings.validation, &mut random.stream(SPLIT));
        let scale = scale(samples, &training, |number| samples.score(number)).clamp(1.0, 4096.0);
        let target = |number| {
            let expected = expectation(samples.score(number) / scale);
            settings.lambda * samples.result(number) + (1.0 - settings.lambda) * expected
        };
        Trainer {
            samples,
            settings: settings.clone(),
            targets: (0..samples.len()).map(target).collect(),
            validation,
            order: training,
            scale,
            chunk_builder: ChunkBuilder::new(),
            model: match &settings.start {
                Start::Random(neurons) => Model::new(*neurons, &mut random.stream(WEIGHTS)),
                Start::Network(network) => Model::of(network),
            },
            step: 0,
            loss: 0.0,
            epochs: Vec::new(),
            best: None,
        }
    }

    /// Returns the score in centipawns that means log-odds of 1.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Returns the numbers of training and of validation positions.
    pub fn position_counts(&self) -> [usize; 2] {
        [self.order.len(), self.validation.len()]
    }

    /// Returns the losses of the embedded network over the validation positions, and the scale of the network's scores.
    pub fn embedded_losses(&self) -> (Losses, f32) {
        let scale = scale(self.samples, &self.order, |number| self.samples.embedded(number));
        let outputs: Vec<f32> =
            self.validation.iter().map(|&number| self.samples.embedded(number as usize) / scale).collect();
        (self.losses(&outputs), scale)
    }

    /// Returns the losses of the network with whose weights the training begins, over the validation positions.
    pub fn start_losses(&self) -> Option<Losses> {
        let Start::Network(network) = &self.settings.start else { return None };
        let outputs = outputs(&mut Model::of(network), &self.chunk_builder, self.samples, &self.validation);
        Some(self.losses(&outputs))
    }

    /// Returns the losses of the scores of the search over the validation positions.
    pub fn search_losses(&self) -> Losses {
        let score = |number: &u32| self.samples.score(*number as usize) / self.scale;
        self.losses(&self.validation.iter().map(score).collect::<Vec<f32>>())
    }

    /// Returns the losses of outputs for the validation positions.
    fn losses(&self, outputs: &[f32]) -> Losses {
        Losses::of(self.samples, &self.validation, outputs, &self.targets, self.scale)
    }

    fn batches(&self) -> u64 {
        self.order.len().div_ceil(self.settings.batch).max(1) as u64
    }

    /// Returns the number of positions learned so far. Each position counts once per epoch.
    pub fn learned_positions(&self) -> usize {
        let (epochs, batches) = (self.step / self.batches(), self.step % self.batches());
        epochs as usize * self.order.len() + batches as usize * self.settings.batch
    }

    /// Returns whether the training is over.
    pub fn is_over(&self) -> bool {
        let epochs = self.epochs.len();
        let since_best = self.best.as_ref().map_or(0, |(best, _)| epochs - best - 1);
        epochs >= self.settings.epochs as usize || since_best >= self.settings.patience as usize
    }

    /// Returns the best network so far, and the index of its epoch.
    pub fn best(&self) -> Option<&(usize, Network)> {
        self.best.as_ref()
    }

    /// Returns the finished epochs.
    pub fn epochs(&self) -> &[Epoch] {
        &self.epochs
    }

    /// Learns from the next batch, and returns the number of its positions. Validates the network at the end of an epoch.
    ///
    /// # Errors
    /// A sum of the rounded weights could overflow, because weights have become NaN.
    pub fn train_batch(&mut self) -> Result<usize, InvalidNetwork> {
        let batches = self.batches();
        let batch = self.step % batches;
        if batch == 0 {
            self.shuffle();
        }
        let start = batch as usize * self.settings.batch;
        let end = (start + self.settings.batch).min(self.order.len());
        let chunks = self.chunk_builder.build(self.samples, &self.order[start..end]);
        for (numbers, chunks) in
            self.order[start..end].chunks(POSITIONS_AT_ONCE).zip(chunks.chunks(POSITIONS_AT_ONCE / CHUNK))
        {
            let outputs = self.model.outputs(chunks);
            let mut errors = Vec::with_capacity(outputs.len());
            for (&number, output) in numbers.iter().zip(outputs) {
                let target = self.targets[number as usize];
                self.loss += cross_entropy(output.into(), target);
                errors.push(expectation(output) - target);
            }
            self.model.add_gradient(chunks, &errors);
        }
        let steps = batches * u64::from(self.settings.epochs);
        let rate = rate(self.settings.rate, self.step, steps);
        self.model.step(&Step::new(self.step, rate, self.settings.decay, end - start));
        self.step += 1;
        if self.step.is_multiple_of(batches) {
            self.finish_epoch()?;
        }
        Ok(end - start)
    }

    /// Shuffles the training positions for the current epoch.
    pub(super) fn shuffle(&mut self) {
        let epoch = self.step / self.batches();
        // The order depends only on the epoch, so that the training can continue from any batch.
        self.order.sort_unstable();
        Random::seed_from_u64(self.settings.seed).stream(EPOCHS + epoch).shuffle(&mut self.order);
    }

    fn finish_epoch(&mut self) -> Result<(), InvalidNetwork> {
        let reduced = self.model.limit();
        let outputs = outputs(&mut self.model, &self.chunk_builder, self.samples, &self.validation);
        let validation = self.losses(&outputs);
        let training = std::mem::take(&mut self.loss) / self.order.len() as f64;
        let loss =
            |epoch: &Epoch| if epoch.validation.targets.is_nan() { epoch.training } else { epoch.validation.targets };
        let epoch = Epoch { training, validation, reduced };
        let is_best = self.best.as_ref().is_none_or(|(best, _)| loss(&epoch) < loss(&self.epochs[*best]));
        if is_best {
            self.best = Some((self.epochs.len(), self.model.network(self.scale)?));
        }
        self.epochs.push(epoch);
        Ok(())
    }
}

/// Returns the outputs of a model for the positions with these numbers, in log-odds.
pub(super) fn outputs(model: &mut Model, builder: &ChunkBuilder, samples: &Samples, numbers: &[u32]) -> Vec<f32> {
    let parts = numbers.chunks(POSITIONS_AT_ONCE);
    parts.flat_map(|numbers| model.outputs(&builder.build(samples, numbers))).collect()
}
