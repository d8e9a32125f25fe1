//! Calls and tail calls: callees, arguments, destinations, and generic arguments.

use super::{Checker, Cx, Fault, Point, Rule};
use crate::layout::Layout;
use crate::model::{
    Abi, Call, Const, FnDefId, FnRef, FnSig, GenericArg, Intrinsic, Operand, Phase, Place, SurfaceFn, Ty,
    TyKind,
};
use crate::model::{At, Types};
use smallvec::SmallVec;

/// What is called.
enum Callee<'c> {
    /// A custom-MIR function or a function pointer.
    Sig(&'c FnSig),
    /// A function that surface Rust declares.
    Surface(&'c SurfaceFn),
    /// An intrinsic, with its generic arguments.
    Intrinsic(Intrinsic, &'c [GenericArg]),
}

impl<'c> Callee<'c> {
    fn params(&self) -> usize {
        match self {
            Callee::Sig(sig) => sig.params.len(),
            Callee::Surface(function) => function.params.len(),
            Callee::Intrinsic(intrinsic, _) => intrinsic.signature().params.len(),
        }
    }

    /// The type of a parameter; `None` where any type goes.
    fn param(&self, types: &mut Types, position: usize) -> Option<Ty> {
        match self {
            Callee::Sig(sig) => Some(sig.params[position]),
            Callee::Surface(function) => function.params[position],
            Callee::Intrinsic(intrinsic, generics) => {
                intrinsic.signature().params[position].instantiate(types, generics)
            }
        }
    }

    /// The type of the result; `None` where any type goes.
    fn ret(&self, types: &mut Types) -> Option<Ty> {
        match self {
            Callee::Sig(sig) => Some(sig.ret),
            Callee::Surface(function) => function.ret,
            Callee::Intrinsic(intrinsic, generics) => intrinsic.signature().ret.instantiate(types, generics),
        }
    }

    fn abi(&self) -> Abi {
        match self {
            Callee::Sig(sig) => sig.abi,
            Callee::Surface(function) => function.abi,
            Callee::Intrinsic(..) => Abi::Rust,
        }
    }
}

/// Argument types; most calls have few.
type Args = SmallVec<[Option<Ty>; 8]>;

impl<'a> Checker<'a> {
    pub(super) fn call(&mut self, cx: Cx<'a>, call: &'a Call, point: Point) {
        let dest = self.value_place(cx, &call.dest, point.part(0));
        let args = self.arguments(cx, &call.args, point, 2);
        self.call_places(cx, Some(&call.dest), &call.args, point, 2);
        self.with_callee(cx, &call.func, point.part(1), |checker, callee| {
            checker.argument_types(callee, &args, point, 2);
            if let Callee::Intrinsic(intrinsic, _) = *callee {
                checker.lowering(cx, intrinsic, &call.args, point);
            }
            let ret = callee.ret(&mut checker.types);
            if let (Some(dest), Some(ret)) = (dest, ret)
                && dest != ret
                && !(cx.phase >= Phase::AnalysisPostCleanup && checker.takes_no_result(callee, ret, dest))
            {
                let (ret, dest) = (checker.name(ret), checker.name(dest));
                let message = format!("the call gives `{ret}`, but the destination has type `{dest}`");
                checker.report(point.part(0), Fault::new(Rule::DestinationType, message));
            }
        });
    }

    /// Whether codegen needs no result for the destination of a call that does not return. It does not define a
    /// register for a `!` (`make_return_dest` in `rustc_codegen_ssa::mir::block`), but custom MIR always has a block
    /// to return to, which may read the destination: "use of _0 before def". Nothing is defined for zero-sized types,
    /// and intrinsics write to memory.
    fn takes_no_result(&mut self, callee: &Callee<'_>, ret: Ty, dest: Ty) -> bool {
        let is_zst = |checker: &mut Self| checker.layouts.of(&checker.types, dest).is_ok_and(Layout::is_zst);
        ret == Ty::NEVER && (matches!(callee, Callee::Intrinsic(..)) || is_zst(self))
    }

    pub(super) fn tail_call(&mut self, cx: Cx<'a>, func: &'a Operand, args: &'a [Operand], point: Point) {
        let types = self.arguments(cx, args, point, 1);
        self.call_places(cx, None, args, point, 1);
        if super::items::tracks_caller(cx.function) {
            let message = "there is no tail call in a function with `#[track_caller]`";
            self.report(point.whole(), Fault::new(Rule::TrackCaller, message));
        }
        let caller = &cx.function.sig;
        self.with_callee(cx, func, point.part(0), |checker, callee| {
            checker.argument_types(callee, &types, point, 1);
            let same = callee.params() == caller.params.len()
                && caller.params.iter().enumerate().all(|(position, &param)| {
                    callee.param(&mut checker.types, position).is_none_or(|ty| ty == param)
                })
                && callee.ret(&mut checker.types).is_none_or(|ret| ret == caller.ret)
                && callee.abi() == caller.abi;
            let in_registers = |checker: &Self, ty: Ty| {
                matches!(
                    checker.types.kind(ty),
                    TyKind::Bool
                        | TyKind::Char
                        | TyKind::Int(_)
                        | TyKind::Float(_)
                        | TyKind::RawPtr(..)
                        | TyKind::Ref(..)
                        | TyKind::Box(_)
                        | TyKind::FnPtr(_)
                )
            };
            let fault = if matches!(callee, Callee::Intrinsic(..)) {
                Fault::new(Rule::TailCall, "an intrinsic cannot be tail-called")
            } else if !same {
                Fault::new(Rule::TailCall, "a tail call needs the signature of the function that it is in")
                    .label("parameters, result or convention differ")
            } else if caller.abi != Abi::Rust && !caller.params.iter().all(|&ty| in_registers(checker, ty)) {
                let message =
                    format!("a tail call of an `extern \"{}\"` function takes scalars", caller.abi.name());
                Fault::new(Rule::TailCall, message)
            } else {
                return;
            };
            checker.report(point.whole(), fault);
        });
    }

    /// What replacing the call of an intrinsic asks for.
    fn lowering(&mut self, cx: Cx<'a>, intrinsic: Intrinsic, args: &[Operand], point: Point) {
        if cx.phase > Phase::RuntimeInitial && intrinsic.is_lowered() {
            let message = format!("`{}` must have been replaced before this phase", intrinsic.name());
            self.report(point.part(1), Fault::new(Rule::WrongPhase, message));
        }
        let is_local = |operand: &Operand| operand.place().and_then(Place::as_local).is_some();
        let takes_local = matches!(intrinsic, Intrinsic::ReadViaCopy | Intrinsic::DiscriminantValue);
        if takes_local && !args.iter().all(is_local) {
            let message = format!("`{}` takes its pointer from a local alone", intrinsic.name());
            let fault = Fault::new(Rule::PointerInLocal, message).help("assign the pointer to a local first");
            self.report(point.part(2), fault);
        }
    }

    fn arguments(&mut self, cx: Cx<'a>, args: &'a [Operand], point: Point, first: usize) -> Args {
        let args = args.iter().enumerate();
        args.map(|(position, arg)| self.operand(cx, arg, point.part(first + position))).collect()
    }

    /// Finds what is called and goes on with it.
    fn with_callee(
        &mut self,
        cx: Cx<'a>,
        func: &'a Operand,
        at: At,
        check: impl FnOnce(&mut Self, &Callee<'_>),
    ) {
        let named;
        let function: &FnRef = match func {
            // Naming a function is how it is mostly called, and needs no type.
            Operand::Const(Const::Fn(function)) => {
                if self.fn_ref(function, at).is_none() {
                    return;
                }
                function
            }
            _ => {
                let Some(ty) = self.operand(cx, func, at) else { return };
                match self.types.kind(ty) {
                    TyKind::FnPtr(sig) => {
                        let sig = sig.clone();
                        if cx.function.is_const {
                            let message = "a `const fn` cannot call a function pointer";
                            self.report(at, Fault::new(Rule::ConstFn, message));
                        }
                        return check(self, &Callee::Sig(&sig));
                    }
                    TyKind::FnDef(function) => {
                        named = function.clone();
                        if self.fn_ref(&named, at).is_none() {
                            return;
                        }
                        &named
                    }
                    _ => {
                        let message = format!("`{}` cannot be called", self.name(ty));
                        return self.report(at, Fault::new(Rule::NotCallable, message));
                    }
                }
            }
        };
        let items = self.items;
        let (callee, is_const) = match function.def {
            FnDefId::Fn(id) => (Callee::Sig(&items.functions[id].sig), items.functions[id].is_const),
            FnDefId::Surface(id) => (Callee::Surface(&items.surface_fns[id]), items.surface_fns[id].is_const),
            FnDefId::Intrinsic(id) => (Callee::Intrinsic(id, &function.generics), id.signature().is_const),
            // Reported as such where it is mentioned.
            FnDefId::Builtin(_) | FnDefId::Foreign(_) | FnDefId::Virtual(_) => return,
        };
        if cx.function.is_const && !is_const {
            let message = "a `const fn` calls only `const` functions";
            self.report(at, Fault::new(Rule::ConstFn, message).label("not a `const fn`"));
        }
        check(self, &callee);
    }

    fn argument_types(&mut self, callee: &Callee<'_>, args: &[Option<Ty>], point: Point, first: usize) {
        if callee.params() != args.len() {
            let message = format!("the function takes {} arguments, not {}", callee.params(), args.len());
            return self.report(point.whole(), Fault::new(Rule::ArgumentCount, message));
        }
        for (position, &arg) in args.iter().enumerate() {
            if let (Some(arg), Some(param)) = (arg, callee.param(&mut self.types, position))
                && arg != param
            {
                let message =
                    format!("the parameter has type `{}`, not `{}`", self.name(param), self.name(arg));
                self.report(point.part(first + position), Fault::new(Rule::ArgumentType, message));
            }
        }
    }

    /// Places that the callee may get a pointer to: the destination and what is moved.
    fn call_places(
        &mut self,
        cx: Cx<'a>,
        dest: Option<&'a Place>,
        args: &'a [Operand],
        point: Point,
        first: usize,
    ) {
        let moved = |(position, arg): (usize, &'a Operand)| match arg {
            Operand::Move(place) => Some((place, first + position)),
            _ => None,
        };
        let places =
            || dest.map(|dest| (dest, 0)).into_iter().chain(args.iter().enumerate().filter_map(moved));
        for (index, (place, part)) in places().enumerate() {
            if !place.projection.is_empty()
                && let Some((packed, _)) = self.packed_base(cx, place)
            {
                let message = format!("a call cannot use a place in the packed type `{}`", self.name(packed));
                let fault = Fault::new(Rule::PackedCallPlace, message).help("use a local");
                self.report(point.part(part), fault);
            }
            if let Some((_, other)) = places().take(index).find(|(earlier, _)| *earlier == place) {
                let message = "a call uses one place both here and elsewhere";
                self.report(point.part(part), Fault::new(Rule::CallOverlap, message));
                self.relate(point.part(other), "also here");
            }
        }
    }

    /// Checks the generic arguments of a function that is mentioned by name.
    pub(super) fn generic_args(&mut self, function: &FnRef, at: At) -> Option<()> {
        for &arg in &function.generics {
            if let GenericArg::Ty(ty) = arg
                && !self.ty(ty, at)
            {
                return None;
            }
        }
        let given = function.generics.len();
        let fault = match function.def {
            FnDefId::Fn(_) if given == 0 => return Some(()),
            FnDefId::Fn(_) => {
                Fault::new(Rule::GenericArgs, "a custom-MIR function has no generic parameters")
            }
            FnDefId::Surface(id) => {
                let declared = self.items.surface_fns[id].generics;
                let only_types = function.generics.iter().all(|arg| matches!(arg, GenericArg::Ty(_)));
                if (given == 0 || given == declared) && only_types {
                    return Some(());
                }
                let message = format!("the function has {declared} type parameters, but {given} are given");
                Fault::new(Rule::GenericArgs, message)
            }
            FnDefId::Intrinsic(id) => match self.intrinsic_fault(id, &function.generics) {
                Some(fault) => fault,
                None => return Some(()),
            },
            FnDefId::Builtin(_) | FnDefId::Foreign(_) | FnDefId::Virtual(_) => {
                Fault::not_custom_mir("a function that only compiled crates can call")
            }
        };
        self.report(at, fault);
        None
    }

    fn intrinsic_fault(&mut self, intrinsic: Intrinsic, generics: &[GenericArg]) -> Option<Box<Fault>> {
        let name = intrinsic.name();
        let bounds = &intrinsic.signature().generics;
        if generics.len() != bounds.len() {
            let message = format!("`{name}` has {} generic parameters, not {}", bounds.len(), generics.len());
            return Some(Fault::new(Rule::GenericArgs, message));
        }
        for (&bound, &arg) in bounds.iter().zip(generics) {
            if bound.admits(&self.types, arg, generics) {
                continue;
            }
            let given = match arg {
                GenericArg::Ty(ty) => format!("`{}`", self.name(ty)),
                GenericArg::Ordering(ordering) => format!("`{}`", ordering.name()),
            };
            let message = format!("`{name}` takes {}, not {given}", bound.describe());
            return Some(Fault::new(Rule::GenericArgs, message));
        }
        let orderings = generics.iter().filter_map(|arg| match arg {
            GenericArg::Ordering(ordering) => Some(*ordering),
            GenericArg::Ty(_) => None,
        });
        for (position, ordering) in orderings.enumerate() {
            if !intrinsic.orderings(position).contains(&ordering) {
                let message = format!("`{name}` cannot have the ordering `{}`", ordering.name());
                return Some(Fault::new(Rule::AtomicOrdering, message));
            }
        }
        match (intrinsic, generics) {
            (Intrinsic::UncheckedFunnelShl | Intrinsic::UncheckedFunnelShr, _)
                if !self.features.funnel_shifts =>
            {
                let fault = Fault::new(Rule::MissingFeature, format!("the intrinsic `{name}` is unstable"));
                Some(fault.help("add `#![feature(funnel_shifts)]` to the crate"))
            }
            (Intrinsic::Transmute, &[GenericArg::Ty(from), GenericArg::Ty(to)])
                if !self.same_size(from, to) =>
            {
                let message = format!("`{}` and `{}` differ in size", self.name(from), self.name(to));
                Some(Fault::new(Rule::GenericArgs, message).help("use `CastTransmute`"))
            }
            (
                Intrinsic::Transmute | Intrinsic::TransmuteUnchecked,
                &[GenericArg::Ty(from), GenericArg::Ty(to)],
            ) => self.transmute_fault(from, to).map(|message| Fault::new(Rule::GenericArgs, message)),
            _ => None,
        }
    }
}
