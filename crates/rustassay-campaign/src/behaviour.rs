//! What a compiler was seen to do, as far as a stock rustc tells: the remarks of LLVM's passes, each by the pass and the remark's name.
//!
//! A compiler that does something for the first time is on a way that no program has led it before.

use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::case::Case;
use rustassay_judge::engine::Engine;
use std::collections::BTreeSet;

/// Where the compiler writes its remarks, in its own folder.
const FOLDER: &str = "remarks";

/// Whether a backend tells anything: LLVM has remarks where it optimizes. Another LLVM than the compiler's own is not asked.
pub fn is_talkative(backend: &Backend) -> bool {
    let is_quiet = backend.flags.iter().any(|flag| flag == "-Copt-level=0");
    let is_stock = backend
        .toolchain
        .as_ref()
        .is_some_and(|toolchain| toolchain.capabilities.unstable_flags && toolchain.llvm_backend.is_none());
    backend.kind == Executor::Compiled(Codegen::Llvm) && is_stock && !is_quiet
}

/// What the backend's compiler does with a program.
pub fn behaviours(engine: &Engine, case: &Case, backend: &Backend) -> Vec<String> {
    let mut talking = backend.clone();
    talking.flags.extend(["-Cremark=all".to_owned(), format!("-Zremark-dir={FOLDER}")]);
    let Ok(compilation) = engine.compile(case, &talking) else { return Vec::new() };
    let files = std::fs::read_dir(compilation.binary.folder().join(FOLDER));
    let mut seen = BTreeSet::new();
    for file in files.into_iter().flatten().flatten() {
        // What cannot be read has nothing to say.
        seen.extend(std::fs::read_to_string(file.path()).iter().flat_map(|text| remarks(text)));
    }
    seen.into_iter().collect()
}

/// `pass:name` of each remark. They are YAML documents, whose keys stand at the beginning of a line.
fn remarks(text: &str) -> Vec<String> {
    let value = |line: &str, key: &str| line.strip_prefix(key).map(|value| value.trim().to_owned());
    let mut found = Vec::new();
    let mut pass = None;
    for line in text.lines() {
        if line.starts_with("---") {
            pass = None;
        } else if let Some(name) = value(line, "Pass:") {
            pass = Some(name);
        } else if let (Some(name), Some(pass)) = (value(line, "Name:"), &pass) {
            found.push(format!("{pass}:{name}"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_is_named_by_its_pass_and_its_own_name() {
        let text = "--- !Missed\nPass:            inline\nName:            NeverInline\n\
                    Function:        _ZN1p4main\nArgs:\n  - Callee:          x\n...\n--- !Analysis\nName:   lost\n";
        assert_eq!(remarks(text), ["inline:NeverInline"]);
    }
}
