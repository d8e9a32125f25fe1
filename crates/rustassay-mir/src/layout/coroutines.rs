//! How coroutines are laid out: `rustc_abi::layout::coroutine`.
//!
//! What the states share comes first, as one struct: the captures, the tag, and the saved locals that more than one state has or
//! that are alive together with those of another. Each state's own saved locals follow, in the same place for all states.

use super::fields::{Fields, Placed, Surroundings, checked_size};
use super::{Layout, LayoutErrorKind, Niche, Scalar, ScalarKind, Shape, Tag, TagEncoding, VariantLayout};
use crate::model::{CoroutineDef, FieldId, FixedInt, Id, IdVec, Repr, VariantId};
use rustassay_lang::DataLayout;

/// A coroutine, with the layouts of the captures, as the fields of the first variant, and of what each state saves.
pub(super) struct Coroutine<'a> {
    pub def: &'a CoroutineDef,
    pub variants: &'a IdVec<VariantId, Vec<&'a Layout>>,
    pub data: DataLayout,
}

/// Where a saved local goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Home {
    /// To the one state that has it.
    Variant(VariantId),
    /// To what the states share.
    Shared,
}

impl Coroutine<'_> {
    pub fn layout(&self) -> Result<Layout, LayoutErrorKind> {
        let Some(captures) = self.variants.get(VariantId::ONLY) else {
            return Err(LayoutErrorKind::Malformed);
        };
        let homes = self.homes()?;
        let saved = self.saved_layouts(homes.len());
        let shared: Vec<u32> =
            (0..).zip(&homes).filter(|(_, home)| **home == Home::Shared).map(|(n, _)| n).collect();

        let last = self.variants.len() as u128 - 1;
        let tag_ty = [FixedInt::U8, FixedInt::U16, FixedInt::U32].into_iter().find(|int| last <= int.mask());
        let tag_size = tag_ty.ok_or(LayoutErrorKind::TooBig)?.size();
        let tag = Scalar::within(ScalarKind::Int, tag_size, 0, last);
        let tag_layout = Layout::of_scalar(tag, self.data);
        let prefix_layouts: Vec<&Layout> = captures
            .iter()
            .copied()
            .chain([&tag_layout])
            .chain(shared.iter().filter_map(|&local| saved[local as usize].as_ref()))
            .collect();
        let prefix = self.place(&prefix_layouts, Surroundings::Sized)?;
        let offset_of = |index: usize| prefix.offsets[FieldId::new(index)];
        let tag_offset = offset_of(captures.len());
        let surroundings = Surroundings::AfterTag { size: prefix.size, align: prefix.align };

        let (mut size, mut align) = (prefix.size, prefix.align);
        let mut variants = IdVec::new();
        for id in self.variants.ids() {
            let locals = self.saved_of(id);
            let own: Vec<u32> =
                locals.iter().copied().filter(|local| homes[*local as usize] != Home::Shared).collect();
            let own_layouts: Vec<&Layout> =
                own.iter().filter_map(|&local| saved[local as usize].as_ref()).collect();
            let placed = self.place(&own_layouts, surroundings)?;
            let offsets = locals.iter().map(|local| {
                match (
                    own.iter().position(|own| own == local),
                    shared.iter().position(|shared| shared == local),
                ) {
                    (Some(index), _) => placed.offsets[FieldId::new(index)],
                    (None, Some(index)) => offset_of(captures.len() + 1 + index),
                    (None, None) => 0,
                }
            });
            let offsets = match id {
                VariantId::ONLY => (0..captures.len()).map(offset_of).collect(),
                _ => offsets.collect(),
            };
            variants.push(VariantLayout { discriminant: id.index() as u128, offsets, uninhabited: false });
            size = size.max(placed.size);
            align = align.max(placed.align);
        }
        Ok(Layout {
            size: checked_size(size.next_multiple_of(align), self.data)?,
            align,
            sized: true,
            uninhabited: false,
            niche: Niche::new(tag_offset, tag),
            may_have_padding: true,
            shape: Shape::Enum {
                tag: Tag { offset: tag_offset, scalar: tag, encoding: TagEncoding::Direct },
                variants,
            },
        })
    }

    /// The saved locals that are the fields of a variant.
    fn saved_of(&self, variant: VariantId) -> &[u32] {
        match (variant, self.def.saved.get(variant)) {
            (VariantId::ONLY, _) | (_, None) => &[],
            (_, Some(locals)) => locals,
        }
    }

    /// The layout of each saved local. It may be uninitialized, so nobody may rely on its valid values.
    fn saved_layouts(&self, count: usize) -> Vec<Option<Layout>> {
        let mut saved = vec![None; count];
        for id in self.variants.ids().skip(1) {
            for (&local, &layout) in self.saved_of(id).iter().zip(&self.variants[id]) {
                saved[local as usize] = Some(Layout { niche: None, uninhabited: false, ..layout.clone() });
            }
        }
        saved
    }

    /// Where each saved local goes.
    fn homes(&self) -> Result<Vec<Home>, LayoutErrorKind> {
        let ids = || self.variants.ids().skip(1);
        let all = || ids().flat_map(|id| self.saved_of(id).iter().map(move |&local| (id, local as usize)));
        let count = all().map(|(_, local)| local + 1).max().unwrap_or(0);
        if count > all().count() {
            return Err(LayoutErrorKind::Malformed);
        }
        let mut homes: Vec<Option<Home>> = vec![None; count];
        for (id, local) in all() {
            homes[local] = match homes[local] {
                None => Some(Home::Variant(id)),
                Some(Home::Variant(known)) if known == id => Some(Home::Variant(id)),
                Some(_) => Some(Home::Shared),
            };
        }
        let mut homes: Vec<Home> = homes.into_iter().map(|home| home.unwrap_or(Home::Shared)).collect();
        self.share_conflicting(&mut homes);
        // Where only one state saves anything, there is nothing to overlap with.
        let users =
            ids().filter(|&id| self.saved_of(id).iter().any(|&local| homes[local as usize] != Home::Shared));
        if users.count() < 2 {
            homes.fill(Home::Shared);
        }
        Ok(homes)
    }

    /// Of two saved locals of different states that are alive at the same time, the one with more such conflicts is shared.
    fn share_conflicting(&self, homes: &mut [Home]) {
        let conflicts = |local: usize| {
            let pairs = self.def.conflicts.iter().map(|&(a, b)| (a as usize, b as usize));
            let others = pairs.filter_map(move |(a, b)| match local {
                _ if a == local => Some(b),
                _ if b == local => Some(a),
                _ => None,
            });
            let mut others: Vec<usize> = others.collect();
            others.sort_unstable();
            others.dedup();
            others
        };
        for local in 0..homes.len() {
            if homes[local] == Home::Shared {
                continue;
            }
            let own = conflicts(local);
            for &other in &own {
                if other >= homes.len() || homes[other] == Home::Shared || homes[local] == homes[other] {
                    continue;
                }
                let loser = if own.len() > conflicts(other).len() { local } else { other };
                homes[loser] = Home::Shared;
            }
        }
    }

    fn place(&self, layouts: &[&Layout], surroundings: Surroundings) -> Result<Placed, LayoutErrorKind> {
        Fields { layouts, repr: &Repr::default(), shuffle: None, data: self.data }.place(surroundings)
    }
}
