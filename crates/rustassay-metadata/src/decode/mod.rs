//! From bytes to values, by a schema.
//!
//! A type that is to be decoded names the fields and variants that it wants, with [`record!`] and [`choice!`].
//! The schema says where they stand; what nobody wants is skipped. So a release that moves, adds or drops a
//! field is another schema, and no other code.
//!
//! Metadata may be damaged. Reading never goes beyond the bytes, sequences are not longer than what is left,
//! and both depth and the number of steps are bounded.

mod consts;
mod items;
mod mir;
mod skip;
mod span;
mod types;

use std::rc::Rc;

use crate::Types;
use crate::bytes::{Decoded, Fault, Reader};
use crate::data::{CrateNum, DefId, Symbol};
use crate::krate::CrateData;
use crate::schema::{Arm, Schema, Shape, Step};

pub(crate) use items::{
    Attribute, BitSet, CrateDep, CrateRoot, Destructor, GenericPredicates, Ignored, Import, Imported,
    ItemConst, ItemSig, ItemType, LangItemName, ListedImpl, ROOT_FIELDS, ROOT_TABLES, SymbolEntry,
    TraitImpls, predicates,
};
pub(crate) use span::{ExpnData, SyntaxContextData};
pub(crate) use types::MaybePredicate;

/// Values nested deeper than this are damaged. A type in a type counts for two or three; those of real programs nest
/// a few dozen deep. A thread with a stack of 2 MB can go so deep.
const MAX_DEPTH: u32 = 400;

/// So many structs, enums and elements make up one node at most; every node of the library is below.
const MAX_STEPS: u32 = 20_000_000;

/// Decodes one node of a crate's metadata.
pub(crate) struct Decoder<'a> {
    pub reader: Reader<'a>,
    pub krate: &'a CrateData,
    pub schema: &'a Schema,
    pub types: &'a Types,
    depth: u32,
    steps: u32,
}

/// A Rust type that is decoded by names.
pub(crate) trait Decode: Sized {
    /// Decodes a value that is encoded in this shape.
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self>;

    /// What a field of this type is in a release that does not have the field.
    fn absent() -> Option<Self> {
        None
    }
}

impl<'a> Decoder<'a> {
    pub fn new(krate: &'a CrateData, types: &'a Types, position: usize) -> Self {
        let reader = Reader::at(krate.bytes(), position);
        Decoder { reader, krate, schema: krate.schema(), types, depth: 0, steps: 0 }
    }

    #[cold]
    pub fn fault<T>(&self, why: impl Into<String>) -> Decoded<T> {
        self.reader.fault(why)
    }

    /// A field that the schema does not have.
    #[cold]
    pub fn missing<T>(&self, field: &str) -> Decoded<T> {
        self.fault(format!("the schema has no `{field}` here"))
    }

    /// The schema says something else than the Rust type expects.
    #[cold]
    pub fn unexpected<T>(&self, shape: Shape, what: &str) -> Decoded<T> {
        let shape = match shape {
            Shape::Type(id) => format!("`{}`", self.schema.type_def(id).name),
            other => format!("{other:?}"),
        };
        self.fault(format!("the schema has {shape} where {what} is expected"))
    }

    #[inline]
    pub fn step(&mut self) -> Decoded<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS { self.fault("a node without end") } else { Ok(()) }
    }

    #[inline]
    pub fn enter(&mut self) -> Decoded<()> {
        self.step()?;
        self.depth += 1;
        if self.depth > MAX_DEPTH { self.fault("values nested too deeply") } else { Ok(()) }
    }

    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The fields of a struct.
    #[inline]
    pub fn record(&mut self, shape: Shape, arms: &'static [Arm]) -> Decoded<&'a [Step]> {
        if let Shape::Type(id) = shape
            && let [(Some(0), steps)] = &self.schema.plan(id, arms).variants[..]
        {
            return Ok(steps);
        }
        self.unexpected(shape, "a struct")
    }

    /// The arm and the fields of an enum's variant.
    #[inline]
    pub fn choice(&mut self, shape: Shape, arms: &'static [Arm]) -> Decoded<(u8, &'a [Step])> {
        let Shape::Type(id) = shape else { return self.unexpected(shape, "an enum") };
        let plan = self.schema.plan(id, arms);
        let tag = self.tag(plan.variants.len())?;
        match &plan.variants[tag] {
            (Some(arm), steps) => Ok((*arm, steps)),
            (None, _) => {
                let def = self.schema.type_def(id);
                self.fault(format!("`{}::{}` is not supported", def.name, def.variants[tag].name))
            }
        }
    }

    /// The number of a variant: none is written for a single one, and up to 254 of them take a byte.
    #[inline]
    pub fn tag(&mut self, variants: usize) -> Decoded<usize> {
        let tag = match variants {
            1 => 0,
            0..=254 => usize::from(self.reader.u8()?),
            _ => self.reader.usize()?,
        };
        if tag < variants { Ok(tag) } else { self.fault(format!("variant {tag} of {variants}")) }
    }

    /// Runs `read` at another position.
    pub fn at<T>(&mut self, position: usize, read: impl FnOnce(&mut Self) -> Decoded<T>) -> Decoded<T> {
        self.enter()?;
        let outer = self.reader.jump(position);
        let value = read(self);
        // The position of a fault is where it happened, not where the reader was.
        self.reader = outer;
        self.leave();
        value
    }

    /// A number, however it is encoded.
    pub fn number(&mut self, shape: Shape) -> Decoded<u128> {
        match shape {
            Shape::U8 => Ok(self.reader.u8()?.into()),
            Shape::U16 => self.reader.fixed(2),
            Shape::Leb => self.reader.leb128(),
            Shape::Raw(len) => self.reader.fixed(len.into()),
            Shape::Flags(index) => self.number(self.schema.flags[index as usize].repr),
            other => self.unexpected(other, "a number"),
        }
    }

    /// A set of bits: whether it has the one with this name.
    pub fn flags(&mut self, shape: Shape) -> Decoded<impl Fn(&str) -> bool + use<'a>> {
        let Shape::Flags(index) = shape else { return self.unexpected(shape, "a set of flags") };
        let flags = &self.schema.flags[index as usize];
        let bits = self.number(flags.repr)?;
        Ok(move |name: &str| flags.bits.iter().any(|(known, bit)| **known == *name && bits >> bit & 1 == 1))
    }

    /// A crate in our numbers.
    pub fn crate_num(&mut self) -> Decoded<CrateNum> {
        let number = self.reader.u32()?;
        self.crate_num_of(number)
    }

    pub fn crate_num_of(&self, number: u32) -> Decoded<CrateNum> {
        match self.krate.crate_num(number) {
            Some(Ok(krate)) => Ok(krate),
            Some(Err(name)) => Err(Box::new(Fault::MissingCrate { name: name.to_string() })),
            None => self.fault(format!("crate number {number}")),
        }
    }
}

/// Says which fields of a struct a Rust type is made of: `record!(Place { local, projection })`. A field that
/// rustc calls otherwise is written `ours: theirs`.
macro_rules! record {
    ($ty:ident { $($field:ident $(: $name:tt)?),* $(,)? }) => {
        $crate::decode::record!($ty { $($field $(: $name)?),* } => $ty { $($field),* });
    };
    ($ty:ty { $($field:ident $(: $name:tt)?),* $(,)? } => $make:expr) => {
        impl $crate::decode::Decode for $ty {
            fn decode(
                d: &mut $crate::decode::Decoder<'_>,
                shape: $crate::schema::Shape,
            ) -> $crate::bytes::Decoded<Self> {
                const ARMS: &[$crate::schema::Arm] =
                    &[("", &[$($crate::decode::field_name!($field $($name)?)),*])];
                d.enter()?;
                let steps = d.record(shape, ARMS)?;
                $crate::decode::read_fields!(d, steps, $($field),*);
                d.leave();
                Ok($make)
            }
        }
    };
}

/// Says which variants of an enum, and which of their fields, a Rust type is made of:
///
/// ```text
/// choice!(Operand {
///     Copy { place: 0 } => Operand::Copy(place),
///     Move { place: 0 } => Operand::Move(place),
/// });
/// ```
///
/// With `|d|` before the type, what makes a value can use the decoder.
macro_rules! choice {
    ($ty:ident { $($arms:tt)* }) => {
        $crate::decode::choice!(|d| $ty { $($arms)* });
    };
    (|$d:ident| $ty:ident {
        $($variant:ident { $($field:ident $(: $name:tt)?),* } => $make:expr),* $(,)?
    }) => {
        impl $crate::decode::Decode for $ty {
            fn decode(
                $d: &mut $crate::decode::Decoder<'_>,
                shape: $crate::schema::Shape,
            ) -> $crate::bytes::Decoded<Self> {
                const ARMS: &[$crate::schema::Arm] = &[
                    $((stringify!($variant), &[$($crate::decode::field_name!($field $($name)?)),*])),*
                ];
                #[allow(clippy::enum_variant_names)]
                enum Known { $($variant),* }
                $d.enter()?;
                let (arm, steps) = $d.choice(shape, ARMS)?;
                let value = match arm {
                    $(arm if arm == Known::$variant as u8 => {
                        $crate::decode::read_fields!($d, steps, $($field),*);
                        $make
                    })*
                    _ => return $d.fault("a variant without an arm"),
                };
                $d.leave();
                Ok(value)
            }
        }
    };
}

/// Decodes the wanted fields into variables of their names, and skips the others.
macro_rules! read_fields {
    ($d:ident, $steps:ident, $($field:ident),*) => {
        #[allow(non_camel_case_types, unused)]
        enum Fields { $($field),* }
        $(let mut $field = None;)*
        for step in $steps {
            match step.field {
                $(Some(field) if field == Fields::$field as u8 => {
                    $field = Some($crate::decode::Decode::decode($d, step.shape)?);
                })*
                _ => $d.skip(step.shape)?,
            }
        }
        $(let $field = match $field.or_else($crate::decode::Decode::absent) {
            Some(value) => value,
            None => return $d.missing(stringify!($field)),
        };)*
    };
}

macro_rules! field_name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:tt) => {
        stringify!($name)
    };
}

pub(crate) use {choice, field_name, read_fields, record};

impl Decode for bool {
    fn decode(d: &mut Decoder<'_>, _: Shape) -> Decoded<Self> {
        match d.reader.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            other => d.fault(format!("{other} as a `bool`")),
        }
    }
}

macro_rules! numbers {
    ($($ty:ty),*) => {
        $(impl Decode for $ty {
            fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
                let number = d.number(shape)?;
                match <$ty>::try_from(number) {
                    Ok(number) => Ok(number),
                    Err(_) => d.fault(format!("{number} as `{}`", stringify!($ty))),
                }
            }
        })*
    };
}

numbers!(u8, u16, u64, usize);

impl Decode for u32 {
    #[inline]
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        if shape == Shape::Leb {
            return d.reader.u32();
        }
        let number = d.number(shape)?;
        match u32::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => d.fault(format!("{number} as `u32`")),
        }
    }
}

impl Decode for u128 {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        d.number(shape)
    }
}

impl Decode for String {
    fn decode(d: &mut Decoder<'_>, _: Shape) -> Decoded<Self> {
        Ok(d.reader.str()?.to_string())
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let Shape::Opt(inner) = shape else { return d.unexpected(shape, "an option") };
        match d.reader.u8()? {
            0 => Ok(None),
            1 => T::decode(d, d.schema.at(inner)).map(Some),
            other => d.fault(format!("{other} as the tag of an option")),
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        T::decode(d, shape).map(Box::new)
    }
}

impl<T: Decode> Decode for Rc<T> {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        T::decode(d, shape).map(Rc::new)
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let Shape::Seq(element) = shape else { return d.unexpected(shape, "a sequence") };
        let element = d.schema.at(element);
        let len = d.reader.len()?;
        d.elements(len, element)
    }
}

impl Decoder<'_> {
    /// So many values, one after the other.
    pub fn elements<T: Decode>(&mut self, len: usize, shape: Shape) -> Decoded<Vec<T>> {
        // What is damaged may claim many elements; the rest grows as they come.
        let mut values = Vec::with_capacity(len.min(256));
        for _ in 0..len {
            self.step()?;
            values.push(T::decode(self, shape)?);
        }
        Ok(values)
    }
}

impl<T: Decode> Decode for Rc<[T]> {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        Vec::decode(d, shape).map(Into::into)
    }
}

impl<A: Decode, B: Decode> Decode for (A, B) {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        if let Shape::Tuple(index) = shape
            && let [first, second] = d.schema.tuples[index as usize][..]
        {
            return Ok((A::decode(d, first)?, B::decode(d, second)?));
        }
        d.unexpected(shape, "a pair")
    }
}

/// A map as its pairs.
pub(crate) struct Pairs<K, V>(pub Vec<(K, V)>);

impl<K: Decode, V: Decode> Decode for Pairs<K, V> {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let Shape::Map(key, value) = shape else { return d.unexpected(shape, "a map") };
        let (key, value) = (d.schema.at(key), d.schema.at(value));
        let len = d.reader.len()?;
        let pairs = (0..len).map(|_| Ok((K::decode(d, key)?, V::decode(d, value)?)));
        pairs.collect::<Decoded<_>>().map(Pairs)
    }
}

/// What stands in a binder or another wrapper with a field `value`.
pub(crate) struct Wrapped<T>(pub T);

impl<T: Decode> Decode for Wrapped<T> {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        const ARMS: &[Arm] = &[("", &["value"])];
        d.enter()?;
        let steps = d.record(shape, ARMS)?;
        read_fields!(d, steps, value);
        d.leave();
        Ok(Wrapped(value))
    }
}

/// A field that not every release has.
pub(crate) struct Maybe<T>(pub Option<T>);

impl<T: Decode> Decode for Maybe<T> {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        T::decode(d, shape).map(|value| Maybe(Some(value)))
    }

    fn absent() -> Option<Self> {
        Some(Maybe(None))
    }
}

impl Decode for DefId {
    #[inline]
    fn decode(d: &mut Decoder<'_>, _: Shape) -> Decoded<Self> {
        let krate = d.crate_num()?;
        Ok(DefId { krate, index: d.reader.u32()? })
    }
}

impl Decode for Symbol {
    fn decode(d: &mut Decoder<'_>, _: Shape) -> Decoded<Self> {
        match d.reader.u8()? {
            0 => Ok(d.reader.str()?.into()),
            1 => {
                let position = d.reader.usize()?;
                if let Some(symbol) = d.krate.symbols.borrow().get(&position) {
                    return Ok(symbol.clone());
                }
                let symbol: Symbol = d.at(position, |d| Ok(d.reader.str()?.into()))?;
                d.krate.symbols.borrow_mut().insert(position, symbol.clone());
                Ok(symbol)
            }
            2 => {
                let index = d.reader.usize()?;
                match d.schema.symbols.get(index) {
                    Some(symbol) => Ok(symbol.clone()),
                    None => d.fault(format!("predefined symbol {index}")),
                }
            }
            other => d.fault(format!("{other} as the tag of a symbol")),
        }
    }
}
