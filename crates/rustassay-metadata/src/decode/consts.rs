//! Constants and evaluated memory.

use super::{Decode, Decoder, choice, record};
use crate::bytes::Decoded;
use crate::data::{
    Allocation, ConstValue, GlobalAlloc, Instance, Mutability, Provenance, Scalar, ScalarInt, TyKind, ValTree,
};
use crate::data::{DefId, ExistentialPredicate, Ty};
use crate::schema::Shape;

/// Memory of all zeros is written as its size alone; a larger one is damaged.
const MAX_ZEROS: usize = 1 << 30;

choice!(ValTree { Leaf { leaf: 0 } => ValTree::Leaf(leaf), Branch { parts: 0 } => ValTree::Branch(parts) });

impl Decode for ScalarInt {
    fn decode(d: &mut Decoder<'_>, _: Shape) -> Decoded<Self> {
        let size = d.reader.u8()?;
        Ok(ScalarInt { data: d.reader.fixed(size.into())?, size })
    }
}

choice!(Scalar {
    Int { int: 0 } => Scalar::Int(int),
    Ptr { pointer: 0, size: 1 } => {
        let Pointer { offset, provenance } = pointer;
        Scalar::Ptr { provenance, offset, size }
    },
});

struct Pointer {
    offset: u64,
    provenance: Provenance,
}

record!(Pointer { offset, provenance });

/// An allocation, and whether the pointer is immutable or from a shared reference.
impl Decode for Provenance {
    fn decode(d: &mut Decoder<'_>, _: Shape) -> Decoded<Self> {
        let index = d.reader.u32()?;
        let immutable = bool::decode(d, Shape::Bool)?;
        let shared_ref = bool::decode(d, Shape::Bool)?;
        Ok(Provenance { krate: d.krate.num(), index, immutable, shared_ref })
    }
}

/// An allocation alone.
struct AllocId(Provenance);

impl Decode for AllocId {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        if shape != Shape::AllocId {
            return d.unexpected(shape, "an allocation");
        }
        let index = d.reader.u32()?;
        Ok(AllocId(Provenance { krate: d.krate.num(), index, immutable: false, shared_ref: false }))
    }
}

choice!(ConstValue {
    Scalar { scalar: 0 } => ConstValue::Scalar(scalar),
    ZeroSized {} => ConstValue::ZeroSized,
    Slice { alloc_id, meta } => { let AllocId(memory) = alloc_id; ConstValue::Slice { memory, meta } },
    Indirect { alloc_id, offset } => { let AllocId(memory) = alloc_id; ConstValue::Indirect { memory, offset } },
});

impl Decode for Allocation {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        if shape != Shape::Allocation {
            return d.unexpected(shape, "evaluated memory");
        }
        d.allocation()
    }
}

impl Decoder<'_> {
    /// Fact: `AllocFlags` and `Allocation` in `rustc_middle::mir::interpret::allocation`.
    pub fn allocation(&mut self) -> Decoded<Allocation> {
        let flags = self.reader.u8()?;
        let align = 1u64 << (flags & 0x3F);
        let mutability = if flags & 0x40 == 0 { Mutability::Not } else { Mutability::Mut };
        let all_zero = flags & 0x80 != 0;
        let len = self.reader.usize()?;
        let bytes = match all_zero {
            true if len > MAX_ZEROS => return self.fault(format!("{len} bytes of zeros")),
            true => vec![0; len],
            false => self.reader.raw(len)?.to_vec(),
        };
        let mut provenance = Vec::new();
        for _ in 0..self.reader.len()? {
            self.step()?;
            provenance.push((self.reader.leb()?, Provenance::decode(self, Shape::Unit)?));
        }
        let mask = self.named("InitMask")?;
        let InitMask { blocks, len } = InitMask::decode(self, mask)?;
        let init = match blocks {
            InitMaskBlocks::Lazy(false) => Vec::new(),
            InitMaskBlocks::Lazy(true) if len == 0 => Vec::new(),
            InitMaskBlocks::Lazy(true) => vec![(0, len)],
            InitMaskBlocks::Materialized(InitBlocks(blocks)) => initialized_ranges(&blocks, len),
        };
        Ok(Allocation { bytes, provenance, init, align, mutability })
    }

    /// One bit a byte, in blocks of 64.
    pub fn init_blocks(&mut self) -> Decoded<Vec<u64>> {
        let len = self.reader.len()?;
        let mut blocks = Vec::new();
        for _ in 0..len {
            blocks.push(self.reader.fixed(8)? as u64);
        }
        Ok(blocks)
    }
}

/// The runs of ones among the first `len` bits.
fn initialized_ranges(blocks: &[u64], len: u64) -> Vec<(u64, u64)> {
    let len = len.min(blocks.len() as u64 * 64);
    let is_init = |bit: u64| blocks[(bit / 64) as usize] >> (bit % 64) & 1 == 1;
    let mut ranges = Vec::new();
    let mut bit = 0;
    while bit < len {
        let start = bit;
        while bit < len && is_init(bit) {
            bit += 1;
        }
        if start < bit {
            ranges.push((start, bit));
        }
        bit += 1;
    }
    ranges
}

struct InitMask {
    blocks: InitMaskBlocks,
    len: u64,
}

record!(InitMask { blocks, len });

enum InitMaskBlocks {
    Lazy(bool),
    Materialized(InitBlocks),
}

choice!(InitMaskBlocks {
    Lazy { state } => InitMaskBlocks::Lazy(state),
    Materialized { blocks: 0 } => InitMaskBlocks::Materialized(blocks),
});

struct InitBlocks(Vec<u64>);

impl Decode for InitBlocks {
    fn decode(d: &mut Decoder<'_>, _: Shape) -> Decoded<Self> {
        d.init_blocks().map(InitBlocks)
    }
}

enum AllocDiscriminant {
    Alloc,
    Fn,
    VTable,
    Static,
    Type,
}

choice!(AllocDiscriminant {
    Alloc {} => AllocDiscriminant::Alloc,
    Fn {} => AllocDiscriminant::Fn,
    VTable {} => AllocDiscriminant::VTable,
    Static {} => AllocDiscriminant::Static,
    Type {} => AllocDiscriminant::Type,
});

/// What an entry of the table of allocations says. Fact: `specialized_encode_alloc_id` in
/// `rustc_middle::mir::interpret`.
impl Decode for GlobalAlloc {
    fn decode(d: &mut Decoder<'_>, _: Shape) -> Decoded<Self> {
        let discriminant = d.named("AllocDiscriminant")?;
        Ok(match AllocDiscriminant::decode(d, discriminant)? {
            AllocDiscriminant::Alloc => GlobalAlloc::Memory(Allocation::decode(d, Shape::Allocation)?.into()),
            AllocDiscriminant::Fn => GlobalAlloc::Function(Instance::decode(d, d.named("Instance")?)?),
            AllocDiscriminant::VTable => {
                let ty = Ty::decode(d, Shape::Ty)?;
                let dyn_ty = d.vtable_object()?;
                GlobalAlloc::VTable { ty, dyn_ty }
            }
            AllocDiscriminant::Static => GlobalAlloc::Static(DefId::decode(d, Shape::Unit)?),
            AllocDiscriminant::Type => GlobalAlloc::TypeId(Ty::decode(d, Shape::Ty)?),
        })
    }
}

impl Decoder<'_> {
    /// The predicates of the trait object that a vtable is for: a list, as a `dyn` type has it.
    fn vtable_object(&mut self) -> Decoded<Ty> {
        let binder = self.named("Binder<ExistentialPredicate>")?;
        let mut predicates = Vec::new();
        for _ in 0..self.reader.len()? {
            self.step()?;
            let super::Wrapped(predicate) = super::Wrapped::<ExistentialPredicate>::decode(self, binder)?;
            predicates.push(predicate);
        }
        Ok(self.types.intern(TyKind::Dynamic(predicates.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_initialized_bytes() {
        assert_eq!(initialized_ranges(&[0b1110_0110], 8), [(1, 3), (5, 8)]);
        assert_eq!(initialized_ranges(&[u64::MAX, 1], 65), [(0, 65)]);
        assert_eq!(initialized_ranges(&[u64::MAX], 1000), [(0, 64)]);
        assert_eq!(initialized_ranges(&[], 3), []);
    }
}
