//! The crates depend on each other as ARCHITECTURE.md says: on crates of their own layer, and of those above it.

use rustassay_testing::repository;
use std::collections::BTreeMap;
use std::fs;

/// The crates of the table in ARCHITECTURE.md, each with the number of its layer.
fn layers(text: &str) -> BTreeMap<&str, usize> {
    let section = text.split("## Layers").nth(1).expect("there is such a section");
    let rows =
        section.lines().skip_while(|line| !line.starts_with("    ")).take_while(|line| !line.is_empty());
    let mut layers = BTreeMap::new();
    for (number, row) in rows.enumerate() {
        // What a layer is for stands after its crates, far to the right; single words have two spaces between them.
        let crates = row.trim_start().split("   ").next().unwrap_or_default();
        layers.extend(crates.split_ascii_whitespace().map(|name| (name, number)));
    }
    layers
}

/// The crates of ours that a package depends on, by the text of its manifest.
fn dependencies(manifest: &str) -> impl Iterator<Item = &str> {
    let tables = manifest.split("\n[").filter(|table| table.starts_with("dependencies]"));
    tables.flat_map(str::lines).filter_map(|line| line.strip_prefix("rustassay-")?.split(['.', ' ']).next())
}

#[test]
fn crates_depend_on_their_own_layer_and_on_those_above_it() {
    let text = fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("there is such a file");
    let layers = layers(&text);
    let mut wrong = Vec::new();
    for entry in fs::read_dir(repository().join("crates")).expect("there are crates").flatten() {
        let name = entry.file_name().into_string().expect("crates have plain names");
        let name = name.trim_start_matches("rustassay-");
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).expect("a crate has one");
        match layers.get(name) {
            Some(own) => {
                let below =
                    dependencies(&manifest).filter(|other| layers.get(other).is_none_or(|at| at > own));
                wrong.extend(below.map(|other| format!("`{name}` depends on `{other}`")));
            }
            None if name == "testing" => {}
            None => wrong.push(format!("`{name}` is in no layer of ARCHITECTURE.md")),
        }
    }
    assert!(layers.len() > 20, "the table is read: {layers:?}");
    assert_eq!(wrong, [""; 0]);
}
