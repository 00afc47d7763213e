//! Moves between the cells of a grid, shared by every problem on one.

use crate::InputError;
use crate::input::{self, Line};

/// A row and a column, from 0.
pub type Cell = (usize, usize);

/// A move from a cell to the one beside it, named by its letters: `D`, `DL`, `DR`, `L`, `R`, `U`, `UL`, `UR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `D`.
    Down,
    /// `DL`.
    DownLeft,
    /// `DR`.
    DownRight,
    /// `L`.
    Left,
    /// `R`.
    Right,
    /// `U`.
    Up,
    /// `UL`.
    UpLeft,
    /// `UR`.
    UpRight,
}

use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};

impl Direction {
    /// The move's letters.
    #[must_use]
    pub fn letters(self) -> &'static str {
        match self {
            Down => "D",
            DownLeft => "DL",
            DownRight => "DR",
            Left => "L",
            Right => "R",
            Up => "U",
            UpLeft => "UL",
            UpRight => "UR",
        }
    }

    /// How far the move goes down and to the right.
    fn delta(self) -> (isize, isize) {
        match self {
            Down => (1, 0),
            DownLeft => (1, -1),
            DownRight => (1, 1),
            Left => (0, -1),
            Right => (0, 1),
            Up => (-1, 0),
            UpLeft => (-1, -1),
            UpRight => (-1, 1),
        }
    }

    /// The cell the move leads to. Above the first row and left of the first column the number wraps to the largest
    /// there is, which is on no grid: one test for "on the grid" serves all four sides.
    ///
    /// ```
    /// use tremaux_puzzles::Direction;
    ///
    /// assert_eq!(Direction::DownLeft.from((3, 3)), (4, 2));
    /// assert_eq!(Direction::Up.from((0, 3)), (usize::MAX, 3));
    /// ```
    #[must_use]
    pub fn from(self, (row, column): Cell) -> Cell {
        let (down, right) = self.delta();
        (row.wrapping_add_signed(down), column.wrapping_add_signed(right))
    }

    /// The cell from which the move leads to this one; off the grid as in [`from`](Direction::from).
    #[must_use]
    pub fn to(self, (row, column): Cell) -> Cell {
        let (down, right) = self.delta();
        (row.wrapping_add_signed(-down), column.wrapping_add_signed(-right))
    }
}

/// Which moves are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moves {
    /// Right and down only.
    RightDown,
    /// Down, left, right and up.
    #[default]
    Four,
    /// The four and the diagonals.
    Eight,
}

impl Moves {
    /// All of them, for whoever reads a name.
    pub const ALL: [Moves; 3] = [Moves::RightDown, Moves::Four, Moves::Eight];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Moves::RightDown => "right-down",
            Moves::Four => "four",
            Moves::Eight => "eight",
        }
    }

    /// The moves in the order in which they are tried: that of their letters in the alphabet. Paths are then found in
    /// the lexicographic order of their move strings, an order that anyone can check at a glance or with `sort`.
    ///
    /// ```
    /// use tremaux_puzzles::Moves;
    ///
    /// let letters: Vec<_> = Moves::Four.directions().iter().map(|direction| direction.letters()).collect();
    /// assert_eq!(letters, ["D", "L", "R", "U"]);
    /// ```
    #[must_use]
    pub fn directions(self) -> &'static [Direction] {
        match self {
            Moves::RightDown => &[Down, Right],
            Moves::Four => &[Down, Left, Right, Up],
            Moves::Eight => &[Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight],
        }
    }
}

impl Moves {
    /// The `N` moves that these are, in their order.
    ///
    /// # Panics
    /// If they are not `N`.
    pub(crate) fn array<const N: usize>(self) -> [Direction; N] {
        let directions = self.directions();
        assert!(directions.len() == N, "{} moves are {}, not {N}", self.name(), directions.len());
        std::array::from_fn(|index| directions[index])
    }

    /// Whether a step leads from one cell to another; told by the distance between them and not by the directions, for
    /// the checkers.
    pub(crate) fn allow(self, one: Cell, other: Cell) -> bool {
        let (rows, columns) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
        let beside = rows.saturating_add(columns) == 1;
        match self {
            Moves::RightDown => beside && other > one,
            Moves::Four => beside,
            Moves::Eight => rows.max(columns) == 1,
        }
    }
}

/// The cells of an answer: `0,0 1,0 1,1`, with or without brackets. Whether they are on any grid is not looked at.
pub(crate) fn cells_of(answer: &str) -> Result<Vec<Cell>, InputError> {
    let line = Line { number: 1, text: answer.to_owned() };
    let apart = Line { number: 1, text: answer.replace(['[', ']', '(', ')', ','], " ") };
    let number = |(at, field): (usize, &str)| {
        let number = input::number(field, "a row or a column", 0, u32::MAX.into());
        let number = number.map_err(|message| line.error(at, message))?;
        Ok(usize::try_from(number).unwrap_or(usize::MAX))
    };
    let numbers = apart.fields().map(number).collect::<Result<Vec<_>, _>>()?;
    match numbers.as_chunks() {
        (cells, []) => Ok(cells.iter().map(|&[row, column]| (row, column)).collect()),
        _ => Err(line.error(answer.chars().count(), "expected a column after the last row, found the end")),
    }
}

/// The cells of a grid and a border around them, numbered row by row.
///
/// A move is the same offset from every cell, and from a cell of the grid it always ends on the grid or on its border:
/// whoever keeps the border closed needs no test for the grid's sides. One border column serves both sides, since
/// what lies right of a row's last cell is what lies left of the next row's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bordered {
    rows: usize,
    /// The columns and the border's.
    stride: usize,
}

impl Bordered {
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Bordered { rows, stride: columns + 1 }
    }

    /// How many numbers there are; the border's first one is 0.
    pub(crate) fn size(self) -> usize {
        (self.rows + 2) * self.stride + 1
    }

    pub(crate) fn number(self, (row, column): Cell) -> usize {
        (row + 1) * self.stride + column + 1
    }

    /// The inverse of [`number`](Bordered::number).
    pub(crate) fn cell(self, number: usize) -> Cell {
        (number / self.stride - 1, number % self.stride - 1)
    }

    /// Whether the number is that of a cell of the grid and not of its border.
    pub(crate) fn is_inside(self, number: usize) -> bool {
        (1..=self.rows).contains(&(number / self.stride)) && !number.is_multiple_of(self.stride)
    }

    pub(crate) fn offset(self, direction: Direction) -> isize {
        let (down, right) = direction.delta();
        down * self.stride.cast_signed() + right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_in_the_order_of_their_letters() {
        for moves in Moves::ALL {
            assert!(moves.directions().is_sorted_by_key(|direction| direction.letters()));
        }
    }

    #[test]
    fn a_border_catches_every_move_off_the_grid() {
        for (rows, columns) in [(1, 1), (1, 5), (4, 1), (3, 4)] {
            let border = Bordered::new(rows, columns);
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let numbers: Vec<_> = cells.clone().map(|cell| border.number(cell)).collect();
            for cell in cells {
                assert_eq!(border.cell(border.number(cell)), cell);
                for &direction in Moves::Eight.directions() {
                    let (row, column) = direction.from(cell);
                    let number = border.number(cell).wrapping_add_signed(border.offset(direction));
                    assert!(number < border.size());
                    assert_eq!(border.is_inside(number), row < rows && column < columns);
                    assert_eq!(numbers.contains(&number), border.is_inside(number));
                    assert_eq!(direction.to(direction.from(cell)), cell);
                }
            }
        }
    }
}
