//! The layers within the packages of `src/`, which the compiler does not keep: the modules of a folder import each other without
//! cycles, two folders have the order that they state, and a session of the protocol reaches no thread, clock, stream or search.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::mem::take;
use std::path::{Path, PathBuf};

/// The packages, as folders of `src/`.
const PACKAGES: [&str; 9] = ["animation", "arena", "engine", "lab", "program", "protocol", "python", "rules", "web"];

/// The cycles that are allowed, as package and modules: a position generates its moves and checks their legality.
const CYCLES: [(&str, &[&str]); 1] = [("rules", &["legality", "movegen", "position"])];

/// The layers of packages as groups of modules: a module imports only from its own group and from those before it. `*` stands for
/// the modules that are not named.
const LAYERS: [(&str, &[&[&str]]); 5] = [
    ("rules", &[&["util"], &["*"], &["notation", "shots"], &["internal"]]),
    ("engine", &[&["util"], &["eval"], &["search"], &["engine", "perft"]]),
    ("arena", &[&["*", "stats"], &["records"], &["engine"], &["game"], &["tournament"], &["spsa"]]),
    ("lab", &[&["workers", "last_score"], &["measure", "openings"], &["puzzles"], &["datagen"], &["train"]]),
    ("program", &[&["output", "positions"], &["driver", "review"], &["play", "serve"], &["cli"]]),
];

/// Items that a session must not reach. They belong to its driver.
const OF_THE_DRIVER: [&str; 7] = [
    "std::thread",
    "std::time::Instant",
    "std::io",
    "khepri_engine::Engine",
    "khepri_engine::internal::search::Searcher",
    "khepri_engine::internal::search::searcher",
    "khepri_engine::internal::util::clock_seed",
];

/// A path in code.
struct Named {
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

/// Collects the paths that a file names.
struct Names {
    module: Vec<String>,
    test: bool,
    paths: Vec<Named>,
}

impl Names {
    fn of(path: &Path, source: &str) -> Names {
        let tokens = source.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let module = module_of(path);
        let test = module.iter().any(|module| module == "tests");
        let mut names = Names { module, test, paths: Vec::new() };
        names.read(tokens, &[], None);
        names
    }

    /// Adds the paths in tokens, also in those of macros. In a `use` declaration, `before` is the path in front of a brace, and
    /// `import` is whether the declaration is a `pub use`.
    fn read(&mut self, tokens: TokenStream, before: &[String], mut import: Option<bool>) {
        let (mut path, mut colons) = (Vec::new(), 0);
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
                    self.add(take(&mut path), import);
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
        self.add(path, import);
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

    fn add(&mut self, written: Vec<String>, import: Option<bool>) {
        if written.is_empty() || import.is_none() && written.len() == 1 {
            return;
        }
        let climbs = written.iter().take_while(|name| *name == "super").count();
        let base = self.module.len().saturating_sub(climbs);
        let (absolute, path) = match written[0].as_str() {
            "crate" => (true, written[1..].to_vec()),
            "self" => (true, [&self.module, &written[1..]].concat()),
            "super" => (true, [&self.module[..base], &written[climbs..]].concat()),
            _ => (false, written),
        };
        let (imported, exported) = (import.is_some(), import == Some(true));
        self.paths.push(Named { path, absolute, imported, exported, test: self.test });
    }
}

/// The modules of a package with the paths that each names.
type Modules = BTreeMap<Vec<String>, Names>;

/// Returns the path of the module of a file, from the crate's root.
fn module_of(path: &Path) -> Vec<String> {
    let mut module: Vec<String> =
        path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|name| name == "mod") || module == ["lib"] {
        module.pop();
    }
    module
}

/// Returns the modules of the sources of a package.
fn modules(sources: &BTreeMap<PathBuf, String>) -> Modules {
    let library = sources.iter().filter(|(path, _)| !["main.rs", "build.rs"].map(Path::new).contains(&path.as_path()));
    library.map(|(path, source)| (module_of(path), Names::of(path, source))).collect()
}

/// Returns the modules of a folder with the modules that each imports outside its tests. A name that the folder's own module
/// re-exports counts as the module that defines it; the own module has the name `mod`.
fn imports(folder: &[String], modules: &Modules) -> BTreeMap<String, BTreeSet<String>> {
    let depth = folder.len();
    let child = |module: &[String]| module.get(depth).cloned().unwrap_or_else(|| "mod".to_owned());
    let inside = || modules.iter().filter(|(module, _)| module.starts_with(folder));
    let children: BTreeSet<String> = inside().map(|(module, _)| child(module)).collect();
    let exported = |named: &&Named| named.imported && !named.absolute && children.contains(&named.path[0]);
    let exports: BTreeMap<&String, &String> = modules[folder]
        .paths
        .iter()
        .filter(exported)
        .filter_map(|named| Some((named.path.last()?, &named.path[0])))
        .collect();
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, names) in inside() {
        let from = child(module);
        for named in names.paths.iter().filter(|named| !named.test && !named.exported) {
            let name = match named.absolute {
                true if named.path.starts_with(folder) => named.path.get(depth),
                false if module.len() == depth && children.contains(&named.path[0]) => named.path.first(),
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
fn module_with(path: &[String], modules: &Modules) -> Vec<String> {
    let module = (0..=path.len()).rev().map(|length| &path[..length]).find(|module| modules.contains_key(*module));
    let module = module.expect("the crate's root is a module");
    let Some(item) = path.get(module.len()) else { return module.to_vec() };
    let mut exports = modules[module].paths.iter().filter(|named| named.exported);
    match exports.find(|named| named.path.last() == Some(item)).map(|named| named.in_crate(module, modules)) {
        Some(Some(other)) if other != path => module_with(&other, modules),
        _ => module.to_vec(),
    }
}

/// Returns the items of [`OF_THE_DRIVER`], and calls that read the clock, that a module reaches through the modules of its package
/// that it names outside tests. Each item comes after the modules on the way to it.
fn reached_of_the_driver(start: &str, sources: &BTreeMap<PathBuf, String>) -> Vec<String> {
    let modules = modules(sources);
    // Every module may store times, so the calls that read the clock are found by their text. The tests are at the end of a file.
    let reads_clock: BTreeSet<Vec<String>> = sources
        .iter()
        .filter(|(_, source)| source.split("#[cfg(test)]").next().is_some_and(|code| code.contains("Instant::now")))
        .map(|(path, _)| module_of(path))
        .collect();
    let mut open = vec![(vec![start.to_owned()], String::new())];
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

/// Returns every file of a package, by its path from the package's folder.
fn sources_of(package: &str) -> BTreeMap<PathBuf, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(package);
    let (mut open, mut found) = (vec![folder.clone()], BTreeMap::new());
    while let Some(inner) = open.pop() {
        for entry in fs::read_dir(inner).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                // Examples are programs of their own.
                if path != folder.join("examples") {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).expect("a source file");
                found.insert(path.strip_prefix(&folder).expect("inside").to_owned(), source);
            }
        }
    }
    assert!(found.len() > 2, "the sources of {package} are found");
    found
}

#[test]
fn the_packages_are_all_of_src() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let names = fs::read_dir(src).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut rooms: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    rooms.retain(|room| room != "page");
    rooms.sort();
    assert_eq!(rooms, PACKAGES);
}

#[test]
fn every_file_begins_with_its_purpose() {
    for package in PACKAGES {
        for (path, source) in sources_of(package) {
            assert!(source.starts_with("//!"), "src/{package}/{} begins with a //! comment", path.display());
        }
    }
}

#[test]
fn the_modules_of_a_folder_import_each_other_without_cycles() {
    let mut found = 0;
    for package in PACKAGES {
        let modules = modules(&sources_of(package));
        let folders: BTreeSet<&[String]> = modules.keys().filter_map(|module| Some(module.split_last()?.1)).collect();
        for folder in folders {
            let mut imports = imports(folder, &modules);
            found += imports.len();
            if folder.len() > 1 {
                // The files of an inner folder are parts of the module in its `mod.rs`.
                imports.remove("mod");
            }
            let is_known = |(name, _): &&(&str, &[&str])| *name == package && folder.is_empty();
            let known = CYCLES.iter().find(is_known).map_or(&[][..], |(_, modules)| modules);
            let cycle = in_cycles(&imports);
            let those = imports.iter().filter(|(module, _)| cycle.contains(module)).collect::<Vec<_>>();
            assert_eq!(cycle, known, "{package} {folder:?}: {those:#?}");
        }
    }
    assert!(found > 150, "the imports are found");
}

#[test]
fn no_module_imports_from_a_later_layer() {
    for (package, layers) in LAYERS {
        let layer_of = |name: &str| layers.iter().position(|layer| layer.contains(&name));
        let layer = |name: &str| layer_of(name).or(layer_of("*"));
        for (module, imported) in imports(&[], &modules(&sources_of(package))) {
            if module == "mod" {
                continue;
            }
            assert!(layer(&module).is_some(), "{package}/{module} is in no layer");
            let late: Vec<&String> =
                imported.iter().filter(|other| *other != "mod" && layer(other) > layer(&module)).collect();
            assert!(late.is_empty(), "{package}/{module} imports {late:?} of a later layer");
        }
    }
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
    for (package, folder) in [("engine", "search"), ("program", "serve")] {
        let sources = sources_of(package);
        let order = stated_order(&sources[&Path::new(folder).join("mod.rs")]);
        let place = |module: &str| order.iter().position(|group| group.contains(&module));
        for file in sources.keys().filter(|path| path.starts_with(folder)) {
            let module = module_of(file).get(1).cloned();
            assert!(module.is_none_or(|module| place(&module).is_some()), "{} is in the order", file.display());
        }
        for &module in order.iter().flatten() {
            assert!(sources.contains_key(&Path::new(folder).join(format!("{module}.rs"))), "{folder}/{module} exists");
        }
        for (module, imported) in imports(&[folder.to_owned()], &modules(&sources)) {
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
    let folder = |files: &[(&str, &str)]| {
        modules(&files.iter().map(|(path, source)| (PathBuf::from(path), source.to_string())).collect())
    };
    let own = ("rules/mod.rs", "mod board;\nmod beam;\nmod perft;\npub use board::Board;\npub use beam::Beam;");
    let beam = ("rules/beam.rs", "use super::Board;");
    let rules = ["rules".to_owned()];
    for board in
        ["fn f() { super::perft::g() }", "fn f() { assert!(crate::rules::perft::g()) }", "use super::{perft, X};"]
    {
        let files = [own, beam, ("rules/board.rs", board), ("rules/perft.rs", "use super::beam::Leg;")];
        let imports = imports(&rules, &folder(&files));
        assert_eq!(in_cycles(&imports), ["beam", "board", "perft"], "{board}");
    }
    for board in ["", "#[cfg(test)]\nmod tests { use super::super::beam::Leg; }", "use crate::util::beam::Beam;"] {
        let files = [own, beam, ("rules/board.rs", board), ("rules/perft.rs", "use super::beam::Leg;")];
        assert!(in_cycles(&imports(&rules, &folder(&files))).is_empty(), "{board}");
    }
    let files = [("lib.rs", "mod a;\nmod b;\npub use a::A;"), ("a.rs", "use crate::b::B;"), ("b.rs", "use crate::A;")];
    assert_eq!(in_cycles(&imports(&[], &folder(&files))), ["a", "b"], "at the root of a package");
}

#[test]
fn a_session_reaches_no_thread_clock_or_stream() {
    let mut sources = sources_of("protocol");
    assert_eq!(reached_of_the_driver("session", &sources), [""; 0]);
    let reached = reached_of_the_driver("jobs", &sources);
    for way in ["jobs khepri_engine::Engine", "bench khepri_engine::internal::search::Searcher", "bench Instant::now"] {
        assert!(reached.iter().any(|found| found.ends_with(way)), "{way} in {reached:#?}");
    }
    let report = sources.get_mut(Path::new("report.rs")).expect("a module of the session");
    report.push_str("fn wait() { std::thread::yield_now() }");
    assert_eq!(reached_of_the_driver("session", &sources), [" session report std::thread::yield_now"]);
}
