//! Any bytes are taken, whatever was cut off or mixed up.

use crate::common::finished;
use rustassay_outcome::{Compiled, Ran, compiled, ran};
use rustassay_process::{End, Finished};
use rustassay_random::Random;

const ENDS: [End; 8] = [
    End::Exited(0),
    End::Exited(1),
    End::Exited(101),
    End::Exited(134),
    End::Exited(i32::MIN),
    End::Signaled { signal: 11 },
    End::Signaled { signal: i32::MAX },
    End::TimedOut,
];

/// Reads a run in every way.
fn read(run: &Finished) {
    let outcome = compiled(run);
    assert_eq!(outcome.signature().is_none(), outcome == Compiled::Built);
    ran(run);
}

#[test]
fn texts_that_are_cut_anywhere_are_taken() {
    for text in crate::common::texts() {
        let stderr = &text.finished.stderr;
        // Every place near the start, where the forms are told apart, and some of the others.
        for end in (0..stderr.len()).filter(|end| *end < 300 || end % 17 == 0) {
            read(&finished(text.finished.end, &stderr[..end]));
            read(&finished(text.finished.end, &stderr[end..]));
        }
    }
}

#[test]
fn texts_that_are_spliced_and_damaged_are_taken() {
    let texts: Vec<Vec<u8>> = crate::common::texts().into_iter().map(|text| text.finished.stderr).collect();
    let mut random = Random::new(1);
    for round in 0..4_000 {
        let mut stderr = Vec::new();
        for _ in 0..1 + random.below(4) {
            let text = &texts[random.below(texts.len())];
            let start = random.below(text.len());
            let end = start + random.below(text.len() - start + 1);
            stderr.extend_from_slice(&text[start..end]);
        }
        for _ in 0..random.below(12) {
            let at = random.below(stderr.len());
            if let Some(byte) = stderr.get_mut(at) {
                *byte = b"\xff\xc3\0\n`'\"([{<>:;, #"[random.below(16)];
            }
        }
        read(&finished(ENDS[round % ENDS.len()], stderr));
    }
}

#[test]
fn a_limit_of_ours_is_told_whatever_was_printed() {
    for text in crate::common::texts() {
        let of = |end| compiled(&finished(end, text.finished.stderr.clone()));
        assert_eq!(of(End::OutOfMemory), Compiled::OutOfMemory);
        assert_eq!(of(End::OutputTooLong), Compiled::OutputTooLong);
        assert_eq!(of(End::DiskFull), Compiled::DiskFull);
        assert_eq!(of(End::TooManyProcesses), Compiled::TooManyProcesses);
        assert_eq!(ran(&finished(End::TimedOut, text.finished.stderr.clone())), Ran::TimedOut);
    }
}

#[test]
fn a_compiler_that_exits_with_zero_built_the_program() {
    for text in crate::common::texts() {
        assert_eq!(compiled(&finished(End::Exited(0), text.finished.stderr)), Compiled::Built);
    }
}
