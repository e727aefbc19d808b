//! Two revisions of a git repository as snapshots: path → bytes.
//!
//! Only objects are read. No work tree is touched, nothing is checked out, and nothing that a repository may
//! configure is run: no hook, no filter, no external program. That is also why the owner of the directory does not
//! matter here: in a container the checkout belongs to somebody else, and reading objects is safe all the same.
//!
//! - [`Objects`]: commits, trees and blobs, from the disk ([`Local`]), from memory ([`Held`]), from the first source
//!   that has them ([`Fallback`])
//! - [`Local::resolve`]: what `HEAD`, `main` or `v1.0^` names; [`Local::default_base`]: what to compare with
//! - [`history`]: ancestors and merge bases, with an answer of its own for "the clone ends here"
//! - [`Snapshot`]: every path of a revision; [`Contents`]: the bytes of those that are selected
//! - [`pair`] and [`renames`]: which paths of two snapshots belong together
//! - [`ChangedLines`]: which lines of the later file were added or edited

mod changed_lines;
mod changes;
mod contents;
mod held;
pub mod history;
mod id;
mod local;
mod objects;
mod path;
mod revision;
mod snapshot;
mod staged;
mod tags;
pub mod work_tree;

pub use changed_lines::{ChangedLines, Hunk};
pub use changes::{Pair, Rename, pair, renames};
pub use contents::Contents;
pub use held::Held;
pub use id::{Id, NotAnId};
pub use local::{Local, OpenError};
pub use objects::{Commit, Fallback, Mode, ObjectError, ObjectKind, Objects, TreeEntry};
pub use path::{PathError, RepositoryPath};
pub use revision::{Base, BaseError, RevisionError};
pub use snapshot::{Entry, Listing, NotAFile, Remark, Selection, Snapshot, TreeLimits, Unlisted};
pub use staged::StagedError;
pub use tags::Tag;
