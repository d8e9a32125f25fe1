//! Which programs reach out of themselves.

/// What lets code read files and the environment when it is compiled, and reach the system when it is run. Words, because a name may be written in many ways, and few
/// programs have them by chance.
const WORDS: [&str; 25] = [
    "include",
    "include_str",
    "include_bytes",
    "env",
    "option_env",
    "path",
    "fs",
    "net",
    "process",
    "os",
    "io",
    "stdin",
    "libc",
    "asm",
    "global_asm",
    "naked_asm",
    "extern",
    "link",
    "link_args",
    "no_mangle",
    "export_name",
    "link_section",
    "ffi",
    "File",
    "Command",
];

/// The word by which code may reach out of itself; `None` for code that may be compiled and run whoever wrote it. What it does to memory is another matter.
pub fn reaches_out(text: &str) -> Option<&str> {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.find(|word| WORDS.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_that_reaches_out_is_known_by_its_words() {
        for (text, expected) in [
            ("fn main() { std::fs::remove_file(\"x\"); }", Some("fs")),
            ("const X: &str = include_str!(\"x\");", Some("include_str")),
            ("use std::process as p;", Some("process")),
            ("fn main() { println!(\"{}\", 1) }", None),
            ("fn offset(x: u8) -> u8 { x }", None),
        ] {
            assert_eq!(reaches_out(text), expected, "{text}");
        }
    }
}
