//! Scripts in the place of a compiler.
//!
//! A file that is open for writing cannot be executed ("text file busy"), and a process that another thread is just starting has a copy
//! of every descriptor that is open. So no test ever has a file open for writing that it executes: another process writes it.

use crate::reference_toolchain;
use rustassay_toolchain::{LlvmBackend, LlvmTools, Toolchain};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use tempfile::TempDir;

/// A script of `crates/rustassay-testing/fakes` in the place of the reference compiler, which it finds beside itself as `real`.
///
/// It claims to be able to do what the real one can, and nobody asks it.
pub struct Fake {
    /// How to call it.
    pub toolchain: Arc<Toolchain>,
    /// Has links to the script and to the real compiler.
    _folder: TempDir,
}

impl Fake {
    /// The script of this name: `judge/dies`, say.
    #[cfg(unix)]
    pub fn new(name: &str) -> Fake {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("fakes").join(name);
        assert!(script.is_file(), "there is no fake `{name}`");
        let folder = TempDir::new().expect("a folder for the test");
        let link = |original: &Path, name: &str| {
            let link = folder.path().join(name);
            std::os::unix::fs::symlink(original, &link).expect("links can be made");
            link
        };
        let real = reference_toolchain();
        link(&real.rustc, "real");
        // What scripts share with others.
        for part in ["counting", "naming"]
            .map(|part| script.with_file_name(part))
            .iter()
            .filter(|part| part.is_file())
        {
            link(part, &part.file_name().expect("it is a file").to_string_lossy());
        }
        let rustc = link(&script, "rustc");
        Fake { toolchain: Arc::new(Toolchain { rustc, ..(*real).clone() }), _folder: folder }
    }
}

/// A compiler with an LLVM behind it that is a script of `crates/rustassay-testing/fakes/llvm`. The compiler is a script as well, and so are its programs.
pub struct FakeLlvm {
    /// How to call it.
    pub toolchain: Arc<Toolchain>,
    /// Has links to the scripts.
    folder: TempDir,
}

impl FakeLlvm {
    /// The script of this name in the place of `opt`, `llc` and `llvm-reduce`.
    #[cfg(unix)]
    pub fn new(name: &str) -> FakeLlvm {
        let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("fakes/llvm");
        let folder = TempDir::new().expect("a folder for the test");
        let link = |script: &str, name: &str| {
            let original = scripts.join(script);
            assert!(original.is_file(), "there is no fake `{script}`");
            let link = folder.path().join(name);
            std::os::unix::fs::symlink(original, &link).expect("links can be made");
            link
        };
        link("tools", "tools");
        let rustc = link("rustc", "rustc");
        let tools = LlvmTools {
            name: "llvm-99".to_owned(),
            version: "99.1.0".to_owned(),
            opt: link(name, "opt"),
            llc: link(name, "llc"),
            llvm_reduce: Some(link(name, "llvm-reduce")),
            passes: ["gvn", "sroa"].map(str::to_owned).into(),
        };
        let backend = LlvmBackend { tools, llc_args: Vec::new(), reads: true, runs: true, unwinds: true };
        let real = Toolchain { rustc, ..(*reference_toolchain()).clone() };
        FakeLlvm { toolchain: Arc::new(real.with_llvm(backend, Vec::new())), folder }
    }

    /// Where the scripts are, by the names of what they stand for.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// Makes a script at a path. Who has seen an older text there sees this one in the same file.
pub fn write_script(path: &Path, text: &str) {
    let mut writer = Command::new("sh")
        .args(["-c", "cat > \"$0.$$\" && chmod 755 \"$0.$$\" && mv \"$0.$$\" \"$0\""])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    let sent = writer.stdin.take().expect("it is a pipe").write_all(text.as_bytes());
    let status = writer.wait().expect("it was started");
    assert!(sent.is_ok() && status.success(), "cannot write `{}`", path.display());
}

/// Makes a compiler at a path: a script that does something and then is the real one.
pub fn write_compiler(path: &Path, real: &Path, first: &str) {
    write_script(path, &format!("#!/bin/sh\n{first}\nexec '{}' \"$@\"\n", real.display()));
}

/// Copies a program that is to be executed.
pub fn copy_executable(from: &Path, to: &Path) {
    let status = Command::new("cp").args([from, to]).status().expect("there is `cp`");
    assert!(status.success(), "cannot copy `{}`", from.display());
}
