//! `all`: every solution, as it is found.

use std::ops::ControlFlow;
use std::time::Instant;

use tremaux_puzzles::{Aim, Puzzle};

use super::{Ask, Plan, Wanted};
use crate::failure::{Exit, Failure};
use crate::session::Session;

pub(crate) fn all<P: Puzzle>(
    session: &mut Session,
    puzzle: &P,
    take: Option<u64>,
    unordered: bool,
) -> Result<Exit, Failure> {
    let began = Instant::now();
    let plan = Plan::new(session, take, true);
    let (stats, engine) = (session.options.stats, session.engine());
    let format = session.options.format;
    let printer = &mut session.printer;
    if !printer.is_text() {
        printer.open(printer.head(puzzle.input()), "solutions")?;
    }
    let mut printed = 0;
    let mut failure = None;
    let mut found = |solution| {
        let said = super::verified(puzzle, &solution).and_then(|()| {
            let written = if printer.is_text() {
                printer.block(&super::text(puzzle, &solution, format)?)
            } else {
                printer.piece("solution", &puzzle.json(&solution))
            };
            written.map_err(Failure::Write)
        });
        failure = said.err();
        printed += u64::from(failure.is_none());
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let wanted = if unordered { Wanted::AsFound(&mut found) } else { Wanted::InOrder(&mut found) };
    let report = puzzle.pose(engine, Aim::All, Ask { plan, wanted });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let complete = report.outcome.is_complete();
    if session.printer.is_text() {
        if printed == 0 && complete {
            session.printer.block(&puzzle.none(Aim::All))?;
        }
    } else {
        let tail = session.tail(complete, Some(&report), began.elapsed().as_secs_f64());
        session.printer.close(tail, stats || !complete)?;
    }
    if complete {
        super::count::announce(session, &puzzle.split(&printed.into()));
    }
    Ok(session.conclude(&report, printed))
}
