//! `khepri puzzles`: makes puzzles from recorded games, checks a file of puzzles, rates it or finds its themes, or makes the daily lasers.

mod check;
mod daily;
mod journal;
mod lines;
mod rate;
mod themes;

use super::command_error::{CommandError, FAILURE, fail, print_stderr};
use super::data::GameFiles;
use super::files::{self, Force, OutputFile, OutputKind};
use super::interrupt::{self, INTERRUPTED};
use super::locked;
use super::processors::processors;
use super::progress;
use crate::output::Output;
use clap::Args;
use indicatif::ProgressBar;
use jiff::civil::Date;
use journal::{Journal, JournalError};
use khepri_engine::{NoMemory, Signals};
use khepri_lab::datagen::record::Record;
use khepri_lab::datagen::replay::replay;
use khepri_lab::datagen::selfplay;
use khepri_lab::openings::walk::Arrangement;
use khepri_lab::puzzles::examiner::Examiner;
use khepri_lab::puzzles::finder::{self, ScoredPosition};
use khepri_lab::puzzles::puzzle::Puzzle;
use khepri_lab::puzzles::rating::Rater;
use khepri_lab::workers::{self, WorkError};
use khepri_rules::internal::util::random::Random;
use std::collections::{BinaryHeap, HashSet};
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The time between two progress lines if stderr is not a terminal.
const REPORT: Duration = Duration::from_secs(60);

/// Make puzzles from recorded games, or check, rate or arrange a file of puzzles
///
/// Reads the games of `khepri datagen`, looks for positions with one solution, and tests each with a search of 1,000,000 nodes
/// and a prover. How often the levels find the solution gives the rating. The puzzles are one a line, as positions/README.md
/// describes. After an interruption, the same command continues where it stopped. The same games, options and version give the
/// same puzzles, for any number of threads.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri puzzles .data/khet2 --output puzzles.txt --games 500\n  \
                        khepri puzzles --check puzzles.txt\n  \
                        khepri puzzles --rate puzzles.txt --output rated.txt\n  \
                        khepri puzzles --daily 2026-11-28 puzzles.txt --output daily.txt")]
pub(super) struct Arguments {
    /// Files of games, or folders of `khepri datagen`; with --daily, files of puzzles
    #[arg(value_name = "FILE", required_unless_present_any = ["check", "rate", "themes"])]
    files: Vec<PathBuf>,
    /// The new file; - is stdout
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Seed of the choice and the order of the games, or of the order of the daily lasers
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Largest number of games, chosen at random [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Check the puzzles of this file instead; the last line is `N puzzles, M faults`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "output", "force", "seed", "games"])]
    check: Option<PathBuf>,
    /// Rate the puzzles of this file anew instead, and keep everything else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "check", "seed", "games"])]
    rate: Option<PathBuf>,
    /// Find the themes of the puzzles of this file anew instead, and keep everything else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "check", "rate", "seed", "games", "threads"])]
    themes: Option<PathBuf>,
    /// Make the daily lasers from this date on instead, from the proven wins of files of puzzles. Appends those that the output lacks
    #[arg(long, value_name = "DATE", conflicts_with_all = ["check", "rate", "themes", "games", "threads"])]
    daily: Option<Date>,
}

/// The games to read, in their order.
struct Games {
    records: Vec<Record>,
    /// The number of faults of the files.
    faults: u64,
    /// The checksum of the games.
    checksum: u32,
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let threads = self.threads.map_or_else(processors, usize::from);
        if let Some(file) = &self.check {
            return check::run(file, threads, output);
        }
        let path = self.output.as_deref().ok_or_else(|| CommandError::new("--output", "expected a file"))?;
        let new = OutputFile::new("--output", path, OutputKind::New, self.force.force);
        match (&self.rate, &self.themes, self.daily) {
            (Some(file), ..) => rate::run(file, &new, threads, output),
            (None, Some(file), _) => themes::run(file, &new, output),
            (None, None, Some(date)) => daily::run(date, &self.files, path, (self.seed, self.force.force), output),
            (None, None, None) => self.make(path, threads, output),
        }
    }

    fn make(&self, path: &Path, threads: usize, stdout: &Output) -> Result<ExitCode, CommandError> {
        let files = GameFiles::new(self.files.clone());
        let file = OutputFile::new("--output", path, OutputKind::New, self.force.force);
        let journal_path = journal::path(path);
        let kind = OutputKind::Continued(journal::START.as_bytes());
        let journal_file = OutputFile::new("--output", &journal_path, kind, self.force.force);
        let journal = (!file.is_stream()).then_some(&journal_file);
        let report = files::check(&files.inputs(), [&file].into_iter().chain(journal), stdout)?;
        let games = self.games(&files)?;
        let engine = selfplay::engine_id().map_err(|error| CommandError::failure("puzzles", error))?;
        let work = format!(
            "seed {}, {} games with checksum {:08x}, engine {:08x}",
            self.seed,
            games.records.len(),
            games.checksum,
            engine.signature
        );
        let journal_error = |error: JournalError| match error {
            JournalError::Input(error) => CommandError::unwritable("--output", &journal_path, &error),
            other => CommandError::new("--output", format_args!("{}: {other}", journal_path.display())),
        };
        let is_locked = |error: &JournalError| matches!(error, JournalError::Locked);
        let open = || Journal::open(&journal_path, &work, self.force.force);
        let opened = journal.map(|_| locked::wait("puzzles: --output", is_locked, open)).transpose();
        let (mut journal, done) = match opened.map_err(journal_error)? {
            Some((journal, done)) => (Some(journal), done),
            None => (None, journal::Done::default()),
        };
        let signals = interrupt::signals().map_err(|error| CommandError::failure("puzzles", error))?;
        let mut made = Made::new(&games, done);
        let undone = games.records.get(made.games..).unwrap_or_default();
        let create = || Ok((Examiner::new()?, Rater::new()?));
        let find = |record: &Record, (examiner, rater): &mut (Examiner, Rater)| {
            finder::find(&positions(record), examiner, rater, &signals)
        };
        let result = each(undone, threads, &signals, create, find, &mut |puzzles| {
            let games = made.games + 1;
            let new = made.add(puzzles);
            journal.as_mut().map_or(Ok(()), |journal| journal.append(games, new))
        });
        made.progress.finish_and_clear();
        match result {
            Err(WorkError::Callback(error)) => {
                return Err(CommandError::unwritable("--output", &journal_path, &error));
            }
            Err(error) => return Err(CommandError::failure("puzzles", error)),
            Ok(()) => {}
        }
        if signals.is_stopped() {
            return Ok(fail(INTERRUPTED, "puzzles: interrupted; the same command continues"));
        }
        let mut text = format!(
            "# Puzzles, one a line: the position, the only solution and its line, the rating, the kind, the themes, and the\n\
             # length of the win in moves if it is proven.\n\
             # khepri {engine}: {}\n\
             # {} games, {} positions.\n\
             {}.\n",
            self.command(path),
            games.records.len(),
            games.records.iter().map(|record| record.plies.len()).sum::<usize>(),
            rate::head(),
        );
        made.puzzles.iter().for_each(|puzzle| text.push_str(&format!("{puzzle}\n")));
        file.write(text.as_bytes(), stdout)?;
        journal
            .map_or(Ok(()), Journal::remove)
            .map_err(|error| CommandError::unwritable("--output", &journal_path, &error))?;
        report.print(format_args!("{} games, {} puzzles", games.records.len(), made.puzzles.len()));
        Ok(ExitCode::from(if games.faults > 0 { FAILURE } else { 0 }))
    }

    /// Reads the games: those with the smallest random numbers, in the order of these numbers.
    fn games(&self, files: &GameFiles) -> Result<Games, CommandError> {
        let random = Random::seed_from_u64(self.seed);
        let limit = self.games.map_or(usize::MAX, |games| usize::try_from(games).unwrap_or(usize::MAX));
        let mut chosen: BinaryHeap<Numbered> = BinaryHeap::new();
        let mut count = 0;
        let counts = files.read(&mut |_, _, record| {
            chosen.push(Numbered { key: (random.stream(count).next_u64(), count), record: record.clone() });
            count += 1;
            if chosen.len() > limit {
                chosen.pop();
            }
            Ok(replay(record, None, &mut |_, _| {}).map_err(Into::into))
        })?;
        let records: Vec<Record> = chosen.into_sorted_vec().into_iter().map(|numbered| numbered.record).collect();
        let mut checksum = crc32fast::Hasher::new();
        for record in &records {
            checksum.update(&record.to_block().map_err(|error| CommandError::failure("puzzles", error))?);
        }
        Ok(Games { records, faults: counts.faults, checksum: checksum.finalize() })
    }

    /// Returns the command that makes the same file.
    fn command(&self, path: &Path) -> String {
        let files: String = self.files.iter().map(|file| format!(" {}", file.display())).collect();
        let games = self.games.map(|games| format!(" --games {games}")).unwrap_or_default();
        format!("khepri puzzles{files} --output {} --seed {}{games}", path.display(), self.seed)
    }
}

/// Works on the items in their order, with a worker on each thread; see [`workers::run_in_order`]. `work` returns `None` if it
/// was stopped.
fn each<T: Sync, W, R: Send, E>(
    items: &[T],
    threads: usize,
    signals: &Signals,
    create: impl Fn() -> Result<W, NoMemory> + Sync,
    work: impl Fn(&T, &mut W) -> Option<R> + Sync,
    on_result: &mut dyn FnMut(R) -> Result<(), E>,
) -> Result<(), WorkError<NoMemory, E>> {
    let work = |item: &T, worker: &mut W| Ok(work(item, worker));
    workers::run_in_order(items.iter(), (threads, "puzzles"), signals, create, work, on_result)
}

/// Returns the exit code of work that was interrupted, or `None` if all of it was done.
fn interruption(
    result: Result<(), WorkError<NoMemory, Infallible>>,
    signals: &Signals,
) -> Result<Option<ExitCode>, CommandError> {
    result.map_err(|error| CommandError::failure("puzzles", error))?;
    Ok(signals.is_stopped().then(|| fail(INTERRUPTED, "puzzles: interrupted")))
}

/// A game with its random number, by which it is ordered.
struct Numbered {
    key: (u64, u64),
    record: Record,
}

impl PartialEq for Numbered {
    fn eq(&self, other: &Numbered) -> bool {
        self.key == other.key
    }
}

impl Eq for Numbered {}

impl PartialOrd for Numbered {
    fn partial_cmp(&self, other: &Numbered) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Numbered {
    fn cmp(&self, other: &Numbered) -> std::cmp::Ordering {
        self.key.cmp(&other.key)
    }
}

/// Returns the scored positions of a game; those before an error if the record is wrong.
fn positions(record: &Record) -> Vec<ScoredPosition> {
    let mut positions = Vec::with_capacity(record.plies.len());
    // A wrong game was reported when it was read.
    let _ = replay(record, None, &mut |position, ply| {
        positions.push(ScoredPosition { position: position.clone(), score: ply.score });
    });
    positions
}

/// The puzzles made so far, and the progress.
struct Made {
    puzzles: Vec<Puzzle>,
    /// The arrangements of the puzzles, seen from the side to move. A mirrored board is no position of the same game, since the
    /// lasers stay in their corners.
    seen: HashSet<Arrangement>,
    /// The number of games read.
    games: usize,
    total: usize,
    progress: ProgressBar,
    reported: Instant,
}

impl Made {
    fn new(games: &Games, done: journal::Done) -> Made {
        let total = games.records.len();
        let progress = progress::games(Some(total as u64));
        progress.set_position(done.games as u64);
        let seen = done.puzzles.iter().map(|puzzle| Arrangement::of(&puzzle.position)).collect();
        Made { puzzles: done.puzzles, seen, games: done.games, total, progress, reported: Instant::now() }
    }

    /// Adds the puzzles of the next game, without those that exist already. Returns the new ones.
    fn add(&mut self, puzzles: Vec<Puzzle>) -> &[Puzzle] {
        let before = self.puzzles.len();
        for puzzle in puzzles {
            if self.seen.insert(Arrangement::of(&puzzle.position)) {
                self.puzzles.push(puzzle);
            }
        }
        self.games += 1;
        self.progress.set_message(format!("games, {} puzzles", self.puzzles.len()));
        self.progress.set_position(self.games as u64);
        if self.progress.is_hidden() && self.reported.elapsed() >= REPORT {
            self.reported = Instant::now();
            let Made { games, total, .. } = self;
            print_stderr(format_args!("khepri: puzzles: {games} of {total} games, {} puzzles", self.puzzles.len()));
        }
        self.puzzles.get(before..).unwrap_or_default()
    }
}
