//! The sets of backends that are built in.
//!
//! A set is a list of ways to call one compiler; every compiler at hand is called in all of them.

use crate::backend::{Backend, Codegen, Executor};
use rustassay_random::Random;
use rustassay_toolchain::Toolchain;
use std::sync::Arc;

/// One way to call a compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackendTemplate {
    /// What people call it.
    pub name: String,
    /// What it does.
    pub kind: Executor,
    /// The flags.
    pub flags: Vec<String>,
    /// The compilers that it is for, by name or version; all if there are none.
    pub toolchains: Vec<String>,
}

impl BackendTemplate {
    fn compiled(name: &str, flags: &[&str]) -> BackendTemplate {
        let flags = flags.iter().map(|&flag| flag.to_owned()).collect();
        BackendTemplate {
            name: name.to_owned(),
            kind: Executor::Compiled(Codegen::Llvm),
            flags,
            toolchains: Vec::new(),
        }
    }

    fn checked(name: &str, flags: &[&str]) -> BackendTemplate {
        BackendTemplate { kind: Executor::Checked, ..BackendTemplate::compiled(name, flags) }
    }

    fn miri(name: &str, flags: &[&str]) -> BackendTemplate {
        BackendTemplate { kind: Executor::Miri, ..BackendTemplate::compiled(name, flags) }
    }

    fn other(name: &str, kind: Executor) -> BackendTemplate {
        BackendTemplate { name: name.to_owned(), kind, flags: Vec::new(), toolchains: Vec::new() }
    }

    /// Whether a compiler can be called like this.
    fn suits(&self, toolchain: &Toolchain) -> bool {
        let can = &toolchain.capabilities;
        let is_named =
            self.toolchains.is_empty() || self.toolchains.iter().any(|name| is_called(toolchain, name));
        let can_do = match self.kind {
            Executor::Machine => true,
            Executor::Compiled(Codegen::Llvm) | Executor::Checked => true,
            Executor::Compiled(Codegen::Cranelift) => can.cranelift,
            Executor::Compiled(Codegen::Gcc) => can.gcc,
            Executor::Evaluated => can.evaluates_custom_mir,
            Executor::Miri => can.miri.is_some(),
        };
        let takes_flags = can.unstable_flags || !self.flags.iter().any(|flag| flag.starts_with("-Z"));
        is_named && can_do && takes_flags
    }
}

/// Whether people call a compiler like this: by its name, the beginning of it, or a version.
fn is_called(toolchain: &Toolchain, name: &str) -> bool {
    let mut names = std::iter::once(&toolchain.name).chain(&toolchain.aliases);
    names.any(|own| own.starts_with(name)) || toolchain.version.is_meant_by(name)
}

/// A compiler's name without the host, which is the same for most.
fn short_name(toolchain: &Toolchain) -> &str {
    let host = toolchain.name.strip_suffix(&*toolchain.host).and_then(|name| name.strip_suffix('-'));
    host.unwrap_or(&toolchain.name)
}

/// The backends of a set, for the compilers at hand.
pub fn backends(ways: &[BackendTemplate], toolchains: &[Arc<Toolchain>]) -> Vec<Backend> {
    let mut backends = vec![Backend::machine()];
    for toolchain in toolchains {
        for way in ways.iter().filter(|way| way.suits(toolchain)) {
            backends.push(Backend {
                name: format!("{}/{}", short_name(toolchain), way.name),
                kind: way.kind,
                toolchain: Some(toolchain.clone()),
                flags: way.flags.clone(),
            });
        }
    }
    backends
}

/// The built-in set of this name. `seed` decides what `thorough` tries at random.
pub fn built_in(name: &str, seed: u64) -> Option<Vec<BackendTemplate>> {
    Some(match name {
        "quick" => quick(),
        "default" => default(),
        "thorough" => thorough(seed),
        // One way to check libraries, for who wants to know about that one.
        _ => vec![front_end().into_iter().find(|way| way.name == name)?],
    })
}

/// The names that [`built_in`] knows.
pub const NAMES: [&str; 7] =
    ["quick", "default", "thorough", "check", "check-next-solver", "check-polonius", "check-threads"];

/// Little work, and most of what can be found.
fn quick() -> Vec<BackendTemplate> {
    vec![
        BackendTemplate::compiled("O0", &["-Copt-level=0"]),
        BackendTemplate::compiled("O3", &["-Copt-level=3"]),
    ]
}

/// The levels that people use, the least and the most that rustc does on MIR, and everyone else who can run a program.
fn default() -> Vec<BackendTemplate> {
    vec![
        BackendTemplate::compiled("O0-mir0", &["-Copt-level=0", "-Zmir-opt-level=0"]),
        BackendTemplate::compiled("O0", &["-Copt-level=0"]),
        BackendTemplate::compiled("O1", &["-Copt-level=1"]),
        BackendTemplate::compiled("O2", &["-Copt-level=2"]),
        BackendTemplate::compiled("O3", &["-Copt-level=3"]),
        BackendTemplate::compiled("Os", &["-Copt-level=s"]),
        BackendTemplate::compiled("O3-mir4", &["-Copt-level=3", "-Zmir-opt-level=4"]),
        BackendTemplate::compiled("O0-mir4", &["-Copt-level=0", "-Zmir-opt-level=4"]),
        BackendTemplate::other("const", Executor::Evaluated),
        BackendTemplate::other("cranelift", Executor::Compiled(Codegen::Cranelift)),
        BackendTemplate::other("gcc", Executor::Compiled(Codegen::Gcc)),
        BackendTemplate::miri("miri", MIRI_TREE),
        BackendTemplate::miri("miri-stacked", MIRI_STACKED),
    ]
}

/// How Miri is called: what a program leaks is nobody's business here, nor are pointers that were integers.
pub(crate) const MIRI_TREE: &[&str] =
    &["-Zmiri-tree-borrows", "-Zmiri-ignore-leaks", "-Zmiri-permissive-provenance"];
/// The same, with Stacked Borrows.
pub(crate) const MIRI_STACKED: &[&str] = &["-Zmiri-ignore-leaks", "-Zmiri-permissive-provenance"];

/// Second implementations of checks that a stock compiler carries: its name for people, and the flag. Extend it with a row.
pub(crate) const SECOND_CHECKS: &[(&str, &str)] = &[
    // The trait solver that is to replace the old one; rust-lang/rust#107374.
    ("next-solver", "-Znext-solver=globally"),
    // The borrow checker by data flow: it accepts more (rust-lang/rust#92985), and must not accept less.
    ("polonius", "-Zpolonius"),
    // The parallel front end; rust-lang/rust#113349.
    ("threads", "-Zthreads=8"),
];

/// The ways to have libraries checked, for generators whose programs are not run: as a compiler is, and with each of its second implementations.
pub fn front_end() -> Vec<BackendTemplate> {
    let second =
        SECOND_CHECKS.iter().map(|&(name, flag)| BackendTemplate::checked(&format!("check-{name}"), &[flag]));
    std::iter::once(BackendTemplate::checked("check", &[])).chain(second).collect()
}

/// Settings of which one is chosen at a time, with the names of the choices. The first choice of each is what rustc does without.
const SETTINGS: [&[(&str, &[&str])]; 10] = [
    &[
        ("O0", &["-Copt-level=0"]),
        ("O1", &["-Copt-level=1"]),
        ("O2", &["-Copt-level=2"]),
        ("O3", &["-Copt-level=3"]),
        ("Os", &["-Copt-level=s"]),
        ("Oz", &["-Copt-level=z"]),
    ],
    &[
        ("", &[]),
        ("mir0", &["-Zmir-opt-level=0"]),
        ("mir1", &["-Zmir-opt-level=1"]),
        ("mir2", &["-Zmir-opt-level=2"]),
        ("mir3", &["-Zmir-opt-level=3"]),
        ("mir4", &["-Zmir-opt-level=4"]),
    ],
    &[("", &[]), ("cgu1", &["-Ccodegen-units=1"]), ("cgu16", &["-Ccodegen-units=16"])],
    &[("", &[]), ("lto", &["-Clto=fat"]), ("thinlto", &["-Clto=thin"])],
    &[("", &[]), ("overflow", &["-Coverflow-checks=yes"]), ("wrap", &["-Coverflow-checks=no"])],
    &[("", &[]), ("native", &["-Ctarget-cpu=native"])],
    &[("", &[]), ("abort", &["-Cpanic=abort"])],
    // Not `-Zlint-mir`: it looks for Undefined Behavior in the program (`rustc_mir_transform::lint`), and complains of what the machine knows to
    // be fine, such as `_1 = _1`.
    &[("", &[]), ("validate", &["-Zvalidate-mir", "-Zverify-llvm-ir"])],
    &[
        ("", &[]),
        ("inline-none", &["-Zinline-mir=no"]),
        (
            "inline-much",
            &["-Zinline-mir=yes", "-Zinline-mir-threshold=1000", "-Zinline-mir-hint-threshold=1000"],
        ),
    ],
    &[("", &[]), ("debug", &["-Cdebug-assertions=yes"]), ("frame", &["-Cforce-frame-pointers=yes"])],
];

/// MIR passes that can be switched on or off one by one, as rustc 1.95 names them. A compiler that does not know one ignores
/// it. `EnumSizeOpt` is not among them: rustc itself calls it unsound (`-Zunsound-mir-opts`).
const MIR_PASSES: [&str; 26] = [
    "CopyProp",
    "DataflowConstProp",
    "DeadStoreElimination-initial",
    "DestinationPropagation",
    "EarlyOtherwiseBranch",
    "GVN",
    "InstSimplify-after-simplifycfg",
    "InstSimplify-before-inline",
    "Inline",
    "JumpThreading",
    "LowerSliceLenCalls",
    "MatchBranchSimplification",
    "MultipleReturnTerminators",
    "ReferencePropagation",
    "RemoveNoopLandingPads",
    "RemoveUnneededDrops",
    "RemoveZsts",
    "ScalarReplacementOfAggregates",
    "SimplifyCfg-final",
    "SimplifyComparisonIntegral",
    "SimplifyConstCondition-after-const-prop",
    "SimplifyLocals-final",
    "SingleUseConsts",
    "SsaRangePropagation",
    "UnreachableEnumBranching",
    "UnreachablePropagation",
];

/// How many ways have passes switched at random.
const RANDOM_PASSES: usize = 8;

/// Every optimization level with every MIR level, and beside that so many more settings that every two choices meet in one of
/// the ways; and some MIR passes on or off at random.
fn thorough(seed: u64) -> Vec<BackendTemplate> {
    let mut ways: Vec<BackendTemplate> =
        covering_pairs(&SETTINGS.map(<[_]>::len)).iter().map(|row| way_of(row)).collect();
    let mut random = Random::new(seed);
    for n in 0..RANDOM_PASSES {
        let switched: Vec<String> = MIR_PASSES
            .iter()
            .filter_map(|pass| match random.bits() % 4 {
                0 => Some(format!("+{pass}")),
                1 => Some(format!("-{pass}")),
                _ => None,
            })
            .collect();
        let level = ["0", "1", "2", "3"][(random.bits() % 4) as usize];
        let level_flag = format!("-Copt-level={level}");
        let passes = format!("-Zmir-enable-passes={}", switched.join(","));
        ways.push(BackendTemplate::compiled(
            &format!("O{level}-passes{n}"),
            &[&level_flag, "-Zmir-opt-level=2", &passes],
        ));
    }
    ways.extend(default().into_iter().filter(|way| way.kind != Executor::Compiled(Codegen::Llvm)));
    ways
}

/// The way that makes these choices.
fn way_of(row: &[usize]) -> BackendTemplate {
    let chosen = row.iter().zip(SETTINGS).map(|(&choice, setting)| setting[choice]);
    let (names, flags): (Vec<&str>, Vec<&[&str]>) = chosen.unzip();
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
    BackendTemplate::compiled(&names.join("-"), &flags.concat())
}

/// Rows of choices, in which the first two settings meet in every combination and any two choices meet in some row: greedy, the
/// row that covers most of what is left comes next.
fn covering_pairs(counts: &[usize]) -> Vec<Vec<usize>> {
    let mut left = std::collections::BTreeSet::new();
    for (a, &choices) in counts.iter().enumerate() {
        for (b, &others) in counts.iter().enumerate().skip(a + 1) {
            left.extend((0..choices).flat_map(|x| (0..others).map(move |y| (a, x, b, y))));
        }
    }
    let mut rows = Vec::new();
    let first_two = (0..counts[0]).flat_map(|x| (0..counts[1]).map(move |y| [x, y]));
    let mut starts: Vec<[usize; 2]> = first_two.collect();
    starts.reverse();
    while !left.is_empty() || !starts.is_empty() {
        let mut row: Vec<usize> = match (starts.pop(), left.first()) {
            (Some(start), _) => start.to_vec(),
            (None, Some(&(a, x, b, y))) => {
                // A pair that is left, with whatever fits it best before it.
                let mut row = vec![0; a];
                row.push(x);
                row.resize(b, 0);
                row.push(y);
                row
            }
            (None, None) => break,
        };
        for (setting, &choices) in counts.iter().enumerate().skip(row.len()) {
            let covers = |choice: usize| {
                row.iter().enumerate().filter(|&(a, &x)| left.contains(&(a, x, setting, choice))).count()
            };
            // Of equals the first, so that rows stay close to what rustc does without settings.
            let best = (0..choices).max_by_key(|&choice| (covers(choice), choices - choice));
            row.push(best.unwrap_or(0));
        }
        for (a, &x) in row.iter().enumerate() {
            for (b, &y) in row.iter().enumerate().skip(a + 1) {
                left.remove(&(a, x, b, y));
            }
        }
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn any_two_choices_of_the_thorough_set_meet() {
        let counts = SETTINGS.map(<[_]>::len);
        let rows = covering_pairs(&counts);
        for a in 0..counts.len() {
            for b in a + 1..counts.len() {
                for x in 0..counts[a] {
                    for y in 0..counts[b] {
                        assert!(rows.iter().any(|row| row[a] == x && row[b] == y), "{a}={x} with {b}={y}");
                    }
                }
            }
        }
        assert!(rows.len() <= 60, "{} rows", rows.len());
    }

    #[test]
    fn the_ways_of_a_set_have_names_of_their_own() {
        for name in NAMES {
            let ways = built_in(name, 7).unwrap();
            let names: BTreeSet<&str> = ways.iter().map(|way| &*way.name).collect();
            assert_eq!(names.len(), ways.len(), "{name}");
        }
    }

    #[test]
    fn a_set_is_the_same_for_the_same_seed() {
        assert_eq!(built_in("thorough", 3), built_in("thorough", 3));
        assert_ne!(built_in("thorough", 3), built_in("thorough", 4));
    }
}
