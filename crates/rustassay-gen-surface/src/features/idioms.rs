//! Idioms: what people write that takes several items which fit together, such as a trait, who has it, and who makes use of that.
//!
//! Each is a module of a text in `idioms/`, whose holes are filled when it is wanted. Its function `enter` takes two numbers and yields one, so that
//! what the program computes goes through it. To add an idiom is to write it down there:
//!
//! | in the text | is |
//! | --- | --- |
//! | `//! name since 86 edition 2021` | the head: what it is called, and which compilers and editions know it |
//! | `$t` | a type of integers |
//! | `$[a b]`, `$?[a b]` | an expression of that type, a condition: made of these variables and all that the program has |

use crate::config::Mixture;
use crate::harness::HarnessPart;
use crate::program::use_all;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, TyKind};
use crate::writer::Writer;
use rustassay_lang::{Edition, Release};
use std::sync::LazyLock;

/// An idiom as it is written down.
struct Idiom {
    name: &'static str,
    since: Release,
    edition: Edition,
    text: &'static str,
}

/// All of them.
static IDIOMS: LazyLock<Vec<Idiom>> = LazyLock::new(|| {
    let texts = [
        include_str!("idioms/traits.rs.txt"),
        include_str!("idioms/control.rs.txt"),
        include_str!("idioms/library.rs.txt"),
    ];
    texts.into_iter().flat_map(|text| text.split("//! ").skip(1)).map(read).collect()
});

/// Reads an idiom: its head and its text.
fn read(text: &'static str) -> Idiom {
    let (head, text) = text.split_once('\n').unwrap_or((text, ""));
    let mut words = head.split(' ');
    let mut idiom = Idiom {
        name: words.next().unwrap_or_default(),
        since: Release::new(63),
        edition: Edition::E2018,
        text: text.trim_end(),
    };
    while let (Some(what), Some(value)) = (words.next(), words.next()) {
        match what {
            "since" => idiom.since = Release::new(value.parse().expect("a number")),
            "edition" => idiom.edition = value.parse().expect("an edition"),
            other => panic!("{}: there is no `{other}`", idiom.name),
        }
    }
    idiom
}

/// An idiom of the program.
#[derive(Clone)]
pub struct IdiomDef {
    module: Name,
    int: Int,
    costs: u64,
    has_threads: bool,
}

/// What entering one costs, about.
const COST: u64 = 3_000;

/// What it costs when there are threads in it.
const THREADS: u64 = 200_000;

/// How many of 100 idioms are entered that there are already: so many, and more for each of the first few.
const KNOWN: usize = 30;
const KNOWN_MORE: usize = 10;
const MOST_KNOWN: usize = 5;

impl Writer {
    /// Enters an idiom, which is new or was there before.
    pub fn idiom_statement(&mut self, out: &mut Vec<Stmt>) {
        let known = self.shared.idioms.len();
        let idiom = match known > 0 && self.chance(KNOWN + KNOWN_MORE * known.min(MOST_KNOWN)) {
            true => self.random.pick(&self.shared.idioms).cloned(),
            false => self.new_idiom(),
        };
        let Some(idiom) = idiom else { return self.observation(out) };
        let is_apart = self.frame().is_isolated || self.frame().is_read_only;
        if idiom.has_threads && is_apart || !self.afford(idiom.costs) {
            return self.observation(out);
        }
        let ty = self.types.int(idiom.int);
        let args = vec![self.expr(ty, true, 2), self.expr(ty, true, 2)];
        let entered = call(name_path(idiom.module).then("enter"), args);
        let annotation = self.maybe_annotation(ty);
        self.bind(out, ty, false, annotation, entered);
    }

    /// Writes an idiom down.
    fn new_idiom(&mut self) -> Option<IdiomDef> {
        let suits = |idiom: &&Idiom, mixture: &Mixture| {
            mixture.release >= idiom.since && mixture.edition >= idiom.edition
        };
        let suitable: Vec<&'static Idiom> =
            IDIOMS.iter().filter(|idiom| suits(idiom, &self.mixture)).collect();
        let idiom = self.random.pick(&suitable).copied()?;
        let int = self.some_int();
        let module = self.name(idiom.name);
        for (word, part) in [
            ("note(", HarnessPart::Drops),
            ("catch(", HarnessPart::Catch),
            ("run(", HarnessPart::Executor),
            ("Yields(", HarnessPart::Executor),
        ] {
            if idiom.text.contains(word) {
                self.need(part);
            }
        }
        let text = Item::plain(ItemKind::Text(self.filled(idiom.text, int)));
        self.add_item(ItemKind::Mod(module, vec![use_all(&["super"]), text]));
        let has_threads = idiom.text.contains("thread::spawn");
        let costs = if has_threads { THREADS } else { COST };
        let name = idiom.name;
        let idiom = IdiomDef { module, int, costs, has_threads };
        self.written.insert(name);
        self.shared.idioms.push(idiom.clone());
        Some(idiom)
    }

    /// The text with its holes filled.
    fn filled(&mut self, text: &'static str, int: Int) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut parts = text.split('$');
        pieces.extend(parts.next().map(Piece::Text));
        for part in parts {
            if let Some(rest) = part.strip_prefix('t') {
                pieces.push(Piece::Text(int.name()));
                pieces.push(Piece::Text(rest));
                continue;
            }
            let is_condition = part.starts_with('?');
            let hole = part.trim_start_matches('?').strip_prefix('[').and_then(|hole| hole.split_once(']'));
            let (names, rest) = hole.unwrap_or_else(|| panic!("what is `${part}`?"));
            let of = self.types.int(int);
            let params: Vec<(Name, crate::types::Ty)> =
                names.split(' ').map(|name| (Name::Word(name), of)).collect();
            let ty = if is_condition { self.ty(TyKind::Bool) } else { of };
            pieces.push(Piece::Expr(self.isolated(&params, ty, 2)));
            pieces.push(Piece::Text(rest));
        }
        pieces
    }
}
