//! `khepri sprt`: prints Elo and the state of a sequential test, from the counts of a match.

use super::command_error::CommandError;
use super::key_values::{self, KeyError, KeyValues, SPRT_KEYS, value};
use crate::output::Output;
use crate::stats::elo::Difference;
use crate::stats::{Bounds, Counts, Estimate, Pairs, Sample, Test};
use clap::Args;
use std::fmt::Write;
use std::process::ExitCode;

/// Elo, error bars and the sequential probability ratio test, from counts alone
#[derive(Args)]
#[command(after_help = "Counts are from the point of view of one engine. Give counts of one kind:\n  \
                        games: W L D, or wins losses draws\n  \
                        pairs of games with the colours exchanged: LL LD WL DD WD WW\n  \
                        pairs by points: ptnml=LL,LD,M,WD,WW, where M counts WL and DD together\n\
                        Keys of the test, with their defaults: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic (or normalized)\n\n\
                        Examples:\n  khepri sprt W=520 L=480 D=1000\n  \
                        khepri sprt elo0=0 elo1=2 model=normalized LL=365 LD=16618 WL=36029 DD=200 WD=16974 WW=390\n  \
                        khepri sprt elo1=10 ptnml=12,101,230,140,19")]
pub(super) struct Arguments {
    /// The counts and the test
    #[arg(value_name = WORDS, required = true)]
    words: Vec<String>,
}

/// The name of the arguments in messages.
const WORDS: &str = "KEY=VALUE";

/// The keys of counts of games. The last three are other names of the first three.
const GAMES: [&str; 6] = ["W", "D", "L", "wins", "draws", "losses"];

/// The keys of counts of pairs.
const PAIRS: [&str; 6] = ["LL", "LD", "WL", "DD", "WD", "WW"];

/// The key of counts of pairs by points.
const PENTANOMIAL: [&str; 1] = ["ptnml"];

/// The largest count. It is larger than that of any match, and small enough for exact sums.
const MOST: u64 = 1_000_000_000_000;

/// The counts in the arguments, in one of three forms.
#[derive(Clone, Copy, PartialEq, Debug)]
enum GivenCounts {
    Games(Counts),
    Pairs(Pairs),
    Pentanomial([u64; 5]),
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let (test, results) = read(&self.words).map_err(|why| CommandError::new(WORDS, why))?;
        output.print(table(&test, &results));
        Ok(ExitCode::SUCCESS)
    }
}

fn read(words: &[String]) -> Result<(Test, GivenCounts), KeyError> {
    let known = [&SPRT_KEYS[..], &GAMES, &PAIRS, &PENTANOMIAL].concat();
    let mut words = KeyValues::read(words, &known)?;
    let test = key_values::sprt_test(&mut words)?;
    let results = match (words.first_of(&GAMES), words.first_of(&PAIRS), words.first_of(&PENTANOMIAL)) {
        (Some(_), None, None) => GivenCounts::Games(games(&mut words)?),
        (None, Some(_), None) => GivenCounts::Pairs(pairs(&mut words)?),
        (None, None, Some(key)) => GivenCounts::Pentanomial(pentanomial(key, words.take(key).unwrap_or_default())?),
        (None, None, None) => {
            return Err(KeyError::new(
                "the counts are missing",
                "expected W= L= D=, LL= LD= WL= DD= WD= WW= or ptnml=",
            ));
        }
        (Some(one), Some(other), _) | (Some(one), _, Some(other)) | (_, Some(one), Some(other)) => {
            return Err(KeyError::new(format!("{one} and {other}"), "counts of different kinds, expected one kind"));
        }
    };
    Ok((test, results))
}

fn games(words: &mut KeyValues<'_>) -> Result<Counts, KeyError> {
    let [w, d, l, wins, draws, losses] = GAMES;
    let mut either = |name, other| count(name, words.take_either(name, other)?);
    Ok(Counts { wins: either(w, wins)?, draws: either(d, draws)?, losses: either(l, losses)? })
}

fn pairs(words: &mut KeyValues<'_>) -> Result<Pairs, KeyError> {
    let [ll, ld, wl, dd, wd, ww] = PAIRS.map(|key| count(key, words.take(key)));
    Ok(Pairs { ll: ll?, ld: ld?, wl: wl?, dd: dd?, wd: wd?, ww: ww? })
}

fn count(key: &str, text: Option<&str>) -> Result<u64, KeyError> {
    let number = |text: &str| {
        let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number| is_whole && *number <= MOST)
    };
    value(key, text, &format!("a whole number from 0 to {MOST}"), number)?
        .ok_or_else(|| KeyError::new(key, "the count is missing"))
}

fn pentanomial(key: &str, text: &str) -> Result<[u64; 5], KeyError> {
    let counts: Vec<u64> = text.split(',').map(|word| count(key, Some(word))).collect::<Result<_, _>>()?;
    let five = value(key, Some(text), "five counts, LL,LD,M,WD,WW", |_| counts.try_into().ok())?;
    Ok(five.unwrap_or_default())
}

impl GivenCounts {
    fn sample(&self) -> Sample {
        match self {
            GivenCounts::Games(counts) => Sample::from(counts),
            GivenCounts::Pairs(pairs) => Sample::from(pairs),
            GivenCounts::Pentanomial(counts) => Sample::of_pentanomial(*counts),
        }
    }

    /// Returns the counts of single games, if they are known.
    fn counts(&self) -> Option<Counts> {
        match self {
            GivenCounts::Games(counts) => Some(*counts),
            GivenCounts::Pairs(pairs) => Some(pairs.counts()),
            GivenCounts::Pentanomial(_) => None,
        }
    }

    fn pentanomial(&self) -> Option<[u64; 5]> {
        match self {
            GivenCounts::Games(_) => None,
            GivenCounts::Pairs(pairs) => Some(pairs.pentanomial()),
            GivenCounts::Pentanomial(counts) => Some(*counts),
        }
    }
}

/// Returns the figures, one `name: value` per line. An unknown figure is `-`.
fn table(test: &Test, results: &GivenCounts) -> String {
    let sample = results.sample();
    let parameters = test.parameters();
    let Bounds { lower, upper } = test.bounds();
    let llr = test.llr(sample);
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{name}: {value}");
    };
    line("games", (sample.trials() * sample.games_a_trial()).to_string());
    if let Some(Counts { wins, draws, losses }) = results.counts() {
        line("W/D/L", format!("{wins} {draws} {losses}"));
    }
    if let Some(counts) = results.pentanomial() {
        line("Ptnml(0-2)", counts.map(|count| count.to_string()).join(" "));
    }
    line("score", percent(sample.score()));
    if let Some(counts) = results.counts() {
        line("draw rate", percent(counts.draw_rate()));
    }
    line(
        "Elo",
        match sample.difference() {
            Some(Difference::AtLeast(bound)) => format!("at least {bound:.2}"),
            Some(Difference::AtMost(bound)) => format!("at most {bound:.2}"),
            Some(Difference::About(elo)) => estimate(Some(elo)),
            None => estimate(None),
        },
    );
    line("nElo", estimate(sample.normalized_elo()));
    line("LOS", percent(sample.superiority()));
    line("LLR", format!("{llr:.3}"));
    line("bounds", format!("{lower:.3} {upper:.3}"));
    line("test", format!("{} [{}, {}]", parameters.model.name(), parameters.elo0, parameters.elo1));
    line("decision", test.decide(llr).to_string());
    text
}

/// The text of an unknown figure.
const UNKNOWN: &str = "-";

fn percent(share: Option<f64>) -> String {
    share.map_or(UNKNOWN.to_owned(), |share| format!("{:.2} %", share * 100.0))
}

fn estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or(UNKNOWN.to_owned(), |it| {
        format!("{:.2} ± {:.2} [{:.2}, {:.2}]", it.value, it.margin(), it.low, it.high)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(line: &str) -> Result<GivenCounts, KeyError> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        read(&words).map(|(_, results)| results)
    }

    #[test]
    fn counts_are_read_in_all_forms() {
        let games = Ok(GivenCounts::Games(Counts { wins: 1, draws: 2, losses: 3 }));
        assert_eq!(results("W=1 L=3 D=2"), games);
        assert_eq!(results("losses=3 draws=2 wins=1 elo0=-5"), games);
        assert_eq!(
            results("WW=6 LL=1 LD=2 WL=3 DD=4 WD=5"),
            Ok(GivenCounts::Pairs(Pairs { ll: 1, ld: 2, wl: 3, dd: 4, wd: 5, ww: 6 }))
        );
        assert_eq!(results("ptnml=1,2,7,5,6"), Ok(GivenCounts::Pentanomial([1, 2, 7, 5, 6])));
    }

    #[test]
    fn an_error_names_the_word_that_causes_it() {
        for (line, named) in [
            ("elo0=0", "counts are missing"),
            ("W=1 L=1", "D: the count is missing"),
            ("LL=1 LD=1 WL=1 DD=1 WD=1", "WW: the count is missing"),
            ("W=1 L=1 D=1 W=1", "`W`"),
            ("W=1 L=1 D=1 wins=1", "wins"),
            ("W=1 L=1 D=1 WW=1", "W and WW"),
            ("ptnml=1,2,3,4,5 W=1", "W and ptnml"),
            ("ptnml=1,2,3,4", "ptnml: expected five"),
            ("ptnml=1,2,x,4,5", "`x`"),
            ("ptnml=", "ptnml"),
            ("W=-1 L=1 D=1", "`-1`"),
            ("W=+1 L=1 D=1", "`+1`"),
            ("W=1000000000001 L=1 D=1", "`1000000000001`"),
            ("W=99999999999999999999999 L=1 D=1", "W: expected a whole number"),
            ("W=1 L=1 D=1 elo2=1", "`elo2`"),
            ("w=1 L=1 D=1", "`w`"),
        ] {
            let error = results(line).expect_err(line).to_string();
            assert!(error.contains(named) && !error.contains('\n'), "{line}: {error}");
        }
    }
}
