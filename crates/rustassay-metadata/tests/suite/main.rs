//! Decodes what real compilers write.

mod damaged;
mod golden;
mod library;

use std::path::{Path, PathBuf};
use std::process::Command;

use rustassay_metadata::{CrateFiles, Crates};
use rustassay_testing::reference_rustc;
use tempfile::TempDir;

/// The folder with the library's metadata.
fn library_folder() -> PathBuf {
    let output = Command::new(reference_rustc()).args(["--print", "target-libdir"]).output().unwrap();
    PathBuf::from(String::from_utf8(output.stdout).unwrap().trim())
}

/// Compiles a crate with all its bodies.
fn compile(source: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.rs");
    std::fs::write(&file, source).unwrap();
    let rmeta = folder.path().join("libsmall.rmeta");
    let flags = "--edition 2024 --crate-type lib --crate-name small --emit=metadata -Awarnings \
                 -Zalways-encode-mir -Zmir-opt-level=0 -Coverflow-checks=on";
    let status = Command::new(reference_rustc())
        .env("RUSTC_BOOTSTRAP", "1")
        .current_dir(folder.path())
        .args(flags.split_whitespace())
        .arg("-o")
        .arg(&rmeta)
        .arg("small.rs")
        .status()
        .unwrap();
    assert!(status.success());
    (folder, rmeta)
}

fn open(rmeta: &Path) -> rustassay_metadata::Result<Crates> {
    Crates::open(&CrateFiles { root: rmeta.into(), sysroot: Some(library_folder()), ..CrateFiles::default() })
}
