//! Comments of a file, kept when its program is printed anew.
//!
//! The model has no comments: they say nothing to a machine. Whoever has a file formatted wants them back. The original and the new
//! text are the same program, so each place of it has a position in both; a comment goes where the place went that it stood
//! before, or on whose line it stood.

use crate::model::{At, BlockId, FieldId, FnId, Id, ItemId, Local, Part, Program};
use crate::print::PrintOptions;
use crate::read::{Parsed, SpanTable, before_the_first_token, read};
use crate::source::{Lines, Span};
use ra_ap_rustc_lexer::{FrontmatterAllowed, TokenKind, tokenize};

/// The printed text with the comments of the original; or the lines of the original with comments that would be lost.
pub fn keep_comments(
    original: &str,
    parsed: &Parsed,
    printed: &str,
    options: &PrintOptions,
) -> Result<String, Vec<usize>> {
    let own = |comment: &Comment| !parsed.spans.is_in_surface(comment.span);
    let all = comments(original);
    let moved: Vec<&Comment> = all.iter().filter(|comment| own(comment)).collect();
    if moved.is_empty() {
        return Ok(printed.to_owned());
    }
    let lost = || {
        let lines = Lines::new(original);
        let mut lines: Vec<usize> =
            moved.iter().map(|comment| lines.line_and_column(comment.span.start).0).collect();
        lines.dedup();
        lines
    };
    let again = read(printed).map_err(|_| lost())?;
    let text = Placing::new(original, &parsed.program, &parsed.spans, printed, &again.spans).place(&moved);
    // Whatever was overlooked, the program is the same, and all comments are there.
    let is_same =
        read(&text).is_ok_and(|read| crate::print::print(&read.program, options).as_deref() == Ok(printed));
    let is_whole = comments(&text).len() == all.len();
    if is_same && is_whole { Ok(text) } else { Err(lost()) }
}

/// A comment of a text.
struct Comment {
    span: Span,
    /// Whether code stands before it on its line.
    is_trailing: bool,
    /// Whether it is the last thing in its braces.
    closes: bool,
    /// Whether it stands before all items.
    is_head: bool,
}

/// The comments of a text, in order. A line for the shell is one of them.
fn comments(text: &str) -> Vec<Comment> {
    let mut at = before_the_first_token(text);
    let mut comments = Vec::new();
    if at > 0 && text[..at].contains("#!") {
        let span = Span::new(text[..at].find("#!").unwrap_or(0) as u32, at as u32);
        comments.push(Comment { span, is_trailing: false, closes: false, is_head: true });
    }
    let mut line_has_code = false;
    let mut first_open = 0;
    // Inner attributes, and what stands between them.
    let head_end = head_end(text, at);
    for token in tokenize(&text[at..], FrontmatterAllowed::No) {
        let (start, end) = (at, at + token.len as usize);
        at = end;
        match token.kind {
            TokenKind::Whitespace => line_has_code &= !text[start..end].contains('\n'),
            TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } => comments.push(Comment {
                span: Span::new(start as u32, end as u32),
                is_trailing: line_has_code,
                closes: false,
                is_head: start < head_end,
            }),
            kind => {
                if kind == TokenKind::CloseBrace {
                    comments[first_open..].iter_mut().for_each(|comment| comment.closes = true);
                }
                first_open = comments.len();
                line_has_code = true;
            }
        }
    }
    comments
}

/// Where the first thing begins that is no inner attribute.
fn head_end(text: &str, start: usize) -> usize {
    let (mut at, mut depth, mut last) = (start, 0usize, TokenKind::Semi);
    let mut begun = start;
    for token in tokenize(&text[start..], FrontmatterAllowed::No) {
        let kind = token.kind;
        let here = at;
        at += token.len as usize;
        match kind {
            TokenKind::Whitespace | TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } => {
                continue;
            }
            TokenKind::Pound if depth == 0 => begun = here,
            TokenKind::Bang if depth == 0 && last == TokenKind::Pound => {}
            TokenKind::OpenBracket if depth > 0 || last == TokenKind::Bang => depth += 1,
            TokenKind::CloseBracket if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            // The `#` of an outer attribute is where the head ends.
            _ if last == TokenKind::Pound => return begun,
            _ => return here,
        }
        last = kind;
    }
    text.len()
}

/// Finds where comments of one text belong in another of the same program.
struct Placing<'a> {
    original: &'a str,
    /// Where the program's places begin in the original, in order, and where they are in the other text.
    anchors: Vec<(u32, Span)>,
    /// The lines of the other text, and what is to stand above, behind and below each.
    lines: Vec<Line<'a>>,
    starts: Vec<usize>,
}

#[derive(Default)]
struct Line<'a> {
    text: &'a str,
    above: Vec<&'a str>,
    behind: Vec<&'a str>,
    below: Vec<&'a str>,
}

impl<'a> Placing<'a> {
    fn new(
        original: &'a str,
        program: &Program,
        from: &SpanTable,
        printed: &'a str,
        to: &SpanTable,
    ) -> Placing<'a> {
        let mut anchors: Vec<(u32, Span)> = places(program)
            .into_iter()
            .filter_map(|at| Some((from.beginning(at)?, to.extent(at)?)))
            .collect();
        anchors.sort_by_key(|(start, _)| *start);
        let lines = printed.lines().map(|text| Line { text, ..Line::default() }).collect();
        let breaks = printed.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Placing { original, anchors, lines, starts: [0].into_iter().chain(breaks).collect() }
    }

    /// The number of the line that a byte is on.
    fn line_of(&self, byte: u32) -> usize {
        let line = self.starts.partition_point(|&start| start <= byte as usize) - 1;
        line.min(self.lines.len().saturating_sub(1))
    }

    fn place(mut self, comments: &[&Comment]) -> String {
        let mut head = Vec::new();
        let mut foot = Vec::new();
        for comment in comments {
            let text = self.original[comment.span.range()].trim_end();
            let next = self.anchors.partition_point(|(start, _)| *start < comment.span.start);
            let before = next.checked_sub(1).map(|at| self.anchors[at].1);
            let after = self.anchors.get(next).map(|(_, span)| *span);
            match (before, after) {
                _ if comment.is_head => head.push(text),
                (Some(before), _) if comment.is_trailing => {
                    let line = self.line_of(before.end.saturating_sub(1));
                    let line = &mut self.lines[line];
                    // Behind a comment to the end of the line nothing can stand.
                    match line.behind.is_empty() && !text.contains('\n') {
                        true => line.behind.push(text),
                        false => line.below.push(text),
                    }
                }
                (Some(before), _) if comment.closes => {
                    let line = self.line_of(before.end.saturating_sub(1));
                    self.lines[line].below.push(text);
                }
                (_, Some(after)) => {
                    let mut line = self.line_of(after.start);
                    // Above an item's attributes, not between them and the item.
                    while line > 0 && self.lines[line - 1].text.trim_start().starts_with("#[") {
                        line -= 1;
                    }
                    self.lines[line].above.push(text);
                }
                _ => foot.push(text),
            }
        }
        let mut out = String::new();
        let mut push = |line: &str| {
            out.push_str(line);
            out.push('\n');
        };
        head.into_iter().for_each(&mut push);
        for line in &self.lines {
            let indent = &line.text[..line.text.len() - line.text.trim_start().len()];
            line.above.iter().for_each(|comment| push(&format!("{indent}{comment}")));
            match line.behind.is_empty() {
                true => push(line.text),
                false => push(&format!("{} {}", line.text, line.behind.join(" "))),
            }
            line.below.iter().for_each(|comment| push(&format!("{indent}{comment}")));
        }
        foot.into_iter().for_each(&mut push);
        out
    }
}

/// All places of a program that have positions of their own.
fn places(program: &Program) -> Vec<At> {
    let mut places: Vec<At> = program.order.iter().map(|item| At::Item(*item)).collect();
    for (id, def) in program.types.adts.iter_ids() {
        for (variant, parts) in def.variants.iter_ids() {
            places.push(At::Variant(id, variant));
            places.extend((0..parts.fields.len()).map(|field| At::Field(id, variant, FieldId::new(field))));
        }
    }
    for (id, function) in program.functions.iter_ids() {
        let body = &function.body;
        places.push(At::Item(ItemId::Fn(id)));
        places.extend((1..body.locals.len()).map(|local| At::Local(id, Local::new(local))));
        places.extend((0..body.debug.len()).map(|line| At::Debug(id, line)));
        for (block, parts) in body.blocks.iter_ids() {
            places.extend(block_places(id, block, parts.statements.len()));
        }
    }
    places
}

fn block_places(function: FnId, block: BlockId, statements: usize) -> impl Iterator<Item = At> {
    let inside = (0..=statements).map(move |at| At::Statement(function, block, at, Part::Whole));
    [At::Block(function, block)].into_iter().chain(inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::print;

    fn formatted(text: &str) -> String {
        let parsed = read(text).expect("it can be read");
        let options = PrintOptions::default();
        let printed = print(&parsed.program, &options).expect("it can be printed");
        keep_comments(text, &parsed, &printed, &options).expect("all are kept")
    }

    const TEXT: &str = r#"//@ edition: 2024
// What this is.
#![feature(custom_mir, core_intrinsics)] // needed
use core::intrinsics::mir::*;

/// A pair.
struct Pair { /* first */ a: u8, b: u8 } // of bytes

// Adds.
#[custom_mir(dialect = "runtime", phase = "optimized")]
fn f(_1: u8) -> u8 {
    // The body.
    mir! {
        // A local.
        let x: u8;
        {
            // Once.
            x = _1 + 1_u8; // wraps?
            /* Then. */
            Goto(next)
            // Nothing more.
        }
        // The next block.
        next = { // here
            RET = /* the sum */ x;
            Return()
        }
        // The end of the body.
    }
}

fn main() {
    // Not touched.
    println!("{}", f(1)); // nor this
}
// The end.
"#;

    #[test]
    fn all_comments_are_kept_near_what_they_stood_at() {
        let text = formatted(TEXT);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let at = |what: &str| {
            lines.iter().position(|line| line.contains(what)).unwrap_or_else(|| panic!("{what} in\n{text}"))
        };
        assert!(text.starts_with("//@ edition: 2024\n// What this is.\n"), "{text}");
        assert_eq!(at("// Adds.") + 1, at("#[custom_mir"), "{text}");
        assert_eq!(at("/// A pair.") + 1, at("struct Pair"), "{text}");
        assert_eq!(at("// Once.") + 1, at("x = _1"), "{text}");
        assert_eq!(at("// wraps?"), at("x = _1"), "{text}");
        assert_eq!(at("/* Then. */") + 1, at("Goto(next)"), "{text}");
        assert_eq!(at("// Nothing more."), at("Goto(next)") + 1, "{text}");
        assert_eq!(at("// The next block.") + 1, at("next = {"), "{text}");
        assert!(at("// Not touched.") < at("println!"), "{text}");
        assert_eq!(lines.last(), Some(&"// The end."), "{text}");
    }

    #[test]
    fn formatting_again_changes_nothing() {
        let once = formatted(TEXT);
        assert_eq!(formatted(&once), once);
    }
}
