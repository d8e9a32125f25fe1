//! What ordinary programs ask of the world outside: functions of the C library and of the kernel, by their symbols.
//!
//! In isolation a program sees a small and steady world, so that the same seed gives the same run: two output streams, the environment
//! that it is given, a clock that goes on by what the program does, random bytes from the seed, and pipes to itself. What else it may
//! reach, the user says ([`OutsideReach`]). A function that the table does not have stops the run as unsupported; no function makes up an answer.
//!
//! A row of the table is the name, what it takes and gives in terms of the platform's calling convention, and what it does.
//! A declaration that disagrees with it is Undefined Behavior.

mod backtrace;
mod descriptors;
mod environment;
mod files;
mod folders;
mod futex;
mod heap;
mod input_output;
mod keys;
mod linker;
mod locks;
mod math;
mod memory;
mod miri;
mod pipes;
mod process;
mod random;
mod reach;
mod remarks;
mod runtime;
mod sockets;
mod statuses;
mod threads;
mod time;

pub use environment::World;
pub use input_output::Stream;
pub use reach::{FileReach, OutsideReach, Refusal, Refused};
pub use remarks::Detail;
pub(crate) use time::thread_time;

use crate::code::{Class, Prim, TyInfo};
use crate::error::*;
use crate::exec::{Passed, convention};
use crate::machine::{Loc, Machine, PlaceVal, Value};
use crate::memory::*;
use rustassay_mir::model::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What is known of the world outside while a program runs.
#[derive(Default, Debug)]
pub(crate) struct Outside {
    /// What the program finds.
    pub(crate) world: World,
    /// What it has printed to standard error.
    pub(crate) errors: Vec<u8>,
    /// Who hears it at once.
    listener: input_output::Listener,
    /// Who is told what is remarkable.
    observer: remarks::Observer,
    /// The folders that it may use.
    open_folders: reach::OpenFolders,
    /// What it has open.
    descriptors: descriptors::Descriptors,
    /// The folders whose entries it reads.
    streams: folders::FolderStreams,
    /// The functions of which it was told that they are refused.
    refused: BTreeSet<String>,
    /// Values of environment variables that the program has a pointer to.
    environment: environment::Variables,
    /// Memory that the program calls static, so that it never counts as leaked.
    static_roots: Vec<AllocId>,
}

impl Outside {
    /// Memory that the program calls static.
    pub(crate) fn static_roots(&self) -> &[AllocId] {
        &self.static_roots
    }
}

/// A class of the platform's calling convention, as far as programs can go wrong with it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// Nothing.
    Unit,
    /// An integer of up to eight bytes, by its size.
    Int(u64),
    /// The same with a sign.
    Signed(u64),
    /// A pointer, also to a function, or an integer of its size.
    Pointer,
    /// A float, by its size.
    Float(u64),
    /// A pointer to a slice, which only Rust's own convention has.
    Slice,
    /// It does not return.
    Never,
}

const I32: Kind = Kind::Int(4);
const I64: Kind = Kind::Int(8);

/// A function that the outside has.
struct Row {
    params: &'static [Kind],
    /// Whether more arguments may follow.
    is_variadic: bool,
    ret: Kind,
    run: Run,
}

/// What a function does: it gives the scalar that it returns, if it returns one.
type Run = fn(&mut Machine, &Args<'_>) -> Step<Scalar>;

/// The arguments of a call.
struct Args<'a> {
    name: &'a str,
    scalars: Vec<Scalar>,
    /// The length of each argument that is a slice.
    lengths: Vec<u64>,
}

impl Args<'_> {
    /// An argument as a number without a sign.
    fn number(&self, n: usize) -> u64 {
        self.scalars.get(n).map_or(0, |scalar| scalar.bits as u64)
    }

    /// An argument of type `int`.
    fn int(&self, n: usize) -> i32 {
        self.number(n) as i32
    }

    fn pointer(&self, n: usize) -> Pointer {
        self.scalars.get(n).map_or(Pointer::without_provenance(0), |&scalar| scalar.into())
    }

    /// The length of a slice.
    fn length(&self, n: usize) -> u64 {
        self.lengths.get(n).copied().unwrap_or(0)
    }

    /// Stops at a use of the function that is not known.
    fn unsupported<T>(&self, how: &str) -> Step<T> {
        unsupported(format!("can't call foreign function `{}` {how}", self.name))
    }
}

/// A number as what a function returns.
fn number(value: i64) -> Scalar {
    Scalar::new(value as u64 as u128)
}

/// What functions return that return nothing.
const NOTHING: Scalar = Scalar::new(0);

/// One row of the table, as it is written: name, parameters, result, and what it does.
type Entry = (&'static str, &'static [Kind], Kind, Run);

/// Functions that take further arguments.
const VARIADIC: [&str; 9] =
    ["syscall", "fcntl", "fcntl64", "prctl", "ioctl", "open", "open64", "openat", "openat64"];

static TABLE: LazyLock<FxHashMap<&'static str, Row>> = LazyLock::new(|| {
    let parts = [
        backtrace::TABLE,
        descriptors::TABLE,
        environment::TABLE,
        files::TABLE,
        folders::TABLE,
        heap::TABLE,
        input_output::TABLE,
        keys::TABLE,
        linker::TABLE,
        locks::TABLE,
        math::TABLE,
        memory::TABLE,
        miri::TABLE,
        pipes::TABLE,
        process::TABLE,
        random::TABLE,
        runtime::TABLE,
        sockets::TABLE,
        statuses::TABLE,
        threads::TABLE,
        time::TABLE,
    ];
    let rows = parts.into_iter().flatten().map(|&(name, params, ret, run)| {
        (name, Row { params, is_variadic: VARIADIC.contains(&name), ret, run })
    });
    rows.collect()
});

/// What became of a call.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It returned this, at the type of the call's destination.
    Returned(Value),
    /// It began to unwind.
    Unwinds,
    /// It has not happened: the thread waits, and the call comes again.
    Waits,
}

impl Machine {
    /// Calls a foreign function.
    pub(crate) fn foreign_call(&mut self, id: ForeignFnId, args: &[Passed], ret: TyInfo) -> Step<Outcome> {
        let function = self.program.foreign_fns[id].clone();
        match function.kind {
            ForeignKind::Symbol => {}
            ForeignKind::Static => return ub(Ub::StaticCalled { symbol: function.name.to_string() }),
            ForeignKind::Intrinsic => return unsupported(format!("the intrinsic `{}`", function.name)),
            ForeignKind::Other => return unsupported(function.name.to_string()),
        }
        let name = symbol(&function.name);
        if let Some(outcome) = self.call_unwinder(name, args)? {
            return Ok(outcome);
        }
        if let Some(outcome) = self.call_resolver(name, args, &ret)? {
            return Ok(outcome);
        }
        let Some(row) = TABLE.get(name) else {
            return unsupported(format!("can't call foreign function `{name}`"));
        };
        let count = row.params.len();
        let sig = &function.sig;
        let wanted = if is_rusts_own(name) { Abi::Rust } else { Abi::C };
        if convention(sig.abi) != wanted {
            return ub(Ub::CallAbi { caller: sig.abi.name(), callee: wanted.name() });
        }
        if function.is_variadic != row.is_variadic {
            return ub(Ub::CallVariadic { is_declared: function.is_variadic });
        }
        if sig.params.len() != count || args.len() < count {
            return ub(Ub::CallArgCount { passed: sig.params.len().min(args.len()), wanted: count });
        }
        let mut call = Args { name, scalars: Vec::with_capacity(args.len()), lengths: vec![0; args.len()] };
        for (n, (value, info)) in args.iter().enumerate() {
            if let Some(&wanted) = row.params.get(n) {
                self.check_kind(info, wanted, || format!("argument {}", n + 1))?;
            }
            let scalar = match value {
                Value::Scalar(scalar) => Some(*scalar),
                Value::Wide(pointer, length) => {
                    call.lengths[n] = length.bits as u64;
                    Some(*pointer)
                }
                // A struct around a scalar.
                Value::Bytes(region) => region.read(0, region.len().min(8)),
            };
            let Some(scalar) = scalar else {
                return ub(Ub::Uninit { what: format!("argument {} of `{name}`", n + 1) });
            };
            call.scalars.push(scalar);
        }
        if row.ret != Kind::Unit && row.ret != Kind::Never {
            self.check_kind(&ret, row.ret, || "a result".to_owned())?;
        }
        let scalar = (row.run)(self, &call)?;
        if self.has_to_wait() {
            return Ok(Outcome::Waits);
        }
        self.end_waiting();
        Ok(Outcome::Returned(match ret.class {
            Class::Scalar(prim) => Value::Scalar(truncated(scalar, prim.size(self.data))),
            Class::Wide(_) | Class::Aggregate => {
                let mut region = self.new_region(ret.size as usize);
                if ret.size > 0 && ret.size <= 8 {
                    region.write(0, ret.size as usize, truncated(scalar, ret.size));
                }
                Value::Bytes(region)
            }
        }))
    }

    fn check_kind(&self, info: &TyInfo, wanted: Kind, what: impl Fn() -> String) -> Step<()> {
        let fits = match (wanted, info.class) {
            (Kind::Unit | Kind::Never, _) => info.size == 0,
            (Kind::Float(size), Class::Scalar(Prim::Float(_))) => info.size == size,
            (Kind::Float(_), _) | (_, Class::Scalar(Prim::Float(_))) => false,
            (Kind::Slice, Class::Wide(_)) => true,
            (Kind::Slice, _) | (_, Class::Wide(_)) => false,
            (Kind::Int(size), _) => info.size == size,
            (Kind::Signed(size), Class::Scalar(Prim::Int(int))) => info.size == size && int.signed(),
            (Kind::Signed(size), _) => info.size == size,
            (Kind::Pointer, _) => info.size == 8,
        };
        if fits {
            return Ok(());
        }
        let passed = rustassay_mir::print::Describe::from(&self.program).ty(info.ty).to_string();
        let wanted = match wanted {
            Kind::Unit | Kind::Never => "()".to_owned(),
            Kind::Int(size) | Kind::Signed(size) => format!("i{}", 8 * size),
            Kind::Float(size) => format!("f{}", 8 * size),
            Kind::Pointer => "*mut ()".to_owned(),
            Kind::Slice => "&[u8]".to_owned(),
        };
        ub(Ub::CallType { what: what(), passed, wanted })
    }

    /// What a static that is defined outside holds at the start.
    pub(crate) fn foreign_static(&mut self, name: &str, ty: Ty) -> Step<Region> {
        // Symbols with weak linkage are null where nobody defines them, and programs ask whether they are: nobody does here.
        let value = match name {
            "environ" => Scalar::from(self.environ()?),
            "__cxa_thread_atexit_impl"
            | "gettid"
            | "getrandom"
            | "gnu_get_libc_version"
            | "__pthread_get_minstack"
            | "statx"
            | "copy_file_range"
            | "preadv2"
            | "pwritev2" => Scalar::new(0),
            _ => return unsupported(format!("the extern static `{name}`")),
        };
        let size = self.info(ty)?.size;
        if size != 8 {
            return unsupported(format!("the extern static `{name}` as {size} bytes"));
        }
        let mut region = self.new_region(8);
        region.write(0, 8, value);
        Ok(region)
    }

    /// Bytes that a program hands out; all of them must be initialized.
    fn read_out(&mut self, from: Pointer, size: u64, what: &str) -> Step<Vec<u8>> {
        if size == 0 {
            return Ok(Vec::new());
        }
        let region = self.read_bytes(place(from), size)?;
        let all = 0..region.len();
        match region.is_init(all.clone()) {
            true => Ok(region.raw_bytes(all).to_vec()),
            false => ub(Ub::Uninit { what: what.to_owned() }),
        }
    }

    /// Gives a program bytes.
    fn write_in(&mut self, to: Pointer, bytes: &[u8]) -> Step<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let mut region = self.new_region(bytes.len());
        region.write_bytes(0, bytes, false);
        self.write_bytes(place(to), &region)
    }

    /// The text of a C string, without its end.
    fn read_c_string(&mut self, from: Pointer) -> Step<Vec<u8>> {
        let mut text = Vec::new();
        loop {
            let byte = self.read_out(from.wrapping_add(text.len() as u64), 1, "a C string")?;
            match byte.first() {
                Some(&byte) if byte != 0 => text.push(byte),
                _ => return Ok(text),
            }
        }
    }

    /// Memory outside of the program that holds these bytes.
    fn outside_memory(&mut self, bytes: &[u8], align: u64) -> Step<Pointer> {
        let id = self.allocate(bytes.len() as u64, align, AllocKind::Static, true)?;
        self.alloc_mut(id).region.write_bytes(0, bytes, false);
        Ok(self.alloc(id).pointer(id))
    }

    /// Fails a call as the C library does: with -1, and the reason in `errno`.
    fn fail(&mut self, errno: i32) -> Step<Scalar> {
        let at = self.errno()?;
        self.write_in(at, &errno.to_le_bytes())?;
        Ok(number(-1))
    }

    /// Where the `errno` of the thread that runs is.
    fn errno(&mut self) -> Step<Pointer> {
        if let Some(at) = self.running_thread().errno {
            return Ok(at);
        }
        let at = self.outside_memory(&[0; 4], 4)?;
        let running = self.thread;
        self.thread_mut(running).errno = Some(at);
        Ok(at)
    }
}

fn place(at: Pointer) -> PlaceVal {
    PlaceVal { at: Loc::Memory(at, None), len: 0 }
}

/// A symbol as it is written in the table. The standard library's own symbols are mangled with a fixed name in front
/// (`rustc_std_internal_symbol`); what follows the last length is the name.
fn symbol(name: &str) -> &str {
    match (name.starts_with("_R"), name.find("__rust_")) {
        (true, Some(at)) => &name[at..],
        _ => name,
    }
}

/// Whether a function is called by Rust's own convention.
fn is_rusts_own(name: &str) -> bool {
    name.starts_with("miri_") || name.starts_with("__rust_")
}

/// A scalar that fits the size.
fn truncated(scalar: Scalar, size: u64) -> Scalar {
    match size {
        0..16 => Scalar { bits: scalar.bits & ((1 << (8 * size)) - 1), ..scalar },
        _ => scalar,
    }
}

/// The numbers of errors, as Linux has them.
mod errno {
    pub(super) const EPERM: i32 = 1;
    pub(super) const ESRCH: i32 = 3;
    pub(super) const EBADF: i32 = 9;
    pub(super) const EAGAIN: i32 = 11;
    pub(super) const ENOMEM: i32 = 12;
    pub(super) const EACCES: i32 = 13;
    pub(super) const EFAULT: i32 = 14;
    pub(super) const EBUSY: i32 = 16;
    pub(super) const EEXIST: i32 = 17;
    pub(super) const EINVAL: i32 = 22;
    pub(super) const ENOTTY: i32 = 25;
    pub(super) const ESPIPE: i32 = 29;
    pub(super) const ERANGE: i32 = 34;
    pub(super) const EDEADLK: i32 = 35;
    pub(super) const ENOSYS: i32 = 38;
    pub(super) const ETIMEDOUT: i32 = 110;
}
