//! Names, letter by letter as rustc has them: what `core::any::type_name` gives (`rustc_const_eval::util::type_name`), because programs
//! print it; and what a function's symbol says in the v0 mangling, demangled, which our selection is held against.
//!
//! One thing cannot be told: metadata does not keep lifetimes here, so every reference in the signature of a function pointer is taken for
//! one with a lifetime of the signature's own, `&'_ T`, which `fn(&'static T)` is not.

use crate::context::{Cx, IntoStep};
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;

/// Types that are nested deeper have no name.
const DEPTH: u32 = 128;

/// For whom a name is written.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Style {
    /// `type_name`: `alloc::vec::Vec<u8>::push`, `main::{{closure}}`.
    TypeName,
    /// A demangled symbol: `<alloc::vec::Vec<u8>>::push`, `main::{closure#0}`. No lifetime is in it.
    Symbol,
}

/// A name that is being written.
struct TypeName<'a, 'b> {
    cx: &'a mut Cx<'b>,
    style: Style,
    text: String,
    depth: u32,
    /// Whether references have a lifetime of a signature around them.
    in_signature: bool,
}

impl Cx<'_> {
    /// What `type_name` gives for a type.
    pub(crate) fn type_name(&mut self, ty: Ty) -> Step<String> {
        let mut name = TypeName::new(self, Style::TypeName);
        name.ty(ty)?;
        Ok(name.text)
    }

    /// What the symbol of an instance of a function says, demangled.
    pub(crate) fn demangled(&mut self, def: DefId, args: &[GenericArg]) -> Step<String> {
        let mut name = TypeName::new(self, Style::Symbol);
        name.path(def, args)?;
        Ok(name.text)
    }
}

impl<'a, 'b> TypeName<'a, 'b> {
    fn new(cx: &'a mut Cx<'b>, style: Style) -> TypeName<'a, 'b> {
        TypeName { cx, style, text: String::new(), depth: 0, in_signature: false }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn ty(&mut self, ty: Ty) -> Step<()> {
        if self.depth >= DEPTH {
            return unsupported("the name of a type that nests too deeply");
        }
        self.depth += 1;
        match &*self.cx.kind(ty) {
            TyKind::Adt(def, args)
            | TyKind::FnDef(def, args)
            | TyKind::Closure(def, args)
            | TyKind::CoroutineClosure(def, args)
            | TyKind::Coroutine(def, args)
            | TyKind::CoroutineWitness(def, args)
            | TyKind::Alias(_, def, args) => self.path(*def, args)?,
            TyKind::Foreign(def) => self.path(*def, &[])?,
            TyKind::Array(element, len) => {
                self.push("[");
                self.ty(*element)?;
                self.push("; ");
                self.constant(*len);
                self.push("]");
            }
            TyKind::Slice(element) => {
                self.push("[");
                self.ty(*element)?;
                self.push("]");
            }
            TyKind::RawPtr(pointee, mutability) => {
                self.push(if *mutability == Mutability::Mut { "*mut " } else { "*const " });
                self.ty(*pointee)?;
            }
            TyKind::Ref(pointee, mutability) => {
                let has_lifetime = self.in_signature && self.style == Style::TypeName;
                self.push(if has_lifetime { "&'_ " } else { "&" });
                self.push(if *mutability == Mutability::Mut { "mut " } else { "" });
                self.ty(*pointee)?;
            }
            TyKind::Tuple(fields) => {
                self.push("(");
                self.list(fields)?;
                self.push(if fields.len() == 1 { ",)" } else { ")" });
            }
            TyKind::FnPtr(sig) => self.pointer(sig)?,
            TyKind::Dynamic(predicates) => self.object(predicates)?,
            TyKind::UnsafeBinder(inner) => self.ty(*inner)?,
            TyKind::Param { .. } | TyKind::Bound => self.push("_"),
            // The others have one name, whoever writes it.
            _ => self.text.push_str(&self.cx.describe(ty)),
        }
        self.depth -= 1;
        Ok(())
    }

    fn list(&mut self, types: &[Ty]) -> Step<()> {
        for (n, &ty) in types.iter().enumerate() {
            self.push(if n > 0 { ", " } else { "" });
            self.ty(ty)?;
        }
        Ok(())
    }

    fn constant(&mut self, constant: Const) {
        self.cx.write_const(&mut self.text, constant);
    }

    /// `(A, B) -> C`, where nothing stands for `-> ()`.
    fn signature(&mut self, inputs: &[Ty], output: Option<Ty>) -> Step<()> {
        let around = std::mem::replace(&mut self.in_signature, true);
        self.push("(");
        self.list(inputs)?;
        self.push(")");
        if let Some(output) = output.filter(|&output| output != self.cx.unit()) {
            self.push(" -> ");
            self.ty(output)?;
        }
        self.in_signature = around;
        Ok(())
    }

    fn pointer(&mut self, sig: &FnSig) -> Step<()> {
        self.push(if sig.safety == Safety::Unsafe { "unsafe " } else { "" });
        self.push(match sig.abi {
            ExternAbi::C { unwind: false } => "extern \"C\" ",
            ExternAbi::C { unwind: true } => "extern \"C-unwind\" ",
            ExternAbi::System { unwind: false } => "extern \"system\" ",
            ExternAbi::System { unwind: true } => "extern \"system-unwind\" ",
            _ => "",
        });
        self.push("fn");
        self.signature(sig.inputs(), sig.output())
    }

    fn object(&mut self, predicates: &[ExistentialPredicate]) -> Step<()> {
        self.push("dyn ");
        let mut parts = Vec::new();
        for predicate in predicates {
            if let ExistentialPredicate::Trait { def_id, args } = predicate {
                let mut part = TypeName { cx: &mut *self.cx, text: String::new(), ..*self };
                part.principal(*def_id, args, predicates)?;
                parts.push(part.text);
            }
        }
        let mut autos = Vec::new();
        for predicate in predicates {
            if let ExistentialPredicate::AutoTrait(def) = predicate {
                let mut part = TypeName { cx: &mut *self.cx, text: String::new(), ..*self };
                part.path(*def, &[])?;
                autos.push(part.text);
            }
        }
        autos.sort();
        parts.extend(autos);
        self.push(&parts.join(" + "));
        Ok(())
    }

    /// The trait of an object, with what its associated types are: `Iterator<Item = u8>`, `Fn(u8) -> u16`.
    fn principal(
        &mut self,
        def: DefId,
        args: &[GenericArg],
        predicates: &[ExistentialPredicate],
    ) -> Step<()> {
        let mut bindings = Vec::new();
        for predicate in predicates {
            if let ExistentialPredicate::Projection { def_id, term: Term::Ty(ty), .. } = predicate {
                bindings.push((self.cx.crates().item_name(*def_id).step()?, *ty));
            }
        }
        self.path(def, &[])?;
        let is_fn =
            matches!(self.cx.crates().as_lang_item(def).step()?.as_deref(), Some("Fn" | "FnMut" | "FnOnce"));
        let is_sugared = is_fn && self.style == Style::TypeName;
        if let (true, [GenericArg::Type(inputs)], [(_, output)]) = (is_sugared, args, &bindings[..])
            && let TyKind::Tuple(inputs) = &*self.cx.kind(*inputs)
        {
            return self.signature(inputs, Some(*output));
        }
        // `Self`, which an object's arguments leave out, comes first among the parameters.
        let params = &self.cx.crates().generics_of(def).step()?.own_params;
        let kept = self.without_defaults(params.get(1..).unwrap_or_default(), args, 1)?;
        if kept == 0 && bindings.is_empty() {
            return Ok(());
        }
        self.push("<");
        self.args(&args[..kept])?;
        for (n, (name, ty)) in bindings.into_iter().enumerate() {
            self.push(if n + kept > 0 { ", " } else { "" });
            self.push(&format!("{name} = "));
            self.ty(ty)?;
        }
        self.push(">");
        Ok(())
    }

    fn args(&mut self, args: &[GenericArg]) -> Step<()> {
        let is_written = |arg: &&GenericArg| self.style == Style::TypeName || **arg != GenericArg::Lifetime;
        let args: Vec<&GenericArg> = args.iter().filter(is_written).collect();
        for (n, arg) in args.into_iter().enumerate() {
            self.push(if n > 0 { ", " } else { "" });
            match *arg {
                GenericArg::Lifetime => self.push("'_"),
                GenericArg::Type(ty) => self.ty(ty)?,
                GenericArg::Const(constant) => self.constant(constant),
            }
        }
        Ok(())
    }

    /// How many of the arguments are written: those at the end that are what their parameters are by default are not. `before` arguments are
    /// left out at the beginning.
    fn without_defaults(&self, params: &[GenericParamDef], args: &[GenericArg], before: u32) -> Step<usize> {
        let crates = self.cx.crates();
        let mut kept = args.len();
        for (param, &arg) in params.iter().zip(args).rev() {
            let is_default = match (param.kind, arg) {
                (GenericParamDefKind::Type { has_default: true }, GenericArg::Type(ty)) => {
                    let default = crates.type_of(param.def_id).step()?;
                    // A default that mentions `Self` is never one of an object.
                    before == 0 && self.cx.instantiate(default, args).is_ok_and(|default| default == ty)
                        || default == ty
                }
                (GenericParamDefKind::Const { has_default: true }, GenericArg::Const(constant)) => {
                    crates.const_param_default(param.def_id).step()? == Some(constant)
                }
                _ => false,
            };
            if !is_default {
                break;
            }
            kept -= 1;
        }
        Ok(kept)
    }

    /// The path of a definition with arguments, of which the first belong to what it stands in (`Printer::print_def_path`).
    fn path(&mut self, def: DefId, args: &[GenericArg]) -> Step<()> {
        let key = self.cx.crates().def_key(def).step()?;
        let Some(parent) = self.cx.crates().opt_parent(def).step()? else {
            self.push(&self.cx.crates().crate_name(def.krate));
            return Ok(());
        };
        let name = match &key.data {
            DefPathData::Impl => return self.implementation(def, parent, args),
            DefPathData::ForeignMod => return self.path(parent, args),
            DefPathData::TypeNs(name) | DefPathData::ValueNs(name) => name.to_string(),
            DefPathData::Closure if self.style == Style::Symbol => {
                format!("{{closure#{}}}", key.disambiguator)
            }
            DefPathData::AnonConst if self.style == Style::Symbol => format!("{{K#{}}}", key.disambiguator),
            DefPathData::Ctor if self.style == Style::Symbol => return self.path(parent, args),
            DefPathData::Closure => "{{closure}}".to_owned(),
            DefPathData::Ctor => "{{constructor}}".to_owned(),
            DefPathData::AnonConst | DefPathData::LateAnonConst => "{{constant}}".to_owned(),
            DefPathData::OpaqueTy => "{{opaque}}".to_owned(),
            DefPathData::SyntheticCoroutineBody => "{{synthetic}}".to_owned(),
            _ => return unsupported("the name of such a definition"),
        };
        let generics = match args.is_empty() {
            true => None,
            false => self.cx.crates().generics_of(def).ok(),
        };
        let Some(generics) = generics else {
            // A constructor has the parameters of what it makes.
            self.path(parent, args)?;
            self.push(&format!("::{name}"));
            return Ok(());
        };
        let (outer, own) = args.split_at(generics.parent_count.min(args.len()));
        let is_of_trait = generics.parent == Some(parent)
            && self.cx.crates().def_kind(parent).step()? == DefKind::Trait
            && !outer.is_empty();
        match (is_of_trait, outer.first()) {
            (true, Some(&GenericArg::Type(self_ty))) => self.qualified(self_ty, parent, &outer[1..])?,
            _ => self.path(parent, outer)?,
        }
        self.push(&format!("::{name}"));
        // What a closure captures is no argument of the user's.
        let is_written = !matches!(key.data, DefPathData::Closure | DefPathData::SyntheticCoroutineBody);
        if is_written && !generics.own_params.is_empty() && own.len() >= generics.own_params.len() {
            let kept = match outer.is_empty() {
                true => self.without_defaults(&generics.own_params, own, 0)?,
                false => own.len(),
            };
            let is_lifetime = |arg: &GenericArg| *arg == GenericArg::Lifetime;
            let is_empty = self.style == Style::Symbol && own[..kept].iter().all(is_lifetime);
            if kept > 0 && !is_empty {
                // Within a type, no name is an expression.
                let is_value = self.style == Style::Symbol && self.depth == 0;
                self.push(if is_value { "::<" } else { "<" });
                self.args(&own[..kept])?;
                self.push(">");
            }
        }
        Ok(())
    }

    /// `<T as Trait<A>>`.
    fn qualified(&mut self, self_ty: Ty, trait_def: DefId, args: &[GenericArg]) -> Step<()> {
        self.push("<");
        self.ty(self_ty)?;
        self.push(" as ");
        self.of_trait(self_ty, trait_def, args)?;
        self.push(">");
        Ok(())
    }

    /// `Trait<A>`; arguments that are `Self` because of a default are not written.
    fn of_trait(&mut self, self_ty: Ty, trait_def: DefId, args: &[GenericArg]) -> Step<()> {
        let mut all = vec![GenericArg::Type(self_ty)];
        all.extend(args);
        let params = self.cx.crates().generics_of(trait_def).step()?;
        let kept = self.without_defaults(&params.own_params, &all, 0)?.max(1) - 1;
        self.path(trait_def, &[])?;
        if kept > 0 {
            self.push("<");
            self.args(&args[..kept])?;
            self.push(">");
        }
        Ok(())
    }

    /// An impl: by its type where it stands beside the type or the trait, and else by its module (`Printer::print_impl_path`).
    fn implementation(&mut self, def: DefId, parent: DefId, args: &[GenericArg]) -> Step<()> {
        let crates = self.cx.crates();
        let count = crates.generics_of(def).step()?.count();
        let self_ty = crates.type_of(def).step()?;
        let self_ty = if args.len() >= count { self.cx.ground(self_ty, args)? } else { self_ty };
        let header = crates.impl_trait_header(def).step()?;
        let trait_args = match &header {
            Some(header) if args.len() >= count => self.cx.ground_args(&header.trait_ref.args, args)?,
            Some(header) => header.trait_ref.args.clone(),
            None => [].into(),
        };
        let stands_beside = |of: Option<DefId>| -> Step<bool> {
            Ok(match of {
                Some(of) => crates.opt_parent(of).step()? == Some(parent),
                None => false,
            })
        };
        let trait_def = header.as_ref().map(|header| header.trait_ref.def_id);
        let is_beside = self.style == Style::Symbol
            || stands_beside(self.characteristic(self_ty))?
            || stands_beside(trait_def)?;
        let trait_args = trait_args.get(1..).unwrap_or_default();
        match (is_beside, trait_def) {
            (true, Some(trait_def)) => self.qualified(self_ty, trait_def, trait_args),
            (true, None) if self.style == Style::TypeName && self.has_plain_name(self_ty) => self.ty(self_ty),
            (true, None) => {
                self.push("<");
                self.ty(self_ty)?;
                self.push(">");
                Ok(())
            }
            (false, _) => {
                self.path(parent, &[])?;
                self.push("::<impl ");
                if let Some(trait_def) = trait_def {
                    self.of_trait(self_ty, trait_def, trait_args)?;
                    self.push(" for ");
                }
                self.ty(self_ty)?;
                self.push(">");
                Ok(())
            }
        }
    }

    fn has_plain_name(&self, ty: Ty) -> bool {
        use TyKind::*;
        matches!(&*self.cx.kind(ty), Adt(..) | Foreign(_) | Bool | Char | Str | Int(_) | Uint(_) | Float(_))
    }

    /// The definition that a type is known by (`characteristic_def_id_of_type`).
    fn characteristic(&self, ty: Ty) -> Option<DefId> {
        match &*self.cx.kind(ty) {
            TyKind::Adt(def, _)
            | TyKind::FnDef(def, _)
            | TyKind::Closure(def, _)
            | TyKind::CoroutineClosure(def, _)
            | TyKind::Coroutine(def, _)
            | TyKind::Foreign(def) => Some(*def),
            TyKind::Dynamic(predicates) => predicates.iter().find_map(|predicate| match predicate {
                ExistentialPredicate::Trait { def_id, .. } => Some(*def_id),
                _ => None,
            }),
            TyKind::Array(inner, _)
            | TyKind::Slice(inner)
            | TyKind::RawPtr(inner, _)
            | TyKind::Ref(inner, _) => self.characteristic(*inner),
            TyKind::Tuple(fields) => fields.iter().find_map(|&field| self.characteristic(field)),
            _ => None,
        }
    }
}
