//! Compilers that are none.

use rustassay_testing::write_script;
use rustassay_toolchain::{Cache, Discovery, Search, discover};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// What `rustc -vV` says.
pub fn introduction(release: &str) -> String {
    format!(
        "rustc {release} (0123456789 2026-01-02)\nbinary: rustc\ncommit-hash: 0123456789abcdef\n\
         commit-date: 2026-01-02\nhost: x86_64-unknown-linux-gnu\nrelease: {release}\nLLVM version: 22.1.2\n"
    )
}

/// A script in the place of a compiler, in a folder of its own that is its sysroot.
pub struct Fake {
    folder: TempDir,
}

impl Fake {
    /// A compiler that introduces itself with the text in its file `introduction`, and then runs `compile`.
    pub fn new(release: &str, compile: &str) -> Fake {
        let fake = Fake::script(&format!(
            "case $1 in\n\
             -vV) while read -r line; do echo \"$line\"; done < \"${{0%/*}}/introduction\" ;;\n\
             --print) echo \"${{0%/*}}\" ;;\n\
             *) {compile} ;;\n\
             esac"
        ));
        fake.introduce(release);
        fake
    }

    /// Any script.
    pub fn script(text: &str) -> Fake {
        let fake = Fake { folder: TempDir::new().expect("a folder for the test") };
        write_script(&fake.rustc(), &format!("#!/bin/sh\n{text}\n"));
        fake
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn rustc(&self) -> PathBuf {
        self.folder().join("rustc")
    }

    pub fn write(&self, name: &str, text: &str) {
        let file = self.folder().join(name);
        fs::create_dir_all(file.parent().expect("it is in the folder")).expect("it is our folder");
        fs::write(file, text).expect("it is our folder");
    }

    /// Changes what the compiler says it is, and nothing of the compiler.
    pub fn introduce(&self, release: &str) {
        self.write("introduction", &introduction(release));
    }

    /// What comes of a search for it.
    pub fn discover(&self, cache: &Cache) -> Discovery {
        discover(&Search { rustcs: vec![self.rustc()], ..Search::default() }, cache)
    }

    /// The version that a search finds.
    pub fn version(&self, cache: &Cache) -> String {
        let discovery = self.discover(cache);
        assert_eq!(discovery.failed, []);
        discovery.found[0].version.to_string()
    }

    /// Why it is no compiler that works.
    pub fn failure(&self, timeout: Duration) -> String {
        let search = Search { rustcs: vec![self.rustc()], timeout, ..Search::default() };
        let discovery = discover(&search, &Cache::none());
        assert_eq!(discovery.found, []);
        let [failure] = &discovery.failed[..] else { panic!("{:?}", discovery.failed) };
        failure.why.clone()
    }
}
