//! Tests of `train` and `net` on games of `datagen`.

use super::data_files::{FILE, Workspace};
use crate::twin::pyramids;
use std::fs;
use std::sync::OnceLock;

/// The options of a short training.
const SHORT: &str = "--hidden 128 --epochs 3 --batch 256 --threads 1";

/// Returns a workspace with a folder `a` of games.
fn workspace() -> Workspace {
    let workspace = Workspace::new();
    workspace.make_shared("a", 20, 1);
    workspace
}

/// Returns a workspace with the games and with a network `a.net` of a short training, which is made once for all tests.
fn trained() -> Workspace {
    static NETWORK: OnceLock<Vec<u8>> = OnceLock::new();
    let workspace = workspace();
    let bytes = NETWORK.get_or_init(|| {
        workspace.run_ok(&format!("train {{}}/a --output {{}}/made.net {SHORT}"));
        fs::read(workspace.path("made.net")).expect("a network")
    });
    fs::write(workspace.path("a.net"), bytes).expect("a file");
    workspace
}

/// Returns the keys and values that `net` prints about a network.
fn values(workspace: &Workspace, file: &str) -> Vec<(String, String)> {
    let result = workspace.run_ok(&format!("net {file}"));
    let split = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
    result.stdout.lines().map(|line| split(line).expect("a key and a value")).collect()
}

#[test]
fn training_makes_a_network_and_reports_its_losses() {
    let workspace = workspace();
    let result =
        workspace.run_ok(&format!("train {{}}/a --output {{}}/a.net --csv {{}}/a.csv --svg {{}}/a.svg {SHORT}"));
    let lines: Vec<&str> = result.stdout.lines().collect();
    assert!(lines[0].starts_with("20 games, "), "{}", result.stdout);
    let first: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(first[2..], ["epoch", "embedded", "search", "1", "2", "3", "network"], "{}", result.stdout);
    let losses: Vec<f64> = lines[5..8].iter().filter_map(|line| line.split_whitespace().nth(1)?.parse().ok()).collect();
    assert!(losses.len() == 3 && losses.is_sorted_by(|before, after| after < before), "{}", result.stdout);
    let values = values(&workspace, "{}/a.net");
    let value = |name: &str| &*values.iter().find(|(found, _)| found == name).expect(name).1;
    assert_eq!(value("architecture"), "3843 inputs, 2 x 128 neurons, 6 buckets");
    assert_eq!(value("format"), "khepriN2");
    // The header takes 24 bytes, a weight or the bias of a neuron 2, and the checksum 8. Each of the six sets has 8 outputs, with a
    // byte for each weight and 4 for the bias, and 7 weights of 2 bytes.
    let bytes = 24 + 2 * (3843 * 128 + 128) + 6 * (8 * (128 + 4) + 2 * 7) + 8;
    assert_eq!(value("size"), bytes.to_string());
    assert_eq!(fs::metadata(workspace.path("a.net")).expect("a file").len(), bytes as u64);
    assert!(result.last_line().contains(value("hash")), "{}", result.stdout);
    let table = fs::read_to_string(workspace.path("a.csv")).expect("a table");
    assert_eq!(table.lines().count(), 6, "{table}");
    assert!(table.lines().all(|line| line.split(',').count() == 5), "{table}");
    let picture = fs::read_to_string(workspace.path("a.svg")).expect("a picture");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n") && !picture.contains("NaN"), "{picture}");
    assert_eq!(picture.matches("<polyline").count(), 4);

    // The same training with more threads.
    let again = format!("train {{}}/a --output {{}}/b.net {SHORT}").replace("--threads 1", "--threads 2");
    workspace.run_ok(&again);
    let [one, other] = ["a.net", "b.net"].map(|file| fs::read(workspace.path(file)).expect("a network"));
    assert!(one == other);
    // The same games twice.
    fs::write(workspace.path("doubled"), workspace.bytes("a").repeat(2)).expect("a file");
    let doubled = workspace.run(&format!("train {{}}/doubled --output {{}}/c.net {SHORT}"));
    assert!(doubled.status == Some(0) && doubled.stdout.starts_with("20 games, "), "{}", doubled.stdout);
    assert!(doubled.stderr.contains("left out 20 games"), "{}", doubled.stderr);
    assert!(fs::read(workspace.path("c.net")).expect("a network") == one);
    // Resuming a finished training changes nothing.
    workspace.run_ok(&format!("train {{}}/a --output {{}}/b.net --resume {{}}/b.checkpoint {SHORT}"));
    assert!(fs::read(workspace.path("b.net")).expect("a network") == one);
    // Without --resume, or with other settings, the files stay unchanged.
    workspace.assert_refused(&format!("train {{}}/a --output {{}}/b.net {SHORT}"), &["--output", "b.net"]);
    let result =
        workspace.run(&format!("train {{}}/a --output {{}}/b.net {SHORT} --seed 2 --resume {{}}/b.checkpoint"));
    let named = ["--resume", "--seed 1", "expected 2"];
    assert!(result.status == Some(2) && named.iter().all(|name| result.stderr.contains(name)), "{}", result.stderr);
    assert!(fs::read(workspace.path("b.net")).expect("a network") == one);
    workspace.assert_refused(&format!("net {{}}/a/{FILE}"), &[FILE, "expected a network, found another file"]);
    fs::write(workspace.path("cut.net"), &one[..one.len() - 1]).expect("a file");
    workspace.assert_refused("net {}/cut.net", &["cut.net", "bytes"]);
}

#[test]
fn training_begins_with_the_weights_of_a_network() {
    let workspace = trained();
    let start = fs::read(workspace.path("a.net")).expect("a network");
    // Steps of this size change no rounded weight, and the same games give the same scale.
    let tiny = "--epochs 1 --batch 256 --threads 1 --lr 1e-9 --decay 0";
    let result = workspace.run_ok(&format!("train {{}}/a --output {{}}/b.net --start {{}}/a.net {tiny}"));
    assert!(fs::read(workspace.path("b.net")).expect("a network") == start);
    let losses = |row: &str| -> Vec<String> {
        let line = result.stdout.lines().find(|line| line.split(' ').next() == Some(row)).expect("a row");
        line.split_whitespace().skip(2).map(str::to_owned).collect()
    };
    assert_eq!(losses("start"), losses("1"), "{}", result.stdout);

    // The row of the start is the same after the training, and the files are those of the resumed training.
    let train = format!("train {{}}/a --output {{}}/c.net --start {{}}/a.net --csv {{}}/c.csv {SHORT}");
    workspace.run_ok(&train);
    let files = || ["c.net", "c.checkpoint", "c.csv"].map(|file| fs::read(workspace.path(file)).expect("a file"));
    let before = files();
    assert!(String::from_utf8_lossy(&before[2]).contains("\nstart,,0."));
    workspace.run_ok(&format!("{train} --resume {{}}/c.checkpoint"));
    assert!(files() == before);

    // Another start, no start, another number of neurons, and files that are no start.
    let resumed = format!("train {{}}/a --output {{}}/c.net --resume {{}}/c.checkpoint {SHORT}");
    fs::write(workspace.path("other.net"), pyramids::counting().to_bytes()).expect("a file");
    for other in ["", " --start {}/other.net"] {
        let result = workspace.run(&format!("{resumed}{other}"));
        assert!(result.status == Some(2) && result.stderr.contains("--start"), "{}", result.stderr);
    }
    let train = "train {}/a --output {}/d.net --start";
    let more = format!("{train} {{}}/a.net --hidden 256");
    workspace.assert_refused(&more, &["--hidden: 256: expected 128, as in --start ", "a.net"]);
    fs::write(workspace.path("cut.net"), &start[..start.len() - 1]).expect("a file");
    for (file, named) in [("missing.net", "missing.net"), ("cut.net", "bytes"), (&format!("a/{FILE}"), "a network")] {
        workspace.assert_refused(&format!("{train} {{}}/{file}"), &["--start: ", file, named]);
    }
    let same = "train {}/a --output {}/a.net --start {}/a.net --force";
    workspace.assert_refused(same, &["--output: ", "--start reads this file"]);
    assert!(files() == before && !fs::exists(workspace.path("d.net")).expect("a folder"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_training_continues_to_the_same_network() {
    use super::data_files::end;
    use crate::support::wait_for;
    use rustix::process::{Pid, Signal, kill_process};
    let workspace = trained();
    let train = "train {}/a --start {}/a.net --epochs 10 --patience 10 --batch 256 --threads 1";
    workspace.run_ok(&format!("{train} --output {{}}/whole.net"));
    // An interrupt may come too late on a busy machine.
    for _ in 0..20 {
        let child = workspace.start(&format!("{train} --output {{}}/b.net --force"));
        wait_for(|| fs::exists(workspace.path("b.net")).expect("a folder"), |&exists| exists);
        kill_process(Pid::from_child(&child), Signal::INT).expect("a signal");
        let (status, [_, errors]) = end(child);
        if status == Some(0) {
            fs::remove_file(workspace.path("b.net")).expect("a file");
            continue;
        }
        assert!(status == Some(130) && errors.contains("b.checkpoint continues"), "{errors}");
        workspace.run_ok(&format!("{train} --output {{}}/b.net --resume {{}}/b.checkpoint"));
        let [whole, parts] = ["whole.net", "b.net"].map(|file| fs::read(workspace.path(file)).expect("a network"));
        assert!(whole == parts);
        return;
    }
    panic!("no interrupt came in time");
}

#[test]
fn net_without_a_file_describes_the_embedded_network() {
    let workspace = Workspace::new();
    let embedded = concat!(env!("CARGO_MANIFEST_DIR"), "/src/engine/eval/khepri.net");
    let described = values(&workspace, "");
    assert_eq!(described, values(&workspace, embedded));
    let size = fs::metadata(embedded).expect("a file").len().to_string();
    assert_eq!(described.iter().find(|(key, _)| key == "size").map(|(_, value)| value), Some(&size));
    let keys: Vec<&str> = described.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys[..3], ["architecture", "hash", "size"]);
}

#[test]
fn net_measures_the_losses_over_games() {
    let workspace = workspace();
    workspace.make("deep", 8, "--nodes 100 --threads 1 --seed 2 --relabel 0.5 --relabel-nodes 300");
    workspace.run_ok(&format!("train {{}}/deep --output {{}}/deep.net --relabelled {SHORT} --validation 0"));
    let number = |values: &[(String, String)], key: &str| -> f64 {
        let (_, value) = values.iter().find(|(found, _)| found.starts_with(key)).expect(key);
        value.split(',').next().and_then(|number| number.parse().ok()).expect(key)
    };
    let measured = values(&workspace, "{}/deep.net --games {}/deep");
    let relabelled = values(&workspace, "{}/deep.net --games {}/deep --relabelled");
    assert_eq!((number(&measured, "games"), number(&relabelled, "games")), (8.0, 8.0));
    assert!(number(&relabelled, "positions") < number(&measured, "positions"));
    // The network has learned these positions.
    let embedded = values(&workspace, "--games {}/deep --relabelled --against {}/deep.net");
    for target in ["scores", "results"] {
        let loss = format!("loss against {target}");
        let less = format!("loss against {target} less");
        let [own, other] = [&relabelled, &embedded].map(|values| number(values, &loss));
        assert!((own - other - number(&relabelled, &less)).abs() < 2e-6);
        assert!((other - own - number(&embedded, &less)).abs() < 2e-6);
        // No network is better than its target, and none is worse than a guess of one half.
        assert!(0.0 < own && own < 0.694 && other < 0.694, "{own} {other}");
    }
    // The losses of a network less those of itself.
    let same = values(&workspace, "{}/deep.net --games {}/deep --against {}/deep.net");
    assert!(
        same.iter()
            .filter(|(key, value)| key.contains(" less ") && value == "0.000000, standard error 0.000000")
            .count()
            == 2
    );

    workspace.assert_refused("net --relabelled", &["--games"]);
    workspace.assert_refused("net --games {}/a --relabelled", &["--games: ", "expected a game with a position"]);
    workspace.assert_refused("net --games {}/a --against {}/missing.net", &["--against: ", "missing.net"]);
    workspace.assert_refused("net --games {}/missing", &["missing"]);
    workspace.assert_refused("net --games {}/a --all --relabelled", &["--relabelled"]);
}

#[test]
fn a_cut_file_is_used_up_to_its_last_complete_block() {
    let workspace = Workspace::new();
    workspace.make_shared("a", 20, 1);
    let whole = workspace.bytes("a");
    fs::write(workspace.path("cut.khepri"), &whole[..whole.len() - 3]).expect("a file");
    let result = workspace.run(&format!("train {{}}/cut.khepri --output {{}}/cut.net {SHORT}"));
    assert_eq!(result.status, Some(1), "{}", result.stderr);
    assert!(
        result.stderr.contains("cut short") && result.stdout.starts_with("19 games, "),
        "{}{}",
        result.stderr,
        result.stdout
    );
    workspace.run_ok("net {}/cut.net");
}

#[test]
fn train_refuses_missing_games_and_invalid_options() {
    let workspace = Workspace::new();
    fs::write(workspace.path("text"), "no games").expect("a file");
    let train = "train {}/text --output {}/a.net";
    let result = workspace.run(train);
    assert_eq!(result.status, Some(2));
    assert!(
        result.stderr.contains("not a file of games") && result.stderr.contains("expected a game"),
        "{}",
        result.stderr
    );
    workspace.assert_refused("train {}/nothing --output {}/a.net", &["nothing"]);
    for (option, named) in [
        ("--hidden 100", "expected a multiple of 128 from 128 to 1024"),
        ("--lr NaN", "expected a number above 0, at most 1"),
        ("--validation 91", "--validation"),
    ] {
        workspace.assert_refused(&format!("{train} {option}"), &[option.split(' ').next().unwrap_or_default(), named]);
    }
    assert!(!fs::exists(workspace.path("a.net")).expect("a folder"));
}
