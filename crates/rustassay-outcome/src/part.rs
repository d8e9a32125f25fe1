//! Which part of a compiler was at work when it failed.

use crate::compiled::Compiled;
use crate::crash::Crash;
use crate::llvm::LlvmErrorKind;
use crate::normal::is_identifier;
use crate::phase::Phase;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A part of rustc, in the order in which a program goes through them.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// From the text to MIR that is known to be right: parsing, names, types, borrows.
    FrontEnd,
    /// The evaluation of constants.
    ConstEvaluation,
    /// Passes over MIR.
    Mir,
    /// From MIR to what the code generator's library is given.
    Codegen,
    /// LLVM.
    Llvm,
}

/// The crates of rustc that are part of one thing only. What all parts use (`rustc_middle`, `rustc_abi`, `rustc_trait_selection`) tells
/// nothing.
const CRATES: [(Part, &[&str]); 4] = [
    (
        Part::FrontEnd,
        &[
            "rustc_lexer",
            "rustc_parse",
            "rustc_expand",
            "rustc_builtin_macros",
            "rustc_resolve",
            "rustc_ast_lowering",
            "rustc_ast_passes",
            "rustc_attr_parsing",
            "rustc_passes",
            "rustc_privacy",
            "rustc_lint",
            "rustc_hir_analysis",
            "rustc_typeck",
            "rustc_hir_typeck",
            "rustc_pattern_analysis",
            "rustc_mir_build",
            "rustc_borrowck",
        ],
    ),
    (Part::ConstEvaluation, &["rustc_const_eval"]),
    (Part::Mir, &["rustc_mir_transform", "rustc_mir_dataflow"]),
    (
        Part::Codegen,
        &[
            "rustc_monomorphize",
            "rustc_symbol_mangling",
            "rustc_codegen_ssa",
            "rustc_codegen_llvm",
            "rustc_codegen_cranelift",
            "rustc_codegen_gcc",
        ],
    ),
];

/// Queries that are computed in one part only, for crashes that say nothing else.
const QUERIES: [(Part, &[&str]); 4] = [
    (Part::FrontEnd, &["typeck", "check_well_formed", "thir_body", "mir_built", "mir_borrowck"]),
    (
        Part::ConstEvaluation,
        &["eval_to_const_value_raw", "eval_to_allocation_raw", "eval_static_initializer"],
    ),
    (Part::Mir, &["mir_drops_elaborated_and_const_checked", "optimized_mir"]),
    (Part::Codegen, &["collect_and_partition_mono_items", "codegen_unit"]),
];

impl Compiled {
    /// The part of the compiler that failed, where its text tells.
    pub fn part(&self) -> Option<Part> {
        match self {
            Compiled::Crashed(crash) => of_crash(crash),
            Compiled::LlvmError(error) if error.kind == LlvmErrorKind::BrokenIr => Some(Part::Codegen),
            Compiled::LlvmError(_) => Some(Part::Llvm),
            Compiled::Signaled(killed) => of_frames(&killed.backtrace),
            Compiled::TimedOut { phase: Phase::ConstEvaluation } => Some(Part::ConstEvaluation),
            Compiled::TimedOut { phase: Phase::MirPass(_) } => Some(Part::Mir),
            Compiled::TimedOut { phase: Phase::LlvmPass(_) } => Some(Part::Llvm),
            _ => None,
        }
    }
}

/// The place where rustc noticed it says most; then whoever called that, the innermost first; then what was being computed.
fn of_crash(crash: &Crash) -> Option<Part> {
    let place = crash.location.as_ref().and_then(|place| {
        let path = place.file.replace('\\', "/");
        path.split('/').find_map(of_crate)
    });
    let query = || crash.queries.iter().find_map(|query| with_name(&QUERIES, &query.name));
    place.or_else(|| of_frames(&crash.backtrace)).or_else(query)
}

fn of_frames(frames: &[String]) -> Option<Part> {
    frames.iter().find_map(|frame| {
        let start = frame.find(is_identifier)?;
        let name = &frame[start..];
        let end = name.find(|c| !is_identifier(c)).unwrap_or(name.len());
        match &name[..end] {
            "llvm" => Some(Part::Llvm),
            name => of_crate(name),
        }
    })
}

fn of_crate(name: &str) -> Option<Part> {
    with_name(&CRATES, name)
}

fn with_name(table: &[(Part, &[&str])], name: &str) -> Option<Part> {
    table.iter().find(|(_, names)| names.contains(&name)).map(|(part, _)| *part)
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::FrontEnd => "the front end",
            Part::ConstEvaluation => "the evaluation of constants",
            Part::Mir => "the passes over MIR that always run",
            Part::Codegen => "code generation",
            Part::Llvm => "LLVM's code generation",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::{CrashKind, Query};
    use crate::diagnostic::RustcSpan;
    use crate::llvm::LlvmError;

    fn crash(file: Option<&str>, frames: &[&str], queries: &[&str]) -> Compiled {
        Compiled::Crashed(Crash {
            kind: CrashKind::Panic,
            message: "no".to_owned(),
            location: file.map(|file| RustcSpan { file: file.to_owned(), line: 1, column: 1 }),
            thread: None,
            queries: queries
                .iter()
                .map(|&name| Query { name: name.to_owned(), description: String::new() })
                .collect(),
            backtrace: frames.iter().map(|&frame| frame.to_owned()).collect(),
        })
    }

    #[test]
    fn the_place_says_it() {
        let file = "/rustc-dev/5980/compiler/rustc_codegen_llvm/src/intrinsic.rs";
        assert_eq!(crash(Some(file), &[], &["typeck"]).part(), Some(Part::Codegen));
    }

    #[test]
    fn where_all_parts_come_by_the_innermost_caller_says_it() {
        let frames = [
            "core::panicking::panic_fmt",
            "<rustc_middle::ty::Ty>::fake::<rustc_borrowck::Other>",
            "<rustc_mir_build::builder::Builder as rustc_codegen_ssa::Some>::f",
            "rustc_codegen_ssa::mir::codegen_mir",
        ];
        let file = Some("compiler/rustc_middle/src/ty/fake.rs");
        assert_eq!(crash(file, &frames, &[]).part(), Some(Part::FrontEnd));
    }

    #[test]
    fn without_a_backtrace_the_innermost_query_says_it() {
        assert_eq!(crash(None, &[], &["layout_of", "optimized_mir", "typeck"]).part(), Some(Part::Mir));
    }

    #[test]
    fn what_tells_nothing_is_nobodys() {
        let file = Some("compiler/rustc_middle/src/ty/fake.rs");
        assert_eq!(crash(file, &["core::option::unwrap_failed"], &["layout_of"]).part(), None);
        assert_eq!(Compiled::OutOfMemory.part(), None);
    }

    #[test]
    fn broken_ir_is_of_whoever_generates_it() {
        let part = |kind| {
            let message = "Invalid bitcast".to_owned();
            let (function, compiling, pass, backtrace) = (None, None, None, Vec::new());
            Compiled::LlvmError(LlvmError { kind, message, function, compiling, pass, backtrace }).part()
        };
        assert_eq!(part(LlvmErrorKind::BrokenIr), Some(Part::Codegen));
        assert_eq!(part(LlvmErrorKind::Fatal), Some(Part::Llvm));
    }
}
