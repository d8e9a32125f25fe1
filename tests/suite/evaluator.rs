//! The abstract machine against rustc's compile-time evaluator, the engine that Miri is built on.
//!
//! Every program of `tests/run` runs on the machine without an aliasing model, and as the value of a constant
//! in rustc with `-Zunleash-the-miri-inside-of-you -Zextra-const-ub-checks`. Within the evaluator's reach
//! both must print the same values, or find Undefined Behavior of the same kind, in the same place or in a
//! call that leads there. What is out of reach, a rule says and never a disagreement: the evaluator's own
//! words (`rustassay_judge::evaluator`), or one of the three constants below.

use rustassay_judge::evaluator::variant::{Record, Variant, records};
use rustassay_judge::evaluator::{Evaluation, FLAGS, evaluation};
use rustassay_lang::Release;
use rustassay_machine::aliasing::Model;
use rustassay_machine::error::{Step, Stop, Ub};
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::read::read;
use rustassay_mir::source::line_and_column;
use rustassay_process::{End, Finished};
use rustassay_testing::{assert_all, reference_rustc, rustc, suite};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

/// How many programs must have been compared: a little less than there are, so that the comparison cannot
/// become empty unseen.
const LEAST_COMPARED: usize = 600;

const SURFACE_MAIN: &str = "`main` is not custom MIR";
const PRINTS_ELSEWHERE: &str = "prints outside `main`";
/// Without an aliasing model, the evaluator erases moved arguments and return places, and does not protect
/// them during the call (`Machine::protect_in_place_function_argument`).
const PROTECTED_BY_ALIASING: &str = "moved arguments and return places, which only aliasing models protect";

/// The evaluator's one aliasing rule. It has it for constants that must stay constant.
const SHARED_WRITTEN: &str = "writing through a pointer that was derived from a shared (immutable) reference";

const FN_POINTERS: &str =
    "the evaluator checks of a function pointer that it is not null, and the rest when it is called";
const NICHES: &str =
    "the evaluator takes a niche's invalid value for the variant with data; LLVM is told of none (`!range`)";
const NULL_PERHAPS: &str =
    "at compile time, a function pointer that was moved may be null for all that is known";

/// Programs about which the two disagree, and why that is right. A program that is here and in which they
/// agree is a mistake.
const DIFFERENCES: [(&str, &str); 7] = [
    (
        "pass/pointers/guaranteed-compare.rs",
        "at compile time, most comparisons of pointers are not known yet",
    ),
    ("pass/validity/fn-past-start.rs", NULL_PERHAPS),
    ("ub/alignment/write-bytes.rs", "the evaluator does not look at the alignment for `write_bytes`"),
    ("ub/calls/integer-as-function.rs", FN_POINTERS),
    ("ub/calls/middle-of-function.rs", NULL_PERHAPS),
    ("ub/enums/discriminant-of-bad-niche.rs", NICHES),
    ("ub/validity/enum-discriminant-of-option.rs", NICHES),
];

/// What comes of a comparison.
enum Verdict {
    SameAnswer,
    SameUb,
    OutOfReach(&'static str),
    Different(String),
}

/// How a program ended on the machine.
struct Run {
    ending: Step<Ending>,
    output: String,
    /// The lines of the calls that were running, the innermost first.
    backtrace: Vec<usize>,
    /// The lines of all that was executed.
    visited: BTreeSet<usize>,
}

fn run(text: &str, aliasing: Model) -> Run {
    let parsed = read(text).expect("what was printed can be read");
    let main = parsed.program.find_fn("main").expect("a variant has a `main`");
    let mut machine = Machine::new(parsed.program, Config { aliasing, ..Config::default() });
    let mut visited = BTreeSet::new();
    let mut ending = machine.start_function(main, Vec::new()).map(|()| None);
    while let Ok(None) = ending {
        visited
            .extend(machine.backtrace().first().and_then(|at| parsed.spans.span(*at)).map(|span| span.start));
        ending = machine.step();
    }
    let line = |start| line_and_column(text, start).0;
    let calls = machine.backtrace().into_iter().filter_map(|at| parsed.spans.span(at));
    Run {
        ending: ending.map(|ending| ending.expect("the run has ended")),
        output: String::from_utf8_lossy(machine.output()).into_owned(),
        backtrace: calls.map(|span| line(span.start)).collect(),
        visited: visited.into_iter().map(line).collect(),
    }
}

fn checking(variant: &mut Variant, records: &[Record]) -> String {
    variant.checking(records, Release::REFERENCE).expect("the reference release knows every construct")
}

/// Lets rustc evaluate the constants of a text.
fn evaluate(reference: &Path, text: &str) -> Evaluation {
    let folder = tempfile::tempdir().expect("a folder for the text");
    let path = folder.path().join("program.rs");
    std::fs::write(&path, text).expect("the text can be written");
    let output = rustc(reference, &path, 0)
        .args(["--crate-type=lib", "--emit=metadata", "--cap-lints=allow", "--error-format=json"])
        .args(FLAGS)
        .arg("--out-dir")
        .arg(folder.path())
        .output()
        .expect("rustc runs");
    let finished = Finished {
        end: End::Exited(output.status.code().unwrap_or(-1)),
        stdout: output.stdout,
        stderr: output.stderr,
        cpu: Duration::ZERO,
        peak_memory: 0,
        wall: Duration::ZERO,
    };
    evaluation(&finished, &path)
}

fn compare(reference: &Path, path: &Path) -> Verdict {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let program = match read(&text) {
        Ok(parsed) => parsed.program,
        Err(diagnostics) => return Verdict::Different(format!("it is no custom MIR: {diagnostics:?}")),
    };
    let Some(mut variant) = Variant::new(program) else { return Verdict::OutOfReach(SURFACE_MAIN) };
    let recording =
        variant.recording(Release::REFERENCE).expect("the reference release prints what it reads");
    let mut run = run(&recording, Model::None);
    let Some(records) = records(&run.output) else { return Verdict::OutOfReach(PRINTS_ELSEWHERE) };
    let answer = evaluate(reference, &checking(&mut variant, &records));
    if let Evaluation::Ub { message, .. } = &answer
        && message.contains(SHARED_WRITTEN)
    {
        run = self::run(&recording, Model::Tree);
    }
    judge(run, answer)
}

fn judge(run: Run, answer: Evaluation) -> Verdict {
    let stopped = run.ending.map_err(|stop| *stop);
    match (&stopped, &answer) {
        // Had the evaluator come further, it would have missed what stopped the machine.
        (_, Evaluation::OutOfReach { reason, line })
            if line.is_some_and(|line| run.visited.contains(&line)) =>
        {
            Verdict::OutOfReach(reason)
        }
        (Ok(Ending::Finished), Evaluation::Finished) => Verdict::SameAnswer,
        (Err(Stop::Ub(ub)), Evaluation::Ub { message, line })
            if words(ub).iter().any(|words| message.contains(words))
                && line.is_some_and(|line| run.backtrace.contains(&line)) =>
        {
            Verdict::SameUb
        }
        (Err(Stop::Ub(Ub::Guarded { .. })), Evaluation::Finished) => {
            Verdict::OutOfReach(PROTECTED_BY_ALIASING)
        }
        _ => Verdict::Different(format!(
            "the machine says {stopped:?} on lines {:?}, the evaluator {answer:?}",
            run.backtrace
        )),
    }
}

/// What the evaluator's message says, one of it, where the machine finds this.
fn words(ub: &Ub) -> &'static [&'static str] {
    match ub {
        Ub::Uninit { .. } | Ub::Guarded { .. } => &["uninitialized"],
        Ub::OutOfBounds { .. } => &["end of the allocation", "beginning of the allocation", "not in-bounds"],
        Ub::UseAfterFree { .. } => &["has been freed"],
        Ub::Dangling { .. } => {
            &["null pointer", "dangling pointer", "not both derived from the same allocation"]
        }
        Ub::Misaligned { .. } => &["alignment"],
        Ub::ReadOnly { .. } | Ub::ReadOnlyAtomic { .. } => &["read-only"],
        Ub::NotData { .. } => &["contains a function"],
        Ub::InvalidValue { .. } => {
            &["constructing invalid value", "uninitialized", "interpreting an invalid"]
        }
        Ub::IndexOutOfBounds { .. } => &["indexing out of bounds"],
        // Asked for only by those who want to be right in every layout.
        Ub::LayoutDependent { .. } => &[],
        Ub::OverlappingCopy { .. } | Ub::OverlappingAssignment => &["overlapping ranges"],
        Ub::Unreachable => &["entering unreachable code"],
        Ub::FalseAssume => &["`assume` called"],
        // The bodies that newer intrinsics have in the library assume what they promise.
        Ub::Overflow { .. } => &["arithmetic overflow", "`assume` called"],
        Ub::ShiftOverflow { .. } => &["overflowing shift", "`assume` called"],
        Ub::DivisionByZero { .. } => &["dividing by zero", "divisor of zero"],
        Ub::DivisionOverflow { .. } => &["dividing MIN by -1"],
        Ub::InexactDivision => &["without remainder"],
        Ub::ZeroCount { .. } => &["called on 0"],
        Ub::FloatToInt { .. } => &["float_to_int_unchecked"],
        Ub::NotAFunction { .. } => &["as function pointer"],
        Ub::CallAbi { .. } => &["using calling convention"],
        Ub::CallArgCount { .. } => &["fewer arguments", "more arguments"],
        Ub::CallType { .. } => &["passing argument of type", "passing return place of type"],
        Ub::DeadLocal { .. } => &["dead local"],
        Ub::PointerArithmetic { .. } => &["pointer arithmetic"],
        Ub::PointerDistance { .. } => &["`ptr_offset_from", "without remainder"],
        Ub::InvalidTag { .. } => &["invalid tag"],
        Ub::UninhabitedVariant => &["uninhabited"],
        Ub::OtherVariant => &["niched variant", "the value does not match"],
        Ub::TransmuteSize { .. } => &["transmuting from"],
        Ub::ReturnedNever => &["never type", "uninhabited type"],
        Ub::SizeOverflow => &["overflow computing total size"],
        Ub::Aliasing { .. } => &[SHARED_WRITTEN],
        // Custom MIR has no trait objects and no functions with further arguments.
        Ub::NotAVtable { .. } | Ub::CallVariadic { .. } => &[],
        // The heap and unwinding are out of reach.
        Ub::WrongLayout { .. } | Ub::WrongDealloc { .. } | Ub::WrongAlloc { .. } | Ub::UnwindUnreachable => {
            &[]
        }
        // The evaluator has one thread.
        Ub::StaticCalled { .. } | Ub::WrongJoin { .. } | Ub::WrongLock { .. } | Ub::DataRace { .. } => &[],
    }
}

#[test]
fn programs_get_the_same_answer_and_the_same_undefined_behavior_from_the_evaluator() {
    let reference = reference_rustc();
    let tally = Mutex::new(BTreeMap::<&str, usize>::new());
    let count = |what| *tally.lock().unwrap().entry(what).or_default() += 1;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run");
    assert_all(&suite("run"), |path| {
        let known = DIFFERENCES.iter().find(|(file, _)| folder.join(file) == path);
        match (compare(&reference, path), known) {
            (Verdict::Different(_), Some((_, why))) => count(why),
            (Verdict::Different(found), None) => return vec![found],
            (_, Some(_)) => return vec!["they agree, and a difference is documented".to_owned()],
            (Verdict::SameAnswer, None) => count("same answer"),
            (Verdict::SameUb, None) => count("same Undefined Behavior"),
            (Verdict::OutOfReach(reason), None) => count(reason),
        }
        Vec::new()
    });
    let tally = tally.into_inner().unwrap();
    for (what, count) in &tally {
        eprintln!("{count:>4} {what}");
    }
    let compared =
        tally.get("same answer").unwrap_or(&0) + tally.get("same Undefined Behavior").unwrap_or(&0);
    assert!(compared >= LEAST_COMPARED, "only {compared} programs were compared");
}

/// What the evaluator says of a program that prints 1 and then 2, if these were the records.
fn answer_to(reference: &Path, records: &[Record]) -> Evaluation {
    let text = "\
#![feature(custom_mir, core_intrinsics)]
extern crate core;
use core::intrinsics::mir::*;
fn show(x: impl core::fmt::Debug) { println!(\"{x:?}\"); }
#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn main() {
    mir! {
        type RET = ();
        { Call(RET = show(1_u8), ReturnTo(bb1), UnwindContinue()) }
        bb1 = { Call(RET = show(2.0_f32), ReturnTo(bb2), UnwindContinue()) }
        bb2 = { Return() }
    }
}
";
    let program = read(text).expect("the program is custom MIR").program;
    evaluate(reference, &checking(&mut Variant::new(program).expect("it has a `main`"), records))
}

#[test]
fn other_values_and_missing_ones_are_noticed() {
    let reference = reference_rustc();
    let answer = |output: &str| {
        let records = records(output).expect("only sites print");
        answer_to(&reference, &records)
    };
    assert!(matches!(answer("0\u{1f}1\u{1e}1\u{1f}2.0\u{1e}"), Evaluation::Finished));
    for other in ["0\u{1f}1\u{1e}1\u{1f}-2.0\u{1e}", "1\u{1f}2.0\u{1e}0\u{1f}1\u{1e}", "0\u{1f}1\u{1e}"] {
        assert!(matches!(answer(other), Evaluation::PrintedOtherwise(_)), "{other:?}");
    }
    let more = "0\u{1f}1\u{1e}1\u{1f}2.0\u{1e}1\u{1f}2.0\u{1e}";
    assert!(matches!(answer(more), Evaluation::PrintedOtherwise(_)));
}
