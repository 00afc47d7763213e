//! Where threads hand parts of a search to each other: all that they share but a few flags.
//!
//! The parts stand in a list in the order of the search. A thread that has none takes the first that waits; if none
//! does, it is counted in `wanted`, which busy threads look at as rarely as at their limits. One that sees it splits its
//! part: what it gives away comes later in the search than all that it keeps, so the new part stands right behind its
//! own. Solutions are kept with the part that they were found in until the caller's thread collects them.
//!
//! Solutions wait for the caller within bounds: a thread that is ahead of the first part waits when there is no more
//! room. No two wait for each other: the thread of the first part waits only for the caller to collect, and when it is
//! done with that part, it takes the next one, unless another thread has it, which then is ahead no more.
//!
//! `tests` searches all ways in which threads can meet here (loom).

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

#[cfg(loom)]
use loom::sync::{Condvar, Mutex, MutexGuard, atomic};
#[cfg(not(loom))]
use std::sync::{Condvar, Mutex, MutexGuard, atomic};

use crate::Limit;
use atomic::{AtomicBool, AtomicUsize, Ordering};

/// A flag that is only looked at now and then: nothing hangs on when it is seen.
type Hint = Arc<std::sync::atomic::AtomicBool>;

/// A part of a search, in the list of all that are not done with.
pub(super) struct Part<W, S> {
    id: u64,
    work: Work<W>,
    /// Solutions not collected yet, in batches, each with the room that it takes.
    found: VecDeque<(Vec<S>, usize)>,
    room_taken: usize,
    /// How many solutions were found in it since the pool was made.
    solutions: u64,
    /// Raised when an earlier part has found as many as are asked for.
    obsolete: Hint,
}

enum Work<W> {
    Waiting(W),
    /// A thread has it. What was left of it when the thread last told; nothing, if it gave some of that away since.
    Running(Option<W>),
    Done,
}

/// What [`Pool::take`] gives.
pub(super) struct Taken<W> {
    pub(super) id: u64,
    pub(super) work: W,
    /// Raised when the part is of no more use for the question asked.
    pub(super) obsolete: Hint,
}

/// What [`Pool::collect`] gives.
pub(super) enum Collected<S> {
    /// Solutions of the part with this id.
    Found(u64, Vec<S>),
    /// Nothing yet.
    #[cfg_attr(loom, expect(dead_code, reason = "loom knows no time that could pass"))]
    Nothing,
    /// There are no more: everything is searched, or the pool was stopped.
    End,
}

/// How a pool treats solutions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Whether they are collected in the order of the search.
    pub(super) in_order: bool,
    /// How many are asked for: in order, nothing behind a part that has found as many is worth a search.
    pub(super) most: u64,
    /// How much room there is for those that wait.
    pub(super) room: usize,
}

pub(super) struct Pool<W, S> {
    rules: Rules,
    state: Mutex<State<W, S>>,
    /// Parts of work: threads without one wait here.
    work: Condvar,
    /// Room for solutions: threads that are far ahead wait here.
    room: Condvar,
    /// Solutions, and the end: the caller waits here.
    found: Condvar,
    /// How many threads wait for work that nobody has given yet.
    wanted: AtomicUsize,
    stopped: AtomicBool,
    /// How many levels of the search are to be given at a time: see [`Pool::levels`].
    levels: AtomicUsize,
    /// How often the threads were asked where they are.
    surveys: AtomicUsize,
}

struct State<W, S> {
    parts: Vec<Part<W, S>>,
    next_id: u64,
    /// Threads at work, and threads that wait for some.
    running: usize,
    idle: usize,
    room_taken: usize,
    stopped: bool,
    /// The limit that the pool was stopped by.
    limit: Option<Limit>,
    /// A thread panicked, and left its part as it was.
    broken: bool,
}

impl<W, S> Part<W, S> {
    pub(super) fn new(work: W) -> Self {
        Part::with(0, Work::Waiting(work))
    }

    fn with(id: u64, work: Work<W>) -> Self {
        Part { id, work, found: VecDeque::new(), room_taken: 0, solutions: 0, obsolete: Hint::default() }
    }

    /// Takes the solutions that were found in it and not collected.
    pub(super) fn take_found(&mut self) -> impl Iterator<Item = S> {
        self.room_taken = 0;
        std::mem::take(&mut self.found).into_iter().flat_map(|(found, _)| found)
    }

    /// Whether solutions were found in it and not collected.
    pub(super) fn has_found(&self) -> bool {
        !self.found.is_empty()
    }

    /// What is still to be searched of it.
    pub(super) fn work(&self) -> Option<&W> {
        if let Work::Waiting(work) = &self.work { Some(work) } else { None }
    }
}

impl<W, S> Pool<W, S> {
    pub(super) fn new(parts: Vec<Part<W, S>>, rules: Rules) -> Self {
        let ids = 0..;
        let mut room_taken = 0;
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        let parts = ids.zip(parts).map(|(id, part)| {
            room_taken += part.room_taken;
            Part { id, solutions: 0, obsolete: Hint::default(), ..part }
        });
        let parts: Vec<_> = parts.collect();
        let next_id = parts.len() as u64;
        Pool {
            rules,
            state: Mutex::new(State {
                parts,
                next_id,
                running: 0,
                idle: 0,
                room_taken,
                stopped: false,
                limit: None,
                broken: false,
            }),
            work: Condvar::new(),
            room: Condvar::new(),
            found: Condvar::new(),
            wanted: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            levels: AtomicUsize::new(1),
            surveys: AtomicUsize::new(0),
        }
    }

    /// The parts that are left, in the order of the search, once no thread uses the pool.
    pub(super) fn into_parts(self) -> Vec<Part<W, S>> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.parts.into_iter().filter(|part| part.work().is_some() || part.has_found()).collect()
    }

    /// Whether a thread waits for work that nobody has given yet. One load, to be asked often.
    #[inline]
    pub(super) fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) > 0
    }

    /// Whether the threads are to stop. One load, to be asked often.
    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// From how many nodes of its path a thread should give what may be left there. It cannot tell whether something is;
    /// each time that nothing was, there are to be twice as many, so that the emptiest path is soon given as a whole.
    pub(super) fn levels(&self) -> usize {
        self.levels.load(Ordering::Relaxed)
    }

    /// Gives work away that comes behind all that the part `giver` keeps: the last of `given` first, the first last.
    /// `kept` is what is left of that part, if anyone is to know.
    pub(super) fn give(&self, giver: u64, given: impl IntoIterator<Item = W>, kept: Option<W>) {
        let mut state = self.lock();
        let position = state.position(giver);
        state.parts[position].work = Work::Running(kept);
        let behind = position + 1;
        for work in given {
            let id = state.next_id;
            state.next_id += 1;
            state.parts.insert(behind, Part::with(id, Work::Waiting(work)));
            self.work.notify_one();
        }
        self.count_wanted(&state);
    }

    /// Hands over what was `found` in the part `id`, once there is room for it; `true` if that part need find no more.
    pub(super) fn deliver(&self, id: u64, found: Vec<S>, room: usize) -> bool {
        let mut state = self.lock();
        while !state.stopped && !self.may_deliver(&state, id) {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.room_taken += room;
        let position = state.position(id);
        let part = &mut state.parts[position];
        part.solutions += found.len() as u64;
        part.found.push_back((found, room));
        part.room_taken += room;
        self.found.notify_all();
        let enough = part.solutions >= self.rules.most;
        if enough && self.rules.in_order {
            state.parts[position + 1..].iter().for_each(|part| part.obsolete.store(true, Ordering::Relaxed));
        }
        enough
    }

    /// Asks the threads to [tell](Pool::tell) what is left of their parts.
    pub(super) fn survey(&self) {
        self.surveys.fetch_add(1, Ordering::Relaxed);
    }

    /// How often [`survey`](Pool::survey) was called: a thread is asked when this changes. One load, to be asked often.
    #[inline]
    pub(super) fn surveys(&self) -> usize {
        self.surveys.load(Ordering::Relaxed)
    }

    /// What is left of the part `id`.
    pub(super) fn tell(&self, id: u64, left: Option<W>) {
        let mut state = self.lock();
        let position = state.position(id);
        state.parts[position].work = Work::Running(left);
    }

    fn may_deliver(&self, state: &State<W, S>, id: u64) -> bool {
        match state.parts.first() {
            Some(first) if self.rules.in_order && first.id == id => first.room_taken < self.rules.room,
            _ => state.room_taken < self.rules.room,
        }
    }

    /// The part `id` is searched but for `rest`.
    pub(super) fn finish(&self, id: u64, rest: Option<W>) {
        let mut state = self.lock();
        state.running -= 1;
        let position = state.position(id);
        state.parts[position].work = rest.map_or(Work::Done, Work::Waiting);
        if state.parts[position].is_empty() {
            state.parts.remove(position);
            // Another part may have become the first.
            self.room.notify_all();
        }
        if state.running == 0 {
            self.work.notify_all();
        }
        self.found.notify_all();
    }

    /// The next solutions; waits for them, but no longer than `patience`.
    pub(super) fn collect(&self, patience: Duration) -> Collected<S> {
        let mut state = self.lock();
        loop {
            if let Some((id, found)) = state.take_found(&self.rules) {
                self.room.notify_all();
                return Collected::Found(id, found);
            }
            if state.broken {
                return Collected::End;
            }
            if state.running == 0 && (state.stopped || state.first_waiting(&self.rules).is_none()) {
                return Collected::End;
            }
            #[cfg(loom)]
            {
                let _ = patience;
                state = self.found.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            #[cfg(not(loom))]
            {
                let waited = self.found.wait_timeout(state, patience).unwrap_or_else(PoisonError::into_inner);
                if waited.1.timed_out() {
                    return Collected::Nothing;
                }
                state = waited.0;
            }
        }
    }

    /// Solutions that were collected and are not wanted now: the next in the part `id`.
    pub(super) fn put_back(&self, id: u64, found: Vec<S>) {
        if found.is_empty() {
            return;
        }
        let mut state = self.lock();
        let position = state.parts.iter().position(|part| part.id == id).unwrap_or_else(|| {
            // The part was taken off the list, because it was done with; in order it was the first.
            state.parts.insert(0, Part::with(id, Work::Done));
            0
        });
        state.parts[position].found.push_front((found, 0));
    }

    /// Has every thread stop, because `limit` was reached if there is one; what is left is kept.
    pub(super) fn stop(&self, limit: Option<Limit>) {
        let mut state = self.lock();
        if !state.stopped {
            (state.stopped, state.limit) = (true, limit);
        }
        drop(state);
        self.wake_to_stop();
    }

    /// Has every thread stop, because one panicked.
    pub(super) fn break_down(&self) {
        let mut state = self.lock();
        (state.stopped, state.broken) = (true, true);
        drop(state);
        self.wake_to_stop();
    }

    /// The limit that the pool was stopped by.
    pub(super) fn limit(&self) -> Option<Limit> {
        self.lock().limit
    }

    fn wake_to_stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.work.notify_all();
        self.room.notify_all();
        self.found.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<W, S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count_wanted(&self, state: &State<W, S>) {
        let given = state.eligible(&self.rules).filter(|part| part.work().is_some()).take(state.idle).count();
        self.wanted.store(state.idle - given, Ordering::Relaxed);
    }
}

impl<W: Clone, S> Pool<W, S> {
    /// The first part that waits; waits for one if there is none. `None` at the end: everything is searched, or the pool
    /// was stopped.
    ///
    /// `in_vain`: in the last part that the thread took there was nothing to search.
    pub(super) fn take(&self, in_vain: bool) -> Option<Taken<W>> {
        let mut state = self.lock();
        let levels = if in_vain { self.levels.load(Ordering::Relaxed).saturating_mul(2) } else { 1 };
        self.levels.store(levels, Ordering::Relaxed);
        loop {
            if state.stopped {
                return None;
            }
            if let Some(taken) = state.take_first(&self.rules) {
                self.count_wanted(&state);
                return Some(taken);
            }
            if state.running == 0 {
                self.work.notify_all();
                self.found.notify_all();
                return None;
            }
            state.idle += 1;
            self.count_wanted(&state);
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
            self.count_wanted(&state);
        }
    }

    /// All that is left, as the threads told last; `None` if one has given work away since.
    pub(super) fn left(&self) -> Option<Vec<W>> {
        let state = self.lock();
        let left = state.parts.iter().filter_map(|part| match &part.work {
            Work::Waiting(work) => Some(Some(work.clone())),
            Work::Running(left) => Some(left.clone()),
            Work::Done => None,
        });
        left.collect()
    }
}

impl<W, S> Part<W, S> {
    fn is_empty(&self) -> bool {
        matches!(self.work, Work::Done) && !self.has_found()
    }
}

impl<W, S> State<W, S> {
    /// The parts that may be searched: none behind one that has found enough, nor that one.
    fn eligible(&self, rules: &Rules) -> impl Iterator<Item = &Part<W, S>> {
        let (in_order, most) = (rules.in_order, rules.most);
        self.parts.iter().take_while(move |part| !in_order || part.solutions < most)
    }

    fn first_waiting(&self, rules: &Rules) -> Option<usize> {
        self.eligible(rules).position(|part| part.work().is_some())
    }

    fn take_found(&mut self, rules: &Rules) -> Option<(u64, Vec<S>)> {
        let position = if rules.in_order { 0 } else { self.parts.iter().position(Part::has_found)? };
        let part = self.parts.get_mut(position)?;
        let (found, room) = part.found.pop_front()?;
        part.room_taken -= room;
        self.room_taken -= room;
        let id = part.id;
        if part.is_empty() {
            self.parts.remove(position);
        }
        Some((id, found))
    }

    fn position(&self, id: u64) -> usize {
        let position = self.parts.iter().position(|part| part.id == id);
        position.unwrap_or_else(|| unreachable!("a part stays on the list while a thread has it"))
    }
}

impl<W: Clone, S> State<W, S> {
    fn take_first(&mut self, rules: &Rules) -> Option<Taken<W>> {
        let position = self.first_waiting(rules)?;
        let part = &mut self.parts[position];
        let work = part.work()?.clone();
        part.work = Work::Running(Some(work.clone()));
        self.running += 1;
        Some(Taken { id: part.id, work, obsolete: Arc::clone(&part.obsolete) })
    }
}

/// All ways in which two threads and the caller can meet here; see CONTRIBUTING.md for the command.
#[cfg(all(test, loom))]
mod tests {
    use std::ops::Range;
    use std::time::Duration;

    use loom::sync::Arc;
    use loom::thread;

    use super::{Collected, Part, Pool, Rules};

    type Leaves = Pool<Range<u32>, u32>;

    /// A thread: its parts are ranges of leaves, and it gives the upper half away when another waits.
    fn work(pool: &Leaves) {
        while let Some(taken) = pool.take(false) {
            let mut leaves = taken.work;
            while !pool.is_stopped() && !leaves.is_empty() {
                if pool.is_wanted() && leaves.len() > 1 {
                    let middle = leaves.end - 1;
                    pool.give(taken.id, [middle..leaves.end], None);
                    leaves.end = middle;
                }
                let found = leaves.next().into_iter().collect();
                if pool.deliver(taken.id, found, 1) {
                    break;
                }
            }
            pool.finish(taken.id, (!leaves.is_empty()).then_some(leaves));
        }
    }

    /// Two threads on `leaves`, until `enough` were collected: all that were, and all that are left.
    fn model(leaves: u32, rules: Rules, enough: usize) {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(2);
        model.check(move || {
            let pool = Arc::new(Leaves::new(vec![Part::new(0..leaves)], rules));
            let threads = [0, 1].map(|_| {
                let pool = Arc::clone(&pool);
                thread::spawn(move || work(&pool))
            });
            let mut collected = Vec::new();
            while collected.len() < enough {
                match pool.collect(Duration::ZERO) {
                    Collected::Found(_, found) => collected.extend(found),
                    Collected::Nothing => {}
                    Collected::End => break,
                }
            }
            pool.stop(None);
            threads.into_iter().for_each(|thread| thread.join().unwrap());
            let mut all = collected.clone();
            let parts = Arc::try_unwrap(pool).unwrap_or_else(|_| unreachable!()).into_parts();
            for mut part in parts {
                all.extend(part.take_found());
                all.extend(part.work().cloned().into_iter().flatten());
            }
            if rules.in_order {
                assert!(collected.iter().copied().eq(0..collected.len() as u32), "{collected:?}");
                assert!(all.iter().copied().eq(0..leaves), "{all:?}");
            }
            all.sort();
            assert!(all.into_iter().eq(0..leaves));
            assert!(collected.len() >= enough.min(leaves as usize));
        });
    }

    #[test]
    fn every_leaf_is_found_once_in_order() {
        model(3, Rules { in_order: true, most: u64::MAX, room: 1 }, 3);
    }

    #[test]
    fn every_leaf_is_found_once_in_any_order() {
        model(3, Rules { in_order: false, most: u64::MAX, room: 1 }, 3);
    }

    #[test]
    fn nothing_is_lost_when_it_is_stopped() {
        model(3, Rules { in_order: true, most: u64::MAX, room: 1 }, 1);
    }

    #[test]
    fn the_first_is_enough() {
        model(3, Rules { in_order: true, most: 1, room: 8 }, 1);
    }
}
