//! Pipes and counters of events, which only the program itself has both ends of, and waiting for several things at once.

use super::descriptors::{Object, own_stream, timespec, wait};
use super::errno::*;
use super::*;
use rustix::event::{EventfdFlags, PollFd, PollFlags, epoll};
use rustix::fs::OFlags;
use std::os::fd::OwnedFd;
use std::rc::Rc;

pub(super) const TABLE: &[Entry] = &[
    ("pipe", &[Kind::Pointer], I32, |machine, args| pipe(machine, args, OFlags::empty())),
    ("pipe2", &[Kind::Pointer, I32], I32, |machine, args| {
        pipe(machine, args, OFlags::from_bits_retain(args.number(1) as u32))
    }),
    ("eventfd", &[I32, I32], I32, eventfd),
    ("poll", &[Kind::Pointer, I64, I32], I32, poll),
    ("epoll_create1", &[I32], I32, epoll_create),
    ("epoll_ctl", &[I32, I32, I32, Kind::Pointer], I32, epoll_ctl),
    ("epoll_wait", &[I32, Kind::Pointer, I32, I32], I32, epoll_wait),
];

impl Machine {
    /// Gives the program the numbers of two ends, in two `int`s.
    pub(super) fn give_ends(&mut self, to: Pointer, ends: [OwnedFd; 2], flags: OFlags) -> Step<Scalar> {
        self.check_inbounds(to, 8, Purpose::Access)?;
        let mut numbers = Vec::new();
        for end in ends {
            numbers.extend(self.new_descriptor(end, flags, true)?.to_le_bytes());
        }
        self.write_in(to, &numbers)?;
        Ok(number(0))
    }
}

fn pipe(machine: &mut Machine, args: &Args<'_>, flags: OFlags) -> Step<Scalar> {
    if !(OFlags::CLOEXEC | OFlags::NONBLOCK).contains(flags) {
        return args.unsupported("with these flags");
    }
    machine.check_lasting(args.name)?;
    match rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC) {
        Ok((reader, writer)) => machine.give_ends(args.pointer(0), [reader, writer], flags),
        Err(errno) => machine.fail(errno.raw_os_error()),
    }
}

pub(super) fn eventfd(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    machine.check_lasting(args.name)?;
    let flags = OFlags::from_bits_retain(args.number(1) as u32);
    let own = EventfdFlags::from_bits_retain(args.number(1) as u32) | EventfdFlags::CLOEXEC;
    match rustix::event::eventfd(args.number(0) as u32, own) {
        Ok(file) => Ok(number(machine.new_descriptor(file, flags, true)?.into())),
        Err(errno) => machine.fail(errno.raw_os_error()),
    }
}

/// What is waited for, and where the answer goes.
struct Polled {
    object: Option<Rc<Object>>,
    wanted: PollFlags,
    answer: Pointer,
}

/// Waits until something happens to one of several things. Nothing happens to the three streams that are asked for nothing, as the
/// library asks before `main`.
fn poll(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const ENTRY: u64 = 8;
    let count = args.number(1);
    let mut polled = Vec::new();
    for n in 0..count {
        let at = args.pointer(0).wrapping_add(n * ENTRY);
        let entry = machine.read_out(at, ENTRY - 2, "what `poll` is asked")?;
        let descriptor = i32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
        let answer = at.wrapping_add(6);
        // A negative number is nobody's, and is passed over.
        if descriptor < 0 {
            machine.write_in(answer, &[0, 0])?;
            continue;
        }
        let wanted = PollFlags::from_bits_retain(u16::from_le_bytes([entry[4], entry[5]]));
        polled.push(Polled { object: machine.outside.descriptors.get(descriptor), wanted, answer });
    }
    let mut ready = poll_now(machine, &polled);
    let timeout = args.int(2);
    if timeout != 0 && ready.iter().all(PollFlags::is_empty) {
        machine.check_lasting(args.name)?;
        let patience = u64::try_from(timeout).ok().map(|timeout| timeout * 1_000_000);
        if wait_for_any(machine, &polled, patience) {
            return Ok(NOTHING);
        }
        ready = poll_now(machine, &polled);
    }
    let mut happened = 0;
    for (polled, ready) in polled.iter().zip(ready) {
        machine.write_in(polled.answer, &ready.bits().to_le_bytes())?;
        happened += i64::from(!ready.is_empty());
    }
    Ok(number(happened))
}

/// What has happened already.
fn poll_now(machine: &Machine, polled: &[Polled]) -> Vec<PollFlags> {
    let state = |polled: &Polled| match polled.object.as_deref() {
        None => PollFlags::NVAL,
        Some(Object::Output(_)) => polled.wanted & (PollFlags::OUT | PollFlags::WRNORM),
        Some(Object::Input) if !machine.is_open() || polled.wanted.is_empty() => PollFlags::empty(),
        Some(object) => {
            let Some(file) = own_stream(object) else { return PollFlags::NVAL };
            let mut files = [PollFd::from_borrowed_fd(file, polled.wanted)];
            wait(&mut files, Some(&timespec(0)));
            files[0].revents()
        }
    };
    polled.iter().map(state).collect()
}

/// Waits until something happens, or for a time. Says whether the thread alone has to wait, and to ask again.
fn wait_for_any(machine: &mut Machine, polled: &[Polled], patience: Option<u64>) -> bool {
    let is_outer = |object: &Rc<Object>| match &**object {
        Object::Host(object) => !object.is_internal,
        Object::Input => machine.is_open(),
        Object::Output(_) => false,
    };
    let objects = polled.iter().filter_map(|polled| Some((polled.object.as_ref()?, polled.wanted)));
    let outer: Vec<_> = objects.filter(|(object, _)| is_outer(object)).collect();
    if outer.is_empty() || machine.fixed.is_scheduled {
        machine.wait_at_descriptors(!outer.is_empty(), patience);
        return machine.has_to_wait();
    }
    let files = outer.iter().filter_map(|(object, wanted)| Some((own_stream(object)?, *wanted)));
    let mut files: Vec<PollFd<'_>> =
        files.map(|(file, wanted)| PollFd::from_borrowed_fd(file, wanted)).collect();
    wait(&mut files, patience.map(timespec).as_ref());
    false
}

fn epoll_create(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    machine.check_lasting(args.name)?;
    match epoll::create(epoll::CreateFlags::CLOEXEC) {
        Ok(file) => {
            let flags = OFlags::from_bits_retain(args.number(0) as u32);
            Ok(number(machine.new_descriptor(file, flags, !machine.is_open())?.into()))
        }
        Err(errno) => machine.fail(errno.raw_os_error()),
    }
}

/// The size of an event: it is packed on x86-64.
const EVENT: u64 = 12;

fn epoll_ctl(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const ADD: i32 = 1;
    const DELETE: i32 = 2;
    const MODIFY: i32 = 3;
    machine.check_lasting(args.name)?;
    let (queue, object) = (machine.host_object(args.int(0)), machine.outside.descriptors.get(args.int(2)));
    let (Some(queue), Some(object)) = (queue, object) else { return machine.fail(EBADF) };
    let (Some(queue), Some(file)) = (queue.host(), own_stream(&object)) else { return machine.fail(EBADF) };
    if args.int(1) == DELETE {
        return machine.answer(epoll::delete(queue, file).map(|()| 0));
    }
    let event = machine.read_out(args.pointer(3), EVENT, "an event")?;
    let flags = event[..4].try_into().map_or(0, u32::from_le_bytes);
    let data = epoll::EventData::new_u64(event[4..].try_into().map_or(0, u64::from_le_bytes));
    let flags = epoll::EventFlags::from_bits_retain(flags);
    let done = match args.int(1) {
        ADD => epoll::add(queue, file, data, flags),
        MODIFY => epoll::modify(queue, file, data, flags),
        _ => return machine.fail(EINVAL),
    };
    machine.answer(done.map(|()| 0))
}

fn epoll_wait(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let Some(object) = machine.host_object(args.int(0)) else { return machine.fail(EBADF) };
    let Object::Host(queue) = &*object else { return machine.fail(EBADF) };
    let Some(most) = usize::try_from(args.int(2)).ok().filter(|most| *most > 0) else {
        return machine.fail(EINVAL);
    };
    machine.check_lasting(args.name)?;
    machine.check_inbounds(args.pointer(1), most as u64 * EVENT, Purpose::Access)?;
    let now = |machine: &mut Machine| {
        let mut events = Vec::with_capacity(most);
        let waited =
            epoll::wait(&queue.file, rustix::buffer::spare_capacity(&mut events), Some(&timespec(0)));
        match waited {
            Ok(_) => Ok(Ok(events)),
            Err(errno) => machine.fail(errno.raw_os_error()).map(Err),
        }
    };
    let mut events = match now(machine)? {
        Ok(events) => events,
        Err(failed) => return Ok(failed),
    };
    if events.is_empty() && args.int(3) != 0 {
        let patience = u64::try_from(args.int(3)).ok().map(|timeout| timeout * 1_000_000);
        let polled =
            Polled { object: Some(Rc::clone(&object)), wanted: PollFlags::IN, answer: args.pointer(1) };
        if wait_for_any(machine, &[polled], patience) {
            return Ok(NOTHING);
        }
        events = match now(machine)? {
            Ok(events) => events,
            Err(failed) => return Ok(failed),
        };
    }
    for (n, event) in events.iter().enumerate() {
        let at = args.pointer(1).wrapping_add(n as u64 * EVENT);
        let (flags, data) = (event.flags, event.data);
        let bytes: Vec<u8> = flags.bits().to_le_bytes().into_iter().chain(data.u64().to_le_bytes()).collect();
        machine.write_in(at, &bytes)?;
    }
    Ok(number(events.len() as i64))
}
