//! What functions take and give.

use crate::inline::callee;
use rustassay_mir::model::*;
use rustc_hash::FxHashSet;

/// The functions whose signature is nobody's business but their callers': not those that are values, destructors or in surface Rust.
pub fn adjustable(program: &Program) -> FxHashSet<FnId> {
    let mut adjustable: FxHashSet<FnId> = program.functions.ids().collect();
    let is_named = |name: &str, text: &str| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
    };
    adjustable.retain(|&id| {
        let name = &program.functions[id].name;
        &**name != "main" && !program.surface.iter().any(|item| is_named(name, &item.text))
    });
    let mut keep_as_it_is = |id: FnId| _ = adjustable.remove(&id);
    program.types.adts.iter().filter_map(|def| def.drop).for_each(&mut keep_as_it_is);
    let mut is_value = |operand: &Operand| {
        if let Operand::Const(value) = operand {
            functions_in(value, &mut keep_as_it_is);
        }
    };
    for block in program.functions.iter().flat_map(|function| &function.body.blocks) {
        for statement in &block.statements {
            for part in statement.parts() {
                if let PartRef::Operand(operand) = part {
                    is_value(operand);
                }
            }
        }
        match &block.terminator {
            Terminator::Call(call) => call.args.iter().for_each(&mut is_value),
            Terminator::TailCall(_, args) => args.iter().for_each(&mut is_value),
            _ => {}
        }
    }
    let values = program.statics.iter().map(|def| &def.init);
    for value in values.chain(program.consts.iter().map(|def| &def.value)) {
        functions_in_expr(value, &mut |id| _ = adjustable.remove(&id));
    }
    // A pointer's type says how it is called, too.
    for ty in program.types.all() {
        if let TyKind::FnDef(function) = program.types.kind(ty)
            && let FnDefId::Fn(id) = function.def
            && program.functions.iter().any(|other| other.body.locals.iter().any(|decl| decl.ty == ty))
        {
            adjustable.remove(&id);
        }
    }
    adjustable
}

fn functions_in(value: &Const, found: &mut impl FnMut(FnId)) {
    match value {
        Const::Fn(function) => {
            if let FnDefId::Fn(id) = function.def {
                found(id);
            }
        }
        Const::Block(value) => functions_in_expr(value, found),
        _ => {}
    }
}

fn functions_in_expr(value: &ConstExpr, found: &mut impl FnMut(FnId)) {
    match value {
        ConstExpr::Const(value) => functions_in(value, found),
        ConstExpr::Tuple(values) | ConstExpr::Array(_, values) => {
            values.iter().for_each(|value| functions_in_expr(value, found));
        }
        ConstExpr::Repeat(value, _) | ConstExpr::Ref(value) | ConstExpr::Unsize(value, _) => {
            functions_in_expr(value, found);
        }
        ConstExpr::Adt(_, _, fields) => fields.iter().for_each(|(_, value)| functions_in_expr(value, found)),
        ConstExpr::FnPtr(function, _) => functions_in(&Const::Fn(function.clone()), found),
        ConstExpr::Call(id) => found(*id),
        ConstExpr::StaticPtr(..)
        | ConstExpr::Address(..)
        | ConstExpr::Uninit(_)
        | ConstExpr::Bits(..)
        | ConstExpr::Memory { .. }
        | ConstExpr::Pointer { .. }
        | ConstExpr::Extern(..) => {}
    }
}

/// Takes parameters away: they become locals that begin with the given values.
pub fn drop_params(program: &mut Program, function: FnId, params: &[(usize, Option<Const>)]) {
    let is_dropped = |n: usize| params.iter().any(|(dropped, _)| *dropped == n);
    let body = &mut program.functions[function].body;
    // The new place of each old local: what was a parameter goes behind those that stay.
    let kept: Vec<usize> = (0..body.arg_count).filter(|&n| !is_dropped(n)).collect();
    let gone: Vec<usize> = (0..body.arg_count).filter(|&n| is_dropped(n)).collect();
    let mut places: Vec<usize> = (0..body.locals.len()).collect();
    for (new, old) in kept.iter().chain(&gone).enumerate() {
        places[old + 1] = new + 1;
    }
    let mut locals: Vec<(usize, LocalDecl)> =
        body.locals.iter().enumerate().map(|(old, decl)| (places[old], LocalDecl::new(decl.ty))).collect();
    locals.sort_by_key(|(place, _)| *place);
    body.locals = locals.into_iter().map(|(_, decl)| decl).collect();
    body.for_each_local_mut(|local| *local = Local::new(places[local.index()]));
    body.arg_count = kept.len();
    let beginnings = params.iter().filter_map(|(n, value)| {
        let local = Local::new(places[n + 1]);
        Some(Statement::Assign(local.into(), Rvalue::Use(value.clone()?.into())))
    });
    body.blocks[BlockId::ENTRY].statements.splice(0..0, beginnings);
    let sig = &mut program.functions[function].sig;
    sig.params = kept.iter().map(|&n| sig.params[n]).collect();
    for terminator in terminators(program).filter(|terminator| callee(terminator) == Some(function)) {
        let args = match terminator {
            Terminator::Call(call) => &mut call.args,
            Terminator::TailCall(_, args) => args,
            _ => continue,
        };
        *args = kept.iter().filter_map(|&n| args.get(n).cloned()).collect();
    }
}

/// Takes the result away: what was the return place becomes a local.
pub fn drop_result(program: &mut Program, function: FnId) {
    let new = &mut program.functions[function];
    let ret = new.body.local(new.sig.ret);
    new.sig.ret = Ty::UNIT;
    new.body.locals[Local::RETURN].ty = Ty::UNIT;
    new.body.for_each_local_mut(|local| {
        if *local == Local::RETURN {
            *local = ret;
        }
    });
    for function_id in program.functions.ids() {
        let body = &mut program.functions[function_id].body;
        for block in body.blocks.ids() {
            if callee(&body.blocks[block].terminator) != Some(function) {
                continue;
            }
            let nothing = body.local(Ty::UNIT);
            if let Terminator::Call(call) = &mut body.blocks[block].terminator {
                call.dest = nothing.into();
            }
        }
    }
}

fn terminators(program: &mut Program) -> impl Iterator<Item = &mut Terminator> {
    let blocks = program.functions.iter_mut().flat_map(|function| function.body.blocks.iter_mut());
    blocks.map(|block| &mut block.terminator)
}
