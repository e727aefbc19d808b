//! GitHub as seen from the outside: a server on this machine that answers as GitHub does, and what becomes of it.

// Functions that only tests call may end with a panic too.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod api;
mod begin;
mod blobs;
mod code_scanning;
mod comment;
mod contract;
mod delivery;
mod metadata;
mod objects;
mod release;
mod revisions;
mod support;
