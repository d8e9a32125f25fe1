//! How one thread waits for another: spin loops, with orderings and fences that let what was done before happen before.

use super::shares::Role;
use super::{SignalKind, surface};
use crate::writer::Writer;
use rustassay_mir::model::*;
use rustassay_random::weighted;

/// What an atomic access has to be to others.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Need {
    Nothing,
    Acquire,
    Release,
}

impl Need {
    /// Whether an ordering is enough.
    fn is_met_by(self, ordering: AtomicOrdering) -> bool {
        use AtomicOrdering::{AcqRel, Acquire, Release, SeqCst};
        match self {
            Need::Nothing => true,
            Need::Acquire => matches!(ordering, Acquire | AcqRel | SeqCst),
            Need::Release => matches!(ordering, Release | AcqRel | SeqCst),
        }
    }
}

/// What ends a spin loop: that this has this value.
pub(super) struct Until {
    pub value: Place,
    pub is: u128,
}

impl Writer {
    /// An ordering for an access that needs one, by itself: the one at `position` among the intrinsic's.
    fn ordering(&mut self, intrinsic: Intrinsic, position: usize, need: Need) -> Option<AtomicOrdering> {
        let enough = intrinsic.orderings(position).iter().copied();
        let enough: Vec<AtomicOrdering> = enough.filter(|&ordering| need.is_met_by(ordering)).collect();
        self.random.pick(&enough).copied()
    }

    /// Calls an atomic intrinsic at a type. The ordering of an exchange that fails is any.
    pub(super) fn atomic(
        &mut self,
        intrinsic: Intrinsic,
        ty: Ty,
        need: Need,
        args: Vec<Operand>,
        dest: Place,
    ) -> Option<()> {
        self.mixture.available.has(intrinsic).then_some(())?;
        let mut generics = Vec::new();
        let mut orderings = 0;
        for &bound in &intrinsic.signature().generics {
            generics.push(match bound {
                Bound::Ordering => {
                    let need = if orderings == 0 { need } else { Need::Nothing };
                    orderings += 1;
                    GenericArg::Ordering(self.ordering(intrinsic, orderings - 1, need)?)
                }
                _ => GenericArg::Ty(ty),
            });
        }
        let function = FnRef { def: FnDefId::Intrinsic(intrinsic), generics: generics.into() };
        self.call(Const::Fn(Box::new(function)).into(), dest, args, UnwindAction::Unreachable)
    }

    /// What is needed of an access, and what of a fence beside it.
    pub(super) fn by_fence(&mut self, need: Need) -> (Need, Need) {
        let has_fence = self.mixture.available.has(Intrinsic::AtomicFence);
        match has_fence && self.random.chance(self.mixture.chances.fences) {
            true => (Need::Nothing, need),
            false => (need, Need::Nothing),
        }
    }

    /// A fence, if one is needed.
    pub(super) fn fence(&mut self, need: Need) -> Option<()> {
        if need == Need::Nothing {
            return Some(());
        }
        let nothing = self.hidden_local(Ty::UNIT)?;
        self.atomic(Intrinsic::AtomicFence, Ty::UNIT, need, Vec::new(), nothing.into())
    }

    /// Tries something until it goes well, as it does at once while it is written; in between, others get their turn.
    pub(super) fn spin(&mut self, attempt: impl FnOnce(&mut Writer) -> Option<Until>) -> Option<()> {
        let yield_now = self.harness.threads.as_ref()?.yield_now;
        let nothing = self.hidden_local(Ty::UNIT)?;
        let head = self.new_block();
        self.end(Terminator::Goto(head))?;
        let Until { value, is } = attempt(self)?;
        let (done, wait) = (self.new_block(), self.new_block());
        let targets = SwitchTargets { values: vec![(is, done)], otherwise: wait };
        self.end(Terminator::Switch(Operand::Copy(value), targets))?;
        // In another schedule it may be otherwise.
        (self.machine.block() == Some(done)).then_some(())?;
        let call = Call {
            dest: nothing.into(),
            func: surface(yield_now),
            args: Vec::new(),
            target: head,
            unwind: UnwindAction::Unreachable,
        };
        let id = self.scope().id;
        self.machine.program.functions[id].body.blocks[wait].terminator = Terminator::Call(Box::new(call));
        Some(())
    }

    /// Whether two integers are the same, as what ends a loop.
    pub(super) fn until_same(&mut self, left: Operand, right: Operand) -> Option<Until> {
        let same = self.hidden(Ty::BOOL, Rvalue::Binary(BinOp::Eq, left, right))?;
        Some(Until { value: same.into(), is: 1 })
    }

    /// Compares and exchanges: what there was, and whether it has been exchanged.
    pub(super) fn exchange(
        &mut self,
        pointer: Local,
        ty: Ty,
        need: Need,
        [expected, new]: [Operand; 2],
        is_weak: bool,
    ) -> Option<Local> {
        let pair = self.machine.program.types.tuple(&[ty, Ty::BOOL]);
        let result = self.hidden_local(pair)?;
        let exchange = if is_weak { Intrinsic::AtomicCxchgweak } else { Intrinsic::AtomicCxchg };
        let args = vec![Operand::Copy(pointer.into()), expected, new];
        self.atomic(exchange, ty, need, args, result.into())?;
        Some(result)
    }

    pub(super) fn int_of(&self, ty: Ty) -> Option<IntTy> {
        match *self.kind(ty) {
            TyKind::Int(int) => Some(int),
            _ => None,
        }
    }

    /// One thread sends others a payload, or a pointer to new memory.
    pub(super) fn send(&mut self, signal: usize) -> Option<()> {
        let (kind, share) = (self.team().signals[signal].kind, self.team().signals[signal].share);
        match kind {
            SignalKind::Message { payload } => {
                let pointer = self.share_pointer(payload)?;
                self.scope_mut().show(pointer);
                self.work_on(pointer);
                let (access, fence) = self.by_fence(Need::Release);
                self.fence(fence)?;
                self.set_flag(share, access)?;
                // Who keeps a copy of it, may only read what others read.
                self.scope_mut().hide(pointer);
            }
            SignalKind::Pointer { pointee } => {
                let before = self.scope().len();
                let pointer = self.allocate(pointee)?;
                for local in before..self.scope().len() {
                    self.scope_mut().hide(Local::new(local));
                }
                let value = self.any_operand(pointee)?;
                self.assign(Place::from(pointer).deref(), Rvalue::Use(value))?;
                self.scope_mut().show(pointer);
                self.work_on(pointer);
                let (access, fence) = self.by_fence(Need::Release);
                self.fence(fence)?;
                let slot = self.slot_pointer(share, 0)?;
                let ty = self.machine.program.types.raw_ptr(Mutability::Mut, pointee);
                let args = vec![Operand::Copy(slot.into()), Operand::Copy(pointer.into())];
                match self.random.coin() {
                    true => {
                        let nothing = self.hidden_local(Ty::UNIT)?;
                        self.atomic(Intrinsic::AtomicStore, ty, access, args, nothing.into())?;
                    }
                    false => {
                        let old = self.hidden_local(ty)?;
                        self.atomic(Intrinsic::AtomicXchg, ty, access, args, old.into())?;
                    }
                }
                self.scope_mut().hide(pointer);
            }
            SignalKind::Barrier => return None,
        }
        self.team_mut().signals[signal].signalled += 1;
        Some(())
    }

    /// Something is done with what a pointer has just become known for.
    fn work_on(&mut self, pointer: Local) {
        let Some(pointee) = self.types().pointee(self.local_ty(pointer)) else { return };
        self.attempt(|writer| {
            let rvalue = writer.rvalue(pointee)?;
            writer.assign(Place::from(pointer).deref(), rvalue)
        });
        self.statements();
    }

    /// Sets a flag, by any access that makes it what it is to be.
    fn set_flag(&mut self, share: usize, need: Need) -> Option<()> {
        let Role::Flag { set } = self.team().shares[share].role else { return None };
        let pointer = self.slot_pointer(share, 0)?;
        let ty = self.team().shares[share].slots[0].ty;
        let int = self.int_of(ty)?;
        let width = self.types().int(int);
        let unset = self.machine.peek(&pointer.into())?;
        let unset = self.machine.peek_behind(unset, width.bits() as usize / 8)?.bits;
        let number = |bits: u128| Operand::from(Const::Int(int, width.truncate(bits)));
        let available = self.mixture.available.clone();
        let has = |intrinsic| usize::from(available.has(intrinsic));
        let at = Operand::Copy(pointer.into());
        let (intrinsic, operand) = weighted!(
            self.random,
            (3, (Intrinsic::AtomicStore, number(set))),
            (1, (Intrinsic::AtomicXchg, number(set))),
            (has(Intrinsic::AtomicXadd), (Intrinsic::AtomicXadd, number(set.wrapping_sub(unset)))),
            (has(Intrinsic::AtomicXsub), (Intrinsic::AtomicXsub, number(unset.wrapping_sub(set)))),
            (has(Intrinsic::AtomicXor), (Intrinsic::AtomicXor, number(set ^ unset))),
            (1, {
                let exchanged = [number(unset), number(set)];
                self.exchange(pointer, ty, need, exchanged, false)?;
                return Some(());
            }),
        );
        let dest = if intrinsic == Intrinsic::AtomicStore { Ty::UNIT } else { ty };
        let dest = self.hidden_local(dest)?;
        self.atomic(intrinsic, ty, need, vec![at, operand], dest.into())
    }

    /// Waits for what another thread sends, and finds it.
    pub(super) fn receive(&mut self, signal: usize) -> Option<()> {
        let (kind, share) = (self.team().signals[signal].kind, self.team().signals[signal].share);
        let (access, fence) = self.by_fence(Need::Acquire);
        match kind {
            SignalKind::Message { payload } => {
                let Role::Flag { set } = self.team().shares[share].role else { return None };
                self.spin(|writer| writer.look_at(share, access, set))?;
                self.fence(fence)?;
                let pointer = self.share_pointer(payload)?;
                self.scope_mut().show(pointer);
                self.work_on(pointer);
            }
            SignalKind::Pointer { pointee } => {
                let ty = self.machine.program.types.raw_ptr(Mutability::Mut, pointee);
                let slot = self.slot_pointer(share, 0)?;
                let pointer = self.hidden_local(ty)?;
                self.spin(|writer| {
                    writer.load(slot, ty, access, pointer)?;
                    let null = Const::Block(Box::new(ConstExpr::Address(0, ty)));
                    let is_there =
                        Rvalue::Binary(BinOp::Ne, Operand::Copy(pointer.into()), Operand::from(null));
                    let is_there = writer.hidden(Ty::BOOL, is_there)?;
                    Some(Until { value: is_there.into(), is: 1 })
                })?;
                self.fence(fence)?;
                self.scope_mut().show(pointer);
                if self.team().signals[signal].among.len() == 2 {
                    self.scope_mut().add_heap(pointer);
                }
                self.work_on(pointer);
            }
            SignalKind::Barrier => return None,
        }
        Some(())
    }

    /// Loads atomically through a pointer, which the intrinsic wants as a `*const`.
    fn load(&mut self, pointer: Local, ty: Ty, need: Need, dest: Local) -> Option<()> {
        let from = self.machine.program.types.raw_ptr(Mutability::Not, ty);
        let from =
            self.hidden(from, Rvalue::Cast(CastKind::PtrToPtr, Operand::Copy(pointer.into()), from))?;
        self.atomic(Intrinsic::AtomicLoad, ty, need, vec![Operand::Copy(from.into())], dest.into())
    }

    /// Reads an atomic integer, by any access that leaves it as it is.
    pub(super) fn read_atomic(&mut self, pointer: Local, ty: Ty, need: Need) -> Option<Local> {
        let int = self.int_of(ty)?;
        let available = self.mixture.available.clone();
        let has = |intrinsic| usize::from(available.has(intrinsic));
        let all_bits = self.types().int(int).truncate(u128::MAX);
        let number = |bits: u128| Operand::from(Const::Int(int, bits));
        let value = self.hidden_local(ty)?;
        let (intrinsic, operand) = weighted!(
            self.random,
            (8, {
                self.load(pointer, ty, need, value)?;
                return Some(value);
            }),
            (has(Intrinsic::AtomicXadd), (Intrinsic::AtomicXadd, number(0))),
            (has(Intrinsic::AtomicXor), (Intrinsic::AtomicXor, number(0))),
            (has(Intrinsic::AtomicOr), (Intrinsic::AtomicOr, number(0))),
            (has(Intrinsic::AtomicAnd), (Intrinsic::AtomicAnd, number(all_bits))),
        );
        self.atomic(intrinsic, ty, need, vec![Operand::Copy(pointer.into()), operand], value.into())?;
        Some(value)
    }

    /// Looks whether a flag or a counter has a value.
    fn look_at(&mut self, share: usize, need: Need, wanted: u128) -> Option<Until> {
        let ty = self.team().shares[share].slots[0].ty;
        let int = self.int_of(ty)?;
        let pointer = self.slot_pointer(share, 0)?;
        let wanted_operand = || Operand::from(Const::Int(int, wanted));
        weighted!(
            self.random,
            (5, {
                let value = self.read_atomic(pointer, ty, need)?;
                match self.random.coin() {
                    true => Some(Until { value: value.into(), is: wanted }),
                    false => self.until_same(Operand::Copy(value.into()), wanted_operand()),
                }
            }),
            (1, {
                let same = [wanted_operand(), wanted_operand()];
                let result = self.exchange(pointer, ty, need, same, false)?;
                Some(Until { value: Place::from(result).field(1), is: 1 })
            }),
        )
    }

    /// Comes to a barrier.
    pub(super) fn arrive(&mut self, signal: usize) -> Option<()> {
        let share = self.team().signals[signal].share;
        let ty = self.team().shares[share].slots[0].ty;
        let int = self.int_of(ty)?;
        let pointer = self.slot_pointer(share, 0)?;
        let (access, fence) = self.by_fence(Need::Release);
        self.fence(fence)?;
        let one = Operand::from(Const::Int(int, 1));
        let minus_one = Operand::from(self.types().const_int(int, -1));
        let available = self.mixture.available.clone();
        let has = |intrinsic| usize::from(available.has(intrinsic));
        weighted!(
            self.random,
            (3 * has(Intrinsic::AtomicXadd), {
                let old = self.hidden_local(ty)?;
                let args = vec![Operand::Copy(pointer.into()), one];
                self.atomic(Intrinsic::AtomicXadd, ty, access, args, old.into())?;
            }),
            (has(Intrinsic::AtomicXsub), {
                let old = self.hidden_local(ty)?;
                let args = vec![Operand::Copy(pointer.into()), minus_one];
                self.atomic(Intrinsic::AtomicXsub, ty, access, args, old.into())?;
            }),
            (1, {
                self.replace(pointer, ty, access, |old| {
                    Rvalue::Binary(BinOp::Add, old, Const::Int(int, 1).into())
                })?;
            }),
        );
        self.team_mut().signals[signal].signalled += 1;
        Some(())
    }

    /// Replaces an atomic integer by what is computed from it, however often others come in between.
    pub(super) fn replace(
        &mut self,
        pointer: Local,
        ty: Ty,
        need: Need,
        compute: impl Fn(Operand) -> Rvalue,
    ) -> Option<()> {
        let is_weak = self.random.coin() && self.mixture.available.has(Intrinsic::AtomicCxchgweak);
        self.spin(|writer| {
            let old = writer.read_atomic(pointer, ty, Need::Nothing)?;
            let new = writer.hidden(ty, compute(Operand::Copy(old.into())))?;
            let exchanged = [Operand::Copy(old.into()), Operand::Copy(new.into())];
            let result = writer.exchange(pointer, ty, need, exchanged, is_weak)?;
            Some(Until { value: Place::from(result).field(1), is: 1 })
        })
    }

    /// Waits until all have come to a barrier. What others have done before is known from then on.
    pub(super) fn depart(&mut self, signal: usize) -> Option<()> {
        let share = self.team().signals[signal].share;
        let Role::Arrivals { all } = self.team().shares[share].role else { return None };
        let (access, fence) = self.by_fence(Need::Acquire);
        self.spin(|writer| writer.look_at(share, access, all))?;
        self.fence(fence)?;
        let among = self.team().signals[signal].among.clone();
        for strand in among.into_iter().filter(|&strand| strand != 0) {
            if self.random.chance(self.mixture.chances.shown_parts) {
                self.show_part(strand)?;
            }
        }
        Some(())
    }
}
