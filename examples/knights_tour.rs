//! A knight visits every square of a board once. The choices are tried in an order found anew at every node.
//!
//! `cargo run -p tremaux-examples --bin knights_tour`

use tremaux::{Bits, Problem, Search};

/// A tour so far. A slot is a step, a choice is the square it leads to; the mark is the set of squares visited.
#[derive(Clone, Debug, PartialEq)]
struct Tour {
    /// For each square, those a knight's move away: a set of squares as a word, a bit for each.
    moves: Vec<u64>,
    visited: u64,
    steps: Vec<u64>,
}

impl Tour {
    /// A tour from the top left corner of a `size` x `size` board, 8 x 8 at most.
    fn new(size: usize) -> Self {
        let squares = size * size;
        let a_move_apart = |one: usize, other: usize| {
            let (down, across) = ((one / size).abs_diff(other / size), (one % size).abs_diff(other % size));
            down * across == 2
        };
        let moves_from = |from| (0..squares).filter(|&to| a_move_apart(from, to)).fold(0, |set, to| set | 1 << to);
        Tour { moves: (0..squares).map(moves_from).collect(), visited: 1, steps: vec![1] }
    }

    /// The squares that may follow on `square`.
    fn onward(&self, square: u64) -> u64 {
        self.moves[square.trailing_zeros() as usize] & !self.visited
    }
}

impl Problem for Tour {
    type Choice = u64;
    type Choices = Bits<u64>;
    type Solution = Vec<usize>;

    fn choices(&self) -> Option<Bits<u64>> {
        let here = self.steps.last()?;
        (self.steps.len() < self.moves.len()).then(|| Bits(self.onward(*here)))
    }

    /// Warnsdorff's rule: first the square with the fewest ways on, before it becomes a dead end.
    fn next_choice(&self, branch: &mut Bits<u64>) -> Option<u64> {
        let square = Bits(branch.0).min_by_key(|&square| self.onward(square).count_ones())?;
        branch.0 ^= square;
        Some(square)
    }

    fn place(&mut self, square: u64) {
        self.steps.push(square);
        self.visited |= square;
    }

    fn unplace(&mut self, square: u64) {
        self.visited ^= square;
        self.steps.pop();
    }

    /// The number of the step that visits each square.
    fn solution(&self) -> Vec<usize> {
        let mut numbers = vec![0; self.moves.len()];
        self.steps.iter().enumerate().for_each(|(step, square)| numbers[square.trailing_zeros() as usize] = step + 1);
        numbers
    }
}

fn main() {
    println!("5 x 5: {} tours from a corner", Search::new(Tour::new(5)).count());
    let Some(tour) = Search::new(Tour::new(8)).first() else { return };
    println!("8 x 8: the first");
    for row in tour.chunks(8) {
        println!("{}", row.iter().map(|step| format!("{step:3}")).collect::<String>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_promises() {
        tremaux::testkit::check_problem(Tour::new(5), u64::MAX).unwrap();
        tremaux::testkit::check_problem(Tour::new(8), 10_000).unwrap();
    }

    #[test]
    fn every_step_is_a_knights_move() {
        Search::new(Tour::new(5)).for_each(|numbers| {
            let mut squares: Vec<usize> = (0..25).collect();
            squares.sort_by_key(|&square| numbers[square]);
            let steps = squares
                .windows(2)
                .map(|step| (step[0] / 5).abs_diff(step[1] / 5) * (step[0] % 5).abs_diff(step[1] % 5));
            assert!(squares[0] == 0 && steps.into_iter().all(|product| product == 2));
        });
    }
}
