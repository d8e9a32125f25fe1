//! What only a database promises, that many share and that may be away.

use std::collections::BTreeSet;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use crate::common::{Place, lease, settled, sighting, unit};
use rustassay_store::record::*;
use rustassay_store::{Reader, Store, StoreAddress, StoreError};
use rustassay_testing::PostgresServer;

const WORKERS: u64 = 8;

fn address(url: &str) -> StoreAddress {
    url.parse().expect("it is an address")
}

#[test]
fn workers_may_come_all_at_once() {
    let Some(place) = Place::database() else { return };
    let start = Barrier::new(WORKERS as usize);
    let seeds = thread::scope(|scope| {
        let come = |fresh| {
            let (start, place) = (&start, &place);
            scope.spawn(move || {
                start.wait();
                place.store().join(None, fresh, None).unwrap()
            })
        };
        let workers: Vec<_> = (0..WORKERS).map(come).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect::<BTreeSet<u64>>()
    });
    assert_eq!(seeds.len(), 1, "one of them has settled it for all");
}

#[test]
fn a_worker_that_comes_while_another_makes_the_tables_sees_all_of_them_or_none() {
    let Some(place) = Place::database() else { return };
    thread::scope(|scope| {
        for worker in 0..30 {
            let place = &place;
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(4 * worker));
                let mut store = place.store();
                store.begin_run("{}", &format!("node {worker}"), 0).unwrap();
            });
        }
    });
    assert_eq!(place.store().reader().unwrap().runs().unwrap().len(), 30);
}

/// A worker that does units, and looks at what seems wrong whenever there is something.
fn work(place: &Place, worker: u64, units: u64) {
    let mut store = place.store();
    let run = store.begin_run("{}", &format!("node {worker}"), 0).unwrap();
    for _ in 0..units {
        let number = lease(&mut store, run, 1)[0];
        // Three causes: of one the key is known at once, the others are told apart by a closer look.
        let seen = [sighting(0, Some("crash")), sighting(1, None), sighting(2, None)];
        let unit = Unit {
            features: vec![("loop".into(), 1), ("union".into(), 1)],
            behaviours: (0..20).map(|n| format!("b{}", (n * 7 + number) % 20)).collect(),
            seeds: vec![number.to_le_bytes().to_vec()],
            ..unit(number)
        };
        store.finish_unit(run, &unit, &seen, 0).unwrap();
        while let Some(sighting) = store.take_sighting(run, &["stable -O3"]).unwrap() {
            let key = match &sighting.seen.key {
                Some(key) => key.clone(),
                None => format!("cause {}", sighting.seen.seed),
            };
            store.settle(run, sighting.id, &settled(&key), 0).unwrap();
        }
    }
    store.end_run(run, "done", 0).unwrap();
}

#[test]
fn workers_at_once_do_each_unit_once_and_find_each_cause_once() {
    let Some(place) = Place::database() else { return };
    const UNITS: u64 = 15;
    thread::scope(|scope| {
        for worker in 0..WORKERS {
            let place = &place;
            scope.spawn(move || work(place, worker, UNITS));
        }
    });
    let reader = place.reader();
    let all = WORKERS * UNITS;
    assert_eq!(reader.totals().unwrap().units, all);
    assert_eq!(reader.totals_by(By::Worker).unwrap().len() as u64, WORKERS);
    assert_eq!((reader.open_units().unwrap(), reader.waiting().unwrap()), (vec![], 0));
    let findings = reader.findings().unwrap();
    let told: BTreeSet<(&str, u64)> = findings.iter().map(|it| (&*it.key, it.times)).collect();
    assert_eq!(told, BTreeSet::from([("crash", all), ("cause 1", all), ("cause 2", all)]));
    assert_eq!(findings.iter().map(|it| it.id).collect::<Vec<_>>(), [1, 2, 3]);
    for finding in &findings {
        assert_eq!(reader.sightings(finding.id).unwrap().len() as u64, all, "every one is counted once");
        assert!(finding.first.seen.program.is_some());
    }
    assert_eq!(reader.features().unwrap().1, [("loop".to_owned(), all), ("union".to_owned(), all)]);
    assert_eq!(reader.behaviours().unwrap(), 20);
    assert_eq!(reader.seeds("gen-mir").unwrap().len() as u64, all);
}

#[test]
fn a_worker_that_is_not_heard_of_loses_its_units_and_what_it_says_late_changes_nothing() {
    let Some(place) = Place::database() else { return };
    let mut slow = place.store().with_lease(Duration::from_millis(50));
    let slow_run = slow.begin_run("{}", "slow", 0).unwrap();
    assert_eq!(lease(&mut slow, slow_run, 2), [0, 1]);
    let mut quick = place.store();
    let quick_run = quick.begin_run("{}", "quick", 0).unwrap();
    thread::sleep(Duration::from_millis(100));
    assert_eq!(lease(&mut quick, quick_run, 1), [0]);
    assert!(quick.finish_unit(quick_run, &unit(0), &[sighting(1, None)], 0).unwrap().is_first);
    slow.keep_alive(slow_run).unwrap();
    assert!(!slow.finish_unit(slow_run, &unit(0), &[sighting(1, None)], 0).unwrap().is_first);
    assert!(slow.finish_unit(slow_run, &unit(1), &[], 0).unwrap().is_first, "nobody had taken this one");
    let reader = place.reader();
    assert_eq!((reader.totals().unwrap().units, reader.waiting().unwrap()), (2, 1));
}

#[test]
fn numbers_that_nobody_drew_are_missing_and_none_is_given_twice() {
    let Some(place) = Place::database() else { return };
    let mut store = place.store();
    let run = store.begin_run("{}", "node", 0).unwrap();
    let declined = BTreeSet::new();
    let able =
        rustassay_store::Able { generators: &["gen-mir"], backends: &["stable -O3"], declined: &declined };
    assert_eq!(store.lease_units(run, able, 2, &mut |_| None).unwrap(), []);
    assert_eq!(lease(&mut store, run, 1), [2]);
}

#[test]
fn a_text_with_a_nul_is_kept_without_it() {
    let Some(place) = Place::database() else { return };
    let mut store = place.store();
    let run = store.begin_run("{}", "node", 0).unwrap();
    let seen = NewSighting { summary: "a\0b".into(), ..sighting(1, None) };
    store.finish_unit(run, &unit(0), &[seen], 0).unwrap();
    assert_eq!(place.reader().waiting_sightings().unwrap()[0].seen.summary, "a\u{fffd}b");
}

#[test]
fn what_is_no_store_is_refused_and_stays_as_it_is() {
    let Some(server) = PostgresServer::start(&["fsync=off"]) else { return };
    let assert_not_a_store = |url: &str| {
        let refused = Reader::open(address(url)).map(drop);
        assert!(matches!(refused, Err(StoreError::NotAStore { .. })), "{refused:?}");
    };
    let empty = server.database();
    assert_not_a_store(&empty);
    let foreign = server.database();
    let name = foreign.rsplit('/').next().unwrap();
    server.sql(name, "CREATE SCHEMA rustassay; CREATE TABLE rustassay.unit (mine integer)");
    assert_not_a_store(&foreign);
    let refused = Store::open(address(&foreign)).map(drop);
    assert!(matches!(refused, Err(StoreError::NotAStore { .. })), "{refused:?}");
    assert_eq!(server.sql(name, "SELECT count(*) FROM pg_tables WHERE schemaname = 'rustassay'").trim(), "1");

    let newer = server.database();
    drop(Store::open(address(&newer)).unwrap());
    server.sql(newer.rsplit('/').next().unwrap(), "UPDATE rustassay.version SET version = 1000");
    for refused in [Store::open(address(&newer)).map(drop), Reader::open(address(&newer)).map(drop)] {
        assert!(matches!(refused, Err(StoreError::Newer { found: 1_000, .. })), "{refused:?}");
    }

    let missing = Store::open(address(&server.url("missing"))).map(drop);
    assert!(matches!(missing, Err(StoreError::Refused { .. })), "{missing:?}");
    let by_socket = Store::open(address(&server.socket_url(empty.rsplit('/').next().unwrap()))).map(drop);
    by_socket.unwrap();
}

#[test]
fn who_may_only_read_reads() {
    let Some(server) = PostgresServer::start(&["fsync=off"]) else { return };
    let url = server.database();
    let mut store = Store::open(address(&url)).unwrap();
    let run = store.begin_run("{}", "node", 0).unwrap();
    store.finish_unit(run, &unit(0), &[], 0).unwrap();
    let database = url.rsplit('/').next().unwrap();
    server.sql(
        database,
        "CREATE ROLE watcher LOGIN; GRANT USAGE ON SCHEMA rustassay TO watcher;
         GRANT SELECT ON ALL TABLES IN SCHEMA rustassay TO watcher",
    );
    let watcher = address(&url.replace("tester@", "watcher@"));
    assert_eq!(Reader::open(&watcher).unwrap().totals().unwrap().units, 1);
    let refused = Store::open(&watcher).and_then(|mut store| store.begin_run("{}", "watcher", 0));
    assert!(matches!(refused, Err(StoreError::ReadOnly { .. })), "{refused:?}");
}

#[test]
fn a_server_that_is_killed_is_away_and_has_all_that_it_acknowledged() {
    let Some(mut server) = PostgresServer::start(&[]) else { return };
    let url = address(&server.database());
    let mut store = Store::open(&url).unwrap();
    let reader = store.reader().unwrap();
    let run = store.begin_run("{}", "node", 0).unwrap();
    let mut last = None;
    for round in 0..3 {
        // A server that was killed gives other numbers than before, and may leave some out.
        let number = lease(&mut store, run, 1)[0];
        assert!(last < Some(number));
        last = Some(number);
        store.finish_unit(run, &unit(number), &[sighting(1, None)], 0).unwrap();
        let waiting = store.take_sighting(run, &["stable -O3"]).unwrap().unwrap();
        store.settle(run, waiting.id, &settled(&format!("key {round}")), 0).unwrap();
        server.kill();
        for away in [store.keep_alive(run), store.keep_alive(run), reader.totals().map(drop)] {
            assert!(matches!(&away, Err(why) if why.is_passing()), "{away:?}");
        }
        let refused = Store::open(&url).map(drop).unwrap_err();
        assert!(refused.is_passing() && refused.to_string().contains("cannot be reached"), "{refused}");
        server.restart();
        store.keep_alive(run).unwrap();
        let totals = reader.totals().unwrap();
        assert_eq!((totals.units, reader.findings().unwrap().len() as u64), (round + 1, round + 1));
    }
}
