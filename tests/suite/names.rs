//! A name belongs to one type: no two crates export types of the same name, so that a reader never has to ask which one is meant.
//!
//! This reads the sources as a compiler does: from each `src/lib.rs` through its modules. What macros declare (the tables of weights, chances and ranges)
//! is not seen, nor what a glob passes on: the terms of the program model, such as `BinOp`, which Rust's syntax has, too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Ident, Item, UseTree, Visibility};

/// Names that several crates export all the same, and why.
const SHARED: &[(&str, &[&str], &str)] = &[
    (
        "Config",
        &["gen-mir", "gen-surface", "machine"],
        "the generators have the same interface; the machine's is older",
    ),
    ("Generated", &["gen-mir", "gen-surface"], "the generators have the same interface"),
    ("Profile", &["gen-mir", "gen-surface"], "the generators have the same interface"),
    ("Scalar", &["machine", "mir"], "the field's word for a value in a register, and for the layout of one"),
    ("Size", &["gen-mir", "gen-surface"], "the generators have the same interface"),
    (
        "Tag",
        &["machine", "mir"],
        "the field's word for the identity of a borrow, and for what tells variants apart",
    ),
    ("Violation", &["machine", "mir"], "of an aliasing rule, and of a rule of custom MIR"),
];

/// Crates whose types are rustc's own, under the names that rustc gives them.
const RUSTC_TERMS: &[&str] = &["metadata"];

/// The types of a crate.
#[derive(Default)]
struct Types {
    /// Those that a public module defines.
    exported: BTreeSet<String>,
    /// Those that a private module defines for others.
    hidden: BTreeSet<String>,
    /// What public modules pass on of private ones.
    passed_on: BTreeSet<String>,
}

impl Types {
    fn of(lib: &Path) -> Types {
        let mut types = Types::default();
        types.read(lib, lib.parent().expect("a file is in a folder"), true);
        let Types { exported, hidden, passed_on } = &mut types;
        exported.extend(hidden.intersection(passed_on).cloned());
        types
    }

    /// Reads a module, whose own modules are files in `folder`.
    fn read(&mut self, file: &Path, folder: &Path, is_exported: bool) {
        let text = fs::read_to_string(file).expect("a module has a file");
        for item in syn::parse_file(&text).expect("our sources are Rust").items {
            match &item {
                Item::Mod(module) if module.content.is_none() => {
                    let name = module.ident.to_string();
                    let (file, nested) = (folder.join(format!("{name}.rs")), folder.join(&name));
                    let file = if file.exists() { file } else { nested.join("mod.rs") };
                    // Modules of tests are within their file, or behind a condition that no user meets.
                    if file.exists() {
                        self.read(&file, &nested, is_exported && is_public(&module.vis));
                    }
                }
                Item::Use(passed) if is_exported && is_public(&passed.vis) => self.pass_on(&passed.tree),
                item => {
                    if let Some((visibility, name)) = type_of(item)
                        && is_public(visibility)
                    {
                        let types = if is_exported { &mut self.exported } else { &mut self.hidden };
                        types.insert(name.to_string());
                    }
                }
            }
        }
    }

    fn pass_on(&mut self, tree: &UseTree) {
        match tree {
            // What is another crate's stays that crate's.
            UseTree::Path(path) if path.ident.to_string().starts_with("rustassay_") => {}
            UseTree::Path(path) => self.pass_on(&path.tree),
            UseTree::Name(name) => _ = self.passed_on.insert(name.ident.to_string()),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.pass_on(tree)),
            UseTree::Rename(_) | UseTree::Glob(_) => {}
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The visibility and the name of a type that an item defines.
fn type_of(item: &Item) -> Option<(&Visibility, &Ident)> {
    match item {
        Item::Struct(item) => Some((&item.vis, &item.ident)),
        Item::Enum(item) => Some((&item.vis, &item.ident)),
        Item::Union(item) => Some((&item.vis, &item.ident)),
        Item::Trait(item) => Some((&item.vis, &item.ident)),
        Item::Type(item) => Some((&item.vis, &item.ident)),
        _ => None,
    }
}

/// The exported types of the workspace's crates, by name.
fn owners() -> BTreeMap<String, BTreeSet<String>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let mut owners: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for entry in fs::read_dir(crates).expect("there are crates").flatten() {
        let lib: PathBuf = entry.path().join("src/lib.rs");
        let name = entry.file_name().into_string().expect("crates have plain names");
        let name = name.trim_start_matches("rustassay-");
        if RUSTC_TERMS.contains(&name) {
            continue;
        }
        for exported in Types::of(&lib).exported {
            owners.entry(exported).or_default().insert(name.to_owned());
        }
    }
    owners
}

#[test]
fn no_two_crates_export_types_of_one_name() {
    let owners = owners();
    assert!(owners.contains_key("Specimen") && owners.len() > 300, "the sources are read: {}", owners.len());
    let shared = owners.iter().filter(|(_, crates)| crates.len() > 1);
    let shared: Vec<(&str, Vec<&str>)> =
        shared.map(|(name, crates)| (&**name, crates.iter().map(|name| &**name).collect())).collect();
    let allowed: Vec<(&str, Vec<&str>)> =
        SHARED.iter().map(|(name, crates, _)| (*name, crates.to_vec())).collect();
    assert_eq!(shared, allowed);
}
