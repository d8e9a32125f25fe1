//! Which impl provides a trait for ground types?
//!
//! rustc has checked that there is one, so that most questions are answered by the only impl whose header matches. Where-clauses
//! are looked at when several match: because of specialization, or because only they tell impls apart.

use crate::context::{ArgExt, Cx, IntoStep};
use crate::unify::Bindings;
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use std::rc::Rc;

/// What provides a trait for a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Selection {
    /// An impl, with its arguments.
    Impl(DefId, Args),
    /// The vtable of a trait object.
    Object,
    /// The compiler.
    Builtin,
}

/// What the compiler knows of a trait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TraitKind {
    /// Nothing: impls say everything.
    Ordinary,
    /// Types have it if their parts have.
    Auto,
    Sized,
    MetaSized,
    /// Every type has it: `PointeeSized`, `Destruct`.
    Always,
    /// `Copy`, `Clone` and `TrivialClone`, which the compiler provides for types without impls.
    Clone,
    Call(CallKind),
    AsyncCall(CallKind),
    Future,
    Coroutine,
    Iterator,
    FusedIterator,
    AsyncIterator,
    DiscriminantKind,
    Pointee,
    Tuple,
    FnPtr,
    AsyncFnKindHelper,
}

/// How a closure is called: by shared reference, by mutable reference, or by value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub(crate) enum CallKind {
    Fn,
    FnMut,
    FnOnce,
}

impl TraitKind {
    fn of_lang_item(name: &str) -> Option<TraitKind> {
        Some(match name {
            "Sized" => TraitKind::Sized,
            "MetaSized" => TraitKind::MetaSized,
            "PointeeSized" | "Destruct" => TraitKind::Always,
            "Copy" | "Clone" | "TrivialClone" | "UseCloned" => TraitKind::Clone,
            "Fn" => TraitKind::Call(CallKind::Fn),
            "FnMut" => TraitKind::Call(CallKind::FnMut),
            "FnOnce" => TraitKind::Call(CallKind::FnOnce),
            "AsyncFn" => TraitKind::AsyncCall(CallKind::Fn),
            "AsyncFnMut" => TraitKind::AsyncCall(CallKind::FnMut),
            "AsyncFnOnce" => TraitKind::AsyncCall(CallKind::FnOnce),
            "AsyncFnKindHelper" => TraitKind::AsyncFnKindHelper,
            "Future" => TraitKind::Future,
            "Coroutine" => TraitKind::Coroutine,
            "Iterator" => TraitKind::Iterator,
            "FusedIterator" => TraitKind::FusedIterator,
            "AsyncIterator" => TraitKind::AsyncIterator,
            "DiscriminantKind" => TraitKind::DiscriminantKind,
            "PointeeTrait" => TraitKind::Pointee,
            "Tuple" => TraitKind::Tuple,
            "FnPtrTrait" => TraitKind::FnPtr,
            _ => return None,
        })
    }
}

/// The impls of a trait, by the outermost constructor of the type that each is for.
#[derive(Debug)]
pub(crate) struct ImplIndex(Vec<(Option<Outermost>, DefId)>);

/// The outermost constructor of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outermost {
    Def(DefId),
    Primitive(std::mem::Discriminant<TyKind>),
    Exactly(Ty),
}

impl Cx<'_> {
    /// What the compiler knows of a trait.
    pub(crate) fn trait_kind(&self, def: DefId) -> Step<TraitKind> {
        if let Some(&kind) = self.front.trait_kinds.borrow().get(&def) {
            return Ok(kind);
        }
        let by_name = self.crates().as_lang_item(def).step()?.and_then(|name| TraitKind::of_lang_item(&name));
        let kind = match by_name {
            Some(kind) => kind,
            None if self.crates().trait_def(def).step()?.has_auto_impl => TraitKind::Auto,
            None => TraitKind::Ordinary,
        };
        self.front.trait_kinds.borrow_mut().insert(def, kind);
        Ok(kind)
    }

    /// The type that a trait is asked for.
    pub(crate) fn self_ty(&self, args: &[GenericArg]) -> Step<Ty> {
        match args.first().and_then(|arg| arg.ty()) {
            Some(ty) => Ok(ty),
            None => unsupported("a trait without a self type"),
        }
    }

    /// What provides a trait for ground, normalized types.
    pub(crate) fn select(&mut self, trait_ref: &TraitRef) -> Step<Option<Selection>> {
        if let Some(known) = self.front.selections.borrow().get(trait_ref) {
            return Ok(known.clone());
        }
        if !self.front.selecting.borrow_mut().insert(trait_ref.clone()) {
            return Ok(None);
        }
        let found = self.deeper(|cx| cx.find_selection(trait_ref));
        self.front.selecting.borrow_mut().remove(trait_ref);
        let found = found?;
        self.front.selections.borrow_mut().insert(trait_ref.clone(), found.clone());
        Ok(found)
    }

    fn find_selection(&mut self, trait_ref: &TraitRef) -> Step<Option<Selection>> {
        let self_ty = self.self_ty(&trait_ref.args)?;
        let kind = self.trait_kind(trait_ref.def_id)?;
        if kind == TraitKind::Auto {
            return Ok(self.holds(trait_ref)?.then_some(Selection::Builtin));
        }
        if let Some(holds) = self.builtin_holds(kind, self_ty, trait_ref)? {
            return Ok(holds.then_some(Selection::Builtin));
        }
        if self.object_provides(self_ty, trait_ref)? {
            return Ok(Some(Selection::Object));
        }
        let mut candidates = self.matching_impls(trait_ref)?;
        if candidates.len() > 1 {
            let mut applicable = Vec::new();
            for (impl_def, args) in candidates {
                if self.impl_applies(impl_def, &args)? {
                    applicable.push((impl_def, args));
                }
            }
            candidates = applicable;
        }
        let mut best: Option<(DefId, Args)> = None;
        for (impl_def, args) in candidates {
            let is_better = match &best {
                Some((known, _)) => self.specializes(impl_def, *known)?,
                None => true,
            };
            if is_better {
                best = Some((impl_def, args));
            }
        }
        Ok(best.map(|(impl_def, args)| Selection::Impl(impl_def, args)))
    }

    /// Whether the first impl specializes the second, or one that specializes it.
    fn specializes(&self, special: DefId, general: DefId) -> Step<bool> {
        let mut at = special;
        while let Some(parent) = self.crates().impl_parent(at).step()? {
            if parent == general {
                return Ok(true);
            }
            at = parent;
        }
        Ok(false)
    }

    /// The positive impls whose headers match, with their arguments.
    fn matching_impls(&mut self, trait_ref: &TraitRef) -> Step<Vec<(DefId, Args)>> {
        let self_ty = self.self_ty(&trait_ref.args)?;
        let outermost = self.outermost(self_ty);
        let index = self.impl_index(trait_ref.def_id)?;
        let mut found = Vec::new();
        for &(of, impl_def) in &index.0 {
            if of.is_some() && of != outermost {
                continue;
            }
            if let Some(args) = self.match_impl(impl_def, trait_ref, ImplPolarity::Positive)? {
                found.push((impl_def, args));
            }
        }
        Ok(found)
    }

    /// The arguments with which an impl is for these types, if its header matches.
    pub(crate) fn match_impl(
        &mut self,
        impl_def: DefId,
        trait_ref: &TraitRef,
        polarity: ImplPolarity,
    ) -> Step<Option<Args>> {
        let Some(header) = self.crates().impl_trait_header(impl_def).step()? else { return Ok(None) };
        if header.polarity != polarity || header.trait_ref.def_id != trait_ref.def_id {
            return Ok(None);
        }
        let count = self.crates().generics_of(impl_def).step()?.count();
        let mut bindings = Bindings::new(count);
        if !self.match_args(&header.trait_ref.args, &trait_ref.args, &mut bindings) {
            return Ok(None);
        }
        let predicates = self.crates().predicates_of(impl_def).step()?;
        let matches = self.complete(&predicates, &mut bindings)?;
        Ok(matches.then(|| bindings.args()))
    }

    fn impl_index(&self, trait_def: DefId) -> Step<Rc<ImplIndex>> {
        if let Some(index) = self.front.impl_keys.borrow().get(&trait_def) {
            return Ok(index.clone());
        }
        let mut rows = Vec::new();
        for &impl_def in self.crates().impls_of_trait(trait_def).step()?.iter() {
            if let Some(header) = self.crates().impl_trait_header(impl_def).step()? {
                rows.push((self.outermost(self.self_ty(&header.trait_ref.args)?), impl_def));
            }
        }
        let index = Rc::new(ImplIndex(rows));
        self.front.impl_keys.borrow_mut().insert(trait_def, index.clone());
        Ok(index)
    }

    /// The outermost constructor of a type; none if it is still open.
    fn outermost(&self, ty: Ty) -> Option<Outermost> {
        let kind = self.kind(ty);
        match &*kind {
            TyKind::Param { .. } | TyKind::Alias(..) => None,
            TyKind::Adt(def, _)
            | TyKind::Foreign(def)
            | TyKind::Closure(def, _)
            | TyKind::CoroutineClosure(def, _)
            | TyKind::Coroutine(def, _)
            | TyKind::FnDef(def, _) => Some(Outermost::Def(*def)),
            TyKind::Bool
            | TyKind::Char
            | TyKind::Int(_)
            | TyKind::Uint(_)
            | TyKind::Float(_)
            | TyKind::Str
            | TyKind::Never => Some(Outermost::Exactly(ty)),
            other => Some(Outermost::Primitive(std::mem::discriminant(other))),
        }
    }

    /// Whether the where-clauses of an impl hold.
    fn impl_applies(&mut self, impl_def: DefId, args: &Args) -> Step<bool> {
        let predicates = self.crates().predicates_of(impl_def).step()?;
        self.predicates_hold(&predicates, args)
    }

    /// Whether where-clauses hold with these arguments.
    pub(crate) fn predicates_hold(&mut self, predicates: &[Predicate], args: &Args) -> Step<bool> {
        for predicate in predicates {
            let holds = match predicate {
                Predicate::Trait(trait_ref) => {
                    let trait_args = self.instantiate_args(&trait_ref.args, args)?;
                    match self.try_normalize_args(&trait_args)? {
                        Some(args) => self.holds(&TraitRef { def_id: trait_ref.def_id, args })?,
                        None => false,
                    }
                }
                Predicate::Projection { def_id, args: own, term } => {
                    let own = self.instantiate_args(own, args)?;
                    let term = self.instantiate_term(*term, args)?;
                    match self.try_normalize_args(&own)? {
                        Some(own) => {
                            let found = self.project(*def_id, &own)?;
                            found.is_some() && found == self.try_normalize_term(term)?
                        }
                        None => false,
                    }
                }
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether types have a trait, where-clauses included.
    pub(crate) fn holds(&mut self, trait_ref: &TraitRef) -> Step<bool> {
        let kind = self.trait_kind(trait_ref.def_id)?;
        match self.front.holding.borrow().get(trait_ref) {
            Some(Some(known)) => return Ok(*known),
            // It is being asked for: an auto trait may rest on itself.
            Some(None) => return Ok(kind == TraitKind::Auto),
            None => {}
        }
        self.front.holding.borrow_mut().insert(trait_ref.clone(), None);
        let found = self.deeper(|cx| cx.find_whether_holds(kind, trait_ref));
        match &found {
            Ok(holds) => self.front.holding.borrow_mut().insert(trait_ref.clone(), Some(*holds)),
            Err(_) => self.front.holding.borrow_mut().remove(trait_ref),
        };
        found
    }

    fn find_whether_holds(&mut self, kind: TraitKind, trait_ref: &TraitRef) -> Step<bool> {
        if kind == TraitKind::Auto {
            return self.auto_holds(trait_ref);
        }
        match self.select(trait_ref)? {
            None => Ok(false),
            Some(Selection::Builtin | Selection::Object) => Ok(true),
            Some(Selection::Impl(impl_def, args)) => self.impl_applies(impl_def, &args),
        }
    }

    /// Whether a type has an auto trait: an impl for it says so, or its parts have the trait.
    fn auto_holds(&mut self, trait_ref: &TraitRef) -> Step<bool> {
        let self_ty = self.self_ty(&trait_ref.args)?;
        let outermost = self.outermost(self_ty);
        let index = self.impl_index(trait_ref.def_id)?;
        for &(of, impl_def) in &index.0 {
            if of.is_some() && of != outermost {
                continue;
            }
            if self.match_impl(impl_def, trait_ref, ImplPolarity::Negative)?.is_some() {
                return Ok(false);
            }
            if let Some(args) = self.match_impl(impl_def, trait_ref, ImplPolarity::Positive)? {
                return self.impl_applies(impl_def, &args);
            }
        }
        if let TyKind::Coroutine(def, _) = &*self.kind(self_ty)
            && self.is_lang_item(trait_ref.def_id, "Unpin")?
        {
            // What may borrow from itself must not move. `gen` blocks and coroutines that say so may not.
            let kind = self.crates().coroutine_kind(*def).step()?;
            return Ok(matches!(
                kind,
                Some(
                    CoroutineKind::Coroutine { movable: true }
                        | CoroutineKind::Desugared(CoroutineDesugaring::Gen)
                )
            ));
        }
        if let TyKind::Dynamic(predicates) = &*self.kind(self_ty) {
            let listed = predicates.iter().any(
                |predicate| matches!(predicate, ExistentialPredicate::AutoTrait(def) if *def == trait_ref.def_id),
            );
            return Ok(listed || self.object_provides(self_ty, trait_ref)?);
        }
        for part in self.constituents(self_ty)? {
            let part_ref = TraitRef { def_id: trait_ref.def_id, args: [GenericArg::Type(part)].into() };
            if !self.holds(&part_ref)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The types that decide about an auto trait.
    fn constituents(&mut self, ty: Ty) -> Step<Vec<Ty>> {
        Ok(match &*self.kind(ty) {
            TyKind::RawPtr(inner, _)
            | TyKind::Ref(inner, _)
            | TyKind::Slice(inner)
            | TyKind::Array(inner, _)
            | TyKind::Pat(inner, _) => vec![*inner],
            TyKind::Tuple(fields) => fields.to_vec(),
            TyKind::Adt(def, args) => {
                let adt = self.crates().adt_def(*def).step()?;
                if adt.flags.is_phantom_data {
                    return Ok(args.iter().filter_map(|arg| arg.ty()).collect());
                }
                let mut fields = Vec::new();
                for field in adt.variants.iter().flat_map(|variant| &variant.fields) {
                    fields.push(self.field_ty(field.did, args)?);
                }
                fields
            }
            TyKind::Closure(_, args) => self.upvars(args)?,
            TyKind::CoroutineClosure(def, args) => self.coroutine_closure_upvars(*def, args)?,
            TyKind::Coroutine(def, args) => {
                let mut parts = self.upvars(args)?;
                if let Some(layout) =
                    self.crates().mir_coroutine_witnesses(self.coroutine_body_def(*def, args)?).step()?
                {
                    for saved in &layout.field_tys {
                        let ty = self.instantiate(saved.ty, args)?;
                        parts.push(self.normalize(ty)?);
                    }
                }
                parts
            }
            _ => Vec::new(),
        })
    }

    /// What a closure or coroutine has captured: its last argument is a tuple.
    pub(crate) fn upvars(&self, args: &[GenericArg]) -> Step<Vec<Ty>> {
        match args.last().and_then(|arg| arg.ty()).map(|ty| self.kind(ty)).as_deref() {
            Some(TyKind::Tuple(fields)) => Ok(fields.to_vec()),
            _ => unsupported("a closure whose captures are not known"),
        }
    }

    /// The type of a field of an instance.
    pub(crate) fn field_ty(&mut self, field: DefId, args: &[GenericArg]) -> Step<Ty> {
        let ty = self.crates().type_of(field).step()?;
        let ty = self.instantiate(ty, args)?;
        self.normalize(ty)
    }

    /// Whether a trait object's vtable provides a trait: it is the principal trait, or above it.
    pub(crate) fn object_provides(&mut self, object: Ty, trait_ref: &TraitRef) -> Step<bool> {
        let Some(principal) = self.principal(object)? else { return Ok(false) };
        if principal == *trait_ref {
            return Ok(true);
        }
        Ok(self.supertraits(&principal)?.contains(trait_ref))
    }

    /// The principal trait of a trait object, for the object's type itself.
    pub(crate) fn principal(&self, object: Ty) -> Step<Option<TraitRef>> {
        let TyKind::Dynamic(predicates) = &*self.kind(object) else { return Ok(None) };
        Ok(predicates.iter().find_map(|predicate| match predicate {
            ExistentialPredicate::Trait { def_id, args } => {
                let args = std::iter::once(GenericArg::Type(object)).chain(args.iter().copied()).collect();
                Some(TraitRef { def_id: *def_id, args })
            }
            _ => None,
        }))
    }

    /// A trait and all traits above it, each once, in the order in which they are declared.
    pub(crate) fn supertraits(&mut self, trait_ref: &TraitRef) -> Step<Vec<TraitRef>> {
        let mut found = vec![trait_ref.clone()];
        let mut at = 0;
        while at < found.len() {
            let current = found[at].clone();
            for predicate in self.crates().explicit_super_predicates_of(current.def_id).step()?.iter() {
                let Predicate::Trait(above) = predicate else { continue };
                let args = self.instantiate_args(&above.args, &current.args)?;
                if args.first() != current.args.first() {
                    continue;
                }
                let Some(args) = self.try_normalize_args(&args)? else { continue };
                let above = TraitRef { def_id: above.def_id, args };
                if !found.contains(&above) {
                    found.push(above);
                }
            }
            at += 1;
        }
        Ok(found)
    }
}
