//! A compiler's standard error, taken apart.

use crate::diagnostic::{self, RustcDiagnostic};

/// How much of the end is kept for people where there is nothing better to show.
const TAIL: usize = 4096;

/// What a compiler printed: its diagnostics, and what others printed around them (panics, LLVM, handlers of
/// signals).
pub(crate) struct Stderr {
    /// The diagnostics, in order.
    pub diagnostics: Vec<RustcDiagnostic>,
    /// The lines that belong to none.
    pub rest: Vec<String>,
}

impl Stderr {
    /// Takes text apart. It may be JSON, text for people, or both: panics are never JSON.
    pub fn read(bytes: &[u8]) -> Stderr {
        let text = String::from_utf8_lossy(bytes);
        let lines: Vec<&str> = text.lines().collect();
        let mut diagnostics = Vec::new();
        let mut rest = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let line = lines[at];
            let mut length = 1;
            if line.starts_with("{\"") {
                diagnostics.extend(RustcDiagnostic::from_json(line));
            } else if diagnostic::starts(line).is_some() {
                length += lines[at + 1..].iter().take_while(|line| !ends_paragraph(line)).count();
                diagnostics.extend(RustcDiagnostic::from_text(&lines[at..at + length]));
            } else {
                rest.push(line.to_owned());
            }
            at += length;
        }
        Stderr { diagnostics, rest }
    }

    /// Whether some line, in a diagnostic or not, has these words.
    pub fn says(&self, words: &str) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.message.contains(words))
            || self.rest.iter().any(|line| line.contains(words))
    }
}

/// Whether a diagnostic for people is over: it ends with an empty line, if nobody interrupts it.
fn ends_paragraph(line: &str) -> bool {
    line.is_empty()
        || line.starts_with("thread '")
        || line.starts_with("{\"")
        || diagnostic::starts(line).is_some()
}

/// The end of a text, for people: whole lines, if there are any.
pub(crate) fn tail(bytes: &[u8]) -> String {
    let end = &bytes[bytes.len().saturating_sub(TAIL)..];
    let is_cut = end.len() < bytes.len();
    let line = end.iter().position(|byte| *byte == b'\n').filter(|_| is_cut).map_or(0, |newline| newline + 1);
    String::from_utf8_lossy(&end[line..]).into_owned()
}
