//! Parts of slices, operators, and values with fewer bits than their size has.

use super::build::*;
use rustassay_machine::error::Ub;
use rustassay_mir::model::*;

/// `[1, 2, 3, 4]`, as a slice that `local` refers to.
fn slice(build: &mut Build) -> (Ty, Ty, Ty) {
    let types = &mut build.program.types;
    let (array, slice) = (types.array(Ty::I32, 4), types.slice(Ty::I32));
    (array, types.reference(Mutability::Not, array), types.reference(Mutability::Not, slice))
}

fn make_slice(code: &mut Code, (array, array_ref, slice_ref): (Ty, Ty, Ty)) -> Local {
    let (values, thin, wide) = (code.local(array), code.local(array_ref), code.local(slice_ref));
    code.assign(values, Rvalue::Array(Ty::I32, [1, 2, 3, 4].map(int).into()));
    code.assign(thin, Rvalue::Ref(Mutability::Not, values.into()));
    code.assign(wide, Rvalue::Cast(CastKind::Unsize, copy(thin), slice_ref));
    wide
}

#[test]
fn elements_are_counted_from_both_ends() {
    let mut build = Build::new();
    let tys = slice(&mut build);
    let code = build.exit_code(|code| {
        let (wide, a, b) = (make_slice(code, tys), code.local(Ty::I32), code.local(Ty::I32));
        let element =
            |offset, from_end| place(wide, &[Elem::Deref, Elem::ConstantIndex { offset, from_end }]);
        code.assign(a, Rvalue::Binary(BinOp::Mul, copy(element(1, false)), int(10)));
        code.assign(b, Rvalue::Binary(BinOp::Add, copy(a), copy(element(1, true))));
        b
    });
    assert_eq!(code, Ok(24));
}

#[test]
fn a_part_of_a_slice_has_its_own_length() {
    let mut build = Build::new();
    let tys = slice(&mut build);
    let code = build.exit_code(|code| {
        let (wide, part) = (make_slice(code, tys), code.local(tys.2));
        let (len, result) = (code.local(Ty::USIZE), code.local(Ty::I32));
        let steps = [Elem::Deref, Elem::Subslice { from: 1, to: 1, from_end: true }];
        code.assign(part, Rvalue::Ref(Mutability::Not, place(wide, &steps)));
        code.assign(len, Rvalue::Unary(UnOp::PtrMetadata, copy(part)));
        code.assign(result, Rvalue::Cast(CastKind::As, copy(len), Ty::I32));
        result
    });
    assert_eq!(code, Ok(2));
}

#[test]
fn an_element_that_the_slice_has_not_is_out_of_bounds() {
    let mut build = Build::new();
    let tys = slice(&mut build);
    let ub = build.ub(|code| {
        let (wide, a) = (make_slice(code, tys), code.local(Ty::I32));
        let steps = [Elem::Deref, Elem::ConstantIndex { offset: 5, from_end: true }];
        code.assign(a, Rvalue::Use(copy(place(wide, &steps))));
        a
    });
    assert!(matches!(ub, Ub::IndexOutOfBounds { .. }), "{ub}");
}

#[test]
fn unchecked_arithmetic_must_not_overflow() {
    let overflow = |op, a, b| {
        Build::new().ub(|code| {
            let (x, y) = (code.local(Ty::I32), code.local(Ty::I32));
            code.assign(x, Rvalue::Use(int(a)));
            code.assign(y, Rvalue::Binary(op, copy(x), int(b)));
            y
        })
    };
    let max = i128::from(i32::MAX);
    assert!(matches!(overflow(BinOp::AddUnchecked, max, 1), Ub::Overflow { .. }));
    assert!(matches!(overflow(BinOp::SubUnchecked, -max, 2), Ub::Overflow { .. }));
    assert!(matches!(overflow(BinOp::MulUnchecked, max, 2), Ub::Overflow { .. }));
    assert!(matches!(overflow(BinOp::ShlUnchecked, 1, 32), Ub::ShiftOverflow { .. }));
    assert!(matches!(overflow(BinOp::ShrUnchecked, 1, -1), Ub::ShiftOverflow { .. }));
}

#[test]
fn unchecked_arithmetic_that_fits_is_arithmetic() {
    let code = Build::new().exit_code(|code| {
        let x = code.local(Ty::I32);
        code.assign(x, Rvalue::Use(int(-5)));
        code.assign(x, Rvalue::Binary(BinOp::MulUnchecked, copy(x), int(-3)));
        code.assign(x, Rvalue::Binary(BinOp::ShlUnchecked, copy(x), int(2)));
        code.assign(x, Rvalue::Binary(BinOp::SubUnchecked, copy(x), int(18)));
        x
    });
    assert_eq!(code, Ok(42));
}

#[test]
fn a_value_outside_of_its_range_is_none() {
    let mut build = Build::new();
    let nonzero =
        build.program.types.intern(TyKind::Pat(Ty::I32, PatRange { start: 1, end: u32::MAX.into() }));
    let ub = build.ub(|code| {
        let (x, y) = (code.local(Ty::I32), code.local(nonzero));
        code.assign(x, Rvalue::Use(int(0)));
        code.assign(y, Rvalue::Cast(CastKind::Transmute, copy(x), nonzero));
        x
    });
    assert!(matches!(ub, Ub::InvalidValue { .. }), "{ub}");
}

#[test]
fn a_pointer_is_made_of_its_parts() {
    let mut build = Build::new();
    let tys = slice(&mut build);
    let types = &mut build.program.types;
    let elements = types.slice(Ty::I32);
    let (thin_ty, wide_ty) =
        (types.raw_ptr(Mutability::Not, Ty::I32), types.raw_ptr(Mutability::Not, elements));
    let code = build.exit_code(|code| {
        let wide = make_slice(code, tys);
        let (thin, whole, a) = (code.local(thin_ty), code.local(wide_ty), code.local(Ty::I32));
        let first = place(wide, &[Elem::Deref, Elem::ConstantIndex { offset: 0, from_end: false }]);
        code.assign(thin, Rvalue::RawPtr(Mutability::Not, first));
        code.assign(whole, Rvalue::PtrFromParts(wide_ty, copy(thin), size(1)));
        let last = place(whole, &[Elem::Deref, Elem::ConstantIndex { offset: 1, from_end: true }]);
        code.assign(a, Rvalue::Use(copy(last)));
        a
    });
    assert_eq!(code, Ok(1));
}
