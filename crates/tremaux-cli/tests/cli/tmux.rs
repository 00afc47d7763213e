//! A real terminal to test with: tmux, on a socket of its own.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long something may take to be seen, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with a shell in it, closed when this is dropped.
pub(crate) struct Tmux {
    socket: String,
}

impl Tmux {
    /// Opens a terminal of `columns` x `rows`; `None`, said, where there is no tmux and none must be.
    pub(crate) fn open(columns: u16, rows: u16) -> Option<Tmux> {
        static OPENED: AtomicU32 = AtomicU32::new(0);
        if Command::new("tmux").arg("-V").output().is_err() {
            assert!(std::env::var_os("CI").is_none(), "tmux is missing");
            eprintln!("left out: tmux is missing");
            return None;
        }
        let number = OPENED.fetch_add(1, Ordering::Relaxed);
        let tmux = Tmux { socket: format!("tremaux-test-{}-{number}", std::process::id()) };
        let size = [columns, rows].map(|size| size.to_string());
        let environment = ["LC_ALL=C.UTF-8", "NO_COLOR=1"];
        let environment = environment.iter().flat_map(|variable| ["-e", variable]);
        let mut arguments = vec!["new-session", "-d", "-x", &size[0], "-y", &size[1]];
        arguments.extend(environment);
        // Without a status line the terminal has all the rows.
        arguments.extend(["sh", ";", "set-option", "-g", "status", "off"]);
        tmux.ask(&arguments);
        tmux.ask(&["resize-window", "-x", &size[0], "-y", &size[1]]);
        Some(tmux)
    }

    /// What tmux answers.
    pub(crate) fn ask(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("tmux");
        let output = command.args(["-u", "-L", &self.socket, "-f", "/dev/null"]).args(arguments).output();
        let output = output.expect("tmux runs");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("a screen is text")
    }

    /// Types a line into the shell.
    pub(crate) fn run(&self, line: &str) {
        self.ask(&["send-keys", "-l", line]);
        self.press("Enter");
    }

    /// Presses keys, by the names that tmux has for them.
    pub(crate) fn press(&self, keys: &str) {
        let mut arguments = vec!["send-keys"];
        arguments.extend(keys.split(' '));
        self.ask(&arguments);
    }

    /// What is on the screen.
    pub(crate) fn screen(&self) -> String {
        self.ask(&["capture-pane", "-p"])
    }

    /// Waits until something is on the screen, and gives all that is.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if screen.contains(text) {
                return screen;
            }
            assert!(began.elapsed() < PATIENCE, "no {text} in\n{screen}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The terminal is as a shell has it: the main screen, with a cursor, and what is typed is echoed line by line.
    pub(crate) fn check_restored(&self) {
        assert_eq!(self.ask(&["display-message", "-p", "#{alternate_on} #{cursor_flag}"]).trim(), "0 1");
        self.run("clear; stty -a | tr ';' '\\n'; echo \"stty $?\"");
        let modes = self.wait_for("stty 0");
        let has = |mode: &str| modes.split_whitespace().any(|word| word == mode);
        assert!(["icanon", "echo", "isig", "icrnl", "opost"].into_iter().all(has), "{modes}");
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}
