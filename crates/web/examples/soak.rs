//! Two hundred clients for a minute, with jobs that run into every limit; tells how many answers were right, and the
//! memory of the server.
//!
//! `cargo run --release -p farstar-web --example soak [CLIENTS [SECONDS]]`

#[path = "../tests/all/server/mod.rs"]
mod server;

use farstar_web::Config;
use server::{Server, crowd::crowd, small};
use std::time::Duration;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>().expect("a number"));
    let clients = numbers.next().unwrap_or(200);
    let seconds = numbers.next().unwrap_or(60);
    let server = Server::start(Config { memory: 512 << 20, ..small() });
    let [answered, refused, wrong] =
        crowd(server.address, clients as usize, Duration::from_secs(seconds));
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("memory unknown");
    println!(
        "{clients} clients, {seconds} s: {answered} answered, {refused} refused for lack of room, {wrong} wrong; {peak}"
    );
    assert_eq!(wrong, 0, "wrong answers");
    assert_eq!(server.get("/api/status").status, 200, "the server goes on");
}
