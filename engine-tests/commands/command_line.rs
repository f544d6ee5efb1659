//! Tests of the command line: what each command prints, and how it reports errors.

use crate::support::{CLASSIC, PROGRAM, perft_total, run};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Returns the stdout of a command, which has to succeed.
fn output(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("the output is text")
}

fn last_line(text: &str) -> &str {
    text.lines().last().expect("a line")
}

/// Returns the count that perft prints last.
fn nodes(arguments: &[&str]) -> u64 {
    perft_total(last_line(&output(arguments)))
}

/// Checks that a command fails with status 2 and one line on stderr that contains `named`.
fn assert_refused(arguments: &[&str], named: &str) {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: expected one line: {errors}");
    assert!(errors.to_lowercase().contains(&named.to_lowercase()), "{arguments:?}: expected `{named}`: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?}: expected nothing on stdout");
}

#[test]
fn perft_prints_its_count_last_in_every_mode() {
    for mode in
        ["", "--divide", "--stats", "--bulk", "--threads 2", "--hash 16", "--threads 2 --hash 16 --bulk --divide"]
    {
        for (position, count) in [
            ("2", 5920),
            ("2 --setup dynasty --variant khet1", 4849),
            ("3 --kfen 9K///4k5/9E1///_s_khet1_0_1", 104),
            ("1", 77),
            ("0", 1),
        ] {
            let line = format!("perft {position} {mode}");
            let words: Vec<String> = line.split_whitespace().map(|word| word.replace('_', " ")).collect();
            assert_eq!(nodes(&words.iter().map(String::as_str).collect::<Vec<_>>()), count, "{line}");
        }
    }
}

#[test]
fn perft_divide_lists_the_first_moves_in_order() {
    let text = output(&["perft", "2", "--kfen", "x25s23/4s2S14//2K7/4S25/7k2//9X1 r khet2 301 183", "--divide"]);
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(": ")).collect();
    assert_eq!(lines.len(), 22);
    assert_eq!((lines[0], lines[3], lines[21]), ("a8+: 25", "e7d7: 26", "h3i4: 25"));
    assert!(lines.is_sorted());
}

#[test]
fn perft_counts_hits_and_ends_and_sums_keys() {
    // Hits and ends were counted by hand for the small position and by a second implementation for the others.
    for (position, depth, hits, ends) in [
        (&["--kfen", "9K///4k5/9E1/// s khet1 0 1"][..], "3", 47, 38),
        (&[], "1", 8, 0),
        (&["--setup", "mercury"], "2", 4369, 0),
        (&["--kfen", "4p3t4/3P4ok4/p13p35/p31p44s2P41/3p2s25/6S12P3/3S2KP14/3P4TP14 s khet1 3 11"], "2", 1128, 309),
    ] {
        let stats = |more: &[&str]| {
            let text = output(&[&["perft", depth, "--stats"], position, more].concat());
            let lines: Vec<&str> = text.lines().collect();
            lines[lines.len() - 2].to_string()
        };
        let line = stats(&[]);
        let start = format!("hits {hits} ends {ends} keys ");
        let key = line.strip_prefix(&start).unwrap_or_else(|| panic!("`{line}` starts with `{start}`"));
        assert!(u64::from_str_radix(key, 16).is_ok(), "{line}");
        assert_eq!(stats(&["--threads", "2"]), line, "two threads give the same sums");
        assert_eq!(stats(&["--bulk", "--hash", "1"]), line, "--bulk and --hash have no effect");
    }
}

#[test]
fn perft_plays_the_given_moves_first() {
    assert_eq!(nodes(&["perft", "0", "--moves", "h2g2 c7d7"]), 1);
    // The position after the two moves.
    let after = "x33a3ka3p22/3p36/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/6P13/2P4A1KA13X1 s khet2 2 2";
    assert_eq!(nodes(&["perft", "2", "--moves", "h2g2 c7d7"]), nodes(&["perft", "2", "--kfen", after]));
}

#[test]
fn a_suite_reports_each_wrong_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = folder.path().join("good.perft");
    let bad = folder.path().join("bad.perft");
    let lines = format!(
        "# counts of the rules\n\n{CLASSIC} ;D1 77 ;D2 5920 ;D3 451859\n{} ;D1 79 ;D2 6228\n",
        "4tktp22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4TKT4 s khet1 0 1"
    );
    fs::write(&good, &lines).expect("a file");
    fs::write(&bad, lines.replace("5920", "5921").replace("79", "80")).expect("a file");
    let good = good.to_string_lossy();
    let bad = bad.to_string_lossy();
    assert_eq!(last_line(&output(&["perft", "--suite", &good])), "5 passed, 0 failed");
    assert_eq!(last_line(&output(&["perft", "--suite", &good, "--max-depth", "1"])), "2 passed, 0 failed");
    let failed = run(&["perft", "--suite", &bad, "--max-depth", "2"]);
    assert_eq!(failed.status.code(), Some(1));
    let text = String::from_utf8(failed.stdout).expect("text");
    assert_eq!(last_line(&text), "2 passed, 2 failed");
    for expected in [["3", "5920", "5921"], ["4", "79", "80"]] {
        let has_all = |line: &str| {
            let words: Vec<&str> = line.split(|c: char| !c.is_ascii_alphanumeric()).collect();
            expected.iter().all(|word| words.contains(word))
        };
        assert!(text.lines().any(has_all), "expected a line with its number and both counts {expected:?}:\n{text}");
    }
}

#[test]
fn show_prints_colours_to_a_pipe_only_if_requested() {
    for position in [&[][..], &["--setup", "isis"], &["--variant", "khet1", "--moves", "h2g2 c7d7"]] {
        let text = output(&[&["show"], position].concat());
        assert!(text.lines().count() >= 8, "{text}");
        assert!(!text.contains('\u{1b}'), "no colours in a pipe");
        assert_eq!(text, output(&[&["show", "--color", "never"], position].concat()));
        assert!(output(&[&["show", "--color", "always"], position].concat()).contains('\u{1b}'));
    }
}

#[test]
fn analyse_prints_a_table_and_a_board() {
    let text = output(&["analyse", "--depth", "2"]);
    assert!(text.lines().count() >= 10, "a table and a board: {text}");
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
    let text = output(&["analyse", "--depth", "1", "--setup", "imhotep", "--multipv", "3", "--threads", "1"]);
    assert!(text.lines().count() >= 10, "{text}");
    output(&["analyse", "--movetime", "50", "--moves", "h2g2 c7d7"]);
    // j4j5 hits both Pharaohs and draws. Every other move of the Eye loses immediately.
    output(&["analyse", "--depth", "2", "--kfen", "9K///4k5/9E1/// s khet1 0 1"]);
}

/// Returns the name and the nodes of each group, from lines like `bench khet2-eye: nodes 123456, 1234567 a second`.
fn bench_groups(text: &str) -> Vec<(&str, u64)> {
    let groups = text.lines().filter_map(|line| line.strip_prefix("bench ")?.split_once(": nodes "));
    groups
        .map(|(group, numbers)| {
            let (nodes, speed) = numbers.split_once(", ").expect("two numbers");
            speed.strip_suffix(" a second").expect("a speed").parse::<u64>().expect("digits");
            (group, nodes.parse().expect("digits"))
        })
        .collect()
}

#[test]
fn bench_counts_each_rule_set_with_and_without_eyes() {
    let text = output(&["bench", "3"]);
    let groups = bench_groups(&text);
    let names: Vec<&str> = groups.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["khet2", "khet2-eye", "khet1", "khet1-eye", "deflexion", "deflexion-eye"]);
    let total = last_line(&text).split(' ').next().and_then(|word| word.parse().ok());
    assert_eq!(Some(groups.iter().map(|(_, nodes)| nodes).sum::<u64>()), total, "{text}");
    assert!(bench_groups(&output(&["bench", "3"])) == groups, "the number of nodes is always the same");
    let totals = text.lines().filter(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        words.windows(4).any(|words| words[1] == "nodes" && words[3] == "nps")
    });
    assert_eq!(
        totals.collect::<Vec<_>>(),
        [last_line(&text)],
        "only the last line matches the pattern of test frameworks"
    );
}

#[test]
fn bench_prints_statistics_that_the_documentation_explains() {
    let (plain, with_stats) = (output(&["bench", "4"]), output(&["bench", "4", "--stats"]));
    let nodes = |text: &str| last_line(text).split(' ').next().map(str::to_owned);
    assert_eq!(nodes(&with_stats), nodes(&plain), "the search is the same");
    let (lines, before): (Vec<&str>, Vec<&str>) =
        with_stats.lines().partition(|line| line.split(' ').count() == 2 && !line.starts_with("bench "));
    assert_eq!(before.len(), plain.lines().count(), "only the statistics are added:\n{with_stats}");
    assert!(with_stats.trim_end().ends_with(&format!("\n{}\n{}", lines.join("\n"), last_line(&with_stats))));
    let document =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/benchmarks.md")).expect("a page");
    let figures: HashMap<&str, &str> = lines.iter().filter_map(|line| line.split_once(' ')).collect();
    assert_eq!(figures.len(), lines.len(), "names are unique");
    for (name, value) in &figures {
        assert!(document.contains(&format!("`{name}`")), "{name} is explained");
        if name.ends_with("_percent") {
            assert!((0.0..=100.0).contains(&value.parse::<f64>().expect("a number")), "{name} {value}");
            assert_eq!(value.split_once('.').map(|(_, decimals)| decimals.len()), Some(1), "{name} {value}");
        } else {
            assert!(value.parse::<u64>().expect("a whole number") > 0 || *name == "singular_searches", "{name}");
        }
    }
    for name in ["first_move_cutoff_percent", "table_hit_percent", "table_cut_percent"] {
        assert_ne!(figures.get(name), Some(&"0.0"), "{name}");
    }
    let shares = figures.iter().filter(|(name, _)| name.starts_with("cut_by_"));
    let sum: f64 = shares.map(|(_, value)| value.parse::<f64>().expect("a number")).sum();
    assert!((sum - 100.0).abs() < 0.5, "the causes of cut-offs sum to 100 %: {sum}");
    assert_refused(&["bench", "--stats", "--tactics"], "--tactics");
}

#[test]
fn options_of_other_programs_are_accepted_or_the_correct_ones_suggested() {
    assert_eq!(nodes(&["perft", "2", "--fen", CLASSIC]), 5920);
    assert_eq!(
        output(&["analyze", "--depth", "1", "--fen", CLASSIC]).lines().next(),
        output(&["analyse", "--depth", "1"]).lines().next()
    );
    assert_refused(&["match", "-engine", "cmd=a", "-engine", "cmd=b"], "'-engine' found; did you mean '--engine'?");
    assert!(output(&["--version"]).contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn an_error_names_the_empty_or_faulty_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let program = format!("cmd={PROGRAM}");
    let refused = |openings: &str, named: &str| {
        let engines = ["match", "--engine", &program, "--engine", &program, "--depth", "1", "--openings", openings];
        assert_refused(&engines, named);
    };
    for text in ["", "\n\n", "\u{feff}# nothing else\r\n"] {
        let empty = file("empty.txt", text);
        refused(&empty, &format!("--openings: {empty}: no opening"));
    }
    // The error is in the second line, so the first one was read despite its byte order mark.
    refused(&file("marked.txt", "\u{feff}khet2 classic moves h2g2\r\nkhet2 nowhere\r\n"), "line 2");
    refused("/dev/zero", "--openings: /dev/zero: line 1: expected a line of at most 1048576 bytes");
    let suite = file("marked.perft", &format!("\u{feff}{CLASSIC} ;D1 77\r\n"));
    assert_eq!(last_line(&output(&["perft", "--suite", &suite])), "1 passed, 0 failed");
    // The second game has an illegal move.
    let game = |mv: &str| {
        format!(
            "[Event \"x\"]\n[RuleSet \"khet2\"]\n[SetUp \"classic\"]\n[Result \"1-0\"]\n\n1. {mv} {{+0.35/12 0.103s}} 1-0\n\n"
        )
    };
    let games = file("games.kgn", &(game("h2g2") + &game("a1a2")));
    assert_refused(&["wdl", &games], &format!("{games}: 13:4: game 2"));
}

#[test]
fn an_error_is_one_line_that_names_the_argument_with_status_2() {
    for (line, named) in [
        ("openings --variant deflexion --setup dynasty", "--setup: deflexion has no set-up `dynasty`"),
        ("openings --lead --bound 30", "--bound"),
        ("openings --depth 4 --lead", "--depth"),
        ("perft 2 --setup sophie --variant khet1", "sophie"),
        ("perft 2 --kfen half/a/position", "--kfen"),
        ("perft 2 --moves a1a2", "a1a2"),
        ("perft 2 --max-depth 1", "--max-depth"),
        ("perft --suite /no/such/file.perft", "/no/such/file.perft"),
        ("show extra", "extra"),
        ("analyse --movetime soon", "--movetime"),
        ("analyse --multipv 0", "--multipv"),
        ("banana", "banana"),
    ] {
        assert_refused(&line.split(' ').collect::<Vec<_>>(), named);
    }
}
