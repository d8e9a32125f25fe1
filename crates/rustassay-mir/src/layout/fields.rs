//! Where the fields of a struct, a tuple or one variant go: `univariant` of `rustc_abi`.

use super::{Layout, LayoutErrorKind, Niche, object_size_bound};
use crate::model::{FieldId, Id, IdVec, Repr};
use rustassay_lang::DataLayout;
use rustassay_random::mix;
use std::cmp::Reverse;

/// What surrounds the fields.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Surroundings {
    /// Nothing; every field is sized.
    Sized,
    /// Nothing; the last field may be unsized, or another instance of the type may have an unsized one there. It stays
    /// last, and the others are placed without regard to it, so that unsizing does not move them.
    UnsizedTail,
    /// An enum's tag comes first.
    AfterTag { size: u64, align: u64 },
}

/// Fields to be placed.
#[derive(Copy, Clone)]
pub(super) struct Fields<'a> {
    pub layouts: &'a [&'a Layout],
    pub repr: &'a Repr,
    /// Shuffle the fields instead of sorting them, where the language allows any order.
    pub shuffle: Option<u64>,
    pub data: DataLayout,
}

/// Fields that have their place.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub offsets: IdVec<FieldId, u64>,
    /// The fields by increasing offset.
    pub order: Vec<usize>,
    pub size: u64,
    pub align: u64,
    pub niche: Option<Niche>,
    pub uninhabited: bool,
}

/// Towards which end the largest niche should go.
#[derive(Copy, Clone, PartialEq, Eq)]
enum NicheBias {
    Start,
    End,
}

impl Fields<'_> {
    /// Places the fields.
    ///
    /// A niche near either end leaves room for the data of an enum's other variants. It goes to the start if that is
    /// possible; otherwise the two biases are tried and the one with the niche closer to an end wins.
    pub fn place(self, surroundings: Surroundings) -> Result<Placed, LayoutErrorKind> {
        let placed = self.place_biased(surroundings, NicheBias::Start)?;
        let Some(niche) = placed.niche else { return Ok(placed) };
        let head = niche.offset;
        let tail = placed.size - head - niche.scalar.size;
        let one_outcome = self.layouts.len() < 2 || surroundings == Surroundings::UnsizedTail;
        if one_outcome || head == 0 || tail == 0 {
            return Ok(placed);
        }
        let other = self.place_biased(surroundings, NicheBias::End)?;
        let other_head = other.niche.map_or(0, |niche| niche.offset);
        Ok(if other_head > head && other_head > tail { other } else { placed })
    }

    /// Whether the fields' order is the compiler's choice.
    fn reorders(self) -> bool {
        !self.repr.c && self.repr.int.is_none()
    }

    fn place_biased(self, surroundings: Surroundings, bias: NicheBias) -> Result<Placed, LayoutErrorKind> {
        let pack = self.repr.pack.unwrap_or(u64::MAX);
        let order = self.order(surroundings, bias);
        let mut offsets: IdVec<FieldId, u64> = vec![0; self.layouts.len()].into();
        let (mut offset, mut align) = match surroundings {
            Surroundings::AfterTag { size, align } => {
                (size.next_multiple_of(align.min(pack)), align.min(pack))
            }
            Surroundings::Sized | Surroundings::UnsizedTail => (0, 1),
        };
        let mut niche: Option<Niche> = None;
        let mut available = 0;
        for (position, &index) in order.iter().enumerate() {
            let field = self.layouts[index];
            let may_be_unsized = surroundings == Surroundings::UnsizedTail && position + 1 == order.len();
            if !field.sized && !may_be_unsized {
                return Err(LayoutErrorKind::Unsized);
            }
            let field_align = field.align.min(pack);
            offset = offset.next_multiple_of(field_align);
            align = align.max(field_align);
            offsets[FieldId::new(index)] = offset;
            if let Some(inner) = field.niche {
                let better = match bias {
                    NicheBias::Start => inner.available() > available,
                    NicheBias::End => inner.available() >= available,
                };
                if better {
                    available = inner.available();
                    niche = Some(Niche { offset: inner.offset + offset, ..inner });
                }
            }
            offset = checked_size(offset + field.size, self.data)?;
        }
        let align = align.max(self.repr.align.unwrap_or(1));
        Ok(Placed {
            offsets,
            order,
            size: checked_size(offset.next_multiple_of(align), self.data)?,
            align,
            niche,
            uninhabited: self.layouts.iter().any(|field| field.uninhabited),
        })
    }

    /// The fields' indices in the order of their offsets.
    fn order(self, surroundings: Surroundings, bias: NicheBias) -> Vec<usize> {
        let fields = self.layouts;
        let mut order: Vec<usize> = (0..fields.len()).collect();
        if !self.reorders() || fields.len() < 2 {
            return order;
        }
        let movable = match surroundings {
            Surroundings::UnsizedTail => fields.len() - 1,
            Surroundings::Sized | Surroundings::AfterTag { .. } => fields.len(),
        };
        if let Some(seed) = self.shuffle {
            shuffle(&mut order[..movable], seed);
            return order;
        }
        let max_align = fields[..movable].iter().map(|field| field.align).max().unwrap_or(1);
        let max_niche = fields[..movable].iter().map(|field| available(field)).max().unwrap_or(0);
        // Small arrays and structs are grouped with the scalars of their size, so `[u8; 4]` stands with `u32`: but not
        // at the price of moving a niche away from where it is wanted.
        let group = |field: &Layout| {
            if let Some(pack) = self.repr.pack {
                return field.align.min(pack);
            }
            let by_size = field.align.max(field.size).trailing_zeros();
            u64::from(match bias {
                _ if max_niche == 0 => by_size,
                NicheBias::Start => by_size.min(max_align.trailing_zeros()),
                NicheBias::End if available(field) == max_niche => field.align.trailing_zeros(),
                NicheBias::End => by_size,
            })
        };
        match surroundings {
            // Descending alignment needs no padding between fields.
            Surroundings::Sized | Surroundings::UnsizedTail => order[..movable].sort_by_key(|&index| {
                let field = fields[index];
                let (niche, position) = match bias {
                    NicheBias::Start => (!available(field), field.niche.map_or(0, |niche| niche.offset)),
                    NicheBias::End => {
                        let behind = |niche: Niche| field.size - niche.scalar.size - niche.offset;
                        (available(field), field.niche.map_or(0, |niche| !behind(niche)))
                    }
                };
                (Reverse(group(field)), niche, position)
            }),
            // Ascending alignment keeps the gap after the tag small.
            Surroundings::AfterTag { .. } => {
                order[..movable].sort_by_key(|&index| (group(fields[index]), available(fields[index])));
            }
        }
        order
    }
}

/// How many values the field's niche has.
fn available(field: &Layout) -> u128 {
    field.niche.map_or(0, |niche| niche.available())
}

/// `size`, if objects may have it.
pub(super) fn checked_size(size: u64, data: DataLayout) -> Result<u64, LayoutErrorKind> {
    if size < object_size_bound(data) { Ok(size) } else { Err(LayoutErrorKind::TooBig) }
}

/// Shuffles in a way that depends on the seed alone (Fisher and Yates).
fn shuffle(items: &mut [usize], seed: u64) {
    let mut state = seed;
    for last in (1..items.len()).rev() {
        state = mix(state, last as u64);
        items.swap(last, (state % (last as u64 + 1)) as usize);
    }
}
