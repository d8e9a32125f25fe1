//! Matches what an impl is for against a ground type: which arguments make them equal?

use crate::context::Cx;
use rustassay_machine::error::Step;
use rustassay_metadata::data::*;

/// The arguments that are known so far, and what has to be compared once all are.
#[derive(Clone, Debug)]
pub(crate) struct Bindings {
    /// The argument of each parameter.
    args: Vec<Option<GenericArg>>,
    /// Patterns that stand for something else, which say nothing before their parameters are known, and what they must equal.
    deferred: Vec<(Term, Term)>,
}

impl Bindings {
    /// Nothing is known of the arguments for these parameters, but that lifetimes have nothing to know.
    pub(crate) fn new(count: usize) -> Bindings {
        Bindings { args: vec![None; count], deferred: Vec::new() }
    }

    /// Whether the argument of a parameter is known.
    pub(crate) fn knows(&self, index: u32) -> bool {
        self.args.get(index as usize).is_some_and(Option::is_some)
    }

    /// The arguments; unknown ones are lifetimes.
    pub(crate) fn args(&self) -> Args {
        self.args.iter().map(|arg| arg.unwrap_or(GenericArg::Lifetime)).collect()
    }

    /// What has to be compared once all arguments are known.
    pub(crate) fn take_deferred(&mut self) -> Vec<(Term, Term)> {
        std::mem::take(&mut self.deferred)
    }

    fn bind(&mut self, index: u32, arg: GenericArg) -> bool {
        match self.args.get_mut(index as usize) {
            Some(Some(known)) => *known == arg,
            Some(unknown) => {
                *unknown = Some(arg);
                true
            }
            None => false,
        }
    }
}

impl Cx<'_> {
    /// Whether the pattern can equal the ground arguments, and with which arguments of its own.
    pub(crate) fn match_args(
        &self,
        patterns: &[GenericArg],
        targets: &[GenericArg],
        bindings: &mut Bindings,
    ) -> bool {
        patterns.len() == targets.len()
            && patterns.iter().zip(targets).all(|(&pattern, &target)| match (pattern, target) {
                (GenericArg::Lifetime, GenericArg::Lifetime) => true,
                (GenericArg::Type(pattern), GenericArg::Type(target)) => {
                    self.match_ty(pattern, target, bindings)
                }
                (GenericArg::Const(pattern), GenericArg::Const(target)) => {
                    self.match_const(pattern, target, bindings)
                }
                _ => false,
            })
    }

    /// Whether the pattern can equal the ground type.
    pub(crate) fn match_ty(&self, pattern: Ty, target: Ty, bindings: &mut Bindings) -> bool {
        let mentions = self.mentions(pattern);
        if !mentions.params && !mentions.aliases {
            return pattern == target;
        }
        let (pattern_kind, target_kind) = (self.kind(pattern), self.kind(target));
        match (&*pattern_kind, &*target_kind) {
            (TyKind::Param { index, .. }, _) => bindings.bind(*index, GenericArg::Type(target)),
            (TyKind::Alias(..), _) => {
                bindings.deferred.push((Term::Ty(pattern), Term::Ty(target)));
                true
            }
            (TyKind::Adt(a, a_args), TyKind::Adt(b, b_args))
            | (TyKind::FnDef(a, a_args), TyKind::FnDef(b, b_args))
            | (TyKind::Closure(a, a_args), TyKind::Closure(b, b_args))
            | (TyKind::CoroutineClosure(a, a_args), TyKind::CoroutineClosure(b, b_args))
            | (TyKind::Coroutine(a, a_args), TyKind::Coroutine(b, b_args)) => {
                a == b && self.match_args(a_args, b_args, bindings)
            }
            (TyKind::Array(a, a_len), TyKind::Array(b, b_len)) => {
                self.match_ty(*a, *b, bindings) && self.match_const(*a_len, *b_len, bindings)
            }
            (TyKind::Pat(a, a_pattern), TyKind::Pat(b, b_pattern)) => {
                a_pattern == b_pattern && self.match_ty(*a, *b, bindings)
            }
            (TyKind::Slice(a), TyKind::Slice(b)) | (TyKind::UnsafeBinder(a), TyKind::UnsafeBinder(b)) => {
                self.match_ty(*a, *b, bindings)
            }
            (TyKind::RawPtr(a, a_mut), TyKind::RawPtr(b, b_mut))
            | (TyKind::Ref(a, a_mut), TyKind::Ref(b, b_mut)) => {
                a_mut == b_mut && self.match_ty(*a, *b, bindings)
            }
            (TyKind::FnPtr(a), TyKind::FnPtr(b)) => {
                a.abi == b.abi
                    && a.safety == b.safety
                    && a.c_variadic == b.c_variadic
                    && self.match_all(&a.inputs_and_output, &b.inputs_and_output, bindings)
            }
            (TyKind::Tuple(a), TyKind::Tuple(b)) => self.match_all(a, b, bindings),
            (TyKind::Dynamic(a), TyKind::Dynamic(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b.iter()).all(|(a, b)| self.match_existential(a, b, bindings))
            }
            _ => false,
        }
    }

    fn match_all(&self, patterns: &[Ty], targets: &[Ty], bindings: &mut Bindings) -> bool {
        patterns.len() == targets.len()
            && patterns
                .iter()
                .zip(targets)
                .all(|(&pattern, &target)| self.match_ty(pattern, target, bindings))
    }

    fn match_existential(
        &self,
        pattern: &ExistentialPredicate,
        target: &ExistentialPredicate,
        bindings: &mut Bindings,
    ) -> bool {
        use ExistentialPredicate::{AutoTrait, Projection, Trait};
        match (pattern, target) {
            (Trait { def_id: a, args: a_args }, Trait { def_id: b, args: b_args }) => {
                a == b && self.match_args(a_args, b_args, bindings)
            }
            (
                Projection { def_id: a, args: a_args, term: a_term },
                Projection { def_id: b, args: b_args, term: b_term },
            ) => {
                a == b
                    && self.match_args(a_args, b_args, bindings)
                    && match (*a_term, *b_term) {
                        (Term::Ty(a), Term::Ty(b)) => self.match_ty(a, b, bindings),
                        (Term::Const(a), Term::Const(b)) => self.match_const(a, b, bindings),
                        _ => false,
                    }
            }
            (AutoTrait(a), AutoTrait(b)) => a == b,
            _ => false,
        }
    }

    /// Whether the pattern can equal the constant.
    pub(crate) fn match_const(&self, pattern: Const, target: Const, bindings: &mut Bindings) -> bool {
        match &*self.const_kind(pattern) {
            ConstKind::Param { index, .. } => bindings.bind(*index, GenericArg::Const(target)),
            ConstKind::Unevaluated(..) => {
                bindings.deferred.push((Term::Const(pattern), Term::Const(target)));
                true
            }
            _ => pattern == target,
        }
    }

    /// Binds what the header of an impl leaves open from its where-clauses `<T as Trait>::Item == U`, and checks what had
    /// to wait for it. Whether the impl still matches.
    pub(crate) fn complete(&mut self, predicates: &[Predicate], bindings: &mut Bindings) -> Step<bool> {
        let mut waiting: Vec<&Predicate> =
            predicates.iter().filter(|predicate| matches!(predicate, Predicate::Projection { .. })).collect();
        loop {
            let before = waiting.len();
            let mut still = Vec::new();
            for predicate in waiting {
                let Predicate::Projection { def_id, args, term } = predicate else { continue };
                if self.args_known(args, bindings) && !self.term_known(*term, bindings) {
                    let args = self.instantiate_args(args, &bindings.args())?;
                    let Some(args) = self.try_normalize_args(&args)? else { return Ok(false) };
                    let matches = match (self.project(*def_id, &args)?, *term) {
                        (Some(Term::Ty(found)), Term::Ty(pattern)) => self.match_ty(pattern, found, bindings),
                        (Some(Term::Const(found)), Term::Const(pattern)) => {
                            self.match_const(pattern, found, bindings)
                        }
                        _ => false,
                    };
                    if !matches {
                        return Ok(false);
                    }
                } else {
                    still.push(predicate);
                }
            }
            if still.len() == before {
                break;
            }
            waiting = still;
        }
        for (pattern, target) in bindings.take_deferred() {
            let found = self.instantiate_term(pattern, &bindings.args())?;
            if self.try_normalize_term(found)? != Some(target) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn args_known(&self, args: &[GenericArg], bindings: &Bindings) -> bool {
        args.iter().all(|&arg| match arg {
            GenericArg::Lifetime => true,
            GenericArg::Type(ty) => self.ty_known(ty, bindings),
            GenericArg::Const(constant) => self.const_known(constant, bindings),
        })
    }

    fn term_known(&self, term: Term, bindings: &Bindings) -> bool {
        match term {
            Term::Ty(ty) => self.ty_known(ty, bindings),
            Term::Const(constant) => self.const_known(constant, bindings),
        }
    }

    /// Whether all parameters in a type have an argument.
    fn ty_known(&self, ty: Ty, bindings: &Bindings) -> bool {
        !self.mentions(ty).params || self.params_of(ty).iter().all(|&index| bindings.knows(index))
    }

    fn const_known(&self, constant: Const, bindings: &Bindings) -> bool {
        match &*self.const_kind(constant) {
            ConstKind::Param { index, .. } => bindings.knows(*index),
            ConstKind::Unevaluated(_, args) => self.args_known(args, bindings),
            _ => true,
        }
    }
}
