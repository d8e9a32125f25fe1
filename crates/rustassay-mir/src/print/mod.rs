//! A program as text.
//!
//! Both forms are the same program to rustc. The form for people uses the `mir!` macro; the fast form is what that macro
//! expands to (`rustc -Zunpretty=expanded` shows it), because expanding it is a good part of the time that rustc
//! takes for a generated program. Both rely on `use core::intrinsics::mir::*;` being among the program's items, as the
//! macro itself does.
//!
//! The text is a function of the program alone, and printing is total: what does not exist, such as a field that the
//! type lacks, is printed by its number.

mod bodies;
mod constants;
mod describe;
mod functions;
mod items;
mod text;
mod types;

pub use describe::Describe;

use crate::model::{At, Body, FnId, Id, ItemId, Items, Program, Ty, Types};
use crate::release::{Construct, CustomMir};
use rustassay_lang::Release;
use std::fmt;
use types::{TyNames, TyStyle, TyWriter};

/// How to print.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct PrintOptions {
    /// Whom the text is for.
    pub form: Form,
    /// The release of rustc that will read it.
    pub release: Release,
}

/// Whom the text is for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// People: the `mir!` macro, indented.
    People,
    /// A compiler, and nobody else: what `mir!` expands to, without indentation.
    Fast,
}

impl Default for PrintOptions {
    fn default() -> PrintOptions {
        PrintOptions { form: Form::People, release: Release::REFERENCE }
    }
}

/// The program says something that the release cannot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// What it says.
    pub construct: Construct,
    /// Where it says so first.
    pub at: At,
    /// The function, static or other item that the place is in, by name.
    pub item: String,
    /// The release that lacks the construct.
    pub release: Release,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unsupported { construct, item, release, .. } = self;
        write!(f, "`{item}` uses {}, which custom MIR of rustc {release} lacks: ", construct.name())?;
        match construct.releases() {
            (_, Some(until)) if *release >= until => write!(f, "it was removed by {until}"),
            (since, _) => write!(f, "it is known from {since} on"),
        }
    }
}

impl std::error::Error for Unsupported {}

/// The program's text, which ends with a newline.
pub fn print(program: &Program, options: &PrintOptions) -> Result<String, Unsupported> {
    let mut printer = Printer::new(&program.types, program.items(), *options);
    printer.program(program);
    match printer.unsupported {
        None => Ok(printer.out),
        Some((construct, at)) => {
            Err(Unsupported { construct, at, item: item_name(program, at), release: options.release })
        }
    }
}

/// An item that is the same in surface Rust as in custom MIR: all but the functions with bodies.
pub(crate) fn print_item(program: &Program, item: ItemId) -> String {
    let mut printer = Printer::new(&program.types, program.items(), PrintOptions::default());
    printer.item(program, item);
    printer.out
}

/// A type, as surface Rust writes it: with the lifetime `'static`, or with the lifetimes that a parameter leaves out.
pub(crate) fn print_ty(types: &Types, items: Items<'_>, ty: Ty, is_elided: bool) -> String {
    let mut name = String::new();
    let style = if is_elided { TyStyle::Elided } else { TyStyle::Static };
    TyWriter { types, items, style }.ty(&mut name, ty);
    name
}

/// The name of the item that a point is in.
pub(crate) fn item_name(program: &Program, at: At) -> String {
    let item = match at {
        At::Item(item) => item,
        At::Variant(adt, _) | At::Field(adt, ..) => ItemId::Adt(adt),
        At::Local(function, _)
        | At::Debug(function, _)
        | At::Block(function, _)
        | At::Statement(function, ..) => ItemId::Fn(function),
    };
    let name = match item {
        ItemId::Adt(id) => program.types.adts.get(id).map(|def| &def.name),
        ItemId::Static(id) => program.statics.get(id).map(|def| &def.name),
        ItemId::Const(id) => program.consts.get(id).map(|def| &def.name),
        ItemId::Fn(id) => program.functions.get(id).map(|def| &def.name),
        ItemId::Surface(_) => None,
    };
    name.map_or_else(|| "?".to_owned(), |name| name.to_string())
}

/// The text so far, and what is needed to go on.
struct Printer<'p> {
    out: String,
    types: &'p Types,
    items: Items<'p>,
    options: PrintOptions,
    names: TyNames,
    /// Where in the program the printer is.
    at: At,
    /// What the release lacks, where it was met first.
    unsupported: Option<(Construct, At)>,
}

/// The function that is being printed.
#[derive(Copy, Clone)]
struct Scope<'p> {
    body: &'p Body,
    /// How types are written in it.
    style: TyStyle,
}

impl<'p> Printer<'p> {
    fn new(types: &'p Types, items: Items<'p>, options: PrintOptions) -> Printer<'p> {
        Printer {
            out: String::new(),
            types,
            items,
            options,
            names: TyNames::default(),
            at: At::Item(ItemId::Fn(FnId::new(0))),
            unsupported: None,
        }
    }

    /// Notes that the text needs `construct` here.
    fn needs(&mut self, construct: Construct) {
        if !self.options.release.has(construct) {
            self.unsupported.get_or_insert((construct, self.at));
        }
    }

    /// Whether a statement of a `const fn` is being written.
    fn is_in_const_fn(&self) -> bool {
        matches!(self.at, At::Statement(function, ..) if self.items.functions[function].is_const)
    }

    fn is_for_people(&self) -> bool {
        self.options.form == Form::People
    }

    /// Ends the line; in the form for people, indents the next by `depth` steps.
    fn line(&mut self, depth: usize) {
        self.out.push('\n');
        if self.is_for_people() {
            for _ in 0..depth {
                self.out.push_str("    ");
            }
        }
    }

    /// `a, b, c`, each written by `write`.
    fn list<T>(&mut self, list: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        for (index, item) in list.into_iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            write(self, item);
        }
    }

    /// `a, b` or `a,`: the inside of a tuple's parentheses.
    fn tuple<T>(&mut self, fields: &'p [T], write: impl FnMut(&mut Self, &'p T)) {
        self.list(fields, write);
        if fields.len() == 1 {
            self.out.push(',');
        }
    }
}

#[cfg(test)]
mod tests;
