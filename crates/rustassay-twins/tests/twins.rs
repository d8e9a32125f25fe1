//! Twins by a real compiler.

use rustassay_testing::reference_toolchain;
use rustassay_toolchain::Toolchain;
use rustassay_twins::by_model::{Assessed, Written, assess};
use rustassay_twins::compile::{Bench, Call, CallFate, ExpansionForm, Macros, function_name};
use rustassay_twins::kind::TwinKind;
use rustassay_twins::known::KnownDifference;
use rustassay_twins::pair::Pair;
use rustassay_twins::plan::{File, Planned, TwinOptions, plan};
use rustassay_twins::run::{Report, Twin, run};
use rustassay_twins::source::MacroFile;
use rustassay_twins::write::{ArgumentGuard, Matcher, by_example, macro_name, plain_crate};
use std::sync::{Arc, OnceLock};

/// Has a part of every kind.
const PROGRAM: &str = r#"
pub struct Point { pub x: i32, pub y: i32 }

impl Point {
    /// Moves it.
    pub fn moved(&self, by: i32) -> Point {
        let x = self.x + by;
        Point { x, y: self.y - 1 }
    }
}

#[inline]
pub fn longest<'a>(left: &'a str, right: &'a str) -> &'a str {
    const LIMIT: usize = 40;
    let mut count = 0;
    'outer: for character in left.chars() {
        if character == 'x' && count > LIMIT { break 'outer; }
        count += 1;
    }
    match (left.len(), right.len()) {
        (0, _) => right,
        (one, other) if one > other => left,
        _ => { println!("{count}"); right }
    }
}

pub fn half(number: Option<u32>) -> Option<u32> {
    let half = number?;
    Some(half / 2)
}

fn main() {
    println!("{} {:?} {}", longest("ab", "abc"), half(Some(4)), Point { x: 1, y: 2 }.moved(3).x);
}
"#;

fn toolchain() -> &'static Toolchain {
    static TOOLCHAIN: OnceLock<Arc<Toolchain>> = OnceLock::new();
    TOOLCHAIN.get_or_init(reference_toolchain)
}

fn file(text: &str) -> File {
    let source = MacroFile {
        name: "test.rs".to_owned(),
        text: text.to_owned(),
        edition: "2021".to_owned(),
        flags: Vec::new(),
    };
    File::new(source).expect("the program can be read")
}

fn options(kind: Option<TwinKind>, pairs: usize, inputs: usize) -> TwinOptions {
    TwinOptions { seed: 1, pairs, inputs, kind }
}

/// The pair whose argument is this part of a function.
fn pair_of(file: &File, kind: TwinKind, part: &str) -> (usize, Pair) {
    for (number, function) in file.parsed.functions.iter().enumerate() {
        for site in function.sites.iter().filter(|site| site.kind == kind) {
            if &file.source.text[site.range.clone()] == part {
                let pair = Pair::new(&file.source.text, function, std::slice::from_ref(site));
                return (number, pair.expect("names allow it"));
            }
        }
    }
    panic!("no function has the part");
}

fn run_one(file: File, kind: TwinKind, part: &str, inputs: &[&str]) -> Report {
    let bench = Bench::new(toolchain()).expect("there is a place for files");
    let (function, pair) = pair_of(&file, kind, part);
    let inputs = inputs.iter().map(|&input| input.to_owned()).collect();
    let planned = [Planned { number: 0, file: 0, function, pair, inputs }];
    run(&bench, None, &[file], &planned, 1)
}

#[test]
fn every_kind_has_pairs_that_give_back_their_function() {
    let toolchain = toolchain();
    let files = [file(PROGRAM)];
    let planned = plan(&files, &options(None, 39, 0));
    let bench = Bench::new(toolchain).expect("there is a place for files");
    let report = run(&bench, None, &files, &planned, 2);
    assert_eq!(report.counts.len(), 13, "{:?}", report.counts);
    assert_eq!(report.invalid, [], "all are born");
    assert_eq!(report.findings().collect::<Vec<_>>(), Vec::<&_>::new());
    let is_expanded = |(_, counts): (&TwinKind, &rustassay_twins::run::Counts)| counts.same > 0;
    assert!(report.counts.iter().all(is_expanded), "{:?}", report.counts);
}

#[test]
fn a_range_before_a_question_mark_falls_apart_in_a_procedural_macro() {
    // The motivating example of the Rust-twins paper.
    let report = run_one(file(PROGRAM), TwinKind::Expr, "number", &["number", "0..10"]);
    let plain = report.differences.iter().find(|difference| difference.twin == Twin::Plain);
    let difference = plain.expect("the twins differ");
    assert_eq!(
        (difference.argument.as_str(), difference.known),
        ("0..10", Some(KnownDifference::LostGrouping))
    );
    let CallFate::Expanded(by_example) = &difference.by_example else { panic!("{difference:?}") };
    assert!(by_example.contains("branch ( Range { start : 0 , end : 10 } )"), "{by_example}");
    let CallFate::Expanded(procedural) = &difference.procedural else { panic!("{difference:?}") };
    assert!(procedural.contains("Range { start : 0 , end : match branch ( 10 )"), "{procedural}");
    assert_eq!(report.findings().count(), 0);
}

#[test]
fn names_of_the_body_are_hygienic_in_both_systems() {
    // `count` is a local of the body that the argument does not get: it is unknown to both.
    let report = run_one(file(PROGRAM), TwinKind::Literal, "40", &["40"]);
    assert_eq!(report.differences, []);
    let report = run_one(file(PROGRAM), TwinKind::Expr, "half / 2", &["half / 2", "number", "half + 1"]);
    assert_eq!(report.differences, []);
    let counts = report.counts[&TwinKind::Expr];
    assert_eq!((counts.same, counts.rejected), (2, 1), "`number` is not passed, so nobody knows it");
}

#[test]
fn a_procedural_macro_that_does_something_else_is_noticed() {
    let toolchain = toolchain();
    let file = file(PROGRAM);
    let (function, pair) = pair_of(&file, TwinKind::Literal, "2");
    let bench = Bench::new(toolchain).expect("there is a place for files");
    let name = macro_name(0);
    let wrong = plain_crate([(name.clone(), &pair, ArgumentGuard::Invisible)]).replace("half /", "half *");
    let library = bench.library(&wrong, "2021", &[]).expect("it is built");
    let call = |id| Call { id, function, text: pair.invocation(&name, &function_name(id), "2") };
    let ask = |macros: &Macros, form| {
        bench.ask((&file.source, &file.parsed), macros, &[call(7)], form).expect("it is asked")[&7].clone()
    };
    let examples = Macros { by_example: Some(by_example(&pair, &name, Matcher::Fragment)), library: None };
    let procedural = Macros { by_example: None, library: Some(library) };
    for form in [ExpansionForm::Hir, ExpansionForm::Mir] {
        assert!(!ask(&examples, form).agrees(&ask(&procedural, form)));
    }
}

#[test]
fn the_same_seed_gives_the_same_pairs_and_arguments() {
    let made = || {
        let planned = plan(&[file(PROGRAM)], &options(None, 130, 8));
        planned.iter().map(|planned| format!("{planned:?}")).collect::<Vec<_>>()
    };
    assert_eq!(made(), made());
}

/// A program that prints what its functions give.
const RUNNING: &str = r#"
fn twice(number: u32) -> u32 {
    let sum = number + number;
    sum
}

fn main() {
    println!("{}", twice(21));
}
"#;

#[test]
fn a_program_does_the_same_when_its_functions_are_macro_calls() {
    let inputs = ["number + number", "number * 3"];
    let report = run_one(file(RUNNING), TwinKind::Expr, "number + number", &inputs);
    assert_eq!(report.differences, []);
    assert_eq!(report.counts[&TwinKind::Expr].ran, 2, "with the part that was taken out, and with another");
}

#[test]
fn a_macro_that_changes_what_a_program_does_is_noticed() {
    let toolchain = toolchain();
    let (file, bench) = (file(RUNNING), Bench::new(toolchain).expect("there is a place for files"));
    let (function, pair) = pair_of(&file, TwinKind::Expr, "number + number");
    let name = macro_name(0);
    let call = Call { id: 0, function, text: pair.invocation(&name, "twice", "number + number") };
    let right = by_example(&pair, &name, Matcher::Fragment);
    let deed = |text: Option<String>, calls: &[Call], level| {
        let macros = Macros { by_example: text, library: None };
        bench.deed((&file.source, &file.parsed), &macros, calls, level).expect("it can be tried")
    };
    for level in ["0", "3"] {
        let itself = deed(None, &[], level).expect("it ends by itself");
        assert_eq!(itself.stdout, b"42\n");
        assert_eq!(deed(Some(right.clone()), std::slice::from_ref(&call), level).as_ref(), Some(&itself));
        let wrong = right.replace("sum\n}", "sum + 1\n}");
        assert_ne!(wrong, right);
        assert_ne!(deed(Some(wrong), std::slice::from_ref(&call), level), Some(itself));
    }
    assert_eq!(deed(Some(right.replace("let", "set")), &[call], "0"), None, "it is not built");
}

#[test]
fn macros_that_a_model_wrote_are_assessed_before_they_are_compared() {
    let toolchain = toolchain();
    let bench = Bench::new(toolchain).expect("there is a place for files");
    let file = file("pub fn half(number: Option<u32>) -> Option<u32> { Some(number? / 2) }\n");
    let by_example = "macro_rules! m { ($x:expr) => { pub fn f() -> Option<u32> { Some($x? / 2) } }; }";
    let procedural = "extern crate proc_macro;\nuse proc_macro::TokenStream;\n#[proc_macro]\npub fn m(input: TokenStream) -> TokenStream {\n    \
                      format!(\"pub fn f() -> Option<u32> {{ Some({input}? / 2) }}\").parse().unwrap()\n}\n";
    let ask = |procedural: &str| {
        let written = Written {
            name: "m".to_owned(),
            by_example: by_example.to_owned(),
            procedural: procedural.to_owned(),
        };
        let arguments = ["Some(3)".to_owned(), "0..10".to_owned()];
        assess(&bench, None, (&file, 0), &written, &arguments).expect("it can be asked")
    };
    let Assessed::Compared { expansions: 3, candidates } = ask(procedural) else { panic!("it is born") };
    let [candidate] = &candidates[..] else { panic!("{candidates:?}") };
    assert_eq!((candidate.argument.as_str(), candidate.is_grouping), ("0..10", true));
    for wrong in [procedural.replace("/ 2", "/ 3"), procedural.replace("parse", "purse")] {
        assert!(matches!(ask(&wrong), Assessed::Invalid(_)));
    }
}
