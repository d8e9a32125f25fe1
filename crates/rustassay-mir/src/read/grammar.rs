//! The grammar of expressions and bodies.

use super::cursor::{Cursor, Read};
use super::names::Names;
use super::syntax::*;
use super::tokens::TokenKind;
use super::types::{parse_int, read_type};
use crate::model::{BinOp, IntTy, MIR_FUNCTIONS, Mutability, Types};
use crate::source::{Diagnostic, Span};

/// Reads expressions and bodies into an arena.
pub struct Grammar<'a, 'r> {
    pub cursor: Cursor<'a>,
    pub types: &'r mut Types,
    pub names: &'r Names<'a>,
    pub arena: &'r mut Arena,
    /// What went wrong in the function at hand.
    pub errors: &'r mut Vec<Diagnostic>,
}

/// How tightly an operator binds; `as` and prefix operators bind tighter than all of them.
fn precedence(op: BinOp) -> u8 {
    match op {
        BinOp::Mul | BinOp::Div | BinOp::Rem => 7,
        BinOp::Add | BinOp::Sub => 6,
        BinOp::Shl | BinOp::Shr => 5,
        BinOp::BitAnd => 4,
        BinOp::BitXor => 3,
        BinOp::BitOr => 2,
        BinOp::Eq | BinOp::Lt | BinOp::Le | BinOp::Ne | BinOp::Ge | BinOp::Gt => 1,
        BinOp::Offset
        | BinOp::AddUnchecked
        | BinOp::SubUnchecked
        | BinOp::MulUnchecked
        | BinOp::ShlUnchecked
        | BinOp::ShrUnchecked
        | BinOp::Cmp => 0,
    }
}

impl Grammar<'_, '_> {
    /// `a = b` or any other expression.
    pub fn expr(&mut self) -> Read<ExprId> {
        let left = self.operators(1, true)?;
        if self.cursor.at_punct("=") && !self.cursor.at_punct("==") && !self.cursor.at_punct("=>") {
            self.cursor.bump();
            let right = self.operators(1, true)?;
            let span = self.span_of(left).to(self.span_of(right));
            return Ok(self.arena.push(ExprKind::Assign(left, right), span));
        }
        Ok(left)
    }

    /// Reads something that is one level deeper than what is around it.
    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Read<ExprId>) -> Read<ExprId> {
        self.chain(|grammar| {
            grammar.cursor.enter()?;
            read(grammar)
        })
    }

    /// Reads something of which each further step, such as the `.0` of `x.0.0`, is one level deeper in the tree: `read` enters each of them.
    fn chain(&mut self, read: impl FnOnce(&mut Self) -> Read<ExprId>) -> Read<ExprId> {
        let depth = self.cursor.depth();
        let result = read(self);
        self.cursor.return_to(depth);
        result
    }

    fn span_of(&self, expr: ExprId) -> Span {
        self.arena.get(expr).span
    }

    fn operators(&mut self, min: u8, structs: bool) -> Read<ExprId> {
        self.chain(|grammar| {
            let mut left = grammar.prefix(structs)?;
            while let Some((op, len)) = grammar.peek_operator() {
                if precedence(op) < min {
                    break;
                }
                grammar.cursor.enter()?;
                for _ in 0..len {
                    grammar.cursor.bump();
                }
                let right = grammar.operators(precedence(op) + 1, structs)?;
                let span = grammar.span_of(left).to(grammar.span_of(right));
                left = grammar.arena.push(ExprKind::Binary(op, left, right), span);
            }
            Ok(left)
        })
    }

    /// The operator here, and how many tokens it has.
    fn peek_operator(&self) -> Option<(BinOp, usize)> {
        let TokenKind::Punct(first) = self.cursor.peek().kind else { return None };
        let is = |punct: &str| self.cursor.at_punct(punct);
        let op = match first {
            b'+' => (BinOp::Add, 1),
            b'-' => (BinOp::Sub, 1),
            b'*' => (BinOp::Mul, 1),
            b'/' => (BinOp::Div, 1),
            b'%' => (BinOp::Rem, 1),
            b'^' => (BinOp::BitXor, 1),
            b'&' => (BinOp::BitAnd, 1),
            b'|' => (BinOp::BitOr, 1),
            b'<' if is("<<") => (BinOp::Shl, 2),
            b'<' if is("<=") => (BinOp::Le, 2),
            b'<' => (BinOp::Lt, 1),
            b'>' if is(">>") => (BinOp::Shr, 2),
            b'>' if is(">=") => (BinOp::Ge, 2),
            b'>' => (BinOp::Gt, 1),
            b'=' if is("==") => (BinOp::Eq, 2),
            b'!' if is("!=") => (BinOp::Ne, 2),
            _ => return None,
        };
        Some(op)
    }

    /// Prefix operators, then `as` casts.
    fn prefix(&mut self, structs: bool) -> Read<ExprId> {
        self.chain(|grammar| {
            let mut expr = grammar.unary(structs)?;
            while grammar.cursor.at_keyword("as") {
                grammar.cursor.enter()?;
                grammar.cursor.bump();
                let ty = read_type(&mut grammar.cursor, grammar.types, grammar.names)?;
                let span = grammar.cursor.span_from(grammar.span_of(expr).start);
                expr = grammar.arena.push(ExprKind::Cast(expr, ty), span);
            }
            Ok(expr)
        })
    }

    fn unary(&mut self, structs: bool) -> Read<ExprId> {
        let token = self.cursor.peek();
        let TokenKind::Punct(punct) = token.kind else { return self.postfix(structs) };
        let kind: fn(ExprId) -> ExprKind = match punct {
            b'-' => ExprKind::Neg,
            b'!' => ExprKind::Not,
            b'*' => ExprKind::Deref,
            b'&' => {
                self.cursor.bump();
                match (self.cursor.ident(), self.cursor.ident_nth(1)) {
                    (Some("raw"), Some("const")) => |e| ExprKind::RawPtr(Mutability::Not, e),
                    (Some("raw"), Some("mut")) => |e| ExprKind::RawPtr(Mutability::Mut, e),
                    (Some("mut"), _) => |e| ExprKind::Ref(Mutability::Mut, e),
                    _ => |e| ExprKind::Ref(Mutability::Not, e),
                }
            }
            _ => return self.postfix(structs),
        };
        let words = match kind(ExprId(0)) {
            ExprKind::RawPtr(..) => 2,
            ExprKind::Ref(Mutability::Not, _) => 0,
            _ => 1,
        };
        for _ in 0..words {
            self.cursor.bump();
        }
        let operand = self.nested(|grammar| grammar.unary(structs))?;
        let span = Span::new(token.start, self.span_of(operand).end);
        Ok(self.arena.push(kind(operand), span))
    }

    /// Calls, fields and indices.
    fn postfix(&mut self, structs: bool) -> Read<ExprId> {
        self.chain(|grammar| grammar.postfix_steps(structs))
    }

    fn postfix_steps(&mut self, structs: bool) -> Read<ExprId> {
        let mut expr = self.atom(structs)?;
        let start = self.cursor.peek().start.min(self.span_of(expr).start);
        loop {
            let token = self.cursor.peek();
            if matches!(token.kind, TokenKind::Open(b'(' | b'[') | TokenKind::Punct(b'.')) {
                self.cursor.enter()?;
            }
            let kind = match token.kind {
                TokenKind::Open(b'(') => {
                    self.cursor.bump();
                    let args = self.expr_list(b')')?;
                    ExprKind::Call(expr, args)
                }
                TokenKind::Open(b'[') => {
                    self.cursor.bump();
                    let index = self.nested(|grammar| grammar.expr())?;
                    self.cursor.expect_close(b']')?;
                    ExprKind::Index(expr, index)
                }
                TokenKind::Punct(b'.') => {
                    self.cursor.bump();
                    let name = self.cursor.peek();
                    match name.kind {
                        TokenKind::Ident | TokenKind::Int => {
                            self.cursor.bump();
                            ExprKind::Field(expr, name.span())
                        }
                        // `x.0.1`: the lexer sees a float.
                        TokenKind::Float => {
                            self.cursor.bump();
                            let text = self.cursor.slice(name.span());
                            let Some(dot) = text.find('.').filter(|&dot| dot + 1 < text.len()) else {
                                let message = "this is no field";
                                return Err(Box::new(Diagnostic::new("syntax", name.span(), message)));
                            };
                            // One token, two steps.
                            self.cursor.enter()?;
                            let middle = name.start + dot as u32;
                            let first = Span::new(name.start, middle);
                            expr = self.arena.push(ExprKind::Field(expr, first), Span::new(start, middle));
                            ExprKind::Field(expr, Span::new(middle + 1, name.end))
                        }
                        _ => return Err(self.cursor.unexpected("a field")),
                    }
                }
                _ => return Ok(expr),
            };
            let span = self.cursor.span_from(start);
            expr = self.arena.push(kind, span);
        }
    }

    fn expr_list(&mut self, close: u8) -> Read<ExprList> {
        let (list, _) = self.expr_list_with_comma(close)?;
        Ok(list)
    }

    /// The expressions up to the closing bracket, and whether a comma came last.
    fn expr_list_with_comma(&mut self, close: u8) -> Read<(ExprList, bool)> {
        // Lists are short; longer ones go on in a vector.
        let mut items = smallvec::SmallVec::<[ExprId; 8]>::new();
        let mut comma = false;
        while !self.cursor.eat_close(close) {
            items.push(self.nested(|grammar| grammar.expr())?);
            comma = self.cursor.eat_punct(",");
            if !comma && !self.cursor.at_close(close) {
                return Err(self.cursor.unexpected(&format!("`,` or `{}`", close as char)));
            }
        }
        Ok((self.arena.push_list(&items), comma))
    }

    fn atom(&mut self, structs: bool) -> Read<ExprId> {
        let token = self.cursor.peek();
        let span = token.span();
        let kind = match token.kind {
            TokenKind::Int => {
                self.cursor.bump();
                let text = self.cursor.slice(span);
                let Some((value, suffix)) = parse_int(text) else {
                    return Err(Box::new(Diagnostic::new(
                        "literal",
                        span,
                        "this literal needs more than 128 bits",
                    )));
                };
                match suffix {
                    "" => ExprKind::Int(value, None),
                    "f16" | "f32" | "f64" | "f128" => ExprKind::Float,
                    _ if IntTy::from_name(suffix).is_some() => {
                        ExprKind::Int(value, Some(Span::new(span.end - suffix.len() as u32, span.end)))
                    }
                    _ => {
                        let message = format!("`{suffix}` is no suffix of an integer");
                        return Err(Box::new(Diagnostic::new("literal", span, message)));
                    }
                }
            }
            TokenKind::Float => {
                self.cursor.bump();
                ExprKind::Float
            }
            TokenKind::Char | TokenKind::Byte | TokenKind::Str | TokenKind::ByteStr => {
                self.cursor.bump();
                quoted(token.kind, self.cursor.slice(span), span)?
            }
            TokenKind::Open(b'(') => {
                self.cursor.bump();
                let (items, comma) = self.expr_list_with_comma(b')')?;
                match *self.arena.list(items) {
                    [only] if !comma => return Ok(only),
                    _ => ExprKind::Tuple(items),
                }
            }
            TokenKind::Open(b'[') => {
                self.cursor.bump();
                if self.cursor.eat_close(b']') {
                    ExprKind::Array(self.arena.push_list(&[]))
                } else {
                    self.array()?
                }
            }
            TokenKind::Ident => return self.named(structs),
            TokenKind::Punct(b':') if self.cursor.at_punct("::") => return self.path(structs),
            _ => return Err(self.cursor.unexpected("an expression")),
        };
        let span = self.cursor.span_from(token.start);
        Ok(self.arena.push(kind, span))
    }

    /// What follows the `[` of an array that is not empty.
    fn array(&mut self) -> Read<ExprKind> {
        let first = self.nested(|grammar| grammar.expr())?;
        if self.cursor.eat_punct(";") {
            let len = self.nested(|grammar| grammar.expr())?;
            self.cursor.expect_close(b']')?;
            return Ok(ExprKind::Repeat(first, len));
        }
        let mut items = vec![first];
        while !self.cursor.eat_close(b']') {
            self.cursor.expect_punct(",")?;
            if self.cursor.eat_close(b']') {
                break;
            }
            items.push(self.nested(|grammar| grammar.expr())?);
        }
        Ok(ExprKind::Array(self.arena.push_list(&items)))
    }

    /// What begins with a word.
    fn named(&mut self, structs: bool) -> Read<ExprId> {
        let token = self.cursor.peek();
        let kind = match self.cursor.slice(token.span()) {
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "const" => {
                self.cursor.bump();
                self.cursor.expect_open(b'{')?;
                let value = self.nested(|grammar| grammar.expr())?;
                self.cursor.expect_close(b'}')?;
                let span = self.cursor.span_from(token.start);
                return Ok(self.arena.push(ExprKind::ConstBlock(value), span));
            }
            _ => return self.path(structs),
        };
        self.cursor.bump();
        Ok(self.arena.push(kind, token.span()))
    }

    /// The functions of `core::intrinsics::mir` get generic arguments by inference, but for those that say what they give.
    fn mir_generics(&self, segments: &[Segment]) -> Read<()> {
        let last = segments.last().filter(|last| !last.generics.is_empty());
        let Some(last) = last else { return Ok(()) };
        let taken = match self.cursor.slice(last.name) {
            "Field" => 1,
            "CastPtrToPtr" | "CastTransmute" | "CastUnsize" => 2,
            name if MIR_FUNCTIONS.contains(&name) => 0,
            _ => return Ok(()),
        };
        if last.generics.len() == taken {
            return Ok(());
        }
        let message = match taken {
            0 => "this function is written without generic arguments".to_owned(),
            1 => "this function takes one generic argument".to_owned(),
            _ => format!("this function takes {taken} generic arguments"),
        };
        Err(Box::new(Diagnostic::new("wrong-generics", last.name, message)))
    }

    /// A path, a macro's call, or a struct expression.
    fn path(&mut self, structs: bool) -> Read<ExprId> {
        let start = self.cursor.peek().start;
        let leading = self.cursor.eat_punct("::");
        let first = self.cursor.expect_ident()?;
        let (kind, name) = if leading || self.cursor.at_punct("::") {
            let mut segments = vec![Segment { name: first, generics: self.turbofish()? }];
            while self.cursor.eat_punct("::") {
                let name = self.cursor.expect_ident()?;
                segments.push(Segment { name, generics: self.turbofish()? });
            }
            self.mir_generics(&segments)?;
            let last = segments.last().map_or(first, |last| last.name);
            (ExprKind::Path(Box::new(Path { segments })), last)
        } else {
            // Most paths are a local's name, and need no vector.
            (ExprKind::Ident, first)
        };
        let next = self.cursor.peek().kind;
        if next == TokenKind::Punct(b'!') && matches!(self.cursor.peek_nth(1).kind, TokenKind::Open(_)) {
            return self.macro_call(start, name);
        }
        let span = self.cursor.span_from(start);
        let path = self.arena.push(kind, span);
        if structs && next == TokenKind::Open(b'{') {
            self.cursor.bump();
            return self.struct_fields(path, start);
        }
        Ok(path)
    }

    /// `place!(e)` and its like, from the `!`.
    fn macro_call(&mut self, start: u32, name: Span) -> Read<ExprId> {
        let kind: fn(ExprId) -> ExprKind = match self.cursor.slice(name) {
            "place" => ExprKind::Place,
            "addr_of" => |e| ExprKind::RawPtr(Mutability::Not, e),
            "addr_of_mut" => |e| ExprKind::RawPtr(Mutability::Mut, e),
            other => {
                let message = format!("the macro `{other}!` is not known in MIR");
                return Err(Box::new(Diagnostic::new("unknown-macro", name, message)));
            }
        };
        self.cursor.bump();
        let TokenKind::Open(open) = self.cursor.bump().kind else {
            return Err(self.cursor.unexpected("`(`"));
        };
        let inner = self.nested(|grammar| grammar.expr())?;
        self.cursor.expect_close(closing(open))?;
        let span = self.cursor.span_from(start);
        Ok(self.arena.push(kind(inner), span))
    }

    /// `::<A, B>` or nothing.
    fn turbofish(&mut self) -> Read<Vec<GenericSyntax>> {
        let mut generics = Vec::new();
        if self.cursor.eat_punct("::<") {
            while !self.cursor.eat_punct(">") {
                generics.push(self.generic()?);
                if !self.cursor.eat_punct(",") && !self.cursor.at_punct(">") {
                    return Err(self.cursor.unexpected("`,` or `>`"));
                }
            }
        }
        Ok(generics)
    }

    fn generic(&mut self) -> Read<GenericSyntax> {
        if self.cursor.at_keyword("_") {
            self.cursor.bump();
            return Ok(GenericSyntax::Infer);
        }
        if self.cursor.eat_open(b'{') {
            let open = self.cursor.peek().start;
            let mut name = self.cursor.expect_ident()?;
            let mut before = Vec::new();
            while self.cursor.eat_punct("::") {
                before.push(self.cursor.slice(name));
                name = self.cursor.expect_ident()?;
            }
            let span = self.cursor.span_from(open);
            self.cursor.expect_close(b'}')?;
            if !self.names.leads_to_library(&before) {
                return Err(self.names.unknown("path", self.cursor.slice(span).trim(), span));
            }
            return Ok(GenericSyntax::Const(name));
        }
        Ok(GenericSyntax::Type(read_type(&mut self.cursor, self.types, self.names)?))
    }

    fn struct_fields(&mut self, path: ExprId, start: u32) -> Read<ExprId> {
        let mut names = Vec::new();
        let mut values = Vec::new();
        while !self.cursor.eat_close(b'}') {
            let name = self.cursor.peek();
            if !matches!(name.kind, TokenKind::Ident | TokenKind::Int) {
                return Err(self.cursor.unexpected("a field"));
            }
            self.cursor.bump();
            names.push(name.span());
            if self.cursor.eat_punct(":") {
                values.push(self.nested(|grammar| grammar.expr())?);
            } else {
                values.push(self.arena.push(ExprKind::Ident, name.span()));
            }
            if !self.cursor.eat_punct(",") && !self.cursor.at_close(b'}') {
                return Err(self.cursor.unexpected("`,` or `}`"));
            }
        }
        let values = self.arena.push_list(&values);
        let span = self.cursor.span_from(start);
        Ok(self.arena.push(ExprKind::Struct(path, values, names.into()), span))
    }

    /// A function's body, from after its opening brace: a `mir!` call, or what the macro expands to.
    pub fn body(&mut self) -> Read<BodySyntax> {
        if let Some("mir") = self.cursor.ident()
            && self.cursor.peek_nth(1).kind == TokenKind::Punct(b'!')
        {
            self.cursor.bump();
            self.cursor.bump();
            let TokenKind::Open(open) = self.cursor.peek().kind else {
                return Err(self.cursor.unexpected("`{`"));
            };
            self.cursor.bump();
            let body = self.macro_body(closing(open))?;
            self.cursor.expect_close(closing(open))?;
            self.cursor.eat_punct(";");
            self.cursor.expect_close(b'}')?;
            return Ok(body);
        }
        self.expanded_body()
    }

    fn macro_body(&mut self, close: u8) -> Read<BodySyntax> {
        let mut body = BodySyntax::default();
        if self.cursor.at_keyword("type") && self.cursor.ident_nth(1) == Some("RET") {
            self.cursor.bump();
            let name = self.cursor.bump().span();
            self.cursor.expect_punct("=")?;
            body.ret_ty = Some((read_type(&mut self.cursor, self.types, self.names)?, name));
            self.cursor.expect_punct(";")?;
        }
        self.local_declarations(&mut body)?;
        while self.cursor.at_keyword("debug") {
            self.cursor.bump();
            let name = self.cursor.expect_ident()?;
            self.cursor.expect_punct("=>")?;
            let value = self.expr()?;
            self.cursor.expect_punct(";")?;
            body.debug.push((name, value));
        }
        let entry = self.cursor.peek().span();
        self.block(&mut body, entry, false)?;
        while !self.cursor.at_close(close) {
            let name = self.cursor.expect_ident()?;
            let mut is_cleanup = false;
            if self.cursor.eat_open(b'(') {
                self.cursor.expect_keyword("cleanup")?;
                self.cursor.expect_close(b')')?;
                is_cleanup = true;
            }
            self.cursor.expect_punct("=")?;
            self.block(&mut body, name, is_cleanup)?;
        }
        Ok(body)
    }

    /// `let name: T;` lines; the macro's expansion has an attribute on the first.
    fn local_declarations(&mut self, body: &mut BodySyntax) -> Read<()> {
        if self.cursor.eat_punct("#") {
            self.cursor.skip_tree();
        }
        while self.cursor.eat_keyword("let") {
            let name = self.cursor.expect_ident()?;
            let ty = self.type_annotation()?;
            self.cursor.expect_punct(";")?;
            match (self.cursor.slice(name), ty) {
                // The expanded form declares the return place here.
                ("RET", Some(ty)) => body.ret_ty = Some((ty, name)),
                ("RET", None) => {}
                _ => body.lets.push(Let { name, ty }),
            }
        }
        Ok(())
    }

    fn type_annotation(&mut self) -> Read<Option<crate::model::Ty>> {
        if !self.cursor.eat_punct(":") {
            return Ok(None);
        }
        read_type(&mut self.cursor, self.types, self.names).map(Some)
    }

    /// What `mir!` expands to: block names, locals, debug information and blocks, each level in braces of its own.
    /// Before 1.74 there was no level for debug information, and before 1.76 blocks had no kind.
    fn expanded_body(&mut self) -> Read<BodySyntax> {
        let mut body = BodySyntax::default();
        self.cursor.expect_open(b'{')?;
        let names = self.block_declarations()?;
        self.cursor.expect_open(b'{')?;
        self.local_declarations(&mut body)?;
        self.skip_semicolons();
        self.cursor.expect_open(b'{')?;
        // The function's brace, and the three that were opened here.
        let mut levels = 4;
        while self.cursor.at_keyword("__debuginfo") {
            let info = self.debug_call()?;
            body.debug.push(info);
            self.skip_semicolons();
        }
        let opens_level = self.cursor.at_open(b'{') && self.cursor.peek_nth(1).kind == TokenKind::Open(b'{');
        if !body.debug.is_empty() || opens_level {
            self.cursor.expect_open(b'{')?;
            levels += 1;
        }
        let entry = self.cursor.peek().span();
        self.block(&mut body, entry, false)?;
        self.skip_semicolons();
        let mut names = names.into_iter();
        while self.cursor.at_open(b'{') {
            let brace = self.cursor.peek().span();
            let Some((name, is_cleanup)) = names.next() else {
                let message = "this block has no name: there are more blocks than `BasicBlock` declarations";
                return Err(Box::new(Diagnostic::new("syntax", brace, message)));
            };
            self.block(&mut body, name, is_cleanup)?;
            self.skip_semicolons();
        }
        if let Some((name, _)) = names.next() {
            return Err(Box::new(Diagnostic::new("syntax", name, "this block is declared but not defined")));
        }
        self.cursor.expect_keyword("RET")?;
        for _ in 0..levels {
            self.skip_semicolons();
            self.cursor.expect_close(b'}')?;
        }
        Ok(body)
    }

    /// `let bb1 = BasicBlock::Normal;` lines: each block's name, and whether it is for cleanup.
    fn block_declarations(&mut self) -> Read<Vec<(Span, bool)>> {
        let mut names = Vec::new();
        while self.cursor.eat_keyword("let") {
            let name = self.cursor.expect_ident()?;
            let mut kind = None;
            while !self.cursor.eat_punct(";") {
                kind = self.cursor.ident().or(kind);
                if self.cursor.peek().kind == TokenKind::Eof {
                    return Err(self.cursor.unexpected("`;`"));
                }
                self.cursor.skip_tree();
            }
            match kind {
                Some("Normal" | "BasicBlock") => names.push((name, false)),
                Some("Cleanup") => names.push((name, true)),
                _ => {
                    let message = "expected `BasicBlock::Normal` or `BasicBlock::Cleanup` here";
                    return Err(Box::new(Diagnostic::new("syntax", name, message)));
                }
            }
        }
        Ok(names)
    }

    /// `__debuginfo("name", value)`
    fn debug_call(&mut self) -> Read<(Span, ExprId)> {
        self.cursor.bump();
        self.cursor.expect_open(b'(')?;
        let name = self.cursor.bump();
        if name.kind != TokenKind::Str || !self.cursor.slice(name.span()).ends_with('"') {
            return Err(Box::new(Diagnostic::new(
                "syntax",
                name.span(),
                "expected a variable's name in quotes",
            )));
        }
        self.cursor.expect_punct(",")?;
        let value = self.expr()?;
        self.cursor.expect_close(b')')?;
        Ok((Span::new(name.start + 1, name.end - 1), value))
    }

    fn skip_semicolons(&mut self) {
        while self.cursor.eat_punct(";") {}
    }

    /// A block in braces. A statement that cannot be read is reported, and reading goes on after it; a function with
    /// such statements gets no further than here, so a terminator that was lost with them is not missed.
    fn block(&mut self, body: &mut BodySyntax, name: Span, is_cleanup: bool) -> Read<()> {
        self.cursor.expect_open(b'{')?;
        let mut statements = Vec::new();
        loop {
            self.skip_semicolons();
            let start = self.cursor.peek().start;
            if self.cursor.at_close(b'}') {
                let message = "this block does not end with a terminator";
                let help = "end it with `Goto`, `Return`, `Call`, a `match`, or another terminator";
                return Err(Box::new(
                    Diagnostic::new("missing-terminator", self.cursor.peek().span(), message).help(help),
                ));
            }
            if self.cursor.at_keyword("match") {
                let terminator = self.switch()?;
                let terminator_span = self.cursor.span_from(start);
                self.skip_semicolons();
                self.cursor.expect_close(b'}')?;
                body.blocks.push(BlockSyntax { name, is_cleanup, statements, terminator, terminator_span });
                return Ok(());
            }
            match self.statement(body) {
                Ok(expr) if self.cursor.at_close(b'}') => {
                    self.cursor.bump();
                    let terminator_span = self.span_of(expr);
                    let terminator = TerminatorSyntax::Call(expr);
                    body.blocks.push(BlockSyntax {
                        name,
                        is_cleanup,
                        statements,
                        terminator,
                        terminator_span,
                    });
                    return Ok(());
                }
                Ok(expr) if self.cursor.at_punct(";") => {
                    let span = self.cursor.span_from(start);
                    let kind = match self.arena.get(expr).kind {
                        ExprKind::Assign(left, right) => StatementKind::Assign(left, right),
                        _ => StatementKind::Call(expr),
                    };
                    statements.push(StatementSyntax { kind, span });
                }
                Ok(_) => {
                    let error = self.cursor.unexpected("`;` or `}`");
                    self.recover(*error);
                }
                Err(error) => self.recover(*error),
            }
            if !self.errors.is_empty() && self.cursor.eat_close(b'}') {
                return Ok(());
            }
        }
    }

    /// Reports an error and steps over the rest of the statement.
    fn recover(&mut self, error: Diagnostic) {
        self.errors.push(error);
        while !self.cursor.at_punct(";")
            && !self.cursor.at_close(b'}')
            && self.cursor.peek().kind != TokenKind::Eof
        {
            match self.cursor.peek().kind {
                // The error may lie within parentheses that the block's brace does not match.
                TokenKind::Close(_) => {
                    self.cursor.bump();
                }
                _ => self.cursor.skip_tree(),
            }
        }
    }

    /// An expression, or a `let` with one, which also declares.
    fn statement(&mut self, body: &mut BodySyntax) -> Read<ExprId> {
        if !self.cursor.at_keyword("let") {
            return self.expr();
        }
        self.cursor.bump();
        let name = self.cursor.expect_ident()?;
        let ty = self.type_annotation()?;
        body.lets.push(Let { name, ty });
        self.cursor.expect_punct("=")?;
        let value = self.expr()?;
        let place = self.arena.push(ExprKind::Ident, name);
        let span = name.to(self.span_of(value));
        Ok(self.arena.push(ExprKind::Assign(place, value), span))
    }

    /// `match operand { value => block, _ => block }`
    fn switch(&mut self) -> Read<TerminatorSyntax> {
        self.cursor.bump();
        let scrutinee = self.operators(1, false)?;
        self.cursor.expect_open(b'{')?;
        let mut arms = Vec::new();
        loop {
            if self.cursor.at_keyword("_") {
                self.cursor.bump();
                self.cursor.expect_punct("=>")?;
                let otherwise = self.cursor.expect_ident()?;
                self.cursor.eat_punct(",");
                self.cursor.expect_close(b'}')?;
                return Ok(TerminatorSyntax::Match(scrutinee, arms, otherwise));
            }
            if self.cursor.at_close(b'}') {
                let message = "the last arm of a `match` must be `_ => block`";
                return Err(Box::new(Diagnostic::new(
                    "missing-otherwise",
                    self.cursor.peek().span(),
                    message,
                )));
            }
            let value = self.operators(1, true)?;
            self.cursor.expect_punct("=>")?;
            let block = self.cursor.expect_ident()?;
            arms.push((value, block));
            self.cursor.expect_punct(",")?;
        }
    }
}

fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

/// The value of a quoted literal.
pub fn quoted(kind: TokenKind, text: &str, span: Span) -> Read<ExprKind> {
    use rustc_literal_escaper::{unescape_byte, unescape_byte_str, unescape_char, unescape_str};
    let bad =
        || Box::new(Diagnostic::new("literal", span, "this literal has an escape that Rust does not know"));
    let suffix =
        || Box::new(Diagnostic::new("literal", span, "this literal has a suffix that Rust does not know"));
    // To rustc, a line of a file ends the same on every system.
    let text = text.replace("\r\n", "\n");
    let inner = |prefix: usize, quote: char| text[prefix..].strip_suffix(quote).ok_or_else(suffix);
    Ok(match kind {
        TokenKind::Char => ExprKind::Char(unescape_char(inner(1, '\'')?).map_err(|_| bad())?),
        TokenKind::Byte => ExprKind::Byte(unescape_byte(inner(2, '\'')?).map_err(|_| bad())?),
        TokenKind::Str => {
            let mut value = String::new();
            let mut ok = true;
            unescape_str(inner(1, '"')?, |_, c| match c {
                Ok(c) => value.push(c),
                Err(error) => ok &= !error.is_fatal(),
            });
            if !ok {
                return Err(bad());
            }
            ExprKind::Str(value.into())
        }
        _ => {
            let mut value = Vec::new();
            let mut ok = true;
            unescape_byte_str(inner(2, '"')?, |_, c| match c {
                Ok(c) => value.push(c),
                Err(error) => ok &= !error.is_fatal(),
            });
            if !ok {
                return Err(bad());
            }
            ExprKind::ByteStr(value.into())
        }
    })
}
