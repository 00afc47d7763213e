//! What can go wrong with a job.

use std::io;
use std::path::Path;

use rusqlite::ErrorCode;

use super::text;
use super::work::Name;

/// Why a job does not go on. What was stored before stays stored, whatever this is.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// The file holds another job.
    #[error("{file} holds another job: its {what} is {held}, not {asked}")]
    OtherJob {
        /// The file.
        file: String,
        /// In what they differ: `problem`, `input`, `verb`, `engine`, `program`.
        what: &'static str,
        /// What the file says.
        held: String,
        /// What was asked for.
        asked: String,
    },
    /// The file is there and holds something else than a job, or a job in a format that this version does not know.
    #[error("{file} is no job file: {why}")]
    NoJob {
        /// The file.
        file: String,
        /// What it is instead.
        why: String,
    },
    /// The file holds a job, but not as it was stored.
    #[error("{file} is damaged: {what}; the job cannot go on with it")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong.
        what: String,
    },
    /// The file cannot be read or written: no room, no permission, no such folder.
    #[error("cannot {verb} {file}: {why}")]
    Storage {
        /// What was tried: `read` or `write`.
        verb: &'static str,
        /// The file.
        file: String,
        /// What stood in the way.
        why: String,
    },
    /// A unit cannot be done.
    #[error("unit {} cannot be done: {why}", text::of_name(name))]
    Unit {
        /// The unit's name.
        name: Name,
        /// Why.
        why: String,
    },
    /// The work cannot be cut into units, or nobody can do them.
    #[error("{0}")]
    Work(String),
}

impl JobError {
    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        JobError::Damaged { file: shown(path), what: what.into() }
    }

    pub(super) fn read(path: &Path, error: &io::Error) -> Self {
        JobError::Storage { verb: "read", file: shown(path), why: error.to_string() }
    }

    pub(super) fn write(path: &Path, error: &io::Error) -> Self {
        JobError::Storage { verb: "write", file: shown(path), why: error.to_string() }
    }

    /// What the database said of `path`.
    pub(super) fn of(path: &Path, error: &rusqlite::Error) -> Self {
        let file = shown(path);
        let storage = |verb, why: &str| JobError::Storage { verb, file: file.clone(), why: why.into() };
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => JobError::NoJob { file, why: "it is not a database".into() },
            Some(ErrorCode::DiskFull) => storage("write", "there is no room left on the disk"),
            Some(ErrorCode::ReadOnly) => storage("write", "it is read-only"),
            Some(ErrorCode::CannotOpen) => storage("read", "it, or its folder, cannot be opened"),
            Some(ErrorCode::PermissionDenied) => storage("read", "permission denied"),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                storage("write", "another process holds it, for minutes now")
            }
            Some(ErrorCode::SystemIoFailure) => storage("write", &format!("the disk failed, or is full ({error})")),
            _ => JobError::Damaged { file, what: error.to_string() },
        }
    }
}

pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}
