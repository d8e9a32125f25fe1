//! rustc's diagnostics, from `--error-format=json` or from the text for people.

use crate::json::{FullDiagnostic, is_summary};

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// `error: internal compiler error`: the compiler is wrong, not the program.
    Bug,
    /// The program is rejected.
    Error,
    /// The program is accepted with reservations.
    Warning,
    /// Anything else: notes, and summaries after failures.
    Note,
}

/// Where a diagnostic points. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RustcSpan {
    /// The file, as the compiler printed it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl RustcSpan {
    /// Reads `file:line:column`.
    pub(crate) fn read(text: &str) -> Option<RustcSpan> {
        let mut parts = text.rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        let file = parts.next().filter(|file| !file.is_empty())?.to_owned();
        Some(RustcSpan { file, line, column })
    }
}

/// One diagnostic of rustc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustcDiagnostic {
    /// How grave it is.
    pub level: Level,
    /// An error's code (`E0308`) or a lint's name.
    pub code: Option<String>,
    /// The headline, without level and code.
    pub message: String,
    /// The place that it is about.
    pub span: Option<RustcSpan>,
    /// All of it, as a person reads it.
    pub rendered: String,
}

impl RustcDiagnostic {
    /// Reads a line of JSON. `None` for what is no diagnostic, such as a notice that a file was written, or
    /// is cut.
    pub(crate) fn from_json(line: &str) -> Option<RustcDiagnostic> {
        let json = FullDiagnostic::read(line)?;
        let (level, code) = (json.level(), json.code().map(str::to_owned));
        let span = json.spans.into_iter().find(|span| span.is_primary).map(|span| RustcSpan {
            file: span.file_name,
            line: span.line_start,
            column: span.column_start,
        });
        let rendered = json.rendered.unwrap_or_else(|| json.message.clone());
        Some(RustcDiagnostic { level, code, message: json.message, span, rendered })
    }

    /// Reads a paragraph of the text for people; its first line is one that [`starts`] a diagnostic.
    pub(crate) fn from_text(lines: &[&str]) -> Option<RustcDiagnostic> {
        let (level, code, headline) = starts(lines.first()?)?;
        let mut message = headline.to_owned();
        // A message of several lines goes on, indented, until the first line that draws something.
        for line in lines[1..].iter().take_while(|line| line.starts_with(' ') && !is_drawn(line)) {
            message.push('\n');
            message.push_str(line.trim());
        }
        let span =
            lines.iter().find_map(|line| line.trim_start().strip_prefix("--> ")).and_then(RustcSpan::read);
        Some(RustcDiagnostic { level, code, message, span, rendered: lines.join("\n") + "\n" })
    }

    /// Whether it only says that there were errors.
    pub(crate) fn is_summary(&self) -> bool {
        self.code.is_none() && is_summary(&self.message)
    }
}

/// The level, code and headline of a line such as `error[E0308]: mismatched types`.
pub(crate) fn starts(line: &str) -> Option<(Level, Option<String>, &str)> {
    let levels = [
        ("error: internal compiler error", Level::Bug),
        ("error", Level::Error),
        ("warning", Level::Warning),
    ];
    levels.into_iter().find_map(|(word, level)| {
        let rest = line.strip_prefix(word)?;
        if let Some(message) = rest.strip_prefix(": ") {
            return Some((level, None, message));
        }
        let (code, message) = rest.strip_prefix('[')?.split_once("]: ")?;
        Some((level, Some(code.to_owned()), message))
    })
}

/// Whether a line belongs to the drawing under a headline: a place, a line of source, or a remark.
fn is_drawn(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("-->") || line.starts_with("= ") || is_source(line)
}

/// Whether a line quotes the program (`12 | let x;`), so that its words are not the compiler's.
pub(crate) fn is_source(line: &str) -> bool {
    line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().starts_with('|')
}
