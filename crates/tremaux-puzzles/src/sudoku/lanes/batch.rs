//! A batch on several threads: its puzzles handed out, its answers put in order.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::{Answer, Lanes};
use crate::Form;

/// How many puzzles a thread takes at once: few, so that none is left with many when the others have done theirs.
const SHARE: usize = 64;

/// The thread that delivers looks this often whether it is to stop, when it has nothing else to do.
const LOOK: Duration = Duration::from_millis(10);

/// Counts the solutions of each of `puzzles`, up to `limit` or all of them, on `threads` threads, and gives the answers to
/// `deliver` in the order of the puzzles, each as soon as those before it are there.
///
/// A puzzle is 81 digits in reading order, 0 for a blank; givens may clash, and then there is no solution. `stop` is
/// looked at by each thread after each step, some 50 to 500 µs. Once it says so, or `deliver` gives `false`, the puzzles that
/// are not done are delivered with what was found of them, as not [`complete`](Answer::complete). `None` if the machine
/// does not have the form.
///
/// From about 120 puzzles on this is faster than one after the other; with fewer, most lanes stay empty.
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
    puzzles: &[[u8; 81]],
    limit: Option<u64>,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    deliver: &mut dyn FnMut(&Answer) -> bool,
) -> Option<()> {
    // Without an early end, which keeps the compiler from doing it in vectors.
    let largest = puzzles.as_flattened().iter().fold(0, |largest, digit| largest.max(*digit));
    assert!(largest <= 9, "a digit above 9");
    assert!(limit != Some(0), "a limit of no solutions");
    let threads = threads.clamp(1, puzzles.len().div_ceil(SHARE).max(1));
    let lanes = (0..threads).map(|_| Lanes::new(form, limit)).collect::<Option<Vec<_>>>()?;
    let batch = Batch {
        puzzles,
        stop,
        next: AtomicUsize::new(0),
        enough: AtomicBool::new(false),
        order: Mutex::new(Order { first: 0, waiting: VecDeque::new(), working: threads }),
        news: Condvar::new(),
    };
    thread::scope(|scope| {
        let mut lanes = lanes.into_iter();
        let own = lanes.next();
        let batch = &batch;
        let others: Vec<_> = lanes.map(|lanes| scope.spawn(move || batch.work(lanes, &mut || {}))).collect();
        let mut deliver = || batch.deliver(deliver);
        own.into_iter().for_each(|lanes| batch.work(lanes, &mut deliver));
        // One that panicked does not say that it is done.
        let over = || others.iter().all(thread::ScopedJoinHandle::is_finished);
        batch.deliver_rest(&mut deliver, &over);
    });
    Some(())
}

struct Batch<'a> {
    puzzles: &'a [[u8; 81]],
    stop: &'a (dyn Fn() -> bool + Sync),
    /// The next puzzle to be handed out.
    next: AtomicUsize,
    /// Whether nothing more is to be delivered.
    enough: AtomicBool,
    order: Mutex<Order>,
    news: Condvar,
}

/// The answers that are there and not yet delivered.
struct Order {
    /// The puzzle whose answer is the first in `waiting`.
    first: usize,
    waiting: VecDeque<Option<Answer>>,
    /// How many threads still work.
    working: usize,
}

impl Batch<'_> {
    fn order(&self) -> MutexGuard<'_, Order> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn must_stop(&self) -> bool {
        self.enough.load(Ordering::Relaxed) || (self.stop)()
    }

    /// Searches shares of the puzzles until there are none; `between` is called after each step.
    fn work(&self, mut lanes: Lanes, between: &mut dyn FnMut()) {
        let mut share = 0..0;
        let mut answers = Vec::new();
        loop {
            self.load(&mut lanes, &mut share);
            let over = lanes.is_done() || self.must_stop();
            let mut keep = |ticket, answer: &Answer| answers.push((ticket, *answer));
            if over {
                lanes.stop(&mut keep);
                self.left(share.clone()).for_each(|puzzle| keep(puzzle as u64, &Answer::UNKNOWN));
            } else {
                lanes.step(&mut keep);
            }
            self.order().take(&mut answers, over);
            self.news.notify_one();
            between();
            if over {
                return;
            }
        }
    }

    /// Fills the lanes from `share`, and from others.
    fn load(&self, lanes: &mut Lanes, share: &mut Range<usize>) {
        while lanes.idle() > 0 {
            if share.start == share.end {
                let start = self.next.fetch_add(SHARE, Ordering::Relaxed);
                *share = start.min(self.puzzles.len())..(start + SHARE).min(self.puzzles.len());
            }
            let Some(puzzle) = share.next() else { return };
            lanes.load(puzzle as u64, &self.puzzles[puzzle]);
        }
    }

    /// The puzzles that nobody will look at, with those of `share`.
    fn left(&self, share: Range<usize>) -> impl Iterator<Item = usize> {
        let others = self.next.fetch_add(self.puzzles.len(), Ordering::Relaxed);
        share.chain(others..self.puzzles.len())
    }

    /// Delivers the answers that come next, as far as they are there.
    fn deliver(&self, deliver: &mut dyn FnMut(&Answer) -> bool) {
        loop {
            let ready = self.order().ready();
            if ready.is_empty() {
                return;
            }
            for answer in ready {
                if !self.enough.load(Ordering::Relaxed) && !deliver(&answer) {
                    self.enough.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Waits for the other threads, and delivers what they find.
    fn deliver_rest(&self, deliver: &mut dyn FnMut(), over: &dyn Fn() -> bool) {
        loop {
            deliver();
            let order = self.order();
            if order.working == 0 || over() {
                break;
            }
            drop(self.news.wait_timeout(order, LOOK));
        }
        deliver();
    }
}

impl Order {
    /// Puts answers in their places; `done`, if they are the last of their thread.
    fn take(&mut self, answers: &mut Vec<(u64, Answer)>, done: bool) {
        for (ticket, answer) in answers.drain(..) {
            // A ticket is the index of a puzzle that was not delivered yet.
            let place = ticket as usize - self.first;
            if place >= self.waiting.len() {
                self.waiting.resize(place + 1, None);
            }
            self.waiting[place] = Some(answer);
        }
        self.working -= usize::from(done);
    }

    /// The answers that come next.
    fn ready(&mut self) -> Vec<Answer> {
        let count = self.waiting.iter().take_while(|answer| answer.is_some()).count();
        self.first += count;
        self.waiting.drain(..count).flatten().collect()
    }
}
