//! Ctrl-C and time limits: nothing is left behind, and what was found so far is printed.
#![cfg(target_os = "linux")]

use crate::TOOL;
use crate::library::has_library;
use rustassay_testing::{code, reference_rustc, stderr, stdout};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A program that a command is busy with for as long as it is let.
const ENDLESS: &str =
    "fn f(x: u8) -> u8 { if x > 3 { x } else { x + 1 } }\nfn main() { println!(\"{}\", f(2)); loop {} }\n";

/// How long a command may take to begin, or to end.
const PATIENCE: Duration = Duration::from_secs(60);

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "`kill` is part of every system");
}

/// What is in the folders for temporary files in a place.
fn left(place: &Path) -> Vec<String> {
    let folders = place.read_dir().into_iter().flatten().flatten();
    let inside = folders.flat_map(|folder| folder.path().read_dir().into_iter().flatten().flatten());
    inside.map(|entry| entry.path().display().to_string()).collect()
}

/// Whether a compiler or a program is at work in the place.
fn is_at_work(place: &Path) -> bool {
    left(place).iter().any(|path| Path::new(path).read_dir().is_ok_and(|mut folder| folder.next().is_some()))
}

#[test]
fn diff_bisect_and_twins_remove_their_folders_when_they_are_interrupted() {
    let rustc = reference_rustc();
    let rustc = rustc.to_str().expect("a path that is text");
    let runs: [(&[&str], &str, i32); 4] = [
        (&["diff", "--backends", "quick", "endless.rs"], "INT", 130),
        (&["diff", "--backends", "quick", "endless.rs"], "TERM", 143),
        (&["bisect", "--backends", "quick", "endless.rs"], "INT", 130),
        (&["twins", "--without-syn", "endless.rs"], "INT", 130),
    ];
    for (args, name, expected) in runs {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let place = folder.path().join("tmp");
        std::fs::create_dir(&place).expect("it is our folder");
        std::fs::write(folder.path().join("endless.rs"), ENDLESS).expect("it is our folder");
        let mut child = TOOL
            .command()
            .args([args, &["--rustc", rustc]].concat())
            .current_dir(folder.path())
            .env("TMPDIR", &place)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs");
        let began = Instant::now();
        while !is_at_work(&place) {
            assert!(began.elapsed() < PATIENCE, "{args:?} has not begun");
            std::thread::sleep(Duration::from_millis(5));
        }
        signal(&child, name);
        let code = child.wait().expect("it is our child").code();
        assert_eq!((code, left(&place)), (Some(expected), Vec::new()), "{args:?}");
    }
}

/// More executions than anybody waits for: four threads with five updates each have 11,732,745,024.
const WIDE: &str = "\
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
static COUNT: AtomicUsize = AtomicUsize::new(0);
fn main() {
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..5).for_each(|_| _ = COUNT.fetch_add(1, Relaxed)));
        }
    });
    println!(\"{}\", COUNT.load(Relaxed));
}
";

/// How much processor time a child has had.
fn processor_seconds(child: &Child) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{}/schedstat", child.id()));
    let nanoseconds = text.ok().and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.unwrap_or_default() / 1e9
}

fn run_command(path: &Path, options: &[&str]) -> Command {
    let mut command = TOOL.command();
    command.args(["run", "--rustc"]).arg(reference_rustc()).arg(path).args(options);
    command
}

fn run(path: &Path, options: &[&str]) -> Output {
    run_command(path, options).output().expect("the binary runs")
}

#[test]
fn ctrl_c_ends_an_exploration_with_what_it_has_found() {
    if !has_library() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wide.rs");
    std::fs::write(&path, WIDE).unwrap();
    // The library is there after this.
    assert_eq!(code(&run(&path, &["--seed", "1"])), 0);
    let child = run_command(&path, &["--exhaustive"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let began = Instant::now();
    while processor_seconds(&child) < 2.0 {
        assert!(began.elapsed() < PATIENCE, "it computes nothing");
        std::thread::sleep(Duration::from_millis(50));
    }
    signal(&child, "INT");
    let output = child.wait_with_output().expect("it ends");
    let text = stdout(&output);
    assert!(text.contains("the exploration was interrupted"), "{text}{}", stderr(&output));
    assert!(text.contains("it finished\n  | 20"), "{text}");
    assert_eq!(code(&output), 4);
}

#[test]
fn an_exploration_ends_when_its_time_is_over() {
    if !has_library() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wide.rs");
    std::fs::write(&path, WIDE).unwrap();
    let output = run(&path, &["--exhaustive", "--timeout", "2s"]);
    assert!(stdout(&output).contains("the time that `--timeout` gives was over"), "{}", stdout(&output));
    assert_eq!(code(&output), 4);
}
