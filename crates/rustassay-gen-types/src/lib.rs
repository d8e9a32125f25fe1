//! Programs for the typechecker, derived from typing rules.
