//! Which flags matter.

use crate::trials::{Told, Trials};
use rustassay_judge::llvm_set::{NO_CHECKS, PASSES, RAW};
use rustassay_judge::pipeline::Pipeline;

/// The flags that the failure needs: leaves out one after the other, and lowers levels, until nothing can go.
pub(crate) fn needed(trials: &mut Trials, flags: &[String]) -> Vec<String> {
    let mut flags = single(flags);
    loop {
        let before = flags.clone();
        let mut at = 0;
        while at < flags.len() {
            let mut without = flags.clone();
            let flag = without.remove(at);
            // Without it more is done, not less.
            if [RAW, NO_CHECKS].contains(&&*flag) {
                at += 1;
                continue;
            }
            if let Told::Bad = trials.tell(&without) {
                flags = without;
                continue;
            }
            let mut lower = lower_levels(&flag).into_iter().map(|level| {
                let mut lowered = flags.clone();
                lowered[at] = level;
                lowered
            });
            if let Some(lowered) = lower.find(|lowered| matches!(trials.tell(lowered), Told::Bad)) {
                flags = lowered;
            }
            at += 1;
        }
        if flags == before {
            return flags;
        }
    }
}

/// The same flags, one word each and one thing each: `-C opt-level=3` is one word, and arguments for LLVM are
/// many things.
fn single(flags: &[String]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut rest = flags.iter().peekable();
    while let Some(flag) = rest.next() {
        let takes_next = flag.starts_with('-') && !flag.contains('=');
        match rest.next_if(|next| takes_next && !next.starts_with('-')) {
            Some(value) if flag.starts_with("--") => words.push(format!("{flag}={value}")),
            Some(value) => words.push(format!("{flag}{value}")),
            None => words.push(flag.clone()),
        }
    }
    words.iter().flat_map(|word| things(word)).collect()
}

/// The things that a flag with a list says, a flag each.
fn things(flag: &str) -> Vec<String> {
    const LISTS: [(&str, char); 3] =
        [("-Cllvm-args=", ' '), ("-Cpasses=", ' '), ("-Zmir-enable-passes=", ',')];
    for (start, separator) in LISTS {
        if let Some(list) = flag.strip_prefix(start) {
            let entries = list.split(separator).filter(|entry| !entry.is_empty());
            return entries.map(|entry| format!("{start}{entry}")).collect();
        }
    }
    vec![flag.to_owned()]
}

/// The same flag with lower levels, the lowest first, or with fewer passes. To leave it out is the lowest level of optimization.
fn lower_levels(flag: &str) -> Vec<String> {
    if let Some(passes) = flag.strip_prefix(PASSES) {
        let shorter: Vec<String> =
            match passes.strip_prefix("default<O").and_then(|level| level.strip_suffix('>')) {
                Some(level) => ["1", "2"]
                    .iter()
                    .filter(|lower| **lower < level)
                    .map(|lower| format!("default<O{lower}>"))
                    .collect(),
                None => Pipeline::parse(passes).map_or_else(Vec::new, |passes| {
                    passes.shorter().iter().map(Pipeline::to_string).collect()
                }),
            };
        return shorter.into_iter().map(|passes| format!("{PASSES}{passes}")).collect();
    }
    let (start, levels, level) = match flag {
        "-O" => ("-Copt-level=", &["1", "2"][..], "3"),
        flag => match (flag.strip_prefix("-Copt-level="), flag.strip_prefix("-Zmir-opt-level=")) {
            (Some(level), _) => ("-Copt-level=", &["1", "2"][..], level),
            (_, Some(level)) => ("-Zmir-opt-level=", &["0", "1", "2", "3"][..], level),
            _ => return Vec::new(),
        },
    };
    // Sizes, `s` and `z`, come after all numbers.
    levels.iter().filter(|lower| **lower < level).map(|lower| format!("{start}{lower}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_flag_and_its_value_are_one_thing() {
        let flags = words("-C opt-level=3 -g --target x86_64-unknown-linux-gnu -Zub-checks");
        assert_eq!(single(&flags), words("-Copt-level=3 -g --target=x86_64-unknown-linux-gnu -Zub-checks"));
    }

    #[test]
    fn arguments_for_llvm_are_a_thing_each() {
        let flags = ["-Cllvm-args=-one -two=2".to_owned(), "-Zmir-enable-passes=+A,-B".to_owned()];
        let expected = "-Cllvm-args=-one -Cllvm-args=-two=2 -Zmir-enable-passes=+A -Zmir-enable-passes=-B";
        assert_eq!(single(&flags), words(expected));
    }

    #[test]
    fn levels_are_lowered_from_where_they_are() {
        assert_eq!(lower_levels("-Copt-level=2"), ["-Copt-level=1"]);
        assert_eq!(lower_levels("-Copt-level=s"), ["-Copt-level=1", "-Copt-level=2"]);
        assert_eq!(lower_levels("-Zmir-opt-level=2"), ["-Zmir-opt-level=0", "-Zmir-opt-level=1"]);
        assert_eq!(lower_levels("-Ccodegen-units=4"), [""; 0]);
        assert_eq!(lower_levels("--opt=-passes=default<O2>"), ["--opt=-passes=default<O1>"]);
    }

    #[test]
    fn a_pipeline_is_shortened() {
        let shorter = lower_levels("--opt=-passes=gvn,dce");
        assert_eq!(shorter, ["--opt=-passes=dce", "--opt=-passes=gvn"]);
    }
}
