//! From types of the compiler's sources to lines of a schema.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use syn::{GenericArgument, PathArguments, Type};

use super::known::{COMPILER, FOREIGN, Known, NAMED, STRUCTS, is_register};
use super::sources::{Sources, TypeItem, TypeItemKind};
use super::{Extracted, unknown};
use crate::decode::{ROOT_FIELDS, ROOT_TABLES};
use crate::schema::is_primitive;

/// What stands for the compiler's interner as a type argument; it is no part of what is encoded.
const INTERNER: &str = "TyCtxt";

/// A schema has about 350 types.
const MAX_TYPES: usize = 5000;

/// A type with its arguments, as shapes.
type Instance = (usize, Vec<String>);

/// The lines of a schema, as they are found.
pub(super) struct Shapes<'a> {
    sources: &'a Sources,
    /// Every instance has a number. Until all are known and have names, a shape has `@number@` for one.
    instances: Vec<Instance>,
    numbers: FxHashMap<Instance, usize>,
    /// The instances of `Result`, which has no definition in these sources: its two shapes.
    results: BTreeSet<(String, String)>,
}

/// What names mean where a type is written.
struct Scope<'a> {
    file: usize,
    params: &'a [(String, String)],
}

impl<'a> Shapes<'a> {
    pub fn new(sources: &'a Sources) -> Extracted<Self> {
        Ok(Shapes { sources, instances: Vec::new(), numbers: FxHashMap::default(), results: BTreeSet::new() })
    }

    /// Adds a type and all that it is made of.
    pub fn entry(&mut self, module: &str, ty: &str) -> Extracted<()> {
        let file = self.sources.file_of(module)?;
        self.written(ty, &Scope { file, params: &[] })?;
        Ok(())
    }

    /// The lines of all types by their names.
    pub fn finish(mut self) -> Extracted<BTreeMap<String, String>> {
        let mut bodies = Vec::new();
        while let Some(instance) = self.instances.get(bodies.len()).cloned() {
            if bodies.len() > MAX_TYPES {
                let name = &self.sources.items[instance.0].name;
                return unknown(format!("more than {MAX_TYPES} types, `{name}` among them"));
            }
            bodies.push(self.body(&instance)?);
        }
        let names = self.names();
        let mut lines = BTreeMap::new();
        for (number, (keyword, body)) in bodies.into_iter().enumerate() {
            let name = &names[number];
            let line = format!("{keyword} {name} {body}");
            lines.insert(name.clone(), with_names(&line, &names).trim_end().to_string());
        }
        for (ok, err) in &self.results {
            let name = with_names(&format!("Result<{ok},{err}>"), &names);
            let line = with_names(&format!("enum {name} | Ok 0:{ok} | Err 0:{err}"), &names);
            lines.insert(name, line);
        }
        Ok(lines)
    }

    /// A name for each instance: that of its type, with its crate or module if another is called the same.
    fn names(&self) -> Vec<String> {
        let item = |number: &usize| &self.sources.items[self.instances[*number].0];
        let mut of_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, _) in &self.instances {
            let indices = of_name.entry(&self.sources.items[*index].name).or_default();
            if !indices.contains(index) {
                indices.push(*index);
            }
        }
        let numbers = 0..self.instances.len();
        let plain = numbers.clone().map(|number| {
            let item = item(&number);
            let others = of_name[item.name.as_str()].iter().map(|index| &self.sources.items[*index]);
            let others: Vec<&TypeItem> = others.filter(|other| !std::ptr::eq(*other, item)).collect();
            let is_unique = others.is_empty() && !is_primitive(&item.name);
            if is_unique || is_principal(item) {
                return item.name.clone();
            }
            let krate = item.module[0].trim_start_matches("rustc_");
            match others.iter().any(|other| other.module[0] == item.module[0]) {
                false => format!("{krate}::{}", item.name),
                true => format!("{krate}::{}::{}", item.module[1..].join("::"), item.name),
            }
        });
        let plain: Vec<String> = plain.collect();
        let with_args = numbers.map(|number| match &self.instances[number].1[..] {
            [] => plain[number].clone(),
            args => format!("{}<{}>", plain[number], args.join(",")),
        });
        let mut names: Vec<String> = with_args.collect();
        // Arguments may have arguments: each round names those of one level.
        while let Some(number) = names.iter().position(|name| name.contains('@')) {
            names[number] = with_names(&names[number], &names);
        }
        names
    }

    fn body(&mut self, (index, args): &Instance) -> Extracted<(&'static str, String)> {
        let item = &self.sources.items[*index];
        let params = item.params.iter().filter(|param| !param.is_interner).map(|param| param.name.clone());
        let interners = item.params.iter().filter(|param| param.is_interner);
        let mut params: Vec<_> = params.zip(args.iter().cloned()).collect();
        params.extend(interners.map(|param| (param.name.clone(), INTERNER.to_string())));
        let scope = Scope { file: item.file, params: &params };
        if let Some((_, fields)) = STRUCTS.iter().find(|(name, _)| *name == item.name) {
            let mut words = Vec::new();
            for (name, ty) in *fields {
                words.push(format!("{name}:{}", self.written(ty, &scope)?));
            }
            return Ok(("struct", words.join(" ")));
        }
        match &item.kind {
            TypeItemKind::Struct(fields) => {
                let words = self.fields(item, fields, &scope)?;
                Ok(("struct", words.join(" ")))
            }
            TypeItemKind::Enum(variants) => {
                let mut words = Vec::new();
                for (name, fields) in variants {
                    words.push(format!("| {name}"));
                    words.extend(self.fields(item, fields, &scope)?);
                }
                Ok(("enum", words.join(" ")))
            }
            TypeItemKind::Flags(repr, bits) => {
                let bits = bits.iter().map(|(name, bit)| format!(" {name}={bit}"));
                Ok(("flags", format!("{repr}{}", bits.collect::<String>())))
            }
            TypeItemKind::Alias(_) | TypeItemKind::Index => unknown(format!("`{}` has no fields", item.name)),
        }
    }

    fn fields(
        &mut self,
        item: &TypeItem,
        fields: &[(String, Type)],
        scope: &Scope<'_>,
    ) -> Extracted<Vec<String>> {
        // Of the root only what the decoder reads is described; the rest is passed over.
        let read = match item.name.as_str() {
            "CrateRoot" => Some(ROOT_FIELDS),
            "LazyTables" => Some(ROOT_TABLES),
            _ => None,
        };
        let mut words = Vec::new();
        for (name, ty) in fields {
            let lazy = lazy_kind(ty).filter(|_| read.is_some_and(|read| !read.contains(&name.as_str())));
            let shape = match lazy {
                Some(lazy) => format!("{lazy}<_>"),
                None => self.shape(ty, scope)?,
            };
            words.push(format!("{name}:{shape}"));
        }
        Ok(words)
    }

    /// The shape of a type that is written as text.
    fn written(&mut self, ty: &str, scope: &Scope<'_>) -> Extracted<String> {
        match syn::parse_str(ty) {
            Ok(ty) => self.shape(&ty, scope),
            Err(error) => unknown(format!("type `{ty}`: {error}")),
        }
    }

    fn shape(&mut self, ty: &Type, scope: &Scope<'_>) -> Extracted<String> {
        match ty {
            Type::Reference(ty) => self.shape(&ty.elem, scope),
            Type::Paren(ty) => self.shape(&ty.elem, scope),
            Type::Group(ty) => self.shape(&ty.elem, scope),
            Type::Never(_) => Ok("!".to_string()),
            Type::Slice(ty) => self.sequence(&ty.elem, scope),
            Type::Array(ty) => self.sequence(&ty.elem, scope),
            Type::Tuple(ty) => {
                let elements: Vec<_> =
                    ty.elems.iter().map(|ty| self.shape(ty, scope)).collect::<Extracted<_>>()?;
                Ok(format!("({})", elements.join(",")))
            }
            Type::Path(ty) if ty.qself.is_none() => self.path(&ty.path, scope),
            _ => {
                let path = self.sources.files[scope.file].path.display();
                unknown(format!("a type in {path} that is no path: {}", quote::quote!(#ty)))
            }
        }
    }

    fn sequence(&mut self, element: &Type, scope: &Scope<'_>) -> Extracted<String> {
        let element = self.shape(element, scope)?;
        Ok(if element == "u8" { "bytes".to_string() } else { format!("[{element}]") })
    }

    fn path(&mut self, path: &syn::Path, scope: &Scope<'_>) -> Extracted<String> {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let Some(last) = path.segments.last() else { return unknown("an empty path") };
        let param = |name: &str| scope.params.iter().find(|(param, _)| param == name);
        match &segments[..] {
            [name] => {
                if let Some((_, shape)) = param(name) {
                    return Ok(shape.clone());
                }
            }
            // A type of the interner: `I::Ty`.
            [name, ty] if param(name).is_some_and(|(_, shape)| shape == INTERNER) => {
                let Some(ty) = self.sources.interner.get(ty) else {
                    return unknown(format!("the interner has no type `{ty}`"));
                };
                return self.shape(ty, &Scope { file: self.sources.interner_file, params: &[] });
            }
            _ => {}
        }
        if last.ident == INTERNER {
            return Ok(INTERNER.to_string());
        }
        let args = type_args(&last.arguments);
        let name = last.ident.to_string();
        let resolved = self.sources.resolve(&segments, scope.file)?;
        let Some(index) = resolved else {
            return self.foreign(&name, &args, scope);
        };
        let sources = self.sources;
        let item = &sources.items[index];
        let known = COMPILER.iter().find(|(module, name, _)| {
            *name == item.name && (item.module.join("::") + "::").starts_with(&format!("{module}::"))
        });
        if let Some((_, _, known)) = known {
            return self.known(known, &args, scope, item.file);
        }
        // A name that the standard library has as well, such as `Path`, which is not imported from the compiler.
        if FOREIGN.iter().any(|(foreign, _)| *foreign == name)
            && item.file != scope.file
            && segments.len() == 1
        {
            return self.foreign(&name, &args, scope);
        }
        let mut shapes = args.iter().map(|ty| self.shape(ty, scope)).collect::<Extracted<Vec<_>>>()?;
        for param in item.params.iter().skip(shapes.len()) {
            if param.is_interner {
                shapes.push(INTERNER.to_string());
                continue;
            }
            let Some(default) = &param.default else {
                return unknown(format!("`{}` without an argument for `{}`", item.name, param.name));
            };
            // A default may name the interner.
            let interners = item.params.iter().filter(|param| param.is_interner);
            let params: Vec<_> = interners.map(|param| (param.name.clone(), INTERNER.to_string())).collect();
            shapes.push(self.shape(default, &Scope { file: item.file, params: &params })?);
        }
        match &item.kind {
            TypeItemKind::Alias(ty) => {
                let params =
                    item.params.iter().map(|param| param.name.clone()).zip(shapes).collect::<Vec<_>>();
                self.shape(ty, &Scope { file: item.file, params: &params })
            }
            TypeItemKind::Index => Ok("u32".to_string()),
            _ => {
                let args = item.params.iter().zip(shapes).filter(|(param, _)| !param.is_interner);
                Ok(self.instance((index, args.map(|(_, shape)| shape).collect())))
            }
        }
    }

    fn instance(&mut self, instance: Instance) -> String {
        let number = *self.numbers.entry(instance.clone()).or_insert_with(|| {
            self.instances.push(instance);
            self.instances.len() - 1
        });
        format!("@{number}@")
    }

    /// A type that the compiler's sources do not define.
    fn foreign(&mut self, name: &str, args: &[Type], scope: &Scope<'_>) -> Extracted<String> {
        if let Some((_, known)) = FOREIGN.iter().find(|(foreign, _)| *foreign == name) {
            return self.known(known, args, scope, scope.file);
        }
        if let Some((_, shape)) = NAMED.iter().find(|(named, _)| *named == name) {
            return Ok(shape.to_string());
        }
        match (name, args) {
            ("Option", [ty]) => Ok(format!("?{}", self.shape(ty, scope)?)),
            ("Result", [ok, err]) => {
                let (ok, err) = (self.shape(ok, scope)?, self.shape(err, scope)?);
                let shape = format!("Result<{ok},{err}>");
                self.results.insert((ok, err));
                Ok(shape)
            }
            _ if is_register(name) => Ok("u8".to_string()),
            _ => {
                let path = self.sources.files[scope.file].path.display();
                unknown(format!("no type `{name}`, which {path} has"))
            }
        }
    }

    fn known(&mut self, known: &Known, args: &[Type], scope: &Scope<'_>, file: usize) -> Extracted<String> {
        match (known, args) {
            (Known::Shape(lazy @ ("Lazy" | "LazyArr" | "Table")), [.., value]) => {
                Ok(format!("{lazy}<{}>", self.shape(value, scope)?))
            }
            (Known::Shape(shape), _) => Ok(shape.to_string()),
            (Known::As(ty), _) => self.written(ty, &Scope { file, params: &[] }),
            (Known::Argument, [first, ..]) => self.shape(first, scope),
            // `SmallVec<[T; 4]>`
            (Known::Sequence, [Type::Array(array)]) => self.sequence(&array.elem, scope),
            (Known::Sequence, [.., last]) => self.sequence(last, scope),
            (Known::Map, [key, value, ..]) => {
                Ok(format!("{{{}:{}}}", self.shape(key, scope)?, self.shape(value, scope)?))
            }
            (Known::MapFrom(key), [value]) => {
                Ok(format!("{{{}:{}}}", self.written(key, scope)?, self.shape(value, scope)?))
            }
            _ => unknown("a type without its arguments"),
        }
    }
}

/// A type that the decoder asks for by its plain name, whatever else is called so.
fn is_principal(item: &TypeItem) -> bool {
    matches!(
        (item.module[0].as_str(), item.name.as_str()),
        ("rustc_type_ir", "TyKind" | "PredicateKind" | "Binder" | "ExistentialPredicate")
            | ("rustc_span", "ExpnId")
    )
}

/// Which kind of lazy value a type is.
fn lazy_kind(ty: &Type) -> Option<&'static str> {
    let Type::Path(ty) = ty else { return None };
    match ty.path.segments.last()?.ident.to_string().as_str() {
        "LazyValue" => Some("Lazy"),
        "LazyArray" => Some("LazyArr"),
        "LazyTable" | "SyntaxContextTable" | "ExpnDataTable" | "ExpnHashTable" => Some("Table"),
        _ => None,
    }
}

fn type_args(arguments: &PathArguments) -> Vec<Type> {
    match arguments {
        PathArguments::AngleBracketed(args) => args
            .args
            .iter()
            .filter_map(|arg| match arg {
                GenericArgument::Type(ty) => Some(ty.clone()),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// A line with names in the place of numbers. A number whose name is not complete stays.
fn with_names(line: &str, names: &[String]) -> String {
    let mut text = String::new();
    for (index, part) in line.split('@').enumerate() {
        match index % 2 {
            0 => text.push_str(part),
            _ => match part.parse::<usize>().ok().and_then(|number| names.get(number)) {
                Some(name) => text.push_str(name),
                None => text.push_str(part),
            },
        }
    }
    text
}
