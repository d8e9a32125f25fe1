//! What is no store, or not ours to write, is refused with a word why, and stays as it is.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

use crate::common::{STORE, child, child_with_mount, sighting, unit};
use rusqlite::Connection;
use rustassay_store::{Reader, Store, StoreError};
use tempfile::TempDir;

/// The folder that this process was given, if it is another test's child.
fn given_folder() -> Option<PathBuf> {
    std::env::var_os(STORE).map(PathBuf::from)
}

fn database(folder: &Path) -> Connection {
    Connection::open(folder.join("campaign.sqlite")).unwrap()
}

/// Makes a store with as many units.
fn make(folder: &Path, units: u64) -> Store {
    let mut store = Store::open(folder).unwrap();
    let run = store.begin_run("{}", "a test", 0).unwrap();
    for number in 0..units {
        store.finish_unit(run, &unit(number), &[sighting(number, None)], 0).unwrap();
    }
    store
}

fn assert_not_a_store(folder: &Path) {
    let opened = Store::open(folder).map(drop);
    assert!(matches!(opened, Err(StoreError::NotAStore { .. })), "{opened:?}");
    let opened = Reader::open(folder).map(drop);
    assert!(matches!(opened, Err(StoreError::NotAStore { .. })), "{opened:?}");
}

#[test]
fn child_that_holds_a_store() {
    let Some(folder) = given_folder() else { return };
    let _store = Store::open(&folder).unwrap();
    std::io::stdout().write_all(b"\nopen\n").unwrap();
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

#[test]
fn a_second_process_is_told_who_works_on_the_store() {
    let folder = TempDir::new().unwrap();
    let mut first = child("refusals::child_that_holds_a_store", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(first.stdout.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap() == "open"));
    let refused = Store::open(folder.path()).unwrap_err();
    assert!(matches!(refused, StoreError::InUse { pid: Some(pid), .. } if pid == first.id()), "{refused}");
    let reader = Reader::open(folder.path()).unwrap();
    assert_eq!(reader.worker(), Some(first.id()));
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(reader.worker(), None);
    Store::open(folder.path()).unwrap();
}

#[test]
fn one_process_has_a_store_once() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let refused = Store::open(folder.path()).map(drop);
    assert!(matches!(refused, Err(StoreError::InUse { pid: Some(pid), .. }) if pid == process::id()));
    assert_eq!(store.reader().unwrap().worker(), Some(process::id()));
    drop(store);
    Store::open(folder.path()).unwrap();
}

#[test]
fn a_newer_version_is_refused() {
    let folder = TempDir::new().unwrap();
    drop(make(folder.path(), 1));
    database(folder.path()).pragma_update(None, "user_version", 1_000).unwrap();
    for refused in [Store::open(folder.path()).map(drop), Reader::open(folder.path()).map(drop)] {
        assert!(matches!(refused, Err(StoreError::Newer { found: 1_000, .. })), "{refused:?}");
    }
}

#[test]
fn a_file_in_place_of_the_folder_is_refused() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    assert_not_a_store(&file);
    assert_not_a_store(&file.join("below"));
    assert_eq!(fs::read(&file).unwrap(), b"mine");
}

#[test]
fn a_file_that_is_no_database_is_refused() {
    let folder = TempDir::new().unwrap();
    let text = "a text that is long enough to be the head of a database\n".repeat(100);
    fs::write(folder.path().join("campaign.sqlite"), &text).unwrap();
    assert_not_a_store(folder.path());
    assert_eq!(fs::read_to_string(folder.path().join("campaign.sqlite")).unwrap(), text);
}

#[test]
fn a_folder_in_place_of_the_file_is_refused() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("campaign.sqlite")).unwrap();
    assert_not_a_store(folder.path());
}

#[test]
fn the_database_of_another_program_is_refused() {
    let folder = TempDir::new().unwrap();
    database(folder.path()).execute_batch("CREATE TABLE run (mine)").unwrap();
    assert_not_a_store(folder.path());
}

#[test]
fn a_damaged_store_is_told_from_a_whole_one() {
    let folder = TempDir::new().unwrap();
    drop(make(folder.path(), 500));
    let file = folder.path().join("campaign.sqlite");
    let whole = fs::read(&file).unwrap();
    let overwritten_from = |from| [&whole[..from], &vec![0x5a; whole.len() - from]].concat();
    let half = whole[..whole.len() / 2].to_vec();
    for damaged in [half, overwritten_from(100), overwritten_from(4096), overwritten_from(16 * 4096)] {
        fs::write(&file, damaged).unwrap();
        let read = Reader::open(folder.path()).and_then(|reader| reader.totals());
        assert!(matches!(read, Err(StoreError::NotAStore { .. })), "{read:?}");
        let read = Store::open(folder.path()).and_then(|mut store| store.open_units());
        assert!(matches!(read, Err(StoreError::NotAStore { .. })), "{read:?}");
    }
}

#[test]
fn a_store_that_was_begun_and_left_is_empty() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("campaign.sqlite"), "").unwrap();
    let refused = Reader::open(folder.path()).map(drop);
    assert!(matches!(refused, Err(StoreError::NotAStore { .. })), "{refused:?}");
    assert_eq!(Store::open(folder.path()).unwrap().open_units().unwrap(), []);
}

#[test]
fn no_folder_is_no_store_to_read() {
    let folder = TempDir::new().unwrap();
    let refused = Reader::open(&folder.path().join("missing")).map(drop);
    assert!(matches!(refused, Err(StoreError::NotAStore { .. })), "{refused:?}");
    assert!(!folder.path().join("missing").exists());
}

#[test]
fn child_on_a_small_disk() {
    let Some(folder) = given_folder() else { return };
    let mut store = Store::open(&folder).unwrap();
    let run = store.begin_run("{}", "a test", 0).unwrap();
    let mut finished = 0;
    let refused = loop {
        match store.finish_unit(run, &unit(finished), &[sighting(finished, None)], 0) {
            Ok(_) => finished += 1,
            Err(why) => break why,
        }
    };
    assert!(matches!(refused, StoreError::Full { .. }), "{refused}");
    let whole = |reader: Reader| {
        assert_eq!(reader.totals().unwrap().units, finished);
        assert_eq!(reader.waiting().unwrap(), finished);
    };
    whole(store.reader().unwrap());
    drop(store);
    whole(Reader::open(&folder).unwrap());
    fs::remove_file(folder.join("ballast")).unwrap();
    let mut store = Store::open(&folder).unwrap();
    store.finish_unit(run, &unit(finished), &[], 0).unwrap();
    println!("{finished} units fit");
}

#[test]
fn a_full_disk_loses_nothing_and_work_goes_on_when_there_is_room() {
    let folder = TempDir::new().unwrap();
    let mount = r#"mount -t tmpfs -o size=1500k none "$1" && head -c 500000 /dev/zero > "$1/ballast""#;
    if let Some(mut child) = child_with_mount("refusals::child_on_a_small_disk", folder.path(), mount) {
        let output = child.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("units fit"), "{output:?}");
    }
}

#[test]
fn child_on_a_read_only_disk() {
    let Some(folder) = given_folder() else { return };
    for store in ["closed", "killed", "killed without index"] {
        let folder = folder.join(store);
        let reader = Reader::open(&folder).unwrap_or_else(|why| panic!("{store}: {why}"));
        assert_eq!(reader.totals().unwrap().units, 50, "{store}");
        assert_eq!(reader.worker(), None);
        let refused = Store::open(&folder).map(drop);
        assert!(matches!(refused, Err(StoreError::ReadOnly { .. })), "{refused:?}");
    }
    println!("all were read");
}

#[test]
fn a_store_on_a_read_only_disk_is_read_with_its_log_and_not_written() {
    let folder = TempDir::new().unwrap();
    let [closed, killed, without_index] =
        ["closed", "killed", "killed without index"].map(|name| folder.path().join(name));
    let store = make(&closed, 50);
    // The files as they are now are what is left of a process that is killed now.
    for (copy, files) in [(&killed, &["", "-wal", "-shm"][..]), (&without_index, &["", "-wal"])] {
        fs::create_dir(copy).unwrap();
        for file in files.iter().map(|suffix| format!("campaign.sqlite{suffix}")) {
            fs::copy(closed.join(&file), copy.join(&file)).unwrap();
        }
    }
    drop(store);
    let mount = r#"mount --bind "$1" "$1" && mount -o remount,bind,ro "$1""#;
    if let Some(mut child) = child_with_mount("refusals::child_on_a_read_only_disk", folder.path(), mount) {
        let output = child.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("all were read"), "{output:?}");
    }
}
