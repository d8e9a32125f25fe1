//! The exit codes of `rustassay run`, and where it writes what.

use crate::TOOL;
use rustassay_testing::{stderr, stdout};
use std::io::Write;
use std::process::{Output, Stdio};

/// Runs the command on a program whose `main` has these blocks, and these items before it.
fn run(items: &str, blocks: &str, options: &[&str]) -> Output {
    run_text(
        &format!(
            "#![feature(custom_mir, core_intrinsics, never_type)]
use core::intrinsics::mir::*;
{items}
#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn main() {{ mir! {{ type RET = (); {blocks} }} }}"
        ),
        options,
    )
}

fn run_text(text: &str, options: &[&str]) -> Output {
    let mut child = TOOL
        .command()
        .args(["run", "-"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_program_that_ends_well_exits_with_0_and_prints() {
    let show = "fn show(x: i32) { println!(\"{x:?}\"); }";
    let blocks = "{ Call(RET = show(5_i32), ReturnTo(bb1), UnwindContinue()) } bb1 = { Return() }";
    let output = run(show, blocks, &[]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, b"5\n");
    assert_eq!(stderr(&output), "");
}

#[test]
fn undefined_behavior_exits_with_1_and_is_explained() {
    let output = run("", "{ Unreachable() }", &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("error: Undefined Behavior: entering unreachable code"),
        "{}",
        stderr(&output)
    );
}

/// Reads a `u64` at the start of an array of bytes, whose address is a multiple of 8 for some seeds and not for others.
const UNALIGNED_READ: &str =
    "let a: [u8; 16]; let p: *const [u8; 16]; let q: *const u64; let x: u64; let address: usize;
     { a = [1_u8; 16]; p = &raw const a; q = CastPtrToPtr::<_, *const u64>(p); /* here */ x = *q; Return() }";

#[test]
fn an_unaligned_read_is_found_whatever_the_address() {
    for seed in 0..64 {
        let output = run("", UNALIGNED_READ, &["--seed", &seed.to_string()]);
        assert!(stderr(&output).contains("but alignment 8 is required"), "{}", stderr(&output));
    }
}

#[test]
fn a_program_that_looks_at_an_address_may_rely_on_it() {
    let looks = UNALIGNED_READ.replace("/* here */", "address = p as usize;");
    let is_fine = |seed: u32| run("", &looks, &["--seed", &seed.to_string()]).status.code() == Some(0);
    assert!((0..64).any(is_fine));
    assert!(!(0..64).all(is_fine));
}

#[test]
fn seeds_stop_at_the_first_failure_and_name_it() {
    let looks = UNALIGNED_READ.replace("/* here */", "address = p as usize;");
    let fails = |seed: u32| run("", &looks, &["--seed", &seed.to_string()]).status.code() == Some(1);
    let first = (0..64).find(|&seed| fails(seed)).unwrap();
    let output = run("", &looks, &["--seeds", "0..64"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains(&format!("`--seed {first}` shows it again")), "{}", stderr(&output));
}

#[test]
fn seeds_show_an_output_that_depends_on_an_address() {
    let show = "fn show(x: usize) { println!(\"{x:?}\"); }";
    let blocks = "let a: u8; let p: *const u8; let address: usize;
        { a = 1_u8; p = &raw const a; address = p as usize;
          Call(RET = show(address), ReturnTo(bb1), UnwindContinue()) } bb1 = { Return() }";
    let output = run(show, blocks, &["--seeds", "0..16"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("output depends on the seed"), "{}", stderr(&output));
}

#[test]
fn an_empty_range_of_seeds_is_an_error() {
    assert_eq!(run("", "{ Return() }", &["--seeds", "4..4"]).status.code(), Some(2));
}

#[test]
fn with_symbolic_layout_a_neighbour_is_no_part() {
    let items = "#[derive(Clone, Copy)] struct Pair { a: u32, b: u32 }";
    let locals = "let s: Pair; let p: *const u32; let q: *const [u32; 2]; let x: [u32; 2];";
    let blocks = format!(
        "{locals} {{ s = Pair {{ a: 1_u32, b: 2_u32 }}; p = &raw const s.a; q = CastPtrToPtr::<_, *const [u32; 2]>(p);
         x = *q; Return() }}"
    );
    assert_eq!(run(items, &blocks, &["--aliasing", "none"]).status.code(), Some(0));
    let output = run(items, &blocks, &["--aliasing", "none", "--symbolic-layout"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("are no part of what is there in every layout"), "{}", stderr(&output));
}

#[test]
fn with_symbolic_layout_the_first_field_needs_memory_too() {
    let items = "struct Pair { a: u32, b: u16 }";
    let blocks = "let p: *const Pair; let q: *const u32;
                  { p = const { 8_usize as *const Pair }; q = &raw const (*p).a; Return() }";
    assert_eq!(run(items, blocks, &[]).status.code(), Some(0));
    assert_eq!(run(items, blocks, &["--symbolic-layout"]).status.code(), Some(1));
}

#[test]
fn what_was_printed_before_undefined_behavior_is_written() {
    let show = "fn show(x: i32) { println!(\"{x:?}\"); }";
    let blocks = "{ Call(RET = show(5_i32), ReturnTo(bb1), UnwindContinue()) } bb1 = { Unreachable() }";
    let output = run(show, blocks, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"5\n");
}

#[test]
fn a_file_that_cannot_be_read_exits_with_2() {
    assert_eq!(run_text("fn main( {", &[]).status.code(), Some(2));
}

#[test]
fn a_file_that_breaks_a_rule_exits_with_2() {
    assert_eq!(run("", "let x: i32; { x = 1_u8; Return() }", &[]).status.code(), Some(2));
}

#[test]
fn surface_functions_that_custom_mir_calls_run_as_well() {
    let known = "fn now() { println!(\"{:?}\", std::time::Duration::from_secs(1)); }";
    let blocks = "{ Call(RET = now(), ReturnTo(bb1), UnwindContinue()) } bb1 = { Return() }";
    let output = run(known, blocks, &[]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), "1s\n"), "{}", stderr(&output));
}

#[test]
fn a_surface_function_that_does_what_the_machine_does_not_know_exits_with_2() {
    let unknown = "fn spawn() { let _ = std::thread::spawn(|| ()).join(); }";
    let blocks = "{ Call(RET = spawn(), ReturnTo(bb1), UnwindContinue()) } bb1 = { Return() }";
    let output = run(unknown, blocks, &[]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("unsupported operation"), "{}", stderr(&output));
}

#[test]
fn a_panic_that_leaves_main_exits_with_3() {
    let panics = "fn fail() { panic!() }";
    let blocks = "{ Call(RET = fail(), ReturnTo(bb1), UnwindContinue()) } bb1 = { Return() }";
    let output = run(panics, blocks, &[]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("a panic reached `main`"), "{}", stderr(&output));
}

#[test]
fn an_abort_exits_with_3() {
    let blocks = "let never: !; { Call(never = core::intrinsics::abort(), ReturnTo(bb1), UnwindUnreachable()) } \
                  bb1 = { Unreachable() }";
    let output = run("", blocks, &[]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
}

#[test]
fn a_panic_in_a_cleanup_exits_with_3() {
    let panics = "fn fail() { panic!() }";
    let blocks = "{ Call(RET = fail(), ReturnTo(bb1), UnwindCleanup(bb2)) } bb1 = { Return() } \
                  bb2 (cleanup) = { Call(RET = fail(), ReturnTo(bb3), UnwindTerminate(ReasonInCleanup)) } \
                  bb3 (cleanup) = { UnwindResume() }";
    let output = run(panics, blocks, &[]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("panic in a destructor during cleanup"), "{}", stderr(&output));
}

#[test]
fn a_step_limit_exits_with_4() {
    let output = run("", "{ Goto(bb1) } bb1 = { Goto(bb1) }", &["--step-limit", "1000"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(stderr(&output).contains("the step limit was reached"), "{}", stderr(&output));
}

#[test]
fn a_depth_limit_exits_with_4() {
    let blocks = "{ Call(RET = main(), ReturnTo(bb1), UnwindContinue()) } bb1 = { Return() }";
    assert_eq!(run("", blocks, &["--depth-limit", "50"]).status.code(), Some(4));
}

#[test]
fn leaks_are_summed_up() {
    let items = "fn __rust_alloc(size: usize, align: usize) -> *mut u8 { unsafe { std::alloc::alloc(std::alloc::Layout::from_size_align_unchecked(size, align)) } }";
    // A loop that allocates four bytes five times, and once eight.
    let blocks = "let p: *mut u8; let n: i32; let go: bool;
        { n = 0_i32; Call(p = __rust_alloc(8_usize, 8_usize), ReturnTo(bb1), UnwindContinue()) }
        bb1 = { Call(p = __rust_alloc(4_usize, 4_usize), ReturnTo(bb2), UnwindContinue()) }
        bb2 = { n = n + 1_i32; go = n < 5_i32; match go { true => bb1, _ => bb3 } }
        bb3 = { Return() }";
    let output = run(items, blocks, &[]);
    assert_eq!(output.status.code(), Some(0));
    let told = stderr(&output);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 3, "{told}");
    assert!(lines[1].ends_with(": 8 bytes of heap memory"), "{told}");
    assert!(lines[2].ends_with(": 5 times 4 bytes of heap memory"), "{told}");
}

#[test]
fn an_error_of_a_copy_says_which_reference_where_it_was_made_and_what_ended_it() {
    let blocks =
        "let x: i32; let r: &'static mut i32; let t: (i32, &'static mut i32); let u: (i32, &'static mut i32);
        {
            x = 1_i32;
            r = &mut x;
            t = (1_i32, r);
            x = 2_i32;
            u = t;
            Return()
        }";
    let output = run("", blocks, &[]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    for part in [
        "(copying a value reborrows the reference at .1 in it)",
        "u = t;",
        "t = (1_i32, r);",
        "the borrow was made here",
        "x = 2_i32;",
        "it lost the right to this here",
    ] {
        assert!(told.contains(part), "{part}\nis not in\n{told}");
    }
}
