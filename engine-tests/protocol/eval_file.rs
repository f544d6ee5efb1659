//! The embedded network and the option `EvalFile`: a network from a file evaluates, and what is no network is refused.

use crate::support::in_process::InProcess;
use crate::support::{Engine, without_times};
use crate::twin::network::EMBEDDED;
use crate::twin::pyramids::{counting, network};
use crate::twin::random_positions::game;
use crate::twin::state::State;
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Kind, setups};
use std::collections::HashSet;
use std::fs;

/// Lets an engine evaluate by the Pyramids of both players.
pub fn count_pyramids(engine: &mut InProcess) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pyramids.net");
    fs::write(&path, counting().to_bytes()).expect("written");
    engine.accept(&format!("setoption name EvalFile value {}", path.display()));
}

/// Plies of a random game.
const PLIES: usize = 60;

#[test]
fn eval_prints_the_score_of_a_naive_network() {
    let mut random = Random::seed_from_u64(7);
    let mut engine = InProcess::start();
    let bytes = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/src/engine/eval/khepri.net")).expect("the file");
    let hash = bytes.last_chunk::<8>().map(|hash| u64::from_le_bytes(*hash)).expect("a hash");
    assert_eq!(engine.ask("eval")[0], format!("network {hash:016x}"));
    let (mut positions, mut groups) = (0, HashSet::new());
    for set_up in 0..setups::all().len() {
        let choices: Vec<usize> = (0..PLIES).map(|_| random.below(1000)).collect();
        for (position, _) in game(set_up, &choices).0.iter().step_by(5) {
            let setup = position.setup();
            let written = setup.to_string();
            engine.accept(&format!("position kfen {written}"));
            let expected = EMBEDDED.evaluate(&State::from(&setup));
            let expected = format!("total {expected} for {} to move", position.side_to_move().name());
            assert_eq!(engine.ask("eval").last(), Some(&expected), "{written}");
            positions += 1;
            groups.insert((setup.rule_set, setup.pieces().any(|(_, piece)| piece.kind() == Kind::Eye)));
        }
    }
    assert!(positions > 100 && groups.len() == 6, "{positions} positions, {groups:?}");
}

/// Two silver Pyramids in the first orientation and one in another, and a red one that Red sees in its first orientation.
const PYRAMIDS: &str = "x34k4//p39//4P1P13P2///4K4X1 s khet2 0 1";

#[test]
fn a_network_evaluates_and_the_option_without_a_value_ends_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my net.net");
    let network = network(1, 64, 0);
    fs::write(&path, network.to_bytes()).expect("written");
    let mut engine = Engine::at(PYRAMIDS);
    let built_in = engine.ask("eval");
    let searched = |engine: &mut Engine| {
        engine.accept("position startpos");
        engine.send("go nodes 500");
        let lines = engine.lines_until("bestmove", |line| line.starts_with("bestmove"));
        engine.accept(&format!("position kfen {PYRAMIDS}"));
        without_times(&lines)
    };
    let answer = searched(&mut engine);
    engine.accept(&format!("setoption name EvalFile value {}", path.display()));
    let table = engine.ask("eval");
    assert_eq!(table[0], format!("network {:016x}", network.hash()));
    // The neuron is 128/255 for Silver: its square is 0.252, times 400 is 100.8 centipawns. Without one of the two Pyramids it is
    // 64/255, which gives 25.2.
    assert_eq!(table.last().map(String::as_str), Some("total 100 for silver to move"));
    assert!(table[5].contains(" P+0.75 P+0.75 ") && table[5].contains(" P+0.00"), "{table:#?}");
    assert_ne!(searched(&mut engine), answer);
    engine.accept("setoption name EvalFile value <empty>");
    assert_eq!(engine.ask("eval"), built_in);
    assert_eq!(searched(&mut engine), answer, "the table was cleared");
    engine.quit();
}

#[test]
fn what_is_no_network_is_refused_and_the_evaluation_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let bytes = network(1, 64, 0).to_bytes();
    let mut engine = InProcess::at(PYRAMIDS);
    let built_in = engine.ask("eval");
    fs::write(path("cut"), &bytes[..bytes.len() - 1]).expect("written");
    fs::write(path("foreign"), "PNG, say").expect("written");
    fs::File::create(path("huge")).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
    for (name, reason) in [
        ("cut", "bytes, found "),
        ("foreign", "expected a network, found another file"),
        ("huge", "expected a network, found another file"),
        ("missing", "cannot read the file"),
        (".", "expected a file"),
    ] {
        let remark = engine.refuse(&format!("setoption name EvalFile value {}", path(name).display()));
        assert!(remark.contains("EvalFile: ") && remark.contains(reason), "{name}: {remark}");
        assert!(remark.ends_with("the old evaluation stays"), "{name}: {remark}");
    }
    assert_eq!(engine.ask("eval"), built_in);
}
