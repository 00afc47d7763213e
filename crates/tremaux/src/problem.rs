//! What a problem must say for the engine to search it.

use std::fmt::Debug;

use crate::{Event, Scene};

/// A problem: slots to fill, choices for each, marks that rule choices out.
///
/// The problem holds its own state: what is placed so far, and the marks of it. The engine asks for the
/// [`choices`](Problem::choices) of the next open slot, [`place`](Problem::place)s one, asks again, and
/// [`unplace`](Problem::unplace)s it on the way back. Four methods are enough; the others are for problems that
/// test their options one by one, want to say why one is ruled out, or draw themselves. [The crate's front page](crate) works one
/// through.
///
/// # Contract
///
/// - `unplace(c)` after `place(c)` restores the state exactly.
/// - The answers of `choices`, `next_choice`, `option` and `ruled_out_by` depend on the state alone, so a search is
///   deterministic and a node is named by the choices that lead to it.
/// - The choices of a branch differ, each from all others.
/// - The order of the choices is the order of the solutions.
///
/// [`testkit::check_problem`](crate::testkit::check_problem) holds a problem to this.
///
/// The author chooses the slot order, and may choose the slot anew at every node (the slot with the fewest choices,
/// say): `choices` just answers for the slot picked. A problem that propagates after a placement, and so finds that the
/// state cannot be completed, answers with no choices.
pub trait Problem {
    /// One way to fill the open slot. Small and `Copy`: the engine keeps one for every level of the search. Plain data:
    /// a part of a search is named by choices and goes to another thread by that name.
    type Choice: Copy + PartialEq + Debug + Send + Sync;
    /// The branch at a node: the choices not yet taken there. [`Bits`], a range, an array's iterator: best a small
    /// value that owns no heap, since the engine makes one at every node.
    type Choices: Iterator<Item = Self::Choice>;
    /// What is recorded of a complete filling.
    type Solution;

    /// The branch of the next open slot, or `None` when no slot is open: the filling is complete.
    ///
    /// An open slot with nothing to put in it is `Some` of an empty branch: a dead end.
    fn choices(&self) -> Option<Self::Choices>;

    /// Fills the open slot: the board and every mark.
    ///
    /// The engine only passes what [`next_choice`](Problem::next_choice) gave in this very state.
    fn place(&mut self, choice: Self::Choice);

    /// Takes back the last placement, `choice`: the board and every mark go back exactly.
    fn unplace(&mut self, choice: Self::Choice);

    /// A copy of the complete filling. Called only where [`choices`](Problem::choices) is `None`.
    fn solution(&self) -> Self::Solution;

    /// The next choice of a branch that the marks allow.
    ///
    /// The default takes what `branch` gives, for problems whose [`choices`](Problem::choices) are already sifted. A
    /// problem that tests its options one at a time gives all of them as `choices` and sifts here:
    /// `branch.find(|&choice| self.is_valid(choice))`. The state is that of `branch`'s node whenever this is called.
    #[inline]
    fn next_choice(&self, branch: &mut Self::Choices) -> Option<Self::Choice> {
        branch.next()
    }

    /// The `index`-th option of the open slot, whatever the marks say of it; `None` past the last.
    ///
    /// Asked only by a watched search, which reports what lies between two choices as rejected. The allowed options
    /// must be exactly the choices, in the same order. The default lists none: then nothing is reported as rejected.
    fn option(&self, index: usize) -> Option<Self::Choice> {
        let _ = index;
        None
    }

    /// The name of the mark that rules `choice` out for the open slot, `None` when it is allowed.
    fn ruled_out_by(&self, choice: Self::Choice) -> Option<&'static str> {
        let _ = choice;
        None
    }

    /// Whether the problem has a memory that `unplace` deliberately does not take back, to spare itself work where it has
    /// been. That breaks the contract: it is good for one search from the start, and that is never shared among threads.
    fn remembers(&self) -> bool {
        false
    }

    /// How a choice is written in trees, traces and messages; depends on the choice alone, not on the state.
    fn label(&self, choice: Self::Choice) -> String {
        format!("{choice:?}")
    }

    /// The state as it looks: `path` is what is placed, from the root down, and `event` what the search did last.
    ///
    /// The default shows the choices by their labels, and the marks that rule options of the open slot out: see
    /// [`Scene::of_choices`]. A problem with a board draws it:
    ///
    /// ```
    /// use tremaux::{Event, Problem, Role, Scene, SceneCell, Search, Window};
    ///
    /// /// Coins that lie in a row, heads or tails, no two heads side by side.
    /// struct Coins(Vec<bool>);
    ///
    /// impl Problem for Coins {
    ///     type Choice = bool; // heads?
    ///     type Choices = std::array::IntoIter<bool, 2>;
    ///     type Solution = Vec<bool>;
    ///
    ///     fn choices(&self) -> Option<Self::Choices> { (self.0.len() < 5).then(|| [true, false].into_iter()) }
    ///     fn next_choice(&self, branch: &mut Self::Choices) -> Option<bool> {
    ///         branch.find(|heads| !(*heads && self.0.last() == Some(&true)))
    ///     }
    ///     fn place(&mut self, heads: bool) { self.0.push(heads); }
    ///     fn unplace(&mut self, _: bool) { self.0.pop(); }
    ///     fn solution(&self) -> Vec<bool> { self.0.clone() }
    ///
    ///     fn draw(&self, path: &[bool], event: Event<bool>) -> Scene {
    ///         let last = path.len().saturating_sub(1);
    ///         let scene = Scene::grid(Window::around(1, 5, (0, last)), vec![], |(_, coin)| match self.0.get(coin) {
    ///             None => SceneCell::new("", Role::Open),
    ///             Some(heads) => SceneCell::new(if *heads { "H" } else { "T" }, Role::Standing),
    ///         });
    ///         if event.is_new() { scene.focused((0, last)) } else { scene }
    ///     }
    /// }
    ///
    /// let mut search = Search::new(Coins(vec![]));
    /// search.first();
    /// let scene = search.problem().draw(&search.place_reached(), Event::Solution);
    /// let shown: String = scene.cells.iter().map(|cell| &*cell.text).collect();
    /// assert_eq!(shown, "HTHTH");
    /// ```
    fn draw(&self, path: &[Self::Choice], event: Event<Self::Choice>) -> Scene {
        Scene::of_choices(self, path, event)
    }
}

/// A problem that is lent to a search: afterwards it is the caller's again, in the state where the search stands.
///
/// ```
/// use tremaux::{Search, Template};
///
/// let mut bits = Template {
///     slots: 2,
///     board: Vec::new(),
///     options: |_: &Vec<u8>, _slot| 0..2_u8,
///     is_valid: |_: &Vec<u8>, _slot, _bit| true,
///     place: |board: &mut Vec<u8>, _slot, bit| board.push(bit),
///     unplace: |board: &mut Vec<u8>, _slot, _bit| { board.pop(); },
///     record: |board: &Vec<u8>| board.clone(),
/// }
/// .problem();
/// assert_eq!(Search::new(&mut bits).count(), 4);
/// assert_eq!(Search::new(bits).first(), Some(vec![0, 0]));
/// ```
impl<P: Problem> Problem for &mut P {
    type Choice = P::Choice;
    type Choices = P::Choices;
    type Solution = P::Solution;

    fn choices(&self) -> Option<P::Choices> {
        (**self).choices()
    }

    fn place(&mut self, choice: P::Choice) {
        (**self).place(choice);
    }

    fn unplace(&mut self, choice: P::Choice) {
        (**self).unplace(choice);
    }

    fn solution(&self) -> P::Solution {
        (**self).solution()
    }

    fn next_choice(&self, branch: &mut P::Choices) -> Option<P::Choice> {
        (**self).next_choice(branch)
    }

    fn option(&self, index: usize) -> Option<P::Choice> {
        (**self).option(index)
    }

    fn ruled_out_by(&self, choice: P::Choice) -> Option<&'static str> {
        (**self).ruled_out_by(choice)
    }

    fn label(&self, choice: P::Choice) -> String {
        (**self).label(choice)
    }

    fn draw(&self, path: &[P::Choice], event: Event<P::Choice>) -> Scene {
        (**self).draw(path, event)
    }
}

/// The set bits of a word as a branch, lowest first, each as a word with that one bit set.
///
/// ```
/// assert_eq!(tremaux::Bits(0b1010_u64).collect::<Vec<_>>(), [0b0010, 0b1000]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits<W>(pub W);

macro_rules! bits_of {
    ($($word:ty),*) => {$(
        impl Iterator for Bits<$word> {
            type Item = $word;

            #[inline]
            fn next(&mut self) -> Option<$word> {
                if self.0 == 0 {
                    return None;
                }
                let lowest = self.0 & self.0.wrapping_neg();
                self.0 ^= lowest;
                Some(lowest)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let bits = self.0.count_ones() as usize;
                (bits, Some(bits))
            }
        }
    )*};
}
bits_of!(u16, u32, u64, u128);
