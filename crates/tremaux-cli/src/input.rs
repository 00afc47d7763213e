//! Files and standard input, as streams that know whether more can be had without waiting for it.

use std::fs::File;
use std::io::{self, BufRead, Cursor, Read, Stdin};

use crate::failure::Failure;

/// How much is held, and read at once at most.
const CAPACITY: usize = 1 << 17;

/// What any puzzle takes, in any of the ways to write one, but for very few.
const PLENTY: usize = 1 << 12;

/// The file's bytes; `-` is standard input.
pub(crate) fn open(file: &str) -> Result<Input, Failure> {
    if file == "-" {
        return Ok(Input::new(Bytes::Stdin(io::stdin()), false));
    }
    let failure = |error| Failure::Open { file: file.to_owned(), error };
    let opened = File::open(file).map_err(failure)?;
    let kind = opened.metadata().map_err(failure)?;
    if kind.is_dir() {
        return Err(failure(io::ErrorKind::IsADirectory.into()));
    }
    Ok(Input::new(Bytes::File(opened), kind.is_file()))
}

/// An open file, standard input, or text.
pub(crate) struct Input {
    bytes: Bytes,
    /// Whether it is a file on a disk, which nobody has to wait for.
    is_file: bool,
    buffer: Box<[u8]>,
    /// What is held and not yet taken is `buffer[start..end]`.
    start: usize,
    end: usize,
    /// Whether the last read said that there is no more.
    ended: bool,
}

impl Input {
    fn new(bytes: Bytes, is_file: bool) -> Self {
        Input { bytes, is_file, buffer: vec![0; CAPACITY].into(), start: 0, end: 0, ended: false }
    }

    /// A file whose text is at hand.
    pub(crate) fn of_text(text: &str) -> Self {
        Input::new(Bytes::Kept(Cursor::new(text.to_owned())), true)
    }

    /// Whether so much is held, as far as it can be had without waiting, that whoever reads a puzzle will hardly have to
    /// wait, or the end is.
    pub(crate) fn has_plenty(&mut self) -> io::Result<bool> {
        while !self.ended && self.end - self.start < PLENTY {
            if !self.is_file && !self.bytes.are_ready() {
                return Ok(false);
            }
            self.read_more()?;
        }
        Ok(true)
    }

    /// Makes sure that a whole line or the end is held, as far as that can be had without waiting; says whether it can.
    pub(crate) fn has_line(&mut self) -> io::Result<bool> {
        loop {
            let held = &self.buffer[self.start..self.end];
            if self.ended || held.len() == CAPACITY || held.contains(&b'\n') {
                return Ok(true);
            }
            if !self.is_file && !self.bytes.are_ready() {
                return Ok(false);
            }
            self.read_more()?;
        }
    }

    /// Adds what comes next to what is held, which leaves room for it.
    fn read_more(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        let read = loop {
            match self.bytes.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.end += read;
        self.ended = read == 0;
        Ok(())
    }
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.start == self.end {
            self.read_more()?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    fn consume(&mut self, amount: usize) {
        self.start += amount;
    }
}

/// Where bytes come from.
enum Bytes {
    File(File),
    Stdin(Stdin),
    Kept(Cursor<String>),
}

impl Bytes {
    /// Whether they have some, or the end, for who reads now.
    #[cfg(unix)]
    fn are_ready(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut input = [match self {
            Bytes::File(file) => PollFd::new(file, PollFlags::IN),
            Bytes::Stdin(stdin) => PollFd::new(stdin, PollFlags::IN),
            Bytes::Kept(_) => return true,
        }];
        poll(&mut input, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
    }

    /// They cannot be asked: who reads may have to wait.
    #[cfg(not(unix))]
    fn are_ready(&self) -> bool {
        false
    }
}

impl Read for Bytes {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Bytes::File(file) => file.read(bytes),
            Bytes::Stdin(stdin) => stdin.read(bytes),
            Bytes::Kept(text) => text.read(bytes),
        }
    }
}
