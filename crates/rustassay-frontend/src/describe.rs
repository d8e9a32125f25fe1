//! Types and functions as people write them, for messages.

use crate::context::Cx;
use crate::instance::Instance;
use rustassay_metadata::data::*;
use std::fmt::Write;

impl Cx<'_> {
    /// How a type is written.
    pub(crate) fn describe(&self, ty: Ty) -> String {
        let mut text = String::new();
        self.write_ty(&mut text, ty);
        text
    }

    /// What a function is called.
    pub(crate) fn describe_instance(&self, instance: &Instance) -> String {
        match instance {
            Instance::Item(def, args)
            | Instance::Reified(def, args)
            | Instance::ByPointer(def, args)
            | Instance::Simd(def, args) => self.describe_item(*def, args),
            Instance::Const(def, args) => self.describe_item(*def, args),
            Instance::Promoted(def, args, index) => {
                format!("{}::promoted[{index}]", self.describe_item(*def, args))
            }
            Instance::CallPointer(ty, _) => format!("<{} as FnOnce>::call_once", self.describe(*ty)),
            Instance::ClosureOnce(def, args)
            | Instance::ClosurePointer(def, args)
            | Instance::AsyncClosureOnce(def, args) => self.describe_item(*def, args),
            Instance::StartPanic(def) => self.describe_item(*def, &[]),
            Instance::Clone(ty) => format!("<{} as Clone>::clone", self.describe(*ty)),
            Instance::Drop(ty) => format!("core::ptr::drop_in_place::<{}>", self.describe(*ty)),
            Instance::FnPtrAddr(ty) => format!("<{} as FnPtr>::addr", self.describe(*ty)),
            Instance::CoroutineDrop(def, args) => {
                format!("<{} as Drop>::drop", self.describe_item(*def, args))
            }
        }
    }

    /// The path of an item with its arguments; those of a closure are its parent's.
    pub(crate) fn describe_item(&self, def: DefId, args: &[GenericArg]) -> String {
        let mut text = self.crates().def_path_str(def);
        let is_closure = matches!(self.crates().def_kind(def), Ok(DefKind::Closure));
        if !is_closure {
            self.write_args(&mut text, args, true);
        }
        text
    }

    fn write_args(&self, text: &mut String, args: &[GenericArg], is_value: bool) {
        let args: Vec<_> = args.iter().filter(|arg| !matches!(arg, GenericArg::Lifetime)).collect();
        if args.is_empty() {
            return;
        }
        text.push_str(if is_value { "::<" } else { "<" });
        for (n, arg) in args.into_iter().enumerate() {
            if n > 0 {
                text.push_str(", ");
            }
            match *arg {
                GenericArg::Lifetime => {}
                GenericArg::Type(ty) => self.write_ty(text, ty),
                GenericArg::Const(constant) => self.write_const(text, constant),
            }
        }
        text.push('>');
    }

    pub(crate) fn write_const(&self, text: &mut String, constant: Const) {
        match &*self.const_kind(constant) {
            ConstKind::Value(ty, ValTree::Leaf(leaf)) => match &*self.kind(*ty) {
                TyKind::Bool => text.push_str(if leaf.data == 0 { "false" } else { "true" }),
                TyKind::Char => match char::from_u32(leaf.data as u32) {
                    Some(value) => _ = write!(text, "{value:?}"),
                    None => _ = write!(text, "{}", leaf.data),
                },
                TyKind::Int(_) => {
                    let unused = 128 - 8 * u32::from(leaf.size.clamp(1, 16));
                    _ = write!(text, "{}", (leaf.data << unused).cast_signed() >> unused);
                }
                _ => _ = write!(text, "{}", leaf.data),
            },
            ConstKind::Param { name, .. } => text.push_str(name),
            _ => text.push('_'),
        }
    }

    fn write_list(&self, text: &mut String, types: &[Ty]) {
        for (n, &ty) in types.iter().enumerate() {
            if n > 0 {
                text.push_str(", ");
            }
            self.write_ty(text, ty);
        }
    }

    fn write_ty(&self, text: &mut String, ty: Ty) {
        let mutability = |mutability: Mutability, not: &'static str| match mutability {
            Mutability::Not => not,
            Mutability::Mut => "mut ",
        };
        match &*self.kind(ty) {
            TyKind::Bool => text.push_str("bool"),
            TyKind::Char => text.push_str("char"),
            TyKind::Int(int) => text.push_str(crate::types::signed(*int).name()),
            TyKind::Uint(int) => text.push_str(crate::types::unsigned(*int).name()),
            TyKind::Float(float) => text.push_str(match float {
                FloatTy::F16 => "f16",
                FloatTy::F32 => "f32",
                FloatTy::F64 => "f64",
                FloatTy::F128 => "f128",
            }),
            TyKind::Str => text.push_str("str"),
            TyKind::Never => text.push('!'),
            TyKind::Adt(def, args) => {
                text.push_str(&self.crates().def_path_str(*def));
                self.write_args(text, args, false);
            }
            TyKind::Foreign(def) => text.push_str(&self.crates().def_path_str(*def)),
            TyKind::Array(element, len) => {
                text.push('[');
                self.write_ty(text, *element);
                text.push_str("; ");
                self.write_const(text, *len);
                text.push(']');
            }
            TyKind::Pat(base, _) => {
                self.write_ty(text, *base);
                text.push_str(" is _");
            }
            TyKind::Slice(element) => {
                text.push('[');
                self.write_ty(text, *element);
                text.push(']');
            }
            TyKind::RawPtr(pointee, mutable) => {
                text.push('*');
                text.push_str(mutability(*mutable, "const "));
                self.write_ty(text, *pointee);
            }
            TyKind::Ref(pointee, mutable) => {
                text.push('&');
                text.push_str(mutability(*mutable, ""));
                self.write_ty(text, *pointee);
            }
            TyKind::FnDef(def, args) => text.push_str(&self.describe_item(*def, args)),
            TyKind::FnPtr(sig) => {
                if sig.safety == Safety::Unsafe {
                    text.push_str("unsafe ");
                }
                match sig.abi {
                    ExternAbi::C { unwind: false } => text.push_str("extern \"C\" "),
                    ExternAbi::C { unwind: true } => text.push_str("extern \"C-unwind\" "),
                    ExternAbi::System { .. } => text.push_str("extern \"system\" "),
                    _ => {}
                }
                text.push_str("fn(");
                self.write_list(text, sig.inputs());
                text.push(')');
                if let Some(output) = sig.output().filter(|&output| output != self.unit()) {
                    text.push_str(" -> ");
                    self.write_ty(text, output);
                }
            }
            TyKind::UnsafeBinder(inner) => self.write_ty(text, *inner),
            TyKind::Dynamic(predicates) => self.write_object(text, predicates),
            TyKind::Closure(def, _)
            | TyKind::CoroutineClosure(def, _)
            | TyKind::Coroutine(def, _)
            | TyKind::CoroutineWitness(def, _) => text.push_str(&self.crates().def_path_str(*def)),
            TyKind::Tuple(fields) => {
                text.push('(');
                self.write_list(text, fields);
                if fields.len() == 1 {
                    text.push(',');
                }
                text.push(')');
            }
            TyKind::Alias(_, def, args) => {
                text.push_str(&self.crates().def_path_str(*def));
                self.write_args(text, args, false);
            }
            TyKind::Param { name, .. } => text.push_str(name),
            TyKind::Bound => text.push('_'),
        }
    }

    fn write_object(&self, text: &mut String, predicates: &[ExistentialPredicate]) {
        text.push_str("dyn ");
        let mut is_first = true;
        for predicate in predicates {
            let (def, args) = match predicate {
                ExistentialPredicate::Trait { def_id, args } => (*def_id, &args[..]),
                ExistentialPredicate::AutoTrait(def_id) => (*def_id, &[][..]),
                ExistentialPredicate::Projection { .. } => continue,
            };
            if !std::mem::take(&mut is_first) {
                text.push_str(" + ");
            }
            text.push_str(&self.crates().def_path_str(def));
            let bindings: Vec<_> = predicates
                .iter()
                .filter_map(|predicate| match predicate {
                    ExistentialPredicate::Projection { def_id, term: Term::Ty(ty), .. } => {
                        Some((*def_id, *ty))
                    }
                    _ => None,
                })
                .filter(|_| matches!(predicate, ExistentialPredicate::Trait { .. }))
                .collect();
            if bindings.is_empty() {
                self.write_args(text, args, false);
                continue;
            }
            let mut inner = String::new();
            self.write_args(&mut inner, args, false);
            text.push('<');
            let inner = inner.trim_start_matches('<').trim_end_matches('>');
            if !inner.is_empty() {
                text.push_str(inner);
                text.push_str(", ");
            }
            for (n, (item, ty)) in bindings.into_iter().enumerate() {
                if n > 0 {
                    text.push_str(", ");
                }
                let name = self.crates().item_name(item).unwrap_or_else(|_| "_".into());
                _ = write!(text, "{name} = ");
                self.write_ty(text, ty);
            }
            text.push('>');
        }
    }
}
