//! The kinds of fragments that a macro's parameter can have.

/// A fragment specifier of macros by example; all that Table 2 of the Rust-twins paper has.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum TwinKind {
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
    kind: TwinKind,
    /// As a macro by example spells it.
    name: &'static str,
    /// The paper's default input. A `stmt` has no semicolon of its own, and a `meta` stands inside of `#[]`.
    default: &'static str,
    /// Whether a macro by example keeps it together as one node, in an invisible group, when it is used.
    is_grouped: bool,
}

const fn row(kind: TwinKind, name: &'static str, default: &'static str, is_grouped: bool) -> Row {
    Row { kind, name, default, is_grouped }
}

/// In the order of the declaration.
const ROWS: [Row; 13] = [
    row(TwinKind::Block, "block", "{ 1 }", true),
    row(TwinKind::Expr, "expr", "1", true),
    row(TwinKind::Ident, "ident", "a", false),
    row(TwinKind::Item, "item", "fn a() {}", true),
    row(TwinKind::Lifetime, "lifetime", "'a", false),
    row(TwinKind::Literal, "literal", "1", true),
    row(TwinKind::Meta, "meta", "a", true),
    row(TwinKind::Pat, "pat", "a", true),
    row(TwinKind::Path, "path", "a", true),
    row(TwinKind::Stmt, "stmt", "let a = 1", true),
    row(TwinKind::Tt, "tt", "1", false),
    row(TwinKind::Ty, "ty", "i32", true),
    row(TwinKind::Vis, "vis", "pub", true),
];

impl TwinKind {
    /// All kinds.
    pub fn all() -> impl Iterator<Item = TwinKind> {
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
    pub fn from_name(name: &str) -> Option<TwinKind> {
        TwinKind::all().find(|kind| kind.name() == name)
    }

    /// The paper's default input.
    pub fn default_input(self) -> &'static str {
        self.row().default
    }

    /// Whether a macro takes it in brackets, with a comma: an empty visibility is not matched where the input or a group ends.
    pub fn is_bracketed(self) -> bool {
        self == TwinKind::Vis
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
        assert!(TwinKind::all().enumerate().all(|(at, kind)| kind as usize == at));
        assert!(TwinKind::all().all(|kind| TwinKind::from_name(kind.name()) == Some(kind)));
    }
}
