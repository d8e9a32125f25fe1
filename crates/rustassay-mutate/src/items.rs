//! What the items of a file say of themselves: fields, signatures, constants.

use crate::types::{ident, words_of};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Fields, FnArg, Generics, Item, ItemConst, ItemImpl, ItemStatic, ItemTrait, ReturnType, Signature, Type,
    parse_quote,
};

/// A function, as those who call it see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Callable {
    /// The parameters' types, without the receiver.
    pub params: Vec<Type>,
    /// What it returns.
    pub output: Type,
    /// Whether it is called on a value.
    pub receiver: Receiver,
}

/// How a method takes the value that it is called on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Receiver {
    None,
    Shared,
    Mutable,
    Value,
}

/// What is known of a file's items. Names that stand for several things are left out: `None`.
#[derive(Default, Debug)]
pub struct Items {
    /// Free functions without generic parameters, by name.
    pub functions: BTreeMap<String, Option<Callable>>,
    /// Fields of structures without type parameters, by the structure's name; tuple fields are called by their numbers.
    pub fields: BTreeMap<String, Option<Vec<(String, Type)>>>,
    /// What constants and statics are.
    pub constants: BTreeMap<String, Option<Type>>,
    /// Names of types without parameters.
    pub types: BTreeSet<String>,
    /// Enums' variants with their fields' types: (enum, variant).
    pub variants: BTreeMap<(String, String), Vec<Type>>,
    /// Methods and associated functions: (type, name).
    pub methods: BTreeMap<(String, String), Option<Callable>>,
    /// What any method of a name returns, if all of that name return the same.
    pub by_name: BTreeMap<String, Option<Type>>,
    /// Aliases without parameters.
    pub aliases: BTreeMap<String, Type>,
    /// Types that are copied.
    pub copied: BTreeSet<String>,
    /// Constants of types: their names only.
    generic: Vec<BTreeSet<String>>,
    current: Option<Type>,
}

impl Items {
    /// What is known of some items.
    pub fn of(file: &syn::File) -> Items {
        let mut items = Items::default();
        items.visit_file(file);
        items
    }

    /// A type with `Self` and aliases resolved.
    pub fn resolved(&self, ty: &Type, own: Option<&Type>) -> Type {
        let mut ty = ty.clone();
        Resolver { items: self, own }.visit_type_mut(&mut ty);
        ty
    }

    fn callable(&self, signature: &Signature, own: Option<&Type>) -> Option<Callable> {
        let mut generic: BTreeSet<String> = self.generic.iter().flatten().cloned().collect();
        generic.extend(parameters(&signature.generics));
        let mut receiver = Receiver::None;
        let mut params = Vec::new();
        for input in &signature.inputs {
            match input {
                FnArg::Receiver(it) => {
                    receiver = match (&it.reference, it.mutability) {
                        _ if it.colon_token.is_some() => Receiver::Value,
                        (Some(_), Some(_)) => Receiver::Mutable,
                        (Some(_), None) => Receiver::Shared,
                        (None, _) => Receiver::Value,
                    }
                }
                FnArg::Typed(it) => params.push(self.resolved(&it.ty, own)),
            }
        }
        let output = match &signature.output {
            ReturnType::Default => parse_quote!(()),
            ReturnType::Type(_, ty) => self.resolved(ty, own),
        };
        // What depends on parameters is not known, and a future is not its output.
        let depends = |ty: &Type| {
            let words = words_of(ty);
            ["impl", "Self", "_"].iter().any(|word| words.contains(*word)) || !words.is_disjoint(&generic)
        };
        let known = signature.asyncness.is_none() && !depends(&output);
        known.then_some(Callable { params, output, receiver })
    }
}

/// The names of type and constant parameters.
pub fn parameters(generics: &Generics) -> BTreeSet<String> {
    let types = generics.type_params().map(|parameter| parameter.ident.to_string());
    types.chain(generics.const_params().map(|parameter| parameter.ident.to_string())).collect()
}

/// Notes something, unless the name has another meaning already.
fn note<K: Ord, V: PartialEq>(map: &mut BTreeMap<K, Option<V>>, key: K, value: Option<V>) {
    map.entry(key)
        .and_modify(|known| {
            if *known != value {
                *known = None;
            }
        })
        .or_insert(value);
}

/// Whether a derive or an attribute is there.
pub fn derives(attributes: &[syn::Attribute], name: &str) -> bool {
    attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("derive") && words_of(&attribute.meta).contains(name))
}

impl<'a> Visit<'a> for Items {
    fn visit_item(&mut self, item: &'a Item) {
        match item {
            Item::Struct(it) => {
                let name = it.ident.to_string();
                if derives(&it.attrs, "Copy") {
                    self.copied.insert(name.clone());
                }
                let plain = it.generics.params.is_empty();
                if plain {
                    self.types.insert(name.clone());
                }
                let fields = fields(&it.fields);
                note(&mut self.fields, name.clone(), plain.then(|| fields.clone()));
                if let (Fields::Unnamed(_), true) = (&it.fields, plain) {
                    let params = fields.into_iter().map(|(_, ty)| ty).collect();
                    let output = crate::types::named(&name);
                    note(
                        &mut self.functions,
                        name,
                        Some(Callable { params, output, receiver: Receiver::None }),
                    );
                }
            }
            Item::Enum(it) => {
                let name = it.ident.to_string();
                if derives(&it.attrs, "Copy") {
                    self.copied.insert(name.clone());
                }
                if it.generics.params.is_empty() {
                    self.types.insert(name.clone());
                    for variant in &it.variants {
                        let types = fields(&variant.fields).into_iter().map(|(_, ty)| ty).collect();
                        self.variants.insert((name.clone(), variant.ident.to_string()), types);
                    }
                }
            }
            Item::Fn(it) => {
                let generic = !it.sig.generics.params.is_empty();
                let callable = if generic { None } else { self.callable(&it.sig, None) };
                note(&mut self.functions, it.sig.ident.to_string(), callable);
            }
            Item::Type(it) if it.generics.params.is_empty() => {
                self.aliases.insert(it.ident.to_string(), (*it.ty).clone());
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_item_const(&mut self, it: &'a ItemConst) {
        note(&mut self.constants, it.ident.to_string(), Some((*it.ty).clone()));
        visit::visit_item_const(self, it);
    }

    fn visit_item_static(&mut self, it: &'a ItemStatic) {
        let is_plain = matches!(it.mutability, syn::StaticMutability::None);
        note(&mut self.constants, it.ident.to_string(), is_plain.then(|| (*it.ty).clone()));
        visit::visit_item_static(self, it);
    }

    fn visit_item_impl(&mut self, it: &'a ItemImpl) {
        let name = crate::types::head(&it.self_ty).map(|(name, _)| name);
        self.generic.push(parameters(&it.generics));
        for item in &it.items {
            let syn::ImplItem::Fn(method) = item else { continue };
            let callable = self.callable(&method.sig, Some(&it.self_ty));
            let method_name = method.sig.ident.to_string();
            let output = callable.as_ref().map(|callable| callable.output.clone());
            note(&mut self.by_name, method_name.clone(), output);
            if let Some(name) = &name {
                note(&mut self.methods, (name.clone(), method_name), callable);
            }
        }
        let outer = self.current.replace((*it.self_ty).clone());
        visit::visit_item_impl(self, it);
        self.current = outer;
        self.generic.pop();
    }

    fn visit_item_trait(&mut self, it: &'a ItemTrait) {
        self.generic.push(parameters(&it.generics));
        for item in &it.items {
            let syn::TraitItem::Fn(method) = item else { continue };
            let output = self.callable(&method.sig, None).map(|callable| callable.output);
            note(&mut self.by_name, method.sig.ident.to_string(), output);
        }
        visit::visit_item_trait(self, it);
        self.generic.pop();
    }
}

fn fields(fields: &Fields) -> Vec<(String, Type)> {
    let name = |(at, field): (usize, &syn::Field)| {
        let name = field.ident.as_ref().map_or_else(|| at.to_string(), ToString::to_string);
        (name, field.ty.clone())
    };
    fields.iter().enumerate().map(name).collect()
}

struct Resolver<'a> {
    items: &'a Items,
    own: Option<&'a Type>,
}

impl VisitMut for Resolver<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        let Type::Path(path) = &*ty else { return };
        let Some(name) = path.path.get_ident().map(ToString::to_string) else { return };
        if let (true, Some(own)) = (name == "Self", self.own) {
            *ty = own.clone();
        } else if let Some(target) = self.items.aliases.get(&name) {
            *ty = target.clone();
        }
    }
}

/// A path to a name at the root of the crate.
pub fn at_root(name: &str) -> syn::Path {
    let name = ident(name);
    parse_quote!(crate::#name)
}
