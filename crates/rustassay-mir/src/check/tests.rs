//! Rules that no text can break, because the reader resolves names and types.

use super::{Rule, check};
use crate::model::*;
use rustassay_lang::Architecture;

/// A program with one function of this body.
fn program(body: Body) -> Program {
    let mut program = Program::new(Architecture::DEFAULT);
    let params = body.args().map(|local| body.locals[local].ty).collect();
    program.add_fn(Function {
        name: "f".into(),
        sig: FnSig { abi: Abi::Rust, is_unsafe: false, params, ret: body.locals[Local::RETURN].ty },
        is_const: false,
        is_pub: true,
        inline: None,
        attrs: vec![],
        phase: Phase::RuntimeInitial,
        body,
    });
    program
}

/// A body of one block.
fn body(statements: Vec<Statement>, terminator: Terminator) -> Body {
    let mut body = Body::new(&[Ty::U8], Ty::UNIT);
    body.blocks.push(Block { statements, ..Block::new(terminator) });
    body
}

#[track_caller]
fn assert_rules(program: &Program, rules: &[Rule]) {
    let found: Vec<Rule> = check(program).iter().map(|violation| violation.rule).collect();
    assert_eq!(found, rules);
}

#[test]
fn every_id_must_exist() {
    let nowhere = Place::from(Local(7));
    let use_of = |place| vec![Statement::Assign(Local(1).into(), Rvalue::Use(Operand::Copy(place)))];
    assert_rules(&program(body(use_of(nowhere), Terminator::Return)), &[Rule::DanglingId]);
    assert_rules(&program(body(vec![], Terminator::Goto(BlockId(9)))), &[Rule::DanglingId]);
    let constant = Operand::Const(Const::Named(ConstId(3)));
    let statement = Statement::Assign(Local(1).into(), Rvalue::Use(constant));
    assert_rules(&program(body(vec![statement], Terminator::Return)), &[Rule::DanglingId]);
    let mut items = Program::new(Architecture::DEFAULT);
    items.order.push(ItemId::Static(StaticId(0)));
    assert_rules(&items, &[Rule::DanglingId]);
}

#[test]
fn every_item_must_be_in_the_order_once() {
    let mut twice = program(body(vec![], Terminator::Return));
    twice.order.push(ItemId::Fn(FnId(0)));
    assert_rules(&twice, &[Rule::ItemOrder]);
    let mut never = program(body(vec![], Terminator::Return));
    never.order.retain(|item| *item != ItemId::Fn(FnId(0)));
    assert_rules(&never, &[Rule::ItemOrder]);
}

#[test]
fn constants_must_be_in_range() {
    let value = Operand::Const(Const::Int(IntTy::U8, 256));
    let statement = Statement::Assign(Local(1).into(), Rvalue::Use(value));
    assert_rules(&program(body(vec![statement], Terminator::Return)), &[Rule::ConstantRange]);
}

#[test]
fn switch_values_must_be_in_range() {
    let targets = SwitchTargets { values: vec![(256, BlockId(1))], otherwise: BlockId(1) };
    let mut body = body(vec![], Terminator::Switch(Operand::Copy(Local(1).into()), targets));
    body.blocks.push(Block::new(Terminator::Return));
    assert_rules(&program(body), &[Rule::SwitchValue]);
}

#[test]
fn locals_must_begin_with_the_signature() {
    let mut program = program(body(vec![], Terminator::Return));
    program.functions[FnId(0)].sig.params = vec![Ty::I32];
    assert_rules(&program, &[Rule::SignatureLocals]);
}

#[test]
fn nothing_goes_back_to_the_entry_block() {
    assert_rules(&program(body(vec![], Terminator::Goto(BlockId::ENTRY))), &[Rule::EntryBlock]);
    assert_rules(&program(Body::new(&[], Ty::UNIT)), &[Rule::EntryBlock]);
}

#[test]
fn rule_names_are_distinct() {
    let mut names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Rule::ALL.len());
}
