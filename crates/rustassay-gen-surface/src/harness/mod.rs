//! What programs bring along to show what they computed, and what some need to run: Rust text that is always the same.
//!
//! A program brings what it could need and not much else, so that a small one stays small.

use crate::config::Mixture;
use crate::print::ObservationForm;
use crate::types::TyKind;
use rustassay_lang::Edition;

/// What a checksum begins with.
pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;

/// A part of the harness that not every program has. The first ones mix values of a kind into the checksum.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HarnessPart {
    /// Integers of 128 bits.
    Wide,
    /// `f32` and `f64`.
    Floats,
    /// `str` and `String`.
    Texts,
    /// Slices, arrays and `Vec`.
    Sequences,
    /// `VecDeque`.
    Deques,
    /// `BTreeMap`.
    Maps,
    /// `BTreeSet`.
    Sets,
    /// `HashMap`, in whatever order.
    HashMaps,
    /// `Result`.
    Results,
    /// `Cell`.
    Cells,
    /// `RefCell`.
    RefCells,
    /// `Wrapping`.
    Wrappings,
    /// `hash_of`: the checksum of one value.
    Hashes,
    /// `catch`: runs what panics, quietly.
    Catch,
    /// `run`: drives futures, on one thread.
    Executor,
    /// `note`: the log of destructors.
    Drops,
}

/// The part's text, and signs of it: what a program's text has where a value that needs the part may come about without a type that the
/// writer knows of, as in an idiom. One sign too many costs a few lines.
const PARTS: &[(HarnessPart, &str, &[&str])] = &[
    (HarnessPart::Wide, include_str!("mix/wide.rs.txt"), &["128"]),
    (HarnessPart::Floats, include_str!("mix/floats.rs.txt"), &["f32", "f64"]),
    (HarnessPart::Texts, include_str!("mix/texts.rs.txt"), &["\"", "str", "Str"]),
    (
        HarnessPart::Sequences,
        include_str!("mix/sequences.rs.txt"),
        &["[", "array", "Vec", "vec", "collect", "slice"],
    ),
    (HarnessPart::Deques, include_str!("mix/deques.rs.txt"), &["VecDeque"]),
    (HarnessPart::Maps, include_str!("mix/maps.rs.txt"), &["BTreeMap"]),
    (HarnessPart::Sets, include_str!("mix/sets.rs.txt"), &["BTreeSet"]),
    (HarnessPart::HashMaps, include_str!("mix/hash_maps.rs.txt"), &["HashMap"]),
    (
        HarnessPart::Results,
        include_str!("mix/results.rs.txt"),
        &["Result", "Ok", "Err", "ok_or", "try_", "parse", "join"],
    ),
    (HarnessPart::Cells, include_str!("mix/cells.rs.txt"), &["Cell"]),
    (HarnessPart::RefCells, include_str!("mix/ref_cells.rs.txt"), &["RefCell"]),
    (HarnessPart::Wrappings, include_str!("mix/wrapping.rs.txt"), &["Wrapping"]),
    (HarnessPart::Hashes, include_str!("mix/hashes.rs.txt"), &["hash_of"]),
    (HarnessPart::Catch, include_str!("catch.rs.txt"), &[]),
    (HarnessPart::Executor, include_str!("executor.rs.txt"), &[]),
    (HarnessPart::Drops, include_str!("drops.rs.txt"), &[]),
];

impl HarnessPart {
    /// What values of a type need.
    pub(crate) fn of(kind: &TyKind) -> Option<HarnessPart> {
        match kind {
            TyKind::Int(int) => (int.bits == 128).then_some(HarnessPart::Wide),
            TyKind::F32 | TyKind::F64 => Some(HarnessPart::Floats),
            TyKind::Text | TyKind::String | TyKind::Str => Some(HarnessPart::Texts),
            TyKind::Array(..) | TyKind::Vec(_) | TyKind::Slice(_) => Some(HarnessPart::Sequences),
            TyKind::Deque(_) => Some(HarnessPart::Deques),
            TyKind::Map(..) => Some(HarnessPart::Maps),
            TyKind::Set(_) => Some(HarnessPart::Sets),
            TyKind::HashMap(..) => Some(HarnessPart::HashMaps),
            TyKind::Result(..) => Some(HarnessPart::Results),
            TyKind::Cell(_) => Some(HarnessPart::Cells),
            TyKind::RefCell(_) => Some(HarnessPart::RefCells),
            TyKind::Wrapping(_) => Some(HarnessPart::Wrappings),
            TyKind::Bool
            | TyKind::Char
            | TyKind::Tuple(_)
            | TyKind::Option(_)
            | TyKind::Box(_)
            | TyKind::Rc(_) => None,
            TyKind::Adt(..) | TyKind::Ref(..) | TyKind::Param(_) | TyKind::Count(_) | TyKind::Opaque(..) => {
                None
            }
        }
    }
}

/// What stands before a program's own items, given their text.
pub(crate) fn text(parts: &[HarnessPart], items: &str, form: ObservationForm, mixture: &Mixture) -> String {
    let mut text = String::from("#![allow(warnings)]\n\n");
    if mixture.edition == Edition::E2018 {
        text.push_str("use std::convert::{TryFrom, TryInto};\nuse std::iter::FromIterator;\n");
    }
    text.push_str(include_str!("uses.rs.txt"));
    text.push_str(match form {
        ObservationForm::Checksum => include_str!("checksum.rs.txt"),
        ObservationForm::Debug => include_str!("debug.rs.txt"),
    });
    text.push_str(include_str!("mix.rs.txt"));
    // Attributes are no arrays.
    let code = items.replace("#[", "#");
    let has_sign = |signs: &[&str]| signs.iter().any(|sign| code.contains(sign));
    for (part, part_text, signs) in PARTS {
        if parts.contains(part) || has_sign(signs) {
            text.push_str(part_text);
        }
    }
    text.push('\n');
    text
}
