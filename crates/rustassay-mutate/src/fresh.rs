//! New values and expressions of a type.

use crate::known::{Context, TypedSource};
use crate::scope::{Scope, ScopedVariable};
use crate::types::{PrimClass, PrimType, ident, operand};
use proc_macro2::Literal;
use rustassay_random::Random;
use std::rc::Rc;
use syn::{Expr, parse_quote};

/// Integers at which compilers change their minds.
const INTERESTING: [u128; 12] = [0, 1, 2, 3, 7, 8, 10, 31, 32, 63, 64, 100];

/// A constant of a type.
pub fn constant(prim: PrimType, random: &mut Random) -> Expr {
    match prim.class {
        PrimClass::Bool => {
            if random.chance(50) {
                parse_quote!(true)
            } else {
                parse_quote!(false)
            }
        }
        PrimClass::Char => {
            let value = random.one(['a', 'Z', '0', ' ', '\n', '\u{e9}', '\u{1f600}']);
            parse_quote!(#value)
        }
        PrimClass::Float => {
            let value = random.one([0.0, 1.0, 0.5, 2.0, 3.25, 100.0, 1e-3, 1e10]);
            let literal = with_suffix(&format!("{value:?}"), prim);
            if random.chance(25) { parse_quote!((-#literal)) } else { literal }
        }
        PrimClass::Unsigned | PrimClass::Signed => {
            let name = prim.ident();
            match random.below(8) {
                0 => parse_quote!(#name::MAX),
                1 => parse_quote!(#name::MIN),
                _ => {
                    let value = if random.chance(70) {
                        random.one(INTERESTING)
                    } else {
                        random.wide_bits() >> random.below(128)
                    };
                    let literal = with_suffix(&value.min(prim.max()).to_string(), prim);
                    let negative = prim.class == PrimClass::Signed && random.chance(25);
                    if negative { parse_quote!((-#literal)) } else { literal }
                }
            }
        }
    }
}

/// A number with its type written behind it.
pub fn with_suffix(digits: &str, prim: PrimType) -> Expr {
    let literal: Literal =
        format!("{digits}_{}", prim.name).parse().expect("digits and a suffix are a literal");
    parse_quote!(#literal)
}

/// Makes expressions of what is in scope.
pub struct ExpressionMaker<'k> {
    variables: Vec<ScopedVariable>,
    /// Constants of the file that can be read anywhere.
    constants: Vec<(&'k str, PrimType)>,
    is_constant: bool,
}

impl<'k> ExpressionMaker<'k> {
    /// What can be used at a place.
    pub fn at(known: &'k TypedSource, scope: &Rc<Scope>, context: Context) -> ExpressionMaker<'k> {
        // Items in modules are not visible from everywhere.
        let top = |item: &&'k syn::Item| matches!(item, syn::Item::Const(_));
        let in_root =
            context.function.and_then(|number| known.function(number)).is_some_and(|it| it.place == 0);
        let constants = known.file.items.iter().filter(top).filter_map(|item| match item {
            syn::Item::Const(it) if in_root => {
                let name = known.items.constants.get_key_value(&it.ident.to_string())?.0;
                Some((&**name, PrimType::of(&it.ty)?))
            }
            _ => None,
        });
        let is_constant = context.constant;
        let constants = if is_constant { Vec::new() } else { constants.collect() };
        ExpressionMaker { variables: known.readable(scope, context), constants, is_constant }
    }

    /// Whether there is a variable of a type.
    pub fn has(&self, prim: PrimType) -> bool {
        self.variables.iter().any(|variable| prim_of(variable) == Some(prim))
    }

    /// Variables that can be assigned to.
    pub fn assignable(&self) -> Vec<(&ScopedVariable, PrimType)> {
        let mutable = self.variables.iter().filter(|variable| variable.mutable);
        mutable.filter_map(|variable| Some((variable, prim_of(variable)?))).collect()
    }

    /// All variables with their types.
    pub fn variables(&self) -> Vec<(&ScopedVariable, PrimType)> {
        self.variables.iter().filter_map(|variable| Some((variable, prim_of(variable)?))).collect()
    }

    /// A variable or a constant of a type.
    pub fn leaf(&self, prim: PrimType, random: &mut Random) -> Expr {
        let own =
            self.variables.iter().filter(|variable| prim_of(variable) == Some(prim)).map(|it| &*it.name);
        let constants = self.constants.iter().filter(|(_, ty)| *ty == prim).map(|(name, _)| *name);
        let names: Vec<&str> = own.chain(constants).collect();
        match random.pick(&names) {
            Some(name) if random.chance(75) => {
                let name = ident(name);
                parse_quote!(#name)
            }
            _ => constant(prim, random),
        }
    }

    /// A variable of another type, converted.
    fn converted(&self, prim: PrimType, random: &mut Random) -> Option<Expr> {
        let others: Vec<(&ScopedVariable, PrimType)> = self.variables();
        let (variable, from) = random.pick(&others)?;
        let (name, ty) = (ident(&variable.name), prim.ty());
        let fits = match (from.class, prim.class) {
            (PrimClass::Float, to) => to != PrimClass::Char && to != PrimClass::Bool,
            (PrimClass::Bool | PrimClass::Char, to) => matches!(to, PrimClass::Signed | PrimClass::Unsigned),
            (_, to) => matches!(to, PrimClass::Signed | PrimClass::Unsigned | PrimClass::Float),
        };
        fits.then(|| parse_quote!((#name as #ty)))
    }

    /// An expression of a type.
    pub fn expression(&self, prim: PrimType, depth: usize, random: &mut Random) -> Expr {
        if depth == 0 || random.chance(20) {
            return match self.converted(prim, random) {
                Some(converted) if random.chance(30) => converted,
                _ => self.leaf(prim, random),
            };
        }
        let left = operand(self.expression(prim, depth - 1, random));
        let right = operand(self.expression(prim, depth - 1, random));
        match prim.class {
            PrimClass::Bool => match random.below(6) {
                0 => parse_quote!((#left && #right)),
                1 => parse_quote!((#left || #right)),
                2 => parse_quote!((#left ^ #right)),
                3 => parse_quote!((!#left)),
                _ => self.comparison(depth - 1, random),
            },
            PrimClass::Char => parse_quote!((if #left < #right { #left } else { #right })),
            PrimClass::Float => match random.below(if self.is_constant { 1 } else { 4 }) {
                0 => parse_quote!((#left + #right)),
                1 => parse_quote!((#left * #right)),
                2 => parse_quote!((#left - #right)),
                _ => parse_quote!(#left.min(#right)),
            },
            PrimClass::Signed | PrimClass::Unsigned => {
                let condition = self.comparison(0, random);
                match random.below(10) {
                    0 => parse_quote!(#left.wrapping_add(#right)),
                    1 => parse_quote!(#left.wrapping_sub(#right)),
                    2 => parse_quote!(#left.wrapping_mul(#right)),
                    3 => parse_quote!((#left & #right)),
                    4 => parse_quote!((#left | #right)),
                    5 => parse_quote!((#left ^ #right)),
                    6 => parse_quote!(#left.rotate_left(3)),
                    7 => parse_quote!((!#left)),
                    8 => parse_quote!((if #condition { #left } else { #right })),
                    _ if self.is_constant => left,
                    _ => parse_quote!(#left.checked_div(#right).unwrap_or(#left)),
                }
            }
        }
    }

    /// Two values of a type that is in scope, compared.
    fn comparison(&self, depth: usize, random: &mut Random) -> Expr {
        let known = self.variables();
        let prim =
            random.pick(&known).map_or_else(|| PrimType::named("i32").expect("it is one"), |(_, prim)| *prim);
        let left = operand(self.expression(prim, depth.min(1), random));
        let right = operand(self.expression(prim, 0, random));
        match random.below(4) {
            0 => parse_quote!((#left == #right)),
            1 => parse_quote!((#left != #right)),
            2 => parse_quote!((#left < #right)),
            _ => parse_quote!((#left >= #right)),
        }
    }
}

fn prim_of(variable: &ScopedVariable) -> Option<PrimType> {
    variable.ty.as_ref().and_then(PrimType::of)
}
