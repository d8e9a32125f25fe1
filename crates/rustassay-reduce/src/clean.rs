//! Takes out what cannot matter any more: blocks that nothing goes to, locals that nobody mentions, items that `main` does not reach.

use crate::mentions::Mentions;
use rustassay_mir::model::*;

/// Takes out what cannot matter any more.
pub fn clean(program: &mut Program) {
    for function in program.functions.iter_mut() {
        clean_body(&mut function.body);
    }
    let mentions = Mentions::of(program);
    program.order.retain(|&item| mentions.contains(item));
}

fn clean_body(body: &mut Body) {
    merge_blocks(body);
    drop_unreachable_blocks(body);
    drop_idle_locals(body);
}

/// How many edges lead to each block; the entry has one from outside.
fn predecessors(body: &Body) -> Vec<usize> {
    let mut counts = vec![0; body.blocks.len()];
    counts[BlockId::ENTRY.index()] += 1;
    for block in &body.blocks {
        for target in block.terminator.successors() {
            counts[target.index()] += 1;
        }
    }
    counts
}

/// Puts blocks together that always run one after the other, and goes past empty ones.
fn merge_blocks(body: &mut Body) {
    drop_unreachable_blocks(body);
    let through: Vec<BlockId> = body.blocks.ids().map(|id| end_of_chain(body, id)).collect();
    for block in body.blocks.iter_mut() {
        block.terminator.successors_mut().into_iter().for_each(|target| *target = through[target.index()]);
    }
    drop_unreachable_blocks(body);
    let predecessors = predecessors(body);
    for id in body.blocks.ids() {
        while let Terminator::Goto(target) = body.blocks[id].terminator
            && target != id
            && predecessors[target.index()] == 1
            && body.blocks[target].is_cleanup == body.blocks[id].is_cleanup
        {
            let next = std::mem::replace(&mut body.blocks[target], Block::new(Terminator::Unreachable));
            let block = &mut body.blocks[id];
            block.statements.extend(next.statements);
            block.terminator = next.terminator;
        }
    }
}

/// The block that control is in when it has gone past empty ones.
fn end_of_chain(body: &Body, start: BlockId) -> BlockId {
    let mut at = start;
    for _ in 0..body.blocks.len() {
        match &body.blocks[at] {
            Block { statements, terminator: Terminator::Goto(target), is_cleanup, .. }
                if statements.is_empty() && *is_cleanup == body.blocks[*target].is_cleanup =>
            {
                at = *target;
            }
            _ => return at,
        }
    }
    // They go round in a circle.
    start
}

fn drop_unreachable_blocks(body: &mut Body) {
    let mut is_reached = vec![false; body.blocks.len()];
    let mut reached = vec![BlockId::ENTRY];
    while let Some(block) = reached.pop() {
        if !std::mem::replace(&mut is_reached[block.index()], true) {
            reached.extend(body.blocks[block].terminator.successors());
        }
    }
    let numbers = numbers(&is_reached);
    let mut at = 0;
    body.blocks.as_mut_vec().retain(|_| {
        at += 1;
        is_reached[at - 1]
    });
    for block in body.blocks.iter_mut() {
        for target in block.terminator.successors_mut() {
            *target = BlockId::new(numbers[target.index()]);
        }
    }
}

/// Drops locals that nothing is done with but that their storage begins and ends.
fn drop_idle_locals(body: &mut Body) {
    let mut is_used: Vec<bool> = body.locals.ids().map(|local| body.is_signature_local(local)).collect();
    body.for_each_place_mut(|place| place.locals().for_each(|local| is_used[local.index()] = true));
    for block in body.blocks.iter_mut() {
        block.statements.retain(|statement| match statement {
            Statement::StorageLive(local) | Statement::StorageDead(local) => is_used[local.index()],
            _ => true,
        });
    }
    drop_locals(body, &is_used);
}

/// Drops the locals that are not to be kept, and numbers the others anew.
pub fn drop_locals(body: &mut Body, is_kept: &[bool]) {
    let numbers = numbers(is_kept);
    let mut at = 0;
    body.locals.as_mut_vec().retain(|_| {
        at += 1;
        is_kept[at - 1]
    });
    body.for_each_local_mut(|local| *local = Local::new(numbers[local.index()]));
    // Names go with the numbers.
    body.locals.iter_mut().for_each(|decl| decl.name = None);
}

/// The new number of each thing, when those that are not kept are gone.
fn numbers(is_kept: &[bool]) -> Vec<usize> {
    let mut next = 0;
    let number = |&kept: &bool| {
        let number = next;
        next += usize::from(kept);
        number
    };
    is_kept.iter().map(number).collect()
}
