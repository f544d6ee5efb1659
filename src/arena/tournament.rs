//! A match as a whole: workers that take games from the schedule in turn, and one place where results come together.

use super::adjudication::{Adjudication, DrawScore, Resign};
use super::deadlines::Deadlines;
use super::dialect::Dialect;
use super::engine_spec::EngineSpec;
use super::fault::GivenUp;
use super::journal::Journal;
use super::kgn_file::KgnFile;
use super::player::Player;
use super::record::{GameRecord, RecordedSprt, microseconds};
use super::referee::{self, Conditions, Course};
use super::schedule::{Encounter, Schedule, Shard};
use super::standings::Standings;
use super::stop::Stop;
use super::termination::Class;
use super::transcript::{GameLog, MatchLog};
use crate::notation::opening::Opening;
use crate::stats::Test;
use jiff::Timestamp;
use std::collections::HashSet;
use std::fmt::Write;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How the text begins of which the digest is made: its number changes with its form, and then no records fit any more.
const DIGESTED: &str = "khepri match 1";

/// All that decides about the games of a match, and how they are played here.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Who plays.
    pub engines: Vec<EngineSpec>,
    /// From where.
    pub openings: Vec<Opening>,
    /// When, against whom.
    pub schedule: Schedule,
    /// By which rules.
    pub conditions: Conditions,
    /// What may end it early.
    pub sprt: Option<Test>,
    /// The name of the format and the seed, which have decided about the schedule.
    pub order: String,
    /// Which part is played here. A part goes on to its end: the SPRT is about the whole.
    pub shard: Shard,
    /// How long engines are waited for.
    pub deadlines: Deadlines,
    /// Games at a time.
    pub concurrency: usize,
}

/// Where records go.
#[derive(Debug, Default)]
pub struct Records {
    /// Every game, and the truth about them.
    pub journal: Option<Journal>,
    /// The same for readers of KGN.
    pub kgn: Option<KgnFile>,
    /// What was said to engines and by them.
    pub log: Option<Arc<MatchLog>>,
}

impl Records {
    fn record(&mut self, record: &GameRecord) -> io::Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.append(record))
    }

    fn write_kgn(&mut self, record: &GameRecord) -> io::Result<()> {
        self.kgn.as_mut().map_or(Ok(()), |kgn| kgn.append(record))
    }
}

/// Whoever wants to know how a match goes.
pub trait Watcher: Send {
    /// A game is over and on record.
    fn game_over(&mut self, record: &GameRecord, standings: &Standings);

    /// An engine was given an option that it does not offer; told once.
    fn not_offered(&mut self, engine: &str, option: &str);

    /// A log cannot be written; the match goes on, and this comes once.
    fn log_failed(&mut self, error: &io::Error);
}

/// What has come of a match.
#[derive(Debug)]
pub struct Played {
    /// The games that count.
    pub standings: Standings,
    /// Why an engine could not be started or a game not be written, if that has ended it.
    pub error: Option<io::Error>,
    /// Whether a log is not what it should be, since it could not be written.
    pub log_failed: bool,
}

/// What the workers share.
struct Shared<'a> {
    games: Box<dyn Iterator<Item = Encounter> + Send + 'a>,
    standings: Standings,
    records: Records,
    watcher: &'a mut dyn Watcher,
    /// Engines and options of which the watcher was told that the one does not offer the other.
    not_offered: HashSet<(String, String)>,
    /// Why no more games can be played or written.
    error: Option<io::Error>,
    log_failed: bool,
}

impl Tournament {
    /// A digest of all that decides about the games, but not of how many there are, nor of where programs lie, nor of how
    /// long they are waited for, which may differ from machine to machine.
    pub fn digest(&self) -> String {
        let Conditions { margin, adjudication: Adjudication { max_plies, draw_plies, draw_score, resign } } =
            &self.conditions;
        let mut text = format!("{DIGESTED}\norder {}\nmargin {}\nplies {max_plies}\n", self.order, margin.as_micros());
        if let Some(plies) = draw_plies {
            let _ = writeln!(text, "draw {plies}");
        }
        if let Some(DrawScore { move_number, moves, score }) = draw_score {
            let _ = writeln!(text, "draw by score {move_number} {moves} {score}");
        }
        if let Some(Resign { moves, score, two_sided }) = resign {
            let _ = writeln!(text, "resign {moves} {score}{}", if *two_sided { " two-sided" } else { "" });
        }
        for EngineSpec { name, arguments, options, control, margin, dialect, restart, ponder, .. } in &self.engines {
            let protocol = match dialect {
                Dialect::Uci => "uci",
                Dialect::Khet2Ai => "khet2ai",
            };
            let _ = writeln!(text, "engine {}\n{control}\n{protocol}\nrestart {restart}", counted(name));
            // Settings that came later stand there only if they are used: the digest of other matches stays what it was.
            if let Some(margin) = margin {
                let _ = writeln!(text, "margin {}", margin.as_micros());
            }
            if *ponder {
                let _ = writeln!(text, "ponder");
            }
            for argument in arguments {
                let _ = writeln!(text, "argument {}", counted(argument));
            }
            for (option, value) in options {
                let _ = writeln!(text, "option {} {}", counted(option), counted(value));
            }
        }
        for opening in &self.openings {
            let _ = writeln!(text, "opening {opening}");
        }
        format!("{:016x}", fnv1a(text.as_bytes()))
    }

    /// How the SPRT stands in records.
    fn recorded_sprt(&self) -> Option<RecordedSprt> {
        self.sprt.as_ref().map(RecordedSprt::from)
    }

    /// Plays what the schedule has and the standings have not, up to the end, a decision, or a stop. Games that are being
    /// played at a decision or a stop are given up.
    /// A game that cannot be recorded does not count, and ends it too, as one does that cannot be written as KGN, and an
    /// engine that the system does not start.
    pub fn run(&self, standings: Standings, records: Records, stop: &Stop, watcher: &mut dyn Watcher) -> Played {
        let played = standings.clone();
        let here = self.schedule.games().filter(move |game| self.shard.has(game) && !played.has(game.number + 1));
        if standings.is_decided() {
            stop.raise();
        }
        let shared = Mutex::new(Shared {
            games: Box::new(here),
            standings,
            records,
            watcher,
            not_offered: HashSet::new(),
            error: None,
            log_failed: false,
        });
        let digest = self.digest();
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let log = lock(&shared).records.log.clone().map(GameLog::new);
                let (shared, digest) = (&shared, digest.as_str());
                let work = move || self.work(shared, digest, log.as_ref(), stop);
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    lock(shared).fail(told("a worker cannot be started", &error), stop);
                    break;
                }
            }
        });
        let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.look_at_log();
        let Shared { standings, error, log_failed, .. } = shared;
        Played { standings, error, log_failed }
    }

    /// Plays games until there are no more.
    fn work(&self, shared: &Mutex<Shared>, digest: &str, log: Option<&GameLog>, stop: &Stop) {
        let mut players: Vec<(usize, Player)> = Vec::new();
        while let Some(game) = next(shared, stop) {
            self.seat(&mut players, &game, log, stop);
            if let Some(log) = log {
                log.begin(game.number + 1);
            }
            let [(_, silver), (_, red)] = players.as_mut_slice() else { break };
            let Some(opening) = self.openings.get(game.opening) else { break };
            let (started, clock) = (Timestamp::now(), Instant::now());
            match referee::play(opening, [silver, red], &self.conditions) {
                Ok(course) => {
                    let record = self.record(digest, &game, opening, course, started, clock.elapsed());
                    if let Some(log) = log.filter(|_| record.termination.class() == Class::Fault) {
                        log.keep(&record);
                    }
                    let mut shared = lock(shared);
                    shared.look_at_log();
                    [silver, red].into_iter().for_each(|player| shared.tell_of_options(player));
                    shared.finish(&record, stop);
                }
                Err(GivenUp::Stopped) => break,
                Err(GivenUp::NotStarted(why)) => lock(shared).fail(io::Error::other(why), stop),
            }
        }
        players.iter_mut().for_each(|(_, player)| player.quit());
    }

    /// Brings Silver's and Red's players to the table in this order; whoever does not play goes home.
    fn seat<'a>(
        &'a self,
        players: &mut Vec<(usize, Player<'a>)>,
        game: &Encounter,
        log: Option<&GameLog>,
        stop: &Stop,
    ) {
        let wanted = [game.silver, game.red];
        let mut before = std::mem::take(players);
        for seat in wanted {
            let there = before.iter().position(|(other, _)| *other == seat);
            let log = |name: &str| log.map(|log| log.of_engine(seat, name));
            let draw_plies = self.conditions.adjudication.draw_plies;
            let player = |spec: &'a EngineSpec| {
                Player::new(spec, self.deadlines, stop.clone(), log(&spec.name)).with_draw_plies(draw_plies)
            };
            let new = || self.engines.get(seat).map(|spec| (seat, player(spec)));
            players.extend(there.map(|at| before.swap_remove(at)).or_else(new));
        }
        before.iter_mut().for_each(|(_, player)| player.quit());
    }

    fn record(
        &self,
        digest: &str,
        game: &Encounter,
        opening: &Opening,
        course: Course,
        started: Timestamp,
        duration: Duration,
    ) -> GameRecord {
        let engine =
            |seat: usize, what: fn(&EngineSpec) -> String| self.engines.get(seat).map(what).unwrap_or_default();
        let seats = [game.silver, game.red];
        GameRecord {
            tournament: digest.to_owned(),
            games: self.schedule.len(),
            sprt: self.recorded_sprt(),
            game: game.number + 1,
            round: game.round + 1,
            silver: engine(game.silver, |spec| spec.name.clone()),
            red: engine(game.red, |spec| spec.name.clone()),
            seats,
            commands: seats.map(|seat| engine(seat, EngineSpec::command_line)),
            time_controls: seats.map(|seat| engine(seat, |spec| spec.control.to_string())),
            opening: opening.to_string(),
            first_mover: opening.game().position().side_to_move().into(),
            result: course.result,
            termination: course.termination,
            detail: course.detail,
            overrun_us: course.overrun.map(microseconds),
            processor_us: course.processor.map(microseconds),
            plies: course.plies,
            started: format!("{started:.0}"),
            duration_us: microseconds(duration),
            moves: course.moves,
        }
    }
}

/// The next game, if there is one and the match goes on.
fn next(shared: &Mutex<Shared>, stop: &Stop) -> Option<Encounter> {
    let mut shared = lock(shared);
    if stop.is_raised() { None } else { shared.games.next() }
}

/// A panic of another worker leaves nothing half done that counts.
fn lock<'a, 'b>(shared: &'a Mutex<Shared<'b>>) -> MutexGuard<'a, Shared<'b>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An error and what it has prevented.
fn told(what: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{what}: {error}"))
}

impl Shared<'_> {
    /// Tells of options that a player does not offer.
    fn tell_of_options(&mut self, player: &Player) {
        for option in player.not_offered() {
            let engine = &player.spec().name;
            if self.not_offered.insert((engine.clone(), option.clone())) {
                self.watcher.not_offered(engine, option);
            }
        }
    }

    /// Reports a log that cannot be written, once.
    fn look_at_log(&mut self) {
        if let Some(error) = self.records.log.as_ref().and_then(|log| log.take_error())
            && !std::mem::replace(&mut self.log_failed, true)
        {
            self.watcher.log_failed(&error);
        }
    }

    /// Ends the match for a reason that is no part of it; the first one is told.
    fn fail(&mut self, error: io::Error, stop: &Stop) {
        self.error.get_or_insert(error);
        stop.raise();
    }

    /// Records a game and counts it.
    fn finish(&mut self, record: &GameRecord, stop: &Stop) {
        // What comes in behind a decision or a failure is not on record, as if it had not been played.
        if self.error.is_some() || self.standings.is_decided() {
            return;
        }
        let mut written = self.records.record(record);
        if written.is_ok() {
            self.standings.add(record);
            // In this order: the KGN can be mended from the records.
            written = self.records.write_kgn(record);
        }
        if let Err(error) = written {
            self.fail(told("a game could not be written", &error), stop);
            return;
        }
        self.watcher.game_over(record, &self.standings);
        if self.standings.is_decided() {
            stop.raise();
        }
    }
}

/// A text with its length before it, so that no two lists of texts look the same in one line.
fn counted(text: &str) -> String {
    format!("{}:{text}", text.len())
}

/// A digest of a text.
///
/// FNV-1a: <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn fnv1a(bytes: &[u8]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(OFFSET, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Format;
    use super::*;

    /// A match whose first engine has these words too.
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
            openings: vec![Opening::read("khet2 classic moves h2g2").expect("an opening")],
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
            deadlines: Deadlines::default(),
            concurrency: 1,
        }
    }

    #[test]
    fn the_digest_of_a_match_stays_what_it_was() {
        // FNV-1a, worked out elsewhere, of the text that begins with `khepri match 1`.
        assert_eq!(tournament(&[]).digest(), "7fafe6ea50ce232d");
        // Words that say what holds anyway.
        assert_eq!(tournament(&["restart=off", "protocol=uci", "ponder=off"]).digest(), "7fafe6ea50ce232d");
    }

    #[test]
    fn every_setting_that_decides_about_games_is_in_the_digest() {
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

    #[test]
    fn digests_are_those_of_the_published_vectors() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
