//! What a program finds when it starts: environment variables, its folder and its number.

use super::errno::*;
use super::*;
use std::collections::BTreeMap;

pub(super) const TABLE: &[Entry] = &[
    ("getenv", &[Kind::Pointer], Kind::Pointer, getenv),
    ("setenv", &[Kind::Pointer, Kind::Pointer, I32], I32, setenv),
    ("unsetenv", &[Kind::Pointer], I32, unsetenv),
    ("getcwd", &[Kind::Pointer, I64], Kind::Pointer, getcwd),
    ("getpid", &[], I32, |machine, _| Ok(number(i64::from(machine.outside.world.process)))),
    ("getppid", &[], I32, |machine, _| Ok(number(i64::from(machine.outside.world.process - 1)))),
    ("getuid", &[], I32, |_, _| Ok(number(USER))),
    ("geteuid", &[], I32, |_, _| Ok(number(USER))),
    ("getgid", &[], I32, |_, _| Ok(number(USER))),
    ("getegid", &[], I32, |_, _| Ok(number(USER))),
    ("sysconf", &[I32], I64, sysconf),
    ("gnu_get_libc_version", &[], Kind::Pointer, |machine, _| {
        Ok(machine.outside_memory(b"2.36\0", 1)?.into())
    }),
    ("getpagesize", &[], I32, |_, _| Ok(number(PAGE))),
    ("__errno_location", &[], Kind::Pointer, |machine, _| Ok(machine.errno()?.into())),
    ("strerror_r", &[I32, Kind::Pointer, I64], I32, strerror),
    ("__xpg_strerror_r", &[I32, Kind::Pointer, I64], I32, strerror),
];

const USER: i64 = 1000;
/// The size of a page.
pub(super) const PAGE: i64 = 4096;

/// The list of variables has room for so many, and for the null at its end.
const MOST_VARIABLES: u64 = 1024;

/// What a program finds when it starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct World {
    /// Its environment variables.
    pub variables: BTreeMap<Vec<u8>, Vec<u8>>,
    /// What the clock says, in seconds since 1970.
    pub time: u64,
    /// The folder that it is in.
    pub folder: Vec<u8>,
    /// The number of its process.
    pub process: i32,
    /// How many processors there are.
    pub processors: u32,
    /// What it may reach of the machine that it runs on.
    pub reach: OutsideReach,
}

impl Default for World {
    /// An empty environment, 1 January 2020, and one processor. A program without files is nowhere but at the root.
    fn default() -> World {
        World {
            variables: BTreeMap::new(),
            time: 1_577_836_800,
            folder: b"/".to_vec(),
            process: 1000,
            processors: 1,
            reach: OutsideReach::default(),
        }
    }
}

/// Environment variables that have memory.
#[derive(Default, Debug)]
pub(super) struct Variables {
    /// `NAME=VALUE` of each.
    entries: BTreeMap<Vec<u8>, Pointer>,
    is_ready: bool,
    /// The list that `environ` points to.
    list: Option<AllocId>,
}

impl Machine {
    /// Says what the program finds; before it starts.
    pub fn set_world(&mut self, world: World) {
        self.outside.world = world;
    }

    /// Gives every variable memory, once.
    fn ready_variables(&mut self) -> Step<()> {
        if !std::mem::replace(&mut self.outside.environment.is_ready, true) {
            for (name, value) in self.outside.world.variables.clone() {
                self.set_variable(name, &value)?;
            }
        }
        Ok(())
    }

    fn set_variable(&mut self, name: Vec<u8>, value: &[u8]) -> Step<()> {
        let text = [&name, &b"="[..], value, &[0]].concat();
        let at = self.outside_memory(&text, 1)?;
        self.outside.environment.entries.insert(name, at);
        Ok(())
    }

    /// What `environ` points to: the list of all variables.
    pub(super) fn environ(&mut self) -> Step<Pointer> {
        self.ready_variables()?;
        if self.outside.environment.list.is_none() {
            let id = self.allocate(8 * MOST_VARIABLES, 8, AllocKind::Static, true)?;
            self.outside.environment.list = Some(id);
        }
        self.renew_list()?;
        let id = self.outside.environment.list.expect("it was made just now");
        Ok(self.alloc(id).pointer(id))
    }

    /// Writes the list anew, in its place, if the program has seen it: pointers to the variables, and nulls.
    fn renew_list(&mut self) -> Step<()> {
        let Some(id) = self.outside.environment.list else { return Ok(()) };
        let entries: Vec<Pointer> = self.outside.environment.entries.values().copied().collect();
        if entries.len() as u64 >= MOST_VARIABLES {
            return unsupported("so many environment variables");
        }
        let region = &mut self.alloc_mut(id).region;
        region.write_bytes(0, &[0; 8 * MOST_VARIABLES as usize], false);
        for (n, pointer) in entries.into_iter().enumerate() {
            region.write(8 * n, 8, pointer.into());
        }
        Ok(())
    }
}

fn getenv(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let name = machine.read_c_string(args.pointer(0))?;
    machine.ready_variables()?;
    let entry = machine.outside.environment.entries.get(&name).copied();
    Ok(entry.map_or(Scalar::new(0), |at| at.wrapping_add(name.len() as u64 + 1).into()))
}

fn setenv(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let name = machine.read_c_string(args.pointer(0))?;
    let value = machine.read_c_string(args.pointer(1))?;
    if name.is_empty() || name.contains(&b'=') {
        return machine.fail(EINVAL);
    }
    machine.ready_variables()?;
    if args.int(2) != 0 || !machine.outside.environment.entries.contains_key(&name) {
        machine.set_variable(name, &value)?;
        machine.renew_list()?;
    }
    Ok(number(0))
}

fn unsetenv(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let name = machine.read_c_string(args.pointer(0))?;
    if name.is_empty() || name.contains(&b'=') {
        return machine.fail(EINVAL);
    }
    machine.ready_variables()?;
    machine.outside.environment.entries.remove(&name);
    machine.renew_list()?;
    Ok(number(0))
}

fn getcwd(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let folder = [&machine.outside.world.folder[..], &[0]].concat();
    if args.number(1) < folder.len() as u64 {
        machine.fail(ERANGE)?;
        return Ok(Scalar::new(0));
    }
    machine.write_in(args.pointer(0), &folder)?;
    Ok(args.pointer(0).into())
}

fn sysconf(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const PAGE_SIZE: i32 = 30;
    const USER_RECORD_SIZE: i32 = 70;
    const PROCESSORS: [i32; 2] = [83, 84];
    Ok(number(match args.int(0) {
        PAGE_SIZE => PAGE,
        USER_RECORD_SIZE => 512,
        name if PROCESSORS.contains(&name) => i64::from(machine.outside.world.processors),
        _ => return args.unsupported("with this name"),
    }))
}

/// The text of an error, as the C library has it. The standard library asks for it by the same function.
fn strerror(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let said = std::io::Error::from_raw_os_error(args.int(0)).to_string();
    let text = said.split(" (os error").next().unwrap_or_default();
    let bytes = [text.as_bytes(), &[0]].concat();
    if bytes.len() as u64 > args.number(2) {
        return Ok(number(i64::from(ERANGE)));
    }
    machine.write_in(args.pointer(1), &bytes)?;
    Ok(number(0))
}
