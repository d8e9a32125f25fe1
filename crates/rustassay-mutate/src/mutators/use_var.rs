//! USE-VAR: a statement that uses variables in scope.

use super::statements::{gaps, with_statement};
use super::{Mutation, MutationSubject};
use crate::fresh::ExpressionMaker;
use crate::tree::Edits;
use crate::types::ident;
use rustassay_random::Random;
use syn::{Stmt, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let maker = |&(block, at): &(usize, usize)| {
        let known_block = &known.blocks[block];
        ExpressionMaker::at(known, &known_block.scopes[at], known_block.context)
    };
    let mut sites = gaps(known);
    sites.retain(|site| !maker(site).variables().is_empty());
    let site = random.pick(&sites)?;
    let (maker, context) = (maker(site), known.blocks[site.0].context);
    let assignable = maker.assignable();
    let statement: Stmt = match random.pick(&assignable) {
        Some((variable, prim)) if !context.constant && random.chance(60) => {
            let (name, value) = (ident(&variable.name), maker.expression(*prim, 1, random));
            parse_quote!(#name = #value;)
        }
        _ => {
            let variables = maker.variables();
            let (variable, prim) = random.pick(&variables)?;
            let name = ident(&variable.name);
            let other = maker.expression(*prim, 1, random);
            match random.below(if context.constant { 1 } else { 4 }) {
                0 => parse_quote!(let _ = (#name, #other);),
                1 => parse_quote!(drop((#name, #other));),
                2 => parse_quote!(if #name == #other { println!("{}", #name); }),
                _ => parse_quote!(assert!(#name == #name || #other != #name);),
            }
        }
    };
    let block = with_statement(known.blocks[site.0].block, site.1, statement);
    Some(Edits::default().block(site.0, block).into())
}
