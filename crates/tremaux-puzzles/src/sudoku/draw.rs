//! The grid as it looks.

use tremaux::{Backdrop, Cage, Event, Role, Scene, SceneCell, SceneMark, Sign, Stroke, Window};

use super::{House, HouseKind, Pair, PlainSudoku, Relation, Rules, Shape, Symbols};

/// The grid; its marks are the digits that the row, the column and the box of the open slot have. Where one rules a
/// digit out, the cell that holds it is spoken of as well.
pub(super) fn scene(sudoku: &PlainSudoku, event: Event<u8>) -> Scene {
    let shape = sudoku.shape();
    let size = shape.size();
    let slot = sudoku.slot().map(|cell| shape.square(cell));
    let window = Window::around(size, size, (0, 0));
    let mut scene = Scene::grid(window, marks(sudoku), |(row, column)| {
        let cell = row * size + column;
        let digit = sudoku.cells()[cell];
        let role = match digit {
            0 => Role::Open,
            _ if sudoku.is_given(cell) => Role::Given,
            _ => Role::Standing,
        };
        SceneCell { region: region(sudoku, cell), ..SceneCell::new(text(digit), role) }
    });
    match event {
        Event::Reject(digit) => reject(sudoku, &mut scene, digit),
        Event::Unplace(digit) => show(&mut scene, slot, text(digit), Role::Undone),
        Event::DeadEnd => show(&mut scene, slot, String::new(), Role::Dead),
        _ if event.is_new() => {
            if let Some(cell) = sudoku.placed_last() {
                show(&mut scene, Some(shape.square(cell)), text(sudoku.cells()[cell]), Role::Placed);
            }
        }
        _ => {}
    }
    Scene { backdrop: sudoku.backdrop.clone(), ..scene }
}

/// What is printed on a grid with these rules, beside rows, columns and boxes. What holds for all cells alike, as
/// anti-knight does, is not.
pub(super) fn backdrop(rules: &Rules) -> Option<Backdrop> {
    let shape = rules.shape();
    let squares = |cells: &[usize]| cells.iter().map(|cell| shape.square(*cell)).collect::<Vec<_>>();
    let of_kind = |kind| rules.more_houses().iter().filter(move |house| house.kind == kind);
    let windows = of_kind(HouseKind::Window).map(|window| Cage { squares: squares(&window.cells), label: "".into() });
    let cages = rules.cages().iter().map(|cage| Cage {
        squares: squares(&cage.cells),
        label: cage.sum.map_or(String::new(), |sum| sum.to_string()).into(),
    });
    let backdrop = Backdrop {
        tints: tints(shape, of_kind(HouseKind::Region)),
        cages: windows.chain(cages).collect(),
        signs: rules.pairs().iter().filter_map(|pair| sign(shape, *pair)).collect(),
        lines: of_kind(HouseKind::Diagonal).map(|diagonal| squares(&diagonal.cells)).collect(),
    };
    (!backdrop.is_empty()).then_some(backdrop)
}

/// The tints of the regions of a jigsaw.
fn tints<'a>(shape: Shape, regions: impl Iterator<Item = &'a House>) -> Vec<u8> {
    let mut region_of = vec![0; shape.cells()];
    let mut found = false;
    for house in regions {
        found = true;
        house.cells.iter().for_each(|cell| region_of[*cell] = u32::try_from(house.index).unwrap_or(0));
    }
    if found { Backdrop::tints_of(shape.size(), &region_of) } else { Vec::new() }
}

/// What is printed between the cells of a pair that was named for itself: `~`, or the sign of less, which points to the
/// lesser.
fn sign(shape: Shape, Pair { relation, first, second }: Pair) -> Option<Sign> {
    let between = [first, second].map(|cell| shape.square(cell));
    let text = match relation {
        Relation::Consecutive => "~",
        Relation::Less => match (between[0].1.cmp(&between[1].1), between[0].0 < between[1].0) {
            (std::cmp::Ordering::Less, _) => "<",
            (std::cmp::Ordering::Greater, _) => ">",
            (std::cmp::Ordering::Equal, true) => "^",
            (std::cmp::Ordering::Equal, false) => "v",
        },
        Relation::Knight | Relation::King | Relation::NonConsecutive => return None,
    };
    Some(Sign { between, text: text.into() })
}

/// The number of a cell's box or region, from 1; 0 where there are none.
fn region(sudoku: &PlainSudoku, cell: usize) -> u32 {
    let is_region = |mark: usize| matches!(sudoku.marks()[mark].name(), "box" | "region");
    let house = sudoku.houses_of(cell).iter().find(|(mark, _)| is_region(*mark));
    house.and_then(|(_, house)| u32::try_from(house + 1).ok()).unwrap_or(0)
}

fn text(digit: u8) -> String {
    if digit == 0 { String::new() } else { Symbols::USUAL.write(digit) }
}

fn show(scene: &mut Scene, square: Option<(usize, usize)>, text: String, role: Role) {
    let Some(square) = square else { return };
    if let Some(cell) = scene.cell_mut(square) {
        (cell.text, cell.role) = (text.into(), role);
    }
    if let tremaux::Layout::Grid(window) = scene.layout {
        scene.focus = window.index(square);
    }
}

/// Shows the digit in the open slot, and the cells because of which it is ruled out.
fn reject(sudoku: &PlainSudoku, scene: &mut Scene, digit: u8) {
    let shape = sudoku.shape();
    let Some(slot) = sudoku.slot() else { return };
    show(scene, Some(shape.square(slot)), text(digit), Role::Attacked);
    for cell in 0..shape.cells() {
        let shared = sudoku.houses_of(cell).iter().filter(|house| sudoku.houses_of(slot).contains(house));
        let by: u32 = shared.fold(0, |by, (mark, _)| by | 1 << mark);
        if by == 0 || sudoku.cells()[cell] != digit {
            continue;
        }
        for square in [cell, slot].map(|cell| shape.square(cell)) {
            if let Some(cell) = scene.cell_mut(square) {
                cell.by |= by;
            }
        }
    }
}

fn marks(sudoku: &PlainSudoku) -> Vec<SceneMark> {
    let shape = sudoku.shape();
    let houses = sudoku.slot().map_or(&[][..], |slot| sudoku.houses_of(slot));
    let mark = |(kind, set): (usize, &tremaux::MarkSet)| {
        let stroke = match set.name() {
            "row" => Stroke::Horizontal,
            "column" => Stroke::Vertical,
            _ => Stroke::Dot,
        };
        let units: Vec<usize> = houses.iter().filter(|(mark, _)| *mark == kind).map(|(_, unit)| *unit).collect();
        let mark = SceneMark::new(set.name(), stroke);
        let Some(first) = units.first() else { return mark };
        let has = |digit: &u8| units.iter().any(|unit| set.contains(unit * shape.size() + usize::from(*digit) - 1));
        mark.titled(format!("{} {first}", set.name())).with((1..=shape.digits()).filter(has).map(text))
    };
    sudoku.marks().iter().enumerate().map(mark).collect()
}
