//! The passes that a compiler says it runs.

use rustc_demangle::demangle;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a pass works on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Layer {
    Mir,
    Llvm,
}

/// A run of a pass, as a compiler counts it when it is told to stop after so many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedPass {
    #[allow(missing_docs)]
    pub layer: Layer,
    /// What the compiler calls it.
    pub name: String,
    /// The body or function that it runs on, as the program calls it; `None` if it is the same everywhere.
    pub on: Option<String>,
}

/// The passes that a compiler says it ran or passed over, in order, with `-Zmir-opt-bisect-limit` or `-opt-bisect-limit`.
pub fn counted_passes(stderr: &[u8]) -> Vec<CountedPass> {
    let text = String::from_utf8_lossy(stderr);
    let passes = text.lines().filter_map(|line| line.strip_prefix(BISECT));
    passes.filter_map(|rest| CountedPass::read(rest.strip_prefix("NOT ").unwrap_or(rest))).collect()
}

/// How the lines about passes begin.
const BISECT: &str = "BISECT: ";

impl CountedPass {
    /// The pass that a line says is run; `None` for one that is passed over.
    pub(crate) fn running(line: &str) -> Option<CountedPass> {
        CountedPass::read(line.strip_prefix(BISECT)?)
    }

    /// Both layers have the same form: `running pass (14) GVN on crate[8c9f]::f` is rustc's, `running pass (954) sroa on
    /// _RNvCs1_5crate4main` LLVM's. A body of MIR has the crate's number in its name; nothing of LLVM has.
    fn read(text: &str) -> Option<CountedPass> {
        let (_, rest) = text.strip_prefix("running pass (")?.split_once(") ")?;
        let (name, on) = rest.split_once(" on ")?;
        let (layer, on) = match body_name(on) {
            Some(body) => (Layer::Mir, body),
            None => (Layer::Llvm, unit_name(on)),
        };
        Some(CountedPass { layer, name: name.to_owned(), on: Some(on) })
    }
}

/// A body's path without the crate's number: `case::f` of `case[8c9f]::f`.
fn body_name(on: &str) -> Option<String> {
    let (name, rest) = on.split_once('[')?;
    let (number, path) = rest.split_once(']')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_crate = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_number && is_crate && path.starts_with("::")).then(|| format!("{name}{path}"))
}

/// What LLVM works on, with functions as the program calls them: older passes say `function (name)`, those on
/// a group of functions `(name, name)`.
fn unit_name(on: &str) -> String {
    let on = on.strip_prefix("function ").unwrap_or(on);
    let inner = on.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(on);
    let names: Vec<String> = inner.split(", ").map(|name| format!("{:#}", demangle(name))).collect();
    names.join(", ")
}

impl Layer {
    /// The pass of a name without the word that tells its places in the pipeline apart.
    pub fn family(self, name: &str) -> &str {
        match self {
            Layer::Mir => name.split_once('-').map_or(name, |(family, _)| family),
            Layer::Llvm => name.strip_suffix("-cgscc").unwrap_or(name),
        }
    }

    /// What it is called in keys.
    pub const fn key(self) -> &'static str {
        match self {
            Layer::Mir => "mir",
            Layer::Llvm => "llvm",
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Layer::Mir => "MIR",
            Layer::Llvm => "LLVM",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: &[u8] = b"BISECT: running pass (1) GVN on case[8c9f]::f::{closure#0}
warning: something else
BISECT: NOT running pass (2) SimplifyCfg-final on case[8c9f]::main
BISECT: running pass (1) annotation2metadata on [module]
BISECT: running pass (2) inline on (_RNvCsfLfy6EI15iL_4case4swap, main)
BISECT: NOT running pass (3) X86 LEA Fixup on function (_ZN4case4main17h0123456789abcdefE)
";

    fn names(layer: Layer) -> Vec<(String, String)> {
        let passes = counted_passes(BOTH).into_iter().filter(|pass| pass.layer == layer);
        passes.map(|pass| (pass.name, pass.on.unwrap_or_default())).collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(name, on)| (name.to_owned(), on.to_owned())).collect()
    }

    #[test]
    fn mir_passes_are_told_from_those_of_llvm() {
        let expected = [("GVN", "case::f::{closure#0}"), ("SimplifyCfg-final", "case::main")];
        assert_eq!(names(Layer::Mir), pairs(&expected));
    }

    #[test]
    fn functions_of_llvm_are_called_as_the_program_calls_them() {
        let expected = [
            ("annotation2metadata", "[module]"),
            ("inline", "case::swap, main"),
            ("X86 LEA Fixup", "case::main"),
        ];
        assert_eq!(names(Layer::Llvm), pairs(&expected));
    }
}
