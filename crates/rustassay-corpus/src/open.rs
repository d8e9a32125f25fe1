//! Files and folders of Rust sources.

use crate::depth::{obstacle, with_room};
use crate::{SCHEME, SHIPPED, Source, shipped_by_name};
use rustassay_lang::did_you_mean;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// What is read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Larger files are passed over.
    pub bytes: u64,
    /// No more files than this are taken.
    pub files: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { bytes: 200_000, files: 100_000 }
    }
}

/// What was found.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Opened {
    /// The sources, in the order of the paths that were asked for, and within a folder by name.
    pub sources: Vec<Source>,
    /// How many files in folders were passed over: too large, nested too deep, not UTF-8, or no Rust to the parser.
    pub passed_over: usize,
}

/// Reads files, folders with all that is in them, and shipped programs (`shipped:NAME`). A file that is named must be readable; what a folder
/// has may not be.
pub fn open(paths: &[PathBuf], bounds: Bounds) -> Result<Opened, String> {
    with_room(|| open_all(paths, bounds)).map_err(|error| format!("cannot start a thread: {error}"))?
}

fn open_all(paths: &[PathBuf], bounds: Bounds) -> Result<Opened, String> {
    let mut opened = Opened::default();
    for path in paths {
        if let Some(name) = path.to_str().filter(|name| name.starts_with(SCHEME)) {
            let source = shipped_by_name(name);
            let unknown = || {
                let short = name.trim_start_matches(SCHEME);
                let meant = did_you_mean(short, SHIPPED.iter().map(|(name, _)| *name));
                format!("there is no shipped program `{name}`{meant}")
            };
            opened.sources.push(source.ok_or_else(unknown)?);
        } else if path.is_dir() {
            walk(path, bounds, &mut opened)
                .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        } else {
            let text =
                read(path, bounds).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
            let text =
                text.ok_or_else(|| format!("`{}` is larger than {} bytes", path.display(), bounds.bytes))?;
            let source = Source::new(path.display().to_string(), text);
            if let Some(why) = obstacle(&source.text) {
                return Err(format!("cannot use `{}`: {why}", source.name));
            }
            opened.sources.push(source);
        }
    }
    Ok(opened)
}

/// The text of a file; `None` if it is too large, of which no more is read than it takes to know.
fn read(path: &Path, bounds: Bounds) -> std::io::Result<Option<String>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(bounds.bytes + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bounds.bytes {
        return Ok(None);
    }
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|_| std::io::Error::new(ErrorKind::InvalidData, "it is not valid UTF-8"))
}

/// Takes all sources of a folder, sorted, so that the order is the same on every machine. Links are not followed: they may lead in circles.
fn walk(folder: &Path, bounds: Bounds, opened: &mut Opened) -> std::io::Result<()> {
    let mut entries: Vec<_> = folder.read_dir()?.collect::<Result<_, _>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let path = entry.path();
        let kind = entry.file_type()?;
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        if kind.is_dir() {
            // A folder that may not be read has nothing for us.
            let _ = walk(&path, bounds, opened);
        } else if kind.is_file() && is_source && opened.sources.len() < bounds.files {
            let text = read(&path, bounds).ok().flatten();
            let source = text.map(|text| Source::new(path.display().to_string(), text));
            match source.filter(|source| obstacle(&source.text).is_none()) {
                Some(source) => opened.sources.push(source),
                None => opened.passed_over += 1,
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_of(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        folder
    }

    #[test]
    fn a_folder_gives_its_sources_by_name_and_nothing_else() {
        let folder = folder_of(&[
            ("b.rs", b"fn main() {}"),
            ("a/z.rs", b"fn a() {}"),
            ("notes.txt", b"no source"),
            ("broken.rs", b"\xff\xfe"),
        ]);
        let opened = open(&[folder.path().to_owned()], Bounds::default()).expect("it can be read");
        let names: Vec<&str> = opened.sources.iter().map(|source| &*source.name).collect();
        let expected = ["a/z.rs", "b.rs"].map(|name| folder.path().join(name).display().to_string());
        assert_eq!(names, expected);
        assert_eq!(opened.passed_over, 1);
    }

    #[test]
    fn large_files_of_a_folder_are_passed_over_and_named_ones_refused() {
        let folder = folder_of(&[("large.rs", b"fn main() { println!() }")]);
        let bounds = Bounds { bytes: 5, ..Bounds::default() };
        assert_eq!(open(&[folder.path().to_owned()], bounds).expect("it can be read").passed_over, 1);
        let error = open(&[folder.path().join("large.rs")], bounds).expect_err("it is too large");
        assert!(error.contains("larger than 5 bytes"), "{error}");
    }

    #[test]
    fn deep_files_of_a_folder_are_passed_over_and_named_ones_refused() {
        let text = format!("fn f() {{ {} {{}} }}", "if x {} else ".repeat(10_000));
        let folder = folder_of(&[("deep.rs", text.as_bytes())]);
        assert_eq!(
            open(&[folder.path().to_owned()], Bounds::default()).expect("it can be read").passed_over,
            1
        );
        let error = open(&[folder.path().join("deep.rs")], Bounds::default()).expect_err("it is too deep");
        assert!(error.contains("more than 100 levels"), "{error}");
    }

    #[test]
    fn what_nests_in_an_attribute_or_before_a_mistake_is_not_parsed_again() {
        let deep = format!("{}{}", "(".repeat(30_000), ")".repeat(30_000));
        let texts = [
            format!("#[a({deep})] fn main() {{}}"),
            format!("fn main() {{ {deep} }} mistake"),
            format!("fn main() {{ {}1 }} mistake", "-".repeat(30_000)),
        ];
        for text in texts {
            let folder = folder_of(&[("deep.rs", text.as_bytes())]);
            let opened = open(&[folder.path().to_owned()], Bounds::default()).expect("it can be read");
            assert_eq!((opened.sources.len(), opened.passed_over), (0, 1));
        }
    }

    #[test]
    fn a_named_file_that_is_no_rust_is_refused_with_the_place() {
        let folder = folder_of(&[("bad.rs", b"fn main() {}\nfn 1() {}\n")]);
        let error = open(&[folder.path().join("bad.rs")], Bounds::default()).expect_err("it is no Rust");
        assert!(error.contains("line 2"), "{error}");
    }

    #[test]
    fn what_is_not_there_is_said() {
        for name in ["shipped:nothing", "no/such/file.rs"] {
            let error = open(&[PathBuf::from(name)], Bounds::default()).expect_err("it is not there");
            assert!(error.contains(name), "{error}");
        }
    }
}
