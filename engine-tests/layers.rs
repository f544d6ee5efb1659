//! Which module may see which: reads `src/` and fails when a file names a layer above its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers by their level; a file sees its own layer and those of lower levels, and of its own level only itself.
const LAYERS: [(&str, u32); 19] = [
    ("util", 0),
    ("stats", 0),
    ("rules", 1),
    ("notation", 2),
    ("eval", 3),
    ("search", 4),
    ("engine", 5),
    ("output", 6),
    ("draw", 6),
    ("measure", 6),
    ("openings", 6),
    ("train", 6),
    ("arena", 6),
    ("puzzles", 7),
    ("datagen", 8),
    ("protocol", 9),
    ("cli", 10),
    ("main", 10),
    ("lib", 10),
];

/// Layers that use no package at all.
const WITHOUT_PACKAGES: [&str; 1] = ["rules"];

/// Layers that print nothing.
const SILENT: [&str; 14] = [
    "util", "stats", "rules", "notation", "eval", "search", "engine", "draw", "measure", "openings", "train", "arena",
    "puzzles", "datagen",
];

/// Lower layers that a layer has nothing to do with all the same: a match knows nothing of how engines think.
const APART: [(&str, &[&str]); 1] = [("arena", &["eval", "search", "engine"])];

fn level(layer: &str) -> Option<u32> {
    LAYERS.iter().find(|(name, _)| *name == layer).map(|(_, level)| *level)
}

/// The layer of a file below `src`: its first folder, or its name if it is in none.
fn layer_of(path: &Path) -> String {
    let first = path.iter().next().map(|part| part.to_string_lossy().into_owned()).unwrap_or_default();
    first.strip_suffix(".rs").unwrap_or(&first).to_string()
}

/// The source with comments and the contents of texts and characters made blank, so that only code is left.
fn code_of(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut code = String::new();
    let mut at = 0;
    while at < chars.len() {
        let rest = &chars[at..];
        let length = if rest.starts_with(&['/', '/']) {
            rest.iter().position(|c| *c == '\n').unwrap_or(rest.len())
        } else if rest.starts_with(&['/', '*']) {
            (2..rest.len()).find(|end| rest[..*end].ends_with(&['*', '/']) && *end > 3).unwrap_or(rest.len())
        } else if rest[0] == 'r' && !code.ends_with(is_word) && raw_text(rest).is_some() {
            raw_text(rest).unwrap_or(1)
        } else if rest[0] == '"' {
            text_length(rest)
        } else if rest[0] == '\'' && rest.get(1) == Some(&'\\') {
            (3..rest.len()).find(|end| rest[*end] == '\'').map_or(rest.len(), |end| end + 1)
        } else if rest[0] == '\'' && rest.get(2) == Some(&'\'') {
            3
        } else {
            code.push(rest[0]);
            at += 1;
            continue;
        };
        code.extend(rest[..length].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
        at += length;
    }
    code
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn text_length(rest: &[char]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != '"' {
        at += if rest[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

/// The length of a raw text, if one starts here.
fn raw_text(rest: &[char]) -> Option<usize> {
    let marks = rest[1..].iter().take_while(|c| **c == '#').count();
    if rest.get(1 + marks) != Some(&'"') {
        return None;
    }
    let mut end = vec!['"'];
    end.resize(1 + marks, '#');
    let start = 2 + marks;
    let length = (start..rest.len()).find(|at| rest[*at..].starts_with(&end))?;
    Some(length + end.len())
}

/// What stands behind each occurrence of a word of code, from the word's end on.
fn after_word<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    code.match_indices(word).filter_map(move |(at, _)| {
        let before = code[..at].chars().next_back();
        let after = &code[at + word.len()..];
        let whole = !before.is_some_and(is_word) && !after.chars().next().is_some_and(is_word);
        whole.then_some((at, after))
    })
}

/// The first names of a path, or of a list of paths in braces: `a::b` gives a, `{a::b, c::{d, e}, f}` gives a, c and f.
fn first_names(path: &str) -> Vec<String> {
    let path = path.trim_start();
    let name = |text: &str| text.trim_start().chars().take_while(|c| is_word(*c)).collect::<String>();
    let Some(list) = path.strip_prefix('{') else { return vec![name(path)] };
    let mut names = Vec::new();
    let mut depth = 0;
    let mut start = 0;
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            ',' if depth == 0 => {
                names.push(name(&list[start..at]));
                start = at + 1;
            }
            '}' if depth == 0 => {
                names.push(name(&list[start..at]));
                break;
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The layers that a piece of code names, each with its line: `crate::x`, `khepri::x`, and `super::` chains that leave
/// the folder of a file that lies `depth` modules below the root.
fn named_layers(code: &str, depth: usize) -> Vec<(usize, String)> {
    let line_at = |at: usize| code[..at].matches('\n').count() + 1;
    let mut named = Vec::new();
    for root in ["crate", "khepri"] {
        for (at, after) in after_word(code, root) {
            if let Some(path) = after.trim_start().strip_prefix("::") {
                named.extend(first_names(path).into_iter().map(|name| (line_at(at), name)));
            }
        }
    }
    for (at, after) in after_word(code, "super") {
        let inside_a_chain = code[..at].trim_end().ends_with("super::");
        let mut rest = after.trim_start();
        let mut climbed = 1;
        while let Some(path) = rest.strip_prefix("::").map(str::trim_start) {
            rest = path;
            let Some(next) = path.strip_prefix("super") else { break };
            climbed += 1;
            rest = next.trim_start();
        }
        if !inside_a_chain && climbed == depth {
            let layers = first_names(rest).into_iter().filter(|name| level(name).is_some());
            named.extend(layers.map(|name| (line_at(at), name)));
        }
    }
    named
}

/// The packages on which the library may depend, by their names in code.
fn packages(manifest: &str) -> Vec<String> {
    let mut section = String::new();
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line.trim_matches(['[', ']']).to_string();
        } else if section.ends_with("dependencies")
            && let Some((name, _)) = line.split_once(['=', '.'])
        {
            names.push(name.trim().replace('-', "_"));
        }
    }
    names
}

/// Every fault of one file; `path` is relative to `src`.
fn faults(path: &Path, source: &str, packages: &[String]) -> Vec<String> {
    let layer = layer_of(path);
    let shown = path.display();
    let mut faults = Vec::new();
    if !source.starts_with("//!") {
        faults.push(format!("{shown}:1: the first line is not a //! comment"));
    }
    let Some(own) = level(&layer) else {
        faults.push(format!("{shown}: `{layer}` is no layer of the table"));
        return faults;
    };
    let code = code_of(source);
    let parts = path.iter().count();
    let depth = if path.ends_with("mod.rs") { parts - 1 } else { parts };
    for (line, name) in named_layers(&code, depth) {
        let above = level(&name).is_some_and(|other| other > own || (other == own && name != layer));
        let apart = APART.iter().any(|(own, others)| *own == layer && others.contains(&name.as_str()));
        if (above || apart) && layer != "lib" && layer != "main" {
            faults.push(format!("{shown}:{line}: {layer} names {name}, which is not below it"));
        }
    }
    let line_at = |at: usize| code[..at].matches('\n').count() + 1;
    if WITHOUT_PACKAGES.contains(&layer.as_str()) {
        for package in packages {
            for (at, after) in after_word(&code, package) {
                let imported =
                    ["use", "extern crate", "use ::"].iter().any(|word| code[..at].trim_end().ends_with(word));
                if after.trim_start().starts_with("::") || imported {
                    faults.push(format!("{shown}:{}: {layer} uses the package {package}", line_at(at)));
                }
            }
        }
    }
    if SILENT.contains(&layer.as_str()) {
        for printer in ["println", "print", "eprintln", "eprint", "dbg"] {
            for (at, after) in after_word(&code, printer) {
                if after.trim_start().starts_with('!') {
                    faults.push(format!("{shown}:{}: {layer} prints", line_at(at)));
                }
            }
        }
    }
    faults
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path, found: &mut BTreeMap<PathBuf, String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).expect("a source file");
            found.insert(path, source);
        }
    }
}

#[test]
fn no_file_names_a_layer_above_its_own() {
    let src = root().join("src");
    let packages = packages(&fs::read_to_string(root().join("Cargo.toml")).expect("the manifest"));
    let mut found = BTreeMap::new();
    sources(&src, &mut found);
    assert!(found.len() > 5, "the sources are found");
    let all: Vec<String> = found
        .iter()
        .flat_map(|(path, source)| faults(path.strip_prefix(&src).expect("below src"), source, &packages))
        .collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
}

fn faults_of(path: &str, source: &str) -> usize {
    faults(Path::new(path), &format!("//! A file.\n{source}\n"), &["serde_json".to_string(), "log".to_string()]).len()
}

#[test]
fn the_check_finds_a_layer_above_in_every_spelling() {
    for source in [
        "use crate::search::Worker;",
        "use crate::{rules::Board, search::Worker};",
        "use crate::{rules::{Board, Square}, eval};",
        "use crate::{\n    protocol,\n};",
        "pub(crate) use crate::cli;",
        "fn f() { crate::engine::go() }",
        "fn f() -> crate :: measure::Bench { todo() }",
        "use khepri::search;",
        "use super::super::search::Worker;",
        "mod tests { use crate::search::Worker; }",
    ] {
        assert_eq!(faults_of("notation/kfen.rs", source), 1, "{source}");
    }
    assert_eq!(faults_of("rules/mod.rs", "use super::notation;"), 1);
    assert_eq!(faults_of("engine.rs", "use super::output;"), 1);
}

#[test]
fn the_check_passes_what_is_below_and_what_only_looks_like_a_path() {
    for source in [
        "use crate::rules::{Board, search_all};",
        "use crate::notation::search;",
        "use super::search;",
        "use crate::searching::Worker;",
        "// use crate::search::Worker;",
        "/* crate::search */",
        "/// See [`crate::search`].\nfn f() {}",
        "const A: &str = \"crate::search\";",
        "const A: &str = r#\"crate::search \" x\"#;",
        "const A: char = '\"'; const B: &str = \" crate::search \";",
        "fn f<'a>(x: &'a str) -> &'a str { x }",
    ] {
        assert_eq!(faults_of("notation/kfen.rs", source), 0, "{source}");
    }
    assert_eq!(faults_of("main.rs", "use khepri::cli; use crate::protocol;"), 0);
    assert_eq!(faults_of("lib.rs", "pub use crate::search;"), 0);
}

#[test]
fn the_check_lets_the_protocol_see_drawings_but_not_drawings_the_protocol() {
    assert_eq!(faults_of("protocol/mod.rs", "use crate::draw::Scene;"), 0);
    assert_eq!(faults_of("draw/scene.rs", "use crate::protocol::options;"), 1);
    assert_eq!(faults_of("draw/scene.rs", "use crate::draw::light; use crate::engine::Engine;"), 0);
    assert_eq!(faults_of("cli/mod.rs", "use crate::{protocol, draw};"), 0);
}

#[test]
fn the_check_keeps_matches_apart_from_how_engines_think() {
    assert_eq!(faults_of("arena/referee.rs", "use crate::rules::Game; use crate::stats::Pairs;"), 0);
    for layer in ["eval", "search", "engine", "draw", "protocol"] {
        assert_eq!(faults_of("arena/referee.rs", &format!("use crate::{layer}::x;")), 1, "{layer}");
    }
}

#[test]
fn the_check_finds_packages_prints_unknown_layers_and_missing_comments() {
    assert_eq!(faults_of("rules/board.rs", "use serde_json::Value;"), 1);
    assert_eq!(faults_of("rules/board.rs", "fn f() { log::info!(\"x\") }"), 1);
    assert_eq!(faults_of("rules/board.rs", "fn f(log: u32) -> u32 { log }"), 0);
    assert_eq!(faults_of("notation/kfen.rs", "use log::info;"), 0);
    assert_eq!(faults_of("search/worker.rs", "fn f() { println!(\"x\") }"), 1);
    assert_eq!(faults_of("eval/terms.rs", "fn f() { eprint!(\"x\"); dbg!(1); }"), 2);
    assert_eq!(faults_of("rules/board.rs", "fn f() { print(\"println!\") } // println!"), 0);
    assert_eq!(faults_of("output.rs", "fn f() { println!(\"x\") }"), 0);
    assert_eq!(faults_of("gallery/mod.rs", ""), 1);
    assert_eq!(faults(Path::new("rules/board.rs"), "use std::fmt;\n", &[]).len(), 1);
    assert_eq!(
        packages("[dependencies]\nlog = \"0.4\"\nenv-logger.workspace = true\n[lib]\nbench = false\n"),
        ["log", "env_logger"]
    );
}
