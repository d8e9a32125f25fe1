//! Constants that functions compute, memory that the compiler made, panics with payloads, and where calls come from.

use super::build::*;
use rustassay_mir::model::*;

/// A constant as an operand.
fn constant(value: ConstExpr) -> Operand {
    Operand::Const(Const::Block(Box::new(value)))
}

#[test]
fn memory_that_a_constant_refers_to_outlives_its_function() {
    let mut build = Build::new();
    let int_ref = build.program.types.reference(Mutability::Not, Ty::I32);
    let value = build.function("VALUE", &[], int_ref, |code| {
        let x = code.local(Ty::I32);
        code.assign(x, Rvalue::Use(int(21)));
        code.assign(Local::RETURN, Rvalue::Ref(Mutability::Not, x.into()));
    });
    let code = build.exit_code(|code| {
        let (pointer, a, b) = (code.local(int_ref), code.local(Ty::I32), code.local(Ty::I32));
        code.assign(pointer, Rvalue::Use(constant(ConstExpr::Call(value))));
        code.assign(a, Rvalue::Use(copy(place(pointer, &[Elem::Deref]))));
        code.assign(pointer, Rvalue::Use(constant(ConstExpr::Call(value))));
        code.assign(b, Rvalue::Binary(BinOp::Add, copy(a), copy(place(pointer, &[Elem::Deref]))));
        b
    });
    assert_eq!(code, Ok(42));
}

#[test]
fn memory_may_point_into_memory() {
    let mut build = Build::new();
    let int_ref = build.program.types.reference(Mutability::Not, Ty::I32);
    let numbers = build.program.memories.push(MemoryDef {
        bytes: [1_i32, 42].iter().flat_map(|n| n.to_le_bytes()).collect(),
        uninit: Vec::new(),
        pointers: Vec::new(),
        align: 4,
        is_mut: false,
    });
    let pointer = build.program.memories.push(MemoryDef {
        bytes: 4_u64.to_le_bytes().into(),
        uninit: Vec::new(),
        pointers: vec![(0, PointerTarget::Memory(numbers))],
        align: 8,
        is_mut: false,
    });
    let code = build.exit_code(|code| {
        let (to_second, a) = (code.local(int_ref), code.local(Ty::I32));
        let value = ConstExpr::Memory { memory: pointer, offset: 0, ty: int_ref };
        code.assign(to_second, Rvalue::Use(constant(value)));
        code.assign(a, Rvalue::Use(copy(place(to_second, &[Elem::Deref]))));
        a
    });
    assert_eq!(code, Ok(42));
}

#[test]
fn a_tracked_function_is_called_from_where_its_caller_is_called() {
    let mut build = Build::new();
    let location = FnRef::plain(FnDefId::Builtin(Builtin::CallerLocation));
    let tracked = build.function("tracked", &[], Ty::USIZE, |code| {
        code.call(Local::RETURN, location, vec![]);
    });
    build.program.functions[tracked].attrs.push("track_caller".into());
    let caller = build.function("caller", &[], Ty::USIZE, |code| {
        code.call(Local::RETURN, FnRef::plain(FnDefId::Fn(tracked)), vec![]);
    });
    let code = build.exit_code(|code| {
        let (a, b) = (code.local(Ty::USIZE), code.local(Ty::I32));
        code.call(a, FnRef::plain(FnDefId::Fn(caller)), vec![]);
        code.assign(b, Rvalue::Cast(CastKind::As, copy(a), Ty::I32));
        b
    });
    assert_eq!(code, Ok(caller.0 as i32));
}

/// `catch_unwind` around a function that begins to unwind with a payload, which the handler gets back.
#[test]
fn a_panic_hands_its_payload_to_the_handler() {
    let mut build = Build::new();
    let object = build.object("Any", 1);
    let types = &mut build.program.types;
    let (payload, bytes) = (types.raw_ptr(Mutability::Mut, object), types.raw_ptr(Mutability::Mut, Ty::U8));
    let (int_mut, int_ptr) =
        (types.reference(Mutability::Mut, Ty::I32), types.raw_ptr(Mutability::Mut, Ty::I32));
    let start = build.foreign("rustassay_start_unwind", &[payload], Ty::U32);
    let cleanup = build.foreign("__rust_panic_cleanup", &[bytes], payload);
    let try_fn = build.function("attempt", &[bytes], Ty::UNIT, |code| {
        let (thin, wide, ignored) = (code.local(int_ptr), code.local(payload), code.local(Ty::U32));
        code.assign(thin, Rvalue::Cast(CastKind::As, copy(Local(1)), int_ptr));
        code.assign(wide, Rvalue::Cast(CastKind::Unsize, copy(thin), payload));
        code.call(ignored, start, vec![copy(wide)]);
    });
    let handler = build.function("handle", &[bytes, bytes], Ty::UNIT, |code| {
        let (wide, thin) = (code.local(payload), code.local(int_ptr));
        code.call(wide, cleanup, vec![copy(Local(2))]);
        code.assign(thin, Rvalue::Cast(CastKind::As, copy(wide), int_ptr));
        code.assign(place(thin, &[Elem::Deref]), Rvalue::Use(int(99)));
    });
    let pointer_ty = |build: &mut Build, params: Vec<Ty>| {
        build.program.types.fn_ptr(FnSig { abi: Abi::Rust, is_unsafe: false, params, ret: Ty::UNIT })
    };
    let (try_ty, handler_ty) = (pointer_ty(&mut build, vec![bytes]), pointer_ty(&mut build, vec![bytes; 2]));
    let function = |id, ty| constant(ConstExpr::FnPtr(Box::new(FnRef::plain(FnDefId::Fn(id))), ty));
    let code = build.exit_code(|code| {
        let (x, reference, data) = (code.local(Ty::I32), code.local(int_mut), code.local(bytes));
        let (raw, caught) = (code.local(int_ptr), code.local(Ty::I32));
        code.assign(x, Rvalue::Use(int(1)));
        code.assign(reference, Rvalue::Ref(Mutability::Mut, x.into()));
        code.assign(raw, Rvalue::RawPtr(Mutability::Mut, place(reference, &[Elem::Deref])));
        code.assign(data, Rvalue::Cast(CastKind::As, copy(raw), bytes));
        let args = vec![function(try_fn, try_ty), copy(data), function(handler, handler_ty)];
        code.call(caught, FnRef::plain(FnDefId::Intrinsic(Intrinsic::CatchUnwind)), args);
        code.assign(x, Rvalue::Binary(BinOp::Add, copy(x), copy(caught)));
        x
    });
    assert_eq!(code, Ok(100));
}
