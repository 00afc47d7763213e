//! Every example in the documents prints what it says.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn examples_print_what_they_say() {
    // The files they name are told from the root of the repository.
    std::env::set_current_dir(root()).expect("the root is there");
    trycmd::TestCases::new().case("README.md").case("docs/sudoku-formats.md");
}

/// The walk-throughs in `docs`, which need a shell and keep files from step to step: the commands of their
/// `shellsession` blocks, one after the other, in a folder of their own that has the examples.
#[test]
#[cfg(unix)]
fn walk_throughs_go_as_they_say() {
    let documents = std::fs::read_dir(root().join("docs")).expect("the documents are there");
    for document in documents.map(|document| document.expect("a document").path()) {
        let text = std::fs::read_to_string(&document).expect("the document is text");
        let folder = tempfile::tempdir().expect("a folder");
        let examples = root().join("examples").canonicalize().expect("the examples are there");
        std::os::unix::fs::symlink(examples, folder.path().join("examples")).expect("a link");
        for (command, expected) in steps(&text) {
            assert_eq!(answer(&command, folder.path()), expected, "{}: {command}", document.display());
        }
    }
}

/// The commands of a document, each with what it prints.
fn steps(text: &str) -> Vec<(String, String)> {
    let blocks = text.split("```shellsession\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut steps: Vec<(String, String)> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push((command.to_owned(), String::new())),
            (None, Some((_, expected))) => *expected += &format!("{line}\n"),
            (None, None) => panic!("expected a command first, found {line}"),
        }
    }
    steps
}

/// What a command prints in `folder`, on standard output and standard error.
fn answer(command: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_tremaux"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let binaries = binary.parent().into_iter().map(Path::to_owned).chain(std::env::split_paths(&path));
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).current_dir(folder);
    shell.env("PATH", std::env::join_paths(binaries).expect("a path")).env("LC_ALL", "C").env("NO_COLOR", "1");
    let output = shell.output().expect("a shell runs");
    String::from_utf8(output.stdout).expect("answers are text")
}
