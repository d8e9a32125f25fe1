//! Programs are kept apart from the rest of the system, as far as this system can.
#![cfg(target_os = "linux")]

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{MISBEHAVE, ample, misbehave};
use rustassay_process::{End, Scratch, Task, protections, run};
use rustassay_testing::{Requirement, copy_executable, skip};

#[test]
fn a_program_writes_in_its_folder() {
    misbehave(&["write", "inside"], ample(), |finished, folder| {
        assert_eq!(finished.stdout, b"written\n");
        assert_eq!(fs::read(folder.join("inside")).expect("it is there"), b"written");
    });
}

#[test]
fn a_program_writes_nowhere_else() {
    if protections().landlock == 0 {
        return skip(Requirement::Landlock, "this kernel has no Landlock");
    }
    let elsewhere = Scratch::new().expect("a folder can be made");
    let file = elsewhere.path().join("file");
    misbehave(&["write", file.to_str().expect("a name")], ample(), |finished, _| {
        assert_eq!(finished.stdout, b"PermissionDenied\n");
        assert!(!file.exists());
    });
}

#[test]
fn a_trusted_program_writes_anywhere() {
    let elsewhere = Scratch::new().expect("a folder can be made");
    let file = elsewhere.path().join("file");
    let scratch = Scratch::new().expect("a folder can be made");
    let task = Task::trusted(Path::new(MISBEHAVE), scratch.path()).arg("write").arg(&file);
    let finished = run(&task).expect("it starts");
    assert_eq!((finished.end, &*finished.stdout), (End::Exited(0), &b"written\n"[..]));
    assert_eq!(fs::read(&file).expect("it is there"), b"written");
}

#[test]
fn a_program_writes_to_the_null_device() {
    fs::write("/dev/null", "").expect("whoever runs tests can write to the null device");
    misbehave(&["write", "/dev/null"], ample(), |finished, _| assert_eq!(finished.stdout, b"written\n"));
}

#[test]
fn a_program_reads_only_what_it_may() {
    if protections().landlock == 0 {
        return skip(Requirement::Landlock, "this kernel has no Landlock");
    }
    let others = Scratch::new().expect("a folder can be made");
    let secret = others.path().join("secret");
    fs::write(&secret, "").expect("the folder is ours");
    let read = |readable: Option<Vec<PathBuf>>| {
        let scratch = Scratch::new().expect("a folder can be made");
        let mut task = Task::new(Path::new(MISBEHAVE), scratch.path()).arg("read").arg(&secret);
        task.readable = readable;
        run(&task).expect("it starts").stdout
    };
    let needed: Vec<PathBuf> = ["/lib", "/lib64", "/usr", "/etc", MISBEHAVE].map(PathBuf::from).into();
    assert_eq!(read(None), b"read\n");
    assert_eq!(read(Some(needed.clone())), b"PermissionDenied\n");
    assert_eq!(read(Some([needed, vec![secret.clone()]].concat())), b"read\n");
}

#[test]
fn a_program_has_no_network() {
    if !protections().call_filter && !protections().network_namespace {
        return skip(
            Requirement::Seccomp,
            "this kernel has neither a seccomp filter nor a network namespace",
        );
    }
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    misbehave(&["connect", &address], ample(), |finished, _| assert_eq!(finished.stdout, b"false\nfalse\n"));
}

#[test]
fn a_program_leaves_no_shared_memory() {
    let maker = Path::new("/usr/bin/ipcmk");
    if !protections().call_filter {
        return skip(Requirement::Seccomp, "this kernel has no seccomp filter");
    }
    if !maker.exists() {
        return skip(Requirement::Ipcmk, "there is no `/usr/bin/ipcmk`; it is part of util-linux");
    }
    let scratch = Scratch::new().expect("a folder can be made");
    let finished = run(&Task::new(maker, scratch.path()).args(["--shmem", "1024"])).expect("it starts");
    assert_ne!(finished.end, End::Exited(0), "{}", String::from_utf8_lossy(&finished.stdout));
}

#[test]
fn a_program_cannot_kill_us() {
    if protections().landlock < 6 {
        return skip(
            Requirement::Landlock6,
            "Landlock of this kernel does not know of signals; version 6 does",
        );
    }
    let us = std::process::id().to_string();
    misbehave(&["signal", &us], ample(), |finished, _| assert_eq!(finished.stdout, b"false\n"));
}

#[test]
fn what_protects_is_said_in_words() {
    let words = protections().to_string();
    eprintln!("{words}");
    for subject in
        ["file writes ", "file metadata ", "network ", "other processes ", "/proc ", "memory ", "pids "]
    {
        assert!(words.contains(subject), "{words}");
    }
}

#[test]
fn an_ordinary_user_is_as_safe_as_root() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    const NOBODY: u32 = 65534;
    if fs::metadata("/proc/self").is_ok_and(|us| us.uid() != 0) {
        return skip(Requirement::Root, "we are not root, so all other tests show it");
    }
    // The program has to be where others can read it, with a place for their temporary files.
    let base = std::env::temp_dir().join(format!("rustassay-test-{}", std::process::id()));
    fs::create_dir(&base).expect("a folder can be made");
    fs::set_permissions(&base, fs::Permissions::from_mode(0o777)).expect("it is ours");
    let program = base.join("misbehave");
    copy_executable(Path::new(MISBEHAVE), &program);
    let output =
        Command::new(&program).arg("self-test").env("TMPDIR", &base).uid(NOBODY).gid(NOBODY).output();
    fs::remove_dir_all(&base).expect("it is ours");
    let output = output.expect("root can become another user");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "ok\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
