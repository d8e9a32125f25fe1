//! Where definitions stand, and how they are found.

use crate::crates::{Crates, LangItems};
use crate::data::*;
use crate::decode::{Import, Imported, LangItemName};
use crate::krate::Crate;
use crate::{MetadataError, Result};

/// A path of more steps is damaged.
const MAX_PATH: usize = 256;

impl Crates {
    /// Where a definition stands in its crate.
    pub fn def_key(&self, def: DefId) -> Result<DefKey> {
        let key = self.value(def, |krate| &krate.root.tables.def_keys)?;
        // Not `absent`, which asks for the path and so for keys.
        key.ok_or_else(|| MetadataError::Absent { def: format!("{def:?}"), what: "def_key" })
    }

    /// What a definition is.
    pub fn def_kind(&self, def: DefId) -> Result<DefKind> {
        self.crate_at(def.krate)?.def_kind(def.index).ok_or_else(|| self.absent(def, "def_kind"))
    }

    /// The definition that it stands in.
    pub fn opt_parent(&self, def: DefId) -> Result<Option<DefId>> {
        Ok(self.def_key(def)?.parent.map(|index| DefId { krate: def.krate, index }))
    }

    /// Its name; an error if it has none.
    pub fn item_name(&self, def: DefId) -> Result<Symbol> {
        match self.opt_item_name(def)? {
            Some(name) => Ok(name),
            None => Err(self.absent(def, "item_name")),
        }
    }

    /// Its name, if it has one. A constructor has that of its struct or variant.
    pub fn opt_item_name(&self, def: DefId) -> Result<Option<Symbol>> {
        let key = self.def_key(def)?;
        Ok(match (key.data, key.parent) {
            (DefPathData::TypeNs(name) | DefPathData::ValueNs(name) | DefPathData::MacroNs(name), _) => {
                Some(name)
            }
            (DefPathData::LifetimeNs(name), _) => Some(name),
            (DefPathData::CrateRoot, _) => Some(self.crate_name(def.krate)),
            (DefPathData::Ctor, Some(index)) => match self.def_key(DefId { index, ..def })?.data {
                DefPathData::TypeNs(name) | DefPathData::ValueNs(name) => Some(name),
                _ => None,
            },
            _ => None,
        })
    }

    /// Where a definition stands: itself first, then its parents up to the crate's root.
    pub fn def_path(&self, def: DefId) -> Result<Vec<(DefId, DefKey)>> {
        let mut path = Vec::new();
        let mut next = Some(def.index);
        while let Some(index) = next {
            let def = DefId { krate: def.krate, index };
            let key = self.def_key(def)?;
            next = key.parent;
            path.push((def, key));
            if path.len() > MAX_PATH {
                return Err(MetadataError::Damaged {
                    krate: format!("crate `{}`", self.crate_name(def.krate)),
                    position: 0,
                    why: format!("definition {} is its own parent", def.index),
                });
            }
        }
        Ok(path)
    }

    /// The definition with a path of names, such as `["std", "rt", "lang_start"]`; the first is the crate. Only
    /// what a module itself defines is found, not what it re-exports.
    pub fn def_by_path(&self, path: &[&str]) -> Result<Option<DefId>> {
        let Some((&name, rest)) = path.split_first() else { return Ok(None) };
        for num in self.all().filter(|num| *self.crate_name(*num) == *name) {
            let mut def = Some(DefId { krate: num, index: 0 });
            for &name in rest {
                let Some(module) = def else { break };
                def = self.child(module, name)?;
            }
            if def.is_some() {
                return Ok(def);
            }
        }
        Ok(None)
    }

    /// What a module, trait or type defines under a name; of a type and a function the function.
    fn child(&self, parent: DefId, name: &str) -> Result<Option<DefId>> {
        let mut found = None;
        for def in self.module_children(parent)? {
            match self.def_key(def)?.data {
                DefPathData::ValueNs(known) if *known == *name => return Ok(Some(def)),
                DefPathData::TypeNs(known) if *known == *name => found = Some(def),
                _ => {}
            }
        }
        Ok(found)
    }

    /// What a module, trait, impl or type defines itself.
    pub fn module_children(&self, module: DefId) -> Result<Vec<DefId>> {
        let children: Option<Vec<u32>> =
            self.values(module, |krate| &krate.root.tables.module_children_non_reexports)?;
        let items = || self.values(module, |krate| &krate.root.tables.associated_item_or_field_def_ids);
        let children = match children {
            Some(children) => children,
            None => items()?.unwrap_or_default(),
        };
        Ok(children.into_iter().map(|index| DefId { krate: module.krate, index }).collect())
    }

    /// What a module imports, by name.
    pub fn module_imports(&self, module: DefId) -> Result<Vec<(Symbol, DefId)>> {
        let imports: Option<Vec<Import>> =
            self.values(module, |krate| &krate.root.tables.module_children_reexports)?;
        let named = |import: Import| match import.res {
            Imported(Some(def)) => Some((import.ident.name, def)),
            Imported(None) => None,
        };
        Ok(imports.into_iter().flatten().filter_map(named).collect())
    }

    /// The program's entry: the function `main` of the user's crate, if it defines or imports one.
    pub fn main_function(&self) -> Result<Option<DefId>> {
        let root = DefId { krate: self.root(), index: 0 };
        let is_main = |def: &DefId| -> Result<bool> {
            Ok(self.def_kind(*def)? == DefKind::Fn && self.opt_item_name(*def)?.as_deref() == Some("main"))
        };
        for def in self.module_children(root)? {
            if is_main(&def)? {
                return Ok(Some(def));
            }
        }
        for (name, def) in self.module_imports(root)? {
            if *name == *"main" && self.def_kind(def)? == DefKind::Fn {
                return Ok(Some(def));
            }
        }
        Ok(None)
    }

    /// A function of the user's crate, by the names of its modules and its own.
    pub fn function_by_path(&self, path: &[&str]) -> Result<Option<DefId>> {
        let mut found = DefId { krate: self.root(), index: 0 };
        for (n, name) in path.iter().enumerate() {
            let kind = if n + 1 == path.len() { DefKind::Fn } else { DefKind::Mod };
            let mut next = None;
            for def in self.module_children(found)? {
                if self.def_kind(def)? == kind && self.opt_item_name(def)?.as_deref() == Some(*name) {
                    next = Some(def);
                }
            }
            let Some(def) = next else { return Ok(None) };
            found = def;
        }
        Ok((!path.is_empty()).then_some(found))
    }

    fn lang_items(&self) -> Result<&LangItems> {
        if let Some(items) = self.memos.lang_items.get() {
            return Ok(items);
        }
        let mut known = LangItems::default();
        for num in self.all() {
            let krate: &Crate = self.crate_at(num)?;
            let items: Vec<(u32, LangItemName)> = krate.array(self.types(), krate.root.lang_items)?;
            for (index, LangItemName(name)) in items {
                let def = DefId { krate: num, index };
                known.by_name.entry(name.clone()).or_insert(def);
                known.by_def.insert(def, name);
            }
        }
        Ok(self.memos.lang_items.get_or_init(|| known))
    }

    /// A definition that the compiler knows by name, such as `Sized` or `OwnedBox`: the variants of rustc's
    /// `LangItem`.
    pub fn lang_item(&self, name: &str) -> Result<Option<DefId>> {
        Ok(self.lang_items()?.by_name.get(name).copied())
    }

    /// The name of a lang item, if the definition is one.
    pub fn as_lang_item(&self, def: DefId) -> Result<Option<Symbol>> {
        Ok(self.lang_items()?.by_def.get(&def).cloned())
    }
}
