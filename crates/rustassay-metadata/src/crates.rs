//! All crates of one program.

use std::cell::{OnceCell, RefCell};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::data::*;
use crate::decode::{CrateDep, Decode};
use crate::find::{Finder, Found};
use crate::krate::Crate;
use crate::table::{LazyArray, Table};
use crate::{MetadataError, Result, Types};

/// The files of one program's crates.
#[derive(Clone, Debug, Default)]
pub struct CrateFiles {
    /// The metadata of the user's crate.
    pub root: PathBuf,
    /// Metadata of the user's dependencies: `.rmeta` and `.rlib` files, or folders with such files.
    pub dependencies: Vec<PathBuf>,
    /// The folder with the library's stock metadata: `lib/rustlib/TARGET/lib` of the toolchain.
    pub sysroot: Option<PathBuf>,
    /// Metadata that stands in for the sysroot's, because it has all bodies: files `libNAME.rmeta`, or folders
    /// with such files.
    pub overlay: Vec<PathBuf>,
}

/// All crates of one program.
///
/// A crate is opened if another depends on it. Nothing but its root is decoded until somebody asks.
#[derive(Debug)]
pub struct Crates {
    types: Types,
    crates: Vec<Crate>,
    /// The stock files of those that the overlay lends.
    stock: Vec<Option<PathBuf>>,
    pub(crate) memos: Memos,
}

/// Answers that are asked for again.
#[derive(Default, Debug)]
pub(crate) struct Memos {
    pub generics: Memo<Rc<Generics>>,
    pub predicates: Memo<Rc<[Predicate]>>,
    pub type_of: Memo<Ty>,
    pub fn_sig: Memo<FnSig>,
    pub impl_headers: Memo<Option<Rc<ImplHeader>>>,
    pub associated_items: Memo<Rc<[AssocItem]>>,
    pub adt_defs: Memo<Rc<AdtDef>>,
    pub codegen_fn_attrs: Memo<Rc<CodegenFnAttrs>>,
    pub impls_of_trait: Memo<Rc<[DefId]>>,
    pub source_files: RefCell<FxHashMap<FileId, Rc<SourceFile>>>,
    pub lang_items: OnceCell<LangItems>,
    /// For each crate where the impls of each trait are listed.
    pub impl_lists: OnceCell<Vec<FxHashMap<DefId, LazyArray>>>,
    pub exported_symbols: OnceCell<Rc<[ExportedSymbol]>>,
}

/// What the compiler knows by name.
#[derive(Default, Debug)]
pub(crate) struct LangItems {
    pub by_name: FxHashMap<Symbol, DefId>,
    pub by_def: FxHashMap<DefId, Symbol>,
}

/// Answers about definitions that were given before.
#[derive(Debug)]
pub(crate) struct Memo<T>(RefCell<FxHashMap<DefId, T>>);

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Memo(RefCell::default())
    }
}

impl<T: Clone> Memo<T> {
    /// The answer, given by `answer` the first time. Errors are not kept.
    pub fn get(&self, def: DefId, answer: impl FnOnce() -> Result<T>) -> Result<T> {
        if let Some(known) = self.0.borrow().get(&def) {
            return Ok(known.clone());
        }
        let answer = answer()?;
        self.0.borrow_mut().insert(def, answer.clone());
        Ok(answer)
    }
}

impl Crates {
    /// Opens a crate and everything that it depends on. A dependency that is not found is an error only when
    /// something of it is asked for: there are some that a program does not need, such as procedural macros.
    pub fn open(files: &CrateFiles) -> Result<Crates> {
        let types = Types::default();
        let finder = Finder::new(files);
        let mut crates = vec![Crate::open(&files.root, &types)?];
        let mut stock = vec![None];
        let mut numbers: FxHashMap<PathBuf, CrateNum> = FxHashMap::default();
        let mut todo = VecDeque::from([CrateNum(0)]);
        while let Some(num) = todo.pop_front() {
            let krate = &crates[num.0 as usize];
            // The names of dependencies are all that is read before there are numbers.
            let deps: Vec<CrateDep> = krate.array(&types, krate.root.crate_deps)?;
            let mut dependencies = Vec::new();
            for dep in deps {
                let Some(Found { path, stock: lent_for }) = finder.find(&dep, &types)? else {
                    dependencies.push(Err(dep.name));
                    continue;
                };
                let known = numbers.get(&path).copied();
                let number = match known {
                    Some(number) => number,
                    None => {
                        let number = CrateNum(crates.len() as u32);
                        crates.push(Crate::open(&path, &types)?);
                        stock.push(lent_for);
                        numbers.insert(path, number);
                        todo.push_back(number);
                        number
                    }
                };
                dependencies.push(Ok(number));
            }
            crates[num.0 as usize].number(num, dependencies);
        }
        Ok(Crates { types, crates, stock, memos: Memos::default() })
    }

    /// The table of types and constants.
    pub fn types(&self) -> &Types {
        &self.types
    }

    /// The user's crate.
    pub fn root(&self) -> CrateNum {
        CrateNum(0)
    }

    /// All crates, the user's first.
    pub fn all(&self) -> impl Iterator<Item = CrateNum> + use<> {
        (0..self.crates.len() as u32).map(CrateNum)
    }

    /// Whether assignments say if they retag (`WithRetag`, from 1.97 on). Before, there were statements for it.
    pub fn copies_say_retag(&self) -> bool {
        self.crate_at(self.root()).is_ok_and(|root| root.data.schema().shape("WithRetag").is_some())
    }

    /// The name of a crate.
    pub fn crate_name(&self, krate: CrateNum) -> Symbol {
        match self.crates.get(krate.0 as usize) {
            Some(krate) => krate.name().clone(),
            None => "?".into(),
        }
    }

    /// How many definitions a crate has: their indices are below.
    pub fn def_count(&self, krate: CrateNum) -> u32 {
        self.crates.get(krate.0 as usize).map_or(0, Crate::def_count)
    }

    pub(crate) fn crate_at(&self, krate: CrateNum) -> Result<&Crate> {
        self.crates.get(krate.0 as usize).ok_or_else(|| MetadataError::MissingCrate {
            name: format!("number {}", krate.0),
            wanted_by: self.crate_name(self.root()).to_string(),
        })
    }

    pub(crate) fn stock_of(&self, krate: CrateNum) -> Option<&PathBuf> {
        self.stock.get(krate.0 as usize)?.as_ref()
    }

    /// The value that a table has for a definition.
    pub(crate) fn value<T: Decode>(&self, def: DefId, table: fn(&Crate) -> &Table) -> Result<Option<T>> {
        let krate = self.crate_at(def.krate)?;
        krate.value(&self.types, table(krate), def.index)
    }

    /// The values that a table has for a definition.
    pub(crate) fn values<T: Decode>(
        &self,
        def: DefId,
        table: fn(&Crate) -> &Table,
    ) -> Result<Option<Vec<T>>> {
        let krate = self.crate_at(def.krate)?;
        krate.values(&self.types, table(krate), def.index)
    }

    pub(crate) fn absent(&self, def: DefId, what: &'static str) -> MetadataError {
        // Not the path with types, which asks questions of its own.
        MetadataError::Absent { def: format!("{}[{}]", self.crate_name(def.krate), def.index), what }
    }
}
