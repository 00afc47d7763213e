//! A batch on several threads: its puzzles handed out as they come, its answers put in order.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::{Answer, Answers, Cells, Lanes};
use crate::Form;

/// How many puzzles a thread takes at once: few, so that none is left with many when the others have done theirs.
const SHARE: usize = 64;

/// A thread that has nothing else to do looks this often whether there is something.
const LOOK: Duration = Duration::from_millis(10);

/// How many entries are held at most, those with an answer included, while one before them takes long.
const MOST_HELD: usize = 1 << 14;

/// How many of them are delivered at once at most: meanwhile as many others are taken.
const MOST_DELIVERED: usize = 1 << 10;

/// What comes next in the input of a batch. `T` is what the caller wants back with the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<T> {
    /// A puzzle to be searched: 81 digits in reading order, 0 for a blank. Givens may clash, and then there is no solution.
    Puzzle(Cells, T),
    /// Something between puzzles, to be delivered in its place.
    Other(T),
    /// There may be more, but not now.
    Later,
    /// There is no more.
    End,
}

/// Counts the solutions of each puzzle that `next` gives, up to `limit` or all of them, on `threads` threads, and gives
/// the answers to `deliver` in the order of the input, each as soon as those before it are there; `None` is the answer to what
/// was no puzzle.
///
/// `next` is called by any of the threads, by one at a time, whenever there is room: so reading goes on beside the search, and no more
/// than some thousand entries are held. `deliver` is called by the calling thread. All ends once `next` said that there is no
/// more, or that there is none now while nothing else is left to be done.
///
/// `stop` is looked at by each thread after each step, some 50 to 500 µs. Once it says so, or `deliver` gives `false`, no
/// more is taken. After `stop`, the puzzles that were taken and are not done are delivered with what was found of them, as
/// not [`complete`](Answer::complete). `None` if the machine does not have the form.
///
/// ```
/// use tremaux_puzzles::Form;
/// use tremaux_puzzles::sudoku::lanes::{self, Next};
///
/// let mut input = vec![Next::Puzzle([0; 81], 'a'), Next::Other('b'), Next::Puzzle([1; 81], 'c')].into_iter();
/// let next = &mut || input.next().unwrap_or(Next::End);
/// let mut said = Vec::new();
/// let deliver = &mut |name, answer: Option<&lanes::Answer>| {
///     said.push((name, answer.map(|answer| answer.count)));
///     true
/// };
/// lanes::stream(Form::best(), Some(1_000), 2, next, &|| false, deliver).unwrap();
/// assert_eq!(said, [('a', Some(1_000)), ('b', None), ('c', Some(0))]);
/// ```
///
/// # Panics
/// If a digit is above 9, or `limit` is 0.
pub fn stream<T: Send>(
    form: Form,
    limit: Option<u64>,
    threads: usize,
    next: &mut (dyn FnMut() -> Next<T> + Send),
    stop: &(dyn Fn() -> bool + Sync),
    deliver: &mut dyn FnMut(T, Option<&Answer>) -> bool,
) -> Option<()> {
    assert!(limit != Some(0), "a limit of no solutions");
    let lanes = (0..threads.max(1)).map(|_| Lanes::new(form, limit)).collect::<Option<Vec<_>>>()?;
    let (items, places) = (VecDeque::new(), VecDeque::new());
    let order = Order { first: 0, items, places, unanswered: 0, working: lanes.len() };
    let batch = Batch {
        input: Mutex::new(Input { next, state: State::More }),
        stop,
        enough: AtomicBool::new(false),
        order: Mutex::new(order),
        news: Condvar::new(),
    };
    thread::scope(|scope| {
        let mut lanes = lanes.into_iter();
        let own = lanes.next();
        let batch = &batch;
        lanes.for_each(|lanes| drop(scope.spawn(move || batch.work(lanes, &mut || {}))));
        let mut ready = Ready { items: Vec::new(), places: Vec::new() };
        let mut deliver = || batch.deliver(&mut ready, deliver);
        own.into_iter().for_each(|lanes| batch.work(lanes, &mut deliver));
        batch.deliver_rest(&mut deliver);
    });
    Some(())
}

/// [`stream`] of puzzles that are all there.
///
/// From about 200 puzzles on (400 easy ones, 60 very hard ones) this is faster than one after the other; with fewer, most lanes
/// stay empty.
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
    deliver: &mut dyn FnMut(&Answer) -> bool,
) -> Option<()> {
    let mut left = puzzles.iter();
    let next = &mut || left.next().map_or(Next::End, |cells| Next::Puzzle(*cells, ()));
    let (mut delivered, mut enough) = (0, false);
    let in_order = &mut |(), answer: Option<&Answer>| {
        delivered += 1;
        enough = !answer.is_none_or(&mut *deliver);
        !enough
    };
    let threads = threads.clamp(1, puzzles.len().div_ceil(SHARE).max(1));
    stream(form, limit, threads, next, stop, in_order)?;
    // Those that were not even taken when it was stopped.
    while delivered < puzzles.len() && !enough {
        enough = !deliver(&Answer::UNKNOWN);
        delivered += 1;
    }
    Some(())
}

struct Batch<'a, T> {
    input: Mutex<Input<'a, T>>,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Whether nothing more is to be delivered.
    enough: AtomicBool,
    order: Mutex<Order<T>>,
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

/// What was taken from the input and not yet delivered, in its order.
struct Order<T> {
    /// The ticket of the first that is held; the others follow.
    first: u64,
    /// Item by item what the caller wants back, and its answer. They are apart, so that an answer is not moved with the item.
    items: VecDeque<T>,
    places: VecDeque<Place>,
    /// How many of them still have no answer.
    unanswered: usize,
    /// How many threads still work.
    working: usize,
}

/// What is to be delivered next, like [`Order`].
struct Ready<T> {
    items: Vec<T>,
    places: Vec<Place>,
}

/// The place of an answer.
enum Place {
    /// It will come.
    Open,
    /// There will be none: it is no puzzle.
    None,
    /// It is here.
    Answer(Answer),
}

impl Place {
    fn is_ready(&self) -> bool {
        !matches!(self, Place::Open)
    }
}

impl<T: Send> Batch<'_, T> {
    fn order(&self) -> MutexGuard<'_, Order<T>> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn must_stop(&self) -> bool {
        self.enough.load(Ordering::Relaxed) || (self.stop)()
    }

    /// Searches what the input gives for as long as it does; `between` is called after each step.
    fn work(&self, mut lanes: Lanes, between: &mut dyn FnMut()) {
        let _leaving = Leaving(self);
        let (mut share, mut answers) = (Vec::with_capacity(SHARE), Answers::default());
        loop {
            let state = self.load(&mut lanes, &mut share);
            let stopped = self.must_stop();
            if lanes.is_done() && !stopped {
                if self.is_over(state) {
                    return;
                }
                self.wait();
            } else {
                if stopped {
                    lanes.stop(&mut answers);
                } else {
                    lanes.step(&mut answers);
                }
                self.order().answered(answers.take());
                self.news.notify_all();
            }
            between();
            if stopped {
                return;
            }
        }
    }

    /// Whether one without work need not wait for more.
    fn is_over(&self, state: State) -> bool {
        match state {
            State::More => false,
            State::Later => self.order().unanswered == 0,
            State::Ended => true,
        }
    }

    /// Waits for a thread to find something.
    fn wait(&self) {
        drop(self.news.wait_timeout(self.order(), LOOK));
    }

    /// Fills the lanes from the input, `share` by share, and gives its state.
    fn load(&self, lanes: &mut Lanes, share: &mut Vec<(u64, Cells)>) -> State {
        loop {
            let most = lanes.idle().min(SHARE);
            if most == 0 {
                return State::More;
            }
            let state = self.take(most, share);
            let taken = share.len();
            share.iter().for_each(|(ticket, cells)| lanes.load(*ticket, cells));
            share.clear();
            if taken < most {
                return state;
            }
        }
    }

    /// Takes up to `most` puzzles, and what is between them, as far as there is room.
    fn take(&self, most: usize, share: &mut Vec<(u64, Cells)>) -> State {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        let mut order = self.order();
        while input.state != State::Ended && share.len() < most && order.places.len() < MOST_HELD {
            let (item, place) = match (input.next)() {
                Next::Puzzle(cells, item) => {
                    // Without an early end, which keeps the compiler from doing it in vectors.
                    let largest = cells.iter().fold(0, |largest, digit| largest.max(*digit));
                    assert!(largest <= 9, "a digit above 9");
                    share.push((order.first + order.places.len() as u64, cells));
                    order.unanswered += 1;
                    (item, Place::Open)
                }
                Next::Other(item) => (item, Place::None),
                Next::Later => return State::Later,
                Next::End => {
                    input.state = State::Ended;
                    break;
                }
            };
            order.items.push_back(item);
            order.places.push_back(place);
        }
        input.state
    }

    /// Delivers the answers that come next, as far as they are there; `ready` is room for them.
    fn deliver(&self, ready: &mut Ready<T>, deliver: &mut dyn FnMut(T, Option<&Answer>) -> bool) {
        loop {
            self.order().ready(ready);
            if ready.items.is_empty() {
                return;
            }
            for (item, place) in ready.items.drain(..).zip(&ready.places) {
                let answer = if let Place::Answer(answer) = place { Some(answer) } else { None };
                if !self.enough.load(Ordering::Relaxed) && !deliver(item, answer) {
                    self.enough.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Waits for the other threads, and delivers what they find.
    fn deliver_rest(&self, deliver: &mut dyn FnMut()) {
        loop {
            deliver();
            let order = self.order();
            if order.working == 0 {
                break;
            }
            if !order.places.front().is_some_and(Place::is_ready) {
                drop(self.news.wait_timeout(order, LOOK));
            }
        }
        deliver();
    }
}

/// A thread at work, which tells the others when it is not any more.
struct Leaving<'a, 'b, T: Send>(&'a Batch<'b, T>);

impl<T: Send> Drop for Leaving<'_, '_, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Nobody is to wait for the answers that it has not given.
            self.0.enough.store(true, Ordering::Relaxed);
        }
        self.0.order().working -= 1;
        self.0.news.notify_all();
    }
}

impl<T> Order<T> {
    /// Puts answers in their places.
    fn answered(&mut self, answers: &[(u64, Answer)]) {
        self.unanswered -= answers.len();
        for (ticket, answer) in answers {
            // What has no answer was not delivered, so it is still held.
            self.places[(ticket - self.first) as usize] = Place::Answer(*answer);
        }
    }

    /// Moves what comes next to `ready`.
    fn ready(&mut self, ready: &mut Ready<T>) {
        let count = self.places.iter().take(MOST_DELIVERED).take_while(|place| place.is_ready()).count();
        self.first += count as u64;
        ready.items.extend(self.items.drain(..count));
        ready.places.clear();
        ready.places.extend(self.places.drain(..count));
    }
}
