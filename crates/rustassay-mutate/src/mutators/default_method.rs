//! DEFAULT-METHOD: an implementation that does with a trait's default.

use super::{Mutation, MutationSubject};
use rustassay_random::Random;
use syn::{File, ImplItem, Item, TraitItem, TraitItemFn, parse_quote};

/// Methods of the standard library's traits that have a default.
const STANDARD: [(&str, &str); 12] = [
    ("Iterator", "size_hint"),
    ("Iterator", "count"),
    ("Iterator", "nth"),
    ("Iterator", "fold"),
    ("PartialEq", "ne"),
    ("PartialOrd", "lt"),
    ("PartialOrd", "le"),
    ("PartialOrd", "gt"),
    ("PartialOrd", "ge"),
    ("Clone", "clone_from"),
    ("Hasher", "write_u8"),
    ("Error", "source"),
];

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let file = subject.known.file;
    let mut sites: Vec<(usize, usize, Option<usize>)> = Vec::new();
    for (at, item) in file.items.iter().enumerate() {
        let Item::Impl(implementation) = item else { continue };
        let Some((_, path, _)) = &implementation.trait_ else { continue };
        let Some(name) = path.segments.last().map(|segment| segment.ident.to_string()) else { continue };
        let own = file.items.iter().enumerate().find_map(|(at, item)| match item {
            Item::Trait(it) if it.ident == name => Some((at, it)),
            _ => None,
        });
        for (n, member) in implementation.items.iter().enumerate() {
            let ImplItem::Fn(method) = member else { continue };
            let method_name = method.sig.ident.to_string();
            match own {
                Some((trait_at, own)) => {
                    let declared = own.items.iter().find_map(|item| match item {
                        TraitItem::Fn(it) if it.sig.ident == method_name => Some(it),
                        _ => None,
                    });
                    match declared {
                        Some(it) if it.default.is_some() => sites.push((at, n, None)),
                        Some(it) if can_have_default(it) => sites.push((at, n, Some(trait_at))),
                        _ => {}
                    }
                }
                None if STANDARD.contains(&(&*name, &*method_name)) => sites.push((at, n, None)),
                None => {}
            }
        }
    }
    let &(at, n, needs_default) = random.pick(&sites)?;
    let mut new: File = file.clone();
    let Item::Impl(implementation) = &mut new.items[at] else { return None };
    let ImplItem::Fn(removed) = implementation.items.remove(n) else { return None };
    if let Some(trait_at) = needs_default {
        let Item::Trait(own) = &mut new.items[trait_at] else { return None };
        for item in &mut own.items {
            if let TraitItem::Fn(method) = item
                && method.sig.ident == removed.sig.ident
            {
                // Parameters without a name, as in the first edition, cannot have a body.
                let name = method.sig.ident.to_string();
                method.default = Some(parse_quote!({ panic!("{} has no body of its own", #name) }));
                method.semi_token = None;
            }
        }
    }
    Some(new.into())
}

/// Whether a body that never returns would do: `impl Trait` needs a type.
fn can_have_default(method: &TraitItemFn) -> bool {
    let words = crate::types::words_of(&method.sig);
    method.default.is_none()
        && !words.contains("impl")
        && !words.contains("const")
        && method.sig.asyncness.is_none()
}
