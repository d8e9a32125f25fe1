//! Items: the program as a whole, definitions of types, statics and constants.

use super::Printer;
use super::text::{push_int, push_u64};
use super::types::{TyStyle, push_fn_name};
use crate::model::{
    AdtDef, AdtKind, At, ConstExpr, Ctor, Field, FnDefId, FnRef, IdVec, ItemId, Program, Repr, Ty, Variant,
    VariantId,
};
use rustassay_lang::{Architecture, Directives};

/// The line that says what a program is for, unless it is the default.
fn target_directive(program: &Program) -> Option<String> {
    let target = program.types.target();
    let name = (target != Architecture::DEFAULT).then(|| target.name.to_owned());
    name.map(|name| Directives { target: Some(name), ..Directives::default() }.lines())
}

impl<'p> Printer<'p> {
    /// A whole program.
    pub(super) fn program(&mut self, program: &'p Program) {
        if let Some(target) = target_directive(program) {
            self.out.push_str(&target);
        }
        for attr in &program.attrs {
            self.out.push_str("#![");
            self.out.push_str(attr);
            self.out.push_str("]\n");
        }
        // People get an empty line between items, except within groups of items of one line each.
        let mut last_was_short = program.attrs.is_empty();
        for (index, &item) in program.order.iter().enumerate() {
            let is_short = is_short(program, item);
            if self.is_for_people() && !(last_was_short && (is_short || index == 0)) {
                self.out.push('\n');
            }
            self.item(program, item);
            last_was_short = is_short;
        }
    }

    pub(super) fn item(&mut self, program: &'p Program, item: ItemId) {
        self.at = At::Item(item);
        match item {
            ItemId::Adt(id) => {
                let Some(def) = self.types.adts.get(id) else { return };
                self.adt_item(def);
            }
            ItemId::Static(id) => {
                let Some(def) = program.statics.get(id) else { return };
                let keyword = if def.is_mut { "static mut " } else { "static " };
                self.value_item(def.is_pub, keyword, &def.name, def.ty, &def.init);
            }
            ItemId::Const(id) => {
                let Some(def) = program.consts.get(id) else { return };
                self.value_item(def.is_pub, "const ", &def.name, def.ty, &def.value);
            }
            ItemId::Fn(id) => {
                let Some(function) = program.functions.get(id) else { return };
                self.function_item(id, function);
            }
            ItemId::Surface(id) => {
                let Some(surface) = program.surface.get(id) else { return };
                self.out.push_str(&surface.text);
            }
        }
        self.out.push('\n');
    }

    /// `static NAME: T = value;`
    fn value_item(&mut self, is_pub: bool, keyword: &str, name: &str, ty: Ty, value: &'p ConstExpr) {
        self.visibility(is_pub);
        self.out.push_str(keyword);
        self.out.push_str(name);
        self.out.push_str(": ");
        self.ty(ty, TyStyle::Static);
        self.out.push_str(" = ");
        self.const_expr(value);
        self.out.push(';');
    }

    fn visibility(&mut self, is_pub: bool) {
        if is_pub {
            self.out.push_str("pub ");
        }
    }

    /// A struct, enum or union, and its `Drop` implementation.
    fn adt_item(&mut self, def: &'p AdtDef) {
        if !def.derives.is_empty() {
            self.out.push_str("#[derive(");
            self.list(&def.derives, |this, derive| this.out.push_str(derive.name()));
            self.out.push_str(")]\n");
        }
        self.repr(def.repr);
        self.visibility(def.is_pub);
        self.out.push_str(match def.kind {
            AdtKind::Struct => "struct ",
            AdtKind::Enum => "enum ",
            AdtKind::Union => "union ",
        });
        self.out.push_str(&def.name);
        match (def.kind, def.variants.get(VariantId::ONLY)) {
            (AdtKind::Enum, _) => self.braces(&def.variants, 0, |this, variant| {
                this.out.push_str(&variant.name);
                this.fields(variant, 1);
                if let Some(discriminant) = variant.discriminant {
                    this.out.push_str(" = ");
                    push_int(&mut this.out, this.types.int(def.discriminant_ty()), discriminant);
                }
            }),
            (_, Some(variant)) => {
                self.fields(variant, 0);
                if variant.ctor != Ctor::Named {
                    self.out.push(';');
                }
            }
            (_, None) => self.out.push(';'),
        }
        if let Some(function) = def.drop {
            self.line(0);
            self.out.push_str("impl Drop for ");
            self.out.push_str(&def.name);
            self.out.push_str(" { fn drop(&mut self) { ");
            push_fn_name(
                &mut self.out,
                self.items,
                &FnRef::plain(FnDefId::Fn(function)),
                self.options.release,
            );
            self.out.push_str("(self) } }");
        }
    }

    /// `#[repr(C, align(8))]`
    fn repr(&mut self, repr: Repr) {
        let Repr { c, transparent, int, pack, align } = repr;
        if repr == Repr::default() {
            return;
        }
        self.out.push_str("#[repr(");
        let hints = [c.then_some("C"), transparent.then_some("transparent"), int.map(|int| int.name())];
        let sizes = [("packed(", pack), ("align(", align)];
        let hints = hints.into_iter().flatten().map(|hint| (hint, None));
        let sizes = sizes.into_iter().filter(|(_, size)| size.is_some());
        self.list(hints.chain(sizes), |this, (hint, size)| {
            this.out.push_str(hint);
            if let Some(size) = size {
                push_u64(&mut this.out, size);
                this.out.push(')');
            }
        });
        self.out.push_str(")]\n");
    }

    /// The fields of a variant, in the brackets that its constructor has.
    fn fields(&mut self, variant: &'p Variant, depth: usize) {
        match variant.ctor {
            Ctor::Unit => {}
            Ctor::Tuple => {
                self.out.push('(');
                self.list(&variant.fields, |this, field: &Field| {
                    this.visibility(field.is_pub && depth == 0);
                    this.ty(field.ty, TyStyle::Static);
                });
                self.out.push(')');
            }
            Ctor::Named => self.braces(&variant.fields, depth, |this, field| {
                // The fields of enums are as visible as the enum, and may not say so.
                this.visibility(field.is_pub && depth == 0);
                this.out.push_str(&field.name);
                this.out.push_str(": ");
                this.ty(field.ty, TyStyle::Static);
            }),
        }
    }

    /// ` { a, b }`, each on a line of its own.
    fn braces<I: crate::model::Id, T>(
        &mut self,
        list: &'p IdVec<I, T>,
        depth: usize,
        mut write: impl FnMut(&mut Self, &'p T),
    ) {
        self.out.push_str(" {");
        for item in list {
            self.line(depth + 1);
            write(self, item);
            self.out.push(',');
        }
        if !list.is_empty() {
            self.line(depth);
        }
        self.out.push('}');
    }
}

/// Whether an item is written on one line.
fn is_short(program: &Program, item: ItemId) -> bool {
    match item {
        ItemId::Static(_) | ItemId::Const(_) => true,
        ItemId::Surface(id) => program.surface.get(id).is_none_or(|surface| !surface.text.contains('\n')),
        ItemId::Adt(_) | ItemId::Fn(_) => false,
    }
}
