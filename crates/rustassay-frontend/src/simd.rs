//! Intrinsics on vectors, written out lane by lane. Only what the library's own code needs on x86-64: hash maps compare
//! sixteen bytes at once.

use crate::context::{ArgExt, Cx};
use crate::shims::Shim;
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustassay_mir::model::{BinOp, CastKind, Const, Elem, IntTy, Operand, Place, Rvalue, Terminator};

/// The lanes of a vector type of the model.
#[derive(Clone, Copy, Debug)]
struct Lanes {
    count: u64,
    element: mir::Ty,
}

/// What an intrinsic does with each lane.
#[derive(Clone, Copy, Debug)]
enum LaneOp {
    /// An operator on the lanes of two vectors.
    Binary(BinOp),
    /// A comparison, whose lanes are all ones or all zeros.
    Compare(BinOp),
    /// The same value in all lanes.
    Splat,
    /// One bit for each lane, as an integer.
    Bitmask,
    /// Whether all lanes are set, or any is.
    Reduce(BinOp),
    /// One lane, whose number is the second argument.
    Extract,
    /// The lanes of the second or third vector, as the first says.
    Select,
    /// A cast of each lane.
    Cast,
    /// Lanes of two vectors, one after the other, whose numbers are in a third.
    Shuffle,
}

fn lane_op(name: &str) -> Option<LaneOp> {
    Some(match name {
        "simd_add" => LaneOp::Binary(BinOp::Add),
        "simd_sub" => LaneOp::Binary(BinOp::Sub),
        "simd_mul" => LaneOp::Binary(BinOp::Mul),
        "simd_and" => LaneOp::Binary(BinOp::BitAnd),
        "simd_or" => LaneOp::Binary(BinOp::BitOr),
        "simd_xor" => LaneOp::Binary(BinOp::BitXor),
        "simd_eq" => LaneOp::Compare(BinOp::Eq),
        "simd_ne" => LaneOp::Compare(BinOp::Ne),
        "simd_lt" => LaneOp::Compare(BinOp::Lt),
        "simd_le" => LaneOp::Compare(BinOp::Le),
        "simd_gt" => LaneOp::Compare(BinOp::Gt),
        "simd_ge" => LaneOp::Compare(BinOp::Ge),
        "simd_splat" => LaneOp::Splat,
        "simd_shl" => LaneOp::Binary(BinOp::Shl),
        "simd_shr" => LaneOp::Binary(BinOp::Shr),
        "simd_reduce_all" => LaneOp::Reduce(BinOp::BitAnd),
        "simd_reduce_any" => LaneOp::Reduce(BinOp::BitOr),
        "simd_extract" | "simd_extract_dyn" => LaneOp::Extract,
        "simd_select" => LaneOp::Select,
        "simd_cast" | "simd_as" => LaneOp::Cast,
        "simd_shuffle" => LaneOp::Shuffle,
        "simd_bitmask" => LaneOp::Bitmask,
        _ => return None,
    })
}

/// Whether an intrinsic is written out here.
pub(crate) fn is_known(name: &str) -> bool {
    lane_op(name).is_some()
}

impl Cx<'_> {
    /// Writes the body of an intrinsic on vectors.
    pub(crate) fn simd_body(&mut self, shim: &mut Shim, name: &str, args: &Args) -> Step<()> {
        let Some(op) = lane_op(name) else { return unsupported(format!("the intrinsic `{name}`")) };
        let types: Vec<Ty> = args.iter().filter_map(|arg| arg.ty()).collect();
        let lower = |cx: &mut Self, n: usize| match types.get(n) {
            Some(&ty) => cx.lower_ty(ty),
            None => unsupported(format!("the intrinsic `{name}` without its types")),
        };
        let first = lower(self, 0)?;
        let result = Place::from(mir::Local::RETURN);
        match op {
            LaneOp::Binary(op) => {
                let lanes = self.lanes(first)?;
                for n in 0..lanes.count {
                    let operands = [1, 2].map(|param| Operand::Copy(lane(shim.param(param), n)));
                    let [left, right] = operands;
                    shim.assign(lane(result.clone(), n), Rvalue::Binary(op, left, right));
                }
            }
            LaneOp::Compare(op) => {
                let lanes = self.lanes(first)?;
                let target = lower(self, 1)?;
                let mask = self.lanes(target)?.element;
                let int = self.int_of(mask)?;
                let holds = Place::from(shim.body.local(mir::Ty::BOOL));
                let bit = Place::from(shim.body.local(mask));
                for n in 0..lanes.count {
                    let [left, right] = [1, 2].map(|param| Operand::Copy(lane(shim.param(param), n)));
                    shim.assign(holds.clone(), Rvalue::Binary(op, left, right));
                    shim.assign(bit.clone(), Rvalue::Cast(CastKind::As, Operand::Copy(holds.clone()), mask));
                    let zero = Operand::Const(Const::Int(int, 0));
                    let all_or_none = Rvalue::Binary(BinOp::Sub, zero, Operand::Copy(bit.clone()));
                    shim.assign(lane(result.clone(), n), all_or_none);
                }
            }
            LaneOp::Splat => {
                for n in 0..self.lanes(first)?.count {
                    shim.assign(lane(result.clone(), n), Rvalue::Use(Operand::Copy(shim.param(1))));
                }
            }
            LaneOp::Reduce(op) => {
                let lanes = self.lanes(first)?;
                let int = self.int_of(lanes.element)?;
                let is_set = Place::from(shim.body.local(mir::Ty::BOOL));
                let start = Operand::Const(Const::Bool(op == BinOp::BitAnd));
                shim.assign(result.clone(), Rvalue::Use(start));
                for n in 0..lanes.count {
                    let value = Operand::Copy(lane(shim.param(1), n));
                    let zero = Operand::Const(Const::Int(int, 0));
                    shim.assign(is_set.clone(), Rvalue::Binary(BinOp::Ne, value, zero));
                    let [left, right] = [&result, &is_set].map(|place| Operand::Copy(place.clone()));
                    shim.assign(result.clone(), Rvalue::Binary(op, left, right));
                }
            }
            LaneOp::Extract => {
                let index = Place::from(shim.body.local(mir::Ty::USIZE));
                let number = Operand::Copy(shim.param(2));
                shim.assign(index.clone(), Rvalue::Cast(CastKind::As, number, mir::Ty::USIZE));
                let from = shim.param(1).field(0).project(Elem::Index(index.local));
                shim.assign(result, Rvalue::Use(Operand::Copy(from)));
            }
            LaneOp::Select => {
                // The mask's lanes are all ones or all zeros: `b ^ ((a ^ b) & mask)`, for integers.
                let target = lower(self, 1)?;
                let lanes = self.lanes(target)?;
                let mask = self.lanes(first)?;
                let int = self.int_of(lanes.element)?;
                let chosen = Place::from(shim.body.local(lanes.element));
                let wide = Place::from(shim.body.local(lanes.element));
                let of_mask = self.int_of(mask.element)?;
                let types = &self.machine.program.types;
                if types.int(int).bits() > types.int(of_mask).bits() {
                    return unsupported("a selection of lanes by a narrower mask");
                }
                for n in 0..lanes.count {
                    let [a, b] = [2, 3].map(|param| Operand::Copy(lane(shim.param(param), n)));
                    let by = Operand::Copy(lane(shim.param(1), n));
                    shim.assign(wide.clone(), Rvalue::Cast(CastKind::As, by, lanes.element));
                    shim.assign(chosen.clone(), Rvalue::Binary(BinOp::BitXor, a, b.clone()));
                    let [left, right] = [&chosen, &wide].map(|place| Operand::Copy(place.clone()));
                    shim.assign(chosen.clone(), Rvalue::Binary(BinOp::BitAnd, left, right));
                    let chosen = Operand::Copy(chosen.clone());
                    shim.assign(lane(result.clone(), n), Rvalue::Binary(BinOp::BitXor, b, chosen));
                }
            }
            LaneOp::Cast => {
                let target = lower(self, 1)?;
                let lanes = self.lanes(target)?;
                for n in 0..lanes.count {
                    let value = Operand::Copy(lane(shim.param(1), n));
                    shim.assign(lane(result.clone(), n), Rvalue::Cast(CastKind::As, value, lanes.element));
                }
            }
            LaneOp::Shuffle => {
                let (from, to) = (self.lanes(first)?, self.lanes(shim.body.locals[mir::Local::RETURN].ty)?);
                let both = self.machine.program.types.array(from.element, from.count * 2);
                let both = Place::from(shim.body.local(both));
                let element = |n| both.clone().project(Elem::ConstantIndex { offset: n, from_end: false });
                for n in 0..from.count {
                    let [a, b] = [1, 2].map(|param| Operand::Copy(lane(shim.param(param), n)));
                    shim.assign(element(n as u32), Rvalue::Use(a));
                    shim.assign(element((n + from.count) as u32), Rvalue::Use(b));
                }
                let numbers = match self.machine.program.types.kind(shim.body.locals[mir::Local(3)].ty) {
                    mir::TyKind::Adt(_) => shim.param(3).field(0),
                    _ => shim.param(3),
                };
                let index = Place::from(shim.body.local(mir::Ty::USIZE));
                for n in 0..to.count {
                    let elem = Elem::ConstantIndex { offset: n as u32, from_end: false };
                    let number = Operand::Copy(numbers.clone().project(elem));
                    shim.assign(index.clone(), Rvalue::Cast(CastKind::As, number, mir::Ty::USIZE));
                    let chosen = both.clone().project(Elem::Index(index.local));
                    shim.assign(lane(result.clone(), n), Rvalue::Use(Operand::Copy(chosen)));
                }
            }
            LaneOp::Bitmask => {
                let lanes = self.lanes(first)?;
                let from = self.int_of(lanes.element)?;
                let target = lower(self, 1)?;
                let int = self.int_of(target)?;
                let zero = |int| Operand::Const(Const::Int(int, 0));
                let is_set = Place::from(shim.body.local(mir::Ty::BOOL));
                let bit = Place::from(shim.body.local(target));
                shim.assign(result.clone(), Rvalue::Use(zero(int)));
                for n in 0..lanes.count {
                    // Lanes are all ones or all zeros.
                    let value = Operand::Copy(lane(shim.param(1), n));
                    shim.assign(is_set.clone(), Rvalue::Binary(BinOp::Ne, value, zero(from)));
                    shim.assign(
                        bit.clone(),
                        Rvalue::Cast(CastKind::As, Operand::Copy(is_set.clone()), target),
                    );
                    let by = Operand::Const(Const::Int(IntTy::U32, n.into()));
                    shim.assign(bit.clone(), Rvalue::Binary(BinOp::Shl, Operand::Copy(bit.clone()), by));
                    let [left, right] = [&result, &bit].map(|place| Operand::Copy(place.clone()));
                    shim.assign(result.clone(), Rvalue::Binary(BinOp::BitOr, left, right));
                }
            }
        }
        shim.end(Terminator::Return);
        Ok(())
    }

    /// The lanes of a vector: the array that is its only field.
    fn lanes(&self, vector: mir::Ty) -> Step<Lanes> {
        let types = &self.machine.program.types;
        if let mir::TyKind::Adt(adt) = *types.kind(vector)
            && let Some(field) = types.adts[adt].only_variant().fields.iter().next()
            && let mir::TyKind::Array(element, count) = *types.kind(field.ty)
        {
            return Ok(Lanes { count, element });
        }
        unsupported("an intrinsic on something else than a vector")
    }

    fn int_of(&self, ty: mir::Ty) -> Step<IntTy> {
        match *self.machine.program.types.kind(ty) {
            mir::TyKind::Int(int) => Ok(int),
            _ => unsupported("an intrinsic on vectors of something else than integers"),
        }
    }
}

/// One lane of a vector.
fn lane(vector: Place, n: u64) -> Place {
    vector.field(0).project(Elem::ConstantIndex { offset: n as u32, from_end: false })
}
