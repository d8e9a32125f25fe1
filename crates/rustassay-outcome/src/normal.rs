//! Messages without what differs from program to program.
//!
//! rustc writes names of types, functions and locals, numbers, paths and whole values into its messages, in
//! backticks or bare. What stays is the sentence; each thing in it becomes `_`. Better one thing too many:
//! where two bugs then have one message, the frames or the query beside it still tell them apart.

/// How much of a message tells it from others. What follows is mostly values.
const LONGEST: usize = 200;

/// Texts in backticks that are part of the sentence: std's own messages.
const FIXED: [&str; 9] = [
    "(left == right)",
    "(left != right)",
    "Err",
    "None",
    "Ok",
    "Option::unwrap()",
    "Result::unwrap()",
    "left != right",
    "left == right",
];

/// What rustc calls a node of the program before it quotes the node's text without any marks, as in `no name for local let x = 1; (hir_id=..)`.
/// `hir_id_to_string` of `rustc_middle::hir::map` wrote this before it had quotes.
const NODES: [&str; 14] = [
    "arm",
    "block",
    "ctor",
    "expr",
    "field",
    "local",
    "pat",
    "path segment",
    "param",
    "stmt",
    "trait ref",
    "type",
    "type binding",
    "variant",
];

/// What follows the text of a node.
const NODE_ID: &str = " (hir_id=";

/// Types whose names look like any other word.
const PRIMITIVES: [&str; 6] = ["bool", "char", "isize", "never", "str", "usize"];

/// Whether a character may be inside an identifier.
pub(crate) fn is_identifier(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A message of rustc or std as a sentence about things.
pub(crate) fn sentence(message: &str) -> String {
    // The values of an assertion are on lines of their own.
    let is_value = |line: &&str| line.starts_with("left: ") || line.starts_with("right: ");
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !is_value(line)).collect();
    let text = without_values(&without_node(&lines.join(" ")));
    let mut out = String::new();
    let mut fixed = false;
    for word in text.split_whitespace() {
        // `let` is followed by a pattern of the program.
        let is_bound = out.ends_with(" let") || out == "let";
        if is_bound && word == "mut" {
            continue;
        }
        fixed |= word.starts_with('`');
        let bare = word.trim_matches(|c: char| !is_identifier(c) && c != '\'');
        let starts_sentence = out.is_empty() || out.ends_with(['.', ':']);
        let names_a_pass = ["pass", "phase", "change to"].iter().any(|before| out.ends_with(before));
        if fixed || names_a_pass || !(is_bound || is_thing(bare, starts_sentence)) {
            push_word(&mut out, word);
        } else {
            let (before, after) = word.split_once(bare).unwrap_or((word, ""));
            let opening = if before.ends_with('(') { "(" } else { "" };
            let closing: String = after.chars().filter(|mark| ".:;)".contains(*mark)).collect();
            push_word(&mut out, &format!("{opening}_{closing}"));
        }
        fixed &= !word.trim_end_matches(['.', ':', ',', ';', ')']).ends_with('`');
    }
    cut(&out)
}

/// Text with `_` in place of a node of the program, if one is quoted without marks.
fn without_node(text: &str) -> String {
    let Some(end) = text.find(NODE_ID) else { return text.to_owned() };
    let before = &text[..end];
    let starts = NODES.iter().filter_map(|node| {
        let start = before.find(&format!(" {node} "))?;
        Some(start + node.len() + 2)
    });
    match starts.min() {
        Some(start) => format!("{}_{}", &text[..start], &text[end..]),
        None => text.to_owned(),
    }
}

/// Whether text in parentheses is a remark: words that follow each other, and no list of names.
fn is_remark(inside: &str) -> bool {
    let words = || inside.split_whitespace().take_while(|word| !word.ends_with([',', ')']));
    inside.starts_with(|c: char| c.is_ascii_lowercase()) && words().next().is_some()
}

/// Text with `_` in place of all that is quoted or in brackets, but for remarks in parentheses, and for what is
/// [`FIXED`].
fn without_values(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let quoted = || after.split_once(c).unwrap_or((after, ""));
        let aside = (out.is_empty() || out.ends_with(' ')) && !out.ends_with("let ") && is_remark(after);
        rest = match c {
            '`' if FIXED.contains(&quoted().0) => {
                out.extend(["`", quoted().0, "`"]);
                quoted().1
            }
            '`' | '"' => {
                out.push('_');
                quoted().1
            }
            '(' if !aside => {
                out.push('_');
                after_brackets(rest)
            }
            '[' | '{' | '<' => {
                out.push('_');
                after_brackets(rest)
            }
            _ => {
                out.push(c);
                after
            }
        };
    }
    out
}

/// What follows the brackets that text begins with, and all that is in them.
fn after_brackets(text: &str) -> &str {
    let mut depth = 0_usize;
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if previous == '-' || previous == '=' => {}
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        previous = c;
        if depth == 0 {
            return &text[at + c.len_utf8()..];
        }
    }
    ""
}

/// A message of LLVM: its names of functions and registers, its numbers and addresses become `_`, and its own
/// words, such as
/// `X86ISD::CMP`, stay.
pub(crate) fn llvm_sentence(message: &str) -> String {
    let line = message.lines().next().unwrap_or("");
    let mut out = String::new();
    for word in line.split_whitespace() {
        let bare = word.trim_matches(|c: char| !is_identifier(c) && !"%@$".contains(c));
        let is_name = bare.starts_with(['%', '@', '$']) || bare.starts_with("_Z") || bare.starts_with("_R");
        let is_number = bare.starts_with(|c: char| c.is_ascii_digit());
        let is_path = bare.contains(['/', '\\']);
        push_word(&mut out, if is_name || is_number || is_path { "_" } else { word });
    }
    cut(&out)
}

/// Appends a word. Things in a row, or in a list, are one.
fn push_word(out: &mut String, word: &str) {
    if word == "_" && (out.ends_with(" _") || out == "_") {
        return;
    }
    if !out.is_empty() {
        out.push(' ');
    }
    out.push_str(word);
}

fn cut(text: &str) -> String {
    text.chars().take(LONGEST).collect::<String>().trim_end().to_owned()
}

/// Whether a bare word names a thing: a number, a path, a type or a function, rather than being prose.
fn is_thing(word: &str, starts_sentence: bool) -> bool {
    let mut chars = word.chars();
    let capital = chars.next().is_some_and(char::is_uppercase);
    let lower = word.chars().any(char::is_lowercase);
    let inner_capital = chars.clone().any(char::is_uppercase);
    // `ADTs` and `MIR` are words; `Foo` is one at a sentence's start only; `FooBar` never is, and neither is
    // `T`.
    let acronym = word.chars().filter(|c| c.is_uppercase()).count() >= 2
        && word.trim_end_matches('s').chars().all(char::is_uppercase);
    let type_name = capital
        && !acronym
        && if inner_capital { lower } else { !starts_sentence || word.chars().count() == 1 };
    word.contains(|c: char| c.is_numeric() || "_/\\%@$#*&=".contains(c))
        || word.starts_with('\'')
        || word.contains("::")
        || PRIMITIVES.contains(&word)
        || type_name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(one: &str, other: &str) {
        assert_eq!(sentence(one), sentence(other));
    }

    #[test]
    fn names_in_backticks_do_not_matter() {
        same("no layout for `Foo<u8>`", "no layout for `std::vec::Vec<(i32, [u8; 3])>`");
    }

    #[test]
    fn bare_types_do_not_matter() {
        same("the type Foo has an unknown layout", "the type Vec<(Bar, u8)> has an unknown layout");
        same("only allowed on ADTs and coroutines, not u32", "only allowed on ADTs and coroutines, not bool");
    }

    #[test]
    fn definitions_and_places_do_not_matter() {
        same(
            "broken MIR in Item(DefId(0:15 ~ a[30f9]::f)) (after pass GVN) at bb0[0]:\n\
             place (*(*_1)) has deref",
            "broken MIR in Item(DefId(0:7 ~ b[77aa]::g::{closure#0})) (after pass GVN) at bb17[3]:\n\
             place (*((*_2).0: u8)) has deref",
        );
    }

    #[test]
    fn the_pass_matters() {
        assert_ne!(
            sentence("broken MIR in Item(DefId(0:15 ~ a[30f9]::f)) (after pass GVN) at bb0[0]:"),
            sentence("broken MIR in Item(DefId(0:15 ~ a[30f9]::f)) (after pass JumpThreading) at bb0[0]:"),
        );
    }

    #[test]
    fn values_of_assertions_do_not_matter() {
        same(
            "assertion `left == right` failed\n  left: 1\n right: 2",
            "assertion `left == right` failed\n  left: Foo(3)\n right: Bar",
        );
    }

    #[test]
    fn numbers_and_lengths_do_not_matter() {
        same(
            "index out of bounds: the len is 3 but the index is 7",
            "index out of bounds: the len is 0 but the index is 12",
        );
    }

    #[test]
    fn the_sentence_stays_readable() {
        assert_eq!(
            sentence("called `Option::unwrap()` on a `None` value"),
            "called `Option::unwrap()` on a `None` value"
        );
        assert_eq!(
            sentence(
                "broken MIR in Item(DefId(0:15 ~ m[30f9]::f)) (after pass LowerIntrinsics) at bb0[0]:\n\
                 place (*(*_1)) has deref as a later projection (it is only permitted as the first \
                 projection)"
            ),
            "broken MIR in _ (after pass LowerIntrinsics) at _: place _ has deref as a later projection \
             (it is only permitted as the first projection)"
        );
    }

    #[test]
    fn lifetimes_do_not_matter_and_apostrophes_are_no_lifetimes() {
        same("can't relate 'a", "can't relate '_");
        assert_eq!(sentence("can't relate 'a"), "can't relate _");
    }

    #[test]
    fn patterns_after_let_do_not_matter() {
        same("no name for local let (a, b)", "no name for local let (first, (second, _))");
        same("no name for local let (a, b)", "no name for local let mut total");
        same("no name for local let Point { x, y }", "no name for local let x");
        assert_eq!(sentence("no name for local let (a, b)"), "no name for local let _");
    }

    #[test]
    fn nodes_that_are_quoted_without_marks_do_not_matter() {
        // `bug!("no name for {}", node_to_string(id))` in rustc 1.63.
        let message = |text: &str, id: u32| {
            format!(
                "no name for {text} (hir_id=HirId {{ owner: DefId(0:{id} ~ a[30f9]::main), local_id: {id} }})"
            )
        };
        same(&message("local let (a, b) = f();", 3), &message("local let count = items.len();", 12));
        same(&message("expr left + right", 3), &message("expr { total }", 4));
        assert_eq!(sentence(&message("pat Some(name)", 3)), "no name for pat _ (_ _)");
    }

    #[test]
    fn lists_of_names_in_parentheses_do_not_matter() {
        same("cannot relate (a, b)", "cannot relate (count, total, rest)");
        assert_eq!(sentence("it failed (this is a bug)"), "it failed (this is a bug)");
    }

    #[test]
    fn brackets_that_do_not_match_are_no_trouble() {
        for text in ["(", "a(", "<<<", "`", "'", "'é", "x)", "(é", "é(é", "\"", "a::<b", "->", "((b]"] {
            sentence(text);
            llvm_sentence(text);
        }
    }

    #[test]
    fn addresses_and_symbols_in_llvm_messages_do_not_matter() {
        assert_eq!(
            llvm_sentence("Cannot select: 0x2c4ff9c0: i32 = X86ISD::CMP undef:i1, Constant:i1<0>"),
            llvm_sentence("Cannot select: 0x876befa0: i32 = X86ISD::CMP undef:i1, Constant:i1<0>"),
        );
    }
}
