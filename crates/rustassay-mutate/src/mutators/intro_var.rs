//! INTRO-VAR: a new variable, initialized by an expression.

use super::functions::fresh_ident;
use super::statements::{gaps, with_statement};
use super::{Mutation, MutationSubject};
use crate::fresh::ExpressionMaker;
use crate::tree::Edits;
use crate::types::PRIMS;
use rustassay_random::Random;
use syn::{Stmt, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let sites = gaps(known);
    let &(block, at) = random.pick(&sites)?;
    let known_block = &known.blocks[block];
    let maker = ExpressionMaker::at(known, &known_block.scopes[at], known_block.context);
    let name = fresh_ident(known, "introduced");
    // A type that is there already leads to more than a new one.
    let here = maker.variables();
    let prim = match random.pick(&here) {
        Some((_, prim)) if random.chance(70) => *prim,
        _ => random.one(PRIMS),
    };
    let ty = prim.ty();
    let (value, other) = (maker.expression(prim, 2, random), maker.expression(prim, 1, random));
    let statement: Stmt = match random.below(if known_block.context.constant { 3 } else { 8 }) {
        0 => parse_quote!(let #name: #ty = #value;),
        1 => parse_quote!(let #name: (#ty, [#ty; 2]) = (#value, [#other; 2]);),
        2 => parse_quote!(let mut #name: Option<#ty> = Some(#value);),
        3 => parse_quote!(let #name: Vec<#ty> = vec![#value, #other];),
        4 => parse_quote!(let #name = |offered: #ty| if offered == #value { offered } else { #other };),
        5 => parse_quote!(let #name: Box<dyn std::fmt::Debug> = Box::new((#value, #other));),
        6 => parse_quote!(let mut #name: [#ty; 3] = [#value, #other, #value];),
        _ => {
            parse_quote!(let #name: Result<#ty, String> = if #value == #other { Ok(#value) } else { Err(String::new()) };)
        }
    };
    let block_with = with_statement(known_block.block, at, statement);
    Some(Edits::default().block(block, block_with).into())
}
