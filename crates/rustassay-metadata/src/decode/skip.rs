//! Passes over values that nobody wants.

use super::Decoder;
use crate::bytes::Decoded;
use crate::schema::Shape;

/// The first number that is the position of an earlier type or predicate, not a variant.
pub(super) const SHORTHAND_OFFSET: usize = 0x80;

impl Decoder<'_> {
    /// Passes over a value.
    pub fn skip(&mut self, shape: Shape) -> Decoded<()> {
        let reader = &mut self.reader;
        match shape {
            Shape::Unit => {}
            Shape::Never => return self.fault("something that the schema does not describe"),
            Shape::Bool | Shape::U8 => drop(reader.u8()?),
            Shape::U16 => drop(reader.raw(2)?),
            Shape::Leb | Shape::SignedLeb | Shape::Char | Shape::AllocId => drop(reader.leb128()?),
            Shape::Str => drop(reader.str()?),
            Shape::Bytes => {
                let len = reader.usize()?;
                reader.raw(len)?;
            }
            Shape::Raw(len) => drop(reader.raw(len.into())?),
            Shape::Symbol => self.skip_symbol(false)?,
            Shape::ByteSymbol => self.skip_symbol(true)?,
            Shape::Span => self.skip_span()?,
            Shape::Ty => self.skip_shorthand("TyKind")?,
            Shape::Predicate => {
                self.skip_bound_vars()?;
                self.skip_shorthand("PredicateKind")?;
            }
            Shape::Allocation => drop(self.allocation()?),
            Shape::ScalarInt => {
                let size = reader.u8()?;
                reader.raw(size.into())?;
            }
            Shape::Lines => drop(self.lines()?),
            Shape::InitBlocks => drop(self.init_blocks()?),
            Shape::TargetTuple => self.skip_target_tuple()?,
            Shape::Opt(inner) => match reader.u8()? {
                0 => {}
                1 => self.skip(self.schema.at(inner))?,
                other => return self.fault(format!("{other} as the tag of an option")),
            },
            Shape::Seq(element) => {
                let element = self.schema.at(element);
                for _ in 0..self.reader.len()? {
                    self.step()?;
                    self.skip(element)?;
                }
            }
            Shape::Map(key, value) => {
                let (key, value) = (self.schema.at(key), self.schema.at(value));
                for _ in 0..self.reader.len()? {
                    self.step()?;
                    self.skip(key)?;
                    self.skip(value)?;
                }
            }
            Shape::Tuple(index) => {
                for &part in &self.schema.tuples[index as usize] {
                    self.skip(part)?;
                }
            }
            Shape::Lazy(_) => drop(reader.lazy()?),
            Shape::LazyArray(_) => drop(self.lazy_array()?),
            Shape::Table(_) => drop(self.lazy_table()?),
            Shape::Type(id) => {
                self.enter()?;
                let def = self.schema.type_def(id);
                let tag = if def.is_enum { self.tag(def.variants.len())? } else { 0 };
                for field in &def.variants[tag].fields {
                    self.skip(field.shape)?;
                }
                self.leave();
            }
            Shape::Flags(index) => self.skip(self.schema.flags[index as usize].repr)?,
            Shape::Row(_) => return self.fault("a table's value outside of a table"),
        }
        Ok(())
    }

    fn skip_symbol(&mut self, bytes: bool) -> Decoded<()> {
        match self.reader.u8()? {
            0 if bytes => drop(self.reader.byte_str()?),
            0 => drop(self.reader.str()?),
            1 | 2 => drop(self.reader.usize()?),
            other => return self.fault(format!("{other} as the tag of a symbol")),
        }
        Ok(())
    }

    fn skip_shorthand(&mut self, kind: &'static str) -> Decoded<()> {
        if usize::from(self.reader.peek()?) >= SHORTHAND_OFFSET {
            self.reader.usize()?;
            return Ok(());
        }
        let shape = self.named(kind)?;
        self.skip(shape)
    }

    /// The variables of a binder, which are before a predicate.
    pub(super) fn skip_bound_vars(&mut self) -> Decoded<()> {
        let shape = self.named("BoundVariableKind")?;
        for _ in 0..self.reader.len()? {
            self.step()?;
            self.skip(shape)?;
        }
        Ok(())
    }

    /// A type that every schema has.
    pub(super) fn named(&self, name: &'static str) -> Decoded<Shape> {
        match self.schema.shape(name) {
            Some(shape) => Ok(shape),
            None => self.missing(name),
        }
    }

    /// Fact: `impl Encodable for TargetTuple` in `rustc_target::spec`.
    fn skip_target_tuple(&mut self) -> Decoded<()> {
        let strings = match self.reader.u8()? {
            0 => 1,
            1 => 2,
            other => return self.fault(format!("{other} as the tag of a target")),
        };
        for _ in 0..strings {
            self.reader.str()?;
        }
        Ok(())
    }

    /// The position and the length of a lazy array.
    pub fn lazy_array(&mut self) -> Decoded<(usize, usize)> {
        match self.reader.usize()? {
            0 => Ok((0, 0)),
            len => Ok((self.reader.lazy()?, len)),
        }
    }

    /// The width of a table's rows, their number, and where they are.
    pub fn lazy_table(&mut self) -> Decoded<(usize, usize, usize)> {
        let width = self.reader.usize()?;
        let len = self.reader.usize()?;
        Ok((width, len, self.reader.lazy()?))
    }
}
