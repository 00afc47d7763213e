//! The command line as it is written: the one definition behind parsing, `--help`, completions and the man page.

use std::fmt::Display;
use std::io::Write;
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use tremaux_puzzles::maze::Show;
use tremaux_puzzles::queens::Rules;
use tremaux_puzzles::sudoku::{Difficulty, Symmetry, Variant};
use tremaux_puzzles::{Engine, Moves};

use crate::failure::{Exit, Failure};

const EXAMPLES: &str = "\
Examples:
  tremaux solve queens 8               one board
  tremaux count queens 12 --stats      how many, and what the search did
  tremaux all paths 1 2                every path to (1, 2)
  tremaux count queens 18 --engine bits --job q18.db
                                       a long search, which goes on where it was when it is started again

A file is given by its name, or `-` for standard input.

Exit codes: 0 found, 1 there is none, 2 bad input or usage, 3 stopped by a limit, 130 interrupted.";

const SERVE: &str = "\
Limits: a request has at most 1 MiB and 10 s to arrive. A search has 60 s, or what --timeout says, and at most 1,000 for any
number of its input; it is played for 100,000 steps, fewer of a large state, and its tree drawn for 1,000,000 nodes. Two
searches run at once, or --threads of them, and 64 connections are open at once. Requests by any name but localhost, or
from another site's page, are refused. Ctrl-C ends it.";

const SUDOKU_FILES: &str = "\
A file may state rules of its own before its puzzles:
  [Rules]                 diagonal, windoku, anti-knight, anti-king, non-consecutive, box 2x3
                          r1c1 < r1c2     r1c1 ~ r1c2 (consecutive)     r1c1 r1c2 r2c1 = 12 (a cage)
  [Regions]               the map of a jigsaw, a letter for the region of each cell
  [Cages]                 a map of cages, and their sums: a = 12, b = 7
  [Puzzle]                the grid
Read are also CSV, .sdk, .sdm, .ss, pencil marks, XML of OpenSudoku and JSON of f-puzzles.";

/// Solve, count, list and check puzzles by backtracking.
#[derive(Debug, Parser)]
#[command(name = "tremaux", version, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Command {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    #[command(flatten)]
    pub(crate) options: Options,
}

/// What is asked.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// One solution: the first in the textbook order
    ///
    /// Of 30 queens or more on an empty board nobody can wait for the first: it is one that is constructed. On a board in
    /// a file it is the first if a search of about two seconds finds that, and else another one; above 128 rows it is any.
    /// Standard error says where it may not be the first, and JSON `"first": false`. `--engine bits` searches for the
    /// first however long it takes, `--any` for whichever is found soonest.
    Solve {
        #[command(subcommand)]
        problem: Problem,
        /// Any solution will do, whichever is found first
        #[arg(long, global = true)]
        any: bool,
    },
    /// Every solution, printed as it is found
    All {
        #[command(subcommand)]
        problem: Problem,
        /// Stop after K solutions
        #[arg(long, value_name = "K", global = true, value_parser = clap::value_parser!(u64).range(1..))]
        take: Option<u64>,
        /// The order of the solutions does not matter
        #[arg(long, global = true)]
        unordered: bool,
        #[command(flatten)]
        job: JobArgs,
    },
    /// How many solutions there are
    Count {
        #[command(subcommand)]
        problem: Problem,
        /// Stop at K: `--limit 2` asks whether a solution is the only one
        #[arg(long, value_name = "K", global = true, value_parser = clap::value_parser!(u64).range(1..))]
        limit: Option<u64>,
        #[command(flatten)]
        job: JobArgs,
    },
    /// Whether what you have is right so far, and which rule it breaks where
    Check {
        #[command(subcommand)]
        problem: Problem,
        /// What you have, full or partial: `1 3 0 2` or `2413` for queens, `DRDR` for a maze, `N NE` for paths
        #[arg(long, global = true, allow_hyphen_values = true)]
        answer: Option<String>,
        /// Sudoku: also say which clues are not needed, each of them alone
        #[arg(long, global = true)]
        minimal: bool,
        /// Sudoku: also give the figure of difficulty: how often a reference search guesses, 0 where singles suffice
        #[arg(long, global = true)]
        difficulty: bool,
    },
    /// The decision tree as text: every choice, `dead` ends and `yes!`
    Tree {
        #[command(subcommand)]
        problem: Problem,
        /// Show nothing below D choices
        #[arg(long, value_name = "D", global = true)]
        depth: Option<usize>,
    },
    /// How large the search is, by random probing, before you start it: nodes, solutions and time, each with the bounds
    /// between which it lies 95 times out of 100
    Estimate {
        #[command(subcommand)]
        problem: Problem,
        /// The same seed makes the same random choices
        #[arg(long, value_name = "S", default_value_t = 1, global = true)]
        seed: u64,
        /// Stop after R rounds of probes, not after `--timeout` [default: 1s]: then a seed gives the same numbers
        #[arg(long, value_name = "R", global = true, value_parser = clap::value_parser!(u64).range(2..))]
        rounds: Option<u64>,
    },
    /// The search in the terminal, step by step, forwards and backwards: `?` says what the keys are. Of a file of puzzles
    /// the first is watched
    Watch {
        #[command(subcommand)]
        problem: Option<Problem>,
        /// A trace that was written, instead of a problem
        #[arg(long = "trace", value_name = "FILE", conflicts_with_all = ["take", "from", "max_steps"])]
        written: Option<String>,
        #[command(flatten)]
        record: RecordArgs,
    },
    /// The events of the search as JSON Lines: docs/trace-format.md describes them
    Trace {
        #[command(subcommand)]
        problem: Problem,
        #[command(flatten)]
        record: RecordArgs,
        /// Leave out how the state looks after every step: a small file, whose replay shows the choices only
        #[arg(long, global = true)]
        no_scenes: bool,
    },
    /// The search as a file: `.html` for a page that plays it, `.svg` for a state or the tree, `.gif`, `.txt`, `.cast` for
    /// asciinema, `.json` for a player of your own, `.cpprofiler` to be sent to CP-Profiler
    Render {
        #[command(subcommand)]
        problem: Option<Problem>,
        /// A trace that was written, instead of a problem
        #[arg(long = "trace", value_name = "FILE", conflicts_with_all = ["take", "from", "max_steps"])]
        written: Option<String>,
        #[command(flatten)]
        record: RecordArgs,
        #[command(flatten)]
        render: RenderArgs,
    },
    /// Programs with a mistake beside the right one, and the first step at which they part: queens, sudoku and maze
    Mistakes {
        #[command(subcommand)]
        problem: Problem,
    },
    /// The same problem stated in its different ways, counted side by side
    Compare {
        #[command(subcommand)]
        problem: Problem,
    },
    /// New puzzles, each with one solution
    Generate {
        #[command(subcommand)]
        problem: Generated,
    },
    /// The puzzles without clues that their solutions do not need
    Minimize {
        #[command(subcommand)]
        problem: Minimized,
    },
    /// The form of each puzzle up to symmetry: two that are the same puzzle have the same form
    Canonical {
        #[command(subcommand)]
        problem: Canonical,
    },
    /// A job that is kept in a file: how it stands, whether it is right, what is in it. It is begun, and gone on with, by
    /// `count` and `all` with `--job FILE`
    Job {
        #[command(subcommand)]
        verb: JobVerb,
    },
    /// A page in the browser: choose or draw a problem, search it, and see the search
    #[command(after_help = SERVE)]
    Serve {
        /// The address to listen on. Any but 127.0.0.1 lets other machines search on this one
        #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
        listen: IpAddr,
        /// The port; 0 takes any that is free
        #[arg(long, value_name = "N", default_value_t = 8629)]
        port: u16,
    },
    /// Completions for a shell, to be sourced by it
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// The manual page, in roff: `tremaux man | man -l -`
    Man,
}

/// A search that is kept in a file.
#[derive(Args, Clone, Debug)]
pub(crate) struct JobArgs {
    /// Keep the search in FILE, and go on with what is there: it may be stopped, killed or cut off from power at any time,
    /// and several processes may be at it. `all` writes its solutions to FILE.solutions, one a line, as JSON
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) job: Option<PathBuf>,
    /// Cut a new job into about N units [default: as many as take a second each]
    #[arg(long, value_name = "N", global = true, requires = "job", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) units: Option<u64>,
}

/// What is asked of a job.
#[derive(Debug, Subcommand)]
pub(crate) enum JobVerb {
    /// How it stands: units done, solutions so far, who is at it, the time left
    Status {
        /// The job's file
        file: PathBuf,
    },
    /// Do some of the units once more, and compare; the exit code is 1 if anything differs
    Audit {
        /// The job's file
        file: PathBuf,
        /// How many units, of those that are done
        #[arg(long, value_name = "N", default_value_t = 50)]
        sample: usize,
        /// The same seed draws the same units
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
    },
    /// The job and all its units as JSON
    Export {
        /// The job's file
        file: PathBuf,
        /// Only the units that are not done, one a line, as `job unit` takes them
        #[arg(long)]
        open: bool,
    },
    /// Do units, given as JSON, and print what comes of each as JSON, on a line: units of `job export --open`
    Unit {
        /// The unit, or `-` for standard input, where there may be more of the same job, one after the other
        #[arg(value_name = "JSON")]
        unit: String,
    },
    /// Keep what `job unit` printed elsewhere: results on standard input, of units that are not done yet
    Store {
        /// The job's file
        file: PathBuf,
    },
}

/// What is searched. As JSON it is the `input` of a job: what is at its default is left out.
#[derive(Clone, Debug, Subcommand, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Problem {
    /// N queens on a board of N x N, none attacking another
    Queens {
        /// A size; or a file of a number of cases and then sizes, or of boards: `.` free, `Q` a queen, `#` blocked, or
        /// a letter or number for the region of each square
        #[arg(value_name = "N|FILE", allow_negative_numbers = true)]
        input: String,
        /// Up to symmetry: of the images of a board under turns and flips the first alone
        #[arg(long)]
        #[serde(default, skip_serializing_if = "is_default")]
        fundamental: bool,
        #[command(flatten)]
        #[serde(flatten)]
        rules: RulesArgs,
    },
    /// A Sudoku, or very many: every row, column and box has every digit once
    #[command(after_help = SUDOKU_FILES)]
    Sudoku(SudokuInput),
    /// A path through a maze, no cell twice
    Maze {
        /// A matrix of 1 (open) and 0 (blocked), with or without its size before it; or a drawing with `#`, `S` and `E`
        file: String,
        /// The moves allowed
        #[arg(long, value_enum, default_value_t = MovesArg::Four)]
        #[serde(default, skip_serializing_if = "is_default")]
        moves: MovesArg,
        /// Only the shortest paths
        #[arg(long)]
        #[serde(default, skip_serializing_if = "is_default")]
        shortest: bool,
        /// What of a path is shown as text
        #[arg(long, value_enum, default_value_t = ShowArg::Both)]
        #[serde(skip)]
        show: ShowArg,
    },
    /// Words in a grid of letters, from cell to neighbouring cell, no cell twice
    Words {
        /// Rows of letters, with or without spaces between them
        file: String,
        /// The words to be found
        #[arg(value_name = "WORD", required_unless_present = "dictionary", conflicts_with = "dictionary")]
        #[serde(default, skip_serializing_if = "is_default")]
        words: Vec<String>,
        /// A file of words, one a line, to be found all in one search
        #[arg(long, value_name = "FILE")]
        #[serde(default, skip_serializing_if = "is_default")]
        dictionary: Option<String>,
        /// One path for each word of the dictionary; `solve` asks for no more anyway
        #[arg(long, requires = "dictionary")]
        #[serde(default, skip_serializing_if = "is_default")]
        once: bool,
        /// The moves from letter to letter
        #[arg(long, value_enum, default_value_t = MovesArg::Four)]
        #[serde(default, skip_serializing_if = "is_default")]
        moves: MovesArg,
        /// Upper and lower case are the same letter
        #[arg(long)]
        #[serde(default, skip_serializing_if = "is_default")]
        ignore_case: bool,
    },
    /// Every path to a goal by steps N (0, +1), NE (+1, +1) and E (+1, 0)
    Paths {
        /// How far east the goal is
        #[arg(allow_negative_numbers = true)]
        x: String,
        /// How far north the goal is
        #[arg(allow_negative_numbers = true)]
        y: String,
        /// The steps allowed, in the order to be tried
        #[arg(long, value_name = "STEPS", default_value = "N,NE,E")]
        steps: String,
    },
    /// Every balanced string of pairs of parentheses
    Parens {
        /// How many pairs
        #[arg(allow_negative_numbers = true)]
        pairs: String,
    },
    /// Every ordering of the items, each once where items are equal
    Permutations {
        /// The items, in the order to be tried
        #[arg(required = true, value_name = "ITEM", allow_negative_numbers = true)]
        items: Vec<String>,
    },
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What is generated.
#[derive(Debug, Subcommand)]
pub(crate) enum Generated {
    /// A board with coloured regions: a queen in every row, column and region, and no two touching
    Queens {
        /// How many rows the board has
        #[arg(long, value_name = "N", default_value = "8")]
        size: String,
        /// The same seed gives the same board
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
    },
    /// Sudokus, a line each. Without --clues, clues go as long as the solution stays the only one
    #[command(after_help = GENERATE_SUDOKU)]
    Sudoku(GeneratedSudoku),
}

const GENERATE_SUDOKU: &str = "\
Examples:
  tremaux generate sudoku --count 50 --seed 7
  tremaux generate sudoku --symmetry rotate --clues 26-30 --difficulty 0
  tremaux generate sudoku --size 6 --minimal

Puzzles are drafted until one is what was asked for. If none of --drafts is, the run ends there with exit code 3, what was
made before stands, and standard error says what the drafts were like. The number of threads changes nothing.";

/// What Sudokus are to be made.
#[derive(Args, Clone, Debug)]
pub(crate) struct GeneratedSudoku {
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,
    /// The same seed gives the same puzzles
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many rows they have [default: 9]
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<usize>,
    /// The rows and columns of a box, where they are not the usual ones for the size: `3x2`
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) shape: Option<String>,
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// What leaves the pattern of clues the same
    #[arg(long, value_enum, default_value_t = SymmetryArg::None)]
    pub(crate) symmetry: SymmetryArg,
    /// How many clues: `24-28`, or `30`
    #[arg(long, value_name = "A-B", value_parser = range::<usize>)]
    pub(crate) clues: Option<RangeInclusive<usize>>,
    /// Only puzzles whose solution needs every clue
    #[arg(long)]
    pub(crate) minimal: bool,
    /// How difficult, by the figure of `check --difficulty`: `5-20.5`, or `0` for singles alone
    #[arg(long, value_name = "A-B", value_parser = range::<Difficulty>)]
    pub(crate) difficulty: Option<RangeInclusive<Difficulty>>,
    /// How many drafts may be made for one puzzle
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) drafts: u64,
}

/// `A-B`, or `A` for both.
fn range<T: FromStr<Err: Display> + Ord + Clone>(text: &str) -> Result<RangeInclusive<T>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let end = |end: &str| end.trim().parse::<T>().map_err(|error| error.to_string());
    let (first, last) = (end(first)?, end(last)?);
    if first > last { Err("expected the smaller one first".into()) } else { Ok(first..=last) }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SymmetryArg {
    /// Nothing is asked
    None,
    /// Half a turn
    Rotate,
    /// A quarter of a turn
    Quarter,
    /// Left and right exchanged
    Mirror,
    /// Top and bottom exchanged
    Flip,
    /// The diagonal from the top left
    Diagonal,
    /// The diagonal from the top right
    Antidiagonal,
    /// All turns and mirror images
    Full,
}

impl From<SymmetryArg> for Symmetry {
    fn from(symmetry: SymmetryArg) -> Symmetry {
        match symmetry {
            SymmetryArg::None => Symmetry::None,
            SymmetryArg::Rotate => Symmetry::Rotate,
            SymmetryArg::Quarter => Symmetry::Quarter,
            SymmetryArg::Mirror => Symmetry::Mirror,
            SymmetryArg::Flip => Symmetry::Flip,
            SymmetryArg::Diagonal => Symmetry::Diagonal,
            SymmetryArg::Antidiagonal => Symmetry::Antidiagonal,
            SymmetryArg::Full => Symmetry::Full,
        }
    }
}

/// What is minimised.
#[derive(Debug, Subcommand)]
pub(crate) enum Minimized {
    /// Sudokus, written as they were. What is left is a minimal puzzle, none of whose clues can go; it is rarely one
    /// with the fewest clues there could be
    Sudoku {
        #[command(flatten)]
        input: SudokuInput,
        /// Try the clues in an order drawn by this seed, the same for the same seed [default: in reading order]
        #[arg(long, value_name = "S")]
        seed: Option<u64>,
    },
}

/// What has a form up to symmetry.
#[derive(Debug, Subcommand)]
pub(crate) enum Canonical {
    /// Sudokus, a line each: the least line that comes of relabelling digits, of another order of rows, columns, bands
    /// and stacks, and, where boxes are square, of rows for columns. `tremaux canonical sudoku FILE | sort -u` leaves
    /// one of each
    Sudoku {
        #[command(flatten)]
        input: SudokuInput,
    },
}

/// Where Sudokus come from.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SudokuInput {
    /// A file of puzzles in almost any format, or a puzzle itself
    #[arg(value_name = "FILE|PUZZLE", allow_hyphen_values = true)]
    pub(crate) input: String,
    /// The rows and columns of a box, where they are not the usual ones for the size: `3x2`
    #[arg(long = "box", value_name = "RxC")]
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) shape: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) variant: VariantArgs,
}

/// What every pair of verb and problem takes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options of every verb and problem")]
pub(crate) struct Options {
    /// How answers are written
    #[arg(long, value_enum, default_value_t = Format::Text, global = true)]
    pub(crate) format: Format,
    /// Say what the search did: calls, options tried, rejected, placed and unplaced, dead ends, solutions
    #[arg(long, global = true)]
    pub(crate) stats: bool,
    /// How many threads search [default: all cores]; the answer never depends on it. There is one where it would: under
    /// `--max-nodes`, and for the `--stats` of a search that ends early
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) threads: Option<u32>,
    /// Stop after this time: `10s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", global = true, value_parser = humantime::parse_duration)]
    pub(crate) timeout: Option<Duration>,
    /// Stop a search after N nodes
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_nodes: Option<u64>,
    /// The form that is searched [default: fast, or plain where quantities or a view are asked for]
    #[arg(long, value_enum, global = true)]
    pub(crate) engine: Option<EngineArg>,
    /// Whether long work says how far it is, on standard error: a bar, or where that is no terminal, a line every 10 s
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ProgressArg::Auto, global = true)]
    pub(crate) progress: ProgressArg,
    /// Whether messages are coloured; `NO_COLOR` is respected
    #[arg(long, value_enum, default_value_t = ColorArg::Auto, global = true)]
    pub(crate) color: ColorArg,
    /// Say nothing on standard error but errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Stop at the first bad puzzle of a batch
    #[arg(long, global = true)]
    pub(crate) strict: bool,
}

impl Options {
    /// The engine asked for, or the default for questions that do or do not look into the search.
    pub(crate) fn engine(&self, looks_into_search: bool) -> Engine {
        match self.engine {
            Some(EngineArg::Plain) => Engine::Plain,
            Some(EngineArg::Bits) => Engine::Bits,
            Some(EngineArg::Fast) => Engine::Fast,
            None if looks_into_search => Engine::Plain,
            None => Engine::Fast,
        }
    }
}

/// When progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressArg {
    /// On a terminal, unless the answers are printed on the same
    Auto,
    /// Anywhere
    Always,
    /// Nowhere
    Never,
}

/// How much of a search is recorded.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct RecordArgs {
    /// Stop at the K-th solution, without undoing it
    #[arg(long, value_name = "K", global = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) take: Option<u64>,
    /// Run to this node without a record, and record from there; nodes are numbered as `tree --format json` does
    #[arg(long, value_name = "NODE", global = true, default_value_t = 0)]
    pub(crate) from: u64,
    /// Keep the first N steps
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_steps: Option<u64>,
}

/// What is rendered, and where to.
#[derive(Args, Clone, Debug)]
pub(crate) struct RenderArgs {
    /// The file to be written; its ending says what it is
    #[arg(long, short, value_name = "FILE", global = true, default_value = "")]
    pub(crate) output: String,
    /// The step shown, or the first of them; steps are numbered from 1
    #[arg(long, value_name = "STEP", global = true)]
    pub(crate) step: Option<usize>,
    /// The last step shown
    #[arg(long, value_name = "STEP", global = true)]
    pub(crate) to: Option<usize>,
    /// The size: pixels to fit into, or columns and rows of text
    #[arg(long, value_name = "WxH", global = true, value_parser = parse_size)]
    pub(crate) size: Option<Size>,
    /// The decision tree instead of the state, in an .svg
    #[arg(long, global = true)]
    pub(crate) tree: bool,
    /// In the tree, show every subtree without a solution as one triangle
    #[arg(long, global = true, requires = "tree")]
    pub(crate) hide_failed: bool,
}

/// A width and a height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// The largest width and height of what is rendered.
const MAX_SIDE: usize = 10_000;

fn parse_size(text: &str) -> Result<Size, String> {
    let number = |text: &str| text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let sides = text.split_once('x').and_then(|(width, height)| Some((number(width)?, number(height)?)));
    let (width, height) = sides.ok_or_else(|| format!("expected WxH, each from 1 to {MAX_SIDE}"))?;
    Ok(Size { width, height })
}

/// What is attacked on a board of queens, beyond what is drawn on it.
#[derive(Args, Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct RulesArgs {
    /// No two queens may touch; with regions this replaces the attack along diagonals, as in the daily puzzle
    #[arg(long)]
    #[serde(default, skip_serializing_if = "is_default")]
    no_touch: bool,
    /// The board wraps around: its edges are joined
    #[arg(long)]
    #[serde(default, skip_serializing_if = "is_default")]
    torus: bool,
    /// A blocked square stops an attack along a diagonal
    #[arg(long)]
    #[serde(default, skip_serializing_if = "is_default")]
    shield: bool,
}

impl From<RulesArgs> for Rules {
    fn from(RulesArgs { no_touch, torus, shield }: RulesArgs) -> Rules {
        Rules { torus, no_touch, shield }
    }
}

/// The rules of a Sudoku beside rows, columns and boxes, and beside what its file says.
#[derive(Args, Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct VariantArgs {
    /// Both long diagonals have every digit once (Sudoku X)
    #[arg(long)]
    #[serde(default, skip_serializing_if = "is_default")]
    diagonal: bool,
    /// The windows, squares one cell away from each other and from the edge, have every digit once
    #[arg(long)]
    #[serde(default, skip_serializing_if = "is_default")]
    windoku: bool,
    /// Cells a knight's move apart differ
    #[arg(long)]
    #[serde(default, skip_serializing_if = "is_default")]
    anti_knight: bool,
    /// Cells that touch at a corner differ
    #[arg(long)]
    #[serde(default, skip_serializing_if = "is_default")]
    anti_king: bool,
    /// Cells that share a side are not consecutive, unless the file marks them as such
    #[arg(long)]
    #[serde(default, skip_serializing_if = "is_default")]
    non_consecutive: bool,
}

impl From<VariantArgs> for Variant {
    fn from(args: VariantArgs) -> Variant {
        let VariantArgs { diagonal, windoku, anti_knight, anti_king, non_consecutive } = args;
        Variant { diagonal, windoku, anti_knight, anti_king, non_consecutive }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MovesArg {
    /// Right and down
    RightDown,
    /// Down, left, right and up
    #[default]
    Four,
    /// The four and the diagonals
    Eight,
}

impl From<MovesArg> for Moves {
    fn from(moves: MovesArg) -> Moves {
        match moves {
            MovesArg::RightDown => Moves::RightDown,
            MovesArg::Four => Moves::Four,
            MovesArg::Eight => Moves::Eight,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowArg {
    /// The maze with the path in it
    Matrix,
    /// The moves as letters: `DRDDRR`
    Moves,
    /// The maze, and the moves below
    #[default]
    Both,
    /// Whether there is one: `true` or `false`
    Exists,
}

impl From<ShowArg> for Show {
    fn from(show: ShowArg) -> Show {
        match show {
            ShowArg::Matrix => Show::Matrix,
            ShowArg::Moves => Show::Moves,
            ShowArg::Both => Show::Both,
            ShowArg::Exists => Show::Exists,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// One JSON object a line
    Lines,
    /// Queens in short, by column from 1: `15863724`
    Digits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineArg {
    /// The template to the letter, marks as sets
    Plain,
    /// The same calls with marks as bits
    Bits,
    /// The best there is
    Fast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    Auto,
    Always,
    Never,
}

/// Writes the completions of `shell` to standard output.
pub(crate) fn print_completions(shell: clap_complete::Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Command::command(), "tremaux", &mut script);
    print(&script)
}

/// Writes the manual page to standard output, every verb's usage in it.
pub(crate) fn print_man() -> Result<Exit, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Command::command().flatten_help(true)).render(&mut page)?;
    print(&page)
}

/// Writes `bytes` to standard output.
pub(crate) fn print(bytes: &[u8]) -> Result<Exit, Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Exit::Found)
}
