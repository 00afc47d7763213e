//! Colours for the vertices of a graph, neighbours unlike: the first `impl Problem` to read.
//!
//! `cargo run -p tremaux-examples --bin graph_colouring`

use tremaux::{Bits, Problem, Search};

/// The Petersen graph: a pentagon, a star inside it, and a spoke from each corner to its tip.
const PETERSEN: [[(usize, usize); 5]; 3] = [
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)],
    [(5, 7), (7, 9), (9, 6), (6, 8), (8, 5)],
    [(0, 5), (1, 6), (2, 7), (3, 8), (4, 9)],
];

/// A graph, coloured so far. A slot is a vertex, in the order of their numbers; a choice is a colour.
#[derive(Clone, Debug, PartialEq)]
struct Colouring {
    neighbours: Vec<Vec<usize>>,
    /// All colours, each a bit.
    palette: u16,
    /// The colour of every vertex so far. The colours around a vertex are the marks on it.
    colours: Vec<u16>,
}

impl Colouring {
    fn new(vertices: usize, edges: &[(usize, usize)], colours: u32) -> Self {
        let mut neighbours = vec![Vec::new(); vertices];
        for &(one, other) in edges {
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        Colouring { neighbours, palette: (1 << colours) - 1, colours: Vec::new() }
    }
}

impl Problem for Colouring {
    /// A colour as a word with one bit set, ...
    type Choice = u16;
    /// ... so that a set of colours is a word, and `Bits` takes one colour after the other out of it.
    type Choices = Bits<u16>;
    type Solution = Vec<u32>;

    /// The next vertex may have any colour that no coloured neighbour has; with no vertex left, we are done.
    fn choices(&self) -> Option<Bits<u16>> {
        let around = self.neighbours.get(self.colours.len())?;
        let taken =
            around.iter().filter_map(|&vertex| self.colours.get(vertex)).fold(0, |taken, colour| taken | colour);
        Some(Bits(self.palette & !taken))
    }

    fn place(&mut self, colour: u16) {
        self.colours.push(colour);
    }

    fn unplace(&mut self, _: u16) {
        self.colours.pop();
    }

    fn solution(&self) -> Vec<u32> {
        self.colours.iter().map(|colour| colour.trailing_zeros()).collect()
    }
}

fn main() {
    for colours in 2..=4 {
        let petersen = || Colouring::new(10, PETERSEN.as_flattened(), colours);
        println!("{colours} colours: {} colourings", Search::new(petersen()).count());
        if let Some(first) = Search::new(petersen()).first() {
            println!("  the first: {first:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_promises() {
        tremaux::testkit::check_problem(Colouring::new(10, PETERSEN.as_flattened(), 3), u64::MAX).unwrap();
    }

    #[test]
    fn no_edge_joins_like_colours() {
        Search::new(Colouring::new(10, PETERSEN.as_flattened(), 3)).for_each(|colours| {
            assert!(PETERSEN.as_flattened().iter().all(|&(one, other)| colours[one] != colours[other]));
        });
    }
}
