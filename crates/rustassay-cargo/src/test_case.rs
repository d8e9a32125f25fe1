//! The tests of a crate, as the macros marked them.

use rustassay_metadata::data::{Allocation, DefId, DefKind, GlobalAlloc};
use rustassay_metadata::{Crates, Result};

/// What the names of the statics begin with that mark tests.
const MARKER: &str = "__rustassay_test_";

/// A test of a crate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestCase {
    /// Its path in the crate, as libtest names it: `module::function`.
    pub name: String,
    /// The path of the function that runs it. It ends well if the test passes.
    pub function: String,
    /// What is expected of it.
    pub mode: TestMode,
    /// Why it is only run if ignored tests are asked for, if that is so; empty if nothing is said.
    pub ignored: Option<String>,
}

/// What is expected of a test. libtest names all but the first beside the test.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TestMode {
    /// That it ends well.
    Run,
    /// That it panics, which its function sees to.
    ShouldPanic,
    /// The same of a benchmark, which runs once.
    Benchmark,
    /// That it compiles, which is all that is asked of it.
    Compile,
    /// That it does not compile.
    CompileFail,
}

impl TestMode {
    /// What libtest says of it.
    pub(crate) fn words(self) -> &'static str {
        match self {
            TestMode::Run | TestMode::Benchmark => "",
            TestMode::ShouldPanic => " - should panic",
            TestMode::Compile => " - compile",
            TestMode::CompileFail => " - compile fail",
        }
    }
}

impl TestCase {
    /// The tests of the root crate, sorted by name.
    pub fn all(crates: &Crates) -> Result<Vec<TestCase>> {
        let mut tests = Vec::new();
        let mut modules = vec![(DefId { krate: crates.root(), index: 0 }, String::new())];
        // A damaged file may have modules that contain themselves.
        for _ in 0..crates.def_count(crates.root()) {
            let Some((module, path)) = modules.pop() else { break };
            for def in crates.module_children(module)? {
                let Some(name) = crates.opt_item_name(def)? else { continue };
                match crates.def_kind(def)? {
                    DefKind::Mod => modules.push((def, format!("{path}{name}::"))),
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
        Ok(tests)
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
        let is_bench = self.kind.ends_with("bench");
        let mode = match is_bench {
            true => TestMode::Benchmark,
            false if self.function != name => TestMode::ShouldPanic,
            false => TestMode::Run,
        };
        TestCase {
            name: format!("{path}{name}"),
            function: format!("{path}{}", self.function),
            mode,
            ignored: self.kind.starts_with("ignore").then_some(self.reason),
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
