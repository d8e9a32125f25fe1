//! Files that the documentation does not show, since they were not compiled or are no Rust.
//!
//! Nobody lists them; the compiler says which it misses, many at a time. A module that a `#![cfg]` inside its file disables has no page;
//! its stub must be disabled, too, and not just be empty, else the definitions that come after it would be numbered anew.

use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A missing file, and what is to stand in it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stub {
    pub(crate) path: PathBuf,
    pub(crate) text: &'static str,
}

const DISABLED_MODULE: &str = "#![cfg(any())]\n";

/// The files that a compiler misses, by its diagnostics in JSON; nothing if it has anything else against a crate's sources at this
/// stage that a stub would not cure.
pub(crate) fn missing(diagnostics: &str) -> Vec<Stub> {
    let diagnostics = diagnostics.lines().filter_map(|line| serde_json::from_str::<Diagnostic>(line).ok());
    let mut stubs: Vec<Stub> = diagnostics.filter_map(|diagnostic| diagnostic.stub()).collect();
    stubs.sort();
    stubs.dedup();
    stubs
}

/// What the compiler has to say for people, of its diagnostics in JSON.
pub(crate) fn rendered(diagnostics: &str) -> String {
    let errors = diagnostics.lines().filter_map(|line| serde_json::from_str::<Diagnostic>(line).ok());
    let texts: Vec<String> = errors.filter_map(|error| error.rendered).take(8).collect();
    if texts.is_empty() { diagnostics.to_owned() } else { texts.concat() }
}

/// The parts of rustc's diagnostics that matter here; see "JSON Output" in the rustc book.
#[derive(Deserialize)]
struct Diagnostic {
    message: String,
    code: Option<Code>,
    #[serde(default)]
    children: Vec<Child>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Child {
    message: String,
}

impl Diagnostic {
    fn stub(&self) -> Option<Stub> {
        // E0583: file not found for module. The help has both names that the file may have.
        if self.code.as_ref().is_some_and(|code| code.code == "E0583") {
            let path =
                self.children.iter().find_map(|child| between(&child.message, "create file \"", "\""))?;
            return Some(Stub { path: path.into(), text: DISABLED_MODULE });
        }
        let path = Path::new(between(&self.message, "couldn't read `", "`")?);
        let is_text = path.extension().is_some_and(|extension| extension == "md");
        is_text.then(|| Stub { path: path.to_owned(), text: "" })
    }
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(start)?;
    Some(rest.split_once(end)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_without_a_file_is_disabled_and_a_text_is_empty() {
        let said = concat!(
            r#"{"message":"file not found for module `sync`","code":{"code":"E0583"},"children":[{"message":"to create the module `sync`, create file \"/s/sync.rs\" or \"/s/sync/mod.rs\""}],"rendered":"x"}"#,
            "\n",
            r#"{"message":"couldn't read `/s/a.md`: No such file or directory (os error 2)","code":null,"children":[],"rendered":"x"}"#,
            "\n",
            r#"{"message":"couldn't read `/s/a.md`: No such file or directory (os error 2)","code":null,"children":[],"rendered":"x"}"#,
            "\nnot JSON\n",
        );
        let module = Stub { path: "/s/sync.rs".into(), text: DISABLED_MODULE };
        assert_eq!(missing(said), [Stub { path: "/s/a.md".into(), text: "" }, module]);
    }

    #[test]
    fn other_errors_have_no_stub() {
        let said = r#"{"message":"couldn't read `/s/table.bin`: gone","code":null,"children":[],"rendered":"the text"}"#;
        assert_eq!(missing(said), []);
        assert_eq!(rendered(said), "the text");
        assert_eq!(rendered("error: plain text"), "error: plain text");
    }
}
