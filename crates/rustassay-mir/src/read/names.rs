//! What the names of a file stand for.

use super::imports::Imports;
use crate::model::{AdtId, ConstId, FloatTy, FnId, IntTy, StaticId, SurfaceFnId};
use crate::source::{Diagnostic, Span};
use rustc_hash::FxHashMap;

/// What the names of a file's items stand for. Rust keeps types and values apart, and so does this.
#[derive(Default)]
pub struct Names<'a> {
    pub adts: FxHashMap<&'a str, AdtId>,
    pub values: FxHashMap<&'a str, Value>,
    /// Items that are kept as surface Rust although MIR might want them: their name's span, and why.
    pub opaque: FxHashMap<&'a str, (Span, String)>,
    /// What the `use` items bring into scope.
    pub imports: Imports,
}

/// What a name stands for where a value may stand.
#[derive(Copy, Clone, Debug)]
pub enum Value {
    Const(ConstId),
    Static(StaticId),
    Fn(FnId),
    SurfaceFn(SurfaceFnId),
}

/// What the paths of the library that the model knows go through.
const LIBRARY_MODULES: &[&str] = &[
    "core::cell",
    "core::cmp",
    "core::cmp::Ordering",
    "core::hint",
    "core::intrinsics",
    "core::intrinsics::AtomicOrdering",
    "core::intrinsics::mir",
    "core::marker",
    "core::mem",
    "core::mem::MaybeUninit",
    "core::num",
    "core::option",
    "core::option::Option",
    "core::ptr",
    "core::result",
    "core::result::Result",
];

/// The types of the library that are in scope everywhere, with their paths.
const PRELUDE: &[(&str, &str)] =
    &[("Box", "core::boxed::Box"), ("Option", "core::option::Option"), ("Result", "core::result::Result")];

/// Whether a type is in scope everywhere.
fn is_in_scope_everywhere(name: &str) -> bool {
    let is_number = IntTy::from_name(name).is_some() || FloatTy::from_name(name).is_some();
    is_number || matches!(name, "bool" | "char") || PRELUDE.iter().any(|(prelude, _)| *prelude == name)
}

impl Names<'_> {
    /// Whether the segments before a path's last one can lead to something of the library.
    pub fn leads_to_library(&self, segments: &[&str]) -> bool {
        match segments {
            [only] if is_in_scope_everywhere(only) => true,
            _ => self.imports.paths(segments).iter().any(|path| LIBRARY_MODULES.contains(&&**path)),
        }
    }

    /// Whether a path names the type of the library that its last segment names.
    pub fn names_library_type(&self, segments: &[&str], home: &str) -> bool {
        let prelude = PRELUDE.iter().find(|(name, _)| segments.last() == Some(name));
        match segments {
            [_] if prelude.is_some() => true,
            _ => {
                let home = prelude.map_or(home, |(_, path)| path);
                self.imports.paths(segments).iter().any(|path| path == home)
            }
        }
    }

    /// Whether a name without a path before it is one of `core::intrinsics`.
    pub fn names_intrinsic(&self, name: &str) -> bool {
        let is_it = |path: &String| match path.strip_prefix("core::") {
            Some("hint::black_box") => true,
            Some(rest) => rest.strip_prefix("intrinsics::").is_some_and(|last| !last.contains("::")),
            None => false,
        };
        self.imports.paths(&[name]).iter().any(is_it)
    }

    /// What to say of a name that stands for nothing that MIR can use.
    pub fn unknown(&self, what: &str, name: &str, span: Span) -> Box<Diagnostic> {
        let code = "unknown-name";
        Box::new(match self.opaque.get(name) {
            None => Diagnostic::new(code, span, format!("unknown {what} `{name}`"))
                .label("not found in this file or among what the library offers to MIR"),
            Some((declared, why)) => {
                let message = format!("{what} `{name}` is kept as surface Rust and cannot be used by MIR");
                Diagnostic::new(code, span, message).related(*declared, why.clone())
            }
        })
    }
}
