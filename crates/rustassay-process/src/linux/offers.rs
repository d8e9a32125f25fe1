//! What this kernel has for us.

use std::ffi::c_int;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use rustix::fs::Access;

use super::calls::Filters;
use super::children::{Action, Attempts, Possible};
use super::prepare::{c_string, start};
use super::{act_and_wait, calls, children, tree};
use crate::protections::{Escapes, Protections};
use crate::scratch::Scratch;
use crate::task::{End, Task};

/// By what programs are kept apart.
#[derive(Clone, Copy)]
pub(super) struct Apart {
    /// The namespaces that can be made together, as `clone` flags.
    pub namespaces: c_int,
    /// The seccomp filters.
    pub calls: Option<Filters>,
    /// `RLIMIT_NPROC` counts the processes of each user namespace apart, and not all of a user's.
    pub counts_processes: bool,
}

/// What the kernel has, found out by trying, once.
pub(super) struct Offers {
    pub apart: Apart,
    /// What a process that is kept apart by it can do all the same.
    possible: Possible,
}

pub(super) fn offers() -> &'static Offers {
    static OFFERS: OnceLock<Offers> = OnceLock::new();
    OFFERS.get_or_init(|| {
        let filters = calls::filters().filter(|_| children::has_seccomp());
        let namespaces = namespaces(filters.is_some());
        let [asking, silent] = filters.map_or([None; 2], |filters| filters.map(Some));
        let counts_processes = kernel_version() >= (5, 14);
        // Somebody else may listen to us in the same way, or we may not look into our children: then a
        // program that asks would get no answer.
        for calls in [asking, silent] {
            let apart = Apart { namespaces, calls, counts_processes };
            match try_out(&apart) {
                Ok(possible) if possible.own_metadata => return Offers { apart, possible },
                _ => {}
            }
        }
        Offers {
            apart: Apart { namespaces, calls: silent, counts_processes },
            possible: Possible::EVERYTHING,
        }
    })
}

/// The namespaces that can be made together.
fn namespaces(has_filter: bool) -> c_int {
    // These two together cost more than it does to start a small program; the filter costs nearly nothing.
    let instead = if has_filter { 0 } else { libc::CLONE_NEWNET | libc::CLONE_NEWIPC };
    // In a mount namespace programs have a `/proc` of their own; a container may have hidden parts of its own
    // one, and then the kernel does not give out another.
    let (user, pid, mount) = (libc::CLONE_NEWUSER, libc::CLONE_NEWPID, libc::CLONE_NEWNS);
    // With privileges, namespaces need no user namespace.
    let sets = [user | pid | mount, user | pid, pid | mount, pid];
    let wishes = sets.iter().map(|set| set | instead).chain(sets);
    wishes.into_iter().find(|wish| start(*wish, None).is_ok()).unwrap_or(0)
}

/// What a process can do that is kept apart so.
fn try_out(apart: &Apart) -> io::Result<Possible> {
    let (inside, outside) = (Scratch::new()?, Scratch::new()?);
    let file = |scratch: &Scratch| {
        let file = scratch.path().join("file");
        fs::write(&file, "content")?;
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600))?;
        c_string(file.as_os_str())
    };
    let attempts = Attempts {
        inside: file(&inside)?,
        outside: file(&outside)?,
        process: rustix::process::getpid(),
        status: c_string(format!("/proc/{}/status", std::process::id()).as_ref())?,
        inner: c_string(format!("/proc/{}/cwd", std::process::id()).as_ref())?,
    };
    let task = Task::new(Path::new("attempts"), inside.path());
    let never = AtomicBool::new(false);
    match act_and_wait(&task, apart, Action::Attempt(attempts), &never) {
        Ok(Some(finished)) => match finished.end {
            End::Exited(bits) => Ok(Possible::from_bits(bits)),
            other => Err(io::Error::other(other.to_string())),
        },
        Ok(None) => Err(io::Error::other("it was cancelled")),
        Err((_, error)) => Err(error),
    }
}

fn kernel_version() -> (u32, u32) {
    let name = rustix::system::uname();
    let release = name.release().to_string_lossy();
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// See [`crate::protections()`].
pub(crate) fn protections() -> Protections {
    let Offers { apart, possible } = offers();
    let has = |namespace| apart.namespaces & namespace != 0;
    Protections {
        landlock: children::landlock_abi(),
        user_namespace: has(libc::CLONE_NEWUSER),
        pid_namespace: has(libc::CLONE_NEWPID),
        own_proc: has(libc::CLONE_NEWNS),
        call_filter: apart.calls.is_some(),
        metadata_asked: apart.calls.is_some_and(|calls| calls.asks),
        network_namespace: has(libc::CLONE_NEWNET),
        ipc_namespace: has(libc::CLONE_NEWIPC),
        tree_watched: tree::can_look(),
        cgroup_delegated: cgroup_is_delegated(),
        escapes: Escapes {
            write: possible.write,
            truncate: possible.truncate,
            metadata: possible.metadata,
            socket: possible.socket,
            signal: possible.signal,
            proc: possible.proc,
            inner: possible.inner,
        },
    }
}

/// Whether we may make groups in our own one, with its memory and its processes (`cgroups(7)`, "delegation").
fn cgroup_is_delegated() -> bool {
    let Ok(groups) = fs::read_to_string("/proc/self/cgroup") else { return false };
    let Some(group) = groups.lines().find_map(|line| line.strip_prefix("0::/")) else { return false };
    let group = Path::new("/sys/fs/cgroup").join(group);
    let controllers = fs::read_to_string(group.join("cgroup.controllers")).unwrap_or_default();
    ["memory", "pids"].iter().all(|name| controllers.split_ascii_whitespace().any(|has| has == *name))
        && rustix::fs::access(group.join("cgroup.procs"), Access::WRITE_OK).is_ok()
}
