//! Types of ordinary Rust lie in memory as rustc says: library types, types of a program, and references to them.
//!
//! Some thousand types are tried here; `RUSTASSAY_LAYOUT_TYPES` and `RUSTASSAY_LAYOUT_SEED` set how many, and which.

#[path = "../../crates/rustassay-mir/tests/suite/layout_matches_rustc/answer.rs"]
mod answer;

use crate::library::{interpreter, number};
use answer::{ours, theirs};
use rustassay_frontend::{Loaded, ProgramOptions};
use rustassay_lang::Edition;
use rustassay_machine::foreign::World;
use rustassay_machine::machine::Config;
use rustassay_metadata::data::{DefId, Ty};
use rustassay_overlay::SourceFile;
use rustassay_random::Random;
use rustassay_testing::reference_rustc;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Types of the program's own, for the library's to be made of.
const ITEMS: &str = "
#![feature(never_type, ascii_char)]
#![cfg_attr(asked, feature(rustc_attrs))]
#![allow(dead_code, improper_ctypes_definitions)]
use std::{cell::*, collections::*, num::*, rc::*, sync::*};
pub struct Pair<A, B>(pub A, pub B);
pub struct Tail<T: ?Sized> { pub head: u8, pub tail: T }
#[repr(C)] pub struct InOrder<A, B> { pub a: A, pub b: u16, pub c: B }
#[repr(packed)] pub struct Packed<A>(pub A, pub u8);
#[repr(align(32))] pub struct Aligned<A>(pub A);
#[repr(transparent)] pub struct Around<A>(pub A);
pub enum Either<A, B> { Left(A), Right(B) }
pub enum Many<A> { None, One(A), Two(A, u8), Named { a: A, b: bool } }
#[repr(u8)] pub enum Tagged<A> { A(A) = 3, B = 9 }
#[repr(C)] pub enum CTagged<A> { A(A), B }
pub enum Void {}
pub enum Signed { Low = -5, High = 300 }
pub union Overlaid<A: Copy> { pub a: A, pub b: [u8; 3] }
pub trait Behavior { fn act(&self); }
pub struct Sized4<const N: usize>(pub [u16; N]);
";

/// Types without parameters.
const LEAVES: &[&str] = &[
    "u8",
    "i8",
    "u16",
    "i32",
    "u64",
    "usize",
    "u128",
    "i128",
    "f32",
    "f64",
    "bool",
    "char",
    "()",
    "!",
    "String",
    "NonZero<u8>",
    "NonZero<i64>",
    "NonZeroU128",
    "std::cmp::Ordering",
    "std::time::Duration",
    "std::time::Instant",
    "std::net::IpAddr",
    "std::net::SocketAddr",
    "std::alloc::Layout",
    "std::any::TypeId",
    "&'static str",
    "Box<str>",
    "Rc<str>",
    "&'static dyn Behavior",
    "Box<dyn Behavior + Send>",
    "*const dyn Behavior",
    "fn(u8) -> u32",
    "Option<fn()>",
    "unsafe extern \"C\" fn()",
    "std::marker::PhantomPinned",
    "std::ops::RangeFull",
    "Void",
    "Signed",
    "Overlaid<u32>",
    "Sized4<3>",
    "std::io::Error",
    "std::fmt::Error",
    "std::path::PathBuf",
    "std::ffi::CString",
    "std::str::Chars<'static>",
    "std::char::ToUppercase",
    "std::sync::atomic::AtomicU16",
    "std::thread::ThreadId",
    "std::panic::Location<'static>",
    "std::borrow::Cow<'static, str>",
    "&'static [u16]",
    "&'static mut [String]",
    "&'static Tail<[u32]>",
    "Box<Tail<dyn Behavior>>",
    "std::num::IntErrorKind",
    "std::string::Drain<'static>",
    "OnceLock<u8>",
    "std::task::Waker",
    "std::collections::hash_map::RandomState",
    "std::ascii::Char",
];

/// Types with parameters, which stand for `$0` and `$1`.
const CONSTRUCTORS: &[&str] = &[
    "Option<$0>",
    "Result<$0, $1>",
    "($0, $1)",
    "($0, u8, $1)",
    "($0,)",
    "[$0; 0]",
    "[$0; 3]",
    "Vec<$0>",
    "Box<$0>",
    "&'static $0",
    "&'static mut $0",
    "*const $0",
    "Rc<$0>",
    "std::rc::Weak<$0>",
    "Arc<$0>",
    "Cell<$0>",
    "RefCell<$0>",
    "UnsafeCell<$0>",
    "OnceCell<$0>",
    "Mutex<$0>",
    "RwLock<$0>",
    "BTreeMap<$0, $1>",
    "BTreeSet<$0>",
    "HashMap<$0, $1>",
    "VecDeque<$0>",
    "BinaryHeap<$0>",
    "LinkedList<$0>",
    "std::ops::Range<$0>",
    "std::ops::RangeInclusive<$0>",
    "std::ops::Bound<$0>",
    "std::ops::ControlFlow<$0, $1>",
    "std::task::Poll<$0>",
    "std::mem::ManuallyDrop<$0>",
    "std::mem::MaybeUninit<$0>",
    "std::pin::Pin<Box<$0>>",
    "std::ptr::NonNull<$0>",
    "std::marker::PhantomData<$0>",
    "Wrapping<$0>",
    "Saturating<$0>",
    "std::cmp::Reverse<$0>",
    "std::vec::IntoIter<$0>",
    "std::slice::Iter<'static, $0>",
    "std::array::IntoIter<$0, 2>",
    "std::iter::Peekable<std::option::IntoIter<$0>>",
    "std::iter::Once<$0>",
    "std::iter::Zip<std::vec::IntoIter<$0>, std::option::IntoIter<$1>>",
    "std::iter::Rev<std::slice::Iter<'static, $0>>",
    "Ref<'static, $0>",
    "Box<[$0]>",
    "std::collections::btree_map::IntoIter<$0, $1>",
    "LazyLock<$0>",
    "std::mem::Discriminant<Many<$0>>",
    "Pair<$0, $1>",
    "Tail<$0>",
    "InOrder<$0, $1>",
    "Packed<$0>",
    "Aligned<$0>",
    "Around<$0>",
    "Either<$0, $1>",
    "Many<$0>",
    "Tagged<$0>",
    "CTagged<$0>",
    "fn($0) -> $1",
];

/// A random type.
fn written(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.below(5) == 0 {
        return LEAVES[random.below(LEAVES.len())].to_owned();
    }
    let constructor = CONSTRUCTORS[random.below(CONSTRUCTORS.len())];
    let first = written(random, depth - 1);
    let second = if constructor.contains("$1") { written(random, depth - 1) } else { String::new() };
    constructor.replace("$0", &first).replace("$1", &second)
}

/// A crate with a function for each type, which would return a value of it.
fn crate_text(types: &[String]) -> String {
    let mut text = ITEMS.to_owned();
    for (n, ty) in types.iter().enumerate() {
        text.push_str(&format!("#[cfg_attr(asked, rustc_layout(debug))] pub type T{n} = {ty};\n"));
        text.push_str(&format!("pub fn t{n}() -> T{n} {{ loop {{}} }}\n"));
    }
    text + "fn main() {}\n"
}

/// The functions at the root of the user's crate, by name, and what they return.
fn results(loaded: &Loaded) -> BTreeMap<String, Ty> {
    let crates = loaded.front.crates();
    let root = DefId { krate: crates.root(), index: 0 };
    let children = crates.module_children(root).expect("the crate can be read");
    let result = |def: DefId| {
        let output = crates.fn_sig(def).ok()?.output()?;
        Some((crates.item_name(def).ok()?.to_string(), output))
    };
    children.into_iter().filter_map(result).collect()
}

#[test]
fn types_of_ordinary_rust_have_the_layout_that_rustc_gives_them() {
    let Some(interpreter) = interpreter() else { return };
    let mut random = Random::new(number("RUSTASSAY_LAYOUT_SEED", 1));
    let count = number("RUSTASSAY_LAYOUT_TYPES", 1000) as usize;
    let mut chosen: BTreeSet<String> = LEAVES.iter().map(|&leaf| leaf.to_owned()).collect();
    while chosen.len() < count {
        let depth = 1 + random.below(3) as u32;
        let ty = written(&mut random, depth);
        // What is packed has nothing in it that asks for an alignment (E0588).
        if !(ty.contains("Packed<") && ty.contains("Aligned<")) {
            chosen.insert(ty);
        }
    }
    let types: Vec<String> = chosen.into_iter().collect();
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("types.rs");
    std::fs::write(&file, crate_text(&types)).expect("it is our folder");
    let flags = ["--edition=2024", "--crate-type=lib", "--emit=metadata", "--cfg=asked", "types.rs"];
    let asked = Command::new(reference_rustc())
        .args(flags)
        .current_dir(folder.path())
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .expect("rustc runs");
    let diagnostics = String::from_utf8_lossy(&asked.stderr);
    let answers = theirs(&diagnostics);
    let refusals = diagnostics.split("\n\n").filter(|part| !part.contains("layout_of(")).take(5);
    assert_eq!(answers.len(), types.len(), "{}", refusals.collect::<Vec<_>>().join("\n\n"));

    let source = SourceFile { edition: Edition::E2024, ..SourceFile::new(&file) };
    let program = interpreter.compile(&source, Vec::new()).unwrap_or_else(|error| panic!("{error}"));
    let options = ProgramOptions { args: vec!["types".to_owned()], checks_overflow: true };
    let mut loaded = program.load(Config::default(), &options, World::default()).expect("it has a `main`");
    let results = results(&loaded);
    let mut wrong = Vec::new();
    for (n, (ty, theirs)) in types.iter().zip(answers).enumerate() {
        let layout = match loaded.layout(results[&format!("t{n}")]) {
            Ok(layout) => layout,
            Err(why) => {
                wrong.push(format!("{ty}: {why:?}"));
                continue;
            }
        };
        let (ours, theirs) = (ours(&layout), theirs.against(&layout));
        if ours != theirs {
            wrong.push(format!("{ty}\n  ours:  {ours}\n  rustc: {theirs}"));
        }
    }
    println!("{} types, {} differ", types.len(), wrong.len());
    let shown = wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {} types differ:\n{shown}", wrong.len(), types.len());
}
