//! The model as the paper has it, as plainly as can be: every access is shown to every borrow at every byte.

use super::super::{Access, Bytes, Protector, Retag, Tag};
use super::rules::{Grant, Location, Permission, Rejection, Relation};

/// A tree of borrows, the root first.
#[derive(Clone)]
pub struct Reference {
    nodes: Vec<Node>,
}

#[derive(Clone)]
struct Node {
    tag: Tag,
    parent: Option<usize>,
    protector: Option<Protector>,
    bytes: Vec<Location>,
}

impl Reference {
    pub fn new(size: u64, root: Tag) -> Self {
        let bytes = vec![Location { permission: Permission::Unique, accessed: true }; size as usize];
        Reference { nodes: vec![Node { tag: root, parent: None, protector: None, bytes }] }
    }

    fn position(&self, tag: Tag) -> usize {
        self.nodes.iter().position(|node| node.tag == tag).expect("a tag of the tree")
    }

    fn derives(&self, node: usize, from: usize) -> bool {
        std::iter::successors(Some(node), |&node| self.nodes[node].parent).any(|node| node == from)
    }

    /// Shows an access to all borrows except some.
    fn show(
        &mut self,
        via: usize,
        byte: usize,
        access: Access,
        except: impl Fn(&Self, usize) -> bool,
    ) -> Result<(), Rejection> {
        for node in 0..self.nodes.len() {
            if !except(self, node) {
                let relation = if self.derives(via, node) { Relation::Local } else { Relation::Foreign };
                let protected = self.nodes[node].protector.is_some();
                self.nodes[node].bytes[byte] =
                    self.nodes[node].bytes[byte].after(access, relation, protected)?;
            }
        }
        Ok(())
    }

    pub fn access(&mut self, tag: Tag, bytes: Bytes, access: Access) -> Result<(), Rejection> {
        let mut after = self.clone();
        let via = after.position(tag);
        for byte in bytes.start..bytes.end {
            after.show(via, byte as usize, access, |_, _| false)?;
        }
        *self = after;
        Ok(())
    }

    pub fn retag(&mut self, parent: Tag, new: Tag, retag: &Retag<'_>) -> Result<Tag, Rejection> {
        let Some(grant) = Grant::of(retag) else { return Ok(parent) };
        let mut after = self.clone();
        let size = self.nodes[0].bytes.len();
        let mut bytes = vec![Location { permission: grant.beyond, accessed: false }; size];
        for byte in retag.bytes.start..retag.bytes.end {
            let in_cell = retag.cells.iter().any(|cell| cell.start <= byte && byte < cell.end);
            let permission = if in_cell { grant.inside_cells } else { grant.outside_cells };
            let accessed = permission != Permission::Cell;
            if accessed {
                after.access(parent, Bytes { start: byte, end: byte + 1 }, Access::Read)?;
            }
            bytes[byte as usize] = Location { permission, accessed };
        }
        let parent = Some(after.position(parent));
        after.nodes.push(Node { tag: new, parent, protector: retag.protector, bytes });
        *self = after;
        Ok(new)
    }

    pub fn end_protection(&mut self, tag: Tag) -> Result<(), Rejection> {
        let released = self.position(tag);
        if self.nodes[released].protector.is_none() {
            return Ok(());
        }
        for byte in 0..self.nodes[released].bytes.len() {
            let location = self.nodes[released].bytes[byte];
            if location.accessed
                && let Some(access) = location.permission.access_at_end_of_protection()
            {
                self.show(released, byte, access, |tree, node| {
                    node != released && tree.derives(node, released)
                })?;
            }
        }
        self.nodes[released].protector = None;
        Ok(())
    }

    pub fn dealloc(&mut self, tag: Tag) -> Result<(), Rejection> {
        let size = self.nodes[0].bytes.len() as u64;
        self.access(tag, Bytes { start: 0, end: size }, Access::Write)?;
        let forbids = |node: &Node| {
            node.protector == Some(Protector::Strong)
                && node.bytes.iter().any(|byte| byte.accessed && byte.permission != Permission::Cell)
        };
        if self.nodes.iter().any(forbids) { Err(Rejection::Protected) } else { Ok(()) }
    }

    /// What can be observed of a borrow at a byte: a conflict means nothing without protection.
    pub fn location(&self, tag: Tag, offset: u64) -> (Location, bool) {
        let node = &self.nodes[self.position(tag)];
        (node.bytes[offset as usize], node.protector.is_some())
    }
}
