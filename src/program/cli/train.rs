//! `khepri train`: trains a network on the games of `khepri datagen`.

use super::command_error::{CommandError, FAILURE, fail, valid, warn};
use super::data::GameFiles;
use super::files::{self, Force, OutputFile, OutputKind};
use super::interrupt::{self, INTERRUPTED};
use super::new_file::{is_stdout, is_stream};
use super::progress;
use crate::output::Output;
use clap::Args;
use khepri_engine::Signals;
use khepri_engine::internal::eval::network::{BLOCK, MAGIC, NEURONS};
use khepri_lab::train::net::curve::{self, References};
use khepri_lab::train::net::{
    Epoch, Loader, Losses, PositionFilter, Samples, Start, Trainer, TrainingSettings, checkpoint,
};
use khepri_protocol::draw::mark;
use khepri_protocol::network_file;
use std::fs::File;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Train a network on games made by `khepri datagen`
///
/// Prints a table of losses with a row for each epoch. The column `training` has the loss of the training positions against their
/// targets. The columns `targets`, `results` and `scores` have the losses of the validation positions against their targets, the
/// results of the games and the scores of the search. For comparison, the row `embedded` has the losses of the embedded network,
/// and the row `search` those of the search's scores. With `--start` the row `start` has the losses before the first step.
///
/// FILE.net has the network of the epoch with the lowest validation loss so far. After each epoch and at an interrupt,
/// FILE.checkpoint has all that `--resume` needs to continue. The same files, options and seed give the same network, with
/// any number of threads.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri train .data/first --output first.net\n  \
                        khepri train .data/first --output first.net --resume first.checkpoint\n  \
                        khepri train .data/* --output all.net --epochs 40 --svg all.svg\n  \
                        khepri train .data/new --output next.net --start all.net --lr 0.0003")]
pub(super) struct Arguments {
    #[command(flatten)]
    files: GameFiles,
    /// The file of the network; another file with the ending `.checkpoint` is written beside it
    #[arg(long, value_name = "FILE.net")]
    output: PathBuf,
    /// Continue the training of this checkpoint, with the same games and training options; `--threads` and the output files may differ
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Begin with the weights of this network instead of random ones
    #[arg(long, value_name = "FILE.net")]
    start: Option<PathBuf>,
    /// Neurons of a view: a multiple of 128 from 128 to 1024 [default: those of `--start`, or 256]
    #[arg(
        long, value_name = "N",
        value_parser = valid(
            format!("a multiple of {BLOCK} from {} to {}", NEURONS.start(), NEURONS.end()),
            |n: &usize| NEURONS.contains(n) && n.is_multiple_of(BLOCK),
        )
    )]
    hidden: Option<usize>,
    /// Number of passes over all positions
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Weight of the game's result in the target of a position, from 0 to 1; the rest is the weight of the search's score
    #[arg(
        long, value_name = "SHARE", default_value_t = 0.5,
        value_parser = valid("a number from 0 to 1", |share: &f32| (0.0..=1.0).contains(share))
    )]
    lambda: f32,
    /// The greatest step size. The step size rises to it and then falls to a hundredth of it
    #[arg(
        long, value_name = "RATE", default_value_t = 0.001,
        value_parser = valid("a number above 0, at most 1", |&size: &f32| size > 0.0 && size <= 1.0)
    )]
    lr: f32,
    /// The decay of the weights at each step, as a multiple of the step size
    #[arg(
        long, value_name = "RATE", default_value_t = 3.0,
        value_parser = valid("a number from 0 to 100", |decay: &f32| (0.0..=100.0).contains(decay))
    )]
    decay: f32,
    /// Positions of a batch, after which the weights change
    #[arg(
        long, value_name = "N", default_value_t = 16_384,
        value_parser = valid("a number from 1 to 1048576", |batch: &usize| (1..=1 << 20).contains(batch))
    )]
    batch: usize,
    /// Seed of random first weights, of the split of the games and of the order of the positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Percentage of the games used for validation only
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=90))]
    validation: u32,
    /// End the training after this number of epochs without a lower validation loss
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    patience: u32,
    #[command(flatten)]
    selection: Selection,
    /// Write the losses as a table; - is stdout
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the losses as a picture; - is stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

/// The options that select positions of the games.
#[derive(Args)]
pub(super) struct Selection {
    /// Also use positions in which a shot gains or a Pharaoh is threatened; those with a forced win or loss are never used
    #[arg(long)]
    all: bool,
    /// Use only positions that `khepri datagen --relabel` has searched again
    #[arg(long, conflicts_with = "all")]
    relabelled: bool,
}

impl Selection {
    /// Returns the option that is given, if any.
    pub(super) fn option(&self) -> Option<&'static str> {
        [(self.all, "--all"), (self.relabelled, "--relabelled")]
            .into_iter()
            .find_map(|(is_given, option)| is_given.then_some(option))
    }

    /// Returns the selected positions of all files, the number of repeated ones that were left out, and the number of faults.
    /// Reports the faults on stderr.
    pub(super) fn samples(&self, files: &GameFiles) -> Result<(Samples, usize, u64), CommandError> {
        let mut loader = Loader::new(match self {
            Selection { all: true, .. } => PositionFilter::Unforced,
            Selection { relabelled: true, .. } => PositionFilter::Relabelled,
            _ => PositionFilter::Quiet,
        });
        let (mut games, mut faults) = (Vec::new(), 0);
        let mut add = |games: &mut Vec<_>| {
            for error in loader.add(games) {
                faults += 1;
                warn(error);
            }
            games.clear();
        };
        let counts = files.read(&mut |_, _, record| {
            games.push(record.clone());
            if games.len() == GAMES_AT_ONCE {
                add(&mut games);
            }
            Ok(Ok(()))
        })?;
        add(&mut games);
        let (samples, repeated) = loader.finish();
        Ok((samples, repeated, faults + counts.faults))
    }
}

/// The output files of the training.
struct Outputs<'a> {
    network: OutputFile<'a>,
    /// `None` if the network goes to a device or a pipe.
    checkpoint: Option<OutputFile<'a>>,
    csv: Option<OutputFile<'a>>,
    svg: Option<OutputFile<'a>>,
    stdout: &'a Output,
}

impl Outputs<'_> {
    fn all(&self) -> impl Iterator<Item = &OutputFile<'_>> {
        [&self.network].into_iter().chain(&self.checkpoint).chain(&self.csv).chain(&self.svg)
    }

    /// Writes all files after an epoch or at the end. Devices and pipes are written only at the end.
    fn write(&self, trainer: &Trainer<'_>, references: &References, is_end: bool) -> Result<(), CommandError> {
        let write = |file: Option<&OutputFile<'_>>, bytes: &dyn Fn() -> Vec<u8>| match file {
            Some(file) if is_end || !file.is_stream() => file.write(&bytes(), self.stdout),
            _ => Ok(()),
        };
        if let Some((_, network)) = trainer.best() {
            write(Some(&self.network), &|| network.to_bytes())?;
        }
        write(self.checkpoint.as_ref(), &|| trainer.checkpoint())?;
        write(self.csv.as_ref(), &|| curve::csv(trainer.epochs(), references).into_bytes())?;
        write(self.svg.as_ref(), &|| curve::svg(trainer.epochs(), references).into_bytes())
    }
}

/// The number of neurons of a view without `--hidden` and `--start`.
const NEURONS_BY_DEFAULT: usize = 256;

/// The number of games to replay at a time.
const GAMES_AT_ONCE: usize = 1024;

impl Arguments {
    pub(super) fn run(&self, stdout: &Output) -> Result<ExitCode, CommandError> {
        let checkpoint = self.checkpoint()?;
        let outputs = self.outputs(checkpoint.as_deref(), stdout);
        let output = &files::check(&self.inputs(checkpoint.as_deref()), outputs.all(), stdout)?;
        let settings = self.settings()?;
        let resumed = self.resume.as_deref().map(read_checkpoint).transpose()?;
        let failure = |error: &dyn std::fmt::Display| CommandError::failure("train", error);
        let threads = self.threads.map_or(0, NonZero::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|n| format!("train {n}")).build();
        let pool = pool.map_err(|error| failure(&error))?;
        pool.install(|| {
            // Before the training starts there is nothing to save, so a signal ends the process.
            let (samples, repeated, faults) = self.selection.samples(&self.files)?;
            let [games, positions] = [samples.games(), samples.len()];
            output.print(format_args!("{games} games, {positions} positions, without {repeated} repeated ones"));
            let mut trainer = Trainer::new(&samples, &settings);
            if let (Some(file), Some(bytes)) = (&self.resume, &resumed) {
                trainer.resume(bytes).map_err(|error| not_resumed(file, &error))?;
            }
            let signals = interrupt::signals().map_err(|error| failure(&error))?;
            self.train(&mut trainer, &outputs, output, &signals)?;
            if signals.is_stopped() {
                let then = match &checkpoint {
                    Some(checkpoint) => format!("--resume {} continues", checkpoint.display()),
                    None => "no checkpoint was kept".to_owned(),
                };
                return Ok(fail(INTERRUPTED, format_args!("train: interrupted; {then}")));
            }
            Ok(ExitCode::from(if faults > 0 { FAILURE } else { 0 }))
        })
    }

    /// Returns the path of the checkpoint, or `None` if the network is written to a device or a pipe.
    fn checkpoint(&self) -> Result<Option<PathBuf>, CommandError> {
        if is_stdout(&self.output) {
            return Err(CommandError::new("--output", "-: expected a file, beside which the checkpoint is written"));
        }
        Ok((!is_stream(&self.output)).then(|| self.output.with_extension("checkpoint")))
    }

    /// Returns whether the checkpoint of `--resume` is also the one to write.
    fn continues(&self, checkpoint: Option<&Path>) -> bool {
        self.resume.as_deref().zip(checkpoint).is_some_and(|(resume, checkpoint)| files::is_same(resume, checkpoint))
    }

    fn outputs<'a>(&'a self, checkpoint: Option<&'a Path>, stdout: &'a Output) -> Outputs<'a> {
        let continues = self.continues(checkpoint);
        let kind = |start| if continues { OutputKind::Continued(start) } else { OutputKind::New };
        let file = |argument, path, kind| OutputFile::new(argument, path, kind, self.force.force);
        let csv = kind(curve::HEADING.as_bytes());
        Outputs {
            network: file("--output", &self.output, kind(&MAGIC)),
            checkpoint: checkpoint.map(|path| file("the checkpoint of --output", path, kind(&checkpoint::MAGIC))),
            csv: self.csv.as_deref().map(|path| file("--csv", path, csv)),
            svg: self.svg.as_deref().map(|path| file("--svg", path, OutputKind::Marked(mark::PICTURE))),
            stdout,
        }
    }

    /// Returns the files to read, without a checkpoint that is also the one to write.
    fn inputs(&self, checkpoint: Option<&Path>) -> Vec<(&'static str, PathBuf)> {
        let resume = self.resume.clone().filter(|_| !self.continues(checkpoint));
        let start = self.start.clone().map(|path| ("--start", path));
        self.files.inputs().into_iter().chain(resume.map(|path| ("--resume", path))).chain(start).collect()
    }

    /// Returns the weights with which the training begins.
    fn start(&self) -> Result<Start, CommandError> {
        let Some(file) = &self.start else { return Ok(Start::Random(self.hidden.unwrap_or(NEURONS_BY_DEFAULT))) };
        let network = network_file::read(file)
            .map_err(|error| CommandError::new("--start", format_args!("{}: {error}", file.display())))?;
        match self.hidden.filter(|&neurons| neurons != network.neurons()) {
            Some(neurons) => Err(CommandError::new(
                "--hidden",
                format_args!("{neurons}: expected {}, as in --start {}", network.neurons(), file.display()),
            )),
            None => Ok(Start::Network(network)),
        }
    }

    fn settings(&self) -> Result<TrainingSettings, CommandError> {
        Ok(TrainingSettings {
            start: self.start()?,
            epochs: self.epochs,
            lambda: self.lambda,
            rate: self.lr,
            decay: self.decay,
            batch: self.batch,
            seed: self.seed,
            validation: self.validation,
            patience: self.patience,
        })
    }

    /// Trains until the last epoch, until the loss stops falling, or until an interrupt. Writes all files.
    fn train(
        &self,
        trainer: &mut Trainer<'_>,
        outputs: &Outputs<'_>,
        output: &Output,
        signals: &Signals,
    ) -> Result<(), CommandError> {
        let [training, validation] = trainer.position_counts();
        if training == 0 {
            return Err(CommandError::new("<FILE>", "expected a game with a position to train on"));
        }
        let (embedded, embedded_scale) = trainer.embedded_losses();
        let references = References { embedded, search: trainer.search_losses(), start: trainer.start_losses() };
        output.print(format_args!(
            "{training} positions for training, {validation} for validation; log-odds of 1 are {:.0} centipawns in \
             scores of the search, and {embedded_scale:.0} in scores of the embedded network",
            trainer.scale()
        ));
        output.print("epoch    training    targets    results     scores");
        references.all().for_each(|(name, losses)| output.print(row(name, None, losses)));
        for (number, epoch) in (1..).zip(trainer.epochs()) {
            output.print(row(&format!("{number}"), Some(epoch.training), &epoch.validation));
        }
        let bar = progress::positions(training * self.epochs as usize);
        bar.set_position(trainer.learned_positions() as u64);
        let (started, mut positions) = (Instant::now(), 0);
        while !trainer.is_over() && !signals.is_stopped() {
            let number = trainer.epochs().len();
            let count = trainer.train_batch().map_err(|error| CommandError::failure("train", error))?;
            bar.inc(count as u64);
            positions += count;
            if let Some(Epoch { training, validation, .. }) = trainer.epochs().get(number) {
                bar.suspend(|| output.print(row(&format!("{}", number + 1), Some(*training), validation)));
                outputs.write(trainer, &references, false)?;
            }
        }
        bar.finish_and_clear();
        outputs.write(trainer, &references, true)?;
        if let Some((epoch, network)) = trainer.best() {
            let rate = positions as f64 / started.elapsed().as_secs_f64().max(0.001);
            let reduced = trainer.epochs().last().map_or(0, |epoch| epoch.reduced);
            output.print(format_args!(
                "network {:016x} of epoch {}; {rate:.0} positions a second; \
                 {reduced} neurons at the limit of their sums in the last epoch",
                network.hash(),
                epoch + 1
            ));
        }
        Ok(())
    }
}

/// Reads a checkpoint.
fn read_checkpoint(file: &Path) -> Result<Vec<u8>, CommandError> {
    File::open(file).and_then(checkpoint::read).map_err(|error| not_resumed(file, &error))
}

fn not_resumed(file: &Path, error: &dyn std::fmt::Display) -> CommandError {
    CommandError::new("--resume", format_args!("{}: {error}", file.display()))
}

/// Returns a row of the table of losses. An unknown loss is a dash.
fn row(name: &str, training: Option<f64>, losses: &Losses) -> String {
    let losses = [training.unwrap_or(f64::NAN), losses.targets, losses.results, losses.scores];
    let losses = losses.map(|loss| if loss.is_nan() { format!("{:>9}", "-") } else { format!("{loss:>9.6}") });
    format!("{name:<8}{}", losses.join("  "))
}
