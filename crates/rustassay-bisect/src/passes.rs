//! How compilers are told to stop after so many passes, and what they say they ran.

use rustassay_finding::Layer;
use rustc_demangle::demangle;
use std::collections::BTreeMap;
use std::path::Path;

/// More passes than any compiler runs.
pub(crate) const ALL: usize = 1_000_000_000;

/// What stops a compiler after so many passes.
#[derive(Clone, Debug)]
pub(crate) enum Dial {
    /// `-Zmir-opt-bisect-limit`: passes are counted body by body.
    Mir,
    /// `-Zmir-enable-passes`, for compilers that cannot count: the passes in their order, each everywhere or
    /// nowhere.
    MirNames(Vec<String>),
    /// `-opt-bisect-limit`: passes are counted in the order in which LLVM runs them.
    Llvm,
}

/// Keeps LLVM's count the same each time: several threads would share one count.
const IN_ORDER: [&str; 2] = ["-Ccodegen-units=1", "-Zno-parallel-backend"];

impl Dial {
    /// The flags with which only the first `limit` passes run.
    pub fn flags(&self, limit: usize) -> Vec<String> {
        match self {
            Dial::Mir => vec![format!("-Zmir-opt-bisect-limit={limit}")],
            Dial::MirNames(names) => without_passes(names.iter().skip(limit)),
            Dial::Llvm => {
                let mut flags = IN_ORDER.map(str::to_owned).to_vec();
                flags.push(format!("-Cllvm-args=-opt-bisect-limit={limit}"));
                flags
            }
        }
    }

    /// What its passes work on.
    pub fn layer(&self) -> Layer {
        match self {
            Dial::Mir | Dial::MirNames(_) => Layer::Mir,
            Dial::Llvm => Layer::Llvm,
        }
    }

    /// The flags with which passes of these families run nowhere, while all others do. `passes` are those that run.
    pub fn flags_without(&self, families: &[&str], passes: &[Counted]) -> Vec<String> {
        let mut names: Vec<&String> = passes.iter().map(|pass| &pass.name).collect();
        names.retain(|name| families.contains(&self.layer().family(name)));
        names.sort();
        names.dedup();
        match self {
            Dial::Mir | Dial::MirNames(_) => without_passes(names),
            Dial::Llvm => {
                let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
                let mut flags = IN_ORDER.map(str::to_owned).to_vec();
                flags.push(format!("-Cllvm-args=-opt-disable={}", names.join(",")));
                flags
            }
        }
    }

    /// The families of some passes that can be switched off, in the order in which they first run. rustc takes arguments for LLVM
    /// apart at spaces, and passes over instructions have names with some (`X86 LEA Fixup`).
    pub fn families<'p>(&self, passes: &'p [Counted]) -> Vec<&'p str> {
        let mut families: Vec<&str> = Vec::new();
        for pass in passes {
            let family = self.layer().family(&pass.name);
            if !family.contains(' ') && !families.contains(&family) {
                families.push(family);
            }
        }
        families
    }
}

fn without_passes<'a>(names: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    let names: Vec<String> = names.into_iter().map(|name| format!("-{name}")).collect();
    match names.is_empty() {
        true => Vec::new(),
        false => vec![format!("-Zmir-enable-passes={}", names.join(","))],
    }
}

/// A run of a pass, as the compiler counts it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Counted {
    pub name: String,
    pub on: Option<String>,
}

/// The passes of a layer that a compiler says it ran or passed over, in order.
///
/// Both layers have the same form, `BISECT: running pass (14) GVN on crate[8c9f]::f`, and each counts from 1
/// on. A body of MIR has the crate's number in its name; nothing of LLVM has.
pub(crate) fn counted(stderr: &[u8], layer: Layer) -> Vec<Counted> {
    let text = String::from_utf8_lossy(stderr);
    let runs = text.lines().filter_map(|line| {
        let rest = line.strip_prefix("BISECT: ")?;
        let rest = rest.strip_prefix("NOT ").unwrap_or(rest).strip_prefix("running pass (")?;
        let (_, rest) = rest.split_once(") ")?;
        rest.split_once(" on ")
    });
    let of_layer = runs.filter_map(|(name, on)| {
        let on = match (layer, body_name(on)) {
            (Layer::Mir, Some(body)) => body,
            (Layer::Llvm, None) => unit_name(on),
            _ => return None,
        };
        Some(Counted { name: name.to_owned(), on: Some(on) })
    });
    of_layer.collect()
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

/// The names of the passes of which a dump has files, in the order in which they ran. A file is called
/// `crate.body.005-014.GVN.before.mir`.
pub(crate) fn dumped(folder: &Path) -> Vec<String> {
    let mut order: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for file in folder.read_dir().into_iter().flatten().flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        let mut parts = name.rsplit('.');
        let (Some("mir"), Some("before"), Some(pass), Some(number)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let number: Vec<u32> = number.split('-').filter_map(|part| part.parse().ok()).collect();
        let latest = order.entry(pass.to_owned()).or_default();
        *latest = number.max(latest.clone());
    }
    let mut passes: Vec<(Vec<u32>, String)> =
        order.into_iter().map(|(name, number)| (number, name)).collect();
    passes.sort();
    passes.into_iter().map(|(_, name)| name).collect()
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
        let passes = counted(BOTH, layer).into_iter();
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

    #[test]
    fn a_pass_is_switched_off_at_all_its_places() {
        let counted = |name: &str| Counted { name: name.to_owned(), on: None };
        let passes = ["GVN", "SimplifyCfg-initial", "SimplifyCfg-final", "SimplifyConst"].map(counted);
        let flags = Dial::Mir.flags_without(&["SimplifyCfg"], &passes);
        assert_eq!(flags, ["-Zmir-enable-passes=-SimplifyCfg-final,-SimplifyCfg-initial"]);
    }

    #[test]
    fn an_llvm_pass_is_switched_off_over_all_that_it_works_on() {
        let counted = |name: &str| Counted { name: name.to_owned(), on: None };
        let passes = ["attributor", "sroa", "attributor-cgscc", "X86 LEA Fixup"].map(counted);
        assert_eq!(Dial::Llvm.families(&passes), ["attributor", "sroa"]);
        let flags = Dial::Llvm.flags_without(&["attributor"], &passes);
        assert_eq!(
            flags.last().map(String::as_str),
            Some("-Cllvm-args=-opt-disable=attributor,attributor-cgscc")
        );
    }

    #[test]
    fn passes_without_numbers_are_switched_off_from_the_end() {
        let dial = Dial::MirNames(["A", "B", "C"].map(str::to_owned).to_vec());
        assert_eq!(dial.flags(1), ["-Zmir-enable-passes=-B,-C"]);
        assert_eq!(dial.flags(ALL), [""; 0]);
    }
}
