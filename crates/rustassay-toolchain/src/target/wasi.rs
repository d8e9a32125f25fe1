//! WebAssembly with WASI, the one of its systems whose programs can print: runtimes that run it.

use super::Runner;
use super::made::fingerprint;
use crate::probe::user_cache;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What Node.js runs, to run a program.
const SCRIPT: &str = include_str!("../programs/wasi.mjs");

/// Whether a target is one of WebAssembly with the first WASI, whose programs are plain modules.
pub(crate) fn is_wasi(triple: &str) -> bool {
    ["wasm32-wasi", "wasm32-wasip1"].contains(&triple)
}

/// The runtimes that are there: wasmtime, and Node.js with a script of ours.
pub(crate) fn runners(find_program: impl Fn(&str) -> Option<PathBuf>) -> (Option<Runner>, Option<Runner>) {
    let wasmtime = find_program("wasmtime").map(|program| Runner {
        program,
        // Programs get variables as others do, and no folder.
        args: vec!["run".to_owned(), "-S".to_owned(), "inherit-env=y".to_owned()],
    });
    let node = find_program("node").and_then(|program| {
        let script = script(&user_cache()?.join("rustassay")).ok()?;
        Some(Runner { program, args: vec!["--no-warnings".to_owned(), script.to_str()?.to_owned()] })
    });
    match wasmtime {
        None => (node, None),
        some => (some, node),
    }
}

/// The script's file, in a folder for what can be made again. It is named for its content: what was written is never changed.
fn script(cache: &Path) -> io::Result<PathBuf> {
    let folder = cache.join("runners");
    let file = folder.join(format!("wasi-{:016x}.mjs", fingerprint(SCRIPT)));
    if fs::read_to_string(&file).is_ok_and(|text| text == SCRIPT) {
        return Ok(file);
    }
    fs::create_dir_all(&folder)?;
    let new = file.with_added_extension(std::process::id().to_string());
    fs::write(&new, SCRIPT)?;
    fs::rename(&new, &file)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn a_damaged_script_is_written_again() {
        let cache = TempDir::new().unwrap();
        let file = script(cache.path()).unwrap();
        fs::write(&file, "half").unwrap();
        assert_eq!(script(cache.path()).unwrap(), file);
        assert_eq!(fs::read_to_string(file).unwrap(), SCRIPT);
    }

    #[test]
    fn of_two_runtimes_one_confirms_the_other() {
        let found = |names: &'static [&str]| {
            runners(move |name| names.contains(&name).then(|| PathBuf::from(format!("/bin/{name}"))))
        };
        let name = |runner: Option<Runner>| runner.map(|runner| runner.program.display().to_string());
        let (first, second) = found(&["wasmtime"]);
        assert_eq!((name(first).as_deref(), second), (Some("/bin/wasmtime"), None));
        assert_eq!(found(&[]), (None, None));
    }
}
