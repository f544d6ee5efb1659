//! `khepri data`: checks, counts, merges, shuffles and samples the files of `khepri datagen`.

use super::command_error::{CommandError, FAILURE, warn};
use super::files::{self, Force, OutputFile, OutputKind};
use super::interrupt;
use super::new_file::{NewFile, folder_of, is_stream};
use super::progress;
use crate::output::Output;
use clap::{Args, Subcommand};
use khepri_arena::shard::Shard;
use khepri_lab::datagen::header::{CombineError, Combined};
use khepri_lab::datagen::reader::{Part, ReadError, Reader};
use khepri_lab::datagen::recipe::Recipe;
use khepri_lab::datagen::record::Record;
use khepri_lab::datagen::replay::{ReplayError, replay};
use khepri_lab::datagen::shuffle::Shuffle;
use khepri_lab::datagen::stats::Stats;
use khepri_lab::datagen::store::Store;
use khepri_rules::internal::util::random::Random;
use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

/// The approximate memory for the games of a shuffle, in bytes.
const SHUFFLE_MEMORY: u64 = 256 << 20;

/// Check, count, merge, shuffle or sample files of games made by `khepri datagen`
///
/// A folder stands for the file in it, and files joined end to end are one file. Damaged blocks are reported and skipped, and the
/// status is then 1. Of games with the same seed and number, only the first counts. The last line is always
/// `N games, M positions, K faults`.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri data check .data/first\n  khepri data stats .data/part*\n  \
                        khepri data shuffle .data/part* --output .data/all.khepri\n  \
                        khepri data sample .data/first --games 2")]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Read every game and replay it by the rules
    #[command(after_help = "Example:\n  khepri data check .data/first .data/part*/games.khepri")]
    Check(GameFiles),
    /// Count games and positions by kind, and compare scores with results
    ///
    /// Finding repeated positions takes 16 bytes of memory for each position.
    #[command(after_help = "Example:\n  khepri data stats .data/part*")]
    Stats(GameFiles),
    /// Write the games of several files to a new one; files with the same seed and shard are refused
    #[command(after_help = "Example:\n  khepri data merge .data/part* --output .data/all.khepri")]
    Merge(Merge),
    /// Write the games of several files to a new one, in random order
    #[command(after_help = "Example:\n  khepri data shuffle .data/part* --output .data/all.khepri --seed 7")]
    Shuffle(ShuffleFiles),
    /// Choose games at random and write them to a new file, or print them position by position
    ///
    /// Prints a line `# …` for each game and a line `KFEN ; MOVE SCORE FLAGS RESULT` for each position. The score in centipawns
    /// and the result (1, 0, -1) are from the view of the side to move. The flags are letters: g = a shot gains, h = a shot hits
    /// the opponent's Pharaoh, t = the player's own Pharaoh is threatened, m = the score is a forced win or loss, r = the
    /// position is relabelled, x = the position is not data.
    #[command(after_help = "Example:\n  khepri data sample .data/first --games 50 --seed 3")]
    Sample(Sample),
}

#[derive(Args)]
pub(super) struct GameFiles {
    /// Files of games, or folders of `khepri datagen`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Args)]
struct Merge {
    #[command(flatten)]
    files: GameFiles,
    /// The new file; - is stdout
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    force: Force,
}

#[derive(Args)]
struct ShuffleFiles {
    #[command(flatten)]
    files: GameFiles,
    /// The new file; - is stdout
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    force: Force,
    /// Seed of the order
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct Sample {
    #[command(flatten)]
    files: GameFiles,
    /// The new file; - is stdout [default: print the games]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seed of the choice
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// The numbers of games, positions and faults that were read.
#[derive(Clone, Copy, Default)]
pub(super) struct ReadCounts {
    games: u64,
    positions: u64,
    pub(super) faults: u64,
}

impl ReadCounts {
    fn add(&mut self, record: &Record) {
        self.games += 1;
        self.positions += record.data().count() as u64;
    }

    /// Prints the counts, and returns the status of the command.
    fn print(&self, output: &Output) -> ExitCode {
        output.print(self);
        ExitCode::from(if self.faults > 0 { FAILURE } else { 0 })
    }
}

impl fmt::Display for ReadCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games, {} positions, {} faults", self.games, self.positions, self.faults)
    }
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        match &self.command {
            Command::Check(files) => Ok(files.check(output)?.print(output)),
            Command::Stats(files) => Ok(files.stats(output)?.print(output)),
            Command::Merge(merge) => merge.run(output),
            Command::Shuffle(shuffle) => shuffle.run(output),
            Command::Sample(sample) => sample.run(output),
        }
    }
}

/// A fault of a game in a valid block.
#[derive(Debug, Error)]
pub(super) enum GameFault {
    #[error("it does not belong to shard {0}")]
    Shard(Shard),
    #[error("an earlier game has the same seed and number")]
    Twice,
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// A function that handles a game. Its arguments are the index of the file, the recipe of the game and the game. The inner error
/// is a fault of the game. The outer error ends the command.
pub(super) type OnGame<'a> = &'a mut dyn FnMut(usize, &Recipe, &Record) -> Result<Result<(), GameFault>, CommandError>;

/// What happens with what is wrong in the files.
#[derive(Clone, Copy)]
enum Reporting<'a> {
    /// All of it is a fault, which is printed: another version of the format and further copies of a game too.
    Check(&'a Output),
    /// Faults are printed on stderr, and the number of further copies of games in a file. Another version is an error.
    Warn,
    /// Nothing is printed, because an earlier pass has reported it.
    Silent,
}

impl Reporting<'_> {
    fn report(self, what: &str) {
        match self {
            Reporting::Check(output) => output.print(what),
            Reporting::Warn => warn(what),
            Reporting::Silent => {}
        }
    }
}

impl GameFiles {
    /// Returns these files, or folders of `khepri datagen`.
    pub(super) fn new(files: Vec<PathBuf>) -> GameFiles {
        GameFiles { files }
    }

    /// Checks every game.
    fn check(&self, output: &Output) -> Result<ReadCounts, CommandError> {
        let each = &mut |_: usize, recipe: &Recipe, record: &Record| {
            Ok(if recipe.shard.has(record.number) {
                replay(record, Some(recipe), &mut |_, _| {}).map_err(GameFault::Replay)
            } else {
                Err(GameFault::Shard(recipe.shard))
            })
        };
        self.read_reporting(each, Reporting::Check(output))
    }

    fn stats(&self, output: &Output) -> Result<ReadCounts, CommandError> {
        let mut stats = Stats::default();
        let counts = self.read(&mut |_, _, record| {
            let mut positions = Vec::with_capacity(record.plies.len());
            let replayed = replay(record, None, &mut |position, ply| positions.push((position.clone(), *ply)));
            if let Err(why) = replayed {
                return Ok(Err(GameFault::Replay(why)));
            }
            stats.add_game(record);
            for (number, (position, ply)) in (record.opening.len()..).zip(&positions) {
                stats.add_position(record, position, ply, number);
            }
            Ok(Ok(()))
        })?;
        output.print(stats);
        Ok(counts)
    }

    /// Reads all games and calls `on_game` with each, but only with the first copy of a game. Damaged blocks and faulty games are
    /// reported on stderr and skipped.
    pub(super) fn read(&self, on_game: OnGame<'_>) -> Result<ReadCounts, CommandError> {
        self.read_reporting(on_game, Reporting::Warn)
    }

    /// Reads all games like [`GameFiles::read`], but reports as `reporting` says.
    fn read_reporting(&self, on_game: OnGame<'_>, reporting: Reporting<'_>) -> Result<ReadCounts, CommandError> {
        let progress = progress::bytes(self.size());
        let mut counts = ReadCounts::default();
        let is_check = matches!(reporting, Reporting::Check(_));
        // A seed and a number identify a game.
        let mut seen = HashSet::new();
        for (index, file) in self.files.iter().enumerate() {
            let report = |what: &dyn fmt::Display| {
                progress.suspend(|| reporting.report(&format!("{}: {what}", file.display())));
            };
            let input = open(file).map_err(|error| CommandError::in_file(file, &error))?;
            let mut reader = Reader::new(progress.wrap_read(input));
            let (mut recipes, mut copies) = (Vec::new(), 0_u64);
            loop {
                let fault = match reader.next_part() {
                    Ok(None) => break,
                    Ok(Some(Part::Header(new))) => {
                        recipes = new;
                        continue;
                    }
                    Ok(Some(Part::Damage(damage))) => damage.to_string(),
                    Err(error @ ReadError::Version(_)) if is_check => error.to_string(),
                    Err(error) => return Err(CommandError::in_file(file, &error)),
                    Ok(Some(Part::Game(record))) => {
                        let Some(recipe) = recipes.get(record.source as usize) else { continue };
                        let is_first = seen.insert((recipe.seed, record.number));
                        copies += u64::from(!is_first);
                        let handled = match is_first {
                            true => on_game(index, recipe, &record)?,
                            false if is_check => Err(GameFault::Twice),
                            false => continue,
                        };
                        let Err(why) = handled else {
                            counts.add(&record);
                            continue;
                        };
                        format!("game {}: {why}", record.number)
                    }
                };
                counts.faults += 1;
                report(&fault);
            }
            if copies > 0 && matches!(reporting, Reporting::Warn) {
                report(&format_args!("left out {copies} games with the seed and number of an earlier one"));
            }
        }
        progress.finish_and_clear();
        Ok(counts)
    }

    /// Combines the recipes of all files. Fails if a file has no valid header, or if `files_differ` and two files may contain the
    /// same game.
    fn combined(&self, files_differ: bool) -> Result<Combined, CommandError> {
        let mut combined = Combined::default();
        for file in &self.files {
            let in_file = |error: &dyn fmt::Display| CommandError::in_file(file, error);
            let mut reader = Reader::new(open(file).map_err(|error| in_file(&error))?);
            let mut recipes: Option<Vec<Recipe>> = None;
            while let Some(part) = reader.next_part().map_err(|error| in_file(&error))? {
                if let Part::Header(mut new) = part {
                    recipes.get_or_insert_default().append(&mut new);
                }
            }
            let recipes = recipes.ok_or_else(|| in_file(&"the header is damaged, or it is not a file of games"))?;
            let distinct = if files_differ { combined.check_distinct(&recipes) } else { Ok(()) };
            distinct.and_then(|()| combined.add(&recipes)).map_err(|error| {
                let earlier = match error {
                    CombineError::Duplicate { earlier, .. } => self.files.get(earlier),
                    CombineError::TooMany => None,
                };
                let earlier = earlier.map(|earlier| format!(" and {}", earlier.display())).unwrap_or_default();
                CommandError::new("<FILE>", format_args!("{}{earlier}: {error}", file.display()))
            })?;
        }
        Ok(combined)
    }

    /// Checks all files, and creates a file for copies of their games. If `files_differ`, files that may contain the same game are
    /// refused.
    fn copy_to<'a>(
        &self,
        path: &'a Path,
        force: &Force,
        files_differ: bool,
        stdout: &Output,
    ) -> Result<GamesCopy<'a>, CommandError> {
        let file = OutputFile::new("--output", path, OutputKind::New, force.force);
        let report = files::check(&self.inputs(), [&file], stdout)?;
        let combined = self.combined(files_differ)?;
        let mut file = file.create(stdout)?;
        interrupt::remove_on_interrupt(&file).map_err(|error| CommandError::failure("data", error))?;
        file.write(&combined.header())?;
        Ok(GamesCopy { file, combined, report })
    }

    /// Returns the files to read, each with the name of its argument.
    pub(super) fn inputs(&self) -> Vec<(&'static str, PathBuf)> {
        self.files.iter().map(|file| ("<FILE>", path_of(file))).collect()
    }

    /// Returns the total size of all files in bytes; `None` if a size is unknown.
    fn size(&self) -> Option<u64> {
        self.files.iter().map(|file| path_of(file).metadata().ok().map(|data| data.len())).sum()
    }
}

/// Returns the path of a file of games. For a folder, returns the file that `khepri datagen` writes in it.
fn path_of(file: &Path) -> PathBuf {
    if file.is_dir() { Store::path(file) } else { file.to_owned() }
}

fn open(file: &Path) -> io::Result<File> {
    File::open(path_of(file))
}

/// A new file for games of several files.
struct GamesCopy<'a> {
    file: NewFile<'a>,
    combined: Combined,
    /// The output for everything except the games.
    report: Output,
}

impl GamesCopy<'_> {
    /// Returns the block of a game for the new file.
    fn block(&self, recipe: &Recipe, record: &Record) -> Result<Vec<u8>, CommandError> {
        self.combined.block(recipe, record).map_err(|error| CommandError::new("--output", error))
    }

    fn add(&mut self, recipe: &Recipe, record: &Record) -> Result<(), CommandError> {
        let block = self.block(recipe, record)?;
        self.file.write(&block)
    }

    /// Finishes the file, prints the counts, and returns the status of the command.
    fn finish(self, counts: ReadCounts) -> Result<ExitCode, CommandError> {
        self.file.finish()?;
        Ok(counts.print(&self.report))
    }
}

impl Merge {
    fn run(&self, stdout: &Output) -> Result<ExitCode, CommandError> {
        let mut copy = self.files.copy_to(&self.output, &self.force, true, stdout)?;
        let counts = self.files.read(&mut |_, recipe, record| copy.add(recipe, record).map(Ok))?;
        copy.finish(counts)
    }
}

impl ShuffleFiles {
    fn run(&self, stdout: &Output) -> Result<ExitCode, CommandError> {
        let mut copy = self.files.copy_to(&self.output, &self.force, false, stdout)?;
        let unwritable = |error: &io::Error| CommandError::unwritable("--output", &self.output, error);
        let is_stream = is_stream(&self.output);
        let folder = if is_stream { std::env::temp_dir() } else { folder_of(&self.output).to_owned() };
        let total = self.files.size().unwrap_or_default();
        let shuffle = Shuffle::new(total, SHUFFLE_MEMORY, self.seed, || tempfile::tempfile_in(&folder));
        let mut shuffle = shuffle.map_err(|error| unwritable(&error))?;
        let counts = self.files.read(&mut |_, recipe, record| {
            shuffle.add(&copy.block(recipe, record)?).map_err(|error| unwritable(&error)).map(Ok)
        })?;
        shuffle.finish(&mut |block| copy.file.writer.write_all(block)).map_err(|error| unwritable(&error))?;
        copy.finish(counts)
    }
}

impl Sample {
    fn run(&self, stdout: &Output) -> Result<ExitCode, CommandError> {
        let mut copy = match &self.output {
            Some(path) => Some(self.files.copy_to(path, &self.force, false, stdout)?),
            None => self.files.combined(false).map(|_| None)?,
        };
        let mut unread = self.files.read(&mut |_, _, _| Ok(Ok(())))?;
        let mut missing = self.games.min(unread.games);
        let mut random = Random::seed_from_u64(self.seed);
        let mut picked = ReadCounts { faults: unread.faults, ..ReadCounts::default() };
        // Source: D. E. Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S.
        let choose = &mut |index: usize, recipe: &Recipe, record: &Record| {
            let is_picked = (random.below(usize::try_from(unread.games).unwrap_or(usize::MAX)) as u64) < missing;
            unread.games = unread.games.saturating_sub(1);
            if !is_picked {
                return Ok(Ok(()));
            }
            missing -= 1;
            picked.add(record);
            match copy.as_mut() {
                Some(copy) => copy.add(recipe, record).map(Ok),
                None => Ok(print(&self.files.files[index], record, stdout)),
            }
        };
        self.files.read_reporting(choose, Reporting::Silent)?;
        match copy {
            Some(copy) => copy.finish(picked),
            None => Ok(picked.print(stdout)),
        }
    }
}

/// Prints a game position by position.
fn print(file: &Path, record: &Record, output: &Output) -> Result<(), GameFault> {
    let Record { number, start, opening, outcome, end, is_adjudicated, is_lead, .. } = record;
    let start = match start.name() {
        Some(name) => format!("{} {name}", start.position().rule_set().name()),
        None => start.position().to_string(),
    };
    let opening: String = opening.iter().map(|mv| format!(" {mv}")).collect();
    let file = file.display();
    let adjudication = if *is_adjudicated { "" } else { ", not adjudicated" };
    let lead = if *is_lead { ", from a lead opening" } else { "" };
    let end = end.name();
    output.print(format_args!("# {file} game {number}: {start} moves{opening}; {outcome} {end}{adjudication}{lead}"));
    replay(record, None, &mut |position, ply| {
        let kfen = position.to_string();
        let result = record.result_of(position.side_to_move());
        output.print(format_args!("{kfen} ; {} {} {} {result}", ply.mv, ply.score.value(), ply.flags));
    })
    .map_err(GameFault::Replay)
}
