//! The attributes that take the place of the library's `#[test]` and `#[bench]`: a crate of procedural macros, compiled once per
//! compiler.

use crate::CargoError;
use rustassay_process::{End, Scratch, run};
use rustassay_toolchain::Toolchain;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The name of the crate.
pub(crate) const CRATE: &str = "rustassay_test";

/// What a crate root says to have its macros in scope everywhere, before those of the library, and that it has. As libtest does, it
/// brings the standard library to crates that do without it.
pub(crate) const IMPORT: &str = "#[macro_use] extern crate rustassay_test as _;
extern crate std as __rustassay_std;
#[doc(hidden)] static __rustassay_harness: () = ();
";

/// The static of a crate root that has the macros.
pub(crate) const HARNESS: &str = "__rustassay_harness";

/// What the names of the statics begin with that mark tests.
pub(crate) const MARKER: &str = "__rustassay_test_";

/// The crate's text.
const SOURCE: &str = include_str!("../macros/test.rs");

/// The compiled macros for a compiler: from `cache`, or else made and kept there.
pub(crate) fn compiled(toolchain: &Toolchain, cache: &Path) -> Result<PathBuf, CargoError> {
    // Another release of ours may hash in another way, and compiles them anew.
    let mut hasher = DefaultHasher::new();
    (toolchain.verbose_version(), &toolchain.rustc, SOURCE).hash(&mut hasher);
    let folder = cache.join("macros").join(format!("{}-{:016x}", toolchain.version, hasher.finish()));
    let name = format!("{DLL_PREFIX}{CRATE}{DLL_SUFFIX}");
    let place = folder.join(&name);
    if place.is_file() {
        return Ok(place);
    }
    fs::create_dir_all(&folder).map_err(CargoError::file("make", &folder))?;
    // In the same folder, so that it can be renamed: whoever sees the file sees all of it.
    let scratch = Scratch::new_in(&folder).map_err(CargoError::file("write", &folder))?;
    let made = scratch.path().join(&name);
    let mut task = toolchain.task(scratch.path());
    task =
        task.args(["--crate-type=proc-macro", "--crate-name", CRATE, "--edition=2021", "-Cdebuginfo=0", "-"]);
    task = task.arg("-o").arg(&made);
    task.stdin = SOURCE.as_bytes();
    let finished = run(&task).map_err(CargoError::Start)?;
    match finished.end {
        End::Exited(0) => {
            fs::rename(&made, &place).map_err(CargoError::file("write", &place))?;
            Ok(place)
        }
        end => Err(CargoError::Macros { end, said: String::from_utf8_lossy(&finished.stderr).into_owned() }),
    }
}
