//! Types, taken apart and put together again: substitution, and what a type mentions.

use crate::context::Cx;
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use std::rc::Rc;

/// What a type or constant mentions, as far as it decides whether there is work to do on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mentions {
    /// A generic parameter.
    pub params: bool,
    /// A type or constant that stands for another.
    pub aliases: bool,
}

impl Mentions {
    const NOTHING: Mentions = Mentions { params: false, aliases: false };

    fn and(self, other: Mentions) -> Mentions {
        Mentions { params: self.params || other.params, aliases: self.aliases || other.aliases }
    }
}

/// Replaces the parts of types.
pub(crate) trait Folder {
    /// What a type becomes.
    fn fold_ty(&mut self, ty: Ty) -> Step<Ty>;
    /// What a constant becomes.
    fn fold_const(&mut self, constant: Const) -> Step<Const>;
    /// The table of types.
    fn types(&self) -> &rustassay_metadata::Types;

    /// What a generic argument becomes.
    fn fold_arg(&mut self, arg: GenericArg) -> Step<GenericArg> {
        Ok(match arg {
            GenericArg::Lifetime => GenericArg::Lifetime,
            GenericArg::Type(ty) => GenericArg::Type(self.fold_ty(ty)?),
            GenericArg::Const(constant) => GenericArg::Const(self.fold_const(constant)?),
        })
    }

    /// What generic arguments become.
    fn fold_args(&mut self, args: &Args) -> Step<Args> {
        args.iter().map(|&arg| self.fold_arg(arg)).collect()
    }

    /// What a type or constant becomes.
    fn fold_term(&mut self, term: Term) -> Step<Term> {
        Ok(match term {
            Term::Ty(ty) => Term::Ty(self.fold_ty(ty)?),
            Term::Const(constant) => Term::Const(self.fold_const(constant)?),
        })
    }

    /// What a signature becomes.
    fn fold_sig(&mut self, sig: &FnSig) -> Step<FnSig> {
        let types = sig.inputs_and_output.iter().map(|&ty| self.fold_ty(ty)).collect::<Step<_>>()?;
        Ok(FnSig { inputs_and_output: types, ..sig.clone() })
    }

    /// What a pattern becomes.
    fn fold_pattern(&mut self, pattern: &PatternKind) -> Step<PatternKind> {
        Ok(match pattern {
            PatternKind::Range { start, end } => {
                PatternKind::Range { start: self.fold_const(*start)?, end: self.fold_const(*end)? }
            }
            PatternKind::Or(patterns) => PatternKind::Or(
                patterns.iter().map(|pattern| self.fold_pattern(pattern)).collect::<Step<_>>()?,
            ),
            PatternKind::NotNull => PatternKind::NotNull,
        })
    }

    /// The type whose parts are what the parts of this one become.
    fn fold_parts(&mut self, ty: Ty) -> Step<Ty> {
        let kind = self.types().kind(ty);
        let new = match &*kind {
            TyKind::Bool
            | TyKind::Char
            | TyKind::Int(_)
            | TyKind::Uint(_)
            | TyKind::Float(_)
            | TyKind::Foreign(_)
            | TyKind::Str
            | TyKind::Never
            | TyKind::Param { .. }
            | TyKind::Bound => return Ok(ty),
            TyKind::Adt(def, args) => TyKind::Adt(*def, self.fold_args(args)?),
            TyKind::Array(element, len) => TyKind::Array(self.fold_ty(*element)?, self.fold_const(*len)?),
            TyKind::Pat(base, pattern) => TyKind::Pat(self.fold_ty(*base)?, self.fold_pattern(pattern)?),
            TyKind::Slice(element) => TyKind::Slice(self.fold_ty(*element)?),
            TyKind::RawPtr(pointee, mutability) => TyKind::RawPtr(self.fold_ty(*pointee)?, *mutability),
            TyKind::Ref(pointee, mutability) => TyKind::Ref(self.fold_ty(*pointee)?, *mutability),
            TyKind::FnDef(def, args) => TyKind::FnDef(*def, self.fold_args(args)?),
            TyKind::FnPtr(sig) => TyKind::FnPtr(self.fold_sig(sig)?),
            TyKind::UnsafeBinder(inner) => TyKind::UnsafeBinder(self.fold_ty(*inner)?),
            TyKind::Dynamic(predicates) => TyKind::Dynamic(
                predicates.iter().map(|predicate| self.fold_existential(predicate)).collect::<Step<_>>()?,
            ),
            TyKind::Closure(def, args) => TyKind::Closure(*def, self.fold_args(args)?),
            TyKind::CoroutineClosure(def, args) => TyKind::CoroutineClosure(*def, self.fold_args(args)?),
            TyKind::Coroutine(def, args) => TyKind::Coroutine(*def, self.fold_args(args)?),
            TyKind::CoroutineWitness(def, args) => TyKind::CoroutineWitness(*def, self.fold_args(args)?),
            TyKind::Tuple(fields) => {
                TyKind::Tuple(fields.iter().map(|&field| self.fold_ty(field)).collect::<Step<_>>()?)
            }
            TyKind::Alias(kind, def, args) => TyKind::Alias(*kind, *def, self.fold_args(args)?),
        };
        Ok(self.types().intern(new))
    }

    /// What a part of a trait object's type becomes.
    fn fold_existential(&mut self, predicate: &ExistentialPredicate) -> Step<ExistentialPredicate> {
        Ok(match predicate {
            ExistentialPredicate::Trait { def_id, args } => {
                ExistentialPredicate::Trait { def_id: *def_id, args: self.fold_args(args)? }
            }
            ExistentialPredicate::Projection { def_id, args, term } => ExistentialPredicate::Projection {
                def_id: *def_id,
                args: self.fold_args(args)?,
                term: self.fold_term(*term)?,
            },
            ExistentialPredicate::AutoTrait(def_id) => ExistentialPredicate::AutoTrait(*def_id),
        })
    }

    /// The constant whose parts are what the parts of this one become.
    fn fold_const_parts(&mut self, constant: Const) -> Step<Const> {
        let kind = self.types().const_kind(constant);
        let new = match &*kind {
            ConstKind::Param { .. } | ConstKind::Other => return Ok(constant),
            ConstKind::Unevaluated(def, args) => ConstKind::Unevaluated(*def, self.fold_args(args)?),
            ConstKind::Value(ty, tree) => {
                let tree = match tree {
                    ValTree::Leaf(leaf) => ValTree::Leaf(*leaf),
                    ValTree::Branch(parts) => ValTree::Branch(
                        parts.iter().map(|&part| self.fold_const(part)).collect::<Step<Rc<[Const]>>>()?,
                    ),
                };
                ConstKind::Value(self.fold_ty(*ty)?, tree)
            }
        };
        Ok(self.types().intern_const(new))
    }
}

/// Puts arguments in place of parameters.
struct Instantiate<'a, 'b> {
    cx: &'a Cx<'b>,
    args: &'a [GenericArg],
}

impl Folder for Instantiate<'_, '_> {
    fn types(&self) -> &rustassay_metadata::Types {
        self.cx.front.crates.types()
    }

    fn fold_ty(&mut self, ty: Ty) -> Step<Ty> {
        if !self.cx.mentions(ty).params {
            return Ok(ty);
        }
        match &*self.types().kind(ty) {
            TyKind::Param { index, name } => match self.args.get(*index as usize) {
                Some(GenericArg::Type(arg)) => Ok(*arg),
                _ => unsupported(format!("a body whose type parameter `{name}` has no argument")),
            },
            _ => self.fold_parts(ty),
        }
    }

    fn fold_const(&mut self, constant: Const) -> Step<Const> {
        if !self.cx.const_mentions(constant).params {
            return Ok(constant);
        }
        match &*self.types().const_kind(constant) {
            ConstKind::Param { index, name } => match self.args.get(*index as usize) {
                Some(GenericArg::Const(arg)) => Ok(*arg),
                _ => unsupported(format!("a body whose const parameter `{name}` has no argument")),
            },
            _ => self.fold_const_parts(constant),
        }
    }
}

impl Cx<'_> {
    /// The type with arguments in place of its parameters.
    pub(crate) fn instantiate(&self, ty: Ty, args: &[GenericArg]) -> Step<Ty> {
        Instantiate { cx: self, args }.fold_ty(ty)
    }

    /// The constant with arguments in place of its parameters.
    pub(crate) fn instantiate_const(&self, constant: Const, args: &[GenericArg]) -> Step<Const> {
        Instantiate { cx: self, args }.fold_const(constant)
    }

    /// The arguments with others in place of their parameters.
    pub(crate) fn instantiate_args(&self, these: &Args, args: &[GenericArg]) -> Step<Args> {
        if these.iter().all(|&arg| !self.arg_mentions(arg).params) {
            return Ok(these.clone());
        }
        Instantiate { cx: self, args }.fold_args(these)
    }

    /// The type or constant with arguments in place of its parameters.
    pub(crate) fn instantiate_term(&self, term: Term, args: &[GenericArg]) -> Step<Term> {
        Instantiate { cx: self, args }.fold_term(term)
    }

    /// The signature with arguments in place of its parameters.
    pub(crate) fn instantiate_sig(&self, sig: &FnSig, args: &[GenericArg]) -> Step<FnSig> {
        Instantiate { cx: self, args }.fold_sig(sig)
    }

    /// What a type mentions.
    pub(crate) fn mentions(&self, ty: Ty) -> Mentions {
        let known = self.front.mentions.borrow().get(ty.0 as usize).copied().flatten();
        if let Some(known) = known {
            return known;
        }
        let found = self.find_mentions(ty);
        let mut table = self.front.mentions.borrow_mut();
        if table.len() <= ty.0 as usize {
            table.resize(ty.0 as usize + 1, None);
        }
        table[ty.0 as usize] = Some(found);
        found
    }

    fn find_mentions(&self, ty: Ty) -> Mentions {
        let of_args = |args: &Args| self.args_mention(args);
        match &*self.kind(ty) {
            TyKind::Bool
            | TyKind::Char
            | TyKind::Int(_)
            | TyKind::Uint(_)
            | TyKind::Float(_)
            | TyKind::Foreign(_)
            | TyKind::Str
            | TyKind::Never
            | TyKind::Bound => Mentions::NOTHING,
            TyKind::Param { .. } => Mentions { params: true, aliases: false },
            TyKind::Alias(_, _, args) => Mentions { aliases: true, ..of_args(args) },
            TyKind::Adt(_, args)
            | TyKind::FnDef(_, args)
            | TyKind::Closure(_, args)
            | TyKind::CoroutineClosure(_, args)
            | TyKind::Coroutine(_, args)
            | TyKind::CoroutineWitness(_, args) => of_args(args),
            TyKind::Array(element, len) => self.mentions(*element).and(self.const_mentions(*len)),
            TyKind::Pat(base, pattern) => self.mentions(*base).and(self.pattern_mentions(pattern)),
            TyKind::Slice(inner)
            | TyKind::RawPtr(inner, _)
            | TyKind::Ref(inner, _)
            | TyKind::UnsafeBinder(inner) => self.mentions(*inner),
            TyKind::FnPtr(sig) => self.all_mention(&sig.inputs_and_output),
            TyKind::Tuple(fields) => self.all_mention(fields),
            TyKind::Dynamic(predicates) => predicates.iter().fold(Mentions::NOTHING, |found, predicate| {
                found.and(match predicate {
                    ExistentialPredicate::Trait { args, .. } => of_args(args),
                    ExistentialPredicate::Projection { args, term, .. } => {
                        let of_term = match *term {
                            Term::Ty(ty) => self.mentions(ty),
                            Term::Const(constant) => self.const_mentions(constant),
                        };
                        of_args(args).and(of_term)
                    }
                    ExistentialPredicate::AutoTrait(_) => Mentions::NOTHING,
                })
            }),
        }
    }

    fn pattern_mentions(&self, pattern: &PatternKind) -> Mentions {
        match pattern {
            PatternKind::Range { start, end } => self.const_mentions(*start).and(self.const_mentions(*end)),
            PatternKind::Or(patterns) => patterns
                .iter()
                .fold(Mentions::NOTHING, |found, pattern| found.and(self.pattern_mentions(pattern))),
            PatternKind::NotNull => Mentions::NOTHING,
        }
    }

    fn all_mention(&self, types: &[Ty]) -> Mentions {
        types.iter().fold(Mentions::NOTHING, |found, &ty| found.and(self.mentions(ty)))
    }

    /// What generic arguments mention.
    pub(crate) fn args_mention(&self, args: &[GenericArg]) -> Mentions {
        args.iter().fold(Mentions::NOTHING, |found, &arg| found.and(self.arg_mentions(arg)))
    }

    fn arg_mentions(&self, arg: GenericArg) -> Mentions {
        match arg {
            GenericArg::Lifetime => Mentions::NOTHING,
            GenericArg::Type(ty) => self.mentions(ty),
            GenericArg::Const(constant) => self.const_mentions(constant),
        }
    }

    /// What a constant mentions.
    pub(crate) fn const_mentions(&self, constant: Const) -> Mentions {
        match &*self.const_kind(constant) {
            ConstKind::Param { .. } => Mentions { params: true, aliases: false },
            ConstKind::Unevaluated(_, args) => Mentions { aliases: true, ..self.args_mention(args) },
            ConstKind::Value(ty, ValTree::Leaf(_)) => self.mentions(*ty),
            ConstKind::Value(ty, ValTree::Branch(parts)) => {
                parts.iter().fold(self.mentions(*ty), |found, &part| found.and(self.const_mentions(part)))
            }
            ConstKind::Other => Mentions::NOTHING,
        }
    }
}
