//! What a job needs of the machines it runs on: pages sent to the owner of a shard, and a barrier.
//!
//! Every worker runs the same job on the shards it owns. `Alone` has them all; with `Threads` each worker is a thread.
//! What goes by other ways implements [`Exchange`] too and lives in a crate of its own.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::AtlasError;

/// Bytes under way before a worker waits for others to take them.
const WINDOW: u64 = 64 << 20;

/// What the workers tell each other at a barrier: sums, and the greatest of one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vote {
    /// Numbers of which each worker learns the sum.
    pub sums: [u64; 4],
    /// A number of which each worker learns the greatest.
    pub most: u64,
}

impl Vote {
    /// Both votes as one.
    #[must_use]
    pub fn with(mut self, other: &Self) -> Self {
        self.sums.iter_mut().zip(other.sums).for_each(|(sum, more)| *sum = sum.wrapping_add(more));
        self.most = self.most.max(other.most);
        self
    }
}

/// Who gets pages.
pub trait Mail {
    /// Serves a page that somebody sent to a shard of this worker; replies go back to the sender.
    ///
    /// # Errors
    /// Why the page cannot be served: the job ends.
    fn serve(&mut self, page: &[u8], replies: &mut Vec<Vec<u8>>) -> Result<(), AtlasError>;

    /// Takes a reply.
    ///
    /// # Errors
    /// Why it cannot be taken: the job ends.
    fn accept(&mut self, page: &[u8]) -> Result<(), AtlasError>;
}

/// What a job needs of the machines it runs on.
pub trait Exchange {
    /// The number of this worker.
    fn me(&self) -> usize;

    /// How many workers there are.
    fn peers(&self) -> usize;

    /// Sends a page to a worker. Pages that have arrived may be handed to `mail` meanwhile.
    ///
    /// # Errors
    /// [`AtlasError::Elsewhere`] if another worker has failed, or what `mail` says.
    fn send(&mut self, to: usize, page: Vec<u8>, mail: &mut dyn Mail) -> Result<(), AtlasError>;

    /// Returns when everything that anybody sent before their barrier has been served and every reply accepted, with
    /// the votes of all workers.
    ///
    /// # Errors
    /// As [`Exchange::send`].
    fn barrier(&mut self, vote: Vote, mail: &mut dyn Mail) -> Result<Vote, AtlasError>;

    /// Lets the others know that this worker has failed.
    fn abandon(&mut self) {}
}

/// One worker that owns everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Exchange for Alone {
    fn me(&self) -> usize {
        0
    }

    fn peers(&self) -> usize {
        1
    }

    fn send(&mut self, _: usize, page: Vec<u8>, mail: &mut dyn Mail) -> Result<(), AtlasError> {
        let mut replies = Vec::new();
        mail.serve(&page, &mut replies)?;
        replies.iter().try_for_each(|reply| mail.accept(reply))
    }

    fn barrier(&mut self, vote: Vote, _: &mut dyn Mail) -> Result<Vote, AtlasError> {
        Ok(vote)
    }
}

struct Letter {
    from: usize,
    reply: bool,
    page: Vec<u8>,
}

#[derive(Default)]
struct Gate {
    round: u64,
    arrived: usize,
    vote: Vote,
    result: Vote,
}

/// What the threads of a job share.
struct Shared {
    gate: Mutex<Gate>,
    /// Letters sent and not yet dealt with, and their bytes.
    letters: AtomicUsize,
    bytes: AtomicU64,
    failed: AtomicBool,
}

/// One of several workers that are threads of one process.
pub struct Threads {
    me: usize,
    inbox: Receiver<Letter>,
    others: Vec<Sender<Letter>>,
    shared: Arc<Shared>,
}

impl Threads {
    /// So many workers.
    #[must_use]
    pub fn team(workers: usize) -> Vec<Self> {
        let (others, inboxes): (Vec<_>, Vec<_>) = (0..workers.max(1)).map(|_| channel()).unzip();
        let shared = Arc::new(Shared {
            gate: Mutex::default(),
            letters: AtomicUsize::new(0),
            bytes: AtomicU64::new(0),
            failed: AtomicBool::new(false),
        });
        let worker =
            |(me, inbox)| Self { me, inbox, others: others.clone(), shared: Arc::clone(&shared) };
        inboxes.into_iter().enumerate().map(worker).collect()
    }

    fn post(&self, to: usize, reply: bool, page: Vec<u8>) -> Result<(), AtlasError> {
        self.shared.letters.fetch_add(1, Ordering::SeqCst);
        self.shared.bytes.fetch_add(page.len() as u64, Ordering::Relaxed);
        let letter = Letter { from: self.me, reply, page };
        let owner = self.others.get(to).ok_or(AtlasError::Elsewhere)?;
        owner.send(letter).map_err(|_| AtlasError::Elsewhere)
    }

    fn open(&self, letter: &Letter, mail: &mut dyn Mail) -> Result<(), AtlasError> {
        if letter.reply {
            mail.accept(&letter.page)?;
        } else {
            let mut replies = Vec::new();
            mail.serve(&letter.page, &mut replies)?;
            replies.into_iter().try_for_each(|reply| self.post(letter.from, true, reply))?;
        }
        self.shared.bytes.fetch_sub(letter.page.len() as u64, Ordering::Relaxed);
        // replies are counted by now, so that nothing under way is ever counted as nothing
        self.shared.letters.fetch_sub(1, Ordering::SeqCst);
        Ok(())
    }

    fn open_all(&self, mail: &mut dyn Mail) -> Result<(), AtlasError> {
        while let Ok(letter) = self.inbox.try_recv() {
            self.open(&letter, mail)?;
        }
        if self.shared.failed.load(Ordering::Relaxed) {
            return Err(AtlasError::Elsewhere);
        }
        Ok(())
    }
}

/// How long a worker sleeps that has nothing to do, unless a letter comes.
const NAP: Duration = Duration::from_micros(200);

impl Exchange for Threads {
    fn me(&self) -> usize {
        self.me
    }

    fn peers(&self) -> usize {
        self.others.len()
    }

    fn send(&mut self, to: usize, page: Vec<u8>, mail: &mut dyn Mail) -> Result<(), AtlasError> {
        self.open_all(mail)?;
        while self.shared.bytes.load(Ordering::Relaxed) > WINDOW {
            // the others may be asleep over letters of mine, and I over theirs
            if let Ok(letter) = self.inbox.recv_timeout(NAP) {
                self.open(&letter, mail)?;
            }
            self.open_all(mail)?;
        }
        self.post(to, false, page)
    }

    fn barrier(&mut self, vote: Vote, mail: &mut dyn Mail) -> Result<Vote, AtlasError> {
        let round = {
            let mut gate = self.shared.gate.lock().unwrap_or_else(PoisonError::into_inner);
            gate.vote = gate.vote.with(&vote);
            gate.arrived += 1;
            gate.round
        };
        loop {
            self.open_all(mail)?;
            {
                let mut gate = self.shared.gate.lock().unwrap_or_else(PoisonError::into_inner);
                if gate.round > round {
                    return Ok(gate.result);
                }
                let quiet = self.shared.letters.load(Ordering::SeqCst) == 0;
                if gate.arrived == self.others.len() && quiet {
                    gate.result = std::mem::take(&mut gate.vote);
                    gate.round += 1;
                    gate.arrived = 0;
                    return Ok(gate.result);
                }
            }
            if let Ok(letter) = self.inbox.recv_timeout(NAP) {
                self.open(&letter, mail)?;
            }
        }
    }

    fn abandon(&mut self) {
        self.shared.failed.store(true, Ordering::Relaxed);
    }
}
