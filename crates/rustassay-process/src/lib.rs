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
//!   to besides.
//! - **Network.** A seccomp filter refuses to make sockets, of any kind; `socketpair` works. It refuses
//!   shared memory and message queues that would outlive the program, too. Namespaces would do the same for
//!   more than the price of starting a small program, and serve where the filter is not known.
//! - **Privileges.** No new ones (`PR_SET_NO_NEW_PRIVS`), no capabilities, also if we are root.
//! - **What it inherits.** Three descriptors, the environment that it is given, default signal handling, a
//!   session of its own.
//!
//! [`protections()`] says which of these this system has. The rest works without them, from Linux 5.9 on.
//!
//! # What is not possible
//!
//! - Landlock does not know of permissions, owners, times and extended attributes: a program can change those
//!   of your files.
//! - What a deleted file or one in memory (`memfd_create`) still takes is not seen, only bounded by the size
//!   of a file.
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
#[cfg(any(test, not(target_os = "linux")))]
mod portable;
mod protections;
mod scratch;
mod task;

#[cfg(target_os = "linux")]
use linux as platform;
#[cfg(not(target_os = "linux"))]
use portable as platform;

pub use leave::clean_up_to_exit;
pub use protections::Protections;
pub use scratch::Scratch;
pub use task::{End, Finished, Limits, StartError, Step, Task};

/// Runs a program to its end, or to a limit, and returns when nothing of it is left running.
///
/// It may be called from many threads at once. The calling thread waits.
pub fn run(task: &Task<'_>) -> Result<Finished, StartError> {
    let running = leave::Running::begin();
    // What stands there already is somebody else's: the files of an incremental build, say, beside the program that came of it.
    let before = folder::disk_use(task.folder, u64::MAX);
    let limits = Limits { disk: task.limits.disk.saturating_add(before), ..task.limits.clone() };
    let finished = platform::run(&Task { limits, ..task.clone() });
    running.end();
    finished
}

/// What keeps programs in bounds on this system, to be said out loud: its `Display` is for people.
pub fn protections() -> Protections {
    platform::protections()
}
