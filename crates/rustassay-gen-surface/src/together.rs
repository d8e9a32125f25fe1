//! Many programs at the price of one: modules of one crate, which share the harness and run one after the other.

use crate::harness::{self, HarnessPart};
use crate::print::{self, ObservationForm};
use crate::syntax::build::*;
use crate::syntax::*;
use crate::{Generated, program};
use rustassay_lang::Edition;
use std::collections::BTreeSet;

/// Stands before what each program prints, with its number.
pub const MARK: &str = "program ";

/// One crate that runs these programs in turn. Before what each prints stands a line: [`MARK`] and its number, from 0.
///
/// Nothing of one program reaches the next: checksum and log of destructors begin anew.
pub fn together(programs: &[Generated]) -> String {
    let Some(first) = programs.first() else { return "fn main() {}\n".to_owned() };
    let parts: BTreeSet<HarnessPart> =
        programs.iter().flat_map(|generated| generated.program.harness.iter().copied()).collect();
    let parts: Vec<HarnessPart> = parts.into_iter().collect();
    debug_assert!(programs.iter().all(|other| edition(other) == edition(first)), "a crate has one edition");
    let mut modules = String::new();
    let mut stmts = Vec::new();
    for (number, generated) in programs.iter().enumerate() {
        let name = Name::Numbered("program", number as u32);
        let module = Item::plain(ItemKind::Mod(name, inside(generated)));
        // Its root is the module now.
        let root = format!("crate::program{number}::");
        modules.push_str(&print::print(&[module], ObservationForm::Checksum).replace("crate::", &root));
        stmts.push(start_again("STATE", harness::START));
        if parts.contains(&HarnessPart::Drops) {
            stmts.push(start_again("DROPS", 0));
        }
        stmts
            .push(macro_call("println", vec![text("{}{}"), text(MARK), self::number(number as u128)]).stmt());
        stmts.push(call(name_path(name).then("main"), Vec::new()).stmt());
    }
    let main = Function::new("main", Vec::new(), None, Some(block(stmts, None)));
    let mut text = harness::text(&parts, &modules, ObservationForm::Checksum, &first.mixture);
    text.push_str(&modules);
    text.push('\n');
    text.push_str(&print::print(&[Item::function(main)], ObservationForm::Checksum));
    text
}

fn edition(generated: &Generated) -> Edition {
    generated.mixture.edition
}

/// What stands in a program's module: all that is its own, with a `main` for others to call.
fn inside(generated: &Generated) -> Vec<Item> {
    let mut items = vec![program::use_all(&["super"])];
    items.extend(generated.program.items.iter().cloned());
    if !generated.mixture.has(74) {
        show_all(&mut items);
    }
    for item in &mut items {
        if matches!(&item.kind, ItemKind::Fn(function) if function.name == Name::Word("main")) {
            item.visibility = Visibility::Public;
        }
    }
    items
}

/// Makes items visible in the whole crate that were when the program was one. Before 1.74 nothing may name a trait that fewer can see
/// (RFC 2145).
fn show_all(items: &mut [Item]) {
    for item in items {
        if let ItemKind::Mod(_, inside) = &mut item.kind {
            show_all(inside);
        }
        use ItemKind::*;
        let can_be_shown =
            !matches!(item.kind, Impl(_) | Macro(_) | MacroRules(..) | Use(_) | Extern(..) | Text(_));
        if can_be_shown && item.visibility != Visibility::Public {
            item.visibility = Visibility::Crate;
        }
    }
}

/// `NAME.with(|state| state.set(value));`.
fn start_again(name: &'static str, value: u64) -> Stmt {
    let set = Expr::Name("state".into()).method("set", vec![number(u128::from(value))]);
    Expr::Name(name.into()).method("with", vec![closure(vec![Pat::name("state")], set)]).stmt()
}
