//! Sockets: pairs that only the program itself has, and the network, which is not there in isolation.

use super::descriptors::{Direction, HostObject, Object};
use super::errno::*;
use super::reach::{FileReach, Refused};
use super::*;
use rustix::fs::OFlags;
use rustix::io::Errno;
use rustix::net::{
    self, AddressFamily, Protocol, RecvFlags, SendFlags, Shutdown, SocketAddrAny, SocketAddrUnix,
    SocketFlags, SocketType, sockopt,
};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::time::Duration;

pub(super) const TABLE: &[Entry] = &[
    ("socketpair", &[I32, I32, I32, Kind::Pointer], I32, socketpair),
    ("socket", &[I32, I32, I32], I32, socket),
    ("bind", &[I32, Kind::Pointer, I32], I32, bind),
    ("listen", &[I32, I32], I32, |machine, args| {
        let backlog = args.int(1);
        on_socket(machine, args, |file| net::listen(file, backlog))
    }),
    ("accept", &[I32, Kind::Pointer, Kind::Pointer], I32, accept),
    ("accept4", &[I32, Kind::Pointer, Kind::Pointer, I32], I32, accept),
    ("connect", &[I32, Kind::Pointer, I32], I32, connect),
    ("getsockname", &[I32, Kind::Pointer, Kind::Pointer], I32, |machine, args| {
        address_of(machine, args, |file| net::getsockname(file).map(Some))
    }),
    ("getpeername", &[I32, Kind::Pointer, Kind::Pointer], I32, |machine, args| {
        address_of(machine, args, |file| net::getpeername(file))
    }),
    ("setsockopt", &[I32, I32, I32, Kind::Pointer, I32], I32, setsockopt),
    ("getsockopt", &[I32, I32, I32, Kind::Pointer, Kind::Pointer], I32, getsockopt),
    ("send", &[I32, Kind::Pointer, I64, I32], I64, sendto),
    ("sendto", &[I32, Kind::Pointer, I64, I32, Kind::Pointer, I32], I64, sendto),
    ("recv", &[I32, Kind::Pointer, I64, I32], I64, recvfrom),
    ("recvfrom", &[I32, Kind::Pointer, I64, I32, Kind::Pointer, Kind::Pointer], I64, recvfrom),
    ("shutdown", &[I32, I32], I32, shutdown),
    ("getaddrinfo", &[Kind::Pointer, Kind::Pointer, Kind::Pointer, Kind::Pointer], I32, getaddrinfo),
    ("freeaddrinfo", &[Kind::Pointer], Kind::Unit, freeaddrinfo),
];

/// The bits of a socket's type that say how it is opened.
const OPENING: u64 = (OFlags::NONBLOCK.bits() | OFlags::CLOEXEC.bits()) as u64;

impl Machine {
    /// What the network is refused with, unless the program may reach it.
    fn check_network(&mut self, args: &Args<'_>) -> Step<Option<i32>> {
        self.check_lasting(args.name)?;
        match self.is_open() {
            true => Ok(None),
            false => self.refuse(args.name, Refused::Network).map(Some),
        }
    }

    /// Reads an address; or says with which error the call fails.
    fn read_address(
        &mut self,
        args: &Args<'_>,
        at: Pointer,
        length: u64,
    ) -> Step<Result<SocketAddrAny, i32>> {
        let bytes = self.read_out(at, length.min(128), "an address of a socket")?;
        let Some(family) = bytes.first_chunk::<2>().map(|family| u16::from_le_bytes(*family)) else {
            return Ok(Err(EINVAL));
        };
        let port = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
        let word = |at: usize| [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
        Ok(match AddressFamily::from_raw(family) {
            AddressFamily::INET if bytes.len() >= 16 => {
                Ok(SocketAddrV4::new(Ipv4Addr::from(word(4)), port(2)).into())
            }
            AddressFamily::INET6 if bytes.len() >= 28 => {
                let ip: [u8; 16] = bytes[8..24].try_into().unwrap_or_default();
                let (flow, scope) = (u32::from_ne_bytes(word(4)), u32::from_le_bytes(word(24)));
                Ok(SocketAddrV6::new(Ipv6Addr::from(ip), port(2), flow, scope).into())
            }
            AddressFamily::UNIX => match &bytes[2..] {
                [] => Ok(SocketAddrUnix::new_unnamed().into()),
                [0, name @ ..] => {
                    SocketAddrUnix::new_abstract_name(name).map(Into::into).map_err(Errno::raw_os_error)
                }
                path => {
                    // The kernel would resolve the path by itself, and go wherever it leads.
                    if self.outside.world.reach.files != FileReach::All {
                        let path = String::from_utf8_lossy(path).trim_end_matches('\0').to_owned();
                        return Ok(Err(self.refuse(args.name, Refused::Beyond(path))?));
                    }
                    let path = path.split(|byte| *byte == 0).next().unwrap_or_default();
                    let path = self.absolute(path);
                    SocketAddrUnix::new(&path).map(Into::into).map_err(Errno::raw_os_error)
                }
            },
            _ => Err(EINVAL),
        })
    }

    /// Writes an address, as far as there is room for it, and its whole length.
    fn write_address(
        &mut self,
        to: Pointer,
        length_at: Pointer,
        address: Option<&SocketAddrAny>,
    ) -> Step<()> {
        if to.addr == 0 || length_at.addr == 0 {
            return Ok(());
        }
        let room = self.read_out(length_at, 4, "the length of an address")?;
        let room = room.try_into().map_or(0, u32::from_le_bytes) as usize;
        let bytes = address.map_or_else(Vec::new, address_bytes);
        self.write_in(to, &bytes[..bytes.len().min(room)])?;
        self.write_in(length_at, &(bytes.len() as u32).to_le_bytes())
    }
}

/// An address as Linux writes it.
fn address_bytes(address: &SocketAddrAny) -> Vec<u8> {
    let mut bytes = address.address_family().as_raw().to_le_bytes().to_vec();
    if let Ok(address) = SocketAddr::try_from(address.clone()) {
        bytes.extend(address.port().to_be_bytes());
        match address {
            SocketAddr::V4(address) => {
                bytes.extend(address.ip().octets());
                bytes.extend([0; 8]);
            }
            SocketAddr::V6(address) => {
                bytes.extend(address.flowinfo().to_ne_bytes());
                bytes.extend(address.ip().octets());
                bytes.extend(address.scope_id().to_le_bytes());
            }
        }
    } else if let Ok(address) = SocketAddrUnix::try_from(address.clone()) {
        if let Some(path) = address.path_bytes() {
            bytes.extend(path);
            bytes.push(0);
        } else if let Some(name) = address.abstract_name() {
            bytes.push(0);
            bytes.extend(name);
        }
    }
    bytes
}

/// The socket that the first argument is; or the call fails.
fn socket_of(machine: &mut Machine, args: &Args<'_>) -> Step<Result<Rc<Object>, Scalar>> {
    machine.check_lasting(args.name)?;
    Ok(match machine.outside.descriptors.get(args.int(0)) {
        Some(object) if object.host().is_some() => Ok(object),
        Some(_) => Err(machine.fail(Errno::NOTSOCK.raw_os_error())?),
        None => Err(machine.fail(EBADF)?),
    })
}

fn on_socket(
    machine: &mut Machine,
    args: &Args<'_>,
    act: impl FnOnce(&OwnedFd) -> Result<(), Errno>,
) -> Step<Scalar> {
    match socket_of(machine, args)? {
        Ok(object) => {
            let done = object.host().map_or(Err(Errno::NOTSOCK), act);
            machine.answer(done.map(|()| 0))
        }
        Err(failed) => Ok(failed),
    }
}

/// The same, for calls that may wait.
fn on_waiting_socket<T>(
    machine: &mut Machine,
    args: &Args<'_>,
    direction: Direction,
    flags: u64,
    act: impl FnMut(&OwnedFd) -> Result<T, Errno>,
) -> Step<Result<(T, Rc<Object>), Scalar>> {
    const MSG_DONTWAIT: u64 = 0x40;
    let object = match socket_of(machine, args)? {
        Ok(object) => object,
        Err(failed) => return Ok(Err(failed)),
    };
    let Object::Host(socket) = &*object else { return Ok(Err(machine.fail(EBADF)?)) };
    let before = socket.is_nonblocking.get();
    socket.is_nonblocking.set(before || flags & MSG_DONTWAIT != 0);
    let done = machine.unblocked(socket, direction, act);
    socket.is_nonblocking.set(before);
    Ok(match done? {
        Ok(value) => Ok((value, Rc::clone(&object))),
        Err(errno) => Err(machine.fail(errno.raw_os_error())?),
    })
}

fn protocol(number: u64) -> Option<Protocol> {
    std::num::NonZero::new(number as u32).map(Protocol::from_raw)
}

fn socketpair(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    machine.check_lasting(args.name)?;
    let (family, kind) = (AddressFamily::from_raw(args.number(0) as u16), args.number(1));
    let flags = OFlags::from_bits_retain((kind & OPENING) as u32);
    let kind = SocketType::from_raw((kind & !OPENING) as u32);
    match net::socketpair(family, kind, SocketFlags::CLOEXEC, protocol(args.number(2))) {
        Ok((one, other)) => machine.give_ends(args.pointer(3), [one, other], flags),
        Err(errno) => machine.fail(errno.raw_os_error()),
    }
}

fn socket(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    if let Some(errno) = machine.check_network(args)? {
        return machine.fail(errno);
    }
    let (family, kind) = (AddressFamily::from_raw(args.number(0) as u16), args.number(1));
    let flags = OFlags::from_bits_retain((kind & OPENING) as u32);
    let kind = SocketType::from_raw((kind & !OPENING) as u32);
    match net::socket_with(family, kind, SocketFlags::CLOEXEC, protocol(args.number(2))) {
        Ok(file) => Ok(number(machine.new_descriptor(file, flags, false)?.into())),
        Err(errno) => machine.fail(errno.raw_os_error()),
    }
}

fn bind(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match machine.read_address(args, args.pointer(1), args.number(2))? {
        Ok(address) => on_socket(machine, args, |file| net::bind(file, &address)),
        Err(errno) => machine.fail(errno),
    }
}

fn accept(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let accepted = on_waiting_socket(machine, args, Direction::Read, 0, |file| {
        net::acceptfrom_with(file, SocketFlags::CLOEXEC)
    })?;
    match accepted {
        Ok(((file, peer), _)) => {
            let flags = OFlags::from_bits_retain(args.number(3) as u32);
            machine.write_address(args.pointer(1), args.pointer(2), peer.as_ref())?;
            Ok(number(machine.new_descriptor(file, flags, false)?.into()))
        }
        Err(failed) => Ok(failed),
    }
}

fn connect(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let address = match machine.read_address(args, args.pointer(1), args.number(2))? {
        Ok(address) => address,
        Err(errno) => return machine.fail(errno),
    };
    let object = match socket_of(machine, args)? {
        Ok(object) => object,
        Err(failed) => return Ok(failed),
    };
    let Object::Host(socket) = &*object else { return machine.fail(EBADF) };
    let result = match net::connect(&socket.file, &address) {
        Err(Errno::INPROGRESS | Errno::ALREADY) if !socket.is_nonblocking.get() => {
            machine.wait_for(socket, Direction::Write);
            if machine.has_to_wait() {
                return Ok(NOTHING);
            }
            sockopt::socket_error(&socket.file).and_then(|result| result)
        }
        // The call comes again once the thread has waited for this.
        Err(Errno::ISCONN) if machine.woken().is_some() => Ok(()),
        done => done,
    };
    machine.answer(result.map(|()| 0))
}

fn address_of(
    machine: &mut Machine,
    args: &Args<'_>,
    ask: impl FnOnce(&OwnedFd) -> Result<Option<SocketAddrAny>, Errno>,
) -> Step<Scalar> {
    let object = match socket_of(machine, args)? {
        Ok(object) => object,
        Err(failed) => return Ok(failed),
    };
    match object.host().map_or(Err(Errno::NOTSOCK), ask) {
        Ok(address) => {
            machine.write_address(args.pointer(1), args.pointer(2), address.as_ref())?;
            Ok(number(0))
        }
        Err(errno) => machine.fail(errno.raw_os_error()),
    }
}

/// `send` is `sendto` without an address.
fn sendto(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let bytes = machine.read_out(args.pointer(1), args.number(2), "bytes that are sent")?;
    let address = match args.pointer(4) {
        at if at.addr == 0 => None,
        at => match machine.read_address(args, at, args.number(5))? {
            Ok(address) => Some(address),
            Err(errno) => return machine.fail(errno),
        },
    };
    let flags = SendFlags::from_bits_retain(args.number(3) as u32) | SendFlags::NOSIGNAL;
    let sent = on_waiting_socket(machine, args, Direction::Write, args.number(3), |file| match &address {
        Some(address) => net::sendto(file, &bytes, flags, address),
        None => net::send(file, &bytes, flags),
    })?;
    Ok(sent.map_or_else(|failed| failed, |(count, _)| number(count as i64)))
}

/// `recv` is `recvfrom` without an address.
fn recvfrom(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (to, count) = (args.pointer(1), args.number(2));
    if count > 0 {
        machine.check_inbounds(to, count, Purpose::Access)?;
    }
    let mut bytes = vec![0; count as usize];
    let flags = RecvFlags::from_bits_retain(args.number(3) as u32);
    let received = on_waiting_socket(machine, args, Direction::Read, args.number(3), |file| {
        net::recvfrom(file, &mut bytes[..], flags)
    })?;
    match received {
        Ok(((read, whole, from), _)) => {
            machine.write_in(to, &bytes[..read])?;
            machine.write_address(args.pointer(4), args.pointer(5), from.as_ref())?;
            Ok(number(whole as i64))
        }
        Err(failed) => Ok(failed),
    }
}

fn shutdown(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let how = match args.int(1) {
        0 => Shutdown::Read,
        1 => Shutdown::Write,
        2 => Shutdown::Both,
        _ => return machine.fail(EINVAL),
    };
    on_socket(machine, args, |file| net::shutdown(file, how))
}

const SOL_SOCKET: i32 = 1;
const SO_REUSEADDR: i32 = 2;
const SO_TYPE: i32 = 3;
const SO_ERROR: i32 = 4;
const SO_BROADCAST: i32 = 6;
const SO_SNDBUF: i32 = 7;
const SO_RCVBUF: i32 = 8;
const SO_KEEPALIVE: i32 = 9;
const SO_LINGER: i32 = 13;
const SO_RCVTIMEO: i32 = 20;
const SO_SNDTIMEO: i32 = 21;
const IPPROTO_IP: i32 = 0;
const IP_TTL: i32 = 2;
const IPPROTO_TCP: i32 = 6;
const TCP_NODELAY: i32 = 1;
const IPPROTO_IPV6: i32 = 41;
const IPV6_V6ONLY: i32 = 26;

fn setsockopt(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let object = match socket_of(machine, args)? {
        Ok(object) => object,
        Err(failed) => return Ok(failed),
    };
    let Object::Host(socket) = &*object else { return machine.fail(EBADF) };
    let bytes = machine.read_out(args.pointer(3), args.number(4).min(64), "an option of a socket")?;
    let half = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(i32::from_le_bytes);
    let word = |at: usize| bytes.get(at..at + 8)?.try_into().ok().map(i64::from_le_bytes);
    let Some(value) = half(0) else { return machine.fail(EINVAL) };
    let (file, is_on) = (&socket.file, value != 0);
    let done = match (args.int(1), args.int(2)) {
        (SOL_SOCKET, SO_REUSEADDR) => sockopt::set_socket_reuseaddr(file, is_on),
        (SOL_SOCKET, SO_BROADCAST) => sockopt::set_socket_broadcast(file, is_on),
        (SOL_SOCKET, SO_KEEPALIVE) => sockopt::set_socket_keepalive(file, is_on),
        (SOL_SOCKET, SO_SNDBUF) => sockopt::set_socket_send_buffer_size(file, value.max(0) as usize),
        (SOL_SOCKET, SO_RCVBUF) => sockopt::set_socket_recv_buffer_size(file, value.max(0) as usize),
        (SOL_SOCKET, SO_LINGER) => {
            let seconds = half(4).unwrap_or(0).max(0) as u64;
            sockopt::set_socket_linger(file, is_on.then_some(Duration::from_secs(seconds)))
        }
        (SOL_SOCKET, which @ (SO_RCVTIMEO | SO_SNDTIMEO)) => {
            let (Some(seconds), Some(micros)) = (word(0), word(8)) else { return machine.fail(EINVAL) };
            let (Ok(seconds), 0..1_000_000) = (u64::try_from(seconds), micros) else {
                return machine.fail(Errno::DOM.raw_os_error());
            };
            let time = seconds.saturating_mul(1_000_000_000).saturating_add(micros as u64 * 1_000);
            patience(socket, which).set((time > 0).then_some(time));
            Ok(())
        }
        (IPPROTO_IP, IP_TTL) => sockopt::set_ip_ttl(file, value.max(0) as u32),
        (IPPROTO_TCP, TCP_NODELAY) => sockopt::set_tcp_nodelay(file, is_on),
        (IPPROTO_IPV6, IPV6_V6ONLY) => sockopt::set_ipv6_v6only(file, is_on),
        _ => return args.unsupported("with this option"),
    };
    machine.answer(done.map(|()| 0))
}

fn patience(socket: &HostObject, option: i32) -> &std::cell::Cell<Option<u64>> {
    &socket.patience[usize::from(option == SO_SNDTIMEO)]
}

fn getsockopt(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let object = match socket_of(machine, args)? {
        Ok(object) => object,
        Err(failed) => return Ok(failed),
    };
    let Object::Host(socket) = &*object else { return machine.fail(EBADF) };
    let file = &socket.file;
    let half = |value: Result<i64, Errno>| value.map(|value| (value as i32).to_le_bytes().to_vec());
    let flag = |value: Result<bool, Errno>| half(value.map(i64::from));
    let value = match (args.int(1), args.int(2)) {
        (SOL_SOCKET, SO_REUSEADDR) => flag(sockopt::socket_reuseaddr(file)),
        (SOL_SOCKET, SO_BROADCAST) => flag(sockopt::socket_broadcast(file)),
        (SOL_SOCKET, SO_KEEPALIVE) => flag(sockopt::socket_keepalive(file)),
        (SOL_SOCKET, SO_SNDBUF) => half(sockopt::socket_send_buffer_size(file).map(|size| size as i64)),
        (SOL_SOCKET, SO_RCVBUF) => half(sockopt::socket_recv_buffer_size(file).map(|size| size as i64)),
        (SOL_SOCKET, SO_TYPE) => half(sockopt::socket_type(file).map(|kind| kind.as_raw().into())),
        (SOL_SOCKET, SO_ERROR) => half(sockopt::socket_error(file).map(|error| match error {
            Ok(()) => 0,
            Err(errno) => errno.raw_os_error().into(),
        })),
        (SOL_SOCKET, SO_LINGER) => sockopt::socket_linger(file).map(|linger| {
            let seconds = linger.map_or(0, |linger| linger.as_secs() as i32);
            [i32::from(linger.is_some()).to_le_bytes(), seconds.to_le_bytes()].concat()
        }),
        (SOL_SOCKET, which @ (SO_RCVTIMEO | SO_SNDTIMEO)) => {
            let time = patience(socket, which).get().unwrap_or(0);
            let micros = time % 1_000_000_000 / 1_000;
            Ok([(time / 1_000_000_000).to_le_bytes(), micros.to_le_bytes()].concat())
        }
        (IPPROTO_IP, IP_TTL) => half(sockopt::ip_ttl(file).map(i64::from)),
        (IPPROTO_TCP, TCP_NODELAY) => flag(sockopt::tcp_nodelay(file)),
        (IPPROTO_IPV6, IPV6_V6ONLY) => flag(sockopt::ipv6_v6only(file)),
        _ => return args.unsupported("with this option"),
    };
    let bytes = match value {
        Ok(bytes) => bytes,
        Err(errno) => return machine.fail(errno.raw_os_error()),
    };
    let room = machine.read_out(args.pointer(4), 4, "the length of an option")?;
    let room = room.try_into().map_or(0, u32::from_le_bytes) as usize;
    let bytes = &bytes[..bytes.len().min(room)];
    machine.write_in(args.pointer(3), bytes)?;
    machine.write_in(args.pointer(4), &(bytes.len() as u32).to_le_bytes())?;
    Ok(number(0))
}

/// The size of `struct addrinfo`; an address follows each.
const ADDRESS_INFO: u64 = 48;
const LONGEST_ADDRESS: u64 = 28;

/// Looks up a host: one that is written in numbers, or this one. No name leaves the machine.
fn getaddrinfo(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const EAI_NONAME: i64 = -2;
    const EAI_SYSTEM: i64 = -11;
    if let Some(errno) = machine.check_network(args)? {
        machine.fail(errno)?;
        return Ok(number(EAI_SYSTEM));
    }
    if args.pointer(0).addr == 0 {
        return args.unsupported("without a host");
    }
    if args.pointer(1).addr != 0 {
        return args.unsupported("with a service");
    }
    let host = machine.read_c_string(args.pointer(0))?;
    let hints = match args.pointer(2) {
        at if at.addr == 0 => [0; 3],
        at => {
            let bytes = machine.read_out(at, 16, "hints for a look-up")?;
            [4, 8, 12].map(|at| bytes[at..at + 4].try_into().map_or(0, i32::from_le_bytes))
        }
    };
    let [family, kind, protocol] = hints;
    let host = String::from_utf8_lossy(&host).into_owned();
    let ips: Vec<IpAddr> = match (&*host, host.parse()) {
        (_, Ok(ip)) => vec![ip],
        ("localhost", _) => vec![Ipv6Addr::LOCALHOST.into(), Ipv4Addr::LOCALHOST.into()],
        _ => return args.unsupported(&format!("for `{host}`: only addresses and `localhost` are looked up")),
    };
    let (inet, inet6) = (AddressFamily::INET.as_raw().into(), AddressFamily::INET6.as_raw().into());
    let is_wanted = |ip: &IpAddr| family == 0 || family == if ip.is_ipv4() { inet } else { inet6 };
    let ips: Vec<IpAddr> = ips.into_iter().filter(is_wanted).collect();
    let mut next = Pointer::without_provenance(0);
    if ips.is_empty() {
        return Ok(number(EAI_NONAME));
    }
    // The last first, as each points to the next.
    for ip in ips.iter().rev() {
        let at = machine.c_memory_for(ADDRESS_INFO + LONGEST_ADDRESS)?;
        let address = address_bytes(&SocketAddr::new(*ip, 0).into());
        let of_ip = if ip.is_ipv4() { inet } else { inet6 };
        let numbers = [0, of_ip, if kind == 0 { 1 } else { kind }, protocol, address.len() as i32, 0];
        let bytes: Vec<u8> = numbers.iter().flat_map(|number: &i32| number.to_le_bytes()).collect();
        let address_at = at.wrapping_add(ADDRESS_INFO);
        machine.write_in(at, &bytes)?;
        machine.write_scalar(place(at.wrapping_add(24)), 8, address_at.into())?;
        machine.write_scalar(place(at.wrapping_add(32)), 8, Scalar::new(0))?;
        machine.write_scalar(place(at.wrapping_add(40)), 8, next.into())?;
        machine.write_in(address_at, &address)?;
        next = at;
    }
    machine.write_scalar(place(args.pointer(3)), 8, next.into())?;
    Ok(number(0))
}

fn freeaddrinfo(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let mut at = args.pointer(0);
    while at.addr != 0 {
        let next = machine.read_bytes(place(at.wrapping_add(40)), 8)?;
        let Some(next) = next.read(0, 8) else { return ub(Ub::Uninit { what: "an address".to_owned() }) };
        machine.c_free(at)?;
        at = next.into();
    }
    Ok(NOTHING)
}
