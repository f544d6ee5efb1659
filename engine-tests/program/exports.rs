//! What `lib.rs` exports, so that a change of the library's surface is seen in review: the list is `exports.txt`.

use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, Item, UseTree, Visibility};

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/program/exports.txt");

#[test]
fn the_library_exports_exactly_the_list() {
    let mut found = exports(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs")), "");
    found.sort();
    let found = found.join("\n") + "\n";
    let listed = fs::read_to_string(LIST).expect("the list");
    if found != listed {
        let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exports.txt");
        fs::write(&new, &found).expect("the folder of the build");
        panic!("the exports have changed; if that is meant, copy {} to {LIST}", new.display());
    }
}

/// Returns the public names of a file, those of a re-exported module after the module's name.
fn exports(file: &Path, prefix: &str) -> Vec<String> {
    let source = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let items = syn::parse_file(&source).unwrap_or_else(|error| panic!("{}: {error}", file.display())).items;
    let mut names = Vec::new();
    for item in &items {
        let (visibility, attributes, name) = match item {
            Item::Use(item) => {
                if is_public(&item.vis, &item.attrs) {
                    names.extend(used(file.parent().expect("a folder"), &item.tree, prefix));
                }
                continue;
            }
            Item::Const(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Enum(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Fn(item) => (&item.vis, &item.attrs, &item.sig.ident),
            Item::Mod(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Struct(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Trait(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Type(item) => (&item.vis, &item.attrs, &item.ident),
            _ => continue,
        };
        if is_public(visibility, attributes) {
            names.push(format!("{prefix}{name}"));
        }
    }
    names
}

fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    let is_hidden = |attribute: &Attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|argument| argument == "hidden")
    };
    matches!(visibility, Visibility::Public(_)) && !attributes.iter().any(is_hidden)
}

/// Returns the names that a `pub use` brings in; of a module also what it holds.
fn used(folder: &Path, tree: &UseTree, prefix: &str) -> Vec<String> {
    match tree {
        UseTree::Path(path) => used(&folder.join(path.ident.to_string()), &path.tree, prefix),
        UseTree::Group(group) => group.items.iter().flat_map(|tree| used(folder, tree, prefix)).collect(),
        UseTree::Name(name) => {
            let mut names = vec![format!("{prefix}{}", name.ident)];
            let places: [PathBuf; 2] =
                [folder.join(format!("{}.rs", name.ident)), folder.join(format!("{}/mod.rs", name.ident))];
            if let Some(file) = places.iter().find(|file| file.exists()) {
                names.extend(exports(file, &format!("{prefix}{}::", name.ident)));
            }
            names
        }
        UseTree::Rename(rename) => vec![format!("{prefix}{}", rename.rename)],
        UseTree::Glob(_) => panic!("a glob exports names that were not chosen"),
    }
}
