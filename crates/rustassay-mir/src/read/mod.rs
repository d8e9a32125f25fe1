//! Custom-MIR source text in.
//!
//! [`read`] takes a whole file: crate attributes, items, custom-MIR functions in the form for people (`mir!`) or in the form
//! for speed (what the macro expands to), and surface Rust, which is kept as it is. It reads what [`crate::print`] writes and
//! what other people write by hand.
//!
//! The way through: `tokens` are rustc's own; `items` takes the file apart; `grammar` reads bodies into the tree of
//! `syntax`; `lower` gives it a meaning, with `resolve` for names, `infer` for the types that the text leaves open, and
//! `constants` for initializers. `imports` and `lifetimes` know what only the text has. `file` holds the strings together.

mod constants;
mod cursor;
mod file;
mod grammar;
mod imports;
mod infer;
mod items;
mod lifetimes;
mod literals;
mod lower;
mod names;
mod resolve;
mod spans;
mod surface;
mod syntax;
mod tokens;
mod types;

pub use file::{read, read_for};
pub use spans::SpanTable;
pub use surface::{PrintedPiece, SurfaceStatement, surface_fn};
pub(crate) use tokens::before_the_first_token;

use crate::model::Program;

/// A program that was read from text, and where its parts stand there.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The program.
    pub program: Program,
    /// Where its parts stand in the text.
    pub spans: SpanTable,
    /// Whether the text is as the reference release writes the program. Other releases call some intrinsics otherwise.
    pub is_current: bool,
}
