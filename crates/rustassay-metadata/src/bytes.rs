//! The primitives of the format: integers, strings, and where a lazy node stands.
//!
//! Facts: `rustc_serialize::opaque` (LEB128 for integers above 16 bits, raw bytes below; a byte after each
//! string) and `rustc_metadata::rmeta::decoder` (distances between lazy nodes).

/// Why something could not be decoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// What does not fit the format, and where.
    Damaged { position: usize, why: String },
    /// A definition of a crate that was not found.
    MissingCrate { name: String },
}

/// Boxed, so that the results of the many small reads stay small.
pub(crate) type Decoded<T> = std::result::Result<T, Box<Fault>>;

/// The byte after each string.
const STRING_END: u8 = 0xC1;
/// The byte after each byte string.
const BYTE_STRING_END: u8 = 0xC2;

/// How the next lazy node's distance is counted.
#[derive(Clone, Copy, Debug)]
enum LazyBase {
    /// Back from the beginning of this node.
    NodeStart(usize),
    /// On from the last lazy node that was named.
    Previous(usize),
}

/// Reads bytes from one position on.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
    lazy: LazyBase,
}

impl<'a> Reader<'a> {
    /// Reads a node that begins at a position.
    pub fn at(bytes: &'a [u8], position: usize) -> Self {
        Reader { bytes, position, lazy: LazyBase::NodeStart(position) }
    }

    pub fn position(&self) -> usize {
        self.position
    }

    pub fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.position)
    }

    #[cold]
    pub fn fault<T>(&self, why: impl Into<String>) -> Decoded<T> {
        Err(Box::new(Fault::Damaged { position: self.position, why: why.into() }))
    }

    #[inline]
    pub fn peek(&self) -> Decoded<u8> {
        match self.bytes.get(self.position) {
            Some(&byte) => Ok(byte),
            None => self.fault("it ends here"),
        }
    }

    #[inline]
    pub fn u8(&mut self) -> Decoded<u8> {
        let byte = self.peek()?;
        self.position += 1;
        Ok(byte)
    }

    /// So many bytes as they are.
    pub fn raw(&mut self, len: usize) -> Decoded<&'a [u8]> {
        match self.position.checked_add(len).and_then(|end| self.bytes.get(self.position..end)) {
            Some(bytes) => {
                self.position += len;
                Ok(bytes)
            }
            None => self.fault(format!("{len} bytes are expected, but it ends before")),
        }
    }

    /// The little-endian number in so many bytes, at most 16.
    pub fn fixed(&mut self, len: usize) -> Decoded<u128> {
        let bytes = self.raw(len)?;
        let mut full = [0; 16];
        match full.get_mut(..len) {
            Some(part) => part.copy_from_slice(bytes),
            None => return self.fault(format!("a number of {len} bytes")),
        }
        Ok(u128::from_le_bytes(full))
    }

    /// An unsigned number in LEB128.
    #[inline]
    pub fn leb(&mut self) -> Decoded<u64> {
        let byte = self.u8()?;
        if byte < 0x80 {
            return Ok(u64::from(byte));
        }
        match u64::try_from(self.leb_rest(byte)?) {
            Ok(number) => Ok(number),
            Err(_) => self.fault("a number of more than 64 bits"),
        }
    }

    /// An unsigned number in LEB128, of at most 128 bits.
    pub fn leb128(&mut self) -> Decoded<u128> {
        let byte = self.u8()?;
        if byte < 0x80 { Ok(u128::from(byte)) } else { self.leb_rest(byte) }
    }

    fn leb_rest(&mut self, first: u8) -> Decoded<u128> {
        let mut number = u128::from(first & 0x7F);
        for shift in (7..128).step_by(7) {
            let byte = self.u8()?;
            number |= u128::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        self.fault("a number of more than 128 bits")
    }

    /// A number in LEB128 that counts or points.
    #[inline]
    pub fn usize(&mut self) -> Decoded<usize> {
        let number = self.leb()?;
        match usize::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => self.fault("a number that is too large for this machine"),
        }
    }

    #[inline]
    pub fn u32(&mut self) -> Decoded<u32> {
        let number = self.leb()?;
        match u32::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => self.fault("a number of more than 32 bits"),
        }
    }

    pub fn str(&mut self) -> Decoded<&'a str> {
        let bytes = self.ended(STRING_END)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text),
            Err(_) => self.fault("a string that is not UTF-8"),
        }
    }

    pub fn byte_str(&mut self) -> Decoded<&'a [u8]> {
        self.ended(BYTE_STRING_END)
    }

    fn ended(&mut self, end: u8) -> Decoded<&'a [u8]> {
        let len = self.usize()?;
        let bytes = self.raw(len)?;
        if self.u8()? == end { Ok(bytes) } else { self.fault("a string without its end") }
    }

    /// The length of a sequence. Every element takes at least a byte, so a longer one is damaged.
    #[inline]
    pub fn len(&mut self) -> Decoded<usize> {
        let len = self.usize()?;
        if len <= self.remaining() { Ok(len) } else { self.fault(format!("{len} elements in fewer bytes")) }
    }

    /// The position of a lazy node.
    pub fn lazy(&mut self) -> Decoded<usize> {
        let distance = self.usize()?;
        let position = match self.lazy {
            LazyBase::NodeStart(start) => start.checked_sub(distance),
            LazyBase::Previous(last) => last.checked_add(distance),
        };
        match position {
            Some(position) if position < self.bytes.len() => {
                self.lazy = LazyBase::Previous(position);
                Ok(position)
            }
            _ => self.fault("a node outside of the file"),
        }
    }

    /// Goes to a node at another position. The reader that is returned goes on where this one was.
    #[inline]
    pub fn jump(&mut self, position: usize) -> Reader<'a> {
        std::mem::replace(self, Reader::at(self.bytes, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_leb128() {
        let mut reader = Reader::at(&[0x05, 0xE5, 0x8E, 0x26, 0x80], 0);
        assert_eq!(reader.leb().unwrap(), 5);
        assert_eq!(reader.leb().unwrap(), 624_485);
        assert_eq!(*reader.leb().unwrap_err(), Fault::Damaged { position: 5, why: "it ends here".into() });
    }

    #[test]
    fn a_number_cannot_be_longer_than_its_type() {
        assert!(Reader::at(&[0xFF; 30], 0).leb128().is_err());
        assert!(Reader::at(&[0xFF, 0xFF, 0xFF, 0xFF, 0x7F], 0).u32().is_err());
        assert_eq!(Reader::at(&[0xFF, 0xFF, 0xFF, 0xFF, 0x0F], 0).u32().unwrap(), u32::MAX);
    }

    #[test]
    fn a_string_has_its_end() {
        assert_eq!(Reader::at(b"\x02ab\xC1", 0).str().unwrap(), "ab");
        assert!(Reader::at(b"\x02abc", 0).str().is_err());
        assert!(Reader::at(b"\x7Fab", 0).str().is_err());
    }

    #[test]
    fn lazy_nodes_count_back_first_and_then_on() {
        let bytes = [0, 0, 0, 0, 3, 2, 100];
        let mut reader = Reader::at(&bytes, 4);
        assert_eq!(reader.lazy().unwrap(), 1);
        assert_eq!(reader.lazy().unwrap(), 3);
        assert!(reader.lazy().is_err());
    }
}
