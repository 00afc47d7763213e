//! `serve`: the page in the browser, and the searches it asks for.
//!
//! Nothing is kept between two requests. A reply belongs to its connection: who closes that cancels the search. `api` has
//! the requests, `answer` what is asked of a puzzle and `mistakes` of wrong programs, `task` a search on a thread of its own,
//! `guard` who is answered at all.

mod answer;
mod api;
mod guard;
mod mistakes;
mod task;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::args::Options;
use crate::failure::{Exit, Failure, say};

/// The most bytes of a request's body.
const MOST_BYTES: usize = 1 << 20;
/// How long a request may take to arrive: its head, and then its body.
const ARRIVAL: Duration = Duration::from_secs(10);
/// How long a search may take unless `--timeout` says otherwise.
const SEARCH_TIME: Duration = Duration::from_secs(60);
/// How long a search waits for others to end.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many searches run at once unless `--threads` says otherwise.
const SEARCHES: usize = 2;
/// How many connections are open at once; more wait.
const CONNECTIONS: usize = 64;
/// The largest number of an input.
const LARGEST: u64 = 1_000;
/// How many steps are played, and how many cells are drawn for them in all: of a large state there are fewer steps.
const STEPS: usize = 100_000;
const CELLS_DRAWN: usize = 10_000_000;
/// How many choices can be placed instead, one below the other.
const PINS: usize = 100;
/// How many nodes of a tree are drawn.
const NODES: usize = 1_000_000;
/// How many columns the overview of a tree has.
const STRIP: usize = 960;
/// How long replies under way may take to end after Ctrl-C.
const FAREWELL: Duration = Duration::from_secs(1);
/// As for the command itself, whose main thread has as much.
const STACK: usize = 8 << 20;

/// Serves the page until Ctrl-C, which is its usual end.
pub(crate) fn serve(options: &Options, listen: IpAddr, port: u16) -> Result<Exit, Failure> {
    let failure = |error: io::Error| Failure::Other(format!("cannot serve: {error}"));
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().thread_stack_size(STACK).build().map_err(failure)?;
    let server = task::Server::new(options);
    let quiet = options.quiet;
    let ended = runtime.block_on(run(server, SocketAddr::new(listen, port), quiet));
    // A search that does not end yet is left behind.
    runtime.shutdown_background();
    ended.map(|()| Exit::Found)
}

async fn run(server: task::Server, address: SocketAddr, quiet: bool) -> Result<(), Failure> {
    let mut ended = pin!(interrupted()?);
    let listener = TcpListener::bind(address).await.map_err(|error| cannot_listen(address, &error))?;
    let address = listener.local_addr().map_err(|error| cannot_listen(address, &error))?;
    say(&format!("http://{address}/"));
    if !quiet {
        say("Ctrl-C ends it.");
    }
    let router: Router = api::router(Arc::new(server));
    let (open, graceful) = (Arc::new(Semaphore::new(CONNECTIONS)), GracefulShutdown::new());
    loop {
        let next = async { (Arc::clone(&open).acquire_owned().await, listener.accept().await) };
        let (permit, accepted) = tokio::select! {
            next = next => next,
            () = &mut ended => break,
        };
        let Ok((stream, _)) = accepted else {
            // Out of files or of memory, most likely: until some are free again.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(ARRIVAL);
        let connection = graceful.watch(builder.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // A connection that breaks is closed; there is nobody to tell.
            let _ = connection.await;
            drop(permit);
        });
    }
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
    Ok(())
}

/// Ends at Ctrl-C, or when the process is asked to end.
fn interrupted() -> Result<impl Future<Output = ()>, Failure> {
    let failure = |error| Failure::Other(format!("cannot listen for Ctrl-C: {error}"));
    #[cfg(unix)]
    let mut asked = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).map_err(failure)?;
    #[cfg(unix)]
    let mut pressed = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt()).map_err(failure)?;
    #[cfg(windows)]
    let mut pressed = tokio::signal::windows::ctrl_c().map_err(failure)?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = pressed.recv() => {}
            _ = asked.recv() => {}
        }
        #[cfg(windows)]
        pressed.recv().await;
    })
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> Failure {
    let port = address.port();
    Failure::Other(match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("port {port} of {} is in use: end what listens there, or take another with --port", address.ip())
        }
        io::ErrorKind::PermissionDenied => {
            format!("port {port} may not be listened on: take one from 1024 on with --port")
        }
        io::ErrorKind::AddrNotAvailable => {
            format!("{} is no address of this machine: expected one that is, for --listen", address.ip())
        }
        _ => format!("cannot listen on {address}: {error}"),
    })
}
