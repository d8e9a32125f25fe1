//! Constants: operands, constant expressions, and the statics and constants that hold them.

use super::{Checker, Fault, Rule};
use crate::model::{
    AdtKind, At, Const, ConstExpr, ConstId, FnDefId, FnRef, Id, IntTy, ItemId, Library, Mutability, StaticId,
    Ty, TyKind, VariantId,
};

/// How deep constants may need each other.
const MAX_CONSTANT_DEPTH: usize = 128;

/// A constant array is no larger than this. The limit is ours: rustc has none but the memory of the machine, which it takes all of.
const LARGEST_CONSTANT: u64 = 1 << 24;

impl<'a> Checker<'a> {
    /// Checks the statics and named constants.
    pub(super) fn globals(&mut self) {
        let program = self.program;
        for (id, def) in program.statics.iter_ids() {
            let at = At::Item(ItemId::Static(id));
            if !self.value_ty(def.ty, at) || !self.nameable(def.ty, at) {
                continue;
            }
            if !def.is_mut && !self.is_sync(def.ty, &mut Vec::new()) {
                let message = format!("`{}` cannot be shared between threads", self.name(def.ty));
                let fault = Fault::new(Rule::NotSync, message)
                    .label("this type is not `Sync`")
                    .help("make it a `static mut`");
                self.report(at, fault);
            }
            self.initializer(&def.init, def.ty, at);
        }
        for (id, def) in program.consts.iter_ids() {
            let at = At::Item(ItemId::Const(id));
            if self.value_ty(def.ty, at) && self.nameable(def.ty, at) {
                self.initializer(&def.value, def.ty, at);
            }
        }
    }

    fn initializer(&mut self, value: &'a ConstExpr, wanted: Ty, at: At) {
        if let Some(ty) = self.const_expr(value, at)
            && ty != wanted
        {
            let (found, wanted) = (self.name(ty), self.name(wanted));
            let message = format!("the value has type `{found}`, but the item has type `{wanted}`");
            self.report(at, Fault::new(Rule::ConstantType, message));
        }
    }

    /// Whether the type is not that of a function item.
    pub(super) fn nameable(&mut self, ty: Ty, at: At) -> bool {
        let nameable = !matches!(self.types.kind(ty), TyKind::FnDef(_));
        if !nameable {
            let message = format!("the type of {} has no name in the language", self.name(ty));
            self.report(at, Fault::new(Rule::UnnameableType, message).help("use a function pointer"));
        }
        nameable
    }

    /// The type of a constant operand, which is checked.
    pub(super) fn constant(&mut self, value: &'a Const, at: At) -> Option<Ty> {
        match value {
            Const::Int(int, bits) if self.types.int(*int).truncate(*bits) != *bits => {
                let message = format!("{bits:#x} is not a value of `{}`", int.name());
                self.report(at, Fault::new(Rule::ConstantRange, message));
            }
            Const::Float(float, bits) => {
                let ty = Ty::float(*float);
                if float.bits() < 128 && bits >> float.bits() != 0 {
                    let message = format!("{bits:#x} is not a value of `{}`", float.name());
                    self.report(at, Fault::new(Rule::ConstantRange, message));
                }
                self.ty(ty, at);
                return Some(ty);
            }
            Const::Fn(function) => {
                self.fn_ref(function, at)?;
            }
            Const::Block(value) => return self.const_expr(value, at),
            Const::Named(id) if self.items.consts.get(*id).is_none() => {
                self.report(at, Fault::new(Rule::DanglingId, "there is no such constant"));
                return None;
            }
            Const::Static(id) => {
                self.static_exists(*id, at)?;
            }
            _ => {}
        }
        self.items.const_ty(&mut self.types, value)
    }

    fn static_exists(&mut self, id: StaticId, at: At) -> Option<()> {
        if self.items.statics.get(id).is_none() {
            self.report(at, Fault::new(Rule::DanglingId, "there is no such static"));
            return None;
        }
        Some(())
    }

    /// The type of a constant expression, which is checked.
    pub(super) fn const_expr(&mut self, value: &'a ConstExpr, at: At) -> Option<Ty> {
        match value {
            ConstExpr::Const(Const::Fn(function)) => {
                self.fn_ref(function, at)?;
                let message = "a function item is no value of a constant";
                self.report(at, Fault::new(Rule::ConstantType, message).help("use a function pointer"));
                None
            }
            ConstExpr::Const(value) => self.constant(value, at),
            ConstExpr::Tuple(fields) => {
                let fields: Vec<_> = fields.iter().map(|field| self.const_expr(field, at)).collect();
                let fields: Option<Vec<_>> = fields.into_iter().collect();
                Some(self.types.tuple(&fields?))
            }
            ConstExpr::Array(element, values) => {
                self.ty(*element, at);
                for value in values {
                    self.const_expr_of(value, *element, "the array's elements are of type", at);
                }
                Some(self.types.array(*element, values.len() as u64))
            }
            ConstExpr::Repeat(value, len) => {
                let element = self.const_expr(value, at)?;
                let is_const = matches!(**value, ConstExpr::Const(Const::Named(_) | Const::Block(_)));
                if *len > 1 && !is_const && !self.types.is_copy(element) {
                    let fault = self.repeat_fault(element);
                    self.report(at, fault);
                }
                let array = self.types.array(element, *len);
                self.constant_size(array, at);
                Some(array)
            }
            ConstExpr::Adt(adt, variant, fields) => self.const_adt(*adt, *variant, fields, at),
            ConstExpr::Ref(inner) => {
                let pointee = self.const_expr(inner, at)?;
                if self.may_change(inner) {
                    let message = format!("a constant refers to a `{}` that may change", self.name(pointee));
                    self.report(at, Fault::new(Rule::InteriorMutability, message));
                }
                Some(self.types.reference(Mutability::Not, pointee))
            }
            ConstExpr::StaticPtr(mutability, id) => {
                self.static_exists(*id, at)?;
                let def = &self.items.statics[*id];
                if *mutability == Mutability::Mut && !def.is_mut {
                    let message = format!("`{}` is not `mut`, so it has no `&raw mut`", def.name);
                    self.report(at, Fault::new(Rule::ImmutableStatic, message));
                }
                Some(self.types.raw_ptr(*mutability, def.ty))
            }
            ConstExpr::FnPtr(function, ty) => {
                self.fn_ref(function, at)?;
                if !self.is_fn_ptr_of(function, *ty) {
                    let message = format!("the function cannot be cast to `{}`", self.name(*ty));
                    let fault = Fault::new(Rule::ConstantCast, message)
                        .label("parameters, result, convention and safety must be the function's");
                    self.report(at, fault);
                }
                self.ty(*ty, at).then_some(*ty)
            }
            ConstExpr::Address(address, ty) => {
                if u128::from(*address) > self.types.int(IntTy::Usize).mask() {
                    let message = format!("{address:#x} is no address of the target");
                    self.report(at, Fault::new(Rule::ConstantRange, message));
                }
                let thin = matches!(*self.types.kind(*ty), TyKind::RawPtr(_, pointee)
                    if self.types.metadata_ty(pointee) == Ty::UNIT);
                if !thin {
                    let message = format!("an address cannot be cast to `{}`", self.name(*ty));
                    self.report(at, Fault::new(Rule::ConstantCast, message).label("not a thin raw pointer"));
                }
                self.ty(*ty, at).then_some(*ty)
            }
            ConstExpr::Unsize(inner, ty) => {
                let from = self.const_expr(inner, at)?;
                if !self.ty(*ty, at) {
                    return None;
                }
                if !self.is_unsizing(from, *ty) {
                    let message = format!("`{}` cannot be cast to `{}`", self.name(from), self.name(*ty));
                    self.report(at, Fault::new(Rule::ConstantCast, message));
                }
                Some(*ty)
            }
            ConstExpr::Bits(..)
            | ConstExpr::Memory { .. }
            | ConstExpr::Pointer { .. }
            | ConstExpr::Call(_)
            | ConstExpr::Extern(..) => {
                self.report(at, Fault::not_custom_mir("a constant of a compiled crate"));
                None
            }
            ConstExpr::Uninit(ty) => {
                let is_maybe_uninit = matches!(*self.types.kind(*ty), TyKind::Adt(adt)
                    if self.types.adts[adt].library() == Some(Library::MaybeUninit));
                if !is_maybe_uninit {
                    let message = format!("`{}` is not `MaybeUninit`", self.name(*ty));
                    self.report(at, Fault::new(Rule::ConstantType, message));
                }
                self.ty(*ty, at).then_some(*ty)
            }
        }
    }

    /// Compilers compute constants byte by byte, in memory of theirs.
    fn constant_size(&mut self, ty: Ty, at: At) {
        let is_large = self.layouts.of(&self.types, ty).is_ok_and(|layout| layout.size > LARGEST_CONSTANT);
        if is_large {
            let message = format!("a constant of type `{}` is too large to be computed", self.name(ty));
            let label = format!("it has more than {LARGEST_CONSTANT} bytes");
            self.report(at, Fault::new(Rule::TooBig, message).label(label));
        }
    }

    pub(super) fn repeat_fault(&self, element: Ty) -> Box<Fault> {
        let message = format!("`{}` is not `Copy`, so it cannot be repeated", self.name(element));
        Fault::new(Rule::RepeatNotCopy, message).help("repeat a named constant instead")
    }

    fn const_expr_of(&mut self, value: &'a ConstExpr, wanted: Ty, why: &str, at: At) {
        if let Some(ty) = self.const_expr(value, at)
            && ty != wanted
        {
            let message = format!("{why} `{}`, but a value is `{}`", self.name(wanted), self.name(ty));
            self.report(at, Fault::new(Rule::ConstantType, message));
        }
    }

    fn const_adt(
        &mut self,
        adt: crate::model::AdtId,
        variant: VariantId,
        fields: &'a [(crate::model::FieldId, ConstExpr)],
        at: At,
    ) -> Option<Ty> {
        let Some(declared) = self.types.adts.get(adt).and_then(|def| def.variants.get(variant)) else {
            self.report(at, Fault::new(Rule::DanglingId, "there is no such variant"));
            return None;
        };
        let (name, count) = (declared.name.clone(), declared.fields.len());
        let def = &self.types.adts[adt];
        let is_union = def.kind == AdtKind::Union;
        let private = def.library().is_some_and(|library| !library.fields_are_public() && count > 0);
        let ids = || fields.iter().map(|(field, _)| field.index());
        let in_order =
            if is_union { fields.len() == 1 && ids().all(|field| field < count) } else { ids().eq(0..count) };
        if private {
            let message = format!("the fields of `{name}` are private");
            self.report(at, Fault::new(Rule::PrivateField, message));
        } else if !in_order {
            let fault = self.fields_fault(&name, is_union, count);
            self.report(at, fault);
        } else {
            for (field, value) in fields {
                let wanted = self.types.adts[adt].variants[variant].fields[*field].ty;
                self.const_expr_of(value, wanted, "the field is of type", at);
            }
        }
        Some(self.types.adt(adt))
    }

    /// What to say of an aggregate that gives the wrong fields.
    pub(super) fn fields_fault(&self, name: &str, is_union: bool, count: usize) -> Box<Fault> {
        let message = match (is_union, count) {
            (true, _) => format!("a union such as `{name}` takes one field"),
            (false, 1) => format!("`{name}` takes its one field"),
            (false, _) => format!("`{name}` takes its {count} fields in the order of their declaration"),
        };
        Fault::new(Rule::AggregateFields, message)
    }

    /// Whether the value behind a reference may change, by the value itself where it says so (`HasMutInterior` of
    /// `rustc_const_eval::check_consts::qualifs`).
    fn may_change(&mut self, value: &ConstExpr) -> bool {
        let ty = self.items.const_expr_ty(&mut self.types, value);
        if ty.is_none_or(|ty| !self.has_interior_mutability(ty)) {
            return false;
        }
        match value {
            ConstExpr::Adt(adt, _, fields) if self.types.adts[*adt].kind != AdtKind::Union => {
                fields.iter().any(|(_, field)| self.may_change(field))
            }
            ConstExpr::Tuple(fields) | ConstExpr::Array(_, fields) => {
                fields.iter().any(|field| self.may_change(field))
            }
            ConstExpr::Repeat(element, _) => self.may_change(element),
            ConstExpr::Const(Const::Named(id)) => {
                let def = &self.items.consts[*id];
                self.may_change(&def.value)
            }
            _ => true,
        }
    }

    /// Checks a function that is mentioned by name.
    pub(super) fn fn_ref(&mut self, function: &FnRef, at: At) -> Option<()> {
        let exists = match function.def {
            FnDefId::Fn(id) => self.items.functions.get(id).is_some(),
            FnDefId::Surface(id) => self.items.surface_fns.get(id).is_some(),
            FnDefId::Intrinsic(_) | FnDefId::Builtin(_) | FnDefId::Virtual(_) | FnDefId::Foreign(_) => true,
        };
        if !exists {
            self.report(at, Fault::new(Rule::DanglingId, "there is no such function"));
            return None;
        }
        self.generic_args(function, at)
    }

    /// Whether `f as ty` is right: the same signature, where safe functions are also unsafe ones.
    fn is_fn_ptr_of(&self, function: &FnRef, ty: Ty) -> bool {
        let TyKind::FnPtr(sig) = self.types.kind(ty) else { return false };
        match function.def {
            FnDefId::Fn(id) => {
                let declared = &self.items.functions[id].sig;
                declared.abi == sig.abi
                    && (sig.is_unsafe || !declared.is_unsafe)
                    && declared.params == sig.params
                    && declared.ret == sig.ret
            }
            FnDefId::Surface(id) => {
                let declared = &self.items.surface_fns[id];
                let fits = |declared: Option<Ty>, ty: Ty| declared.is_none_or(|declared| declared == ty);
                declared.abi == sig.abi
                    && (sig.is_unsafe || !declared.is_unsafe)
                    && declared.params.len() == sig.params.len()
                    && declared.params.iter().zip(&sig.params).all(|(&declared, &ty)| fits(declared, ty))
                    && fits(declared.ret, sig.ret)
            }
            // Intrinsics have no address.
            FnDefId::Intrinsic(_) | FnDefId::Builtin(_) | FnDefId::Virtual(_) | FnDefId::Foreign(_) => false,
        }
    }

    /// Whether `CastUnsize` or `as` makes a slice pointer of an array pointer here.
    pub(super) fn is_unsizing(&self, from: Ty, to: Ty) -> bool {
        use Mutability::{Mut, Not};
        let (from, to) = match (self.types.kind(from), self.types.kind(to)) {
            (&TyKind::Ref(a, from), &(TyKind::Ref(b, to) | TyKind::RawPtr(b, to)))
            | (&TyKind::RawPtr(a, from), &TyKind::RawPtr(b, to))
                if (a, b) != (Not, Mut) =>
            {
                (from, to)
            }
            (&TyKind::Box(from), &TyKind::Box(to)) => (from, to),
            _ => return false,
        };
        matches!((self.types.kind(from), self.types.kind(to)),
            (TyKind::Array(element, _), TyKind::Slice(slice)) if element == slice)
    }

    /// Looks for constants that need their own value. Statics may refer to themselves, by address.
    pub(super) fn cyclic_constants(&mut self) {
        fn mentioned(value: &ConstExpr, found: &mut Vec<ConstId>) {
            match value {
                ConstExpr::Const(Const::Named(id)) => found.push(*id),
                ConstExpr::Const(Const::Block(value))
                | ConstExpr::Ref(value)
                | ConstExpr::Repeat(value, _) => mentioned(value, found),
                ConstExpr::Unsize(value, _) => mentioned(value, found),
                ConstExpr::Tuple(values) | ConstExpr::Array(_, values) => {
                    values.iter().for_each(|value| mentioned(value, found))
                }
                ConstExpr::Adt(_, _, fields) => fields.iter().for_each(|(_, value)| mentioned(value, found)),
                ConstExpr::Const(_)
                | ConstExpr::StaticPtr(..)
                | ConstExpr::FnPtr(..)
                | ConstExpr::Address(..)
                | ConstExpr::Uninit(_)
                | ConstExpr::Bits(..)
                | ConstExpr::Memory { .. }
                | ConstExpr::Pointer { .. }
                | ConstExpr::Call(_)
                | ConstExpr::Extern(..) => {}
            }
        }
        let program = self.program;
        let uses = program.consts.iter().map(|def| {
            let mut found = Vec::new();
            mentioned(&def.value, &mut found);
            found.retain(|id| program.consts.get(*id).is_some());
            found
        });
        let uses: Vec<Vec<ConstId>> = uses.collect();
        // A constant is settled when all that it uses are; what is never settled is in a cycle or needs one.
        let mut waiting: Vec<usize> = uses.iter().map(Vec::len).collect();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); uses.len()];
        for (user, used) in uses.iter().enumerate() {
            used.iter().for_each(|used| users[used.index()].push(user));
        }
        let mut depth = vec![0; uses.len()];
        let mut ready: Vec<usize> = (0..uses.len()).filter(|&id| waiting[id] == 0).collect();
        while let Some(id) = ready.pop() {
            for &user in &users[id] {
                waiting[user] -= 1;
                depth[user] = depth[user].max(depth[id] + 1);
                if waiting[user] == 0 {
                    ready.push(user);
                }
            }
        }
        for (id, def) in program.consts.iter_ids().filter(|(id, _)| waiting[id.index()] > 0) {
            let message = format!("the value of `{}` needs itself", def.name);
            self.report(At::Item(ItemId::Const(id)), Fault::new(Rule::CyclicConstant, message));
        }
        // Whatever needs this one is as wrong, and not worth saying.
        let is_first = |id: &ConstId| depth[id.index()] == MAX_CONSTANT_DEPTH + 1;
        for (id, def) in program.consts.iter_ids().filter(|(id, _)| is_first(id)) {
            let message = format!(
                "the value of `{}` needs other constants, and they need others, more than {MAX_CONSTANT_DEPTH} deep",
                def.name
            );
            self.report(At::Item(ItemId::Const(id)), Fault::new(Rule::ConstantDepth, message));
        }
    }
}
