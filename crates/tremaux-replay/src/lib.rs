//! Floor 3 of the house: seeing a search.
//!
//! A search is [recorded](record()) as a [`Trace`], and its [`Replay`] shows the state after any step, forwards and
//! backwards, as a [`Frame`]; [`write_trace`] writes events as they happen, and [`read_trace`] reads them back. Frames are
//! shown as text ([`frame_lines`]; [`fitted_lines`] is a state in little room), SVG ([`frame_svg`]) and GIF
//! ([`write_gif`]). [`Decisions`] is the tree laid out, [`Outline`] as much of it as fits around a step; [`player_page`] is
//! a page that plays the search, of [`player_data`], and [`write_cp_profiler`] gives the tree to another profiler.
//! [`parting()`] finds where two programs part. [`walk_tree`] gives the decision tree, node by node as it grows, and
//! [`whole_tree`] one of a million nodes.
//!
//! **Knows:** the engine and its observers; every problem only as a [`Problem`](tremaux::Problem).
//! **Must never know:** which puzzle it looks at, files, arguments, terminals.

mod board;
mod cp_profiler;
mod decisions;
mod delta;
mod drawing;
mod files;
mod fit;
mod gif_file;
mod grid;
mod image;
mod layout;
mod outline;
mod page;
pub mod palette;
mod parting;
mod picture;
mod player;
mod printed;
mod raster;
mod read;
mod record;
mod replay;
mod schema;
mod svg;
mod text;
mod trace;
mod tree;
mod watch;
mod whole;
mod write;

pub use cp_profiler::write_cp_profiler;
pub use decisions::{Column, Decisions, Look, Placed, overview};
pub use files::{write_cast, write_text};
pub use fit::fitted_lines;
pub use gif_file::{MAX_FRAMES, write_gif};
pub use image::{frame_svg, tree_svg};
pub use layout::{Shape, tidy};
pub use outline::{Outline, Twig};
pub use page::player_page;
pub use palette::Ink;
pub use parting::{Compared, Ended, Parting, Run, Seen, end, parting};
pub use player::{player_data, scene_data};
pub use read::{FormatError, TraceError, Written, read_trace};
pub use record::record;
pub use replay::{Frame, Replay, SlotOption, Stage};
pub use text::{
    Line, Span, frame_lines, frame_text, mark_lines, method_lines, quantity_lines, scene_lines, scene_text,
};
pub use trace::{End, Kind, METHOD, Step, Trace, TraceNode};
pub use tree::{Node, NodeKind, walk_tree};
pub use watch::{NotReached, Recording};
pub use whole::{WholeTree, whole_tree};
pub use write::{About, Part, write_trace};

/// The program of the page about problems of one's own runs as it stands there.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/your-own-problem.md")]
struct YourOwnProblem;
