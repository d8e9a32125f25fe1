//! rustc is asked for the layouts of random types, and must give the same answers.
//!
//! `RUSTASSAY_LAYOUT_TYPES` and `RUSTASSAY_LAYOUT_SEED` set how many types are tried, and which.

mod answer;
mod random;

use answer::{ours, theirs};
use random::{Defined, Generator};
use rustassay_mir::layout::{Layout, LayoutOptions, Layouts, SetTag, Shape};
use rustassay_mir::model::{AdtKind, FieldId, Id, Ty, TyKind, Types, VariantId};
use rustassay_testing::reference_rustc;
use std::path::Path;
use std::process::Command;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// What rustc writes to standard error for a crate.
fn diagnostics(rustc: &Path, source: &str, scratch: &Path) -> String {
    std::fs::create_dir_all(scratch).expect("a scratch folder can be made");
    std::fs::write(scratch.join("types.rs"), source).expect("the scratch folder can be written");
    let output = Command::new(rustc)
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "types.rs"])
        .current_dir(scratch)
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .expect("rustc runs");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn random_types_have_the_layout_that_rustc_gives_them() {
    let rustc = reference_rustc();
    let count = setting("RUSTASSAY_LAYOUT_TYPES", 1000) as usize;
    let generator = Generator::new(setting("RUSTASSAY_LAYOUT_SEED", 1));
    let (types, source, defined) = generator.run(count);
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layout_matches_rustc");
    let diagnostics = diagnostics(&rustc, &source, &scratch);
    let answers = theirs(&diagnostics);
    assert_eq!(answers.len(), defined.len(), "rustc did not answer for all:\n{}", head(&diagnostics));

    let mut layouts = Layouts::new(LayoutOptions::default());
    let mut wrong = Vec::new();
    for (Defined { ty, text }, theirs) in defined.iter().zip(answers) {
        let layout = layouts.of(&types, *ty).expect("rustc has a layout for it");
        let (ours, theirs) = (ours(layout), theirs.against(layout));
        if ours != theirs {
            wrong.push(format!("{text}\n  ours:  {ours}\n  rustc: {theirs}"));
        }
    }
    let shown = wrong.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {} types differ:\n{shown}", wrong.len(), defined.len());
}

#[test]
fn shuffled_fields_are_aligned_and_disjoint_and_leave_the_tag_alone() {
    let (types, _, defined) = Generator::new(setting("RUSTASSAY_LAYOUT_SEED", 1)).run(1000);
    for seed in 0..8 {
        let mut layouts = Layouts::new(LayoutOptions { randomize: Some(seed) });
        for Defined { ty, text } in &defined {
            let layout = layouts.of(&types, *ty).expect("rustc has a layout for it").clone();
            assert!(layout.size.is_multiple_of(layout.align), "{text}");
            for variant in variants(&types, &layout, *ty) {
                let mut taken = occupied(&types, &layouts, &layout, *ty, variant);
                taken.sort_unstable();
                assert!(taken.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{text}: {taken:?}");
                assert!(taken.last().is_none_or(|last| last.1 <= layout.size), "{text}: {taken:?}");
            }
        }
    }
}

/// The inhabited variants of an enum; the only one of a struct.
fn variants(types: &Types, layout: &Layout, ty: Ty) -> Vec<VariantId> {
    match (&layout.shape, types.kind(ty)) {
        (Shape::Enum { variants, .. }, _) => {
            variants.iter_ids().filter(|(_, variant)| !variant.uninhabited).map(|(id, _)| id).collect()
        }
        (Shape::Fields { variant, .. }, TyKind::Adt(adt)) if types.adts[*adt].kind != AdtKind::Union => {
            vec![*variant]
        }
        _ => Vec::new(),
    }
}

/// Where the tag and the fields of a variant begin and end, without those that have no size.
fn occupied(
    types: &Types,
    layouts: &Layouts,
    layout: &Layout,
    ty: Ty,
    variant: VariantId,
) -> Vec<(u64, u64)> {
    let mut occupied = Vec::new();
    if let SetTag::Write { offset, size, bits } = layout.set_tag(variant) {
        assert_eq!(layout.variant_of_tag(bits), Some(variant), "{layout:?}");
        occupied.push((offset, offset + size));
    }
    let TyKind::Adt(adt) = types.kind(ty) else { return occupied };
    let def = &types.adts[*adt];
    for (index, field) in def.variants[variant].fields.iter().enumerate() {
        let inner = layouts.get(field.ty).expect("fields are laid out before what they are in");
        let offset = layout.field_offset(variant, FieldId::new(index)).expect("the variant has the field");
        let align = inner.align.min(def.repr.pack.unwrap_or(u64::MAX));
        assert!(offset.is_multiple_of(align), "{layout:?}");
        if inner.size > 0 {
            occupied.push((offset, offset + inner.size));
        }
    }
    occupied
}

/// The first lines that are no answer.
fn head(diagnostics: &str) -> String {
    let refusals = diagnostics.split("\n\n").filter(|part| !part.starts_with("error: layout_of("));
    refusals.take(5).collect::<Vec<_>>().join("\n\n")
}
