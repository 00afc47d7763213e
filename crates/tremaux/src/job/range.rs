//! Part of a search: what lies between two of its places.

use std::iter::from_fn;
use std::ops::Range;

use super::work::Name;
use crate::Problem;

/// Calls `search` with `problem`, which stands at the root, at the top of every subtree that lies in `range`, in the order of
/// the search, until it says `false`. It must leave the problem as it is given, unless it says so.
///
/// The nodes on the way to where the range begins, and to where it ends, are in no such subtree.
///
/// ```
/// use tremaux::job::{Name, subtrees};
/// use tremaux::{Problem, Search};
///
/// /// All words of three bits.
/// struct Word(Vec<u8>);
///
/// impl Problem for Word {
///     type Choice = u8;
///     type Choices = std::ops::Range<u8>;
///     type Solution = Vec<u8>;
///
///     fn choices(&self) -> Option<std::ops::Range<u8>> { (self.0.len() < 3).then_some(0..2) }
///     fn place(&mut self, bit: u8) { self.0.push(bit); }
///     fn unplace(&mut self, _: u8) { self.0.pop(); }
///     fn solution(&self) -> Vec<u8> { self.0.clone() }
/// }
///
/// // From where 0, 1 is placed on, and not from where 1, 1, 1 is placed on.
/// let range = Name { begin: vec![0, 1], until: Some(vec![1, 1, 1]) };
/// let (mut tops, mut found) = (Vec::new(), Vec::new());
/// subtrees(&mut Word(Vec::new()), &range, &mut |problem| {
///     tops.push(problem.solution());
///     found.extend(Search::new(problem).all());
///     Ok(true)
/// })?;
/// assert_eq!(tops, [vec![0, 1], vec![1, 0], vec![1, 1, 0]]);
/// assert_eq!(found, [[0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0]]);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// If the range begins, or ends, where there is no choice; or whatever `search` says.
pub fn subtrees<P: Problem>(
    problem: &mut P,
    range: &Name,
    search: &mut dyn FnMut(&mut P) -> Result<bool, String>,
) -> Result<bool, String> {
    let begin = &range.begin;
    let mut path = go_down(problem, begin)?;
    let Some(until) = &range.until else { return search(problem) };
    let shared = begin.iter().zip(until).take_while(|(one, other)| one == other).count();
    if begin.get(shared) > until.get(shared) || until.len() == shared {
        return Err(format!("expected it to end behind {begin:?}, where it begins, and not at {until:?}"));
    }
    // Down to the node that both ends have in common: where it begins, and what comes after it.
    let mut first = 0;
    if shared < begin.len() {
        if !search(problem)? {
            return Ok(false);
        }
        for level in (shared..begin.len()).rev() {
            path.pop().into_iter().for_each(|choice| problem.unplace(choice));
            first = begin[level].saturating_add(1);
            if level > shared && !children(problem, first..u64::MAX, search)? {
                return Ok(false);
            }
        }
    }
    // And from there: what comes before where it ends.
    for (level, &last) in until.iter().enumerate().skip(shared) {
        if !children(problem, first..last, search)? {
            return Ok(false);
        }
        if level + 1 < until.len() {
            go_down_from(problem, &mut path, last)?;
        }
        first = 0;
    }
    Ok(true)
}

/// The subtrees below the choices with these numbers, as far as there are such, at the node where the problem stands.
fn children<P: Problem>(
    problem: &mut P,
    numbers: Range<u64>,
    search: &mut dyn FnMut(&mut P) -> Result<bool, String>,
) -> Result<bool, String> {
    let Some(mut branch) = problem.choices() else { return Ok(true) };
    for number in 0..numbers.end {
        let Some(choice) = problem.next_choice(&mut branch) else { break };
        if number >= numbers.start {
            problem.place(choice);
            if !search(problem)? {
                return Ok(false);
            }
            problem.unplace(choice);
        }
    }
    Ok(true)
}

/// Places the choices with these numbers, and returns them; what was placed before an error stays placed.
///
/// # Errors
/// If there are no such choices, which.
pub(super) fn go_down<P: Problem>(problem: &mut P, name: &[u64]) -> Result<Vec<P::Choice>, String> {
    let mut path = Vec::with_capacity(name.len());
    name.iter().try_for_each(|number| go_down_from(problem, &mut path, *number))?;
    Ok(path)
}

/// Places the choice with this number at the end of `path`.
fn go_down_from<P: Problem>(problem: &mut P, path: &mut Vec<P::Choice>, number: u64) -> Result<(), String> {
    let level = path.len();
    let mut branch = problem.choices().ok_or_else(|| format!("expected at most {level} choices: no slot is open"))?;
    let choices = from_fn(|| problem.next_choice(&mut branch));
    let mut seen = 0;
    let choice = choices.inspect(|_| seen += 1).nth(usize::try_from(number).unwrap_or(usize::MAX));
    let choice = choice.ok_or_else(|| format!("level {level} has {seen} choices, and none with number {number}"))?;
    problem.place(choice);
    path.push(choice);
    Ok(())
}
