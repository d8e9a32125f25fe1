//! What this system does for us.

use std::fmt;

/// What keeps programs in bounds on this system. [`run`](crate::run) uses all of it, and works without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Protections {
    /// The version of Landlock, which keeps programs from writing outside their folder; zero if there is none. From version 6 on it
    /// also keeps them from sending signals to others.
    pub landlock: u32,
    /// Programs have a user namespace, in which they can be given the others without privileges.
    pub user_namespace: bool,
    /// Programs have a process namespace: the kernel ends all of it at once, and other processes cannot be seen.
    pub pid_namespace: bool,
    /// Programs have a namespace for System V's shared memory and its like, which would outlive them.
    pub ipc_namespace: bool,
    /// How programs are kept from the network.
    pub network: Network,
    /// The kernel lists a process's children: memory, processor time and number of processes of a whole tree can be watched.
    pub tree_watched: bool,
    /// A control group (version 2) with its memory and its processes is ours to divide. Nothing here uses it: most users do not have one,
    /// and a second mechanism would stay untested.
    pub cgroup_delegated: bool,
}

/// How programs are kept from the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Network {
    /// A seccomp filter refuses them sockets.
    NoSockets,
    /// They have a network namespace without a network.
    Namespace,
    /// They are not.
    #[default]
    Open,
}

impl fmt::Display for Protections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.landlock {
            0 => writeln!(f, "files: programs can write wherever you can (no Landlock)")?,
            abi => writeln!(f, "files: programs write in their own folder only (Landlock, version {abi})")?,
        }
        match self.network {
            Network::NoSockets => writeln!(f, "network: refused (seccomp)")?,
            Network::Namespace => writeln!(f, "network: none to be seen (namespace)")?,
            Network::Open => writeln!(f, "network: open to programs")?,
        }
        if self.pid_namespace {
            writeln!(f, "processes: programs see and leave none but their own (namespace)")?;
        } else {
            writeln!(
                f,
                "processes: programs see all; theirs are found and killed by a supervisor (no namespaces)"
            )?;
        }
        if self.landlock < 6 && !self.pid_namespace {
            writeln!(f, "signals: programs can kill your other processes")?;
        }
        if !self.ipc_namespace {
            writeln!(f, "shared memory: System V's outlives the programs (no namespace)")?;
        }
        if self.tree_watched {
            writeln!(
                f,
                "memory, processor time, processes: watched for all of a program's processes together"
            )?;
        } else {
            writeln!(
                f,
                "memory, processor time: bounded for each process by itself; processes: not bounded"
            )?;
        }
        match self.cgroup_delegated {
            true => write!(f, "control groups: delegated to you, not needed"),
            false => write!(f, "control groups: not delegated to you, not needed"),
        }
    }
}
