//! Answers on standard output, in the format asked for, each as soon as it is there.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::args::Format;

/// Whoever reads the other end of a pipe waits no longer than this for what was found.
const FLUSH_EVERY: Duration = Duration::from_millis(100);

/// What stands between two answers in one array.
const NEXT_ANSWER: &[u8] = b",\n";

/// Where what is written goes.
enum Output {
    /// To standard output: sent on its way when much has come together, and by a thread of its own at times, since a
    /// run may be waiting for its next input, or searching long for its next solution, while the last answer stands
    /// here.
    Standard(Arc<Mutex<BufWriter<Stdout>>>),
    /// To memory.
    Memory(Vec<u8>),
}

impl Output {
    fn open() -> Self {
        let out = Arc::new(Mutex::new(BufWriter::with_capacity(1 << 16, io::stdout())));
        let waiting = Arc::downgrade(&out);
        thread::spawn(move || {
            loop {
                thread::sleep(FLUSH_EVERY);
                let Some(out) = waiting.upgrade() else { return };
                // What could not be sent is kept, and the error comes again when the run sends it.
                let _ = locked(&out).flush();
            }
        });
        Output::Standard(out)
    }
}

fn locked(out: &Mutex<BufWriter<Stdout>>) -> MutexGuard<'_, BufWriter<Stdout>> {
    out.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Standard(out) => locked(out).write(bytes),
            Output::Memory(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Standard(out) => locked(out).flush(),
            Output::Memory(_) => Ok(()),
        }
    }
}

/// The fields of a JSON object, in order.
pub(crate) type Fields = Map<String, Value>;

/// Writes the answers of one run. Text comes as [`block`](Printer::block)s; an answer in JSON as one
/// [`object`](Printer::object), or, where it may be long, piece by piece: [`open`](Printer::open),
/// [`piece`](Printer::piece), [`close`](Printer::close).
pub(crate) struct Printer {
    out: Output,
    format: Format,
    verb: &'static str,
    problem: &'static str,
    /// More than one input is answered: in json the answers then stand in one array.
    many: bool,
    /// Answers begun so far, and pieces written of the current one.
    answers: usize,
    pieces: usize,
    /// In lines: what every line of the current answer begins with, and the same as it is written, left open.
    head: Fields,
    opening: String,
    /// Room for a piece, which goes out whole.
    line: Vec<u8>,
    /// In text: whether the first and the last block had several lines; `None` before the first.
    tall: Option<(bool, bool)>,
    terminal: bool,
}

impl Printer {
    /// A printer for a run whose answers begin with `verb` and `problem`.
    pub(crate) fn new(format: Format, verb: &'static str, problem: &'static str) -> Self {
        Printer {
            out: Output::open(),
            format,
            verb,
            problem,
            many: false,
            answers: 0,
            pieces: 0,
            head: Fields::new(),
            opening: String::new(),
            line: Vec::new(),
            tall: None,
            terminal: io::stdout().is_terminal(),
        }
    }

    /// A printer for further answers of the same run, which are kept until they are [`append`](Printer::append)ed.
    pub(crate) fn apart(&self) -> Self {
        Printer {
            out: Output::Memory(Vec::new()),
            // None of them is the first.
            answers: 1,
            pieces: 0,
            head: Fields::new(),
            opening: String::new(),
            line: Vec::new(),
            tall: None,
            terminal: false,
            ..*self
        }
    }

    /// Adds the answers that were written to a printer [`apart`](Printer::apart).
    pub(crate) fn append(&mut self, apart: &Printer) -> io::Result<()> {
        let Output::Memory(bytes) = &apart.out else { return Ok(()) };
        if let Some((first, last)) = apart.tall {
            self.begin_block(first)?;
            self.tall = self.tall.map(|(first, _)| (first, last));
        }
        let mut bytes = &bytes[..];
        if self.format == Format::Json {
            // What stands before the first of them is known here.
            self.next_answer()?;
            bytes = bytes.strip_prefix(NEXT_ANSWER).unwrap_or(bytes);
        }
        self.out.write_all(bytes)?;
        self.flush_on_terminal()
    }

    pub(crate) fn is_text(&self) -> bool {
        matches!(self.format, Format::Text | Format::Digits)
    }

    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Begins; `many`: more than one input is to be answered.
    pub(crate) fn begin(&mut self, many: bool) {
        self.many = many;
    }

    /// A piece of text; pieces of several lines stand apart by an empty one.
    pub(crate) fn block(&mut self, text: &str) -> io::Result<()> {
        self.begin_block(text.contains('\n'))?;
        self.line(text)
    }

    fn begin_block(&mut self, tall: bool) -> io::Result<()> {
        let (first, last) = self.tall.unwrap_or((tall, false));
        let is_apart = self.tall.is_some() && (last || tall);
        self.tall = Some((first, tall));
        if is_apart { self.out.write_all(b"\n") } else { Ok(()) }
    }

    /// A [`block`](Printer::block) of one line of symbols, soon done.
    pub(crate) fn short<const LENGTH: usize>(&mut self, symbols: &[u8; LENGTH]) -> io::Result<()> {
        self.begin_block(false)?;
        self.out.write_all(symbols)?;
        self.out.write_all(b"\n")?;
        self.flush_on_terminal()
    }

    /// A line of text that belongs to the one before it.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\n")?;
        self.flush_on_terminal()
    }

    /// The fields with which the answer to `input` begins.
    pub(crate) fn head(&self, input: Value) -> Fields {
        let mut head = Fields::new();
        let nested = self.many && self.format == Format::Json;
        if !nested {
            head.insert("problem".into(), json!(self.problem));
        }
        head.insert("input".into(), input);
        if !nested {
            head.insert("verb".into(), json!(self.verb));
        }
        head
    }

    /// A whole answer.
    pub(crate) fn object(&mut self, fields: Fields) -> io::Result<()> {
        self.next_answer()?;
        write!(self.out, "{}", Value::Object(fields))?;
        self.end_answer()
    }

    /// Begins an answer whose pieces are to stand in `array`.
    pub(crate) fn open(&mut self, head: Fields, array: &str) -> io::Result<()> {
        self.next_answer()?;
        self.pieces = 0;
        let mut opening = Value::Object(head.clone()).to_string();
        opening.pop();
        opening.push(',');
        if self.format == Format::Json {
            write!(self.out, "{opening}{}:[", json!(array))
        } else {
            (self.head, self.opening) = (head, opening);
            Ok(())
        }
    }

    /// A piece of the open answer; in lines it stands alone, under `name`.
    pub(crate) fn piece(&mut self, name: &str, piece: &Value) -> io::Result<()> {
        self.pieces += 1;
        self.line.clear();
        let line = &mut self.line;
        if self.format == Format::Json {
            line.extend(if self.pieces > 1 { &b","[..] } else { b"" });
            serde_json::to_writer(line, piece)?;
        } else {
            write!(line, "{}{}:", self.opening, json!(name))?;
            serde_json::to_writer(&mut *line, piece)?;
            line.extend(b"}\n");
        }
        self.out.write_all(&self.line)?;
        self.flush_on_terminal()
    }

    /// Ends the open answer with `tail`. In lines the pieces have been said, and the tail gets a line of its own only
    /// if `telling`.
    pub(crate) fn close(&mut self, tail: Fields, telling: bool) -> io::Result<()> {
        if self.format == Format::Json {
            write!(self.out, "],{}", &Value::Object(tail).to_string()[1..])?;
            return self.end_answer();
        }
        let mut line = std::mem::take(&mut self.head);
        line.extend(tail);
        if telling { writeln!(self.out, "{}", Value::Object(line)) } else { Ok(()) }
    }

    /// Ends the run: everything is on its way, or the error says that it is not.
    pub(crate) fn finish(&mut self, complete: bool, seconds: f64) -> io::Result<()> {
        if self.many && self.format == Format::Json && self.answers > 0 {
            writeln!(self.out, "\n],\"complete\":{complete},\"seconds\":{seconds}}}")?;
        }
        self.out.flush()
    }

    /// Sends what is written on its way, before something that may take long.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn next_answer(&mut self) -> io::Result<()> {
        self.answers += 1;
        match (self.format, self.answers) {
            // Only with its first answer, so that a run that fails before it writes nothing.
            (Format::Json, 1) if self.many => {
                writeln!(self.out, "{{\"problem\":{},\"verb\":{},\"answers\":[", json!(self.problem), json!(self.verb))
            }
            (Format::Json, 2..) => self.out.write_all(NEXT_ANSWER),
            _ => Ok(()),
        }
    }

    fn end_answer(&mut self) -> io::Result<()> {
        if !(self.many && self.format == Format::Json) {
            self.out.write_all(b"\n")?;
        }
        self.flush_on_terminal()
    }

    fn flush_on_terminal(&mut self) -> io::Result<()> {
        if self.terminal { self.flush() } else { Ok(()) }
    }
}
