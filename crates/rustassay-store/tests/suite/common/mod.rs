//! Records for the tests, places for stores, and a way to run a test in a process of its own.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rustassay_finding::{Fault, Finding};
use rustassay_store::record::{Drawn, NewFinding, NewSighting, Settled, Unit};
use rustassay_store::{Able, Reader, Store, StoreAddress};
use rustassay_testing::{Requirement, postgres_database, skip};
use tempfile::TempDir;

/// The environment variable that gives a test that runs as a child its store.
pub const STORE: &str = "RUSTASSAY_TEST_STORE";

/// Where a test has its store.
pub struct Place {
    pub address: StoreAddress,
    /// The address as a user types it.
    pub url: String,
    _folder: Option<TempDir>,
}

impl Place {
    pub fn folder() -> Option<Place> {
        let folder = TempDir::new().expect("a folder can be made");
        let url = folder.path().display().to_string();
        Some(Place { address: folder.path().into(), url, _folder: Some(folder) })
    }

    /// `None` if there is no PostgreSQL here.
    pub fn database() -> Option<Place> {
        let url = postgres_database()?;
        Some(Place { address: url.parse().expect("it is an address"), url, _folder: None })
    }

    pub fn store(&self) -> Store {
        Store::open(&self.address).unwrap()
    }

    /// Whether others may work on the store at the same time.
    pub fn is_shared(&self) -> bool {
        self.address.folder().is_none()
    }

    pub fn reader(&self) -> Reader {
        Reader::open(&self.address).unwrap()
    }
}

/// Tests that are run with a folder and with a database: functions that take a [`Place`].
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod folder {
            $(#[test] fn $test() { $crate::common::Place::folder().iter().for_each(super::$test); })*
        }
        mod database {
            $(#[test] fn $test() { $crate::common::Place::database().iter().for_each(super::$test); })*
        }
    };
}
pub(crate) use on_both;

/// Leases so many units to a run: what others left, and new ones that [`drawn`] describes.
pub fn lease(store: &mut Store, run: i64, most: usize) -> Vec<u64> {
    let (generators, backends, declined) = (["gen-mir"], ["stable -O3"], BTreeSet::new());
    let able = Able { generators: &generators, backends: &backends, declined: &declined };
    let leased = store.lease_units(run, able, most, &mut |number| Some(drawn(number))).unwrap();
    leased.into_iter().map(|unit| unit.number).collect()
}

/// A unit with a number, and no two numbers in it the same.
pub fn unit(number: u64) -> Unit {
    Unit {
        number,
        generator: "gen-mir".into(),
        profile: "swarm".into(),
        config: "c0ffee".into(),
        first_seed: number * 100,
        backend: "stable -O3".into(),
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
        features: vec![],
        sampled: 10,
        behaviours: vec![],
        seeds: vec![],
    }
}

/// What the number of such a unit stands for.
pub fn drawn(number: u64) -> Drawn {
    let Unit { generator, profile, config, first_seed, backend, programs, .. } = unit(number);
    Drawn { number, generator, profile, config, first_seed, backend, programs }
}

/// A sighting, with a key or none.
pub fn sighting(seed: u64, key: Option<&str>) -> NewSighting {
    let key = key.map(String::from);
    NewSighting {
        seed,
        fault: Fault::CompilerCrash,
        key,
        summary: "rustc crashed".into(),
        program: Some(vec![seed as u8]),
    }
}

/// What is known of a finding.
pub fn finding(key: &str) -> NewFinding {
    NewFinding {
        key: key.into(),
        known: Finding {
            cause: Some("mir:GVN".into()),
            ..Finding::new(Fault::Miscompilation, "prints something else", "prints 1, must print 2")
        },
        artefacts: vec![("program.rs".into(), b"fn main() {}".to_vec()), ("actual".into(), vec![0, 255])],
    }
}

/// That a sighting is one of a finding.
pub fn settled(key: &str) -> Settled {
    Settled::True(Box::new(finding(key)))
}

/// This program, to run one of its tests only, with a store that a child can open. Such a test does nothing without one.
pub fn child(test: &str, store: impl AsRef<std::ffi::OsStr>) -> Command {
    let program = std::env::current_exe().expect("a test has a program");
    let mut command = Command::new(program);
    command.args(["--exact", test, "--nocapture"]).env(STORE, store);
    command
}

/// The same, where `mount` was run as the root of a namespace of its own. `None` if this
/// system does not let us.
pub fn child_with_mount(test: &str, folder: &Path, mount: &str) -> Option<Command> {
    let try_mount = |then: &str| {
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-c", &format!("{mount} && {then}"), "sh"]).arg(folder);
        command
    };
    if !try_mount("true").output().is_ok_and(|output| output.status.success()) {
        skip(Requirement::Mounts, "`unshare -rm mount` fails; allow user namespaces that may mount");
        return None;
    }
    let run = child(test, folder);
    let mut command = try_mount(r#"shift && exec "$@""#);
    command.arg(run.get_program()).args(run.get_args()).env(STORE, folder);
    Some(command)
}
