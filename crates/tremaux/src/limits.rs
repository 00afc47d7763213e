//! When to stop: limits, and how a search says that one was reached.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How a search stands after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything was searched: what was found is all there is.
    Complete,
    /// The caller had enough; the next call goes on from here.
    Paused,
    /// A limit was reached; with the limit raised, the next call goes on from here.
    Stopped(Limit),
}

impl Outcome {
    /// Whether everything was searched.
    #[must_use]
    pub fn is_complete(self) -> bool {
        self == Outcome::Complete
    }
}

/// The limit that stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The number of solutions asked for was found.
    Solutions,
    /// The number of nodes allowed was entered.
    Nodes,
    /// The time allowed has passed.
    Time,
    /// The cancel flag was raised.
    Cancelled,
}

/// The policy that stops a search. [`Unlimited`] is compiled away; [`Limits`] is what most want.
///
/// ```
/// use tremaux::{Limit, Outcome, Search, Stop, Template};
///
/// /// Stops when a hundred nodes in a row have found nothing.
/// struct Patience(u32);
///
/// impl Stop for Patience {
///     fn before_node(&mut self) -> Option<Limit> {
///         self.0 += 1;
///         (self.0 > 100).then_some(Limit::Nodes)
///     }
///     fn after_solution(&mut self) -> Option<Limit> {
///         self.0 = 0;
///         None
///     }
/// }
///
/// // Words of ten bits, none of which is what it should be.
/// let words = Template {
///     slots: 11,
///     board: 0,
///     options: |_: &u16, _slot| 0..2_u16,
///     is_valid: |_: &u16, slot, _bit| slot < 10,
///     place: |board: &mut u16, _slot, bit| *board = *board << 1 | bit,
///     unplace: |board: &mut u16, _slot, _bit| *board >>= 1,
///     record: |board: &u16| *board,
/// };
/// let mut search = Search::new(words.problem()).stop_by(Patience(0));
/// assert_eq!((search.first(), search.outcome()), (None, Outcome::Stopped(Limit::Nodes)));
/// ```
pub trait Stop {
    /// Asked before a node is entered; `Some` stops the search just before it, and it will be asked again there when
    /// the search goes on.
    fn before_node(&mut self) -> Option<Limit>;

    /// Asked after a solution was recorded; `Some` stops the search there.
    fn after_solution(&mut self) -> Option<Limit>;

    /// Whether a node may be entered without [`before_node`](Stop::before_node) being asked. This is compiled into the
    /// loop that searches, while `before_node` is called from outside of it: a policy that has nothing to say for many
    /// nodes should count them down here. By default never.
    #[inline]
    fn is_granted(&mut self) -> bool {
        false
    }
}

/// No limit, and no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Stop for Unlimited {
    #[inline]
    fn before_node(&mut self) -> Option<Limit> {
        None
    }

    #[inline]
    fn after_solution(&mut self) -> Option<Limit> {
        None
    }

    #[inline]
    fn is_granted(&mut self) -> bool {
        true
    }
}

/// Limits on solutions, nodes and time, and a flag to cancel by; each is off until set.
///
/// ```
/// use std::time::Duration;
/// use tremaux::Limits;
///
/// let limits = Limits::new().nodes(1_000_000).time(Duration::from_secs(10));
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    pub(crate) solutions_left: u64,
    pub(crate) nodes_left: u64,
    time: Option<Duration>,
    deadline: Option<Instant>,
    pub(crate) cancel: Option<Arc<AtomicBool>>,
    /// Nodes to enter before the clock and the flag are looked at again, already off `nodes_left`. Signed, because
    /// counting down past 0 is one instruction to do and one to notice.
    grant: i64,
    pace: Pace,
}

/// How many nodes are granted between two looks at the clock: adapted so that they last about [`GLANCE_NANOS`].
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    nodes: u64,
    last_glance: Option<Instant>,
}

impl Pace {
    pub(crate) const fn new() -> Self {
        Pace { nodes: 1, last_glance: None }
    }

    /// The next grant, where the last one is used up `now`.
    pub(crate) fn grant(&mut self, now: Instant) -> u64 {
        if let Some(last) = self.last_glance.replace(now) {
            self.nodes = adapted(self.nodes, now - last);
        }
        self.nodes
    }

    /// Time has passed until `now` in which no nodes were entered.
    pub(crate) fn skip_to(&mut self, now: Instant) {
        self.last_glance = Some(now);
    }
}

/// How long a grant of nodes should last: a thousand times the look at the clock that it saves, and a thousandth of the
/// 50 ms in which a search must stop, so that nodes may become a thousand times slower within one grant.
const GLANCE_NANOS: u64 = 50_000;
const LARGEST_GRANT: u64 = 1 << 20;

impl Default for Limits {
    fn default() -> Self {
        Limits::new()
    }
}

impl From<Unlimited> for Limits {
    fn from(_: Unlimited) -> Self {
        Limits::new()
    }
}

impl Limits {
    /// No limit yet.
    #[must_use]
    pub fn new() -> Self {
        Limits {
            solutions_left: u64::MAX,
            nodes_left: u64::MAX,
            time: None,
            deadline: None,
            cancel: None,
            grant: 0,
            pace: Pace::new(),
        }
    }

    /// Stop once `most` solutions are found.
    #[must_use]
    pub fn solutions(mut self, most: u64) -> Self {
        self.solutions_left = most;
        self
    }

    /// Enter at most `most` nodes, the root included.
    #[must_use]
    pub fn nodes(mut self, most: u64) -> Self {
        self.nodes_left = most;
        self
    }

    /// Stop `time` after the first question asked under these limits, within 50 ms unless a single node takes longer.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stop when `flag` is raised, within 50 ms unless a single node takes longer.
    #[must_use]
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// How many nodes were entered under these limits, where their number was not limited.
    #[cfg(feature = "jobs")]
    pub(crate) fn nodes_entered(&self) -> u64 {
        u64::MAX - self.nodes_left - self.grant.max(0).unsigned_abs()
    }

    /// When the time allowed has passed, if the first question is asked `now` or was asked before.
    pub(crate) fn deadline_from(&mut self, now: Instant) -> Option<Instant> {
        self.deadline = self.deadline.or_else(|| now.checked_add(self.time?));
        self.deadline
    }

    /// The slow path of [`before_node`](Stop::before_node): looks at everything, then grants some nodes unseen.
    #[cold]
    fn glance(&mut self) -> Option<Limit> {
        self.grant = 0;
        if self.solutions_left == 0 {
            return Some(Limit::Solutions);
        }
        if self.nodes_left == 0 {
            return Some(Limit::Nodes);
        }
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        let mut granted = LARGEST_GRANT;
        if self.time.is_some() || self.cancel.is_some() {
            let now = Instant::now();
            if self.deadline_from(now).is_some_and(|deadline| now >= deadline) {
                return Some(Limit::Time);
            }
            granted = self.pace.grant(now);
        }
        let granted = granted.min(self.nodes_left);
        self.nodes_left -= granted;
        // The node now entered is the first of the grant.
        self.grant = granted as i64 - 1;
        None
    }
}

/// The grant that would have lasted [`GLANCE_NANOS`] where `pace` nodes lasted `elapsed`. At most twice as many, since the
/// first nodes of a search are rarely like the rest.
fn adapted(pace: u64, elapsed: Duration) -> u64 {
    let nanos = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX).max(1);
    (pace * GLANCE_NANOS / nanos).clamp(1, 2 * pace).min(LARGEST_GRANT)
}

impl Stop for Limits {
    #[inline]
    fn before_node(&mut self) -> Option<Limit> {
        if self.is_granted() { None } else { self.glance() }
    }

    #[inline]
    fn after_solution(&mut self) -> Option<Limit> {
        self.solutions_left = self.solutions_left.saturating_sub(1);
        if self.solutions_left > 0 {
            return None;
        }
        // A search that goes on under the same limits must stop again before the next node.
        self.grant = 0;
        Some(Limit::Solutions)
    }

    #[inline]
    fn is_granted(&mut self) -> bool {
        self.grant -= 1;
        self.grant >= 0
    }
}
