//! Patterns: what is matched, by value or through a reference, and what it binds.

use crate::interval::Interval;
use crate::places::Purpose;
use crate::scope::VarId;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Style, Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;
use std::ops::RangeInclusive;

/// What ranges in patterns begin with, ten too much: some begin below 0.
const PATTERN_STARTS: RangeInclusive<usize> = 0..=39;

/// How many numbers ranges in patterns have.
const PATTERN_LENGTHS: RangeInclusive<usize> = 0..=59;

/// How many elements a pattern for an array names at most.
const NAMED_ELEMENTS: usize = 3;

/// How many of 100 patterns for what cannot be taken apart are wildcards.
const OPAQUE_WILDCARDS: usize = 30;

/// How many of 100 patterns have no `..` in the place of fields.
const WHOLE_PATTERNS: usize = 80;

/// How many literals stand in an or-pattern.
const ALTERNATIVES: RangeInclusive<usize> = 2..=3;

/// How a pattern binds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// By value.
    Value,
    /// As the default binding mode of a reference has it.
    Ref(Mutability),
    /// By `ref`: what is matched is a place that stays where it is. A closure that matches such a place captures it only if the patterns
    /// look at it (rust-lang/rust#111751 is about some that were thought not to).
    Place(Mutability),
}

impl Mode {
    /// What bindings may do to what is matched.
    pub fn mutability(self) -> Mutability {
        match self {
            Mode::Value => Mutability::Not,
            Mode::Ref(mutability) | Mode::Place(mutability) => mutability,
        }
    }
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
        if self.weights().slices > 0
            && self.chance(self.chances().slice_scrutinees)
            && let Some(slice) = self.slice_scrutinee()
        {
            return slice;
        }
        let ty = self.destructurable();
        self.scrutinee_of(ty, depth)
    }

    /// A slice in scope: one that a variable refers to, or all of a vector.
    fn slice_scrutinee(&mut self) -> Option<Scrutinee> {
        let scope = &self.frames.last()?.scope;
        let candidates: Vec<(VarId, Name, Ty, bool)> = scope
            .recent()
            .filter_map(|(id, var)| match *self.types.kind(var.ty) {
                TyKind::Vec(of) => Some((id, var.name, of, true)),
                TyKind::Ref(Mutability::Not, to) => match *self.types.kind(to) {
                    TyKind::Slice(of) => Some((id, var.name, of, false)),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        let (id, name, of, is_vec) = self.random.pick(&candidates).copied()?;
        self.lend(id, Mutability::Not);
        let ty = self.ty(TyKind::Slice(of));
        let by_default = Mode::Ref(Mutability::Not);
        let (value, all) = (Expr::Name(name), Expr::Range(None, None, false));
        let (expr, mode) = weighted!(
            self.random,
            (1, is_vec, (value.method("as_slice", Vec::new()), by_default)),
            (1, is_vec, (value.index(all).borrow(), by_default)),
            (1, is_vec, (value.index(all), Mode::Place(Mutability::Not))),
            (1, !is_vec, (value.deref(), Mode::Place(Mutability::Not))),
            (2, !is_vec, (value, by_default)),
        );
        Some(Scrutinee { expr, ty, mode })
    }

    fn scrutinee_of(&mut self, ty: Ty, depth: usize) -> Scrutinee {
        let facts = self.types.facts(ty);
        if self.chance(self.chances().borrowed_scrutinees) {
            let mutability = self.mutability(self.chances().mutable_scrutinees);
            match self.borrow_place(ty, mutability) {
                Some(Expr::Ref(_, place)) if self.chance(self.chances().place_scrutinees) => {
                    return Scrutinee { expr: *place, ty, mode: Mode::Place(mutability) };
                }
                Some(expr) => return Scrutinee { expr, ty, mode: Mode::Ref(mutability) },
                None => {}
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
    pub fn destructurable(&mut self) -> Ty {
        for _ in 0..3 {
            let ty = self.any_type();
            let is_fit = match self.kind(ty) {
                TyKind::Tuple(_) | TyKind::Option(_) | TyKind::Result(..) | TyKind::Array(..) => true,
                TyKind::Adt(id, _) => !self.types.adt(*id).has_drop,
                _ => false,
            };
            if is_fit {
                return ty;
            }
        }
        weighted!(
            self.random,
            (1, {
                let of = self.scalar_type();
                self.ty(TyKind::Option(of))
            }),
            (1, {
                let parts = vec![self.scalar_type(), self.scalar_type()];
                self.ty(TyKind::Tuple(parts))
            }),
            (2, {
                let int = self.some_int();
                self.types.int(int)
            }),
        )
    }

    fn bind_pat(&mut self, ty: Ty, mode: Mode, interval: Option<Interval>, found: &mut Vec<Binding>) -> Pat {
        let name = self.name("b");
        let (ty, is_mut, interval) = match mode {
            Mode::Value => (ty, self.chance(self.chances().mutable_bindings) && interval.is_none(), interval),
            Mode::Ref(mutability) | Mode::Place(mutability) => {
                (self.types.reference(mutability, ty), false, None)
            }
        };
        found.push(Binding { name, ty, is_mut, interval });
        match mode {
            Mode::Place(mutability) => Pat::Bind { by_ref: true, mutability, name, sub: None },
            _ if is_mut => Pat::name_mut(name),
            _ => Pat::name(name),
        }
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
        if depth == 0 || self.chance(self.chances().shallow_patterns) {
            return match self.chance(self.chances().wildcards) {
                true => Pat::Wild,
                false => self.bind_pat(ty, mode, None, found),
            };
        }
        let below = depth - 1;
        match self.kind(ty).clone() {
            TyKind::Int(int) if refutable => self.int_pattern(int, ty, mode, found),
            TyKind::Bool if refutable => Pat::Lit(Lit::Bool(self.coin())),
            TyKind::Char if refutable => weighted!(
                self.random,
                (1, Pat::Lit(Lit::Char('a'))),
                (1, Pat::Range(Some(Lit::Char('0')), Some(Lit::Char('9')), true)),
                (
                    1,
                    Pat::Or(vec![
                        Pat::Lit(Lit::Char('Z')),
                        Pat::Range(Some(Lit::Char('b')), Some(Lit::Char('y')), true),
                    ])
                ),
            ),
            TyKind::Text if refutable && mode == Mode::Value => Pat::Lit(Lit::Str(self.word().to_owned())),
            TyKind::Tuple(parts) => {
                let mut pats: Vec<Pat> =
                    parts.iter().map(|&part| self.pattern(part, mode, refutable, below, found)).collect();
                self.shorten(&mut pats, found);
                Pat::Tuple(pats)
            }
            TyKind::Array(of, len) => self.array_pattern(of, len, mode, refutable, below, found),
            TyKind::Slice(of) if refutable => self.slice_pattern(ty, of, mode, below, found),
            TyKind::Option(of) if refutable => match self.chance(self.chances().none_patterns) {
                true => Pat::Path(name_path("None")),
                false => {
                    Pat::TupleStruct(name_path("Some"), vec![self.pattern(of, mode, refutable, below, found)])
                }
            },
            TyKind::Result(ok, err) if refutable => {
                let (word, of) = if self.coin() { ("Ok", ok) } else { ("Err", err) };
                Pat::TupleStruct(name_path(word), vec![self.pattern(of, mode, refutable, below, found)])
            }
            TyKind::Wrapping(int) => {
                let of = self.types.int(int);
                Pat::TupleStruct(name_path("Wrapping"), vec![self.pattern(of, mode, refutable, below, found)])
            }
            TyKind::Adt(id, _) => {
                let adt = self.types.adt(id);
                let is_whole = adt.has_drop && mode == Mode::Value;
                if is_whole || (adt.is_enum && !refutable && adt.variants.len() > 1) {
                    return self.bind_pat(ty, mode, None, found);
                }
                let variant = self.random.below(adt.variants.len());
                self.variant_pattern(ty, variant, mode, refutable, below, found)
            }
            TyKind::Ref(Mutability::Not, to) if mode == Mode::Value && self.types.facts(to).is_copy => {
                Pat::Ref(Mutability::Not, Box::new(self.pattern(to, mode, refutable, below, found)))
            }
            _ => match self.chance(OPAQUE_WILDCARDS) {
                true => Pat::Wild,
                false => self.bind_pat(ty, mode, None, found),
            },
        }
    }

    /// Puts `..` in the place of some that bind nothing.
    fn shorten(&mut self, pats: &mut Vec<Pat>, found: &[Binding]) {
        if self.chance(WHOLE_PATTERNS) || found.is_empty() && pats.len() < 2 {
            return;
        }
        while pats.last() == Some(&Pat::Wild) {
            pats.pop();
        }
        pats.push(Pat::Rest);
    }

    fn int_pattern(&mut self, int: Int, ty: Ty, mode: Mode, found: &mut Vec<Binding>) -> Pat {
        let all = Interval::of(int);
        let low = (self.random.within(&PATTERN_STARTS) as i128 - 10).max(all.low);
        let high = (low + self.random.within(&PATTERN_LENGTHS) as i128).min(all.high);
        let lit = |writer: &mut Self, value: i128| match writer.literal(int, value, true) {
            Expr::Lit(lit) => lit,
            _ => Lit::Bool(false),
        };
        weighted!(
            self.random,
            (1, Pat::Lit(lit(self, low))),
            (1, {
                let mut pats = vec![Pat::Lit(lit(self, low))];
                for n in 1..self.random.within(&ALTERNATIVES) {
                    pats.push(Pat::Lit(lit(self, (low + 3 * n as i128).min(all.high))));
                }
                Pat::Or(pats)
            }),
            (1, Pat::Range(Some(lit(self, low)), Some(lit(self, high)), true)),
            (1, self.mixture.has(80) && high > low, {
                Pat::Range(Some(lit(self, low)), Some(lit(self, high)), false)
            }),
            (
                1,
                match self.coin() || !self.mixture.has(66) {
                    true => Pat::Range(Some(lit(self, low)), None, false),
                    false => Pat::Range(None, Some(lit(self, high)), true),
                }
            ),
            (1, {
                let known = Some(Interval::new(low, high));
                let range = Pat::Range(Some(lit(self, low)), Some(lit(self, high)), true);
                match self.bind_pat(ty, mode, known, found) {
                    Pat::Bind { by_ref, mutability, name, .. } => {
                        Pat::Bind { by_ref, mutability, name, sub: Some(Box::new(range)) }
                    }
                    other => other,
                }
            }),
        )
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
        let shown = self.below(len as usize + 1).min(NAMED_ELEMENTS);
        let mut pats = self.element_patterns(shown, of, mode, refutable, depth, found);
        if shown < len as usize {
            let at = self.below(pats.len() + 1);
            let is_bound = self.chance(self.chances().bound_rests)
                && (mode != Mode::Value || self.types.facts(of).is_copy);
            let rest = self.types.array(of, len - shown as u32);
            let rest = self.rest_pattern(is_bound.then_some(rest), mode, found);
            pats.insert(at, rest);
        }
        Pat::Slice(pats)
    }

    /// A pattern for slices of some lengths, which may be all that it looks at.
    fn slice_pattern(
        &mut self,
        slice: Ty,
        of: Ty,
        mode: Mode,
        depth: usize,
        found: &mut Vec<Binding>,
    ) -> Pat {
        let shown = self.random.within(&self.mixture.ranges.slice_elements);
        let mut pats = self.element_patterns(shown, of, mode, true, depth, found);
        if self.chance(self.chances().slice_rests) {
            let at = self.below(pats.len() + 1);
            let is_bound = self.chance(self.chances().bound_rests);
            let rest = self.rest_pattern(is_bound.then_some(slice), mode, found);
            pats.insert(at, rest);
        }
        Pat::Slice(pats)
    }

    fn element_patterns(
        &mut self,
        count: usize,
        of: Ty,
        mode: Mode,
        refutable: bool,
        depth: usize,
        found: &mut Vec<Binding>,
    ) -> Vec<Pat> {
        let half_open = |pat: &Pat| matches!(pat, Pat::Range(_, None, _) | Pat::Range(None, _, _));
        (0..count)
            .map(|_| match self.pattern(of, mode, refutable, depth, found) {
                pat if half_open(&pat) => Pat::Wild,
                pat => pat,
            })
            .collect()
    }

    /// `..`, or `rest @ ..` of this type.
    fn rest_pattern(&mut self, bound: Option<Ty>, mode: Mode, found: &mut Vec<Binding>) -> Pat {
        let Some(ty) = bound else { return Pat::Rest };
        match self.bind_pat(ty, mode, None, found) {
            Pat::Bind { by_ref, mutability, name, .. } => {
                Pat::Bind { by_ref, mutability, name, sub: Some(Box::new(Pat::Rest)) }
            }
            other => other,
        }
    }

    /// A pattern for one variant of an enum, or for a struct.
    pub fn variant_pattern(
        &mut self,
        ty: Ty,
        variant: usize,
        mode: Mode,
        refutable: bool,
        depth: usize,
        found: &mut Vec<Binding>,
    ) -> Pat {
        let TyKind::Adt(id, _) = *self.kind(ty) else { return Pat::Wild };
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
                let shown: Vec<(Member, Pat)> = match self.coin() {
                    true => members.into_iter().filter(|(_, pat)| *pat != Pat::Wild).collect(),
                    false => members,
                };
                let has_rest = shown.len() < count;
                Pat::Struct(path, shown, has_rest)
            }
        }
    }
}
