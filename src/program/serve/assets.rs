//! The files of the page, embedded in the program.

use include_dir::{Dir, File, include_dir};
use khepri_protocol::draw::board_svg::PieceSet;
use std::collections::BTreeSet;
use std::sync::LazyLock;

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/page");

/// The page with a line that preloads each script that it needs at once. Otherwise a browser finds them one import after the other.
static INDEX: LazyLock<String> = LazyLock::new(|| {
    const SCRIPT: &str = "  <script type=\"module\"";
    let mut scripts = BTreeSet::new();
    add_imports("main.js", &mut scripts);
    let preload = |path: &String| format!("  <link rel=\"modulepreload\" href=\"assets/{path}\">\n");
    let lines: String = scripts.iter().map(preload).collect();
    text("index.html").replacen(SCRIPT, &(lines + SCRIPT), 1)
});

/// The content types of the files that are served, by the extensions of their names.
const CONTENT_TYPES: [(&str, &str); 6] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("webmanifest", "application/manifest+json"),
];

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// The value of the header `Content-Type`.
    pub content_type: &'static str,
    /// The bytes of the file.
    pub content: &'static [u8],
}

/// Returns the file at a path relative to the page's folder.
pub fn get(path: &str) -> Option<Asset> {
    let (_, extension) = path.rsplit_once('.')?;
    let (_, content_type) = CONTENT_TYPES.into_iter().find(|(known, _)| *known == extension)?;
    let content = match path {
        "index.html" => INDEX.as_bytes(),
        _ => match path.strip_prefix("pieces/") {
            Some(file) => PieceSet::by_name(file.strip_suffix(".svg")?)?.shapes().as_bytes(),
            None => PAGE.get_file(path)?.contents(),
        },
    };
    Some(Asset { content_type, content })
}

/// Returns the page, with the address of the site to which it makes links if there is one.
pub fn index(site: Option<&str>) -> String {
    const AFTER: &str = "<meta charset=\"utf-8\">\n";
    let Some(site) = site else { return INDEX.clone() };
    INDEX.replacen(AFTER, &format!("{AFTER}  <meta name=\"khepri-site\" content=\"{site}\">\n"), 1)
}

/// Returns the text of a file, or an empty text if there is none.
fn text(path: &str) -> &'static str {
    PAGE.get_file(path).and_then(File::contents_utf8).unwrap_or_default()
}

/// Adds the paths of the scripts that a script imports, and those that these import.
fn add_imports(path: &str, scripts: &mut BTreeSet<String>) {
    let statements = text(path).lines().filter(|line| line.starts_with("import ") || line.starts_with("export "));
    for (_, from) in statements.filter_map(|line| line.rsplit_once(" from '")) {
        let imported = resolved(path, from.trim_end_matches("';"));
        if scripts.insert(imported.clone()) {
            add_imports(&imported, scripts);
        }
    }
}

/// Returns the path that an import in the script at `path` means.
fn resolved(path: &str, import: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_engine::internal::eval::pieces::PieceGroup;
    use khepri_engine::internal::eval::wdl::Model;
    use khepri_rules::{Colour, RuleSet, setups};

    #[test]
    fn the_page_preloads_what_it_needs_at_once() {
        let page = get("index.html").expect("the page");
        let page = str::from_utf8(page.content).expect("a text");
        let preloads: Vec<&str> = page
            .lines()
            .filter_map(|line| line.trim().strip_prefix("<link rel=\"modulepreload\" href=\"assets/"))
            .filter_map(|line| line.strip_suffix("\">"))
            .collect();
        for path in ["app.js", "board/board.js", "common/message.js", "khet/position.js"] {
            assert!(preloads.contains(&path), "{path}: {preloads:?}");
        }
        assert!(preloads.iter().all(|path| get(path).is_some()), "{preloads:?}");
        // A panel is loaded when it is opened.
        assert!(!preloads.contains(&"panels/learn/learn.js"), "{preloads:?}");
    }

    /// Returns the script with what the page has to know of the rules before an engine answers.
    fn rule_sets() -> String {
        let classic = setups::all().iter().find(|set_up| set_up.name == "classic").expect("the classic set-up");
        let mut script = format!(
            "// @ts-check\n\
             // What the page knows of the rules before an engine answers. A test of src/program/serve/assets.rs makes it from them.\n\n\
             /** The classic set-up of Khet 2.0. */\nexport const CLASSIC = '{}';\n\n\
             /** By rule set, the letters of its pieces, and the squares that only one colour may enter.\n \
             * @type {{Record<string, {{ letters: string, reserved: Record<'silver'|'red', string[]> }}>}} */\n\
             export const RULE_SETS = {{\n",
            classic.position,
        );
        for rule_set in RuleSet::ALL {
            let letters: String = rule_set.rules().kinds.iter().map(|kind| kind.letter()).collect();
            script +=
                &format!("  {}: {{\n    letters: '{}',\n    reserved: {{\n", rule_set.name(), letters.to_lowercase());
            for colour in Colour::ALL {
                let squares = rule_set.rules().reserved[colour.index()].into_iter().map(|square| format!("'{square}'"));
                script += &format!("      {}: [{}],\n", colour.name(), squares.collect::<Vec<_>>().join(", "));
            }
            script += "    },\n  },\n";
        }
        script + "};\n"
    }

    /// Returns the script with the models of results.
    fn models() -> String {
        let boards = setups::all().iter().map(|set_up| set_up.position.board());
        let vulnerable =
            boards.flat_map(|board| board.vulnerable().into_iter().filter_map(|square| board.piece_at(square)));
        let letters: BTreeSet<char> = vulnerable.map(|piece| piece.kind().letter().to_ascii_lowercase()).collect();
        let mut script = format!(
            "// @ts-check\n\
             // The models of results, which docs/wdl.md explains. A test of src/program/serve/assets.rs makes them from the engine's.\n\n\
             /** The letters of the pieces that can be hit. */\nexport const VULNERABLE = '{}';\n\n\
             /** The models by Eyes and by the least number of pieces that can be hit: the score in centipawns with an even chance of a\n \
             * win, and the scale of the curve. @typedef {{{{ eyes: boolean, least: number, even: number, slope: number }}}} Model */\n\
             /** The models without Eyes, then those with Eyes, the largest numbers of pieces first. @type {{Model[]}} */\n\
             export const MODELS = [\n",
            letters.into_iter().collect::<String>(),
        );
        for group in PieceGroup::all() {
            let (eyes, least, Model { even, slope }) = (group.has_eyes, group.pieces.least(), Model::of_group(group));
            script += &format!("  {{ eyes: {eyes}, least: {least}, even: {even}, slope: {slope} }},\n");
        }
        script + "];\n"
    }

    /// With `GENERATED=write`, writes the files.
    #[test]
    fn the_page_has_the_rule_sets_and_the_models_of_the_program() {
        for (file, script) in [("khet/rule-sets.js", rule_sets()), ("khet/models.js", models())] {
            if std::env::var("GENERATED").is_ok_and(|value| value == "write") {
                let path = format!("{}/src/page/{file}", env!("CARGO_MANIFEST_DIR"));
                std::fs::write(path, script).expect("a file");
            } else {
                assert_eq!(text(file), script, "GENERATED=write cargo test -p khepri --lib the_page_has");
            }
        }
    }

    #[test]
    fn the_page_names_the_site_to_which_it_makes_links() {
        let named = index(Some("https://example.org/khet/"));
        assert!(named.contains("  <meta name=\"khepri-site\" content=\"https://example.org/khet/\">\n"), "{named}");
        assert_eq!(named.lines().count(), index(None).lines().count() + 1);
        assert!(!index(None).contains("khepri-site"));
    }

    #[test]
    fn an_import_is_relative_to_its_script() {
        for (path, import, expected) in [
            ("main.js", "./app.js", "app.js"),
            ("panels/play/play.js", "../../common/dom.js", "common/dom.js"),
            ("board/board.js", "./beam.js", "board/beam.js"),
        ] {
            assert_eq!(resolved(path, import), expected);
        }
    }
}
