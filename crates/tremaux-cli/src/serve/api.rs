//! The requests and their replies: `docs/serve.md` describes them.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use clap::Parser;
use futures_util::stream::unfold;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::timeout;
use tremaux_puzzles::Engine;

use super::answer::{Answer, Asked, Recorded};
use super::guard::guard;
use super::task::{Server, Task};
use super::{ARRIVAL, LARGEST, MOST_BYTES, NODES, PINS, STEPS};
use crate::args::{Problem, RenderArgs};
use crate::failure::Failure;
use crate::files::Files;

/// The page; `web/` has its source.
const PAGE: &str = include_str!("../../page/serve.html");
/// How often a count says how far it is.
pub(super) const TICK: Duration = Duration::from_millis(100);

const JSON: &str = "application/json";

pub(super) fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/", get(async || ([(CONTENT_TYPE, "text/html; charset=utf-8")], PAGE)))
        .route("/api/v1", get(about))
        .route("/api/v1/play", post(play))
        .route("/api/v1/options", post(options))
        .route("/api/v1/count", post(count))
        .route("/api/v1/tree", post(tree))
        .route("/api/v1/mistakes", post(mistakes))
        .route("/api/v1/export", post(export))
        .fallback(async || Refusal::new(StatusCode::NOT_FOUND, "path", "there is nothing of this name"))
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this name is asked for in another way")
        })
        .layer(middleware::from_fn(guard))
        .with_state(server)
}

/// What the page may do, as the page itself says it; and nobody may put it into another.
pub(super) fn policy() -> String {
    let inside = PAGE.split_once("Content-Security-Policy\" content=\"").and_then(|(_, rest)| rest.split_once('"'));
    format!("{}; frame-ancestors 'none'", inside.map_or("default-src 'none'", |(policy, _)| policy))
}

/// Why a request has no answer.
pub(super) struct Refusal {
    status: StatusCode,
    error: Map<String, Value>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, kind: &str, message: impl Into<String>) -> Self {
        let error = [("kind", kind.into()), ("message", message.into())];
        Refusal {
            status,
            error: error.into_iter().map(|(name, value): (_, String)| (name.into(), value.into())).collect(),
        }
    }

    fn bad(kind: &str, message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, kind, message)
    }

    fn json(&self) -> Value {
        json!({ "error": self.error })
    }
}

impl From<&Failure> for Refusal {
    /// What the command says of the same input.
    fn from(failure: &Failure) -> Self {
        match failure {
            Failure::Input { file, error } => {
                let mut refusal = Refusal::bad("input", &error.message);
                refusal.error.insert("file".into(), json!(file));
                refusal.error.insert("line".into(), json!(error.line));
                refusal.error.insert("column".into(), json!(error.column));
                refusal.error.insert("text".into(), json!(error.text));
                refusal
            }
            Failure::Open { file, error } if error.kind() == io::ErrorKind::NotFound => {
                Refusal::bad("input", format!("cannot read {file}: expected it among the files of the request"))
            }
            Failure::Open { file, error } | Failure::Create { file, error } => {
                Refusal::bad("input", format!("cannot read {file}: {error}"))
            }
            Failure::Write(error) => {
                Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "bug", format!("cannot write the answer: {error}"))
            }
            Failure::Other(message) => Refusal::bad("input", message),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, [(CONTENT_TYPE, JSON)], self.json().to_string()).into_response()
    }
}

/// The body of a request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    /// The problem with its input and options, as the command takes them.
    arguments: Vec<String>,
    /// The files that the arguments name, and what is in them.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// Which puzzle of the input, from 1.
    #[serde(default = "first")]
    puzzle: usize,
    engine: Option<Form>,
    take: Option<u64>,
    #[serde(default)]
    from: u64,
    /// Steps, and the options that are placed there instead.
    #[serde(default)]
    pins: Vec<(usize, usize)>,
    /// The number of a mistake to play, from 1.
    #[serde(default)]
    mistake: usize,
    limit: Option<u64>,
    #[serde(default)]
    stats: bool,
    format: Option<String>,
    step: Option<usize>,
    to: Option<usize>,
    #[serde(default)]
    tree: bool,
    #[serde(default)]
    hide_failed: bool,
}

fn first() -> usize {
    1
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Plain,
    Bits,
    Fast,
}

/// The arguments of a problem.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    problem: Problem,
}

/// What a request is about.
pub(super) struct Wanted {
    pub(super) problem: Problem,
    pub(super) files: Files,
    pub(super) puzzle: usize,
}

/// Takes a request in, as far as its arguments; what is asked is for the caller.
async fn read(request: Request) -> Result<(Wanted, Fields), Refusal> {
    if !is_json(request.headers()) {
        let message = "expected a body of content type application/json";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "type", message));
    }
    let body = match timeout(ARRIVAL, to_bytes(request.into_body(), MOST_BYTES)).await {
        Err(_) => {
            let message = format!("expected the request within {} s", ARRIVAL.as_secs());
            return Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "time", message));
        }
        Ok(Err(_)) => {
            let message = format!("expected a body of at most {MOST_BYTES} bytes, whole");
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "size", message));
        }
        Ok(Ok(body)) => body,
    };
    let mut fields: Fields =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("request", format!("in the request: {error}")))?;
    let arguments = std::mem::take(&mut fields.arguments);
    let Arguments { problem } = Arguments::try_parse_from(arguments).map_err(|error| usage(&error))?;
    let files = Files::only(std::mem::take(&mut fields.files));
    if fields.puzzle == 0 {
        return Err(Refusal::bad("request", "expected the number of a puzzle from 1, found 0"));
    }
    if fields.pins.len() > PINS {
        return Err(Refusal::bad("request", format!("expected at most {PINS} pins, found {}", fields.pins.len())));
    }
    Ok((Wanted { problem, files, puzzle: fields.puzzle }, fields))
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(JSON))
}

/// What is wrong with the arguments, without how the command is used.
fn usage(error: &clap::Error) -> Refusal {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let said =
        text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    Refusal::bad("usage", said.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" "))
}

type Reply = Result<Response, Refusal>;

async fn about(State(server): State<Arc<Server>>) -> Response {
    let limits = json!({
        "bytes": MOST_BYTES, "seconds": server.time.as_secs_f64(), "searches": server.searches, "largest": LARGEST,
        "steps": STEPS, "nodes": NODES,
    });
    let about = json!({ "tremaux": env!("CARGO_PKG_VERSION"), "api": 1, "limits": limits });
    ([(CONTENT_TYPE, JSON)], about.to_string()).into_response()
}

async fn play(State(server): State<Arc<Server>>, request: Request) -> Reply {
    let (wanted, fields) = read(request).await?;
    answered(&server, wanted, Asked::Play(recorded(&fields), fields.mistake), JSON).await
}

async fn options(State(server): State<Arc<Server>>, request: Request) -> Reply {
    let (wanted, fields) = read(request).await?;
    let step = fields.step.ok_or_else(|| Refusal::bad("request", "expected a step"))?;
    answered(&server, wanted, Asked::Options(recorded(&fields), step), JSON).await
}

async fn tree(State(server): State<Arc<Server>>, request: Request) -> Reply {
    let (wanted, _) = read(request).await?;
    answered(&server, wanted, Asked::Tree, "application/octet-stream").await
}

async fn mistakes(State(server): State<Arc<Server>>, request: Request) -> Reply {
    let (wanted, _) = read(request).await?;
    answered(&server, wanted, Asked::Mistakes, JSON).await
}

/// The kinds of files that are written, and what each is.
const FILES: [(&str, &str); 6] = [
    ("html", "text/html; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("gif", "image/gif"),
    ("cast", "application/x-asciicast"),
    ("txt", "text/plain; charset=utf-8"),
    ("json", JSON),
];

async fn export(State(server): State<Arc<Server>>, request: Request) -> Reply {
    let (wanted, fields) = read(request).await?;
    let format = fields.format.as_deref().unwrap_or_default();
    let Some((ending, kind)) = FILES.into_iter().find(|(ending, _)| *ending == format) else {
        let endings = FILES.map(|(ending, _)| ending).join(", ");
        return Err(Refusal::bad("request", format!("expected a format of {endings}, found `{format}`")));
    };
    let output = format!("search.{ending}");
    let attached = format!("attachment; filename=\"{output}\"");
    let Fields { step, to, tree, hide_failed, .. } = fields;
    let render = RenderArgs { output, step, to, size: None, tree, hide_failed };
    let mut response = answered(&server, wanted, Asked::Export(recorded(&fields), render), kind).await?;
    if let Ok(attached) = attached.parse() {
        response.headers_mut().insert(CONTENT_DISPOSITION, attached);
    }
    Ok(response)
}

fn recorded(fields: &Fields) -> Recorded {
    let engine = match fields.engine {
        None | Some(Form::Plain) => Engine::Plain,
        Some(Form::Bits) => Engine::Bits,
        Some(Form::Fast) => Engine::Fast,
    };
    Recorded { engine, take: fields.take, from: fields.from, pins: fields.pins.clone() }
}

async fn answered(server: &Server, wanted: Wanted, asked: Asked, kind: &'static str) -> Reply {
    let mut task = server.start(wanted, asked).await?;
    let bytes = match task.answer().await? {
        Answer::Json(value) => value.to_string().into_bytes(),
        Answer::Bytes(bytes) => bytes,
    };
    Ok(([(CONTENT_TYPE, kind)], bytes).into_response())
}

/// The count, in JSON Lines: how far it is, again and again, and then the answer. What ends before the first tick can
/// still be refused as a whole.
async fn count(State(server): State<Arc<Server>>, request: Request) -> Reply {
    let (wanted, fields) = read(request).await?;
    let mut task = server.start(wanted, Asked::Count { limit: fields.limit, stats: fields.stats }).await?;
    let lines = match task.answer_within(TICK).await {
        Some(answer) => Body::from(line(&answer_json(answer?))),
        None => Body::from_stream(unfold(Some(task), next_line)),
    };
    Ok(([(CONTENT_TYPE, "application/jsonl")], lines).into_response())
}

async fn next_line(task: Option<Task>) -> Option<(Result<Bytes, io::Error>, Option<Task>)> {
    let mut task = task?;
    Some(match task.answer_within(TICK).await {
        None => (Ok(line(&task.gauge.json())), Some(task)),
        Some(Ok(answer)) => (Ok(line(&answer_json(answer))), None),
        Some(Err(refusal)) => (Ok(line(&refusal.json())), None),
    })
}

fn answer_json(answer: Answer) -> Value {
    match answer {
        Answer::Json(value) => value,
        Answer::Bytes(_) => Value::Null,
    }
}

fn line(value: &Value) -> Bytes {
    Bytes::from(format!("{value}\n"))
}
