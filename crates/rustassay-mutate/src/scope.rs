//! Variables, and where they are visible.

use crate::types::words;
use proc_macro2::TokenStream;
use std::collections::BTreeSet;
use std::rc::Rc;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Local, Macro, Type};

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct ScopedVariable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Option<Type>,
    /// Whether it may be assigned to.
    pub mutable: bool,
    /// Whether it has a value from the start.
    pub initialized: bool,
}

/// What is in scope: the last variable, and what was before it.
#[derive(Default, Debug)]
pub struct Scope(Option<(ScopedVariable, Rc<Scope>)>);

impl Scope {
    /// A scope with one more variable.
    pub fn with(scope: &Rc<Scope>, variable: ScopedVariable) -> Rc<Scope> {
        Rc::new(Scope(Some((variable, Rc::clone(scope)))))
    }

    /// The variable that a name stands for.
    pub fn find<'a>(mut scope: &'a Rc<Scope>, name: &str) -> Option<&'a ScopedVariable> {
        while let Some((variable, outer)) = &scope.0 {
            if variable.name == name {
                return Some(variable);
            }
            scope = outer;
        }
        None
    }

    /// All variables that can be named, the latest first.
    pub fn visible(mut scope: &Rc<Scope>) -> Vec<ScopedVariable> {
        let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
        while let Some((variable, outer)) = &scope.0 {
            if seen.insert(&variable.name) {
                found.push(variable.clone());
            }
            scope = outer;
        }
        found
    }
}

/// The variables of a body that may be changed while somebody else looks at them: those that are borrowed mutably, or assigned to in a closure. And
/// whether any variable is declared without a value.
pub fn guarded(body: &Block) -> (BTreeSet<String>, bool) {
    let mut guards = Guards::default();
    guards.visit_block(body);
    (guards.found, guards.defers)
}

#[derive(Default)]
struct Guards {
    found: BTreeSet<String>,
    defers: bool,
    closures: usize,
}

/// The variable that a place begins with.
pub fn root(place: &Expr) -> Option<String> {
    match place {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Field(field) => root(&field.base),
        Expr::Index(index) => root(&index.expr),
        Expr::Paren(inner) => root(&inner.expr),
        Expr::Unary(unary) => root(&unary.expr),
        Expr::MethodCall(call) => root(&call.receiver),
        _ => None,
    }
}

impl Guards {
    fn assigned(&mut self, place: &Expr) {
        if self.closures > 0 {
            self.found.extend(root(place));
        }
    }
}

impl<'a> Visit<'a> for Guards {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Reference(it) if it.mutability.is_some() => self.found.extend(root(&it.expr)),
            Expr::RawAddr(it) => self.found.extend(root(&it.expr)),
            Expr::Assign(it) => self.assigned(&it.left),
            Expr::Binary(it) if is_assignment(&it.op) => self.assigned(&it.left),
            _ => {}
        }
        let inner = matches!(expr, Expr::Closure(_) | Expr::Async(_));
        self.closures += usize::from(inner);
        visit::visit_expr(self, expr);
        self.closures -= usize::from(inner);
    }

    fn visit_local(&mut self, local: &'a Local) {
        self.defers |= local.init.is_none();
        visit::visit_local(self, local);
    }

    fn visit_macro(&mut self, it: &'a Macro) {
        // What a macro does with what it is given is its own affair.
        let text = it.tokens.to_string();
        if text.contains("mut") {
            let mut found = BTreeSet::new();
            words(TokenStream::clone(&it.tokens), &mut found);
            self.found.extend(found);
        }
    }
}

/// Whether an operator assigns.
pub fn is_assignment(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}
