//! The mutators: a table, and a module for each.
//!
//! A mutator lists the places that it understands, takes one of them by the seed, and changes it. To add one, write its module and its row.

mod add_derive;
mod change_edition;
mod change_type;
mod combine_function;
mod default_method;
mod duplicate;
mod expand;
mod flip_bit;
mod flip_operator;
mod functions;
mod generalize;
mod graft;
mod inject_control_flow;
mod intro_var;
mod lifetime;
mod lists;
mod lower_match;
mod move_to_module;
mod outlive;
mod ownership;
mod pin;
mod replace_ap;
mod replace_by_constant;
mod replace_digit;
mod replace_function_body;
mod replace_unary_operator;
mod settle;
mod splice;
mod statements;
mod unsafe_code;
mod use_var;
mod wrap;

use crate::known::TypedSource;
use crate::tree::Edits;
use rustassay_lang::{Edition, Release};
use rustassay_random::Random;
use std::fmt;
use syn::File;

/// Where a mutator was published.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Publication {
    /// Rust-twins, for Rust alone.
    RustTwins,
    /// Rust-twins, after DIE (Park, Xu, Yun, Jin, Kim: "Fuzzing JavaScript Engines with Aspect-preserving Mutation", S&P 2020).
    Die,
    /// Rust-twins, after GrayC (Even-Mendoza, Sharma, Donaldson, Cadar: "GrayC: Greybox Fuzzing of Compilers and Analysers for C", ISSTA 2023).
    GrayC,
    /// Here.
    Own,
}

impl fmt::Display for Publication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Publication::RustTwins => "Rust-twins",
            Publication::Die => "DIE",
            Publication::GrayC => "GrayC",
            Publication::Own => "own",
        })
    }
}

/// A way to change programs.
pub struct Mutator {
    /// Its name, as the paper has it, in small letters.
    pub name: &'static str,
    /// Where it was published.
    pub origin: Publication,
    /// What it does, for people.
    pub what: &'static str,
    /// Does it: `None` where there is no place for it.
    pub apply: fn(&MutationSubject, &mut Random) -> Option<Mutation>,
}

/// What a mutator works on.
pub struct MutationSubject<'k, 'a> {
    /// The program.
    pub known: &'k TypedSource<'a>,
    /// Its edition.
    pub edition: Edition,
    /// What came after this release is not written.
    pub release: Release,
    /// Another program, to take parts of.
    pub donor: Option<&'k TypedSource<'a>>,
}

/// What a mutator does to a program.
pub enum Mutation {
    /// It changes places.
    Edits(Edits),
    /// It changes items.
    File(Box<File>),
    /// It changes the edition.
    Edition(Edition),
}

impl From<Edits> for Mutation {
    fn from(edits: Edits) -> Mutation {
        Mutation::Edits(edits)
    }
}

impl From<File> for Mutation {
    fn from(file: File) -> Mutation {
        Mutation::File(Box::new(file))
    }
}

/// The mutators of the paper's Table 1, in its order, and those of our own.
pub const MUTATORS: &[Mutator] = &[
    row(
        "lifetime",
        Publication::RustTwins,
        "take arguments by references with named lifetimes",
        lifetime::apply,
    ),
    row("outlive", Publication::RustTwins, "let a lifetime of a function outlive another", outlive::apply),
    row(
        "ownership",
        Publication::RustTwins,
        "swap two statements, or pass a value through other hands",
        ownership::apply,
    ),
    row(
        "unsafe",
        Publication::RustTwins,
        "read or borrow by a raw pointer in an unsafe block",
        unsafe_code::apply,
    ),
    row(
        "replace-ap",
        Publication::Die,
        "put a new expression of the same type in place of one",
        replace_ap::apply,
    ),
    row("use-var", Publication::Die, "add a statement that uses variables in scope", use_var::apply),
    row("intro-var", Publication::Die, "declare a variable with a value", intro_var::apply),
    row("duplicate", Publication::GrayC, "repeat a statement", duplicate::apply),
    row("expand", Publication::GrayC, "join an expression with another of the program", expand::apply),
    row(
        "replace-by-constant",
        Publication::GrayC,
        "put a constant of the same type in place of an expression",
        replace_by_constant::apply,
    ),
    row("flip-bit", Publication::GrayC, "flip a bit of a literal", flip_bit::apply),
    row("replace-digit", Publication::GrayC, "change a digit or the sign of a literal", replace_digit::apply),
    row("change-type", Publication::GrayC, "compute or keep a value in another type", change_type::apply),
    row(
        "replace-unary-operator",
        Publication::GrayC,
        "write a unary or assigning operator as an assignment",
        replace_unary_operator::apply,
    ),
    row("flip-operator", Publication::GrayC, "put another operator in place of one", flip_operator::apply),
    row(
        "inject-control-flow",
        Publication::GrayC,
        "leave or go on with a loop in a certain iteration",
        inject_control_flow::apply,
    ),
    row(
        "replace-function-body",
        Publication::GrayC,
        "give a function the body of another",
        replace_function_body::apply,
    ),
    row(
        "combine-function",
        Publication::GrayC,
        "run the body of another function, too",
        combine_function::apply,
    ),
    row(
        "splice",
        Publication::Own,
        "put a part of another program in place of an expression of the same type",
        splice::apply,
    ),
    row(
        "generalize",
        Publication::Own,
        "make a parameter's type a generic one with bounds",
        generalize::apply,
    ),
    row("lower-match", Publication::Own, "write a match as ifs, or an if as a match", lower_match::apply),
    row(
        "wrap",
        Publication::Own,
        "wrap an expression in a closure, block, constant, future or macro",
        wrap::apply,
    ),
    row(
        "default-method",
        Publication::Own,
        "let an implementation do with a trait's default",
        default_method::apply,
    ),
    row("add-derive", Publication::Own, "derive one more trait", add_derive::apply),
    row("move-to-module", Publication::Own, "move an item into a module of its own", move_to_module::apply),
    row("change-edition", Publication::Own, "compile in another edition", change_edition::apply),
];

/// Mutators that know nothing of what a program means, so that most of their mutants are rejected. They are applied where they are asked for;
/// the first, which changes most, as often as all of them together.
pub const DARING: &[Mutator] = &[
    row("graft", Publication::Own, "put any part in place of another of its kind of syntax", graft::apply),
    row("pin", Publication::Own, "give an attribute to any part that can have one", pin::apply),
    row("cut", Publication::Own, "leave out an item of any list", lists::cut),
    row("repeat", Publication::Own, "write an item of any list twice", lists::repeat),
    row("swap", Publication::Own, "let two items of any list change places", lists::swap),
];

/// All of them.
pub fn all() -> impl Iterator<Item = &'static Mutator> {
    MUTATORS.iter().chain(DARING)
}

const fn row(
    name: &'static str,
    origin: Publication,
    what: &'static str,
    apply: fn(&MutationSubject, &mut Random) -> Option<Mutation>,
) -> Mutator {
    Mutator { name, origin, what, apply }
}

/// The mutator of a name.
pub fn by_name(name: &str) -> Option<&'static Mutator> {
    all().find(|mutator| mutator.name == name)
}

/// A tree that was put together by chance, as the parser has it: what it does not read is no program, and what it does can be printed. The printer itself expects
/// trees that were read.
fn read_again(file: &File) -> Option<Mutation> {
    syn::parse2::<File>(quote::quote!(#file)).ok().map(Mutation::from)
}
