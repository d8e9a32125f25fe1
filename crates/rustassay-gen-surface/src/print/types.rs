//! Paths, types, generics, patterns and literals.

use super::Printer;
use crate::syntax::*;

impl Printer {
    /// A path where a type stands.
    pub(super) fn type_path(&mut self, path: &Path) {
        self.path(path, false);
    }

    /// A path; in expressions, arguments come after `::`.
    pub(super) fn path(&mut self, path: &Path, is_expr: bool) {
        let mut segments = &path.segments[..];
        if let Some(qself) = &path.qself {
            self.word("<");
            self.ty(qself);
            if let [of @ .., last] = segments {
                if !of.is_empty() {
                    self.word(" as ");
                    self.separated("::", of, |printer, segment| printer.segment(segment, false));
                }
                segments = std::slice::from_ref(last);
            }
            self.word(">::");
        }
        self.separated("::", segments, |printer, segment| printer.segment(segment, is_expr));
    }

    fn segment(&mut self, segment: &Segment, is_expr: bool) {
        self.name(segment.name);
        match &segment.args {
            PathArgs::None => {}
            PathArgs::Angle(args) => {
                if is_expr {
                    self.word("::");
                }
                self.generic_args(args);
            }
            PathArgs::Paren(params, ret) => {
                self.word("(");
                self.separated(", ", params, |printer, ty| printer.ty(ty));
                self.word(")");
                self.ret(ret.as_deref());
            }
        }
    }

    pub(super) fn generic_args(&mut self, args: &[GenericArg]) {
        self.word("<");
        self.separated(", ", args, |printer, arg| match arg {
            GenericArg::Type(ty) => printer.ty(ty),
            GenericArg::Const(expr @ (Expr::Lit(_) | Expr::Name(_) | Expr::Block(..))) => printer.expr(expr),
            GenericArg::Const(expr) => {
                printer.word("{ ");
                printer.expr(expr);
                printer.word(" }");
            }
            GenericArg::Lifetime(name) => printer.name(*name),
            GenericArg::Assoc(name, ty) => {
                printer.name(*name);
                printer.word(" = ");
                printer.ty(ty);
            }
            GenericArg::AssocBound(name, bounds) => {
                printer.name(*name);
                printer.word(": ");
                printer.bounds(bounds);
            }
        });
        self.word(">");
    }

    pub(super) fn ret(&mut self, ret: Option<&Type>) {
        if let Some(ret) = ret {
            self.word(" -> ");
            self.ty(ret);
        }
    }

    pub(super) fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Path(path) => self.type_path(path),
            Type::Ref(lifetime, mutability, inner) => {
                self.word("&");
                if let Some(lifetime) = lifetime {
                    self.name(*lifetime);
                    self.word(" ");
                }
                self.mutability(*mutability);
                self.pointee(inner);
            }
            Type::Ptr(mutability, inner) => {
                self.word(if *mutability == Mutability::Mut { "*mut " } else { "*const " });
                self.pointee(inner);
            }
            Type::Slice(inner) => {
                self.word("[");
                self.ty(inner);
                self.word("]");
            }
            Type::Array(inner, len) => {
                self.word("[");
                self.ty(inner);
                self.word("; ");
                self.expr(len);
                self.word("]");
            }
            Type::Tuple(parts) => {
                self.word("(");
                self.separated(", ", parts, |printer, part| printer.ty(part));
                self.word(if parts.len() == 1 { ",)" } else { ")" });
            }
            Type::Fn(function) => self.fn_type(function),
            Type::Dyn(bounds) => {
                self.word("dyn ");
                self.bounds(bounds);
            }
            Type::Impl(bounds) => {
                self.word("impl ");
                self.bounds(bounds);
            }
            Type::Never => self.word("!"),
            Type::Infer => self.word("_"),
        }
    }

    /// `dyn A + B` needs parentheses behind a pointer.
    fn pointee(&mut self, ty: &Type) {
        match ty {
            Type::Dyn(bounds) | Type::Impl(bounds) if bounds.len() > 1 => {
                self.word("(");
                self.ty(ty);
                self.word(")");
            }
            _ => self.ty(ty),
        }
    }

    fn fn_type(&mut self, function: &FnType) {
        self.for_lifetimes(&function.lifetimes);
        if function.is_unsafe {
            self.word("unsafe ");
        }
        if let Some(abi) = function.abi {
            self.word("extern \"");
            self.word(abi);
            self.word("\" ");
        }
        self.word("fn(");
        self.separated(", ", &function.params, |printer, (name, ty)| {
            if let Some(name) = name {
                printer.name(*name);
                printer.word(": ");
            }
            printer.ty(ty);
        });
        if function.is_variadic {
            self.word(", ...");
        }
        self.word(")");
        self.ret(function.ret.as_ref());
    }

    fn for_lifetimes(&mut self, lifetimes: &[Name]) {
        if !lifetimes.is_empty() {
            self.word("for<");
            self.separated(", ", lifetimes, |printer, name| printer.name(*name));
            self.word("> ");
        }
    }

    pub(super) fn bounds(&mut self, bounds: &[Bound]) {
        self.separated(" + ", bounds, |printer, bound| match bound {
            Bound::Trait { lifetimes, is_maybe, path } => {
                if *is_maybe {
                    printer.word("?");
                }
                printer.for_lifetimes(lifetimes);
                printer.type_path(path);
            }
            Bound::Lifetime(name) => printer.name(*name),
            Bound::Use(args) => {
                printer.word("use");
                printer.generic_args(args);
            }
        });
    }

    pub(super) fn mutability(&mut self, mutability: Mutability) {
        if mutability == Mutability::Mut {
            self.word("mut ");
        }
    }

    pub(super) fn generics(&mut self, generics: &Generics) {
        if generics.params.is_empty() {
            return;
        }
        self.word("<");
        self.separated(", ", &generics.params, |printer, param| match param {
            GenericParam::Lifetime(name, outlived) => {
                printer.name(*name);
                printer.outlived(outlived);
            }
            GenericParam::Type(name, bounds, default) => {
                printer.name(*name);
                printer.colon_bounds(bounds);
                if let Some(default) = default {
                    printer.word(" = ");
                    printer.ty(default);
                }
            }
            GenericParam::Const(name, ty, default) => {
                printer.word("const ");
                printer.name(*name);
                printer.word(": ");
                printer.ty(ty);
                if let Some(default) = default {
                    printer.word(" = ");
                    printer.expr(default);
                }
            }
        });
        self.word(">");
    }

    fn outlived(&mut self, outlived: &[Name]) {
        if !outlived.is_empty() {
            self.word(": ");
            self.separated(" + ", outlived, |printer, name| printer.name(*name));
        }
    }

    pub(super) fn colon_bounds(&mut self, bounds: &[Bound]) {
        if !bounds.is_empty() {
            self.word(": ");
            self.bounds(bounds);
        }
    }

    /// What stands after `where`, each on its own line; says whether there is any.
    pub(super) fn predicates(&mut self, generics: &Generics) -> bool {
        if generics.predicates.is_empty() {
            return false;
        }
        self.line();
        self.word("where");
        self.indented(|printer| {
            for predicate in &generics.predicates {
                printer.line();
                match predicate {
                    Predicate::Type(lifetimes, ty, bounds) => {
                        printer.for_lifetimes(lifetimes);
                        printer.ty(ty);
                        printer.word(": ");
                        printer.bounds(bounds);
                    }
                    Predicate::Lifetime(name, outlived) => {
                        printer.name(*name);
                        printer.outlived(outlived);
                    }
                }
                printer.word(",");
            }
        });
        true
    }

    pub(super) fn pat(&mut self, pat: &Pat) {
        match pat {
            Pat::Wild => self.word("_"),
            Pat::Rest => self.word(".."),
            Pat::Bind { by_ref, mutability, name, sub } => {
                if *by_ref {
                    self.word("ref ");
                }
                self.mutability(*mutability);
                self.name(*name);
                if let Some(sub) = sub {
                    self.word(" @ ");
                    match **sub {
                        Pat::Or(_) => self.in_parens(sub),
                        _ => self.pat(sub),
                    }
                }
            }
            Pat::Lit(lit) => self.lit(lit),
            Pat::Range(from, to, is_inclusive) => {
                from.iter().for_each(|lit| self.lit(lit));
                self.word(if *is_inclusive { "..=" } else { ".." });
                to.iter().for_each(|lit| self.lit(lit));
            }
            Pat::Path(path) => self.path(path, true),
            Pat::TupleStruct(path, parts) => {
                self.path(path, true);
                self.list("(", ")", parts, |printer, part| printer.pat(part));
            }
            Pat::Struct(path, fields, has_rest) => {
                self.path(path, true);
                self.word(" { ");
                self.separated(", ", fields, |printer, (member, pat)| match (member, pat) {
                    (Member::Named(field), Pat::Bind { name, sub: None, .. }) if field == name => {
                        printer.pat(pat);
                    }
                    _ => {
                        printer.member(*member);
                        printer.word(": ");
                        printer.pat(pat);
                    }
                });
                match (has_rest, fields.is_empty()) {
                    (true, true) => self.word(".. }"),
                    (true, false) => self.word(", .. }"),
                    _ => self.word(" }"),
                }
            }
            Pat::Tuple(parts) => {
                self.word("(");
                self.separated(", ", parts, |printer, part| printer.pat(part));
                let is_one = parts.len() == 1 && parts[0] != Pat::Rest;
                self.word(if is_one { ",)" } else { ")" });
            }
            Pat::Slice(parts) => {
                self.word("[");
                self.separated(", ", parts, |printer, part| printer.pat(part));
                self.word("]");
            }
            Pat::Ref(mutability, inner) => {
                self.word("&");
                self.mutability(*mutability);
                match **inner {
                    Pat::Or(_) | Pat::Range(..) | Pat::Bind { mutability: Mutability::Mut, .. } => {
                        self.in_parens(inner)
                    }
                    _ => self.pat(inner),
                }
            }
            Pat::Or(pats) => self.separated(" | ", pats, |printer, pat| printer.pat(pat)),
            Pat::Paren(inner) => self.in_parens(inner),
        }
    }

    pub(super) fn in_parens(&mut self, pat: &Pat) {
        self.word("(");
        self.pat(pat);
        self.word(")");
    }

    pub(super) fn member(&mut self, member: Member) {
        match member {
            Member::Named(name) => self.name(name),
            Member::Index(index) => self.number(u128::from(index)),
        }
    }

    pub(super) fn lit(&mut self, lit: &Lit) {
        match lit {
            Lit::Int { value, is_negative, suffix, base } => {
                if *is_negative {
                    self.word("-");
                }
                match base {
                    Base::Decimal => self.number(*value),
                    Base::Hex => self.word(&format!("{value:#x}")),
                    Base::Binary => self.word(&format!("{value:#b}")),
                    Base::Octal => self.word(&format!("{value:#o}")),
                }
                self.suffix(*suffix, *base == Base::Hex);
            }
            Lit::Float(value, suffix) => {
                // `{:?}` is the shortest text that reads back as the same value, and has a point or an exponent.
                self.word(&format!("{value:?}"));
                self.suffix(*suffix, false);
            }
            Lit::Bool(value) => self.word(if *value { "true" } else { "false" }),
            Lit::Char(value) => self.word(&format!("{value:?}")),
            Lit::Byte(value) => self.word(&format!("b'{}'", value.escape_ascii())),
            Lit::Str(value) => self.word(&format!("{value:?}")),
            Lit::RawStr(value) => self.word(&format!("r#\"{value}\"#")),
            Lit::ByteStr(value) => self.word(&format!("b{value:?}")),
            Lit::CStr(value) => self.word(&format!("c{value:?}")),
        }
    }

    fn suffix(&mut self, suffix: Option<&'static str>, apart: bool) {
        if let Some(suffix) = suffix {
            self.word(if apart { "_" } else { "" });
            self.word(suffix);
        }
    }
}
