//! What is known of a program: which variables are in scope where, what type expressions have, how they are used.
//!
//! It is known for certain or not at all, as far as one file tells: an annotation, a literal's suffix, a field, a signature. Macros' arguments are not
//! looked into, but for their words.

use crate::infer::Inference;
use crate::items::Items;
use crate::scope::{Scope, ScopedVariable};
use crate::tree::next;
use crate::types::{PrimType, words};
use quote::ToTokens;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, Expr, File, FnArg, ImplItemFn, Item, ItemFn, ItemImpl, ItemTrait, Local, Pat,
    ReturnType, Signature, Stmt, TraitItemFn, Type,
};

/// What an expression is used for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// Its value is taken.
    Value,
    /// A method is called on it.
    Receiver,
    /// It is a place that is borrowed, looked into or matched.
    Place,
    /// It is assigned to.
    Assigned,
    /// It is called.
    Callee,
    /// It stands as a statement.
    Statement,
}

/// What stands around an expression, a block or a function.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// Part of a type or a pattern.
    pub fixed: bool,
    /// Evaluated at compile time, at least sometimes.
    pub constant: bool,
    /// Within a loop of the same function.
    pub in_loop: bool,
    /// Within a closure or an async block: `return` leaves only that.
    pub inner: bool,
    /// The function that it is in.
    pub function: Option<usize>,
}

/// An expression.
pub struct KnownExpr<'a> {
    /// The expression.
    pub expr: &'a Expr,
    /// Its type.
    pub ty: Option<Type>,
    /// What it is used for.
    pub role: Role,
    /// Where it stands.
    pub context: Context,
    /// What is in scope there.
    pub scope: Rc<Scope>,
}

impl KnownExpr<'_> {
    /// Its type, if that is primitive.
    pub fn prim(&self) -> Option<PrimType> {
        self.ty.as_ref().and_then(PrimType::of)
    }

    /// Whether another value of the same type can stand in its place.
    pub fn is_value(&self) -> bool {
        !self.context.fixed
            && matches!(self.role, Role::Value | Role::Receiver)
            && !matches!(self.expr, Expr::Return(_) | Expr::Break(_) | Expr::Continue(_))
            && !binds(self.expr)
    }
}

/// Whether an expression is a condition that binds names for what comes after it.
fn binds(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(it) => binds(&it.left) || binds(&it.right),
        _ => false,
    }
}

/// A block.
pub struct KnownBlock<'a> {
    /// The block.
    pub block: &'a Block,
    /// Where it stands.
    pub context: Context,
    /// What is in scope before each statement, and at the end.
    pub scopes: Vec<Rc<Scope>>,
}

/// Where a function is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Home {
    Free,
    Inherent,
    TraitImpl,
    Trait,
}

/// A function with a body.
pub struct KnownFunction<'a> {
    /// Its signature.
    pub signature: &'a Signature,
    /// Its body.
    pub body: &'a Block,
    /// Its attributes.
    pub attributes: &'a [Attribute],
    /// Where it is.
    pub home: Home,
    /// Which module or impl it is in, by number.
    pub place: usize,
    /// Whether it is inside of another function.
    pub nested: bool,
    /// Variables that may be changed while somebody else looks at them.
    pub guarded: BTreeSet<String>,
    /// Whether a variable is declared without a value.
    pub defers: bool,
}

/// What is known of a program.
pub struct TypedSource<'a> {
    /// The program.
    pub file: &'a File,
    /// Its items.
    pub items: Items,
    /// Its expressions, by number.
    pub exprs: Vec<KnownExpr<'a>>,
    /// Its blocks, by number.
    pub blocks: Vec<KnownBlock<'a>>,
    /// Its functions that have a body, with their numbers.
    pub functions: Vec<(usize, KnownFunction<'a>)>,
    /// All words in it.
    pub words: BTreeSet<String>,
    numbers: HashMap<*const Expr, usize>,
}

impl<'a> TypedSource<'a> {
    /// What is known of a program.
    pub fn of(file: &'a File) -> TypedSource<'a> {
        let mut all = BTreeSet::new();
        words(file.to_token_stream(), &mut all);
        let mut observer = Observer {
            items: Items::of(file),
            exprs: Vec::new(),
            blocks: Vec::new(),
            functions: Vec::new(),
            function_count: 0,
            place: 0,
            places: 0,
            own: None,
            home: Home::Free,
            context: Context::default(),
            output: None,
            scope: Rc::default(),
            hints: HashMap::new(),
            numbers: HashMap::new(),
        };
        observer.visit_file(file);
        let Observer { items, exprs, blocks, functions, numbers, .. } = observer;
        TypedSource { file, items, exprs, blocks, functions, words: all, numbers }
    }

    /// What is known of a part of an expression.
    pub fn at(&self, expr: &Expr) -> Option<&KnownExpr<'a>> {
        self.numbers.get(&std::ptr::from_ref(expr)).map(|&number| &self.exprs[number])
    }

    /// A name that nothing in the program has.
    pub fn fresh(&self, start: &str) -> String {
        let numbered = (2..).map(|n| format!("{start}_{n}"));
        let mut names = std::iter::once(start.to_owned()).chain(numbered);
        names.find(|name| !self.words.contains(name)).unwrap_or_default()
    }

    /// The function of a number.
    pub fn function(&self, number: usize) -> Option<&KnownFunction<'a>> {
        self.functions.iter().find(|(at, _)| *at == number).map(|(_, function)| function)
    }

    /// Variables of primitive types that can be read here.
    pub fn readable(&self, scope: &Rc<Scope>, context: Context) -> Vec<ScopedVariable> {
        let guarded =
            context.function.and_then(|number| self.function(number)).map(|function| &function.guarded);
        let mut variables = Scope::visible(scope);
        variables.retain(|variable| {
            variable.initialized
                && variable.ty.as_ref().is_some_and(|ty| PrimType::of(ty).is_some())
                && !guarded.is_some_and(|guarded| guarded.contains(&variable.name))
        });
        variables
    }
}

/// Goes through a program once.
pub(crate) struct Observer<'a> {
    pub(crate) items: Items,
    pub(crate) exprs: Vec<KnownExpr<'a>>,
    blocks: Vec<KnownBlock<'a>>,
    functions: Vec<(usize, KnownFunction<'a>)>,
    function_count: usize,
    place: usize,
    places: usize,
    /// What `Self` is.
    pub(crate) own: Option<Type>,
    home: Home,
    pub(crate) context: Context,
    /// What `return` gives.
    pub(crate) output: Option<Type>,
    pub(crate) scope: Rc<Scope>,
    /// What a parent knows of its parts before they are looked at.
    pub(crate) hints: HashMap<*const Expr, (Role, Option<Type>)>,
    pub(crate) numbers: HashMap<*const Expr, usize>,
}

impl<'a> Observer<'a> {
    /// Says what a part is used for, and which type it should have.
    pub(crate) fn hint(&mut self, expr: &Expr, role: Role, expected: Option<Type>) {
        self.hints.insert(expr, (role, expected));
    }

    /// The type of a part that was looked at.
    pub(crate) fn ty(&self, expr: &Expr) -> Option<&Type> {
        self.numbers.get(&std::ptr::from_ref(expr)).and_then(|&number| self.exprs[number].ty.as_ref())
    }

    /// Looks at something with names of its own.
    pub(crate) fn apart(&mut self, look: impl FnOnce(&mut Self)) {
        let (scope, context) = (Rc::clone(&self.scope), self.context);
        look(self);
        (self.scope, self.context) = (scope, context);
    }

    /// Brings a pattern's names into scope; `ty` is what it matches.
    pub(crate) fn bind(&mut self, pattern: &Pat, ty: Option<&Type>, initialized: bool) {
        let mut bound = Vec::new();
        Inference { items: &self.items, own: self.own.as_ref() }.bindings(pattern, ty, &mut bound);
        for (name, ty, mutable) in bound {
            self.scope = Scope::with(&self.scope, ScopedVariable { name, ty, mutable, initialized });
        }
    }

    fn function(&mut self, signature: &'a Signature, attributes: &'a [Attribute], body: Option<&'a Block>) {
        let number = next(&mut self.function_count);
        let nested = self.context.function.is_some();
        let (outer_scope, outer_context) = (std::mem::take(&mut self.scope), self.context);
        let outer_output = self.output.take();
        self.context =
            Context { function: Some(number), constant: signature.constness.is_some(), ..Context::default() };
        visit::visit_signature(self, signature);
        for input in &signature.inputs {
            if let FnArg::Typed(input) = input {
                let ty = self.items.resolved(&input.ty, self.own.as_ref());
                self.bind(&input.pat, Some(&ty), true);
            }
        }
        if let Some(body) = body {
            self.output = match &signature.output {
                ReturnType::Default => None,
                ReturnType::Type(_, ty) => Some(self.items.resolved(ty, self.own.as_ref())),
            };
            let (guarded, defers) = crate::scope::guarded(body);
            let (home, place) = (self.home, self.place);
            let known = KnownFunction { signature, body, attributes, home, place, nested, guarded, defers };
            self.functions.push((number, known));
            let expected = self.output.clone();
            self.block(body, expected);
        }
        (self.scope, self.context, self.output) = (outer_scope, outer_context, outer_output);
    }

    /// Looks at a block whose value should be of a type.
    pub(crate) fn block(&mut self, block: &'a Block, expected: Option<Type>) {
        let number = self.blocks.len();
        self.blocks.push(KnownBlock { block, context: self.context, scopes: Vec::new() });
        let outer = Rc::clone(&self.scope);
        let mut scopes = Vec::new();
        for (at, statement) in block.stmts.iter().enumerate() {
            scopes.push(Rc::clone(&self.scope));
            if let Stmt::Expr(expr, semicolon) = statement {
                let is_tail = at + 1 == block.stmts.len() && semicolon.is_none();
                let role = if is_tail { Role::Value } else { Role::Statement };
                self.hint(expr, role, expected.clone().filter(|_| is_tail));
            }
            self.visit_stmt(statement);
        }
        scopes.push(Rc::clone(&self.scope));
        self.blocks[number].scopes = scopes;
        self.scope = outer;
    }

    /// The type of a block that was looked at: its tail's.
    pub(crate) fn block_ty(&self, block: &Block) -> Option<Type> {
        match block.stmts.last() {
            Some(Stmt::Expr(tail, None)) => self.ty(tail).cloned(),
            _ => None,
        }
    }

    /// Looks at what is evaluated at compile time, and at nothing around it.
    fn constant(&mut self, look: impl FnOnce(&mut Self)) {
        let outer = (std::mem::take(&mut self.scope), self.output.take(), self.context);
        self.context = Context { constant: true, ..Context::default() };
        look(self);
        (self.scope, self.output, self.context) = outer;
    }
}

impl<'a> Visit<'a> for Observer<'a> {
    fn visit_attribute(&mut self, _: &'a Attribute) {}

    fn visit_type(&mut self, ty: &'a Type) {
        let outer = std::mem::replace(&mut self.context.fixed, true);
        visit::visit_type(self, ty);
        self.context.fixed = outer;
    }

    fn visit_generic_argument(&mut self, argument: &'a syn::GenericArgument) {
        let outer = std::mem::replace(&mut self.context.fixed, true);
        visit::visit_generic_argument(self, argument);
        self.context.fixed = outer;
    }

    fn visit_pat(&mut self, pattern: &'a Pat) {
        let outer = std::mem::replace(&mut self.context.fixed, true);
        visit::visit_pat(self, pattern);
        self.context.fixed = outer;
    }

    fn visit_variant(&mut self, variant: &'a syn::Variant) {
        let outer = std::mem::replace(&mut self.context.fixed, true);
        visit::visit_variant(self, variant);
        self.context.fixed = outer;
    }

    fn visit_item(&mut self, item: &'a Item) {
        match item {
            Item::Const(it) => {
                let expected = (*it.ty).clone();
                self.hint(&it.expr, Role::Value, Some(expected));
                self.constant(|this| visit::visit_item(this, item));
            }
            Item::Static(it) => {
                let expected = (*it.ty).clone();
                self.hint(&it.expr, Role::Value, Some(expected));
                self.constant(|this| visit::visit_item(this, item));
            }
            Item::Mod(_) => {
                let outer = self.place;
                self.places += 1;
                self.place = self.places;
                visit::visit_item(self, item);
                self.place = outer;
            }
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_impl_item_const(&mut self, it: &'a syn::ImplItemConst) {
        self.constant(|this| visit::visit_impl_item_const(this, it));
    }

    fn visit_trait_item_const(&mut self, it: &'a syn::TraitItemConst) {
        self.constant(|this| visit::visit_trait_item_const(this, it));
    }

    fn visit_item_impl(&mut self, it: &'a ItemImpl) {
        let home = if it.trait_.is_some() { Home::TraitImpl } else { Home::Inherent };
        let outer = (self.own.replace((*it.self_ty).clone()), self.home, self.place);
        self.places += 1;
        (self.home, self.place) = (home, self.places);
        visit::visit_item_impl(self, it);
        (self.own, self.home, self.place) = outer;
    }

    fn visit_item_trait(&mut self, it: &'a ItemTrait) {
        let outer = (self.own.take(), self.home, self.place);
        self.places += 1;
        (self.home, self.place) = (Home::Trait, self.places);
        visit::visit_item_trait(self, it);
        (self.own, self.home, self.place) = outer;
    }

    fn visit_item_fn(&mut self, it: &'a ItemFn) {
        let outer = std::mem::replace(&mut self.home, Home::Free);
        self.function(&it.sig, &it.attrs, Some(&it.block));
        self.home = outer;
    }

    fn visit_impl_item_fn(&mut self, it: &'a ImplItemFn) {
        self.function(&it.sig, &it.attrs, Some(&it.block));
    }

    fn visit_trait_item_fn(&mut self, it: &'a TraitItemFn) {
        self.function(&it.sig, &it.attrs, it.default.as_ref());
    }

    fn visit_block(&mut self, block: &'a Block) {
        self.block(block, None);
    }

    fn visit_local(&mut self, local: &'a Local) {
        let (pattern, annotated) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(self.items.resolved(&typed.ty, self.own.as_ref()))),
            pattern => (pattern, None),
        };
        self.visit_pat(&local.pat);
        let mut ty = annotated;
        if let Some(init) = &local.init {
            self.hint(&init.expr, Role::Value, ty.clone());
            self.visit_expr(&init.expr);
            ty = ty.or_else(|| self.ty(&init.expr).cloned());
            if let Some((_, otherwise)) = &init.diverge {
                self.visit_expr(otherwise);
            }
        }
        self.bind(pattern, ty.as_ref(), local.init.is_some());
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        let (role, expected) = self.hints.remove(&std::ptr::from_ref(expr)).unwrap_or((Role::Value, None));
        let number = self.exprs.len();
        self.numbers.insert(expr, number);
        let scope = Rc::clone(&self.scope);
        self.exprs.push(KnownExpr { expr, ty: None, role, context: self.context, scope });
        self.descend(expr, role, expected.as_ref());
        let ty = self.type_of(expr, expected.as_ref());
        self.exprs[number].ty = ty.map(|ty| self.items.resolved(&ty, self.own.as_ref()));
    }
}
