//! `serve` from outside: requests as bytes on a connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::run::{run, run_on, tremaux};

/// A server on a port of its own, ended when it is dropped.
struct Served {
    child: Child,
    /// Kept open, so that the server can go on speaking.
    _err: BufReader<ChildStderr>,
    address: String,
}

/// A response: its status, its head as text, its body.
struct Response {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Response {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }
}

impl Served {
    fn with(options: &[&str]) -> Served {
        let arguments = [&["serve", "--port", "0"], options].concat();
        let mut child = tremaux(&arguments).stderr(Stdio::piped()).spawn().expect("the binary runs");
        let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        err.read_line(&mut line).expect("it says where it is");
        let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        Served { child, _err: err, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time");
        stream
    }

    /// Sends a request and reads to the end; nothing where the server closed without a word.
    fn raw(&self, bytes: &[u8]) -> Option<Response> {
        self.exchange(bytes, false)
    }

    /// Sends bytes, of which `last`: no more will come. Who says so before the answer is there does not wait for it.
    fn exchange(&self, bytes: &[u8], last: bool) -> Option<Response> {
        let mut stream = self.connect();
        // The server may refuse before it has read everything.
        let _ = stream.write_all(bytes);
        if last {
            let _ = stream.shutdown(Shutdown::Write);
        }
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Response { status, head, body: answer[end + 4..].to_vec() })
    }

    fn get(&self, path: &str) -> Response {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address);
        self.raw(request.as_bytes()).expect("a response")
    }

    fn post_bytes(&self, name: &str, body: &[u8]) -> Response {
        let (host, length) = (&self.address, body.len());
        let mut request = format!(
            "POST /api/v1/{name} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n"
        )
        .into_bytes();
        request.extend(body);
        self.raw(&request).expect("a response")
    }

    fn post(&self, name: &str, body: &Value) -> Response {
        self.post_bytes(name, body.to_string().as_bytes())
    }

    /// Presses Ctrl-C, and gives the exit code.
    fn interrupt(&mut self) -> Option<i32> {
        Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().expect("kill runs");
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of a count.
fn lines(body: &[u8]) -> Vec<Value> {
    // Sent in chunks, whose sizes stand on lines of their own.
    let text = String::from_utf8_lossy(body);
    text.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_page_is_whole_in_itself_and_kept_apart() {
    let served = Served::with(&[]);
    let page = served.get("/");
    assert_eq!(page.status, 200);
    for header in [
        "content-type: text/html",
        "x-content-type-options: nosniff",
        "frame-ancestors 'none'",
        "default-src 'none'; script-src 'sha256-",
        "referrer-policy: no-referrer",
    ] {
        assert!(page.head.contains(header), "{header}: {}", page.head);
    }
    let text = String::from_utf8(page.body).expect("text").replace("http://www.w3.org/", "");
    for reference in ["http://", "https:", "src=", "@import", "<link rel=\"stylesheet"] {
        assert!(!text.contains(reference), "{reference}");
    }
    let about = served.get("/api/v1").json();
    assert_eq!((&about["api"], &about["limits"]["steps"]), (&1.into(), &100_000.into()));
    assert_eq!(served.get("/etc/passwd").status, 404);
    assert_eq!(served.get("/api/v1/play").status, 405);
}

#[test]
fn only_the_page_itself_is_answered() {
    let served = Served::with(&[]);
    let with = |headers: &str| {
        served.raw(format!("GET /api/v1 HTTP/1.1\r\n{headers}\r\nconnection: close\r\n\r\n").as_bytes())
    };
    let status = |headers: &str| with(headers).map(|response| response.status);
    assert_eq!(status("host: localhost:1"), Some(200));
    assert_eq!(status("host: rebound.example"), Some(403));
    assert_eq!(status(&format!("host: {}\r\norigin: https://elsewhere.example", served.address)), Some(403));
    assert_eq!(status("x: y"), Some(400));
    let form = format!("POST /api/v1/play HTTP/1.1\r\nhost: {}\r\ncontent-type: text/plain\r\n", served.address);
    let form = served.raw(format!("{form}content-length: 2\r\nconnection: close\r\n\r\n{{}}").as_bytes());
    assert_eq!(form.map(|response| response.status), Some(415));
}

#[test]
fn what_is_played_is_what_the_command_renders() {
    let served = Served::with(&[]);
    let played = served.post("play", &json!({ "arguments": ["queens", "4"], "take": 1 }));
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("x.json");
    let rendered = run(&["render", "queens", "4", "--take", "1", "-o", file.to_str().expect("a name")]);
    assert_eq!(rendered.exit, Some(0), "{}", rendered.err);
    let rendered = std::fs::read(file).expect("a file");
    let mut played = played.json();
    assert!(played.as_object_mut().and_then(|played| played.remove("mistakes")).is_some());
    assert_eq!(played, serde_json::from_slice::<Value>(&rendered).expect("JSON"));
}

#[test]
fn every_problem_is_played_counted_laid_out_and_saved() {
    let served = Served::with(&[]);
    let maze = "S..\n.#.\n..E\n";
    let sudoku = "306508400520000000087000031003010080900863005050090600130000250000000074005206300\n";
    for (arguments, files, count) in [
        (json!(["queens", "6"]), json!({}), 4),
        (json!(["queens", "b"]), json!({ "b": "Q...\n....\n....\n....\n" }), 0),
        (json!(["sudoku", "s"]), json!({ "s": sudoku }), 1),
        (json!(["maze", "m"]), json!({ "m": maze }), 2),
        (json!(["paths", "1", "2"]), json!({}), 5),
        (json!(["words", "g", "CAT"]), json!({ "g": "CAT\n" }), 1),
        (json!(["words", "g", "--dictionary", "d"]), json!({ "g": "CAT\n", "d": "CAT\nTAC\n" }), 2),
        (json!(["parens", "3"]), json!({}), 5),
        (json!(["permutations", "--", "-a", "b"]), json!({}), 2),
    ] {
        let asked = json!({ "arguments": arguments, "files": files });
        let played = served.post("play", &asked).json();
        assert_eq!((&played["schema"], &played["end"]), (&"tremaux-player".into(), &"complete".into()), "{asked}");
        let mut with_stats = asked.clone();
        with_stats["stats"] = true.into();
        for counted in [&asked, &with_stats] {
            let counted = served.post("count", counted).json();
            assert_eq!((&counted["count"], &counted["complete"]), (&count.into(), &true.into()), "{asked}");
        }
        let tree = served.post("tree", &asked).body;
        let head = tree.iter().position(|byte| *byte == b'\n').expect("a head") + 1;
        let told: Value = serde_json::from_slice(&tree[..head]).expect("JSON");
        let nodes = told["nodes"].as_u64().and_then(|nodes| usize::try_from(nodes).ok()).expect("a number");
        assert_eq!((head % 4, tree.len()), (0, head + 13 * nodes));
        assert_eq!(played["nodes"]["kind"].as_array().map(Vec::len), Some(nodes), "{asked}");
        for (format, begins) in [("svg", "<svg"), ("gif", "GIF89a"), ("html", "<!doctype"), ("txt", ""), ("cast", "{")]
        {
            let mut saved = asked.clone();
            saved["format"] = format.into();
            if format != "html" {
                (saved["step"], saved["to"]) = (1.into(), (if format == "svg" { 1 } else { 2 }).into());
            }
            let saved = served.post("export", &saved);
            let body = String::from_utf8_lossy(&saved.body);
            assert!(saved.status == 200 && body.starts_with(begins), "{asked} {format}: {body:.200}");
            assert!(format != "txt" || body.contains("enter node 0"), "{body}");
            assert!(saved.head.contains(&format!("filename=\"search.{format}\"")), "{}", saved.head);
        }
    }
}

#[test]
fn the_errors_are_those_of_the_command() {
    let served = Served::with(&[]);
    for (problem, text) in
        [("queens", "....\n..?.\n....\n....\n"), ("sudoku", "12\n"), ("maze", "S#\n#\n"), ("maze", "")]
    {
        let refused = served.post("play", &json!({ "arguments": [problem, "f"], "files": { "f": text } }));
        let error = &refused.json()["error"];
        let message = error["message"].as_str().expect("a message");
        let command = run_on(&format!("solve {problem} - --strict"), text.as_bytes());
        assert_eq!((refused.status, command.exit), (400, Some(2)));
        let place = format!("{}:{}", error["line"], error["column"]);
        assert!(command.err.contains(message) && command.err.contains(&place), "{error}\n{}", command.err);
    }
    let message = |asked: Value| {
        let refused = served.post("play", &asked);
        assert_eq!(refused.status, 400);
        refused.json()["error"]["message"].as_str().expect("a message").to_owned()
    };
    // No file of the disk is read.
    assert!(message(json!({ "arguments": ["queens", "Cargo.toml"] })).contains("cannot read Cargo.toml"));
    assert!(message(json!({ "arguments": ["maze", "/etc/passwd"] })).contains("among the files of the request"));
    assert!(message(json!({ "arguments": ["maze", "-"] })).contains("among the files of the request"));
    assert!(message(json!({ "arguments": ["queens"] })).contains("<N|FILE>"));
    assert!(message(json!({ "arguments": ["queens", "4", "--help"] })).contains("--help"));
    assert!(message(json!({ "arguments": ["queens", "1001"] })).contains("no number above 1000"));
    assert!(message(json!({ "arguments": ["paths", "2000", "1"] })).contains("no number above 1000"));
    assert!(message(json!({ "arguments": ["queens", "4"], "from": 17 })).contains("ended before node 17"));
    assert!(message(json!({ "arguments": ["queens", "4"], "puzzle": 2 })).contains("from 1 to 1, found 2"));
    assert!(message(json!({ "arguments": ["queens", "4"], "bogus": 2 })).contains("unknown field `bogus`"));
    assert!(message(json!([])).contains("in the request"));
}

#[test]
fn a_second_puzzle_of_a_file_is_asked_for_by_its_number() {
    let served = Served::with(&[]);
    let asked = json!({ "arguments": ["queens", "f"], "files": { "f": "2\n4\n6\n" }, "puzzle": 2 });
    assert_eq!(served.post("count", &asked).json()["count"], 4);
}

#[test]
fn a_long_count_says_how_far_it_is_and_ends_with_its_connection() {
    let served = Served::with(&["--threads", "1", "--timeout", "2s"]);
    let asked = json!({ "arguments": ["queens", "15"], "stats": true });
    let counted = lines(&served.post("count", &asked).body);
    assert!(counted.len() > 3, "{}", counted.len());
    let (last, told) = counted.split_last().expect("lines");
    assert_eq!(last["complete"], false);
    let fractions: Vec<_> = told.iter().map(|line| line["fraction"].as_f64().expect("a number")).collect();
    assert!(fractions.is_sorted() && fractions.iter().all(|fraction| (0.0..1.0).contains(fraction)), "{fractions:?}");

    // Left alone, the search ends: the only thread is free again long before the search is through.
    let body = asked.to_string();
    let request = format!(
        "POST /api/v1/count HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        served.address,
        body.len()
    );
    let mut stream = served.connect();
    stream.write_all(request.as_bytes()).expect("sent");
    stream.read_exact(&mut [0; 15]).expect("the answer begins");
    drop(stream);
    let began = Instant::now();
    assert_eq!(served.post("count", &json!({ "arguments": ["queens", "4"] })).json()["count"], 2);
    assert!(began.elapsed() < Duration::from_millis(1_500), "{:?}", began.elapsed());
}

#[test]
fn a_search_too_long_keeps_its_first_steps() {
    let served = Served::with(&[]);
    let row = "1".repeat(60) + "\n";
    let asked = json!({ "arguments": ["maze", "m"], "files": { "m": row.repeat(60) } });
    let played = served.post("play", &asked).json();
    // Ten million cells are drawn, of which this maze has 3,600 a step.
    assert_eq!(played["events"]["kind"].as_array().map(Vec::len), Some(10_000_000 / 3_600));
    assert_eq!(played["end"], "steps");
}

#[test]
fn mistakes_come_with_their_states() {
    let served = Served::with(&[]);
    let found = served.post("mistakes", &json!({ "arguments": ["queens", "4"] })).json();
    let mistakes = found["mistakes"].as_array().expect("mistakes");
    assert!(mistakes.len() >= 4);
    for mistake in mistakes {
        assert!(mistake["step"].is_u64(), "{mistake}");
        for side in ["right_ends", "wrong_ends"] {
            assert_eq!(mistake[side]["scene"]["grid"], json!([0, 0, 4, 4, 4, 4]));
        }
    }
    // Of 8 queens one of the programs would go on for millions of nodes.
    assert_eq!(served.post("mistakes", &json!({ "arguments": ["queens", "8"] })).status, 200);
    let none = served.post("mistakes", &json!({ "arguments": ["parens", "3"] })).json();
    assert!(none["error"]["message"].as_str().is_some_and(|message| message.contains("no mistakes of parens")));
}

#[test]
fn a_mistake_is_played_to_where_the_programs_part() {
    let served = Served::with(&[]);
    let play =
        |arguments: Value, mistake: u32| served.post("play", &json!({ "arguments": arguments, "mistake": mistake }));
    let right = play(json!(["queens", "4"]), 0).json();
    let names = right["mistakes"].as_array().expect("mistakes");
    assert!(names.len() >= 4 && right["mistake"].is_null());
    for (number, name) in (1..).zip(names) {
        let played = play(json!(["queens", "4"]), number).json();
        let step = usize::try_from(played["mistake"]["step"].as_u64().expect("a step")).expect("small");
        assert_eq!(&played["mistake"]["name"], name);
        assert_eq!(played["mistakes"], right["mistakes"]);
        // Up to there it is the right program's search.
        for column in ["kind", "choice", "mark"] {
            let steps = |data: &Value| data["events"][column].as_array().expect("a column")[..step].to_vec();
            assert_eq!(played["events"][column].as_array().map(Vec::len), Some(step));
            assert_eq!(steps(&played), steps(&right), "{name}: {column}");
        }
    }
    // The right program ends at the solution, the other goes on.
    let four = play(json!(["sudoku", "1..............."]), 1).json();
    assert_eq!(four["mistake"]["right"], Value::Null);
    let steps = four["events"]["kind"].as_array().map(|steps| steps.len() as u64);
    assert_eq!(steps, four["mistake"]["step"].as_u64());
    for (arguments, mistake, why) in [
        (json!(["queens", "4"]), 99, "expected the number of a mistake from 1 to"),
        (json!(["parens", "3"]), 1, "there are no mistakes of parens"),
    ] {
        let refused = play(arguments, mistake);
        assert_eq!(refused.status, 400);
        assert!(refused.json()["error"]["message"].as_str().is_some_and(|message| message.contains(why)));
    }
}

/// What could be placed at a step, why not, and the search below it: that of the queens that stand there.
#[test]
fn a_choice_is_placed_instead() {
    let served = Served::with(&[]);
    let queens = |more: Value| {
        let mut request = json!({ "arguments": ["queens", "4"] });
        request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        request
    };
    // At step 3 a queen stands in column 0 of row 0.
    let options = served.post("options", &queens(json!({ "step": 3 }))).json();
    let told: Vec<_> =
        options["options"].as_array().expect("options").iter().map(|one| (&one["allowed"], &one["mark"])).collect();
    let (yes, no) = (json!(true), json!(false));
    assert_eq!(told, [(&no, &json!("column")), (&no, &json!("diag")), (&yes, &Value::Null), (&yes, &Value::Null)]);
    // Below (0, 0), (1, 3): a queen in row 2 and no more.
    let played = served.post("play", &queens(json!({ "pins": [[3, 3]] }))).json();
    assert_eq!(
        played["labels"][usize::try_from(played["nodes"]["choice"][2].as_u64().expect("a choice")).expect("small")],
        "3"
    );
    assert_eq!((&played["end"], &played["before"]), (&json!("complete"), &json!([0, 0, 0, 0, 0, 0, 0])));
    let dead_ends = served.post("options", &queens(json!({ "pins": [[3, 3]], "step": 1 }))).json();
    assert_eq!(dead_ends["options"].as_array().map(Vec::len), Some(4));
    for (more, message) in [
        (json!({ "pins": [[3, 1]] }), "expected an option that the marks allow at step 3, found option 1"),
        (json!({ "pins": [[3, 4]] }), "expected an option that the marks allow at step 3, found option 4"),
        (json!({ "pins": [[0, 0]] }), "expected a step from 1 to 116, found 0"),
        (json!({ "pins": [[3, 3], [999, 0]] }), "found 999"),
        (json!({ "pins": vec![[1, 0]; 101] }), "expected at most 100 pins, found 101"),
    ] {
        let refused = served.post("play", &queens(more));
        let error = refused.json();
        assert_eq!(refused.status, 400);
        assert!(error["error"]["message"].as_str().is_some_and(|said| said.contains(message)), "{error}");
    }
    assert_eq!(served.post("options", &queens(json!({}))).status, 400);
}

#[test]
fn no_bytes_break_it() {
    let served = Served::with(&["--timeout", "1s"]);
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = || {
        // xorshift64: https://www.jstatsoft.org/article/view/v008i14
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 33).unwrap_or(0)
    };
    let names = ["play", "options", "count", "tree", "mistakes", "export"];
    let whole = json!({
        "arguments": ["sudoku", "f", "--diagonal"], "files": { "f": "1".repeat(20) }, "puzzle": 1, "take": 1, "from": 0,
        "pins": [[1, 0]], "format": "svg", "step": 1,
    })
    .to_string();
    for round in 0..300 {
        let name = names[round % names.len()];
        let mut bytes: Vec<u8> = if round % 3 == 0 {
            (0..random() % 200).map(|_| random().to_le_bytes()[0]).collect()
        } else {
            whole.clone().into_bytes()
        };
        for _ in 0..random() % 4 {
            if !bytes.is_empty() {
                let at = random() % bytes.len();
                bytes[at] = random().to_le_bytes()[0];
            }
        }
        let response = served.post_bytes(name, &bytes);
        assert!([200, 400].contains(&response.status), "{}: {}", response.status, String::from_utf8_lossy(&bytes));
        if response.status == 400 {
            assert!(response.json()["error"]["message"].is_string());
        }
    }
    // Bytes that are no request, or a part of one.
    for round in 0..100 {
        let bytes: Vec<u8> = (0..random() % 400).map(|_| random().to_le_bytes()[0]).collect();
        if let Some(response) = served.exchange(&bytes, true) {
            assert!((400..500).contains(&response.status));
        }
        let part = format!("POST /api/v1/play HTTP/1.1\r\nhost: {}\r\n", served.address);
        let part = served.exchange(&part.as_bytes()[..round % part.len()], true);
        assert!(part.is_none_or(|response| response.status == 400));
    }
    let large = served.post_bytes("play", &vec![b' '; (1 << 20) + 1]);
    assert_eq!(large.status, 413);
    let deep = served.post_bytes("play", &[vec![b'['; 100_000], vec![b']'; 100_000]].concat());
    assert_eq!(deep.status, 400);
    assert_eq!(served.get("/api/v1").status, 200);
}

#[test]
fn it_ends_at_ctrl_c_and_says_what_is_in_its_way() {
    let mut served = Served::with(&[]);
    let port = served.address.rsplit(':').next().expect("a port").to_owned();
    let second = run(&["serve", "--port", &port]);
    assert_eq!(second.exit, Some(2));
    assert!(second.err.contains(&format!("port {port} of 127.0.0.1 is in use")), "{}", second.err);
    assert!(second.out.is_empty());
    assert_eq!(run(&["serve", "--listen", "example.com"]).exit, Some(2));
    assert!(run(&["serve", "--listen", "203.0.113.1"]).err.contains("no address of this machine"));
    // A connection that says nothing does not hold it up for long.
    let _idle = served.connect();
    let began = Instant::now();
    assert_eq!(served.interrupt(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(3));
}
