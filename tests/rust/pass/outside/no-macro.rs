//! What macros are made with says that no macro is being expanded; libraries that also work elsewhere ask for it.

extern crate proc_macro;

fn main() {
    println!("{}", proc_macro::is_available());
    let parsed = std::panic::catch_unwind(|| "a + b".parse::<proc_macro::TokenStream>().is_ok());
    println!("{}", parsed.is_err());
    println!("{}", proc_macro::TokenStream::new().is_empty());
}
