//! Blocks, nested: the tree of control flow that is written.
//!
//! Structured control flow is made from the dominator tree (N. Ramsey, "Beyond Relooper", ICFP 2022): what a block alone leads to
//! stands where it is left for it, what several blocks lead to follows a labeled block that they break out of, and a block
//! that is led back to begins a loop. Beyond that, what follows a loop is written behind it and not within, and labels
//! that say nothing are left out.

use super::code::{Code, Ending};
use super::{Flow, Style};
use crate::model::{BlockId, Id};

/// A part of a function, in the order of the text.
pub(super) enum Node {
    /// The statement at this position of the block; past the last one, its call or drop.
    Step(BlockId, usize),
    /// The block ends by asking for a `bool`.
    If { at: BlockId, then: Vec<Node>, otherwise: Vec<Node> },
    /// The block ends by asking for another value.
    Match { at: BlockId, arms: Vec<(Vec<u128>, Vec<Node>)>, otherwise: Vec<Node> },
    /// The block ends with a call or drop that may panic.
    Attempt { at: BlockId, returned: Vec<Node>, unwound: Vec<Node> },
    /// `loop`. Who breaks out of it goes on at `exit`.
    Loop { header: BlockId, exit: Option<BlockId>, body: Vec<Node> },
    /// `'label: { .. }`, behind which is block `label`.
    Labeled { label: BlockId, body: Vec<Node> },
    /// `loop { match block { .. } }`
    Machine { arms: Vec<(BlockId, Vec<Node>)> },
    /// To what is behind the labeled block, or behind the loop with this exit.
    Break(BlockId),
    /// To the beginning of the loop with this header.
    Continue(BlockId),
    /// To an arm of the state machine.
    Jump(BlockId),
    /// The block ends the function.
    End(BlockId),
}

/// Why there is no tree.
pub(super) enum NoTree {
    /// A loop has several entries; this is one of them.
    Irreducible(BlockId),
    /// Blocks are nested deeper than a compiler, or a person, can take.
    TooDeep(BlockId),
}

/// How deep blocks may be nested. rustc's own limit is 128 for macros and types, and it recurses here.
const MAX_DEPTH: usize = 100;

/// The tree for a body.
pub(super) fn tree(code: &Code, style: Style) -> Result<Vec<Node>, NoTree> {
    match style.flow {
        Flow::StateMachine => Ok(state_machine(code)),
        Flow::Structured => {
            let mut nodes = Graph::of(code)?.place(BlockId::ENTRY, 0)?;
            leave_out_jumps(&mut nodes, &[]);
            Ok(simplified(nodes))
        }
    }
}

/// The blocks that begin an arm of a state machine: all but those that just continue one other.
pub(super) fn heads(code: &Code) -> Vec<bool> {
    let mut predecessors = vec![0; code.blocks.len()];
    let mut is_continued = vec![false; code.blocks.len()];
    for block in code.order() {
        let ending = &code.blocks[block].ending;
        for next in ending.successors() {
            predecessors[next.index()] += 1;
        }
        if let Some(next) = ending.only_successor() {
            is_continued[next.index()] = true;
        }
    }
    let is_head = |block: BlockId| {
        block == BlockId::ENTRY || predecessors[block.index()] != 1 || !is_continued[block.index()]
    };
    code.blocks.ids().map(is_head).collect()
}

fn state_machine(code: &Code) -> Vec<Node> {
    let is_head = heads(code);
    let order = code.order();
    let mut arms = Vec::new();
    for &head in order.iter().filter(|block| is_head[block.index()]) {
        let mut nodes = Vec::new();
        let mut block = head;
        loop {
            steps(code, block, &mut nodes);
            match code.blocks[block].ending.only_successor() {
                Some(next) if !is_head[next.index()] => block = next,
                _ => break,
            }
        }
        let jump = |target| Ok::<_, NoTree>(vec![Node::Jump(target)]);
        nodes.extend(ending(code, block, jump).unwrap_or_default());
        arms.push((head, nodes));
    }
    arms.sort_by_key(|&(head, _)| head);
    let is_led_back =
        order.iter().any(|&block| code.blocks[block].ending.successors().contains(&BlockId::ENTRY));
    match <[_; 1]>::try_from(arms) {
        Ok([(_, nodes)]) if !is_led_back => nodes,
        Ok(arms) => vec![Node::Machine { arms: arms.into() }],
        Err(arms) => vec![Node::Machine { arms }],
    }
}

/// All that a block does before it goes on.
fn steps(code: &Code, block: BlockId, nodes: &mut Vec<Node>) {
    let straight = &code.blocks[block];
    let count = straight.statements.len() + usize::from(matches!(straight.ending, Ending::Step(_)));
    nodes.extend((0..count).map(|position| Node::Step(block, position)));
}

/// How a block goes on, with what `go` says about each way.
fn ending<E>(code: &Code, at: BlockId, go: impl Fn(BlockId) -> Result<Vec<Node>, E>) -> Result<Vec<Node>, E> {
    let node = match &code.blocks[at].ending {
        Ending::Goto(target) | Ending::Step(target) => return go(*target),
        Ending::If { then, otherwise } => Node::If { at, then: go(*then)?, otherwise: go(*otherwise)? },
        Ending::Match { arms, otherwise } => {
            let arms = arms.iter().map(|(values, target)| Ok((values.clone(), go(*target)?)));
            Node::Match { at, arms: arms.collect::<Result<_, E>>()?, otherwise: go(*otherwise)? }
        }
        Ending::Attempt { returned, unwound } => {
            Node::Attempt { at, returned: go(*returned)?, unwound: go(*unwound)? }
        }
        Ending::End => Node::End(at),
    };
    Ok(vec![node])
}

/// What has to be known of a body to nest its blocks.
struct Graph<'c> {
    code: &'c Code,
    /// Each block's position in reverse postorder; edges that lead to the same or a lower one lead back.
    number: Vec<usize>,
    is_header: Vec<bool>,
    /// The blocks that do not stand where they are first led to.
    is_placed: Vec<bool>,
    /// The blocks that follow a block, within the loop that it begins if it begins one; in the order of the text.
    within: Vec<Vec<BlockId>>,
    /// The blocks that follow the loop that a block begins.
    behind: Vec<Vec<BlockId>>,
}

impl<'c> Graph<'c> {
    fn of(code: &'c Code) -> Result<Graph<'c>, NoTree> {
        let order = code.order();
        let count = code.blocks.len();
        let mut number = vec![usize::MAX; count];
        for (position, block) in order.iter().enumerate() {
            number[block.index()] = position;
        }
        let mut predecessors = vec![Vec::new(); count];
        for &block in &order {
            for next in code.blocks[block].ending.successors() {
                predecessors[next.index()].push(block);
            }
        }
        let dominators = dominators(&order, &number, &predecessors);
        let leads_back = |from: BlockId, to: BlockId| number[to.index()] <= number[from.index()];

        let mut loops: Vec<(BlockId, Vec<bool>)> = Vec::new();
        let mut is_header = vec![false; count];
        for &header in &order {
            let sources: Vec<BlockId> = predecessors[header.index()]
                .iter()
                .copied()
                .filter(|&from| leads_back(from, header))
                .collect();
            if sources.is_empty() {
                continue;
            }
            if sources.iter().any(|&from| !dominates(&dominators, &number, header, from)) {
                return Err(NoTree::Irreducible(header));
            }
            is_header[header.index()] = true;
            loops.push((header, natural_loop(header, sources, &predecessors)));
        }

        let mut graph = Graph {
            code,
            number: Vec::new(),
            is_header,
            is_placed: vec![false; count],
            within: vec![Vec::new(); count],
            behind: vec![Vec::new(); count],
        };
        for &block in order.iter().skip(1) {
            let dominator = dominators[block.index()];
            let forward =
                predecessors[block.index()].iter().filter(|&&from| !leads_back(from, block)).count();
            // The loops are in the order of their headers, so the first one is the outermost.
            let left = loops.iter().find(|(_, inside)| inside[dominator.index()] && !inside[block.index()]);
            let just_ends = forward == 1 && matches!(code.blocks[block].ending, Ending::End);
            match left {
                Some((header, _)) if !just_ends => graph.behind[header.index()].push(block),
                _ if forward > 1 => graph.within[dominator.index()].push(block),
                _ => continue,
            }
            graph.is_placed[block.index()] = true;
        }
        graph.number = number;
        Ok(graph)
    }

    /// A block and all that it dominates.
    fn place(&self, block: BlockId, depth: usize) -> Result<Vec<Node>, NoTree> {
        let within = &self.within[block.index()];
        let behind = &self.behind[block.index()];
        let depth = depth + within.len() + behind.len() + 1;
        if depth > MAX_DEPTH {
            return Err(NoTree::TooDeep(block));
        }
        let mut nodes = self.followed_by(within, self.straight(block, depth)?, depth)?;
        if self.is_header[block.index()] {
            nodes = vec![Node::Loop { header: block, exit: None, body: nodes }];
        }
        self.followed_by(behind, nodes, depth)
    }

    fn followed_by(
        &self,
        followers: &[BlockId],
        mut nodes: Vec<Node>,
        depth: usize,
    ) -> Result<Vec<Node>, NoTree> {
        for &label in followers {
            nodes = vec![Node::Labeled { label, body: nodes }];
            nodes.extend(self.place(label, depth)?);
        }
        Ok(nodes)
    }

    /// A block, and those that just continue it.
    fn straight(&self, mut block: BlockId, depth: usize) -> Result<Vec<Node>, NoTree> {
        let mut nodes = Vec::new();
        loop {
            steps(self.code, block, &mut nodes);
            let next = self.code.blocks[block].ending.only_successor().filter(|next| {
                let has_followers = !self.within[next.index()].is_empty() || self.is_header[next.index()];
                !self.is_placed[next.index()] && !has_followers
            });
            match next {
                Some(next) if self.number[next.index()] > self.number[block.index()] => block = next,
                _ => break,
            }
        }
        nodes.extend(ending(self.code, block, |target| self.go(block, target, depth))?);
        Ok(nodes)
    }

    fn go(&self, from: BlockId, to: BlockId, depth: usize) -> Result<Vec<Node>, NoTree> {
        if self.number[to.index()] <= self.number[from.index()] {
            Ok(vec![Node::Continue(to)])
        } else if self.is_placed[to.index()] {
            Ok(vec![Node::Break(to)])
        } else {
            self.place(to, depth)
        }
    }
}

/// Each block's immediate dominator; the entry's is itself (K. Cooper, T. Harvey, K. Kennedy, "A Simple, Fast Dominance
/// Algorithm").
fn dominators(order: &[BlockId], number: &[usize], predecessors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut dominators: Vec<Option<BlockId>> = vec![None; number.len()];
    if let Some(&entry) = order.first() {
        dominators[entry.index()] = Some(entry);
    }
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for &block in order.iter().skip(1) {
            let mut common: Option<BlockId> = None;
            for &from in predecessors[block.index()].iter().filter(|from| dominators[from.index()].is_some())
            {
                common = Some(match common {
                    None => from,
                    Some(mut other) => {
                        let mut from = from;
                        while from != other {
                            let later = if number[from.index()] > number[other.index()] {
                                &mut from
                            } else {
                                &mut other
                            };
                            *later = dominators[later.index()].unwrap_or(BlockId::ENTRY);
                        }
                        other
                    }
                });
            }
            if dominators[block.index()] != common {
                dominators[block.index()] = common;
                has_changed = true;
            }
        }
    }
    dominators.into_iter().map(|dominator| dominator.unwrap_or(BlockId::ENTRY)).collect()
}

fn dominates(dominators: &[BlockId], number: &[usize], block: BlockId, mut other: BlockId) -> bool {
    while number[other.index()] > number[block.index()] {
        other = dominators[other.index()];
    }
    other == block
}

/// The blocks from which a loop's header is reached again without leaving the loop.
fn natural_loop(header: BlockId, sources: Vec<BlockId>, predecessors: &[Vec<BlockId>]) -> Vec<bool> {
    let mut inside = vec![false; predecessors.len()];
    inside[header.index()] = true;
    let mut rest = sources;
    while let Some(block) = rest.pop() {
        if !std::mem::replace(&mut inside[block.index()], true) {
            rest.extend(&predecessors[block.index()]);
        }
    }
    inside
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Jump {
    Break(BlockId),
    Continue(BlockId),
}

/// Leaves out the jumps to where execution goes anyway. `next` are the jumps that lead to what follows `nodes`.
fn leave_out_jumps(nodes: &mut Vec<Node>, next: &[Jump]) {
    let jump = match nodes.last() {
        Some(Node::Break(target)) => Some(Jump::Break(*target)),
        Some(Node::Continue(target)) => Some(Jump::Continue(*target)),
        _ => None,
    };
    if jump.is_some_and(|jump| next.contains(&jump)) {
        nodes.pop();
    }
    let last = nodes.len().saturating_sub(1);
    for (position, node) in nodes.iter_mut().enumerate() {
        let next = if position == last { next } else { &[] };
        match node {
            Node::If { then, otherwise, .. } => {
                leave_out_jumps(then, next);
                leave_out_jumps(otherwise, next);
            }
            Node::Match { arms, otherwise, .. } => {
                arms.iter_mut().for_each(|(_, arm)| leave_out_jumps(arm, next));
                leave_out_jumps(otherwise, next);
            }
            Node::Attempt { returned, unwound, .. } => {
                leave_out_jumps(returned, next);
                leave_out_jumps(unwound, next);
            }
            Node::Loop { header, body, .. } => leave_out_jumps(body, &[Jump::Continue(*header)]),
            Node::Labeled { label, body } => {
                let next: Vec<Jump> = next.iter().copied().chain([Jump::Break(*label)]).collect();
                leave_out_jumps(body, &next);
            }
            Node::Machine { .. }
            | Node::Step(..)
            | Node::Break(_)
            | Node::Continue(_)
            | Node::Jump(_)
            | Node::End(_) => {}
        }
    }
}

/// The same without labels that nobody breaks to, and without `else` after what does not come back.
fn simplified(nodes: Vec<Node>) -> Vec<Node> {
    let mut simple = Vec::with_capacity(nodes.len());
    for node in nodes {
        match node {
            Node::If { at, then, otherwise } => {
                let (mut then, mut otherwise) = (simplified(then), simplified(otherwise));
                let rest = if diverges(&then) {
                    std::mem::take(&mut otherwise)
                } else if diverges(&otherwise) {
                    std::mem::take(&mut then)
                } else {
                    Vec::new()
                };
                if !(then.is_empty() && otherwise.is_empty()) {
                    simple.push(Node::If { at, then, otherwise });
                }
                simple.extend(rest);
            }
            Node::Match { at, arms, otherwise } => {
                let arms = arms.into_iter().map(|(values, arm)| (values, simplified(arm))).collect();
                simple.push(Node::Match { at, arms, otherwise: simplified(otherwise) });
            }
            Node::Attempt { at, returned, unwound } => {
                let (mut returned, unwound) = (simplified(returned), simplified(unwound));
                let rest = if diverges(&unwound) { std::mem::take(&mut returned) } else { Vec::new() };
                simple.push(Node::Attempt { at, returned, unwound });
                simple.extend(rest);
            }
            Node::Loop { header, exit, body } => {
                simple.push(Node::Loop { header, exit, body: simplified(body) });
            }
            Node::Labeled { label, body } => {
                let mut body = simplified(body);
                if let [Node::Loop { exit: exit @ None, .. }] = &mut *body {
                    *exit = Some(label);
                    simple.append(&mut body);
                } else if breaks_to(&body, label) {
                    simple.push(Node::Labeled { label, body });
                } else {
                    simple.append(&mut body);
                }
            }
            other => simple.push(other),
        }
    }
    simple
}

/// Whether what follows `nodes` is never reached from them by falling through.
pub(super) fn diverges(nodes: &[Node]) -> bool {
    match nodes.last() {
        None | Some(Node::Step(..) | Node::Jump(_)) => false,
        Some(Node::Break(_) | Node::Continue(_) | Node::End(_) | Node::Machine { .. }) => true,
        Some(Node::If { then, otherwise, .. }) => diverges(then) && diverges(otherwise),
        Some(Node::Match { arms, otherwise, .. }) => {
            arms.iter().all(|(_, arm)| diverges(arm)) && diverges(otherwise)
        }
        Some(Node::Attempt { returned, unwound, .. }) => diverges(returned) && diverges(unwound),
        Some(Node::Loop { exit, body, .. }) => !exit.is_some_and(|exit| breaks_to(body, exit)),
        Some(Node::Labeled { label, body }) => diverges(body) && !breaks_to(body, *label),
    }
}

/// Whether somebody in `nodes` breaks to `label`.
pub(super) fn breaks_to(nodes: &[Node], label: BlockId) -> bool {
    nodes.iter().any(|node| match node {
        Node::Break(target) => *target == label,
        Node::If { then, otherwise, .. } => breaks_to(then, label) || breaks_to(otherwise, label),
        Node::Match { arms, otherwise, .. } => {
            arms.iter().any(|(_, arm)| breaks_to(arm, label)) || breaks_to(otherwise, label)
        }
        Node::Attempt { returned, unwound, .. } => breaks_to(returned, label) || breaks_to(unwound, label),
        Node::Loop { body, .. } | Node::Labeled { body, .. } => breaks_to(body, label),
        Node::Machine { .. } | Node::Step(..) | Node::Continue(_) | Node::Jump(_) | Node::End(_) => false,
    })
}
