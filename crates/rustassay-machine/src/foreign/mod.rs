//! Functions that are defined outside of all crates: what the standard library asks of the system and of the compiler's runtime.
//!
//! A function is a row of a table: its symbol, how many arguments it takes, and what it does. What has no row is an unsupported operation,
//! never a wrong answer.

mod runtime;

use crate::code::TyInfo;
use crate::error::*;
use crate::exec::Passed;
use crate::machine::{Machine, Value};
use crate::memory::*;
use rustassay_mir::model::*;

/// What became of a call.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It returned this, at the type of the call's destination.
    Returned(Value),
    /// It began to unwind.
    Unwinds,
}

/// One foreign function.
pub(crate) struct Row {
    /// Its symbol.
    name: &'static str,
    /// How many arguments it takes.
    params: usize,
    /// What it does.
    run: fn(&mut Machine, &Args<'_>) -> Step<Outcome>,
}

/// The arguments of a call, evaluated, and the type of its result.
pub(crate) struct Args<'a> {
    values: &'a [Passed],
    ret: TyInfo,
}

impl Args<'_> {
    /// A scalar argument.
    pub fn scalar(&self, n: usize) -> Step<Scalar> {
        match self.values.get(n) {
            Some((Value::Scalar(scalar), _)) => Ok(*scalar),
            // A struct around a scalar.
            Some((Value::Bytes(region), info)) if matches!(info.size, 1 | 2 | 4 | 8) => {
                match region.read(0, info.size as usize) {
                    Some(scalar) => Ok(scalar),
                    None => ub(Ub::Uninit { what: "an argument of a foreign function".into() }),
                }
            }
            _ => unsupported("an argument of a foreign function that should be a scalar"),
        }
    }

    /// An argument that is a number without a sign.
    pub fn number(&self, n: usize) -> Step<u64> {
        Ok(self.scalar(n)?.bits as u64)
    }

    /// An argument that is a pointer.
    pub fn pointer(&self, n: usize) -> Step<Pointer> {
        Ok(self.scalar(n)?.into())
    }

    /// What a function that returns a scalar returns: a value of the type that the call wants.
    pub fn returned(&self, scalar: Scalar) -> Outcome {
        let used = u128::MAX.checked_shr(128 - 8 * self.ret.size.min(16) as u32).unwrap_or(0);
        Outcome::Returned(Value::Scalar(Scalar { bits: scalar.bits & used, ..scalar }))
    }

    /// An argument as it is.
    pub fn value(&self, n: usize) -> Step<&Value> {
        match self.values.get(n) {
            Some((value, _)) => Ok(value),
            None => unsupported("a foreign function without its argument"),
        }
    }
}

/// Nothing is returned.
pub(crate) fn nothing() -> Outcome {
    Outcome::Returned(Value::Bytes(Region::new(0)))
}

impl Machine {
    /// Calls a foreign function.
    pub(crate) fn foreign_call(&mut self, id: ForeignFnId, values: &[Passed], ret: TyInfo) -> Step<Outcome> {
        let function = &self.program.foreign_fns[id];
        let name = symbol(&function.name);
        let row = match function.kind {
            ForeignKind::Symbol => runtime::ROWS.iter().find(|row| row.name == name),
            ForeignKind::Intrinsic | ForeignKind::Other => None,
        };
        let Some(row) = row else {
            return unsupported(match function.kind {
                ForeignKind::Symbol => format!("the foreign function `{}`", function.name),
                ForeignKind::Intrinsic => format!("the intrinsic `{}`", function.name),
                ForeignKind::Other => function.name.to_string(),
            });
        };
        if values.len() < row.params || values.len() > row.params && !function.is_variadic {
            return ub(Ub::CallArgCount { passed: values.len(), wanted: row.params });
        }
        (row.run)(self, &Args { values, ret })
    }

    /// The value at the start of a static that is defined elsewhere.
    pub(crate) fn foreign_static(&mut self, name: &str, _ty: Ty) -> Step<Region> {
        unsupported(format!("the foreign static `{name}`"))
    }
}

/// A symbol as it is written in the table. The standard library's own symbols are mangled with a fixed name in front
/// (`rustc_std_internal_symbol`); what follows the last length is the name.
fn symbol(name: &str) -> &str {
    match (name.starts_with("_R"), name.find("__rust_")) {
        (true, Some(at)) => &name[at..],
        _ => name,
    }
}
