//! Operands, and values that are made from nothing where there is none.

use crate::constants;
use crate::places::Use;
use crate::writer::Writer;
use rustassay_mir::model::*;
use rustassay_mir::release::Construct;

/// How many values deep something is made from nothing.
pub(crate) const MAKING: usize = 4;

/// How many of 100 operands are constants, at most: else, little depends on what was computed.
const MOST_CONSTANTS: usize = 30;

impl Writer {
    /// A constant of a scalar type, or a pointer to a static.
    pub fn constant(&mut self, ty: Ty) -> Option<Const> {
        let static_of = |mutability: Mutability, pointee: Ty| {
            let statics = self.machine.program.statics.iter_ids();
            let fitting: Vec<StaticId> = statics
                .filter(|(id, def)| {
                    // What changes is `main`'s, or else is reserved for what threads share.
                    def.ty == pointee
                        && def.is_mut == (mutability == Mutability::Mut)
                        && (!def.is_mut || self.strand() == 0 && id.index() < self.first_reserved)
                })
                .map(|(id, _)| id)
                .collect();
            fitting
        };
        let fitting = match *self.kind(ty) {
            TyKind::RawPtr(Mutability::Mut, pointee) => static_of(Mutability::Mut, pointee),
            TyKind::Ref(Mutability::Not, pointee) => static_of(Mutability::Not, pointee),
            TyKind::FnPtr(_) => return self.function_of(ty),
            _ => return constants::scalar(&self.machine.program.types, ty, &mut self.random),
        };
        self.random.pick(&fitting).copied().map(Const::Static)
    }

    /// A function as a value of a function pointer's type.
    fn function_of(&mut self, ty: Ty) -> Option<Const> {
        let TyKind::FnPtr(sig) = self.kind(ty) else { return None };
        let functions = &self.machine.program.functions;
        let fitting: Vec<FnId> = self
            .finished
            .iter()
            .filter(|finished| finished.is_for_threads || self.strand() == 0)
            .filter(|finished| functions[finished.id].sig == **sig)
            .map(|finished| finished.id)
            .collect();
        let id = *self.random.pick(&fitting)?;
        Some(function_pointer(id, ty))
    }

    /// An operand of a type, if there is one.
    pub fn operand(&mut self, ty: Ty) -> Option<Operand> {
        if self.random.chance(self.mixture.weights.constants.min(MOST_CONSTANTS))
            && let Some(constant) = self.constant(ty)
        {
            return Some(constant.into());
        }
        // What cannot be copied is moved as a whole, and is gone.
        if !self.types().is_copy(ty) {
            return self.local(ty, Use::Read).map(|local| Operand::Move(local.into()));
        }
        match self.place(ty, Use::Read) {
            Some(place) => Some(Operand::Copy(place)),
            None => self.constant(ty).map(Operand::from),
        }
    }

    /// An operand of a type, made for this if there is none.
    pub fn any_operand(&mut self, ty: Ty) -> Option<Operand> {
        match self.operand(ty) {
            Some(operand) => Some(operand),
            None => self.make(ty, MAKING).map(|local| self.whole(local, ty)),
        }
    }

    /// A local as an operand.
    fn whole(&self, local: Local, ty: Ty) -> Operand {
        match self.types().is_copy(ty) {
            true => Operand::Copy(local.into()),
            false => Operand::Move(local.into()),
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
        let rvalue = match *self.kind(ty) {
            TyKind::RawPtr(_, pointee) if depth == 0 && self.types().is_sized(pointee) => {
                Rvalue::Use(Const::Block(Box::new(ConstExpr::Address(0, ty))).into())
            }
            _ if depth == 0 => return None,
            TyKind::RawPtr(mutability, pointee) | TyKind::Ref(mutability, pointee) => {
                let is_raw = matches!(self.kind(ty), TyKind::RawPtr(..));
                if let TyKind::Slice(element) = *self.kind(pointee) {
                    return self.fill_slice(local, ty, element, depth);
                }
                let target = self.make(pointee, depth - 1)?;
                match is_raw {
                    true => Rvalue::RawPtr(mutability, target.into()),
                    false => Rvalue::Ref(mutability, target.into()),
                }
            }
            TyKind::Box(pointee) => {
                let target = self.allocate(pointee)?;
                let part = self.part(pointee, depth)?;
                self.assign(Place::from(target).deref(), Rvalue::Use(part))?;
                Rvalue::Cast(CastKind::Transmute, Operand::Copy(target.into()), ty)
            }
            TyKind::Tuple(ref fields) => {
                let fields = fields.clone();
                let parts: Option<Vec<Operand>> =
                    fields.iter().map(|&field| self.part(field, depth)).collect();
                Rvalue::Tuple(parts?)
            }
            TyKind::Array(element, len) => {
                let parts: Option<Vec<Operand>> = (0..len).map(|_| self.part(element, depth)).collect();
                Rvalue::Array(element, parts?)
            }
            TyKind::Adt(adt) => self.adt(adt, |writer, field| writer.part(field, depth))?,
            _ => Rvalue::Use(self.constant(ty)?.into()),
        };
        self.assign(local, rvalue)
    }

    fn fill_slice(&mut self, local: Local, ty: Ty, element: Ty, depth: usize) -> Option<()> {
        let array = self.some_ty_that(
            |types, ty| matches!(*types.kind(ty), TyKind::Array(of, len) if of == element && len > 0),
        )?;
        let target = self.make(array, depth - 1)?;
        let slice = self.slice_of(ty, array, target.into())?;
        self.assign(local, slice)
    }

    /// A pointer to an array, as one to a slice.
    pub fn slice_of(&mut self, ty: Ty, array: Ty, place: Place) -> Option<Rvalue> {
        if !self.mixture.has(Construct::CastUnsize)
            || self.random.chance(self.mixture.chances.slices_of_parts)
        {
            return self.slice_of_parts(ty, array, place);
        }
        let types = &mut self.machine.program.types;
        let (thin, borrow) = match *types.kind(ty) {
            TyKind::RawPtr(mutability, _) => {
                (types.raw_ptr(mutability, array), Rvalue::RawPtr(mutability, place))
            }
            TyKind::Ref(mutability, _) => {
                (types.reference(mutability, array), Rvalue::Ref(mutability, place))
            }
            _ => return None,
        };
        let pointer = self.compute(thin, borrow)?;
        self.scope_mut().hide(pointer);
        let operand = self.whole(pointer, thin);
        Some(Rvalue::Cast(CastKind::Unsize, operand, ty))
    }

    /// The same, put together of the address and the length.
    fn slice_of_parts(&mut self, ty: Ty, array: Ty, place: Place) -> Option<Rvalue> {
        let TyKind::Array(element, len) = *self.kind(array) else { return None };
        let (TyKind::RawPtr(mutability, slice) | TyKind::Ref(mutability, slice)) = *self.kind(ty) else {
            return None;
        };
        let types = &mut self.machine.program.types;
        let [whole, first, wide] = [array, element, slice].map(|pointee| types.raw_ptr(mutability, pointee));
        let whole_ptr = self.compute(whole, Rvalue::RawPtr(mutability, place))?;
        let to_first = Rvalue::Cast(CastKind::PtrToPtr, Operand::Copy(whole_ptr.into()), first);
        let first_ptr = self.compute(first, to_first)?;
        let wide_ptr = self.new_local(wide)?;
        for local in [whole_ptr, first_ptr, wide_ptr] {
            self.scope_mut().hide(local);
        }
        let generics: Box<[GenericArg]> = [wide, first, Ty::USIZE].map(GenericArg::Ty).into();
        let function = FnRef { def: FnDefId::Intrinsic(Intrinsic::AggregateRawPtr), generics };
        let length = self.types().const_int(IntTy::Usize, len.into());
        let args = vec![Operand::Copy(first_ptr.into()), length.into()];
        self.call(Const::Fn(Box::new(function)).into(), wide_ptr.into(), args, UnwindAction::Unreachable)?;
        Some(match self.kind(ty) {
            TyKind::Ref(..) => Rvalue::Ref(mutability, Place::from(wide_ptr).project(Elem::Deref)),
            _ => Rvalue::Use(Operand::Copy(wide_ptr.into())),
        })
    }

    fn part(&mut self, ty: Ty, depth: usize) -> Option<Operand> {
        if let Some(constant) = self.constant(ty) {
            return Some(constant.into());
        }
        self.make(ty, depth - 1).map(|local| self.whole(local, ty))
    }

    /// An ADT made of parts.
    pub fn adt(
        &mut self,
        adt: AdtId,
        mut part: impl FnMut(&mut Writer, Ty) -> Option<Operand>,
    ) -> Option<Rvalue> {
        let def = &self.machine.program.types.adts[adt];
        let (kind, has_destructor) = (def.kind, def.drop.is_some());
        let variant = VariantId::new(self.random.below(def.variants.len()));
        let fields: Vec<Ty> = def.variants[variant].fields.iter().map(|field| field.ty).collect();
        if kind == AdtKind::Union {
            let active = self.random.below(fields.len());
            let value = part(self, fields[active])?;
            return Some(Rvalue::Adt(adt, variant, Some(FieldId::new(active)), vec![value]));
        }
        let mut parts = Vec::with_capacity(fields.len());
        for (n, field) in fields.into_iter().enumerate() {
            // A destructor observes where functions do.
            parts.push(match has_destructor && n == 0 {
                true => Operand::Copy(self.scope().state.into()),
                false => part(self, field)?,
            });
        }
        Some(Rvalue::Adt(adt, variant, None, parts))
    }
}

/// A function as a value.
pub(crate) fn function_pointer(id: FnId, ty: Ty) -> Const {
    let function = Box::new(FnRef::plain(FnDefId::Fn(id)));
    Const::Block(Box::new(ConstExpr::FnPtr(function, ty)))
}
