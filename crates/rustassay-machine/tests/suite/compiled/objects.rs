//! Trait objects, boxes, and the calls that go through them.

use super::build::*;
use rustassay_machine::error::Ub;
use rustassay_mir::model::*;

/// `dyn Shape` with one method `fn area(&self) -> i32`, for `i32` (itself) and `(i32, i32)` (the sum).
struct Shapes {
    build: Build,
    object: Ty,
    pair: Ty,
    /// `&dyn Shape`
    reference: Ty,
}

fn shapes() -> Shapes {
    let mut build = Build::new();
    let object = build.object("Shape", 1);
    let types = &mut build.program.types;
    let pair = types.tuple(&[Ty::I32, Ty::I32]);
    let reference = types.reference(Mutability::Not, object);
    let (int_ref, pair_ref) =
        (types.reference(Mutability::Not, Ty::I32), types.reference(Mutability::Not, pair));
    let of_int = build.function("area_of_int", &[int_ref], Ty::I32, |code| {
        code.assign(Local::RETURN, Rvalue::Use(copy(place(Local(1), &[Elem::Deref]))));
    });
    let of_pair = build.function("area_of_pair", &[pair_ref], Ty::I32, |code| {
        let part = |n| copy(place(Local(1), &[Elem::Deref, field(n)]));
        code.assign(Local::RETURN, Rvalue::Binary(BinOp::Add, part(0), part(1)));
    });
    build.methods = vec![((Ty::I32, 0), of_int), ((pair, 0), of_pair)];
    Shapes { build, object, pair, reference }
}

fn method(slot: u32) -> FnRef {
    FnRef::plain(FnDefId::Virtual(slot))
}

#[test]
fn a_method_is_that_of_the_type_behind_the_object() {
    let Shapes { mut build, pair, reference, .. } = shapes();
    let pair_ref = build.program.types.reference(Mutability::Not, pair);
    let int_ref = build.program.types.reference(Mutability::Not, Ty::I32);
    let code = build.exit_code(|code| {
        let (x, y) = (code.local(Ty::I32), code.local(pair));
        let (x_ref, y_ref) = (code.local(int_ref), code.local(pair_ref));
        let (object, a, b) = (code.local(reference), code.local(Ty::I32), code.local(Ty::I32));
        code.assign(x, Rvalue::Use(int(7)));
        code.assign(y, Rvalue::Tuple(vec![int(30), int(5)]));
        code.assign(x_ref, Rvalue::Ref(Mutability::Not, x.into()));
        code.assign(y_ref, Rvalue::Ref(Mutability::Not, y.into()));
        code.assign(object, Rvalue::Cast(CastKind::Unsize, copy(x_ref), reference));
        code.call(a, method(0), vec![copy(object)]);
        code.assign(object, Rvalue::Cast(CastKind::Unsize, copy(y_ref), reference));
        code.call(b, method(0), vec![copy(object)]);
        code.assign(a, Rvalue::Binary(BinOp::Add, copy(a), copy(b)));
        a
    });
    assert_eq!(code, Ok(42));
}

#[test]
fn a_struct_around_the_pointer_can_be_the_receiver() {
    let Shapes { mut build, reference, .. } = shapes();
    let pin_of = |build: &mut Build, pointer| build.structure("Pin", &[pointer], AdtInstance::PLAIN);
    let int_ref = build.program.types.reference(Mutability::Not, Ty::I32);
    let (pin_int, pin_object) = (pin_of(&mut build, int_ref), pin_of(&mut build, reference));
    let of_pin = build.function("area_of_pin", &[pin_int], Ty::I32, |code| {
        let pointer = code.local(int_ref);
        code.assign(pointer, Rvalue::Use(copy(place(Local(1), &[field(0)]))));
        code.assign(Local::RETURN, Rvalue::Use(copy(place(pointer, &[Elem::Deref]))));
    });
    build.methods = vec![((Ty::I32, 3), of_pin)];
    let TyKind::Adt(adt) = *build.program.types.kind(pin_int) else { panic!("it is a struct") };
    let code = build.exit_code(|code| {
        let (x, x_ref) = (code.local(Ty::I32), code.local(int_ref));
        let (pinned, unsized_, a) = (code.local(pin_int), code.local(pin_object), code.local(Ty::I32));
        code.assign(x, Rvalue::Use(int(9)));
        code.assign(x_ref, Rvalue::Ref(Mutability::Not, x.into()));
        code.assign(pinned, Rvalue::Adt(adt, VariantId::ONLY, None, vec![copy(x_ref)]));
        code.assign(unsized_, Rvalue::Cast(CastKind::Unsize, copy(pinned), pin_object));
        code.call(a, method(3), vec![copy(unsized_)]);
        a
    });
    assert_eq!(code, Ok(9));
}

#[test]
fn size_and_alignment_are_those_of_the_type_behind_the_object() {
    let Shapes { mut build, object, pair, reference } = shapes();
    let types = &mut build.program.types;
    let pair_ref = types.reference(Mutability::Not, pair);
    let raw = types.raw_ptr(Mutability::Not, object);
    let code = build.exit_code(|code| {
        let (y, y_ref, wide) = (code.local(pair), code.local(pair_ref), code.local(reference));
        let (raw_wide, bytes, result) = (code.local(raw), code.local(Ty::USIZE), code.local(Ty::I32));
        let aligned = code.local(Ty::USIZE);
        code.assign(y, Rvalue::Tuple(vec![int(30), int(5)]));
        code.assign(y_ref, Rvalue::Ref(Mutability::Not, y.into()));
        code.assign(wide, Rvalue::Cast(CastKind::Unsize, copy(y_ref), reference));
        code.assign(raw_wide, Rvalue::RawPtr(Mutability::Not, place(wide, &[Elem::Deref])));
        let of_val = |intrinsic| FnRef {
            def: FnDefId::Intrinsic(intrinsic),
            generics: [GenericArg::Ty(object)].into(),
        };
        code.call(bytes, of_val(Intrinsic::SizeOfVal), vec![copy(raw_wide)]);
        code.call(aligned, of_val(Intrinsic::AlignOfVal), vec![copy(raw_wide)]);
        code.assign(bytes, Rvalue::Binary(BinOp::Mul, copy(bytes), size(10)));
        code.assign(bytes, Rvalue::Binary(BinOp::Add, copy(bytes), copy(aligned)));
        code.assign(result, Rvalue::Cast(CastKind::As, copy(bytes), Ty::I32));
        result
    });
    assert_eq!(code, Ok(84));
}

#[test]
fn a_vtable_of_another_trait_is_no_metadata() {
    let Shapes { mut build, reference, .. } = shapes();
    let other = build.object("Other", 2);
    let types = &mut build.program.types;
    let other_ref = types.reference(Mutability::Not, other);
    let int_ref = types.reference(Mutability::Not, Ty::I32);
    let ub = build.ub(|code| {
        let (x, x_ref) = (code.local(Ty::I32), code.local(int_ref));
        let (object, wrong) = (code.local(reference), code.local(other_ref));
        code.assign(x, Rvalue::Use(int(9)));
        code.assign(x_ref, Rvalue::Ref(Mutability::Not, x.into()));
        code.assign(object, Rvalue::Cast(CastKind::Unsize, copy(x_ref), reference));
        code.assign(wrong, Rvalue::Cast(CastKind::Transmute, copy(object), other_ref));
        x
    });
    assert!(matches!(&ub, Ub::InvalidValue { found, .. } if found.contains("dyn Shape")), "{ub}");
}

#[test]
fn an_upcast_gives_the_vtable_of_the_other_trait() {
    let Shapes { mut build, reference, .. } = shapes();
    let base = build.object("Base", 2);
    let types = &mut build.program.types;
    let base_ref = types.reference(Mutability::Not, base);
    let int_ref = types.reference(Mutability::Not, Ty::I32);
    let of_base = build.function("base_of_int", &[int_ref], Ty::I32, |code| {
        let value = copy(place(Local(1), &[Elem::Deref]));
        code.assign(Local::RETURN, Rvalue::Binary(BinOp::Mul, value, int(2)));
    });
    build.methods.push(((Ty::I32, 5), of_base));
    let code = build.exit_code(|code| {
        let (x, x_ref) = (code.local(Ty::I32), code.local(int_ref));
        let (object, up, a) = (code.local(reference), code.local(base_ref), code.local(Ty::I32));
        code.assign(x, Rvalue::Use(int(9)));
        code.assign(x_ref, Rvalue::Ref(Mutability::Not, x.into()));
        code.assign(object, Rvalue::Cast(CastKind::Unsize, copy(x_ref), reference));
        code.assign(up, Rvalue::Cast(CastKind::Unsize, copy(object), base_ref));
        code.call(a, method(5), vec![copy(up)]);
        a
    });
    assert_eq!(code, Ok(18));
}

/// A struct whose tail is a trait object of a larger alignment than what comes before it.
#[test]
fn the_tail_of_a_struct_is_where_its_alignment_wants_it() {
    let mut build = Build::new();
    let object = build.object("Shape", 1);
    let unsizable = AdtInstance { has_unsizable_tail: true, ..AdtInstance::PLAIN };
    let of_int = build.structure("Holder<i64>", &[Ty::U8, Ty::I64], unsizable.clone());
    let of_object = build.structure("Holder<dyn Shape>", &[Ty::U8, object], unsizable);
    let types = &mut build.program.types;
    let (int_ref, holder_ref, object_ref, tail_ref) = (
        types.reference(Mutability::Not, Ty::I64),
        types.reference(Mutability::Not, of_int),
        types.reference(Mutability::Not, of_object),
        types.reference(Mutability::Not, object),
    );
    let get = build.function("get", &[int_ref], Ty::I32, |code| {
        let value = copy(place(Local(1), &[Elem::Deref]));
        code.assign(Local::RETURN, Rvalue::Cast(CastKind::As, value, Ty::I32));
    });
    build.methods = vec![((Ty::I64, 0), get)];
    let TyKind::Adt(adt) = *build.program.types.kind(of_int) else { panic!("it is a struct") };
    let code = build.exit_code(|code| {
        let (x, x_ref) = (code.local(of_int), code.local(holder_ref));
        let (wide, tail, a) = (code.local(object_ref), code.local(tail_ref), code.local(Ty::I32));
        let fields = vec![
            Operand::Const(Types::new().const_int(IntTy::U8, 1)),
            Operand::Const(Types::new().const_int(IntTy::I64, 77)),
        ];
        code.assign(x, Rvalue::Adt(adt, VariantId::ONLY, None, fields));
        code.assign(x_ref, Rvalue::Ref(Mutability::Not, x.into()));
        code.assign(wide, Rvalue::Cast(CastKind::Unsize, copy(x_ref), object_ref));
        code.assign(tail, Rvalue::Ref(Mutability::Not, place(wide, &[Elem::Deref, field(1)])));
        code.call(a, method(0), vec![copy(tail)]);
        a
    });
    assert_eq!(code, Ok(77));
}

/// `Box<Noisy>` becomes `Box<dyn Shape>` and is dropped: the contents first, then the box gives its memory back.
#[test]
fn a_box_drops_its_contents_and_then_its_memory() {
    let mut build = Build::new();
    let object = build.object("Shape", 1);
    let noisy = build.structure("Noisy", &[Ty::I32], AdtInstance::PLAIN);
    let seen = build.program.add_static(StaticDef {
        name: "SEEN".into(),
        ty: Ty::I32,
        is_mut: true,
        is_pub: false,
        init: Types::new().const_int(IntTy::I32, 0).into(),
        align: None,
    });
    let types = &mut build.program.types;
    let seen_ptr = types.raw_ptr(Mutability::Mut, Ty::I32);
    let noisy_mut = types.reference(Mutability::Mut, noisy);
    let drop_noisy = build.function("drop_noisy", &[noisy_mut], Ty::UNIT, |code| {
        let pointer = code.local(seen_ptr);
        code.assign(pointer, Rvalue::Use(Operand::Const(Const::Static(seen))));
        let value = copy(place(Local(1), &[Elem::Deref, field(0)]));
        code.assign(place(pointer, &[Elem::Deref]), Rvalue::Use(value));
    });
    build.set_drop(noisy, drop_noisy);

    let non_null =
        AdtInstance { valid_range: Some(PatRange { start: 1, end: u64::MAX.into() }), ..AdtInstance::PLAIN };
    let boxed = |build: &mut Build, name: &str, pointee| {
        let raw = build.program.types.raw_ptr(Mutability::Not, pointee);
        let unique = build.structure("Unique", &[raw], non_null.clone());
        let role = AdtRole::Box { pointee, is_global: true };
        build.structure(name, &[unique, Ty::UNIT], AdtInstance { role, ..AdtInstance::PLAIN })
    };
    let (box_noisy, box_object) =
        (boxed(&mut build, "Box<Noisy>", noisy), boxed(&mut build, "Box<dyn>", object));
    let bytes = build.program.types.raw_ptr(Mutability::Mut, Ty::U8);
    let alloc = build.foreign("__rust_alloc", &[Ty::USIZE, Ty::USIZE], bytes);
    let dealloc = build.foreign("__rust_dealloc", &[bytes, Ty::USIZE, Ty::USIZE], Ty::UNIT);
    let box_mut = build.program.types.reference(Mutability::Mut, box_object);
    let object_ptr = build.program.types.raw_ptr(Mutability::Not, object);
    let drop_box = build.function("drop_box", &[box_mut], Ty::UNIT, |code| {
        let (wide, thin) = (code.local(object_ptr), code.local(bytes));
        code.assign(wide, Rvalue::Use(copy(place(Local(1), &[Elem::Deref, field(0), field(0)]))));
        code.assign(thin, Rvalue::Cast(CastKind::As, copy(wide), bytes));
        code.call(Local::RETURN, dealloc, vec![copy(thin), size(4), size(4)]);
    });
    build.set_drop(box_object, drop_box);
    let noisy_ptr = build.program.types.raw_ptr(Mutability::Mut, noisy);
    let TyKind::Adt(noisy_adt) = *build.program.types.kind(noisy) else { panic!("it is a struct") };
    let code = build.exit_code(|code| {
        let (memory, pointer) = (code.local(bytes), code.local(noisy_ptr));
        let (thin, wide) = (code.local(box_noisy), code.local(box_object));
        let (seen_at, result) = (code.local(seen_ptr), code.local(Ty::I32));
        code.call(memory, alloc, vec![size(4), size(4)]);
        code.assign(pointer, Rvalue::Cast(CastKind::As, copy(memory), noisy_ptr));
        let value = Rvalue::Adt(noisy_adt, VariantId::ONLY, None, vec![int(33)]);
        code.assign(place(pointer, &[Elem::Deref]), value);
        code.assign(thin, Rvalue::Cast(CastKind::Transmute, copy(pointer), box_noisy));
        code.assign(wide, Rvalue::Cast(CastKind::Unsize, moved(thin), box_object));
        code.drop(wide);
        code.assign(seen_at, Rvalue::Use(Operand::Const(Const::Static(seen))));
        code.assign(result, Rvalue::Use(copy(place(seen_at, &[Elem::Deref]))));
        result
    });
    assert_eq!(code, Ok(33));
}
