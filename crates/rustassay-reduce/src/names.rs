//! The last touch: names that people would give, `f`, `g`, `S`, `E`, `X`, in the order of the text, blocks in the order of control flow, and nothing
//! that is `pub` for nobody.

use crate::change::{is_printer, scalar_name};
use rustassay_mir::model::*;
use rustc_hash::FxHashSet;

/// Gives short names, puts blocks in order, and lets nothing be `pub`.
pub fn tidy(program: &mut Program) {
    name_printers(program);
    for function in program.functions.iter_mut() {
        function.is_pub = false;
        order_blocks(&mut function.body);
    }
    program.statics.iter_mut().for_each(|def| def.is_pub = false);
    program.consts.iter_mut().for_each(|def| def.is_pub = false);
    for def in program.types.adts.iter_mut().filter(|def| def.library().is_none()) {
        def.is_pub = false;
        let fields = def.variants.iter_mut().flat_map(|variant| variant.fields.iter_mut());
        fields.for_each(|field| field.is_pub = false);
    }
    rename(program);
}

/// Puts blocks in the order in which control flow comes to them.
fn order_blocks(body: &mut Body) {
    let mut order: Vec<BlockId> = Vec::new();
    let mut waiting = vec![BlockId::ENTRY];
    while let Some(block) = waiting.pop() {
        if !order.contains(&block) {
            order.push(block);
            waiting.extend(body.blocks[block].terminator.successors().into_iter().rev());
        }
    }
    let place_of = |block: BlockId| order.iter().position(|&other| other == block);
    let mut blocks: Vec<Block> = order.iter().map(|&block| body.blocks[block].clone()).collect();
    for block in &mut blocks {
        block.name = None;
        for target in block.terminator.successors_mut() {
            *target = BlockId::new(place_of(*target).unwrap_or_default());
        }
    }
    *body.blocks.as_mut_vec() = blocks;
}

/// Calls the functions that print by what they print by now, or `show` if there is one.
fn name_printers(program: &mut Program) {
    let is_there = |function: &SurfaceFn| program.order.contains(&ItemId::Surface(function.item));
    let printers: Vec<SurfaceFnId> = program
        .surface_fns
        .iter_ids()
        .filter(|(_, function)| is_there(function) && is_printer(function))
        .map(|(id, _)| id)
        .collect();
    let mut taken: Vec<String> = Vec::new();
    for &id in &printers {
        let function = &program.surface_fns[id];
        let ty = function.params[0].and_then(|ty| scalar_name(&program.types, ty)).unwrap_or("value");
        let name = if printers.len() == 1 { "show".to_owned() } else { format!("show_{ty}") };
        if taken.contains(&name) {
            return;
        }
        taken.push(name);
    }
    for (id, name) in printers.into_iter().zip(taken) {
        let function = &mut program.surface_fns[id];
        let text = &mut program.surface[function.item].text;
        *text = text.replacen(&format!("fn {}(", function.name), &format!("fn {name}("), 1).into();
        function.name = name.into();
    }
}

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
