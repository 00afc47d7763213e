//! The choices that name a part of a search, shared between the parts.

use std::iter;
use std::sync::Arc;

use crate::Problem;

/// A sequence of choices from the root down, whose beginning is shared with the prefixes that it was made from.
///
/// A search that gives parts away makes one prefix after the other, each from the last. Together they take as much
/// room and time as the search's own path, however deep that is: no choice is copied twice.
pub(super) struct Prefix<C> {
    /// What the beginning is shared with: all of this prefix but its own choices.
    parent: Option<Arc<Prefix<C>>>,
    /// How many prefixes there are above it.
    generation: usize,
    /// How many choices come before its own; those are the parent's, which may have more.
    start: usize,
    choices: Vec<C>,
}

impl<C> Prefix<C> {
    /// A prefix from the root down.
    pub(super) fn root(choices: Vec<C>) -> Arc<Self> {
        Arc::new(Prefix { parent: None, generation: 0, start: 0, choices })
    }

    /// The first `start` choices of `parent`, and then `choices`.
    pub(super) fn below(parent: &Arc<Self>, start: usize, choices: Vec<C>) -> Arc<Self> {
        debug_assert!(start <= parent.end());
        Arc::new(Prefix { parent: Some(Arc::clone(parent)), generation: parent.generation + 1, start, choices })
    }

    /// The choices that it does not share.
    pub(super) fn own(&self) -> &[C] {
        &self.choices
    }

    /// How many choices come before its own.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// How many choices it has.
    pub(super) fn end(&self) -> usize {
        self.start + self.choices.len()
    }

    /// The choices from depth `from` to depth `to`, in slices: the deepest first.
    fn slices(self: &Arc<Self>, from: usize, to: usize) -> impl Iterator<Item = &[C]> {
        let (mut at, mut to) = (Some(self), to);
        iter::from_fn(move || {
            while from < to {
                let prefix = at?;
                at = prefix.parent.as_ref();
                if prefix.start < to {
                    let low = prefix.start.max(from);
                    let slice = &prefix.choices[low - prefix.start..to - prefix.start];
                    to = low;
                    return Some(slice);
                }
            }
            None
        })
    }
}

impl<C: Copy> Prefix<C> {
    /// All choices, from the root down.
    pub(super) fn to_vec(self: &Arc<Self>) -> Vec<C> {
        let mut choices: Vec<C> = self.slices(0, self.end()).flat_map(|slice| slice.iter().rev().copied()).collect();
        choices.reverse();
        choices
    }
}

/// A prefix may stand on a million others: they are let go one after the other, and not one within the other.
impl<C> Drop for Prefix<C> {
    fn drop(&mut self) {
        let mut above = self.parent.take();
        while let Some(parent) = above {
            above = Arc::into_inner(parent).and_then(|mut parent| parent.parent.take());
        }
    }
}

/// Where a problem stands: the first `depth` choices of `prefix` are placed.
pub(super) struct Place<C> {
    pub(super) prefix: Arc<Prefix<C>>,
    pub(super) depth: usize,
}

impl<C> Clone for Place<C> {
    fn clone(&self) -> Self {
        Place { prefix: Arc::clone(&self.prefix), depth: self.depth }
    }
}

impl<C: Copy> Place<C> {
    /// Brings `problem` from here to `to`, by way of the last node that both lead through.
    pub(super) fn go<P: Problem<Choice = C>>(&mut self, problem: &mut P, to: Place<C>) {
        self.go_by(problem, to, |problem, choice| problem.place(choice));
    }

    /// [`go`](Place::go), where `place` places each choice on the way down.
    pub(super) fn go_by<P: Problem<Choice = C>>(
        &mut self,
        problem: &mut P,
        to: Place<C>,
        mut place: impl FnMut(&mut P, C),
    ) {
        let shared = self.shared_depth(&to);
        for slice in self.prefix.slices(shared, self.depth) {
            slice.iter().rev().for_each(|choice| problem.unplace(*choice));
        }
        let down: Vec<_> = to.prefix.slices(shared, to.depth).collect();
        down.into_iter().rev().flatten().for_each(|choice| place(problem, *choice));
        *self = to;
    }

    /// Down to which depth both are known to have the same choices, because they share them.
    pub(super) fn shared_depth(&self, other: &Place<C>) -> usize {
        let (mut one, mut two) = (&self.prefix, &other.prefix);
        let mut depth = self.depth.min(other.depth);
        while !Arc::ptr_eq(one, two) {
            let later = if one.generation >= two.generation { &mut one } else { &mut two };
            depth = depth.min(later.start);
            match &later.parent {
                Some(parent) => *later = parent,
                None => return 0,
            }
        }
        depth
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Place, Prefix};

    #[test]
    fn a_prefix_is_what_it_was_made_of() {
        let root = Prefix::root(vec![0, 1, 2, 3]);
        let cut = Prefix::below(&root, 2, vec![20, 30]);
        let all = Prefix::below(&cut, 4, vec![40]);
        let short = Prefix::below(&all, 1, vec![10]);
        assert_eq!(root.to_vec(), [0, 1, 2, 3]);
        assert_eq!(all.to_vec(), [0, 1, 20, 30, 40]);
        assert_eq!(short.to_vec(), [0, 10]);
        let place = |prefix: &Arc<_>, depth| Place { prefix: Arc::clone(prefix), depth };
        assert_eq!(place(&root, 4).shared_depth(&place(&all, 5)), 2);
        assert_eq!(place(&all, 5).shared_depth(&place(&cut, 3)), 3);
        assert_eq!(place(&short, 2).shared_depth(&place(&all, 5)), 1);
    }

    #[test]
    fn a_million_prefixes_are_let_go() {
        let mut prefix = Prefix::root(vec![0]);
        for depth in 1..1_000_000 {
            prefix = Prefix::below(&prefix, depth, vec![depth]);
        }
        assert_eq!(prefix.to_vec().len(), 1_000_000);
    }
}
