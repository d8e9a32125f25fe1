//! Rvalues: what a statement computes.

use crate::config::Weights;
use crate::constants;
use crate::places::Use;
use crate::types::has_pointer;
use crate::writer::Writer;
use rustassay_mir::model::*;
use rustassay_random::Menu;
use std::ops::RangeInclusive;

/// How many elements a pointer is moved by, three too many: some are moved back.
const DISTANCES: RangeInclusive<usize> = 0..=6;

/// How a value is computed.
#[derive(Copy, Clone, Debug)]
pub(crate) enum RvalueRule {
    Copy,
    Constant,
    ConstBlock,
    Arithmetic,
    Division,
    Shift,
    Bitwise,
    Comparison,
    Unary,
    Cast,
    Transmute,
    Checked,
    Discriminant,
    Length,
    Aggregate,
    Repeat,
    Offset,
    PointerCast,
    ExposedAddress,
    Borrow,
}

/// What matters about a type here.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Family {
    Bool,
    Char,
    Int(IntTy),
    Float,
    RawPtr(Mutability, Ty),
    Ref(Mutability, Ty),
    FnPtr,
    Box,
    Tuple,
    Array(Ty, u64),
    Adt(AdtId),
    Other,
}

impl Family {
    /// Which of the [menus](Menus) has what there is for a type.
    const fn menu(self) -> usize {
        match self {
            Family::Bool => 0,
            Family::Char => 1,
            Family::Int(IntTy::Usize) => 2,
            Family::Int(_) => 3,
            Family::Float => 4,
            Family::RawPtr(..) => 5,
            Family::Ref(..) => 6,
            Family::Tuple => 7,
            Family::Array(..) => 8,
            Family::Adt(_) => 9,
            Family::FnPtr | Family::Box | Family::Other => 10,
        }
    }

    /// One family for each menu, in their order; what else there is to know of a type changes nothing.
    fn each() -> [Family; 11] {
        [
            Family::Bool,
            Family::Char,
            Family::Int(IntTy::Usize),
            Family::Int(IntTy::U8),
            Family::Float,
            Family::RawPtr(Mutability::Not, Ty::UNIT),
            Family::Ref(Mutability::Not, Ty::UNIT),
            Family::Tuple,
            Family::Array(Ty::UNIT, 0),
            Family::Adt(AdtId::new(0)),
            Family::Other,
        ]
    }
}

/// How values are computed, by the family of their type.
#[derive(Debug)]
pub(crate) struct Menus([Menu<RvalueRule>; 11]);

impl Menus {
    pub fn new(weights: &Weights) -> Menus {
        Menus(Family::each().map(|family| menu(weights, family)))
    }
}

fn menu(w: &Weights, family: Family) -> Menu<RvalueRule> {
    let on = |condition: bool, weight: usize| if condition { weight } else { 0 };
    let is_int = matches!(family, Family::Int(_));
    let is_number = is_int || family == Family::Float;
    let is_bool = family == Family::Bool;
    let is_raw = matches!(family, Family::RawPtr(..));
    let is_pointer = is_raw || matches!(family, Family::Ref(..));
    let is_aggregate = matches!(family, Family::Tuple | Family::Array(..) | Family::Adt(_));
    Menu::new(&[
        (w.copies, RvalueRule::Copy),
        (on(!is_aggregate, w.constants), RvalueRule::Constant),
        (on(is_aggregate, w.const_blocks), RvalueRule::ConstBlock),
        (on(is_number, w.arithmetic), RvalueRule::Arithmetic),
        (on(is_number, w.divisions), RvalueRule::Division),
        (on(is_int, w.shifts), RvalueRule::Shift),
        (on(is_int || is_bool, w.bitwise), RvalueRule::Bitwise),
        (on(is_bool, w.comparisons * 2), RvalueRule::Comparison),
        (on(is_number || is_bool, w.unary), RvalueRule::Unary),
        (on(is_number || family == Family::Char, w.casts), RvalueRule::Cast),
        (w.transmutes, RvalueRule::Transmute),
        (on(family == Family::Tuple, w.checked), RvalueRule::Checked),
        (on(is_int, w.discriminants), RvalueRule::Discriminant),
        (on(family == Family::Int(IntTy::Usize), w.lengths), RvalueRule::Length),
        (on(is_aggregate, w.aggregates), RvalueRule::Aggregate),
        (on(matches!(family, Family::Array(..)), w.repeats), RvalueRule::Repeat),
        (on(is_raw, w.offsets), RvalueRule::Offset),
        (on(is_raw, w.pointer_casts), RvalueRule::PointerCast),
        (on(is_raw, w.exposed_addresses), RvalueRule::ExposedAddress),
        (on(is_pointer, w.borrows), RvalueRule::Borrow),
    ])
}

impl Writer {
    fn family(&self, ty: Ty) -> Family {
        match *self.kind(ty) {
            TyKind::Bool => Family::Bool,
            TyKind::Char => Family::Char,
            TyKind::Int(int) => Family::Int(int),
            TyKind::Float(_) => Family::Float,
            TyKind::RawPtr(mutability, pointee) => Family::RawPtr(mutability, pointee),
            TyKind::Ref(mutability, pointee) => Family::Ref(mutability, pointee),
            TyKind::FnPtr(_) => Family::FnPtr,
            TyKind::Box(_) => Family::Box,
            TyKind::Tuple(_) => Family::Tuple,
            TyKind::Array(element, len) => Family::Array(element, len),
            TyKind::Adt(adt) => Family::Adt(adt),
            _ => Family::Other,
        }
    }

    /// Something of a type to compute.
    pub fn rvalue(&mut self, ty: Ty) -> Option<Rvalue> {
        let family = self.family(ty);
        match self.random.choose(&self.menus.rvalues.0[family.menu()])? {
            RvalueRule::Copy => self.operand(ty).map(Rvalue::Use),
            RvalueRule::Constant => self.constant(ty).map(|constant| Rvalue::Use(constant.into())),
            RvalueRule::ConstBlock => {
                let value = constants::expression(&self.machine.program.types, ty, &mut self.random)?;
                Some(Rvalue::Use(Const::Block(Box::new(value)).into()))
            }
            RvalueRule::Arithmetic => self.binary(&[BinOp::Add, BinOp::Sub, BinOp::Mul], ty),
            RvalueRule::Division => self.binary(&[BinOp::Div, BinOp::Rem], ty),
            RvalueRule::Shift => {
                let op = *self.random.pick(&[BinOp::Shl, BinOp::Shr])?;
                let amount_ty = self.some_ty_that(|types, ty| matches!(types.kind(ty), TyKind::Int(_)))?;
                Some(Rvalue::Binary(op, self.operand(ty)?, self.operand(amount_ty)?))
            }
            RvalueRule::Bitwise => self.binary(&[BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor], ty),
            RvalueRule::Comparison => {
                let ops = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge];
                let compared = self.some_ty_that(is_compared)?;
                self.binary(&ops, compared)
            }
            RvalueRule::Unary => {
                let op = match family {
                    Family::Int(int) if int.signed() && self.random.coin() => UnOp::Neg,
                    Family::Float => UnOp::Neg,
                    _ => UnOp::Not,
                };
                Some(Rvalue::Unary(op, self.operand(ty)?))
            }
            RvalueRule::Cast => {
                let from = if family == Family::Char { Ty::U8 } else { self.some_ty_that(is_compared)? };
                self.types().as_cast(from, ty).filter(|_| from != ty)?;
                self.can_compile_cast(from, ty).then_some(())?;
                Some(Rvalue::Cast(CastKind::As, self.operand(from)?, ty))
            }
            RvalueRule::Transmute => self.transmute(ty),
            RvalueRule::Checked => {
                let TyKind::Tuple(fields) = self.kind(ty) else { return None };
                let [int, Ty::BOOL] = **fields else { return None };
                matches!(self.kind(int), TyKind::Int(_)).then_some(())?;
                let op = *self.random.pick(&[CheckedOp::Add, CheckedOp::Sub, CheckedOp::Mul])?;
                Some(Rvalue::Checked(op, self.operand(int)?, self.operand(int)?))
            }
            RvalueRule::Discriminant => {
                let (place, adt) = self.some_enum()?;
                let is_right = Ty::int(self.types().discriminant_ty(adt)) == ty;
                is_right.then_some(Rvalue::Discriminant(place))
            }
            RvalueRule::Length => {
                let is_wide = |types: &Types, ty: Ty| {
                    types.pointee(ty).is_some_and(|pointee| !types.is_sized(pointee))
                        && !matches!(types.kind(ty), TyKind::Box(_))
                };
                let wide = self.some_ty_that(is_wide)?;
                let pointer = self.place(wide, Use::Read)?;
                Some(Rvalue::Unary(UnOp::PtrMetadata, Operand::Copy(pointer)))
            }
            RvalueRule::Aggregate => match family {
                Family::Tuple => {
                    let TyKind::Tuple(fields) = self.kind(ty).clone() else { return None };
                    let parts: Option<Vec<Operand>> =
                        fields.iter().map(|&field| self.operand(field)).collect();
                    Some(Rvalue::Tuple(parts?))
                }
                Family::Array(element, len) => {
                    let parts: Option<Vec<Operand>> = (0..len).map(|_| self.operand(element)).collect();
                    Some(Rvalue::Array(element, parts?))
                }
                Family::Adt(adt) => self.adt(adt, Writer::operand),
                _ => None,
            },
            RvalueRule::Repeat => {
                let Family::Array(element, len) = family else { return None };
                self.types().is_copy(element).then(|| Some(Rvalue::Repeat(self.operand(element)?, len)))?
            }
            RvalueRule::Offset => {
                let pointer = self.local(ty, Use::Read)?;
                self.points_to_fixed_layout(pointer).then_some(())?;
                let distance = self.random.within(&DISTANCES) as i128 - 3;
                let count = self.types().const_int(IntTy::Isize, distance);
                Some(Rvalue::Binary(BinOp::Offset, Operand::Copy(pointer.into()), count.into()))
            }
            RvalueRule::PointerCast => self.pointer_cast(ty),
            RvalueRule::ExposedAddress => self.exposed_address(ty),
            RvalueRule::Borrow => self.borrow(ty, family),
        }
    }

    fn binary(&mut self, ops: &[BinOp], ty: Ty) -> Option<Rvalue> {
        let op = *self.random.pick(ops)?;
        let left = self.operand(ty)?;
        Some(Rvalue::Binary(op, left, self.operand(ty)?))
    }

    /// Whether the target has all functions that compilers call for a cast.
    fn can_compile_cast(&self, from: Ty, to: Ty) -> bool {
        let is_wide = [IntTy::I128, IntTy::U128].map(Ty::int).contains(&from);
        self.mixture.abilities.f16_of_wide || !is_wide || to != Ty::float(FloatTy::F16)
    }

    fn transmute(&mut self, ty: Ty) -> Option<Rvalue> {
        let from = self.some_ty().filter(|&from| from != ty)?;
        let same = self.machine.info(from).ok()?.size == self.machine.info(ty).ok()?.size;
        // Addresses differ between machines: a pointer becomes a pointer, and nothing else.
        let pointers = [from, ty].map(|ty| has_pointer(self.types(), ty));
        let alike = pointers == [false; 2] || [from, ty].iter().all(|&ty| self.points_to_data(ty));
        // The size of other types is the compiler's to choose, and so is what lies where behind a pointer to them.
        let certain =
            same && alike && self.machine.has_fixed_layout(from) && self.machine.has_fixed_layout(ty);
        certain.then(|| Some(Rvalue::Cast(CastKind::Transmute, self.operand(from)?, ty)))?
    }

    /// Whether this is a pointer to what can be looked at in another way: its layout is fixed, and no pointers are in it, which would be
    /// looked at in another way unseen.
    fn points_to_data(&self, pointer: Ty) -> bool {
        match *self.kind(pointer) {
            TyKind::Ref(_, pointee) | TyKind::RawPtr(_, pointee) | TyKind::Box(pointee) => {
                self.machine.has_fixed_layout(pointee) && !has_pointer(self.types(), pointee)
            }
            _ => false,
        }
    }

    /// Whether what lies beside what a pointer points to is known: what lies where in other types, the compiler decides.
    pub fn points_to_fixed_layout(&mut self, pointer: Local) -> bool {
        let target = self.machine.peek(&pointer.into());
        let target = target.and_then(|scalar| self.machine.pointee_local_ty(scalar));
        target.is_some_and(|target| self.machine.has_fixed_layout(target))
    }

    fn pointer_cast(&mut self, ty: Ty) -> Option<Rvalue> {
        let from = self.some_ty_that(|types, ty| matches!(types.kind(ty), TyKind::RawPtr(..)))?;
        let (a, b) = (self.types().pointee(from)?, self.types().pointee(ty)?);
        self.types().as_cast(from, ty)?;
        let is_certain = a == b || (self.points_to_data(from) && self.points_to_data(ty));
        is_certain.then(|| Some(Rvalue::Cast(CastKind::PtrToPtr, self.operand(from)?, ty)))?
    }

    /// A pointer that has been an integer. The integer is nobody else's: it differs between machines.
    fn exposed_address(&mut self, ty: Ty) -> Option<Rvalue> {
        self.types().as_cast(ty, Ty::USIZE).filter(|_| !self.types().mentions_reference(ty))?;
        let pointer = Operand::Copy(self.place(ty, Use::Read)?);
        let address = self.compute(Ty::USIZE, Rvalue::Cast(CastKind::As, pointer, Ty::USIZE))?;
        self.scope_mut().hide(address);
        let address = || Operand::Copy(address.into());
        if self.random.chance(self.mixture.chances.masked_addresses) {
            let local = address().place().map(|place| place.local)?;
            let mask = self.constant(Ty::USIZE)?;
            for _ in 0..2 {
                let flipped = Rvalue::Binary(BinOp::BitXor, address(), mask.clone().into());
                self.assign(local, flipped)?;
            }
        }
        Some(Rvalue::Cast(CastKind::As, address(), ty))
    }

    fn borrow(&mut self, ty: Ty, family: Family) -> Option<Rvalue> {
        let (Family::RawPtr(mutability, pointee) | Family::Ref(mutability, pointee)) = family else {
            return None;
        };
        if let TyKind::Slice(element) = *self.kind(pointee) {
            let array = self.some_ty_that(
                |types, ty| matches!(*types.kind(ty), TyKind::Array(of, len) if of == element && len > 0),
            )?;
            let place = self.place(array, Use::Write)?;
            return self.slice_of(ty, array, place);
        }
        match family {
            Family::RawPtr(..) => Some(Rvalue::RawPtr(mutability, self.place(pointee, Use::Write)?)),
            _ => {
                let place = self.place(pointee, Use::Read)?;
                let is_fit = mutability == Mutability::Not || self.scope().is_free(&place);
                is_fit.then_some(Rvalue::Ref(mutability, place))
            }
        }
    }
}

/// Whether values of a type are compared and cast.
fn is_compared(types: &Types, ty: Ty) -> bool {
    matches!(types.kind(ty), TyKind::Int(_) | TyKind::Bool | TyKind::Char | TyKind::Float(_))
}
