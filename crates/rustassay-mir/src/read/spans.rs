//! Where the parts of a program stand in the text that it was read from.

use crate::model::{AdtId, At, ConstId, FnId, Id, IdVec, ItemId, Part, StaticId, SurfaceId};
use crate::source::Span;

/// Where the parts of a program stand in the text. It mirrors the program that it was read with.
#[derive(Clone, Default, Debug)]
pub struct SpanTable {
    pub(super) adts: IdVec<AdtId, AdtSpans>,
    pub(super) statics: IdVec<StaticId, Span>,
    pub(super) consts: IdVec<ConstId, Span>,
    pub(super) surface: IdVec<SurfaceId, SurfaceSpans>,
    pub(super) functions: IdVec<FnId, FnSpans>,
}

#[derive(Clone, Default, Debug)]
pub(super) struct AdtSpans {
    pub name: Span,
    /// Each variant's name, and its fields.
    pub variants: Vec<(Span, Vec<Span>)>,
}

#[derive(Copy, Clone, Default, Debug)]
pub(super) struct SurfaceSpans {
    pub name: Span,
    /// All of it, attributes included.
    pub whole: Span,
}

#[derive(Clone, Default, Debug)]
pub(super) struct FnSpans {
    pub name: Span,
    pub locals: Vec<Span>,
    pub debug: Vec<Span>,
    pub blocks: Vec<BlockSpans>,
    /// The places and operands of all statements, in order.
    pub parts: Vec<Span>,
}

#[derive(Clone, Default, Debug)]
pub(super) struct BlockSpans {
    pub name: Span,
    /// The statements and, last, the terminator.
    pub statements: Vec<StatementSpan>,
}

#[derive(Copy, Clone, Default, Debug)]
pub(super) struct StatementSpan {
    pub whole: Span,
    /// Where this statement's places and operands begin in [`FnSpans::parts`], and how many there are.
    pub first_part: u32,
    pub parts: u32,
}

impl SpanTable {
    /// Where `at` stands.
    pub fn span(&self, at: At) -> Option<Span> {
        match at {
            At::Item(ItemId::Adt(id)) => self.adts.get(id).map(|adt| adt.name),
            At::Item(ItemId::Static(id)) => self.statics.get(id).copied(),
            At::Item(ItemId::Const(id)) => self.consts.get(id).copied(),
            At::Item(ItemId::Surface(id)) => self.surface.get(id).map(|item| item.name),
            At::Item(ItemId::Fn(id)) => self.functions.get(id).map(|function| function.name),
            At::Variant(adt, variant) => self.variant(adt, variant.index()).map(|(name, _)| *name),
            At::Field(adt, variant, field) => {
                self.variant(adt, variant.index())?.1.get(field.index()).copied()
            }
            At::Local(function, local) => self.functions.get(function)?.locals.get(local.index()).copied(),
            At::Debug(function, index) => self.functions.get(function)?.debug.get(index).copied(),
            At::Block(function, block) => {
                self.functions.get(function)?.blocks.get(block.index()).map(|block| block.name)
            }
            At::Statement(function, block, index, part) => {
                let function = self.functions.get(function)?;
                let statement = function.blocks.get(block.index())?.statements.get(index)?;
                match part {
                    Part::Nth(part) if part < statement.parts as usize => {
                        function.parts.get(statement.first_part as usize + part).copied()
                    }
                    Part::Whole | Part::Nth(_) => Some(statement.whole),
                }
            }
        }
    }

    /// All of `at` where it is surface Rust; else as [`span`](Self::span) has it.
    pub(crate) fn extent(&self, at: At) -> Option<Span> {
        match at {
            At::Item(ItemId::Surface(id)) => self.surface.get(id).map(|item| item.whole),
            _ => self.span(at),
        }
    }

    /// Where `at` begins.
    pub(crate) fn beginning(&self, at: At) -> Option<u32> {
        self.extent(at).map(|span| span.start)
    }

    /// Whether a stretch of the text lies in surface Rust.
    pub(crate) fn is_in_surface(&self, span: Span) -> bool {
        self.surface.iter().any(|item| item.whole.start <= span.start && span.end <= item.whole.end)
    }

    fn variant(&self, adt: AdtId, variant: usize) -> Option<&(Span, Vec<Span>)> {
        self.adts.get(adt)?.variants.get(variant)
    }
}
