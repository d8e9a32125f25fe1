//! Functions as items: signatures, attributes, and the way into their bodies.

use super::{Checker, Cx, Fault, Rule};
use crate::model::{At, Function, Id, ItemId, Local, Statement, Terminator, TyKind};
use crate::model::{Const, Operand, Rvalue, Ty};

/// Outer attributes that rustc takes on a custom-MIR function, without crate features, by the start of their text.
const KNOWN_ATTRIBUTES: &[&str] = &[
    "allow",
    "cold",
    "deny",
    "deprecated",
    "doc",
    "expect",
    "export_name",
    "link_section",
    "must_use",
    "no_mangle",
    "rustfmt::skip",
    "target_feature",
    "track_caller",
    "unsafe(export_name",
    "unsafe(link_section",
    "unsafe(no_mangle",
    "warn",
];

/// Whether `text` can follow an attribute's name: nothing, `= value`, or one group in parentheses. Names that have
/// their parenthesis in [`KNOWN_ATTRIBUTES`] have the rest of the group here.
fn is_argument(text: &str) -> bool {
    let one_group = || {
        let mut depth = 0;
        let end = text.find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth <= 0
        });
        end == Some(text.len() - 1)
    };
    text.is_empty() || text.starts_with('=') || text.ends_with(')') && (text == ")" || one_group())
}

impl Checker<'_> {
    /// Checks the functions.
    pub(super) fn functions(&mut self) {
        let program = self.program;
        let values = self.value_names();
        if let Some(first) = program.functions.ids().next() {
            for (name, given) in
                [("custom_mir", self.features.custom_mir), ("core_intrinsics", self.features.core_intrinsics)]
            {
                if !given {
                    let message = format!("custom MIR needs the crate feature `{name}`");
                    let fault = Fault::new(Rule::MissingFeature, message)
                        .help(format!("add `#![feature({name})]` to the crate"));
                    self.report(At::Item(ItemId::Fn(first)), fault);
                }
            }
        }
        for (id, function) in program.functions.iter_ids() {
            let cx = Cx { id, function, body: &function.body, phase: function.phase };
            self.attributes(cx);
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
            let known = KNOWN_ATTRIBUTES
                .iter()
                .any(|known| attr.trim().strip_prefix(known).is_some_and(|rest| is_argument(rest.trim())));
            if !known {
                let message = format!("the attribute `#[{attr}]` is not known");
                self.report(At::Item(ItemId::Fn(cx.id)), Fault::new(Rule::UnknownAttribute, message));
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
                crate::model::AdtOrigin::Program => 0,
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
