//! Borrow checking, which rustc does for bodies of the first two phases, more coarsely than rustc.
//!
//! A reference borrows the whole local that its place begins with. Which locals may hold which borrow is found without
//! regard to the order of statements; a borrow counts where a local that may hold it is used later. Every reference in
//! an item's type is `'static`, and an argument's lifetime is the caller's, so references to locals go to plain
//! locals and into calls, and nowhere else.

use super::moves::{Effect, statement_effects, terminator_effects};
use super::places::visit_places;
use super::{Checker, Cx, Fault, Point, Rule};
use crate::model::{
    AdtOrigin, At, Const, Elem, FnDefId, Id, Local, Mutability, Operand, Phase, Place, PlaceTy, Rvalue,
    Statement, Terminator, Ty, TyKind,
};
use std::collections::BTreeSet;

/// A borrow of a local.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Loan {
    /// What is borrowed, or reached through.
    local: Local,
    /// Whether the reference is `&mut`.
    is_mut: bool,
    /// Whether it is the local's own memory, so that the reference must not outlive it.
    owned: bool,
}

/// For each local, the borrows that it may hold.
type Holdings = Vec<BTreeSet<Loan>>;

impl<'a> Checker<'a> {
    /// Checks moves and borrows of a body that rustc borrow-checks.
    pub(super) fn borrows(&mut self, cx: Cx<'a>) {
        if cx.phase > Phase::AnalysisInitial {
            return;
        }
        self.moves(cx);
        let holdings = self.holdings(cx);
        self.escapes(cx, &holdings);
        if !holdings.iter().all(BTreeSet::is_empty) {
            self.conflicts(cx, &holdings);
        }
    }

    /// Whether values of the type can carry a borrow.
    fn has_reference(&self, ty: Ty) -> bool {
        match self.types.kind(ty) {
            TyKind::Ref(..) => true,
            TyKind::Tuple(fields) => fields.iter().any(|&field| self.has_reference(field)),
            TyKind::Array(inner, _)
            | TyKind::Slice(inner)
            | TyKind::Box(inner)
            | TyKind::RawPtr(_, inner) => self.has_reference(*inner),
            TyKind::Adt(adt) => match &self.types.adts[*adt].origin {
                AdtOrigin::Library(_, args) => args.iter().any(|&arg| self.has_reference(arg)),
                AdtOrigin::Program | AdtOrigin::Instance(_) => false,
            },
            _ => false,
        }
    }

    fn holdings(&self, cx: Cx<'a>) -> Holdings {
        let mut holdings: Holdings = vec![BTreeSet::new(); cx.body.locals.len()];
        let carries: Vec<bool> = cx.body.locals.iter().map(|decl| self.has_reference(decl.ty)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            let mut flow = |holdings: &mut Holdings, from: &BTreeSet<Loan>, to: Local| {
                if carries[to.index()] {
                    let before = holdings[to.index()].len();
                    holdings[to.index()].extend(from);
                    changed |= holdings[to.index()].len() != before;
                }
            };
            for block in &cx.body.blocks {
                for statement in &block.statements {
                    let Statement::Assign(place, rvalue) = statement else { continue };
                    let mut loans = BTreeSet::new();
                    if let Rvalue::Ref(mutability, borrowed) = rvalue {
                        loans.extend(self.loan(cx, *mutability, borrowed));
                    }
                    visit_places(rvalue, &mut |place| loans.extend(&holdings[place.local.index()]));
                    flow(&mut holdings, &loans, place.local);
                }
                if let Terminator::Call(call) = &block.terminator {
                    let places = call.args.iter().filter_map(Operand::place);
                    let loans = places.flat_map(|place| holdings[place.local.index()].clone()).collect();
                    flow(&mut holdings, &loans, call.dest.local);
                }
            }
        }
        holdings
    }

    /// The borrow that a reference to this place is; none behind raw pointers and shared references.
    fn loan(&self, cx: Cx<'a>, mutability: Mutability, place: &Place) -> Option<Loan> {
        let mut ty = PlaceTy::from(cx.body.locals[place.local].ty);
        let mut owned = true;
        for &elem in &place.projection {
            match (elem, self.types.kind(ty.ty)) {
                (Elem::Deref, TyKind::Ref(Mutability::Mut, _)) => owned = false,
                (Elem::Deref, TyKind::Ref(Mutability::Not, _) | TyKind::RawPtr(..)) => return None,
                _ => {}
            }
            ty = self.types.project(ty, elem)?;
        }
        Some(Loan { local: place.local, is_mut: mutability == Mutability::Mut, owned })
    }

    /// References do not go where they would outlive what they refer to, and lifetimes of arguments are not mixed.
    fn escapes(&mut self, cx: Cx<'a>, holdings: &Holdings) {
        let owned = |local: Local| holdings[local.index()].iter().find(|loan| loan.owned).copied();
        for (id, block) in cx.body.blocks.iter_ids() {
            let mut point = Point { function: cx.id, block: id, statement: 0 };
            for statement in &block.statements {
                if let Statement::Assign(place, rvalue) = statement {
                    let mut source = None;
                    if let Rvalue::Ref(mutability, borrowed) = rvalue {
                        source = self.loan(cx, *mutability, borrowed).filter(|loan| loan.owned);
                    }
                    let mut given = matches!(rvalue, Rvalue::Ref(..));
                    visit_places(rvalue, &mut |place| {
                        source = source.or(owned(place.local));
                        given |= self.place_has_reference(cx, place);
                    });
                    if given {
                        let is_item = matches!(rvalue, Rvalue::Adt(adt, ..)
                            if self.types.adts[*adt].origin == AdtOrigin::Program);
                        self.store(cx, place, is_item, source, point.whole());
                    }
                }
                point.statement += 1;
            }
            if let Terminator::Call(call) = &block.terminator {
                let places = || call.args.iter().filter_map(Operand::place);
                let carriers = places().filter(|place| self.place_has_reference(cx, place)).count();
                // Parameters of custom-MIR functions have a lifetime each; those of an intrinsic's type parameter share
                // one, those of function pointers are `'static`, and those of surface Rust are not known here.
                let allowed = match &call.func {
                    Operand::Const(Const::Fn(function)) => match function.def {
                        FnDefId::Fn(_) => usize::MAX,
                        FnDefId::Intrinsic(_) => 1,
                        FnDefId::Surface(_)
                        | FnDefId::Builtin(_)
                        | FnDefId::Foreign(_)
                        | FnDefId::Virtual(_) => 0,
                    },
                    _ => 0,
                };
                if carriers > allowed {
                    let message = "references go to a function that may need them to live longer";
                    self.report(point.whole(), Fault::new(Rule::Borrowed, message));
                }
                if self.place_has_reference(cx, &call.dest) && carriers > 0 {
                    let borrowed = places().find_map(|place| owned(place.local));
                    self.store(cx, &call.dest, false, borrowed, point.whole());
                }
            }
        }
    }

    fn place_has_reference(&self, cx: Cx<'a>, place: &Place) -> bool {
        self.types.place_ty(&cx.body.locals, place).is_some_and(|ty| self.has_reference(ty))
    }

    /// Something with a reference in it is stored; `source` is a borrow of a local that the reference may be.
    fn store(&mut self, cx: Cx<'a>, place: &Place, is_item: bool, source: Option<Loan>, at: At) {
        let in_item = is_item || self.is_in_item(cx, place);
        if !in_item && !self.place_has_reference(cx, place) {
            return;
        }
        let argument = place.local != Local::RETURN && cx.body.is_signature_local(place.local);
        let message = match source {
            Some(loan) if place.local == Local::RETURN => {
                format!("a reference to `{}` outlives it", cx.body.local_name(loan.local))
            }
            _ if in_item => {
                "references in the types of items are `'static`, and this one may not be".to_owned()
            }
            _ if argument || place.projection.contains(&Elem::Deref) => {
                "a reference is stored where the caller sees it, or behind a pointer".to_owned()
            }
            _ => return,
        };
        self.report(at, Fault::new(Rule::Borrowed, message));
    }

    /// Whether the place is a reference in a field of the program's own types.
    fn is_in_item(&self, cx: Cx<'a>, place: &Place) -> bool {
        let mut ty = PlaceTy::from(cx.body.locals[place.local].ty);
        for &elem in &place.projection {
            if let TyKind::Adt(adt) = self.types.kind(ty.ty)
                && self.types.adts[*adt].origin == AdtOrigin::Program
            {
                return self.place_has_reference(cx, place);
            }
            match self.types.project(ty, elem) {
                Some(next) => ty = next,
                None => return false,
            }
        }
        false
    }

    /// What is borrowed is not used in a way that the borrow forbids, while the borrow may be used.
    fn conflicts(&mut self, cx: Cx<'a>, holdings: &Holdings) {
        let live_out = live_out(cx, holdings);
        for (id, block) in cx.body.blocks.iter_ids() {
            let mut live = live_out[id.index()].clone();
            let mut found = Vec::new();
            let mut look = |live: &BTreeSet<Local>, effect: Effect<'_>, at: At| {
                let (local, writes) = match effect {
                    Effect::Use(place) | Effect::Borrow(Mutability::Not, place) => (place.local, false),
                    Effect::RawBorrow(Mutability::Not, place) => (place.local, false),
                    Effect::Borrow(Mutability::Mut, place)
                    | Effect::RawBorrow(Mutability::Mut, place)
                    | Effect::Move(place)
                    | Effect::Write(place)
                    | Effect::Drop(place) => (place.local, true),
                    Effect::Storage(local) => (local, true),
                };
                let clash = live.iter().find(|holder| {
                    let mut loans = holdings[holder.index()].iter();
                    **holder != local && loans.any(|loan| loan.local == local && (writes || loan.is_mut))
                });
                if let Some(&holder) = clash {
                    found.push((at, local, holder));
                }
            };
            let mut point = Point { function: cx.id, block: id, statement: block.statements.len() };
            if let Terminator::Call(call) = &block.terminator {
                look(&live, Effect::Write(&call.dest), point.part(0));
                if let Some(dest) = call.dest.as_local() {
                    live.remove(&dest);
                }
            }
            let mut meanwhile = live.clone();
            step_back_terminator(&block.terminator, holdings, &mut live);
            meanwhile.extend(&live);
            terminator_effects(&block.terminator, &mut |effect, part| {
                look(&meanwhile, effect, point.part(part))
            });
            for (position, statement) in block.statements.iter().enumerate().rev() {
                point.statement = position;
                if let Statement::Assign(place, _) = statement
                    && let Some(dest) = place.as_local()
                {
                    // What the statement overwrites no longer holds anything.
                    live.remove(&dest);
                }
                // What the statement itself uses is live until its end: `*b = a` reads `a` while `b` is about to be used.
                let mut meanwhile = live.clone();
                step_back(statement, holdings, &mut live);
                meanwhile.extend(&live);
                statement_effects(statement, &mut |effect, part| look(&meanwhile, effect, point.part(part)));
            }
            for (at, local, holder) in found {
                let (local, holder) = (cx.body.local_name(local), cx.body.local_name(holder));
                let message = format!("`{local}` is borrowed, and `{holder}` may use that later");
                self.report(at, Fault::new(Rule::Borrowed, message));
            }
        }
    }
}

/// For each block, the locals that may hold a borrow and may be used after it.
fn live_out(cx: Cx<'_>, holdings: &Holdings) -> Vec<BTreeSet<Local>> {
    let mut live_in: Vec<BTreeSet<Local>> = vec![BTreeSet::new(); cx.body.blocks.len()];
    let mut live_out = live_in.clone();
    let order = super::cfg::reverse_postorder(cx.body);
    let mut changed = true;
    while changed {
        changed = false;
        for &id in order.iter().rev() {
            let block = &cx.body.blocks[id];
            let mut live = BTreeSet::new();
            for next in block.terminator.successors() {
                live.extend(&live_in[next.index()]);
            }
            live_out[id.index()] = live.clone();
            if let Terminator::Call(call) = &block.terminator
                && let Some(dest) = call.dest.as_local()
            {
                live.remove(&dest);
            }
            step_back_terminator(&block.terminator, holdings, &mut live);
            block.statements.iter().rev().for_each(|statement| step_back(statement, holdings, &mut live));
            changed |= live != live_in[id.index()];
            live_in[id.index()] = live;
        }
    }
    live_out
}

/// What is live before a statement, from what is live after it.
fn step_back(statement: &Statement, holdings: &Holdings, live: &mut BTreeSet<Local>) {
    if let Statement::Assign(place, _) = statement
        && let Some(dest) = place.as_local()
    {
        live.remove(&dest);
    }
    statement_effects(statement, &mut |effect, _| uses(effect, holdings, live));
}

fn step_back_terminator(terminator: &Terminator, holdings: &Holdings, live: &mut BTreeSet<Local>) {
    terminator_effects(terminator, &mut |effect, _| uses(effect, holdings, live));
    if let Terminator::Call(call) = terminator
        && !call.dest.projection.is_empty()
    {
        uses(Effect::Use(&call.dest), holdings, live);
    }
}

fn uses(effect: Effect<'_>, holdings: &Holdings, live: &mut BTreeSet<Local>) {
    let local = match effect {
        Effect::Write(place) if place.projection.is_empty() => return,
        Effect::Storage(_) => return,
        Effect::Use(place)
        | Effect::Move(place)
        | Effect::Borrow(_, place)
        | Effect::RawBorrow(_, place)
        | Effect::Write(place)
        | Effect::Drop(place) => place.local,
    };
    if !holdings[local.index()].is_empty() {
        live.insert(local);
    }
}
