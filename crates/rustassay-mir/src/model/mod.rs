//! Programs at MIR level, as values.
//!
//! The model follows rustc's `rustc_middle::mir` where custom MIR exposes it (the module documentation of
//! `core::intrinsics::mir` is the exhaustive list), with three simplifications that hold everywhere:
//! lifetimes are erased, every type is concrete, and every projection's type follows from its base. What only compiled crates
//! have is in the model, too: the machine runs both. Custom MIR cannot say it, and the checker says so.
//!
//! Nothing here refers to source text. Positions of a program that was read from a file live in
//! [`crate::read::SpanTable`], beside the program and not in it, so two programs are equal when they say the same.

mod body;
mod constant;
mod ids;
mod instances;
mod intrinsics;
mod items;
mod location;
mod normal;
mod simd;
mod types;
mod typing;
mod visit;

pub use body::*;
pub use constant::*;
pub use ids::*;
pub use instances::*;
pub use intrinsics::*;
pub use items::*;
pub use location::*;
pub use simd::*;
pub use types::*;
pub use typing::*;
pub use visit::*;
