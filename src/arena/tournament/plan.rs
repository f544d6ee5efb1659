//! The plan of a match: its engines, openings, schedule and conditions, and the digest that identifies its games.

use super::schedule::{Schedule, ScheduledGame};
use crate::engine::player::Deadlines;
use crate::engine::spec::EngineSpec;
use crate::game::adjudication::{Adjudication, DrawScore, Resign};
use crate::game::referee::Conditions;
use crate::records::record::GameRecord;
use crate::shard::Shard;
use crate::stats::Test;
use khepri_rules::internal::util::fnv::fnv1a;
use khepri_rules::opening::Opening;
use std::fmt::Write;
use thiserror::Error;

/// First line of the text that is hashed. Its number changes with the format of the text, so that earlier records do not
/// match.
const DIGEST_VERSION: &str = "khepri match 1";

/// The plan of a match: the settings that determine its games, and those of the machine that plays them.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The openings.
    pub openings: Vec<Opening>,
    /// The games.
    pub schedule: Schedule,
    /// The margin and the adjudication.
    pub conditions: Conditions,
    /// The test that may end the match early.
    pub sprt: Option<Test>,
    /// The name of the format and the seed, which determine the schedule.
    pub order: String,
    /// The part of the pairs that is played here. The SPRT does not stop a part, because it needs the games of all parts.
    pub shard: Shard,
    /// The maximum times to wait for engines.
    pub deadlines: Deadlines,
    /// Number of concurrent games.
    pub concurrency: usize,
}

/// The reason why a record does not belong to the match, with the number of its game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ForeignRecord {
    /// The record belongs to another match.
    #[error(
        "game {0} belongs to another match: engines, their arguments, options and limits, openings, seed and rules have \
         to be the same"
    )]
    Match(u64),
    /// The number of the game exceeds the number of games of the match.
    #[error("game {0} is beyond the last one that --games allows")]
    Beyond(u64),
    /// The record belongs to another part of the match.
    #[error("game {0} belongs to another part than --shard says")]
    Part(u64),
}

impl Tournament {
    /// Returns the digest of the settings that determine the games. The digest excludes settings that may differ between
    /// runs, such as the number of games, the paths of programs, the concurrency and the deadlines.
    pub fn digest(&self) -> String {
        let Conditions { margin, adjudication: Adjudication { max_plies, draw_plies, draw_score, resign } } =
            &self.conditions;
        let mut text =
            format!("{DIGEST_VERSION}\norder {}\nmargin {}\nplies {max_plies}\n", self.order, margin.as_micros());
        if let Some(plies) = draw_plies {
            let _ = writeln!(text, "draw {plies}");
        }
        if let Some(DrawScore { move_number, moves, score }) = draw_score {
            let _ = writeln!(text, "draw by score {move_number} {moves} {score}");
        }
        if let Some(Resign { moves, score, two_sided }) = resign {
            let _ = writeln!(text, "resign {moves} {score}{}", if *two_sided { " two-sided" } else { "" });
        }
        for EngineSpec { name, arguments, options, control, margin, protocol, restart, ponder, .. } in &self.engines {
            let protocol = protocol.name();
            let _ = writeln!(text, "engine {}\n{control}\n{protocol}\nrestart {restart}", with_length(name));
            // Newer settings are hashed only if they are used, so that existing digests do not change.
            if let Some(margin) = margin {
                let _ = writeln!(text, "margin {}", margin.as_micros());
            }
            if *ponder {
                let _ = writeln!(text, "ponder");
            }
            for argument in arguments {
                let _ = writeln!(text, "argument {}", with_length(argument));
            }
            for (option, value) in options {
                let _ = writeln!(text, "option {} {}", with_length(option), with_length(value));
            }
        }
        for opening in &self.openings {
            let _ = writeln!(text, "opening {opening}");
        }
        format!("{:016x}", fnv1a(text.as_bytes()))
    }

    /// Returns the number of games to play here; `None` if it is endless.
    pub fn scheduled(&self) -> Option<u64> {
        self.schedule.len_of(self.shard)
    }

    /// Returns a warning if the concurrent games use more threads than the machine has processors. Times of moves are then
    /// unreliable. Counts the largest number of threads of an engine for each game. This assumes that the engines of a game take
    /// turns, as engines that do not ponder do.
    pub fn overload(&self, processors: usize) -> Option<String> {
        let threads = |engine: &EngineSpec| {
            let option = engine.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("Threads"));
            option.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
        };
        let games = self.scheduled().unwrap_or(u64::MAX).min(self.concurrency as u64);
        let threads: u64 = self.engines.iter().map(threads).max().unwrap_or(1);
        (games.saturating_mul(threads) > processors as u64).then(|| {
            format!(
                "{games} games at a time and up to {threads} threads an engine are more than the number of processors, \
                 {processors}: engines will wait for each other"
            )
        })
    }

    /// Returns whether the game with this number, from 1, is played here.
    pub fn has(&self, number: u64) -> bool {
        let game = number.checked_sub(1).and_then(|number| self.schedule.get(number));
        game.is_some_and(|game| self.shard.has(game.pair()))
    }

    /// Checks that a record belongs to this match and to the part that is played here. `digest` is the digest of the match.
    ///
    /// # Errors
    /// The record does not belong here.
    pub fn check(&self, record: &GameRecord, digest: &str) -> Result<(), ForeignRecord> {
        let number = record.game;
        let game = number.checked_sub(1).and_then(|number| self.schedule.get(number));
        if record.tournament != digest || game.is_some_and(|game| !self.is_record_of(record, &game)) {
            return Err(ForeignRecord::Match(number));
        }
        match game {
            None => Err(ForeignRecord::Beyond(number)),
            Some(game) if !self.shard.has(game.pair()) => Err(ForeignRecord::Part(number)),
            Some(_) => Ok(()),
        }
    }

    fn is_record_of(&self, record: &GameRecord, game: &ScheduledGame) -> bool {
        let name = |seat: usize| self.engines.get(seat).map(|engine| engine.name.as_str());
        record.seats == [game.silver, game.red]
            && Some(record.silver.as_str()) == name(game.silver)
            && Some(record.red.as_str()) == name(game.red)
            && self.openings.get(game.opening).is_some_and(|opening| opening.to_string() == record.opening)
    }
}

/// Returns a text with its length in front, so that different lists of texts never give the same lines.
fn with_length(text: &str) -> String {
    format!("{}:{text}", text.len())
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Format;
    use super::*;
    use std::collections::HashSet;
    use std::time::Duration;

    /// Returns a match whose first engine also has these words.
    fn tournament(words: &[&str]) -> Tournament {
        let engine = |words: &[&str]| {
            let mut engine = EngineSpec::default();
            engine.read(words.iter().copied()).expect("an engine");
            engine
        };
        let first = ["cmd=./one", "name=new", "arg=a b", "option.Hash=16", "st=0.1"];
        Tournament {
            engines: vec![
                engine(&[&first, words].concat()),
                engine(&["cmd=./two", "name=Käfer", "depth=5", "protocol=khet2ai", "restart=on"]),
            ],
            openings: vec!["khet2 classic moves h2g2".parse::<Opening>().expect("an opening")],
            schedule: Schedule::new(Format::RoundRobin, 2, 1, Some(2), Some(7)),
            conditions: Conditions {
                margin: Duration::from_millis(100),
                adjudication: Adjudication {
                    max_plies: 1_000,
                    draw_plies: Some(80),
                    draw_score: None,
                    resign: Some(Resign { moves: 3, score: 600, two_sided: false }),
                },
            },
            sprt: None,
            order: "round-robin seed 7".to_owned(),
            shard: Shard::WHOLE,
            deadlines: Deadlines {
                start: Duration::from_secs(10),
                ready: Duration::from_secs(10),
                quit: Duration::from_secs(5),
                answer: Duration::from_secs(300),
            },
            concurrency: 1,
        }
    }

    #[test]
    fn the_digest_of_a_match_never_changes() {
        // FNV-1a of the text that begins with `khepri match 1`, computed by another program.
        assert_eq!(tournament(&[]).digest(), "7fafe6ea50ce232d");
        // Words that set defaults do not change the digest.
        assert_eq!(tournament(&["restart=off", "protocol=uci", "ponder=off"]).digest(), "7fafe6ea50ce232d");
    }

    #[test]
    fn every_setting_that_determines_games_is_in_the_digest() {
        let mut digests = HashSet::from([tournament(&[]).digest()]);
        for words in [["margin=0"], ["margin=200"], ["ponder=on"], ["st=0.2"], ["option.Hash=8"], ["restart=on"]] {
            assert!(digests.insert(tournament(&words).digest()), "{words:?}");
        }
        let scores = [(0, 3, 20), (30, 3, 20), (30, 4, 20), (30, 4, 25)];
        for (move_number, moves, score) in scores {
            let mut tournament = tournament(&[]);
            tournament.conditions.adjudication.draw_score = Some(DrawScore { move_number, moves, score });
            assert!(digests.insert(tournament.digest()), "{move_number} {moves} {score}");
        }
        let mut tournament = tournament(&[]);
        tournament.conditions.adjudication.resign = Some(Resign { moves: 3, score: 600, two_sided: true });
        assert!(digests.insert(tournament.digest()));
    }
}
