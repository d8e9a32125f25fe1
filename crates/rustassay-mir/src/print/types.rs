//! Names of types.

use super::Printer;
use super::text::{push_numbered, push_u64};
use crate::model::{
    Abi, AdtDef, AdtId, AdtOrigin, FnDefId, FnRef, FnSig, GenericArg, Id, Items, Mutability, Ty, TyKind,
    Types,
};
use rustassay_lang::Release;

/// How the lifetimes of references are written, and what has no name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum TyStyle {
    /// `&'static T`: items, and the locals of bodies that are not borrow-checked
    Static,
    /// `&T`: parameters. Inside function pointer types, where that would be another type, `&'static T`.
    Elided,
    /// For diagnostics: `&T`, and functions' own types by the function's name
    Described,
}

/// The names of the types that were already written, by style and type.
#[derive(Default)]
pub(super) struct TyNames {
    written: [Vec<Option<Box<str>>>; 3],
}

impl Printer<'_> {
    /// A type.
    pub(super) fn ty(&mut self, ty: Ty, style: TyStyle) {
        let written = &mut self.names.written[style as usize];
        if written.len() <= ty.index() {
            written.resize(self.types.len().max(ty.index() + 1), None);
        }
        let name = written[ty.index()].get_or_insert_with(|| {
            let mut name = String::new();
            TyWriter { types: self.types, items: self.items, style }.ty(&mut name, ty);
            name.into()
        });
        self.out.push_str(name);
    }

    /// `::<A, B>`, or nothing.
    pub(super) fn turbofish(&mut self, args: &[Ty], style: TyStyle) {
        if !args.is_empty() {
            self.out.push_str("::<");
            self.list(args, |this, &arg| this.ty(arg, style));
            self.out.push('>');
        }
    }

    /// `unsafe extern "C" fn`
    pub(super) fn fn_qualifiers(&mut self, is_unsafe: bool, abi: Abi) {
        push_fn_qualifiers(&mut self.out, is_unsafe, abi);
    }
}

fn push_fn_qualifiers(out: &mut String, is_unsafe: bool, abi: Abi) {
    if is_unsafe {
        out.push_str("unsafe ");
    }
    if abi != Abi::Rust {
        out.push_str("extern \"");
        out.push_str(abi.name());
        out.push_str("\" ");
    }
    out.push_str("fn");
}

/// Writes a type's name for the first time.
#[derive(Copy, Clone)]
pub(super) struct TyWriter<'p> {
    pub types: &'p Types,
    pub items: Items<'p>,
    pub style: TyStyle,
}

impl TyWriter<'_> {
    pub fn ty(self, out: &mut String, ty: Ty) {
        if ty.index() >= self.types.len() {
            return push_numbered(out, "type#", ty.index() as u32);
        }
        match self.types.kind(ty) {
            TyKind::Bool => out.push_str("bool"),
            TyKind::Char => out.push_str("char"),
            TyKind::Int(int) => out.push_str(int.name()),
            TyKind::Float(float) => out.push_str(float.name()),
            TyKind::Never => out.push('!'),
            TyKind::Str => out.push_str("str"),
            TyKind::Dyn(id) => match self.types.dyns.get(*id) {
                Some(def) => out.push_str(&def.name),
                None => push_numbered(out, "dyn#", id.0),
            },
            TyKind::Foreign(name) => out.push_str(name),
            TyKind::Pat(base, range) => {
                self.ty(out, *base);
                out.push_str(&format!(" is {:#x}..={:#x}", range.start, range.end));
            }
            TyKind::Tuple(fields) => {
                out.push('(');
                self.list(out, fields);
                if fields.len() == 1 {
                    out.push(',');
                }
                out.push(')');
            }
            TyKind::Array(element, len) => {
                out.push('[');
                self.ty(out, *element);
                out.push_str("; ");
                push_u64(out, *len);
                out.push(']');
            }
            TyKind::Slice(element) => {
                out.push('[');
                self.ty(out, *element);
                out.push(']');
            }
            TyKind::Adt(adt) => self.adt(out, *adt),
            TyKind::RawPtr(mutability, pointee) => {
                out.push_str(match mutability {
                    Mutability::Not => "*const ",
                    Mutability::Mut => "*mut ",
                });
                self.ty(out, *pointee);
            }
            TyKind::Ref(mutability, pointee) => {
                out.push('&');
                if self.style == TyStyle::Static {
                    out.push_str("'static ");
                }
                if *mutability == Mutability::Mut {
                    out.push_str("mut ");
                }
                self.ty(out, *pointee);
            }
            TyKind::Box(pointee) => {
                out.push_str("Box<");
                self.ty(out, *pointee);
                out.push('>');
            }
            TyKind::FnPtr(sig) => self.fn_ptr(out, sig),
            TyKind::FnDef(function) => self.fn_def(out, function),
        }
    }

    fn list(self, out: &mut String, tys: &[Ty]) {
        for (index, &ty) in tys.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.ty(out, ty);
        }
    }

    fn adt(self, out: &mut String, adt: AdtId) {
        match self.types.adts.get(adt) {
            None => push_numbered(out, "adt#", adt.0),
            Some(AdtDef { origin: AdtOrigin::Program | AdtOrigin::Instance(_), name, .. }) => {
                out.push_str(name);
            }
            Some(AdtDef { origin: AdtOrigin::Library(library, args), .. }) => {
                out.push_str(library.path());
                if !args.is_empty() {
                    out.push('<');
                    self.list(out, args);
                    out.push('>');
                }
            }
        }
    }

    /// A function pointer's type. An elided lifetime in it would be one that the caller chooses, so it says `'static`.
    fn fn_ptr(self, out: &mut String, sig: &FnSig) {
        let style = match self.style {
            TyStyle::Elided => TyStyle::Static,
            style => style,
        };
        let inside = TyWriter { style, ..self };
        push_fn_qualifiers(out, sig.is_unsafe, sig.abi);
        out.push('(');
        inside.list(out, &sig.params);
        out.push(')');
        if sig.ret != Ty::UNIT {
            out.push_str(" -> ");
            inside.ty(out, sig.ret);
        }
    }

    /// The type of one function has no name: the compiler infers it.
    fn fn_def(self, out: &mut String, function: &FnRef) {
        if self.style != TyStyle::Described {
            return out.push('_');
        }
        out.push_str("fn item `");
        push_fn_name(out, self.items, function, Release::REFERENCE);
        let types = function.generics.iter().filter_map(|generic| match generic {
            GenericArg::Ty(ty) => Some(*ty),
            GenericArg::Ordering(_) => None,
        });
        let types: Vec<Ty> = types.collect();
        if !types.is_empty() {
            out.push_str("::<");
            self.list(out, &types);
            out.push('>');
        }
        out.push('`');
    }
}

/// The name of a function, without generic arguments.
pub(super) fn push_fn_name(out: &mut String, items: Items<'_>, function: &FnRef, release: Release) {
    match function.def {
        FnDefId::Fn(id) => match items.functions.get(id) {
            Some(function) => out.push_str(&function.name),
            None => push_numbered(out, "fn#", id.index() as u32),
        },
        FnDefId::Surface(id) => match items.surface_fns.get(id) {
            Some(function) => out.push_str(&function.name),
            None => push_numbered(out, "surface#", id.index() as u32),
        },
        FnDefId::Intrinsic(id) => {
            out.push_str("core::intrinsics::");
            out.push_str(id.name_in(release));
        }
        FnDefId::Builtin(builtin) => {
            out.push_str("core::intrinsics::");
            out.push_str(builtin.name());
        }
        FnDefId::Foreign(id) => match items.foreign_fns.get(id) {
            Some(function) => out.push_str(&function.name),
            None => push_numbered(out, "foreign#", id.index() as u32),
        },
        FnDefId::Virtual(slot) => push_numbered(out, "virtual#", slot),
    }
}
