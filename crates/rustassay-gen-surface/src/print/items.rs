//! Items.

use super::Printer;
use crate::syntax::*;

impl Printer {
    pub(super) fn item(&mut self, item: &Item) {
        for attribute in &item.attributes {
            self.attribute(attribute);
            self.line();
        }
        self.visibility(item.visibility);
        match &item.kind {
            ItemKind::Fn(function) => self.function(function),
            ItemKind::Struct(name, generics, fields) => {
                self.word("struct ");
                self.name(*name);
                self.generics(generics);
                match fields {
                    Fields::Named(_) => {
                        self.predicates(generics);
                        self.fields(fields);
                    }
                    _ => {
                        self.fields(fields);
                        self.predicates(generics);
                        self.word(";");
                    }
                }
            }
            ItemKind::Enum(name, generics, variants) => {
                self.word("enum ");
                self.name(*name);
                self.generics(generics);
                self.predicates(generics);
                self.word(" {");
                self.indented(|printer| {
                    for variant in variants {
                        printer.line();
                        for attribute in &variant.attributes {
                            printer.attribute(attribute);
                            printer.line();
                        }
                        printer.name(variant.name);
                        printer.fields(&variant.fields);
                        if let Some(discriminant) = &variant.discriminant {
                            printer.word(" = ");
                            printer.expr(discriminant);
                        }
                        printer.word(",");
                    }
                });
                self.line();
                self.word("}");
            }
            ItemKind::Union(name, generics, fields) => {
                self.word("union ");
                self.name(*name);
                self.generics(generics);
                self.named_fields(fields);
            }
            ItemKind::Trait(definition) => {
                if definition.is_unsafe {
                    self.word("unsafe ");
                }
                self.word("trait ");
                self.name(definition.name);
                self.generics(&definition.generics);
                self.colon_bounds(&definition.supertraits);
                let has_where = self.predicates(&definition.generics);
                self.body(&definition.items, has_where);
            }
            ItemKind::Impl(implementation) => {
                if implementation.is_unsafe {
                    self.word("unsafe ");
                }
                self.word("impl");
                self.generics(&implementation.generics);
                self.word(" ");
                if let Some(of) = &implementation.of {
                    self.type_path(of);
                    self.word(" for ");
                }
                self.ty(&implementation.ty);
                let has_where = self.predicates(&implementation.generics);
                self.body(&implementation.items, has_where);
            }
            ItemKind::Const(name, ty, value) => {
                self.word("const ");
                self.name(*name);
                self.typed_value(ty, value.as_ref());
            }
            ItemKind::Static(mutability, name, ty, value) => {
                self.word("static ");
                self.mutability(*mutability);
                self.name(*name);
                self.typed_value(ty, value.as_ref());
            }
            ItemKind::Alias(name, generics, bounds, ty) => {
                self.word("type ");
                self.name(*name);
                self.generics(generics);
                self.colon_bounds(bounds);
                if let Some(ty) = ty {
                    self.word(" = ");
                    self.ty(ty);
                }
                self.inline_predicates(generics);
                self.word(";");
            }
            ItemKind::Use(tree) => {
                self.word("use ");
                self.use_tree(tree);
                self.word(";");
            }
            ItemKind::Mod(name, items) => {
                self.word("mod ");
                self.name(*name);
                self.body(items, false);
            }
            ItemKind::MacroRules(name, rules) => self.macro_rules(*name, rules),
            ItemKind::Extern(is_unsafe, items) => {
                self.word(if *is_unsafe { "unsafe extern \"C\"" } else { "extern \"C\"" });
                self.body(items, false);
            }
            ItemKind::Macro(call) => {
                self.macro_call(call);
                if call.delimiter != Delimiter::Brace {
                    self.word(";");
                }
            }
            ItemKind::Text(pieces) => self.pieces(pieces),
        }
    }

    /// Text with expressions in it, as far in as its own indentation and ours together say.
    fn pieces(&mut self, pieces: &[Piece]) {
        let base = self.indent;
        for piece in pieces {
            match piece {
                Piece::Expr(expr) => self.expr(expr),
                Piece::Text(text) => {
                    let mut lines = text.split('\n');
                    lines.next().into_iter().for_each(|first| self.word(first));
                    for line in lines {
                        let words = line.trim_start_matches(' ');
                        match line.is_empty() {
                            true => self.text.push('\n'),
                            false => {
                                self.indent = base + (line.len() - words.len()) / 4;
                                self.line();
                                self.word(words);
                            }
                        }
                    }
                }
            }
        }
        self.indent = base;
    }

    fn typed_value(&mut self, ty: &Type, value: Option<&Expr>) {
        self.word(": ");
        self.ty(ty);
        if let Some(value) = value {
            self.word(" = ");
            self.expr(value);
        }
        self.word(";");
    }

    /// Items between braces, with an empty line between those that have bodies.
    fn body(&mut self, items: &[Item], has_where: bool) {
        match has_where {
            true => self.line(),
            false => self.word(" "),
        }
        if items.is_empty() {
            self.word("{}");
            return;
        }
        self.word("{");
        let has_body = |item: &Item| {
            !matches!(
                item.kind,
                ItemKind::Const(..) | ItemKind::Alias(..) | ItemKind::Use(_) | ItemKind::Static(..)
            )
        };
        self.indented(|printer| {
            for (n, item) in items.iter().enumerate() {
                if n > 0 && (has_body(item) || has_body(&items[n - 1])) {
                    printer.text.push('\n');
                }
                printer.line();
                printer.item(item);
            }
        });
        self.line();
        self.word("}");
    }

    fn attribute(&mut self, attribute: &Attribute) {
        self.word("#[");
        match attribute {
            Attribute::Word(name) => self.word(name),
            Attribute::List(name, words) => {
                self.word(name);
                self.word("(");
                self.separated(", ", words, |printer, word| printer.word(word));
                self.word(")");
            }
            Attribute::Value(name, value) => {
                self.word(name);
                self.word(&format!(" = {value:?}"));
            }
        }
        self.word("]");
    }

    pub(super) fn visibility(&mut self, visibility: Visibility) {
        self.word(match visibility {
            Visibility::Inherited => "",
            Visibility::Public => "pub ",
            Visibility::Crate => "pub(crate) ",
            Visibility::Super => "pub(super) ",
            Visibility::InCrate => "pub(in crate) ",
        });
    }

    fn fields(&mut self, fields: &Fields) {
        match fields {
            Fields::Unit => {}
            Fields::Tuple(types) => self.list("(", ")", types, |printer, (visibility, ty)| {
                printer.visibility(*visibility);
                printer.ty(ty);
            }),
            Fields::Named(fields) => self.named_fields(fields),
        }
    }

    fn named_fields(&mut self, fields: &[Field]) {
        if fields.is_empty() {
            self.word(" {}");
            return;
        }
        self.word(" {");
        self.indented(|printer| {
            for field in fields {
                printer.line();
                printer.visibility(field.visibility);
                printer.name(field.name);
                printer.word(": ");
                printer.ty(&field.ty);
                printer.word(",");
            }
        });
        self.line();
        self.word("}");
    }

    fn inline_predicates(&mut self, generics: &Generics) {
        for (n, predicate) in generics.predicates.iter().enumerate() {
            self.word(if n == 0 { " where " } else { ", " });
            if let Predicate::Type(_, ty, bounds) = predicate {
                self.ty(ty);
                self.word(": ");
                self.bounds(bounds);
            }
        }
    }

    fn function(&mut self, function: &Function) {
        for (is_said, word) in
            [(function.is_const, "const "), (function.is_async, "async "), (function.is_unsafe, "unsafe ")]
        {
            if is_said {
                self.word(word);
            }
        }
        if let Some(abi) = function.abi {
            self.word("extern \"");
            self.word(abi);
            self.word("\" ");
        }
        self.word("fn ");
        self.name(function.name);
        self.generics(&function.generics);
        enum Param<'a> {
            Receiver(&'a Receiver),
            Plain(&'a (Pat, Type)),
        }
        let receiver = function.receiver.iter().map(Param::Receiver);
        let params: Vec<Param> = receiver.chain(function.params.iter().map(Param::Plain)).collect();
        self.list("(", ")", &params, |printer, param| match param {
            Param::Receiver(receiver) => printer.receiver(receiver),
            Param::Plain((pat, ty)) => {
                printer.pat(pat);
                printer.word(": ");
                printer.ty(ty);
            }
        });
        self.ret(function.ret.as_ref());
        let has_where = self.predicates(&function.generics);
        match &function.body {
            None => {
                // As rustfmt has it: the last predicate ends with the declaration.
                if has_where {
                    self.text.pop();
                }
                self.word(";");
            }
            Some(body) => {
                match has_where {
                    true => self.line(),
                    false => self.word(" "),
                }
                self.block(body);
            }
        }
    }

    fn receiver(&mut self, receiver: &Receiver) {
        match receiver {
            Receiver::Value(mutability) => self.mutability(*mutability),
            Receiver::Ref(lifetime, mutability) => {
                self.word("&");
                if let Some(lifetime) = lifetime {
                    self.name(*lifetime);
                    self.word(" ");
                }
                self.mutability(*mutability);
            }
            Receiver::Typed(ty) => {
                self.word("self: ");
                self.ty(ty);
                return;
            }
        }
        self.word("self");
    }

    fn use_tree(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(name, rest) => {
                self.name(*name);
                self.word("::");
                self.use_tree(rest);
            }
            UseTree::Name(name) => self.name(*name),
            UseTree::Rename(name, to) => {
                self.name(*name);
                self.word(" as ");
                self.name(*to);
            }
            UseTree::Glob => self.word("*"),
            UseTree::Group(trees) => {
                self.word("{");
                self.separated(", ", trees, |printer, tree| printer.use_tree(tree));
                self.word("}");
            }
        }
    }

    fn macro_rules(&mut self, name: Name, rules: &[MacroRule]) {
        self.word("macro_rules! ");
        self.name(name);
        self.word(" {");
        self.indented(|printer| {
            for rule in rules {
                printer.line();
                printer.word("(");
                printer.matchers(&rule.matcher);
                printer.word(") => {");
                printer.indented(|printer| printer.macro_body(&rule.body));
                printer.line();
                printer.word("};");
            }
        });
        self.line();
        self.word("}");
    }

    fn macro_body(&mut self, body: &MacroBody) {
        match body {
            MacroBody::Expr(expr) => {
                self.line();
                self.expr(expr);
            }
            MacroBody::Pat(pat) => {
                self.line();
                self.pat(pat);
            }
            MacroBody::Type(ty) => {
                self.line();
                self.ty(ty);
            }
            MacroBody::Items(items) => {
                for item in items {
                    self.line();
                    self.item(item);
                }
            }
            MacroBody::Repeat(before, repeated, tail) => {
                self.line();
                self.word("{");
                self.indented(|printer| {
                    for stmt in before {
                        printer.line();
                        printer.stmt(stmt);
                    }
                    printer.line();
                    printer.word("$(");
                    printer.indented(|printer| {
                        for stmt in repeated {
                            printer.line();
                            printer.stmt(stmt);
                        }
                    });
                    printer.line();
                    printer.word(")*");
                    printer.line();
                    printer.expr(tail);
                });
                self.line();
                self.word("}");
            }
        }
    }

    fn matchers(&mut self, matchers: &[Matcher]) {
        for (n, matcher) in matchers.iter().enumerate() {
            if n > 0 && !matches!(matcher, Matcher::Token("," | ";")) {
                self.word(" ");
            }
            match matcher {
                Matcher::Fragment(name, kind) => {
                    self.word("$");
                    self.name(*name);
                    self.word(":");
                    self.word(kind);
                }
                Matcher::Token(token) => self.word(token),
                Matcher::Repeat(inner, separator, operator) => {
                    self.word("$(");
                    self.matchers(inner);
                    self.word(")");
                    self.word(separator);
                    self.word(operator);
                }
            }
        }
    }
}
