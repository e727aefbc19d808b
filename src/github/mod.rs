//! GitHub: what the run is about, and where its results go.
//!
//! - [`environment`] and [`inputs`] read what the runner says, [`payload`] what happened
//! - [`event`] plans which two revisions to compare, [`revisions`] finds them
//! - [`begin`](mod@begin) does all of this at once
//! - [`workspace`] joins the checkout and the API to one source of objects and history
//! - [`objects`] and [`blobs`] read through the API what the checkout does not have
//! - [`delivery`] is what a run has to say, [`deliver`](mod@deliver) says it: [`code_scanning`], [`comment`], [`release`], [`workflow`]
//!   and [`files`]
//! - [`api`] is the client under all of this, [`refusal`] what GitHub's refusals mean
//!
//! Nothing here knows what a difference is. Only this folder is asynchronous; [`Door`] is the way in.

pub mod api;
pub mod begin;
pub mod blobs;
pub mod clock;
pub mod code_scanning;
pub mod comment;
pub mod deliver;
pub mod delivery;
mod door;
pub mod environment;
pub mod event;
pub mod files;
pub mod inputs;
pub mod names;
pub mod objects;
pub mod parts;
pub mod payload;
pub mod refusal;
pub mod release;
pub mod retry;
pub mod revisions;
pub mod transport;
mod viewer;
pub mod workflow;
pub mod workspace;

pub use door::Door;
