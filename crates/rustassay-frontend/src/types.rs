//! Types of the crates as types of the model. Each ground type becomes one type, and each of those comes from one.

use crate::context::{ArgExt, Cx, IntoStep};
use crate::instance::Instance;
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustc_hash::FxHashMap;

/// Which type of the model stands for which type of the crates.
#[derive(Default)]
pub(crate) struct TypeMap {
    lowered: FxHashMap<Ty, mir::Ty>,
    origins: FxHashMap<mir::Ty, Ty>,
    /// A number for what trait objects share that differ in auto traits only.
    principals: FxHashMap<Vec<ExistentialPredicate>, u32>,
}

impl Cx<'_> {
    /// The type of the crates that a type of the model stands for.
    pub(crate) fn origin_of(&self, ty: mir::Ty) -> Step<Ty> {
        match self.front.type_map.borrow().origins.get(&ty) {
            Some(&origin) => Ok(origin),
            None => unsupported("a type that comes from no crate"),
        }
    }

    /// A ground, normalized type as one of the model.
    pub(crate) fn lower_ty(&mut self, ty: Ty) -> Step<mir::Ty> {
        if let Some(&known) = self.front.type_map.borrow().lowered.get(&ty) {
            return Ok(known);
        }
        match self.deeper(|cx| cx.lower_new_ty(ty)) {
            Ok(lowered) => {
                self.remember_ty(ty, lowered);
                Ok(lowered)
            }
            Err(stop) => {
                // It may have been declared already, without its fields.
                self.front.type_map.borrow_mut().lowered.remove(&ty);
                Err(stop)
            }
        }
    }

    fn remember_ty(&self, ty: Ty, lowered: mir::Ty) {
        let mut map = self.front.type_map.borrow_mut();
        map.lowered.insert(ty, lowered);
        map.origins.entry(lowered).or_insert(ty);
    }

    fn lower_new_ty(&mut self, ty: Ty) -> Step<mir::Ty> {
        let kind = self.kind(ty);
        let model = match &*kind {
            TyKind::Bool => mir::TyKind::Bool,
            TyKind::Char => mir::TyKind::Char,
            TyKind::Int(int) => mir::TyKind::Int(signed(*int)),
            TyKind::Uint(int) => mir::TyKind::Int(unsigned(*int)),
            TyKind::Float(float) => mir::TyKind::Float(match float {
                FloatTy::F16 => mir::FloatTy::F16,
                FloatTy::F32 => mir::FloatTy::F32,
                FloatTy::F64 => mir::FloatTy::F64,
                FloatTy::F128 => mir::FloatTy::F128,
            }),
            TyKind::Str => mir::TyKind::Str,
            TyKind::Never => mir::TyKind::Never,
            TyKind::Foreign(def) => mir::TyKind::Foreign(self.crates().def_path_str(*def).into()),
            TyKind::Array(element, len) => {
                let len = self.array_len(*len)?;
                mir::TyKind::Array(self.lower_ty(*element)?, len)
            }
            TyKind::Slice(element) => mir::TyKind::Slice(self.lower_ty(*element)?),
            TyKind::RawPtr(pointee, mutability) => {
                mir::TyKind::RawPtr(lower_mutability(*mutability), self.lower_ty(*pointee)?)
            }
            TyKind::Ref(pointee, mutability) => {
                mir::TyKind::Ref(lower_mutability(*mutability), self.lower_ty(*pointee)?)
            }
            TyKind::Tuple(fields) => {
                mir::TyKind::Tuple(fields.iter().map(|&field| self.lower_ty(field)).collect::<Step<_>>()?)
            }
            TyKind::FnPtr(sig) => mir::TyKind::FnPtr(Box::new(self.lower_sig(sig)?)),
            TyKind::UnsafeBinder(inner) => return self.lower_ty(*inner),
            TyKind::Pat(base, pattern) => {
                let range = self.pattern_range(pattern)?;
                mir::TyKind::Pat(self.lower_ty(*base)?, range)
            }
            TyKind::Dynamic(predicates) => {
                let def = self.dyn_def(ty, predicates)?;
                return Ok(self.machine.program.types.trait_object(def));
            }
            TyKind::Adt(def, args) => return self.lower_adt(ty, *def, args),
            TyKind::FnDef(..) => return self.lower_captures(ty, mir::AdtRole::Plain, &[]),
            TyKind::Closure(def, args) | TyKind::CoroutineClosure(def, args) => {
                let upvars = match &*kind {
                    TyKind::Closure(..) => self.upvars(args)?,
                    _ => self.coroutine_closure_upvars(*def, args)?,
                };
                return self.lower_captures(ty, mir::AdtRole::Closure, &upvars);
            }
            TyKind::Coroutine(def, args) => return self.lower_coroutine(ty, *def, args),
            TyKind::CoroutineWitness(..) | TyKind::Alias(..) | TyKind::Param { .. } | TyKind::Bound => {
                return unsupported(format!("a value of type `{}`", self.describe(ty)));
            }
        };
        Ok(self.machine.program.types.intern(model))
    }

    /// The length of an array.
    pub(crate) fn array_len(&mut self, len: Const) -> Step<u64> {
        let len = self.normalize_const(len)?;
        match &*self.const_kind(len) {
            ConstKind::Value(_, ValTree::Leaf(leaf)) => Ok(leaf.data as u64),
            _ => unsupported("an array whose length is not known"),
        }
    }

    fn dyn_def(&mut self, ty: Ty, predicates: &[ExistentialPredicate]) -> Step<mir::DynDef> {
        let is_auto =
            |predicate: &&ExistentialPredicate| matches!(predicate, ExistentialPredicate::AutoTrait(_));
        let shared: Vec<_> = predicates.iter().filter(|predicate| !is_auto(predicate)).cloned().collect();
        let mut map = self.front.type_map.borrow_mut();
        let next = map.principals.len() as u32;
        let principal = (!shared.is_empty()).then(|| *map.principals.entry(shared).or_insert(next));
        drop(map);
        let is_unpin = self.is_unpin(ty)?;
        Ok(mir::DynDef { name: self.describe(ty).into(), principal, is_unpin })
    }

    /// The bits that a pattern allows.
    fn pattern_range(&mut self, pattern: &PatternKind) -> Step<mir::PatRange> {
        match pattern {
            PatternKind::Range { start, end } => {
                Ok(mir::PatRange { start: self.const_bits(*start)?, end: self.const_bits(*end)? })
            }
            PatternKind::NotNull => Ok(mir::PatRange { start: 1, end: u64::MAX.into() }),
            PatternKind::Or(patterns) => {
                // The library's alternatives are what is below zero and what is above it, or the two ends of a
                // range that wraps; together they are one range, in the order of bits modulo the width.
                let ranges =
                    patterns.iter().map(|pattern| self.pattern_range(pattern)).collect::<Step<Vec<_>>>()?;
                match ranges[..] {
                    [a, b] if a.start > b.end => {
                        Ok(mir::PatRange { start: b.start.min(a.start), end: a.end.max(b.end) })
                    }
                    [a, b] if a.start <= b.start => Ok(mir::PatRange { start: a.start, end: b.end }),
                    [a, b] => Ok(mir::PatRange { start: b.start, end: a.end }),
                    _ => unsupported("a pattern type with other than two alternatives"),
                }
            }
        }
    }

    /// The bits of a constant of a primitive type.
    pub(crate) fn const_bits(&mut self, constant: Const) -> Step<u128> {
        let constant = self.normalize_const(constant)?;
        match &*self.const_kind(constant) {
            ConstKind::Value(_, ValTree::Leaf(leaf)) => Ok(leaf.data),
            _ => unsupported("a constant that is no scalar"),
        }
    }

    /// Makes room for an ADT, so that its fields can refer to it.
    fn declare_adt(
        &mut self,
        ty: Ty,
        kind: mir::AdtKind,
        instance: mir::AdtInstance,
    ) -> (mir::AdtId, mir::Ty) {
        let def = mir::AdtDef {
            name: self.describe(ty).into(),
            kind,
            origin: mir::AdtOrigin::Instance(Box::new(instance)),
            repr: mir::Repr::default(),
            derives: Vec::new(),
            variants: mir::IdVec::new(),
            drop: None,
            is_pub: true,
        };
        let types = &mut self.machine.program.types;
        let id = types.adts.push(def);
        let lowered = types.adt(id);
        self.remember_ty(ty, lowered);
        (id, lowered)
    }

    fn set_instance(&mut self, id: mir::AdtId, change: impl FnOnce(&mut mir::AdtInstance)) {
        if let mir::AdtOrigin::Instance(instance) = &mut self.machine.program.types.adts[id].origin {
            change(instance);
        }
    }

    /// A closure, or the type of a function: a struct of what it has captured.
    fn lower_captures(&mut self, ty: Ty, role: mir::AdtRole, captures: &[Ty]) -> Step<mir::Ty> {
        let instance = mir::AdtInstance { role, ..mir::AdtInstance::PLAIN };
        let (id, lowered) = self.declare_adt(ty, mir::AdtKind::Struct, instance);
        let fields = self.numbered_fields(captures)?;
        let name = self.machine.program.types.adts[id].name.clone();
        self.machine.program.types.adts[id].variants.push(variant(name, fields));
        if !captures.is_empty() {
            let is_unpin = self.is_unpin(ty)?;
            self.set_instance(id, |instance| instance.is_unpin = is_unpin);
        }
        Ok(lowered)
    }

    fn numbered_fields(&mut self, types: &[Ty]) -> Step<Vec<mir::Field>> {
        let fields = types.iter().enumerate();
        fields
            .map(|(n, &ty)| {
                Ok(mir::Field { name: n.to_string().into(), ty: self.lower_ty(ty)?, is_pub: true })
            })
            .collect()
    }

    /// A coroutine: an enum of its states. The first one has the captures.
    fn lower_coroutine(&mut self, ty: Ty, def: DefId, args: &Args) -> Step<mir::Ty> {
        let body_def = self.coroutine_body_def(def, args)?;
        let body = self.item_body(body_def)?;
        let Some(layout) = body.coroutine.as_ref().and_then(|info| info.coroutine_layout.as_ref()) else {
            return unsupported(format!("the coroutine `{}`, whose states are not known", self.describe(ty)));
        };
        let role = mir::AdtRole::Coroutine;
        let instance = mir::AdtInstance { role, ..mir::AdtInstance::PLAIN };
        let (id, lowered) = self.declare_adt(ty, mir::AdtKind::Enum, instance);
        let upvars = self.upvars(args)?;
        let captures = self.numbered_fields(&upvars)?;
        let mut variants = vec![variant("Unresumed".into(), captures)];
        let mut saved: Vec<Vec<u32>> = vec![Vec::new()];
        for (n, locals) in layout.variant_fields.iter().enumerate().skip(1) {
            let types = locals
                .iter()
                .map(|&local| self.ground(layout.field_tys[local as usize].ty, args))
                .collect::<Step<Vec<_>>>()?;
            let name = match n {
                1 => "Returned".to_owned(),
                2 => "Panicked".to_owned(),
                _ => format!("Suspend{}", n - 3),
            };
            variants.push(variant(name.into(), self.numbered_fields(&types)?));
            saved.push(locals.clone());
        }
        for (n, variant) in variants.iter_mut().enumerate() {
            variant.discriminant = Some(n as u128);
        }
        let mut conflicts = Vec::new();
        for (a, row) in layout.storage_conflicts.iter().enumerate() {
            conflicts.extend(
                row.iter().enumerate().filter(|&(_, conflict)| *conflict).map(|(b, _)| (a as u32, b as u32)),
            );
        }
        let def_of = &mut self.machine.program.types.adts[id];
        def_of.variants = variants.into();
        def_of.repr.int = Some(mir::IntTy::U32);
        let is_unpin = self.is_unpin(ty)?;
        self.set_instance(id, |instance| {
            instance.is_unpin = is_unpin;
            instance.coroutine = Some(mir::CoroutineDef { saved: saved.into(), conflicts });
        });
        if body.coroutine.as_ref().is_some_and(|info| info.coroutine_drop.is_some()) {
            let drop = self.fn_id(&Instance::CoroutineDrop(body_def, args.clone()))?;
            self.machine.program.types.adts[id].drop = Some(drop);
        }
        Ok(lowered)
    }

    /// An instance of a struct, enum or union.
    fn lower_adt(&mut self, ty: Ty, def: DefId, args: &Args) -> Step<mir::Ty> {
        let adt = self.crates().adt_def(def).step()?;
        let kind = match adt.flags.kind {
            AdtKind::Struct => mir::AdtKind::Struct,
            AdtKind::Enum => mir::AdtKind::Enum,
            AdtKind::Union => mir::AdtKind::Union,
        };
        let (id, lowered) = self.declare_adt(ty, kind, mir::AdtInstance::PLAIN);
        let instance = self.adt_instance(ty, &adt, args)?;
        let mut variants = Vec::new();
        let discriminants = self.discriminants(&adt, args)?;
        for (from, discriminant) in adt.variants.iter().zip(discriminants) {
            let mut fields = Vec::new();
            for field in &from.fields {
                let field_ty = self.field_ty(field.did, args)?;
                let field_ty = self.lower_ty(field_ty)?;
                fields.push(mir::Field { name: (&*field.name).into(), ty: field_ty, is_pub: true });
            }
            let ctor = match from.ctor {
                Some((CtorKind::Fn, _)) => mir::Ctor::Tuple,
                Some((CtorKind::Const, _)) => mir::Ctor::Unit,
                None => mir::Ctor::Named,
            };
            let name = (&*from.name).into();
            variants.push(mir::Variant { name, ctor, fields: fields.into(), discriminant });
        }
        let repr = mir::Repr {
            c: adt.repr.c,
            transparent: adt.repr.transparent,
            int: adt.repr.int.map(lower_integer),
            pack: adt.repr.pack,
            align: adt.repr.align,
        };
        let destructor = self.destructor(def, ty)?;
        let model = &mut self.machine.program.types.adts[id];
        model.variants = variants.into();
        model.repr = repr;
        model.origin = mir::AdtOrigin::Instance(Box::new(instance));
        if let Some(destructor) = destructor {
            let drop = self.fn_id(&destructor)?;
            self.machine.program.types.adts[id].drop = Some(drop);
        }
        let is_unpin = self.is_unpin(ty)?;
        self.set_instance(id, |instance| instance.is_unpin = is_unpin);
        Ok(lowered)
    }

    fn adt_instance(&mut self, ty: Ty, adt: &AdtDef, args: &Args) -> Step<mir::AdtInstance> {
        let flags = adt.flags;
        let role = if flags.is_box {
            let allocator = args.get(1).and_then(|arg| arg.ty());
            let is_global = match allocator.map(|ty| self.kind(ty)).as_deref() {
                Some(TyKind::Adt(def, _)) => self.is_lang_item(*def, "GlobalAlloc")?,
                _ => false,
            };
            let pointee = self.self_ty(args)?;
            mir::AdtRole::Box { pointee: self.lower_ty(pointee)?, is_global }
        } else if flags.is_unsafe_cell {
            mir::AdtRole::UnsafeCell
        } else if flags.is_unsafe_pinned {
            mir::AdtRole::UnsafePinned
        } else if flags.is_manually_drop {
            mir::AdtRole::ManuallyDrop
        } else if flags.is_phantom_data {
            mir::AdtRole::PhantomData
        } else if self.crates().as_lang_item(adt.did).step()?.as_deref() == Some("MaybeDangling") {
            mir::AdtRole::MaybeDangling
        } else {
            mir::AdtRole::Plain
        };
        let valid = self.crates().valid_range(adt.did).step()?;
        let valid_range = match (valid.start, valid.end) {
            (None, None) => None,
            (start, end) => {
                let end = match end {
                    Some(end) => end,
                    None => self.widest(ty)?,
                };
                Some(mir::PatRange { start: start.unwrap_or(0), end })
            }
        };
        Ok(mir::AdtInstance {
            role,
            valid_range,
            is_unpin: true,
            has_unsizable_tail: self.has_unsizable_tail(adt)?,
            is_simd: adt.repr.simd,
            coroutine: None,
        })
    }

    /// The largest bits of the only scalar of a struct.
    fn widest(&mut self, ty: Ty) -> Step<u128> {
        let mut at = ty;
        for _ in 0..20 {
            at = match &*self.kind(at) {
                TyKind::Int(int) => return Ok(self.machine.program.types.int(signed(*int)).mask()),
                TyKind::Uint(int) => return Ok(self.machine.program.types.int(unsigned(*int)).mask()),
                TyKind::Char => return Ok(u32::MAX.into()),
                TyKind::Bool => return Ok(u8::MAX.into()),
                TyKind::Pat(base, _) => *base,
                TyKind::Adt(def, args) => {
                    let adt = self.crates().adt_def(*def).step()?;
                    match adt.variants.first().and_then(|variant| variant.fields.first()) {
                        Some(field) => self.field_ty(field.did, args)?,
                        None => break,
                    }
                }
                _ => break,
            }
        }
        // A pointer.
        Ok(u64::MAX.into())
    }

    /// Whether the last field's type has no known size for some arguments (`rustc_ty_utils::layout`, "MaybeUnsized").
    fn has_unsizable_tail(&mut self, adt: &AdtDef) -> Step<bool> {
        if adt.flags.kind != AdtKind::Struct {
            return Ok(false);
        }
        let Some(last) = adt.variants.first().and_then(|variant| variant.fields.last()) else {
            return Ok(false);
        };
        let predicates = self.crates().predicates_of(adt.did).step()?;
        let ty = self.crates().type_of(last.did).step()?;
        self.may_be_unsized(ty, &predicates, 0)
    }

    fn may_be_unsized(&mut self, ty: Ty, predicates: &[Predicate], depth: u32) -> Step<bool> {
        if depth > 50 {
            return Ok(false);
        }
        Ok(match &*self.kind(ty) {
            TyKind::Str | TyKind::Slice(_) | TyKind::Dynamic(_) | TyKind::Foreign(_) => true,
            TyKind::Param { .. } => {
                let sized = self.lang_item("Sized")?;
                !predicates.iter().any(|predicate| {
                    matches!(predicate, Predicate::Trait(trait_ref)
                        if trait_ref.def_id == sized && trait_ref.args.first() == Some(&GenericArg::Type(ty)))
                })
            }
            TyKind::Tuple(fields) => match fields.last() {
                Some(&last) => self.may_be_unsized(last, predicates, depth + 1)?,
                None => false,
            },
            TyKind::Adt(def, args) => {
                let adt = self.crates().adt_def(*def).step()?;
                let last = match adt.flags.kind {
                    AdtKind::Struct => adt.variants.first().and_then(|variant| variant.fields.last()),
                    AdtKind::Enum | AdtKind::Union => None,
                };
                match last {
                    Some(last) => {
                        let last = self.crates().type_of(last.did).step()?;
                        let last = self.instantiate(last, args)?;
                        self.may_be_unsized(last, predicates, depth + 1)?
                    }
                    None => false,
                }
            }
            _ => false,
        })
    }

    /// The discriminants of an enum's variants.
    fn discriminants(&mut self, adt: &AdtDef, args: &Args) -> Step<Vec<Option<u128>>> {
        if adt.flags.kind != AdtKind::Enum {
            return Ok(vec![None; adt.variants.len()]);
        }
        let int = adt.repr.int.map_or(mir::IntTy::Isize, lower_integer);
        let int = self.machine.program.types.int(int);
        let mut explicit = 0;
        let mut found = Vec::new();
        for variant in &adt.variants {
            found.push(Some(match variant.discr {
                VariantDiscr::Explicit(def) => {
                    let value = self.evaluate_const(def, args)?;
                    explicit = self.const_bits(value)?;
                    explicit
                }
                VariantDiscr::Relative(distance) => int.truncate(explicit.wrapping_add(distance.into())),
            }));
        }
        Ok(found)
    }

    /// The `drop` method of an ADT's instance.
    fn destructor(&mut self, def: DefId, ty: Ty) -> Step<Option<Instance>> {
        let Some(method) = self.crates().adt_destructor(def).step()? else { return Ok(None) };
        let Some(impl_def) = self.crates().opt_parent(method).step()? else { return Ok(None) };
        let drop_trait = self.lang_item("Drop")?;
        let trait_ref = TraitRef { def_id: drop_trait, args: [GenericArg::Type(ty)].into() };
        let args = self.match_impl(impl_def, &trait_ref, ImplPolarity::Positive)?;
        Ok(args.map(|args| Instance::Item(method, args)))
    }

    /// Whether `&mut` of a type promises to be unique.
    fn is_unpin(&mut self, ty: Ty) -> Step<bool> {
        for name in ["Unpin", "UnsafeUnpin"] {
            if let Some(def_id) = self.crates().lang_item(name).step()? {
                let trait_ref = TraitRef { def_id, args: [GenericArg::Type(ty)].into() };
                if !self.holds(&trait_ref)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

fn variant(name: mir::Name, fields: Vec<mir::Field>) -> mir::Variant {
    mir::Variant { name, ctor: mir::Ctor::Tuple, fields: fields.into(), discriminant: None }
}

/// Whether what is behind a pointer may change, in terms of the model.
pub(crate) fn lower_mutability(mutability: Mutability) -> mir::Mutability {
    match mutability {
        Mutability::Not => mir::Mutability::Not,
        Mutability::Mut => mir::Mutability::Mut,
    }
}

/// A signed integer type in terms of the model.
pub(crate) fn signed(int: IntTy) -> mir::IntTy {
    match int {
        IntTy::Isize => mir::IntTy::Isize,
        IntTy::I8 => mir::IntTy::I8,
        IntTy::I16 => mir::IntTy::I16,
        IntTy::I32 => mir::IntTy::I32,
        IntTy::I64 => mir::IntTy::I64,
        IntTy::I128 => mir::IntTy::I128,
    }
}

/// An unsigned integer type in terms of the model.
pub(crate) fn unsigned(int: UintTy) -> mir::IntTy {
    match int {
        UintTy::Usize => mir::IntTy::Usize,
        UintTy::U8 => mir::IntTy::U8,
        UintTy::U16 => mir::IntTy::U16,
        UintTy::U32 => mir::IntTy::U32,
        UintTy::U64 => mir::IntTy::U64,
        UintTy::U128 => mir::IntTy::U128,
    }
}

fn lower_integer(int: IntegerType) -> mir::IntTy {
    match crate::builtin::integer(int) {
        TyKind::Int(int) => signed(int),
        TyKind::Uint(int) => unsigned(int),
        _ => mir::IntTy::Isize,
    }
}
