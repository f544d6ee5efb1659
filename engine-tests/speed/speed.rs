//! The benchmark that anyone can run: `cargo bench -p khepri-speed`. It measures leaves a second of perft, nodes a second of the
//! search, and the times to trace a beam and to find where it can get, with one thread.
//!
//! The times serve to compare two builds on one machine. No test depends on them.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::perft::{Options, perft};
use khepri_engine::{Depth, Limits, Signals, Silent};
use khepri_rules::{Beam, Game, Position, RuleSet, setups};
use std::hint::black_box;
use std::num::NonZero;

const POSITIONS: [(RuleSet, &str); 5] = [
    (RuleSet::Khet2, "classic"),
    (RuleSet::Khet2, "dynasty"),
    (RuleSet::Khet1, "classic"),
    (RuleSet::Deflexion, "classic"),
    (RuleSet::Khet2, "osiris"),
];

fn position(rule_set: RuleSet, name: &str) -> Position {
    setups::named(rule_set, name).expect("a named set-up").position.clone()
}

fn count(criterion: &mut Criterion) {
    for (title, bulk, depth) in [("perft", false, 3), ("perft-bulk", true, 4)] {
        let mut group = criterion.benchmark_group(title);
        for (rule_set, name) in POSITIONS {
            let position = position(rule_set, name);
            let options = Options { bulk, ..Options::default() };
            let leaves = perft(&position, depth, &options).expect("nothing stops it").nodes;
            group.throughput(Throughput::Elements(leaves));
            group.bench_function(BenchmarkId::new(rule_set.name(), name), |bencher| {
                bencher.iter(|| perft(black_box(&position), depth, &options));
            });
        }
        group.finish();
    }
}

fn beam(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("trace");
    for (rule_set, name) in POSITIONS {
        let position = position(rule_set, name);
        let mut beam = Beam::new();
        group.bench_function(BenchmarkId::new(rule_set.name(), name), |bencher| {
            bencher.iter(|| black_box(&position).trace(position.side_to_move(), black_box(&mut beam)));
        });
    }
    group.finish();
}

fn reach(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reach");
    for (rule_set, name) in POSITIONS {
        let position = position(rule_set, name);
        group.bench_function(BenchmarkId::new(rule_set.name(), name), |bencher| {
            bencher.iter(|| black_box(&position).reach(position.side_to_move()));
        });
    }
    group.finish();
}

fn search(criterion: &mut Criterion) {
    const NODES: u64 = 300_000;
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10).throughput(Throughput::Elements(NODES));
    for (rule_set, name) in POSITIONS {
        let game = Game::new(position(rule_set, name));
        let mut searcher = Searcher::new(64, 1).expect("64 MiB");
        group.bench_function(BenchmarkId::new(rule_set.name(), name), |bencher| {
            bencher.iter(|| {
                searcher.clear();
                let limits = Limits { nodes: NonZero::new(NODES), depth: Some(Depth::MAX), ..Limits::default() };
                searcher.search(&game, &limits, &SearchSettings::default(), &Signals::default(), &mut Silent)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, count, beam, reach, search);
criterion_main!(benches);
