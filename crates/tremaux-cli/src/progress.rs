//! How far long work is, told on standard error: a bar on a terminal, lines in a log.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tremaux::{Progress, TimeLeft};

use crate::args::{Options, ProgressArg};
use crate::failure::say;

/// Work is long from here on: nothing is told of what ends sooner.
const LONG: Duration = Duration::from_secs(1);

/// How often a bar moves.
const FRAME: Duration = Duration::from_millis(100);

/// How far apart lines in a log are.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// How long the bar is, in steps.
const STEPS: u32 = 10_000;

/// Where it is told how far one search is; goes off the screen when dropped.
pub(crate) struct Display {
    bar: Option<ProgressBar>,
    time_left: TimeLeft,
    next: Duration,
    /// Whether the search may end before its tree does.
    may_end_sooner: bool,
}

impl Display {
    /// As `--progress` asks for; none where it would stand between the answers on the same terminal.
    pub(crate) fn new(options: &Options, may_end_sooner: bool, between_answers: bool) -> Option<Self> {
        let is_terminal = io::stderr().is_terminal();
        let wanted = match options.progress {
            ProgressArg::Auto => is_terminal && !options.quiet && !(between_answers && io::stdout().is_terminal()),
            ProgressArg::Always => true,
            ProgressArg::Never => false,
        };
        let bar = || {
            let bar = ProgressBar::with_draw_target(Some(STEPS.into()), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:30} {msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        };
        wanted.then(|| Display {
            bar: is_terminal.then(bar),
            time_left: TimeLeft::default(),
            next: LONG,
            may_end_sooner,
        })
    }

    /// How often [`update`](Display::update) should be called.
    pub(crate) fn pace(&self) -> Duration {
        if self.bar.is_some() { FRAME } else { LONG }
    }

    /// Tells how far it is, if it is time to.
    pub(crate) fn update(&mut self, progress: &Progress) {
        let time_left = self.time_left.after(progress);
        if progress.elapsed < self.next {
            return;
        }
        let told = told(progress, time_left, self.may_end_sooner);
        match &self.bar {
            Some(bar) => {
                bar.set_position(steps(progress.done));
                bar.set_message(told);
            }
            None => {
                say(&told);
                self.next = progress.elapsed + BETWEEN_LINES;
            }
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is done is from 0 to 1")]
fn steps(done: f64) -> u64 {
    (done * f64::from(STEPS)) as u64
}

/// `12.34 % done, 5.2 M nodes a second, 3 solutions, 1m 20s left`
fn told(progress: &Progress, time_left: Option<Duration>, may_end_sooner: bool) -> String {
    let &Progress { done, nodes, solutions, elapsed } = progress;
    let mut told = format!("{:.2} % done", 100.0 * done);
    if nodes > 0 {
        told += &format!(", {} nodes a second", short(nodes as f64 / elapsed.as_secs_f64()));
        told += &format!(", {solutions} solution{}", if solutions == 1 { "" } else { "s" });
    }
    if let Some(left) = time_left {
        let at_most = if may_end_sooner { "at most " } else { "" };
        told += &format!(", {at_most}{} left", rough(left));
    }
    told
}

/// The two largest units: nobody believes more of an estimate.
fn rough(time: Duration) -> String {
    let seconds = humantime::format_duration(Duration::from_secs(time.as_secs().max(1))).to_string();
    seconds.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

fn short(number: f64) -> String {
    match number {
        1e9.. => format!("{:.1} G", number / 1e9),
        1e6.. => format!("{:.1} M", number / 1e6),
        1e3.. => format!("{:.1} k", number / 1e3),
        _ => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::told;
    use tremaux::Progress;

    #[test]
    fn a_line_says_what_is_known() {
        let progress = Progress { done: 0.12345, nodes: 52_000_000, solutions: 3, elapsed: Duration::from_secs(10) };
        assert_eq!(
            told(&progress, Some(Duration::from_secs(90_061)), false),
            "12.35 % done, 5.2 M nodes a second, 3 solutions, 1day 1h left"
        );
        let unknown = Progress { done: 0.0, nodes: 0, ..progress };
        assert_eq!(told(&unknown, None, true), "0.00 % done");
        assert_eq!(told(&unknown, Some(Duration::ZERO), true), "0.00 % done, at most 1s left");
    }
}
