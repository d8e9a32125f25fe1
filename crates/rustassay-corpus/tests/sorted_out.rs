//! What a compiler makes of sources.

use rustassay_corpus::{Fate, Fates, Source, Unfit, shipped, sort_out};
use rustassay_judge::engine::Engine;
use rustassay_testing::reference_toolchain;

#[test]
fn every_shipped_program_compiles_alone() {
    let (engine, sources) = (Engine::new().expect("a folder"), shipped());
    let fates = sort_out(&engine, &reference_toolchain(), &sources, 2, &mut Fates::default());
    assert!(!sources.is_empty());
    assert_eq!(fates.len(), sources.len());
    for (source, fate) in sources.iter().zip(fates) {
        assert_eq!(fate, Fate::Compiles, "{}", source.name);
    }
}

#[test]
fn what_needs_more_than_itself_is_rejected_and_remembered() {
    let engine = Engine::new().expect("a folder");
    let sources = [
        Source::new("alone.rs", "pub fn f() -> u8 { 1 }".to_owned()),
        Source::new("wrong.rs", "pub fn f() -> u8 { missing() }".to_owned()),
        Source::new("needs.rs", "mod missing; fn main() { missing::f() }".to_owned()),
    ];
    let (toolchain, mut known) = (reference_toolchain(), Fates::default());
    let fates = sort_out(&engine, &toolchain, &sources, 1, &mut known);
    assert_eq!(fates[0], Fate::Compiles);
    assert!(matches!(&fates[1], Fate::Rejected(why) if why.contains("E0425")), "{:?}", fates[1]);
    assert_eq!(fates[2], Fate::Unfit(Unfit::NeedsFiles));
    let compiles = engine.compiles();
    assert_eq!(sort_out(&engine, &toolchain, &sources, 1, &mut known), fates);
    assert_eq!(engine.compiles(), compiles, "what is known is not asked again");
}
