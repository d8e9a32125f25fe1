//! Operations on vectors: one lane after the other, by the rules that scalars have.

use super::Args;
use crate::code::*;
use crate::error::*;
use crate::machine::{Machine, Value};
use crate::memory::*;
use rustassay_mir::model::*;

/// The lanes of a vector, and what each of them is.
struct Lanes {
    scalars: Vec<Scalar>,
    prim: Prim,
}

impl Machine {
    pub(super) fn simd(&mut self, op: SimdOp, args: &Args<'_>, dest: &TyInfo) -> Step<Value> {
        match op {
            SimdOp::Splat => {
                let (_, count) = self.lane_ty(dest.ty)?;
                self.vector(&vec![args.scalar(0)?; count as usize], dest)
            }
            SimdOp::Extract => {
                let lanes = self.lanes(args, 0)?;
                Ok(Value::Scalar(lane(&lanes.scalars, args.scalar(1)?.bits)?))
            }
            SimdOp::Insert => {
                let mut lanes = self.lanes(args, 0)?;
                lane(&lanes.scalars, args.scalar(1)?.bits)?;
                lanes.scalars[args.scalar(1)?.bits as usize] = args.scalar(2)?;
                self.vector(&lanes.scalars, dest)
            }
            SimdOp::Binary(op) => {
                let (a, b) = (self.lanes(args, 0)?, self.lanes(args, 1)?);
                let pairs = a.scalars.iter().zip(&b.scalars);
                let results = pairs.map(|(&x, &y)| self.scalar_binary(op, a.prim, x, y));
                let results = results.collect::<Step<Vec<_>>>()?;
                self.vector(&results, dest)
            }
            SimdOp::Compare(op) => {
                let (a, b) = (self.lanes(args, 0)?, self.lanes(args, 1)?);
                let pairs = a.scalars.iter().zip(&b.scalars);
                let results = pairs.map(|(&x, &y)| {
                    let holds = self.scalar_binary(op, a.prim, x, y)?;
                    Ok(Scalar { bits: if holds.bits == 1 { u128::MAX } else { 0 }, ..holds })
                });
                let results = results.collect::<Step<Vec<_>>>()?;
                self.vector(&results, dest)
            }
            SimdOp::Neg => {
                let a = self.lanes(args, 0)?;
                let results = a.scalars.iter().map(|&x| match a.prim {
                    Prim::Float(float) => {
                        Ok(Scalar { bits: super::super::float::negate(float, x.bits), ..x })
                    }
                    _ => self.scalar_binary(BinOp::Sub, a.prim, Scalar::new(0), x),
                });
                let results = results.collect::<Step<Vec<_>>>()?;
                self.vector(&results, dest)
            }
            SimdOp::Cast => {
                let a = self.lanes(args, 0)?;
                let (to, _) = self.lane_ty(dest.ty)?;
                let results = a.scalars.iter().map(|&x| self.cast_lane(x, a.prim, to));
                let results = results.collect::<Step<Vec<_>>>()?;
                self.vector(&results, dest)
            }
            SimdOp::Shuffle => {
                let (a, b) = (self.lanes(args, 0)?, self.lanes(args, 1)?);
                let positions = self.lanes(args, 2)?;
                let both: Vec<Scalar> = a.scalars.into_iter().chain(b.scalars).collect();
                let chosen = positions.scalars.iter().map(|position| lane(&both, position.bits));
                let chosen = chosen.collect::<Step<Vec<_>>>()?;
                self.vector(&chosen, dest)
            }
            SimdOp::Select => {
                let (mask, a, b) = (self.lanes(args, 0)?, self.lanes(args, 1)?, self.lanes(args, 2)?);
                let chosen = mask.scalars.iter().zip(a.scalars.into_iter().zip(b.scalars));
                let chosen: Vec<Scalar> = chosen.map(|(m, (x, y))| if m.bits != 0 { x } else { y }).collect();
                self.vector(&chosen, dest)
            }
            SimdOp::Bitmask => {
                let mask = self.lanes(args, 0)?;
                let set = (0..).zip(&mask.scalars).filter(|(_, lane)| lane.bits != 0);
                let bits = set.fold(0, |bits, (n, _)| bits | 1_u128 << n);
                Ok(Value::Scalar(Scalar::new(bits).tainted_if(mask.scalars.iter().any(Scalar::is_tainted))))
            }
            SimdOp::ReduceAll | SimdOp::ReduceAny => {
                let mask = self.lanes(args, 0)?;
                let mut lanes = mask.scalars.iter().map(|lane| lane.bits != 0);
                let holds = if op == SimdOp::ReduceAll { lanes.all(|set| set) } else { lanes.any(|set| set) };
                Ok(Value::Scalar(Scalar::new(holds.into())))
            }
            SimdOp::Reduce(_) | SimdOp::ReduceMax | SimdOp::ReduceMin => {
                let a = self.lanes(args, 0)?;
                let Some((&first, others)) = a.scalars.split_first() else {
                    return unsupported("a vector without lanes");
                };
                let result = others.iter().try_fold(first, |x, &y| self.reduce(op, a.prim, x, y));
                Ok(Value::Scalar(result?))
            }
        }
    }

    fn reduce(&mut self, op: SimdOp, prim: Prim, a: Scalar, b: Scalar) -> Step<Scalar> {
        match op {
            SimdOp::Reduce(op) => self.scalar_binary(op, prim, a, b),
            _ => {
                let is_less = self.scalar_binary(BinOp::Lt, prim, a, b)?.bits == 1;
                Ok(if is_less == (op == SimdOp::ReduceMin) { a } else { b })
            }
        }
    }

    fn cast_lane(&mut self, lane: Scalar, from: Prim, to: Prim) -> Step<Scalar> {
        let cast = match (from, to) {
            (Prim::Float(_), Prim::Float(_)) => AsCast::FloatToFloat,
            (Prim::Float(_), _) => AsCast::FloatToInt,
            (_, Prim::Float(_)) => AsCast::IntToFloat,
            _ => AsCast::IntToInt,
        };
        self.as_cast(cast, lane, from, to)
    }

    /// What the lanes of a vector are, and how many there are. Positions may also come as an array.
    fn lane_ty(&mut self, ty: Ty) -> Step<(Prim, u64)> {
        let array = match self.program.adt(ty) {
            Some(def) => def.only_variant().fields.iter().next().map_or(ty, |field| field.ty),
            None => ty,
        };
        let TyKind::Array(element, count) = *self.program.types.kind(array) else {
            return unsupported("a vector of this type");
        };
        match self.info(element)?.class {
            Class::Scalar(prim) => Ok((prim, count)),
            _ => unsupported("a vector of such lanes"),
        }
    }

    fn lanes(&mut self, args: &Args<'_>, n: usize) -> Step<Lanes> {
        let Some((value, info)) = args.values.get(n) else {
            return unsupported("a vector that is not there");
        };
        let (prim, count) = self.lane_ty(info.ty)?;
        let region = self.region_of(value, info);
        let size = prim.size(self.data) as usize;
        let scalars = (0..count as usize).map(|lane| match region.read(lane * size, size) {
            Some(scalar) => Ok(scalar),
            None => ub(Ub::Uninit { what: "a lane of a vector".into() }),
        });
        Ok(Lanes { scalars: scalars.collect::<Step<_>>()?, prim })
    }

    fn vector(&mut self, lanes: &[Scalar], dest: &TyInfo) -> Step<Value> {
        let (prim, count) = self.lane_ty(dest.ty)?;
        if lanes.len() as u64 != count {
            return unsupported("vectors of different lengths");
        }
        let mut region = self.new_region(dest.size as usize);
        let size = prim.size(self.data) as usize;
        for (n, lane) in lanes.iter().enumerate() {
            let bits = lane.bits & (u128::MAX >> (128 - 8 * size));
            region.write(n * size, size, Scalar { bits, ..*lane });
        }
        Ok(Value::Bytes(region))
    }
}

/// The lane at a position.
fn lane(lanes: &[Scalar], position: u128) -> Step<Scalar> {
    match usize::try_from(position).ok().and_then(|position| lanes.get(position)) {
        Some(lane) => Ok(*lane),
        None => ub(Ub::IndexOutOfBounds { index: position as u64, len: lanes.len() as u64 }),
    }
}
