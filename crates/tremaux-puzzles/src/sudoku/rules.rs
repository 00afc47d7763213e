//! What must hold in a grid: one description for the usual rules and for every variant.
//!
//! A variant is made of three things. A *house* is a set of cells that all differ: a row, a column, a box, a region of a
//! jigsaw, a diagonal, a window. A *pair* is two cells with a relation between them. A *cage* is a set of cells that all
//! differ and have a given sum. Every form of the search, the checker and the readers know no more of a variant than that.

use std::sync::{Arc, OnceLock};

use super::Shape;
use super::network::Network;

/// What a house is to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseKind {
    /// All cells of one row.
    Row,
    /// All cells of one column.
    Column,
    /// A rectangle of [`Shape::rows`] x [`Shape::columns`].
    Box,
    /// The cells of one region of a jigsaw, of any form.
    Region,
    /// One of the two long diagonals: 0 falls from the top left, 1 rises from the bottom left.
    Diagonal,
    /// A square as large as a box, one cell away from its neighbours and from the edge.
    Window,
}

impl HouseKind {
    /// Its name in messages, which is the name of its mark.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
            HouseKind::Region => "region",
            HouseKind::Diagonal => "diagonal",
            HouseKind::Window => "window",
        }
    }
}

/// As many cells as there are digits, all different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// Its kind.
    pub kind: HouseKind,
    /// Which of its kind, from 0.
    pub index: usize,
    /// Its cells, in reading order.
    pub cells: Vec<usize>,
}

/// What holds between the digits of two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// They differ: the cells are a knight's move apart.
    Knight,
    /// They differ: the cells touch at a corner.
    King,
    /// The first is less than the second.
    Less,
    /// They are consecutive: 3 and 4, 4 and 3.
    Consecutive,
    /// They are not consecutive.
    NonConsecutive,
}

impl Relation {
    /// Its name in messages, which is the name of its mark.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Relation::Knight => "anti-knight",
            Relation::King => "anti-king",
            Relation::Less => "less",
            Relation::Consecutive => "consecutive",
            Relation::NonConsecutive => "non-consecutive",
        }
    }

    /// The digits that the first cell may have where the second has one of `second`, of `all` there are.
    pub(super) fn before(self, second: u32, all: u32) -> u32 {
        match self {
            // What is less than the highest.
            Relation::Less => (1 << (31 - second.leading_zeros())) - 1,
            _ => self.beside(second, all),
        }
    }

    /// The digits that the second cell may have where the first has one of `first`, of `all` there are.
    pub(super) fn after(self, first: u32, all: u32) -> u32 {
        match self {
            // What is more than the lowest.
            Relation::Less => all & !(first ^ first.wrapping_sub(1)),
            _ => self.beside(first, all),
        }
    }

    /// The same for relations that hold in both directions. There is at least one digit in `other`.
    fn beside(self, other: u32, all: u32) -> u32 {
        let one = other & other.wrapping_neg();
        match self {
            // Only a digit that is settled rules out anything.
            Relation::Knight | Relation::King if one == other => all & !other,
            // Ruled out is what has all of `other` beside it.
            Relation::NonConsecutive if one == other => all & !(one << 1 | one >> 1),
            Relation::NonConsecutive if other ^ one == one << 2 => all & !(one << 1),
            Relation::Consecutive => (other << 1 | other >> 1) & all,
            _ => all,
        }
    }

    /// Whether two digits may stand so.
    #[must_use]
    pub fn allows(self, first: u8, second: u8) -> bool {
        match self {
            Relation::Knight | Relation::King => first != second,
            Relation::Less => first < second,
            Relation::Consecutive => first.abs_diff(second) == 1,
            Relation::NonConsecutive => first.abs_diff(second) != 1,
        }
    }
}

/// Two cells with a relation between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// What holds.
    pub relation: Relation,
    /// The first cell.
    pub first: usize,
    /// The second cell.
    pub second: usize,
}

/// Cells that all differ and have a sum, where one is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// Its cells, in reading order.
    pub cells: Vec<usize>,
    /// The sum of their digits; `None`: they only differ.
    pub sum: Option<u32>,
}

/// The rules that an option of the command names, for grids of any size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// Both long diagonals have every digit once.
    pub diagonal: bool,
    /// Every window has every digit once.
    pub windoku: bool,
    /// Cells a knight's move apart differ.
    pub anti_knight: bool,
    /// Cells that touch at a corner differ.
    pub anti_king: bool,
    /// Cells that share a side are not consecutive, unless they are marked as such.
    pub non_consecutive: bool,
}

impl std::ops::BitOr for Variant {
    type Output = Variant;

    /// The rules of both.
    fn bitor(self, other: Variant) -> Variant {
        Variant {
            diagonal: self.diagonal || other.diagonal,
            windoku: self.windoku || other.windoku,
            anti_knight: self.anti_knight || other.anti_knight,
            anti_king: self.anti_king || other.anti_king,
            non_consecutive: self.non_consecutive || other.non_consecutive,
        }
    }
}

/// A rule that does not fit the grid, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Misfit(pub String);

/// The rules of a puzzle. Cheap to clone.
///
/// ```
/// use tremaux_puzzles::sudoku::{Relation, Rules, Shape, Sudoku, Variant};
/// use tremaux_puzzles::Puzzle;
///
/// let diagonal = Variant { diagonal: true, ..Variant::default() };
/// let rules = Rules::from(Shape::of_size(4).unwrap()).variant(diagonal).unwrap();
/// let rules = rules.cage(vec![0, 1], Some(3)).unwrap().pair(Relation::Less, 0, 1).unwrap();
/// assert_eq!(rules.houses().len(), 4 + 4 + 4 + 2);
///
/// let mut cells = vec![0; 16];
/// (cells[0], cells[15]) = (1, 1);
/// let sudoku = Sudoku::new(rules, cells).unwrap();
/// assert_eq!(
///     sudoku.review(None).unwrap().to_string(),
///     "invalid: diagonal: 1 twice in diagonal 0: (0, 0) and (3, 3)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    shape: Shape,
    /// What there is beside rows, columns and boxes.
    more: Option<Arc<More>>,
}

#[derive(Clone, Debug, Default)]
struct More {
    /// Regions, diagonals and windows, in this order.
    houses: Vec<House>,
    pairs: Vec<Pair>,
    cages: Vec<Cage>,
    /// The options that made some of them.
    variant: Variant,
    /// What the fast form makes of all rules, made once for all puzzles that share them.
    network: OnceLock<Arc<Network>>,
}

/// Whether the fast form was asked for before makes no difference.
impl PartialEq for More {
    fn eq(&self, other: &Self) -> bool {
        let More { houses, pairs, cages, variant, network: _ } = self;
        (houses, pairs, cages, variant) == (&other.houses, &other.pairs, &other.cages, &other.variant)
    }
}

impl Eq for More {}

impl From<Shape> for Rules {
    fn from(shape: Shape) -> Self {
        Rules { shape, more: None }
    }
}

impl Rules {
    /// The shape of the grid.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether rows, columns and boxes are all there is.
    #[must_use]
    pub fn is_classic(&self) -> bool {
        self.more.is_none() && self.shape.has_boxes()
    }

    /// Every house: rows, columns, boxes or regions, diagonals, windows.
    #[must_use]
    pub fn houses(&self) -> Vec<House> {
        let shape = self.shape;
        let unit = |kind, unit_of: &dyn Fn(usize) -> usize, index| {
            let cells = (0..shape.cells()).filter(|cell| unit_of(*cell) == index).collect();
            House { kind, index, cells }
        };
        let rows = (0..shape.size()).map(|index| unit(HouseKind::Row, &|cell| shape.square(cell).0, index));
        let columns = (0..shape.size()).map(|index| unit(HouseKind::Column, &|cell| shape.square(cell).1, index));
        let boxes = if shape.has_boxes() { shape.size() } else { 0 };
        let boxes = (0..boxes).map(|index| unit(HouseKind::Box, &|cell| shape.box_of(cell), index));
        rows.chain(columns).chain(boxes).chain(self.more_houses().iter().cloned()).collect()
    }

    /// The houses beside rows, columns and boxes.
    pub(super) fn more_houses(&self) -> &[House] {
        self.more.as_ref().map_or(&[], |more| &more.houses)
    }

    /// Every pair of cells with a relation.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        self.more.as_ref().map_or(&[], |more| &more.pairs)
    }

    /// Every cage.
    #[must_use]
    pub fn cages(&self) -> &[Cage] {
        self.more.as_ref().map_or(&[], |more| &more.cages)
    }

    /// For every cell, the pairs it is in.
    pub(super) fn pairs_of(&self) -> Vec<Vec<Pair>> {
        let mut pairs_of = vec![Vec::new(); self.shape.cells()];
        for pair in self.pairs() {
            pairs_of[pair.first].push(*pair);
            pairs_of[pair.second].push(*pair);
        }
        pairs_of
    }

    /// For every cell, the cages it is in.
    pub(super) fn cages_of(&self) -> Vec<Vec<usize>> {
        let mut cages_of = vec![Vec::new(); self.shape.cells()];
        for (index, cage) in self.cages().iter().enumerate() {
            cage.cells.iter().for_each(|cell| cages_of[*cell].push(index));
        }
        cages_of
    }

    /// The same with the rules of `variant`.
    ///
    /// # Errors
    /// Where windows do not fit: they are as large as a square box.
    pub fn variant(mut self, variant: Variant) -> Result<Self, Misfit> {
        if variant.diagonal {
            self.add_houses(HouseKind::Diagonal, diagonals(self.shape));
        }
        if variant.windoku {
            self.add_houses(HouseKind::Window, windows(self.shape)?);
        }
        if variant.anti_knight {
            self.add_pairs(Relation::Knight, &[(1, -2), (1, 2), (2, -1), (2, 1)]);
        }
        if variant.anti_king {
            self.add_pairs(Relation::King, &[(1, -1), (1, 1)]);
        }
        if variant.non_consecutive {
            self.add_pairs(Relation::NonConsecutive, &[(0, 1), (1, 0)]);
        }
        if variant != Variant::default() {
            let more = self.more();
            more.variant = more.variant | variant;
        }
        Ok(self)
    }

    /// The options among its rules.
    #[must_use]
    pub fn options(&self) -> Variant {
        self.more.as_ref().map_or_else(Variant::default, |more| more.variant)
    }

    /// A jigsaw: the region of every cell, in reading order, in place of the boxes.
    ///
    /// # Errors
    /// Unless there are as many regions as rows, numbered from 0, each with as many cells.
    pub fn regions(mut self, region_of: &[usize]) -> Result<Self, Misfit> {
        let size = self.shape.size();
        let cells_of = |region: usize| (0..region_of.len()).filter(|cell| region_of[*cell] == region).collect();
        let regions: Vec<Vec<usize>> = (0..size).map(cells_of).collect();
        if let Some(wrong) = regions.iter().position(|cells| cells.len() != size) {
            let found = regions[wrong].len();
            return Err(Misfit(format!("expected regions of {size} cells, found {found} in region {wrong}")));
        }
        self.shape = self.shape.without_boxes();
        self.add_houses(HouseKind::Region, regions);
        Ok(self)
    }

    /// One cage more.
    ///
    /// # Errors
    /// Where it has no cell, one twice, one that is not on the grid, or more cells than there are digits; and where there
    /// are as many cages as cells already.
    pub fn cage(mut self, mut cells: Vec<usize>, sum: Option<u32>) -> Result<Self, Misfit> {
        let size = self.shape.size();
        let found = cells.len();
        cells.sort_unstable();
        cells.iter().try_for_each(|cell| self.on_the_grid(*cell))?;
        if !(1..=size).contains(&found) {
            return Err(Misfit(format!("expected a cage of 1 to {size} cells, found {found}")));
        }
        cells.dedup();
        if cells.len() < found {
            return Err(Misfit("expected the cells of a cage once each".into()));
        }
        if self.cages().len() == self.shape.cells() {
            return Err(Misfit(format!("expected at most {} cages", self.shape.cells())));
        }
        self.more().cages.push(Cage { cells, sum });
        Ok(self)
    }

    /// A relation between the digits of two cells more: less or consecutive. Of cells marked as consecutive
    /// [`Variant::non_consecutive`] says nothing.
    ///
    /// # Errors
    /// Where they are one cell, or not on the grid, or the relation is one that a [`Variant`] makes.
    pub fn pair(mut self, relation: Relation, first: usize, second: usize) -> Result<Self, Misfit> {
        if !matches!(relation, Relation::Less | Relation::Consecutive) {
            return Err(Misfit(format!("expected less or consecutive, found {}", relation.name())));
        }
        self.on_the_grid(first)?;
        self.on_the_grid(second)?;
        if first == second {
            return Err(Misfit("expected two cells".into()));
        }
        if relation == Relation::Consecutive {
            let same = |pair: &Pair| [(first, second), (second, first)].contains(&(pair.first, pair.second));
            self.more().pairs.retain(|pair| !(pair.relation == Relation::NonConsecutive && same(pair)));
        }
        self.more().pairs.push(Pair { relation, first, second });
        Ok(self)
    }

    /// The rules as the fast form propagates them; `None` for the usual ones, which have a form of their own.
    pub(super) fn network(&self) -> Option<Arc<Network>> {
        if self.is_classic() {
            return None;
        }
        let make = || Arc::new(Network::new(self));
        Some(self.more.as_ref().map_or_else(make, |more| Arc::clone(more.network.get_or_init(make))))
    }

    fn more(&mut self) -> &mut More {
        let more = Arc::make_mut(self.more.get_or_insert_default());
        more.network.take();
        more
    }

    fn on_the_grid(&self, cell: usize) -> Result<(), Misfit> {
        let size = self.shape.size();
        if cell < self.shape.cells() { Ok(()) } else { Err(Misfit(format!("expected a cell of {size} x {size}"))) }
    }

    /// Adds the houses of a kind in the place of those that are there.
    fn add_houses(&mut self, kind: HouseKind, houses: Vec<Vec<usize>>) {
        let place = |kind: HouseKind| [HouseKind::Region, HouseKind::Diagonal].iter().position(|it| *it == kind);
        let more = self.more();
        more.houses.retain(|house| house.kind != kind);
        let houses = houses.into_iter().enumerate().map(|(index, cells)| House { kind, index, cells });
        more.houses.extend(houses);
        more.houses.sort_by_key(|house| place(house.kind).unwrap_or(usize::MAX));
    }

    /// Adds the relation between every cell and those that lie at `steps` from it, each pair once: no step goes back.
    fn add_pairs(&mut self, relation: Relation, steps: &[(usize, isize)]) {
        let shape = self.shape;
        let marked = |pair: &Pair| matches!(pair.relation, Relation::Consecutive);
        let exempt: Vec<Pair> = self.pairs().iter().copied().filter(marked).collect();
        let exempt = |first, second| {
            let same = |pair: &Pair| [(first, second), (second, first)].contains(&(pair.first, pair.second));
            relation == Relation::NonConsecutive && exempt.iter().any(same)
        };
        let pairs = (0..shape.cells()).flat_map(|first| {
            let seconds = steps.iter().filter_map(move |step| step_from(shape, first, *step));
            seconds.map(move |second| Pair { relation, first, second })
        });
        let pairs: Vec<_> = pairs.filter(|pair| !exempt(pair.first, pair.second)).collect();
        let more = self.more();
        more.pairs.retain(|pair| pair.relation != relation);
        more.pairs.extend(pairs);
    }
}

/// The cell some rows down and some columns to the side, if it is on the grid.
fn step_from(shape: Shape, cell: usize, (down, right): (usize, isize)) -> Option<usize> {
    let (row, column) = shape.square(cell);
    let (row, column) = (row + down, column.checked_add_signed(right)?);
    (row < shape.size() && column < shape.size()).then(|| row * shape.size() + column)
}

fn diagonals(shape: Shape) -> Vec<Vec<usize>> {
    let size = shape.size();
    let falling = (0..size).map(|row| row * size + row).collect();
    let rising = (0..size).map(|row| row * size + size - 1 - row).collect();
    vec![falling, rising]
}

fn windows(shape: Shape) -> Result<Vec<Vec<usize>>, Misfit> {
    let size = shape.size();
    let side = size.isqrt();
    if side * side != size || shape.has_boxes() && shape.rows() != side {
        let found = if shape.has_boxes() {
            format!("boxes of {} x {}", shape.rows(), shape.columns())
        } else {
            format!("{size} rows")
        };
        return Err(Misfit(format!("expected square boxes for windows, found {found}")));
    }
    let starts = || (1..size).step_by(side + 1);
    let window = |top: usize, left: usize| {
        (0..side * side).map(|index| (top + index / side) * size + left + index % side).collect()
    };
    Ok(starts().flat_map(|top| starts().map(move |left| window(top, left))).collect())
}
