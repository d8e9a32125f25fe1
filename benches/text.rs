//! Reading, printing and checking custom-MIR text: throughput, and how cost grows with size.
//!
//! `syn` parses the same text for comparison: it is what a tool would use that did not have a reader of its own, although
//! its tree says less, because a `mir!` body is tokens to it.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use rustassay_arbitrary::{ArbitraryConfig, program};
use rustassay_lang::Release;
use rustassay_mir::check::check;
use rustassay_mir::model::Program;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_mir::read::read;

/// Program sizes in statements.
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

fn main() {
    divan::main();
}

fn sample(statements: usize) -> Program {
    program(1, &ArbitraryConfig::sized(statements))
}

fn text(program: &Program, form: Form) -> String {
    print(program, &PrintOptions { form, release: Release::REFERENCE })
        .expect("the program is for this release")
}

fn statements(program: &Program) -> usize {
    let blocks = program.functions.iter().flat_map(|function| &function.body.blocks);
    blocks.map(|block| block.statements.len() + 1).sum()
}

#[divan::bench(args = SIZES, sample_count = 15)]
fn read_people(bencher: Bencher, size: usize) {
    let text = text(&sample(size), Form::People);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| read(black_box(&text)).expect("our own text can be read"));
}

#[divan::bench(args = SIZES, sample_count = 15)]
fn read_fast(bencher: Bencher, size: usize) {
    let text = text(&sample(size), Form::Fast);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| read(black_box(&text)).expect("our own text can be read"));
}

#[divan::bench(args = SIZES, sample_count = 15)]
fn read_fast_with_syn(bencher: Bencher, size: usize) {
    let text = text(&sample(size), Form::Fast);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| syn::parse_file(black_box(&text)).expect("our own text is Rust"));
}

#[divan::bench(args = SIZES, sample_count = 15)]
fn print_people(bencher: Bencher, size: usize) {
    let program = sample(size);
    let bytes = text(&program, Form::People).len();
    bencher.counter(BytesCount::new(bytes)).bench(|| text(black_box(&program), Form::People));
}

#[divan::bench(args = SIZES, sample_count = 15)]
fn print_fast(bencher: Bencher, size: usize) {
    let program = sample(size);
    let bytes = text(&program, Form::Fast).len();
    bencher.counter(BytesCount::new(bytes)).bench(|| text(black_box(&program), Form::Fast));
}

#[divan::bench(args = SIZES, sample_count = 15)]
fn check_statements(bencher: Bencher, size: usize) {
    let program = sample(size);
    bencher.counter(ItemsCount::new(statements(&program))).bench(|| check(black_box(&program)));
}
