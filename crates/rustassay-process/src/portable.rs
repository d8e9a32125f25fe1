//! Systems other than Linux: what the standard library gives.
//!
//! Bounded are the time on the clock, the output, and at its end the folder; the program is killed with its
//! process group. Nothing else is enforced, and what leaves the group stays.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::disk_use;
use crate::leave::is_leaving;
#[cfg(not(target_os = "linux"))]
use crate::protections::Protections;
use crate::task::{End, Finished, StartError, StartStep, Task};

/// How often we look whether the program has ended.
const LOOK: Duration = Duration::from_millis(2);
/// How long we wait for output after the program's end: a descendant may keep the pipe open for ever.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// See [`crate::run`].
pub(crate) fn run(task: &Task<'_>, is_cancelled: &AtomicBool) -> Result<Option<Finished>, StartError> {
    let began = Instant::now();
    let mut child = start(task).map_err(|source| StartError {
        program: task.program.to_owned(),
        step: StartStep::Execute,
        source,
    })?;
    if let Some(mut stdin) = child.stdin.take() {
        let input = task.stdin.to_owned();
        // A program need not read its input.
        thread::spawn(move || stdin.write_all(&input));
    }
    let mut stdout = Output::of(child.stdout.take(), task.limits.output);
    let mut stderr = Output::of(child.stderr.take(), task.limits.output);

    let end = loop {
        stdout.take(Duration::ZERO);
        stderr.take(Duration::ZERO);
        if stdout.too_long || stderr.too_long {
            break End::OutputTooLong;
        }
        if let Ok(Some(status)) = child.try_wait() {
            break end_of(status);
        }
        if is_cancelled.load(Ordering::Relaxed) {
            kill(&mut child);
            return Ok(None);
        }
        if began.elapsed() >= task.limits.wall || is_leaving() {
            break End::TimedOut;
        }
        thread::sleep(LOOK);
    };
    kill(&mut child);
    let wall = began.elapsed();
    stdout.take(LAST_WORDS);
    stderr.take(LAST_WORDS);
    let end = match end {
        End::Exited(_) | End::Signaled { .. } if stdout.too_long || stderr.too_long => End::OutputTooLong,
        End::Exited(_) | End::Signaled { .. }
            if disk_use(task.folder, task.limits.disk) > task.limits.disk =>
        {
            End::DiskFull
        }
        end => end,
    };
    let (stdout, stderr) = (stdout.kept, stderr.kept);
    Ok(Some(Finished { end, stdout, stderr, cpu: Duration::ZERO, peak_memory: 0, wall }))
}

/// See [`crate::protections()`].
#[cfg(not(target_os = "linux"))]
pub(crate) fn protections() -> Protections {
    Protections::default()
}

fn start(task: &Task<'_>) -> io::Result<Child> {
    let mut command = Command::new(task.program);
    command.args(&task.args).env_clear().env("TMPDIR", task.folder).envs(task.env.iter().cloned());
    command.current_dir(task.folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}

fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    // If this fails, it is dead already.
    let _ = child.kill();
    let _ = child.wait();
}

fn end_of(status: ExitStatus) -> End {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return End::Signaled { signal };
    }
    End::Exited(status.code().unwrap_or(-1))
}

/// What came from one of the program's pipes.
struct Output {
    blocks: Receiver<Vec<u8>>,
    kept: Vec<u8>,
    limit: usize,
    too_long: bool,
}

impl Output {
    fn of(pipe: Option<impl Read + Send + 'static>, limit: usize) -> Output {
        // A reader is at most a few blocks ahead, so that a flood waits in the pipe.
        let (sender, blocks) = mpsc::sync_channel(4);
        if let Some(mut pipe) = pipe {
            thread::spawn(move || {
                let mut buffer = vec![0; 64 << 10];
                while let Ok(length @ 1..) = pipe.read(&mut buffer) {
                    if sender.send(buffer[..length].to_owned()).is_err() {
                        break;
                    }
                }
            });
        }
        Output { blocks, kept: Vec::new(), limit, too_long: false }
    }

    /// Takes what was read, until there is nothing for some time.
    fn take(&mut self, timeout: Duration) {
        while !self.too_long {
            match self.blocks.recv_timeout(timeout) {
                Ok(block) => {
                    let kept = block.len().min(self.limit - self.kept.len());
                    self.kept.extend_from_slice(&block[..kept]);
                    self.too_long = kept < block.len();
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::{ResourceLimits, Scratch};
    use std::path::Path;

    fn shell(script: &str, limits: ResourceLimits) -> Finished {
        let scratch = Scratch::new().expect("a folder can be made");
        let mut task = Task::new(Path::new("/bin/sh"), scratch.path()).args(["-c", script]).limits(limits);
        task.stdin = b"input";
        run(&task, &AtomicBool::new(false)).expect("a shell").expect("nobody has cancelled it")
    }

    #[test]
    fn a_program_gets_its_input_and_its_output_is_kept() {
        let finished = shell("cat; echo error >&2; exit 3", ResourceLimits::default());
        assert_eq!((finished.end, &*finished.stdout), (End::Exited(3), &b"input"[..]));
        assert_eq!(finished.stderr, b"error\n");
    }

    #[test]
    fn a_program_that_hangs_is_stopped_with_its_group() {
        let limits = ResourceLimits { wall: Duration::from_millis(100), ..ResourceLimits::default() };
        assert_eq!(shell("sleep 1000 & sleep 1000", limits).end, End::TimedOut);
    }

    #[test]
    fn a_program_that_prints_too_much_is_stopped() {
        let limits = ResourceLimits { output: 1000, ..ResourceLimits::default() };
        let finished = shell("yes", limits);
        assert_eq!((finished.end, finished.stdout.len()), (End::OutputTooLong, 1000));
    }
}
