//! Patterns: what is matched, by value or through a reference, and what it binds.

use crate::interval::Interval;
use crate::places::Purpose;
use crate::scope::Var;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Kind, Style, Ty};
use crate::writer::Writer;

/// How a pattern binds: by value, or as the default binding mode of a reference has it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    Value,
    Ref(Mutability),
}

/// What is matched.
pub struct Scrutinee {
    pub expr: Expr,
    pub ty: Ty,
    pub mode: Mode,
}

/// A variable that a pattern binds.
#[derive(Copy, Clone, Debug)]
pub struct Binding {
    pub name: Name,
    pub ty: Ty,
    pub is_mut: bool,
    pub interval: Option<Interval>,
}

impl Writer {
    /// Something of a type that patterns can take apart. Its loans are the caller's to end.
    pub fn scrutinee(&mut self, depth: usize) -> Scrutinee {
        let ty = self.destructurable();
        self.scrutinee_of(ty, depth)
    }

    fn scrutinee_of(&mut self, ty: Ty, depth: usize) -> Scrutinee {
        let facts = self.types.facts(ty);
        if self.chance(45) {
            let mutability = if self.chance(35) { Mutability::Mut } else { Mutability::Not };
            if let Some(expr) = self.borrow_place(ty, mutability) {
                return Scrutinee { expr, ty, mode: Mode::Ref(mutability) };
            }
        }
        if facts.is_copy
            && let Some(place) = self.find_place(ty, Purpose::Read)
        {
            // Nobody may change it while it is looked at.
            self.lend(place.var, Mutability::Not);
            return Scrutinee { expr: place.expr, ty, mode: Mode::Value };
        }
        Scrutinee { expr: self.expr(ty, false, depth.min(2)), ty, mode: Mode::Value }
    }

    /// A type that patterns can say something about.
    fn destructurable(&mut self) -> Ty {
        for _ in 0..3 {
            let ty = self.any_type();
            let is_fit = match self.kind(ty) {
                Kind::Tuple(_) | Kind::Option(_) | Kind::Result(..) | Kind::Array(..) => true,
                Kind::Adt(id, _) => !self.types.adt(*id).has_drop,
                _ => false,
            };
            if is_fit {
                return ty;
            }
        }
        match self.below(4) {
            0 => {
                let of = self.scalar_type();
                self.ty(Kind::Option(of))
            }
            1 => {
                let parts = vec![self.scalar_type(), self.scalar_type()];
                self.ty(Kind::Tuple(parts))
            }
            _ => {
                let int = self.some_int();
                self.types.int(int)
            }
        }
    }

    fn bind_pat(&mut self, ty: Ty, mode: Mode, interval: Option<Interval>, found: &mut Vec<Binding>) -> Pat {
        let name = self.name("b");
        let (ty, is_mut, interval) = match mode {
            Mode::Value => (ty, self.chance(15) && interval.is_none(), interval),
            Mode::Ref(mutability) => (self.types.reference(mutability, ty), false, None),
        };
        found.push(Binding { name, ty, is_mut, interval });
        if is_mut { Pat::name_mut(name) } else { Pat::name(name) }
    }

    /// A pattern for a type; one that always matches unless `refutable`.
    pub fn pattern(
        &mut self,
        ty: Ty,
        mode: Mode,
        refutable: bool,
        depth: usize,
        found: &mut Vec<Binding>,
    ) -> Pat {
        if depth == 0 || self.chance(20) {
            return match self.chance(40) {
                true => Pat::Wild,
                false => self.bind_pat(ty, mode, None, found),
            };
        }
        let below = depth - 1;
        match self.kind(ty).clone() {
            Kind::Int(int) if refutable => self.int_pattern(int, ty, mode, found),
            Kind::Bool if refutable => Pat::Lit(Lit::Bool(self.chance(50))),
            Kind::Char if refutable => match self.below(3) {
                0 => Pat::Lit(Lit::Char('a')),
                1 => Pat::Range(Some(Lit::Char('0')), Some(Lit::Char('9')), true),
                _ => Pat::Or(vec![
                    Pat::Lit(Lit::Char('Z')),
                    Pat::Range(Some(Lit::Char('b')), Some(Lit::Char('y')), true),
                ]),
            },
            Kind::Text if refutable && mode == Mode::Value => Pat::Lit(Lit::Str(self.word().to_owned())),
            Kind::Tuple(parts) => {
                let mut pats: Vec<Pat> =
                    parts.iter().map(|&part| self.pattern(part, mode, refutable, below, found)).collect();
                self.shorten(&mut pats, found);
                Pat::Tuple(pats)
            }
            Kind::Array(of, len) => self.array_pattern(of, len, mode, refutable, below, found),
            Kind::Option(of) if refutable => match self.chance(25) {
                true => Pat::Path(name_path("None")),
                false => {
                    Pat::TupleStruct(name_path("Some"), vec![self.pattern(of, mode, refutable, below, found)])
                }
            },
            Kind::Result(ok, err) if refutable => {
                let (word, of) = if self.chance(50) { ("Ok", ok) } else { ("Err", err) };
                Pat::TupleStruct(name_path(word), vec![self.pattern(of, mode, refutable, below, found)])
            }
            Kind::Wrapping(int) => {
                let of = self.types.int(int);
                Pat::TupleStruct(name_path("Wrapping"), vec![self.pattern(of, mode, refutable, below, found)])
            }
            Kind::Adt(id, _) => {
                let adt = self.types.adt(id);
                let is_whole = adt.has_drop && mode == Mode::Value;
                if is_whole || (adt.is_enum && !refutable && adt.variants.len() > 1) {
                    return self.bind_pat(ty, mode, None, found);
                }
                let variant = self.random.below(adt.variants.len());
                self.variant_pattern(ty, variant, mode, refutable, below, found)
            }
            Kind::Ref(Mutability::Not, to) if mode == Mode::Value && self.types.facts(to).is_copy => {
                Pat::Ref(Mutability::Not, Box::new(self.pattern(to, mode, refutable, below, found)))
            }
            _ => match self.chance(30) {
                true => Pat::Wild,
                false => self.bind_pat(ty, mode, None, found),
            },
        }
    }

    /// Puts `..` in the place of some that bind nothing.
    fn shorten(&mut self, pats: &mut Vec<Pat>, found: &[Binding]) {
        if self.chance(80) || found.is_empty() && pats.len() < 2 {
            return;
        }
        while pats.last() == Some(&Pat::Wild) {
            pats.pop();
        }
        pats.push(Pat::Rest);
    }

    fn int_pattern(&mut self, int: Int, ty: Ty, mode: Mode, found: &mut Vec<Binding>) -> Pat {
        let all = Interval::of(int);
        let low = (self.random.below(40) as i128 - 10).max(all.low);
        let high = (low + self.random.below(60) as i128).min(all.high);
        let lit = |writer: &mut Self, value: i128| match writer.literal(int, value, true) {
            Expr::Lit(lit) => lit,
            _ => Lit::Bool(false),
        };
        match self.below(6) {
            0 => Pat::Lit(lit(self, low)),
            1 => {
                let mut pats = vec![Pat::Lit(lit(self, low))];
                for n in 1..self.between(2, 3) {
                    pats.push(Pat::Lit(lit(self, (low + 3 * n as i128).min(all.high))));
                }
                Pat::Or(pats)
            }
            2 => Pat::Range(Some(lit(self, low)), Some(lit(self, high)), true),
            3 if self.mixture.has(80) && high > low => {
                Pat::Range(Some(lit(self, low)), Some(lit(self, high)), false)
            }
            4 => match self.chance(50) || !self.mixture.has(66) {
                true => Pat::Range(Some(lit(self, low)), None, false),
                false => Pat::Range(None, Some(lit(self, high)), true),
            },
            _ => {
                let known = Some(Interval::new(low, high));
                let range = Pat::Range(Some(lit(self, low)), Some(lit(self, high)), true);
                match self.bind_pat(ty, mode, known, found) {
                    Pat::Bind { by_ref, mutability, name, .. } => {
                        Pat::Bind { by_ref, mutability, name, sub: Some(Box::new(range)) }
                    }
                    other => other,
                }
            }
        }
    }

    fn array_pattern(
        &mut self,
        of: Ty,
        len: Ty,
        mode: Mode,
        refutable: bool,
        depth: usize,
        found: &mut Vec<Binding>,
    ) -> Pat {
        let Some(len) = self.types.count(len) else {
            return Pat::Wild;
        };
        let shown = self.below(len as usize + 1).min(3);
        let half_open = |pat: &Pat| matches!(pat, Pat::Range(_, None, _) | Pat::Range(None, _, _));
        let mut pats: Vec<Pat> = Vec::new();
        for _ in 0..shown {
            let pat = self.pattern(of, mode, refutable, depth, found);
            pats.push(if half_open(&pat) { Pat::Wild } else { pat });
        }
        if shown < len as usize {
            let at = self.below(pats.len() + 1);
            let is_bound = self.chance(40) && (mode != Mode::Value || self.types.facts(of).is_copy);
            let rest = match is_bound {
                false => Pat::Rest,
                true => {
                    let rest = self.types.array(of, len - shown as u32);
                    match self.bind_pat(rest, mode, None, found) {
                        Pat::Bind { by_ref, mutability, name, .. } => {
                            Pat::Bind { by_ref, mutability, name, sub: Some(Box::new(Pat::Rest)) }
                        }
                        other => other,
                    }
                }
            };
            pats.insert(at, rest);
        }
        Pat::Slice(pats)
    }

    /// A pattern for one variant of an enum, or for a struct.
    fn variant_pattern(
        &mut self,
        ty: Ty,
        variant: usize,
        mode: Mode,
        refutable: bool,
        depth: usize,
        found: &mut Vec<Binding>,
    ) -> Pat {
        let Kind::Adt(id, _) = *self.kind(ty) else { return Pat::Wild };
        let adt = self.types.adt(id);
        let def = adt.variants[variant].clone();
        let path = if adt.is_enum { name_path(adt.name).then(def.name) } else { name_path(adt.name) };
        let fields = self.types.variant_fields(ty, variant);
        let mut pats: Vec<Pat> =
            fields.into_iter().map(|field| self.pattern(field, mode, refutable, depth, found)).collect();
        match def.style {
            Style::Unit => Pat::Path(path),
            Style::Tuple => {
                self.shorten(&mut pats, found);
                Pat::TupleStruct(path, pats)
            }
            Style::Named => {
                let members: Vec<(Member, Pat)> =
                    pats.into_iter().enumerate().map(|(n, pat)| (def.member(n), pat)).collect();
                let count = members.len();
                let shown: Vec<(Member, Pat)> = match self.chance(50) {
                    true => members.into_iter().filter(|(_, pat)| *pat != Pat::Wild).collect(),
                    false => members,
                };
                let has_rest = shown.len() < count;
                Pat::Struct(path, shown, has_rest)
            }
        }
    }

    /// Declares what a pattern bound.
    pub fn declare_bindings(&mut self, found: &[Binding]) {
        for binding in found {
            let var =
                Var { interval: binding.interval, ..Var::new(binding.name, binding.ty, binding.is_mut) };
            self.scope().add(var);
        }
    }

    /// The arms of a match, each with a body that `write` makes.
    fn arms(&mut self, of: &Scrutinee, mut write: impl FnMut(&mut Self) -> Expr) -> Vec<Arm> {
        let mut plans: Vec<(Pat, Vec<Binding>, bool)> = Vec::new();
        for _ in 0..self.between(1, 3) {
            let mut found = Vec::new();
            let pat = self.pattern(of.ty, of.mode, true, 3, &mut found);
            let has_guard = of.mode != Mode::Ref(Mutability::Mut) && self.chance(35);
            plans.push((pat, found, has_guard));
        }
        match self.kind(of.ty).clone() {
            Kind::Adt(id, _) if self.types.adt(id).is_enum && self.chance(60) => {
                for variant in 0..self.types.adt(id).variants.len() {
                    let mut found = Vec::new();
                    let pat = self.variant_pattern(of.ty, variant, of.mode, false, 2, &mut found);
                    plans.push((pat, found, false));
                }
            }
            Kind::Option(inner) if self.chance(60) => {
                let mut found = Vec::new();
                let sub = self.pattern(inner, of.mode, false, 1, &mut found);
                plans.push((Pat::TupleStruct(name_path("Some"), vec![sub]), found, false));
                plans.push((Pat::Path(name_path("None")), Vec::new(), false));
            }
            Kind::Bool => {
                plans.push((Pat::Lit(Lit::Bool(true)), Vec::new(), false));
                plans.push((Pat::Lit(Lit::Bool(false)), Vec::new(), false));
            }
            _ => {
                let mut found = Vec::new();
                let pat = self.pattern(of.ty, of.mode, false, 1, &mut found);
                plans.push((pat, found, false));
            }
        }
        let mut plans = plans.into_iter();
        let count = plans.len();
        self.alternatives(count, |writer, _| {
            let (pat, found, has_guard) = plans.next().unwrap_or((Pat::Wild, Vec::new(), false));
            writer.in_block(|writer| {
                writer.declare_bindings(&found);
                let guard = has_guard.then(|| writer.read_only(|writer| writer.boolean(false, 2)));
                Arm { pat, guard, body: write(writer) }
            })
        })
    }

    /// `match`, for its effects.
    pub fn match_statement(&mut self, out: &mut Vec<Stmt>) {
        let mark = self.loan_mark();
        let of = self.scrutinee(2);
        let arms = self.arms(&of, |writer| {
            let mut stmts = Vec::new();
            let most = writer.between(1, writer.mixture.size.block / 2 + 1);
            writer.statements(&mut stmts, most);
            if stmts.is_empty() {
                writer.observation(&mut stmts);
            }
            block_expr(stmts, None)
        });
        self.end_loans(mark);
        out.push(Expr::Match(Box::new(of.expr), arms).stmt());
    }

    /// `match`, for its value.
    pub fn match_value(&mut self, ty: Ty, typed: bool, depth: usize) -> Option<Expr> {
        let mark = self.loan_mark();
        let of = self.scrutinee(depth);
        let arms = self.arms(&of, |writer| writer.expr(ty, typed, depth.min(2)));
        self.end_loans(mark);
        Some(Expr::Match(Box::new(of.expr), arms))
    }

    /// `if let`, perhaps with more conditions, with values or without.
    pub fn if_let(&mut self, value: Option<(Ty, bool)>, depth: usize) -> Option<Expr> {
        let mark = self.loan_mark();
        let of = self.scrutinee(depth);
        let mut found = Vec::new();
        let pat = self.pattern(of.ty, of.mode, true, 2, &mut found);
        let has_chain = self.random.below(6) < self.weights().let_chains;
        let mut condition = Expr::Let(Box::new((pat, of.expr)));
        let branch = self.scope().enter_branch();
        self.scope().open_block();
        self.declare_bindings(&found);
        if has_chain {
            let more = self.read_only(|writer| writer.boolean(false, 2));
            condition = binary(BinOp::And, condition, more);
            if self.chance(40) {
                let next = self.scrutinee(1);
                let mut found = Vec::new();
                let pat = self.pattern(next.ty, next.mode, true, 2, &mut found);
                condition = binary(BinOp::And, condition, Expr::Let(Box::new((pat, next.expr))));
                self.declare_bindings(&found);
            }
        }
        let write = |writer: &mut Self| match value {
            Some((ty, typed)) => writer.value_block(ty, typed, depth.min(2)),
            None => writer.block(),
        };
        let then = write(self);
        self.close_block();
        let outcome = self.scope().leave_branch(branch);
        let otherwise = match value.is_some() || self.chance(60) {
            true => {
                // What the conditions took may be gone.
                self.scope().join(&outcome);
                let branch = self.scope().enter_branch();
                let body = write(self);
                let other = self.scope().leave_branch(branch);
                self.scope().join(&other);
                Some(Expr::Block(BlockKind::Plain, body))
            }
            false => {
                self.scope().join(&outcome);
                None
            }
        };
        self.end_loans(mark);
        Some(Expr::If(Box::new(If { condition, then, otherwise })))
    }

    /// `matches!(x, pattern)`.
    pub fn matches_macro(&mut self, depth: usize) -> Option<Expr> {
        let mark = self.loan_mark();
        let of = self.scrutinee(depth);
        let mut found = Vec::new();
        let pat = self.pattern(of.ty, of.mode, true, 2, &mut found);
        self.end_loans(mark);
        // The macro takes no range that has no start.
        let pat = if matches!(pat, Pat::Range(None, ..)) { Pat::Paren(Box::new(pat)) } else { pat };
        Some(macro_with(name_path("matches"), Delimiter::Paren, MacroArgs::Matches(of.expr, pat)))
    }

    /// `let` with a pattern, or `let .. else`.
    pub fn pattern_statement(&mut self, out: &mut Vec<Stmt>) {
        let mut found = Vec::new();
        if self.random.below(6) < self.weights().let_else && self.frame().can_return {
            let ty = self.destructurable();
            let value = self.expr(ty, false, 2);
            let leave = self.way_out();
            let pat = self.pattern(ty, Mode::Value, true, 2, &mut found);
            out.push(Stmt::Let { pat, ty: None, init: Some(value), otherwise: Some(leave) });
            return self.declare_bindings(&found);
        }
        let ty = self.destructurable();
        if self.chance(40) {
            let mark = self.loan_mark();
            let mutability = if self.chance(40) { Mutability::Mut } else { Mutability::Not };
            if let Some(expr) = self.borrow_place(ty, mutability) {
                let pat = self.pattern(ty, Mode::Ref(mutability), false, 2, &mut found);
                out.push(let_pat(pat, None, expr));
                let loans = self.end_loans(mark);
                for binding in found {
                    let loans = loans.clone();
                    // Of several unique references each is to another part.
                    self.add_with_loans(binding, loans);
                }
                return;
            }
        }
        let annotation = self.maybe_annotation(ty);
        let value = self.expr(ty, annotation.is_some(), 2);
        let pat = self.pattern(ty, Mode::Value, false, 3, &mut found);
        out.push(let_pat(pat, annotation, value));
        self.declare_bindings(&found);
    }

    fn add_with_loans(&mut self, binding: Binding, loans: Vec<(usize, Mutability)>) {
        self.scope().add(Var { loans, ..Var::new(binding.name, binding.ty, false) });
    }

    /// A block that does not come to its end.
    fn way_out(&mut self) -> Block {
        let target =
            self.frame().scope.targets.last().filter(|target| target.is_loop && target.value.is_none());
        let jump = match target.cloned() {
            Some(target) if self.chance(60) => match target.can_continue && self.chance(50) {
                true => Expr::Continue(None),
                false => Expr::Break(None, None),
            },
            _ => {
                let ty = self.frame().ret;
                let value = self.in_branch(|writer| writer.expr(ty, true, 1));
                Expr::Return(Some(Box::new(value)))
            }
        };
        block(vec![jump.stmt()], None)
    }
}
