//! Damaged files are errors: no panic, no hang, no memory without bound.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::{compile, library_folder};
use rustassay_metadata::{CrateFiles, Crates};

const SOURCE: &str = "#![no_std]
pub struct Pair<T>(pub T, [u8; 4]);
impl<T: Clone> Clone for Pair<T> { fn clone(&self) -> Self { Pair(self.0.clone(), self.1) } }
pub trait Len { const LEN: usize; }
pub trait Name { fn name(&self) -> &'static str { \"name\" } }
impl Len for Pair<u8> { const LEN: usize = 3; }
impl Name for Pair<u8> {}
pub static NAMES: [&str; 2] = [\"one\", \"two\"];
pub fn sum(values: &[u32]) -> u32 { let mut sum = 0; for v in values { sum += *v } sum }
pub fn dynamic(name: &dyn Name) -> usize { let f = |n: usize| n + name.name().len(); f(1) }
pub async fn later(x: u8) -> u8 { core::future::ready(x).await }
";

/// A file that takes longer than this hangs.
const LIMIT: Duration = Duration::from_secs(20);

fn open_and_ask(path: &Path, sysroot: &Path) -> bool {
    let files = CrateFiles { root: path.into(), sysroot: Some(sysroot.into()), ..CrateFiles::default() };
    let start = Instant::now();
    let fine = Crates::open(&files).is_ok_and(|crates| {
        let sweep = crates.sweep(crates.root());
        let _ = crates.main_function();
        for index in 0..crates.def_count(crates.root()).min(50) {
            let def = rustassay_metadata::data::DefId { krate: crates.root(), index };
            let _ = crates.def_path_str(def);
            let _ = crates.def_span(def).and_then(|span| crates.locate(span));
        }
        sweep.error_count == 0
    });
    assert!(start.elapsed() < LIMIT, "{}", path.display());
    fine
}

/// `RUSTASSAY_LONG=1` tries 10,000 files in place of 400.
#[test]
fn damaged_files_are_errors() {
    let (folder, rmeta) = compile(SOURCE);
    let sysroot = library_folder();
    assert!(open_and_ask(&rmeta, &sysroot), "the undamaged file decodes");
    let bytes = std::fs::read(&rmeta).unwrap();
    let count = if std::env::var_os("RUSTASSAY_LONG").is_some() { 10_000u64 } else { 400 };
    let path = folder.path().join("damaged.rmeta");
    let mut noticed = 0u64;
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    for round in 0..count {
        // Any sequence that visits all of the file will do; this is a xorshift.
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let position = (random >> 16) as usize % bytes.len();
        let mut damaged = bytes.clone();
        match round % 8 {
            0 => damaged.truncate(position),
            1 => damaged[position] = 0xFF,
            2 => damaged[position] = 0x80,
            3 => damaged[position] = 0,
            _ => damaged[position] ^= (random >> 8) as u8 | 1,
        }
        // A mapped file may not change: each has a name of its own.
        let path = path.with_extension(format!("{round}.rmeta"));
        std::fs::write(&path, damaged).unwrap();
        noticed += u64::from(!open_and_ask(&path, &sysroot));
        std::fs::remove_file(&path).unwrap();
    }
    // Many single bytes are names, spans or numbers that may as well be others.
    assert!(noticed * 5 > count, "{noticed} of {count} were noticed");
}

#[test]
fn types_that_are_nested_too_deeply_are_an_error() {
    let (_folder, rmeta) = compile(&format!("#![no_std]\npub fn f(_: {}u8) {{}}", "&".repeat(120)));
    assert!(open_and_ask(&rmeta, &library_folder()), "120 levels decode");
    let (_folder, rmeta) = compile(&format!("#![no_std]\npub fn f(_: {}u8) {{}}", "&".repeat(600)));
    assert!(!open_and_ask(&rmeta, &library_folder()), "600 levels do not");
}
