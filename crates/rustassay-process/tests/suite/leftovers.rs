//! Nothing is left, also when we are killed.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{MISBEHAVE, ample, eventually, marked, marker, misbehave};
use rustassay_process::{End, Scratch};

/// A place for folders that no other test sweeps.
fn own_base(outer: &Scratch) -> std::path::PathBuf {
    outer.path().join("base")
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

#[test]
fn when_we_are_killed_the_tree_dies_and_its_folder_is_swept() {
    for mode in ["namespaces", "plain"] {
        let outer = Scratch::new().expect("a folder can be made");
        let base = own_base(&outer);
        let marker = marker();
        let mut supervisor = Command::new(MISBEHAVE)
            .args(["supervise", base.to_str().expect("a name"), mode])
            .env("MARKER", &marker)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        // The supervising process itself, the program, and its daemon; what is between them shares the first
        // one's memory.
        eventually("the program and its daemon run", || marked(&marker).len() >= 3 && daemon_is_there(&base));
        supervisor.kill().expect("it is ours");
        supervisor.wait().expect("it is ours");
        eventually("all of them are gone", || marked(&marker).is_empty());

        assert_eq!(entries(&base), 2, "a folder and its lock file are left");
        let next = Scratch::new_in(&base).expect("a folder can be made");
        assert_eq!(entries(&base), 2, "only the new one's are there");
        assert!(next.path().is_dir());
    }
}

fn daemon_is_there(base: &Path) -> bool {
    let folders = fs::read_dir(base).into_iter().flatten().flatten();
    folders.into_iter().any(|folder| folder.path().join("daemon").exists())
}

#[test]
fn a_folder_is_gone_when_it_is_dropped() {
    let outer = Scratch::new().expect("a folder can be made");
    let base = own_base(&outer);
    let scratch = Scratch::new_in(&base).expect("a folder can be made");
    fs::create_dir(scratch.path().join("inner")).expect("it is ours");
    fs::write(scratch.path().join("inner/file"), "").expect("it is ours");
    drop(scratch);
    assert_eq!(entries(&base), 0);
}

#[test]
fn a_folder_that_a_program_has_closed_is_removed_all_the_same() {
    let outer = Scratch::new().expect("a folder can be made");
    let path = std::cell::RefCell::new(outer.path().to_owned());
    misbehave(&["unwritable-folders"], ample(), |finished, folder| {
        assert_eq!(finished.end, End::Exited(0));
        path.replace(folder.to_owned());
    });
    assert!(!path.borrow().exists());
}

#[test]
fn the_folders_of_the_living_are_not_swept() {
    let outer = Scratch::new().expect("a folder can be made");
    let base = own_base(&outer);
    let mut other = Command::new(MISBEHAVE)
        .args(["supervise", base.to_str().expect("a name")])
        .env("MARKER", marker())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    eventually("the other has a folder with something in it", || daemon_is_there(&base));
    let ours = Scratch::new_in(&base).expect("a folder can be made");
    let both_are_there = entries(&base) == 4 && daemon_is_there(&base);
    other.kill().expect("it is ours");
    other.wait().expect("it is ours");
    assert!(both_are_there);
    drop(ours);
}

#[test]
fn a_link_out_of_a_folder_is_removed_and_not_followed() {
    let outer = Scratch::new().expect("a folder can be made");
    let kept = outer.path().join("kept");
    fs::write(&kept, "").expect("it is ours");
    let scratch = Scratch::new_in(&own_base(&outer)).expect("a folder can be made");
    std::os::unix::fs::symlink(outer.path(), scratch.path().join("link")).expect("it is ours");
    drop(scratch);
    assert!(kept.exists());
}
