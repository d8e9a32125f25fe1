//! File descriptors. Programs have numbers of their own: none of theirs is one of this process, and what is open here they cannot name.
//!
//! Whatever may have to be waited for never blocks in truth: a call that would block says so, and then the machine waits for it, or
//! says that nobody else could end the wait.

use super::errno::*;
use super::*;
use crate::threads::{Wait, Woken};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::{FileType, OFlags};
use rustix::io::Errno;
use std::cell::Cell;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::rc::Rc;

pub(super) const TABLE: &[Entry] = &[
    ("close", &[Kind::Signed(4)], I32, close),
    ("dup", &[I32], I32, |machine, args| duplicate(machine, args, 0)),
    ("dup2", &[I32, I32], I32, duplicate_to),
    ("fcntl", &[I32, I32], I32, fcntl),
    ("fcntl64", &[I32, I32], I32, fcntl),
    ("ioctl", &[I32, I64], I32, ioctl),
    ("isatty", &[I32], I32, isatty),
];

/// What a program has open.
#[derive(Debug)]
pub(super) enum Object {
    /// Standard input.
    Input,
    /// One of the streams of output.
    Output(Stream),
    /// Something of this machine.
    Host(HostObject),
}

/// Something of this machine that a program has open.
#[derive(Debug)]
pub(super) struct HostObject {
    pub(super) file: OwnedFd,
    /// Whether only the program itself has the other end.
    pub(super) is_internal: bool,
    /// Whether the program wants calls to fail that would block. In truth they always do, but for files and folders.
    pub(super) is_nonblocking: Cell<bool>,
    /// How long the program waits to read and to write, if not forever, in nanoseconds.
    pub(super) patience: [Cell<Option<u64>>; 2],
}

impl Object {
    /// What is open here, if anything is.
    pub(super) fn host(&self) -> Option<&OwnedFd> {
        match self {
            Object::Host(object) => Some(&object.file),
            _ => None,
        }
    }
}

/// A direction that is waited for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Read,
    Write,
}

#[derive(Clone, Debug)]
struct Descriptor {
    object: Rc<Object>,
    closes_on_exec: bool,
}

/// What a program has open, by number.
#[derive(Debug)]
pub(super) struct Descriptors(Vec<Option<Descriptor>>);

impl Default for Descriptors {
    fn default() -> Descriptors {
        let objects = [Object::Input, Object::Output(Stream::Output), Object::Output(Stream::Errors)];
        let open = |object| Some(Descriptor { object: Rc::new(object), closes_on_exec: false });
        Descriptors(objects.map(open).into())
    }
}

impl Descriptors {
    pub(super) fn get(&self, number: i32) -> Option<Rc<Object>> {
        Some(Rc::clone(&self.slot(number)?.object))
    }

    fn slot(&self, number: i32) -> Option<&Descriptor> {
        self.0.get(usize::try_from(number).ok()?)?.as_ref()
    }

    /// Gives an object the first number that is free, from one on.
    fn insert(&mut self, object: Rc<Object>, closes_on_exec: bool, from: usize) -> i32 {
        let free = self.0.iter().skip(from).position(Option::is_none).map(|at| at + from);
        let at = free.unwrap_or(self.0.len().max(from));
        self.put(at, Descriptor { object, closes_on_exec });
        at as i32
    }

    fn put(&mut self, at: usize, descriptor: Descriptor) {
        if self.0.len() <= at {
            self.0.resize(at + 1, None);
        }
        self.0[at] = Some(descriptor);
    }

    pub(super) fn remove(&mut self, number: i32) -> Option<Rc<Object>> {
        let slot = self.0.get_mut(usize::try_from(number).ok()?)?;
        slot.take().map(|descriptor| descriptor.object)
    }
}

/// Programs get no numbers from here on.
const MOST_DESCRIPTORS: usize = 1 << 16;

impl Machine {
    /// Gives the program a number for something that was opened. `flags` are those of `open`.
    pub(super) fn new_descriptor(&mut self, file: OwnedFd, flags: OFlags, is_internal: bool) -> Step<i32> {
        let kind = rustix::fs::fstat(&file).map(|stat| FileType::from_raw_mode(stat.st_mode));
        if !matches!(kind, Ok(FileType::RegularFile | FileType::Directory)) && !flags.contains(OFlags::PATH) {
            // What it is not for, it does not have either.
            let _ = rustix::io::ioctl_fionbio(&file, true);
        }
        let object = HostObject {
            file,
            is_internal,
            is_nonblocking: Cell::new(flags.contains(OFlags::NONBLOCK)),
            patience: Default::default(),
        };
        let object = Rc::new(Object::Host(object));
        let closes_on_exec = flags.contains(OFlags::CLOEXEC);
        self.outside.descriptors.check_room()?;
        Ok(self.outside.descriptors.insert(object, closes_on_exec, 0))
    }

    /// Something of this machine that the program has open. Nothing if the number is none, or one of the three streams.
    pub(super) fn host_object(&self, number: i32) -> Option<Rc<Object>> {
        self.outside.descriptors.get(number).filter(|object| object.host().is_some())
    }

    /// A call fails with an error of this machine, or returns.
    pub(super) fn answer(&mut self, result: Result<i64, Errno>) -> Step<Scalar> {
        match result {
            Ok(value) => Ok(number(value)),
            Err(errno) => self.fail(errno.raw_os_error()),
        }
    }

    /// Calls something until it does not block, unless the program wants to know that it would.
    pub(super) fn unblocked<T>(
        &mut self,
        object: &HostObject,
        direction: Direction,
        mut call: impl FnMut(&OwnedFd) -> Result<T, Errno>,
    ) -> Step<Result<T, Errno>> {
        loop {
            match call(&object.file) {
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN | Errno::INPROGRESS) if !object.is_nonblocking.get() => {
                    if !self.wait_for(object, direction) {
                        return Ok(Err(Errno::AGAIN));
                    }
                }
                done => {
                    self.wake_at_descriptors();
                    return Ok(done);
                }
            }
        }
    }

    /// Waits until something can be read or written, or for as long as the program has patience, and says whether it can. What another
    /// thread may have to do first is waited for by the thread alone, whose call comes again.
    pub(super) fn wait_for(&mut self, object: &HostObject, direction: Direction) -> bool {
        let patience = match direction {
            Direction::Read => object.patience[0].get(),
            Direction::Write => object.patience[1].get(),
        };
        if object.is_internal || self.fixed.is_scheduled {
            self.wait_at_descriptors(!object.is_internal, patience);
            return false;
        }
        wait_outside(object, direction, patience)
    }

    /// Lets the thread wait until something happens to what is open, or for so many nanoseconds. `is_outside` says whether it may happen
    /// outside of the program.
    pub(super) fn wait_at_descriptors(&mut self, is_outside: bool, patience: Option<u64>) {
        if self.woken() != Some(Woken::TimedOut) {
            let until = patience.map(|patience| self.nanoseconds().saturating_add(patience));
            self.wait(Wait::Descriptor { is_outside }, until);
        }
    }

    /// Something has happened to what is open: those that wait look whether it is what they wait for.
    pub(super) fn wake_at_descriptors(&mut self) {
        if self.fixed.is_scheduled {
            self.wake_some(usize::MAX, |wait| matches!(wait, Wait::Descriptor { .. }));
        }
    }
}

impl Descriptors {
    fn check_room(&self) -> Step<()> {
        match self.0.iter().flatten().count() < MOST_DESCRIPTORS {
            true => Ok(()),
            false => unsupported("so many open files"),
        }
    }
}

/// Waits until something outside can be read or written, or for so many nanoseconds, and says whether it can.
fn wait_outside(object: &HostObject, direction: Direction, patience: Option<u64>) -> bool {
    let wanted = match direction {
        Direction::Read => PollFlags::IN,
        Direction::Write => PollFlags::OUT,
    };
    wait(&mut [PollFd::new(&object.file, wanted)], patience.map(timespec).as_ref());
    wait(&mut [PollFd::new(&object.file, wanted)], Some(&timespec(0))) > 0
}

/// Polls, and begins again when a signal comes.
pub(super) fn wait(files: &mut [PollFd<'_>], timeout: Option<&Timespec>) -> usize {
    loop {
        match rustix::event::poll(files, timeout) {
            Ok(count) => return count,
            Err(Errno::INTR) => {}
            Err(_) => return 0,
        }
    }
}

pub(super) fn timespec(nanoseconds: u64) -> Timespec {
    Timespec { tv_sec: (nanoseconds / 1_000_000_000) as i64, tv_nsec: (nanoseconds % 1_000_000_000) as i64 }
}

/// What this process has in the place of one of the three streams.
pub(super) fn own_stream(object: &Object) -> Option<BorrowedFd<'_>> {
    match object {
        Object::Input => Some(rustix::stdio::stdin()),
        Object::Output(Stream::Output) => Some(rustix::stdio::stdout()),
        Object::Output(Stream::Errors) => Some(rustix::stdio::stderr()),
        Object::Host(object) => Some(object.file.as_fd()),
    }
}

fn close(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let known = machine.outside.descriptors.get(args.int(0));
    match known.as_deref() {
        Some(Object::Host(_)) => machine.check_lasting(args.name)?,
        // The library never does; a descriptor in its place would be taken for a stream.
        Some(_) if (0..3).contains(&args.int(0)) => return args.unsupported("for a standard stream"),
        _ => {}
    }
    match machine.outside.descriptors.remove(args.int(0)) {
        Some(_) => {
            machine.wake_at_descriptors();
            Ok(number(0))
        }
        None => machine.fail(EBADF),
    }
}

fn duplicate(machine: &mut Machine, args: &Args<'_>, from: u64) -> Step<Scalar> {
    let Some(object) = machine.outside.descriptors.get(args.int(0)) else { return machine.fail(EBADF) };
    if from >= MOST_DESCRIPTORS as u64 {
        return machine.fail(EINVAL);
    }
    machine.check_lasting(args.name)?;
    machine.outside.descriptors.check_room()?;
    let closes_on_exec = args.int(1) == F_DUPFD_CLOEXEC && args.name != "dup";
    Ok(number(machine.outside.descriptors.insert(object, closes_on_exec, from as usize).into()))
}

fn duplicate_to(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let Some(object) = machine.outside.descriptors.get(args.int(0)) else { return machine.fail(EBADF) };
    let to = args.int(1);
    if !(0..MOST_DESCRIPTORS as i32).contains(&to) {
        return machine.fail(EBADF);
    }
    machine.check_lasting(args.name)?;
    if to != args.int(0) {
        machine.outside.descriptors.put(to as usize, Descriptor { object, closes_on_exec: false });
    }
    Ok(number(to.into()))
}

const F_DUPFD_CLOEXEC: i32 = 1030;

fn fcntl(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const F_DUPFD: i32 = 0;
    const F_GETFD: i32 = 1;
    const F_SETFD: i32 = 2;
    const F_GETFL: i32 = 3;
    const F_SETFL: i32 = 4;
    const F_FULLFSYNC: i32 = 51;
    const FD_CLOEXEC: u64 = 1;
    const O_RDWR: i64 = 2;
    let Some(descriptor) = machine.outside.descriptors.slot(args.int(0)).cloned() else {
        return machine.fail(EBADF);
    };
    let needs_argument = matches!(args.int(1), F_DUPFD | F_DUPFD_CLOEXEC | F_SETFD | F_SETFL);
    if needs_argument && args.scalars.len() < 3 {
        return ub(Ub::CallArgCount { passed: args.scalars.len(), wanted: 3 });
    }
    match args.int(1) {
        F_DUPFD | F_DUPFD_CLOEXEC => duplicate(machine, args, args.number(2) & u64::from(u32::MAX)),
        F_GETFD => Ok(number(descriptor.closes_on_exec.into())),
        F_SETFD => {
            machine.check_lasting(args.name)?;
            let closes_on_exec = args.number(2) & FD_CLOEXEC != 0;
            machine
                .outside
                .descriptors
                .put(args.int(0) as usize, Descriptor { closes_on_exec, ..descriptor });
            Ok(number(0))
        }
        F_GETFL => match &*descriptor.object {
            Object::Host(object) => {
                let flags = rustix::fs::fcntl_getfl(&object.file).map(|mut flags| {
                    flags.set(OFlags::NONBLOCK, object.is_nonblocking.get());
                    i64::from(flags.bits())
                });
                machine.answer(flags)
            }
            _ => Ok(number(O_RDWR)),
        },
        F_SETFL => match &*descriptor.object {
            Object::Host(object) => {
                let wanted = OFlags::from_bits_retain(args.number(2) as u32);
                object.is_nonblocking.set(wanted.contains(OFlags::NONBLOCK));
                // The rest of what may be changed.
                let real = rustix::fs::fcntl_getfl(&object.file).and_then(|mut flags| {
                    flags.set(OFlags::APPEND, wanted.contains(OFlags::APPEND));
                    rustix::fs::fcntl_setfl(&object.file, flags)
                });
                machine.answer(real.map(|()| 0))
            }
            _ => args.unsupported("with this command for a standard stream"),
        },
        F_FULLFSYNC => machine.fail(EINVAL),
        _ => args.unsupported("with this command"),
    }
}

fn ioctl(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const FIOCLEX: u64 = 0x5451;
    const FIONCLEX: u64 = 0x5450;
    const FIONBIO: u64 = 0x5421;
    const FIONREAD: u64 = 0x541b;
    const TIOCGWINSZ: u64 = 0x5413;
    let Some(descriptor) = machine.outside.descriptors.slot(args.int(0)).cloned() else {
        return machine.fail(EBADF);
    };
    machine.check_lasting(args.name)?;
    match (args.number(1), &*descriptor.object) {
        (FIOCLEX | FIONCLEX, _) => {
            let closes_on_exec = args.number(1) == FIOCLEX;
            machine
                .outside
                .descriptors
                .put(args.int(0) as usize, Descriptor { closes_on_exec, ..descriptor });
            Ok(number(0))
        }
        (FIONBIO, Object::Host(object)) => {
            let wanted = machine.read_out(args.pointer(2), 4, "the argument of `ioctl`")?;
            object.is_nonblocking.set(wanted != [0; 4]);
            Ok(number(0))
        }
        (FIONREAD, Object::Host(object)) => match rustix::io::ioctl_fionread(&object.file) {
            Ok(count) => {
                machine.write_in(args.pointer(2), &(count as i32).to_le_bytes())?;
                Ok(number(0))
            }
            Err(errno) => machine.fail(errno.raw_os_error()),
        },
        (TIOCGWINSZ, _) => machine.fail(ENOTTY),
        _ => args.unsupported("with this command"),
    }
}

/// A stream is a terminal if this process has one in its place and the program may know.
fn isatty(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let reason = match machine.outside.descriptors.get(args.int(0)) {
        Some(object) => {
            let is_terminal = machine.is_open() && own_stream(&object).is_some_and(rustix::termios::isatty);
            if is_terminal {
                return Ok(number(1));
            }
            ENOTTY
        }
        None => EBADF,
    };
    machine.fail(reason)?;
    Ok(number(0))
}
