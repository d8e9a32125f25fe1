//! What happens in an execution of a program with threads, as lines for people and as data.

use rustassay_machine::explore::story::{NamedMemory, ReadValue, StoryDeed, StoryEvent};
use rustassay_machine::memory::{AllocKind, Scalar};
use rustassay_machine::threads::{LiveThread, ThreadId};
use rustassay_mir::model::At;
use serde_json::{Value, json};

/// Knows where code of a program stands.
pub trait Places {
    /// Where the user's code is in these calls, the innermost first.
    fn place(&self, calls: &[At]) -> Option<String>;

    /// The function of the library that the user's code has called for this, other than those that are atomic accesses themselves.
    fn library_function(&self, calls: &[At]) -> Option<String>;

    /// The calls, line by line.
    fn backtrace(&self, calls: &[At]) -> String;
}

/// What a thread is called.
pub fn thread_name(id: ThreadId, name: Option<&str>) -> String {
    name.map_or_else(|| id.to_string(), |name| format!("{id} `{name}`"))
}

/// How wide the places before the lines may be.
const WIDEST_PLACE: usize = 40;

/// What happened, line by line. Accesses to memory that others do not access at all, or all only read, are counted.
pub fn lines(story: &[StoryEvent], places: &dyn Places) -> Vec<String> {
    let told: Vec<&StoryEvent> = story.iter().filter(|event| is_of_interest(event, story)).collect();
    let where_ = |event: &StoryEvent| places.place(&event.calls).unwrap_or_default();
    let widest = told.iter().map(|event| where_(event).chars().count()).max();
    let width = widest.unwrap_or(0).min(WIDEST_PLACE);
    let line = |event: &&StoryEvent| {
        let (thread, place) = (thread_name(event.thread, event.name.as_deref()), where_(event));
        let inside = places.library_function(&event.calls).map(|function| format!(" (in `{function}`)"));
        let sentence = sentence(&event.deed, places);
        format!("{place:<width$}  {thread} {sentence}{}", inside.unwrap_or_default())
    };
    let mut lines: Vec<String> = told.iter().map(line).collect();
    match story.len() - told.len() {
        0 => {}
        1 => lines.push("and one access to memory that no other thread changes".to_owned()),
        count => lines.push(format!("and {count} accesses to memory that no other thread changes")),
    }
    lines
}

/// Whether the order of an event and those of other threads may matter.
fn is_of_interest(event: &StoryEvent, story: &[StoryEvent]) -> bool {
    let Some((memory, writes)) = event.deed.memory() else { return true };
    story.iter().any(|other| {
        other.thread != event.thread
            && other
                .deed
                .memory()
                .is_some_and(|(theirs, they_write)| (writes || they_write) && memory.overlaps(theirs))
    })
}

/// A value in memory.
fn value(value: Option<Scalar>) -> String {
    match value {
        None => "nothing that is initialized".to_owned(),
        Some(scalar) if scalar.provenance.is_some() => format!("the pointer {:#x}", scalar.bits),
        Some(scalar) => scalar.bits.to_string(),
    }
}

/// What memory is called.
fn memory(memory: &NamedMemory, places: &dyn Places) -> String {
    let NamedMemory { name, kind, created, offset, size, alloc_size, .. } = memory;
    let created = || created.and_then(|at| places.place(&[at]));
    let whole = match (name, kind) {
        (Some(name), _) => format!("`{name}`"),
        (None, AllocKind::Stack) => "a local".to_owned(),
        (None, kind) if kind.is_heap() => match created() {
            Some(place) => format!("heap memory of {place}"),
            None => "heap memory".to_owned(),
        },
        (None, _) => memory.alloc.to_string(),
    };
    match (*offset, *size) {
        (0, size) if size == *alloc_size => whole,
        (offset, size) => format!("{whole}[{offset}..{}]", offset + size),
    }
}

/// Where a value that was read comes from.
fn origin(read: &ReadValue, places: &dyn Places) -> String {
    let from = match &read.writer {
        Some((thread, at)) => match at.and_then(|at| places.place(&[at])) {
            Some(place) => format!("which {thread} stored at {place}"),
            None => format!("which {thread} stored"),
        },
        None => "which was there from the start".to_owned(),
    };
    match read.newer {
        0 => from,
        1 => format!("{from}; one store is newer"),
        count => format!("{from}; {count} stores are newer"),
    }
}

/// What a thread did, without who.
fn sentence(deed: &StoryDeed, places: &dyn Places) -> String {
    match deed {
        StoryDeed::Loads { memory: from, ordering, read } => format!(
            "loads {} from {} ({ordering:?}), {}",
            value(read.value),
            memory(from, places),
            origin(read, places)
        ),
        StoryDeed::FailsToExchange { memory: from, ordering, read } => format!(
            "does not exchange {} in {} ({ordering:?}), {}",
            value(read.value),
            memory(from, places),
            origin(read, places)
        ),
        StoryDeed::Stores { memory: to, ordering, value: stored } => {
            format!("stores {} in {} ({ordering:?})", value(*stored), memory(to, places))
        }
        StoryDeed::Updates { memory: at, ordering, old, new } => {
            format!("changes {} from {} to {} ({ordering:?})", memory(at, places), value(*old), value(*new))
        }
        StoryDeed::Fences(ordering) => format!("has a fence ({ordering:?})"),
        StoryDeed::Waits(wait) => wait.to_string(),
        StoryDeed::Wakes(threads) => match &threads[..] {
            [] => "would wake whoever waits, which is nobody".to_owned(),
            threads => {
                format!("wakes {}", Vec::from_iter(threads.iter().map(ThreadId::to_string)).join(", "))
            }
        },
        StoryDeed::Locks { memory: at, what } => format!("{what} {}", memory(at, places)),
        StoryDeed::Spawns(thread) => format!("starts {thread}"),
        StoryDeed::Joins(thread) => format!("sees that {thread} has ended"),
        StoryDeed::Ends => "ends".to_owned(),
        StoryDeed::Prints(bytes) => format!("prints {:?}", String::from_utf8_lossy(bytes)),
        StoryDeed::Yields => "gives its turn away".to_owned(),
    }
}

/// What happened, as data: all of it.
pub fn data(story: &[StoryEvent], places: &dyn Places) -> Value {
    let event = |event: &StoryEvent| {
        let number = |scalar: Option<Scalar>| {
            scalar.filter(|scalar| scalar.provenance.is_none()).map(|scalar| scalar.bits.to_string())
        };
        let writer = |read: &ReadValue| read.writer.map(|(thread, _)| thread.0);
        let (kind, ordering, read, written) = match &event.deed {
            StoryDeed::Loads { ordering, read, .. } => ("load", Some(ordering), Some(read), None),
            StoryDeed::FailsToExchange { ordering, read, .. } => {
                ("failed-exchange", Some(ordering), Some(read), None)
            }
            StoryDeed::Stores { ordering, value, .. } => ("store", Some(ordering), None, number(*value)),
            StoryDeed::Updates { ordering, new, .. } => ("update", Some(ordering), None, number(*new)),
            StoryDeed::Fences(ordering) => ("fence", Some(ordering), None, None),
            StoryDeed::Waits(_) => ("wait", None, None, None),
            StoryDeed::Wakes(_) => ("wake", None, None, None),
            StoryDeed::Locks { .. } => ("lock", None, None, None),
            StoryDeed::Spawns(_) => ("spawn", None, None, None),
            StoryDeed::Joins(_) => ("join", None, None, None),
            StoryDeed::Ends => ("end", None, None, None),
            StoryDeed::Prints(_) => ("print", None, None, None),
            StoryDeed::Yields => ("yield", None, None, None),
        };
        json!({
            "thread": event.thread.0,
            "thread_name": event.name,
            "place": places.place(&event.calls),
            "kind": kind,
            "ordering": ordering.map(|ordering| format!("{ordering:?}")),
            "memory": event.deed.memory().map(|(at, _)| memory(at, places)),
            "read": read.and_then(|read| number(read.value)),
            "read_from_thread": read.and_then(writer),
            "newer_stores": read.map(|read| read.newer),
            "written": written,
            "text": sentence(&event.deed, places),
        })
    };
    story.iter().map(event).collect()
}

/// What a thread that has not ended does.
pub fn activity(thread: &LiveThread) -> String {
    let what = thread.waits_for.map_or_else(|| "can run".to_owned(), |wait| wait.to_string());
    format!("{} {what}", thread_name(thread.id, thread.name.as_deref()))
}

/// Threads that have not ended, as data.
pub fn threads_data(threads: &[LiveThread], places: &dyn Places) -> Value {
    let thread = |thread: &LiveThread| {
        json!({
            "thread": thread.id.0,
            "thread_name": thread.name,
            "waits_for": thread.waits_for.map(|wait| wait.to_string()),
            "place": places.place(&thread.calls),
            "backtrace": places.backtrace(&thread.calls).lines().collect::<Vec<_>>(),
        })
    };
    threads.iter().map(thread).collect()
}
