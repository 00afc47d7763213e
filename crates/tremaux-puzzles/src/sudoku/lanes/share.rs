//! Parts of a batch: each is taken by a thread as a whole and handed back as a whole, so that threads meet once a share,
//! and for no longer than it takes to move it.

use std::collections::VecDeque;
use std::mem;

use super::{Answer, Cells, Lanes, Next};

/// How many puzzles a thread takes at once at most: few, so that none is left with many when the others have done
/// theirs. More threads than one for every so many puzzles have nothing to do.
pub const SHARE: usize = 64;

/// Entries that follow each other in the input of a batch, of which only the last may be no puzzle: what that takes to
/// be finished keeps no others back. `T` is what the caller wants back with an answer.
pub struct Share<T> {
    /// Entry by entry what the caller wants back, and its answer. They are apart, so that an answer is not moved with
    /// the item.
    items: Vec<T>,
    places: Vec<Place>,
    /// How many entries before them were split off.
    given: usize,
    /// How many have no answer yet.
    open: usize,
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
    fn answer(&self) -> Option<&Answer> {
        if let Place::Answer(answer) = self { Some(answer) } else { None }
    }
}

impl<T> Default for Share<T> {
    fn default() -> Self {
        Share { items: Vec::new(), places: Vec::new(), given: 0, open: 0 }
    }
}

impl<T> Share<T> {
    /// Fills an empty share from `next`, and gives the cells of each puzzle with its place to `waiting`. Gives what
    /// came instead of an entry, if that ended it.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub(super) fn fill(
        &mut self,
        next: &mut dyn FnMut() -> Next<T>,
        waiting: &mut VecDeque<(u64, Cells)>,
    ) -> Option<Next<T>> {
        while self.items.len() < SHARE && !matches!(self.places.last(), Some(Place::None)) {
            let (item, place) = match next() {
                Next::Puzzle(cells, item) => {
                    // Without an early end, which keeps the compiler from doing it in vectors.
                    let largest = cells.iter().fold(0, |largest, digit| largest.max(*digit));
                    assert!(largest <= 9, "a digit above 9");
                    waiting.push_back((self.items.len() as u64, cells));
                    self.open += 1;
                    (item, Place::Open)
                }
                Next::Other(item) => (item, Place::None),
                end => return Some(end),
            };
            self.items.push(item);
            self.places.push(place);
        }
        None
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether every puzzle has its answer.
    pub(super) fn is_answered(&self) -> bool {
        self.open == 0
    }

    /// Puts the answer to the puzzle at `place` there.
    pub(super) fn answer(&mut self, place: usize, answer: &Answer) {
        self.places[place - self.given] = Place::Answer(*answer);
        self.open -= 1;
    }

    /// Splits off the entries before the first that has no answer, if there are any.
    pub(super) fn split(&mut self) -> Option<Share<T>> {
        let count = self.places.iter().take_while(|place| !matches!(place, Place::Open)).count();
        self.given += count;
        let (items, places) = (self.items.drain(..count).collect(), self.places.drain(..count).collect());
        (count > 0).then_some(Share { items, places, given: 0, open: 0 })
    }

    /// Takes the entries out, in order, each with its answer; what was no puzzle has none.
    pub fn drain(&mut self) -> impl ExactSizeIterator<Item = (T, Option<&Answer>)> {
        self.items.drain(..).zip(self.places.iter().map(Place::answer))
    }

    /// Empties it, to be filled again.
    fn clear(&mut self) {
        self.items.clear();
        self.places.clear();
        (self.given, self.open) = (0, 0);
    }
}

/// The shares that one thread has taken.
pub(super) struct Taken<T> {
    /// Each with its number, at the place that the tickets of its puzzles name; and the places that are free.
    shares: Vec<Option<(u64, Share<T>)>>,
    free: Vec<usize>,
    /// The puzzles that wait for a lane, with their tickets: those of one share, taken when there were none.
    waiting: VecDeque<(u64, Cells)>,
    /// The shares that are answered.
    done: Vec<(u64, Share<T>)>,
    /// Empty ones, to be filled again.
    spare: Vec<Share<T>>,
}

impl<T> Taken<T> {
    pub(super) fn new() -> Self {
        Taken { shares: Vec::new(), free: Vec::new(), waiting: VecDeque::new(), done: Vec::new(), spare: Vec::new() }
    }

    /// An empty share, and room for its puzzles.
    pub(super) fn room(&mut self) -> (Share<T>, &mut VecDeque<(u64, Cells)>) {
        (self.spare.pop().unwrap_or_default(), &mut self.waiting)
    }

    /// Adds a share, whose puzzles were put to those that wait.
    pub(super) fn add(&mut self, number: u64, share: Share<T>) {
        if share.is_answered() {
            self.done.push((number, share));
            return;
        }
        let place = self.free.pop().unwrap_or_else(|| {
            self.shares.push(None);
            self.shares.len() - 1
        });
        self.shares[place] = Some((number, share));
        self.waiting.iter_mut().for_each(|(ticket, _)| *ticket += (place * SHARE) as u64);
    }

    /// Gives the puzzles that wait to idle lanes, as long as there are any of both.
    pub(super) fn load(&mut self, lanes: &mut Lanes) {
        let count = lanes.idle().min(self.waiting.len());
        self.waiting.drain(..count).for_each(|(ticket, cells)| lanes.load(ticket, &cells));
    }

    /// Answers the puzzles that no lane has: nothing is known of them.
    pub(super) fn stop(&mut self) {
        for (ticket, _) in mem::take(&mut self.waiting) {
            self.answered(&[(ticket, Answer::UNKNOWN)]);
        }
    }

    /// Puts answers in their places.
    pub(super) fn answered(&mut self, answers: &[(u64, Answer)]) {
        for (ticket, answer) in answers {
            let (place, entry) = (*ticket as usize / SHARE, *ticket as usize % SHARE);
            let Some((_, share)) = &mut self.shares[place] else {
                unreachable!("a share with a puzzle in work is here")
            };
            share.answer(entry, answer);
            if share.is_answered() {
                self.done.extend(self.shares[place].take());
                self.free.push(place);
            }
        }
    }

    /// Gives the shares that are answered, with their numbers, to `finish`, and keeps what is left of them to be filled
    /// again.
    pub(super) fn finish(&mut self, mut finish: impl FnMut(u64, &mut Share<T>)) {
        for (number, mut share) in self.done.drain(..) {
            finish(number, &mut share);
            share.clear();
            self.spare.push(share);
        }
    }

    pub(super) fn has_done(&self) -> bool {
        !self.done.is_empty()
    }

    /// The share of that number, if this thread has it.
    pub(super) fn get(&mut self, number: u64) -> Option<&mut Share<T>> {
        self.shares.iter_mut().flatten().find(|(its, _)| *its == number).map(|(_, share)| share)
    }
}
