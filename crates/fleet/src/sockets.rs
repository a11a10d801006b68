//! Connections between all processes: each listens for those behind it in the list and calls those before it.
//!
//! A caller says for which job it calls and which process it is; who says anything else is not answered. This keeps two
//! jobs apart that were given the same port, and keeps nobody out who wants in.

use crate::{FleetError, Hosts};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// How often a process that is not there yet is called.
const AGAIN: Duration = Duration::from_millis(20);
/// How long a caller may take to say who it is.
const HELLO: Duration = Duration::from_secs(5);
const LENGTH: usize = 24;
const MAGIC: &[u8; 8] = b"farfleet";

fn hello(job: u64, index: usize) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    bytes[..8].copy_from_slice(MAGIC);
    bytes[8..16].copy_from_slice(&job.to_le_bytes());
    bytes[16..].copy_from_slice(&(index as u64).to_le_bytes());
    bytes
}

/// One connection to each other process, in their order; none in the place of this one.
pub(crate) fn connected(
    hosts: &Hosts,
    job: u64,
    patience: Duration,
) -> Result<Vec<Option<TcpStream>>, FleetError> {
    let (me, addresses) = (hosts.index(), hosts.addresses());
    let absent = |index: usize| FleetError::Absent {
        index,
        address: addresses[index].clone(),
        seconds: patience.as_secs(),
    };
    let until = Instant::now() + patience;
    let mut streams: Vec<Option<TcpStream>> = addresses.iter().map(|_| None).collect();
    let listener = if me + 1 < addresses.len() { Some(listening(&addresses[me])?) } else { None };
    for (index, address) in addresses.iter().enumerate().take(me) {
        streams[index] = Some(loop {
            match called(address, job, me) {
                Ok(stream) => break stream,
                Err(_) if Instant::now() >= until => return Err(absent(index)),
                Err(_) => std::thread::sleep(AGAIN),
            }
        });
    }
    while let Some(index) = (me + 1..addresses.len()).find(|&index| streams[index].is_none()) {
        let Some(listener) = &listener else { break };
        match listener.accept() {
            Ok((stream, _)) => {
                if let Ok((index, stream)) = welcomed(stream, job, addresses.len())
                    && index > me
                {
                    streams[index] = Some(stream);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if Instant::now() >= until {
                    return Err(absent(index));
                }
                std::thread::sleep(AGAIN);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(streams)
}

fn listening(address: &str) -> Result<TcpListener, FleetError> {
    let bind = || {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(listener)
    };
    bind().map_err(|error| FleetError::Bind { address: address.to_owned(), error })
}

/// Calls a process, and waits until it says that it is the one.
fn called(address: &str, job: u64, me: usize) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(HELLO))?;
    stream.write_all(&hello(job, me))?;
    let mut answer = [0; LENGTH];
    stream.read_exact(&mut answer)?;
    if answer[..16] != hello(job, 0)[..16] {
        return Err(io::ErrorKind::InvalidData.into());
    }
    stream.set_read_timeout(None)?;
    Ok(stream)
}

fn welcomed(mut stream: TcpStream, job: u64, peers: usize) -> io::Result<(usize, TcpStream)> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(HELLO))?;
    let mut said = [0; LENGTH];
    stream.read_exact(&mut said)?;
    let index = said[16..].try_into().map_or(u64::MAX, u64::from_le_bytes);
    if said[..16] != hello(job, 0)[..16] || index >= peers as u64 {
        return Err(io::ErrorKind::InvalidData.into());
    }
    stream.write_all(&hello(job, peers))?;
    stream.set_read_timeout(None)?;
    Ok((index as usize, stream))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_of_one_job_find_each_other_and_those_of_another_do_not() {
        let addresses = Hosts::free(3).unwrap();
        let of = |index| Hosts::new(addresses.clone(), index).unwrap();
        let patience = Duration::from_secs(20);
        let threads: Vec<_> = (0..3)
            .map(|index| {
                let hosts = of(index);
                std::thread::spawn(move || connected(&hosts, 7, patience).unwrap())
            })
            .collect();
        for (index, thread) in threads.into_iter().enumerate() {
            let streams = thread.join().unwrap();
            let there: Vec<bool> = streams.iter().map(Option::is_some).collect();
            assert_eq!(there, (0..3).map(|other| other != index).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_process_that_does_not_come_is_named() {
        let addresses = Hosts::free(2).unwrap();
        for (index, absent) in [(0, 1), (1, 0)] {
            let hosts = Hosts::new(addresses.clone(), index).unwrap();
            let error = connected(&hosts, 7, Duration::ZERO).unwrap_err();
            assert!(matches!(error, FleetError::Absent { index, .. } if index == absent));
        }
    }
}
