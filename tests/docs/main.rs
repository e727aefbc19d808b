//! The documentation says what the code does: its tables, examples, links and steps are checked against it.

#![allow(clippy::unwrap_used, reason = "a failed step of the preparation is a failed test")]

mod action;
mod examples;
mod guides;
mod messages;
mod pages;
mod report;
mod security;
