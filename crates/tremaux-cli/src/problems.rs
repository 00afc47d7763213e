//! The problems: how each is given on the command line, and the verb asked of it.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use tremaux::job::{UnitSize, UnitText};
use tremaux_puzzles::paths::{self, Paths};
use tremaux_puzzles::permutations::{self, Permutations};
use tremaux_puzzles::queens::{self, BoardOptions, Input, QueensBoard, Rules};
use tremaux_puzzles::sudoku::{self, Puzzles, Reading, Recipe, Rules as SudokuRules, Shape, Sudoku};
use tremaux_puzzles::words::{self, Dictionary, WordSearch};
use tremaux_puzzles::{Appraisal, InputError, Puzzle, ReadError};
use tremaux_puzzles::{maze, parens};
use tremaux_replay::{FormatError, TraceError, Written, read_trace};

use crate::args::{
    Canonical, Command, Generated, GeneratedSudoku, JobArgs, JobVerb, Minimized, Options, Problem, RecordArgs,
    RenderArgs, SudokuInput, Verb,
};
use crate::batch::{self, Task};
use crate::failure::{Exit, Failure};
use crate::files::{Files, described, is_number, is_puzzle, problem_of};
use crate::input::Input as Bytes;
use crate::session::{Session, Source};
use crate::verbs::job::JobFile;
use crate::{args, serve, verbs};

/// Runs the command to its exit code.
pub(crate) fn run(command: Command) -> Result<Exit, Failure> {
    let Command { verb, mut options } = command;
    let mut files = Files::default();
    let (verb, problem) = match verb {
        Verb::Completions { shell } => return args::print_completions(shell),
        Verb::Man => return args::print_man(),
        Verb::Serve { listen, port } => return serve::serve(&options, listen, port),
        Verb::Generate { problem } => return generate(options, problem),
        Verb::Minimize { problem: Minimized::Sudoku { input, seed } } => {
            return one_or_many(&files, options, &input, &Task::Minimize { seed });
        }
        Verb::Canonical { problem: Canonical::Sudoku { input } } => {
            return one_or_many(&files, options, &input, &Task::Canonical);
        }
        Verb::Solve { problem, any } => (Asked::Solve { any }, problem),
        Verb::All { mut problem, take, unordered, job } => {
            let others = [("--take", take.is_some()), ("--unordered", unordered)];
            let job = job_of(job, &mut problem, &mut files, &options, &others)?;
            (Asked::All { take, unordered, job }, problem)
        }
        Verb::Count { mut problem, limit, job } => {
            let job = job_of(job, &mut problem, &mut files, &options, &[("--limit", limit.is_some())])?;
            (Asked::Count { limit, job }, problem)
        }
        Verb::Job { verb: JobVerb::Status { file } } => return verbs::job::status(&options, &file),
        Verb::Job { verb: JobVerb::Export { file, open } } => return verbs::job::export(&file, open),
        Verb::Job { verb: JobVerb::Store { file } } => return verbs::job::store(&options, &file),
        Verb::Job { verb: JobVerb::Audit { file, sample, seed } } => {
            let task = verbs::job::task_of(&file, &mut options)?;
            let (problem, kept) = problem_of(&task.problem, &task.input)?;
            files = kept;
            (Asked::Audit { file, sample, seed }, problem)
        }
        Verb::Job { verb: JobVerb::Unit { unit } } => {
            let units = verbs::job::units_of(&unit, &mut options)?;
            let (problem, kept) = problem_of(&units[0].task.problem, &units[0].task.input)?;
            files = kept;
            (Asked::Units { units }, problem)
        }
        Verb::Check { problem, answer, minimal, difficulty } => {
            if (minimal || difficulty) && !matches!(problem, Problem::Sudoku(_)) {
                return Err(Failure::Other("--minimal and --difficulty are for sudoku".into()));
            }
            (Asked::Check { answer, appraisal: Appraisal { minimal, difficulty } }, problem)
        }
        Verb::Tree { problem, depth } => (Asked::Tree { depth }, problem),
        Verb::Estimate { problem, seed, rounds } => (Asked::Estimate { seed, rounds }, problem),
        Verb::Watch { problem: None, written: Some(file), .. } => {
            return verbs::watch_trace(|| read_written(&file), options.color);
        }
        Verb::Watch { problem: Some(problem), written: None, record } => (Asked::Watch { record }, problem),
        Verb::Trace { problem, record, no_scenes } => (Asked::Trace { record, scenes: !no_scenes }, problem),
        Verb::Render { problem: None, written: Some(file), render, .. } => {
            return verbs::render_trace(&mut read_written(&file)?, &render);
        }
        Verb::Render { problem: Some(problem), written: None, record, render } => {
            (Asked::Render { record, render, done: AtomicBool::new(false) }, problem)
        }
        Verb::Watch { written, .. } | Verb::Render { written, .. } => {
            let both = if written.is_some() { ", found both" } else { "" };
            return Err(Failure::Other(format!("expected a problem, or `--trace FILE`{both}")));
        }
        Verb::Mistakes { problem } => (Asked::Mistakes, problem),
        Verb::Compare { problem } => (Asked::Compare, problem),
    };
    put(problem, &files, Run { options, verb })
}

/// What is done with a problem once its input is read: here verbs and problems meet.
pub(crate) trait Ask: Sized {
    /// What comes of it.
    type Answer;

    /// Whether givens that clash are looked at rather than refused.
    fn takes_clashes(&self) -> bool {
        false
    }

    /// Asks of the instances.
    fn of<P: Puzzle + Sync + 'static>(self, source: Source<P>) -> Result<Self::Answer, Failure>;

    /// Asks of the puzzles of a file, which may be very many.
    fn of_file(self, file: String, puzzles: Puzzles<Bytes>, reading: Reading) -> Result<Self::Answer, Failure> {
        let _ = reading;
        self.of(Source { file, instances: Box::new(puzzles), batch: true })
    }

    /// Asks of a dictionary; `once`: one path for each of its words is enough.
    fn of_dictionary(self, dictionary: Dictionary, once: bool) -> Result<Self::Answer, Failure> {
        self.of(Source::ready(vec![dictionary.each_word_once(once)]))
    }
}

/// Reads the input of `problem` from `files`, and puts `ask` to it.
pub(crate) fn put<A: Ask>(problem: Problem, files: &Files, ask: A) -> Result<A::Answer, Failure> {
    match problem {
        Problem::Queens { input, fundamental, rules } => queens(files, ask, &input, fundamental, rules.into()),
        Problem::Sudoku(input) => {
            let reading = reading(&input, ask.takes_clashes())?;
            if is_puzzle(&input.input, files) {
                return ask.of(sudoku(&input.input, reading));
            }
            ask.of_file(shown_name(&input.input), sudokus(files, &input.input, reading)?, reading)
        }
        Problem::Maze { file, moves, shortest, show } => {
            let maze = maze::read_maze(files.open(&file)?).map_err(in_file(&file))?;
            let maze = maze.moves(moves.into()).shortest(shortest).show(show.into());
            ask.of(Source::ready(vec![maze]))
        }
        Problem::Words { file, words, dictionary, once, moves, ignore_case } => {
            let grid = words::read_grid(files.open(&file)?).map_err(in_file(&file))?;
            let Some(list) = dictionary else {
                let search = |word: &String| WordSearch::new(&grid, word).map_err(in_argument("WORD"));
                let searches = words.iter().map(search).collect::<Result<Vec<_>, _>>()?;
                let written = |search: WordSearch| search.moves(moves.into()).ignore_case(ignore_case);
                return ask.of(Source::ready(searches.into_iter().map(written).collect()));
            };
            let dictionary = words::read_dictionary(files.open(&list)?, &grid, ignore_case).map_err(in_file(&list))?;
            ask.of_dictionary(dictionary.moves(moves.into()), once)
        }
        Problem::Paths { x, y, steps } => {
            let goal = paths::parse_goal(&format!("{x} {y}")).map_err(in_argument("X Y"))?;
            let steps = paths::parse_steps(&steps).map_err(in_argument("--steps"))?;
            ask.of(Source::ready(Paths::new(goal, steps).into_iter().collect()))
        }
        Problem::Parens { pairs } => {
            let pairs = parens::parse_pairs(&pairs).map_err(in_argument("PAIRS"))?;
            ask.of(Source::ready(vec![pairs]))
        }
        Problem::Permutations { items } => {
            let found = items.len();
            let too_many =
                || Failure::Other(format!("expected at most {} items, found {found}", permutations::MAX_ITEMS));
            let permutations = Permutations::new(items).ok_or_else(too_many)?;
            ask.of(Source::ready(vec![permutations]))
        }
    }
}

/// A verb of the command, to be run to its exit code.
struct Run {
    options: Options,
    verb: Asked,
}

impl Ask for Run {
    type Answer = Exit;

    fn takes_clashes(&self) -> bool {
        matches!(self.verb, Asked::Check { .. })
    }

    fn of<P: Puzzle + Sync + 'static>(self, source: Source<P>) -> Result<Exit, Failure> {
        ask(Session::new(self.options, self.verb.name(), P::NAME)?, &self.verb, source)
    }

    fn of_file(self, file: String, puzzles: Puzzles<Bytes>, reading: Reading) -> Result<Exit, Failure> {
        let Run { options, verb } = self;
        let mut session = Session::new(options, verb.name(), Sudoku::NAME)?;
        let task = Task::Ask(&verb);
        if task.fits(&session) {
            return batch::run(&mut session, &task, file, puzzles, reading);
        }
        ask(session, &verb, Source { file, instances: Box::new(puzzles), batch: true })
    }

    fn of_dictionary(self, dictionary: Dictionary, once: bool) -> Result<Exit, Failure> {
        let Asked::Solve { .. } = self.verb else {
            return self.of(Source::ready(vec![dictionary.each_word_once(once)]));
        };
        // One solution of a dictionary is one path for each of its words.
        let words = Source::ready(vec![dictionary.each_word_once(true)]);
        let mut session = Session::new(self.options, self.verb.name(), Dictionary::NAME)?;
        session.run(words, |session, dictionary| verbs::all(session, dictionary, None, false))
    }
}

/// A verb with what it asks for, whatever the problem.
pub(crate) enum Asked {
    Solve { any: bool },
    All { take: Option<u64>, unordered: bool, job: Option<JobFile> },
    Count { limit: Option<u64>, job: Option<JobFile> },
    Audit { file: PathBuf, sample: usize, seed: u64 },
    Units { units: Vec<UnitText> },
    Check { answer: Option<String>, appraisal: Appraisal },
    Tree { depth: Option<usize> },
    Estimate { seed: u64, rounds: Option<u64> },
    Watch { record: RecordArgs },
    Trace { record: RecordArgs, scenes: bool },
    Render { record: RecordArgs, render: RenderArgs, done: AtomicBool },
    Mistakes,
    Compare,
}

impl Asked {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Asked::Solve { .. } => "solve",
            Asked::All { .. } => "all",
            Asked::Count { .. } => "count",
            Asked::Audit { .. } => "audit",
            Asked::Units { .. } => "unit",
            Asked::Check { .. } => "check",
            Asked::Tree { .. } => "tree",
            Asked::Estimate { .. } => "estimate",
            Asked::Watch { .. } => "watch",
            Asked::Trace { .. } => "trace",
            Asked::Render { .. } => "render",
            Asked::Mistakes => "mistakes",
            Asked::Compare => "compare",
        }
    }

    /// Asks it of a puzzle. Two pairs are asked by themselves: `solve` of a dictionary, and `check` of boards in a file.
    pub(crate) fn ask<P: Puzzle + Sync>(&self, session: &mut Session, puzzle: &P) -> Result<Exit, Failure> {
        match self {
            Asked::Solve { any } => verbs::solve(session, puzzle, *any),
            Asked::All { job: Some(job), .. } => verbs::job::all(session, puzzle, job),
            Asked::All { take, unordered, job: None } => verbs::all(session, puzzle, *take, *unordered),
            Asked::Count { limit, job } => verbs::count(session, puzzle, *limit, job.as_ref()),
            Asked::Audit { file, sample, seed } => verbs::job::audit(session, puzzle, file, *sample, *seed),
            Asked::Units { units } => verbs::job::units(session, puzzle, units),
            Asked::Check { answer, appraisal } => verbs::check(session, puzzle, answer.as_deref(), *appraisal),
            Asked::Tree { depth } => verbs::tree(session, puzzle, *depth),
            Asked::Estimate { seed, rounds } => verbs::estimate(session, puzzle, *seed, *rounds),
            Asked::Watch { record } => verbs::watch(session, puzzle, record),
            Asked::Trace { record, scenes } => verbs::trace(session, puzzle, record, *scenes),
            Asked::Render { done, .. } if done.swap(true, Ordering::Relaxed) => {
                Err(Failure::Other("a file shows one puzzle: the first is rendered, and there are more".into()))
            }
            Asked::Render { record, render, .. } => verbs::render(session, puzzle, record, render),
            Asked::Mistakes => verbs::mistakes(session, puzzle),
            Asked::Compare => verbs::compare(session, puzzle),
        }
    }
}

/// The job that is asked for, if one is, of a problem whose files are taken in. `others` are options that do not go with it,
/// and whether they are given.
fn job_of(
    JobArgs { job, units }: JobArgs,
    problem: &mut Problem,
    files: &mut Files,
    options: &Options,
    others: &[(&str, bool)],
) -> Result<Option<JobFile>, Failure> {
    let Some(file) = job else { return Ok(None) };
    let common = [("--stats", options.stats), ("--max-nodes", options.max_nodes.is_some())];
    if let Some((option, _)) = others.iter().chain(&common).find(|(_, given)| *given) {
        return Err(Failure::Other(format!("{option} does not go with --job: a job is the whole search")));
    }
    *files = Files::take_in(problem)?;
    let (problem, input) = described(problem, files)?;
    Ok(Some(JobFile { file, size: units.map_or_else(UnitSize::default, UnitSize::Number), problem, input }))
}

/// Asks `verb` of every instance of `source`. `solve` of a dictionary is asked by itself.
fn ask<P: Puzzle + Sync + 'static>(mut session: Session, verb: &Asked, mut source: Source<P>) -> Result<Exit, Failure> {
    if let Asked::All { job: Some(_), .. } | Asked::Count { job: Some(_), .. } = verb {
        let mut instances: Vec<_> = source.instances.take(2).collect();
        if instances.len() > 1 {
            return Err(Failure::Other("a job is the search of one puzzle, and there are more".into()));
        }
        source.instances = Box::new(instances.pop().into_iter());
    }
    let source = if matches!(verb, Asked::Watch { .. }) { source.first() } else { source };
    session.run(source, |session, puzzle| verb.ask(session, puzzle))
}

/// A trace that was written.
fn read_written(file: &str) -> Result<Written, Failure> {
    let failure = |error| match error {
        TraceError::Format(FormatError { line, column, text, message }) => {
            Failure::Input { file: shown_name(file), error: InputError { line, column, text, message } }
        }
        TraceError::Io(error) => Failure::Open { file: shown_name(file), error },
    };
    read_trace(Files::default().open(file)?).map_err(failure)
}

/// What a parser said of `file`.
fn in_file(file: &str) -> impl Fn(ReadError) -> Failure + '_ {
    move |error| match error {
        ReadError::Input(error) => Failure::Input { file: shown_name(file), error },
        ReadError::Io(error) => Failure::Open { file: shown_name(file), error },
    }
}

/// What a parser said of an argument, which errors call by its name in the usage.
fn in_argument(name: &str) -> impl Fn(InputError) -> Failure + '_ {
    move |error| Failure::Input { file: name.to_owned(), error }
}

fn shown_name(file: &str) -> String {
    if file == "-" { "standard input".into() } else { file.into() }
}

fn queens<A: Ask>(files: &Files, ask: A, input: &str, fundamental: bool, rules: Rules) -> Result<A::Answer, Failure> {
    let plain = rules == Rules::default();
    if fundamental && !plain {
        return Err(Failure::Other("--fundamental is for boards without rules of their own".into()));
    }
    let clashes = ask.takes_clashes();
    let given = if is_number(input) && !files.keeps(input) {
        Input::Sizes(vec![Ok(queens::parse_size(input).map_err(in_argument("N"))?)])
    } else {
        let file = files.open(input).map_err(|failure| failure.instead_of("a board size from 1"))?;
        queens::read(file, BoardOptions { rules, clashes }).map_err(in_file(input))?
    };
    match given {
        Input::Sizes(sizes) if plain => {
            ask.of(listed(input, sizes.into_iter().map(move |queens| Ok(queens?.fundamental(fundamental)))))
        }
        Input::Sizes(sizes) => {
            let most = queens::MAX_BOARD_SIZE;
            if let Some(size) = sizes.iter().flatten().map(queens::Queens::size).find(|size| *size > most) {
                return Err(Failure::Other(format!("expected a board of at most {most} rows, found {size}")));
            }
            // None is too large.
            let boards = sizes
                .into_iter()
                .filter_map(move |queens| queens.map(|queens| QueensBoard::new(queens.size(), rules)).transpose());
            ask.of(listed(input, boards))
        }
        Input::Boards(_) if fundamental => {
            Err(Failure::Other("--fundamental is for empty boards: expected a size".into()))
        }
        Input::Boards(boards) => ask.of(Source { file: shown_name(input), instances: Box::new(boards), batch: true }),
    }
}

/// The instances of a file: what is wrong with one is answered in its place.
fn listed<T: 'static>(file: &str, instances: impl Iterator<Item = Result<T, InputError>> + 'static) -> Source<T> {
    let instances = instances.map(|instance| instance.map_err(ReadError::from));
    Source { file: shown_name(file), instances: Box::new(instances), batch: true }
}

/// New puzzles on standard output, as a file that the problem reads.
fn generate(options: Options, problem: Generated) -> Result<Exit, Failure> {
    let (size, seed) = match problem {
        Generated::Queens { size, seed } => (size, seed),
        Generated::Sudoku(asked) => {
            let recipe = recipe(&asked, options.max_nodes)?;
            let mut session = Session::new(options, "generate", Sudoku::NAME)?;
            return verbs::generate(&mut session, &recipe, asked.seed, asked.count);
        }
    };
    let most = queens::MAX_GENERATED_SIZE;
    let made = size.parse().ok().filter(|size| matches!(size, 1 | 4..=queens::MAX_GENERATED_SIZE));
    let size =
        made.ok_or_else(|| Failure::Other(format!("expected a --size of 1 or from 4 to {most}, found {size}")))?;
    let mut session = Session::new(options, "generate", queens::Queens::NAME)?;
    verbs::generate_board(&mut session, size, seed)
}

/// What Sudokus are asked for.
fn recipe(asked: &GeneratedSudoku, most_nodes: Option<u64>) -> Result<Recipe, Failure> {
    let boxes = asked.shape.as_deref().map(sudoku::parse_box).transpose().map_err(in_argument("--box"))?;
    let size = asked.size.or(boxes.map(Shape::size)).unwrap_or(Shape::NINE.size());
    let no_boxes = || Failure::Other(format!("expected a size that boxes can make, like 4, 6, 9 or 16, found {size}"));
    let shape = boxes.or_else(|| Shape::of_size(size)).ok_or_else(no_boxes)?;
    if shape.size() != size {
        let (rows, columns) = (shape.rows(), shape.columns());
        return Err(Failure::Other(format!("boxes of {rows} x {columns} make {} rows, not {size}", shape.size())));
    }
    let most = shape.cells();
    if let Some(clues) = asked.clues.as_ref().map(RangeInclusive::end).filter(|clues| **clues > most) {
        return Err(Failure::Other(format!("expected at most {most} clues, found {clues}")));
    }
    let rules = SudokuRules::from(shape).variant(asked.variant.into());
    let usual = Recipe::new(rules.map_err(|misfit| Failure::Other(misfit.to_string()))?);
    Ok(Recipe {
        symmetry: asked.symmetry.into(),
        clues: asked.clues.clone(),
        minimal: asked.minimal,
        difficulty: asked.difficulty.clone(),
        most_drafts: asked.drafts,
        most_nodes: most_nodes.unwrap_or(usual.most_nodes),
        ..usual
    })
}

/// How Sudokus are read. Only `check` wants to hear of every clash of givens; for the rest a clash is bad input.
fn reading(SudokuInput { shape, variant, .. }: &SudokuInput, clashes: bool) -> Result<Reading, Failure> {
    let boxes = shape.as_deref().map(sudoku::parse_box).transpose().map_err(in_argument("--box"))?;
    Ok(Reading { boxes, symbols: None, clashes, variant: (*variant).into() })
}

/// The Sudoku that is the argument itself.
fn sudoku(argument: &str, reading: Reading) -> Source<Sudoku> {
    let puzzle = sudoku::parse_puzzle(argument, reading).map_err(ReadError::from);
    Source { file: "PUZZLE".into(), instances: Box::new(std::iter::once(puzzle)), batch: true }
}

/// The Sudokus of a file.
fn sudokus(files: &Files, file: &str, reading: Reading) -> Result<Puzzles<Bytes>, Failure> {
    let file = files.open(file).map_err(|failure| failure.instead_of("a puzzle"))?;
    Ok(sudoku::read_puzzles(file, reading))
}

/// Answers `task` for the Sudokus of a file, or the one that is the argument.
fn one_or_many(files: &Files, options: Options, input: &SudokuInput, task: &Task) -> Result<Exit, Failure> {
    let reading = reading(input, false)?;
    let mut session = Session::new(options, task.name(), Sudoku::NAME)?;
    if is_puzzle(&input.input, files) {
        return session.run(sudoku(&input.input, reading), |session, sudoku| task.ask(session, sudoku, reading));
    }
    let puzzles = sudokus(files, &input.input, reading)?;
    batch::run(&mut session, task, shown_name(&input.input), puzzles, reading)
}
