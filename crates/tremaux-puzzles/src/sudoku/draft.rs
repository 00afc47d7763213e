//! The rules as the sections of a file state them, before it is known how large the grid is.
//!
//! ```text
//! [Rules]
//! diagonal, anti-knight              # options, by the names they have on the command line
//! box 2x3
//! r1c1 < r1c2 < r2c2                 # rows and columns from 1; also >, and ~ for consecutive
//! r3c1 r3c2 r4c1 = 12                # a cage and its sum; `= any`: the cells only differ
//! [Regions]                          # a jigsaw: a row of names a row, together or apart by spaces
//! AAAB
//! ...
//! [Cages]                            # cages drawn: `.` is in none
//! aab.
//! ...
//! a = 5, b = 7                       # a name without a sum: the cells only differ
//! [Puzzle]                           # here the rules end
//! ```

use super::read::parse_box;
use super::{Misfit, Relation, Rules, Shape, Variant};
use crate::InputError;
use crate::input::{Line, number, shown};

/// How many statements a file may make: more than any grid has room for.
const MOST_STATEMENTS: usize = 10_000;

/// A section that states rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// One statement or more a line.
    Rules,
    /// A map of regions.
    Regions,
    /// A map of cages, and their sums.
    Cages,
}

impl Section {
    pub(super) fn named(name: &str) -> Option<Section> {
        let sections = [("rules", Section::Rules), ("regions", Section::Regions), ("cages", Section::Cages)];
        sections.into_iter().find(|(it, _)| name.eq_ignore_ascii_case(it)).map(|(_, section)| section)
    }
}

/// The row and column of a cell, from 0.
type Square = (usize, usize);

#[derive(Clone, Debug)]
enum Statement {
    Pair(Relation, Square, Square),
    Cage(Vec<Square>, Option<u32>),
    /// The region of each cell.
    Regions(Vec<usize>),
}

/// What stands for a cell in a map: its name, and the column where it stands.
type Named = (usize, String);

/// What sections stated so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// The options, each with where it stands.
    options: Vec<(Line, usize, Variant)>,
    /// The shape of the boxes, where one is stated.
    boxes: Option<Shape>,
    /// The rows of the grid, where a map is drawn.
    size: Option<usize>,
    /// Each with the line, and the column (from 0), that an error is told of.
    statements: Vec<(Line, usize, Statement)>,
    /// The map being read.
    map: Vec<(Line, Vec<Named>)>,
    /// The sums of the map's cages by name.
    sums: Vec<(Line, Named, u32)>,
}

impl Draft {
    /// The shape of the boxes, or at least the size of the grid, where that is stated.
    pub(super) fn shape(&self) -> Option<Shape> {
        self.boxes.or_else(|| self.size.and_then(|size| Shape::of_size(size).or_else(|| Shape::boxless(size))))
    }

    /// Adds what `line` of `section` states.
    pub(super) fn line(&mut self, section: Section, line: &Line) -> Result<(), InputError> {
        let text = line.text.split('#').next().unwrap_or_default();
        let tokens = tokens(text);
        if tokens.is_empty() {
            return Ok(());
        }
        let relates = |token: &str| token.len() == 1 && token.contains(['<', '>', '~', '=']);
        match section {
            Section::Cages if text.contains('=') => self.sums(line, &tokens),
            Section::Regions | Section::Cages => self.row(line, text),
            Section::Rules if tokens.iter().any(|(_, token)| relates(token)) => self.statement(line, &tokens),
            Section::Rules => self.words(line, &tokens),
        }
    }

    /// Ends a section, of which the last line is `last`.
    pub(super) fn end(&mut self, section: Section, last: &Line) -> Result<(), InputError> {
        let (map, sums) = (std::mem::take(&mut self.map), std::mem::take(&mut self.sums));
        if section == Section::Rules {
            return Ok(());
        }
        let size = map.first().map_or(0, |(_, names)| names.len());
        if map.len() != size || size == 0 {
            return Err(last.error(0, format!("expected a map of as many rows as columns, found {} rows", map.len())));
        }
        if let Some(other) = self.size.replace(size).filter(|other| *other != size) {
            return Err(map[0].0.error(0, format!("expected a map of {other} rows like the one before, found {size}")));
        }
        let names: Vec<&str> = map.iter().flat_map(|(_, names)| names).map(|(_, name)| name.as_str()).collect();
        if section == Section::Regions {
            let mut known: Vec<&str> = Vec::new();
            let mut region = |name| {
                known.iter().position(|it| *it == name).unwrap_or_else(|| {
                    known.push(name);
                    known.len() - 1
                })
            };
            let regions = names.iter().map(|name| region(*name)).collect();
            return self.state(&map[0].0, 0, Statement::Regions(regions));
        }
        if let Some((line, (column, name), _)) = sums.iter().find(|(_, (_, name), _)| !names.contains(&name.as_str())) {
            return Err(line.error(*column, format!("expected a cage of the map, found `{}`", shown(name))));
        }
        let mut seen = vec!["."];
        for (line, named) in &map {
            for (column, name) in named {
                if seen.contains(&name.as_str()) {
                    continue;
                }
                seen.push(name);
                let cells = (0..names.len()).filter(|cell| names[*cell] == name).map(|cell| (cell / size, cell % size));
                let mut of_cage = sums.iter().filter(|(_, (_, it), _)| it == name).map(|(_, _, sum)| *sum);
                let sum = of_cage.next();
                if of_cage.next().is_some() {
                    return Err(line.error(*column, format!("expected one sum for `{}`, found two", shown(name))));
                }
                self.state(line, *column, Statement::Cage(cells.collect(), sum))?;
            }
        }
        Ok(())
    }

    /// The rules of a grid of `shape`.
    pub(super) fn rules(&self, shape: Shape) -> Result<Rules, InputError> {
        let size = shape.size();
        let mut rules = Rules::from(shape);
        // Regions take the place of boxes, which windows are then measured by no more.
        let is_map = |statement: &Statement| matches!(statement, Statement::Regions(_));
        let (maps, others): (Vec<_>, Vec<_>) = self.statements.iter().partition(|(_, _, it)| is_map(it));
        for (line, column, statement) in maps.into_iter().chain(others) {
            let misfit = |Misfit(misfit)| line.error(*column, misfit);
            let cell = |&(row, place): &Square| {
                let message = || format!("expected a cell of {size} x {size}, found r{}c{}", row + 1, place + 1);
                if row < size && place < size { Ok(row * size + place) } else { Err(line.error(*column, message())) }
            };
            rules = match statement {
                Statement::Pair(relation, first, second) => rules.pair(*relation, cell(first)?, cell(second)?),
                Statement::Cage(squares, sum) => {
                    let cells = squares.iter().map(cell).collect::<Result<_, _>>()?;
                    rules.cage(cells, *sum)
                }
                Statement::Regions(regions) if regions.len() == shape.cells() => rules.regions(regions),
                Statement::Regions(regions) => {
                    let found = regions.len().isqrt();
                    Err(Misfit(format!("expected a map of {size} rows like the puzzle, found {found}")))
                }
            }
            .map_err(misfit)?;
        }
        for (line, column, option) in &self.options {
            rules = rules.variant(*option).map_err(|Misfit(misfit)| line.error(*column, misfit))?;
        }
        Ok(rules)
    }

    fn state(&mut self, line: &Line, column: usize, statement: Statement) -> Result<(), InputError> {
        if self.statements.len() == MOST_STATEMENTS {
            return Err(line.error(column, format!("expected at most {MOST_STATEMENTS} statements")));
        }
        self.statements.push((line.clone(), column, statement));
        Ok(())
    }

    /// `diagonal, anti-knight`; `box 2x3`.
    fn words(&mut self, line: &Line, tokens: &[(usize, &str)]) -> Result<(), InputError> {
        let mut tokens = tokens.iter();
        while let Some((column, word)) = tokens.next() {
            let mut variant = Variant::default();
            let option = match word.to_ascii_lowercase().as_str() {
                "diagonal" => &mut variant.diagonal,
                "windoku" => &mut variant.windoku,
                "anti-knight" => &mut variant.anti_knight,
                "anti-king" => &mut variant.anti_king,
                "non-consecutive" => &mut variant.non_consecutive,
                "box" => {
                    let (column, shape) = tokens.next().copied().unwrap_or((column + word.len(), ""));
                    self.boxes = Some(parse_box(shape).map_err(|error| line.error(column, error.message))?);
                    continue;
                }
                _ => {
                    let expected = "expected diagonal, windoku, anti-knight, anti-king, non-consecutive, box RxC, a cage \
                                    like `r1c1 r1c2 = 5` or a relation like `r1c1 < r1c2`";
                    return Err(line.error(*column, format!("{expected}, found `{}`", shown(word))));
                }
            };
            *option = true;
            // Once is enough, however often it stands there.
            if self.options.iter().all(|(_, _, other)| *other != variant) {
                self.options.push((line.clone(), *column, variant));
            }
        }
        Ok(())
    }

    /// `r1c1 r1c2 = 10`; `r1c1 < r1c2 ~ r1c3`.
    fn statement(&mut self, line: &Line, tokens: &[(usize, &str)]) -> Result<(), InputError> {
        let end = line.text.chars().count();
        if let Some(equals) = tokens.iter().position(|(_, token)| *token == "=") {
            let squares = tokens[..equals].iter().map(|token| square(line, *token)).collect::<Result<_, _>>()?;
            let (column, sum) = tokens.get(equals + 1).copied().unwrap_or((end, ""));
            let sum = if sum == "any" { None } else { Some(sum_of(line, column, sum)?) };
            if let Some((column, more)) = tokens.get(equals + 2) {
                return Err(line.error(*column, format!("expected the end of the line, found `{}`", shown(more))));
            }
            return self.state(line, tokens[0].0, Statement::Cage(squares, sum));
        }
        let mut first = square(line, tokens[0])?;
        for step in tokens[1..].chunks(2) {
            let (column, sign) = step[0];
            let relation = match sign {
                "<" | ">" => Relation::Less,
                "~" => Relation::Consecutive,
                _ => return Err(line.error(column, format!("expected <, > or ~, found `{}`", shown(sign)))),
            };
            let second = square(line, step.get(1).copied().unwrap_or((end, "")))?;
            let (one, other) = if sign == ">" { (second, first) } else { (first, second) };
            self.state(line, column, Statement::Pair(relation, one, other))?;
            first = second;
        }
        Ok(())
    }

    /// `a = 10, b = 12`.
    fn sums(&mut self, line: &Line, tokens: &[(usize, &str)]) -> Result<(), InputError> {
        for sum in tokens.chunks(3) {
            let [(column, name), (_, "="), (at, value)] = *sum else {
                return Err(line.error(sum[0].0, "expected the name of a cage and its sum, like `a = 10`"));
            };
            self.sums.push((line.clone(), (column, name.to_owned()), sum_of(line, at, value)?));
            if self.sums.len() > MOST_STATEMENTS {
                return Err(line.error(column, format!("expected at most {MOST_STATEMENTS} sums")));
            }
        }
        Ok(())
    }

    /// A row of a map.
    fn row(&mut self, line: &Line, text: &str) -> Result<(), InputError> {
        let names: Vec<Named> = match tokens(text).as_slice() {
            [(column, together)] => {
                together.chars().enumerate().map(|(index, name)| (column + index, name.to_string())).collect()
            }
            apart => apart.iter().map(|(column, name)| (*column, (*name).to_owned())).collect(),
        };
        let found = names.len();
        let width = self.map.first().map_or(found, |(_, first)| first.len());
        if found != width || width > super::MAX_SIZE || self.map.len() == width {
            let expected = width.min(super::MAX_SIZE);
            let message = format!("expected {expected} rows of {expected} names, found one more of {found}");
            let column = names.get(expected).map_or(0, |(column, _)| *column);
            return Err(line.error(column, message));
        }
        self.map.push((line.clone(), names));
        Ok(())
    }
}

/// The pieces of a statement apart by spaces and commas, and the signs between cells, each with its column from 0.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    // Where the current piece begins: its column, and its byte.
    let mut begun: Option<(usize, usize)> = None;
    for (column, (byte, it)) in text.char_indices().enumerate() {
        let sign = matches!(it, '<' | '>' | '~' | '=');
        if sign || it == ',' || it.is_whitespace() {
            tokens.extend(begun.take().map(|(column, start)| (column, &text[start..byte])));
            tokens.extend(sign.then(|| (column, &text[byte..=byte])));
        } else {
            begun.get_or_insert((column, byte));
        }
    }
    tokens.extend(begun.map(|(column, start)| (column, &text[start..])));
    tokens
}

/// `r1c2`, rows and columns from 1.
fn square(line: &Line, (column, text): (usize, &str)) -> Result<Square, InputError> {
    parse_square(text).ok_or_else(|| {
        let message = format!("expected a cell like r1c2, rows and columns from 1, found `{}`", shown(text));
        line.error(column, message)
    })
}

/// The row and column from 0 of `r1c2`.
pub(super) fn parse_square(text: &str) -> Option<Square> {
    let (row, column) = text.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let place = |text: &str| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<usize>().ok().filter(|_| is_number)?.checked_sub(1)
    };
    Some((place(row)?, place(column)?))
}

fn sum_of(line: &Line, column: usize, text: &str) -> Result<u32, InputError> {
    let most = 999;
    let sum = number(text, "a sum", 1, most).map_err(|message| line.error(column, message))?;
    Ok(u32::try_from(sum).unwrap_or(u32::MAX))
}
