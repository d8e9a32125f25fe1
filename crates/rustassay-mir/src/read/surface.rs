//! Surface functions of a harness, as far as they are simple: calls with constants, printing, and panics.
//!
//! A generated program begins in a surface `main` that calls custom MIR with constants, often through `black_box`, and prints through
//! surface functions whose bodies are one `println!`. A machine that runs the program has to understand that much and no more.

use super::cursor::{Cursor, Read};
use super::grammar::{Grammar, quoted};
use super::lower::Lowering;
use super::names::{Names, Value};
use super::resolve::Meaning;
use super::syntax::{Arena, ExprId, ExprKind};
use super::tokens::{TokenKind, lex};
use crate::model::{ConstExpr, FnDefId, FnRef, Intrinsic, ItemId, Program, SurfaceFnId};
use crate::source::Diagnostic;

/// What a simple surface function does, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SurfaceStatement {
    /// Calls a function with constants.
    #[allow(missing_docs)]
    Call { function: FnDefId, args: Vec<ConstExpr> },
    /// Prints text and parameters.
    Print(Vec<PrintedPiece>),
    /// `panic!(..)`: what it says is not looked at.
    Panic,
}

/// A piece of what is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PrintedPiece {
    /// Text as it is.
    Text(String),
    /// The parameter at this position, by `{}`.
    Display(usize),
    /// The parameter at this position, by `{:?}`.
    Debug(usize),
}

/// What a surface function does, if it is simple enough; a diagnostic says what is not. Spans are those of the item's text.
///
/// Constants may need types that the program's table lacks, which is why it is changed.
pub fn surface_fn(program: &mut Program, id: SurfaceFnId) -> Result<Vec<SurfaceStatement>, Box<Diagnostic>> {
    let function = &program.surface_fns[id];
    let name = function.name.clone();
    let text = program.surface[function.item].text.clone();
    let tokens = lex(&text)?;
    let mut cursor = Cursor::new(&text, &tokens);
    while !(cursor.at_keyword("fn") && cursor.ident_nth(1) == Some(&*name)) {
        if cursor.peek().kind == TokenKind::Eof {
            return Err(Box::new(Diagnostic::new(
                "surface",
                None,
                "the function is declared and not defined",
            )));
        }
        cursor.bump();
    }
    cursor.bump();
    cursor.bump();
    if cursor.at_punct("<") {
        cursor.skip_angles();
    }
    let params = param_names(&mut cursor)?;
    while !cursor.at_open(b'{') {
        if cursor.peek().kind == TokenKind::Eof || cursor.at_punct(";") {
            return Err(Box::new(Diagnostic::new(
                "surface",
                None,
                "the function is declared and not defined",
            )));
        }
        cursor.skip_tree();
    }
    cursor.bump();
    let owned = names(program);
    let mut scope = Names::default();
    for (name, value) in &owned.values {
        scope.values.insert(name, *value);
    }
    for (name, adt) in &owned.adts {
        scope.adts.insert(name, *adt);
    }
    let mut reader = Reader { cursor, program, names: &scope, params };
    let mut statements = Vec::new();
    reader.block(&mut statements)?;
    Ok(statements)
}

/// Names that live as long as they are needed here.
struct OwnedNames {
    values: Vec<(String, Value)>,
    adts: Vec<(String, crate::model::AdtId)>,
}

/// What the names of a program's items stand for.
fn names(program: &Program) -> OwnedNames {
    let mut owned = OwnedNames { values: Vec::new(), adts: Vec::new() };
    for item in &program.order {
        match *item {
            ItemId::Adt(id) => owned.adts.push((program.types.adts[id].name.to_string(), id)),
            ItemId::Static(id) => {
                owned.values.push((program.statics[id].name.to_string(), Value::Static(id)))
            }
            ItemId::Const(id) => owned.values.push((program.consts[id].name.to_string(), Value::Const(id))),
            ItemId::Fn(id) => owned.values.push((program.functions[id].name.to_string(), Value::Fn(id))),
            ItemId::Surface(_) => {}
        }
    }
    for (id, function) in program.surface_fns.iter_ids() {
        owned.values.push((function.name.to_string(), Value::SurfaceFn(id)));
    }
    owned
}

fn param_names<'a>(cursor: &mut Cursor<'a>) -> Read<Vec<&'a str>> {
    cursor.expect_open(b'(')?;
    let mut names = Vec::new();
    let mut at_start = true;
    while !cursor.eat_close(b')') {
        if cursor.peek().kind == TokenKind::Eof {
            return Err(cursor.unexpected("`)`"));
        }
        if at_start {
            cursor.eat_keyword("mut");
            let span = cursor.peek().span();
            names.push(cursor.slice(span));
        }
        at_start = cursor.at_punct(",");
        if cursor.at_punct("<") { cursor.skip_angles() } else { cursor.skip_tree() }
    }
    Ok(names)
}

struct Reader<'a, 'r> {
    cursor: Cursor<'a>,
    program: &'r mut Program,
    names: &'r Names<'a>,
    params: Vec<&'a str>,
}

impl Reader<'_, '_> {
    /// Statements up to the closing brace.
    fn block(&mut self, statements: &mut Vec<SurfaceStatement>) -> Read<()> {
        loop {
            while self.cursor.eat_punct(";") {}
            if self.cursor.eat_close(b'}') {
                return Ok(());
            }
            if self.cursor.eat_keyword("unsafe") {
                self.cursor.expect_open(b'{')?;
                self.cursor.enter()?;
                self.block(statements)?;
                self.cursor.leave();
                continue;
            }
            if let Some(name @ ("println" | "print")) = self.cursor.ident()
                && self.cursor.peek_nth(1).kind == TokenKind::Punct(b'!')
            {
                statements.push(self.print(name == "println")?);
                continue;
            }
            if self.cursor.at_keyword("panic") && self.cursor.peek_nth(1).kind == TokenKind::Punct(b'!') {
                self.cursor.bump();
                self.cursor.bump();
                self.cursor.skip_tree();
                statements.push(SurfaceStatement::Panic);
                continue;
            }
            if self.cursor.eat_keyword("let") {
                self.cursor.expect_keyword("_")?;
                self.cursor.expect_punct("=")?;
            }
            statements.push(self.call()?);
        }
    }

    fn unsupported<T>(&self, message: &str) -> Read<T> {
        Err(Box::new(Diagnostic::new("surface", self.cursor.peek().span(), message)))
    }

    /// `println!("..{x:?}..", a, b)`
    fn print(&mut self, newline: bool) -> Read<SurfaceStatement> {
        self.cursor.bump();
        self.cursor.bump();
        self.cursor.expect_open(b'(')?;
        let mut template = String::new();
        if self.cursor.peek().kind == TokenKind::Str {
            let token = self.cursor.bump();
            match quoted(TokenKind::Str, self.cursor.slice(token.span()), token.span())? {
                ExprKind::Str(text) => template.push_str(&text),
                _ => return self.unsupported("only text can be printed here"),
            }
        }
        let mut positional = Vec::new();
        while self.cursor.eat_punct(",") {
            if self.cursor.at_close(b')') {
                break;
            }
            let name = self.cursor.expect_ident()?;
            positional.push(self.param(self.cursor.slice(name))?);
        }
        self.cursor.expect_close(b')')?;
        if newline {
            template.push('\n');
        }
        Ok(SurfaceStatement::Print(self.pieces(&template, &positional)?))
    }

    fn param(&self, name: &str) -> Read<usize> {
        match self.params.iter().position(|param| *param == name) {
            Some(position) => Ok(position),
            None => self.unsupported("only parameters can be printed here"),
        }
    }

    fn pieces(&self, template: &str, positional: &[usize]) -> Read<Vec<PrintedPiece>> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut next = positional.iter();
        let mut rest = template;
        while let Some(at) = rest.find(['{', '}']) {
            text.push_str(&rest[..at]);
            rest = &rest[at..];
            if rest.starts_with("{{") || rest.starts_with("}}") {
                text.push_str(&rest[..1]);
                rest = &rest[2..];
                continue;
            }
            let Some(end) = rest.find('}').filter(|_| rest.starts_with('{')) else {
                return self.unsupported("the braces of this text do not match");
            };
            if !text.is_empty() {
                pieces.push(PrintedPiece::Text(std::mem::take(&mut text)));
            }
            let (name, format) = rest[1..end].split_once(':').unwrap_or((&rest[1..end], ""));
            let param = match name {
                "" => match next.next() {
                    Some(param) => *param,
                    None => return self.unsupported("there are fewer arguments than places for them"),
                },
                name => self.param(name)?,
            };
            pieces.push(match format {
                "" => PrintedPiece::Display(param),
                "?" => PrintedPiece::Debug(param),
                _ => return self.unsupported("only `{}` and `{:?}` are understood here"),
            });
            rest = &rest[end + 1..];
        }
        text.push_str(rest);
        if !text.is_empty() {
            pieces.push(PrintedPiece::Text(text));
        }
        Ok(pieces)
    }

    /// `f(1, black_box(2))`
    fn call(&mut self) -> Read<SurfaceStatement> {
        let mut arena = Arena::default();
        let mut errors = Vec::new();
        let mut grammar = Grammar {
            cursor: self.cursor.clone(),
            types: &mut self.program.types,
            names: self.names,
            arena: &mut arena,
            errors: &mut errors,
        };
        let expr = grammar.expr()?;
        self.cursor = grammar.cursor;
        let ExprKind::Call(callee, args) = arena.get(expr).kind else {
            return self.unsupported("only calls and printing are understood here");
        };
        let args: Vec<ExprId> = arena.list(args).to_vec();
        let (types, items) = self.program.types_and_items();
        let mut lowering = Lowering::new(self.cursor.text, &arena, types, items, self.names, true);
        let Some(Meaning::Fn(function, _)) = lowering.meaning(callee)? else {
            return self.unsupported("only functions of this file can be called here");
        };
        let sig = lowering.items.call_sig(lowering.types, &FnRef::plain(function));
        let mut values = Vec::with_capacity(args.len());
        for (n, &arg) in args.iter().enumerate() {
            let wanted = sig.as_ref().and_then(|sig| sig.params.get(n).copied().flatten());
            let arg = lowering.behind_black_box(arg);
            values.push(lowering.const_expr(arg, wanted)?);
        }
        Ok(SurfaceStatement::Call { function, args: values })
    }
}

impl Lowering<'_, '_> {
    /// The argument of `black_box(e)`, or `e` itself.
    fn behind_black_box(&mut self, expr: ExprId) -> ExprId {
        if let ExprKind::Call(callee, args) = self.arena.get(expr).kind
            && let Ok(Some(Meaning::Fn(FnDefId::Intrinsic(Intrinsic::BlackBox), _))) = self.meaning(callee)
            && let [inner] = *self.arena.list(args)
        {
            return inner;
        }
        expr
    }
}
