//! Files by name: to open, make, move and remove them, and to ask what they are.

use super::descriptors::Object;
use super::errno::*;
use super::reach::{Last, Named, Spot};
use super::*;
use rustix::fs::{Access, AtFlags, CWD, FlockOperation, Mode, OFlags, Timestamps};
use rustix::io::Errno;
use rustix::time::Timespec;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

pub(super) const TABLE: &[Entry] = &[
    ("open", &[Kind::Pointer, I32], I32, open),
    ("open64", &[Kind::Pointer, I32], I32, open),
    ("openat", &[I32, Kind::Pointer, I32], I32, openat),
    ("openat64", &[I32, Kind::Pointer, I32], I32, openat),
    ("creat", &[Kind::Pointer, I32], I32, creat),
    ("creat64", &[Kind::Pointer, I32], I32, creat),
    ("mkstemp", &[Kind::Pointer], I32, mkstemp),
    ("mkstemp64", &[Kind::Pointer], I32, mkstemp),
    ("unlink", &[Kind::Pointer], I32, |machine, args| {
        on_path(machine, args, 0, Last::Keep, |spot| rustix::fs::unlink(&spot.path))
    }),
    ("unlinkat", &[I32, Kind::Pointer, I32], I32, unlinkat),
    ("rename", &[Kind::Pointer, Kind::Pointer], I32, |machine, args| {
        on_paths(machine, args, |old, new| rustix::fs::rename(&old.path, &new.path))
    }),
    ("link", &[Kind::Pointer, Kind::Pointer], I32, |machine, args| {
        on_paths(machine, args, |old, new| {
            rustix::fs::linkat(CWD, &old.path, CWD, &new.path, AtFlags::empty())
        })
    }),
    ("linkat", &[I32, Kind::Pointer, I32, Kind::Pointer, I32], I32, linkat),
    ("symlink", &[Kind::Pointer, Kind::Pointer], I32, symlink),
    ("readlink", &[Kind::Pointer, Kind::Pointer, I64], I64, readlink),
    ("realpath", &[Kind::Pointer, Kind::Pointer], Kind::Pointer, realpath),
    ("chmod", &[Kind::Pointer, I32], I32, |machine, args| {
        let mode = mode(args.number(1));
        on_path(machine, args, 0, Last::Follow, |spot| rustix::fs::chmod(&spot.path, mode))
    }),
    ("fchmod", &[I32, I32], I32, |machine, args| {
        let mode = mode(args.number(1));
        on_file(machine, args, |file| rustix::fs::fchmod(file, mode))
    }),
    ("access", &[Kind::Pointer, I32], I32, |machine, args| {
        let access = Access::from_bits_truncate(args.number(1) as u32);
        on_path(machine, args, 0, Last::Follow, |spot| rustix::fs::access(&spot.path, access))
    }),
    ("truncate64", &[Kind::Pointer, I64], I32, truncate),
    ("ftruncate64", &[I32, I64], I32, ftruncate),
    ("ftruncate", &[I32, I64], I32, ftruncate),
    ("posix_fallocate", &[I32, I64, I64], I32, posix_fallocate),
    ("posix_fallocate64", &[I32, I64, I64], I32, posix_fallocate),
    ("fsync", &[I32], I32, |machine, args| on_file(machine, args, |file| rustix::fs::fsync(file))),
    ("fdatasync", &[I32], I32, |machine, args| on_file(machine, args, |file| rustix::fs::fdatasync(file))),
    ("sync_file_range", &[I32, I64, I64, I32], I32, sync_file_range),
    ("flock", &[I32, I32], I32, flock),
    ("utimensat", &[I32, Kind::Pointer, Kind::Pointer, I32], I32, utimensat),
    ("futimens", &[I32, Kind::Pointer], I32, futimens),
    ("copy_file_range", &COPY, I64, copy_file_range),
    ("sendfile", &[I32, I32, Kind::Pointer, I64], I64, sendfile),
    ("sendfile64", &[I32, I32, Kind::Pointer, I64], I64, sendfile),
];

const COPY: [Kind; 6] = [I32, Kind::Pointer, I32, Kind::Pointer, I64, I32];

/// The folder that the program is in, in place of a descriptor.
pub(super) const AT_FDCWD: i32 = -100;

fn mode(bits: u64) -> Mode {
    Mode::from_raw_mode(bits as u32 & 0o7777)
}

/// Does something with a file that an argument names.
pub(super) fn on_path(
    machine: &mut Machine,
    args: &Args<'_>,
    argument: usize,
    last: Last,
    act: impl FnOnce(&Spot) -> Result<(), Errno>,
) -> Step<Scalar> {
    let path = machine.read_c_string(args.pointer(argument))?;
    let spot = machine.spot(&Named { call: args.name, from: None, path }, last)?;
    machine.answer(spot.and_then(|spot| act(&spot)).map(|()| 0))
}

/// Does something with two files that the first two arguments name.
fn on_paths(
    machine: &mut Machine,
    args: &Args<'_>,
    act: impl FnOnce(&Spot, &Spot) -> Result<(), Errno>,
) -> Step<Scalar> {
    let mut spots = Vec::new();
    for argument in 0..2 {
        let path = machine.read_c_string(args.pointer(argument))?;
        match machine.spot(&Named { call: args.name, from: None, path }, Last::Keep)? {
            Ok(spot) => spots.push(spot),
            Err(errno) => return machine.fail(errno.raw_os_error()),
        }
    }
    machine.answer(act(&spots[0], &spots[1]).map(|()| 0))
}

/// Does something with a file that the program has open.
pub(super) fn on_file(
    machine: &mut Machine,
    args: &Args<'_>,
    act: impl FnOnce(&std::os::fd::OwnedFd) -> Result<(), Errno>,
) -> Step<Scalar> {
    let Some(object) = machine.outside.descriptors.get(args.int(0)) else { return machine.fail(EBADF) };
    let Some(file) = object.host() else { return machine.fail(EINVAL) };
    machine.check_lasting(args.name)?;
    machine.answer(act(file).map(|()| 0))
}

impl Machine {
    /// A file that is named from a folder that the program has open; or the error that the call fails with.
    pub(super) fn named_at<'a>(&mut self, args: &Args<'a>, argument: usize) -> Step<Result<Named<'a>, i32>> {
        let path = self.read_c_string(args.pointer(argument + 1))?;
        let from = match args.int(argument) {
            _ if path.first() == Some(&b'/') => None,
            AT_FDCWD => None,
            number => match self.host_object(number) {
                Some(folder) => Some(folder),
                None => return Ok(Err(EBADF)),
            },
        };
        Ok(Ok(Named { call: args.name, from, path }))
    }

    fn open_named(&mut self, named: &Named<'_>, flags: u64, permissions: u64) -> Step<Scalar> {
        let flags = OFlags::from_bits_retain(flags as u32);
        match self.open_file(named, flags, mode(permissions))? {
            Ok(file) => Ok(number(self.new_descriptor(file, flags, false)?.into())),
            Err(errno) => self.fail(errno.raw_os_error()),
        }
    }
}

/// The permissions of a new file, which only such calls must give that make one.
fn permissions(args: &Args<'_>, flags: u64, argument: usize) -> Step<u64> {
    let makes_one = OFlags::from_bits_retain(flags as u32).intersects(OFlags::CREATE)
        || OFlags::from_bits_retain(flags as u32).contains(OFlags::TMPFILE);
    match args.scalars.get(argument) {
        Some(scalar) => Ok(scalar.bits as u64),
        None if makes_one => ub(Ub::CallArgCount { passed: args.scalars.len(), wanted: argument + 1 }),
        None => Ok(0),
    }
}

fn open(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let flags = args.number(1);
    let permissions = permissions(args, flags, 2)?;
    let path = machine.read_c_string(args.pointer(0))?;
    machine.open_named(&Named { call: args.name, from: None, path }, flags, permissions)
}

fn openat(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let flags = args.number(2);
    let permissions = permissions(args, flags, 3)?;
    match machine.named_at(args, 0)? {
        Ok(named) => machine.open_named(&named, flags, permissions),
        Err(errno) => machine.fail(errno),
    }
}

fn creat(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let path = machine.read_c_string(args.pointer(0))?;
    let flags = OFlags::CREATE | OFlags::WRONLY | OFlags::TRUNC;
    machine.open_named(&Named { call: args.name, from: None, path }, flags.bits().into(), args.number(1))
}

/// Opens a new file whose name ends with letters that the seed chooses, and writes the name where the template was.
fn mkstemp(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const ENDING: &[u8] = b"XXXXXX";
    const ATTEMPTS: usize = 100;
    let template = machine.read_c_string(args.pointer(0))?;
    let Some(stem) = template.strip_suffix(ENDING) else { return machine.fail(EINVAL) };
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL;
    for _ in 0..ATTEMPTS {
        let random = machine.random_bytes(ENDING.len() as u64);
        let letters = random.iter().map(|byte| LETTERS[usize::from(*byte) % LETTERS.len()]);
        let path: Vec<u8> = stem.iter().copied().chain(letters).collect();
        let named = Named { call: args.name, from: None, path };
        match machine.open_file(&named, flags, mode(0o600))? {
            Ok(file) => {
                machine.write_in(args.pointer(0), &named.path)?;
                return Ok(number(machine.new_descriptor(file, flags, false)?.into()));
            }
            Err(Errno::EXIST) => {}
            Err(errno) => return machine.fail(errno.raw_os_error()),
        }
    }
    machine.fail(EEXIST)
}

fn unlinkat(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let named = match machine.named_at(args, 0)? {
        Ok(named) => named,
        Err(errno) => return machine.fail(errno),
    };
    let flags = AtFlags::from_bits_retain(args.number(2) as u32);
    let spot = machine.spot(&named, Last::Keep)?;
    machine.answer(spot.and_then(|spot| rustix::fs::unlinkat(CWD, &spot.path, flags)).map(|()| 0))
}

fn linkat(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    if args.int(4) != 0 {
        return args.unsupported("with flags");
    }
    let mut spots = Vec::new();
    for argument in [0, 2] {
        let spot = match machine.named_at(args, argument)? {
            Ok(named) => machine.spot(&named, Last::Keep)?,
            Err(errno) => return machine.fail(errno),
        };
        match spot {
            Ok(spot) => spots.push(spot),
            Err(errno) => return machine.fail(errno.raw_os_error()),
        }
    }
    let linked = rustix::fs::linkat(CWD, &spots[0].path, CWD, &spots[1].path, AtFlags::empty());
    machine.answer(linked.map(|()| 0))
}

/// What a link says is just text: whether it leads out is asked when somebody follows it.
fn symlink(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let text = machine.read_c_string(args.pointer(0))?;
    on_path(machine, args, 1, Last::Keep, |spot| rustix::fs::symlink(OsStr::from_bytes(&text), &spot.path))
}

fn readlink(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let path = machine.read_c_string(args.pointer(0))?;
    let spot = machine.spot(&Named { call: args.name, from: None, path }, Last::Keep)?;
    match spot.and_then(|spot| rustix::fs::readlink(&spot.path, Vec::new())) {
        Ok(text) => {
            let room = usize::try_from(args.number(2)).unwrap_or(usize::MAX);
            let text = text.as_bytes();
            let text = &text[..text.len().min(room)];
            machine.write_in(args.pointer(1), text)?;
            Ok(number(text.len() as i64))
        }
        Err(errno) => machine.fail(errno.raw_os_error()),
    }
}

/// The path without links and dots. The caller gives memory for it, or gets some from the C library's heap.
fn realpath(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let path = machine.read_c_string(args.pointer(0))?;
    let named = Named { call: args.name, from: None, path };
    let opened = machine.open_file(&named, OFlags::PATH, Mode::empty())?;
    let found = opened.and_then(|file| rustix::fs::readlink(reach::by_number(&file), Vec::new()));
    match found {
        Ok(text) => {
            let to = match args.pointer(1) {
                pointer if pointer.addr != 0 => pointer,
                _ => machine.c_memory_for(text.as_bytes_with_nul().len() as u64)?,
            };
            machine.write_in(to, text.as_bytes_with_nul())?;
            Ok(to.into())
        }
        Err(errno) => {
            machine.fail(errno.raw_os_error())?;
            Ok(Scalar::new(0))
        }
    }
}

fn truncate(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let Ok(length) = u64::try_from(args.number(1) as i64) else { return machine.fail(EINVAL) };
    let path = machine.read_c_string(args.pointer(0))?;
    let named = Named { call: args.name, from: None, path };
    let opened = machine.open_file(&named, OFlags::WRONLY | OFlags::NONBLOCK, Mode::empty())?;
    machine.answer(opened.and_then(|file| rustix::fs::ftruncate(&file, length)).map(|()| 0))
}

fn ftruncate(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match u64::try_from(args.number(1) as i64) {
        Ok(length) => on_file(machine, args, |file| rustix::fs::ftruncate(file, length)),
        Err(_) => machine.fail(EINVAL),
    }
}

/// It returns the error, and leaves `errno` alone.
fn posix_fallocate(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let Some(object) = machine.host_object(args.int(0)) else { return Ok(number(EBADF.into())) };
    let (offset, length) = (args.number(1) as i64, args.number(2) as i64);
    if offset < 0 || length <= 0 {
        return Ok(number(EINVAL.into()));
    }
    machine.check_lasting(args.name)?;
    let flags = rustix::fs::FallocateFlags::empty();
    let done = object.host().map(|file| rustix::fs::fallocate(file, flags, offset as u64, length as u64));
    Ok(number(match done {
        Some(Err(errno)) => errno.raw_os_error().into(),
        _ => 0,
    }))
}

/// More than was asked for: all of the file is written.
fn sync_file_range(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const KNOWN: i32 = 0b111;
    if (args.number(1) as i64) < 0 || (args.number(2) as i64) < 0 || args.int(3) & !KNOWN != 0 {
        return machine.fail(EINVAL);
    }
    on_file(machine, args, |file| rustix::fs::fdatasync(file))
}

fn flock(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const NOT_WAITING: i32 = 4;
    let Some(object) = machine.host_object(args.int(0)) else { return machine.fail(EBADF) };
    let operation = match args.int(1) & !NOT_WAITING {
        1 => FlockOperation::NonBlockingLockShared,
        2 => FlockOperation::NonBlockingLockExclusive,
        8 => FlockOperation::NonBlockingUnlock,
        _ => return machine.fail(EINVAL),
    };
    machine.check_lasting(args.name)?;
    let Some(file) = object.host() else { return machine.fail(EBADF) };
    match rustix::fs::flock(file, operation) {
        Err(Errno::AGAIN) if args.int(1) & NOT_WAITING == 0 => {
            args.unsupported("for a lock that somebody else holds")
        }
        done => machine.answer(done.map(|()| 0)),
    }
}

/// Two times, as `utimensat` takes them: null is now.
fn times(machine: &mut Machine, at: Pointer) -> Step<Timestamps> {
    const UTIME_NOW: i64 = 0x3fff_ffff;
    let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
    if at.addr == 0 {
        return Ok(Timestamps { last_access: now, last_modification: now });
    }
    let bytes = machine.read_out(at, 32, "a time")?;
    let word = |at: usize| bytes[at..at + 8].try_into().map_or(0, i64::from_le_bytes);
    let time = |at| Timespec { tv_sec: word(at), tv_nsec: word(at + 8) };
    Ok(Timestamps { last_access: time(0), last_modification: time(16) })
}

fn utimensat(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let times = times(machine, args.pointer(2))?;
    let named = match machine.named_at(args, 0)? {
        Ok(named) => named,
        Err(errno) => return machine.fail(errno),
    };
    let keeps = AtFlags::from_bits_retain(args.number(3) as u32).contains(AtFlags::SYMLINK_NOFOLLOW);
    let (last, flags) = match keeps {
        true => (Last::Keep, AtFlags::SYMLINK_NOFOLLOW),
        false => (Last::Follow, AtFlags::empty()),
    };
    let spot = machine.spot(&named, last)?;
    machine.answer(spot.and_then(|spot| rustix::fs::utimensat(CWD, &spot.path, &times, flags)).map(|()| 0))
}

fn futimens(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let times = times(machine, args.pointer(1))?;
    on_file(machine, args, |file| rustix::fs::futimens(file, &times))
}

impl Machine {
    /// An offset that a call goes on from, and moves; none if the pointer is null.
    fn read_offset(&mut self, at: Pointer) -> Step<Option<u64>> {
        if at.addr == 0 {
            return Ok(None);
        }
        let bytes = self.read_out(at, 8, "an offset")?;
        Ok(Some(bytes.try_into().map_or(0, u64::from_le_bytes)))
    }

    fn write_offset(&mut self, at: Pointer, offset: Option<u64>) -> Step<()> {
        match offset {
            Some(offset) => self.write_in(at, &offset.to_le_bytes()),
            None => Ok(()),
        }
    }
}

pub(super) fn copy_file_range(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (from, to) = (machine.host_object(args.int(0)), machine.host_object(args.int(2)));
    let (Some(from), Some(to)) = (from, to) else { return machine.fail(EBADF) };
    let (Some(from), Some(to)) = (from.host(), to.host()) else { return machine.fail(EBADF) };
    machine.check_lasting(args.name)?;
    let (mut read, mut written) =
        (machine.read_offset(args.pointer(1))?, machine.read_offset(args.pointer(3))?);
    let count = usize::try_from(args.number(4)).unwrap_or(usize::MAX);
    let copied = rustix::fs::copy_file_range(from, read.as_mut(), to, written.as_mut(), count);
    machine.write_offset(args.pointer(1), read)?;
    machine.write_offset(args.pointer(3), written)?;
    machine.answer(copied.map(|count| count as i64))
}

/// Copies between two files. To and from anything else the library reads and writes, when it is told that this cannot be done.
fn sendfile(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (to, from) = (machine.outside.descriptors.get(args.int(0)), machine.host_object(args.int(1)));
    let (Some(to), Some(from)) = (to, from) else { return machine.fail(EBADF) };
    let (Object::Host(to), Some(from)) = (&*to, from.host()) else { return machine.fail(EINVAL) };
    machine.check_lasting(args.name)?;
    let mut offset = machine.read_offset(args.pointer(2))?;
    let count = usize::try_from(args.number(3)).unwrap_or(usize::MAX);
    let sent = machine.unblocked(to, descriptors::Direction::Write, |to| {
        rustix::fs::sendfile(to, from, offset.as_mut(), count)
    })?;
    machine.write_offset(args.pointer(2), offset)?;
    machine.answer(sent.map(|count| count as i64))
}
