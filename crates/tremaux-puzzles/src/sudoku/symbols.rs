//! The symbols that digits are written with.

/// What stands for the first digit, and so for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// 1 to 9, then A, B, C and on: every size up to 25 fits.
    FromOne,
    /// 0 to 9, then A, B, C and on: hexadecimal for 16.
    FromZero,
    /// A, B, C and on.
    Letters,
    /// Numbers from 1, apart by spaces.
    Numbers,
}

/// The way a puzzle writes its digits, so that its solution is written alike.
///
/// ```
/// use tremaux_puzzles::sudoku::Symbols;
///
/// assert_eq!(Symbols::USUAL.write(16), "G");
/// assert_eq!(Symbols::USUAL.digit('G', 16), Some(16));
/// assert_eq!(Symbols::USUAL.digit('G', 9), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbols {
    /// What stands for the first digit.
    pub alphabet: Alphabet,
    /// Whether letters are lower case.
    pub lowercase: bool,
}

impl Symbols {
    /// 1 to 9, then A, B, C and on.
    pub const USUAL: Symbols = Symbols { alphabet: Alphabet::FromOne, lowercase: false };

    /// The digit that `character` stands for in a grid of `size`; `None` when it stands for none.
    #[must_use]
    pub fn digit(self, character: char, size: usize) -> Option<u8> {
        let value = character.to_digit(36)?;
        let digit = match self.alphabet {
            Alphabet::FromOne => value,
            Alphabet::FromZero => value + 1,
            Alphabet::Letters => value.checked_sub(9)?,
            Alphabet::Numbers if value > 9 => return None,
            Alphabet::Numbers => value,
        };
        u8::try_from(digit).ok().filter(|digit| (1..=size).contains(&usize::from(*digit)))
    }

    /// A digit as it is written; a blank, which is 0, as `.`.
    #[must_use]
    pub fn write(self, digit: u8) -> String {
        self.character(digit).map_or_else(|| digit.to_string(), String::from)
    }

    /// A digit as it is written, where all digits are written with one character.
    pub(super) fn character(self, digit: u8) -> Option<char> {
        let value = match self.alphabet {
            _ if digit == 0 => return Some('.'),
            Alphabet::Numbers => return None,
            Alphabet::FromOne => digit,
            Alphabet::FromZero => digit - 1,
            Alphabet::Letters => digit + 9,
        };
        let symbol = char::from_digit(value.into(), 36).unwrap_or('?');
        Some(if self.lowercase { symbol } else { symbol.to_ascii_uppercase() })
    }

    /// All digits of a grid of `size`, for a message: `1 to 9`.
    pub(super) fn range(self, size: usize) -> String {
        let last = u8::try_from(size).unwrap_or(u8::MAX);
        format!("{} to {}", self.write(1), self.write(last))
    }

    /// What stands between two symbols on a line.
    pub(super) fn gap(self) -> &'static str {
        if self.alphabet == Alphabet::Numbers { " " } else { "" }
    }
}
