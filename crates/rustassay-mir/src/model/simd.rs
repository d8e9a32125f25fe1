//! Operations on vectors (`core::intrinsics::simd`), as far as the standard library and the crates in it use them.

use super::BinOp;

/// An operation on vectors. A vector is a struct of one array ([`super::AdtInstance::is_simd`]).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SimdOp {
    /// `simd_splat::<T, U>(U) -> T`: a vector of equal lanes
    Splat,
    /// `simd_insert::<T, U>(T, u32, U) -> T`
    Insert,
    /// `simd_extract::<T, U>(T, u32) -> U`
    Extract,
    /// `simd_add::<T>(T, T) -> T` and its like: an operator on each pair of lanes
    Binary(BinOp),
    /// `simd_eq::<T, U>(T, T) -> U` and its like: all bits of a lane are set where the comparison holds
    Compare(BinOp),
    /// `simd_neg::<T>(T) -> T`
    Neg,
    /// `simd_as::<T, U>(T) -> U`: `as` on each lane
    Cast,
    /// `simd_shuffle::<T, U, V>(T, T, U) -> V`: lanes of both vectors, chosen by a vector of positions
    Shuffle,
    /// `simd_bitmask::<T, U>(T) -> U`: a bit for each lane of a mask, the first one lowest
    Bitmask,
    /// `simd_select::<M, T>(M, T, T) -> T`: lanes of the first vector where the mask is set, else of the second
    Select,
    /// `simd_reduce_all::<T>(T) -> bool`
    ReduceAll,
    /// `simd_reduce_any::<T>(T) -> bool`
    ReduceAny,
    /// `simd_reduce_or::<T, U>(T) -> U` and its like: an operator between all lanes
    Reduce(BinOp),
    /// `simd_reduce_max::<T, U>(T) -> U`
    ReduceMax,
    /// `simd_reduce_min::<T, U>(T) -> U`
    ReduceMin,
}

/// The operations by name.
const NAMES: &[(&str, SimdOp)] = &[
    ("simd_splat", SimdOp::Splat),
    ("simd_insert", SimdOp::Insert),
    ("simd_insert_dyn", SimdOp::Insert),
    ("simd_extract", SimdOp::Extract),
    ("simd_extract_dyn", SimdOp::Extract),
    ("simd_add", SimdOp::Binary(BinOp::Add)),
    ("simd_sub", SimdOp::Binary(BinOp::Sub)),
    ("simd_mul", SimdOp::Binary(BinOp::Mul)),
    ("simd_div", SimdOp::Binary(BinOp::Div)),
    ("simd_rem", SimdOp::Binary(BinOp::Rem)),
    ("simd_shl", SimdOp::Binary(BinOp::ShlUnchecked)),
    ("simd_shr", SimdOp::Binary(BinOp::ShrUnchecked)),
    ("simd_and", SimdOp::Binary(BinOp::BitAnd)),
    ("simd_or", SimdOp::Binary(BinOp::BitOr)),
    ("simd_xor", SimdOp::Binary(BinOp::BitXor)),
    ("simd_eq", SimdOp::Compare(BinOp::Eq)),
    ("simd_ne", SimdOp::Compare(BinOp::Ne)),
    ("simd_lt", SimdOp::Compare(BinOp::Lt)),
    ("simd_le", SimdOp::Compare(BinOp::Le)),
    ("simd_gt", SimdOp::Compare(BinOp::Gt)),
    ("simd_ge", SimdOp::Compare(BinOp::Ge)),
    ("simd_neg", SimdOp::Neg),
    ("simd_as", SimdOp::Cast),
    ("simd_cast", SimdOp::Cast),
    ("simd_shuffle", SimdOp::Shuffle),
    ("simd_bitmask", SimdOp::Bitmask),
    ("simd_select", SimdOp::Select),
    ("simd_reduce_all", SimdOp::ReduceAll),
    ("simd_reduce_any", SimdOp::ReduceAny),
    ("simd_reduce_and", SimdOp::Reduce(BinOp::BitAnd)),
    ("simd_reduce_or", SimdOp::Reduce(BinOp::BitOr)),
    ("simd_reduce_xor", SimdOp::Reduce(BinOp::BitXor)),
    ("simd_reduce_max", SimdOp::ReduceMax),
    ("simd_reduce_min", SimdOp::ReduceMin),
];

impl SimdOp {
    /// A name of it in `core::intrinsics::simd`.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, op)| *op == self).map_or("simd", |(name, _)| name)
    }

    /// The operation that is called `name`.
    pub fn from_name(name: &str) -> Option<SimdOp> {
        NAMES.iter().find(|(known, _)| *known == name).map(|&(_, op)| op)
    }
}
