//! The sources of hashbrown, the package that the library's hash maps are made of.

use crate::sources::component;
use rustassay_toolchain::Toolchain;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the sources are of just the version that a compiler's library was built with, if they are anywhere.
///
/// The version is known from the stock metadata, which has the paths of the source files.
pub(crate) fn sources(toolchain: &Toolchain, stock: &Path) -> Option<PathBuf> {
    let version = version(&fs::read(stock).ok()?)?;
    let named = format!("hashbrown-{version}");
    let vendor = component(toolchain).join("vendor");
    let registry = cargo_home()?.join("registry/src");
    let registries = fs::read_dir(registry).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut candidates = vec![vendor.join(&named), vendor.join("hashbrown")];
    let mut registered: Vec<PathBuf> = registries.map(|registry| registry.join(&named)).collect();
    registered.sort();
    candidates.extend(registered);
    candidates.into_iter().find(|folder| is_of_version(folder, &version))
}

fn cargo_home() -> Option<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    named.or_else(|| Some(std::env::home_dir()?.join(".cargo")))
}

/// Whether a folder has the package in this version.
fn is_of_version(folder: &Path, version: &str) -> bool {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let line = format!("version = \"{version}\"");
    manifest.lines().any(|it| it.trim() == line) && folder.join("src/lib.rs").is_file()
}

/// The version in the first path `.../hashbrown-VERSION/src/..` of some metadata.
fn version(metadata: &[u8]) -> Option<String> {
    const NAME: &[u8] = b"/hashbrown-";
    let is_version = |byte: &u8| byte.is_ascii_alphanumeric() || b".-+".contains(byte);
    metadata.windows(NAME.len()).enumerate().filter(|(_, window)| *window == NAME).find_map(|(at, _)| {
        let rest = &metadata[at + NAME.len()..];
        let length = rest.iter().take_while(|byte| is_version(byte)).count();
        let (version, after) = rest.split_at(length);
        let is_path = after.starts_with(b"/") && version.first().is_some_and(u8::is_ascii_digit);
        is_path.then(|| String::from_utf8_lossy(version).into_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_in_the_paths() {
        assert_eq!(version(b"\x01&/rust/deps/hashbrown-0.16.1/src/lib.rs\xc1").as_deref(), Some("0.16.1"));
        assert_eq!(version(b"/hashbrown-x/src /hashbrown-1.0.0-rc.1/src"), Some("1.0.0-rc.1".to_owned()));
        assert_eq!(version(b"/hashbrown-0.16.1"), None);
        assert_eq!(version(b""), None);
    }
}
