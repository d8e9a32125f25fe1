//! All crates of one program, and what can be asked about them.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::data::*;
use crate::{MetadataError, Result, Types};

/// The files of one program's crates.
#[derive(Clone, Debug, Default)]
pub struct CrateFiles {
    /// The metadata of the user's crate.
    pub root: PathBuf,
    /// Metadata that may be needed: `.rmeta` and `.rlib` files, or folders with such files, as in a sysroot.
    /// A file is opened only if a crate depends on it; it is found by its crate's name and hash.
    pub dependencies: Vec<PathBuf>,
    /// Metadata that stands in for that of a dependency of the same name: the library with all its bodies.
    pub overlay: Vec<PathBuf>,
}

/// All crates of one program.
#[derive(Debug)]
pub struct Crates {
    types: Types,
}

impl Crates {
    /// Opens a crate and everything that it depends on.
    pub fn open(files: &CrateFiles) -> Result<Crates> {
        let _ = files;
        Ok(Crates { types: Types::default() })
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
    pub fn all(&self) -> Vec<CrateNum> {
        vec![CrateNum(0)]
    }

    /// The name of a crate.
    pub fn crate_name(&self, krate: CrateNum) -> Symbol {
        let _ = krate;
        "".into()
    }

    /// How many definitions a crate has.
    pub fn def_count(&self, krate: CrateNum) -> u32 {
        let _ = krate;
        0
    }

    /// The path of a definition as people write it: `core::option::Option::map`.
    pub fn def_path_str(&self, def: DefId) -> String {
        format!("{def:?}")
    }

    /// The definition with a path of names, such as `["std", "rt", "lang_start"]`; the first is the crate.
    pub fn def_by_path(&self, path: &[&str]) -> Result<Option<DefId>> {
        let _ = path;
        Err(self.not_yet("def_by_path"))
    }

    /// The impls of a trait in all crates.
    pub fn impls_of_trait(&self, trait_def: DefId) -> Result<Rc<[DefId]>> {
        let _ = trait_def;
        Err(self.not_yet("impls_of_trait"))
    }

    /// A definition that the compiler knows by name, such as `Sized` or `OwnedBox`: the variants of rustc's
    /// `LangItem`.
    pub fn lang_item(&self, name: &str) -> Result<Option<DefId>> {
        let _ = name;
        Err(self.not_yet("lang_item"))
    }

    /// The name of a lang item, if the definition is one.
    pub fn as_lang_item(&self, def: DefId) -> Result<Option<Symbol>> {
        let _ = def;
        Err(self.not_yet("as_lang_item"))
    }

    /// The functions and statics of all crates that others link to by an unmangled name.
    pub fn exported_symbols(&self) -> Result<Rc<[ExportedSymbol]>> {
        Err(self.not_yet("exported_symbols"))
    }

    /// The function that `#[rustc_main]` or the name `main` makes the program's entry.
    pub fn main_function(&self) -> Result<Option<DefId>> {
        Err(self.not_yet("main_function"))
    }

    /// A source file.
    pub fn source_file(&self, file: FileId) -> Result<Rc<SourceFile>> {
        let _ = file;
        Err(self.not_yet("source_file"))
    }

    /// A span as a path, lines and columns; none if it stands nowhere.
    pub fn locate(&self, span: Span) -> Result<Option<SpanLocation>> {
        let _ = span;
        Err(self.not_yet("locate"))
    }

    /// Where the macro that a span comes from was called, up to code that a person wrote there.
    pub fn outermost_call_site(&self, span: Span) -> Result<Span> {
        let _ = span;
        Err(self.not_yet("outermost_call_site"))
    }

    /// Where a definition stands in its crate.
    pub fn def_key(&self, def: DefId) -> Result<DefKey> {
        let _ = def;
        Err(self.not_yet("def_key"))
    }

    /// What a definition is.
    pub fn def_kind(&self, def: DefId) -> Result<DefKind> {
        let _ = def;
        Err(self.not_yet("def_kind"))
    }

    /// The definition that it stands in.
    pub fn opt_parent(&self, def: DefId) -> Result<Option<DefId>> {
        let _ = def;
        Err(self.not_yet("opt_parent"))
    }

    /// Its name; an error if it has none.
    pub fn item_name(&self, def: DefId) -> Result<Symbol> {
        let _ = def;
        Err(self.not_yet("item_name"))
    }

    /// Where it stands in the source.
    pub fn def_span(&self, def: DefId) -> Result<Span> {
        let _ = def;
        Err(self.not_yet("def_span"))
    }

    /// Its generic parameters.
    pub fn generics_of(&self, def: DefId) -> Result<Rc<Generics>> {
        let _ = def;
        Err(self.not_yet("generics_of"))
    }

    /// Its where-clauses, those of its parents first. A trait's has `Self: Trait` as the first of its own.
    pub fn predicates_of(&self, def: DefId) -> Result<Rc<[Predicate]>> {
        let _ = def;
        Err(self.not_yet("predicates_of"))
    }

    /// What a trait demands of its `Self`: its super-traits among them.
    pub fn explicit_super_predicates_of(&self, trait_def: DefId) -> Result<Rc<[Predicate]>> {
        let _ = trait_def;
        Err(self.not_yet("explicit_super_predicates_of"))
    }

    /// What an associated or opaque type promises of itself.
    pub fn item_bounds(&self, def: DefId) -> Result<Rc<[Predicate]>> {
        let _ = def;
        Err(self.not_yet("item_bounds"))
    }

    /// The type of a field, constant, static, alias, `impl`, associated type, or `impl Trait`; of an ADT the type itself.
    pub fn type_of(&self, def: DefId) -> Result<Ty> {
        let _ = def;
        Err(self.not_yet("type_of"))
    }

    /// The signature of a function or constructor. Not of a closure, whose arguments have it.
    pub fn fn_sig(&self, def: DefId) -> Result<FnSig> {
        let _ = def;
        Err(self.not_yet("fn_sig"))
    }

    /// The header of an impl of a trait; none for an inherent impl.
    pub fn impl_trait_header(&self, impl_def: DefId) -> Result<Option<Rc<ImplHeader>>> {
        let _ = impl_def;
        Err(self.not_yet("impl_trait_header"))
    }

    /// The impl that this one specializes.
    pub fn impl_parent(&self, impl_def: DefId) -> Result<Option<DefId>> {
        let _ = impl_def;
        Err(self.not_yet("impl_parent"))
    }

    /// Whether an item of an impl may be overridden.
    pub fn defaultness(&self, def: DefId) -> Result<Defaultness> {
        let _ = def;
        Err(self.not_yet("defaultness"))
    }

    /// What is known of a trait.
    pub fn trait_def(&self, def: DefId) -> Result<Rc<TraitDef>> {
        let _ = def;
        Err(self.not_yet("trait_def"))
    }

    /// The items of a trait or an impl, in the order of the source.
    pub fn associated_items(&self, def: DefId) -> Result<Rc<[AssocItem]>> {
        let _ = def;
        Err(self.not_yet("associated_items"))
    }

    /// The item as an associated item, if it is one.
    pub fn associated_item(&self, def: DefId) -> Result<Option<AssocItem>> {
        let _ = def;
        Err(self.not_yet("associated_item"))
    }

    /// A struct, enum or union.
    pub fn adt_def(&self, def: DefId) -> Result<Rc<AdtDef>> {
        let _ = def;
        Err(self.not_yet("adt_def"))
    }

    /// The `drop` method of an ADT itself.
    pub fn adt_destructor(&self, def: DefId) -> Result<Option<DefId>> {
        let _ = def;
        Err(self.not_yet("adt_destructor"))
    }

    /// The generic parameters of an ADT that occur in its layout.
    pub fn params_in_repr(&self, def: DefId) -> Result<Rc<[u32]>> {
        let _ = def;
        Err(self.not_yet("params_in_repr"))
    }

    /// Which values the scalar of a struct may have.
    pub fn valid_range(&self, def: DefId) -> Result<ValidRange> {
        let _ = def;
        Err(self.not_yet("valid_range"))
    }

    /// The body that a function has at run time.
    pub fn optimized_mir(&self, def: DefId) -> Result<Option<Rc<Body>>> {
        let _ = def;
        Err(self.not_yet("optimized_mir"))
    }

    /// The body of a constant, static or `const fn` for evaluation by the compiler.
    pub fn mir_for_ctfe(&self, def: DefId) -> Result<Option<Rc<Body>>> {
        let _ = def;
        Err(self.not_yet("mir_for_ctfe"))
    }

    /// The promoteds of a body.
    pub fn promoted_mir(&self, def: DefId) -> Result<Rc<[Rc<Body>]>> {
        let _ = def;
        Err(self.not_yet("promoted_mir"))
    }

    /// The value of a constant that needs no evaluation.
    pub fn trivial_const(&self, def: DefId) -> Result<Option<(ConstValue, Ty)>> {
        let _ = def;
        Err(self.not_yet("trivial_const"))
    }

    /// The evaluated memory of a static.
    pub fn eval_static_initializer(&self, def: DefId) -> Result<Option<Rc<Allocation>>> {
        let _ = def;
        Err(self.not_yet("eval_static_initializer"))
    }

    /// What a pointer in evaluated memory points to.
    pub fn global_alloc(&self, memory: Provenance) -> Result<GlobalAlloc> {
        let _ = memory;
        Err(self.not_yet("global_alloc"))
    }

    /// What matters about a function or static for code generation.
    pub fn codegen_fn_attrs(&self, def: DefId) -> Result<Rc<CodegenFnAttrs>> {
        let _ = def;
        Err(self.not_yet("codegen_fn_attrs"))
    }

    /// The intrinsic that a function is.
    pub fn intrinsic(&self, def: DefId) -> Result<Option<IntrinsicDef>> {
        let _ = def;
        Err(self.not_yet("intrinsic"))
    }

    /// What kind of coroutine a closure is.
    pub fn coroutine_kind(&self, def: DefId) -> Result<Option<CoroutineKind>> {
        let _ = def;
        Err(self.not_yet("coroutine_kind"))
    }

    /// The coroutine that an async closure makes.
    pub fn coroutine_for_closure(&self, def: DefId) -> Result<Option<DefId>> {
        let _ = def;
        Err(self.not_yet("coroutine_for_closure"))
    }

    /// The body of an async closure's coroutine when the closure is called by value.
    pub fn coroutine_by_move_body_def_id(&self, def: DefId) -> Result<Option<DefId>> {
        let _ = def;
        Err(self.not_yet("coroutine_by_move_body_def_id"))
    }

    /// Which locals a coroutine keeps.
    pub fn mir_coroutine_witnesses(&self, def: DefId) -> Result<Option<Rc<CoroutineLayout>>> {
        let _ = def;
        Err(self.not_yet("mir_coroutine_witnesses"))
    }

    /// The default of a const parameter.
    pub fn const_param_default(&self, def: DefId) -> Result<Option<Const>> {
        let _ = def;
        Err(self.not_yet("const_param_default"))
    }

    /// For a function of an impl: what each `impl Trait` in the trait's signature is there.
    pub fn trait_impl_trait_tys(&self, def: DefId) -> Result<Rc<[(DefId, Ty)]>> {
        let _ = def;
        Err(self.not_yet("trait_impl_trait_tys"))
    }

    /// Whether it is an item of an `extern` block.
    pub fn is_foreign_item(&self, def: DefId) -> Result<bool> {
        let _ = def;
        Err(self.not_yet("is_foreign_item"))
    }

    fn not_yet(&self, what: &'static str) -> MetadataError {
        let _ = Path::new("");
        MetadataError::Absent { def: String::new(), what }
    }
}
