//! The syntax of what MIR bodies and constants are made of, before names and types mean anything.
//!
//! `mir!` bodies are Rust expressions to rustc: the macro only rearranges them, and the compiler finds places, operands and
//! rvalues in the typed expressions. This tree is that middle stage. Nodes live in one [`Arena`] a function and refer to each
//! other by index, so that a body costs a handful of allocations.

use crate::model::{BinOp, Mutability, Ty};
use crate::source::Span;

/// An expression in an [`Arena`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ExprId(pub u32);

/// A list of expressions in an [`Arena`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ExprList {
    start: u32,
    len: u32,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer literal: its value, and the suffix if it has one.
    Int(u128, Option<Span>),
    /// A float literal, suffix and all: its text is its span.
    Float,
    Bool(bool),
    Char(char),
    /// `b'a'`
    Byte(u8),
    Str(Box<str>),
    ByteStr(Box<[u8]>),
    /// A path of one plain segment, which is most of them.
    Ident,
    Path(Box<Path>),
    /// `-e`
    Neg(ExprId),
    /// `!e`
    Not(ExprId),
    /// `*e`
    Deref(ExprId),
    /// `&e`, `&mut e`
    Ref(Mutability, ExprId),
    /// `&raw const e`, `addr_of!(e)`
    RawPtr(Mutability, ExprId),
    Binary(BinOp, ExprId, ExprId),
    /// `e as T`
    Cast(ExprId, Ty),
    /// `e.name`, `e.0`, with the span of the name
    Field(ExprId, Span),
    Index(ExprId, ExprId),
    Call(ExprId, ExprList),
    Tuple(ExprList),
    Array(ExprList),
    /// `[e; n]`
    Repeat(ExprId, ExprId),
    /// `Path { name: e }`, with the spans of the names
    Struct(ExprId, ExprList, Box<[Span]>),
    /// `const { e }`
    ConstBlock(ExprId),
    /// `a = b`, which only a call's first argument is
    Assign(ExprId, ExprId),
    /// `place!(e)`
    Place(ExprId),
}

/// A path: segments, each with generic arguments.
#[derive(Clone, Debug)]
pub struct Path {
    pub segments: Vec<Segment>,
}

#[derive(Clone, Debug)]
pub struct Segment {
    pub name: Span,
    pub generics: Vec<GenericSyntax>,
}

/// A generic argument.
#[derive(Copy, Clone, Debug)]
pub enum GenericSyntax {
    Type(Ty),
    /// `_`
    Infer,
    /// `{ path::to::Name }`: the last name, as memory orderings are given
    Const(Span),
}

/// A body's text, taken apart.
#[derive(Default, Debug)]
pub struct BodySyntax {
    /// `type RET = T;`
    pub ret_ty: Option<(Ty, Span)>,
    pub lets: Vec<Let>,
    pub debug: Vec<(Span, ExprId)>,
    pub blocks: Vec<BlockSyntax>,
}

/// `let name: T;`
#[derive(Copy, Clone, Debug)]
pub struct Let {
    pub name: Span,
    pub ty: Option<Ty>,
}

#[derive(Debug)]
pub struct BlockSyntax {
    /// The name, or for the entry block the opening brace.
    pub name: Span,
    pub is_cleanup: bool,
    pub statements: Vec<StatementSyntax>,
    pub terminator: TerminatorSyntax,
    pub terminator_span: Span,
}

#[derive(Debug)]
pub struct StatementSyntax {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum StatementKind {
    Assign(ExprId, ExprId),
    /// A function call that is a statement, such as `StorageLive(x)`.
    Call(ExprId),
}

#[derive(Debug)]
pub enum TerminatorSyntax {
    Call(ExprId),
    /// `match e { value => block, _ => block }`
    Match(ExprId, Vec<(ExprId, Span)>, Span),
}

/// Where the expressions of one function live.
#[derive(Default, Debug)]
pub struct Arena {
    exprs: Vec<Expr>,
    lists: Vec<ExprId>,
}

impl Arena {
    pub fn push(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.exprs.push(Expr { kind, span });
        ExprId(self.exprs.len() as u32 - 1)
    }

    pub fn push_list(&mut self, items: &[ExprId]) -> ExprList {
        let start = self.lists.len() as u32;
        self.lists.extend_from_slice(items);
        ExprList { start, len: items.len() as u32 }
    }

    pub fn get(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    pub fn list(&self, list: ExprList) -> &[ExprId] {
        &self.lists[list.start as usize..(list.start + list.len) as usize]
    }
}
