//! `rustassay toolchains`: where compilers are looked for, how they are chosen, and what scripts rely on.
#![cfg(unix)]

use crate::TOOL;
use rustassay_testing::{code, write_script};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A machine with compilers that know nothing but their version: the user's folder, which is all that the
/// command gets to see.
struct Machine {
    folder: TempDir,
}

impl Machine {
    fn new() -> Machine {
        Machine { folder: TempDir::new().expect("a folder for the test") }
    }

    /// With rustup, and these of its toolchains.
    fn with_rustup(toolchains: &[(&str, &str)]) -> Machine {
        let machine = Machine::new();
        for (name, release) in toolchains {
            machine.compiler(&format!(".rustup/toolchains/{name}"), release);
        }
        machine
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().expect("it is there").join(name)
    }

    fn script(&self, name: &str, text: &str) {
        let file = self.path(name);
        fs::create_dir_all(file.parent().expect("it is in the folder")).expect("it is our folder");
        write_script(&file, &format!("#!/bin/sh\n{text}\n"));
    }

    /// A toolchain in the folder `name`.
    fn compiler(&self, name: &str, release: &str) {
        let text = format!(
            "case $1 in -vV) echo 'rustc {release}'; echo 'release: {release}'; echo 'host: {HOST}' ;;\n\
             --print) echo '{}' ;; *) exit 1 ;; esac",
            self.path(name).display()
        );
        self.script(&format!("{name}/bin/rustc"), &text);
    }

    fn link(&self, original: &Path, link: &str) {
        let link = self.path(link);
        fs::create_dir_all(link.parent().expect("it is in the folder")).expect("it is our folder");
        symlink(original, link).expect("links can be made");
    }

    fn run(&self, args: &[&str], variables: &[(&str, String)]) -> Output {
        let mut command = TOOL.command();
        command.arg("toolchains").args(args).env_clear().current_dir(self.folder.path());
        command.env("HOME", self.folder.path()).env("PATH", self.path("path"));
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        command.output().expect("the binary runs")
    }

    /// The data for scripts.
    fn json(&self, args: &[&str], variables: &[(&str, String)]) -> Value {
        let output = self.run(&[args, &["--json"]].concat(), variables);
        serde_json::from_slice(&output.stdout).expect("it is JSON")
    }

    /// The names of the toolchains that are listed.
    fn names(&self, args: &[&str], variables: &[(&str, String)]) -> Vec<String> {
        let data = self.json(args, variables);
        let toolchains = data["toolchains"].as_array().expect("a list");
        toolchains.iter().map(|it| it["name"].as_str().expect("a name").to_owned()).collect()
    }
}

const HOST: &str = "x86_64-unknown-linux-gnu";
const NIGHTLY: &str = "nightly-x86_64-unknown-linux-gnu";
const STABLE: &str = "stable-x86_64-unknown-linux-gnu";

fn machine_with_two() -> Machine {
    Machine::with_rustup(&[(STABLE, "1.95.0"), (NIGHTLY, "1.97.0-nightly")])
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the binary writes UTF-8")
}

#[test]
fn all_of_rustups_toolchains_are_listed_with_what_the_kernel_offers() {
    let output = machine_with_two().run(&[], &[]);
    let table = text(&output.stdout);
    let first_words: Vec<_> = table.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!((code(&output), &first_words[..3]), (0, &["name", NIGHTLY, STABLE][..]));
    assert!(table.contains("\n  network "), "{table}");
    assert!(text(&output.stderr).contains("programs cannot be built"));
}

#[test]
fn what_this_machine_contains_is_listed_for_people_and_as_data() {
    let machine = machine_with_two();
    let data = machine.json(&[], &[]);
    let rows = data["containment"].as_array().expect("a list");
    let whats: Vec<_> = rows.iter().map(|row| row["what"].as_str().expect("text")).collect();
    let all = ["file writes", "file metadata", "network", "other processes", "/proc", "memory", "pids"];
    assert_eq!(whats, all);
    let printed = text(&machine.run(&[], &[]).stdout);
    for row in rows {
        let (what, how) = (row["what"].as_str().expect("text"), row["how"].as_str().expect("text"));
        let word =
            if row["contained"].as_bool().expect("yes or no") { " contained" } else { "NOT CONTAINED" };
        let line = printed.lines().find(|line| line.trim_start().starts_with(what)).expect("a line for each");
        assert!(line.contains(word) && line.ends_with(how), "{line}");
    }
}

#[test]
fn rustups_folder_may_be_elsewhere() {
    let machine = Machine::new();
    machine.compiler("elsewhere/toolchains/mine", "1.95.0");
    let variables = [("RUSTUP_HOME", machine.path("elsewhere").display().to_string())];
    assert_eq!(machine.names(&[], &variables), ["mine"]);
}

#[test]
fn a_link_to_a_toolchain_is_another_name_for_it() {
    let machine = machine_with_two();
    machine.link(&machine.path(&format!(".rustup/toolchains/{STABLE}")), ".rustup/toolchains/1.95");
    machine.compiler("build/stage1", "1.98.0-dev");
    machine.link(&machine.path("build/stage1"), ".rustup/toolchains/mine");
    let data = machine.json(&[], &[]);
    assert_eq!(machine.names(&[], &[]), [NIGHTLY, STABLE, "mine"]);
    assert_eq!(data["toolchains"][1]["aliases"][0], "1.95");
    assert_eq!(machine.names(&["--toolchain", "1.95"], &[]), [STABLE]);
}

#[test]
fn the_compiler_on_the_path_is_called_by_its_path() {
    let machine = Machine::new();
    machine.compiler("usr", "1.85.0");
    machine.link(&machine.path("usr/bin/rustc"), "path/rustc");
    let path = machine.path("usr/bin/rustc").display().to_string();
    assert_eq!(machine.names(&[], &[]), [path.as_str()]);
    assert_eq!(machine.names(&["--toolchain", &path], &[]), [path.as_str()]);
}

#[test]
fn rustups_proxy_on_the_path_stands_for_a_toolchain() {
    let machine = Machine::with_rustup(&[(STABLE, "1.95.0")]);
    machine.compiler("linked", "1.98.0-dev");
    machine.script("path/rustup", &format!("echo '{}'", machine.path("linked").display()));
    machine.link(&machine.path("path/rustup"), "path/rustc");
    let linked = machine.path("linked/bin/rustc").display().to_string();
    assert_eq!(machine.names(&[], &[]), [STABLE, &linked]);
    assert_eq!(machine.names(&["--rustc", "rustc"], &[]), [linked]);
}

#[test]
fn a_proxy_that_leads_nowhere_is_said() {
    let machine = Machine::with_rustup(&[(STABLE, "1.95.0")]);
    machine.script("path/rustup", "echo 'error: no default toolchain' >&2; exit 1");
    machine.link(&machine.path("path/rustup"), "path/rustc");
    let output = machine.run(&[], &[]);
    let errors = text(&output.stderr);
    assert_eq!(code(&output), 0);
    assert!(errors.contains("warning: ") && errors.contains("rustup's proxy"), "{errors}");
    assert!(errors.contains("no default toolchain"), "{errors}");
}

#[test]
fn a_variable_lists_binaries_folders_and_rustups_names() {
    let machine = machine_with_two();
    machine.compiler("folder", "1.85.0");
    machine.compiler("binary", "1.86.0");
    let (folder, binary) = (machine.path("folder"), machine.path("binary/bin/rustc"));
    let list = format!("stable:{}::{}:nobody", folder.display(), binary.display());
    let variables = [("RUSTASSAY_TOOLCHAINS", list)];
    let folder = folder.join("bin/rustc").display().to_string();
    assert_eq!(machine.names(&[], &variables), [STABLE, &folder, &binary.display().to_string(), NIGHTLY]);
    assert_eq!(machine.json(&[], &variables)["failed"][0]["path"], "nobody");
}

#[test]
fn a_configuration_names_compilers_by_paths_from_where_it_is() {
    let machine = Machine::new();
    machine.compiler("work/build", "1.98.0-dev");
    let config = machine.path("work/compilers.toml");
    fs::write(&config, "[[toolchain]]\nname = \"mine\"\nrustc = \"build/bin/rustc\"\n").expect("our folder");
    assert_eq!(machine.names(&["--config", "work/compilers.toml"], &[]), ["mine"]);
}

#[test]
fn a_bad_configuration_exits_with_2_and_says_where_it_is_bad() {
    let machine = machine_with_two();
    fs::write(machine.path("bad.toml"), "[[toolchain]]\nname = \"mine\"\nrusc = \"x\"\n")
        .expect("our folder");
    let output = machine.run(&["--config", "bad.toml"], &[]);
    let errors = text(&output.stderr);
    assert_eq!(code(&output), 2);
    assert!(errors.contains("`bad.toml`") && errors.contains("line 3"), "{errors}");
}

#[test]
fn a_toolchain_is_chosen_by_name_version_or_channel() {
    let machine = Machine::with_rustup(&[
        (STABLE, "1.95.0"),
        (NIGHTLY, "1.97.0-nightly"),
        ("old", "1.85.1"),
        ("older", "1.85.0"),
        ("tonight", "1.98.0-nightly"),
    ]);
    for (name, chosen) in [
        ("nightly", &[NIGHTLY][..]),
        ("old", &["old"]),
        ("1.85", &["old", "older"]),
        ("1.85.1", &["old"]),
        ("1.98", &["tonight"]),
    ] {
        assert_eq!(machine.names(&["--toolchain", name], &[]), chosen, "{name}");
    }
}

#[test]
fn a_compiler_by_path_is_the_only_one_unless_others_are_named() {
    let machine = machine_with_two();
    machine.compiler("build", "1.98.0-dev");
    let build = machine.path("build/bin/rustc").display().to_string();
    assert_eq!(machine.names(&["--rustc", &build], &[]), [build.as_str()]);
    assert_eq!(machine.names(&["--rustc", &build, "--toolchain", "stable"], &[]), [build.as_str(), STABLE]);
}

#[test]
fn a_name_that_nothing_has_exits_with_2_and_lists_what_there_is() {
    let output = machine_with_two().run(&["--toolchain", "1.42"], &[]);
    let errors = text(&output.stderr);
    assert_eq!((code(&output), text(&output.stdout)), (2, String::new()));
    for expected in ["no toolchain `1.42`", STABLE, NIGHTLY, "1.97.0-nightly"] {
        assert!(errors.contains(expected), "{errors}");
    }
}

#[test]
fn a_broken_compiler_matters_only_if_it_was_named() {
    let machine = Machine::with_rustup(&[(STABLE, "1.95.0")]);
    machine.script(".rustup/toolchains/broken/bin/rustc", "exit 3");
    let unnamed = machine.run(&[], &[]);
    assert_eq!(code(&unnamed), 0);
    assert!(text(&unnamed.stderr).contains("warning: "), "{}", text(&unnamed.stderr));
    let other = machine.run(&["--toolchain", "stable"], &[]);
    assert!(!text(&other.stderr).contains("broken"), "{}", text(&other.stderr));
    let named = machine.run(&["--toolchain", "broken"], &[]);
    assert_eq!(code(&named), 2);
    assert!(text(&named.stderr).contains("exited with code 3"), "{}", text(&named.stderr));
}

#[test]
fn a_machine_without_compilers_exits_with_2_and_says_what_to_do() {
    let output = Machine::new().run(&[], &[]);
    assert_eq!((code(&output), text(&output.stdout)), (2, String::new()));
    assert!(text(&output.stderr).contains("install one with rustup"));
}

#[test]
fn miri_counts_when_it_can_run_a_program_as_things_are() {
    let machine = Machine::with_rustup(&[(STABLE, "1.95.0")]);
    let miri = format!(".rustup/toolchains/{STABLE}/bin/miri");
    machine.script(&miri, "[ -d \"$2\" ] && echo hello");
    let data = machine.json(&[], &[]);
    assert_eq!(data["toolchains"][0]["capabilities"]["miri"], Value::Null);
    assert!(data["toolchains"][0]["notes"].to_string().contains("cargo miri setup"), "{data}");
    // What `cargo miri setup` makes. It is noticed without a refresh.
    fs::create_dir_all(machine.path(".cache/miri")).expect("it is our folder");
    let data = machine.json(&[], &[]);
    assert_eq!(
        data["toolchains"][0]["capabilities"]["miri"],
        machine.path(&miri).to_str().expect("a plain path")
    );
}

#[test]
fn what_is_remembered_is_the_users_and_can_be_refused() {
    let machine = Machine::with_rustup(&[(STABLE, "1.95.0")]);
    let cache = machine.path("caches/rustassay/toolchains.json");
    let variables = [("XDG_CACHE_HOME", machine.path("caches").display().to_string())];
    machine.run(&["--no-cache"], &variables);
    assert!(!cache.exists());
    machine.run(&[], &variables);
    let first = fs::read_to_string(&cache).expect("it was written");
    assert!(first.contains(STABLE), "{first}");
    assert_eq!(code(&machine.run(&["--no-cache", "--refresh"], &variables)), 2);
}

/// A target that the compiler of `machine_with_library` has no library for.
const TARGET: &str = "s390x-unknown-linux-gnu";

/// A machine whose compiler knows a target, and has the sources of its library. Its cargo does this.
fn machine_with_library(cargo: &str) -> Machine {
    let machine = Machine::new();
    let toolchain = format!(".rustup/toolchains/{STABLE}");
    let text = format!(
        "case $1 in -vV) echo 'rustc 1.95.0'; echo 'release: 1.95.0'; echo 'host: {HOST}' ;;\n\
         --print) echo '{}' ;; -Zunstable-options) echo '{{}}' ;; *) exit 1 ;; esac",
        machine.path(&toolchain).display()
    );
    machine.script(&format!("{toolchain}/bin/rustc"), &text);
    for file in ["Cargo.toml", "std/Cargo.toml"] {
        let file = machine.path(&format!("{toolchain}/lib/rustlib/src/rust/library/{file}"));
        fs::create_dir_all(file.parent().expect("it is in the folder")).expect("it is our folder");
        fs::write(file, "").expect("it is our folder");
    }
    machine.cargo(cargo);
    machine
}

impl Machine {
    fn cargo(&self, text: &str) {
        let text = format!("PATH=/usr/bin:/bin\n{text}");
        self.script(&format!(".rustup/toolchains/{STABLE}/bin/cargo"), &text);
    }

    /// What is left of libraries that were not finished.
    fn unfinished(&self) -> usize {
        let folder = self.path(".cache/rustassay/sysroots/unfinished");
        fs::read_dir(folder).into_iter().flatten().count()
    }
}

/// A cargo that builds a library.
const BUILD: &str = "for word; do case $previous in --target-dir) folder=$word;; esac; previous=$word; done\n\
    mkdir -p $folder/s390x-unknown-linux-gnu/release/deps; echo > $folder/s390x-unknown-linux-gnu/release/deps/libcore-1.rlib";

#[test]
fn a_target_that_was_added_is_found_by_itself() {
    let machine = machine_with_library(BUILD);
    assert_eq!(machine.json(&[], &[])["targets"], Value::Array(Vec::new()));
    // The library is there, and this compiler compiles nothing.
    let output = machine.run(&["add-target", TARGET], &[]);
    assert_eq!(code(&output), 1, "{output:?}");
    assert!(text(&output.stdout).contains(&format!("stable@{TARGET}")), "{output:?}");
    assert!(text(&output.stderr).contains("programs cannot be compiled"), "{output:?}");
    let target = &machine.json(&[], &[])["targets"][0]["target"];
    assert_eq!(target["triple"], TARGET);
    let sysroot = target["sysroot"].as_str().expect("a path");
    assert!(
        sysroot.starts_with(machine.path(".cache/rustassay/sysroots").to_str().expect("text")),
        "{sysroot}"
    );
    assert_eq!(machine.unfinished(), 0);
}

#[test]
fn a_library_whose_making_was_killed_is_made_again() {
    let machine = machine_with_library("echo > \"$HOME/begun\"; sleep 600");
    let mut command = TOOL.command();
    command.args(["toolchains", "add-target", TARGET]).env_clear().current_dir(machine.folder.path());
    command.env("HOME", machine.folder.path()).env("PATH", machine.path("path"));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
    let until = Instant::now() + Duration::from_secs(60);
    while !machine.path("begun").exists() {
        assert!(Instant::now() < until, "cargo is started");
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it runs");
    child.wait().expect("it was killed");
    assert!(machine.unfinished() > 0, "it was in the middle");
    machine.cargo(BUILD);
    let output = machine.run(&["add-target", TARGET], &[]);
    assert_eq!((code(&output), machine.unfinished()), (1, 0), "{output:?}");
}

#[test]
fn a_target_is_added_to_one_compiler() {
    let output = machine_with_two().run(&["add-target", TARGET], &[]);
    assert_eq!(code(&output), 2);
    let told = format!("name one with `--toolchain`: {NIGHTLY}, {STABLE}");
    assert!(text(&output.stderr).contains(&told), "{output:?}");
}
