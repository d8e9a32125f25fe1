//! `syn` and `quote`, built for a compiler under test.
//!
//! A library is only good for the compiler that built it. So they are built with cargo, once a compiler, from the sources that cargo has
//! on this machine, and kept in the user's cache. Nothing is downloaded.

use rustassay_process::{End, ResourceLimits, Scratch, Task, run};
use rustassay_toolchain::Toolchain;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Libraries for procedural macros.
#[derive(Clone, Debug)]
pub struct Libraries {
    folder: PathBuf,
}

/// What the macros use, and what that uses.
const CRATES: [&str; 4] = ["syn", "quote", "proc_macro2", "unicode_ident"];

const PACKAGE: &str = r#"[package]
name = "libraries"
version = "0.0.0"
edition = "2021"

[dependencies]
syn = { version = "2", features = ["full"] }
quote = "1"
proc-macro2 = "1"

[profile.dev]
debug = false

[workspace]
"#;

impl Libraries {
    /// The libraries for a compiler, from the cache or built now; or why there are none.
    pub fn new(toolchain: &Toolchain, cache: &Path) -> Result<Libraries, String> {
        let identity = format!("{}\n{}", toolchain.verbose_version(), toolchain.rustc.display());
        let folder = cache.join(format!("{:016x}", fingerprint(&identity)));
        let libraries = Libraries { folder };
        if libraries.externs().is_none() {
            libraries.build(toolchain)?;
        }
        match libraries.externs() {
            Some(_) => Ok(libraries),
            None => Err("cargo did not leave the libraries where it leaves them".to_owned()),
        }
    }

    /// What to tell the compiler.
    pub fn args(&self) -> Vec<OsString> {
        let mut args: Vec<OsString> = vec!["-L".into(), self.folder.clone().into()];
        for (name, file) in self.externs().unwrap_or_default() {
            args.push("--extern".into());
            args.push(format!("{name}={}", file.display()).into());
        }
        args
    }

    fn externs(&self) -> Option<Vec<(&'static str, PathBuf)>> {
        CRATES.into_iter().map(|name| Some((name, library(&self.folder, name)?))).collect()
    }

    fn build(&self, toolchain: &Toolchain) -> Result<(), String> {
        let cargo = cargo(toolchain).ok_or("there is no cargo, neither with the compiler nor on `PATH`")?;
        let scratch = Scratch::new().map_err(|error| error.to_string())?;
        let write = |file: &str, text: &str| {
            fs::write(scratch.path().join(file), text)
                .map_err(|error| format!("cannot write `{file}`: {error}"))
        };
        write("Cargo.toml", PACKAGE)?;
        fs::create_dir(scratch.path().join("src")).map_err(|error| error.to_string())?;
        write("src/lib.rs", "")?;
        let mut task = Task::new(&cargo, scratch.path())
            .args(["build", "--offline", "--quiet", "--target-dir", "target"])
            .env("RUSTC", &toolchain.rustc)
            .limits(ResourceLimits { wall: PATIENCE, cpu: PATIENCE, ..ResourceLimits::default() });
        for name in ["PATH", "HOME", "CARGO_HOME", "RUSTUP_HOME"] {
            if let Some(value) = std::env::var_os(name) {
                task = task.env(name, value);
            }
        }
        let finished = run(&task).map_err(|error| error.to_string())?;
        if finished.end != End::Exited(0) {
            let said = String::from_utf8_lossy(&finished.stderr);
            let said = said.lines().find(|line| line.starts_with("error")).unwrap_or("it says nothing");
            return Err(format!("cargo {}: {said}", finished.end));
        }
        let built = scratch.path().join("target/debug/deps");
        fs::create_dir_all(&self.folder)
            .map_err(|error| format!("cannot make `{}`: {error}", self.folder.display()))?;
        for name in CRATES {
            let file = library(&built, name).ok_or_else(|| format!("cargo did not build `{name}`"))?;
            let to = self.folder.join(file.file_name().unwrap_or_default());
            fs::copy(&file, &to).map_err(|error| format!("cannot write `{}`: {error}", to.display()))?;
        }
        Ok(())
    }
}

/// Building takes some seconds; on a busy machine, and with a compiler that checks itself, minutes.
const PATIENCE: Duration = Duration::from_secs(600);

/// The file of a library.
fn library(folder: &Path, name: &str) -> Option<PathBuf> {
    let start = format!("lib{name}-");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.into_iter().find(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&start) && name.ends_with(".rlib")
    })
}

/// The compiler's own cargo, or the one on `PATH`.
fn cargo(toolchain: &Toolchain) -> Option<PathBuf> {
    let own = toolchain.sysroot.join("bin/cargo");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut all = std::iter::once(own).chain(std::env::split_paths(&path).map(|folder| folder.join("cargo")));
    all.find(|file| file.is_file())
}

/// FNV-1a: a name for a folder, the same for ever.
fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
