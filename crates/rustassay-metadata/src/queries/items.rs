//! Generics, types, traits, impls and attributes of items.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::crates::Crates;
use crate::data::*;
use crate::decode::{
    Attribute, BitSet, Destructor, GenericPredicates, Ignored, ItemConst, ItemSig, ItemType, ListedImpl,
    MaybePredicate, Pairs, SymbolEntry, TraitImpls, predicates,
};
use crate::krate::Crate;
use crate::rows::defaultness_of;
use crate::table::{LazyArray, Table};
use crate::{MetadataError, Result};

/// A chain of parents that is longer is damaged.
const MAX_PARENTS: usize = 256;

impl Crates {
    /// Its generic parameters.
    pub fn generics_of(&self, def: DefId) -> Result<Rc<Generics>> {
        self.memos.generics.get(def, || {
            let generics = self.value(def, |krate| &krate.root.tables.generics_of)?;
            generics.map(Rc::new).ok_or_else(|| self.absent(def, "generics_of"))
        })
    }

    /// All generic parameters, those of its parents first.
    pub fn all_params(&self, def: DefId) -> Result<Vec<GenericParamDef>> {
        let mut chain = Vec::new();
        let mut next = Some(def);
        while let Some(def) = next {
            let generics = self.generics_of(def)?;
            next = generics.parent;
            chain.push(generics);
            self.bound_parents(def, chain.len())?;
        }
        Ok(chain.iter().rev().flat_map(|generics| generics.own_params.iter().cloned()).collect())
    }

    /// An item's parameters as arguments for itself.
    pub fn identity_args(&self, def: DefId) -> Result<Args> {
        let params = self.all_params(def)?;
        let arg = |param: GenericParamDef| match param.kind {
            GenericParamDefKind::Lifetime => GenericArg::Lifetime,
            GenericParamDefKind::Type { .. } => {
                GenericArg::Type(self.types().intern(TyKind::Param { index: param.index, name: param.name }))
            }
            GenericParamDefKind::Const { .. } => GenericArg::Const(
                self.types().intern_const(ConstKind::Param { index: param.index, name: param.name }),
            ),
        };
        Ok(params.into_iter().map(arg).collect())
    }

    fn bound_parents(&self, def: DefId, count: usize) -> Result<()> {
        if count <= MAX_PARENTS {
            return Ok(());
        }
        Err(MetadataError::Damaged {
            krate: format!("crate `{}`", self.crate_name(def.krate)),
            position: 0,
            why: format!("the generics of definition {} have no end", def.index),
        })
    }

    /// Its where-clauses, those of its parents first. A trait's own begin with `Self: Trait`.
    pub fn predicates_of(&self, def: DefId) -> Result<Rc<[Predicate]>> {
        self.memos.predicates.get(def, || {
            let mut chain = Vec::new();
            let mut next = Some(def);
            while let Some(def) = next {
                let own: Option<GenericPredicates> =
                    self.value(def, |krate| &krate.root.tables.explicit_predicates_of)?;
                let own = own.ok_or_else(|| self.absent(def, "explicit_predicates_of"))?;
                next = own.parent;
                let mut clauses = Vec::new();
                if matches!(self.def_kind(def)?, DefKind::Trait | DefKind::TraitAlias) {
                    clauses.push(Predicate::Trait(TraitRef { def_id: def, args: self.identity_args(def)? }));
                }
                clauses.extend(predicates(own.predicates));
                chain.push(clauses);
                self.bound_parents(def, chain.len())?;
            }
            Ok(chain.into_iter().rev().flatten().collect())
        })
    }

    fn listed_predicates(&self, def: DefId, table: fn(&Crate) -> &Table) -> Result<Rc<[Predicate]>> {
        let list: Option<Vec<(MaybePredicate, Ignored)>> = self.values(def, table)?;
        Ok(predicates(list.unwrap_or_default()).collect())
    }

    /// What a trait demands of its `Self`: its super-traits among them.
    pub fn explicit_super_predicates_of(&self, trait_def: DefId) -> Result<Rc<[Predicate]>> {
        self.listed_predicates(trait_def, |krate| &krate.root.tables.explicit_super_predicates_of)
    }

    /// What an associated or opaque type promises of itself.
    pub fn item_bounds(&self, def: DefId) -> Result<Rc<[Predicate]>> {
        self.listed_predicates(def, |krate| &krate.root.tables.explicit_item_bounds)
    }

    /// The type of a field, constant, static, alias, `impl`, associated type, const parameter or `impl Trait`;
    /// of an ADT the type itself.
    pub fn type_of(&self, def: DefId) -> Result<Ty> {
        self.memos.type_of.get(def, || {
            let ty: Option<ItemType> = self.value(def, |krate| &krate.root.tables.type_of)?;
            ty.map(|ty| ty.0).ok_or_else(|| self.absent(def, "type_of"))
        })
    }

    /// The signature of a function or constructor. Not of a closure, whose arguments have it.
    pub fn fn_sig(&self, def: DefId) -> Result<FnSig> {
        self.memos.fn_sig.get(def, || {
            let sig: Option<ItemSig> = self.value(def, |krate| &krate.root.tables.fn_sig)?;
            sig.map(|sig| sig.0.0).ok_or_else(|| self.absent(def, "fn_sig"))
        })
    }

    /// The header of an impl of a trait; none for an inherent impl.
    pub fn impl_trait_header(&self, impl_def: DefId) -> Result<Option<Rc<ImplHeader>>> {
        self.memos
            .impl_headers
            .get(impl_def, || self.value(impl_def, |krate| &krate.root.tables.impl_trait_header))
    }

    /// The impls of a trait in all crates.
    pub fn impls_of_trait(&self, trait_def: DefId) -> Result<Rc<[DefId]>> {
        self.memos.impls_of_trait.get(trait_def, || {
            let mut impls = Vec::new();
            for (num, lists) in self.all().zip(self.impl_lists()?) {
                let Some(&list) = lists.get(&trait_def) else { continue };
                let listed: Vec<ListedImpl> = self.crate_at(num)?.array(self.types(), list)?;
                impls.extend(listed.into_iter().map(|ListedImpl(index)| DefId { krate: num, index }));
            }
            Ok(impls.into())
        })
    }

    fn impl_lists(&self) -> Result<&[FxHashMap<DefId, LazyArray>]> {
        if let Some(lists) = self.memos.impl_lists.get() {
            return Ok(lists);
        }
        let mut lists = Vec::new();
        for num in self.all() {
            let krate = self.crate_at(num)?;
            let traits: Vec<TraitImpls> = krate.array(self.types(), krate.root.impls)?;
            let mut of_crate = FxHashMap::default();
            for TraitImpls { trait_id: (trait_crate, index), impls } in traits {
                // The impls of a trait whose crate is not there are of no use.
                if let Some(Ok(trait_crate)) = krate.data.crate_num(trait_crate) {
                    of_crate.insert(DefId { krate: trait_crate, index }, impls);
                }
            }
            lists.push(of_crate);
        }
        Ok(self.memos.impl_lists.get_or_init(|| lists))
    }

    /// The impl that this one specializes.
    pub fn impl_parent(&self, impl_def: DefId) -> Result<Option<DefId>> {
        let krate = self.crate_at(impl_def.krate)?;
        krate.def(&krate.root.tables.impl_parent, impl_def.index)
    }

    /// Whether an item of an impl may be overridden.
    pub fn defaultness(&self, def: DefId) -> Result<Defaultness> {
        let krate = self.crate_at(def.krate)?;
        let name = krate.row_name(&krate.root.tables.defaultness, def.index, false);
        name.and_then(defaultness_of).ok_or_else(|| self.absent(def, "defaultness"))
    }

    /// What is known of a trait.
    pub fn trait_def(&self, def: DefId) -> Result<Rc<TraitDef>> {
        let trait_def = self.value(def, |krate| &krate.root.tables.trait_def)?;
        trait_def.map(Rc::new).ok_or_else(|| self.absent(def, "trait_def"))
    }

    /// The items of a trait or an impl, in the order of the source.
    pub fn associated_items(&self, def: DefId) -> Result<Rc<[AssocItem]>> {
        self.memos.associated_items.get(def, || {
            let indices: Option<Vec<u32>> =
                self.values(def, |krate| &krate.root.tables.associated_item_or_field_def_ids)?;
            let mut items = Vec::new();
            for index in indices.unwrap_or_default() {
                items.extend(self.associated_item(DefId { krate: def.krate, index })?);
            }
            Ok(items.into())
        })
    }

    /// The item as an associated item, if it is one.
    pub fn associated_item(&self, def: DefId) -> Result<Option<AssocItem>> {
        let container = self.value(def, |krate| &krate.root.tables.assoc_container)?;
        let Some(container) = container else { return Ok(None) };
        let (kind, name) = (self.def_kind(def)?, self.opt_item_name(def)?);
        Ok(Some(AssocItem { def_id: def, kind, name, container }))
    }

    /// A struct, enum or union.
    pub fn adt_def(&self, def: DefId) -> Result<Rc<AdtDef>> {
        self.memos.adt_defs.get(def, || {
            // The definition stands in the first type of the crate that mentions it.
            self.type_of(def)?;
            let krate = self.crate_at(def.krate)?;
            let position = krate.data.adts.borrow().get(&def).copied();
            let position = position.ok_or_else(|| self.absent(def, "adt_def"))?;
            let shape =
                krate.data.schema().shape("AdtDefData").ok_or_else(|| self.absent(def, "AdtDefData"))?;
            krate.decode(self.types(), position, shape)
        })
    }

    /// The `drop` method of an ADT itself.
    pub fn adt_destructor(&self, def: DefId) -> Result<Option<DefId>> {
        let destructor: Option<Destructor> = self.value(def, |krate| &krate.root.tables.adt_destructor)?;
        Ok(destructor.map(|destructor| destructor.did))
    }

    /// The generic parameters of an ADT that occur in its `#[repr]`.
    pub fn params_in_repr(&self, def: DefId) -> Result<Rc<[u32]>> {
        let params: Option<BitSet> = self.value(def, |krate| &krate.root.tables.params_in_repr)?;
        Ok(params.map_or_else(Rc::default, |params| params.0.into()))
    }

    fn attributes(&self, def: DefId) -> Result<Vec<Attribute>> {
        Ok(self.values(def, |krate| &krate.root.tables.attributes)?.unwrap_or_default())
    }

    /// Which values the scalar of a struct may have.
    pub fn valid_range(&self, def: DefId) -> Result<ValidRange> {
        let mut range = ValidRange::default();
        for attribute in self.attributes(def)? {
            match attribute {
                Attribute::ValidRangeStart(start) => range.start = Some(start),
                Attribute::ValidRangeEnd(end) => range.end = Some(end),
                _ => {}
            }
        }
        Ok(range)
    }

    /// What matters about a function or static for code generation.
    pub fn codegen_fn_attrs(&self, def: DefId) -> Result<Rc<CodegenFnAttrs>> {
        self.memos.codegen_fn_attrs.get(def, || {
            let krate = self.crate_at(def.krate)?;
            let table = &krate.root.tables.codegen_fn_attrs;
            if table.is_there() {
                let attrs = krate.value(self.types(), table, def.index)?;
                return Ok(Rc::new(attrs.unwrap_or_default()));
            }
            // Releases from 1.98 on compute them again from the attributes.
            let mut attrs = CodegenFnAttrs { foreign_item: self.is_foreign_item(def)?, ..Default::default() };
            for attribute in self.attributes(def)? {
                match attribute {
                    Attribute::TrackCaller => attrs.track_caller = true,
                    Attribute::NoMangle => attrs.no_mangle = true,
                    Attribute::RustcStdInternalSymbol => attrs.rustc_std_internal_symbol = true,
                    Attribute::ThreadLocal => attrs.thread_local = true,
                    Attribute::Naked => attrs.naked = true,
                    Attribute::RustcNounwind => attrs.never_unwind = true,
                    Attribute::Allocator => attrs.allocator = true,
                    Attribute::SymbolName(name) => attrs.symbol_name = Some(name),
                    Attribute::Weak => attrs.weak = true,
                    Attribute::TargetFeatures(features) => attrs.target_features.extend(features),
                    Attribute::Alignment(align) => attrs.alignment = attrs.alignment.max(Some(align)),
                    Attribute::ValidRangeStart(_) | Attribute::ValidRangeEnd(_) | Attribute::Other => {}
                }
            }
            Ok(Rc::new(attrs))
        })
    }

    /// Whether it is an item of an `extern` block.
    pub fn is_foreign_item(&self, def: DefId) -> Result<bool> {
        match self.opt_parent(def)? {
            Some(parent) => Ok(self.def_kind(parent)? == DefKind::ForeignMod),
            None => Ok(false),
        }
    }

    /// The intrinsic that a function is.
    pub fn intrinsic(&self, def: DefId) -> Result<Option<IntrinsicDef>> {
        self.value(def, |krate| &krate.root.tables.intrinsic)
    }

    /// The default of a const parameter.
    pub fn const_param_default(&self, def: DefId) -> Result<Option<Const>> {
        let default: Option<ItemConst> = self.value(def, |krate| &krate.root.tables.const_param_default)?;
        Ok(default.map(|default| default.0))
    }

    /// For a function of a trait or an impl: what each `impl Trait` in the trait's signature is there.
    pub fn trait_impl_trait_tys(&self, def: DefId) -> Result<Rc<[(DefId, Ty)]>> {
        let tys: Option<Pairs<DefId, ItemType>> =
            self.value(def, |krate| &krate.root.tables.trait_impl_trait_tys)?;
        Ok(tys.map_or_else(Rc::default, |tys| tys.0.into_iter().map(|(def, ty)| (def, ty.0)).collect()))
    }

    /// The functions and statics of all crates that others link to by a name that is not mangled, or by one that
    /// only the library uses.
    pub fn exported_symbols(&self) -> Result<Rc<[ExportedSymbol]>> {
        if let Some(symbols) = self.memos.exported_symbols.get() {
            return Ok(symbols.clone());
        }
        let mut symbols = Vec::new();
        for num in self.all() {
            for def in self.exporting_defs(num)? {
                let attrs = self.codegen_fn_attrs(def)?;
                let internal = attrs.rustc_std_internal_symbol;
                if attrs.foreign_item || !(attrs.no_mangle || internal || attrs.symbol_name.is_some()) {
                    continue;
                }
                let name = match &attrs.symbol_name {
                    Some(name) => name.clone(),
                    None => self.item_name(def)?,
                };
                symbols.push(ExportedSymbol { def_id: def, name, rustc_std_internal_symbol: internal });
            }
        }
        Ok(self.memos.exported_symbols.get_or_init(|| symbols.into()).clone())
    }

    /// The definitions of a crate that may have such a symbol. A compiler that makes no code lists none, so that
    /// the stock file is asked in place of the overlay's, and without one the attributes of all functions.
    fn exporting_defs(&self, num: CrateNum) -> Result<Vec<DefId>> {
        let krate = self.crate_at(num)?;
        let stock;
        let list = match self.stock_of(num) {
            Some(path) => {
                stock = Crate::open(path, self.types())?;
                stock.number_like(krate);
                &stock
            }
            None => krate,
        };
        let listed: Vec<SymbolEntry> = list.array(self.types(), list.root.exported_non_generic_symbols)?;
        if !listed.is_empty() {
            return Ok(listed
                .into_iter()
                .filter_map(|entry| entry.def)
                .filter(|def| def.krate == num)
                .collect());
        }
        let has_code = |index: &u32| {
            matches!(krate.def_kind(*index), Some(DefKind::Fn | DefKind::AssocFn | DefKind::Static { .. }))
        };
        Ok((0..krate.def_count()).filter(has_code).map(|index| DefId { krate: num, index }).collect())
    }
}
