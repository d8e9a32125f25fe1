//! Where the sources of a compiler's library are.

use crate::{OverlayError, page};
use rustassay_toolchain::Toolchain;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Sources of a library.
pub(crate) struct Sources {
    /// The folder that is `library` in the compiler's repository.
    pub(crate) library: PathBuf,
    /// They were read off the documentation, and lack what that does not show.
    pub(crate) are_shown: bool,
}

/// The crates whose pages show files that the library needs.
const SHOWN: [&str; 3] = ["core", "alloc", "std"];

/// A crate whose pages are used if they are there.
const SHOWN_OPTIONALLY: &str = "proc_macro";

impl Sources {
    /// Finds them. What has to be written goes to `folder`.
    pub(crate) fn find(toolchain: &Toolchain, folder: &Path) -> Result<Sources, OverlayError> {
        let component = component(toolchain);
        if component.join("core/src/lib.rs").is_file() {
            return Ok(Sources { library: component, are_shown: false });
        }
        let pages = toolchain.sysroot.join("share/doc/rust/html/src");
        if !SHOWN.iter().all(|name| pages.join(name).join("lib.rs.html").is_file()) {
            return Err(OverlayError::NoSources { toolchain: toolchain.name.clone(), place: component });
        }
        for name in SHOWN {
            strip_all(&pages.join(name), folder)?;
        }
        let optional = pages.join(SHOWN_OPTIONALLY);
        if optional.is_dir() {
            strip_all(&optional, folder)?;
        }
        Ok(Sources { library: folder.join("library"), are_shown: true })
    }
}

/// Where the component `rust-src` has the library.
pub(crate) fn component(toolchain: &Toolchain) -> PathBuf {
    toolchain.sysroot.join("lib/rustlib/src/rust/library")
}

/// Writes the files that the pages of a folder show.
fn strip_all(pages: &Path, folder: &Path) -> Result<(), OverlayError> {
    let mut folders = vec![pages.to_owned()];
    while let Some(pages) = folders.pop() {
        let entries = fs::read_dir(&pages).map_err(OverlayError::file("list", &pages))?;
        for entry in entries {
            let path = entry.map_err(OverlayError::file("list", &pages))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html") {
                strip(&path, folder)?;
            }
        }
    }
    Ok(())
}

fn strip(path: &Path, folder: &Path) -> Result<(), OverlayError> {
    let unusable = |why| OverlayError::Page { path: path.to_owned(), why };
    let html = fs::read_to_string(path).map_err(OverlayError::file("read", path))?;
    let shown = page::read(&html).map_err(unusable)?;
    let inner = normal(Path::new(&shown.path)).filter(|path| path.starts_with("library"));
    let file = folder.join(inner.ok_or_else(|| unusable("its file is outside the library"))?);
    write_with_folders(&file, &shown.text)
}

/// Writes a file, and makes the folders that it is in.
pub(crate) fn write_with_folders(file: &Path, text: &str) -> Result<(), OverlayError> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(OverlayError::file("make", folder))?;
    }
    fs::write(file, text).map_err(OverlayError::file("write", file))
}

/// A relative path without `..`; nothing if it leads out.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => normal.push(name),
            Component::CurDir => {}
            Component::ParentDir => {
                if !normal.pop() {
                    return None;
                }
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_go_up_and_not_out() {
        let normal = |path: &str| super::normal(Path::new(path));
        assert_eq!(normal("library/core/src/../../stdarch/a.rs"), Some("library/stdarch/a.rs".into()));
        assert_eq!(normal("library/../../a.rs"), None);
        assert_eq!(normal("/etc/passwd"), None);
    }
}
