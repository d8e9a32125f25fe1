//! rustc accepts what the printer writes.

use rustassay_lang::{Architecture, Release};
use rustassay_mir::model::*;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_testing::{reference_rustc, reference_version};
use std::process::Command;

#[test]
fn rustc_accepts_both_forms_of_a_program_with_every_construct() {
    let release: Release = reference_version().parse().expect("it is a release");
    let program = everything();
    let directory = std::env::temp_dir().join(format!("rustassay-print-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let mut problems = String::new();
    for form in [Form::People, Form::Fast] {
        let text = print(&program, &PrintOptions { form, release }).unwrap();
        std::fs::write(directory.join("program.rs"), &text).unwrap();
        for opt_level in ["0", "3"] {
            let output = Command::new(reference_rustc())
                .env("RUSTC_BOOTSTRAP", "1")
                .args(["--edition=2021", "--crate-type=lib", "--emit=obj", "-Zvalidate-mir"])
                .arg(format!("-Copt-level={opt_level}"))
                .arg("program.rs")
                .current_dir(&directory)
                .output()
                .unwrap();
            if !output.status.success() || !output.stderr.is_empty() {
                let stderr = String::from_utf8_lossy(&output.stderr);
                problems.push_str(&format!("{form:?}, level {opt_level}:\n{stderr}\n{text}\n"));
            }
        }
    }
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(problems.is_empty(), "{problems}");
}

/// A body that assigns whatever it is given to fresh locals.
struct Builder {
    body: Body,
    statements: Vec<Statement>,
}

impl Builder {
    fn new(params: &[Ty], ret: Ty) -> Builder {
        Builder { body: Body::new(params, ret), statements: Vec::new() }
    }

    /// `let _n: ty; _n = rvalue;`
    fn let_(&mut self, ty: Ty, rvalue: Rvalue) -> Place {
        let local = self.body.local(ty);
        self.assign(local.into(), rvalue);
        local.into()
    }

    fn let_const(&mut self, ty: Ty, value: impl Into<Operand>) -> Place {
        self.let_(ty, Rvalue::Use(value.into()))
    }

    fn assign(&mut self, place: Place, rvalue: Rvalue) {
        self.statements.push(Statement::Assign(place, rvalue));
    }

    /// Ends the block.
    fn end(&mut self, terminator: Terminator) -> BlockId {
        let statements = std::mem::take(&mut self.statements);
        self.body.blocks.push(Block { statements, ..Block::new(terminator) })
    }

    fn cleanup(&mut self, terminator: Terminator) -> BlockId {
        self.body.blocks.push(Block { is_cleanup: true, ..Block::new(terminator) })
    }

    /// Calls a function and goes on in the next block.
    fn call(&mut self, dest: Place, func: impl Into<Operand>, args: Vec<Operand>, unwind: UnwindAction) {
        let target = BlockId(self.body.blocks.len() as u32 + 1);
        let func = func.into();
        self.end(Terminator::Call(Box::new(Call { dest, func, args, target, unwind })));
    }

    fn finish(self, name: &str, params: &[Ty], ret: Ty) -> Function {
        Function {
            name: name.into(),
            sig: FnSig { abi: Abi::Rust, is_unsafe: false, params: params.into(), ret },
            is_const: false,
            is_pub: true,
            inline: None,
            attrs: vec![],
            phase: Phase::RuntimeInitial,
            body: self.body,
        }
    }
}

fn copy(place: &Place) -> Operand {
    Operand::Copy(place.clone())
}

fn int(ty: IntTy, value: i128) -> Operand {
    Operand::Const(Types::new().const_int(ty, value))
}

fn field(name: &str, ty: Ty) -> Field {
    Field { name: name.into(), ty, is_pub: true }
}

fn variant(name: &str, ctor: Ctor, fields: Vec<Field>) -> Variant {
    Variant { name: name.into(), ctor, fields: fields.into(), discriminant: None }
}

fn adt(name: &str, kind: AdtKind, variants: Vec<Variant>) -> AdtDef {
    AdtDef {
        name: name.into(),
        kind,
        origin: AdtOrigin::Program,
        repr: Repr::default(),
        derives: vec![Derive::Clone, Derive::Copy],
        variants: variants.into(),
        drop: None,
        is_pub: true,
    }
}

fn adt_id(program: &Program, ty: Ty) -> AdtId {
    match *program.types.kind(ty) {
        TyKind::Adt(adt) => adt,
        _ => panic!("not an ADT"),
    }
}

fn intrinsic_fn(intrinsic: Intrinsic, generics: &[GenericArg]) -> Const {
    let def = FnDefId::Intrinsic(intrinsic);
    Const::Fn(Box::new(FnRef { def, generics: generics.into() }))
}

fn everything() -> Program {
    let mut program = Program::new(Architecture::DEFAULT);
    program.attrs.push("feature(f16, f128)".into());
    let leaf = add_leaf(&mut program);
    add_aggregates(&mut program);
    add_operators(&mut program);
    add_constants(&mut program, leaf);
    add_terminators(&mut program, leaf);
    add_pointers(&mut program);
    program
}

/// `fn leaf(value: i32, _2: &i32) -> i32`, in the dialect that is borrow-checked.
fn add_leaf(program: &mut Program) -> FnId {
    let reference = program.types.reference(Mutability::Not, Ty::I32);
    let params = [Ty::I32, reference];
    let mut builder = Builder::new(&params, Ty::I32);
    builder.body.locals[Local(1)].name = Some("value".into());
    let value = Place::from(Local(1));
    let there = builder.let_(reference, Rvalue::Use(copy(&Local(2).into())));
    builder.assign(
        Local::RETURN.into(),
        Rvalue::Binary(BinOp::BitXor, copy(&value), copy(&there.clone().deref())),
    );
    builder.body.debug.push(DebugInfo { name: "there".into(), value: DebugValue::Place(there.deref()) });
    builder.body.debug.push(DebugInfo { name: "five".into(), value: DebugValue::Const(Const::Bool(true)) });
    builder.end(Terminator::Return);
    let function = builder.finish("leaf", &params, Ty::I32);
    program.add_fn(Function { phase: Phase::Built, inline: Some(Inline::Never), ..function })
}

fn add_aggregates(program: &mut Program) {
    let named = vec![field("a", Ty::I32), field("b", Ty::U8)];
    let structure = program.add_adt(AdtDef {
        repr: Repr { c: true, align: Some(16), ..Repr::default() },
        ..adt("Named", AdtKind::Struct, vec![variant("Named", Ctor::Named, named.clone())])
    });
    let pair = program.types.tuple(&[Ty::I32, Ty::U8]);
    let tuple_fields = vec![field("0", pair)];
    let tuple = program.add_adt(adt(
        "Tuple",
        AdtKind::Struct,
        vec![variant("Tuple", Ctor::Tuple, tuple_fields.clone())],
    ));
    let unit = program.add_adt(adt("Unit", AdtKind::Struct, vec![variant("Unit", Ctor::Unit, vec![])]));
    let union = program.add_adt(AdtDef {
        repr: Repr { c: true, pack: Some(1), ..Repr::default() },
        ..adt("Either", AdtKind::Union, vec![variant("Either", Ctor::Named, named.clone())])
    });
    let minus_five = Variant {
        discriminant: Some(FixedInt::I8.truncate(-5_i128 as u128)),
        ..variant("A", Ctor::Unit, vec![])
    };
    let enumeration = program.add_adt(AdtDef {
        repr: Repr { int: Some(IntTy::I8), ..Repr::default() },
        ..adt(
            "Choice",
            AdtKind::Enum,
            vec![minus_five, variant("B", Ctor::Tuple, tuple_fields), variant("C", Ctor::Named, named)],
        )
    });
    let option = program.types.library(Library::Option, &[pair]);
    let array = program.types.array(Ty::U8, 2);
    let empty = program.types.array(Ty::U8, 0);
    let single = program.types.tuple(&[Ty::U8]);
    let repeated = program.types.array(pair, 3);

    let mut builder = Builder::new(&[], Ty::I32);
    let one = || int(IntTy::I32, 1);
    let byte = || int(IntTy::U8, 2);
    let aggregate = |program: &Program, ty, variant, field, operands| {
        Rvalue::Adt(adt_id(program, ty), VariantId(variant), field, operands)
    };
    let pair_value = builder.let_(pair, Rvalue::Tuple(vec![one(), byte()]));
    builder.let_(structure, aggregate(program, structure, 0, None, vec![one(), byte()]));
    builder.let_(tuple, aggregate(program, tuple, 0, None, vec![copy(&pair_value)]));
    builder.let_(unit, aggregate(program, unit, 0, None, vec![]));
    builder.let_(union, aggregate(program, union, 0, Some(FieldId(1)), vec![byte()]));
    builder.let_(enumeration, aggregate(program, enumeration, 0, None, vec![]));
    builder.let_(enumeration, aggregate(program, enumeration, 2, None, vec![one(), byte()]));
    let choice = builder.let_(enumeration, aggregate(program, enumeration, 1, None, vec![copy(&pair_value)]));
    let some =
        builder.let_(option, aggregate(program, option, 1, None, vec![Operand::Move(pair_value.clone())]));
    builder.let_(option, aggregate(program, option, 0, None, vec![]));
    builder.let_(array, Rvalue::Array(Ty::U8, vec![byte(), byte()]));
    builder.let_(empty, Rvalue::Array(Ty::U8, vec![]));
    builder.let_(single, Rvalue::Tuple(vec![byte()]));
    builder.let_(Ty::UNIT, Rvalue::Tuple(vec![]));
    let repeat = builder.let_(repeated, Rvalue::Repeat(copy(&pair_value), 3));
    let index = builder.let_const(Ty::USIZE, Types::new().const_int(IntTy::Usize, 1)).local;
    let element = repeat.project(Elem::Index(index)).field(1);
    builder.assign(element, Rvalue::Use(byte()));
    // Fields of variants: assigned, read, borrowed.
    let payload = |place: &Place| place.clone().project(Elem::Downcast(VariantId(1))).field(0);
    builder.assign(payload(&some).field(0), Rvalue::Use(one()));
    let reference = program.types.reference(Mutability::Mut, Ty::U8);
    builder.let_(reference, Rvalue::Ref(Mutability::Mut, payload(&some).field(1)));
    builder.assign(Local::RETURN.into(), Rvalue::Use(copy(&payload(&choice).field(0))));
    builder.let_(Ty::int(IntTy::I8), Rvalue::Discriminant(choice.clone()));
    builder.statements.push(Statement::SetDiscriminant(choice, VariantId(0)));
    builder.end(Terminator::Return);
    let function = builder.finish("aggregates", &[], Ty::I32);
    program.add_fn(function);
}

fn add_operators(program: &mut Program) {
    let params = [Ty::I32, Ty::I32, Ty::F64];
    let mut builder = Builder::new(&params, Ty::I32);
    let [a, b, f] = [1, 2, 3].map(|local| Place::from(Local(local)));
    let checked = program.types.tuple(&[Ty::I32, Ty::BOOL]);
    let array = program.types.array(Ty::U8, 4);
    for op in BinOp::INFIX {
        let ty = if op.is_comparison() { Ty::BOOL } else { Ty::I32 };
        builder.let_(ty, Rvalue::Binary(op, copy(&a), copy(&b)));
    }
    for op in [CheckedOp::Add, CheckedOp::Sub, CheckedOp::Mul] {
        builder.let_(checked, Rvalue::Checked(op, copy(&a), int(IntTy::I32, -7)));
    }
    builder.let_(Ty::I32, Rvalue::Unary(UnOp::Neg, copy(&a)));
    builder.let_(Ty::I32, Rvalue::Unary(UnOp::Neg, int(IntTy::I32, -7)));
    let not = builder.let_(Ty::I32, Rvalue::Unary(UnOp::Not, copy(&a)));
    builder.let_(Ty::U8, Rvalue::Cast(CastKind::As, copy(&a), Ty::U8));
    builder.let_(Ty::I32, Rvalue::Cast(CastKind::As, copy(&f), Ty::I32));
    builder.let_(array, Rvalue::Cast(CastKind::Transmute, copy(&a), array));
    let storage = builder.body.local(Ty::I32);
    builder.statements.push(Statement::StorageLive(storage));
    builder.assign(storage.into(), Rvalue::Use(Operand::Move(not)));
    builder.statements.push(Statement::StorageDead(storage));
    let truth = builder.let_const(Ty::BOOL, Const::Bool(true));
    builder.statements.push(Statement::Assume(copy(&truth)));
    builder.assign(Local::RETURN.into(), Rvalue::Use(int(IntTy::I32, i32::MIN.into())));
    builder.end(Terminator::Return);
    let function = builder.finish("operators", &params, Ty::I32);
    program.add_fn(Function { attrs: vec!["allow(dead_code)".into()], ..function });
}

fn add_constants(program: &mut Program, leaf: FnId) {
    let types = &mut program.types;
    let text = types.reference(Mutability::Not, Ty::STR);
    let three = types.array(Ty::U8, 3);
    let bytes = types.reference(Mutability::Not, three);
    let slice = types.slice(Ty::U8);
    let slice = types.reference(Mutability::Not, slice);
    let number = types.reference(Mutability::Not, Ty::I32);
    let pointer = types.raw_ptr(Mutability::Mut, Ty::I32);
    let empty = types.array(Ty::I32, 0);
    let empties = types.tuple(&[empty, Ty::F32]);
    let uninit = types.library(Library::MaybeUninit, &[Ty::I32]);
    let phantom = types.library(Library::PhantomData, &[number]);
    let wrapping = types.library(Library::Wrapping, &[Ty::U8]);
    let sig = FnSig { abi: Abi::Rust, is_unsafe: false, params: vec![Ty::I32, number], ret: Ty::I32 };
    let callable = types.fn_ptr(sig);
    let leaf_fn = FnRef::plain(FnDefId::Fn(leaf));
    let leaf_ty = types.intern(TyKind::FnDef(Box::new(leaf_fn.clone())));
    let array = |ty| ConstExpr::Array(ty, vec![]);

    let constant = program.add_const(ConstDef {
        name: "NOTHING".into(),
        ty: empties,
        is_pub: true,
        value: ConstExpr::Tuple(vec![array(Ty::I32), Const::f32(f32::NAN).into()]),
    });
    let init = ConstExpr::Const(Types::new().const_int(IntTy::I32, -3));
    let plain =
        StaticDef { name: "PLAIN".into(), ty: Ty::I32, is_mut: false, is_pub: true, init, align: None };
    let mutable = StaticDef { name: "MUTABLE".into(), is_mut: true, is_pub: false, ..plain.clone() };
    let plain = program.add_static(plain);
    let mutable = program.add_static(mutable);

    let wrapped = ConstExpr::Adt(
        adt_id(program, wrapping),
        VariantId::ONLY,
        vec![(FieldId(0), Types::new().const_int(IntTy::U8, 5).into())],
    );
    let phantom_value = ConstExpr::Adt(adt_id(program, phantom), VariantId::ONLY, vec![]);
    let byte_str = Const::ByteStr((*b"a\xff\"").into());
    let unsized_bytes = ConstExpr::Unsize(Box::new(byte_str.clone().into()), slice);
    let mut builder = Builder::new(&[], Ty::CHAR);
    let block = |value| Const::Block(Box::new(value));
    for (ty, value) in [
        (Ty::F32, Const::f32(-0.0)),
        (Ty::F64, Const::f64(1e-7)),
        (Ty::F64, Const::f64(f64::INFINITY)),
        (Ty::float(FloatTy::F16), Const::Float(FloatTy::F16, 0x3c00)),
        (Ty::float(FloatTy::F128), Const::Float(FloatTy::F128, 1)),
        (Ty::CHAR, Const::Char('\'')),
        (Ty::int(IntTy::U128), Const::Int(IntTy::U128, u128::MAX)),
        (text, Const::Str("\"quoted\"\n\u{1f600}".into())),
        (bytes, byte_str),
        (empties, Const::Named(constant)),
        (number, Const::Static(plain)),
        (pointer, Const::Static(mutable)),
        (leaf_ty, Const::Fn(Box::new(leaf_fn.clone()))),
        (callable, block(ConstExpr::FnPtr(Box::new(leaf_fn), callable))),
        (pointer, block(ConstExpr::Address(8, pointer))),
        (pointer, block(ConstExpr::StaticPtr(Mutability::Mut, mutable))),
        (slice, block(unsized_bytes)),
        (number, block(ConstExpr::Ref(Box::new(Types::new().const_int(IntTy::I32, -4).into())))),
        (three, block(ConstExpr::Repeat(Box::new(Types::new().const_int(IntTy::U8, 9).into()), 3))),
        (uninit, block(ConstExpr::Uninit(uninit))),
        (phantom, block(phantom_value)),
        (wrapping, block(wrapped)),
        (empty, block(array(Ty::I32))),
    ] {
        builder.let_const(ty, value);
    }
    builder.assign(Local::RETURN.into(), Rvalue::Use(Const::Char('\u{1f600}').into()));
    builder.end(Terminator::Return);
    let function = builder.finish("constants", &[], Ty::CHAR);
    program.add_fn(function);
}

fn add_terminators(program: &mut Program, leaf: FnId) {
    let surface = program.add_surface("pub fn pass<T>(value: T) -> T {\n    value\n}");
    let pass = program.surface_fns.push(SurfaceFn {
        item: surface,
        name: "pass".into(),
        params: vec![None],
        ret: None,
        generics: 1,
        abi: Abi::Rust,
        is_const: false,
        is_unsafe: false,
    });
    // A type with a destructor, and the function that it calls.
    let dropped = program.types.adts.next_id();
    let dropped_ty = program.types.adt(dropped);
    let dropped_ref = program.types.reference(Mutability::Mut, dropped_ty);
    let mut builder = Builder::new(&[dropped_ref], Ty::UNIT);
    builder.end(Terminator::Return);
    let on_drop = builder.finish("on_drop", &[dropped_ref], Ty::UNIT);
    let on_drop = program.functions.push(on_drop);
    program.add_adt(AdtDef {
        derives: vec![],
        drop: Some(on_drop),
        ..adt("Dropped", AdtKind::Struct, vec![variant("Dropped", Ctor::Unit, vec![])])
    });
    program.order.push(ItemId::Fn(on_drop));

    let number = program.types.reference(Mutability::Not, Ty::I32);
    let atomic = program.types.raw_ptr(Mutability::Mut, Ty::I32);
    let sig = FnSig { abi: Abi::Rust, is_unsafe: false, params: vec![Ty::I32, number], ret: Ty::I32 };
    let callable = program.types.fn_ptr(sig);
    let exchange = program.types.tuple(&[Ty::I32, Ty::BOOL]);
    let params = [Ty::I32, number, callable, atomic];
    let [value, reference, pointer, atomic] = [1, 2, 3, 4].map(|local| Place::from(Local(local)));
    let mut builder = Builder::new(&params, Ty::I32);
    let args = || vec![copy(&value), copy(&reference)];
    let ret = || Place::from(Local::RETURN);
    let leaf_fn = Const::Fn(Box::new(FnRef::plain(FnDefId::Fn(leaf))));
    let pass_fn = |generics: &[GenericArg]| {
        Const::Fn(Box::new(FnRef { def: FnDefId::Surface(pass), generics: generics.into() }))
    };
    let object = builder.let_(dropped_ty, Rvalue::Adt(dropped, VariantId::ONLY, None, vec![]));
    builder.call(ret(), leaf_fn, args(), UnwindAction::Continue);
    builder.call(ret(), copy(&pointer), args(), UnwindAction::Unreachable);
    builder.call(ret(), Operand::Move(pointer), args(), UnwindAction::Terminate(TerminateReason::Abi));
    builder.call(ret(), pass_fn(&[]), vec![copy(&value)], UnwindAction::Continue);
    builder.call(ret(), pass_fn(&[GenericArg::Ty(Ty::I32)]), vec![copy(&value)], UnwindAction::Continue);
    let int = GenericArg::Ty(Ty::I32);
    let [acqrel, acquire] = [AtomicOrdering::AcqRel, AtomicOrdering::Acquire].map(GenericArg::Ordering);
    let unreachable = UnwindAction::Unreachable;
    let two = builder.body.local(exchange);
    let nothing = builder.body.local(Ty::UNIT);
    let cxchg = intrinsic_fn(Intrinsic::AtomicCxchg, &[int, acqrel, acquire]);
    builder.call(two.into(), cxchg, vec![copy(&atomic), copy(&value), copy(&value)], unreachable);
    let xadd = intrinsic_fn(Intrinsic::AtomicXadd, &[int, int, acqrel]);
    builder.call(ret(), xadd, vec![copy(&atomic), copy(&value)], unreachable);
    builder.call(nothing.into(), intrinsic_fn(Intrinsic::AssertInhabited, &[int]), vec![], unreachable);
    builder.call(ret(), intrinsic_fn(Intrinsic::Bswap, &[int]), vec![copy(&value)], unreachable);
    // Every kind of edge, to blocks that follow.
    let next = builder.body.blocks.len() as u32;
    let [switch_bool, switch_char, resume, abort, done, never] =
        [1, 2, 3, 4, 5, 6].map(|n| BlockId(next + n));
    let unwind = UnwindAction::Cleanup(resume);
    builder.end(Terminator::Drop { place: object, target: switch_bool, unwind });
    let values = vec![(1, switch_char), (0, done)];
    let truth = builder.let_const(Ty::BOOL, Const::Bool(true));
    builder.end(Terminator::Switch(copy(&truth), SwitchTargets { values, otherwise: never }));
    let values = vec![(u128::from(u32::from('x')), done)];
    let char = builder.let_const(Ty::CHAR, Const::Char('x'));
    builder.end(Terminator::Switch(Operand::Move(char), SwitchTargets { values, otherwise: never }));
    builder.cleanup(Terminator::Goto(abort));
    builder.cleanup(Terminator::UnwindTerminate(TerminateReason::InCleanup));
    let values = vec![(FixedInt::I32.truncate(u128::MAX), never)];
    let after = BlockId(next + 7);
    builder.end(Terminator::Switch(copy(&value), SwitchTargets { values, otherwise: after }));
    builder.end(Terminator::Unreachable);
    let resume_block = BlockId(next + 9);
    builder.body.blocks.push(Block {
        name: Some("last_call".into()),
        ..Block::new(Terminator::Call(Box::new(Call {
            dest: ret(),
            func: copy(&Local(3).into()),
            args: args(),
            target: BlockId(next + 8),
            unwind: UnwindAction::Cleanup(resume_block),
        })))
    });
    builder.end(Terminator::Return);
    builder.cleanup(Terminator::UnwindResume);
    let function = builder.finish("terminators", &params, Ty::I32);
    program.add_fn(Function { inline: Some(Inline::Hint), ..function });

    let mut builder = Builder::new(&[Ty::I32, number], Ty::I32);
    let leaf_fn = Const::Fn(Box::new(FnRef::plain(FnDefId::Fn(leaf))));
    builder.end(Terminator::TailCall(leaf_fn.into(), args()));
    let function = builder.finish("tail", &[Ty::I32, number], Ty::I32);
    program.add_fn(Function { inline: Some(Inline::Always), ..function });
}

fn add_pointers(program: &mut Program) {
    let types = &mut program.types;
    let three = types.array(Ty::U8, 3);
    let array_ref = types.reference(Mutability::Mut, three);
    let slice = types.slice(Ty::U8);
    let slice_ref = types.reference(Mutability::Mut, slice);
    let [byte, const_byte] =
        [Mutability::Mut, Mutability::Not].map(|mutability| types.raw_ptr(mutability, Ty::U8));
    let slice_ptr = types.raw_ptr(Mutability::Not, slice);
    let option = types.library(Library::Option, &[array_ref]);
    let params = [array_ref, Ty::USIZE, option];
    let mut builder = Builder::new(&params, Ty::USIZE);
    let [array, index, option] = [1, 2, 3].map(|local| Place::from(Local(local)));
    let wide = builder.let_(slice_ref, Rvalue::Cast(CastKind::Unsize, copy(&array), slice_ref));
    let element = wide.deref().project(Elem::Index(index.local));
    builder.let_const(Ty::U8, Operand::Copy(element.clone()));
    let raw = builder.let_(byte, Rvalue::RawPtr(Mutability::Mut, element));
    let next = builder.let_(byte, Rvalue::Binary(BinOp::Offset, copy(&raw), copy(&index)));
    builder.assign(next.deref(), Rvalue::Use(int(IntTy::U8, 1)));
    builder.let_(const_byte, Rvalue::Cast(CastKind::PtrToPtr, copy(&raw), const_byte));
    let whole = array.deref();
    let thin = builder.let_(const_byte, Rvalue::Cast(CastKind::As, copy(&raw), const_byte));
    let payload = option.project(Elem::Downcast(VariantId(1))).field(0);
    let inner = builder.let_(array_ref, Rvalue::Use(Operand::Copy(payload)));
    builder.assign(inner.deref(), Rvalue::Use(Operand::Copy(whole)));
    let slice_raw = program.types.raw_ptr(Mutability::Not, three);
    let inner_raw = builder.let_(slice_raw, Rvalue::RawPtr(Mutability::Not, Place::from(Local(1)).deref()));
    let wide = builder.let_(slice_ptr, Rvalue::Cast(CastKind::Unsize, copy(&inner_raw), slice_ptr));
    builder.let_(Ty::UNIT, Rvalue::Unary(UnOp::PtrMetadata, copy(&thin)));
    builder.assign(Local::RETURN.into(), Rvalue::Unary(UnOp::PtrMetadata, copy(&wide)));
    builder.end(Terminator::Return);
    let function = builder.finish("pointers", &params, Ty::USIZE);
    program.add_fn(function);
}
