//! `khepri tactics`: makes a file of the tactics suite.

use super::command_error::CommandError;
use super::position::{setups_by_eyes, variant};
use super::progress;
use crate::output::Output;
use clap::Args;
use khepri_lab::datagen::selfplay;
use khepri_lab::puzzles::MOST_MOVES;
use khepri_lab::puzzles::maker::{self, LAST_POSITIONS, MOST_PLIES, OPENING_PLIES, PuzzleSettings};
use khepri_rules::RuleSet;
use std::process::ExitCode;

/// Make positions with proven shortest wins, one a line
///
/// The engine plays games against itself, and a prover finds the shortest wins from the last positions of each game. The first
/// wins of each length are kept. If a length has too few, further wins of other lengths replace the missing ones. The same
/// arguments give the same positions with the same version of the search. The file names it with the signature of the search.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri tactics --variant khet1 --eyes > khet1-eye.txt\n  \
                        khepri tactics --each 2 --proof-nodes 100000 --seed 7")]
pub(super) struct Arguments {
    /// Rule set of the set-ups: khet2, khet1 or deflexion
    #[arg(long, value_name = "VARIANT", default_value = "khet2", value_parser = variant)]
    variant: RuleSet,
    /// Start from the set-ups with Eyes
    #[arg(long)]
    eyes: bool,
    /// Number of wins of each length, from one to five moves
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    each: u16,
    /// Nodes of the engine for a move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Nodes of the prover for a position
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    proof_nodes: u64,
    /// Largest number of games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seed of the random moves at the beginning of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let settings = PuzzleSettings {
            setups: setups_by_eyes(self.variant, self.eyes),
            each: usize::from(self.each),
            nodes: self.nodes.into(),
            proof_nodes: self.proof_nodes,
            games: self.games.into(),
            seed: self.seed,
        };
        let progress = progress::bar(settings.count());
        let mut lengths = [0; MOST_MOVES as usize];
        let made = maker::make(&settings, &mut |case| {
            if let Some(count) = lengths.get_mut(case.moves as usize - 1) {
                *count += 1;
                progress.inc(u64::from(*count <= self.each));
            }
        });
        progress.finish_and_clear();
        let made = made.map_err(|error| CommandError::failure("tactics", error))?;
        let engine = selfplay::engine_id().map_err(|error| CommandError::failure("tactics", error))?;
        let maker::MadePuzzles { games, decided, searched, unknown, proof_nodes, .. } = made;
        output.print(format_args!(
            "# Positions with a forced win for the side to move, one a line, with the length of the shortest win in moves.\n\
             # khepri {engine}: {}\n\
             # Games start with {OPENING_PLIES} random plies from the set-ups in turn. The prover searches the last {LAST_POSITIONS} \
             positions with the winner to move\n\
             # of each game won by a hit. Every win within {MOST_PLIES} plies is kept, up to {} of each length.\n\
             # After {} games, further wins of other lengths replace missing ones, the long ones first.\n\
             # {games} games, {decided} won by a hit; {searched} positions searched, {unknown} of them unknown; \
             {proof_nodes} moves made by the prover.",
            self.command(),
            self.each,
            self.games,
        ));
        for case in made.cases {
            output.print(case);
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the command that makes the same lines, with all options.
    fn command(&self) -> String {
        let Arguments { variant, each, nodes, proof_nodes, games, seed, .. } = self;
        let eyes = if self.eyes { " --eyes" } else { "" };
        let variant = variant.name();
        format!(
            "khepri tactics --variant {variant}{eyes} --each {each} --nodes {nodes} --proof-nodes {proof_nodes} \
             --games {games} --seed {seed}"
        )
    }
}
