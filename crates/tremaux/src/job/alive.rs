//! Which of the processes at work on a job are alive.
//!
//! Each holds a lock on a file of its own, which the system releases when the process ends, in whatever way.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::error::JobError;

/// The sign of life of a worker: it is alive as long as this is kept.
pub(super) struct Sign {
    path: PathBuf,
    _locked: File,
}

impl Sign {
    /// Gives the sign of a worker whose number nobody had before.
    pub(super) fn give(job: &Path, worker: i64) -> Result<Sign, JobError> {
        let path = beside(job, &format!("-worker-{worker}"));
        let failure = |error: io::Error| JobError::write(&path, &error);
        let file = File::create(&path).map_err(failure)?;
        match file.try_lock() {
            Ok(()) => Ok(Sign { path, _locked: file }),
            Err(TryLockError::WouldBlock) => Err(failure(io::ErrorKind::ResourceBusy.into())),
            Err(TryLockError::Error(error)) => Err(failure(error)),
        }
    }
}

impl Drop for Sign {
    fn drop(&mut self) {
        // One that is left lying there is taken away when the next worker looks for the dead.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether a worker is alive.
pub(super) fn is_alive(job: &Path, worker: i64) -> bool {
    match File::open(beside(job, &format!("-worker-{worker}"))) {
        Ok(file) => matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)),
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    }
}

/// Takes away what a dead worker left.
pub(super) fn bury(job: &Path, worker: i64) {
    let _ = fs::remove_file(beside(job, &format!("-worker-{worker}")));
}

/// Takes away what all dead workers left, those too who died before the job knew of them. Not to be called while a worker gives
/// its sign.
pub(super) fn bury_all(job: &Path) {
    let Some(name) = job.file_name().and_then(|name| name.to_str()) else { return };
    let prefix = format!("{name}-worker-");
    let folder = job.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let workers = files.filter_map(|file| file.file_name().to_str()?.strip_prefix(&prefix)?.parse().ok());
    workers.filter(|worker| !is_alive(job, *worker)).for_each(|worker| bury(job, worker));
}

/// A file beside the job's, whose name has `suffix` at its end.
pub(super) fn beside(job: &Path, suffix: &str) -> PathBuf {
    let mut name = job.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
