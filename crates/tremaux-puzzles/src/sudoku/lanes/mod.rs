//! The kernel for very many puzzles of 9 x 9: hundreds are searched at once, a bit a puzzle.
//!
//! A cell's digit in all of the puzzles is one vector, so a rule is applied to all of them by a few instructions, and to
//! none of them is there a branch to be mispredicted. `DESIGN.md` beside this file explains it from the ground up.
//!
//! | room | what lives there |
//! | --- | --- |
//! | `board.rs` | the grids of all lanes |
//! | `rounds.rs` | the rules |
//! | `branch.rs` | where a lane branches |
//! | `records.rs` | grids between lanes and memory: the transpositions |
//! | `crew.rs` | puzzles, stacks, stealing |
//! | `batch.rs` | threads, and answers in order |
//! | `share.rs` | what a thread takes of a batch at once |
//! | `forms/` | the same in AVX-512, AVX2 and portable code |

#![expect(clippy::needless_range_loop, reason = "a cell or a house is one index into several arrays")]
#![expect(
    clippy::cast_possible_truncation,
    reason = "cells, digits, lanes and the words of a record are few and counted"
)]

mod batch;
mod board;
mod branch;
mod crew;
mod forms;
mod records;
mod rounds;
mod share;

pub use batch::{Next, count, stream};
use crew::Crew;
pub use share::{SHARE, Share};

use super::bands::Cells;
use crate::{Form, form};

/// What was found of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How many solutions, up to the limit.
    pub count: u64,
    /// One of them, where there is any; which one is not promised.
    pub first: Option<[u8; 81]>,
    /// Whether the search ended or came to the limit; else it was stopped, and there may be more.
    pub complete: bool,
}

impl Answer {
    /// Of a puzzle that was not looked at.
    const UNKNOWN: Answer = Answer { count: 0, first: None, complete: false };
}

/// The answers that a step adds, each with the ticket of its puzzle.
///
/// Each is written where it stays: one that is put together elsewhere is copied before its bytes have reached the cache, and
/// waited for. What is past `count` was there before, and is written over.
#[derive(Default)]
struct Answers {
    room: Vec<(u64, Answer)>,
    count: usize,
}

impl Answers {
    /// Adds an answer, in which is anything.
    #[inline(always)]
    fn add(&mut self, ticket: u64) -> &mut Answer {
        if self.count == self.room.len() {
            self.room.push((0, Answer::UNKNOWN));
        }
        let (place, answer) = &mut self.room[self.count];
        self.count += 1;
        *place = ticket;
        answer
    }

    /// Gives all of them, and begins anew.
    fn take(&mut self) -> &[(u64, Answer)] {
        &self.room[..std::mem::take(&mut self.count)]
    }
}

/// The lanes of one thread.
struct Lanes(Box<dyn Run + Send>);

impl Lanes {
    /// Lanes in which solutions are counted up to `limit`; `None` if the machine does not have the form.
    fn new(form: Form, limit: Option<u64>) -> Option<Lanes> {
        let limit = limit.unwrap_or(u64::MAX);
        Some(Lanes(match form {
            Form::Portable => Box::new(Crew::new(form::Portable, limit)),
            #[cfg(target_arch = "x86_64")]
            Form::Avx2 => Box::new(Crew::new(form::Avx2::detect()?, limit)),
            #[cfg(target_arch = "x86_64")]
            Form::Avx512 => Box::new(Crew::new(form::Avx512::detect()?, limit)),
            #[cfg(not(target_arch = "x86_64"))]
            Form::Avx2 | Form::Avx512 => return None,
        }))
    }

    /// How many lanes could take a puzzle.
    fn idle(&self) -> usize {
        self.0.idle()
    }

    /// Whether all lanes are idle.
    fn is_done(&self) -> bool {
        self.0.is_done()
    }

    /// Gives the puzzle to an idle lane, if there is one.
    fn load(&mut self, ticket: u64, cells: &[u8; 81]) {
        self.0.load(ticket, cells);
    }

    /// Searches on for a step, and adds what is done by it to `answers`.
    fn step(&mut self, answers: &mut Answers) {
        self.0.step(answers);
    }

    /// Adds what was found so far of the puzzles that are not done. There is no going on after it.
    fn stop(&self, answers: &mut Answers) {
        self.0.stop(answers);
    }
}

/// A [`Crew`] of any form.
trait Run {
    fn idle(&self) -> usize;
    fn is_done(&self) -> bool;
    fn load(&mut self, ticket: u64, cells: &[u8; 81]);
    fn step(&mut self, answers: &mut Answers);
    fn stop(&self, answers: &mut Answers);
}

impl<F: forms::Form> Run for Crew<F> {
    fn idle(&self) -> usize {
        Crew::idle(self)
    }

    fn is_done(&self) -> bool {
        Crew::is_done(self)
    }

    fn load(&mut self, ticket: u64, cells: &[u8; 81]) {
        self.form().load(self, ticket, cells);
    }

    fn step(&mut self, answers: &mut Answers) {
        self.form().step(self, answers);
    }

    fn stop(&self, answers: &mut Answers) {
        Crew::stop(self, answers);
    }
}
