//! The action from end to end: the real program, started as a runner starts it, against a stand-in for GitHub on this
//! machine. Each test is named after what somebody sees on GitHub.
//!
//! `COUNTERSIGN_IMAGE=… cargo test --test action situations::` compares a Docker image with the program.
#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the method itself is not general enough over lifetimes"
)]
// Functions that only tests call may end with a panic too.
#![allow(clippy::unwrap_used)]

mod checkout;
mod configuration;
mod details;
mod events;
mod hostile;
mod inputs;
mod mistakes;
mod pull_request;
mod refusals;
mod rendering;
mod repository;
mod run;
mod sarif;
mod situations;
mod stand_in;
mod trust;
