//! Memory that threads share: what it is for, where it lies, and what each part of it is.

use super::updates::Family;
use super::{SignalKind, Writer};
use crate::config::Mixture;
use crate::constants;
use crate::types::has_pointer;
use rustassay_machine::memory::Discipline;
use rustassay_mir::model::*;
use rustassay_random::{Random, weighted};

/// The integers that atomic accesses are for.
const ATOMIC: [IntTy; 10] = [
    IntTy::I8,
    IntTy::I16,
    IntTy::I32,
    IntTy::I64,
    IntTy::Isize,
    IntTy::U8,
    IntTy::U16,
    IntTy::U32,
    IntTy::U64,
    IntTy::Usize,
];

/// Those that are not atomic, and that only a lock protects.
const GUARDED: [IntTy; 6] = [IntTy::U8, IntTy::I32, IntTy::U64, IntTy::I16, IntTy::I128, IntTy::Usize];

/// Memory that threads share.
#[derive(Debug)]
pub(super) struct Share {
    pub role: Role,
    pub pointer_ty: Ty,
    /// The local of `main` that it is.
    pub home: Option<Local>,
    /// The static that it is.
    pub reserved: Option<StaticId>,
    pub slots: Vec<Slot>,
}

/// What memory is shared for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// What observers mix in each thread but `main`.
    States,
    /// A part for each thread but `main`.
    Parts,
    /// What one thread alone has.
    Part(usize),
    /// What goes from one thread to others.
    Payload,
    /// How one thread tells another: a flag and its value, a pointer, a counter of those who have come to a barrier.
    #[allow(missing_docs)]
    Flag {
        set: u128,
    },
    Published,
    #[allow(missing_docs)]
    Arrivals {
        all: u128,
    },
    /// A lock and its values, for the data of the share after it.
    #[allow(missing_docs)]
    Lock {
        free: u128,
        taken: u128,
    },
    /// A lock that is given in the order in which it is asked for: the next number, and the one whose turn it is.
    TicketLock,
    Guarded,
    /// Integers that are updated by operations that commute.
    Counters,
    /// The same by loops of exchanges.
    Cells,
}

/// A part of what is shared.
#[derive(Copy, Clone, Debug)]
pub(super) struct Slot {
    pub ty: Ty,
    pub at: SlotAt,
    /// The operations by which it is updated.
    pub family: Option<Family>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum SlotAt {
    Whole,
    Field(u32),
    Element(u64),
}

/// A static that threads will share.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Reserved {
    id: StaticId,
    ty: Ty,
}

/// Statics for what threads will share: integers, and tuples and arrays of them.
pub(crate) fn reserve(program: &mut Program, mixture: &Mixture, random: &mut Random) -> Vec<Reserved> {
    if mixture.sharing.is_none() {
        return Vec::new();
    }
    let mut reserved = Vec::new();
    for number in 0..random.within(&mixture.ranges.shared_statics) {
        let ty = {
            let among = atomic_integers(&program.types);
            integers(&mut program.types, random, mixture, &among)
        };
        let Some(init) = constants::expression(&program.types, ty, random)
            .or_else(|| constants::scalar(&program.types, ty, random).map(ConstExpr::Const))
        else {
            continue;
        };
        let name = format!("SHARED{number}").into();
        let id = program.add_static(StaticDef { name, ty, is_mut: true, is_pub: true, init, align: None });
        reserved.push(Reserved { id, ty });
    }
    reserved
}

/// An integer type, or a tuple or an array of some.
fn integers(types: &mut Types, random: &mut Random, mixture: &Mixture, among: &[IntTy]) -> Ty {
    let int = |random: &mut Random| Ty::int(*random.pick(among).unwrap_or(&IntTy::U32));
    let count = random.within(&mixture.ranges.shared_integers);
    weighted!(
        random,
        (1, int(random)),
        (2, {
            let parts: Vec<Ty> = (0..count).map(|_| int(random)).collect();
            types.tuple(&parts)
        }),
        (1, {
            let element = int(random);
            types.array(element, count as u64)
        }),
    )
}

/// The integers that have atomic operations on the target.
fn atomic_integers(types: &Types) -> Vec<IntTy> {
    let most = types.target().abilities.atomic_bits;
    ATOMIC.into_iter().filter(|&int| types.int(int).bits() <= most).collect()
}

impl Writer {
    /// An integer with atomic operations.
    fn some_atomic(&mut self) -> IntTy {
        let among = atomic_integers(self.types());
        *self.random.pick(&among).unwrap_or(&IntTy::U32)
    }

    /// Makes everything that the threads of the group share.
    pub(super) fn make_shares(&mut self) -> Option<()> {
        let threads = self.team().strands.len() - 1;
        let states = self.machine.program.types.array(Ty::U64, threads as u64);
        let zero = || Operand::from(Const::Int(IntTy::U64, 0));
        let zeros = Rvalue::Array(Ty::U64, (0..threads).map(|_| zero()).collect());
        self.share(Role::States, states, zeros, Discipline::Ordered)?;
        self.make_parts(threads)?;
        for signal in 0..self.team().signals.len() {
            self.make_signal(signal)?;
        }
        let sharing = self.mixture.sharing.clone()?;
        let table = [
            (sharing.counters, Role::Counters),
            (sharing.exchanges, Role::Cells),
            (sharing.locks, Role::Lock { free: 0, taken: 1 }),
            (sharing.ticket_locks, Role::TicketLock),
        ];
        for _ in 0..self.random.within(&self.mixture.ranges.shares) {
            match self.random.row(&table) {
                Some(Role::Lock { .. }) => self.make_lock()?,
                Some(Role::TicketLock) => self.make_ticket_lock()?,
                Some(role) => self.make_integers(role)?,
                None => break,
            }
        }
        Some(())
    }

    /// Parts for each thread but `main`: of one array, of one tuple, or each apart.
    fn make_parts(&mut self, threads: usize) -> Option<()> {
        let shape = self.random.below(3);
        let ty = self.data_ty()?;
        let mut types = vec![ty];
        while types.len() < threads {
            types.push(if shape == 0 { ty } else { self.data_ty()? });
        }
        if shape == 2 {
            for (n, ty) in types.into_iter().enumerate() {
                let value = self.any_operand(ty)?;
                self.share(Role::Part(n + 1), ty, Rvalue::Use(value), Discipline::Ordered)?;
            }
            return Some(());
        }
        let values: Option<Vec<Operand>> = types.iter().map(|&ty| self.any_operand(ty)).collect();
        let (whole, value) = match shape {
            0 => {
                let whole = self.machine.program.types.array(ty, threads as u64);
                (whole, Rvalue::Array(ty, values?))
            }
            _ => (self.machine.program.types.tuple(&types), Rvalue::Tuple(values?)),
        };
        self.share(Role::Parts, whole, value, Discipline::Ordered).map(drop)
    }

    /// A type of what one thread may have for itself: no pointer leads from there to what others have.
    fn data_ty(&mut self) -> Option<Ty> {
        let fits = |types: &Types, ty: Ty| types.is_copy(ty) && types.is_sized(ty) && !has_pointer(types, ty);
        self.some_ty_that(fits).or_else(|| {
            let int = self.some_atomic();
            Some(Ty::int(int))
        })
    }

    /// How the strands of a signal wait for each other.
    fn make_signal(&mut self, signal: usize) -> Option<()> {
        match self.team().signals[signal].kind {
            SignalKind::Message { .. } => {
                let ty = self.data_ty()?;
                let value = self.any_operand(ty)?;
                let payload = self.share(Role::Payload, ty, Rvalue::Use(value), Discipline::Ordered)?;
                let int = self.some_atomic();
                let width = self.types().int(int);
                let unset = width.truncate(self.random.wide_bits());
                let set = unset ^ 1 << self.random.below(width.bits() as usize);
                let value = Rvalue::Use(Const::Int(int, unset).into());
                let flag = self.share(Role::Flag { set }, Ty::int(int), value, Discipline::Signal)?;
                let signal = &mut self.team_mut().signals[signal];
                (signal.kind, signal.share) = (SignalKind::Message { payload }, flag);
            }
            SignalKind::Pointer { .. } => {
                let mut pointee = self.data_ty()?;
                let is_fit = |info: u64| info > 0;
                if !self.machine.has_fixed_layout(pointee)
                    || !self.machine.info(pointee).is_ok_and(|info| is_fit(info.size))
                    || self.harness.alloc.is_none()
                {
                    pointee = Ty::int(self.some_atomic());
                }
                let ty = self.machine.program.types.raw_ptr(Mutability::Mut, pointee);
                let null = Const::Block(Box::new(ConstExpr::Address(0, ty)));
                let share = self.share(Role::Published, ty, Rvalue::Use(null.into()), Discipline::Signal)?;
                let signal = &mut self.team_mut().signals[signal];
                (signal.kind, signal.share) = (SignalKind::Pointer { pointee }, share);
            }
            SignalKind::Barrier => {
                let count = self.team().signals[signal].among.len() as u128;
                let int = self.some_atomic();
                let width = self.types().int(int);
                let first = width.truncate(self.random.wide_bits());
                let all = width.truncate(first.wrapping_add(count));
                let value = Rvalue::Use(Const::Int(int, first).into());
                let share = self.share(Role::Arrivals { all }, Ty::int(int), value, Discipline::Signal)?;
                self.team_mut().signals[signal].share = share;
            }
        }
        Some(())
    }

    /// A spin lock and what it protects. Its value when it is taken has all bits that it has when it is free, and is more.
    fn make_lock(&mut self) -> Option<()> {
        let int = self.some_atomic();
        let width = self.types().int(int);
        let taken = match self.random.coin() {
            true => 1,
            false => width.truncate(self.random.wide_bits()) & width.max_bits() | 1,
        };
        let bits: Vec<u128> = (0..width.bits()).map(|n| 1 << n).filter(|bit| taken & bit != 0).collect();
        let free = match self.random.coin() {
            true => 0,
            false => taken & !*self.random.pick(&bits)?,
        };
        let value = Rvalue::Use(Const::Int(int, free).into());
        self.share(Role::Lock { free, taken }, Ty::int(int), value, Discipline::Lock)?;
        self.make_integers(Role::Guarded)
    }

    fn make_ticket_lock(&mut self) -> Option<()> {
        let (int, is_array) = (self.some_atomic(), self.random.coin());
        let first = self.types().int(int).truncate(self.random.wide_bits());
        let numbers = || vec![Const::Int(int, first).into(), Const::Int(int, first).into()];
        let (ty, types) = (Ty::int(int), &mut self.machine.program.types);
        let (whole, value) = match is_array {
            true => (types.array(ty, 2), Rvalue::Array(ty, numbers())),
            false => (types.tuple(&[ty, ty]), Rvalue::Tuple(numbers())),
        };
        self.share(Role::TicketLock, whole, value, Discipline::Lock)?;
        self.make_integers(Role::Guarded)
    }

    /// Integers that all threads update, each by operations of one family.
    fn make_integers(&mut self, role: Role) -> Option<()> {
        let among = if role == Role::Guarded { GUARDED.to_vec() } else { atomic_integers(self.types()) };
        let reserved = match self.random.chance(self.mixture.chances.shared_statics) {
            true => self.take_reserved(|_| true),
            false => None,
        };
        let ty = match reserved {
            Some(reserved) => reserved.ty,
            None => integers(&mut self.machine.program.types, &mut self.random, &self.mixture, &among),
        };
        let parts: Vec<Ty> = slots_of(self.types(), ty).iter().map(|slot| slot.ty).collect();
        let mut values = Vec::with_capacity(parts.len());
        for &part in &parts {
            values.push(self.certain_operand(part)?);
        }
        let value = match *self.kind(ty) {
            TyKind::Tuple(_) => Rvalue::Tuple(values),
            TyKind::Array(element, _) => Rvalue::Array(element, values),
            _ => Rvalue::Use(values.pop()?),
        };
        let discipline = if role == Role::Cells { Discipline::Lock } else { Discipline::Contended };
        let share = self.share_at(reserved, role, ty, value, discipline)?;
        for (slot, part) in parts.into_iter().enumerate() {
            let family = self.draw_family(role, part)?;
            self.team_mut().shares[share].slots[slot].family = Some(family);
        }
        Some(())
    }

    /// Shares memory of `main`, with a value.
    fn share(&mut self, role: Role, ty: Ty, value: Rvalue, discipline: Discipline) -> Option<usize> {
        self.share_at(None, role, ty, value, discipline)
    }

    fn share_at(
        &mut self,
        reserved: Option<Reserved>,
        role: Role,
        ty: Ty,
        value: Rvalue,
        discipline: Discipline,
    ) -> Option<usize> {
        let pointer_ty = self.machine.program.types.raw_ptr(Mutability::Mut, ty);
        let is_heap = role != Role::States
            && reserved.is_none()
            && self.random.chance(self.mixture.chances.shared_heap)
            && self.harness.alloc.is_some()
            && self.machine.has_fixed_layout(ty)
            && self.machine.info(ty).is_ok_and(|info| info.size > 0);
        let (pointer, home) = match reserved {
            Some(Reserved { id, .. }) => {
                let pointer = self.hidden(pointer_ty, Rvalue::Use(Const::Static(id).into()))?;
                self.assign(Place::from(pointer).deref(), value)?;
                (pointer, None)
            }
            None if is_heap => {
                let before = self.scope().len();
                let pointer = self.allocate(ty)?;
                self.assign(Place::from(pointer).deref(), value)?;
                for local in before..self.scope().len() {
                    self.scope_mut().hide(Local::new(local));
                }
                (pointer, None)
            }
            None => {
                let home = self.hidden(ty, value)?;
                (self.hidden(pointer_ty, Rvalue::RawPtr(Mutability::Mut, home.into()))?, Some(home))
            }
        };
        let scalar = self.machine.peek(&pointer.into())?;
        // What has no bytes has no memory either.
        if self.machine.info(ty).is_ok_and(|info| info.size > 0) {
            self.machine.set_discipline(scalar, discipline)?;
        }
        let slots = slots_of(self.types(), ty);
        let reserved = reserved.map(|reserved| reserved.id);
        let team = self.team_mut();
        team.shares.push(Share { role, pointer_ty, home, reserved, slots });
        team.strands[0].pointers.push(pointer);
        Some(team.shares.len() - 1)
    }

    /// A pointer to what is shared, in the function that runs. What is no static only the outermost function of a thread has.
    pub(super) fn share_pointer(&mut self, share: usize) -> Option<Local> {
        let team = self.team();
        if self.scopes.len() == 1 {
            return Some(team.strands[team.current].pointers[share]);
        }
        let Share { reserved, pointer_ty, .. } = team.shares[share];
        self.hidden(pointer_ty, Rvalue::Use(Const::Static(reserved?).into()))
    }

    /// A part of what is shared, as a place.
    pub(super) fn slot(&mut self, share: usize, slot: usize) -> Option<Place> {
        let whole = Place::from(self.share_pointer(share)?).deref();
        Some(match self.team().shares[share].slots[slot].at {
            SlotAt::Whole => whole,
            SlotAt::Field(field) => whole.field(field),
            SlotAt::Element(element) => {
                let element = Const::Int(IntTy::Usize, element.into());
                let index = self.hidden(Ty::USIZE, Rvalue::Use(element.into()))?;
                whole.project(Elem::Index(index))
            }
        })
    }

    /// A pointer to a part of what is shared, of which nobody knows.
    pub(super) fn slot_pointer(&mut self, share: usize, slot: usize) -> Option<Local> {
        if self.team().shares[share].slots[slot].at == SlotAt::Whole {
            return self.share_pointer(share);
        }
        let ty = self.team().shares[share].slots[slot].ty;
        let pointer_ty = self.machine.program.types.raw_ptr(Mutability::Mut, ty);
        let place = self.slot(share, slot)?;
        self.hidden(pointer_ty, Rvalue::RawPtr(Mutability::Mut, place))
    }

    /// Where the observers of a thread mix, as a pointer.
    pub(super) fn state_of(&mut self, strand: usize) -> Option<Local> {
        self.slot_pointer(0, strand - 1)
    }

    /// Lets the thread that runs find the part of another one, or its own. Of what is another one's it may read and write what that
    /// one does not at the same time.
    pub(super) fn show_part(&mut self, strand: usize) -> Option<()> {
        let is_it = |share: &Share| matches!(share.role, Role::Parts) || share.role == Role::Part(strand);
        let share = self.team().shares.iter().position(is_it)?;
        let is_one_of_many = self.team().shares[share].role == Role::Parts;
        let pointer = match is_one_of_many {
            true => self.slot_pointer(share, strand - 1)?,
            false => self.share_pointer(share)?,
        };
        let pointee = self.types().pointee(self.local_ty(pointer))?;
        if !self.pool.contains(&pointee) {
            self.pool.push(pointee);
        }
        self.scope_mut().show(pointer);
        Some(())
    }

    /// The type of a local of the function that runs.
    pub(super) fn local_ty(&self, local: Local) -> Ty {
        self.machine.program.functions[self.scope().id].body.locals[local].ty
    }
}

/// The parts of a type that is shared: those of a tuple or an array, or just itself.
fn slots_of(types: &Types, ty: Ty) -> Vec<Slot> {
    let slot = |ty: Ty, at: SlotAt| Slot { ty, at, family: None };
    match types.kind(ty) {
        TyKind::Tuple(fields) => {
            fields.iter().enumerate().map(|(n, &ty)| slot(ty, SlotAt::Field(n as u32))).collect()
        }
        &TyKind::Array(element, len) => (0..len).map(|n| slot(element, SlotAt::Element(n))).collect(),
        _ => vec![slot(ty, SlotAt::Whole)],
    }
}
