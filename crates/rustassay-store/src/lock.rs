//! One writer at a time: who has the file `lock` locked works on the store.
//!
//! The system gives the lock back when the process ends, however it ends. The file stays, because deleting it
//! would let two processes lock two files of that name.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;
use std::{io, process, thread, time::Duration};

use crate::{StoreAddress, StoreError};

const FILE: &str = "lock";

/// A reader that asks who works on a store has the lock for a moment ([`holder`]), and so has a child of a
/// killed process until it is a program of its own: it takes this long to be sure that a lock is a worker's.
const PATIENCE: u32 = 100;
const PAUSE: Duration = Duration::from_millis(20);

/// Takes the lock of the store in `folder`, for as long as the file is open.
pub fn take(folder: &Path) -> Result<File, StoreError> {
    let of_system = |why| StoreError::of_system(&StoreAddress::from(folder), why);
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(folder.join(FILE))
        .map_err(of_system)?;
    for _ in 0..PATIENCE {
        match file.try_lock() {
            Ok(()) => {
                write_pid(&mut file).map_err(of_system)?;
                return Ok(file);
            }
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Err(TryLockError::Error(why)) => return Err(of_system(why)),
        }
    }
    Err(StoreError::InUse { store: folder.into(), pid: read_pid(&mut file) })
}

/// The process that has the lock of the store in `folder`, if any has; 0 if it did not say which it is.
pub fn holder(folder: &Path) -> Option<u32> {
    let mut file = File::open(folder.join(FILE)).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Some(read_pid(&mut file).unwrap_or(0)),
        Ok(()) | Err(TryLockError::Error(_)) => None,
    }
}

fn write_pid(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    writeln!(file, "{}", process::id())
}

fn read_pid(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.take(20).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}
