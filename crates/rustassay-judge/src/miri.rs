//! Miri's word on a program that a compiler seems to get wrong: whoever reads a report will ask for it.

use crate::answer::Answer;
use crate::backend::{Backend, Executor};
use crate::case::Case;
use crate::engine::{Engine, Outcome};
use crate::sets::{MIRI_STACKED, MIRI_TREE};
use rustassay_finding::{Opinion, Says};
use rustassay_toolchain::Toolchain;
use std::sync::Arc;

/// Asks the newest Miri at hand, under both aliasing models. `None` if there is none.
pub fn ask(engine: &Engine, case: &Case, answer: &Answer, toolchains: &[Arc<Toolchain>]) -> Option<Opinion> {
    let able = toolchains.iter().filter(|toolchain| toolchain.capabilities.miri.is_some());
    let toolchain = able.max_by_key(|toolchain| toolchain.version.release)?;
    let mut opinion = Opinion {
        version: toolchain.capabilities.miri_version.clone().unwrap_or_else(|| "Miri".to_owned()),
        flags: Vec::new(),
        says: Says::NoUndefinedBehavior,
    };
    for flags in [MIRI_TREE, MIRI_STACKED] {
        let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
        let backend = Backend {
            name: "miri".to_owned(),
            kind: Executor::Miri,
            toolchain: Some(toolchain.clone()),
            flags: flags.clone(),
        };
        opinion.flags.push(flags);
        opinion.says = match (engine.try_case(case, &backend, answer).outcome, answer) {
            (Outcome::Observed(observed), Answer::Must(expected)) if observed != *expected => {
                Says::OtherOutput
            }
            (Outcome::Observed(_), _) => continue,
            (Outcome::Ub(ub), _) => Says::UndefinedBehavior(ub),
            (Outcome::NotApplicable(why) | Outcome::Failed(why) | Outcome::Differs(why), _) => {
                Says::CannotRun(why)
            }
            (Outcome::Accepted, _) => Says::CannotRun("accepts it".to_owned()),
            (Outcome::NotBuilt(compiled), _) => Says::CannotRun(crate::words::of_compiler(&compiled)),
        };
        return Some(opinion);
    }
    Some(opinion)
}
