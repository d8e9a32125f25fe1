//! Text with a mistake of the kind that a checker is for: one piece of it stands where another of its kind belongs.

use crate::rng::Rng;
use rustassay_mir::model::{At, BlockId, FnId, Intrinsic, Part};
use rustassay_mir::read::read;
use std::ops::Range;

/// The text with one mistake: a literal, type, name, operator, place, operand, statement, attribute or keyword is replaced by another,
/// which may come from another text. A pure function of its arguments; the text itself where the mistake finds nothing to be made with.
pub fn mistaken(seed: u64, text: &str, other: &str) -> String {
    let mut rng = Rng::new(seed);
    let source = Source { text, other, words: words(text) };
    let edit = rng.row(MISTAKES)(&mut rng, &source);
    let Some((range, replacement)) = edit else { return text.to_owned() };
    [&text[..range.start], &replacement, &text[range.end..]].concat()
}

/// What is written where.
type Edit = (Range<usize>, String);

type Mistake = fn(&mut Rng, &Source<'_>) -> Option<Edit>;

const MISTAKES: &[(usize, Mistake)] = &[
    (6, literal),
    (6, type_word),
    (8, name),
    (4, operator),
    (3, mutability),
    (4, function_of_mir),
    (3, terminator),
    (8, part),
    (3, statement),
    (3, phase),
    (4, attribute),
    (3, keyword),
    (4, intrinsic_name),
    (2, arm),
    (2, cleanup),
    (2, turbofish),
    (1, feature),
];

struct Source<'a> {
    text: &'a str,
    other: &'a str,
    words: Vec<Word>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Class {
    /// A number, character or truth value.
    Literal,
    /// A string.
    Text,
    /// A primitive type.
    Primitive,
    /// Another name or keyword.
    Name,
    /// Operators and brackets.
    Sign,
}

#[derive(Clone, Debug)]
struct Word {
    range: Range<usize>,
    class: Class,
}

const PRIMITIVES: &[&str] = &[
    "bool", "char", "f128", "f16", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128",
    "u16", "u32", "u64", "u8", "usize",
];

const KEYWORDS: &[&str] = &[
    "as", "const", "core", "crate", "enum", "extern", "fn", "impl", "let", "match", "mir", "mut", "pub",
    "raw", "self", "static", "struct", "type", "union", "unsafe", "use",
];

/// The words of a text, without comments and what is said of the crate.
fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let while_in = |fits: fn(char) -> bool| rest.find(|c| !fits(c)).unwrap_or(rest.len());
        let (len, class) = if c.is_whitespace() {
            (c.len_utf8(), None)
        } else if rest.starts_with("//") || rest.starts_with("#![") {
            (rest.find('\n').unwrap_or(rest.len()), None)
        } else if c == '"' {
            (quoted(rest, '"').unwrap_or(1), Some(Class::Text))
        } else if c == '\'' {
            (quoted(rest, '\'').filter(|&len| len < 14).unwrap_or(1), Some(Class::Literal))
        } else if c.is_ascii_digit() {
            let mut len = while_in(|c| c.is_alphanumeric() || c == '_');
            let fraction = &rest[len..];
            let after_field = text[..at].ends_with('.');
            if !after_field
                && fraction.starts_with('.')
                && fraction[1..].starts_with(|c: char| c.is_ascii_digit())
            {
                let digits = fraction[1..].find(|c: char| !(c.is_alphanumeric() || c == '_'));
                len += 1 + digits.unwrap_or(fraction.len() - 1);
            }
            (len, Some(Class::Literal))
        } else if c.is_alphabetic() || c == '_' {
            let len = while_in(|c| c.is_alphanumeric() || c == '_');
            let class = match &rest[..len] {
                "true" | "false" => Class::Literal,
                word if PRIMITIVES.contains(&word) => Class::Primitive,
                _ => Class::Name,
            };
            (len, Some(class))
        } else {
            const LONG: &[&str] = &["<<", ">>", "==", "<=", ">=", "!=", "=>", "->", "::"];
            let long = LONG.iter().find(|sign| rest.starts_with(**sign));
            (long.map_or(c.len_utf8(), |sign| sign.len()), Some(Class::Sign))
        };
        words.extend(class.map(|class| Word { range: at..at + len, class }));
        at += len;
    }
    words
}

/// How long the quoted text at the beginning is.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote && at > 1 => return Some(at + 1),
            '\n' => return None,
            _ => {}
        }
    }
    None
}

impl<'a> Source<'a> {
    fn word(&self, word: &Word) -> &'a str {
        &self.text[word.range.clone()]
    }

    /// One of the words that fit.
    fn pick(&self, rng: &mut Rng, fits: impl Fn(&Word, &str) -> bool) -> Option<Word> {
        let fitting: Vec<Word> =
            self.words.iter().filter(|word| fits(word, self.word(word))).cloned().collect();
        rng.pick(&fitting)
    }

    /// What one of the words of this text, or now and then of the other, says.
    fn borrow(&self, rng: &mut Rng, fits: impl Fn(Class, &str) -> bool) -> Option<&'a str> {
        let (text, others);
        let words = if rng.chance(15) {
            (text, others) = (self.other, words(self.other));
            &others
        } else {
            text = self.text;
            &self.words
        };
        let fitting: Vec<&str> = words
            .iter()
            .map(|word| (word.class, &text[word.range.clone()]))
            .filter(|(class, word)| fits(*class, word))
            .map(|(_, word)| word)
            .collect();
        rng.pick(&fitting)
    }
}

const LITERALS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "8",
    "16",
    "127",
    "128",
    "255",
    "256",
    "-1",
    "-128",
    "-129",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "170141183460469231731687303715884105727",
    "340282366920938463463374607431768211455",
    "0x7f",
    "0xff_u8",
    "1_u8",
    "1_i8",
    "-1_i8",
    "1_u16",
    "1_i32",
    "1_u32",
    "1_i64",
    "1_u64",
    "1_usize",
    "-1_isize",
    "1_i128",
    "1_u128",
    "true",
    "false",
    "'a'",
    "'\\0'",
    "'\\u{10ffff}'",
    "b'a'",
    "1.0",
    "-1.5",
    "1.5_f32",
    "1.5_f64",
    "1e10",
    "\"text\"",
    "b\"ab\"",
    "()",
    "(1, 2)",
    "i32::MAX",
    "u8::MAX",
    "i64::MIN",
    "usize::MAX",
    "f32::NAN",
    "f64::INFINITY",
    "const { 1 }",
    "const { true }",
];

fn literal(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let word = source.pick(rng, |word, _| word.class == Class::Literal)?;
    let old = source.word(&word);
    let digits = old.split('_').next().unwrap_or(old);
    let new = match rng.below(6) {
        0 | 1 => rng.pick(LITERALS)?.to_owned(),
        2 => source.borrow(rng, |class, _| class == Class::Literal)?.to_owned(),
        3 => format!("{digits}_{}", rng.pick(PRIMITIVES)?),
        4 => digits.parse::<u128>().ok()?.wrapping_add([1, u128::MAX, 2, 255][rng.below(4)]).to_string(),
        _ => format!("-{old}"),
    };
    Some((word.range, new))
}

fn type_word(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let is_type = |class: Class, word: &str| {
        class == Class::Primitive || class == Class::Name && is_camel(word) && !is_mir(word)
    };
    let word = source.pick(rng, |word, text| is_type(word.class, text))?;
    let mut new = match rng.chance(60) {
        true => rng.pick(PRIMITIVES)?.to_owned(),
        false => source.borrow(rng, is_type)?.to_owned(),
    };
    if rng.chance(50) {
        let old = if rng.chance(70) { source.word(&word) } else { &new };
        new = match rng.below(22) {
            0 => format!("*const {old}"),
            1 => format!("*mut {old}"),
            2 => format!("&{old}"),
            3 => format!("&mut {old}"),
            4 => format!("[{old}; {}]", rng.below(4)),
            5 => format!("*const [{old}]"),
            6 => format!("&[{old}]"),
            7 => format!("({old},)"),
            8 => format!("({old}, {new})"),
            9 => "()".to_owned(),
            10 => format!("Option<{old}>"),
            11 => format!("Box<{old}>"),
            12 => format!("core::mem::MaybeUninit<{old}>"),
            13 => format!("core::mem::ManuallyDrop<{old}>"),
            14 => format!("core::cell::Cell<{old}>"),
            15 => format!("core::cell::UnsafeCell<{old}>"),
            16 => format!("core::num::Wrapping<{old}>"),
            17 => format!("core::ptr::NonNull<{old}>"),
            18 => format!("core::marker::PhantomData<{old}>"),
            19 => format!("fn({old}) -> {new}"),
            20 => format!("Result<{old}, {new}>"),
            _ => "!".to_owned(),
        };
    }
    Some((word.range, new))
}

fn is_camel(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
}

fn is_mir(word: &str) -> bool {
    rustassay_mir::model::MIR_FUNCTIONS.contains(&word)
}

/// Names that look alike mostly mean things of one kind.
fn kind_of_name(word: &str) -> usize {
    let rest = word.trim_end_matches(|c: char| c.is_ascii_digit());
    match word {
        _ if rest == "_" || word == "RET" => 0,
        _ if rest == "bb" => 1,
        _ if word.len() > 1
            && word.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit()) =>
        {
            2
        }
        _ if is_camel(word) => 3,
        _ => 4,
    }
}

fn name(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let is_name =
        |class: Class, word: &str| class == Class::Name && !KEYWORDS.contains(&word) && !is_mir(word);
    let word = source.pick(rng, |word, text| is_name(word.class, text))?;
    let kind = kind_of_name(source.word(&word));
    let alike = !rng.chance(15);
    let new =
        source.borrow(rng, |class, word| is_name(class, word) && (!alike || kind_of_name(word) == kind))?;
    Some((word.range, new.to_owned()))
}

const OPERATORS: &[&str] =
    &["+", "-", "*", "/", "%", "^", "&", "|", "<<", ">>", "==", "<", "<=", "!=", ">=", ">"];

fn operator(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let infix = |word: &Word| {
        source.text[..word.range.start].ends_with(' ') && source.text[word.range.end..].starts_with(' ')
    };
    let word = source.pick(rng, |word, text| infix(word) && OPERATORS.contains(&text));
    match word.filter(|_| rng.chance(80)) {
        Some(word) => Some((word.range, rng.pick(OPERATORS)?.to_owned())),
        // An operator for a plain operand.
        None => {
            let (_, operand) = pick_part(rng, source)?;
            let old = &source.text[operand.clone()];
            let new = match rng.below(4) {
                0 => format!("!{old}"),
                1 => format!("-{old}"),
                2 => format!("{old} {} {old}", rng.pick(OPERATORS)?),
                _ => format!("Checked({old} {} {old})", rng.pick(OPERATORS)?),
            };
            Some((operand, new))
        }
    }
}

fn mutability(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let word = source.pick(rng, |_, text| matches!(text, "mut" | "const" | "&" | "static"))?;
    let new = match source.word(&word) {
        "mut" if rng.chance(50) => "",
        "mut" => "const",
        "const" => "mut",
        "&" => rng.row(&[(2, "&mut "), (1, "&raw const "), (1, "&raw mut ")]),
        _ => "static mut",
    };
    Some((word.range, new.to_owned()))
}

/// Functions of `core::intrinsics::mir` that are written alike.
const ALIKE: &[&[&str]] = &[
    &["CastTransmute", "CastPtrToPtr", "CastUnsize", "PtrMetadata", "Move", "Discriminant"],
    &["StorageLive", "StorageDead", "Retag", "Assume"],
    &["UnwindContinue", "UnwindUnreachable", "Return", "Unreachable", "UnwindResume"],
    &["Static", "StaticMut"],
    &["ReasonAbi", "ReasonInCleanup"],
    &[
        "UnwindContinue()",
        "UnwindUnreachable()",
        "UnwindTerminate(ReasonAbi)",
        "UnwindTerminate(ReasonInCleanup)",
    ],
];

fn function_of_mir(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let group: &[&str] = ALIKE[rng.below(ALIKE.len())];
    let places: Vec<Range<usize>> = group
        .iter()
        .flat_map(|name| source.text.match_indices(name).map(|(at, found)| at..at + found.len()))
        .collect();
    Some((rng.pick(&places)?, rng.pick(group)?.to_owned()))
}

fn terminator(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let statements = statements(source)?;
    let terminators: Vec<Range<usize>> =
        statements.iter().filter(|(_, is_last)| *is_last).map(|(range, _)| range.clone()).collect();
    let block = source.borrow(rng, |class, word| class == Class::Name && kind_of_name(word) == 1);
    let new = match rng.below(7) {
        0 => "Return()".to_owned(),
        1 => "Unreachable()".to_owned(),
        2 => "UnwindResume()".to_owned(),
        3 => "UnwindTerminate(ReasonInCleanup)".to_owned(),
        4 => format!("Goto({})", block?),
        5 => {
            let (_, place) = pick_part(rng, source)?;
            let place = &source.text[place];
            format!("Drop({place}, ReturnTo({}), {})", block?, unwind(rng, source)?)
        }
        _ => source.text[rng.pick(&terminators)?].to_owned(),
    };
    Some((rng.pick(&terminators)?, new))
}

fn unwind(rng: &mut Rng, source: &Source) -> Option<String> {
    Some(match rng.below(5) {
        0 => "UnwindContinue()".to_owned(),
        1 => "UnwindUnreachable()".to_owned(),
        2 => "UnwindTerminate(ReasonAbi)".to_owned(),
        3 => "UnwindTerminate(ReasonInCleanup)".to_owned(),
        _ => {
            let block = source.borrow(rng, |class, word| class == Class::Name && kind_of_name(word) == 1)?;
            format!("UnwindCleanup({block})")
        }
    })
}

/// Where statements and terminators stand, and which of them are terminators.
fn statements(source: &Source) -> Option<Vec<(Range<usize>, bool)>> {
    Some(points(source)?.into_iter().map(|(whole, _, is_last)| (whole, is_last)).collect())
}

/// Where a statement and each of its places and operands stands, and whether it is a terminator.
type Point = (Range<usize>, Vec<Range<usize>>, bool);

fn points(source: &Source) -> Option<Vec<Point>> {
    let parsed = read(source.text).ok()?;
    let mut found = Vec::new();
    for (function, def) in parsed.program.functions.iter_ids() {
        for (block, body) in def.body.blocks.iter_ids() {
            for position in 0..=body.statements.len() {
                let count = match body.statements.get(position) {
                    Some(statement) => statement.parts().len(),
                    None => body.terminator.parts().len(),
                };
                let span = |part| span_of(&parsed.spans, function, block, position, part);
                let whole = span(Part::Whole)?;
                let parts = (0..count).filter_map(|part| span(Part::Nth(part)));
                found.push((whole, parts.collect(), position == body.statements.len()));
            }
        }
    }
    Some(found)
}

fn span_of(
    spans: &rustassay_mir::read::SpanTable,
    function: FnId,
    block: BlockId,
    position: usize,
    part: Part,
) -> Option<Range<usize>> {
    spans.span(At::Statement(function, block, position, part)).map(|span| span.range())
}

/// A place or operand, and its position in its statement.
fn pick_part(rng: &mut Rng, source: &Source) -> Option<(usize, Range<usize>)> {
    let parts: Vec<(usize, Range<usize>)> =
        points(source)?.into_iter().flat_map(|(_, parts, _)| parts.into_iter().enumerate()).collect();
    rng.pick(&parts)
}

fn part(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let (_, range) = pick_part(rng, source)?;
    let old = &source.text[range.clone()];
    let inner = old.strip_prefix("Move(").and_then(|rest| rest.strip_suffix(')'));
    let new = match rng.below(16) {
        0..=5 => {
            let (_, another) = pick_part(rng, source)?;
            source.text[another].to_owned()
        }
        6 | 7 => inner.map_or_else(|| format!("Move({old})"), str::to_owned),
        8 | 9 => format!("(*{})", inner.unwrap_or(old)),
        10 => format!("{}.{}", inner.unwrap_or(old), rng.below(3)),
        11 => {
            let index = source.borrow(rng, |class, word| class == Class::Name && kind_of_name(word) == 0)?;
            format!("{}[{index}]", inner.unwrap_or(old))
        }
        12 => {
            format!("Field::<{}>(Variant({old}, {}), {})", rng.pick(PRIMITIVES)?, rng.below(3), rng.below(2))
        }
        13 => rng.pick(LITERALS)?.to_owned(),
        14 => format!("{old} as {}", rng.pick(PRIMITIVES)?),
        _ => inner.or(old.strip_prefix("(*").and_then(|rest| rest.strip_suffix(')')))?.to_owned(),
    };
    Some((range, new))
}

fn statement(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let all = statements(source)?;
    let plain: Vec<Range<usize>> =
        all.iter().filter(|(_, is_last)| !is_last).map(|(range, _)| range.clone()).collect();
    let (place, _) = rng.pick(&all)?;
    let new = match rng.below(8) {
        0..=3 => source.text[rng.pick(&plain)?].trim_end_matches(';').to_owned(),
        4 => {
            let (_, from) = pick_part(rng, source)?;
            let (_, to) = pick_part(rng, source)?;
            format!("{} = {}", &source.text[to], &source.text[from])
        }
        5 => format!(
            "{}({})",
            rng.one(["StorageLive", "StorageDead", "Retag"]),
            &source.text[pick_part(rng, source)?.1]
        ),
        6 => format!("SetDiscriminant({}, {})", &source.text[pick_part(rng, source)?.1], rng.below(3)),
        _ => {
            let (_, place) = pick_part(rng, source)?;
            let (_, to) = pick_part(rng, source)?;
            let how = rng.one(["&", "&mut ", "&raw const ", "&raw mut "]);
            format!("{} = {how}{}", &source.text[to], &source.text[place])
        }
    };
    Some((place.start..place.start, format!("{new};\n            ")))
}

const PHASES: &[&str] = &[
    "dialect = \"built\"",
    "dialect = \"analysis\"",
    "dialect = \"analysis\", phase = \"initial\"",
    "dialect = \"analysis\", phase = \"post-cleanup\"",
    "dialect = \"runtime\"",
    "dialect = \"runtime\", phase = \"initial\"",
    "dialect = \"runtime\", phase = \"post-cleanup\"",
    "dialect = \"runtime\", phase = \"optimized\"",
];

fn phase(rng: &mut Rng, source: &Source) -> Option<Edit> {
    const START: &str = "custom_mir(";
    let ranges = source.text.match_indices(START).filter_map(|(at, _)| {
        let start = at + START.len();
        Some(start..start + source.text[start..].find(')')?)
    });
    Some((rng.pick(&ranges.collect::<Vec<_>>())?, rng.pick(PHASES)?.to_owned()))
}

const ATTRIBUTES: &[&str] = &[
    "repr(C)",
    "repr(transparent)",
    "repr(u8)",
    "repr(i16)",
    "repr(u128)",
    "repr(isize)",
    "repr(packed)",
    "repr(packed(2))",
    "repr(align(8))",
    "repr(align(16))",
    "repr(C, u8)",
    "repr(C, packed)",
    "repr(C, align(4))",
    "derive(Clone)",
    "derive(Clone, Copy)",
    "derive(Copy)",
    "derive(Debug)",
    "derive(PartialEq)",
    "derive(PartialEq, Eq)",
    "derive(PartialEq, PartialOrd)",
    "derive(Hash)",
    "derive(Eq)",
    "derive(Clone, PartialEq, Eq, PartialOrd, Ord)",
    "inline",
    "inline(always)",
    "inline(never)",
    "cold",
    "no_mangle",
    "track_caller",
    "must_use",
    "target_feature(enable = \"avx2\")",
    "rustc_nounwind",
    "optimize(none)",
    "allow(unused)",
    "doc(hidden)",
    "automatically_derived",
    "test",
    "non_exhaustive",
];

fn attribute(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let new = format!("#[{}]", rng.pick(ATTRIBUTES)?);
    let old: Vec<Range<usize>> = source
        .text
        .match_indices("#[")
        .filter(|(at, _)| !source.text[*at..].starts_with("#[custom_mir"))
        .filter_map(|(at, _)| Some(at..at + source.text[at..].find("]\n")? + 1))
        .collect();
    if let Some(range) = rng.pick(&old).filter(|_| rng.chance(50)) {
        return Some((range, if rng.chance(20) { String::new() } else { new }));
    }
    let is_start = |line: &str| {
        [
            "pub ",
            "fn ",
            "struct ",
            "enum ",
            "union ",
            "static ",
            "const ",
            "#[custom_mir",
            "unsafe ",
            "extern \"",
        ]
        .iter()
        .any(|start| line.starts_with(start))
    };
    let starts: Vec<usize> = source
        .text
        .match_indices('\n')
        .map(|(at, _)| at + 1)
        .filter(|&at| is_start(&source.text[at..]))
        .collect();
    let at = rng.pick(&starts)?;
    Some((at..at, new + "\n"))
}

/// What stands before `fn`, `struct` and their like.
fn keyword(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let word = source.pick(rng, |word, text| {
        let at_start = source.text[..word.range.start].ends_with('\n');
        matches!(text, "pub" | "fn" | "const" | "unsafe" | "extern" | "enum" | "struct" | "union" | "static")
            && (at_start || text != "pub" && text != "const")
    })?;
    let new = match source.word(&word) {
        "pub" if rng.chance(30) => "",
        "pub" => rng.one([
            "pub const",
            "pub unsafe",
            "pub extern \"C\"",
            "pub extern \"C-unwind\"",
            "pub extern \"win64\"",
        ]),
        "fn" => rng.one([
            "const fn",
            "unsafe fn",
            "extern \"C\" fn",
            "extern \"sysv64\" fn",
            "extern \"system-unwind\" fn",
        ]),
        "enum" | "struct" | "union" => rng.one(["enum", "struct", "union"]),
        "static" => "const",
        "const" => rng.one(["static", "", "static mut"]),
        _ => "",
    };
    Some((word.range, new.to_owned()))
}

fn intrinsic_name(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let names: Vec<&str> = Intrinsic::all().map(Intrinsic::name).collect();
    let word = source.pick(rng, |word, text| word.class == Class::Name && names.contains(&text))?;
    Some((word.range, rng.pick(&names)?.to_owned()))
}

/// One more arm for a `match`, or another literal for one that it has.
fn arm(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let block = source.borrow(rng, |class, word| class == Class::Name && kind_of_name(word) == 1)?;
    let starts: Vec<usize> = source
        .text
        .match_indices("match ")
        .filter_map(|(at, _)| Some(at + source.text[at..].find('{')? + 1))
        .collect();
    let at = rng.pick(&starts)?;
    let literal = match rng.chance(70) {
        true => rng.pick(LITERALS)?,
        false => source.borrow(rng, |class, _| class == Class::Literal)?,
    };
    Some((at..at, format!(" {literal} => {block},")))
}

fn cleanup(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let starts = source.words.windows(2).filter(|pair| {
        let name = source.word(&pair[0]);
        kind_of_name(name) == 1
            && matches!(source.word(&pair[1]), "=" | "(")
            && source.text[..pair[0].range.start].ends_with(' ')
            && source.text[pair[0].range.end..].starts_with(' ')
    });
    let word = rng.pick(&starts.map(|pair| pair[0].clone()).collect::<Vec<_>>())?;
    let after = &source.text[word.range.end..];
    match after.strip_prefix(" (cleanup)") {
        Some(_) => Some((word.range.end..word.range.end + " (cleanup)".len(), String::new())),
        None => Some((word.range.end..word.range.end, " (cleanup)".to_owned())),
    }
}

/// Generic arguments that were not there, or that were.
fn turbofish(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let given: Vec<Range<usize>> = source
        .text
        .match_indices("::<")
        .filter_map(|(at, _)| Some(at..at + source.text[at..].find(">(")? + 1))
        .collect();
    if let Some(range) = rng.pick(&given).filter(|_| rng.chance(40)) {
        return Some((range, String::new()));
    }
    let called =
        source.words.windows(2).filter(|pair| pair[0].class == Class::Name && source.word(&pair[1]) == "(");
    let word = rng.pick(&called.map(|pair| pair[0].clone()).collect::<Vec<_>>())?;
    let one = rng.pick(PRIMITIVES)?;
    let new = match rng.below(3) {
        0 => format!("::<{one}>"),
        1 => format!("::<{one}, {}>", rng.pick(PRIMITIVES)?),
        _ => format!("::<_, {one}>"),
    };
    Some((word.range.end..word.range.end, new))
}

fn feature(rng: &mut Rng, source: &Source) -> Option<Edit> {
    let start = source.text.find("#![feature(")? + "#![feature(".len();
    let end = start + source.text[start..].find(')')?;
    let mut features: Vec<&str> = source.text[start..end].split(", ").collect();
    features.remove(rng.below(features.len()));
    Some((start..end, features.join(", ")))
}
