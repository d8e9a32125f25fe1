//! A program does what the abstract machine says.

use crate::trials::ByTrials;

/// Programs whose output the machine knows.
pub struct Output;

impl ByTrials for Output {}
