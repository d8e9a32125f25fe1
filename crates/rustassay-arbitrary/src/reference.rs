//! The compiler that tests hold programs against.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The release of rustc that the promises are about: what it accepts differs from release to release.
const RELEASE: &str = "rustc 1.95.";

/// The binary of rustc 1.95: `$RUSTC`, the one on the path, or a rustup toolchain of that name. `None`, said out loud, if there is none.
pub fn reference_rustc() -> Option<PathBuf> {
    let given = std::env::var_os("RUSTC").map(PathBuf::from);
    let on_path =
        || answer("rustc", &["--print", "sysroot"]).map(|sysroot| Path::new(&sysroot).join("bin/rustc"));
    let by_name = || answer("rustup", &["which", "rustc", "--toolchain", "1.95.0"]).map(PathBuf::from);
    let is_reference = |path: &PathBuf| {
        answer(&path.to_string_lossy(), &["--version"]).is_some_and(|version| version.starts_with(RELEASE))
    };
    let found = given
        .filter(is_reference)
        .or_else(|| on_path().filter(is_reference))
        .or_else(|| by_name().filter(is_reference));
    if found.is_none() {
        eprintln!(
            "skipped: this needs {RELEASE}x; set RUSTC to its path, or `rustup toolchain install 1.95.0`"
        );
    }
    found
}

fn answer(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
