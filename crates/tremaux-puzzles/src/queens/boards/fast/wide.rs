//! Boards that are too large for what every square leaves possible to be held ready.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use tremaux::Problem;

use super::super::QueensBoard;
use super::super::lines::Geometry;
use super::BoardSquare;
use crate::random::SplitMix;

/// What a search does not change: the lines, and which of them must hold a queen.
#[derive(Debug, PartialEq, Eq)]
struct Net {
    geometry: Geometry,
    /// The kinds of lines of which each must hold a queen, by their place among those of the geometry: columns and
    /// regions. Rows are such as well.
    slots: Vec<usize>,
}

/// A board of any size, searched by possible squares with the fewest choices first: a row, column or region, of several
/// the one nearest to the middle. Of its squares the one first that shares its lines with the fewest possible squares.
/// That is what leaves room for the queens to come: an empty board of 1,000 rows is filled in 1,005 nodes.
///
/// Where [`FastBoard`](super::FastBoard) follows up what is left possible until no line is left with too little, this
/// looks a queen ahead: a slot with no square is a dead end. A queen costs as many steps as there are squares on its
/// lines, the board some words a square.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::queens::{QueensBoard, Rules, WideBoard};
///
/// let board = QueensBoard::new(300, Rules::default()).unwrap().with_given([(0, 7)])?;
/// let columns = Search::new(WideBoard::new(&board)).first().unwrap();
/// assert_eq!((columns.len(), columns[0]), (300, 7));
/// # Ok::<(), tremaux_puzzles::queens::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideBoard {
    net: Arc<Net>,
    possible: FixedBitSet,
    /// How many possible squares every row has, and every line of each kind.
    rows: Vec<u32>,
    left: Vec<Vec<u32>>,
    /// The squares of the queens placed, and how many had been ruled out when each was.
    queens: Vec<(u32, usize)>,
    /// The squares ruled out by the queens placed, in that order.
    ruled_out: Vec<u32>,
    /// Which order the squares that promise the same are in: 0 for the reading order.
    turn: u64,
}

impl WideBoard {
    /// The board with nothing placed.
    #[must_use]
    pub fn new(board: &QueensBoard) -> Self {
        let geometry = Geometry::new(board);
        let squares = geometry.size * geometry.size;
        let left = geometry.lines.iter().map(|kind| vec![0; kind.squares.len()]).collect();
        let is_slot = |kind: &usize| ["column", "region"].contains(&geometry.lines[*kind].name);
        let slots = (0..geometry.lines.len()).filter(is_slot).collect();
        let rows = vec![0; geometry.size];
        let net = Arc::new(Net { geometry, slots });
        let mut wide = WideBoard {
            net: Arc::clone(&net),
            possible: FixedBitSet::with_capacity(squares),
            rows,
            left,
            queens: Vec::new(),
            ruled_out: Vec::new(),
            turn: 0,
        };
        for square in (0..squares).filter(|square| net.geometry.is_free(*square)) {
            wide.possible.insert(square);
            wide.add(square, 1);
        }
        wide
    }

    /// The same board, of whose squares those that promise the same come in another order for every number but 0.
    pub(crate) fn shuffled(self, number: u64) -> Self {
        WideBoard { turn: number, ..self }
    }

    /// Counts a square in on all its lines, or out with -1.
    fn add(&mut self, square: usize, one: i32) {
        let Geometry { size, lines, .. } = &self.net.geometry;
        let count = |left: &mut u32| *left = left.wrapping_add_signed(one);
        count(&mut self.rows[square / size]);
        for (kind, left) in lines.iter().zip(&mut self.left) {
            count(&mut left[kind.of[square] as usize]);
        }
    }

    fn rule_out(&mut self, square: usize) {
        if self.possible.contains(square) {
            self.possible.remove(square);
            self.add(square, -1);
            self.ruled_out.push(u32::try_from(square).unwrap_or(u32::MAX));
        }
    }

    /// The possible squares of the slot with the fewest that has no queen yet.
    fn narrowest(&self) -> Vec<usize> {
        let Net { geometry, slots } = &*self.net;
        let size = geometry.size;
        let is_open = |kind: Option<usize>| {
            let mut open = FixedBitSet::with_capacity(size);
            open.insert_range(..);
            for (queen, _) in &self.queens {
                let queen = *queen as usize;
                open.remove(kind.map_or(queen / size, |kind| geometry.lines[kind].of[queen] as usize));
            }
            open
        };
        let kinds = std::iter::once((None, &self.rows)).chain(slots.iter().map(|&kind| (Some(kind), &self.left[kind])));
        let slots = kinds.flat_map(|(kind, left)| {
            let from_middle = |line: usize| (2 * line).abs_diff(size - 1);
            let open: Vec<usize> = is_open(kind).ones().collect();
            open.into_iter().map(move |line| (left[line], from_middle(line), kind, line))
        });
        let Some((_, _, kind, line)) = slots.min_by_key(|(left, from_middle, ..)| (*left, *from_middle)) else {
            return Vec::new();
        };
        match kind {
            None => (line * size..(line + 1) * size).filter(|square| self.possible.contains(*square)).collect(),
            Some(kind) => {
                let squares = geometry.lines[kind].squares[line].iter();
                squares.copied().filter(|square| self.possible.contains(*square)).collect()
            }
        }
    }

    /// How many possible squares share a line with one, those on two of its lines counted twice.
    fn shares(&self, square: usize) -> u32 {
        let Geometry { size, lines, .. } = &self.net.geometry;
        let along = lines.iter().zip(&self.left).map(|(kind, left)| left[kind.of[square] as usize]);
        self.rows[square / size] + along.sum::<u32>()
    }
}

impl Problem for WideBoard {
    type Choice = BoardSquare;
    type Choices = std::vec::IntoIter<BoardSquare>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Self::Choices> {
        if self.queens.len() == self.net.geometry.size {
            return None;
        }
        let mut squares = self.narrowest();
        let turn = |square: usize| {
            if self.turn == 0 { 0 } else { SplitMix::new(self.turn << 32 | square as u64).word() }
        };
        squares.sort_by_key(|square| (self.shares(*square), turn(*square)));
        let choice = |square: usize| BoardSquare(u32::try_from(square).unwrap_or(u32::MAX));
        Some(squares.into_iter().map(choice).collect::<Vec<_>>().into_iter())
    }

    fn place(&mut self, square: BoardSquare) {
        self.queens.push((square.0, self.ruled_out.len()));
        let (net, square) = (Arc::clone(&self.net), square.0 as usize);
        self.rule_out(square);
        net.geometry.attacked_from(square).for_each(|other| self.rule_out(other));
    }

    fn unplace(&mut self, _: BoardSquare) {
        let Some((_, ruled_out)) = self.queens.pop() else { return };
        for square in self.ruled_out.split_off(ruled_out) {
            self.possible.insert(square as usize);
            self.add(square as usize, 1);
        }
    }

    fn solution(&self) -> Vec<u32> {
        let size = u32::try_from(self.net.geometry.size).unwrap_or(u32::MAX);
        let mut queens: Vec<u32> = self.queens.iter().map(|queen| queen.0).collect();
        queens.sort_unstable();
        queens.into_iter().map(|square| square % size).collect()
    }

    fn label(&self, square: BoardSquare) -> String {
        square.label(self.net.geometry.size)
    }
}
