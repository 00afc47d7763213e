//! A mark as a named set.

use fixedbitset::FixedBitSet;

/// A named set of small numbers: the columns that are taken, the diagonals that are attacked.
///
/// A mark belongs to one placement, so inserting a member twice or removing what is not there is a bug of the problem,
/// and panics with the mark's name: an undo that forgets a mark is found where it happens.
///
/// ```
/// let mut columns = tremaux::MarkSet::new("column", 8);
/// columns.insert(3);
/// assert!(columns.contains(3));
/// columns.remove(3);
/// assert!(columns.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkSet {
    name: &'static str,
    members: FixedBitSet,
}

impl MarkSet {
    /// An empty set named `name` for members from 0 to `size - 1`.
    #[must_use]
    pub fn new(name: &'static str, size: usize) -> Self {
        MarkSet { name, members: FixedBitSet::with_capacity(size) }
    }

    /// The mark's name, as [`Problem::ruled_out_by`](crate::Problem::ruled_out_by) gives it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Whether `member` is marked; false outside the set's size.
    #[must_use]
    pub fn contains(&self, member: usize) -> bool {
        self.members.contains(member)
    }

    /// Marks `member`.
    ///
    /// # Panics
    /// If it is marked already, or outside the set's size.
    pub fn insert(&mut self, member: usize) {
        assert!(!self.members.put(member), "the mark `{}` {member} is set already", self.name);
    }

    /// Takes the mark back.
    ///
    /// # Panics
    /// If it is not marked, or outside the set's size.
    pub fn remove(&mut self, member: usize) {
        assert!(self.members.contains(member), "the mark `{}` {member} is not set", self.name);
        self.members.remove(member);
    }

    /// The members, smallest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.members.ones()
    }

    /// Whether nothing is marked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_clear()
    }
}
