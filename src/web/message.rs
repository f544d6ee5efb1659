//! The messages between the two instances, as JSON: an order to do a job, and the end of the job.

use khepri_engine::internal::search::SearchSettings;
use khepri_engine::internal::util::Instant;
use khepri_engine::{BestMove, Depth, Limits, Upkeep};
use khepri_protocol::event::{Input, JobEnd, Plan, SearchPlan};
use khepri_rules::{Game, Move, Position};
use serde::{Deserialize, Serialize};

/// An order to do a job.
#[derive(Serialize, Deserialize)]
pub struct Order {
    /// The size of the table in MiB, for this job and later ones.
    pub hash_mib: usize,
    /// The job.
    pub work: Work,
}

/// The job of an order.
#[derive(Serialize, Deserialize)]
pub enum Work {
    /// A search.
    Search(Box<SearchWork>),
    /// A perft of a position to a depth.
    Perft(String, u32),
    /// The bench to a depth.
    Bench(Option<Depth>),
    /// Preparation of the memory.
    Prepare,
    /// A cleared table.
    Clear,
    /// A table of the order's size.
    Resize,
}

/// A search: the plan with positions and moves as text.
#[derive(Serialize, Deserialize)]
pub struct SearchWork {
    start: String,
    moves: Vec<String>,
    limits: Limits,
    searchmoves: Vec<String>,
    settings: SearchSettings,
    shows_wdl: bool,
}

impl Order {
    /// Returns the order for a plan, while the table has `hash_mib` MiB.
    pub fn new(plan: &Plan, hash_mib: usize) -> Order {
        let work = match plan {
            Plan::Search(plan) => Work::Search(Box::new(SearchWork::of(plan))),
            Plan::Perft { position, depth, .. } => Work::Perft(position.to_string(), *depth),
            Plan::Bench(depth) => Work::Bench(*depth),
            Plan::Upkeep(Upkeep::Prepare, _) => Work::Prepare,
            &Plan::Upkeep(Upkeep::Resize(hash_mib), _) => return Order { hash_mib, work: Work::Resize },
            // The module reads no network files.
            Plan::Upkeep(Upkeep::Clear | Upkeep::Network(_), _) => Work::Clear,
        };
        Order { hash_mib, work }
    }

    /// Returns the plan of the order. The clock of a search has run since `since`.
    ///
    /// # Errors
    /// The text of a position or move that is not one.
    pub fn plan(self, since: Instant) -> Result<Plan, String> {
        let threads = 1;
        Ok(match self.work {
            Work::Search(search) => Plan::Search(Box::new(search.plan(since)?)),
            Work::Perft(kfen, depth) => Plan::Perft { position: Box::new(position(&kfen)?), depth, threads },
            Work::Bench(depth) => Plan::Bench(depth),
            Work::Prepare => Plan::Upkeep(Upkeep::Prepare, threads),
            Work::Clear => Plan::Upkeep(Upkeep::Clear, threads),
            Work::Resize => Plan::Upkeep(Upkeep::Resize(self.hash_mib), threads),
        })
    }
}

impl SearchWork {
    fn of(plan: &SearchPlan) -> SearchWork {
        let mut start = plan.game.clone();
        while start.pop().is_some() {}
        SearchWork {
            start: start.position().to_string(),
            moves: plan.game.moves().map(|mv| mv.to_string()).collect(),
            limits: plan.limits.clone(),
            searchmoves: plan.limits.searchmoves.iter().map(Move::to_string).collect(),
            settings: plan.settings,
            shows_wdl: plan.shows_wdl,
        }
    }

    fn plan(self, since: Instant) -> Result<SearchPlan, String> {
        let mut game = Game::new(position(&self.start)?);
        for word in &self.moves {
            game.push(mv(word)?).map_err(|why| format!("{word}: {why}"))?;
        }
        let searchmoves = self.searchmoves.iter().map(|word| mv(word)).collect::<Result<_, _>>()?;
        let limits = Limits { searchmoves, ..self.limits };
        let SearchWork { settings, shows_wdl, .. } = self;
        Ok(SearchPlan { game, limits, since, settings, threads: 1, shows_wdl })
    }
}

fn position(kfen: &str) -> Result<Position, String> {
    kfen.parse().map_err(|why| format!("{kfen}: {why}"))
}

fn mv(word: &str) -> Result<Move, String> {
    word.parse().map_err(|why| format!("{word}: {why}"))
}

/// The end of a job.
#[derive(Serialize, Deserialize)]
pub enum End {
    /// The best move and the expected answer of a search.
    Found(Option<String>, Option<String>),
    /// The last line of a perft or bench.
    Counted(String),
    /// No result, for this reason.
    NoResult(String),
    /// The end of work on the memory, with the reason if it has failed.
    Upkeep(Option<String>),
    /// The job could not be started, for this reason.
    NotStarted(String),
}

impl End {
    /// Returns the input that tells a session of the end of a job.
    pub fn input(self, job: u64) -> Input {
        let read = |word: Option<String>| word.and_then(|word| word.parse().ok());
        Input::Finished(
            job,
            match self {
                End::Found(best, ponder) => JobEnd::Found(BestMove { best: read(best), ponder: read(ponder) }),
                End::Counted(line) => JobEnd::Counted(line),
                End::NoResult(why) => JobEnd::NoResult(why),
                End::Upkeep(failure) => JobEnd::Upkeep(failure.map_or(Ok(()), Err)),
                End::NotStarted(why) => return Input::CouldNotStart(job, why),
            },
        )
    }
}

impl From<JobEnd> for End {
    fn from(end: JobEnd) -> End {
        match end {
            JobEnd::Found(BestMove { best, ponder }) => {
                End::Found(best.map(|mv| mv.to_string()), ponder.map(|mv| mv.to_string()))
            }
            JobEnd::Counted(line) => End::Counted(line),
            JobEnd::NoResult(why) | JobEnd::Panicked(why) | JobEnd::EngineLost(why) => End::NoResult(why),
            JobEnd::Upkeep(done) => End::Upkeep(done.err()),
        }
    }
}
