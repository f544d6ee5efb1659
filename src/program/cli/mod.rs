//! The command line. An error in the arguments prints one line on stderr and has status 2. Other failures have status 1.
//! The status is 141 if the reader of stdout has closed it.

mod accuracy;
mod analyse;
mod bench;
mod command_error;
mod data;
mod datagen;
mod engines;
mod files;
mod games;
mod interrupt;
mod key_values;
mod locked;
mod matches;
mod net;
mod new_file;
mod openings;
mod parse_error;
mod perft;
mod play;
mod playing;
mod position;
mod processors;
mod progress;
mod puzzles;
mod review;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod speedup;
mod sprt;
mod spsa;
mod tactics;
mod train;
mod wdl;

use crate::output::Output;
use crate::{COMMIT, driver};
use clap::error::ErrorKind;
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
use command_error::{CLOSED_STDOUT, CommandError, FAILURE, USAGE_ERROR, fail, warn};
use khepri_protocol::answers;
use std::io::{self, BufReader};
use std::process::{ExitCode, exit};

/// An engine for Khet, the laser game.
///
/// Without a command it speaks a protocol like UCI on stdin and stdout; send `help` for its commands.
#[derive(Parser)]
#[command(
    name = "khepri",
    version,
    after_help = "Example:\n  printf 'position setup imhotep\\ngo movetime 500\\n' | khepri"
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Perft(perft::Arguments),
    Show(show::Arguments),
    #[command(visible_alias = "analyze")]
    Analyse(analyse::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    Play(play::Arguments),
    Bench(bench::Arguments),
    Match(Box<matches::Arguments>),
    Games(games::Arguments),
    Sprt(sprt::Arguments),
    Spsa(Box<spsa::Arguments>),
    Speedup(speedup::Arguments),
    Wdl(wdl::Arguments),
    Openings(openings::Arguments),
    Tactics(tactics::Arguments),
    Puzzles(puzzles::Arguments),
    Datagen(datagen::Arguments),
    Data(data::Arguments),
    Train(train::Arguments),
    Net(net::Arguments),
    /// Print the version and the instruction set of the build
    #[command(after_help = "Example:\n  khepri version")]
    Version,
}

/// Runs the command line of the process.
pub fn main() -> ExitCode {
    start_log();
    let arguments = match command().try_get_matches().and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments,
        Err(error) => return report(&error),
    };
    let output = Output::stdout();
    let Some(command) = arguments.command else { return run_protocol(&output) };
    let output =
        if command.has_files() { output } else { output.on_failure(|error| exit(output_status(error).into())) };
    let status = command.run(&output);
    // A failure of stdout may have caused the command's error, so only the failure of stdout is reported.
    if let Some(error) = output.failure() {
        return ExitCode::from(output_status(error));
    }
    status.unwrap_or_else(|error| fail(error.status, error))
}

/// Starts the log on stderr, filtered by `RUST_LOG`.
fn start_log() {
    let filter = std::env::var("RUST_LOG").unwrap_or_default();
    if let Err(error) = env_filter::Builder::new().try_parse(&filter) {
        return warn(format_args!("RUST_LOG: {error}"));
    }
    let filter = if filter.is_empty() { "off" } else { &filter };
    // This fails only if a logger is already set.
    let _ = env_logger::Builder::new().parse_filters(filter).try_init();
}

/// Returns the parser. It reads a number such as `-1` as a value, not as an option.
fn command() -> clap::Command {
    let takes_numbers = |argument: Arg| {
        let takes_value = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_value)
    };
    Arguments::command().mut_subcommands(|command| command.mut_args(takes_numbers))
}

impl Command {
    fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        match self {
            Command::Perft(arguments) => arguments.run(output),
            Command::Show(arguments) => arguments.run(output),
            Command::Analyse(arguments) => arguments.run(output),
            #[cfg(feature = "serve")]
            Command::Serve(arguments) => arguments.run(output),
            Command::Play(arguments) => arguments.run(output),
            Command::Bench(arguments) => arguments.run(output),
            Command::Match(arguments) => arguments.run(output),
            Command::Games(arguments) => arguments.run(output),
            Command::Sprt(arguments) => arguments.run(output),
            Command::Spsa(arguments) => arguments.run(output),
            Command::Speedup(arguments) => arguments.run(output),
            Command::Wdl(arguments) => arguments.run(output),
            Command::Openings(arguments) => arguments.run(output),
            Command::Tactics(arguments) => arguments.run(output),
            Command::Puzzles(arguments) => arguments.run(output),
            Command::Datagen(arguments) => arguments.run(output),
            Command::Data(arguments) => arguments.run(output),
            Command::Train(arguments) => arguments.run(output),
            Command::Net(arguments) => arguments.run(output),
            Command::Version => {
                output.print(answers::version(COMMIT));
                Ok(ExitCode::SUCCESS)
            }
        }
    }

    /// Returns whether the command must shut down cleanly if the output fails, because it may have an unfinished file or a
    /// running engine.
    fn has_files(&self) -> bool {
        match self {
            Command::Match(_)
            | Command::Spsa(_)
            | Command::Games(_)
            | Command::Datagen(_)
            | Command::Data(_)
            | Command::Train(_)
            | Command::Puzzles(_) => true,
            Command::Analyse(arguments) => arguments.has_files(),
            Command::Bench(arguments) => arguments.has_files(),
            _ => false,
        }
    }
}

/// Runs the line protocol on stdin and stdout. Returns success if the client closes stdout.
fn run_protocol(output: &Output) -> ExitCode {
    if let Err(why) = driver::run(BufReader::new(io::stdin()), output) {
        return fail(FAILURE, why);
    }
    match output.failure().map(|error| (error.kind(), output_status(error))) {
        None | Some((io::ErrorKind::BrokenPipe, _)) => ExitCode::SUCCESS,
        Some((_, status)) => ExitCode::from(status),
    }
}

/// Returns the status after a failure of stdout. Prints the reason on stderr unless the reader has closed stdout.
fn output_status(error: &io::Error) -> u8 {
    if error.kind() == io::ErrorKind::BrokenPipe {
        log::warn!("stdout was closed: {error}");
        return CLOSED_STDOUT;
    }
    warn(format_args!("stdout: {error}"));
    FAILURE
}

/// Prints the result of the parser: a help text, the version, or an error on one line.
fn report(error: &clap::Error) -> ExitCode {
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(message) = parse_error::message(error, &command(), &words) {
        return fail(USAGE_ERROR, message);
    }
    let output = Output::stdout();
    match error.kind() {
        ErrorKind::DisplayVersion => output.print(answers::version(COMMIT)),
        _ => output.print(error.render()),
    }
    output.failure().map_or(ExitCode::SUCCESS, |error| ExitCode::from(output_status(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_message(line: &str) -> String {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        match command().try_get_matches_from(&words) {
            Ok(_) => panic!("{line} is accepted"),
            Err(error) => parse_error::message(&error, &command(), &words[1..]).expect("an error message"),
        }
    }

    #[test]
    fn the_parser_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in command().get_subcommands() {
            let help = command.clone().render_long_help().to_string();
            assert!(help.contains("Example"), "{}", command.get_name());
        }
    }

    #[test]
    fn an_error_message_suggests_the_correct_word() {
        for (line, message) in [
            ("perft 2 --sutie f", "unexpected argument '--sutie' found; did you mean '--suite'?"),
            ("analys", "unrecognized subcommand 'analys'; did you mean 'analyse'?"),
            ("match -engine cmd=a", "unexpected argument '-engine' found; did you mean '--engine'?"),
            (
                "match --engine cmd=a -concurrency=2",
                "unexpected argument '-concurrency=2' found; did you mean '--concurrency'?",
            ),
            ("match -pgnout games.pgn", "unexpected argument '-pgnout' found; did you mean '--kgn'?"),
            ("analyse -fen x", "unexpected argument '-fen' found; did you mean '--kfen'?"),
            ("analyze -kfen x", "unexpected argument '-kfen' found; did you mean '--kfen'?"),
            ("perft 2 -hash 16", "unexpected argument '-hash' found; did you mean '--hash'?"),
            ("match -repeat", "unexpected argument '-repeat' found"),
            ("perft -x", "unexpected argument '-x' found"),
            (
                "show --color alway",
                "invalid value 'alway' for '--color <WHEN>' [possible values: auto, always, never]; did you mean 'always'?",
            ),
            ("perft x", "invalid value 'x' for '[DEPTH]': expected a whole number"),
            ("match --seed -1", "invalid value '-1' for '--seed <S>': expected a whole number"),
            (
                "perft 99999999999999999999",
                "invalid value '99999999999999999999' for '[DEPTH]': the number is too large",
            ),
        ] {
            assert_eq!(error_message(&format!("khepri {line}")), message, "{line}");
        }
        for line in ["khepri perft -h", "khepri perft --help", "khepri -help", "khepri -V"] {
            let error = command().try_get_matches_from(line.split(' ')).expect_err("a help text");
            let words: Vec<String> = line.split(' ').skip(1).map(str::to_owned).collect();
            assert_eq!(parse_error::message(&error, &command(), &words), None, "{line}");
        }
    }

    #[test]
    fn an_error_message_is_one_line_that_names_the_argument() {
        let errors = [
            ("khepri perft x", "[DEPTH]"),
            ("khepri perft", "DEPTH"),
            ("khepri perft 3 --threads 0", "--threads"),
            ("khepri perft 3 --suite f", "--suite"),
            ("khepri perft 3 --kfen a --variant khet1", "--variant"),
            ("khepri perft 3 --kfen a --setup b", "--setup"),
            ("khepri perft 3 --variant chess", "--variant"),
            ("khepri show --color pink", "--color"),
            ("khepri show --pieces wood", "--pieces"),
            ("khepri analyse --depth 0", "--depth"),
            ("khepri analyse game.kgn --kfen a", "--kfen"),
            ("khepri analyse game.kgn --setup a", "--setup"),
            ("khepri analyse game.kgn --depth 3", "--depth"),
            ("khepri analyse game.kgn --nodes 0", "--nodes"),
            ("khepri analyse --nodes 5", "GAME.kgn"),
            ("khepri analyse --html a.html", "GAME.kgn"),
            ("khepri play --level 499", "--level"),
            ("khepri play --level strong", "--level"),
            ("khepri play --movetime 0", "--movetime"),
            ("khepri play --colour white", "--colour"),
            ("khepri bench -3", "'-3' for '[DEPTH]'"),
            ("khepri match --margin -1", "'-1' for '--margin <MS>'"),
            ("khepri match --seed -1", "'-1' for '--seed <S>'"),
            ("khepri bench 3 --tactics", "--tactics"),
            ("khepri tactics --variant chess", "--variant"),
            ("khepri tactics --each 0", "--each"),
            ("khepri tactics --nodes 0", "--nodes"),
            ("khepri tactics --proof-nodes x", "--proof-nodes"),
            ("khepri tactics --games x", "--games"),
            ("khepri tactics --seed x", "--seed"),
            ("khepri puzzles", "FILE"),
            ("khepri puzzles f", "--output"),
            ("khepri puzzles f --check g", "--check"),
            ("khepri puzzles --check g --games 3", "--check"),
            ("khepri puzzles f --rate g --output h", "--rate"),
            ("khepri puzzles --rate g", "--output"),
            ("khepri puzzles --rate g --check h --output i", "--check"),
            ("khepri puzzles f --output g --games 0", "--games"),
            ("khepri games", "FILE"),
            ("khepri games f --result 2-0", "--result"),
            ("khepri openings --plies 7-6", "--plies"),
            ("khepri openings --plies six", "--plies"),
            ("khepri openings --plies 6-", "--plies"),
            ("khepri openings --plies 41", "--plies"),
            ("khepri openings --eyes --setup classic", "--eyes"),
            ("khepri openings --count 0", "--count"),
            ("khepri openings --bound 10001", "--bound"),
            ("khepri openings --depth 0", "--depth"),
            ("khepri openings --seed x", "--seed"),
            ("khepri openings --threads 0", "--threads"),
            ("khepri speedup", "DEPTH"),
            ("khepri speedup 3 --threads 1", "--threads"),
            ("khepri speedup 3 --runs 0", "--runs"),
            ("khepri spsa --engine cmd=a --games 2", "--params"),
            ("khepri spsa --engine cmd=a --params f", "--games"),
            ("khepri spsa --params f --games 1", "--games"),
            ("khepri spsa --params f --games 2 --pairs 0", "--pairs"),
            ("khepri wdl", "FILE"),
            ("khepri train", "FILE"),
            ("khepri train f", "--output"),
            ("khepri train f --output a.net --hidden 130", "--hidden"),
            ("khepri train f --output a.net --lambda 2", "--lambda"),
            ("khepri net a b", "'b'"),
            ("khepri dance", "dance"),
        ];
        for (line, argument) in errors {
            let message = error_message(line);
            assert!(message.contains(argument) && !message.contains('\n'), "{line}: {message}");
        }
    }
}
