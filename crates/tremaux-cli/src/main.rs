//! Floor 4 of the house: the command line.
//!
//! Arguments and files in, answers out. A verb is a question ([`verbs`]), a problem says what is searched ([`problems`]);
//! every verb works with every problem because verbs are written against [`Puzzle`](tremaux_puzzles::Puzzle) and know
//! none of them.
//!
//! **Knows:** files, arguments, the terminal, exit codes. **Must never know:** how a problem is searched or drawn.

mod args;
mod batch;
mod failure;
mod files;
mod input;
mod interrupt;
mod player;
mod printer;
mod problems;
mod progress;
mod serve;
mod session;
mod verbs;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let command = args::Command::parse();
    let color = command.options.color;
    match problems::run(command) {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(color).into(),
    }
}
