//! CHANGE-EDITION: the same program in another edition, where that is known to accept it.

use super::{Mutation, MutationSubject};
use crate::known::TypedSource;
use quote::ToTokens;
use rustassay_lang::Edition;
use rustassay_random::Random;
use syn::{Expr, Item};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = Edition::ALL.into_iter().filter(|edition| edition.since() <= subject.release);
    let others = known.filter(|&edition| edition != subject.edition && accepts(edition, subject));
    let others: Vec<Edition> = others.collect();
    random.pick(&others).copied().map(Mutation::Edition)
}

/// Whether an edition takes the program, as far as one can see.
fn accepts(edition: Edition, subject: &MutationSubject) -> bool {
    let known = subject.known;
    let has = |words: &[&str]| words.iter().any(|word| known.words.contains(*word));
    let (from, to) = (subject.edition, edition);
    let mut fine = true;
    if to < Edition::E2024 {
        fine &= !has_let_chain(known);
        // Temporaries in tails, and what `impl Trait` captures.
        fine &= from < Edition::E2024 || !has(&["impl"]) && !has(&["RefCell", "Mutex", "borrow"]);
    }
    if to < Edition::E2021 {
        fine &= !has(&["TryFrom", "TryInto", "FromIterator", "into_iter"]) && !has_array_loop(known);
        // Closures capture whole variables, and panics take their message as it is.
        fine &= !known.exprs.iter().any(|at| matches!(at.expr, Expr::Closure(_)));
    }
    if to < Edition::E2018 {
        let paths = known.file.items.iter().any(|item| matches!(item, Item::Use(_) | Item::Mod(_)));
        fine &= !has(&["async", "await", "crate", "dyn", "try"]) && !paths && !has(&["std", "core"]);
    }
    if to >= Edition::E2018 && from < Edition::E2018 {
        // A trait may stand for its objects without `dyn`.
        let traits = known.file.items.iter().any(|item| matches!(item, Item::Trait(_)));
        fine &= !has(&["async", "await", "dyn", "try"]) && !traits;
    }
    if to == Edition::E2024 {
        fine &= !has(&["gen", "no_mangle", "extern", "export_name", "link_section", "impl", "set_var"]);
        // Patterns may not say again what is implied, and macros' fragments take more.
        fine &= !known.file.to_token_stream().to_string().contains("macro_rules") && !has(&["ref"]);
        fine &= !known.file.to_token_stream().to_string().contains("static mut");
    }
    fine
}

/// Whether a condition has `let` beside something else.
fn has_let_chain(known: &TypedSource) -> bool {
    known.exprs.iter().any(|at| match at.expr {
        Expr::Binary(it) => matches!(*it.left, Expr::Let(_)) || matches!(*it.right, Expr::Let(_)),
        _ => false,
    })
}

/// Whether a loop goes over what may be an array by value.
fn has_array_loop(known: &TypedSource) -> bool {
    known.exprs.iter().any(|at| match at.expr {
        Expr::ForLoop(it) => matches!(*it.expr, Expr::Path(_) | Expr::Array(_)),
        _ => false,
    })
}
