//! `rustassay reduce`: a smaller program that shows the same bug, with compilers that are made wrong.
#![cfg(target_os = "linux")]

use crate::TOOL;
use crate::library::has_library;
use rustassay_testing::{code, reference_rustc, stderr, stdout, write_compiler};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::OnceLock;

/// Scripts that are the reference rustc and have a bug.
struct Compilers {
    real: PathBuf,
    /// At `-Copt-level=3` it takes `&` for `|`.
    wrong_operator: PathBuf,
    /// The same, but not in `main`.
    not_in_main: PathBuf,
    /// At `-Copt-level=3` it forgets to write the results of `!`.
    lost_store: PathBuf,
    /// It crashes on `Assume`.
    crash: PathBuf,
    /// It takes `^` for `|`, and as soon as a MIR pass runs, `&` as well.
    two_bugs: PathBuf,
}

const WRONG_OPERATOR: &str = r#"case " $* " in *" -Copt-level=3 "*) sed -i 's/ & / | /' case.rs ;; esac"#;

const NOT_IN_MAIN: &str =
    r#"case " $* " in *" -Copt-level=3 "*) sed -i '/fn main()/,/^RET}\|^}/!s/ & / | /' case.rs ;; esac"#;

const LOST_STORE: &str =
    r#"case " $* " in *" -Copt-level=3 "*) sed -i 's/^ *[^ ]* = !.*$//' case.rs ;; esac"#;

const CRASH: &str = r#"
if [ -f case.rs ] && grep -q 'Assume(' case.rs; then
    echo "thread 'rustc' panicked at compiler/rustc_example/src/assume.rs:12:34:" >&2
    echo "nothing can be assumed" >&2
    echo "error: the compiler unexpectedly panicked. this is a bug." >&2
    exit 101
fi"#;

const TWO_BUGS: &str = r#"
[ -f case.rs ] && sed -i 's/ ^ / | /' case.rs
case " $* " in
    *" -Zmir-opt-bisect-limit=0 "*) ;;
    *) [ -f case.rs ] && sed -i 's/ & / | /' case.rs ;;
esac"#;

/// The scripts.
fn compilers() -> &'static Compilers {
    static COMPILERS: OnceLock<Compilers> = OnceLock::new();
    COMPILERS.get_or_init(|| {
        let real = reference_rustc();
        let script = |name: &str, before: &str| {
            let path = folder(name).join("rustc");
            write_compiler(&path, &real, before);
            path
        };
        Compilers {
            wrong_operator: script("wrong-operator", WRONG_OPERATOR),
            not_in_main: script("not-in-main", NOT_IN_MAIN),
            lost_store: script("lost-store", LOST_STORE),
            crash: script("crash", CRASH),
            two_bugs: script("two-bugs", TWO_BUGS),
            real,
        }
    })
}

/// A folder of a test's own, empty, in the one that cargo gives to tests.
fn folder(name: &str) -> PathBuf {
    TOOL.folder(&format!("reduce/{name}"))
}

fn run(args: &[&str]) -> Output {
    TOOL.command().args(args).output().expect("the binary runs")
}

/// The first generated program that a compiler gets wrong, in a file; one of those that everything is found with in moments.
fn shown_by(compiler: &Path, fault: &str, folder: &Path) -> PathBuf {
    for seed in 0..200 {
        let file = folder.join("program.rs");
        let generated = run(&["generate", "mir", "--profile", "default", "--seed", &seed.to_string()]);
        fs::write(&file, &generated.stdout).expect("it is our folder");
        let compiler = compiler.to_str().expect("a path that is text");
        let file_name = file.to_str().expect("a path that is text");
        let output = run(&["diff", "--json", "--backends", "quick", "--rustc", compiler, file_name]);
        let told = String::from_utf8_lossy(&output.stdout);
        if told.contains(&format!("\"fault\":\"{fault}\"")) {
            return file;
        }
    }
    panic!("no program shows a {fault} of {}", compiler.display());
}

/// Reduces a generated program that a compiler gets wrong, and looks at what comes of it: the same is wrong, and it has at most so
/// many statements.
fn reduces(name: &str, compiler: impl Fn(&Compilers) -> &PathBuf, fault: &str, most: u64) {
    let compilers = compilers();
    let compiler = compiler(compilers);
    let folder = folder(&format!("reduces-{name}"));
    let file = shown_by(compiler, fault, &folder);
    let out = folder.join("reduced.rs");
    let paths = [compiler, &file, &out].map(|path| path.to_str().expect("a path that is text"));
    let fixed = ["--backends", "quick", "--rustc", paths[0]];
    let output = run(&[&["reduce", "--json", "--quiet", paths[1], "--out", paths[2]], &fixed[..]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let told: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let text = fs::read_to_string(&out).expect("it was written");
    assert_eq!(told["program"].as_str(), Some(&*text));
    assert!(told["statements"].as_u64().is_some_and(|statements| statements <= most), "{text}");
    assert_eq!(code(&run(&["run", paths[2]])), 0, "the machine runs what is left\n{text}");
    let judged = run(&[&["diff", "--json", paths[2]], &fixed[..]].concat());
    let judged: Value = serde_json::from_slice(&judged.stdout).expect("it is JSON");
    assert_eq!(judged["findings"][0]["fault"], fault, "{text}");
}

#[test]
fn a_wrong_operator_is_all_that_is_left_of_a_program() {
    reduces("wrong-operator", |compilers| &compilers.wrong_operator, "miscompilation", 6);
}

#[test]
fn a_lost_store_is_all_that_is_left_of_a_program() {
    reduces("lost-store", |compilers| &compilers.lost_store, "miscompilation", 8);
}

/// Reduces `tests/reduce/caught.rs`, whose only `&` is in a function that `catch_unwind` calls. Gives what is left, in custom MIR and in surface Rust.
fn reduces_caught(name: &str, compiler: &Path, backends: &str) -> (Value, String) {
    let surface = folder(&format!("caught-{name}")).join("surface.rs");
    let [compiler, surface_path] =
        [compiler, &surface].map(|path| path.to_str().expect("a path that is text"));
    let args = ["reduce", "--json", "--quiet", "tests/reduce/caught.rs", "--surface", surface_path];
    let output = run(&[&args[..], &["--backends", backends, "--rustc", compiler]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let told = serde_json::from_slice(&output.stdout).expect("it is JSON");
    (told, fs::read_to_string(&surface).expect("a translation shows it, too"))
}

/// What a person would have written to show that `&` is wrong.
const IN_SURFACE: &str = "fn show(a: u8) {\n    println!(\"{a}\");\n}\n\nfn main() {\n    let v1: u8 = 1_u8 & 0_u8;\n    show(v1);\n}\n";

#[test]
fn a_call_by_catch_unwind_is_not_needed_where_the_bug_is_in_what_it_calls() {
    let compilers = compilers();
    let (told, surface) = reduces_caught("anywhere", &compilers.wrong_operator, "quick");
    let program = told["program"].as_str().unwrap_or_default();
    assert_eq!(told["statements"], 2, "the operator, and the call that prints: {program}");
    // What custom MIR itself needs are all but two of them.
    assert!(program.lines().count() <= 24, "{program}");
    assert_eq!(surface, IN_SURFACE);
}

#[test]
fn a_function_that_is_called_by_catch_unwind_stays_where_the_bug_needs_a_call() {
    let compilers = compilers();
    let (told, surface) = reduces_caught("not-in-main", &compilers.not_in_main, "quick");
    let program = told["program"].as_str().unwrap_or_default();
    assert!(told["statements"].as_u64().is_some_and(|statements| statements <= 4), "{program}");
    assert!(!program.contains("catch_unwind") && !surface.contains("catch_unwind"), "{program}\n{surface}");
    assert!(program.lines().count() <= 37 && surface.lines().count() <= 13, "{program}\n{surface}");
}

#[test]
fn a_translation_is_found_whatever_else_the_program_was_judged_by() {
    let compilers = compilers();
    // Among them is the evaluator of constants, which cannot run surface Rust.
    let (told, surface) = reduces_caught("default", &compilers.wrong_operator, "default");
    assert_eq!(surface, IN_SURFACE);
    assert_eq!(told["surface"].as_str(), Some(&*surface));
}

#[test]
fn a_reduction_keeps_to_the_cause_that_it_was_given() {
    let Compilers { two_bugs, .. } = compilers();
    let out = folder("keeps-to-the-cause").join("reduced.rs");
    let [compiler, out_path] = [two_bugs, &out].map(|path| path.to_str().expect("a path that is text"));
    let args = ["reduce", "--quiet", "tests/reduce/two-bugs.rs", "--out", out_path];
    let output = run(&[&args[..], &["--backends", "quick", "--rustc", compiler]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // The whole program is wrong without any pass, so what is wrong by a pass is another bug.
    let text = fs::read_to_string(&out).expect("it was written");
    assert!(text.contains(" ^ "), "{text}");
}

#[test]
fn the_statement_that_a_compiler_crashes_on_is_all_that_is_left_of_a_program() {
    reduces("crash", |compilers| &compilers.crash, "compiler-crash", 3);
}

#[test]
fn a_program_that_all_compilers_get_right_is_refused_with_what_they_did() {
    let compilers = compilers();
    let real = compilers.real.to_str().expect("a path that is text");
    let file = Path::new("tests/run/pass/integers/wrapping.rs");
    let output = run(&["reduce", file.to_str().expect("text"), "--backends", "quick", "--rustc", real]);
    assert_eq!(code(&output), 2);
    let told = stderr(&output);
    assert!(told.contains("all agree") && told.contains("there is nothing to reduce"), "{told}");
    assert!(output.stdout.is_empty());
}

#[test]
fn ordinary_rust_is_cut_on_its_syntax_tree() {
    let compilers = compilers();
    let folder = folder("ordinary");
    let (file, out) = (folder.join("program.rs"), folder.join("reduced.rs"));
    let text = "struct Unused { field: u32 }\n\nfn helper(n: u32) -> u32 {\n    n + 1\n}\n\nfn main() {\n    let a = helper(5);\n    \
                println!(\"hello\");\n    let b = std::hint::black_box(a & 3);\n    println!(\"{b}\");\n}\n";
    fs::write(&file, text).expect("it is our folder");
    let paths = [&compilers.wrong_operator, &file, &out].map(|path| path.to_str().expect("text"));
    let args = ["reduce", paths[1], "--quiet", "--out", paths[2], "--backends", "quick", "--rustc", paths[0]];
    let output = run(&args);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let reduced = fs::read_to_string(&out).expect("it was written");
    assert!(
        reduced.contains(" & ") && !reduced.contains("Unused") && !reduced.contains("hello"),
        "{reduced}"
    );
}

/// Reduces ordinary Rust that a compiler gets wrong, without Miri.
fn reduces_unsafe(name: &str, text: &str) -> Output {
    let folder = folder(name);
    let file = folder.join("program.rs");
    fs::write(&file, text).expect("it is our folder");
    let paths = [&compilers().wrong_operator, &file].map(|path| path.to_str().expect("text"));
    run(&["reduce", paths[1], "--quiet", "--backends", "quick", "--rustc", paths[0]])
}

#[test]
fn the_machine_sees_to_it_that_unsafe_code_stays_free_of_undefined_behavior() {
    if !has_library() {
        return;
    }
    // Without the assignment, the value is read before it is there.
    let text = "use std::mem::MaybeUninit;\n\nfn main() {\n    let mut x = MaybeUninit::<u32>::uninit();\n    \
                println!(\"start\");\n    x.write(6);\n    let y = unsafe { x.assume_init() } & 3;\n    println!(\"{y}\");\n}\n";
    let output = reduces_unsafe("unsafe", text);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let reduced = stdout(&output);
    assert!(reduced.contains(" & 3") && !reduced.contains("start"), "{reduced}");
    assert!(!reduced.contains("uninit()") || reduced.contains("x.write("), "{reduced}");
}

#[test]
fn unsafe_code_that_the_machine_cannot_run_is_not_cut_without_miri() {
    let text = "fn main() {\n    let x: u32;\n    unsafe { std::arch::asm!(\"mov {0:e}, 6\", out(reg) x) };\n    \
                println!(\"{}\", x & 3);\n}\n";
    let output = reduces_unsafe("assembly", text);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("without Miri"), "{}", stderr(&output));
}

#[test]
fn a_reduction_that_is_stopped_keeps_the_best_so_far() {
    let compilers = compilers();
    let folder = folder("stopped");
    let file = shown_by(&compilers.wrong_operator, "miscompilation", &folder);
    let out = folder.join("reduced.rs");
    let paths = [&compilers.wrong_operator, &file, &out].map(|path| path.to_str().expect("text"));
    let fixed = ["--backends", "quick", "--rustc", paths[0]];
    let output =
        run(&[&["reduce", paths[1], "--quiet", "--for", "1s", "--out", paths[2]], &fixed[..]].concat());
    // A fast machine may be done by then.
    assert!(matches!(code(&output), 0 | 1), "{}", stderr(&output));
    let judged = run(&[&["diff", paths[2]], &fixed[..]].concat());
    assert_eq!(code(&judged), 1, "what was written shows the bug\n{}", stderr(&judged));
}
