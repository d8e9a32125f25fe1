//! The whole program: `main`, and the parts that it calls one after the other.

use crate::harness::HarnessPart;
use crate::interval::Interval;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty};
use crate::writer::Writer;

/// How many numbers a program takes from the command line.
const INPUTS: usize = 3;

impl Writer {
    /// Writes everything.
    pub fn main(&mut self) {
        let u64 = self.types.int(Int::U64);
        let inputs: Vec<(Name, Ty)> = (0..INPUTS)
            .map(|_| {
                let int = self.some_int();
                (self.name("input"), self.types.int(int))
            })
            .collect();
        let mut stmts: Vec<Stmt> = Vec::new();
        for (n, &(name, ty)) in inputs.iter().enumerate() {
            let default = self.random.bits() >> self.random.below(64);
            let read = call("input", vec![number(n as u128), number(u128::from(default))]);
            let value = if ty == u64 { read } else { read.cast(self.syntax(ty)) };
            stmts.push(let_name(name, value));
        }
        let parts = (self.left / self.mixture.size.function.max(1)).max(1) as u64;
        let share = (self.cost_left / parts).max(2_000);
        loop {
            let name = self.name("part");
            let size = self.mixture.size.function.min(self.left.max(1));
            let before = self.left;
            let params: Vec<(Name, Ty, Option<Interval>)> =
                inputs.iter().map(|&(_, ty)| (self.name("p"), ty, None)).collect();
            let frame = self.new_frame(name, u64, share, size);
            let (body, _) = self.body(frame, &params);
            let function = Function::new(
                name,
                params.iter().map(|&(name, ty, _)| (name, self.syntax(ty))).collect(),
                Some("u64".into()),
                Some(body),
            );
            self.add_function(function);
            let part = call(name, inputs.iter().map(|&(name, _)| name.into()).collect());
            stmts.push(Expr::Observe(Label { function: "main".into(), what: name }, Box::new(part)).stmt());
            if self.left == 0 || self.left == before {
                break;
            }
        }
        self.finish_main(stmts);
    }

    fn finish_main(&mut self, mut stmts: Vec<Stmt>) {
        if self.harness.contains(&HarnessPart::Drops) {
            let noted = call("noted", Vec::new());
            let label = Label { function: "main".into(), what: "drops".into() };
            stmts.push(Expr::Observe(label, Box::new(noted)).stmt());
        }
        stmts.push(call("finish", Vec::new()).stmt());
        let function = Function::new("main", Vec::new(), None, Some(block(stmts, None)));
        self.add_item(ItemKind::Fn(Box::new(function)));
    }

    /// The program that was written.
    pub fn finished(mut self) -> crate::Generated {
        let written = std::mem::take(&mut self.items);
        let mut items = std::mem::take(&mut self.macros);
        items.extend(self.in_modules(written));
        let features = std::mem::take(&mut self.written).into_iter().collect();
        self.harness.extend(self.types.kinds().filter_map(HarnessPart::of));
        let program = Program { harness: self.harness.into_iter().collect(), items };
        crate::Generated { program, features, mixture: self.mixture }
    }

    /// Puts some of the items into modules. They are used from everywhere by their names, as the crate's root uses all that modules have.
    fn in_modules(&mut self, items: Vec<Item>) -> Vec<Item> {
        let share = self.weights().modules.min(8) * 5;
        let mut root = Vec::new();
        let mut open: Option<(Name, Vec<Item>)> = None;
        for mut item in items {
            let stays = matches!(item.kind, ItemKind::Macro(_) | ItemKind::Extern(..))
                || matches!(&item.kind, ItemKind::Fn(function) if function.name == Name::Word("main"));
            if stays || self.random.chance(self.mixture.chances.module_ends) {
                close_module(&mut root, open.take());
            }
            if open.is_none() && !stays && self.random.chance(share / 4) {
                open = Some((self.name("m"), vec![use_all(&["super"])]));
            }
            match &mut open {
                Some((_, inside)) => {
                    self.show(&mut item);
                    inside.push(item);
                }
                None => root.push(item),
            }
        }
        close_module(&mut root, open);
        root
    }

    /// Makes an item visible in the whole crate, in one of the ways to say so.
    fn show(&mut self, item: &mut Item) {
        let ways = [Visibility::Crate, Visibility::Super, Visibility::InCrate];
        match &mut item.kind {
            ItemKind::Impl(implementation) if implementation.of.is_none() => {
                implementation.items.iter_mut().for_each(|item| item.visibility = Visibility::Public);
            }
            ItemKind::Impl(_) => {}
            _ if item.visibility == Visibility::Inherited => item.visibility = self.random.one(ways),
            _ => {}
        }
    }
}

fn close_module(root: &mut Vec<Item>, module: Option<(Name, Vec<Item>)>) {
    if let Some((name, items)) = module {
        root.push(Item::plain(ItemKind::Mod(name, items)));
        let tree = UseTree::Path(name, Box::new(UseTree::Glob));
        root.push(Item::plain(ItemKind::Use(tree)));
    }
}

/// `use path::*;`.
pub(crate) fn use_all(path: &[&'static str]) -> Item {
    let tree =
        path.iter().rev().fold(UseTree::Glob, |tree, word| UseTree::Path(Name::Word(word), Box::new(tree)));
    Item::plain(ItemKind::Use(tree))
}
