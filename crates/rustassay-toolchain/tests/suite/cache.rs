//! What is known of a compiler is believed for as long as the compiler is the same, and never in the way.
#![cfg(unix)]

use crate::common::Fake;
use rustassay_testing::write_script;
use rustassay_toolchain::Cache;
use std::fs::{self, File};

/// A compiler that has been tried out as 1.85.0 and says 1.86.0 from then on.
fn known() -> (Fake, Cache) {
    let fake = Fake::new("1.85.0", "exit 1");
    let cache = Cache::at(&fake.folder().join("cache/toolchains.json"));
    assert_eq!(fake.version(&cache), "1.85.0");
    fake.introduce("1.86.0");
    (fake, cache)
}

#[test]
fn a_compiler_is_tried_out_once() {
    let (fake, cache) = known();
    assert_eq!(fake.version(&cache), "1.85.0");
}

#[test]
fn a_refresh_asks_again_and_is_remembered() {
    let (fake, cache) = known();
    assert_eq!(fake.version(&cache.clone().refreshed()), "1.86.0");
    fake.introduce("1.87.0");
    assert_eq!(fake.version(&cache), "1.86.0");
}

#[test]
fn without_a_cache_nothing_is_believed() {
    let (fake, _) = known();
    assert_eq!(fake.version(&Cache::none()), "1.86.0");
}

#[test]
fn a_script_with_another_text_is_another_compiler() {
    let (fake, cache) = known();
    let text = fs::read_to_string(fake.rustc()).expect("it is there");
    let modified = fs::metadata(fake.rustc()).and_then(|data| data.modified()).expect("it is there");
    // The same length, the same file, the same time.
    write_script(&fake.rustc(), &text.replace("exit 1", "exit 2"));
    let file = File::open(fake.rustc()).expect("it is there");
    file.set_modified(modified).expect("it is our file");
    drop(file);
    assert_eq!(fake.version(&cache), "1.86.0");
}

#[test]
fn a_compiler_whose_libraries_change_is_another_one() {
    for library in [
        "lib/librustc_driver-0123.so",
        "lib/x86_64-linux-gnu/librustc_driver-0123.so",
        "lib/rustlib/x86_64-unknown-linux-gnu/codegen-backends/librustc_codegen_cranelift.so",
        "bin/miri",
    ] {
        let (fake, cache) = known();
        fake.write(library, "");
        assert_eq!(fake.version(&cache), "1.86.0", "{library}");
        fake.introduce("1.87.0");
        assert_eq!(fake.version(&cache), "1.86.0", "{library}");
        fake.write(library, "longer");
        assert_eq!(fake.version(&cache), "1.87.0", "{library}");
    }
}

#[test]
fn a_damaged_cache_is_none_and_is_replaced() {
    let (fake, cache) = known();
    let file = fake.folder().join("cache/toolchains.json");
    let whole = fs::read_to_string(&file).expect("it was written");
    let halves =
        [String::new(), "{}".to_owned(), whole[..whole.len() / 2].to_owned(), whole.replace("85", "x")];
    for damaged in halves {
        fake.introduce("1.86.0");
        fs::write(&file, &damaged).expect("it is our file");
        assert_eq!(fake.version(&cache), "1.86.0", "{damaged}");
        fake.introduce("1.87.0");
        assert_eq!(fake.version(&cache), "1.86.0", "{damaged}");
    }
}

#[test]
fn a_cache_of_other_probes_is_none() {
    let (fake, cache) = known();
    let file = fake.folder().join("cache/toolchains.json");
    let text = fs::read_to_string(&file).expect("it was written");
    assert!(text.starts_with("{\"probes\":"), "{text}");
    fs::write(&file, text.replacen("{\"probes\":", "{\"probes\":9", 1)).expect("it is our file");
    assert_eq!(fake.version(&cache), "1.86.0");
}

#[test]
fn a_cache_that_cannot_be_written_is_no_error() {
    let fake = Fake::new("1.85.0", "exit 1");
    let below_a_file = Cache::at(&fake.rustc().join("toolchains.json"));
    assert_eq!(fake.version(&below_a_file), "1.85.0");
    let a_folder = Cache::at(fake.folder());
    assert_eq!(fake.version(&a_folder), "1.85.0");
}

#[test]
fn many_at_once_leave_a_whole_cache_and_nothing_else() {
    let (fake, cache) = known();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(fake.version(&cache.clone().refreshed()), "1.86.0"));
        }
    });
    let names = fs::read_dir(fake.folder().join("cache")).expect("it was made");
    let names: Vec<_> = names.map(|entry| entry.expect("it can be listed").file_name()).collect();
    assert_eq!(names, ["toolchains.json"]);
    fake.introduce("1.87.0");
    assert_eq!(fake.version(&cache), "1.86.0");
}
