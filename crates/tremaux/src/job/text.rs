//! A unit as a text that says all of it, and a job as one.

use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value, json};

use super::{Job, JobError, Name, Task, Verb};

/// The version of the text of a unit.
const VERSION: u64 = 1;

/// How much of a text is shown in a message.
const SHOWN: usize = 80;

impl Verb {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verb::Count => "count",
            Verb::All => "all",
        }
    }
}

/// A text that is none of a unit's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(String);

impl FromStr for Verb {
    type Err = TextError;

    fn from_str(name: &str) -> Result<Verb, TextError> {
        let verb = [Verb::Count, Verb::All].into_iter().find(|verb| verb.name() == name);
        verb.ok_or_else(|| TextError(format!("expected the verb `count` or `all`, found `{}`", shortened(name))))
    }
}

/// A unit of a job, with everything that is needed to do it elsewhere. As text it is JSON:
///
/// ```
/// use tremaux::job::{Task, UnitText, Verb};
///
/// let text = r#"{"version":1,"program":"my program 1.0","problem":"ring","input":15,"verb":"count","engine":"","prefix":[0,1]}"#;
/// let unit: UnitText = text.parse().unwrap();
/// assert_eq!((unit.task.verb, &unit.name), (Verb::Count, &vec![0, 1].into()));
/// assert_eq!(unit.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct UnitText {
    /// What the unit is of.
    pub task: Task,
    /// What the numbers of its name are: see [`Work::kind`](super::Work::kind). The field that says where it begins.
    pub kind: String,
    /// Its name.
    pub name: Name,
}

impl fmt::Display for UnitText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = fields(&self.task);
        insert_name(&mut fields, &self.kind, &self.name);
        Value::Object(fields).fmt(f)
    }
}

impl FromStr for UnitText {
    type Err = TextError;

    fn from_str(text: &str) -> Result<UnitText, TextError> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| TextError(format!("expected a unit as JSON: {error}")))?;
        value.try_into()
    }
}

impl TryFrom<Value> for UnitText {
    type Error = TextError;

    fn try_from(value: Value) -> Result<UnitText, TextError> {
        let wrong = |message: String| TextError(message);
        let Value::Object(mut fields) = value else { return Err(wrong("expected a JSON object".into())) };
        let mut take = |name: &str| fields.remove(name).ok_or_else(|| wrong(format!("expected the field `{name}`")));
        let version = take("version")?;
        if version != json!(VERSION) {
            return Err(wrong(format!("expected a unit of version {VERSION}, found {version}")));
        }
        let mut word = |name: &str| match take(name)? {
            Value::String(word) => Ok(word),
            other => Err(wrong(format!("expected a text as `{name}`, found {}", shortened(&other.to_string())))),
        };
        let (program, problem, verb, engine) = (word("program")?, word("problem")?, word("verb")?, word("engine")?);
        let input = take("input")?;
        let until = fields.remove(UNTIL);
        let mut rest = fields.into_iter();
        let (Some((kind, begin)), None) = (rest.next(), rest.next()) else {
            return Err(wrong("expected one field more, which names the unit: `prefix`, say".into()));
        };
        let numbers = |field: &str, value| {
            serde_json::from_value(value).map_err(|_| wrong(format!("expected `{field}` to be a list of numbers")))
        };
        let until = until.map(|until| numbers(UNTIL, until)).transpose()?;
        let name = Name { begin: numbers(&kind, begin)?, until };
        Ok(UnitText { task: Task { problem, input, verb: verb.parse()?, engine, program }, kind, name })
    }
}

/// The field that says where a unit ends.
const UNTIL: &str = "until";

fn insert_name(fields: &mut Map<String, Value>, kind: &str, name: &Name) {
    fields.insert(kind.into(), json!(name.begin));
    if let Some(until) = &name.until {
        fields.insert(UNTIL.into(), json!(until));
    }
}

/// A name, for a message.
pub(super) fn of_name(name: &Name) -> String {
    let until = name.until.as_ref().map(|until| format!(" until {until:?}"));
    format!("{:?}{}", name.begin, until.unwrap_or_default())
}

impl Job {
    /// The units that are not done, each as a text that says all of it.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn open_units(&self) -> Result<Vec<UnitText>, JobError> {
        let mut done = self.store.results()?.into_iter().map(|stored| stored.unit).peekable();
        let open = self.units().iter().enumerate().filter(|(number, _)| done.next_if_eq(number).is_none());
        let text = |(_, unit): (usize, &super::Unit)| UnitText {
            task: self.task().clone(),
            kind: self.held.kind.clone(),
            name: unit.name.clone(),
        };
        Ok(open.map(text).collect())
    }

    /// The number of the unit that a text says all of; `None` if it is none of this job's.
    #[must_use]
    pub fn unit_of(&self, text: &UnitText) -> Option<usize> {
        let of_this = text.task == *self.task() && text.kind == self.held.kind;
        // They are in order, and no two begin at one place.
        let at = self.units().binary_search_by(|unit| unit.name.begin.cmp(&text.name.begin)).ok()?;
        (of_this && self.units()[at].name == text.name).then_some(at)
    }
}

/// What a text says of a task.
fn fields(task: &Task) -> Map<String, Value> {
    let Task { problem, input, verb, engine, program } = task;
    let mut fields = Map::new();
    fields.insert("version".into(), json!(VERSION));
    fields.insert("program".into(), json!(program));
    fields.insert("problem".into(), json!(problem));
    fields.insert("input".into(), input.clone());
    fields.insert("verb".into(), json!(verb.name()));
    fields.insert("engine".into(), json!(engine));
    fields
}

impl Job {
    /// The job as JSON: in `job` what every [`UnitText`] of it begins with, in `units` every unit, with what came of it
    /// if it is done. Counts of solutions are strings, since they may be larger than what readers of JSON take.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn export(&self) -> Result<Value, JobError> {
        let mut results = self.store.results()?.into_iter().peekable();
        let unit = |(number, unit): (usize, &super::Unit)| {
            let mut fields = Map::new();
            insert_name(&mut fields, &self.held.kind, &unit.name);
            fields.insert("weight".into(), json!(unit.weight));
            if let Some(stored) = results.next_if(|stored| stored.unit == number) {
                fields.insert("solutions".into(), json!(stored.done.solutions.to_string()));
                fields.insert("nodes".into(), json!(stored.done.nodes));
                fields.insert("seconds".into(), json!(stored.done.seconds));
            }
            Value::Object(fields)
        };
        let units: Vec<_> = self.units().iter().enumerate().map(unit).collect();
        Ok(json!({ "job": fields(self.task()), "nodes_above": self.held.plan.nodes_above, "units": units }))
    }
}

/// The beginning of a text, for a message.
pub(super) fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
