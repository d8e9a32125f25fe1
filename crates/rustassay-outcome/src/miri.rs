//! Why Miri stops a program.

use rustassay_process::Finished;

/// An error with which Miri stops a program that it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MiriStop {
    /// The program has Undefined Behavior: this.
    UndefinedBehavior(String),
    /// Miri does not support what the program does.
    Unsupported(String),
}

/// Why Miri stopped a program; `None` if it ran to its end, or Miri failed in another way.
pub fn miri_stop(finished: &Finished) -> Option<MiriStop> {
    let stderr = String::from_utf8_lossy(&finished.stderr);
    let after = |start: &str| stderr.lines().find_map(|line| line.strip_prefix(start)).map(str::to_owned);
    after("error: Undefined Behavior: ")
        .map(MiriStop::UndefinedBehavior)
        .or_else(|| after("error: unsupported operation: ").map(MiriStop::Unsupported))
}
