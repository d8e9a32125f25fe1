//! Types by themselves: whether they can be written, have a size, and are not too big.

use super::{Checker, Fault, Rule};
use crate::layout::{Layout, LayoutError, LayoutErrorKind};
use crate::model::{Abi, AdtKind, AdtOrigin, At, FloatTy, GenericArg, Library, Program, Ty, TyKind};

/// Crate features that the program asks for and the checker knows of.
#[derive(Copy, Clone, Default)]
pub struct Features {
    pub custom_mir: bool,
    pub core_intrinsics: bool,
    pub f16: bool,
    pub f128: bool,
    pub never_type: bool,
    pub transparent_unions: bool,
    pub funnel_shifts: bool,
}

impl Features {
    /// The features in the program's `#![feature(..)]` attributes.
    pub fn of(program: &Program) -> Features {
        let mut features = Features::default();
        let lists = program.attrs.iter().filter_map(|attr| {
            attr.trim().strip_prefix("feature")?.trim().strip_prefix('(')?.strip_suffix(')')
        });
        for name in lists.flat_map(|list| list.split(',')) {
            match name.trim() {
                "custom_mir" => features.custom_mir = true,
                "core_intrinsics" => features.core_intrinsics = true,
                "f16" => features.f16 = true,
                "f128" => features.f128 = true,
                "never_type" => features.never_type = true,
                "transparent_unions" => features.transparent_unions = true,
                "funnel_shifts" => features.funnel_shifts = true,
                _ => {}
            }
        }
        features
    }
}

/// What checking a type has found.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Checked {
    /// It was not looked at.
    NotYet,
    /// It can be written, wherever it stands.
    Good,
    /// It cannot be written; that was said, or is about to be.
    Bad,
}

impl Checker<'_> {
    /// Whether the type can be written; says so at `at` when it is the first time that it cannot.
    pub(super) fn ty(&mut self, ty: Ty, at: At) -> bool {
        match self.checked_types.get(ty.index()) {
            Some(Checked::Good) => return true,
            Some(Checked::Bad) => return false,
            Some(Checked::NotYet) => {}
            // A type that the checker itself derived, from types that were checked.
            None => return true,
        }
        // A type that refers to itself behind a pointer is good if everything else about it is.
        self.checked_types[ty.index()] = Checked::Good;
        let good = match self.ty_fault(ty) {
            Some(fault) => {
                self.report(at, fault);
                false
            }
            None => self.ty_parts(ty).into_iter().all(|part| self.ty(part, at)),
        };
        if !good {
            self.checked_types[ty.index()] = Checked::Bad;
        }
        good
    }

    /// Whether values of the type can be held in a variable.
    pub(super) fn value_ty(&mut self, ty: Ty, at: At) -> bool {
        if !self.ty(ty, at) {
            return false;
        }
        let fault = self.value_fault(ty);
        let good = fault.is_none();
        if let Some(fault) = fault {
            self.report(at, fault);
        }
        good
    }

    /// What is wrong with holding a value of this type.
    pub(super) fn value_fault(&mut self, ty: Ty) -> Option<Box<Fault>> {
        if !self.types.is_sized(ty) {
            let message =
                format!("values of type `{}` have no size that is known from the type", self.name(ty));
            return Some(Fault::new(Rule::Unsized, message).help("put it behind a pointer"));
        }
        match self.layouts.of(&self.types, ty) {
            Err(LayoutError {
                kind: kind @ (LayoutErrorKind::TooBig | LayoutErrorKind::TooDeep), ..
            }) => {
                let message = format!("`{}` has no layout: {kind}", self.name(ty));
                Some(Fault::new(Rule::TooBig, message))
            }
            _ => None,
        }
    }

    /// The types that are written inside this one.
    fn ty_parts(&self, ty: Ty) -> Vec<Ty> {
        match self.types.kind(ty) {
            TyKind::Tuple(fields) => fields.to_vec(),
            TyKind::Array(inner, _)
            | TyKind::Slice(inner)
            | TyKind::RawPtr(_, inner)
            | TyKind::Ref(_, inner)
            | TyKind::Box(inner) => vec![*inner],
            TyKind::Adt(adt) => match &self.types.adts[*adt].origin {
                AdtOrigin::Program | AdtOrigin::Instance(_) => vec![],
                AdtOrigin::Library(_, args) => args.to_vec(),
            },
            // The result `!` of a function pointer needs no feature.
            TyKind::FnPtr(sig) => {
                sig.params.iter().copied().chain((sig.ret != Ty::NEVER).then_some(sig.ret)).collect()
            }
            TyKind::FnDef(function) => {
                let tys = function.generics.iter().filter_map(|arg| match arg {
                    GenericArg::Ty(ty) => Some(*ty),
                    GenericArg::Ordering(_) => None,
                });
                tys.collect()
            }
            TyKind::Pat(inner, _) => vec![*inner],
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_) | TyKind::Never | TyKind::Str => {
                vec![]
            }
            TyKind::Dyn(_) | TyKind::Foreign(_) => vec![],
        }
    }

    /// What is wrong with a calling convention.
    pub(super) fn abi_fault(&self, abi: Abi) -> Option<Box<Fault>> {
        let target = self.types.target();
        (!abi.is_on(target)).then(|| {
            let message = format!("{} has no calling convention \"{}\"", target.name, abi.name());
            Fault::new(Rule::TargetAbi, message)
        })
    }

    fn ty_fault(&self, ty: Ty) -> Option<Box<Fault>> {
        let feature = |name: &str| {
            let message = format!("the type `{}` is unstable", self.name(ty));
            Fault::new(Rule::MissingFeature, message).help(format!("add `#![feature({name})]` to the crate"))
        };
        let must_be_sized = |part: Ty, of: &str| {
            (!self.types.is_sized(part)).then(|| {
                let message = format!("{of} must have a size, but `{}` has none", self.name(part));
                Fault::new(Rule::Unsized, message)
            })
        };
        let no_fn_item = |part: Ty| {
            matches!(self.types.kind(part), TyKind::FnDef(_)).then(|| {
                let message = format!("the type of {} has no name in the language", self.name(part));
                Fault::new(Rule::UnnameableType, message).help("use a function pointer")
            })
        };
        if let Some(fault) = self.ty_parts(ty).into_iter().find_map(no_fn_item) {
            return Some(fault);
        }
        match self.types.kind(ty) {
            TyKind::FnPtr(sig) => self.abi_fault(sig.abi),
            TyKind::Never if !self.features.never_type => Some(feature("never_type")),
            TyKind::Float(FloatTy::F16) if !self.features.f16 => Some(feature("f16")),
            TyKind::Float(FloatTy::F128) if !self.features.f128 => Some(feature("f128")),
            TyKind::Array(element, _) => must_be_sized(*element, "elements of arrays"),
            TyKind::Slice(element) => must_be_sized(*element, "elements of slices"),
            TyKind::Tuple(fields) => {
                let (_, front) = fields.split_last()?;
                front.iter().find_map(|&field| must_be_sized(field, "fields of tuples before the last"))
            }
            TyKind::Adt(adt) => match &self.types.adts[*adt].origin {
                AdtOrigin::Library(library, args) => match library {
                    Library::Option | Library::Result | Library::MaybeUninit | Library::Wrapping => {
                        args.iter().find_map(|&arg| must_be_sized(arg, "arguments of this type"))
                    }
                    Library::Ordering
                    | Library::ManuallyDrop
                    | Library::UnsafeCell
                    | Library::Cell
                    | Library::NonNull
                    | Library::PhantomData => None,
                },
                AdtOrigin::Program => None,
                AdtOrigin::Instance(_) => Some(Fault::not_custom_mir("a type of a compiled crate")),
            },
            TyKind::Dyn(_) | TyKind::Foreign(_) | TyKind::Pat(..) => {
                Some(Fault::not_custom_mir("a type that only compiled crates have"))
            }
            _ => None,
        }
    }

    /// Why bytes of one type cannot be taken as another, by any cast or intrinsic.
    pub(super) fn transmute_fault(&mut self, from: Ty, to: Ty) -> Option<String> {
        let is_tagged = matches!(*self.types.kind(to), TyKind::Adt(adt)
            if self.types.adts[adt].kind == AdtKind::Enum && self.types.adts[adt].variants.len() > 1);
        let from_nothing = self.layouts.of(&self.types, from).is_ok_and(Layout::is_zst);
        let to_something = self.layouts.of(&self.types, to).is_ok_and(|layout| !layout.is_zst());
        // rustc's `CheckEnums` pass, which debug builds run, crashes: "cannot build enum discriminant".
        (is_tagged && from_nothing && to_something)
            .then(|| "a value without bytes cannot become an enum with a tag".to_owned())
    }

    /// Whether both types have a layout of the same size.
    pub(super) fn same_size(&mut self, a: Ty, b: Ty) -> bool {
        let mut size = |ty| self.layouts.of(&self.types, ty).ok().map(|layout| layout.size);
        size(a).is_some() && size(a) == size(b)
    }
}
