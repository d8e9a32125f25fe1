//! The attributes that take the place of the library's `#[test]` and `#[bench]`.
//!
//! rustc writes no metadata with `--test`, and without it the library's `#[test]` removes the function. So a test target is
//! compiled as a library that finds these attributes where the library has its own (see `library.rs`). They keep the function,
//! and add a static beside it that tells the harness about the test. Nothing but rustc is needed to compile this file.

extern crate proc_macro;

use proc_macro::{Delimiter, Ident, TokenStream, TokenTree};

/// Keeps the function, and marks it as a test.
#[proc_macro_attribute]
pub fn test(_: TokenStream, item: TokenStream) -> TokenStream {
    let Some(test) = Test::of(item.clone()) else { return item };
    let mut code = String::new();
    let (kind, function) = match &test.should_panic {
        None => ("test", test.identifier()),
        Some(expected) => {
            let function = format!("__rustassay_should_panic_{}", test.identifier());
            code.push_str(&runner_that_expects_a_panic(&function, &test, expected));
            ("should_panic", function)
        }
    };
    code.push_str(&test.marker(kind, &function));
    with_code(item, &code)
}

/// Keeps the function, and marks it as a benchmark, which runs once in tests.
#[proc_macro_attribute]
pub fn bench(_: TokenStream, item: TokenStream) -> TokenStream {
    let Some(test) = Test::of(item.clone()) else { return item };
    let function = format!("__rustassay_bench_{}", test.identifier());
    let code = format!(
        "#[doc(hidden)] #[allow(warnings)] fn {function}() {{ \
             extern crate test as __rustassay_libtest; \
             let _ = __rustassay_libtest::bench::run_once(|bencher| {{ {}(bencher); Ok(()) }}); \
         }}",
        test.name
    );
    with_code(item, &(code + &test.marker("bench", &function)))
}

/// An item, and code after it.
fn with_code(mut item: TokenStream, code: &str) -> TokenStream {
    item.extend(code.parse::<TokenStream>().expect("the generated code is tokens"));
    item
}

/// What the attributes of a test function say.
struct Test {
    /// The function's name as it is written, with `r#` if need be.
    name: Ident,
    /// The literal with the reason, if it is ignored; empty if there is none.
    ignored: Option<String>,
    /// The literal that the panic's message must contain, if a panic is expected; empty if there is none.
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
                    return Some(Test { name: name.clone(), ignored, should_panic });
                }
                _ => {}
            }
        }
        None
    }

    /// The function's name without `r#`.
    fn identifier(&self) -> String {
        self.name.to_string().trim_start_matches("r#").to_owned()
    }

    /// Where libtest says that the test is.
    fn location(&self) -> String {
        let span = self.name.span();
        format!("{}:{}:{}", span.file(), span.line(), span.column())
    }

    /// The static that tells the harness about the test: what it is, the function that runs it, its name, its module, whether and
    /// why it is ignored, and the place of its name in the source. `crate::TestCase` reads it.
    fn marker(&self, kind: &str, function: &str) -> String {
        let (is_ignored, reason) = match &self.ignored {
            None => ("no", "\"\""),
            Some(reason) => ("yes", reason.as_str()),
        };
        let span = self.name.span();
        let end = span.end();
        format!(
            "#[doc(hidden)] #[allow(warnings)] \
             static __rustassay_test_{}: [&'static str; 11] = {{ \
                 extern crate core as __rustassay_core; \
                 [\"{kind}\", \"{function}\", \"{}\", __rustassay_core::module_path!(), \"{is_ignored}\", {reason}, \
                 {:?}, \"{}\", \"{}\", \"{}\", \"{}\"] \
             }};",
            self.identifier(),
            self.name,
            span.file(),
            span.line(),
            span.column(),
            end.line(),
            end.column()
        )
    }
}

/// A function that returns if a test panics with a message that contains `expected`. Otherwise it prints what libtest says of the
/// test after a null byte, by which the harness finds it, and fails.
fn runner_that_expects_a_panic(function: &str, test: &Test, expected: &str) -> String {
    let location = test.location();
    let name = &test.name;
    format!(
        r#"
        #[doc(hidden)]
        #[allow(warnings)]
        fn {function}() {{
            extern crate std as __rustassay_std;
            let expected: &str = {expected};
            let payload = match __rustassay_std::panic::catch_unwind({name}) {{
                __rustassay_std::result::Result::Ok(_) => {{
                    __rustassay_std::eprint!("\0test did not panic as expected at {{}}", {location:?});
                    __rustassay_std::process::exit(101)
                }}
                __rustassay_std::result::Result::Err(payload) => payload,
            }};
            if expected.is_empty() {{
                return;
            }}
            let message: &str = match payload.downcast_ref::<__rustassay_std::string::String>() {{
                __rustassay_std::option::Option::Some(message) => &**message,
                __rustassay_std::option::Option::None => match payload.downcast_ref::<&'static str>() {{
                    __rustassay_std::option::Option::Some(message) => *message,
                    __rustassay_std::option::Option::None => {{
                        __rustassay_std::eprint!(
                            "\0expected panic with string value,\n found non-string value: `{{:?}}`\n     expected substring: {{:?}}",
                            __rustassay_std::any::Any::type_id(&*payload), expected,
                        );
                        __rustassay_std::process::exit(101)
                    }}
                }},
            }};
            if !message.contains(expected) {{
                __rustassay_std::eprint!(
                    "\0panic did not contain expected string\n      panic message: {{:?}}\n expected substring: {{:?}}",
                    message, expected,
                );
                __rustassay_std::process::exit(101)
            }}
        }}
        "#
    )
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
