//! The file that a job is kept in: an `SQLite` database.
//!
//! Everything that changes together is changed in one transaction, and a process that dies in the middle of one leaves nothing
//! of it. Where a transaction stores results, it is on the disk when it ends: nothing is lost if power fails. The others,
//! which say who is at what, are on the disk with the next of those.
//!
//! The database keeps a write-ahead log beside the file while someone is at it, because that takes one wait for the disk a
//! transaction, and not four; it is gone when the last process has ended, unless it was killed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row, TransactionBehavior, params};

use super::alive::{self, Sign};
use super::digest::Digest;
use super::error::{JobError, shown};
use super::listing::Listing;
use super::work::{Plan, Unit};
use super::{Done, Task};

/// Says that a database is a job: `Trmx`.
const APPLICATION: i64 = 0x5472_6d78;

/// The format of the file. Raise it with every change of what is in it.
const FORMAT: i64 = 1;

/// How long another process may hold the file.
const PATIENCE: Duration = Duration::from_secs(120);

const SCHEMA: &str = "
    -- One row.
    CREATE TABLE job (
        problem TEXT NOT NULL, input TEXT NOT NULL, verb TEXT NOT NULL, engine TEXT NOT NULL, program TEXT NOT NULL,
        kind TEXT NOT NULL, nodes_above INTEGER NOT NULL, digest INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE units (unit INTEGER PRIMARY KEY, name TEXT NOT NULL, weight REAL NOT NULL) STRICT;
    -- A unit that someone is at.
    CREATE TABLE claims (unit INTEGER PRIMARY KEY, worker INTEGER NOT NULL) STRICT;
    CREATE TABLE workers (
        worker INTEGER PRIMARY KEY AUTOINCREMENT, process INTEGER NOT NULL, threads INTEGER NOT NULL
    ) STRICT;
    -- A unit that is done. What it listed has a digest, and so has the row.
    CREATE TABLE results (
        unit INTEGER PRIMARY KEY, solutions TEXT NOT NULL, nodes INTEGER NOT NULL, seconds REAL NOT NULL,
        listed INTEGER NOT NULL, worker INTEGER NOT NULL, finished INTEGER NOT NULL, digest INTEGER NOT NULL
    ) STRICT;
    -- What units list, until it is in the file of solutions.
    CREATE TABLE pieces (
        unit INTEGER NOT NULL, piece INTEGER NOT NULL, text BLOB NOT NULL, PRIMARY KEY (unit, piece)
    ) STRICT, WITHOUT ROWID;
    -- One row: how many units are in the file of solutions, and how long it is.
    CREATE TABLE listed (units INTEGER NOT NULL, bytes INTEGER NOT NULL, digest INTEGER NOT NULL) STRICT;
";

/// What goes wrong within a transaction.
enum Fault {
    Database(rusqlite::Error),
    Job(JobError),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Fault::Database(error)
    }
}

impl From<JobError> for Fault {
    fn from(error: JobError) -> Self {
        Fault::Job(error)
    }
}

/// What a file holds beside the units' results.
pub(super) struct Held {
    pub(super) task: Task,
    pub(super) kind: String,
    pub(super) plan: Plan,
}

impl Held {
    fn digest(&self) -> i64 {
        let Held { task: Task { problem, input, verb, engine, program }, kind, plan } = self;
        let texts = [problem, &input.to_string(), verb.name(), engine, program, kind];
        let head = texts.iter().fold(Digest::new(), |digest, text| digest.part(text.as_bytes()));
        let head = head.number(plan.nodes_above.cast_signed());
        let unit = |digest: Digest, unit: &Unit| {
            digest.part(name_text(&unit.name).as_bytes()).number(unit.weight.to_bits().cast_signed())
        };
        plan.units.iter().fold(head, unit).value()
    }
}

/// A result as it is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stored {
    pub(super) unit: usize,
    pub(super) done: Done,
}

impl Stored {
    fn digest(&self) -> i64 {
        let Done { solutions, nodes, seconds, listed } = self.done;
        let numbers = [self.unit as i64, nodes.cast_signed(), seconds.to_bits().cast_signed(), listed];
        let digest = Digest::new().part(&solutions.to_le_bytes());
        numbers.into_iter().fold(digest, Digest::number).value()
    }
}

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

/// What a file is opened for.
#[derive(Clone, Copy, PartialEq)]
enum Access {
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
        Access::Look if alive::beside(path, "-wal").exists() => {
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

/// Whether a transaction must be on the disk when it ends.
#[derive(Clone, Copy, PartialEq)]
enum Keep {
    AtOnce,
    WithTheNext,
}

/// The open file.
pub(super) struct Store {
    path: PathBuf,
    connection: Connection,
    /// No unit below this one is free, as far as is known.
    first_free: usize,
}

impl Store {
    /// Opens the file at `path`, to be written unless it is `read_only`.
    pub(super) fn open(path: &Path, read_only: bool) -> Result<Store, JobError> {
        Store::open_with(path, if read_only { Access::Look } else { Access::Write })
    }

    /// The same, and the file is made if there is none.
    pub(super) fn make(path: &Path) -> Result<Store, JobError> {
        let store = Store::open_with(path, Access::Make)?;
        // If someone else is just making it, they see to this.
        match store.connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error) if error.sqlite_error_code() != Some(ErrorCode::DatabaseBusy) => Err(store.failure(&error)),
            _ => Ok(store),
        }
    }

    fn open_with(path: &Path, access: Access) -> Result<Store, JobError> {
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
        connection.busy_timeout(PATIENCE).map_err(failure)?;
        connection.pragma_update(None, "cell_size_check", true).map_err(failure)?;
        Ok(Store { path: path.to_owned(), connection, first_free: 0 })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn failure(&self, error: &rusqlite::Error) -> JobError {
        JobError::of(&self.path, error)
    }

    /// All that `change` does, or nothing.
    fn transact<T>(
        &mut self,
        keep: Keep,
        change: impl FnOnce(&Connection, &Path) -> Result<T, Fault>,
    ) -> Result<T, JobError> {
        let Store { path, connection, .. } = self;
        let all = || {
            let synchronous = if keep == Keep::AtOnce { "FULL" } else { "NORMAL" };
            connection.pragma_update(None, "synchronous", synchronous)?;
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let answer = change(&transaction, path)?;
            transaction.commit()?;
            Ok(answer)
        };
        all().map_err(|fault| match fault {
            Fault::Database(error) => JobError::of(path, &error),
            Fault::Job(error) => error,
        })
    }

    /// Whether nothing was ever stored here.
    pub(super) fn is_new(&self) -> Result<bool, JobError> {
        is_new(&self.connection).map_err(|error| self.failure(&error))
    }

    /// Stores a new job; unless someone else has stored one meanwhile.
    pub(super) fn begin(&mut self, held: &Held) -> Result<(), JobError> {
        self.transact(Keep::AtOnce, |connection, _| {
            if !is_new(connection)? {
                return Ok(());
            }
            connection.execute_batch(SCHEMA)?;
            connection.pragma_update(None, "application_id", APPLICATION)?;
            connection.pragma_update(None, "user_version", FORMAT)?;
            let Held { task: Task { problem, input, verb, engine, program }, kind, plan } = held;
            let row = "INSERT INTO job VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
            let (input, above) = (input.to_string(), plan.nodes_above.cast_signed());
            connection
                .execute(row, params![problem, input, verb.name(), engine, program, kind, above, held.digest()])?;
            let mut row = connection.prepare("INSERT INTO units VALUES (?, ?, ?)")?;
            for (number, unit) in plan.units.iter().enumerate() {
                row.execute(params![number as i64, name_text(&unit.name), unit.weight])?;
            }
            connection.execute("INSERT INTO listed VALUES (0, 0, ?)", [listed_digest(0, 0)])?;
            Ok(())
        })
    }

    /// What the file holds, every page and row of it checked.
    pub(super) fn load(&self) -> Result<Held, JobError> {
        let no_job = |why: String| JobError::NoJob { file: shown(&self.path), why };
        let pragma = |name| self.connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        if pragma("application_id").map_err(|error| self.failure(&error))? != APPLICATION {
            return Err(no_job("it is the database of another program".into()));
        }
        let format = pragma("user_version").map_err(|error| self.failure(&error))?;
        if format != FORMAT {
            return Err(no_job(format!("it is in format {format}, and this program knows format {FORMAT}")));
        }
        let damage = self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
        let damage = damage.map_err(|error| self.failure(&error))?;
        if damage != "ok" {
            return Err(JobError::damaged(&self.path, damage.replace('\n', " ")));
        }
        let (held, digest) = self.held().map_err(|error| self.failure(&error))?;
        if held.digest() != digest {
            return Err(JobError::damaged(&self.path, "its plan is not as it was stored"));
        }
        self.results()?;
        Ok(held)
    }

    fn held(&self) -> rusqlite::Result<(Held, i64)> {
        let text = |row: &Row, column: usize| row.get::<_, String>(column);
        let (mut held, digest) = self.connection.query_row("SELECT * FROM job", [], |row| {
            let task = Task {
                problem: text(row, 0)?,
                input: serde_json::from_str(&text(row, 1)?).map_err(unreadable)?,
                verb: text(row, 2)?.parse().map_err(unreadable)?,
                engine: text(row, 3)?,
                program: text(row, 4)?,
            };
            let plan = Plan { units: Vec::new(), nodes_above: row.get::<_, i64>(6)?.cast_unsigned() };
            Ok((Held { task, kind: text(row, 5)?, plan }, row.get(7)?))
        })?;
        let mut units = self.connection.prepare("SELECT name, weight FROM units ORDER BY unit")?;
        let unit = |row: &Row| {
            let name = serde_json::from_str(&text(row, 0)?).map_err(unreadable)?;
            Ok(Unit { name, weight: row.get(1)? })
        };
        held.plan.units = units.query_map([], unit)?.collect::<Result<_, _>>()?;
        Ok((held, digest))
    }

    /// Everything that was stored of units done, in their order.
    pub(super) fn results(&self) -> Result<Vec<Stored>, JobError> {
        let stored = self.stored().map_err(|error| self.failure(&error))?;
        let sound = |(stored, digest): (Stored, i64)| match stored.digest() == digest {
            true => Ok(stored),
            false => {
                let what = format!("the result of unit {} is not as it was stored", stored.unit);
                Err(JobError::damaged(&self.path, what))
            }
        };
        stored.into_iter().map(sound).collect()
    }

    fn stored(&self) -> rusqlite::Result<Vec<(Stored, i64)>> {
        let columns = "SELECT unit, solutions, nodes, seconds, listed, digest FROM results ORDER BY unit";
        let mut rows = self.connection.prepare(columns)?;
        let stored = rows.query_map([], |row| {
            let unit = usize::try_from(row.get::<_, i64>(0)?).map_err(unreadable)?;
            let solutions = row.get::<_, String>(1)?.parse().map_err(unreadable)?;
            let nodes = row.get::<_, i64>(2)?.cast_unsigned();
            let done = Done { solutions, nodes, seconds: row.get(3)?, listed: row.get(4)? };
            Ok((Stored { unit, done }, row.get(5)?))
        })?;
        stored.collect()
    }
}

/// What workers do.
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

fn is_new(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_master", [], |row| row.get(0))
}

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

fn listed_digest(units: u64, bytes: u64) -> i64 {
    Digest::new().number(units.cast_signed()).number(bytes.cast_signed()).value()
}

fn name_text(name: &[u64]) -> String {
    serde_json::Value::from(name).to_string()
}

/// The error of a text that is not what was stored there.
fn unreadable<E: std::error::Error + Send + Sync + 'static>(error: E) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
}
