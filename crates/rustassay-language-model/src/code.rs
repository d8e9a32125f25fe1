//! The code in an answer.

use rustassay_corpus::reaches_out;

/// The code between the fences of the first block of Rust, or of the first block that does not say what it is.
pub fn in_answer(answer: &str) -> Option<&str> {
    let mut unnamed = None;
    let mut rest = answer;
    while let Some(open) = rest.find("```") {
        let after = &rest[open + 3..];
        let (name, body) = after.split_once('\n')?;
        let close = body.find("```")?;
        let code = body[..close].trim();
        match name.trim() {
            "rust" | "rs" | "Rust" => return Some(code),
            "" => unnamed = unnamed.or(Some(code)),
            _ => {}
        }
        rest = &body[close + 3..];
    }
    unnamed
}

/// Whether code may be handed to a compiler; or why not: it is too much, or reaches out to files, the environment or the system.
pub fn gate(code: &str, largest: usize) -> Result<(), String> {
    if code.is_empty() {
        return Err("there is none".to_owned());
    }
    if code.len() > largest {
        return Err(format!("it has {} bytes, and {largest} are the most", code.len()));
    }
    match reaches_out(code) {
        Some(word) => Err(format!("it says `{word}`")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_block_of_rust_is_the_code() {
        let table = [
            ("Sure:\n```rust\nfn f() {}\n```\nDone.", Some("fn f() {}")),
            ("```\nfn g() {}\n```\n```rust\nfn f() {}\n```", Some("fn f() {}")),
            ("```sh\nls\n```\n```\nfn f() {}\n```", Some("fn f() {}")),
            ("fn f() {}", None),
            ("```rust\nfn f() {", None),
        ];
        for (answer, expected) in table {
            assert_eq!(in_answer(answer), expected, "{answer}");
        }
    }

    #[test]
    fn code_that_reaches_out_is_refused() {
        for code in
            ["fn main() { std::fs::remove_file(\"x\"); }", "const X: &str = include_str!(\"/etc\");", ""]
        {
            assert!(gate(code, 1000).is_err(), "{code}");
        }
        assert!(gate("fn f() {}", 5).is_err(), "it is too long");
        assert_eq!(gate("fn f(x: &u8) -> u8 { *x }", 1000), Ok(()));
    }
}
