//! Who searches what: puzzles given to lanes, the stacks of these, and lanes without work that take from others.

use super::Answers;
use super::board::Board;
use super::forms::{Form, Wide, words_mut};
use super::records::{self, Record, Records};

/// How many rounds a step has. With fewer, lanes are looked at that could go on; with more, others wait for them.
const ROUNDS: usize = 5;

/// The lanes of one thread, and the puzzles in them.
pub(super) struct Crew<F: Form> {
    form: F,
    limit: u64,
    board: Box<Board<F::Row>>,
    records: Box<Records<F::Row>>,
    lanes: Vec<Lane>,
    /// The lanes that search, as bits; and those whose record is to be put in before the next step.
    live: F::Row,
    fresh: F::Row,
    /// The lanes that do not.
    idle: Vec<u32>,
    /// By depth and lane, the second children still to be searched.
    stacks: Vec<Vec<Record>>,
    puzzles: Vec<InWork>,
    /// The places in `puzzles` that are free.
    free: Vec<u32>,
    /// The lane that was stolen from last.
    victim: usize,
}

/// A lane: the puzzle it is at, and which depths of its stack are waiting.
#[derive(Clone, Copy, Default)]
struct Lane {
    puzzle: u32,
    bottom: u32,
    top: u32,
}

/// A puzzle in one lane or more.
struct InWork {
    ticket: u64,
    /// How many solutions were found, and the first of them if there is any.
    count: u64,
    first: Record,
    /// How many lanes are at it.
    lanes: u32,
}

impl InWork {
    /// Adds what was found to `answers`.
    #[inline(always)]
    fn answer<W: Wide>(&self, complete: bool, answers: &mut Answers) {
        let answer = answers.add(self.ticket);
        answer.count = self.count;
        answer.complete = complete;
        if self.count > 0 {
            records::fill::<W>(answer.first.get_or_insert([0; 81]), &self.first);
        } else {
            answer.first = None;
        }
    }
}

impl<F: Form> Crew<F> {
    const LANES: usize = 64 * <F::Row as Wide>::WORDS;

    pub(super) fn new(form: F, limit: u64) -> Self {
        Crew {
            form,
            limit,
            board: Board::new(),
            records: Records::new(),
            lanes: vec![Lane::default(); Self::LANES],
            live: F::Row::none(),
            fresh: F::Row::none(),
            idle: (0..).take(Self::LANES).collect(),
            stacks: Vec::new(),
            puzzles: Vec::new(),
            free: Vec::new(),
            victim: 0,
        }
    }

    /// Gives the puzzle to an idle lane.
    #[inline(always)]
    pub(super) fn load_here(&mut self, ticket: u64, cells: &[u8; 81]) {
        let Some(lane) = self.idle.pop() else { return };
        let puzzle = self.free.pop().unwrap_or_else(|| {
            self.puzzles.push(InWork { ticket, count: 0, first: [0; records::WORDS], lanes: 0 });
            (self.puzzles.len() - 1) as u32
        });
        let work = &mut self.puzzles[puzzle as usize];
        (work.ticket, work.count) = (ticket, 0);
        self.begin(lane as usize, puzzle, &records::of_puzzle::<F::Row>(cells));
    }

    /// Has an idle lane search `record` for `puzzle`.
    #[inline(always)]
    fn begin(&mut self, lane: usize, puzzle: u32, record: &Record) {
        self.puzzles[puzzle as usize].lanes += 1;
        self.lanes[lane] = Lane { puzzle, bottom: 0, top: 0 };
        self.records.set(lane, record);
        set(&mut self.live, lane);
        set(&mut self.fresh, lane);
    }

    /// Some rounds in every lane, and what follows from them: children, solutions, dead ends.
    #[inline(always)]
    pub(super) fn step_here(&mut self, answers: &mut Answers) {
        self.steal();
        self.records.put_in(&mut self.board, self.fresh);
        self.board.refresh(self.fresh);
        self.fresh = F::Row::none();
        for _ in 1..ROUNDS {
            self.board.round::<false>();
        }
        self.board.round::<true>();
        let verdict = self.board.verdict(self.live);
        self.board.branch(verdict.stuck);
        self.records.take_out(&self.board);
        for lane in lanes_of(verdict.stuck) {
            self.push(lane);
        }
        for lane in lanes_of(verdict.solved) {
            self.count(lane, answers);
        }
        for lane in lanes_of(verdict.solved.or(verdict.bad)) {
            self.pop(lane, answers);
        }
    }

    /// Keeps the second child of a lane for later.
    #[inline(always)]
    fn push(&mut self, lane: usize) {
        let depth = self.lanes[lane].top as usize;
        if depth == self.stacks.len() {
            self.stacks.push(vec![[0; records::WORDS]; Self::LANES]);
        }
        self.stacks[depth][lane] = self.records.get(lane);
        self.lanes[lane].top += 1;
    }

    /// Counts the solution of a lane.
    #[inline(always)]
    fn count(&mut self, lane: usize, answers: &mut Answers) {
        let work = &mut self.puzzles[self.lanes[lane].puzzle as usize];
        if work.count == self.limit {
            return;
        }
        if work.count == 0 {
            work.first = self.records.get(lane);
        }
        work.count += 1;
        if work.count == self.limit {
            work.answer::<F::Row>(true, answers);
        }
    }

    /// Goes on with what a lane kept for later, or leaves it idle.
    #[inline(always)]
    fn pop(&mut self, lane: usize, answers: &mut Answers) {
        let Lane { puzzle, bottom, top } = self.lanes[lane];
        let work = &mut self.puzzles[puzzle as usize];
        let enough = work.count == self.limit;
        if top > bottom && !enough {
            self.lanes[lane].top -= 1;
            self.records.set(lane, &self.stacks[top as usize - 1][lane]);
            set(&mut self.fresh, lane);
            return;
        }
        work.lanes -= 1;
        if work.lanes == 0 {
            if !enough {
                work.answer::<F::Row>(true, answers);
            }
            self.free.push(puzzle);
        }
        unset(&mut self.live, lane);
        self.lanes[lane] = Lane::default();
        self.idle.push(lane as u32);
    }

    /// Gives each idle lane the bottom of another's stack, the largest part of its search, as long as there are any.
    #[inline(always)]
    fn steal(&mut self) {
        if self.is_done() {
            return;
        }
        while let Some(&lane) = self.idle.last() {
            let Some(victim) = self.next_victim() else { return };
            self.idle.pop();
            let Lane { puzzle, bottom, .. } = self.lanes[victim];
            self.lanes[victim].bottom += 1;
            let record = self.stacks[bottom as usize][victim];
            self.begin(lane as usize, puzzle, &record);
        }
    }

    /// The next lane with something on its stack that is still worth to be searched.
    #[inline(always)]
    fn next_victim(&mut self) -> Option<usize> {
        for _ in 0..Self::LANES {
            self.victim = (self.victim + 1) % Self::LANES;
            let Lane { puzzle, bottom, top } = self.lanes[self.victim];
            if top > bottom && self.puzzles[puzzle as usize].count < self.limit {
                return Some(self.victim);
            }
        }
        None
    }

    /// Says what was found so far of the puzzles that are not done.
    pub(super) fn stop(&self, answers: &mut Answers) {
        let in_work = self.puzzles.iter().filter(|work| work.lanes > 0 && work.count < self.limit);
        in_work.for_each(|work| work.answer::<F::Row>(false, answers));
    }

    pub(super) fn form(&self) -> F {
        self.form
    }

    pub(super) fn idle(&self) -> usize {
        self.idle.len()
    }

    pub(super) fn is_done(&self) -> bool {
        self.idle.len() == Self::LANES
    }
}

/// Bit `b` of word `w` is lane `b * WORDS + w`: the order in which the lanes' words stand in the records.
#[inline(always)]
fn set<W: Wide>(lanes: &mut W, lane: usize) {
    words_mut(std::slice::from_mut(lanes))[lane % W::WORDS] |= 1 << (lane / W::WORDS);
}

/// See [`set`].
#[inline(always)]
fn unset<W: Wide>(lanes: &mut W, lane: usize) {
    words_mut(std::slice::from_mut(lanes))[lane % W::WORDS] &= !(1 << (lane / W::WORDS));
}

/// The numbers of `lanes`, rising: who goes through records in this order finds neighbours still in the cache.
#[inline(always)]
fn lanes_of<W: Wide>(lanes: W) -> LanesOf<W> {
    LanesOf { lanes, word: 0, left: W::in_order(&lanes, 0) }
}

/// See [`lanes_of`].
struct LanesOf<W> {
    lanes: W,
    word: usize,
    left: u64,
}

impl<W: Wide> Iterator for LanesOf<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.left == 0 {
            self.word += 1;
            if self.word == W::WORDS {
                return None;
            }
            self.left = W::in_order(&self.lanes, self.word);
        }
        let lane = 64 * self.word + self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(lane)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Portable;

    /// Each entry of a stack is a choice of a digit for an open cell on the way to the lane's node, so there are never more
    /// than cells: with as many on the stack of every lane, each comes back as it was put there.
    #[test]
    fn full_stacks() {
        let mut crew = Crew::new(Portable, u64::MAX);
        let record = |lane: usize, depth: usize| {
            let mut cells = [0; 81];
            (0..depth).for_each(|cell| cells[cell] = ((lane + cell * cell + depth) % 9 + 1) as u8);
            records::of_puzzle::<u64>(&cells)
        };
        (0..64).for_each(|ticket| crew.load_here(ticket, &[0; 81]));
        for depth in 0..81 {
            for lane in 0..64 {
                crew.records.set(lane, &record(lane, depth));
                crew.push(lane);
            }
        }
        assert!(crew.lanes.iter().all(|lane| (lane.bottom, lane.top) == (0, 81)) && crew.stacks.len() == 81);
        let mut answers = Answers::default();
        for depth in (0..81).rev() {
            for lane in 0..64 {
                crew.pop(lane, &mut answers);
                assert!(crew.records.get(lane) == record(lane, depth), "lane {lane}, depth {depth}");
            }
        }
        (0..64).for_each(|lane| crew.pop(lane, &mut answers));
        assert!(crew.is_done() && answers.take().len() == 64);
    }

    /// In all lanes at once, the grids with the most choices, empty or with the first row given: stacks get as deep as a search makes
    /// them, and the solutions are counted to the last one wanted.
    #[test]
    fn deep_stacks_are_exact() {
        const WANTED: u64 = 500;
        let mut crew = Crew::new(Portable, WANTED);
        for ticket in 0..64_u8 {
            let mut cells = [0; 81];
            (0..9 * (ticket % 2)).for_each(|cell| cells[usize::from(cell)] = (ticket + cell) % 9 + 1);
            crew.load_here(ticket.into(), &cells);
        }
        let (mut deepest, mut found) = (0, Vec::new());
        while !crew.is_done() {
            let mut answers = Answers::default();
            Portable.step(&mut crew, &mut answers);
            found.extend(answers.take().iter().map(|(ticket, answer)| (*ticket, answer.count, answer.complete)));
            deepest = deepest.max(crew.lanes.iter().map(|lane| lane.top).max().unwrap_or(0));
        }
        found.sort_unstable();
        assert_eq!(found, (0..64).map(|ticket| (ticket, WANTED, true)).collect::<Vec<_>>());
        assert!((30..=81).contains(&deepest), "{deepest}");
    }

    #[test]
    fn lanes_in_order() {
        for set_lanes in [vec![], vec![0], vec![63], vec![1, 2, 40, 63]] {
            let mut lanes = 0_u64;
            set_lanes.iter().for_each(|lane| set(&mut lanes, *lane));
            assert_eq!(lanes_of(lanes).collect::<Vec<_>>(), set_lanes);
        }
    }
}
