//! What is asked of a puzzle, and what comes of it.

use std::sync::Arc;

use num_bigint::BigUint;
use serde_json::{Value, json};
use tremaux::{Limit, Limits, Outcome, Problem, Search, Stats};
use tremaux_puzzles::{Aim, Engine, InputError, Puzzle, ReadError, Shortcut, Watcher};
use tremaux_replay::{MAX_FRAMES, Recording, SlotOption, Stage, WholeTree, player_data, whole_tree};

use super::api::TICK;
use super::task::{Gauge, Work};
use super::{CELLS_DRAWN, LARGEST, NODES, STEPS, STRIP, mistakes};
use crate::args::RenderArgs;
use crate::failure::Failure;
use crate::printer::Fields;
use crate::problems::Ask;
use crate::session::Source;
use crate::verbs::count::number;
use crate::verbs::render::{Picture, Show};

/// What is asked.
pub(super) enum Asked {
    /// To record the search for a player; with the number of a mistake, that of its programs.
    Play(Recorded, usize),
    /// To tell the options of the slot that is open after a step.
    Options(Recorded, usize),
    /// To count the solutions.
    Count { limit: Option<u64>, stats: bool },
    /// To lay out the whole tree.
    Tree,
    /// To run the mistakes.
    Mistakes,
    /// To write a file.
    Export(Recorded, RenderArgs),
}

/// What is recorded of a search.
pub(super) struct Recorded {
    pub(super) engine: Engine,
    pub(super) take: Option<u64>,
    pub(super) from: u64,
    /// What was placed instead, and searched below, each in the search before it: the step, and which option.
    pub(super) pins: Vec<(usize, usize)>,
}

/// What comes of it.
pub(super) enum Answer {
    Json(Value),
    Bytes(Vec<u8>),
}

/// A question put to a puzzle of the input, counted from 1.
pub(super) struct Question {
    pub(super) work: Work,
    pub(super) puzzle: usize,
    pub(super) asked: Asked,
}

impl Ask for Question {
    type Answer = Answer;

    fn of<P: Puzzle + 'static>(self, source: Source<P>) -> Result<Answer, Failure> {
        let Question { work, puzzle, asked } = self;
        let puzzle = nth(source, puzzle)?;
        let input = puzzle.input();
        if let Some(found) = numbers(&input).into_iter().find(|number| *number > LARGEST) {
            let message =
                format!("expected no number above {LARGEST} here, found {found}: the command has no such limit");
            return Err(Failure::Other(message));
        }
        match asked {
            Asked::Play(_, mistake) if mistake > 0 => mistakes::play(&work, &puzzle, mistake).map(Answer::Json),
            Asked::Play(recorded, _) => {
                let mut data = Value::Null;
                show(&work, &puzzle, &recorded, &mut |stage| {
                    data = player_data(stage, P::NAME, &input);
                    Ok(())
                })?;
                data["mistakes"] = json!(mistakes::names(&puzzle));
                Ok(Answer::Json(data))
            }
            Asked::Options(recorded, step) => {
                let mut options = Vec::new();
                show(&work, &puzzle, &recorded, &mut |stage| {
                    check_step(stage, step)?;
                    options = stage.options(step);
                    Ok(())
                })?;
                let option = |option: &SlotOption| json!({ "label": option.label, "allowed": option.allowed, "mark": option.mark });
                Ok(Answer::Json(json!({ "options": options.iter().map(option).collect::<Vec<_>>() })))
            }
            Asked::Count { limit, stats } => Ok(Answer::Json(count(&work, &puzzle, limit, stats))),
            Asked::Tree => {
                let tree = puzzle.pose(Engine::Bits, Aim::All, Tree { limits: work.limits() });
                Ok(Answer::Bytes(tree.data(P::NAME, &input, STRIP)))
            }
            Asked::Mistakes => mistakes::all(&work, &puzzle).map(Answer::Json),
            Asked::Export(recorded, render) => {
                let picture = Picture::new(&render, P::NAME, input)?;
                let mut bytes = Vec::new();
                show(&work, &puzzle, &recorded, &mut |stage| {
                    let steps = picture.steps(stage.trace().steps())?;
                    let frames = steps.end() - steps.start() + 1;
                    let is_text = [".txt", ".cast"].iter().any(|ending| render.output.ends_with(ending));
                    if is_text && frames > MAX_FRAMES {
                        let message = format!("expected at most {MAX_FRAMES} steps in text, found {frames}");
                        return Err(Failure::Other(message));
                    }
                    Ok(picture.draw(stage, steps, &mut bytes)?)
                })?;
                Ok(Answer::Bytes(bytes))
            }
        }
    }
}

/// The puzzle of this number, which the input must have.
fn nth<P>(source: Source<P>, number: usize) -> Result<P, Failure> {
    let Source { file, instances, .. } = source;
    let mut found = 0;
    for instance in instances.take(number) {
        found += 1;
        match instance {
            Ok(puzzle) if found == number => return Ok(puzzle),
            // What is wrong with another is not asked.
            Ok(_) => {}
            Err(ReadError::Input(_)) if found < number => {}
            Err(ReadError::Input(error)) => return Err(Failure::Input { file, error }),
            Err(ReadError::Io(error)) => return Err(Failure::Open { file, error }),
        }
    }
    if found == 0 {
        let message = "expected a puzzle, found the end of the file".into();
        let error = InputError { line: 1, column: 1, text: String::new(), message };
        return Err(Failure::Input { file, error });
    }
    Err(Failure::Other(format!("expected the number of a puzzle from 1 to {found}, found {number}")))
}

/// All numbers of an input.
fn numbers(input: &Value) -> Vec<u64> {
    match input {
        Value::Number(number) => vec![number.as_u64().unwrap_or(u64::MAX)],
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        Value::Object(fields) => fields.values().flat_map(numbers).collect(),
        _ => Vec::new(),
    }
}

/// Records a search, or the one below its pins, as far as it can be played, and shows it.
fn show<P: Puzzle>(
    work: &Work,
    puzzle: &P,
    &Recorded { engine, take, from, ref pins }: &Recorded,
    then: &mut dyn FnMut(&mut dyn Stage) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let events = most_events(cells(work, puzzle, engine));
    // Each search has what is left of the time.
    let recording = |from| {
        let limits = take.map_or(work.limits(), |most| work.limits().solutions(most));
        Recording { events, from, limits }
    };
    let mut pinned = |stage: &mut dyn Stage| {
        for &(step, option) in pins {
            check_step(stage, step)?;
            if !stage.pin(step, option, recording(0)) {
                let message = format!("expected an option that the marks allow at step {step}, found option {option}");
                return Err(Failure::Other(message));
            }
        }
        then(stage)
    };
    let shown = puzzle.pose(engine, Aim::All, Show { recording: recording(from), then: &mut pinned });
    shown.map_err(|error| Failure::Other(format!("expected a node of the search: {error}")))??;
    if work.is_cancelled() { Err(Failure::Other("cancelled".into())) } else { Ok(()) }
}

/// The error where there is no such step.
fn check_step(stage: &dyn Stage, step: usize) -> Result<(), Failure> {
    let steps = stage.trace().steps();
    if (1..=steps).contains(&step) {
        return Ok(());
    }
    Err(Failure::Other(format!("expected a step from 1 to {steps}, found {step}")))
}

/// How many steps are played of states of so many cells.
pub(super) fn most_events(cells: usize) -> usize {
    STEPS.min(CELLS_DRAWN / cells.max(1))
}

/// How many cells a state of the puzzle has.
fn cells<P: Puzzle>(work: &Work, puzzle: &P, engine: Engine) -> usize {
    let mut cells = 0;
    let mut then = |stage: &mut dyn Stage| {
        cells = stage.scene(1).cells.len();
        Ok(())
    };
    let recording = Recording { events: 1, from: 0, limits: work.limits() };
    // The root is always reached.
    let _ = puzzle.pose(engine, Aim::All, Show { recording, then: &mut then });
    cells
}

/// Counts, without a search where there is a way and nobody asks what a search would do.
fn count<P: Puzzle>(work: &Work, puzzle: &P, limit: Option<u64>, stats: bool) -> Value {
    let known = match limit {
        _ if stats => Shortcut::Search,
        Some(most) => puzzle.count_up_to(most, &|| work.cancelled()),
        None => puzzle.count_without_search(1, work),
    };
    let told = |count: Option<&BigUint>, complete: bool, stats: Value| json!({ "count": count.map(number), "complete": complete, "stats": stats, "seconds": work.seconds() });
    match known {
        Shortcut::Found(count) => return told(Some(&count), true, Value::Null),
        Shortcut::Partial(count) => return told(Some(&count), false, Value::Null),
        Shortcut::Cancelled => return told(None, false, Value::Null),
        // A search may not end either, but it says how far it comes.
        _ => {}
    }
    let limits = limit.map_or(work.limits(), |most| work.limits().solutions(most));
    let (outcome, stats) = puzzle.pose(Engine::Bits, Aim::Count, Count { limits, gauge: Arc::clone(&work.gauge) });
    let complete = matches!(outcome, Outcome::Complete | Outcome::Stopped(Limit::Solutions));
    let quantities = stats.named().map(|(name, value)| (name.replace(' ', "_"), json!(value)));
    told(Some(&stats.solutions.into()), complete, json!(Fields::from_iter(quantities)))
}

/// Counts the solutions and what the search does, and tells how far it is.
struct Count {
    limits: Limits,
    gauge: Arc<Gauge>,
}

impl<S: Send> tremaux_puzzles::Question<S> for Count {
    type Answer = (Outcome, Stats);

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) -> (Outcome, Stats) {
        let Count { limits, gauge } = self;
        let search = Search::new(problem).limits(limits).observe(Stats::default()).threads(1);
        let mut search = search.report(TICK, move |progress| gauge.tell(progress));
        search.count();
        (search.outcome(), *search.observer())
    }
}

struct Tree {
    limits: Limits,
}

impl<S> tremaux_puzzles::Question<S> for Tree {
    type Answer = WholeTree;

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) -> WholeTree {
        whole_tree(problem, NODES, self.limits)
    }
}
