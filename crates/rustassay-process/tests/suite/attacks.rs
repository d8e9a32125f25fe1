//! Each test is an attack on what is outside a program's folder, which must not get through: as us and, if we
//! are root, as an ordinary user; with namespaces and without. An attack that fails on this machine with nothing
//! to contain it shows nothing, and the test says so.
#![cfg(target_os = "linux")]

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

use crate::common::{MISBEHAVE, ample, misbehave};
use rustassay_process::{Protections, Scratch, Task, protections, run};
use rustassay_testing::{Requirement, copy_executable, skip};

const NOBODY: u32 = 65534;

/// The users to attack as: ourselves, and nobody in particular.
fn users() -> Vec<Option<u32>> {
    if rustix::process::geteuid().is_root() { vec![None, Some(NOBODY)] } else { vec![None] }
}

/// The program, where anybody can execute it, with a place for anybody's folders.
fn public_place() -> &'static (PathBuf, PathBuf) {
    static PLACE: OnceLock<(PathBuf, PathBuf)> = OnceLock::new();
    PLACE.get_or_init(|| {
        let base = env::temp_dir().join(format!("rustassay-attacks-{}", NOBODY));
        let program = base.join(format!("misbehave-{}", std::process::id()));
        fs::create_dir_all(&base).expect("a folder can be made");
        fs::set_permissions(&base, fs::Permissions::from_mode(0o777)).expect("it is ours");
        // What earlier runs left.
        for old in fs::read_dir(&base).into_iter().flatten().flatten() {
            let name = old.file_name().into_string().unwrap_or_default();
            let owner = name.strip_prefix("misbehave-").map(|pid| Path::new("/proc").join(pid));
            if owner.is_some_and(|owner| !owner.exists()) {
                let _ = fs::remove_file(old.path());
            }
        }
        copy_executable(Path::new(MISBEHAVE), &program);
        (program, base)
    })
}

fn as_user(user: Option<u32>, args: &[&str]) -> String {
    let mut command = match user {
        None => Command::new(MISBEHAVE),
        Some(user) => {
            let (program, base) = public_place();
            let mut command = Command::new(program);
            command.env("TMPDIR", base).uid(user).gid(user);
            command
        }
    };
    let output = command.args(args).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Attacks with and without namespaces, and holds that neither gets through.
fn contained(attack: &str) {
    contained_in(attack, &["namespaces", "plain"]);
}

fn contained_in(attack: &str, kinds: &[&str]) {
    for user in users() {
        let printed = as_user(user, &["contain", attack]);
        let user = user.map_or_else(|| "us".to_owned(), |user| format!("user {user}"));
        for kind in kinds {
            let refused = format!("{kind}: refused");
            assert!(
                printed.lines().any(|line| line.starts_with(&refused)),
                "{attack}, as {user}:\n{printed}"
            );
        }
        for line in printed.lines().filter(|line| line.starts_with("control: refused")) {
            eprintln!("SHOWS NOTHING HERE: {attack}, as {user}, fails with nothing that contains it: {line}");
        }
    }
}

/// Runs a test if the machine has what it is about, and says so if not.
fn needs(has: impl FnOnce(Protections) -> bool, what: (Requirement, &str), test: impl FnOnce()) {
    if has(protections()) { test() } else { skip(what.0, &format!("this machine has no {}", what.1)) }
}

macro_rules! attacks {
    (anywhere: { $($test:ident: $attack:literal,)* }) => {
        $(#[test] fn $test() { contained($attack); })*
    };
    ($($has:expr, $requirement:ident $what:literal: { $($test:ident: $attack:literal,)* })*) => {
        $($(#[test] fn $test() { needs($has, (Requirement::$requirement, $what), || contained($attack)); })*)*
    };
}

attacks! {
    |it| it.landlock > 0, Landlock "Landlock": {
        no_file_outside_is_written: "write",
        no_file_is_created_outside: "create",
        no_folder_is_made_outside: "make-folder",
        no_symlink_is_made_outside: "make-symlink",
        no_file_outside_is_removed: "remove",
        no_file_outside_is_renamed: "rename-away",
        no_file_outside_is_moved_in: "rename-in",
        no_file_outside_is_replaced: "rename-over",
        no_file_outside_is_linked_in: "link-in",
        no_file_is_linked_out: "link-out",
        no_memory_of_others_is_opened_in_proc: "proc-mem",
        no_environment_of_others_is_read_in_proc: "proc-environ",
        no_process_outside_is_traced: "ptrace",
        no_memory_of_others_is_written: "process-vm-writev",
        nothing_is_mounted: "mount",
        nothing_is_unmounted: "umount",
        the_root_is_not_pivoted: "pivot-root",
    }
    |it| it.landlock >= 3, Landlock3 "Landlock of version 3": {
        no_file_outside_is_truncated: "truncate",
        no_file_outside_is_truncated_by_opening: "truncate-by-opening",
    }
    |it| it.landlock >= 6, Landlock6 "Landlock of version 6": {
        no_process_outside_gets_a_signal: "signal",
        no_process_outside_gets_a_signal_by_descriptor: "signal-by-pidfd",
    }
    |it| it.metadata_asked, Seccomp "seccomp filter that asks us": {
        no_permissions_outside_change: "chmod",
        no_permissions_outside_change_by_a_descriptor_to_read: "fchmod",
        no_permissions_outside_change_by_fchmodat: "fchmodat",
        no_permissions_outside_change_by_fchmodat2: "fchmodat2",
        no_permissions_outside_change_through_a_link: "chmod-through-link",
        no_permissions_outside_change_through_parents: "chmod-through-parents",
        no_permissions_outside_change_from_an_open_folder: "chmod-through-folder",
        no_permissions_outside_change_through_proc: "chmod-through-proc",
        no_permissions_outside_change_by_a_race: "chmod-while-renaming",
        no_owner_outside_changes: "chown",
        no_owner_outside_changes_by_a_descriptor: "fchown",
        no_times_outside_change: "utimensat",
        no_times_outside_change_by_a_descriptor: "futimens",
    }
    |it| it.call_filter, Seccomp "seccomp filter": {
        no_attribute_outside_is_set: "setxattr",
        no_attribute_of_a_link_outside_is_set: "lsetxattr",
        no_attribute_outside_is_set_by_a_descriptor: "fsetxattr",
        no_attribute_outside_is_set_by_setxattrat: "setxattrat",
        no_flags_outside_are_set: "flags",
        no_flags_outside_are_set_by_file_setattr: "file-setattr",
        no_internet_socket_is_made: "socket-inet",
        no_internet_6_socket_is_made: "socket-inet6",
        no_unix_socket_is_made: "socket-unix",
        no_netlink_socket_is_made: "socket-netlink",
        no_packet_socket_is_made: "socket-packet",
        no_vsock_socket_is_made: "socket-vsock",
        no_crypto_socket_is_made: "socket-alg",
        no_datagram_leaves_a_pair_of_sockets: "pair-of-datagrams",
        no_io_uring_is_made: "io-uring",
        no_file_is_opened_by_its_handle: "open-by-handle",
        no_limits_of_others_are_seen_or_set: "prlimit",
        no_priority_of_others_is_set: "priority",
        no_affinity_of_others_is_set: "affinity",
        nothing_is_typed_into_a_terminal: "terminal",
        no_userfaultfd_is_made: "userfaultfd",
        no_bpf_map_is_made: "bpf",
        no_perf_event_is_opened: "perf-event",
        no_key_is_added: "add-key",
        no_key_is_requested: "request-key",
        no_keyring_is_used: "keyctl",
        no_file_in_memory_is_made: "memfd",
        no_strange_personality_is_taken: "personality",
        no_namespace_is_unshared: "unshare",
        no_namespace_is_cloned: "clone",
        no_namespace_is_cloned_by_clone3: "clone3",
        no_namespace_is_entered: "setns",
    }
}

attacks! {
    anywhere: {
        no_capability_comes_back: "capabilities",
        no_other_root_is_taken: "chroot",
        no_file_system_is_opened: "fsopen",
        no_mounts_are_cloned: "open-tree",
        no_kernel_is_loaded: "kexec",
        the_host_keeps_its_name: "hostname",
        the_clock_is_not_set: "clock",
    }
}

#[cfg(target_arch = "x86_64")]
attacks! {
    |it| it.call_filter, Seccomp "seccomp filter": {
        no_permissions_outside_change_by_a_call_of_i386: "chmod-by-i386",
        no_permissions_outside_change_by_a_call_of_x32: "chmod-by-x32",
        no_socket_is_made_by_a_call_of_i386: "socket-by-i386",
        no_times_outside_change_by_utime: "utime",
        no_times_outside_change_by_utimes: "utimes",
    }
}

#[test]
fn no_other_process_is_seen_in_proc() {
    // Without namespaces its arguments are seen, as `protections` says.
    needs(
        |it| it.own_proc,
        (Requirement::OwnProc, "mount namespace"),
        || contained_in("proc-list", &["namespaces"]),
    );
}

#[test]
fn a_program_changes_metadata_in_its_folder() {
    misbehave(&["change-own"], ample(), |finished, _| {
        let printed = String::from_utf8_lossy(&finished.stdout);
        assert_eq!(printed.lines().count(), 13, "{printed}{}", String::from_utf8_lossy(&finished.stderr));
        assert!(printed.lines().all(|line| line.ends_with(": ok")), "{printed}");
    });
}

#[test]
fn a_program_is_still_contained_after_it_executed_another() {
    needs(
        |it| it.landlock > 0,
        (Requirement::Landlock, "Landlock"),
        || {
            let outside = Scratch::new().expect("a folder can be made");
            let file = outside.path().join("file");
            let script = format!("exec '{MISBEHAVE}' write '{}'", file.display());
            let scratch = Scratch::new().expect("a folder can be made");
            let task = Task::new(Path::new("/bin/sh"), scratch.path()).args(["-c", &script]);
            assert_eq!(run(&task).expect("it starts").stdout, b"PermissionDenied\n");
            assert!(!file.exists());
        },
    );
}
