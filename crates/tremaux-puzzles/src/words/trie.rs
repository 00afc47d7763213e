//! All words at once: a trie in three arrays.

use std::ops::Range;

/// The words of a dictionary as the paths from the root of a tree, a letter a step: words that begin alike share the
/// steps of their beginning.
///
/// Nodes are numbered level by level, the root being 0. So the children of a node stand side by side, those of the
/// next node behind them, and one number a node says where they begin.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Trie {
    /// The children of node n are the nodes from `first[n]` to `first[n + 1]`.
    first: Vec<u32>,
    /// The letter that leads to each node; ascending among the children of one. The root's is 0, which is no letter.
    letters: Vec<u32>,
    /// The number of the word that ends at each node, or [`NONE`].
    words: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Trie {
    /// The trie of `words`, which are sorted, not empty, and unlike each other. A word's number is its index.
    ///
    /// # Panics
    /// If the words have more letters than 32 bits can number.
    pub(super) fn new(words: &[&[u32]]) -> Self {
        let number = |index: usize| u32::try_from(index).expect("the letters of all words are numbered by 32 bits");
        let mut trie = Trie { first: Vec::new(), letters: vec![0], words: Vec::new() };
        // For every node in order: the words that begin with its letters, and how many letters those are.
        let mut nodes: Vec<(Range<usize>, usize)> = vec![(0..words.len(), 0)];
        let mut node = 0;
        while let Some((mut range, depth)) = nodes.get(node).cloned() {
            node += 1;
            trie.first.push(number(nodes.len()));
            // Of the words that begin alike, the one that ends here is the first.
            let ends = words[range.clone()].first().is_some_and(|word| word.len() == depth);
            trie.words.push(if ends { number(range.start) } else { NONE });
            range.start += usize::from(ends);
            for alike in words[range.clone()].chunk_by(|one, other| one[depth] == other[depth]) {
                nodes.push((range.start..range.start + alike.len(), depth + 1));
                trie.letters.push(alike[0][depth]);
                range.start += alike.len();
            }
        }
        trie.first.push(number(nodes.len()));
        trie
    }

    /// The node below `node` to which `letter` leads.
    #[inline]
    pub(super) fn child(&self, node: u32, letter: u32) -> Option<u32> {
        let first = self.first[node as usize];
        let letters = &self.letters[first as usize..self.first[node as usize + 1] as usize];
        // The index fits, as the nodes' numbers do.
        letters.binary_search(&letter).ok().map(|index| first + u32::try_from(index).unwrap_or(NONE))
    }

    /// The letter that leads to `node`.
    #[inline]
    pub(super) fn letter(&self, node: u32) -> u32 {
        self.letters[node as usize]
    }

    /// The number of the word that ends at `node`.
    #[inline]
    pub(super) fn word(&self, node: u32) -> Option<usize> {
        let word = self.words[node as usize];
        (word != NONE).then_some(word as usize)
    }

    /// How many words end at each node or below it.
    pub(super) fn words_below(&self) -> Vec<u32> {
        let mut below: Vec<u32> = self.words.iter().map(|word| u32::from(*word != NONE)).collect();
        // Children have higher numbers than their parent: from the last node up, each is final when it is added.
        for node in (0..below.len()).rev() {
            let children = self.first[node] as usize..self.first[node + 1] as usize;
            below[node] += below[children].iter().sum::<u32>();
        }
        below
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_and_no_other_is_a_path() {
        let words: [&[u32]; 5] = [&[1], &[1, 2], &[1, 2, 3, 3], &[2, 1], &[2, 3]];
        let trie = Trie::new(&words);
        let walk = |word: &[u32]| word.iter().try_fold(0, |node, letter| trie.child(node, *letter));
        for (number, word) in words.iter().enumerate() {
            assert_eq!(walk(word).and_then(|node| trie.word(node)), Some(number));
        }
        assert_eq!(walk(&[1, 2, 3]).map(|node| (trie.letter(node), trie.word(node))), Some((3, None)));
        assert_eq!((walk(&[3]), walk(&[1, 2, 3, 3, 1]), walk(&[0])), (None, None, None));
        assert_eq!(trie.words_below(), [5, 3, 2, 2, 1, 1, 1, 1]);
        assert_eq!(Trie::new(&[]).words_below(), [0]);
    }
}
