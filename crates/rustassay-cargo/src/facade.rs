//! The crates that replace `core` and `std` when tests are compiled.
//!
//! They re-export the library, with attributes of ours in place of `#[test]` and `#[bench]`. Their sources are in `macros/`. They
//! are compiled once per compiler.

use crate::CargoError;
use crate::command_line::CommandLine;
use rustassay_process::{End, Scratch, run};
use rustassay_toolchain::Toolchain;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The crate of procedural macros.
const MACROS: &str = "rustassay_test";

/// The source of the macros.
const MACROS_SOURCE: &str = include_str!("../macros/test.rs");

/// The source of both replacements, with a placeholder for the name of the library.
const LIBRARY_SOURCE: &str = include_str!("../macros/library.rs");

/// A folder with the compiled crates.
#[derive(Clone, Debug)]
pub(crate) struct Facade {
    pub folder: PathBuf,
}

impl Facade {
    /// What is compiled.
    #[cfg(test)]
    pub fn sources() -> [&'static str; 2] {
        [MACROS_SOURCE, LIBRARY_SOURCE]
    }

    /// The crates for a compiler, from `cache`, or compiled and put there.
    pub fn of(toolchain: &Toolchain, cache: &Path) -> Result<Facade, CargoError> {
        // If another release of ours hashes in another way, it compiles them anew.
        let mut hasher = DefaultHasher::new();
        (toolchain.verbose_version(), &toolchain.rustc, MACROS_SOURCE, LIBRARY_SOURCE).hash(&mut hasher);
        let parent = cache.join("macros");
        let folder = parent.join(format!("{}-{:016x}", toolchain.version, hasher.finish()));
        if !folder.is_dir() {
            fs::create_dir_all(&parent).map_err(CargoError::file("make", &parent))?;
            // In the same folder, so that a rename makes it visible at once and as a whole.
            let scratch = Scratch::new_in(&parent).map_err(CargoError::file("write", &parent))?;
            let made = scratch.path().join("made");
            fs::create_dir_all(&made).map_err(CargoError::file("make", &made))?;
            compile_all(toolchain, &made)?;
            // If another process was first, its crates are as good.
            let renamed = fs::rename(&made, &folder);
            if !folder.is_dir() {
                renamed.map_err(CargoError::file("write", &folder))?;
            }
        }
        Ok(Facade { folder })
    }

    /// Makes a crate use these instead of the library.
    pub fn add_to(&self, line: &mut CommandLine) {
        for (option, library) in [("core", "core"), ("force:std", "std")] {
            let mut named = OsString::from(format!("--extern={option}="));
            named.push(self.folder.join(format!("librustassay_{library}.rmeta")));
            line.push(named);
        }
        let mut search = OsString::from("-Ldependency=");
        search.push(&self.folder);
        line.push(search);
        // `force` is one of them. It makes crates without the standard library depend on it, as the usual harness does.
        line.push("-Zunstable-options");
    }
}

fn compile_all(toolchain: &Toolchain, folder: &Path) -> Result<(), CargoError> {
    let macros = format!("{DLL_PREFIX}{MACROS}{DLL_SUFFIX}");
    compile(toolchain, folder, MACROS_SOURCE, MACROS, &macros, &["--crate-type=proc-macro".into()])?;
    let mut named = OsString::from(format!("--extern={MACROS}="));
    named.push(folder.join(macros));
    for library in ["core", "std"] {
        let source = LIBRARY_SOURCE.replace("LIBRARY", library);
        let name = format!("rustassay_{library}");
        let options = ["--crate-type=lib".into(), "--emit=metadata".into(), named.clone()];
        compile(toolchain, folder, &source, &name, &format!("lib{name}.rmeta"), &options)?;
    }
    Ok(())
}

fn compile(
    toolchain: &Toolchain,
    folder: &Path,
    source: &str,
    name: &str,
    file: &str,
    options: &[OsString],
) -> Result<(), CargoError> {
    let mut task = toolchain.task(folder).args(options);
    task = task.args(["--crate-name", name, "--edition=2021", "-Cdebuginfo=0", "-"]);
    task = task.arg("-o").arg(folder.join(file));
    task.stdin = source.as_bytes();
    let finished = run(&task).map_err(CargoError::Start)?;
    match finished.end {
        End::Exited(0) => Ok(()),
        end => {
            Err(CargoError::Macros { end, output: String::from_utf8_lossy(&finished.stderr).into_owned() })
        }
    }
}
