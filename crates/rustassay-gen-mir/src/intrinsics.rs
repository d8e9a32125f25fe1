//! Calls of intrinsics, by their signatures.

use crate::places::Use;
use crate::writer::Writer;
use rustassay_lang::Release;
use rustassay_mir::model::*;
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
pub(crate) fn used() -> impl Iterator<Item = Intrinsic> {
    let in_groups = Group::ALL.into_iter().flat_map(Group::families).flatten().copied();
    in_groups.chain(CATCHES).chain([Intrinsic::AtomicCxchgweak])
}

/// What catches panics, one in each release.
const CATCHES: [Intrinsic; 2] = [Intrinsic::CatchUnwind, Intrinsic::CatchUnwindBool];

/// The intrinsics that there are for a program.
#[derive(Debug)]
pub(crate) struct Available {
    /// The families of each group with at least one available intrinsic.
    families: [Vec<&'static [Intrinsic]>; Group::ALL.len()],
    members: BTreeSet<Intrinsic>,
}

impl Available {
    fn new(has: impl Fn(Intrinsic) -> bool) -> Available {
        let members: BTreeSet<Intrinsic> = used().filter(|&intrinsic| has(intrinsic)).collect();
        let families = Group::ALL.map(|group| {
            let has_some = |family: &&[Intrinsic]| family.iter().any(|member| members.contains(member));
            group.families().filter(has_some).collect()
        });
        Available { families, members }
    }

    /// The same for all programs of a kind, found out once.
    pub fn of(kind: &AvailableKey, has: impl Fn(Intrinsic) -> bool) -> Rc<Available> {
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
        !self.families[group as usize].is_empty()
    }

    /// Whether there is this one.
    pub fn has(&self, intrinsic: Intrinsic) -> bool {
        self.members.contains(&intrinsic)
    }

    /// The one that catches panics.
    pub fn catch(&self) -> Option<Intrinsic> {
        CATCHES.into_iter().find(|catch| self.members.contains(catch))
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

    /// The group whose weight decides how often programs call an intrinsic; `None` if [`Writer::call_intrinsic`] never
    /// calls it. Programs must print the same everywhere, so intrinsics with an open result are never called.
    fn of(intrinsic: Intrinsic) -> Option<Group> {
        let is_left_out = match intrinsic {
            // They end the program, or something else writes them: statements, casts, `unwinding`.
            Intrinsic::Abort
            | Intrinsic::Breakpoint
            | Intrinsic::Unreachable
            | Intrinsic::Assume
            | Intrinsic::Transmute
            | Intrinsic::TransmuteUnchecked
            | Intrinsic::CatchUnwind
            | Intrinsic::CatchUnwindBool => true,
            // They compute nothing.
            Intrinsic::AssertInhabited
            | Intrinsic::AssertZeroValid
            | Intrinsic::AssertMemUninitializedValid => true,
            // They need a crate feature, or the machine does not compute them for all types.
            Intrinsic::UncheckedFunnelShl | Intrinsic::UncheckedFunnelShr | Intrinsic::CarryingMulAdd => true,
            // Not called yet.
            Intrinsic::CompareBytes | Intrinsic::NontemporalStore => true,
            _ => intrinsic.is_open(),
        };
        (!is_left_out).then_some(match intrinsic.group() {
            IntrinsicGroup::Atomic => Group::Atomic,
            IntrinsicGroup::Volatile => Group::Volatile,
            IntrinsicGroup::Bits
            | IntrinsicGroup::UncheckedShift
            | IntrinsicGroup::UncheckedArithmetic
            | IntrinsicGroup::SaturatingArithmetic
            | IntrinsicGroup::WrappingArithmetic
            | IntrinsicGroup::OverflowingArithmetic
            | IntrinsicGroup::Integer => Group::Integer,
            IntrinsicGroup::FloatExtreme
            | IntrinsicGroup::FloatFused
            | IntrinsicGroup::FloatRounding
            | IntrinsicGroup::Float => Group::Float,
            IntrinsicGroup::Copy | IntrinsicGroup::Memory => Group::Memory,
            IntrinsicGroup::Pointer => Group::Pointer,
            IntrinsicGroup::Other => Group::Other,
        })
    }

    /// The group's intrinsics: each alone, or a family of one per floating-point type.
    fn families(self) -> impl Iterator<Item = &'static [Intrinsic]> {
        Intrinsic::families().filter(move |family| Group::of(family[0]) == Some(self))
    }

    /// Whether integers among the arguments, but for the first, are numbers of elements.
    const fn has_counts(self) -> bool {
        matches!(self, Group::Memory | Group::Volatile | Group::Pointer)
    }
}

/// Whether a float's intrinsic is the same everywhere. `f128` has no library on most machines, and `fma` of an `f16` is rounded twice
/// where it is computed as `f32`.
fn is_exact(intrinsic: Intrinsic) -> bool {
    match intrinsic.float() {
        None | Some(FloatTy::F32 | FloatTy::F64) => true,
        Some(FloatTy::F16) => !matches!(intrinsic, Intrinsic::Fma(_)),
        Some(FloatTy::F128) => matches!(intrinsic, Intrinsic::Fabs(_) | Intrinsic::Copysign(_)),
    }
}

impl Writer {
    /// Calls an intrinsic of a group.
    pub fn call_intrinsic(&mut self, group: Group) -> Option<()> {
        let available = self.mixture.available.clone();
        let family = *self.random.pick(&available.families[group as usize])?;
        let (intrinsic, generics) = match *family {
            [intrinsic] => (intrinsic, self.generics(intrinsic)?),
            _ => {
                let TyKind::Float(float) = *self
                    .some_ty_that(|types, ty| matches!(types.kind(ty), TyKind::Float(_)))
                    .map(|ty| self.kind(ty))?
                else {
                    return None;
                };
                let of_type = family.iter().copied().find(|intrinsic| intrinsic.float() == Some(float))?;
                is_exact(of_type).then_some(())?;
                (of_type, Vec::new())
            }
        };
        available.members.contains(&intrinsic).then_some(())?;
        let function = FnRef { def: FnDefId::Intrinsic(intrinsic), generics: generics.into() };
        let (types, items) = self.machine.program.types_and_items();
        let sig = items.call_sig(types, &function)?;
        let params: Option<Vec<Ty>> = sig.params.into_iter().collect();
        let args = self.intrinsic_arguments(group, intrinsic, &params?)?;
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
        let function = FnRef { def: FnDefId::Intrinsic(Intrinsic::ArithOffset), generics };
        let distance = self.random.bits() as i32;
        let (there, back) = (self.new_local(ty)?, self.new_local(ty)?);
        self.scope_mut().hide(there);
        for (from, to, distance) in [(pointer, there, distance), (there, back, distance.wrapping_neg())] {
            let count = self.types().const_int(IntTy::Isize, distance.into());
            let args = vec![Operand::Copy(from.into()), count.into()];
            let func = Const::Fn(Box::new(function.clone())).into();
            self.call(func, to.into(), args, UnwindAction::Unreachable)?;
        }
        Some(())
    }

    /// Generic arguments that an intrinsic takes.
    fn generics(&mut self, intrinsic: Intrinsic) -> Option<Vec<GenericArg>> {
        let mut generics: Vec<GenericArg> = Vec::new();
        for &bound in &intrinsic.signature().generics {
            let other = |position: usize| match generics.get(position) {
                Some(&GenericArg::Ty(ty)) => Some(ty),
                _ => None,
            };
            let arg = match bound {
                Bound::Ordering => {
                    let is_ordering = |arg: &&GenericArg| matches!(arg, GenericArg::Ordering(_));
                    let position = generics.iter().filter(is_ordering).count();
                    GenericArg::Ordering(*self.random.pick(intrinsic.orderings(position))?)
                }
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
                Bound::ThinPtr if intrinsic == Intrinsic::AggregateRawPtr => {
                    let TyKind::RawPtr(mutability, pointee) = *self.kind(other(0)?) else { return None };
                    let TyKind::Slice(element) = *self.kind(pointee) else { return None };
                    GenericArg::Ty(self.machine.program.types.raw_ptr(mutability, element))
                }
                Bound::Offset => GenericArg::Ty(*self.random.pick(&[Ty::ISIZE, Ty::USIZE])?),
                _ => {
                    let is_wide = intrinsic == Intrinsic::AggregateRawPtr;
                    let fits = |types: &Types, ty: Ty| {
                        bound.admits(types, GenericArg::Ty(ty), &[])
                            && (!is_wide || types.pointee(ty).is_some_and(|pointee| !types.is_sized(pointee)))
                    };
                    let ty = self.some_ty_that(fits)?;
                    // What lies where in other types, the compiler decides: not how many bytes are copied, but what else they are.
                    let is_bytes = matches!(
                        intrinsic,
                        Intrinsic::WriteBytes | Intrinsic::VolatileSetMemory | Intrinsic::RawEq
                    );
                    (!is_bytes || self.machine.has_fixed_layout(ty)).then_some(())?;
                    GenericArg::Ty(ty)
                }
            };
            generics.push(arg);
        }
        Some(generics)
    }

    fn intrinsic_arguments(
        &mut self,
        group: Group,
        intrinsic: Intrinsic,
        params: &[Ty],
    ) -> Option<Vec<Operand>> {
        let mut args = Vec::with_capacity(params.len());
        let is_offset = matches!(
            intrinsic,
            Intrinsic::Offset
                | Intrinsic::ArithOffset
                | Intrinsic::PtrOffsetFrom
                | Intrinsic::PtrOffsetFromUnsigned
        );
        // Several elements are there only if something of a certain layout is.
        let count = self.random.one(COUNTS);
        for (n, &param) in params.iter().enumerate() {
            let has_counts = group.has_counts() && n > 0;
            args.push(match *self.kind(param) {
                TyKind::Int(IntTy::Usize) if has_counts => self.types().const_int(IntTy::Usize, count).into(),
                TyKind::Int(IntTy::Isize) if has_counts => {
                    let distance = self.random.within(&DISTANCES) as i128 - 2;
                    self.types().const_int(IntTy::Isize, distance).into()
                }
                TyKind::RawPtr(mutability, pointee) => {
                    let pointer = self.pointer_to(mutability, pointee, param)?;
                    let is_moved = is_offset || (group.has_counts() && count > 1);
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
