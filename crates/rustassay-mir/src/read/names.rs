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
}

/// What a name stands for where a value may stand.
#[derive(Copy, Clone, Debug)]
pub enum Value {
    Const(ConstId),
    Static(StaticId),
    Fn(FnId),
    SurfaceFn(SurfaceFnId),
}

impl Names<'_> {
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
