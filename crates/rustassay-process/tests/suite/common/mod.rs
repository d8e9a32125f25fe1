//! What the suites share: a program that misbehaves, run with a mark by which its processes can be found.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use rustassay_process::{Finished, ResourceLimits, Scratch, Task, run};

/// The program that misbehaves.
pub const MISBEHAVE: &str = env!("CARGO_BIN_EXE_misbehave");

/// Limits that a test which is not about them never reaches, on however slow a machine.
pub fn ample() -> ResourceLimits {
    ResourceLimits {
        wall: Duration::from_secs(120),
        cpu: Duration::from_secs(120),
        ..ResourceLimits::default()
    }
}

/// Runs the program in a folder of its own, with and without namespaces, and checks each time that nothing is
/// left.
pub fn misbehave(args: &[&str], limits: ResourceLimits, check: impl Fn(&Finished, &Path)) {
    for namespaces in [true, false] {
        let scratch = Scratch::new().expect("a folder can be made");
        let marker = marker();
        let mut task = Task::new(Path::new(MISBEHAVE), scratch.path()).args(args).env("MARKER", &marker);
        task.limits = limits.clone();
        task.namespaces = namespaces;
        let finished = run(&task).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            marked(&marker),
            Vec::<String>::new(),
            "left running; namespaces: {namespaces}; {finished:?}"
        );
        check(&finished, scratch.path());
    }
}

/// A mark that no other process has.
pub fn marker() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("mark-{}-{}-", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The processes, zombies apart, whose environment has the mark.
pub fn marked(marker: &str) -> Vec<String> {
    let has_mark = |process: &String| {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        environment.windows(marker.len()).any(|window| window == marker.as_bytes())
    };
    let processes = fs::read_dir("/proc").expect("`/proc` is there").flatten();
    processes.filter_map(|entry| entry.file_name().into_string().ok()).filter(has_mark).collect()
}

/// Waits until something is so, for as long as nobody can take for slowness.
pub fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "never: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}
