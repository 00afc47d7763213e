//! `generate`: new puzzles. Sudokus are made side by side and printed in order; a board of queens is made alone.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tremaux::{Limit, Progress};
use tremaux_puzzles::sudoku::{Made, Missed, Recipe, Seen};
use tremaux_puzzles::{Puzzle, queens};

use crate::failure::{Exit, Failure, say};
use crate::progress::Display;
use crate::session::{Session, limit_name};

/// How long the puzzles that are made before any of them is printed should take.
const BATCH: Duration = Duration::from_millis(50);

/// Sudokus by a recipe.
pub(crate) fn generate(session: &mut Session, recipe: &Recipe, seed: u64, count: u64) -> Result<Exit, Failure> {
    let shape = recipe.like.shape();
    let boxes = format!("{}x{}", shape.rows(), shape.columns());
    generated(session, json!({ "size": shape.size(), "box": boxes, "seed": seed }), |session| {
        let ready = AtomicU64::new(0);
        let display = Display::new(&session.options, false, true);
        let missed = thread::scope(|scope| {
            // Hung up at the end of all that is made, whatever that is.
            let (_at_work, ended) = channel();
            let ready = &ready;
            if let Some(display) = display {
                scope.spawn(move || tell(display, ready, count, &ended));
            }
            make(session, recipe, seed, count, ready)
        })?;
        Ok(missed.map(|(index, missed)| {
            let limit = if let Missed::Stopped(limit) = missed { Some(limit) } else { None };
            Short { told: format!("{index} of {count} made: {}", told(&missed, recipe)), limit }
        }))
    })
}

/// A board of queens with regions and one solution.
pub(crate) fn generate_board(session: &mut Session, size: usize, seed: u64) -> Result<Exit, Failure> {
    generated(session, json!({ "size": size, "seed": seed }), |session| {
        let Some(board) = queens::generate_unless(size, seed, &session.stopper()) else {
            // Nothing else keeps a board of these sizes from being made.
            let limit = session.must_stop().unwrap_or(Limit::Cancelled);
            return Ok(Some(Short { told: format!("0 of 1 made: {}", limit_name(limit)), limit: Some(limit) }));
        };
        if session.printer.is_text() {
            session.printer.block(&board.to_string())?;
        } else {
            session.printer.piece("puzzle", &json!({ "puzzle": board.to_string() }))?;
        }
        Ok(None)
    })
}

/// Why fewer puzzles were made than asked for.
struct Short {
    told: String,
    /// The limit that stopped it, if it was one.
    limit: Option<Limit>,
}

/// What `make` prints, with what stands before and after it.
fn generated(
    session: &mut Session,
    input: Value,
    make: impl FnOnce(&mut Session) -> Result<Option<Short>, Failure>,
) -> Result<Exit, Failure> {
    let began = Instant::now();
    if !session.printer.is_text() {
        session.printer.open(session.printer.head(input), "puzzles")?;
    }
    let short = make(session)?;
    let exit = match &short {
        None => Exit::Found,
        Some(Short { told, limit }) => {
            if !session.options.quiet {
                say(told);
            }
            match limit {
                Some(limit) => session.stopped_by(*limit),
                None => session.incomplete(),
            }
        }
    };
    if !session.printer.is_text() {
        let tail = session.tail(short.is_none(), None, began.elapsed().as_secs_f64());
        session.printer.close(tail, short.is_some())?;
    }
    session.finish()?;
    Ok(exit)
}

/// Tells now and then how many of `count` are made, until that is `ended`.
fn tell(mut display: Display, ready: &AtomicU64, count: u64, ended: &Receiver<()>) {
    let began = Instant::now();
    while ended.recv_timeout(display.pace()) == Err(RecvTimeoutError::Timeout) {
        let solutions = ready.load(Ordering::Relaxed);
        let done = solutions as f64 / count as f64;
        display.update(&Progress { done, nodes: 0, solutions, elapsed: began.elapsed() });
    }
}

/// Makes and prints puzzles up to `count`, or up to the first that cannot be made: its number from 0, and why. `ready`
/// is how many there are so far.
fn make(
    session: &mut Session,
    recipe: &Recipe,
    seed: u64,
    count: u64,
    ready: &AtomicU64,
) -> Result<Option<(u64, Missed)>, Failure> {
    let mut batch = session.threads() as u64;
    let mut next = 0;
    while next < count {
        let until = count.min(next.saturating_add(batch));
        let began = Instant::now();
        for (index, made) in (next..).zip(make_batch(session, recipe, seed, next..until, ready)) {
            match made {
                Ok(made) => print(session, &made)?,
                Err(missed) => return Ok(Some((index, missed))),
            }
        }
        next = until;
        if began.elapsed() < BATCH / 2 {
            batch = batch.saturating_mul(2);
        }
    }
    Ok(None)
}

/// The puzzles of these numbers, in order, each made by whichever thread is free.
fn make_batch(
    session: &Session,
    recipe: &Recipe,
    seed: u64,
    indexes: Range<u64>,
    ready: &AtomicU64,
) -> Vec<Result<Made, Missed>> {
    let next = AtomicU64::new(indexes.start);
    let work = || {
        let mut made = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= indexes.end {
                return made;
            }
            made.push((index, recipe.make(seed, index, &|| session.limits())));
            ready.fetch_add(1, Ordering::Relaxed);
        }
    };
    let mut made = thread::scope(|scope| {
        let helpers: Vec<_> = (1..session.threads()).map(|_| scope.spawn(work)).collect();
        let mut made = work();
        for helper in helpers {
            made.extend(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        made
    });
    made.sort_by_key(|(index, _)| *index);
    made.into_iter().map(|(_, made)| made).collect()
}

fn print(session: &mut Session, made: &Made) -> Result<(), Failure> {
    super::verified(&made.puzzle, &made.solution)?;
    if session.printer.is_text() {
        return Ok(session.printer.block(&made.puzzle.line())?);
    }
    let mut piece = json!({
        "puzzle": made.puzzle.line(),
        "solution": made.puzzle.json(&made.solution),
        "clues": made.puzzle.clues().len(),
    });
    if let (Some(figure), Value::Object(fields)) = (made.difficulty, &mut piece) {
        fields.insert("difficulty".into(), json!(figure.value()));
    }
    Ok(session.printer.piece("puzzle", &piece)?)
}

fn told(missed: &Missed, recipe: &Recipe) -> String {
    let seen = match missed {
        Missed::Stopped(limit) => return limit_name(*limit).into(),
        Missed::Recipe(seen) => seen,
    };
    let Seen { clues, difficulty, not_minimal } = seen;
    let drafts = recipe.most_drafts;
    let clues = match clues {
        Some((least, most)) => format!("they had {least} to {most} clues, which --clues may ask for"),
        None => {
            "none had one solution that was proven: ask for fewer rules, another --size, or a larger --max-nodes".into()
        }
    };
    let mut told = format!("of {drafts} drafts for the next none was as asked; {clues}");
    if *not_minimal > 0 {
        told += &format!("; {not_minimal} had clues that are not needed, which goes without --minimal");
    }
    if let Some((least, most)) = difficulty {
        told += &format!("; those with such clues had difficulty {least} to {most}, which --difficulty may ask for");
    }
    told + "; --drafts allows for more"
}
