//! A drawing as SVG.

use std::fmt::Write;

use crate::drawing::{ADVANCE, Anchor, Drawing, Figure};
use crate::palette::Colour;

/// The longest side of a picture that is not asked to be of a size.
const LONGEST: f32 = 6000.0;

/// The drawing as an SVG file; scaled to fit into `size`, if that is given.
pub(crate) fn svg(drawing: &Drawing, size: Option<(usize, usize)>) -> String {
    let (width, height) = drawing.size;
    // What is larger than any screen is scaled down; a viewer that zooms shows it as it is.
    let scale = (LONGEST / width.max(height)).min(1.0);
    let natural = (width * scale, height * scale);
    let (shown_width, shown_height) = size.map_or(natural, |(width, height)| (width as f32, height as f32));
    let title = escaped(&drawing.title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\" \
         font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace\">\n<title>{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        number(shown_width),
        number(shown_height),
        number(width),
        number(height)
    );
    for figure in &drawing.figures {
        figure_svg(figure, &mut svg);
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
    svg
}

/// To a tenth of a pixel.
fn number(length: f32) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn points(points: &[(f32, f32)]) -> String {
    let point = |(x, y): &(f32, f32)| format!("{},{}", number(*x), number(*y));
    points.iter().map(point).collect::<Vec<_>>().join(" ")
}

/// Text as it stands in XML. Control characters have no place there.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            control if control.is_control() || matches!(control, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

fn figure_svg(figure: &Figure, svg: &mut String) {
    // Writing to a string never fails.
    let _ = match figure {
        Figure::Rectangle { at, size, round, fill } => {
            let round = if *round > 0.0 { format!(" rx=\"{}\"", number(*round)) } else { String::new() };
            write!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{round} fill=\"{}\"/>",
                number(at.0),
                number(at.1),
                number(size.0),
                number(size.1),
                hex(*fill)
            )
        }
        Figure::Circle { middle, radius, ring, fill } => {
            let (x, y, fill) = (number(middle.0), number(middle.1), hex(*fill));
            let paint = match ring {
                Some(width) => format!("fill=\"#fff\" stroke=\"{fill}\" stroke-width=\"{}\"", number(*width)),
                None => format!("fill=\"{fill}\""),
            };
            write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" {paint}/>", number(*radius))
        }
        Figure::Polygon { points: at, fill } => {
            write!(svg, "<polygon points=\"{}\" fill=\"{}\"/>", points(at), hex(*fill))
        }
        Figure::Lines { points: at, width, dash, colour } => {
            let ends = match dash {
                Some(length) => format!("stroke-dasharray=\"{}\"", number(*length)),
                None => "stroke-linecap=\"round\"".into(),
            };
            write!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" {ends}/>",
                points(at),
                hex(*colour),
                number(*width)
            )
        }
        Figure::Text { at, size, anchor, bold, colour, text } => {
            let anchor = if *anchor == Anchor::Middle { " text-anchor=\"middle\"" } else { "" };
            let bold = if *bold { " font-weight=\"bold\"" } else { "" };
            let length = number(text.chars().count() as f32 * size * ADVANCE);
            write!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{length}\" \
                 xml:space=\"preserve\"{anchor}{bold} fill=\"{}\">{}</text>",
                number(at.0),
                // Not every renderer knows `dominant-baseline`: the middle of capitals is a third above the base line.
                number(at.1 + 0.35 * size),
                number(*size),
                hex(*colour),
                escaped(text)
            )
        }
    };
}
