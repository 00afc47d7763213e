//! Goals, steps and paths.

use super::{MAX_GOAL, Step, Steps};
use crate::InputError;
use crate::input::{self, Line, shown};

/// A goal given as two arguments: `1 2` or `1,2`.
///
/// ```
/// use tremaux_puzzles::paths::parse_goal;
///
/// assert_eq!(parse_goal("1 2"), Ok((1, 2)));
/// assert_eq!(parse_goal("1").unwrap_err().message, "expected a goal of two numbers, x and y, found 1");
/// ```
///
/// # Errors
/// When `text` is not two numbers from 0 to [`MAX_GOAL`].
pub fn parse_goal(text: &str) -> Result<(u32, u32), InputError> {
    let (line, fields) = fields(text);
    let coordinate = |(column, field): &(usize, String)| {
        let number = input::number(field, "a coordinate", 0, u64::from(MAX_GOAL));
        let number = number.map_err(|message| line.error(*column, message))?;
        Ok(u32::try_from(number).unwrap_or(MAX_GOAL))
    };
    match fields.as_slice() {
        [x, y] => Ok((coordinate(x)?, coordinate(y)?)),
        _ => {
            let column = fields.get(2).map_or(0, |(column, _)| *column);
            Err(line.error(column, format!("expected a goal of two numbers, x and y, found {}", fields.len())))
        }
    }
}

/// Steps given as an argument, in the order to be tried: `N,NE,E`.
///
/// ```
/// use tremaux_puzzles::paths::{Step, parse_steps};
///
/// assert_eq!(parse_steps("E,N").unwrap().as_slice(), [Step::E, Step::N]);
/// assert_eq!(parse_steps("N,NW").unwrap_err().to_string(), "line 1, column 3: expected N, NE or E, found `NW`");
/// ```
///
/// # Errors
/// When there are none, at a name that is not N, NE or E, or at one that is there already.
pub fn parse_steps(text: &str) -> Result<Steps, InputError> {
    let (line, fields) = fields(text);
    let mut order = Vec::new();
    for (column, name) in fields {
        let step = step(&line, column, &name)?;
        if order.contains(&step) {
            return Err(line.error(column, format!("expected each step once, found {step} again")));
        }
        order.push(step);
    }
    Steps::new(&order).ok_or_else(|| line.error(0, "expected steps out of N, NE and E, found none"))
}

/// A path, its steps apart by white space or commas.
pub(super) fn path(answer: &str) -> Result<Vec<Step>, InputError> {
    let (line, fields) = fields(answer);
    fields.iter().map(|(column, name)| step(&line, *column, name)).collect()
}

fn step(line: &Line, column: usize, name: &str) -> Result<Step, InputError> {
    let named = Step::ALL.into_iter().find(|step| step.name().eq_ignore_ascii_case(name));
    named.ok_or_else(|| line.error(column, format!("expected N, NE or E, found `{}`", shown(name))))
}

/// `text` as a line, for its errors, and its fields apart by white space or commas with the column of each.
fn fields(text: &str) -> (Line, Vec<(usize, String)>) {
    let apart = Line { number: 1, text: text.replace(',', " ") };
    let fields = apart.fields().map(|(column, field)| (column, field.to_owned())).collect();
    (Line { number: 1, text: text.to_owned() }, fields)
}
