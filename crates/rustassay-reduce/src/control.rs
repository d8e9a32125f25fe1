//! Control dependence (Ferrante, Ottenstein and Warren, TOPLAS 1987) among the blocks of a function that ran, by the ways that control went.

use rustassay_mir::model::BlockId;
use std::collections::{BTreeMap, BTreeSet};

/// The blocks of a function that ran, and which decisions led to which.
#[derive(Debug)]
pub struct Control {
    /// The blocks that come after each whatever happens, with itself.
    after: BTreeMap<BlockId, BTreeSet<BlockId>>,
    ways: BTreeMap<BlockId, BTreeSet<BlockId>>,
}

impl Control {
    /// Looks at blocks, and where control went from each.
    pub fn of(ways: BTreeMap<BlockId, BTreeSet<BlockId>>) -> Control {
        let all: BTreeSet<BlockId> = ways.keys().copied().collect();
        let mut after: BTreeMap<BlockId, BTreeSet<BlockId>> =
            all.iter().map(|&block| (block, all.clone())).collect();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            // Control mostly goes to blocks with larger numbers.
            for (&block, targets) in ways.iter().rev() {
                let mut of_all: Option<BTreeSet<BlockId>> = None;
                for target in targets.iter().filter_map(|target| after.get(target)) {
                    of_all = Some(match of_all {
                        None => target.clone(),
                        Some(others) => others.intersection(target).copied().collect(),
                    });
                }
                let mut new = of_all.unwrap_or_default();
                new.insert(block);
                if after[&block] != new {
                    after.insert(block, new);
                    has_changed = true;
                }
            }
        }
        Control { after, ways }
    }

    /// The blocks whose decisions a block's turn to run depends on.
    pub fn decided_by(&self, block: BlockId) -> Vec<BlockId> {
        let comes_after = |other: &BlockId| self.after.get(other).is_some_and(|after| after.contains(&block));
        let decides = |(decider, targets): &(&BlockId, &BTreeSet<BlockId>)| {
            targets.len() > 1
                && targets.iter().any(comes_after)
                && (**decider == block || !comes_after(decider))
        };
        self.ways.iter().filter(decides).map(|(&decider, _)| decider).collect()
    }

    /// The first block that control comes to after a block, whatever happens.
    pub fn next(&self, block: BlockId) -> Option<BlockId> {
        let after = self.after.get(&block)?.iter().filter(|&&other| other != block);
        // The nearest has all the others behind it.
        after.max_by_key(|other| self.after.get(other).map_or(0, BTreeSet::len)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustassay_mir::model::Id;

    fn control(ways: &[(usize, &[usize])]) -> Control {
        let block = |&n: &usize| BlockId::new(n);
        Control::of(ways.iter().map(|(from, to)| (block(from), to.iter().map(block).collect())).collect())
    }

    fn numbers(blocks: Vec<BlockId>) -> Vec<usize> {
        blocks.into_iter().map(BlockId::index).collect()
    }

    #[test]
    fn the_arms_of_a_branch_depend_on_it_and_what_follows_does_not() {
        let control = control(&[(0, &[1, 2]), (1, &[3]), (2, &[3]), (3, &[])]);
        let deciders = [0, 1, 2, 3].map(|block| numbers(control.decided_by(BlockId::new(block))));
        assert_eq!(deciders, [vec![], vec![0], vec![0], vec![]]);
        assert_eq!(control.next(BlockId::new(0)), Some(BlockId::new(3)));
    }

    #[test]
    fn the_body_of_a_loop_and_its_head_depend_on_the_head() {
        let control = control(&[(0, &[1]), (1, &[2, 3]), (2, &[1]), (3, &[])]);
        let deciders = [0, 1, 2, 3].map(|block| numbers(control.decided_by(BlockId::new(block))));
        assert_eq!(deciders, [vec![], vec![1], vec![1], vec![]]);
        assert_eq!(control.next(BlockId::new(1)), Some(BlockId::new(3)));
    }
}
