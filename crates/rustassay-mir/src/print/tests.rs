use super::{Describe, Form, PrintOptions, print};
use crate::model::*;
use crate::release::Construct;
use rustassay_lang::Release;

/// Compares texts; the expected one is indented as it stands in this file.
#[track_caller]
fn assert_text(actual: &str, expected: &str) {
    let lines: Vec<&str> = expected.trim_matches([' ', '\n']).lines().collect();
    let indent = expected.trim_start_matches('\n').len() - expected.trim_start().len();
    let expected: Vec<&str> = lines
        .iter()
        .enumerate()
        .map(|(n, line)| if n == 0 { line } else { line.get(indent..).unwrap_or("") })
        .collect();
    assert_eq!(actual.trim_end(), expected.join("\n"));
}

/// A public function without parameters or attributes of its own.
fn function(name: &str, body: Body) -> Function {
    let params = body.args().map(|arg| body.locals[arg].ty).collect();
    Function {
        name: name.into(),
        sig: FnSig { abi: Abi::Rust, is_unsafe: false, params, ret: body.locals[Local::RETURN].ty },
        is_const: false,
        is_pub: true,
        inline: None,
        attrs: vec![],
        phase: Phase::RuntimeInitial,
        body,
    }
}

/// `fn caller(_1: i32) -> i32` that calls itself, with a `Drop` and a cleanup block if `unwind` needs one.
fn caller(unwind: UnwindAction) -> Program {
    let mut program = Program::default();
    let mut body = Body::new(&[Ty::I32], Ty::I32);
    let func = Const::Fn(Box::new(FnRef::plain(FnDefId::Fn(FnId(0))))).into();
    let args = vec![Operand::Copy(Local(1).into())];
    let call = Call { dest: Local::RETURN.into(), func, args, target: BlockId(1), unwind };
    body.blocks.push(Block::new(Terminator::Call(Box::new(call))));
    body.blocks.push(Block::new(Terminator::Drop { place: Local(1).into(), target: BlockId(2), unwind }));
    body.blocks.push(Block { name: Some("end".into()), ..Block::new(Terminator::Return) });
    if unwind.block().is_some() {
        body.blocks.push(Block { is_cleanup: true, ..Block::new(Terminator::UnwindResume) });
    }
    program.add_fn(function("caller", body));
    program
}

fn text(program: &Program, form: Form, minor: u16) -> String {
    print(program, &PrintOptions { form, release: Release::new(minor) }).unwrap()
}

/// The lines of a text that contain `Call(` or `Drop(`.
fn calls(program: &Program, minor: u16) -> Vec<String> {
    let text = text(program, Form::People, minor);
    let lines =
        text.lines().map(str::trim).filter(|line| line.starts_with("Call(") || line.starts_with("Drop("));
    lines.map(str::to_owned).collect()
}

#[test]
fn people_get_the_macro_with_indentation() {
    let program = caller(UnwindAction::Cleanup(BlockId(3)));
    assert_text(
        &text(&program, Form::People, 95),
        r#"
        #[custom_mir(dialect = "runtime", phase = "initial")]
        pub fn caller(_1: i32) -> i32 {
            mir! {
                type RET = i32;
                {
                    Call(RET = caller(_1), ReturnTo(bb1), UnwindCleanup(bb3))
                }
                bb1 = {
                    Drop(_1, ReturnTo(end), UnwindCleanup(bb3))
                }
                end = {
                    Return()
                }
                bb3 (cleanup) = {
                    UnwindResume()
                }
            }
        }
        "#,
    );
}

#[test]
fn compilers_get_what_the_macro_expands_to() {
    let mut program = caller(UnwindAction::Cleanup(BlockId(3)));
    let debug = DebugInfo { name: "x".into(), value: DebugValue::Place(Local(1).into()) };
    program.functions[FnId(0)].body.debug.push(debug);
    assert_text(
        &text(&program, Form::Fast, 95),
        r#"
        #[custom_mir(dialect = "runtime", phase = "initial")]
        pub fn caller(_1: i32) -> i32 {{
        let bb1=BasicBlock::Normal;
        let end=BasicBlock::Normal;
        let bb3=BasicBlock::Cleanup;
        {#[allow(non_snake_case)]let RET: i32;
        {__debuginfo("x", _1);
        {{
        Call(RET = caller(_1), ReturnTo(bb1), UnwindCleanup(bb3))};
        {
        Drop(_1, ReturnTo(end), UnwindCleanup(bb3))};
        {
        Return()};
        {
        UnwindResume()};
        RET}}}}}
        "#,
    );
}

#[test]
fn the_expansion_of_old_releases_has_no_debug_level_and_no_kinds_of_blocks() {
    assert_text(
        &text(&caller(UnwindAction::Continue), Form::Fast, 73),
        r#"
        #[custom_mir(dialect = "runtime", phase = "initial")]
        pub fn caller(_1: i32) -> i32 {{
        let bb1:BasicBlock;
        let end:BasicBlock;
        {#[allow(non_snake_case)]let RET: i32;
        {{
        Call(RET = caller(_1), bb1)};
        {
        Drop(_1, end)};
        {
        Return()};
        RET}}}}
        "#,
    );
}

#[test]
fn each_release_gets_its_call_syntax() {
    let program = caller(UnwindAction::Unreachable);
    assert_eq!(calls(&program, 70), ["Call(RET, bb1, caller(_1))", "Drop(_1, end)"]);
    assert_eq!(calls(&program, 73), ["Call(RET = caller(_1), bb1)", "Drop(_1, end)"]);
    assert_eq!(
        calls(&program, 76),
        ["Call(RET = caller(_1), bb1, UnwindUnreachable())", "Drop(_1, end, UnwindUnreachable())"]
    );
    assert_eq!(
        calls(&program, 77),
        [
            "Call(RET = caller(_1), ReturnTo(bb1), UnwindUnreachable())",
            "Drop(_1, ReturnTo(end), UnwindUnreachable())"
        ]
    );
}

#[test]
fn what_a_release_lacks_is_said_with_its_place() {
    let program = caller(UnwindAction::Terminate(TerminateReason::Abi));
    let options = PrintOptions { form: Form::People, release: Release::new(75) };
    let error = print(&program, &options).unwrap_err();
    assert_eq!(error.construct, Construct::Cleanup);
    assert_eq!(error.at, At::Statement(FnId(0), BlockId::ENTRY, 0, Part::Whole));
    assert_eq!(
        error.to_string(),
        "`caller` uses cleanup blocks and unwind actions, which custom MIR of rustc 1.75 lacks: \
         it is known from 1.76 on"
    );

    let mut program = caller(UnwindAction::Continue);
    let retag = Statement::Retag(Local(1).into());
    program.functions[FnId(0)].body.blocks[BlockId(1)].statements.push(retag);
    let options = PrintOptions { form: Form::Fast, release: Release::new(97) };
    let error = print(&program, &options).unwrap_err();
    assert_eq!(error.at, At::Statement(FnId(0), BlockId(1), 0, Part::Whole));
    assert!(error.to_string().ends_with("it was removed by 1.97"), "{error}");
}

#[test]
fn atomics_say_their_orderings_as_the_release_does() {
    let int = GenericArg::Ty(Ty::I32);
    let ordering = GenericArg::Ordering(AtomicOrdering::AcqRel);
    let def = FnDefId::Intrinsic(Intrinsic::AtomicXadd);
    let func = Const::Fn(Box::new(FnRef { def, generics: [int, int, ordering].into() }));
    let mut program = caller(UnwindAction::Unreachable);
    let entry = &mut program.functions[FnId(0)].body.blocks[BlockId::ENTRY];
    if let Terminator::Call(call) = &mut entry.terminator {
        call.func = func.into();
    }
    let callee = |minor| {
        let call = calls(&program, minor).swap_remove(0);
        call.split(" = ").nth(1).unwrap().split("(_1)").next().unwrap().replace("core::intrinsics::", "")
    };
    assert_eq!(callee(85), "atomic_xadd_acqrel");
    assert_eq!(callee(89), "atomic_xadd::<_, { AtomicOrdering::AcqRel }>");
    assert_eq!(callee(95), "atomic_xadd::<_, _, { AtomicOrdering::AcqRel }>");
}

#[test]
fn raw_borrows_are_a_macro_before_the_operator() {
    let program = Program::default();
    let mut body = Body::new(&[Ty::I32], Ty::UNIT);
    let borrow = Rvalue::RawPtr(Mutability::Not, Local(1).into());
    let mut types = program.types.clone();
    let pointer = body.local(types.raw_ptr(Mutability::Not, Ty::I32));
    let statements = vec![Statement::Assign(pointer.into(), borrow)];
    body.blocks.push(Block { statements, ..Block::new(Terminator::Return) });
    let mut program = Program { types, ..program };
    program.add_fn(function("borrows", body));
    assert!(text(&program, Form::People, 82).contains("_2 = &raw const _1;"));
    assert!(text(&program, Form::People, 81).contains("_2 = core::ptr::addr_of!(_1);"));
}

#[test]
fn references_are_elided_in_parameters_and_static_elsewhere() {
    let mut program = Program::default();
    let reference = program.types.reference(Mutability::Not, Ty::I32);
    let sig = FnSig { abi: Abi::C, is_unsafe: true, params: vec![reference], ret: Ty::UNIT };
    let callable = program.types.fn_ptr(sig);
    let mut body = Body::new(&[reference, callable], reference);
    body.local(reference);
    body.blocks.push(Block::new(Terminator::Return));
    let runtime = function("runtime", body.clone());
    program.add_fn(runtime);
    program.add_fn(Function { phase: Phase::Built, ..function("built", body) });
    assert_text(
        &text(&program, Form::People, 95),
        r#"
        #[custom_mir(dialect = "runtime", phase = "initial")]
        pub fn runtime(_1: &i32, _2: unsafe extern "C" fn(&'static i32)) -> &'static i32 {
            mir! {
                type RET = &'static i32;
                let _3: &'static i32;
                {
                    Return()
                }
            }
        }

        #[custom_mir(dialect = "built")]
        pub fn built(_1: &i32, _2: unsafe extern "C" fn(&'static i32)) -> &i32 {
            mir! {
                type RET = &i32;
                let _3: &i32;
                {
                    Return()
                }
            }
        }
        "#,
    );
}

#[test]
fn places_bind_as_rust_does() {
    let mut program = Program::default();
    let pair = program.types.tuple(&[Ty::I32, Ty::U8]);
    let option = program.types.library(Library::Option, &[pair]);
    let pointer = program.types.raw_ptr(Mutability::Mut, option);
    let mut body = Body::new(&[pointer], Ty::UNIT);
    let index = body.local(Ty::USIZE);
    let base = Place::from(Local(1));
    let describe = Describe::from(&program);
    let shown = |place: &Place| describe.place(&body, place);
    assert_eq!(shown(&base.clone().deref().deref()), "**_1");
    assert_eq!(shown(&base.clone().field(1).deref()), "*_1.1");
    assert_eq!(shown(&base.clone().deref().field(1).project(Elem::Index(index))), "(*_1).1[_2]");
    let payload = base.deref().project(Elem::Downcast(VariantId(1))).field(0).field(1);
    assert_eq!(shown(&payload), "Field::<(i32, u8)>(Variant(*_1, 1), 0).1");
    let assignment = Statement::Assign(payload, Rvalue::Use(Types::new().const_int(IntTy::U8, 3).into()));
    assert_eq!(
        describe.statement(&body, &assignment),
        "place!(Field::<(i32, u8)>(Variant(*_1, 1), 0)).1 = 3_u8"
    );
}

#[test]
fn switches_name_values_as_their_type_does() {
    let program = Program::default();
    let body = Body::new(&[Ty::BOOL, Ty::CHAR, Ty::int(IntTy::I8)], Ty::UNIT);
    let shown = |local, value| {
        let targets = SwitchTargets { values: vec![(value, BlockId(1))], otherwise: BlockId(2) };
        let switch = Terminator::Switch(Operand::Copy(Local(local).into()), targets);
        Describe::from(&program).terminator(&body, &switch).replace("\n    ", " ")
    };
    assert_eq!(shown(1, 1), "match _1 { true => bb1, _ => bb2,\n}");
    assert_eq!(shown(2, 'x'.into()), "match _2 { 'x' => bb1, _ => bb2,\n}");
    assert_eq!(shown(3, 0xff), "match _3 { -1 => bb1, _ => bb2,\n}");
    assert_eq!(shown(9, 7), "match _9 { 7 => bb1, _ => bb2,\n}");
}

#[test]
fn constants_are_written_so_that_they_read_back() {
    let mut program = Program::default();
    let empty = ConstExpr::Array(Ty::U8, vec![]);
    let pointer = program.types.raw_ptr(Mutability::Not, Ty::U8);
    let describe = Describe::from(&program);
    let shown = |value: &Const| describe.constant(value);
    assert_eq!(shown(&Types::new().const_int(IntTy::I8, -128)), "-128_i8");
    assert_eq!(shown(&Const::Int(IntTy::U128, u128::MAX)), "340282366920938463463374607431768211455_u128");
    assert_eq!(
        shown(&Types::new().const_int(IntTy::I128, i128::MIN)),
        "-170141183460469231731687303715884105728_i128"
    );
    assert_eq!(shown(&Const::f32(-0.0)), "-0.0_f32");
    assert_eq!(shown(&Const::f64(1e-7)), "1e-7_f64");
    assert_eq!(shown(&Const::f32(f32::NAN)), "const { f32::from_bits(0x7fc00000) }");
    assert_eq!(shown(&Const::Float(FloatTy::F16, 0x3c00)), "const { f16::from_bits(0x3c00) }");
    assert_eq!(shown(&Const::Char('\u{1f600}')), r"'\u{1f600}'");
    assert_eq!(shown(&Const::Str("a\"\n".into())), r#""a\"\n""#);
    assert_eq!(shown(&Const::ByteStr((*b"\0\xff").into())), r#"b"\x00\xff""#);
    let shown = |value: &ConstExpr| describe.const_expr(value);
    assert_eq!(shown(&empty), "[] as [u8; 0]");
    assert_eq!(shown(&ConstExpr::Ref(Box::new(empty))), "&([] as [u8; 0])");
    assert_eq!(shown(&Const::f32(f32::INFINITY).into()), "f32::from_bits(0x7f800000)");
    assert_eq!(shown(&ConstExpr::Address(8, pointer)), "8_usize as *const u8");
    assert_eq!(shown(&ConstExpr::Tuple(vec![Const::Bool(true).into()])), "(true,)");
}

#[test]
fn negative_constants_are_negated_in_parentheses() {
    let program = Program::default();
    let body = Body::new(&[], Ty::I32);
    let shown = |value| {
        let negation = Rvalue::Unary(UnOp::Neg, Types::new().const_int(IntTy::I32, value).into());
        Describe::from(&program).rvalue(&body, &negation)
    };
    assert_eq!(shown(-5), "-(-5_i32)");
    assert_eq!(shown(5), "-5_i32");
    assert_eq!(shown(i32::MIN.into()), "-i32::MIN");
}

#[test]
fn what_does_not_exist_is_printed_by_its_number() {
    let program = Program::default();
    let mut body = Body::new(&[], Ty::UNIT);
    let nowhere = Place::from(Local(9)).field(7).project(Elem::Downcast(VariantId(3)));
    let missing_fn = Const::Fn(Box::new(FnRef::plain(FnDefId::Fn(FnId(4)))));
    let missing_adt = Rvalue::Adt(AdtId(5), VariantId(1), None, vec![Const::Named(ConstId(6)).into()]);
    body.debug.push(DebugInfo { name: "x".into(), value: DebugValue::Const(Const::Static(StaticId(8))) });
    body.blocks.push(Block {
        statements: vec![
            Statement::Assign(nowhere.clone(), missing_adt),
            Statement::Assign(nowhere.clone().field(2), Rvalue::Use(missing_fn.clone().into())),
        ],
        ..Block::new(Terminator::TailCall(missing_fn.into(), vec![Operand::Move(nowhere)]))
    });
    let mut program = Program { order: vec![ItemId::Static(StaticId(1))], ..program };
    program.add_fn(function("broken", body));
    let text = text(&program, Form::People, 95);
    for expected in [
        "debug x => Static(static#8);",
        "Variant(_9.7, 3) = adt#5(const#6);",
        "place!(Field(Variant(_9.7, 3), 2)) = fn#4;",
        "TailCall(fn#4(Move(Variant(_9.7, 3))))",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
}

#[test]
fn a_types_own_name_tells_functions_apart() {
    let mut program = caller(UnwindAction::Continue);
    let item = program.types.intern(TyKind::FnDef(Box::new(FnRef::plain(FnDefId::Fn(FnId(0))))));
    let boxed = program.types.boxed(item);
    let reference = program.types.reference(Mutability::Mut, boxed);
    assert_eq!(Describe::from(&program).ty(reference), "&mut Box<fn item `caller`>");
}

#[test]
fn what_only_some_releases_have_is_still_written_for_them() {
    let mut program = Program::default();
    let pointer = program.types.raw_ptr(Mutability::Not, Ty::I32);
    let mut body = Body::new(&[pointer], pointer);
    let place = Place::from(Local(1));
    body.blocks.push(Block {
        statements: vec![
            Statement::Retag(place.clone()),
            Statement::Assign(Local::RETURN.into(), Rvalue::CopyForDeref(place)),
        ],
        ..Block::new(Terminator::Return)
    });
    program.add_fn(function("old", body));
    let text = text(&program, Form::People, 85);
    assert!(text.contains("Retag(_1);") && text.contains("RET = CopyForDeref(_1);"), "{text}");
    let options = PrintOptions { form: Form::People, release: Release::new(95) };
    assert_eq!(print(&program, &options).unwrap_err().construct, Construct::CopyForDeref);
}
