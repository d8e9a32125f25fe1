//! The library decodes without an error.

use std::path::PathBuf;

use rustassay_metadata::{CrateFiles, Crates, MetadataError};

use crate::{compile, library_folder, open};

fn sweep(crates: &Crates, names: &[&str]) {
    for krate in crates.all().filter(|krate| names.contains(&&*crates.crate_name(*krate))) {
        let sweep = crates.sweep(krate);
        let name = crates.crate_name(krate);
        assert_eq!(sweep.error_count, 0, "{name}: {:#?}", sweep.errors);
        assert!(sweep.answers["optimized_mir"] > 100, "{name}");
    }
}

#[test]
fn the_stock_library_decodes() {
    let (_folder, rmeta) = compile("pub fn main() { println!(\"\") }");
    let crates = open(&rmeta).unwrap();
    sweep(&crates, &["core", "alloc", "std", "hashbrown"]);
    let path = |path: &[&str]| crates.def_by_path(path).unwrap().map(|def| crates.def_path_str(def));
    assert_eq!(path(&["std", "rt", "lang_start"]).as_deref(), Some("std::rt::lang_start"));
    assert_eq!(path(&["std", "rt", "nothing"]), None);
    let boxed = crates.lang_item("OwnedBox").unwrap().unwrap();
    assert_eq!(crates.def_path_str(boxed), "alloc::boxed::Box");
    assert!(crates.adt_def(boxed).unwrap().flags.is_box);
    let symbols = crates.exported_symbols().unwrap();
    assert!(symbols.iter().any(|symbol| &*symbol.name == "__rdl_alloc" && symbol.rustc_std_internal_symbol));
}

/// `RUSTASSAY_OVERLAY=FOLDER cargo test -p rustassay-metadata -- --ignored`: the library with all its bodies.
#[test]
#[ignore = "needs an overlay, in RUSTASSAY_OVERLAY, and takes a few seconds"]
fn the_overlay_decodes() {
    let overlay = std::env::var_os("RUSTASSAY_OVERLAY").map(PathBuf::from).expect("RUSTASSAY_OVERLAY");
    let (_folder, root) = compile("pub fn main() { println!(\"\") }");
    let files =
        CrateFiles { root, dependencies: vec![], sysroot: Some(library_folder()), overlay: vec![overlay] };
    sweep(&Crates::open(&files).unwrap(), &["core", "alloc", "std", "hashbrown"]);
}

#[test]
fn a_missing_crate_is_told_when_it_is_needed() {
    let (_folder, root) = compile("pub fn f() -> Option<u8> { None }");
    let crates = Crates::open(&CrateFiles { root, ..CrateFiles::default() }).unwrap();
    let f = crates.def_by_path(&["small", "f"]).unwrap().unwrap();
    match crates.fn_sig(f) {
        Err(MetadataError::MissingCrate { name, .. }) => assert_eq!(name, "core"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn another_compiler_gets_the_command_that_helps() {
    let (folder, rmeta) = compile("");
    let mut bytes = std::fs::read(&rmeta).unwrap();
    let version = bytes.windows(6).position(|window| window == b"rustc ").unwrap();
    bytes[version + 6..version + 10].copy_from_slice(b"9.99");
    let other = folder.path().join("other.rmeta");
    std::fs::write(&other, bytes).unwrap();
    let error = open(&other).unwrap_err().to_string();
    assert!(error.contains("rustassay toolchains schema --sources"), "{error}");
}
