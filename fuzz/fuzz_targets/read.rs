//! Any text is read and checked without a panic, and what is accepted survives printing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rustassay_mir::check::check;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_mir::read::read;
use rustassay_lang::Release;

fuzz_target!(|text: &str| {
    let Ok(parsed) = read(text) else { return };
    if !check(&parsed.program).is_empty() {
        return;
    }
    for form in [Form::People, Form::Fast] {
        let Ok(printed) = print(&parsed.program, &PrintOptions { form, release: Release::REFERENCE }) else { continue };
        let again = read(&printed).expect("what was printed can be read");
        assert!(again.program == parsed.program, "what was printed reads as another program");
    }
});
