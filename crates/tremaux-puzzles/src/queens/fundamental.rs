//! Boards up to symmetry: of the images of a board under the turns and flips of the square, the first alone counts.

use tremaux::{Event, Problem, Scene};

use super::is_canonical;

/// The queens problem in form `P`, up to symmetry: a full board that is not the first of its images is a dead end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UpToSymmetry<P>(pub(super) P);

/// A branch of `P`; none at a full board that is not the first of its images.
pub(super) struct Branch<C>(Option<C>);

impl<C: Iterator> Iterator for Branch<C> {
    type Item = C::Item;

    fn next(&mut self) -> Option<C::Item> {
        self.0.as_mut()?.next()
    }
}

impl<P: Problem<Solution = Vec<u32>>> Problem for UpToSymmetry<P> {
    type Choice = P::Choice;
    type Choices = Branch<P::Choices>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Branch<P::Choices>> {
        match self.0.choices() {
            None if is_canonical(&self.0.solution()) => None,
            branch => Some(Branch(branch)),
        }
    }

    fn next_choice(&self, branch: &mut Branch<P::Choices>) -> Option<P::Choice> {
        self.0.next_choice(branch.0.as_mut()?)
    }

    fn place(&mut self, choice: P::Choice) {
        self.0.place(choice);
    }

    fn unplace(&mut self, choice: P::Choice) {
        self.0.unplace(choice);
    }

    fn solution(&self) -> Vec<u32> {
        self.0.solution()
    }

    fn option(&self, index: usize) -> Option<P::Choice> {
        self.0.option(index)
    }

    fn ruled_out_by(&self, choice: P::Choice) -> Option<&'static str> {
        self.0.ruled_out_by(choice)
    }

    fn label(&self, choice: P::Choice) -> String {
        self.0.label(choice)
    }

    fn draw(&self, path: &[P::Choice], event: Event<P::Choice>) -> Scene {
        self.0.draw(path, event)
    }
}
