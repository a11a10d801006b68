//! Many clients at once, some with simple questions, some with jobs that run into every limit.

use super::{Reply, exchange};
use serde_json::json;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// A cell that would go on for years.
pub(crate) const ENDLESS: &str = "fib(n) := if n < 2 then n else fib(n-1) + fib(n-2) end; fib(90)";

/// Cells that run into a limit, each in its own way.
pub(crate) const HUNGRY: &[&str] = &[
    ENDLESS,
    "f(n) := f(n+1); f(0)",
    "GamesBornBy(4)",
    "[[a*b for a in 1..1000000] for b in 1..1000000]",
    "2**2**40",
    "f(n) := if n == 0 then 0 else f(n-1) + f(n-1) + {n|-n} end; f(60)",
];

fn post(server: SocketAddr, path: &str, body: &str) -> Reply {
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    exchange(server, request.as_bytes()).unwrap_or(Reply {
        status: 0,
        head: String::new(),
        body: String::new(),
    })
}

/// Runs `clients` clients against a server for `time`; how many requests were answered, refused for lack of room, and
/// wrong.
pub(crate) fn crowd(server: SocketAddr, clients: usize, time: Duration) -> [u64; 3] {
    let end = Instant::now() + time;
    let counts: Vec<[u64; 3]> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..clients)
            .map(|client| {
                scope.spawn(move || {
                    let mut counts = [0; 3];
                    let mut turn = client;
                    while counts[0] + counts[1] == 0 || Instant::now() < end {
                        turn += 1;
                        let n = turn % 50;
                        let (text, right) = match turn % 4 {
                            0 => (HUNGRY[turn / 4 % HUNGRY.len()].to_owned(), None),
                            1 => (format!("{{{n}|-{n}}}.Mean + {n}"), Some(n.to_string())),
                            2 => (format!("*{n} + *{n} + {n}"), Some(n.to_string())),
                            _ => (format!("{n} + {{1|2|3}}"), None),
                        };
                        let limits = json!({ "seconds": 0.2, "megabytes": 32 });
                        let body = json!({ "text": text, "limits": limits, "wait": 10_000 });
                        let reply = post(server, "/api/eval", &body.to_string());
                        match (reply.status, right) {
                            (200, Some(right)) => {
                                let told = reply.json();
                                let value = &told["result"]["results"][0]["value"]["text"];
                                let stopped = told["result"]["stopped"].is_string();
                                counts[if *value == right || stopped { 0 } else { 2 }] += 1;
                            }
                            (200 | 202, _) => counts[0] += 1,
                            (503, _) => counts[1] += 1,
                            _ => counts[2] += 1,
                        }
                    }
                    counts
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or([0, 0, 1])).collect()
    });
    counts.iter().fold([0; 3], |sum, one| [sum[0] + one[0], sum[1] + one[1], sum[2] + one[2]])
}
