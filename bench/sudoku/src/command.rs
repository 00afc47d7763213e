//! The command as a whole: a process that starts, reads a file, searches, checks and writes.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::sets::Puzzle;
use crate::solvers::{Side, Solver};

/// A set is repeated in the file until there are as many puzzles, so that more than the start of a process is measured.
const LEAST: usize = 50_000;

/// `solve` where one solution is asked for, else `count`, on one thread; the time is the process's own, of its threads and of
/// the system for it.
pub(crate) fn whole(path: PathBuf) -> Solver {
    let all = move |puzzles: &[Puzzle], limit: usize, counts: &mut [u8]| {
        let repeats = LEAST.div_ceil(puzzles.len());
        let folder = tempfile::tempdir().expect("a folder for files");
        let (input, output) = (folder.path().join("puzzles"), folder.path().join("answers"));
        write(puzzles, repeats, &input);
        let limit = limit.to_string();
        let asked = if limit == "1" { vec!["solve"] } else { vec!["count", "--limit", &limit] };
        let mut command = Command::new(&path);
        command.args(asked).args(["--threads", "1", "--quiet", "sudoku"]).arg(&input);
        command.stdout(File::create(&output).expect("a file")).stderr(Stdio::inherit());
        let before = time_of_children();
        command.status().expect("the command runs");
        let time = time_of_children() - before;
        read(&output, counts, repeats);
        time / u32::try_from(repeats).expect("few")
    };
    Solver { name: "command".to_owned(), side: Side::Command, count: Box::new(all) }
}

fn write(puzzles: &[Puzzle], repeats: usize, path: &Path) {
    let mut file = BufWriter::new(File::create(path).expect("a file"));
    for puzzle in (0..repeats).flat_map(|_| puzzles) {
        file.write_all(&puzzle.line).expect("it is written");
    }
    file.flush().expect("it is written");
}

/// The answers, which must be the same in every repeat: a number, or a solution or none.
fn read(path: &Path, counts: &mut [u8], repeats: usize) {
    let answers = BufReader::new(File::open(path).expect("the answers")).lines();
    let mut answers = answers.map(|line| {
        let line = line.expect("it is read");
        // What clashes is answered as bad input where one solution is asked for.
        if line.starts_with(['n', 'i']) { 0 } else { line.parse().unwrap_or(1) }
    });
    for repeat in 0..repeats {
        for count in &mut *counts {
            let answer: u8 = answers.next().expect("an answer for each puzzle");
            assert!(repeat == 0 || *count == answer, "another answer in repeat {repeat}");
            *count = answer;
        }
    }
    assert!(answers.next().is_none(), "an answer too many");
}

/// The time that processes took which were waited for.
fn time_of_children() -> Duration {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: it is given room for what it writes, and zeros are a value of it.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr());
        usage.assume_init()
    };
    let time = |of: libc::timeval| Duration::new(of.tv_sec as u64, 1_000 * of.tv_usec as u32);
    time(usage.ru_utime) + time(usage.ru_stime)
}
