//! What somebody wants to follow through a run: allocations, borrows and functions. Each event is told with the calls that are under way.

use crate::aliasing::{Access, Tag};
use crate::foreign::Detail;
use crate::machine::Machine;
use crate::memory::{AllocId, AllocKind};
use rustassay_mir::model::FnId;

/// What is followed through a run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tracking {
    /// Allocations: when they are made and freed. A number is given again when nothing refers to an allocation any more.
    pub allocations: Vec<u32>,
    /// Tags of borrows: when they are made.
    pub tags: Vec<u32>,
    /// Functions, by their paths: when they are called.
    pub calls: Vec<String>,
    /// Whether reads and writes of these allocations, and through these tags, are told as well.
    pub accesses: bool,
}

impl Machine {
    /// Follows these through the run; before it starts.
    pub fn track(&mut self, tracking: Tracking) {
        self.tracking = (tracking != Tracking::default()).then(|| Box::new(tracking));
    }

    #[cold]
    pub(crate) fn tell_allocated(&mut self, id: AllocId) {
        if self.tracks(id) {
            let alloc = self.alloc(id);
            let what = match alloc.kind {
                AllocKind::Stack => "of a local",
                AllocKind::Heap => "of heap memory",
                AllocKind::CHeap => "of the C library's heap",
                AllocKind::MiriHeap => "of `miri_alloc`",
                AllocKind::Mapping => "of `mmap`",
                AllocKind::Static => "of a static or a constant",
                AllocKind::ThreadLocal => "of a thread-local static",
                _ => "of a function or a vtable",
            };
            let (size, align) = (alloc.size, alloc.align);
            self.remark(&format!("{id} is made: {size} bytes {what}, alignment {align}"), Detail::Backtrace);
        }
    }

    #[cold]
    pub(crate) fn tell_freed(&mut self, id: AllocId) {
        if self.tracks(id) {
            self.remark(&format!("{id} is freed"), Detail::Backtrace);
        }
    }

    #[cold]
    pub(crate) fn tell_tag(&mut self, Tag(tag): Tag) {
        if self.tracking.as_ref().is_some_and(|tracking| tracking.tags.contains(&tag)) {
            self.remark(&format!("the tag <{tag}> is made"), Detail::Backtrace);
        }
    }

    #[cold]
    pub(crate) fn tell_access(
        &mut self,
        id: AllocId,
        tag: Option<Tag>,
        offset: u64,
        size: u64,
        access: Access,
    ) {
        let Some(tracking) = self.tracking.as_ref().filter(|tracking| tracking.accesses) else { return };
        let is_tracked =
            tracking.allocations.contains(&id.0) || tag.is_some_and(|Tag(tag)| tracking.tags.contains(&tag));
        if is_tracked {
            let verb = if access == Access::Read { "read" } else { "written" };
            let through = tag.map_or_else(String::new, |Tag(tag)| format!(" through the tag <{tag}>"));
            let what = format!("{id} is {verb}{through}: {size} bytes at offset {offset}");
            self.remark(&what, Detail::None);
        }
    }

    #[cold]
    pub(crate) fn tell_call(&mut self, id: FnId) {
        let name = &self.program.functions[id].name;
        let is_tracked = self.tracking.as_ref().is_some_and(|tracking| {
            let is_it = |wanted: &String| {
                **name == **wanted || name.strip_suffix(&**wanted).is_some_and(|path| path.ends_with("::"))
            };
            tracking.calls.iter().any(is_it)
        });
        if is_tracked {
            self.remark(&format!("`{name}` is called"), Detail::Backtrace);
        }
    }

    fn tracks(&self, id: AllocId) -> bool {
        self.tracking.as_ref().is_some_and(|tracking| tracking.allocations.contains(&id.0))
    }
}
