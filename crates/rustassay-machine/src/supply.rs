//! Where functions of compiled crates come from: whoever knows the crates supplies them as calls reach them.
//!
//! The program grows while it runs. A function is declared with its signature and without blocks, and gets its body when it is first
//! called; types, statics and constants come with the bodies that mention them. Nothing that is there ever changes.

use crate::error::Step;
use crate::machine::Machine;
use rustassay_mir::model::{At, ConstExpr, FnId, Ty};
use std::fmt::Debug;

/// Where code stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodePlace {
    /// The function, by its path; those of the program's own crate without the crate's name.
    pub function: String,
    /// The file, as the compiler was told it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// Knows the functions of compiled crates.
///
/// The machine is handed over whole, and may run code on the way: no method may hold on to a borrow of the supplier's own state while it
/// calls the machine.
pub trait Supplier: Debug {
    /// Gives a function its body. It has been declared, with its signature and without blocks, and is about to be called.
    fn body(&self, machine: &mut Machine, function: FnId) -> Step<()>;

    /// The function at a position of the vtable of a type for a trait object type.
    fn method(&self, machine: &mut Machine, concrete: Ty, object: Ty, slot: u32) -> Step<FnId>;

    /// Whether a function is the library's: what happens in it is told of the call in the user's code.
    fn is_library(&self, function: FnId) -> bool {
        let _ = function;
        false
    }

    /// Where code stands, for programs that ask for their own backtrace.
    fn code_place(&self, machine: &Machine, at: At) -> Option<CodePlace> {
        let _ = (machine, at);
        None
    }

    /// The `&'static core::panic::Location<'static>` of a call, for `#[track_caller]`.
    fn caller_location(&self, machine: &mut Machine, call: At) -> Step<ConstExpr>;
}
