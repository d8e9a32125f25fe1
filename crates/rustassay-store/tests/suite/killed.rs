//! A process that is killed takes nothing with it that it had said was done.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::common::{FOLDER, child, drawn, settled, sighting, unit};
use rusqlite::Connection;
use rustassay_store::record::Unit;
use rustassay_store::{Reader, Store};
use tempfile::TempDir;

/// How many sightings a unit has.
fn sightings(number: u64) -> u64 {
    number % 4
}

#[test]
fn child_that_works_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let mut store = Store::open(&folder).unwrap();
    let run = store.begin_run("{}", 0).unwrap();
    let (unfinished, free) = store.unfinished().unwrap();
    let mut said = std::io::stdout();
    for number in unfinished.into_iter().map(|drawn| drawn.number).chain(free..) {
        store.draw(&drawn(number)).unwrap();
        let features = (0..20).map(|feature| (format!("feature {feature}"), 1)).collect();
        let unit = Unit { features, behaviours: vec![format!("behaviour {number}")], ..unit(number) };
        let seen: Vec<_> = (0..sightings(number)).map(|seed| sighting(seed, None)).collect();
        let waiting = store.finish_unit(run, &unit, &seen, 0).unwrap().waiting;
        said.write_all(format!("\nunit {number}\n").as_bytes()).unwrap();
        if let Some(first) = waiting.first() {
            let (finding, _) =
                store.settle(first.id, &settled(&format!("key {number}")), 0).unwrap().unwrap();
            said.write_all(format!("\nfinding {finding}\n").as_bytes()).unwrap();
        }
    }
}

#[test]
fn nothing_that_was_said_to_be_done_is_lost_by_killing() {
    let folder = TempDir::new().unwrap();
    let mut said = String::new();
    for moment in 0..20_u64 {
        let mut child = child("killed::child_that_works_until_it_is_killed", folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = child.stdout.take().unwrap();
        let reading = thread::spawn(move || {
            let mut text = String::new();
            output.read_to_string(&mut text).map(|_| text)
        });
        // Some come before there is a store, most in the middle of the work.
        thread::sleep(Duration::from_micros(moment * moment * 7_919 % 150_000));
        child.kill().unwrap();
        child.wait().unwrap();
        said += &reading.join().unwrap().unwrap();
        if !said.contains("unit") {
            continue;
        }

        let reader = Reader::open(folder.path()).unwrap();
        let db = Connection::open(folder.path().join("campaign.sqlite")).unwrap();
        let check: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(check, "ok");
        let there: BTreeMap<u64, u64> = db
            .prepare("SELECT number, (SELECT count(*) FROM sighting WHERE unit = number) FROM unit")
            .unwrap()
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        assert!(there.iter().all(|(&number, &count)| count == sightings(number)), "{there:?}");
        assert_eq!(reader.behaviours().unwrap(), there.len() as u64);
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
    assert!(said.contains("unit"), "no child came to work: {said}");
    let leftovers = fs::read_dir(folder.path()).unwrap().count();
    assert!(leftovers <= 4, "the database, its log, the log's index and the lock are all that there may be");
}
