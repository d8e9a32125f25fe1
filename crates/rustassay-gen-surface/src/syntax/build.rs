//! Short ways to make pieces of the tree.

use super::*;

impl From<Name> for Expr {
    fn from(name: Name) -> Expr {
        Expr::Name(name)
    }
}

impl From<Path> for Expr {
    fn from(path: Path) -> Expr {
        Expr::Path(path)
    }
}

impl From<&'static str> for Name {
    fn from(word: &'static str) -> Name {
        Name::Word(word)
    }
}

impl From<&'static str> for Expr {
    fn from(word: &'static str) -> Expr {
        Expr::Name(Name::Word(word))
    }
}

impl From<&'static str> for Type {
    fn from(word: &'static str) -> Type {
        Type::Path(path(&[word]))
    }
}

impl From<Name> for Type {
    fn from(name: Name) -> Type {
        Type::Path(name_path(name))
    }
}

impl From<Path> for Type {
    fn from(path: Path) -> Type {
        Type::Path(path)
    }
}

/// `a::b::c`.
pub fn path(words: &[&'static str]) -> Path {
    let segment = |word: &&'static str| Segment { name: Name::Word(word), args: PathArgs::None };
    Path { qself: None, segments: words.iter().map(segment).collect() }
}

/// The path of one name.
pub fn name_path(name: impl Into<Name>) -> Path {
    Path { qself: None, segments: vec![Segment { name: name.into(), args: PathArgs::None }] }
}

/// `<ty as of>::name`.
pub fn qualified(ty: Type, of: Path, name: impl Into<Name>) -> Path {
    Path { qself: Some(Box::new(ty)), ..of }.then(name)
}

/// `<ty>::name`.
pub fn of_type(ty: Type, name: impl Into<Name>) -> Path {
    Path { qself: Some(Box::new(ty)), segments: Vec::new() }.then(name)
}

impl Path {
    /// `self::name`.
    pub fn then(mut self, name: impl Into<Name>) -> Path {
        self.segments.push(Segment { name: name.into(), args: PathArgs::None });
        self
    }

    /// `self<args>`.
    pub fn of(mut self, args: Vec<GenericArg>) -> Path {
        if let Some(last) = self.segments.last_mut()
            && !args.is_empty()
        {
            last.args = PathArgs::Angle(args);
        }
        self
    }

    /// `self<types>`.
    pub fn of_types(self, types: Vec<Type>) -> Path {
        self.of(types.into_iter().map(GenericArg::Type).collect())
    }

    /// `self(params) -> ret`.
    pub fn of_call(mut self, params: Vec<Type>, ret: Option<Type>) -> Path {
        if let Some(last) = self.segments.last_mut() {
            last.args = PathArgs::Paren(params, ret.map(Box::new));
        }
        self
    }

    /// The path as a bound.
    pub fn bound(self) -> Bound {
        Bound::Trait { lifetimes: Vec::new(), is_maybe: false, path: self }
    }
}

/// `word<types>`.
pub fn generic(word: impl Into<Name>, types: Vec<Type>) -> Type {
    Type::Path(name_path(word).of_types(types))
}

/// A bound of one word.
pub fn bound(word: &'static str) -> Bound {
    path(&[word]).bound()
}

/// `f(args)`.
pub fn call(f: impl Into<Expr>, args: Vec<Expr>) -> Expr {
    Expr::Call(Box::new(f.into()), args)
}

/// `a::b(args)`.
pub fn call_path(words: &[&'static str], args: Vec<Expr>) -> Expr {
    call(path(words), args)
}

/// `name!(args)`.
pub fn macro_call(name: &'static str, args: Vec<Expr>) -> Expr {
    macro_with(name_path(name), Delimiter::Paren, MacroArgs::Exprs(args))
}

/// `path!(args)`, with any arguments.
pub fn macro_with(path: Path, delimiter: Delimiter, args: MacroArgs) -> Expr {
    Expr::Macro(Box::new(MacroCall { path, delimiter, args }))
}

/// `vec![args]`.
pub fn vec_of(args: Vec<Expr>) -> Expr {
    macro_with(name_path("vec"), Delimiter::Bracket, MacroArgs::Exprs(args))
}

/// `a op b`.
pub fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new((a, b)))
}

/// `target = value`.
pub fn assign(target: impl Into<Expr>, value: Expr) -> Expr {
    Expr::Assign(Box::new((target.into(), value)))
}

/// `target op= value`.
pub fn assign_op(op: BinOp, target: impl Into<Expr>, value: Expr) -> Expr {
    Expr::AssignOp(op, Box::new((target.into(), value)))
}

/// `usize` without a suffix, or any other number that is not negative.
pub fn number(value: u128) -> Expr {
    Expr::Lit(Lit::Int { value, is_negative: false, suffix: None, base: Base::Decimal })
}

/// `5u8`.
pub fn number_of(value: u128, suffix: &'static str) -> Expr {
    Expr::Lit(Lit::Int { value, is_negative: false, suffix: Some(suffix), base: Base::Decimal })
}

/// `"text"`.
pub fn text(text: impl Into<String>) -> Expr {
    Expr::Lit(Lit::Str(text.into()))
}

/// `a..b`.
pub fn range(from: Expr, to: Expr) -> Expr {
    Expr::Range(Some(Box::new(from)), Some(Box::new(to)), false)
}

/// `a..=b`.
pub fn range_inclusive(from: Expr, to: Expr) -> Expr {
    Expr::Range(Some(Box::new(from)), Some(Box::new(to)), true)
}

/// `{ stmts; tail }`.
pub fn block(stmts: Vec<Stmt>, tail: Option<Expr>) -> Block {
    Block { stmts, tail: tail.map(Box::new) }
}

/// `{ stmts; tail }`, as an expression.
pub fn block_expr(stmts: Vec<Stmt>, tail: Option<Expr>) -> Expr {
    Expr::Block(BlockKind::Plain, block(stmts, tail))
}

/// `if c { then } else { otherwise }`.
pub fn if_else(condition: Expr, then: Block, otherwise: Block) -> Expr {
    let otherwise = Some(Expr::Block(BlockKind::Plain, otherwise));
    Expr::If(Box::new(If { condition, then, otherwise }))
}

/// `if c { then }`.
pub fn if_then(condition: Expr, then: Block) -> Expr {
    Expr::If(Box::new(If { condition, then, otherwise: None }))
}

/// `|params| body`.
pub fn closure(params: Vec<Pat>, body: Expr) -> Expr {
    let params = params.into_iter().map(|pat| (pat, None)).collect();
    Expr::Closure(Box::new(Closure { is_move: false, is_async: false, params, ret: None, body }))
}

/// `let name = init;`.
pub fn let_name(name: Name, init: Expr) -> Stmt {
    let_pat(Pat::name(name), None, init)
}

/// `let mut name = init;`.
pub fn let_mut(name: Name, init: Expr) -> Stmt {
    let_pat(Pat::name_mut(name), None, init)
}

/// `let pat: ty = init;`.
pub fn let_pat(pat: Pat, ty: Option<Type>, init: Expr) -> Stmt {
    Stmt::Let { pat, ty, init: Some(init), otherwise: None }
}

impl Expr {
    /// `self.name(args)`.
    pub fn method(self, name: impl Into<Name>, args: Vec<Expr>) -> Expr {
        let call = MethodCall { receiver: self, name: name.into(), generics: Vec::new(), args };
        Expr::Method(Box::new(call))
    }

    /// `self.name::<ty>(args)`.
    pub fn method_of(self, name: &'static str, ty: Type, args: Vec<Expr>) -> Expr {
        let generics = vec![GenericArg::Type(ty)];
        Expr::Method(Box::new(MethodCall { receiver: self, name: name.into(), generics, args }))
    }

    /// `self.name`.
    pub fn field(self, name: Name) -> Expr {
        Expr::Field(Box::new(self), Member::Named(name))
    }

    /// `self.0`.
    pub fn part(self, index: usize) -> Expr {
        Expr::Field(Box::new(self), Member::Index(index as u32))
    }

    /// `self[index]`.
    pub fn index(self, index: Expr) -> Expr {
        Expr::Index(Box::new((self, index)))
    }

    /// `self as ty`.
    pub fn cast(self, ty: impl Into<Type>) -> Expr {
        Expr::Cast(Box::new((self, ty.into())))
    }

    /// `&self`.
    pub fn borrow(self) -> Expr {
        Expr::Ref(Mutability::Not, Box::new(self))
    }

    /// `&mut self`.
    pub fn borrow_mut(self) -> Expr {
        Expr::Ref(Mutability::Mut, Box::new(self))
    }

    /// `*self`.
    pub fn deref(self) -> Expr {
        Expr::Unary(UnOp::Deref, Box::new(self))
    }

    /// `!self`.
    pub fn negated(self) -> Expr {
        Expr::Unary(UnOp::Not, Box::new(self))
    }

    /// The expression as a statement.
    pub fn stmt(self) -> Stmt {
        Stmt::Expr(self)
    }
}

impl Pat {
    /// `name`.
    pub fn name(name: impl Into<Name>) -> Pat {
        Pat::Bind { by_ref: false, mutability: Mutability::Not, name: name.into(), sub: None }
    }

    /// `mut name`.
    pub fn name_mut(name: impl Into<Name>) -> Pat {
        Pat::Bind { by_ref: false, mutability: Mutability::Mut, name: name.into(), sub: None }
    }

    /// `ref name`.
    pub fn by_ref(name: Name) -> Pat {
        Pat::Bind { by_ref: true, mutability: Mutability::Not, name, sub: None }
    }
}

impl Type {
    /// `&self`.
    pub fn borrowed(self) -> Type {
        Type::Ref(None, Mutability::Not, Box::new(self))
    }

    /// `&mut self`.
    pub fn borrowed_mut(self) -> Type {
        Type::Ref(None, Mutability::Mut, Box::new(self))
    }
}

impl Item {
    /// An item without anything before it.
    pub fn plain(kind: ItemKind) -> Item {
        Item { attributes: Vec::new(), visibility: Visibility::Inherited, kind }
    }

    /// A function without anything before it.
    pub fn function(function: Function) -> Item {
        Item::plain(ItemKind::Fn(Box::new(function)))
    }

    /// An implementation.
    pub fn implement(generics: Generics, of: Option<Path>, ty: Type, items: Vec<Item>) -> Item {
        Item::plain(ItemKind::Impl(Box::new(Impl { is_unsafe: false, generics, of, ty, items })))
    }
}

impl Function {
    /// A function of parameters and a body.
    pub fn new(
        name: impl Into<Name>,
        params: Vec<(Name, Type)>,
        ret: Option<Type>,
        body: Option<Block>,
    ) -> Function {
        Function {
            is_const: false,
            is_async: false,
            is_unsafe: false,
            abi: None,
            name: name.into(),
            generics: Generics::default(),
            receiver: None,
            params: params.into_iter().map(|(name, ty)| (Pat::name(name), ty)).collect(),
            ret,
            body,
        }
    }

    /// The same as a method of `&self`.
    pub fn of_ref(self) -> Function {
        Function { receiver: Some(Receiver::Ref(None, Mutability::Not)), ..self }
    }

    /// The same as a method of `&mut self`.
    pub fn of_mut(self) -> Function {
        Function { receiver: Some(Receiver::Ref(None, Mutability::Mut)), ..self }
    }

    /// The same as a method of `self`.
    pub fn of_value(self) -> Function {
        Function { receiver: Some(Receiver::Value(Mutability::Not)), ..self }
    }

    /// The same, generic.
    pub fn with(self, generics: Generics) -> Function {
        Function { generics, ..self }
    }
}

impl Generics {
    /// `<T: bounds>`.
    pub fn of(name: impl Into<Name>, bounds: Vec<Bound>) -> Generics {
        Generics { params: vec![GenericParam::Type(name.into(), bounds, None)], predicates: Vec::new() }
    }

    /// `<'a>`.
    pub fn lifetime(name: &'static str) -> Generics {
        let params = vec![GenericParam::Lifetime(name.into(), Vec::new())];
        Generics { params, predicates: Vec::new() }
    }
}
