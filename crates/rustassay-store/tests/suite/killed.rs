//! A process that is killed takes nothing with it that it had said was done.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::common::{Place, STORE, child, lease, on_both, settled, sighting, unit};
use rusqlite::Connection;
use rustassay_store::record::Unit;
use rustassay_store::{Store, StoreAddress};

/// How many sightings a unit has.
fn sightings(number: u64) -> u64 {
    number % 4
}

/// A worker of which nobody has heard for so long is dead.
const LEASE: Duration = Duration::from_millis(300);

#[test]
fn child_that_works_until_it_is_killed() {
    let Ok(address) = std::env::var(STORE) else { return };
    let address: StoreAddress = address.parse().unwrap();
    let mut store = Store::open(&address).unwrap().with_lease(LEASE);
    let run = store.begin_run("{}", "a child", 0).unwrap();
    let mut said = std::io::stdout();
    loop {
        store.keep_alive(run).unwrap();
        let leased = lease(&mut store, run, 2);
        for number in leased {
            let features = (0..20).map(|feature| (format!("feature {feature}"), 1)).collect();
            let unit = Unit { features, behaviours: vec![format!("behaviour {number}")], ..unit(number) };
            let seen: Vec<_> = (0..sightings(number)).map(|seed| sighting(seed, None)).collect();
            let waiting = store.finish_unit(run, &unit, &seen, 0).unwrap().waiting;
            said.write_all(format!("\nunit {number}\n").as_bytes()).unwrap();
            if let Some(first) = waiting.first() {
                let (finding, _) =
                    store.settle(run, first.id, &settled(&format!("key {number}")), 0).unwrap().unwrap();
                said.write_all(format!("\nfinding {finding}\n").as_bytes()).unwrap();
            }
        }
    }
}

on_both!(nothing_that_was_said_to_be_done_is_lost_by_killing);

fn nothing_that_was_said_to_be_done_is_lost_by_killing(place: &Place) {
    let mut said = String::new();
    for moment in 0..20_u64 {
        let mut child = child("killed::child_that_works_until_it_is_killed", &place.url)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // Some die before there is a store, most in the middle of the work.
        let mut lines = moment * 5;
        while lines > 0 && output.read_line(&mut said).unwrap() > 0 {
            lines -= 1;
        }
        thread::sleep(Duration::from_micros(moment * moment * 7_919 % 20_000));
        child.kill().unwrap();
        child.wait().unwrap();
        output.read_to_string(&mut said).unwrap();
        if !said.contains("unit") {
            continue;
        }
        assert_is_whole(place, &said);
    }
    assert!(said.contains("unit"), "no child came to work: {said}");
    // What the dead had begun is done by whoever comes.
    thread::sleep(LEASE);
    let mut store = place.store();
    let run = store.begin_run("{}", "the last", 0).unwrap();
    let open = store.open_units().unwrap().len();
    for number in lease(&mut store, run, open) {
        assert!(store.finish_unit(run, &unit(number), &[], 0).unwrap().is_first);
    }
    let units = store.reader().unwrap().totals().unwrap().units;
    assert_eq!(store.open_units().unwrap(), []);
    if !place.is_shared() {
        assert_eq!(lease(&mut store, run, 1), [units], "no number is missing");
    }
    drop(store);
    if let Some(folder) = place.address.folder() {
        let leftovers = fs::read_dir(folder).unwrap().count();
        assert!(
            leftovers <= 4,
            "the database, its log, the log's index and the lock are all that there may be"
        );
    }
}

/// All that was said is there, and units are there with all that they have.
fn assert_is_whole(place: &Place, said: &str) {
    let reader = place.reader();
    if let Some(folder) = place.address.folder() {
        let db = Connection::open(folder.join("campaign.sqlite")).unwrap();
        let check: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(check, "ok");
    }
    let mut there: BTreeMap<u64, u64> =
        reader.behaviour_list().unwrap().into_iter().map(|it| (it.1, 0)).collect();
    let waiting = reader.waiting_sightings().unwrap();
    let found = reader.findings().unwrap();
    let found = found.iter().flat_map(|finding| reader.sightings(finding.id).unwrap());
    waiting.into_iter().chain(found).for_each(|sighting| *there.get_mut(&sighting.unit).unwrap() += 1);
    assert!(there.iter().all(|(&number, &count)| count == sightings(number)), "{there:?}");
    assert_eq!(reader.totals().unwrap().units, there.len() as u64);
    let features = reader.features().unwrap().1;
    assert_eq!(features.len(), if there.is_empty() { 0 } else { 20 });
    assert!(features.iter().all(|&(_, programs)| programs == there.len() as u64), "{features:?}");
    for line in said.lines() {
        if let Some(number) = line.strip_prefix("unit ") {
            assert!(there.contains_key(&number.parse().unwrap()), "{line}");
        } else if let Some(id) = line.strip_prefix("finding ") {
            let id = id.parse().unwrap();
            assert!(reader.finding(id).unwrap().is_some(), "{line}");
            assert_eq!(reader.artefacts(id).unwrap().len(), 2);
        }
    }
}
