//! What depends on addresses, layouts or NaN payloads is marked: whoever wants a program that does the same everywhere can ask
//! whether an output or a branch depends on such a thing.

use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::read::read;

/// A machine that has run a function of these locals and statements, which leaves what is printed in `out`.
fn run(items: &str, out: &str, locals: &str, statements: &str) -> Machine {
    run_with(Config::default(), items, out, locals, statements)
}

fn run_with(config: Config, items: &str, out: &str, locals: &str, statements: &str) -> Machine {
    let text = format!(
        "#![feature(custom_mir, core_intrinsics, f16, f128)]\n\
         extern crate core;\n\
         use core::intrinsics::mir::*;\n\
         fn show(x: {out}) {{ println!(\"{{:?}}\", x) }}\n{items}\n\
         #[custom_mir(dialect = \"runtime\", phase = \"initial\")]\n\
         fn main() {{ mir! {{ type RET = (); let out: {out}; {locals}\n\
         {{ {statements} }}\n\
         print = {{ Call(RET = show(out), ReturnTo(end), UnwindContinue()) }}\n\
         end = {{ Return() }} }} }}"
    );
    let parsed = read(&text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let mut machine = Machine::new(parsed.program, config);
    machine.run_main().unwrap_or_else(|stop| panic!("{stop:?}\n{text}"));
    machine
}

fn output_is_tainted(out: &str, locals: &str, statements: &str) -> bool {
    run("", out, locals, &format!("{statements} Goto(print)")).output_is_tainted()
}

#[test]
fn a_printed_address_taints_the_output() {
    let body = "x = 5_u8; p = &raw const x; out = p as usize;";
    assert!(output_is_tainted("usize", "let x: u8; let p: *const u8;", body));
}

#[test]
fn a_value_behind_a_pointer_is_no_address() {
    let body = "x = 5_u8; p = &raw const x; out = *p;";
    assert!(!output_is_tainted("u8", "let x: u8; let p: *const u8;", body));
}

#[test]
fn what_is_computed_from_an_address_stays_tainted() {
    let body = "x = 5_u8; p = &raw const x; out = p as usize; out = out >> 4_i32; out = out & 15_usize;";
    assert!(output_is_tainted("usize", "let x: u8; let p: *const u8;", body));
}

#[test]
fn taint_passes_through_memory() {
    let locals = "let x: u8; let p: *const u8; let a: [usize; 2]; let q: *mut usize; let i: usize;";
    let body = "x = 5_u8; p = &raw const x; i = 1_usize; a = [0_usize, 0_usize]; q = &raw mut a[i]; \
                *q = p as usize; out = a[i];";
    assert!(output_is_tainted("usize", locals, body));
}

#[test]
fn overwriting_ends_taint() {
    let body = "x = 5_u8; p = &raw const x; out = p as usize; out = 3_usize;";
    assert!(!output_is_tainted("usize", "let x: u8; let p: *const u8;", body));
}

#[test]
fn the_distance_of_two_pointers_into_one_array_is_certain() {
    let locals = "let a: [u8; 4]; let p: *const u8; let q: *const u8; let i: usize; let j: usize;";
    let body = "a = [1_u8, 2_u8, 3_u8, 4_u8]; i = 1_usize; j = 3_usize; p = &raw const a[i]; q = &raw const a[j]; \
                out = p < q;";
    assert!(!output_is_tainted("bool", locals, body));
}

#[test]
fn the_order_of_two_allocations_is_not() {
    let locals = "let a: u8; let b: u8; let p: *const u8; let q: *const u8;";
    let body = "a = 1_u8; b = 2_u8; p = &raw const a; q = &raw const b; out = p < q;";
    assert!(output_is_tainted("bool", locals, body));
}

/// A number that is a NaN, or an integer of the same bits.
const UNION: &str =
    "#[derive(Clone, Copy)] pub union Number { pub int: i64, pub float: f64, pub halves: [f32; 2] }";

/// What makes `a` a NaN.
const NAN: &str = "a = 0.0_f64; a = a / a;";

fn number_is_tainted(out: &str, statements: &str) -> bool {
    let locals = "let a: f64; let b: f32; let u: Number; let i: usize;";
    run(UNION, out, locals, &format!("{statements} Goto(print)")).output_is_tainted()
}

#[test]
fn a_float_that_is_computed_from_the_bits_of_a_nan_may_be_a_number_elsewhere() {
    // What is shifted by so many bits may be a NaN here, and zero there.
    let shifted = "u = Number { float: a }; u.int = 9223372036854775807_i64 << u.int;";
    assert!(number_is_tainted("f64", &format!("{NAN} {shifted} out = u.float;")));
    assert!(number_is_tainted("f64", &format!("{NAN} {shifted} out = u.float - -176.0_f64;")));
    assert!(number_is_tainted("bool", &format!("{NAN} {shifted} out = u.float == u.float;")));
    assert!(number_is_tainted("i32", &format!("{NAN} {shifted} out = u.float as i32;")));
}

#[test]
fn a_nan_that_went_through_memory_is_still_one() {
    assert!(!number_is_tainted("f64", &format!("{NAN} u = Number {{ float: a }}; out = u.float + 1.0_f64;")));
    assert!(!number_is_tainted(
        "bool",
        &format!("{NAN} u = Number {{ float: a }}; out = u.float < 1.0_f64;")
    ));
}

#[test]
fn a_nan_that_was_cut_or_put_together_may_be_anything() {
    let half = format!("{NAN} u = Number {{ float: a }}; i = 1_usize; out = u.halves[i];");
    assert!(number_is_tainted("f32", &half));
    let joined = "b = 0.0_f32; b = b / b; u = Number { halves: [b; 2] }; out = u.float;";
    let joined = joined.replace(
        "u = Number { halves: [b; 2] };",
        "i = 0_usize; u = Number { int: 0_i64 }; u.halves = [b; 2];",
    );
    assert!(number_is_tainted("f64", &joined));
}

#[test]
fn the_sign_of_a_nan_is_open() {
    let copysign =
        "Call(out = core::intrinsics::copysignf64(1.0_f64, a), ReturnTo(print), UnwindUnreachable())";
    assert!(run("", "f64", "let a: f64;", &format!("{NAN} {copysign}")).output_is_tainted());
}

#[test]
fn which_of_two_zeros_is_smaller_is_open() {
    let smaller =
        "Call(a = core::intrinsics::minnumf64(0.0_f64, -0.0_f64), ReturnTo(next), UnwindUnreachable())";
    let body = format!("{smaller} }} next = {{ out = 1.0_f64 / a; Goto(print)");
    assert!(run("", "f64", "let a: f64;", &body).output_is_tainted());
}

#[test]
fn the_seed_chooses_what_the_language_leaves_open() {
    let outputs = |locals: &str, body: &str| -> std::collections::BTreeSet<Vec<u8>> {
        let seeds = (0..32).map(|seed| Config { seed, ..Config::default() });
        seeds.map(|config| run_with(config, "", "u64", locals, body).output().to_vec()).collect()
    };
    let bits = format!("{NAN} out = CastTransmute::<_, u64>(a); Goto(print)");
    assert!(outputs("let a: f64;", &bits).len() > 1, "which NaN it is");
    let smaller =
        "Call(a = core::intrinsics::minnumf64(0.0_f64, -0.0_f64), ReturnTo(next), UnwindUnreachable())";
    let sign = format!("{smaller} }} next = {{ out = CastTransmute::<_, u64>(a); Goto(print)");
    assert_eq!(outputs("let a: f64;", &sign).len(), 2, "either zero");
    assert_eq!(
        outputs("let a: f64;", "a = 1.5_f64 + 2.0_f64; out = CastTransmute::<_, u64>(a); Goto(print)").len(),
        1
    );
}

#[test]
fn the_bits_of_a_nan_are_tainted_and_that_it_is_one_is_not() {
    let nan = "a = 0.0_f32; a = a / a;";
    assert!(output_is_tainted("u32", "let a: f32;", &format!("{nan} out = CastTransmute::<_, u32>(a);")));
    assert!(!output_is_tainted("bool", "let a: f32;", &format!("{nan} out = a == a;")));
}

#[test]
fn the_bytes_of_a_type_without_a_fixed_layout_are_tainted() {
    let body = "t = (1_u16, 2_u32, 3_u16); out = CastTransmute::<_, [u8; 8]>(t);";
    assert!(output_is_tainted("[u8; 8]", "let t: (u16, u32, u16);", body));
}

#[test]
fn the_bytes_of_an_array_are_certain() {
    let body = "t = [1_u16, 2_u16]; out = CastTransmute::<_, u32>(t);";
    assert!(!output_is_tainted("u32", "let t: [u16; 2];", body));
}

#[test]
fn a_branch_on_an_address_is_told() {
    let locals = "let x: u8; let p: *const u8; let n: usize;";
    let body = "x = 5_u8; out = 1_u8; p = &raw const x; n = p as usize; n = n & 16_usize; match n { 0 => print, _ => print2 }";
    let more = "print2 = { Goto(print) }";
    let machine = run("", "u8", locals, &format!("{body} }} {more} unused = {{ Goto(print)"));
    assert!(machine.branch_is_tainted() && !machine.output_is_tainted());
}

#[test]
fn an_element_chosen_by_an_address_counts_as_a_branch() {
    let locals = "let x: u8; let p: *const u8; let a: [u8; 2]; let n: usize;";
    let body = "x = 5_u8; a = [1_u8, 2_u8]; p = &raw const x; n = p as usize; n = n & 1_usize; out = a[n]; Goto(print)";
    assert!(run("", "u8", locals, body).branch_is_tainted());
}

#[test]
fn a_pointer_moved_by_an_address_counts_as_a_branch() {
    let locals = "let x: u8; let p: *const u8; let a: [u8; 2]; let q: *const u8; let n: usize; let i: usize;";
    let body = "x = 5_u8; a = [1_u8, 2_u8]; p = &raw const x; n = p as usize; n = n & 1_usize; i = 0_usize; \
                q = &raw const a[i]; q = Offset(q, n); out = *q; Goto(print)";
    assert!(run("", "u8", locals, body).branch_is_tainted());
}

#[test]
fn a_number_that_has_an_address_in_it_is_tainted() {
    let locals = "let x: u8; let p: *const u8; let a: [*const u8; 2]; let q: *const u8;";
    let body = "x = 5_u8; p = &raw const x; q = const { 8_usize as *const u8 }; a = [p, q]; \
                out = CastTransmute::<_, u128>(a);";
    assert!(output_is_tainted("u128", locals, body));
}

#[test]
fn whether_part_of_an_address_is_a_character_counts_as_a_branch() {
    let locals = "let x: u8; let p: *const u8; let n: u64; let m: u32; let c: char;";
    let body = "x = 5_u8; out = 1_u8; p = &raw const x; n = CastTransmute::<_, u64>(p); m = n as u32; m = m & 127_u32; \
                c = CastTransmute::<_, char>(m); Goto(print)";
    assert!(run("", "u8", locals, body).branch_is_tainted());
}

#[test]
fn an_assumption_about_an_address_counts_as_a_branch() {
    let locals = "let x: u8; let p: *const u8; let n: usize; let b: bool;";
    let body =
        "x = 5_u8; p = &raw const x; n = p as usize; b = n != 0_usize; Assume(b); out = 0_u8; Goto(print)";
    assert!(run("", "u8", locals, body).branch_is_tainted());
}

#[test]
fn a_division_by_an_address_counts_as_a_branch() {
    let locals = "let x: u8; let p: *const u8; let n: usize;";
    let body = "x = 5_u8; p = &raw const x; n = p as usize; n = 1_usize / n; out = 0_u8; Goto(print)";
    assert!(run("", "u8", locals, body).branch_is_tainted());
}

#[test]
fn an_unchecked_sum_with_an_address_counts_as_a_branch() {
    let locals = "let x: u8; let p: *const u8; let n: usize;";
    let body = "x = 5_u8; p = &raw const x; n = p as usize; out = 0_u8; \
                Call(n = core::intrinsics::unchecked_add(n, 1_usize), ReturnTo(print), UnwindContinue())";
    assert!(run("", "u8", locals, body).branch_is_tainted());
}

#[test]
fn an_address_without_provenance_is_not_forgotten_on_the_way_through_a_pointer() {
    let locals = "let x: u8; let p: *const u8; let n: usize; let q: *const (); let r: *const ();";
    let body = "x = 5_u8; p = &raw const x; n = p as usize; q = CastTransmute::<_, *const ()>(n); r = &raw const *q; \
                out = 0_u8; Goto(print)";
    assert!(run("", "u8", locals, body).branch_is_tainted());
}
