//! Memory: separate allocations, pointers with provenance, and addresses (Miri paper, sections 2.2 and 3.1).

mod addresses;
mod exposed;
mod mask;
mod notes;
mod region;
mod scalar;

pub use addresses::Addresses;
pub use exposed::Exposed;
pub use region::{Archive, Region, Saved, ScalarFormat};
pub use scalar::{Referent, Scalar, Taint, Word};

use crate::aliasing::{Borrows, Moment, Tag};
use crate::error::Guarded;
use rustassay_mir::model::Ty;

/// The identity of an allocation.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AllocId(pub u32);

/// What a pointer may be used for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Provenance {
    /// One allocation, as one borrow of it.
    Allocation(AllocId, Tag),
    /// Any memory whose address was exposed: the pointer was made from an integer.
    Wildcard,
}

/// A pointer: an address, and what it may be used for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Pointer {
    pub addr: u64,
    pub provenance: Option<Provenance>,
}

impl Pointer {
    /// An address that may be used for nothing.
    pub const fn without_provenance(addr: u64) -> Pointer {
        Pointer { addr, provenance: None }
    }

    /// The pointer some bytes further, wherever that is.
    pub const fn wrapping_add(self, bytes: u64) -> Pointer {
        Pointer { addr: self.addr.wrapping_add(bytes), ..self }
    }
}

impl From<Pointer> for Scalar {
    fn from(pointer: Pointer) -> Scalar {
        Scalar { provenance: pointer.provenance, ..Scalar::new(pointer.addr.into()) }
    }
}

impl From<Scalar> for Pointer {
    fn from(scalar: Scalar) -> Pointer {
        Pointer { addr: scalar.bits as u64, provenance: scalar.provenance }
    }
}

/// What an allocation is for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum AllocKind {
    /// A local.
    Stack,
    /// Made by the global allocator.
    Heap,
    /// Made by the C library's allocator.
    CHeap,
    /// Made by `miri_alloc`.
    MiriHeap,
    /// Made by `mmap`.
    Mapping,
    /// A static, or a constant behind a reference.
    Static,
    /// What a thread has of a thread-local static.
    ThreadLocal,
    /// A function: it has an address and no bytes.
    Function(rustassay_mir::model::FnId),
    /// A function of the harness.
    SurfaceFunction(rustassay_mir::model::SurfaceFnId),
    /// A function that is defined elsewhere.
    ForeignFunction(rustassay_mir::model::ForeignFnId),
    /// A vtable, by its position in the machine's table: it has an address and no bytes.
    Vtable(u32),
}

impl AllocKind {
    /// Whether it lives until somebody frees it.
    pub fn is_heap(self) -> bool {
        matches!(self, AllocKind::Heap | AllocKind::CHeap | AllocKind::MiriHeap | AllocKind::Mapping)
    }

    /// Whether it has an address and no bytes.
    pub fn has_no_data(self) -> bool {
        matches!(
            self,
            AllocKind::Function(_)
                | AllocKind::SurfaceFunction(_)
                | AllocKind::ForeignFunction(_)
                | AllocKind::Vtable(_)
        )
    }

    /// Whether it is there before the program begins.
    pub fn is_from_the_start(self) -> bool {
        !matches!(self, AllocKind::Stack | AllocKind::ThreadLocal) && !self.is_heap()
    }
}

/// How threads that share memory keep apart. Whoever writes a program while it runs says so ([`crate::live`]), to rely on nothing that
/// holds in this schedule only ([`crate::machine::Config::every_schedule`]).
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Discipline {
    /// Accesses happen before each other in every schedule, and atomic ones are no exception.
    #[default]
    Ordered,
    /// Atomic accesses by which a thread tells another that something has happened: they order what comes before and after. An
    /// update that leaves the value as it is only looks.
    Signal,
    /// Atomic accesses whose order the schedule decides, as of those to a lock: so nothing happens before anything else by them.
    Lock,
    /// The same, and what an atomic access reads is therefore tainted. A lock keeps other accesses apart, or joining the threads.
    Contended,
}

/// Memory that stays together.
#[derive(Clone, PartialEq, Debug)]
pub struct Allocation {
    /// What it is for.
    pub kind: AllocKind,
    /// Its contents.
    pub region: Region,
    /// How many bytes it has, also when it has been freed and its contents are gone.
    pub size: u64,
    /// Its address.
    pub addr: u64,
    /// Its alignment.
    pub align: u64,
    /// Its type, if the compiler chooses where its parts lie and the program must be right in every layout.
    pub loose_ty: Option<Ty>,
    /// Whether it may be written.
    pub is_mutable: bool,
    /// Whether the program has looked at its address.
    pub is_observed: bool,
    /// The tag of the pointer that its creator has.
    pub root: Tag,
    /// Who may access it.
    pub borrows: Borrows,
    /// Bytes that are off limits while a call lasts.
    pub guards: Vec<(std::ops::Range<u64>, Guarded)>,
    /// When it was made.
    pub created: Moment,
    /// When it was freed.
    pub freed: Option<Moment>,
    /// How threads that share it keep apart.
    pub discipline: Discipline,
    /// Between which checkpoints it was made ([`crate::journal::Young`]).
    pub(crate) epoch: u64,
}

impl Allocation {
    /// The pointer that its creator has.
    pub fn pointer(&self, id: AllocId) -> Pointer {
        Pointer { addr: self.addr, provenance: Some(Provenance::Allocation(id, self.root)) }
    }
}
