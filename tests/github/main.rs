//! GitHub as seen from the outside: a server on this machine that answers as GitHub does, and what becomes of it.

mod api;
mod code_scanning;
mod comment;
mod contract;
mod delivery;
mod objects;
mod release;
mod revisions;
mod support;
