//! Names the commit that is built and its date, for `rustassay --version` and for bug reports.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A release's archive has no history: the version alone then names the build.
    let commit = git(&["log", "-1", "--format=%h %cs"]).map(|commit| format!(" ({commit})"));
    println!(
        "cargo::rustc-env=RUSTASSAY_VERSION={}{}",
        env!("CARGO_PKG_VERSION"),
        commit.unwrap_or_default()
    );
    // `logs/HEAD` changes with every commit and checkout; `HEAD` itself only when another branch is checked out.
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// What a `git` command prints, if this is a checkout of the project and there is a `git`.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let line = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !line.trim().is_empty()).then(|| line.trim().to_owned())
}
