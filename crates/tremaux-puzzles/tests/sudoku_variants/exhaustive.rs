//! Every grid of 6 x 6.
//!
//! Those that begin with the row 1 2 3 4 5 6 stand for all under the rules that do not look at the value of a digit: each
//! is one of 720.

use tremaux_puzzles::{Aim, Engine, Puzzle, Question};

use super::naive::{self, Description};
use super::{Problem, Search, Sudoku};

/// On so many threads.
struct Count(usize);

impl Question<Vec<u8>> for Count {
    type Answer = u64;

    fn ask<P: Problem<Solution = Vec<u8>> + Clone + Send>(self, problem: P) -> u64 {
        Search::new(problem).threads(self.0).count()
    }
}

/// The published number of fillings (OEIS A107739) is the count of the grids that begin so, 720 times.
const FILLINGS: u64 = 28_200_960;

const FIRST_ROW: [u8; 6] = [1, 2, 3, 4, 5, 6];

fn begun(description: &Description) -> Sudoku {
    let mut givens = vec![0; 36];
    givens[..6].copy_from_slice(&FIRST_ROW);
    description.sudoku(givens)
}

#[test]
fn every_grid_of_6_x_6_that_begins_so() {
    let boxes = Description::boxes(6);
    let jigsaw = "AAAABB AABBBB CCCDDD CCCDDD EEEEFF EEFFFF".bytes().filter(|region| *region != b' ');
    let regions = jigsaw.map(|region| usize::from(region - b'A')).collect();
    let mut descriptions = vec![Description { regions: Some(regions), ..boxes.clone() }];
    descriptions.extend([0, 1, 4, 8, 13].map(|set| Description { variant: naive::variant(set), ..boxes.clone() }));
    let mut expected = vec![0; descriptions.len()];
    let tests: Vec<_> = descriptions.iter().map(Description::test).collect();
    let mut squares = 0;
    naive::each_latin_square(6, &mut FIRST_ROW.to_vec(), &mut |square| {
        squares += 1;
        for (expected, holds) in expected.iter_mut().zip(&tests) {
            *expected += u64::from(holds(square));
        }
    });
    // OEIS A000315: 9,408 reduced Latin squares of order 6; here the other rows come in any of 5! orders.
    assert_eq!(squares, 9_408 * 120);
    assert_eq!(expected[1] * 720, FILLINGS);
    assert!(expected[0] > 0 && expected[2] > 0, "{expected:?}");
    for (description, expected) in descriptions.iter().zip(expected) {
        let sudoku = begun(description);
        assert_eq!(sudoku.pose(Engine::Fast, Aim::Count, Count(1)), expected, "{description:?}");
        assert_eq!(sudoku.pose(Engine::Bits, Aim::Count, Count(1)), expected, "{description:?}");
    }
}

/// All of them: run by ./test, in release.
#[test]
#[ignore = "half a minute in release"]
fn every_grid_of_6_x_6() {
    let empty = Description::boxes(6).sudoku(vec![0; 36]);
    assert_eq!(empty.pose(Engine::Fast, Aim::Count, Count(2)), FILLINGS);
}
