//! What the rules are, told without any of the code that is tested.

use proptest::prelude::*;
use tremaux_puzzles::sudoku::{Relation, Rules, Shape, Sudoku, Variant};

/// A puzzle as a list of what it asks for.
#[derive(Clone, Debug)]
pub(crate) struct Description {
    pub(crate) size: usize,
    /// The rows and columns of a box, where there are boxes.
    pub(crate) boxes: Option<(usize, usize)>,
    /// The region of each cell, where there are regions.
    pub(crate) regions: Option<Vec<usize>>,
    pub(crate) variant: Variant,
    pub(crate) cages: Vec<(Vec<usize>, Option<u32>)>,
    pub(crate) pairs: Vec<(Relation, usize, usize)>,
    /// The digits each cell may have.
    pub(crate) candidates: Option<Vec<Vec<u8>>>,
    pub(crate) givens: Vec<u8>,
}

/// The options as the bits of a number.
pub(crate) fn variant(set: u32) -> Variant {
    let has = |bit: u32| set >> bit & 1 == 1;
    Variant { diagonal: has(0), windoku: has(1), anti_knight: has(2), anti_king: has(3), non_consecutive: has(4) }
}

impl Description {
    /// The usual rules for a size.
    pub(crate) fn boxes(size: usize) -> Self {
        let rows = if size == 9 { 3 } else { 2 };
        Description {
            size,
            boxes: Some((rows, size / rows)),
            regions: None,
            variant: Variant::default(),
            cages: Vec::new(),
            pairs: Vec::new(),
            candidates: None,
            givens: vec![0; size * size],
        }
    }

    /// The same for the library.
    pub(crate) fn sudoku(&self, givens: Vec<u8>) -> Sudoku {
        let mut rules = Rules::from(Shape::of_size(self.size).unwrap());
        if let Some(regions) = &self.regions {
            rules = rules.regions(regions).unwrap();
        }
        rules = rules.variant(self.variant).unwrap();
        for (cells, sum) in &self.cages {
            rules = rules.cage(cells.clone(), *sum).unwrap();
        }
        for &(relation, first, second) in &self.pairs {
            rules = rules.pair(relation, first, second).unwrap();
        }
        let sudoku = Sudoku::new(rules, givens).unwrap();
        let Some(candidates) = &self.candidates else { return sudoku };
        let word = |digits: &Vec<u8>| digits.iter().fold(0, |word, digit| word | 1 << (digit - 1));
        sudoku.with_candidates(candidates.iter().map(word).collect()).unwrap()
    }

    /// The test whether a Latin square is a solution.
    pub(crate) fn test(&self) -> impl Fn(&[u8]) -> bool {
        let size = self.size;
        let at = |cell: usize| (cell / size, cell % size);
        let all_pairs = || (0..size * size).flat_map(|one| (one + 1..size * size).map(move |other| (one, other)));
        let distance = |one: usize, other: usize| {
            let ((row, column), (row2, column2)) = (at(one), at(other));
            let mut far = [row.abs_diff(row2), column.abs_diff(column2)];
            far.sort_unstable();
            far
        };
        let must_differ = |one: usize, other: usize| {
            let ((row, column), (row2, column2)) = (at(one), at(other));
            let boxes = self.regions.is_none()
                && self
                    .boxes
                    .is_some_and(|(rows, columns)| (row / rows, column / columns) == (row2 / rows, column2 / columns));
            let regions = self.regions.as_ref().is_some_and(|regions| regions[one] == regions[other]);
            let falling = row == column && row2 == column2;
            let rising = row + column + 1 == size && row2 + column2 + 1 == size;
            // Windows stand in the rows and columns that are no multiple of one more than the side of a box.
            let side = self.boxes.map_or(usize::MAX - 1, |(rows, _)| rows) + 1;
            let inside = [row, column, row2, column2].iter().all(|it| it % side != 0);
            let window = inside && (row / side, column / side) == (row2 / side, column2 / side);
            let cage = self.cages.iter().any(|(cage, _)| cage.contains(&one) && cage.contains(&other));
            row == row2
                || column == column2
                || boxes
                || regions
                || cage
                || self.variant.diagonal && (falling || rising)
                || self.variant.windoku && window
                || self.variant.anti_knight && distance(one, other) == [1, 2]
                || self.variant.anti_king && distance(one, other) == [1, 1]
        };
        let marked = |one: usize, other: usize| {
            let ends = [(one, other), (other, one)];
            self.pairs.iter().any(|(relation, a, b)| *relation == Relation::Consecutive && ends.contains(&(*a, *b)))
        };
        let near = |one: usize, other: usize| {
            self.variant.non_consecutive && distance(one, other) == [0, 1] && !marked(one, other)
        };
        let differ: Vec<_> = all_pairs().filter(|(one, other)| must_differ(*one, *other)).collect();
        let apart: Vec<_> = all_pairs().filter(|(one, other)| near(*one, *other)).collect();
        move |grid| {
            let relation = |&(relation, one, other): &(Relation, usize, usize)| match relation {
                Relation::Less => grid[one] < grid[other],
                Relation::Consecutive => grid[one].abs_diff(grid[other]) == 1,
                _ => unreachable!("these come with an option"),
            };
            let sum = |(cage, sum): &(Vec<usize>, Option<u32>)| {
                sum.is_none_or(|sum| cage.iter().map(|cell| u32::from(grid[*cell])).sum::<u32>() == sum)
            };
            let given = |cell: usize| self.givens[cell] == 0 || self.givens[cell] == grid[cell];
            let candidate = |cell: usize| self.candidates.as_ref().is_none_or(|list| list[cell].contains(&grid[cell]));
            differ.iter().all(|&(one, other)| grid[one] != grid[other])
                && apart.iter().all(|&(one, other)| grid[one].abs_diff(grid[other]) != 1)
                && self.pairs.iter().all(relation)
                && self.cages.iter().all(sum)
                && (0..grid.len()).all(|cell| given(cell) && candidate(cell))
        }
    }
}

/// Calls `visit` with every Latin square that begins with `square`, row by row, in order.
pub(crate) fn each_latin_square(size: usize, square: &mut Vec<u8>, visit: &mut impl FnMut(&[u8])) {
    let cell = square.len();
    if cell == size * size {
        return visit(square);
    }
    for digit in 1..=u8::try_from(size).unwrap() {
        let in_row = square[cell / size * size..].contains(&digit);
        let in_column = square.iter().skip(cell % size).step_by(size).any(|it| *it == digit);
        if !in_row && !in_column {
            square.push(digit);
            each_latin_square(size, square, visit);
            square.pop();
        }
    }
}

/// Any rules for a grid of `size`, most of them with a solution: what they ask for is taken from one grid, and now and
/// then falsified.
pub(crate) fn described(size: usize) -> impl Strategy<Value = Description> {
    let cells = size * size;
    let cell = || 0..cells;
    let regions = prop::option::weighted(0.3, prop::collection::vec((cell(), cell()), 0..6));
    let cages = prop::collection::vec((cell(), prop::collection::vec(0..4_u8, 0..4), 0..10_u8), 0..5);
    let relation = prop::sample::select(vec![Relation::Less, Relation::Consecutive]);
    let pairs = prop::collection::vec((relation, cell(), cell(), 0..20_u8), 0..6);
    let removed = prop::option::weighted(0.3, prop::collection::vec((cell(), 1..=size), 0..size * size));
    let shift = Just((1..=size).map(|digit| u8::try_from(digit).unwrap()).collect::<Vec<_>>()).prop_shuffle();
    let few = if size == 4 { 0..8_usize } else { 12..26 };
    let givens = prop::collection::vec((cell(), 0..30_u8), few);
    // Of the options at most two, since few grids have more.
    let options = (0..5_u32, 0..10_u32);
    (regions, cages, pairs, removed, shift, givens, options).prop_map(
        move |(regions, cages, pairs, removed, digits, givens, (one, other))| {
            let mut description = Description::boxes(size);
            let (rows, columns) = description.boxes.unwrap();
            let grid: Vec<u8> = (0..cells)
                .map(|cell| {
                    let (row, column) = (cell / size, cell % size);
                    digits[(row % rows * columns + row / rows + column) % size]
                })
                .collect();
            description.regions = regions.map(|swaps| {
                let mut regions: Vec<_> =
                    (0..cells).map(|cell| cell / size / rows * rows + cell % size / columns).collect();
                swaps.iter().for_each(|(one, other)| regions.swap(*one, *other));
                regions
            });
            let windoku = |set: u32| if rows == columns { set } else { set & !2 };
            description.variant = variant(windoku(1 << one | 1 << other) & 31);
            if other >= 5 {
                description.variant = Variant::default();
            }
            for (start, steps, falsified) in cages {
                let mut cage = vec![start];
                for step in steps {
                    let last = cage[cage.len() - 1];
                    let next = match step {
                        0 if last % size > 0 => last - 1,
                        1 if last % size + 1 < size => last + 1,
                        2 if last >= size => last - size,
                        3 if last + size < cells => last + size,
                        _ => continue,
                    };
                    if !cage.contains(&next) && cage.len() < size {
                        cage.push(next);
                    }
                }
                let sum: u32 = cage.iter().map(|cell| u32::from(grid[*cell])).sum();
                let sum = match falsified {
                    0 => None,
                    1 => Some(sum + 1),
                    _ => Some(sum),
                };
                description.cages.push((cage, sum));
            }
            for (relation, one, other, falsified) in pairs {
                if one != other && (relation.allows(grid[one], grid[other]) || falsified == 0) {
                    description.pairs.push((relation, one, other));
                }
            }
            description.candidates = removed.map(|removed| {
                let mut candidates = vec![digits.clone(); cells];
                for (cell, digit) in removed {
                    candidates[cell].retain(|it| usize::from(*it) != digit || *it == grid[cell]);
                }
                candidates
            });
            for (cell, falsified) in givens {
                description.givens[cell] = if falsified == 0 { digits[0] } else { grid[cell] };
            }
            description
        },
    )
}
