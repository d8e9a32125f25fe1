//! The compiler that tests hold programs against.

use rustassay_toolchain::{Cache, Search, Toolchain, discover};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

/// The first minor release that serves.
const FIRST: u32 = 95;

struct Reference {
    rustc: PathBuf,
    /// As in `1.95.0`.
    version: String,
}

/// The binary of a stable rustc, 1.95 or later: `$RUSTC`, the one on the path, or rustup's `stable`.
///
/// # Panics
///
/// If there is none: it says what to install.
pub fn reference_rustc() -> PathBuf {
    reference().rustc.clone()
}

/// Its version, as in `1.95.0`.
///
/// # Panics
///
/// If there is no such compiler.
pub fn reference_version() -> &'static str {
    &reference().version
}

/// The same compiler, with all that it was found to be able to do. A process asks it once.
///
/// # Panics
///
/// If there is no such compiler, or if it does not work.
pub fn reference_toolchain() -> Arc<Toolchain> {
    static TOOLCHAIN: OnceLock<Arc<Toolchain>> = OnceLock::new();
    let toolchain = TOOLCHAIN.get_or_init(|| {
        let search = Search { rustcs: vec![reference_rustc()], ..Search::default() };
        let mut discovery = discover(&search, &Cache::none());
        let found = discovery.found.pop();
        Arc::new(found.unwrap_or_else(|| panic!("the reference rustc does not work: {:?}", discovery.failed)))
    });
    toolchain.clone()
}

fn reference() -> &'static Reference {
    static REFERENCE: OnceLock<Option<Reference>> = OnceLock::new();
    let found = REFERENCE.get_or_init(|| {
        let given = || std::env::var_os("RUSTC").map(PathBuf::from);
        // Not rustup's proxy, which takes its time.
        let on_path =
            || answer("rustc", &["--print", "sysroot"]).map(|sysroot| Path::new(&sysroot).join("bin/rustc"));
        let stable = || answer("rustup", &["which", "rustc", "--toolchain", "stable"]).map(PathBuf::from);
        let serving = |rustc: PathBuf| {
            let version = serves(&answer(&rustc.to_string_lossy(), &["--version"])?)?.to_owned();
            Some(Reference { rustc, version })
        };
        given()
            .and_then(serving)
            .or_else(|| on_path().and_then(serving))
            .or_else(|| stable().and_then(serving))
    });
    found.as_ref().unwrap_or_else(|| {
        panic!(
            "tests need a stable rustc, 1.{FIRST} or later: `rustup toolchain install stable`, or set RUSTC to its path"
        )
    })
}

/// The version that `rustc --version` tells, if it is one that serves.
fn serves(told: &str) -> Option<&str> {
    let version = told.strip_prefix("rustc ")?.split(' ').next()?;
    let minor = version.strip_prefix("1.")?.split('.').next()?;
    let is_stable = version.chars().all(|c| c.is_ascii_digit() || c == '.');
    (is_stable && minor.parse::<u32>().ok()? >= FIRST).then_some(version)
}

fn answer(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::serves;

    #[test]
    fn stable_releases_serve_from_1_95_on() {
        assert_eq!(serves("rustc 1.95.0 (59807616e 2026-04-14)"), Some("1.95.0"));
        assert_eq!(serves("rustc 1.101.2"), Some("1.101.2"));
        for other in
            ["rustc 1.94.1", "rustc 1.97.0-nightly (0a 2026-05-01)", "rustc 1.96.0-beta.2", "gcc 1.95.0"]
        {
            assert_eq!(serves(other), None, "{other}");
        }
    }
}
