//! The lines of a text that a diagnostic is about, and of long lines the part that it is about.

use std::ops::Range;

/// Longer lines are cut, in bytes.
const LONGEST_LINE: usize = 400;
/// What is kept of such a line before the place that is pointed to, and from there on.
const BEFORE: usize = 60;
const AFTER: usize = 120;
/// Stands for what is left out.
const GAP: &str = "...";

/// Some lines of a text, whole or shortened.
pub struct Excerpt {
    pub text: String,
    /// The number of its first line, counted from 1.
    pub first_line: usize,
    lines: Vec<Line>,
}

struct Line {
    /// Where it is in the original, and where it is here.
    original: usize,
    here: usize,
    /// The part of the original that is kept.
    kept: Range<usize>,
    /// Where that part begins here.
    kept_here: usize,
}

impl Excerpt {
    /// The lines from the first to the last that the spans touch. Spans are within the text, on boundaries of characters.
    pub fn new(text: &str, spans: &[Range<usize>]) -> Excerpt {
        let first = spans.iter().map(|span| span.start).min().unwrap_or(0);
        let last = spans.iter().map(|span| span.end).max().unwrap_or(0);
        let start = text[..first].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[last..].find('\n').map_or(text.len(), |newline| last + newline);
        let first_line = 1 + text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count();
        let mut excerpt = Excerpt { text: String::new(), first_line, lines: Vec::new() };
        let mut at = start;
        for line in text[start..end].split_inclusive('\n') {
            excerpt.add(text, at..at + line.len(), spans);
            at += line.len();
        }
        excerpt
    }

    /// Adds a line, its line break included.
    fn add(&mut self, text: &str, line: Range<usize>, spans: &[Range<usize>]) {
        let content = line.start..line.start + text[line.clone()].trim_end_matches(['\n', '\r']).len();
        let mut kept = content.clone();
        if content.len() > LONGEST_LINE {
            let ends = spans.iter().flat_map(|span| [span.start, span.end]);
            let center = ends.filter(|end| content.contains(end)).min().unwrap_or(content.start);
            kept.start = text.floor_char_boundary(center.saturating_sub(BEFORE)).max(content.start);
            kept.end = text.ceil_char_boundary(center + AFTER).min(content.end);
        }
        let here = self.text.len();
        if kept.start > content.start {
            self.text.push_str(GAP);
        }
        let kept_here = self.text.len();
        self.text.push_str(&text[kept.clone()]);
        if kept.end < content.end {
            self.text.push_str(GAP);
        }
        self.text.push_str(&text[content.end..line.end]);
        self.lines.push(Line { original: line.start, here, kept, kept_here });
    }

    /// Where a span of the original is here.
    pub fn place(&self, span: Range<usize>) -> Range<usize> {
        let start = self.offset(span.start);
        start..self.offset(span.end).max(start)
    }

    fn offset(&self, at: usize) -> usize {
        let number = self.lines.partition_point(|line| line.original <= at).saturating_sub(1);
        let Some(line) = self.lines.get(number) else { return 0 };
        match at {
            _ if at < line.kept.start => line.here,
            _ if at <= line.kept.end => line.kept_here + (at - line.kept.start),
            // In what is left out, or in the line break.
            _ => {
                let next = self.lines.get(number + 1).map_or(self.text.len(), |next| next.here);
                (line.kept_here + line.kept.len() + (at - line.kept.end)).min(next)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::source::{Diagnostic, Span};

    /// The error at the word `wrong` of a text.
    fn drawn(text: &str) -> String {
        let at = text.find("wrong").expect("it has the word") as u32;
        let wrong = Span::new(at, at + 5);
        Diagnostic::new("x", wrong, "bad")
            .label("here")
            .related(Span::new(0, 1), "start")
            .render("a.rs", text, false)
    }

    #[test]
    fn of_a_long_line_the_part_around_the_place_is_shown_and_the_column_stays_right() {
        let text = format!("first\n{}wrong{}\nlast", "é".repeat(30_000), "y".repeat(50_000_000));
        let drawn = drawn(&text);
        assert!(drawn.len() < 2000, "{}", drawn.len());
        assert!(drawn.contains("a.rs:2:30001"), "{drawn}");
        let lines: Vec<&str> = drawn.lines().collect();
        let (source, marks) = lines
            .windows(2)
            .find(|pair| pair[0].contains("wrong"))
            .map(|pair| (pair[0], pair[1]))
            .expect("the line is shown");
        let column = |line: &str, what: &str| line.find(what).map(|at| line[..at].chars().count());
        assert_eq!(column(source, "wrong"), column(marks, "^^^^^"), "{drawn}");
    }

    #[test]
    fn a_span_that_never_ends_is_drawn_in_few_bytes() {
        let text = format!("let x = \"{}\";", "z".repeat(10_000_000));
        let drawn =
            Diagnostic::new("x", Span::new(8, text.len() as u32 - 1), "bad").render("a.rs", &text, false);
        assert!(drawn.len() < 2000, "{}", drawn.len());
        assert!(drawn.contains("a.rs:1:9"), "{drawn}");
    }

    #[test]
    fn a_span_at_the_very_end_is_drawn() {
        for text in ["", "a", "a\n", "a\r\nb\r\n"] {
            let end = text.len() as u32;
            let drawn = Diagnostic::new("x", Span::new(end, end), "bad").render("a.rs", text, false);
            assert!(drawn.contains("a.rs:"), "{drawn}");
        }
    }
}
