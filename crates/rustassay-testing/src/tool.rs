//! Our own binary, as a user runs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The binary, and where its tests have their files. Only the package that has the binary can make one, as it knows the paths.
pub struct Tool {
    /// `env!("CARGO_BIN_EXE_rustassay")`.
    pub binary: &'static str,
    /// `env!("CARGO_TARGET_TMPDIR")`.
    pub temporary: &'static str,
}

impl Tool {
    /// The binary, with nothing to read and a memory of compilers that all tests share and no user has.
    pub fn command(&self) -> Command {
        let mut command = Command::new(self.binary);
        command.env("XDG_CACHE_HOME", self.caches()).env_remove("RUSTASSAY_TOOLCHAINS").stdin(Stdio::null());
        command
    }

    /// What it remembers of compilers, and their libraries.
    pub fn caches(&self) -> PathBuf {
        Path::new(self.temporary).join("cache")
    }

    /// A folder of a test's own, empty, in the one that cargo gives to tests.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = Path::new(self.temporary).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("it is our folder");
        folder
    }
}

/// The exit code.
#[track_caller]
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("the binary exits by itself")
}

/// What it printed.
#[track_caller]
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the binary writes UTF-8")
}

/// What it complained about.
#[track_caller]
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("the binary writes UTF-8")
}

/// Each of these is part of the text.
#[track_caller]
pub fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}\nis not in\n{text}");
    }
}
