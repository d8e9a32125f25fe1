//! The compiler's sources: the types that they define, and what names mean in each file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use rustc_hash::FxHashMap;
use syn::{Item, UseTree};

use super::macros::{self, Defined};
use super::{ExtractError, Extracted, unknown};

/// The crates whose types are encoded.
const CRATES: &[&str] = &[
    "rustc_abi",
    "rustc_ast",
    "rustc_ast_ir",
    "rustc_attr_data_structures",
    "rustc_data_structures",
    "rustc_feature",
    "rustc_hashes",
    "rustc_hir",
    "rustc_hir_id",
    "rustc_index",
    "rustc_metadata",
    "rustc_middle",
    "rustc_session",
    "rustc_span",
    "rustc_target",
    "rustc_type_ir",
];

/// A longer chain of re-exports is a circle.
const MAX_REEXPORTS: usize = 16;

/// A definition of a type.
pub(super) struct TypeItem {
    pub name: String,
    /// The file that it stands in, which gives its names a meaning.
    pub file: usize,
    /// The module that it stands in, from the crate's name on.
    pub module: Vec<String>,
    /// Its type parameters.
    pub params: Vec<Param>,
    pub kind: TypeItemKind,
}

/// A type parameter.
pub(super) struct Param {
    pub name: String,
    /// It stands for the compiler's one interner.
    pub is_interner: bool,
    pub default: Option<syn::Type>,
}

pub(super) enum TypeItemKind {
    /// Fields by name.
    Struct(Vec<(String, syn::Type)>),
    Enum(Vec<(String, Vec<(String, syn::Type)>)>),
    Alias(Box<syn::Type>),
    /// A set of bits of this integer type.
    Flags(String, Vec<(String, u32)>),
    /// A number.
    Index,
}

/// A file.
pub(super) struct SourceFile {
    pub path: PathBuf,
    pub module: Vec<String>,
    /// What a name that is imported stands for.
    uses: FxHashMap<String, Vec<String>>,
    /// Modules that are imported as a whole.
    globs: Vec<Vec<String>>,
}

/// All that was read.
pub(super) struct Sources {
    pub files: Vec<SourceFile>,
    pub items: Vec<TypeItem>,
    by_name: BTreeMap<String, Vec<usize>>,
    /// The file of each module.
    modules: FxHashMap<Vec<String>, usize>,
    /// What the compiler's interner calls the interner's types, and where it says so.
    pub interner: FxHashMap<String, syn::Type>,
    pub interner_file: usize,
}

impl Sources {
    pub fn read(compiler: &Path) -> Extracted<Sources> {
        let mut sources = Sources {
            files: Vec::new(),
            items: Vec::new(),
            by_name: BTreeMap::new(),
            modules: FxHashMap::default(),
            interner: FxHashMap::default(),
            interner_file: 0,
        };
        for krate in CRATES {
            let folder = compiler.join(krate).join("src");
            if folder.is_dir() {
                sources.folder(&folder, &[krate.to_string()])?;
            }
        }
        // A set of bits is a struct as well, which says less.
        let is_flags = |item: &&TypeItem| matches!(item.kind, TypeItemKind::Flags(..));
        let place = |item: &TypeItem| (item.module.clone(), item.name.clone());
        let flags: Vec<_> = sources.items.iter().filter(is_flags).map(place).collect();
        sources.items.retain(|item| is_flags(&item) || !flags.contains(&place(item)));
        for (index, item) in sources.items.iter().enumerate() {
            sources.by_name.entry(item.name.clone()).or_default().push(index);
        }
        if sources.interner.is_empty() {
            return unknown("no `impl Interner for TyCtxt`");
        }
        Ok(sources)
    }

    fn folder(&mut self, folder: &Path, module: &[String]) -> Extracted<()> {
        let unreadable =
            |error: std::io::Error| ExtractError::Unreadable { path: folder.into(), why: error.to_string() };
        let entries = fs::read_dir(folder).map_err(unreadable)?;
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
            let mut module = module.to_vec();
            if !matches!(stem, "lib" | "mod" | "main") {
                module.push(stem.to_string());
            }
            if path.is_dir() {
                if stem != "tests" {
                    self.folder(&path, &module)?;
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") && stem != "tests" {
                self.file(&path, module)?;
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, module: Vec<String>) -> Extracted<()> {
        let unreadable = |why: String| ExtractError::Unreadable { path: path.into(), why };
        let text = fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
        let items = parse_items(&text).map_err(unreadable)?;
        let file = self.files.len();
        self.modules.insert(module.clone(), file);
        self.files.push(SourceFile {
            path: path.into(),
            module: module.clone(),
            uses: FxHashMap::default(),
            globs: Vec::new(),
        });
        self.items(items, file, &module);
        Ok(())
    }

    fn items(&mut self, items: Vec<Item>, file: usize, module: &[String]) {
        for item in items {
            match item {
                Item::Use(item) => self.imports(&item.tree, Vec::new(), file, module),
                Item::Struct(item) => {
                    let kind = TypeItemKind::Struct(fields(&item.fields));
                    self.define(item.ident.to_string(), &item.generics, kind, file, module);
                }
                Item::Enum(item) => {
                    let variant =
                        |variant: &syn::Variant| (variant.ident.to_string(), fields(&variant.fields));
                    let kind = TypeItemKind::Enum(item.variants.iter().map(variant).collect());
                    self.define(item.ident.to_string(), &item.generics, kind, file, module);
                }
                Item::Type(item) => {
                    let kind = TypeItemKind::Alias(item.ty);
                    self.define(item.ident.to_string(), &item.generics, kind, file, module);
                }
                Item::Mod(item) => {
                    if let Some((_, items)) = item.content {
                        let mut module = module.to_vec();
                        module.push(item.ident.to_string());
                        self.items(items, file, &module);
                    }
                }
                Item::Macro(item) => {
                    for Defined { name, kind } in macros::defined(&item.mac) {
                        self.define(name, &syn::Generics::default(), kind, file, module);
                    }
                }
                Item::Impl(item) => self.interner_types(item, file),
                _ => {}
            }
        }
    }

    fn define(
        &mut self,
        name: String,
        generics: &syn::Generics,
        kind: TypeItemKind,
        file: usize,
        module: &[String],
    ) {
        let param = |param: &syn::TypeParam| {
            let is_interner = param.bounds.iter().any(|bound| match bound {
                syn::TypeParamBound::Trait(bound) => {
                    bound.path.segments.last().is_some_and(|segment| segment.ident == "Interner")
                }
                _ => false,
            });
            Param { name: param.ident.to_string(), is_interner, default: param.default.clone() }
        };
        let params = generics.type_params().map(param).collect();
        self.items.push(TypeItem { name, file, module: module.to_vec(), params, kind });
    }

    fn imports(&mut self, tree: &UseTree, mut path: Vec<String>, file: usize, module: &[String]) {
        match tree {
            UseTree::Path(tree) => {
                let segment = tree.ident.to_string();
                match segment.as_str() {
                    "crate" => path = vec![module[0].clone()],
                    "self" if path.is_empty() => path = module.to_vec(),
                    "super" => {
                        if path.is_empty() {
                            path = module.to_vec();
                        }
                        path.pop();
                    }
                    _ => path.push(segment),
                }
                self.imports(&tree.tree, path, file, module);
            }
            UseTree::Name(tree) => {
                let name = tree.ident.to_string();
                match (name.as_str(), path.last().cloned()) {
                    ("self", Some(last)) => self.import(file, last, path),
                    _ => {
                        path.push(name.clone());
                        self.import(file, name, path);
                    }
                }
            }
            UseTree::Rename(tree) => {
                if tree.ident != "self" {
                    path.push(tree.ident.to_string());
                }
                self.import(file, tree.rename.to_string(), path);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.imports(tree, path.clone(), file, module);
                }
            }
            UseTree::Glob(_) => self.files[file].globs.push(path),
        }
    }

    fn import(&mut self, file: usize, name: String, path: Vec<String>) {
        self.files[file].uses.insert(name, path);
    }

    /// Reads `impl Interner for TyCtxt`.
    fn interner_types(&mut self, item: syn::ItemImpl, file: usize) {
        let is = |path: &syn::Path, name: &str| path.segments.last().is_some_and(|last| last.ident == name);
        let of_interner = item.trait_.as_ref().is_some_and(|(_, path, _)| is(path, "Interner"));
        let syn::Type::Path(of) = &*item.self_ty else { return };
        if of_interner && is(&of.path, "TyCtxt") {
            self.interner_file = file;
            for item in item.items {
                if let syn::ImplItem::Type(item) = item {
                    self.interner.insert(item.ident.to_string(), item.ty);
                }
            }
        }
    }

    /// The definition that a path stands for in a file: of those of its name the one whose place fits best.
    pub fn resolve(&self, path: &[String], file: usize) -> Extracted<Option<usize>> {
        let Some(name) = path.last() else { return Ok(None) };
        let context = &self.files[file];
        let full = self.follow(self.expand(path, context));
        let name = full.last().unwrap_or(name);
        let Some(candidates) = self.by_name.get(name) else { return Ok(None) };
        if let [only] = candidates[..] {
            return Ok(Some(only));
        }
        let place = &full[..full.len() - 1];
        let home = self.modules.get(place).map_or(context, |file| &self.files[*file]);
        let fit = |index: usize| {
            let item = &self.items[index];
            let globbed = home.globs.iter().chain(&context.globs).any(|glob| item.module.starts_with(glob));
            let same_crate = place.first() == item.module.first();
            let common = place.iter().skip(1).filter(|segment| item.module[1..].contains(segment)).count();
            let exact = place == item.module;
            let near = common_prefix(&item.module, &context.module);
            let here = item.file == file && path.len() == 1 && place == context.module;
            // A crate exports what one below it defines: `rustc_ast` has types of `rustc_ast_ir`.
            let kin = place.first().zip(item.module.first()).is_some_and(|(of, it)| it.starts_with(of));
            (exact, here, same_crate, globbed, common, near, kin)
        };
        let best = candidates.iter().map(|index| fit(*index)).max();
        let mut fitting = candidates.iter().filter(|index| Some(fit(**index)) == best);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Ok(Some(*only)),
            _ => {
                let places = candidates.iter().map(|index| self.items[*index].module.join("::"));
                let places = places.collect::<Vec<_>>().join(", ");
                let file = context.path.display();
                unknown(format!("`{}` in {file} may be of any of {places}", path.join("::")))
            }
        }
    }

    /// A full path with what modules re-export replaced by where it comes from.
    fn follow(&self, path: Vec<String>) -> Vec<String> {
        let mut path = path;
        for _ in 0..MAX_REEXPORTS {
            let reexport = (1..path.len()).find_map(|end| {
                let file = *self.modules.get(&path[..end])?;
                let target = self.files[file].uses.get(&path[end])?;
                // A module that imports itself or what is below it leads nowhere.
                let changed = [&target[..], &path[end + 1..]].concat();
                (changed != path).then_some(changed)
            });
            match reexport {
                Some(changed) => path = changed,
                None => break,
            }
        }
        path
    }

    /// A path with what is imported written out.
    fn expand(&self, path: &[String], context: &SourceFile) -> Vec<String> {
        let (first, rest) = path.split_first().expect("a path has a segment");
        let mut full = match first.as_str() {
            "crate" => vec![context.module[0].clone()],
            "self" => context.module.clone(),
            "super" => context.module[..context.module.len() - 1].to_vec(),
            _ => match context.uses.get(first) {
                Some(import) => import.clone(),
                None if rest.is_empty() => [&context.module[..], std::slice::from_ref(first)].concat(),
                None if first.starts_with("rustc_") => vec![first.clone()],
                None => [&context.module[..], std::slice::from_ref(first)].concat(),
            },
        };
        full.extend_from_slice(rest);
        full
    }

    /// The file of a module.
    pub fn file_of(&self, module: &str) -> Extracted<usize> {
        match self.files.iter().position(|file| file.module.join("::") == module) {
            Some(file) => Ok(file),
            None => unknown(format!("there is no module {module}")),
        }
    }
}

/// The items of a file. The compiler is written in a Rust that `syn` may not know yet; what it cannot parse, such
/// as a function that uses new syntax, is left out.
pub(super) fn parse_items(text: &str) -> Result<Vec<Item>, String> {
    if let Ok(file) = syn::parse_file(text) {
        return Ok(file.items);
    }
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| error.to_string())?;
    let mut items = Vec::new();
    let mut item: Vec<TokenTree> = Vec::new();
    for token in tokens {
        // An item ends with braces or a semicolon; an import or a constant may have braces before it.
        let is_end = match &token {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && !ends_with_semicolon(&item),
            _ => false,
        };
        item.push(token);
        if is_end {
            items.extend(syn::parse2::<Item>(item.drain(..).collect()).ok());
        }
    }
    Ok(items)
}

/// Whether an item that begins so is an import, a constant or a static.
fn ends_with_semicolon(item: &[TokenTree]) -> bool {
    let word = |token: &TokenTree| match token {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    };
    let mut words = item.iter().filter_map(word).filter(|word| word != "pub");
    match words.next().as_deref() {
        Some("use" | "static") => true,
        Some("const") => {
            !matches!(words.next().as_deref(), Some("fn" | "unsafe" | "extern" | "async" | "impl" | "trait"))
        }
        _ => false,
    }
}

fn common_prefix(one: &[String], other: &[String]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

fn fields(fields: &syn::Fields) -> Vec<(String, syn::Type)> {
    let name = |(index, field): (usize, &syn::Field)| match &field.ident {
        Some(ident) => (ident.to_string().trim_start_matches("r#").to_string(), field.ty.clone()),
        None => (index.to_string(), field.ty.clone()),
    };
    fields.iter().enumerate().map(name).collect()
}
