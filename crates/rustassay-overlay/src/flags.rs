//! What the compiler is told, so that metadata has the MIR that the machine is to run.

/// For the library and for users' crates: MIR as it is built, of every function, neither optimized nor with checks of rustc's own for
/// what the machine checks itself.
pub(crate) const MIR: [&str; 5] = [
    "--crate-type=lib",
    "-Zalways-encode-mir",
    "-Zmir-opt-level=0",
    "-Zmir-preserve-ub",
    "-Zmir-enable-passes=-CheckAlignment,-CheckNull,-CheckEnums",
];

/// For the library, which is always a release. Overflow is checked: where the library means to wrap, it says so.
pub(crate) const LIBRARY: [&str; 3] = ["-Coverflow-checks=on", "-Cdebug-assertions=off", "-Awarnings"];

/// For a user's crate. A binary is compiled as a library, in which `main` is never used; no lint may take offence at that.
pub(crate) const USER: [&str; 1] = ["--cap-lints=allow"];

/// Whether code that is compiled with these flags checks for overflow. Library code that the crate instantiates does as the crate
/// does (`rustc_session::Session::overflow_checks`).
pub fn checks_overflow<'a>(flags: impl IntoIterator<Item = &'a str>) -> bool {
    let (mut overflow, mut assertions, mut is_optimized) = (None, None, false);
    let mut words = flags.into_iter();
    while let Some(word) = words.next() {
        let option = match word {
            "-O" => {
                is_optimized = true;
                continue;
            }
            "-C" | "--codegen" => words.next(),
            _ => word.strip_prefix("-C").or_else(|| word.strip_prefix("--codegen=")),
        };
        let Some(option) = option else { continue };
        let (name, value) = option.split_once('=').unwrap_or((option, "on"));
        let is_on = matches!(value, "on" | "y" | "yes" | "true");
        match &*name.replace('_', "-") {
            "overflow-checks" => overflow = Some(is_on),
            "debug-assertions" => assertions = Some(is_on),
            "opt-level" => is_optimized = value != "0",
            _ => {}
        }
    }
    overflow.or(assertions).unwrap_or(!is_optimized)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_is_checked_as_rustc_decides() {
        for (flags, is_checked) in [
            ("", true),
            ("-O", false),
            ("-C opt-level=0", true),
            ("-Copt-level=s", false),
            ("-C debug_assertions=no", false),
            ("-O -Cdebug-assertions", true),
            ("-Coverflow-checks=off -Cdebug-assertions=on", false),
            ("--codegen overflow-checks=yes -O", true),
            ("--cfg C -Zthreads=2", true),
        ] {
            assert_eq!(checks_overflow(flags.split_whitespace()), is_checked, "{flags}");
        }
    }
}
