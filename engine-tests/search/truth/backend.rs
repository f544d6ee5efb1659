//! The searches under test: the program as a child process, or the library with any number of threads.

use super::case::Case;
use super::question::Question;
use crate::support::Engine;
use khepri::internal::rules::Move;
use khepri::internal::search::{Bound, Info, Observer, Searcher, Signals};

/// The reported score of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    Centipawns(i32),
    /// A mate in a number of moves, negative if the side to move loses.
    Mate(i32),
}

impl Score {
    /// Returns a number that is greater for a better score.
    pub fn rank(self) -> i32 {
        match self {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => 1_000_000 - moves,
            Score::Mate(moves) => -1_000_000 - moves,
        }
    }
}

/// A reported line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedLine {
    pub depth: u32,
    /// The number of the line, from 1.
    pub number: usize,
    pub score: Score,
    /// Whether the score is exact, not a bound.
    pub exact: bool,
    pub nodes: u64,
    pub moves: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Answer {
    pub lines: Vec<ReportedLine>,
    pub best: Option<Move>,
    pub ponder: Option<Move>,
}

/// A search under test.
pub trait Backend {
    /// Clears everything that earlier searches have stored.
    fn clear(&mut self);
    /// Searches a position. It may use what earlier searches have stored.
    fn search(&mut self, case: &Case, question: &Question) -> Answer;
    /// Returns what was sent since it was cleared, to repeat a failure by hand.
    fn transcript(&self) -> String;
}

/// The program.
pub struct Program {
    engine: Engine,
    multipv: usize,
    options: Vec<String>,
    sent: Vec<String>,
}

impl Program {
    /// Starts the program with a number of threads and a table size in MiB.
    pub fn start(threads: usize, mib: usize) -> Program {
        let mut engine = Engine::start();
        let options =
            vec![format!("setoption name Threads value {threads}"), format!("setoption name Hash value {mib}")];
        options.iter().for_each(|option| engine.accept(option));
        Program { engine, multipv: 1, options, sent: Vec::new() }
    }

    /// Ends the program, and checks that it ends with status 0.
    pub fn quit(self) {
        self.engine.quit();
    }

    fn accept(&mut self, line: String) {
        self.engine.accept(&line);
        self.sent.push(line);
    }
}

impl Backend for Program {
    fn clear(&mut self) {
        self.sent = vec![format!("setoption name MultiPV value {}", self.multipv)];
        self.accept("ucinewgame".to_owned());
    }

    fn search(&mut self, case: &Case, question: &Question) -> Answer {
        if question.lines() != self.multipv {
            self.multipv = question.lines();
            self.accept(format!("setoption name MultiPV value {}", self.multipv));
        }
        self.accept(case.command());
        self.sent.push(question.go());
        let answer = self.engine.go(&question.go());
        assert!(answer.remarks.is_empty(), "{:?}\n{}", answer.remarks, self.transcript());
        let read = |text: &str| {
            text.parse::<Move>().unwrap_or_else(|_| panic!("`{text}` is not a move\n{}", self.transcript()))
        };
        Answer {
            lines: answer
                .infos
                .iter()
                .map(|info| ReportedLine {
                    depth: info.depth,
                    number: info.multipv as usize,
                    score: match (info.cp, info.mate) {
                        (Some(value), _) => Score::Centipawns(value),
                        (None, Some(moves)) => Score::Mate(moves),
                        (None, None) => unreachable!("a line has a score"),
                    },
                    exact: !info.bound,
                    nodes: info.nodes,
                    moves: info.pv.iter().map(|text| read(text)).collect(),
                })
                .collect(),
            best: (answer.best != "(none)").then(|| read(&answer.best)),
            ponder: answer.ponder.map(|text| read(&text)),
        }
    }

    fn transcript(&self) -> String {
        self.options.iter().chain(&self.sent).map(|line| format!("{line}\n")).collect()
    }
}

/// The library.
pub struct Library {
    searcher: Searcher,
    threads: usize,
    mib: usize,
    sent: Vec<String>,
}

impl Library {
    /// Returns a searcher with a number of threads and a table size in MiB.
    pub fn new(threads: usize, mib: usize) -> Library {
        let searcher = Searcher::new(mib, threads).expect("memory for a small table");
        Library { searcher, threads, mib, sent: Vec::new() }
    }
}

impl Backend for Library {
    fn clear(&mut self) {
        self.searcher.clear();
        self.sent.clear();
    }

    fn search(&mut self, case: &Case, question: &Question) -> Answer {
        self.sent.push(format!("{}\n{} (MultiPV {})", case.command(), question.go(), question.lines()));
        let mut collector = Collector::default();
        let (game, signals) = (case.game(), Signals::default());
        let best = self.searcher.search(&game, &question.limits(), &question.settings(), &signals, &mut collector);
        Answer { lines: collector.0, best: best.best, ponder: best.ponder }
    }

    fn transcript(&self) -> String {
        format!("{} threads, {} MiB\n{}", self.threads, self.mib, self.sent.join("\n"))
    }
}

/// An observer that collects the reported lines.
#[derive(Default)]
struct Collector(Vec<ReportedLine>);

impl Observer for Collector {
    fn iteration(&mut self, info: &Info) {
        let score = match info.score.mate_plies() {
            None => Score::Centipawns(info.score.value()),
            Some(plies) => {
                let moves = plies.div_ceil(2) as i32;
                Score::Mate(if info.score.is_loss() { -moves } else { moves })
            }
        };
        self.0.push(ReportedLine {
            depth: info.depth.plies() as u32,
            number: info.multipv,
            score,
            exact: info.bound == Bound::Exact,
            nodes: info.nodes,
            moves: info.pv.clone(),
        });
    }

    fn current_move(&mut self, _: Move, _: usize) {}
}
