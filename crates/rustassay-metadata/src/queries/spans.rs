//! Spans as people read them.

use std::rc::Rc;

use crate::crates::Crates;
use crate::data::*;
use crate::decode::{ExpnData, SyntaxContextData};
use crate::{MetadataError, Result};

/// A macro that expands to more macros than this, one in the other, is damaged.
const MAX_EXPANSIONS: usize = 1000;

impl Crates {
    /// Where a definition stands in the source.
    pub fn def_span(&self, def: DefId) -> Result<Span> {
        Ok(self.value(def, |krate| &krate.root.tables.def_span)?.unwrap_or(Span::NOWHERE))
    }

    /// A source file.
    pub fn source_file(&self, file: FileId) -> Result<Rc<SourceFile>> {
        if let Some(known) = self.memos.source_files.borrow().get(&file) {
            return Ok(known.clone());
        }
        let krate = self.crate_at(file.krate)?;
        let source: Option<SourceFile> = krate.value(self.types(), &krate.root.source_map, file.index)?;
        let source = source.map(Rc::new).ok_or_else(|| MetadataError::Damaged {
            krate: format!("crate `{}`", krate.name()),
            position: 0,
            why: format!("source file {} is missing", file.index),
        })?;
        self.memos.source_files.borrow_mut().insert(file, source.clone());
        Ok(source)
    }

    /// A span as a path, lines and columns; none if it stands nowhere.
    pub fn locate(&self, span: Span) -> Result<Option<SpanLocation>> {
        let Some(file) = span.file else { return Ok(None) };
        let source = self.source_file(file)?;
        let (line, column) = line_and_column(&source, span.lo);
        let (end_line, end_column) = line_and_column(&source, span.hi);
        let path = source.name.clone();
        Ok(Some(SpanLocation { file, path, line, column, end_line, end_column }))
    }

    /// Where the macro that a span comes from was called, up to code that a person wrote there.
    pub fn outermost_call_site(&self, span: Span) -> Result<Span> {
        let mut span = span;
        for _ in 0..MAX_EXPANSIONS {
            if span.expansion == 0 {
                return Ok(span);
            }
            let krate = self.crate_at(span.krate)?;
            let context: Option<SyntaxContextData> =
                krate.value(self.types(), &krate.root.syntax_contexts, span.expansion)?;
            let Some(SyntaxContextData { expn }) = context else { return Ok(span) };
            let owner = self.crate_at(expn.krate)?;
            let data: Option<ExpnData> = owner.value(self.types(), &owner.root.expn_data, expn.index)?;
            match data {
                Some(ExpnData { call_site }) if call_site.file.is_some() => span = call_site,
                _ => return Ok(span),
            }
        }
        Ok(span)
    }
}

/// Line and column of a byte of a file, from 1. A column counts characters.
fn line_and_column(file: &SourceFile, position: u32) -> (u32, u32) {
    let line = file.lines.partition_point(|start| *start <= position).max(1);
    let start = file.lines.get(line - 1).copied().unwrap_or(0);
    let first = file.wide_chars.partition_point(|(at, _)| *at < start);
    let wide = file.wide_chars[first..].iter().take_while(|(at, _)| *at < position);
    let extra: u32 = wide.map(|(_, bytes)| u32::from(*bytes).saturating_sub(1)).sum();
    let line = u32::try_from(line as i64 + file.line_offset).unwrap_or(1);
    (line, position.saturating_sub(start).saturating_sub(extra) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let file = SourceFile {
            name: String::new(),
            working_directory: String::new(),
            lines: vec![0, 4],
            wide_chars: vec![(5, 3)],
            len: 10,
            line_offset: 0,
        };
        assert_eq!(line_and_column(&file, 0), (1, 1));
        assert_eq!(line_and_column(&file, 3), (1, 4));
        assert_eq!(line_and_column(&file, 4), (2, 1));
        assert_eq!(line_and_column(&file, 8), (2, 3));
        let within_another = SourceFile { line_offset: 40, ..file };
        assert_eq!(line_and_column(&within_another, 8), (42, 3));
    }
}
