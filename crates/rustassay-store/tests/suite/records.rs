//! What is written is what is read.

use std::time::Duration;

use crate::common::{Place, finding, on_both, settled, sighting, unit};
use rustassay_finding::{Finding, Reduction};
use rustassay_store::record::*;
use rustassay_store::{Store, StoreError};

/// A new store, and a run in it.
fn store(place: &Place) -> (Store, i64) {
    let mut store = place.store();
    let run = store.begin_run("{}", "node 1", 1_000).unwrap();
    (store, run)
}

on_both!(
    runs_are_kept_with_how_they_ended,
    a_reader_sees_what_was_finished_since_it_was_opened,
    units_add_up,
    time_is_told_in_stretches_that_have_something,
    the_seeds_of_a_generator_are_given_back_in_their_order,
    features_add_up_and_behaviours_are_new_once,
    sightings_and_findings_come_back_whole,
    what_more_is_known_of_a_finding_is_added_and_replaces_what_has_its_name,
    dismissed_sightings_are_no_findings,
    a_known_key_is_counted_at_once,
    a_new_finding_takes_what_waits_with_its_key,
    a_key_found_out_later_is_counted_with_its_finding,
    a_sighting_is_settled_once,
    what_is_known_is_muted_now_and_later_and_nothing_else,
    a_sighting_that_waits_and_the_first_of_a_finding_keep_their_program,
    yields_tell_what_each_kind_of_work_brought,
    what_is_refused_leaves_no_trace
);

fn runs_are_kept_with_how_they_ended(place: &Place) {
    let (mut store, killed) = store(place);
    let ended = store.begin_run(r#"{"jobs":2}"#, "node 2", 2_000).unwrap();
    store.finish_unit(killed, &unit(0), &[], 1_500).unwrap();
    store.end_run(ended, "time is up", 3_000).unwrap();
    drop(store);
    let runs = place.reader().runs().unwrap();
    let first = Run {
        id: killed,
        began: 1_000,
        last_heard: 1_500,
        end: None,
        settings: "{}".into(),
        worker: "node 1".into(),
        // Who has a folder to himself is known to be dead; of others it is seen later.
        is_alive: place.is_shared(),
    };
    let second = Run {
        id: ended,
        began: 2_000,
        last_heard: 3_000,
        end: Some("time is up".into()),
        settings: r#"{"jobs":2}"#.into(),
        worker: "node 2".into(),
        is_alive: false,
    };
    assert_eq!(runs, [first, second]);
}

fn a_reader_sees_what_was_finished_since_it_was_opened(place: &Place) {
    let (mut store, run) = store(place);
    let reader = store.reader().unwrap();
    assert_eq!(reader.totals().unwrap().units, 0);
    store.finish_unit(run, &unit(0), &[], 0).unwrap();
    assert_eq!(reader.totals().unwrap().units, 1);
}

fn units_add_up(place: &Place) {
    let (mut store, run) = store(place);
    store.finish_unit(run, &unit(0), &[], 2_000).unwrap();
    let other = store.begin_run("{}", "node 2", 2_000).unwrap();
    store.finish_unit(other, &Unit { backend: "nightly".into(), ..unit(1) }, &[], 2_500).unwrap();
    let one = Totals {
        units: 1,
        programs: 100,
        statements: 5_000,
        executed: 70_000,
        agreed: 80,
        rejected: 40,
        known: 3,
        wrong: 2,
        skipped: 15,
        failed: 3,
        cpu: Duration::new(7, 123_456_789),
        own_cpu: Duration::from_millis(350),
    };
    let both = Totals {
        units: 2,
        programs: 200,
        statements: 10_000,
        executed: 140_000,
        agreed: 160,
        rejected: 80,
        known: 6,
        wrong: 4,
        skipped: 30,
        failed: 6,
        cpu: Duration::new(14, 246_913_578),
        own_cpu: Duration::from_millis(700),
    };
    let reader = store.reader().unwrap();
    assert_eq!(reader.totals().unwrap(), both);
    assert_eq!(reader.totals_of_run(run).unwrap(), one);
    assert_eq!(reader.totals_of_run(99).unwrap(), Totals::default());
    assert_eq!(reader.totals_by(By::Generator).unwrap(), [("gen-mir".into(), both.clone())]);
    assert_eq!(reader.totals_by(By::Profile).unwrap(), [("swarm".into(), both)]);
    let by_backend = [("nightly".to_string(), one.clone()), ("stable -O3".to_string(), one)];
    assert_eq!(reader.totals_by(By::Backend).unwrap(), by_backend);
}

fn time_is_told_in_stretches_that_have_something(place: &Place) {
    let (mut store, run) = store(place);
    let waiting = store.finish_unit(run, &unit(0), &[sighting(1, None)], 1_999).unwrap().waiting;
    store.finish_unit(run, &unit(1), &[], 5_000).unwrap();
    store.finish_unit(run, &unit(2), &[], 5_001).unwrap();
    store.finish_unit(run, &unit(3), &[], -1).unwrap();
    store.settle(run, waiting[0].id, &settled("a"), 3_000).unwrap();
    let told: Vec<_> = store
        .reader()
        .unwrap()
        .over_time(1_000)
        .unwrap()
        .iter()
        .map(|stretch| (stretch.from, stretch.totals.units, stretch.findings))
        .collect();
    assert_eq!(told, [(-1_000, 1, 0), (1_000, 1, 0), (3_000, 0, 1), (5_000, 2, 0)]);
    for width in [i64::MIN, 0, i64::MAX] {
        store.reader().unwrap().over_time(width).unwrap();
    }
}

fn the_seeds_of_a_generator_are_given_back_in_their_order(place: &Place) {
    let (mut store, run) = store(place);
    let with = |generator: &str, seeds: &[&[u8]], number| Unit {
        generator: generator.into(),
        seeds: seeds.iter().map(|seed| seed.to_vec()).collect(),
        ..unit(number)
    };
    store.finish_unit(run, &with("mutate", &[b"b", b"a"], 7), &[], 0).unwrap();
    store.finish_unit(run, &with("other", &[b"x"], 2), &[], 0).unwrap();
    store.finish_unit(run, &with("mutate", &[b"c"], 1), &[], 0).unwrap();
    let reader = store.reader().unwrap();
    assert_eq!(reader.seeds("mutate").unwrap(), [b"b", b"a", b"c"]);
    assert_eq!(reader.seeds("nobody").unwrap(), Vec::<Vec<u8>>::new());
}

fn features_add_up_and_behaviours_are_new_once(place: &Place) {
    let (mut store, run) = store(place);
    let named = |features: &[(&str, u64)], behaviours: &[&str], number| Unit {
        features: features.iter().map(|&(name, programs)| (name.into(), programs)).collect(),
        behaviours: behaviours.iter().map(|&name| name.into()).collect(),
        ..unit(number)
    };
    let first = store.finish_unit(run, &named(&[("union", 3), ("loop", 1)], &["x", "y"], 0), &[], 0).unwrap();
    let second = store.finish_unit(run, &named(&[("union", 4)], &["y", "z", "z"], 1), &[], 0).unwrap();
    assert_eq!((first.new_behaviours, second.new_behaviours), (2, 1));
    let reader = store.reader().unwrap();
    assert_eq!(reader.features().unwrap(), (20, vec![("loop".into(), 1), ("union".into(), 7)]));
    assert_eq!(reader.behaviours().unwrap(), 3);
}

fn sightings_and_findings_come_back_whole(place: &Place) {
    let (mut store, run) = store(place);
    let seen = NewSighting { seed: u64::MAX, ..sighting(0, Some("query stack")) };
    let waiting = store.finish_unit(run, &unit(0), std::slice::from_ref(&seen), 2_000).unwrap().waiting;
    let mut expected = Sighting {
        id: 1,
        unit: 0,
        generator: "gen-mir".into(),
        profile: "swarm".into(),
        backend: "stable -O3".into(),
        seen,
        at: 2_000,
        state: SightingState::Waiting,
    };
    assert_eq!(waiting, [expected.clone()]);
    assert_eq!(store.reader().unwrap().waiting_sightings().unwrap(), [expected.clone()]);
    assert_eq!(store.settle(run, 1, &settled("a"), 2_500).unwrap(), Some((1, true)));
    drop(store);

    let reader = place.reader();
    let NewFinding { key, known, artefacts } = finding("a");
    expected.state = SightingState::Of(1);
    let made = StoredFinding {
        id: 1,
        key,
        known,
        times: 1,
        first_seen: 2_000,
        last_seen: 2_000,
        first: expected.clone(),
        backends: vec!["stable -O3".into()],
        muted: None,
        state: FindingState::default(),
    };
    assert_eq!(reader.findings().unwrap(), std::slice::from_ref(&made));
    assert_eq!(reader.finding(1).unwrap(), Some(made));
    assert_eq!(reader.finding(2).unwrap(), None);
    assert_eq!(reader.sightings(1).unwrap(), [expected]);
    assert_eq!(reader.artefacts(1).unwrap(), artefacts);
    assert_eq!(reader.waiting().unwrap(), 0);
}

fn what_more_is_known_of_a_finding_is_added_and_replaces_what_has_its_name(place: &Place) {
    let (mut store, run) = store(place);
    let waiting = store.finish_unit(run, &unit(0), &[sighting(1, None)], 0).unwrap().waiting;
    store.settle(run, waiting[0].id, &settled("a"), 0).unwrap();
    let file = |name: &str, content: &[u8]| (name.to_owned(), content.to_vec());
    let known = Finding { reduction: Reduction::Reduced, ..finding("a").known };
    store.improve(run, 1, &known, &[file("actual", b"3"), file("reduced.rs", b"fn f() {}")]).unwrap();
    let reader = store.reader().unwrap();
    assert_eq!(reader.finding(1).unwrap().unwrap().known, known);
    let files = [file("program.rs", b"fn main() {}"), file("actual", b"3"), file("reduced.rs", b"fn f() {}")];
    assert_eq!(reader.artefacts(1).unwrap(), files);
}

fn dismissed_sightings_are_no_findings(place: &Place) {
    let (mut store, run) = store(place);
    let waiting = store.finish_unit(run, &unit(0), &[sighting(1, None)], 0).unwrap().waiting;
    let dismissed = Settled::Dismissed("not reproduced".into());
    assert_eq!(store.settle(run, waiting[0].id, &dismissed, 0).unwrap(), None);
    let reader = store.reader().unwrap();
    let state = SightingState::Dismissed("not reproduced".into());
    let seen = NewSighting { program: None, ..waiting[0].seen.clone() };
    assert_eq!(reader.dismissed().unwrap(), [Sighting { state, seen, ..waiting[0].clone() }]);
    assert_eq!((reader.waiting().unwrap(), reader.findings().unwrap()), (0, vec![]));
    assert_eq!(store.reader().unwrap().waiting_sightings().unwrap(), []);
}

fn a_known_key_is_counted_at_once(place: &Place) {
    let (mut store, run) = store(place);
    store.finish_unit(run, &unit(0), &[sighting(1, None)], 2_000).unwrap();
    store.settle(run, 1, &settled("a"), 2_000).unwrap();
    let elsewhere = Unit { backend: "nightly".into(), ..unit(1) };
    let finished =
        store.finish_unit(run, &elsewhere, &[sighting(2, Some("a")), sighting(3, Some("b"))], 3_000).unwrap();
    assert_eq!(finished.waiting.iter().map(|one| one.seen.seed).collect::<Vec<_>>(), [3]);
    let found = store.reader().unwrap().finding(1).unwrap().unwrap();
    assert_eq!((found.times, found.first_seen, found.last_seen), (2, 2_000, 3_000));
    assert_eq!(found.backends, ["nightly", "stable -O3"]);
    assert_eq!(found.first.seen.seed, 1);
}

fn a_new_finding_takes_what_waits_with_its_key(place: &Place) {
    let (mut store, run) = store(place);
    let sightings =
        [sighting(1, Some("a")), sighting(2, Some("a")), sighting(3, Some("b")), sighting(4, None)];
    store.finish_unit(run, &unit(0), &sightings, 0).unwrap();
    assert_eq!(store.settle(run, 1, &settled("a"), 0).unwrap(), Some((1, true)));
    let waiting: Vec<_> =
        store.reader().unwrap().waiting_sightings().unwrap().iter().map(|one| one.seen.seed).collect();
    assert_eq!(waiting, [3, 4]);
    assert_eq!(store.reader().unwrap().finding(1).unwrap().unwrap().times, 2);
}

fn a_key_found_out_later_is_counted_with_its_finding(place: &Place) {
    let (mut store, run) = store(place);
    store.finish_unit(run, &unit(0), &[sighting(1, None), sighting(2, None)], 0).unwrap();
    assert_eq!(store.settle(run, 1, &settled("a"), 0).unwrap(), Some((1, true)));
    assert_eq!(store.settle(run, 2, &settled("a"), 0).unwrap(), Some((1, false)));
    assert_eq!(store.reader().unwrap().findings().unwrap().len(), 1);
}

fn a_sighting_is_settled_once(place: &Place) {
    let (mut store, run) = store(place);
    store.finish_unit(run, &unit(0), &[sighting(1, None), sighting(2, None)], 0).unwrap();
    store.settle(run, 1, &settled("a"), 0).unwrap();
    store.settle(run, 2, &Settled::Dismissed("noise".into()), 0).unwrap();
    assert_eq!(store.settle(run, 1, &settled("b"), 0).unwrap(), Some((1, false)));
    assert_eq!(store.settle(run, 2, &settled("b"), 0).unwrap(), None);
    assert_eq!(store.reader().unwrap().finding(1).unwrap().unwrap().times, 1);
}

fn what_is_known_is_muted_now_and_later_and_nothing_else(place: &Place) {
    let (mut store, run) = store(place);
    store.finish_unit(run, &unit(0), &[sighting(1, None), sighting(2, None)], 0).unwrap();
    let muted = |store: &Store| -> Vec<_> {
        store.reader().unwrap().findings().unwrap().into_iter().map(|finding| finding.muted).collect()
    };
    store.settle(run, 1, &settled("a"), 0).unwrap();
    store.mute(&[("a".into(), "#123".into()), ("b".into(), "#124".into())]).unwrap();
    store.settle(run, 2, &settled("b"), 0).unwrap();
    assert_eq!(muted(&store), [Some("#123".into()), Some("#124".into())]);
    store.mute(&[("b".into(), "#125".into())]).unwrap();
    assert_eq!(muted(&store), [None, Some("#125".into())]);
}

fn a_sighting_that_waits_and_the_first_of_a_finding_keep_their_program(place: &Place) {
    let (mut store, run) = store(place);
    store.finish_unit(run, &unit(0), &[1, 2, 3, 4].map(|seed| sighting(seed, None)), 0).unwrap();
    store.settle(run, 1, &settled("a"), 0).unwrap();
    store.settle(run, 2, &settled("a"), 0).unwrap();
    store.settle(run, 3, &Settled::Dismissed("not reproduced".into()), 0).unwrap();
    let reader = store.reader().unwrap();
    let programs = reader.sightings(1).unwrap().into_iter().map(|sighting| sighting.seen.program);
    assert_eq!(programs.collect::<Vec<_>>(), [Some(vec![1]), None]);
    assert_eq!(reader.finding(1).unwrap().unwrap().first.seen.program, Some(vec![1]));
    assert_eq!(reader.dismissed().unwrap()[0].seen.program, None);
    assert_eq!(store.reader().unwrap().waiting_sightings().unwrap()[0].seen.program, Some(vec![4]));
}

fn yields_tell_what_each_kind_of_work_brought(place: &Place) {
    let (mut store, run) = store(place);
    let fruitful = Unit { profile: "loops".into(), behaviours: vec!["x".into(), "y".into()], ..unit(0) };
    store.finish_unit(run, &fruitful, &[sighting(1, None)], 0).unwrap();
    store.finish_unit(run, &unit(1), &[], 0).unwrap();
    store.finish_unit(run, &Unit { behaviours: vec!["x".into()], ..unit(2) }, &[], 0).unwrap();
    store.settle(run, 1, &settled("a"), 0).unwrap();
    let of = |profile: &str, programs, cpu, findings, behaviours| StoredYield {
        generator: "gen-mir".into(),
        profile: profile.into(),
        backend: "stable -O3".into(),
        programs,
        cpu,
        findings,
        behaviours,
    };
    let expected = [
        of("loops", 100, Duration::new(7, 123_456_789), 1, 2),
        of("swarm", 200, Duration::new(14, 246_913_578), 0, 0),
    ];
    assert_eq!(store.reader().unwrap().yields().unwrap(), expected);
}

fn what_is_refused_leaves_no_trace(place: &Place) {
    let (mut store, run) = store(place);
    store.finish_unit(run, &unit(0), &[], 0).unwrap();
    let too_large = store.finish_unit(run, &Unit { programs: u64::MAX, ..unit(1) }, &[], 0);
    assert!(matches!(too_large, Err(StoreError::Database { .. })), "{too_large:?}");
    let too_long = store.finish_unit(run, &Unit { cpu: Duration::MAX, ..unit(1) }, &[], 0);
    assert!(matches!(too_long, Err(StoreError::Database { .. })), "{too_long:?}");
    let no_run = store.finish_unit(99, &unit(1), &[], 0);
    assert!(matches!(no_run, Err(StoreError::NoSuch { .. })), "{no_run:?}");
    let no_sighting = store.settle(run, 99, &settled("a"), 0);
    assert!(matches!(no_sighting, Err(StoreError::NoSuch { .. })), "{no_sighting:?}");
    assert_eq!(store.reader().unwrap().totals().unwrap().units, 1);
    assert_eq!(store.reader().unwrap().waiting_sightings().unwrap(), []);
}
