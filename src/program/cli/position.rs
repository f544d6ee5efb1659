//! The arguments for a position, which are the same for all commands.

use super::command_error::{CommandError, Expected};
use clap::Args;
use khepri_protocol::position::{Line, Start};
use khepri_rules::setups::NamedSetup;
use khepri_rules::{Game, Kind, RuleSet, setups};

/// A position, by default the classic set-up of Khet 2.0.
#[derive(Args, Default)]
pub(super) struct PositionArgs {
    /// Position in KFEN; --fen means the same
    #[arg(long, alias = "fen", value_name = "KFEN", conflicts_with_all = ["setup", "variant"])]
    kfen: Option<String>,
    /// Named set-up [default: classic]
    #[arg(long, value_name = "NAME")]
    setup: Option<String>,
    /// Rule set of the set-up: khet2, khet1 or deflexion [default: khet2]
    #[arg(long, value_name = "VARIANT", value_parser = variant)]
    variant: Option<RuleSet>,
    /// Moves to play from there, separated by blanks
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
}

/// Returns the rule set with this name.
pub(super) fn variant(name: &str) -> Result<RuleSet, Expected> {
    name.parse().map_err(|_| Expected(format!("one of {}", RuleSet::ALL.map(RuleSet::name).join(", "))))
}

/// Returns the set-ups of a rule set that have Eyes if `eyes` is true, or otherwise those without Eyes.
pub(super) fn setups_by_eyes(variant: RuleSet, eyes: bool) -> Vec<&'static NamedSetup> {
    let all = setups::all().iter().filter(|named| named.rule_set == variant);
    all.filter(|named| named.position.board().kind(Kind::Eye).is_empty() != eyes).collect()
}

impl PositionArgs {
    /// Returns the game after all moves.
    pub(super) fn game(&self) -> Result<Game, CommandError> {
        let variant = self.variant.unwrap_or(RuleSet::Khet2);
        let (argument, start) = match (&self.kfen, &self.setup) {
            (Some(kfen), _) => ("--kfen", Start::Kfen(kfen.clone())),
            (None, Some(name)) => ("--setup", Start::Named(name.clone())),
            (None, None) => ("--setup", Start::Named(setups::CLASSIC.to_owned())),
        };
        start.read(variant).map_err(|why| CommandError::new(argument, why))?;
        let words: Vec<&str> = self.moves.as_deref().unwrap_or_default().split_whitespace().collect();
        let line = Line { start, moves: words.join(" ") };
        line.read(variant).map_err(|why| CommandError::new("--moves", why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the argument that an error names.
    fn argument(args: &PositionArgs) -> &'static str {
        args.game().expect_err("it is wrong").argument
    }

    #[test]
    fn an_error_names_the_argument() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(argument(&PositionArgs { kfen: some("8 s"), ..PositionArgs::default() }), "--kfen");
        assert_eq!(argument(&PositionArgs { setup: some("x"), ..PositionArgs::default() }), "--setup");
        assert_eq!(argument(&PositionArgs { moves: some("h2+ h2+"), ..PositionArgs::default() }), "--moves");
        assert!(PositionArgs::default().game().is_ok());
    }
}
