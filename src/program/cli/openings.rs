//! `khepri openings`: makes balanced openings, and openings with a lead, for matches.

use super::command_error::{CommandError, Expected, fail};
use super::position::{setups_by_eyes, variant};
use super::progress;
use crate::output::Output;
use clap::Args;
use khepri_engine::{Depth, Score};
use khepri_lab::openings::balance::Balance;
use khepri_lab::openings::lead::{self, Lead};
use khepri_lab::openings::{self, Made, OpeningSettings};
use khepri_protocol::command;
use khepri_rules::setups::NamedSetup;
use khepri_rules::{RuleSet, setups};
use std::process::ExitCode;

/// The largest number of plies of an opening. Fewer random plies already make the set-up unrecognisable.
const MOST_PLIES: u32 = 40;

/// Make openings for matches, one a line
///
/// Plays random moves that hit nothing, from the named set-ups in turn. Keeps positions in which the side to move cannot hit
/// the Pharaoh at once and the score of a search is within a bound. No opening is printed twice. The same arguments give
/// the same openings on every machine, and a larger count begins with those of a smaller one.
///
/// With --lead, the moves may also hit pieces, and one side is ahead: the engine plays eight games with itself, each with its
/// own number of nodes from 1,000 to 2,000, and the side ahead scores five and a half or six points.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri openings --count 1000 > openings.txt\n  \
                        khepri openings --variant khet1 --setup classic --setup dynasty --plies 5-8 --seed 7\n  \
                        khepri openings --lead --eyes --plies 6-16 --threads 2")]
pub(super) struct Arguments {
    /// Rule set of the set-ups: khet2, khet1 or deflexion
    #[arg(long, value_name = "VARIANT", default_value = "khet2", value_parser = variant)]
    variant: RuleSet,
    /// Named set-up to start from; may be repeated [default: all set-ups of the rule set without Eyes]
    #[arg(long, value_name = "NAME")]
    setup: Vec<String>,
    /// Start from all set-ups of the rule set with Eyes
    #[arg(long, conflicts_with = "setup")]
    eyes: bool,
    /// Make openings in which one side is ahead, instead of balanced ones
    #[arg(long, conflicts_with_all = ["bound", "depth"])]
    lead: bool,
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Plies of an opening, or a range of plies
    #[arg(long, value_name = "P|MIN-MAX", default_value = "6", value_parser = plies)]
    plies: (u32, u32),
    /// Largest distance of the score from zero, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    bound: u16,
    /// Depth of the search in plies
    #[arg(long, value_name = "D", default_value = "6", value_parser = command::depth)]
    depth: Depth,
    /// Seed of the random moves, and of the numbers of nodes of --lead
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
}

/// Parses a number or a range of plies: `6` or `5-8`.
fn plies(text: &str) -> Result<(u32, u32), Expected> {
    let number = |text: &str| text.parse().ok().filter(|&plies| plies <= MOST_PLIES);
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok((least, most)),
        _ => Err(Expected(format!("a number up to {MOST_PLIES}, or two as in 5-8"))),
    }
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let (least, most) = self.plies;
        let settings = OpeningSettings {
            setups: self.setups()?,
            count: self.count as usize,
            plies: least..=most,
            seed: self.seed,
        };
        let remark = match self.lead {
            true => format!("the side ahead and its points in {} games", lead::GAMES),
            false => "the score for the side to move".to_owned(),
        };
        output.print(format_args!("# Openings, one a line: the start, the moves from there, {remark}."));
        output.print(format_args!("# khepri {}: {}", env!("CARGO_PKG_VERSION"), self.command()));
        let progress = progress::bar(settings.count);
        let each = &mut |made: &Made| {
            progress.suspend(|| output.print(made));
            progress.inc(1);
        };
        let threads = usize::from(self.threads);
        let bound = Score::centipawns(self.bound.into());
        let made = match self.lead {
            true => openings::make(&settings, threads, Lead::new, each),
            false => openings::make(&settings, threads, || Balance::new(bound, self.depth), each),
        };
        progress.finish_and_clear();
        Ok(made.map_or_else(|failure| fail(1, format_args!("openings: {failure}")), |()| ExitCode::SUCCESS))
    }

    fn setups(&self) -> Result<Vec<&'static NamedSetup>, CommandError> {
        if self.setup.is_empty() {
            return Ok(setups_by_eyes(self.variant, self.eyes));
        }
        let named = |name| setups::named(self.variant, name).map_err(|unknown| CommandError::new("--setup", unknown));
        self.setup.iter().map(|name| named(name)).collect()
    }

    /// Returns the command that makes the same lines, with all options that affect them.
    fn command(&self) -> String {
        let start: String = match self.eyes {
            true => " --eyes".to_owned(),
            false => self.setup.iter().map(|name| format!(" --setup {name}")).collect(),
        };
        let plies = match self.plies {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least}-{most}"),
        };
        let Arguments { variant, count, bound, depth, seed, .. } = self;
        let (variant, depth) = (variant.name(), depth.plies());
        let condition = match self.lead {
            true => "--lead".to_owned(),
            false => format!("--bound {bound} --depth {depth}"),
        };
        format!("khepri openings --variant {variant}{start} --count {count} --plies {plies} {condition} --seed {seed}")
    }
}
