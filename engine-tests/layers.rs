//! The layers of `src/`: a file may name only its own layer and those below it, the modules of a folder must not import each
//! other in a cycle, and a session of the protocol reaches no thread, clock or stream.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::mem::take;
use std::path::{Path, PathBuf};

/// The layers and their levels. A file may name its own layer and layers of lower levels.
const LAYERS: [(&str, u32); 28] = [
    ("build", 0),
    ("util", 0),
    ("stats", 0),
    ("rules", 1),
    ("notation", 2),
    ("shots", 2),
    ("eval", 3),
    ("search", 4),
    ("engine", 5),
    ("animation", 6),
    ("output", 6),
    ("draw", 6),
    ("measure", 6),
    ("openings", 6),
    ("arena", 6),
    ("puzzles", 7),
    ("spsa", 7),
    ("datagen", 8),
    ("train", 9),
    ("protocol", 9),
    ("kgn_json", 10),
    ("review", 10),
    ("play", 11),
    ("serve", 11),
    ("web", 11),
    ("cli", 12),
    ("main", 12),
    ("lib", 12),
];

/// Layers that use no package.
const WITHOUT_PACKAGES: [&str; 2] = ["rules", "shots"];

/// Layers that print nothing.
const SILENT: [&str; 21] = [
    "util",
    "stats",
    "rules",
    "notation",
    "shots",
    "eval",
    "search",
    "engine",
    "animation",
    "draw",
    "measure",
    "openings",
    "train",
    "arena",
    "puzzles",
    "spsa",
    "datagen",
    "review",
    "serve",
    "kgn_json",
    "web",
];

/// Lower layers that a layer must not name either: a match does not depend on how engines think.
const APART: [(&str, &[&str]); 1] = [("arena", &["eval", "search", "engine"])];

/// The cycles that are allowed, as the modules in them: a position generates its moves and checks their legality.
const CYCLES: [(&str, &[&str]); 1] = [("rules", &["legality", "movegen", "position"])];

/// Items that a session must not reach. They belong to the driver.
const OF_THE_DRIVER: [&str; 3] = ["std::thread", "std::time::Instant", "std::io"];

/// Returns the level of a layer, if it is in the table.
fn level(layer: &str) -> Option<u32> {
    LAYERS.iter().find(|(name, _)| *name == layer).map(|(_, level)| *level)
}

/// Returns the layer of a file below `src`: its first folder, or its own name if it is in none.
fn layer_of(path: &Path) -> String {
    let first = path.iter().next().map(|part| part.to_string_lossy().into_owned()).unwrap_or_default();
    first.strip_suffix(".rs").unwrap_or(&first).to_string()
}

/// A path in code.
struct Named {
    line: usize,
    /// From the crate's root if `absolute`, else as written.
    path: Vec<String>,
    absolute: bool,
    /// In a `use` declaration.
    imported: bool,
    /// In a `pub use` declaration.
    exported: bool,
    /// In code that is compiled for tests only.
    test: bool,
}

impl Named {
    /// Returns the path from the crate's root; `None` if it leads out of the crate.
    fn in_crate(&self, module: &[String], modules: &BTreeMap<Vec<String>, Names>) -> Option<Vec<String>> {
        let child = [module, &self.path[..self.path.len().min(1)]].concat();
        match self.absolute {
            true => Some(self.path.clone()),
            false => modules.contains_key(&child).then(|| [module, &self.path].concat()),
        }
    }
}

/// Collects the paths and the macros that a file names.
struct Names {
    module: Vec<String>,
    test: bool,
    paths: Vec<Named>,
    macros: Vec<(usize, String)>,
}

impl Names {
    fn of(path: &Path, source: &str) -> Names {
        let tokens = source.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let module = module_of(path);
        let test = module.iter().any(|module| module == "tests");
        let mut names = Names { module, test, paths: Vec::new(), macros: Vec::new() };
        names.read(tokens, &[], None);
        names
    }

    /// Adds the paths in tokens, also in those of macros. In a `use` declaration, `before` is the path in front of a brace, and
    /// `import` is whether the declaration is a `pub use`.
    fn read(&mut self, tokens: TokenStream, before: &[String], mut import: Option<bool>) {
        let (mut line, mut path, mut colons) = (0, Vec::new(), 0);
        let mut last = [String::new(), String::new()];
        for token in tokens {
            let word = if let TokenTree::Ident(ident) = &token { ident.to_string() } else { String::new() };
            match &token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(_) if colons == 2 => path.push(word.clone()),
                TokenTree::Group(group) if colons == 2 && import.is_some() => {
                    self.read(group.stream(), &take(&mut path), import);
                }
                _ => {
                    let punct = if let TokenTree::Punct(punct) = &token { punct.as_char() } else { ' ' };
                    if punct == '!' {
                        self.macros.extend(path.last().map(|name: &String| (line, name.clone())));
                    }
                    self.add(line, take(&mut path), import);
                    line = token.span().start().line;
                    let is_new_name = import.is_some() && (word == "as" || last[1] == "as");
                    if word == "use" || punct == ';' {
                        import = (word == "use").then(|| last[1] == "pub");
                    } else if !word.is_empty() && !is_new_name {
                        path = [before, std::slice::from_ref(&word)].concat();
                    }
                    if let TokenTree::Group(group) = &token {
                        self.read_group(group, &last);
                    }
                }
            }
            colons = 0;
            last = [take(&mut last[1]), word];
        }
        self.add(line, path, import);
    }

    /// Adds the paths in a group, given the two words before it.
    fn read_group(&mut self, group: &proc_macro2::Group, [keyword, name]: &[String; 2]) {
        let is_module = keyword == "mod" && group.delimiter() == Delimiter::Brace;
        let before = self.test;
        if is_module {
            self.module.push(name.clone());
            self.test |= name == "tests";
        }
        self.read(group.stream(), &[], None);
        if is_module {
            self.module.pop();
            self.test = before;
        }
    }

    fn add(&mut self, line: usize, written: Vec<String>, import: Option<bool>) {
        if written.is_empty() || import.is_none() && written.len() == 1 {
            return;
        }
        let climbs = written.iter().take_while(|name| *name == "super").count();
        let base = self.module.len().saturating_sub(climbs);
        let (absolute, path) = match written[0].as_str() {
            "khepri" if written.get(1).is_some_and(|name| name == "internal") => (true, written[2..].to_vec()),
            "crate" | "khepri" => (true, written[1..].to_vec()),
            "self" => (true, [&self.module, &written[1..]].concat()),
            "super" => (true, [&self.module[..base], &written[climbs..]].concat()),
            _ => (false, written),
        };
        let (imported, exported) = (import.is_some(), import == Some(true));
        self.paths.push(Named { line, path, absolute, imported, exported, test: self.test });
    }
}

/// Returns the path of the module of a file below `src`, from the crate's root.
fn module_of(path: &Path) -> Vec<String> {
    let mut module: Vec<String> =
        path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|name| name == "mod") || module == ["lib"] || module == ["main"] {
        module.pop();
    }
    module
}

/// Returns the packages of the manifest, by their names in code.
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

/// Returns every violation in one file; `path` is relative to `src`.
fn faults(path: &Path, source: &str, packages: &[String]) -> Vec<String> {
    let layer = layer_of(path);
    let shown = path.display();
    let mut faults = Vec::new();
    if !source.starts_with("//!") {
        faults.push(format!("{shown}:1: the first line is not a //! comment"));
    }
    let Some(own) = level(&layer) else {
        faults.push(format!("{shown}: `{layer}` is not in the table of layers"));
        return faults;
    };
    let names = Names::of(path, source);
    for Named { line, path, absolute, imported, .. } in &names.paths {
        let Some(name) = path.first() else { continue };
        if *absolute && layer != "lib" && layer != "main" {
            let above = level(name).is_some_and(|other| other > own || (other == own && *name != layer));
            let apart = APART.iter().any(|(own, others)| *own == layer && others.contains(&name.as_str()));
            if above || apart {
                faults.push(format!("{shown}:{line}: {layer} names {name}, which is not below it"));
            }
        }
        let is_package = !*absolute && packages.contains(name) && (*imported || path.len() > 1);
        if is_package && WITHOUT_PACKAGES.contains(&layer.as_str()) {
            faults.push(format!("{shown}:{line}: {layer} uses the package {name}"));
        }
    }
    for (line, name) in &names.macros {
        if SILENT.contains(&layer.as_str())
            && ["println", "print", "eprintln", "eprint", "dbg"].contains(&name.as_str())
        {
            faults.push(format!("{shown}:{line}: {layer} prints"));
        }
    }
    faults
}

/// Returns the modules of a folder with the modules that each imports outside its tests. A name that the folder's `mod.rs`
/// re-exports counts as the module that defines it; `mod.rs` itself is the module `mod`.
fn imports(folder: &str, sources: &BTreeMap<PathBuf, String>) -> BTreeMap<String, BTreeSet<String>> {
    let files = sources.iter().filter(|(path, _)| layer_of(path) == folder && path.iter().count() > 1);
    let names: Vec<Names> = files.map(|(path, source)| Names::of(path, source)).collect();
    let child = |module: &[String]| module.get(1).cloned().unwrap_or_else(|| "mod".to_owned());
    let children: BTreeSet<String> = names.iter().map(|names| child(&names.module)).collect();
    let own = names.iter().find(|names| names.module.len() == 1).expect("a folder has a file `mod.rs`");
    let exported = |named: &&Named| named.imported && !named.absolute && children.contains(&named.path[0]);
    let exports: BTreeMap<&String, &String> =
        own.paths.iter().filter(exported).filter_map(|named| Some((named.path.last()?, &named.path[0]))).collect();
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for names in &names {
        let from = child(&names.module);
        for named in names.paths.iter().filter(|named| !named.test && !named.exported) {
            let name = match (named.absolute, names.module.len()) {
                (true, _) if named.path.first().is_some_and(|first| first == folder) => named.path.get(1),
                (false, 1) if children.contains(&named.path[0]) => named.path.first(),
                _ => continue,
            };
            let to = match name {
                Some(name) if children.contains(name) => name.clone(),
                Some(name) => exports.get(name).map_or("mod".to_owned(), |module| (*module).clone()),
                None => "mod".to_owned(),
            };
            if to != from {
                imports.entry(from.clone()).or_default().insert(to);
            }
        }
    }
    imports
}

/// Returns the modules that are in a cycle of imports.
fn in_cycles(imports: &BTreeMap<String, BTreeSet<String>>) -> Vec<&String> {
    let is_in_cycle = |start: &&String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![*start]);
        while let Some(module) = open.pop() {
            open.extend(imports.get(module).into_iter().flatten().filter(|next| seen.insert(*next)));
        }
        seen.contains(*start)
    };
    imports.keys().filter(is_in_cycle).collect()
}

/// Returns the module that has the item at a path from the crate's root, following re-exports.
fn module_with(path: &[String], modules: &BTreeMap<Vec<String>, Names>) -> Vec<String> {
    let module = (0..=path.len()).rev().map(|length| &path[..length]).find(|module| modules.contains_key(*module));
    let module = module.expect("the crate's root is a module");
    let Some(item) = path.get(module.len()) else { return module.to_vec() };
    let mut exports = modules[module].paths.iter().filter(|named| named.exported);
    match exports.find(|named| named.path.last() == Some(item)).map(|named| named.in_crate(module, modules)) {
        Some(Some(other)) if other != path => module_with(&other, modules),
        _ => module.to_vec(),
    }
}

/// Returns the items of [`OF_THE_DRIVER`] that a module reaches through the modules that it names outside tests. Each item comes
/// after the modules on the way to it.
fn reached_of_the_driver(start: &[&str], sources: &BTreeMap<PathBuf, String>) -> Vec<String> {
    let library = sources.iter().filter(|(path, _)| *path != Path::new("main.rs"));
    let modules: BTreeMap<Vec<String>, Names> =
        library.clone().map(|(path, source)| (module_of(path), Names::of(path, source))).collect();
    // Every module may store times, so the calls that read the clock are found by their text. The tests are at the end of a file.
    let reads_clock: BTreeSet<Vec<String>> = library
        .filter(|(_, source)| source.split("#[cfg(test)]").next().is_some_and(|code| code.contains("Instant::now")))
        .map(|(path, _)| module_of(path))
        .collect();
    let mut open = vec![(start.iter().map(|name| name.to_string()).collect::<Vec<String>>(), String::new())];
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    while let Some((module, before)) = open.pop() {
        let way = format!("{before} {}", module.join("::"));
        if reads_clock.contains(&module) {
            found.push(format!("{way} Instant::now"));
        }
        for named in modules[&module].paths.iter().filter(|named| !named.test) {
            if let Some(path) = named.in_crate(&module, &modules) {
                // A name that is only re-exported is followed from where it is used.
                let next = module_with(&path, &modules);
                open.extend((!named.exported && seen.insert(next.clone())).then(|| (next, way.clone())));
            } else if OF_THE_DRIVER.iter().any(|name| named.path.join("::").starts_with(name)) {
                found.push(format!("{way} {}", named.path.join("::")));
            }
        }
    }
    found
}

/// Returns every file below `src`, by its path from there.
fn all_sources() -> BTreeMap<PathBuf, String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut open, mut found) = (vec![src.clone()], BTreeMap::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).expect("a source file");
                found.insert(path.strip_prefix(&src).expect("below src").to_owned(), source);
            }
        }
    }
    assert!(found.len() > 5, "the sources are found");
    found
}

#[test]
fn no_file_names_a_layer_above_its_own() {
    let packages = packages(include_str!("../Cargo.toml"));
    let all: Vec<String> = all_sources().iter().flat_map(|(path, source)| faults(path, source, &packages)).collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn the_modules_of_a_folder_import_each_other_without_cycles() {
    let sources = all_sources();
    let folders = sources.keys().filter(|path| path.iter().count() > 1).map(|path| layer_of(path));
    let mut found = 0;
    for folder in folders.collect::<BTreeSet<_>>() {
        let imports = imports(&folder, &sources);
        found += imports.len();
        let known = CYCLES.iter().find(|(name, _)| *name == folder).map_or(&[][..], |(_, modules)| modules);
        let cycle = in_cycles(&imports);
        let those = imports.iter().filter(|(module, _)| cycle.contains(module)).collect::<Vec<_>>();
        assert_eq!(cycle, known, "{folder}: {those:#?}");
    }
    assert!(found > 50, "the imports are found");
}

/// Returns the module that a line declares.
fn declared(line: &str) -> Option<&str> {
    line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')
}

/// Returns the modules in the order that a `mod.rs` states: those between backticks at its beginning, each a group, or else the
/// blocks of its `mod` lines.
fn stated_order(source: &str) -> Vec<Vec<&str>> {
    let order = source.lines().map_while(|line| line.strip_prefix("//!")).skip_while(|line| !line.contains("in order"));
    let order: Vec<Vec<&str>> =
        order.flat_map(|line| line.split('`').skip(1).step_by(2).map(|name| vec![name])).collect();
    if !order.is_empty() {
        return order;
    }
    source.split("\n\n").map(|block| block.lines().filter_map(declared).collect()).collect()
}

#[test]
fn the_order_that_a_folder_states_is_that_of_its_imports() {
    let sources = all_sources();
    for folder in ["search", "serve"] {
        let order = stated_order(&sources[&Path::new(folder).join("mod.rs")]);
        let place = |module: &str| order.iter().position(|group| group.contains(&module));
        for file in sources.keys().filter(|path| path.starts_with(folder)) {
            let module = module_of(file).get(1).cloned();
            assert!(module.is_none_or(|module| place(&module).is_some()), "{} is in the order", file.display());
        }
        for &module in order.iter().flatten() {
            assert!(sources.contains_key(&Path::new(folder).join(format!("{module}.rs"))), "{folder}/{module} exists");
        }
        for (module, imported) in imports(folder, &sources) {
            let late: Vec<&String> = imported.iter().filter(|other| place(other) > place(&module)).collect();
            assert!(
                module == "mod" || late.is_empty(),
                "{folder}/{module} imports {late:?}, which the list has below it"
            );
        }
    }
}

#[test]
fn the_check_finds_a_cycle_through_exports_macros_and_other_modules() {
    let folder = |files: &[(&str, &str)]| -> BTreeMap<PathBuf, String> {
        files.iter().map(|(path, source)| (PathBuf::from(path), source.to_string())).collect()
    };
    let own = ("rules/mod.rs", "mod board;\nmod beam;\nmod perft;\npub use board::Board;\npub use beam::Beam;");
    let beam = ("rules/beam.rs", "use super::Board;");
    for board in
        ["fn f() { super::perft::g() }", "fn f() { assert!(crate::rules::perft::g()) }", "use super::{perft, X};"]
    {
        let files = [own, beam, ("rules/board.rs", board), ("rules/perft.rs", "use super::beam::Leg;")];
        let imports = imports("rules", &folder(&files));
        assert_eq!(in_cycles(&imports), ["beam", "board", "perft"], "{board}");
    }
    for board in ["", "#[cfg(test)]\nmod tests { use super::super::beam::Leg; }", "use crate::util::beam::Beam;"] {
        let files = [own, beam, ("rules/board.rs", board), ("rules/perft.rs", "use super::beam::Leg;")];
        assert!(in_cycles(&imports("rules", &folder(&files))).is_empty(), "{board}");
    }
}

#[test]
fn a_session_reaches_no_thread_clock_or_stream() {
    let sources = all_sources();
    assert_eq!(reached_of_the_driver(&["protocol", "session"], &sources), [""; 0]);
    let reached = reached_of_the_driver(&["protocol", "driver"], &sources);
    for way in ["util::clock Instant::now", "util::words std::thread", "output std::io::Write"] {
        assert!(reached.iter().any(|found| found.ends_with(way)), "{way} in {reached:#?}");
    }
}

/// Returns the number of violations in a file with this source.
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
        "fn f() { assert!(1 == crate::search::depth()); }",
        "fn f() { let x: Vec<crate::search::Worker> = g(); }",
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
fn the_check_accepts_lower_layers_and_what_only_looks_like_a_path() {
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
fn the_check_knows_the_table_of_layers() {
    for (path, source, faults) in [
        ("protocol/mod.rs", "use crate::draw::Scene;", 0),
        ("draw/scene.rs", "use crate::protocol::options;", 1),
        ("draw/scene.rs", "use crate::draw::board_text; use crate::engine::Engine;", 0),
        ("cli/mod.rs", "use crate::{protocol, draw};", 0),
        ("arena/referee.rs", "use crate::rules::Game; use crate::stats::Pairs;", 0),
        ("arena/referee.rs", "use crate::{eval::x, search::x, engine::x, draw::x, protocol::x};", 5),
        ("rules/board.rs", "use serde_json::Value;", 1),
        ("rules/board.rs", "fn f() { log::info!(\"x\") }", 1),
        ("rules/board.rs", "fn f(log: u32) -> u32 { log }", 0),
        ("notation/kfen.rs", "use log::info;", 0),
        ("search/worker.rs", "fn f() { println!(\"x\") }", 1),
        ("eval/score.rs", "fn f() { eprint!(\"x\"); dbg!(1); }", 2),
        ("rules/board.rs", "fn f() { print(\"println!\") } // println!", 0),
        ("output.rs", "fn f() { println!(\"x\") }", 0),
        ("gallery/mod.rs", "", 1),
    ] {
        assert_eq!(faults_of(path, source), faults, "{path}: {source}");
    }
    assert_eq!(faults(Path::new("rules/board.rs"), "use std::fmt;\n", &[]).len(), 1, "no comment");
    let manifest = "[dependencies]\nlog = \"0.4\"\nenv-logger.workspace = true\n[lib]\nbench = false\n";
    assert_eq!(packages(manifest), ["log", "env_logger"]);
}
