//! What is seen: whole frames, kept as snapshots. After a change that is meant, `INSTA_UPDATE=always cargo test -p
//! tremaux-cli player` writes them anew; look at them before they are checked in.

use insta::assert_snapshot;
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use tremaux::Problem;
use tremaux_puzzles::queens::{PlainBoard, QueensBoard};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question, maze, queens, sudoku};

use super::super::view::{Look, draw};
use super::*;

const PLAIN: Look = Look { colour: false, unicode: false };
const COLOURED: Look = Look { colour: true, unicode: true };

fn buffer(player: &mut Player, (width, height): (u16, u16), look: Look) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("there is always memory");
    terminal.draw(|frame| draw(frame, player, look)).expect("it never fails");
    terminal.backend().buffer().clone()
}

fn rows(buffer: &Buffer) -> impl Iterator<Item = &[Cell]> {
    buffer.content.chunks(usize::from(buffer.area.width))
}

/// The characters alone.
fn text(buffer: &Buffer) -> String {
    let row = |row: &[Cell]| row.iter().map(Cell::symbol).collect::<String>().trim_end().to_owned() + "\n";
    rows(buffer).map(row).collect()
}

/// The characters, and below a line of them what is told by how they look: `*` bold, `.` dim, `_` reversed, and colours
/// by their first letters.
fn styled(buffer: &Buffer) -> String {
    let style = |cell: &Cell| match (cell.fg, cell.modifier) {
        (_, modifier) if modifier.contains(Modifier::REVERSED) => '_',
        (Color::Indexed(1), _) => 'r',
        (Color::Indexed(2), _) => 'g',
        (Color::Indexed(3), _) => 'y',
        (Color::Indexed(4), _) => 'b',
        (Color::Indexed(5), _) => 'm',
        (Color::Indexed(6), _) => 'c',
        (Color::Indexed(8), _) => 'k',
        (Color::Reset, modifier) if modifier.contains(Modifier::BOLD) => '*',
        (Color::Reset, modifier) if modifier.contains(Modifier::DIM) => '.',
        (Color::Reset, _) => ' ',
        _ => '?',
    };
    let row = |row: &[Cell]| {
        let text: String = row.iter().map(Cell::symbol).collect();
        let styles: String = row.iter().map(style).collect();
        let lines = [text, styles].map(|line| line.trim_end().to_owned());
        if lines[1].is_empty() { format!("{}\n", lines[0]) } else { format!("{}\n~{}\n", lines[0], lines[1]) }
    };
    rows(buffer).map(row).collect()
}

/// A frame of queens after keys.
fn of_queens(size: usize, keys: &str, area: (u16, u16), look: Look) -> Buffer {
    let mut stage = queens(size);
    let mut player = Player::new(&mut stage, format!("queens {size}"), Recording::default());
    press(&mut player, keys);
    buffer(&mut player, area, look)
}

/// The frame of any puzzle after keys.
struct Shown<'a> {
    keys: &'a str,
    area: (u16, u16),
    look: Look,
}

impl<S> Question<S> for Shown<'_> {
    type Answer = Buffer;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Buffer {
        let mut stage = record(problem, Recording { events: 5000, ..Recording::default() }).expect("it begins");
        let mut player = Player::new(&mut stage, "a puzzle".into(), Recording::default());
        press(&mut player, self.keys);
        buffer(&mut player, self.area, self.look)
    }
}

#[test]
fn a_queen_ruled_out() {
    assert_snapshot!(text(&of_queens(4, "9<enter>", (80, 24), PLAIN)));
    assert_snapshot!(styled(&of_queens(4, "9<enter>", (80, 24), COLOURED)));
}

#[test]
fn a_solution() {
    assert_snapshot!(styled(&of_queens(8, "n", (80, 24), COLOURED)));
    assert_snapshot!(text(&of_queens(8, "nf", (120, 40), PLAIN)));
    assert_snapshot!(styled(&of_queens(8, "nf", (120, 40), COLOURED)));
}

#[test]
fn taken_back_and_dead() {
    assert_snapshot!(text(&of_queens(4, "14<enter>", (80, 24), PLAIN)));
    assert_snapshot!(text(&of_queens(4, "d", (80, 24), PLAIN)));
}

#[test]
fn help() {
    assert_snapshot!(text(&of_queens(4, "?", (80, 24), COLOURED)));
    assert_snapshot!(text(&of_queens(4, "?", (120, 40), PLAIN)));
}

/// The help says every key.
#[test]
fn help_is_whole_on_the_smallest_terminal() {
    let help = text(&of_queens(4, "?", (80, 24), PLAIN));
    for command in super::super::keys::COMMANDS {
        assert!(help.contains(command.title), "{}", command.title);
    }
}

#[test]
fn what_if() {
    assert_snapshot!(text(&of_queens(8, "c1<enter>w", (80, 24), PLAIN)));
    assert_snapshot!(text(&of_queens(8, "w<enter>w<enter>n", (80, 24), COLOURED)));
}

#[test]
fn a_question() {
    assert_snapshot!(text(&of_queens(4, "12", (80, 24), PLAIN)));
}

#[test]
fn too_small() {
    assert_snapshot!(text(&of_queens(4, "", (60, 20), PLAIN)));
}

#[test]
fn other_puzzles() {
    let grid = "306508400520000000087000031003010080900863005050090600130000250000000074005206300";
    let sudoku = sudoku::parse_puzzle(grid, sudoku::Reading::default()).expect("a puzzle");
    let sudoku = |area| sudoku.pose(Engine::Plain, Aim::All, Shown { keys: "d", area, look: PLAIN });
    assert_snapshot!(text(&sudoku((80, 24))));
    assert_snapshot!(text(&sudoku((120, 40))));
    let maze = maze::read_maze(&b"1 0 0 0\n1 1 0 1\n0 1 0 0\n1 1 1 1\n"[..]).expect("a maze");
    assert_snapshot!(text(&maze.pose(Engine::Plain, Aim::All, Shown { keys: "n", area: (80, 24), look: PLAIN })));
}

/// What is printed on a board: as lines, where the terminal has them.
#[test]
fn regions_and_cages() {
    let regions = [0, 0, 1, 1, 1, 0, 0, 2, 2, 1, 3, 2, 2, 2, 4, 3, 3, 3, 4, 4, 3, 3, 4, 4, 4];
    let rules = queens::Rules { no_touch: true, ..queens::Rules::default() };
    let board = QueensBoard::new(5, rules).expect("a board").with_regions(&regions).expect("five regions");
    for look in [PLAIN, COLOURED] {
        let mut stage = record(PlainBoard::new(&board), Recording::default()).expect("it begins at the root");
        let mut player = Player::new(&mut stage, "queens".into(), Recording::default());
        press(&mut player, "d");
        assert_snapshot!(text(&buffer(&mut player, (80, 24), look)));
    }
    let cages = "[Rules]\nr1c1 r1c2 = 3\nr1c3 r2c3 = 14\nr1c4 r2c4 = 12\n[Puzzle]\n....\n....\n....\n....\n";
    let killer = sudoku::parse_puzzle(cages, sudoku::Reading::default()).expect("a puzzle");
    let shown = Shown { keys: "7<enter>", area: (80, 24), look: COLOURED };
    assert_snapshot!(text(&killer.pose(Engine::Plain, Aim::All, shown)));
}

/// A board larger than the terminal shows the part where the search is.
#[test]
fn a_board_that_does_not_fit() {
    assert_snapshot!(text(&of_queens_until(30, 500, "<end>", (80, 24))));
}

fn of_queens_until(size: usize, events: usize, keys: &str, area: (u16, u16)) -> Buffer {
    let recording = Recording { events, ..Recording::default() };
    let mut stage = record(PlainQueens::new(size), recording).expect("it begins at the root");
    let mut player = Player::new(&mut stage, format!("queens {size}"), Recording::default());
    press(&mut player, keys);
    buffer(&mut player, area, PLAIN)
}

/// In ASCII there is nothing else, and without colour no colour.
#[test]
fn nothing_but_what_the_terminal_can_show() {
    for keys in ["", "9<enter>", "n", "d", "nf", "?", "c1<enter>w", "12"] {
        let buffer = of_queens(8, keys, (120, 40), PLAIN);
        assert!(text(&buffer).is_ascii(), "{keys}: {}", text(&buffer));
        assert!(buffer.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset), "{keys}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Every step on a terminal of any size, with the tree folded or not; and what the step is about is on the board.
    #[test]
    fn any_size(width in 0_u16..140, height in 0_u16..50, size in 1_usize..20, step in 1_usize..400, fold: bool) {
        let keys = format!("{step}<enter>{}", if fold { "f" } else { "" });
        let shown = of_queens_until(size, 400, &keys, (width, height));
        prop_assert_eq!(shown.area.width, width);
        if width >= 80 && height >= 24 {
            let text = text(&shown);
            let happened = text.lines().nth(1).expect("a second line");
            let is_new = happened.contains("   place ") || happened.contains("   enter node ");
            prop_assert!(!is_new || text.contains("[Q]") || happened.ends_with("enter node 0"), "{}", text);
        }
    }
}

/// What a label holds is shown, and never obeyed.
#[test]
fn no_text_of_a_problem_reaches_the_terminal_as_an_order() {
    struct Words;

    impl Problem for Words {
        type Choice = usize;
        type Choices = std::ops::Range<usize>;
        type Solution = ();

        fn choices(&self) -> Option<Self::Choices> {
            Some(0..1)
        }
        fn place(&mut self, _: usize) {}
        fn unplace(&mut self, _: usize) {}
        fn solution(&self) {}
        fn label(&self, _: usize) -> String {
            "\u{1b}[2J\u{7}a\r\n".into()
        }
    }

    let recording = Recording { events: 50, ..Recording::default() };
    let mut stage = record(Words, recording).expect("it begins at the root");
    let mut player = player(&mut stage);
    press(&mut player, "<end>");
    let shown = text(&buffer(&mut player, (80, 24), COLOURED));
    assert!(shown.chars().all(|character| character == '\n' || !character.is_control()), "{shown:?}");
}
