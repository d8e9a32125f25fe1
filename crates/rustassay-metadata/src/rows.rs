//! The compact enums of tables: a byte, whose meaning the schema writes as rustc's source does.

use crate::data::{CoroutineDesugaring, CoroutineKind, CtorKind, CtorOf, DefKind, Defaultness};

/// `Static{safety:Safety::Safe,mutability:Mutability::Not,nested:false}` and its like.
pub(crate) fn def_kind_of(name: &str) -> Option<DefKind> {
    let variant = name.split(['{', '(']).next()?;
    Some(match variant {
        "Mod" => DefKind::Mod,
        "Struct" => DefKind::Struct,
        "Union" => DefKind::Union,
        "Enum" => DefKind::Enum,
        "Variant" => DefKind::Variant,
        "Trait" => DefKind::Trait,
        "TyAlias" => DefKind::TyAlias,
        "ForeignTy" => DefKind::ForeignTy,
        "TraitAlias" => DefKind::TraitAlias,
        "AssocTy" => DefKind::AssocTy,
        "TyParam" => DefKind::TyParam,
        "Fn" => DefKind::Fn,
        "Const" => DefKind::Const,
        "ConstParam" => DefKind::ConstParam,
        "Static" => DefKind::Static {
            mutable: name.contains("mutability:Mutability::Mut"),
            nested: name.contains("nested:true"),
        },
        "Ctor" => DefKind::Ctor(
            if name.contains("CtorOf::Struct") { CtorOf::Struct } else { CtorOf::Variant },
            if name.contains("CtorKind::Fn") { CtorKind::Fn } else { CtorKind::Const },
        ),
        "AssocFn" => DefKind::AssocFn,
        "AssocConst" => DefKind::AssocConst,
        "Macro" => DefKind::Macro,
        "ExternCrate" => DefKind::ExternCrate,
        "Use" => DefKind::Use,
        "ForeignMod" => DefKind::ForeignMod,
        "AnonConst" => DefKind::AnonConst,
        "InlineConst" => DefKind::InlineConst,
        "OpaqueTy" => DefKind::OpaqueTy,
        "Field" => DefKind::Field,
        "LifetimeParam" => DefKind::LifetimeParam,
        "GlobalAsm" => DefKind::GlobalAsm,
        "Impl" => DefKind::Impl { of_trait: name.contains("of_trait:true") },
        "Closure" => DefKind::Closure,
        "SyntheticCoroutineBody" => DefKind::SyntheticCoroutineBody,
        _ => return None,
    })
}

/// `Default{has_value:true}` and its like.
pub(crate) fn defaultness_of(name: &str) -> Option<Defaultness> {
    Some(match name {
        "Final" => Defaultness::Final,
        "Default{has_value:false}" => Defaultness::Default { has_value: false },
        "Default{has_value:true}" => Defaultness::Default { has_value: true },
        _ => return None,
    })
}

/// `Desugared(CoroutineDesugaring::Async,CoroutineSource::Block)` and its like.
pub(crate) fn coroutine_kind_of(name: &str) -> Option<CoroutineKind> {
    let desugared =
        |desugaring: &str| name.starts_with(&format!("Desugared(CoroutineDesugaring::{desugaring},"));
    Some(match name {
        "Coroutine(Movability::Movable)" => CoroutineKind::Coroutine { movable: true },
        "Coroutine(Movability::Static)" => CoroutineKind::Coroutine { movable: false },
        _ if desugared("Async") => CoroutineKind::Desugared(CoroutineDesugaring::Async),
        _ if desugared("Gen") => CoroutineKind::Desugared(CoroutineDesugaring::Gen),
        _ if desugared("AsyncGen") => CoroutineKind::Desugared(CoroutineDesugaring::AsyncGen),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_rustc_writes_them() {
        let kind = def_kind_of("Static{safety:Safety::Safe,mutability:Mutability::Mut,nested:false}");
        assert_eq!(kind, Some(DefKind::Static { mutable: true, nested: false }));
        assert_eq!(
            def_kind_of("Ctor(CtorOf::Variant,CtorKind::Const)"),
            Some(DefKind::Ctor(CtorOf::Variant, CtorKind::Const))
        );
        assert_eq!(def_kind_of("Impl{of_trait:true}"), Some(DefKind::Impl { of_trait: true }));
        assert_eq!(def_kind_of("Const{is_type_const:true}"), Some(DefKind::Const));
    }
}
