//! After a crash the terminal is as it was.

use super::super::terminal::Screen;
use crate::player::tests::tmux::Tmux;

/// What is run in a terminal by the test below.
#[test]
#[ignore = "takes the terminal it runs in"]
fn panics_with_the_terminal_taken() {
    let _screen = Screen::open().expect("a terminal");
    panic!("it is meant to");
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let Some(tmux) = Tmux::open(80, 24) else { return };
    let test = "player::tests::restores::panics_with_the_terminal_taken";
    let program = std::env::current_exe().expect("a test has a file");
    tmux.run(&format!("{} --exact {test} --ignored --nocapture; echo \"exit $?\"", program.display()));
    let screen = tmux.wait_for("exit 101");
    assert!(screen.contains("it is meant to"), "{screen}");
    tmux.check_restored();
}
