//! Which sources a compiler takes alone, and which crash it already.

use crate::Source;
use crate::sieve::{Unfit, unfit};
use rustassay_judge::engine::{Build, Engine, Trial};
use rustassay_outcome::Compiled;
use rustassay_random::mix;
use rustassay_toolchain::Toolchain;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a compiler makes of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It compiles alone.
    Compiles,
    /// It cannot, which its syntax says.
    Unfit(Unfit),
    /// It is rejected: it needs features, or is meant to be wrong. The first error.
    Rejected(String),
    /// The compiler crashes, or does not come to an end: the signature.
    Crashes(String),
    /// The compiler could not be asked: why.
    Failed(String),
}

impl Fate {
    /// The fate of a source with which this came of compiling it.
    pub fn of(compiled: &Compiled) -> Fate {
        let signature = || compiled.signature().map_or_else(String::new, |signature| signature.to_string());
        match compiled {
            Compiled::Built => Fate::Compiles,
            Compiled::Rejected(_) | Compiled::LinkFailed(_) | Compiled::Unexplained { .. } => {
                Fate::Rejected(signature())
            }
            _ => Fate::Crashes(signature()),
        }
    }
}

/// What is known of sources, by the compiler and the text: ask again only for what has changed.
#[derive(Clone, Default, Debug)]
pub struct Fates {
    known: BTreeMap<u64, Fate>,
}

impl Fates {
    /// How many are known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// A line each, for a file.
    pub fn to_text(&self) -> String {
        let lines = self.known.iter().map(|(key, fate)| {
            let (word, detail) = match fate {
                Fate::Compiles => ("compiles", ""),
                Fate::Unfit(why) => ("unfit", why.name()),
                Fate::Rejected(why) => ("rejected", &**why),
                Fate::Crashes(signature) => ("crashes", &**signature),
                Fate::Failed(why) => ("failed", &**why),
            };
            format!("{key:016x} {word} {}\n", detail.replace('\n', " "))
        });
        lines.collect()
    }

    /// What [`Fates::to_text`] wrote. Lines that say nothing are left out.
    pub fn from_text(text: &str) -> Fates {
        let read = |line: &str| {
            let mut parts = line.splitn(3, ' ');
            let key = u64::from_str_radix(parts.next()?, 16).ok()?;
            let (word, detail) = (parts.next()?, parts.next().unwrap_or("").to_owned());
            let fate = match word {
                "compiles" => Fate::Compiles,
                "unfit" => Fate::Unfit(Unfit::ALL.into_iter().find(|unfit| unfit.name() == detail)?),
                "rejected" => Fate::Rejected(detail),
                "crashes" => Fate::Crashes(detail),
                _ => return None,
            };
            Some((key, fate))
        };
        Fates { known: text.lines().filter_map(read).collect() }
    }
}

/// The fate of each source with a compiler, in their order; `jobs` are asked at once. What is in `fates` is not asked again, and what is new is put
/// there.
pub fn sort_out(
    engine: &Engine,
    toolchain: &Toolchain,
    sources: &[Source],
    jobs: usize,
    fates: &mut Fates,
) -> Vec<Fate> {
    let keys: Vec<u64> = sources.iter().map(|source| key(toolchain, source)).collect();
    let unknown: Vec<usize> = (0..sources.len()).filter(|&at| !fates.known.contains_key(&keys[at])).collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, unknown.len().max(1)) {
            scope.spawn(|| {
                while let Some(&at) = unknown.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let fate = fate_of(engine, toolchain, &sources[at]);
                    found.lock().expect("no thread panics with the lock").push((keys[at], fate));
                }
            });
        }
    });
    fates.known.extend(found.into_inner().expect("no thread panics with the lock"));
    keys.iter().map(|key| fates.known[key].clone()).collect()
}

/// What became of sources, for people: how many compile alone, and why the others do not.
pub fn summary(fates: &[Fate]) -> String {
    let count = |is_so: &dyn Fn(&Fate) -> bool| fates.iter().filter(|fate| is_so(fate)).count();
    let rows: [(usize, &str); 7] = [
        (count(&|fate| *fate == Fate::Unfit(Unfit::NeedsFiles)), "need other files of their crate"),
        (count(&|fate| *fate == Fate::Unfit(Unfit::NeedsCrates)), "need other crates"),
        (count(&|fate| *fate == Fate::Unfit(Unfit::NotRust)), "are no Rust to the parser"),
        (count(&|fate| *fate == Fate::Unfit(Unfit::Unfinished)), "need internal or incomplete features"),
        (count(&|fate| matches!(fate, Fate::Rejected(_))), "are rejected"),
        (count(&|fate| matches!(fate, Fate::Crashes(_))), "crash the compiler already"),
        (count(&|fate| matches!(fate, Fate::Failed(_))), "could not be asked about"),
    ];
    let compiles = count(&|fate| *fate == Fate::Compiles);
    let mut text = format!("{compiles} of {} sources compile alone", fates.len());
    let others = rows.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    let others: Vec<String> = others.collect();
    if !others.is_empty() {
        text += &format!("; {}", others.join(", "));
    }
    text
}

/// Compiles a source as far as its MIR, as a library: a `main` is then a function like others.
fn fate_of(engine: &Engine, toolchain: &Toolchain, source: &Source) -> Fate {
    if let Some(unfit) = unfit(&source.text) {
        return Fate::Unfit(unfit);
    }
    let build = Build {
        edition: source.edition.name(),
        flags: &source.flags,
        only_check: true,
        share_library: false,
    };
    match engine.build(&source.text, toolchain, &build, &mut Trial::default()) {
        Ok((_, compiled)) => Fate::of(&compiled),
        Err(why) => Fate::Failed(why),
    }
}

fn key(toolchain: &Toolchain, source: &Source) -> u64 {
    let what = [toolchain.verbose_version(), source.directives(), source.text.clone()];
    let bytes = what.iter().flat_map(|text| text.bytes().chain([0]));
    bytes.fold(0, |state, byte| mix(state, u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fates_are_the_same_after_being_written_and_read() {
        let known = [
            (1, Fate::Compiles),
            (u64::MAX, Fate::Rejected("rejected | E0308 | mismatched types".to_owned())),
            (3, Fate::Crashes("rustc panic | x".to_owned())),
            (4, Fate::Unfit(Unfit::NeedsCrates)),
        ];
        let fates = Fates { known: known.into_iter().collect() };
        assert_eq!(Fates::from_text(&fates.to_text()).known, fates.known);
    }

    #[test]
    fn a_summary_says_why_sources_are_sorted_out() {
        let fates = [Fate::Compiles, Fate::Unfit(Unfit::NeedsFiles), Fate::Rejected("E0308".to_owned())];
        assert_eq!(
            summary(&fates),
            "1 of 3 sources compile alone; 1 need other files of their crate, 1 are rejected"
        );
        assert_eq!(summary(&fates[..1]), "1 of 1 sources compile alone");
    }

    #[test]
    fn damaged_lines_say_nothing() {
        assert!(Fates::from_text("zz compiles\n12 maybe\n\n").is_empty());
    }
}
