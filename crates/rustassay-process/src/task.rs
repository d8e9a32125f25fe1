//! What to run, within which limits, and what came of it.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a program may use, together with all processes that it starts.
///
/// The crate's documentation says how each limit is enforced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceLimits {
    /// Time on the clock.
    pub wall: Duration,
    /// Time on processors, user and system, of the whole tree.
    pub cpu: Duration,
    /// Resident memory of the whole tree, in bytes.
    pub memory: u64,
    /// Private writable memory that one process may reserve, touched or not, in bytes. An allocation beyond
    /// it fails inside the program. `None` for programs that reserve far more than they use, as everything
    /// under AddressSanitizer does.
    pub reservation: Option<u64>,
    /// Size of any one file, in bytes.
    pub file_size: u64,
    /// What the folder may grow by while the program runs, in bytes.
    pub disk: u64,
    /// Processes and threads that live at the same time.
    pub processes: u64,
    /// What is kept of standard output and, apart from it, of standard error, in bytes. A program that prints
    /// more is stopped.
    pub output: usize,
}

impl Default for ResourceLimits {
    /// Enough for a compiler on a program of some thousand lines.
    fn default() -> ResourceLimits {
        ResourceLimits {
            wall: Duration::from_secs(30),
            cpu: Duration::from_secs(60),
            memory: 4 << 30,
            reservation: Some(16 << 30),
            file_size: 512 << 20,
            disk: 1 << 30,
            processes: 256,
            output: 4 << 20,
        }
    }
}

impl ResourceLimits {
    /// Enough for a program that somebody made to see what a compiler does with it.
    pub fn for_program(timeout: Duration) -> ResourceLimits {
        ResourceLimits {
            wall: timeout,
            cpu: timeout,
            memory: 1 << 30,
            processes: 64,
            output: 1 << 20,
            disk: 64 << 20,
            file_size: 16 << 20,
            ..ResourceLimits::default()
        }
    }
}

/// A program to run: what it is given, and what it may do.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The program's file. It is not searched for in `PATH`; a relative path starts at `folder`.
    pub program: &'a Path,
    /// Its arguments, without its own name.
    pub args: Vec<OsString>,
    /// Its whole environment. Nothing is inherited; only `TMPDIR` is added, as `folder`, unless it is given
    /// here.
    pub env: Vec<(OsString, OsString)>,
    /// Where it starts, and the only place where it may create, change or remove files.
    pub folder: &'a Path,
    /// What it reads from standard input.
    pub stdin: &'a [u8],
    /// The files and folders that it may read and execute besides `folder`; `None` for all that we may. Paths
    /// that do not exist are passed over.
    pub readable: Option<Vec<PathBuf>>,
    /// What it may use.
    pub limits: ResourceLimits,
    /// Whether to give it namespaces of its own where the kernel has them. Without them a daemon is still
    /// found and killed, but by a supervising process in place of the kernel.
    pub namespaces: bool,
    /// Whether it may do all that we may, within its limits: for programs of ours.
    pub is_trusted: bool,
}

impl<'a> Task<'a> {
    /// `program`, started in `folder`, without arguments, environment or input, within the default limits.
    pub fn new(program: &'a Path, folder: &'a Path) -> Task<'a> {
        Task {
            program,
            args: Vec::new(),
            env: Vec::new(),
            folder,
            stdin: &[],
            readable: None,
            limits: ResourceLimits::default(),
            namespaces: true,
            is_trusted: false,
        }
    }

    /// A program of ours, which needs no namespaces and is refused nothing. The limits hold for it, too.
    pub fn trusted(program: &'a Path, folder: &'a Path) -> Task<'a> {
        Task { namespaces: false, is_trusted: true, ..Task::new(program, folder) }
    }

    /// Adds an argument.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    /// Adds arguments.
    pub fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Adds a variable to the environment.
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.as_ref().to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Sets what the program may use.
    pub fn limits(mut self, limits: ResourceLimits) -> Self {
        self.limits = limits;
        self
    }
}

/// How a program ended: by itself, or because it reached a limit and was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// It exited, with this code.
    Exited(i32),
    /// A signal killed it that no limit of ours had sent.
    Signaled {
        /// The signal's number.
        signal: i32,
    },
    /// It reached [`ResourceLimits::wall`] or [`ResourceLimits::cpu`].
    TimedOut,
    /// It reached [`ResourceLimits::memory`]. A program that fails by itself because an allocation was refused ended
    /// in its own way, and that is what is reported.
    OutOfMemory,
    /// It reached [`ResourceLimits::output`].
    OutputTooLong,
    /// It reached [`ResourceLimits::disk`] or [`ResourceLimits::file_size`].
    DiskFull,
    /// It reached [`ResourceLimits::processes`].
    TooManyProcesses,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            End::Exited(code) => write!(f, "exited with code {code}"),
            End::Signaled { signal } => match signal_name(signal) {
                Some(name) => write!(f, "killed by {name}"),
                None => write!(f, "killed by signal {signal}"),
            },
            End::TimedOut => f.write_str("stopped: it took too long"),
            End::OutOfMemory => f.write_str("stopped: it used too much memory"),
            End::OutputTooLong => f.write_str("stopped: it printed too much"),
            End::DiskFull => f.write_str("stopped: it wrote too much to disk"),
            End::TooManyProcesses => f.write_str("stopped: it started too many processes"),
        }
    }
}

/// The names of the signals that programs die of and whose numbers all of Linux's architectures share with
/// POSIX systems.
fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        7 if cfg!(target_os = "linux") => "SIGBUS",
        31 if cfg!(target_os = "linux") => "SIGSYS",
        _ => return None,
    })
}

/// What came of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// How it ended.
    pub end: End,
    /// What it printed to standard output: all of it, or the first [`ResourceLimits::output`] bytes.
    pub stdout: Vec<u8>,
    /// What it printed to standard error: all of it, or the first [`ResourceLimits::output`] bytes.
    pub stderr: Vec<u8>,
    /// Time on processors, user and system, of the whole tree.
    pub cpu: Duration,
    /// The most resident memory that was seen, in bytes. It is at most the true peak: nobody looks at a
    /// program that ends within milliseconds, and zero says that nothing was seen.
    pub peak_memory: u64,
    /// Time on the clock, from before the program was started until nothing of it was left.
    pub wall: Duration,
}

/// Why a program could not be started. Nothing of it ran.
#[derive(Debug)]
pub struct StartError {
    pub(crate) program: PathBuf,
    pub(crate) step: StartStep,
    pub(crate) source: io::Error,
}

impl StartError {
    /// What could not be done.
    pub fn step(&self) -> StartStep {
        self.step
    }
}

/// What has to be done to start a program, for [`StartError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum StartStep {
    /// Take the program's name, arguments, environment and folder as the system wants them.
    Arguments,
    /// Make the pipes to the program.
    Pipes,
    /// Start the process that supervises it.
    Supervisor,
    /// Give it namespaces of its own.
    Namespaces,
    /// Start its own process.
    Process,
    /// Make the folder its current one.
    Folder,
    /// Connect standard input and output.
    Stdio,
    /// Set its limits.
    Limits,
    /// Take its privileges away.
    Privileges,
    /// Forbid it to touch files outside its folder.
    Files,
    /// Forbid it system calls that reach others.
    Calls,
    /// Execute its file.
    Execute,
}

impl StartStep {
    /// All steps, in order of their numbers.
    #[cfg(target_os = "linux")]
    pub(crate) const ALL: [StartStep; 12] = [
        StartStep::Arguments,
        StartStep::Pipes,
        StartStep::Supervisor,
        StartStep::Namespaces,
        StartStep::Process,
        StartStep::Folder,
        StartStep::Stdio,
        StartStep::Limits,
        StartStep::Privileges,
        StartStep::Files,
        StartStep::Calls,
        StartStep::Execute,
    ];
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = self.program.display();
        match self.step {
            StartStep::Arguments => write!(f, "cannot start `{program}` with these arguments")?,
            StartStep::Pipes => write!(f, "cannot make pipes to `{program}`")?,
            StartStep::Supervisor => write!(f, "cannot start a supervisor for `{program}`")?,
            StartStep::Namespaces => write!(f, "cannot give `{program}` namespaces of its own")?,
            StartStep::Process => write!(f, "cannot start a process for `{program}`")?,
            StartStep::Folder => write!(f, "cannot start `{program}` in the folder that was given")?,
            StartStep::Stdio => write!(f, "cannot connect standard input and output of `{program}`")?,
            StartStep::Limits => write!(f, "cannot set the limits of `{program}`")?,
            StartStep::Privileges => write!(f, "cannot take privileges from `{program}`")?,
            StartStep::Files => write!(f, "cannot keep `{program}` inside its folder")?,
            StartStep::Calls => write!(f, "cannot refuse system calls to `{program}`")?,
            StartStep::Execute => write!(f, "cannot execute `{program}`")?,
        }
        write!(f, ": {}", self.source)?;
        match (self.step, self.source.kind()) {
            (StartStep::Execute, io::ErrorKind::NotFound) => {
                f.write_str("; give the path of the file itself, `PATH` is not searched")
            }
            (StartStep::Pipes | StartStep::Supervisor | StartStep::Process, _) => f.write_str(
                "; start fewer programs at the same time, or raise the system's limits (`ulimit -a`)",
            ),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}
