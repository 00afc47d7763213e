//! What is printed on a grid is seen in every view, and survives a file.

use std::ops::ControlFlow;

use tremaux::{Limits, Problem};
use tremaux_puzzles::queens::{PlainBoard, QueensBoard, Rules};
use tremaux_puzzles::sudoku::{self, PlainSudoku, Relation, Shape, Sudoku, Variant};
use tremaux_replay::{
    About, Frame, Recording, Stage, frame_svg, palette, read_trace, record, scene_text, write_gif, write_trace,
};

/// Five regions, one queen each, none touching.
const REGIONS: [u32; 25] = [0, 0, 1, 1, 1, 0, 2, 2, 1, 1, 3, 2, 2, 2, 4, 3, 3, 3, 4, 4, 3, 3, 4, 4, 4];

fn daily() -> PlainBoard {
    let rules = Rules { no_touch: true, ..Rules::default() };
    PlainBoard::new(&QueensBoard::new(5, rules).expect("a board").with_regions(&REGIONS).expect("five regions"))
}

/// A grid of 4 x 4 with a cage, signs in both directions and across, both diagonals.
fn variants() -> PlainSudoku {
    let rules = sudoku::Rules::from(Shape::of_size(4).expect("a shape"));
    let diagonal = Variant { diagonal: true, ..Variant::default() };
    let rules = rules.variant(diagonal).and_then(|rules| rules.cage(vec![0, 1, 5], Some(7)));
    let rules = rules.and_then(|rules| rules.cage(vec![10, 11], None));
    let rules = rules.and_then(|rules| rules.pair(Relation::Less, 2, 3));
    let rules = rules.and_then(|rules| rules.pair(Relation::Less, 11, 7));
    let rules = rules.and_then(|rules| rules.pair(Relation::Consecutive, 12, 13));
    let rules = rules.and_then(|rules| rules.pair(Relation::Less, 9, 14)).expect("rules that fit");
    let mut cells = vec![0; 16];
    cells[5] = 4;
    PlainSudoku::new(&Sudoku::new(rules, cells).expect("a grid"))
}

fn first(problem: impl Problem) -> impl Stage {
    record(problem, Recording { limits: Limits::new().solutions(1), ..Recording::default() }).expect("a search")
}

fn hex([red, green, blue]: palette::Colour) -> String {
    format!("fill=\"#{red:02x}{green:02x}{blue:02x}\"")
}

#[test]
fn regions_have_borders_and_tints() {
    let mut stage = first(daily());
    assert_eq!(
        scene_text(&stage.scene(12)),
        [
            " Q .|. . .",
            "  -----",
            " .|. Q|. .",
            "---   ----",
            " .|. . .[Q]",
            "  -------",
            " | . ||* *",
            "    ---",
            " | .|* : *",
        ]
        .join("\n")
    );
    let svg = frame_svg(&Frame::new(&mut stage, 12).expect("the step"), None);
    // Of its cells, the one with the new queen alone does not have the tint of its region.
    let tints = palette::REGIONS.map(|(colour, hundredths)| palette::tint(colour, hundredths));
    let cells = tints.map(|tint| svg.matches(&hex(tint)).count());
    assert_eq!(cells, [3, 5, 5, 6, 5, 0, 0, 0]);
}

#[test]
fn cages_signs_and_lines_are_drawn() {
    let mut stage = first(variants());
    let last = stage.trace().steps();
    assert_eq!(scene_text(&stage.scene(last)), "7\n 1 2|3<4\n...\n 3:4|1 2\n-------v\n 4 3|2 1\n    ....\n 2~1|4 3");
    let svg = frame_svg(&Frame::new(&mut stage, last).expect("the step"), None);
    // Seven sides around three squares, of which two are two squares long, and six around two.
    assert_eq!(svg.matches("stroke-dasharray").count(), 8 + 6);
    assert_eq!(svg.matches(">&lt;</text>").count(), 2);
    // Both diagonals, and what joins the cells that touch at a corner alone.
    let wide = |width: &str| svg.matches(&format!("stroke-width=\"{width}\"")).count();
    assert_eq!((wide("2.8"), wide("1.4")), (2, 1));
    let mut gif = Vec::new();
    write_gif(&mut stage, 1..=2, None, &mut gif).expect("memory");
    assert!(gif.starts_with(b"GIF89a"));
}

#[test]
fn a_trace_has_it_once() {
    let about = About { problem: "sudoku".into(), input: 0.into(), engine: "plain".into(), scenes: true };
    let mut text = String::new();
    write_trace(variants(), Recording::default(), &about, &mut |part| {
        text += &format!("{}\n", part.into_value());
        ControlFlow::Continue(())
    })
    .expect("a search");
    assert_eq!(text.matches("\"backdrop\"").count(), 1);
    let (mut written, mut replay) = (read_trace(text.as_bytes()).expect("a trace"), first(variants()));
    for step in [1, replay.trace().steps(), 2] {
        assert_eq!(written.scene(step), replay.scene(step));
    }
    // Before there were backdrops.
    let old = text.replacen("\"version\":2", "\"version\":1", 1);
    assert!(read_trace(old.as_bytes()).is_ok());
    let strange = text.replacen("\"backdrop\":{", "\"backdrop\":{\"tints\":[8],", 1);
    let Err(error) = read_trace(strange.as_bytes()) else { panic!("it is read") };
    assert!(error.to_string().contains("expected tints from 0 to 7"), "{error}");
    // Squares that there are not are not drawn.
    let outside = text.replace("[0,0]", "[0,99]");
    let mut outside = read_trace(outside.as_bytes()).expect("a trace");
    assert!(!scene_text(&outside.scene(1)).is_empty());
    assert!(frame_svg(&Frame::new(&mut outside, 1).expect("the step"), None).ends_with("</svg>\n"));
}
