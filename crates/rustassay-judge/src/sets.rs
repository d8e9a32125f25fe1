//! The sets of backends that are built in.
//!
//! A set is a list of ways to call one compiler; every compiler at hand is called in all of them.
//!
//! A flag belongs here if what it makes wrong is a bug of the compiler. It must not change what a program means, nor look for faults of the program, nor
//! ask for what its own maintainers call unsound or have abandoned. [docs/soak.md](../../../../docs/soak.md) has the answer for each flag.

use crate::backend::{Backend, Codegen, Executor};
use crate::llvm_set;
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
    /// The first release that it is for.
    pub since: (u32, u32, u32),
    /// The architectures of targets that it is for; all if there are none.
    pub architectures: &'static [&'static str],
}

/// Flags that are not for all releases, by how they begin, with the first release that they are for.
const NEWER_FLAGS: [(&str, (u32, u32, u32)); 3] = [
    ("-Zub-checks", (1, 79, 0)),
    ("-Zmir-enable-passes", (1, 65, 0)),
    // Before, it looked for Undefined Behavior as well, with false alarms; that is `-Zlint-mir` now (rust-lang/rust#119077).
    ("-Zvalidate-mir", (1, 77, 0)),
];

/// Whether these flags are for a compiler.
pub fn are_for(flags: &[impl AsRef<str>], toolchain: &Toolchain) -> bool {
    let has = |start: &str| flags.iter().any(|flag| flag.as_ref().starts_with(start));
    let is_newer = |&(flag, since): &(&str, _)| toolchain.version.release < since && has(flag);
    (toolchain.capabilities.unstable_flags || !has("-Z")) && !NEWER_FLAGS.iter().any(is_newer)
}

/// A way that every release can be called in.
pub const ALL_RELEASES: (u32, u32, u32) = (0, 0, 0);

impl BackendTemplate {
    /// A way to compile with these flags, for all compilers.
    pub(crate) fn named(name: String, flags: Vec<String>) -> BackendTemplate {
        let kind = Executor::Compiled(Codegen::Llvm);
        BackendTemplate { name, kind, flags, toolchains: Vec::new(), since: ALL_RELEASES, architectures: &[] }
    }

    fn compiled(name: &str, flags: &[&str]) -> BackendTemplate {
        BackendTemplate::named(name.to_owned(), flags.iter().map(|&flag| flag.to_owned()).collect())
    }

    fn checked(name: &str, flags: &[&str]) -> BackendTemplate {
        BackendTemplate { kind: Executor::Checked, ..BackendTemplate::compiled(name, flags) }
    }

    fn miri(name: &str, flags: &[&str]) -> BackendTemplate {
        BackendTemplate { kind: Executor::Miri, ..BackendTemplate::compiled(name, flags) }
    }

    fn other(name: &str, kind: Executor) -> BackendTemplate {
        BackendTemplate { kind, ..BackendTemplate::compiled(name, &[]) }
    }

    /// Whether a compiler can be called like this.
    pub fn suits(&self, toolchain: &Toolchain) -> bool {
        let can = &toolchain.capabilities;
        let is_named =
            self.toolchains.is_empty() || self.toolchains.iter().any(|name| is_called(toolchain, name));
        let can_do = match self.kind {
            Executor::Machine => true,
            // Flags for LLVM's tools are for compilers that have some.
            Executor::Compiled(Codegen::Llvm) => {
                toolchain.llvm_backend.is_some() || !llvm_set::has_steps(&self.flags)
            }
            Executor::Checked => true,
            Executor::Compiled(Codegen::Cranelift) => can.cranelift,
            Executor::Compiled(Codegen::Gcc) => can.gcc,
            Executor::Evaluated => can.evaluates_custom_mir,
            Executor::Miri => can.miri.is_some(),
        };
        let is_recent = toolchain.version.release >= self.since;
        // The native processor is the one that the compiler runs on.
        let is_for_host = self.flags.iter().any(|flag| flag == "-Ctarget-cpu=native");
        let is_for_target = toolchain.target.is_none() || !is_for_host;
        let runs = self.flags.iter().all(|flag| {
            !flag.starts_with("-Ctarget-cpu=x86-64-v")
                || toolchain.triple() == toolchain.host && llvm_set::runs_here(flag)
        });
        let architecture = toolchain.triple().split('-').next().unwrap_or_default();
        let is_meant = self.architectures.is_empty() || self.architectures.contains(&architecture);
        let is_for_target = is_for_target && runs && is_meant;
        is_named && can_do && is_recent && is_for_target && are_for(&self.flags, toolchain)
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
            let flags = match &toolchain.llvm_backend {
                Some(backend) => llvm_set::flags_for(&way.flags, &backend.tools),
                None => Some(way.flags.clone()),
            };
            let Some(flags) = flags else { continue };
            backends.push(Backend {
                name: format!("{}/{}", short_name(toolchain), way.name),
                kind: way.kind,
                toolchain: Some(toolchain.clone()),
                flags,
            });
        }
    }
    backends
}

/// The built-in set of this name. `seed` decides what `thorough` and `llvm` try at random.
pub fn built_in(name: &str, seed: u64) -> Option<Vec<BackendTemplate>> {
    Some(match name {
        "quick" => quick(),
        "default" => default(),
        "thorough" => thorough(seed),
        "llvm" => llvm_set::ways(seed),
        // One way to check libraries, for who wants to know about that one.
        _ => vec![front_end().into_iter().find(|way| way.name == name)?],
    })
}

/// The names that [`built_in`] knows.
pub const NAMES: [&str; 8] =
    ["quick", "default", "thorough", "llvm", "check", "check-next-solver", "check-polonius", "check-threads"];

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
        BackendTemplate::compiled("O3-mir4", &["-Copt-level=3", "-Zmir-opt-level=4", NOTHING_UNSOUND]),
        BackendTemplate::compiled("O0-mir4", &["-Copt-level=0", "-Zmir-opt-level=4", NOTHING_UNSOUND]),
        BackendTemplate::other("const", Executor::Evaluated),
        BackendTemplate::other("cranelift", Executor::Compiled(Codegen::Cranelift)),
        BackendTemplate::other("gcc", Executor::Compiled(Codegen::Gcc)),
        BackendTemplate::miri("miri", MIRI_TREE),
        BackendTemplate::miri("miri-stacked", MIRI_STACKED),
    ]
}

/// Goes with MIR levels 3 and 4. rustc up to 1.95 runs `EnumSizeOpt` there by mistake, which `-Zunsound-mir-opts` was meant to guard
/// (rust-lang/rust#154413); later ones do not have it. A compiler ignores passes that it does not know.
const NOTHING_UNSOUND: &str = "-Zmir-enable-passes=-EnumSizeOpt";

/// How Miri is called: what a program leaks is nobody's business here, nor are pointers that were integers.
pub(crate) const MIRI_TREE: &[&str] =
    &["-Zmiri-tree-borrows", "-Zmiri-ignore-leaks", "-Zmiri-permissive-provenance"];
/// The same, with Stacked Borrows.
pub(crate) const MIRI_STACKED: &[&str] = &["-Zmiri-ignore-leaks", "-Zmiri-permissive-provenance"];

/// A second implementation of a check that a stock compiler carries.
pub(crate) struct SecondCheck {
    /// What people call it.
    pub name: &'static str,
    pub flag: &'static str,
    /// The first release where it is meant to do all that the first implementation does.
    pub since: (u32, u32, u32),
}

/// The second implementations. Extend it with a row.
pub(crate) const SECOND_CHECKS: [SecondCheck; 3] = [
    // The trait solver that is to replace the old one; rust-lang/rust#107374.
    SecondCheck { name: "next-solver", flag: "-Znext-solver=globally", since: (1, 80, 0) },
    // The borrow checker that is to replace NLL. It accepts more (rust-lang/rust#54663), and must not accept less. Not plain `-Zpolonius`: that is the
    // first try, by Datalog, which nobody works on any more (rust-lang/rust#145595).
    SecondCheck { name: "polonius", flag: "-Zpolonius=next", since: (1, 95, 0) },
    // The parallel front end; rust-lang/rust#113349.
    SecondCheck { name: "threads", flag: "-Zthreads=8", since: (1, 80, 0) },
];

impl SecondCheck {
    /// Whether a compiler has it.
    pub fn is_in(&self, toolchain: &Toolchain) -> bool {
        toolchain.capabilities.unstable_flags && toolchain.version.release >= self.since
    }
}

/// The ways to have libraries checked, for generators whose programs are not run: as a compiler is, and with each of its second implementations.
pub fn front_end() -> Vec<BackendTemplate> {
    let second = SECOND_CHECKS.iter().map(|check| BackendTemplate {
        since: check.since,
        ..BackendTemplate::checked(&format!("check-{}", check.name), &[check.flag])
    });
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
        ("mir3", &["-Zmir-opt-level=3", NOTHING_UNSOUND]),
        ("mir4", &["-Zmir-opt-level=4", NOTHING_UNSOUND]),
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

/// MIR passes that can be switched off one by one, as rustc 1.95 names them. A compiler that does not know one ignores it.
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

/// How many ways have passes switched off at random.
const RANDOM_PASSES: usize = 8;

/// Every optimization level with every MIR level, and beside that so many more settings that every two choices meet in one of
/// the ways; and all MIR passes but some at random. A pass is never switched on: that overrides what rustc itself has against it, which for some passes of
/// some releases is that they are unsound.
fn thorough(seed: u64) -> Vec<BackendTemplate> {
    let mut ways: Vec<BackendTemplate> =
        covering_pairs(&SETTINGS.map(<[_]>::len)).iter().map(|row| way_of(row)).collect();
    let mut random = Random::new(seed);
    for n in 0..RANDOM_PASSES {
        let is_off = |_: &&&str| random.bits().is_multiple_of(3);
        let off: String = MIR_PASSES.iter().filter(is_off).map(|pass| format!(",-{pass}")).collect();
        let level = random.bits() % 4;
        let level_flag = format!("-Copt-level={level}");
        let passes = format!("{NOTHING_UNSOUND}{off}");
        ways.push(BackendTemplate::compiled(
            &format!("O{level}-passes{n}"),
            &[&level_flag, "-Zmir-opt-level=4", &passes],
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
    use rustassay_toolchain::{Capabilities, Channel, Version};
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

    /// The flags of all sets, and of all ways to check libraries.
    fn all_flags() -> Vec<String> {
        let sets = ["quick", "default", "thorough"].into_iter().flat_map(|name| built_in(name, 7).unwrap());
        sets.chain(front_end()).flat_map(|way| way.flags).collect()
    }

    #[test]
    fn no_set_asks_for_what_is_unsound_or_looks_for_faults_of_the_program() {
        for flag in all_flags() {
            let refused = ["-Zlint-mir", "-Zunsound-mir-opts", "-Zpolonius=legacy"];
            assert!(!refused.contains(&&*flag) && flag != "-Zpolonius", "{flag}");
            assert!(!flag.starts_with("-Zmir-enable-passes") || !flag.contains('+'), "{flag}");
        }
    }

    #[test]
    fn no_way_runs_the_pass_that_rustc_calls_unsound() {
        let ways = NAMES.into_iter().flat_map(|name| built_in(name, 7).unwrap());
        let is_high = |flag: &String| flag == "-Zmir-opt-level=3" || flag == "-Zmir-opt-level=4";
        let high: Vec<BackendTemplate> = ways.filter(|way| way.flags.iter().any(is_high)).collect();
        assert!(!high.is_empty());
        for way in high {
            assert!(way.flags.iter().any(|flag| flag.starts_with(NOTHING_UNSOUND)), "{}", way.name);
        }
    }

    /// Any compiler of this release.
    fn toolchain(minor: u32) -> Toolchain {
        let (channel, text) = (Channel::Stable, String::new());
        Toolchain {
            name: format!("1.{minor}"),
            aliases: Vec::new(),
            rustc: "rustc".into(),
            version: Version { release: (1, minor, 0), channel, commit: None, date: None, text },
            llvm: None,
            host: "any".to_owned(),
            sysroot: "any".into(),
            capabilities: Capabilities { unstable_flags: true, ..Capabilities::default() },
            notes: Vec::new(),
            target: None,
            llvm_backend: None,
        }
    }

    #[test]
    fn a_release_is_not_given_flags_that_mean_something_else_there() {
        let is_for = |minor, flag| are_for(&[flag], &toolchain(minor));
        assert!(!is_for(64, NOTHING_UNSOUND) && is_for(65, NOTHING_UNSOUND));
        assert!(!is_for(76, "-Zvalidate-mir") && is_for(77, "-Zvalidate-mir"));
        let checks = |minor| {
            let ways = front_end().into_iter().filter(|way| way.suits(&toolchain(minor)));
            ways.map(|way| way.name).collect::<Vec<_>>()
        };
        assert_eq!(checks(79), ["check"]);
        assert_eq!(checks(94), ["check", "check-next-solver", "check-threads"]);
        assert_eq!(checks(95), ["check", "check-next-solver", "check-polonius", "check-threads"]);
    }
}
