//! Reads the text of a schema.
//!
//! ```text
//! rustc 1.95.0
//! struct Place local:u32 projection:[ProjectionElem<Local,Ty>]
//! enum Operand | Copy 0:Place | Move 0:Place | Constant 0:ConstOperand | RuntimeChecks 0:RuntimeChecks
//! flags ReprFlags u8 IS_C=0 IS_SIMD=1
//! row Defaultness Final Default{has_value:false} Default{has_value:true}
//! symbols $crate {{root}} _ as break
//! ```
//!
//! Shapes: `?T` is optional, `[T]` a sequence, `{K:V}` a map, `(A,B)` a tuple, `Lazy<T>` the position of a
//! value, `LazyArr<T>` of several, `Table<T>` of one for each definition; `_` is not described, `!` is never
//! there.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use super::{Field, Flags, Schema, Shape, TypeDef, TypeId, Variant};

const PRIMITIVES: &[(&str, Shape)] = &[
    ("_", Shape::Never),
    ("!", Shape::Never),
    ("()", Shape::Unit),
    ("bool", Shape::Bool),
    ("u8", Shape::U8),
    ("i8", Shape::U8),
    ("u16", Shape::U16),
    ("i16", Shape::U16),
    ("u32", Shape::Leb),
    ("u64", Shape::Leb),
    ("u128", Shape::Leb),
    ("usize", Shape::Leb),
    ("i32", Shape::SignedLeb),
    ("i64", Shape::SignedLeb),
    ("i128", Shape::SignedLeb),
    ("isize", Shape::SignedLeb),
    ("char", Shape::Char),
    ("str", Shape::Str),
    ("bytes", Shape::Bytes),
    ("raw8", Shape::Raw(8)),
    ("raw16", Shape::Raw(16)),
    ("Symbol", Shape::Symbol),
    ("ByteSymbol", Shape::ByteSymbol),
    ("Span", Shape::Span),
    ("Ty", Shape::Ty),
    ("Predicate", Shape::Predicate),
    ("AllocId", Shape::AllocId),
    ("Allocation", Shape::Allocation),
    ("ScalarInt", Shape::ScalarInt),
    ("Lines", Shape::Lines),
    ("InitBlocks", Shape::InitBlocks),
    ("TargetTuple", Shape::TargetTuple),
];

/// Whether a name is that of a shape which needs no definition.
pub(crate) fn is_primitive(name: &str) -> bool {
    PRIMITIVES.iter().any(|(primitive, _)| *primitive == name)
}

/// A shape that is nested deeper is a mistake in the text.
const MAX_NESTING: usize = 32;

pub(super) fn parse(text: &str) -> Result<Schema, String> {
    let mut parser = Parser {
        schema: Schema {
            shapes: Vec::new(),
            types: Vec::new(),
            flags: Vec::new(),
            rows: Vec::new(),
            tuples: Vec::new(),
            symbols: Vec::new(),
            by_name: PRIMITIVES.iter().map(|&(name, shape)| (name.into(), shape)).collect(),
        },
        rows: FxHashMap::default(),
        interned: FxHashMap::default(),
    };
    let numbered = || text.lines().enumerate().map(|(index, line)| (index + 1, line));
    for (number, line) in numbered() {
        parser.declare(line).map_err(|why| format!("line {number}: {why}"))?;
    }
    for (number, line) in numbered() {
        parser.define(line).map_err(|why| format!("line {number}: {why}"))?;
    }
    let mut schema = parser.schema;
    see_through_newtypes(&mut schema);
    Ok(schema)
}

/// A struct around one number is encoded as that number, and is easier to read as one.
fn see_through_newtypes(schema: &mut Schema) {
    let number_in = |def: &TypeDef| match &def.variants[..] {
        [Variant { fields, .. }] if !def.is_enum => {
            let mut fields = fields.iter().filter(|field| field.shape != Shape::Unit);
            match (fields.next(), fields.next()) {
                (Some(field), None) => match field.shape {
                    shape @ (Shape::U8 | Shape::U16 | Shape::Leb | Shape::Raw(_)) => Some(shape),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    };
    let numbers: Vec<_> = schema.types.iter().map(number_in).collect();
    let see_through = |shape: &mut Shape| {
        if let Shape::Type(id) = *shape
            && let Some(number) = numbers[id.0 as usize]
        {
            *shape = number;
        }
    };
    schema.shapes.iter_mut().for_each(see_through);
    schema.tuples.iter_mut().flatten().for_each(see_through);
    schema.by_name.values_mut().for_each(see_through);
    let variants = schema.types.iter_mut().flat_map(|def| &mut def.variants);
    variants.flat_map(|variant| &mut variant.fields).for_each(|field| see_through(&mut field.shape));
}

struct Parser {
    schema: Schema,
    rows: FxHashMap<Box<str>, u32>,
    interned: FxHashMap<Box<str>, u32>,
}

impl Parser {
    /// Gives every type its number, so that types can refer to each other.
    fn declare(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split(' ');
        let keyword = words.next().unwrap_or_default();
        let mut name = || words.next().filter(|name| !name.is_empty()).ok_or("a name is missing".to_string());
        match keyword {
            "struct" | "enum" => {
                let name = name()?;
                let id = TypeId(self.schema.types.len() as u32);
                self.schema.types.push(TypeDef {
                    name: name.into(),
                    is_enum: keyword == "enum",
                    variants: Vec::new(),
                    plan: OnceCell::new(),
                });
                self.declare_name(name, Shape::Type(id))
            }
            "flags" => {
                let name = name()?;
                let index = self.schema.flags.len() as u32;
                self.schema.flags.push(Flags { repr: Shape::Never, bits: Vec::new() });
                self.declare_name(name, Shape::Flags(index))
            }
            "row" => {
                let name = name()?;
                let index = self.schema.rows.len() as u32;
                self.schema.rows.push((name.into(), words.map(Into::into).collect()));
                self.rows.insert(name.into(), index);
                Ok(())
            }
            "symbols" => {
                self.schema.symbols = words.map(|word| unescape(word).into()).collect();
                Ok(())
            }
            "rustc" | "#" | "" => Ok(()),
            other => Err(format!("`{other}` is no keyword of a schema")),
        }
    }

    fn declare_name(&mut self, name: &str, shape: Shape) -> Result<(), String> {
        match self.schema.by_name.insert(name.into(), shape) {
            None => Ok(()),
            Some(_) => Err(format!("there are two types `{name}`")),
        }
    }

    fn define(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split(' ');
        let keyword = words.next().unwrap_or_default();
        let shape = words.next().and_then(|name| self.schema.shape(name));
        match (keyword, shape) {
            ("struct", Some(Shape::Type(id))) => {
                let fields = words.map(|word| self.field(word)).collect::<Result<_, _>>()?;
                let name = self.schema.type_def(id).name.clone();
                self.schema.types[id.0 as usize].variants = vec![Variant { name, fields }];
            }
            ("enum", Some(Shape::Type(id))) => {
                let mut variants = Vec::new();
                for part in words.collect::<Vec<_>>().split(|word| *word == "|").skip(1) {
                    let (name, fields) = part.split_first().ok_or("a variant is missing")?;
                    let fields = fields.iter().map(|word| self.field(word)).collect::<Result<_, _>>()?;
                    variants.push(Variant { name: (*name).into(), fields });
                }
                self.schema.types[id.0 as usize].variants = variants;
            }
            ("flags", Some(Shape::Flags(index))) => {
                let repr = words.next().ok_or("the integer type is missing")?;
                let repr = self.shape(repr, 0)?;
                let bit = |word: &str| {
                    let (name, bit) = word.split_once('=')?;
                    Some((name.into(), bit.parse().ok().filter(|bit| *bit < 128)?))
                };
                let bits = words.map(|word| bit(word).ok_or(format!("`{word}` is no bit")));
                let bits = bits.collect::<Result<_, _>>()?;
                self.schema.flags[index as usize] = Flags { repr, bits };
            }
            _ => {}
        }
        Ok(())
    }

    fn field(&mut self, word: &str) -> Result<Field, String> {
        let (name, shape) = word.split_once(':').ok_or(format!("`{word}` is no field"))?;
        Ok(Field { name: name.into(), shape: self.shape(shape, 0)? })
    }

    fn shape(&mut self, text: &str, nesting: usize) -> Result<Shape, String> {
        if nesting > MAX_NESTING {
            return Err(format!("`{text}` is nested too deeply"));
        }
        if let Some(shape) = self.schema.shape(text) {
            return Ok(shape);
        }
        let within = |start, end| text.strip_prefix(start).and_then(|text: &str| text.strip_suffix(end));
        if let Some(inner) = text.strip_prefix('?') {
            return Ok(Shape::Opt(self.index(inner, nesting)?));
        }
        if let Some(inner) = within("[", "]") {
            return Ok(Shape::Seq(self.index(inner, nesting)?));
        }
        if let Some(inner) = within("{", "}") {
            return match &split_top(inner, ':')[..] {
                [key, value] => Ok(Shape::Map(self.index(key, nesting)?, self.index(value, nesting)?)),
                _ => Err(format!("`{text}` is no map")),
            };
        }
        if let Some(inner) = within("(", ")") {
            let parts = split_top(inner, ',');
            let parts = parts.iter().map(|part| self.shape(part, nesting + 1)).collect::<Result<_, _>>()?;
            self.schema.tuples.push(parts);
            return Ok(Shape::Tuple(self.schema.tuples.len() as u32 - 1));
        }
        if let Some(inner) = within("Lazy<", ">") {
            return Ok(Shape::Lazy(self.index(inner, nesting)?));
        }
        if let Some(inner) = within("LazyArr<", ">") {
            return Ok(Shape::LazyArray(self.index(inner, nesting)?));
        }
        if let Some(inner) = within("Table<", ">") {
            let compact = self.rows.get(inner.trim_start_matches('?'));
            let row = match compact {
                Some(&row) => self.push(Shape::Row(row)),
                None => self.index(inner, nesting)?,
            };
            return Ok(Shape::Table(row));
        }
        Err(format!("`{text}` is not described"))
    }

    fn index(&mut self, text: &str, nesting: usize) -> Result<u32, String> {
        if let Some(&index) = self.interned.get(text) {
            return Ok(index);
        }
        let shape = self.shape(text, nesting + 1)?;
        let index = self.push(shape);
        self.interned.insert(text.into(), index);
        Ok(index)
    }

    fn push(&mut self, shape: Shape) -> u32 {
        self.schema.shapes.push(shape);
        self.schema.shapes.len() as u32 - 1
    }
}

/// A symbol as one word of a schema: a space is `\\_`, and a backslash is doubled.
pub(crate) fn escape(symbol: &str) -> String {
    symbol.replace('\\', "\\\\").replace(' ', "\\_")
}

fn unescape(word: &str) -> String {
    let mut symbol = String::new();
    let mut chars = word.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => symbol.push(if chars.next() == Some('_') { ' ' } else { '\\' }),
            _ => symbol.push(char),
        }
    }
    symbol
}

/// Splits at a character that is neither within brackets nor, as in `a::b`, doubled.
fn split_top(text: &str, at: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0usize;
    let mut start = 0;
    let bytes = text.as_bytes();
    let is_at = |index: usize| bytes.get(index) == Some(&(at as u8));
    for (index, char) in text.char_indices() {
        match char {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            _ if char == at && depth == 0 && !is_at(index + 1) && !(index > 0 && is_at(index - 1)) => {
                parts.push(&text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newtype_of_a_number_is_the_number() {
        let schema = parse("struct Size raw:u64\nstruct Two a:Size b:?Size").unwrap();
        let Some(Shape::Type(id)) = schema.shape("Two") else { panic!() };
        let fields = &schema.type_def(id).variants[0].fields;
        assert_eq!(fields[0].shape, Shape::Leb);
        let Shape::Opt(inner) = fields[1].shape else { panic!() };
        assert_eq!(schema.at(inner), Shape::Leb);
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        assert_eq!(parse("struct A\nstruct B a:C").unwrap_err(), "line 2: `C` is not described");
        assert_eq!(parse("strict A").unwrap_err(), "line 1: `strict` is no keyword of a schema");
        assert_eq!(parse("struct A\nenum A | B").unwrap_err(), "line 2: there are two types `A`");
    }

    #[test]
    fn a_symbol_may_have_spaces() {
        for symbol in ["a b", "a\\_b", "", "\\"] {
            assert_eq!(unescape(&escape(symbol)), symbol);
        }
    }

    #[test]
    fn paths_are_no_separators() {
        assert_eq!(split_top("a::B:(C,D:E)", ':'), ["a::B", "(C,D:E)"]);
    }
}
