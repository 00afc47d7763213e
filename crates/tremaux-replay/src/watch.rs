//! Watching a search from a node on, up to a number of events.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;

use tremaux::{Event, Limit, Limits, Observer, Outcome, Problem, Search, Stats, Stop};

use crate::trace::{End, Kind};

/// What is recorded of a search.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{End, Recording, Stage, record};
///
/// // Of 20 queens, from node 100,000 on, 1,000 steps.
/// let recording = Recording { events: 1_000, from: 100_000, ..Recording::default() };
/// let replay = record(PlainQueens::new(20), recording).unwrap();
/// assert_eq!((replay.trace().steps(), replay.trace().end()), (1_000, End::Full));
/// assert_eq!(replay.trace().step(1).unwrap().node, 100_000);
/// ```
#[derive(Clone, Debug)]
pub struct Recording {
    /// The most events that are kept; the search ends when there are more. At most some four billion.
    pub events: usize,
    /// The number of the node from which on events are recorded; the search runs to it unrecorded. 0 is the root.
    pub from: u64,
    /// When the search ends otherwise.
    pub limits: Limits,
}

impl Recording {
    /// The events that are kept unless others are asked for: some 40 megabytes.
    pub const EVENTS: usize = 1_000_000;
}

impl Default for Recording {
    /// All of it, up to [`Recording::EVENTS`] events.
    fn default() -> Self {
        Recording { events: Recording::EVENTS, from: 0, limits: Limits::new() }
    }
}

/// The node to record from is none of the search's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search entered {nodes} nodes, numbered from 0, and ended before node {from}")]
pub struct NotReached {
    /// The node to record from.
    pub from: u64,
    /// How many nodes were entered, up to the search's end or its limit.
    pub nodes: u64,
}

/// A node of a search: its number, and the choice that leads to it, which the root has none of.
pub(crate) type Numbered<C> = (u64, Option<C>);

/// What is told of a search.
pub(crate) trait Sink<P: Problem> {
    /// Before the first event: the nodes from the root down to the one that it enters, and the quantities so far.
    fn begin(&mut self, problem: &P, path: &[Numbered<P::Choice>], before: &Stats);

    /// An event; the problem is in the state after it. The last of `path` is the node it happened at. Of a choice that
    /// was rejected, `mark` ruled it out. A break ends the search.
    fn event(
        &mut self,
        problem: &P,
        event: Event<P::Choice>,
        path: &[Numbered<P::Choice>],
        mark: Option<&'static str>,
    ) -> ControlFlow<()>;
}

/// Whatever is told to, so that a watched search is compiled once for all of it.
impl<P: Problem> Sink<P> for &mut dyn Sink<P> {
    fn begin(&mut self, problem: &P, path: &[Numbered<P::Choice>], before: &Stats) {
        (**self).begin(problem, path, before);
    }

    fn event(
        &mut self,
        problem: &P,
        event: Event<P::Choice>,
        path: &[Numbered<P::Choice>],
        mark: Option<&'static str>,
    ) -> ControlFlow<()> {
        (**self).event(problem, event, path, mark)
    }
}

/// What a watched search leaves: the problem, with the choices `placed` in it.
pub(crate) struct Watched<P: Problem> {
    pub(crate) problem: P,
    pub(crate) placed: Vec<P::Choice>,
    pub(crate) stats: Stats,
    pub(crate) end: End,
}

/// Searches `problem` for all its solutions, and tells `sink` as much as is to be recorded.
pub(crate) fn watch<P: Problem>(problem: P, recording: Recording, sink: &mut dyn Sink<P>) -> Watched<P> {
    watch_below(problem, &[], recording, sink)
}

/// The same of a problem in which the choices `above` are placed already: they lead to the node where the search begins,
/// and the nodes on the way to it are numbered before it.
pub(crate) fn watch_below<P: Problem>(
    problem: P,
    above: &[P::Choice],
    recording: Recording,
    sink: &mut dyn Sink<P>,
) -> Watched<P> {
    let Recording { events, from, limits } = recording;
    let enough = Rc::new(Cell::new(None));
    let stop = UntilEnough { limits, enough: Rc::clone(&enough) };
    let most = events.min(u32::MAX as usize - 1);
    let root = (0, None);
    let path: Vec<_> = [root].into_iter().chain((1..).zip(above.iter().map(|choice| Some(*choice)))).collect();
    let (stats, unseen) = (Stats::default(), above.len() as u64);
    let watch = Watch { most, from, enough: Rc::clone(&enough), stats, unseen, path, told: 0, is_new: false, sink };
    let mut search = Search::new(problem).observe(watch).stop_by(stop);
    let outcome = search.visit(|_| ControlFlow::Continue(()));
    let placed = search.place_reached();
    let (problem, Watch { stats, .. }) = search.into_parts();
    let end = match (enough.get(), outcome) {
        (Some(end), _) => end,
        (None, Outcome::Stopped(limit)) => End::Stopped(limit),
        (None, Outcome::Complete | Outcome::Paused) => End::Complete,
    };
    Watched { problem, placed, stats, end }
}

/// A search of `problem` that tells `sink` of everything, and is stopped by `stop`.
pub(crate) fn watched<P: Problem, S: Sink<P>, T: Stop>(
    problem: P,
    sink: S,
    stop: T,
) -> Search<P, Watch<P::Choice, S>, T> {
    let watch = Watch {
        most: usize::MAX,
        from: 0,
        enough: Rc::default(),
        stats: Stats::default(),
        unseen: 0,
        path: vec![(0, None)],
        told: 0,
        is_new: false,
        sink,
    };
    Search::new(problem).observe(watch).stop_by(stop)
}

/// The caller's limits, and the word of the watch that it has enough.
struct UntilEnough {
    limits: Limits,
    enough: Rc<Cell<Option<End>>>,
}

impl Stop for UntilEnough {
    fn before_node(&mut self) -> Option<Limit> {
        if self.enough.get().is_some() { Some(Limit::Cancelled) } else { self.limits.before_node() }
    }

    fn after_solution(&mut self) -> Option<Limit> {
        self.limits.after_solution()
    }
}

pub(crate) struct Watch<C, S> {
    most: usize,
    from: u64,
    /// Why no more is told, once that is so.
    enough: Rc<Cell<Option<End>>>,
    /// Of all that was told, and what came before.
    stats: Stats,
    /// How many nodes are above the one where the search begins: numbered, but not entered.
    unseen: u64,
    /// The nodes from the root to the current one.
    path: Vec<Numbered<C>>,
    told: usize,
    /// Whether the last of `path` was placed and not yet entered.
    is_new: bool,
    pub(crate) sink: S,
}

impl<C: Copy, S> Watch<C, S> {
    /// Whether no more is told.
    pub(crate) fn has_enough(&self) -> bool {
        self.enough.get().is_some()
    }

    /// Tells of an event, if events are told of already and still. They are from the first `enter` of the node asked
    /// for.
    fn tell<P: Problem<Choice = C>>(&mut self, problem: &P, event: Event<C>)
    where
        S: Sink<P>,
    {
        if self.has_enough() {
            return;
        }
        if self.told == 0 {
            if !(matches!(event, Event::Enter) && self.stats.calls == self.from) {
                return Kind::of(&event).count(&mut self.stats);
            }
            self.sink.begin(problem, &self.path, &self.stats);
        }
        if self.told == self.most {
            return self.enough.set(Some(End::Full));
        }
        self.told += 1;
        Kind::of(&event).count(&mut self.stats);
        let mark = match event {
            Event::Reject(choice) => problem.ruled_out_by(choice),
            _ => None,
        };
        if self.sink.event(problem, event, &self.path, mark).is_break() {
            self.enough.set(Some(End::Stopped(Limit::Cancelled)));
        }
    }
}

impl<P: Problem, S: Sink<P>> Observer<P> for Watch<P::Choice, S> {
    /// The placement that led here is told of now as well, since the state is now the one after it.
    fn enter(&mut self, problem: &P) {
        if let Some((_, Some(choice))) = self.path.last().filter(|_| self.is_new) {
            self.tell(problem, Event::Place(*choice));
        }
        self.is_new = false;
        self.tell(problem, Event::Enter);
    }

    fn reject(&mut self, problem: &P, choice: P::Choice) {
        self.tell(problem, Event::Reject(choice));
    }

    fn place(&mut self, _: &P, choice: P::Choice) {
        self.path.push((self.unseen + self.stats.calls, Some(choice)));
        self.is_new = true;
    }

    fn unplace(&mut self, problem: &P, choice: P::Choice) {
        self.tell(problem, Event::Unplace(choice));
        self.path.pop();
    }

    fn solution(&mut self, problem: &P) {
        self.tell(problem, Event::Solution);
    }

    fn dead_end(&mut self, problem: &P) {
        self.tell(problem, Event::DeadEnd);
    }

    fn leave(&mut self, problem: &P) {
        self.tell(problem, Event::Leave);
    }
}
