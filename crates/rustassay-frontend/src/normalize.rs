//! Types that stand for others: associated types, `impl Trait`, aliases, and constants that have to be evaluated.

use crate::context::{Cx, IntoStep};
use crate::fold::Folder;
use crate::select::Selection;
use rustassay_machine::error::{Step, Stop, unsupported};
use rustassay_metadata::Types;
use rustassay_metadata::data::*;

/// Replaces aliases by what they stand for.
struct Normalize<'a, 'b> {
    cx: &'a mut Cx<'b>,
}

impl Folder for Normalize<'_, '_> {
    fn types(&self) -> &Types {
        self.cx.front.crates.types()
    }

    fn fold_ty(&mut self, ty: Ty) -> Step<Ty> {
        if !self.cx.mentions(ty).aliases {
            return Ok(ty);
        }
        if let Some(&known) = self.cx.front.normalized.borrow().get(&ty) {
            return Ok(known);
        }
        let kind = self.types().kind(ty);
        let normal = match &*kind {
            TyKind::Alias(kind, def, args) => {
                let args = self.fold_args(args)?;
                self.cx.deeper(|cx| cx.expand_alias(*kind, *def, &args))?
            }
            _ => self.fold_parts(ty)?,
        };
        self.cx.front.normalized.borrow_mut().insert(ty, normal);
        Ok(normal)
    }

    fn fold_const(&mut self, constant: Const) -> Step<Const> {
        if !self.cx.const_mentions(constant).aliases {
            return Ok(constant);
        }
        let kind = self.types().const_kind(constant);
        match &*kind {
            ConstKind::Unevaluated(def, args) => {
                let args = self.fold_args(args)?;
                self.cx.evaluate_const(*def, &args)
            }
            _ => self.fold_const_parts(constant),
        }
    }
}

/// An associated type was asked of a type that does not have the trait. Whoever only tries catches it.
const NO_IMPL: &str = "no impl provides";

impl Cx<'_> {
    /// The type without aliases.
    pub(crate) fn normalize(&mut self, ty: Ty) -> Step<Ty> {
        Normalize { cx: self }.fold_ty(ty)
    }

    /// The constant, evaluated.
    pub(crate) fn normalize_const(&mut self, constant: Const) -> Step<Const> {
        Normalize { cx: self }.fold_const(constant)
    }

    /// The arguments without aliases.
    pub(crate) fn normalize_args(&mut self, args: &Args) -> Step<Args> {
        if !self.args_mention(args).aliases {
            return Ok(args.clone());
        }
        Normalize { cx: self }.fold_args(args)
    }

    /// The signature without aliases.
    pub(crate) fn normalize_sig(&mut self, sig: &FnSig) -> Step<FnSig> {
        Normalize { cx: self }.fold_sig(sig)
    }

    /// The arguments without aliases, if all stand for something.
    pub(crate) fn try_normalize_args(&mut self, args: &Args) -> Step<Option<Args>> {
        no_impl_is_none(self.normalize_args(args))
    }

    /// The type or constant without aliases, if all stand for something.
    pub(crate) fn try_normalize_term(&mut self, term: Term) -> Step<Option<Term>> {
        no_impl_is_none(Normalize { cx: self }.fold_term(term))
    }

    /// The type with arguments in place of parameters, and without aliases.
    pub(crate) fn ground(&mut self, ty: Ty, args: &[GenericArg]) -> Step<Ty> {
        let ty = self.instantiate(ty, args)?;
        self.normalize(ty)
    }

    /// The arguments with others in place of their parameters, and without aliases.
    pub(crate) fn ground_args(&mut self, these: &Args, args: &[GenericArg]) -> Step<Args> {
        let these = self.instantiate_args(these, args)?;
        self.normalize_args(&these)
    }

    fn expand_alias(&mut self, kind: AliasKind, def: DefId, args: &Args) -> Step<Ty> {
        match kind {
            AliasKind::Projection => match self.project(def, args)? {
                Some(Term::Ty(ty)) => Ok(ty),
                _ => {
                    let item = self.crates().def_path_str(def);
                    let self_ty = self.self_ty(args)?;
                    unsupported(format!("{NO_IMPL} `{item}` for `{}`", self.describe(self_ty)))
                }
            },
            AliasKind::Opaque | AliasKind::Free | AliasKind::Inherent => {
                let ty = self.crates().type_of(def).step()?;
                self.ground(ty, args)
            }
        }
    }

    /// What an associated type or constant is for ground arguments, if the types have the trait.
    pub(crate) fn project(&mut self, item: DefId, args: &Args) -> Step<Option<Term>> {
        let Some(trait_def) = self.crates().opt_parent(item).step()? else { return Ok(None) };
        let count = self.crates().generics_of(trait_def).step()?.count();
        let trait_ref = TraitRef { def_id: trait_def, args: args.iter().copied().take(count).collect() };
        let Some(selection) = self.select(&trait_ref)? else { return Ok(None) };
        let self_ty = self.self_ty(args)?;
        match selection {
            Selection::Impl(impl_def, impl_args) => {
                let Some((def, item_args)) =
                    self.item_of_impl(item, impl_def, &impl_args, &trait_ref, args)?
                else {
                    return Ok(None);
                };
                let ty = self.crates().type_of(def).step()?;
                let ty = no_impl_is_none(self.ground(ty, &item_args))?;
                Ok(ty.map(Term::Ty))
            }
            Selection::Object => self.object_projection(self_ty, item, &trait_ref),
            Selection::Builtin => {
                let kind = self.trait_kind(trait_def)?;
                let name = self.crates().item_name(item).step()?;
                match self.builtin_projection(kind, &name, self_ty)? {
                    Some(ty) => self.normalize(ty).map(|ty| Some(Term::Ty(ty))),
                    None => Ok(None),
                }
            }
        }
    }

    /// What a trait object's type says of an associated type.
    fn object_projection(&mut self, object: Ty, item: DefId, trait_ref: &TraitRef) -> Step<Option<Term>> {
        let TyKind::Dynamic(predicates) = &*self.kind(object) else { return Ok(None) };
        for predicate in predicates.iter() {
            if let ExistentialPredicate::Projection { def_id, args, term } = predicate
                && *def_id == item
                && trait_ref.args.get(1..).is_some_and(|own| args.starts_with(own))
            {
                return Ok(Some(*term));
            }
        }
        Ok(None)
    }

    /// The item of an impl that implements an item of its trait, or what stands in for it: that of the impl that this one
    /// specializes, or the trait's own. With its arguments.
    pub(crate) fn item_of_impl(
        &mut self,
        trait_item: DefId,
        impl_def: DefId,
        impl_args: &Args,
        trait_ref: &TraitRef,
        args: &Args,
    ) -> Step<Option<(DefId, Args)>> {
        let own = args.get(trait_ref.args.len()..).unwrap_or_default();
        let (mut at, mut at_args) = (impl_def, impl_args.clone());
        loop {
            let items = self.crates().associated_items(at).step()?;
            if let Some(item) = items.iter().find(|found| found.trait_item() == Some(trait_item)) {
                let args = at_args.iter().chain(own).copied().collect();
                return Ok(Some((item.def_id, args)));
            }
            let Some(parent) = self.crates().impl_parent(at).step()? else { break };
            let Some(parent_args) = self.match_impl(parent, trait_ref, ImplPolarity::Positive)? else {
                break;
            };
            (at, at_args) = (parent, parent_args);
        }
        let has_value = match self.crates().defaultness(trait_item).step()? {
            Defaultness::Default { has_value } => has_value,
            Defaultness::Final => true,
        };
        Ok(has_value.then(|| (trait_item, args.clone())))
    }
}

fn no_impl_is_none<T>(found: Step<T>) -> Step<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(stop) if matches!(&*stop, Stop::Unsupported(why) if why.starts_with(NO_IMPL)) => Ok(None),
        Err(stop) => Err(stop),
    }
}
