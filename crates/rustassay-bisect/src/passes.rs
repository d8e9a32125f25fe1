//! How compilers are told to stop after so many passes, and what they say they ran.

use rustassay_finding::Layer;
use rustassay_outcome::{CountedPass, counted_passes};
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
    /// The same for `opt` of another LLVM.
    Opt,
    /// The same for `llc` of another LLVM.
    Llc,
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
            Dial::Opt => vec![format!("--opt=-opt-bisect-limit={limit}")],
            Dial::Llc => vec![format!("--llc=-opt-bisect-limit={limit}")],
        }
    }

    /// What its passes work on.
    pub fn layer(&self) -> Layer {
        match self {
            Dial::Mir | Dial::MirNames(_) => Layer::Mir,
            Dial::Llvm | Dial::Opt | Dial::Llc => Layer::Llvm,
        }
    }

    /// The flags with which passes of these families run nowhere, while all others do. `passes` are those that run.
    pub fn flags_without(&self, families: &[&str], passes: &[CountedPass]) -> Vec<String> {
        let mut names: Vec<&String> = passes.iter().map(|pass| &pass.name).collect();
        names.retain(|name| families.contains(&self.layer().family(name)));
        names.sort();
        names.dedup();
        match self {
            Dial::Mir | Dial::MirNames(_) => without_passes(names),
            Dial::Llvm | Dial::Opt | Dial::Llc => {
                let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
                let names = names.join(",");
                match self {
                    Dial::Opt => vec![format!("--opt=-opt-disable={names}")],
                    Dial::Llc => vec![format!("--llc=-opt-disable={names}")],
                    _ => [&IN_ORDER.map(str::to_owned)[..], &[format!("-Cllvm-args=-opt-disable={names}")]]
                        .concat(),
                }
            }
        }
    }

    /// The passes of its layer that a compiler says it ran or passed over, in order.
    pub fn passes(&self, stderr: &[u8]) -> Vec<CountedPass> {
        let passes = counted_passes(stderr).into_iter();
        passes.filter(|pass| pass.layer == self.layer()).collect()
    }

    /// The families of some passes that can be switched off, in the order in which they first run. rustc takes arguments for LLVM
    /// apart at spaces, and passes over instructions have names with some (`X86 LEA Fixup`).
    pub fn families<'p>(&self, passes: &'p [CountedPass]) -> Vec<&'p str> {
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

    #[test]
    fn a_pass_is_switched_off_at_all_its_places() {
        let counted = |name: &str| CountedPass { layer: Layer::Mir, name: name.to_owned(), on: None };
        let passes = ["GVN", "SimplifyCfg-initial", "SimplifyCfg-final", "SimplifyConst"].map(counted);
        let flags = Dial::Mir.flags_without(&["SimplifyCfg"], &passes);
        assert_eq!(flags, ["-Zmir-enable-passes=-SimplifyCfg-final,-SimplifyCfg-initial"]);
    }

    #[test]
    fn an_llvm_pass_is_switched_off_over_all_that_it_works_on() {
        let counted = |name: &str| CountedPass { layer: Layer::Llvm, name: name.to_owned(), on: None };
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
