//! Pages between processes by a timely dataflow: the only file that knows it.
//!
//! All letters go one way, `input → exchange → inspect → probe`, under timestamps that count the halves of barriers. In
//! the first half everything asked before is delivered and served, in the second the replies are; that nothing is under
//! way is what the frontier of the dataflow says. What was served is acknowledged by its bytes, so that nobody sends
//! more than a window ahead of those who serve it.

use farstar_atlas::{AtlasError, Exchange, Mail, Vote};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::operators::{Exchange as _, Input as _, Inspect as _, Probe as _};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// A letter: to whom, and what.
type Letter = (u64, Vec<u8>);

/// Bytes under way before a worker waits for others to serve them.
const WINDOW: u64 = 64 << 20;
/// How long a worker sleeps that has nothing to do, unless a letter comes.
const NAP: Duration = Duration::from_millis(1);

const ASKED: u8 = 0;
const REPLY: u8 = 1;
const SERVED: u8 = 2;
const VOTE: u8 = 3;
/// A letter begins with what it is and who sent it.
const HEAD: usize = 9;

/// One of several workers, threads of one process or of several.
pub(crate) struct Mesh<'w> {
    worker: &'w mut Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Letter>>>,
    probe: ProbeHandle<u64>,
    inbox: Rc<RefCell<VecDeque<Vec<u8>>>>,
    me: usize,
    peers: usize,
    time: u64,
    /// Bytes that were sent and not yet acknowledged.
    under_way: u64,
    /// By sender, bytes served and not yet acknowledged.
    served: Vec<u64>,
    /// Votes of others, by the barrier they are for.
    votes: Vec<(u64, Vote)>,
}

fn number(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).and_then(|b| b.try_into().ok()).map_or(0, u64::from_le_bytes)
}

impl<'w> Mesh<'w> {
    pub(crate) fn new(worker: &'w mut Worker) -> Self {
        let (me, peers) = (worker.index(), worker.peers());
        let mut input = InputHandle::new();
        let inbox = Rc::new(RefCell::new(VecDeque::new()));
        let into = Rc::clone(&inbox);
        let probe = worker.dataflow(|scope| {
            scope
                .input_from(&mut input)
                .exchange(|letter: &Letter| letter.0)
                .inspect(move |letter: &Letter| into.borrow_mut().push_back(letter.1.clone()))
                .probe()
                .0
        });
        let served = vec![0; peers];
        let (time, under_way, votes) = (0, 0, Vec::new());
        Self { worker, input, probe, inbox, me, peers, time, under_way, served, votes }
    }

    fn post(&mut self, to: usize, kind: u8, page: &[u8]) {
        let mut letter = Vec::with_capacity(HEAD + page.len());
        letter.push(kind);
        letter.extend((self.me as u64).to_le_bytes());
        letter.extend_from_slice(page);
        self.input.send((to as u64, letter));
    }

    /// Serves everything that has arrived.
    fn deliver(&mut self, mail: &mut dyn Mail) -> Result<(), AtlasError> {
        loop {
            let Some(letter) = self.inbox.borrow_mut().pop_front() else { return Ok(()) };
            let (from, page) = (number(&letter, 1) as usize, &letter[HEAD..]);
            match letter[0] {
                ASKED => {
                    let mut replies = Vec::new();
                    mail.serve(page, &mut replies)?;
                    for reply in replies {
                        self.post(from, REPLY, &reply);
                    }
                    self.served[from] += page.len() as u64;
                    if self.served[from] >= WINDOW / (4 * self.peers as u64) {
                        self.acknowledge(from);
                    }
                }
                REPLY => mail.accept(page)?,
                SERVED => self.under_way = self.under_way.saturating_sub(number(page, 0)),
                _ => {
                    let sums = [1, 2, 3, 4].map(|at| number(page, 8 * at));
                    self.votes.push((number(page, 0), Vote { sums, most: number(page, 40) }));
                }
            }
        }
    }

    fn acknowledge(&mut self, from: usize) {
        let bytes = std::mem::take(&mut self.served[from]);
        if bytes > 0 {
            self.post(from, SERVED, &bytes.to_le_bytes());
        }
    }

    /// Waits a little, and serves what comes meanwhile.
    fn wait(&mut self, mail: &mut dyn Mail) -> Result<(), AtlasError> {
        (0..self.peers).for_each(|from| self.acknowledge(from));
        self.input.flush();
        self.worker.step_or_park(Some(NAP));
        self.deliver(mail)
    }

    /// Everything under earlier times is delivered, to everybody, and served here.
    fn advance(&mut self, mail: &mut dyn Mail) -> Result<(), AtlasError> {
        self.time += 1;
        self.input.advance_to(self.time);
        while self.probe.less_than(&self.time) {
            self.wait(mail)?;
        }
        self.deliver(mail)
    }
}

impl Exchange for Mesh<'_> {
    fn me(&self) -> usize {
        self.me
    }

    fn peers(&self) -> usize {
        self.peers
    }

    fn send(&mut self, to: usize, page: Vec<u8>, mail: &mut dyn Mail) -> Result<(), AtlasError> {
        self.under_way += page.len() as u64;
        self.post(to, ASKED, &page);
        self.input.flush();
        self.worker.step();
        self.deliver(mail)?;
        while self.under_way > WINDOW {
            self.wait(mail)?;
        }
        Ok(())
    }

    fn barrier(&mut self, vote: Vote, mail: &mut dyn Mail) -> Result<Vote, AtlasError> {
        let barrier = self.time;
        let mut page = barrier.to_le_bytes().to_vec();
        vote.sums.iter().chain([&vote.most]).for_each(|n| page.extend(n.to_le_bytes()));
        (0..self.peers).for_each(|to| self.post(to, VOTE, &page));
        self.advance(mail)?;
        self.advance(mail)?;
        let of_this = self.votes.iter().filter(|of| of.0 == barrier);
        let result = of_this.fold(Vote::default(), |all, of| all.with(&of.1));
        self.votes.retain(|of| of.0 > barrier);
        Ok(result)
    }
}
