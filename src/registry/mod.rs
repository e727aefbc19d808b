//! Recorded evidence.
