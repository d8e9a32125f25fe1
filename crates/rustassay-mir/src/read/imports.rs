//! What `use` items bring into scope.

use std::collections::BTreeMap;

/// The names that a file's `use` items bring into scope, and the modules whose whole content they do.
#[derive(Default)]
pub struct Imports {
    names: BTreeMap<String, String>,
    globs: Vec<String>,
}

/// Braces are looked into so deep. What is deeper brings nothing into scope.
const DEPTH: usize = 32;

impl Imports {
    /// Adds what an item brings into scope, if it is one as `use core::{mem, cell::Cell as C};`.
    pub fn add(&mut self, item: &str) {
        let Some((before, tree)) = item.split_once("use ") else { return };
        // Attributes and a visibility may stand before it.
        let before = before.trim_end();
        if before.is_empty() || before.ends_with("pub") || before.ends_with([')', ']']) {
            self.add_tree("", tree.trim_end().trim_end_matches(';'), DEPTH);
        }
    }

    fn add_tree(&mut self, before: &str, tree: &str, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let tree = tree.trim();
        if let Some((start, rest)) = tree.split_once('{') {
            let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
            let before = [before, start.trim()].concat();
            split_at_commas(inner).into_iter().for_each(|part| self.add_tree(&before, part, depth));
            return;
        }
        let (path, alias) = match tree.split_once(" as ") {
            Some((path, alias)) => (path.trim(), Some(alias.trim())),
            None => (tree, None),
        };
        let path = [before, path].concat();
        let path = path.trim_start_matches("::").trim_end_matches("::self");
        match (path.strip_suffix("::*"), alias.or_else(|| path.rsplit("::").next())) {
            (Some(module), _) => self.globs.push(of_core(module)),
            (None, Some(name)) => _ = self.names.insert(name.to_owned(), of_core(path)),
            (None, None) => {}
        }
    }

    /// The paths in the library that a path may stand for.
    pub fn paths(&self, segments: &[&str]) -> Vec<String> {
        let [first, rest @ ..] = segments else { return Vec::new() };
        let from = |start: &str| [&[start], rest].concat().join("::");
        if matches!(*first, "core" | "std" | "alloc") {
            return vec![from("core")];
        }
        let globs = self.globs.iter().map(|module| from(&format!("{module}::{first}")));
        self.names.get(*first).map(|path| from(path)).into_iter().chain(globs).collect()
    }
}

/// The same path from `core` on: what other crates of the library have of it, they have under the same path.
fn of_core(path: &str) -> String {
    match path.split_once("::") {
        Some(("std" | "alloc", rest)) => format!("core::{rest}"),
        _ => path.to_owned(),
    }
}

/// The parts between commas that stand in no braces of their own.
fn split_at_commas(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_end = |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    };
    text.split(is_end).collect()
}

#[cfg(test)]
mod tests {
    use super::Imports;

    #[test]
    fn a_name_stands_for_the_path_that_it_was_imported_by() {
        let mut imports = Imports::default();
        imports.add("use core::{mem, cell::{Cell as C, UnsafeCell}, ptr::{self}};");
        imports.add("pub use std::intrinsics::*;");
        let paths = |path: &str| imports.paths(&path.split("::").collect::<Vec<_>>());
        assert_eq!(paths("mem::MaybeUninit")[0], "core::mem::MaybeUninit");
        assert_eq!(paths("C")[0], "core::cell::Cell");
        assert_eq!(paths("UnsafeCell")[0], "core::cell::UnsafeCell");
        assert_eq!(paths("ptr::NonNull")[0], "core::ptr::NonNull");
        assert_eq!(paths("Cell"), ["core::intrinsics::Cell"], "only the whole module is imported");
        assert_eq!(paths("std::mem::swap"), ["core::mem::swap"]);
    }

    #[test]
    fn braces_without_end_are_not_looked_into() {
        let mut imports = Imports::default();
        imports.add(&format!("use core::{}mem{};", "{".repeat(100_000), "}".repeat(100_000)));
        assert!(imports.paths(&["mem"]).is_empty());
    }
}
