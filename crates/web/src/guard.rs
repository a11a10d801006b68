//! Who may ask: only pages of this server, under a name that is its own; and what every answer carries.
//!
//! A page of another site can make a browser send requests here, and by pointing its own name at 127.0.0.1 even read
//! the answers (DNS rebinding). Both are refused: the first by `Origin` and `Sec-Fetch-Site`, the second by `Host`.

use crate::api::Refusal;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The names under which the server may be called.
#[derive(Debug)]
pub(crate) struct Hosts {
    names: Vec<String>,
    /// Any address of this machine will do: the server listens on all of them.
    any_address: Option<u16>,
}

impl Hosts {
    pub(crate) fn new(address: SocketAddr, more: &[String]) -> Self {
        let port = address.port();
        let mut names: Vec<String> = ["127.0.0.1", "localhost", "[::1]"]
            .iter()
            .map(|name| format!("{name}:{port}"))
            .collect();
        names.push(address.to_string());
        names.extend(more.iter().map(|name| format!("{}:{port}", name.to_ascii_lowercase())));
        if port == 80 {
            let plain: Vec<String> = names
                .iter()
                .filter_map(|name| name.strip_suffix(":80"))
                .map(str::to_owned)
                .collect();
            names.extend(plain);
        }
        Self { names, any_address: address.ip().is_unspecified().then_some(port) }
    }

    fn admits(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        if self.names.contains(&host) {
            return true;
        }
        // An address is no name: nobody can point it elsewhere.
        self.any_address.is_some_and(|port| {
            host.parse::<SocketAddr>().is_ok_and(|address| address.port() == port)
                || (port == 80 && host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok())
        })
    }

    /// Why a request with these headers is refused.
    fn refusal(&self, headers: &HeaderMap, of_api: bool) -> Option<&'static str> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        if hosts.next().is_some() || !host.is_some_and(|host| self.admits(host)) {
            return Some("the Host of the request is not this server");
        }
        for origin in headers.get_all(header::ORIGIN) {
            let own = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
            if !own.is_some_and(|own| self.admits(own)) {
                return Some("the Origin of the request is not this server");
            }
        }
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let own_page = matches!(site, None | Some(b"same-origin" | b"none"));
        (of_api && !own_page).then_some("the request comes from a page of another site")
    }
}

/// No `Cross-Origin-Opener-Policy`: it makes browsers begin another process when the answer is there, 45 ms of each
/// first paint, and would keep from an opener only what it can do nothing with: the page hears no messages.
const CARRIED: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// What may happen on a page whose answer says nothing else: nothing.
const STRICTEST: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// Refuses foreign requests, and gives every answer its headers.
pub(crate) async fn guard(
    State(hosts): State<Arc<Hosts>>,
    request: Request,
    next: Next,
) -> Response {
    let of_api = request.uri().path().starts_with("/api/");
    let mut answer = match hosts.refusal(request.headers(), of_api) {
        Some(reason) => Refusal::new(StatusCode::FORBIDDEN, reason).into_response(),
        None => next.run(request).await,
    };
    let headers = answer.headers_mut();
    headers.extend(CARRIED);
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(STRICTEST);
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(hosts: &Hosts, pairs: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_str(value).expect("a header"));
        }
        hosts.refusal(&headers, true).is_some()
    }

    #[test]
    fn only_names_of_the_loopback_are_admitted_on_the_loopback() {
        let hosts = Hosts::new(SocketAddr::from(([127, 0, 0, 1], 8080)), &["Games.Lan".to_owned()]);
        for host in
            ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080", "games.lan:8080"]
        {
            assert!(!refused(&hosts, &[("host", host)]), "{host}");
        }
        for host in [
            "evil.example:8080",
            "127.0.0.1:80",
            "127.0.0.1",
            "10.0.0.7:8080",
            "localhost.evil.example:8080",
            "",
        ] {
            assert!(refused(&hosts, &[("host", host)]), "{host}");
        }
        assert!(refused(&hosts, &[]), "a request without Host");
        assert!(refused(&hosts, &[("host", "127.0.0.1:8080"), ("host", "evil.example")]));
    }

    #[test]
    fn foreign_pages_are_refused() {
        let hosts = Hosts::new(SocketAddr::from(([127, 0, 0, 1], 8080)), &[]);
        let own = ("host", "127.0.0.1:8080");
        assert!(!refused(&hosts, &[own, ("origin", "http://127.0.0.1:8080")]));
        assert!(!refused(&hosts, &[own, ("sec-fetch-site", "same-origin")]));
        for origin in
            ["null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:9", ""]
        {
            assert!(refused(&hosts, &[own, ("origin", origin)]), "{origin}");
        }
        for site in ["cross-site", "same-site"] {
            assert!(refused(&hosts, &[own, ("sec-fetch-site", site)]), "{site}");
        }
    }

    #[test]
    fn a_server_on_all_addresses_is_called_by_any_address_but_by_no_name() {
        let hosts = Hosts::new(SocketAddr::from(([0, 0, 0, 0], 8080)), &[]);
        assert!(!refused(&hosts, &[("host", "192.168.1.4:8080")]));
        assert!(!refused(&hosts, &[("host", "[fe80::1]:8080")]));
        assert!(refused(&hosts, &[("host", "evil.example:8080")]));
        assert!(refused(&hosts, &[("host", "192.168.1.4:81")]));
    }
}
