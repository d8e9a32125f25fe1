//! The schemas that we ship, and those that the user has made.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::{env, fs};

use super::{Schema, SharedSchema};

macro_rules! shipped {
    ($($release:literal),* $(,)?) => {
        &[$(include_str!(concat!("../../schemas/", $release, ".schema"))),*]
    };
}

/// The schemas that we ship. The first line of each says which compiler it is for.
const SHIPPED: &[&str] = shipped!["1.95.0", "1.96.0", "1.97.0", "1.97.0-nightly-e50aa6fba", "1.98.0"];

thread_local! {
    /// Schemas are parsed once a thread.
    static PARSED: RefCell<Vec<(String, SharedSchema)>> = const { RefCell::new(Vec::new()) };
}

/// The schema for a compiler that calls itself `version`, as in `rustc 1.95.0 (59807616e 2026-04-14)`. One that
/// the user has made comes first.
pub(crate) fn schema_of(version: &str) -> Option<SharedSchema> {
    let known = PARSED.with_borrow(|parsed| {
        parsed.iter().find(|(parsed, _)| parsed == version).map(|(_, schema)| schema.clone())
    });
    if known.is_some() {
        return known;
    }
    let installed = installed_path(version).and_then(|path| fs::read_to_string(path).ok());
    let schema = match installed.and_then(|text| Schema::parse(&text).ok()) {
        Some(schema) => schema,
        None => {
            let is_for = |text: &&&str| is_for(text.lines().next().unwrap_or_default(), version);
            Schema::parse(SHIPPED.iter().find(is_for)?).ok()?
        }
    };
    let schema = Rc::new(schema);
    PARSED.with_borrow_mut(|parsed| parsed.push((version.to_string(), schema.clone())));
    Some(schema)
}

/// Uses a schema for a compiler from now on, in this thread.
pub(crate) fn use_schema(version: &str, text: &str) -> Result<(), String> {
    let schema = Rc::new(Schema::parse(text)?);
    PARSED.with_borrow_mut(|parsed| parsed.insert(0, (version.to_string(), schema)));
    Ok(())
}

/// Whether the first line of a schema names this compiler. All point releases of a release have one format; of a
/// nightly or a beta just the one commit is known.
fn is_for(line: &str, version: &str) -> bool {
    let (Some(line), Some(version)) = (line.strip_prefix("rustc "), version.strip_prefix("rustc ")) else {
        return false;
    };
    let number = version.split(' ').next().unwrap_or_default();
    if number.contains('-') {
        return version.starts_with(line) && line.contains('(');
    }
    let minor = |number: &str| number.rsplit_once('.').map(|(minor, _)| minor.to_string());
    !line.contains('-') && minor(line).is_some() && minor(line) == minor(number)
}

/// The file of the user's cache for the schema of a compiler; none if there is no cache.
pub(crate) fn installed_path(version: &str) -> Option<PathBuf> {
    let cache = match env::var_os("XDG_CACHE_HOME").map(PathBuf::from) {
        Some(cache) if cache.is_absolute() => cache,
        _ => PathBuf::from(env::var_os("HOME")?).join(".cache"),
    };
    let safe = |char: char| if char.is_ascii_alphanumeric() || char == '.' { char } else { '-' };
    Some(cache.join("rustassay/schemas").join(version.chars().map(safe).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_schema_can_be_read() {
        for text in SHIPPED {
            let line = text.lines().next().unwrap_or_default();
            let schema = Schema::parse(text).unwrap_or_else(|why| panic!("{line}: {why}"));
            assert!(schema.shape("CrateRoot").is_some(), "{line}");
            assert!(schema.symbols.len() > 2000, "{line}");
            assert!(text.len() < 100_000, "{line}");
        }
    }

    #[test]
    fn point_releases_share_a_schema_and_nightlies_do_not() {
        assert!(is_for("rustc 1.95.0", "rustc 1.95.0 (59807616e 2026-04-14)"));
        assert!(is_for("rustc 1.97.0", "rustc 1.97.1 (0123456789 2026-08-01) (built from a source tarball)"));
        assert!(!is_for("rustc 1.97.0", "rustc 1.97.0-nightly (e50aa6fba 2026-05-19)"));
        assert!(!is_for("rustc 1.95.0", "rustc 1.9.0 (0123456789 2016-05-18)"));
        assert!(is_for("rustc 1.97.0-nightly (e50aa6fba", "rustc 1.97.0-nightly (e50aa6fba 2026-05-19)"));
        assert!(!is_for("rustc 1.97.0-nightly (e50aa6fba", "rustc 1.97.0-nightly (abcdef012 2026-05-20)"));
    }
}
