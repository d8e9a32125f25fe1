//! What compilers and programs print: `tests/texts/NAME.txt`, and how the run ended: the first line
//! of `NAME.expected`.

use rustassay_process::{End, Finished};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder of texts.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/texts")
}

/// A text with what it is expected to say.
pub struct Text {
    /// The file's name, without extension.
    pub name: String,
    /// Whether a compiler printed it, rather than a program.
    pub by_compiler: bool,
    /// The run that it came from.
    pub finished: Finished,
    /// The file with the expectation.
    pub expectation: PathBuf,
}

/// A run that printed `stderr`.
pub fn finished(end: End, stderr: impl Into<Vec<u8>>) -> Finished {
    Finished {
        end,
        stdout: Vec::new(),
        stderr: stderr.into(),
        cpu: Duration::ZERO,
        peak_memory: 0,
        wall: Duration::ZERO,
    }
}

/// All texts, in order of their names.
pub fn texts() -> Vec<Text> {
    let entries = std::fs::read_dir(folder()).expect("the folder of texts is part of the crate");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    assert!(paths.len() > 50, "only {} texts", paths.len());
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

/// One text, by its name.
pub fn text(name: &str) -> Text {
    read(&folder().join(format!("{name}.txt")))
}

fn read(path: &Path) -> Text {
    let name = path.file_stem().expect("texts have names").to_string_lossy().into_owned();
    let expectation = path.with_extension("expected");
    let expected = std::fs::read_to_string(&expectation).unwrap_or_else(|error| {
        panic!("{}: {error}; say in its first line how the run ended", expectation.display())
    });
    let first = expected.lines().next().unwrap_or("");
    let words: Vec<&str> = first.split(' ').collect();
    let (by_compiler, end) = match words[..] {
        [who, "exit", code] => (who, End::Exited(code.parse().expect("an exit code"))),
        [who, "signal", signal] => {
            (who, End::Signaled { signal: signal.parse().expect("a signal's number") })
        }
        [who, "timeout"] => (who, End::TimedOut),
        _ => panic!("{}: `{first}` does not say how the run ended", expectation.display()),
    };
    let stderr = std::fs::read(path).expect("readable text");
    Text { name, by_compiler: by_compiler == "compiler", finished: finished(end, stderr), expectation }
}
