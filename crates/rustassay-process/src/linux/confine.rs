//! The Landlock rules that keep a program in its folder, and its user in a user namespace.

use std::ffi::{CStr, c_int};
use std::os::fd::OwnedFd;

use landlock::{
    ABI, Access, AccessFs, AccessNet, PathBeneath, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
    Scope, path_beneath_rules,
};

use crate::task::Task;

/// The newest Landlock that we know; the crate leaves out what the kernel does not have.
const LANDLOCK: ABI = ABI::V9;

/// Devices that swallow what is written to them, which build tools rely on.
const SINKS: [&str; 2] = ["/dev/null", "/dev/full"];

/// The Landlock rules for a task whose folder is open; `None` if the kernel has no Landlock.
pub(super) fn file_rules(task: &Task<'_>, folder: &OwnedFd) -> Result<Option<OwnedFd>, RulesetError> {
    let write = AccessFs::from_write(LANDLOCK);
    let handled = match task.readable {
        Some(_) => AccessFs::from_all(LANDLOCK),
        None => write,
    };
    let rules = Ruleset::default()
        .handle_access(handled)?
        .handle_access(AccessNet::from_all(LANDLOCK))?
        .scope(Scope::from_all(LANDLOCK))?
        .create()?
        .add_rule(PathBeneath::new(folder, handled))?
        .add_rules(path_beneath_rules(SINKS, handled & AccessFs::from_file(LANDLOCK)))?;
    let read = AccessFs::from_read(LANDLOCK);
    Ok(match &task.readable {
        Some(readable) => rules.add_rules(path_beneath_rules(readable, read))?,
        None => rules,
    }
    .into())
}

/// What to write to which files so that the user and the group that we are exist in a new user namespace,
/// under their own numbers (`user_namespaces(7)`).
pub(super) fn id_maps(namespaces: c_int) -> Vec<(&'static CStr, String)> {
    if namespaces & libc::CLONE_NEWUSER == 0 {
        return Vec::new();
    }
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    vec![
        (c"/proc/self/setgroups", "deny".to_owned()),
        (c"/proc/self/gid_map", format!("{group} {group} 1")),
        (c"/proc/self/uid_map", format!("{user} {user} 1")),
    ]
}
