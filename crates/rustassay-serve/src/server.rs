//! Connections, and the limits of what they may cost.

use crate::reply::Reply;
use crate::request::{Method, Request};
use crate::site::StoreSite;
use bytes::Bytes;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// So many clients are served at once; others wait.
const CONNECTIONS: usize = 256;

/// So many pages are made at once.
const PAGES: usize = 8;

/// The head of a request is no larger, in bytes, and has no more headers.
const HEAD: usize = 16 * 1024;
const HEADERS: usize = 64;

/// What a form sends is no larger, in bytes.
const BODY: usize = 16 * 1024;

/// A client has so long to send the head of a request, which begins when the last answer has ended.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// A client has so long to send the rest.
const BODY_TIME: Duration = Duration::from_secs(10);

/// A connection ends after this, whatever happens on it: who reads slowly keeps a place from others no longer.
const CONNECTION_TIME: Duration = Duration::from_secs(120);

/// Whoever may be guessing waits so long.
const LATE: Duration = Duration::from_millis(500);

/// How often the server looks whether it is to stop.
const TICK: Duration = Duration::from_millis(100);

/// A page that is being made when the server stops has so long.
const CLOSING: Duration = Duration::from_secs(1);

/// What a request was, for a log.
#[derive(Clone, Debug)]
pub struct Served {
    /// Whether it was a POST.
    pub method: Method,
    /// Its path, without what stands after `?`.
    pub path: String,
    #[allow(missing_docs)]
    pub status: u16,
    #[allow(missing_docs)]
    pub took: Duration,
}

/// Serves until `stop` is set. Every request is told to `log`.
pub fn serve(
    site: StoreSite,
    listener: TcpListener,
    stop: &AtomicBool,
    log: impl Fn(&Served) + Send + Sync + 'static,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(PAGES)
        .enable_io()
        .enable_time()
        .build()?;
    let site = Arc::new(site);
    let shared = Arc::new(Shared { site: site.clone(), log: Box::new(log) });
    let result = runtime.block_on(accept(listener, stop, shared));
    runtime.shutdown_timeout(CLOSING);
    // A connection to PostgreSQL says goodbye when it is dropped, and waits for that, which nothing within the runtime may do.
    drop(site);
    result
}

/// What all connections share.
struct Shared {
    site: Arc<StoreSite>,
    log: Box<dyn Fn(&Served) + Send + Sync>,
}

async fn accept(listener: TcpListener, stop: &AtomicBool, shared: Arc<Shared>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    while !stop.load(Ordering::Relaxed) {
        let Ok(Ok(place)) = timeout(TICK, places.clone().acquire_owned()).await else { continue };
        match timeout(TICK, listener.accept()).await {
            Err(_) => {}
            // There may be no more file descriptors, for a while.
            Ok(Err(_)) => sleep(TICK).await,
            Ok(Ok((stream, _))) => {
                let shared = shared.clone();
                tokio::spawn(async move {
                    converse(stream, shared).await;
                    drop(place);
                });
            }
        }
    }
    Ok(())
}

/// Answers the requests of a connection.
async fn converse(stream: TcpStream, shared: Arc<Shared>) {
    let service = service_fn(move |request| {
        let shared = shared.clone();
        async move { Ok::<_, Infallible>(respond(request, &shared).await) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD).max_headers(HEADERS);
    let connection = http.serve_connection(TokioIo::new(stream), service);
    // A client that breaks the rules or goes away is no trouble of ours.
    let _ = timeout(CONNECTION_TIME, connection).await;
}

async fn respond(request: hyper::Request<Incoming>, shared: &Shared) -> Response<Full<Bytes>> {
    let began = Instant::now();
    let is_post = request.method() == hyper::Method::POST;
    let method = if is_post { Method::Post } else { Method::Get };
    let path = request.uri().path().to_owned();
    let answer = answer(request, shared).await;
    if answer.is_late {
        sleep(LATE).await;
    }
    (shared.log)(&Served { method, path, status: answer.status.as_u16(), took: began.elapsed() });
    response(answer)
}

async fn answer(request: hyper::Request<Incoming>, shared: &Shared) -> Reply {
    let refuse = |status: StatusCode, why: &str| {
        Reply::text(status, "text/plain; charset=utf-8", format!("{why}\n"))
            .with("Connection", "close".into())
    };
    let method = match *request.method() {
        hyper::Method::GET | hyper::Method::HEAD => Method::Get,
        hyper::Method::POST => Method::Post,
        _ => {
            return refuse(StatusCode::METHOD_NOT_ALLOWED, "there are GET, HEAD and POST")
                .with("Allow", "GET, HEAD, POST".into());
        }
    };
    let (head, body) = request.into_parts();
    let body = match method {
        Method::Get => Bytes::new(),
        Method::Post => match timeout(BODY_TIME, Limited::new(body, BODY).collect()).await {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(why)) if why.is::<LengthLimitError>() => {
                return refuse(StatusCode::PAYLOAD_TOO_LARGE, "a form has at most 16 KiB");
            }
            Ok(Err(_)) => return refuse(StatusCode::BAD_REQUEST, "the request cannot be read"),
            Err(_) => return refuse(StatusCode::REQUEST_TIMEOUT, "the request took too long"),
        },
    };
    let query = head.uri.query().unwrap_or_default();
    let request = Request::new(method, head.uri.path(), query, &head.headers, &body);
    let site = shared.site.clone();
    // The store is read on a thread that may wait.
    match tokio::task::spawn_blocking(move || site.answer(&request)).await {
        Ok(answer) => answer,
        Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, "the page could not be made"),
    }
}

/// What every answer has: the browser takes it for what it says it is, keeps no copy, shows it in no other page, and loads nothing for it but from
/// this server.
const ALWAYS: [(&str, &str); 7] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    // Not `no-referrer`: browsers then send `Origin: null` with our own forms (https://fetch.spec.whatwg.org/#append-a-request-origin-header).
    ("Referrer-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
];

fn response(answer: Reply) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(answer.body)));
    *response.status_mut() = answer.status;
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(
            HeaderName::from_bytes(name.as_bytes()).expect("it is one"),
            HeaderValue::from_static(value),
        );
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(answer.kind));
    for (name, value) in answer.headers {
        // What cannot be a header is not sent.
        if let (Ok(name), Ok(value)) =
            (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(&value))
        {
            headers.insert(name, value);
        }
    }
    response
}
