//! Linux: everything that the crate promises.

mod calls;
mod children;
mod confine;
mod metadata;
mod offers;
mod output;
mod prepare;
mod tree;

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use children::{Action, Listener, Message, Supervisor};
use metadata::Metadata;
use offers::Apart;
use output::Output;
use tree::TreeUse;

use crate::folder::disk_use;
use crate::leave::is_leaving;
use crate::task::{End, Finished, ResourceLimits, StartError, StartStep, Task};

pub(crate) use offers::protections;

/// When a program is looked at first. Most have ended by then.
const FIRST_LOOK: Duration = Duration::from_millis(20);
/// How long after that it is looked at again.
const NEXT_LOOK: Duration = Duration::from_millis(50);
/// The same for a program that uses more than half of its memory: the kernel hands out some gigabytes a
/// second.
const NEXT_CLOSE_LOOK: Duration = Duration::from_millis(10);
/// Looking takes at most one part in this many of the time, however much there is to see.
const LOOKING: u32 = 20;

/// What could not be done, and why.
type Failure = (StartStep, io::Error);

/// Says which step an error belongs to.
fn at<E: Into<io::Error>>(step: StartStep) -> impl Fn(E) -> Failure {
    move |error| (step, error.into())
}

/// See [`crate::run`].
pub(crate) fn run(task: &Task<'_>, is_cancelled: &AtomicBool) -> Result<Option<Finished>, StartError> {
    start_and_wait(task, is_cancelled).map_err(|(step, source)| StartError {
        program: task.program.to_owned(),
        step,
        source,
    })
}

fn start_and_wait(task: &Task<'_>, is_cancelled: &AtomicBool) -> Result<Option<Finished>, Failure> {
    // The first time, this tries things out; that is not the program's time.
    let offered = offers::offers().apart;
    let namespaces = if task.namespaces { offered.namespaces } else { 0 };
    act_and_wait(task, &Apart { namespaces, ..offered }, prepare::execution(task)?, is_cancelled)
}

/// Does something in a task's folder, kept apart as a program of it.
fn act_and_wait(
    task: &Task<'_>,
    apart: &Apart,
    action: Action,
    is_cancelled: &AtomicBool,
) -> Result<Option<Finished>, Failure> {
    let began = Instant::now();
    let folder = prepare::open_folder(task.folder).map_err(at(StartStep::Folder))?;
    let (mut stdout, their_stdout) = Output::new(task.limits.output).map_err(at(StartStep::Pipes))?;
    let (mut stderr, their_stderr) = Output::new(task.limits.output).map_err(at(StartStep::Pipes))?;
    let program = prepare::program(task, their_stdout, their_stderr, &folder, apart, action)?;
    let mut supervisor = prepare::start(apart.namespaces, Some(program))?;

    let metadata = Metadata::of(folder, task.folder);
    let (watched, seen) = watch(&supervisor, task, began, is_cancelled, &metadata, &mut stdout, &mut stderr);
    if watched != Watched::Ended {
        supervisor.stop();
    }
    let usage = supervisor.wait();
    let stopped = match watched {
        Watched::Ended => None,
        Watched::Limit(end) => Some(end),
        Watched::Cancelled => return Ok(None),
    };
    let (cpu, peak_memory) = (usage.cpu, usage.peak_memory.unwrap_or(0).max(seen));
    let wall = began.elapsed();
    // All writers are dead: what they wrote is all there is.
    let mut buffer = [0; READ];
    for output in [&mut stdout, &mut stderr] {
        output.read(&mut buffer);
    }
    let end = match (stopped, supervisor.receive()) {
        (Some(end), _) => end,
        _ if stdout.is_too_long() || stderr.is_too_long() => End::OutputTooLong,
        _ if disk_use(task.folder, task.limits.disk) > task.limits.disk => End::DiskFull,
        (None, Some(Message::Signaled(libc::SIGXFSZ))) => End::DiskFull,
        (None, Some(Message::Signaled(libc::SIGXCPU))) => End::TimedOut,
        (None, Some(Message::Signaled(signal))) => End::Signaled { signal },
        (None, Some(Message::Exited(code))) => End::Exited(code),
        // Somebody killed the supervisor, and the tree with it.
        (None, _) => End::Signaled { signal: libc::SIGKILL },
    };
    let (stdout, stderr) = (stdout.into_kept(), stderr.into_kept());
    Ok(Some(Finished { end, stdout, stderr, cpu, peak_memory, wall }))
}

/// How much is read from a pipe at a time: all that one holds.
const READ: usize = 64 << 10;

/// Why nobody watches a program any more.
#[derive(PartialEq, Eq)]
enum Watched {
    /// It has ended.
    Ended,
    /// It has reached a limit.
    Limit(End),
    /// Nobody wants to know.
    Cancelled,
}

/// Waits until the program has ended, has reached a limit or is cancelled; with the most memory that was seen.
fn watch(
    supervisor: &Supervisor,
    task: &Task<'_>,
    began: Instant,
    is_cancelled: &AtomicBool,
    metadata: &Metadata,
    stdout: &mut Output,
    stderr: &mut Output,
) -> (Watched, u64) {
    let limits = &task.limits;
    let mut buffer = [0; READ];
    let mut next_look = began + FIRST_LOOK;
    let mut peak_memory = 0;
    let mut listener = supervisor.listener();
    loop {
        let elapsed = began.elapsed();
        if elapsed >= limits.wall || is_leaving() {
            return (Watched::Limit(End::TimedOut), peak_memory);
        }
        if is_cancelled.load(Ordering::Relaxed) {
            return (Watched::Cancelled, peak_memory);
        }
        let until_look = next_look.saturating_duration_since(Instant::now());
        let timeout = until_look.min(limits.wall - elapsed);
        let mut fds = vec![supervisor.ended(), stdout.readable(), stderr.readable()];
        fds.extend(listener.map(Listener::asked));
        // An interrupted wait is as good as a short one.
        let _ = poll(&mut fds, Timespec::try_from(timeout).ok().as_ref());
        let events: Vec<PollFlags> = fds.iter().map(PollFd::revents).collect();
        let happened = |at: usize| events.get(at).is_some_and(|events| !events.is_empty());
        let [ended, from_stdout, from_stderr] = [0, 1, 2].map(happened);
        if from_stdout {
            stdout.read(&mut buffer);
        }
        if from_stderr {
            stderr.read(&mut buffer);
        }
        if let (Some(events), Some(asking)) = (events.get(3), listener) {
            if events.contains(PollFlags::IN) {
                metadata.serve(asking);
            } else if !events.is_empty() {
                // Nobody is left who could ask.
                listener = None;
            }
        }
        if stdout.is_too_long() || stderr.is_too_long() {
            return (Watched::Limit(End::OutputTooLong), peak_memory);
        }
        if ended {
            return (Watched::Ended, peak_memory);
        }
        let now = Instant::now();
        if now >= next_look {
            let used = tree::look(supervisor.pid(), limits.processes);
            peak_memory = peak_memory.max(used.memory);
            if let Some(end) = limit_reached(limits, used, task.folder) {
                return (Watched::Limit(end), peak_memory);
            }
            let pause = if used.memory > limits.memory / 2 { NEXT_CLOSE_LOOK } else { NEXT_LOOK };
            next_look = Instant::now() + pause.max(now.elapsed() * LOOKING);
        }
    }
}

fn limit_reached(limits: &ResourceLimits, used: TreeUse, folder: &Path) -> Option<End> {
    if used.processes > limits.processes {
        Some(End::TooManyProcesses)
    } else if used.memory > limits.memory {
        Some(End::OutOfMemory)
    } else if used.cpu > limits.cpu {
        Some(End::TimedOut)
    } else if disk_use(folder, limits.disk) > limits.disk {
        Some(End::DiskFull)
    } else {
        None
    }
}
