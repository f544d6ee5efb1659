//! A test of key collisions. The table has random entries under the keys of positions near the root. They may mislead a search,
//! but its moves and lines stay legal.

use super::clock::Budget;
use super::observer::{Info, Observer};
use super::root::Task;
use super::root_move::RootMove;
use super::shared::Shared;
use super::static_eval::StaticEval;
use super::table::{Entry, Table};
use super::window::{Bound, Depth};
use super::worker::{Memory, Worker};
use super::{Limits, Signals};
use crate::eval::{Score, network};
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Game, Move, Position, setups};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Returns a random entry.
fn random_entry(random: &mut Random) -> Entry {
    let score = random.below(2 * Score::MATE.value() as usize + 1) as i32 - Score::MATE.value();
    Entry {
        mv: std::iter::repeat_with(|| Move::from_bits(random.next_u64() as u16)).flatten().next(),
        score: Score::from_table(score as i16, 0),
        bound: Bound::from_bits(random.next_u64()),
        depth: Depth(random.next_u64() as u8),
        static_eval: StaticEval::from_bits(random.next_u64() as u16),
        was_pv: random.below(2) == 0,
    }
}

/// Appends the keys of the positions at most this number of plies away.
fn keys(position: &Position, plies: usize, found: &mut Vec<u64>) {
    found.push(position.key());
    if plies > 0 {
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play(mv).expect("it is legal");
            keys(&next, plies - 1, found);
        }
    }
}

/// An observer that plays every reported line.
struct Player<'a> {
    root: &'a Position,
    lines: usize,
}

impl Observer for Player<'_> {
    fn iteration(&mut self, info: &Info) {
        let mut position = self.root.clone();
        for &mv in &info.pv {
            position.play(mv).unwrap_or_else(|_| panic!("{mv} of {:?}", info.pv));
        }
        self.lines += 1;
    }

    fn current_move(&mut self, _: Move, _: usize) {}
}

/// A guard that stops the other thread when it is dropped, even after a panic.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn entries_of_other_positions_give_no_illegal_moves() {
    let mut random = Random::seed_from_u64(1);
    for set_up in setups::all() {
        let position = &set_up.position;
        let table = Table::new(1).expect("1 MiB");
        let mut near = Vec::new();
        keys(position, 2, &mut near);
        near.iter().for_each(|&key| table.set(key, 0, random_entry(&mut random)));
        let limits = Limits::nodes_or_one(20_000);
        let signals = Signals::default();
        let budget = Budget::new(&limits, position.side_to_move(), Duration::ZERO);
        let network = network::embedded();
        let shared = Shared::new(&table, &network, &limits, &signals, budget, 1);
        let (game, mut memory) = (Game::new(position.clone()), Memory::default());
        let mut moves = RootMove::list(&game, &[]);
        let mut player = Player { root: position, lines: 0 };
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            // The other thread overwrites the entries during the search.
            let mut random = random.stream(position.key());
            let (near, table, over) = (&near, &table, &over);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    table.set(near[random.below(near.len())], 0, random_entry(&mut random));
                }
            });
            let _stop = StopOnDrop(over);
            let task = Task { limits: &limits, lines: 1, first: Depth(1), last: Depth::MAX };
            let mut worker = Worker::new(&shared, 0, &game, &mut memory);
            worker.deepen(&mut moves, &task, &mut player);
        });
        assert!(position.is_legal(moves[0].mv()) && player.lines > 0, "{}", set_up.name);
    }
}
