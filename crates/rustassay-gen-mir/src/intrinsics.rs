//! Calls of intrinsics, by their signatures.

use crate::places::Use;
use crate::writer::Writer;
use rustassay_mir::model::*;
use rustassay_mir::release::Release;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// How many elements intrinsics on memory are given; mostly one.
const COUNTS: [i128; 7] = [0, 1, 1, 1, 2, 3, 4];

/// How many elements a pointer is moved by, two too many: some are moved back.
const DISTANCES: RangeInclusive<usize> = 0..=4;

/// A kind of intrinsics, for which there is a weight.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    Integer,
    Float,
    Memory,
    Volatile,
    Atomic,
    Pointer,
    Other,
}

/// Every intrinsic that programs may call.
pub(crate) fn used() -> impl Iterator<Item = IntrinsicId> {
    let catches = CATCHES.into_iter().filter_map(find_intrinsic);
    Group::ALL
        .into_iter()
        .flat_map(|group| group.names().iter().flat_map(move |name| group.rows(name)))
        .chain(catches)
}

/// What catches panics, one in each release.
pub(crate) const CATCHES: [&str; 2] = ["catch_unwind", "catch_unwind_bool"];

/// The intrinsics that there are for a program.
#[derive(Debug)]
pub(crate) struct Available {
    /// The names of each group that are some intrinsic's.
    names: [Vec<&'static str>; Group::ALL.len()],
    rows: BTreeSet<IntrinsicId>,
}

impl Available {
    fn new(has: impl Fn(IntrinsicId) -> bool) -> Available {
        let rows: BTreeSet<IntrinsicId> = used().filter(|&id| has(id)).collect();
        let names = Group::ALL.map(|group| {
            let names = group.names().iter().copied();
            names.filter(|name| group.rows(name).any(|id| rows.contains(&id))).collect()
        });
        Available { names, rows }
    }

    /// The same for all programs of a kind, found out once.
    pub fn of(kind: &AvailableKey, has: impl Fn(IntrinsicId) -> bool) -> Rc<Available> {
        thread_local! {
            static KNOWN: RefCell<Vec<(AvailableKey, Rc<Available>)>> = const { RefCell::new(Vec::new()) };
        }
        KNOWN.with_borrow_mut(|known| {
            if let Some((_, available)) = known.iter().find(|(known, _)| known == kind) {
                return available.clone();
            }
            let available = Rc::new(Available::new(has));
            known.push((kind.clone(), available.clone()));
            available
        })
    }

    /// Whether there are any of a group.
    pub fn has_some(&self, group: Group) -> bool {
        !self.names[group as usize].is_empty()
    }

    /// The one that catches panics.
    pub fn catch(&self) -> Option<IntrinsicId> {
        CATCHES.into_iter().filter_map(find_intrinsic).find(|id| self.rows.contains(id))
    }
}

/// What decides which intrinsics there are: the releases, whether functions are `const`, and whether Miri is to run them.
pub(crate) type AvailableKey = (Vec<Release>, bool, bool);

impl Group {
    pub const ALL: [Group; 7] = [
        Group::Integer,
        Group::Float,
        Group::Memory,
        Group::Volatile,
        Group::Atomic,
        Group::Pointer,
        Group::Other,
    ];

    /// The intrinsics that a name of the group stands for: one, or one for each type of floats.
    fn rows(self, name: &'static str) -> impl Iterator<Item = IntrinsicId> {
        let of_types = FloatTy::ALL
            .into_iter()
            .filter(move |_| self == Group::Float)
            .filter_map(move |float| find_intrinsic(&format!("{name}{}", float.name())));
        find_intrinsic(name).into_iter().chain(of_types)
    }

    /// Whether integers among the arguments, but for the first, are numbers of elements.
    const fn has_counts(self) -> bool {
        matches!(self, Group::Memory | Group::Volatile | Group::Pointer)
    }

    /// Those whose result is the same everywhere. Not among floats: what libraries compute (`sin`), what may be fused or not (`fmuladd`), and
    /// what may be computed in another order (`fadd_fast`, `fadd_algebraic`).
    const fn names(self) -> &'static [&'static str] {
        match self {
            Group::Integer => &[
                "ctpop",
                "ctlz",
                "cttz",
                "ctlz_nonzero",
                "cttz_nonzero",
                "bswap",
                "bitreverse",
                "three_way_compare",
                "disjoint_bitor",
                "add_with_overflow",
                "sub_with_overflow",
                "mul_with_overflow",
                "exact_div",
                "unchecked_div",
                "unchecked_rem",
                "unchecked_shl",
                "unchecked_shr",
                "unchecked_add",
                "unchecked_sub",
                "unchecked_mul",
                "rotate_left",
                "rotate_right",
                "wrapping_add",
                "wrapping_sub",
                "wrapping_mul",
                "saturating_add",
                "saturating_sub",
            ],
            Group::Float => &[
                "sqrt",
                "fma",
                "floor",
                "ceil",
                "trunc",
                "round_ties_even_",
                "round",
                "minnum",
                "minimum",
                "maxnum",
                "maximum",
                "fabs",
                "copysign",
                "float_to_int_unchecked",
            ],
            Group::Memory => &[
                "copy_nonoverlapping",
                "copy",
                "write_bytes",
                "typed_swap_nonoverlapping",
                "raw_eq",
                "read_via_copy",
            ],
            Group::Volatile => &[
                "volatile_load",
                "volatile_store",
                "unaligned_volatile_load",
                "unaligned_volatile_store",
                "volatile_copy_memory",
                "volatile_copy_nonoverlapping_memory",
                "volatile_set_memory",
            ],
            Group::Atomic => &[
                "atomic_cxchg",
                "atomic_load",
                "atomic_store",
                "atomic_xchg",
                "atomic_xadd",
                "atomic_xsub",
                "atomic_and",
                "atomic_nand",
                "atomic_or",
                "atomic_xor",
                "atomic_max",
                "atomic_min",
                "atomic_umin",
                "atomic_umax",
                "atomic_fence",
                "atomic_singlethreadfence",
            ],
            Group::Pointer => &[
                "offset",
                "arith_offset",
                "ptr_offset_from",
                "ptr_offset_from_unsigned",
                "aggregate_raw_ptr",
                "size_of_val",
                "align_of_val",
            ],
            Group::Other => &[
                "black_box",
                "likely",
                "unlikely",
                "cold_path",
                "select_unpredictable",
                "discriminant_value",
                "forget",
            ],
        }
    }
}

/// Whether a float's intrinsic is the same everywhere. `f128` has no library on most machines, and `fma` of an `f16` is rounded twice
/// where it is computed as `f32`.
fn is_exact(name: &str, float: FloatTy) -> bool {
    match float {
        FloatTy::F32 | FloatTy::F64 => true,
        FloatTy::F16 => name != "fma",
        FloatTy::F128 => matches!(name, "fabs" | "copysign"),
    }
}

impl Writer {
    /// Calls an intrinsic of a group.
    pub fn call_intrinsic(&mut self, group: Group) -> Option<()> {
        let available = self.mixture.available.clone();
        let name = *self.random.pick(&available.names[group as usize])?;
        let (id, generics) = match group {
            Group::Float if name != "float_to_int_unchecked" => {
                let TyKind::Float(float) = *self
                    .some_ty_that(|types, ty| matches!(types.kind(ty), TyKind::Float(_)))
                    .map(|ty| self.kind(ty))?
                else {
                    return None;
                };
                is_exact(name, float).then_some(())?;
                (find_intrinsic(&format!("{name}{}", float.name()))?, Vec::new())
            }
            _ => {
                let id = find_intrinsic(name)?;
                (id, self.generics(intrinsic(id))?)
            }
        };
        available.rows.contains(&id).then_some(())?;
        let function = FnRef { def: FnDefId::Intrinsic(id), generics: generics.into() };
        let (types, items) = self.machine.program.types_and_items();
        let sig = items.call_sig(types, &function)?;
        let params: Option<Vec<Ty>> = sig.params.into_iter().collect();
        let args = self.intrinsic_arguments(group, name, &params?)?;
        let dest = self.destination(sig.ret?)?;
        self.call(Const::Fn(Box::new(function)).into(), dest, args, UnwindAction::Unreachable)
    }

    /// Moves a pointer somewhere and back, wherever it points.
    pub fn round_trip(&mut self) -> Option<()> {
        let fits = |types: &Types, ty: Ty| matches!(*types.kind(ty), TyKind::RawPtr(Mutability::Not, pointee) if types.is_sized(pointee));
        let ty = self.some_ty_that(fits)?;
        let pointee = self.types().pointee(ty)?;
        let pointer = self.local(ty, Use::Read)?;
        let generics: Box<[GenericArg]> = Box::new([GenericArg::Ty(pointee)]);
        let function = FnRef { def: FnDefId::Intrinsic(find_intrinsic("arith_offset")?), generics };
        let distance = self.random.bits() as i32;
        let (there, back) = (self.new_local(ty)?, self.new_local(ty)?);
        self.scope_mut().hide(there);
        for (from, to, distance) in [(pointer, there, distance), (there, back, distance.wrapping_neg())] {
            let count = Const::int(IntTy::Isize, distance.into());
            let args = vec![Operand::Copy(from.into()), count.into()];
            let func = Const::Fn(Box::new(function.clone())).into();
            self.call(func, to.into(), args, UnwindAction::Unreachable)?;
        }
        Some(())
    }

    /// Generic arguments that an intrinsic takes.
    fn generics(&mut self, def: &IntrinsicDef) -> Option<Vec<GenericArg>> {
        let mut generics: Vec<GenericArg> = Vec::new();
        for &bound in &def.generics {
            let other = |position: usize| match generics.get(position) {
                Some(&GenericArg::Ty(ty)) => Some(ty),
                _ => None,
            };
            let arg = match bound {
                Bound::Ordering => GenericArg::Ordering(self.ordering(def.name, generics.last().copied())?),
                Bound::Same(position) => GenericArg::Ty(other(position)?),
                Bound::UnsignedOf(position) => match *self.kind(other(position)?) {
                    TyKind::Int(int) => GenericArg::Ty(Ty::int(int.unsigned())),
                    _ => return None,
                },
                Bound::MetadataOf(position) => {
                    let pointee = self.types().pointee(other(position)?)?;
                    GenericArg::Ty(self.types().metadata_ty(pointee))
                }
                // The pointer to the elements that belongs to a pointer to a slice.
                Bound::ThinPtr if def.name == "aggregate_raw_ptr" => {
                    let TyKind::RawPtr(mutability, pointee) = *self.kind(other(0)?) else { return None };
                    let TyKind::Slice(element) = *self.kind(pointee) else { return None };
                    GenericArg::Ty(self.machine.program.types.raw_ptr(mutability, element))
                }
                Bound::Offset => GenericArg::Ty(*self.random.pick(&[Ty::ISIZE, Ty::USIZE])?),
                _ => {
                    let is_wide = def.name == "aggregate_raw_ptr";
                    let fits = |types: &Types, ty: Ty| {
                        bound.admits(types, GenericArg::Ty(ty), &[])
                            && (!is_wide || types.pointee(ty).is_some_and(|pointee| !types.is_sized(pointee)))
                    };
                    let ty = self.some_ty_that(fits)?;
                    // What lies where in other types, the compiler decides: not how many bytes are copied, but what else they are.
                    let is_bytes = matches!(def.name, "write_bytes" | "volatile_set_memory" | "raw_eq");
                    (!is_bytes || self.machine.has_fixed_layout(ty)).then_some(())?;
                    GenericArg::Ty(ty)
                }
            };
            generics.push(arg);
        }
        Some(generics)
    }

    /// An ordering that an access may have, by whether it loads, stores or does both; `first` is the one for success.
    fn ordering(&mut self, name: &str, first: Option<GenericArg>) -> Option<AtomicOrdering> {
        use AtomicOrdering::*;
        let is_failure = matches!(first, Some(GenericArg::Ordering(_)));
        let allowed: &[AtomicOrdering] = match name {
            "atomic_load" => &[Relaxed, Acquire, SeqCst],
            "atomic_store" => &[Relaxed, Release, SeqCst],
            "atomic_fence" | "atomic_singlethreadfence" => &[Release, Acquire, AcqRel, SeqCst],
            _ if is_failure => &[Relaxed, Acquire, SeqCst],
            _ => &AtomicOrdering::ALL,
        };
        self.random.pick(allowed).copied()
    }

    fn intrinsic_arguments(&mut self, group: Group, name: &str, params: &[Ty]) -> Option<Vec<Operand>> {
        let mut args = Vec::with_capacity(params.len());
        // Several elements are there only if something of a certain layout is.
        let count = self.random.one(COUNTS);
        for (n, &param) in params.iter().enumerate() {
            let has_counts = group.has_counts() && n > 0;
            args.push(match *self.kind(param) {
                TyKind::Int(IntTy::Usize) if has_counts => Const::int(IntTy::Usize, count).into(),
                TyKind::Int(IntTy::Isize) if has_counts => {
                    Const::int(IntTy::Isize, self.random.within(&DISTANCES) as i128 - 2).into()
                }
                TyKind::RawPtr(mutability, pointee) => {
                    let pointer = self.pointer_to(mutability, pointee, param)?;
                    let is_moved = name.contains("offset") || (group.has_counts() && count > 1);
                    (!is_moved || self.points_to_fixed_layout(pointer)).then_some(())?;
                    Operand::Copy(pointer.into())
                }
                TyKind::Ref(Mutability::Not, pointee) => {
                    let place = self.place(pointee, Use::Read)?;
                    Operand::Copy(self.compute(param, Rvalue::Ref(Mutability::Not, place))?.into())
                }
                _ => self.operand(param)?,
            });
        }
        Some(args)
    }

    /// A pointer in a local, which is made if there is none.
    fn pointer_to(&mut self, mutability: Mutability, pointee: Ty, ty: Ty) -> Option<Local> {
        if self.random.coin()
            && let Some(local) = self.local(ty, Use::Read)
        {
            return Some(local);
        }
        let place = self.place(pointee, Use::Write)?;
        self.compute(ty, Rvalue::RawPtr(mutability, place))
    }
}
