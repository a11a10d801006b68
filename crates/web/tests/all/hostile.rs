//! Rude clients: wrong requests are refused, hungry ones are stopped, and the server goes on.

use crate::server::crowd::{ENDLESS, HUNGRY, crowd};
use crate::server::{Server, small};
use farstar_web::Config;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The server still answers, and rightly.
fn alive(server: &Server) {
    let told = server.result("/api/eval", &json!({ "text": "{1|-1} + {1|-1}" }));
    assert_eq!(told["results"][0]["value"]["text"], "0");
}

#[test]
fn wrong_requests_are_refused() {
    let server = Server::start(small());
    let deep = format!("{{\"text\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    for (body, wanted) in [
        ("", 400),
        ("{", 400),
        ("[]", 400),
        ("{\"text\": 5}", 400),
        ("{\"text\": \"1\", \"limits\": {\"seconds\": -1}}", 400),
        ("{\"text\": \"1\", \"limits\": {\"seconds\": 1e999}}", 400),
        ("{\"text\": \"1\", \"before\": {}}", 400),
        ("\"\\ud800\"", 400),
        (&deep, 400),
    ] {
        let reply = server.post("/api/eval", body);
        assert_eq!(reply.status, wanted, "{}", &body[..body.len().min(60)]);
        assert_eq!(reply.json()["error"]["kind"], "request");
    }
    let plain =
        server.request("POST", "/api/eval", "Content-Type: text/plain\r\n", "{\"text\":\"1\"}");
    assert_eq!(plain.status, 415, "what a form of another site can send");
    assert_eq!(server.get("/api/eval").status, 405);
    assert_eq!(server.get("/api/nothing").status, 404);
    assert_eq!(server.get("/../../etc/passwd").status, 404);
    assert_eq!(server.get("/%2e%2e/Cargo.toml").status, 404);
    assert_eq!(server.request("DELETE", "/api/jobs/abc", "", "").status, 404);
    assert_eq!(server.request("PUT", "/", "", "").status, 405);
    alive(&server);
}

#[test]
fn large_bodies_are_refused() {
    let server = Server::start(small());
    let body = format!("{{\"text\":\"{}\"}}", "1+".repeat(5 << 20));
    let request = format!(
        "POST /api/eval HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    // The answer may be lost when the server closes while the body is still being sent.
    assert!(server.raw(request.as_bytes()).is_none_or(|reply| reply.status == 413));
    // A body without a length is cut off where it becomes too long.
    let mut chunked = format!(
        "POST /api/eval HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.address
    );
    for _ in 0..100 {
        chunked.push_str(&format!("4000\r\n{}\r\n", " ".repeat(0x4000)));
    }
    chunked.push_str("0\r\n\r\n");
    assert!(server.raw(chunked.as_bytes()).is_none_or(|reply| reply.status == 413));
    alive(&server);
}

#[test]
fn foreign_pages_and_names_are_refused() {
    let server = Server::start(small());
    let own = server.address;
    for headers in
        ["Origin: http://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n"]
    {
        let reply = server.request(
            "POST",
            "/api/eval",
            &format!("{headers}Content-Type: application/json\r\n"),
            "{\"text\":\"1\"}",
        );
        assert_eq!(reply.status, 403, "{headers}");
    }
    for host in ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "127.0.0.1:1"] {
        let reply = server
            .raw(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
        assert_eq!(reply.map(|reply| reply.status), Some(403), "{host}");
    }
    let reply = server.request(
        "POST",
        "/api/eval",
        &format!("Origin: http://{own}\r\nContent-Type: application/json\r\n"),
        "{\"text\":\"1\"}",
    );
    assert_eq!(reply.status, 200);
    let page = server.get("/");
    let policy = page
        .head
        .lines()
        .find(|line| line.starts_with("content-security-policy: "))
        .unwrap_or_default();
    assert!(
        policy.contains("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-"),
        "{}",
        page.head
    );
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
    assert!(!page.body.contains("{{nonce}}"));
}

#[test]
fn bytes_that_are_no_http_are_refused() {
    let server = Server::start(small());
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01"[..],
        b"GET\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
    ] {
        let reply = server.raw(bytes);
        assert!(reply.is_none_or(|reply| (400..600).contains(&reply.status)));
    }
    alive(&server);
}

#[test]
fn hungry_jobs_are_stopped() {
    let server = Server::start(small());
    for text in HUNGRY {
        let limits = json!({ "seconds": 0.4, "megabytes": 64 });
        let told = server.result("/api/eval", &json!({ "text": text, "limits": limits }));
        let ended = told["stopped"].is_string() || !told["diagnostics"].is_null();
        assert!(ended, "{text}: {told}");
    }
    let told = server.result(
        "/api/board",
        &json!({ "rules": { "name": "Amazons" }, "position": "X.....|......|......|......|......|.....O", "limits": { "seconds": 0.6, "megabytes": 64 } }),
    );
    assert!(told["stopped"].is_string(), "{}", told["value"]);
    assert!(told["svg"].is_string() && told["moves"].is_array());
    let told = server.result(
        "/api/sequence",
        &json!({ "game": "0.{1,2,3,4,5,6,7}", "to": 100_000_000, "limits": { "seconds": 0.3 } }),
    );
    assert!(
        told["stopped"] == "time" || told["none"].is_string() || told["diagnostics"].is_array(),
        "{told}"
    );
    alive(&server);
}

#[test]
fn jobs_are_told_and_cancelled() {
    let server = Server::start(small());
    let body = json!({ "text": ENDLESS, "wait": 0 }).to_string();
    let reply = server.post("/api/eval", &body);
    assert_eq!(reply.status, 202);
    let job = reply.json()["job"].as_str().unwrap_or_default().to_owned();
    let begun = Instant::now();
    assert_eq!(server.request("DELETE", &format!("/api/jobs/{job}"), "", "").status, 204);
    let told = server.finished(&job);
    assert_eq!(told["result"]["stopped"], "cancelled", "{told}");
    assert!(begun.elapsed() < Duration::from_secs(30));
    assert_eq!(server.get(&format!("/api/jobs/{job}")).json()["state"], "done");
}

#[test]
fn waiting_jobs_are_cancelled_at_once_and_too_many_are_refused() {
    let server = Server::start(Config { workers: 1, queue: 2, ..small() });
    let body = json!({ "text": ENDLESS, "wait": 0 }).to_string();
    let submit = || server.post("/api/eval", &body);
    let mut jobs = Vec::new();
    let refused = loop {
        let reply = submit();
        if reply.status != 202 {
            break reply;
        }
        jobs.push(reply.json()["job"].as_str().unwrap_or_default().to_owned());
        assert!(jobs.len() <= 70, "one runs, two wait, 64 wait for their moment");
    };
    assert_eq!(refused.status, 503);
    assert!(refused.head.contains("retry-after"));
    let last = jobs.last().cloned().unwrap_or_default();
    assert_eq!(server.request("DELETE", &format!("/api/jobs/{last}"), "", "").status, 204);
    assert_eq!(server.get(&format!("/api/jobs/{last}")).json()["result"]["stopped"], "cancelled");
    for job in &jobs {
        server.request("DELETE", &format!("/api/jobs/{job}"), "", "");
    }
    for job in &jobs {
        server.finished(job);
    }
    alive(&server);
}

/// The answer to a short question.
fn two(server: &Server) {
    let told = server.result("/api/eval", &json!({ "text": "1+1" }));
    assert_eq!(told["results"][0]["value"]["text"], "2", "{told}");
}

#[test]
fn a_long_line_does_not_hold_up_short_jobs() {
    let server = Server::start(Config { workers: 1, queue: 4, ..small() });
    let body = json!({ "text": ENDLESS, "wait": 0 }).to_string();
    let submit = || server.post("/api/eval", &body).json()["job"].as_str().map(str::to_owned);
    let jobs: Vec<String> = (0..5).filter_map(|_| submit()).collect();
    for _ in 0..20 {
        two(&server);
    }
    for job in &jobs {
        assert_eq!(server.request("DELETE", &format!("/api/jobs/{job}"), "", "").status, 204);
        assert_eq!(server.finished(job)["result"]["stopped"], "cancelled");
    }
    two(&server);
}

#[test]
fn a_job_is_done_at_length_when_its_moment_was_too_short() {
    let server = Server::start(Config { workers: 1, queue: 4, ..small() });
    let body = json!({ "text": ENDLESS, "wait": 0 }).to_string();
    let submit =
        |body: &str| server.post("/api/eval", body).json()["job"].as_str().map(str::to_owned);
    let first = submit(&body).expect("a job");
    while server.get("/api/status").json()["running"] == 0 {}
    // Some seconds of work for any machine, and a limit of half a second.
    let limited = json!({ "text": ENDLESS, "wait": 0, "limits": { "seconds": 0.5 } }).to_string();
    let second = submit(&limited).expect("a job");
    // It has had its moment when a later job is done, and waits for the worker.
    two(&server);
    server.request("DELETE", &format!("/api/jobs/{first}"), "", "");
    assert_eq!(server.finished(&second)["result"]["stopped"], "time");
}

#[test]
fn a_job_that_nobody_listens_to_any_more_is_stopped() {
    // long enough to listen on a machine with much to do
    let grace = Duration::from_secs(1);
    let server = Server::start(Config { grace, ..small() });
    let body = json!({ "text": ENDLESS, "wait": 0 }).to_string();
    let job = server.post("/api/eval", &body).json()["job"].as_str().unwrap_or_default().to_owned();
    let mut listener = TcpStream::connect(server.address).expect("a connection");
    let request =
        format!("GET /api/jobs/{job}/events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    listener.write_all(request.as_bytes()).expect("sent");
    let mut some = [0; 64];
    listener.read_exact(&mut some).expect("an event");
    // a job that was too long for its moment waits before it runs on
    while server.get("/api/status").json()["running"] == 0 {}
    drop(listener);
    let begun = Instant::now();
    while server.get("/api/status").json()["running"] != 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "the job goes on and nobody listens");
    }
}

#[test]
fn a_client_that_leaves_takes_its_job_along() {
    let server = Server::start(Config { workers: 1, queue: 1, ..small() });
    let body = json!({ "text": ENDLESS, "wait": 10_000 }).to_string();
    let mut stream = TcpStream::connect(server.address).expect("a connection");
    let request = format!(
        "POST /api/eval HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("sent");
    while server.get("/api/status").json()["running"] == 0 {}
    drop(stream);
    let begun = Instant::now();
    while server.get("/api/status").json()["running"] != 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "the job goes on without its client");
    }
    alive(&server);
}

#[test]
fn the_server_stops_while_jobs_run_and_clients_listen() {
    let server = Server::start(small());
    let body = json!({ "text": ENDLESS, "wait": 0 }).to_string();
    let job = server.post("/api/eval", &body).json()["job"].as_str().unwrap_or_default().to_owned();
    let mut listener = TcpStream::connect(server.address).expect("a connection");
    let request =
        format!("GET /api/jobs/{job}/events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    listener.write_all(request.as_bytes()).expect("sent");
    let mut some = [0; 64];
    listener.read_exact(&mut some).expect("an event");
    // Dropping joins the thread of the server: it ends although the connection is open.
    drop(server);
}

#[test]
fn many_clients_at_once_get_right_answers() {
    let server = Server::start(small());
    let [answered, _, wrong] = crowd(server.address, 24, Duration::ZERO);
    assert!(answered > 0 && wrong == 0, "{answered} answered, {wrong} wrong");
    alive(&server);
}
