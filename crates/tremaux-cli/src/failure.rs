//! How a run ends: exit codes, and failures said as one clear error.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use tremaux_puzzles::InputError;

use crate::args::ColorArg;

/// The exit codes of the contract, mildest first: a batch ends with the worst of its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    Found,
    None,
    Limit,
    Bad,
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Found => 0,
            Exit::None => 1,
            Exit::Bad => 2,
            Exit::Limit => 3,
            Exit::Interrupted => 130,
        })
    }
}

/// What ends a run before its answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something in `file` cannot be read.
    Input { file: String, error: InputError },
    /// `file` could not be reached.
    Open { file: String, error: io::Error },
    /// `file` could not be written.
    Create { file: String, error: io::Error },
    /// The answer could not be written.
    Write(io::Error),
    /// Something else, said in a sentence.
    Other(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Write(error)
    }
}

impl Failure {
    /// The same, but where there is no such file it says that the argument might have been `other` as well.
    pub(crate) fn instead_of(self, other: &str) -> Failure {
        match self {
            Failure::Open { file, error } if error.kind() == io::ErrorKind::NotFound => {
                Failure::Other(format!("cannot read {file}: {error}; expected {other}, or the name of a file"))
            }
            failure => failure,
        }
    }

    /// Says it on standard error and gives the exit code that goes with it. Whoever closed the pipe has what they
    /// wanted: that is no error, and nothing is said.
    pub(crate) fn report(&self, color: ColorArg) -> Exit {
        let text = match self {
            Failure::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => return Exit::Found,
            Failure::Write(error) => title(color, &format!("cannot write the answer to standard output: {error}")),
            Failure::Open { file, error } => title(color, &format!("cannot read {file}: {error}")),
            Failure::Create { file, error } => title(color, &format!("cannot write {file}: {error}")),
            Failure::Other(message) => title(color, message),
            Failure::Input { file, error } => render(color, file, error),
        };
        say(&text);
        Exit::Bad
    }
}

/// A line on standard error; if even that is closed there is nobody to tell.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

fn renderer(color: ColorArg) -> Renderer {
    let colored = match color {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto => {
            std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && io::stderr().is_terminal()
        }
    };
    if colored { Renderer::styled() } else { Renderer::plain() }
}

fn title(color: ColorArg, message: &str) -> String {
    renderer(color).render(&[Group::with_title(Level::ERROR.primary_title(message))])
}

/// `error` with its file, line and column, and the line shown.
pub(crate) fn render(color: ColorArg, file: &str, error: &InputError) -> String {
    let mut rest = error.text.char_indices().skip(error.column - 1);
    let start = rest.next().map_or(error.text.len(), |(start, _)| start);
    let end = rest.next().map_or(error.text.len(), |(end, _)| end);
    let snippet = Snippet::source(error.text.as_str())
        .line_start(error.line)
        .path(file)
        .annotation(AnnotationKind::Primary.span(start..end));
    renderer(color).render(&[Level::ERROR.primary_title(error.message.as_str()).element(snippet)])
}
