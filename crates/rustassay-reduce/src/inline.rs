//! A call becomes what the callee does.

use rustassay_mir::model::*;

/// The function of the program that a call calls by its name.
pub fn callee(terminator: &Terminator) -> Option<FnId> {
    let func = match terminator {
        Terminator::Call(call) => &call.func,
        Terminator::TailCall(func, _) => func,
        _ => return None,
    };
    match func {
        Operand::Const(Const::Fn(function)) => match function.def {
            FnDefId::Fn(id) => Some(id),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a call can become what the callee does.
pub fn can_inline(program: &Program, function: FnId, block: BlockId) -> bool {
    let caller = &program.functions[function].body.blocks[block];
    let Some(callee) = callee(&caller.terminator) else { return false };
    let mut blocks = program.functions[callee].body.blocks.iter();
    // The caller's cleanup may not be entered by what is no cleanup, and a tail call has no caller to return to.
    !caller.is_cleanup
        && callee != function
        && !blocks.any(|block| matches!(block.terminator, Terminator::TailCall(..)))
}

/// Puts the callee's blocks, as they are in `old`, in the place of a call.
pub fn inline(old: &Program, new: &mut Program, function: FnId, block: BlockId) {
    let caller = &mut new.functions[function].body;
    let Terminator::Call(call) = caller.blocks[block].terminator.clone() else { return };
    let Some(callee) = callee(&caller.blocks[block].terminator) else { return };
    let callee = &old.functions[callee].body;
    let first_local = caller.locals.len();
    let first_block = caller.blocks.len();
    caller.locals.as_mut_vec().extend(callee.locals.iter().map(|decl| LocalDecl::new(decl.ty)));
    let mut body = callee.clone();
    body.for_each_local_mut(|local| *local = Local::new(first_local + local.index()));
    let ret = Local::new(first_local);
    let returned = match old.types.is_copy(callee.locals[Local::RETURN].ty) {
        true => Operand::Copy(ret.into()),
        false => Operand::Move(ret.into()),
    };
    for block in body.blocks.iter_mut() {
        block.name = None;
        let new_id = |id: &mut BlockId| *id = BlockId::new(first_block + id.index());
        block.terminator.successors_mut().into_iter().for_each(new_id);
        unwind_as(&mut block.terminator, call.unwind);
        if block.terminator == Terminator::Return {
            block.statements.push(Statement::Assign(call.dest.clone(), Rvalue::Use(returned.clone())));
            block.terminator = Terminator::Goto(call.target);
        }
    }
    let params = (1..=callee.arg_count).map(|n| Local::new(first_local + n));
    for (param, arg) in params.zip(call.args) {
        caller.blocks[block].statements.push(Statement::Assign(param.into(), Rvalue::Use(arg)));
    }
    caller.blocks[block].terminator = Terminator::Goto(BlockId::new(first_block));
    caller.blocks.as_mut_vec().extend(std::mem::take(body.blocks.as_mut_vec()));
}

/// Where a panic left the callee, it now does what the call said.
fn unwind_as(terminator: &mut Terminator, action: UnwindAction) {
    match terminator.unwind_mut() {
        Some(unwind) if *unwind == UnwindAction::Continue => *unwind = action,
        _ => {}
    }
    if let (Terminator::UnwindResume, UnwindAction::Cleanup(block)) = (&*terminator, action) {
        *terminator = Terminator::Goto(block);
    }
}
