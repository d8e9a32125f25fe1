//! Ways to call another LLVM than the compiler's own.
//!
//! A flag of such a backend is for rustc, or for one of LLVM's tools: `--opt=-passes=gvn`, `--llc=-O0`. `opt` runs if it has a flag, `llc` always.

use crate::pipeline::Pipeline;
use crate::sets::BackendTemplate;
use rustassay_random::Random;
use rustassay_toolchain::LlvmTools;

/// How a flag for `opt` begins.
const OPT: &str = "--opt=";
/// How a flag for `llc` begins.
const LLC: &str = "--llc=";
/// Leaves out what rustc itself adds at level 0 to find Undefined Behavior: it is nothing of LLVM's, and has false alarms (rust-lang/rust#159433).
pub const NO_CHECKS: &str = "-Zub-checks=no";
/// Says which passes `opt` runs.
pub const PASSES: &str = "--opt=-passes=";
/// Has rustc leave the IR as it generates it: its own LLVM runs no pass over it.
pub const RAW: &str = "-Cno-prepopulate-passes";

/// The flags of a backend, by who takes them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[allow(missing_docs)]
pub struct StepFlags {
    pub rustc: Vec<String>,
    pub opt: Vec<String>,
    pub llc: Vec<String>,
}

impl StepFlags {
    /// Sorts the flags of a backend.
    pub fn of(flags: &[String]) -> StepFlags {
        let mut sorted = StepFlags::default();
        for flag in flags {
            match (flag.strip_prefix(OPT), flag.strip_prefix(LLC)) {
                (Some(flag), _) => sorted.opt.push(flag.to_owned()),
                (_, Some(flag)) => sorted.llc.push(flag.to_owned()),
                _ => sorted.rustc.push(flag.clone()),
            }
        }
        sorted
    }
}

/// Whether some of these flags are for LLVM's tools.
pub fn has_steps(flags: &[String]) -> bool {
    flags.iter().any(|flag| flag.starts_with(OPT) || flag.starts_with(LLC))
}

/// The flags of a way for this LLVM; `None` if it cannot be called so. A way that says nothing of LLVM's tools does with them what rustc does with its own LLVM: the
/// standard pipeline of the level, and code of that level.
pub fn flags_for(way: &[String], tools: &LlvmTools) -> Option<Vec<String>> {
    // The bitcode is that of the crate alone.
    if way.iter().any(|flag| flag.starts_with("-Clto") || flag.starts_with("-Clinker-plugin-lto")) {
        return None;
    }
    let mut flags = way.to_vec();
    if !has_steps(way) {
        let level = way.iter().rev().find_map(|flag| flag.strip_prefix("-Copt-level=")).unwrap_or("0");
        // What is to be small says so in the attributes of each function. `default<Os>` and `default<Oz>` are gone in LLVM 24.
        let level = if matches!(level, "s" | "z") { "2" } else { level };
        flags.extend([RAW.to_owned(), format!("{PASSES}default<O{level}>"), format!("{LLC}-O{level}")]);
    }
    for flag in &mut flags {
        if let Some(pipeline) = flag.strip_prefix(PASSES).filter(|text| !text.starts_with("default<"))
            && let Some(pipeline) = Pipeline::parse(pipeline)
            && !tools.passes.is_empty()
        {
            let known = pipeline.of_version(&tools.passes);
            if known.is_empty() {
                return None;
            }
            *flag = format!("{PASSES}{known}");
        }
    }
    Some(flags)
}

/// A way by its name, rustc's flags, the pipeline of `opt` if it is to run, and the flags of `llc`.
type Row = (&'static str, &'static [&'static str], Option<&'static str>, &'static [&'static str]);

/// Levels that stock compilers do not mix, instruction selectors, and register allocators. Code at level 0 has the fast allocator, and the greedy one is the default.
const WAYS: &[Row] = &[
    ("O0", &["-Copt-level=0", NO_CHECKS, RAW], None, &["-O0"]),
    ("O1", &["-Copt-level=1", RAW], Some("default<O1>"), &["-O1"]),
    ("O2", &["-Copt-level=2", RAW], Some("default<O2>"), &["-O2"]),
    ("O3", &["-Copt-level=3", RAW], Some("default<O3>"), &["-O3"]),
    ("O3-code0", &["-Copt-level=3", RAW], Some("default<O3>"), &["-O0"]),
    ("O1-code0", &["-Copt-level=1", RAW], Some("default<O1>"), &["-O0"]),
    ("O0-code3", &["-Copt-level=0", NO_CHECKS, RAW], None, &["-O3"]),
    ("raw3-code3", &["-Copt-level=3", RAW], None, &["-O3"]),
    ("raw3-code1", &["-Copt-level=3", RAW], None, &["-O1"]),
    ("rustc3-code0", &["-Copt-level=3"], None, &["-O0"]),
    ("rustc3-code2", &["-Copt-level=3"], None, &["-O2"]),
    ("O3-gisel2", &["-Copt-level=3", RAW], Some("default<O3>"), &["-O2", GLOBAL, FALLBACK]),
    ("raw0-gisel2", &["-Copt-level=0", NO_CHECKS, RAW], None, &["-O2", GLOBAL, FALLBACK]),
    ("O3-fastisel2", &["-Copt-level=3", RAW], Some("default<O3>"), &["-O2", "-fast-isel"]),
    (
        "O3-dag0",
        &["-Copt-level=3", RAW],
        Some("default<O3>"),
        &["-O0", "-fast-isel=false", "-global-isel=false"],
    ),
    ("O3-basic", &["-Copt-level=3", RAW], Some("default<O3>"), &["-O2", "-regalloc=basic"]),
    ("O3-pbqp", &["-Copt-level=3", RAW], Some("default<O3>"), &["-O2", "-regalloc=pbqp"]),
];

const GLOBAL: &str = "-global-isel";
/// Where GlobalISel is what LLVM uses, at level 0. Elsewhere it is not finished, and its developers ask for no reports (llvm/llvm-project#64008).
const WITH_GLOBAL: &[&str] = &["aarch64"];
/// What GlobalISel cannot select goes to SelectionDAG.
const FALLBACK: &str = "-global-isel-abort=0";

/// The code that is made after a random pipeline.
const CODE: [&[&str]; 3] = [&["-O2"], &["-O0"], &["-O3"]];

/// How many ways have a random pipeline.
const RANDOM_PIPELINES: usize = 16;

/// The processors whose code is made where the machine can run it, with what they are called in names.
const PROCESSORS: [(&str, &str); 2] = [("v3", "-Ctarget-cpu=x86-64-v3"), ("v4", "-Ctarget-cpu=x86-64-v4")];

/// The set `llvm`. `seed` decides the random pipelines.
pub(crate) fn ways(seed: u64) -> Vec<BackendTemplate> {
    let way = |name: String, rustc: &[&str], passes: Option<String>, llc: &[&str]| {
        let mut flags: Vec<String> = rustc.iter().map(|&flag| flag.to_owned()).collect();
        flags.extend(passes.map(|passes| format!("{PASSES}{passes}")));
        flags.extend(llc.iter().map(|flag| format!("{LLC}{flag}")));
        let architectures = if llc.contains(&GLOBAL) { WITH_GLOBAL } else { &[] };
        BackendTemplate { architectures, ..BackendTemplate::named(name, flags) }
    };
    let mut ways: Vec<BackendTemplate> = WAYS
        .iter()
        .map(|&(name, rustc, passes, llc)| way(name.to_owned(), rustc, passes.map(str::to_owned), llc))
        .collect();
    for (name, processor) in PROCESSORS {
        let rustc = ["-Copt-level=3", processor, RAW];
        ways.push(way(format!("O3-{name}"), &rustc, Some("default<O3>".to_owned()), &["-O3"]));
    }
    let mut random = Random::new(seed);
    for n in 0..RANDOM_PIPELINES {
        let pipeline = Pipeline::draw(&mut random);
        let level = ["0", "3"][(random.bits() % 2) as usize];
        let code = CODE[n % CODE.len()];
        let level_flag = format!("-Copt-level={level}");
        ways.push(way(
            format!("passes{n}"),
            &[&level_flag, NO_CHECKS, RAW],
            Some(pipeline.to_string()),
            code,
        ));
    }
    ways
}

/// Whether programs for the processor that a flag names run on this machine.
pub(crate) fn runs_here(flag: &str) -> bool {
    match flag {
        #[cfg(target_arch = "x86_64")]
        "-Ctarget-cpu=x86-64-v3" => {
            std::arch::is_x86_feature_detected!("avx2")
                && std::arch::is_x86_feature_detected!("bmi2")
                && std::arch::is_x86_feature_detected!("fma")
        }
        #[cfg(target_arch = "x86_64")]
        "-Ctarget-cpu=x86-64-v4" => {
            std::arch::is_x86_feature_detected!("avx512f")
                && std::arch::is_x86_feature_detected!("avx512bw")
                && std::arch::is_x86_feature_detected!("avx512cd")
                && std::arch::is_x86_feature_detected!("avx512dq")
                && std::arch::is_x86_feature_detected!("avx512vl")
        }
        flag => !flag.starts_with("-Ctarget-cpu=x86-64-v"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(flags: &[&str]) -> Vec<String> {
        flags.iter().map(|&flag| flag.to_owned()).collect()
    }

    fn tools(passes: &[&str]) -> LlvmTools {
        LlvmTools {
            name: "llvm-23".to_owned(),
            version: "23.1".to_owned(),
            opt: "opt".into(),
            llc: "llc".into(),
            llvm_reduce: None,
            passes: passes.iter().map(|&pass| pass.to_owned()).collect(),
        }
    }

    #[test]
    fn each_tool_gets_its_flags() {
        let flags = strings(&["-Copt-level=3", "--opt=-passes=gvn", "--llc=-O0", "--edition=2021"]);
        let sorted = StepFlags::of(&flags);
        assert_eq!(sorted.rustc, ["-Copt-level=3", "--edition=2021"]);
        assert_eq!((sorted.opt, sorted.llc), (strings(&["-passes=gvn"]), strings(&["-O0"])));
    }

    #[test]
    fn a_way_of_rustc_is_the_same_level_of_another_llvm() {
        let flags = flags_for(&strings(&["-Copt-level=s"]), &tools(&[])).unwrap();
        let expected = ["-Copt-level=s", RAW, "--opt=-passes=default<O2>", "--llc=-O2"];
        assert_eq!(flags, expected);
        assert_eq!(flags_for(&strings(&["-Copt-level=3", "-Clto=fat"]), &tools(&[])), None);
    }

    #[test]
    fn a_pipeline_has_only_what_the_version_knows() {
        let way = strings(&["--opt=-passes=function(gvn,new-pass)"]);
        assert_eq!(flags_for(&way, &tools(&["gvn"])).unwrap(), ["--opt=-passes=function(gvn)"]);
        assert_eq!(flags_for(&way, &tools(&["other"])), None);
    }
}
