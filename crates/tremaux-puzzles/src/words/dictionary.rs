//! Every word of a dictionary in one search.

use std::ops::Range;
use std::sync::Arc;

use fixedbitset::FixedBitSet;
use serde_json::{Value, json};
use tremaux::Problem;

use super::bits::{bordered, held, with_border};
use super::grid::fold;
use super::trie::Trie;
use super::{Found, Grid, check, ways, write};
use crate::moves::{Bordered, cells_of};
use crate::{Aim, Breach, Engine, InputError, Moves, Puzzle, Question, Review, Way};

/// The most letters of words that a dictionary holds.
pub const MAX_LETTERS: usize = 1 << 27;

/// Words to be found in a grid, all of them in one search.
///
/// The words are held as a trie, so beginnings that words share are walked once. A slot is the next letter of whatever
/// words the path begins; its choices are, first, to end there, if the path is a word, and then the cells beside the
/// last in the order of [`Moves::directions`]. So a word is found before those that it begins. The marks are `letter`
/// (no word goes on so), `used`, and, for the end, `word`.
///
/// Of words whose letters are the same only the first that was given is held.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::words::{Dictionary, Grid, TrieWords};
///
/// let grid = Grid::new(&["TAP", "OMS"]).unwrap();
/// let dictionary = Dictionary::new(&grid, true, ["map", "maps", "at", "stop"]).unwrap();
/// let found = Search::new(TrieWords::<4>::new(&dictionary)).all();
/// assert_eq!(found.iter().map(|found| &*found.word).collect::<Vec<_>>(), ["at", "map", "maps"]);
/// assert_eq!(found[2].path, [(1, 1), (0, 1), (0, 2), (1, 2)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dictionary {
    grid: Grid,
    ignore_case: bool,
    moves: Moves,
    each_word_once: bool,
    /// Sorted by their letters as they are compared.
    words: Arc<[Box<str>]>,
    trie: Arc<Trie>,
    /// The letters of the grid as they are compared, sorted: the letter at index i has the number i + 1.
    alphabet: Arc<[char]>,
}

impl Dictionary {
    /// The search for `words` in `grid`, by the four moves, upper and lower case being the same letter or not. Words
    /// for which the grid lacks the letters, and empty ones, are not held. `None` if more than [`MAX_LETTERS`] letters
    /// would be.
    #[must_use]
    pub fn new<S: AsRef<str>>(grid: &Grid, ignore_case: bool, words: impl IntoIterator<Item = S>) -> Option<Self> {
        let mut held = Words::new(grid, ignore_case);
        words.into_iter().all(|word| held.add(word.as_ref())).then(|| held.dictionary())
    }

    /// The same search by other moves.
    #[must_use]
    pub fn moves(self, moves: Moves) -> Self {
        Dictionary { moves, ..self }
    }

    /// The same search, asked for one path of each word, the first, or for all of them.
    ///
    /// For one path, a word that was found is not sought again, nor is a beginning all of whose words were found. The
    /// search then has a memory that `unplace` does not take back: it is good for one run from the start, on one
    /// thread.
    #[must_use]
    pub fn each_word_once(self, each_word_once: bool) -> Self {
        Dictionary { each_word_once, ..self }
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The words that are held, in the order of their letters.
    #[must_use]
    pub fn words(&self) -> impl ExactSizeIterator<Item = &str> {
        self.words.iter().map(|word| &**word)
    }

    /// The number of the word whose letters, as they are compared, are `letters`; or where it would stand.
    pub(super) fn position(&self, letters: &str) -> Result<usize, usize> {
        let compared = |word: &str| word.chars().map(|letter| fold(letter, self.ignore_case)).cmp(letters.chars());
        self.words.binary_search_by(|word| compared(word))
    }

    pub(super) fn ignores_case(&self) -> bool {
        self.ignore_case
    }

    pub(super) fn allowed_moves(&self) -> Moves {
        self.moves
    }
}

/// The words of a dictionary while it is read.
pub(super) struct Words {
    grid: Grid,
    ignore_case: bool,
    alphabet: Arc<[char]>,
    /// By letter: how many the grid has, and how many of them the word being added leaves.
    copies: Vec<usize>,
    /// The letters of all words by their numbers, one word after the other.
    letters: Vec<u32>,
    words: Vec<(Box<str>, Range<usize>)>,
}

impl Words {
    pub(super) fn new(grid: &Grid, ignore_case: bool) -> Self {
        let folded = grid.folded(ignore_case);
        let mut sorted = folded.letters().to_vec();
        sorted.sort_unstable();
        let copies = sorted.chunk_by(char::eq).map(<[char]>::len).collect();
        sorted.dedup();
        let alphabet = sorted.into();
        Words { grid: grid.clone(), ignore_case, alphabet, copies, letters: Vec::new(), words: Vec::new() }
    }

    /// Adds a word if the grid has the letters for it; false if there is no room for more.
    pub(super) fn add(&mut self, word: &str) -> bool {
        let start = self.letters.len();
        let fits = !word.is_empty() && word.chars().all(|letter| self.take(letter));
        for letter in &self.letters[start..] {
            self.copies[*letter as usize - 1] += 1;
        }
        if fits {
            self.words.push((word.into(), start..self.letters.len()));
        } else {
            self.letters.truncate(start);
        }
        self.letters.len() <= MAX_LETTERS
    }

    /// Takes one of the grid's copies of a letter for the word being added; false if there is none left.
    fn take(&mut self, letter: char) -> bool {
        let Ok(index) = self.alphabet.binary_search(&fold(letter, self.ignore_case)) else { return false };
        if self.copies[index] == 0 {
            return false;
        }
        self.copies[index] -= 1;
        self.letters.push(held(index + 1));
        true
    }

    pub(super) fn dictionary(mut self) -> Dictionary {
        let letters = self.letters;
        // Stable: of words with the same letters, the first that was given comes first, and is the one kept.
        self.words.sort_by(|(_, one), (_, other)| letters[one.clone()].cmp(&letters[other.clone()]));
        self.words.dedup_by(|(_, one), (_, other)| letters[one.clone()] == letters[other.clone()]);
        let spelled: Vec<_> = self.words.iter().map(|(_, range)| &letters[range.clone()]).collect();
        let trie = Arc::new(Trie::new(&spelled));
        Dictionary {
            grid: self.grid,
            ignore_case: self.ignore_case,
            moves: Moves::default(),
            each_word_once: false,
            words: self.words.into_iter().map(|(word, _)| word).collect(),
            trie,
            alphabet: self.alphabet,
        }
    }
}

/// A letter of the path: its cell, and the node of the trie that the letters so far lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    cell: u32,
    node: u32,
}

/// The search for all words of a [`Dictionary`] by `N` moves.
///
/// The grid has a border, and a cell that is used gives its letter up, as in [`BitWord`](super::BitWord). An option is
/// a cell's number for the first letter; and then 0 to end the word there, or 1 + the index of a move. A choice is the
/// number of the cell that the option means, or `END`, which is no cell's, to end the word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrieWords<const N: usize> {
    words: Arc<[Box<str>]>,
    trie: Arc<Trie>,
    border: Bordered,
    offsets: [isize; N],
    /// The number of every cell's letter, border included; 0 on the border and on the cells of the path.
    grid: Vec<u32>,
    path: Vec<Step>,
    /// Whether the path was ended as a word.
    ended: bool,
    memory: Option<Memory>,
}

/// What was found already, where each word is sought once.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Memory {
    /// By node: how many words that end there or below are still to be found.
    left: Vec<u32>,
    /// The words found.
    found: FixedBitSet,
}

/// The choice to end the word.
const END: u32 = u32::MAX;

impl<const N: usize> TrieWords<N> {
    /// The search with no letter found yet.
    ///
    /// # Panics
    /// If the dictionary is not sought by `N` moves.
    #[must_use]
    pub fn new(dictionary: &Dictionary) -> Self {
        let (border, offsets) = bordered(&dictionary.grid, dictionary.moves);
        let number = |letter| dictionary.alphabet.binary_search(&letter).map_or(0, |index| held(index + 1));
        let grid = with_border(&dictionary.grid.folded(dictionary.ignore_case), border, 0, number);
        let memory = dictionary.each_word_once.then(|| Memory {
            left: dictionary.trie.words_below(),
            found: FixedBitSet::with_capacity(dictionary.words.len()),
        });
        let (words, trie) = (dictionary.words.clone(), dictionary.trie.clone());
        TrieWords { words, trie, border, offsets, grid, path: Vec::new(), ended: false, memory }
    }

    fn node(&self) -> u32 {
        self.path.last().map_or(0, |step| step.node)
    }

    /// The choice that `option` means here.
    #[inline]
    fn choice_of(&self, option: u32) -> u32 {
        match (self.path.last(), option.checked_sub(1)) {
            (None, _) => option,
            (Some(_), None) => END,
            (Some(step), Some(index)) => held((step.cell as usize).wrapping_add_signed(self.offsets[index as usize])),
        }
    }

    #[inline]
    fn is_allowed(&self, choice: u32) -> bool {
        if choice == END {
            return self.trie.word(self.node()).is_some_and(|word| !self.is_found(word));
        }
        let child = self.trie.child(self.node(), self.grid[choice as usize]);
        child.is_some_and(|node| !self.is_exhausted(node))
    }

    fn is_found(&self, word: usize) -> bool {
        self.memory.as_ref().is_some_and(|memory| memory.found.contains(word))
    }

    fn is_exhausted(&self, node: u32) -> bool {
        self.memory.as_ref().is_some_and(|memory| memory.left[node as usize] == 0)
    }

    /// The letter of a cell, used or not.
    fn letter(&self, cell: usize) -> u32 {
        let used = self.path.iter().find(|step| step.cell as usize == cell);
        used.map_or(self.grid[cell], |step| self.trie.letter(step.node))
    }
}

impl<const N: usize> Problem for TrieWords<N> {
    type Choice = u32;
    type Choices = Range<u32>;
    type Solution = Found;

    #[inline]
    fn choices(&self) -> Option<Range<u32>> {
        let options = if self.path.is_empty() { self.grid.len() } else { N + 1 };
        (!self.ended).then(|| 0..held(options))
    }

    #[inline]
    fn next_choice(&self, branch: &mut Range<u32>) -> Option<u32> {
        branch.map(|option| self.choice_of(option)).find(|&choice| self.is_allowed(choice))
    }

    #[inline]
    fn place(&mut self, choice: u32) {
        let node = self.node();
        if choice == END {
            self.ended = true;
            if let (Some(memory), Some(word)) = (&mut self.memory, self.trie.word(node)) {
                memory.found.insert(word);
                memory.left[0] -= 1;
                self.path.iter().for_each(|step| memory.left[step.node as usize] -= 1);
            }
            return;
        }
        if let Some(node) = self.trie.child(node, std::mem::take(&mut self.grid[choice as usize])) {
            self.path.push(Step { cell: choice, node });
        }
    }

    #[inline]
    fn unplace(&mut self, _: u32) {
        if std::mem::take(&mut self.ended) {
            return;
        }
        if let Some(step) = self.path.pop() {
            self.grid[step.cell as usize] = self.trie.letter(step.node);
        }
    }

    fn solution(&self) -> Found {
        let word = self.trie.word(self.node()).map_or("", |word| &self.words[word]);
        let path = self.path.iter().map(|step| self.border.cell(step.cell as usize)).collect();
        Found { word: word.to_owned(), path }
    }

    fn option(&self, index: usize) -> Option<u32> {
        let is_option = |choice: &u32| *choice == END || self.border.is_inside(*choice as usize);
        self.choices()?.map(|option| self.choice_of(option)).filter(is_option).nth(index)
    }

    fn ruled_out_by(&self, choice: u32) -> Option<&'static str> {
        if self.is_allowed(choice) {
            return None;
        }
        if choice == END {
            return Some(if self.trie.word(self.node()).is_some() { "found" } else { "word" });
        }
        let cell = choice as usize;
        Some(match self.trie.child(self.node(), self.letter(cell)) {
            None => "letter",
            Some(_) if self.grid[cell] == 0 => "used",
            Some(_) => "found",
        })
    }

    /// If each word is sought once: which were found.
    fn remembers(&self) -> bool {
        self.memory.is_some()
    }

    fn label(&self, choice: u32) -> String {
        if choice == END { "end".to_owned() } else { format!("{:?}", self.border.cell(choice as usize)) }
    }
}

impl Puzzle for Dictionary {
    const NAME: &'static str = "words";
    type Solution = Found;

    /// One form serves every engine.
    fn pose<Q: Question<Found>>(&self, _: Engine, _: Aim, question: Q) -> Q::Answer {
        match self.moves {
            Moves::RightDown => question.ask(TrieWords::<2>::new(self)),
            Moves::Four => question.ask(TrieWords::<4>::new(self)),
            Moves::Eight => question.ask(TrieWords::<8>::new(self)),
        }
    }

    /// With the number of words that are held for the words.
    fn input(&self) -> Value {
        json!({
            "grid": self.grid.lines(),
            "words": self.words.len(),
            "moves": self.moves.name(),
            "ignore_case": self.ignore_case,
        })
    }

    fn text(&self, found: &Found) -> String {
        write::text(found)
    }

    fn json(&self, found: &Found) -> Value {
        write::json(found)
    }

    fn none(&self, _: Aim) -> String {
        "no word found".into()
    }

    fn verify(&self, found: &Found) -> Result<(), Breach> {
        check::full_of_dictionary(self, found)
    }

    fn review(&self, answer: Option<&str>) -> Result<Review, InputError> {
        let path = answer.map_or(Ok(Vec::new()), cells_of)?;
        Ok(check::review_of_dictionary(self, &path))
    }

    fn ways(&self) -> Vec<Way> {
        ways::of_a_dictionary(self)
    }
}
