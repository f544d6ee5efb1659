//! The command line: what it understands, and how it fails: one line on stderr, status 2.

mod analyse;
mod bench;
mod games;
mod key_values;
mod matches;
mod openings;
mod perft;
mod position;
mod progress;
mod show;
mod speedup;
mod sprt;
mod tactics;
mod tune;
mod wdl;

use crate::protocol::output::Output;
use crate::protocol::session::Session;
use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use std::fmt;
use std::io::{self, BufReader};
use std::process::ExitCode;

/// An engine for Khet, the laser game.
///
/// Without a command it speaks a protocol like UCI on stdin and stdout; `help` there lists the words.
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
    Analyse(analyse::Arguments),
    Bench(bench::Arguments),
    Match(Box<matches::Arguments>),
    Games(games::Arguments),
    Sprt(sprt::Arguments),
    Speedup(speedup::Arguments),
    Wdl(wdl::Arguments),
    Openings(openings::Arguments),
    Tune(tune::Arguments),
    Tactics(tactics::Arguments),
}

/// Why a command cannot be done: the argument at fault and the reason.
#[derive(Debug)]
struct Mistake {
    argument: &'static str,
    reason: String,
}

impl Mistake {
    fn new(argument: &'static str, reason: impl fmt::Display) -> Mistake {
        Mistake { argument, reason: reason.to_string() }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.argument, self.reason)
    }
}

/// The status of a command line that cannot be read or done.
const MISTAKE: u8 = 2;

/// Does what the command line asks for.
pub fn main() -> ExitCode {
    // A log that is already there, of a program that embeds us, stays.
    let _ = env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).try_init();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return answer(&error),
    };
    let output = Output::stdout();
    let done = match arguments.command {
        None => return converse(output),
        Some(Command::Perft(arguments)) => arguments.run(&output),
        Some(Command::Show(arguments)) => arguments.run(&output),
        Some(Command::Analyse(arguments)) => arguments.run(&output),
        Some(Command::Bench(arguments)) => arguments.run(&output),
        Some(Command::Match(arguments)) => arguments.run(&output),
        Some(Command::Games(arguments)) => arguments.run(&output),
        Some(Command::Sprt(arguments)) => arguments.run(&output),
        Some(Command::Speedup(arguments)) => arguments.run(&output),
        Some(Command::Wdl(arguments)) => arguments.run(&output),
        Some(Command::Openings(arguments)) => arguments.run(&output),
        Some(Command::Tune(arguments)) => arguments.run(&output),
        Some(Command::Tactics(arguments)) => arguments.run(&output),
    };
    done.unwrap_or_else(|mistake| fail(MISTAKE, mistake))
}

/// Speaks the protocol.
fn converse(output: Output) -> ExitCode {
    let session = match Session::new(output) {
        Ok(session) => session,
        Err(why) => return fail(1, why),
    };
    match session.run(BufReader::new(io::stdin())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(1, format_args!("no thread to read on: {error}")),
    }
}

/// What the parser has to say: a help text, or a mistake brought to one line.
fn answer(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            Output::stdout().print(error.render());
            ExitCode::SUCCESS
        }
        _ => fail(MISTAKE, one_line(&error.to_string())),
    }
}

/// The first paragraph of a message, which says what is wrong; behind it come usage and advice.
fn one_line(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let line = lines.join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

fn fail(status: u8, why: impl fmt::Display) -> ExitCode {
    warn(why);
    ExitCode::from(status)
}

/// A line on stderr.
fn warn(why: impl fmt::Display) {
    let why = why.to_string().replace(|character: char| character.is_control(), " ");
    // Nothing is left to do if stderr is closed.
    let _ = io::Write::write_all(&mut io::stderr(), format!("khepri: {why}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn mistake(line: &str) -> String {
        match Arguments::try_parse_from(line.split(' ')) {
            Ok(_) => panic!("{line} was understood"),
            Err(error) => one_line(&error.to_string()),
        }
    }

    #[test]
    fn the_declaration_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Arguments::command().get_subcommands() {
            let help = command.clone().render_long_help().to_string();
            assert!(help.contains("Example"), "{}", command.get_name());
        }
    }

    #[test]
    fn a_mistake_is_one_line_that_names_the_argument() {
        let mistakes = [
            ("khepri perft x", "[DEPTH]"),
            ("khepri perft", "DEPTH"),
            ("khepri perft 3 --threads 0", "--threads"),
            ("khepri perft 3 --suite f", "--suite"),
            ("khepri perft 3 --kfen a --variant khet1", "--variant"),
            ("khepri perft 3 --kfen a --setup b", "--setup"),
            ("khepri perft 3 --variant chess", "--variant"),
            ("khepri show --color pink", "--color"),
            ("khepri analyse --depth 0", "--depth"),
            ("khepri bench -3", "-3"),
            ("khepri bench 3 --tactics", "--tactics"),
            ("khepri tactics --variant chess", "--variant"),
            ("khepri tactics --each 0", "--each"),
            ("khepri tactics --nodes 0", "--nodes"),
            ("khepri tactics --proof-nodes x", "--proof-nodes"),
            ("khepri tactics --games x", "--games"),
            ("khepri tactics --seed x", "--seed"),
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
            ("khepri tune", "FILE"),
            ("khepri tune f --epochs 0", "--epochs"),
            ("khepri tune f --lambda 1.5", "--lambda"),
            ("khepri tune f --validation 91", "--validation"),
            ("khepri tune f --fix Queen=1", "--fix"),
            ("khepri tune f --fix Tempo", "--fix"),
            ("khepri tune f --fix Tempo=-1", "--fix"),
            ("khepri wdl", "FILE"),
            ("khepri dance", "dance"),
        ];
        for (line, argument) in mistakes {
            let message = mistake(line);
            assert!(message.contains(argument) && !message.contains('\n'), "{line}: {message}");
        }
    }
}
