//! Indentation: templates do not know how deep they stand.

/// Puts four spaces before each line for each bracket that is open there.
pub fn indented(text: &str) -> String {
    let mut result = String::with_capacity(text.len() * 5 / 4);
    indent(text, &mut result);
    result
}

/// The same, after what there is already.
pub fn indent(text: &str, result: &mut String) {
    let mut depth = 0_usize;
    for line in text.trim_end().lines() {
        let line = line.trim();
        let closes = line.starts_with(['}', ')', ']']);
        if !line.is_empty() {
            let level = depth.saturating_sub(usize::from(closes));
            (0..level).for_each(|_| result.push_str("    "));
            result.push_str(line);
        }
        result.push('\n');
        for letter in line.bytes() {
            match letter {
                b'{' | b'(' | b'[' => depth += 1,
                b'}' | b')' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_as_deep_as_brackets_are_open() {
        assert_eq!(indented("fn f() {\ng(\n1,\n)\n}"), "fn f() {\n    g(\n        1,\n    )\n}\n");
    }
}
