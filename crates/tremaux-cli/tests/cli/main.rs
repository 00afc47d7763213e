//! Tests of the command from outside the binary.

mod bad_input;
mod batch;
mod contract;
mod jobs;
mod makers;
mod queens;
mod rows;
mod run;
mod serve;
mod threads;
#[cfg(unix)]
mod tmux;
mod traces;
#[cfg(unix)]
mod watch;
