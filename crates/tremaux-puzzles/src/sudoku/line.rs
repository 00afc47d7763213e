//! What one line of a file of puzzles holds.

use super::draft::Section;
use super::{Shape, pencil};
use crate::InputError;
use crate::input::{Line, shown};

/// The longest line looked at, in bytes: some ten times what the largest puzzle and its solution take.
const LONGEST: usize = 1 << 16;

/// What stands for a cell, and the column (from 0) where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) column: usize,
    pub(super) symbol: Symbol,
}

/// What stands for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Character(char),
    /// A number of two or more places.
    Number(u8),
    /// The digits a cell may take, digit `d` as bit `d - 1`.
    Candidates(u32),
}

/// What a line holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// White space.
    Empty,
    /// A comment or a line drawn between rows: no part of any puzzle.
    Aside,
    /// A title or the name of a section: a puzzle ends before it.
    Title,
    /// The title of a section whose rows are not the puzzle.
    State,
    /// The title of a section of rules.
    Section(Section),
    /// A row of blanks that could as well be a line drawn between rows.
    Dashes { marks: Vec<Mark> },
    /// A row.
    Row { marks: Vec<Mark>, spaced: bool },
    /// A whole puzzle.
    Whole { marks: Vec<Mark> },
}

/// What is known when a line is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    /// The shape asked for: then no other size is read.
    pub(super) boxes: Option<Shape>,
    /// The length of a row, inside a grid.
    pub(super) width: Option<usize>,
    /// The size of the puzzle before.
    pub(super) before: Option<usize>,
    /// Whether this may be the heading of a table: nothing but comments stood before.
    pub(super) heading: bool,
}

impl Context {
    fn is_size(self, count: usize) -> bool {
        self.boxes.map_or(Shape::of_size(count).is_some(), |boxes| boxes.size() == count)
    }

    /// Whether a puzzle has `count` cells.
    fn is_whole(self, count: usize) -> bool {
        let size = count.isqrt();
        size * size == count && self.is_size(size)
    }
}

/// A piece of a line without a space or a bar in it.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) column: usize,
    pub(super) text: &'a str,
}

impl Field<'_> {
    pub(super) fn len(self) -> usize {
        self.text.chars().count()
    }

    fn marks(self) -> impl Iterator<Item = Mark> {
        let characters = self.text.chars().enumerate();
        characters.map(move |(index, it)| Mark { column: self.column + index, symbol: Symbol::Character(it) })
    }

    /// The field as one mark: a character, or a number of a grid of up to 25.
    fn mark(self) -> Option<Mark> {
        let mut characters = self.text.chars();
        let symbol = match (characters.next(), characters.next()) {
            (Some(character), None) => Symbol::Character(character),
            _ if self.text.bytes().all(|byte| byte.is_ascii_digit()) => Symbol::Number(self.text.parse().ok()?),
            _ => return None,
        };
        Some(Mark { column: self.column, symbol })
    }
}

/// What `line` holds.
///
/// # Errors
/// When it is neither a row nor a whole puzzle nor anything that is passed over.
pub(super) fn content(line: &Line, context: Context) -> Result<Content, InputError> {
    if line.text.len() > LONGEST {
        return Err(line.error(0, format!("expected a row or a puzzle, found a line of {} bytes", line.text.len())));
    }
    let (text, commented) = match line.text.split_once('#') {
        Some((text, _)) => (text.trim_end(), true),
        None => (line.text.as_str(), false),
    };
    let trimmed = text.trim_matches(is_space);
    if trimmed.is_empty() {
        return Ok(if commented { Content::Aside } else { Content::Empty });
    }
    if is_packed(trimmed) {
        let how = "unpack what follows `load=` by lz-string (decompressFromBase64), and give the JSON";
        return Err(line.error(0, format!("expected a puzzle, found one packed in a link: {how}")));
    }
    if let Some(title) = title(trimmed) {
        return Ok(title);
    }
    if trimmed.len() == pencil::LINE && !trimmed.contains(|it| is_space(it) || matches!(it, ',' | ';')) {
        let indent = text.chars().take_while(|it| is_space(*it)).count();
        let marks = pencil::line(trimmed).map_err(|(column, message)| line.error(indent + column, message))?;
        return Ok(Content::Whole { marks });
    }
    if text.contains([',', ';']) {
        return table(line, text, context);
    }
    if is_drawn(trimmed) {
        return Ok(Content::Aside);
    }
    symbols(line, text, context)
}

/// White space, and the ^Z that ends files of old.
fn is_space(character: char) -> bool {
    character.is_whitespace() || character == '\u{1a}'
}

/// A link of f-puzzles, or what such a link holds: JSON packed by lz-string, of which `{"` is always packed so.
fn is_packed(text: &str) -> bool {
    let is_link = text.starts_with("http") && text.contains("load=");
    let is_base_64 = |it: char| it.is_ascii_alphanumeric() || matches!(it, '+' | '/' | '=');
    is_link || text.starts_with("N4Ig") && text.len() > 16 && text.chars().all(is_base_64)
}

/// What stands between the boxes of a row.
fn is_bar(character: char) -> bool {
    matches!(character, '|' | ':' | '!' | '\u{2500}'..='\u{257f}')
}

/// `[Puzzle]`, `Grid 01`.
fn title(text: &str) -> Option<Content> {
    if let Some(name) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let rules = Section::named(name).map(Content::Section);
        let other = if name.eq_ignore_ascii_case("state") { Content::State } else { Content::Title };
        return Some(rules.unwrap_or(other));
    }
    let (word, number) = text.strip_suffix(':').unwrap_or(text).split_once(' ')?;
    let is_word = word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    // A row in groups can look alike, `ABC 123` or `xxx 123`, but has no such letters.
    let is_prose = word.bytes().any(|byte| matches!(byte, b'h'..=b'w' | b'y' | b'z'));
    (is_word && is_number && is_prose).then_some(Content::Title)
}

/// Whether a line of these characters is drawn, and can be no row: `|---+---+---|`, `*-----------*`, `===`.
fn is_drawn(text: &str) -> bool {
    let has = |characters: &[char]| text.contains(characters);
    let only = text.chars().all(|it| is_space(it) || is_bar(it) || matches!(it, '-' | '_' | '*' | '+' | '='));
    let bars = text.chars().all(|it| is_space(it) || is_bar(it));
    let corners = text.starts_with('*') && text.ends_with('*') && has(&['-', '_']);
    only && (bars || corners || has(&['+', '='])) || is_framed(text)
}

/// `.-------.-------.`, `'-------'-------'`, `:-------+-------:`; a short one with dots alone could be a row.
fn is_framed(text: &str) -> bool {
    let corner = |it| matches!(it, '.' | '\'' | ':');
    let only = text.chars().all(|it| corner(it) || matches!(it, '-' | '+'));
    let framed = text.starts_with(corner) && text.ends_with(corner);
    only && framed && text.contains("---") && (text.len() >= 25 || text.contains(['\'', ':']))
}

/// The pieces of `text` apart by what `is_gap`.
fn fields(text: &str, is_gap: impl Fn(char) -> bool) -> Vec<Field<'_>> {
    let mut column = 0;
    let mut fields = Vec::new();
    for piece in text.split(is_gap) {
        fields.push(Field { column, text: piece });
        column += piece.chars().count() + 1;
    }
    fields
}

/// A line with commas or semicolons: a whole puzzle in one of its fields, or a cell in each.
fn table(line: &Line, text: &str, context: Context) -> Result<Content, InputError> {
    let mut fields = fields(text, |it| matches!(it, ',' | ';'));
    for field in &mut fields {
        let start = field.text.trim_start_matches(|it| is_space(it) || it == '"');
        field.column += field.len() - start.chars().count();
        field.text = start.trim_end_matches(|it| is_space(it) || it == '"');
    }
    if let Some(puzzle) = fields.iter().find(|field| field.len() > 1 && context.is_whole(field.len())) {
        return Ok(Content::Whole { marks: puzzle.marks().collect() });
    }
    let is_name =
        |field: &Field| field.len() > 1 && field.text.chars().all(|it| it.is_alphabetic() || "_- ".contains(it));
    if context.heading && fields.iter().all(is_name) {
        return Ok(Content::Aside);
    }
    let blank = |field: &Field| Mark { column: field.column, symbol: Symbol::Character('.') };
    let mark = |field: &Field| if field.text.is_empty() { Some(blank(field)) } else { field.mark() };
    let count = fields.len();
    match fields.iter().map(mark).collect::<Option<Vec<_>>>() {
        Some(marks) if context.is_size(count) => Ok(Content::Row { marks, spaced: true }),
        Some(marks) if context.is_whole(count) => Ok(Content::Whole { marks }),
        Some(marks) => Err(unfit(line, &marks, context)),
        None => {
            let longest = fields.iter().max_by_key(|field| field.len());
            let marks: Vec<_> = longest.into_iter().flat_map(|field| field.marks()).collect();
            Err(unfit(line, &marks, context))
        }
    }
}

/// A line of symbols, apart or not, with bars or without.
fn symbols(line: &Line, text: &str, context: Context) -> Result<Content, InputError> {
    let mut fields = fields(text, |it| is_space(it) || is_bar(it));
    fields.retain(|field| !field.text.is_empty());
    let count = fields.iter().map(|field| field.len()).sum();
    if let Some(marks) = pencil::row(&fields, context.is_size(count) || context.is_whole(count)) {
        return Ok(Content::Row { marks, spaced: true });
    }
    if let Some(marks) = numbers(&fields, context) {
        return Ok(if context.is_size(marks.len()) {
            Content::Row { marks, spaced: true }
        } else {
            Content::Whole { marks }
        });
    }
    // From 9 x 9 on a field can be no group of a row: the puzzle stands in it, and the others are remarks.
    let puzzle = fields.iter().find(|field| field.len() >= 81 && context.is_whole(field.len()));
    if let Some(puzzle) = puzzle.filter(|_| fields.len() > 1) {
        return Ok(Content::Whole { marks: puzzle.marks().collect() });
    }
    let marks: Vec<Mark> = fields.iter().flat_map(|field| field.marks()).collect();
    let spaced = fields.len() == marks.len();
    let dashes = marks.iter().all(|mark| matches!(mark.symbol, Symbol::Character('-' | '_' | '*')));
    let fits = |count| context.is_size(count) || context.is_whole(count);
    let width = text.chars().count();
    // Spaces are blanks where the line is as long as a row or a puzzle with them, and not without them; where both
    // would do, when they stand unevenly.
    let spaces = !text.contains(is_bar) && width > marks.len();
    let known = |count| context.width == Some(count);
    let with_spaces = spaces && !known(marks.len()) && (known(width) || context.is_whole(width) && !evenly(&fields));
    if with_spaces || spaces && !fits(marks.len()) && fits(width) {
        return Ok(fitting(Field { column: 0, text }.marks().collect(), false, context));
    }
    if dashes && marks.len() != 81 {
        return Ok(Content::Dashes { marks });
    }
    if !fits(marks.len()) {
        return Err(unfit(line, &marks, context));
    }
    Ok(fitting(marks, spaced, context))
}

/// A row or a whole puzzle of `marks`, as many as one of them has.
fn fitting(marks: Vec<Mark>, spaced: bool, context: Context) -> Content {
    let row = context.is_size(marks.len()) && !(context.is_whole(marks.len()) && is_small(&marks, spaced, context));
    if row { Content::Row { marks, spaced } } else { Content::Whole { marks } }
}

/// Whether 16 symbols are a puzzle of 4 x 4 rather than a row of 16: not in such a grid, not apart, none past 4.
fn is_small(marks: &[Mark], spaced: bool, context: Context) -> bool {
    let small = |mark: &Mark| matches!(mark.symbol, Symbol::Character(it) if is_blank(it) || ('1'..='4').contains(&it));
    context.width != Some(marks.len()) && !spaced && marks.iter().all(small)
}

/// Whether all fields stand the same way apart.
fn evenly(fields: &[Field]) -> bool {
    let mut gaps = fields.windows(2).map(|pair| pair[1].column - pair[0].column - pair[0].len());
    gaps.next().is_none_or(|first| gaps.all(|gap| gap == first))
}

/// The fields as the cells of a grid of 10 or more, when some of them are numbers of two places and all fit.
fn numbers(fields: &[Field], context: Context) -> Option<Vec<Mark>> {
    let count = fields.len();
    let size = if context.is_size(count) { count } else { count.isqrt() };
    if size < 10 || !(context.is_size(count) || context.is_whole(count)) || fields.iter().all(|it| it.len() == 1) {
        return None;
    }
    let marks = fields.iter().map(|field| field.mark()).collect::<Option<Vec<_>>>()?;
    let fits = |mark: &Mark| mark.number() <= size;
    marks.iter().all(fits).then_some(marks)
}

impl Mark {
    fn number(&self) -> usize {
        match self.symbol {
            Symbol::Character(_) | Symbol::Candidates(_) => 0,
            Symbol::Number(number) => number.into(),
        }
    }
}

/// The error of a line that is neither a row nor a puzzle: a character that stands for no cell, or too many or too few.
pub(super) fn unfit(line: &Line, marks: &[Mark], context: Context) -> InputError {
    for mark in marks {
        if let Symbol::Character(it) = mark.symbol
            && !it.is_ascii_alphanumeric()
            && !is_blank(it)
        {
            let found = shown(&it.to_string());
            return line.error(mark.column, format!("expected a digit or a blank ({BLANKS}), found `{found}`"));
        }
    }
    let found = marks.len();
    let (least, expected) = expected(found, context);
    let end = marks.last().map_or(0, |mark| mark.column + 1);
    // Where the first symbol too many is, or the first that is missing.
    let column = marks.get(least).map_or(end, |mark| mark.column);
    line.error(column, format!("expected {expected}, found {found}"))
}

/// How many symbols a line of `found` should have had, in number and in words.
fn expected(found: usize, context: Context) -> (usize, String) {
    if let Some(width) = context.width {
        return (width, format!("a row of {width} symbols like the first"));
    }
    let near = |size: &usize| (size * size).abs_diff(found);
    let sizes = || (4..=super::MAX_SIZE).filter(|size| Shape::of_size(*size).is_some());
    let size = context.boxes.map(Shape::size).or(context.before).or_else(|| sizes().min_by_key(near)).unwrap_or(9);
    match context.boxes {
        // Nearer to a row than to a puzzle.
        Some(_) if found < 2 * size => (size, format!("a row of {size} symbols")),
        None if found <= super::MAX_SIZE && context.before.is_none() => {
            (usize::MAX, "a row of 4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24 or 25 symbols".into())
        }
        _ => (size * size, format!("{} symbols for a puzzle of {size} x {size}", size * size)),
    }
}

/// The blanks there are, for a message.
pub(super) const BLANKS: &str = ". 0 _ * x -";

/// Whether a character that stands for no digit stands for a blank.
pub(super) fn is_blank(character: char) -> bool {
    matches!(character, '.' | '0' | '_' | '*' | 'x' | 'X' | '-' | ' ' | '?')
}
