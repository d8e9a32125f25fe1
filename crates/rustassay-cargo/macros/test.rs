//! The attributes that take the place of the library's `#[test]` and `#[bench]`.
//!
//! rustc writes no metadata with `--test`, and without it the library's `#[test]` removes the function. So a test target is
//! compiled as a library that finds these attributes where the library has its own (see `library.rs`). They keep the function,
//! and leave a static beside it that says what a harness wants to know. Nothing but rustc is needed to compile this file.

extern crate proc_macro;

use proc_macro::{Delimiter, TokenStream, TokenTree};

/// Keeps the function, and marks it as a test.
#[proc_macro_attribute]
pub fn test(_: TokenStream, item: TokenStream) -> TokenStream {
    let Some(test) = Test::of(item.clone()) else { return item };
    let name = &test.name;
    let mut code = String::new();
    let function = match &test.should_panic {
        None => name.clone(),
        Some(expected) => {
            let function = format!("__rustassay_should_panic_{name}");
            code.push_str(&runner_that_expects_a_panic(&function, &test.path, expected));
            function
        }
    };
    let (kind, reason) = match &test.ignored {
        None => ("run", "\"\""),
        Some(reason) => ("ignore", reason.as_str()),
    };
    code.push_str(&marker(name, kind, &function, reason));
    let mut tokens = item;
    tokens.extend(code.parse::<TokenStream>().expect("the generated code is tokens"));
    tokens
}

/// Keeps the function, and marks it as a benchmark, which runs once in tests.
#[proc_macro_attribute]
pub fn bench(_: TokenStream, item: TokenStream) -> TokenStream {
    let Some(test) = Test::of(item.clone()) else { return item };
    let function = format!("__rustassay_bench_{}", test.name);
    let code = format!(
        "#[doc(hidden)] #[allow(warnings)] fn {function}() {{ \
             extern crate test as __rustassay_libtest; \
             let _ = __rustassay_libtest::bench::run_once(|bencher| {{ {}(bencher); Ok(()) }}); \
         }}",
        test.path
    );
    let (kind, reason) = match &test.ignored {
        None => ("bench", "\"\""),
        Some(reason) => ("ignored bench", reason.as_str()),
    };
    let mut tokens = item;
    tokens.extend(format!("{code}{}", marker(&test.name, kind, &function, reason)).parse::<TokenStream>());
    tokens
}

/// The static that says: this is a test, it is to be treated so, this function runs it, and why it is ignored.
fn marker(name: &str, kind: &str, function: &str, reason: &str) -> String {
    format!(
        "#[doc(hidden)] #[allow(warnings)] \
         static __rustassay_test_{name}: [&'static str; 3] = [\"{kind}\", \"{function}\", {reason}];"
    )
}

/// A function that ends well if a test panics with a message that has `expected` in it, as libtest judges it.
fn runner_that_expects_a_panic(function: &str, test: &str, expected: &str) -> String {
    format!(
        r#"
        #[doc(hidden)]
        #[allow(warnings)]
        fn {function}() {{
            extern crate std as __rustassay_std;
            let expected: &str = {expected};
            match __rustassay_std::panic::catch_unwind({test}) {{
                __rustassay_std::result::Result::Ok(_) => {{
                    __rustassay_std::eprintln!("note: test did not panic as expected");
                    __rustassay_std::process::exit(1)
                }}
                __rustassay_std::result::Result::Err(payload) => {{
                    let message: &str = match payload.downcast_ref::<__rustassay_std::string::String>() {{
                        __rustassay_std::option::Option::Some(message) => &**message,
                        __rustassay_std::option::Option::None => match payload.downcast_ref::<&'static str>() {{
                            __rustassay_std::option::Option::Some(message) => *message,
                            __rustassay_std::option::Option::None => "",
                        }},
                    }};
                    if !message.contains(expected) {{
                        __rustassay_std::eprintln!(
                            "note: panic did not contain expected string\n      panic message: {{:?}}\n expected substring: {{:?}}",
                            message, expected,
                        );
                        __rustassay_std::process::exit(1)
                    }}
                }}
            }}
        }}
        "#
    )
}

/// What the attributes of a test function say.
struct Test {
    /// The function's name, without `r#`.
    name: String,
    /// The function's name as it is called.
    path: String,
    /// The literal with the reason, if it is ignored.
    ignored: Option<String>,
    /// The literal that the panic's message must contain, if a panic is expected.
    should_panic: Option<String>,
}

impl Test {
    fn of(item: TokenStream) -> Option<Test> {
        let (mut ignored, mut should_panic) = (None, None);
        let mut tokens = flat(item).into_iter().peekable();
        while let Some(token) = tokens.next() {
            match (&token, tokens.peek()) {
                (TokenTree::Punct(hash), Some(TokenTree::Group(group))) if hash.as_char() == '#' => {
                    let attribute = flat(group.stream());
                    match attribute.first().map(ToString::to_string).as_deref() {
                        Some("ignore") => ignored = Some(literal(&attribute)),
                        Some("should_panic") => should_panic = Some(literal(&attribute)),
                        _ => {}
                    }
                }
                (TokenTree::Ident(keyword), Some(TokenTree::Ident(name))) if keyword.to_string() == "fn" => {
                    let path = name.to_string();
                    let name = path.trim_start_matches("r#").to_owned();
                    return Some(Test { name, path, ignored, should_panic });
                }
                _ => {}
            }
        }
        None
    }
}

/// The last string literal of an attribute: `= "text"` and `(expected = "text")` have one; otherwise an empty one.
fn literal(attribute: &[TokenTree]) -> String {
    let in_token = |token: &TokenTree| match token {
        TokenTree::Literal(literal) => Some(literal.to_string()),
        TokenTree::Group(group) => Some(literal(&flat(group.stream()))),
        _ => None,
    };
    attribute.iter().rev().find_map(in_token).unwrap_or_else(|| "\"\"".to_owned())
}

/// The tokens, without the invisible delimiters that macros leave.
fn flat(stream: TokenStream) -> Vec<TokenTree> {
    let mut tokens = Vec::new();
    for token in stream {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => tokens.extend(flat(group.stream())),
            other => tokens.push(other),
        }
    }
    tokens
}
