//! The bytes behind the paths, each distinct blob read once.

use std::collections::HashMap;
use std::sync::Arc;

use super::Id;
use super::objects::{ObjectError, ObjectKind, Objects};

/// How many blobs are asked for together; a source that fetches in parallel gets enough to do, and memory stays bounded.
const BATCH: usize = 1024;

/// Blobs by name.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    blobs: HashMap<Id, Result<Arc<[u8]>, ObjectError>>,
    bytes: u64,
}

impl Contents {
    /// Reads blobs: those of both revisions at once, as most are the same. What was read before is not read again.
    ///
    /// A blob above `source_bytes`, or one that is missing or unreadable, becomes that blob's own error and leaves the
    /// others alone.
    ///
    /// # Errors
    /// [`ObjectError::TooMuch`] when all blobs together have more than `total_bytes`; [`ObjectError::Unavailable`] when
    /// the source itself failed, since every further request would fail the same way.
    pub fn read(
        &mut self,
        objects: &dyn Objects,
        ids: impl IntoIterator<Item = Id>,
        source_bytes: u64,
        total_bytes: u64,
    ) -> Result<(), ObjectError> {
        let mut wanted = Vec::new();
        let mut asked = std::collections::HashSet::new();
        for id in ids {
            if !self.blobs.contains_key(&id) && asked.insert(id) {
                wanted.push(id);
            }
        }
        for batch in wanted.chunks(BATCH) {
            let left = total_bytes.saturating_sub(self.bytes);
            for (&id, answer) in batch.iter().zip(objects.blobs(batch, source_bytes, left)) {
                match answer {
                    Ok(bytes) => {
                        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
                        if self.bytes > total_bytes {
                            return Err(ObjectError::TooMuch { limit: total_bytes });
                        }
                        self.blobs.insert(id, Ok(bytes.into()));
                    }
                    Err(ObjectError::TooMuch { .. }) => {
                        return Err(ObjectError::TooMuch { limit: total_bytes });
                    }
                    Err(error @ ObjectError::Unavailable { .. }) => return Err(error),
                    Err(error) => {
                        self.blobs.insert(id, Err(error));
                    }
                }
            }
        }
        Ok(())
    }

    /// The bytes of a blob.
    ///
    /// # Errors
    /// Why it could not be read; a blob that was never asked for is missing.
    pub fn get(&self, id: Id) -> Result<&Arc<[u8]>, ObjectError> {
        match self.blobs.get(&id) {
            Some(Ok(bytes)) => Ok(bytes),
            Some(Err(error)) => Err(error.clone()),
            None => Err(ObjectError::Missing { kind: ObjectKind::Blob, id }),
        }
    }

    /// How many bytes are held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}
