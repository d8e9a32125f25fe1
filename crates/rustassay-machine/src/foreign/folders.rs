//! Folders: to make, remove and enter them, and to read what is in them.

use super::files::on_path;
use super::reach::{Last, Named};
use super::*;
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;
use std::os::fd::OwnedFd;

pub(super) const TABLE: &[Entry] = &[
    ("mkdir", &[Kind::Pointer, I32], I32, |machine, args| {
        let mode = Mode::from_raw_mode(args.number(1) as u32 & 0o7777);
        on_path(machine, args, 0, Last::Keep, |spot| rustix::fs::mkdir(&spot.path, mode))
    }),
    ("rmdir", &[Kind::Pointer], I32, |machine, args| {
        on_path(machine, args, 0, Last::Keep, |spot| {
            rustix::fs::unlinkat(CWD, &spot.path, AtFlags::REMOVEDIR)
        })
    }),
    ("chdir", &[Kind::Pointer], I32, chdir),
    ("opendir", &[Kind::Pointer], Kind::Pointer, opendir),
    ("fdopendir", &[I32], Kind::Pointer, fdopendir),
    ("dirfd", &[Kind::Pointer], I32, dirfd),
    ("readdir64", &[Kind::Pointer], Kind::Pointer, readdir),
    ("readdir", &[Kind::Pointer], Kind::Pointer, readdir),
    ("rewinddir", &[Kind::Pointer], Kind::Unit, rewinddir),
    ("closedir", &[Kind::Pointer], I32, closedir),
];

/// The folders whose entries a program reads.
#[derive(Default, Debug)]
pub(super) struct FolderStreams(Vec<FolderStream>);

#[derive(Debug)]
struct FolderStream {
    /// What the program has a pointer to. It is none of its business what is in there.
    handle: AllocId,
    /// Where the latest entry is. It has the size of the largest.
    entry: AllocId,
    entries: Dir,
    descriptor: i32,
}

/// The size of `struct dirent64`, and of what comes before the name in it.
const ENTRY: usize = 280;
const BEFORE_NAME: usize = 19;

impl Machine {
    /// The stream that a pointer is for.
    fn stream(&self, args: &Args<'_>) -> Step<usize> {
        let pointer = args.pointer(0);
        let found = self
            .resolve(pointer)
            .and_then(|(id, ..)| self.outside.streams.0.iter().position(|stream| stream.handle == id));
        found.map_or_else(|| ub(Ub::Dangling { pointer, why: Purpose::Access }), Ok)
    }

    /// Begins to read a folder; null if it is none.
    fn new_stream(&mut self, opened: Result<OwnedFd, Errno>, descriptor: Option<i32>) -> Step<Scalar> {
        let entries = opened.and_then(|folder| Dir::read_from(&folder).map(|entries| (folder, entries)));
        let (folder, entries) = match entries {
            Ok(found) => found,
            Err(errno) => {
                self.fail(errno.raw_os_error())?;
                return Ok(Scalar::new(0));
            }
        };
        let descriptor = match descriptor {
            Some(descriptor) => descriptor,
            None => self.new_descriptor(folder, OFlags::CLOEXEC, false)?,
        };
        let handle = self.allocate(8, 8, AllocKind::Static, false)?;
        let entry = self.allocate(ENTRY as u64, 8, AllocKind::Static, true)?;
        self.outside.streams.0.push(FolderStream { handle, entry, entries, descriptor });
        Ok(self.alloc(handle).pointer(handle).into())
    }
}

fn chdir(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let path = machine.read_c_string(args.pointer(0))?;
    let named = Named { call: args.name, from: None, path };
    let flags = OFlags::PATH | OFlags::DIRECTORY;
    let opened = machine.open_file(&named, flags, Mode::empty())?;
    match opened.and_then(|folder| rustix::fs::readlink(reach::by_number(&folder), Vec::new())) {
        Ok(path) => {
            machine.outside.world.folder = path.into_bytes();
            Ok(number(0))
        }
        Err(errno) => machine.fail(errno.raw_os_error()),
    }
}

fn opendir(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let path = machine.read_c_string(args.pointer(0))?;
    let named = Named { call: args.name, from: None, path };
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NONBLOCK;
    let opened = machine.open_file(&named, flags, Mode::empty())?;
    machine.new_stream(opened, None)
}

fn fdopendir(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    machine.check_lasting(args.name)?;
    let opened = match machine.host_object(args.int(0)) {
        Some(object) => {
            object.host().map_or(Err(Errno::BADF), |file| rustix::io::fcntl_dupfd_cloexec(file, 3))
        }
        None => Err(Errno::BADF),
    };
    machine.new_stream(opened, Some(args.int(0)))
}

fn dirfd(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let stream = machine.stream(args)?;
    Ok(number(machine.outside.streams.0[stream].descriptor.into()))
}

/// The next entry, in the place of the one before; null at the end, or if `errno` says so.
fn readdir(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let stream = machine.stream(args)?;
    let stream = &mut machine.outside.streams.0[stream];
    let memory = stream.entry;
    let entry = match stream.entries.read() {
        Some(Ok(entry)) => entry,
        Some(Err(errno)) => {
            machine.fail(errno.raw_os_error())?;
            return Ok(Scalar::new(0));
        }
        None => return Ok(Scalar::new(0)),
    };
    let name = entry.file_name().to_bytes_with_nul();
    let kind: u8 = match entry.file_type() {
        FileType::Fifo => 1,
        FileType::CharacterDevice => 2,
        FileType::Directory => 4,
        FileType::BlockDevice => 6,
        FileType::RegularFile => 8,
        FileType::Symlink => 10,
        FileType::Socket => 12,
        _ => 0,
    };
    let mut bytes = Vec::with_capacity(ENTRY);
    bytes.extend(entry.ino().to_le_bytes());
    bytes.extend(entry.offset().to_le_bytes());
    // The length of the record is a multiple of eight.
    bytes.extend(((BEFORE_NAME + name.len()).next_multiple_of(8) as u16).to_le_bytes());
    bytes.push(kind);
    bytes.extend(name);
    bytes.resize(ENTRY, 0);
    let at = machine.alloc(memory).pointer(memory);
    machine.write_in(at, &bytes)?;
    Ok(at.into())
}

fn rewinddir(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let stream = machine.stream(args)?;
    machine.outside.streams.0[stream].entries.rewind();
    Ok(NOTHING)
}

/// From here on, nobody may use the pointer, nor the entries that it gave.
fn closedir(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let stream = machine.stream(args)?;
    let stream = machine.outside.streams.0.swap_remove(stream);
    machine.free(stream.handle);
    machine.free(stream.entry);
    machine.outside.descriptors.remove(stream.descriptor);
    Ok(number(0))
}
