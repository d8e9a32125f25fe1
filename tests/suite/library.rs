//! What tests of ordinary Rust share: the reference compiler, made ready for the machine.

use rustassay_judge::interpreter::Interpreter;
use rustassay_testing::{Requirement, reference_toolchain, skip};
use std::path::Path;
use std::sync::OnceLock;

/// Whether the machine has the library's bodies; if not, says so. The first test to ask has them made.
pub fn has_library() -> bool {
    let sysroot = &reference_toolchain().sysroot;
    let places = ["lib/rustlib/src/rust/library/core/src/lib.rs", "share/doc/rust/html/src/core/lib.rs.html"];
    let is_there = places.iter().any(|place| sysroot.join(place).is_file());
    if !is_there {
        skip(Requirement::LibrarySources, "`rustup component add rust-src`");
    }
    is_there
}

/// The reference compiler for the machine, if there are sources of its library. It shares its cache with the command.
pub fn interpreter() -> Option<&'static Interpreter> {
    static INTERPRETER: OnceLock<Interpreter> = OnceLock::new();
    has_library().then(|| {
        INTERPRETER.get_or_init(|| {
            let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache/rustassay");
            let made = Interpreter::new(reference_toolchain(), Some(&cache), &mut |_| {});
            made.unwrap_or_else(|error| panic!("the machine cannot run programs: {error}"))
        })
    })
}

/// A number from the environment, for runs that are longer than a test should be.
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}
