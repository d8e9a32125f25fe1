//! Names that people would give: `f`, `g`, `S`, `E`, `X`, in the order of the text.

use rustassay_mir::model::*;
use rustc_hash::FxHashSet;

/// Gives the program's own items short names. What surface Rust mentions keeps its name.
pub fn rename(program: &mut Program) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut taken: FxHashSet<String> = FxHashSet::default();
    for item in &program.surface {
        taken.extend(item.text.split(|c| !is_word(c)).map(str::to_owned));
    }
    taken.insert("main".to_owned());
    let kept = taken.clone();
    let mut name = |old: &mut Name, letters: &str| {
        if !kept.contains(&**old) {
            *old = short_name(letters, &taken).into();
            taken.insert(old.to_string());
        }
    };
    for item in program.order.clone() {
        match item {
            ItemId::Fn(id) => name(&mut program.functions[id].name, "fghijk"),
            ItemId::Static(id) => name(&mut program.statics[id].name, "XYZ"),
            ItemId::Const(id) => name(&mut program.consts[id].name, "CDK"),
            ItemId::Adt(id) => {
                let def = &mut program.types.adts[id];
                let letters = match def.kind {
                    AdtKind::Struct => "STRQP",
                    AdtKind::Enum => "EVW",
                    AdtKind::Union => "U",
                };
                name(&mut def.name, letters);
                // A struct's or union's variant has its name.
                if def.kind != AdtKind::Enum {
                    def.variants[VariantId::ONLY].name = def.name.clone();
                }
            }
            ItemId::Surface(_) => {}
        }
    }
}

/// The first of the letters that is free, or one of them with a number.
fn short_name(letters: &str, taken: &FxHashSet<String>) -> String {
    let plain = letters.chars().map(String::from);
    let numbered = (1..).flat_map(|n| letters.chars().take(1).map(move |letter| format!("{letter}{n}")));
    let mut names = plain.chain(numbered);
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}
