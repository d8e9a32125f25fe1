//! Runs programs that may do anything, so that they hurt nobody.
//!
//! Compilers under test and the programs that they build crash, hang, fork, fill the disk, eat memory and
//! print gigabytes, and we run thousands of them a minute. [`run`] starts one, waits for it, and returns when
//! nothing of it is left: no process, however it tried to get away, and no file outside its folder.
//! [`Scratch`] is such a folder.
//!
//! ```no_run
//! use std::path::Path;
//! use rustassay_process::{End, Scratch, Task, run};
//!
//! let scratch = Scratch::new()?;
//! let task = Task::new(Path::new("/usr/bin/rustc"), scratch.path()).arg("--version");
//! let finished = run(&task)?;
//! assert_eq!(finished.end, End::Exited(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How the limits are enforced, on Linux
//!
//! | what | how | reported as |
//! | --- | --- | --- |
//! | time on the clock | the thread that waits does so no longer | [`End::TimedOut`] |
//! | processor time | of the whole tree, watched; `RLIMIT_CPU` of each process besides | [`End::TimedOut`] |
//! | memory | resident pages of the whole tree, watched | [`End::OutOfMemory`] |
//! | reservations | `RLIMIT_DATA` of each process; the allocation fails | what the program makes of it |
//! | output | never read beyond the limit | [`End::OutputTooLong`] |
//! | size of a file | `RLIMIT_FSIZE` | [`End::DiskFull`], if the program itself dies of it |
//! | disk | the folder is measured before, while the program runs, and at its end | [`End::DiskFull`] |
//! | processes | counted with their threads, watched; `RLIMIT_NPROC` besides | [`End::TooManyProcesses`] |
//!
//! To watch is to look at `/proc` 20 ms after the start and then every 50 ms, or every 10 ms when half of the
//! memory is used. In between a program can get ahead of its limits by what it can do in that time: some
//! hundred megabytes, some hundred processes. `RLIMIT_AS` is not used: programs reserve address space that
//! they never touch. Core dumps are off, and so is the system's crash reporter for these programs.
//!
//! # How a program is kept apart, on Linux
//!
//! - **Processes.** Between us and the program is a supervisor. Where the kernel allows, it is process 1 of a
//!   process namespace, in a user namespace that keeps our user and group: when it ends, the kernel kills all
//!   that is in it. Elsewhere it adopts the orphans of the tree (`PR_SET_CHILD_SUBREAPER`) and kills them
//!   itself. It ends when the program ends, when a limit is reached, and when we die, even by `SIGKILL`.
//! - **Files.** [Landlock](https://landlock.io) refuses to create, change or remove anything outside the
//!   folder, and to read anything outside [`Task::readable`]. Only `/dev/null` and `/dev/full` can be written
//!   to besides. Landlock does not know of permissions, owners and times; a seccomp filter sends us the calls
//!   that change them, and we make them in the program's place if they are about its folder. Extended
//!   attributes and flags of files cannot be changed anywhere.
//! - **Other processes.** A program in a process namespace cannot name them, and a `/proc` of its own does not
//!   show them. Elsewhere Landlock refuses to look into them and, from version 6 on, to send them signals; the
//!   filter refuses to change their limits and priorities.
//! - **The kernel.** The filter refuses new namespaces, BPF, performance counters, `userfaultfd`, keyrings,
//!   files in memory and requests to devices, and calls of another architecture than the program's.
//! - **Network.** A seccomp filter refuses to make sockets, of any kind; `socketpair` works, but for datagrams. It refuses
//!   shared memory and message queues that would outlive the program, too. Namespaces would do the same for
//!   more than the price of starting a small program, and serve where the filter is not known.
//! - **Privileges.** No new ones (`PR_SET_NO_NEW_PRIVS`), no capabilities, also if we are root.
//! - **What it inherits.** Three descriptors, the environment that it is given, default signal handling, a
//!   session of its own.
//!
//! [`protections()`] says which of these this system has, and what a process that was kept apart so could do all
//! the same when it tried. The rest works without them, from Linux 5.9 on.
//!
//! # What is not possible
//!
//! - Programs read what you can read, unless [`Task::readable`] says otherwise.
//! - Without a mount namespace, programs see which processes run, and their arguments.
//! - A program of 32 bits on a machine of 64 changes no metadata, also not in its own folder.
//! - What a deleted file still takes is not seen, only bounded by the size of a file.
//! - A program that hides files in folders which it then makes unreadable to its own user hides them from the
//!   measuring too.
//! - Processes are watched, and `RLIMIT_NPROC` is a wall behind that only in a user namespace, from Linux
//!   5.14 on, and not for root. With a process namespace the kernel ends whatever there is at one moment.
//!   Without one, as for root in an ordinary container, a program that forks without end and faster than it
//!   can be killed fills the system's table of processes: give the container a limit.
//! - Without a process namespace and Landlock's version 6, a program can kill your other processes.
//! - A process that hangs in the kernel itself cannot be killed, and [`run`] waits for it.
//! - Peak memory is what the watcher saw, or the kernel's own number where that is of the program and not of
//!   us.
//! - Where the kernel kills the program because the whole machine is out of memory, that looks like anybody
//!   else's `SIGKILL`.
//!
//! On systems other than Linux the time on the clock, the output and the disk are bounded, and the process
//! group is killed; nothing else is.

mod folder;
mod leave;
#[cfg(target_os = "linux")]
mod linux;
mod parallel;
#[cfg(any(test, not(target_os = "linux")))]
mod portable;
mod protections;
mod scratch;
mod task;

#[cfg(target_os = "linux")]
use linux as platform;
#[cfg(not(target_os = "linux"))]
use portable as platform;

use std::sync::atomic::{AtomicBool, Ordering};

pub use leave::clean_up_to_exit;
pub use parallel::in_parallel;
pub use protections::{Containment, Escapes, Protections};
pub use scratch::Scratch;
pub use task::{End, Finished, ResourceLimits, StartError, StartStep, Task};

/// Runs a program to its end, or to a limit, and returns when nothing of it is left running.
///
/// It may be called from many threads at once. The calling thread waits.
pub fn run(task: &Task<'_>) -> Result<Finished, StartError> {
    let finished = run_unless(&AtomicBool::new(false), task)?;
    Ok(finished.expect("nobody has cancelled it"))
}

/// The same, unless somebody sets a flag: then the program is killed within some hundredths of a second, or not started, and there is nothing to
/// tell of it.
pub fn run_unless(is_cancelled: &AtomicBool, task: &Task<'_>) -> Result<Option<Finished>, StartError> {
    if is_cancelled.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let running = leave::Running::begin();
    // What stands there already is somebody else's: the files of an incremental build, say, beside the program that came of it.
    let before = folder::disk_use(task.folder, u64::MAX);
    let limits = ResourceLimits { disk: task.limits.disk.saturating_add(before), ..task.limits.clone() };
    let finished = platform::run(&Task { limits, ..task.clone() }, is_cancelled);
    running.end();
    finished
}

/// What keeps programs in bounds on this system, to be said out loud: its `Display` is for people.
pub fn protections() -> Protections {
    platform::protections()
}
