//! A file of very many Sudokus: those that can be read without waiting are searched hundreds at once, and each is answered
//! as if it had been asked alone.
//!
//! What is searched at once are puzzles of 9 x 9 by the usual rules, on lines of their own. All others are asked alone,
//! in their places. So are puzzles that come so few at a time that it is faster, and those of which more is to be said than a
//! line: that they have several solutions, or none for a reason.

use std::collections::VecDeque;
use std::io;

use tremaux::{Limit, Outcome};
use tremaux_puzzles::sudoku::bands::Cells;
use tremaux_puzzles::sudoku::lanes::{self, Answer, Next};
use tremaux_puzzles::sudoku::{LineOfNine, Puzzles, Reading, Sudoku, Verdict};
use tremaux_puzzles::{Appraisal, Engine, Form, ReadError, Review};

use crate::args::Format;
use crate::failure::{Exit, Failure};
use crate::input::Input;
use crate::problems::Asked;
use crate::session::{Report, Run, Session};

/// With fewer puzzles than this, most lanes would stay empty, and they are searched one after the other. At once is faster from 60 very
/// hard ones or 370 easy ones on (`bench/sudoku/README.md`): with so many, easy ones lose a tenth of a millisecond in all, and
/// hard ones win two.
const FEW: usize = 120;

/// What is read, one after the other.
enum Entry {
    Line(LineOfNine),
    Other(Box<Result<Sudoku, ReadError>>),
}

impl Entry {
    fn other(sudoku: Result<Sudoku, ReadError>) -> Self {
        Entry::Other(Box::new(sudoku))
    }
}

/// Whether puzzles may be searched at once: the answers are lines of text, and nobody looks into a search.
pub(crate) fn fits(session: &Session, verb: &Asked) -> bool {
    let options = &session.options;
    let alone = options.stats || options.max_nodes.is_some() || session.engine() != Engine::Fast;
    !alone && options.format == Format::Text && question(verb).is_some()
}

/// Up to how many solutions are counted for `verb`, if it is one that can be answered so.
fn question(verb: &Asked) -> Option<Option<u64>> {
    match verb {
        Asked::Solve { any: true } => Some(Some(1)),
        // The only solution is the first one, whichever way it was found.
        Asked::Solve { any: false } | Asked::All { take: None | Some(2..), job: None, .. } => Some(Some(2)),
        Asked::Count { limit: limit @ (None | Some(1..)), job: None } => Some(*limit),
        Asked::Check { answer: None, appraisal } if *appraisal == Appraisal::default() => Some(Some(2)),
        _ => None,
    }
}

/// Answers `verb` for every puzzle of `file`.
pub(crate) fn run(
    session: &mut Session,
    verb: &Asked,
    file: String,
    puzzles: Puzzles<Input>,
    reading: Reading,
) -> Result<Exit, Failure> {
    let mut batch = Batch { session, verb, reading, run: Run::new(file, true) };
    let mut input = Entries { puzzles, few: VecDeque::new() };
    while batch.run.goes_on() && input.gather() {
        if input.few.len() >= FEW {
            batch.stream(&mut input)?;
        }
        while batch.run.goes_on()
            && let Some(entry) = input.few.pop_front()
        {
            batch.entry(entry, None)?;
        }
    }
    batch.session.end(batch.run)
}

/// What is read.
struct Entries {
    puzzles: Puzzles<Input>,
    /// What was read ahead.
    few: VecDeque<Entry>,
}

impl Entries {
    /// Waits for an entry, and reads a few more if they are there; `false` at the end.
    fn gather(&mut self) -> bool {
        while self.few.len() < FEW {
            let next = match self.next_at_once() {
                Next::Later if self.few.is_empty() => self.puzzles.next().map(Entry::other),
                Next::Puzzle(_, entry) | Next::Other(entry) => Some(entry),
                Next::Later | Next::End => None,
            };
            let Some(entry) = next else { break };
            self.few.push_back(entry);
        }
        !self.few.is_empty()
    }

    /// The next entry, if nobody has to wait for it: only of a file on a disk is what is no line known to be there.
    fn next_at_once(&mut self) -> Next<Entry> {
        match self.line_at_once() {
            Ok(Some(line)) => Next::Puzzle(line.cells(), Entry::Line(line)),
            Ok(None) if self.puzzles.input().is_file() => {
                self.puzzles.next().map_or(Next::End, |other| Next::Other(Entry::other(other)))
            }
            Ok(None) => Next::Later,
            Err(error) => Next::Other(Entry::other(Err(error.into()))),
        }
    }

    fn line_at_once(&mut self) -> io::Result<Option<LineOfNine>> {
        if self.puzzles.input().has_line()? { self.puzzles.next_line_of_nine() } else { Ok(None) }
    }

    /// What was read ahead, then the next at once.
    fn next(&mut self) -> Next<Entry> {
        match self.few.pop_front() {
            Some(Entry::Line(line)) => Next::Puzzle(line.cells(), Entry::Line(line)),
            Some(other) => Next::Other(other),
            None => self.next_at_once(),
        }
    }
}

/// The answers, one after the other.
struct Batch<'a> {
    session: &'a mut Session,
    verb: &'a Asked,
    reading: Reading,
    run: Run,
}

impl Batch<'_> {
    /// Answers for what `input` has at once.
    fn stream(&mut self, input: &mut Entries) -> Result<(), Failure> {
        let (stop, threads) = (self.session.stopper(), self.session.threads());
        let limit = question(self.verb).flatten();
        let mut failure = None;
        let deliver = &mut |entry, answer: Option<&Answer>| {
            failure = self.entry(entry, answer).err();
            failure.is_none() && self.run.goes_on()
        };
        let done = lanes::stream(Form::best(), limit, threads, &mut || input.next(), &stop, deliver);
        debug_assert!(done.is_some(), "the best form is there");
        failure.map_or(Ok(()), Err)
    }

    /// Answers for an entry, of which `answer` is known.
    fn entry(&mut self, entry: Entry, answer: Option<&Answer>) -> Result<(), Failure> {
        let Batch { session, verb, reading, run } = self;
        let sudoku = match entry {
            Entry::Other(sudoku) => *sudoku,
            Entry::Line(line) => match answer.and_then(|answer| known(verb, &line, answer)) {
                Some(known) => return session.answer(run, Ok(known), |session, known| known.say(session)),
                None => line.sudoku(*reading).map_err(ReadError::from),
            },
        };
        session.answer(run, sudoku, |session, sudoku| verb.ask(session, &sudoku))
    }
}

/// What can be said of a puzzle in a line, without asking more.
enum Known {
    Count(u64),
    /// As many were counted until it was stopped.
    Counted(u64),
    Solution(Cells),
    NoSolution,
    /// It is valid, with so many cells open.
    Valid(usize, Verdict),
}

/// What `verb` says of a puzzle to which the kernel found `answer`, if that is all that is needed for it.
fn known(verb: &Asked, line: &LineOfNine, answer: &Answer) -> Option<Known> {
    let Answer { count, first, complete } = *answer;
    match verb {
        Asked::Count { .. } if !complete => Some(Known::Counted(count)),
        _ if !complete || count == 0 && line.clashes() => None,
        Asked::Count { .. } => Some(Known::Count(count)),
        Asked::Check { .. } => match count {
            0 => None,
            1 => Some(Known::Valid(line.open(), Verdict::One)),
            _ => Some(Known::Valid(line.open(), Verdict::Several)),
        },
        _ if count == 0 => Some(Known::NoSolution),
        Asked::Solve { any: true } => first.filter(|solution| line.is_solved_by(solution)).map(Known::Solution),
        // Of several the kernel does not know the first. A wrong one is left to those who say what is wrong with it.
        _ if count == 1 => first.filter(|solution| line.is_solved_by(solution)).map(Known::Solution),
        _ => None,
    }
}

impl Known {
    fn say(self, session: &mut Session) -> Result<Exit, Failure> {
        let printer = &mut session.printer;
        match self {
            Known::Count(count) => {
                printer.block(&count.to_string())?;
                Ok(if count > 0 { Exit::Found } else { Exit::None })
            }
            Known::Counted(count) => {
                printer.block(&count.to_string())?;
                let outcome = Outcome::Stopped(session.must_stop().unwrap_or(Limit::Cancelled));
                Ok(session.conclude(&Report { outcome, stats: None, place: None }, count))
            }
            Known::Solution(cells) => {
                printer.short(&cells.map(|digit| b'0' + digit))?;
                Ok(Exit::Found)
            }
            Known::NoSolution => {
                printer.block(Sudoku::NO_SOLUTION)?;
                Ok(Exit::None)
            }
            Known::Valid(open, verdict) => {
                let review = Review { breaches: Vec::new(), open: Some(open), complete: open == 0 };
                let more = if open == 0 { String::new() } else { format!(", {verdict}") };
                printer.block(&(review.to_string() + &more))?;
                Ok(Exit::Found)
            }
        }
    }
}
