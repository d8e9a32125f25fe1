//! Standard input, which is at its end, and the two streams of output. There are no other files.

use super::errno::*;
use super::*;

pub(super) const TABLE: &[Entry] = &[
    ("write", &[I32, Kind::Pointer, I64], I64, write),
    ("writev", &[I32, Kind::Pointer, I32], I64, writev),
    ("read", &[I32, Kind::Pointer, I64], I64, read),
    ("readv", &[I32, Kind::Pointer, I32], I64, read),
    ("isatty", &[I32], I32, isatty),
    ("poll", &[Kind::Pointer, I64, I32], I32, poll),
    ("fcntl", &[I32, I32], I32, fcntl),
    ("puts", &[Kind::Pointer], I32, puts),
    ("putchar", &[I32], I32, putchar),
];

const STDIN: i32 = 0;
const STDOUT: i32 = 1;
const STDERR: i32 = 2;

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
    pub(super) fn print_to(&mut self, stream: i32, bytes: &[u8]) -> Step<Scalar> {
        let limit = self.limits.output;
        let (output, stream) = match stream {
            STDOUT => (&mut self.output, Stream::Output),
            STDERR => (&mut self.outside.errors, Stream::Errors),
            _ => return self.fail(EBADF),
        };
        if output.len() + bytes.len() > limit {
            return Err(Box::new(Stop::Budget(Budget::Output)));
        }
        output.extend_from_slice(bytes);
        self.outside.listener.hear(stream, bytes);
        Ok(number(bytes.len() as i64))
    }
}

fn write(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let bytes = machine.read_out(args.pointer(1), args.number(2), "bytes that are printed")?;
    machine.print_to(args.int(0), &bytes)
}

/// Prints the bytes of several buffers, each a pointer and a length.
fn writev(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const BUFFER: u64 = 16;
    let mut bytes = Vec::new();
    for n in 0..args.int(2).max(0) as u64 {
        let at = args.pointer(1).wrapping_add(n * BUFFER);
        let buffer = machine.read_bytes(place(at), BUFFER)?;
        let (Some(start), Some(length)) = (buffer.read(0, 8), buffer.read(8, 8)) else {
            return ub(Ub::Uninit { what: "a buffer of `writev`".to_owned() });
        };
        bytes.extend(machine.read_out(start.into(), length.bits as u64, "bytes that are printed")?);
    }
    machine.print_to(args.int(0), &bytes)
}

/// Standard input is at its end.
fn read(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match args.int(0) {
        STDIN => Ok(number(0)),
        _ => machine.fail(EBADF),
    }
}

/// No stream is a terminal.
fn isatty(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let reason = if (STDIN..=STDERR).contains(&args.int(0)) { ENOTTY } else { EBADF };
    machine.fail(reason)?;
    Ok(number(0))
}

/// Nothing happens on the three streams that are asked for nothing, as the library asks before `main`.
fn poll(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const ENTRY: u64 = 8;
    for n in 0..args.number(1) {
        let at = args.pointer(0).wrapping_add(n * ENTRY);
        let entry = machine.read_out(at, ENTRY - 2, "what `poll` is asked")?;
        let stream = i32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
        if entry[4..6] != [0, 0] || !(STDIN..=STDERR).contains(&stream) {
            return args.unsupported("for events");
        }
        machine.write_in(at.wrapping_add(6), &[0, 0])?;
    }
    Ok(number(0))
}

/// The flags of the three streams, of which there are none.
fn fcntl(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const F_GETFD: i32 = 1;
    match (args.int(0), args.int(1)) {
        (STDIN..=STDERR, F_GETFD) => Ok(number(0)),
        (STDIN..=STDERR, _) => args.unsupported("with this command"),
        _ => machine.fail(EBADF),
    }
}

fn puts(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let mut line = machine.read_c_string(args.pointer(0))?;
    line.push(b'\n');
    machine.print_to(STDOUT, &line)
}

fn putchar(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let byte = args.number(0) as u8;
    machine.print_to(STDOUT, &[byte])?;
    Ok(number(i64::from(byte)))
}
