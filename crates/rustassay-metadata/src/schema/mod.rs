//! What the metadata of one release of rustc looks like.
//!
//! The format has no names: a struct is its fields one after the other, an enum is a number and the fields of
//! that variant. A schema gives the names. It is a text, one type a line; see `docs/front-end.md`.

mod shipped;
mod text;

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::data::Symbol;

pub(crate) use shipped::{installed_path, schema_of, use_schema};
pub(crate) use text::{escape, is_primitive};

/// How a value is encoded. A number is an index into the schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Takes no bytes.
    Unit,
    /// Never encoded, or nothing that this project describes: reading it is an error.
    Never,
    Bool,
    /// One byte.
    U8,
    /// Two bytes.
    U16,
    /// LEB128: `u32`, `u64`, `u128`, `usize` and every `newtype_index`.
    Leb,
    /// Signed LEB128.
    SignedLeb,
    Char,
    Str,
    /// A length and raw bytes.
    Bytes,
    /// So many raw bytes.
    Raw(u8),
    Symbol,
    ByteSymbol,
    Span,
    Ty,
    Predicate,
    AllocId,
    Allocation,
    ScalarInt,
    /// The differences between the beginnings of a file's lines.
    Lines,
    InitBlocks,
    TargetTuple,
    Opt(u32),
    Seq(u32),
    Map(u32, u32),
    Tuple(u32),
    Lazy(u32),
    LazyArray(u32),
    Table(u32),
    /// A struct or an enum.
    Type(TypeId),
    /// A set of bits.
    Flags(u32),
    /// The compact form of a small enum in a table.
    Row(u32),
}

/// A struct or an enum of a schema.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TypeId(pub u32);

/// A struct or an enum.
#[derive(Debug)]
pub(crate) struct TypeDef {
    pub name: Box<str>,
    /// A struct has no tag, and one variant.
    pub is_enum: bool,
    pub variants: Vec<Variant>,
    /// How to read it, once a Rust type was read from it.
    plan: OnceCell<Plan>,
}

/// A variant of an enum, or a struct's fields.
#[derive(Debug)]
pub(crate) struct Variant {
    pub name: Box<str>,
    pub fields: Vec<Field>,
}

/// A field. The fields of a tuple are called `0`, `1` and so on.
#[derive(Debug)]
pub(crate) struct Field {
    pub name: Box<str>,
    pub shape: Shape,
}

/// A set of bits, each with a name.
#[derive(Debug)]
pub(crate) struct Flags {
    pub repr: Shape,
    pub bits: Vec<(Box<str>, u32)>,
}

/// One release's metadata.
#[derive(Debug)]
pub(crate) struct Schema {
    pub shapes: Vec<Shape>,
    pub types: Vec<TypeDef>,
    pub flags: Vec<Flags>,
    /// For each compact enum its values, in the order of their numbers, as rustc writes them.
    pub rows: Vec<(Box<str>, Vec<Box<str>>)>,
    pub tuples: Vec<Vec<Shape>>,
    /// The symbols that every compiler of this release has in this order.
    pub symbols: Vec<Symbol>,
    by_name: FxHashMap<Box<str>, Shape>,
}

/// The fields that a Rust type wants of a variant.
pub(crate) type Arm = (&'static str, &'static [&'static str]);

/// How a Rust type is read from a struct or enum of the schema: names, resolved to positions.
#[derive(Debug)]
pub(crate) struct Plan {
    /// For each variant of the schema the arm of the Rust type, if it has one, and what to do field by field.
    pub variants: Vec<(Option<u8>, Vec<Step>)>,
}

/// What to do with a field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The number of the field in the arm; none if nobody wants it.
    pub field: Option<u8>,
    pub shape: Shape,
}

impl Schema {
    /// Reads the text of a schema.
    pub fn parse(text: &str) -> Result<Schema, String> {
        text::parse(text)
    }

    /// A type by its name.
    pub fn shape(&self, name: &str) -> Option<Shape> {
        self.by_name.get(name).copied()
    }

    /// The values of a compact enum, in the order of their numbers.
    pub fn row(&self, name: &str) -> Option<&[Box<str>]> {
        self.rows.iter().find(|(known, _)| **known == *name).map(|(_, values)| &values[..])
    }

    pub fn at(&self, index: u32) -> Shape {
        self.shapes[index as usize]
    }

    pub fn type_def(&self, id: TypeId) -> &TypeDef {
        &self.types[id.0 as usize]
    }

    /// How to read a struct or enum into a Rust type with these arms. A type of the schema is read into one
    /// Rust type only, so that the plan is made once.
    pub fn plan(&self, id: TypeId, arms: &'static [Arm]) -> &Plan {
        let def = self.type_def(id);
        def.plan.get_or_init(|| {
            let plan_variant = |variant: &Variant| {
                let arm = arms.iter().position(|(name, _)| !def.is_enum || *name == &*variant.name);
                let wanted = arm.map_or(&[][..], |arm| arms[arm].1);
                let plan_field = |field: &Field| Step {
                    field: wanted.iter().position(|name| *name == &*field.name).map(|index| index as u8),
                    shape: field.shape,
                };
                (arm.map(|arm| arm as u8), variant.fields.iter().map(plan_field).collect())
            };
            Plan { variants: def.variants.iter().map(plan_variant).collect() }
        })
    }
}

/// A schema that several crates share.
pub(crate) type SharedSchema = Rc<Schema>;
