//! Variables and their parts: what can be read, written, borrowed or moved here.

use crate::interval::Interval;
use crate::scope::{State, VarId};
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Ty, TyKind};
use crate::writer::Writer;
use rustassay_lang::Edition;

/// What a place is wanted for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To copy, clone or borrow it.
    Read,
    /// To assign to it, or to borrow it uniquely.
    Write,
    /// To take its value away.
    Move,
}

/// A step from a place to a part of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Step {
    Field(Member, usize),
    Deref,
    /// An element of an array of this length.
    Element(u32),
}

/// A place that was found.
#[derive(Clone, Debug)]
pub struct Place {
    pub var: VarId,
    pub expr: Expr,
    pub interval: Option<Interval>,
    /// Whether it is the whole variable.
    is_whole: bool,
    /// The field that it is in.
    field: Option<usize>,
}

/// How many of the youngest variables are looked at, so that the search costs the same everywhere.
const LOOK_BACK: usize = 24;

impl Writer {
    /// A place of a type, at random among those that there are.
    pub fn find_place(&mut self, ty: Ty, purpose: Purpose) -> Option<Place> {
        let mut found: Option<(VarId, [Option<Step>; 3])> = None;
        let mut count = 0;
        let frame = self.frames.last()?;
        let start = frame.scope.vars.len().saturating_sub(LOOK_BACK);
        let mut consider = |random: &mut rustassay_random::Random, id: VarId, steps: [Option<Step>; 3]| {
            count += 1;
            if random.below(count) == 0 {
                found = Some((id, steps));
            }
        };
        for id in start..frame.scope.vars.len() {
            let var = &frame.scope.vars[id];
            let is_usable = match (purpose, var.state) {
                (_, State::Moved | State::Expired) => false,
                (Purpose::Read, _) => var.unique == 0,
                (Purpose::Write, State::PartlyMoved(_)) => false,
                _ => var.unique == 0 && var.shared == 0,
            };
            if !is_usable {
                continue;
            }
            let can_change_here = match purpose {
                Purpose::Read => true,
                Purpose::Write => var.is_mut && var.interval.is_none(),
                Purpose::Move => var.is_owned && var.loops == frame.scope.loops,
            };
            let moved = if let State::PartlyMoved(bits) = var.state { bits } else { 0 };
            if var.ty == ty && can_change_here && moved == 0 {
                consider(&mut self.random, id, [None; 3]);
            }
            let types = &self.types;
            match types.kind(var.ty) {
                TyKind::Ref(mutability, to) if purpose != Purpose::Move && moved == 0 => {
                    let can_change = *mutability == Mutability::Mut;
                    if purpose == Purpose::Write && !can_change {
                        continue;
                    }
                    if *to == ty {
                        consider(&mut self.random, id, [Some(Step::Deref), None, None]);
                    }
                    for (n, &(member, field)) in types.fields(*to).iter().enumerate() {
                        if field == ty {
                            consider(&mut self.random, id, [Some(Step::Field(member, n)), None, None]);
                        }
                    }
                    if let TyKind::Array(of, len) = types.kind(*to)
                        && *of == ty
                        && let Some(len @ 1..) = types.count(*len)
                    {
                        consider(&mut self.random, id, [Some(Step::Element(len)), None, None]);
                    }
                }
                TyKind::Box(to) if *to == ty && can_change_here && moved == 0 => {
                    // Moving out of a box by `*` needs the box itself.
                    consider(&mut self.random, id, [Some(Step::Deref), None, None]);
                }
                TyKind::Array(of, len) if *of == ty && can_change_here && purpose != Purpose::Move => {
                    if let Some(len @ 1..) = types.count(*len) {
                        consider(&mut self.random, id, [Some(Step::Element(len)), None, None]);
                    }
                }
                TyKind::Tuple(_) | TyKind::Adt(..) if can_change_here => {
                    let has_drop =
                        matches!(types.kind(var.ty), TyKind::Adt(adt, _) if types.adt(*adt).has_drop);
                    // Before 2021, a closure captured the whole of what it used a part of (RFC 2229).
                    let is_indivisible = has_drop || self.mixture.edition == Edition::E2018;
                    if is_indivisible && purpose == Purpose::Move {
                        continue;
                    }
                    for (n, &(member, field)) in types.fields(var.ty).iter().enumerate() {
                        if moved >> n.min(31) & 1 == 1 {
                            continue;
                        }
                        let step = Some(Step::Field(member, n));
                        if field == ty {
                            consider(&mut self.random, id, [step, None, None]);
                        }
                        if purpose == Purpose::Move {
                            continue;
                        }
                        for (m, &(inner, part)) in types.fields(field).iter().enumerate() {
                            if part == ty {
                                consider(&mut self.random, id, [step, Some(Step::Field(inner, m)), None]);
                            }
                        }
                        if let TyKind::Array(of, len) = types.kind(field)
                            && *of == ty
                            && let Some(len @ 1..) = types.count(*len)
                        {
                            consider(&mut self.random, id, [step, Some(Step::Element(len)), None]);
                        }
                    }
                }
                _ => {}
            }
        }
        let (var, steps) = found?;
        Some(self.place(var, steps))
    }

    fn place(&mut self, var: VarId, steps: [Option<Step>; 3]) -> Place {
        let info = &self.frame().scope.vars[var];
        let interval = if steps[0].is_none() { info.interval } else { None };
        let field = match steps[0] {
            Some(Step::Field(_, n)) => Some(n),
            _ => None,
        };
        let mut expr = Expr::Name(info.name);
        for step in steps.into_iter().flatten() {
            expr = match step {
                Step::Field(member, _) => Expr::Field(Box::new(expr), member),
                Step::Deref => expr.deref(),
                Step::Element(len) => {
                    let index = self.index_below(u64::from(len), Some(var));
                    expr.index(index)
                }
            };
        }
        Place { var, expr, interval, is_whole: steps[0].is_none() || steps[0] == Some(Step::Deref), field }
    }

    /// A `usize` that is less than `len`, which is not 0: a literal, or something computed that says nothing of this variable.
    pub fn index_below(&mut self, len: u64, without: Option<VarId>) -> Expr {
        if self.coin() {
            return number(u128::from(self.random.below(len as usize) as u64));
        }
        if let Some(var) = without {
            self.scope().lend(var, Mutability::Mut);
        }
        let index = self.int_within(crate::types::Int::USIZE, Interval::new(0, i128::from(len) - 1), true, 1);
        if let Some(var) = without {
            self.scope().give_back(var, Mutability::Mut);
        }
        index
    }

    /// Takes the value of a place that was found for that.
    pub fn take_place(&mut self, place: Place) -> Expr {
        let state = match (place.is_whole, place.field, self.frame().scope.vars[place.var].state) {
            (false, Some(n), State::PartlyMoved(bits)) => State::PartlyMoved(bits | 1 << n.min(31)),
            (false, Some(n), _) => State::PartlyMoved(1 << n.min(31)),
            _ => State::Moved,
        };
        self.scope().set_state(place.var, state);
        place.expr
    }

    /// The value of some place of this type: copied, cloned or moved.
    pub fn value_of_place(&mut self, ty: Ty) -> Option<Expr> {
        let facts = self.types.facts(ty);
        if facts.is_copy {
            return self.find_place(ty, Purpose::Read).map(|place| place.expr);
        }
        if self.chance(self.chances().moves)
            && let Some(place) = self.find_place(ty, Purpose::Move)
        {
            return Some(self.take_place(place));
        }
        if facts.has_ref {
            return None;
        }
        let place = self.find_place(ty, Purpose::Read)?;
        if !self.afford(u64::from(facts.size) * 4) {
            return None;
        }
        Some(place.expr.method("clone", Vec::new()))
    }

    /// A reference to a place of this type, lent to the expression that is being written.
    pub fn borrow_place(&mut self, ty: Ty, mutability: Mutability) -> Option<Expr> {
        let purpose = if mutability == Mutability::Mut { Purpose::Write } else { Purpose::Read };
        let place = self.find_place(ty, purpose)?;
        self.lend(place.var, mutability);
        Some(Expr::Ref(mutability, Box::new(place.expr)))
    }
}
