//! Miri's flags, and what stands for each of them here. `-Zmiri-...` is understood wherever options of the machine are: on the command lines
//! of `rustassay run` and `cargo rustassay`, and in `RUSTASSAYFLAGS`. `docs/flags.md` shows the table.

use std::ffi::OsString;

/// What stands for a flag of Miri's.
#[derive(Copy, Clone)]
enum Equivalent {
    /// These words.
    Words(&'static [&'static str]),
    /// An option that takes the flag's value.
    Value(&'static str),
    /// An option that is given once for each value of a list, with a word before the value.
    Each(&'static str, &'static str),
    /// Nothing, as the machine is so anyway; and how it is, for the page.
    #[cfg_attr(not(test), expect(dead_code))]
    Always(&'static str),
    /// Nothing; and why.
    Missing(&'static str),
}

use Equivalent::{Always, Each, Missing, Value, Words};

/// Flags of Miri's, in the order of its README. A flag that takes a value ends with `=`.
const FLAGS: &[(&str, Equivalent)] = &[
    ("-Zmiri-backtrace=", Value("--backtrace")),
    (
        "-Zmiri-deterministic-concurrency",
        Words(&["--preemption-rate=0", "--no-weak-memory", "--exchange-failure-rate=0"]),
    ),
    ("-Zmiri-disable-isolation", Words(&["--disable-isolation"])),
    ("-Zmiri-disable-leak-backtraces", Always("reports of leaks have no backtraces")),
    ("-Zmiri-env-forward=", Value("--env-forward")),
    ("-Zmiri-env-set=", Value("--env")),
    ("-Zmiri-ignore-leaks", Words(&["--leaks", "ignore"])),
    ("-Zmiri-isolation-error=", Value("--isolation-error")),
    ("-Zmiri-many-seeds", Words(&["--seeds", "0..64"])),
    ("-Zmiri-many-seeds=", Value("--seeds")),
    ("-Zmiri-many-seeds-keep-going", Words(&["--keep-going"])),
    ("-Zmiri-max-extra-rounding-error", Missing("the machine adds no rounding errors")),
    ("-Zmiri-no-extra-rounding-error", Always("the machine adds no rounding errors")),
    ("-Zmiri-no-short-fd-operations", Always("reads and writes are as short as the kernel's")),
    ("-Zmiri-num-cpus=", Value("--num-cpus")),
    ("-Zmiri-permissive-provenance", Words(&["--provenance", "permissive"])),
    ("-Zmiri-report-progress", Words(&["--report-progress"])),
    ("-Zmiri-report-progress=", Value("--report-progress")),
    ("-Zmiri-seed=", Value("--seed")),
    ("-Zmiri-strict-provenance", Words(&["--provenance", "strict"])),
    ("-Zmiri-symbolic-alignment-check", Words(&["--alignment", "observed"])),
    ("-Zmiri-user-relevant-crates=", Value("--user-relevant-crates")),
    ("-Zmiri-address-reuse-rate=", Value("--address-reuse-rate")),
    ("-Zmiri-address-reuse-cross-thread-rate=", Value("--address-reuse-cross-thread-rate")),
    ("-Zmiri-compare-exchange-weak-failure-rate=", Value("--exchange-failure-rate")),
    ("-Zmiri-deterministic-floats", Words(&["--deterministic-floats"])),
    ("-Zmiri-disable-alignment-check", Words(&["--alignment", "unchecked"])),
    ("-Zmiri-disable-data-race-detector", Words(&["--ignore-data-races"])),
    ("-Zmiri-disable-stacked-borrows", Words(&["--aliasing", "none"])),
    ("-Zmiri-disable-validation", Words(&["--validation", "off"])),
    ("-Zmiri-disable-weak-memory-emulation", Words(&["--no-weak-memory"])),
    ("-Zmiri-fixed-schedule", Words(&["--preemption-rate=0"])),
    ("-Zmiri-force-intrinsic-fallback", Missing("it tests Miri itself")),
    ("-Zmiri-native-lib=", Missing("the machine does not run native code")),
    ("-Zmiri-native-lib-enable-tracing", Missing("the machine does not run native code")),
    ("-Zmiri-measureme=", Missing("it measures Miri itself")),
    ("-Zmiri-mute-stdout-stderr", Words(&["--mute-output"])),
    ("-Zmiri-recursive-validation", Words(&["--validation", "recursive"])),
    ("-Zmiri-preemption-rate=", Value("--preemption-rate")),
    ("-Zmiri-provenance-gc=", Always("the machine decides when to collect garbage")),
    ("-Zmiri-track-alloc-accesses", Words(&["--track-accesses"])),
    ("-Zmiri-track-alloc-id=", Each("--track", "alloc:")),
    ("-Zmiri-track-pointer-tag=", Each("--track", "tag:")),
    ("-Zmiri-track-weak-memory-loads", Missing("the machine does not say which loads read older stores")),
    ("-Zmiri-tree-borrows", Words(&["--aliasing", "tree"])),
    ("-Zmiri-tree-borrows-no-precise-interior-mut", Words(&["--coarse-cells"])),
    ("-Zmiri-tree-borrows-implicit-writes", Missing("the machine has no implicit writes")),
    ("-Zmiri-force-page-size=", Missing("a page has 4096 bytes")),
    ("-Zmiri-genmc", Missing("GenMC is a tool of its own, which this does not run")),
    ("-Zmiri-retag-fields", Always("references in fields are retagged")),
];

/// Words of a command line with ours in place of Miri's flags. What comes after `--` is the program's.
pub fn translated(words: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, String> {
    let mut result = Vec::new();
    let mut is_ours = true;
    for word in words {
        is_ours &= word != "--";
        match word.to_str().filter(|flag| is_ours && flag.starts_with("-Zmiri-")) {
            Some(flag) => result.extend(equivalent(flag)?.into_iter().map(OsString::from)),
            None => result.push(word),
        }
    }
    Ok(result)
}

/// The words that stand for one flag.
fn equivalent(flag: &str) -> Result<Vec<String>, String> {
    let (name, value) = match flag.split_once('=') {
        Some((name, value)) => (format!("{name}="), value),
        None => (flag.to_owned(), ""),
    };
    let Some((_, equivalent)) = FLAGS.iter().find(|(known, _)| *known == name) else {
        return Err(format!(
            "`{flag}` is no flag of Miri's that is known; `docs/flags.md` lists those that are"
        ));
    };
    Ok(match equivalent {
        Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
        Value(option) => vec![format!("{option}={value}")],
        Each(option, kind) => value.split(',').map(|value| format!("{option}={kind}{value}")).collect(),
        Always(_) => Vec::new(),
        Missing(why) => return Err(format!("nothing stands for `{flag}`: {why}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::run::Args as Run;
    use clap::{Args, Command};

    fn words(line: &str) -> Result<Vec<String>, String> {
        let words = translated(line.split(' ').map(OsString::from))?;
        Ok(words.into_iter().map(|word| word.to_string_lossy().into_owned()).collect())
    }

    #[test]
    fn flags_of_miris_become_options() {
        let line =
            "run -Zmiri-tree-borrows -Zmiri-env-set=A=b -Zmiri-track-alloc-id=1,2 x.rs -- -Zmiri-seed=1";
        let expected = "run --aliasing tree --env=A=b --track=alloc:1 --track=alloc:2 x.rs -- -Zmiri-seed=1";
        assert_eq!(words(line).unwrap().join(" "), expected);
    }

    #[test]
    fn a_flag_that_nothing_stands_for_is_an_error_that_says_why() {
        assert!(words("-Zmiri-genmc").unwrap_err().contains("GenMC"));
        assert!(words("-Zmiri-no-such").unwrap_err().contains("is no flag of Miri's"));
    }

    /// A value that Miri takes for a flag.
    fn value(flag: &str) -> &'static str {
        match flag {
            "-Zmiri-backtrace=" => "full",
            "-Zmiri-env-forward=" => "HOME",
            "-Zmiri-env-set=" => "A=b",
            "-Zmiri-isolation-error=" => "warn-nobacktrace",
            "-Zmiri-many-seeds=" => "0..4",
            "-Zmiri-user-relevant-crates=" => "a,b",
            "-Zmiri-address-reuse-rate=" | "-Zmiri-address-reuse-cross-thread-rate=" => "0.5",
            _ if flag.ends_with('=') => "1",
            _ => "",
        }
    }

    #[test]
    fn every_equivalent_is_an_option_that_takes_miris_values() {
        let command = || Run::augment_args(Command::new("run"));
        for (flag, _) in FLAGS.iter().filter(|(_, equivalent)| !matches!(equivalent, Missing(_))) {
            let others = match *flag {
                "-Zmiri-many-seeds-keep-going" => "-Zmiri-many-seeds ",
                _ => "",
            };
            let words = words(&format!("run {others}{flag}{} x.rs", value(flag))).unwrap();
            let parsed = command().try_get_matches_from(&words);
            assert!(parsed.is_ok(), "{words:?}: {}", parsed.unwrap_err());
        }
    }

    /// The rows of the page.
    fn table() -> String {
        let row = |(flag, equivalent): &(&str, Equivalent)| {
            let value = if flag.ends_with('=') { "VALUE" } else { "" };
            let here = match equivalent {
                Words(words) => format!("`{}`", words.join(" ")),
                Value(option) => format!("`{option}=VALUE`"),
                Each(option, kind) => format!("`{option}={kind}VALUE`, once for each"),
                Always(how) => format!("always: {how}"),
                Missing(why) => format!("none: {why}"),
            };
            format!("| `{flag}{value}` | {here} |\n")
        };
        FLAGS.iter().map(row).collect()
    }

    #[test]
    fn the_page_shows_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/flags.md");
        let page = std::fs::read_to_string(path).unwrap();
        let is_row = |line: &&str| line.starts_with("| `-Zmiri");
        let shown: String = page.lines().filter(is_row).map(|line| format!("{line}\n")).collect();
        if std::env::var_os("RUSTASSAY_WRITE").is_some() && shown != table() {
            let head = "| Miri | here |\n| --- | --- |\n";
            let (before, after) = page.split_once(head).unwrap();
            std::fs::write(path, format!("{before}{head}{}{}", table(), &after[shown.len()..])).unwrap();
            return;
        }
        assert_eq!(shown, table(), "RUSTASSAY_WRITE=1 writes the table anew");
    }
}
