//! `mistakes`: wrong programs beside the right one, and the first step at which they part.

use serde_json::{Value, json};
use tremaux::{Limit, Limits, Problem};
use tremaux_puzzles::{Mistake, Program, Puzzle, Spotter};
use tremaux_replay::{Compared, End, Ended, Parting, Run, Seen, end, parting, scene_text};

use crate::failure::{Exit, Failure};
use crate::printer::Fields;
use crate::session::Session;

/// How many nodes of each program are searched unless `--max-nodes` says otherwise: a second or so.
pub(crate) const NODES: u64 = 1_000_000;

pub(crate) fn mistakes<P: Puzzle>(session: &mut Session, puzzle: &P) -> Result<Exit, Failure> {
    let all = spotted(puzzle, &|| {
        let limits = session.limits();
        if session.options.max_nodes.is_none() { limits.nodes(NODES) } else { limits }
    });
    if all.is_empty() {
        return Err(none::<P>());
    }
    if session.printer.is_text() {
        for (number, one) in (1..).zip(&all) {
            session.printer.block(&text(number, one))?;
        }
    } else {
        let mut fields = session.printer.head(puzzle.input());
        fields.insert("mistakes".into(), all.iter().map(object).collect());
        session.printer.object(fields)?;
    }
    let stopped = session.must_stop();
    Ok(stopped.map_or(Exit::Found, |limit| session.stopped_by(limit)))
}

/// A puzzle that has no mistakes to show.
pub(crate) fn none<P: Puzzle>() -> Failure {
    Failure::Other(format!(
        "there are no mistakes of {} as it is here: try queens by their number, sudoku and maze",
        P::NAME
    ))
}

/// The mistakes of a puzzle, each program run under what `limits` gives then.
pub(crate) fn spotted<P: Puzzle>(puzzle: &P, limits: &dyn Fn() -> Limits) -> Vec<Spotted> {
    let mut found = Found { limits, all: Vec::new() };
    puzzle.mistakes(&mut found);
    found.all
}

/// A mistake, where the programs part, and how both end.
pub(crate) struct Spotted {
    mistake: Mistake,
    pub(crate) compared: Compared,
    pub(crate) ends: [Ended; 2],
}

impl Spotted {
    /// Runs both programs, each under what `limits` gives then.
    pub(crate) fn new<R: Problem, W: Problem>(
        mistake: Mistake,
        right: &Program<'_, R>,
        wrong: &Program<'_, W>,
        limits: &dyn Fn() -> Limits,
    ) -> Self {
        let (right, wrong) = (run(right), run(wrong));
        let compared = parting(&right, &wrong, &limits());
        Spotted { mistake, compared, ends: [end(&right, limits()), end(&wrong, limits())] }
    }
}

struct Found<'a> {
    limits: &'a dyn Fn() -> Limits,
    all: Vec<Spotted>,
}

impl Spotter for Found<'_> {
    fn spot<R: Problem, W: Problem>(&mut self, mistake: Mistake, right: Program<'_, R>, wrong: Program<'_, W>) {
        self.all.push(Spotted::new(mistake, &right, &wrong, self.limits));
    }
}

fn run<'a, P: Problem>(program: &'a Program<'a, P>) -> Run<'a, P> {
    Run { problem: &program.problem, first: program.first, fault: &program.fault, saved: &program.saved }
}

const SIDES: [&str; 2] = ["right", "wrong"];

fn text(number: usize, spotted: &Spotted) -> String {
    let Spotted { mistake, compared, ends } = spotted;
    let mut lines = vec![
        format!("{number}. {}", mistake.name),
        format!("   right: {}", mistake.right),
        format!("   wrong: {}", mistake.wrong),
    ];
    match compared {
        Compared::Same => lines.push("   On this input they never part.".into()),
        Compared::SameFor(steps) => lines.push(format!("   In the first {steps} steps they do not part.")),
        Compared::Part(parting) => {
            let Parting { step, seen } = &**parting;
            lines.push(format!("   They part at step {step}:"));
            for (side, seen) in SIDES.iter().zip(seen) {
                lines.push(format!("   {side}: {}", seen.as_ref().map_or("it has ended".into(), happened)));
            }
            lines.extend(states(seen));
        }
    }
    lines.push(format!("   It leads to this: {}.", mistake.leads_to));
    for (side, ended) in SIDES.iter().zip(ends) {
        lines.push(format!("   {side}: {}", result(ended)));
    }
    let saved = ends.each_ref().map(|ended| ended.saved.clone().filter(|text| !text.is_empty()));
    if saved[0] != saved[1] {
        lines.extend(beside("the first board saved", &saved.map(|saved| saved.unwrap_or("none".into()))));
    }
    if ends[0].scene.cells != ends[1].scene.cells && ends[1].fault.is_none() {
        lines.extend(beside("what is left", &ends.each_ref().map(|ended| scene_text(&ended.scene))));
    }
    lines.join("\n")
}

/// What happened at a step, in words.
fn happened(seen: &Seen) -> String {
    let choice = seen.choice.as_ref().map_or(String::new(), |choice| format!(" {choice}"));
    let mark = seen.mark.map_or(String::new(), |mark| format!(": {mark}"));
    format!("{}{choice}{mark}", seen.kind.name())
}

/// The states after the step, side by side; where marks differ, these; and what was saved, where that differs.
fn states(seen: &[Option<Seen>; 2]) -> Vec<String> {
    let [Some(one), Some(other)] = seen else { return Vec::new() };
    let mut lines = Vec::new();
    if one.scene.cells != other.scene.cells {
        lines.extend(beside("the board", &[one, other].map(|seen| scene_text(&seen.scene))));
    }
    for (mark, wrong) in one.scene.marks.iter().zip(&other.scene.marks).filter(|(mark, wrong)| mark != wrong) {
        let [right, wrong] = [mark, wrong].map(|mark| format!("{{{}}}", mark.members.join(" ")));
        lines.push(format!("   {}: right {right}, wrong {wrong}", mark.title));
    }
    if one.saved != other.saved {
        lines.extend(beside("the board saved", &[one, other].map(|seen| seen.saved.clone().unwrap_or("none".into()))));
    }
    lines
}

/// Two texts side by side, the right program's first, under a heading.
fn beside(heading: &str, texts: &[String; 2]) -> Vec<String> {
    let [right, wrong] = texts.each_ref().map(|text| text.lines().collect::<Vec<_>>());
    let width = right.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(5);
    let line = |index: usize| {
        let at = |lines: &[&str]| lines.get(index).copied().unwrap_or("").to_owned();
        format!("      {:<width$}    {}", at(&right), at(&wrong)).trim_end().to_owned()
    };
    let mut lines = vec![format!("   {heading}, right and wrong:")];
    lines.extend((0..right.len().max(wrong.len())).map(line));
    lines
}

/// How a program ended, in words.
fn result(ended: &Ended) -> String {
    let stats = &ended.stats;
    let many = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let counted = [many(stats.solutions, "solution"), many(stats.calls, "call"), many(stats.dead_ends, "dead end")];
    let counted = counted.join(", ");
    match (&ended.fault, ended.end) {
        (Some(fault), _) => format!("it breaks after {counted}: {fault}"),
        (None, End::Complete | End::Stopped(Limit::Solutions)) => counted,
        (None, _) => format!("more than {counted}: stopped there"),
    }
}

/// The same in JSON.
pub(crate) fn object(spotted: &Spotted) -> Value {
    let Spotted { mistake, compared, ends } = spotted;
    let parting = compared.parting();
    let seen = |seen: &Option<Seen>| {
        let marks = |seen: &Seen| -> Fields {
            seen.scene.marks.iter().map(|mark| (mark.title.to_string(), json!(mark.members))).collect()
        };
        seen.as_ref().map(|seen| {
            json!({
                "event": seen.kind.name(), "choice": seen.choice, "mark": seen.mark, "marks": marks(seen),
                "state": scene_text(&seen.scene), "saved": seen.saved, "fault": seen.fault,
            })
        })
    };
    let ended = |ended: &Ended| {
        let complete = matches!(ended.end, End::Complete | End::Stopped(Limit::Solutions)) && ended.fault.is_none();
        let stats = ended.stats.named().map(|(name, value)| (name.replace(' ', "_"), json!(value)));
        json!({
            "complete": complete, "stats": Fields::from_iter(stats), "fault": ended.fault, "saved": ended.saved,
            "state": scene_text(&ended.scene),
        })
    };
    json!({
        "name": mistake.name, "right_line": mistake.right, "wrong_line": mistake.wrong, "leads_to": mistake.leads_to,
        "step": parting.map(|parting| parting.step),
        "same_for": if let Compared::SameFor(steps) = compared { json!(steps) } else { Value::Null },
        "right": parting.and_then(|parting| seen(&parting.seen[0])),
        "wrong": parting.and_then(|parting| seen(&parting.seen[1])),
        "right_ends": ended(&ends[0]), "wrong_ends": ended(&ends[1]),
    })
}
