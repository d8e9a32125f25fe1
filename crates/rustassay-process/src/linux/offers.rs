//! What this kernel has for us.

use std::ffi::c_int;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use rustix::fs::Access;

use super::prepare::start;
use super::{children, confine, tree};
use crate::protections::Protections;

/// What the kernel has, found out by trying, once.
pub(super) struct Offers {
    /// The namespaces that can be made together, as `clone` flags.
    pub namespaces: c_int,
    /// The seccomp filter.
    pub filter: Option<&'static [libc::sock_filter]>,
    /// `RLIMIT_NPROC` counts the processes of each user namespace apart, and not all of a user's.
    pub counts_processes: bool,
}

pub(super) fn offers() -> &'static Offers {
    static OFFERS: OnceLock<Offers> = OnceLock::new();
    OFFERS.get_or_init(|| {
        let filter = confine::call_filter().filter(|_| children::has_seccomp());
        // These two together cost more than it does to start a small program; the filter costs nearly
        // nothing.
        let instead = if filter.is_some() { 0 } else { libc::CLONE_NEWNET | libc::CLONE_NEWIPC };
        let (user, pid) = (libc::CLONE_NEWUSER, libc::CLONE_NEWPID);
        // With privileges, namespaces need no user namespace.
        let wishes = [user | pid | instead, user | pid, pid | instead, pid];
        let namespaces = wishes.into_iter().find(|wish| start(*wish, None).is_ok()).unwrap_or(0);
        Offers { namespaces, filter, counts_processes: kernel_version() >= (5, 14) }
    })
}

fn kernel_version() -> (u32, u32) {
    let name = rustix::system::uname();
    let release = name.release().to_string_lossy();
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// See [`crate::protections()`].
pub(crate) fn protections() -> Protections {
    let Offers { namespaces, filter, .. } = offers();
    let has = |namespace| namespaces & namespace != 0;
    Protections {
        landlock: children::landlock_abi(),
        user_namespace: has(libc::CLONE_NEWUSER),
        pid_namespace: has(libc::CLONE_NEWPID),
        call_filter: filter.is_some(),
        network_namespace: has(libc::CLONE_NEWNET),
        ipc_namespace: has(libc::CLONE_NEWIPC),
        tree_watched: tree::can_look(),
        cgroup_delegated: cgroup_is_delegated(),
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
