//! Names: whether they are identifiers, and mean one thing each.

use super::{Checker, Cx, Fault, Rule};
use crate::model::{AdtKind, At, BlockId, Body, Ctor, Id, ItemId, Local, MIR_FUNCTIONS, Ty, TyKind};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Keywords of the 2021 edition, strict and reserved (Rust Reference, "Keywords"), and `_`.
const KEYWORDS: &[&str] = &[
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static",
    "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual",
    "where", "while", "yield",
];

/// Keywords that `r#` does not make identifiers.
const NEVER_RAW: &[&str] = &["Self", "_", "crate", "self", "super"];

/// Names that the text itself uses, so that an item must not take them.
const USED_BY_THE_TEXT: &[&str] = &[
    // Types, and crates.
    "Box",
    "Option",
    "Result",
    "bool",
    "char",
    "core",
    "f128",
    "f16",
    "f32",
    "f64",
    "i128",
    "i16",
    "i32",
    "i64",
    "i8",
    "isize",
    "std",
    "str",
    "u128",
    "u16",
    "u32",
    "u64",
    "u8",
    "usize",
    // Constructors of the prelude, which no local may shadow either.
    "Err",
    "None",
    "Ok",
    "Some",
    // The return place, and what of `core::intrinsics::mir` is no function.
    "RET",
    "ReasonAbi",
    "ReasonInCleanup",
    "place",
];

/// Whether the text itself uses the name, so that an item must not take it.
fn is_used_by_the_text(name: &str) -> bool {
    // `CopyForDeref` is gone from the library, and free to use.
    USED_BY_THE_TEXT.contains(&name) || name != "CopyForDeref" && MIR_FUNCTIONS.contains(&name)
}

/// What an item's name may collide with.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum Namespace {
    Type,
    Value,
}

/// What is wrong with a name as such.
fn name_fault(name: &str) -> Option<Box<Fault>> {
    let (raw, plain) = name.strip_prefix("r#").map_or((false, name), |plain| (true, plain));
    if !ra_ap_rustc_lexer::is_ident(plain) {
        return Some(Fault::new(Rule::BadName, format!("`{name}` is not an identifier")));
    }
    if !raw && KEYWORDS.contains(&plain) {
        return Some(Fault::new(Rule::BadName, format!("`{name}` is a keyword")));
    }
    if raw && NEVER_RAW.contains(&plain) {
        return Some(Fault::new(Rule::BadName, format!("`{plain}` cannot be a raw identifier")));
    }
    None
}

/// What a block is called in the text; the entry has no name there.
pub fn block_name(body: &Body, block: BlockId) -> Cow<'_, str> {
    match body.blocks.get(block).and_then(|block| block.name.as_deref()) {
        _ if block == BlockId::ENTRY => "the entry block".into(),
        Some(name) => name.into(),
        None => format!("bb{}", block.0).into(),
    }
}

impl<'a> Checker<'a> {
    /// Checks the names of items, and of their fields and variants.
    pub(super) fn names(&mut self) {
        let mut taken: FxHashMap<(Namespace, &'a str), Option<At>> = FxHashMap::default();
        for function in &self.program.surface_fns {
            taken.insert((Namespace::Value, &function.name), Some(At::Item(ItemId::Surface(function.item))));
        }
        for &item in &self.program.order {
            let Some((name, namespaces)) = self.item_name(item) else { continue };
            let at = At::Item(item);
            if let Some(fault) = name_fault(name) {
                self.report(at, fault);
            } else if is_used_by_the_text(name) {
                let message = format!("`{name}` is a name that the text of programs uses");
                self.report(at, Fault::new(Rule::BadName, message).label("would mean this item everywhere"));
            }
            for &namespace in namespaces {
                if let Some(first) = taken.insert((namespace, name), Some(at)) {
                    let message = format!("the name `{name}` is defined more than once");
                    self.report(at, Fault::new(Rule::DuplicateName, message).label("defined again here"));
                    first.into_iter().for_each(|first| self.relate(first, "first here"));
                    break;
                }
            }
        }
        self.member_names();
    }

    fn item_name(&self, item: ItemId) -> Option<(&'a str, &'static [Namespace])> {
        Some(match item {
            ItemId::Adt(id) => {
                let def = &self.program.types.adts[id];
                let has_constructor = def.variants.iter().next().is_some_and(|only| only.ctor != Ctor::Named);
                match def.kind {
                    crate::model::AdtKind::Struct if has_constructor => {
                        (&def.name, &[Namespace::Type, Namespace::Value])
                    }
                    _ => (&def.name, &[Namespace::Type]),
                }
            }
            ItemId::Static(id) => (&self.program.statics[id].name, &[Namespace::Value]),
            ItemId::Const(id) => (&self.program.consts[id].name, &[Namespace::Value]),
            ItemId::Fn(id) => (&self.program.functions[id].name, &[Namespace::Value]),
            ItemId::Surface(_) => return None,
        })
    }

    fn member_names(&mut self) {
        let program = self.program;
        for (id, def) in program.types.adts.iter_ids().filter(|(_, def)| def.library().is_none()) {
            let mut variants: FxHashMap<&str, At> = FxHashMap::default();
            for (variant_id, variant) in def.variants.iter_ids() {
                let at = At::Variant(id, variant_id);
                if def.kind == crate::model::AdtKind::Enum {
                    if let Some(fault) = name_fault(&variant.name) {
                        self.report(at, fault);
                    }
                    self.unique(&mut variants, &variant.name, at, "variant");
                }
                let mut fields: FxHashMap<&str, At> = FxHashMap::default();
                for (field_id, field) in variant.fields.iter_ids() {
                    let at = At::Field(id, variant_id, field_id);
                    if variant.ctor == Ctor::Named {
                        if let Some(fault) = name_fault(&field.name) {
                            self.report(at, fault);
                        }
                        self.unique(&mut fields, &field.name, at, "field");
                    }
                }
            }
        }
    }

    fn unique<'n>(&mut self, taken: &mut FxHashMap<&'n str, At>, name: &'n str, at: At, what: &str) {
        if let Some(first) = taken.insert(name, at) {
            let message = format!("the {what} `{name}` is declared more than once");
            self.report(at, Fault::new(Rule::DuplicateName, message).label("declared again here"));
            self.relate(first, "first here");
        }
    }

    /// Checks the names of a body's locals, blocks and debug variables.
    pub(super) fn body_names(&mut self, cx: Cx<'a>, values: &FxHashMap<&'a str, ItemId>) {
        let mut taken: FxHashMap<Cow<'a, str>, At> = FxHashMap::default();
        for local in cx.body.locals.ids() {
            let at = At::Local(cx.id, local);
            let name = cx.body.local_name(local);
            if local != Local::RETURN {
                if let Some(fault) = name_fault(&name) {
                    self.report(at, fault);
                } else if is_used_by_the_text(&name) && &*name != "RET" {
                    let message = format!("`{name}` is a name that the text of programs uses");
                    self.report(at, Fault::new(Rule::BadName, message));
                } else if let Some(&item) = values.get(&*name) {
                    let message = format!("the local `{name}` has the name of an item");
                    self.report(at, Fault::new(Rule::ShadowedItem, message).label("would hide the item"));
                    self.relate(At::Item(item), "the item");
                } else if self.has_unit_variant(cx.body.locals[local].ty, &name) {
                    let message = format!("the local `{name}` has the name of a variant of its type");
                    self.report(at, Fault::new(Rule::ShadowedItem, message).label("looks like the variant"));
                }
            }
            self.unique_in_body(&mut taken, name, at);
        }
        for block in cx.body.blocks.ids().skip(1) {
            let at = At::Block(cx.id, block);
            let name = block_name(cx.body, block);
            if let Some(fault) = name_fault(&name) {
                self.report(at, fault);
            } else if is_used_by_the_text(&name) && &*name != "RET" {
                let message = format!("`{name}` is a name that the text of programs uses");
                self.report(at, Fault::new(Rule::BadName, message));
            } else if let Some(&item) = values.get(&*name) {
                let message = format!("the block `{name}` has the name of an item");
                self.report(at, Fault::new(Rule::ShadowedItem, message).label("would hide the item"));
                self.relate(At::Item(item), "the item");
            }
            self.unique_in_body(&mut taken, name, at);
        }
        for (position, debug) in cx.body.debug.iter().enumerate() {
            if let Some(fault) = name_fault(&debug.name) {
                self.report(At::Debug(cx.id, position), fault);
            }
        }
    }

    /// Whether a type, or what it refers to, is an enum that has a variant of this name without fields.
    fn has_unit_variant(&self, mut ty: Ty, name: &str) -> bool {
        while let TyKind::Ref(_, inner) = self.types.kind(ty) {
            ty = *inner;
        }
        let TyKind::Adt(adt) = *self.types.kind(ty) else { return false };
        let Some(def) = self.types.adts.get(adt).filter(|def| def.kind == AdtKind::Enum) else {
            return false;
        };
        def.variants.iter().any(|variant| variant.ctor == Ctor::Unit && &*variant.name == name)
    }

    /// Locals and blocks are variables of one scope to rustc.
    fn unique_in_body(&mut self, taken: &mut FxHashMap<Cow<'a, str>, At>, name: Cow<'a, str>, at: At) {
        let message = format!("the name `{name}` is used more than once in this function");
        if let Some(first) = taken.insert(name, at) {
            self.report(at, Fault::new(Rule::DuplicateName, message).label("used again here"));
            self.relate(first, "first here");
        }
    }

    /// The names of items that are values, which a local would hide.
    pub(super) fn value_names(&self) -> FxHashMap<&'a str, ItemId> {
        let mut names: FxHashMap<&str, ItemId> = FxHashMap::default();
        for &item in &self.program.order {
            if let Some((name, namespaces)) = self.item_name(item)
                && namespaces.contains(&Namespace::Value)
            {
                names.insert(name, item);
            }
        }
        for function in &self.program.surface_fns {
            names.insert(&function.name, ItemId::Surface(function.item));
        }
        names
    }

    /// Whether the ids that items and types hold refer to something.
    pub(super) fn ids(&mut self) {
        let program = self.program;
        let mut times = FxHashMap::default();
        for &item in &program.order {
            let exists = match item {
                ItemId::Adt(id) => program.types.adts.get(id).is_some_and(|def| def.library().is_none()),
                ItemId::Static(id) => program.statics.get(id).is_some(),
                ItemId::Const(id) => program.consts.get(id).is_some(),
                ItemId::Fn(id) => program.functions.get(id).is_some(),
                ItemId::Surface(id) => program.surface.get(id).is_some(),
            };
            if !exists {
                self.report(
                    At::Item(item),
                    Fault::new(Rule::DanglingId, format!("there is no item {item:?}")),
                );
            } else if std::mem::replace(times.entry(item).or_insert(false), true) {
                let message = "the item is in the program's order more than once";
                self.report(At::Item(item), Fault::new(Rule::ItemOrder, message));
            }
        }
        let own_adts = program.types.adts.iter_ids().filter(|(_, def)| def.library().is_none());
        let items = (own_adts.map(|(id, _)| ItemId::Adt(id)))
            .chain(program.statics.ids().map(ItemId::Static))
            .chain(program.consts.ids().map(ItemId::Const))
            .chain(program.functions.ids().map(ItemId::Fn))
            .chain(program.surface.ids().map(ItemId::Surface));
        for item in items.filter(|item| !times.contains_key(item)).collect::<Vec<_>>() {
            let message = "the item is not in the program's order, so it would not be printed";
            self.report(At::Item(item), Fault::new(Rule::ItemOrder, message));
        }
        self.type_ids();
        self.adt_shapes();
    }
}

/// The first `n` ids, to say what exists.
pub fn count_of<I: Id, T>(things: &crate::model::IdVec<I, T>, what: &str) -> String {
    match things.len() {
        0 => format!("there are no {what}s"),
        1 => format!("there is one {what}"),
        n => format!("there are {n} {what}s"),
    }
}
