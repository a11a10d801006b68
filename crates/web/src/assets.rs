//! The files of the page, kept in the binary.

use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "page/dist"]
struct Files;

/// Where the document wants the nonce of its styles, and its title.
const NONCE: &str = "{{nonce}}";
const TITLE: &str = "{{title}}";
/// The document, which is the same for all parts of the workbench but for what follows from [`PARTS`].
const DOCUMENT: &str = "index.html";
/// The parts of the workbench: where each is, its name in the document, its title.
const PARTS: [(&str, &str, &str); 6] = [
    ("", "notebook", "Notebook"),
    ("boards", "boards", "Boards"),
    ("explorer", "explorer", "Explorer"),
    ("find", "find", "Find the rule"),
    ("sequences", "sequences", "Sequences"),
    ("catalogue", "catalogue", "Catalogue"),
];

/// A file of the page.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let path = uri.path().trim_matches('/');
    let part = PARTS.iter().find(|(place, ..)| *place == path);
    let name = if part.is_some() || path == DOCUMENT { DOCUMENT } else { path };
    let Some(file) = Files::get(name) else { return StatusCode::NOT_FOUND.into_response() };
    if name == DOCUMENT {
        html(&file, part.unwrap_or(&PARTS[0]))
    } else {
        other(name, &file, &headers)
    }
}

fn html(file: &EmbeddedFile, (_, part, title): &(&str, &str, &str)) -> Response {
    let mut random = [0u8; 16];
    if getrandom::fill(&mut random).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let nonce = format!("{:032x}", u128::from_le_bytes(random));
    let (link, view) = (format!("data-part=\"{part}\""), format!("data-view=\"{part}\""));
    let text = String::from_utf8_lossy(&file.data)
        .replace(NONCE, &nonce)
        .replace(TITLE, title)
        .replace(&link, &format!("{link} aria-current=\"page\""))
        .replace(&format!("{view} hidden"), &view);
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; connect-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
    ];
    (headers, text).into_response()
}

fn other(name: &str, file: &EmbeddedFile, asked: &HeaderMap) -> Response {
    let tag: String =
        file.metadata.sha256_hash()[..12].iter().map(|b| format!("{b:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known =
        asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).is_some_and(|tags| {
            tags.split(',').any(|known| known.trim().trim_start_matches("W/") == tag)
        });
    let Ok(tag) = HeaderValue::from_str(&tag) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type(name))),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::ETAG, tag),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, file.data.clone().into_owned()).into_response()
}

/// The sort of a file, by its name.
fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("txt" | "farstar") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
