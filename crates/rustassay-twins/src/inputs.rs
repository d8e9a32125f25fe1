//! Arguments to expand twins with: a grammar for each kind, and what was collected from files.

use crate::kind::TwinKind;
use crate::pair::{Pair, one_line};
use crate::sites::How;
use crate::source::{MacroFile, ParsedFile};
use rustassay_random::Random;
use std::collections::{BTreeMap, BTreeSet};

/// Arguments that occur in files, by kind.
#[derive(Clone, Debug, Default)]
pub struct Collected {
    by_kind: BTreeMap<TwinKind, Vec<String>>,
}

/// Longer arguments are hard to read in a report.
const LONGEST: usize = 300;

impl Collected {
    /// Collects what stands in the functions of files.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a MacroFile, &'a ParsedFile)>) -> Collected {
        let mut by_kind: BTreeMap<TwinKind, BTreeSet<String>> = BTreeMap::new();
        for (source, parsed) in files {
            for function in &parsed.functions {
                for site in &function.sites {
                    if matches!(site.how, How::Enclose | How::InsertAttribute) || site.range.len() > LONGEST {
                        continue;
                    }
                    if let Some(text) = one_line(&source.text[site.range.clone()])
                        && is_sound(site.kind, &text)
                    {
                        by_kind.entry(site.kind).or_default().insert(text);
                    }
                }
            }
        }
        Collected {
            by_kind: by_kind.into_iter().map(|(kind, texts)| (kind, texts.into_iter().collect())).collect(),
        }
    }

    /// One of a kind, if there are any.
    pub fn pick(&self, kind: TwinKind, random: &mut Random) -> Option<&str> {
        random.pick(self.by_kind.get(&kind)?).map(String::as_str)
    }
}

/// Some of what stands in a file means something else at another place: a sign or a keyword in place of a token.
fn is_sound(kind: TwinKind, text: &str) -> bool {
    kind != TwinKind::Tt || text.starts_with(|c: char| c.is_alphanumeric() || "_([{\"'".contains(c))
}

/// The arguments to expand a pair with: that of the function itself, the paper's default, and as many more, half of them generated.
/// No argument occurs twice.
pub fn inputs(pair: &Pair, count: usize, collected: &Collected, random: &mut Random) -> Vec<String> {
    let mut inputs = vec![pair.original.clone()];
    let mut add = |text: String| {
        if !inputs.contains(&text) {
            inputs.push(text);
        }
    };
    add(pair.kind.default_input().to_owned());
    let mut grammar = Grammar { random, names: &pair.companions };
    for number in 0..count {
        let found = (number % 2 == 1).then(|| collected.pick(pair.kind, grammar.random)).flatten();
        let text = match found {
            Some(found) => found.to_owned(),
            None => grammar.of_kind(pair.kind),
        };
        add(text);
    }
    inputs
}

/// Arguments of a kind, from the grammar alone. None occurs twice.
pub fn arguments(kind: TwinKind, count: usize, random: &mut Random) -> Vec<String> {
    let mut grammar = Grammar { random, names: &[] };
    let mut arguments: Vec<String> = Vec::new();
    for _ in 0..count {
        let text = grammar.of_kind(kind);
        if !arguments.contains(&text) {
            arguments.push(text);
        }
    }
    arguments
}

/// A grammar of Rust, a rule a kind. What it makes is well-formed as its kind; it need not have a type.
pub struct Grammar<'a> {
    /// What decides.
    pub random: &'a mut Random,
    /// Names that mean something where the text will stand.
    pub names: &'a [String],
}

/// How deep parts are nested.
const DEPTH: usize = 2;

/// A rule: parts in braces are made in their turn. `{e}` is an expression, `{t}` a type, `{p}` a pattern, `{i}` a name, `{l}` a literal,
/// `{b}` a block, `{a}` a lifetime, `{s}` a statement, `{n}` a path, `{v}` a visibility.
type Rules = &'static [&'static str];

const EXPRESSIONS: Rules = &[
    "{l}",
    "{l}",
    "{i}",
    "{i}",
    "({e})",
    "-{e}",
    "!{e}",
    "*{e}",
    "&{e}",
    "&mut {e}",
    "&&{e}",
    "&raw const {i}",
    "{e} + {e}",
    "{e} - {e}",
    "{e} * {e}",
    "{e} << {e}",
    "{e} == {e}",
    "{e} < {e}",
    "{e} && {e}",
    "{e} || {e}",
    "{e} as {t}",
    "{e} as {t} + {e}",
    "{e}..{e}",
    "0..10",
    "{e}..={e}",
    "..{e}",
    "{e}..",
    "..",
    "{i} = {e}",
    "{i} += {e}",
    "{i}({e})",
    "{i}({e}, {e})",
    "({e}, {e})",
    "()",
    "({e},)",
    "[{e}, {e}]",
    "[{e}; 2]",
    "[]",
    "{e}[{e}]",
    "{e}.{i}",
    "{e}.0",
    "{e}.0.1",
    "{e}.{i}({e})",
    "{e}.{i}::<{t}>()",
    "{e}?",
    "{n}",
    "{n} {{ {i}: {e} }}",
    "{n} {{ {i}, ..{e} }}",
    "if {i} {b} else {b}",
    "if let {p} = {i} {b}",
    "match {i} {{ {p} => {e}, _ => {e} }}",
    "match {i} {{ {p} if {e} => {e}, }}",
    "{b}",
    "unsafe {b}",
    "loop {{ break {e} }}",
    "'{j}: loop {{ break '{j} {e} }}",
    "while {i} {b}",
    "for {p} in {i} {b}",
    "|{p}| {e}",
    "move |{i}: {t}| {e}",
    "|| {e}",
    "|{i}| -> {t} {b}",
    "return {e}",
    "return",
    "break",
    "continue",
    "println!(\"{{}}\", {e})",
    "vec![{e}, {e}]",
    "matches!({e}, {p})",
    "stringify!({e} + {e})",
    "<{t}>::{i}",
    "<{t} as {n}>::{i}",
    "{i}::<{t}>({e})",
    "Some({e})",
    "Ok::<{t}, ()>({e})",
    "async {b}",
    "{e} as usize < {e}",
    "1.max(2)",
    "1. + 2.",
    "-1",
    "- -1",
    "!-1",
    "-1i8 as u8",
    "1..2..3.0 as usize",
    "&*{i}",
    "({e}..{e}).rev()",
    "|| {e}..{e}",
];

const TYPES: Rules = &[
    "i32",
    "u8",
    "usize",
    "bool",
    "char",
    "str",
    "String",
    "()",
    "!",
    "_",
    "&'static str",
    "&{t}",
    "&mut {t}",
    "&{a} {t}",
    "&&{t}",
    "*const {t}",
    "*mut {t}",
    "[{t}; 3]",
    "[{t}]",
    "({t}, {t})",
    "({t},)",
    "({t})",
    "Vec<{t}>",
    "Option<{t}>",
    "Result<{t}, {t}>",
    "Box<{t}>",
    "Box<dyn Fn({t}) -> {t}>",
    "fn({t}) -> {t}",
    "unsafe extern \"C\" fn({t})",
    "for<'x> fn(&'x {t})",
    "dyn Send",
    "dyn Send + 'static",
    "impl Fn({t}) -> {t}",
    "impl Sized + Clone",
    "<{t} as {n}>::Item",
    "Self",
    "[{t}; {{ 1 + 2 }}]",
    "std::collections::BTreeMap<{t}, {t}>",
    "core::mem::MaybeUninit<{t}>",
    "&(dyn Send + Sync)",
    "Vec::<{t}>",
    "i32 ",
    "Iterator<Item = {t}>",
];

const PATTERNS: Rules = &[
    "_",
    "{i}",
    "{i}",
    "mut {i}",
    "ref {i}",
    "ref mut {i}",
    "{l}",
    "-1",
    "{i} @ {p}",
    "&{p}",
    "&mut {p}",
    "({p}, {p})",
    "({p},)",
    "({p})",
    "()",
    "[{p}, ..]",
    "[{p}, .., {p}]",
    "[{i} @ .., {p}]",
    "Some({p})",
    "None",
    "Ok({p})",
    "{n} {{ {i}, .. }}",
    "{n} {{ {i}: {p} }}",
    "{n} {{ 0: {p}, .. }}",
    "1..=9",
    "0..",
    "..=5",
    "'a'..='z'",
    "{n}(..)",
    "{p} | {p}",
    "Some({p}) | None",
    "Some({p} | {p})",
    "(.., {p})",
    "-1..=1",
    "i32::MIN..=0",
    "| {p} | {p}",
];

const LITERALS: Rules = &[
    "0",
    "1",
    "2",
    "7",
    "255",
    "1u8",
    "0xffi64",
    "0b1010_1010",
    "0o17usize",
    "1_000",
    "1.5",
    "2.",
    "1e3",
    "1.0f32",
    "true",
    "false",
    "'a'",
    "'\\n'",
    "'\\u{{e9}}'",
    "\"text\"",
    "\"a\\tb\\\"c\"",
    "r\"raw\"",
    "r#\"r\"a\"w\"#",
    "b\"bytes\"",
    "b'x'",
    "c\"c\"",
    "-1",
    "-1.5",
    "-128i8",
    "340282366920938463463374607431768211455",
];

const STATEMENTS: Rules = &[
    "let a = {e}",
    "let {p} = {e}",
    "let {i}: {t} = {e}",
    "let mut {i}: {t}",
    "let Some({i}) = {e} else {{ return }}",
    "{e}",
    "{i} = {e}",
    "{i} += {e}",
    "return {e}",
    "fn {i}() {b}",
    "struct {i};",
    "const {i}: {t} = {e};",
    "use std::mem;",
    "println!(\"{{}}\", {e})",
    "if {e} {b}",
    "{b}",
    "loop {{ break }}",
    "match {i} {{ _ => {e} }}",
    "let {i} = |{p}| {e}",
    "let _ = {e}",
    "#[allow(unused)] let {i} = {e}",
    "static {i}: {t} = {e};",
    "drop({e})",
    "let {i} = if {e} {b} else {b}",
];

const BLOCKS: Rules = &[
    "{{}}",
    "{{ {e} }}",
    "{{ {s}; }}",
    "{{ {s}; {e} }}",
    "{{ let {i} = {e}; {i} }}",
    "{{ {b} }}",
    "{{ return {e}; }}",
    "{{ loop {{ break {e} }} }}",
    "{{ if {i} {b} else {b} }}",
    "{{ {e}; {e}; }}",
    "{{ ; }}",
    "{{ #[allow(unused)] let {i} = {e}; }}",
    "{{ use std::mem; {e} }}",
    "{{ fn {i}() {b} {e} }}",
];

const ITEMS: Rules = &[
    "fn a() {{}}",
    "fn {i}() -> {t} {b}",
    "pub fn {i}<T>(x: T) -> T {{ x }}",
    "const fn {i}(x: u8) -> u8 {{ x + 1 }}",
    "struct {j};",
    "struct {j}(pub {t}, {t});",
    "struct {j}<'x, T: 'x> {{ r: &'x T, n: usize }}",
    "#[derive(Clone, Debug)] struct {j} {{ a: u8 }}",
    "enum {j} {{ A, B(u8), C {{ x: u8 }} }}",
    "#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)] enum {j} {{ #[default] A = 1, B = 2 }}",
    "union {j} {{ a: u8, b: i8 }}",
    "const {j}: usize = {l};",
    "static {j}: &str = \"x\";",
    "static mut {j}: u8 = 0;",
    "type {j} = {t};",
    "trait {j} {{ const N: usize = 1; type T; fn f(&self) -> u8 {{ 1 }} }}",
    "trait {j}: Clone + Send {{}}",
    "impl Clone for {j} {{ fn clone(&self) -> Self {{ {e} }} }}",
    "impl<T> From<T> for {j} where T: Copy {{ fn from(_: T) -> Self {{ {e} }} }}",
    "mod {i} {{ pub fn f() {{}} }}",
    "use std::collections::{{BTreeMap, BTreeSet as Set}};",
    "use std::mem::*;",
    "extern \"C\" {{}}",
    "macro_rules! {i} {{ () => {{ 1 }} }}",
    "const _: () = assert!(1 + 1 == 2);",
    "async fn {i}() -> u8 {{ 1 }}",
    "unsafe fn {i}(p: *const u8) -> u8 {{ unsafe {{ *p }} }}",
    "#[inline] #[allow(dead_code)] fn {i}(mut a: [u8; 2], (b, c): (u8, u8)) -> u8 {{ a[0] = b; a[0] + c }}",
    "fn {i}(f: impl Fn(u8) -> u8) -> impl Fn(u8) -> u8 {{ f }}",
    "/** docs */ fn {i}() {{}}",
];

const IDENTS: Rules = &[
    "a", "x", "y", "value", "r#type", "r#match", "self", "Self", "main", "i32", "String", "drop", "_unused",
    "union", "auto", "dyn",
];

const LIFETIMES: Rules = &["'a", "'b", "'static", "'_", "'r", "'x", "'outer"];

const VISIBILITIES: Rules = &["", "pub", "pub(crate)", "pub(self)", "pub(super)", "pub(in crate)", "crate"];

const METAS: Rules = &[
    "a",
    "allow(unused)",
    "allow(dead_code, unused_variables)",
    "inline",
    "inline(always)",
    "cold",
    "must_use",
    "must_use = \"why\"",
    "doc = \"text\"",
    "doc(hidden)",
    "cfg(all())",
    "cfg(any())",
    "cfg(not(windows))",
    "cfg_attr(all(), inline)",
    "cfg_attr(any(), nonsense)",
    "deprecated(since = \"1\", note = \"n\")",
    "warn(clippy::all)",
    "track_caller",
    "rustfmt::skip",
    "expect(unused)",
    "deny(unsafe_code)",
    "derive(Clone)",
    "test",
    "repr(C)",
    "doc = concat!(\"a\", \"b\")",
];

const PATHS: Rules = &[
    "a",
    "{i}",
    "std::mem::swap",
    "Vec<{t}>",
    "Vec::<{t}>",
    "Vec::<{t}>::new",
    "Option::Some",
    "Some",
    "None",
    "Self",
    "crate::{i}",
    "self::{i}",
    "::std::string::String",
    "String::new",
    "<{t}>::{i}",
    "<{t} as Clone>::clone",
    "Fn({t}) -> {t}",
    "std::collections::BTreeMap<{t}, {t}>",
    "i32",
    "u8::MAX",
    "{i}::{i}",
    "Iterator<Item = {t}>",
    "str",
    "core::option::Option::<{t}>::None",
];

const TOKENS: Rules = &[
    "1",
    "{l0}",
    "{i}",
    "({e})",
    "[{e}, {e}]",
    "{{ {e} }}",
    "()",
    "{{}}",
    "({e}, {e})",
    "\"text\"",
    "self",
    "true",
    "({t})",
    "mut",
    "'a",
    "+",
    "=>",
    "..",
    "&&",
    "_",
    "r#fn",
];

impl Grammar<'_> {
    /// A text of a kind.
    pub fn of_kind(&mut self, kind: TwinKind) -> String {
        let letter = match kind {
            TwinKind::Block => 'b',
            TwinKind::Expr => 'e',
            TwinKind::Ident => 'I',
            TwinKind::Item => 'm',
            TwinKind::Lifetime => 'a',
            TwinKind::Literal => 'l',
            TwinKind::Meta => 'M',
            TwinKind::Pat => 'p',
            TwinKind::Path => 'n',
            TwinKind::Stmt => 's',
            TwinKind::Tt => 'k',
            TwinKind::Ty => 't',
            TwinKind::Vis => 'v',
        };
        let text = self.part(letter, DEPTH);
        one_line(&text).unwrap_or(text)
    }

    fn part(&mut self, letter: char, depth: usize) -> String {
        let (rules, simple): (Rules, Rules) = match letter {
            'e' => (EXPRESSIONS, &["1", "2u8", "true", "{i}"]),
            't' => (TYPES, &["i32", "u8", "bool"]),
            'p' => (PATTERNS, &["_", "x", "1"]),
            's' => (STATEMENTS, &["let a = 1", "{i}"]),
            'b' => (BLOCKS, &["{{}}", "{{ 1 }}"]),
            'n' => (PATHS, &["String", "Clone"]),
            'l' => (LITERALS, LITERALS),
            'm' => (ITEMS, ITEMS),
            'M' => (METAS, METAS),
            'a' => (LIFETIMES, LIFETIMES),
            'v' => (VISIBILITIES, VISIBILITIES),
            'k' => (TOKENS, &["1"]),
            'I' => (IDENTS, IDENTS),
            'j' => (&["new", "other", "Third"], &["new"]),
            // A name that means something, if there is one.
            _ => {
                let names: Vec<&String> = self.names.iter().filter(|name| !name.starts_with('\'')).collect();
                return match self.random.chance(80) {
                    true => self.random.pick(&names).map_or("x", |name| name).to_owned(),
                    false => self.random.one(["x", "y", "value"]).to_owned(),
                };
            }
        };
        let rules = if depth == 0 { simple } else { rules };
        let rule = *self.random.pick(rules).expect("every table has rows");
        self.fill(rule, depth.saturating_sub(1))
    }

    fn fill(&mut self, rule: &str, depth: usize) -> String {
        let mut text = String::new();
        let mut rest = rule;
        while let Some(at) = rest.find(['{', '}']) {
            text.push_str(&rest[..at]);
            let brace = rest.as_bytes()[at] as char;
            if rest[at + 1..].starts_with(brace) {
                text.push(brace);
                rest = &rest[at + 2..];
                continue;
            }
            let letter = rest[at + 1..].chars().next().unwrap_or('e');
            let end = rest[at..].find('}').map_or(rest.len(), |end| at + end + 1);
            let part = match rest[at + 1..end].trim_end_matches('}') {
                "l0" => self.random.one(["1", "'a'", "\"s\"", "2.5"]).to_owned(),
                _ => self.part(letter, depth),
            };
            text.push_str(&part);
            rest = &rest[end..];
        }
        text.push_str(rest);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proc_macro2::TokenStream;
    use std::str::FromStr;

    #[test]
    fn everything_generated_is_made_of_tokens() {
        let mut random = Random::new(1);
        let names = ["x".to_owned(), "self".to_owned(), "'outer".to_owned()];
        for kind in TwinKind::all() {
            for _ in 0..500 {
                let text = Grammar { random: &mut random, names: &names }.of_kind(kind);
                assert!(TokenStream::from_str(&text).is_ok(), "{kind:?}: {text}");
            }
        }
    }

    /// Some expressions are there because parsers stumble over them, so not every block is one.
    #[test]
    fn what_is_generated_is_of_its_kind_with_few_exceptions() {
        type IsOfKind = fn(&str) -> bool;
        let tests: [(TwinKind, IsOfKind); 5] = [
            (TwinKind::Block, |text| syn::parse_str::<syn::Block>(text).is_ok()),
            (TwinKind::Item, |text| syn::parse_str::<syn::Item>(text).is_ok()),
            (TwinKind::Lifetime, |text| syn::parse_str::<syn::Lifetime>(text).is_ok()),
            (TwinKind::Meta, |text| syn::parse_str::<syn::Meta>(text).is_ok()),
            (TwinKind::Tt, |text| TokenStream::from_str(text).is_ok()),
        ];
        let mut random = Random::new(2);
        for (kind, is_of_kind) in tests {
            let mut texts = (0..500).map(|_| Grammar { random: &mut random, names: &[] }.of_kind(kind));
            let count = texts.by_ref().filter(|text| is_of_kind(text)).count();
            assert!(count >= 450, "{kind:?}: {count} of 500");
        }
    }
}
