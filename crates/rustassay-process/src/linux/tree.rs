//! What a tree of processes uses at a moment, from `/proc` (`proc_pid_stat(5)`, `proc_tid_children(5)`).

use std::fs;
use std::time::Duration;

use rustix::process::Pid;

/// What a tree uses, or has used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TreeUse {
    /// Resident memory now, in bytes.
    pub memory: u64,
    /// Processor time so far.
    pub cpu: Duration,
    /// Processes and threads that live now.
    pub processes: u64,
}

/// Whether this kernel can tell.
pub(super) fn can_look() -> bool {
    fs::metadata("/proc/thread-self/children").is_ok()
}

/// Looks at all descendants of a supervisor, or at enough of them to see that there are more than `processes`.
/// What ends while we look is not counted.
pub(super) fn look(supervisor: Pid, processes: u64) -> TreeUse {
    let mut total = TreeUse::default();
    let mut ticks = 0;
    visit(supervisor, |pid, stat| {
        ticks += stat.ticks;
        // The supervisor's memory is ours; its time has that of all who are dead.
        if pid != supervisor.as_raw_pid() {
            total.memory += stat.pages * rustix::param::page_size() as u64;
            total.processes += if stat.dead { 0 } else { stat.threads };
        }
        total.processes <= processes
    });
    total.cpu = Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second().max(1));
    total
}

/// All descendants of a supervisor, as far as they did not come or go meanwhile.
pub(super) fn descendants(supervisor: Pid) -> Vec<Pid> {
    let mut all = Vec::new();
    visit(supervisor, |pid, stat| {
        if pid != supervisor.as_raw_pid() && !stat.dead {
            all.extend(Pid::from_raw(pid));
        }
        true
    });
    all
}

/// Visits a process and its descendants, for as long as the visitor wants more.
fn visit(root: Pid, mut visitor: impl FnMut(i32, &Stat) -> bool) {
    let mut pending = vec![root.as_raw_pid()];
    while let Some(pid) = pending.pop() {
        let Some(stat) = Stat::read(pid) else { continue };
        if !visitor(pid, &stat) {
            return;
        }
        children(pid, stat.threads, &mut pending);
    }
}

/// What `/proc/PID/stat` says.
struct Stat {
    dead: bool,
    /// Of the process and of its descendants that were waited for.
    ticks: u64,
    threads: u64,
    pages: u64,
}

impl Stat {
    fn read(pid: i32) -> Option<Stat> {
        // The name may be anything, also no UTF-8.
        let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
        Stat::parse(&text)
    }

    fn parse(text: &[u8]) -> Option<Stat> {
        // The second field is the program's name in parentheses, whatever is in it; the third is the state.
        let name_end = text.iter().rposition(|byte| *byte == b')')?;
        let mut fields = std::str::from_utf8(&text[name_end + 1..]).ok()?.split_ascii_whitespace();
        let state = fields.next()?;
        // Negative numbers occur in fields that are not for us.
        let numbers: Vec<u64> = fields.map(|field| field.parse().unwrap_or(0)).collect();
        let field = |number: usize| numbers.get(number - 4).copied();
        Some(Stat {
            dead: matches!(state, "Z" | "X"),
            ticks: field(14)? + field(15)? + field(16)? + field(17)?,
            threads: field(20)?,
            pages: field(24)?,
        })
    }
}

/// Adds the children of a process, which the kernel lists by the thread that made them.
fn children(pid: i32, threads: u64, into: &mut Vec<i32>) {
    let mut of_thread = |thread: &str| {
        let list = fs::read_to_string(format!("/proc/{pid}/task/{thread}/children")).unwrap_or_default();
        into.extend(list.split_ascii_whitespace().filter_map(|child| child.parse::<i32>().ok()));
    };
    if threads <= 1 {
        return of_thread(&pid.to_string());
    }
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return };
    for thread in threads.flatten() {
        if let Some(thread) = thread.file_name().to_str() {
            of_thread(thread);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_and_spaces_does_not_confuse() {
        let line = b"7 (a) b\xff (c)) S 1 7 7 0 -1 4194560 90 0 0 0 11 22 3 4 20 0 5 0 100 9000 250 1844";
        let stat = Stat::parse(line).expect("a line as the kernel writes it");
        assert_eq!((stat.dead, stat.ticks, stat.threads, stat.pages), (false, 40, 5, 250));
    }

    #[test]
    fn a_line_cut_short_is_no_answer() {
        assert!(Stat::parse(b"7 (name) S 1 7 7").is_none());
        assert!(Stat::parse(b"").is_none());
    }
}
