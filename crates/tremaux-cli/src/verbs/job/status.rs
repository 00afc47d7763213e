//! `job status` and `job export`: what is in the file.

use std::path::Path;

use serde_json::{Value, json};
use tremaux::job::{AtWork, Job, Status, Task};

use crate::args::{self, Format, Options};
use crate::failure::{Exit, Failure};
use crate::printer::Fields;
use crate::verbs::count::number;
use crate::verbs::estimate::{duration, number as rounded};

/// `job status`.
pub(crate) fn status(options: &Options, file: &Path) -> Result<Exit, Failure> {
    let job = Job::open(file)?;
    let status = job.status()?;
    let text = match options.format {
        Format::Text | Format::Digits => status_text(job.task(), &status),
        Format::Json | Format::Lines => Value::Object(status_fields(job.task(), &status)).to_string(),
    };
    args::print(format!("{text}\n").as_bytes())
}

fn status_text(task: &Task, status: &Status) -> String {
    let Task { problem, input, verb, engine, program } = task;
    let percent = 100.0 * status.fraction;
    let at_work = match status.at_work.as_slice() {
        [] if status.is_complete() => "done".into(),
        [] => "nobody is at it".into(),
        [one] => format!("process {} on {} threads", one.process, one.threads),
        many => format!("{} processes on {} threads", many.len(), status.threads()),
    };
    let mut lines = vec![
        format!("job        {} {problem} {}, by {program}, engine {engine}", verb.name(), shortened(input)),
        format!("units      {} of {} done, {percent:.1} %", status.units_done, status.units),
        format!("solutions  {}", status.solutions),
        format!("at work    {at_work}"),
    ];
    if status.nodes > 0 && status.seconds > 0.0 {
        let speed = status.nodes as f64 / status.seconds;
        lines.push(format!("speed      {} nodes a second and thread", rounded(speed)));
    }
    if let Some(left) = status.seconds_left().filter(|_| !status.is_complete()) {
        lines.push(format!("time left  {} on {}", duration(left), threads(status)));
    }
    lines.join("\n")
}

fn threads(status: &Status) -> String {
    match status.threads() {
        0 | 1 => "1 thread".into(),
        many => format!("{many} threads"),
    }
}

/// How much of an input is shown.
const SHOWN: usize = 60;

fn shortened(input: &Value) -> String {
    let text = input.to_string();
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

fn status_fields(task: &Task, status: &Status) -> Fields {
    let at_work = |at: &AtWork| json!({ "process": at.process, "threads": at.threads, "units": at.units });
    let mut fields = Fields::new();
    fields.insert("program".into(), json!(task.program));
    fields.insert("problem".into(), json!(task.problem));
    fields.insert("input".into(), task.input.clone());
    fields.insert("verb".into(), json!(task.verb.name()));
    fields.insert("engine".into(), json!(task.engine));
    fields.insert("units".into(), json!(status.units));
    fields.insert("units_done".into(), json!(status.units_done));
    fields.insert("fraction".into(), json!(status.fraction));
    fields.insert("count".into(), number(&status.solutions.into()));
    fields.insert("nodes".into(), json!(status.nodes));
    fields.insert("thread_seconds".into(), json!(status.seconds));
    fields.insert("seconds_left".into(), json!(status.seconds_left()));
    fields.insert("at_work".into(), status.at_work.iter().map(at_work).collect());
    fields.insert("complete".into(), json!(status.is_complete()));
    fields
}

/// `job export`: all of it, or only the units that are `open`.
pub(crate) fn export(file: &Path, open: bool) -> Result<Exit, Failure> {
    let job = Job::open(file)?;
    if !open {
        return args::print(format!("{}\n", job.export()?).as_bytes());
    }
    let lines: String = job.open_units()?.iter().map(|unit| format!("{unit}\n")).collect();
    args::print(lines.as_bytes())
}
