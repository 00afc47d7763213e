//! The template to the letter: a problem as closures.

use std::fmt;

use crate::Problem;

/// A problem given as five closures over a board of the caller's, for those who want the textbook's template and no
/// `impl`.
///
/// Slots are numbered from 0 and filled in that order. `board` holds whatever the closures need, marks included. An
/// option is tested by `is_valid` before it is placed; `place` and `unplace` must be exact inverses.
///
/// ```
/// use tremaux::{Search, Stats, Template};
///
/// // Four queens: slots are rows, options are columns, the board is the column of every queen placed.
/// let queens = Template {
///     slots: 4,
///     board: Vec::new(),
///     options: |_: &Vec<usize>, _row| 0..4,
///     is_valid: |board: &Vec<usize>, row, column| {
///         board.iter().enumerate().all(|(r, &c)| c != column && c.abs_diff(column) != row - r)
///     },
///     place: |board: &mut Vec<usize>, _row, column| board.push(column),
///     unplace: |board: &mut Vec<usize>, _row, _column| { board.pop(); },
///     record: |board: &Vec<usize>| board.clone(),
/// };
/// let mut search = Search::new(queens.problem()).observe(Stats::default());
/// assert_eq!(search.all(), [[1, 3, 0, 2], [2, 0, 3, 1]]);
/// assert_eq!((search.observer().calls, search.observer().tried), (17, 60));
/// ```
#[derive(Clone, Debug)]
pub struct Template<B, O, V, P, U, R> {
    /// How many slots there are to fill.
    pub slots: usize,
    /// What is filled, with its marks; given to every closure.
    pub board: B,
    /// `options(&board, slot)`: what may go into a slot, an iterator in the order to be tried.
    pub options: O,
    /// `is_valid(&board, slot, option)`: whether the marks of what is placed allow the option.
    pub is_valid: V,
    /// `place(&mut board, slot, option)`: fills the slot, board and marks.
    pub place: P,
    /// `unplace(&mut board, slot, option)`: takes it back, board and marks.
    pub unplace: U,
    /// `record(&board)`: a copy of the complete filling.
    pub record: R,
}

/// A [`Template`] as a [`Problem`]: see [`Template::problem`].
///
/// Two are equal when their boards and open slots are: the closures never change. So
/// [`check_problem`](crate::testkit::check_problem) can check a template, given that its board can be compared.
#[derive(Clone)]
pub struct TemplateProblem<B, O, V, P, U, R> {
    template: Template<B, O, V, P, U, R>,
    next_slot: usize,
}

impl<B, O, V, P, U, R> Template<B, O, V, P, U, R> {
    /// The template as a problem to search, its board as given and no slot filled.
    pub fn problem<I, S>(self) -> TemplateProblem<B, O, V, P, U, R>
    where
        O: Fn(&B, usize) -> I,
        I: Iterator,
        I::Item: Copy + PartialEq + fmt::Debug + Send + Sync,
        V: Fn(&B, usize, I::Item) -> bool,
        P: Fn(&mut B, usize, I::Item),
        U: Fn(&mut B, usize, I::Item),
        R: Fn(&B) -> S,
    {
        TemplateProblem { template: self, next_slot: 0 }
    }
}

impl<B: PartialEq, O, V, P, U, R> PartialEq for TemplateProblem<B, O, V, P, U, R> {
    fn eq(&self, other: &Self) -> bool {
        self.next_slot == other.next_slot && self.template.board == other.template.board
    }
}

impl<B: fmt::Debug, O, V, P, U, R> fmt::Debug for TemplateProblem<B, O, V, P, U, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut state = f.debug_struct("TemplateProblem");
        state.field("next_slot", &self.next_slot).field("board", &self.template.board).finish_non_exhaustive()
    }
}

impl<B, O, V, P, U, R, I, S> Problem for TemplateProblem<B, O, V, P, U, R>
where
    O: Fn(&B, usize) -> I,
    I: Iterator,
    I::Item: Copy + PartialEq + fmt::Debug + Send + Sync,
    V: Fn(&B, usize, I::Item) -> bool,
    P: Fn(&mut B, usize, I::Item),
    U: Fn(&mut B, usize, I::Item),
    R: Fn(&B) -> S,
{
    type Choice = I::Item;
    type Choices = I;
    type Solution = S;

    fn choices(&self) -> Option<I> {
        let Template { slots, board, options, .. } = &self.template;
        (self.next_slot < *slots).then(|| options(board, self.next_slot))
    }

    fn next_choice(&self, branch: &mut I) -> Option<I::Item> {
        let Template { board, is_valid, .. } = &self.template;
        branch.find(|&option| is_valid(board, self.next_slot, option))
    }

    fn place(&mut self, option: I::Item) {
        (self.template.place)(&mut self.template.board, self.next_slot, option);
        self.next_slot += 1;
    }

    fn unplace(&mut self, option: I::Item) {
        self.next_slot -= 1;
        (self.template.unplace)(&mut self.template.board, self.next_slot, option);
    }

    fn solution(&self) -> S {
        (self.template.record)(&self.template.board)
    }

    fn option(&self, index: usize) -> Option<I::Item> {
        self.choices()?.nth(index)
    }

    fn ruled_out_by(&self, option: I::Item) -> Option<&'static str> {
        let Template { board, is_valid, .. } = &self.template;
        (!is_valid(board, self.next_slot, option)).then_some("is_valid")
    }
}
