//! The file of solutions beside a job.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::alive::beside;
use super::error::JobError;

/// Where the solutions of the job in the file `job` are listed, for [`Verb::All`](super::Verb::All).
#[must_use]
pub fn path(job: &Path) -> PathBuf {
    beside(job, ".solutions")
}

/// The file of solutions. How much of it holds is stored in the job; what stands behind that was written by a process
/// that died before it could say so, and is written again.
pub(super) struct Listing {
    path: PathBuf,
    file: File,
}

impl Listing {
    /// The file, made if nothing was listed yet.
    pub(super) fn open(job: &Path, bytes: u64) -> Result<Listing, JobError> {
        let path = path(job);
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let file = if bytes == 0 { options.create(true).truncate(false).open(&path) } else { options.open(&path) };
        let file = file.map_err(|error| JobError::write(&path, &error))?;
        let listing = Listing { path, file };
        listing.holds(bytes)?;
        Ok(listing)
    }

    /// An error unless at least so many bytes are there.
    fn holds(&self, bytes: u64) -> Result<(), JobError> {
        let found = self.file.metadata().map_err(|error| JobError::read(&self.path, &error))?.len();
        if found >= bytes {
            return Ok(());
        }
        let what = format!("expected the {bytes} bytes that were listed, found {found}");
        Err(JobError::damaged(&self.path, what))
    }

    /// From now on, what is written goes behind the first `bytes`.
    pub(super) fn begin(&mut self, bytes: u64) -> Result<(), JobError> {
        self.holds(bytes)?;
        let at = self.file.set_len(bytes).and_then(|()| self.file.seek(SeekFrom::Start(bytes)));
        at.map(|_| ()).map_err(|error| JobError::write(&self.path, &error))
    }

    pub(super) fn write(&mut self, text: &[u8]) -> Result<(), JobError> {
        self.file.write_all(text).map_err(|error| JobError::write(&self.path, &error))
    }

    /// What was written is on the disk once this returns.
    pub(super) fn sync(&mut self) -> Result<(), JobError> {
        self.file.sync_data().map_err(|error| JobError::write(&self.path, &error))
    }
}
