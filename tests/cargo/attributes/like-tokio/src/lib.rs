//! An attribute that makes a test as `#[tokio::test]` does: by the library's own, named by its path.

use proc_macro::{TokenStream, TokenTree};

#[proc_macro_attribute]
pub fn test(_: TokenStream, item: TokenStream) -> TokenStream {
    let mut code: TokenStream = "#[::core::prelude::v1::test]".parse().unwrap();
    // An `async fn` becomes one that is not.
    code.extend(item.into_iter().filter(|token| !matches!(token, TokenTree::Ident(it) if it.to_string() == "async")));
    code
}
