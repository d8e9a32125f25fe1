//! Reading and writing: the three standard streams, and whatever else a program has open.

use super::descriptors::{Direction, Object};
use super::errno::*;
use super::reach::Refused;
use super::*;
use crate::explore::Action;
use crate::explore::story::StoryDeed;
use rustix::fs::SeekFrom;

pub(super) const TABLE: &[Entry] = &[
    ("write", &[I32, Kind::Pointer, I64], I64, write),
    ("writev", &[I32, Kind::Pointer, I32], I64, writev),
    ("pwrite64", &[I32, Kind::Pointer, I64, I64], I64, pwrite),
    ("pwrite", &[I32, Kind::Pointer, I64, I64], I64, pwrite),
    ("read", &[I32, Kind::Pointer, I64], I64, read),
    ("readv", &[I32, Kind::Pointer, I32], I64, readv),
    ("pread64", &[I32, Kind::Pointer, I64, I64], I64, pread),
    ("pread", &[I32, Kind::Pointer, I64, I64], I64, pread),
    ("lseek", &[I32, I64, I32], I64, lseek),
    ("lseek64", &[I32, I64, I32], I64, lseek),
    ("puts", &[Kind::Pointer], I32, puts),
    ("putchar", &[I32], I32, putchar),
];

/// A stream that programs print to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
}

/// What is done with bytes that a program prints.
type Hear = dyn FnMut(Stream, &[u8]);

/// Somebody who hears what a program prints as it prints it.
#[derive(Default)]
pub(super) struct Listener(Option<Box<Hear>>);

impl Listener {
    fn hear(&mut self, stream: Stream, bytes: &[u8]) {
        if let Some(listener) = &mut self.0 {
            listener(stream, bytes);
        }
    }
}

impl std::fmt::Debug for Listener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "somebody" } else { "nobody" })
    }
}

impl Machine {
    /// Tells somebody what the program prints as it prints it. What is undone later was told all the same.
    pub fn set_listener(&mut self, listener: impl FnMut(Stream, &[u8]) + 'static) {
        self.outside.listener = Listener(Some(Box::new(listener)));
    }

    /// What the program has printed to standard error.
    pub fn error_output(&self) -> &[u8] {
        &self.outside.errors
    }

    /// Prints, to one of the two streams.
    pub(super) fn print_to(&mut self, stream: Stream, bytes: &[u8]) -> Step<Scalar> {
        let limit = self.limits.output;
        let output = match stream {
            Stream::Output => &mut self.output,
            Stream::Errors => &mut self.outside.errors,
        };
        if output.len() + bytes.len() > limit {
            return Err(Box::new(Stop::Budget(Budget::Output)));
        }
        output.extend_from_slice(bytes);
        self.record(Action::Print);
        self.narrate(|_| StoryDeed::Prints(bytes.to_vec()));
        self.outside.listener.hear(stream, bytes);
        Ok(number(bytes.len() as i64))
    }

    /// The buffers of `readv` and `writev`, each a pointer and a length.
    fn buffers(&mut self, args: &Args<'_>) -> Step<Vec<(Pointer, u64)>> {
        const BUFFER: u64 = 16;
        let mut buffers = Vec::new();
        for n in 0..args.int(2).max(0) as u64 {
            let at = args.pointer(1).wrapping_add(n * BUFFER);
            let buffer = self.read_bytes(place(at), BUFFER)?;
            let (Some(start), Some(length)) = (buffer.read(0, 8), buffer.read(8, 8)) else {
                return ub(Ub::Uninit { what: format!("a buffer of `{}`", args.name) });
            };
            buffers.push((start.into(), length.bits as u64));
        }
        Ok(buffers)
    }
}

/// What is written to: it has all bytes that it got.
fn write_to(machine: &mut Machine, args: &Args<'_>, bytes: &[u8], offset: Option<u64>) -> Step<Scalar> {
    let object = machine.outside.descriptors.get(args.int(0));
    let object = match object.as_deref() {
        None => return machine.fail(EBADF),
        Some(Object::Input) => return machine.fail(EBADF),
        Some(Object::Output(_)) if offset.is_some() => return machine.fail(ESPIPE),
        Some(Object::Output(stream)) => return machine.print_to(*stream, bytes),
        Some(Object::Host(object)) => object,
    };
    machine.check_lasting(args.name)?;
    let written = machine.unblocked(object, Direction::Write, |file| match offset {
        Some(offset) => rustix::io::pwrite(file, bytes, offset),
        None => rustix::io::write(file, bytes),
    })?;
    machine.answer(written.map(|count| count as i64))
}

fn write(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let bytes = machine.read_out(args.pointer(1), args.number(2), "bytes that are written")?;
    write_to(machine, args, &bytes, None)
}

fn pwrite(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let bytes = machine.read_out(args.pointer(1), args.number(2), "bytes that are written")?;
    match u64::try_from(args.number(3) as i64) {
        Ok(offset) => write_to(machine, args, &bytes, Some(offset)),
        Err(_) => machine.fail(EINVAL),
    }
}

/// The bytes of several buffers, one after the other.
fn writev(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let mut bytes = Vec::new();
    for (start, length) in machine.buffers(args)? {
        bytes.extend(machine.read_out(start, length, "bytes that are written")?);
    }
    write_to(machine, args, &bytes, None)
}

/// Reads at most so many bytes; or the error that the call fails with.
fn read_from(
    machine: &mut Machine,
    args: &Args<'_>,
    count: u64,
    offset: Option<u64>,
) -> Step<Result<Vec<u8>, i32>> {
    let object = machine.outside.descriptors.get(args.int(0));
    let mut bytes = vec![0; count as usize];
    let result = match object.as_deref() {
        None => return Ok(Err(EBADF)),
        Some(Object::Output(_)) => return Ok(Err(EBADF)),
        Some(Object::Input) if offset.is_some() => return Ok(Err(ESPIPE)),
        Some(Object::Input) if machine.is_open() => {
            machine.check_lasting(args.name)?;
            rustix::io::retry_on_intr(|| rustix::io::read(rustix::stdio::stdin(), &mut bytes[..]))
        }
        Some(Object::Input) => return Ok(Err(machine.refuse(args.name, Refused::Input)?)),
        Some(Object::Host(object)) => {
            machine.check_lasting(args.name)?;
            machine.unblocked(object, Direction::Read, |file| match offset {
                Some(offset) => rustix::io::pread(file, &mut bytes[..], offset),
                None => rustix::io::read(file, &mut bytes[..]),
            })?
        }
    };
    Ok(match result {
        Ok(count) => {
            bytes.truncate(count);
            Ok(bytes)
        }
        Err(errno) => Err(errno.raw_os_error()),
    })
}

/// Reads into one buffer. All of it must be memory, even if less is read.
fn read_into(machine: &mut Machine, args: &Args<'_>, offset: Option<u64>) -> Step<Scalar> {
    let (to, count) = (args.pointer(1), args.number(2));
    if count > 0 {
        machine.check_inbounds(to, count, Purpose::Access)?;
    }
    match read_from(machine, args, count, offset)? {
        Ok(bytes) => {
            machine.write_in(to, &bytes)?;
            Ok(number(bytes.len() as i64))
        }
        Err(errno) => machine.fail(errno),
    }
}

fn read(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    read_into(machine, args, None)
}

fn pread(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match u64::try_from(args.number(3) as i64) {
        Ok(offset) => read_into(machine, args, Some(offset)),
        Err(_) => machine.fail(EINVAL),
    }
}

fn readv(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let buffers = machine.buffers(args)?;
    for &(start, length) in buffers.iter().filter(|(_, length)| *length > 0) {
        machine.check_inbounds(start, length, Purpose::Access)?;
    }
    let all = buffers.iter().map(|(_, length)| length).sum();
    let bytes = match read_from(machine, args, all, None)? {
        Ok(bytes) => bytes,
        Err(errno) => return machine.fail(errno),
    };
    let mut rest = &bytes[..];
    for (start, length) in buffers {
        let (now, later) = rest.split_at(rest.len().min(length as usize));
        machine.write_in(start, now)?;
        rest = later;
    }
    Ok(number(bytes.len() as i64))
}

fn lseek(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let Some(object) = machine.outside.descriptors.get(args.int(0)) else { return machine.fail(EBADF) };
    let Object::Host(object) = &*object else { return machine.fail(ESPIPE) };
    machine.check_lasting(args.name)?;
    let offset = args.number(1) as i64;
    let to = match (args.int(2), u64::try_from(offset)) {
        (0, Ok(offset)) => SeekFrom::Start(offset),
        (1, _) => SeekFrom::Current(offset),
        (2, _) => SeekFrom::End(offset),
        (3, Ok(offset)) => SeekFrom::Data(offset),
        (4, Ok(offset)) => SeekFrom::Hole(offset),
        _ => return machine.fail(EINVAL),
    };
    let sought = rustix::fs::seek(&object.file, to);
    machine.answer(sought.map(|at| at as i64))
}

fn puts(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let mut line = machine.read_c_string(args.pointer(0))?;
    line.push(b'\n');
    machine.print_to(Stream::Output, &line)
}

fn putchar(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let byte = args.number(0) as u8;
    machine.print_to(Stream::Output, &[byte])?;
    Ok(number(i64::from(byte)))
}
