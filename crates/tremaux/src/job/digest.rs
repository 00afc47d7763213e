//! What holds stored data together: a database notices a broken page, but not a broken number.

use std::hash::Hasher;

use twox_hash::XxHash3_64;

/// A digest of some parts.
#[derive(Clone)]
pub(super) struct Digest(XxHash3_64);

impl Digest {
    pub(super) fn new() -> Self {
        Digest(XxHash3_64::new())
    }

    /// The digest of so far, and of a part of its own.
    pub(super) fn part(mut self, bytes: &[u8]) -> Self {
        self.0.write(&(bytes.len() as u64).to_le_bytes());
        self.add(bytes);
        self
    }

    pub(super) fn number(self, number: i64) -> Self {
        self.part(&number.to_le_bytes())
    }

    /// Adds to the last part, however it is divided.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    /// As the database takes it.
    pub(super) fn value(&self) -> i64 {
        self.0.finish().cast_signed()
    }
}
