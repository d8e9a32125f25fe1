//! Which type an expression has, from what its parts have, and what its surroundings want.

use crate::items::{Items, Receiver};
use crate::known::{Observer, Role};
use crate::scope::{Scope, is_assignment};
use crate::types::{PrimClass, PrimType, argument_of, behind, element, head, named, reference_to};
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, Member, Pat, Type, UnOp, parse_quote};

/// What a pattern binds.
pub(crate) struct Inference<'a> {
    pub items: &'a Items,
    pub own: Option<&'a Type>,
}

impl Inference<'_> {
    /// The names that a pattern binds, with their types as far as they are known, and whether they are mutable.
    pub fn bindings(&self, pattern: &Pat, ty: Option<&Type>, bound: &mut Vec<(String, Option<Type>, bool)>) {
        match pattern {
            Pat::Ident(it) => {
                let is_plain = it.by_ref.is_none();
                bound.push((it.ident.to_string(), ty.filter(|_| is_plain).cloned(), it.mutability.is_some()));
                if let Some((_, inner)) = &it.subpat {
                    self.bindings(inner, None, bound);
                }
            }
            Pat::Type(it) => self.bindings(&it.pat, Some(&self.items.resolved(&it.ty, self.own)), bound),
            Pat::Paren(it) => self.bindings(&it.pat, ty, bound),
            Pat::Tuple(it) => {
                let parts = match ty {
                    Some(Type::Tuple(tuple)) if tuple.elems.len() == it.elems.len() => Some(&tuple.elems),
                    _ => None,
                };
                for (at, part) in it.elems.iter().enumerate() {
                    self.bindings(part, parts.map(|parts| &parts[at]), bound);
                }
            }
            Pat::Reference(it) => {
                let inner = match ty {
                    Some(Type::Reference(reference)) => Some(&*reference.elem),
                    _ => None,
                };
                self.bindings(&it.pat, inner, bound);
            }
            Pat::TupleStruct(it) => {
                let last =
                    it.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
                let wrapped = ty.and_then(|ty| match &*last {
                    "Some" => argument_of(ty, "Option"),
                    "Ok" => argument_of(ty, "Result"),
                    _ => None,
                });
                let fields = ty.and_then(head).and_then(|(name, _)| self.items.variants.get(&(name, last)));
                for (at, part) in it.elems.iter().enumerate() {
                    let known =
                        fields.filter(|fields| fields.len() == it.elems.len()).map(|fields| &fields[at]);
                    self.bindings(part, wrapped.or(known), bound);
                }
            }
            Pat::Struct(it) => it.fields.iter().for_each(|field| self.bindings(&field.pat, None, bound)),
            Pat::Slice(it) => it.elems.iter().for_each(|part| self.bindings(part, None, bound)),
            // All alternatives bind the same.
            Pat::Or(it) => it.cases.first().into_iter().for_each(|part| self.bindings(part, None, bound)),
            _ => {}
        }
    }
}

/// Methods of integers that give the same type.
const SAME: [&str; 24] = [
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "wrapping_neg",
    "saturating_add",
    "saturating_sub",
    "saturating_mul",
    "abs",
    "pow",
    "wrapping_pow",
    "min",
    "max",
    "clamp",
    "signum",
    "rotate_left",
    "rotate_right",
    "swap_bytes",
    "reverse_bits",
    "wrapping_shl",
    "wrapping_shr",
    "rem_euclid",
    "div_euclid",
    "wrapping_div",
    "wrapping_rem",
];

/// Methods of integers that count.
const COUNTS: [&str; 6] =
    ["count_ones", "count_zeros", "leading_zeros", "trailing_zeros", "leading_ones", "trailing_ones"];

/// Methods that give a truth value on whatever of the standard library has them.
const TESTS: [&str; 12] = [
    "is_empty",
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "contains",
    "starts_with",
    "ends_with",
    "is_alphabetic",
    "is_ascii_digit",
    "is_ascii",
    "contains_key",
];

/// Names that the standard library gives to methods, so that one of the program's own is not meant for sure.
const COMMON: [&str; 24] = [
    "next", "len", "get", "first", "last", "push", "pop", "sum", "clone", "min", "max", "map", "filter",
    "find", "insert", "remove", "take", "count", "add", "sub", "mul", "neg", "not", "name",
];

fn is_arithmetic(op: &BinOp) -> bool {
    use BinOp::*;
    matches!(op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | BitXor(_) | BitAnd(_) | BitOr(_))
}

fn is_shift(op: &BinOp) -> bool {
    matches!(op, BinOp::Shl(_) | BinOp::Shr(_))
}

fn is_comparison(op: &BinOp) -> bool {
    use BinOp::*;
    matches!(op, Eq(_) | Lt(_) | Le(_) | Ne(_) | Ge(_) | Gt(_))
}

impl<'a> Observer<'a> {
    /// Looks at the parts of an expression, in the order in which `syn` visits them.
    pub(crate) fn descend(&mut self, expr: &'a Expr, role: Role, expected: Option<&Type>) {
        match expr {
            Expr::Binary(it) => self.operands(it, expected),
            Expr::Assign(it) => {
                self.hint(&it.left, Role::Assigned, None);
                self.visit_expr(&it.left);
                let ty = self.ty(&it.left).cloned();
                self.hint(&it.right, Role::Value, ty);
                self.visit_expr(&it.right);
            }
            Expr::Unary(it) => {
                let passes = matches!(it.op, UnOp::Neg(_) | UnOp::Not(_));
                self.hint(&it.expr, Role::Value, expected.filter(|_| passes).cloned());
                visit::visit_expr(self, expr);
            }
            Expr::Paren(it) => {
                self.hint(&it.expr, role, expected.cloned());
                visit::visit_expr(self, expr);
            }
            Expr::Reference(it) => {
                self.hint(&it.expr, Role::Place, None);
                visit::visit_expr(self, expr);
            }
            Expr::RawAddr(it) => {
                self.hint(&it.expr, Role::Place, None);
                visit::visit_expr(self, expr);
            }
            Expr::Field(it) => {
                self.hint(&it.base, Role::Place, None);
                visit::visit_expr(self, expr);
            }
            Expr::Index(it) => {
                self.hint(&it.expr, Role::Place, None);
                self.visit_expr(&it.expr);
                let is_list = self.ty(&it.expr).is_some_and(|ty| element(ty).is_some());
                let is_one = !matches!(*it.index, Expr::Range(_));
                self.hint(&it.index, Role::Value, (is_list && is_one).then(|| named("usize")));
                self.visit_expr(&it.index);
            }
            Expr::Call(it) => {
                self.hint(&it.func, Role::Callee, None);
                if let Some(params) = self.parameters_of(&it.func, expected)
                    && params.len() == it.args.len()
                {
                    it.args.iter().zip(params).for_each(|(arg, ty)| self.hint(arg, Role::Value, ty));
                }
                visit::visit_expr(self, expr);
            }
            Expr::MethodCall(it) => {
                self.hint(&it.receiver, Role::Receiver, None);
                self.visit_expr(&it.receiver);
                if let Some(turbofish) = &it.turbofish {
                    self.visit_angle_bracketed_generic_arguments(turbofish);
                }
                let receiver = self.ty(&it.receiver).map(|ty| behind(ty).clone());
                let name = it.method.to_string();
                let own = receiver.as_ref().and_then(head).and_then(|(ty, _)| {
                    self.items
                        .methods
                        .get(&(ty, name.clone()))
                        .cloned()
                        .flatten()
                        .map(|callable| callable.params)
                });
                let prim = receiver.as_ref().and_then(PrimType::of);
                for (at, arg) in it.args.iter().enumerate() {
                    let ty = match (&own, prim, &receiver) {
                        (Some(params), ..) => params.get(at).cloned(),
                        (None, Some(prim), _)
                            if SAME.contains(&&*name)
                                && !name.contains("pow")
                                && !name.contains("sh")
                                && !name.contains("rotate") =>
                        {
                            Some(prim.ty())
                        }
                        (None, Some(_), _) if SAME.contains(&&*name) => Some(named("u32")),
                        (None, None, Some(list)) if name == "push" => element(list).cloned(),
                        _ => None,
                    };
                    self.hint(arg, Role::Value, ty);
                }
                it.args.iter().for_each(|arg| self.visit_expr(arg));
            }
            Expr::Struct(it) => {
                let ty = self.type_of_path(&it.path);
                let fields = ty.and_then(|ty| head(&ty).map(|(name, _)| name));
                let fields = fields.and_then(|name| self.items.fields.get(&name).cloned().flatten());
                for value in &it.fields {
                    let Member::Named(name) = &value.member else { continue };
                    let wanted =
                        fields.iter().flatten().find(|(field, _)| name == field).map(|(_, ty)| ty.clone());
                    self.hint(&value.expr, Role::Value, wanted);
                }
                if let Some(rest) = &it.rest {
                    self.hint(rest, Role::Place, None);
                }
                visit::visit_expr(self, expr);
            }
            Expr::Tuple(it) => {
                if let Some(Type::Tuple(tuple)) = expected
                    && tuple.elems.len() == it.elems.len()
                {
                    it.elems
                        .iter()
                        .zip(&tuple.elems)
                        .for_each(|(part, ty)| self.hint(part, Role::Value, Some(ty.clone())));
                }
                visit::visit_expr(self, expr);
            }
            Expr::Array(it) => {
                let wanted = expected.and_then(element).cloned();
                it.elems.iter().for_each(|part| self.hint(part, Role::Value, wanted.clone()));
                visit::visit_expr(self, expr);
            }
            Expr::Repeat(it) => {
                let wanted = expected.and_then(element).cloned();
                self.hint(&it.expr, Role::Value, wanted);
                self.visit_expr(&it.expr);
                let outer = std::mem::replace(&mut self.context.fixed, true);
                self.visit_expr(&it.len);
                self.context.fixed = outer;
            }
            Expr::Return(it) => {
                let output = self.output.clone().filter(|_| !self.context.inner);
                if let Some(value) = &it.expr {
                    self.hint(value, Role::Value, output);
                }
                visit::visit_expr(self, expr);
            }
            Expr::Block(it) => self.block(&it.block, expected.cloned()),
            Expr::Unsafe(it) => self.block(&it.block, expected.cloned()),
            Expr::Const(it) => {
                let outer = std::mem::replace(&mut self.context.constant, true);
                self.block(&it.block, expected.cloned());
                self.context.constant = outer;
            }
            Expr::Async(it) => self.apart(|this| {
                (this.context.inner, this.context.in_loop) = (true, false);
                this.block(&it.block, None);
            }),
            Expr::Closure(it) => self.apart(|this| {
                (this.context.inner, this.context.in_loop) = (true, false);
                it.inputs.iter().for_each(|input| this.visit_pat(input));
                this.visit_return_type(&it.output);
                it.inputs.iter().for_each(|input| this.bind(input, None, true));
                let output = match &it.output {
                    syn::ReturnType::Default => None,
                    syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
                };
                this.hint(&it.body, Role::Value, output);
                this.visit_expr(&it.body);
            }),
            Expr::If(it) => {
                let outer = self.scope.clone();
                self.hint(&it.cond, Role::Value, Some(named("bool")));
                self.visit_expr(&it.cond);
                self.block(&it.then_branch, expected.cloned());
                self.scope = outer;
                if let Some((_, otherwise)) = &it.else_branch {
                    self.hint(otherwise, role, expected.cloned());
                    self.visit_expr(otherwise);
                }
            }
            Expr::While(it) => self.apart(|this| {
                this.context.in_loop = true;
                this.hint(&it.cond, Role::Value, Some(named("bool")));
                this.visit_expr(&it.cond);
                this.block(&it.body, None);
            }),
            Expr::Loop(it) => self.apart(|this| {
                this.context.in_loop = true;
                this.block(&it.body, None);
            }),
            Expr::ForLoop(it) => self.apart(|this| {
                this.visit_pat(&it.pat);
                this.visit_expr(&it.expr);
                let ty = this.item_of(&it.expr);
                this.bind(&it.pat, ty.as_ref(), true);
                this.context.in_loop = true;
                this.block(&it.body, None);
            }),
            Expr::Let(it) => {
                self.visit_pat(&it.pat);
                self.hint(&it.expr, Role::Place, None);
                self.visit_expr(&it.expr);
                let ty = self.ty(&it.expr).cloned();
                self.bind(&it.pat, ty.as_ref(), true);
            }
            Expr::Match(it) => {
                self.hint(&it.expr, Role::Place, None);
                self.visit_expr(&it.expr);
                let ty = self.ty(&it.expr).cloned();
                for arm in &it.arms {
                    let outer = self.scope.clone();
                    self.visit_pat(&arm.pat);
                    self.bind(&arm.pat, ty.as_ref(), true);
                    if let Some((_, guard)) = &arm.guard {
                        self.hint(guard, Role::Value, Some(named("bool")));
                        self.visit_expr(guard);
                    }
                    self.hint(&arm.body, Role::Value, expected.cloned());
                    self.visit_expr(&arm.body);
                    self.scope = outer;
                }
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn operands(&mut self, it: &'a syn::ExprBinary, expected: Option<&Type>) {
        let wanted = match &it.op {
            op if is_arithmetic(op) || is_shift(op) => {
                expected.filter(|ty| PrimType::of(ty).is_some()).cloned()
            }
            BinOp::And(_) | BinOp::Or(_) => Some(named("bool")),
            _ => None,
        };
        let assigns = is_assignment(&it.op);
        self.hint(
            &it.left,
            if assigns { Role::Assigned } else { Role::Value },
            wanted.clone().filter(|_| !assigns),
        );
        self.visit_expr(&it.left);
        let left = self.ty(&it.left).filter(|ty| PrimType::of(ty).is_some()).cloned();
        let is_shifted = is_shift(&it.op) || matches!(it.op, BinOp::ShlAssign(_) | BinOp::ShrAssign(_));
        let right = match &it.op {
            _ if is_shifted => None,
            BinOp::And(_) | BinOp::Or(_) => wanted,
            _ => left,
        };
        self.hint(&it.right, Role::Value, right);
        self.visit_expr(&it.right);
        // A bare literal on the left takes its type from the right.
        let right = self.ty(&it.right).filter(|ty| PrimType::of(ty).is_some()).cloned();
        let left = self.numbers[&std::ptr::from_ref(&*it.left)];
        if self.exprs[left].ty.is_none() && matches!(*it.left, Expr::Lit(_)) && !is_shifted && !assigns {
            self.exprs[left].ty = right;
        }
    }

    /// What a loop goes over.
    fn item_of(&self, iterated: &Expr) -> Option<Type> {
        match iterated {
            Expr::Paren(it) => self.item_of(&it.expr),
            Expr::Range(it) => {
                let ends = [&it.start, &it.end];
                ends.into_iter()
                    .flatten()
                    .find_map(|end| self.ty(end))
                    .filter(|ty| PrimType::of(ty).is_some())
                    .cloned()
            }
            Expr::MethodCall(it) if it.method == "chars" => Some(named("char")),
            Expr::MethodCall(it) if it.method == "bytes" => Some(named("u8")),
            Expr::Path(_) => match self.ty(iterated)? {
                Type::Reference(_) => None,
                owned => element(owned).cloned(),
            },
            _ => None,
        }
    }

    /// The type that a path to a structure or a variant makes values of.
    fn type_of_path(&self, path: &syn::Path) -> Option<Type> {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let is_plain = path.segments.iter().all(|segment| segment.arguments.is_none());
        match &*names {
            [own] if own == "Self" => self.own.clone(),
            [name] if is_plain && self.items.types.contains(name) => Some(named(name)),
            [name, variant] if self.items.variants.contains_key(&(name.clone(), variant.clone())) => {
                Some(named(name))
            }
            _ => None,
        }
    }

    /// What a call's arguments should be.
    fn parameters_of(&self, function: &Expr, expected: Option<&Type>) -> Option<Vec<Option<Type>>> {
        let Expr::Path(path) = function else { return None };
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let wrapped = match names.last().map(String::as_str) {
            Some("Some") => expected.and_then(|ty| argument_of(ty, "Option")),
            Some("Ok") => expected.and_then(|ty| argument_of(ty, "Result")),
            _ => None,
        };
        if let Some(wrapped) = wrapped {
            return Some(vec![Some(wrapped.clone())]);
        }
        let some = |types: &Vec<Type>| types.iter().cloned().map(Some).collect();
        match &*names {
            [name] if Scope::find(&self.scope, name).is_none() => {
                self.items.functions.get(name)?.as_ref().map(|callable| some(&callable.params))
            }
            [ty, name] => match self.items.variants.get(&(ty.clone(), name.clone())) {
                Some(types) => Some(some(types)),
                None => {
                    let callable = self.method(ty, name)?;
                    (callable.receiver == Receiver::None).then(|| some(&callable.params))
                }
            },
            _ => None,
        }
    }

    fn method(&self, ty: &str, name: &str) -> Option<&crate::items::Callable> {
        let own = self.own.as_ref().filter(|_| ty == "Self").and_then(head).map(|(name, _)| name);
        self.items.methods.get(&(own.unwrap_or_else(|| ty.to_owned()), name.to_owned()))?.as_ref()
    }

    /// The type of an expression whose parts were looked at.
    pub(crate) fn type_of(&self, expr: &Expr, expected: Option<&Type>) -> Option<Type> {
        match expr {
            Expr::Lit(it) => literal(&it.lit, expected),
            Expr::Path(it) => {
                let names: Vec<String> =
                    it.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                match &*names {
                    [name] if name == "self" => None,
                    [name] => match Scope::find(&self.scope, name) {
                        Some(variable) => variable.ty.clone(),
                        None => self.items.constants.get(name).cloned().flatten(),
                    },
                    [ty, constant] if matches!(&**constant, "MAX" | "MIN") => {
                        PrimType::named(ty).map(PrimType::ty)
                    }
                    [ty, variant] => {
                        let types = self.items.variants.get(&(ty.clone(), variant.clone()))?;
                        types.is_empty().then(|| named(ty))
                    }
                    _ => None,
                }
            }
            Expr::Paren(it) => self.ty(&it.expr).cloned(),
            Expr::Cast(it) => Some((*it.ty).clone()),
            Expr::Binary(it) => match &it.op {
                op if is_comparison(op) => Some(named("bool")),
                BinOp::And(_) | BinOp::Or(_) => Some(named("bool")),
                op if is_assignment(op) => None,
                op if is_shift(op) => self.ty(&it.left).filter(|ty| PrimType::of(ty).is_some()).cloned(),
                _ => {
                    let prim = |side: &Expr| {
                        self.ty(side).map(behind).filter(|ty| PrimType::of(ty).is_some()).cloned()
                    };
                    let (left, right) = (prim(&it.left), prim(&it.right));
                    // Where only one side is known, the operator may be one of the program's own, with that type on one side.
                    match (left, right) {
                        (Some(left), Some(right)) if left == right => Some(left),
                        (Some(known), None) | (None, Some(known)) => {
                            expected.filter(|wanted| **wanted == known).cloned()
                        }
                        _ => None,
                    }
                }
            },
            Expr::Unary(it) => {
                let inner = self.ty(&it.expr)?;
                match it.op {
                    UnOp::Neg(_) | UnOp::Not(_) => PrimType::of(inner).map(PrimType::ty),
                    UnOp::Deref(_) => match inner {
                        Type::Reference(reference) => Some((*reference.elem).clone()),
                        other => argument_of(other, "Box").cloned(),
                    },
                    _ => None,
                }
            }
            Expr::Reference(it) => {
                let (inner, mutability) = (self.ty(&it.expr)?, &it.mutability);
                Some(reference_to(inner.clone(), mutability.is_some()))
            }
            Expr::Field(it) => {
                let base = match &*it.base {
                    Expr::Path(path) if path.path.is_ident("self") => self.own.clone()?,
                    base => behind(self.ty(base)?).clone(),
                };
                let field = match &it.member {
                    Member::Named(name) => name.to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                if let Type::Tuple(tuple) = &base {
                    return tuple.elems.get(field.parse::<usize>().ok()?).cloned();
                }
                let fields = self.items.fields.get(&head(&base)?.0)?.as_ref()?;
                fields.iter().find(|(name, _)| *name == field).map(|(_, ty)| ty.clone())
            }
            Expr::Index(it) => {
                let is_one =
                    self.ty(&it.index).and_then(PrimType::of).is_some_and(|prim| prim.name == "usize");
                element(self.ty(&it.expr)?).filter(|_| is_one).cloned()
            }
            Expr::Call(it) => self.type_of_call(it),
            Expr::MethodCall(it) => self.type_of_method(it),
            Expr::Struct(it) => self.type_of_path(&it.path),
            Expr::Block(it) => self.block_ty(&it.block),
            Expr::Unsafe(it) => self.block_ty(&it.block),
            Expr::If(it) => {
                it.else_branch.as_ref()?;
                self.block_ty(&it.then_branch)
            }
            Expr::Match(it) => {
                let mut types = it.arms.iter().filter_map(|arm| self.ty(&arm.body));
                types.next().cloned()
            }
            Expr::Tuple(it) => {
                let parts: Option<Vec<&Type>> = it.elems.iter().map(|part| self.ty(part)).collect();
                let parts = parts?;
                Some(if parts.len() == 1 {
                    parse_quote!((#(#parts),*,))
                } else {
                    parse_quote!((#(#parts),*))
                })
            }
            Expr::Array(_) | Expr::Repeat(_) => expected.filter(|ty| matches!(ty, Type::Array(_))).cloned(),
            Expr::Macro(it) if it.mac.path.is_ident("format") => Some(named("String")),
            Expr::Macro(it) if it.mac.path.is_ident("matches") => Some(named("bool")),
            _ => None,
        }
    }

    fn type_of_call(&self, it: &syn::ExprCall) -> Option<Type> {
        let Expr::Path(path) = &*it.func else { return None };
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let first = || it.args.first().and_then(|arg| self.ty(arg));
        match &*names {
            [name] if name == "Some" => first().map(|ty| parse_quote!(Option<#ty>)),
            [name] if Scope::find(&self.scope, name).is_none() => {
                self.items.functions.get(name)?.as_ref().map(|callable| callable.output.clone())
            }
            [ty, name] if ty == "Box" && name == "new" => first().map(|ty| parse_quote!(Box<#ty>)),
            [ty, name] if ty == "String" && matches!(&**name, "new" | "from") => Some(named("String")),
            [ty, name] if name == "from" && PrimType::named(ty).is_some() => {
                PrimType::named(ty).map(PrimType::ty)
            }
            [ty, name] if self.items.variants.contains_key(&(ty.clone(), name.clone())) => Some(named(ty)),
            [ty, name] => self.method(ty, name).map(|callable| callable.output.clone()),
            _ => None,
        }
    }

    fn type_of_method(&self, it: &syn::ExprMethodCall) -> Option<Type> {
        let name = it.method.to_string();
        let receiver = match &*it.receiver {
            Expr::Path(path) if path.path.is_ident("self") => self.own.clone(),
            receiver => self.ty(receiver).cloned(),
        };
        let Some(receiver) = receiver else {
            if COMMON.contains(&&*name) || SAME.contains(&&*name) || TESTS.contains(&&*name) {
                return None;
            }
            return self.items.by_name.get(&name).cloned().flatten().filter(|ty| PrimType::of(ty).is_some());
        };
        let ty = behind(&receiver);
        if let Some(known) = head(ty).and_then(|(ty, _)| self.items.methods.get(&(ty, name.clone()))) {
            return known.as_ref().map(|callable| callable.output.clone());
        }
        if let Some(prim) = PrimType::of(ty) {
            return match &*name {
                same if SAME.contains(&same) => Some(prim.ty()),
                count if COUNTS.contains(&count) && prim.is_integer() => Some(named("u32")),
                "clone" => Some(prim.ty()),
                test if TESTS.contains(&test) && prim.class == PrimClass::Char => Some(named("bool")),
                "to_string" => Some(named("String")),
                _ => None,
            };
        }
        let is_text = matches!(head(ty), Some((name, _)) if name == "String" || name == "str");
        let is_list = element(ty).is_some();
        match &*name {
            "len" if is_text || is_list => Some(named("usize")),
            "is_empty" | "contains" if is_text || is_list => Some(named("bool")),
            "starts_with" | "ends_with" if is_text => Some(named("bool")),
            "to_string" | "to_owned" | "to_uppercase" | "to_lowercase" | "replace" if is_text => {
                Some(named("String"))
            }
            "clone" if matches!(receiver, Type::Path(_)) => Some(receiver.clone()),
            "unwrap" | "unwrap_or_default" | "expect" | "unwrap_or" => {
                argument_of(ty, "Option").or_else(|| argument_of(ty, "Result")).cloned()
            }
            "is_some" | "is_none" if argument_of(ty, "Option").is_some() => Some(named("bool")),
            "is_ok" | "is_err" if argument_of(ty, "Result").is_some() => Some(named("bool")),
            "get" | "replace"
                if argument_of(ty, "Cell").is_some() && it.args.len() == usize::from(name == "replace") =>
            {
                argument_of(ty, "Cell").cloned()
            }
            _ => None,
        }
    }
}

/// The type of a literal; one without a suffix takes what is wanted.
fn literal(lit: &Lit, expected: Option<&Type>) -> Option<Type> {
    let wanted = expected.and_then(PrimType::of);
    match lit {
        Lit::Int(it) if it.suffix().is_empty() => {
            wanted.filter(|prim| prim.is_number() && prim.is_integer()).map(PrimType::ty)
        }
        Lit::Int(it) => PrimType::of_suffix(it.suffix()).map(PrimType::ty),
        Lit::Float(it) if it.suffix().is_empty() => {
            wanted.filter(|prim| prim.class == PrimClass::Float).map(PrimType::ty)
        }
        Lit::Float(it) => PrimType::of_suffix(it.suffix()).map(PrimType::ty),
        Lit::Bool(_) => Some(named("bool")),
        Lit::Char(_) => Some(named("char")),
        Lit::Byte(_) => Some(named("u8")),
        Lit::Str(_) => Some(parse_quote!(&'static str)),
        _ => None,
    }
}
