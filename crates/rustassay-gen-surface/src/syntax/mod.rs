//! Rust as a tree: what generated programs are until they are printed.
//!
//! Small and owned. Whatever may stand in parentheses for precedence alone is without them here; the printer knows where they are needed.

pub mod build;
mod items;

pub use items::*;

/// A name: a word of the language or the library, or one of the program's own, numbered so that no two are the same.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Name {
    /// `Vec`, `push`, `self`.
    Word(&'static str),
    /// `x12`.
    Numbered(&'static str, u32),
}

/// A path, of a type or a value: `Vec<u8>`, `<T as Trait>::make`.
#[derive(Clone, PartialEq, Debug)]
pub struct Path {
    /// `<T as ..>`: the segments but the last are then the trait, or there is one segment only and it is `<T>::make`.
    pub qself: Option<Box<Type>>,
    /// What is between `::`.
    pub segments: Vec<Segment>,
}

/// One name of a path, with its arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Segment {
    /// The name.
    pub name: Name,
    /// What is in angle brackets, or in parentheses.
    pub args: PathArgs,
}

/// Arguments of a path's segment.
#[derive(Clone, PartialEq, Debug)]
pub enum PathArgs {
    /// None.
    None,
    /// `<u8, 'a, 3, Item = u8>`.
    Angle(Vec<GenericArg>),
    /// `(u8) -> u16`, of `Fn` and its like.
    Paren(Vec<Type>, Option<Box<Type>>),
}

/// One generic argument.
#[derive(Clone, PartialEq, Debug)]
pub enum GenericArg {
    /// A type.
    Type(Type),
    /// A constant.
    Const(Expr),
    /// A lifetime, `'a`.
    Lifetime(Name),
    /// `Item = u8`.
    Assoc(Name, Type),
    /// `Item: Clone`.
    AssocBound(Name, Vec<Bound>),
}

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    /// `u8`, `Vec<u8>`, `T::Out`.
    Path(Path),
    /// `&'a mut T`.
    Ref(Option<Name>, Mutability, Box<Type>),
    /// `*const T`.
    Ptr(Mutability, Box<Type>),
    /// `[T]`.
    Slice(Box<Type>),
    /// `[T; 3]`.
    Array(Box<Type>, Box<Expr>),
    /// `(A, B)`.
    Tuple(Vec<Type>),
    /// `fn(A) -> B`.
    Fn(Box<FnType>),
    /// `dyn A + 'a`.
    Dyn(Vec<Bound>),
    /// `impl A + 'a`.
    Impl(Vec<Bound>),
    /// `!`.
    Never,
    /// `_`.
    Infer,
}

/// The type of function pointers.
#[derive(Clone, PartialEq, Debug)]
pub struct FnType {
    /// `for<'a>`.
    pub lifetimes: Vec<Name>,
    /// Whether a call is `unsafe`.
    pub is_unsafe: bool,
    /// `extern "C"`.
    pub abi: Option<&'static str>,
    /// Parameters, with names if they have some.
    pub params: Vec<(Option<Name>, Type)>,
    /// Whether `...` follows.
    pub is_variadic: bool,
    /// What it returns, if not unit.
    pub ret: Option<Type>,
}

/// What may be required of a type.
#[derive(Clone, PartialEq, Debug)]
pub enum Bound {
    /// `for<'a> Trait<'a>`, `?Sized`.
    Trait {
        /// `for<'a>`.
        lifetimes: Vec<Name>,
        /// `?`.
        is_maybe: bool,
        /// The trait.
        path: Path,
    },
    /// `'a`.
    Lifetime(Name),
    /// `use<'a, T>`.
    Use(Vec<GenericArg>),
}

/// Whether something may be changed.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Mutability {
    Not,
    Mut,
}

/// A literal.
#[derive(Clone, PartialEq, Debug)]
pub enum Lit {
    /// `-5i8`, `0xff`: magnitude, whether it is negative, suffix, base.
    Int {
        /// Its magnitude.
        value: u128,
        /// Whether `-` stands before it.
        is_negative: bool,
        /// The type at its end.
        suffix: Option<&'static str>,
        /// How it is written.
        base: Base,
    },
    /// A finite float that is not negative, with its suffix.
    Float(f64, Option<&'static str>),
    /// `true`.
    Bool(bool),
    /// `'x'`.
    Char(char),
    /// `b'x'`.
    Byte(u8),
    /// `"text"`.
    Str(String),
    /// `r#"text"#`.
    RawStr(String),
    /// `b"text"`.
    ByteStr(String),
    /// `c"text"`.
    CStr(String),
}

/// How an integer is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Base {
    Decimal,
    Hex,
    Binary,
    Octal,
}

/// An operator with one operand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum UnOp {
    Neg,
    Not,
    Deref,
}

/// An operator with two operands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    BitXor,
    BitAnd,
    BitOr,
    Shl,
    Shr,
    Eq,
    Lt,
    Le,
    Ne,
    Ge,
    Gt,
}

/// A field: by name or by number.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Member {
    /// `.name`.
    Named(Name),
    /// `.0`.
    Index(u32),
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// A variable or another single name.
    Name(Name),
    /// A path.
    Path(Path),
    /// A literal.
    Lit(Lit),
    /// `f(a, b)`.
    Call(Box<Expr>, Vec<Expr>),
    /// `x.m::<T>(a, b)`.
    Method(Box<MethodCall>),
    /// `name!(..)`.
    Macro(Box<MacroCall>),
    /// Mixes the value of a place into the checksum, under a label; what it looks like depends on the form.
    Observe(Label, Box<Expr>),
    /// `x.field`.
    Field(Box<Expr>, Member),
    /// `x[i]`.
    Index(Box<(Expr, Expr)>),
    /// `-x`, `!x`, `*x`.
    Unary(UnOp, Box<Expr>),
    /// `a + b`.
    Binary(BinOp, Box<(Expr, Expr)>),
    /// `a = b`.
    Assign(Box<(Expr, Expr)>),
    /// `a += b`.
    AssignOp(BinOp, Box<(Expr, Expr)>),
    /// `a as T`.
    Cast(Box<(Expr, Type)>),
    /// `&x`, `&mut x`.
    Ref(Mutability, Box<Expr>),
    /// `&raw const x`.
    RawRef(Mutability, Box<Expr>),
    /// `(a, b)`.
    Tuple(Vec<Expr>),
    /// `[a, b]`.
    Array(Vec<Expr>),
    /// `[a; n]`.
    Repeat(Box<(Expr, Expr)>),
    /// `S { a: b, ..c }`.
    Struct(Box<StructLit>),
    /// `a..b`, `a..=b`.
    Range(Option<Box<Expr>>, Option<Box<Expr>>, bool),
    /// `if c { .. } else { .. }`; `c` may be `let` and a chain of them.
    If(Box<If>),
    /// `let p = e`, in conditions.
    Let(Box<(Pat, Expr)>),
    /// `match x { .. }`.
    Match(Box<Expr>, Vec<Arm>),
    /// `'a: loop { .. }`.
    Loop(Option<Name>, Block),
    /// `'a: while c { .. }`.
    While(Option<Name>, Box<Expr>, Block),
    /// `'a: for p in e { .. }`.
    For(Option<Name>, Box<(Pat, Expr)>, Block),
    /// `{ .. }` of any kind.
    Block(BlockKind, Block),
    /// `|x| ..`.
    Closure(Box<Closure>),
    /// `return x`.
    Return(Option<Box<Expr>>),
    /// `break 'a x`.
    Break(Option<Name>, Option<Box<Expr>>),
    /// `continue 'a`.
    Continue(Option<Name>),
    /// `x?`.
    Try(Box<Expr>),
    /// `x.await`.
    Await(Box<Expr>),
    /// `(x)`, where nobody needs them.
    Paren(Box<Expr>),
    /// `$x`, in a macro's definition.
    Meta(Name),
    /// `_`, on the left of an assignment.
    Infer,
}

/// What a label says: the function, and what is observed in it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub function: Name,
    /// What.
    pub what: Name,
}

/// A block's kind.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BlockKind {
    /// `{ .. }`.
    Plain,
    /// `'a: { .. }`.
    Labelled(Name),
    /// `unsafe { .. }`.
    Unsafe,
    /// `const { .. }`.
    Const,
    /// `async { .. }`, `async move { .. }`.
    Async(bool),
}

/// `x.m::<T>(a, b)`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct MethodCall {
    pub receiver: Expr,
    pub name: Name,
    pub generics: Vec<GenericArg>,
    pub args: Vec<Expr>,
}

/// `name!(..)`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct MacroCall {
    pub path: Path,
    pub delimiter: Delimiter,
    pub args: MacroArgs,
}

/// What surrounds a macro's arguments.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Delimiter {
    Paren,
    Bracket,
    Brace,
}

/// What a macro is given.
#[derive(Clone, PartialEq, Debug)]
pub enum MacroArgs {
    /// `a, b, c`.
    Exprs(Vec<Expr>),
    /// `a; n`.
    Repeat(Expr, Expr),
    /// `a, pattern`, as of `matches!`.
    Matches(Expr, Pat),
    /// A type and expressions after it.
    Typed(Type, Vec<Expr>),
    /// `a => b, c => d`.
    Pairs(Vec<(Expr, Expr)>),
    /// Items, as of `thread_local!`.
    Items(Vec<Item>),
    /// `$(..),*`, in a macro's definition: what is repeated, and what separates.
    Repeated(Vec<Expr>, Box<Expr>),
}

/// `S { a: b, ..c }`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct StructLit {
    pub path: Path,
    pub fields: Vec<(Member, Expr)>,
    pub base: Option<Expr>,
}

/// `if c { .. } else { .. }`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct If {
    pub condition: Expr,
    pub then: Block,
    /// A block or another `if`.
    pub otherwise: Option<Expr>,
}

/// One arm of a match.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Arm {
    pub pat: Pat,
    pub guard: Option<Expr>,
    pub body: Expr,
}

/// `|x| ..`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Closure {
    pub is_move: bool,
    pub is_async: bool,
    pub params: Vec<(Pat, Option<Type>)>,
    pub ret: Option<Type>,
    pub body: Expr,
}

/// A pattern.
#[derive(Clone, PartialEq, Debug)]
pub enum Pat {
    /// `_`.
    Wild,
    /// `..`.
    Rest,
    /// `ref mut x @ p`.
    Bind {
        /// `ref`.
        by_ref: bool,
        /// `mut`.
        mutability: Mutability,
        /// The variable.
        name: Name,
        /// After `@`.
        sub: Option<Box<Pat>>,
    },
    /// A literal.
    Lit(Lit),
    /// `a..=b`, `a..`, `..=b`, `a..b`.
    Range(Option<Lit>, Option<Lit>, bool),
    /// A constant or a variant without fields.
    Path(Path),
    /// `V(a, b)`.
    TupleStruct(Path, Vec<Pat>),
    /// `S { a: p, .. }`.
    Struct(Path, Vec<(Member, Pat)>, bool),
    /// `(a, b)`.
    Tuple(Vec<Pat>),
    /// `[a, b]`.
    Slice(Vec<Pat>),
    /// `&p`.
    Ref(Mutability, Box<Pat>),
    /// `a | b`.
    Or(Vec<Pat>),
    /// `(p)`.
    Paren(Box<Pat>),
}

/// Statements, and perhaps a value.
#[derive(Clone, PartialEq, Debug, Default)]
#[allow(missing_docs)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub tail: Option<Box<Expr>>,
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// `let p: T = e else { .. };`
    Let {
        /// What is bound.
        pat: Pat,
        /// Its type, if it is said.
        ty: Option<Type>,
        /// Its value, if it has one already.
        init: Option<Expr>,
        /// What is done if the pattern does not match.
        otherwise: Option<Block>,
    },
    /// An expression, of which only the effect counts.
    Expr(Expr),
    /// An item.
    Item(Item),
}
