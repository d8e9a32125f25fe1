//! Exploration finds all outcomes, and no other.

use rustassay_machine::error::{Stop, Ub};
use rustassay_machine::explore::{Exploration, ExplorationLimits, Unexplored};
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::read::read;
use std::collections::BTreeSet;
use std::path::Path;

/// Everything that a program of custom MIR does.
fn explore(text: &str, limits: &ExplorationLimits) -> Exploration {
    let parsed = read(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let main = parsed.program.find_fn("main").expect("a `main`");
    let mut machine = Machine::new(parsed.program, Config::default());
    machine.start_function(main, Vec::new()).expect("it begins");
    let before = machine.state();
    let found = machine.explore(limits);
    assert_eq!(before.differences(&machine.state()), Vec::<String>::new(), "the machine is where it was");
    found
}

fn outputs(found: &Exploration) -> BTreeSet<String> {
    let finished = found.outcomes.iter().filter(|outcome| outcome.ending == Ok(Ending::Finished));
    finished.map(|outcome| String::from_utf8_lossy(&outcome.output).trim().to_owned()).collect()
}

const HEAD: &str = "
#![feature(custom_mir, core_intrinsics)]
extern crate core;
use core::intrinsics::mir::*;
#[repr(C)] pub struct Shared { x: u8, y: u8, a: u8, b: u8 }
fn __rustassay_spawn(function: fn(*mut u8), data: *mut u8) -> usize { 0 }
fn __rustassay_join(thread: usize) {}
fn show(a: u8, b: u8) { println!(\"{a}{b}\"); }
";

/// A function of a thread: statements on `shared`, with `x`, `y`, `a` and `b` pointers to its fields.
fn thread(name: &str, calls: &[String]) -> String {
    let mut blocks = String::new();
    for (n, call) in calls.iter().enumerate() {
        blocks.push_str(&format!("bb{} = {{ {} }}\n", n + 1, call.replace("NEXT", &format!("bb{}", n + 2))));
    }
    blocks.push_str(&format!("bb{} = {{ Return() }}", calls.len() + 1));
    format!(
        "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
        pub fn {name}(data: *mut u8) {{ mir! {{
            type RET = ();
            let shared: *mut Shared; let x: *mut u8; let y: *mut u8; let a: *mut u8; let b: *mut u8;
            let read_x: *const u8; let read_y: *const u8; let unit: ();
            {{
                shared = CastPtrToPtr(data);
                x = &raw mut (*shared).x; y = &raw mut (*shared).y;
                read_x = &raw const (*shared).x; read_y = &raw const (*shared).y;
                a = &raw mut (*shared).a; b = &raw mut (*shared).b;
                Goto(bb1)
            }}
            {blocks}
        }} }}\n"
    )
}

fn ordered(name: &str, ordering: &str) -> String {
    format!("core::intrinsics::{name}::<_, {{ core::intrinsics::AtomicOrdering::{ordering} }}>")
}

fn store(to: &str, ordering: &str) -> String {
    format!(
        "Call(unit = {}({to}, 1_u8), ReturnTo(NEXT), UnwindUnreachable())",
        ordered("atomic_store", ordering)
    )
}

fn load(from: &str, into: &str, ordering: &str) -> String {
    let call = ordered("atomic_load", ordering);
    format!("Call(*{into} = {call}(read_{from}), ReturnTo(NEXT), UnwindUnreachable())")
}

/// Runs the functions `one` and `two` in threads of their own, and prints `a` and `b`.
fn program(one: &[String], two: &[String]) -> String {
    let main = "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
        pub fn main() { mir! {
            type RET = ();
            let shared: Shared; let data: *mut u8; let whole: *mut Shared; let function: fn(*mut u8);
            let first: usize; let second: usize; let a: u8; let b: u8; let unit: ();
            {
                shared = Shared { x: 0_u8, y: 0_u8, a: 0_u8, b: 0_u8 };
                whole = &raw mut shared;
                data = CastPtrToPtr(whole);
                function = const { one as fn(*mut u8) };
                Call(first = __rustassay_spawn(function, data), ReturnTo(bb1), UnwindContinue())
            }
            bb1 = {
                function = const { two as fn(*mut u8) };
                Call(second = __rustassay_spawn(function, data), ReturnTo(bb2), UnwindContinue())
            }
            bb2 = { Call(unit = __rustassay_join(first), ReturnTo(bb3), UnwindContinue()) }
            bb3 = { Call(unit = __rustassay_join(second), ReturnTo(bb4), UnwindContinue()) }
            bb4 = { a = shared.a; b = shared.b; Call(unit = show(a, b), ReturnTo(bb5), UnwindContinue()) }
            bb5 = { Return() }
        } }";
    format!("{HEAD}{}{}{main}", thread("one", one), thread("two", two))
}

fn all(outcomes: &[&str]) -> BTreeSet<String> {
    outcomes.iter().map(|outcome| (*outcome).to_owned()).collect()
}

#[test]
fn store_buffering_is_seen_unless_all_is_sequentially_consistent() {
    for (ordering, expected) in [
        (["Relaxed", "Relaxed"], &["00", "01", "10", "11"][..]),
        (["Release", "Acquire"], &["00", "01", "10", "11"]),
        (["SeqCst", "SeqCst"], &["01", "10", "11"]),
    ] {
        let [stores, loads] = ordering;
        let text = program(
            &[store("x", stores), load("y", "a", loads)],
            &[store("y", stores), load("x", "b", loads)],
        );
        let found = explore(&text, &ExplorationLimits::default());
        assert_eq!(outputs(&found), all(expected), "{ordering:?}: {found:?}");
        assert_eq!(found.unexplored, BTreeSet::new());
    }
}

#[test]
fn a_message_is_passed_only_with_release_and_acquire() {
    for (ordering, expected) in [
        (["Relaxed", "Relaxed"], &["00", "01", "10", "11"][..]),
        (["Release", "Acquire"], &["00", "01", "11"]),
    ] {
        let [stores, loads] = ordering;
        let text = program(
            &[store("x", "Relaxed"), store("y", stores)],
            &[load("y", "a", loads), load("x", "b", "Relaxed")],
        );
        let found = explore(&text, &ExplorationLimits::default());
        assert_eq!(outputs(&found), all(expected), "{ordering:?}: {found:?}");
    }
}

#[test]
fn a_race_is_found_in_whichever_order_shows_it() {
    // The plain read is ordered after the write only if the flag was seen.
    let write = "*x = 1_u8; Goto(NEXT)".to_owned();
    let read = "*b = *x; Goto(NEXT)".to_owned();
    let text = program(&[write, store("y", "Release")], &[load("y", "a", "Acquire"), read]);
    let found = explore(&text, &ExplorationLimits::default());
    let races = |outcome: &rustassay_machine::explore::ExplorationOutcome| matches!(&outcome.ending, Err(stop) if matches!(**stop, Stop::Ub(Ub::DataRace { .. })));
    assert!(found.outcomes.iter().any(races), "{found:?}");
    assert_eq!(outputs(&found), all(&["11"]));
}

#[test]
fn what_a_thread_would_do_after_the_end_of_main_may_come_before_it() {
    let one = thread("one", &[store("x", "Relaxed")]);
    let main = "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
        pub fn main() { mir! {
            type RET = ();
            let x: u8; let data: *mut u8; let read: *const u8; let function: fn(*mut u8);
            let first: usize; let a: u8; let unit: ();
            {
                x = 0_u8;
                data = &raw mut x;
                read = &raw const x;
                function = const { one as fn(*mut u8) };
                Call(first = __rustassay_spawn(function, data), ReturnTo(bb1), UnwindContinue())
            }
            bb1 = { Call(a = LOAD(read), ReturnTo(bb2), UnwindUnreachable()) }
            bb2 = { Call(unit = show(a, a), ReturnTo(bb3), UnwindContinue()) }
            bb3 = { Return() }
        } }";
    let main = main.replace("LOAD", &ordered("atomic_load", "Relaxed"));
    let one = one.replace("(*shared).x", "*data").replace("(*shared).y", "*data");
    let one = one.replace("(*shared).a", "*data").replace("(*shared).b", "*data");
    let found = explore(&format!("{HEAD}{one}{main}"), &ExplorationLimits::default());
    let printed =
        found.outcomes.iter().map(|outcome| String::from_utf8_lossy(&outcome.output).trim().to_owned());
    assert_eq!(printed.collect::<BTreeSet<_>>(), all(&["00", "11"]), "{found:?}");
}

#[test]
fn updates_of_one_location_have_as_many_orders_as_there_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/run/pass/threads/counted.rs");
    let text = std::fs::read_to_string(path).expect("the suite is there");
    let found = explore(&text, &ExplorationLimits::default());
    assert_eq!(outputs(&found), all(&["9"]));
    // Three threads with three updates each: 9! / (3!)^3.
    assert_eq!((found.executions, found.outcomes.len()), (1_680, 1), "{} redundant", found.redundant);
    assert_eq!(found.unexplored, BTreeSet::new());
}

#[test]
fn actions_that_do_not_depend_on_each_other_have_one_order() {
    let text = program(
        &[store("x", "Relaxed"), store("x", "Relaxed")],
        &[store("y", "Relaxed"), store("y", "Relaxed")],
    );
    let found = explore(&text, &ExplorationLimits::default());
    assert_eq!((found.executions, outputs(&found)), (1, all(&["00"])));
}

#[test]
fn a_bound_on_preemptions_leaves_something_out_and_says_so() {
    let text = program(
        &[store("x", "SeqCst"), load("y", "a", "SeqCst")],
        &[store("y", "SeqCst"), load("x", "b", "SeqCst")],
    );
    let found = explore(&text, &ExplorationLimits { preemptions: Some(0), ..ExplorationLimits::default() });
    assert!(!outputs(&found).contains("11"), "{found:?}");
    assert_eq!(found.unexplored, BTreeSet::from([Unexplored::Preemptions]));
}
