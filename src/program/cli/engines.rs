//! The argument `--engine`, which has several words and can be repeated.

use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// The words of each `--engine`.
pub(super) struct Engines(pub(super) Vec<Vec<String>>);

const ENGINE: &str = "engine";

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        let help = "An engine: cmd=PROGRAM and its settings";
        let words = clap::Arg::new(ENGINE).long(ENGINE).value_name("KEY=VALUE").num_args(1..);
        command.arg(words.action(ArgAction::Append).help(help))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Engines::augment_args(command)
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Engines, clap::Error> {
        let groups = matches.get_occurrences::<String>(ENGINE).into_iter().flatten();
        Ok(Engines(groups.map(|words| words.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Engines::from_arg_matches(matches)?;
        Ok(())
    }
}
