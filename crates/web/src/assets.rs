//! The files of the page, kept in the binary.

use axum::http::header::{self, HeaderMap};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed_for_web::{EmbedableFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "page/dist"]
#[br = false]
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
    let Some(file) = Files::get(name) else {
        let told = "nothing is at this address; the workbench begins at /\n";
        return (StatusCode::NOT_FOUND, told).into_response();
    };
    if name == DOCUMENT { html(&file, part.unwrap_or(&PARTS[0])) } else { other(&file, &headers) }
}

fn html(file: &impl EmbedableFile, (_, part, title): &(&str, &str, &str)) -> Response {
    let mut random = [0u8; 16];
    if getrandom::fill(&mut random).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let nonce = format!("{:032x}", u128::from_le_bytes(random));
    let (link, view) = (format!("data-part=\"{part}\""), format!("data-view=\"{part}\""));
    let text = String::from_utf8_lossy(file.data().as_ref())
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

fn other(file: &impl EmbedableFile, asked: &HeaderMap) -> Response {
    let tells = |name, text: &str| {
        asked.get(name).and_then(|told| told.to_str().ok()).is_some_and(|told| {
            told.split(',').any(|one| one.trim().trim_start_matches("W/") == text)
        })
    };
    let (tag, kind) = (file.etag(), file.mime_type());
    let kind = kind.as_ref().map_or("application/octet-stream", AsRef::as_ref);
    let headers = [
        (header::CONTENT_TYPE, format!("{kind}; charset=utf-8")),
        (header::CACHE_CONTROL, "no-cache".to_string()),
        (header::ETAG, tag.as_ref().to_string()),
        (header::VARY, header::ACCEPT_ENCODING.to_string()),
    ];
    if tells(header::IF_NONE_MATCH, tag.as_ref()) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    // Compressed when the binary was built, not at each visit.
    match file.data_gzip().filter(|_| tells(header::ACCEPT_ENCODING, "gzip")) {
        Some(packed) => {
            (headers, [(header::CONTENT_ENCODING, "gzip")], bytes(packed)).into_response()
        }
        None => (headers, bytes(file.data())).into_response(),
    }
}

fn bytes(data: impl AsRef<[u8]>) -> Vec<u8> {
    data.as_ref().to_vec()
}
