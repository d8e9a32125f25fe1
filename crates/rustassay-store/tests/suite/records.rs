//! What is written is what is read.

use std::time::Duration;

use crate::common::{drawn, finding, settled, sighting, unit};
use rustassay_finding::{Finding, Reduction};
use rustassay_store::record::*;
use rustassay_store::{Reader, Store, StoreError};
use tempfile::TempDir;

/// A new store, and a run in it.
fn store() -> (TempDir, Store, i64) {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let run = store.begin_run("{}", 1_000).unwrap();
    (folder, store, run)
}

#[test]
fn runs_are_kept_with_how_they_ended() {
    let (folder, mut store, killed) = store();
    let ended = store.begin_run(r#"{"jobs":2}"#, 2_000).unwrap();
    store.finish_unit(killed, &unit(0), &[], 1_500).unwrap();
    store.end_run(ended, "time is up", 3_000).unwrap();
    drop(store);
    let runs = Reader::open(folder.path()).unwrap().runs().unwrap();
    let first = Run { id: killed, began: 1_000, last_heard: 1_500, end: None, settings: "{}".into() };
    let second = Run {
        id: ended,
        began: 2_000,
        last_heard: 3_000,
        end: Some("time is up".into()),
        settings: r#"{"jobs":2}"#.into(),
    };
    assert_eq!(runs, [first, second]);
}

#[test]
fn a_reader_sees_what_was_finished_since_it_was_opened() {
    let (_folder, mut store, run) = store();
    let reader = store.reader().unwrap();
    assert_eq!(reader.totals().unwrap().units, 0);
    store.finish_unit(run, &unit(0), &[], 0).unwrap();
    assert_eq!(reader.totals().unwrap().units, 1);
}

#[test]
fn units_add_up() {
    let (_folder, mut store, run) = store();
    store.finish_unit(run, &unit(0), &[], 2_000).unwrap();
    let other = store.begin_run("{}", 2_000).unwrap();
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

#[test]
fn time_is_told_in_stretches_that_have_something() {
    let (_folder, mut store, run) = store();
    let waiting = store.finish_unit(run, &unit(0), &[sighting(1, None)], 1_999).unwrap().waiting;
    store.finish_unit(run, &unit(1), &[], 5_000).unwrap();
    store.finish_unit(run, &unit(2), &[], 5_001).unwrap();
    store.finish_unit(run, &unit(3), &[], -1).unwrap();
    store.settle(waiting[0].id, &settled("a"), 3_000).unwrap();
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

#[test]
fn the_seeds_of_a_generator_are_given_back_in_their_order() {
    let (_folder, mut store, run) = store();
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

#[test]
fn features_add_up_and_behaviours_are_new_once() {
    let (_folder, mut store, run) = store();
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

#[test]
fn sightings_and_findings_come_back_whole() {
    let (folder, mut store, run) = store();
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
    assert_eq!(store.waiting().unwrap(), [expected.clone()]);
    assert_eq!(store.settle(1, &settled("a"), 2_500).unwrap(), Some((1, true)));
    drop(store);

    let reader = Reader::open(folder.path()).unwrap();
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
    };
    assert_eq!(reader.findings().unwrap(), std::slice::from_ref(&made));
    assert_eq!(reader.finding(1).unwrap(), Some(made));
    assert_eq!(reader.finding(2).unwrap(), None);
    assert_eq!(reader.sightings(1).unwrap(), [expected]);
    assert_eq!(reader.artefacts(1).unwrap(), artefacts);
    assert_eq!(reader.waiting().unwrap(), 0);
}

#[test]
fn what_more_is_known_of_a_finding_is_added_and_replaces_what_has_its_name() {
    let (_folder, mut store, run) = store();
    let waiting = store.finish_unit(run, &unit(0), &[sighting(1, None)], 0).unwrap().waiting;
    store.settle(waiting[0].id, &settled("a"), 0).unwrap();
    let file = |name: &str, content: &[u8]| (name.to_owned(), content.to_vec());
    let known = Finding { reduction: Reduction::Reduced, ..finding("a").known };
    store.improve(1, &known, &[file("actual", b"3"), file("reduced.rs", b"fn f() {}")]).unwrap();
    let reader = store.reader().unwrap();
    assert_eq!(reader.finding(1).unwrap().unwrap().known, known);
    let files = [file("program.rs", b"fn main() {}"), file("actual", b"3"), file("reduced.rs", b"fn f() {}")];
    assert_eq!(reader.artefacts(1).unwrap(), files);
}

#[test]
fn dismissed_sightings_are_no_findings() {
    let (_folder, mut store, run) = store();
    let waiting = store.finish_unit(run, &unit(0), &[sighting(1, None)], 0).unwrap().waiting;
    let dismissed = Settled::Dismissed("did not come back".into());
    assert_eq!(store.settle(waiting[0].id, &dismissed, 0).unwrap(), None);
    let reader = store.reader().unwrap();
    let state = SightingState::Dismissed("did not come back".into());
    let seen = NewSighting { program: None, ..waiting[0].seen.clone() };
    assert_eq!(reader.dismissed().unwrap(), [Sighting { state, seen, ..waiting[0].clone() }]);
    assert_eq!((reader.waiting().unwrap(), reader.findings().unwrap()), (0, vec![]));
    assert_eq!(store.waiting().unwrap(), []);
}

#[test]
fn a_known_key_is_counted_at_once() {
    let (_folder, mut store, run) = store();
    store.finish_unit(run, &unit(0), &[sighting(1, None)], 2_000).unwrap();
    store.settle(1, &settled("a"), 2_000).unwrap();
    let elsewhere = Unit { backend: "nightly".into(), ..unit(1) };
    let finished =
        store.finish_unit(run, &elsewhere, &[sighting(2, Some("a")), sighting(3, Some("b"))], 3_000).unwrap();
    assert_eq!(finished.waiting.iter().map(|one| one.seen.seed).collect::<Vec<_>>(), [3]);
    let found = store.reader().unwrap().finding(1).unwrap().unwrap();
    assert_eq!((found.times, found.first_seen, found.last_seen), (2, 2_000, 3_000));
    assert_eq!(found.backends, ["nightly", "stable -O3"]);
    assert_eq!(found.first.seen.seed, 1);
}

#[test]
fn a_new_finding_takes_what_waits_with_its_key() {
    let (_folder, mut store, run) = store();
    let sightings =
        [sighting(1, Some("a")), sighting(2, Some("a")), sighting(3, Some("b")), sighting(4, None)];
    store.finish_unit(run, &unit(0), &sightings, 0).unwrap();
    assert_eq!(store.settle(1, &settled("a"), 0).unwrap(), Some((1, true)));
    let waiting: Vec<_> = store.waiting().unwrap().iter().map(|one| one.seen.seed).collect();
    assert_eq!(waiting, [3, 4]);
    assert_eq!(store.reader().unwrap().finding(1).unwrap().unwrap().times, 2);
}

#[test]
fn a_key_found_out_later_is_counted_with_its_finding() {
    let (_folder, mut store, run) = store();
    store.finish_unit(run, &unit(0), &[sighting(1, None), sighting(2, None)], 0).unwrap();
    assert_eq!(store.settle(1, &settled("a"), 0).unwrap(), Some((1, true)));
    assert_eq!(store.settle(2, &settled("a"), 0).unwrap(), Some((1, false)));
    assert_eq!(store.reader().unwrap().findings().unwrap().len(), 1);
}

#[test]
fn a_sighting_is_settled_once() {
    let (_folder, mut store, run) = store();
    store.finish_unit(run, &unit(0), &[sighting(1, None), sighting(2, None)], 0).unwrap();
    store.settle(1, &settled("a"), 0).unwrap();
    store.settle(2, &Settled::Dismissed("noise".into()), 0).unwrap();
    assert_eq!(store.settle(1, &settled("b"), 0).unwrap(), Some((1, false)));
    assert_eq!(store.settle(2, &settled("b"), 0).unwrap(), None);
    assert_eq!(store.reader().unwrap().finding(1).unwrap().unwrap().times, 1);
}

#[test]
fn what_is_known_is_muted_now_and_later_and_nothing_else() {
    let (_folder, mut store, run) = store();
    store.finish_unit(run, &unit(0), &[sighting(1, None), sighting(2, None)], 0).unwrap();
    let muted = |store: &Store| -> Vec<_> {
        store.reader().unwrap().findings().unwrap().into_iter().map(|finding| finding.muted).collect()
    };
    store.settle(1, &settled("a"), 0).unwrap();
    store.mute(&[("a".into(), "#123".into()), ("b".into(), "#124".into())]).unwrap();
    store.settle(2, &settled("b"), 0).unwrap();
    assert_eq!(muted(&store), [Some("#123".into()), Some("#124".into())]);
    store.mute(&[("b".into(), "#125".into())]).unwrap();
    assert_eq!(muted(&store), [None, Some("#125".into())]);
}

#[test]
fn units_that_were_drawn_and_not_finished_come_back_as_they_were_drawn() {
    let (folder, mut store, run) = store();
    assert_eq!(store.unfinished().unwrap(), (vec![], 0));
    let odd = Drawn { first_seed: u64::MAX, config: "of another day".into(), ..drawn(1) };
    store.draw(&drawn(0)).unwrap();
    store.draw(&odd).unwrap();
    store.draw(&drawn(2)).unwrap();
    store.finish_unit(run, &unit(2), &[], 0).unwrap();
    drop(store);
    let mut store = Store::open(folder.path()).unwrap();
    assert_eq!(store.unfinished().unwrap(), (vec![drawn(0), odd.clone()], 3));
    store.finish_unit(run, &unit(0), &[], 0).unwrap();
    assert_eq!(store.unfinished().unwrap(), (vec![odd], 3));
    store.forget(1).unwrap();
    assert_eq!(store.unfinished().unwrap(), (vec![], 3));
}

#[test]
fn a_number_stands_for_what_was_drawn_first() {
    let (_folder, mut store, _) = store();
    store.draw(&drawn(0)).unwrap();
    store.draw(&Drawn { profile: "loops".into(), ..drawn(0) }).unwrap();
    assert_eq!(store.unfinished().unwrap().0, [drawn(0)]);
}

#[test]
fn a_sighting_that_waits_and_the_first_of_a_finding_keep_their_program() {
    let (_folder, mut store, run) = store();
    store.finish_unit(run, &unit(0), &[1, 2, 3, 4].map(|seed| sighting(seed, None)), 0).unwrap();
    store.settle(1, &settled("a"), 0).unwrap();
    store.settle(2, &settled("a"), 0).unwrap();
    store.settle(3, &Settled::Dismissed("not reproduced".into()), 0).unwrap();
    let reader = store.reader().unwrap();
    let programs = reader.sightings(1).unwrap().into_iter().map(|sighting| sighting.seen.program);
    assert_eq!(programs.collect::<Vec<_>>(), [Some(vec![1]), None]);
    assert_eq!(reader.finding(1).unwrap().unwrap().first.seen.program, Some(vec![1]));
    assert_eq!(reader.dismissed().unwrap()[0].seen.program, None);
    assert_eq!(store.waiting().unwrap()[0].seen.program, Some(vec![4]));
}

#[test]
fn yields_tell_what_each_kind_of_work_brought() {
    let (_folder, mut store, run) = store();
    let fruitful = Unit { profile: "loops".into(), behaviours: vec!["x".into(), "y".into()], ..unit(0) };
    store.finish_unit(run, &fruitful, &[sighting(1, None)], 0).unwrap();
    store.finish_unit(run, &unit(1), &[], 0).unwrap();
    store.finish_unit(run, &Unit { behaviours: vec!["x".into()], ..unit(2) }, &[], 0).unwrap();
    store.settle(1, &settled("a"), 0).unwrap();
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

#[test]
fn what_is_refused_leaves_no_trace() {
    let (_folder, mut store, run) = store();
    store.finish_unit(run, &unit(0), &[], 0).unwrap();
    let twice = store.finish_unit(run, &unit(0), &[sighting(1, None)], 0);
    assert!(matches!(twice, Err(StoreError::Database { .. })), "{twice:?}");
    let too_large = store.finish_unit(run, &Unit { programs: u64::MAX, ..unit(1) }, &[], 0);
    assert!(matches!(too_large, Err(StoreError::Database { .. })), "{too_large:?}");
    let too_long = store.finish_unit(run, &Unit { cpu: Duration::MAX, ..unit(1) }, &[], 0);
    assert!(matches!(too_long, Err(StoreError::Database { .. })), "{too_long:?}");
    let no_run = store.finish_unit(99, &unit(1), &[], 0);
    assert!(matches!(no_run, Err(StoreError::NoSuch { .. })), "{no_run:?}");
    let no_sighting = store.settle(99, &settled("a"), 0);
    assert!(matches!(no_sighting, Err(StoreError::NoSuch { .. })), "{no_sighting:?}");
    assert_eq!(store.reader().unwrap().totals().unwrap().units, 1);
    assert_eq!(store.waiting().unwrap(), []);
}
