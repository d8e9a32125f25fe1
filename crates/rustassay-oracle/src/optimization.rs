//! A program that anybody wrote does the same at levels 0 and 3, if all that it does is prescribed.
//!
//! Nobody vouches for such a program, unlike those of the oracle `settings`: it may panic, or never end. So it is run only if it has no unsafe code, reaches
//! for nothing outside, and has nothing in it that may differ between levels ([`UNSTEADY`]); and what it does counts only if it is the same twice and the
//! program ends by itself.

use crate::specimen::Specimen;
use crate::{Confirmation, Judged, Judgement, NOT_REPRODUCED, Oracle, Shown};
use rustassay_corpus::reaches_out;
use rustassay_judge::answer::{Answer, Observation, ProgramEnd};
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_judge::verdict::{Fault, Suspicion, judge, suspicion};
use rustassay_outcome::Compiled;

/// Programs that behave alike at every level.
pub struct Optimization;

/// A backend's compiler without optimization, and with all of it.
fn levels(backend: &Backend) -> [Backend; 2] {
    ["0", "3"].map(|level| Backend {
        name: format!("{}/O{level}", backend.compiler_name()),
        kind: Executor::Compiled(Codegen::Llvm),
        flags: vec![format!("-Copt-level={level}")],
        toolchain: backend.toolchain.clone(),
    })
}

/// What became of a program at a level.
enum Ran {
    /// It did this, twice, and ended by itself.
    Steady(Observation),
    /// It was not built, or what it did may differ between levels. Even a signal may be a stack that was too small.
    Otherwise(Box<Trial>),
}

fn run_twice(engine: &Engine, case: &Case, backend: &Backend) -> Ran {
    let answer = Answer::Unknown("the machine runs custom MIR only".to_owned());
    let first = engine.try_case(case, backend, &answer);
    let Outcome::Observed(seen @ Observation { end: ProgramEnd::Code(_), .. }) = &first.outcome else {
        return Ran::Otherwise(Box::new(first));
    };
    let second = engine.try_case(case, backend, &answer);
    match &second.outcome {
        Outcome::Observed(again) if again == seen => Ran::Steady(seen.clone()),
        _ => Ran::Otherwise(Box::new(second)),
    }
}

/// The program of a specimen to be run, if it can be held to do the same at every level.
fn runnable<'a>(specimen: &'a Specimen, backend: &Backend) -> Option<&'a Case> {
    let links = backend.toolchain.as_ref().is_some_and(|toolchain| toolchain.capabilities.links);
    let is_fit = links && specimen.case.rust_text().is_some_and(is_safe);
    is_fit.then_some(&specimen.case)
}

/// What came of a program at a level where it did nothing that can be compared.
fn not_compared(case: &Case, backend: &Backend, trial: Trial) -> Judgement {
    let answer = Answer::Unknown("the machine runs custom MIR only".to_owned());
    match (suspicion(case, backend, &answer, &trial), trial.outcome) {
        (Some(broken), _) => Judgement::Wrong(broken),
        (None, Outcome::NotBuilt(Compiled::Rejected(_))) => Judgement::Rejected,
        (None, Outcome::Failed(why)) => Judgement::Failed(why),
        (None, _) => Judgement::NotApplicable,
    }
}

fn finding(low: &Observation, high: &Observation) -> Suspicion {
    let signature = format!("level 0 ended with {:?}, level 3 with {:?}", low.end, high.end);
    let summary = "the program does not do the same at levels 0 and 3".to_owned();
    Suspicion { fault: Fault::Miscompilation, backends: vec![0], signature, summary }
}

impl Oracle for Optimization {
    fn judge(&self, engine: &Engine, specimens: &[&Specimen], backend: &Backend) -> Vec<Judgement> {
        let levels = levels(backend);
        let judgements = specimens.iter().map(|specimen| {
            let Some(case) = runnable(specimen, backend) else { return Judgement::NotApplicable };
            let low = match run_twice(engine, case, &levels[0]) {
                Ran::Steady(low) => low,
                Ran::Otherwise(trial) => return not_compared(case, &levels[0], *trial),
            };
            match run_twice(engine, case, &levels[1]) {
                Ran::Steady(high) if low == high => Judgement::Right,
                Ran::Steady(high) => Judgement::Wrong(finding(&low, &high)),
                Ran::Otherwise(trial) => not_compared(case, &levels[1], *trial),
            }
        });
        judgements.collect()
    }

    fn confirm(&self, engine: &Engine, specimen: &Specimen, backend: &Backend) -> Confirmation {
        let dismissed = || Confirmation::Dismissed(NOT_REPRODUCED.to_owned());
        let Some(case) = runnable(specimen, backend) else { return dismissed() };
        let judged = judge_levels(engine, case, backend);
        // Not if the program does not do the same each time after all.
        let mut findings = judged.verdict.findings.iter().filter(|found| !found.fault.is_of_the_test_case());
        let Some(first) = findings.next().cloned() else { return dismissed() };
        let found = match (first.fault, levels(backend).map(|level| run_twice(engine, case, &level))) {
            (Fault::Miscompilation, [Ran::Steady(low), Ran::Steady(high)]) if low != high => {
                finding(&low, &high)
            }
            (Fault::Miscompilation, _) => return dismissed(),
            _ => first,
        };
        let text = case.file_for(backend.custom_mir()).unwrap_or_default();
        Confirmation::Shown(Shown::new(found, text, Some(judged)))
    }

    fn judge_part(&self, engine: &Engine, part: &Case, backend: &Backend) -> Option<Judged> {
        Some(judge_levels(engine, part, backend))
    }
}

/// What a program does at both levels, tried again and again where it seems wrong.
fn judge_levels(engine: &Engine, case: &Case, backend: &Backend) -> Judged {
    let backends = levels(backend).to_vec();
    let verdict = judge(engine, case, &backends, 1);
    let low = verdict.trials.first().map(|trial| &trial.outcome);
    let answer = match (&verdict.answer, low) {
        // The machine knows better than any level.
        (Answer::Unknown(_), Some(Outcome::Observed(low))) => Answer::Must(low.clone()),
        (answer, _) => answer.clone(),
    };
    Judged { backends, verdict, answer }
}

/// What differs from run to run, or what a compiler may decide anew at every level: clocks, the order in hash tables and between threads, addresses, sizes of what has no name, the sign and
/// the payload of NaN.
const UNSTEADY: [&str; 20] = [
    "Instant",
    "SystemTime",
    "HashMap",
    "HashSet",
    "RandomState",
    "thread",
    ":p}",
    "*const",
    "*mut",
    "as_ptr",
    "ptr_eq",
    "ptr::",
    "addr",
    "size_of_val",
    "type_name",
    "to_bits",
    "is_sign_",
    "copysign",
    "total_cmp",
    "_bytes()",
];

/// Whether a program is a whole one, without unsafe code, without what is [`UNSTEADY`], and without what reaches out of it.
fn is_safe(text: &str) -> bool {
    let is_steady = UNSTEADY.iter().all(|word| !text.contains(word)) && !has_addresses_of_functions(text);
    text.contains("fn main(") && !text.contains("unsafe") && is_steady && reaches_out(text).is_none()
}

/// Whether a function is made a number or a pointer: two may have one address, and one may have two.
fn has_addresses_of_functions(text: &str) -> bool {
    let names = text.split("fn ").skip(1).filter_map(|rest| rest.split(['(', '<']).next());
    let mut names = names.map(str::trim).filter(|name| !name.is_empty());
    text.contains("as fn") || names.any(|name| text.contains(&format!("{name} as ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_run_only_if_all_that_they_do_is_prescribed() {
        let safe = |body: &str| is_safe(&format!("fn helper() {{}}\nfn main() {{ {body} }}"));
        assert!(safe("let x = 3u8; println!(\"{}\", x as usize)"));
        for body in [
            "let v = 0u8; println!(\"{}\", &v as *const _ as usize)",
            "println!(\"{}\", helper as usize)",
            "let f = helper as fn(); f()",
            "println!(\"{}\", (0.0f32 / 0.0).to_bits())",
            "std::thread::spawn(|| println!(\"a\"))",
            "println!(\"{:p}\", &1)",
            "unsafe { helper() }",
        ] {
            assert!(!safe(body), "{body}");
        }
    }

    #[test]
    fn programs_with_unsafe_code_or_addresses_are_not_run() {
        assert!(is_safe("fn main() { println!(\"{}\", 1) }"));
        assert!(!is_safe("fn main() { unsafe {} }"));
        assert!(!is_safe("fn main() { println!(\"{:p}\", &1) }"));
        assert!(!is_safe("pub fn f() {}"));
        assert!(!is_safe("fn main() { std::fs::remove_file(1) }"));
    }
}
