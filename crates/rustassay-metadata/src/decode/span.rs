//! Places in source files.

use super::{Decode, Decoder, choice, record};
use crate::bytes::Decoded;
use crate::data::{FileId, SourceFile, Span};
use crate::schema::Shape;

/// The first byte of a span. Fact: `SpanTag` in `rustc_metadata::rmeta`.
#[derive(Clone, Copy)]
struct Tag(u8);

#[derive(PartialEq)]
enum Kind {
    /// In a file of this crate.
    Local,
    /// In a file of another crate.
    Foreign,
    /// Nowhere.
    Partial,
    /// Written somewhere else.
    Indirect,
}

impl Tag {
    fn kind(self) -> Kind {
        match self.0 & 0b11 {
            0 => Kind::Local,
            1 => Kind::Foreign,
            2 => Kind::Partial,
            _ => Kind::Indirect,
        }
    }

    /// Whether the expansion is the root and not written; of an indirect one, whether it counts back.
    fn bit(self) -> bool {
        self.0 & 0b100 != 0
    }

    /// The length, if it is small enough for the tag.
    fn length(self) -> Option<u8> {
        Some(self.0 >> 3).filter(|length| *length != 0b1_1111)
    }
}

impl Decode for Span {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        if shape != Shape::Span {
            return d.unexpected(shape, "a span");
        }
        let start = d.reader.position();
        let tag = Tag(d.reader.u8()?);
        if tag.kind() != Kind::Indirect {
            return direct(d, tag);
        }
        let offset = indirect_offset(d, tag)?;
        let position = if tag.bit() { start.checked_sub(offset) } else { Some(offset) };
        let Some(position) = position else { return d.fault("a span before the file") };
        if let Some(&span) = d.krate.spans.borrow().get(&position) {
            return Ok(span);
        }
        let span = d.at(position, |d| {
            let tag = Tag(d.reader.u8()?);
            if tag.kind() == Kind::Indirect {
                d.fault("a span that is indirect twice")
            } else {
                direct(d, tag)
            }
        })?;
        d.krate.spans.borrow_mut().insert(position, span);
        Ok(span)
    }
}

fn indirect_offset(d: &mut Decoder<'_>, tag: Tag) -> Decoded<usize> {
    let Some(len @ 0..=8) = tag.length() else { return d.fault("the length of a position") };
    match usize::try_from(d.reader.fixed(len.into())?) {
        Ok(offset) => Ok(offset),
        Err(_) => d.fault("a position that is too large"),
    }
}

fn direct(d: &mut Decoder<'_>, tag: Tag) -> Decoded<Span> {
    let expansion = if tag.bit() { 0 } else { d.reader.u32()? };
    let krate = d.krate.num();
    if tag.kind() == Kind::Partial {
        return Ok(Span { krate, expansion, ..Span::NOWHERE });
    }
    let lo = d.reader.u32()?;
    let len = match tag.length() {
        Some(length) => length.into(),
        None => d.reader.u32()?,
    };
    let index = d.reader.u32()?;
    let owner = if tag.kind() == Kind::Foreign { d.crate_num()? } else { krate };
    let Some(hi) = lo.checked_add(len) else { return d.fault("a span without end") };
    Ok(Span { file: Some(FileId { krate: owner, index }), lo, hi, krate, expansion })
}

impl Decoder<'_> {
    /// Passes over a span.
    pub fn skip_span(&mut self) -> Decoded<()> {
        let tag = Tag(self.reader.u8()?);
        if tag.kind() == Kind::Indirect {
            indirect_offset(self, tag)?;
            return Ok(());
        }
        if !tag.bit() {
            self.reader.u32()?;
        }
        if tag.kind() == Kind::Partial {
            return Ok(());
        }
        self.reader.u32()?;
        if tag.length().is_none() {
            self.reader.u32()?;
        }
        self.reader.u32()?;
        if tag.kind() == Kind::Foreign {
            self.reader.u32()?;
        }
        Ok(())
    }

    /// Where each line of a file begins: the differences, in one, two or four bytes each.
    pub fn lines(&mut self) -> Decoded<Vec<u32>> {
        let count = self.reader.len()?;
        if count == 0 {
            return Ok(Vec::new());
        }
        let width = match self.reader.u8()? {
            width @ (1 | 2 | 4) => usize::from(width),
            other => return self.fault(format!("{other} bytes for the length of a line")),
        };
        let Some(size) = width.checked_mul(count - 1) else { return self.fault("a file of too many lines") };
        let differences = self.reader.raw(size)?;
        let mut lines = vec![0];
        let mut start = 0u32;
        for difference in differences.chunks_exact(width) {
            let mut bytes = [0; 4];
            bytes[..width].copy_from_slice(difference);
            start = start.saturating_add(u32::from_le_bytes(bytes));
            lines.push(start);
        }
        Ok(lines)
    }
}

struct Lines(Vec<u32>);

impl Decode for Lines {
    fn decode(d: &mut Decoder<'_>, _: Shape) -> Decoded<Self> {
        d.lines().map(Lines)
    }
}

impl Decode for SourceFile {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let RawFile { name, normalized_source_len, lines, multibyte_chars } = RawFile::decode(d, shape)?;
        let FileName { name, working_directory, line_offset } = name;
        let wide_chars =
            multibyte_chars.into_iter().map(|MultiByteChar { pos, bytes }| (pos, bytes)).collect();
        let (lines, len) = (lines.0, normalized_source_len);
        Ok(SourceFile { name, working_directory, lines, wide_chars, len, line_offset })
    }
}

struct RawFile {
    name: FileName,
    normalized_source_len: u32,
    lines: Lines,
    multibyte_chars: Vec<MultiByteChar>,
}

record!(RawFile { name, normalized_source_len, lines, multibyte_chars });

struct MultiByteChar {
    pos: u32,
    bytes: u8,
}

record!(MultiByteChar { pos, bytes });

struct FileName {
    name: String,
    working_directory: String,
    line_offset: i64,
}

/// A signed number, which only this has.
struct LineOffset(i64);

impl Decode for LineOffset {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        if shape != Shape::SignedLeb {
            return d.unexpected(shape, "a signed number");
        }
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = d.reader.u8()?;
            number |= i64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                let unused = 57u32.saturating_sub(shift);
                return Ok(LineOffset((number << unused) >> unused));
            }
        }
        d.unexpected(shape, "a signed number of at most 64 bits")
    }
}

fn nameless(what: &str) -> FileName {
    FileName { name: format!("<{what}>"), working_directory: String::new(), line_offset: 0 }
}

choice!(FileName {
    Real { file: 0 } => {
        let RealFileName { local, maybe_remapped } = file;
        let RealName { name, working_directory } = local.unwrap_or(maybe_remapped);
        FileName { name, working_directory, line_offset: 0 }
    },
    Custom { name: 0 } => FileName { name, working_directory: String::new(), line_offset: 0 },
    DocTest { name: 0, offset: 1 } => {
        let LineOffset(line_offset) = offset;
        FileName { name, working_directory: String::new(), line_offset }
    },
    CfgSpec {} => nameless("cfg"),
    Anon {} => nameless("anon"),
    MacroExpansion {} => nameless("macro expansion"),
    ProcMacroSourceCode {} => nameless("proc-macro source code"),
    CliCrateAttr {} => nameless("crate attribute"),
    InlineAsm {} => nameless("inline asm"),
});

struct RealFileName {
    local: Option<RealName>,
    maybe_remapped: RealName,
}

record!(RealFileName { local, maybe_remapped });

struct RealName {
    name: String,
    working_directory: String,
}

record!(RealName { name, working_directory });

/// An entry of the table of syntax contexts: the expansion that it comes from.
pub(crate) struct SyntaxContextData {
    pub expn: ExpnId,
}

impl Decode for SyntaxContextData {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let Shape::Tuple(index) = shape else { return d.unexpected(shape, "a syntax context") };
        let schema = d.schema;
        let mut expn = None;
        for &part in &schema.tuples[index as usize] {
            match part {
                // The context itself, a number, stands first.
                Shape::Type(id) if &*schema.type_def(id).name == "ExpnId" => {
                    expn = Some(ExpnId::decode(d, part)?);
                }
                _ => d.skip(part)?,
            }
        }
        match expn {
            Some(expn) => Ok(SyntaxContextData { expn }),
            None => d.missing("ExpnId"),
        }
    }
}

/// An expansion: the crate that it is in, and its number there.
pub(crate) struct ExpnId {
    pub krate: crate::data::CrateNum,
    pub index: u32,
}

impl Decode for ExpnId {
    fn decode(d: &mut Decoder<'_>, _: Shape) -> Decoded<Self> {
        Ok(ExpnId { krate: d.crate_num()?, index: d.reader.u32()? })
    }
}

/// What is known of an expansion.
pub(crate) struct ExpnData {
    pub call_site: Span,
}

record!(ExpnData { call_site });
