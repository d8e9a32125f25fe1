//! Macros by example: with fragments of every kind, repetitions, several rules, and one that calls itself.

use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;

/// A macro of the program.
#[derive(Copy, Clone, Debug)]
pub struct MacroDef {
    pub name: Name,
    pub kind: MacroKind,
}

/// What a macro is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MacroKind {
    /// `m!(a, b)`: an operation on two integers of this type.
    Binary(Int),
    /// `m!(a, b, c, ..)`: all of them mixed, by repetition.
    Repeated,
    /// `m!(a, b, ..)`: of any number, by a rule that calls itself.
    Recursive(Int),
    /// `m!(T, a)`: a cast to a type.
    Cast,
    /// `m!(a => b, ..)`: the sum of products.
    Pairs,
}

impl Writer {
    /// A value that a macro stands for.
    pub fn macro_value(&mut self, ty: Ty, depth: usize) -> Option<Expr> {
        let TyKind::Int(int) = *self.kind(ty) else { return None };
        let fits = |kind: MacroKind| match kind {
            MacroKind::Binary(of) | MacroKind::Recursive(of) => of == int,
            MacroKind::Repeated => int == Int::U64,
            MacroKind::Cast | MacroKind::Pairs => true,
        };
        let known: Vec<MacroDef> = self.shared.macros.iter().filter(|def| fits(def.kind)).copied().collect();
        let def = match known.is_empty() || self.chance(self.chances().new_macros) {
            true => self.new_macro(int),
            false => self.random.pick(&known).copied()?,
        };
        let inner = depth.min(1);
        let delimiter = self.random.one([Delimiter::Paren, Delimiter::Paren, Delimiter::Bracket]);
        let args = match def.kind {
            MacroKind::Binary(_) => {
                MacroArgs::Exprs(vec![self.int(int, false, inner).0, self.int(int, false, inner).0])
            }
            MacroKind::Recursive(_) => {
                let count = self.random.within(&self.mixture.ranges.macro_recursion);
                MacroArgs::Exprs((0..count).map(|_| self.int(int, false, inner).0).collect())
            }
            MacroKind::Repeated => {
                if int != Int::U64 {
                    return None;
                }
                let count = self.random.within(&self.mixture.ranges.macro_repetitions);
                let mark = self.loan_mark();
                let args = (0..count).map(|_| {
                    let ty = self.any_type();
                    self.expr(ty, false, inner)
                });
                let args = args.collect();
                self.end_loans(mark);
                MacroArgs::Exprs(args)
            }
            MacroKind::Cast => {
                let from = self.some_int();
                MacroArgs::Typed(int.name().into(), vec![self.int(from, false, inner).0])
            }
            MacroKind::Pairs => {
                let count = self.random.within(&self.mixture.ranges.macro_pairs);
                let pair =
                    |writer: &mut Self| (writer.int(int, false, inner).0, writer.int(int, false, inner).0);
                MacroArgs::Pairs((0..count).map(|_| pair(self)).collect())
            }
        };
        Some(macro_with(name_path(def.name), delimiter, args))
    }

    fn new_macro(&mut self, int: Int) -> MacroDef {
        let name = self.name("mac");
        let fragment = |word: &'static str, kind: &'static str| Matcher::Fragment(word.into(), kind);
        let meta = |word: &'static str| Expr::Meta(word.into());
        let (kind, rules) = weighted!(
            self.random,
            (1, int == Int::U64, {
                let before = vec![let_pat(Pat::name_mut("sum"), Some("u64".into()), number(17))];
                let hash = call("hash_of", vec![meta("x").borrow()]);
                let mixed = Expr::Name("sum".into())
                    .method("wrapping_mul", vec![number(31)])
                    .method("wrapping_add", vec![hash]);
                let repeated = vec![assign("sum", mixed).stmt()];
                let rule = MacroRule {
                    matcher: vec![Matcher::Repeat(vec![fragment("x", "expr")], ",", "*")],
                    body: MacroBody::Repeat(before, repeated, "sum".into()),
                };
                (MacroKind::Repeated, vec![rule])
            }),
            (1, {
                let one = MacroRule {
                    matcher: vec![fragment("x", "expr")],
                    body: MacroBody::Expr(Expr::Paren(Box::new(meta("x")))),
                };
                let again = macro_with(
                    name_path(name),
                    Delimiter::Paren,
                    MacroArgs::Repeated(Vec::new(), Box::new(meta("rest"))),
                );
                let op = self.random.one(["wrapping_add", "wrapping_sub", "wrapping_mul"]);
                let several = MacroRule {
                    matcher: vec![
                        fragment("x", "expr"),
                        Matcher::Token(","),
                        Matcher::Repeat(vec![fragment("rest", "expr")], ",", "+"),
                    ],
                    body: MacroBody::Expr(Expr::Paren(Box::new(meta("x"))).method(op, vec![again])),
                };
                (MacroKind::Recursive(int), vec![one, several])
            }),
            (1, {
                let rule = MacroRule {
                    matcher: vec![fragment("to", "ty"), Matcher::Token(","), fragment("x", "expr")],
                    body: MacroBody::Expr(Expr::Paren(Box::new(
                        meta("x").cast(Type::Path(name_path("$to"))),
                    ))),
                };
                (MacroKind::Cast, vec![rule])
            }),
            (1, {
                let before = vec![let_mut("sum".into(), number(0))];
                let product = Expr::Paren(Box::new(meta("a"))).method("wrapping_mul", vec![meta("b")]);
                let repeated = vec![assign("sum", product.method("wrapping_add", vec!["sum".into()])).stmt()];
                let rule = MacroRule {
                    matcher: vec![Matcher::Repeat(
                        vec![fragment("a", "expr"), Matcher::Token("=>"), fragment("b", "expr")],
                        ",",
                        "*",
                    )],
                    body: MacroBody::Repeat(before, repeated, "sum".into()),
                };
                (MacroKind::Pairs, vec![rule])
            }),
            (1, {
                let op = self.random.one(["wrapping_add", "wrapping_sub", "wrapping_mul", "saturating_add"]);
                let (a, b) = (Expr::Name("left".into()), Expr::Name("right".into()));
                // Names in a macro are its own: these are nobody else's `left` and `right`.
                let stmts = vec![
                    let_pat(Pat::name("left"), Some(int.name().into()), meta("a")),
                    let_pat(Pat::name("right"), Some(int.name().into()), meta("b")),
                ];
                let condition = binary(BinOp::Lt, a.clone(), b.clone());
                let then = block(Vec::new(), Some(a.clone().method(op, vec![b.clone()])));
                let otherwise = block(Vec::new(), Some(binary(BinOp::BitXor, a, b)));
                let rule = MacroRule {
                    matcher: vec![fragment("a", "expr"), Matcher::Token(","), fragment("b", "expr")],
                    body: MacroBody::Expr(block_expr(stmts, Some(if_else(condition, then, otherwise)))),
                };
                (MacroKind::Binary(int), vec![rule])
            }),
        );
        let mut rules = rules;
        rules.iter_mut().for_each(|rule| rule.matcher.push(optional_comma()));
        self.macros.push(Item::plain(ItemKind::MacroRules(name, rules)));
        let def = MacroDef { name, kind };
        self.shared.macros.push(def);
        def
    }

    /// A macro that makes items: a struct with a method.
    pub fn macro_statement(&mut self, out: &mut Vec<Stmt>) {
        let name = self.name("items");
        let (ty, method) = (self.name("M"), self.name("m"));
        let int = self.some_int();
        let value = self.int(int, false, 1).0;
        let field =
            Field { visibility: Visibility::Public, name: "value".into(), ty: Type::Path(name_path("$ty")) };
        let own = ItemKind::Struct(Name::Word("$name"), Generics::default(), Fields::Named(vec![field]));
        let body = block(Vec::new(), Some(Expr::Name("self".into()).field("value".into())));
        let function =
            Function::new("$method", Vec::new(), Some(Type::Path(name_path("$ty"))), Some(body)).of_ref();
        let implementation = Item::implement(
            Generics::default(),
            None,
            Type::Path(name_path("$name")),
            vec![Item::function(function)],
        );
        let rule = MacroRule {
            matcher: vec![
                Matcher::Fragment("name".into(), "ident"),
                Matcher::Token(","),
                Matcher::Fragment("method".into(), "ident"),
                Matcher::Token(","),
                Matcher::Fragment("ty".into(), "ty"),
                optional_comma(),
            ],
            body: MacroBody::Items(vec![Item::plain(own), implementation]),
        };
        self.macros.push(Item::plain(ItemKind::MacroRules(name, vec![rule])));
        let args = MacroArgs::Exprs(vec![ty.into(), method.into(), int.name().into()]);
        self.add_item(ItemKind::Macro(MacroCall {
            path: name_path(name),
            delimiter: Delimiter::Paren,
            args,
        }));
        let literal = StructLit {
            path: name_path(ty),
            fields: vec![(Member::Named("value".into()), value)],
            base: None,
        };
        let made = Expr::Paren(Box::new(Expr::Struct(Box::new(literal)))).method(method, Vec::new());
        let ty = self.types.int(int);
        let annotation = self.maybe_annotation(ty);
        self.bind(out, ty, false, annotation, made);
    }
}

/// `$(,)?`.
fn optional_comma() -> Matcher {
    Matcher::Repeat(vec![Matcher::Token(",")], "", "?")
}
