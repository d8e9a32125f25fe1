//! Diagnostics as `--error-format=json` prints them; see "JSON Output" in the rustc book. Releases before 1.76 have no `$message_type`.

use crate::diagnostic::Level;
use serde::Deserialize;

/// All that a diagnostic says: what [`RustcDiagnostic`](crate::RustcDiagnostic) is in short.
#[derive(Clone, Debug, Deserialize)]
pub struct FullDiagnostic {
    /// The headline, without level and code.
    pub message: String,
    code: Option<Code>,
    level: String,
    /// The places that it is about.
    #[serde(default)]
    pub spans: Vec<FullSpan>,
    /// Notes and suggestions.
    #[serde(default)]
    pub children: Vec<FullDiagnostic>,
    /// All of it, as a person reads it.
    pub(crate) rendered: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Code {
    code: String,
}

/// A place in a file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct FullSpan {
    /// The file, as the compiler printed it.
    pub file_name: String,
    /// The first line, from 1.
    pub line_start: u32,
    /// The first column, from 1.
    pub column_start: u32,
    /// Whether the diagnostic is about this place, and not only explains it by it.
    pub is_primary: bool,
    /// What is said there.
    pub label: Option<String>,
    expansion: Option<Expansion>,
}

/// How a place came about that a macro wrote.
#[derive(Clone, Debug, Deserialize)]
struct Expansion {
    span: Box<FullSpan>,
}

impl FullDiagnostic {
    /// Reads a line. `None` for what is no diagnostic, such as a notice that a file was written, or is cut.
    pub(crate) fn read(line: &str) -> Option<FullDiagnostic> {
        serde_json::from_str(line).ok()
    }

    /// The errors that a compiler printed as JSON.
    pub fn errors(stderr: &[u8]) -> Vec<FullDiagnostic> {
        let lines = String::from_utf8_lossy(stderr);
        let all = lines.lines().filter_map(FullDiagnostic::read);
        all.filter(|one| one.level() == Level::Error && !one.is_summary()).collect()
    }

    /// An error's code (`E0308`) or a lint's name.
    pub fn code(&self) -> Option<&str> {
        self.code.as_ref().map(|code| &*code.code)
    }

    /// How grave it is.
    pub(crate) fn level(&self) -> Level {
        match self.level.as_str() {
            "error: internal compiler error" => Level::Bug,
            "error" => Level::Error,
            "warning" => Level::Warning,
            _ => Level::Note,
        }
    }

    /// Whether it only says that there were errors.
    fn is_summary(&self) -> bool {
        self.code.is_none() && is_summary(&self.message)
    }
}

/// Whether an error without a code only says that there were errors.
pub(crate) fn is_summary(message: &str) -> bool {
    message.starts_with("aborting due to") || message.starts_with("could not compile")
}

impl FullSpan {
    /// The place itself, that of the macro's call which it is in, and so on outwards.
    pub fn with_calls(&self) -> impl Iterator<Item = &FullSpan> {
        std::iter::successors(Some(self), |span| span.expansion.as_ref().map(|expansion| &*expansion.span))
    }
}

#[cfg(test)]
mod tests {
    use super::FullDiagnostic;

    #[test]
    fn errors_are_read_with_their_places_and_calls() {
        let stderr = concat!(
            r#"{"message":"unused","code":null,"level":"warning","spans":[],"children":[]}"#,
            "\n",
            r#"{"artifact":"x.rmeta","emit":"metadata"}"#,
            "\n",
            r#"{"message":"mismatched types","code":{"code":"E0308"},"level":"error","spans":[{"file_name":"m.rs","line_start":3,"#,
            r#""is_primary":true,"expansion":{"span":{"file_name":"user.rs","line_start":9,"expansion":null}}}],"#,
            r#""children":[{"message":"note","code":null,"level":"note","spans":[]}]}"#,
            "\n",
            r#"{"message":"aborting due to 1 previous error","code":null,"level":"error","spans":[],"children":[]}"#,
            "\n{\"message\":\"cut",
        );
        let errors = FullDiagnostic::errors(stderr.as_bytes());
        let [error] = &errors[..] else { panic!("{errors:?}") };
        assert_eq!((error.code(), error.children.len()), (Some("E0308"), 1));
        let calls: Vec<_> =
            error.spans[0].with_calls().map(|span| (&*span.file_name, span.line_start)).collect();
        assert_eq!(calls, [("m.rs", 3), ("user.rs", 9)]);
    }
}
