//! Expressions, with parentheses where the grammar needs them.

use super::{ObservationForm, Printer};
use crate::syntax::*;

/// How tightly an expression binds (The Rust Reference, "Expression precedence"), loosest first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Precedence {
    /// `return`, `break`, closures.
    Jump,
    Assign,
    Range,
    Or,
    And,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Cast,
    Unary,
    Postfix,
}

/// Whether a statement that is this expression needs no semicolon.
pub(super) fn ends_itself(expr: &Expr) -> bool {
    match expr {
        Expr::If(_) | Expr::Match(..) | Expr::Loop(..) | Expr::While(..) | Expr::For(..) => true,
        Expr::Block(kind, _) => {
            matches!(kind, BlockKind::Plain | BlockKind::Labelled(_) | BlockKind::Unsafe | BlockKind::Const)
        }
        Expr::Macro(call) => call.delimiter == Delimiter::Brace,
        _ => false,
    }
}

fn of_operator(op: BinOp) -> (Precedence, &'static str) {
    match op {
        BinOp::Add => (Precedence::Sum, "+"),
        BinOp::Sub => (Precedence::Sum, "-"),
        BinOp::Mul => (Precedence::Product, "*"),
        BinOp::Div => (Precedence::Product, "/"),
        BinOp::Rem => (Precedence::Product, "%"),
        BinOp::And => (Precedence::And, "&&"),
        BinOp::Or => (Precedence::Or, "||"),
        BinOp::BitXor => (Precedence::BitXor, "^"),
        BinOp::BitAnd => (Precedence::BitAnd, "&"),
        BinOp::BitOr => (Precedence::BitOr, "|"),
        BinOp::Shl => (Precedence::Shift, "<<"),
        BinOp::Shr => (Precedence::Shift, ">>"),
        BinOp::Eq => (Precedence::Compare, "=="),
        BinOp::Lt => (Precedence::Compare, "<"),
        BinOp::Le => (Precedence::Compare, "<="),
        BinOp::Ne => (Precedence::Compare, "!="),
        BinOp::Ge => (Precedence::Compare, ">="),
        BinOp::Gt => (Precedence::Compare, ">"),
    }
}

fn of(expr: &Expr) -> Precedence {
    match expr {
        Expr::Binary(op, _) => of_operator(*op).0,
        Expr::Assign(_) | Expr::AssignOp(..) => Precedence::Assign,
        Expr::Cast(_) => Precedence::Cast,
        Expr::Range(..) => Precedence::Range,
        Expr::Unary(..) | Expr::Ref(..) | Expr::RawRef(..) => Precedence::Unary,
        Expr::Lit(Lit::Int { is_negative: true, .. }) => Precedence::Unary,
        Expr::Closure(_) | Expr::Return(_) | Expr::Break(..) | Expr::Let(_) => Precedence::Jump,
        _ => Precedence::Postfix,
    }
}

/// Whether an expression begins with what the parser would take for a whole statement: `{ 1 } + 2`, `match x {} as u8`.
fn begins_with_block(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(_, operands) | Expr::Assign(operands) | Expr::AssignOp(_, operands) => {
            begins_with_block_or_is(&operands.0)
        }
        Expr::Index(operands) => begins_with_block_or_is(&operands.0),
        Expr::Cast(operands) => begins_with_block_or_is(&operands.0),
        Expr::Call(callee, _) => begins_with_block_or_is(callee),
        Expr::Method(call) => begins_with_block_or_is(&call.receiver),
        Expr::Field(inner, _) | Expr::Try(inner) | Expr::Await(inner) => begins_with_block_or_is(inner),
        Expr::Range(Some(from), _, _) => begins_with_block_or_is(from),
        _ => false,
    }
}

fn begins_with_block_or_is(expr: &Expr) -> bool {
    ends_itself(expr) || begins_with_block(expr)
}

/// Whether an expression has a struct literal where a condition would end at its brace.
fn shows_struct(expr: &Expr) -> bool {
    match expr {
        Expr::Struct(_) => true,
        Expr::Binary(_, operands) | Expr::Assign(operands) | Expr::AssignOp(_, operands) => {
            shows_struct(&operands.0) || shows_struct(&operands.1)
        }
        Expr::Index(operands) => shows_struct(&operands.0),
        Expr::Cast(operands) => shows_struct(&operands.0),
        Expr::Call(callee, _) => shows_struct(callee),
        Expr::Method(call) => shows_struct(&call.receiver),
        Expr::Field(inner, _)
        | Expr::Try(inner)
        | Expr::Await(inner)
        | Expr::Unary(_, inner)
        | Expr::Ref(_, inner) => shows_struct(inner),
        Expr::Range(from, to, _) => from.iter().chain(to).any(|end| shows_struct(end)),
        Expr::Let(parts) => shows_struct(&parts.1),
        Expr::Closure(closure) => shows_struct(&closure.body),
        Expr::Return(inner) | Expr::Break(_, inner) => inner.iter().any(|inner| shows_struct(inner)),
        _ => false,
    }
}

impl Printer {
    /// An operand that must bind at least as tightly as this.
    pub(super) fn operand(&mut self, expr: &Expr, least: Precedence) {
        if of(expr) < least {
            self.parenthesized(expr);
        } else {
            self.expr(expr);
        }
    }

    fn parenthesized(&mut self, expr: &Expr) {
        self.word("(");
        self.expr(expr);
        self.word(")");
    }

    /// What stands before a `{` that is not its own.
    fn condition(&mut self, expr: &Expr) {
        match expr {
            Expr::Binary(BinOp::And, operands) => {
                self.conjunct(&operands.0);
                self.word(" && ");
                self.conjunct(&operands.1);
            }
            _ => self.conjunct(expr),
        }
    }

    fn conjunct(&mut self, expr: &Expr) {
        match expr {
            Expr::Let(parts) => {
                self.word("let ");
                self.pat(&parts.0);
                self.word(" = ");
                if shows_struct(&parts.1) || of(&parts.1) <= Precedence::And {
                    self.parenthesized(&parts.1);
                } else {
                    self.expr(&parts.1);
                }
            }
            Expr::Binary(BinOp::And, _) => self.condition(expr),
            Expr::Binary(BinOp::Or, _) => self.parenthesized(expr),
            _ if shows_struct(expr) || of(expr) < Precedence::Or => self.parenthesized(expr),
            _ => self.expr(expr),
        }
    }

    /// An expression at the start of a statement.
    pub(super) fn statement_expr(&mut self, expr: &Expr) {
        if begins_with_block(expr) {
            self.parenthesized(expr);
        } else {
            self.expr(expr);
        }
    }

    /// What stands before `else`: no brace may end it.
    pub(super) fn before_else(&mut self, expr: &Expr) {
        match expr {
            Expr::Name(_) | Expr::Path(_) | Expr::Lit(_) | Expr::Call(..) | Expr::Method(_) => {
                self.expr(expr)
            }
            Expr::Tuple(_) | Expr::Array(_) | Expr::Field(..) | Expr::Index(_) | Expr::Paren(_) => {
                self.expr(expr)
            }
            _ => self.parenthesized(expr),
        }
    }

    /// A block's value.
    pub(super) fn tail(&mut self, expr: &Expr) {
        self.statement_expr(expr);
    }

    fn args(&mut self, args: &[Expr]) {
        self.list("(", ")", args, |printer, arg| printer.expr(arg));
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Name(name) => self.name(*name),
            Expr::Path(path) => self.path(path, true),
            Expr::Lit(lit) => self.lit(lit),
            Expr::Call(callee, args) => {
                match **callee {
                    Expr::Field(..) => self.parenthesized(callee),
                    _ => self.operand(callee, Precedence::Postfix),
                }
                self.args(args);
            }
            Expr::Method(call) => {
                self.operand(&call.receiver, Precedence::Postfix);
                self.method_link(call);
            }
            Expr::Macro(call) => self.macro_call(call),
            Expr::Observe(label, value) => self.observe(label, value),
            Expr::Field(inner, member) => {
                self.operand(inner, Precedence::Postfix);
                self.word(".");
                self.member(*member);
            }
            Expr::Index(operands) => {
                self.operand(&operands.0, Precedence::Postfix);
                self.word("[");
                self.expr(&operands.1);
                self.word("]");
            }
            Expr::Unary(op, inner) => {
                self.word(match op {
                    UnOp::Neg => "-",
                    UnOp::Not => "!",
                    UnOp::Deref => "*",
                });
                self.operand(inner, Precedence::Unary);
            }
            Expr::Binary(op, operands) => self.binary(*op, &operands.0, &operands.1),
            Expr::Assign(operands) => {
                self.operand(&operands.0, Precedence::Range);
                self.word(" = ");
                self.operand(&operands.1, Precedence::Assign);
            }
            Expr::AssignOp(op, operands) => {
                self.operand(&operands.0, Precedence::Range);
                self.word(" ");
                self.word(of_operator(*op).1);
                self.word("= ");
                self.operand(&operands.1, Precedence::Assign);
            }
            Expr::Cast(parts) => {
                self.operand(&parts.0, Precedence::Cast);
                self.word(" as ");
                self.ty(&parts.1);
            }
            Expr::Ref(mutability, inner) => {
                self.word("&");
                self.mutability(*mutability);
                self.operand(inner, Precedence::Unary);
            }
            Expr::RawRef(mutability, inner) => {
                self.word(if *mutability == Mutability::Mut { "&raw mut " } else { "&raw const " });
                self.operand(inner, Precedence::Unary);
            }
            Expr::Tuple(parts) if parts.len() == 1 => {
                self.word("(");
                self.expr(&parts[0]);
                self.word(",)");
            }
            Expr::Tuple(parts) => self.args(parts),
            Expr::Array(parts) => self.list("[", "]", parts, |printer, part| printer.expr(part)),
            Expr::Repeat(parts) => {
                self.word("[");
                self.expr(&parts.0);
                self.word("; ");
                self.expr(&parts.1);
                self.word("]");
            }
            Expr::Struct(literal) => self.struct_literal(literal),
            Expr::Range(from, to, is_inclusive) => {
                from.iter().for_each(|from| self.operand(from, Precedence::Or));
                self.word(if *is_inclusive { "..=" } else { ".." });
                // Before a body, `..{` would be a range without an end.
                to.iter().for_each(|to| match begins_with_block_or_is(to) {
                    true => self.parenthesized(to),
                    false => self.operand(to, Precedence::Or),
                });
            }
            Expr::If(parts) => self.if_expr(parts),
            Expr::Let(_) => self.conjunct(expr),
            Expr::Match(scrutinee, arms) => self.match_expr(scrutinee, arms),
            Expr::Loop(label, body) => {
                self.label(*label);
                self.word("loop ");
                self.block(body);
            }
            Expr::While(label, condition, body) => {
                self.label(*label);
                self.word("while ");
                self.condition(condition);
                self.word(" ");
                self.block(body);
            }
            Expr::For(label, head, body) => {
                self.label(*label);
                self.word("for ");
                self.pat(&head.0);
                self.word(" in ");
                match shows_struct(&head.1) {
                    true => self.parenthesized(&head.1),
                    false => self.expr(&head.1),
                }
                self.word(" ");
                self.block(body);
            }
            Expr::Block(kind, body) => {
                match kind {
                    BlockKind::Plain => {}
                    BlockKind::Labelled(label) => self.label(Some(*label)),
                    BlockKind::Unsafe => self.word("unsafe "),
                    BlockKind::Const => self.word("const "),
                    BlockKind::Async(false) => self.word("async "),
                    BlockKind::Async(true) => self.word("async move "),
                }
                self.block_or_line(body);
            }
            Expr::Closure(closure) => self.closure(closure),
            Expr::Return(value) => self.jump("return", None, value.as_deref()),
            Expr::Break(label, value) => self.jump("break", *label, value.as_deref()),
            Expr::Continue(label) => self.jump("continue", *label, None),
            Expr::Try(inner) => {
                self.operand(inner, Precedence::Postfix);
                self.word("?");
            }
            Expr::Await(inner) => {
                self.operand(inner, Precedence::Postfix);
                self.word(".await");
            }
            Expr::Paren(inner) => self.parenthesized(inner),
            Expr::Meta(name) => {
                self.word("$");
                self.name(*name);
            }
            Expr::Infer => self.word("_"),
        }
    }

    /// A short block that is only a value stays on its line.
    fn block_or_line(&mut self, body: &Block) {
        if let (true, Some(tail)) = (body.stmts.is_empty(), &body.tail) {
            let start = self.text.len();
            self.word("{ ");
            self.tail(tail);
            self.word(" }");
            if self.fits(start) {
                return;
            }
            self.text.truncate(start);
        }
        self.block(body);
    }

    fn binary(&mut self, op: BinOp, left: &Expr, right: &Expr) {
        let (precedence, symbol) = of_operator(op);
        let next = match precedence {
            Precedence::Compare => Precedence::BitOr,
            Precedence::Or => Precedence::And,
            Precedence::And => Precedence::Compare,
            Precedence::BitOr => Precedence::BitXor,
            Precedence::BitXor => Precedence::BitAnd,
            Precedence::BitAnd => Precedence::Shift,
            Precedence::Shift => Precedence::Sum,
            Precedence::Sum => Precedence::Product,
            _ => Precedence::Cast,
        };
        let left_least = if precedence == Precedence::Compare { next } else { precedence };
        // `a as u8 < b` would be the start of generic arguments.
        let is_cast = matches!(left, Expr::Cast(_)) && matches!(op, BinOp::Lt | BinOp::Shl);
        if is_cast || ends_in_cast_before(left, op) {
            self.parenthesized(left);
        } else {
            self.operand(left, left_least);
        }
        let start = self.text.len();
        self.word(" ");
        self.word(symbol);
        self.word(" ");
        self.operand(right, next);
        if !self.fits(start) && !self.text[start..].contains('\n') {
            self.text.truncate(start);
            self.indented(|printer| {
                printer.line();
                printer.word(symbol);
                printer.word(" ");
                printer.operand(right, next);
            });
        }
    }

    fn method_link(&mut self, call: &MethodCall) {
        let start = self.text.len();
        let write = |printer: &mut Self| {
            printer.word(".");
            printer.name(call.name);
            if !call.generics.is_empty() {
                printer.word("::");
                printer.generic_args(&call.generics);
            }
            printer.args(&call.args);
        };
        write(self);
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let first = self.text[start..].find('\n').map_or(self.text.len(), |at| start + at);
        if first - line > super::WIDTH {
            self.text.truncate(start);
            self.indented(|printer| {
                printer.line();
                write(printer);
            });
        }
    }

    fn observe(&mut self, label: &Label, value: &Expr) {
        self.word("observe(");
        if self.form == ObservationForm::Debug {
            self.word("\"");
            self.name(label.function);
            self.word(".");
            self.name(label.what);
            self.word("\", ");
        }
        self.word("&");
        self.operand(value, Precedence::Unary);
        self.word(")");
    }

    fn struct_literal(&mut self, literal: &StructLit) {
        self.path(&literal.path, true);
        if literal.fields.is_empty() && literal.base.is_none() {
            self.word(" {}");
            return;
        }
        let start = self.text.len();
        self.word(" { ");
        self.separated(", ", &literal.fields, |printer, field| printer.field_value(field));
        if let Some(base) = &literal.base {
            self.word(if literal.fields.is_empty() { ".." } else { ", .." });
            self.expr(base);
        }
        self.word(" }");
        if self.fits(start) {
            return;
        }
        self.text.truncate(start);
        self.word(" {");
        self.indented(|printer| {
            for field in &literal.fields {
                printer.line();
                printer.field_value(field);
                printer.word(",");
            }
            if let Some(base) = &literal.base {
                printer.line();
                printer.word("..");
                printer.expr(base);
            }
        });
        self.line();
        self.word("}");
    }

    fn field_value(&mut self, (member, value): &(Member, Expr)) {
        match (member, value) {
            (Member::Named(field), Expr::Name(name)) if field == name => self.name(*name),
            _ => {
                self.member(*member);
                self.word(": ");
                self.expr(value);
            }
        }
    }

    fn if_expr(&mut self, parts: &If) {
        self.word("if ");
        self.condition(&parts.condition);
        self.word(" ");
        self.block(&parts.then);
        match &parts.otherwise {
            None => {}
            Some(Expr::Block(BlockKind::Plain, body)) => {
                self.word(" else ");
                self.block(body);
            }
            Some(other) => {
                self.word(" else ");
                self.expr(other);
            }
        }
    }

    fn match_expr(&mut self, scrutinee: &Expr, arms: &[Arm]) {
        self.word("match ");
        match shows_struct(scrutinee) {
            true => self.parenthesized(scrutinee),
            false => self.expr(scrutinee),
        }
        self.word(" {");
        self.indented(|printer| {
            for arm in arms {
                printer.line();
                printer.pat(&arm.pat);
                if let Some(guard) = &arm.guard {
                    printer.word(" if ");
                    match guard {
                        Expr::Let(_) => printer.conjunct(guard),
                        _ => printer.expr(guard),
                    }
                }
                printer.word(" => ");
                match &arm.body {
                    Expr::Block(BlockKind::Plain, body) => printer.block(body),
                    body => {
                        printer.statement_expr(body);
                        if !ends_itself(body) {
                            printer.word(",");
                        }
                    }
                }
            }
        });
        self.line();
        self.word("}");
    }

    fn label(&mut self, label: Option<Name>) {
        if let Some(label) = label {
            self.name(label);
            self.word(": ");
        }
    }

    fn jump(&mut self, word: &str, label: Option<Name>, value: Option<&Expr>) {
        self.word(word);
        if let Some(label) = label {
            self.word(" ");
            self.name(label);
        }
        if let Some(value) = value {
            self.word(" ");
            match value {
                // `break 'a: { .. }` would be a label to go to.
                Expr::Loop(Some(_), _) | Expr::While(Some(_), ..) | Expr::For(Some(_), ..) => {
                    self.parenthesized(value)
                }
                Expr::Block(BlockKind::Labelled(_), _) => self.parenthesized(value),
                _ if begins_with_block(value) => self.parenthesized(value),
                _ => self.expr(value),
            }
        }
    }

    fn closure(&mut self, closure: &Closure) {
        if closure.is_async {
            self.word("async ");
        }
        if closure.is_move {
            self.word("move ");
        }
        self.word("|");
        self.separated(", ", &closure.params, |printer, (pat, ty)| {
            printer.pat(pat);
            if let Some(ty) = ty {
                printer.word(": ");
                printer.ty(ty);
            }
        });
        self.word("|");
        self.ret(closure.ret.as_ref());
        self.word(" ");
        match &closure.body {
            Expr::Block(BlockKind::Plain, body) => self.block(body),
            body if closure.ret.is_some() => self.block(&build::block(Vec::new(), Some(body.clone()))),
            body => self.expr(body),
        }
    }

    pub(super) fn macro_call(&mut self, call: &MacroCall) {
        self.path(&call.path, false);
        let (open, close) = match call.delimiter {
            Delimiter::Paren => ("!(", ")"),
            Delimiter::Bracket => ("![", "]"),
            Delimiter::Brace => ("! {", "}"),
        };
        match &call.args {
            MacroArgs::Exprs(args) => self.list(open, close, args, |printer, arg| printer.expr(arg)),
            MacroArgs::Repeat(value, count) => {
                self.word(open);
                self.expr(value);
                self.word("; ");
                self.expr(count);
                self.word(close);
            }
            MacroArgs::Matches(value, pat) => {
                self.word(open);
                self.expr(value);
                self.word(", ");
                self.pat(pat);
                self.word(close);
            }
            MacroArgs::Typed(ty, args) => {
                self.word(open);
                self.ty(ty);
                for arg in args {
                    self.word(", ");
                    self.expr(arg);
                }
                self.word(close);
            }
            MacroArgs::Pairs(pairs) => self.list(open, close, pairs, |printer, (key, value)| {
                printer.expr(key);
                printer.word(" => ");
                printer.expr(value);
            }),
            MacroArgs::Items(items) => {
                self.word(open);
                self.indented(|printer| {
                    for item in items {
                        printer.line();
                        printer.item(item);
                    }
                });
                self.line();
                self.word(close);
            }
            MacroArgs::Repeated(first, repeated) => {
                self.word(open);
                for arg in first {
                    self.expr(arg);
                    self.word(", ");
                }
                self.word("$(");
                self.expr(repeated);
                self.word("),*");
                self.word(close);
            }
        }
    }
}

/// Whether the text of `left` ends in `as T`, which would swallow this operator.
fn ends_in_cast_before(left: &Expr, op: BinOp) -> bool {
    if !matches!(op, BinOp::Lt | BinOp::Shl) {
        return false;
    }
    match left {
        Expr::Binary(_, operands) => {
            matches!(operands.1, Expr::Cast(_)) || ends_in_cast_before(&operands.1, op)
        }
        Expr::Unary(_, inner) | Expr::Ref(_, inner) => {
            matches!(**inner, Expr::Cast(_)) || ends_in_cast_before(inner, op)
        }
        _ => false,
    }
}
