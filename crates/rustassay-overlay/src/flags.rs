//! What the compiler is told, so that metadata has the MIR that the machine is to run.

/// For the library and for users' crates: MIR as it is built, of every function, neither optimized nor with checks of rustc's own for
/// what the machine checks itself. Overflow is checked: where the library means to wrap, it says so.
pub(crate) const MIR: [&str; 6] = [
    "--crate-type=lib",
    "-Zalways-encode-mir",
    "-Zmir-opt-level=0",
    "-Zmir-preserve-ub",
    "-Zmir-enable-passes=-CheckAlignment,-CheckNull,-CheckEnums",
    "-Coverflow-checks=on",
];

/// For the library, which is always a release.
pub(crate) const LIBRARY: [&str; 2] = ["-Cdebug-assertions=off", "-Awarnings"];

/// For a user's crate. A binary is compiled as a library, in which `main` is never used; no lint may take offence at that.
pub(crate) const USER: [&str; 2] = ["-Cdebug-assertions=on", "--cap-lints=allow"];
