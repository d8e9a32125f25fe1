//! Lazy arrays and tables of a crate's root.
//!
//! Facts: `rustc_metadata::rmeta::table`. A row has a fixed number of bytes; trailing bytes that are zero in
//! every row are left out, and so are trailing rows. Two numbers in a row are interleaved byte by byte, so
//! that their leading zeros come together.

use crate::bytes::Decoded;
use crate::decode::{Decode, Decoder};
use crate::schema::Shape;

/// Values that stand one after the other somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LazyArray {
    pub position: usize,
    pub len: usize,
    pub element: Shape,
}

impl Decode for LazyArray {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let Shape::LazyArray(element) = shape else { return d.unexpected(shape, "a lazy array") };
        let (position, len) = d.lazy_array()?;
        Ok(LazyArray { position, len, element: d.schema.at(element) })
    }

    fn absent() -> Option<Self> {
        Some(LazyArray { position: 0, len: 0, element: Shape::Never })
    }
}

/// A row for each definition, in a compact form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    width: usize,
    pub len: usize,
    position: usize,
    /// What a row says.
    pub row: Shape,
}

/// The most bytes that a row has: two numbers of 64 bits.
const MAX_WIDTH: usize = 16;

impl Decode for Table {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let Shape::Table(row) = shape else { return d.unexpected(shape, "a table") };
        let (width, len, position) = d.lazy_table()?;
        if width > MAX_WIDTH || len > u32::MAX as usize {
            return d.fault(format!("a table of {len} rows of {width} bytes"));
        }
        Ok(Table { width, len, position, row: d.schema.at(row) })
    }

    fn absent() -> Option<Self> {
        Some(Table { width: 0, len: 0, position: 0, row: Shape::Never })
    }
}

impl Table {
    fn bytes(&self, metadata: &[u8], index: u32) -> [u8; MAX_WIDTH] {
        let mut row = [0; MAX_WIDTH];
        let index = index as usize;
        if index < self.len {
            let start = self.position.saturating_add(index * self.width);
            if let Some(bytes) = metadata.get(start..start.saturating_add(self.width)) {
                row[..self.width].copy_from_slice(bytes);
            }
        }
        row
    }

    /// Whether the release has this table at all.
    pub fn is_there(&self) -> bool {
        self.row != Shape::Never
    }

    /// A row of one byte.
    pub fn byte(&self, metadata: &[u8], index: u32) -> u8 {
        self.bytes(metadata, index)[0]
    }

    /// The position of the value of a row that has one.
    pub fn value(&self, metadata: &[u8], index: u32) -> Option<usize> {
        let row = self.bytes(metadata, index);
        let [a, b, c, d, e, f, g, h, ..] = row;
        usize::try_from(u64::from_le_bytes([a, b, c, d, e, f, g, h])).ok().filter(|position| *position != 0)
    }

    /// The position and the number of the values of a row that has some.
    pub fn array(&self, metadata: &[u8], index: u32) -> Option<(usize, usize)> {
        let row = self.bytes(metadata, index);
        let even: [u8; 8] = std::array::from_fn(|byte| row[2 * byte]);
        let odd: [u8; 8] = std::array::from_fn(|byte| row[2 * byte + 1]);
        let position = usize::try_from(u64::from_le_bytes(even)).ok().filter(|position| *position != 0)?;
        Some((position, usize::try_from(u64::from_le_bytes(odd)).ok()?))
    }

    /// The crate number and index of a row that names a definition.
    pub fn def(&self, metadata: &[u8], index: u32) -> Option<(u32, u32)> {
        let row = self.bytes(metadata, index);
        let even: [u8; 4] = std::array::from_fn(|byte| row[2 * byte]);
        let odd: [u8; 4] = std::array::from_fn(|byte| row[2 * byte + 1]);
        let krate = u32::from_le_bytes(odd).checked_sub(1)?;
        Some((krate, u32::from_le_bytes(even)))
    }
}
