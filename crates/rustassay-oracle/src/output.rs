//! A program does what the abstract machine says.

use super::trials::ByTrials;

/// Programs whose output the machine knows.
pub struct Output;

impl ByTrials for Output {}
