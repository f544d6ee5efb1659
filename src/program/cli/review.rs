//! `khepri analyse GAME.kgn`: reviews the games of a file. Prints a table of each game. Can also write the games with comments,
//! and a page with pictures.

use super::command_error::{CommandError, USAGE_ERROR, fail, warn};
use super::files::{self, Force, OutputFile, OutputKind};
use super::games;
use super::interrupt::{self, INTERRUPTED};
use super::new_file::NewFile;
use super::processors::processors;
use super::progress;
use crate::output::Output;
use crate::review::{html, pool, table};
use clap::Args;
use khepri_protocol::draw::mark;
use khepri_protocol::review::{Review, annotate, game};
use khepri_rules::kgn::{self, ReadError, Reader, Record};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of a review.
#[derive(Args)]
pub(super) struct ReviewArgs {
    /// Review the games of this file in KGN instead of searching a position; - is stdin
    #[arg(value_name = "GAME.kgn", conflicts_with_all = ["kfen", "setup", "variant", "moves", "depth", "movetime", "multipv"])]
    pub(super) file: Option<PathBuf>,
    /// Nodes for each position of a review
    #[arg(long, value_name = "N", default_value_t = game::NODES, value_parser = clap::value_parser!(u64).range(1..), requires = "file")]
    nodes: u64,
    /// Write the reviewed games with scores and comments to a new file; - is stdout
    #[arg(long, value_name = "FILE.kgn", requires = "file")]
    output: Option<PathBuf>,
    /// Write the review as one page with pictures to a new file, or over an earlier review; - is stdout
    #[arg(long, value_name = "FILE.html", requires = "file")]
    html: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

/// A game with its number in the file.
struct Numbered {
    number: usize,
    record: Record,
}

impl ReviewArgs {
    pub(super) fn run(&self, file: &Path, threads: Option<usize>, stdout: &Output) -> Result<ExitCode, CommandError> {
        let new = |argument, kind| move |path| OutputFile::new(argument, path, kind, self.force.force);
        let copy = self.output.as_deref().map(new("--output", OutputKind::New));
        let page = self.html.as_deref().map(new("--html", OutputKind::Marked(mark::PAGE)));
        let output = &files::check(&[(GAME, files::input_path(file))], copy.iter().chain(&page), stdout)?;
        let (games, faults) = read(file)?;
        let status = ExitCode::from(u8::from(faults > 0));
        if games.is_empty() {
            let what = if faults > 0 { "no game without a fault" } else { "no game" };
            return Ok(fail(
                USAGE_ERROR,
                format_args!("{GAME}: {}: expected games in KGN, found {what}", file.display()),
            ));
        }
        // From here on, the first interrupt only stops the review, so that no incomplete file is left.
        let signals = interrupt::signals().map_err(|error| CommandError::failure("analyse", error))?;
        let mut kgn = copy.as_ref().map(|file| file.create(stdout)).transpose()?;
        let mut page = page.as_ref().map(|file| file.create(stdout)).transpose()?;
        write(page.as_mut(), || html::begin(self.nodes))?;
        let bar = progress::positions(games.iter().map(|game| game.record.moves.len() + 1).sum());
        let records: Vec<&Record> = games.iter().map(|game| &game.record).collect();
        let mut written = Ok(());
        let mut reviewed = |index: usize, review: &Review| {
            let Some(Numbered { number, record }) = games.get(index) else { return };
            let text = table::render(*number, record, review);
            bar.suspend(|| output.print(if index == 0 { text } else { format!("\n{text}") }));
            if written.is_ok() {
                written = write(kgn.as_mut(), || kgn::write(&annotate::annotate(record, review, self.nodes)))
                    .and_then(|()| write(page.as_mut(), || html::game(*number, record, review)));
            }
            if written.is_err() || output.failure().is_some() {
                signals.stop();
            }
        };
        let threads = threads.unwrap_or_else(processors);
        let done = pool::review_all(&records, threads, self.nodes, &signals, &|| bar.inc(1), &mut reviewed);
        bar.finish_and_clear();
        done.map_err(|error| CommandError::failure("analyse", error))?;
        written?;
        // If the output has failed, the review is incomplete.
        if output.failure().is_none() {
            if signals.is_stopped() {
                return Ok(fail(INTERRUPTED, "analyse: interrupted; no file was written"));
            }
            write(page.as_mut(), || html::end().to_owned())?;
            kgn.map_or(Ok(()), NewFile::finish)?;
            page.map_or(Ok(()), NewFile::finish)?;
        }
        Ok(status)
    }
}

/// The argument that names the file of games.
const GAME: &str = "<GAME.kgn>";

/// Reads the games of a file, and prints the faults of faulty games. Returns the valid games and the number of faulty ones.
fn read(file: &Path) -> Result<(Vec<Numbered>, u64), CommandError> {
    let unreadable =
        |error: &dyn std::fmt::Display| CommandError::new(GAME, format_args!("{}: {error}", file.display()));
    let size = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len());
    let bar = progress::bytes(size);
    let opened = games::open(file, &bar).map_err(|error| unreadable(&error))?;
    let (mut games, mut faults) = (Vec::new(), 0);
    for (number, game) in (1..).zip(Reader::new(opened)) {
        match game {
            Ok(record) => games.push(Numbered { number, record }),
            Err(ReadError::Fault(fault)) => {
                faults += 1;
                bar.suspend(|| warn(format_args!("{}:{fault}", file.display())));
            }
            Err(ReadError::Input(error)) => return Err(unreadable(&error)),
        }
    }
    bar.finish_and_clear();
    Ok((games, faults))
}

/// Appends a text to the file, if there is one.
fn write(file: Option<&mut NewFile<'_>>, text: impl FnOnce() -> String) -> Result<(), CommandError> {
    file.map_or(Ok(()), |file| file.write(text().as_bytes()))
}
