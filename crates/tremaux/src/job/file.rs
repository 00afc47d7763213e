//! The file opened: what stands in the way is told before the database does.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::alive::beside;
use super::error::{JobError, shown};

/// What a file is opened for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Access {
    Look,
    Write,
    Make,
}

fn connect(path: &Path, access: Access) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX;
    match access {
        Access::Make => {
            let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
            Connection::open_with_flags(path, flags)
        }
        Access::Write => Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_WRITE),
        Access::Look if beside(path, "-wal").exists() => {
            Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_ONLY)
        }
        // Nobody is at it, and nothing can change. The database need not look for others, for which it would write.
        Access::Look => {
            let flags = flags | OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            Connection::open_with_flags(format!("file:{}?immutable=1", encoded(path)), flags)
        }
    }
}

/// A path as it is written in a URI.
fn encoded(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes
        .map(|byte| {
            if byte.is_ascii_alphanumeric() || b"/._-".contains(byte) {
                char::from(*byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}

/// The database at `path`.
pub(super) fn open(path: &Path, access: Access) -> Result<Connection, JobError> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            return Err(JobError::NoJob { file: shown(path), why: "it is a folder".into() });
        }
        // Whoever may write anything is told all the same.
        Ok(found) if found.permissions().readonly() && access != Access::Look => {
            return Err(JobError::write(path, &std::io::ErrorKind::ReadOnlyFilesystem.into()));
        }
        Err(error) if access != Access::Make => return Err(JobError::read(path, &error)),
        _ => {}
    }
    let failure = |error| JobError::of(path, &error);
    let connection = connect(path, access).map_err(failure)?;
    connection.pragma_update(None, "cell_size_check", true).map_err(failure)?;
    Ok(connection)
}
