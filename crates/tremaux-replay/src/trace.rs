//! The recorded events of a search, and what they say at any step.

use tremaux::{Event, Limit, Stats};

use crate::NodeKind;

/// What happened at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The node was entered.
    Enter,
    /// A mark ruled a choice out at the node.
    Reject,
    /// The choice that leads to the node was placed at its parent.
    Place,
    /// The node was recorded: a complete filling.
    Solution,
    /// The node has an open slot and nothing could be placed.
    DeadEnd,
    /// The choice that leads to the node was taken back.
    Unplace,
    /// The search is done with the node.
    Leave,
}

impl Kind {
    /// Every kind, in the order in which a node may meet them.
    pub const ALL: [Kind; 7] =
        [Kind::Enter, Kind::Reject, Kind::Place, Kind::Solution, Kind::DeadEnd, Kind::Unplace, Kind::Leave];

    /// The name: `dead end` is written with a space, as in the quantities.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Enter => "enter",
            Kind::Reject => "reject",
            Kind::Place => "place",
            Kind::Solution => "solution",
            Kind::DeadEnd => "dead end",
            Kind::Unplace => "unplace",
            Kind::Leave => "leave",
        }
    }

    /// The line of [`METHOD`] that runs at such a step.
    #[must_use]
    pub fn line(self) -> usize {
        match self {
            Kind::Solution => 0,
            Kind::DeadEnd | Kind::Leave => 1,
            Kind::Reject => 2,
            Kind::Place => 3,
            Kind::Enter => 4,
            Kind::Unplace => 5,
        }
    }

    /// The kind of an event.
    #[must_use]
    pub fn of<C>(event: &Event<C>) -> Kind {
        match event {
            Event::Enter => Kind::Enter,
            Event::Reject(_) => Kind::Reject,
            Event::Place(_) => Kind::Place,
            Event::Solution => Kind::Solution,
            Event::DeadEnd => Kind::DeadEnd,
            Event::Unplace(_) => Kind::Unplace,
            Event::Leave => Kind::Leave,
        }
    }

    /// Counts the step.
    pub(crate) fn count(self, stats: &mut Stats) {
        match self {
            Kind::Enter => stats.calls += 1,
            Kind::Reject => {
                stats.tried += 1;
                stats.rejected += 1;
            }
            Kind::Place => {
                stats.tried += 1;
                stats.placed += 1;
            }
            Kind::Solution => stats.solutions += 1,
            Kind::DeadEnd => stats.dead_ends += 1,
            Kind::Unplace => stats.unplaced += 1,
            Kind::Leave => {}
        }
    }
}

/// The method in six lines: what `search(slot)` does. [`Kind::line`] says which of them runs at a step.
pub const METHOD: [&str; 6] = [
    "no slot is open: record a copy",
    "for each option of the next slot:",
    "    a mark rules it out: next option",
    "    place it: board and marks",
    "    search the next slot",
    "    unplace it: board and marks",
];

/// A step of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// Its number: the first is 1.
    pub step: usize,
    /// What happened.
    pub kind: Kind,
    /// The node it happened at; of [`Kind::Place`] and [`Kind::Unplace`] the one that the choice leads to.
    pub node: u64,
    /// The node above that.
    pub parent: Option<u64>,
    /// How many choices are placed after the step.
    pub depth: usize,
    /// The choice rejected, placed or taken back.
    pub choice: Option<&'a str>,
    /// The mark that rejected it, where it has a name.
    pub mark: Option<&'a str>,
}

/// A node of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceNode {
    /// Its number in the search: nodes are numbered as they are entered, the root is 0.
    pub number: u64,
    /// The index, in the trace's nodes, of the one above it.
    pub parent: Option<usize>,
    /// How many choices lead to it.
    pub depth: usize,
    /// The step that entered it; 0 where that was before the first one recorded.
    pub entered: usize,
    /// The step that left it, if one did.
    pub left: Option<usize>,
    /// What the search found there, as far as is recorded.
    pub kind: NodeKind,
    /// The choice that leads to it, by its number among the trace's labels; the root has none.
    pub(crate) choice: Option<u32>,
}

impl TraceNode {
    /// Notes what happened at the node at a step.
    pub(crate) fn note(&mut self, kind: Kind, step: usize) {
        match kind {
            Kind::Enter => self.entered = step,
            Kind::Solution => self.kind = NodeKind::Solution,
            Kind::DeadEnd => self.kind = NodeKind::Dead,
            Kind::Leave => self.left = Some(step),
            Kind::Reject | Kind::Place | Kind::Unplace => {}
        }
    }
}

/// Why a trace ends where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything was searched.
    Complete,
    /// As many events are recorded as were allowed; the search has more.
    Full,
    /// A limit stopped the search.
    Stopped(Limit),
}

/// An event, in 12 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed {
    /// The index of the node.
    pub(crate) node: u32,
    /// The number of the choice, of events that speak of one.
    pub(crate) choice: u32,
    /// The number of the mark plus 1; 0 for none.
    pub(crate) mark: u16,
    pub(crate) kind: Kind,
}

/// The events of a search, in order: plain data that no problem is needed for.
///
/// It holds every node that is entered or stands above one, the root first. Its memory is 12 bytes an event and some 56
/// a node. [`record`](crate::record()) makes one.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{End, Kind, Recording, Stage, record};
///
/// let replay = record(PlainQueens::new(4), Recording::default()).unwrap();
/// let trace = replay.trace();
/// assert_eq!((trace.steps(), trace.end(), trace.stats(usize::MAX).calls), (116, End::Complete, 17));
/// // The first dead end, why it is one, and the way to it.
/// let dead_end = trace.find(0, true, |step| step.kind == Kind::DeadEnd).unwrap();
/// assert_eq!(trace.step(dead_end - 1).unwrap().mark, Some("diag"));
/// assert_eq!(trace.path(trace.node_of(dead_end).unwrap()), ["0", "2"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub(crate) events: Vec<Packed>,
    /// By rising number.
    pub(crate) nodes: Vec<TraceNode>,
    pub(crate) labels: Vec<String>,
    pub(crate) marks: Vec<String>,
    /// The quantities before every [`Trace::KEYFRAME`]-th event, from the first on.
    pub(crate) keyframes: Vec<Stats>,
    pub(crate) end: End,
}

impl Trace {
    /// How many events lie between two keyframes of the quantities.
    pub(crate) const KEYFRAME: usize = 1 << 10;

    /// How many steps there are; they are numbered from 1 to this.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.events.len()
    }

    /// A step, by its number; `None` where there is none.
    #[must_use]
    pub fn step(&self, step: usize) -> Option<Step<'_>> {
        let event = self.events.get(step.checked_sub(1)?)?;
        let node = &self.nodes[event.node as usize];
        let of_choice = matches!(event.kind, Kind::Reject | Kind::Place | Kind::Unplace);
        Some(Step {
            step,
            kind: event.kind,
            node: node.number,
            parent: node.parent.map(|parent| self.nodes[parent].number),
            depth: node.depth - usize::from(event.kind == Kind::Unplace),
            choice: of_choice.then(|| self.labels[event.choice as usize].as_str()),
            mark: event.mark.checked_sub(1).map(|mark| self.marks[usize::from(mark)].as_str()),
        })
    }

    /// The nearest step after `step`, or before it, that is `wanted`.
    pub fn find(&self, step: usize, forward: bool, mut wanted: impl FnMut(Step<'_>) -> bool) -> Option<usize> {
        let mut is_wanted = |at: &usize| self.step(*at).is_some_and(&mut wanted);
        if forward { (step + 1..=self.steps()).find(&mut is_wanted) } else { (1..step).rev().find(is_wanted) }
    }

    /// The quantities after `step`, of the whole search up to there.
    #[must_use]
    pub fn stats(&self, step: usize) -> Stats {
        let step = step.min(self.steps());
        let frame = step.saturating_sub(1) / Trace::KEYFRAME;
        let mut stats = self.keyframes.get(frame).copied().unwrap_or_default();
        self.events[frame * Trace::KEYFRAME..step].iter().for_each(|event| event.kind.count(&mut stats));
        stats
    }

    /// Every node that is entered or stands above one that is, by rising number; the root first.
    #[must_use]
    pub fn nodes(&self) -> &[TraceNode] {
        &self.nodes
    }

    /// The choice that leads to the node of this index, which the root has none of.
    #[must_use]
    pub fn choice(&self, node: usize) -> Option<&str> {
        self.nodes[node].choice.map(|choice| self.labels[choice as usize].as_str())
    }

    /// The index of the node that a step speaks of.
    #[must_use]
    pub fn node_of(&self, step: usize) -> Option<usize> {
        Some(self.events.get(step.checked_sub(1)?)?.node as usize)
    }

    /// The index of the node whose state the search is in after a step.
    #[must_use]
    pub fn state_of(&self, step: usize) -> Option<usize> {
        let event = self.events.get(step.checked_sub(1)?)?;
        let node = event.node as usize;
        if event.kind == Kind::Unplace { self.nodes[node].parent } else { Some(node) }
    }

    /// The choices that lead to the node of this index, from the root down.
    #[must_use]
    pub fn path(&self, node: usize) -> Vec<&str> {
        let mut path: Vec<_> = self.up_from(node).filter_map(|node| self.choice(node)).collect();
        path.reverse();
        path
    }

    /// The node of this index and all above it.
    pub(crate) fn up_from(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |node| self.nodes[*node].parent)
    }

    /// Why it ends where it does.
    #[must_use]
    pub fn end(&self) -> End {
        self.end
    }
}
