//! `all`: every solution, as it is found.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tremaux_puzzles::{Aim, Puzzle};

use super::{Ask, Plan, Wanted, count};
use crate::args::Format;
use crate::failure::{Exit, Failure};
use crate::printer::{Fields, Printer};
use crate::session::{Report, Session};

pub(crate) fn all<P: Puzzle>(
    session: &mut Session,
    puzzle: &P,
    take: Option<u64>,
    unordered: bool,
) -> Result<Exit, Failure> {
    let began = Instant::now();
    let plan = Plan::new(session, take, true);
    let (engine, format) = (session.engine(), session.options.format);
    begin(session, puzzle)?;
    let printer = &mut session.printer;
    let mut printed = 0;
    let mut failure = None;
    let mut found = |solution| {
        let said = super::verified(puzzle, &solution).and_then(|()| found_one(printer, puzzle, &solution, format));
        failure = said.err();
        printed += u64::from(failure.is_none());
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let wanted = if unordered { Wanted::AsFound(&mut found) } else { Wanted::InOrder(&mut found) };
    let report = puzzle.pose(engine, Aim::All, Ask { plan, wanted });
    if let Some(failure) = failure {
        return Err(failure);
    }
    end(session, puzzle, &report, printed, began.elapsed())
}

/// Says all solutions, which were verified.
pub(crate) fn say<P: Puzzle>(
    session: &mut Session,
    puzzle: &P,
    solutions: &[P::Solution],
    report: &Report,
    took: Duration,
) -> Result<Exit, Failure> {
    begin(session, puzzle)?;
    let format = session.options.format;
    solutions.iter().try_for_each(|solution| found_one(&mut session.printer, puzzle, solution, format))?;
    end(session, puzzle, report, solutions.len() as u64, took)
}

fn begin<P: Puzzle>(session: &mut Session, puzzle: &P) -> Result<(), Failure> {
    let printer = &mut session.printer;
    if printer.is_text() { Ok(()) } else { Ok(printer.open(printer.head(puzzle.input()), "solutions")?) }
}

fn found_one<P: Puzzle>(
    printer: &mut Printer,
    puzzle: &P,
    solution: &P::Solution,
    format: Format,
) -> Result<(), Failure> {
    Ok(if printer.is_text() {
        printer.block(&super::text(puzzle, solution, format)?)
    } else {
        printer.piece("solution", &puzzle.json(solution))
    }?)
}

fn end<P: Puzzle>(
    session: &mut Session,
    puzzle: &P,
    report: &Report,
    printed: u64,
    took: Duration,
) -> Result<Exit, Failure> {
    let complete = report.outcome.is_complete();
    let split = if complete { puzzle.split(&printed.into()) } else { Vec::new() };
    if session.printer.is_text() {
        if printed == 0 && complete {
            session.printer.block(&puzzle.none(Aim::All))?;
        }
    } else {
        let mut tail = Fields::new();
        count::add_classes(&mut tail, &split);
        tail.extend(session.tail(complete, Some(report), took.as_secs_f64()));
        session.printer.close(tail, report.stats.is_some() || !complete)?;
    }
    count::announce(session, &split);
    Ok(session.conclude(report, printed))
}
