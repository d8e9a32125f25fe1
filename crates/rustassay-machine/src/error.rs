//! Why a run stops: Undefined Behavior, each kind with what is known about it, and everything else that ends one.

use crate::aliasing::Moment;
use crate::concurrency::{Race, Racer};
use crate::memory::{AllocId, Pointer, Provenance};
use crate::threads::ThreadId;
use std::fmt;

/// A step of the machine: progress, or the reason to stop. Stopping is rare, so the reason is boxed.
pub type Step<T> = Result<T, Box<Stop>>;

/// Why a run stops before the program's end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The program has Undefined Behavior.
    Ub(Ub),
    /// The program uses what the machine does not know.
    Unsupported(String),
    /// A compiler that makes code rejects the program, for this.
    Rejected(&'static str),
    /// A call asks for what the program may not reach.
    #[allow(missing_docs)]
    Refused { call: String, wanted: crate::foreign::Refused },
    /// The program aborted: an abort intrinsic, or a panic where none may be.
    Abort(&'static str),
    /// All threads wait, and nothing will wake one.
    Deadlock,
    /// A limit was reached.
    Budget(Budget),
    /// The program has ended itself, with this exit status.
    Exit(i32),
}

/// What a run may not use more of.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Budget {
    /// Statements and terminators executed.
    Steps,
    /// Bytes of memory.
    Memory,
    /// Calls that have not returned.
    Depth,
    /// Bytes of output.
    Output,
    /// Time on a processor.
    Time,
}

/// Undefined Behavior, by kind.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Ub {
    /// A typed read met uninitialized bytes.
    Uninit { what: String },
    /// An access beyond the end of an allocation, or before its start.
    OutOfBounds { alloc: AllocId, offset: i128, size: u64, alloc_size: u64, why: Purpose },
    /// An access to memory that is no more.
    UseAfterFree { alloc: AllocId, why: Purpose, freed: Moment },
    /// An access through a pointer that points nowhere: null, or without provenance.
    Dangling { pointer: Pointer, why: Purpose },
    /// An access through a pointer that is not aligned as its type wants, but for luck perhaps: nothing but where the allocation happens to lie.
    Misaligned { required: u64, found: u64, is_luck: bool },
    /// A write to memory that may only be read.
    ReadOnly { alloc: AllocId },
    /// An atomic load of memory that may only be read, other than a small relaxed one.
    ReadOnlyAtomic { alloc: AllocId },
    /// Data access to memory that holds none: a function.
    NotData { alloc: AllocId },
    /// A value that its type does not have, with the path to the bad part. What was expected is left out where what was found
    /// says it: a null reference. `alloc` is what a bad reference points into, or has pointed.
    InvalidValue { path: String, found: String, expected: Option<String>, alloc: Option<AllocId> },
    /// An index that is not below the length.
    IndexOutOfBounds { index: u64, len: u64 },
    /// An access to bytes that belong together only because of where the compiler put them.
    LayoutDependent { alloc: AllocId, offset: u64, size: u64 },
    /// A nonoverlapping copy of memory that overlaps.
    OverlappingCopy { op: &'static str },
    /// An assignment of memory to memory that overlaps it.
    OverlappingAssignment,
    /// `Unreachable` was reached.
    Unreachable,
    /// `Assume` of something false.
    FalseAssume,
    /// Arithmetic that promised not to overflow did.
    Overflow { op: &'static str },
    /// A shift by as many bits as there are, or more, that promised otherwise.
    ShiftOverflow { op: &'static str, by: i128 },
    /// Division by zero.
    DivisionByZero { op: &'static str },
    /// The smallest value divided by minus one.
    DivisionOverflow { op: &'static str },
    /// An exact division that leaves a remainder.
    InexactDivision,
    /// A count of zeros in zero that promised otherwise.
    ZeroCount { op: &'static str },
    /// A float that does not fit the integer it was promised to fit.
    FloatToInt { value: String },
    /// A call through what is no function.
    NotAFunction { addr: u64 },
    /// A call of a symbol that a static has.
    StaticCalled { symbol: String },
    /// Metadata of a trait object that is no vtable.
    NotAVtable { addr: u64 },
    /// A call with another calling convention than the function's.
    CallAbi { caller: &'static str, callee: &'static str },
    /// A call of a function that takes further arguments as if it did not, or the other way round.
    CallVariadic { is_declared: bool },
    /// A call with too few or too many arguments.
    CallArgCount { passed: usize, wanted: usize },
    /// A call with an argument, or for a result, of an incompatible type.
    CallType { what: String, passed: String, wanted: String },
    /// An access to a moved argument or a return place while the call lasts.
    Guarded { alloc: AllocId, what: Guarded },
    /// An access to a local that has no storage.
    DeadLocal { local: String },
    /// A panic unwinds out of what may not unwind.
    UnwindUnreachable,
    /// Pointer arithmetic that left its allocation or wrapped.
    PointerArithmetic { why: String },
    /// The distance of pointers that have none.
    PointerDistance { why: &'static str },
    /// A deallocation with another size or alignment than the allocation's.
    WrongLayout { alloc: AllocId, size: u64, align: u64, given_size: u64, given_align: u64 },
    /// Waiting for the end of a thread that nobody may wait for, or giving that up twice.
    WrongJoin { thread: ThreadId, why: &'static str },
    /// A use of a lock of the C library for which POSIX says nothing.
    WrongLock { why: &'static str },
    /// A deallocation of what was not allocated so, or not by this pointer.
    WrongDealloc { alloc: AllocId, why: &'static str },
    /// An allocation of size zero, or with an alignment that is none.
    WrongAlloc { size: u64, align: u64 },
    /// An enum whose tag is no variant's.
    InvalidTag { tag: u128 },
    /// A variant was set or built that no value can be in.
    UninhabitedVariant,
    /// A variant without a tag of its own was set, but the value is another's.
    OtherVariant,
    /// A cast between types of different sizes.
    TransmuteSize { from: u64, to: u64 },
    /// A call returned from a function that never returns.
    ReturnedNever,
    /// A write of more bytes than an address space has.
    SizeOverflow,
    /// Two threads access the same bytes, unordered, and one of them writes. Threads have names if somebody gave them some.
    DataRace { alloc: AllocId, race: Box<Race>, names: [Option<String>; 2] },
    /// An aliasing rule was broken, by a retag if one is named.
    Aliasing { message: String, moments: Vec<(Moment, String)>, retag: Option<Retagged> },
}

/// The reference that a typed copy retagged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retagged {
    /// Where in the copied value it is.
    pub path: String,
    /// Whether the value was copied to become an argument.
    pub is_argument: bool,
}

/// What a pointer is used for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Purpose {
    Access,
    Arithmetic,
    Reference,
    Dealloc,
}

/// Memory that is off limits while a call lasts, or while threads wait for a lock there.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Guarded {
    MovedArgument,
    ReturnPlace,
    AwaitedLock,
}

impl Ub {
    /// The allocation that this is about, if it is about one.
    pub fn allocation(&self) -> Option<AllocId> {
        match self {
            Ub::OutOfBounds { alloc, .. }
            | Ub::UseAfterFree { alloc, .. }
            | Ub::ReadOnly { alloc }
            | Ub::ReadOnlyAtomic { alloc }
            | Ub::NotData { alloc }
            | Ub::Guarded { alloc, .. }
            | Ub::LayoutDependent { alloc, .. }
            | Ub::DataRace { alloc, .. }
            | Ub::WrongLayout { alloc, .. }
            | Ub::WrongDealloc { alloc, .. } => Some(*alloc),
            Ub::InvalidValue { alloc, .. } => *alloc,
            _ => None,
        }
    }
}

impl From<Ub> for Box<Stop> {
    fn from(ub: Ub) -> Self {
        Box::new(Stop::Ub(ub))
    }
}

/// Stops with Undefined Behavior.
pub fn ub<T>(ub: Ub) -> Step<T> {
    Err(ub.into())
}

/// Stops at what the machine does not know.
pub fn unsupported<T>(what: impl Into<String>) -> Step<T> {
    Err(Box::new(Stop::Unsupported(what.into())))
}

impl fmt::Display for AllocId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "alloc{}", self.0)
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Purpose::Access => "memory access failed",
            Purpose::Arithmetic => "in-bounds pointer arithmetic failed",
            Purpose::Reference => "constructing a reference failed",
            Purpose::Dealloc => "deallocation failed",
        })
    }
}

fn bytes(count: u64) -> String {
    match count {
        1 => "1 byte".to_owned(),
        _ => format!("{count} bytes"),
    }
}

impl fmt::Display for Ub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ub::Uninit { what } => write!(f, "reading uninitialized memory: {what}"),
            Ub::OutOfBounds { alloc, offset, size, alloc_size, why } => write!(
                f,
                "{why}: {} at offset {offset} of {alloc} {} out of bounds, as it has {}",
                bytes(*size),
                if *size == 1 { "is" } else { "are" },
                bytes(*alloc_size)
            ),
            Ub::UseAfterFree { alloc, why, .. } => {
                write!(f, "{why}: {alloc} has been freed, so this pointer is dangling")
            }
            Ub::Dangling { pointer: Pointer { addr: 0, .. }, why } => write!(f, "{why}: null pointer"),
            Ub::Dangling { pointer: Pointer { addr, provenance: Some(Provenance::Wildcard) }, why } => {
                write!(
                    f,
                    "{why}: {addr:#x} is a dangling pointer, as it was made from an integer and no memory there is \
                 exposed"
                )
            }
            Ub::Dangling { pointer: Pointer { addr, .. }, why } => {
                write!(f, "{why}: {addr:#x} is a dangling pointer, as it has no provenance")
            }
            Ub::Misaligned { required, found, is_luck } => {
                write!(
                    f,
                    "accessing memory based on a pointer with alignment {found}, but alignment {required} is required"
                )?;
                match is_luck {
                    true => f.write_str(" (its address is a multiple of that here, by luck)"),
                    false => Ok(()),
                }
            }
            Ub::ReadOnly { alloc } => write!(f, "writing to {alloc}, which is read-only"),
            Ub::ReadOnlyAtomic { alloc } => write!(
                f,
                "atomic load of {alloc}, which is read-only: only relaxed loads no larger than a pointer are allowed there"
            ),
            Ub::NotData { alloc } => write!(f, "accessing {alloc}, which is a function and holds no data"),
            Ub::InvalidValue { path, found, expected, .. } => {
                f.write_str("constructing invalid value")?;
                if !path.is_empty() {
                    write!(f, " at {path}")?;
                }
                write!(f, ": encountered {found}")?;
                match expected {
                    Some(expected) => write!(f, ", but expected {expected}"),
                    None => Ok(()),
                }
            }
            Ub::IndexOutOfBounds { index, len } => {
                write!(f, "indexing out of bounds: the length is {len}, but the index is {index}")
            }
            Ub::LayoutDependent { alloc, offset, size } => write!(
                f,
                "this access relies on an unspecified layout: {} at offset {offset} of {alloc} belong together only in some layouts",
                bytes(*size)
            ),
            Ub::OverlappingCopy { op } => write!(f, "`{op}` called on overlapping ranges"),
            Ub::OverlappingAssignment => f.write_str("assigning between overlapping ranges"),
            Ub::Unreachable => f.write_str("entering unreachable code"),
            Ub::FalseAssume => f.write_str("`assume` called with `false`"),
            Ub::Overflow { op } => write!(f, "arithmetic overflow in `{op}`"),
            Ub::ShiftOverflow { op, by } => write!(f, "overflowing shift by {by} in `{op}`"),
            Ub::DivisionByZero { op } => write!(f, "dividing by zero in `{op}`"),
            Ub::DivisionOverflow { op } => {
                write!(f, "overflow in signed division in `{op}`: dividing MIN by -1")
            }
            Ub::InexactDivision => f.write_str("`exact_div` left a remainder"),
            Ub::ZeroCount { op } => write!(f, "`{op}` called on 0"),
            Ub::FloatToInt { value } => {
                write!(f, "`float_to_int_unchecked` called on {value}, which the target type cannot hold")
            }
            Ub::NotAVtable { addr } => {
                write!(f, "using {addr:#x} as the vtable of a trait object, which it is not")
            }
            Ub::NotAFunction { addr } => write!(f, "calling {addr:#x}, which does not point to a function"),
            Ub::StaticCalled { symbol } => write!(f, "calling the symbol `{symbol}`, which is a static"),
            Ub::CallAbi { caller, callee } => {
                write!(
                    f,
                    "calling a function with calling convention `{callee}` using calling convention `{caller}`"
                )
            }
            Ub::CallArgCount { passed, wanted } => {
                write!(f, "calling a function with {passed} arguments, but it takes {wanted}")
            }
            Ub::CallType { what, passed, wanted } => {
                write!(f, "calling a function with {what} of type `{passed}`, but it has type `{wanted}`")
            }
            Ub::Guarded { alloc, what: Guarded::MovedArgument } => {
                write!(f, "accessing {alloc}, which was moved into a call that has not returned")
            }
            Ub::Guarded { alloc, what: Guarded::ReturnPlace } => {
                write!(f, "accessing {alloc}, which is the return place of a call that has not returned")
            }
            Ub::Guarded { alloc, what: Guarded::AwaitedLock } => {
                write!(f, "accessing {alloc}, where a lock is that threads wait for")
            }
            Ub::DeadLocal { local } => write!(f, "accessing `{local}`, which has no storage"),
            Ub::UnwindUnreachable => f.write_str("unwinding past a call that may not unwind"),
            Ub::PointerArithmetic { why } => write!(f, "in-bounds pointer arithmetic failed: {why}"),
            Ub::PointerDistance { why } => write!(f, "`ptr_offset_from` called on pointers that {why}"),
            Ub::WrongLayout { alloc, size, align, given_size, given_align } => write!(
                f,
                "incorrect layout on deallocation: {alloc} has size {size} and alignment {align}, but gave size \
                 {given_size} and alignment {given_align}"
            ),
            Ub::WrongDealloc { alloc, why } => write!(f, "deallocating {alloc}, {why}"),
            Ub::WrongJoin { thread, why } => write!(f, "joining or detaching {thread}, {why}"),
            Ub::WrongLock { why } => f.write_str(why),
            Ub::WrongAlloc { size, align } => {
                write!(
                    f,
                    "allocating {} with alignment {align}, which is no layout of an allocation",
                    bytes(*size)
                )
            }
            Ub::InvalidTag { tag } => write!(f, "enum value has invalid tag: {tag:#x}"),
            Ub::OtherVariant => {
                f.write_str("setting the discriminant to the niched variant, but the value does not match")
            }
            Ub::CallVariadic { is_declared } => match is_declared {
                true => f.write_str("calling a non-variadic function with a variadic signature"),
                false => f.write_str("calling a variadic function with a signature that is not variadic"),
            },
            Ub::UninhabitedVariant => f.write_str("making an enum be in a variant that is uninhabited"),
            Ub::TransmuteSize { from, to } => {
                write!(f, "transmuting from {from}-byte type to {to}-byte type")
            }
            Ub::ReturnedNever => f.write_str("returning from a function that never returns"),
            Ub::SizeOverflow => f.write_str("computing a size that overflows the address space"),
            Ub::DataRace { race, names, .. } => {
                let racer = |n: usize, racer: &Racer| {
                    let thread = match &names[n] {
                        Some(name) => format!("thread `{name}`"),
                        None => racer.thread.to_string(),
                    };
                    let size = match racer.size {
                        None => String::new(),
                        Some(0) => "differently sized ".to_owned(),
                        Some(size) => format!("{size}-byte "),
                    };
                    format!("({}) {size}{} on {thread}", n + 1, racer.access)
                };
                write!(f, "data race between {} and {}", racer(0, &race.first), racer(1, &race.second))
            }
            Ub::Aliasing { message, retag: None, .. } => f.write_str(message),
            Ub::Aliasing { message, retag: Some(Retagged { path, is_argument }), .. } => {
                let copy = if *is_argument { "passing an argument" } else { "copying a value" };
                write!(f, "{message} ({copy} reborrows the reference")?;
                if !path.is_empty() {
                    write!(f, " at {path}")?;
                }
                f.write_str(" in it)")
            }
        }
    }
}
