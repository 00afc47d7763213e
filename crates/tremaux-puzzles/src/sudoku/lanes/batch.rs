//! A batch on several threads: its puzzles handed out as they come, its answers put in order.

use std::collections::VecDeque;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use super::share::{SHARE, Share, Taken};
use super::{Answer, Answers, Cells, Lanes};
use crate::Form;

/// A thread that has nothing else to do looks this often whether there is something.
const LOOK: Duration = Duration::from_millis(10);

/// How many shares are held at most, what came of them included, while one before them takes long. For very many
/// threads it is more, twice as much as they have lanes for.
const MOST_HELD: usize = 1 << 8;
const MOST_HELD_BY_THREAD: usize = 1 << 4;

/// After so many steps, what can be delivered of the first share is not kept back any longer.
const PATIENCE: u32 = 16;

/// What comes next in the input of a batch. `T` is what the caller wants back with the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<T> {
    /// A puzzle to be searched: 81 digits in reading order, 0 for a blank. Givens may clash, and then there is no solution.
    Puzzle(Cells, T),
    /// Something between puzzles, to be finished in its place.
    Other(T),
    /// There may be more, but not now.
    Later,
    /// There is no more.
    End,
}

/// Counts the solutions of each puzzle that `next` gives, up to `limit` or all of them, on `threads` threads, and
/// delivers what comes of it in the order of the input, as soon as all before it is there.
///
/// `next` is called by any of the threads, by one at a time, whenever there is room: so reading goes on beside the
/// search, and no more than some thousand entries are held. So is `deliver`. Between the two, `finish` makes of a
/// [`Share`] of answered entries what is to be delivered, while other threads have other shares: whatever takes long
/// belongs there. All ends once `next` said that there is no more, or that there is none now while nothing else is left
/// to be done.
///
/// `stop` is looked at by each thread after each step, some 50 to 500 µs. Once it says so, or `deliver` gives `false`, no
/// more is taken. After `stop`, the puzzles that were taken and are not done are answered with what was found of them, as
/// not [`complete`](Answer::complete). `None` if the machine does not have the form.
///
/// ```
/// use tremaux_puzzles::Form;
/// use tremaux_puzzles::sudoku::lanes::{self, Next};
///
/// let mut input = vec![Next::Puzzle([0; 81], 'a'), Next::Other('b'), Next::Puzzle([1; 81], 'c')].into_iter();
/// let next = &mut || input.next().unwrap_or(Next::End);
/// let finish = &|share: &mut lanes::Share<char>| -> Vec<_> {
///     share.drain().map(|(name, answer)| (name, answer.map(|answer| answer.count))).collect()
/// };
/// let mut said = Vec::new();
/// let deliver = &mut |finished| {
///     said.extend(finished);
///     true
/// };
/// lanes::stream(Form::best(), Some(1_000), 2, next, finish, &|| false, deliver).unwrap();
/// assert_eq!(said, [('a', Some(1_000)), ('b', None), ('c', Some(0))]);
/// ```
///
/// # Panics
/// If a digit is above 9, or `limit` is 0.
pub fn stream<T: Send, P: Send>(
    form: Form,
    limit: Option<u64>,
    threads: usize,
    next: &mut (dyn FnMut() -> Next<T> + Send),
    finish: &(dyn Fn(&mut Share<T>) -> P + Sync),
    stop: &(dyn Fn() -> bool + Sync),
    deliver: &mut (dyn FnMut(P) -> bool + Send),
) -> Option<()> {
    assert!(limit != Some(0), "a limit of no solutions");
    let lanes = (0..threads.max(1)).map(|_| Lanes::new(form, limit)).collect::<Option<Vec<_>>>()?;
    let order = Order { first: 0, finished: VecDeque::new(), ready: VecDeque::new(), open: 0, waiting: 0 };
    let batch = Batch {
        input: Mutex::new(Input { next, state: State::More }),
        finish,
        stop,
        deliver: Mutex::new(deliver),
        most_held: MOST_HELD.max(MOST_HELD_BY_THREAD * lanes.len()),
        enough: AtomicBool::new(false),
        order: Mutex::new(order),
        news: Condvar::new(),
    };
    thread::scope(|scope| {
        let mut lanes = lanes.into_iter();
        let own = lanes.next();
        let batch = &batch;
        lanes.for_each(|lanes| drop(scope.spawn(move || batch.work(lanes))));
        own.into_iter().for_each(|lanes| batch.work(lanes));
    });
    Some(())
}

/// [`stream`] of puzzles that are all there.
///
/// From about 200 puzzles on (400 easy ones, 60 very hard ones) this is faster than one after the other; with fewer,
/// most lanes stay empty.
///
/// ```
/// use tremaux_puzzles::Form;
/// use tremaux_puzzles::sudoku::lanes;
///
/// let mut puzzle = [0; 81];
/// puzzle[..9].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
/// let mut counts = Vec::new();
/// let deliver = &mut |answer: &lanes::Answer| {
///     counts.push(answer.count);
///     true
/// };
/// lanes::count(Form::best(), &[puzzle, [1; 81]], Some(1_000), 1, &|| false, deliver).unwrap();
/// assert_eq!(counts, [1_000, 0]);
/// ```
///
/// # Panics
/// If a digit is above 9, or `limit` is 0.
pub fn count(
    form: Form,
    puzzles: &[Cells],
    limit: Option<u64>,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    deliver: &mut (dyn FnMut(&Answer) -> bool + Send),
) -> Option<()> {
    let mut left = puzzles.iter();
    let next = &mut || left.next().map_or(Next::End, |cells| Next::Puzzle(*cells, ()));
    let (mut delivered, mut enough) = (0, false);
    let in_order = &mut |mut share: Share<()>| {
        enough = !share.drain().all(|((), answer)| {
            delivered += 1;
            answer.is_none_or(&mut *deliver)
        });
        !enough
    };
    let threads = threads.clamp(1, puzzles.len().div_ceil(SHARE).max(1));
    stream(form, limit, threads, next, &mem::take::<Share<()>>, stop, in_order)?;
    // Those that were not even taken when it was stopped.
    while delivered < puzzles.len() && !enough {
        enough = !deliver(&Answer::UNKNOWN);
        delivered += 1;
    }
    Some(())
}

struct Batch<'a, T, P> {
    input: Mutex<Input<'a, T>>,
    finish: &'a (dyn Fn(&mut Share<T>) -> P + Sync),
    /// Of the thread that delivers.
    deliver: Mutex<&'a mut (dyn FnMut(P) -> bool + Send)>,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// How many shares are held at most.
    most_held: usize,
    /// Whether nothing more is to be delivered.
    enough: AtomicBool,
    order: Mutex<Order<P>>,
    news: Condvar,
}

struct Input<'a, T> {
    next: &'a mut (dyn FnMut() -> Next<T> + Send),
    state: State,
}

/// Whether there is more to be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    More,
    Later,
    Ended,
}

/// What came of the shares that were taken from the input, in its order, until it is delivered.
struct Order<P> {
    /// The number of the first share that is not ready; the others follow. Of one that a thread is at, there is only
    /// the place.
    first: u64,
    finished: VecDeque<Option<P>>,
    /// What is to be delivered next: there is nothing before it.
    ready: VecDeque<P>,
    /// How many shares threads are at.
    open: usize,
    /// How many threads wait for another.
    waiting: usize,
}

impl<'a, T: Send, P: Send> Batch<'a, T, P> {
    fn order(&self) -> MutexGuard<'_, Order<P>> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The input, when no other thread takes from it; else, unless one waits for that, nothing.
    fn input(&self, wait: bool) -> Option<MutexGuard<'_, Input<'a, T>>> {
        if wait {
            return Some(self.input.lock().unwrap_or_else(PoisonError::into_inner));
        }
        match self.input.try_lock() {
            Ok(input) => Some(input),
            Err(TryLockError::Poisoned(input)) => Some(input.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    fn must_stop(&self) -> bool {
        self.enough.load(Ordering::Relaxed) || (self.stop)()
    }

    /// Searches what the input gives for as long as it does.
    fn work(&self, mut lanes: Lanes) {
        let _leaving = Leaving(self);
        let (mut taken, mut answers) = (Taken::new(), Answers::default());
        for steps in 1_u32.. {
            let state = self.load(&mut lanes, &mut taken);
            let stopped = self.must_stop();
            if taken.has_done() && !stopped {
                // What is no puzzle, before more of it is taken: other threads may take that.
                self.hand_back(&mut taken, false);
                continue;
            }
            if lanes.is_done() && !stopped {
                if self.is_over(state) {
                    return;
                }
                self.wait();
                continue;
            }
            if stopped {
                lanes.stop(&mut answers);
                taken.stop();
            } else {
                lanes.step(&mut answers);
            }
            taken.answered(answers.take());
            self.hand_back(&mut taken, steps.is_multiple_of(PATIENCE));
            if stopped {
                return;
            }
        }
    }

    /// Whether one without work need not wait for more.
    fn is_over(&self, state: State) -> bool {
        match state {
            State::More => false,
            State::Later => self.order().open == 0,
            State::Ended => true,
        }
    }

    /// Waits for a thread to find something.
    fn wait(&self) {
        let mut order = self.order();
        order.waiting += 1;
        let (mut order, _) = self.news.wait_timeout(order, LOOK).unwrap_or_else(PoisonError::into_inner);
        order.waiting -= 1;
    }

    /// Fills the lanes from the input, share by share up to one that holds no puzzle, and gives its state.
    fn load(&self, lanes: &mut Lanes, taken: &mut Taken<T>) -> State {
        loop {
            taken.load(lanes);
            if lanes.idle() == 0 || taken.has_done() {
                return State::More;
            }
            // One that has something to do does not wait while another takes: the wait would be longer than what
            // is lost while some lanes are idle.
            let Some(input) = self.input(lanes.is_done()) else { return State::More };
            if let Some(state) = self.take(input, taken) {
                return state;
            }
        }
    }

    /// Takes a share; without one, gives the state of the input.
    fn take(&self, mut input: MutexGuard<'_, Input<'a, T>>, taken: &mut Taken<T>) -> Option<State> {
        let Input { next, state } = &mut *input;
        if self.order().held() >= self.most_held {
            return Some(State::More);
        }
        let (mut share, waiting) = taken.room();
        if *state != State::Ended {
            *state = match share.fill(next, waiting) {
                Some(Next::End) => State::Ended,
                Some(_) => State::Later,
                None => State::More,
            };
        }
        if share.is_empty() {
            return Some(*state);
        }
        // Still with the input's lock, so that shares are numbered in its order.
        taken.add(self.order().open(), share);
        None
    }

    /// Finishes and hands back what is answered, and with `early` what is of the first share; then delivers what comes next.
    fn hand_back(&self, taken: &mut Taken<T>, early: bool) {
        if self.enough.load(Ordering::Relaxed) {
            return;
        }
        if early {
            // Of the first share only the thread that has it can tell that it is not the first any more.
            let first = self.order().first;
            let part = taken.get(first).and_then(Share::split).map(|mut part| (self.finish)(&mut part));
            self.order().ready.extend(part);
        }
        taken.finish(|number, share| {
            let finished = (self.finish)(share);
            self.order().put(number, finished);
        });
        if self.order().waiting > 0 {
            self.news.notify_all();
        }
        self.deliver();
    }

    /// Delivers what comes next, as far as it is there, unless another thread is at it.
    fn deliver(&self) {
        loop {
            let Ok(mut deliver) = self.deliver.try_lock() else { return };
            while let Some(finished) = self.next_ready() {
                if !self.enough.load(Ordering::Relaxed) && !deliver(finished) {
                    self.enough.store(true, Ordering::Relaxed);
                }
            }
            drop(deliver);
            // Who came with more in the meantime found it taken, and left it to this thread.
            if self.order().ready.is_empty() {
                return;
            }
        }
    }

    fn next_ready(&self) -> Option<P> {
        self.order().ready.pop_front()
    }
}

/// A thread at work, which tells the others when it is not any more.
struct Leaving<'a, 'b, T: Send, P: Send>(&'a Batch<'b, T, P>);

impl<T: Send, P: Send> Drop for Leaving<'_, '_, T, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Nobody is to wait for the answers that it has not given.
            self.0.enough.store(true, Ordering::Relaxed);
        }
        self.0.news.notify_all();
    }
}

impl<P> Order<P> {
    /// How many shares are held.
    fn held(&self) -> usize {
        self.finished.len() + self.ready.len()
    }

    /// The number of the next share.
    fn open(&mut self) -> u64 {
        self.finished.push_back(None);
        self.open += 1;
        self.first + self.finished.len() as u64 - 1
    }

    /// Puts what came of a share in its place.
    fn put(&mut self, number: u64, finished: P) {
        self.open -= 1;
        self.finished[(number - self.first) as usize] = Some(finished);
        while let Some(finished) = self.finished.front_mut().and_then(Option::take) {
            self.ready.push_back(finished);
            self.finished.pop_front();
            self.first += 1;
        }
    }
}
