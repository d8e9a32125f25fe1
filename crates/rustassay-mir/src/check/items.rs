//! Functions as items: signatures, attributes, and the way into their bodies.

use super::{Checker, Cx, Fault, Rule};
use crate::model::{Abi, At, Function, Id, ItemId, Local, Statement, Terminator, TyKind};
use crate::model::{Const, Operand, Rvalue, Ty};

/// The attribute by which a function gets the place of its call as one more argument.
const TRACK_CALLER: &str = "track_caller";

/// Whether the function gets the place of its call as one more argument.
pub fn tracks_caller(function: &Function) -> bool {
    function.attrs.iter().any(|attr| attr.trim() == TRACK_CALLER)
}

/// Whether rustc takes the attribute on every custom-MIR function, without crate features.
fn is_known_attribute(text: &str) -> bool {
    let (name, argument) = match text.find(['(', '=']) {
        Some(end) => (text[..end].trim(), text[end..].trim()),
        None => (text, ""),
    };
    let is_text = || {
        let text = argument.strip_prefix('=').map(str::trim);
        let text = text.and_then(|text| text.strip_prefix('"')?.strip_suffix('"'));
        text.is_some_and(|text| !text.is_empty() && !text.contains(['"', '\\', '\0']))
    };
    let group = argument.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    match name {
        "cold" | "no_mangle" | "rustfmt::skip" | "track_caller" => argument.is_empty(),
        "deprecated" | "must_use" => argument.is_empty() || is_text(),
        "doc" => group == Some("hidden") || is_text(),
        "export_name" | "link_section" => is_text(),
        "allow" | "warn" => group.is_some_and(|lints| lints.split(',').all(|lint| is_path(lint.trim()))),
        "unsafe" => group.is_some_and(|inner| {
            let starts = ["export_name", "link_section", "no_mangle"];
            starts.iter().any(|start| inner.starts_with(start)) && is_known_attribute(inner)
        }),
        _ => false,
    }
}

/// Whether the text is names with `::` between them.
fn is_path(text: &str) -> bool {
    text.split("::").all(ra_ap_rustc_lexer::is_ident)
}

impl Checker<'_> {
    /// Checks the functions.
    pub(super) fn functions(&mut self) {
        let program = self.program;
        let values = self.value_names();
        let first = program.functions.ids().next().map(ItemId::Fn);
        let first = first.or_else(|| {
            let mut surface = program.surface.iter_ids();
            surface
                .find(|(_, item)| item.text.contains("core::intrinsics"))
                .map(|(id, _)| ItemId::Surface(id))
        });
        if let Some(first) = first {
            for (name, given) in
                [("custom_mir", self.features.custom_mir), ("core_intrinsics", self.features.core_intrinsics)]
            {
                if !given {
                    let message = format!("custom MIR needs the crate feature `{name}`");
                    let fault = Fault::new(Rule::MissingFeature, message)
                        .help(format!("add `#![feature({name})]` to the crate"));
                    self.report(At::Item(first), fault);
                }
            }
        }
        for (id, function) in program.functions.iter_ids() {
            let cx = Cx { id, function, body: &function.body, phase: function.phase };
            self.attributes(cx);
            if let Some(fault) = self.abi_fault(function.sig.abi) {
                self.report(At::Item(ItemId::Fn(id)), fault);
            }
            if !self.signature(cx) {
                continue;
            }
            self.body_names(cx, &values);
            let before = self.violations.len();
            for (local, decl) in function.body.locals.iter_ids() {
                let at = At::Local(id, local);
                if function.body.is_signature_local(local) {
                    self.nameable(decl.ty, at);
                }
                self.value_ty(decl.ty, at);
            }
            if !self.cfg(cx) {
                continue;
            }
            self.statements(cx);
            self.function_items(cx);
            if before == self.violations.len() {
                self.borrows(cx);
            }
        }
    }

    fn attributes(&mut self, cx: Cx<'_>) {
        for attr in &cx.function.attrs {
            let at = At::Item(ItemId::Fn(cx.id));
            if !is_known_attribute(attr.trim()) {
                let message = format!("the attribute `#[{attr}]` is not known");
                self.report(at, Fault::new(Rule::UnknownAttribute, message));
            }
            if attr.trim() == TRACK_CALLER && cx.function.sig.abi != Abi::Rust {
                let message = format!(
                    "an `extern \"{}\"` function has no `#[track_caller]`",
                    cx.function.sig.abi.name()
                );
                self.report(at, Fault::new(Rule::TrackCaller, message));
            }
        }
    }

    /// Whether the body's first locals are those of the signature, so that the rest can be looked at.
    fn signature(&mut self, cx: Cx<'_>) -> bool {
        let Function { name, sig, body, .. } = cx.function;
        let at = At::Item(ItemId::Fn(cx.id));
        let wanted = [sig.ret].into_iter().chain(sig.params.iter().copied());
        let found = body.locals.iter().take(1 + body.arg_count).map(|local| local.ty);
        if body.arg_count != sig.params.len() || !wanted.eq(found) {
            let message = format!("the first locals of `{name}` are not its result and parameters");
            self.report(at, Fault::new(Rule::SignatureLocals, message));
            return false;
        }
        if !cx.phase.is_runtime() && self.reference_count(sig.ret) > 0 {
            let references: usize = sig.params.iter().map(|&param| self.reference_count(param)).sum();
            if references != 1 {
                let message = format!("nothing says how long the reference that `{name}` returns is valid");
                let fault = Fault::new(Rule::MissingLifetime, message)
                    .label(format!("there are {references} references among the parameters"))
                    .help(
                        "lifetimes are elided here; use one reference as parameter, or the runtime dialect",
                    );
                self.report(At::Local(cx.id, Local::RETURN), fault);
            }
        }
        true
    }

    /// How many lifetimes a type has that are elided in a signature; those of fields are `'static`.
    fn reference_count(&self, ty: Ty) -> usize {
        match self.types.kind(ty) {
            TyKind::Ref(_, pointee) => 1 + self.reference_count(*pointee),
            TyKind::Tuple(fields) => fields.iter().map(|&field| self.reference_count(field)).sum(),
            TyKind::Array(inner, _)
            | TyKind::Slice(inner)
            | TyKind::RawPtr(_, inner)
            | TyKind::Box(inner) => self.reference_count(*inner),
            TyKind::Adt(adt) => match &self.types.adts[*adt].origin {
                crate::model::AdtOrigin::Library(_, args) => {
                    args.iter().map(|&arg| self.reference_count(arg)).sum()
                }
                crate::model::AdtOrigin::Program | crate::model::AdtOrigin::Instance(_) => 0,
            },
            _ => 0,
        }
    }

    /// A local of a function item's type gets it from the text's first mention of it.
    fn function_items(&mut self, cx: Cx<'_>) {
        let is_item = |ty: Ty| matches!(self.types.kind(ty), TyKind::FnDef(_));
        let locals = cx.body.locals.iter_ids().filter(|(_, decl)| is_item(decl.ty));
        let mut unknown: Vec<Local> = locals.map(|(local, _)| local).collect();
        if unknown.is_empty() {
            return;
        }
        let mut misused = Vec::new();
        for block in &cx.body.blocks {
            for statement in &block.statements {
                match statement {
                    Statement::Assign(place, Rvalue::Use(Operand::Const(Const::Fn(_)))) => {
                        unknown.retain(|&local| place.as_local() != Some(local));
                    }
                    Statement::Assign(_, rvalue) => super::places::visit_places(rvalue, &mut |place| {
                        misused.extend(unknown.iter().copied().filter(|&local| local == place.local));
                    }),
                    _ => {}
                }
            }
            if let Terminator::Call(call) = &block.terminator {
                let operands = [&call.func].into_iter().chain(&call.args);
                let places = operands.filter_map(|operand| operand.place());
                misused.extend(places.map(|place| place.local).filter(|local| unknown.contains(local)));
            }
        }
        for &local in unknown.iter().chain(&misused).filter(|local| local.index() > cx.body.arg_count) {
            let message = "the local is a function item, but does not get one before it is used".to_owned();
            self.report(At::Local(cx.id, local), Fault::new(Rule::UnnameableType, message));
        }
    }
}
