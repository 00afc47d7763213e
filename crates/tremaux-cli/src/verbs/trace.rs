//! `trace`: the events as JSON Lines.

use std::ops::ControlFlow;
use std::time::Instant;

use tremaux::{Limit, Outcome, Problem, Stats};
use tremaux_puzzles::{Aim, Puzzle, Question};
use tremaux_replay::{About, End, NotReached, Part, Recording, write_trace};

use crate::args::RecordArgs;
use crate::failure::{Exit, Failure, say};
use crate::printer::Printer;
use crate::session::{Report, Session};

struct Trace<'a> {
    recording: Recording,
    about: About,
    emit: &'a mut dyn FnMut(Part) -> ControlFlow<()>,
}

impl<S> Question<S> for Trace<'_> {
    type Answer = Result<(End, Stats), NotReached>;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Self::Answer {
        write_trace(problem, self.recording, &self.about, self.emit)
    }
}

pub(crate) fn trace<P: Puzzle>(
    session: &mut Session,
    puzzle: &P,
    args: &RecordArgs,
    scenes: bool,
) -> Result<Exit, Failure> {
    let began = Instant::now();
    let engine = session.options.engine(true);
    let recording = recording(session, args, usize::MAX);
    let about = About { problem: P::NAME.into(), input: puzzle.input(), engine: engine.name().into(), scenes };
    let printer = &mut session.printer;
    let mut failure = None;
    let mut emit = |part| {
        // The end comes even after a failure, which is not to be forgotten over it.
        if failure.is_none() {
            failure = write(printer, puzzle, part).err();
        }
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let answer = puzzle.pose(engine, Aim::All, Trace { recording, about, emit: &mut emit });
    if let Some(error) = failure {
        return Err(error.into());
    }
    let (end, stats) = answer.map_err(|error| Failure::Other(format!("--from: {error}")))?;
    let report = report(session, end, stats);
    if session.printer.is_json() {
        let tail = session.tail(end == End::Complete, Some(&report), began.elapsed().as_secs_f64());
        session.printer.close(tail, false)?;
    }
    Ok(conclude(session, end, &report, stats))
}

/// A line for every part; in json one object, the head's fields first, with the events in an array.
fn write<P: Puzzle>(printer: &mut Printer, puzzle: &P, part: Part) -> std::io::Result<()> {
    if !printer.is_json() {
        return printer.line(&part.into_value().to_string());
    }
    match part {
        Part::Head(head) => {
            let mut fields = printer.head(puzzle.input());
            fields.extend(head);
            printer.open(fields, "events")
        }
        Part::Event(event) => printer.piece("event", &event),
        // The answer's own end says it.
        Part::Tail(_) => Ok(()),
    }
}

/// What is recorded: what `args` and the limits of the run ask for, and at most `most` events.
pub(super) fn recording(session: &Session, args: &RecordArgs, most: usize) -> Recording {
    let limits = session.limits();
    let limits = args.take.map_or(limits.clone(), |most| limits.solutions(most));
    let events = args.max_steps.map_or(most, |most| usize::try_from(most).unwrap_or(usize::MAX));
    Recording { events, from: args.from, limits }
}

pub(super) fn report(session: &Session, end: End, stats: Stats) -> Report {
    let outcome = match end {
        End::Complete => Outcome::Complete,
        End::Stopped(limit) => Outcome::Stopped(limit),
        End::Full => Outcome::Stopped(Limit::Nodes),
    };
    Report { outcome, stats: session.options.stats.then_some(stats), place: None }
}

/// The exit code of a trace that ended so.
pub(super) fn conclude(session: &mut Session, end: End, report: &Report, stats: Stats) -> Exit {
    if end != End::Full {
        return session.conclude(report, stats.solutions);
    }
    if !session.options.quiet {
        say(
            "stopped at the last step that is kept: the search has more; `--max-steps` keeps more, `--from` begins later",
        );
    }
    session.stopped_by(Limit::Nodes)
}
