//! What the front end knows, and the view of it that works on a machine.

use crate::fold::{Folder, Mentions};
use crate::instance::Instances;
use crate::select::{Selection, TraitKind};
use crate::spans::Spans;
use crate::statics::Statics;
use crate::types::TypeMap;
use rustassay_machine::error::{Step, Stop};
use rustassay_machine::machine::Machine;
use rustassay_metadata::data::*;
use rustassay_metadata::{Crates, Types};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The crates of a program, and everything that was found out about them so far. It only grows; a machine that goes back to a
/// checkpoint does not take back what is known.
///
/// No borrow of a cell lasts while the machine runs, because running code may ask again.
pub struct FrontEnd {
    pub(crate) crates: Crates,
    /// Whether overflow panics where the final crate decides it.
    pub(crate) checks_overflow: bool,
    pub(crate) instances: RefCell<Instances>,
    pub(crate) type_map: RefCell<TypeMap>,
    pub(crate) statics: RefCell<Statics>,
    pub(crate) spans: RefCell<Spans>,
    pub(crate) mentions: RefCell<Vec<Option<Mentions>>>,
    pub(crate) trait_kinds: RefCell<FxHashMap<DefId, TraitKind>>,
    pub(crate) selections: RefCell<FxHashMap<TraitRef, Option<Selection>>>,
    pub(crate) selecting: RefCell<FxHashSet<TraitRef>>,
    pub(crate) holding: RefCell<FxHashMap<TraitRef, Option<bool>>>,
    pub(crate) impl_keys: RefCell<FxHashMap<DefId, Rc<crate::select::ImplIndex>>>,
    pub(crate) normalized: RefCell<FxHashMap<Ty, Ty>>,
    pub(crate) depth: Cell<u32>,
}

impl std::fmt::Debug for FrontEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FrontEnd").finish_non_exhaustive()
    }
}

impl FrontEnd {
    /// A front end that knows nothing but where to ask.
    pub fn new(crates: Crates, checks_overflow: bool) -> FrontEnd {
        FrontEnd {
            crates,
            checks_overflow,
            instances: RefCell::default(),
            type_map: RefCell::default(),
            statics: RefCell::default(),
            spans: RefCell::default(),
            mentions: RefCell::default(),
            trait_kinds: RefCell::default(),
            selections: RefCell::default(),
            selecting: RefCell::default(),
            holding: RefCell::default(),
            impl_keys: RefCell::default(),
            normalized: RefCell::default(),
            depth: Cell::new(0),
        }
    }

    /// The crates of the program.
    pub fn crates(&self) -> &Crates {
        &self.crates
    }
}

/// The front end at work: what it knows, and the machine whose program it extends.
pub(crate) struct Cx<'a> {
    pub front: &'a FrontEnd,
    pub machine: &'a mut Machine,
}

impl<'a> Cx<'a> {
    pub(crate) fn crates(&self) -> &'a Crates {
        &self.front.crates
    }

    pub(crate) fn types(&self) -> &'a Types {
        self.front.crates.types()
    }

    /// What a type is.
    pub(crate) fn kind(&self, ty: Ty) -> Rc<TyKind> {
        self.types().kind(ty)
    }

    /// What a constant is.
    pub(crate) fn const_kind(&self, constant: Const) -> Rc<ConstKind> {
        self.types().const_kind(constant)
    }

    /// The type of this kind.
    pub(crate) fn mk(&self, kind: TyKind) -> Ty {
        self.types().intern(kind)
    }

    pub(crate) fn unit(&self) -> Ty {
        self.mk(TyKind::Tuple([].into()))
    }

    pub(crate) fn usize(&self) -> Ty {
        self.mk(TyKind::Uint(UintTy::Usize))
    }

    /// Does something one level deeper, unless types or impls nest without end.
    pub(crate) fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Step<T>) -> Step<T> {
        const LIMIT: u32 = 400;
        let depth = self.front.depth.get();
        if depth >= LIMIT {
            return rustassay_machine::error::unsupported("types that nest too deeply");
        }
        self.front.depth.set(depth + 1);
        let done = work(self);
        self.front.depth.set(depth);
        done
    }

    /// The parameters that a type mentions.
    pub(crate) fn params_of(&self, ty: Ty) -> Vec<u32> {
        let mut finder = FindParams { types: self.types(), found: Vec::new() };
        // It only looks, so that it cannot fail.
        let _ = finder.fold_ty(ty);
        finder.found
    }

    /// The definition of a lang item that has to be there.
    pub(crate) fn lang_item(&self, name: &str) -> Step<DefId> {
        match self.crates().lang_item(name).step()? {
            Some(def) => Ok(def),
            None => {
                rustassay_machine::error::unsupported(format!("a library without the lang item `{name}`"))
            }
        }
    }

    /// Whether a definition is the one that the compiler knows by this name. A library without that name is an error: a release that calls it otherwise must
    /// not be treated as if nothing were known of it.
    pub(crate) fn is_lang_item(&self, def: DefId, name: &str) -> Step<bool> {
        Ok(self.lang_item(name)? == def)
    }

    /// Whether a function stands for the drop glue of its type: `drop_in_place`, and since 1.98 what that calls.
    pub(crate) fn is_drop_glue(&self, def: DefId) -> Step<bool> {
        match self.crates().lang_item("DropGlue").step()? {
            Some(glue) => Ok(glue == def),
            None => self.is_lang_item(def, "DropInPlace"),
        }
    }
}

struct FindParams<'a> {
    types: &'a Types,
    found: Vec<u32>,
}

impl Folder for FindParams<'_> {
    fn types(&self) -> &Types {
        self.types
    }

    fn fold_ty(&mut self, ty: Ty) -> Step<Ty> {
        match &*self.types.kind(ty) {
            TyKind::Param { index, .. } => {
                self.found.push(*index);
                Ok(ty)
            }
            _ => self.fold_parts(ty),
        }
    }

    fn fold_const(&mut self, constant: Const) -> Step<Const> {
        match &*self.types.const_kind(constant) {
            ConstKind::Param { index, .. } => {
                self.found.push(*index);
                Ok(constant)
            }
            _ => self.fold_const_parts(constant),
        }
    }
}

/// Metadata that cannot be read stops the program: it needs what is not there.
pub(crate) trait IntoStep<T> {
    fn step(self) -> Step<T>;
}

impl<T> IntoStep<T> for rustassay_metadata::Result<T> {
    fn step(self) -> Step<T> {
        self.map_err(|error| Box::new(Stop::Unsupported(error.to_string())))
    }
}

/// What generic arguments hold.
pub(crate) trait ArgExt {
    fn ty(self) -> Option<Ty>;
}

impl ArgExt for GenericArg {
    fn ty(self) -> Option<Ty> {
        match self {
            GenericArg::Type(ty) => Some(ty),
            GenericArg::Lifetime | GenericArg::Const(_) => None,
        }
    }
}
