//! Bugs of ours in closer looks, which no program is known to show.

use super::*;
use crate::generator::Mir;
use rustassay_finding::{Fault, Finding, Reduction};
use rustassay_gen_mir::config::Profile;
use rustassay_judge::backend::{Codegen, Executor};
use rustassay_store::record::{NewFinding, NewSighting, SightingState, Unit};

/// A backend that MIR programs are for.
fn compiling() -> Backend {
    let toolchain = Some(rustassay_testing::reference_toolchain());
    Backend { name: "O0".to_owned(), kind: Executor::Compiled(Codegen::Llvm), toolchain, flags: Vec::new() }
}

/// A unit of one program, and that something seems wrong with it.
fn unit_with_a_sighting() -> (Unit, NewSighting) {
    let unit = Unit {
        number: 0,
        generator: "mir".to_owned(),
        profile: "tiny".to_owned(),
        config: String::new(),
        first_seed: 7,
        backend: compiling().name,
        programs: 1,
        statements: 1,
        executed: 1,
        agreed: 0,
        rejected: 0,
        known: 0,
        wrong: 1,
        skipped: 0,
        failed: 0,
        cpu: Duration::ZERO,
        own_cpu: Duration::ZERO,
        features: Vec::new(),
        sampled: 0,
        behaviours: Vec::new(),
        seeds: Vec::new(),
    };
    let (fault, summary) = (Fault::CompilerCrash, "it seems to crash".to_owned());
    (unit, NewSighting { seed: 7, fault, key: None, summary, program: None })
}

/// A look that has a bug.
fn broken<T>() -> (T, Duration) {
    panic!("the bug")
}

/// Looks at the one sighting of a store, or reduces the program of its one finding, with a bug; gives what was told.
fn look(store: &mut Store, run: i64) -> Vec<Event> {
    let generators: [Box<dyn Generator>; 1] = [Box::new(Mir::of_profiles(&[Profile::Tiny]))];
    let engine = Engine::new().expect("a folder can be made");
    let (backends, stop) = ([compiling()], AtomicBool::new(false));
    let settings = Settings {
        seed: 0,
        jobs: 1,
        time: None,
        programs: None,
        batch: 1,
        feedback: false,
        triage_share: 1.0,
        shares: vec![1.0],
        closing: Duration::ZERO,
    };
    let plan = Plan::new(&generators, &[1.0], &backends, 0, false, 1).expect("there is something to do");
    let campaign =
        Campaign { engine: &engine, generators: &generators, backends: &backends, settings, stop: &stop };
    let shared = Shared::default();
    let (reports_in, reports) = sync_channel(1);
    let sighting = store.take_sighting(run, &["O0"]).expect("it can be read");
    let finding = store.take_finding(run, &["O0"]).expect("it can be read");
    assert!(match (sighting, finding) {
        (Some(sighting), None) => campaign.look_at(&shared, &reports_in, sighting, |_, _| broken()),
        (None, Some(finding)) => campaign.reduce(&shared, &reports_in, finding, |_, _| broken()),
        _ => panic!("there is one thing to look at"),
    });
    let mut told = Vec::new();
    let mut ledger = Ledger::new(&campaign, store, run, plan, &shared, channel().0);
    let mut report = reports.try_recv().expect("the look has ended");
    ledger.write(&mut report, &mut |event| told.push(event.clone())).expect("it can be written");
    told
}

#[test]
fn a_sighting_whose_look_panics_is_dismissed_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut store = Store::open(folder.path()).expect("a store can be made");
    let run = store.begin_run("{}", "a test", 0).expect("it can be written");
    let (unit, sighting) = unit_with_a_sighting();
    store.finish_unit(run, &unit, &[sighting], 0).expect("it can be written");
    let told = look(&mut store, run);
    assert!(
        matches!(&told[..], [Event::NotExamined { why, .. }] if why.contains("Rustassay itself has a bug: the bug")),
        "{told:?}"
    );
    assert_eq!(store.waiting().expect("it can be read"), 0, "the next run does not meet the bug again");
    let dismissed = store.reader().and_then(|reader| reader.dismissed()).expect("it can be read");
    assert!(
        matches!(&dismissed[..], [sighting] if matches!(&sighting.state, SightingState::Dismissed(why) if why.contains("the bug"))),
        "{dismissed:?}"
    );
}

#[test]
fn a_finding_whose_reduction_panics_says_why_it_is_not_reduced() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut store = Store::open(folder.path()).expect("a store can be made");
    let run = store.begin_run("{}", "a test", 0).expect("it can be written");
    let (unit, sighting) = unit_with_a_sighting();
    let seen = store.finish_unit(run, &unit, &[sighting], 0).expect("it can be written");
    let mut known = Finding::new(Fault::CompilerCrash, "a signature", "it crashes");
    known.reduction = Reduction::Whole;
    let found = NewFinding { key: "a key".to_owned(), known, artefacts: Vec::new() };
    store.settle(run, seen.waiting[0].id, &Settled::True(Box::new(found)), 0).expect("it can be written");
    look(&mut store, run);
    let findings = store.reader().and_then(|reader| reader.findings()).expect("it can be read");
    let reduction = &findings[0].known.reduction;
    assert!(matches!(reduction, Reduction::Unfinished(why) if why.contains("the bug")), "{reduction:?}");
    let next = store.take_finding(run, &["O0"]).expect("it can be read");
    assert!(next.is_none(), "the next run does not meet the bug again");
}
