//! MIR or LLVM IR without a pass and with it.

use rustassay_finding::{Layer, Pass};
use rustassay_judge::backend::Backend;
use rustassay_judge::case::Case;
use rustassay_judge::engine::Engine;
use rustassay_judge::llvm_steps::{OBJECT, OPTIMIZED};
use similar::TextDiff;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What a pass changed, as a unified diff of what the whole compiler makes without it and with it: MIR after
/// the last pass, LLVM IR, or assembly where the pass works on instructions. Compiles the program two or four
/// times.
pub fn difference(engine: &Engine, case: &Case, backend: &Backend, pass: &Pass) -> Result<String, String> {
    let has_other_llvm = backend.toolchain.as_ref().is_some_and(|it| it.llvm_backend.is_some());
    let forms = match (pass.layer, has_other_llvm) {
        (Layer::Mir, _) => &[Form::Mir][..],
        (Layer::Llvm, false) => &[Form::LlvmIr, Form::Assembly],
        (Layer::Llvm, true) => &[Form::OptimizedIr, Form::ToolsAssembly],
    };
    for form in forms {
        let texts = |flags: &[String]| {
            let flags = [flags, &form.flags()].concat();
            let compilation = engine.compile(case, &Backend { flags, ..backend.clone() })?;
            form.texts(compilation.binary.folder())
                .map_err(|error| format!("the compiler left no {form:?}: {error}"))
        };
        let diff = diff(&texts(&pass.without)?, &texts(&pass.with)?);
        if !diff.is_empty() {
            return Ok(diff);
        }
    }
    Err("the compiler makes the same with it and without".to_owned())
}

/// A form of a program that a compiler can show.
#[derive(Copy, Clone, Debug)]
enum Form {
    Mir,
    LlvmIr,
    Assembly,
    /// After `opt` of another LLVM.
    OptimizedIr,
    /// By `llc` of another LLVM.
    ToolsAssembly,
}

impl Form {
    /// The flags that show it. They must not change the order of passes; `--emit=mir` would.
    fn flags(self) -> Vec<String> {
        let flags: &[&str] = match self {
            Form::Mir => &["-Zdump-mir=runtime-optimized", "-Zdump-mir-dir=shown"],
            Form::LlvmIr => &["--emit=link,llvm-ir=shown"],
            // With more to emit, LLVM would run its passes over instructions twice.
            Form::Assembly => &["--emit=asm=shown"],
            Form::OptimizedIr => &["--opt=-S"],
            Form::ToolsAssembly => &["--llc=-filetype=asm"],
        };
        flags.iter().map(|&flag| flag.to_owned()).collect()
    }

    /// What the compiler has left, by name.
    fn texts(self, folder: &Path) -> std::io::Result<BTreeMap<String, String>> {
        let shown = match self {
            Form::Mir | Form::LlvmIr | Form::Assembly => folder.join("shown"),
            Form::OptimizedIr => folder.join(OPTIMIZED),
            Form::ToolsAssembly => folder.join(OBJECT),
        };
        match self {
            Form::Mir => shown
                .read_dir()?
                .map(|file| {
                    let file = file?;
                    let name = file.file_name().to_string_lossy().into_owned();
                    // `crate.body.006-000.runtime-optimized.after.mir`
                    let body = name.rsplitn(5, '.').last().unwrap_or(&name).to_owned();
                    Ok((body, renumbered(&fs::read_to_string(file.path())?)))
                })
                .collect(),
            Form::LlvmIr | Form::Assembly | Form::OptimizedIr | Form::ToolsAssembly => {
                Ok(BTreeMap::from([("program".to_owned(), fs::read_to_string(shown)?)]))
            }
        }
    }
}

/// The same MIR with constants in memory, `alloc17`, numbered as they appear: rustc numbers them over the
/// whole program.
fn renumbered(text: &str) -> String {
    const WORD: &str = "alloc";
    let mut numbers: Vec<&str> = Vec::new();
    let mut parts = text.split(WORD);
    let mut renumbered = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        renumbered.push_str(WORD);
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = part.split_at(digits);
        if !number.is_empty() {
            let known = numbers.iter().position(|other| *other == number);
            let place = known.unwrap_or_else(|| {
                numbers.push(number);
                numbers.len() - 1
            });
            renumbered.push_str(&place.to_string());
        }
        renumbered.push_str(rest);
    }
    renumbered
}

/// All differences, one text after the other.
fn diff(without: &BTreeMap<String, String>, with: &BTreeMap<String, String>) -> String {
    let nothing = String::new();
    let mut text = String::new();
    for (name, before) in without {
        let after = with.get(name).unwrap_or(&nothing);
        let diff = TextDiff::from_lines(before, after);
        let header = (format!("{name}, without the pass"), format!("{name}, with the pass"));
        text.push_str(&diff.unified_diff().header(&header.0, &header.1).to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_that_differ_are_shown() {
        let texts = |f: &str| {
            BTreeMap::from([("f", f), ("g", "same\n")].map(|(name, text)| (name.into(), text.into())))
        };
        let expected = "--- f, without the pass\n+++ f, with the pass\n@@ -1 +1 @@\n-copy _1\n+move _1\n";
        assert_eq!(diff(&texts("copy _1\n"), &texts("move _1\n")), expected);
    }

    #[test]
    fn numbers_of_constants_are_no_difference() {
        let (before, after) =
            ("_1 = alloc17; alloc3; alloc17; alloc::x", "_1 = alloc20; alloc21; alloc20; alloc::x");
        assert_eq!(renumbered(before), renumbered(after));
        assert_ne!(renumbered("alloc1 alloc2"), renumbered("alloc1 alloc1"));
    }
}
