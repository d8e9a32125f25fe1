//! Updates of what several threads change at any time: by operations that commute, so that only how many there are matters.

use super::shares::{Role, Slot};
use super::signals::{Need, Until};
use crate::constants;
use crate::writer::Writer;
use rustassay_mir::model::*;
use rustassay_random::weighted;

/// Operations on an integer that commute with each other.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Family {
    Sum,
    Product,
    Xor,
    Or,
    And,
    Most,
    Least,
    /// All store the same.
    Same(u128),
}

/// How a lock is taken.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Take {
    Exchange,
    WeakExchange,
    Swap,
    Or,
    Most,
}

/// What is updated, and how.
#[derive(Copy, Clone)]
enum Update {
    Counter(usize),
    Cell(usize),
    Locked(usize),
}

impl Writer {
    /// The operations by which a part of what is shared for something is updated.
    pub(super) fn draw_family(&mut self, role: Role, ty: Ty) -> Option<Family> {
        let int = self.int_of(ty)?;
        let available = self.mixture.available.clone();
        // A loop of exchanges does what there is no intrinsic for; the extremes are left to that.
        let has = |intrinsic| usize::from(role != Role::Counters || available.has(intrinsic));
        let has_extreme = |intrinsic| usize::from(role == Role::Guarded || available.has(intrinsic));
        let same = self.types().int(int).truncate(self.random.wide_bits());
        let [most, least] = extremes(int);
        Some(weighted!(
            self.random,
            (4 * has(Intrinsic::AtomicXadd), Family::Sum),
            (2 * usize::from(role != Role::Counters), Family::Product),
            (2 * has(Intrinsic::AtomicXor), Family::Xor),
            (has(Intrinsic::AtomicOr), Family::Or),
            (has(Intrinsic::AtomicAnd), Family::And),
            (has_extreme(most), Family::Most),
            (has_extreme(least), Family::Least),
            (1, Family::Same(same)),
        ))
    }

    /// Whether the function that runs can reach something that is updated.
    pub fn may_update(&self) -> bool {
        self.team.is_some() && !self.updates().is_empty()
    }

    /// What the function that runs can update.
    fn updates(&self) -> Vec<Update> {
        let is_outermost = self.scopes.len() == 1;
        let shares = &self.team().shares;
        let reaches = |share: usize| is_outermost || shares[share].reserved.is_some();
        let updates = shares.iter().enumerate().filter_map(|(number, share)| match share.role {
            Role::Counters => Some(Update::Counter(number)),
            Role::Cells => Some(Update::Cell(number)),
            Role::Lock { .. } | Role::TicketLock if is_outermost => Some(Update::Locked(number)),
            _ => None,
        });
        updates
            .filter(|update| match update {
                Update::Counter(share) | Update::Cell(share) => reaches(*share),
                Update::Locked(share) => reaches(*share) && reaches(*share + 1),
            })
            .collect()
    }

    /// Updates something that is shared.
    pub fn update(&mut self) -> Option<()> {
        let updates = self.updates();
        match *self.random.pick(&updates)? {
            Update::Counter(share) => self.update_counter(share),
            Update::Cell(share) => self.update_cell(share),
            Update::Locked(share) => self.update_locked(share),
        }
    }

    /// A part of what is shared, with its number.
    fn some_slot(&mut self, share: usize) -> Option<(usize, Slot)> {
        let slot = self.random.below(self.team().shares[share].slots.len());
        Some((slot, *self.team().shares[share].slots.get(slot)?))
    }

    /// An operand whose value is the same in every schedule, as far as it can be told.
    pub(super) fn certain_operand(&mut self, ty: Ty) -> Option<Operand> {
        for _ in 0..3 {
            let Some(operand) = self.operand(ty) else { break };
            match operand.place() {
                None => return Some(operand),
                Some(place) if place.projection.contains(&Elem::Deref) => {}
                Some(place) if self.machine.peek(place).is_some_and(|value| !value.is_tainted()) => {
                    return Some(operand);
                }
                Some(_) => {}
            }
        }
        constants::scalar(&self.machine.program.types, ty, &mut self.random).map(Operand::from)
    }

    /// One atomic operation. What it reads is there to be computed with: it is tainted.
    fn update_counter(&mut self, share: usize) -> Option<()> {
        let (number, Slot { ty, family, .. }) = self.some_slot(share)?;
        let int = self.int_of(ty)?;
        let [most, least] = extremes(int);
        let constant = |bits: u128| Operand::from(Const::Int(int, bits));
        let available = self.mixture.available.clone();
        let has = |intrinsic| usize::from(available.has(intrinsic));
        let pointer = self.slot_pointer(share, number)?;
        let only_looks = self.random.chance(self.mixture.chances.glances);
        let (intrinsic, operand) = match family? {
            _ if only_looks => {
                let value = self.read_atomic(pointer, ty, Need::Nothing)?;
                self.scope_mut().show(value);
                return Some(());
            }
            Family::Sum => weighted!(
                self.random,
                (has(Intrinsic::AtomicXadd), (Intrinsic::AtomicXadd, None)),
                (has(Intrinsic::AtomicXsub), (Intrinsic::AtomicXsub, None)),
            ),
            Family::Xor => (Intrinsic::AtomicXor, None),
            Family::Or => (Intrinsic::AtomicOr, None),
            Family::And => (Intrinsic::AtomicAnd, None),
            Family::Most => (most, None),
            Family::Least => (least, None),
            Family::Same(bits) => weighted!(
                self.random,
                (1, (Intrinsic::AtomicStore, Some(constant(bits)))),
                (1, (Intrinsic::AtomicXchg, Some(constant(bits)))),
            ),
            Family::Product => return None,
        };
        let operand = match operand {
            Some(operand) => operand,
            None => self.certain_operand(ty)?,
        };
        let dest = if intrinsic == Intrinsic::AtomicStore { Ty::UNIT } else { ty };
        let dest = self.new_local(dest)?;
        let args = vec![Operand::Copy(pointer.into()), operand];
        self.atomic(intrinsic, ty, Need::Nothing, args, dest.into())?;
        match self.random.chance(self.mixture.chances.discarded_results) {
            true => self.scope_mut().hide(dest),
            false => self.is_given(&dest.into()),
        }
        Some(())
    }

    /// A loop that exchanges what there is for what is computed from it.
    fn update_cell(&mut self, share: usize) -> Option<()> {
        let (number, Slot { ty, family, .. }) = self.some_slot(share)?;
        let operand = self.certain_operand(ty)?;
        let kept = self.hidden(ty, Rvalue::Use(operand))?;
        let pointer = self.slot_pointer(share, number)?;
        let int = self.int_of(ty)?;
        let op = match family? {
            Family::Same(bits) => {
                return self
                    .replace(pointer, ty, Need::Nothing, |_| Rvalue::Use(Const::Int(int, bits).into()));
            }
            // More than one statement computes these.
            Family::Most | Family::Least => BinOp::Add,
            family => self.operator(family)?,
        };
        match family? {
            Family::Most | Family::Least => {
                let pointer = Operand::Copy(pointer.into());
                let intrinsic = extremes(int)[usize::from(family? == Family::Least)];
                let dest = self.hidden_local(ty)?;
                let args = vec![pointer, Operand::Copy(kept.into())];
                self.atomic(intrinsic, ty, Need::Nothing, args, dest.into())
            }
            _ => self.replace(pointer, ty, Need::Nothing, |old| {
                Rvalue::Binary(op, old, Operand::Copy(kept.into()))
            }),
        }
    }

    /// An operator of a family.
    fn operator(&mut self, family: Family) -> Option<BinOp> {
        Some(match family {
            Family::Sum => *self.random.pick(&[BinOp::Add, BinOp::Sub])?,
            Family::Product => BinOp::Mul,
            Family::Xor => BinOp::BitXor,
            Family::Or => BinOp::BitOr,
            Family::And => BinOp::BitAnd,
            Family::Most | Family::Least | Family::Same(_) => return None,
        })
    }

    /// Takes a lock, updates what it protects, and gives it back.
    fn update_locked(&mut self, share: usize) -> Option<()> {
        let count = self.random.within(&self.mixture.ranges.locked_updates);
        let mut updates = Vec::with_capacity(count);
        for _ in 0..count {
            let (number, slot) = self.some_slot(share + 1)?;
            let operand = self.certain_operand(slot.ty)?;
            let operand = self.hidden(slot.ty, Rvalue::Use(operand))?;
            updates.push((number, slot, operand));
        }
        let ticket = self.take_lock(share)?;
        for (number, slot, operand) in updates {
            if self.random.coin() {
                self.statement();
            }
            self.update_guarded(share + 1, number, slot, operand)?;
        }
        self.give_lock(share, ticket)
    }

    /// Takes a lock. Of one that has an order, the number is what has to be called next.
    fn take_lock(&mut self, share: usize) -> Option<Option<Local>> {
        let (access, fence) = self.by_fence(Need::Acquire);
        let ty = self.team().shares[share].slots[0].ty;
        let int = self.int_of(ty)?;
        let pointer = self.slot_pointer(share, 0)?;
        let ticket = match self.team().shares[share].role {
            Role::TicketLock => {
                let turn = self.slot_pointer(share, 1)?;
                let own = self.hidden_local(ty)?;
                if self.mixture.available.has(Intrinsic::AtomicXadd) {
                    let one = Const::Int(int, 1).into();
                    let args = vec![Operand::Copy(pointer.into()), one];
                    self.atomic(Intrinsic::AtomicXadd, ty, Need::Nothing, args, own.into())?;
                } else {
                    self.draw_number(pointer, ty, int, own)?;
                }
                self.spin(|writer| {
                    let called = writer.read_atomic(turn, ty, access)?;
                    writer.until_same(Operand::Copy(called.into()), Operand::Copy(own.into()))
                })?;
                Some(own)
            }
            Role::Lock { free, taken } => {
                self.spin(|writer| writer.try_lock(pointer, ty, [free, taken], access))?;
                None
            }
            _ => return None,
        };
        self.fence(fence)?;
        Some(ticket)
    }

    /// The next number, where nothing else can add.
    fn draw_number(&mut self, pointer: Local, ty: Ty, int: IntTy, own: Local) -> Option<()> {
        self.spin(|writer| {
            let old = writer.read_atomic(pointer, ty, Need::Nothing)?;
            writer.assign(own, Rvalue::Use(Operand::Copy(old.into())))?;
            writer.scope_mut().hide(own);
            let next = Rvalue::Binary(BinOp::Add, Operand::Copy(old.into()), Const::Int(int, 1).into());
            let next = writer.hidden(ty, next)?;
            let exchanged = [Operand::Copy(old.into()), Operand::Copy(next.into())];
            let result = writer.exchange(pointer, ty, Need::Nothing, exchanged, false)?;
            Some(Until { value: Place::from(result).field(1), is: 1 })
        })
    }

    /// Tries once to take a lock.
    fn try_lock(&mut self, pointer: Local, ty: Ty, [free, taken]: [u128; 2], need: Need) -> Option<Until> {
        let int = self.int_of(ty)?;
        let available = self.mixture.available.clone();
        let has = |intrinsic| usize::from(available.has(intrinsic));
        let [most, _] = extremes(int);
        let number = |bits: u128| Operand::from(Const::Int(int, bits));
        let take = weighted!(
            self.random,
            (3, Take::Exchange),
            (2 * has(Intrinsic::AtomicCxchgweak), Take::WeakExchange),
            (1, Take::Swap),
            (has(Intrinsic::AtomicOr), Take::Or),
            (has(most), Take::Most),
        );
        let intrinsic = match take {
            Take::Exchange | Take::WeakExchange => {
                let exchanged = [number(free), number(taken)];
                let result = self.exchange(pointer, ty, need, exchanged, take == Take::WeakExchange)?;
                return Some(Until { value: Place::from(result).field(1), is: 1 });
            }
            Take::Swap => Intrinsic::AtomicXchg,
            Take::Or => Intrinsic::AtomicOr,
            Take::Most => most,
        };
        let old = self.hidden_local(ty)?;
        let args = vec![Operand::Copy(pointer.into()), number(taken)];
        self.atomic(intrinsic, ty, need, args, old.into())?;
        match self.random.coin() {
            true => Some(Until { value: old.into(), is: free }),
            false => self.until_same(Operand::Copy(old.into()), number(free)),
        }
    }

    /// Gives a lock back, by any access that makes it free.
    fn give_lock(&mut self, share: usize, ticket: Option<Local>) -> Option<()> {
        let (access, fence) = self.by_fence(Need::Release);
        let ty = self.team().shares[share].slots[0].ty;
        let int = self.int_of(ty)?;
        self.fence(fence)?;
        let available = self.mixture.available.clone();
        let has = |intrinsic| usize::from(available.has(intrinsic));
        let width = self.types().int(int);
        let number = |bits: u128| Operand::from(Const::Int(int, width.truncate(bits)));
        let (pointer, intrinsic, operand) = match (self.team().shares[share].role, ticket) {
            (Role::TicketLock, Some(own)) => {
                let turn = self.slot_pointer(share, 1)?;
                weighted!(
                    self.random,
                    (1, {
                        let next = Rvalue::Binary(BinOp::Add, Operand::Copy(own.into()), number(1));
                        let next = self.hidden(ty, next)?;
                        (turn, Intrinsic::AtomicStore, Operand::Copy(next.into()))
                    }),
                    (has(Intrinsic::AtomicXadd), (turn, Intrinsic::AtomicXadd, number(1))),
                )
            }
            (Role::Lock { free, taken }, _) => {
                let pointer = self.slot_pointer(share, 0)?;
                let [_, least] = extremes(int);
                weighted!(
                    self.random,
                    (4, (pointer, Intrinsic::AtomicStore, number(free))),
                    (1, (pointer, Intrinsic::AtomicXchg, number(free))),
                    (
                        has(Intrinsic::AtomicXsub),
                        (pointer, Intrinsic::AtomicXsub, number(taken.wrapping_sub(free)))
                    ),
                    (has(Intrinsic::AtomicXor), (pointer, Intrinsic::AtomicXor, number(taken ^ free))),
                    (has(Intrinsic::AtomicAnd), (pointer, Intrinsic::AtomicAnd, number(free))),
                    (has(least), (pointer, least, number(free))),
                    (1, {
                        self.exchange(pointer, ty, access, [number(taken), number(free)], false)?;
                        return Some(());
                    }),
                )
            }
            _ => return None,
        };
        let dest = if intrinsic == Intrinsic::AtomicStore { Ty::UNIT } else { ty };
        let dest = self.hidden_local(dest)?;
        let args = vec![Operand::Copy(pointer.into()), operand];
        self.atomic(intrinsic, ty, access, args, dest.into())
    }

    /// Updates a part of what the lock that has been taken protects.
    fn update_guarded(&mut self, share: usize, number: usize, slot: Slot, operand: Local) -> Option<()> {
        let Slot { ty, family, .. } = slot;
        let int = self.int_of(ty)?;
        let place = self.slot(share, number)?;
        let operand = Operand::Copy(operand.into());
        match family? {
            Family::Same(bits) => {
                self.write(Statement::Assign(place, Rvalue::Use(Const::Int(int, bits).into())))
            }
            family @ (Family::Most | Family::Least) => {
                let op = if family == Family::Most { BinOp::Lt } else { BinOp::Gt };
                let beats = Rvalue::Binary(op, Operand::Copy(place.clone()), operand.clone());
                let beats = self.hidden(Ty::BOOL, beats)?;
                self.replace_if(beats, place, operand)
            }
            family => {
                let op = self.operator(family)?;
                let new = match self.random.coin() {
                    true => Rvalue::Binary(op, Operand::Copy(place.clone()), operand),
                    false => {
                        let old = self.hidden(ty, Rvalue::Use(Operand::Copy(place.clone())))?;
                        let new = Rvalue::Binary(op, Operand::Copy(old.into()), operand);
                        Rvalue::Use(Operand::Copy(self.hidden(ty, new)?.into()))
                    }
                };
                self.write(Statement::Assign(place, new))
            }
        }
    }

    /// Assigns if something is true: which way is not taken here, may be in another schedule.
    fn replace_if(&mut self, condition: Local, place: Place, value: Operand) -> Option<()> {
        let (replace, target) = (self.new_block(), self.new_block());
        let targets = SwitchTargets { values: vec![(1, replace)], otherwise: target };
        self.end(Terminator::Switch(Operand::Copy(condition.into()), targets))?;
        let assignment = Statement::Assign(place, Rvalue::Use(value));
        if self.machine.block() == Some(replace) {
            self.write(assignment)?;
            return self.end(Terminator::Goto(target));
        }
        let id = self.scope().id;
        let block = &mut self.machine.program.functions[id].body.blocks[replace];
        block.statements = vec![assignment];
        block.terminator = Terminator::Goto(target);
        Some(())
    }
}

/// The intrinsics that keep the largest, and the smallest.
fn extremes(int: IntTy) -> [Intrinsic; 2] {
    match int.signed() {
        true => [Intrinsic::AtomicMax, Intrinsic::AtomicMin],
        false => [Intrinsic::AtomicUmax, Intrinsic::AtomicUmin],
    }
}
