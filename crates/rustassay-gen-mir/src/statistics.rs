//! What programs contain, by name.

use rustassay_mir::model::*;
use std::collections::BTreeMap;

/// How often each construct stands in a program's text.
pub fn constructs(program: &Program) -> BTreeMap<String, usize> {
    let mut count = Count { program, found: BTreeMap::new() };
    for function in &program.functions {
        for decl in &function.body.locals {
            count.ty(decl.ty);
        }
        for block in &function.body.blocks {
            block.statements.iter().for_each(|statement| count.statement(statement));
            count.terminator(&block.terminator);
        }
    }
    count.found
}

struct Count<'a> {
    program: &'a Program,
    found: BTreeMap<String, usize>,
}

impl Count<'_> {
    fn note(&mut self, name: impl Into<String>) {
        *self.found.entry(name.into()).or_default() += 1;
    }

    fn ty(&mut self, ty: Ty) {
        let name = match self.program.types.kind(ty) {
            TyKind::Bool => "bool".to_owned(),
            TyKind::Char => "char".to_owned(),
            TyKind::Int(int) => int.name().to_owned(),
            TyKind::Float(float) => float.name().to_owned(),
            TyKind::Tuple(fields) if fields.is_empty() => "()".to_owned(),
            TyKind::Tuple(_) => "tuple".to_owned(),
            TyKind::Array(..) => "array".to_owned(),
            TyKind::Slice(_) => "slice".to_owned(),
            TyKind::RawPtr(..) => "raw pointer".to_owned(),
            TyKind::Ref(..) => "reference".to_owned(),
            TyKind::FnPtr(_) => "function pointer".to_owned(),
            TyKind::Adt(adt) => {
                let def = &self.program.types.adts[*adt];
                let repr = match def.repr {
                    Repr { pack: Some(_), .. } => "packed ",
                    Repr { align: Some(_), .. } => "aligned ",
                    Repr { c: true, .. } => "repr(C) ",
                    _ => "",
                };
                let kind = match def.kind {
                    AdtKind::Struct => "struct",
                    AdtKind::Enum => "enum",
                    AdtKind::Union => "union",
                };
                format!("{repr}{kind}")
            }
            _ => "other".to_owned(),
        };
        self.note(format!("type {name}"));
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Assign(place, rvalue) => {
                self.place(place);
                self.rvalue(rvalue);
            }
            Statement::SetDiscriminant(..) => self.note("statement SetDiscriminant"),
            Statement::StorageLive(_) => self.note("statement StorageLive"),
            Statement::StorageDead(_) => self.note("statement StorageDead"),
            Statement::Assume(_) => self.note("statement Assume"),
            Statement::Retag(_) => self.note("statement Retag"),
        }
    }

    fn place(&mut self, place: &Place) {
        for elem in &place.projection {
            match elem {
                Elem::Deref => self.note("place *p"),
                Elem::Field(_) => self.note("place x.f"),
                Elem::Index(_) => self.note("place x[i]"),
                Elem::Downcast(_) => self.note("place Variant(x, n)"),
            }
        }
    }

    fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Copy(place) => self.place(place),
            Operand::Move(place) => {
                self.note("operand Move");
                self.place(place);
            }
            Operand::Const(_) => self.note("operand constant"),
        }
    }

    fn rvalue(&mut self, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Use(operand) => {
                self.note("rvalue use");
                self.operand(operand);
            }
            Rvalue::Repeat(operand, _) => {
                self.note("rvalue [x; n]");
                self.operand(operand);
            }
            Rvalue::Ref(mutability, place) => {
                self.note(if *mutability == Mutability::Mut { "rvalue &mut" } else { "rvalue &" });
                self.place(place);
            }
            Rvalue::RawPtr(mutability, place) => {
                self.note(if *mutability == Mutability::Mut {
                    "rvalue &raw mut"
                } else {
                    "rvalue &raw const"
                });
                self.place(place);
            }
            Rvalue::Cast(kind, operand, _) => {
                self.note(format!("cast {kind:?}"));
                self.operand(operand);
            }
            Rvalue::Binary(op, left, right) => {
                self.note(format!("operator {}", op.symbol()));
                self.operand(left);
                self.operand(right);
            }
            Rvalue::Checked(op, left, right) => {
                self.note(format!("operator Checked {}", op.wrapping().symbol()));
                self.operand(left);
                self.operand(right);
            }
            Rvalue::Unary(op, operand) => {
                self.note(format!("operator {op:?}"));
                self.operand(operand);
            }
            Rvalue::Discriminant(place) => {
                self.note("rvalue Discriminant");
                self.place(place);
            }
            Rvalue::Tuple(parts) | Rvalue::Array(_, parts) | Rvalue::Adt(_, _, _, parts) => {
                self.note("rvalue aggregate");
                parts.iter().for_each(|part| self.operand(part));
            }
            Rvalue::CopyForDeref(place) => self.place(place),
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Goto(_) => self.note("terminator Goto"),
            Terminator::Switch(operand, _) => {
                self.note("terminator match");
                self.operand(operand);
            }
            Terminator::Return => self.note("terminator Return"),
            Terminator::Unreachable => self.note("terminator Unreachable"),
            Terminator::Drop { .. } => self.note("terminator Drop"),
            Terminator::Call(call) => {
                let callee = match &call.func {
                    Operand::Const(Const::Fn(function)) => match function.def {
                        FnDefId::Fn(_) => "call of a function".to_owned(),
                        FnDefId::Surface(_) => "call of the harness".to_owned(),
                        FnDefId::Intrinsic(id) => format!("intrinsic {}", intrinsic(id).name),
                    },
                    _ => "call by pointer".to_owned(),
                };
                self.note(callee);
                call.args.iter().for_each(|arg| self.operand(arg));
                self.place(&call.dest);
            }
            Terminator::TailCall(..) => self.note("terminator TailCall"),
            Terminator::UnwindResume => self.note("terminator UnwindResume"),
            Terminator::UnwindTerminate(_) => self.note("terminator UnwindTerminate"),
        }
    }
}
