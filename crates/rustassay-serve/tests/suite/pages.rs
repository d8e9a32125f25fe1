//! What the pages show.

use crate::common::{Server, TOKEN, store};
use rustassay_store::{Store, StoreAddress};
use rustassay_testing::postgres_database;
use std::time::{Duration, Instant};
use tempfile::TempDir;

#[test]
fn a_finding_is_found_by_a_filter() {
    let server = Server::start();
    let count = |query: &str| {
        let body = server.get_json(&format!("/findings?{query}")).body;
        body.split("\"all\":").nth(1).and_then(|rest| rest.split([',', '}']).next()).map(str::to_owned)
    };
    assert_eq!(count(""), Some("3".into()));
    assert_eq!(count("fault=miscompilation"), Some("1".into()));
    assert_eq!(count("text=MISCOMP"), Some("1".into()));
    assert_eq!(count("status=filed"), Some("0".into()));
}

#[test]
fn an_address_with_json_has_the_same_as_data() {
    let server = Server::start();
    for path in ["/index", "/findings", "/findings/1", "/programs/1", "/coverage"] {
        let by_name = server.get(&format!("{path}.json"));
        assert_eq!(by_name.header("content-type"), Some("application/json"), "{path}");
        let path = if path == "/index" { "/" } else { path };
        let by_header = server.get_json(path);
        assert_eq!((by_header.status, by_header.body), (200, by_name.body), "{path}");
    }
    let nowhere = server.get("/findings/99.json");
    assert_eq!(nowhere.status, 404);
    assert!(nowhere.body.starts_with("{\"error\":"), "{nowhere:?}");
}

#[test]
fn a_state_is_kept_and_shown_at_once() {
    let server = Server::start();
    let token = format!("Authorization: Bearer {TOKEN}");
    let set = |body: &str| server.ask("POST /findings/1/state", &[&token, "Accept: application/json"], body);
    let filed = set("status=filed&note=https://example.org/issues/1");
    assert_eq!(filed.status, 200, "{filed:?}");
    assert!(
        server
            .get("/findings/1")
            .body
            .contains("<a href=\"https://example.org/issues/1\" rel=\"noopener noreferrer\">")
    );
    assert!(server.get_json("/findings?status=filed").body.contains("\"all\":1"));
    assert_eq!(set("status=filed&note=").status, 400, "what is filed has a link");
    assert_eq!(set("status=lost").status, 400);
    assert_eq!(set("status=new").status, 200);
    assert_eq!(server.state(), "new");
    assert_eq!(server.ask("POST /findings/99/state", &[&token], "status=new").status, 404);
}

#[test]
fn a_state_can_be_set_while_somebody_works_on_the_store() {
    let server = Server::start();
    let worker = rustassay_store::Store::open(server.folder.path()).expect("nobody else works on it");
    let token = format!("Authorization: Bearer {TOKEN}");
    assert_eq!(server.ask("POST /findings/1/state", &[&token], "status=fixed").status, 303);
    assert_eq!(server.state(), "fixed");
    drop(worker);
}

#[test]
fn a_shared_store_is_served_until_the_server_ends() {
    let Some(url) = postgres_database() else { return };
    let address: StoreAddress = url.parse().expect("it is a URL");
    drop(Store::open(&address).expect("the database is new"));
    let server = Server::at(&address, TempDir::new().expect("a folder can be made"), "127.0.0.1:80");
    for path in ["/", "/findings", "/coverage"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    // What is left of its connections must not take the server down: it says whether it panicked.
    drop(server);
}

#[test]
fn prometheus_gets_its_numbers() {
    let server = Server::start();
    let reply = server.get("/metrics");
    assert!(reply.header("content-type").is_some_and(|kind| kind.starts_with("text/plain; version=0.0.4")));
    for line in ["rustassay_store_up 1", "rustassay_findings{state=\"new\"} 3", "rustassay_workers 0"] {
        assert!(reply.body.lines().any(|it| it == line), "{line}: {}", reply.body);
    }
    let samples = reply.body.lines().filter(|line| !line.starts_with('#'));
    samples.for_each(|line| assert!(line.starts_with("rustassay_"), "{line}"));
}

#[test]
fn ten_thousand_findings_are_as_easy_to_see_as_three() {
    let folder = TempDir::new().expect("a folder can be made");
    store(&folder);
    let db = rusqlite::Connection::open(folder.path().join("campaign.sqlite")).expect("it is there");
    db.execute_batch(
        "WITH RECURSIVE n (n) AS (SELECT 4 UNION ALL SELECT n + 1 FROM n WHERE n < 10000)
         INSERT INTO finding (id, key, found_at, details, first_sighting)
         SELECT n, 'key ' || n, n, (SELECT details FROM finding WHERE id = 1), 1 FROM n;
         INSERT INTO shown_by (finding, backend, times, first_seen, last_seen)
         SELECT id, 'stable/O' || (id % 4), id, id, id FROM finding WHERE id > 3;",
    )
    .expect("the tables are as they are");
    drop(db);
    let server = Server::of(folder, "127.0.0.1:80");
    for path in
        ["/", "/findings", "/findings?page=200", "/findings?text=key+99&order=times", "/findings/9999"]
    {
        let began = Instant::now();
        let reply = server.get(path);
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.body.len() < 300_000, "{path}: {} bytes", reply.body.len());
        assert!(began.elapsed() < Duration::from_secs(5), "{path}: {:?}", began.elapsed());
    }
    assert!(server.get("/findings?page=200").body.contains("page 200 of 200"));
    assert_eq!(server.get("/findings?page=99999999").status, 200, "a page too far is empty");
}
