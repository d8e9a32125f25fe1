//! Definitions and types as people write them.

use crate::crates::Crates;
use crate::data::*;

/// A type that is nested deeper is cut.
const MAX_DEPTH: u32 = 48;

impl Crates {
    /// The path of a definition as people write it: `core::option::Option::<T>::map`.
    pub fn def_path_str(&self, def: DefId) -> String {
        self.def_path_str_at(def, 0)
    }

    /// The path of a definition has types in it if it is within an impl, and types have paths in them.
    fn def_path_str_at(&self, def: DefId, depth: u32) -> String {
        if depth > MAX_DEPTH {
            return "..".to_string();
        }
        let Ok(path) = self.def_path(def) else { return format!("{def:?}") };
        let mut text = String::new();
        for (part, key) in path.iter().rev() {
            let separator = if text.is_empty() { "" } else { "::" };
            match &key.data {
                DefPathData::CrateRoot => text.push_str(&self.crate_name(def.krate)),
                DefPathData::Impl => text = self.impl_str(*part, depth + 1).unwrap_or(text + "::{impl}"),
                DefPathData::TypeNs(name)
                | DefPathData::ValueNs(name)
                | DefPathData::MacroNs(name)
                | DefPathData::LifetimeNs(name)
                | DefPathData::OpaqueLifetime(name)
                | DefPathData::AnonAssocTy(name) => {
                    text.push_str(separator);
                    text.push_str(name);
                }
                // An item of an `extern` block and a constructor are called by the name around or above them.
                DefPathData::ForeignMod | DefPathData::Ctor => {}
                other => {
                    let what = match other {
                        DefPathData::Closure => "closure",
                        DefPathData::Use => "use",
                        DefPathData::GlobalAsm => "global_asm",
                        DefPathData::AnonConst | DefPathData::LateAnonConst => "constant",
                        DefPathData::OpaqueTy => "opaque",
                        DefPathData::SyntheticCoroutineBody => "coroutine_body",
                        DefPathData::NestedStatic => "nested",
                        _ => "anonymous",
                    };
                    text.push_str(&format!("{separator}{{{what}#{}}}", key.disambiguator));
                }
            }
        }
        text
    }

    /// `<T as Trait>` for an impl of a trait, the type for an inherent one.
    fn impl_str(&self, impl_def: DefId, depth: u32) -> Option<String> {
        let ty = self.type_of(impl_def).ok()?;
        match self.impl_trait_header(impl_def).ok()? {
            Some(header) => {
                let args = header.trait_ref.args.get(1..).unwrap_or_default();
                let path = self.def_path_str_at(header.trait_ref.def_id, depth);
                Some(format!("<{} as {path}{}>", self.ty_str_at(ty, depth), self.args_str(args, "", depth)))
            }
            None => match &*self.types().kind(ty) {
                TyKind::Adt(def, args) => {
                    Some(self.def_path_str_at(*def, depth) + &self.args_str(args, "::", depth))
                }
                _ => Some(format!("<{}>", self.ty_str_at(ty, depth))),
            },
        }
    }

    /// A type as people write it.
    pub fn ty_str(&self, ty: Ty) -> String {
        self.ty_str_at(ty, 0)
    }

    fn ty_str_at(&self, ty: Ty, depth: u32) -> String {
        if depth > MAX_DEPTH {
            return "..".to_string();
        }
        let ty_str = |ty: Ty| self.ty_str_at(ty, depth + 1);
        let args_str = |args: &[GenericArg]| self.args_str(args, "", depth + 1);
        match &*self.types().kind(ty) {
            TyKind::Bool => "bool".to_string(),
            TyKind::Char => "char".to_string(),
            TyKind::Int(int) => format!("{int:?}").to_lowercase(),
            TyKind::Uint(int) => format!("{int:?}").to_lowercase(),
            TyKind::Float(float) => format!("{float:?}").to_lowercase(),
            TyKind::Str => "str".to_string(),
            TyKind::Never => "!".to_string(),
            TyKind::Adt(def, args) => self.def_path_str_at(*def, depth + 1) + &args_str(args),
            TyKind::Foreign(def) => self.def_path_str_at(*def, depth + 1),
            TyKind::Array(element, len) => {
                format!("[{}; {}]", ty_str(*element), self.const_str(*len, depth + 1))
            }
            TyKind::Pat(base, _) => format!("pattern_type!({} is ..)", ty_str(*base)),
            TyKind::Slice(element) => format!("[{}]", ty_str(*element)),
            TyKind::RawPtr(pointee, Mutability::Not) => format!("*const {}", ty_str(*pointee)),
            TyKind::RawPtr(pointee, Mutability::Mut) => format!("*mut {}", ty_str(*pointee)),
            TyKind::Ref(pointee, Mutability::Not) => format!("&{}", ty_str(*pointee)),
            TyKind::Ref(pointee, Mutability::Mut) => format!("&mut {}", ty_str(*pointee)),
            TyKind::FnDef(def, args) => {
                self.def_path_str_at(*def, depth + 1) + &self.args_str(args, "::", depth + 1)
            }
            TyKind::FnPtr(sig) => {
                let inputs: Vec<_> = sig.inputs().iter().map(|ty| ty_str(*ty)).collect();
                let output = sig.output().map_or_else(String::new, ty_str);
                let output = if output == "()" { String::new() } else { format!(" -> {output}") };
                let safety = if sig.safety == Safety::Unsafe { "unsafe " } else { "" };
                let abi = match sig.abi {
                    ExternAbi::Rust => String::new(),
                    ExternAbi::C { unwind: false } => "extern \"C\" ".to_string(),
                    ExternAbi::C { unwind: true } => "extern \"C-unwind\" ".to_string(),
                    other => format!("extern \"{other:?}\" "),
                };
                format!("{safety}{abi}fn({}){output}", inputs.join(", "))
            }
            TyKind::UnsafeBinder(ty) => format!("unsafe<> {}", ty_str(*ty)),
            TyKind::Dynamic(predicates) => {
                let part = |predicate: &ExistentialPredicate| match predicate {
                    ExistentialPredicate::Trait { def_id, args } => {
                        Some(self.def_path_str_at(*def_id, depth + 1) + &args_str(args))
                    }
                    ExistentialPredicate::AutoTrait(def) => Some(self.def_path_str_at(*def, depth + 1)),
                    ExistentialPredicate::Projection { .. } => None,
                };
                let parts: Vec<_> = predicates.iter().filter_map(part).collect();
                format!("dyn {}", parts.join(" + "))
            }
            TyKind::Closure(def, _)
            | TyKind::CoroutineClosure(def, _)
            | TyKind::Coroutine(def, _)
            | TyKind::CoroutineWitness(def, _) => self.def_path_str_at(*def, depth + 1),
            TyKind::Tuple(elements) => match &elements[..] {
                [only] => format!("({},)", ty_str(*only)),
                all => format!("({})", all.iter().map(|ty| ty_str(*ty)).collect::<Vec<_>>().join(", ")),
            },
            TyKind::Alias(AliasKind::Projection, def, args) => match args.first() {
                Some(GenericArg::Type(self_ty)) => {
                    format!("<{} as {}>", ty_str(*self_ty), self.def_path_str_at(*def, depth + 1))
                }
                _ => self.def_path_str_at(*def, depth + 1),
            },
            TyKind::Alias(_, def, args) => self.def_path_str_at(*def, depth + 1) + &args_str(args),
            TyKind::Param { name, .. } => name.to_string(),
            TyKind::Bound => "_".to_string(),
        }
    }

    /// Arguments that are types and constants, in brackets, if there are any.
    fn args_str(&self, args: &[GenericArg], before: &str, depth: u32) -> String {
        let arg = |arg: &GenericArg| match arg {
            GenericArg::Lifetime => None,
            GenericArg::Type(ty) => Some(self.ty_str_at(*ty, depth + 1)),
            GenericArg::Const(constant) => Some(self.const_str(*constant, depth + 1)),
        };
        let args: Vec<_> = args.iter().filter_map(arg).collect();
        if args.is_empty() { String::new() } else { format!("{before}<{}>", args.join(", ")) }
    }

    fn const_str(&self, constant: Const, depth: u32) -> String {
        match &*self.types().const_kind(constant) {
            ConstKind::Param { name, .. } => name.to_string(),
            ConstKind::Value(ty, ValTree::Leaf(leaf)) => match &*self.types().kind(*ty) {
                TyKind::Bool => (leaf.data != 0).to_string(),
                TyKind::Char => char::from_u32(leaf.data as u32)
                    .map_or_else(|| leaf.data.to_string(), |char| format!("{char:?}")),
                TyKind::Int(_) if leaf.size > 0 => {
                    let unused = 128u32.saturating_sub(8 * u32::from(leaf.size));
                    ((leaf.data << unused) as i128 >> unused).to_string()
                }
                _ => leaf.data.to_string(),
            },
            // An anonymous constant may stand in the header of the impl whose path it has.
            ConstKind::Unevaluated(def, _) if matches!(self.def_kind(*def), Ok(DefKind::AnonConst)) => {
                "{const}".to_string()
            }
            ConstKind::Unevaluated(def, args) => {
                format!(
                    "{{{}{}}}",
                    self.def_path_str_at(*def, depth + 1),
                    self.args_str(args, "::", depth + 1)
                )
            }
            ConstKind::Value(..) | ConstKind::Other => "_".to_string(),
        }
    }
}
