//! What files are: `stat` and its kin, with the records of Linux on x86-64.

use super::errno::*;
use super::files::copy_file_range;
use super::reach::{Last, Named};
use super::*;
use rustix::fs::{AtFlags, CWD, Stat, Statx, StatxFlags, StatxTimestamp};
use rustix::io::Errno;

pub(super) const TABLE: &[Entry] = &[
    ("stat", &[Kind::Pointer, Kind::Pointer], I32, |machine, args| stat(machine, args, Last::Follow)),
    ("stat64", &[Kind::Pointer, Kind::Pointer], I32, |machine, args| stat(machine, args, Last::Follow)),
    ("lstat", &[Kind::Pointer, Kind::Pointer], I32, |machine, args| stat(machine, args, Last::Keep)),
    ("lstat64", &[Kind::Pointer, Kind::Pointer], I32, |machine, args| stat(machine, args, Last::Keep)),
    ("fstat", &[I32, Kind::Pointer], I32, fstat),
    ("fstat64", &[I32, Kind::Pointer], I32, fstat),
    ("fstatat64", &[I32, Kind::Pointer, Kind::Pointer, I32], I32, fstatat),
    ("fstatat", &[I32, Kind::Pointer, Kind::Pointer, I32], I32, fstatat),
    ("statx", &[I32, Kind::Pointer, I32, I32, Kind::Pointer], I32, statx),
];

/// The raw system calls about files that the standard library makes, by their numbers on x86-64.
pub(super) fn system_call(machine: &mut Machine, args: &Args<'_>, call: u64) -> Step<Scalar> {
    const COPY_FILE_RANGE: u64 = 326;
    const STATX: u64 = 332;
    const EVENTFD2: u64 = 290;
    let further = |name, count| {
        if args.scalars.len() <= count {
            return ub(Ub::CallArgCount { passed: args.scalars.len(), wanted: count + 1 });
        }
        Ok(Args { name, scalars: args.scalars[1..].to_vec(), lengths: args.lengths[1..].to_vec() })
    };
    match call {
        STATX => statx(machine, &further("statx", 5)?),
        COPY_FILE_RANGE => copy_file_range(machine, &further("copy_file_range", 6)?),
        EVENTFD2 => pipes::eventfd(machine, &further("eventfd", 2)?),
        call => args.unsupported(&format!("for the system call {call}")),
    }
}

/// Words that follow each other in memory.
#[derive(Default)]
struct Record(Vec<u8>);

impl Record {
    fn word(&mut self, word: u64) -> &mut Record {
        self.0.extend(word.to_le_bytes());
        self
    }

    fn half(&mut self, half: u32) -> &mut Record {
        self.0.extend(half.to_le_bytes());
        self
    }

    fn time(&mut self, time: &StatxTimestamp) -> &mut Record {
        self.word(time.tv_sec as u64).half(time.tv_nsec).half(0)
    }

    /// Zeros up to a size.
    fn filled(&mut self, size: usize) -> &[u8] {
        self.0.resize(size, 0);
        &self.0
    }
}

impl Machine {
    /// Writes `struct stat`.
    fn give_status(&mut self, to: Pointer, found: Result<Stat, Errno>) -> Step<Scalar> {
        const SIZE: usize = 144;
        let stat = match found {
            Ok(stat) => stat,
            Err(errno) => return self.fail(errno.raw_os_error()),
        };
        let mut record = Record::default();
        record.word(stat.st_dev).word(stat.st_ino).word(stat.st_nlink);
        record.half(stat.st_mode).half(stat.st_uid).half(stat.st_gid).half(0);
        record.word(stat.st_rdev).word(stat.st_size as u64).word(stat.st_blksize as u64);
        record.word(stat.st_blocks as u64);
        record.word(stat.st_atime as u64).word(stat.st_atime_nsec);
        record.word(stat.st_mtime as u64).word(stat.st_mtime_nsec);
        record.word(stat.st_ctime as u64).word(stat.st_ctime_nsec);
        self.write_in(to, record.filled(SIZE))?;
        Ok(number(0))
    }

    /// Writes `struct statx`.
    fn give_long_status(&mut self, to: Pointer, found: Result<Statx, Errno>) -> Step<Scalar> {
        const SIZE: usize = 256;
        let stat = match found {
            Ok(stat) => stat,
            Err(errno) => return self.fail(errno.raw_os_error()),
        };
        let mut record = Record::default();
        record.half(stat.stx_mask).half(stat.stx_blksize).word(stat.stx_attributes.bits());
        record.half(stat.stx_nlink).half(stat.stx_uid).half(stat.stx_gid).half(stat.stx_mode.into());
        record.word(stat.stx_ino).word(stat.stx_size).word(stat.stx_blocks);
        record.word(stat.stx_attributes_mask.bits());
        record.time(&stat.stx_atime).time(&stat.stx_btime).time(&stat.stx_ctime).time(&stat.stx_mtime);
        record.half(stat.stx_rdev_major).half(stat.stx_rdev_minor);
        record.half(stat.stx_dev_major).half(stat.stx_dev_minor);
        record.word(stat.stx_mnt_id);
        self.write_in(to, record.filled(SIZE))?;
        Ok(number(0))
    }

    /// The status of a stream, which is no file to a program in isolation.
    fn stream_status(&mut self, args: &Args<'_>, object: &descriptors::Object) -> Step<Result<Stat, Errno>> {
        if !self.is_open() {
            let errno = self.refuse(args.name, reach::Refused::StreamStatus)?;
            return Ok(Err(Errno::from_raw_os_error(errno)));
        }
        Ok(descriptors::own_stream(object).map_or(Err(Errno::BADF), rustix::fs::fstat))
    }
}

fn stat(machine: &mut Machine, args: &Args<'_>, last: Last) -> Step<Scalar> {
    let path = machine.read_c_string(args.pointer(0))?;
    let spot = machine.spot(&Named { call: args.name, from: None, path }, last)?;
    let found = spot.and_then(|spot| match last {
        Last::Follow => rustix::fs::stat(&spot.path),
        Last::Keep => rustix::fs::lstat(&spot.path),
    });
    machine.give_status(args.pointer(1), found)
}

fn fstat(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let Some(object) = machine.outside.descriptors.get(args.int(0)) else { return machine.fail(EBADF) };
    machine.check_lasting(args.name)?;
    let found = match object.host() {
        Some(file) => rustix::fs::fstat(file),
        None => machine.stream_status(args, &object)?,
    };
    machine.give_status(args.pointer(1), found)
}

fn fstatat(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let flags = AtFlags::from_bits_retain(args.number(3) as u32);
    let named = match machine.named_at(args, 0)? {
        Ok(named) => named,
        Err(errno) => return machine.fail(errno),
    };
    if flags.contains(AtFlags::EMPTY_PATH) && named.path.is_empty() {
        return args.unsupported("with an empty path");
    }
    let keeps = flags.contains(AtFlags::SYMLINK_NOFOLLOW);
    let spot = machine.spot(&named, if keeps { Last::Keep } else { Last::Follow })?;
    let found = spot.and_then(|spot| match keeps {
        true => rustix::fs::lstat(&spot.path),
        false => rustix::fs::stat(&spot.path),
    });
    machine.give_status(args.pointer(2), found)
}

fn statx(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (path_at, to) = (args.pointer(1), args.pointer(4));
    let flags = AtFlags::from_bits_retain(args.number(2) as u32);
    let mask = StatxFlags::from_bits_retain(args.number(3) as u32);
    // The library asks so whether the call is there.
    if path_at.addr == 0 || to.addr == 0 {
        return machine.fail(EFAULT);
    }
    let path = machine.read_c_string(path_at)?;
    let own_flags = AtFlags::SYMLINK_NOFOLLOW | AtFlags::STATX_FORCE_SYNC | AtFlags::STATX_DONT_SYNC;
    if path.is_empty() && flags.contains(AtFlags::EMPTY_PATH) {
        let Some(object) = machine.outside.descriptors.get(args.int(0)) else {
            return machine.fail(EBADF);
        };
        machine.check_lasting(args.name)?;
        let Some(file) = object.host() else {
            if !machine.is_open() {
                let errno = machine.refuse(args.name, reach::Refused::StreamStatus)?;
                return machine.fail(errno);
            }
            let found = descriptors::own_stream(&object)
                .map_or(Err(Errno::BADF), |file| rustix::fs::statx(file, "", flags, mask));
            return machine.give_long_status(to, found);
        };
        let found = rustix::fs::statx(file, "", flags & (own_flags | AtFlags::EMPTY_PATH), mask);
        return machine.give_long_status(to, found);
    }
    let named = match machine.named_at(args, 0)? {
        Ok(named) => named,
        Err(errno) => return machine.fail(errno),
    };
    let last = if flags.contains(AtFlags::SYMLINK_NOFOLLOW) { Last::Keep } else { Last::Follow };
    let spot = machine.spot(&named, last)?;
    let found = spot.and_then(|spot| rustix::fs::statx(CWD, &spot.path, flags & own_flags, mask));
    machine.give_long_status(to, found)
}
