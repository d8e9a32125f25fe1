//! Connections to the store, which pages share.

use rustassay_store::{Reader, StoreAddress, StoreError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many connections are kept.
const KEPT: usize = 4;

/// A connection is not kept longer: a store of an older version is read as a copy, which grows old.
const AGE: Duration = Duration::from_secs(30);

/// Readers of a store.
#[derive(Debug)]
pub struct Stores {
    address: StoreAddress,
    idle: Mutex<Vec<(Reader, Instant)>>,
}

impl Stores {
    /// Readers of the store at an address, of which one is opened to see whether it is there.
    pub fn open(address: &StoreAddress) -> Result<Stores, StoreError> {
        let first = (Reader::open(address)?, Instant::now());
        Ok(Stores { address: address.clone(), idle: Mutex::new(vec![first]) })
    }

    /// Where the store is.
    pub fn address(&self) -> &StoreAddress {
        &self.address
    }

    /// Reads. A connection with which something went wrong is not used again.
    pub fn read<T>(&self, read: impl Fn(&Reader) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = {
            let mut idle = idle();
            idle.retain(|(_, since)| since.elapsed() < AGE);
            idle.pop()
        };
        let (reader, since) = match kept {
            Some(kept) => kept,
            None => (Reader::open(&self.address)?, Instant::now()),
        };
        let result = read(&reader)?;
        let mut idle = idle();
        if idle.len() < KEPT {
            idle.push((reader, since));
        }
        Ok(result)
    }
}
