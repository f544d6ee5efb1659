//! `khepri bench --accuracy`: what searches of a few nodes lose against a reference of many, and the making of such a reference.

mod made_file;

use self::made_file::MadeFile;
use super::command_error::{CommandError, fail};
use super::files::{self, OutputFile, OutputKind};
use super::games;
use super::interrupt::{self, INTERRUPTED};
use super::processors::processors;
use super::progress;
use crate::output::Output;
use crate::positions;
use clap::Args;
use khepri_arena::engine::player::{Deadlines, MoveRequest, Player};
use khepri_arena::engine::spec::EngineSpec;
use khepri_arena::interrupts::Interrupts;
use khepri_arena::time_control::{PlayerClock, TimeControl};
use khepri_engine::internal::eval::pieces::PieceGroup;
use khepri_engine::internal::eval::wdl::Model;
use khepri_engine::{NoMemory, Signals};
use khepri_lab::datagen::selfplay;
use khepri_lab::measure::accuracy::choice::Choice;
use khepri_lab::measure::accuracy::grades::Grades;
use khepri_lab::measure::accuracy::reference::{self, Reference};
use khepri_lab::measure::accuracy::{self, Case, Searches, static_evaluation};
use khepri_lab::workers::{self, WorkError};
use khepri_rules::internal::notation::excerpt;
use khepri_rules::{Move, Position};
use std::fs::File;
use std::io::BufReader;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The default numbers of nodes of the searches.
const NODES: &str = "4000,20000";

/// The longest time to wait for each step of another program.
const DEADLINE: Duration = Duration::from_secs(600);

/// The beginning of every file of positions.
const MARK: &str = "# Positions with the points of each good move, one a line.\n";

/// The options of the accuracy test.
#[derive(Args)]
pub(super) struct AccuracyArgs {
    /// Instead measure the points that searches lose against a reference, in the positions of this file or the built-in ones
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["depth", "stats", "tactics"])]
    accuracy: Option<Option<PathBuf>>,
    /// With --accuracy: nodes of the searches, several separated by commas [default: 4000,20000]; with --make, nodes of the
    /// reference [default: 6000000]
    #[arg(long, value_name = "N", requires = "accuracy", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// With --accuracy: the program to measure, over the protocol [default: this one]
    #[arg(long, value_name = "PATH", requires = "accuracy", conflicts_with = "make")]
    engine: Option<PathBuf>,
    /// Make FILE from these games in KGN instead; after an interruption the same command continues
    #[arg(long, value_name = "GAMES", num_args = 1.., requires = "accuracy")]
    make: Vec<PathBuf>,
    /// With --make: number of positions
    #[arg(long, value_name = "N", default_value_t = 1200, requires = "make", value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// With --make: seed of the choice of the positions
    #[arg(long, value_name = "S", default_value_t = 1, requires = "make")]
    seed: u64,
    /// With --accuracy: number of searches at a time [default: the number of processors]
    #[arg(long, value_name = "N", requires = "accuracy", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
}

impl AccuracyArgs {
    /// Returns whether the command may write a file or run another program.
    pub(super) fn has_files(&self) -> bool {
        self.accuracy.is_some()
    }

    /// Runs the test or makes its file, if the arguments ask for either.
    pub(super) fn run(&self, output: &Output) -> Option<Result<ExitCode, CommandError>> {
        let file = self.accuracy.as_ref()?.as_deref();
        Some(match file {
            _ if self.make.is_empty() => self.measure(file, output),
            Some(file) => self.make(file, output),
            None => Err(CommandError::new("--make", "expected --accuracy FILE, the file to make")),
        })
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(processors, usize::from)
    }

    fn measure(&self, file: Option<&Path>, output: &Output) -> Result<ExitCode, CommandError> {
        let files = cases(file)?;
        let mut play = self.player()?;
        let default: Vec<u64> = NODES.split(',').filter_map(|nodes| nodes.parse().ok()).collect();
        let nodes = if self.nodes.is_empty() { default } else { self.nodes.clone() };
        let nodes: Vec<NonZero<u64>> = nodes.into_iter().filter_map(NonZero::new).collect();
        for (name, cases) in files {
            output.print(format_args!("{name}: {} positions, mean in points x 100", cases.len()));
            for &nodes in &nodes {
                let mut grades = Grades::losses(format!("{nodes} nodes"));
                let progress = progress::positions(cases.len());
                let mut each = |case: &Case, mv| {
                    grades.add(case, case.loss(mv));
                    progress.inc(1);
                };
                let is_stopped = play(&cases, nodes, &mut each)?;
                progress.finish_and_clear();
                if is_stopped {
                    return Ok(fail(INTERRUPTED, "bench: interrupted"));
                }
                output.print(format_args!("\n{grades}"));
            }
            if self.engine.is_none() {
                output.print(format_args!("\n{}", distances(&cases)));
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the function that plays a move in every position.
    fn player(&self) -> Result<Box<Play<'_>>, CommandError> {
        Ok(match &self.engine {
            Some(engine) => {
                let interrupts = interrupt::interrupts().map_err(|error| CommandError::failure("bench", error))?;
                Box::new(move |cases, nodes, each| {
                    other_program(engine, cases, nodes, &interrupts, each)?;
                    Ok(interrupts.is_stopped())
                })
            }
            None => {
                let signals = signals()?;
                Box::new(move |cases, nodes, each| {
                    self.this_program(cases, nodes, &signals, each)?;
                    Ok(signals.is_stopped())
                })
            }
        })
    }

    /// Calls `each` with the move of a search of this program in every position.
    fn this_program(
        &self,
        cases: &[Case],
        nodes: NonZero<u64>,
        signals: &Signals,
        each: &mut dyn FnMut(&Case, Move),
    ) -> Result<(), CommandError> {
        let work = |case, searches: &mut Searches| {
            Ok::<_, NoMemory>(searches.best_move(case, nodes, signals).map(|mv| (case, mv)))
        };
        let on_result = &mut |(case, mv): (&Case, Move)| {
            each(case, mv);
            Ok::<(), CommandError>(())
        };
        workers::run(cases.iter(), (self.threads(), "accuracy"), signals, Searches::new, work, on_result)
            .map_err(|error| CommandError::failure("bench", error))
    }

    fn make(&self, file: &Path, output: &Output) -> Result<ExitCode, CommandError> {
        let nodes = match self.nodes[..] {
            [] => reference::NODES,
            [nodes] => NonZero::new(nodes).unwrap_or(reference::NODES),
            _ => return Err(CommandError::new("--nodes", "expected one number with --make")),
        };
        let inputs: Vec<_> = self.make.iter().map(|file| ("--make", files::input_path(file))).collect();
        let written = OutputFile::new(ARGUMENT, file, OutputKind::Continued(MARK.as_bytes()), false);
        files::check(&inputs, [&written], output)?;
        let mut choice = Choice::new(self.seed);
        games::read_all(&self.make, &mut |record| choice.add_game(record))?;
        let signals = signals()?;
        let positions = choice.into_positions();
        let mut made = MadeFile::open(file, &self.heading(nodes)?)?;
        let rest = made.missing(positions)?;
        let (mut count, wanted) = (made.count(), self.count as usize);
        if count >= wanted {
            output.print(format_args!("{count} positions; none were added"));
            return Ok(ExitCode::SUCCESS);
        }
        let progress = progress::positions(wanted);
        progress.set_position(count as u64);
        let work = |position: &Position, reference: &mut Reference| {
            let examined = reference.examine(position, &signals);
            Ok::<_, NoMemory>((!signals.is_stopped()).then_some(examined))
        };
        let on_result = &mut |case: Option<Case>| {
            if let Some(case) = case.filter(|_| count < wanted) {
                made.append(&case)?;
                count += 1;
                progress.inc(1);
            }
            if count >= wanted { Err(None) } else { Ok(()) }
        };
        let create = || Reference::new(nodes);
        let result =
            workers::run_in_order(rest.iter(), (self.threads(), "reference"), &signals, create, work, on_result);
        progress.finish_and_clear();
        output.print(format_args!("{count} positions"));
        match result {
            Err(WorkError::Callback(Some(error))) => Err(error),
            Err(WorkError::Callback(None)) => Ok(ExitCode::SUCCESS),
            Err(WorkError::Worker(error)) => Err(CommandError::failure("bench", error)),
            Err(WorkError::Threads(error)) => Err(CommandError::failure("bench", error)),
            Ok(()) if signals.is_stopped() => Ok(fail(INTERRUPTED, "bench: interrupted; the same command continues")),
            Ok(()) => Ok(fail(1, format_args!("--make: the games have only {count} positions that measure something"))),
        }
    }

    /// Returns the first lines of the file that the arguments make. They name the search and all options that determine the
    /// positions.
    fn heading(&self, nodes: NonZero<u64>) -> Result<String, CommandError> {
        let engine = selfplay::engine_id().map_err(|error| CommandError::failure("bench", error))?;
        let models: Vec<_> = PieceGroup::all().map(|group| Model::of_group(group).to_string()).collect();
        Ok(format!(
            "{MARK}# The points are those of a search of {nodes} nodes, all moves of a position together, by the models {}.\n\
             # khepri {engine}: khepri bench --accuracy FILE --make GAMES --nodes {nodes} --seed {}\n",
            models.join(", "),
            self.seed,
        ))
    }
}

/// Calls a function with the move of a program in every position, with a number of nodes. Returns whether it was interrupted.
type Play<'a> = dyn FnMut(&[Case], NonZero<u64>, &mut dyn FnMut(&Case, Move)) -> Result<bool, CommandError> + 'a;

/// The name of the argument in messages.
const ARGUMENT: &str = "--accuracy";

fn signals() -> Result<Arc<Signals>, CommandError> {
    interrupt::signals().map_err(|error| CommandError::failure("bench", error))
}

/// Returns the positions of a file, or those of each built-in file, with the name of the file.
fn cases(file: Option<&Path>) -> Result<Vec<(String, Vec<Case>)>, CommandError> {
    let unusable = |name: &str, why: &dyn std::fmt::Display| CommandError::new(ARGUMENT, format_args!("{name}: {why}"));
    let Some(file) = file else {
        let read = |&(name, text): &(&str, &str)| {
            let cases = accuracy::read(text.as_bytes()).map_err(|error| unusable(name, &error))?;
            Ok((name.to_owned(), cases))
        };
        return positions::ACCURACY.iter().map(read).collect();
    };
    let name = file.display().to_string();
    let opened = File::open(file).map_err(|error| unusable(&name, &error))?;
    let cases = accuracy::read(BufReader::new(opened)).map_err(|error| unusable(&name, &error))?;
    if cases.is_empty() {
        return Err(unusable(&name, &"expected positions with the points of their moves, found none"));
    }
    Ok(vec![(name, cases)])
}

/// Returns the distances of the static evaluations from the reference, in the positions where no shot gains anything.
fn distances(cases: &[Case]) -> Grades {
    let mut grades = Grades::distances("static evaluation".to_owned());
    for case in cases {
        if let Some(score) = static_evaluation(&case.position) {
            grades.add(case, (Model::of(&case.position).points(score) - case.value()).abs());
        }
    }
    grades
}

/// Calls `each` with the move of another program in every position.
fn other_program(
    path: &Path,
    cases: &[Case],
    nodes: NonZero<u64>,
    interrupts: &Interrupts,
    each: &mut dyn FnMut(&Case, Move),
) -> Result<(), CommandError> {
    let failed = |why: &dyn std::fmt::Display| CommandError::new("--engine", format_args!("{}: {why}", path.display()));
    let control = TimeControl { nodes: Some(nodes.get()), ..TimeControl::default() };
    let spec =
        EngineSpec { command: path.to_owned(), name: path.display().to_string(), control, ..EngineSpec::default() };
    let deadlines = Deadlines { start: DEADLINE, ready: DEADLINE, quit: DEADLINE, answer: DEADLINE };
    let mut player = Player::new(&spec, deadlines, None, interrupts, None);
    let clocks = [PlayerClock::new(control), PlayerClock::new(control)];
    for case in cases {
        let position = &case.position;
        let mover = position.side_to_move();
        let request = MoveRequest { start: position, moves: &[], mover, clocks: &clocks, margin: DEADLINE };
        let answer = player.new_game().and_then(|()| player.think(&request));
        if interrupts.is_stopped() {
            return Ok(());
        }
        let word = answer.map_err(|failure| failed(&failure))?.word;
        let legal = |mv: &Move| position.is_legal(*mv);
        let mv = word.parse().ok().map(|mv| position.normalised(mv)).filter(legal);
        each(
            case,
            mv.ok_or_else(|| failed(&format_args!("expected a legal move in {position}, found {}", excerpt(&word))))?,
        );
    }
    Ok(())
}
