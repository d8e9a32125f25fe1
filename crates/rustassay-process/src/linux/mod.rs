//! Linux: everything that the crate promises.

mod children;
mod confine;
mod output;
mod tree;

use std::ffi::{CString, OsStr, c_int};
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::event::{Timespec, poll};
use rustix::fs::{Access, MemfdFlags, Mode, OFlags};
use rustix::net::{AddressFamily, SocketFlags, SocketType};
use rustix::process::{Resource, Rlimit, getrlimit};

use children::{CStrings, Message, Plan, Program, Supervisor};
use output::Output;
use tree::TreeUse;

use crate::folder::disk_use;
use crate::protections::{Network, Protections};
use crate::task::{End, Finished, Limits, StartError, Step, Task};

/// When a program is looked at first. Most have ended by then.
const FIRST_LOOK: Duration = Duration::from_millis(20);
/// How long after that it is looked at again.
const NEXT_LOOK: Duration = Duration::from_millis(50);
/// The same for a program that uses more than half of its memory: the kernel hands out some gigabytes a second.
const NEXT_CLOSE_LOOK: Duration = Duration::from_millis(10);
/// Looking takes at most one part in this many of the time, however much there is to see.
const LOOKING: u32 = 20;

/// See [`crate::run`].
pub(crate) fn run(task: &Task<'_>) -> Result<Finished, StartError> {
    let failed = |step, source| StartError { program: task.program.to_owned(), step, source };
    let began = Instant::now();
    let (mut stdout, their_stdout) =
        Output::new(task.limits.output).map_err(|e| failed(Step::Pipes, e.into()))?;
    let (mut stderr, their_stderr) =
        Output::new(task.limits.output).map_err(|e| failed(Step::Pipes, e.into()))?;
    let stdin = input(task.stdin).map_err(|e| failed(Step::Pipes, e))?;
    let namespaces = if task.namespaces { offers().namespaces } else { 0 };
    let folder = open_folder(task.folder).map_err(|e| failed(Step::Folder, e))?;
    let files = confine::file_rules(task, folder).map_err(|e| failed(Step::Files, io::Error::other(e)))?;
    let program = Program {
        file: c_string(task.program.as_os_str()).map_err(|e| failed(Step::Arguments, e))?,
        args: arguments(task).map_err(|e| failed(Step::Arguments, e))?,
        env: environment(task).map_err(|e| failed(Step::Arguments, e))?,
        folder: c_string(task.folder.as_os_str()).map_err(|e| failed(Step::Arguments, e))?,
        stdin,
        stdout: their_stdout,
        stderr: their_stderr,
        limits: resource_limits(&task.limits, namespaces),
        files,
        network: offers().filter,
    };
    let mut supervisor = start(namespaces, Some(program)).map_err(|(step, e)| failed(step, e))?;

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

/// Waits until the program has ended, or has reached a limit, which is returned; with the most memory that was seen.
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
        if elapsed >= limits.wall {
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

fn start(namespaces: c_int, program: Option<Program>) -> Result<Supervisor, (Step, io::Error)> {
    let (ours, theirs) =
        rustix::net::socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
            .map_err(|e| (Step::Pipes, e.into()))?;
    let report = above_stdio(theirs).map_err(|e| (Step::Pipes, e.into()))?;
    let plan = Plan { namespaces, id_maps: confine::id_maps(namespaces), report, program };
    Supervisor::start(plan, ours).map_err(|(step, errno)| (step, errno.into()))
}

/// The same descriptor under a number that is free to be kept while standard input and output are put in their places.
fn above_stdio(fd: OwnedFd) -> rustix::io::Result<OwnedFd> {
    match fd.as_raw_fd() {
        0..=2 => rustix::io::fcntl_dupfd_cloexec(&fd, 3),
        _ => Ok(fd),
    }
}

fn open_folder(folder: &Path) -> io::Result<OwnedFd> {
    rustix::fs::open(folder, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).map_err(
        |errno| {
            let error = io::Error::from(errno);
            io::Error::new(error.kind(), format!("`{}`: {error}", folder.display()))
        },
    )
}

/// A file in memory, which needs nobody to feed it while the program reads.
fn input(bytes: &[u8]) -> io::Result<OwnedFd> {
    use std::io::{Seek, Write};
    let mut file = fs::File::from(above_stdio(rustix::fs::memfd_create("stdin", MemfdFlags::CLOEXEC)?)?);
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file.into())
}

fn c_string(string: &OsStr) -> io::Result<CString> {
    CString::new(string.as_bytes()).map_err(|_| {
        let message = format!("`{}` has a null byte in it", string.display());
        io::Error::new(io::ErrorKind::InvalidInput, message)
    })
}

fn arguments(task: &Task<'_>) -> io::Result<CStrings> {
    let all = [task.program.as_os_str()].into_iter().chain(task.args.iter().map(|arg| &**arg));
    Ok(all.map(c_string).collect::<io::Result<Vec<_>>>()?.into())
}

fn environment(task: &Task<'_>) -> io::Result<CStrings> {
    let variable = |name: &OsStr, value: &OsStr| {
        let mut variable = name.to_owned();
        variable.push("=");
        variable.push(value);
        c_string(&variable)
    };
    let mut all: Vec<_> =
        task.env.iter().map(|(name, value)| variable(name, value)).collect::<io::Result<_>>()?;
    if task.env.iter().all(|(name, _)| name != "TMPDIR") {
        all.push(variable("TMPDIR".as_ref(), task.folder.as_os_str())?);
    }
    Ok(all.into())
}

/// The limits that the kernel keeps for each process by itself.
fn resource_limits(limits: &Limits, namespaces: c_int) -> Vec<(Resource, Rlimit)> {
    let mut all = Vec::new();
    let mut set = |resource, current: u64, maximum: u64| {
        // Who has no privileges cannot raise what was lowered for us.
        let ours = getrlimit(resource).maximum.unwrap_or(u64::MAX);
        let rlimit = Rlimit { current: Some(current.min(ours)), maximum: Some(maximum.min(ours)) };
        all.push((resource, rlimit));
    };
    set(Resource::Fsize, limits.file_size, limits.file_size);
    if let Some(reservation) = limits.reservation {
        set(Resource::Data, reservation, reservation);
    }
    // For when nobody watches; a second more, so that who watches is first.
    let cpu = limits.cpu.as_secs().saturating_add(2);
    set(Resource::Cpu, cpu, cpu.saturating_add(1));
    // Zero would still start the system's crash reporter, for thousands of crashes a minute; one is how Linux spells "nothing at
    // all" (`do_coredump` in the kernel's fs/coredump.c).
    set(Resource::Core, 1, 1);
    if namespaces & libc::CLONE_NEWUSER != 0 && offers().counts_processes {
        // A wall behind the watcher, who has to see that there are too many. The supervisor counts as well.
        let processes = limits.processes.saturating_mul(2).saturating_add(1);
        set(Resource::Nproc, processes, processes);
    }
    all
}

/// What the kernel has, found out by trying, once.
struct Offers {
    /// The namespaces that can be made together, as `clone` flags.
    namespaces: c_int,
    filter: Option<&'static [libc::sock_filter]>,
    /// `RLIMIT_NPROC` counts the processes of each user namespace apart, and not all of a user's.
    counts_processes: bool,
}

fn offers() -> &'static Offers {
    static OFFERS: OnceLock<Offers> = OnceLock::new();
    OFFERS.get_or_init(|| {
        let filter = confine::socket_filter().filter(|_| children::has_seccomp());
        // A network namespace costs as much as starting a small program, so it is only for when there is no filter.
        let network = if filter.is_some() { 0 } else { libc::CLONE_NEWNET };
        let (user, pid, ipc) = (libc::CLONE_NEWUSER, libc::CLONE_NEWPID, libc::CLONE_NEWIPC);
        // With privileges, namespaces need no user namespace.
        let wishes = [user | pid | ipc | network, user | pid | network, user | pid, pid | ipc | network, pid];
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

/// See [`crate::protections`].
pub(crate) fn protections() -> Protections {
    let Offers { namespaces, filter, .. } = offers();
    let has = |namespace| namespaces & namespace != 0;
    Protections {
        landlock: children::landlock_abi(),
        user_namespace: has(libc::CLONE_NEWUSER),
        pid_namespace: has(libc::CLONE_NEWPID),
        ipc_namespace: has(libc::CLONE_NEWIPC),
        network: match filter {
            Some(_) => Network::NoSockets,
            None if has(libc::CLONE_NEWNET) => Network::Namespace,
            None => Network::Open,
        },
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
