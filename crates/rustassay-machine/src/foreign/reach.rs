//! What a program may reach of the machine that it runs on, and what becomes of a call that asks for more.
//!
//! In isolation that is nothing. The user may open folders to it, or everything. Where just folders are open, the kernel itself resolves
//! paths beneath them (`openat2` with `RESOLVE_BENEATH`): neither `..` nor a symbolic link leads out, even if the files change meanwhile.
//!
//! What is done outside cannot be undone. So a machine that has checkpoints refuses all of it.

use super::descriptors::Object;
use super::errno::EACCES;
use super::*;
use rustix::fs::{Mode, OFlags, ResolveFlags};
use rustix::io::Errno;
use std::cell::OnceCell;
use std::ffi::OsStr;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// What a program may reach of the machine that it runs on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OutsideReach {
    /// Whether it has the machine's clock, its input and its network.
    pub is_open: bool,
    /// Which files it has.
    pub files: FileReach,
    /// What becomes of a call that asks for more.
    pub refusal: Refusal,
}

/// Which files a program may reach.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum FileReach {
    /// None.
    #[default]
    None,
    /// Those in these folders, and in folders beneath them.
    Beneath(Vec<PathBuf>),
    /// All that the user may reach.
    All,
}

/// What becomes of a call that asks for more than the program may reach.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Refusal {
    /// The run stops.
    #[default]
    Stop,
    /// The call fails, and somebody hears of it, and from where it was made.
    Warn,
    /// The call fails, and somebody hears of it.
    WarnBriefly,
    /// The call fails.
    Hide,
}

/// What a refused call has asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// A file or a folder.
    File(String),
    /// One that is not beneath the folders that are open.
    Beyond(String),
    /// The machine's standard input.
    Input,
    /// What the machine's standard streams are.
    StreamStatus,
    /// Another host, or another process of this one.
    Network,
    /// A process of its own.
    Processes,
    /// Native code.
    NativeCode,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::File(path) => write!(f, "of `{path}` is not available in isolation"),
            Refused::Network => f.write_str("is not available in isolation"),
            Refused::StreamStatus => f.write_str("of a standard stream is not available in isolation"),
            Refused::Input => f.write_str("of standard input is not available in isolation"),
            Refused::Beyond(path) => write!(f, "of `{path}` leaves the folders that the program may use"),
            Refused::Processes => f.write_str("would start another process, and the machine runs just one"),
            Refused::NativeCode => f.write_str("would load native code, which the machine cannot run"),
        }
    }
}

/// A device that holds nothing and keeps nothing, so that every program may open it.
const NULL_DEVICE: &[u8] = b"/dev/null";

/// What says how much of the processors a program may use. A program in isolation may use all that it sees.
const CONTROL_GROUP: &[u8] = b"/proc/self/cgroup";

/// A file where a call of the system finds it.
#[derive(Debug)]
pub(super) struct Spot {
    /// An absolute path.
    pub(super) path: PathBuf,
    /// Keeps what the path begins with where it is.
    _held: Option<OwnedFd>,
}

/// A file as a program names it.
pub(super) struct Named<'a> {
    /// The function that it calls.
    pub(super) call: &'a str,
    /// The folder that it has open, from which a relative path goes; otherwise the path goes from the folder that it is in.
    pub(super) from: Option<Rc<Object>>,
    pub(super) path: Vec<u8>,
}

impl Named<'_> {
    /// The path, for people.
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.path).into_owned()
    }

    /// Whether it can only be a folder's path, so that a symbolic link at its end stands for what it points to.
    fn ends_in_folder(&self) -> bool {
        [&b"/"[..], b"/."].iter().any(|end| self.path.ends_with(end))
    }

    /// The folder from which the path goes, if that is not the one that the program is in.
    fn folder(&self) -> Option<&OwnedFd> {
        let is_absolute = self.path.first() == Some(&b'/');
        self.from.as_ref().filter(|_| !is_absolute)?.host()
    }
}

/// What a symbolic link at the end of a path stands for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Last {
    /// What it points to.
    Follow,
    /// Itself.
    Keep,
}

/// Why there is no spot.
enum NoSpot {
    Errno(Errno),
    Beyond,
}

/// The folders that a program may use. They are all opened when it first names a file. So a program that may use a folder and another
/// one within it cannot put a link in the place of the inner one.
#[derive(Default, Debug)]
pub(super) struct OpenFolders(OnceCell<Vec<OpenFolder>>);

#[derive(Debug)]
struct OpenFolder {
    path: PathBuf,
    opened: Result<OwnedFd, Errno>,
}

/// A folder that the program may use, and the rest of a path beneath it.
struct Beneath {
    folder: OwnedFd,
    rest: PathBuf,
}

const RESOLVE: ResolveFlags = ResolveFlags::BENEATH.union(ResolveFlags::NO_MAGICLINKS);

impl Machine {
    /// Refuses a call: stops, or gives the error that it fails with.
    pub(super) fn refuse(&mut self, call: &str, wanted: Refused) -> Step<i32> {
        let is_never_allowed = matches!(wanted, Refused::Processes | Refused::NativeCode);
        let refusal = self.outside.world.reach.refusal;
        if refusal == Refusal::Stop || is_never_allowed {
            return Err(Box::new(Stop::Refused { call: call.to_owned(), wanted }));
        }
        // Once for each function, as a program may try again and again.
        if refusal != Refusal::Hide && self.outside.refused.insert(call.to_owned()) {
            let detail = if refusal == Refusal::Warn { Detail::Backtrace } else { Detail::None };
            self.remark(&format!("`{call}` {wanted}, so it fails with \"Permission denied\""), detail);
        }
        Ok(EACCES)
    }

    /// Makes sure that nobody wants to undo what comes.
    pub(super) fn check_lasting(&self, call: &str) -> Step<()> {
        match self.journal.is_on() {
            true => unsupported(format!("can't call `{call}` where it may be undone")),
            false => Ok(()),
        }
    }

    /// Whether the program has the machine's clock, its input and its network.
    pub(super) fn is_open(&self) -> bool {
        self.outside.world.reach.is_open
    }

    /// The path that a program means: from the folder that it is in.
    pub(super) fn absolute(&self, path: &[u8]) -> PathBuf {
        Path::new(OsStr::from_bytes(&self.outside.world.folder)).join(OsStr::from_bytes(path))
    }

    /// Where a file is that the program names; or the error that the call fails with.
    pub(super) fn spot(&mut self, named: &Named, last: Last) -> Step<Result<Spot, Errno>> {
        self.check_lasting(named.call)?;
        let found = match &self.outside.world.reach.files {
            FileReach::None => {
                let errno = self.refuse(named.call, Refused::File(named.text()))?;
                return Ok(Err(Errno::from_raw_os_error(errno)));
            }
            _ if named.path.is_empty() => Err(NoSpot::Errno(Errno::NOENT)),
            FileReach::All => {
                let path = match named.folder() {
                    Some(folder) => by_number(folder).join(OsStr::from_bytes(&named.path)),
                    None => self.absolute(&named.path),
                };
                Ok(Spot { path, _held: None })
            }
            FileReach::Beneath(folders) => {
                self.beneath(folders, named).and_then(|beneath| match named.ends_in_folder() {
                    true if beneath.is_link() => beneath.spot(Last::Follow),
                    _ => beneath.spot(last),
                })
            }
        };
        self.or_refused(named, found)
    }

    /// Opens a file that the program names.
    pub(super) fn open_file(
        &mut self,
        named: &Named,
        flags: OFlags,
        mode: Mode,
    ) -> Step<Result<OwnedFd, Errno>> {
        let flags = flags | OFlags::CLOEXEC;
        if named.path == CONTROL_GROUP && !self.is_open() {
            return Ok(Err(Errno::NOENT));
        }
        if named.path == NULL_DEVICE {
            self.check_lasting(named.call)?;
            return Ok(rustix::fs::open(OsStr::from_bytes(NULL_DEVICE), flags, Mode::empty()));
        }
        let FileReach::Beneath(folders) = &self.outside.world.reach.files else {
            let spot = self.spot(named, Last::Follow)?;
            return Ok(spot.and_then(|spot| rustix::fs::open(&spot.path, flags, mode)));
        };
        self.check_lasting(named.call)?;
        let makes_one = flags.intersects(OFlags::CREATE | OFlags::TMPFILE);
        let mode = if makes_one { mode } else { Mode::empty() };
        let opened = match named.path.is_empty() {
            true => Err(NoSpot::Errno(Errno::NOENT)),
            false => self.beneath(folders, named).and_then(|Beneath { folder, rest }| {
                rustix::fs::openat2(&folder, &rest, flags, mode, RESOLVE).map_err(NoSpot::from)
            }),
        };
        self.or_refused(named, opened)
    }

    /// The open folder that a path leads to, and what follows.
    fn beneath(&self, folders: &[PathBuf], named: &Named) -> Result<Beneath, NoSpot> {
        match named.folder() {
            Some(folder) => {
                let folder = folder.try_clone().map_err(|_| NoSpot::Errno(Errno::MFILE))?;
                Ok(Beneath { folder, rest: PathBuf::from(OsStr::from_bytes(&named.path)) })
            }
            None => self.outside.open_folders.beneath(folders, &self.absolute(&named.path)),
        }
    }

    fn or_refused<T>(&mut self, named: &Named, found: Result<T, NoSpot>) -> Step<Result<T, Errno>> {
        Ok(match found {
            Ok(found) => Ok(found),
            Err(NoSpot::Errno(errno)) => Err(errno),
            Err(NoSpot::Beyond) => {
                Err(Errno::from_raw_os_error(self.refuse(named.call, Refused::Beyond(named.text()))?))
            }
        })
    }
}

impl From<Errno> for NoSpot {
    /// The kernel says `EXDEV` of a path that leads out.
    fn from(errno: Errno) -> NoSpot {
        match errno {
            Errno::XDEV => NoSpot::Beyond,
            errno => NoSpot::Errno(errno),
        }
    }
}

impl Beneath {
    /// Whether it is a symbolic link.
    fn is_link(&self) -> bool {
        let spot = self.spot(Last::Keep);
        spot.is_ok_and(|spot| rustix::fs::readlink(&spot.path, Vec::new()).is_ok())
    }

    /// Where the file is.
    fn spot(&self, last: Last) -> Result<Spot, NoSpot> {
        let open = |path: &Path| {
            let flags = OFlags::PATH | OFlags::CLOEXEC;
            rustix::fs::openat2(&self.folder, path, flags, Mode::empty(), RESOLVE).map_err(NoSpot::from)
        };
        let name = match (last, self.rest.components().next_back()) {
            (Last::Keep, Some(Component::Normal(name))) => name.to_owned(),
            _ => {
                let held = open(&self.rest)?;
                return Ok(Spot { path: by_number(&held), _held: Some(held) });
            }
        };
        let parent = self.rest.parent().filter(|parent| !parent.as_os_str().is_empty());
        let held = open(parent.unwrap_or(Path::new(".")))?;
        Ok(Spot { path: by_number(&held).join(name), _held: Some(held) })
    }
}

/// The path by which this process finds a file that it has open.
pub(super) fn by_number(file: &OwnedFd) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

impl OpenFolders {
    /// The folder that an absolute path leads to, if one does.
    fn beneath(&self, folders: &[PathBuf], path: &Path) -> Result<Beneath, NoSpot> {
        let normal = normalized(path);
        for OpenFolder { path: folder, opened } in self.0.get_or_init(|| open(folders)) {
            // As the program says it, so that the kernel follows `..`; otherwise by its words alone, which decides just where to begin.
            let rest = path.strip_prefix(folder).or_else(|_| normal.strip_prefix(folder));
            let Ok(rest) = rest else { continue };
            let opened = opened.as_ref().map_err(|errno| NoSpot::Errno(*errno))?;
            let folder = opened.try_clone().map_err(|_| NoSpot::Errno(Errno::MFILE))?;
            let rest = if rest.as_os_str().is_empty() { PathBuf::from(".") } else { rest.to_owned() };
            return Ok(Beneath { folder, rest });
        }
        Err(NoSpot::Beyond)
    }
}

fn open(folders: &[PathBuf]) -> Vec<OpenFolder> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let open = |path: &PathBuf| OpenFolder {
        path: path.clone(),
        opened: rustix::fs::open(path, flags, Mode::empty()),
    };
    folders.iter().map(open).collect()
}

/// A path without `.` and `..`, by its words.
fn normalized(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}
