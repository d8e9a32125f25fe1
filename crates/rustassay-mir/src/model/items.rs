//! A program and its items.

use super::{
    Abi, AdtDef, AdtId, Body, Builtin, Const, ConstExpr, ConstId, FnId, FnSig, ForeignFn, ForeignFnId,
    GenericArg, IdVec, Intrinsic, MemoryDef, MemoryId, StaticId, SurfaceFnId, SurfaceId, Ty, TyKind, Types,
};

use rustassay_lang::Architecture;

/// A name in the program's text.
pub type Name = Box<str>;

/// A whole program: one crate, in one file.
///
/// Two programs are equal when they say the same, whatever the order in which their types were interned.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The crate's inner attributes, as written between `#![` and `]`.
    pub attrs: Vec<Box<str>>,
    /// Every type, and the ADT definitions.
    pub types: Types,
    /// The statics.
    pub statics: IdVec<StaticId, StaticDef>,
    /// The named constants.
    pub consts: IdVec<ConstId, ConstDef>,
    /// The custom-MIR functions.
    pub functions: IdVec<FnId, Function>,
    /// Surface Rust that is kept as it is: `use` lines, the harness, `main`.
    pub surface: IdVec<SurfaceId, SurfaceItem>,
    /// The functions that surface Rust declares and MIR may call.
    pub surface_fns: IdVec<SurfaceFnId, SurfaceFn>,
    /// The functions that compiled crates call and that are defined elsewhere.
    pub foreign_fns: IdVec<ForeignFnId, ForeignFn>,
    /// The memory that constants of compiled crates hold or refer to.
    pub memories: IdVec<MemoryId, MemoryDef>,
    /// The items in the order of the text. Library types are in none.
    pub order: Vec<ItemId>,
}

impl Program {
    /// A program for a target, without anything in it.
    pub fn on(target: &'static Architecture) -> Program {
        Program { types: Types::on(target), ..Program::default() }
    }
}

/// Any item of the text.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ItemId {
    Adt(AdtId),
    Static(StaticId),
    Const(ConstId),
    Fn(FnId),
    Surface(SurfaceId),
}

/// A function with a custom-MIR body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// What it takes and gives. The parameters are the body's first locals after the return place.
    pub sig: FnSig,
    /// Whether it is a `const fn`.
    pub is_const: bool,
    /// Whether it is `pub`.
    pub is_pub: bool,
    /// `#[inline]` and friends.
    pub inline: Option<Inline>,
    /// Other outer attributes, as written between `#[` and `]`. `track_caller` has a meaning to the machine.
    pub attrs: Vec<Box<str>>,
    /// The stage of MIR that the body is in.
    pub phase: Phase,
    /// The body.
    pub body: Body,
}

/// `#[inline]`, `#[inline(always)]`, `#[inline(never)]`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Inline {
    Hint,
    Always,
    Never,
}

/// The stage of MIR that a body claims to be in (`rustc_middle::mir::MirPhase`), in the order of the pipeline.
///
/// `dialect = "runtime", phase = "initial"` enters the whole optimization pipeline and skips borrow checking.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Phase {
    Built,
    AnalysisInitial,
    AnalysisPostCleanup,
    RuntimeInitial,
    RuntimePostCleanup,
    RuntimeOptimized,
}

impl Phase {
    /// Every stage.
    pub const ALL: [Phase; 6] = [
        Phase::Built,
        Phase::AnalysisInitial,
        Phase::AnalysisPostCleanup,
        Phase::RuntimeInitial,
        Phase::RuntimePostCleanup,
        Phase::RuntimeOptimized,
    ];

    /// `dialect` and `phase` of the `custom_mir` attribute.
    pub const fn attribute(self) -> (&'static str, Option<&'static str>) {
        match self {
            Phase::Built => ("built", None),
            Phase::AnalysisInitial => ("analysis", Some("initial")),
            Phase::AnalysisPostCleanup => ("analysis", Some("post-cleanup")),
            Phase::RuntimeInitial => ("runtime", Some("initial")),
            Phase::RuntimePostCleanup => ("runtime", Some("post-cleanup")),
            Phase::RuntimeOptimized => ("runtime", Some("optimized")),
        }
    }

    /// The stage that `dialect` and `phase` name; each dialect begins with its initial phase.
    pub fn from_attribute(dialect: &str, phase: Option<&str>) -> Option<Phase> {
        let phase = match (dialect, phase) {
            ("built", None) => None,
            (_, None) => Some("initial"),
            (_, given) => given,
        };
        Phase::ALL.into_iter().find(|candidate| candidate.attribute() == (dialect, phase))
    }

    /// Whether the runtime dialect's rules hold: borrow checking, drop elaboration and box elaboration are past.
    pub const fn is_runtime(self) -> bool {
        matches!(self, Phase::RuntimeInitial | Phase::RuntimePostCleanup | Phase::RuntimeOptimized)
    }
}

/// `static NAME: T = init;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticDef {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
    /// Whether it is `static mut`.
    pub is_mut: bool,
    /// Whether it is `pub`.
    pub is_pub: bool,
    /// Its value at the start.
    pub init: ConstExpr,
    /// An alignment that it has beside its type's: `#[rustc_align_static]`. Custom MIR has none.
    pub align: Option<u64>,
}

/// `const NAME: T = value;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstDef {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
    /// Whether it is `pub`.
    pub is_pub: bool,
    /// Its value.
    pub value: ConstExpr,
}

/// Surface Rust, kept as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SurfaceItem {
    /// The text, attributes included.
    pub text: Box<str>,
}

/// A function that surface Rust declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SurfaceFn {
    /// The item that declares it.
    pub item: SurfaceId,
    /// Its name.
    pub name: Name,
    /// The types of its parameters; `None` where any type goes, as for `impl Debug` or a type parameter.
    pub params: Vec<Option<Ty>>,
    /// The type of its result; `None` where it follows from the call.
    pub ret: Option<Ty>,
    /// How many type parameters it has.
    pub generics: usize,
    /// The calling convention.
    pub abi: Abi,
    /// Whether it is a `const fn`.
    pub is_const: bool,
    /// Whether calling it is `unsafe`.
    pub is_unsafe: bool,
}

/// A function as a value: which one, and its generic arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FnRef {
    /// Which function.
    pub def: FnDefId,
    /// Its generic arguments. Intrinsics have all of theirs, surface functions those that the text gives, and
    /// custom-MIR functions none.
    pub generics: Box<[GenericArg]>,
}

impl FnRef {
    /// A function without generic arguments.
    pub fn plain(def: FnDefId) -> FnRef {
        FnRef { def, generics: Box::new([]) }
    }
}

/// What can be called by name.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FnDefId {
    Fn(FnId),
    Surface(SurfaceFnId),
    Intrinsic(Intrinsic),
    /// An intrinsic that custom MIR cannot call
    Builtin(Builtin),
    /// A function that is defined elsewhere
    Foreign(ForeignFnId),
    /// The method of a trait object at this position of its vtable: the first argument is a wide pointer, or a struct around
    /// one, and the method gets it without the metadata
    Virtual(u32),
}

impl Program {
    /// An empty program for a target, with the attributes and imports that custom MIR needs.
    pub fn new(target: &'static Architecture) -> Program {
        let mut program = Program {
            attrs: vec![
                "feature(custom_mir, core_intrinsics)".into(),
                "allow(internal_features, unused, arithmetic_overflow, unconditional_panic, overflowing_literals)".into(),
            ],
            ..Program::on(target)
        };
        program.add_surface("extern crate core;");
        program.add_surface("use core::intrinsics::mir::*;");
        program
    }

    /// Appends surface Rust that declares nothing for MIR to call.
    pub fn add_surface(&mut self, text: &str) -> SurfaceId {
        let id = self.surface.push(SurfaceItem { text: text.into() });
        self.order.push(ItemId::Surface(id));
        id
    }

    /// Appends an ADT definition and gives its type.
    pub fn add_adt(&mut self, def: AdtDef) -> Ty {
        let id = self.types.adts.push(def);
        self.order.push(ItemId::Adt(id));
        self.types.adt(id)
    }

    /// Appends a static.
    pub fn add_static(&mut self, def: StaticDef) -> StaticId {
        let id = self.statics.push(def);
        self.order.push(ItemId::Static(id));
        id
    }

    /// Appends a named constant.
    pub fn add_const(&mut self, def: ConstDef) -> ConstId {
        let id = self.consts.push(def);
        self.order.push(ItemId::Const(id));
        id
    }

    /// Appends a function.
    pub fn add_fn(&mut self, function: Function) -> FnId {
        let id = self.functions.push(function);
        self.order.push(ItemId::Fn(id));
        id
    }

    /// The function that is called `name`.
    pub fn find_fn(&self, name: &str) -> Option<FnId> {
        self.functions.iter_ids().find(|(_, function)| &*function.name == name).map(|(id, _)| id)
    }

    /// The ADT definition behind `ty`.
    pub fn adt(&self, ty: Ty) -> Option<&AdtDef> {
        match *self.types.kind(ty) {
            TyKind::Adt(adt) => Some(&self.types.adts[adt]),
            _ => None,
        }
    }
}

impl From<Const> for ConstExpr {
    fn from(value: Const) -> Self {
        ConstExpr::Const(value)
    }
}
