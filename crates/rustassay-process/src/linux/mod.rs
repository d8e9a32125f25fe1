//! Linux: everything that the crate promises.

mod children;
mod confine;
mod offers;
mod output;
mod prepare;
mod tree;

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::{Timespec, poll};

use children::{Message, Supervisor};
use output::Output;
use tree::TreeUse;

use crate::folder::disk_use;
use crate::leave::is_leaving;
use crate::task::{End, Finished, Limits, StartError, Step, Task};

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
type Failure = (Step, io::Error);

/// Says which step an error belongs to.
fn at<E: Into<io::Error>>(step: Step) -> impl Fn(E) -> Failure {
    move |error| (step, error.into())
}

/// See [`crate::run`].
pub(crate) fn run(task: &Task<'_>) -> Result<Finished, StartError> {
    start_and_wait(task).map_err(|(step, source)| StartError {
        program: task.program.to_owned(),
        step,
        source,
    })
}

fn start_and_wait(task: &Task<'_>) -> Result<Finished, Failure> {
    // The first time, this tries things out; that is not the program's time.
    let offers = offers::offers();
    let began = Instant::now();
    let namespaces = if task.namespaces { offers.namespaces } else { 0 };
    let (mut stdout, their_stdout) = Output::new(task.limits.output).map_err(at(Step::Pipes))?;
    let (mut stderr, their_stderr) = Output::new(task.limits.output).map_err(at(Step::Pipes))?;
    let program = prepare::program(task, their_stdout, their_stderr, namespaces)?;
    let mut supervisor = prepare::start(namespaces, Some(program))?;

    let (stopped, seen) = watch(&supervisor, task, began, &mut stdout, &mut stderr);
    if stopped.is_some() {
        supervisor.stop();
    }
    let usage = supervisor.wait();
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
    Ok(Finished { end, stdout: stdout.into_kept(), stderr: stderr.into_kept(), cpu, peak_memory, wall })
}

/// How much is read from a pipe at a time: all that one holds.
const READ: usize = 64 << 10;

/// Waits until the program has ended, or has reached a limit, which is returned; with the most memory that
/// was seen.
fn watch(
    supervisor: &Supervisor,
    task: &Task<'_>,
    began: Instant,
    stdout: &mut Output,
    stderr: &mut Output,
) -> (Option<End>, u64) {
    let limits = &task.limits;
    let mut buffer = [0; READ];
    let mut next_look = began + FIRST_LOOK;
    let mut peak_memory = 0;
    loop {
        let elapsed = began.elapsed();
        if elapsed >= limits.wall || is_leaving() {
            return (Some(End::TimedOut), peak_memory);
        }
        let until_look = next_look.saturating_duration_since(Instant::now());
        let timeout = until_look.min(limits.wall - elapsed);
        let mut fds = [supervisor.ended(), stdout.readable(), stderr.readable()];
        // An interrupted wait is as good as a short one.
        let _ = poll(&mut fds, Timespec::try_from(timeout).ok().as_ref());
        let [ended, from_stdout, from_stderr] = fds.map(|fd| !fd.revents().is_empty());
        if from_stdout {
            stdout.read(&mut buffer);
        }
        if from_stderr {
            stderr.read(&mut buffer);
        }
        if stdout.is_too_long() || stderr.is_too_long() {
            return (Some(End::OutputTooLong), peak_memory);
        }
        if ended {
            return (None, peak_memory);
        }
        let now = Instant::now();
        if now >= next_look {
            let used = tree::look(supervisor.pid(), limits.processes);
            peak_memory = peak_memory.max(used.memory);
            if let Some(end) = limit_reached(limits, used, task.folder) {
                return (Some(end), peak_memory);
            }
            let pause = if used.memory > limits.memory / 2 { NEXT_CLOSE_LOOK } else { NEXT_LOOK };
            next_look = Instant::now() + pause.max(now.elapsed() * LOOKING);
        }
    }
}

fn limit_reached(limits: &Limits, used: TreeUse, folder: &Path) -> Option<End> {
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
