//! Scratch.
use rustassay_mir::model::*;
fn main() {
    for (n, phase) in [(100_000, Phase::RuntimeInitial), (1_000_000, Phase::RuntimeInitial), (100_000, Phase::AnalysisInitial)] {
        let mut p = Program::new();
        let tup = p.types.tuple(&[Ty::I32, Ty::BOOL]);
        let ptr = p.types.raw_ptr(Mutability::Mut, Ty::I32);
        let arr = p.types.array(Ty::I32, 4);
        let mut body = Body::new(&[Ty::I32, ptr], Ty::I32);
        let a = body.local(Ty::I32); let t = body.local(tup); let q = body.local(ptr); let ar = body.local(arr); let i = body.local(Ty::USIZE);
        let c = |v| Operand::Const(Const::int(IntTy::I32, v));
        let mut k = 0; let per = 10;
        while k < n {
            let mut b = Block::new(Terminator::Goto(BlockId((k / per + 1) as u32)));
            if k == 0 { for (l, v) in [(ar, Rvalue::Array(Ty::I32, vec![c(1), c(2), c(3), c(4)])), (i, Rvalue::Use(Operand::Const(Const::int(IntTy::Usize, 1)))), (t, Rvalue::Checked(CheckedOp::Add, c(1), c(2)))] { b.statements.push(Statement::Assign(l.into(), v)); } }
            b.statements.push(Statement::Assign(a.into(), Rvalue::Binary(BinOp::Add, Operand::Copy(Local(1).into()), c(3))));
            b.statements.push(Statement::Assign(t.into(), Rvalue::Checked(CheckedOp::Mul, Operand::Copy(a.into()), c(3))));
            b.statements.push(Statement::Assign(q.into(), Rvalue::RawPtr(Mutability::Mut, a.into())));
            b.statements.push(Statement::Assign(Place::from(q).deref(), Rvalue::Use(c(5))));
            b.statements.push(Statement::Assign(a.into(), Rvalue::Use(Operand::Copy(Place::from(t).field(0)))));
            b.statements.push(Statement::Assign(Place::from(ar).project(Elem::Index(i)), Rvalue::Use(Operand::Copy(a.into()))));
            b.statements.push(Statement::Assign(t.into(), Rvalue::Tuple(vec![Operand::Copy(a.into()), Operand::Const(Const::Bool(true))])));
            b.statements.push(Statement::Assign(a.into(), Rvalue::Unary(UnOp::Neg, Operand::Copy(a.into()))));
            b.statements.push(Statement::Assign(i.into(), Rvalue::Cast(CastKind::As, Operand::Copy(a.into()), Ty::USIZE)));
            b.statements.push(Statement::Assign(Local::RETURN.into(), Rvalue::Use(Operand::Copy(a.into()))));
            body.blocks.push(b); k += per;
        }
        body.blocks.push(Block::new(Terminator::Return));
        p.add_fn(Function { name: "f".into(), sig: FnSig { abi: Abi::Rust, is_unsafe: false, params: vec![Ty::I32, ptr], ret: Ty::I32 }, is_const: false, is_pub: true, inline: None, attrs: vec![], phase, body });
        let mut best = f64::MAX;
        for _ in 0..5 { let s = std::time::Instant::now(); let v = rustassay_mir::check::check(&p); assert!(v.is_empty(), "{v:?}"); best = best.min(s.elapsed().as_secs_f64()); }
        println!("{n} {phase:?}: {:.1} ms, {:.2} M statements/s", best * 1e3, n as f64 / best / 1e6);
    }
}
