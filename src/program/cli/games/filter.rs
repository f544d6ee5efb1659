//! The options that select games by their properties.

use crate::cli::command_error::{CommandError, Expected};
use crate::cli::position::variant;
use clap::Args;
use khepri_rules::RuleSet;
use khepri_rules::kgn::{GameResult, Record};

/// The conditions that a counted game has to meet. Without conditions, every game is counted.
#[derive(Args, Default)]
pub(super) struct GameFilter {
    /// Only games of this player, with either colour
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games in which this player has Silver
    #[arg(long, value_name = "NAME")]
    silver: Option<String>,
    /// Only games in which this player has Red
    #[arg(long, value_name = "NAME")]
    red: Option<String>,
    /// Only games with this result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_name = "RESULT", value_parser = result)]
    result: Option<GameResult>,
    /// Only games with exactly this termination
    #[arg(long, value_name = "TEXT")]
    termination: Option<String>,
    /// Only games under this rule set: khet2, khet1 or deflexion
    #[arg(long, visible_alias = "rule-set", value_name = "VARIANT", value_parser = variant)]
    variant: Option<RuleSet>,
    /// Only games from this set-up
    #[arg(long, visible_alias = "set-up", value_name = "NAME")]
    setup: Option<String>,
    /// Only games of at least N plies
    #[arg(long, value_name = "N")]
    min_plies: Option<usize>,
    /// Only games of at most N plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
}

fn result(word: &str) -> Result<GameResult, Expected> {
    word.parse().map_err(|_| Expected(format!("one of {}", GameResult::ALL.map(GameResult::name).join(", "))))
}

impl GameFilter {
    /// Refuses conditions that no game can meet.
    pub(super) fn check(&self) -> Result<(), CommandError> {
        match (self.min_plies, self.max_plies) {
            (Some(least), Some(most)) if least > most => {
                Err(CommandError::new("--min-plies", format_args!("{least} is above --max-plies {most}")))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether a game meets all conditions.
    pub(super) fn matches(&self, record: &Record) -> bool {
        let plies = record.moves.len();
        let is = |given: &Option<String>, found: &str| given.as_deref().is_none_or(|given| given == found);
        self.player.as_ref().is_none_or(|name| [&record.silver, &record.red].contains(&name))
            && is(&self.silver, &record.silver)
            && is(&self.red, &record.red)
            && is(&self.termination, &record.termination)
            && self.result.is_none_or(|result| result.0 == record.result)
            && self.variant.is_none_or(|variant| variant == record.start.rule_set())
            && self.setup.as_deref().is_none_or(|setup| record.set_up() == Some(setup))
            && self.min_plies.is_none_or(|least| plies >= least)
            && self.max_plies.is_none_or(|most| plies <= most)
    }
}
