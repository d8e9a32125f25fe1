//! What a compiler's run and a program's run did, as typed outcomes.
//!
//! A run leaves an exit status and some text ([`Finished`]). [`compiled`] and [`ran`] read them and say what
//! happened, so the code after them (comparing, reducing, reporting) never looks at text again. Both are pure
//! functions that take any bytes: text that is cut, mixed up or not UTF-8 gives a vaguer answer, not an
//! error.
//!
//! A [`Signature`] is what an outcome has in common with others of the same cause: the key to deduplicate by.
//!
//! ```
//! use rustassay_outcome::{Compiled, CrashKind, compiled};
//! use rustassay_process::{End, Finished};
//! use std::time::Duration;
//!
//! let stderr = "\nthread 'rustc' panicked at compiler/rustc_mir_transform/src/gvn.rs:412:9:\n\
//!               index out of bounds: the len is 3 but the index is 7\n\n\
//!               error: the compiler unexpectedly panicked. this is a bug.\n";
//! let outcome = compiled(&Finished {
//!     end: End::Exited(101),
//!     stdout: Vec::new(),
//!     stderr: stderr.into(),
//!     cpu: Duration::ZERO,
//!     peak_memory: 0,
//!     wall: Duration::ZERO,
//! });
//! let Compiled::Crashed(crash) = &outcome else { panic!("{outcome:?}") };
//! assert_eq!(crash.kind, CrashKind::Panic);
//!
//! // Neither the line nor the numbers are in the key.
//! let signature = outcome.signature().expect("a crash has one").to_string();
//! assert!(signature.contains("gvn.rs") && !signature.contains("412"));
//! ```
//!
//! # How a compiler's run is read
//!
//! The first that applies:
//!
//! 1. Exit code 0: [`Compiled::Built`], whatever was printed.
//! 2. A limit of ours, other than time: as [`End`] says.
//! 3. The text says that memory, disk or processes were refused: the outcome says so too, however the
//!    compiler then fell over. Such crashes are nobody's bug, and they come in dozens of forms. `SIGKILL`
//!    is the kernel's when the machine is out of memory.
//! 4. LLVM gave up, cannot read its input, or an assertion in it failed: [`Compiled::LlvmError`].
//! 5. rustc reports an internal error, or panicked: [`Compiled::Crashed`].
//! 6. A signal, which may be told by a handler in rustc or by a shell's exit code (128 and the signal's
//!    number): [`Compiled::Signaled`].
//! 7. It took too long: [`Compiled::TimedOut`]. A crash comes before it, because a compiler that loses a
//!    thread may hang.
//! 8. The linker failed or is missing: [`Compiled::LinkFailed`].
//! 9. Errors: [`Compiled::Rejected`].
//! 10. Otherwise [`Compiled::Unexplained`], for example a bad `-Cllvm-args`, or a compiler that cannot be
//!     loaded.
//!
//! The forms of text are those of rustc 1.63 to 1.97 with LLVM 14 to 22. `tests/texts` has examples. rustc
//! 1.95 printed those that it can be made to print; we wrote the others (older releases; assertions, which
//! LLVM has only in special builds) in the form that those compilers print. This crate reads diagnostics from
//! `--error-format=json`, which is exact, or from the text for people.
//!
//! [`Finished`]: rustassay_process::Finished
//! [`End`]: rustassay_process::End

mod compiled;
mod crash;
mod diagnostic;
mod frames;
mod json;
mod linker;
mod llvm;
mod miri;
mod normal;
mod part;
mod passes;
mod phase;
mod qemu;
mod ran;
mod shortage;
mod signal;
mod signature;
mod stage;
mod stderr;
mod wasmtime;

pub use compiled::{Compiled, compiled};
pub use crash::{Crash, CrashKind, Query};
pub use diagnostic::{Level, RustcDiagnostic, RustcSpan};
pub use json::{FullDiagnostic, FullSpan};
pub use linker::LinkFailure;
pub use llvm::{LlvmError, LlvmErrorKind};
pub use miri::{MiriStop, miri_stop};
pub use part::Part;
pub use passes::{CountedPass, Layer, counted_passes};
pub use phase::Phase;
pub use qemu::{QemuFailure, qemu_failure};
pub use ran::{Ran, RunFailure, ran};
pub use signal::Killed;
pub use signature::Signature;
pub use stage::RejectionStage;
pub use wasmtime::wasmtime_trap;
