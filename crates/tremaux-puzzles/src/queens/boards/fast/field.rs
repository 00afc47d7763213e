//! The squares on which a queen can still stand, and what follows from how few they are.

use std::sync::Arc;

use super::super::QueensBoard;
use super::super::lines::Geometry;

/// A slot with more squares than this is not asked what it rules out. Measured on the hard boards of `bench/boards`, 40
/// rows: asking those of two as well as of one saves 40 % of the nodes in about the same time; three saves 2 % more and
/// doubles the time.
const MOST_LOOKED_AT: u32 = 2;

/// What a search does not change: the slots, and what a queen on a square rules out.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Net {
    pub(super) size: usize,
    /// The squares of every slot, in reading order. Each row, each column and each region must hold a queen; the rows
    /// come first, by their numbers.
    pub(super) slots: Vec<Vec<u32>>,
    /// The slots of a square, one of a kind: square s has those from `slots_of[s * kinds]` on.
    slots_of: Vec<u32>,
    kinds: usize,
    /// A set of squares is so many words.
    words: usize,
    /// The squares that a queen on square s leaves possible, from `leaves[s * words]` on: what it doesn't attack, and s
    /// itself.
    leaves: Vec<u64>,
}

impl Net {
    fn new(geometry: &Geometry) -> Self {
        let (size, squares) = (geometry.size, geometry.size * geometry.size);
        let rows = (0..size).map(|row| (row * size..(row + 1) * size).collect());
        let others = geometry.lines.iter().filter(|lines| ["column", "region"].contains(&lines.name));
        let others: Vec<_> = others.collect();
        let slots: Vec<Vec<usize>> =
            rows.chain(others.iter().flat_map(|lines| lines.squares.iter().cloned())).collect();
        let slots: Vec<Vec<u32>> =
            slots.iter().map(|slot| slot.iter().map(|&square| number(square)).collect()).collect();
        let kinds = 1 + others.len();
        let mut slots_of = vec![0; squares * kinds];
        for (slot, members) in slots.iter().enumerate() {
            members.iter().for_each(|&square| slots_of[square as usize * kinds + slot / size] = number(slot));
        }
        let words = squares.div_ceil(64);
        let mut leaves = vec![u64::MAX; squares * words];
        for (square, leaves) in leaves.chunks_exact_mut(words).enumerate() {
            geometry.attacked_from(square).for_each(|other| leaves[other / 64] &= !(1 << (other % 64)));
        }
        Net { size, slots, slots_of, kinds, words, leaves }
    }

    /// The squares that a queen on `square` leaves possible.
    fn leaves(&self, square: usize) -> &[u64] {
        &self.leaves[square * self.words..(square + 1) * self.words]
    }

    fn slots_of(&self, square: usize) -> &[u32] {
        &self.slots_of[square * self.kinds..(square + 1) * self.kinds]
    }
}

/// Squares and slots are fewer than 2^32 on every board whose `leaves` fit into memory.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The possible squares of a board, narrowed until every slot is content.
///
/// One rule does all the work: *a square whose queen would leave some slot without a square is none for a queen*. Asked
/// of a slot with one square left, it rules out all that this one attacks, as if a queen were placed there; of a slot
/// with two, all that both attack.
///
/// Invariant between calls: the rule has nothing more to say, or the field is dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    net: Arc<Net>,
    possible: Vec<u64>,
    /// How many squares every slot has left.
    left: Vec<u32>,
    /// Whether some slot has none left. The rest is then of no account.
    dead: bool,
}

impl Field {
    pub(super) fn new(board: &QueensBoard) -> Self {
        let geometry = Geometry::new(board);
        let net = Arc::new(Net::new(&geometry));
        let (squares, slots) = (net.size * net.size, net.slots.len());
        let mut possible = vec![u64::MAX; net.words];
        // The bits past the last square are none.
        possible[net.words - 1] >>= net.words * 64 - squares;
        let left = net.slots.iter().map(|slot| number(slot.len())).collect();
        let mut field = Field { net, possible, left, dead: false };
        let mut waiting = Waiting::all(slots);
        for square in (0..squares).filter(|&square| !geometry.is_free(square)) {
            field.rule_out(square, &mut waiting);
        }
        field.settle(waiting);
        field
    }

    pub(super) fn size(&self) -> usize {
        self.net.size
    }

    /// The squares of `slot`, those no longer possible among them.
    pub(super) fn squares(&self, slot: usize) -> &[u32] {
        &self.net.slots[slot]
    }

    /// How many squares every slot has left, rows first.
    pub(super) fn left(&self) -> &[u32] {
        &self.left
    }

    pub(super) fn is_dead(&self) -> bool {
        self.dead
    }

    /// Whether every row has one square left. As no slot has anything more to say, they are a solution.
    pub(super) fn is_complete(&self) -> bool {
        !self.dead && self.left[..self.net.size].iter().all(|&left| left == 1)
    }

    pub(super) fn is_possible(&self, square: u32) -> bool {
        self.possible[square as usize / 64] >> (square % 64) & 1 == 1
    }

    /// The first possible column of every row: of a complete field, the solution.
    pub(super) fn columns(&self) -> Vec<u32> {
        let column = |row: usize| (0..).zip(self.squares(row)).find(|(_, square)| self.is_possible(**square));
        (0..self.net.size).filter_map(|row| column(row).map(|(column, _)| column)).collect()
    }

    /// The field with a queen on `square`.
    pub(super) fn with_queen(&self, square: u32) -> Field {
        let mut field = self.clone();
        let mut waiting = Waiting::none(field.left.len());
        let net = Arc::clone(&field.net);
        let row = &net.slots[net.slots_of(square as usize)[0] as usize];
        for &other in row.iter().filter(|&&other| other != square) {
            if field.is_possible(other) {
                field.rule_out(other as usize, &mut waiting);
            }
        }
        field.settle(waiting);
        field
    }

    /// Takes a possible square out, and notes the slots that are now worth a look.
    fn rule_out(&mut self, square: usize, waiting: &mut Waiting) {
        self.possible[square / 64] ^= 1 << (square % 64);
        for slot in &self.net.slots_of[square * self.net.kinds..(square + 1) * self.net.kinds] {
            let left = &mut self.left[*slot as usize];
            *left -= 1;
            self.dead |= *left == 0;
            if *left <= MOST_LOOKED_AT {
                waiting.add(*slot);
            }
        }
    }

    /// Asks every waiting slot what it rules out, until none waits or one has no square left.
    fn settle(&mut self, mut waiting: Waiting) {
        let net = Arc::clone(&self.net);
        while let Some(slot) = waiting.next() {
            if self.dead {
                return;
            }
            if self.left[slot] > MOST_LOOKED_AT {
                continue;
            }
            let squares = net.slots[slot].iter().filter(|&&square| self.is_possible(square));
            let mut leaves = squares.map(|&square| net.leaves(square as usize));
            let Some(one) = leaves.next() else { return };
            let other = if self.left[slot] == 1 { one } else { leaves.next().unwrap_or(one) };
            for word in 0..net.words {
                let mut ruled_out = self.possible[word] & !(one[word] | other[word]);
                while ruled_out != 0 {
                    self.rule_out(word * 64 + ruled_out.trailing_zeros() as usize, &mut waiting);
                    ruled_out &= ruled_out - 1;
                }
            }
        }
    }
}

/// Slots to be looked at, each once.
struct Waiting {
    slots: Vec<u32>,
    waits: Vec<bool>,
}

impl Waiting {
    fn none(slots: usize) -> Self {
        Waiting { slots: Vec::with_capacity(slots), waits: vec![false; slots] }
    }

    fn all(slots: usize) -> Self {
        let mut waiting = Waiting::none(slots);
        (0..slots).for_each(|slot| waiting.add(number(slot)));
        waiting
    }

    fn add(&mut self, slot: u32) {
        if !std::mem::replace(&mut self.waits[slot as usize], true) {
            self.slots.push(slot);
        }
    }

    fn next(&mut self) -> Option<usize> {
        let slot = self.slots.pop()? as usize;
        self.waits[slot] = false;
        Some(slot)
    }
}
