//! Structs, enums and unions.

use super::{Checker, Fault, Rule};
use crate::layout::{LayoutError, LayoutErrorKind};
use crate::model::{
    AdtDef, AdtId, AdtKind, AdtOrigin, At, Ctor, Derive, FieldId, FnDefId, Id, IdVec, ItemId, Library,
    Mutability, Ty, TyKind, VariantId,
};

/// `repr(align)` and `repr(packed)` go up to this (E0589).
const MAX_REPR_ALIGN: u64 = 1 << 29;

impl Checker<'_> {
    /// Whether the types of the table refer to definitions that exist.
    pub(super) fn type_ids(&mut self) {
        let program = self.program;
        let somewhere = program.order.first().copied().unwrap_or(ItemId::Adt(AdtId(0)));
        for ty in program.types.all() {
            let exists = match program.types.kind(ty) {
                TyKind::Adt(adt) => program.types.adts.get(*adt).is_some(),
                TyKind::FnDef(function) => match function.def {
                    FnDefId::Fn(id) => program.functions.get(id).is_some(),
                    FnDefId::Surface(id) => program.surface_fns.get(id).is_some(),
                    FnDefId::Intrinsic(_) | FnDefId::Builtin(_) | FnDefId::Virtual(_) => true,
                    FnDefId::Foreign(id) => program.foreign_fns.get(id).is_some(),
                },
                TyKind::Dyn(id) => program.types.dyns.get(*id).is_some(),
                _ => true,
            };
            if !exists {
                let message = "a type refers to a definition that does not exist";
                self.report(At::Item(somewhere), Fault::new(Rule::DanglingId, message));
            }
        }
    }

    /// Whether each definition has the variants and fields that its kind has.
    pub(super) fn adt_shapes(&mut self) {
        let program = self.program;
        for (id, def) in program.types.adts.iter_ids().filter(|(_, def)| def.library().is_none()) {
            let at = At::Item(ItemId::Adt(id));
            if def.kind != AdtKind::Enum && def.variants.len() != 1 {
                let message = format!("`{}` is no enum, so it has one variant", def.name);
                self.report(at, Fault::new(Rule::AdtShape, message));
            }
            for (variant_id, variant) in def.variants.iter_ids() {
                let at = At::Variant(id, variant_id);
                if variant.ctor == Ctor::Unit && !variant.fields.is_empty() {
                    let message = format!("`{}` is written without fields, but has some", variant.name);
                    self.report(at, Fault::new(Rule::AdtShape, message));
                }
                if def.kind == AdtKind::Union && variant.ctor != Ctor::Named {
                    let message = format!("the fields of the union `{}` need names", def.name);
                    self.report(at, Fault::new(Rule::AdtShape, message));
                }
                if def.kind == AdtKind::Union && variant.fields.is_empty() {
                    let message = format!("the union `{}` has no fields", def.name);
                    self.report(at, Fault::new(Rule::AdtShape, message).label("unions need at least one"));
                }
                if def.kind != AdtKind::Enum && variant.discriminant.is_some() {
                    let message = format!("`{}` is no enum, so it has no discriminant", def.name);
                    self.report(at, Fault::new(Rule::AdtShape, message));
                }
            }
        }
    }

    /// Looks for types that contain themselves.
    pub(super) fn recursion(&mut self) {
        #[derive(Copy, Clone, PartialEq)]
        enum Visit {
            No,
            Open,
            Done,
        }
        /// Depth first, without recursion of its own: a chain of definitions may be long.
        fn contained(defs: &IdVec<AdtId, AdtDef>, types: &crate::model::Types, adt: AdtId) -> Vec<AdtId> {
            let mut found = Vec::new();
            let fields = defs[adt].variants.iter().flat_map(|variant| &variant.fields);
            let mut tys: Vec<Ty> = fields.map(|field| field.ty).collect();
            while let Some(ty) = tys.pop() {
                match types.kind(ty) {
                    TyKind::Adt(inner) => found.push(*inner),
                    TyKind::Tuple(fields) => tys.extend(fields.iter()),
                    TyKind::Array(element, _) | TyKind::Slice(element) => tys.push(*element),
                    _ => {}
                }
            }
            found
        }
        if !self.violations.is_empty() {
            return;
        }
        let program = self.program;
        let defs = &program.types.adts;
        let mut state = vec![Visit::No; defs.len()];
        for root in defs.ids() {
            let mut stack = vec![(root, None)];
            while let Some((adt, rest)) = stack.pop() {
                let mut rest: Vec<AdtId> = match rest {
                    Some(rest) => rest,
                    None if state[adt.0 as usize] != Visit::No => continue,
                    None => {
                        state[adt.0 as usize] = Visit::Open;
                        contained(defs, &program.types, adt)
                    }
                };
                let Some(next) = rest.pop() else {
                    state[adt.0 as usize] = Visit::Done;
                    continue;
                };
                stack.push((adt, Some(rest)));
                match state[next.0 as usize] {
                    Visit::No => stack.push((next, None)),
                    Visit::Done => {}
                    Visit::Open => {
                        let name = &defs[next].name;
                        let own = stack.iter().rev().map(|(id, _)| *id).take_while(|&id| id != next);
                        let own = [next].into_iter().chain(own).find(|&id| defs[id].library().is_none());
                        let message = format!("the type `{name}` contains itself, so it has no finite size");
                        let fault = Fault::new(Rule::RecursiveType, message)
                            .label("recursive")
                            .help("put a pointer or a `Box` in between");
                        self.report(At::Item(ItemId::Adt(own.unwrap_or(next))), fault);
                    }
                }
            }
        }
    }

    /// Checks the definitions.
    pub(super) fn adts(&mut self) {
        let program = self.program;
        for (id, def) in program.types.adts.iter_ids().filter(|(_, def)| def.library().is_none()) {
            self.fields(id, def);
            self.repr(id, def);
            if def.kind == AdtKind::Enum {
                self.discriminants(id, def);
            }
            self.derives(id, def);
            self.drop_impl(id, def);
            self.size(id);
        }
    }

    /// What is derived for a type handles values of it, whoever else does.
    fn size(&mut self, id: AdtId) {
        let ty = self.types.adt(id);
        if let Err(LayoutError { kind: kind @ LayoutErrorKind::TooBig, .. }) =
            self.layouts.of(&self.types, ty)
        {
            let message = format!("`{}` has no layout: {kind}", self.name(ty));
            self.report(At::Item(ItemId::Adt(id)), Fault::new(Rule::TooBig, message));
        }
    }

    fn fields(&mut self, id: AdtId, def: &AdtDef) {
        for (variant_id, variant) in def.variants.iter_ids() {
            let last = FieldId(variant.fields.len().saturating_sub(1) as u32);
            for (field_id, field) in variant.fields.iter_ids() {
                let at = At::Field(id, variant_id, field_id);
                if matches!(self.types.kind(field.ty), TyKind::FnDef(_)) {
                    let message = format!("the type of {} has no name in the language", self.name(field.ty));
                    self.report(at, Fault::new(Rule::UnnameableType, message).help("use a function pointer"));
                    continue;
                }
                if !self.ty(field.ty, at) {
                    continue;
                }
                let may_be_unsized = def.kind == AdtKind::Struct && field_id == last;
                if !may_be_unsized && !self.types.is_sized(field.ty) {
                    let message =
                        format!("the field `{}` has no size that is known from its type", field.name);
                    let fault = Fault::new(Rule::Unsized, message)
                        .label("only the last field of a struct may have none");
                    self.report(at, fault);
                } else if def.kind == AdtKind::Union && !self.is_union_field(field.ty) {
                    let message = format!("the union field `{}` might need to be dropped", field.name);
                    let fault = Fault::new(Rule::UnionField, message)
                        .label("not `Copy`")
                        .help("wrap it in `core::mem::ManuallyDrop`");
                    self.report(at, fault);
                }
            }
        }
    }

    /// `allowed_union_field` of `rustc_hir_analysis::check`.
    fn is_union_field(&self, ty: Ty) -> bool {
        match self.types.kind(ty) {
            TyKind::Ref(..) => true,
            TyKind::Tuple(fields) => fields.iter().all(|&field| self.is_union_field(field)),
            TyKind::Array(element, _) => self.is_union_field(*element),
            TyKind::Adt(adt) if self.types.adts[*adt].library() == Some(Library::ManuallyDrop) => true,
            _ => self.types.is_copy(ty),
        }
    }

    fn repr(&mut self, id: AdtId, def: &AdtDef) {
        let at = At::Item(ItemId::Adt(id));
        let repr = def.repr;
        let mut faults = Vec::new();
        let mut invalid = |message: String| faults.push(Fault::new(Rule::InvalidRepr, message));
        let name = &def.name;
        for (what, value) in [("align", repr.align), ("packed", repr.pack)] {
            match value {
                Some(n) if !n.is_power_of_two() => invalid(format!("`{what}({n})` is not a power of two")),
                Some(n) if n > MAX_REPR_ALIGN => invalid(format!("`{what}({n})` is more than 2^29")),
                _ => {}
            }
        }
        if repr.int.is_some() && def.kind != AdtKind::Enum {
            invalid(format!("an integer representation is for enums, and `{name}` is none"));
        }
        if repr.pack.is_some() && def.kind == AdtKind::Enum {
            invalid(format!("`packed` is for structs and unions, and `{name}` is an enum"));
        }
        if repr.pack.is_some() && repr.align.is_some() {
            invalid(format!("`{name}` cannot be both `packed` and `align`"));
        }
        let all_units = def.variants.iter().all(|variant| variant.ctor == Ctor::Unit);
        if repr.c && repr.int.is_some() && def.kind == AdtKind::Enum && all_units {
            invalid(format!(
                "the enum `{name}` has unit variants only, so it cannot be both `C` and an integer"
            ));
        }
        let other = repr.c || repr.int.is_some() || repr.pack.is_some() || repr.align.is_some();
        if repr.transparent && other {
            invalid(format!("`{name}` is transparent, so it can have no other representation"));
        }
        if repr.transparent && def.kind == AdtKind::Enum && def.variants.len() != 1 {
            invalid(format!("the transparent enum `{name}` needs exactly one variant"));
        }
        if def.kind == AdtKind::Enum && def.variants.is_empty() && (other || repr.transparent) {
            invalid(format!("the enum `{name}` has no variants, so it can have no representation"));
        }
        let unstable = repr.transparent && def.kind == AdtKind::Union && !self.features.transparent_unions;
        faults.into_iter().for_each(|fault| self.report(at, fault));
        if unstable {
            let fault = Fault::new(Rule::MissingFeature, "transparent unions are unstable")
                .help("add `#![feature(transparent_unions)]` to the crate");
            self.report(at, fault);
        }
        if repr.pack.is_some() {
            self.packed_contents(id, def);
        }
        if repr.transparent {
            self.transparent_fields(id, def);
        }
    }

    /// `check_packed_inner` of `rustc_hir_analysis::check`: it follows structs and unions that are fields themselves.
    fn packed_contents(&mut self, id: AdtId, def: &AdtDef) {
        let own = |ty: Ty| match *self.types.kind(ty) {
            TyKind::Adt(adt) if self.types.adts[adt].library().is_none() => Some(adt),
            _ => None,
        };
        let mut todo: Vec<(FieldId, AdtId)> = (def.variants.iter().next().into_iter())
            .flat_map(|only| only.fields.iter_ids())
            .filter_map(|(field, declared)| Some((field, own(declared.ty)?)))
            .collect();
        let mut found = None;
        while let Some((field, adt)) = todo.pop() {
            let inner = &self.types.adts[adt];
            if inner.kind == AdtKind::Enum {
                continue;
            }
            if inner.repr.align.is_some() {
                found = Some((field, adt));
            }
            let fields = inner.only_variant().fields.iter();
            todo.extend(fields.filter_map(|declared| Some((field, own(declared.ty)?))));
        }
        if let Some((field, adt)) = found {
            let aligned = &self.types.adts[adt].name;
            let message = format!("the packed type `{}` contains `{aligned}`, which is `align`", def.name);
            let fault = Fault::new(Rule::PackedContainsAlign, message);
            self.report(At::Field(id, VariantId::ONLY, field), fault);
        }
    }

    fn transparent_fields(&mut self, id: AdtId, def: &AdtDef) {
        let mut solid = None;
        for (variant_id, variant) in def.variants.iter_ids() {
            for (field_id, field) in variant.fields.iter_ids() {
                if self.is_trivial(field.ty) {
                    continue;
                }
                let at = At::Field(id, variant_id, field_id);
                if let Some(first) = solid.replace(at) {
                    let message =
                        format!("the transparent type `{}` has more than one field with a size", def.name);
                    self.report(at, Fault::new(Rule::TransparentFields, message).label("another one"));
                    self.relate(first, "the first one");
                }
            }
        }
    }

    /// Whether the type has no size, alignment 1, and a layout that rustc commits to (no `repr(C)` inside).
    fn is_trivial(&mut self, ty: Ty) -> bool {
        let layout = self.layouts.of(&self.types, ty);
        layout.is_ok_and(|layout| layout.is_zst() && layout.align == 1) && !self.contains_repr_c(ty)
    }

    fn contains_repr_c(&self, ty: Ty) -> bool {
        match self.types.kind(ty) {
            TyKind::Tuple(fields) => fields.iter().any(|&field| self.contains_repr_c(field)),
            TyKind::Array(element, _) => self.contains_repr_c(*element),
            TyKind::Adt(adt) => {
                let def = &self.types.adts[*adt];
                let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
                def.repr.c || fields.any(|field| self.contains_repr_c(field.ty))
            }
            _ => false,
        }
    }

    fn discriminants(&mut self, id: AdtId, def: &AdtDef) {
        let ty = def.discriminant_ty();
        let width = self.types.int(ty);
        let mut previous: Option<u128> = None;
        let mut seen = rustc_hash::FxHashMap::default();
        let has_explicit = def.variants.iter().any(|variant| variant.discriminant.is_some());
        let has_fields = def.variants.iter().any(|variant| variant.ctor != Ctor::Unit);
        if has_explicit && has_fields && def.repr.int.is_none() {
            let message = format!("`{}` has explicit discriminants beside variants with fields", def.name);
            let fault = Fault::new(Rule::InvalidDiscriminant, message).help("give it a `repr` such as `u8`");
            self.report(At::Item(ItemId::Adt(id)), fault);
        }
        for (variant_id, variant) in def.variants.iter_ids() {
            let at = At::Variant(id, variant_id);
            let mut fault = |message: String| {
                self.report(at, Fault::new(Rule::InvalidDiscriminant, message));
            };
            let value = match (variant.discriminant, previous) {
                (Some(value), _) => {
                    if width.truncate(value) != value {
                        fault(format!("the discriminant of `{}` is no `{}`", variant.name, ty.name()));
                    }
                    value
                }
                (None, None) => 0,
                (None, Some(last)) if last == width.max_bits() => {
                    fault(format!("the discriminant of `{}` overflows `{}`", variant.name, ty.name()));
                    width.min_bits()
                }
                (None, Some(last)) => width.truncate(last.wrapping_add(1)),
            };
            previous = Some(value);
            if let Some(first) = seen.insert(value, at) {
                fault(format!("the variant `{}` has the discriminant of another", variant.name));
                self.relate(first, "the other one");
            }
        }
    }

    fn derives(&mut self, id: AdtId, def: &AdtDef) {
        let at = At::Item(ItemId::Adt(id));
        for (position, &derive) in def.derives.iter().enumerate() {
            let mut invalid = |message: String| {
                self.report(at, Fault::new(Rule::InvalidDerive, message));
            };
            let (name, wanted) = (&def.name, derive.name());
            if def.derives[..position].contains(&derive) {
                invalid(format!("`{name}` derives `{wanted}` twice"));
                continue;
            }
            let first: &[Derive] = match derive {
                Derive::Copy => &[Derive::Clone],
                Derive::Eq | Derive::PartialOrd => &[Derive::PartialEq],
                Derive::Ord => &[Derive::Eq, Derive::PartialOrd],
                _ => &[],
            };
            for &other in first.iter().filter(|other| !def.derives.contains(other)) {
                invalid(format!("`{name}` derives `{wanted}`, which needs `{}`", other.name()));
            }
            if def.kind == AdtKind::Union {
                match derive {
                    Derive::Copy => {}
                    Derive::Clone if def.derives.contains(&Derive::Copy) => {}
                    Derive::Clone => {
                        invalid(format!("the union `{name}` derives `Clone`, which needs `Copy`"))
                    }
                    _ => invalid(format!("`{wanted}` cannot be derived for unions such as `{name}`")),
                }
            }
            if derive == Derive::Copy && def.drop.is_some() {
                invalid(format!("`{name}` cannot be `Copy`, because it implements `Drop`"));
            }
            self.derived_fields(id, def, derive);
        }
    }

    fn derived_fields(&mut self, id: AdtId, def: &AdtDef, derive: Derive) {
        if def.kind == AdtKind::Union && derive != Derive::Copy {
            return;
        }
        // The derived code of packed types reads each field by copying it.
        let copied = def.repr.pack.is_some();
        for (variant_id, variant) in def.variants.iter_ids() {
            for (field_id, field) in variant.fields.iter_ids() {
                let missing = [Some(derive), copied.then_some(Derive::Copy)]
                    .into_iter()
                    .flatten()
                    .find(|&wanted| !self.types.implements(field.ty, wanted));
                if let Some(missing) = missing {
                    let (ty, missing) = (self.name(field.ty), missing.name());
                    let message = format!(
                        "`{}` cannot derive `{}`: `{ty}` does not implement `{missing}`",
                        def.name,
                        derive.name()
                    );
                    let at = At::Field(id, variant_id, field_id);
                    self.report(at, Fault::new(Rule::InvalidDerive, message));
                }
                // A copy of `!` has every type, also that of what it is borrowed as, `dyn Debug`, which cannot be copied (E0161). Of the last field a
                // reference is borrowed.
                let is_last = field_id.index() + 1 == variant.fields.len();
                if copied && derive == Derive::Debug && field.ty == Ty::NEVER && !is_last {
                    let name = &def.name;
                    let message = format!(
                        "`{name}` is packed and has a `!` that is not last: it cannot derive `Debug`"
                    );
                    let at = At::Field(id, variant_id, field_id);
                    self.report(at, Fault::new(Rule::InvalidDerive, message));
                }
            }
        }
    }

    fn drop_impl(&mut self, id: AdtId, def: &AdtDef) {
        let Some(drop) = def.drop else { return };
        let at = At::Item(ItemId::Adt(id));
        let Some(function) = self.program.functions.get(drop) else {
            let message = format!("the function that drops `{}` does not exist", def.name);
            return self.report(at, Fault::new(Rule::DanglingId, message));
        };
        let takes_self = matches!(function.sig.params[..], [param] if matches!(
            *self.types.kind(param),
            TyKind::Ref(Mutability::Mut, pointee) if *self.types.kind(pointee) == TyKind::Adt(id)
        ));
        if !takes_self || function.sig.ret != Ty::UNIT || function.sig.is_unsafe {
            let message = format!("`{}` cannot drop `{}`", function.name, def.name);
            let help = format!("it must be a safe function of type `fn(&mut {})`", def.name);
            self.report(at, Fault::new(Rule::InvalidDrop, message).help(help));
        }
    }

    /// Whether a shared reference to a value may be sent to another thread.
    pub(super) fn is_sync(&self, ty: Ty, assumed: &mut Vec<AdtId>) -> bool {
        match self.types.kind(ty) {
            TyKind::RawPtr(..) => false,
            TyKind::Tuple(fields) => fields.iter().all(|&field| self.is_sync(field, assumed)),
            TyKind::Array(inner, _) | TyKind::Slice(inner) | TyKind::Ref(_, inner) | TyKind::Box(inner) => {
                self.is_sync(*inner, assumed)
            }
            TyKind::Adt(adt) if assumed.contains(adt) => true,
            TyKind::Adt(adt) => {
                let def = &self.types.adts[*adt];
                assumed.push(*adt);
                match &def.origin {
                    AdtOrigin::Library(Library::UnsafeCell | Library::Cell | Library::NonNull, _) => false,
                    AdtOrigin::Library(_, args) => args.iter().all(|&arg| self.is_sync(arg, assumed)),
                    AdtOrigin::Program | AdtOrigin::Instance(_) => {
                        let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
                        fields.all(|field| self.is_sync(field.ty, assumed))
                    }
                }
            }
            _ => true,
        }
    }

    /// Whether values may change behind a shared reference.
    pub(super) fn has_interior_mutability(&self, ty: Ty) -> bool {
        match self.types.kind(ty) {
            TyKind::Tuple(fields) => fields.iter().any(|&field| self.has_interior_mutability(field)),
            TyKind::Array(inner, _) | TyKind::Slice(inner) => self.has_interior_mutability(*inner),
            TyKind::Adt(adt) => {
                let def = &self.types.adts[*adt];
                let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
                def.library() == Some(Library::UnsafeCell)
                    || fields.any(|field| self.has_interior_mutability(field.ty))
            }
            _ => false,
        }
    }
}
