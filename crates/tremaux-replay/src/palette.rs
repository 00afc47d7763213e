//! What colours mean, the same in every view. They are those of Okabe and Ito (2008, <https://jfly.uni-koeln.de/color/>),
//! which people of every colour vision tell apart; and nothing is told by colour alone.

use tremaux::Role;

use crate::{Kind, NodeKind};

/// What a piece of a view means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Text.
    Plain,
    /// What is not looked at now.
    Dim,
    /// What is looked at now.
    Strong,
    /// A cell.
    Cell(Role),
    /// What happened.
    Event(Kind),
    /// A node of the tree.
    Node(NodeKind),
    /// A node that is not left yet.
    OpenNode,
    /// A border between regions, `|` and `-`, or of a cage, `:` and `.`. Who has more than ASCII can draw it as a line.
    Border,
}

/// A colour: red, green, blue.
pub type Colour = [u8; 3];

/// The ground.
pub const WHITE: Colour = [0xff, 0xff, 0xff];
/// Black, as it is printed.
pub const BLACK: Colour = [0x1b, 0x1b, 0x1b];
/// Text of less weight, and lines.
pub const GREY: Colour = [0x76, 0x76, 0x76];
/// Walls.
pub const SLATE: Colour = [0x4d, 0x55, 0x5c];
/// What is new, and choices.
pub const BLUE: Colour = [0x00, 0x72, 0xb2];
/// Paths.
pub const SKY: Colour = [0x56, 0xb4, 0xe9];
/// Solutions.
pub const GREEN: Colour = [0x00, 0x9e, 0x73];
/// What is ruled out, and dead ends.
pub const VERMILION: Colour = [0xd5, 0x5e, 0x00];
/// What is taken back.
pub const PURPLE: Colour = [0xcc, 0x79, 0xa7];
/// What is open.
pub const ORANGE: Colour = [0xe6, 0x9f, 0x00];

/// So many hundredths of a colour, the rest white.
#[must_use]
pub fn tint(colour: Colour, hundredths: u16) -> Colour {
    let mixed = |part: u8| (u16::from(part) * hundredths + 255 * (100 - hundredths)) / 100;
    // A mean of bytes is a byte.
    colour.map(|part| u8::try_from(mixed(part)).unwrap_or(u8::MAX))
}

/// Yellow, for regions alone.
pub const YELLOW: Colour = [0xf0, 0xe4, 0x42];

/// The tints of regions, by their number below [`Backdrop::TINTS`](tremaux::Backdrop::TINTS). So strong, any two of them
/// differ by some 20 in the Lab colour space, and by 9.7 to those whose eyes lack one kind of cone, as Machado, Oliveira
/// and Fernandes (2009, <https://doi.org/10.1109/TVCG.2009.113>) simulate it.
pub const REGIONS: [(Colour, u16); 8] =
    [(SKY, 45), (ORANGE, 50), (GREEN, 60), (PURPLE, 50), (YELLOW, 45), (BLUE, 50), (VERMILION, 45), (GREY, 20)];

/// A colour with a fifth of black in it.
#[must_use]
pub fn shade(colour: Colour) -> Colour {
    colour.map(|part| part / 5 * 4)
}

impl Ink {
    /// The colour on a light ground.
    #[must_use]
    pub fn colour(self) -> Colour {
        match self {
            Ink::Plain | Ink::Strong | Ink::Cell(Role::Standing | Role::Given) => BLACK,
            Ink::Dim | Ink::Border | Ink::Cell(Role::Open) => GREY,
            Ink::Cell(Role::Wall) => SLATE,
            Ink::Cell(Role::Placed) | Ink::Event(Kind::Enter | Kind::Place) | Ink::Node(NodeKind::Branch) => BLUE,
            Ink::Cell(Role::Path) => SKY,
            Ink::Event(Kind::Solution) | Ink::Node(NodeKind::Solution) => GREEN,
            Ink::Cell(Role::Attacked | Role::Dead) | Ink::Event(Kind::Reject | Kind::DeadEnd) => VERMILION,
            Ink::Node(NodeKind::Dead) => VERMILION,
            Ink::Cell(Role::Undone) | Ink::Event(Kind::Unplace | Kind::Leave) => PURPLE,
            Ink::OpenNode | Ink::Node(NodeKind::Cut) => ORANGE,
        }
    }

    /// The nearest of the sixteen colours that every terminal has, as the parameters of an SGR sequence; empty for the
    /// terminal's own.
    ///
    /// ```
    /// use tremaux_replay::{Ink, NodeKind, palette};
    ///
    /// let solution = Ink::Node(NodeKind::Solution);
    /// assert_eq!((solution.colour(), solution.sgr()), (palette::GREEN, "1;32"));
    /// ```
    #[must_use]
    pub fn sgr(self) -> &'static str {
        match self.colour() {
            _ if self == Ink::Strong => "1",
            GREY => "2",
            SLATE => "90",
            BLUE => "1;34",
            SKY => "36",
            GREEN => "1;32",
            VERMILION => "31",
            PURPLE => "35",
            ORANGE => "33",
            _ => "",
        }
    }
}
