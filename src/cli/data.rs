//! `khepri data`: checks, counts, merges, shuffles and samples the files of `khepri datagen`.

use super::command_error::{CommandError, FAILURE, warn};
use super::files::{self, Force, OutputFile, OutputKind};
use super::interrupt;
use super::new_file::{NewFile, folder_of, is_stream};
use super::progress;
use crate::datagen::header::{CombineError, Combined};
use crate::datagen::reader::{OpenError, Part, Reader};
use crate::datagen::recipe::Recipe;
use crate::datagen::record::Record;
use crate::datagen::replay::{ReplayError, replay};
use crate::datagen::shuffle::Shuffle;
use crate::datagen::stats::Stats;
use crate::datagen::store::Store;
use crate::output::Output;
use crate::util::random::Random;
use crate::util::shard::Shard;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressBarIter};
use rand::SeedableRng;
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
/// A folder stands for the file in it. Damaged blocks are reported and skipped, and the status is then 1. The last line is
/// always `N games, M positions, K faults`.
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
    /// the opponent's Pharaoh, t = the player's own Pharaoh is threatened, m = the score is a forced win or loss.
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
        self.positions += record.plies.len() as u64;
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
    #[error("it is in the file twice")]
    Twice,
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// A function that handles a game. Its arguments are the index of the file, the recipes of the file's header (`None` if the
/// header is damaged) and the game. The inner error is a fault of the game. The outer error ends the command.
pub(super) type OnGame<'a> =
    &'a mut dyn FnMut(usize, Option<&[Recipe]>, &Record) -> Result<Result<(), GameFault>, CommandError>;

impl GameFiles {
    /// Returns these files, or folders of `khepri datagen`.
    pub(super) fn new(files: Vec<PathBuf>) -> GameFiles {
        GameFiles { files }
    }

    /// Checks every game.
    fn check(&self, output: &Output) -> Result<ReadCounts, CommandError> {
        let mut seen = HashSet::new();
        let each = &mut |file: usize, recipes: Option<&[Recipe]>, record: &Record| {
            let Record { source, number, .. } = *record;
            let recipe = recipes.and_then(|recipes| recipes.get(source as usize));
            let checked = match recipe.filter(|recipe| !recipe.shard.has(number)) {
                Some(recipe) => Err(GameFault::Shard(recipe.shard)),
                None if !seen.insert((file, source, number)) => Err(GameFault::Twice),
                None => replay(record, recipe, &mut |_, _| {}).map_err(GameFault::Replay),
            };
            Ok(checked)
        };
        let skip = &mut |error| match error {
            OpenError::Input(_) => Err(error),
            OpenError::Version(_) => Ok(error.to_string()),
        };
        self.read_reporting(each, skip, &mut |fault| output.print(fault))
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

    /// Reads all games and calls `on_game`. Damaged blocks and faulty games are reported on stderr and skipped.
    pub(super) fn read(&self, on_game: OnGame<'_>) -> Result<ReadCounts, CommandError> {
        self.read_reporting(on_game, &mut Err, &mut |fault| warn(fault))
    }

    /// Reads all games like [`GameFiles::read`], but calls `report` with each fault. Calls `skip` if a file cannot be opened.
    /// `skip` returns the fault to report if the file may be skipped, else the error.
    fn read_reporting(
        &self,
        on_game: OnGame<'_>,
        skip: &mut dyn FnMut(OpenError) -> Result<String, OpenError>,
        report: &mut dyn FnMut(&str),
    ) -> Result<ReadCounts, CommandError> {
        let progress = progress::bytes(self.size());
        let mut counts = ReadCounts::default();
        for (index, file) in self.files.iter().enumerate() {
            let mut fault = |what: &dyn fmt::Display| {
                counts.faults += 1;
                progress.suspend(|| report(&format!("{}: {what}", file.display())));
            };
            let mut reader = match open(file, &progress) {
                Ok(reader) => reader,
                Err(error) => {
                    fault(&skip(error).map_err(|error| CommandError::in_file(file, &error))?);
                    continue;
                }
            };
            while let Some(part) = reader.next_part().map_err(|error| CommandError::in_file(file, &error))? {
                match part {
                    Part::Damage(damage) => fault(&damage),
                    Part::Game(record) => match on_game(index, reader.recipes(), &record)? {
                        Ok(()) => {
                            counts.games += 1;
                            counts.positions += record.plies.len() as u64;
                        }
                        Err(why) => fault(&format_args!("game {}: {why}", record.number)),
                    },
                }
            }
        }
        progress.finish_and_clear();
        Ok(counts)
    }

    /// Combines the recipes of all files. Fails if two files may contain the same game.
    fn combined(&self) -> Result<Combined, CommandError> {
        let mut combined = Combined::default();
        for file in &self.files {
            let reader = open(file, &ProgressBar::hidden()).map_err(|error| CommandError::in_file(file, &error))?;
            let why = &"the header is damaged, or it is not a file of games";
            let recipes = reader.recipes().ok_or_else(|| CommandError::in_file(file, why))?;
            combined.add(recipes).map_err(|error| {
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

    /// Checks all files, and creates a file for copies of their games.
    fn copy_to<'a>(&self, path: &'a Path, force: &Force, stdout: &Output) -> Result<GamesCopy<'a>, CommandError> {
        let file = OutputFile::new("--output", path, OutputKind::New, force.force);
        let report = files::check(&self.inputs(), [&file], stdout)?;
        let combined = self.combined()?;
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

fn open(file: &Path, progress: &ProgressBar) -> Result<Reader<ProgressBarIter<File>>, OpenError> {
    let input = File::open(path_of(file)).map_err(OpenError::Input)?;
    Reader::new(progress.wrap_read(input))
}

/// A new file for games of several files.
struct GamesCopy<'a> {
    file: NewFile<'a>,
    combined: Combined,
    /// The output for everything except the games.
    report: Output,
}

impl GamesCopy<'_> {
    /// Returns the block of a game for the new file. `file` is the index of the file that the game comes from.
    fn block(&self, file: usize, record: &Record) -> Result<Vec<u8>, CommandError> {
        self.combined.block(file, record).map_err(|error| CommandError::new("--output", error))
    }

    fn add(&mut self, file: usize, record: &Record) -> Result<(), CommandError> {
        let block = self.block(file, record)?;
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
        let mut copy = self.files.copy_to(&self.output, &self.force, stdout)?;
        let counts = self.files.read(&mut |index, _, record| copy.add(index, record).map(Ok))?;
        copy.finish(counts)
    }
}

impl ShuffleFiles {
    fn run(&self, stdout: &Output) -> Result<ExitCode, CommandError> {
        let mut copy = self.files.copy_to(&self.output, &self.force, stdout)?;
        let unwritable = |error: &io::Error| CommandError::unwritable("--output", &self.output, error);
        let is_stream = is_stream(&self.output);
        let folder = if is_stream { std::env::temp_dir() } else { folder_of(&self.output).to_owned() };
        let total = self.files.size().unwrap_or_default();
        let shuffle = Shuffle::new(total, SHUFFLE_MEMORY, self.seed, || tempfile::tempfile_in(&folder));
        let mut shuffle = shuffle.map_err(|error| unwritable(&error))?;
        let counts = self.files.read(&mut |index, _, record| {
            shuffle.add(&copy.block(index, record)?).map_err(|error| unwritable(&error)).map(Ok)
        })?;
        shuffle.finish(&mut |block| copy.file.writer.write_all(block)).map_err(|error| unwritable(&error))?;
        copy.finish(counts)
    }
}

impl Sample {
    fn run(&self, stdout: &Output) -> Result<ExitCode, CommandError> {
        let mut copy = match &self.output {
            Some(path) => Some(self.files.copy_to(path, &self.force, stdout)?),
            None => self.files.combined().map(|_| None)?,
        };
        let mut unread = self.files.read(&mut |_, _, _| Ok(Ok(())))?;
        let mut missing = self.games.min(unread.games);
        let mut random = Random::seed_from_u64(self.seed);
        let mut picked = ReadCounts { faults: unread.faults, ..ReadCounts::default() };
        // Source: D. E. Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S.
        let choose = &mut |index: usize, _: Option<&[Recipe]>, record: &Record| {
            let is_picked = (random.below(usize::try_from(unread.games).unwrap_or(usize::MAX)) as u64) < missing;
            unread.games = unread.games.saturating_sub(1);
            if !is_picked {
                return Ok(Ok(()));
            }
            missing -= 1;
            picked.add(record);
            match copy.as_mut() {
                Some(copy) => copy.add(index, record).map(Ok),
                None => Ok(print(&self.files.files[index], record, stdout)),
            }
        };
        self.files.read_reporting(choose, &mut Err, &mut |_| {})?;
        match copy {
            Some(copy) => copy.finish(picked),
            None => Ok(picked.print(stdout)),
        }
    }
}

/// Prints a game position by position.
fn print(file: &Path, record: &Record, output: &Output) -> Result<(), GameFault> {
    let Record { number, start, opening, outcome, end, .. } = record;
    let start = match start.name() {
        Some(name) => format!("{} {name}", start.position().rule_set().name()),
        None => start.position().to_string(),
    };
    let opening: String = opening.iter().map(|mv| format!(" {mv}")).collect();
    let file = file.display();
    output.print(format_args!("# {file} game {number}: {start} moves{opening}; {outcome} {}", end.name()));
    replay(record, None, &mut |position, ply| {
        let kfen = position.to_string();
        let result = record.result_of(position.side_to_move());
        output.print(format_args!("{kfen} ; {} {} {} {result}", ply.mv, ply.score.value(), ply.flags));
    })
    .map_err(GameFault::Replay)
}
