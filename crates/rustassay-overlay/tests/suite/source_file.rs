//! Users' crates.

use rustassay_lang::Edition;
use rustassay_overlay::{CompileError, SourceFile};
use rustassay_testing::reference_toolchain;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn text(text: &str) -> SourceFile {
    SourceFile { text: text.to_owned(), ..SourceFile::new(Path::new("-")) }
}

fn rejection(file: &SourceFile) -> String {
    match file.compile(&reference_toolchain()) {
        Err(CompileError::Rejected(said)) => said,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_binary_is_compiled_to_metadata() {
    let metadata = text("fn main() { println!(\"hello\") }").compile(&reference_toolchain()).unwrap();
    assert!(fs::read(metadata.path()).unwrap().starts_with(b"rust\0\0\0"));
    let path = metadata.path().to_owned();
    drop(metadata);
    assert!(!path.exists());
}

#[test]
fn what_the_compiler_rejects_is_said_as_it_says_it() {
    let said = rejection(&text("fn main() { let x: u8 = \"\"; }"));
    assert!(said.contains("error[E0308]: mismatched types"), "{said}");
}

#[test]
fn files_are_named_as_from_the_current_folder() {
    let folder = TempDir::new_in(std::env::current_dir().unwrap()).unwrap();
    let path = folder.path().join("bad.rs");
    fs::write(&path, "fn main() { x }").unwrap();
    let name = folder.path().file_name().unwrap().to_string_lossy().into_owned();
    let said = rejection(&SourceFile::new(&path));
    assert!(said.contains(&format!("--> {name}/bad.rs:1:13")), "{said}");
}

#[test]
fn no_lint_takes_offence_at_a_main_that_nobody_calls() {
    text("#![deny(warnings)] fn main() {}").compile(&reference_toolchain()).unwrap();
}

#[test]
fn editions_and_configurations_are_heeded() {
    let gen_name = text("fn main() { let gen = 1; }");
    gen_name.compile(&reference_toolchain()).unwrap();
    let said = rejection(&SourceFile { edition: Edition::E2024, ..gen_name });
    assert!(said.contains("`gen`"), "{said}");
    let configured = text("#[cfg(special)] compile_error!(\"special\"); fn main() {}");
    configured.compile(&reference_toolchain()).unwrap();
    let said = rejection(&SourceFile { cfgs: vec!["special".to_owned()], ..configured });
    assert!(said.contains("error: special"), "{said}");
}

#[test]
fn a_crate_stands_on_others() {
    let folder = TempDir::new().unwrap();
    let source = folder.path().join("library.rs");
    fs::write(&source, "pub fn answer() -> u32 { 42 }").unwrap();
    let library = SourceFile::new(&source).compile(&reference_toolchain()).unwrap();
    let user = SourceFile {
        externs: vec![format!("library={}", library.path().display())],
        ..text("fn main() { assert_eq!(library::answer(), 42) }")
    };
    user.compile(&reference_toolchain()).unwrap();
    let said = rejection(&SourceFile { externs: Vec::new(), ..user });
    assert!(said.contains("library"), "{said}");
}
