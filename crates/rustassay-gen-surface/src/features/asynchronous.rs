//! `async` functions, blocks and closures, driven by a small executor on one thread.

use crate::harness::HarnessPart;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty, TyKind};
use crate::writer::{FnDef, Writer};

impl Writer {
    /// A value that is waited for.
    pub fn awaited(&mut self, ty: Ty, depth: usize) -> Option<Expr> {
        if self.frame().is_isolated || !self.afford(100) {
            return None;
        }
        self.need(HarnessPart::Executor);
        if self.frame().is_async {
            return self.future(ty, depth).map(|future| Expr::Await(Box::new(future)));
        }
        let future = self.future(ty, depth)?;
        Some(call("run", vec![future]))
    }

    /// A future of this type: a block, or a call of an `async fn`.
    fn future(&mut self, ty: Ty, depth: usize) -> Option<Expr> {
        let known: Vec<usize> = (0..self.shared.async_functions.len())
            .filter(|&n| self.shared.async_functions[n].ret == ty)
            .collect();
        if (known.is_empty() || self.chance(self.chances().new_async_functions))
            && self.left > 6
            && self.frames.len() < 4
            && self.chance(self.chances().async_functions)
        {
            self.new_async_function(ty);
            let number = self.shared.async_functions.len() - 1;
            return self.async_call(number, depth);
        }
        if let (true, Some(number)) =
            (self.chance(self.chances().async_functions), self.random.pick(&known).copied())
        {
            return self.async_call(number, depth);
        }
        let is_move = false;
        let body = self.in_closure_body(&[], 1, |writer| {
            writer.frame_mut().is_async = true;
            let mut stmts = vec![yield_some(writer.random.within(&writer.mixture.ranges.yields))];
            if writer.chance(writer.chances().full_async_blocks) {
                writer.statements(&mut stmts, 1);
            }
            let tail = writer.expr(ty, false, depth.min(2));
            block(stmts, Some(tail))
        });
        Some(Expr::Block(BlockKind::Async(is_move), body))
    }

    fn async_call(&mut self, number: usize, depth: usize) -> Option<Expr> {
        let function = self.shared.async_functions[number].clone();
        if !self.afford(function.cost) {
            return None;
        }
        let args =
            function.params.iter().map(|&(ty, interval)| self.expr_within(ty, interval, true, depth.min(1)));
        let args = args.collect();
        Some(call(function.name, args))
    }

    fn new_async_function(&mut self, ret: Ty) {
        let name = self.name("fut");
        let params: Vec<(Name, Ty)> = (0..self.random.within(&self.mixture.ranges.async_parameters))
            .map(|_| (self.name("p"), self.scalar_type()))
            .collect();
        let left = self.function_size().min(5);
        let mut frame = self.new_frame(name, ret, self.function_limit() / 2, left);
        frame.is_async = true;
        self.frames.push(frame);
        for &(name, ty) in &params {
            self.declare(name, ty, false);
        }
        let mut stmts = vec![yield_some(self.random.within(&self.mixture.ranges.yields))];
        self.statements(&mut stmts, left);
        let tail = self.expr(ret, true, 2);
        let frame = self.frames.pop().unwrap_or_else(|| unreachable!("it was pushed"));
        let syntax = params.iter().map(|&(name, ty)| (name, self.syntax(ty))).collect();
        let function = Function::new(name, syntax, Some(self.syntax(ret)), Some(block(stmts, Some(tail))));
        self.add_function(Function { is_async: true, ..function });
        self.shared.async_functions.push(FnDef {
            name,
            params: params.iter().map(|&(_, ty)| (ty, None)).collect(),
            ret,
            cost: frame.cost + 50,
            has_effects: frame.has_effects,
            is_unsafe: false,
        });
    }

    /// Several futures that take turns.
    pub fn async_statement(&mut self, out: &mut Vec<Stmt>) {
        if self.frame().is_isolated || self.frame().is_async {
            return self.observation(out);
        }
        self.need(HarnessPart::Executor);
        let ty = self.scalar_type();
        let count = self.random.within(&self.mixture.ranges.joined_futures);
        let usize = self.types.int(Int::USIZE);
        let pair = self.ty(TyKind::Tuple(vec![usize, ty]));
        let results = self.ty(TyKind::Vec(pair));
        let futures: Vec<Expr> = self.read_only(|writer| {
            (0..count)
                .map(|_| match writer.future(ty, 2) {
                    Some(future) => call_path(&["Box", "pin"], vec![future]),
                    None => {
                        let value = writer.fresh_alone(ty);
                        let ready = call_path(&["std", "future", "ready"], vec![value]);
                        call_path(&["Box", "pin"], vec![ready])
                    }
                })
                .collect()
        });
        let value = call(name_path("run_all").of_types(vec![self.syntax(ty)]), vec![vec_of(futures)]);
        let annotation = self.maybe_annotation(results);
        self.bind(out, results, false, annotation, value);
    }
}

/// `Yields(n).await;`.
fn yield_some(count: usize) -> Stmt {
    let future = call("Yields", vec![number(count as u128)]);
    Expr::Await(Box::new(future)).stmt()
}
