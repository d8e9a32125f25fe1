//! What the rules of the language ask of types, as far as the tables need it. Each answer is on the safe side.

use rustassay_mir::model::{AdtDef, AdtKind, AdtOrigin, Library, Mutability, Ty, TyKind, Types};

/// The types that a value of type `ty` directly contains.
fn parts(types: &Types, ty: Ty) -> Vec<Ty> {
    match types.kind(ty) {
        TyKind::Tuple(fields) => fields.to_vec(),
        TyKind::Array(element, _) | TyKind::Slice(element) => vec![*element],
        TyKind::Adt(adt) => types.adts[*adt].variants.iter().flat_map(|v| &v.fields).map(|f| f.ty).collect(),
        _ => vec![],
    }
}

/// Whether `ty` or anything that it contains is as wanted. What is behind a pointer is not contained.
pub(crate) fn has_part(types: &Types, ty: Ty, wanted: &impl Fn(Ty) -> bool) -> bool {
    wanted(ty) || parts(types, ty).into_iter().any(|part| has_part(types, part, wanted))
}

/// About how many scalars a value has.
pub(crate) fn scalars(types: &Types, ty: Ty) -> u64 {
    let inside: u64 = parts(types, ty).into_iter().map(|part| scalars(types, part)).sum();
    match types.kind(ty) {
        TyKind::Array(_, len) => inside * len,
        TyKind::Adt(_) | TyKind::Tuple(_) => inside,
        _ => 1,
    }
}

fn adt(types: &Types, ty: Ty) -> Option<&AdtDef> {
    match *types.kind(ty) {
        TyKind::Adt(adt) => Some(&types.adts[adt]),
        _ => None,
    }
}

/// Whether a packed type must not contain `ty` (E0588).
pub(crate) fn has_align(types: &Types, ty: Ty) -> bool {
    has_part(types, ty, &|part| adt(types, part).is_some_and(|def| def.repr.align.is_some()))
}

/// Whether there is no `UnsafeCell` in a value, so that constants may refer to it (E0492).
pub(crate) fn is_freeze(types: &Types, ty: Ty) -> bool {
    !has_part(types, ty, &|part| {
        adt(types, part).is_some_and(|def| def.library() == Some(Library::UnsafeCell))
    })
}

/// Whether a `static` may have the type (E0277). Chains of references are followed for `depth` steps.
pub(crate) fn is_sync(types: &Types, ty: Ty, depth: u32) -> bool {
    !has_part(types, ty, &|part| match types.kind(part) {
        TyKind::RawPtr(..) => true,
        TyKind::Ref(_, pointee) | TyKind::Box(pointee) => depth == 0 || !is_sync(types, *pointee, depth - 1),
        TyKind::Adt(adt) => match &types.adts[*adt].origin {
            AdtOrigin::Library(Library::UnsafeCell, _) => true,
            AdtOrigin::Library(Library::PhantomData, args) => {
                depth == 0 || !is_sync(types, args[0], depth - 1)
            }
            _ => false,
        },
        _ => false,
    })
}

/// The size of a value in bytes, where the language fixes it.
pub(crate) fn size(types: &Types, ty: Ty) -> Option<u64> {
    let pointer_size = types.data_layout().pointer_size();
    match types.kind(ty) {
        TyKind::Bool => Some(1),
        TyKind::Char => Some(4),
        TyKind::Int(int) => Some(types.int(*int).size()),
        TyKind::Float(float) => Some(u64::from(float.bits() / 8)),
        TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee) | TyKind::Box(pointee) => {
            Some(if is_thin(types, *pointee) { pointer_size } else { 2 * pointer_size })
        }
        TyKind::FnPtr(_) => Some(pointer_size),
        TyKind::Array(element, len) => Some(size(types, *element)? * len),
        TyKind::Tuple(fields) if fields.is_empty() => Some(0),
        TyKind::Adt(adt) => {
            let def = &types.adts[*adt];
            let transparent = def.repr.transparent && def.kind != AdtKind::Enum;
            // The wrapped field may stand beside fields of size zero; a `MaybeUninit` is as large as its value.
            let sizes = || def.only_variant().fields.iter().map(|field| size(types, field.ty));
            match def.library() {
                Some(Library::PhantomData) => Some(0),
                _ if transparent => sizes().max()?,
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether pointers to `ty` are just addresses.
pub(crate) fn is_thin(types: &Types, ty: Ty) -> bool {
    types.metadata_ty(ty) == Ty::UNIT
}

/// Whether the value fits a register, as tail calls need.
pub(crate) fn is_register(types: &Types, ty: Ty) -> bool {
    match *types.kind(ty) {
        TyKind::Bool | TyKind::Char => true,
        TyKind::Int(int) => types.int(int).bits() <= 64,
        TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee) => is_thin(types, pointee),
        _ => false,
    }
}

/// Whether writes through a pointer of this type are what it is for.
pub(crate) fn points_mutably(types: &Types, ty: Ty) -> bool {
    matches!(types.kind(ty), TyKind::RawPtr(Mutability::Mut, _) | TyKind::Ref(Mutability::Mut, _))
}

/// Whether a value contains `!`.
pub(crate) fn has_never(types: &Types, ty: Ty) -> bool {
    has_part(types, ty, &|part| part == Ty::NEVER)
}

/// Whether the type's name has a reference in it, and so a lifetime.
pub(crate) fn mentions_reference(types: &Types, ty: Ty) -> bool {
    let mentions = |&ty: &Ty| mentions_reference(types, ty);
    match types.kind(ty) {
        TyKind::Ref(..) => true,
        TyKind::RawPtr(_, inner) | TyKind::Box(inner) | TyKind::Array(inner, _) | TyKind::Slice(inner) => {
            mentions(inner)
        }
        TyKind::Tuple(fields) => fields.iter().any(mentions),
        TyKind::FnPtr(sig) => sig.params.iter().chain([&sig.ret]).any(mentions),
        TyKind::Adt(adt) => match &types.adts[*adt].origin {
            AdtOrigin::Library(_, args) => args.iter().any(mentions),
            AdtOrigin::Program | AdtOrigin::Instance(_) => false,
        },
        _ => false,
    }
}
