//! A whole file: declares its items, then reads what they hold.

use super::Parsed;
use super::cursor::{Cursor, Read};
use super::grammar::Grammar;
use super::items::{ItemKind, ItemSyntax, split, visibility};
use super::lifetimes::{elided_lifetime, named_lifetime, result_lifetime};
use super::lower::Lowering;
use super::names::{Names, Value};
use super::spans::{AdtSpans, FnSpans, SpanTable, SurfaceSpans};
use super::syntax::{Arena, ExprKind};
use super::tokens::{Token, TokenKind, lex};
use super::types::{parse_int, read_abi, read_ret, read_type};
use crate::model::*;
use crate::source::{Diagnostic, Span};
use rustassay_lang::{Architecture, Directives};
use rustc_hash::FxHashMap;

/// How often the items are declared anew because some of them turn out to be surface Rust. Each round finds those that
/// depend on what the last one set aside.
const MAX_ROUNDS: usize = 32;

/// Items that are kept as surface Rust, by their position, and why.
type SetAside = FxHashMap<usize, (Span, String)>;

/// Reads a file, for the target that it says, or else the default.
pub fn read(text: &str) -> Result<Parsed, Vec<Diagnostic>> {
    let target = match Directives::of(text).target {
        None => Architecture::DEFAULT,
        Some(name) => Architecture::of_supported(&name)
            .map_err(|refusal| vec![Diagnostic::new("unsupported-target", None, refusal.to_string())])?,
    };
    read_for(text, target)
}

/// Reads a file, for a target whatever the file says.
pub fn read_for(text: &str, target: &'static Architecture) -> Result<Parsed, Vec<Diagnostic>> {
    let tokens = lex(text).map_err(|error| vec![*error])?;
    let mut errors = Vec::new();
    let (attrs, items) = split(text, &tokens, &mut errors);
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut set_aside = SetAside::default();
    for _ in 0..MAX_ROUNDS {
        let mut file = File::new(text, &tokens, &attrs, target);
        let failed = file.declare(&items, &set_aside);
        if failed.is_empty() {
            return file.finish(&items);
        }
        set_aside.extend(failed);
    }
    let message =
        format!("the items of this file depend on each other more than {MAX_ROUNDS} deep on surface Rust");
    Err(vec![Diagnostic::new("too-deep", None, message)])
}

struct File<'a> {
    text: &'a str,
    tokens: &'a [Token],
    program: Program,
    spans: SpanTable,
    names: Names<'a>,
    errors: Vec<Diagnostic>,
    /// The functions with custom MIR: the item, and the spans of its parameters' names, and where its body begins.
    bodies: Vec<(FnId, Vec<Span>, usize)>,
    literals_may_overflow: bool,
    is_current: bool,
}

impl<'a> File<'a> {
    fn new(text: &'a str, tokens: &'a [Token], attrs: &[Span], target: &'static Architecture) -> File<'a> {
        let attrs: Vec<Box<str>> = attrs.iter().map(|span| text[span.range()].trim().into()).collect();
        let literals_may_overflow = attrs.iter().any(|attr| {
            attr.starts_with("allow") && (attr.contains("overflowing_literals") || attr.contains("warnings"))
        });
        File {
            text,
            tokens,
            program: Program { attrs, ..Program::on(target) },
            spans: SpanTable::default(),
            names: Names::default(),
            errors: Vec::new(),
            bodies: Vec::new(),
            literals_may_overflow,
            is_current: true,
        }
    }

    fn slice(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    fn cursor(&self, pos: usize) -> Cursor<'a> {
        Cursor::new(self.text, self.tokens).at(pos)
    }

    /// Declares all items but for the function bodies. Gives those that have to be kept as surface Rust.
    fn declare(&mut self, items: &[ItemSyntax], set_aside: &SetAside) -> SetAside {
        let mut failed = SetAside::default();
        for (index, item) in items.iter().enumerate() {
            self.declare_name(item, set_aside.get(&index));
        }
        let mut adts = self.program.types.adts.ids();
        let (mut statics, mut consts) = (0, 0);
        let mut initializers = Vec::new();
        for (index, item) in items.iter().enumerate() {
            if set_aside.contains_key(&index) {
                self.add_surface(item);
                continue;
            }
            let result = match item.kind {
                ItemKind::Struct | ItemKind::Enum | ItemKind::Union => {
                    let id = adts.next().expect("each ADT was declared");
                    self.program.order.push(ItemId::Adt(id));
                    self.adt(id, item)
                }
                ItemKind::Static => {
                    let id = StaticId(statics);
                    statics += 1;
                    self.program.order.push(ItemId::Static(id));
                    self.static_or_const(item, true)
                        .map(|init| initializers.push((index, ItemId::Static(id), init)))
                }
                ItemKind::Const => {
                    let id = ConstId(consts);
                    consts += 1;
                    self.program.order.push(ItemId::Const(id));
                    self.static_or_const(item, false)
                        .map(|init| initializers.push((index, ItemId::Const(id), init)))
                }
                ItemKind::Fn { custom_mir: true, .. } => {
                    if let Err(error) = self.custom_mir_fn(item) {
                        self.errors.push(*error);
                    }
                    Ok(())
                }
                ItemKind::Fn { .. } => {
                    self.surface_fn(item);
                    Ok(())
                }
                ItemKind::ForeignMod { body, abi } => {
                    self.foreign_fns(item, body, abi);
                    Ok(())
                }
                ItemKind::DropImpl { .. } => Ok(()),
                ItemKind::OtherDropImpl { .. } | ItemKind::Other => {
                    self.add_surface(item);
                    Ok(())
                }
            };
            if let Err(error) = result {
                failed.insert(index, (error.span.unwrap_or(item.name), error.message));
            }
        }
        if failed.is_empty() {
            for (index, item, init) in initializers {
                if let Err(error) = self.initializer(item, init) {
                    failed.insert(index, (error.span.unwrap_or(items[index].name), error.message));
                }
            }
        }
        failed
    }

    /// Gives an item's name its meaning, before any type or value is read.
    fn declare_name(&mut self, item: &ItemSyntax, set_aside: Option<&(Span, String)>) {
        let name = self.slice(item.name);
        if let Some(reason) = set_aside {
            self.names.opaque.insert(name, reason.clone());
            return;
        }
        if item.kind == ItemKind::Other {
            self.names.imports.add(self.slice(item.span));
        }
        let placeholder = || ConstExpr::Tuple(Vec::new());
        let previous = match item.kind {
            ItemKind::Struct | ItemKind::Enum | ItemKind::Union => {
                let kind = match item.kind {
                    ItemKind::Struct => AdtKind::Struct,
                    ItemKind::Enum => AdtKind::Enum,
                    _ => AdtKind::Union,
                };
                let id = self.program.types.adts.push(AdtDef {
                    name: name.into(),
                    kind,
                    origin: AdtOrigin::Program,
                    repr: item.attrs.repr,
                    derives: item.attrs.derives.clone(),
                    variants: IdVec::new(),
                    drop: None,
                    is_pub: item.is_pub,
                });
                self.spans.adts.push(AdtSpans { name: item.name, variants: Vec::new() });
                self.names.adts.insert(name, id).is_some()
            }
            ItemKind::Static => {
                let is_mut =
                    self.slice(Span::new(item.span.start, item.name.start)).trim_end().ends_with("mut");
                let (name, is_pub) = (name.into(), item.is_pub);
                let id = self.program.statics.push(StaticDef {
                    name,
                    ty: Ty::UNIT,
                    is_mut,
                    is_pub,
                    init: placeholder(),
                    align: None,
                });
                self.spans.statics.push(item.name);
                self.names.values.insert(self.slice(item.name), Value::Static(id)).is_some()
            }
            ItemKind::Const => {
                let (name, is_pub) = (name.into(), item.is_pub);
                let id =
                    self.program.consts.push(ConstDef { name, ty: Ty::UNIT, is_pub, value: placeholder() });
                self.spans.consts.push(item.name);
                self.names.values.insert(self.slice(item.name), Value::Const(id)).is_some()
            }
            _ => false,
        };
        if previous {
            self.duplicate(item.name);
        }
    }

    fn duplicate(&mut self, name: Span) {
        let message = format!("the name `{}` is defined twice", self.slice(name));
        self.errors.push(Diagnostic::new("duplicate-item", name, message));
    }

    fn add_surface(&mut self, item: &ItemSyntax) -> SurfaceId {
        let id = self.program.surface.push(SurfaceItem { text: self.slice(item.span).into() });
        self.spans.surface.push(SurfaceSpans { name: item.name, whole: item.span });
        self.program.order.push(ItemId::Surface(id));
        if item.kind == ItemKind::Other && self.slice(item.span).contains("custom_mir") {
            let message = "custom MIR inside of other items is not read";
            let help = "move the function to the top of the file";
            self.errors.push(Diagnostic::new("nested-custom-mir", item.name, message).help(help));
        }
        id
    }

    /// Whether the lifetimes that an item names are there: those that it declares, and `'static`.
    fn lifetimes(&self, item: &ItemSyntax) -> Read<()> {
        let mut cursor = self.cursor(item.after_name);
        let mut declared = Vec::new();
        // Those of the item itself, which no other declaration may repeat.
        let mut of_item = 0;
        let mut in_declaration = cursor.at_punct("<");
        let mut is_of_item = in_declaration;
        while cursor.peek().start < item.span.end {
            let token = cursor.bump();
            let name = self.slice(token.span());
            match token.kind {
                TokenKind::Lifetime if in_declaration && declared[..of_item].contains(&name) => {
                    let message = format!("the lifetime `{name}` is declared twice");
                    return Err(Box::new(Diagnostic::new("duplicate-lifetime", token.span(), message)));
                }
                TokenKind::Lifetime if in_declaration => declared.push(name),
                TokenKind::Lifetime if !matches!(name, "'static" | "'_") && !declared.contains(&name) => {
                    let message = format!("there is no lifetime `{name}` here");
                    return Err(Box::new(Diagnostic::new("unknown-lifetime", token.span(), message)));
                }
                TokenKind::Ident if name == "for" && cursor.at_punct("<") => in_declaration = true,
                TokenKind::Punct(b'>') => {
                    in_declaration = false;
                    if std::mem::take(&mut is_of_item) {
                        of_item = declared.len();
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn ty(&mut self, cursor: &mut Cursor) -> Read<Ty> {
        read_type(cursor, &mut self.program.types, &self.names)
    }

    fn adt(&mut self, id: AdtId, item: &ItemSyntax) -> Read<()> {
        if let Some((span, why)) = &item.attrs.obstacle {
            return Err(Box::new(Diagnostic::new("unsupported-item", *span, why.clone())));
        }
        self.lifetimes(item)?;
        if let Some(span) = elided_lifetime(self.cursor(item.after_name), item.span.end) {
            let message = "a reference in a type's definition needs a lifetime";
            return Err(Box::new(
                Diagnostic::new("missing-lifetime", span, message).help("write `&'static T`"),
            ));
        }
        no_other_attributes(item)?;
        let mut cursor = self.cursor(item.after_name);
        if cursor.at_punct("<") || cursor.at_keyword("where") {
            let message = "generic types are not in the model";
            return Err(Box::new(Diagnostic::new("unsupported-item", item.name, message)));
        }
        let mut variants = IdVec::new();
        let mut spans = Vec::new();
        if item.kind == ItemKind::Enum {
            cursor.expect_open(b'{')?;
            while !cursor.eat_close(b'}') {
                skip_variant_attributes(&mut cursor)?;
                let name = cursor.expect_ident()?;
                let (mut variant, field_spans) = self.variant(&mut cursor, name)?;
                if cursor.eat_punct("=") {
                    variant.discriminant = Some(self.discriminant(&mut cursor, id)?);
                }
                variants.push(variant);
                spans.push((name, field_spans));
                if !cursor.eat_punct(",") && !cursor.at_close(b'}') {
                    return Err(cursor.unexpected("`,` or `}`"));
                }
            }
        } else {
            let (variant, field_spans) = self.variant(&mut cursor, item.name)?;
            if variant.ctor != Ctor::Named {
                cursor.expect_punct(";")?;
            }
            variants.push(variant);
            spans.push((item.name, field_spans));
        }
        self.program.types.adts[id].variants = variants;
        self.spans.adts[id].variants = spans;
        Ok(())
    }

    /// The fields of a variant or struct, after its name.
    fn variant(&mut self, cursor: &mut Cursor, name: Span) -> Read<(Variant, Vec<Span>)> {
        let mut fields = IdVec::new();
        let mut spans = Vec::new();
        let ctor = match cursor.peek().kind {
            TokenKind::Open(b'{') => Ctor::Named,
            TokenKind::Open(b'(') => Ctor::Tuple,
            _ => Ctor::Unit,
        };
        if ctor != Ctor::Unit {
            cursor.bump();
            let close = if ctor == Ctor::Named { b'}' } else { b')' };
            let list = cursor.list(close, |cursor| {
                skip_variant_attributes(cursor)?;
                let is_pub = visibility(cursor);
                let name = if ctor == Ctor::Named {
                    let name = cursor.expect_ident()?;
                    cursor.expect_punct(":")?;
                    Some(name)
                } else {
                    None
                };
                let start = cursor.peek().start;
                let ty = self.ty(cursor)?;
                Ok((name, ty, is_pub, cursor.span_from(start)))
            })?;
            for (index, (name, ty, is_pub, span)) in list.into_iter().enumerate() {
                let text = name.map_or_else(|| index.to_string(), |name| self.slice(name).to_owned());
                fields.push(Field { name: text.into(), ty, is_pub });
                spans.push(name.unwrap_or(span));
            }
        }
        let variant = Variant { name: self.slice(name).into(), ctor, fields, discriminant: None };
        Ok((variant, spans))
    }

    /// `= -5`: a literal, as bits of the enum's discriminant type.
    fn discriminant(&self, cursor: &mut Cursor, adt: AdtId) -> Read<u128> {
        let negative = cursor.eat_punct("-");
        let token = cursor.peek();
        let ty = self.program.types.adts[adt].discriminant_ty();
        let width = self.program.types.int(ty);
        let value = match token.kind {
            TokenKind::Int => parse_int(cursor.slice(token.span())),
            _ => None,
        };
        let value =
            value.filter(|(_, suffix)| suffix.is_empty() || *suffix == ty.name()).map(|(value, _)| value);
        let limit = if negative { width.min_bits() } else { width.max_bits() };
        let Some(value) = value.filter(|&value| value <= limit) else {
            let message = format!("a discriminant must be a literal of type `{}` here", ty.name());
            return Err(Box::new(Diagnostic::new("unsupported-item", token.span(), message)));
        };
        cursor.bump();
        Ok(width.truncate(if negative { value.wrapping_neg() } else { value }))
    }

    /// The type of a static or constant; gives where its initializer begins.
    fn static_or_const(&mut self, item: &ItemSyntax, is_static: bool) -> Read<usize> {
        no_other_attributes(item)?;
        self.lifetimes(item)?;
        let mut cursor = self.cursor(item.after_name);
        cursor.expect_punct(":")?;
        let ty = self.ty(&mut cursor)?;
        cursor.expect_punct("=")?;
        let name = self.slice(item.name);
        match (self.names.values.get(name), is_static) {
            (Some(&Value::Static(id)), true) => self.program.statics[id].ty = ty,
            (Some(&Value::Const(id)), false) => self.program.consts[id].ty = ty,
            _ => {}
        }
        Ok(cursor.pos())
    }

    fn initializer(&mut self, item: ItemId, pos: usize) -> Read<()> {
        let ty = match item {
            ItemId::Static(id) => self.program.statics[id].ty,
            ItemId::Const(id) => self.program.consts[id].ty,
            _ => unreachable!("only statics and constants have initializers"),
        };
        let mut arena = Arena::default();
        let mut errors = Vec::new();
        let mut grammar = Grammar {
            cursor: self.cursor(pos),
            types: &mut self.program.types,
            names: &self.names,
            arena: &mut arena,
            errors: &mut errors,
        };
        let expr = grammar.expr()?;
        if !grammar.cursor.at_punct(";") {
            return Err(grammar.cursor.unexpected("`;`"));
        }
        if let ExprKind::Assign(..) = arena.get(expr).kind {
            return Err(Box::new(Diagnostic::new("syntax", arena.get(expr).span, "expected a value")));
        }
        let (types, items) = self.program.types_and_items();
        let mut lowering =
            Lowering::new(self.text, &arena, types, items, &self.names, self.literals_may_overflow);
        let value = lowering.const_expr(expr, Some(ty))?;
        self.is_current &= lowering.is_current;
        match item {
            ItemId::Static(id) => self.program.statics[id].init = value,
            ItemId::Const(id) => self.program.consts[id].value = value,
            _ => unreachable!("only statics and constants have initializers"),
        }
        Ok(())
    }

    /// The names of a function's parameters and their types.
    fn params(&mut self, cursor: &mut Cursor<'a>) -> Read<Vec<(Span, Read<Ty>)>> {
        cursor.expect_open(b'(')?;
        let mut params = Vec::new();
        while !cursor.eat_close(b')') {
            cursor.eat_keyword("mut");
            let name = cursor.peek().span();
            cursor.skip_tree();
            cursor.expect_punct(":")?;
            let mut ahead = cursor.clone();
            let ty = self.ty(&mut ahead);
            match &ty {
                Ok(_) => *cursor = ahead,
                Err(_) => skip_type(cursor),
            }
            params.push((name, ty));
            if !cursor.eat_punct(",") && !cursor.at_close(b')') {
                return Err(cursor.unexpected("`,` or `)`"));
            }
        }
        Ok(params)
    }

    fn custom_mir_fn(&mut self, item: &ItemSyntax) -> Read<()> {
        let ItemKind::Fn { is_const, is_unsafe, abi, .. } = item.kind else {
            unreachable!("the caller checked")
        };
        let abi = abi.map_or(Ok(Abi::Rust), |pos| read_abi(&mut self.cursor(pos)))?;
        let mut cursor = self.cursor(item.after_name);
        if cursor.at_punct("<") {
            let mut ahead = cursor.clone();
            ahead.bump();
            let only_lifetimes = loop {
                match ahead.bump().kind {
                    TokenKind::Lifetime | TokenKind::Punct(b',' | b':' | b'+') => {}
                    TokenKind::Punct(b'>') => break true,
                    _ => break false,
                }
            };
            if !only_lifetimes {
                let message = "generic functions with custom MIR are not in the model";
                return Err(Box::new(Diagnostic::new("unsupported-item", item.name, message)));
            }
            cursor = ahead;
        }
        self.lifetimes(item)?;
        let before = cursor.clone();
        let params = self.params(&mut cursor)?;
        let (params_end, ret_start) = (cursor.last_end(), cursor.clone());
        let ret = read_ret(&mut cursor, &mut self.program.types, &self.names)?;
        // In the other dialects the checker counts: there all lifetimes are elided.
        let is_runtime = item.attrs.phase.is_none_or(Phase::is_runtime);
        if !is_runtime && let Some(span) = named_lifetime(self.cursor(item.after_name), item.span.end) {
            let message = "lifetimes with names are not in the model where rustc checks borrows";
            return Err(Box::new(
                Diagnostic::new("named-lifetime", span, message)
                    .help("leave it out, or use the runtime dialect"),
            ));
        }
        if is_runtime {
            result_lifetime(before, params_end, ret_start, cursor.last_end())?;
        }
        let mut names = Vec::with_capacity(params.len());
        let mut tys = Vec::with_capacity(params.len());
        for (name, ty) in params {
            names.push(name);
            tys.push(ty?);
        }
        cursor.expect_open(b'{')?;
        let function = Function {
            name: self.slice(item.name).into(),
            body: Body::new(&tys, ret),
            sig: FnSig { abi, is_unsafe, params: tys, ret },
            is_const,
            is_pub: item.is_pub,
            inline: item.attrs.inline,
            attrs: item.attrs.other.iter().map(|&span| self.slice(span).into()).collect(),
            phase: item.attrs.phase.unwrap_or(Phase::RuntimeInitial),
        };
        let id = self.program.functions.push(function);
        self.program.order.push(ItemId::Fn(id));
        self.spans.functions.push(FnSpans { name: item.name, ..FnSpans::default() });
        if self.names.values.insert(self.slice(item.name), Value::Fn(id)).is_some() {
            self.duplicate(item.name);
        }
        self.bodies.push((id, names, cursor.pos()));
        Ok(())
    }

    /// A surface function: kept as it is, and callable if its signature can be read.
    fn surface_fn(&mut self, item: &ItemSyntax) {
        let ItemKind::Fn { is_const, is_unsafe, abi, .. } = item.kind else {
            unreachable!("the caller checked")
        };
        let surface = self.add_surface(item);
        let abi = abi.map_or(Ok(Abi::Rust), |pos| read_abi(&mut self.cursor(pos)));
        let signature = abi.and_then(|abi| {
            let mut cursor = self.cursor(item.after_name);
            self.signature(&mut cursor, surface, item.name, abi)
        });
        match signature {
            Ok(function) => self.declare_surface_fn(SurfaceFn { is_const, is_unsafe, ..function }, item.name),
            Err(error) => {
                let reason = (error.span.unwrap_or(item.name), error.message);
                self.names.opaque.insert(self.slice(item.name), reason);
            }
        }
    }

    fn declare_surface_fn(&mut self, function: SurfaceFn, name: Span) {
        let id = self.program.surface_fns.push(function);
        if self.names.values.insert(self.slice(name), Value::SurfaceFn(id)).is_some() {
            self.duplicate(name);
        }
    }

    /// What a surface function takes and gives, from after its name; types that the model lacks are left open.
    fn signature(
        &mut self,
        cursor: &mut Cursor<'a>,
        item: SurfaceId,
        name: Span,
        abi: Abi,
    ) -> Read<SurfaceFn> {
        let mut generics = 0;
        if cursor.at_punct("<") {
            let mut ahead = cursor.clone();
            cursor.skip_angles();
            ahead.bump();
            let mut at_start = true;
            while ahead.pos() < cursor.pos() {
                generics += usize::from(at_start && ahead.ident().is_some());
                at_start = ahead.at_punct(",");
                ahead.skip_tree();
            }
        }
        let params = self.params(cursor)?;
        let ret = match cursor.eat_punct("->") {
            false => Some(Ty::UNIT),
            true => self.ty(cursor).ok(),
        };
        Ok(SurfaceFn {
            item,
            name: self.slice(name).into(),
            params: params.into_iter().map(|(_, ty)| ty.ok()).collect(),
            ret,
            generics,
            abi,
            is_const: false,
            is_unsafe: false,
        })
    }

    /// The functions that `extern "C" { .. }` declares.
    fn foreign_fns(&mut self, item: &ItemSyntax, body: usize, abi: usize) {
        let surface = self.add_surface(item);
        let Ok(abi) = read_abi(&mut self.cursor(abi)) else { return };
        let mut cursor = self.cursor(body);
        while !cursor.at_close(b'}') && cursor.peek().kind != TokenKind::Eof {
            if !cursor.eat_keyword("fn") {
                cursor.skip_tree();
                continue;
            }
            let Ok(name) = cursor.expect_ident() else { continue };
            if let Ok(function) = self.signature(&mut cursor, surface, name, abi) {
                self.declare_surface_fn(SurfaceFn { is_unsafe: true, ..function }, name);
            }
        }
    }

    /// Reads the bodies, ties destructors to their types, and gives what was read.
    fn finish(mut self, items: &[ItemSyntax]) -> Result<Parsed, Vec<Diagnostic>> {
        for item in items {
            self.drop_impl(item);
        }
        let mut lowered = Vec::with_capacity(self.bodies.len());
        for (id, params, pos) in std::mem::take(&mut self.bodies) {
            if let Some(body) = self.body(id, &params, pos) {
                lowered.push((id, body));
            }
        }
        if !self.errors.is_empty() {
            self.errors.sort_by_key(|error| error.span.map_or(0, |span| span.start));
            return Err(self.errors);
        }
        for (id, body) in lowered {
            self.program.functions[id].body = body;
        }
        Ok(Parsed { program: self.program, spans: self.spans, is_current: self.is_current })
    }

    fn drop_impl(&mut self, item: &ItemSyntax) {
        match item.kind {
            ItemKind::OtherDropImpl { ty } if self.names.adts.contains_key(self.slice(ty)) => {
                let message = "a `Drop` implementation must do nothing but call one custom-MIR function";
                let help = "write `impl Drop for S { fn drop(&mut self) { f(self) } }`";
                self.errors.push(Diagnostic::new("unsupported-drop", ty, message).help(help));
            }
            ItemKind::DropImpl { ty, function } => {
                let known =
                    (self.names.adts.get(self.slice(ty)), self.names.values.get(self.slice(function)));
                match known {
                    (Some(&adt), _) if self.program.types.adts[adt].drop.is_some() => {
                        let message = format!("`{}` has a `Drop` implementation already", self.slice(ty));
                        self.errors.push(Diagnostic::new("duplicate-item", ty, message));
                    }
                    (Some(&adt), Some(&Value::Fn(function))) => {
                        self.program.types.adts[adt].drop = Some(function);
                    }
                    (Some(_), _) => {
                        let message = "the function that `drop` calls must be custom MIR of this file";
                        self.errors.push(Diagnostic::new("unsupported-drop", function, message));
                    }
                    // The type is surface Rust, and so is its destructor.
                    (None, _) => {
                        self.add_surface(item);
                    }
                }
            }
            _ => {}
        }
    }

    fn body(&mut self, id: FnId, params: &[Span], pos: usize) -> Option<Body> {
        let mut arena = Arena::default();
        let mut errors = Vec::new();
        let mut grammar = Grammar {
            cursor: self.cursor(pos),
            types: &mut self.program.types,
            names: &self.names,
            arena: &mut arena,
            errors: &mut errors,
        };
        let syntax = grammar.body();
        let syntax = match syntax {
            Ok(syntax) if errors.is_empty() => syntax,
            result => {
                self.errors.append(&mut errors);
                self.errors.extend(result.err().map(|error| *error));
                return None;
            }
        };
        let (types, items) = self.program.types_and_items();
        let mut lowering =
            Lowering::new(self.text, &arena, types, items, &self.names, self.literals_may_overflow);
        let mut spans = std::mem::take(&mut self.spans.functions[id]);
        let body = lowering.body(&syntax, &items.functions[id].sig, params, &mut spans);
        self.errors.append(&mut lowering.errors);
        self.is_current &= lowering.is_current;
        self.spans.functions[id] = spans;
        Some(body)
    }
}

/// Items other than functions have only attributes that the model knows, and that belong to them.
fn no_other_attributes(item: &ItemSyntax) -> Read<()> {
    let of_types = item.attrs.of_types.filter(|_| matches!(item.kind, ItemKind::Static | ItemKind::Const));
    match item.attrs.other.first().or(item.attrs.of_functions.as_ref()).or(of_types.as_ref()) {
        None => Ok(()),
        Some(&span) => {
            let message = "this attribute is not in the model";
            Err(Box::new(Diagnostic::new("unsupported-item", span, message)))
        }
    }
}

/// Steps over `#[..]` and documentation; attributes on variants and fields are not in the model.
fn skip_variant_attributes(cursor: &mut Cursor) -> Read<()> {
    if cursor.at_punct("#") {
        let message = "attributes on fields and variants are not in the model";
        return Err(Box::new(Diagnostic::new("unsupported-item", cursor.peek().span(), message)));
    }
    Ok(())
}

/// Steps over a type that cannot be read: to the next comma or bracket outside of angle brackets.
fn skip_type(cursor: &mut Cursor) {
    loop {
        match cursor.peek().kind {
            TokenKind::Punct(b',') | TokenKind::Close(_) | TokenKind::Eof => return,
            TokenKind::Punct(b'<') => cursor.skip_angles(),
            _ => cursor.skip_tree(),
        }
    }
}
