//! How deep a program is nested. What walks over syntax trees calls itself for each level, so that a chain of a thousand `else if` would end the process; rustc's
//! test suite has such files on purpose.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Expr, File, Item, Macro, Pat, Stmt, Type, UseTree};

/// Programs that are nested deeper are not taken: a thread's usual stack has room for a multiple of this.
pub const DEEPEST: usize = 100;

/// Room for the depth that a file of the largest size can have.
const STACK: usize = 1 << 30;

/// How many levels of expressions, statements, patterns, types and items are in each other.
pub fn depth(file: &File) -> usize {
    let mut levels = Levels::default();
    levels.visit_file(file);
    levels.deepest
}

/// Does something that may need much stack; or says why that much cannot be had.
pub(crate) fn with_room<R: Send>(work: impl FnOnce() -> R + Send) -> std::io::Result<R> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Why a text cannot be a source: it is nested too deep, or no Rust to the parser, which is not to be given it again where there is less room.
/// To be asked [`with_room`].
pub(crate) fn obstacle(text: &str) -> Option<String> {
    let too_deep = || format!("it is nested more than {DEEPEST} levels deep");
    // Brackets nest in attributes and macros, too.
    let tokens: TokenStream = match text.parse() {
        Ok(tokens) => tokens,
        Err(error) => return Some(no_rust(&error, error.span())),
    };
    if depth_of_tokens(&tokens) > DEEPEST {
        return Some(too_deep());
    }
    match syn::parse_file(text) {
        Ok(file) => (depth(&file) > DEEPEST).then(too_deep),
        Err(error) => Some(no_rust(&error, error.span())),
    }
}

fn no_rust(error: &dyn std::fmt::Display, span: Span) -> String {
    let start = span.start();
    format!("it is no Rust to the parser: line {}, column {}: {error}", start.line, start.column + 1)
}

#[derive(Default)]
struct Levels {
    now: usize,
    deepest: usize,
}

impl Levels {
    fn within(&mut self, visit: impl FnOnce(&mut Levels)) {
        self.now += 1;
        self.deepest = self.deepest.max(self.now);
        visit(self);
        self.now -= 1;
    }
}

impl<'a> Visit<'a> for Levels {
    fn visit_expr(&mut self, expr: &'a Expr) {
        self.within(|levels| visit::visit_expr(levels, expr));
    }

    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        self.within(|levels| visit::visit_stmt(levels, stmt));
    }

    fn visit_pat(&mut self, pat: &'a Pat) {
        self.within(|levels| visit::visit_pat(levels, pat));
    }

    fn visit_type(&mut self, ty: &'a Type) {
        self.within(|levels| visit::visit_type(levels, ty));
    }

    fn visit_item(&mut self, item: &'a Item) {
        self.within(|levels| visit::visit_item(levels, item));
    }

    fn visit_use_tree(&mut self, tree: &'a UseTree) {
        self.within(|levels| visit::visit_use_tree(levels, tree));
    }

    fn visit_macro(&mut self, mac: &'a Macro) {
        let inside = depth_of_tokens(&mac.tokens);
        self.deepest = self.deepest.max(self.now + inside);
    }
}

fn depth_of_tokens(tokens: &TokenStream) -> usize {
    let inside = |tree| match tree {
        TokenTree::Group(group) => 1 + depth_of_tokens(&group.stream()),
        _ => 0,
    };
    tokens.clone().into_iter().map(inside).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth_of(text: &str) -> usize {
        with_room(|| depth(&syn::parse_file(text).expect("it is Rust"))).expect("there is room")
    }

    #[test]
    fn all_that_nests_is_counted() {
        let n = 300;
        let texts = [
            format!("fn f() -> u8 {{ {}0{} }}", "(".repeat(n), ")".repeat(n)),
            format!("fn f() -> bool {{ {}true }}", "!".repeat(n)),
            format!("fn f() -> u8 {{ {}1 }}", "1 + ".repeat(n)),
            format!("fn f() {{ {} {{}} }}", "if x { } else ".repeat(n)),
            format!("fn f() {{ x{} }}", ".clone()".repeat(n)),
            format!("type X = {}u8;", "&'static ".repeat(n)),
            format!("type X = {}u8{};", "Option<".repeat(n), ">".repeat(n)),
            format!("fn f({}_: u8) {{}}", "&".repeat(n)),
            format!("{}{}", "mod m {".repeat(n), "}".repeat(n)),
            format!("use {}b{};", "a::{".repeat(n), "}".repeat(n)),
            format!("fn f() {{ m!({}{}) }}", "[".repeat(n), "]".repeat(n)),
        ];
        for text in texts {
            assert!(depth_of(&text) >= n, "{text}");
        }
    }

    #[test]
    fn a_long_program_is_not_a_deep_one() {
        assert!(depth_of(&"fn f() { let x = 1; g(x, x); }\n".repeat(2000)) < 6);
    }
}
