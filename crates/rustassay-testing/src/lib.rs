//! What Rustassay's own tests share. It is a dev-dependency only.
//!
//! - [`reference_rustc`] and [`reference_toolchain`]: the compiler that tests compile with. A machine without one fails its tests.
//! - [`skip`]: the one way for a test not to run. It says so, and fails where nothing may be skipped.
//! - [`Fake`], [`FakeLlvm`], [`write_script`] and [`write_compiler`]: scripts in the place of a compiler.
//! - [`PostgresServer`] and [`postgres_database`]: a database server of the tests' own.
//! - [`cpu_seconds`]: the clock of benchmarks.
//! - [`suite`], [`annotations`] and [`assert_all`]: folders of files, each with what it expects.
//! - [`Tool`], [`code`], [`stdout`] and [`stderr`]: our own binary, and what it did.

mod clock;
mod fakes;
mod postgres;
mod reference;
mod skip;
mod suite;
mod tool;

pub use clock::cpu_seconds;
pub use fakes::{Fake, FakeLlvm, copy_executable, write_compiler, write_script};
pub use postgres::{PostgresServer, postgres_database};
pub use reference::{reference_rustc, reference_toolchain, reference_version};
pub use skip::{Requirement, skip};
pub use suite::{
    Annotation, annotations, assert_all, expected_errors, first_error, repository, rustc, suite,
};
pub use tool::{Tool, assert_contains, code, stderr, stdout};
