//! What is known of a compiler bug.
//!
//! A campaign makes a [`Finding`], the store keeps it, and reports and commands show it. All of them share
//! this type, and its serde form is the only one: the store has it, and `rustassay findings --json` prints
//! it.
//!
//! ```
//! use rustassay_finding::{Fault, Finding};
//!
//! let finding = Finding {
//!     cause: Some("mir:GVN".to_owned()),
//!     ..Finding::new(Fault::Miscompilation, "prints something else", "prints 1, must print 2")
//! };
//! let json = serde_json::to_string(&finding)?;
//! assert!(json.contains("\"cause\":\"mir:GVN\""));
//! assert_eq!(serde_json::from_str::<Finding>(&json)?, finding);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! - [`fault`]: what is wrong.
//! - [`guilty`]: the part of the compiler that makes it wrong.
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
