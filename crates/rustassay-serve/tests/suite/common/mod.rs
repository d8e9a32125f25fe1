//! A server of a test's own, and a client that sends just what a test says.

use rustassay_finding::{Fault, Finding};
use rustassay_serve::{AccessRules, Secret, StoreSite, serve};
use rustassay_store::record::{NewFinding, NewSighting, Settled, Unit};
use rustassay_store::{Store, StoreAddress};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use tempfile::TempDir;

pub const TOKEN: &str = "a-token-of-the-tests";

/// What would run if a page or a statement did not escape it.
pub const NASTY: &str = "</pre></textarea><script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;'); DROP TABLE finding; --";

/// A server on loopback.
pub struct Server {
    pub address: SocketAddr,
    pub folder: TempDir,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// One with the findings of [`store`], that takes anybody for somebody on loopback, or on another address.
    pub fn start_as(believed: &str) -> Server {
        let folder = TempDir::new().expect("a folder can be made");
        store(&folder);
        Server::of(folder, believed)
    }

    pub fn start() -> Server {
        Server::start_as("127.0.0.1:80")
    }

    /// The server of the store in a folder.
    pub fn of(folder: TempDir, believed: &str) -> Server {
        let store = folder.path().into();
        Server::at(&store, folder, believed)
    }

    /// The server of a store that is somewhere else than in its folder.
    pub fn at(store: &StoreAddress, folder: TempDir, believed: &str) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
        let address = listener.local_addr().expect("it is bound");
        let token = Secret::chosen(TOKEN).expect("it is long enough");
        let access = AccessRules::new(believed.parse().expect("an address"), token, Vec::new())
            .expect("random numbers");
        let site = StoreSite::open(store, access).expect("there is a store");
        let stop = Arc::new(AtomicBool::new(false));
        let told = stop.clone();
        let thread = std::thread::spawn(move || serve(site, listener, &told, |_| ()).expect("it listens"));
        Server { address, folder, stop, thread: Some(thread) }
    }

    /// What the server says to bytes; the connection ends with `Connection: close` or after a while.
    pub fn say(&self, bytes: &[u8]) -> Heard {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("it is a time");
        // The server may refuse before it has read all.
        let _ = stream.write_all(bytes);
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        Heard::of(&text)
    }

    /// Sends a request with some headers more than `Host`, and a body.
    pub fn ask(&self, line: &str, headers: &[&str], body: &str) -> Heard {
        let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
        let length =
            if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let host = self.address;
        self.say(
            format!("{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}{length}\r\n{body}")
                .as_bytes(),
        )
    }

    pub fn get(&self, path: &str) -> Heard {
        self.ask(&format!("GET {path}"), &[], "")
    }

    /// The same as a program that has the token.
    pub fn get_json(&self, path: &str) -> Heard {
        self.ask(&format!("GET {path}"), &["Accept: application/json"], "")
    }

    /// The cookie of a session, for a header.
    pub fn session(&self) -> String {
        let reply = self.ask("POST /login", &[], &format!("token={TOKEN}"));
        let cookie = reply.header("set-cookie").expect("the token is right");
        format!("Cookie: {}", cookie.split(';').next().unwrap_or_default())
    }

    /// The secret in the form of a finding's page.
    pub fn secret(&self, session: &str) -> String {
        let page = self.ask("GET /findings/1", &[session], "").body;
        let field = page.split("name=\"form\" value=\"").nth(1).expect("there is a form");
        field.split('"').next().expect("it ends").to_owned()
    }

    /// What the store says of the state of the first finding.
    pub fn state(&self) -> String {
        let body = self.get_json("/findings/1").body;
        let status = body.split("\"status\":\"").nth(1).expect("it has a state");
        status.split('"').next().expect("it ends").to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let thread = self.thread.take().expect("it is dropped once");
        assert!(thread.join().is_ok(), "the server panicked");
    }
}

/// What the server said.
#[derive(Debug)]
pub struct Heard {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Heard {
    fn of(bytes: &[u8]) -> Heard {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Heard { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// A store with three findings, in which all that others have written is nasty.
pub fn store(folder: &TempDir) {
    let mut store = Store::open(folder.path()).expect("it is our folder");
    let run = store.begin_run("{}", NASTY, 1_000).expect("it is new");
    for (number, fault) in
        [Fault::Miscompilation, Fault::CompilerCrash, Fault::RejectedValid].into_iter().enumerate()
    {
        let number = number as u64;
        let seen = NewSighting {
            seed: number,
            fault,
            key: None,
            summary: NASTY.into(),
            program: Some(b"no specimen".to_vec()),
        };
        let finished =
            store.finish_unit(run, &unit(number), &[seen], 60_000 * number as i64).expect("it is written");
        let known = Finding { cause: Some(format!("mir:{NASTY}")), ..Finding::new(fault, NASTY, NASTY) };
        let artefacts = ["program.rs", "expected.txt", "actual.txt", "pass.diff", "../../etc/passwd"];
        let artefacts = artefacts.map(|name| (name.to_owned(), NASTY.as_bytes().to_vec())).to_vec();
        let finding = NewFinding { key: format!("{} | {number} | {NASTY}", fault.name()), known, artefacts };
        let settled = Settled::True(Box::new(finding));
        store.settle(run, finished.waiting[0].id, &settled, 60_000 * number as i64).expect("it is written");
    }
    store.end_run(run, NASTY, 200_000).expect("it is written");
}

fn unit(number: u64) -> Unit {
    Unit {
        number,
        generator: NASTY.into(),
        profile: NASTY.into(),
        config: String::new(),
        first_seed: number * 100,
        backend: format!("{NASTY}{number}"),
        programs: 100,
        statements: 5_000,
        executed: 70_000,
        agreed: 99,
        rejected: 0,
        known: 0,
        wrong: 1,
        skipped: 0,
        failed: 0,
        cpu: Duration::from_secs(7),
        own_cpu: Duration::from_millis(350),
        features: vec![(NASTY.into(), 1)],
        sampled: 2,
        behaviours: vec![format!("{NASTY}:{NASTY}")],
        seeds: Vec::new(),
    }
}
