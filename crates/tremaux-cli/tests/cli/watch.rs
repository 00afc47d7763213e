//! The player in a real terminal, driven by keys.

use std::thread;
use std::time::Duration;

use crate::run::{run_line, run_on};
use crate::tmux::Tmux;

const BINARY: &str = env!("CARGO_BIN_EXE_tremaux");

/// A terminal in which `tremaux` was started with these arguments; its shell says the exit code after it.
fn started(arguments: &str, (columns, rows): (u16, u16)) -> Option<Tmux> {
    let tmux = Tmux::open(columns, rows)?;
    tmux.run(&format!("{BINARY} {arguments}; echo \"exit $?\""));
    Some(tmux)
}

#[test]
fn four_queens_by_keys() {
    let Some(tmux) = started("watch queens 4", (80, 24)) else { return };
    let screen = tmux.wait_for("step 1 of 116, depth 0, node 0");
    assert!(screen.contains("queens 4") && screen.contains("enter node 0"), "{screen}");
    tmux.press("Right Right Right");
    let screen = tmux.wait_for("step 4 of 116");
    assert!(screen.contains("<Q>") || screen.contains("reject 0: column"), "{screen}");
    tmux.press("Left");
    let screen = tmux.wait_for("step 3 of 116");
    assert!(screen.contains("[Q] | | |") || screen.contains("[Q]"), "{screen}");
    tmux.press("n");
    let screen = tmux.wait_for("> no slot is open");
    for line in
        [" . Q . .", " . . . Q", " Q . . .", " . . Q .", "column {0 1 2 3}", "> no slot is open", "◆ 2  yes!  <"]
    {
        assert!(screen.contains(line), "{line}\n{screen}");
    }
    tmux.press("2 0 Enter");
    tmux.wait_for("step 20 of 116");
    tmux.press("?");
    let screen = tmux.wait_for("On the board");
    assert!(screen.contains("next dead end"), "{screen}");
    tmux.press("Escape");
    tmux.wait_for("step 20 of 116, depth");
    tmux.press("q");
    tmux.wait_for("exit 0");
    tmux.check_restored();
}

#[test]
fn what_if_the_queen_stood_there() {
    let Some(tmux) = started("watch queens 6 --color never", (120, 40)) else { return };
    tmux.wait_for("step 1 of");
    tmux.press("w");
    tmux.wait_for("what if the choice were");
    tmux.press("Down Down Enter");
    tmux.wait_for("queens 6, what if 2");
    tmux.press("n");
    let screen = tmux.wait_for("no slot is open: record a copy");
    assert!(screen.contains("solution"), "{screen}");
    tmux.press("b");
    tmux.wait_for("step 1 of");
    // Ctrl-C is an interruption.
    tmux.press("C-c");
    tmux.wait_for("exit 130");
    tmux.check_restored();
}

/// The process that is in the terminal's foreground.
fn player(tmux: &Tmux) -> String {
    let shell = tmux.ask(&["display-message", "-p", "#{pane_pid}"]);
    let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", shell.trim())).unwrap_or_default();
    children.trim().to_owned()
}

fn kill(signal: &str, process: &str) {
    let status = std::process::Command::new("kill").args([signal, process]).status().expect("kill runs");
    assert!(status.success());
}

#[test]
#[cfg(target_os = "linux")]
fn signals_give_the_terminal_back() {
    for (signal, exit) in [("-TERM", "exit 143"), ("-INT", "exit 130"), ("-HUP", "exit 129")] {
        let Some(tmux) = started("watch queens 4", (80, 24)) else { return };
        tmux.wait_for("step 1 of 116");
        kill(signal, &player(&tmux));
        tmux.wait_for(exit);
        tmux.check_restored();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn stopped_and_resumed() {
    let Some(tmux) = started("watch queens 4", (80, 24)) else { return };
    tmux.wait_for("step 1 of 116");
    tmux.press("Right C-z");
    // The shell has the terminal; the player has it again after `fg`, where it was.
    tmux.wait_for("exit 1");
    tmux.check_restored();
    tmux.run("fg");
    tmux.wait_for("step 2 of 116");
    tmux.press("Right");
    tmux.wait_for("step 3 of 116");
    tmux.press("q");
    // What is typed before the player is gone is the player's.
    tmux.wait_for("fg\n");
    thread::sleep(Duration::from_secs(1));
    tmux.run("echo \"resumed $?\"");
    tmux.wait_for("resumed 0");
    tmux.check_restored();
}

/// Paused it sleeps: in a second it has at most a twentieth of a core.
#[test]
#[cfg(target_os = "linux")]
fn paused_it_sleeps() {
    let Some(tmux) = started("watch queens 6", (80, 24)) else { return };
    tmux.wait_for("step 1 of");
    let process = player(&tmux);
    let ticks = || -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs");
        let (_, fields) = stat.rsplit_once(')').expect("a name");
        // The time in the process and in the system for it, in hundredths of a second.
        fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().expect("a number")).sum()
    };
    thread::sleep(Duration::from_millis(200));
    let before = ticks();
    thread::sleep(Duration::from_secs(1));
    assert!(ticks() - before <= 5, "{} hundredths", ticks() - before);
    // And it plays when it is told to.
    tmux.press("+ + + + Space");
    tmux.wait_for("dead ends       46");
    tmux.press("q");
    tmux.wait_for("exit 0");
}

#[test]
fn a_small_terminal_is_told_so() {
    let Some(tmux) = started("watch queens 4", (60, 20)) else { return };
    tmux.wait_for("The player needs 80 x 24");
    tmux.ask(&["resize-window", "-x", "90", "-y", "30"]);
    tmux.wait_for("step 1 of 116");
    tmux.press("q");
    tmux.wait_for("exit 0");
}

/// A trace that was written is watched elsewhere, from a pipe too: keys come from the terminal.
#[test]
fn a_written_trace() {
    let Some(tmux) = Tmux::open(80, 24) else { return };
    tmux.run(&format!("{BINARY} trace queens 5 --from 9 | {BINARY} watch --trace -; echo \"exit $?\""));
    let screen = tmux.wait_for("step 1 of");
    assert!(screen.contains("node 9"), "{screen}");
    tmux.press("n");
    tmux.wait_for("> no slot is open");
    tmux.press("q");
    tmux.wait_for("exit 0");
    tmux.check_restored();
}

#[test]
fn from_a_node_on() {
    let Some(tmux) = started("watch queens 8 --from 2000 --max-steps 50", (80, 24)) else { return };
    let screen = tmux.wait_for("step 1 of 50, depth");
    assert!(screen.contains("node 2000"), "{screen}");
    tmux.press("End");
    tmux.wait_for("the search has more steps");
    tmux.press("q");
    // As with any search that a limit ended.
    tmux.wait_for("exit 3");
    assert_eq!(run_line("watch queens 4").exit, Some(2));
}

/// While the search still runs there is no player yet, and Ctrl-C ends both.
#[test]
fn interrupted_before_it_opens() {
    let Some(tmux) = started("watch queens 20 --from 5000000000", (80, 24)) else { return };
    thread::sleep(Duration::from_millis(500));
    tmux.press("C-c");
    tmux.wait_for("exit 130");
    tmux.check_restored();
}

#[test]
fn without_a_terminal() {
    for done in [run_line("watch queens 4"), run_on("watch --trace -", b"")] {
        assert_eq!((done.exit, done.out.as_str()), (Some(2), ""));
    }
    let done = run_line("watch queens 4");
    assert!(done.err.contains("standard output is none") && done.err.contains("tremaux render"), "{}", done.err);
    let done = run_line("watch");
    assert!(done.exit == Some(2) && done.err.contains("expected a problem"), "{}", done.err);
}
