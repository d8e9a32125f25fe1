//! A source tree that differs from the user's in one file.
//!
//! The root of a test target needs one more line, and nobody may change the user's files. So the compiler reads a mirror of the
//! tree: symbolic links to everything, and a copy of just that file. The folders above the file are folders of the mirror, so that
//! `mod x;`, `#[path = "../x.rs"]` and `include_str!("../README.md")` find what they name.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// A mirror that is on disk. It is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Mirror {
    folder: PathBuf,
    /// The root of the crate, from the top of the tree.
    relative: PathBuf,
    /// What the compiler is to call the top of the tree: what cargo called it.
    prefix: PathBuf,
}

impl Mirror {
    /// Mirrors the tree below `top` in `folder`, where `source`, as cargo names it from the folder `here`, ends with `addition`.
    pub fn new(
        folder: PathBuf,
        here: &Path,
        package: &Path,
        source: &Path,
        addition: &[u8],
    ) -> io::Result<Mirror> {
        let path = normal(&here.join(source));
        let parent = path.parent().unwrap_or(Path::new("/"));
        // Files above the package are those of its workspace, which is where cargo starts the compiler.
        let top = [here, package].into_iter().find(|top| path.starts_with(top)).unwrap_or(parent);
        let relative = path.strip_prefix(top).map_err(io::Error::other)?.to_owned();
        let prefix = without_end(source, &relative).unwrap_or_else(|| top.to_owned());
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mirror = Mirror { folder, relative, prefix };
        let (mut original, mut copy) = (top.to_owned(), mirror.folder.clone());
        for component in mirror.relative.components() {
            fs::create_dir_all(&copy)?;
            for entry in fs::read_dir(&original)? {
                let name = entry?.file_name();
                if name != component.as_os_str() {
                    link(&original.join(&name), &copy.join(&name))?;
                }
            }
            original.push(component);
            copy.push(component);
        }
        let mut text = fs::read(&path)?;
        text.push(b'\n');
        text.extend_from_slice(addition);
        fs::write(copy, text)?;
        Ok(mirror)
    }

    /// The file to compile.
    pub fn source(&self) -> PathBuf {
        self.folder.join(&self.relative)
    }

    /// The option that makes the compiler call files as if there were no mirror.
    pub fn remapping(&self) -> OsString {
        let mut option = OsString::from("--remap-path-prefix=");
        option.push(&self.folder);
        option.push("=");
        option.push(&self.prefix);
        option
    }

    /// A makefile of the compiler's, with the files that the user has in place of those of the mirror.
    pub fn translate(&self, makefile: &str) -> String {
        let escaped = |path: &Path| path.to_string_lossy().replace(' ', "\\ ");
        let prefix = match self.prefix.as_os_str().is_empty() {
            true => String::new(),
            false => format!("{}/", escaped(&self.prefix)),
        };
        makefile.replace(&format!("{}/", escaped(&self.folder)), &prefix)
    }
}

impl Drop for Mirror {
    fn drop(&mut self) {
        // What is left is overwritten the next time.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(unix)]
fn link(original: &Path, copy: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(original, copy)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::Error::other("tests need symbolic links, which only Unix systems give to everybody"))
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

/// A path without the components that it ends with.
fn without_end(path: &Path, end: &Path) -> Option<PathBuf> {
    let count = end.components().count();
    let components: Vec<Component<'_>> = path.components().collect();
    let start = components.len().checked_sub(count)?;
    path.ends_with(end).then(|| components[..start].iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A workspace with a member that has a crate root.
    fn workspace() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        for (name, text) in [
            ("README.md", "readme"),
            ("member/src/lib.rs", "mod x;"),
            ("member/src/x.rs", ""),
            ("member/data/d", "d"),
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        folder
    }

    fn mirror(folder: &Path, source: &Path) -> Mirror {
        let place = folder.join("target/m");
        Mirror::new(place, folder, &folder.join("member"), source, b"more").expect("it can be made")
    }

    #[test]
    fn only_the_root_differs() {
        let folder = workspace();
        let mirror = mirror(folder.path(), Path::new("member/src/lib.rs"));
        let read =
            |name: &str| fs::read_to_string(mirror.source().parent().expect("it has one").join(name)).ok();
        assert_eq!(read("lib.rs").as_deref(), Some("mod x;\nmore"));
        assert_eq!(read("x.rs").as_deref(), Some(""));
        assert_eq!(read("../data/d").as_deref(), Some("d"));
        assert_eq!(read("../../README.md").as_deref(), Some("readme"));
    }

    #[test]
    fn files_keep_the_names_that_cargo_gives_them() {
        let folder = workspace();
        for (source, prefix) in [
            (PathBuf::from("member/src/lib.rs"), String::new()),
            (folder.path().join("member/src/lib.rs"), folder.path().display().to_string()),
        ] {
            let mirror = mirror(folder.path(), &source);
            let option = mirror.remapping().into_string().expect("it is text");
            assert!(option.ends_with(&format!("/target/m={prefix}")), "{option}");
            let makefile = format!("x.d: {} other.rs\n", mirror.source().display());
            assert_eq!(mirror.translate(&makefile), format!("x.d: {} other.rs\n", source.display()));
        }
    }

    #[test]
    fn a_mirror_leaves_the_original() {
        let folder = workspace();
        drop(mirror(folder.path(), Path::new("member/src/lib.rs")));
        assert_eq!(
            fs::read_to_string(folder.path().join("member/src/lib.rs")).ok().as_deref(),
            Some("mod x;")
        );
        assert!(!folder.path().join("target/m").exists());
    }
}
