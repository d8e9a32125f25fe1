//! A program of a project: what the wrapper writes where cargo expects an executable file, and the runner reads.

use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How such a file begins, for whoever executes it.
const HEADER: &str =
    "#!/bin/sh\necho 'error: this file has no code; `cargo rustassay` runs it' >&2; exit 1\n";

/// A binary, an example or a test target that was compiled to metadata.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CompiledProgram {
    /// Its metadata.
    pub metadata: PathBuf,
    /// Folders with the metadata of its dependencies.
    pub folders: Vec<PathBuf>,
    /// Whether it has tests, which run in place of `main`.
    pub has_tests: bool,
    /// Flags of its compiler that the machine has to know, too.
    pub flags: Vec<String>,
}

impl CompiledProgram {
    /// Writes it where cargo expects an executable file.
    pub(crate) fn write(&self, file: &Path) -> io::Result<()> {
        // Cargo has made hard links to the old file, which are other programs' files now.
        match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
        fs::write(file, format!("{HEADER}{text}\n"))?;
        make_executable(file)
    }

    /// Reads such a file. There is nothing to read in a program with code, which the compiler made for the host.
    pub fn read(file: &Path) -> io::Result<Option<CompiledProgram>> {
        let bytes = fs::read(file)?;
        let text = bytes.strip_prefix(HEADER.as_bytes());
        text.map(|text| serde_json::from_slice(text).map_err(io::Error::other)).transpose()
    }
}

#[cfg(unix)]
fn make_executable(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        let file = folder.path().join("program");
        let program = CompiledProgram {
            metadata: "/t/libprogram.rmeta".into(),
            folders: vec!["/t/deps".into()],
            has_tests: true,
            flags: vec!["-Cpanic=abort".to_owned()],
        };
        program.write(&file).expect("it can be written");
        assert_eq!(CompiledProgram::read(&file).ok().flatten(), Some(program));
        fs::write(&file, "\x7fELF").expect("it can be written");
        assert!(matches!(CompiledProgram::read(&file), Ok(None)));
    }
}
