//! A server inside of the test, and a client that speaks HTTP by hand, so that it can be as rude as it likes.

#![allow(dead_code, reason = "`examples/soak.rs` uses a part of it")]

pub(crate) mod crowd;

use farstar_value::CancelToken;
use farstar_web::{Config, serve};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

/// A server that runs until it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: CancelToken,
    thread: Option<JoinHandle<()>>,
}

/// An answer: its status, its headers, its body.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }
}

impl Server {
    pub(crate) fn start(config: Config) -> Self {
        let stop = CancelToken::new();
        let heard = stop.clone();
        let (tell, told) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            serve(&config, |address| tell.send(address).expect("the test waits"), &heard)
                .expect("the server runs");
        });
        let address = told.recv().expect("the server tells its address");
        Self { address, stop, thread: Some(thread) }
    }

    /// Sends bytes and reads what comes until the server closes.
    pub(crate) fn raw(&self, request: &[u8]) -> Option<Reply> {
        exchange(self.address, request)
    }

    pub(crate) fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.raw(request.as_bytes()).expect("an answer")
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.request("GET", path, "", "")
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Reply {
        self.request("POST", path, "Content-Type: application/json\r\n", body)
    }

    /// The result of a computation that is done in time.
    pub(crate) fn result(&self, path: &str, body: &Value) -> Value {
        let mut body = body.clone();
        body["wait"] = 10_000.into();
        let reply = self.post(path, &body.to_string());
        assert_eq!(reply.status, 200, "{path} {body}: {}", reply.body);
        let mut told = reply.json();
        assert_eq!(told["state"], "done", "{path} {body}");
        told["result"].take()
    }

    /// Waits for the end of a job.
    pub(crate) fn finished(&self, job: &str) -> Value {
        let events = self.get(&format!("/api/jobs/{job}/events"));
        let last = events
            .body
            .split("event: done\ndata: ")
            .nth(1)
            .unwrap_or_else(|| panic!("{}", events.body));
        serde_json::from_str(last.lines().next().unwrap_or_default()).expect("JSON")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking(), "the server ended with a panic");
        }
    }
}

/// Sends bytes to a server and reads what comes until it closes.
pub(crate) fn exchange(server: SocketAddr, request: &[u8]) -> Option<Reply> {
    let mut stream = TcpStream::connect(server).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    // The server may close before it has read everything.
    let _ = stream.write_all(request);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunked(body) } else { body.to_owned() };
    Some(Reply { status, head: head.to_owned(), body })
}

fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let Ok(length) = usize::from_str_radix(length.trim(), 16) else { break };
        let Some(chunk) = rest.get(..length) else {
            whole.push_str(rest);
            break;
        };
        whole.push_str(chunk);
        body = rest.get(length + 2..).unwrap_or_default();
    }
    whole
}

/// A server with two workers and little of everything.
pub(crate) fn small() -> Config {
    Config {
        workers: 2,
        queue: 8,
        longest: Duration::from_secs(60),
        memory: 1 << 30,
        ..Config::default()
    }
}
