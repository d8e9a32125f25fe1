//! The printer writes what the parser reads back as the same tree: parentheses where the grammar needs them, and lines that fit.

use rustassay_gen_surface::print::{ObservationForm, print};
use rustassay_gen_surface::syntax::build::*;
use rustassay_gen_surface::syntax::*;

/// The text of a statement, as a function's only one.
fn text_of(stmt: Stmt) -> String {
    let function = Function::new("f", Vec::new(), None, Some(block(vec![stmt], None)));
    let text = print(&[Item::function(function)], ObservationForm::Checksum);
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    text
}

fn name(word: &'static str) -> Expr {
    Expr::Name(word.into())
}

/// `{ x }`.
fn braces() -> Expr {
    block_expr(Vec::new(), Some(name("x")))
}

#[test]
fn operands_that_bind_less_tightly_are_in_parentheses() {
    let sum = binary(BinOp::Add, name("a"), name("b"));
    let product = binary(BinOp::Mul, sum.clone(), name("c"));
    assert!(text_of(product.stmt()).contains("(a + b) * c;"));
    assert!(text_of(binary(BinOp::Sub, name("c"), sum).stmt()).contains("c - (a + b);"));
}

#[test]
fn a_negative_literal_is_in_parentheses_before_a_method() {
    let lit = Expr::Lit(Lit::Int { value: 5, is_negative: true, suffix: Some("i8"), base: Base::Decimal });
    assert!(text_of(lit.method("abs", Vec::new()).stmt()).contains("(-5i8).abs();"));
}

#[test]
fn a_cast_is_in_parentheses_before_what_could_be_generic_arguments() {
    let cast = name("a").cast("u8");
    assert!(text_of(binary(BinOp::Lt, cast.clone(), name("b")).stmt()).contains("(a as u8) < b;"));
    assert!(text_of(binary(BinOp::Shl, cast, name("b")).stmt()).contains("(a as u8) << b;"));
}

#[test]
fn a_statement_that_begins_with_a_block_is_in_parentheses() {
    let sum = binary(BinOp::Add, braces(), number(1));
    assert!(text_of(sum.stmt()).contains("({ x } + 1);"));
}

#[test]
fn no_brace_ends_what_stands_before_else() {
    let otherwise = Some(block(vec![Expr::Return(None).stmt()], None));
    let pat = Pat::TupleStruct(name_path("Some"), vec![Pat::name("y")]);
    let text = text_of(Stmt::Let { pat, ty: None, init: Some(braces()), otherwise });
    assert!(text.contains("let Some(y) = ({ x }) else {"), "{text}");
}

#[test]
fn an_or_pattern_of_a_let_is_in_parentheses() {
    let one = || Pat::Lit(Lit::Bool(true));
    let text = text_of(let_pat(Pat::Or(vec![one(), Pat::Wild]), None, name("x")));
    assert!(text.contains("let (true | _) = x;"), "{text}");
}

#[test]
fn a_struct_literal_is_in_parentheses_where_a_body_follows() {
    let literal = StructLit { path: name_path("S"), fields: vec![(Member::Index(0), number(1))], base: None };
    let literal = Expr::Struct(Box::new(literal));
    let text = text_of(if_then(binary(BinOp::Eq, literal.clone(), name("s")), Block::default()).stmt());
    assert!(text.contains("if (S { 0: 1 } == s) {"), "{text}");
    let chain = binary(BinOp::And, Expr::Let(Box::new((Pat::Wild, literal))), name("c"));
    let text = text_of(if_then(chain, Block::default()).stmt());
    assert!(text.contains("if let _ = (S { 0: 1 }) && c {"), "{text}");
}

#[test]
fn a_range_that_ends_in_a_block_keeps_it_from_being_the_body() {
    let head = range(number(0), braces().method("len", Vec::new()));
    let text = text_of(Expr::For(None, Box::new((Pat::Wild, head)), Block::default()).stmt());
    assert!(text.contains("for _ in 0..({ x }.len()) {}"), "{text}");
}

#[test]
fn what_a_break_takes_along_is_not_its_label() {
    let labelled = Expr::Loop(Some("'a".into()), block(vec![Expr::Break(None, None).stmt()], None));
    let body = block(vec![Expr::Break(None, Some(Box::new(labelled))).stmt()], None);
    assert!(text_of(Expr::Loop(None, body).stmt()).contains("break ('a: loop {"));
}

#[test]
fn what_does_not_fit_has_a_line_for_each_part() {
    let args: Vec<Expr> = (0..20).map(|_| name("argument")).collect();
    let text = text_of(call("f", args).stmt());
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
    assert!(text.contains("    f(\n        argument,\n"), "{text}");
}

#[test]
fn observations_have_labels_in_the_debug_form_only() {
    let label = Label { function: "f".into(), what: "x".into() };
    let observed = Expr::Observe(label, Box::new(name("x"))).stmt();
    let function = Function::new("f", Vec::new(), None, Some(block(vec![observed], None)));
    let items = [Item::function(function)];
    assert!(print(&items, ObservationForm::Checksum).contains("observe(&x);"));
    assert!(print(&items, ObservationForm::Debug).contains("observe(\"f.x\", &x);"));
}
