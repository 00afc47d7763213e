//! The squares on which a queen can still stand, and what follows from how few they are.

use std::sync::Arc;

use super::super::QueensBoard;
use super::super::lines::Geometry;
use super::spread::{Open, Spread};

/// A slot with more squares than this is not asked what it rules out. Measured on the hard boards of `bench/boards`, 40
/// rows: asking those of two as well as of one saves 40 % of the nodes in about the same time; three saves 2 % more and
/// doubles the time.
const MOST_LOOKED_AT: u32 = 2;

/// What a search does not change: the slots, and what a queen on a square rules out.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Net {
    pub(super) size: usize,
    /// The squares of every slot, in reading order. Each row, each column and each region must hold a queen; the rows
    /// come first, by their numbers. Then those of the diagonals, each of which can hold one.
    lines: Vec<Vec<u32>>,
    /// How many of the lines are slots.
    slots: usize,
    /// The lines of a square, one of a kind: square s has those from `lines_of[s * kinds]` on.
    lines_of: Vec<u32>,
    kinds: usize,
    /// Of every number of squares a sixteenfold logarithm, to base 2.
    logarithms: Vec<u32>,
    /// A set of squares is so many words.
    words: usize,
    /// The squares that a queen on square s leaves possible, from `leaves[s * words]` on: what it doesn't attack, and s
    /// itself.
    leaves: Vec<u64>,
}

impl Net {
    fn new(geometry: &Geometry, spreads: bool) -> Self {
        let (size, squares) = (geometry.size, geometry.size * geometry.size);
        let rows = (0..size).map(|row| (row * size..(row + 1) * size).collect());
        let others = geometry.lines.iter().filter(|lines| ["column", "region"].contains(&lines.name));
        let mut lines: Vec<Vec<usize>> = rows.chain(others.flat_map(|lines| lines.squares.iter().cloned())).collect();
        let slots = lines.len();
        if spreads {
            let ways = 2 * size - 1;
            lines.resize(slots + 2 * ways, Vec::new());
            for (row, column) in (0..squares).map(|square| (square / size, square % size)) {
                lines[slots + row + column].push(row * size + column);
                lines[slots + ways + row + size - 1 - column].push(row * size + column);
            }
        }
        let kinds = slots / size + if spreads { 2 } else { 0 };
        let mut lines_of: Vec<Vec<u32>> = vec![Vec::with_capacity(kinds); squares];
        for (line, members) in lines.iter().enumerate() {
            members.iter().for_each(|&square| lines_of[square].push(number(line)));
        }
        // 16 log x = log x^16. A region can have far more squares than there are rows; none is told from 255, whose power
        // is less than 2^128.
        let longest = lines.iter().map(Vec::len).max().unwrap_or(0) as u128;
        let logarithms = (0..=longest).map(|squares| squares.clamp(1, 255).pow(16).ilog2()).collect();
        let lines = lines.iter().map(|line| line.iter().map(|&square| number(square)).collect()).collect();
        let words = squares.div_ceil(64);
        let mut leaves = vec![u64::MAX; squares * words];
        for (square, leaves) in leaves.chunks_exact_mut(words).enumerate() {
            geometry.attacked_from(square).for_each(|other| leaves[other / 64] &= !(1 << (other % 64)));
        }
        Net { size, lines, slots, lines_of: lines_of.concat(), kinds, logarithms, words, leaves }
    }

    /// The squares that a queen on `square` leaves possible.
    fn leaves(&self, square: usize) -> &[u64] {
        &self.leaves[square * self.words..(square + 1) * self.words]
    }

    fn lines_of(&self, square: usize) -> &[u32] {
        &self.lines_of[square * self.kinds..(square + 1) * self.kinds]
    }

    /// How far a line is from the middle one of its kind: a diagonal in squares, another in half squares.
    fn distance_from_middle(&self, line: usize) -> usize {
        match line.checked_sub(self.slots) {
            None => (2 * (line % self.size)).abs_diff(self.size - 1),
            Some(diagonal) => (diagonal % (2 * self.size - 1)).abs_diff(self.size - 1),
        }
    }

    /// The number of a diagonal: of a direction, 0 or 1, and its index among those.
    fn diagonal(&self, way: usize, index: usize) -> usize {
        self.slots + way * (2 * self.size - 1) + index
    }
}

/// Squares and slots are fewer than 2^32 on every board whose `leaves` fit into memory.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The possible squares of a board, narrowed until every slot is content.
///
/// Two rules do all the work. *A square whose queen would leave some slot without a square is none for a queen*: asked
/// of a slot with one square left, it rules out all that this one attacks, as if a queen were placed there; of a slot
/// with two, all that both attack. And, where all queens attack along all of every diagonal, *a square on a diagonal
/// that is too far out is none, and a diagonal near the middle that cannot be spared is a slot*: what that means is in
/// [`spread`](super::spread).
///
/// Invariant between calls: the rules have nothing more to say, or the field is dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    net: Arc<Net>,
    possible: Vec<u64>,
    /// How many squares every line has left; none on a diagonal with a queen.
    left: Vec<u32>,
    /// What the queens to come add up to, and the slack they have; `None` where the second rule isn't asked.
    open: Option<(Open, u32)>,
    /// Which lines are slots: always those of the net, and the diagonals that must hold a queen, until they do.
    is_slot: Vec<bool>,
    /// Whether some slot has none left, or the queens to come cannot stand near enough. The rest is then of no account.
    dead: bool,
}

impl Field {
    pub(super) fn new(board: &QueensBoard) -> Self {
        let geometry = Geometry::new(board);
        let spreads = board.has_diagonals() && !board.rules.torus && !board.rules.shield;
        let net = Arc::new(Net::new(&geometry, spreads));
        let (squares, slots) = (net.size * net.size, net.slots);
        let mut possible = vec![u64::MAX; net.words];
        // The bits past the last square are none.
        possible[net.words - 1] >>= net.words * 64 - squares;
        let left = net.lines.iter().map(|line| number(line.len())).collect();
        let open = spreads.then(|| (Open::all(net.size), 0));
        let is_slot = (0..net.lines.len()).map(|line| line < slots).collect();
        let mut waiting = Waiting::none(net.lines.len());
        (0..slots).for_each(|slot| waiting.add(number(slot)));
        let mut field = Field { net, possible, left, open, is_slot, dead: false };
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
        &self.net.lines[slot]
    }

    /// The slots that have more than one square left, rows first and from the top.
    pub(super) fn open_slots(&self) -> impl Iterator<Item = OpenSlot> + '_ {
        let slots = self.left.iter().zip(&self.is_slot).enumerate();
        let open = slots.filter(|(_, (left, is_slot))| **is_slot && **left > 1);
        open.map(|(slot, (&left, _))| OpenSlot { slot, left, from_middle: self.net.distance_from_middle(slot) })
    }

    /// How many squares every row, column and region has left, rows first.
    pub(super) fn left(&self) -> &[u32] {
        &self.left[..self.net.slots]
    }

    /// How likely the field is to have a solution, beside others of the same board: the more choices are left, and the
    /// more slack. `None` where slack means nothing.
    ///
    /// The choices of all slots count by the logarithm of their product, the slack by ten times its own.
    pub(super) fn promise(&self) -> Option<u32> {
        let (_, slack) = self.open?;
        let choices: u32 = self.left().iter().map(|left| self.net.logarithms[*left as usize]).sum();
        Some(choices + 40 * (u128::from(slack) + 1).pow(4).ilog2())
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
        let net = Arc::clone(&field.net);
        let mut waiting = Waiting::none(net.lines.len());
        let row = &net.lines[net.lines_of(square as usize)[0] as usize];
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
        for &line in &self.net.lines_of[square * self.net.kinds..(square + 1) * self.net.kinds] {
            let left = &mut self.left[line as usize];
            // A queen's diagonals have none left to begin with: of a dead field also its square may go.
            *left = left.saturating_sub(1);
            if *left <= MOST_LOOKED_AT && self.is_slot[line as usize] {
                self.dead |= *left == 0;
                waiting.add(line);
            }
        }
    }

    /// Asks every waiting slot what it rules out, and where none waits the diagonals, until none has more to say or the
    /// field is dead.
    fn settle(&mut self, mut waiting: Waiting) {
        let net = Arc::clone(&self.net);
        loop {
            while let Some(slot) = waiting.next() {
                if self.dead {
                    return;
                }
                if self.left[slot] <= MOST_LOOKED_AT {
                    self.ask(&net, slot, &mut waiting);
                }
            }
            if self.dead || !self.draw_in(&net, &mut waiting) {
                return;
            }
        }
    }

    /// Asks a slot with one or two squares what it rules out.
    fn ask(&mut self, net: &Net, slot: usize, waiting: &mut Waiting) {
        let mut squares = net.lines[slot].iter().copied().filter(|&square| self.is_possible(square));
        let Some(first) = squares.next() else { return };
        let other = if self.left[slot] == 1 { None } else { squares.next() };
        let (one, two) = (net.leaves(first as usize), net.leaves(other.unwrap_or(first) as usize));
        for word in 0..net.words {
            let mut ruled_out = self.possible[word] & !(one[word] | two[word]);
            while ruled_out != 0 {
                self.rule_out(word * 64 + ruled_out.trailing_zeros() as usize, waiting);
                ruled_out &= ruled_out - 1;
            }
        }
        if other.is_none() && slot < net.size {
            self.close(net, first as usize);
        }
    }

    /// Notes that the row of `square` has its queen there. That happens once for a row: when the last other square of
    /// it is ruled out, or at the very first.
    fn close(&mut self, net: &Net, square: usize) {
        if let Some((open, _)) = &mut self.open {
            open.close(square / net.size, square % net.size);
            for &line in &net.lines_of(square)[net.kinds - 2..] {
                self.left[line as usize] = 0;
                self.is_slot[line as usize] = false;
            }
        }
    }

    /// Rules out the squares on diagonals that are too far out, and makes slots of those that must hold a queen; false when
    /// that leaves nothing to look at.
    fn draw_in(&mut self, net: &Net, waiting: &mut Waiting) -> bool {
        let Some((open, slack)) = &mut self.open else { return false };
        let is_open = |way, index| self.left[net.diagonal(way, index)] > 0;
        let Some(spread) = Spread::new(net.size, *open, is_open) else {
            self.dead = true;
            return false;
        };
        *slack = spread.slack;
        let mut any = false;
        for (way, index) in (0..2).flat_map(|way| (0..2 * net.size - 1).map(move |index| (way, index))) {
            let line = net.diagonal(way, index);
            if self.left[line] == 0 {
                continue;
            }
            if !spread.can_hold_a_queen(way, index) {
                any = true;
                for &square in &net.lines[line] {
                    if self.is_possible(square) {
                        self.rule_out(square as usize, waiting);
                    }
                }
            } else if spread.needs_a_queen(way, index) && !self.is_slot[line] {
                self.is_slot[line] = true;
                if self.left[line] <= MOST_LOOKED_AT {
                    any = true;
                    waiting.add(number(line));
                }
            }
        }
        any
    }
}

/// A slot with more than one square left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenSlot {
    /// Its number: rows come first, by theirs.
    pub slot: usize,
    /// How many squares it has left.
    pub left: u32,
    /// How far it is from the middle one of its kind: a diagonal in squares, another in half squares.
    pub from_middle: usize,
}

/// Slots to be looked at, each once.
struct Waiting {
    slots: Vec<u32>,
    waits: Vec<bool>,
}

impl Waiting {
    fn none(lines: usize) -> Self {
        Waiting { slots: Vec::with_capacity(lines), waits: vec![false; lines] }
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
