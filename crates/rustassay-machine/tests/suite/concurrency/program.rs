//! Small programs of memory accesses, as litmus tests have them.

use rustassay_mir::model::AtomicOrdering;
use std::collections::BTreeSet;

/// What one thread does, in order. Locations, and the registers of all threads, are numbers.
pub type Thread = Vec<Op>;

/// One operation. Loads give their register what they read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Op {
    Store {
        location: usize,
        value: u64,
        how: Access,
    },
    Load {
        register: usize,
        location: usize,
        how: Access,
    },
    /// A read-modify-write.
    Update {
        register: usize,
        location: usize,
        change: Change,
        ordering: AtomicOrdering,
    },
    /// Stores `new` if it reads `expected`; may fail all the same if it is weak.
    Exchange {
        register: usize,
        location: usize,
        expected: u64,
        new: u64,
        success: AtomicOrdering,
        failure: AtomicOrdering,
        is_weak: bool,
    },
    Fence(AtomicOrdering),
}

/// How a location is accessed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Access {
    Plain,
    Atomic(AtomicOrdering),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Change {
    Add(u64),
    Swap(u64),
}

impl Change {
    pub fn apply(self, old: u64) -> u64 {
        match self {
            Change::Add(more) => old + more,
            Change::Swap(new) => new,
        }
    }
}

/// A program. All locations hold 0 before the threads begin.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Program {
    pub threads: Vec<Thread>,
    pub locations: usize,
    pub registers: usize,
}

/// How an execution ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    Race,
    /// What the registers hold, and the locations.
    Values(Vec<u64>),
}

/// The values of some names: registers, then locations.
pub type Outcomes = BTreeSet<Outcome>;
