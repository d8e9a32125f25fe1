//! Text that says that the system refused something. What fails afterwards is no bug.

use crate::diagnostic::is_source;
use crate::stderr::Stderr;

/// What there was too little of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shortage {
    Memory,
    Disk,
    /// A thread or a process could not be started. The system's answer (`EAGAIN`) is the same for too many of
    /// them and for too little memory.
    Processes,
}

/// Words that only this cause has, wherever in a line they are. Error numbers are those of Linux.
const WORDS: [(&str, Shortage); 20] = [
    // LLVM, and C++ without a handler.
    ("LLVM ERROR: out of memory", Shortage::Memory),
    ("instance of 'std::bad_alloc'", Shortage::Memory),
    // The C library, the dynamic loader, the linker.
    ("Fatal glibc error: failed to register TLS destructor: out of memory", Shortage::Memory),
    ("failed to map segment from shared object", Shortage::Memory),
    ("memory exhausted", Shortage::Memory),
    ("Cannot allocate memory", Shortage::Memory),
    ("terminated with signal 9 [Killed]", Shortage::Memory),
    // rustc: `io::Error` for people and for programmers, and the compile-time evaluator.
    ("(os error 12)", Shortage::Memory),
    ("kind: OutOfMemory", Shortage::Memory),
    ("tried to allocate more memory than available to compiler", Shortage::Memory),
    ("No space left on device", Shortage::Disk),
    ("(os error 28)", Shortage::Disk),
    ("kind: StorageFull", Shortage::Disk),
    ("(os error 27)", Shortage::Disk),
    ("kind: FileTooLarge", Shortage::Disk),
    ("Disk quota exceeded", Shortage::Disk),
    ("Resource temporarily unavailable", Shortage::Processes),
    ("(os error 11)", Shortage::Processes),
    ("kind: WouldBlock", Shortage::Processes),
    ("fork: retry", Shortage::Processes),
];

/// The first shortage that a compiler's text tells of.
pub(crate) fn shortage(stderr: &Stderr) -> Option<Shortage> {
    let in_diagnostics = stderr.diagnostics.iter().flat_map(|diagnostic| diagnostic.rendered.lines());
    stderr.rest.iter().map(String::as_str).chain(in_diagnostics).find_map(in_line)
}

fn in_line(line: &str) -> Option<Shortage> {
    if is_source(line) {
        return None;
    }
    if refused_allocation(line).is_some() {
        return Some(Shortage::Memory);
    }
    WORDS.iter().find(|(words, _)| line.contains(words)).map(|(_, shortage)| *shortage)
}

/// The size in `memory allocation of 49152 bytes failed`, std's last words.
pub(crate) fn refused_allocation(line: &str) -> Option<u64> {
    line.strip_prefix("memory allocation of ")?.strip_suffix(" bytes failed")?.parse().ok()
}
