//! What the user has filed already.
//!
//! ```toml
//! [[known]]
//! key = "miscompilation | mir:DeadStoreElimination"     # as `rustassay findings` shows it
//! why = "rust-lang/rust#162997"
//! ```

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    known: Vec<KnownBug>,
}

/// A known finding, which no report repeats.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownBug {
    /// Its key.
    pub key: String,
    /// Why it is known.
    #[serde(default)]
    pub why: String,
}

/// What a file says; or what is wrong with it, for people.
pub fn parse(text: &str) -> Result<Vec<KnownBug>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    Ok(file.known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_lists_keys_with_reasons() {
        let known = parse("[[known]]\nkey = 'a | b'\nwhy = 'filed'\n[[known]]\nkey = 'c'\n").unwrap();
        assert_eq!(known[0], KnownBug { key: "a | b".into(), why: "filed".into() });
        assert_eq!(known[1].why, "");
    }

    #[test]
    fn a_misspelt_word_is_an_error() {
        assert!(parse("[[known]]\nkye = 'a'\n").unwrap_err().contains("kye"));
    }
}
