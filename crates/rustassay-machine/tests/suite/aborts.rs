//! A panic that must not go on ends the program: that is what `UnwindTerminate` is for, and no Undefined Behavior.

use rustassay_machine::error::{Step, Stop};
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::read::read;

/// Runs a program of the prelude and these items.
fn run(items: &str) -> Step<Ending> {
    let text = format!(
        "#![feature(custom_mir, core_intrinsics)]\n\
         extern crate core;\n\
         use core::intrinsics::mir::*;\n\
         fn fail() {{ panic!() }}\n{items}"
    );
    let parsed = read(&text).expect("the program reads");
    Machine::new(parsed.program, Config::default()).run_main()
}

fn aborts(items: &str) -> bool {
    run(items).is_err_and(|stop| matches!(*stop, Stop::Abort(_)))
}

#[test]
fn a_panic_that_meets_unwind_terminate_aborts() {
    assert!(aborts(
        r#"#[custom_mir(dialect = "runtime", phase = "initial")]
        fn main() { mir! { type RET = ();
            { Call(RET = fail(), ReturnTo(bb1), UnwindTerminate(ReasonAbi)) }
            bb1 = { Return() }
        } }"#
    ));
}

#[test]
fn a_panic_during_cleanup_aborts() {
    assert!(aborts(
        r#"#[custom_mir(dialect = "runtime", phase = "initial")]
        fn main() { mir! { type RET = ();
            { Call(RET = fail(), ReturnTo(bb1), UnwindCleanup(bb2)) }
            bb1 = { Return() }
            bb2 (cleanup) = { Call(RET = fail(), ReturnTo(bb3), UnwindTerminate(ReasonInCleanup)) }
            bb3 (cleanup) = { UnwindResume() }
        } }"#
    ));
}

#[test]
fn a_cleanup_block_that_terminates_aborts() {
    assert!(aborts(
        r#"#[custom_mir(dialect = "runtime", phase = "initial")]
        fn main() { mir! { type RET = ();
            { Call(RET = fail(), ReturnTo(bb1), UnwindCleanup(bb2)) }
            bb1 = { Return() }
            bb2 (cleanup) = { UnwindTerminate(ReasonAbi) }
        } }"#
    ));
}

#[test]
fn a_panic_that_nobody_stops_leaves_main() {
    let ending = run(r#"#[custom_mir(dialect = "runtime", phase = "initial")]
        fn main() { mir! { type RET = ();
            { Call(RET = fail(), ReturnTo(bb1), UnwindContinue()) }
            bb1 = { Return() }
        } }"#);
    assert_eq!(ending, Ok(Ending::Panicked));
}
