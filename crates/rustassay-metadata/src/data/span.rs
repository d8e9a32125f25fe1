//! Places in source files.

use super::CrateNum;

/// A source file among those of all crates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId {
    /// The crate whose metadata describes the file.
    pub krate: CrateNum,
    /// Its number there.
    pub index: u32,
}

/// A place in a source file. [`Crates::locate`](crate::Crates::locate) says which line that is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The file; none for code that stands nowhere.
    pub file: Option<FileId>,
    /// The first byte, from the file's beginning.
    pub lo: u32,
    /// The byte after the last.
    pub hi: u32,
    /// The crate whose metadata numbers the expansion.
    pub krate: CrateNum,
    /// The macro expansion that the code comes from; 0 if a person wrote it there.
    pub expansion: u32,
}

impl Span {
    /// The span of code that stands nowhere.
    pub const NOWHERE: Span = Span { file: None, lo: 0, hi: 0, krate: CrateNum(0), expansion: 0 };
}

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The name, as the compiler was told it or as it was remapped.
    pub name: String,
    /// The folder that the compiler ran in, for names that are relative; empty if it was remapped.
    pub working_directory: String,
    /// Where each line begins, from the file's beginning; the first is 0.
    pub lines: Vec<u32>,
    /// The characters of more than one byte: where each begins, and its length in bytes.
    pub wide_chars: Vec<(u32, u8)>,
    /// The length in bytes.
    pub len: u32,
    /// By how much the lines of the user's file are ahead: code of a doc test stands in another file.
    pub line_offset: i64,
}

/// A span in terms that people use. Lines and columns begin at 1; columns count characters.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct SpanLocation {
    pub file: FileId,
    pub path: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}
