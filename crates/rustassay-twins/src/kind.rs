//! The kinds of fragments that a macro's parameter can have.

/// A fragment specifier of macros by example; all that Table 2 of the Rust-twins paper has.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Block,
    Expr,
    Ident,
    Item,
    Lifetime,
    Literal,
    Meta,
    Pat,
    Path,
    Stmt,
    Tt,
    Ty,
    Vis,
}

/// What is to be known of a kind.
struct Row {
    kind: Kind,
    /// As a macro by example spells it.
    name: &'static str,
    /// The paper's default input. A `stmt` has no semicolon of its own, and a `meta` stands inside of `#[]`.
    default: &'static str,
    /// Whether a macro by example keeps it together as one node, in an invisible group, when it is used.
    is_grouped: bool,
}

const fn row(kind: Kind, name: &'static str, default: &'static str, is_grouped: bool) -> Row {
    Row { kind, name, default, is_grouped }
}

/// In the order of the declaration.
const ROWS: [Row; 13] = [
    row(Kind::Block, "block", "{ 1 }", true),
    row(Kind::Expr, "expr", "1", true),
    row(Kind::Ident, "ident", "a", false),
    row(Kind::Item, "item", "fn a() {}", true),
    row(Kind::Lifetime, "lifetime", "'a", false),
    row(Kind::Literal, "literal", "1", true),
    row(Kind::Meta, "meta", "a", true),
    row(Kind::Pat, "pat", "a", true),
    row(Kind::Path, "path", "a", true),
    row(Kind::Stmt, "stmt", "let a = 1", true),
    row(Kind::Tt, "tt", "1", false),
    row(Kind::Ty, "ty", "i32", true),
    row(Kind::Vis, "vis", "pub", true),
];

impl Kind {
    /// All kinds.
    pub fn all() -> impl Iterator<Item = Kind> {
        ROWS.iter().map(|row| row.kind)
    }

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// As a macro by example spells it.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The kind that is spelled so.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::all().find(|kind| kind.name() == name)
    }

    /// The paper's default input.
    pub fn default_input(self) -> &'static str {
        self.row().default
    }

    /// Whether a macro takes it in brackets, with a comma: an empty visibility is not matched where the input or a group ends.
    pub fn is_bracketed(self) -> bool {
        self == Kind::Vis
    }

    /// Whether a macro by example keeps it together as one node when it is used.
    pub fn is_grouped(self) -> bool {
        self.row().is_grouped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_own_row() {
        assert!(Kind::all().enumerate().all(|(at, kind)| kind as usize == at));
        assert!(Kind::all().all(|kind| Kind::from_name(kind.name()) == Some(kind)));
    }
}
