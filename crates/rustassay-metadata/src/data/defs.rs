//! Definitions: what identifies one, where it stands, and of which kind it is.

use std::fmt;

use super::Symbol;

/// A crate among those that one [`Crates`](crate::Crates) has opened. The numbers are ours, not rustc's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CrateNum(pub u32);

/// A definition: its crate, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefId {
    /// The crate that defines it.
    pub krate: CrateNum,
    /// Its number in that crate; 0 is the crate's root module.
    pub index: u32,
}

impl fmt::Debug for DefId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.krate.0, self.index)
    }
}

/// Where a definition stands: its parent, and what it is called there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DefKey {
    /// The definition that it stands in; none for the crate's root.
    pub parent: Option<u32>,
    /// What it is called there.
    pub data: DefPathData,
    /// Tells it from others that are called the same.
    pub disambiguator: u32,
}

/// One step of a definition's path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum DefPathData {
    CrateRoot,
    Impl,
    ForeignMod,
    Use,
    GlobalAsm,
    TypeNs(Symbol),
    ValueNs(Symbol),
    MacroNs(Symbol),
    LifetimeNs(Symbol),
    Closure,
    Ctor,
    AnonConst,
    LateAnonConst,
    DesugaredAnonymousLifetime,
    OpaqueTy,
    OpaqueLifetime(Symbol),
    AnonAssocTy(Symbol),
    SyntheticCoroutineBody,
    NestedStatic,
}

/// What a definition is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum DefKind {
    Mod,
    Struct,
    Union,
    Enum,
    Variant,
    Trait,
    TyAlias,
    ForeignTy,
    TraitAlias,
    AssocTy,
    TyParam,
    Fn,
    Const,
    ConstParam,
    Static {
        /// `static mut`.
        mutable: bool,
        /// The memory of another static, which the compiler gave a definition of its own.
        nested: bool,
    },
    Ctor(CtorOf, CtorKind),
    AssocFn,
    AssocConst,
    Macro,
    ExternCrate,
    Use,
    ForeignMod,
    AnonConst,
    InlineConst,
    OpaqueTy,
    Field,
    LifetimeParam,
    GlobalAsm,
    Impl {
        /// Of a trait, not inherent.
        of_trait: bool,
    },
    Closure,
    SyntheticCoroutineBody,
}

/// What a constructor constructs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CtorOf {
    Struct,
    Variant,
}

/// Whether a constructor is a function or a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CtorKind {
    Fn,
    Const,
}

/// What an associated item belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AssocContainer {
    /// A trait.
    Trait,
    /// An impl without a trait.
    InherentImpl,
    /// An impl of a trait, and the trait's item that this one implements; none if there was an error.
    TraitImpl(Option<DefId>),
}

/// An associated item: a function, constant or type of a trait or an impl.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssocItem {
    /// Itself.
    pub def_id: DefId,
    /// [`DefKind::AssocFn`], [`DefKind::AssocConst`] or [`DefKind::AssocTy`].
    pub kind: DefKind,
    /// Its name; none for the anonymous type of an `impl Trait` in a trait.
    pub name: Option<Symbol>,
    /// What it belongs to.
    pub container: AssocContainer,
}

impl AssocItem {
    /// The trait's item: itself in a trait, what it implements in an impl of a trait.
    pub fn trait_item(&self) -> Option<DefId> {
        match self.container {
            AssocContainer::Trait => Some(self.def_id),
            AssocContainer::InherentImpl => None,
            AssocContainer::TraitImpl(item) => item,
        }
    }
}

/// A definition that the compiler knows by name, as in rustc's `LangItem`: `Sized`, `OwnedBox`, `FnOnce`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LangItem {
    /// The name of the variant of rustc's enum.
    pub name: Symbol,
    /// The definition.
    pub def_id: DefId,
}
