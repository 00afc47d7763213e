//! Puzzles out of files, one after the other.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::bits::digit_of;
use super::document::{Document, MOST_BYTES};
use super::draft::{Draft, Section};
use super::line::{BLANKS, Content, Context, Mark, Symbol, content, is_blank, unfit};
use super::opensudoku::{self, Game};
use super::{Alphabet, Layout, LineOfNine, MAX_SIZE, Rules, Shape, Sudoku, Symbols, Variant, fpuzzles};
use crate::input::{Line, Lines, ended, lines, shown};
use crate::{InputError, ReadError};

/// What is to be known of the puzzles beforehand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// The shape of the boxes; by default that of [`Shape::of_size`] for the size found. With it, no other size is read.
    pub boxes: Option<Shape>,
    /// The symbols they are written with; by default those found.
    pub symbols: Option<Symbols>,
    /// Whether givens that clash are let through, for one who wants to know of all of them.
    pub clashes: bool,
    /// The rules beside rows, columns and boxes.
    pub variant: Variant,
}

/// The puzzles in `input`, each read when it is asked for; no more than one is held. After one that cannot be read, the
/// reading goes on with what follows it.
///
/// # What is read
///
/// **A line with a whole puzzle**: its N x N symbols, in reading order. N is 4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21,
/// 22, 24 or 25. In a table (`puzzle,solution`; also with `;`) it is the first field of such a length, and a heading
/// without digits is passed over; so are remarks behind a puzzle of 81 or more symbols, apart by a space.
///
/// **A grid**: N lines with the N symbols of a row each – together, apart by spaces or commas, or in groups, with or
/// without bars (`|`, `:`, `!`, box drawing) between them. The first row says what N is. Empty lines may stand
/// between bands, and lines drawn with `-`, `_`, `=`, `+`, `*` and bars anywhere.
///
/// **Pencil marks**: a line of 729 characters, nine places a cell, where digit `d` stands at its place or a blank does; or
/// a grid of 9 rows with the candidates of each cell in ascending order, apart by spaces or bars. A cell with one
/// candidate is given.
///
/// **Rules**: `[Rules]` (a line each: `diagonal`, `windoku`, `anti-knight`, `anti-king`, `non-consecutive`, `box 2x3`;
/// relations like `r1c1 < r1c2 > r1c3` and `r1c1 ~ r2c1` for consecutive digits, rows and columns from 1; cages like
/// `r1c1 r1c2 = 10`, or `= any` where they only differ), `[Regions]` (a map of the regions of a jigsaw) and `[Cages]` (a
/// map of cages, `.` where there is none, and their sums like `a = 10, b = 7`) before `[Puzzle]`. They hold for all puzzles
/// that follow, up to the next such sections.
///
/// **Documents**: XML of `OpenSudoku`; JSON of f-puzzles, one object or one a line, as far as its rules are known here: both
/// diagonals, anti-knight, anti-king, nonconsecutive, regions, killer cages, extra regions, thermometers, differences of
/// 1. A puzzle with other rules is refused. The links that hold such an object packed are not read.
///
/// **Passed over**: what stands behind a `#`; empty lines; names of sections (`[Puzzle]`) and titles (`Grid 01`); what a
/// section `[State]` holds; a ^Z at the end.
///
/// **Digits** are, by what a puzzle uses: numbers (from 10 x 10 on, apart by spaces, some of two places); letters from A
/// (letters and no other digit); from 0 (from 10 x 10 on, where 0 stands beside another blank and the last digit from 1
/// does not occur, or where no cell is blank); else from 1, with A after 9. Letters may be of either case.
///
/// **Blanks** are `.`, `0`, `_`, `*`, `x`, `X`, `-`, `?` and space, unless they are digits: `0` where digits are from 0,
/// `X` where they are letters to X.
///
/// **Doubts.** Spaces are blanks where the line makes a row or a puzzle with them and not without them, or a puzzle with
/// them and stands unevenly; or the length of the grid's first row. A line of dashes (`-`, `_` or `*` alone) is a row of
/// blanks where it is as long as the grid's rows and no other blank was used; else it is drawn. 81 dashes are an empty
/// puzzle. 16 symbols together, none past 4, are a puzzle of 4 x 4, unless a row of 16 with others follows.
///
/// ```
/// use tremaux_puzzles::sudoku::{Reading, read_puzzles};
///
/// let file = "# two of 4 x 4\n12.....22.....21\n\n|1 -|- -|\n|- -|- 2|\n+---+---+\n|2 -|- -|\n|- -|1 -|\n";
/// let puzzles = read_puzzles(file.as_bytes(), Reading::default());
/// let lines: Vec<_> = puzzles.map(|puzzle| puzzle.unwrap().line()).collect();
/// assert_eq!(lines, ["12.....22.....21", "1......22.....1."]);
/// ```
pub fn read_puzzles<R: BufRead>(input: R, reading: Reading) -> Puzzles<R> {
    Puzzles {
        lines: lines(input),
        reading,
        held: None,
        dashes: Vec::new(),
        before: None,
        draft: Ok(Draft::default()),
        followed: true,
        rules: None,
        heading: true,
        ready: VecDeque::new(),
        ended: false,
    }
}

/// The one puzzle in `text`: a line, or a grid with its line ends.
///
/// ```
/// use tremaux_puzzles::sudoku::{Reading, parse_puzzle};
///
/// let sudoku = parse_puzzle("12.. | ...2 | 2... | ..21".replace(" | ", "\n").as_str(), Reading::default()).unwrap();
/// assert_eq!(sudoku.line(), "12.....22.....21");
/// let error = parse_puzzle("99..5.1.".repeat(10).as_str(), Reading::default()).unwrap_err();
/// assert_eq!(error.message, "expected 81 symbols for a puzzle of 9 x 9, found 80");
/// ```
///
/// # Errors
/// When there is none that can be read, or more than one.
pub fn parse_puzzle(text: &str, reading: Reading) -> Result<Sudoku, InputError> {
    let mut puzzles = read_puzzles(text.as_bytes(), reading);
    let mut next = || puzzles.next().map(|puzzle| puzzle.map_err(in_memory)).transpose();
    let puzzle = next()?.ok_or_else(|| ended(0, "expected a puzzle, found none"))?;
    match next()? {
        None => Ok(puzzle),
        Some(_) => Err(ended(puzzles.line().saturating_sub(1), "expected one puzzle, found another after it")),
    }
}

/// Whether `text` looks like a puzzle, be it a wrong one, rather than like the name of a file: it has a puzzle's length,
/// or more than one line, or nothing but digits, blanks and bars.
///
/// ```
/// use tremaux_puzzles::sudoku::looks_like_puzzle;
///
/// assert!(looks_like_puzzle("12..|...2|2...|..21") && looks_like_puzzle("12.."));
/// assert!(!looks_like_puzzle("puzzles.txt"));
/// ```
#[must_use]
pub fn looks_like_puzzle(text: &str) -> bool {
    let length = text.chars().count();
    let has_length = (4..=MAX_SIZE).any(|size| length == size * size);
    let has_symbols = length > 1 && text.chars().all(|it| it.is_ascii_digit() || is_blank(it) || it == '|');
    has_length || has_symbols || text.contains('\n')
}

/// Text in memory is always there to be read.
fn in_memory(error: ReadError) -> InputError {
    match error {
        ReadError::Input(error) => error,
        ReadError::Io(error) => ended(0, error.to_string()),
    }
}

/// The shape of a box as an argument: `2x3` has 2 rows and 3 columns.
///
/// ```
/// assert_eq!(tremaux_puzzles::sudoku::parse_box("2x3").unwrap().columns(), 3);
/// ```
///
/// # Errors
/// When `text` is not two numbers apart by an `x`, both 2 or more, whose product is at most 25.
pub fn parse_box(text: &str) -> Result<Shape, InputError> {
    let sides = text.split_once(['x', 'X']).map(|(rows, columns)| (rows.trim().parse(), columns.trim().parse()));
    let shape = match sides {
        Some((Ok(rows), Ok(columns))) => Shape::new(rows, columns),
        _ => None,
    };
    let line = Line { number: 1, text: text.to_owned() };
    let expected = "expected the rows and columns of a box, like 2x3, both 2 or more and their product at most 25";
    shape.ok_or_else(|| line.error(0, format!("{expected}, found `{}`", shown(text))))
}

/// The digits of an answer to `sudoku` by cell, 0 where it is open and nothing is given.
pub(super) fn answer(text: &str, sudoku: &Sudoku) -> Result<Vec<u8>, InputError> {
    let (boxes, symbols) = (Some(sudoku.shape()), Some(sudoku.symbols()));
    let reading = Reading { boxes, symbols, clashes: true, variant: Variant::default() };
    let answer = parse_puzzle(text, reading)?;
    let or_given = |(&found, &given): (&u8, &u8)| if found == 0 { given } else { found };
    Ok(answer.cells().iter().zip(sudoku.cells()).map(or_given).collect())
}

/// See [`read_puzzles`].
#[derive(Debug)]
pub struct Puzzles<R> {
    lines: Lines<R>,
    reading: Reading,
    /// A line that was read and belongs to what comes next.
    held: Option<Line>,
    /// The lines of dashes just read before any row; drawn, unless a row says otherwise.
    dashes: Vec<(Line, Vec<Mark>)>,
    /// The size of the last puzzle.
    before: Option<usize>,
    /// The rules that sections stated, or why they cannot be read; and whether a puzzle followed.
    draft: Result<Draft, InputError>,
    followed: bool,
    /// The shape and the rules of the last puzzle: of most files those of all.
    rules: Option<(Shape, Rules)>,
    /// Whether only comments, or documents, were read so far.
    heading: bool,
    /// The puzzles of a document that are still to be given.
    ready: VecDeque<Result<Sudoku, InputError>>,
    /// Whether the bytes stopped to come.
    ended: bool,
}

/// A puzzle as it is gathered: its lines, and each mark with the index of its line.
#[derive(Default)]
struct Gathered {
    lines: Vec<Line>,
    marks: Vec<(usize, Mark)>,
    rows: usize,
    /// The first error in it; the rest is gathered all the same, so as not to be taken for another puzzle.
    error: Option<InputError>,
}

impl Gathered {
    fn row(&mut self, line: Line, marks: Vec<Mark>) {
        let index = self.lines.len();
        self.lines.push(line);
        self.marks.extend(marks.into_iter().map(|mark| (index, mark)));
        self.rows += 1;
    }

    fn bad_row(&mut self, error: InputError) {
        self.error.get_or_insert(error);
        self.rows += 1;
    }

    /// Whether a line of dashes is a row of `width` blanks: no other blank is in use.
    fn takes(&self, dashes: &[Mark], width: usize) -> bool {
        let dash = |symbol: Symbol| dashes.iter().any(|mark| mark.symbol == symbol);
        let another = |(_, mark): &(usize, Mark)| match mark.symbol {
            Symbol::Character(it) => is_blank(it) && !dash(mark.symbol),
            Symbol::Number(_) | Symbol::Candidates(_) => false,
        };
        dashes.len() == width && !self.marks.iter().any(another)
    }
}

impl<R: BufRead> Iterator for Puzzles<R> {
    type Item = Result<Sudoku, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(puzzle) = self.ready.pop_front() {
                return Some(puzzle.map_err(ReadError::from));
            }
            let line = match self.next_line() {
                Some(Ok(line)) => line,
                Some(Err(error)) => return Some(Err(error)),
                None => return self.rules_of_nothing().map(Err),
            };
            if self.heading && line.text.trim_start().starts_with(['<', '{']) {
                self.document(&line);
                continue;
            }
            let content = content(&line, self.context(None));
            self.heading &= line.text.split('#').next().is_some_and(|text| text.trim().is_empty());
            match content {
                Ok(Content::Aside) => {}
                Ok(Content::Empty | Content::Title) => self.dashes.clear(),
                Ok(Content::State) => self.skip_section(),
                Ok(Content::Section(section)) => self.section(section, line),
                Ok(Content::Dashes { marks }) => self.dashes.push((line, marks)),
                Ok(Content::Row { marks, spaced }) => return Some(self.grid(line, marks, spaced)),
                Ok(Content::Whole { marks }) if self.begins_grid(&marks) => {
                    return Some(self.grid(line, marks, false));
                }
                Ok(Content::Whole { marks }) => {
                    let mut gathered = Gathered::default();
                    gathered.row(line, marks);
                    return Some(self.puzzle(gathered, Layout::Line));
                }
                Err(error) => {
                    self.followed = true;
                    return Some(Err(error.into()));
                }
            }
            // More than a grid has rows can only be drawn.
            self.dashes.truncate(MAX_SIZE);
        }
    }
}

impl<R: BufRead> Puzzles<R> {
    /// The number of the last line that belongs to the puzzles given so far, from 1; 0 before the first.
    pub fn line(&self) -> usize {
        self.lines.number() - usize::from(self.held.is_some())
    }

    /// The input.
    pub fn input(&mut self) -> &mut R {
        self.lines.input()
    }

    /// The next puzzle, if it stands on a line of its own or is the first field of a row of a table, in digits and `.`
    /// or `0`, whole in what the input has in its buffer, is one of 9 x 9 by the usual rules, and the one before was
    /// so, too. Whether givens clash is not looked at.
    ///
    /// It takes some 20 ns. Large files have such puzzles in nearly every line. What else comes next is left to be read as
    /// ever.
    ///
    /// # Errors
    /// When the bytes do not come.
    pub fn next_line_of_nine(&mut self) -> io::Result<Option<LineOfNine>> {
        let usual = self.rules.as_ref().is_some_and(|(shape, rules)| *shape == Shape::NINE && rules.is_classic());
        let between = self.held.is_none() && self.ready.is_empty() && !self.ended;
        if !(usual && between && self.reading.symbols.is_none()) {
            return Ok(None);
        }
        let Some(line) = self.lines.take_if(LineOfNine::at)? else { return Ok(None) };
        (self.before, self.heading, self.followed) = (Some(Shape::NINE.size()), false, true);
        self.dashes.clear();
        Ok(Some(line))
    }

    fn context(&self, width: Option<usize>) -> Context {
        Context { boxes: self.boxes(), width, before: self.before, heading: self.heading }
    }

    /// The shape that the next puzzle must have, if that is known.
    fn boxes(&self) -> Option<Shape> {
        self.reading.boxes.or_else(|| self.draft.as_ref().ok().and_then(Draft::shape))
    }

    /// Reads a section of rules, whose title is `title`. After a puzzle the rules begin anew.
    fn section(&mut self, section: Section, title: Line) {
        if std::mem::take(&mut self.followed) {
            (self.draft, self.rules, self.before) = (Ok(Draft::default()), None, None);
        }
        let mut last = title;
        while let Some(line) = self.next_line() {
            let line = match line {
                Ok(line) if line.text.trim_start().starts_with('[') => {
                    self.held = Some(line);
                    break;
                }
                Ok(line) => line,
                Err(error) => {
                    self.draft = Err(in_memory(error));
                    continue;
                }
            };
            if let Ok(draft) = &mut self.draft
                && let Err(error) = draft.line(section, &line)
            {
                self.draft = Err(error);
            }
            last = line;
        }
        if let Ok(draft) = &mut self.draft
            && let Err(error) = draft.end(section, &last)
        {
            self.draft = Err(error);
        }
    }

    /// The error of rules at the end of the file that no puzzle follows.
    fn rules_of_nothing(&mut self) -> Option<ReadError> {
        let followed = std::mem::replace(&mut self.followed, true);
        let error = || ended(self.lines.number(), "expected a puzzle for these rules, found none");
        (!followed).then(|| self.draft.as_ref().err().cloned().unwrap_or_else(error).into())
    }

    fn next_line(&mut self) -> Option<Result<Line, ReadError>> {
        if self.held.is_some() {
            return self.held.take().map(Ok);
        }
        if self.ended {
            return None;
        }
        let line = self.lines.next();
        // After bytes that can't be had there are no others to be waited for.
        self.ended = !matches!(line, Some(Ok(_) | Err(ReadError::Input(_))));
        line
    }

    /// Passes over the rows of a section, up to the next title.
    fn skip_section(&mut self) {
        while let Some(Ok(line)) = self.next_line() {
            if matches!(content(&line, self.context(None)), Ok(Content::Title | Content::Section(_))) {
                self.held = Some(line);
                return;
            }
        }
    }

    /// Whether what could be a whole puzzle of 4 x 4 is the first row of a grid of 16, as the next line shows.
    fn begins_grid(&mut self, marks: &[Mark]) -> bool {
        let context = self.context(None);
        if marks.len() != 16 || self.before == Some(4) || self.boxes().is_some() {
            return false;
        }
        let Some(Ok(next)) = self.next_line() else { return false };
        let follows = matches!(content(&next, context), Ok(Content::Row { marks, .. }) if marks.len() == 16);
        self.held = Some(next);
        follows
    }

    /// The grid whose first row is `marks`.
    fn grid(&mut self, first: Line, marks: Vec<Mark>, spaced: bool) -> Result<Sudoku, ReadError> {
        let width = marks.len();
        let layout = if spaced { Layout::SpacedRows } else { Layout::Rows };
        let mut gathered = Gathered::default();
        gathered.marks.extend(marks.iter().map(|mark| (0, *mark)));
        let dashes = std::mem::take(&mut self.dashes);
        let blanks: Vec<_> = dashes.into_iter().filter(|(_, marks)| gathered.takes(marks, width)).collect();
        gathered.marks.clear();
        for (line, marks) in blanks {
            gathered.row(line, marks);
        }
        gathered.row(first, marks);
        while gathered.rows < width {
            self.next_row(&mut gathered, width)?;
        }
        self.puzzle(gathered, layout)
    }

    /// Gathers one more row of a grid of `width`, or passes over a line in it.
    fn next_row(&mut self, gathered: &mut Gathered, width: usize) -> Result<(), ReadError> {
        let line = match self.next_line() {
            None => return Err(self.too_few(gathered, width, &ended(self.lines.number(), ""))),
            Some(Err(ReadError::Input(error))) => {
                gathered.bad_row(error);
                return Ok(());
            }
            Some(line) => line?,
        };
        let context = self.context(Some(width));
        match content(&line, context) {
            Ok(Content::Aside) => {}
            Ok(Content::Empty) if self.is_between_bands(gathered, width) => {}
            Ok(Content::Dashes { marks }) if !gathered.takes(&marks, width) => {}
            Ok(Content::Dashes { marks } | Content::Row { marks, .. }) if marks.len() == width => {
                gathered.row(line, marks);
            }
            Ok(Content::Dashes { marks } | Content::Row { marks, .. }) => {
                gathered.bad_row(unfit(&line, &marks, context));
            }
            Ok(Content::Empty | Content::Title | Content::State | Content::Section(_) | Content::Whole { .. }) => {
                let error = self.too_few(gathered, width, &line.error(0, ""));
                self.held = Some(line);
                return Err(error);
            }
            Err(error) => gathered.bad_row(error),
        }
        Ok(())
    }

    fn is_between_bands(&self, gathered: &Gathered, width: usize) -> bool {
        let shape = self.boxes().or_else(|| Shape::of_size(width));
        shape.is_some_and(|shape| gathered.rows.is_multiple_of(shape.rows()))
    }

    /// The error of a grid that ends at the place of `end`: the first in it, or that it is too short.
    fn too_few(&mut self, gathered: &mut Gathered, width: usize, end: &InputError) -> ReadError {
        self.followed = true;
        if gathered.rows == 1 && self.before.is_some() {
            // Among whole puzzles, a single row is a puzzle cut short.
            let marks: Vec<_> = gathered.marks.iter().map(|(_, mark)| *mark).collect();
            return unfit(&gathered.lines[0], &marks, self.context(None)).into();
        }
        let message = format!("expected {width} rows of {width} symbols, found {}", gathered.rows);
        gathered.error.take().unwrap_or_else(|| InputError { message, ..end.clone() }).into()
    }

    /// The puzzle of what was gathered.
    fn puzzle(&mut self, gathered: Gathered, layout: Layout) -> Result<Sudoku, ReadError> {
        self.dashes.clear();
        self.followed = true;
        if let Some(error) = gathered.error {
            return Err(error.into());
        }
        let size = gathered.marks.len().isqrt();
        let shape = self.boxes().or_else(|| Shape::of_size(size));
        let symbols = self.reading.symbols.unwrap_or_else(|| symbols(&gathered.marks, size));
        let at = |index: usize, message: String| {
            let (line, mark) = &gathered.marks[index];
            gathered.lines[*line].error(mark.column, message)
        };
        let digit = |(index, (_, mark)): (usize, &(usize, Mark))| {
            digit(mark.symbol, symbols, size).map_err(|message| at(index, message))
        };
        let cells = gathered.marks.iter().enumerate().map(digit).collect::<Result<Vec<_>, _>>()?;
        let rules = shape.map(|shape| self.rules(shape, || at(0, String::new()))).transpose()?;
        let candidates = candidates(&gathered.marks, &cells, size);
        let sudoku = rules.and_then(|rules| Sudoku::new(rules, cells)).and_then(|sudoku| match candidates {
            Some(candidates) => sudoku.with_candidates(candidates),
            None => Some(sudoku),
        });
        let sudoku = sudoku.ok_or_else(|| at(0, format!("expected a grid, found {size} rows")))?;
        self.before = Some(size);
        Ok(self.at_peace(sudoku.written(symbols, layout), at)?)
    }

    /// The puzzle, unless its givens break a rule and that is not let through; `at` makes the error at a cell.
    fn at_peace(&self, sudoku: Sudoku, at: impl Fn(usize, String) -> InputError) -> Result<Sudoku, InputError> {
        match sudoku.clash().filter(|_| !self.reading.clashes) {
            None => Ok(sudoku),
            Some(clash) => Err(at(clash.last(), clash.at)),
        }
    }

    /// Reads the document that begins with `first`: XML of `OpenSudoku` to the end of the file, or an object of JSON.
    fn document(&mut self, first: &Line) {
        let is_xml = first.text.trim_start().starts_with('<');
        let mut document = Document::new(first);
        while is_xml || !document.is_closed() {
            match self.next_line() {
                None => break,
                Some(Err(error)) => return self.ready.push_back(Err(in_memory(error))),
                Some(Ok(line)) if document.text().len() + line.text.len() > MOST_BYTES => {
                    self.ended = true;
                    let message = format!("expected a document of at most {MOST_BYTES} bytes");
                    return self.ready.push_back(Err(line.error(0, message)));
                }
                Some(Ok(line)) => document.add(&line),
            }
        }
        if !is_xml {
            let puzzle = self.of_json(&document);
            return self.ready.push_back(puzzle);
        }
        match opensudoku::games(&document) {
            Err(error) => self.ready.push_back(Err(error)),
            Ok(games) => {
                for Game { offset, cells } in games {
                    let error = |message: String| document.error(offset, message);
                    let puzzle = cells.and_then(|cells| self.of_game(cells, error));
                    self.ready.push_back(puzzle);
                }
            }
        }
    }

    fn of_game(&mut self, cells: Vec<u8>, error: impl Fn(String) -> InputError) -> Result<Sudoku, InputError> {
        let found = cells.len();
        let rules = self.rules(Shape::NINE, || error(String::new()))?;
        let sudoku = Sudoku::new(rules, cells);
        let sudoku = sudoku.ok_or_else(|| error(format!("expected 81 digits, found {found}")))?;
        self.at_peace(sudoku, |_, message| error(message))
    }

    fn of_json(&self, document: &Document) -> Result<Sudoku, InputError> {
        let error = |message: String| document.error(0, message);
        let value = serde_json::from_str(document.text()).map_err(|syntax| {
            let message = format!("expected JSON of f-puzzles: {syntax}");
            document.error_in_line(syntax.line(), syntax.column(), message)
        })?;
        let sudoku = fpuzzles::puzzle(&value, self.reading.variant).map_err(error)?;
        self.at_peace(sudoku, |_, message| error(message))
    }

    /// The rules of a puzzle of `shape`. Where an option of the command does not fit it, that is told at the place `begun`.
    fn rules(&mut self, shape: Shape, begun: impl Fn() -> InputError) -> Result<Rules, InputError> {
        if let Some((_, rules)) = self.rules.as_ref().filter(|(known, _)| *known == shape) {
            return Ok(rules.clone());
        }
        let rules = self.draft.clone()?.rules(shape)?.variant(self.reading.variant);
        let rules = rules.map_err(|misfit| InputError { message: misfit.to_string(), ..begun() })?;
        Ok(self.rules.insert((shape, rules)).1.clone())
    }
}

/// The candidates of cells where some are pencil marks; where nothing stands, every digit is one.
fn candidates(marks: &[(usize, Mark)], cells: &[u8], size: usize) -> Option<Vec<u32>> {
    let is_pencilled = |(_, mark): &(usize, Mark)| matches!(mark.symbol, Symbol::Candidates(_));
    let of_cell = |((_, mark), &cell): (&(usize, Mark), &u8)| match mark.symbol {
        Symbol::Candidates(digits) => digits,
        _ if cell == 0 => (1 << size) - 1,
        _ => 1 << (cell - 1),
    };
    marks.iter().any(is_pencilled).then(|| marks.iter().zip(cells).map(of_cell).collect())
}

/// The digit that `symbol` stands for, 0 for a blank; else what was expected.
fn digit(symbol: Symbol, symbols: Symbols, size: usize) -> Result<u8, String> {
    let digit = match symbol {
        Symbol::Character(it) => symbols.digit(it, size).or(is_blank(it).then_some(0)),
        Symbol::Number(number) => {
            let fits = symbols.alphabet == Alphabet::Numbers && usize::from(number) <= size;
            fits.then_some(number)
        }
        // A cell with one candidate is given.
        Symbol::Candidates(digits) => Some(if digits.count_ones() == 1 { digit_of(digits) } else { 0 }),
    };
    digit.ok_or_else(|| {
        let found = match symbol {
            Symbol::Character(it) => shown(&it.to_string()),
            Symbol::Number(number) => number.to_string(),
            Symbol::Candidates(_) => String::new(),
        };
        format!("expected {} or a blank ({BLANKS}), found `{found}`", symbols.range(size))
    })
}

/// The symbols that a puzzle of `size` is written with: the rules are those of [`read_puzzles`].
fn symbols(marks: &[(usize, Mark)], size: usize) -> Symbols {
    let numbers = marks.iter().any(|(_, mark)| matches!(mark.symbol, Symbol::Number(_)));
    let characters = || {
        marks.iter().filter_map(|(_, mark)| match mark.symbol {
            Symbol::Character(it) => Some(it),
            Symbol::Number(_) | Symbol::Candidates(_) => None,
        })
    };
    // An X is a blank unless the letters go that far.
    let letters = || characters().filter(|it| it.is_ascii_alphabetic() && (!is_blank(*it) || size >= 24));
    let zeros = characters().filter(|it| *it == '0').count();
    let blanks = characters().any(|it| it != '0' && is_blank(it));
    let last = |it| Symbols::USUAL.digit(it, size).is_some_and(|digit| usize::from(digit) == size);
    let alphabet = if numbers {
        Alphabet::Numbers
    } else if letters().next().is_some() && !characters().any(|it| ('1'..='9').contains(&it)) {
        Alphabet::Letters
    } else if size >= 10 && (if blanks { zeros > 0 } else { zeros == size }) && !characters().any(last) {
        Alphabet::FromZero
    } else {
        Alphabet::FromOne
    };
    let lowercase = letters().next().is_some() && letters().all(|it| it.is_ascii_lowercase());
    Symbols { alphabet, lowercase }
}
