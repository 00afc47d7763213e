//! The independent checker: counts the steps of each kind and adds them up.

use super::{Paths, Step};
use crate::{Breach, Review};

/// Where `path` ends. A step is north by its name, east by its name, or both.
fn end(path: &[Step]) -> (usize, usize) {
    let many = |letter: char| path.iter().filter(|step| step.name().contains(letter)).count();
    (many('E'), many('N'))
}

/// The steps of `path` that are not allowed.
fn not_allowed<'a>(paths: &'a Paths, path: &'a [Step]) -> impl Iterator<Item = Breach> + 'a {
    let steps = path.iter().enumerate().filter(|(_, step)| !paths.steps.as_slice().contains(step));
    steps.map(|(index, step)| Breach::new("steps", format!("{step}, step {index}, is not allowed")))
}

/// Whether `path` has allowed steps only and ends at the goal. No step goes back, so a path that ends there has not
/// been there before.
pub(super) fn full(paths: &Paths, path: &[Step]) -> Result<(), Breach> {
    not_allowed(paths, path).next().map_or(Ok(()), Err)?;
    let (end, goal) = (end(path), goal(paths));
    if end == goal { Ok(()) } else { Err(Breach::new("goal", format!("ends at {end:?}, not at {goal:?}"))) }
}

fn goal(paths: &Paths) -> (usize, usize) {
    (paths.goal.0 as usize, paths.goal.1 as usize)
}

/// What is to be said of a path that may go on.
pub(super) fn review(paths: &Paths, path: &[Step]) -> Review {
    let mut breaches: Vec<_> = not_allowed(paths, path).collect();
    let (end, goal) = (end(path), goal(paths));
    if end.0 > goal.0 || end.1 > goal.1 {
        breaches.push(Breach::new("goal", format!("{end:?} is past {goal:?}")));
    }
    let complete = breaches.is_empty() && end == goal;
    Review { breaches, open: None, complete }
}
