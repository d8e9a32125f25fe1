//! What several mutators need to know of statements.

use super::functions::is_copied;
use crate::items::Receiver;
use crate::known::{Role, TypedSource};
use crate::scope::{Scope, is_assignment, root};
use crate::types::{behind, head, words};
use quote::ToTokens;
use std::collections::BTreeSet;
use std::rc::Rc;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Stmt};

/// A block with a statement put before one.
pub fn with_statement(block: &Block, at: usize, statement: Stmt) -> Block {
    let mut block = block.clone();
    block.stmts.insert(at, statement);
    block
}

/// Where statements can be put into blocks: before every one, and at the end if that has no value. Gives the block and the place.
pub fn gaps(known: &TypedSource) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (number, known_block) in known.blocks.iter().enumerate() {
        if known_block.context.fixed || known_block.context.function.is_none() {
            continue;
        }
        let stmts = &known_block.block.stmts;
        // What follows an item macro's definition is not known to be code.
        let end = match stmts.last() {
            Some(Stmt::Expr(_, None)) | None => stmts.len(),
            Some(Stmt::Macro(it)) if it.semi_token.is_none() => stmts.len(),
            Some(_) => stmts.len() + 1,
        };
        found.extend((0..end).map(|at| (number, at)));
    }
    found
}

/// The words of a statement that are variables in scope.
pub fn variables(statement: &Stmt, scope: &Rc<Scope>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    words(statement.to_token_stream(), &mut all);
    let own = all.contains("self").then(|| "self".to_owned());
    let visible = Scope::visible(scope);
    let mut found: BTreeSet<String> =
        visible.into_iter().map(|it| it.name).filter(|name| all.contains(name)).collect();
    found.extend(own);
    found
}

/// Whether something may give away a variable that is not copied, so that it cannot be done twice.
pub struct Moves<'k, 'a> {
    known: &'k TypedSource<'a>,
    /// Whether it may.
    pub may_move: bool,
}

impl<'k, 'a> Moves<'k, 'a> {
    /// Looks at a statement.
    pub fn of(known: &'k TypedSource<'a>, statement: &Stmt) -> bool {
        let mut moves = Moves { known, may_move: false };
        moves.visit_stmt(statement);
        moves.may_move
    }
}

/// Methods of the standard library that borrow what they are called on.
const BORROWING: [&str; 30] = [
    "push",
    "push_str",
    "push_back",
    "push_front",
    "insert",
    "clear",
    "sort",
    "reverse",
    "swap",
    "len",
    "iter",
    "iter_mut",
    "is_empty",
    "clone",
    "pop",
    "pop_front",
    "remove",
    "contains",
    "get",
    "set",
    "borrow",
    "borrow_mut",
    "lock",
    "as_str",
    "as_ref",
    "chars",
    "bytes",
    "extend_from_slice",
    "entry",
    "to_string",
];

impl<'s> Visit<'s> for Moves<'_, '_> {
    fn visit_expr(&mut self, expr: &'s Expr) {
        match expr {
            Expr::Closure(_) | Expr::Async(_) | Expr::Return(_) | Expr::Break(_) | Expr::Try(_) => {
                self.may_move = true
            }
            Expr::Path(path) if path.path.get_ident().is_some() => {
                let Some(at) = self.known.at(expr) else {
                    self.may_move = true;
                    return;
                };
                let Some(name) = root(expr) else { return };
                let Some(variable) = Scope::find(&at.scope, &name) else { return };
                let copied = variable.ty.as_ref().is_some_and(|ty| is_copied(self.known, ty));
                match at.role {
                    Role::Value | Role::Statement | Role::Callee => self.may_move |= !copied,
                    Role::Assigned => self.may_move |= !variable.mutable,
                    Role::Receiver | Role::Place => {}
                }
            }
            Expr::Field(_) | Expr::Index(_) => {
                let value = self.known.at(expr).is_some_and(|at| at.role == Role::Value);
                let copied = self
                    .known
                    .at(expr)
                    .and_then(|at| at.ty.as_ref())
                    .is_some_and(|ty| is_copied(self.known, ty));
                self.may_move |= value && !copied;
            }
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let ty = self.known.at(&call.receiver).and_then(|at| at.ty.as_ref()).map(behind);
                let copied = ty.is_some_and(|ty| is_copied(self.known, ty));
                let own =
                    ty.and_then(head).and_then(|(ty, _)| self.known.items.methods.get(&(ty, name.clone())));
                let borrows = match own {
                    Some(Some(callable)) => matches!(callable.receiver, Receiver::Shared | Receiver::Mutable),
                    Some(None) => false,
                    None => BORROWING.contains(&&*name),
                };
                let is_temporary =
                    matches!(*call.receiver, Expr::MethodCall(_) | Expr::Call(_) | Expr::Macro(_));
                self.may_move |= !copied && !borrows && !is_temporary;
            }
            Expr::Assign(it) => {
                self.may_move |=
                    !matches!(*it.left, Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Unary(_))
            }
            Expr::Match(it) => {
                self.may_move |= !self
                    .known
                    .at(&it.expr)
                    .and_then(|at| at.ty.as_ref())
                    .is_some_and(|ty| is_copied(self.known, ty))
            }
            Expr::Let(_) => self.may_move = true,
            Expr::Binary(it) if is_assignment(&it.op) => {}
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, it: &'s syn::Macro) {
        let printing = ["println", "print", "assert", "assert_eq", "eprintln"];
        let name = it.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        // Arguments of these are only looked at; but calls in them may take something away.
        let calls = it.tokens.to_string().contains(['(', '|']);
        self.may_move |= !printing.contains(&&*name) || calls;
    }

    fn visit_item(&mut self, _: &'s syn::Item) {
        self.may_move = true;
    }
}
