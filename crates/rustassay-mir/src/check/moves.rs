//! Initialization and moves (`rustc_mir_dataflow::impls::MaybeUninitializedPlaces`, for whole locals).
//!
//! A local that was moved from in part counts as moved: rustc would let its other fields be used.

use super::cfg::reverse_postorder;
use super::places::visit_places;
use super::{Checker, Cx, Fault, Point, Rule};
use crate::model::{
    BlockId, Body, Elem, Id, Local, Mutability, Operand, Place, PlaceTy, Rvalue, Statement, Terminator,
    TyKind,
};

/// What one step of a body does to a local, in the order of happening.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Effect<'b> {
    /// Its value, or something reached by it, is used.
    Use(&'b Place),
    /// All or part of it is moved elsewhere.
    Move(&'b Place),
    /// A reference to it or to something reached by it is made.
    Borrow(Mutability, &'b Place),
    /// A raw pointer to it or to something reached by it is made.
    RawBorrow(Mutability, &'b Place),
    /// It, or something reached by it, is overwritten.
    Write(&'b Place),
    /// It is dropped.
    Drop(&'b Place),
    /// Its storage begins or ends.
    Storage(Local),
}

/// Calls `visit` with the effects of a statement, each with the position of its place in the text.
pub fn statement_effects<'b>(statement: &'b Statement, visit: &mut impl FnMut(Effect<'b>, usize)) {
    match statement {
        Statement::Assign(place, rvalue) => {
            rvalue_effects(rvalue, visit);
            visit(Effect::Write(place), 0);
        }
        Statement::SetDiscriminant(place, _) => visit(Effect::Write(place), 0),
        Statement::StorageLive(local) | Statement::StorageDead(local) => visit(Effect::Storage(*local), 0),
        Statement::Assume(operand) => operand_effect(operand, 0, visit),
        Statement::Retag(place) => visit(Effect::Use(place), 0),
        Statement::CopyNonOverlapping(operands) => {
            operands.iter().zip(0..).for_each(|(operand, part)| operand_effect(operand, part, visit));
        }
    }
}

fn rvalue_effects<'b>(rvalue: &'b Rvalue, visit: &mut impl FnMut(Effect<'b>, usize)) {
    match rvalue {
        Rvalue::Use(operand) | Rvalue::Repeat(operand, _) | Rvalue::Cast(_, operand, _) => {
            operand_effect(operand, 1, visit);
        }
        Rvalue::Unary(_, operand) | Rvalue::UseWithoutRetag(operand) => operand_effect(operand, 1, visit),
        Rvalue::Binary(_, left, right)
        | Rvalue::Checked(_, left, right)
        | Rvalue::PtrFromParts(_, left, right) => {
            operand_effect(left, 1, visit);
            operand_effect(right, 2, visit);
        }
        Rvalue::Tuple(operands) | Rvalue::Array(_, operands) | Rvalue::Adt(_, _, _, operands) => {
            operands.iter().zip(1..).for_each(|(operand, part)| operand_effect(operand, part, visit));
        }
        Rvalue::Ref(mutability, place) => visit(Effect::Borrow(*mutability, place), 1),
        Rvalue::TwoPhaseRef(place) => visit(Effect::Borrow(Mutability::Mut, place), 1),
        Rvalue::RawPtr(mutability, place) => visit(Effect::RawBorrow(*mutability, place), 1),
        Rvalue::FakeRawPtr(place) => visit(Effect::RawBorrow(Mutability::Not, place), 1),
        Rvalue::ThreadLocalRef(..) => {}
        Rvalue::Discriminant(_) | Rvalue::CopyForDeref(_) => {
            visit_places(rvalue, &mut |place| visit(Effect::Use(place), 1));
        }
    }
}

fn operand_effect<'b>(operand: &'b Operand, part: usize, visit: &mut impl FnMut(Effect<'b>, usize)) {
    match operand {
        Operand::Copy(place) => visit(Effect::Use(place), part),
        Operand::Move(place) => visit(Effect::Move(place), part),
        Operand::Const(_) => {}
    }
}

/// Calls `visit` with the effects of a terminator, other than a call's write of its destination, which happens on the
/// way back.
pub fn terminator_effects<'b>(terminator: &'b Terminator, visit: &mut impl FnMut(Effect<'b>, usize)) {
    match terminator {
        Terminator::Switch(operand, _) => operand_effect(operand, 0, visit),
        Terminator::Drop { place, .. } => visit(Effect::Drop(place), 0),
        Terminator::Call(call) => {
            operand_effect(&call.func, 1, visit);
            call.args.iter().zip(2..).for_each(|(arg, part)| operand_effect(arg, part, visit));
        }
        Terminator::TailCall(func, args) => {
            operand_effect(func, 0, visit);
            args.iter().zip(1..).for_each(|(arg, part)| operand_effect(arg, part, visit));
        }
        Terminator::Goto(_)
        | Terminator::Return
        | Terminator::Unreachable
        | Terminator::UnwindResume
        | Terminator::UnwindTerminate(_) => {}
    }
}

/// For each local, why it may have no value.
#[derive(Clone, PartialEq, Eq)]
struct Missing {
    uninitialized: Vec<bool>,
    moved: Vec<bool>,
}

impl Missing {
    fn set(&mut self, local: Local, uninitialized: bool, moved: bool) {
        self.uninitialized[local.index()] = uninitialized;
        self.moved[local.index()] = moved;
    }

    /// Adds what is missing on another path; whether that is news.
    fn join(&mut self, other: &Missing) -> bool {
        let mut news = false;
        let pairs = (self.uninitialized.iter_mut().zip(&other.uninitialized))
            .chain(self.moved.iter_mut().zip(&other.moved));
        for (own, &theirs) in pairs {
            news |= theirs && !*own;
            *own |= theirs;
        }
        news
    }

    fn apply(&mut self, effect: Effect<'_>) {
        match effect {
            Effect::Write(place) if place.projection.is_empty() => self.set(place.local, false, false),
            Effect::Move(place) => self.set(place.local, false, true),
            Effect::Drop(place) => self.set(place.local, true, false),
            Effect::Storage(local) => self.set(local, true, false),
            Effect::Write(_) | Effect::Use(_) | Effect::Borrow(..) | Effect::RawBorrow(..) => {}
        }
    }
}

impl<'a> Checker<'a> {
    /// Checks that values are there where they are used, and are not moved from where they cannot be.
    pub(super) fn moves(&mut self, cx: Cx<'a>) {
        let entry = Missing {
            uninitialized: cx.body.locals.ids().map(|local| !is_argument(cx.body, local)).collect(),
            moved: vec![false; cx.body.locals.len()],
        };
        let order = reverse_postorder(cx.body);
        let mut before: Vec<Option<Missing>> = vec![None; cx.body.blocks.len()];
        before[BlockId::ENTRY.index()] = Some(entry);
        let mut changed = true;
        while changed {
            changed = false;
            for &id in &order {
                let Some(mut state) = before[id.index()].clone() else { continue };
                let block = &cx.body.blocks[id];
                for statement in &block.statements {
                    statement_effects(statement, &mut |effect, _| state.apply(effect));
                }
                terminator_effects(&block.terminator, &mut |effect, _| state.apply(effect));
                for next in block.terminator.successors() {
                    let mut state = state.clone();
                    if let Terminator::Call(call) = &block.terminator
                        && next == call.target
                    {
                        state.apply(Effect::Write(&call.dest));
                    }
                    changed |= match &mut before[next.index()] {
                        Some(known) => known.join(&state),
                        unknown => {
                            *unknown = Some(state);
                            true
                        }
                    };
                }
            }
        }
        for id in order {
            let Some(mut state) = before[id.index()].take() else { continue };
            let block = &cx.body.blocks[id];
            let mut point = Point { function: cx.id, block: id, statement: 0 };
            for statement in &block.statements {
                let mut effects = Vec::new();
                statement_effects(statement, &mut |effect, part| effects.push((effect, part)));
                self.effects(cx, &effects, &mut state, point);
                point.statement += 1;
            }
            let mut effects = Vec::new();
            terminator_effects(&block.terminator, &mut |effect, part| effects.push((effect, part)));
            self.effects(cx, &effects, &mut state, point);
            if let Terminator::Call(call) = &block.terminator {
                self.effects(cx, &[(Effect::Write(&call.dest), 0)], &mut state, point);
            }
        }
    }

    fn effects(&mut self, cx: Cx<'a>, effects: &[(Effect<'_>, usize)], state: &mut Missing, point: Point) {
        for &(effect, part) in effects {
            let at = point.part(part);
            let needed = match effect {
                Effect::Use(place) | Effect::Move(place) => Some(place),
                Effect::Borrow(_, place) | Effect::RawBorrow(_, place) => Some(place),
                Effect::Write(place) if !place.projection.is_empty() => Some(place),
                Effect::Write(_) | Effect::Drop(_) | Effect::Storage(_) => None,
            };
            if let Some(place) = needed {
                // rustc does not ask for the locals that are used as indices.
                let name = cx.body.local_name(place.local);
                if state.moved[place.local.index()] {
                    let message = format!("`{name}` may have been moved, at least in part");
                    self.report(at, Fault::new(Rule::Moved, message).label("used after the move"));
                } else if state.uninitialized[place.local.index()] {
                    let message = format!("`{name}` may not be initialized");
                    self.report(at, Fault::new(Rule::Uninitialized, message).label("used without a value"));
                }
            }
            match effect {
                Effect::Move(place) => {
                    if let Some(message) = self.immovable(cx, place) {
                        self.report(at, Fault::new(Rule::MoveOut, message));
                    }
                }
                Effect::Borrow(Mutability::Mut, place)
                | Effect::RawBorrow(Mutability::Mut, place)
                | Effect::Write(place)
                    if self.is_behind_shared(cx, place) =>
                {
                    let message = "nothing can be changed behind a `&` or `*const`";
                    self.report(at, Fault::new(Rule::SharedWrite, message));
                }
                _ => {}
            }
            state.apply(effect);
        }
    }

    /// Why nothing can be moved out of the place.
    fn immovable(&self, cx: Cx<'a>, place: &Place) -> Option<String> {
        let mut ty = PlaceTy::from(cx.body.locals[place.local].ty);
        for &elem in &place.projection {
            match (elem, self.types.kind(ty.ty)) {
                (Elem::Deref, TyKind::Box(_)) => {}
                (Elem::Deref, _) => return Some("nothing can be moved out of a pointer or reference".into()),
                (Elem::Index(_), _) => return Some("nothing can be moved out of an array by index".into()),
                (Elem::Field(_), TyKind::Adt(adt)) if self.types.adts[*adt].drop.is_some() => {
                    let name = self.name(ty.ty);
                    return Some(format!("nothing can be moved out of `{name}`, which implements `Drop`"));
                }
                _ => {}
            }
            ty = self.types.project(ty, elem)?;
        }
        None
    }

    /// Whether writing the place needs more than the pointers on the way give (`is_mutable` of
    /// `rustc_borrowck`).
    fn is_behind_shared(&self, cx: Cx<'a>, place: &Place) -> bool {
        let mut ty = PlaceTy::from(cx.body.locals[place.local].ty);
        let mut shared = false;
        for &elem in &place.projection {
            if elem == Elem::Deref {
                shared = match self.types.kind(ty.ty) {
                    TyKind::RawPtr(mutability, _) => *mutability == Mutability::Not,
                    TyKind::Ref(mutability, _) => shared || *mutability == Mutability::Not,
                    _ => shared,
                };
            }
            match self.types.project(ty, elem) {
                Some(next) => ty = next,
                None => return false,
            }
        }
        shared
    }
}

fn is_argument(body: &Body, local: Local) -> bool {
    local != Local::RETURN && body.is_signature_local(local)
}
