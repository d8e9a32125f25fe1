//! Positions in source text, and diagnostics that point there.

mod excerpt;
mod visible;

pub use visible::{bounded, visible};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use excerpt::Excerpt;
use std::ops::Range;

/// A stretch of source text, in bytes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The stretch from `start` to before `end`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// From the start of this stretch to the end of the other.
    pub fn to(self, end: Span) -> Span {
        Span { start: self.start, end: end.end }
    }

    /// The stretch as a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Something wrong with a program, said to a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The name of the rule that is broken, such as `deref-not-first`; empty where no rule of the text is.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// Where it is wrong; nowhere when the program did not come from text.
    pub span: Option<Span>,
    /// What to say at that place.
    pub label: String,
    /// Other places that have to do with it.
    pub related: Vec<(Span, String)>,
    /// Why the rule is there.
    pub note: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic at a place.
    pub fn new(code: &'static str, span: impl Into<Option<Span>>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: bounded(message.into()),
            span: span.into(),
            label: String::new(),
            related: Vec::new(),
            note: None,
            help: None,
        }
    }

    /// Says something at the place.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = bounded(label.into());
        self
    }

    /// Points to another place.
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.related.push((span, bounded(label.into())));
        self
    }

    /// Says why the rule is there.
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.note = Some(bounded(note.into()));
        self
    }

    /// Says what to do.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(bounded(help.into()));
        self
    }

    /// The diagnostic as rustc would draw it, without a final newline. Of long lines a part is shown, and control characters
    /// are spelled out.
    pub fn render(&self, path: &str, text: &str, color: bool) -> String {
        let (path, message, label) = (visible(path), visible(&self.message), visible(&self.label));
        let related: Vec<_> = self.related.iter().map(|(span, label)| (*span, visible(label))).collect();
        let mut title = Level::ERROR.primary_title(&*message);
        if !self.code.is_empty() {
            title = title.id(self.code);
        }
        let excerpt = self.span.map(|span| {
            let spans: Vec<Range<usize>> = [span]
                .into_iter()
                .chain(related.iter().map(|(span, _)| *span))
                .map(|span| clamp(text, span))
                .collect();
            Excerpt::new(text, &spans)
        });
        let mut group = match (self.span, &excerpt) {
            (Some(span), Some(excerpt)) => {
                let primary =
                    AnnotationKind::Primary.span(excerpt.place(clamp(text, span))).label(some_text(&label));
                let related = related.iter().map(|(span, label)| {
                    AnnotationKind::Context.span(excerpt.place(clamp(text, *span))).label(some_text(label))
                });
                let snippet =
                    Snippet::source(&*excerpt.text).line_start(excerpt.first_line).path(&*path).fold(true);
                title.element(snippet.annotation(primary).annotations(related))
            }
            _ => Group::with_title(title),
        };
        let (note, help) = (self.note.as_deref().map(visible), self.help.as_deref().map(visible));
        if let Some(note) = &note {
            group = group.element(Level::NOTE.message(&**note));
        }
        if let Some(help) = &help {
            group = group.element(Level::HELP.message(&**help));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let drawn = renderer.render(&[group]);
        match (self.span, &excerpt) {
            (Some(span), Some(excerpt)) => {
                // The renderer counts in what is left of the line.
                let (line, column) = line_and_column(text, span.start);
                let (_, shown) =
                    line_and_column(&excerpt.text, excerpt.place(clamp(text, span)).start as u32);
                drawn.replacen(&format!("{path}:{line}:{shown}"), &format!("{path}:{line}:{column}"), 1)
            }
            _ => drawn,
        }
    }
}

fn some_text(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// The span as a range that is certainly within the text and on character boundaries.
fn clamp(text: &str, span: Span) -> Range<usize> {
    let start = text.floor_char_boundary(span.start as usize);
    start..text.ceil_char_boundary(span.end as usize).max(start)
}

/// The line and column of a byte, both counted from 1, the column in characters.
pub fn line_and_column(text: &str, byte: u32) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(byte as usize)];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (1 + before.matches('\n').count(), 1 + before[line_start..].chars().count())
}

/// The lines of a text, for many questions about it.
pub struct Lines<'a> {
    text: &'a str,
    /// Where each line begins.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Looks for the lines.
    pub fn new(text: &'a str) -> Lines<'a> {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Lines { text, starts: [0].into_iter().chain(breaks).collect() }
    }

    /// The same as [`line_and_column`].
    pub fn line_and_column(&self, byte: u32) -> (usize, usize) {
        let end = self.text.floor_char_boundary(byte as usize);
        let line = self.starts.partition_point(|&start| start <= end);
        (line, 1 + self.text[self.starts[line - 1]..end].chars().count())
    }
}
