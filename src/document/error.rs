//! Why a document cannot be read or compared.

use super::{Format, ProfileError};

/// Which of the two documents an error is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The earlier document.
    Source,
    /// The later document.
    Test,
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Source => "source",
            Self::Test => "test",
        })
    }
}

/// Why two documents were not compared.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// One document cannot be read.
    #[error("the {side} document: {error}")]
    Read {
        /// Which document.
        side: Side,
        /// Why.
        #[source]
        error: ReadError,
    },
    /// The two sides were detected as different formats.
    #[error(
        "the source document is {source_format} ({source_reason}) and the test document is {test_format} \
         ({test_reason}); compare documents of one format"
    )]
    FormatsDiffer {
        /// What the source was detected as.
        source_format: Format,
        /// What spoke for it.
        source_reason: &'static str,
        /// What the test was detected as.
        test_format: Format,
        /// What spoke for it.
        test_reason: &'static str,
    },
    /// The profile cannot be used.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// The alignment's configuration contradicts itself.
    #[error("alignment configuration: {0}")]
    Alignment(String),
}

/// Why one document cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is larger than the limit.
    #[error("it has {bytes} bytes, and the limit is {limit}")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// It is no UTF-8 text.
    #[error("line {line}, byte {offset}: the text is not UTF-8; convert it to UTF-8")]
    NotUtf8 {
        /// Where it stops being UTF-8.
        offset: usize,
        /// The line of that byte, from 1.
        line: usize,
    },
    /// Its format is unknown.
    #[error("its format is not known: {reason}; name it .md or .txt")]
    UnknownFormat {
        /// Why.
        reason: &'static str,
    },
    /// Blocks are nested more deeply than the limit.
    #[error("line {line}: blocks are nested more than {limit} deep")]
    TooDeep {
        /// Where, from 1.
        line: usize,
        /// The limit.
        limit: usize,
    },
    /// There are more blocks than the limit.
    #[error("line {line}: the document has more than {limit} blocks")]
    TooManyBlocks {
        /// Where, from 1.
        line: usize,
        /// The limit.
        limit: usize,
    },
}
