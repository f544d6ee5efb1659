//! `khepri sprt`: prints Elo and the state of a sequential test, from the counts of a match.

use super::command_error::{CommandError, Expected};
use super::key_values;
use crate::output::Output;
use clap::Args;
use khepri_arena::stats::elo::Difference;
use khepri_arena::stats::results::MOST;
use khepri_arena::stats::sample::OUTCOMES;
use khepri_arena::stats::{Bounds, Counts, Estimate, Pairs, Parameters, Sample, Test};
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

/// The test and the counts, in one of three forms.
#[derive(Args)]
struct Keys {
    #[command(flatten)]
    test: Parameters,
    #[command(flatten)]
    games: Option<Counts>,
    #[command(flatten)]
    pairs: Option<Pairs>,
    /// The counts of pairs by points.
    #[arg(long, value_name = "LL,LD,M,WD,WW", value_parser = pentanomial)]
    #[arg(conflicts_with_all = ["Counts", "Pairs"])]
    ptnml: Option<[u64; OUTCOMES]>,
}

fn pentanomial(text: &str) -> Result<[u64; OUTCOMES], Expected> {
    let counts: Option<Vec<u64>> =
        text.split(',').map(|count| count.parse().ok().filter(|&count| count <= MOST)).collect();
    counts.and_then(|counts| counts.try_into().ok()).ok_or(Expected("five counts, LL,LD,M,WD,WW".to_owned()))
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let keys = read(&self.words)?;
        let test = Test::new(keys.test).map_err(|error| CommandError::new(WORDS, error))?;
        output.print(table(&test, &keys));
        Ok(ExitCode::SUCCESS)
    }
}

fn read(words: &[String]) -> Result<Keys, CommandError> {
    let keys: Keys = key_values::read(WORDS, words)?;
    if keys.games.is_none() && keys.pairs.is_none() && keys.ptnml.is_none() {
        let why = "the counts are missing: expected W= L= D=, LL= LD= WL= DD= WD= WW= or ptnml=";
        return Err(CommandError::new(WORDS, why));
    }
    Ok(keys)
}

/// Returns the figures, one `name: value` per line. An unknown figure is `-`.
fn table(test: &Test, given: &Keys) -> String {
    let counts = given.games.or(given.pairs.map(|pairs| pairs.counts()));
    let pentanomial = given.ptnml.or(given.pairs.map(|pairs| pairs.pentanomial()));
    let sample = pentanomial.map_or_else(|| Sample::from(&counts.unwrap_or_default()), Sample::of_pentanomial);
    let parameters = test.parameters();
    let Bounds { lower, upper } = test.bounds();
    let llr = test.llr(sample);
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{name}: {value}");
    };
    line("games", (sample.trials() * sample.games_a_trial()).to_string());
    if let Some(Counts { wins, draws, losses }) = counts {
        line("W/D/L", format!("{wins} {draws} {losses}"));
    }
    if let Some(counts) = pentanomial {
        line("Ptnml(0-2)", counts.map(|count| count.to_string()).join(" "));
    }
    line("score", percent(sample.score()));
    if let Some(counts) = counts {
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

    fn read_line(line: &str) -> Result<Keys, CommandError> {
        read(&line.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn counts_are_read_in_all_forms() {
        let games = |line| read_line(line).expect("no error").games;
        assert_eq!(games("W=1 L=3 D=2"), Some(Counts { wins: 1, draws: 2, losses: 3 }));
        assert_eq!(games("losses=3 draws=2 wins=1 elo0=-5"), Some(Counts { wins: 1, draws: 2, losses: 3 }));
        let pairs = read_line("WW=6 LL=1 LD=2 WL=3 DD=4 WD=5").expect("no error").pairs;
        assert_eq!(pairs, Some(Pairs { ll: 1, ld: 2, wl: 3, dd: 4, wd: 5, ww: 6 }));
        assert_eq!(read_line("ptnml=1,2,7,5,6").expect("no error").ptnml, Some([1, 2, 7, 5, 6]));
    }

    #[test]
    fn an_error_names_the_word_that_causes_it() {
        for (line, named) in [
            ("elo0=0", "counts are missing"),
            ("W=1 L=1", "not provided: D=<N>"),
            ("LL=1 LD=1 WL=1 DD=1 WD=1", "not provided: WW=<N>"),
            ("W=1 L=1 D=1 W=1", "'W=<N>' cannot be used multiple times"),
            ("W=1 L=1 D=1 wins=1", "'W=<N>' cannot be used multiple times"),
            ("W=1 L=1 D=1 WW=1", "'W=<N>' cannot be used with: "),
            ("ptnml=1,2,3,4,5 W=1", "'ptnml=<LL,LD,M,WD,WW>' cannot be used with: W=<N>"),
            ("ptnml=1,2,3,4", "expected five counts, LL,LD,M,WD,WW"),
            ("ptnml=1,2,x,4,5", "expected five"),
            ("ptnml=", "expected five"),
            ("W=-1 L=1", "'-1' for 'W=<N>': expected a whole number"),
            ("W=1000000000001 L=1 D=1", "1000000000001 is not in 0..=1000000000000"),
            ("W=99999999999999999999999 L=1 D=1", "the number is too large"),
            ("W=1 L=1 D=1 elo2=1", "'elo2'"),
            ("w=1 L=1 D=1", "'w'"),
        ] {
            let error = read_line(line).map(|_| ()).expect_err(line).to_string();
            assert!(error.contains(named) && !error.contains('\n'), "{line}: {error}");
        }
    }
}
