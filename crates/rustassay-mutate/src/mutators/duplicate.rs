//! DUPLICATE: a statement that is no declaration, once more.

use super::statements::{Moves, with_statement};
use super::{Mutation, MutationSubject};
use crate::tree::Edits;
use rustassay_random::Random;
use syn::Stmt;

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let mut sites: Vec<(usize, usize)> = Vec::new();
    for (number, known_block) in known.blocks.iter().enumerate() {
        for (at, statement) in known_block.block.stmts.iter().enumerate() {
            let may = match statement {
                Stmt::Expr(_, Some(_)) => true,
                Stmt::Expr(expr, None) => {
                    let is_loop = matches!(expr, syn::Expr::ForLoop(_) | syn::Expr::While(_));
                    is_loop && at + 1 < known_block.block.stmts.len()
                }
                Stmt::Macro(it) => it.semi_token.is_some() && !it.mac.path.is_ident("macro_rules"),
                Stmt::Local(_) | Stmt::Item(_) => false,
            };
            if may && !Moves::of(known, statement) {
                sites.push((number, at));
            }
        }
    }
    let (number, at) = *random.pick(&sites)?;
    let block = known.blocks[number].block;
    let again = block.stmts[at].clone();
    Some(Edits::default().block(number, with_statement(block, at, again)).into())
}
