//! What changes do to programs, small ones to read and generated ones in numbers.

use crate::change::{Change, changed};
use crate::clean::clean;
use crate::kinds::ChangeKind;
use crate::names::{rename, tidy};
use crate::slice::Slicer;
use crate::trace::Trace;
use rustassay_gen_mir::config::Profile;
use rustassay_gen_mir::generate;
use rustassay_judge::answer::{Answer, answer_under};
use rustassay_machine::error::Stop;
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config as MachineConfig, Limits, Machine};
use rustassay_mir::check::check;
use rustassay_mir::model::Program;
use rustassay_mir::print::{PrintOptions, print};
use rustassay_mir::read::read;

fn program(text: &str) -> Program {
    let parsed = read(text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let violations = check(&parsed.program);
    assert!(violations.is_empty(), "{violations:?}");
    parsed.program
}

/// A program whose functions have these items.
fn with_items(items: &str) -> Program {
    program(&format!(
        "#![feature(custom_mir, core_intrinsics)]\n#![allow(internal_features)]\nextern crate core;\n\
         use core::intrinsics::mir::*;\n\nfn show(x: u32) {{\n    println!(\"{{x:?}}\");\n}}\n\n{items}"
    ))
}

/// The program after all changes of a kind, from its first function on.
fn after(kind: ChangeKind, program: &Program) -> String {
    let changes = kind.changes(program, &Trace::of(program));
    let mut new = changed(program, &changes.iter().collect::<Vec<&Change>>());
    clean(&mut new);
    text(&new)
}

fn text(program: &Program) -> String {
    let text = print(program, &PrintOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let start = text.find("#[custom_mir").unwrap_or(0);
    text[start..].to_owned()
}

/// What a program must do.
fn answer(program: &Program) -> Answer {
    let limits = Limits { steps: 300_000, ..Limits::default() };
    answer_under(program, MachineConfig { limits, ..MachineConfig::default() }).0
}

const SUM: &str = r#"#[custom_mir(dialect = "runtime", phase = "initial")]
fn sum(_1: u32, _2: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = _1 + _2;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let _1: u32;
        let _2: u32;
        {
            _1 = 3_u32;
            Call(_2 = sum(_1, 4_u32), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(RET = show(_2), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Return()
        }
    }
}
"#;

#[test]
fn a_call_becomes_the_result_that_it_had() {
    let program = with_items(SUM);
    let calls = ChangeKind::Calls.changes(&program, &Trace::of(&program));
    // What comes last is first: the call of `show`, then that of `sum`.
    let new = changed(&program, &[&calls[1]]);
    let expected = Answer::Must(rustassay_judge::answer::Observation {
        stdout: b"7\n".to_vec(),
        end: rustassay_judge::answer::ProgramEnd::Code(0),
    });
    assert_eq!(answer(&new), expected);
    assert!(text(&new).contains("_2 = 7_u32;"), "{}", text(&new));
}

#[test]
fn what_is_not_called_any_more_is_not_in_the_text() {
    let program = with_items(SUM);
    let calls = ChangeKind::Calls.changes(&program, &Trace::of(&program));
    let mut new = changed(&program, &[&calls[1]]);
    clean(&mut new);
    assert!(!text(&new).contains("fn sum"), "{}", text(&new));
}

#[test]
fn an_inlined_call_is_what_the_callee_does() {
    let expected = r#"#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let _1: u32;
        let _2: u32;
        let _3: u32;
        let _4: u32;
        let _5: u32;
        {
            _1 = 3_u32;
            _4 = _1;
            _5 = 4_u32;
            _3 = _4 + _5;
            _2 = _3;
            Call(RET = show(_2), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}
"#;
    assert_eq!(after(ChangeKind::Inlines, &with_items(SUM)), expected);
}

const CAUGHT: &str = r#"#[custom_mir(dialect = "runtime", phase = "initial")]
fn attempt(_1: *mut u8) {
    mir! {
        type RET = ();
        {
            *_1 = 5_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn caught(_1: *mut u8, _2: *mut u8) {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let _1: u32;
        let _2: *mut u32;
        let _3: *mut u8;
        let _4: fn(*mut u8);
        let _5: fn(*mut u8, *mut u8);
        let _6: i32;
        {
            _1 = 0_u32;
            _2 = &raw mut _1;
            _3 = _2 as *mut u8;
            _4 = const { attempt as fn(*mut u8) };
            _5 = const { caught as fn(*mut u8, *mut u8) };
            Call(_6 = core::intrinsics::catch_unwind(_4, _3, _5), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(_1), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}
"#;

#[test]
fn what_catch_unwind_tries_is_called_by_its_name() {
    let program = with_items(CAUGHT);
    let new = after(ChangeKind::Directs, &program);
    assert!(new.contains("_6 = 0_i32;\n            Call(_7 = attempt(_3), "), "{new}");
    assert!(!new.contains("catch_unwind"), "{new}");
    let changes = ChangeKind::Directs.changes(&program, &Trace::of(&program));
    assert_eq!(answer(&changed(&program, &changes.iter().collect::<Vec<_>>())), answer(&program));
}

#[test]
fn a_pointer_names_the_function_that_is_called_by_it() {
    let by_pointer = SUM
        .replace("let _2: u32;", "let _2: u32;\n        let _3: fn(u32, u32) -> u32;")
        .replace("_1 = 3_u32;", "_1 = 3_u32;\n            _3 = const { sum as fn(u32, u32) -> u32 };")
        .replace("= sum(", "= _3(");
    let new = after(ChangeKind::Directs, &with_items(&by_pointer));
    assert!(new.contains("Call(_2 = sum(_1, 4_u32), "), "{new}");
}

#[test]
fn a_pointer_that_is_cast_there_and_back_is_the_one_before() {
    let there_and_back = CAUGHT
        .replace("let _6: i32;", "let _6: i32;\n        let _7: *mut u32;")
        .replace("_4 = const", "_7 = _3 as *mut u32;\n            *_7 = 1_u32;\n            _4 = const");
    let new = after(ChangeKind::Operations, &with_items(&there_and_back));
    assert!(new.contains("_7 = _2;"), "{new}");
}

#[test]
fn a_parameter_becomes_a_local_that_begins_with_what_was_passed() {
    let new = after(ChangeKind::Params, &with_items(SUM));
    assert!(new.contains("fn sum() -> u32"), "{new}");
    assert!(new.contains("_1 = 3_u32;\n            _2 = 4_u32;\n            RET = _1 + _2;"), "{new}");
}

#[test]
fn items_get_names_that_people_would_give() {
    let mut program = with_items(&SUM.replace("sum", "function_17"));
    rename(&mut program);
    assert!(text(&program).contains("fn f(_1: u32"), "{}", text(&program));
    assert_eq!(answer(&program), answer(&with_items(SUM)));
}

const SMALLER_TYPES: &str = r#"#[derive(Copy, Clone)]
struct Wrapper(u64);

#[derive(Copy, Clone)]
enum Three {
    A,
    B(u64),
    C(Wrapper),
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let _1: Wrapper;
        let _2: [u64; 4];
        let _3: Three;
        let _4: u64;
        let _5: u32;
        {
            _1 = Wrapper(7_u64);
            _2 = [_1.0; 4];
            _3 = Three::A;
            _3 = Three::C(_1);
            _4 = Field::<Wrapper>(Variant(_3, 2), 0).0 + 259_u64;
            _5 = _4 as u32;
            Call(RET = show(_5), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}
"#;

/// The program after the changes of a kind of which the texts that they are shown as have this in them.
fn after_some(kind: ChangeKind, program: &Program, shown: &str) -> Program {
    let changes = kind.changes(program, &Trace::of(program));
    let chosen: Vec<&Change> =
        changes.iter().filter(|change| format!("{change:?}").contains(shown)).collect();
    assert!(!chosen.is_empty(), "no change has {shown}: {changes:?}");
    let mut new = changed(program, &chosen);
    clean(&mut new);
    self::program(&print(&new, &PrintOptions::default()).unwrap_or_else(|error| panic!("{error}")))
}

fn prints(stdout: &str) -> Answer {
    use rustassay_judge::answer::{Observation, ProgramEnd};
    Answer::Must(Observation { stdout: stdout.into(), end: ProgramEnd::Code(0) })
}

#[test]
fn a_struct_becomes_its_only_field() {
    let program = with_items(SMALLER_TYPES);
    let new = after_some(ChangeKind::Types, &program, "Field");
    let new_text = print(&new, &PrintOptions::default()).expect("it is a program");
    assert!(!new_text.contains("Wrapper"), "{new_text}");
    assert_eq!(answer(&new), prints("266\n"));
}

#[test]
fn an_integer_becomes_a_narrow_one_wherever_it_is() {
    // Three types at once: u32, which `show` takes, u64 and usize.
    let program = with_items(SMALLER_TYPES);
    let new = after_some(ChangeKind::Types, &program, "Int(U8)");
    let new_text = print(&new, &PrintOptions::default()).expect("it is a program");
    assert!(!new_text.contains("u64") && new_text.contains("fn show(x: u8)"), "{new_text}");
    assert_eq!(answer(&new), prints("10\n"), "259 is 3 in eight bits");
}

#[test]
fn an_array_becomes_shorter() {
    let program = with_items(SMALLER_TYPES);
    let new = after_some(ChangeKind::Types, &program, "Len(2)");
    assert!(text(&new).contains("; 2]"), "{}", text(&new));
    assert_eq!(answer(&new), answer(&program));
}

#[test]
fn a_variant_goes_with_the_statements_that_mention_it() {
    let program = with_items(SMALLER_TYPES);
    let changes = ChangeKind::Variants.changes(&program, &Trace::of(&program));
    // What comes last is first.
    let mut new = changed(&program, &[&changes[1], &changes[2]]);
    clean(&mut new);
    let new_text = print(&new, &PrintOptions::default()).expect("it is a program");
    assert!(!new_text.contains("Three::A") && !new_text.contains("B(u64)"), "{new_text}");
    assert!(new_text.contains("Variant(_3, 0)"), "{new_text}");
    assert_eq!(answer(&self::program(&new_text)), answer(&program));
}

#[test]
fn a_float_becomes_an_integer_of_its_bits() {
    let floats =
        SMALLER_TYPES.replace("u64", "f32").replace("259_f32", "2.0_f32").replace("7_f32", "7.0_f32");
    let program = with_items(&floats);
    let new = after_some(ChangeKind::Types, &program, "Int(U32)");
    assert!(text(&new).contains("1073741824_u32") && !text(&new).contains("f32"), "{}", text(&new));
}

const BY_FIELD: &str = r#"#[derive(Copy, Clone)]
pub union U {
    pub a: u8,
    pub b: u16,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let _1: (u8, u32);
        let _2: ();
        let _3: U;
        let _4: u32;
        {
            _1 = (1_u8, 7_u32);
            _3 = const { U { b: 300_u16 } };
            _4 = _3.a as u32;
            _1.1 = _1.1 + 1_u32;
            Call(_2 = show(_1.1), ReturnTo(bb2), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
        bb2 = {
            Call(_2 = show(_4), ReturnTo(bb1), UnwindUnreachable())
        }
    }
}
"#;

#[test]
fn a_local_that_is_used_by_field_becomes_a_local_for_each() {
    let program = with_items(BY_FIELD);
    let new = after(ChangeKind::Splits, &program);
    assert!(!new.contains("(u8, u32)") && new.contains(" = 7_u32;"), "{new}");
    assert!(new.contains("let _1: ();\n        let _2: U;"), "the union is still whole: {new}");
    let again = after_some(ChangeKind::Splits, &program, "Split");
    assert_eq!(answer(&again), answer(&program));
}

#[test]
fn calls_that_give_nothing_give_it_to_the_callers_result() {
    let new = after(ChangeKind::Paths, &with_items(BY_FIELD));
    assert!(new.contains("Call(RET = show(_1.1)") && !new.contains("let _2: ();"), "{new}");
}

#[test]
fn what_is_cast_to_be_printed_is_printed_as_it_is() {
    let new = after(ChangeKind::Prints, &with_items(BY_FIELD));
    assert!(new.contains("show_u8(_3.a)"), "{new}");
}

#[test]
fn a_constant_of_a_union_becomes_a_plain_statement() {
    let program = with_items(BY_FIELD);
    let new = text(&after_some(ChangeKind::Operations, &program, "Adt"));
    assert!(new.contains("_3 = U { b: 300_u16 };"), "{new}");
    let new = text(&after_some(ChangeKind::Constants, &program, "U16, 1"));
    assert!(new.contains("U { b: 1_u16 }"), "{new}");
}

#[test]
fn types_derive_nothing() {
    let program = with_items(SMALLER_TYPES);
    let changes = ChangeKind::Reprs.changes(&program, &Trace::of(&program));
    let new = changed(&program, &changes.iter().collect::<Vec<&Change>>());
    assert!(!program.types.adts.iter().any(|def| def.derives.is_empty()));
    assert!(new.types.adts.iter().all(|def| def.derives.is_empty()));
}

#[test]
fn the_last_touch_orders_blocks_names_printers_and_hides_what_is_public() {
    let mut program = with_items(BY_FIELD);
    program.surface_fns.iter_mut().for_each(|function| function.name = "show_u16".into());
    program
        .surface
        .iter_mut()
        .for_each(|item| item.text = item.text.replace("fn show(", "fn show_u16(").into());
    tidy(&mut program);
    let new = print(&program, &PrintOptions::default()).expect("it is a program");
    assert!(!new.contains("pub "), "{new}");
    let (first, second) = (new.find("bb1 = {"), new.find("Call(_2 = show(_4), ReturnTo(bb2)"));
    assert!(first.is_some() && first < second, "{new}");
}

/// Of changes of a kind to generated programs, each alone, how many leave a program without Undefined Behavior; and of how many.
fn sound_of(kind: ChangeKind) -> (usize, usize) {
    let (mut sound, mut all) = (0, 0);
    for program in generated() {
        let changes = kind.changes(&program, &Trace::of(&program));
        for change in changes.iter().take(12) {
            let mut new = changed(&program, &[change]);
            clean(&mut new);
            let Ok(text) = print(&new, &PrintOptions::default()) else { continue };
            all += 1;
            let is_sound = read(&text).is_ok_and(|parsed| {
                check(&parsed.program).is_empty() && matches!(answer(&parsed.program), Answer::Must(_))
            });
            sound += usize::from(is_sound);
        }
    }
    (sound, all)
}

#[test]
fn many_types_of_generated_programs_can_be_smaller() {
    let (sound, all) = sound_of(ChangeKind::Types);
    assert!(sound * 5 > all, "{sound} of {all}");
}

#[test]
fn many_variants_of_generated_programs_can_go() {
    let (sound, all) = sound_of(ChangeKind::Variants);
    assert!(sound * 5 > all, "{sound} of {all}");
}

/// Generated programs of all kinds.
fn generated() -> impl Iterator<Item = Program> {
    let profiles = [Profile::Tiny, Profile::Calls, Profile::Aggregates, Profile::Loops, Profile::Pointers];
    let programs = profiles.into_iter().flat_map(|profile| (0..6).map(move |seed| (profile, seed)));
    programs.map(|(profile, seed)| {
        let mut config = profile.config();
        config.size.statements = 150;
        generate(seed, &config).program
    })
}

#[test]
fn cleaning_changes_nothing_that_a_program_does() {
    for program in generated() {
        let mut clean_program = program.clone();
        clean(&mut clean_program);
        let text = print(&clean_program, &PrintOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(answer(&self::program(&text)), answer(&program), "{text}");
    }
}

#[test]
fn inlining_changes_nothing_that_a_program_does() {
    let mut inlined = 0;
    for program in generated() {
        let before = answer(&program);
        for change in ChangeKind::Inlines.changes(&program, &Trace::of(&program)).iter().take(8) {
            let new = changed(&program, &[change]);
            if check(&new).is_empty() && !matches!(answer(&new), Answer::Ub(_)) {
                assert_eq!(answer(&new), before, "{change:?}\n{}", text(&program));
                inlined += 1;
            }
        }
    }
    assert!(inlined > 50, "only {inlined} calls were inlined");
}

#[test]
fn whatever_is_changed_can_be_printed_and_checked() {
    // A few changes leave what breaks a rule: the search drops it.
    let (mut made, mut printed, mut checked) = (0, 0, 0);
    for program in generated() {
        let trace = Trace::of(&program);
        for kind in ChangeKind::ALL {
            let changes = kind.changes(&program, &trace);
            let all: Vec<&Change> = changes.iter().collect();
            let some: Vec<&Change> = changes.iter().step_by(3).collect();
            for chosen in [&all[..], &some[..]].into_iter().chain(all.chunks(1).take(5)) {
                let mut new = changed(&program, chosen);
                clean(&mut new);
                made += 1;
                let Ok(text) = print(&new, &PrintOptions::default()) else { continue };
                printed += 1;
                let Ok(parsed) = read(&text) else { continue };
                if check(&parsed.program).is_empty() {
                    checked += 1;
                    answer(&parsed.program);
                }
            }
        }
    }
    assert!(
        printed == made && checked * 10 > made * 9,
        "of {made} changed programs {printed} can be printed, and {checked} follow the rules"
    );
}

const TWO_LINES: &str = r#"#[custom_mir(dialect = "runtime", phase = "initial")]
fn double(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = _1 + _1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let _1: u32;
        let _2: u32;
        let _3: u32;
        let _4: *const u32;
        {
            _1 = 3_u32;
            _2 = _1 << 2_u32;
            match _1 { 3 => bb1, _ => bb5 }
        }
        bb1 = {
            _3 = 5_u32;
            _4 = &raw const _3;
            Call(RET = show(_2), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(_1 = double(*_4), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(RET = show(_1), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Return()
        }
        bb5 = {
            Unreachable()
        }
    }
}
"#;

/// The slices for a line, as texts.
fn slices(items: &str, line: usize) -> Vec<String> {
    let program = with_items(items);
    let slicer = Slicer::new(&program).expect("it comes to its end");
    let slices = slicer.of_line(line).into_iter();
    let texts = slices.map(|mut slice| {
        clean(&mut slice);
        text(&slice)
    });
    texts.collect()
}

#[test]
fn a_slice_has_what_a_line_stands_on_up_to_a_distance() {
    let slices = slices(TWO_LINES, 0);
    assert!(slices[0].contains("show(12_u32)") && !slices[0].contains("<<"), "{}", slices[0]);
    assert!(slices[1].contains("_1 = 3_u32 << 2_u32;"), "{}", slices[1]);
    assert!(slices.iter().all(|slice| !slice.contains("double")), "another line needs that");
}

#[test]
fn a_slice_follows_pointers_and_calls() {
    let slices = slices(TWO_LINES, 1);
    let whole = slices.iter().find(|slice| slice.contains("*_") && slice.contains("RET = _1 + _1;"));
    let whole = whole.expect("one has all of it");
    assert!(whole.contains("= 5_u32;"), "{whole}");
    assert!(!whole.contains("<<"), "another line needs that: {whole}");
}

#[test]
fn decisions_that_went_one_way_are_in_larger_slices() {
    let slices = slices(TWO_LINES, 0);
    assert!(!slices[0].contains("match"), "{}", slices[0]);
    assert!(slices.iter().any(|slice| slice.contains("match 3_u32 {")), "{slices:?}");
}

#[test]
fn what_cannot_do_without_something_goes_with_it() {
    let program = with_items(TWO_LINES);
    let slicer = Slicer::new(&program).expect("it comes to its end");
    let pointer = (0..slicer.steps()).find(|&step| {
        let mut without = slicer.without(&[step]);
        clean(&mut without);
        let text = text(&without);
        !text.contains("&raw const") && text.contains("show(12_u32)") | text.contains("<<")
    });
    let mut without = slicer.without(&[pointer.expect("the pointer is made somewhere")]);
    clean(&mut without);
    let text = text(&without);
    assert!(!text.contains("double(*"), "nothing can be read through a pointer that is not there: {text}");
    assert!(matches!(answer(&without), Answer::Must(_)), "{text}");
}

#[test]
fn parts_of_generated_programs_are_free_of_undefined_behavior() {
    let (mut sound, mut all) = (0, 0);
    for seed in 0..12 {
        let program = generate(seed, &Profile::Default.config()).program;
        let prints = ChangeKind::Prints.changes(&program, &Trace::of(&program));
        let printing = changed(&program, &prints.iter().collect::<Vec<&Change>>());
        let slicer = Slicer::new(&printing).expect("generated programs end");
        let steps: Vec<usize> = (0..slicer.steps()).collect();
        let without = steps.chunks(steps.len().div_ceil(16)).map(|gone| slicer.without(gone));
        let slices = [0, 5, 20].into_iter().flat_map(|line| slicer.of_line(line));
        for mut part in slices.chain(without) {
            clean(&mut part);
            let text = print(&part, &PrintOptions::default()).expect("it is a program still");
            let parsed = read(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
            all += 1;
            let is_sound =
                check(&parsed.program).is_empty() && matches!(answer(&parsed.program), Answer::Must(_));
            sound += usize::from(is_sound);
        }
    }
    // What the library does behind pointers is not seen.
    assert!(sound * 20 > all * 19, "{sound} of {all}");
}

const DECORATED: &str = r#"
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow)]
#![feature(f16)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: u8) {
    println!("{x:?}");
}

#[derive(Clone, Copy)]
pub struct S {
    pub f0: u8,
    pub f1: char,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let _1: S;
        let _2: ();
        {
            _1 = const { S { f0: 77_u8, f1: 'z' } };
            Call(_2 = show(_1.f0), ReturnTo(bb1), UnwindCleanup(bb2))
        }
        bb1 = {
            Return()
        }
        bb2 (cleanup) = {
            UnwindResume()
        }
    }
}
"#;

#[test]
fn crate_attributes_that_nothing_needs_go() {
    let new = after_some(ChangeKind::Attributes, &program(DECORATED), "");
    let attrs: Vec<&str> = new.attrs.iter().map(|attr| &**attr).collect();
    assert_eq!(attrs, ["feature(custom_mir, core_intrinsics)", "allow(internal_features)"]);
    let again = ChangeKind::Attributes.changes(&new, &Trace::of(&new));
    assert!(again.is_empty(), "{again:?}");
}

#[test]
fn calls_that_need_not_clean_up_lose_their_cleanup() {
    let new = after_some(ChangeKind::Unwinds, &program(DECORATED), "");
    let text = print(&new, &PrintOptions::default()).expect("it is a program");
    assert!(text.contains("UnwindContinue()") && !text.contains("cleanup"), "{text}");
    assert_eq!(answer(&new), prints("77\n"));
}

#[test]
fn constants_of_structs_become_plain() {
    let new = after_some(ChangeKind::Constants, &program(DECORATED), "Block");
    let text = print(&new, &PrintOptions::default()).expect("it is a program");
    assert!(text.contains("S { f0: 0_u8, f1: 'a' }"), "{text}");
    assert_eq!(answer(&new), prints("0\n"));
}

const DISCRIMINANT_OF_UNINITIALIZED: &str = r#"
#![feature(custom_mir, core_intrinsics)]

extern crate core;
use core::intrinsics::mir::*;

pub union U {
    pub f0: u16,
    pub f1: u8,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let _1: U;
        let _2: &'static u16;
        let _3: u8;
        {
            _1 = U { f1: 0_u8 };
            _2 = &_1.f0;
            Call(_3 = core::intrinsics::discriminant_value(_2), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}
"#;

#[test]
fn what_is_undecided_shows_no_bug() {
    // Miri accepts it, and rustc 1.97 makes it a trap at level 1.
    let program = program(DISCRIMINANT_OF_UNINITIALIZED);
    let mut as_miri = Machine::new(program.clone(), MachineConfig::default());
    assert_eq!(as_miri.run_main(), Ok(Ending::Finished));
    let cautious = MachineConfig { cautious: true, ..MachineConfig::default() };
    let refused = Machine::new(program, cautious).run_main().unwrap_err();
    assert!(matches!(&*refused, Stop::Unsupported(what) if what.contains("discriminant")), "{refused:?}");
}
