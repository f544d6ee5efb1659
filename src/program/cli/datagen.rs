//! `khepri datagen`: plays games of the engine against itself, as training data for the network.

use super::command_error::{CommandError, Expected, FAILURE, fail, print_stderr, warn};
use super::files::{self, Force, OutputFile, OutputKind};
use super::interrupt::{self, INTERRUPTED};
use super::locked;
use super::playing;
use super::position::variant;
use super::processors::processors;
use super::progress;
use crate::output::Output;
use clap::Args;
use indicatif::{HumanDuration, ProgressBar};
use khepri_arena::shard::Shard;
use khepri_lab::datagen::extension::{self, Extension, LeadShare, Relabelling, Unadjudicated};
use khepri_lab::datagen::lead::Leads;
use khepri_lab::datagen::recipe::{self, Recipe, RuleSets};
use khepri_lab::datagen::record::Record;
use khepri_lab::datagen::selfplay::{self, RunError, Task};
use khepri_lab::datagen::share::Share;
use khepri_lab::datagen::store::{Found, Store, StoreError};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The time between two progress lines if stderr is not a terminal.
const REPORT: Duration = Duration::from_secs(60);

/// Make training data for the network: games of the engine against itself
///
/// Each game begins with random plies from a named set-up or from a random arrangement. Then the engine plays both sides with
/// a fixed number of nodes for each move, and stores every position with its score. Each game is appended to a file in a
/// folder when it is over. After any interruption, the same command continues where it stopped.
///
/// Neither relabelling nor the share of unadjudicated games or of games from lead openings changes the other games and moves.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri datagen --output .data/first --games 20000 --seed 1\n  \
                        nice -n 19 khepri datagen --output .data/part2 --games 20000 --nodes 2000 --seed 1 --shard 2/4\n  \
                        khepri datagen --output .data/deep --nodes 1500 --relabel 0.2 --relabel-nodes 20000\n  \
                        khepri datagen --output .data/won --unadjudicated 0.25 --lead 0.25 --lead-openings lead-*.txt\n\n\
                        `khepri data` checks, counts and merges such files; docs/networks.md describes the format.")]
pub(super) struct Arguments {
    /// Folder for the games; it is created if necessary
    #[arg(long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    force: Force,
    /// Number of games of all shards together [default: until interrupted]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = recipe::NODES, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Rule set: khet2, khet1, deflexion or all; with all, half of the games are khet2
    #[arg(long, value_name = "VARIANT", default_value = "all", value_parser = rule_sets)]
    variant: RuleSets,
    /// Share of games with Eyes, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = recipe::EYES)]
    eyes: Share,
    /// Number of games at a time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Play only part I of N of the games, to use several machines, each with its own folder
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Share of the quiet positions that are searched again, for a better score
    #[arg(long, value_name = "SHARE", requires = "relabel_nodes")]
    relabel: Option<Share>,
    /// Nodes of the search that relabels a position
    #[arg(long, value_name = "N", requires = "relabel", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    relabel_nodes: Option<u64>,
    /// Share of games that scores and plies without a capture do not end; 40 positions after the last capture are data
    #[arg(long, value_name = "SHARE", default_value_t = Share::NONE)]
    unadjudicated: Share,
    /// Share of games that start from a lead opening
    #[arg(long, value_name = "SHARE", default_value_t = Share::NONE, requires = "lead_openings")]
    lead: Share,
    /// Files of lead openings, for every rule set and with Eyes and without, as the games need them
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "lead")]
    lead_openings: Vec<PathBuf>,
}

fn rule_sets(name: &str) -> Result<RuleSets, Expected> {
    match variant(name) {
        Ok(rule_set) => Ok(RuleSets::only(rule_set)),
        Err(_) if name == "all" => Ok(RuleSets::ALL),
        Err(Expected(names)) => Err(Expected(names + ", all")),
    }
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let force = self.force.force;
        let inputs: Vec<_> = self.lead_openings.iter().map(|file| ("--lead-openings", file.clone())).collect();
        files::check(&inputs, [&OutputFile::new("--output", &self.output, OutputKind::Folder, force)], output)?;
        let leads = self.leads()?;
        let recipe = self.recipe(&leads)?;
        if self.lead != Share::NONE
            && let Some((rule_set, has_eyes)) = leads.missing(&recipe)
        {
            let eyes = if has_eyes { "with" } else { "without" };
            let expected =
                format!("expected an opening of {} {eyes} Eyes, which a part of the games has", rule_set.name());
            return Err(CommandError::new("--lead-openings", expected));
        }
        let is_locked = |error: &StoreError| matches!(error, StoreError::Locked);
        let opened = locked::wait("datagen: --output", is_locked, || Store::open(&self.output, &recipe, force));
        let (mut store, found) = opened.map_err(|error| self.store_error(error))?;
        let signals = interrupt::signals().map_err(|error| CommandError::new("datagen", error))?;
        let threads = self.threads.map_or_else(processors, usize::from);
        let task = Task { recipe: &recipe, leads: &leads, games: self.games, done: &found.numbers, threads };
        let mut progress = Progress::new(&task, &found);
        let result = selfplay::run(&task, &signals, &mut |record| {
            store.append(record)?;
            if progress.played == 0 && found.cut > 0 {
                let removed = format_args!("datagen: removed {} bytes of an incomplete game", found.cut);
                progress.bar.suspend(|| warn(removed));
            }
            progress.count(record);
            Ok(())
        });
        progress.bar.finish_and_clear();
        // A folder that already has all games is not touched.
        let synced = if progress.played > 0 { store.sync() } else { Ok(()) };
        output.print(progress.summary(threads));
        match result.and(synced.map_err(RunError::Callback)) {
            Err(RunError::Callback(error)) => Err(self.unwritable(&error)),
            Err(error) => Ok(fail(FAILURE, format_args!("datagen: {error}"))),
            Ok(()) if signals.is_stopped() => Ok(fail(INTERRUPTED, "datagen: interrupted; the same command continues")),
            Ok(()) => Ok(ExitCode::SUCCESS),
        }
    }

    /// Reads the lead openings.
    fn leads(&self) -> Result<Leads, CommandError> {
        let mut leads = Leads::default();
        for file in &self.lead_openings {
            let added = leads.add(playing::read_openings("--lead-openings", file)?);
            added.map_err(|error| CommandError::new("--lead-openings", format_args!("{}: {error}", file.display())))?;
        }
        Ok(leads)
    }

    /// Returns the extension of the recipe. All values of an option with the share 0 are 0.
    fn extension(&self, leads: &Leads) -> Extension {
        let mut extension = Extension::default();
        if let (Some(share), Some(nodes)) = (self.relabel.filter(|&share| share != Share::NONE), self.relabel_nodes) {
            extension.relabelling = Relabelling::new(share, nodes);
        }
        if self.unadjudicated != Share::NONE {
            let (max_plies, tail) = (extension::UNADJUDICATED_PLIES, extension::UNADJUDICATED_TAIL);
            extension.unadjudicated = Unadjudicated { share: self.unadjudicated, max_plies, tail };
        }
        if self.lead != Share::NONE {
            extension.lead = LeadShare { share: self.lead, checksum: leads.checksum() };
        }
        extension
    }

    fn recipe(&self, leads: &Leads) -> Result<Recipe, CommandError> {
        Ok(Recipe {
            engine: selfplay::engine_id().map_err(|error| CommandError::failure("datagen", error))?,
            seed: self.seed,
            shard: self.shard,
            nodes: self.nodes,
            rule_sets: self.variant,
            eyes: self.eyes,
            opening_plies: recipe::OPENING_PLIES,
            arrangements: recipe::ARRANGEMENTS,
            opening_bound: recipe::OPENING_BOUND,
            opening_nodes: recipe::OPENING_NODES,
            hash_mib: recipe::HASH_MIB,
            adjudication: recipe::ADJUDICATION,
            extension: self.extension(leads),
        })
    }

    /// Returns the error for a folder that cannot be used, with the option that causes it.
    fn store_error(&self, error: StoreError) -> CommandError {
        let argument = match &error {
            StoreError::Input(error) => return self.unwritable(error),
            StoreError::OtherRecipe(difference) => difference.option.unwrap_or("--output"),
            _ => "--output",
        };
        CommandError::new(argument, format_args!("{}: {error}", Store::path(&self.output).display()))
    }

    fn unwritable(&self, error: &io::Error) -> CommandError {
        CommandError::unwritable("--output", &Store::path(&self.output), error)
    }
}

/// The progress of the games.
struct Progress {
    bar: ProgressBar,
    started: Instant,
    reported: Instant,
    /// The number of games in the folder when all are played, if it is limited.
    target: Option<u64>,
    /// The numbers of games and positions when the command started.
    before: (u64, u64),
    played: u64,
    positions: u64,
    quiet: u64,
}

impl Progress {
    fn new(task: &Task<'_>, found: &Found) -> Progress {
        let before = (found.numbers.len() as u64, found.positions);
        let target = task.games.map(|games| {
            // The requested games have the numbers below `games`. The folder may already have others.
            let beyond = found.numbers.iter().filter(|&&number| number >= games).count() as u64;
            task.recipe.shard.count_below(games) + beyond
        });
        let bar = progress::games(target);
        bar.set_position(before.0);
        let now = Instant::now();
        Progress { bar, started: now, reported: now, target, before, played: 0, positions: 0, quiet: 0 }
    }

    fn count(&mut self, record: &Record) {
        self.played += 1;
        self.positions += record.data().count() as u64;
        self.quiet += record.data().filter(|ply| ply.flags.is_quiet()).count() as u64;
        self.bar.set_position(self.before.0 + self.played);
        self.bar.set_message(format!("{:.0} plies a second", self.rate()));
        if self.bar.is_hidden() && self.reported.elapsed() >= REPORT {
            self.reported = Instant::now();
            let games = self.before.0 + self.played;
            let of = self.target.map(|target| format!(" of {target}")).unwrap_or_default();
            let left = self.left().map(|left| format!(", {} left", HumanDuration(left))).unwrap_or_default();
            let rate = self.rate();
            print_stderr(format_args!("khepri: datagen: {games}{of} games, {rate:.0} plies a second{left}"));
        }
    }

    /// Returns the number of plies per second.
    fn rate(&self) -> f64 {
        self.positions as f64 / self.started.elapsed().as_secs_f64().max(0.001)
    }

    /// Returns the estimated time until all games are played.
    fn left(&self) -> Option<Duration> {
        let left = self.target?.checked_sub(self.before.0 + self.played)?;
        let seconds = self.started.elapsed().as_secs_f64() * left as f64 / self.played.max(1) as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }

    fn summary(&self, threads: usize) -> String {
        let (games, positions) = (self.before.0 + self.played, self.before.1 + self.positions);
        if self.played == 0 {
            return format!("{games} games, {positions} positions; none were added");
        }
        let (seconds, rate) = (self.started.elapsed().as_secs_f64(), self.rate());
        let quiet = 100.0 * self.quiet as f64 / self.positions.max(1) as f64;
        format!(
            "{games} games, {positions} positions; added {} games, {} positions in {seconds:.1} s: {rate:.0} a second, \
             {:.0} a thread, {quiet:.1} % of them quiet",
            self.played,
            self.positions,
            rate / threads as f64
        )
    }
}
