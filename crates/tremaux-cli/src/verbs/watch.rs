//! `watch`: the terminal player.

use tremaux::{Limit, Problem, Stats};
use tremaux_puzzles::{Aim, Puzzle, Question};
use tremaux_replay::{End, NotReached, Recording, Stage, Written, record};

use super::titled;
use super::trace::{conclude, recording, report};
use crate::args::{ColorArg, RecordArgs};
use crate::failure::{Exit, Failure};
use crate::player::{Left, check_terminal, play};
use crate::session::Session;

/// Records a search and plays it.
struct Watch {
    recording: Recording,
    title: String,
    color: ColorArg,
}

impl<S> Question<S> for Watch {
    type Answer = Result<Result<(Left, End, Stats), Failure>, NotReached>;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Self::Answer {
        let Watch { recording, title, color } = self;
        let mut replay = record(problem, recording.clone())?;
        let (end, stats) = (replay.trace().end(), replay.trace().stats(usize::MAX));
        if end == End::Stopped(Limit::Cancelled) {
            return Ok(Ok((Left::Interrupted, end, stats)));
        }
        Ok(play(&mut replay, title, recording, color).map(|left| (left, end, stats)))
    }
}

pub(crate) fn watch<P: Puzzle>(session: &mut Session, puzzle: &P, args: &RecordArgs) -> Result<Exit, Failure> {
    check_terminal()?;
    let recording = recording(session, args, Recording::EVENTS);
    let (title, color) = (titled(P::NAME, &puzzle.input()), session.options.color);
    let answer = puzzle.pose(session.options.engine(true), Aim::All, Watch { recording, title, color });
    if answer.is_err() && session.must_stop() == Some(Limit::Cancelled) {
        return Ok(Exit::Interrupted);
    }
    let (left, end, stats) = answer.map_err(|error| Failure::Other(format!("--from: {error}")))??;
    if left == Left::Interrupted {
        session.must_stop();
        return Ok(Exit::Interrupted);
    }
    let report = report(session, end, stats);
    Ok(conclude(session, end, &report, stats))
}

/// Plays a written trace, which is read once it is known that there is a terminal.
pub(crate) fn watch_trace(read: impl FnOnce() -> Result<Written, Failure>, color: ColorArg) -> Result<Exit, Failure> {
    check_terminal()?;
    let written = &mut read()?;
    let title = titled(&written.problem, &written.input);
    match play(written, title, Recording::default(), color)? {
        Left::Quit => Ok(Exit::Found),
        Left::Interrupted => Ok(Exit::Interrupted),
    }
}
