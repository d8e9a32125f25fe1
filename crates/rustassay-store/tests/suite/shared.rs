//! Workers that share a store: what one has leased the others do not do, and what the dead leave they do.

use std::collections::BTreeSet;

use crate::common::{Place, drawn, finding, lease, on_both, settled, sighting, unit};
use rustassay_finding::{Finding, Reduction};
use rustassay_store::record::*;
use rustassay_store::{ATTEMPTS, Able, Store, StoreError, annotate};

on_both!(
    units_have_the_next_numbers_and_are_leased_once,
    units_that_a_dead_run_had_come_back_as_they_were_drawn,
    a_run_that_ends_gives_back_what_it_had,
    a_run_is_given_what_it_can_do,
    a_unit_that_takes_its_workers_with_it_is_given_up,
    a_unit_that_is_done_twice_counts_once,
    what_a_run_does_not_know_of_is_given_back,
    a_sighting_is_examined_by_one_run_at_a_time,
    of_sightings_with_one_key_one_is_examined_at_a_time,
    backends_are_looked_at_in_the_order_that_the_run_wants,
    a_sighting_whose_key_was_found_out_meanwhile_is_counted_and_not_examined,
    what_kills_its_examiners_comes_last_and_then_never,
    a_finding_is_reduced_by_one_run_at_a_time,
    what_is_not_worth_it_is_not_reduced,
    what_was_leased_to_another_run_meanwhile_is_left_to_it,
    later_findings_and_seeds_are_those_that_were_not_there_before,
    a_campaign_has_one_seed,
    what_people_have_done_about_a_finding_is_kept,
    findings_are_searched,
    the_pace_is_told_by_name,
);

/// A new store, and a run in it.
fn store(place: &Place) -> (Store, i64) {
    let mut store = place.store();
    let run = store.begin_run("{}", "node 1", 1_000).unwrap();
    (store, run)
}

/// The store after whoever worked on it has died, and a run in it.
fn after_death(place: &Place, store: Store) -> (Store, i64) {
    bury(place, store);
    let mut store = place.store();
    let run = store.begin_run("{}", "node 2", 2_000).unwrap();
    (store, run)
}

/// Lets the last run of a store die.
fn bury(place: &Place, mut store: Store) {
    if place.is_shared() {
        // As if it had been heard of last when its lease was over.
        let last = store.reader().unwrap().runs().unwrap().len() as i64;
        store = store.with_lease(std::time::Duration::ZERO);
        store.keep_alive(last).unwrap();
    }
    drop(store);
}

fn finish(store: &mut Store, run: i64, number: u64, sightings: &[NewSighting]) {
    store.finish_unit(run, &unit(number), sightings, 0).unwrap();
}

const BACKENDS: [&str; 1] = ["stable -O3"];

fn seed_of(sighting: Option<Sighting>) -> Option<u64> {
    sighting.map(|sighting| sighting.seen.seed)
}

fn units_have_the_next_numbers_and_are_leased_once(place: &Place) {
    let (mut store, run) = store(place);
    assert_eq!(lease(&mut store, run, 3), [0, 1, 2]);
    assert_eq!(lease(&mut store, run, 1), [3]);
    finish(&mut store, run, 1, &[]);
    assert_eq!(lease(&mut store, run, 1), [4]);
    store.forget(4).unwrap();
    assert_eq!(lease(&mut store, run, 1), [5], "what was forgotten does not come again");
    store.forget(5).unwrap();
    let open = store.open_units().unwrap();
    let expected = [0, 2, 3].map(|number| OpenUnit { drawn: drawn(number), run: Some(run), attempts: 0 });
    assert_eq!(open, expected);
    assert_eq!(store.reader().unwrap().open_units().unwrap(), expected);
}

fn units_that_a_dead_run_had_come_back_as_they_were_drawn(place: &Place) {
    let (mut store, run) = store(place);
    let odd = Drawn { first_seed: u64::MAX, config: "of another day".into(), ..drawn(1) };
    let able = Able { generators: &["gen-mir"], backends: &BACKENDS, declined: &BTreeSet::new() };
    let mut draw = |number| Some(if number == 1 { odd.clone() } else { drawn(number) });
    store.lease_units(run, able, 3, &mut draw).unwrap();
    finish(&mut store, run, 2, &[]);
    let (mut store, run) = after_death(place, store);
    let leased = store.lease_units(run, able, 3, &mut |number| Some(drawn(number))).unwrap();
    assert_eq!(leased, [drawn(0), odd, drawn(3)], "what is left comes first, and numbers go on");
    assert_eq!(store.open_units().unwrap()[0], OpenUnit { drawn: drawn(0), run: Some(run), attempts: 1 });
}

fn a_run_that_ends_gives_back_what_it_had(place: &Place) {
    let (mut store, run) = store(place);
    lease(&mut store, run, 2);
    finish(&mut store, run, 0, &[sighting(1, None)]);
    assert!(store.take_sighting(run, &BACKENDS).unwrap().is_some());
    store.end_run(run, "stopped", 0).unwrap();
    let next = store.begin_run("{}", "node 2", 0).unwrap();
    assert_eq!(lease(&mut store, next, 2), [1, 2]);
    assert!(store.take_sighting(next, &BACKENDS).unwrap().is_some());
    assert!(store.open_units().unwrap().iter().all(|unit| unit.attempts == 0), "nobody has died");
}

fn a_run_is_given_what_it_can_do(place: &Place) {
    let (mut store, run) = store(place);
    lease(&mut store, run, 3);
    let (mut store, run) = after_death(place, store);
    let mut none = |_| None;
    for (generators, backends) in [(["other"], BACKENDS), (["gen-mir"], ["other"])] {
        let able = Able { generators: &generators, backends: &backends, declined: &BTreeSet::new() };
        assert_eq!(store.lease_units(run, able, 3, &mut none).unwrap(), []);
    }
    let declined = BTreeSet::from([0, 2]);
    let able = Able { generators: &["gen-mir"], backends: &BACKENDS, declined: &declined };
    assert_eq!(store.lease_units(run, able, 3, &mut none).unwrap(), [drawn(1)]);
    store.give_back(run, 1).unwrap();
    let left = store.open_units().unwrap();
    let (by, attempts) = if place.is_shared() { (None, 2) } else { (Some(run), 1) };
    assert_eq!(left[1], OpenUnit { drawn: drawn(1), run: by, attempts });
    let mut cannot = |unit: &Drawn| (unit.number == 2).then(|| "it is too large".to_owned());
    let forgotten = store.forget_impossible(&mut cannot).unwrap();
    match place.is_shared() {
        true => assert_eq!(forgotten, [], "somebody else may come"),
        false => assert_eq!(forgotten, [(drawn(2), "it is too large".to_owned())]),
    }
}

fn a_unit_that_takes_its_workers_with_it_is_given_up(place: &Place) {
    let (mut store, run) = store(place);
    assert_eq!(lease(&mut store, run, 1), [0]);
    for _ in 1..ATTEMPTS {
        let run;
        (store, run) = after_death(place, store);
        assert_eq!(lease(&mut store, run, 1), [0]);
    }
    let (mut store, run) = after_death(place, store);
    assert_eq!(lease(&mut store, run, 1), [1]);
    assert_eq!(store.open_units().unwrap()[0].drawn, drawn(0), "it is not forgotten");
}

fn a_unit_that_is_done_twice_counts_once(place: &Place) {
    let (mut store, run) = store(place);
    let unit = Unit { features: vec![("union".into(), 3)], behaviours: vec!["x".into()], ..unit(0) };
    let first = store.finish_unit(run, &unit, &[sighting(1, None)], 0).unwrap();
    assert!(first.is_first && first.waiting.len() == 1);
    let other = store.begin_run("{}", "node 2", 0).unwrap();
    let second = store.finish_unit(other, &unit, &[sighting(1, None)], 0).unwrap();
    assert!(!second.is_first && second.waiting.is_empty() && second.new_behaviours == 0);
    let reader = store.reader().unwrap();
    assert_eq!((reader.totals().unwrap().units, reader.waiting().unwrap()), (1, 1));
    assert_eq!(reader.features().unwrap().1, [("union".to_owned(), 3)]);
}

fn what_a_run_does_not_know_of_is_given_back(place: &Place) {
    let (mut store, run) = store(place);
    lease(&mut store, run, 3);
    finish(&mut store, run, 0, &[sighting(1, None), sighting(2, None)]);
    let known = store.take_sighting(run, &BACKENDS).unwrap().unwrap();
    store.take_sighting(run, &BACKENDS).unwrap().unwrap();
    store.keep_only(run, &BTreeSet::from([2]), &BTreeSet::from([known.id]), &BTreeSet::new()).unwrap();
    let other = store.begin_run("{}", "node 2", 0).unwrap();
    assert_eq!(lease(&mut store, other, 2), [1, 3]);
    assert_eq!(seed_of(store.take_sighting(other, &BACKENDS).unwrap()), Some(2));
    assert_eq!(seed_of(store.take_sighting(other, &BACKENDS).unwrap()), None);
}

fn a_sighting_is_examined_by_one_run_at_a_time(place: &Place) {
    let (mut store, run) = store(place);
    finish(&mut store, run, 0, &[sighting(1, None), sighting(2, None)]);
    let other = store.begin_run("{}", "node 2", 0).unwrap();
    let first = store.take_sighting(run, &BACKENDS).unwrap();
    assert_eq!(first.as_ref().map(|it| (it.seen.seed, &it.state)), Some((1, &SightingState::Waiting)));
    assert_eq!(seed_of(store.take_sighting(other, &BACKENDS).unwrap()), Some(2));
    assert_eq!(store.take_sighting(other, &BACKENDS).unwrap(), None);
    store.settle(run, 1, &Settled::Dismissed("noise".into()), 0).unwrap();
    let (mut store, run) = after_death(place, store);
    assert_eq!(seed_of(store.take_sighting(run, &BACKENDS).unwrap()), Some(2), "its examiner is dead");
}

fn of_sightings_with_one_key_one_is_examined_at_a_time(place: &Place) {
    let (mut store, run) = store(place);
    let seen = [sighting(1, Some("a")), sighting(2, Some("a")), sighting(3, Some("b"))];
    finish(&mut store, run, 0, &seen);
    assert_eq!(seed_of(store.take_sighting(run, &BACKENDS).unwrap()), Some(1));
    assert_eq!(seed_of(store.take_sighting(run, &BACKENDS).unwrap()), Some(3));
    assert_eq!(seed_of(store.take_sighting(run, &BACKENDS).unwrap()), None);
    store.settle(run, 1, &Settled::Dismissed("noise".into()), 0).unwrap();
    assert_eq!(seed_of(store.take_sighting(run, &BACKENDS).unwrap()), Some(2));
}

fn backends_are_looked_at_in_the_order_that_the_run_wants(place: &Place) {
    let (mut store, run) = store(place);
    finish(&mut store, run, 0, &[sighting(1, None), sighting(2, None)]);
    let nightly = Unit { backend: "nightly".into(), ..unit(1) };
    store.finish_unit(run, &nightly, &[sighting(3, None)], 0).unwrap();
    assert_eq!(seed_of(store.take_sighting(run, &["nightly", BACKENDS[0]]).unwrap()), Some(3));
    assert_eq!(seed_of(store.take_sighting(run, &["nightly", BACKENDS[0]]).unwrap()), Some(1));
    assert_eq!(seed_of(store.take_sighting(run, &["nightly"]).unwrap()), None);
}

fn a_sighting_whose_key_was_found_out_meanwhile_is_counted_and_not_examined(place: &Place) {
    let (mut store, run) = store(place);
    finish(&mut store, run, 0, &[sighting(1, Some("a")), sighting(2, None), sighting(3, None)]);
    store.settle(run, 2, &settled("a"), 0).unwrap();
    assert_eq!(seed_of(store.take_sighting(run, &BACKENDS).unwrap()), Some(3));
    assert_eq!(store.reader().unwrap().finding(1).unwrap().unwrap().times, 2);
}

fn what_kills_its_examiners_comes_last_and_then_never(place: &Place) {
    let (mut store, run) = store(place);
    finish(&mut store, run, 0, &[sighting(1, None)]);
    assert_eq!(seed_of(store.take_sighting(run, &BACKENDS).unwrap()), Some(1));
    let (mut store, run) = after_death(place, store);
    assert_eq!(seed_of(store.take_sighting(run, &BACKENDS).unwrap()), Some(1));
    finish(&mut store, run, 1, &[sighting(2, None)]);
    let (mut store, mut run) = after_death(place, store);
    assert_eq!(seed_of(store.take_sighting(run, &BACKENDS).unwrap()), Some(2));
    store.settle(run, 2, &Settled::Dismissed("noise".into()), 0).unwrap();
    for _ in 2..ATTEMPTS {
        assert_eq!(seed_of(store.take_sighting(run, &BACKENDS).unwrap()), Some(1));
        (store, run) = after_death(place, store);
    }
    assert_eq!(seed_of(store.take_sighting(run, &BACKENDS).unwrap()), None);
    assert_eq!(store.reader().unwrap().waiting().unwrap(), 1, "it is not lost");
}

/// Makes findings with these keys, in order.
fn find(store: &mut Store, run: i64, number: u64, keys: &[&str]) {
    let seeds = 0..keys.len() as u64;
    let seen: Vec<_> = seeds.map(|seed| sighting(seed, None)).collect();
    let waiting = store.finish_unit(run, &unit(number), &seen, 0).unwrap().waiting;
    for (sighting, key) in waiting.iter().zip(keys) {
        store.settle(run, sighting.id, &settled(key), 0).unwrap();
    }
}

fn id_of(finding: Option<StoredFinding>) -> Option<i64> {
    finding.map(|finding| finding.id)
}

fn a_finding_is_reduced_by_one_run_at_a_time(place: &Place) {
    let (mut store, run) = store(place);
    find(&mut store, run, 0, &["a", "b"]);
    assert_eq!(id_of(store.take_finding(run, &["other"]).unwrap()), None);
    assert_eq!(id_of(store.take_finding(run, &BACKENDS).unwrap()), Some(1));
    let other = store.begin_run("{}", "node 2", 0).unwrap();
    assert_eq!(id_of(store.take_finding(other, &BACKENDS).unwrap()), Some(2));
    assert_eq!(id_of(store.take_finding(other, &BACKENDS).unwrap()), None);
    let (mut store, run) = after_death(place, store);
    let left = if place.is_shared() { 2 } else { 1 };
    assert_eq!(id_of(store.take_finding(run, &BACKENDS).unwrap()), Some(left), "its reducer has died");
}

fn what_is_not_worth_it_is_not_reduced(place: &Place) {
    let (mut store, run) = store(place);
    find(&mut store, run, 0, &["muted", "filed", "reduced", "ours"]);
    store.mute(&[("muted".into(), "#1".into())]).unwrap();
    let filed = FindingState { status: FindingStatus::Filed, note: "#2".into(), at: 1 };
    assert!(annotate(store.address(), 2, &filed).unwrap());
    let with = |reduction, fault| Finding { reduction, fault, ..finding("any").known };
    let reduced = with(Reduction::Reduced, rustassay_finding::Fault::Miscompilation);
    store.improve(run, 3, &reduced, &[]).unwrap();
    let ours = with(Reduction::Whole, rustassay_finding::Fault::InvalidTestCase);
    store.improve(run, 4, &ours, &[]).unwrap();
    assert_eq!(id_of(store.take_finding(run, &BACKENDS).unwrap()), None);
}

fn what_was_leased_to_another_run_meanwhile_is_left_to_it(place: &Place) {
    let (mut store, run) = store(place);
    find(&mut store, run, 0, &["a"]);
    store.take_finding(run, &BACKENDS).unwrap().unwrap();
    let (mut store, other) = after_death(place, store);
    store.take_finding(other, &BACKENDS).unwrap().unwrap();
    let late = Finding { extent: Some("late".into()), ..finding("a").known };
    assert!(!store.improve(run, 1, &late, &[]).unwrap());
    assert!(store.improve(other, 1, &finding("a").known, &[]).unwrap());
    assert_eq!(store.finding(1).unwrap().unwrap().known, finding("a").known);
}

fn later_findings_and_seeds_are_those_that_were_not_there_before(place: &Place) {
    let (mut store, run) = store(place);
    find(&mut store, run, 0, &["a", "b"]);
    let seeded = Unit { seeds: vec![b"1".to_vec(), b"2".to_vec()], ..unit(1) };
    store.finish_unit(run, &seeded, &[], 0).unwrap();
    let seeds = store.seeds_after("gen-mir", 0).unwrap();
    assert_eq!(seeds.iter().map(|(_, seed)| &seed[..]).collect::<Vec<_>>(), [b"1", b"2"]);
    find(&mut store, run, 2, &["b", "c"]);
    store.finish_unit(run, &Unit { seeds: vec![b"3".to_vec()], ..unit(3) }, &[], 0).unwrap();
    let keys = store.findings_after(2).unwrap();
    assert_eq!(keys.iter().map(|finding| &*finding.key).collect::<Vec<_>>(), ["c"]);
    assert_eq!(keys[0].id, 3, "no number is left out");
    assert_eq!(store.seeds_after("gen-mir", seeds[1].0).unwrap()[0].1, b"3");
    assert_eq!(store.seeds_after("other", 0).unwrap(), []);
}

fn a_campaign_has_one_seed(place: &Place) {
    let (mut store, _) = store(place);
    assert_eq!(store.join(None, 5, None).unwrap(), 5);
    assert_eq!(store.join(None, 6, None).unwrap(), 5, "the first worker has settled it");
    assert_eq!(store.join(Some(u64::MAX), 6, None).unwrap(), u64::MAX, "a user may say otherwise");
    assert_eq!(store.join(None, 7, None).unwrap(), u64::MAX);
    let part = store.join(None, 7, Some("1/2".parse().unwrap()));
    assert!(matches!(part, Err(StoreError::OtherCampaign { .. })), "{part:?}");
}

fn what_people_have_done_about_a_finding_is_kept(place: &Place) {
    let (mut store, run) = store(place);
    find(&mut store, run, 0, &["a"]);
    let state = |store: &mut Store| store.finding(1).unwrap().unwrap();
    assert!(state(&mut store).is_new());
    let filed = FindingState { status: FindingStatus::Filed, note: "https://example/1".into(), at: 7 };
    assert!(annotate(store.address(), 1, &filed).unwrap());
    assert_eq!(state(&mut store).state, filed);
    assert!(!state(&mut store).is_new());
    let fixed = FindingState { status: FindingStatus::Fixed, note: String::new(), at: 8 };
    annotate(store.address(), 1, &fixed).unwrap();
    assert!(!state(&mut store).is_back());
    store.finish_unit(run, &unit(1), &[sighting(1, Some("a"))], 9).unwrap();
    assert!(state(&mut store).is_back() && state(&mut store).is_new(), "it was seen after it was fixed");
    annotate(store.address(), 1, &FindingState::default()).unwrap();
    assert_eq!(state(&mut store).state, FindingState::default());
    assert!(!annotate(store.address(), 2, &filed).unwrap(), "there is no such finding");
}

fn findings_are_searched(place: &Place) {
    let (mut store, run) = store(place);
    find(&mut store, run, 0, &["panic | 100%", "panic | a_b", "codegen | AXB"]);
    store.mute(&[("codegen | AXB".into(), "#1".into())]).unwrap();
    annotate(store.address(), 2, &FindingState { status: FindingStatus::Fixed, note: String::new(), at: 1 })
        .unwrap();
    let nightly = Unit { backend: "nightly".into(), ..unit(1) };
    store.finish_unit(run, &nightly, &[sighting(3, Some("panic | a_b"))], 50).unwrap();
    let reader = store.reader().unwrap();
    let found = |query: FindingQuery| {
        let (all, lines) = reader.search(&FindingQuery { most: 10, ..query }).unwrap();
        assert_eq!(all, lines.len() as u64);
        lines.iter().map(|line| line.id).collect::<Vec<_>>()
    };
    let text = |text: &str| FindingQuery { text: Some(text.into()), ..FindingQuery::default() };
    assert_eq!(found(FindingQuery::default()), [3, 2, 1]);
    assert_eq!(found(text("PANIC")), [2, 1]);
    assert_eq!(found(text("100%")), [1]);
    assert_eq!(found(text("a_b")), [2], "what means something in a pattern means itself");
    assert_eq!(found(text("x' OR 'a' = 'a")), [0; 0]);
    let status = |status| FindingQuery { status: Some(status), ..FindingQuery::default() };
    assert_eq!(found(status(FindingStatus::New)), [1]);
    assert_eq!(found(status(FindingStatus::Ignored)), [3]);
    assert_eq!(found(FindingQuery { backend: Some("nightly".into()), ..FindingQuery::default() }), [2]);
    assert_eq!(found(FindingQuery { generator: Some("gen-mir".into()), ..FindingQuery::default() }).len(), 3);
    assert_eq!(
        found(FindingQuery { fault: Some("compiler-hang".into()), ..FindingQuery::default() }),
        [0; 0]
    );
    assert_eq!(found(FindingQuery { order: FindingOrder::Times, ..FindingQuery::default() }), [2, 3, 1]);
    let page = FindingQuery { after: 1, most: 1, ..FindingQuery::default() };
    let (all, lines) = reader.search(&page).unwrap();
    assert_eq!((all, lines.len(), lines[0].id), (3, 1, 2));
    assert_eq!(lines[0].backends, ["nightly", "stable -O3"]);
    assert_eq!((lines[0].times, lines[0].last_seen, &*lines[0].fault), (2, 50, "miscompilation"));
    let by_status = reader.findings_by_status().unwrap();
    assert_eq!(by_status.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [1, 0, 1, 1]);
    assert_eq!(reader.findings_by_fault().unwrap(), [("miscompilation".to_owned(), 3)]);
}

fn the_pace_is_told_by_name(place: &Place) {
    let (mut store, run) = store(place);
    for (number, at) in [(0, 900), (1, 1_000), (2, 1_999), (3, 2_000)] {
        store.finish_unit(run, &unit(number), &[], at).unwrap();
    }
    let other = store.begin_run("{}", "", 0).unwrap();
    store.finish_unit(other, &Unit { backend: "nightly".into(), ..unit(4) }, &[], 2_500).unwrap();
    let reader = store.reader().unwrap();
    let pace = |by| -> Vec<(i64, String, u64)> {
        let pace = reader.pace(by, 1_000, 1_000).unwrap();
        pace.into_iter().map(|it| (it.from, it.name, it.programs)).collect()
    };
    let stable = |from, programs| (from, "stable -O3".to_owned(), programs);
    assert_eq!(pace(By::Backend), [stable(1_000, 200), (2_000, "nightly".into(), 100), stable(2_000, 100)]);
    let node = |from, programs| (from, "node 1".to_owned(), programs);
    assert_eq!(pace(By::Worker), [node(1_000, 200), node(2_000, 100), (2_000, "run 2".into(), 100)]);
    let by_worker = reader.totals_by(By::Worker).unwrap();
    assert_eq!(
        by_worker.iter().map(|(name, totals)| (&**name, totals.units)).collect::<Vec<_>>(),
        [("node 1", 4), ("run 2", 1)]
    );
}
