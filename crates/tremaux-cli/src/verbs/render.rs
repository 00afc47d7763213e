//! `render`: the search as a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use serde_json::Value;
use tremaux::{Problem, Stats};
use tremaux_puzzles::{Aim, Puzzle, Question};
use tremaux_replay::{
    End, Frame, MAX_FRAMES, NotReached, Recording, Stage, Written, frame_svg, player_data, player_page, record,
    tree_svg, write_cast, write_cp_profiler, write_gif, write_text,
};

use super::trace::{conclude, recording, report};
use crate::args::{RecordArgs, RenderArgs, Size};
use crate::failure::{Exit, Failure};
use crate::session::Session;

/// Records a search and shows it to `then`.
pub(crate) struct Show<'a> {
    pub(crate) recording: Recording,
    pub(crate) then: &'a mut dyn FnMut(&mut dyn Stage) -> Result<(), Failure>,
}

impl<S> Question<S> for Show<'_> {
    type Answer = Result<Result<(End, Stats), Failure>, NotReached>;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Self::Answer {
        let mut replay = record(problem, self.recording)?;
        let (end, stats) = (replay.trace().end(), replay.trace().stats(usize::MAX));
        Ok((self.then)(&mut replay).map(|()| (end, stats)))
    }
}

pub(crate) fn render<P: Puzzle>(
    session: &mut Session,
    puzzle: &P,
    args: &RecordArgs,
    render: &RenderArgs,
) -> Result<Exit, Failure> {
    let picture = Picture::new(render, P::NAME, puzzle.input())?;
    let recording = recording(session, args, Recording::EVENTS);
    let mut then = |stage: &mut dyn Stage| picture.write(stage);
    let answer = puzzle.pose(session.options.engine(true), Aim::All, Show { recording, then: &mut then });
    let (end, stats) = answer.map_err(|error| Failure::Other(format!("--from: {error}")))??;
    let report = report(session, end, stats);
    Ok(conclude(session, end, &report, stats))
}

/// Renders a written trace.
pub(crate) fn render_trace(written: &mut Written, render: &RenderArgs) -> Result<Exit, Failure> {
    let (problem, input) = (written.problem.clone(), written.input.clone());
    Picture::new(render, &problem, input)?.write(written)?;
    Ok(Exit::Found)
}

/// What is drawn, and where it goes.
pub(crate) struct Picture<'a> {
    args: &'a RenderArgs,
    format: Format,
    problem: &'a str,
    input: Value,
}

#[derive(Clone, Copy)]
enum Format {
    Text,
    Cast,
    Svg,
    Gif,
    Page,
    Player,
    CpProfiler,
}

impl<'a> Picture<'a> {
    pub(crate) fn new(args: &'a RenderArgs, problem: &'a str, input: Value) -> Result<Self, Failure> {
        let extension = Path::new(&args.output).extension().and_then(|extension| extension.to_str());
        let format = match extension {
            Some("txt") => Format::Text,
            Some("cast") => Format::Cast,
            Some("svg") => Format::Svg,
            Some("gif") => Format::Gif,
            Some("html") => Format::Page,
            Some("json") => Format::Player,
            Some("cpprofiler") => Format::CpProfiler,
            _ => {
                let found = if args.output.is_empty() { "none" } else { &args.output };
                return Err(Failure::Other(format!(
                    "expected a file (-o) that ends in .html, .svg, .gif, .txt, .cast, .json or .cpprofiler, found {found}"
                )));
            }
        };
        if args.tree && !matches!(format, Format::Svg) {
            return Err(Failure::Other("expected a file that ends in .svg for --tree".into()));
        }
        Ok(Picture { args, format, problem, input })
    }

    fn write(&self, stage: &mut dyn Stage) -> Result<(), Failure> {
        let steps = self.steps(stage.trace().steps())?;
        let failure = |error| Failure::Create { file: self.args.output.clone(), error };
        let file = File::create(&self.args.output).map_err(failure)?;
        let mut out = BufWriter::with_capacity(1 << 16, file);
        self.draw(stage, steps, &mut out).map_err(failure)
    }

    /// Draws the steps into `out`.
    pub(crate) fn draw(
        &self,
        stage: &mut dyn Stage,
        steps: RangeInclusive<usize>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Size { width, height } = self.args.size.unwrap_or(Size { width: 80, height: 24 });
        let pixels = self.args.size.map(|Size { width, height }| (width, height));
        match self.format {
            Format::Text => write_text(stage, steps, width, out),
            Format::Cast => write_cast(stage, steps, (width, height), out),
            Format::Page => out.write_all(player_page(stage, self.problem, &self.input).as_bytes()),
            Format::CpProfiler => write_cp_profiler(stage.trace(), &super::titled(self.problem, &self.input), out),
            Format::Player => writeln!(out, "{}", player_data(stage, self.problem, &self.input)),
            Format::Gif => write_gif(stage, steps, pixels, out),
            Format::Svg if self.args.tree => {
                out.write_all(tree_svg(stage.trace(), *steps.end(), self.args.hide_failed, pixels).as_bytes())
            }
            Format::Svg => {
                let frame = Frame::new(stage, *steps.end());
                out.write_all(frame.map_or(String::new(), |frame| frame_svg(&frame, pixels)).as_bytes())
            }
        }
    }

    /// The steps asked for: `--step` to `--to`, one of them alone, or all.
    pub(crate) fn steps(&self, steps: usize) -> Result<RangeInclusive<usize>, Failure> {
        let RenderArgs { step, to, .. } = *self.args;
        let (first, last) = (step.unwrap_or(1), to.or(step).unwrap_or(steps));
        if first < 1 || last > steps || first > last {
            let found = format!("found {first} to {last}");
            return Err(Failure::Other(format!(
                "expected steps from 1 to {steps}, the first before the last; {found}"
            )));
        }
        let frames = last - first + 1;
        match self.format {
            Format::Gif if frames > MAX_FRAMES => Err(Failure::Other(format!(
                "expected at most {MAX_FRAMES} frames for a .gif, found {frames}: say which with --step and --to"
            ))),
            Format::Page | Format::Player | Format::CpProfiler if step.is_some() || to.is_some() => {
                let message = "an .html, .json or .cpprofiler has all steps: expected neither --step nor --to";
                Err(Failure::Other(message.into()))
            }
            Format::Svg if step.is_some() && to.is_some_and(|to| Some(to) != step) => {
                Err(Failure::Other("an .svg shows one step: expected --step without --to".into()))
            }
            _ => Ok(first..=last),
        }
    }
}
