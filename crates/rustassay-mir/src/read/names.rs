//! What the names of a file stand for.

use crate::model::{AdtId, ConstId, FnId, StaticId, SurfaceFnId};
use crate::source::{Diagnostic, Span};
use rustc_hash::FxHashMap;

/// What the names of a file's items stand for. Rust keeps types and values apart, and so does this.
#[derive(Default)]
pub struct Names<'a> {
    pub adts: FxHashMap<&'a str, AdtId>,
    pub values: FxHashMap<&'a str, Value>,
    /// Items that are kept as surface Rust although MIR might want them: their name's span, and why.
    pub opaque: FxHashMap<&'a str, (Span, String)>,
    /// The `use` items, as they are written.
    pub uses: Vec<&'a str>,
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

impl Names<'_> {
    /// Whether the segments before a path's last one can lead to something of the library.
    pub fn leads_to_library(&self, segments: &[&str]) -> bool {
        match segments {
            ["core" | "std", rest @ ..] if !rest.is_empty() => {
                LIBRARY_MODULES.contains(&format!("core::{}", rest.join("::")).as_str())
            }
            [first, _, ..] => self.is_imported(first),
            _ => true,
        }
    }

    /// Whether a path names the type of the library that its last segment names.
    pub fn names_library_type(&self, segments: &[&str], home: &str) -> bool {
        let prelude = PRELUDE.iter().find(|(name, _)| segments.last() == Some(name));
        match segments {
            ["core" | "std" | "alloc", rest @ ..] if !rest.is_empty() => {
                let path = format!("core::{}", rest.join("::"));
                path == prelude.map_or(home, |(_, path)| path)
            }
            [first, ..] => prelude.is_some() && segments.len() == 1 || self.is_imported(first),
            [] => false,
        }
    }

    /// Whether a `use` item mentions the name.
    fn is_imported(&self, name: &str) -> bool {
        let is_word =
            |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        self.uses.iter().any(|text| is_word(text))
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
