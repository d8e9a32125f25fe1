//! Scalars, the values they may hold, and the niches that this leaves.

/// Which bit patterns a scalar may hold: from `start` up to and including `end`, wrapping at the scalar's width when
/// `start > end`. The same form as `rustc_abi::WrappingRange` and as LLVM's `!range`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ValidRange {
    pub start: u128,
    pub end: u128,
}

impl ValidRange {
    /// Whether `bits` is in the range.
    pub const fn contains(self, bits: u128) -> bool {
        if self.start <= self.end {
            self.start <= bits && bits <= self.end
        } else {
            self.start <= bits || bits <= self.end
        }
    }
}

/// What a scalar's bits are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ScalarKind {
    /// An integer, `bool`, `char`, or an enum's tag
    Int,
    Float,
    /// An address with provenance
    Pointer,
}

/// A value that machines hold in a register: its width, and the bit patterns that are valid.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Scalar {
    /// What the bits are.
    pub kind: ScalarKind,
    /// Width in bytes.
    pub size: u64,
    /// The valid bit patterns.
    pub valid: ValidRange,
}

impl Scalar {
    /// A scalar of which every bit pattern is valid.
    pub const fn full(kind: ScalarKind, size: u64) -> Scalar {
        Scalar { kind, size, valid: ValidRange { start: 0, end: max_bits(size) } }
    }

    /// A scalar that holds `start..=end` only.
    pub const fn within(kind: ScalarKind, size: u64, start: u128, end: u128) -> Scalar {
        Scalar { kind, size, valid: ValidRange { start, end } }
    }

    /// The largest bit pattern that fits, valid or not.
    pub const fn max_bits(self) -> u128 {
        max_bits(self.size)
    }
}

/// All ones, in `size` bytes.
pub(super) const fn max_bits(size: u64) -> u128 {
    match size {
        0 => 0,
        1..16 => (1 << (size * 8)) - 1,
        _ => u128::MAX,
    }
}

/// A scalar inside a type with invalid bit patterns, which an enum around the type may use for variants of its own.
///
/// A type has at most one: rustc tracks only the one with the most invalid values.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Niche {
    /// Where the scalar is in the type.
    pub offset: u64,
    /// The scalar.
    pub scalar: Scalar,
}

impl Niche {
    /// The niche of a scalar at `offset`, if it has invalid values.
    pub fn new(offset: u64, scalar: Scalar) -> Option<Niche> {
        let niche = Niche { offset, scalar };
        (niche.available() > 0).then_some(niche)
    }

    /// How many bit patterns are invalid.
    pub fn available(&self) -> u128 {
        let ValidRange { start, end } = self.scalar.valid;
        start.wrapping_sub(end).wrapping_sub(1) & self.scalar.max_bits()
    }

    /// Makes `count` invalid values valid: the first of them, and the scalar with its wider range.
    ///
    /// The choice between growing downwards and upwards is rustc's (`Niche::reserve`): the all-zeros pattern is given
    /// away as soon as possible, since comparing with zero is cheap.
    pub fn reserve(&self, count: u128) -> Option<(u128, Scalar)> {
        if count > self.available() {
            return None;
        }
        let max = self.scalar.max_bits();
        let ValidRange { start, end } = self.scalar.valid;
        let new_end = end.wrapping_add(count) & max;
        let downwards = if start > end {
            false
        } else if start <= max - end {
            count <= start
        } else {
            (1..=end).contains(&new_end)
        };
        Some(if downwards {
            let start = start.wrapping_sub(count) & max;
            (start, Scalar { valid: ValidRange { start, end }, ..self.scalar })
        } else {
            (end.wrapping_add(1) & max, Scalar { valid: ValidRange { start, end: new_end }, ..self.scalar })
        })
    }
}
