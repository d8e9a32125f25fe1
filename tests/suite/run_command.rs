//! The exit codes of `rustassay run`, and where it writes what.

use crate::TOOL;
use crate::library::has_library;
use rustassay_testing::{reference_rustc, stderr, stdout};
use std::io::{BufRead, BufReader, Read, Write};
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
    // A command line that is refused is refused before anything is read.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
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
    let told = stderr(&output);
    assert!(
        told.contains("to see it again: rustassay run ") && told.contains(&format!(" --seed {first}\n")),
        "{told}"
    );
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
    assert!(stderr(&output).contains("relies on an unspecified layout"), "{}", stderr(&output));
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
    let unknown = "fn assembly() { unsafe { std::arch::asm!(\"nop\") } }";
    let blocks = "{ Call(RET = assembly(), ReturnTo(bb1), UnwindContinue()) } bb1 = { Return() }";
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
fn repeated_calls_of_a_recursion_are_counted() {
    let text = "fn f(n: u32) -> u32 { 1 + f(n + 1) }\nfn main() { println!(\"{}\", f(0)); }";
    let Some(output) = run_ordinary(text, &["--depth-limit", "50"]) else { return };
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    let report = stderr(&output);
    assert!(report.contains("more calls at the same place\n"), "{report}");
    assert_eq!(report.matches("::f\n").count(), 1, "{report}");
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

/// Runs ordinary Rust with the reference compiler; nothing if the machine does not have its library.
pub fn run_ordinary(text: &str, options: &[&str]) -> Option<Output> {
    let rustc = reference_rustc();
    let rustc = ["--rustc", rustc.to_str().expect("a path that is text")];
    has_library().then(|| run_text(text, &[&rustc, options].concat()))
}

/// What a program of ordinary Rust prints that ends well.
#[track_caller]
fn assert_prints(text: &str, options: &[&str], expected: &str) {
    let Some(output) = run_ordinary(text, options) else { return };
    assert_eq!(
        (output.status.code(), stdout(&output).as_str()),
        (Some(0), expected),
        "{options:?}: {}",
        stderr(&output)
    );
}

#[test]
fn output_is_seen_as_it_comes() {
    if !has_library() {
        return;
    }
    let file = TOOL.folder("streaming").join("endless.rs");
    std::fs::write(&file, "fn main() { println!(\"first\"); eprintln!(\"second\"); loop {} }\n").unwrap();
    let mut child = TOOL
        .command()
        .arg("run")
        .arg("--rustc")
        .arg(reference_rustc())
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let first_line = |stream: &mut dyn Read| {
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).expect("it can be read");
        line
    };
    // The program never ends: whoever waits for its end waits in vain.
    let lines = [
        first_line(child.stdout.as_mut().expect("it is piped")),
        first_line(child.stderr.as_mut().expect("it is piped")),
    ];
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(lines, ["first\n", "second\n"]);
}

#[test]
fn with_json_all_output_comes_at_the_end() {
    let Some(output) = run_ordinary("fn main() { print!(\"a\"); eprint!(\"b\") }", &["--json"]) else {
        return;
    };
    let data: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("nothing but JSON is printed");
    assert_eq!((&data["stdout"], &data["stderr"]), (&"a".into(), &"b".into()));
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_dangling_reference_is_told_with_where_its_memory_was_made_and_freed() {
    let text = "fn main() {
    let pointer = Box::into_raw(Box::new(5));
    drop(unsafe { Box::from_raw(pointer) });
    let reference = unsafe { &*pointer };
}";
    let Some(output) = run_ordinary(text, &[]) else { return };
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for part in ["encountered a dangling reference (use-after-free)", "was allocated here", "was freed here"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_program_asks_for_its_own_backtrace() {
    let text = "
unsafe extern \"Rust\" {
    fn miri_backtrace_size(flags: u64) -> usize;
    fn miri_get_backtrace(flags: u64, buffer: *mut *mut ());
    fn miri_resolve_frame(frame: *mut (), flags: u64) -> Frame;
    fn miri_resolve_frame_names(frame: *mut (), flags: u64, name: *mut u8, file: *mut u8);
}
#[repr(C)]
struct Frame {
    name: usize,
    file: usize,
    line: u32,
    column: u32,
    function: *mut (),
}
fn inner() {
    let mut frames = vec![std::ptr::null_mut(); unsafe { miri_backtrace_size(0) }];
    unsafe { miri_get_backtrace(1, frames.as_mut_ptr()) };
    for &at in &frames[..2] {
        let frame = unsafe { miri_resolve_frame(at, 1) };
        let (mut name, mut file) = (vec![0; frame.name], vec![0; frame.file]);
        unsafe { miri_resolve_frame_names(at, 0, name.as_mut_ptr(), file.as_mut_ptr()) };
        let is_inner = frame.function == inner as fn() as *mut ();
        println!(\"{} {}:{} {is_inner}\", String::from_utf8(name).unwrap(), frame.line, frame.column);
    }
}
fn main() {
    inner();
}
";
    assert_prints(text, &["--edition", "2024"], "inner 18:14 true\nmain 28:5 false\n");
}

#[test]
fn overflow_panics_as_in_a_debug_build() {
    for text in [
        "fn main() { let many = vec![200_u8; 2]; println!(\"{}\", many[0] + many[1]); }",
        "fn main() { let many = vec![200_u8; 2]; println!(\"{}\", many.iter().sum::<u8>()); }",
    ] {
        let Some(output) = run_ordinary(text, &[]) else { return };
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert!(stderr(&output).contains("attempt to add with overflow"), "{}", stderr(&output));
    }
}

#[test]
fn debug_assertions_are_on() {
    assert_prints("fn main() { println!(\"{}\", cfg!(debug_assertions)); }", &[], "true\n");
}

#[test]
fn the_edition_is_the_options() {
    let text = "trait T { fn f(u8) {} } impl T for u8 {} fn main() { println!(\"old\"); }";
    assert_prints(text, &["--edition", "2015"], "old\n");
    let Some(output) = run_ordinary(text, &["--edition", "2021"]) else { return };
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn with_symbolic_layout_a_value_whose_layout_is_open_is_aligned_as_a_whole() {
    let text = "use std::sync::Mutex;
        struct Wide { small: u8, large: u64 }
        static WIDE: Mutex<Wide> = Mutex::new(Wide { small: 1, large: 2 });
        fn main() { let wide = WIDE.lock().unwrap(); assert_eq!(u64::from(wide.small) + wide.large, 3); }";
    assert_prints(text, &["--symbolic-layout"], "");
}

#[test]
fn recursive_validation_leaves_out_what_may_dangle() {
    let text = "use std::mem::ManuallyDrop;
        struct Holds<'a>(ManuallyDrop<&'a u64>, &'a bool);
        fn take(holds: Holds<'_>) -> u64 { **holds.0 }
        fn main() { println!(\"{} {:?}\", take(Holds(ManuallyDrop::new(&1), &true)), std::env::var(\"A\").is_ok()); }";
    assert_prints(text, &["--validation", "recursive"], "1 false\n");
}

#[test]
fn a_program_is_configured() {
    let text = "fn main() { println!(\"{} {}\", cfg!(this), cfg!(that = \"x\")); }";
    assert_prints(text, &["--cfg", "this", "--cfg", "that=\"x\""], "true true\n");
}

#[test]
fn a_program_gets_the_arguments_after_the_dashes() {
    let text = "fn main() { println!(\"{:?}\", std::env::args().skip(1).collect::<Vec<_>>()); }";
    assert_prints(text, &["--", "--seed", "two words"], "[\"--seed\", \"two words\"]\n");
}

#[test]
fn a_program_uses_crates_that_are_named_or_found_in_a_folder() {
    if !has_library() {
        return;
    }
    let folder = TOOL.folder("extern");
    let library = folder.join("helper.rs");
    std::fs::write(&library, "pub fn twice<T: Clone>(x: &T) -> (T, T) { (x.clone(), x.clone()) }\n").unwrap();
    let metadata = folder.join("libhelper.rmeta");
    // The flags of our own: a library has the bodies of its functions that are not generic only with them.
    let compiled = std::process::Command::new(reference_rustc())
        .args(["--crate-type=lib", "--crate-name=helper", "--emit=metadata", "-Zalways-encode-mir", "-o"])
        .args([&metadata, &library])
        .env("RUSTC_BOOTSTRAP", "1")
        .status()
        .expect("rustc runs");
    assert!(compiled.success());
    let text = "fn main() { println!(\"{:?}\", helper::twice(&\"a\")); }";
    let named = format!("helper={}", metadata.display());
    assert_prints(text, &["--extern", &named], "(\"a\", \"a\")\n");
    let folder = folder.to_str().expect("a path that is text");
    assert_prints(text, &["-L", folder, "--extern", "helper"], "(\"a\", \"a\")\n");
}

#[test]
fn every_seed_is_tried_and_the_output_must_not_depend_on_it() {
    assert_prints("fn main() { println!(\"same\"); }", &["--seeds", "0..4"], "same\n");
    let address = "fn main() { println!(\"{:p}\", &5); }";
    let Some(output) = run_ordinary(address, &["--seeds", "0..4"]) else { return };
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("the program's output depends on the seed"), "{}", stderr(&output));
}

#[test]
fn an_isolated_program_finds_the_same_world_each_time() {
    let text = "fn main() {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        let variables: Vec<_> = std::env::vars().collect();
        println!(\"{} {:?} {}\", now.as_secs(), variables, std::env::current_dir().unwrap().display());
    }";
    assert_prints(text, &[], "1577836800 [] /\n");
    assert_prints(text, &["--env", "A=b"], "1577836800 [(\"A\", \"b\")] /\n");
}

#[test]
fn a_program_without_isolation_finds_this_machine() {
    let text = "fn main() {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        println!(\"{} {:?}\", now.as_secs() > 1_700_000_000, std::env::var(\"XDG_CACHE_HOME\").is_ok());
    }";
    assert_prints(text, &["--isolation", "off"], "true true\n");
}

/// A program that isolation refuses says what would allow it.
#[track_caller]
fn assert_refused(text: &str, options: &[&str], parts: &[&str]) {
    let Some(output) = run_ordinary(text, options) else { return };
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    for part in parts {
        assert!(stderr(&output).contains(part), "{}", stderr(&output));
    }
}

#[test]
fn a_constant_that_fails_is_a_rejection_also_where_the_program_never_gets() {
    let text = "struct Size<T>(T);\nimpl<T> Size<T> { const LIMITED: () = assert!(size_of::<T>() < 8, \"too large\"); }\n\
                fn check<T>(is_wanted: bool) { if is_wanted { Size::<T>::LIMITED } }\n\
                fn main() { check::<u8>(true); check::<[u64; 2]>(std::env::args().count() > 9); println!(\"end\"); }";
    let Some(output) = run_ordinary(text, &[]) else { return };
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let told = stderr(&output);
    assert!(told.contains("too large") && told.contains("the evaluation of a constant panicked"), "{told}");
    assert!(output.stdout.is_empty(), "a compiler makes no program of it");
}

#[test]
fn a_file_is_refused_and_it_is_said_what_would_allow_it() {
    let text = "fn main() { println!(\"{:?}\", std::fs::read(\"x\")); }";
    assert_refused(
        text,
        &[],
        &["`open64` of `x` is not available in isolation", "--allow-dir DIR", "--disable-isolation"],
    );
}

#[test]
fn another_process_is_refused_with_and_without_isolation() {
    let text = "fn main() { let _ = std::process::Command::new(\"true\").output(); }";
    for options in [&[][..], &["--disable-isolation"]] {
        assert_refused(text, options, &["would start another process", "no option allows this"]);
    }
}

#[test]
fn the_null_device_is_there_in_isolation() {
    let text = "fn main() {
        std::fs::write(\"/dev/null\", \"x\").unwrap();
        println!(\"{:?}\", std::fs::read(\"/dev/null\"));
    }";
    assert_prints(text, &[], "Ok([])\n");
}

#[test]
fn the_network_and_the_input_are_refused() {
    let connects = "fn main() { let _ = std::net::TcpStream::connect(\"127.0.0.1:1\"); }";
    assert_refused(connects, &[], &["`socket` is not available in isolation", "--disable-isolation"]);
    let reads = "fn main() { let _ = std::io::stdin().read_line(&mut String::new()); }";
    assert_refused(reads, &[], &["standard input is not available in isolation", "--disable-isolation"]);
}

#[test]
fn a_refused_call_fails_if_that_is_wanted() {
    let text = "fn main() { println!(\"{:?}\", std::fs::read(\"x\").map_err(|error| error.kind())); }";
    assert_prints(text, &["--isolation-error", "hide"], "Err(PermissionDenied)\n");
}

#[test]
fn custom_mir_and_surface_functions_call_each_other() {
    let text = "#![feature(custom_mir, core_intrinsics)]
        use core::intrinsics::mir::*;
        fn distinct(n: u32) -> usize { (0..n).map(|i| i % 7).collect::<std::collections::BTreeSet<_>>().len() }
        #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
        fn one_more(_1: u32) -> usize { mir! {
            let _2: usize;
            { Call(_2 = distinct(_1), ReturnTo(bb1), UnwindContinue()) }
            bb1 = { RET = _2 + 1_usize; Return() }
        } }
        fn main() { println!(\"{:?}\", [3, 20].map(one_more)); }";
    assert_prints(text, &[], "[4, 8]\n");
}

#[test]
fn a_profile_says_where_the_steps_go_and_is_the_same_each_time() {
    if !has_library() {
        return;
    }
    let program = "
        #[inline(never)] fn hot() -> u32 { (0..20_000).fold(0, u32::wrapping_add) }
        #[inline(never)] fn cold() -> u32 { 1 }
        fn main() { assert!(hot() > cold()); }";
    let folder = TOOL.folder("profile");
    let file = |name: &str| folder.join(name).display().to_string();
    let rustc = reference_rustc().display().to_string();
    let profile = |name: &str| {
        let output = run_text(program, &["--rustc", &rustc, "--profile", &file(name)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        std::fs::read_to_string(file(name)).unwrap()
    };
    let stacks = profile("first.folded");
    let samples = |function: &str| -> u64 {
        let lines = stacks.lines().filter(|line| line.contains(function));
        lines.map(|line| line.rsplit_once(' ').unwrap().1.parse::<u64>().unwrap()).sum()
    };
    assert!(samples("::hot") > 100 && samples("::cold") == 0, "{stacks}");
    assert_eq!(profile("second.folded"), stacks);
    assert!(profile("picture.svg").contains("::hot"));
}

/// Two threads that wait for each other's lock, whoever runs when.
const DEADLOCK: &str = "\
use std::sync::{Barrier, Mutex};
static LOCKS: [Mutex<()>; 2] = [Mutex::new(()), Mutex::new(())];
fn main() {
    let barrier = Barrier::new(2);
    let lock_both = |first: usize| {
        let _first = LOCKS[first].lock();
        barrier.wait();
        let _second = LOCKS[1 - first].lock();
    };
    std::thread::scope(|scope| {
        let other = std::thread::Builder::new().name(\"other\".to_owned());
        other.spawn_scoped(scope, || lock_both(1)).unwrap();
        lock_both(0);
    });
}
";

#[test]
fn a_deadlock_exits_with_3_and_says_what_each_thread_waits_for() {
    for seed in ["0", "1"] {
        let Some(output) = run_ordinary(DEADLOCK, &["--seed", seed]) else { return };
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        for part in ["deadlocked", "thread 0 `main` waits", "thread 1 `other` waits", "main::{closure#0}"] {
            assert!(stderr(&output).contains(part), "{part}: {}", stderr(&output));
        }
    }
}

#[test]
fn threads_that_outlive_main_are_told_as_leaks_are() {
    let text = "fn main() { std::thread::spawn(|| loop { std::thread::park() }); }";
    for (leaks, code) in [("tell", 0), ("deny", 1), ("ignore", 0)] {
        let Some(output) = run_ordinary(text, &["--leaks", leaks]) else { return };
        assert_eq!(output.status.code(), Some(code), "{leaks}: {}", stderr(&output));
        let is_told = stderr(&output).contains("without waiting for all remaining threads");
        assert_eq!(is_told, leaks != "ignore", "{leaks}: {}", stderr(&output));
    }
}

#[test]
fn undefined_behavior_is_told_with_its_thread() {
    let text = "fn main() { std::thread::Builder::new().name(\"bad\".to_owned())\
        .spawn(|| unsafe { std::hint::unreachable_unchecked() }).unwrap().join().unwrap(); }";
    let Some(output) = run_ordinary(text, &[]) else { return };
    assert!(stderr(&output).contains("this happened in thread 1 `bad`"), "{}", stderr(&output));
}

#[test]
fn a_program_sees_the_processors_that_it_is_given() {
    let text = "fn main() { println!(\"{}\", std::thread::available_parallelism().unwrap()); }";
    assert_prints(text, &["--num-cpus", "3"], "3\n");
}

#[test]
fn seeds_show_that_the_order_of_threads_is_open() {
    // Without a barrier, the first thread has often ended before the second one begins.
    let text = "fn main() { let both = std::sync::Barrier::new(2); std::thread::scope(|scope| for n in 0..2 { \
                let both = &both; scope.spawn(move || { both.wait(); println!(\"{n}\"); }); }); }";
    let mut orders: Vec<String> = Vec::new();
    for seed in 0..16 {
        let Some(output) = run_ordinary(text, &["--seed", &seed.to_string()]) else { return };
        orders.push(stdout(&output));
    }
    orders.sort();
    orders.dedup();
    assert_eq!(orders, ["0\n1\n", "1\n0\n"]);
}
