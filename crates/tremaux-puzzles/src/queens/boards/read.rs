//! Files of boards, or of sizes.

use std::collections::{HashMap, VecDeque};
use std::io::BufRead;
use std::mem;

use super::block::{Block, Row, check_shape, is_drawing};
use super::{MAX_BOARD_SIZE, QueensBoard, Rules, check};
use crate::input::{Line, ended, lines, shown};
use crate::queens::{Queens, read::sizes};
use crate::{InputError, ReadError};

/// How a file of boards is to be taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardOptions {
    /// The rules of every board in it.
    pub rules: Rules,
    /// Whether given queens may clash, for a review to report; else they are refused.
    pub clashes: bool,
}

/// What a file holds, at least one of either; where there are several, what is wrong with one stands in its place.
pub enum Input<'a> {
    /// Test cases: empty boards of these sizes.
    Sizes(Vec<Result<Queens, InputError>>),
    /// Boards.
    Boards(Boards<'a>),
}

/// Reads a file of test cases or of boards.
///
/// *Test cases* are their number and then that many sizes. A file is one of these if its first line holds one number
/// alone, or its first block is a single line of numbers; but not if it begins with a square of digits, as many lines
/// as the first has digits and more than one.
///
/// *Boards* are made of blocks: lines apart from other blocks by an empty line, as many as each has squares. A
/// *drawing* shows a free square as `.`, a queen as `Q`, a blocked square as `#` or `x`. Any other block is of
/// *regions*: a letter (large or small, which differ) or digit a square, or numbers and letters apart by spaces. Every
/// block is a board, but a drawing after a block of regions shows what stands on these. A line of `---` ends a
/// board, so that a drawing after it is one of its own.
///
/// ```
/// use tremaux_puzzles::queens::{BoardOptions, Input, Rules, read};
///
/// let rules = Rules { no_touch: true, ..Rules::default() };
/// let Input::Boards(mut boards) = read(&b"AABB\nCABB\nCCDD\nCCDD\n\n....\n....\n...#\n....\n"[..], BoardOptions {
///     rules,
///     clashes: false,
/// })?
/// else {
///     panic!("a board")
/// };
/// let board = boards.next().unwrap()?;
/// assert_eq!(board.regions().unwrap()[..5], [0, 0, 1, 1, 2]);
/// assert_eq!(board.blocked().next(), Some((2, 3)));
/// assert!(matches!(read(&b"2\n4\n8\n"[..], BoardOptions::default())?, Input::Sizes(_)));
/// # Ok::<(), tremaux_puzzles::ReadError>(())
/// ```
///
/// # Errors
/// If the number of test cases is none, or not that of the sizes; and, of a file with a single board or size, at a
/// wrong symbol, a row longer or shorter than the first of its block, too few or too many rows, regions or sizes, a
/// drawing of another size than its regions, and, unless `options` let them, at a given queen that attacks one before it.
pub fn read<'a>(input: impl BufRead + 'a, options: BoardOptions) -> Result<Input<'a>, ReadError> {
    let mut lines = lines(input);
    let head = head(&mut lines)?;
    let block: Vec<_> = head.iter().filter(|line| !is_end(line)).collect();
    if block.is_empty() {
        return Err(
            ended(lines.number(), "expected the number of test cases or a board, found the end of the file").into()
        );
    }
    let is_sizes = is_sizes(&block);
    let lines = head.into_iter().map(Ok).chain(lines);
    // One alone must be right.
    if is_sizes {
        let mut sizes = sizes(lines)?;
        let only = if sizes.len() == 1 { sizes.pop() } else { None };
        return Ok(Input::Sizes(only.map_or(Ok(sizes), |only| only.map(|only| vec![Ok(only)]))?));
    }
    let mut boards = Boards::new(lines, options);
    let first = boards.next();
    let second = if matches!(first, Some(Err(_))) { boards.next() } else { None };
    match (first, second) {
        (Some(Err(only)), None) => Err(only),
        (first, second) => {
            second.into_iter().chain(first).for_each(|board| boards.reader.ready.push_front(board));
            Ok(Input::Boards(boards))
        }
    }
}

/// The first block with what is before and the line after it, or as much of it as tells what the file holds.
fn head(lines: &mut impl Iterator<Item = Result<Line, ReadError>>) -> Result<Vec<Line>, ReadError> {
    let (mut head, mut height) = (Vec::new(), 0);
    while height <= MAX_BOARD_SIZE {
        let Some(line) = lines.next().transpose()? else { break };
        let ends = is_end(&line);
        head.push(line);
        if ends && height > 0 {
            break;
        }
        height += usize::from(!ends);
    }
    Ok(head)
}

/// Whether a line is none of a block.
fn is_end(line: &Line) -> bool {
    let text = line.text.trim();
    text.is_empty() || text == APART
}

/// The line between two boards.
const APART: &str = "---";

/// Whether a file that begins with `block` holds test cases. No such file begins with a square of digits: a first
/// number of two or more digits announces at least ten sizes, but a square as wide has fewer lines.
fn is_sizes(block: &[&Line]) -> bool {
    let fields: Vec<_> = block[0].fields().map(|(_, field)| field).collect();
    let is_number = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
    let is_square =
        fields[0].len() > 1 && fields[0].len() == block.len() && block.iter().all(|line| line.fields().count() == 1);
    fields.iter().all(is_number) && (block.len() == 1 || fields.len() == 1 && !is_square)
}

/// The boards of a file, read as they are asked for. What is wrong with one stands in its place; where the bytes stop to
/// come, or are no text, that is the last.
pub struct Boards<'a> {
    lines: Box<dyn Iterator<Item = Result<Line, ReadError>> + 'a>,
    /// The block that is being read.
    block: Block,
    reader: Reader,
    /// Whether the last line was read.
    ended: bool,
}

impl<'a> Boards<'a> {
    fn new(lines: impl Iterator<Item = Result<Line, ReadError>> + 'a, options: BoardOptions) -> Self {
        let reader = Reader { options, ready: VecDeque::new(), open: false };
        Boards { lines: Box::new(lines), block: Block::default(), reader, ended: false }
    }

    /// Takes in the next line, or the end of the file.
    fn read_on(&mut self) {
        match self.lines.next() {
            Some(Ok(line)) if is_end(&line) => {
                self.reader.block(mem::take(&mut self.block));
                // Only an empty line may be between regions and what stands on them.
                self.reader.open &= line.text.trim().is_empty();
            }
            Some(Ok(line)) => self.block.add(line),
            Some(Err(error)) => {
                self.reader.ready.push_back(Err(error));
                self.ended = true;
            }
            None => {
                self.reader.block(mem::take(&mut self.block));
                self.ended = true;
            }
        }
    }
}

impl Iterator for Boards<'_> {
    type Item = Result<QueensBoard, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Regions wait for what may stand on them.
        while !self.ended && self.reader.ready.len() <= usize::from(self.reader.open) {
            self.read_on();
        }
        self.reader.ready.pop_front()
    }
}

/// What is read and still to be given.
struct Reader {
    options: BoardOptions,
    ready: VecDeque<Result<QueensBoard, ReadError>>,
    /// Whether the last board is one of regions that a drawing may follow.
    open: bool,
}

impl Reader {
    /// Adds the board of a block, or what is wrong with it; one that stands on regions takes the place of these.
    fn block(&mut self, Block { rows, wrong }: Block) {
        if rows.is_empty() {
            return;
        }
        let regions = if mem::take(&mut self.open) { self.ready.pop_back() } else { None }.and_then(Result::ok);
        let is_drawing = is_drawing(&rows);
        let board = match wrong {
            Some(error) => Err(error),
            None if is_drawing => self.drawing(&rows, regions.clone()),
            None => self.regions(&rows),
        };
        // What does not stand on them leaves them as they are.
        self.ready.extend(regions.filter(|_| !is_drawing).map(Ok));
        self.open = !is_drawing && board.is_ok();
        self.ready.push_back(board.map_err(ReadError::from));
    }

    fn regions(&self, rows: &[Row]) -> Result<QueensBoard, InputError> {
        let regions = regions(rows)?;
        check_shape(rows)?;
        check_number(rows, &regions)?;
        let board = self.empty(rows)?;
        let squares: Vec<_> = regions.into_iter().flatten().collect();
        board.with_regions(&squares).map_err(|error| rows[0].line.error(0, error.to_string()))
    }

    /// An empty board as large as a block.
    fn empty(&self, rows: &[Row]) -> Result<QueensBoard, InputError> {
        // Never longer: `check_width` saw to it.
        let too_long = || rows[0].line.error(0, format!("expected at most {MAX_BOARD_SIZE} squares"));
        QueensBoard::new(rows[0].squares.len(), self.options.rules).ok_or_else(too_long)
    }

    fn drawing(&self, rows: &[Row], regions: Option<QueensBoard>) -> Result<QueensBoard, InputError> {
        let (mut queens, mut blocked) = (Vec::new(), Vec::new());
        for (number, row) in rows.iter().enumerate() {
            for (index, (column, square)) in row.squares.iter().enumerate() {
                match square.as_str() {
                    "." => {}
                    "Q" | "q" => queens.push((number, index)),
                    "#" | "x" | "X" => blocked.push((number, index)),
                    other => {
                        let message = format!("expected `.`, `Q` or `#`, found `{}`", shown(other));
                        return Err(row.line.error(*column, message));
                    }
                }
            }
        }
        check_shape(rows)?;
        let board = regions.map_or_else(|| self.empty(rows), Ok)?;
        if board.size() != rows.len() {
            let message = format!("expected {0} rows like the regions above, found {1}", board.size(), rows.len());
            return Err(rows[0].line.error(0, message));
        }
        let board = board.with_given(queens.iter().copied()).and_then(|board| board.with_blocked(blocked));
        // Every square is within the size that the shape was checked for.
        let board = board.map_err(|error| rows[0].line.error(0, error.to_string()))?;
        if !self.options.clashes {
            check_peace(rows, &board, &queens)?;
        }
        Ok(board)
    }
}

/// No given queen may attack another.
fn check_peace(rows: &[Row], board: &QueensBoard, queens: &[(usize, usize)]) -> Result<(), InputError> {
    match check::pairs(board, queens).first() {
        None => Ok(()),
        Some(&(later, rule, earlier)) => {
            let Row { line, squares } = &rows[later.0];
            let clash = match check::RULES[rule] {
                "touch" => "touching".into(),
                "region" => "in the same region".into(),
                line => format!("on the same {line}"),
            };
            let message = format!("expected queens at peace, found {earlier:?} and {later:?} {clash}");
            Err(line.error(squares[later.1].0, message))
        }
    }
}

/// The region of every square, numbered by first appearance; no more than there are columns.
fn regions(rows: &[Row]) -> Result<Vec<Vec<u32>>, InputError> {
    let size = rows[0].squares.len();
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    let mut regions = Vec::new();
    for row in rows {
        let mut numbered = Vec::new();
        for (column, name) in &row.squares {
            let is_letter = name.chars().all(char::is_alphanumeric) && name.chars().count() == 1;
            if !is_letter && !name.bytes().all(|byte| byte.is_ascii_digit()) {
                let message = format!("expected the letter or number of a region, found `{}`", shown(name));
                return Err(row.line.error(*column, message));
            }
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            numbered.push(*numbers.entry(name).or_insert(next));
            if numbers.len() > size {
                let message = format!("expected {size} regions for {size} columns, found one more, `{}`", shown(name));
                return Err(row.line.error(*column, message));
            }
        }
        regions.push(numbered);
    }
    Ok(regions)
}

/// There must be as many regions as rows.
fn check_number(rows: &[Row], regions: &[Vec<u32>]) -> Result<(), InputError> {
    let (size, found) = (rows.len(), regions.iter().flatten().max().map_or(0, |last| *last as usize + 1));
    let message = || format!("expected {size} regions for {size} rows, found {found}");
    if found == size { Ok(()) } else { Err(rows[0].line.error(0, message())) }
}
