//! What names and paths in expressions mean.

use super::cursor::Read;
use super::literals;
use super::lower::Lowering;
use super::names::Value;
use super::syntax::{ExprId, ExprKind, GenericSyntax, Segment};
use crate::model::{
    AdtId, AdtKind, AtomicOrdering, Bound, Const, ConstId, Ctor, FnDefId, GenericArg, Id, Intrinsic, Library,
    Local, MIR_FUNCTIONS, StaticId, Ty, TyKind, VariantId,
};
use crate::source::{Diagnostic, Span};
use rustassay_lang::Release;

/// What a name or path in an expression means.
#[derive(Clone, Debug)]
pub enum Meaning {
    Local(Local),
    Const(ConstId),
    Static(StaticId),
    /// A function, with the generic arguments that the text gives
    Fn(FnDefId, Vec<Option<GenericArg>>),
    /// A struct or a variant that is written like a function or a constant
    Ctor(AdtId, VariantId),
    /// A variant or struct of the library whose type arguments the text leaves open
    OpenCtor(Library, VariantId),
    /// An associated constant, such as `i32::MAX`
    Literal(Const),
    /// A function of `core::intrinsics::mir`, by its name
    Mir(Span),
    /// A function of a type, such as `f32::from_bits`: the type's name, then the function's
    Associated(Span, Span),
}

/// Whether the functions of the type are read, which take no generic arguments of their own.
fn is_associated(ty: &str) -> bool {
    matches!(ty, "f16" | "f32" | "f64" | "f128" | "MaybeUninit")
}

impl Lowering<'_, '_> {
    /// What a name or path means; `Ok(None)` for expressions that are neither.
    pub fn meaning(&mut self, expr: ExprId) -> Read<Option<Meaning>> {
        let node = self.arena.get(expr);
        match &node.kind {
            ExprKind::Ident => self.meaning_of_name(node.span, &[]).map(Some),
            ExprKind::Path(path) => self.meaning_of_path(&path.segments, node.span).map(Some),
            _ => Ok(None),
        }
    }

    fn meaning_of_name(&mut self, span: Span, generics: &[GenericSyntax]) -> Read<Meaning> {
        let name = self.slice(span);
        if let Some(local) = self.local_named(name) {
            return Ok(Meaning::Local(local));
        }
        match self.names.values.get(name) {
            Some(Value::Fn(_) | Value::Static(_) | Value::Const(_)) if !generics.is_empty() => {
                let message = format!("`{name}` has no generic parameters");
                return Err(Box::new(Diagnostic::new("wrong-generics", span, message)));
            }
            Some(Value::Const(id)) => return Ok(Meaning::Const(*id)),
            Some(Value::Static(id)) => return Ok(Meaning::Static(*id)),
            Some(Value::Fn(id)) => return Ok(Meaning::Fn(FnDefId::Fn(*id), Vec::new())),
            Some(Value::SurfaceFn(id))
                if ![0, self.items.surface_fns[*id].generics].contains(&generics.len()) =>
            {
                let declared = self.items.surface_fns[*id].generics;
                let message =
                    format!("`{name}` has {declared} type parameters, but {} are given", generics.len());
                return Err(Box::new(Diagnostic::new("wrong-generics", span, message)));
            }
            Some(Value::SurfaceFn(id)) => {
                return Ok(Meaning::Fn(FnDefId::Surface(*id), self.generics(generics)?));
            }
            None => {}
        }
        if let Some(&adt) = self.names.adts.get(name) {
            if !generics.is_empty() {
                let message = format!("`{name}` has no generic parameters");
                return Err(Box::new(Diagnostic::new("wrong-generics", span, message)));
            }
            return Ok(Meaning::Ctor(adt, VariantId::ONLY));
        }
        if let Some(meaning) = self.library_ctor(&[name], generics, span)? {
            return Ok(meaning);
        }
        if MIR_FUNCTIONS.contains(&name) || name == "__internal_make_place" {
            return Ok(Meaning::Mir(span));
        }
        if self.names.names_intrinsic(name)
            && let Some(meaning) = self.intrinsic(name, span, generics)?
        {
            return Ok(meaning);
        }
        Err(self.names.unknown("name", name, span))
    }

    fn meaning_of_path(&mut self, segments: &[Segment], span: Span) -> Read<Meaning> {
        let [.., qualifier, last] = segments else {
            let only = &segments[0];
            return match self.slice(only.name) {
                // `Field::<T>(..)` and `CastTransmute::<_, T>(..)`: the caller looks at the arguments.
                name if MIR_FUNCTIONS.contains(&name) => Ok(Meaning::Mir(only.name)),
                _ => self.meaning_of_name(only.name, &only.generics),
            };
        };
        let (q, name) = (self.slice(qualifier.name), self.slice(last.name));
        let is_own_type = self.names.adts.contains_key(q);
        let takes_generics = |segment: &Segment| match self.slice(segment.name) {
            // `Option::<T>::None` or `Option::None::<T>`.
            _ if std::ptr::eq(segment, qualifier) => !is_own_type && last.generics.is_empty(),
            _ if std::ptr::eq(segment, last) => {
                !is_own_type && !is_associated(q) && qualifier.generics.is_empty()
            }
            _ => false,
        };
        if let Some(wrong) =
            segments.iter().find(|segment| !segment.generics.is_empty() && !takes_generics(segment))
        {
            let message = "there are no generic parameters here";
            return Err(Box::new(Diagnostic::new("wrong-generics", wrong.name, message)));
        }
        if matches!(q, "crate" | "self") && segments.len() == 2 {
            return self.meaning_of_name(last.name, &last.generics);
        }
        let is_own = matches!(segments, [_, _])
            || segments.len() == 3 && matches!(self.slice(segments[0].name), "crate" | "self");
        if let Some(&adt) = self.names.adts.get(q).filter(|_| is_own) {
            let variants = &self.types.adts[adt].variants;
            let variant = variants.iter().position(|variant| &*variant.name == name);
            return match variant {
                Some(variant) if self.types.adts[adt].kind == AdtKind::Enum => {
                    Ok(Meaning::Ctor(adt, VariantId::new(variant)))
                }
                _ => {
                    let message = format!("`{q}` has no variant `{name}`");
                    Err(Box::new(Diagnostic::new("unknown-variant", last.name, message)))
                }
            };
        }
        let before: Vec<&str> =
            segments[..segments.len() - 1].iter().map(|segment| self.slice(segment.name)).collect();
        if !self.names.leads_to_library(&before) {
            return Err(self.names.unknown("path", self.slice(span), span));
        }
        let generics = if qualifier.generics.is_empty() { &last.generics } else { &qualifier.generics };
        if let Some(meaning) = self.library_ctor(&[&before[..], &[name]].concat(), generics, span)? {
            return Ok(meaning);
        }
        if let Some(value) = literals::associated(self.types, q, name) {
            return Ok(Meaning::Literal(value));
        }
        if q == "mir" {
            return Ok(Meaning::Mir(last.name));
        }
        if (q == "intrinsics" || (q == "hint" && name == "black_box"))
            && let Some(meaning) = self.intrinsic(name, span, &last.generics)?
        {
            return Ok(meaning);
        }
        if is_associated(q) {
            return Ok(Meaning::Associated(qualifier.name, last.name));
        }
        if q == "intrinsics" {
            let message = format!("the intrinsic `{name}` is not in the model");
            return Err(Box::new(Diagnostic::new("unknown-intrinsic", span, message)));
        }
        let help =
            "MIR can call functions of this file and intrinsics; declare a function here that calls it";
        Err(Box::new(
            Diagnostic::new("unknown-name", span, format!("unknown path `{}`", self.slice(span))).help(help),
        ))
    }

    /// `Some`, `Option::<T>::None`, `core::num::Wrapping`: constructors of the library.
    fn library_ctor(
        &mut self,
        path: &[&str],
        generics: &[GenericSyntax],
        span: Span,
    ) -> Read<Option<Meaning>> {
        let [before @ .., name] = path else { return Ok(None) };
        let (library, variant) = match (before.last().copied(), *name) {
            (None | Some("Option"), "None") => (Library::Option, 0),
            (None | Some("Option"), "Some") => (Library::Option, 1),
            (None | Some("Result"), "Ok") => (Library::Result, 0),
            (None | Some("Result"), "Err") => (Library::Result, 1),
            (Some("Ordering"), "Less") => (Library::Ordering, 0),
            (Some("Ordering"), "Equal") => (Library::Ordering, 1),
            (Some("Ordering"), "Greater") => (Library::Ordering, 2),
            (_, "Wrapping") if self.names.names_library_type(path, Library::Wrapping.path()) => {
                (Library::Wrapping, 0)
            }
            (_, "PhantomData") if self.names.names_library_type(path, Library::PhantomData.path()) => {
                (Library::PhantomData, 0)
            }
            _ => return Ok(None),
        };
        if ![0, library.arity()].contains(&generics.len()) {
            let message =
                format!("`{name}` takes {} type arguments, not {}", library.arity(), generics.len());
            return Err(Box::new(Diagnostic::new("wrong-generics", span, message)));
        }
        let args: Option<Vec<Ty>> = generics
            .iter()
            .map(|generic| match generic {
                GenericSyntax::Type(ty) => Some(*ty),
                GenericSyntax::Infer | GenericSyntax::Const(_) => None,
            })
            .collect();
        let variant = VariantId(variant);
        Ok(Some(match args {
            Some(args) if args.len() == library.arity() => {
                let ty = self.types.library(library, &args);
                let TyKind::Adt(adt) = *self.types.kind(ty) else { unreachable!("library types are ADTs") };
                Meaning::Ctor(adt, variant)
            }
            _ => Meaning::OpenCtor(library, variant),
        }))
    }

    /// An intrinsic by its name; before 1.89 orderings were a part of the name (`atomic_xadd_seqcst`).
    fn intrinsic(&mut self, name: &str, span: Span, generics: &[GenericSyntax]) -> Read<Option<Meaning>> {
        let mut generics = self.generics(generics)?;
        let mut found = Intrinsic::from_name(name);
        if let [Some(GenericArg::Ty(ty))] = generics[..]
            && let TyKind::Float(float) = *self.types.kind(ty)
            && let Some(of_type) = Intrinsic::from_generic_name(name, float)
        {
            found = Some(of_type);
            generics.clear();
            self.is_current &= of_type.is_generic_in(Release::REFERENCE);
        }
        if let Some(id) = found {
            self.is_current &= name == id.name_in(Release::REFERENCE);
            // Before 1.91 the operand's type was no parameter of its own (`atomic_xadd::<_, { SeqCst }>`).
            let bounds = &id.signature().generics;
            if let Some(operand) = bounds.iter().position(|bound| matches!(bound, Bound::Same(_)))
                && (1..bounds.len()).contains(&generics.len())
            {
                generics.insert(operand, None);
                self.is_current = false;
            }
            if ![0, bounds.len()].contains(&generics.len()) {
                let message =
                    format!("`{name}` has {} generic parameters, not {}", bounds.len(), generics.len());
                return Err(Box::new(Diagnostic::new("wrong-generics", span, message)));
            }
            return Ok(Some(Meaning::Fn(FnDefId::Intrinsic(id), generics)));
        }
        let mut base = name;
        let mut orderings = Vec::new();
        while let Some((rest, ordering)) = base.rsplit_once('_') {
            let known =
                AtomicOrdering::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(ordering));
            let Some(ordering) = known else { break };
            orderings.insert(0, ordering);
            base = rest;
        }
        let Some(id) = Intrinsic::from_name(base).filter(|_| !orderings.is_empty()) else { return Ok(None) };
        self.is_current = false;
        let params = id.signature().generics.len();
        let mut generics = vec![None; params.saturating_sub(orderings.len())];
        generics.extend(orderings.into_iter().map(|ordering| Some(GenericArg::Ordering(ordering))));
        Ok(Some(Meaning::Fn(FnDefId::Intrinsic(id), generics)))
    }

    fn generics(&mut self, generics: &[GenericSyntax]) -> Read<Vec<Option<GenericArg>>> {
        let lower = |generic: &GenericSyntax| match generic {
            GenericSyntax::Type(ty) => Ok(Some(GenericArg::Ty(*ty))),
            GenericSyntax::Infer => Ok(None),
            GenericSyntax::Const(name) => {
                let ordering = AtomicOrdering::from_name(self.slice(*name));
                let ordering = ordering.ok_or_else(|| {
                    let message = format!("`{}` is no memory ordering", self.slice(*name));
                    Box::new(Diagnostic::new("unknown-name", *name, message))
                })?;
                Ok(Some(GenericArg::Ordering(ordering)))
            }
        };
        generics.iter().map(lower).collect()
    }

    /// The ADT that a constructor builds, its open type arguments taken from the wanted type or the arguments' types.
    pub fn close_ctor(
        &mut self,
        library: Library,
        variant: VariantId,
        wanted: Option<Ty>,
        args: &[Option<Ty>],
        span: Span,
    ) -> Read<AdtId> {
        if let Some(wanted) = wanted
            && let TyKind::Adt(adt) = *self.types.kind(wanted)
            && self.types.adts[adt].library() == Some(library)
        {
            return Ok(adt);
        }
        let args = match (library, variant, args) {
            (Library::Ordering, ..) => Some(vec![]),
            (Library::Option, VariantId(1), [Some(ty)]) | (Library::Wrapping, _, [Some(ty)]) => {
                Some(vec![*ty])
            }
            _ => None,
        };
        let Some(args) = args else {
            let message = format!("the type arguments of `{}` cannot be inferred here", library.name());
            let help = "say which it is, as in `Option::<i32>::None`, or give the destination a type";
            return Err(Box::new(Diagnostic::new("cannot-infer", span, message).help(help)));
        };
        let ty = self.types.library(library, &args);
        let TyKind::Adt(adt) = *self.types.kind(ty) else { unreachable!("library types are ADTs") };
        Ok(adt)
    }

    /// Whether a constructor is written like a constant (`None`) and not like a function (`Some(x)`).
    pub fn is_unit_ctor(&self, adt: AdtId, variant: VariantId) -> bool {
        self.types.adts[adt].variants.get(variant).is_some_and(|variant| variant.ctor == Ctor::Unit)
    }
}
