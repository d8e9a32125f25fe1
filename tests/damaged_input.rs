//! Bad input never panics, never hangs, and never takes much memory: it gets a diagnosis.

mod support;

use rustassay_arbitrary::{Config, damaged, program};
use rustassay_mir::check::check;
use rustassay_mir::print::{Form, Options, print};
use rustassay_mir::read::read;
use rustassay_mir::release::Release;
use rustassay_mir::source::Diagnostic;
use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use support::suite;

/// Counts what is allocated, to hold the reader to its memory limit.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[allow(unsafe_code)]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(used, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many damaged files are tried.
const FILES: u64 = 10_000;

/// What a run may take at most.
const MEMORY_LIMIT: usize = 1 << 30;

/// Undamaged texts: files of the suites, and random programs in both forms.
fn originals() -> Vec<String> {
    let paths: Vec<_> = ["check/pass", "check/fail"].into_iter().flat_map(suite).collect();
    let mut texts: Vec<String> =
        paths.iter().map(|path| std::fs::read_to_string(path).expect("the file can be read")).collect();
    for seed in 0..20 {
        let program = program(seed, &Config::small());
        for form in [Form::People, Form::Fast] {
            let options = Options { form, release: Release::REFERENCE };
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

#[test]
fn damaged_files_get_a_diagnosis() {
    let originals = originals();
    let mut rejected = 0;
    let mut panicked = Vec::new();
    for seed in 0..FILES {
        let pick = |n: u64| &originals[(n % originals.len() as u64) as usize];
        let text = damaged(seed, pick(seed), pick(seed.wrapping_mul(7919)));
        match catch_unwind(AssertUnwindSafe(|| diagnose(&text))) {
            Ok(diagnostics) => rejected += u64::from(!diagnostics.is_empty()),
            Err(_) => panicked.push(seed),
        }
    }
    assert!(panicked.is_empty(), "these seeds panicked: {panicked:?}");
    assert!(
        rejected > FILES / 2,
        "only {rejected} of {FILES} damaged files were rejected: is the damage too small?"
    );
    let peak = PEAK.load(Ordering::Relaxed);
    assert!(peak < MEMORY_LIMIT, "the run took {peak} bytes at its peak");
}
