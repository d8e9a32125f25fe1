//! Terminators.

use crate::body::BodyDraft;
use crate::facts;
use rustassay_mir::model::*;

/// Makes one terminator, if the body has what it takes.
type MakeTerminator = fn(&mut BodyDraft) -> Option<Terminator>;

/// The terminators of ordinary blocks.
const TERMINATORS: &[(usize, MakeTerminator)] = &[
    (3, BodyDraft::goto),
    (4, BodyDraft::switch),
    (2, BodyDraft::return_),
    (1, BodyDraft::unreachable),
    (3, BodyDraft::drop_place),
    (5, BodyDraft::call_fn),
    (3, BodyDraft::call_pointer),
    (2, BodyDraft::call_fn_item),
    (10, BodyDraft::call_intrinsic),
    (4, BodyDraft::call_surface),
    (4, BodyDraft::tail_call),
];

/// The terminators of cleanup blocks.
const CLEANUP_TERMINATORS: &[(usize, MakeTerminator)] = &[
    (2, BodyDraft::goto),
    (2, BodyDraft::switch),
    (1, BodyDraft::unreachable),
    (3, BodyDraft::drop_place),
    (2, BodyDraft::call_fn),
    (2, BodyDraft::call_intrinsic),
    (2, BodyDraft::resume),
    (2, BodyDraft::terminate),
];

impl BodyDraft {
    /// A terminator for the block in the making.
    pub fn terminator(&mut self) -> Terminator {
        let table = if self.is_cleanup { CLEANUP_TERMINATORS } else { TERMINATORS };
        loop {
            let make = self.draft.rng.row(table);
            if let Some(terminator) = make(self) {
                return terminator;
            }
        }
    }

    fn goto(&mut self) -> Option<Terminator> {
        self.target().map(Terminator::Goto)
    }

    fn return_(&mut self) -> Option<Terminator> {
        Some(Terminator::Return)
    }

    fn unreachable(&mut self) -> Option<Terminator> {
        Some(Terminator::Unreachable)
    }

    /// Only a function that may unwind resumes a panic.
    fn resume(&mut self) -> Option<Terminator> {
        self.function.sig.abi.may_unwind().then_some(Terminator::UnwindResume)
    }

    fn terminate(&mut self) -> Option<Terminator> {
        let reason = self.draft.rng.pick(&[TerminateReason::Abi, TerminateReason::InCleanup])?;
        Some(Terminator::UnwindTerminate(reason))
    }

    fn switch(&mut self) -> Option<Terminator> {
        let otherwise = self.target()?;
        let ty = self
            .ty_where(|types, ty| matches!(types.kind(ty), TyKind::Int(_) | TyKind::Bool | TyKind::Char))?;
        let mut values: Vec<(u128, BlockId)> = Vec::new();
        for _ in 0..self.draft.rng.between(1, 4) {
            let value = match *self.types().kind(ty) {
                TyKind::Int(int) => self.draft.int_bits(int),
                TyKind::Char => u128::from(u32::from(self.draft.char_value())),
                _ => self.draft.rng.below(2) as u128,
            };
            if values.iter().all(|&(known, _)| known != value) {
                values.push((value, self.target()?));
            }
        }
        let operand = self.operand_of(ty);
        Some(Terminator::Switch(operand, SwitchTargets { values, otherwise }))
    }

    /// A drop; destructors are not evaluated in constants (E0493).
    fn drop_place(&mut self) -> Option<Terminator> {
        if self.function.is_const {
            return None;
        }
        let target = self.target()?;
        let spot = self
            .spot_where(|types, ty| types.is_sized(ty) && types.needs_drop(ty))
            .filter(|spot| !spot.is_packed)?;
        Some(Terminator::Drop { place: spot.place, target, unwind: self.unwind() })
    }

    /// What a call or drop does when it unwinds.
    pub fn unwind(&mut self) -> UnwindAction {
        // Optimized bodies have no critical call edges, so there only what needs no landing pad will do.
        let may_land = self.function.phase < Phase::RuntimeOptimized;
        let mut actions = vec![UnwindAction::Unreachable];
        if self.is_cleanup {
            if may_land {
                actions.push(UnwindAction::Terminate(TerminateReason::InCleanup));
            }
        } else {
            if self.function.sig.abi.may_unwind() {
                actions.push(UnwindAction::Continue);
            }
            if may_land {
                actions.push(UnwindAction::Terminate(TerminateReason::Abi));
                actions.extend(self.cleanups.iter().map(|&block| UnwindAction::Cleanup(block)));
            }
        }
        self.draft.rng.pick(&actions).expect("unreachable is always there")
    }

    /// A call in tail position: the callee's signature is the caller's, and everything is in registers.
    fn tail_call(&mut self) -> Option<Terminator> {
        let sig = &self.function.sig;
        let in_register = |&ty: &Ty| ty == Ty::UNIT || facts::is_register(self.types(), ty);
        if sig.abi != Abi::Rust || !sig.params.iter().chain([&sig.ret]).all(in_register) {
            return None;
        }
        let functions =
            self.draft.planned.iter().enumerate().filter(|(_, f)| f.sig == *sig && !self.function.is_const);
        let functions: Vec<FnId> = functions.map(|(index, _)| FnId::new(index)).collect();
        let callee = FnRef::plain(FnDefId::Fn(self.draft.rng.pick(&functions)?));
        let args = self.args_of(&sig.params.clone());
        Some(Terminator::TailCall(Const::Fn(Box::new(callee)).into(), args))
    }
}
