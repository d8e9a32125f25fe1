//! What a program must keep to while it gets smaller.

use rustassay_judge::answer::{Answer, answer_under};
use rustassay_machine::aliasing::Model;
use rustassay_machine::machine::{Config, Limits};
use rustassay_mir::model::Program;

/// The rules of the machine that the whole program keeps to, and so must every part of it: under both aliasing models and in every layout, if
/// it does; else by the rules that judge it.
#[derive(Clone, Debug)]
pub struct Rules {
    config: Config,
}

/// So many steps may the whole program take.
const STEPS: u64 = 50_000_000;

/// A smaller program should not take longer. It may a little, where a loop has lost what kept it short.
const MORE: u64 = 2;

impl Rules {
    /// The strictest rules that a program keeps to; or what the machine says of it, if it keeps to none.
    pub fn of(program: &Program) -> Result<Rules, Answer> {
        let lenient = Config { limits: Limits { steps: STEPS, ..Limits::default() }, ..Config::default() };
        let strict =
            Config { aliasing: Model::Both, symbolic_layout: true, cautious: true, ..lenient.clone() };
        let mut said = Answer::NotDeterministic;
        for config in [strict, lenient] {
            match answer_under(program, config.clone()) {
                (Answer::Must(_), false, steps) => {
                    let limits = Limits { steps: steps * MORE + 1_000, ..config.limits };
                    return Ok(Rules { config: Config { limits, ..config } });
                }
                (Answer::Must(_), true, _) => {}
                (answer, ..) => said = answer,
            }
        }
        Err(said)
    }

    /// So many steps may a program take.
    pub fn steps(&self) -> u32 {
        u32::try_from(self.config.limits.steps).unwrap_or(u32::MAX)
    }

    /// What a program must do, if it keeps to the rules.
    pub fn answer(&self, program: &Program) -> Option<Answer> {
        match answer_under(program, self.config.clone()) {
            (answer @ Answer::Must(_), false, _) => Some(answer),
            _ => None,
        }
    }
}
