//! The parts of statements and terminators, for whoever goes over a body and does not care what each of them does.

use super::{
    BlockId, Body, Call, DebugValue, Elem, Local, Operand, Place, Rvalue, Statement, Terminator, UnwindAction,
};
use smallvec::SmallVec;

/// A part of a statement or terminator.
#[derive(Copy, Clone, Debug)]
pub enum PartRef<'a> {
    /// A place that is written.
    Written(&'a Place),
    /// A place that is not an operand: its address is taken, its discriminant is read, it is dropped or retagged.
    Place(&'a Place),
    /// An operand.
    Operand(&'a Operand),
    /// A local whose storage begins or ends.
    Storage(&'a Local),
}

/// The same, to change it.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum PartMut<'a> {
    Written(&'a mut Place),
    Place(&'a mut Place),
    Operand(&'a mut Operand),
    Storage(&'a mut Local),
}

/// Declares the functions that list the parts, to look at or to change. Their order is that of [`super::Part::Nth`].
macro_rules! parts {
    ($name:ident, $part:ident $(, $mutable:tt)?) => {
        impl Statement {
            /// The places and operands, in the order of the text.
            pub fn $name(&$($mutable)? self) -> SmallVec<[$part<'_>; 4]> {
                let mut parts = SmallVec::new();
                match self {
                    Statement::Assign(place, rvalue) => {
                        parts.push($part::Written(place));
                        rvalue.$name(&mut parts);
                    }
                    Statement::SetDiscriminant(place, _) => parts.push($part::Written(place)),
                    Statement::StorageLive(local) | Statement::StorageDead(local) => {
                        parts.push($part::Storage(local));
                    }
                    Statement::Assume(operand) => parts.push($part::Operand(operand)),
                    Statement::Retag(place) => parts.push($part::Place(place)),
                    Statement::CopyNonOverlapping(operands) => {
                        for operand in &$($mutable)? **operands {
                            parts.push($part::Operand(operand));
                        }
                    }
                }
                parts
            }
        }

        impl Rvalue {
            fn $name<'a>(&'a $($mutable)? self, parts: &mut SmallVec<[$part<'a>; 4]>) {
                match self {
                    Rvalue::Use(operand)
                    | Rvalue::UseWithoutRetag(operand)
                    | Rvalue::Repeat(operand, _)
                    | Rvalue::Cast(_, operand, _)
                    | Rvalue::Unary(_, operand) => parts.push($part::Operand(operand)),
                    Rvalue::Binary(_, left, right)
                    | Rvalue::Checked(_, left, right)
                    | Rvalue::PtrFromParts(_, left, right) => {
                        parts.push($part::Operand(left));
                        parts.push($part::Operand(right));
                    }
                    Rvalue::Tuple(operands) | Rvalue::Array(_, operands) | Rvalue::Adt(_, _, _, operands) => {
                        for operand in operands {
                            parts.push($part::Operand(operand));
                        }
                    }
                    Rvalue::Ref(_, place)
                    | Rvalue::TwoPhaseRef(place)
                    | Rvalue::RawPtr(_, place)
                    | Rvalue::FakeRawPtr(place)
                    | Rvalue::Discriminant(place)
                    | Rvalue::CopyForDeref(place) => parts.push($part::Place(place)),
                    Rvalue::ThreadLocalRef(..) => {}
                }
            }
        }

        impl Terminator {
            /// The places and operands, in the order of the text.
            pub fn $name(&$($mutable)? self) -> SmallVec<[$part<'_>; 4]> {
                let mut parts = SmallVec::new();
                match self {
                    Terminator::Switch(operand, _) => parts.push($part::Operand(operand)),
                    Terminator::Drop { place, .. } => parts.push($part::Place(place)),
                    Terminator::Call(call) => {
                        let Call { dest, func, args, .. } = &$($mutable)? **call;
                        parts.push($part::Written(dest));
                        parts.push($part::Operand(func));
                        for arg in args {
                            parts.push($part::Operand(arg));
                        }
                    }
                    Terminator::TailCall(func, args) => {
                        parts.push($part::Operand(func));
                        for arg in args {
                            parts.push($part::Operand(arg));
                        }
                    }
                    Terminator::Goto(_)
                    | Terminator::Return
                    | Terminator::Unreachable
                    | Terminator::UnwindResume
                    | Terminator::UnwindTerminate(_) => {}
                }
                parts
            }
        }
    };
}

parts!(parts, PartRef);
parts!(parts_mut, PartMut, mut);

impl PartRef<'_> {
    /// The place, if there is one.
    pub fn place(&self) -> Option<&Place> {
        match self {
            PartRef::Written(place) | PartRef::Place(place) => Some(place),
            PartRef::Operand(operand) => operand.place(),
            PartRef::Storage(_) => None,
        }
    }
}

impl<'a> PartMut<'a> {
    /// The place, if there is one.
    pub fn into_place(self) -> Option<&'a mut Place> {
        match self {
            PartMut::Written(place) | PartMut::Place(place) => Some(place),
            PartMut::Operand(Operand::Copy(place) | Operand::Move(place)) => Some(place),
            PartMut::Operand(Operand::Const(_)) | PartMut::Storage(_) => None,
        }
    }
}

impl Place {
    /// Calls `f` with every local that the path mentions.
    fn for_each_local_mut(&mut self, f: &mut impl FnMut(&mut Local)) {
        f(&mut self.local);
        for elem in &mut self.projection {
            if let Elem::Index(local) = elem {
                f(local);
            }
        }
    }

    /// The locals that the path mentions: where it begins, and what it is indexed by.
    pub fn locals(&self) -> impl Iterator<Item = Local> + '_ {
        let indices = self.projection.iter().filter_map(|elem| match elem {
            Elem::Index(local) => Some(*local),
            _ => None,
        });
        std::iter::once(self.local).chain(indices)
    }
}

impl Terminator {
    /// Every block that this may go to, unwinding included, to change it.
    pub fn successors_mut(&mut self) -> SmallVec<[&mut BlockId; 4]> {
        match self {
            Terminator::Goto(target) => [target].into_iter().collect(),
            Terminator::Switch(_, targets) => {
                let arms = targets.values.iter_mut().map(|(_, block)| block);
                arms.chain([&mut targets.otherwise]).collect()
            }
            Terminator::Drop { target, unwind, .. } => {
                [target].into_iter().chain(unwind.block_mut()).collect()
            }
            Terminator::Call(call) => [&mut call.target].into_iter().chain(call.unwind.block_mut()).collect(),
            Terminator::Return
            | Terminator::Unreachable
            | Terminator::TailCall(..)
            | Terminator::UnwindResume
            | Terminator::UnwindTerminate(_) => SmallVec::new(),
        }
    }
}

impl UnwindAction {
    /// The cleanup block that runs, if one does, to change it.
    fn block_mut(&mut self) -> Option<&mut BlockId> {
        match self {
            UnwindAction::Cleanup(block) => Some(block),
            _ => None,
        }
    }
}

impl Body {
    /// Calls `f` with every place of the body.
    pub fn for_each_place_mut(&mut self, mut f: impl FnMut(&mut Place)) {
        for info in &mut self.debug {
            if let DebugValue::Place(place) = &mut info.value {
                f(place);
            }
        }
        for block in self.blocks.iter_mut() {
            let statements = block.statements.iter_mut().flat_map(Statement::parts_mut);
            let parts = statements.chain(block.terminator.parts_mut());
            parts.filter_map(PartMut::into_place).for_each(&mut f);
        }
    }

    /// Calls `f` with every mention of a local.
    pub fn for_each_local_mut(&mut self, mut f: impl FnMut(&mut Local)) {
        self.for_each_place_mut(|place| place.for_each_local_mut(&mut f));
        for block in self.blocks.iter_mut() {
            for statement in &mut block.statements {
                if let Statement::StorageLive(local) | Statement::StorageDead(local) = statement {
                    f(local);
                }
            }
        }
    }
}
