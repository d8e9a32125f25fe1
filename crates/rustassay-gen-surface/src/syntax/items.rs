//! What stands outside of bodies.

use super::*;

/// A whole program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// The parts of the harness that it needs.
    pub harness: Vec<crate::harness::HarnessPart>,
    /// Everything else, `main` included.
    pub items: Vec<Item>,
}

/// An item, with what stands before it.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// Attributes.
    pub attributes: Vec<Attribute>,
    /// Who sees it.
    pub visibility: Visibility,
    /// What it is.
    pub kind: ItemKind,
}

/// An attribute.
#[derive(Clone, PartialEq, Debug)]
pub enum Attribute {
    /// `#[name]`.
    Word(&'static str),
    /// `#[name(a, b)]`.
    List(&'static str, Vec<&'static str>),
    /// `#[name = "text"]`.
    Value(&'static str, &'static str),
}

/// Who sees an item.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Visibility {
    Inherited,
    Public,
    Crate,
    Super,
    InCrate,
}

/// What an item is.
#[derive(Clone, PartialEq, Debug)]
pub enum ItemKind {
    /// A function.
    Fn(Box<Function>),
    /// A struct or an enum's variant of that shape.
    Struct(Name, Generics, Fields),
    /// An enum.
    Enum(Name, Generics, Vec<Variant>),
    /// A union.
    Union(Name, Generics, Vec<Field>),
    /// A trait.
    Trait(Box<Trait>),
    /// An implementation.
    Impl(Box<Impl>),
    /// `const N: T = e;`, without a value in traits.
    Const(Name, Type, Option<Expr>),
    /// `static mut N: T = e;`, without a value in `extern` blocks.
    Static(Mutability, Name, Type, Option<Expr>),
    /// `type N<T>: B = T;`.
    Alias(Name, Generics, Vec<Bound>, Option<Type>),
    /// `use a::{b, c as d};`.
    Use(UseTree),
    /// `mod m { .. }`.
    Mod(Name, Vec<Item>),
    /// `macro_rules! m { .. }`.
    MacroRules(Name, Vec<MacroRule>),
    /// `unsafe extern "C" { .. }`.
    Extern(bool, Vec<Item>),
    /// `m! { .. }`.
    Macro(MacroCall),
    /// Items that are there as text, with expressions in it.
    Text(Vec<Piece>),
}

/// A piece of a text.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// Text as it is, four blanks for each level.
    Text(&'static str),
    /// An expression that stands where any does.
    Expr(Expr),
}

/// A tree of names to use.
#[derive(Clone, PartialEq, Debug)]
pub enum UseTree {
    /// `a::..`.
    Path(Name, Box<UseTree>),
    /// `a`.
    Name(Name),
    /// `a as b`.
    Rename(Name, Name),
    /// `*`.
    Glob,
    /// `{a, b}`.
    Group(Vec<UseTree>),
}

/// Fields of a struct or variant.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Fields {
    Unit,
    Tuple(Vec<(Visibility, Type)>),
    Named(Vec<Field>),
}

/// A field with a name.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Field {
    pub visibility: Visibility,
    pub name: Name,
    pub ty: Type,
}

/// A variant of an enum.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Variant {
    pub attributes: Vec<Attribute>,
    pub name: Name,
    pub fields: Fields,
    pub discriminant: Option<Expr>,
}

/// Generic parameters and what is required of them.
#[derive(Clone, PartialEq, Debug, Default)]
#[allow(missing_docs)]
pub struct Generics {
    pub params: Vec<GenericParam>,
    pub predicates: Vec<Predicate>,
}

/// A generic parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum GenericParam {
    /// `'a: 'b`.
    Lifetime(Name, Vec<Name>),
    /// `T: A + B = D`.
    Type(Name, Vec<Bound>, Option<Type>),
    /// `const N: usize = 3`.
    Const(Name, Type, Option<Expr>),
}

/// What stands after `where`.
#[derive(Clone, PartialEq, Debug)]
pub enum Predicate {
    /// `for<'a> T: A`.
    Type(Vec<Name>, Type, Vec<Bound>),
    /// `'a: 'b`.
    Lifetime(Name, Vec<Name>),
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Function {
    pub is_const: bool,
    pub is_async: bool,
    pub is_unsafe: bool,
    pub abi: Option<&'static str>,
    pub name: Name,
    pub generics: Generics,
    pub receiver: Option<Receiver>,
    pub params: Vec<(Pat, Type)>,
    pub ret: Option<Type>,
    /// None where it is only declared.
    pub body: Option<Block>,
}

/// `self`, in its ways.
#[derive(Clone, PartialEq, Debug)]
pub enum Receiver {
    /// `self`, `mut self`.
    Value(Mutability),
    /// `&'a mut self`.
    Ref(Option<Name>, Mutability),
    /// `self: Box<Self>`.
    Typed(Type),
}

/// A trait.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Trait {
    pub is_unsafe: bool,
    pub name: Name,
    pub generics: Generics,
    pub supertraits: Vec<Bound>,
    pub items: Vec<Item>,
}

/// An implementation.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Impl {
    pub is_unsafe: bool,
    pub generics: Generics,
    pub of: Option<Path>,
    pub ty: Type,
    pub items: Vec<Item>,
}

/// One rule of a macro.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct MacroRule {
    pub matcher: Vec<Matcher>,
    pub body: MacroBody,
}

/// What a macro's rule matches.
#[derive(Clone, PartialEq, Debug)]
pub enum Matcher {
    /// `$x:expr`.
    Fragment(Name, &'static str),
    /// `,`, `=>`, a word.
    Token(&'static str),
    /// `$( .. ) sep op`.
    Repeat(Vec<Matcher>, &'static str, &'static str),
}

/// What a macro's rule stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum MacroBody {
    /// An expression.
    Expr(Expr),
    /// A pattern.
    Pat(Pat),
    /// A type.
    Type(Type),
    /// Items.
    Items(Vec<Item>),
    /// `{ statements $( repeated )* tail }`.
    Repeat(Vec<Stmt>, Vec<Stmt>, Expr),
}
