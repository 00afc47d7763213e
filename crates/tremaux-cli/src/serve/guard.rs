//! Who is answered: the page itself. A page of another site must not reach a server on this machine, neither by a request
//! across sites nor by a name of its own that it lets point here (DNS rebinding).

use axum::extract::Request;
use axum::http::header::{HOST, HeaderMap, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

use super::api::{Refusal, policy};

/// What every response says beside its own: nothing of it is to be framed, guessed at, or kept by others.
const HEADERS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
];

pub(super) async fn guard(request: Request, next: Next) -> Response {
    let mut response = match admit(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if let Ok(policy) = HeaderValue::from_str(&policy()) {
        headers.insert("content-security-policy", policy);
    }
    response
}

fn admit(headers: &HeaderMap) -> Result<(), Refusal> {
    let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
    let hosts: Vec<_> = headers.get_all(HOST).iter().map(text).collect();
    let [host] = hosts.as_slice() else {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "host", "expected one host in the request"));
    };
    if !is_address(host) {
        let message = "expected a request to localhost or to an address in numbers: other names are not answered";
        return Err(Refusal::new(StatusCode::FORBIDDEN, "host", message));
    }
    // Browsers name the page that asks, where it is not a link that was followed.
    match headers.get(ORIGIN).map(text) {
        Some(origin) if origin != format!("http://{host}") => {
            let message = "expected a request from the page itself: other sites are not answered";
            Err(Refusal::new(StatusCode::FORBIDDEN, "origin", message))
        }
        _ => Ok(()),
    }
}

/// Whether a host is `localhost` or an address in numbers, with or without a port: nobody can let these point elsewhere.
fn is_address(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    let name = authority.host();
    let number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    !host.contains('@') && (name.eq_ignore_ascii_case("localhost") || number.parse::<IpAddr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_answered() {
        for host in ["localhost", "localhost:8629", "127.0.0.1:1", "[::1]:8629", "192.168.1.5:80", "LOCALHOST"] {
            assert!(is_address(host), "{host}");
        }
        for host in
            ["", "example.com", "localhost.example.com:80", "127.0.0.1.example.com", "a@127.0.0.1", "1", "\u{7f}"]
        {
            assert!(!is_address(host), "{host}");
        }
    }

    #[test]
    fn other_sites_are_not_answered() {
        let admitted = |pairs: &[(&str, &str)]| {
            let pair = |(name, value): &(&str, &str)| {
                Some((name.parse::<HeaderName>().ok()?, HeaderValue::from_str(value).ok()?))
            };
            admit(&pairs.iter().filter_map(pair).collect::<HeaderMap>()).is_ok()
        };
        assert!(admitted(&[("host", "127.0.0.1:9")]));
        assert!(admitted(&[("host", "127.0.0.1:9"), ("origin", "http://127.0.0.1:9")]));
        for origin in ["null", "http://evil.example", "https://127.0.0.1:9", "http://127.0.0.1:8"] {
            assert!(!admitted(&[("host", "127.0.0.1:9"), ("origin", origin)]), "{origin}");
        }
        assert!(!admitted(&[]));
    }
}
