//! What searches: the program as a child process, or the library with any number of threads.

use super::ask::Ask;
use super::case::Case;
use crate::support::Engine;
use khepri::internal::rules::Move;
use khepri::internal::search::{Bound, Info, Observer, Searcher, Settings, Signals};

/// The reported score of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    Centipawns(i32),
    /// A mate in a number of moves, negative for a loss of the side to move.
    Mate(i32),
}

impl Worth {
    /// Returns a number that is greater for a better score.
    pub fn rank(self) -> i32 {
        match self {
            Worth::Centipawns(value) => value,
            Worth::Mate(moves) if moves > 0 => 1_000_000 - moves,
            Worth::Mate(moves) => -1_000_000 - moves,
        }
    }
}

/// One `info` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reported {
    pub depth: u32,
    /// Its number among the lines of MultiPV, from 1.
    pub number: usize,
    pub worth: Worth,
    /// Whether that is exact, or only at least or at most so much.
    pub exact: bool,
    pub nodes: u64,
    pub line: Vec<Move>,
}

/// The answer to one question.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Answer {
    pub reported: Vec<Reported>,
    pub best: Option<Move>,
    pub ponder: Option<Move>,
}

/// Who answers.
pub trait Player {
    /// Forgets what it has learned.
    fn forget(&mut self);
    /// Searches; what it has learned before may help.
    fn ask(&mut self, case: &Case, ask: &Ask) -> Answer;
    /// What it has been sent since it last forgot, to be typed again.
    fn story(&self) -> String;
}

/// The program.
pub struct Program {
    engine: Engine,
    multipv: usize,
    options: Vec<String>,
    sent: Vec<String>,
}

impl Program {
    /// Starts it with a number of threads and a table size in MiB.
    pub fn start(threads: usize, mib: usize) -> Program {
        let mut engine = Engine::start();
        let options =
            vec![format!("setoption name Threads value {threads}"), format!("setoption name Hash value {mib}")];
        options.iter().for_each(|option| engine.accept(option));
        Program { engine, multipv: 1, options, sent: Vec::new() }
    }

    /// Checks that it ends in peace.
    pub fn quit(self) {
        self.engine.quit();
    }

    fn accept(&mut self, line: String) {
        self.engine.accept(&line);
        self.sent.push(line);
    }
}

impl Player for Program {
    fn forget(&mut self) {
        self.sent = vec![format!("setoption name MultiPV value {}", self.multipv)];
        self.accept("ucinewgame".to_owned());
    }

    fn ask(&mut self, case: &Case, ask: &Ask) -> Answer {
        if ask.lines() != self.multipv {
            self.multipv = ask.lines();
            self.accept(format!("setoption name MultiPV value {}", self.multipv));
        }
        self.accept(case.command());
        self.sent.push(ask.go());
        let answer = self.engine.go(&ask.go());
        assert!(answer.remarks.is_empty(), "{:?}\n{}", answer.remarks, self.story());
        let read =
            |text: &str| text.parse::<Move>().unwrap_or_else(|_| panic!("`{text}` is no move\n{}", self.story()));
        Answer {
            reported: answer
                .infos
                .iter()
                .map(|info| Reported {
                    depth: info.depth,
                    number: info.multipv as usize,
                    worth: match (info.cp, info.mate) {
                        (Some(value), _) => Worth::Centipawns(value),
                        (None, Some(moves)) => Worth::Mate(moves),
                        (None, None) => unreachable!("a line has a score"),
                    },
                    exact: !info.bound,
                    nodes: info.nodes,
                    line: info.pv.iter().map(|text| read(text)).collect(),
                })
                .collect(),
            best: (answer.best != "(none)").then(|| read(&answer.best)),
            ponder: answer.ponder.map(|text| read(&text)),
        }
    }

    fn story(&self) -> String {
        self.options.iter().chain(&self.sent).map(|line| format!("{line}\n")).collect()
    }
}

/// The library.
pub struct Library {
    searcher: Searcher,
    settings: Settings,
    sent: Vec<String>,
}

impl Library {
    /// Starts it with a number of threads, which may exceed that of the processors.
    pub fn new(threads: usize, mib: usize) -> Library {
        let settings = Settings { hash_mib: mib, threads };
        Library { searcher: Searcher::new(&settings).expect("memory for a small table"), settings, sent: Vec::new() }
    }
}

impl Player for Library {
    fn forget(&mut self) {
        self.searcher.clear();
        self.sent.clear();
    }

    fn ask(&mut self, case: &Case, ask: &Ask) -> Answer {
        self.sent.push(format!("{}\n{} (MultiPV {})", case.command(), ask.go(), ask.lines()));
        let mut listener = Listener::default();
        let (game, signals) = (case.game(), Signals::default());
        let best = self.searcher.search(&game, &ask.limits(), &ask.settings(), &signals, &mut listener);
        Answer { reported: listener.0, best: best.best, ponder: best.ponder }
    }

    fn story(&self) -> String {
        format!("{:?}\n{}", self.settings, self.sent.join("\n"))
    }
}

#[derive(Default)]
struct Listener(Vec<Reported>);

impl Observer for Listener {
    fn iteration(&mut self, info: &Info) {
        let worth = match info.score.mate_plies() {
            None => Worth::Centipawns(info.score.value()),
            Some(plies) => {
                let moves = plies.div_ceil(2) as i32;
                Worth::Mate(if info.score.is_loss() { -moves } else { moves })
            }
        };
        self.0.push(Reported {
            depth: info.depth.plies() as u32,
            number: info.multipv,
            worth,
            exact: info.bound == Bound::Exact,
            nodes: info.nodes,
            line: info.pv.clone(),
        });
    }

    fn current_move(&mut self, _: Move, _: usize) {}
}
