//! The control-flow graph: edges, cleanup, and what terminators may be where (`CfgChecker` of `validate.rs`).

use super::names::block_name;
use super::{Checker, Cx, Fault, Point, Rule};
use crate::model::{At, Block, BlockId, Body, Id, Phase, TerminateReason, Terminator, UnwindAction};
use rustc_hash::FxHashSet;

#[derive(Copy, Clone, PartialEq)]
enum Edge {
    Normal,
    Unwind,
}

impl<'a> Checker<'a> {
    /// Checks the graph; whether it is one, so that the blocks can be looked at.
    pub(super) fn cfg(&mut self, cx: Cx<'a>) -> bool {
        let Some(entry) = cx.body.blocks.get(BlockId::ENTRY) else {
            let at = At::Item(crate::model::ItemId::Fn(cx.id));
            let message = format!("`{}` has no block to begin with", cx.function.name);
            self.report(at, Fault::new(Rule::EntryBlock, message));
            return false;
        };
        let at = At::Block(cx.id, BlockId::ENTRY);
        if entry.is_cleanup {
            self.report(at, Fault::new(Rule::EntryBlock, "the entry block cannot be a cleanup block"));
        }
        if entry.name.is_some() {
            self.report(at, Fault::new(Rule::EntryBlock, "the entry block has no name in the text"));
        }
        let mut graph = Graph { predecessors: vec![0; cx.body.blocks.len()], unwind_edges: 0, sound: true };
        for (id, block) in cx.body.blocks.iter_ids() {
            self.edges(cx, id, block, &mut graph);
        }
        for (id, block) in cx.body.blocks.iter_ids() {
            self.terminator_place(cx, id, block, &graph);
        }
        if graph.sound && graph.unwind_edges > 1 {
            self.cleanup_flow(cx);
        }
        graph.sound
    }

    fn edges(&mut self, cx: Cx<'_>, id: BlockId, block: &Block, graph: &mut Graph) {
        let point = terminator_of(cx, id, block);
        let mut edge = |checker: &mut Self, to: BlockId, kind: Edge| {
            let Some(target) = cx.body.blocks.get(to) else {
                let message = format!("there is no block {}", to.0);
                checker.report(point.whole(), Fault::new(Rule::DanglingId, message));
                graph.sound = false;
                return;
            };
            graph.predecessors[to.index()] += 1;
            if to == BlockId::ENTRY {
                let message = "nothing may go back to the entry block";
                checker.report(point.whole(), Fault::new(Rule::EntryBlock, message));
                graph.sound = false;
            }
            match (block.is_cleanup, target.is_cleanup, kind) {
                (false, false, Edge::Normal) | (true, true, Edge::Normal) => {}
                (false, true, Edge::Unwind) => graph.unwind_edges += 1,
                // `unwind_action` speaks of these.
                (true, _, Edge::Unwind) => {}
                (from, _, kind) => {
                    let name = block_name(cx.body, to);
                    let message = match (kind, from) {
                        (Edge::Unwind, _) => format!("a panic leads to `{name}`, which is no cleanup block"),
                        (Edge::Normal, true) => {
                            format!("cleanup leads to `{name}`, which is no cleanup block")
                        }
                        (Edge::Normal, false) => {
                            format!("`{name}` is a cleanup block, which only a panic reaches")
                        }
                    };
                    checker.report(point.whole(), Fault::new(Rule::CleanupEdge, message));
                    checker.relate(At::Block(cx.id, to), "the block");
                }
            }
        };
        match &block.terminator {
            Terminator::Goto(target) => edge(self, *target, Edge::Normal),
            Terminator::Switch(_, targets) => {
                targets.values.iter().for_each(|&(_, target)| edge(self, target, Edge::Normal));
                edge(self, targets.otherwise, Edge::Normal);
            }
            Terminator::Drop { target, unwind, .. } => {
                edge(self, *target, Edge::Normal);
                unwind.block().into_iter().for_each(|target| edge(self, target, Edge::Unwind));
            }
            Terminator::Call(call) => {
                edge(self, call.target, Edge::Normal);
                call.unwind.block().into_iter().for_each(|target| edge(self, target, Edge::Unwind));
            }
            Terminator::Return
            | Terminator::Unreachable
            | Terminator::TailCall(..)
            | Terminator::UnwindResume
            | Terminator::UnwindTerminate(_) => {}
        }
    }

    fn terminator_place(&mut self, cx: Cx<'_>, id: BlockId, block: &Block, graph: &Graph) {
        let point = terminator_of(cx, id, block);
        let misplaced = match (&block.terminator, block.is_cleanup) {
            (Terminator::Return, true) => Some("a cleanup block cannot return"),
            (Terminator::TailCall(..), true) => {
                Some("a cleanup block cannot return, not even by a tail call")
            }
            (Terminator::UnwindResume, false) => Some("only a cleanup block can resume unwinding"),
            (Terminator::UnwindTerminate(_), false) => Some("only a cleanup block can end unwinding"),
            _ => None,
        };
        if let Some(message) = misplaced {
            self.report(point.whole(), Fault::new(Rule::CleanupTerminator, message));
        }
        match &block.terminator {
            Terminator::UnwindResume if !may_unwind(cx) => {
                let abi = cx.function.sig.abi.name();
                let message = format!("a panic cannot leave an `extern \"{abi}\"` function");
                let fault = Fault::new(Rule::CannotUnwind, message).help("use `UnwindTerminate(ReasonAbi)`");
                self.report(point.whole(), fault);
            }
            Terminator::Drop { unwind, .. } => self.unwind_action(cx, point, block, *unwind),
            Terminator::Call(call) => {
                self.unwind_action(cx, point, block, call.unwind);
                let critical = matches!(call.unwind, UnwindAction::Cleanup(_) | UnwindAction::Terminate(_))
                    && graph.predecessors.get(call.target.index()).is_some_and(|&count| count > 1);
                if cx.phase >= Phase::RuntimeOptimized && critical {
                    let name = block_name(cx.body, call.target);
                    let message = format!("`{name}` is not only where this call returns to");
                    let fault = Fault::new(Rule::CriticalCallEdge, message)
                        .help("let the call return to a block of its own that goes there");
                    self.report(point.whole(), fault);
                }
            }
            Terminator::Switch(_, targets) => {
                // Few switches have many arms; those pay for a table.
                let values = targets.values.iter().map(|(value, _)| *value);
                let duplicate = if targets.values.len() <= 16 {
                    values.enumerate().find(|(position, value)| {
                        targets.values[..*position].iter().any(|(earlier, _)| earlier == value)
                    })
                } else {
                    let mut seen = FxHashSet::default();
                    values.enumerate().find(|(_, value)| !seen.insert(*value))
                };
                if duplicate.is_some() {
                    let message = "two arms of the switch have the same value";
                    self.report(point.whole(), Fault::new(Rule::DuplicateSwitchValue, message));
                }
            }
            _ => {}
        }
    }

    fn unwind_action(&mut self, cx: Cx<'_>, point: Point, block: &Block, unwind: UnwindAction) {
        let fault = match (unwind, block.is_cleanup) {
            (UnwindAction::Cleanup(_), true) => {
                Fault::new(Rule::UnwindAction, "a panic during cleanup cannot lead to more cleanup")
                    .help("use `UnwindTerminate(ReasonInCleanup)`")
            }
            (UnwindAction::Continue, true) => {
                Fault::new(Rule::UnwindAction, "a panic during cleanup cannot go on to the caller")
                    .help("use `UnwindTerminate(ReasonInCleanup)`")
            }
            (UnwindAction::Continue, false) if !may_unwind(cx) => {
                let abi = cx.function.sig.abi.name();
                let message = format!("a panic cannot leave an `extern \"{abi}\"` function");
                Fault::new(Rule::CannotUnwind, message).help("use `UnwindTerminate(ReasonAbi)`")
            }
            (UnwindAction::Terminate(TerminateReason::InCleanup), false) => {
                Fault::new(Rule::UnwindAction, "`ReasonInCleanup` is for cleanup blocks")
                    .help("use `UnwindTerminate(ReasonAbi)`")
            }
            _ => return,
        };
        self.report(point.whole(), fault);
    }

    /// `check_cleanup_control_flow` of `validate.rs`: cleanup blocks, contracted to those that a panic enters by, form a
    /// forest.
    fn cleanup_flow(&mut self, cx: Cx<'_>) {
        let dominators = Dominators::of(cx.body);
        let root_of = |mut block: BlockId| loop {
            match dominators.parent(block) {
                Some(parent) if cx.body.blocks[parent].is_cleanup => block = parent,
                _ => return block,
            }
        };
        let mut parents: Vec<Option<BlockId>> = vec![None; cx.body.blocks.len()];
        for (id, block) in cx.body.blocks.iter_ids() {
            if !block.is_cleanup || !dominators.reaches(id) {
                continue;
            }
            let root = root_of(id);
            for next in block.terminator.successors().into_iter().map(root_of).filter(|&next| next != root) {
                match parents[root.index()] {
                    Some(known) if known != next => {
                        let names = [root, known, next].map(|block| block_name(cx.body, block));
                        let [root_name, known, next] = names;
                        let message = format!(
                            "the cleanup that begins with `{root_name}` leads to both `{known}` and `{next}`"
                        );
                        self.report(At::Block(cx.id, root), Fault::new(Rule::CleanupFlow, message));
                    }
                    parent => parents[root.index()] = parent.or(Some(next)),
                }
            }
        }
        // Each walk upwards marks its blocks; one that meets its own mark goes round.
        let mut mark: Vec<Option<BlockId>> = vec![None; parents.len()];
        for start in cx.body.blocks.ids() {
            let mut block = start;
            while mark[block.index()].is_none() {
                mark[block.index()] = Some(start);
                match parents[block.index()] {
                    Some(parent) if mark[parent.index()] == Some(start) => {
                        let name = block_name(cx.body, parent);
                        let message = format!("the cleanup that begins with `{name}` leads back to it");
                        self.report(At::Block(cx.id, parent), Fault::new(Rule::CleanupFlow, message));
                    }
                    Some(parent) => block = parent,
                    None => {}
                }
            }
        }
    }
}

/// Whether a panic may leave the function. Before the runtime dialect rustc itself sees to that (`AbortUnwindingCalls`).
fn may_unwind(cx: Cx<'_>) -> bool {
    !cx.phase.is_runtime() || cx.function.sig.abi.may_unwind()
}

fn terminator_of(cx: Cx<'_>, id: BlockId, block: &Block) -> Point {
    Point { function: cx.id, block: id, statement: block.statements.len() }
}

/// What the first look at the edges found.
struct Graph {
    predecessors: Vec<u32>,
    unwind_edges: usize,
    sound: bool,
}

/// Immediate dominators, by the algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
struct Dominators {
    /// By block: its position in reverse postorder, and the position of its parent.
    position: Vec<Option<usize>>,
    order: Vec<BlockId>,
    parent: Vec<usize>,
}

impl Dominators {
    fn of(body: &Body) -> Dominators {
        let order = reverse_postorder(body);
        let mut position = vec![None; body.blocks.len()];
        for (place, block) in order.iter().enumerate() {
            position[block.index()] = Some(place);
        }
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (place, &block) in order.iter().enumerate() {
            for next in body.blocks[block].terminator.successors() {
                if let Some(next) = position[next.index()] {
                    predecessors[next].push(place);
                }
            }
        }
        const UNKNOWN: usize = usize::MAX;
        let mut parent = vec![UNKNOWN; order.len()];
        parent[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for place in 1..order.len() {
                let known = predecessors[place].iter().copied().filter(|&from| parent[from] != UNKNOWN);
                let new = known.reduce(|mut a, mut b| {
                    while a != b {
                        if a > b { a = parent[a] } else { b = parent[b] }
                    }
                    a
                });
                if let Some(new) = new
                    && parent[place] != new
                {
                    parent[place] = new;
                    changed = true;
                }
            }
        }
        Dominators { position, order, parent }
    }

    /// Whether the block can be reached at all.
    fn reaches(&self, block: BlockId) -> bool {
        self.position[block.index()].is_some()
    }

    /// The nearest block that every path to this one passes.
    fn parent(&self, block: BlockId) -> Option<BlockId> {
        let position = self.position[block.index()].filter(|&position| position > 0)?;
        Some(self.order[self.parent[position]])
    }
}

/// The blocks that can be reached, each before those that only it leads to.
pub fn reverse_postorder(body: &Body) -> Vec<BlockId> {
    let mut visited = vec![false; body.blocks.len()];
    let mut order = Vec::new();
    let mut stack = vec![(BlockId::ENTRY, body.blocks[BlockId::ENTRY].terminator.successors())];
    visited[BlockId::ENTRY.index()] = true;
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if !visited[next.index()] => {
                visited[next.index()] = true;
                stack.push((next, body.blocks[next].terminator.successors()));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
