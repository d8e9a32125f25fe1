//! `const` and `static` items, functions that are evaluated at compile time, and `const { .. }`.

use crate::integers::BoundedInteger;
use crate::interval::Interval;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty, TyKind};
use crate::writer::{ConstDef, Writer};
use rustassay_lang::Edition;
use rustassay_random::weighted;
use std::ops::RangeInclusive;

/// How many of 100 constant expressions are not nested deeper where they could be.
const LEAVES: usize = 20;

/// How many of 100 such leaves are variables, if there are some.
const LEAF_VARIABLES: usize = 70;

/// How often a const function is told to loop.
const FUEL: RangeInclusive<usize> = 0..=8;

impl Writer {
    /// A constant of an integer type.
    pub fn int_constant(&mut self, int: Int) -> Option<BoundedInteger> {
        let ty = self.types.int(int);
        let known: Vec<ConstDef> =
            self.constants.iter().rev().filter(|def| def.ty == ty).take(6).copied().collect();
        if known.is_empty() || self.chance(self.chances().new_constants) {
            return Some(self.new_int_constant(int));
        }
        let def = self.random.pick(&known).copied()?;
        Some((def.name.into(), def.interval.unwrap_or(Interval::of(int))))
    }

    fn new_int_constant(&mut self, int: Int) -> BoundedInteger {
        let ty = self.types.int(int);
        let name = self.name("K");
        let (value, interval) = weighted!(
            self.random,
            (1, self.int_literal(int, true)),
            (1, (self.const_call(int), Interval::of(int))),
            (2, (self.const_int(int, &[], 3), Interval::of(int))),
        );
        let kind = match self.chance(self.chances().statics) {
            true => ItemKind::Static(Mutability::Not, name, self.syntax(ty), Some(value)),
            false => ItemKind::Const(name, self.syntax(ty), Some(value)),
        };
        self.add_item(kind);
        self.constants.push(ConstDef { name, ty, interval: Some(interval) });
        (name.into(), interval)
    }

    /// An integer that compilers can compute: with operators and methods that were `const` early.
    fn const_int(&mut self, int: Int, vars: &[Name], depth: usize) -> Expr {
        if depth == 0 || self.chance(LEAVES) {
            return match self.random.pick(vars).copied() {
                Some(name) if self.chance(LEAF_VARIABLES) => name.into(),
                _ => self.int_literal(int, false).0,
            };
        }
        let depth = depth - 1;
        let a = self.const_int(int, vars, depth);
        let amount = self.random.below(usize::from(int.bits)) as u128;
        weighted!(
            self.random,
            (1, {
                let b = self.const_int(int, vars, depth);
                a.method(self.random.one(["wrapping_add", "wrapping_sub", "wrapping_mul"]), vec![b])
            }),
            (1, {
                let b = self.const_int(int, vars, depth);
                binary(self.random.one([BinOp::BitXor, BinOp::BitAnd, BinOp::BitOr]), a, b)
            }),
            (1, a.method("rotate_left", vec![number(amount)])),
            (1, binary(self.random.one([BinOp::Shl, BinOp::Shr]), a, number_of(amount, "u32"))),
            (1, {
                let condition = binary(BinOp::Lt, a, self.const_int(int, vars, depth));
                let then = self.const_int(int, vars, depth);
                let otherwise = self.const_int(int, vars, depth);
                if_else(condition, block(Vec::new(), Some(then)), block(Vec::new(), Some(otherwise)))
            }),
            (1, {
                let from = self.some_int();
                self.const_int(from, &[], depth).cast(int.name())
            }),
            (1, a.negated()),
            (1, {
                let arms = vec![
                    Arm {
                        pat: Pat::Lit(Lit::Int {
                            value: 3,
                            is_negative: false,
                            suffix: None,
                            base: Base::Decimal,
                        }),
                        guard: None,
                        body: self.const_int(int, vars, depth),
                    },
                    Arm { pat: Pat::Wild, guard: None, body: self.const_int(int, vars, depth) },
                ];
                Expr::Match(Box::new(a), arms)
            }),
            (1, binary(BinOp::Rem, a, self.literal(int, 7, false))),
        )
    }

    /// A call of a `const fn` with a loop in it.
    fn const_call(&mut self, int: Int) -> Expr {
        let args = |writer: &mut Self| {
            vec![writer.const_int(int, &[], 1), number(writer.random.within(&FUEL) as u128)]
        };
        if let Some(&(name, of)) = self.shared.const_functions.iter().find(|(_, of)| *of == int)
            && self.chance(self.chances().known_const_functions)
        {
            let _ = of;
            return call(name, args(self));
        }
        let name = self.name("konst");
        let (a, n, acc, i) = (self.name("a"), self.name("n"), self.name("acc"), self.name("i"));
        let start = self.const_int(int, &[a], 2);
        let step = self.const_int(int, &[a, acc], 3);
        let i32 = self.types.int(Int::U32);
        let stmts = vec![
            let_mut(acc, start),
            let_mut(i, number_of(0, "u32")),
            Expr::While(
                None,
                Box::new(binary(BinOp::Lt, i.into(), n.into())),
                block(vec![assign(acc, step).stmt(), assign_op(BinOp::Add, i, number(1)).stmt()], None),
            )
            .stmt(),
        ];
        let ty = self.types.int(int);
        let function = Function {
            is_const: true,
            ..Function::new(
                name,
                vec![(a, self.syntax(ty)), (n, self.syntax(i32))],
                Some(self.syntax(ty)),
                Some(block(stmts, Some(acc.into()))),
            )
        };
        self.add_item(ItemKind::Fn(Box::new(function)));
        self.shared.const_functions.push((name, int));
        self.functions.push(crate::writer::FnDef {
            name,
            params: vec![(ty, None), (i32, Some(Interval::new(0, 20)))],
            ret: ty,
            cost: 400,
            has_effects: false,
            is_unsafe: false,
        });
        call(name, args(self))
    }

    /// `const { .. }`.
    pub fn const_block(&mut self, ty: Ty) -> Option<Expr> {
        let TyKind::Int(int) = *self.kind(ty) else { return None };
        let value = if self.coin() { self.const_call(int) } else { self.const_int(int, &[], 3) };
        let block = Expr::Block(BlockKind::Const, block(Vec::new(), Some(value)));
        // No `expr` of a macro may begin with `const` before the edition 2024, which the standard library's own are of since 1.87.
        let is_expr = self.mixture.edition == Edition::E2024 && self.mixture.has(87);
        Some(if is_expr { block } else { Expr::Paren(Box::new(block)) })
    }
}
