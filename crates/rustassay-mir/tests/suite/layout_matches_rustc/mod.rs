//! rustc is asked for the layouts of random types, and must give the same answers: on its host with the library's own types, and on a target of
//! each architecture with types that have the library's names and attributes, because its library is not at hand.
//!
//! `RUSTASSAY_LAYOUT_TYPES` and `RUSTASSAY_LAYOUT_SEED` set how many types are tried, and which.

mod answer;
mod random;

use answer::{ours, theirs};
use random::{Defined, Generator};
use rustassay_lang::{ARCHITECTURES, Architecture};
use rustassay_mir::layout::{Layout, LayoutOptions, Layouts, SetTag, Shape};
use rustassay_mir::model::{AdtKind, FieldId, Id, Ty, TyKind, Types, VariantId};
use rustassay_testing::reference_rustc;
use std::path::Path;
use std::process::Command;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// What rustc writes to standard error for a crate.
fn diagnostics(rustc: &Path, target: Option<&str>, source: &str, scratch: &Path) -> String {
    std::fs::create_dir_all(scratch).expect("a scratch folder can be made");
    std::fs::write(scratch.join("types.rs"), source).expect("the scratch folder can be written");
    let output = Command::new(rustc)
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "types.rs"])
        .args(target.map(|target| format!("--target={target}")))
        .current_dir(scratch)
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .expect("rustc runs");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What stands in for the library on a target without one.
const LIBRARY: &str = include_str!("library.rs");

const FEATURES: &str = "#![feature(rustc_attrs, never_type, f16, f128)]\n#![allow(warnings)]\n";

#[test]
fn random_types_have_the_layout_that_rustc_gives_them() {
    compare(Architecture::DEFAULT, None, setting("RUSTASSAY_LAYOUT_TYPES", 1000) as usize);
}

#[test]
fn random_types_have_the_layout_that_rustc_gives_them_on_every_architecture() {
    let output =
        Command::new(reference_rustc()).args(["--print", "target-list"]).output().expect("rustc runs");
    let list = String::from_utf8(output.stdout).expect("text");
    for architecture in ARCHITECTURES {
        let mut triples = list.lines().filter(|triple| Architecture::of(triple) == Some(architecture));
        let first = triples.clone().next().expect("rustc knows a target of the architecture");
        // Other systems may have layouts of their own.
        let triple = triples.find(|triple| triple.contains("-linux-")).unwrap_or(first);
        compare(architecture, Some(triple), setting("RUSTASSAY_LAYOUT_TYPES", 300) as usize);
    }
}

/// Asks rustc for the layouts of `count` types on a target, or on its host.
fn compare(architecture: &'static Architecture, target: Option<&str>, count: usize) {
    let rustc = reference_rustc();
    let generator = Generator::new(setting("RUSTASSAY_LAYOUT_SEED", 1), architecture);
    let (types, source, defined) = generator.run(count);
    let before = if target.is_some() { LIBRARY } else { FEATURES };
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layout_matches_rustc");
    let scratch = scratch.join(target.unwrap_or("host"));
    let diagnostics = diagnostics(&rustc, target, &format!("{before}{source}"), &scratch);
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
    let name = architecture.name;
    assert!(wrong.is_empty(), "{name}: {} of {} types differ:\n{shown}", wrong.len(), defined.len());
}

#[test]
fn shuffled_fields_are_aligned_and_disjoint_and_leave_the_tag_alone() {
    let (types, _, defined) =
        Generator::new(setting("RUSTASSAY_LAYOUT_SEED", 1), Architecture::DEFAULT).run(1000);
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
