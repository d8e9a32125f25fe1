//! What a killed run leaves to the next.

use rustassay_campaign::campaign::{Campaign, Settings};
use rustassay_campaign::event::Event;
use rustassay_campaign::generator::{Generator, Mir};
use rustassay_gen_mir::config::Profile;
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::engine::Engine;
use rustassay_store::record::Drawn;
use rustassay_store::{Able, Store};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[test]
fn units_that_cannot_be_done_any_more_are_left_out_with_a_word() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut store = Store::open(folder.path()).expect("a store can be made");
    let generators: [Box<dyn Generator>; 1] = [Box::new(Mir::of_profiles(&[Profile::Tiny]))];
    let config = generators[0].config("tiny").expect("it has this profile");
    let drawn = |number, generator: &str, config: &str, backend: &str| Drawn {
        number,
        generator: generator.to_owned(),
        profile: "tiny".to_owned(),
        config: config.to_owned(),
        first_seed: number * 100,
        backend: backend.to_owned(),
        programs: 2,
    };
    let toolchain = Some(rustassay_testing::reference_toolchain());
    let compiling = Backend {
        name: "O0".to_owned(),
        kind: Executor::Compiled(Codegen::Llvm),
        toolchain,
        flags: Vec::new(),
    };
    let name = compiling.name.clone();
    let mut units = [
        drawn(0, "mir", &config, &name),
        drawn(1, "gone", &config, &name),
        drawn(2, "gone", &config, &name),
        drawn(3, "mir", &config, "nightly/O3"),
        drawn(4, "mir", "another", &name),
    ]
    .into_iter();
    let killed = store.begin_run("{}", "a test", 0).expect("it can be written");
    let able = Able { generators: &[], backends: &[], declined: &BTreeSet::new() };
    store.lease_units(killed, able, units.len(), &mut |_| units.next()).expect("it can be written");
    drop(store);
    let mut store = Store::open(folder.path()).expect("nobody works on it");
    let run = store.begin_run("{}", "a test", 0).expect("it can be written");
    let engine = Engine::new().expect("a folder can be made");
    let (backends, stop) = ([compiling], AtomicBool::new(false));
    let settings = Settings {
        seed: 0,
        jobs: 1,
        time: Some(Duration::from_secs(60)),
        programs: Some(2),
        batch: 2,
        feedback: false,
        triage_share: 0.25,
        shares: vec![1.0],
        closing: Duration::ZERO,
    };
    let campaign =
        Campaign { engine: &engine, generators: &generators, backends: &backends, settings, stop: &stop };
    let (mut forgotten, mut done) = (Vec::new(), Vec::new());
    let end = campaign.run(&mut store, run, &mut |event| match event {
        Event::Forgotten { units, programs, why } => forgotten.push((*units, *programs, why.clone())),
        Event::Unit(unit) => done.push(unit.number),
        _ => {}
    });
    assert!(end.is_ok(), "{end:?}");
    assert_eq!(done, [0], "what can be done is done first");
    let expected = [
        (1, 2, "`tiny` of `mir` makes other programs than it did"),
        (1, 2, "this run has no backend `nightly/O3`"),
        (2, 4, "this run has no generator `gone`"),
    ];
    assert_eq!(forgotten, expected.map(|(units, programs, why)| (units, programs, why.to_owned())));
    assert_eq!(store.open_units().expect("it can be read"), []);
}
