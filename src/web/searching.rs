//! The instance that searches. It does one job at a time. The host stops the job through `util/host`.

use super::message::{End, Order};
use khepri_engine::internal::util::Instant;
use khepri_engine::{Engine, Network, Upkeep};
use khepri_protocol::event::Plan;
use khepri_protocol::jobs::Job;
use khepri_protocol::position::Start;
use khepri_protocol::report::remark;
use khepri_rules::RuleSet;
use std::sync::Arc;

/// An instance that searches.
#[derive(Default)]
pub struct Searching {
    network: Option<Arc<Network>>,
    engine: Option<Engine>,
    /// The size of the engine's table in MiB.
    hash_mib: usize,
}

impl Searching {
    /// Sets the network of all jobs, before the first of them.
    pub fn set_network(&mut self, network: Network) {
        self.network = Some(Arc::new(network));
    }

    /// Does the job of an order. The clock of a search has run since `since`. `report` receives the lines that the job reports.
    pub fn run(&mut self, order: &[u8], since: Instant, report: &mut (dyn FnMut(String) + Send)) -> End {
        let unreadable = |why: String| End::NotStarted(format!("unreadable order: {why}"));
        let order: Order = match serde_json::from_slice(order) {
            Ok(order) => order,
            Err(why) => return unreadable(why.to_string()),
        };
        let hash_mib = order.hash_mib;
        let end = match order.plan(since) {
            Ok(plan) => self.job(plan, hash_mib, report).map_or_else(|end| end, |job| job.run(report).into()),
            Err(why) => unreadable(why),
        };
        if matches!(end, End::Upkeep(None)) {
            self.hash_mib = hash_mib;
        }
        end
    }

    fn job(&mut self, plan: Plan, hash_mib: usize, report: &mut dyn FnMut(String)) -> Result<Job, End> {
        if let Plan::Perft { position, depth, threads } = plan {
            return Ok(Job::perft(position, depth, threads));
        }
        let Some(network) = self.network.clone() else { return Err(End::NotStarted("there is no network".to_owned())) };
        let is_upkeep = matches!(plan, Plan::Upkeep(..));
        let resizes = matches!(plan, Plan::Upkeep(Upkeep::Resize(_), _));
        match self.engine(hash_mib, &network, resizes, report) {
            Ok(engine) => Ok(Job::new(plan, engine, &network)),
            Err(why) if is_upkeep => Err(End::Upkeep(Some(why))),
            Err(why) => Err(End::NotStarted(why)),
        }
    }

    /// Returns the engine, with a table of this size unless the job changes the size. If there is no memory for it, the table is
    /// smaller, and the reason is reported.
    fn engine(
        &mut self,
        hash_mib: usize,
        network: &Arc<Network>,
        resizes: bool,
        report: &mut dyn FnMut(String),
    ) -> Result<&mut Engine, String> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => {
                let engine =
                    if resizes { create(hash_mib, network)? } else { create_smaller(hash_mib, network, report)? };
                self.hash_mib = hash_mib;
                engine
            }
        };
        let engine = self.engine.insert(engine);
        if self.hash_mib != hash_mib && !resizes {
            if let Err(why) = engine.upkeep(Upkeep::Resize(hash_mib)).run() {
                report(remark(format_args!("{why}; the old table stays")));
            }
            self.hash_mib = hash_mib;
        }
        Ok(engine)
    }
}

fn create(hash_mib: usize, network: &Arc<Network>) -> Result<Engine, String> {
    let game = Start::Classic.read(RuleSet::Khet2).map_err(|why| why.to_string())?;
    Engine::with_network(game, hash_mib, Arc::clone(network)).map_err(|why| why.to_string())
}

/// Creates an engine. If there is no memory for its table, it halves the size until there is, and reports it.
fn create_smaller(hash_mib: usize, network: &Arc<Network>, report: &mut dyn FnMut(String)) -> Result<Engine, String> {
    let mut mib = hash_mib;
    loop {
        match create(mib, network) {
            Err(_) if mib > 1 => mib /= 2,
            engine => {
                if mib < hash_mib && engine.is_ok() {
                    report(remark(format_args!("no memory for a table of {hash_mib} MiB; it has {mib} MiB")));
                }
                return engine;
            }
        }
    }
}
