//! Benchmarks of the library's own kind, which run once.

#![feature(test)]

extern crate test;

#[bench]
fn adds(bencher: &mut test::Bencher) {
    bencher.iter(|| test::black_box(1) + 1);
}

#[bench]
fn panics(bencher: &mut test::Bencher) {
    bencher.iter(|| panic!("in a benchmark"));
}

#[bench]
#[ignore = "it is slow"]
fn is_ignored(_: &mut test::Bencher) {}
