//! Tests that cannot run here.

use std::io::Write;

/// What a test may need that not every machine has. A Rust compiler is not among them: every machine that builds us has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// Miri's driver, in `RUSTASSAY_MIRI`.
    Miri,
    /// A rustc 1.85, in `RUSTASSAY_DEBIAN_RUSTC`.
    OldRustc,
    /// Chromium.
    Browser,
    /// A user namespace in which we may mount file systems.
    Mounts,
    /// A user namespace in which each program has a `/proc` of its own.
    OwnProc,
    /// Landlock.
    Landlock,
    /// Landlock of version 3, which knows of truncating.
    Landlock3,
    /// Landlock of version 6, which knows of signals.
    Landlock6,
    /// Filters of system calls, and those that ask us.
    Seccomp,
    /// To be root, so as to become somebody else.
    Root,
    /// GNU's linker, `ld.bfd`.
    Bfd,
    /// The program `ipcmk` of util-linux.
    Ipcmk,
    /// A compiler with the runtime library that counts coverage.
    Profiler,
    /// The sources of the standard library: the component `rust-src` or `rust-docs`.
    LibrarySources,
    /// A checkout of Miri, in `RUSTASSAY_MIRI_TESTS`.
    MiriTests,
    /// A PostgreSQL server and its tools, such as Debian's `postgresql`.
    Postgres,
    /// qemu's emulator of x86-64 programs, such as Debian's `qemu-user`.
    Qemu,
    /// A compiler that builds programs for other targets, in the configuration file `RUSTASSAY_CROSS_CONFIG`.
    CrossTarget,
    /// The command `cargo nextest`.
    Nextest,
    /// `opt` and `llc` that read the bitcode of the reference compiler; the variable `RUSTASSAY_LLVM` has their version, or `all`.
    Llvm,
}

impl Requirement {
    const ALL: [Requirement; 20] = [
        Requirement::Miri,
        Requirement::OldRustc,
        Requirement::Browser,
        Requirement::Mounts,
        Requirement::OwnProc,
        Requirement::Landlock,
        Requirement::Landlock3,
        Requirement::Landlock6,
        Requirement::Seccomp,
        Requirement::Root,
        Requirement::Bfd,
        Requirement::Ipcmk,
        Requirement::Profiler,
        Requirement::LibrarySources,
        Requirement::MiriTests,
        Requirement::Postgres,
        Requirement::Qemu,
        Requirement::CrossTarget,
        Requirement::Nextest,
        Requirement::Llvm,
    ];

    /// Its name in `RUSTASSAY_MAY_SKIP`.
    fn name(self) -> &'static str {
        match self {
            Requirement::Miri => "miri",
            Requirement::OldRustc => "old-rustc",
            Requirement::Browser => "browser",
            Requirement::Mounts => "mounts",
            Requirement::OwnProc => "own-proc",
            Requirement::Landlock => "landlock",
            Requirement::Landlock3 => "landlock-3",
            Requirement::Landlock6 => "landlock-6",
            Requirement::Seccomp => "seccomp",
            Requirement::Root => "root",
            Requirement::Bfd => "bfd",
            Requirement::Ipcmk => "ipcmk",
            Requirement::Profiler => "profiler",
            Requirement::LibrarySources => "library-sources",
            Requirement::MiriTests => "miri-tests",
            Requirement::Postgres => "postgres",
            Requirement::Qemu => "qemu",
            Requirement::CrossTarget => "cross-target",
            Requirement::Nextest => "nextest",
            Requirement::Llvm => "llvm",
        }
    }
}

/// Says that a test does not run here: what is missing, and how to get it. The test returns afterwards.
///
/// Where `RUSTASSAY_NO_SKIP` is set, as in CI, the test fails instead, unless `RUSTASSAY_MAY_SKIP` names the requirement; it is a
/// list with commas.
pub fn skip(missing: Requirement, why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let strict = std::env::var_os("RUSTASSAY_NO_SKIP").is_some();
    let excused = std::env::var("RUSTASSAY_MAY_SKIP").unwrap_or_default();
    match decide(missing, strict, &excused) {
        // Not `eprintln!`, which the harness hides when a test passes.
        Ok(()) => {
            let line = format!("SKIPPED: {test}: {}: {why}\n", missing.name());
            let _ = std::io::stderr().write_all(line.as_bytes());
        }
        Err(refusal) => panic!("{refusal}: {why}"),
    }
}

/// Whether a test may be skipped, or why not.
fn decide(missing: Requirement, strict: bool, excused: &str) -> Result<(), String> {
    let mut names = excused.split(',').map(str::trim).filter(|name| !name.is_empty());
    if let Some(unknown) = names.clone().find(|name| Requirement::ALL.iter().all(|it| it.name() != *name)) {
        let known = Requirement::ALL.map(Requirement::name).join(", ");
        return Err(format!("RUSTASSAY_MAY_SKIP names `{unknown}`; there are {known}"));
    }
    match strict && names.all(|name| name != missing.name()) {
        true => Err(format!(
            "RUSTASSAY_NO_SKIP is set, and RUSTASSAY_MAY_SKIP does not name `{}`",
            missing.name()
        )),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skip_is_allowed_unless_the_environment_forbids_it() {
        assert_eq!(decide(Requirement::Miri, false, ""), Ok(()));
        assert!(decide(Requirement::Miri, true, "").is_err());
    }

    #[test]
    fn only_what_is_named_may_be_skipped() {
        assert_eq!(decide(Requirement::Miri, true, "browser, miri"), Ok(()));
        assert!(decide(Requirement::Root, true, "browser,miri").is_err());
    }

    #[test]
    fn a_name_that_is_none_is_refused() {
        let refusal = decide(Requirement::Miri, true, "miri,brwoser").unwrap_err();
        assert!(refusal.contains("`brwoser`") && refusal.contains("browser"), "{refusal}");
    }

    #[test]
    fn every_requirement_has_a_name_of_its_own() {
        let mut names = Requirement::ALL.map(Requirement::name).to_vec();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Requirement::ALL.len());
    }
}
