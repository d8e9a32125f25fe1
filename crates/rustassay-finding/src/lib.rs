//! What is known of something that a compiler does wrong.
//!
//! A campaign makes a [`Finding`], the store keeps it, and reports and commands show it. All of them share this type, and
//! its serde form is the only one there is: in the store, and in what `rustassay findings --json` prints.
//!
//! - [`fault`]: what is wrong.
//! - [`guilty`]: which part of the compiler makes it wrong.
//! - [`compiler`]: the compiler that shows it, and what others do.
//! - [`evidence`]: what the compiler said, and what Miri says of the program.

pub mod compiler;
pub mod evidence;
pub mod fault;
mod finding;
pub mod guilty;

pub use compiler::{Compiler, OtherLlvm, Shows, TriedCompiler};
pub use evidence::{Evidence, Failure, Opinion, Says};
pub use fault::{Fault, UnknownFault};
pub use finding::{BackendKind, Commands, Finding, FormatVersion, LocalisedIn, Reduction, UnknownVersion};
pub use guilty::{Guilty, Layer, Pass, Stage};
