//! Stores of parts of a campaign become one.

use crate::common::{Place, drawn, finding, on_both, sighting, unit};
use rustassay_finding::{Finding, Reduction};
use rustassay_store::record::*;
use rustassay_store::{Able, Merged, Reader, Store, StoreError, annotate};
use std::collections::BTreeSet;
use tempfile::TempDir;

on_both!(
    parts_become_a_whole,
    merging_twice_changes_nothing,
    what_was_done_since_is_added,
    the_order_of_merging_does_not_matter,
    the_finding_of_which_more_is_known_stays,
    what_people_have_said_last_counts,
    stores_of_other_campaigns_are_refused_and_leave_no_trace,
    work_goes_on_in_what_was_merged,
);

/// A store of a part of a campaign of two, which has a folder.
struct Part {
    folder: TempDir,
    store: Store,
    run: i64,
}

impl Part {
    fn new(index: u64) -> Part {
        let folder = TempDir::new().unwrap();
        let mut store = Store::open(folder.path()).unwrap();
        store.join(Some(7), 0, Some(Shard { index, of: 2 })).unwrap();
        let run = store.begin_run("{}", &format!("node {index}"), 100).unwrap();
        Part { folder, store, run }
    }

    /// Does so many units, with a sighting of each key in each.
    fn work(&mut self, units: usize, keys: &[&str], now: i64) {
        let able = Able { generators: &["gen-mir"], backends: &["stable -O3"], declined: &BTreeSet::new() };
        let leased =
            self.store.lease_units(self.run, able, units, &mut |number| Some(drawn(number))).unwrap();
        for drawn in leased {
            let unit = Unit {
                features: vec![("loop".into(), 1)],
                behaviours: vec!["x".into(), format!("b{}", drawn.number)],
                seeds: vec![vec![drawn.number as u8]],
                ..unit(drawn.number)
            };
            let seeds = 0..keys.len() as u64;
            let seen: Vec<_> = seeds.map(|n| sighting(drawn.first_seed + n, None)).collect();
            self.store.finish_unit(self.run, &unit, &seen, now).unwrap();
            let mut keys = keys.iter();
            while let Some(sighting) = self.store.take_sighting(self.run, &["stable -O3"]).unwrap() {
                let key = keys.next().unwrap();
                let settled = match *key {
                    "noise" => Settled::Dismissed("not reproduced".into()),
                    key => Settled::True(Box::new(NewFinding {
                        artefacts: vec![(
                            "program.rs".into(),
                            self.folder.path().display().to_string().into(),
                        )],
                        ..finding(key)
                    })),
                };
                self.store.settle(self.run, sighting.id, &settled, now).unwrap();
            }
        }
    }

    fn reader(&self) -> Reader {
        Reader::open(self.folder.path()).unwrap()
    }
}

/// Two parts that were worked on.
fn parts() -> [Part; 2] {
    let [mut first, mut second] = [Part::new(1), Part::new(2)];
    first.work(2, &["a", "b", "noise"], 200);
    second.work(3, &["b", "c"], 300);
    [first, second]
}

/// All that there is to see, but for numbers that depend on the order.
fn shown(reader: &Reader) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut findings: Vec<_> = reader.findings().unwrap();
    findings.sort_by(|one, other| one.key.cmp(&other.key));
    let findings = findings.into_iter().map(|it| {
        let mut seen: Vec<_> = reader.sightings(it.id).unwrap();
        seen.sort_by_key(|sighting| (sighting.unit, sighting.seen.seed));
        let seen: Vec<_> = seen.into_iter().map(|sighting| (sighting.unit, sighting.seen)).collect();
        let files = reader.artefacts(it.id).unwrap();
        (
            it.key,
            it.known,
            it.times,
            it.first_seen,
            it.last_seen,
            it.first.seen,
            it.backends,
            it.state,
            seen,
            files,
        )
    });
    let dismissed = reader.dismissed().unwrap().len();
    let behaviours: Vec<_> = reader.behaviour_list().unwrap().into_iter().map(|(name, ..)| name).collect();
    let mut seeds = reader.seeds("gen-mir").unwrap();
    seeds.sort();
    let work =
        (reader.totals_by(By::Worker).unwrap(), reader.over_time(100).unwrap(), reader.features().unwrap());
    (findings.collect::<Vec<_>>(), dismissed, behaviours, seeds, work)
}

fn parts_become_a_whole(place: &Place) {
    let [first, second] = parts();
    let mut whole = place.store();
    let merged = whole.merge(&first.reader()).unwrap();
    assert_eq!(merged, Merged { units: 2, sightings: 6, findings: 2, improved: 0 });
    let merged = whole.merge(&second.reader()).unwrap();
    assert_eq!(merged, Merged { units: 3, sightings: 6, findings: 1, improved: 0 });
    let reader = whole.reader().unwrap();
    assert_eq!(reader.totals().unwrap().units, 5);
    let findings = reader.findings().unwrap();
    let told: Vec<(&str, u64)> = findings.iter().map(|it| (&*it.key, it.times)).collect();
    assert_eq!(told, [("a", 2), ("b", 5), ("c", 3)]);
    assert_eq!((findings[1].first_seen, findings[1].last_seen), (200, 300));
    assert_eq!((reader.dismissed().unwrap().len(), reader.waiting().unwrap()), (2, 0));
    assert_eq!(reader.features().unwrap(), (50, vec![("loop".to_owned(), 5)]));
    assert_eq!(reader.behaviours().unwrap(), 6);
    assert_eq!(reader.totals_by(By::Worker).unwrap().len(), 2);
    assert_eq!(whole.join(None, 0, None).unwrap(), 7, "its seed is the campaign's");
}

fn merging_twice_changes_nothing(place: &Place) {
    let parts = parts();
    let mut whole = place.store();
    parts.iter().for_each(|part| _ = whole.merge(&part.reader()).unwrap());
    let before = shown(&whole.reader().unwrap());
    for part in &parts {
        assert_eq!(whole.merge(&part.reader()).unwrap(), Merged::default());
    }
    assert_eq!(shown(&whole.reader().unwrap()), before);
}

fn what_was_done_since_is_added(place: &Place) {
    let mut part = Part::new(1);
    part.work(1, &["a"], 200);
    let waits = Unit { number: 2, ..unit(2) };
    part.store.finish_unit(part.run, &waits, &[sighting(9, None), sighting(8, None)], 250).unwrap();
    let mut whole = place.store();
    whole.merge(&part.reader()).unwrap();
    assert_eq!(whole.reader().unwrap().waiting().unwrap(), 2);
    let waiting = part.reader().waiting_sightings().unwrap();
    let settled = Settled::True(Box::new(finding("later")));
    part.store.settle(part.run, waiting[0].id, &settled, 300).unwrap();
    part.store.settle(part.run, waiting[1].id, &Settled::Dismissed("noise".into()), 300).unwrap();
    part.work(1, &["a"], 400);
    let merged = whole.merge(&part.reader()).unwrap();
    assert_eq!(merged, Merged { units: 1, sightings: 1, findings: 1, improved: 0 });
    assert_eq!(shown(&whole.reader().unwrap()), shown(&part.reader()));
}

fn the_order_of_merging_does_not_matter(place: &Place) {
    let [first, second] = parts();
    let mut whole = place.store();
    let folder = TempDir::new().unwrap();
    let mut other = Store::open(folder.path()).unwrap();
    for (one, another) in [(&first, &second), (&second, &first)] {
        whole.merge(&one.reader()).unwrap();
        other.merge(&another.reader()).unwrap();
    }
    assert_eq!(shown(&whole.reader().unwrap()), shown(&other.reader().unwrap()));
}

fn the_finding_of_which_more_is_known_stays(place: &Place) {
    let [first, mut second] = parts();
    let reduced = Finding { reduction: Reduction::Reduced, ..finding("b").known };
    let files = [("reduced.rs".to_owned(), b"fn f() {}".to_vec())];
    second.store.improve(second.run, 1, &reduced, &files).unwrap();
    let mut whole = place.store();
    whole.merge(&first.reader()).unwrap();
    let merged = whole.merge(&second.reader()).unwrap();
    assert_eq!(merged.improved, 1);
    whole.merge(&first.reader()).unwrap();
    let reader = whole.reader().unwrap();
    let finding = reader.finding(2).unwrap().unwrap();
    assert_eq!((&*finding.key, finding.known), ("b", reduced));
    assert_eq!(reader.artefacts(2).unwrap().len(), 2);
    assert_eq!(finding.first.unit, 1, "its program is that of the second part");
    assert!(finding.first.seen.program.is_some());
    let seen = reader.sightings(2).unwrap();
    assert_eq!(seen.iter().filter(|sighting| sighting.seen.program.is_some()).count(), 1);
}

fn what_people_have_said_last_counts(place: &Place) {
    let [first, mut second] = parts();
    let state = |status, at| FindingState { status, note: String::new(), at };
    annotate(first.store.address(), 2, &state(FindingStatus::Filed, 20)).unwrap();
    annotate(second.store.address(), 1, &state(FindingStatus::Ignored, 10)).unwrap();
    second.store.mute(&[("c".into(), "#1".into())]).unwrap();
    let mut whole = place.store();
    [first, second].iter().for_each(|part| _ = whole.merge(&part.reader()).unwrap());
    let findings = whole.reader().unwrap().findings().unwrap();
    assert_eq!(findings[1].state, state(FindingStatus::Filed, 20));
    assert_eq!(findings[2].muted.as_deref(), Some("#1"));
}

fn stores_of_other_campaigns_are_refused_and_leave_no_trace(place: &Place) {
    let [first, _] = parts();
    let folder = TempDir::new().unwrap();
    let mut other = Store::open(folder.path()).unwrap();
    let run = other.begin_run("{}", "node 3", 0).unwrap();
    other.finish_unit(run, &unit(7), &[sighting(1, None)], 0).unwrap();
    other.finish_unit(run, &Unit { profile: "other".into(), ..unit(2) }, &[], 0).unwrap();
    let mut whole = place.store();
    whole.merge(&first.reader()).unwrap();
    let before = shown(&whole.reader().unwrap());
    let refused = whole.merge(&other.reader().unwrap()).unwrap_err();
    assert!(matches!(&refused, StoreError::OtherCampaign { .. }), "{refused}");
    assert!(refused.to_string().contains("unit 2 is another one"), "{refused}");
    assert_eq!(shown(&whole.reader().unwrap()), before);
}

fn work_goes_on_in_what_was_merged(place: &Place) {
    let parts = parts();
    let mut whole = place.store();
    parts.iter().for_each(|part| _ = whole.merge(&part.reader()).unwrap());
    let run = whole.begin_run("{}", "node 3", 0).unwrap();
    assert_eq!(crate::common::lease(&mut whole, run, 2), [6, 7], "the last part has unit 5");
}

#[test]
fn a_part_has_the_units_of_its_number() {
    let [first, second] = parts();
    let numbers = |part: &Part| -> Vec<u64> {
        let list = part.reader().behaviour_list().unwrap();
        list.into_iter().filter(|(name, ..)| name != "x").map(|(_, unit, _)| unit).collect()
    };
    assert_eq!((numbers(&first), numbers(&second)), (vec![0, 2], vec![1, 3, 5]));
    let Part { folder, store, .. } = first;
    drop(store);
    let other = Store::open(folder.path()).unwrap().join(None, 0, Some(Shard { index: 2, of: 2 }));
    assert!(matches!(other, Err(StoreError::OtherCampaign { .. })), "{other:?}");
}

#[test]
fn a_part_is_written_as_a_fraction() {
    assert_eq!("3/8".parse(), Ok(Shard { index: 3, of: 8 }));
    for text in ["", "1", "0/4", "5/4", "1/0", "a/b", "-1/2", "1/99999999999"] {
        let refused = text.parse::<Shard>().unwrap_err();
        assert!(refused.contains("1/8"), "{refused}");
    }
    let numbers = (0..9).map(|free| Shard { index: 3, of: 4 }.number(free)).collect::<Vec<_>>();
    assert_eq!(numbers, [2, 2, 2, 6, 6, 6, 6, 10, 10]);
}
