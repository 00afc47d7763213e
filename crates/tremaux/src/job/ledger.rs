//! Who is at which unit, what came of those that are done, and how much is listed.

use std::path::Path;
use std::time::SystemTime;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::Done;
use super::alive::{self, Sign};
use super::digest::Digest;
use super::error::JobError;
use super::listing::Listing;
use super::store::{Fault, Keep, Store, Stored};

/// A process at work, as the file knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtWork {
    /// The process.
    pub process: u32,
    /// How many threads it works on.
    pub threads: usize,
    /// How many units it has taken and not yet stored.
    pub units: u64,
}

impl Store {
    /// Enters this process among the workers.
    pub(super) fn enter(&mut self, threads: usize) -> Result<(i64, Sign), JobError> {
        self.transact(Keep::WithTheNext, |connection, path| {
            bury_the_dead(connection, path)?;
            let row = "INSERT INTO workers (process, threads) VALUES (?, ?)";
            connection.execute(row, params![i64::from(std::process::id()), threads as i64])?;
            let worker = connection.last_insert_rowid();
            // Within the transaction: nobody sees the worker before its sign of life.
            Ok((worker, Sign::give(path, worker)?))
        })
    }

    /// Takes away what workers left who are no longer alive.
    pub(super) fn bury_the_dead(&mut self) -> Result<(), JobError> {
        self.transact(Keep::WithTheNext, |connection, path| {
            bury_the_dead(connection, path)?;
            // Within the transaction: no worker enters meanwhile.
            alive::bury_all(path);
            Ok(())
        })
    }

    /// The worker leaves, and what it had taken is free again.
    pub(super) fn leave(&mut self, worker: i64) -> Result<(), JobError> {
        self.transact(Keep::WithTheNext, |connection, _| Ok(remove(connection, worker)?))
    }

    /// Stores what the worker has `done`, lists what can be listed, and gives it up to `most` units to do next.
    pub(super) fn exchange(
        &mut self,
        worker: i64,
        done: &[Stored],
        most: usize,
        listing: Option<&mut Listing>,
    ) -> Result<Vec<usize>, JobError> {
        let first_free = self.first_free;
        let keep = if done.is_empty() { Keep::WithTheNext } else { Keep::AtOnce };
        let taken = self.transact(keep, |connection, path| {
            for stored in done {
                store(connection, worker, stored)?;
            }
            if let Some(listing) = listing {
                list(connection, path, listing)?;
            }
            let mut taken = take(connection, worker, first_free, most)?;
            if taken.is_empty() && most > 0 {
                // Whatever is free now was given back, or was taken by one who died.
                bury_the_dead(connection, path)?;
                taken = take(connection, worker, 0, most)?;
            }
            Ok(taken)
        })?;
        if let Some(first) = taken.first() {
            self.first_free = *first;
        }
        Ok(taken)
    }

    /// Gives the worker those of these units that are free, and says which.
    pub(super) fn claim(&mut self, worker: i64, units: &[usize]) -> Result<Vec<usize>, JobError> {
        let free = "INSERT INTO claims SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM claims WHERE unit = ?1) \
                    AND NOT EXISTS (SELECT 1 FROM results WHERE unit = ?1)";
        self.transact(Keep::WithTheNext, |connection, _| {
            let mut free = connection.prepare(free)?;
            let mut claimed = Vec::new();
            for &unit in units {
                if free.execute([unit as i64, worker])? == 1 {
                    claimed.push(unit);
                }
            }
            Ok(claimed)
        })
    }

    /// Keeps a piece of what a unit lists, until the unit is done.
    pub(super) fn keep(&mut self, unit: usize, piece: usize, text: &[u8]) -> Result<(), JobError> {
        self.transact(Keep::WithTheNext, |connection, _| {
            let row = "INSERT OR REPLACE INTO pieces VALUES (?, ?, ?)";
            connection.execute(row, params![unit as i64, piece as i64, text])?;
            Ok(())
        })
    }

    /// How much of the file of solutions holds: units and bytes.
    pub(super) fn listed(&self) -> Result<(u64, u64), JobError> {
        match listed(&self.connection).map_err(|error| self.failure(&error))? {
            Some((units, bytes)) => Ok((units, bytes)),
            None => Err(JobError::damaged(&self.path, LISTED_IS_WRONG)),
        }
    }

    /// Those at work, if they are alive.
    pub(super) fn at_work(&self) -> Result<Vec<AtWork>, JobError> {
        let columns = "SELECT worker, process, threads, (SELECT count(*) FROM claims WHERE claims.worker = workers.worker) \
                       FROM workers ORDER BY worker";
        let query = || {
            let mut rows = self.connection.prepare(columns)?;
            let at_work = |row: &Row| {
                let number = |column| row.get::<_, i64>(column).map(|number| u64::try_from(number).unwrap_or(0));
                let process = u32::try_from(number(1)?).unwrap_or(0);
                let threads = usize::try_from(number(2)?).unwrap_or(0);
                Ok((row.get::<_, i64>(0)?, AtWork { process, threads, units: number(3)? }))
            };
            rows.query_map([], at_work)?.collect::<Result<Vec<_>, _>>()
        };
        let workers = query().map_err(|error| self.failure(&error))?;
        let alive = workers.into_iter().filter(|(worker, _)| alive::is_alive(&self.path, *worker));
        Ok(alive.map(|(_, at_work)| at_work).collect())
    }
}

const LISTED_IS_WRONG: &str = "how much was listed is not as it was stored";

fn remove(connection: &Connection, worker: i64) -> rusqlite::Result<()> {
    // Pieces of a unit that was not done are of no use to whoever does it next.
    let pieces = "DELETE FROM pieces WHERE unit IN (SELECT unit FROM claims WHERE worker = ?)";
    connection.execute(pieces, [worker])?;
    connection.execute("DELETE FROM claims WHERE worker = ?", [worker])?;
    connection.execute("DELETE FROM workers WHERE worker = ?", [worker])?;
    Ok(())
}

/// Frees what workers had taken who are no longer alive.
fn bury_the_dead(connection: &Connection, path: &Path) -> rusqlite::Result<()> {
    let mut workers = connection.prepare("SELECT worker FROM workers UNION SELECT worker FROM claims")?;
    let workers = workers.query_map([], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
    for worker in workers.into_iter().filter(|worker| !alive::is_alive(path, *worker)) {
        remove(connection, worker)?;
        alive::bury(path, worker);
    }
    Ok(())
}

/// Stores a result, if the unit is this worker's to do.
fn store(connection: &Connection, worker: i64, stored: &Stored) -> rusqlite::Result<()> {
    let unit = stored.unit as i64;
    let claimed = connection.execute("DELETE FROM claims WHERE unit = ? AND worker = ?", [unit, worker])?;
    if claimed == 0 {
        return Ok(());
    }
    let Done { solutions, nodes, seconds, listed } = stored.done;
    let finished = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let (solutions, nodes, finished) = (solutions.to_string(), nodes.cast_signed(), finished.cast_signed());
    let row = "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    let values = params![unit, solutions, nodes, seconds, listed, worker, finished, stored.digest()];
    connection.execute(row, values).map(|_| ())
}

/// Takes up to `most` units from number `from` on that are free.
fn take(connection: &Connection, worker: i64, from: usize, most: usize) -> rusqlite::Result<Vec<usize>> {
    let free = "SELECT unit FROM units WHERE unit >= ? AND unit NOT IN (SELECT unit FROM claims) \
                AND NOT EXISTS (SELECT 1 FROM results WHERE results.unit = units.unit) ORDER BY unit LIMIT ?";
    let mut free = connection.prepare(free)?;
    let units = free.query_map([from as i64, most as i64], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
    for unit in &units {
        connection.execute("INSERT INTO claims VALUES (?, ?)", [*unit, worker])?;
    }
    Ok(units.into_iter().filter_map(|unit| usize::try_from(unit).ok()).collect())
}

/// Brings the units that are next in order, and done, to the file of solutions.
fn list(connection: &Connection, path: &Path, listing: &mut Listing) -> Result<(), Fault> {
    let damaged = |what: &str| Fault::Job(JobError::damaged(path, what));
    let (mut units, mut bytes) = listed(connection)?.ok_or_else(|| damaged(LISTED_IS_WRONG))?;
    let before = units;
    let mut result = connection.prepare("SELECT listed FROM results WHERE unit = ?")?;
    let mut pieces = connection.prepare("SELECT text FROM pieces WHERE unit = ? ORDER BY piece")?;
    while let Some(expected) = result.query_row([units.cast_signed()], |row| row.get::<_, i64>(0)).optional()? {
        if units == before {
            listing.begin(bytes)?;
        }
        let mut digest = Digest::new();
        let mut rows = pieces.query([units.cast_signed()])?;
        while let Some(row) = rows.next()? {
            let text = row.get_ref(0)?.as_blob().map_err(|_| damaged("a piece of solutions is no text"))?;
            digest.add(text);
            bytes += text.len() as u64;
            listing.write(text)?;
        }
        if digest.value() != expected {
            return Err(damaged(&format!("the solutions of unit {units} are not as they were stored")));
        }
        connection.execute("DELETE FROM pieces WHERE unit = ?", [units.cast_signed()])?;
        units += 1;
    }
    if units > before {
        listing.sync()?;
        let row = params![units.cast_signed(), bytes.cast_signed(), listed_digest(units, bytes)];
        connection.execute("UPDATE listed SET units = ?, bytes = ?, digest = ?", row)?;
    }
    Ok(())
}

/// How much of the file of solutions holds: units and bytes; `None` if that is not as it was stored.
fn listed(connection: &Connection) -> rusqlite::Result<Option<(u64, u64)>> {
    let number = |row: &Row, column| row.get::<_, i64>(column).map(i64::cast_unsigned);
    let row = |row: &Row| Ok((number(row, 0)?, number(row, 1)?, row.get::<_, i64>(2)?));
    let (units, bytes, digest) = connection.query_row("SELECT units, bytes, digest FROM listed", [], row)?;
    Ok((digest == listed_digest(units, bytes)).then_some((units, bytes)))
}

pub(super) fn listed_digest(units: u64, bytes: u64) -> i64 {
    Digest::new().number(units.cast_signed()).number(bytes.cast_signed()).value()
}
