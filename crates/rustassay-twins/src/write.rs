//! Writes pairs in the two systems.

use crate::kind::TwinKind;
use crate::pair::{MacroPiece, Pair};
use std::fmt::Write;

/// How the parameter of a macro by example is matched.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Matcher {
    /// By its kind.
    Fragment,
    /// As tokens, one by one: what a procedural macro gets.
    Tokens,
}

/// What a procedural macro puts around its argument.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ArgumentGuard {
    /// An invisible group, as a macro by example does.
    Invisible,
    /// Parentheses: the grouping that cannot be lost.
    Parentheses,
    /// Angle brackets, which make a type the beginning of a path.
    Angles,
    /// Nothing; but generic arguments get the colons that expressions ask for.
    Turbofish,
}

/// The name of a pair's macro.
pub fn macro_name(number: usize) -> String {
    format!("twin_macro_{number}")
}

/// Names of our own, in bodies.
const NAME: &str = "__twin_name";
const PARAMETER: &str = "__twin_parameter";

fn body(pair: &Pair, mut piece_text: impl FnMut(&MacroPiece, &mut String)) -> String {
    let mut text = String::new();
    for piece in &pair.body {
        match piece {
            MacroPiece::Text(own) => text.push_str(own),
            other => {
                text.push(' ');
                piece_text(other, &mut text);
                text.push(' ');
            }
        }
    }
    text
}

fn companion(number: usize) -> String {
    format!("__twin_companion_{number}")
}

fn companion_kind(name: &str) -> &'static str {
    if name.starts_with('\'') { "lifetime" } else { "ident" }
}

/// A body of a macro by example; or, with another sign, of `quote`.
fn signed_body(pair: &Pair, sign: char, parameter: &str) -> String {
    body(pair, |piece, text| match piece {
        MacroPiece::Name => _ = write!(text, "{sign}{NAME}"),
        MacroPiece::Companion(number) => _ = write!(text, "{sign}{}", companion(*number)),
        MacroPiece::Parameter => text.push_str(parameter),
        MacroPiece::Text(_) => {}
    })
}

/// A macro by example.
pub fn by_example(pair: &Pair, name: &str, matcher: Matcher) -> String {
    let (declared, used) = match matcher {
        // As tokens: `pub`, `pub(crate)`, or nothing.
        Matcher::Tokens if pair.kind == TwinKind::Vis => (
            format!("$(${PARAMETER}:ident)? $(($($__twin_inside:tt)*))?"),
            format!("$(${PARAMETER})? $(($($__twin_inside)*))?"),
        ),
        Matcher::Fragment => (format!("${PARAMETER}:{}", pair.kind.name()), format!("${PARAMETER}")),
        Matcher::Tokens => (format!("$(${PARAMETER}:tt)*"), format!("$(${PARAMETER})*")),
    };
    let used = if pair.kind == TwinKind::Stmt { used + ";" } else { used };
    let declared = if pair.kind.is_bracketed() { format!("[{declared} ,]") } else { declared };
    format!(
        "macro_rules! {name} {{\n    ({}{declared}) => {{\n{}\n    }};\n}}\n",
        names_matcher(pair),
        signed_body(pair, '$', &used)
    )
}

fn names_matcher(pair: &Pair) -> String {
    let mut text = format!("${NAME}:ident, ");
    for (number, name) in pair.companions.iter().enumerate() {
        _ = write!(text, "${}:{}, ", companion(number), companion_kind(name));
    }
    text
}

/// A macro by example that hands all it is given to a procedural macro of another name.
pub fn forwarding(pair: &Pair, name: &str, to: &str) -> String {
    let mut names = format!("${NAME}, ");
    for number in 0..pair.companions.len() {
        _ = write!(names, "${}, ", companion(number));
    }
    let (open, close) = if pair.kind.is_bracketed() { ("[", " ,]") } else { ("", "") };
    format!(
        "macro_rules! {name} {{\n    ({}{open}${PARAMETER}:{}{close}) => {{ {to}! {{ {names}{open}${PARAMETER}{close} }} }};\n}}\n",
        names_matcher(pair),
        pair.kind.name()
    )
}

/// A crate of procedural macros that use nothing but `proc_macro`.
pub fn plain_crate<'a>(pairs: impl IntoIterator<Item = (String, &'a Pair, ArgumentGuard)>) -> String {
    let mut text = PLAIN.to_owned();
    for (name, pair, guard) in pairs {
        let template = body(pair, |piece, text| match piece {
            MacroPiece::Name => text.push_str(NAME),
            MacroPiece::Companion(number) => text.push_str(&companion(*number)),
            MacroPiece::Parameter => {
                text.push_str(PARAMETER);
                if pair.kind == TwinKind::Stmt {
                    text.push(';');
                }
            }
            MacroPiece::Text(_) => {}
        });
        let guard = match guard {
            ArgumentGuard::Invisible if !pair.kind.is_grouped() => "Guard::None",
            ArgumentGuard::Invisible => "Guard::Group(Delimiter::None)",
            ArgumentGuard::Parentheses => "Guard::Group(Delimiter::Parenthesis)",
            ArgumentGuard::Angles => "Guard::Angles",
            ArgumentGuard::Turbofish => "Guard::Turbofish",
        };
        _ = write!(
            text,
            "\n#[proc_macro]\npub fn {name}(input: TokenStream) -> TokenStream {{\n    twin(input, {}, {}, {guard}, {})\n}}\n",
            pair.companions.len(),
            pair.kind.is_bracketed(),
            raw_string(&template)
        );
    }
    text
}

/// A raw string literal of any text.
fn raw_string(text: &str) -> String {
    let mut fence = "#".to_owned();
    while text.contains(&format!("\"{fence}")) {
        fence.push('#');
    }
    format!("r{fence}\"{text}\"{fence}")
}

/// A crate of procedural macros that use `syn` and `quote`.
pub fn syn_crate<'a>(pairs: impl IntoIterator<Item = (String, &'a Pair)>) -> String {
    let mut text = SYN.to_owned();
    for (name, pair) in pairs {
        let used = match pair.kind {
            TwinKind::Stmt => format!("#(#{PARAMETER})*"),
            _ => format!("#{PARAMETER}"),
        };
        let mut names = String::new();
        for number in 0..pair.companions.len() {
            _ = writeln!(names, "        let {} = name(input)?;", companion(number));
        }
        _ = write!(
            text,
            "\n#[proc_macro]\npub fn {name}(input: TokenStream) -> TokenStream {{\n    twin(input, |input| {{\n        \
             let {NAME} = name(input)?;\n{names}        let {PARAMETER} = {}(input)?;\n        \
             Ok(quote_spanned!(Span::mixed_site() =>\n{}\n        ))\n    }})\n}}\n",
            pair.kind.name(),
            signed_body(pair, '#', &used)
        );
    }
    text
}

/// What a procedural macro of ours says where `syn` does not know an argument that it is given.
pub const SYN_REFUSES: &str = "syn does not know this";

const PLAIN: &str = include_str!("plain_macros.rs.txt");
const SYN: &str = include_str!("syn_macros.rs.txt");
