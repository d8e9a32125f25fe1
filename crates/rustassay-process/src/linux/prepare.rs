//! From a task to what the children need, all of it made before they exist.

use std::ffi::{CString, OsStr, c_int};
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{MemfdFlags, Mode, OFlags};
use rustix::net::{AddressFamily, SocketFlags, SocketType};
use rustix::process::{Resource, Rlimit, getrlimit};

use super::calls::Filters;
use super::children::{Action, CStrings, Calls, Plan, Program, Supervisor};
use super::offers::Apart;
use super::{Failure, at, confine};
use crate::task::{ResourceLimits, StartStep, Task};

/// Makes a task's program ready, with the pipes that it prints to.
pub(super) fn program(
    task: &Task<'_>,
    stdout: OwnedFd,
    stderr: OwnedFd,
    folder: &OwnedFd,
    apart: &Apart,
    action: Action,
) -> Result<Program, Failure> {
    Ok(Program {
        action,
        folder: c_string(task.folder.as_os_str()).map_err(at(StartStep::Arguments))?,
        stdin: input(task.stdin).map_err(at(StartStep::Pipes))?,
        stdout,
        stderr,
        limits: resource_limits(&task.limits, apart),
        keeps_privileges: task.is_trusted,
        files: match task.is_trusted {
            true => None,
            false => {
                confine::file_rules(task, folder).map_err(io::Error::other).map_err(at(StartStep::Files))?
            }
        },
        calls: apart.calls.filter(|_| !task.is_trusted).map(|filters| calls(task, filters)),
    })
}

/// What becomes the program of a task.
pub(super) fn execution(task: &Task<'_>) -> Result<Action, Failure> {
    Ok(Action::Execute {
        file: c_string(task.program.as_os_str()).map_err(at(StartStep::Arguments))?,
        args: arguments(task).map_err(at(StartStep::Arguments))?,
        env: environment(task).map_err(at(StartStep::Arguments))?,
    })
}

/// The filter for a task's program. Only one of 32 bits, and what it starts, may make calls of 32 bits.
fn calls(task: &Task<'_>, filters: Filters) -> Calls {
    const ELF_OF_32_BITS: &[u8; 5] = b"\x7fELF\x01";
    let mut start = [0; ELF_OF_32_BITS.len()];
    let program = fs::File::open(task.folder.join(task.program));
    let is_small = program.and_then(|mut file| io::Read::read_exact(&mut file, &mut start)).is_ok()
        && start == *ELF_OF_32_BITS;
    Calls { filter: if is_small { filters.small } else { filters.native }, asks: filters.asks }
}

/// Starts a supervisor, with a program or to see whether the namespaces work.
pub(super) fn start(namespaces: c_int, program: Option<Program>) -> Result<Supervisor, Failure> {
    let (unix, packets) = (AddressFamily::UNIX, SocketType::SEQPACKET);
    let (ours, theirs) =
        rustix::net::socketpair(unix, packets, SocketFlags::CLOEXEC, None).map_err(at(StartStep::Pipes))?;
    let report = above_stdio(theirs).map_err(at(StartStep::Pipes))?;
    let plan = Plan { namespaces, id_maps: confine::id_maps(namespaces), report, program };
    Supervisor::start(plan, ours).map_err(|(step, errno)| at(step)(errno))
}

/// The same descriptor under a number that is free to be kept while standard input and output are put in
/// their places.
pub(super) fn above_stdio(fd: OwnedFd) -> rustix::io::Result<OwnedFd> {
    match fd.as_raw_fd() {
        0..=2 => rustix::io::fcntl_dupfd_cloexec(&fd, 3),
        _ => Ok(fd),
    }
}

pub(super) fn open_folder(folder: &Path) -> io::Result<OwnedFd> {
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

pub(super) fn c_string(string: &OsStr) -> io::Result<CString> {
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
fn resource_limits(limits: &ResourceLimits, apart: &Apart) -> Vec<(Resource, Rlimit)> {
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
    // Zero would still start the system's crash reporter, for thousands of crashes a minute; one is how Linux
    // spells "nothing at all" (`do_coredump` in the kernel's fs/coredump.c).
    set(Resource::Core, 1, 1);
    if apart.namespaces & libc::CLONE_NEWUSER != 0 && apart.counts_processes {
        // A wall behind the watcher, who has to see that there are too many. The supervisor counts as well.
        let processes = limits.processes.saturating_mul(2).saturating_add(1);
        set(Resource::Nproc, processes, processes);
    }
    all
}
