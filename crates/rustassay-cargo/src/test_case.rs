//! The tests of a crate, as the macros marked them.

use crate::macros::{HARNESS, MARKER};
use rustassay_metadata::data::{Allocation, DefId, DefKind, GlobalAlloc};
use rustassay_metadata::{Crates, Result};

/// A test of a crate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestCase {
    /// Its path in the crate, as libtest names it: `module::function`.
    pub name: String,
    /// The path of the function that runs it. It ends well if the test passes.
    pub function: String,
    /// Whether it passes by a panic, which that function sees to.
    pub should_panic: bool,
    /// What is to be done with it.
    pub kind: TestKind,
}

/// What is to be done with a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestKind {
    /// Run it.
    Run,
    /// Run it only if ignored tests are asked for.
    Ignored {
        /// Why; empty if nothing is said.
        reason: String,
    },
    /// It is a benchmark, which is not run.
    Benchmark,
}

impl TestCase {
    /// The tests of the root crate, sorted by name; nothing if it was compiled with a harness of its own.
    pub fn all(crates: &Crates) -> Result<Option<Vec<TestCase>>> {
        let mut tests = Vec::new();
        let mut has_harness = false;
        let mut modules = vec![(DefId { krate: crates.root(), index: 0 }, String::new())];
        // A damaged file may have modules that contain themselves.
        for _ in 0..crates.def_count(crates.root()) {
            let Some((module, path)) = modules.pop() else { break };
            for def in crates.module_children(module)? {
                let Some(name) = crates.opt_item_name(def)? else { continue };
                match crates.def_kind(def)? {
                    DefKind::Mod => modules.push((def, format!("{path}{name}::"))),
                    DefKind::Static { .. } if *name == *HARNESS => has_harness = true,
                    DefKind::Static { .. } => {
                        if let Some(name) = name.strip_prefix(MARKER)
                            && let Some(marker) = marker(crates, def)?
                        {
                            tests.push(marker.test(&path, name));
                        }
                    }
                    _ => {}
                }
            }
        }
        tests.sort_by(|a, b| a.name.cmp(&b.name));
        // A crate that a `#![cfg]` disables has nothing at all, and so no tests.
        Ok((has_harness || crates.main_function()?.is_none()).then_some(tests))
    }
}

/// What the static says that marks a test.
struct Marker {
    kind: String,
    function: String,
    reason: String,
}

impl Marker {
    fn test(self, path: &str, name: &str) -> TestCase {
        let kind = match &*self.kind {
            "ignore" => TestKind::Ignored { reason: self.reason },
            "bench" => TestKind::Benchmark,
            _ => TestKind::Run,
        };
        TestCase {
            name: format!("{path}{name}"),
            should_panic: !self.function.is_empty() && self.function != name,
            function: format!("{path}{}", self.function),
            kind,
        }
    }
}

/// Reads a static `[&str; 3]`.
fn marker(crates: &Crates, def: DefId) -> Result<Option<Marker>> {
    let Some(value) = crates.eval_static_initializer(def)? else { return Ok(None) };
    let mut texts = Vec::new();
    for n in 0..3 {
        let Some(text) = text(crates, &value, n)? else { return Ok(None) };
        texts.push(text);
    }
    let [kind, function, reason] = <[String; 3]>::try_from(texts).expect("three were pushed");
    Ok(Some(Marker { kind, function, reason }))
}

/// The n-th `&str` of an array of such.
fn text(crates: &Crates, array: &Allocation, n: usize) -> Result<Option<String>> {
    // A pointer and a length, both of the size of a pointer; a third of the array is one of its elements.
    let word = array.bytes.len() / 6;
    let start = 2 * word * n;
    let length = array.bytes.get(start + word..start + 2 * word).unwrap_or_default();
    let length = length.iter().rev().fold(0, |length: usize, byte| length << 8 | usize::from(*byte));
    let pointer = array.provenance.iter().find(|(at, _)| *at == start as u64);
    let Some((_, memory)) = pointer else { return Ok((length == 0).then(String::new)) };
    let GlobalAlloc::Memory(text) = crates.global_alloc(*memory)? else { return Ok(None) };
    Ok(text.bytes.get(..length).map(|bytes| String::from_utf8_lossy(bytes).into_owned()))
}
