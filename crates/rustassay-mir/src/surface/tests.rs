use super::{Flow, Locals, Style, Untranslatable, surface};
use crate::model::{At, Program};
use crate::read::read;

const NATURAL: Style = Style { flow: Flow::Structured, locals: Locals::WhereAssigned };
const MACHINE: Style = Style { flow: Flow::StateMachine, locals: Locals::WhereAssigned };

/// The program with these items. Each function's body is what stands in `mir!`.
fn program(items: &str) -> Program {
    let items = items.replace("mir fn", "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]\nfn");
    let text = format!(
        "#![feature(custom_mir, core_intrinsics)]\nextern crate core;\nuse core::intrinsics::mir::*;\n{items}"
    );
    match read(&text) {
        Ok(parsed) => parsed.program,
        Err(found) => {
            panic!("{}", found.iter().map(|found| found.render("", &text, false)).collect::<String>())
        }
    }
}

/// Compares the items that a program becomes; the expected ones are indented as they stand in this file.
#[track_caller]
fn assert_surface(style: Style, items: &str, expected: &str) {
    let text = surface(&program(items), &style).unwrap();
    let (_, actual) = text.split_once("extern crate core;\n").unwrap();
    let indent = expected.trim_start_matches('\n').len() - expected.trim_start().len();
    let expected: Vec<&str> =
        expected.trim_matches('\n').lines().map(|line| line.get(indent..).unwrap_or("")).collect();
    assert_eq!(actual.trim(), expected.join("\n").trim());
}

fn untranslatable(style: Style, items: &str) -> Untranslatable {
    surface(&program(items), &style).unwrap_err()
}

const SUM: &str = "
    mir fn sum(_1: u32) -> u32 { mir! {
        type RET = u32;
        let _2: u32;
        let _3: bool;
        { RET = 0_u32; _2 = 0_u32; Goto(bb1) }
        bb1 = { _3 = _2 < _1; match _3 { true => bb2, _ => bb3 } }
        bb2 = { RET = RET + _2; _2 = _2 + 1_u32; Goto(bb1) }
        bb3 = { Return() }
    } }";

#[test]
fn operators_are_methods_that_do_what_mir_does() {
    assert_surface(
        NATURAL,
        "mir fn mix(_1: *mut u64, _2: u64) { mir! {
            type RET = ();
            let _3: u64;
            let _4: u64;
            let _5: (u64, bool);
            {
                _3 = *_1;
                _3 = _3 * 5_u64;
                _4 = _3 >> 29_i32;
                _4 = _4 << _2;
                _3 = _3 ^ _4;
                _5 = Checked(_3 + _4);
                *_1 = _5.0;
                Return()
            }
        } }",
        "
        fn mix(v1: *mut u64, v2: u64) {
            unsafe {
                let mut v3: u64 = *v1;
                v3 = v3.wrapping_mul(5_u64);
                let mut v4: u64 = v3 >> 29;
                v4 = v4.wrapping_shl(v2 as u32);
                v3 = v3 ^ v4;
                let v5: (u64, bool) = v3.overflowing_add(v4);
                *v1 = v5.0;
            }
        }",
    );
}

#[test]
fn a_loop_is_a_loop() {
    assert_surface(
        NATURAL,
        SUM,
        "
        fn sum(v1: u32) -> u32 {
            let mut ret: u32 = 0_u32;
            let mut v2: u32 = 0_u32;
            loop {
                let v3: bool = v2 < v1;
                if !v3 {
                    return ret;
                }
                ret = ret.wrapping_add(v2);
                v2 = v2.wrapping_add(1_u32);
            }
        }",
    );
}

#[test]
fn a_state_machine_has_an_arm_for_each_block_that_is_jumped_to() {
    assert_surface(
        MACHINE,
        SUM,
        "
        fn sum(v1: u32) -> u32 {
            let mut ret: u32 = 0;
            let mut v2: u32 = 0;
            let mut block = 0;
            loop {
                match block {
                    0 => {
                        ret = 0_u32;
                        v2 = 0_u32;
                        block = 1;
                    }
                    1 => {
                        let v3: bool = v2 < v1;
                        block = if v3 { 2 } else { 3 };
                    }
                    2 => {
                        ret = ret.wrapping_add(v2);
                        v2 = v2.wrapping_add(1_u32);
                        block = 1;
                    }
                    3 => return ret,
                    _ => unreachable!(),
                }
            }
        }",
    );
}

#[test]
fn locals_can_be_declared_up_front() {
    let style = Style { locals: Locals::UpFront, ..NATURAL };
    let text = surface(&program(SUM), &style).unwrap();
    assert!(
        text.contains("    let mut ret: u32;\n    let mut v2: u32;\n    let mut v3: bool;\n    ret = 0_u32;")
    );
}

#[test]
fn branches_that_meet_are_an_if_with_what_follows_behind_it() {
    assert_surface(
        NATURAL,
        "mir fn choose(c: bool) -> i32 { mir! {
            type RET = i32;
            { match c { true => bb1, _ => bb2 } }
            bb1 = { RET = 1_i32; Goto(bb3) }
            bb2 = { RET = 2_i32; Goto(bb3) }
            bb3 = { RET = RET + 1_i32; Return() }
        } }",
        "
        fn choose(c: bool) -> i32 {
            let mut ret: i32;
            if c {
                ret = 1_i32;
            } else {
                ret = 2_i32;
            }
            ret = ret.wrapping_add(1_i32);
            ret
        }",
    );
}

#[test]
fn what_follows_a_loop_stands_behind_it() {
    assert_surface(
        NATURAL,
        "mir fn count(_1: u8) -> u8 { mir! {
            type RET = u8;
            { RET = 0_u8; Goto(bb1) }
            bb1 = { RET = RET + 1_u8; match RET { 3 => bb2, _ => bb1 } }
            bb2 = { RET = RET + _1; match RET { 9 => bb3, _ => bb4 } }
            bb3 = { RET = 0_u8; Return() }
            bb4 = { Return() }
        } }",
        "
        fn count(v1: u8) -> u8 {
            let mut ret: u8 = 0_u8;
            loop {
                ret = ret.wrapping_add(1_u8);
                match ret {
                    3 => break,
                    _ => {}
                }
            }
            ret = ret.wrapping_add(v1);
            match ret {
                9 => {
                    ret = 0_u8;
                    return ret;
                }
                _ => return ret,
            }
        }",
    );
}

#[test]
fn a_loop_with_two_entries_needs_a_state_machine() {
    let items = "mir fn twice(_1: bool) { mir! {
        type RET = ();
        { match _1 { true => bb1, _ => bb2 } }
        bb1 = { Goto(bb2) }
        bb2 = { match _1 { true => bb1, _ => bb3 } }
        bb3 = { Return() }
    } }";
    let reason = untranslatable(NATURAL, items);
    assert_eq!(reason.to_string(), "`twice` has no form in surface Rust: it has a loop with several entries");
    assert!(matches!(reason.at, At::Block(..)));
    assert!(surface(&program(items), &MACHINE).is_ok());
}

#[test]
fn references_are_made_without_the_borrow_checker() {
    assert_surface(
        NATURAL,
        "mir fn borrow(_1: &mut u8) -> u8 { mir! {
            type RET = u8;
            let x: u8;
            let r: &'static mut u8;
            let s: &'static u8;
            {
                x = 1_u8;
                r = &mut x;
                *r = 2_u8;
                s = &*r;
                r = &mut *_1;
                RET = *s + x;
                Return()
            }
        } }",
        "
        fn borrow(v1: &'static mut u8) -> u8 {
            unsafe {
                let mut x: u8 = 1_u8;
                let mut r: &'static mut u8 = &mut *&raw mut x;
                *r = 2_u8;
                let s: &'static u8 = &*&raw const *r;
                r = &mut *&raw mut *v1;
                let ret: u8 = (*s).wrapping_add(x);
                ret
            }
        }",
    );
}

#[test]
fn what_is_written_in_part_is_memory() {
    assert_surface(
        NATURAL,
        "mir fn parts() -> (u8, u8) { mir! {
            type RET = (u8, u8);
            let _1: Option<&'static u8>;
            let p: *mut Option<&'static u8>;
            { RET.0 = 1_u8; RET.1 = 2_u8; p = &raw mut _1; Return() }
        } }",
        "
        fn parts() -> (u8, u8) {
            unsafe {
                let mut ret: (u8, u8) = (0, 0);
                let mut v1 = core::mem::MaybeUninit::<Option<&'static u8>>::uninit();
                let v1 = v1.as_mut_ptr();
                ret.0 = 1_u8;
                ret.1 = 2_u8;
                let p: *mut Option<&'static u8> = &raw mut *v1;
                ret
            }
        }",
    );
}

#[test]
fn destructors_run_where_mir_drops_and_nowhere_else() {
    assert_surface(
        NATURAL,
        "struct Loud(u8);
        impl Drop for Loud { fn drop(&mut self) { say(self) } }
        mir fn say(_1: &mut Loud) { mir! { type RET = (); { (*_1).0 = 0_u8; Return() } } }
        mir fn pass(_1: Loud) -> Loud { mir! {
            type RET = Loud;
            let x: Loud;
            { x = Loud(1_u8); Drop(x, ReturnTo(bb1), UnwindContinue()) }
            bb1 = { RET = Move(_1); Return() }
        } }",
        "
        struct Loud(u8);
        impl Drop for Loud { fn drop(&mut self) { say(self) } }

        fn say(v1: &mut Loud) {
            (*v1).0 = 0_u8;
        }

        fn pass(v1: Loud) -> Loud {
            unsafe {
                let mut v1 = core::mem::MaybeUninit::new(v1);
                let v1 = v1.as_mut_ptr();
                let mut ret = core::mem::MaybeUninit::<Loud>::uninit();
                let ret = ret.as_mut_ptr();
                let mut x = core::mem::MaybeUninit::<Loud>::uninit();
                let x = x.as_mut_ptr();
                x.write(Loud(1_u8));
                core::ptr::drop_in_place(x);
                ret.write(v1.read());
                ret.read()
            }
        }",
    );
}

#[test]
fn cleanup_catches_and_resumes() {
    assert_surface(
        NATURAL,
        "fn fail() { panic!() }
        mir fn clean(_1: *mut u8) { mir! {
            type RET = ();
            { Call(RET = fail(), ReturnTo(bb1), UnwindCleanup(bb2)) }
            bb1 = { Return() }
            bb2 (cleanup) = { *_1 = 1_u8; UnwindResume() }
        } }",
        "
        fn fail() { panic!() }

        fn clean(v1: *mut u8) {
            unsafe {
                let mut panic = None;
                if let Err(payload) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| fail())) {
                    panic = Some(payload);
                    *v1 = 1_u8;
                    std::panic::resume_unwind(panic.unwrap());
                }
            }
        }",
    );
}

#[test]
fn a_variant_is_set_with_its_fields() {
    let set = "enum E { A, B(u8, u8) }
        mir fn set(e: E) -> u8 { mir! {
            type RET = u8;
            {
                place!(Field::<u8>(Variant(e, 1), 0)) = 5_u8;
                place!(Field::<u8>(Variant(e, 1), 1)) = 6_u8;
                SetDiscriminant(e, 1);
                place!(Field::<u8>(Variant(e, 1), 0)) = 7_u8;
                RET = Field::<u8>(Variant(e, 1), 1);
                Return()
            }
        } }";
    assert_surface(
        NATURAL,
        set,
        "
        enum E {
            A,
            B(u8, u8),
        }

        fn set(mut e: E) -> u8 {
            unsafe {
                e = E::B(5_u8, 6_u8);
                *match e { E::B(ref mut field, ..) => &raw mut *field, _ => unreachable!() } = 7_u8;
                let ret: u8 = match e { E::B(_, field) => field, _ => unreachable!() };
                ret
            }
        }",
    );
    let apart = set.replace("place!(Field::<u8>(Variant(e, 1), 1)) = 6_u8;", "");
    let reason = untranslatable(MACHINE, &apart);
    assert_eq!(reason.what, "a discriminant that is set apart from the fields of its variant");
    assert!(matches!(reason.at, At::Statement(_, _, 1, _)));
}

#[test]
fn a_discriminant_is_asked_for() {
    assert_surface(
        NATURAL,
        "#[repr(i8)]
        enum E { A = -1, B(u8), C { x: u8 } }
        mir fn which(e: *const E) -> i8 { mir! { type RET = i8; { RET = Discriminant(*e); Return() } } }",
        "
        #[repr(i8)]
        enum E {
            A = -1,
            B(u8),
            C {
                x: u8,
            },
        }

        fn which(e: *const E) -> i8 {
            unsafe {
                let ret: i8 = match *e { E::A => -1_i8, E::B(..) => 0, E::C { .. } => 1 };
                ret
            }
        }",
    );
}

#[test]
fn intrinsics_are_the_librarys_functions_and_need_a_feature_only_where_there_are_none() {
    let items = "mir fn all(x: u64, p: *mut u64) -> u64 { mir! {
        type RET = u64;
        let n: u32;
        { Call(n = core::intrinsics::ctpop(x), ReturnTo(bb1), UnwindUnreachable()) }
        bb1 = { Call(RET = core::intrinsics::unchecked_add(x, 1_u64), ReturnTo(bb2), UnwindUnreachable()) }
        bb2 = { Call(RET = core::intrinsics::black_box(RET), ReturnTo(bb3), UnwindUnreachable()) }
        bb3 = {
            Call(RET = core::intrinsics::atomic_xadd::<u64, u64, { core::intrinsics::AtomicOrdering::SeqCst }>(p, x), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = { Return() }
    } }";
    assert_surface(
        NATURAL,
        items,
        "
        fn all(x: u64, p: *mut u64) -> u64 {
            unsafe {
                let n: u32 = x.count_ones();
                let mut ret: u64 = x.unchecked_add(1_u64);
                ret = core::hint::black_box(ret);
                ret = core::sync::atomic::AtomicU64::from_ptr(p).fetch_add(x, core::sync::atomic::Ordering::SeqCst);
                ret
            }
        }",
    );
    let unstable = items.replace("unchecked_add", "exact_div");
    let text = surface(&program(&unstable), &NATURAL).unwrap();
    assert!(text.starts_with("#![feature(core_intrinsics)]\n#![allow(internal_features, unused,"), "{text}");
    assert!(text.contains("core::intrinsics::exact_div(x, 1_u64)"), "{text}");
}

#[test]
fn names_that_the_program_has_are_not_taken() {
    assert_surface(
        NATURAL,
        "static ret: u8 = 1;
        fn v7() {}
        mir fn own(_1: u8) -> u8 { mir! { type RET = u8; let _2: u8; { _2 = _1; RET = _2; Return() } } }",
        "
        static ret: u8 = 1_u8;
        fn v7() {}

        fn own(_1: u8) -> u8 {
            let _2: u8 = _1;
            let ret_: u8 = _2;
            ret_
        }",
    );
}

#[test]
fn what_is_not_there_is_no_reason_to_panic() {
    use crate::model::*;
    let mut broken = program("mir fn f() { mir! { type RET = (); { Goto(bb1) } bb1 = { Return() } } }");
    let id = FnId::new(0);
    broken.functions[id].body.blocks[BlockId::ENTRY].terminator = Terminator::Goto(BlockId(9));
    for style in &Style::ALL {
        assert!(surface(&broken, style).is_err());
    }
    let assign = Statement::Assign(Local(7).into(), Rvalue::Use(Const::Static(StaticId(3)).into()));
    let entry = &mut broken.functions[id].body.blocks[BlockId::ENTRY];
    entry.terminator = Terminator::Return;
    entry.statements.push(assign);
    for style in &Style::ALL {
        assert!(surface(&broken, style).is_err());
    }
}
