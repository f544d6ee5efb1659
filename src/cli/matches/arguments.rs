//! The arguments of `khepri match`, and the match that they describe.

use super::super::key_values::{self, KeyValues, SPRT_KEYS, wrong};
use super::super::mistake::{Mistake, warn};
use super::super::position::variant;
use crate::arena::adjudication::{Adjudication, DrawScore, Resign};
use crate::arena::deadlines::Deadlines;
use crate::arena::engine_spec::{self, EngineSpec, LONGEST_MARGIN};
use crate::arena::names;
use crate::arena::referee::Conditions;
use crate::arena::schedule::{Format, Schedule, Shard};
use crate::arena::time_control;
use crate::arena::tournament::Tournament;
use crate::notation::{Opening, opening};
use crate::rules::RuleSet;
use crate::stats::Test;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::time::Duration;

/// By how much a time may be exceeded if nobody says otherwise, in milliseconds.
const MARGIN: u64 = 100;

/// Games of a pairing if nobody says otherwise.
const GAMES: u64 = 2;

/// The longest deadline, in seconds.
const LONGEST_DEADLINE: f64 = 86_400.0;

/// Let engines play against each other
///
/// Engines are programs that speak the protocol of this one. Every opening is played twice with the colours exchanged.
/// The runner is the referee: it trusts no engine's word, scores every fault, starts the engine anew and goes on. The
/// table goes to stdout, the state of the match to stderr, and each fault of an engine as a line.
#[derive(Args)]
#[command(
    after_help = "An engine is described by words: cmd=PROGRAM name=NAME args='…' arg=ONE dir=FOLDER option.NAME=VALUE\n\
                  protocol=uci|khet2ai restart=on|off ponder=on|off stderr=FILE margin=MS and its limits, tc=… st=… nodes=… depth=….\n\n\
                  Examples:\n  \
                  khepri match --engine cmd=khepri name=A --engine cmd=khepri name=B st=0.05 --each st=0.1 --games 20\n  \
                  khepri match --engine cmd=./new --engine cmd=./old --tc 10+0.1 --sprt elo0=0 elo1=5 --concurrency 2 \\\n    \
                  --openings positions/openings/khet2.txt --seed 1 --resume games.json --kgn games.kgn\n  \
                  khepri match --merge part1.json part2.json"
)]
pub(in crate::cli) struct Arguments {
    #[command(flatten)]
    engines: Engines,
    /// Words that hold for every engine that does not say otherwise
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<String>,
    /// A clock in seconds, TIME+INCREMENT or MOVES/TIME+INCREMENT or inf, or one of st=…, nodes=…, depth=…
    #[arg(long, value_name = "TC")]
    tc: Option<String>,
    /// Seconds a move
    #[arg(long, value_name = "SECONDS")]
    st: Option<String>,
    /// Nodes a move
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Depth of each move in plies
    #[arg(long, value_name = "D")]
    depth: Option<String>,
    /// How many games each pairing plays [default: 2, without end with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// How many openings each pairing plays, each twice
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    rounds: Option<u64>,
    /// round-robin: everybody meets everybody; gauntlet: the first meets all others; pairs: the first meets the second,
    /// the third the fourth
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", value_parser = format)]
    format: (Format, &'static str),
    /// How many games are played at a time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// A file of openings, one a line [default: a thousand of the rule set]
    #[arg(long, value_name = "FILE", conflicts_with = "variant")]
    pub(super) openings: Option<PathBuf>,
    /// The rule set of the openings where no file is given: khet2, khet1 or deflexion [default: khet2]
    #[arg(long, value_name = "VARIANT", value_parser = variant)]
    variant: Option<RuleSet>,
    /// Play the openings in an order that this number decides [default: the order of the file]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// End when a test decides: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic|normalized
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    sprt: Option<Vec<String>>,
    /// Draw games: plies=N without a capture; movenumber=N movecount=N score=CP from full move movenumber on, when both
    /// engines score movecount moves in a row within CP of zero
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    draw: Vec<String>,
    /// Give games up: moves=N of its own in a row that an engine scores at -score=CP or worse; with twosided=true the
    /// opponent has to score as many at CP or better
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    resign: Vec<String>,
    /// Draw games of so many plies, those of the opening included
    #[arg(long, value_name = "N", default_value_t = Adjudication::MAX_PLIES, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// By how much an engine may exceed its time, in milliseconds, unless it has a margin= of its own
    #[arg(long, value_name = "MS", default_value_t = MARGIN, value_parser = clap::value_parser!(u64).range(..=LONGEST_MARGIN))]
    margin: u64,
    /// How long engines are waited for, in seconds: start=10 ready=10 quit=5 answer=300 (where no clock runs)
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    deadline: Vec<String>,
    /// Append the games to a file as KGN
    #[arg(long, alias = "pgnout", value_name = "FILE")]
    pub(super) kgn: Option<PathBuf>,
    /// The name of the event in it
    #[arg(long, value_name = "NAME", default_value = "Khepri match")]
    pub(super) event: String,
    /// Record the games in a new file, a JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// As --json, and go on with the match if the file is there
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,
    /// Print the rows of the table on stderr after every N games; 0 is never [default: 10, on a terminal never]
    #[arg(long, value_name = "N")]
    pub(super) rating_interval: Option<u64>,
    /// Append every line to and from every engine to a file, with its time and the game
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// Write such lines of each game with a fault of an engine into a file in this folder
    #[arg(long, value_name = "DIR")]
    pub(super) log_faults: Option<PathBuf>,
    /// Play only part I of N of the match, for several machines
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Play nothing; print the table of the matches or parts of a match that these records hold
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = super::merge::PLAYED)]
    pub(super) merge: Vec<PathBuf>,
}

/// The words behind each `--engine`, which belong together.
struct Engines(Vec<Vec<String>>);

const ENGINE: &str = "engine";

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        let help = "An engine: cmd=PROGRAM, and what else is to be said of it";
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

fn format(name: &str) -> Result<(Format, &'static str), String> {
    let known = ["round-robin", "gauntlet", "pairs"].into_iter().find(|&known| known == name);
    let format = known.and_then(|known| Some((Format::from_name(known)?, known)));
    format.ok_or_else(|| "expected round-robin, gauntlet or pairs".to_owned())
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
    parts.and_then(|(number, count)| Shard::new(number, count)).ok_or_else(|| "expected I/N as in 1/4".to_owned())
}

/// The openings that are played from if there is no file.
fn own_openings(rule_set: RuleSet) -> &'static str {
    match rule_set {
        RuleSet::Khet2 => include_str!("../../../positions/openings/khet2.txt"),
        RuleSet::Khet1 => include_str!("../../../positions/openings/khet1.txt"),
        RuleSet::Deflexion => include_str!("../../../positions/openings/deflexion.txt"),
    }
}

impl Arguments {
    /// The match.
    pub(super) fn tournament(&self) -> Result<Tournament, Mistake> {
        let ((engines, warnings), openings, sprt) = (self.engines()?, self.openings()?, self.sprt()?);
        if sprt.is_some() && engines.len() != 2 {
            return Err(Mistake::new("--sprt", "a test is about two engines"));
        }
        if sprt.is_some() && self.shard.is_some() && self.games.or(self.rounds).is_none() {
            return Err(Mistake::new("--shard", "the test is about the whole match: a part needs --games or --rounds"));
        }
        for engine in &engines {
            let foreign = openings.iter().map(|opening| opening.start().rule_set());
            if let Some(rule_set) = foreign.into_iter().find(|&rule_set| !engine.dialect.knows(rule_set)) {
                let why = format!("{} does not know {}", engine.name, rule_set.name());
                return Err(Mistake::new(if self.variant.is_some() { "--variant" } else { "--openings" }, why));
            }
        }
        let games = self.games_of_a_pairing()?.or(sprt.is_none().then_some(GAMES));
        let (format, name) = self.format;
        let seed = self.seed.map(|seed| format!(" seed {seed}")).unwrap_or_default();
        let tournament = Tournament {
            schedule: Schedule::new(format, engines.len(), openings.len(), games, self.seed),
            order: format!("{name}{seed}"),
            conditions: Conditions { margin: Duration::from_millis(self.margin), adjudication: self.adjudication()? },
            deadlines: self.deadlines()?,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            concurrency: self.concurrency.into(),
            engines,
            openings,
            sprt,
        };
        // Where there is a mistake it is the only line.
        warnings.iter().for_each(|warning| warn(format_args!("match: {warning}")));
        Ok(tournament)
    }

    fn games_of_a_pairing(&self) -> Result<Option<u64>, Mistake> {
        match (self.games, self.rounds) {
            // As other runners are told that each opening is played twice.
            (None | Some(2), Some(rounds)) => Ok(Some(2 * rounds)),
            (Some(_), Some(_)) => Err(Mistake::new("--games", "beside --rounds it is 2: each opening is played twice")),
            (games, None) => Ok(games),
        }
    }

    /// The engines, and what is to be warned of.
    fn engines(&self) -> Result<(Vec<EngineSpec>, Vec<String>), Mistake> {
        let mut common = EngineSpec::default();
        let mistake = |argument| move |why| Mistake::new(argument, why);
        let mut given = Vec::new();
        for (argument, key, value) in [
            ("--st", "st", &self.st),
            ("--nodes", "nodes", &self.nodes),
            ("--depth", "depth", &self.depth),
            ("--tc", "tc", &self.tc),
        ] {
            let Some(value) = value else { continue };
            let limit = value.split_once('=').filter(|(limit, _)| key == "tc" && time_control::KEYS.contains(limit));
            let (key, value) = limit.unwrap_or((key, value));
            if given.contains(&key) {
                return Err(Mistake::new(argument, format_args!("{key} is given twice")));
            }
            given.push(key);
            common.control.set(key, value).map_err(mistake(argument))?;
        }
        common.read(self.each.iter().map(String::as_str)).map_err(mistake("--each"))?;
        let mut engines = Vec::new();
        // By engine: what is said of all and it cannot take.
        let mut skipped = Vec::new();
        for words in &self.engines.0 {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let mut engine = common.clone();
            // Limits of its own replace those of all.
            let is_limit = |word: &&str| word.split_once('=').is_some_and(|(key, _)| time_control::KEYS.contains(&key));
            if words.iter().any(is_limit) {
                engine.control = time_control::TimeControl::default();
            }
            engine.read(words.iter().copied()).map_err(mistake("--engine"))?;
            let says = |start: &str| words.iter().any(|word| word.starts_with(start));
            let mut cannot_take = Vec::new();
            if !engine.dialect.has_options() && !says("option.") {
                let options = std::mem::take(&mut engine.options).into_iter();
                cannot_take.extend(options.map(|(option, _)| format!("has no options, option.{option} is skipped")));
            }
            if !engine.dialect.can_ponder() && !says("ponder=") && std::mem::take(&mut engine.ponder) {
                cannot_take.push("cannot ponder, ponder=on is skipped".to_owned());
            }
            skipped.push(cannot_take);
            engines.push(engine);
        }
        if engines.len() < 2 {
            return Err(Mistake::new("--engine", "a match needs two engines or more"));
        }
        engine_spec::name_all(&mut engines).map_err(mistake("--engine"))?;
        engines.iter().try_for_each(|engine| engine.check().map_err(mistake("--engine")))?;
        let warnings = engines.iter().zip(skipped).flat_map(|(engine, cannot_take)| {
            let name = names::shown(&engine.name);
            cannot_take.into_iter().map(move |what| format!("{name} {what}"))
        });
        let warnings = warnings.collect();
        Ok((engines, warnings))
    }

    fn openings(&self) -> Result<Vec<Opening>, Mistake> {
        let mistake = |why: String| Mistake::new("--openings", why);
        let openings = match &self.openings {
            None => {
                opening::read_all(own_openings(self.variant.unwrap_or(RuleSet::Khet2))).map_err(|why| why.to_string())
            }
            // What is no text is named where it stands, and in a remark it does no harm.
            Some(file) => File::open(file)
                .map_err(|error| error.to_string())
                .and_then(|file| opening::read_from(BufReader::new(file)).map_err(|error| error.to_string()))
                .and_then(|openings| match openings.is_empty() {
                    true => Err("no opening is in it, expected one a line".to_owned()),
                    false => Ok(openings),
                })
                .map_err(|why| format!("{}: {why}", file.display())),
        };
        openings.map_err(mistake)
    }

    /// The test, if one is wanted.
    pub(super) fn sprt(&self) -> Result<Option<Test>, Mistake> {
        let Some(words) = &self.sprt else { return Ok(None) };
        let test = KeyValues::read(words, &SPRT_KEYS).and_then(|mut words| key_values::sprt_test(&mut words));
        test.map(Some).map_err(|why| Mistake::new("--sprt", why))
    }

    fn adjudication(&self) -> Result<Adjudication, Mistake> {
        let number = |key, text: Option<&str>| -> Result<Option<u32>, String> {
            let parsed = |text: &str| text.parse().ok().filter(|&number| (1..1_000_000).contains(&number));
            text.map(|text| parsed(text).ok_or_else(|| wrong(key, "a whole number from 1 to 999999", text))).transpose()
        };
        let whole = |key, text: Option<&str>| -> Result<Option<u32>, String> {
            let parsed = |text: &str| text.parse().ok().filter(|&number| number < 1_000_000);
            text.map(|text| parsed(text).ok_or_else(|| wrong(key, "a whole number up to 999999", text))).transpose()
        };
        let centipawns = |score: u32| i32::try_from(score).unwrap_or(i32::MAX);
        let draw = || -> Result<(Option<u32>, Option<DrawScore>), String> {
            let mut words = KeyValues::read(&self.draw, &["plies", "movenumber", "movecount", "score"])?;
            let plies = number("plies", words.take("plies"))?;
            let move_number = whole("movenumber", words.take("movenumber"))?;
            let moves = number("movecount", words.take("movecount"))?;
            let score = match (move_number, moves, whole("score", words.take("score"))?) {
                (None, None, None) => None,
                (move_number, Some(moves), Some(score)) => {
                    Some(DrawScore { move_number: move_number.unwrap_or(0), moves, score: centipawns(score) })
                }
                _ => return Err("expected movecount=N and score=CP".to_owned()),
            };
            Ok((plies, score))
        };
        let resign = || -> Result<Option<Resign>, String> {
            let mut words = KeyValues::read(&self.resign, &["moves", "movecount", "score", "twosided"])?;
            let moves = number("moves", words.take_either("moves", "movecount")?)?;
            let two_sided = match words.take("twosided") {
                None | Some("false" | "off") => false,
                Some("true" | "on") => true,
                Some(other) => return Err(wrong("twosided", "true or false", other)),
            };
            match (moves, number("score", words.take("score"))?) {
                (None, None) if self.resign.is_empty() => Ok(None),
                (Some(moves), Some(score)) => Ok(Some(Resign { moves, score: centipawns(score), two_sided })),
                _ => Err("expected moves=N and score=CP".to_owned()),
            }
        };
        let (draw_plies, draw_score) = draw().map_err(|why| Mistake::new("--draw", why))?;
        Ok(Adjudication {
            max_plies: self.max_plies,
            draw_plies,
            draw_score,
            resign: resign().map_err(|why| Mistake::new("--resign", why))?,
        })
    }

    fn deadlines(&self) -> Result<Deadlines, Mistake> {
        let mistake = |why| Mistake::new("--deadline", why);
        let mut deadlines = Deadlines::default();
        let mut words = KeyValues::read(&self.deadline, &["start", "ready", "quit", "answer"]).map_err(mistake)?;
        for (key, field) in [
            ("start", &mut deadlines.start),
            ("ready", &mut deadlines.ready),
            ("quit", &mut deadlines.quit),
            ("answer", &mut deadlines.answer),
        ] {
            if let Some(text) = words.take(key) {
                let seconds = text.parse().ok().filter(|seconds| (0.001..=LONGEST_DEADLINE).contains(seconds));
                let seconds = seconds.ok_or_else(|| mistake(wrong(key, "seconds up to a day", text)))?;
                *field = Duration::from_secs_f64(seconds);
            }
        }
        Ok(deadlines)
    }
}
