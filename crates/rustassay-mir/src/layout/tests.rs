//! Layouts that are known by heart.
