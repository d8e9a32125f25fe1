//! What this system does for us.

use std::fmt;

/// What keeps programs in bounds on this system. [`run`](crate::run) uses all of it, and works without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Protections {
    /// The version of Landlock, which keeps programs from writing outside their folder; zero if there is
    /// none. It keeps them from truncating files from version 3 on, and from sending signals to others from
    /// version 6 on.
    pub landlock: u32,
    /// Programs have a user namespace, in which they can be given the others without privileges.
    pub user_namespace: bool,
    /// Programs have a process namespace: the kernel ends all of it at once, and other processes cannot be
    /// reached.
    pub pid_namespace: bool,
    /// Programs have a mount namespace, in which `/proc` shows their own processes only.
    pub own_proc: bool,
    /// A seccomp filter refuses programs sockets, namespaces, and whatever would reach others or outlive the
    /// program.
    pub call_filter: bool,
    /// The filter asks us about changes of permissions, owners and times.
    pub metadata_asked: bool,
    /// Programs have a network namespace without a network. It is used where there is no filter.
    pub network_namespace: bool,
    /// Programs have a namespace for shared memory and message queues. It is used where there is no filter.
    pub ipc_namespace: bool,
    /// The kernel lists a process's children: memory, processor time and number of processes of a whole tree
    /// can be watched.
    pub tree_watched: bool,
    /// A control group (version 2) with its memory and its processes is ours to divide. Nothing here uses it:
    /// most users do not have one, and a second mechanism would stay untested.
    pub cgroup_delegated: bool,
    /// What a process could do all the same.
    pub escapes: Escapes,
}

/// What a process that was kept apart like a program could do to others when it tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escapes {
    /// Write to a file outside its folder.
    pub write: bool,
    /// Empty such a file without writing.
    pub truncate: bool,
    /// Change such a file's permissions.
    pub metadata: bool,
    /// Make a socket.
    pub socket: bool,
    /// Send a signal to a process of ours.
    pub signal: bool,
    /// See in `/proc` that such a process runs.
    pub proc: bool,
    /// Look into such a process: its memory, its environment, what it has open.
    pub inner: bool,
}

impl Default for Escapes {
    /// Where nothing is known to be refused, everything is possible.
    fn default() -> Escapes {
        Escapes {
            write: true,
            truncate: true,
            metadata: true,
            socket: true,
            signal: true,
            proc: true,
            inner: true,
        }
    }
}

/// Whether one kind of harm is contained, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Containment {
    /// What a program could harm.
    pub what: &'static str,
    /// Whether it cannot.
    pub contained: bool,
    /// What keeps it from that; or what it can do, and what is missing.
    pub how: String,
}

impl Protections {
    /// What is contained and what is not: where something can be tried, by what came of trying.
    pub fn containment(&self) -> [Containment; 7] {
        [
            self.file_writes(),
            self.file_metadata(),
            self.network(),
            self.other_processes(),
            self.proc(),
            self.memory(),
            self.pids(),
        ]
    }

    fn file_writes(&self) -> Containment {
        let what = "file writes";
        let Escapes { write, truncate, .. } = self.escapes;
        match (write, truncate) {
            (false, false) => contained(what, format!("Landlock, version {}", self.landlock)),
            (false, true) => open(what, "programs can empty your files (Landlock before version 3)"),
            (true, _) => open(what, "programs write wherever you can (no Landlock)"),
        }
    }

    fn file_metadata(&self) -> Containment {
        let what = "file metadata";
        match self.escapes.metadata {
            false => contained(what, "seccomp, which leaves changes to us"),
            true => open(what, "programs change permissions and times of your files (nobody can ask us)"),
        }
    }

    fn network(&self) -> Containment {
        let what = "network";
        match (self.escapes.socket, self.network_namespace) {
            (false, _) => contained(what, "seccomp"),
            (true, true) => contained(what, "a network namespace without a network"),
            (true, false) => open(what, "programs have yours (neither seccomp nor namespaces)"),
        }
    }

    fn other_processes(&self) -> Containment {
        let what = "other processes";
        match (self.escapes.signal, self.escapes.inner) {
            (false, false) if self.pid_namespace => contained(what, "a process namespace"),
            (false, false) => contained(what, format!("Landlock, version {}", self.landlock)),
            (true, false) => open(what, "programs can kill yours (Landlock before version 6, no namespace)"),
            (_, true) => open(what, "programs can read and change yours (neither Landlock nor namespaces)"),
        }
    }

    fn proc(&self) -> Containment {
        let what = "/proc";
        match self.escapes.proc {
            false => contained(what, "a mount namespace with a `/proc` of its own"),
            true => open(what, "programs see which processes run, and their arguments (no mount namespace)"),
        }
    }

    fn memory(&self) -> Containment {
        let what = "memory";
        match (self.tree_watched, self.call_filter) {
            (true, true) => contained(what, "watched, for all processes of a program together"),
            (true, false) => open(what, "watched, but for files in memory (no seccomp)"),
            (false, _) => open(what, "each process by itself (the kernel does not list children)"),
        }
    }

    fn pids(&self) -> Containment {
        let what = "pids";
        match (self.tree_watched, self.pid_namespace) {
            (true, true) => contained(what, "watched, and ended at once by the process namespace"),
            (true, false) => open(
                what,
                "watched, but programs may fork faster than they are killed (no process namespace)",
            ),
            (false, _) => open(what, "not bounded (the kernel does not list children)"),
        }
    }
}

fn contained(what: &'static str, how: impl Into<String>) -> Containment {
    Containment { what, contained: true, how: how.into() }
}

fn open(what: &'static str, how: impl Into<String>) -> Containment {
    Containment { what, contained: false, how: how.into() }
}

impl fmt::Display for Protections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what contains programs and compilers on this machine:")?;
        for Containment { what, contained, how } in self.containment() {
            let contained = if contained { "contained" } else { "NOT CONTAINED" };
            write!(f, "\n  {what:<15}  {contained:<13}  {how}")?;
        }
        Ok(())
    }
}
