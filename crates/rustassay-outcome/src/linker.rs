//! Linkers that fail.

use crate::diagnostic::RustcDiagnostic;
use crate::normal::sentence;
use crate::signature::Signature;

/// Why there is no executable although the compiler did its part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkFailure {
    /// The linker, as rustc calls it.
    pub linker: String,
    /// Whether it could not be started at all.
    pub missing: bool,
    /// Its complaints, a line each.
    pub errors: Vec<String>,
    /// All that rustc said about it.
    pub rendered: String,
}

impl LinkFailure {
    /// Reads a failure to link among diagnostics.
    pub(crate) fn read(diagnostics: &[RustcDiagnostic]) -> Option<LinkFailure> {
        diagnostics.iter().find_map(|diagnostic| {
            let message = &diagnostic.message;
            let failed = message.strip_prefix("linking with `").filter(|rest| rest.contains("` failed"));
            let missing = || {
                ["linker `", "could not exec the linker `"]
                    .iter()
                    .find_map(|start| message.strip_prefix(start))
            };
            let linker = failed.or_else(missing)?.split('`').next()?.to_owned();
            let errors = diagnostic.rendered.lines().filter_map(complaint).map(str::to_owned).collect();
            let rendered = diagnostic.rendered.clone();
            Some(LinkFailure { linker, missing: failed.is_none(), errors, rendered })
        })
    }

    /// The first complaint, without the names of symbols and files.
    pub(crate) fn signature(&self) -> Signature {
        let reason = match self.errors.first() {
            _ if self.missing => "no linker".to_owned(),
            Some(error) if error.starts_with("undefined reference to") => "undefined symbol: _".to_owned(),
            Some(error) => sentence(error),
            None => String::new(),
        };
        Signature::of(["link failure", &reason])
    }
}

/// What a line of a linker's output complains about, without who complains, and where.
fn complaint(line: &str) -> Option<&str> {
    // rustc shows the linker's command line first; file names in it may have any words.
    if line.trim_start().starts_with("= note:  \"") {
        return None;
    }
    if let Some(at) = line.find("undefined reference to") {
        return Some(line[at..].trim_end());
    }
    line.find("error: ").filter(|at| *at > 0).map(|at| line[at + "error: ".len()..].trim_end())
}
