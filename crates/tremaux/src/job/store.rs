//! The file that a job is kept in: an `SQLite` database.
//!
//! Everything that changes together is changed in one transaction, and a process that dies in the middle of one leaves nothing
//! of it. Where a transaction stores results, it is on the disk when it ends: nothing is lost if power fails. The others,
//! which say who is at what, are on the disk with the next of those.
//!
//! The database keeps a write-ahead log beside the file while someone is at it, because that takes one wait for the disk a
//! transaction, and not four; it is gone when the last process has ended, unless it was killed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, Row, TransactionBehavior, params};

use super::digest::Digest;
use super::error::{JobError, shown};
use super::file::{self, Access};
use super::ledger::listed_digest;
use super::work::{Name, Plan, Unit};
use super::{Done, Task};

/// Says that a database is a job: `Trmx`.
const APPLICATION: i64 = 0x5472_6d78;

/// The format of the file. Raise it with every change of what is in it.
const FORMAT: i64 = 2;

/// How long another process may hold the file.
const PATIENCE: Duration = Duration::from_secs(120);

const SCHEMA: &str = "
    -- One row.
    CREATE TABLE job (
        problem TEXT NOT NULL, input TEXT NOT NULL, verb TEXT NOT NULL, engine TEXT NOT NULL, program TEXT NOT NULL,
        kind TEXT NOT NULL, nodes_above INTEGER NOT NULL, digest INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE units (unit INTEGER PRIMARY KEY, begin TEXT NOT NULL, until TEXT, weight REAL NOT NULL) STRICT;
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
pub(super) enum Fault {
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
            let Name { begin, until } = &unit.name;
            let digest = digest.part(numbers(begin).as_bytes()).number(i64::from(until.is_some()));
            let digest = until.iter().fold(digest, |digest, until| digest.part(numbers(until).as_bytes()));
            digest.number(unit.weight.to_bits().cast_signed())
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
    pub(super) fn digest(&self) -> i64 {
        let Done { solutions, nodes, seconds, listed } = self.done;
        let numbers = [self.unit as i64, nodes.cast_signed(), seconds.to_bits().cast_signed(), listed];
        let digest = Digest::new().part(&solutions.to_le_bytes());
        numbers.into_iter().fold(digest, Digest::number).value()
    }
}

/// Whether a transaction must be on the disk when it ends.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Keep {
    AtOnce,
    WithTheNext,
}

/// The open file.
pub(super) struct Store {
    pub(super) path: PathBuf,
    pub(super) connection: Connection,
    /// No unit below this one is free, as far as is known.
    pub(super) first_free: usize,
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
        let connection = file::open(path, access)?;
        connection.busy_timeout(PATIENCE).map_err(|error| JobError::of(path, &error))?;
        Ok(Store { path: path.to_owned(), connection, first_free: 0 })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn failure(&self, error: &rusqlite::Error) -> JobError {
        JobError::of(&self.path, error)
    }

    /// All that `change` does, or nothing.
    pub(super) fn transact<T>(
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
            let mut row = connection.prepare("INSERT INTO units VALUES (?, ?, ?, ?)")?;
            for (number, unit) in plan.units.iter().enumerate() {
                let Name { begin, until } = &unit.name;
                row.execute(params![number as i64, numbers(begin), until.as_deref().map(numbers), unit.weight])?;
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
        let mut units = self.connection.prepare("SELECT begin, until, weight FROM units ORDER BY unit")?;
        let unit = |row: &Row| {
            let numbers = |text: String| serde_json::from_str(&text).map_err(unreadable);
            let until = row.get::<_, Option<String>>(1)?;
            let name = Name { begin: numbers(text(row, 0)?)?, until: until.map(numbers).transpose()? };
            Ok(Unit { name, weight: row.get(2)? })
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

fn is_new(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_master", [], |row| row.get(0))
}

fn numbers(of: &[u64]) -> String {
    serde_json::Value::from(of).to_string()
}

/// The error of a text that is not what was stored there.
fn unreadable<E: std::error::Error + Send + Sync + 'static>(error: E) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
}
