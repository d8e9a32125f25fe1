//! Ctrl-C leaves nothing behind.
#![cfg(target_os = "linux")]

use crate::TOOL;
use rustassay_testing::reference_rustc;
use std::path::Path;
use std::process::{Child, Command, Stdio};
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
