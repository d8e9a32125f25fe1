//! Points of a program, for whoever has something to say about one.

use super::{AdtId, BlockId, FieldId, FnId, ItemId, Local, VariantId};

/// A point of a program. [`crate::read::SpanTable`] says where it stands in the text, if there is one.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum At {
    /// An item as a whole: its name.
    Item(ItemId),
    /// A variant of an ADT.
    Variant(AdtId, VariantId),
    /// A field of an ADT.
    Field(AdtId, VariantId, FieldId),
    /// A local's declaration.
    Local(FnId, Local),
    /// A `debug` line of a function, by its position.
    Debug(FnId, usize),
    /// A block: its name.
    Block(FnId, BlockId),
    /// A statement, or the terminator when the position is past the last statement; all of it or a part.
    Statement(FnId, BlockId, usize, Part),
}

/// A statement or terminator as a whole, or one place or operand of it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// All of it.
    Whole,
    /// The place or operand at this position, counted from 0 in the order of the text: an assignment's left-hand side is
    /// 0 and the operands or places of its right-hand side follow; a call's destination is 0, its callee 1, and its
    /// arguments follow (a tail call's callee is 0). Switches, drops and the statements that are written as functions
    /// have their one place or operand at 0.
    Nth(usize),
}
