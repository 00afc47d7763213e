//! A file of very many Sudokus: those that can be read without waiting are shared by all threads, and each is answered
//! as if it had been asked alone.
//!
//! Where solutions are asked for, the puzzles of 9 x 9 by the usual rules are searched hundreds at once; whatever else
//! a verb wants of them, each thread does for those that it has, and it writes their answers, too. What is left is
//! asked alone, in its place: puzzles of other kinds, where a search of one takes all threads; puzzles that come so few
//! at a time that it is faster; and those of which more is to be said than was found out: all solutions of several, or
//! why there is none.

use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tremaux::{Limit, Outcome};
use tremaux_puzzles::sudoku::bands::{self, Cells};
use tremaux_puzzles::sudoku::lanes::{self, Answer, Next, Share};
use tremaux_puzzles::sudoku::{LineOfNine, Puzzles, Reading, Sudoku, Verdict, solves};
use tremaux_puzzles::{Aim, Appraisal, Engine, Form, ReadError, Review};

use crate::args::Format;
use crate::failure::{Exit, Failure};
use crate::input::Input;
use crate::problems::Asked;
use crate::session::{Bounds, Report, Run, Session};
use crate::verbs::{self, Checked, Minimized};

/// With fewer puzzles than this, most lanes would stay empty, and they are searched one after the other. At once is
/// faster from 60 very hard ones or 370 easy ones on (`bench/sudoku/README.md`): with so many, easy ones lose a tenth
/// of a millisecond in all, and hard ones win two.
const FEW: usize = 120;

/// What is done with every Sudoku of a file.
pub(crate) enum Task<'a> {
    Ask(&'a Asked),
    Minimize { seed: Option<u64> },
    Canonical,
}

impl Task<'_> {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Task::Ask(verb) => verb.name(),
            Task::Minimize { .. } => "minimize",
            Task::Canonical => "canonical",
        }
    }

    /// Whether puzzles may be shared by threads: nobody looks into a search, and no puzzle has all of them to itself.
    pub(crate) fn fits(&self, session: &Session) -> bool {
        let options = &session.options;
        let searched = options.stats || options.max_nodes.is_some() || session.engine() != Engine::Fast;
        match self {
            Task::Ask(_) if options.format == Format::Digits => false,
            Task::Ask(Asked::Check { answer: None, appraisal }) if *appraisal != Appraisal::default() => true,
            Task::Ask(_) => !searched && self.counts().is_some(),
            Task::Minimize { .. } | Task::Canonical => true,
        }
    }

    /// Up to how many solutions are counted by the kernel, if it is of use.
    fn counts(&self) -> Option<Option<u64>> {
        let Task::Ask(verb) = self else { return None };
        match verb {
            Asked::Solve { any: true } => Some(Some(1)),
            // The only solution is the first one, whichever way it was found.
            Asked::Solve { any: false } | Asked::All { take: None | Some(2..), job: None, .. } => Some(Some(2)),
            Asked::Count { limit: limit @ (None | Some(1..)), job: None } => Some(*limit),
            Asked::Check { answer: None, appraisal } if *appraisal == Appraisal::default() => Some(Some(2)),
            _ => None,
        }
    }

    /// Does it with a puzzle that was read by `reading`, alone.
    pub(crate) fn ask(&self, session: &mut Session, sudoku: &Sudoku, reading: Reading) -> Result<Exit, Failure> {
        match self {
            Task::Ask(verb) => verb.ask(session, sudoku),
            Task::Minimize { seed } => {
                Minimized::new(sudoku, *seed, &|| session.limits()).say(session, sudoku, reading)
            }
            Task::Canonical => verbs::Form::new(sudoku).say(session, sudoku),
        }
    }

    /// What there is to say of a puzzle, of which the kernel found `answer`, unless more has to be asked. Any thread
    /// may be asked.
    fn work(&self, entry: &Entry, answer: Option<&Answer>, reading: Reading, bounds: &Bounds) -> Option<Known> {
        match (self, answer) {
            (Task::Ask(verb), Some(answer)) => known(verb, entry, answer, bounds),
            // All threads search one that the kernel does not know.
            (Task::Ask(_), None) if self.counts().is_some() => None,
            (Task::Ask(Asked::Check { appraisal, .. }), None) => {
                let sudoku = entry.sudoku(reading)?;
                Checked::new(&sudoku, None, *appraisal, &|| bounds.limits()).ok().map(Known::Checked)
            }
            (Task::Ask(_), None) => None,
            (Task::Minimize { seed }, _) => {
                let minimized = Minimized::new(&entry.sudoku(reading)?, *seed, &|| bounds.limits());
                Some(Known::Minimized(Box::new(minimized)))
            }
            (Task::Canonical, _) => Some(Known::Form(Box::new(verbs::Form::new(&entry.sudoku(reading)?)))),
        }
    }
}

/// What `verb` says of a puzzle to which the kernel found `answer`, if that is all that is needed for it.
fn known(verb: &Asked, entry: &Entry, answer: &Answer, bounds: &Bounds) -> Option<Known> {
    let cells = &entry.nine()?;
    let Answer { count, first, complete } = *answer;
    match verb {
        Asked::Count { .. } if !complete => {
            let limit = bounds.must_stop().unwrap_or(Limit::Cancelled);
            Some(Known::Count { count, outcome: Outcome::Stopped(limit) })
        }
        _ if !complete || count == 0 && entry.clashes() => None,
        Asked::Count { limit, .. } => {
            let enough = *limit == Some(count);
            let outcome = if enough { Outcome::Stopped(Limit::Solutions) } else { Outcome::Complete };
            Some(Known::Count { count, outcome })
        }
        Asked::Check { .. } => match count {
            // Why there is none is not known.
            0 => None,
            1 => Some(Known::Valid(Verdict::One)),
            _ => Some(Known::Valid(Verdict::Several)),
        },
        _ if count == 0 => Some(Known::Solution(None)),
        // A wrong one is left to those who say what is wrong with it.
        Asked::Solve { any: true } => right(cells, first),
        _ if count == 1 => right(cells, first),
        // Of several the kernel does not know the first.
        Asked::Solve { any: false } => {
            right(cells, bands::first_in(Form::best(), cells, || bounds.must_stop().is_some()).ok().flatten())
        }
        _ => None,
    }
}

fn right(cells: &Cells, solution: Option<Cells>) -> Option<Known> {
    solution.filter(|solution| solves(cells, solution)).map(|solution| Known::Solution(Some(solution)))
}

/// What there is to say of a puzzle.
enum Known {
    Count {
        count: u64,
        outcome: Outcome,
    },
    /// The solution asked for, which was verified.
    Solution(Option<Cells>),
    /// It is valid, and has so many.
    Valid(Verdict),
    Checked(Checked),
    Minimized(Box<Minimized>),
    Form(Box<verbs::Form>),
}

/// What is read, one after the other.
enum Entry {
    Line(LineOfNine),
    Other(Box<Result<Sudoku, ReadError>>),
}

impl Entry {
    fn other(sudoku: Result<Sudoku, ReadError>) -> Self {
        Entry::Other(Box::new(sudoku))
    }

    /// The cells, if the kernel knows such puzzles.
    fn nine(&self) -> Option<Cells> {
        match self {
            Entry::Line(line) => Some(line.cells()),
            Entry::Other(sudoku) => (**sudoku).as_ref().ok()?.nine().copied(),
        }
    }

    /// Whether two givens clash.
    fn clashes(&self) -> bool {
        match self {
            Entry::Line(line) => line.clashes(),
            Entry::Other(sudoku) => (**sudoku).as_ref().is_ok_and(|sudoku| sudoku.clash().is_some()),
        }
    }

    /// The puzzle, if it can be read.
    fn sudoku(&self, reading: Reading) -> Option<Sudoku> {
        match self {
            Entry::Line(line) => line.sudoku(reading).ok(),
            Entry::Other(sudoku) => (**sudoku).as_ref().ok().cloned(),
        }
    }

    fn into_sudoku(self, reading: Reading) -> Result<Sudoku, ReadError> {
        match self {
            Entry::Line(line) => line.sudoku(reading).map_err(ReadError::from),
            Entry::Other(sudoku) => *sudoku,
        }
    }
}

/// Does `task` with every puzzle of `file`.
pub(crate) fn run(
    session: &mut Session,
    task: &Task,
    file: String,
    puzzles: Puzzles<Input>,
    reading: Reading,
) -> Result<Exit, Failure> {
    let counts = task.counts();
    let few = if counts.is_some() { FEW } else { 2 };
    let mut input = Entries { puzzles, few: VecDeque::new(), searched: counts.is_some() };
    // Only json has to know beforehand whether there is more than one: the rest is answered as it comes.
    let least = if session.printer.is_json() { 2 } else { 1 };
    let mut more = input.gather(least, few);
    session.printer.begin(input.few.len() > 1);
    let mut batch = Batch { session, task, reading, run: Run::new(file, true) };
    while batch.run.goes_on() && more {
        if input.few.len() >= few {
            batch.stream(&mut input)?;
        }
        while batch.run.goes_on()
            && let Some(entry) = input.few.pop_front()
        {
            batch.left(Left { entry, known: None })?;
        }
        more = batch.run.goes_on() && input.gather(1, few);
    }
    batch.session.end(batch.run)
}

/// What is read.
struct Entries {
    puzzles: Puzzles<Input>,
    /// What was read ahead.
    few: VecDeque<Entry>,
    /// Whether the kernel is to search those that it knows.
    searched: bool,
}

impl Entries {
    /// Waits until there are `least`, and reads up to `most` if they are there; `false` at the end.
    fn gather(&mut self, least: usize, most: usize) -> bool {
        while self.few.len() < most {
            let next = match self.next_at_once() {
                Ok(None) if self.few.len() < least => self.puzzles.next().map(Entry::other),
                Ok(None) => break,
                Ok(Some(next)) => next,
                Err(error) => Some(Entry::other(Err(error.into()))),
            };
            let Some(entry) = next else { break };
            self.few.push_back(entry);
        }
        !self.few.is_empty()
    }

    /// The next entry or the end, if nobody has to wait for it: of what is no line known to be there, if there is plenty.
    fn next_at_once(&mut self) -> io::Result<Option<Option<Entry>>> {
        if self.puzzles.input().has_line()?
            && let Some(line) = self.puzzles.next_line_of_nine()?
        {
            return Ok(Some(Some(Entry::Line(line))));
        }
        Ok(self.puzzles.input().has_plenty()?.then(|| self.puzzles.next().map(Entry::other)))
    }

    /// What was read ahead, then the next at once.
    fn next(&mut self) -> Next<Entry> {
        let next = match self.few.pop_front() {
            Some(entry) => Some(Some(entry)),
            None => self.next_at_once().unwrap_or_else(|error| Some(Some(Entry::other(Err(error.into()))))),
        };
        let Some(next) = next else { return Next::Later };
        let Some(entry) = next else { return Next::End };
        let cells = if self.searched { entry.nine() } else { None };
        match cells {
            Some(cells) => Next::Puzzle(cells, entry),
            None => Next::Other(entry),
        }
    }
}

/// What a thread makes of a share of what was read.
enum Finished {
    /// Answers that follow each other.
    Written(Box<Page>),
    Left(Box<Left>),
}

/// Answers that a thread has written.
struct Page {
    session: Session,
    answers: u64,
    /// The worst exit of them.
    exit: Result<Exit, Failure>,
}

/// What is to be answered when its turn comes, and what is known of it by then.
struct Left {
    entry: Entry,
    /// With the time that it took.
    known: Option<(Known, Duration)>,
}

/// What every thread needs to finish what it has.
struct Desk<'a> {
    task: &'a Task<'a>,
    reading: Reading,
    bounds: Bounds,
    /// What the sessions of pages are made of.
    session: Session,
    /// When the last share was answered.
    last: Mutex<Instant>,
}

impl Desk<'_> {
    fn finish(&self, share: &mut Share<Entry>) -> Vec<Finished> {
        let mut finished = Vec::new();
        let entries = share.drain();
        // What the kernel found is said to have taken its part of the time since the share before.
        let took = self.since_the_last() / u32::try_from(entries.len()).unwrap_or(u32::MAX).max(1);
        for (entry, answer) in entries {
            match self.task.work(&entry, answer, self.reading, &self.bounds) {
                Some(known) if known.is_all() => self.write(&mut finished, entry, known, took),
                known => {
                    let known = known.map(|known| (known, took));
                    finished.push(Finished::Left(Box::new(Left { entry, known })));
                }
            }
        }
        finished
    }

    fn since_the_last(&self) -> Duration {
        let now = Instant::now();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        now.saturating_duration_since(std::mem::replace(&mut last, now))
    }

    /// Writes what is known of an entry below what was written of those before it.
    fn write(&self, finished: &mut Vec<Finished>, entry: Entry, known: Known, took: Duration) {
        if !matches!(finished.last(), Some(Finished::Written(_))) {
            let page = Page { session: self.session.apart(), answers: 0, exit: Ok(Exit::Found) };
            finished.push(Finished::Written(Box::new(page)));
        }
        let Some(Finished::Written(page)) = finished.last_mut() else { return };
        page.answers += 1;
        if let Ok(worst) = page.exit {
            let exit = known.say(&mut page.session, self.task, entry, self.reading, took);
            page.exit = exit.map(|exit| worst.max(exit));
        }
    }
}

/// The answers, one after the other.
struct Batch<'a> {
    session: &'a mut Session,
    task: &'a Task<'a>,
    reading: Reading,
    run: Run,
}

impl Batch<'_> {
    /// Answers for what `input` has at once.
    fn stream(&mut self, input: &mut Entries) -> Result<(), Failure> {
        let (bounds, threads) = (self.session.bounds(), self.session.threads());
        let stop = || bounds.must_stop().is_some();
        let desk = Desk {
            task: self.task,
            reading: self.reading,
            bounds: bounds.clone(),
            session: self.session.apart(),
            last: Mutex::new(Instant::now()),
        };
        let mut failure = None;
        let deliver = &mut |finished: Vec<Finished>| {
            failure = finished.into_iter().try_for_each(|finished| self.deliver(finished)).err();
            failure.is_none() && self.run.goes_on()
        };
        let limit = desk.task.counts().flatten();
        let finish = &|share: &mut Share<Entry>| desk.finish(share);
        let done = lanes::stream(Form::best(), limit, threads, &mut || input.next(), finish, &stop, deliver);
        debug_assert!(done.is_some(), "the best form is there");
        failure.map_or(Ok(()), Err)
    }

    fn deliver(&mut self, finished: Finished) -> Result<(), Failure> {
        match finished {
            _ if !self.run.goes_on() => Ok(()),
            Finished::Written(page) => {
                let Page { session: written, answers, exit } = *page;
                self.session.answers(&mut self.run, answers, Ok(()), |session, ()| {
                    session.printer.append(&written.printer)?;
                    exit
                })
            }
            Finished::Left(left) => self.left(*left),
        }
    }

    /// Answers for what was left.
    fn left(&mut self, Left { entry, known }: Left) -> Result<(), Failure> {
        let Batch { session, task, reading, run } = self;
        let sudoku = entry.into_sudoku(*reading);
        session.answer(run, sudoku, |session, sudoku| match known {
            Some((known, took)) => known.say_of(session, task, &sudoku, *reading, took),
            None => task.ask(session, &sudoku, *reading),
        })
    }
}

impl Known {
    /// Whether it is all that was asked for, and finds nothing wrong: what stops a run, or may, is said when its turn comes.
    fn is_all(&self) -> bool {
        match self {
            Known::Count { outcome, .. } => matches!(outcome, Outcome::Complete | Outcome::Stopped(Limit::Solutions)),
            Known::Solution(_) | Known::Valid(_) => true,
            Known::Checked(checked) => checked.is_right(),
            Known::Minimized(minimized) => minimized.is_complete(),
            Known::Form(form) => form.is_known(),
        }
    }

    /// Says it of what was read as `entry`, which is a puzzle.
    fn say(
        self,
        session: &mut Session,
        task: &Task,
        entry: Entry,
        reading: Reading,
        took: Duration,
    ) -> Result<Exit, Failure> {
        if session.printer.is_text()
            && let Entry::Line(line) = &entry
            && let Some(exit) = self.say_in_short(session, line)?
        {
            return Ok(exit);
        }
        match entry.into_sudoku(reading) {
            Ok(sudoku) => self.say_of(session, task, &sudoku, reading, took),
            Err(error) => Err(Failure::Other(error.to_string())),
        }
    }

    /// Says in text what is known of a line, if that can be done without a detour.
    fn say_in_short(&self, session: &mut Session, line: &LineOfNine) -> Result<Option<Exit>, Failure> {
        let printer = &mut session.printer;
        match self {
            Known::Solution(Some(cells)) => printer.short(&symbols(*cells))?,
            Known::Solution(None) => printer.block(Sudoku::NO_SOLUTION)?,
            Known::Count { count, .. } => printer.block(&count.to_string())?,
            Known::Valid(verdict) => {
                let more = if line.open() == 0 { String::new() } else { format!(", {verdict}") };
                printer.block(&(review(line.open()).to_string() + &more))?;
            }
            Known::Checked(_) | Known::Minimized(_) | Known::Form(_) => return Ok(None),
        }
        let none = matches!(self, Known::Solution(None) | Known::Count { count: 0, .. });
        Ok(Some(if none { Exit::None } else { Exit::Found }))
    }

    /// Says it of `sudoku` as the verb does.
    fn say_of(
        self,
        session: &mut Session,
        task: &Task,
        sudoku: &Sudoku,
        reading: Reading,
        took: Duration,
    ) -> Result<Exit, Failure> {
        let report = |outcome| Report { outcome, stats: None, place: None };
        match self {
            Known::Count { count, outcome } => {
                verbs::count::say(session, sudoku, &count.into(), &report(outcome), took)
            }
            Known::Solution(solution) => {
                let solutions: Vec<_> = solution.into_iter().map(Vec::from).collect();
                if let Task::Ask(Asked::All { .. }) = task {
                    return verbs::all::say(session, sudoku, &solutions, &report(Outcome::Complete), took);
                }
                let outcome = if solutions.is_empty() { Outcome::Complete } else { Outcome::Paused };
                verbs::solve::say(session, sudoku, (Aim::Any, Aim::Any), solutions.first(), &report(outcome), took)
            }
            Known::Valid(verdict) => {
                let open = sudoku.cells().iter().filter(|digit| **digit == 0).count();
                let remarks = sudoku.remark_of(verdict).into_iter().collect();
                Checked { review: review(open), remarks, stopped: None, took }.say(session, sudoku)
            }
            Known::Checked(checked) => checked.say(session, sudoku),
            Known::Minimized(minimized) => minimized.say(session, sudoku, reading),
            Known::Form(form) => form.say(session, sudoku),
        }
    }
}

/// The digits of cells as they are written.
fn symbols(mut cells: Cells) -> Cells {
    // In place, as the compiler does in vectors.
    cells.iter_mut().for_each(|cell| *cell += b'0');
    cells
}

/// The review of a puzzle without a clash, of which so many cells are open.
fn review(open: usize) -> Review {
    Review { breaches: Vec::new(), open: Some(open), complete: open == 0 }
}
