//! Every construct that programs are to have is there, in some of 300 programs of all profiles, without what the harness has.

use rustassay_gen_surface::config::Profile;
use rustassay_gen_surface::print::{ObservationForm, print};
use rustassay_gen_surface::{Generated, generate};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use syn::visit::{self, Visit};

/// A construct, what shows it (any of these texts), and in how many of 300 programs it is at least.
type Row = (&'static str, &'static [&'static str], usize);

/// Constructs that no text shows: `for i` is part of `impl Trait for i32`, `Rc::` of `Arc::`, and ` if ` of much. A parser that is not
/// ours finds them.
const PARSED: &[(&str, usize)] = &[
    ("for", 110),
    ("impl Trait", 65),
    ("guards", 95),
    ("ranges in patterns", 100),
    ("let-else", 50),
    ("Rc", 95),
    ("Cell", 90),
];

/// The constructs of `PARSED` that a program has.
#[derive(Default)]
struct Parsed(BTreeSet<&'static str>);

impl<'ast> Visit<'ast> for Parsed {
    fn visit_expr_for_loop(&mut self, node: &'ast syn::ExprForLoop) {
        self.0.insert("for");
        visit::visit_expr_for_loop(self, node);
    }
    fn visit_type_impl_trait(&mut self, node: &'ast syn::TypeImplTrait) {
        self.0.insert("impl Trait");
        visit::visit_type_impl_trait(self, node);
    }
    fn visit_path(&mut self, node: &'ast syn::Path) {
        // `Rc::new` and the like.
        let of = node.segments.iter().rev().nth(1).map(|segment| segment.ident.to_string());
        self.0.extend(["Rc", "Cell"].into_iter().filter(|name| of.as_deref() == Some(name)));
        visit::visit_path(self, node);
    }
    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        if node.guard.is_some() {
            self.0.insert("guards");
        }
        visit::visit_arm(self, node);
    }
    fn visit_pat(&mut self, node: &'ast syn::Pat) {
        if let syn::Pat::Range(_) = node {
            self.0.insert("ranges in patterns");
        }
        visit::visit_pat(self, node);
    }
    fn visit_local_init(&mut self, node: &'ast syn::LocalInit) {
        if node.diverge.is_some() {
            self.0.insert("let-else");
        }
        visit::visit_local_init(self, node);
    }
}

/// A bound is about half of what was counted when it was written down.
const CONSTRUCTS: &[Row] = &[
    // Functions and control flow.
    ("recursion, bounded", &["fuel"], 15),
    ("if", &["if "], 200),
    ("match", &["match "], 200),
    ("while", &["while "], 80),
    ("loop", &["loop {"], 50),
    ("labelled break with a value", &["break 'l"], 40),
    ("labelled block or loop as a value", &["= 'l"], 10),
    ("continue", &["continue"], 15),
    ("labelled continue", &["continue '"], 5),
    ("return from the middle", &["return "], 80),
    ("hints for the inliner", &["#[inline"], 150),
    ("inputs from the command line", &["input(0"], 300),
    // Types and values.
    ("tuples", &["(i8, ", "(u8, ", "(u64, ", "(i32, "], 20),
    ("arrays", &["; 3]", "; 2]", "; 4]"], 80),
    ("Vec", &["Vec<"], 150),
    ("String", &["String"], 150),
    ("Box", &["Box::new"], 100),
    ("structs with lifetimes", &["<'a>"], 60),
    ("floats", &["f32", "f64"], 80),
    ("wide integers", &["i128", "u128"], 80),
    ("Option and Result", &["Option<"], 100),
    ("Weak", &["Weak"], 2),
    ("RefCell", &["RefCell"], 50),
    ("BTreeMap", &["BTreeMap"], 40),
    ("VecDeque", &["VecDeque"], 30),
    ("HashMap", &["HashMap"], 30),
    ("Wrapping", &["Wrapping("], 60),
    // Traits and generics.
    ("generics with where-clauses", &["where\n"], 60),
    ("const generics", &["const N"], 20),
    ("associated types", &["    type Out", "    type Item"], 50),
    ("associated constants", &["    const C"], 20),
    ("operators", &["std::ops::"], 40),
    ("dyn Trait", &["dyn "], 50),
    ("upcasting", &["dyn Middle = &**top"], 2),
    ("async functions of traits", &["async fn next(&mut self"], 2),
    ("higher-ranked bounds", &["for<'"], 5),
    ("generic associated types", &["where Self: 'a;"], 20),
    // Closures and iterators.
    ("closures that move", &["move |"], 50),
    ("Fn", &["Fn("], 40),
    ("FnMut", &["FnMut("], 10),
    ("FnOnce", &["FnOnce("], 2),
    ("async closures", &["async |", "async move |"], 2),
    ("function pointers", &[": fn(", "as fn(", "; fn(", "[fn("], 5),
    ("adaptors of iterators", &[".filter(", ".zip(", ".chain("], 80),
    ("own iterators", &["Iterator for "], 50),
    ("own IntoIterator", &["IntoIterator for "], 2),
    // Patterns.
    ("slice patterns", &[", ..]", "[.., ", "@ .."], 50),
    ("bindings with @", &[" @ "], 80),
    ("let chains", &["&& let "], 20),
    ("if-let", &["if let "], 50),
    // Ownership.
    ("destructors", &["Drop for "], 100),
    ("mem::replace, take, swap", &["mem::replace", "mem::take", "mem::swap"], 50),
    ("reborrows", &["&mut *"], 8),
    ("two-phase borrows", &["list.push(list.len()"], 2),
    ("captures of single fields", &["parts.rest.0.push"], 2),
    ("raw pointers", &["*mut ", "*const ", "&raw "], 10),
    ("unions", &["union "], 3),
    ("unsafe", &["unsafe {"], 50),
    // Panics.
    ("panics that are caught", &["catch("], 50),
    ("panics with half of a value built", &["struct Three"], 2),
    // Numbers.
    ("wrapping", &["wrapping_"], 150),
    ("checked", &["checked_"], 100),
    ("saturating", &["saturating_"], 80),
    ("overflowing", &["overflowing_"], 80),
    // The rest of the language.
    ("shadowing, blocks as values", &["= {\n"], 50),
    ("modules", &["mod m"], 80),
    ("visibility", &["pub(crate)", "pub(super)", "pub(in crate)"], 100),
    ("constants and statics", &["const K", "static K"], 100),
    ("const fn", &["const fn"], 60),
    ("const blocks", &["const {"], 20),
    ("macros by example", &["macro_rules!"], 60),
    ("the question mark", &["?;", "?)", "?."], 60),
    // Threads and futures.
    ("scoped threads", &["thread::scope"], 8),
    ("threads that are joined", &["thread::spawn"], 15),
    ("channels", &["channel"], 6),
    ("atomics", &["Atomic"], 4),
    ("mutexes", &["Mutex", "RwLock"], 4),
    ("condition variables", &["Condvar"], 2),
    ("async", &["async "], 60),
    ("await", &[".await"], 50),
];

/// 300 programs of all profiles in turn, but the largest.
static PROGRAMS: LazyLock<Vec<Generated>> = LazyLock::new(|| {
    let profiles: Vec<Profile> =
        Profile::ALL.into_iter().filter(|profile| *profile != Profile::Large).collect();
    (0..300).map(|seed| generate(seed, &profiles[seed as usize % profiles.len()].config())).collect()
});

#[test]
fn every_construct_is_generated() {
    let texts: Vec<String> =
        PROGRAMS.iter().map(|generated| print(&generated.program.items, ObservationForm::Checksum)).collect();
    let mut missing = Vec::new();
    for (construct, shown_by, least) in CONSTRUCTS {
        let found = texts.iter().filter(|text| shown_by.iter().any(|word| text.contains(word))).count();
        if found < *least {
            missing.push(format!("{construct}: in {found} programs, not {least}"));
        }
    }
    let parsed = |text: &String| {
        let mut parsed = Parsed::default();
        parsed.visit_file(&syn::parse_file(text).expect("programs are Rust"));
        parsed.0
    };
    let parsed: Vec<BTreeSet<&str>> = texts.iter().map(parsed).collect();
    for (construct, least) in PARSED {
        let found = parsed.iter().filter(|constructs| constructs.contains(construct)).count();
        if found < *least {
            missing.push(format!("{construct}: in {found} programs, not {least}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn programs_say_what_they_are_made_of() {
    let having = |name: &str| PROGRAMS.iter().filter(|generated| generated.features.contains(&name)).count();
    for name in ["closures", "loops", "threads", "idioms", "drop_scopes", "asynchronous"] {
        assert!((1..300).contains(&having(name)), "{name}: in {} programs", having(name));
    }
}
