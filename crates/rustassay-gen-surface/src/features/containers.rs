//! Collections and other containers: what is put in, what is taken out, and what they say of their contents.

use crate::places::Purpose;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;

impl Writer {
    /// A statement about some container.
    pub fn collection_statement(&mut self, out: &mut Vec<Stmt>) {
        let of = self.scalar_or_any(self.chances().scalar_items);
        let kind = weighted!(
            self.random,
            (1, self.weights().deques > 0, TyKind::Deque(of)),
            (1, self.weights().maps > 0, TyKind::Map(self.key_type(), of)),
            (1, self.weights().hash_maps > 0, self.hash_map(of)),
            (1, self.weights().maps > 0, TyKind::Set(self.key_type())),
            (1, self.weights().strings > 0, TyKind::String),
            (4, TyKind::Vec(of)),
        );
        let ty = self.ty(kind);
        let ty = match self.some_mutable(ty) {
            Some((_, found)) if found == ty || self.is_container(found) => found,
            _ => {
                self.let_value(out, ty, true);
                ty
            }
        };
        for _ in 0..self.random.within(&self.mixture.ranges.container_changes) {
            self.container_statement(out, ty);
        }
    }

    fn is_container(&self, ty: Ty) -> bool {
        matches!(
            self.kind(ty),
            TyKind::Vec(_)
                | TyKind::Deque(_)
                | TyKind::Map(..)
                | TyKind::Set(_)
                | TyKind::HashMap(..)
                | TyKind::String
        )
    }

    /// Changes a container of this type that is in scope.
    pub fn container_statement(&mut self, out: &mut Vec<Stmt>, ty: Ty) {
        // A method of the container, with an argument that is computed while it is borrowed.
        let put = |writer: &mut Self, name: &'static str, of: Ty| {
            let (place, item) = writer.change(ty, |writer| writer.expr(of, true, 2))?;
            Some(place.method(name, vec![item]))
        };
        let plain = |writer: &mut Self, name: &'static str, args: Vec<Expr>| {
            Some(writer.find_place(ty, Purpose::Write)?.expr.method(name, args))
        };
        let done = match self.kind(ty).clone() {
            TyKind::Vec(of) => weighted!(
                self.random,
                (3, put(self, "push", of)),
                (1, return self.taken(out, ty, of, "pop")),
                (1, plain(self, "truncate", vec![number(5)])),
                (1, self.types.facts(of).is_key, {
                    let name = self.random.one(["sort", "sort_unstable", "dedup"]);
                    plain(self, name, Vec::new())
                }),
                (1, plain(self, "reverse", Vec::new())),
                (1, {
                    let changed = self.change(ty, |writer| writer.expr(of, true, 1));
                    changed.map(|(place, item)| place.method("insert", vec![number(0), item]))
                }),
                (1, {
                    // What is thrown out must not be looked at meanwhile.
                    let place = self.find_place(ty, Purpose::Write);
                    let Some(place) = place else { return };
                    let x = self.name("v");
                    let mark = self.loan_mark();
                    self.lend(place.var, Mutability::Mut);
                    let test = self.in_closure_body(&[], 8, |writer| writer.boolean(false, 1));
                    self.end_loans(mark);
                    Some(place.expr.method("retain", vec![closure(vec![Pat::name(x)], test)]))
                }),
                (1, {
                    let changed = self.change(ty, |writer| {
                        let mut items = writer.some_items(of, false, 1, 2);
                        items.push(writer.expr(of, false, 1));
                        items
                    });
                    changed.map(|(place, items)| place.method("extend", vec![Expr::Array(items)]))
                }),
            ),
            TyKind::Deque(of) => weighted!(
                self.random,
                (1, return self.taken(out, ty, of, "pop_front")),
                (1, return self.taken(out, ty, of, "pop_back")),
                (1, put(self, "push_front", of)),
                (1, plain(self, "truncate", vec![number(4)])),
                (1, put(self, "push_back", of)),
            ),
            TyKind::Map(key, value) | TyKind::HashMap(key, value) => {
                let args = |writer: &mut Self| (writer.expr(key, true, 1), writer.expr(value, true, 1));
                weighted!(
                    self.random,
                    (1, {
                        let removed = self.change(ty, |writer| writer.temporary(key, 1));
                        let option = self.ty(TyKind::Option(value));
                        if let Some((place, key)) = removed {
                            let removed = place.method("remove", vec![key.borrow()]);
                            self.bind(out, option, false, None, removed);
                        }
                        return;
                    }),
                    (1, {
                        // The entry is borrowed while its value is computed.
                        let place = self.find_place(ty, Purpose::Write);
                        let Some(place) = place else { return };
                        let mark = self.loan_mark();
                        self.lend(place.var, Mutability::Mut);
                        // What is assigned is computed first.
                        let again = self.expr(value, true, 1);
                        let (key, other) = args(self);
                        self.end_loans(mark);
                        let entry = place.expr.method("entry", vec![key]).method("or_insert", vec![other]);
                        Some(assign(entry.deref(), again))
                    }),
                    (2, {
                        let changed = self.change(ty, args);
                        changed.map(|(place, (key, value))| place.method("insert", vec![key, value]))
                    }),
                )
            }
            TyKind::Set(of) => match self.chance(self.chances().set_removals) {
                true => {
                    let changed = self.change(ty, |writer| writer.temporary(of, 1));
                    changed.map(|(place, item)| place.method("remove", vec![item.borrow()]))
                }
                false => put(self, "insert", of),
            },
            TyKind::String => {
                let word = self.word();
                let char = self.ty(TyKind::Char);
                weighted!(
                    self.random,
                    (1, put(self, "push", char)),
                    (1, return self.taken(out, ty, char, "pop")),
                    (1, plain(self, "clear", Vec::new())),
                    (1, plain(self, "make_ascii_uppercase", Vec::new())),
                    (1, plain(self, "push_str", vec![text(word)])),
                )
            }
            TyKind::Option(of) => weighted!(
                self.random,
                (1, return self.taken(out, ty, of, "take")),
                (1, {
                    if let Some(replaced) = put(self, "replace", of) {
                        self.bind(out, ty, false, None, replaced);
                    }
                    return;
                }),
                (1, put(self, "get_or_insert", of)),
            ),
            TyKind::Cell(of) => {
                let value = self.expr(of, true, 2);
                let place = self.find_place(ty, Purpose::Read);
                place.map(|place| place.expr.method("set", vec![value]))
            }
            TyKind::RefCell(of) => {
                let value = self.expr(of, true, 2);
                let t = self.name("t");
                out.push(let_pat(Pat::name(t), Some(self.syntax(of)), value));
                let place = self.find_place(ty, Purpose::Read);
                place.map(|place| assign(place.expr.method("borrow_mut", Vec::new()).deref(), t.into()))
            }
            TyKind::Array(of, _) if self.types.facts(of).is_key => {
                let name = self.random.one(["sort", "reverse", "sort_unstable"]);
                plain(self, name, Vec::new())
            }
            _ => {
                let value = self.expr(ty, true, 3);
                let place = self.find_place(ty, Purpose::Write);
                place.map(|place| assign(place.expr, value))
            }
        };
        if let Some(done) = done {
            out.push(done.stmt());
        }
    }

    /// What is taken out of a container becomes a variable.
    fn taken(&mut self, out: &mut Vec<Stmt>, ty: Ty, of: Ty, name: &'static str) {
        let Some(place) = self.find_place(ty, Purpose::Write) else { return };
        let option = self.ty(TyKind::Option(of));
        let value = place.expr.method(name, Vec::new());
        let annotation = self.maybe_annotation(option);
        self.bind(out, option, false, annotation, value);
    }

    /// A value that a container in scope has, or has not.
    pub fn container_value(&mut self, ty: Ty, depth: usize) -> Option<Expr> {
        let facts = self.types.facts(ty);
        if !self.is_constructible(ty) || facts.has_ref {
            return None;
        }
        let cloned = if facts.is_copy { "copied" } else { "cloned" };
        weighted!(
            self.random,
            // `v.get(i).cloned().unwrap_or(..)`.
            (2, {
                let vec = self.ty(TyKind::Vec(ty));
                let place = self.find_place(vec, Purpose::Read)?;
                self.lend(place.var, Mutability::Not);
                let mark = self.loan_mark() - 1;
                let index = self.int(Int::USIZE, true, 1).0;
                let found = place.expr.method("get", vec![index]).method(cloned, Vec::new());
                let other = self.expr(ty, true, depth.min(1));
                self.end_loans(mark);
                Some(found.method("unwrap_or", vec![other]))
            }),
            // `o.unwrap_or(..)`, `o.clone().unwrap_or_default()`.
            (1, {
                let option = self.ty(TyKind::Option(ty));
                let value = self.value_of_place(option)?;
                if facts.has_default && self.chance(self.chances().unwrap_or_defaults) {
                    return Some(value.method("unwrap_or_default", Vec::new()));
                }
                let other = self.in_closure_body(&[], 1, |writer| writer.expr(ty, true, depth.min(1)));
                Some(value.method("unwrap_or_else", vec![closure(Vec::new(), other)]))
            }),
            (1, {
                let cell = self.ty(TyKind::Cell(ty));
                if !facts.is_copy {
                    return None;
                }
                let place = self.find_place(cell, Purpose::Read)?;
                Some(place.expr.method("get", Vec::new()))
            }),
            (1, {
                // The guard ends with its statement.
                let cell = self.ty(TyKind::RefCell(ty));
                let place = self.find_place(cell, Purpose::Read)?;
                let t = self.name("t");
                let value = place.expr.method("borrow", Vec::new()).method("clone", Vec::new());
                Some(block_expr(vec![let_name(t, value)], Some(t.into())))
            }),
            (1, {
                let kind = self.random.one([0, 1]);
                let inner = if kind == 0 { self.ty(TyKind::Box(ty)) } else { self.ty(TyKind::Rc(ty)) };
                let place = self.find_place(inner, Purpose::Read)?;
                Some(place.expr.deref().method("clone", Vec::new()))
            }),
        )
    }
}
