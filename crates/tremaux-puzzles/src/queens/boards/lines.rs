//! The geometry of a board: which squares a queen attacks, found once and shared by every form.

use tremaux::MarkSet;

use super::QueensBoard;

/// All lines of one kind on a board. A line is a set of squares of which each attacks every other; every square is on
/// exactly one line of a kind.
///
/// So a square is attacked along a kind of line by at most one of the queens that stand in peace: the marks of two
/// queens never overlap, and taking one back is exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    /// The name of the mark.
    pub(super) name: &'static str,
    /// The number of every square's line.
    pub(super) of: Vec<u32>,
    /// The squares of every line, by rising number but for those that wrap around.
    pub(super) squares: Vec<Vec<usize>>,
}

impl Lines {
    fn new(name: &'static str, squares: Vec<Vec<usize>>) -> Self {
        let mut of = vec![0; squares.iter().map(Vec::len).sum()];
        for (number, line) in (0..).zip(&squares) {
            line.iter().for_each(|&square| of[square] = number);
        }
        Lines { name, of, squares }
    }

    /// The squares that are on the line of `square`, itself among them.
    pub(super) fn through(&self, square: usize) -> &[usize] {
        &self.squares[self.of[square] as usize]
    }
}

/// Where a queen may stand and what it attacks there, beside its row, by the rules of a board. A square's number is
/// row * size + column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    pub(super) size: usize,
    /// Columns, diagonals and regions, as far as the rules have them.
    pub(super) lines: Vec<Lines>,
    /// Whether queens may not touch.
    pub(super) no_touch: bool,
    torus: bool,
    /// Squares on which no queen may stand.
    pub(super) blocked: MarkSet,
    /// Squares that a given queen attacks. One on which a given queen stands is among them where another one attacks
    /// it: then its row has no square left, and clashing queens leave nothing to search.
    pub(super) given: MarkSet,
}

impl Geometry {
    pub(super) fn new(board: &QueensBoard) -> Self {
        let size = board.size;
        let columns = (0..size).map(|column| (0..size).map(|row| row * size + column).collect()).collect();
        let mut lines = vec![Lines::new("column", columns)];
        if board.has_diagonals() {
            let diags = diagonals(size, board.rules.torus);
            let mirrored = |square: &usize| square - square % size + (size - 1 - square % size);
            let antis = diags.iter().map(|line| line.iter().map(mirrored).collect()).collect();
            lines.push(Lines::new("diag", cut(board, diags)));
            lines.push(Lines::new("anti", cut(board, antis)));
        }
        if let Some(regions) = &board.regions {
            lines.push(Lines::new("region", region_squares(size, regions)));
        }
        let mut blocked = MarkSet::new("blocked", size * size);
        board.blocked.ones().for_each(|square| blocked.insert(square));
        let given = MarkSet::new("given", size * size);
        let (no_touch, torus) = (board.rules.no_touch, board.rules.torus);
        let geometry = Geometry { size, lines, no_touch, torus, blocked, given };
        let given = geometry.attacked_by_given(board);
        Geometry { given, ..geometry }
    }

    /// Of more queens than rows two share a row, and that rules out all of it, so the others need no look: a file that
    /// is full of queens is as cheap as any.
    fn attacked_by_given(&self, board: &QueensBoard) -> MarkSet {
        let mut given = self.given.clone();
        for &queen in board.given.iter().take(self.size + 1) {
            for square in self.attacked_from(queen) {
                if !given.contains(square) {
                    given.insert(square);
                }
            }
        }
        given
    }

    /// Whether nothing but the queens that the search places can rule the square out.
    pub(super) fn is_free(&self, square: usize) -> bool {
        !self.blocked.contains(square) && !self.given.contains(square)
    }

    /// Every square that a queen on `square` attacks, some of them more than once.
    pub(super) fn attacked_from(&self, square: usize) -> impl Iterator<Item = usize> + '_ {
        let row = square - square % self.size;
        let along = self.lines.iter().flat_map(move |lines| lines.through(square).iter().copied());
        let all = (row..row + self.size).chain(along).chain(self.touching(square));
        all.filter(move |&other| other != square)
    }

    /// The squares of the rows above and below that touch `square`, where queens may not touch. On a torus the edges
    /// touch as well.
    pub(super) fn touching(&self, square: usize) -> impl Iterator<Item = usize> + '_ {
        let (row, column) = (square / self.size, square % self.size);
        let rows = [self.beside(row, false), self.beside(row, true)];
        let columns = [self.beside(column, false), Some(column), self.beside(column, true)];
        let squares = rows
            .into_iter()
            .flatten()
            .flat_map(move |row| columns.into_iter().flatten().map(move |column| row * self.size + column));
        squares.filter(move |&other| self.no_touch && other != square)
    }

    /// The row or column after, or before, `line`; `None` past an edge.
    fn beside(&self, line: usize, after: bool) -> Option<usize> {
        match (after, self.torus) {
            (true, _) if line + 1 < self.size => Some(line + 1),
            (false, _) if line > 0 => Some(line - 1),
            (true, true) => Some(0),
            (false, true) => Some(self.size - 1),
            (_, false) => None,
        }
    }
}

/// The diagonals on which row - column is the same, from the top down; on a torus each goes once around it.
fn diagonals(size: usize, torus: bool) -> Vec<Vec<usize>> {
    let from_top = |column: usize| {
        let rows = if torus { size } else { size - column };
        (0..rows).map(|row| row * size + (column + row) % size).collect()
    };
    let from_left = |row: usize| (row..size).map(|at| at * size + at - row).collect();
    let left = if torus { 1..1 } else { 1..size };
    (0..size).map(from_top).chain(left.map(from_left)).collect()
}

/// The lines of a board on which blocked squares stop attacks: each cut behind every blocked square. A blocked square
/// is itself on the line that it ends, where no queen can stand on it.
fn cut(board: &QueensBoard, mut lines: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    if !board.rules.shield {
        return lines;
    }
    let blocks = |square: &usize| board.blocked.contains(*square);
    if board.rules.torus {
        // Around a torus the last part and the first are one, unless a blocked square is between them.
        for line in &mut lines {
            let after_last_block = line.iter().rposition(blocks).map_or(0, |last| last + 1);
            line.rotate_left(after_last_block);
        }
    }
    lines.iter().flat_map(|line| line.split_inclusive(blocks).map(<[usize]>::to_vec)).collect()
}

fn region_squares(size: usize, regions: &[u32]) -> Vec<Vec<usize>> {
    let mut squares = vec![Vec::new(); size];
    for (square, region) in regions.iter().enumerate() {
        squares[*region as usize].push(square);
    }
    squares
}
