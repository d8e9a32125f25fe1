//! The tests of a crate, as the macros marked them.

use rustassay_metadata::data::{Allocation, DefId, DefKind, GlobalAlloc};
use rustassay_metadata::{Crates, Result};

/// How the names of the statics that mark tests begin.
const MARKER: &str = "__rustassay_test_";

/// A test of a crate, or a doc test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestCase {
    /// Its path in the crate, as libtest names it: `module::function`.
    pub name: String,
    /// The path of the function that runs it. The function returns if the test passes.
    pub function: String,
    /// What it has to do.
    pub mode: TestMode,
    /// Why it runs only on request, if it does; empty if no reason is given.
    pub ignored: Option<String>,
    /// Where its name stands in the source.
    pub location: TestLocation,
}

/// What a test has to do to pass.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TestMode {
    /// It returns.
    Run,
    /// It panics. Its function checks that.
    ShouldPanic,
    /// It returns, as a benchmark that runs once.
    Benchmark,
    /// It compiles.
    Compile,
    /// It does not compile.
    CompileFail,
}

impl TestMode {
    /// How libtest calls it, beside the test's name.
    pub(crate) fn description(self) -> Option<&'static str> {
        match self {
            TestMode::Run | TestMode::Benchmark => None,
            TestMode::ShouldPanic => Some("should panic"),
            TestMode::Compile => Some("compile"),
            TestMode::CompileFail => Some("compile fail"),
        }
    }
}

/// A part of a source file. Lines and columns count from 1; libtest has no locations of doc tests, and writes zeros.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TestLocation {
    /// The file, as the compiler names it.
    pub file: String,
    /// The line and column of the first character.
    pub start: (usize, usize),
    /// The line and column after the last character.
    pub end: (usize, usize),
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
                    DefKind::Static { .. } if name.starts_with(MARKER) => {
                        tests.extend(marker(crates, def)?.and_then(|marker| test(marker, &path)));
                    }
                    _ => {}
                }
            }
        }
        tests.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(tests)
    }
}

/// How many texts a marker has.
const TEXTS: usize = 11;

/// The test that a marker in a module describes.
fn test(marker: [String; TEXTS], module: &str) -> Option<TestCase> {
    let [kind, function, name, module_path, is_ignored, reason, file, numbers @ ..] = marker;
    let mode = match &*kind {
        "test" => TestMode::Run,
        "should_panic" => TestMode::ShouldPanic,
        "bench" => TestMode::Benchmark,
        _ => return None,
    };
    // The crate's own name is not part of it.
    let name = match module_path.split_once("::") {
        Some((_, module)) => format!("{module}::{name}"),
        None => name,
    };
    let [line, column, end_line, end_column] = numbers.map(|number| number.parse().unwrap_or_default());
    Some(TestCase {
        name,
        function: format!("{module}{function}"),
        mode,
        ignored: (is_ignored == "yes").then_some(reason),
        location: TestLocation { file, start: (line, column), end: (end_line, end_column) },
    })
}

/// Reads a static `[&str; 11]`.
fn marker(crates: &Crates, def: DefId) -> Result<Option<[String; TEXTS]>> {
    let Some(value) = crates.eval_static_initializer(def)? else { return Ok(None) };
    let mut texts = Vec::new();
    for n in 0..TEXTS {
        let Some(text) = text(crates, &value, n)? else { return Ok(None) };
        texts.push(text);
    }
    Ok(texts.try_into().ok())
}

/// The n-th `&str` of an array of [`TEXTS`] of them.
fn text(crates: &Crates, array: &Allocation, n: usize) -> Result<Option<String>> {
    // Each is a pointer and a length, both of a pointer's size.
    let word = array.bytes.len() / (2 * TEXTS);
    let start = 2 * word * n;
    let length = array.bytes.get(start + word..start + 2 * word).unwrap_or_default();
    let length = length.iter().rev().fold(0, |length: usize, byte| length << 8 | usize::from(*byte));
    let pointer = array.provenance.iter().find(|(at, _)| *at == start as u64);
    let Some((_, memory)) = pointer else { return Ok((length == 0).then(String::new)) };
    let GlobalAlloc::Memory(text) = crates.global_alloc(*memory)? else { return Ok(None) };
    Ok(text.bytes.get(..length).map(|bytes| String::from_utf8_lossy(bytes).into_owned()))
}
