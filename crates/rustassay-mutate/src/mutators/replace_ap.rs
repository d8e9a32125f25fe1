//! REPLACE-AP: a new expression of the same type in place of one.

use super::{Mutation, MutationSubject};
use crate::fresh::ExpressionMaker;
use crate::tree::Edits;
use rustassay_random::Random;

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let sites = known.exprs.iter().enumerate().filter(|(_, at)| {
        at.is_value() && at.prim().is_some() && at.context.function.is_some() && !at.context.constant
    });
    let sites: Vec<usize> = sites.map(|(number, _)| number).collect();
    let number = *random.pick(&sites)?;
    let at = &known.exprs[number];
    let new = ExpressionMaker::at(known, &at.scope, at.context).expression(at.prim()?, 2, random);
    Some(Edits::default().expr(number, crate::types::operand(new)).into())
}
