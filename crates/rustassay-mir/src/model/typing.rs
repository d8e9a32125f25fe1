//! What type things have.
//!
//! These functions answer for well-typed programs and give `None` otherwise; saying what is wrong, and where, is the
//! checker's work ([`crate::check`]).

use super::{
    AdtKind, AdtOrigin, AdtRole, BinOp, CastKind, Const, ConstDef, ConstExpr, ConstId, Derive, Elem, FnDefId,
    FnId, FnRef, FnSig, ForeignFn, ForeignFnId, Function, Id, IdVec, IntTy, Library, Local, LocalDecl,
    Mutability, Operand, Place, Program, Rvalue, StaticDef, StaticId, SurfaceFn, SurfaceFnId, Ty, TyKind,
    Types, UnOp, VariantId,
};

/// The items that a body may refer to, apart from the type table: new types can be interned while they are read.
#[derive(Copy, Clone)]
#[allow(missing_docs)]
pub struct Items<'a> {
    pub statics: &'a IdVec<StaticId, StaticDef>,
    pub consts: &'a IdVec<ConstId, ConstDef>,
    pub functions: &'a IdVec<FnId, Function>,
    pub surface_fns: &'a IdVec<SurfaceFnId, SurfaceFn>,
    pub foreign_fns: &'a IdVec<ForeignFnId, ForeignFn>,
}

impl Program {
    /// The items that bodies may refer to.
    pub fn items(&self) -> Items<'_> {
        Items {
            statics: &self.statics,
            consts: &self.consts,
            functions: &self.functions,
            surface_fns: &self.surface_fns,
            foreign_fns: &self.foreign_fns,
        }
    }

    /// The type table, to intern into, and the items beside it.
    pub fn types_and_items(&mut self) -> (&mut Types, Items<'_>) {
        let items = Items {
            statics: &self.statics,
            consts: &self.consts,
            functions: &self.functions,
            surface_fns: &self.surface_fns,
            foreign_fns: &self.foreign_fns,
        };
        (&mut self.types, items)
    }
}

/// The type of a place, or of one variant of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PlaceTy {
    /// The type.
    pub ty: Ty,
    /// The variant that a downcast chose; a field must follow.
    pub variant: Option<VariantId>,
}

impl From<Ty> for PlaceTy {
    fn from(ty: Ty) -> Self {
        PlaceTy { ty, variant: None }
    }
}

/// What a call takes and gives; `None` where any type goes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct CallSig {
    pub params: Vec<Option<Ty>>,
    pub ret: Option<Ty>,
}

impl From<&FnSig> for CallSig {
    fn from(sig: &FnSig) -> Self {
        CallSig { params: sig.params.iter().copied().map(Some).collect(), ret: Some(sig.ret) }
    }
}

/// What the metadata of a pointer is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Metadata {
    /// There is none.
    None,
    /// How many elements the slice has.
    Length,
    /// A pointer to the vtable of the trait object.
    Vtable,
}

/// What `a as T` does, by the two types (Rust Reference, "Type cast expressions"; `rustc_middle::ty::cast`).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum AsCast {
    IntToInt,
    IntToFloat,
    FloatToInt,
    FloatToFloat,
    PtrToPtr,
    FnPtrToPtr,
    ExposeProvenance,
    WithExposedProvenance,
}

impl Types {
    /// One step further from `base`.
    pub fn project(&self, base: PlaceTy, elem: Elem) -> Option<PlaceTy> {
        match (elem, base.variant) {
            (Elem::Field(field), variant) => {
                let ty = match self.kind(base.ty) {
                    TyKind::Tuple(fields) if variant.is_none() => *fields.get(field.0 as usize)?,
                    TyKind::Adt(adt) => {
                        let def = &self.adts[*adt];
                        if variant.is_none() && def.kind == AdtKind::Enum {
                            def.instance()?.coroutine.as_ref()?;
                        }
                        def.variants.get(variant.unwrap_or(VariantId::ONLY))?.fields.get(field)?.ty
                    }
                    _ => return None,
                };
                Some(ty.into())
            }
            (_, Some(_)) => None,
            (Elem::Deref, None) => match self.kind(base.ty) {
                // A box of a compiled crate begins with its pointer.
                TyKind::Adt(adt) => match self.adts[*adt].role() {
                    AdtRole::Box { pointee, is_global: true } => Some(pointee.into()),
                    _ => None,
                },
                _ => self.pointee(base.ty).map(PlaceTy::from),
            },
            (Elem::Index(_) | Elem::ConstantIndex { .. }, None) => self.element(base.ty).map(PlaceTy::from),
            (Elem::Subslice { from, to, from_end }, None) => match *self.kind(base.ty) {
                TyKind::Slice(_) => Some(base),
                TyKind::Array(element, len) => {
                    let to = if from_end { len.checked_sub(u64::from(to))? } else { u64::from(to) };
                    let part = TyKind::Array(element, to.checked_sub(u64::from(from))?);
                    self.find(&part).map(PlaceTy::from)
                }
                _ => None,
            },
            (Elem::Downcast(variant), None) => match self.kind(base.ty) {
                TyKind::Adt(adt) if self.adts[*adt].kind == AdtKind::Enum => {
                    self.adts[*adt].variants.get(variant)?;
                    Some(PlaceTy { ty: base.ty, variant: Some(variant) })
                }
                _ => None,
            },
        }
    }

    /// The type of a place.
    pub fn place_ty(&self, locals: &IdVec<Local, LocalDecl>, place: &Place) -> Option<Ty> {
        let mut ty = PlaceTy::from(locals.get(place.local)?.ty);
        for &elem in &place.projection {
            ty = self.project(ty, elem)?;
        }
        ty.variant.is_none().then_some(ty.ty)
    }

    /// What a pointer, reference or box points to.
    pub fn pointee(&self, ty: Ty) -> Option<Ty> {
        match *self.kind(ty) {
            TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee) | TyKind::Box(pointee) => Some(pointee),
            _ => None,
        }
    }

    /// The type of an array's or slice's elements.
    pub fn element(&self, ty: Ty) -> Option<Ty> {
        match *self.kind(ty) {
            TyKind::Array(element, _) | TyKind::Slice(element) => Some(element),
            _ => None,
        }
    }

    /// Whether values have a size that is known from the type.
    pub fn is_sized(&self, ty: Ty) -> bool {
        !matches!(
            self.kind(self.tail(ty)),
            TyKind::Str | TyKind::Slice(_) | TyKind::Dyn(_) | TyKind::Foreign(_)
        )
    }

    /// The type of the metadata of a pointer to `pointee`: `usize` for slices, `()` for sized types. What trait objects
    /// have, a library type, is not in the table; whoever asks knows it from the place that it goes to.
    pub fn metadata_ty(&self, pointee: Ty) -> Ty {
        match self.kind(self.tail(pointee)) {
            TyKind::Str | TyKind::Slice(_) => Ty::USIZE,
            _ => Ty::UNIT,
        }
    }

    /// What the metadata of a pointer to `pointee` is.
    pub fn metadata(&self, pointee: Ty) -> Metadata {
        match self.kind(self.tail(pointee)) {
            TyKind::Str | TyKind::Slice(_) => Metadata::Length,
            TyKind::Dyn(_) => Metadata::Vtable,
            _ => Metadata::None,
        }
    }

    /// The last part of the last part of ... `ty`: what decides whether it is sized.
    pub fn tail(&self, mut ty: Ty) -> Ty {
        // No type is its own part, but a program that says so must not keep us here.
        for _ in 0..self.kinds.len() {
            let last = match self.kind(ty) {
                TyKind::Tuple(fields) => fields.last().copied(),
                TyKind::Adt(adt) if self.adts[*adt].kind != AdtKind::Enum => {
                    self.adts[*adt].only_variant().fields.iter().last().map(|field| field.ty)
                }
                _ => None,
            };
            match last {
                Some(last) => ty = last,
                None => return ty,
            }
        }
        Ty::UNIT
    }

    /// Whether `ty` implements the trait, by the library's implementations and the program's derives.
    pub fn implements(&self, ty: Ty, wanted: Derive) -> bool {
        let all = |tys: &[Ty]| tys.iter().all(|&ty| self.implements(ty, wanted));
        match self.kind(ty) {
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Never => true,
            TyKind::Float(_) => !matches!(wanted, Derive::Eq | Derive::Ord | Derive::Hash),
            TyKind::Str => !matches!(wanted, Derive::Clone | Derive::Copy),
            // The library implements its traits for tuples of up to twelve; `Clone` and `Copy` are built in.
            TyKind::Tuple(fields) => {
                (fields.len() <= 12 || matches!(wanted, Derive::Clone | Derive::Copy)) && all(fields)
            }
            TyKind::Array(element, _) => all(&[*element]),
            TyKind::Slice(element) => !matches!(wanted, Derive::Clone | Derive::Copy) && all(&[*element]),
            TyKind::FnPtr(_) | TyKind::RawPtr(..) => true,
            TyKind::FnDef(_) => matches!(wanted, Derive::Clone | Derive::Copy),
            TyKind::Pat(inner, _) => all(&[*inner]),
            TyKind::Dyn(_) | TyKind::Foreign(_) => false,
            TyKind::Ref(Mutability::Not, _) if matches!(wanted, Derive::Clone | Derive::Copy) => true,
            TyKind::Ref(Mutability::Mut, _) if matches!(wanted, Derive::Clone | Derive::Copy) => false,
            TyKind::Ref(_, pointee) => all(&[*pointee]),
            TyKind::Box(pointee) => wanted != Derive::Copy && all(&[*pointee]),
            TyKind::Adt(adt) => {
                let def = &self.adts[*adt];
                match &def.origin {
                    AdtOrigin::Program | AdtOrigin::Instance(_) => def.derives.contains(&wanted),
                    AdtOrigin::Library(library, args) => match library {
                        Library::Option | Library::Result | Library::Wrapping => all(args),
                        Library::ManuallyDrop => all(args),
                        Library::Ordering | Library::NonNull | Library::PhantomData => true,
                        Library::MaybeUninit => match wanted {
                            Derive::Clone | Derive::Copy => self.implements(args[0], Derive::Copy),
                            Derive::Debug => true,
                            _ => false,
                        },
                        Library::UnsafeCell => wanted == Derive::Debug,
                        Library::Cell => match wanted {
                            Derive::Copy | Derive::Hash => false,
                            _ => self.implements(args[0], Derive::Copy) && all(args),
                        },
                    },
                }
            }
        }
    }

    /// Whether values may be used more than once.
    pub fn is_copy(&self, ty: Ty) -> bool {
        self.implements(ty, Derive::Copy)
    }

    /// Whether a reference stands in the type as it is written, with a lifetime of its own. In a type of the program it does not: its
    /// definition says that they are `'static`.
    pub fn mentions_reference(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            TyKind::Ref(..) => true,
            TyKind::RawPtr(_, part) | TyKind::Box(part) => self.mentions_reference(*part),
            TyKind::Array(part, _) | TyKind::Slice(part) => self.mentions_reference(*part),
            TyKind::Tuple(fields) => fields.iter().any(|&field| self.mentions_reference(field)),
            TyKind::Adt(adt) => match &self.adts[*adt].origin {
                AdtOrigin::Program | AdtOrigin::Instance(_) => false,
                AdtOrigin::Library(_, args) => args.iter().any(|&arg| self.mentions_reference(arg)),
            },
            _ => false,
        }
    }

    /// Whether dropping a value does anything.
    pub fn needs_drop(&self, ty: Ty) -> bool {
        // Each ADT needs one look; that also ends the search in programs with a type that is its own part.
        let mut seen = vec![false; self.adts.len()];
        let mut parts = vec![ty];
        while let Some(part) = parts.pop() {
            match self.kind(part) {
                TyKind::Box(_) | TyKind::Dyn(_) => return true,
                TyKind::Tuple(fields) => parts.extend(fields),
                TyKind::Array(_, 0) => {}
                TyKind::Array(element, _) | TyKind::Slice(element) => parts.push(*element),
                TyKind::Adt(adt) => {
                    let def = &self.adts[*adt];
                    if def.drop.is_some() {
                        return true;
                    }
                    let first_look = !std::mem::replace(&mut seen[adt.index()], true);
                    if first_look
                        && def.kind != AdtKind::Union
                        && !matches!(def.role(), AdtRole::ManuallyDrop | AdtRole::Coroutine)
                    {
                        let fields = def.variants.iter().flat_map(|variant| &variant.fields);
                        parts.extend(fields.map(|field| field.ty));
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// The integer type of `Discriminant(x)`; types that are no enums have `u8`.
    pub fn discriminant_ty(&self, ty: Ty) -> IntTy {
        match *self.kind(ty) {
            TyKind::Adt(adt) if self.adts[adt].kind == AdtKind::Enum => self.adts[adt].discriminant_ty(),
            _ => IntTy::U8,
        }
    }

    /// What `as` does between two types, if it does anything.
    pub fn as_cast(&self, from: Ty, to: Ty) -> Option<AsCast> {
        let thin = |pointee| self.metadata(pointee) == Metadata::None;
        match (self.kind(from), self.kind(to)) {
            (TyKind::Int(_) | TyKind::Bool | TyKind::Char, TyKind::Int(_)) => Some(AsCast::IntToInt),
            (TyKind::Int(IntTy::U8) | TyKind::Char, TyKind::Char) => Some(AsCast::IntToInt),
            (TyKind::Bool, TyKind::Bool) => Some(AsCast::IntToInt),
            (TyKind::Int(_), TyKind::Float(_)) => Some(AsCast::IntToFloat),
            (TyKind::Float(_), TyKind::Int(_)) => Some(AsCast::FloatToInt),
            (TyKind::Float(_), TyKind::Float(_)) => Some(AsCast::FloatToFloat),
            (&TyKind::RawPtr(_, a), &TyKind::RawPtr(_, b)) => {
                (thin(b) || self.metadata(a) == self.metadata(b)).then_some(AsCast::PtrToPtr)
            }
            (TyKind::FnPtr(_), &TyKind::RawPtr(_, pointee)) => thin(pointee).then_some(AsCast::FnPtrToPtr),
            (&TyKind::RawPtr(_, pointee), TyKind::Int(_)) => {
                thin(pointee).then_some(AsCast::ExposeProvenance)
            }
            (TyKind::FnPtr(_), TyKind::Int(_)) => Some(AsCast::ExposeProvenance),
            (TyKind::Int(_), &TyKind::RawPtr(_, pointee)) => {
                thin(pointee).then_some(AsCast::WithExposedProvenance)
            }
            _ => None,
        }
    }
}

impl Types {
    /// How many bits a switch on this type looks at; none if there is no switch on it.
    pub fn switch_bits(&self, ty: Ty) -> Option<u32> {
        match self.kind(ty) {
            TyKind::Int(int) => Some(self.int(*int).bits()),
            TyKind::Char => Some(32),
            TyKind::Bool => Some(1),
            _ => None,
        }
    }
}

impl Items<'_> {
    /// What calling `function` takes and gives.
    pub fn call_sig(&self, types: &mut Types, function: &FnRef) -> Option<CallSig> {
        match function.def {
            FnDefId::Fn(id) => Some((&self.functions.get(id)?.sig).into()),
            FnDefId::Surface(id) => {
                let function = self.surface_fns.get(id)?;
                Some(CallSig { params: function.params.clone(), ret: function.ret })
            }
            FnDefId::Intrinsic(id) => {
                let def = id.signature();
                let params = def
                    .params
                    .iter()
                    .map(|param| param.instantiate(types, &function.generics))
                    .collect::<Option<Vec<_>>>()?;
                let ret = def.ret.instantiate(types, &function.generics)?;
                Some(CallSig { params: params.into_iter().map(Some).collect(), ret: Some(ret) })
            }
            FnDefId::Foreign(id) => Some((&self.foreign_fns.get(id)?.sig).into()),
            FnDefId::Builtin(_) | FnDefId::Virtual(_) => None,
        }
    }

    /// What calling a value of type `callee` takes and gives.
    pub fn callee_sig(&self, types: &mut Types, callee: Ty) -> Option<CallSig> {
        match types.kind(callee) {
            TyKind::FnPtr(sig) => Some((&**sig).into()),
            TyKind::FnDef(function) => {
                let function = function.clone();
                self.call_sig(types, &function)
            }
            _ => None,
        }
    }

    /// The type of a constant operand.
    pub fn const_ty(&self, types: &mut Types, value: &Const) -> Option<Ty> {
        Some(match value {
            Const::Int(int, _) => Ty::int(*int),
            Const::Float(float, _) => Ty::float(*float),
            Const::Bool(_) => Ty::BOOL,
            Const::Char(_) => Ty::CHAR,
            Const::Str(_) => types.reference(Mutability::Not, Ty::STR),
            Const::ByteStr(bytes) => {
                let array = types.array(Ty::U8, bytes.len() as u64);
                types.reference(Mutability::Not, array)
            }
            Const::Named(id) => self.consts.get(*id)?.ty,
            Const::Static(id) => {
                let def = self.statics.get(*id)?;
                match def.is_mut {
                    false => types.reference(Mutability::Not, def.ty),
                    true => types.raw_ptr(Mutability::Mut, def.ty),
                }
            }
            Const::Fn(function) => types.intern(TyKind::FnDef(function.clone())),
            Const::Block(value) => self.const_expr_ty(types, value)?,
        })
    }

    /// The type of a constant expression.
    pub fn const_expr_ty(&self, types: &mut Types, value: &ConstExpr) -> Option<Ty> {
        Some(match value {
            ConstExpr::Const(value) => self.const_ty(types, value)?,
            ConstExpr::Tuple(fields) => {
                let fields = fields.iter().map(|field| self.const_expr_ty(types, field));
                let fields = fields.collect::<Option<Vec<_>>>()?;
                types.tuple(&fields)
            }
            ConstExpr::Array(element, values) => types.array(*element, values.len() as u64),
            ConstExpr::Repeat(value, len) => {
                let element = self.const_expr_ty(types, value)?;
                types.array(element, *len)
            }
            ConstExpr::Adt(adt, ..) => types.adt(*adt),
            ConstExpr::Ref(value) => {
                let pointee = self.const_expr_ty(types, value)?;
                types.reference(Mutability::Not, pointee)
            }
            ConstExpr::StaticPtr(mutability, id) => types.raw_ptr(*mutability, self.statics.get(*id)?.ty),
            ConstExpr::FnPtr(_, ty) | ConstExpr::Address(_, ty) | ConstExpr::Unsize(_, ty) => *ty,
            ConstExpr::Uninit(ty)
            | ConstExpr::Bits(_, ty)
            | ConstExpr::Memory { ty, .. }
            | ConstExpr::Pointer { ty, .. }
            | ConstExpr::Extern(_, ty) => *ty,
            ConstExpr::Call(id) => self.functions.get(*id)?.sig.ret,
        })
    }

    /// The type of an operand.
    pub fn operand_ty(
        &self,
        types: &mut Types,
        locals: &IdVec<Local, LocalDecl>,
        operand: &Operand,
    ) -> Option<Ty> {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => types.place_ty(locals, place),
            Operand::Const(value) => self.const_ty(types, value),
        }
    }

    /// The type of an rvalue.
    pub fn rvalue_ty(
        &self,
        types: &mut Types,
        locals: &IdVec<Local, LocalDecl>,
        rvalue: &Rvalue,
    ) -> Option<Ty> {
        Some(match rvalue {
            Rvalue::Use(operand) | Rvalue::UseWithoutRetag(operand) => {
                self.operand_ty(types, locals, operand)?
            }
            Rvalue::TwoPhaseRef(place) => {
                let pointee = types.place_ty(locals, place)?;
                types.reference(Mutability::Mut, pointee)
            }
            Rvalue::PtrFromParts(ty, ..) | Rvalue::ThreadLocalRef(ty, _) => *ty,
            Rvalue::Repeat(operand, len) => {
                let element = self.operand_ty(types, locals, operand)?;
                types.array(element, *len)
            }
            Rvalue::Ref(mutability, place) => {
                let pointee = types.place_ty(locals, place)?;
                types.reference(*mutability, pointee)
            }
            Rvalue::RawPtr(mutability, place) => {
                let pointee = types.place_ty(locals, place)?;
                types.raw_ptr(*mutability, pointee)
            }
            Rvalue::FakeRawPtr(place) => {
                let pointee = types.place_ty(locals, place)?;
                types.raw_ptr(Mutability::Not, pointee)
            }
            Rvalue::Cast(
                CastKind::As | CastKind::Transmute | CastKind::PtrToPtr | CastKind::Unsize,
                _,
                ty,
            ) => *ty,
            Rvalue::Binary(op, left, _) => match op {
                BinOp::Eq | BinOp::Lt | BinOp::Le | BinOp::Ne | BinOp::Ge | BinOp::Gt => Ty::BOOL,
                _ => self.operand_ty(types, locals, left)?,
            },
            Rvalue::Checked(_, left, _) => {
                let value = self.operand_ty(types, locals, left)?;
                types.tuple(&[value, Ty::BOOL])
            }
            Rvalue::Unary(UnOp::Not | UnOp::Neg, operand) => self.operand_ty(types, locals, operand)?,
            Rvalue::Unary(UnOp::PtrMetadata, operand) => {
                let pointer = self.operand_ty(types, locals, operand)?;
                types.metadata_ty(types.pointee(pointer)?)
            }
            Rvalue::Discriminant(place) => Ty::int(types.discriminant_ty(types.place_ty(locals, place)?)),
            Rvalue::Tuple(operands) => {
                let fields = operands.iter().map(|operand| self.operand_ty(types, locals, operand));
                let fields = fields.collect::<Option<Vec<_>>>()?;
                types.tuple(&fields)
            }
            Rvalue::Array(element, operands) => types.array(*element, operands.len() as u64),
            Rvalue::Adt(adt, ..) => types.adt(*adt),
            Rvalue::CopyForDeref(place) => types.place_ty(locals, place)?,
        })
    }
}
