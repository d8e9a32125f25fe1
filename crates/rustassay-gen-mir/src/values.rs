//! Operands and rvalues: what a statement computes with.

use crate::writer::Writer;
use rustassay_mir::model::*;

/// Numbers at which something happens.
const SPECIAL: [u64; 12] = [0, 1, 2, 3, 7, 8, 31, 63, 64, 127, 255, 65_535];

#[derive(Copy, Clone)]
enum PlaceWay {
    Local,
    Field,
    Element,
    Behind,
}

#[derive(Copy, Clone)]
enum Way {
    Copy,
    Constant,
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
    Aggregate,
    Repeat,
    Offset,
    PointerCast,
    Borrow,
}

impl Writer {
    /// A constant of a scalar type.
    pub fn constant(&mut self, ty: Ty) -> Option<Const> {
        Some(match self.kind(ty) {
            TyKind::Bool => Const::Bool(self.random.chance(50)),
            TyKind::Char => {
                let code = match self.random.below(4) {
                    0 => self.random.below(128) as u32,
                    1 => 0xd7ff,
                    2 => 0x10_ffff,
                    _ => self.random.below(0xd800) as u32,
                };
                Const::Char(char::from_u32(code).unwrap_or('x'))
            }
            TyKind::Int(int) => {
                let bits = match self.random.below(6) {
                    0 => int.min_bits(),
                    1 => int.max_bits(),
                    2 => int.truncate(u128::MAX),
                    3 => self.random.wide_bits(),
                    _ => u128::from(*self.random.pick(&SPECIAL)?),
                };
                Const::Int(int, int.truncate(bits))
            }
            TyKind::Float(float) => {
                let value = match self.random.below(8) {
                    0 => 0.0,
                    1 => -0.0,
                    2 => 1.0,
                    3 => f64::INFINITY,
                    4 => -1.5,
                    5 => self.random.bits() as f64,
                    6 => 1e-30,
                    _ => f64::from(self.random.bits() as i16) / 8.0,
                };
                match float {
                    FloatTy::F32 => Const::f32(value as f32),
                    FloatTy::F64 => Const::f64(value),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// A place of a type: one that has a value, or any if `given` is false.
    pub fn place(&mut self, ty: Ty, given: bool) -> Option<Place> {
        let w = &self.config.weights;
        let table = [
            (w.locals, PlaceWay::Local),
            (w.fields, PlaceWay::Field),
            (w.elements, PlaceWay::Element),
            (w.behind_pointers, PlaceWay::Behind),
        ];
        for _ in 0..3 {
            let found = match self.random.row(&table)? {
                PlaceWay::Local => self.listed(ty, given, true),
                PlaceWay::Field => self.listed(ty, given, false),
                PlaceWay::Element => self.element(ty),
                PlaceWay::Behind => self.behind(ty),
            };
            if found.is_some() {
                return found;
            }
        }
        self.listed(ty, given, false)
    }

    /// A local of a type, or a field.
    fn listed(&mut self, ty: Ty, given: bool, whole: bool) -> Option<Place> {
        for _ in 0..4 {
            let scope = self.scopes.last()?;
            let place = self.random.pick(scope.of_type(ty))?;
            if place.local != scope.state
                && (!given || scope.is_given(place))
                && (!whole || place.projection.is_empty())
            {
                return Some(place.clone());
            }
        }
        None
    }

    /// An element of an array, by an index that is in bounds.
    fn element(&mut self, ty: Ty) -> Option<Place> {
        let scope = self.scopes.last()?;
        let (array, len) = self.random.pick(scope.arrays_of(ty)).cloned()?;
        if !scope.is_given(&array) {
            return None;
        }
        let index = self.index_below(len)?;
        Some(array.project(Elem::Index(index)))
    }

    /// A local that is an index below a length.
    fn index_below(&mut self, len: u64) -> Option<Local> {
        for _ in 0..4 {
            let scope = self.scopes.last()?;
            let place = self.random.pick(scope.of_type(Ty::USIZE))?;
            if place.projection.is_empty() && self.machine.local_word(place.local).is_some_and(|n| n < len) {
                return Some(place.local);
            }
        }
        let index = self.new_local(Ty::USIZE)?;
        let value = Const::int(IntTy::Usize, self.random.below(len as usize) as i128);
        self.assign(index, Rvalue::Use(value.into()))?;
        Some(index)
    }

    /// What a pointer points to.
    fn behind(&mut self, ty: Ty) -> Option<Place> {
        let scope = self.scopes.last()?;
        let pointer = self.random.pick(scope.pointers_to(ty)).cloned()?;
        (scope.is_given(&pointer) && pointer.local != scope.state).then(|| pointer.deref())
    }

    /// An operand of a type, if there is one.
    pub fn operand(&mut self, ty: Ty) -> Option<Operand> {
        if self.random.chance(self.config.weights.constants.min(40))
            && let Some(constant) = self.constant(ty)
        {
            return Some(constant.into());
        }
        match self.place(ty, true) {
            Some(place) if self.types().is_copy(ty) => Some(Operand::Copy(place)),
            Some(place) => Some(Operand::Move(place)),
            None => self.constant(ty).map(Operand::from),
        }
    }

    /// An operand of a type, made for this if there is none.
    pub fn any_operand(&mut self, ty: Ty) -> Option<Operand> {
        match self.operand(ty) {
            Some(operand) => Some(operand),
            None => {
                let local = self.make(ty, 4)?;
                Some(if self.types().is_copy(ty) {
                    Operand::Copy(local.into())
                } else {
                    Operand::Move(local.into())
                })
            }
        }
    }

    /// A new local with a value of a type, made from nothing.
    pub fn make(&mut self, ty: Ty, depth: usize) -> Option<Local> {
        let local = self.new_local(ty)?;
        self.fill(local, ty, depth)?;
        Some(local)
    }

    /// Gives a local a value that is made from nothing.
    pub fn fill(&mut self, local: Local, ty: Ty, depth: usize) -> Option<()> {
        if depth == 0 {
            return None;
        }
        let rvalue = match self.kind(ty) {
            TyKind::RawPtr(mutability, pointee) => {
                let target = self.make(pointee, depth - 1)?;
                Rvalue::RawPtr(mutability, target.into())
            }
            TyKind::Ref(mutability, pointee) => {
                let target = self.make(pointee, depth - 1)?;
                Rvalue::Ref(mutability, target.into())
            }
            TyKind::Tuple(fields) => {
                let parts: Option<Vec<Operand>> =
                    fields.iter().map(|&field| self.part(field, depth)).collect();
                Rvalue::Tuple(parts?)
            }
            TyKind::Array(element, len) => {
                let parts: Option<Vec<Operand>> = (0..len).map(|_| self.part(element, depth)).collect();
                Rvalue::Array(element, parts?)
            }
            TyKind::Adt(adt) => {
                let (variant, active, fields) = self.variant(adt);
                let parts: Option<Vec<Operand>> =
                    fields.into_iter().map(|field| self.part(field, depth)).collect();
                Rvalue::Adt(adt, variant, active, parts?)
            }
            _ => Rvalue::Use(self.constant(ty)?.into()),
        };
        self.assign(local, rvalue)
    }

    fn part(&mut self, ty: Ty, depth: usize) -> Option<Operand> {
        if let Some(constant) = self.constant(ty) {
            return Some(constant.into());
        }
        let local = self.make(ty, depth - 1)?;
        Some(if self.types().is_copy(ty) { Operand::Copy(local.into()) } else { Operand::Move(local.into()) })
    }

    /// A variant of an ADT, the field of a union, and the types of what is to be given.
    fn variant(&mut self, adt: AdtId) -> (VariantId, Option<FieldId>, Vec<Ty>) {
        let def = &self.machine.program.types.adts[adt];
        let variant = VariantId::new(self.random.below(def.variants.len()));
        let fields: Vec<Ty> = def.variants[variant].fields.iter().map(|field| field.ty).collect();
        match def.kind {
            AdtKind::Union => {
                let field = self.random.below(fields.len());
                (variant, Some(FieldId::new(field)), vec![fields[field]])
            }
            _ => (variant, None, fields),
        }
    }

    /// Something of a type to compute.
    pub fn rvalue(&mut self, ty: Ty) -> Option<Rvalue> {
        let w = self.config.weights.clone();
        let kind = self.kind(ty);
        let is_int = matches!(kind, TyKind::Int(_));
        let is_float = matches!(kind, TyKind::Float(_));
        let on = |condition: bool, weight: usize| if condition { weight } else { 0 };
        let is_pointer = matches!(kind, TyKind::RawPtr(..));
        let is_reference = matches!(kind, TyKind::Ref(..));
        let is_aggregate = matches!(kind, TyKind::Tuple(_) | TyKind::Array(..) | TyKind::Adt(_));
        let table = [
            (w.copies, Way::Copy),
            (on(!is_pointer && !is_reference && !is_aggregate, w.constants), Way::Constant),
            (on(is_int || is_float, w.arithmetic), Way::Arithmetic),
            (on(is_int || is_float, w.divisions), Way::Division),
            (on(is_int, w.shifts), Way::Shift),
            (on(is_int || kind == TyKind::Bool, w.bitwise), Way::Bitwise),
            (on(kind == TyKind::Bool, w.comparisons * 2), Way::Comparison),
            (on(is_int || is_float || kind == TyKind::Bool, w.unary), Way::Unary),
            (on(is_int || is_float || kind == TyKind::Char, w.casts), Way::Cast),
            (on(!is_pointer && !is_reference, w.transmutes), Way::Transmute),
            (on(matches!(kind, TyKind::Tuple(_)), w.checked), Way::Checked),
            (on(is_int, w.discriminants), Way::Discriminant),
            (on(is_aggregate, w.aggregates), Way::Aggregate),
            (on(matches!(kind, TyKind::Array(..)), w.repeats), Way::Repeat),
            (on(is_pointer, w.offsets), Way::Offset),
            (on(is_pointer, w.pointer_casts), Way::PointerCast),
            (on(is_pointer, w.raw_pointers * 2) + on(is_reference, w.references * 3), Way::Borrow),
        ];
        match self.random.row(&table)? {
            Way::Copy => self.operand(ty).map(Rvalue::Use),
            Way::Constant => self.constant(ty).map(|constant| Rvalue::Use(constant.into())),
            Way::Arithmetic => self.binary(&[BinOp::Add, BinOp::Sub, BinOp::Mul], ty),
            Way::Division => self.binary(&[BinOp::Div, BinOp::Rem], ty),
            Way::Shift => {
                let op = *self.random.pick(&[BinOp::Shl, BinOp::Shr])?;
                let amount_ty = self.some_int()?;
                Some(Rvalue::Binary(op, self.operand(ty)?, self.operand(amount_ty)?))
            }
            Way::Bitwise => self.binary(&[BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor], ty),
            Way::Comparison => {
                let ops = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge];
                let compared = self.some_scalar()?;
                self.binary(&ops, compared)
            }
            Way::Unary => {
                let op = match kind {
                    TyKind::Bool => UnOp::Not,
                    TyKind::Int(int) if int.signed() && self.random.chance(50) => UnOp::Neg,
                    TyKind::Int(_) => UnOp::Not,
                    _ => UnOp::Neg,
                };
                Some(Rvalue::Unary(op, self.operand(ty)?))
            }
            Way::Cast => {
                let from = if kind == TyKind::Char { Ty::U8 } else { self.some_scalar()? };
                self.types().as_cast(from, ty).filter(|_| from != ty)?;
                Some(Rvalue::Cast(CastKind::As, self.operand(from)?, ty))
            }
            Way::Transmute => {
                let from = *self.random.pick(&self.pool)?;
                let same = self.machine.info(from).ok()?.size == self.machine.info(ty).ok()?.size;
                let plain = !matches!(self.kind(from), TyKind::RawPtr(..) | TyKind::Ref(..));
                // The size of other types is the compiler's to choose.
                let certain = self.machine.has_fixed_layout(from) && self.machine.has_fixed_layout(ty);
                (same && plain && certain && from != ty)
                    .then(|| Some(Rvalue::Cast(CastKind::Transmute, self.operand(from)?, ty)))?
            }
            Way::Checked => {
                let TyKind::Tuple(fields) = kind else { return None };
                let [int, Ty::BOOL] = *fields else { return None };
                matches!(self.kind(int), TyKind::Int(_)).then_some(())?;
                let op = *self.random.pick(&[CheckedOp::Add, CheckedOp::Sub, CheckedOp::Mul])?;
                Some(Rvalue::Checked(op, self.operand(int)?, self.operand(int)?))
            }
            Way::Discriminant => {
                let (place, adt) = self.random.pick(&self.scopes.last()?.enums).cloned()?;
                let is_right = Ty::int(self.types().discriminant_ty(adt)) == ty;
                (is_right && self.scope().is_given(&place)).then_some(Rvalue::Discriminant(place))
            }
            Way::Aggregate => match kind {
                TyKind::Tuple(fields) => {
                    let parts: Option<Vec<Operand>> =
                        fields.iter().map(|&field| self.operand(field)).collect();
                    Some(Rvalue::Tuple(parts?))
                }
                TyKind::Array(element, len) => {
                    let parts: Option<Vec<Operand>> = (0..len).map(|_| self.operand(element)).collect();
                    Some(Rvalue::Array(element, parts?))
                }
                TyKind::Adt(adt) => {
                    let (variant, active, fields) = self.variant(adt);
                    let parts: Option<Vec<Operand>> =
                        fields.into_iter().map(|field| self.operand(field)).collect();
                    Some(Rvalue::Adt(adt, variant, active, parts?))
                }
                _ => None,
            },
            Way::Repeat => {
                let TyKind::Array(element, len) = kind else { return None };
                self.types().is_copy(element).then(|| Some(Rvalue::Repeat(self.operand(element)?, len)))?
            }
            Way::Offset => {
                let pointer = self.place(ty, true).filter(|place| place.projection.is_empty())?;
                // What lies beside it, the compiler decides, but for arrays and the like.
                let target =
                    self.machine.peek(&pointer).and_then(|scalar| self.machine.pointee_local_ty(scalar))?;
                self.machine.has_fixed_layout(target).then_some(())?;
                let count = Const::int(IntTy::Isize, self.random.between(0, 6) as i128 - 3);
                Some(Rvalue::Binary(BinOp::Offset, Operand::Copy(pointer), count.into()))
            }
            Way::PointerCast => {
                let from = *self.random.pick(&self.pool)?;
                let (TyKind::RawPtr(_, a), TyKind::RawPtr(_, b)) = (self.kind(from), kind) else {
                    return None;
                };
                // What lies where in other types, the compiler decides.
                let is_certain =
                    a == b || (self.machine.has_fixed_layout(a) && self.machine.has_fixed_layout(b));
                is_certain.then(|| Some(Rvalue::Cast(CastKind::PtrToPtr, self.operand(from)?, ty)))?
            }
            Way::Borrow => match kind {
                TyKind::RawPtr(mutability, pointee) => {
                    let place = self.place(pointee, false)?;
                    Some(Rvalue::RawPtr(mutability, place))
                }
                TyKind::Ref(mutability, pointee) => {
                    let place = self.place(pointee, true)?;
                    Some(Rvalue::Ref(mutability, place))
                }
                _ => None,
            },
        }
    }

    fn binary(&mut self, ops: &[BinOp], ty: Ty) -> Option<Rvalue> {
        let op = *self.random.pick(ops)?;
        let left = self.operand(ty)?;
        Some(Rvalue::Binary(op, left, self.operand(ty)?))
    }

    fn some_int(&mut self) -> Option<Ty> {
        (0..4).find_map(|_| {
            let ty = *self.random.pick(&self.pool)?;
            matches!(self.kind(ty), TyKind::Int(_)).then_some(ty)
        })
    }

    /// A type whose values are compared and cast.
    fn some_scalar(&mut self) -> Option<Ty> {
        (0..4).find_map(|_| {
            let ty = *self.random.pick(&self.pool)?;
            let is_scalar =
                matches!(self.kind(ty), TyKind::Int(_) | TyKind::Bool | TyKind::Char | TyKind::Float(_));
            is_scalar.then_some(ty)
        })
    }

    /// Proposes a statement.
    pub fn statement(&mut self) {
        let set = self.config.weights.set_discriminants;
        let is_set = self.random.below(100) < set && !self.scope().enums.is_empty();
        self.attempt(|writer| match is_set {
            true => writer.set_discriminant(),
            false => writer.assignment(),
        });
    }

    fn set_discriminant(&mut self) -> Option<()> {
        let (place, ty) = self.random.pick(&self.scopes.last()?.enums).cloned()?;
        if !self.scope().is_given(&place) {
            return None;
        }
        let variants = &self.machine.program.adt(ty)?.variants;
        let variant = VariantId::new(self.random.below(variants.len()));
        // What the fields of another variant are then, depends on where they lie.
        if !variants[variant].fields.is_empty() && variants.len() > 1 {
            return None;
        }
        self.write(Statement::SetDiscriminant(place, variant))
    }

    fn assignment(&mut self) -> Option<()> {
        let ty = *self.random.pick(&self.pool)?;
        let dest = if self.random.chance(30) { None } else { self.place(ty, false) };
        let rvalue = self.rvalue(ty)?;
        let dest = match dest {
            Some(place) => place,
            None => self.new_local(ty)?.into(),
        };
        self.give_up_moved(&rvalue);
        self.assign(dest, rvalue)
    }

    /// What is moved has no value any more.
    fn give_up_moved(&mut self, rvalue: &Rvalue) {
        let moved = |operand: &Operand| match operand {
            Operand::Move(place) => Some(place.local),
            _ => None,
        };
        let locals: Vec<Local> = match rvalue {
            Rvalue::Use(operand) | Rvalue::Cast(_, operand, _) => moved(operand).into_iter().collect(),
            Rvalue::Tuple(parts) | Rvalue::Array(_, parts) | Rvalue::Adt(_, _, _, parts) => {
                parts.iter().filter_map(moved).collect()
            }
            _ => Vec::new(),
        };
        for local in locals {
            self.scope_mut().has_value[local.index()] = false;
        }
    }
}
