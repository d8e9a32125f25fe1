//! Permissions, owners and times: a program changes those of its own folder, by asking us.
//!
//! Landlock does not know of them. A filter cannot read paths, and cannot tell by a descriptor what was opened:
//! `fchmod` takes one that was opened to read. So the filter sends us these calls, and we make them in the
//! program's place, on what we have opened ourselves and seen to be in the folder. Nothing that the program
//! changes meanwhile matters, not its memory, not a link on the way: nothing from outside can be moved or
//! linked into the folder, and nothing inside is anybody else's.

use std::ffi::{OsStr, c_int};
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Gid, Mode, OFlags, ResolveFlags, Timespec, Timestamps, Uid};
use rustix::io::Errno;

use super::calls::FCHMODAT2;
use super::children::{Listener, Question};

/// A program's folder.
pub(super) struct Metadata<'a> {
    folder: OwnedFd,
    /// The name by which the program was told of it.
    name: &'a Path,
}

/// What a call is about.
enum Subject {
    /// An open file of the program.
    Descriptor(c_int),
    /// A path, from the current folder or from an open one.
    Path { from: c_int, address: u64, flags: AtFlags },
}

/// What a call does.
enum Change {
    Mode(Mode),
    Owner(u32, u32),
    Times(Timestamps),
}

impl<'a> Metadata<'a> {
    pub(super) fn of(folder: OwnedFd, name: &'a Path) -> Metadata<'a> {
        Metadata { folder, name }
    }

    /// Does what one call asks for, or refuses it.
    pub(super) fn serve(&self, listener: &Listener) {
        if let Some(question) = listener.take() {
            let result = self.change(&question);
            listener.answer(&question, result);
        }
    }

    fn change(&self, question: &Question) -> Result<(), Errno> {
        let asker = Asker { thread: question.thread };
        let (subject, change) = understand(question, &asker)?;
        let file = match subject {
            Subject::Descriptor(fd) => self.opened(&asker, fd)?,
            Subject::Path { from, address, flags } => {
                self.named(&asker, from, &asker.path(address)?, flags)?
            }
        };
        // This is the file itself, whatever has become of its name.
        let file = format!("/proc/self/fd/{}", file.as_raw_fd());
        match change {
            Change::Mode(mode) => rustix::fs::chmod(file, mode),
            Change::Owner(user, group) => {
                let (user, group) = own(user, group)?;
                rustix::fs::chown(file, user, group)
            }
            Change::Times(times) => rustix::fs::utimensat(CWD, file, &times, AtFlags::empty()),
        }
    }

    /// What the asker has open, if it is in the folder.
    fn opened(&self, asker: &Asker, fd: c_int) -> Result<OwnedFd, Errno> {
        let link = asker.descriptor(fd)?;
        let file = rustix::fs::open(link, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())
            .map_err(|errno| if errno == Errno::NOENT { Errno::BADF } else { errno })?;
        if place(&file)?.starts_with(place(&self.folder)?) { Ok(file) } else { Err(Errno::PERM) }
    }

    /// What a path of the asker's leads to, if it is in the folder and the way never leaves it.
    fn named(&self, asker: &Asker, from: c_int, path: &Path, flags: AtFlags) -> Result<OwnedFd, Errno> {
        if path.as_os_str().is_empty() {
            return match (flags.contains(AtFlags::EMPTY_PATH), from) {
                (false, _) => Err(Errno::NOENT),
                (true, libc::AT_FDCWD) => self.named(asker, from, Path::new("."), flags),
                (true, fd) => self.opened(asker, fd),
            };
        }
        // How the C library changes a file by its descriptor where the kernel has no call for that.
        if let Ok(number) = path.strip_prefix("/proc/self/fd") {
            let fd = number.to_str().and_then(|number| number.parse().ok()).ok_or(Errno::PERM)?;
            return self.opened(asker, fd);
        }
        let whole = match (path.is_absolute(), from) {
            (true, _) => path.to_owned(),
            (false, libc::AT_FDCWD) => fs::read_link(asker.current_folder()).map_err(errno)?.join(path),
            (false, fd) => fs::read_link(asker.descriptor(fd)?).map_err(errno)?.join(path),
        };
        let folder = place(&self.folder)?;
        let names = [self.name, &folder];
        let inside = names.iter().find_map(|name| whole.strip_prefix(name).ok()).ok_or(Errno::PERM)?;
        let inside = if inside.as_os_str().is_empty() { Path::new(".") } else { inside };
        let follow =
            if flags.contains(AtFlags::SYMLINK_NOFOLLOW) { OFlags::NOFOLLOW } else { OFlags::empty() };
        let how = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        // While somebody moves folders about, the kernel cannot tell and wants to be asked again.
        const TRIES: usize = 16;
        let open = || {
            let flags = OFlags::PATH | OFlags::CLOEXEC | follow;
            rustix::fs::openat2(&self.folder, inside, flags, Mode::empty(), how)
        };
        let result = (0..TRIES).map(|_| open()).find(|result| !matches!(result, Err(Errno::AGAIN)));
        // The way led out of the folder.
        result
            .unwrap_or(Err(Errno::AGAIN))
            .map_err(|errno| if errno == Errno::XDEV { Errno::PERM } else { errno })
    }
}

/// Which files a call is about, and what it does to them (`chmod(2)`, `chown(2)`, `utimensat(2)`).
fn understand(question: &Question, asker: &Asker) -> Result<(Subject, Change), Errno> {
    let [a, b, c, d, e, _] = question.args;
    let flags = |value: u64| AtFlags::from_bits_retain(low_half(value));
    let path = |from, address, flags| Subject::Path { from, address, flags };
    #[cfg(target_arch = "x86_64")]
    match question.call {
        libc::SYS_chmod => return Ok((path(libc::AT_FDCWD, a, AtFlags::empty()), Change::Mode(mode(b)))),
        libc::SYS_chown => {
            return Ok((path(libc::AT_FDCWD, a, AtFlags::empty()), Change::Owner(low_half(b), low_half(c))));
        }
        libc::SYS_lchown => {
            return Ok((
                path(libc::AT_FDCWD, a, AtFlags::SYMLINK_NOFOLLOW),
                Change::Owner(low_half(b), low_half(c)),
            ));
        }
        _ => {}
    }
    Ok(match question.call {
        libc::SYS_fchmod => (Subject::Descriptor(descriptor(a)), Change::Mode(mode(b))),
        libc::SYS_fchmodat => (path(descriptor(a), b, AtFlags::empty()), Change::Mode(mode(c))),
        FCHMODAT2 => (path(descriptor(a), b, flags(d)), Change::Mode(mode(c))),
        libc::SYS_fchown => (Subject::Descriptor(descriptor(a)), Change::Owner(low_half(b), low_half(c))),
        libc::SYS_fchownat => (path(descriptor(a), b, flags(e)), Change::Owner(low_half(c), low_half(d))),
        libc::SYS_utimensat => {
            let subject =
                if b == 0 { Subject::Descriptor(descriptor(a)) } else { path(descriptor(a), b, flags(d)) };
            (subject, Change::Times(asker.times(c)?))
        }
        _ => return Err(Errno::NOSYS),
    })
}

/// The user and the group that a file may be given to, and that it has already: our own.
fn own(user: u32, group: u32) -> Result<(Option<Uid>, Option<Gid>), Errno> {
    const UNCHANGED: u32 = u32::MAX;
    let (our_user, our_group) = (rustix::process::geteuid(), rustix::process::getegid());
    let user = (user != UNCHANGED).then(|| Uid::from_raw(user));
    let group = (group != UNCHANGED).then(|| Gid::from_raw(group));
    if user.is_none_or(|user| user == our_user) && group.is_none_or(|group| group == our_group) {
        Ok((user, group))
    } else {
        Err(Errno::PERM)
    }
}

/// Where the kernel says that something open is.
fn place(file: &OwnedFd) -> Result<PathBuf, Errno> {
    fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).map_err(errno)
}

/// The kernel passes over the rest.
fn low_half(argument: u64) -> u32 {
    argument as u32
}

fn descriptor(argument: u64) -> c_int {
    low_half(argument).cast_signed()
}

fn mode(argument: u64) -> Mode {
    Mode::from_bits_truncate(low_half(argument))
}

fn errno(error: io::Error) -> Errno {
    Errno::from_io_error(&error).unwrap_or(Errno::PERM)
}

/// The thread that asks, as `/proc` shows it.
struct Asker {
    thread: u32,
}

impl Asker {
    fn current_folder(&self) -> String {
        format!("/proc/{}/cwd", self.thread)
    }

    fn descriptor(&self, fd: c_int) -> Result<String, Errno> {
        if fd < 0 { Err(Errno::BADF) } else { Ok(format!("/proc/{}/fd/{fd}", self.thread)) }
    }

    /// As much of its memory as there is.
    fn memory(&self, address: u64, buffer: &mut [u8]) -> Result<usize, Errno> {
        let memory = fs::File::open(format!("/proc/{}/mem", self.thread)).map_err(|_| Errno::PERM)?;
        memory.read_at(buffer, address).map_err(|_| Errno::FAULT)
    }

    fn path(&self, address: u64) -> Result<PathBuf, Errno> {
        let mut buffer = [0; libc::PATH_MAX as usize];
        let length = self.memory(address, &mut buffer)?;
        let end = buffer[..length].iter().position(|byte| *byte == 0);
        let end = end.ok_or(if length == buffer.len() { Errno::NAMETOOLONG } else { Errno::FAULT })?;
        Ok(OsStr::from_bytes(&buffer[..end]).into())
    }

    /// Two `struct timespec`, or the current time.
    fn times(&self, address: u64) -> Result<Timestamps, Errno> {
        let now = Timespec { tv_sec: 0, tv_nsec: rustix::fs::UTIME_NOW };
        if address == 0 {
            return Ok(Timestamps { last_access: now, last_modification: now });
        }
        let mut buffer = [0; 32];
        if self.memory(address, &mut buffer)? < buffer.len() {
            return Err(Errno::FAULT);
        }
        let word = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&buffer[8 * at..8 * at + 8]);
            i64::from_ne_bytes(bytes)
        };
        let time = |at| Timespec { tv_sec: word(at), tv_nsec: word(at + 1) };
        Ok(Timestamps { last_access: time(0), last_modification: time(2) })
    }
}
