//! Bad input never panics, never hangs, and never takes much memory: it gets a diagnosis. Here readers run in the process; `damaged_commands` has the
//! commands as processes.
//!
//! The suite tries some thousand inputs; `RUSTASSAY_DAMAGED=100000 cargo test --test suite damaged_input` tries more.

use crate::library::number;
use rustassay_arbitrary::{ArbitraryConfig, mangled, program};
use rustassay_campaign::known;
use rustassay_corpus::{Bounds, open};
use rustassay_gen_mir::config::Config as MirConfig;
use rustassay_gen_surface::config::Config as SurfaceConfig;
use rustassay_judge::answer::answer_under;
use rustassay_judge::case::{Case, CaseSource};
use rustassay_judge::config::Sets;
use rustassay_lang::Release;
use rustassay_machine::machine::{Config, Limits};
use rustassay_mir::check::check;
use rustassay_mir::comments::keep_comments;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_mir::read::read;
use rustassay_mir::source::Diagnostic;
use rustassay_mir::surface::{Style, surface};
use rustassay_mutate::workshop::{Choice, Manner, Workshop, read as read_seeds};
use rustassay_random::Random;
use rustassay_report::CampaignSummary;
use rustassay_store::{Reader, Store};
use rustassay_testing::suite;
use rustassay_twins::plan::{File, TwinOptions, plan};
use rustassay_twins::source::MacroFile;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Counts what each thread allocates, to hold readers to their memory limit whatever other tests do at the same time.
struct Counting;

thread_local! {
    /// What a thread has allocated and not freed; less than nothing if it frees what others allocated.
    static USED: Cell<isize> = const { Cell::new(0) };
    /// The most that it had.
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    USED.set(USED.get() + bytes);
    PEAK.set(PEAK.get().max(USED.get()));
}

#[allow(unsafe_code)]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many damaged files are tried: some in the suite, and as many as `RUSTASSAY_DAMAGED` says.
fn files() -> u64 {
    let wanted = std::env::var("RUSTASSAY_DAMAGED").ok().and_then(|count| count.parse().ok());
    wanted.unwrap_or(3_000)
}

/// What a run may take at most.
const MEMORY_LIMIT: isize = 1 << 30;

/// What one input may take at most.
const PATIENCE: Duration = Duration::from_secs(10);

/// Undamaged texts: files of the suites, and random programs in both forms.
pub fn originals() -> Vec<String> {
    let paths: Vec<_> =
        ["check/pass", "check/fail", "run/pass", "diff"].into_iter().flat_map(suite).collect();
    let mut texts: Vec<String> =
        paths.iter().map(|path| std::fs::read_to_string(path).expect("the file can be read")).collect();
    texts.extend(rustassay_corpus::shipped().into_iter().map(|source| source.text));
    for seed in 0..20 {
        let program = program(seed, &ArbitraryConfig::small());
        for form in [Form::People, Form::Fast] {
            let options = PrintOptions { form, release: Release::REFERENCE };
            texts.push(print(&program, &options).expect("the program is for this release"));
        }
    }
    texts
}

/// Everything that is wrong with a text.
fn diagnose(text: &str) -> Vec<Diagnostic> {
    let diagnostics = match read(text) {
        Err(diagnostics) => {
            assert!(!diagnostics.is_empty(), "what cannot be read gets a diagnosis");
            diagnostics
        }
        Ok(parsed) => {
            let violations = check(&parsed.program);
            violations.iter().map(|violation| violation.diagnostic(|at| parsed.spans.span(at))).collect()
        }
    };
    for diagnostic in diagnostics.iter().take(3) {
        assert!(!diagnostic.render("damaged.rs", text, false).is_empty());
        assert!(diagnostic.span.is_none_or(|span| span.end as usize <= text.len()));
    }
    diagnostics
}

/// Holds the readers of all commands against a file, without compilers: what `check`, `fmt`, `run`, `diff`, `reduce` and `bisect` do before they
/// start one, and all of `mutate` and what `twins` plans.
fn feed(seed: u64, bytes: &[u8], file: &Path) -> usize {
    let Ok(text) = std::str::from_utf8(bytes) else { return 1 };
    let found = diagnose(text).len();
    let parsed = read(text);
    if let Ok(parsed) = &parsed {
        for form in [Form::People, Form::Fast] {
            let options = PrintOptions { form, release: Release::REFERENCE };
            if let Ok(printed) = print(&parsed.program, &options) {
                // Comments may be lost in a damaged text, but never in silence.
                let _ = keep_comments(text, parsed, &printed, &options);
            }
        }
    }
    let case = Case::from_text("damaged.rs", text.to_owned(), None);
    if let CaseSource::Mir(source) = &case.source {
        let limits = Limits { steps: 100_000, memory: 64 << 20, ..Limits::default() };
        answer_under(&source.program, Config { limits, ..Config::default() });
        for style in Style::ALL {
            let _ = surface(&source.program, &style);
        }
    }
    std::fs::write(file, bytes).expect("it is our file");
    let opened = open(&[file.to_owned()], Bounds::default()).map(|opened| opened.sources);
    let (seeds, _) = read_seeds(&opened.clone().unwrap_or_default());
    if !seeds.is_empty() {
        let choice = if seed.is_multiple_of(2) { Choice::Careful } else { Choice::Daring };
        Workshop::new(&seeds).make(seed, Manner { choice, steps: 1 });
    }
    for source in opened.unwrap_or_default() {
        let edition = source.edition.name().to_owned();
        let twin = MacroFile { name: source.name, text: source.text, edition, flags: source.flags };
        if let Ok(file) = File::new(twin) {
            plan(&[file], &TwinOptions { seed, pairs: 3, inputs: 2, kind: None });
        }
    }
    found
}

/// Holds the readers of configurations against a text. Gives how many of them refuse it.
fn feed_configuration(text: &str) -> usize {
    let refusals = [
        Sets::parse(text).map(|sets| sets.find("own", 0).is_ok()).is_err(),
        MirConfig::parse(text, None).is_err(),
        SurfaceConfig::parse(text, None).is_err(),
        known::parse(text).is_err(),
    ];
    refusals.into_iter().filter(|&is_refused| is_refused).count()
}

/// Files that configure something.
pub const CONFIGURATIONS: [&str; 3] = [
    "[sets.own]\nlevels = [\"0\", \"3\"]\n[[sets.own.way]]\nname = \"x\"\nflags = [\"-O\"]\n[[toolchain]]\nname = \"mine\"\npath = \"/x/rustc\"\n",
    "[mir]\nprofile = \"pointers\"\nstatements = 40\n[mir.weights]\nassign = 5\n[surface]\nprofile = \"traits\"\nedition = \"2021\"\n",
    "[[known]]\nkey = \"miscompilation | gvn\"\nwhy = \"filed\"\n[[known]]\nkey = \"crash | x\"\nwhy = \"\"\n",
];

/// Tries one input: how many things are wrong with it, or how we failed.
fn try_one(seed: u64, one: &impl Fn(u64) -> usize) -> Result<usize, &'static str> {
    // Others may keep the processors busy, so what takes long gets a second chance with more time.
    for patience in [PATIENCE, 6 * PATIENCE] {
        let began = Instant::now();
        match catch_unwind(AssertUnwindSafe(|| one(seed))) {
            Err(_) => return Err("panicked"),
            Ok(diagnostics) if began.elapsed() <= patience => return Ok(diagnostics),
            Ok(_) => {}
        }
    }
    Err("took too long")
}

/// Tries something with a number of inputs, and says which seeds are bad.
pub fn try_all(count: u64, what: &str, one: impl Fn(u64) -> usize) -> u64 {
    let mut rejected = 0;
    let mut bad = Vec::new();
    PEAK.set(USED.get());
    // Many can be tried in several runs.
    let first = number("RUSTASSAY_FIRST_DAMAGED", 0);
    for seed in first..first + count {
        match try_one(seed, &one) {
            Ok(diagnostics) => rejected += u64::from(diagnostics > 0),
            Err(why) => bad.push((seed, why)),
        }
    }
    assert!(bad.is_empty(), "{what}: these seeds are bad: {bad:?}");
    let peak = PEAK.get();
    assert!(peak < MEMORY_LIMIT, "{what}: the run took {peak} bytes at its peak");
    eprintln!("{what}: {count} inputs, {rejected} rejected, {} MiB at the peak", peak >> 20);
    rejected
}

#[test]
fn damaged_files_get_a_diagnosis() {
    let originals = originals();
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("damaged.rs");
    let count = files();
    let rejected = try_all(count, "files", |seed| {
        let pick = |n: u64| &originals[(n % originals.len() as u64) as usize];
        feed(seed, &mangled(seed, pick(seed), pick(seed.wrapping_mul(7919))), &file)
    });
    assert!(
        rejected > count / 2,
        "only {rejected} of {count} damaged files were rejected: is the damage too small?"
    );
}

#[test]
fn damaged_configurations_get_a_diagnosis() {
    let count = files();
    let rejected = try_all(count, "configurations", |seed| {
        let pick = |n: u64| CONFIGURATIONS[(n % 3) as usize];
        feed_configuration(&String::from_utf8_lossy(&mangled(seed, pick(seed), pick(seed / 3))))
    });
    assert!(rejected > count / 2, "only {rejected} of {count} damaged configurations were rejected");
}

/// A file with some bits flipped, and now and then without its end.
pub fn damage_database(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.below(40) {
        let at = random.below(bytes.len().max(1));
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= 1 << random.below(8);
        }
    }
    if random.below(4) == 0 {
        bytes.truncate(random.below(bytes.len() + 1));
    }
    bytes
}

#[test]
fn damaged_stores_are_read_as_far_as_they_go() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let mut store = Store::open(folder.path()).expect("a new store");
    let run = store.begin_run(r#"{"seed":1}"#, "a test", 1_000).expect("a run");
    store.end_run(run, "time is up", 3_000).expect("it ends");
    drop(store);
    let whole: Vec<(PathBuf, Vec<u8>)> = std::fs::read_dir(folder.path())
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), std::fs::read(path).expect("it can be read")))
        .collect();
    assert!(!whole.is_empty(), "a store has files");
    let count = files() / 10;
    let rejected = try_all(count, "stores", |seed| {
        let mut random = Random::new(seed);
        for (path, bytes) in &whole {
            std::fs::write(path, damage_database(&mut random, bytes)).expect("it is our file");
        }
        let campaign = Reader::open(folder.path()).and_then(|reader| CampaignSummary::read(&reader));
        usize::from(campaign.is_err())
    });
    assert!(
        (1..count).contains(&rejected),
        "{rejected} of {count} stores were rejected: some damage must be noticed, and some must not matter"
    );
}

/// A program in which something is repeated.
fn program_with(statement: &str) -> String {
    format!(
        "#![feature(custom_mir, core_intrinsics)]\nuse core::intrinsics::mir::*;\n\
         #[custom_mir(dialect = \"runtime\", phase = \"optimized\")]\n\
         fn f(_1: u8, _2: (u8,)) -> u8 {{ mir! {{ {{ {statement}\n Return() }} }} }}\nfn main() {{ f(1, (1,)); }}\n"
    )
}

#[test]
fn what_nests_deep_is_refused_with_the_limit_and_the_place() {
    const DEEP: usize = 50_000;
    let chains = [
        format!("RET = _2{};", ".0".repeat(DEEP)),
        format!("RET = _2{};", "[_1]".repeat(DEEP)),
        format!("RET = f{};", "()".repeat(DEEP)),
        format!("RET = _1{};", " + 1".repeat(DEEP)),
        format!("RET = _1{};", " as u8".repeat(DEEP)),
        format!("RET = {}_1;", "-".repeat(DEEP)),
        format!("RET = {}_1{};", "(".repeat(DEEP), ")".repeat(DEEP)),
        format!("RET = {}1{};", "const { ".repeat(DEEP), "}".repeat(DEEP)),
        format!("RET = _1 as {}u8;", "&".repeat(DEEP)),
    ];
    for chain in chains {
        let text = program_with(&chain);
        let found = diagnose(&text);
        let short = &chain[..20];
        assert!(
            found.iter().any(|found| found.code == "too-deep" && found.message.contains("96")),
            "{short}"
        );
        assert!(found.iter().all(|found| found.span.is_some()), "{short}");
        Case::from_text("deep.rs", text, None);
    }
    assert!(read(&program_with(&format!("RET = _2{};", ".0".repeat(90)))).is_ok(), "less is read");
}

#[test]
fn a_literal_without_end_gives_a_message_of_a_few_lines() {
    let texts = [
        program_with(&format!("RET = {};", "9".repeat(5_000_000))),
        program_with(&format!("RET = {};", "x".repeat(5_000_000))),
        program_with(&format!("RET = \"{}\";", "é".repeat(5_000_000))),
        program_with(&format!("Goto({})", "b".repeat(5_000_000))),
    ];
    for text in texts {
        let found = diagnose(&text);
        assert!(!found.is_empty());
        for found in found {
            let drawn = found.render("long.rs", &text, false);
            assert!(drawn.len() < 4_000, "{} bytes: {}", drawn.len(), &found.message[..80]);
            assert!(found.message.len() < 1_000);
        }
    }
}

#[test]
fn a_mark_foreign_line_breaks_and_a_line_for_the_shell_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("marked.rs");
    for path in suite("check/pass") {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let program = read(&text).expect("it can be read").program;
        for other in [
            format!("\u{feff}{text}"),
            text.replace('\n', "\r\n"),
            format!("#!/usr/bin/env run\n{text}"),
            format!("\u{feff}#!/usr/bin/env run\r\n{}", text.replace('\n', "\r\n")),
        ] {
            let again = read(&other).unwrap_or_else(|errors| panic!("{}: {errors:?}", path.display()));
            assert_eq!(again.program.functions, program.functions, "{}", path.display());
            feed(1, other.as_bytes(), &file);
        }
    }
}
